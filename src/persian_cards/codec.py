"""JSON: configs, states, views, actions, events, outcomes and records of every game as plain JSON, and back.

The form follows from the types that a `Game` names, so a new game needs nothing here; `docs/format.md` tells it. Cards are written
as cards ("AS"), never as numbers that JavaScript rounds. What is read may come from anywhere: whatever `dump` would not have
written is refused with RecordError, whose text begins with the path to the place, or with ConfigError for an option out of bounds.
It needs the extra `json`.

>>> from persian_cards.games import hokm
>>> state = hokm.initial_state(hokm.Config(first_hakem=2))
>>> loads(hokm.GAME, dumps(hokm.GAME, state), Kind.STATE) == state
True
>>> load(hokm.GAME, {"type": "Play", "card": "ZZ"}, Kind.ACTION)
Traceback (most recent call last):
persian_cards.errors.RecordError: action.card: 'ZZ' is not a card like AS, 10H, BJ
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from enum import Enum
from functools import cache, partial
from itertools import chain, cycle
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NewType,
    TypeAlias,
    TypeVar,
    Union,
    assert_never,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import attrs

from persian_cards.cards import CARDS, Bag, Card, CardMask, CardSet, cards_of
from persian_cards.errors import ConfigError, RecordError, shown
from persian_cards.game import AnyGame, AnyState, Game, Outcome
from persian_cards.games import GAMES
from persian_cards.options import Absent, Domain, Fields, Flag, OneOf, Whole, options
from persian_cards.record import Record
from persian_cards.table import Lineup, Seat, Team

try:
    from cattrs import Converter
    from cattrs.errors import BaseValidationError, IterableValidationNote
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
except ImportError as error:
    raise ImportError("persian_cards.codec needs cattrs; install the extra that brings it: persian-cards[json]") from error

C = TypeVar("C")
S = TypeVar("S", bound=AnyState)
A = TypeVar("A")
V = TypeVar("V")
E = TypeVar("E")

FORMAT: Final = 1
"""The version of the format; it is in the documents of states and records."""

_MOST_CARDS: Final = 10_000
"""No list of cards is longer: what the rules ask about one may take time by the square of its length."""

_CONVERTER: Final = Converter()
_Schema: TypeAlias = dict[str, Any]


class Kind(Enum):
    """What a piece of JSON stands for."""

    CONFIG = "config"
    STATE = "state"
    VIEW = "view"
    ACTION = "action"
    EVENT = "event"
    OUTCOME = "outcome"
    RECORD = "record"


# -- writing ------------------------------------------------------------------------------------------------------------


def dump(game: AnyGame, value: object) -> dict[str, Any]:
    """A config, state, view, action, event, outcome or record of the game as objects, lists, texts, whole numbers, booleans, None.

    States and records, which are kept, become documents that name the game, the version of its rules, and the format. Both tell
    everything: to players send views and events. Raises TypeError for any other value, and RecordError for what could not be read
    back: a number of more than 1024 bits, a list of more than 10,000 cards.

    >>> from persian_cards.games import hokm
    >>> dump(hokm.GAME, hokm.Play(Card.parse("10♥")))
    {'type': 'Play', 'card': '10H'}
    """
    kind = type(value)
    if isinstance(value, Record) and value.game.name == game.name:
        actions = [_bare(game, Kind.ACTION).write(action) for action in value.actions]
        return _document(game, value.version, config=_bare(game, Kind.CONFIG).write(value.config), actions=actions)
    if kind in game.phases:
        return _document(game, game.version, state=_tagged(game.phases, None).write(value))
    for form in (_bare(game, bare) for bare in (Kind.CONFIG, Kind.VIEW, Kind.ACTION, Kind.EVENT, Kind.OUTCOME)):
        if kind in form.values:
            written: dict[str, Any] = form.write(value)
            return written
    raise TypeError(f"{shown(value)} is no config, state, view, action, event, outcome or record of {game.name}")


def dumps(game: AnyGame, value: object, *, indent: int | None = None) -> str:
    """`dump` as text, the same for equal values; `indent` as for `json.dumps`. Raises as `dump` does.

    >>> from persian_cards.games import hokm
    >>> print(dumps(hokm.GAME, hokm.GoOn()))
    {"type": "GoOn"}
    """
    return json.dumps(dump(game, value), indent=indent)


def _document(game: AnyGame, rules: int, **body: object) -> dict[str, Any]:
    return {"game": game.name, "rules": rules, "format": FORMAT, **body}


# -- reading ------------------------------------------------------------------------------------------------------------


@overload
def load(game: Game[C, Any, Any, Any, Any], data: object, kind: Literal[Kind.CONFIG]) -> C: ...
@overload
def load(game: Game[Any, S, Any, Any, Any], data: object, kind: Literal[Kind.STATE]) -> S: ...
@overload
def load(game: Game[Any, Any, Any, V, Any], data: object, kind: Literal[Kind.VIEW]) -> V: ...
@overload
def load(game: Game[Any, Any, A, Any, Any], data: object, kind: Literal[Kind.ACTION]) -> A: ...
@overload
def load(game: Game[Any, Any, Any, Any, E], data: object, kind: Literal[Kind.EVENT]) -> E: ...
@overload
def load(game: AnyGame, data: object, kind: Literal[Kind.OUTCOME]) -> Outcome: ...
@overload
def load(game: Game[Any, S, A, Any, Any], data: object, kind: Literal[Kind.RECORD]) -> Record[S, A]: ...
@overload
def load(game: AnyGame, data: object, kind: Kind) -> Any: ...
def load(game: AnyGame, data: object, kind: Kind) -> Any:
    """What `dump` wrote for a value of the game, read back; `data` is of the kind that `json.loads` gives.

    Raises RecordError for whatever is not of this form, with the path to the place in its text and the index of an action of a
    record; and ConfigError for options that no table could play. A state is checked as far as the rules tell: every card of the
    pack in exactly one place, and somebody to act unless the game is over. Whether play can have led to it is not checked, nor is
    whether actions are legal: `Record.states` and `Game.submit` do that.

    >>> from persian_cards.games import hokm
    >>> load(hokm.GAME, {"type": "NameTrump", "suit": "H"}, Kind.ACTION)
    NameTrump(suit=<Suit.HEARTS: 'H'>)
    """
    match kind:
        case Kind.STATE:
            return _load_state(game, data)
        case Kind.RECORD:
            return _load_record(game, data)
        case Kind.VIEW:
            view = _read(_bare(game, kind).read, data, kind.value)
            _read(partial(_look_at, game), view, kind.value)
            return view
        case _:
            return _read(_bare(game, kind).read, data, kind.value)


@overload
def loads(game: Game[C, Any, Any, Any, Any], text: str, kind: Literal[Kind.CONFIG]) -> C: ...
@overload
def loads(game: Game[Any, S, Any, Any, Any], text: str, kind: Literal[Kind.STATE]) -> S: ...
@overload
def loads(game: Game[Any, Any, Any, V, Any], text: str, kind: Literal[Kind.VIEW]) -> V: ...
@overload
def loads(game: Game[Any, Any, A, Any, Any], text: str, kind: Literal[Kind.ACTION]) -> A: ...
@overload
def loads(game: Game[Any, Any, Any, Any, E], text: str, kind: Literal[Kind.EVENT]) -> E: ...
@overload
def loads(game: AnyGame, text: str, kind: Literal[Kind.OUTCOME]) -> Outcome: ...
@overload
def loads(game: Game[Any, S, A, Any, Any], text: str, kind: Literal[Kind.RECORD]) -> Record[S, A]: ...
@overload
def loads(game: AnyGame, text: str, kind: Kind) -> Any: ...
def loads(game: AnyGame, text: str, kind: Kind) -> Any:
    """`load` from text. Raises as `load` does, also for text that is not JSON, and for a key that comes twice in an object.

    >>> from persian_cards.games import hokm
    >>> loads(hokm.GAME, '{"type": "Play", "card": "AS", "card": "KS"}', Kind.ACTION)
    Traceback (most recent call last):
    persian_cards.errors.RecordError: action: 'card' is there twice
    """
    return load(game, _parsed(text), kind)


def game_of(document: object) -> AnyGame:
    """The game that the document of a state or record names, given as text or as `load` takes it; RecordError if none of GAMES.

    >>> game_of('{"game": "hokm", "rules": 1, "format": 1, "config": {}, "actions": []}')
    <Game hokm 1>
    """
    data = _parsed(document) if isinstance(document, str) else document
    return GAMES[_read(_one_of(list(GAMES)), _read(_fields, data, "document").get("game"), "game")]


class _Twice(dict[str, object]):
    """What an object becomes in which a key comes twice: that key alone."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    return _Twice(Counter(key for key, _ in pairs).most_common(1))


def _parsed(text: object) -> object:
    """What JSON text holds. A number is cut after digits enough to be far too large for any place."""
    if not isinstance(text, str):
        raise RecordError(f"document: {shown(text)} is not text")
    try:
        return json.loads(text, parse_int=lambda digits: int(digits[:400]), object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"document: it is not JSON: {error}") from error


def _load_state(game: AnyGame, data: object) -> Any:
    document = _opened(game, data, "state")
    if document["rules"] != game.version:
        raise RecordError(f"rules: the state is of version {document['rules']} of the rules of {game.name}; this is {game.version}")
    state = _read(_tagged(game.phases, None).read, document["state"], "state")
    players = _ask(lambda: game.seats(state.standing.config))
    state = _read(_tagged(game.phases, players).read, document["state"], "state")  # again, now that the seats are known
    _check(game, state, players)
    return state


def _load_record(game: AnyGame, data: object) -> Record[Any, Any]:
    document = _opened(game, data, "config", "actions")
    config = _read(_bare(game, Kind.CONFIG).read, document["config"], "config")
    actions = _read(_items, document["actions"], "actions")
    read = _tagged(game.actions, game.seats(config)).read
    found = tuple(_read(read, action, f"actions[{index}]", index) for index, action in enumerate(actions))
    return Record(game, config, found, document["rules"])


def _opened(game: AnyGame, data: object, *body: str) -> dict[str, Any]:
    """The fields of a document of this game, of versions that are known, with these fields besides."""
    document: dict[str, Any] = _read(_fields, data, "document")
    _read(_one_of([game.name]), document.get("game"), "game")
    _read(_whole(f"a version of the format from 1 to {FORMAT}", 1, FORMAT).read, document.get("format"), "format")
    _read(_whole(f"a version of the rules from 1 to {game.version}", 1, game.version).read, document.get("rules"), "rules")
    _read(lambda fields: _just(fields, ["game", "rules", "format", *body]), document, "document")
    return document


def _check(game: AnyGame, state: Any, players: int) -> None:
    """That the state could be one of the game: each card of the pack is in one place, and what may be asked of it has answers."""
    start = game.initial_state(state.standing.config)
    for field in attrs.fields(type(start.standing)):
        first, now = getattr(start.standing, field.name), getattr(state.standing, field.name)
        if isinstance(first, tuple) and first and len(now) != len(first):  # by seat or by side
            raise RecordError(f"state.standing.{field.name}: there must be {len(first)}, not {len(now)}")
    there = _ask(game.places, state)
    pack, found = (Counter(chain.from_iterable(places.values())) for places in (game.places(start), there))
    for card in sorted(pack | found):
        if found[card] != pack[card]:
            where = ", ".join(place for place, cards in there.items() if card in cards) or "in no place"
            raise RecordError(f"state: there are {found[card]} of {card.code}, not {pack[card]} ({where})")
    _ask(game.tally, state)
    for seat in (*range(players), None):
        _ask(partial(_look_at, game), _ask(game.view, state, seat))
    over = state.actor is None
    if over is not _ask(lambda: game.legal_actions(state).size == 0) or over is (_ask(game.outcome, state) is None):
        raise RecordError("state: somebody must be able to act, unless the game is over")


def _look_at(game: AnyGame, view: Any) -> None:
    """Asks a view what may be asked of it: its text, what is legal, and the worlds, if they are not too many to be gone through."""
    str(view)
    view.legal.size  # noqa: B018  # whether it can be told
    with suppress(NotImplementedError):
        game.worlds(view)


def _ask(question: Callable[..., Any], *about: Any) -> Any:
    """What the rules answer about a state, if they can make sense of it."""
    return _read(lambda about: question(*about), about, "state")


def _read(read: Callable[[Any], Any], data: object, path: str, index: int | None = None) -> Any:
    """What is read from the data at a path; whatever goes wrong becomes a RecordError that tells where, or is a ConfigError."""
    try:
        return read(data)
    except Exception as error:
        raise _refusal(error, path, index) from None


def _refusal(error: Exception, path: str, index: int | None) -> Exception:
    """What is raised for an error in what stands at a path."""
    steps = _steps(error)
    while isinstance(error, BaseValidationError):
        error = error.exceptions[0]
        steps += _steps(error)
    if isinstance(error, ConfigError):
        return error
    reason = error.reason if isinstance(error, RecordError) else f"this cannot be: {error!r:.200}"
    return RecordError(f"{path}{steps}: {reason}", index)


def _steps(error: Exception) -> str:
    """The steps of the path that the notes on an error tell, the last note first."""
    notes = reversed(getattr(error, "__notes__", ()))
    return "".join(f"[{note.index}]" if isinstance(note, IterableValidationNote) else f".{note.name}" for note in notes)


# -- schema -------------------------------------------------------------------------------------------------------------


def schema(game: AnyGame) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the documents of a game; `$defs` has one for each `Kind` ("View"), and for each class.

    Whatever is read satisfies it; it does not tell all that reading refuses (`true` for 1, cards that are in no place). The
    package has it as a file for each game, `schemas/hokm.json`.

    >>> from persian_cards.games import hokm
    >>> schema(hokm.GAME)["$defs"]["Action"]["anyOf"][2]["properties"]
    {'type': {'const': 'NameTrump'}, 'suit': {'$ref': '#/$defs/Suit'}}
    """
    state, rules = _tagged(game.phases, None).schema, game.version
    actions = {"type": "array", "items": {**_bare(game, Kind.ACTION).schema, "title": "Action"}}
    record = _described(game, _integer(1, rules), config=_bare(game, Kind.CONFIG).schema, actions=actions)
    kinds: dict[Kind, _Schema] = {Kind.RECORD: record, Kind.STATE: _described(game, {"const": rules}, state=state)}
    for kind in (Kind.CONFIG, Kind.VIEW, Kind.ACTION, Kind.EVENT, Kind.OUTCOME):
        kinds[kind] = _bare(game, kind).schema
    found: dict[str, _Schema] = {}
    for name, one in kinds.items():
        _apart({**one, "title": name.value.capitalize()}, found)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{game.name}, format {FORMAT}",
        "anyOf": [{"$ref": "#/$defs/Record"}, {"$ref": "#/$defs/State"}],
        "$defs": dict(sorted(found.items())),
    }


def _described(game: AnyGame, rules: _Schema, **body: _Schema) -> _Schema:
    return _object_of({"game": {"const": game.name}, "rules": rules, "format": {"const": FORMAT}, **body})


def _apart(part: Any, found: dict[str, _Schema]) -> Any:
    """A part of a schema in which each part with a title is put among those that are found, and referred to."""
    if isinstance(part, list):
        return [_apart(item, found) for item in part]
    if not isinstance(part, dict):
        return part
    made = {key: _apart(value, found) for key, value in part.items() if key != "title" or not isinstance(value, str)}
    title = part.get("title")
    if not isinstance(title, str):
        return made
    if found.setdefault(title, made) != made:
        raise TypeError(f"there are two things called {title}")
    return {"$ref": f"#/$defs/{title}"}


# -- forms --------------------------------------------------------------------------------------------------------------


@attrs.frozen
class _Form:
    """How the values of a type are written: `name` is what messages call it, `values` are the classes of the values, `data` those
    of the data. `read` raises RecordError, or groups of errors with notes of the path to them. `schema` is the JSON Schema of the
    data; a part that has a title in it is the same wherever it comes."""

    name: str
    values: frozenset[type[Any]]
    data: frozenset[type[Any]]
    read: Callable[[Any], Any]
    write: Callable[[Any], Any]
    schema: _Schema


@cache
def _bare(game: AnyGame, kind: Literal[Kind.CONFIG, Kind.VIEW, Kind.ACTION, Kind.EVENT, Kind.OUTCOME]) -> _Form:
    """The form of what is no document."""
    hint: Any
    match kind:
        case Kind.ACTION:
            return _tagged(game.actions, None)
        case Kind.EVENT:
            return _tagged(game.events, None)
        case Kind.CONFIG:
            hint = game.Config
        case Kind.VIEW:
            hint = _view_of(game)
        case Kind.OUTCOME:
            hint = Outcome
        case _:
            assert_never(kind)
    return _form(hint, None)


def _view_of(game: AnyGame) -> Any:
    """The class of a game's views, which its function `view` says that it returns."""
    hints = get_type_hints(game.view) if getattr(game.view, "__annotations__", None) else {}
    if "return" not in hints:
        raise TypeError(f"`view` of {game.name} must say of which class it is, as in `def view(state, seat) -> View:`")
    return hints["return"]


@cache
def _form(hint: Any, players: int | None) -> _Form:
    """The form of a type, at a table with so many players (None: not known)."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in (bool, NoneType):
        return _constants(hint)
    if hint is int:
        return _whole("a whole number of at most 1024 bits", 1 - 2**1024, 2**1024 - 1)
    if hint is Seat:
        last = (players or len(CARDS)) - 1
        return _whole(f"a seat from 0 to {last}", 0, last)
    if hint is Team:
        return _whole("a team, 0 or 1", 0, 1)
    if isinstance(hint, NewType):
        return _form(hint.__supertype__, players)
    if hint is CardSet:
        return _cards(CardSet, _set_of, tuple)
    if hint is Bag:
        return _cards(Bag, Bag, tuple)
    if origin is Annotated and CardMask in hint.__metadata__:
        return _cards(int, lambda cards: _set_of(cards).mask, cards_of)
    if origin is tuple:
        return _tuple(args, players)
    if origin in (Union, UnionType):
        return _union(args, players)
    if _is_word(hint):
        return _words((hint,))
    if attrs.has(hint):
        return _class(hint, players)
    raise TypeError(f"there is no JSON form for {hint!r}")


def _same(value: Any) -> Any:
    return value


def _constants(kind: type[Any]) -> _Form:
    """True and false, or null."""
    name = "null" if kind is NoneType else "true or false"

    def read(data: object) -> object:
        if type(data) is not kind:
            raise RecordError(f"{shown(data)} is not {name}")
        return data

    schema = {"type": "null" if kind is NoneType else "boolean"}
    return _Form(name, frozenset({kind}), frozenset({kind}), read, _same, schema)


def _whole(name: str, low: int, high: int) -> _Form:
    """Whole numbers from `low` to `high`; a bool is none."""

    def read(data: object) -> int:
        if type(data) is not int or not low <= data <= high:
            raise RecordError(f"{shown(data)} is not {name}")
        return data

    return _Form(name, frozenset({int}), frozenset({int}), read, read, _integer(low, high))


def _integer(low: int, high: int | None) -> _Schema:
    """The schema of whole numbers; without limits that are too large for who reads numbers as JavaScript does."""
    limits = {"minimum": low, "maximum": high}
    return {"type": "integer", **{name: limit for name, limit in limits.items() if limit is not None and abs(limit) < 2**53}}


def _is_word(hint: Any) -> bool:
    return isinstance(hint, type) and (hint is Card or issubclass(hint, Enum))


def _words(kinds: Sequence[Any]) -> _Form:
    """Cards, and members of enums: what is written as one word, or as an enum's number."""
    members: dict[object, Any] = {}
    names = []
    schemas: list[_Schema] = []
    for kind in kinds:
        own = [(card.code, card) for card in CARDS] if kind is Card else [(member.value, member) for member in kind]
        names.append("a card like AS, 10H, BJ" if kind is Card else _choice(word for word, _ in own))
        for word, member in own:
            if type(word) not in (str, int) or word in members:
                raise TypeError(f"{member!r} of {kind!r} cannot be told by {word!r}")
            members[word] = member
        schemas.append({"title": kind.__name__, "enum": [word for word, _ in own]})
    words = {member: word for word, member in members.items()}
    name = " or ".join(names)

    def read(data: object) -> Any:
        if type(data) not in (str, int) or data not in members:
            raise RecordError(f"{shown(data)} is not {name}")
        return members[data]

    return _Form(name, frozenset(kinds), frozenset(map(type, members)), read, words.__getitem__, _any_of(schemas))


def _any_of(schemas: Sequence[_Schema]) -> _Schema:
    return schemas[0] if len(schemas) == 1 else {"anyOf": list(schemas)}


def _choice(words: Iterable[object]) -> str:
    return f"one of {', '.join(map(repr, words))}"


def _one_of(names: Sequence[str]) -> Callable[[object], str]:
    def read(data: object) -> str:
        if not isinstance(data, str) or data not in names:
            raise RecordError(f"{shown(data)} is not {_choice(names)}")
        return data

    return read


def _items(data: object) -> list[Any]:
    if not isinstance(data, list):
        raise RecordError(f"{shown(data)} is not a list")
    return data


def _tuple(args: tuple[Any, ...], players: int | None) -> _Form:
    """Tuples: of any length, or of one."""
    some = args[-1:] == (...,)
    forms = [_form(arg, players) for arg in args if arg is not ...]

    def counted(items: Sequence[Any]) -> Sequence[Any]:
        if not some and len(items) != len(forms):
            raise RecordError(f"{shown(items)} is not a list of {len(forms)}")
        if args == (Card, ...) and len(items) > _MOST_CARDS:
            raise RecordError(f"a list of {len(items)} cards is too long; {_MOST_CARDS} are the most")
        return items

    def read(data: object) -> tuple[Any, ...]:
        found = []
        for index, (item, form) in enumerate(zip(counted(_items(data)), cycle(forms), strict=False)):
            try:
                found.append(form.read(item))
            except Exception as error:
                error.add_note(IterableValidationNote("", index, None))
                raise
        return tuple(found)

    def write(values: tuple[Any, ...]) -> list[Any]:
        return [form.write(value) for value, form in zip(counted(values), cycle(forms), strict=False)]

    schema: _Schema = {"type": "array"}
    if some:
        schema["items"] = forms[0].schema
        if args == (Card, ...):
            schema["maxItems"] = _MOST_CARDS
    else:
        schema |= {"prefixItems": [form.schema for form in forms]} if forms else {}
        schema |= {"minItems": len(forms), "maxItems": len(forms)}
    return _Form("a list", frozenset({tuple}), frozenset({list}), read, write, schema)


def _cards(kind: type[Any], make: Callable[[tuple[Card, ...]], Any], cards: Callable[[Any], tuple[Card, ...]]) -> _Form:
    """Sets and bags of cards, in order; read in any order."""
    some = _tuple((Card, ...), None)
    schema = some.schema if kind is Bag else {**some.schema, "maxItems": len(CARDS), "uniqueItems": True}

    def read(data: object) -> Any:
        return make(some.read(data))

    def write(value: Any) -> Any:
        return some.write(cards(value))

    return _Form("a list of cards", frozenset({kind}), some.data, read, write, schema)


def _set_of(cards: tuple[Card, ...]) -> CardSet:
    found = CardSet(cards)
    if len(found) != len(cards):
        card, _ = Counter(cards).most_common(1)[0]
        raise RecordError(f"{card.code} is there twice")
    return found


def _fields(data: object) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise RecordError(f"{shown(data)} is not an object")
    if isinstance(data, _Twice):
        raise RecordError(f"{shown(next(iter(data)))} is there twice")
    return data


def _just(fields: dict[str, Any], names: Collection[str]) -> None:
    """That these are the fields, no fewer and no more."""
    for name in fields:
        if name not in names:
            raise RecordError(f"{shown(name)} is no field here; the fields are {', '.join(names)}")
    for name in names:
        if name not in fields:
            raise RecordError(f"{name!r} is missing")


def _class(kind: type[Any], players: int | None) -> _Form:
    """Values of an attrs class: all fields by name, without those that follow from others."""
    hints = get_type_hints(kind, include_extras=True)
    forms = {field.name: _form(hints[field.name], players) for field in attrs.fields(kind) if field.init}
    if kind is Lineup:
        forms["order"] = _order(forms["order"], players)
    hooks: dict[str, Any] = {
        name: override(struct_hook=partial(_hook, form.read), unstruct_hook=form.write) for name, form in forms.items()
    }
    make = make_dict_structure_fn(kind, _CONVERTER, _cattrs_detailed_validation=True, **hooks)
    write = make_dict_unstructure_fn(kind, _CONVERTER, **hooks)

    def read(data: object) -> Any:
        fields = _fields(data)
        _just(fields, forms)
        return make(fields, kind)

    schema = {"title": kind.__name__, **_object_of({name: form.schema for name, form in forms.items()} | _options_of(kind, forms))}
    return _Form("an object", frozenset({kind}), frozenset({dict}), read, write, schema)


def _object_of(properties: dict[str, _Schema]) -> _Schema:
    """The schema of an object that has all these fields and no others."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _options_of(kind: type[Any], forms: dict[str, _Form]) -> dict[str, _Schema]:
    """The schemas of the fields of a class that are options."""
    try:
        every = options(kind)
    except TypeError:  # it is no config
        return {}
    return {
        one.name: {
            "description": f"{one.meaning} ({one.clause})",
            "default": forms[one.name].write(one.default),
            "anyOf": [_domain(domain) for domain in one.domains],
        }
        for one in every
    }


def _domain(domain: Domain) -> _Schema:
    match domain:
        case Whole():
            return _integer(domain.low, domain.high)
        case OneOf():
            return _words((domain.enum,)).schema
        case Flag():
            return _constants(bool).schema
        case Absent():
            return _constants(NoneType).schema
        case Fields():
            return _class(domain.cls, None).schema
        case _:
            assert_never(domain)


def _hook(read: Callable[[Any], Any], data: object, hint: object) -> Any:
    return read(data)


def _order(seats: _Form, players: int | None) -> _Form:
    """The order of a lineup: each seat once. (What follows from it would take long to work out for a long list of anything.)"""

    def read(data: object) -> tuple[Seat, ...]:
        order: tuple[Seat, ...] = seats.read(data)
        if len(order) < 2 or sorted(order) != list(range(players or len(order))):
            raise RecordError(f"{shown(list(order))} does not have each seat once")
        return order

    return attrs.evolve(seats, read=read, schema={**seats.schema, "minItems": 2, "uniqueItems": True})


@cache
def _tagged(kinds: Any, players: int | None) -> _Form:
    """Values of several attrs classes, each with the name of its class as its `type`."""
    forms = {kind.__name__: _form(kind, players) for kind in kinds}
    for kind in kinds:
        if "type" in attrs.fields_dict(kind):
            raise TypeError(f"{kind!r} has a field `type`, which is where the name of the class is written")

    def read(data: object) -> Any:
        fields = dict(_fields(data))
        tag = fields.pop("type", None)
        return forms[_one_of(list(forms))(tag)].read(fields)

    def write(value: Any) -> dict[str, Any]:
        tag = type(value).__name__
        return {"type": tag, **forms[tag].write(value)}

    schemas = [_object_of({"type": {"const": tag}, **form.schema["properties"]}) for tag, form in forms.items()]
    return _Form("an object", frozenset(kinds), frozenset({dict}), read, write, _any_of(schemas))


def _union(args: tuple[Any, ...], players: int | None) -> _Form:
    """Values of several types that are told apart by how they are written."""
    words = tuple(arg for arg in args if _is_word(arg))
    classes = tuple(arg for arg in args if attrs.has(arg) and arg not in (Card, CardSet, Bag))
    forms = [_form(arg, players) for arg in args if arg not in words and (arg not in classes or len(classes) == 1)]
    forms += [_words(words)] if words else []
    forms += [_tagged(classes, players)] if len(classes) > 1 else []
    reads = {data: form.read for form in forms for data in form.data}
    writes = {value: form.write for form in forms for value in form.values}
    if len(reads) != sum(len(form.data) for form in forms) or len(writes) != sum(len(form.values) for form in forms):
        raise TypeError(f"in JSON these could not be told apart: {', '.join(map(str, args))}")
    name = " or ".join(form.name for form in forms)

    def read(data: object) -> Any:
        kind = next((kind for kind in (dict, list) if isinstance(data, kind)), type(data))
        if kind not in reads:
            raise RecordError(f"{shown(data)} is not {name}")
        return reads[kind](data)

    schema = _any_of([form.schema for form in forms])
    return _Form(name, frozenset(writes), frozenset(reads), read, lambda value: writes[type(value)](value), schema)
