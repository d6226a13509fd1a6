"""The `Game` record: a game as named functions over immutable values, and what its end is made of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from functools import partial, wraps
from random import Random
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

import attrs

from persian_cards.actions import NOTHING, ActionSet, Actor, Deal, Dealt
from persian_cards.cards import Card
from persian_cards.defaults import deal_by_trial, each_alone, not_listed, one_hand, searched_worlds, seen_by_all
from persian_cards.errors import IllegalAction, Violation, shown
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


_FUNCTIONS: Final = (
    "seats",
    "initial_state",
    "legal_actions",
    "violation",
    "apply",
    "outcome",
    "view",
    "seen",
    "worlds",
    "places",
    "sides",
    "deal_for",
    "tally",
)


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

    Small games need not give all of it. Those that are left out are made of the others, once and for all, when the record is made:
    `violation` is that something is not among the legal actions; `seen` is the action, or the cards of a deal that the seat then
    holds, and `events` go with it; `worlds` goes through all states of the game; each seat is a side; `deal_for` deals once to see
    who gets which card; the `tally` is of one hand.

    A view has `seat`, `actor`, `standing` and `legal`, and `view` says of which class it is (`-> View`). States, actions, events
    and views are frozen attrs classes whose fields have types that JSON can have (`docs/format.md`). `seen` refuses what is not
    legal, as `apply` does; it must be given, and `events` too, where an action holds a secret. ValueError or TypeError for what is
    no record of a game.
    """

    name: str
    aliases: tuple[str, ...] = ()
    persian_name: str = ""
    rotation: Rotation = Rotation.RIGHT
    version: int = 1
    Config: type[C]
    phases: tuple[type[Any], ...]
    actions: tuple[type[Any], ...]
    events: tuple[type[Any], ...] = attrs.field(
        default=attrs.Factory(lambda game: tuple(Dealt if kind is Deal else kind for kind in game.actions), takes_self=True)
    )
    seats: Callable[[C], int]
    initial_state: Callable[[C], S]
    legal_actions: Callable[[S], ActionSet[A]]
    violation: Callable[[S, object], Violation | None] = attrs.field(
        default=attrs.Factory(lambda game: partial(not_listed, game.legal_actions), takes_self=True)
    )
    apply: Callable[[S, A], S]
    outcome: Callable[[S], Outcome | None]
    view: Callable[[S, int | None], V]
    seen: Callable[[S, A, int | None], E] = attrs.field(
        default=attrs.Factory(lambda game: partial(seen_by_all, game.apply), takes_self=True)
    )
    worlds: Callable[[V], Worlds[S]] = attrs.field(
        default=attrs.Factory(
            lambda game: partial(searched_worlds, game.seats, game.initial_state, game.legal_actions, game.apply, game.view),
            takes_self=True,
        )
    )
    places: Callable[[S], Mapping[str, tuple[Card, ...]]]
    sides: Callable[[S], tuple[tuple[Seat, ...], ...]] = attrs.field(
        default=attrs.Factory(lambda game: partial(each_alone, game.seats), takes_self=True)
    )
    deal_for: Callable[..., Deal] = attrs.field(
        default=attrs.Factory(lambda game: partial(deal_by_trial, game.seats, game.legal_actions, game.apply), takes_self=True)
    )
    tally: Callable[[S], Mapping[str, int]] = one_hand

    def __attrs_post_init__(self) -> None:
        if not (isinstance(self.name, str) and self.name.isidentifier()):
            raise ValueError(f"name must be a word of letters, digits and _, not {shown(self.name)}")
        if type(self.version) is not int or self.version < 1:
            raise ValueError(f"version of {self.name} must be a whole number of at least 1, not {shown(self.version)}")
        if not (isinstance(self.Config, type) and attrs.has(self.Config)):
            raise TypeError(f"Config of {self.name} must be an attrs class, not {shown(self.Config)}")
        for field in ("phases", "actions", "events"):
            kinds = getattr(self, field)
            if not isinstance(kinds, tuple) or not all(isinstance(kind, type) and attrs.has(kind) for kind in kinds):
                raise TypeError(f"{field} of {self.name} must be a tuple of attrs classes, not {shown(kinds)}")
            names = [kind.__name__.lower() for kind in kinds]
            if len(set(names)) < len(names):
                raise ValueError(f"{field} of {self.name} must have names of their own, not {', '.join(names)}")
        for field in _FUNCTIONS:
            if not callable(getattr(self, field)):
                raise TypeError(f"{field} of {self.name} must be a function, not {shown(getattr(self, field))}")

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


def refusing(legal_actions: Callable[[S], ActionSet[A]]) -> Callable[[Callable[[S, A], S]], Callable[[S, A], S]]:
    """Makes an `apply` of a function that need not care what is legal: what is not is refused before it is called (GEN-5). It is
    for games that have no `violation` of their own.

    >>> from persian_cards.actions import Pass
    >>> @refusing(lambda state: NOTHING)
    ... def apply(state, action):
    ...     return state
    """

    def refuses(then: Callable[[S, A], S]) -> Callable[[S, A], S]:
        @wraps(then)
        def apply(state: S, action: A) -> S:
            if action not in legal_actions(state):
                raise refusal(state, action, partial(not_listed, legal_actions), legal_actions)
            return then(state, action)

        return apply

    return refuses


@attrs.frozen(kw_only=True)
class NoOptions:
    """The config of a game that has no options."""


@attrs.frozen
class OneHand:
    """The standing of a game that is over after one hand, and has no options."""

    config: NoOptions = NoOptions()


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]


def _nothing() -> ActionSet[Any]:
    return NOTHING
