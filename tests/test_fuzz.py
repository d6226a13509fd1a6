"""Whatever is read from outside, the readers give a value or the errors that they document, in bounded memory.

What is tried are mangled records, actions, options and cards of every game, and monsters: deep, long, huge. With the environment
variable PERSIAN_CARDS_FULL=1 the search is long (some ten minutes), other each time, and the monsters are large.
"""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persian_cards import cli
from persian_cards.cards import Bag, Card, CardSet, parse_cards
from persian_cards.codec import Kind, game_of, load, loads
from persian_cards.errors import ConfigError, RecordError
from persian_cards.files import read_records
from persian_cards.games import GAMES
from persian_cards.options import options, read_value, value_text
from persian_cards.record import Record, action_text, read_action
from persian_cards.simulate import match_rng, play_out
from persian_cards.testing.playing import bounded
from tests.mangling import documents, mangled_data, mangled_text

FULL: Final = os.environ.get("PERSIAN_CARDS_FULL") == "1"
every_game = pytest.mark.parametrize("name", GAMES)


def search(small: int, times: int) -> settings:
    """So many examples, and so many times more of them in a long search."""
    return settings(max_examples=small * times, derandomize=False) if FULL else settings(max_examples=small)


# -- the readers --------------------------------------------------------------------------------------------------------


def tried(read: Callable[[], Any], *documented: type[ValueError]) -> Any:
    """What a reader gives; None where it refuses, which it does by what it documents and in few words."""
    try:
        return read()
    except ValueError as error:
        assert type(error) in documented, repr(error)  # noqa: PT017  # of any refusal, if there is one
        assert 0 < len(str(error)) < 1500  # noqa: PT017
        return None


def replayed(record: Record[Any, Any] | None) -> None:
    """A record that could be read is replayed, and written again."""
    if record is not None:
        states, error = record.until_wrong()
        if error is not None:
            assert error.index is None or (error.index == len(states) - 1 and len(str(error)) < 1500)
        assert Record.parse(str(record)) == record


def try_json(name: str, text: str) -> None:
    tried(lambda: game_of(text), RecordError)
    for kind in Kind:
        found = tried(lambda kind=kind: loads(GAMES[name], text, kind), RecordError, ConfigError)  # type: ignore[misc]  # kind
        if kind is Kind.RECORD:
            replayed(found)


def try_text(name: str, text: str) -> None:
    game = GAMES[name]
    replayed(tried(lambda: Record.parse(text), RecordError))
    replayed(tried(lambda: Record.parse(text, game), RecordError))
    action = tried(lambda: read_action(game, text), ValueError)
    if action is not None:
        assert read_action(game, action_text(action)) == action
    for option in options(game.Config):
        tried(lambda option=option: read_value(option, text), ConfigError)  # type: ignore[misc]  # option
    for parse in (Card.parse, CardSet.parse, Bag.parse, parse_cards):
        tried(lambda parse=parse: parse(text), ValueError)  # type: ignore[misc]  # parse


def try_file(data: bytes) -> None:
    lines = data.count(b"\n") + 1
    for found in read_records(BytesIO(data)):
        assert (found.record is None) is not (found.error is None)
        assert 1 <= found.line <= lines
        assert 0 < found.size <= len(data)
        replayed(found.record)


# -- mangled ------------------------------------------------------------------------------------------------------------


@cache
def texts(name: str) -> tuple[str, ...]:
    """Records of a game as text, their lines, options, and cards."""
    game = GAMES[name]
    config = bounded(game, 1)
    records = [Record(game, config, tuple(action for _, action, _ in play_out(game, config, match_rng(2, n)))) for n in range(2)]
    actions = {type(action): action_text(action) for record in records for action in record.actions}
    words = [value_text(one.default) for one in options(game.Config)]
    return (*map(str, records), *map(str, (Record.begin(game, config),)), *actions.values(), *words, "AS, 10♥ شاه دل", "تک پیک")


PIECES: Final = (
    *("\n", "\n\n", " ", ",", "=", "-", "/", "AS", "10H", "RJ", "alone", "none", "hokm 1\n", "[", "{", '"', "\\", "-1", "1e9"),
    *("\u2028", "\x85", "\u200c", "۷", "²", "ﬆ", "\ud800", "\x00", "\ufeff", "🂡", "9" * 30, "9" * 5000, "AS " * 200),
)


@every_game
@search(5, 500)
@given(data=st.data())
def test_mangled_json(name: str, data: st.DataObject) -> None:
    json_texts = tuple(text for _, text in documents(name))
    try_json(name, data.draw(mangled_text(json_texts, PIECES)))


@every_game
@search(5, 500)
@given(data=st.data())
def test_mangled_data(name: str, data: st.DataObject) -> None:
    kind, mangled = data.draw(mangled_data(name))
    found = tried(lambda: load(GAMES[name], mangled, kind), RecordError, ConfigError)
    if kind is Kind.RECORD:
        replayed(found)


@every_game
@search(8, 560)
@given(data=st.data())
def test_mangled_text(name: str, data: st.DataObject) -> None:
    try_text(name, data.draw(mangled_text(texts(name), PIECES) | st.text(max_size=30)))


@every_game
@search(4, 375)
@given(data=st.data())
def test_mangled_files(name: str, data: st.DataObject) -> None:
    """Records of both forms one after another, mangled as text and then as bytes."""
    whole = st.sampled_from([text for kind, text in documents(name) if kind is Kind.RECORD] + [*texts(name)[:2]])
    text = "\n".join(data.draw(mangled_text((one,), PIECES)) for one in data.draw(st.lists(whole, max_size=3)))
    raw = bytearray(text.encode(errors="surrogatepass"))
    for _ in range(data.draw(st.integers(0, 2))):
        start = data.draw(st.integers(0, len(raw)))
        raw[start : start + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    try_file(bytes(raw))


@search(8, 250)
@given(data=st.data(), name=st.sampled_from(sorted(GAMES)))
def test_the_command_for_mangled_files(data: st.DataObject, name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "mangled"
    text = data.draw(mangled_text(tuple(text for _, text in documents(name)) + texts(name), PIECES))
    path.write_bytes(text.encode(errors="surrogatepass"))
    assert cli.main(["check", str(path)]) in (0, 1)
    assert cli.main(["show", str(path)]) in (0, 1)


# -- monsters -----------------------------------------------------------------------------------------------------------

SIZE: Final = 100_000 if FULL else 15_000


def filled(begin: str, piece: str, end: str = "") -> str:
    """A text of about SIZE, made of one piece again and again."""
    return begin + piece * (SIZE // len(piece)) + end


HOKM: Final = '{"game": "hokm", "rules": 1, "format": 1'
JSON_MONSTERS: Final = {
    "deep lists": filled("", "["),
    "deep objects": filled("", '{"a":'),
    "as deep as Python goes": "[" * 900 + "]" * 900,
    "empty lists": filled("[", "[],", "[]]"),
    "empty objects": filled("[", "{},", "{}]"),
    "a long number": filled("", "9"),
    "a long fraction": filled("0.", "9"),
    "a long exponent": filled("1e", "9"),
    "a long version": filled('{"game": "hokm", "rules": ', "9", ', "format": 1, "config": {}, "actions": []}'),
    "a long text": filled('"', "x", '"'),
    "escapes": filled('"', "\\u0041", '"'),
    "a quote without end": filled('"', '\\"'),
    "many fields": "{" + ", ".join(f'"{n}": 0' for n in range(SIZE // 12)) + "}",
    "one field again and again": filled("{", '"type": 1,', '"type": 1}'),
    "many actions that are none": filled(HOKM + ', "config": {}, "actions": [', "0,", "0]}"),
    "a pack without end": filled('{"type": "Deal", "pack": [', '"AS",', '"AS"]}'),
    "a deep action": filled('{"type": "Play", "card": ', "[", "]"),
    "a deep state": HOKM + ', "state": ' + "[" * 800 + "]" * 800 + "}",
}
TEXT_MONSTERS: Final = {
    "cards": filled("", "AS "),
    "cards with commas": filled("", "AS,"),
    "commas": filled("", ","),
    "blanks": filled("A", " ", "S"),
    "spaces of zero width": filled("A", "\u200c", "S"),
    "Persian words": filled("", "تک لو "),
    "a long word": filled("", "x"),
    "a long deal": filled("hokm 1\nDeal ", "AS "),
    "a deal of commas": filled("Deal ", ","),
    "a long bid": filled("Bid ", "9"),
    "a long option": filled("hokm 1 kot=", "9"),
    "many options": filled("hokm 1", " kot=2"),
    "a long version": filled("hokm ", "1"),
    "many lines": filled("hokm 1\n", "Play AS\n"),
    "many empty lines": filled("hokm 1\n", "\n", "Play AS"),
    "many strokes": filled("", "/"),
    "large letters": filled("", "ß"),
    "flags": filled("TakeUp ", "alone, "),
}


def checked_peak(text: str, work: Callable[[], None]) -> None:
    """That work on a text takes memory in proportion."""
    tracemalloc.start()
    try:
        work()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 150 * len(text) + 2_000_000


@pytest.mark.long
@pytest.mark.parametrize("text", JSON_MONSTERS.values(), ids=JSON_MONSTERS)
def test_monsters_of_json(text: str) -> None:
    def work() -> None:
        for name in GAMES if FULL else ("hokm",):
            try_json(name, text)
        try_file(text.encode())
        try_file(text.replace(",", ",\n").encode())

    checked_peak(text, work)


@pytest.mark.long
@pytest.mark.parametrize("text", TEXT_MONSTERS.values(), ids=TEXT_MONSTERS)
def test_monsters_of_text(text: str) -> None:
    def work() -> None:
        for name in GAMES if FULL else ("euchre",):
            try_text(name, text)
        try_file(text.encode())

    checked_peak(text, work)


@pytest.mark.parametrize("text", [JSON_MONSTERS["deep lists"], TEXT_MONSTERS["many lines"], TEXT_MONSTERS["a long deal"]])
def test_monsters_for_the_command(text: str, tmp_path: Path) -> None:
    path = tmp_path / "monster"
    path.write_text(text, "utf-8")
    assert cli.main(["check", str(path)]) == 1
    assert cli.main(["show", str(path), "--seat", "0"]) == 1
