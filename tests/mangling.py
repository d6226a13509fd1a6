"""What readers are tried with: the data and texts of real games, and how these are mangled."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from itertools import islice
from typing import Any, Final

from hypothesis import strategies as st

from persian_cards.codec import Kind, dumps
from persian_cards.games import GAMES
from persian_cards.record import Record
from persian_cards.simulate import match_rng, play_out
from persian_cards.testing.playing import bounded

Draw = Callable[[st.SearchStrategy[Any]], Any]

# -- data ---------------------------------------------------------------------------------------------------------------


def nested(depth: int) -> list[Any]:
    """A list in a list in a list."""
    deep: list[Any] = []
    for _ in range(depth):
        deep = [deep]
    return deep


JSON: Final = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from(["AS", "Play", "hokm", "chance"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["type", "card", "game", "x"]), inner, max_size=4),
    max_leaves=12,
)


# -- mangling -----------------------------------------------------------------------------------------------------------


@cache
def documents(name: str) -> tuple[tuple[Kind, str], ...]:
    """Values of each kind and phase of a game, as text."""
    game = GAMES[name]
    found: dict[object, tuple[Kind, str]] = {}

    def add(kind: Kind, value: Any, key: object = None) -> None:
        if (kind, type(value), key) not in found:
            found[kind, type(value), key] = kind, dumps(game, value)

    for match, config in enumerate((game.Config(), game.Config(), bounded(game, 1))):
        steps = [*islice(play_out(game, config, match_rng(7, match)), 500)]
        add(Kind.CONFIG, config)
        add(Kind.RECORD, Record(game, config, tuple(action for _, action, _ in steps[:20])), match)
        for before, action, after in steps:
            add(Kind.STATE, after)
            add(Kind.ACTION, action)
            for seat in (0, 1, None):
                add(Kind.VIEW, game.view(before, seat), (seat, type(before)))
                add(Kind.EVENT, game.seen(before, action, seat), seat)
        ends = [outcome for _, _, after in steps if (outcome := game.outcome(after)) is not None]
        for outcome in ends:
            add(Kind.OUTCOME, outcome)
    return tuple(found.values())


def paths(data: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """All places in data but the whole."""
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in steps:
        yield (*path, step)
        yield from paths(value, *path, step)


def delete(place: Any, step: Any, draw: Draw) -> None:
    del place[step]


def replace(place: Any, step: Any, draw: Draw) -> None:
    place[step] = draw(JSON | st.sampled_from([0, -1, 10**400, "", "RJ", "2C", [], {}, ["2C", "2C"], True]))


def retype(place: Any, step: Any, draw: Draw) -> None:
    value = place[step]
    match value:
        case bool():
            place[step] = int(value)
        case int():
            place[step] = draw(st.sampled_from([value % 2**64 * 1.0, bool(value), f"{value % 2**64}", value + 1, -value]))
        case str():
            place[step] = draw(st.sampled_from([value.lower(), value + " ", [value], value[:-1]]))
        case list():
            place[step] = draw(st.sampled_from([dict(enumerate(value)), str(value), value[::-1], value[1:]]))
        case dict():
            place[step] = draw(st.sampled_from([list(value.items()), list(value.values()), list(value)]))
        case _:
            place[step] = draw(st.sampled_from([0, False, "", []]))


def nest(place: Any, step: Any, draw: Draw) -> None:
    place[step] = draw(st.sampled_from([[place[step]], {"type": place[step]}, nested(500)]))


def duplicate(place: Any, step: Any, draw: Draw) -> None:
    if isinstance(place, list):
        place.insert(step, deepcopy(place[step]))
    else:
        place[draw(st.sampled_from([f"{step}2", "type", *place]))] = deepcopy(place[step])


def swap(place: Any, step: Any, draw: Draw) -> None:
    other = draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
    place[step], place[other] = place[other], place[step]


@st.composite
def mangled_data(draw: st.DrawFn, name: str) -> tuple[Kind, Any]:
    """Data of some kind of a game in which up to three places have been mangled."""
    kind, text = draw(st.sampled_from(documents(name)))
    data = json.loads(text)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from([*paths(data)] or [()]))
        if not path:
            break
        place = data
        for step in path[:-1]:
            place = place[step]
        mangle = draw(st.sampled_from([delete, replace, retype, nest, duplicate, swap]))
        mangle(place, path[-1], draw)
    return kind, data


@st.composite
def mangled_text(draw: st.DrawFn, texts: tuple[str, ...], pieces: tuple[str, ...] = ('"', "[", "}", "0", "\x00")) -> str:
    """One of these texts in which up to three pieces have been cut out, doubled, turned round, or replaced."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        start, length = draw(st.integers(0, len(text))), draw(st.integers(0, 30))
        piece = text[start : start + length]
        text = text[:start] + draw(st.sampled_from(["", piece * 2, piece[::-1], *pieces])) + text[start + length :]
    return text
