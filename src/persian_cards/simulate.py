"""Playing many games: policies and seeds.

>>> from persian_cards.games import hokm
>>> ends = list(simulate(hokm.GAME, hokm.Config(), matches=3, seed=7))
>>> ends == list(simulate(hokm.GAME, hokm.Config(), matches=3, seed=7))
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias, TypeVar

from persian_cards.actions import CHANCE
from persian_cards.game import AnyState, Game
from persian_cards.table import check_seat

C = TypeVar("C")
S = TypeVar("S", bound=AnyState)
A = TypeVar("A")
V = TypeVar("V")
Policy: TypeAlias = Callable[[V, Random], A]
"""What a seat plays by: from its view, with a generator to draw from, to one of `view.legal`."""


def match_rng(seed: int, match: int) -> Random:
    """The generator of one match: the same on every machine and Python version, whichever other matches are played."""
    return Random(f"{seed}/{match}")  # games, not secrets


def play_out(
    game: Game[C, S, A, V, Any], config: C, rng: Random, policies: Mapping[int, Policy[V, A]] | None = None
) -> Iterator[tuple[S, A, S]]:
    """One game to its end: each step with the state before it, the action, and the state after it.

    Chance, and every seat without a policy, takes any legal action, each equally likely. Raises IllegalAction if a policy
    gives what is not legal, and LookupError for a policy of an unknown seat.
    """
    policies = policies or {}
    for seat in policies:
        check_seat(seat, game.seats(config))
    state = game.initial_state(config)
    while legal := game.legal_actions(state):
        actor = state.actor
        policy = policies.get(actor) if isinstance(actor, int) else None
        action = legal.sample(rng) if policy is None or actor is CHANCE else policy(game.view(state, actor), rng)
        after = game.apply(state, action)
        yield state, action, after
        state = after


def simulate(
    game: Game[C, S, A, V, Any], config: C, *, matches: int, seed: int, policies: Mapping[int, Policy[V, A]] | None = None
) -> Iterator[S]:
    """The last states of so many games, one after another; match `n` depends on the seed and on `n` alone."""
    for match in range(matches):
        rng = match_rng(seed, match)
        state = game.initial_state(config)
        if policies:
            for _, _, state in play_out(game, config, rng, policies):  # noqa: B007  # the last one is wanted
                pass
        else:
            while legal := game.legal_actions(state):
                state = game.apply(state, legal.sample(rng))
        yield state
