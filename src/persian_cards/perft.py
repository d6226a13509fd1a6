"""Counting all lines of play from a state: perft, as chess programmers call it. Two engines that count alike agree on all of them.

>>> from persian_cards.games import hokm
>>> state = hokm.initial_state(hokm.Config(first_hakem=0))
>>> state = hokm.apply(state, hokm.deal_for(state, {0: "AS KS QS JS 10S"}))
>>> print(perft(hokm.GAME, state, 3))
NameTrump clubs: 97
NameTrump diamonds: 97
NameTrump hearts: 97
NameTrump spades: 97
4 actions, 388 lines of 3
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import attrs

from persian_cards.actions import CHANCE, ActionSet
from persian_cards.game import AnyState, Game
from persian_cards.record import action_text

S = TypeVar("S", bound=AnyState)

LIMIT: Final = 1_000_000
"""How many actions are looked at if nothing else is asked for."""


@attrs.frozen
class Perft:
    """How many lines of `depth` actions there are: `by_action`, for each first action in the order of the legal actions."""

    depth: int
    by_action: tuple[tuple[Any, int], ...]

    @property
    def lines(self) -> int:
        """How many in all."""
        return sum(count for _, count in self.by_action)

    def __str__(self) -> str:
        told = [f"{action_text(action)}: {count:,}" for action, count in self.by_action]
        return "\n".join([*told, f"{len(told)} actions, {self.lines:,} lines of {self.depth}"])


class TooManyLines(ValueError):  # noqa: N818  # it reads as what it is
    """There are more actions to look at than the limit allows."""


def perft(game: Game[Any, S, Any, Any, Any], state: S, depth: int, *, limit: int = LIMIT) -> Perft:
    """The lines of exactly `depth` (at least 1) actions from a state, players' and chance's; a game that ends sooner has none.

    Sets of actions are asked for their size before they are gone through. Raises TooManyLines as soon as more than `limit` actions
    would have to be looked at in all, as for any deal, and ValueError for another depth.
    """
    if depth < 1:
        raise ValueError(f"depth must be at least 1, not {depth}")
    left = limit

    def legal_in(state: S, depth: int) -> ActionSet[Any]:
        nonlocal left
        legal = game.legal_actions(state)
        left -= legal.size
        if left < 0:
            who = "chance" if state.actor is CHANCE else f"seat {state.actor}"
            here = f"{who} has {legal.size:,} with {depth} to go" if legal.size > limit else "there are more"
            raise TooManyLines(f"perft may look at {limit:,} actions, and {here}")
        return legal

    def lines(state: S, depth: int) -> int:
        if not depth:
            return 1
        legal = legal_in(state, depth)
        return legal.size if depth == 1 else sum(lines(game.apply(state, action), depth - 1) for action in legal)

    return Perft(depth, tuple((action, lines(game.apply(state, action), depth - 1)) for action in legal_in(state, depth)))
