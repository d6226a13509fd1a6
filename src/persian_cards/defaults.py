"""What a `Game` does where its author gives no function of its own: it asks those that he gave, and holds for small games.

The games of this library give all of their functions. Each of these takes what it asks, and then what the function of that name
takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from persian_cards.actions import ActionSet, Deal, Dealt
from persian_cards.cards import Card, CardSet
from persian_cards.errors import Violation
from persian_cards.table import Layout, Seat
from persian_cards.worlds import Worlds

MOST: Final = 100_000
"""How many actions `searched_worlds` looks at before it takes a game for too large."""


def not_listed(legal_actions: Callable[[Any], ActionSet[Any]], state: Any, action: object) -> Violation | None:
    """`violation`: what is not among the legal actions may not be done (GEN-5)."""
    if action in legal_actions(state):
        return None
    if state.actor is None:
        return Violation("GEN-5", "the game is over")
    return Violation("GEN-5", f"{f'seat {state.actor}' if isinstance(state.actor, int) else state.actor} may not do this now")


def seen_by_all(apply: Callable[[Any, Any], Any], state: Any, action: Any, seat: int | None) -> Any:
    """`seen`: everything is done openly, but of a deal a seat sees the cards that it holds then. ValueError where a hand has a card
    more than once."""
    after = apply(state, action)
    if not isinstance(action, Deal):
        return action
    hand = () if seat is None else after.hand(seat)
    if len(set(hand)) < len(hand):
        raise ValueError("a card is in a hand more than once: the game must be given a `seen` of its own")
    return Dealt(CardSet(hand))


def each_alone(seats: Callable[[Any], int], state: Any) -> tuple[tuple[Seat, ...], ...]:
    """`sides`: each seat is one."""
    return tuple((Seat(seat),) for seat in range(seats(state.standing.config)))


def one_hand(state: Any) -> Mapping[str, int]:
    """`tally`: there is one hand, done when the game is over."""
    return {"hands": int(state.actor is None)}


def deal_by_trial(
    seats: Callable[[Any], int],
    legal_actions: Callable[[Any], ActionSet[Any]],
    apply: Callable[[Any, Any], Any],
    state: Any,
    hands: Mapping[int, str | Iterable[Card]],
) -> Deal:
    """`deal_for`: one deal shows who gets which card of the pack. ValueError unless a deal is due, for cards that cannot be dealt
    so, and for packs in which a card is more than once; LookupError for an unknown seat."""
    deal = next(iter(legal_actions(state)), None)
    if not isinstance(deal, Deal):
        raise ValueError(f"no deal is due in the phase {type(state).__name__}")
    if len(set(deal.pack)) < len(deal.pack):
        raise ValueError("a card is in the pack more than once: the game must be given a `deal_for` of its own")
    players = seats(state.standing.config)
    after = apply(state, deal)
    gets: dict[Card, int | str] = {card: seat for seat in range(players) for card in after.hand(seat)}
    layout = Layout(tuple(gets.get(card, "rest") for card in deal.pack))
    return Deal(layout.arrange(deal.pack, range(players), hands))


def searched_worlds(
    seats: Callable[[Any], int],
    initial_state: Callable[[Any], Any],
    legal_actions: Callable[[Any], ActionSet[Any]],
    apply: Callable[[Any, Any], Any],
    view: Callable[[Any, int | None], Any],
    seen: Any,
) -> Worlds[Any]:
    """`worlds`: of all states of the game, those of which `seen` is a view. They are gone through once a config;
    NotImplementedError if it takes more than a hundred thousand actions."""
    config = seen.standing.config
    return Worlds.listed(_by_view(seats(config), initial_state(config), legal_actions, apply, view).get(seen, ()))


@lru_cache(maxsize=16)
def _by_view(
    players: int,
    first: Any,
    legal_actions: Callable[[Any], ActionSet[Any]],
    apply: Callable[[Any, Any], Any],
    view: Callable[[Any, int | None], Any],
) -> Mapping[Any, tuple[Any, ...]]:
    """The states that come after the first one, and it, by each view that there is of them."""
    found, left = {first: None}, MOST
    to_do = [first]
    for state in to_do:
        legal = legal_actions(state)
        left -= legal.size
        if left < 0:
            raise NotImplementedError(
                f"the game is too large to go through in {MOST:,} actions: it must be given `worlds` of its own"
            )
        later = dict.fromkeys(apply(state, action) for action in legal)
        to_do += [after for after in later if after not in found]
        found |= later
    by_view: dict[Any, list[Any]] = {}
    for state in found:
        for seat in (*range(players), None):
            by_view.setdefault(view(state, seat), []).append(state)
    return {seen: tuple(states) for seen, states in by_view.items()}
