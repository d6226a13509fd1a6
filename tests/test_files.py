"""Records in files: what is found, where, and what is refused, in bounded memory."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable, Iterator
from io import BytesIO, RawIOBase
from itertools import islice
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persian_cards import files
from persian_cards.actions import Deal, NameTrump, Play
from persian_cards.cards import PACK, Suit
from persian_cards.codec import dump, dumps
from persian_cards.files import LONGEST, Found, read_records
from persian_cards.games import GAMES, hokm
from persian_cards.record import Record

ACTIONS: Final = (Deal(PACK), NameTrump(Suit.CLUBS), *map(Play, PACK[:3]))
RECORDS: Final[list[Record[Any, Any]]] = [Record(hokm.GAME, hokm.Config(kot=kot), ACTIONS[:kot]) for kot in range(6)]


def found(*data: bytes | str) -> list[Found]:
    whole = b"".join(piece if isinstance(piece, bytes) else piece.encode() for piece in data)
    return list(read_records(BytesIO(whole)))


def reasons(*data: bytes | str) -> list[tuple[int, str]]:
    """Lines and errors of what is found, all of it broken."""
    every = found(*data)
    assert all(one.record is None for one in every)
    return [(one.line, str(one.error)) for one in every]


FORMS: Final[dict[str, Callable[[Record[Any, Any]], str]]] = {
    "text": str,
    "a JSON line": lambda record: dumps(hokm.GAME, record),
    "indented": lambda record: dumps(hokm.GAME, record, indent=2),
    "indented by nothing": lambda record: dumps(hokm.GAME, record, indent=0),
    "its keys in another order": lambda record: json.dumps(dump(hokm.GAME, record), sort_keys=True),
    "spread out": lambda record: "  " + dumps(hokm.GAME, record, indent=4).replace("\n", "\r\n\r\n"),
}


@given(st.lists(st.tuples(st.sampled_from(RECORDS), st.sampled_from(sorted(FORMS)), st.sampled_from(["\n", "\r\n", "\n\n\n"]))))
def test_records_of_all_forms_may_follow_one_another(chosen: list[tuple[Record[Any, Any], str, str]]) -> None:
    texts = [FORMS[form](record) + end for record, form, end in chosen]
    every = found(*texts)
    assert [one.record for one in every] == [record for record, _, _ in chosen]
    assert all(one.error is None for one in every)
    lines = [1 + "".join(texts[:place]).count("\n") for place in range(len(texts))]
    assert [one.line for one in every] == lines
    assert [one.json for one in every] == [form != "text" for _, form, _ in chosen]


def test_lines_of_actions_count_in_text_alone() -> None:
    text, line = found("\n\n", str(RECORDS[5]), "\n", dumps(hokm.GAME, RECORDS[5]))
    assert (text.line, text.line_of(None), text.line_of(0), text.line_of(4)) == (3, 3, 4, 8)
    assert (line.line, line.line_of(None), line.line_of(4)) == (9, 9, 9)


def test_sizes_are_bytes() -> None:
    texts = [f"{RECORDS[3]}\r\n", "\n", dumps(hokm.GAME, RECORDS[2]), "\n", "خشت\n"]
    assert [one.size for one in found(*texts)] == [len(texts[0]), len(texts[2]) + 1, len("خشت".encode()) + 1]


def test_nothing_is_found_in_nothing() -> None:
    assert found() == found("\n \t\r\n\n") == []


def test_a_byte_order_mark_is_passed_over() -> None:
    for record in (str(RECORDS[1]), dumps(hokm.GAME, RECORDS[1])):
        assert [one.record for one in found(b"\xef\xbb\xbf", record)] == [RECORDS[1]]
        both = found(record, "\n", b"\xef\xbb\xbf", record)  # files that were put one behind the other
        assert [one.record for one in both] == [RECORDS[1]] * 2


WHOLE: Final = dumps(hokm.GAME, RECORDS[4])


@pytest.mark.parametrize(
    "broken",
    [WHOLE[:-40], WHOLE[:70], WHOLE + "}", '{"game": "hokm', '{"', "hokm 1\nPlay", "hokm", "x", "}", "[", "[1,", "\\", '"'],
    ids=range(13),
)
def test_what_is_broken_does_not_hide_what_follows(broken: str) -> None:
    assert [one.record for one in found(broken, "\n", WHOLE, "\n", WHOLE)] == [None, RECORDS[4], RECORDS[4]]
    first, second = found(broken, "\n", str(RECORDS[3]))
    assert (first.record, second.record) == (None, RECORDS[3])


@pytest.mark.parametrize("text", ['"', "\\", '"{', "}", '\\"{', '{"', "[}", '""', '"]"[', "\\\\"])
def test_strings_are_no_braces(text: str) -> None:
    """Whatever stands in a string, the text ends where it ends."""
    odd = json.dumps({"game": text, text: [text, {text: text}]}, indent=2)
    first, second = found(odd, "\n", odd)
    assert [one.line for one in (first, second)] == [1, 1 + odd.count("\n") + 1]
    assert all(str(one.error).startswith("game: ") for one in (first, second))


def test_an_error_does_not_keep_what_was_read() -> None:
    assert [one.error and one.error.__traceback__ for one in found("hokm 1\nPlay 1S\n{}\n")] == [None, None]
    assert all(one.error for one in found("hokm 1\nPlay 1S\n{}\n"))


def test_why_there_is_no_record() -> None:
    assert reasons("[1, 2]\nfly 1\n\n{}\n") == [
        (1, "document: [1, 2] is not an object"),
        (2, f"'fly' is no game; the games are {', '.join(GAMES)}"),
        (4, f"game: None is not one of {', '.join(map(repr, GAMES))}"),
    ]
    assert reasons("hokm 1\nPlay A\n")[0][1].startswith("action 0: 'A' is not a card")
    config = dumps(hokm.GAME, RECORDS[1]).replace('"kot": 1', '"kot": -1')
    assert reasons(config) == [(1, "kot must be a whole number of at least 0, not -1 (HOKM-9)")]
    assert reasons(b"hokm 1 kot=\xff") == [(1, "the text is not UTF-8: invalid start byte at byte 11")]
    assert reasons(b'{"game": "\xff"}')[0][1].startswith("the text is not UTF-8")
    assert reasons("hokm 1".encode("utf-16"))[0][1].startswith("the text is not UTF-8")


# -- in bounded memory --------------------------------------------------------------------------------------------------


class Stream(RawIOBase):
    """A file that is made while it is read: these pieces, so many times."""

    def __init__(self, piece: bytes, times: int, end: bytes = b"\n") -> None:
        self.parts = iter([*[piece] * times, end])
        self.left = b""

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        line = self.left
        while len(line) < size and not line.endswith(b"\n"):
            more = next(self.parts, b"")
            if not more:
                break
            line += more
        self.left = line[size:]
        return line[:size]


def peak(file: Stream) -> tuple[int, list[Found]]:
    """The most memory that reading takes, and the last things found."""
    last: list[Found] = []
    tracemalloc.start()
    for one in read_records(file):  # type: ignore[arg-type]  # it has the one method that is asked
        last = [*last[-3:], one]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most, last


def test_a_stream_is_read_as_it_comes() -> None:
    """A record is given as soon as its last line is read, so nothing is gathered."""
    line = dumps(hokm.GAME, RECORDS[5]).encode() + b"\n"

    def lines() -> Iterator[bytes]:
        yield from [line] * 3
        raise AssertionError("it has been read too far")

    class Lines(BytesIO):
        source = lines()

        def readline(self, size: int | None = -1, /) -> bytes:
            return next(self.source)

    assert [one.line for one in islice(read_records(Lines()), 3)] == [1, 2, 3]
    few, _ = peak(Stream(line, 20))
    many, last = peak(Stream(line, 600))
    assert last[-1].record == RECORDS[5]
    assert last[-1].line == 600
    assert many < few + 100_000


PIECES: Final = [b"[", b'{"a":', b'"', b'\\"', b"\\", b"AS ", b"9", b"hokm 1 ", b"\x00", b"Play AS\n", b'{"', b'"{"}', b"[]", b"{}"]


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("begin", [b"", b'{"game": "hokm", "x": "', b"hokm 1\nDeal "])
def test_a_record_without_end_is_refused_in_bounded_memory(piece: bytes, begin: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes no more than some times what the longest record may have, however long it is."""
    monkeypatch.setattr(files, "LONGEST", 2**18)
    file = Stream(piece * (2**16 // len(piece)), 40)
    file.left = begin
    most, last = peak(file)
    assert most < 60 * 2**18
    assert last[0].record is None
    if b"\n" not in piece:
        assert str(last[0].error) == "the record is too long; 262,144 bytes are the most"
        assert last[0].size > 2**18


@pytest.mark.parametrize("begin", ["hokm 1 ", "hokm 1\n", "{", '{"game": "', '{"a": ['])
def test_what_follows_a_record_that_is_too_long_is_read(begin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LONGEST", 5_000)
    for long in ("x" * 5_000, "Play AS\n" * 700, "\x00" * 12_345):
        first, second = found(begin, long, "\n", dumps(hokm.GAME, RECORDS[2]))
        assert str(first.error) == "the record is too long; 5,000 bytes are the most"
        assert (second.line, second.record) == (2 + (begin + long).count("\n"), RECORDS[2])


def test_the_longest_record_that_is_read() -> None:
    """Far more than a long match has: a hand of Hokm takes some two thousand bytes."""
    text = dumps(hokm.GAME, RECORDS[5])
    for size, reason in ((LONGEST, None), (LONGEST + 1, "the record is too long; 8,388,608 bytes are the most")):
        (one,) = found(text[:-1], " " * (size - len(text)), "}")
        assert (one.size, one.error and str(one.error)) == (size, reason)
