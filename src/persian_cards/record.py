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
from types import NoneType, UnionType
from typing import Any, Final, Generic, TypeVar, get_args, get_origin, get_type_hints

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

        Raises RecordError, with the index of the action, as soon as an action is not legal, and before the first state if the
        record was made by another version of the rules.
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
                raise RecordError(str(refusal), index) from refusal
            yield state

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
    """An action as a line of text: its name, then what it holds, with commas between.

    >>> from persian_cards.actions import NameTrump, Play
    >>> action_text(Play(Card.parse("AS"))), action_text(NameTrump(Suit.HEARTS))
    ('Play AS', 'NameTrump hearts')
    """
    kind: Any = type(action)
    values = [_text(getattr(action, field.name)) for field in attrs.fields(kind)]
    return " ".join([kind.__name__, ", ".join(values)]).strip()


def _text(value: object) -> str:
    match value:
        case None:
            return "-"
        case Card():
            return value.code
        case Suit() | Rank():
            return str(value)
        case tuple((CardSet(), *_)):
            return " / ".join(map(_text, value))
        case tuple() | CardSet() | Bag():
            return " ".join(map(_text, value))
        case _ if attrs.has(type(value)):  # an event that tells of an action
            return action_text(value)
        case _:
            return value_text(value)


def read_action(game: AnyGame, text: str) -> Any:
    """The action of a game that is written in `text`, in any case; a card alone plays it. Whether it is legal is not checked.

    Raises ValueError for what is no action of the game.

    >>> from persian_cards.games import hokm
    >>> read_action(hokm.GAME, "play as"), read_action(hokm.GAME, "10♥"), read_action(hokm.GAME, "NameTrump S")
    (Play(card=AS), Play(card=10H), NameTrump(suit=<Suit.SPADES: 'S'>))
    """
    kinds = {kind.__name__.lower(): kind for kind in game.actions}
    name, _, rest = text.strip().partition(" ")
    kind = kinds.get(name.lower())
    if kind is None:
        try:
            return kinds["play"](Card.parse(text))
        except (KeyError, ValueError):
            names = ", ".join(kind.__name__ for kind in game.actions)
            raise ValueError(
                f"{shown(text)} is no action of {game.name}; its actions are {names}, and cards like AS, 10H"
            ) from None
    readers = _readers(kind)
    words = rest.split(",") if rest.strip() or len(readers) == 1 else []
    if len(words) != len(readers):
        raise ValueError(f"{kind.__name__} takes {len(readers)} values with commas between, not {len(words)}: {shown(text)}")
    return kind(*(read(word.strip()) for read, word in zip(readers, words, strict=True)))


def _readers(kind: type[Any]) -> tuple[Callable[[str], Any], ...]:
    """For each field of an action class: what reads its text."""
    hints = get_type_hints(kind)
    return tuple(_reader(hints[field.name]) for field in attrs.fields(kind))


def _reader(hint: Any) -> Callable[[str], Any]:
    if get_origin(hint) in (UnionType,) and NoneType in get_args(hint):
        (other,) = (_reader(arg) for arg in get_args(hint) if arg is not NoneType)
        return lambda text: None if text == "-" else other(text)
    return _READERS[getattr(hint, "__supertype__", hint)]


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


def _read_flag(text: str) -> bool:
    if text.lower() not in ("yes", "no"):
        raise ValueError(f"{shown(text)} is neither yes nor no")
    return text.lower() == "yes"


def _read_number(text: str) -> int:
    if not (text.isdecimal() and len(text) < 20):
        raise ValueError(f"{shown(text)} is not a whole number")
    return int(text)


_READERS: Final[dict[Any, Callable[[str], Any]]] = {
    Card: Card.parse,
    CardSet: CardSet.parse,
    Bag: Bag.parse,
    tuple[Card, ...]: parse_cards,
    Suit: _read_suit,
    Rank: _read_rank,
    bool: _read_flag,
    int: _read_number,
}
