"""Comparing a game with somebody else's engine: the same random games on both sides, and the first disagreement made small."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain
from random import Random
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

import attrs

from persian_cards.actions import CHANCE, ActionSet, below
from persian_cards.errors import shown
from persian_cards.game import AnyGame
from persian_cards.record import Record, action_text
from persian_cards.simulate import match_rng
from persian_cards.testing.playing import members

P = TypeVar("P")

_LISTED: Final = 1000
"""Of more legal actions than these only some are compared."""

_TOLD: Final = 8
"""So many of the actions that are legal on one side alone are written out."""

_REPLAYS: Final = 2000
"""How often a record is tried with fewer actions."""


class Engine(Protocol[P]):
    """Somebody else's engine. `P` are its positions, which `apply` may change; actions are those of this library."""

    def start(self, config: Any) -> P:
        """The position in which a game of this config begins."""
        ...

    def legal(self, position: P) -> Collection[Any] | None:
        """What may be done now, in any order (an ActionSet or a list); None where it is not to be compared, as for a deal that the
        engine makes card by card."""
        ...

    def apply(self, position: P, action: Any) -> P:
        """The position after an action, which may be the same object."""
        ...


Pair: TypeAlias = tuple[Callable[[Any], object], Callable[[P], object]]
"""What is asked of a state of ours, and what of a position of theirs; the two should be equal."""

Policy: TypeAlias = Callable[[Any, Random], Any]
"""Chooses a legal action for the actor of a state, or None where the game is to end."""

_NOTHING_ELSE: Final[Mapping[str, Any]] = MappingProxyType({})


@attrs.frozen(repr=False)
class Disagreement:
    """Where two engines differ: after the actions of `record`, in `about`.

    `ours` and `theirs` are what each says; of legal actions, those that are legal on one side alone; an exception, if the foreign
    engine raises one. `number` is that of the game, for `agree(..., first=number, games=1)`.
    """

    record: Record[Any, Any]
    number: int
    about: str
    ours: Any
    theirs: Any

    def __str__(self) -> str:
        count = len(self.record.actions)
        return "\n".join(
            [
                f"after {count} action{'' if count == 1 else 's'} the engines differ about {self.about}",
                f"  here: {_told(self.ours)}",
                f"  there: {_told(self.theirs)}",
                str(self.record),
            ]
        )

    __repr__ = __str__


def _told(found: Any) -> str:
    if isinstance(found, _Alone):
        some = [action_text(one) if attrs.has(type(one)) else shown(one) for one in found[:_TOLD]]
        some += [f"{len(found) - _TOLD:,} more"] if len(found) > _TOLD else []
        return f"also {', '.join(some)}" if some else "nothing more"
    return f"{type(found).__name__}: {found}" if isinstance(found, Exception) else shown(found)


class _Alone(tuple[Any, ...]):
    """Actions that are legal on one side alone."""

    __slots__ = ()


_Difference: TypeAlias = tuple[str, Any, Any]


@attrs.frozen
class _Two(Generic[P]):
    """Both engines, and how they are compared."""

    game: AnyGame
    engine: Engine[P]
    config: Any
    known: Callable[[Any, Any], bool]
    also: Mapping[str, Pair[P]]
    policy: Policy | None

    def run(self, choose: Callable[[Any], Any], most: int) -> tuple[list[Any], _Difference | None]:
        """A game of so many actions at most, or until `choose` gives None: its actions, and the first difference."""
        state, done = self.game.initial_state(self.config), list[Any]()
        try:
            position = self.engine.start(self.config)
        except Exception as error:
            return done, ("the beginning", state, error)
        while (difference := self._difference(state, position)) is None and len(done) < most:
            action = choose(state)
            if action is None:
                break
            state = self.game.apply(state, action)
            done.append(action)
            try:
                position = self.engine.apply(position, action)
            except Exception as error:
                return done, (f"{action_text(action)}, which is legal here", state, error)
        return done, difference

    def _difference(self, state: Any, position: P) -> _Difference | None:
        legal = self.game.legal_actions(state)
        who = "chance" if state.actor is CHANCE else "nobody" if state.actor is None else f"seat {state.actor}"
        about = f"what is legal for {who}"
        ours: Any = legal
        told = [(name, of_ours(state), of_theirs) for name, (of_ours, of_theirs) in self.also.items()]
        try:
            theirs = self.engine.legal(position)
            if theirs is not None:
                among_theirs = theirs if isinstance(theirs, ActionSet) else frozenset(theirs)
                here, there = self._alone(state, legal, among_theirs), self._alone(state, theirs, legal)
                if here or there:
                    return about, here, there
            for about, ours, of_theirs in told:
                if (other := of_theirs(position)) != ours:
                    return about, ours, other
        except Exception as error:
            return about, ours, error
        return None

    def _alone(self, state: Any, some: Collection[Any], others: Collection[Any]) -> _Alone:
        """The actions of `some` that are not among `others`, but for known ones; of very many only a few are looked at."""
        looked_at = members(some, Random(0)) if isinstance(some, ActionSet) and some.size > _LISTED else some
        return _Alone(action for action in looked_at if action not in others and not self.known(state, action))

    def by_chance(self, rng: Random) -> Callable[[Any], Any]:
        """Chooses as the policy does for players, else legal actions uniformly, but for known ones; None if there are no others."""

        def choose(state: Any) -> Any:
            if self.policy is not None and isinstance(state.actor, int):
                return self.policy(state, rng)
            legal = self.game.legal_actions(state)
            if legal.size > _LISTED:
                return legal.sample(rng)
            left = [action for action in legal if not self.known(state, action)]
            return left[below(rng, len(left))] if left else None

        return choose

    def by_list(self, actions: Iterable[Any]) -> Callable[[Any], Any]:
        """Chooses these actions one after another, leaving out what is not legal or known."""
        waiting = iter(actions)

        def choose(state: Any) -> Any:
            legal = self.game.legal_actions(state)
            return next((action for action in waiting if action in legal and not self.known(state, action)), None)

        return choose

    def smaller(self, actions: list[Any], difference: _Difference) -> tuple[list[Any], _Difference]:
        """A game of fewer actions, if leaving some out still leads to a difference."""
        size, left = len(actions) // 2, _REPLAYS
        while size and left:
            start = 0
            while start < len(actions) and left:
                left -= 1
                fewer = chain(actions[:start], actions[start + size :])
                done, found = self.run(self.by_list(fewer), len(actions) - 1)
                if found is None:
                    start += size
                else:
                    actions, difference = done, found
            size //= 2
        return actions, difference


def _none_known(state: object, action: object) -> bool:
    return False


def agree(
    game: AnyGame,
    engine: Engine[P],
    *,
    config: Any = None,
    games: int = 100,
    first: int = 0,
    actions: int = 1000,
    known: Callable[[Any, Any], bool] = _none_known,
    also: Mapping[str, Pair[P]] = _NOTHING_ELSE,
    policy: Policy | None = None,
) -> Disagreement | None:
    """Play random games on both sides and compare what is legal in every position; None if nowhere the two differ.

    There are `games` games of `config` (the default one), numbered from `first` on, with `actions` actions each at most; the same
    numbers are the same games. Of large sets of legal actions some members are compared, and chance is drawn. `also` is what is
    compared besides, by name: `{"scores": (lambda state: state.standing.scores, their_scores)}`. `known(state, action)` are
    differences that are known: such actions are neither compared nor played. `policy(state, rng)` chooses for the players, where
    what is to be compared is rare among actions that are all alike likely; it may look at the whole state.

    Of all differences the one after the fewest actions is given, and it is made smaller still by leaving actions out.
    """
    two = _Two(game, engine, game.Config() if config is None else config, known, also, policy)
    found: tuple[list[Any], _Difference] | None = None
    number = first
    for one in range(first, first + games):
        done, difference = two.run(two.by_chance(match_rng(one, 0)), actions)
        if difference is not None:
            found, number = (done, difference), one
            if not done:
                break
            actions = len(done) - 1
    if found is None:
        return None
    done, (about, ours, theirs) = two.smaller(*found)
    return Disagreement(Record(game, two.config, tuple(done)), number, about, ours, theirs)
