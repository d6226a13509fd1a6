"""Records in files: JSON documents, JSON lines and text records, one after another, read in constant memory.

It needs the extra `json`.

>>> from io import BytesIO
>>> for found in read_records(BytesIO(b"hokm 1 kot=3\\n\\nhokm 1\\nPlay 1S\\n")):
...     print(found.line, found.record, found.error)
1 hokm 1 kot=3 None
3 None action 0: '1S' is not a card; cards are written like AS, 10H, BJ
>>> found.line_of(found.error.index)
4
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

import attrs

from persian_cards.codec import Kind, game_of, loads
from persian_cards.errors import ConfigError, RecordError
from persian_cards.games import GAMES
from persian_cards.record import Record

LONGEST: Final = 8 * 2**20
"""So many bytes may a record in a file have."""


@attrs.frozen
class Found:
    """What a file has from a `line` on (they count from 1), in so many bytes: a record, or the error why there is none."""

    line: int
    size: int
    json: bool
    record: Record[Any, Any] | None
    error: RecordError | None

    def line_of(self, index: int | None) -> int:
        """The line where the action with this index stands; of JSON, and for None, where the record begins."""
        return self.line if index is None or self.json else self.line + 1 + index


def read_records(file: BinaryIO) -> Iterator[Found]:
    """All records of a file that is open for reading bytes. What cannot be read does not hide what comes after it.

    What begins with a brace is JSON, on one line or on many. Anything else is the text of a record, up to an empty line or to
    where another record begins. Whether actions are legal is not checked.
    """
    for line, size, json, data in _texts(file):
        record, error = None, None
        try:
            if size > LONGEST:
                raise RecordError(f"the record is too long; {LONGEST:,} bytes are the most")
            text = data.decode()
            record = loads(game_of(text), text, Kind.RECORD) if json else Record.parse(text)
        except RecordError as wrong:
            error = wrong.with_traceback(None)  # which holds what was read
        except UnicodeDecodeError as wrong:
            error = RecordError(f"the text is not UTF-8: {wrong.reason} at byte {wrong.start}")
        except ConfigError as wrong:
            error = RecordError(str(wrong))
        yield Found(line, size, json, record, error)


def _texts(file: BinaryIO) -> Iterator[tuple[int, int, bool, bytes]]:
    """The texts of the records: first line, size, whether it is JSON, and the bytes (of what is too long, the beginning)."""
    text, first, size, json, depth = bytearray(), 0, 0, False, 0
    for line, begun, data in _lines(file):
        blank, braced = not data.strip(), data.lstrip().startswith((b"{", b"["))
        if size and begun and (_begins_record(data) or (depth < 1 and (blank or braced))):
            yield first, size, json, bytes(text)
            size = depth = 0
        if not size:
            if blank or not begun:
                continue
            text, first, json = bytearray(), line, braced
        size += len(data)
        if size > LONGEST:
            depth = 0  # it ends where another one begins
            continue
        text += data
        if json:
            depth += _opened(data)
            if depth < 1:
                yield first, size, json, bytes(text)
                size = depth = 0
    if size:
        yield first, size, json, bytes(text)


def _lines(file: BinaryIO) -> Iterator[tuple[int, bool, bytes]]:
    """The lines with their numbers, each in pieces of bounded length; whether a piece begins the line."""
    line, begun = 1, True
    while data := file.readline(LONGEST + 1):
        yield line, begun, data.removeprefix(BOM_UTF8) if begun else data
        begun = data.endswith(b"\n")
        line += begun


_NAME: Final = re.compile(rb"([a-z_]+)\s")


def _begins_record(data: bytes) -> bool:
    """Whether a line cannot but begin a record: no other line of JSON as it is written, or of text, is like it."""
    name = _NAME.match(data)
    return data.startswith(b'{"') or (name is not None and name[1].decode() in GAMES)


_MARKS: Final = b'"{}[]'
_OTHERS: Final = bytes(set(range(256)) - set(_MARKS))


def _opened(data: bytes) -> int:
    """How many more braces and brackets of JSON are opened than closed in a line, strings left out."""
    marks = data.replace(rb"\\", b"").replace(rb"\"", b"").translate(None, _OTHERS).replace(b'""', b"")
    bare = b"".join(marks.split(b'"')[::2])
    return bare.count(b"{") + bare.count(b"[") - bare.count(b"}") - bare.count(b"]")
