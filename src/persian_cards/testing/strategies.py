"""What hypothesis draws: cards, hands, configs, choices, states and records of any game, and things that may be actions."""

from __future__ import annotations

from random import Random
from typing import Any, Final, TypeAlias, get_args, get_type_hints

import attrs
from hypothesis import reject
from hypothesis import strategies as st

from persian_cards.actions import CHANCE
from persian_cards.cards import CARDS, PACK, Bag, Card, CardSet, Rank, Suit
from persian_cards.errors import ConfigError
from persian_cards.game import AnyGame
from persian_cards.options import Option, bounding, fitting, options, trials
from persian_cards.record import Record
from persian_cards.testing.playing import Choices, play

Configs: TypeAlias = st.SearchStrategy[Any]

# -- cards --------------------------------------------------------------------------------------------------------------


def cards(*, jokers: bool = False) -> st.SearchStrategy[Card]:
    """Cards of the pack, and the jokers if they are asked for. They shrink to the two of clubs."""
    return st.sampled_from(CARDS if jokers else PACK)


def hands(min_size: int = 0, max_size: int = 13, *, jokers: bool = False) -> st.SearchStrategy[CardSet]:
    """Sets of so many cards at least and at most."""
    return st.lists(cards(jokers=jokers), min_size=min_size, max_size=max_size, unique=True).map(CardSet)


# -- games --------------------------------------------------------------------------------------------------------------


def _option(one: Option) -> st.SearchStrategy[object]:
    return st.one_of([st.sampled_from(trials(domain)) for domain in bounding(one)])


@st.composite
def configs(draw: st.DrawFn, game: AnyGame) -> Any:
    """Configs of short games: of every option small values, and bounds for the hands or rounds where there may be some. An option
    that does not go with the others is left at its default."""
    values = {one.name: draw(_option(one)) for one in options(game.Config)}
    try:
        return fitting(game.Config, values)
    except ConfigError:
        return reject()


def choices() -> st.SearchStrategy[Choices]:
    """How a game is played."""
    return st.builds(
        Choices,
        st.integers(0, 2**32 - 1),
        st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 3), max_size=40).map(tuple),
        st.sampled_from([(0,), (1, -1), (-1, 1), (1,), (-1,), (1, 0), (-1, 1, 0)]),
    )


@st.composite
def records(draw: st.DrawFn, game: AnyGame, config: Configs | None = None) -> Record[Any, Any]:
    """Records of games that have come to an end or not, of configs that `config` draws (`configs(game)`). They shrink to the
    beginning. AssertionError if a game does not end, so that a config without a bound may fail."""
    found = draw(configs(game) if config is None else config)
    steps = play(game, found, draw(choices()))
    count = min(draw(st.integers(0, 2 * len(steps))), len(steps))  # the end as often as all else
    return Record(game, found, tuple(step.action for step in steps[:count]))


def states(game: AnyGame, config: Configs | None = None) -> st.SearchStrategy[Any]:
    """States that play leads to, of configs as for `records`. They shrink to the first one."""
    return records(game, config).map(Record.last)


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
    """What a client might send: an action or event of the game with any values inside, fitting ones or not; or something that is
    no action at all."""
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
