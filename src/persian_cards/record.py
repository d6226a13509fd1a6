"""Records of games: a game, its config and the list of its actions fix every state for ever (GEN-4).

>>> from random import Random
>>> from persian_cards.games import hokm
>>> record = Record.begin(hokm.GAME, hokm.Config(first_hakem=2, max_hands=1))
>>> rng, state = Random(7), hokm.initial_state(record.config)
>>> while legal := hokm.legal_actions(state):
...     action = legal.sample(rng)
...     state, record = hokm.apply(state, action), record.then(action)
>>> Record.parse(str(record)) == record, record.last() == state
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from persian_cards.cards import SUITS, Bag, Card, CardSet, Rank, Suit, parse_cards
from persian_cards.errors import ConfigError, IllegalAction, RecordError, shown
from persian_cards.game import AnyGame, AnyState, Game
from persian_cards.games import GAMES
from persian_cards.options import options, read_value, value_text

S = TypeVar("S", bound=AnyState)
A = TypeVar("A")

# -- records ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Record(Generic[S, A]):
    """A game from its beginning: `actions` are those of players and of chance, in order; `version` is that of the rules.

    A record is omniscient: do not send one to a player while its game goes on (see `seen_by`). `str(record)` is its text form,
    which `Record.parse` reads back.
    """

    game: Game[Any, S, A, Any, Any]
    config: Any
    actions: tuple[A, ...] = ()
    version: int = attrs.field(default=attrs.Factory(lambda new: new.game.version, takes_self=True))

    @classmethod
    def begin(cls, game: Game[Any, S, A, Any, Any], config: object) -> Record[S, A]:
        """The record of a game in which nothing has happened yet."""
        return cls(game, config)

    def then(self, action: A) -> Record[S, A]:
        """The record with one more action, which is not checked (`states` does that)."""
        return attrs.evolve(self, actions=(*self.actions, action))

    def states(self) -> Iterator[S]:
        """The states of the game, the first one first: one more than there are actions.

        Raises RecordError, with the index of the action and whose turn it was, as soon as an action is not legal, and before the
        first state if the record was made by another version of the rules.
        """
        if self.version != self.game.version:
            raise RecordError(
                f"the record is of version {self.version!r} of the rules of {self.game.name}; this is {self.game.version}"
            )
        state = self.game.initial_state(self.config)
        yield state
        for index, action in enumerate(self.actions):
            try:
                state = self.game.apply(state, action)
            except IllegalAction as refusal:
                raise RecordError(str(refusal), index, state.actor) from refusal
            yield state

    def until_wrong(self) -> tuple[tuple[S, ...], RecordError | None]:
        """The states as far as the actions are legal, and the error that `states` raises there (None: all are legal)."""
        found: list[S] = []
        try:
            found.extend(self.states())
        except RecordError as error:
            return tuple(found), error
        return tuple(found), None

    def last(self) -> S:
        """The state after all actions; RecordError as for `states`."""
        *_, state = self.states()
        return state

    def seen_by(self, seat: int | None) -> Iterator[tuple[Any, Any]]:
        """What one seat (a spectator for None) could follow of the game: after each action the event and the seat's view.

        Raises RecordError as `states` does, and LookupError for an unknown seat.
        """
        states = self.states()
        before = next(states)
        self.game.view(before, seat)  # which raises for an unknown seat
        for action, after in zip(self.actions, states, strict=True):
            yield self.game.seen(before, action, seat), self.game.view(after, seat)
            before = after

    def __str__(self) -> str:
        lines = [" ".join([self.game.name, str(self.version), *_config_words(self.config)])]
        return "\n".join([*lines, *map(action_text, self.actions)])

    @staticmethod
    def parse(text: str, game: AnyGame | None = None) -> Record[Any, Any]:
        """The record written in `text`; `game` is for games that are not in GAMES.

        Raises RecordError, with the index of the action that cannot be read. Whether the actions are legal is not checked.
        """
        if not isinstance(text, str):
            raise RecordError(f"a record is written as text; {shown(text)} is none")
        first, *lines = text.strip().splitlines() or [""]
        name, version, *words = first.split() if len(first.split()) >= 2 else [first, ""]
        if game is None:
            if name not in GAMES:
                raise RecordError(f"{shown(name)} is no game; the games are {', '.join(GAMES)}")
            game = GAMES[name]
        elif name != game.name:
            raise RecordError(f"{shown(name)} is not {game.name}")
        if not version.isdecimal() or len(version) > 19:
            raise RecordError(f"the first line must be like '{game.name} {game.version}', not {shown(first)}")
        actions = []
        for index, line in enumerate(lines):
            try:
                actions.append(read_action(game, line))
            except ValueError as error:
                raise RecordError(str(error), index) from error
        return Record(game, _read_config(game, words), tuple(actions), int(version))


def replay(record: Record[S, A]) -> Iterator[S]:
    """The states of a record (`record.states()`)."""
    return record.states()


def _config_words(config: object) -> Iterator[str]:
    """The options that differ from the default, each a word."""
    for option in options(type(config)):
        value = getattr(config, option.name)
        if value != option.default:
            yield f"{option.name}={value_text(value)}"


def _read_config(game: AnyGame, words: list[str]) -> Any:
    known = {option.name: option for option in options(game.Config)}
    values = {}
    try:
        for word in words:
            name, _, text = word.partition("=")
            if name not in known or name in values:
                raise RecordError(f"{shown(word)} is no option of {game.name}, or there twice; the options are {', '.join(known)}")
            values[name] = read_value(known[name], text)
        return game.Config(**values)
    except ConfigError as error:
        raise RecordError(str(error)) from error


# -- actions as text ----------------------------------------------------------------------------------------------------


def action_text(action: object) -> str:
    """An action (or event) as a line of text: its name, then what it holds, with commas between, and the flags that are set.

    >>> from persian_cards.actions import NameTrump, Play
    >>> from persian_cards.games import euchre
    >>> action_text(Play(Card.parse("AS"))), action_text(NameTrump(Suit.HEARTS))
    ('Play AS', 'NameTrump hearts')
    >>> action_text(euchre.MakeTrump(Suit.CLUBS, alone=True)), action_text(euchre.MakeTrump(Suit.CLUBS, alone=False))
    ('MakeTrump clubs, alone', 'MakeTrump clubs')
    """
    kind: Any = type(action)
    values = {field.name: getattr(action, field.name) for field in attrs.fields(kind)}
    words = [value_line(value) for value in values.values() if type(value) is not bool]
    while words[-1:] == ["-"]:  # None at the end goes without saying
        words.pop()
    words += [_flag(name) for name, value in values.items() if value is True]
    return " ".join([kind.__name__, ", ".join(words)]).strip()


def _flag(name: str) -> str:
    """How a field that is True is written."""
    return name.replace("_", " ")


def value_line(value: object) -> str:
    """What an action, event or row of a sheet holds, as text: "AS", "hearts", "2C 7H", "-" for None.

    >>> from persian_cards.actions import Pass
    >>> value_line((Suit.HEARTS, None, 7, Pass()))
    'hearts - 7 Pass'
    """
    match value:
        case None:
            return "-"
        case Card():
            return value.code
        case Suit() | Rank():
            return str(value)
        case tuple((CardSet(), *_)):
            return " / ".join(map(value_line, value))
        case tuple() | CardSet() | Bag():
            return " ".join(map(value_line, value))
        case _ if attrs.has(type(value)):  # an action in an event or in a row
            return action_text(value)
        case _:
            return value_text(value)


def read_action(game: AnyGame, text: str) -> Any:
    """The action of a game that is written in `text`, in any case; a card alone plays it. Whether it is legal is not checked.

    Raises ValueError for what is no action of the game.

    >>> from persian_cards.games import hokm
    >>> read_action(hokm.GAME, "play as"), read_action(hokm.GAME, "10♥"), read_action(hokm.GAME, "name trump S")
    (Play(card=AS), Play(card=10H), NameTrump(suit=<Suit.SPADES: 'S'>))
    """
    if not isinstance(text, str):
        raise ValueError(f"an action is written as text, like 'Play AS'; {shown(text)} is none")
    forms = _forms(game.actions)
    for count in range(_MOST_WORDS, 0, -1):  # "name trump" as well as "NameTrump"
        words = text.split(maxsplit=count)
        form = forms.get("".join(words[:count]).lower())
        if form is not None:
            return form.read("".join(words[count:]), text)
    try:
        return forms["play"].read(text, text)
    except (KeyError, ValueError):
        names = ", ".join(kind.__name__ for kind in game.actions)
        raise ValueError(f"{shown(text)} is no action of {game.name}; its actions are {names}, and cards like AS, 10H") from None


_MOST_WORDS: Final = 4
"""No name of an action has more words."""


@attrs.frozen
class _Field:
    """How a field of an action is written: what reads it (None: it is a flag), and whether it may be left out."""

    name: str
    read: Callable[[str], Any] | None
    optional: bool

    def __str__(self) -> str:
        return f"[{_flag(self.name)}]" if self.optional else self.name


@attrs.frozen
class _ActionForm:
    """How an action class is written."""

    kind: type[Any]
    fields: tuple[_Field, ...]

    def read(self, rest: str, text: str) -> Any:
        """The action of what follows its name in a text."""
        flags = {_flag(field.name): field.name for field in self.fields if field.read is None}
        valued = [(field, field.read) for field in self.fields if field.read is not None]
        words = [word.strip() for word in rest.split(",")]
        said = [flags[word.lower()] for word in words if word.lower() in flags]
        left = [word for word in words if word.lower() not in flags]
        if len(valued) == 1:
            left = [", ".join(left)]
        elif left == [""]:
            left = []
        missing = valued[len(left) :]
        if len(left) > len(valued) or not all(field.optional for field, _ in missing) or len(set(said)) != len(said):
            raise ValueError(f"{shown(text)} is not written like '{self}'")
        found: dict[str, Any] = {name: name in said for name in flags.values()}
        for (field, read), word in zip(valued, [*left, *[""] * len(missing)], strict=True):
            found[field.name] = read(word)
        return self.kind(*(found[field.name] for field in self.fields))

    def __str__(self) -> str:
        return " ".join([self.kind.__name__, ", ".join(map(str, self.fields))]).strip()


@cache
def _forms(kinds: tuple[type[Any], ...]) -> dict[str, _ActionForm]:
    """The forms of action classes by name, in small letters."""
    return {
        kind.__name__.lower(): _ActionForm(kind, tuple(_field(kind, field.name) for field in attrs.fields(kind))) for kind in kinds
    }


def _field(kind: type[Any], name: str) -> _Field:
    hint = get_type_hints(kind)[name]
    if hint is bool:
        return _Field(name, None, True)
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        (read,) = (_READERS[getattr(arg, "__supertype__", arg)] for arg in get_args(hint) if arg is not NoneType)
        return _Field(name, lambda text: None if text in ("", "-") else read(text), True)
    return _Field(name, _READERS[getattr(hint, "__supertype__", hint)], False)


def _read_suit(text: str) -> Suit:
    for suit in SUITS:
        if text.lower() == str(suit):
            return suit
    try:
        found = Card.parse(f"2{text}").suit  # by any name by which a card's suit is read
    except ValueError:
        found = None
    if found is None:
        raise ValueError(f"{shown(text)} is not a suit; suits are {', '.join(map(str, SUITS))}")
    return found


def _read_rank(text: str) -> Rank:
    for rank in Rank:
        if text.lower() in (str(rank), rank.value.lower(), rank.persian):
            return rank
    raise ValueError(f"{shown(text)} is not a rank; ranks are {', '.join(map(str, Rank))}")


def _read_number(text: str) -> int:
    if not (text.removeprefix("-").isdecimal() and len(text) < 400):  # as long as what JSON may hold, of 1024 bits
        raise ValueError(f"{shown(text)} is not a whole number")
    return int(text)


_READERS: Final[dict[Any, Callable[[str], Any]]] = {
    Card: Card.parse,
    CardSet: CardSet.parse,
    Bag: Bag.parse,
    tuple[Card, ...]: parse_cards,
    Suit: _read_suit,
    Rank: _read_rank,
    int: _read_number,
}
