"""The `Game` record: a game as named functions over immutable values, and what its end is made of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from functools import partial
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import attrs

from persian_cards.actions import NOTHING, ActionSet, Actor, Deal
from persian_cards.cards import Card
from persian_cards.errors import IllegalAction, Violation
from persian_cards.table import Seat, check_seat, places_by
from persian_cards.worlds import Worlds


class Rotation(Enum):
    """Which way play goes round (GEN-1); it matters only to whoever draws the table."""

    RIGHT = "to the right (counter-clockwise)"
    LEFT = "to the left (clockwise)"


class Title(Enum):
    """What players are called at the end of some games."""

    SHAH = "shah"
    VIZIER = "vizier"
    JALLAD = "jallad"
    DOZD = "dozd"


@attrs.frozen
class Outcome:
    """The end of a game (GEN-8), by seat: `scores` (None where the game has none), `places` from 1, `titles` (None where there are
    none); `winners` are seats in ascending order."""

    scores: tuple[int, ...] | None
    places: tuple[int, ...]
    winners: tuple[Seat, ...]
    titles: tuple[Title, ...] | None = None


def team_outcome(team: Sequence[int], scores: Sequence[int], keys: Sequence[Any] | None = None) -> Outcome:
    """The end of a game of two teams (GEN-8): `team` is by seat, `scores` and `keys` by team; the higher key (score) wins."""
    found = places_by([(keys or scores)[one] for one in team])
    winners = tuple(Seat(seat) for seat, place in enumerate(found) if place == 1)
    return Outcome(tuple(scores[one] for one in team), found, winners)


class AnyState(Protocol):
    """What the library asks of every state."""

    @property
    def actor(self) -> Actor:
        """Whose turn it is."""
        ...

    @property
    def standing(self) -> Any:
        """What lasts from hand to hand; all of it is public."""
        ...

    def hand(self, seat: int) -> Collection[Card]:
        """The cards that a seat holds: a CardSet, or a Bag where a card may be there more than once."""
        ...


C = TypeVar("C")
S = TypeVar("S", bound=AnyState)
A = TypeVar("A")
V = TypeVar("V")
E = TypeVar("E")


@attrs.frozen(kw_only=True)
class Game(Generic[C, S, A, V, E]):
    """A game's rules: its config, state, action, view and event types, and the functions over them.

    `version` is that of the rules, raised whenever behaviour changes. `phases`, `actions` and `events` are all classes of states,
    actions and events. Of the functions:

    - `initial_state(config)`, `legal_actions(state)` (empty when the game is over), `apply(state, action)` (raises IllegalAction);
    - `violation(state, action)`: why not, None exactly for members of `legal_actions(state)`;
    - `view(state, seat)`: what a seat may see, a spectator for None; `seen(state, action, seat)`: what it notices of an action;
    - `worlds(view)`: the states that fit a view; `outcome(state)`: None until the game is over;
    - `seats(config)`: how many players; `sides(state)`: who scores together; `places(state)`: every place with its cards;
    - `deal_for(state, hands)`: the `Deal` that gives seats named cards;
    - `tally(state)`: counts of what has happened so far, by name, "hands" among them, for statistics over many games.
    """

    name: str
    aliases: tuple[str, ...] = ()
    persian_name: str
    rotation: Rotation
    version: int
    Config: type[C]
    phases: tuple[type[Any], ...]
    actions: tuple[type[Any], ...]
    events: tuple[type[Any], ...]
    seats: Callable[[C], int]
    initial_state: Callable[[C], S]
    legal_actions: Callable[[S], ActionSet[A]]
    violation: Callable[[S, object], Violation | None]
    apply: Callable[[S, A], S]
    outcome: Callable[[S], Outcome | None]
    view: Callable[[S, int | None], V]
    seen: Callable[[S, A, int | None], E]
    worlds: Callable[[V], Worlds[S]]
    places: Callable[[S], Mapping[str, tuple[Card, ...]]]
    sides: Callable[[S], tuple[tuple[Seat, ...], ...]]
    deal_for: Callable[..., Deal]
    tally: Callable[[S], Mapping[str, int]]

    def submit(self, state: S, seat: int, action: A) -> S:
        """`apply` for a server: what this seat asks for, refused unless it is his turn, before any card is looked at (GEN-5).

        Raises IllegalAction, and LookupError for a seat that the table does not have.
        """
        if state.actor != check_seat(seat, self.seats(state.standing.config)):
            turn = "the game is over" if state.actor is None else f"it is not the turn of seat {seat}"
            raise IllegalAction(seat, action, Violation("GEN-5", turn), _nothing)
        return self.apply(state, action)

    def determinize(self, view: V, rng: Random) -> S:
        """A state that fits the view, each equally likely (`worlds(view).sample(rng)`)."""
        return self.worlds(view).sample(rng)

    def __repr__(self) -> str:
        return f"<Game {self.name} {self.version}>"


def refusal(
    state: S, action: object, violation: Callable[[S, object], Violation | None], legal_actions: Callable[[S], ActionSet[Any]]
) -> IllegalAction:
    """The refusal of an action that is not legal in a state, by a game's own functions (GEN-5)."""
    found = violation(state, action)
    assert found is not None
    return IllegalAction(state.actor, action, found, partial(legal_actions, state))


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]


def _nothing() -> ActionSet[Any]:
    return NOTHING
