"""What hypothesis draws: configs of any game, choices, and things that may or may not be actions."""

from __future__ import annotations

from random import Random
from typing import Any, Final, assert_never, get_args, get_type_hints

import attrs
from hypothesis import reject
from hypothesis import strategies as st

from persian_cards.actions import CHANCE
from persian_cards.cards import CARDS, PACK, Bag, Card, CardSet, Rank, Suit
from persian_cards.errors import ConfigError
from persian_cards.game import AnyGame
from persian_cards.options import Absent, Domain, Fields, Flag, OneOf, Option, Whole, options
from tests.laws import Choices

# -- configs ------------------------------------------------------------------------------------------------------------


def _values(domain: Domain) -> st.SearchStrategy[object]:
    match domain:
        case Whole():
            high = domain.high if domain.high is not None and domain.high < domain.low + 14 else domain.low + 3
            return st.integers(domain.low, high)
        case OneOf():
            return st.sampled_from(domain.enum)
        case Flag():
            return st.booleans()
        case Absent():
            return st.none()
        case Fields():
            return st.builds(domain.cls, **{part.name: _option(part) for part in options(domain.cls)})
        case _:
            assert_never(domain)


def _option(one: Option) -> st.SearchStrategy[object]:
    """Small numbers, and where an option bounds the game (`max_hands`, `max_rounds`) a bound."""
    bounds = one.name.startswith("max_")
    return st.one_of([_values(domain) for domain in one.domains if not (bounds and isinstance(domain, Absent))])


@st.composite
def configs(draw: st.DrawFn, game: AnyGame) -> Any:
    """A config of short games; an option that does not go with the others is left at its default."""
    values = {one.name: draw(_option(one)) for one in options(game.Config)}
    while True:
        try:
            return game.Config(**values)
        except ConfigError as error:
            if error.field not in values:
                reject()
            del values[error.field]


# -- choices ------------------------------------------------------------------------------------------------------------

CHOICES: Final = st.builds(
    Choices,
    st.integers(0, 2**32 - 1),
    st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 3), max_size=40).map(tuple),
    st.sampled_from([(0,), (1, -1), (-1, 1), (1,), (-1,), (1, 0), (-1, 1, 0)]),
)

# -- actions and things that are none -----------------------------------------------------------------------------------

_RUBBISH: Final[st.SearchStrategy[object]] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=4),
    st.binary(max_size=4),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.integers(0, 3), st.none(), max_size=2),
    st.sampled_from([*CARDS, *Suit, *Rank, CardSet(), CardSet(PACK), Bag(), CHANCE, object(), Card, Choices(0)]),
)


def _some_cards(most: int) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.builds(lambda seed, count: tuple(Random(seed).sample(CARDS, count)), st.integers(0, 2**32), st.integers(0, most))


_FITTING: Final[dict[Any, st.SearchStrategy[Any]]] = {
    Card: st.sampled_from(CARDS),
    CardSet: _some_cards(5).map(CardSet),
    Bag: st.lists(st.sampled_from(CARDS), max_size=5).map(Bag),
    tuple[Card, ...]: _some_cards(5) | st.integers(0, 2**32).map(lambda seed: tuple(Random(seed).sample(PACK, 52))),
    Suit: st.sampled_from(Suit),
    Rank: st.sampled_from(Rank),
    bool: st.booleans(),
    int: st.integers(-2, 200),
}


def _fitting(hint: Any) -> st.SearchStrategy[Any]:
    hint = getattr(hint, "__supertype__", hint)
    return _FITTING[hint] if hint in _FITTING else st.one_of([_fitting(arg) for arg in get_args(hint)] or [st.none()])


@st.composite
def actions(draw: st.DrawFn, game: AnyGame) -> object:
    """An action or event of the game with any values inside, fitting ones or not; or something that is no action at all."""
    if draw(st.integers(0, 4)) == 0:
        return draw(_RUBBISH)
    kind = draw(st.sampled_from([*game.actions, *game.events]))
    hints = get_type_hints(kind)
    values = [
        draw(_fitting(hints[field.name]) if draw(st.integers(0, 3)) else _RUBBISH) for field in attrs.fields(kind) if field.init
    ]
    try:
        return kind(*values)
    except (TypeError, ValueError, AttributeError):
        return tuple(values)
