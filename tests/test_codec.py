"""JSON of configs, states, views, actions, events, outcomes and records: what is written, and what is refused on reading."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from copy import deepcopy
from enum import Enum, IntEnum
from functools import partial
from typing import Any, Final, NewType

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persian_cards import codec
from persian_cards.actions import NOTHING, Bid, ChooseDealer, Deal, NameTrump, Pass, Play
from persian_cards.cards import CARDS, PACK, Bag, Card, CardSet, Mask, Rank, Suit
from persian_cards.codec import Kind, dump, dumps, game_of, load, loads
from persian_cards.errors import ConfigError, RecordError
from persian_cards.game import AnyGame, Outcome, Title
from persian_cards.games import GAMES, hokm, pasur
from persian_cards.record import Record
from persian_cards.table import Seat, Team
from persian_cards.testing.playing import play, states_of, watchers
from persian_cards.testing.strategies import choices, configs
from tests.mangling import JSON, documents, mangled_data, mangled_text, nested

every_game = pytest.mark.parametrize("name", GAMES)

# -- there and back -----------------------------------------------------------------------------------------------------


def check_back(game: AnyGame, value: object, kind: Kind) -> Any:
    """That a value comes back from JSON, as data and as text, the text always the same; what has come back."""
    data = dump(game, value)
    text = dumps(game, value)
    assert json.loads(text) == data
    for again in (loads(game, text, kind), loads(game, json.dumps(data, sort_keys=True, indent=2), kind)):
        assert type(again) is type(value)
        assert again == value
        assert dumps(game, again) == text
    check_plain(data)
    return again


def check_plain(data: object) -> None:
    """That data are of plain types alone, and no number is a set of cards."""
    match data:
        case dict():
            assert type(data) is dict
            assert all(type(key) is str for key in data)
            for value in data.values():
                check_plain(value)
        case list():
            assert type(data) is list
            for value in data:
                check_plain(value)
        case _:
            assert type(data) in (str, int, bool, type(None))
            assert not isinstance(data, int) or abs(data) < 2**32


STEPS: Final = 80


@every_game
@settings(max_examples=2)
@given(data=st.data())
def test_everything_comes_back_at_every_step(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    config, chosen = data.draw(configs(game), "config"), data.draw(choices(), "choices")
    steps = play(game, config, chosen)
    for state in states_of(steps)[:STEPS]:
        again = check_back(game, state, Kind.STATE)
        assert again.actor == state.actor
        assert game.legal_actions(again) == game.legal_actions(state)
        for seat in watchers(game, config):
            view = game.view(state, seat)
            back = check_back(game, view, Kind.VIEW)
            assert back.legal == view.legal
    for step in steps[:STEPS]:
        check_back(game, step.action, Kind.ACTION)
        for seat in watchers(game, config):
            check_back(game, game.seen(step.before, step.action, seat), Kind.EVENT)
    check_back(game, config, Kind.CONFIG)
    check_back(game, steps[-1].after, Kind.STATE)
    check_back(game, game.outcome(steps[-1].after), Kind.OUTCOME)
    record = Record(game, config, tuple(step.action for step in steps))
    assert list(check_back(game, record, Kind.RECORD).states()) == states_of(steps)


# -- what is written ----------------------------------------------------------------------------------------------------

CONFIG: Final = (
    '{"partners": "agreed", "first_hakem": 0, "ten_low_redeals": 1, "kot": 2, "hakem_kot": 3, "hands_to_win": 7, '
    '"rounds_to_win": 1, "bam": true, "kot_at_six": false, "max_hands": null}'
)
STANDING: Final = (
    f'{{"config": {CONFIG}, "lineup": {{"order": [0, 1, 2, 3]}}, "hakem": 0, "hands": [0, 0], "rounds": [0, 0], "sheet": []}}'
)
HANDS: Final = (
    '[["2C", "3C", "4C", "5C", "6C", "9D", "10D", "JD", "QD", "QH", "KH", "AH", "2S"], '
    '["7C", "8C", "9C", "10C", "JC", "KD", "AD", "2H", "3H", "3S", "4S", "5S", "6S"], '
    '["QC", "KC", "AC", "2D", "3D", "4H", "5H", "6H", "7H", "7S", "8S", "9S", "10S"], '
    '["4D", "5D", "6D", "7D", "8D", "8H", "9H", "10H", "JH", "JS", "QS", "KS", "AS"]]'
)
FIVES: Final = (
    '[["2C", "3C", "4C", "5C", "6C"], ["7C", "8C", "9C", "10C", "JC"], ["QC", "KC", "AC", "2D", "3D"], '
    '["4D", "5D", "6D", "7D", "8D"]]'
)
OPTIONS: Final = hokm.Config(first_hakem=0, ten_low_redeals=1)
FIRST: Final = hokm.initial_state(OPTIONS)
NAMING: Final = hokm.apply(FIRST, Deal(PACK))
PLAYING: Final = hokm.apply(hokm.apply(NAMING, NameTrump(Suit.HEARTS)), Play(Card.parse("QD")))
LEFT: Final = ", ".join(f'"{card.code}"' for card in PACK if card.code != "QD")
HOKM: Final = '"game": "hokm", "rules": 1, "format": 1'
RECORD: Final = Record(hokm.GAME, OPTIONS, (NameTrump(Suit.HEARTS), Play(Card.parse("10D")), hokm.AskRedeal()))


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (OPTIONS, Kind.CONFIG, CONFIG),
        (FIRST, Kind.STATE, f'{{{HOKM}, "state": {{"type": "AwaitDeal", "standing": {STANDING}, "hakem": 0, "shown": []}}}}'),
        (
            hokm.apply(NAMING, hokm.AskRedeal()),
            Kind.STATE,
            f'{{{HOKM}, "state": {{"type": "AwaitDeal", "standing": {STANDING}, "hakem": 0, '
            '"shown": [["2C", "3C", "4C", "5C", "6C"]]}}',
        ),
        (
            NAMING,
            Kind.STATE,
            f'{{{HOKM}, "state": {{"type": "ChooseTrump", "standing": {STANDING}, "hakem": 0, "shown": [], '
            f'"fives": {FIVES}, "dealt": {HANDS}}}}}',
        ),
        (
            PLAYING,
            Kind.STATE,
            f'{{{HOKM}, "state": {{"type": "TrickPlay", "contract": {{"standing": {STANDING}, "hakem": 0, "trump": "H", '
            f'"dealt": {HANDS}}}, "left": [{LEFT}], "trick": ["QD"], "actor": 1, "won": [0, 0], "played": []}}}}',
        ),
        (
            hokm.view(NAMING, 0),
            Kind.VIEW,
            f'{{"seat": 0, "actor": 0, "phase": "naming trump", "standing": {STANDING}, "trump": null, '
            '"own": ["2C", "3C", "4C", "5C", "6C"], "trick_cards": [], "played": [], "shown": [], "lots": []}',
        ),
        (
            hokm.view(FIRST, None),
            Kind.VIEW,
            f'{{"seat": null, "actor": "chance", "phase": "shuffling", "standing": {STANDING}, "trump": null, '
            '"own": [], "trick_cards": [], "played": [], "shown": [], "lots": []}',
        ),
        (Play(Card.parse("10D")), Kind.ACTION, '{"type": "Play", "card": "10D"}'),
        (hokm.GoOn(), Kind.ACTION, '{"type": "GoOn"}'),
        (hokm.Draw((CARDS[51], CARDS[0])), Kind.ACTION, '{"type": "Draw", "cards": ["AS", "2C"]}'),
        (
            hokm.TrumpNamed(Suit.HEARTS, CardSet.parse("AS 2C KD")),
            Kind.EVENT,
            '{"type": "TrumpNamed", "suit": "H", "dealt": ["2C", "KD", "AS"]}',
        ),
        (
            Outcome((7, 3), (1, 2), (Seat(0),), (Title.SHAH, Title.DOZD)),
            Kind.OUTCOME,
            '{"scores": [7, 3], "places": [1, 2], "winners": [0], "titles": ["shah", "dozd"]}',
        ),
        (
            RECORD,
            Kind.RECORD,
            f'{{{HOKM}, "config": {CONFIG}, "actions": '
            '[{"type": "NameTrump", "suit": "H"}, {"type": "Play", "card": "10D"}, {"type": "AskRedeal"}]}',
        ),
    ],
)
def test_the_format_is_this(value: object, kind: Kind, text: str) -> None:
    assert dumps(hokm.GAME, value) == text
    check_back(hokm.GAME, value, kind)


def test_a_row_of_the_sheet_is_written_like_this() -> None:
    row = hokm.Row(Seat(3), Suit.CLUBS, (7, 0), Team(0), hokm.Kot.HAKEM_KOT, False, 3, (3, 0), (0, 0))
    over = hokm.MatchOver(attrs.evolve(FIRST.standing, sheet=(row,)))
    assert json.dumps(dump(hokm.GAME, over)["state"]["standing"]["sheet"]) == (
        '[{"hakem": 3, "trump": "C", "tricks": [7, 0], "winner": 0, "kot": "hakem-kot", "bam": false, "points": 3, '
        '"hands": [3, 0], "rounds": [0, 0]}]'
    )
    check_back(hokm.GAME, over, Kind.STATE)


def test_text_may_be_indented() -> None:
    assert dumps(hokm.GAME, Play(CARDS[0]), indent=1) == '{\n "type": "Play",\n "card": "2C"\n}'


@pytest.mark.parametrize("value", [None, 7, "AS", PACK, PACK[0], Bid(7), Kind.STATE, Suit.CLUBS, hokm.GAME])
def test_only_what_belongs_to_the_game_is_written(value: object) -> None:
    with pytest.raises(TypeError, match=r"is no config, state, view, action, event, outcome or record of hokm$"):
        dump(hokm.GAME, value)


def test_a_record_of_another_game_is_not_written() -> None:
    with pytest.raises(TypeError, match=r"record of hokm$"):
        dump(hokm.GAME, attrs.evolve(RECORD, game=attrs.evolve(hokm.GAME, name="other")))


def test_what_could_not_be_read_back_is_not_written() -> None:
    check_back(hokm.GAME, Deal((CARDS[0],) * 10_000), Kind.ACTION)
    with pytest.raises(RecordError, match="a list of 10001 cards is too long; 10000 are the most"):
        dump(hokm.GAME, Deal((CARDS[0],) * 10_001))
    far = hokm.Config(kot=2**1024 - 1)
    assert loads(hokm.GAME, dumps(hokm.GAME, far), Kind.CONFIG) == far
    with pytest.raises(RecordError, match="is not a whole number of at most 1024 bits"):
        dump(hokm.GAME, hokm.Config(kot=2**1024))


# -- types that Hokm does not have --------------------------------------------------------------------------------------

Points = NewType("Points", int)


class Way(IntEnum):
    """A turn, told by a number."""

    RIGHT = 1
    LEFT = -1


class Call(Enum):
    """What is called in place of a number."""

    NIL = "nil"
    DOUBLE_NIL = "double nil"


@attrs.frozen
class Kitchen:
    """One field of every type."""

    bag: Bag
    masks: tuple[Mask, ...]
    hidden: Mask | None
    bids: tuple[int | Call | Suit | None, ...]
    top: Card | Suit | None
    way: Way
    alone: bool | None
    plays: tuple[tuple[Seat, Card], ...]
    pairs: tuple[CardSet, Rank]
    team: Team
    points: Points
    said: Bid | Pass | None
    last: Play | None
    nothing: tuple[()]
    total: int = attrs.field(init=False, default=attrs.Factory(lambda new: len(new.bag), takes_self=True))


KITCHEN: Final = Kitchen(
    bag=Bag.parse("7H 9C 7H"),
    masks=(0, CardSet.parse("RJ AS 2C").mask),
    hidden=CardSet.parse("3D").mask,
    bids=(0, None, Call.NIL, 13, Suit.SPADES),
    top=Card.parse("BJ"),
    way=Way.LEFT,
    alone=False,
    plays=((Seat(0), CARDS[0]), (Seat(11), CARDS[13])),
    pairs=(CardSet.parse("KH KD"), Rank.TEN),
    team=Team(1),
    points=Points(-5),
    said=Pass(),
    last=Play(CARDS[0]),
    nothing=(),
)


def game_with(*actions: type[Any]) -> AnyGame:
    return attrs.evolve(hokm.GAME, actions=actions)


def test_every_type_has_a_form() -> None:
    game = game_with(Kitchen, Play)
    assert dump(game, KITCHEN) == {
        "type": "Kitchen",
        "bag": ["9C", "7H", "7H"],
        "masks": [[], ["2C", "AS", "RJ"]],
        "hidden": ["3D"],
        "bids": [0, None, "nil", 13, "S"],
        "top": "BJ",
        "way": -1,
        "alone": False,
        "plays": [[0, "2C"], [11, "2D"]],
        "pairs": [["KD", "KH"], "10"],
        "team": 1,
        "points": -5,
        "said": {"type": "Pass"},
        "last": {"card": "2C"},
        "nothing": [],
    }
    check_back(game, KITCHEN, Kind.ACTION)
    nothing = attrs.evolve(KITCHEN, hidden=None, top=None, alone=None, said=None, last=None)
    assert [dump(game, nothing)[name] for name in ("hidden", "top", "alone", "said", "last")] == [None] * 5
    check_back(game, nothing, Kind.ACTION)


def test_none_and_nought_are_told_apart() -> None:
    game = game_with(Kitchen, Play)
    none, nought = attrs.evolve(KITCHEN, hidden=None, bids=(None,)), attrs.evolve(KITCHEN, hidden=0, bids=(0,))
    assert (dump(game, none)["hidden"], dump(game, nought)["hidden"]) == (None, [])
    assert check_back(game, none, Kind.ACTION) != check_back(game, nought, Kind.ACTION)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("bag", ["7H", "7H", "xx"], "action.bag[2]: 'xx' is not a card like AS, 10H, BJ"),
        ("bag", "7H", "action.bag: '7H' is not a list"),
        ("masks", [["2C"], ["2C", "AS", "2C"]], "action.masks[1]: 2C is there twice"),
        ("masks", [5], "action.masks[0]: 5 is not a list"),
        ("hidden", 5, "action.hidden: 5 is not a list of cards or null"),
        (
            "bids",
            [1, True],
            "action.bids[1]: True is not a whole number of at most 1024 bits or null or one of 'nil', 'double nil' or ",
        ),
        ("bids", ["X"], "action.bids[0]: 'X' is not one of 'nil', 'double nil' or one of 'C', 'D', 'H', 'S'"),
        ("bids", [[]], "action.bids[0]: [] is not a whole number"),
        ("top", "bj", "action.top: 'bj' is not a card like AS, 10H, BJ or one of 'C', 'D', 'H', 'S'"),
        ("top", "AS ", "action.top: 'AS ' is not a card"),
        ("top", "A♠", "action.top: 'A♠' is not a card"),
        ("way", True, "action.way: True is not one of 1, -1"),
        ("way", "1", "action.way: '1' is not one of 1, -1"),
        ("way", 1.0, "action.way: 1.0 is not one of 1, -1"),
        ("way", [], "action.way: [] is not one of 1, -1"),
        ("alone", 0, "action.alone: 0 is not true or false or null"),
        ("plays", [[0, "2C", "3C"]], "action.plays[0]: [0, '2C', '3C'] is not a list of 2"),
        ("plays", [[0]], "action.plays[0]: [0] is not a list of 2"),
        ("plays", [[0, "2C"], [54, "3C"]], "action.plays[1][0]: 54 is not a seat from 0 to 53"),
        ("plays", [[-1, "2C"]], "action.plays[0][0]: -1 is not a seat from 0 to 53"),
        ("plays", [[True, "2C"]], "action.plays[0][0]: True is not a seat from 0 to 53"),
        ("pairs", [["KD"], "1"], "action.pairs[1]: '1' is not one of '2', '3', "),
        ("pairs", [["KD", "KD"], "10"], "action.pairs[0]: KD is there twice"),
        ("team", 2, "action.team: 2 is not a team, 0 or 1"),
        ("points", None, "action.points: None is not a whole number"),
        ("points", 2**1024, "is not a whole number of at most 1024 bits"),
        ("points", -(2**1024), "is not a whole number of at most 1024 bits"),
        ("said", {"type": "Play", "card": "2C"}, "action.said: 'Play' is not one of 'Bid', 'Pass'"),
        ("said", {"type": ["Bid"], "amount": 1}, "action.said: ['Bid'] is not one of 'Bid', 'Pass'"),
        ("said", {"type": "Bid", "amount": 1.5}, "action.said.amount: 1.5 is not a whole number"),
        ("said", {"amount": 1}, "action.said: None is not one of 'Bid', 'Pass'"),
        ("said", "Pass", "action.said: 'Pass' is not null or an object"),
        ("last", {"type": "Play", "card": "2C"}, "action.last: 'type' is no field here; the fields are card"),
        ("last", {}, "action.last: 'card' is missing"),
        ("nothing", [0], "action.nothing: [0] is not a list of 0"),
        ("total", 3, "action: 'total' is no field here; the fields are bag, masks, "),
    ],
)
def test_reading_is_strict(field: str, value: object, reason: str) -> None:
    game = game_with(Kitchen, Play)
    with pytest.raises(RecordError) as refusal:
        load(game, {**dump(game, KITCHEN), field: value}, Kind.ACTION)
    assert reason in refusal.value.reason
    assert refusal.value.reason.startswith("action")


@attrs.frozen
class WithText:
    """A type without a form."""

    name: str


@attrs.frozen
class WithType:
    """A field where the tag goes."""

    type: int


@attrs.frozen
class Unclear:
    """Two types that look alike in JSON."""

    cards: CardSet | Bag


@attrs.frozen
class UnclearInPython:
    """Two types that look alike in Python."""

    cards: Mask | int


class Other(Enum):
    """A word that a suit has too."""

    CLOSED = "C"


@attrs.frozen
class UnclearWords:
    """Two enums that have a word in common."""

    what: Suit | Other


class Odd(Enum):
    """A value that JSON does not have."""

    PAIR = (1, 2)


@attrs.frozen
class WithOdd:
    """An enum without a form."""

    what: Odd


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (WithText, "there is no JSON form for <class 'str'>"),
        (WithType, "has a field `type`"),
        (Unclear, "in JSON these could not be told apart"),
        (UnclearInPython, "in JSON these could not be told apart"),
        (UnclearWords, "cannot be told by 'C'"),
        (WithOdd, r"cannot be told by \(1, 2\)"),
    ],
)
def test_types_without_a_clear_form_are_refused_at_once(kind: type[Any], text: str) -> None:
    with pytest.raises(TypeError, match=text):
        load(game_with(kind, Pass), {"type": "Pass"}, Kind.ACTION)


def test_a_view_must_say_of_which_class_it_is() -> None:
    """Else there is no form of anything that may be one."""
    game: Any = hokm.GAME
    for view in (lambda state, seat: None, partial(hokm.view, seat=None)):
        with pytest.raises(
            TypeError, match=r"`view` of hokm must say of which class it is, as in `def view\(state, seat\) -> View:`"
        ):
            dump(attrs.evolve(game, view=view), hokm.GoOn())


def test_a_view_that_no_state_has_is_refused_where_it_shows() -> None:
    """Its text, what is legal, and its worlds are asked for."""
    state = pasur.initial_state(pasur.Config(first_dealer=0))
    for _ in range(4):
        state = pasur.apply(state, pasur.legal_actions(state)[0])
    data = dump(pasur.GAME, pasur.view(state, 1))
    for dealer in (None, 7):
        data["standing"]["dealer"] = dealer
        with pytest.raises(RecordError, match=r"^view: this cannot be: "):
            load(pasur.GAME, data, Kind.VIEW)


# -- what is refused ----------------------------------------------------------------------------------------------------

PATH: Final = ("state", "contract")


def changed(data: Any, *path: Any, to: Any) -> Any:
    """A copy of data with one place changed."""
    data = deepcopy(data)
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return data


def refusal_of(data: object, kind: Kind, game: AnyGame = hokm.GAME) -> RecordError:
    with pytest.raises(RecordError) as refusal:
        load(game, data, kind)
    return refusal.value


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("game",), "shelem", "game: 'shelem' is not one of 'hokm'"),
        (("game",), ["hokm"], "game: ['hokm'] is not one of 'hokm'"),
        (("rules",), 2, "rules: 2 is not a version of the rules from 1 to 1"),
        (("rules",), True, "rules: True is not a version of the rules from 1 to 1"),
        (("rules",), 0, "rules: 0 is not a version of the rules from 1 to 1"),
        (("format",), 2, "format: 2 is not a version of the format from 1 to 1"),
        (("format",), "1", "format: '1' is not a version of the format from 1 to 1"),
        (("more",), 1, "document: 'more' is no field here; the fields are game, rules, format, state"),
        (("state",), None, "state: None is not an object"),
        (("state", "type"), "Play", "state: 'Play' is not one of 'DrawLots', 'AwaitDeal', 'ChooseTrump', "),
        (("state", "type"), "MatchOver", "state: 'contract' is no field here; the fields are standing"),
        (("state", "left"), {}, "state.left: {} is not a list"),
        (("state", "actor"), 4, "state.actor: 4 is not a seat from 0 to 3"),
        (("state", "actor"), "chance", "state.actor: 'chance' is not a seat from 0 to 53"),
        (("state", "won"), [1, 2, 3], "state.won: [1, 2, 3] is not a list of 2"),
        ((*PATH, "trump"), "X", "state.contract.trump: 'X' is not one of 'C', 'D', 'H', 'S'"),
        ((*PATH, "dealt", 2, 5), "ZZ", "state.contract.dealt[2][5]: 'ZZ' is not a card like AS, 10H, BJ"),
        ((*PATH, "dealt", 2, 5), "QC", "state.contract.dealt[2]: QC is there twice"),
        ((*PATH, "dealt", 2, 5), "2C", "state: there are 2 of 2C, not 1 (hand 0, hand 2)"),
        ((*PATH, "dealt", 2, 5), "RJ", "state: there are 0 of 4H, not 1 (in no place)"),
        ((*PATH, "dealt"), [], "state: this cannot be: IndexError("),
        (
            (*PATH, "standing", "lineup", "order"),
            [0, 1, 2],
            "state.contract.standing.lineup.order: [0, 1, 2] does not have each seat",
        ),
        ((*PATH, "standing", "lineup", "order"), [0, 1, 2, 2], "standing.lineup.order: [0, 1, 2, 2] does not have each seat once"),
        ((*PATH, "standing", "lineup", "order"), [0], "state.contract.standing.lineup.order: [0] does not have each seat once"),
        ((*PATH, "standing", "lineup", "order"), [1, 2, 3, 4], "standing.lineup.order: [1, 2, 3, 4] does not have each seat once"),
        ((*PATH, "standing", "config", "kot"), True, "standing.config.kot: True is not a whole number of at most 1024 bits"),
        ((*PATH, "standing", "config", "kot"), 2.0, "standing.config.kot: 2.0 is not a whole number of at most 1024 bits"),
        ((*PATH, "standing", "config", "bam"), 1, "standing.config.bam: 1 is not true or false"),
        ((*PATH, "standing", "config", "first_hakem"), "me", "standing.config.first_hakem: 'me' is not one of 'highest card', "),
        ((*PATH, "standing", "sheet"), [{}], "state.contract.standing.sheet[0]: 'hakem' is missing"),
    ],
)
def test_a_state_is_read_strictly(path: tuple[Any, ...], value: object, reason: str) -> None:
    refusal = refusal_of(changed(dump(hokm.GAME, PLAYING), *path, to=value), Kind.STATE)
    assert reason in refusal.reason
    assert refusal.index is None


def test_a_missing_field_is_missed_even_if_it_has_a_default() -> None:
    data = dump(hokm.GAME, FIRST)
    del data["state"]["standing"]["rounds"]
    assert refusal_of(data, Kind.STATE).reason == "state.standing: 'rounds' is missing"
    config = dump(hokm.GAME, OPTIONS)
    del config["kot"]
    assert refusal_of(config, Kind.CONFIG).reason == "config: 'kot' is missing"


@pytest.mark.parametrize("name", ["game", "rules", "format", "state"])
def test_a_document_has_all_its_fields(name: str) -> None:
    data = dump(hokm.GAME, FIRST)
    del data[name]
    assert refusal_of(data, Kind.STATE).reason.startswith("document: " if name == "state" else name)


def test_an_option_out_of_its_bounds_is_a_config_error_wherever_it_is() -> None:
    paths = {Kind.CONFIG: (OPTIONS, ()), Kind.STATE: (PLAYING, (*PATH, "standing", "config")), Kind.RECORD: (RECORD, ("config",))}
    for kind, (value, path) in paths.items():
        with pytest.raises(ConfigError, match="kot must be a whole number of at least 0, not -1") as refusal:
            load(hokm.GAME, changed(dump(hokm.GAME, value), *path, "kot", to=-1), kind)
        assert (refusal.value.field, refusal.value.value) == ("kot", -1)


@pytest.mark.parametrize("scores", [[], [0], [0] * 7])
def test_what_lasts_by_seat_is_of_as_many_seats(scores: list[int]) -> None:
    """Scores of too few seats would let play go on, and fail later."""
    document = dump(pasur.GAME, pasur.initial_state(pasur.Config(first_dealer=0)))
    document["state"]["standing"]["scores"] = scores
    with pytest.raises(RecordError, match=rf"^state\.standing\.scores: there must be 2, not {len(scores)}$"):
        load(pasur.GAME, document, Kind.STATE)


def test_a_match_that_is_over_must_have_ended() -> None:
    assert refusal_of(dump(hokm.GAME, hokm.MatchOver(FIRST.standing)), Kind.STATE).reason.startswith("state: this cannot be: Index")


def test_somebody_acts_unless_the_game_is_over() -> None:
    stuck = attrs.evolve(hokm.GAME, legal_actions=lambda state: NOTHING)
    ended = attrs.evolve(hokm.GAME, outcome=lambda state: Outcome(None, (), ()))
    for game in (stuck, ended):
        refusal = refusal_of(dump(game, FIRST), Kind.STATE, game)
        assert refusal.reason == "state: somebody must be able to act, unless the game is over"


def test_what_a_view_cannot_make_sense_of_is_refused() -> None:
    def view(state: hokm.State, seat: int | None) -> hokm.View:
        if seat is None:
            raise ZeroDivisionError("x" * 10_000)
        return hokm.view(state, seat)

    game = attrs.evolve(hokm.GAME, view=view)
    refusal = refusal_of(dump(game, FIRST), Kind.STATE, game)
    assert refusal.reason.startswith("state: this cannot be: ZeroDivisionError(")
    assert len(refusal.reason) < 300


@pytest.mark.parametrize("count", [0, 17])
def test_an_action_that_cannot_be_read_is_refused_with_its_index(count: int) -> None:
    data = dump(hokm.GAME, attrs.evolve(RECORD, actions=(Play(CARDS[0]),) * 20))
    refusal = refusal_of(changed(data, "actions", count, "card", to="ZZ"), Kind.RECORD)
    assert refusal.reason == f"actions[{count}].card: 'ZZ' is not a card like AS, 10H, BJ"
    assert refusal.index == count
    assert refusal_of(changed(data, "actions", count, to=None), Kind.RECORD).index == count


def test_the_actions_of_a_record_are_a_list() -> None:
    assert refusal_of(changed(dump(hokm.GAME, RECORD), "actions", to={}), Kind.RECORD).reason == "actions: {} is not a list"


def test_whether_the_actions_of_a_record_are_legal_is_for_replay_to_say() -> None:
    with pytest.raises(RecordError, match=r"the pack must be dealt now \(HOKM-5\)") as refusal:
        loads(hokm.GAME, dumps(hokm.GAME, RECORD), Kind.RECORD).last()
    assert refusal.value.index == 0


@attrs.frozen
class Seating:
    """Seats at every depth."""

    said: ChooseDealer | Pass
    seats: tuple[tuple[Seat | None, int], ...]


@pytest.mark.parametrize(("path", "text"), [(("said", "seat"), "said.seat"), (("seats", 1, 0), "seats[1][0]")])
def test_a_seat_of_an_action_is_one_of_the_table(path: tuple[Any, ...], text: str) -> None:
    game = game_with(Seating)
    document = dump(game, Record(game, OPTIONS, (Seating(ChooseDealer(Seat(3)), ((None, 9), (Seat(3), 9))),)))
    assert dump(game, load(game, document, Kind.RECORD)) == document
    refusal = refusal_of(changed(document, "actions", 0, *path, to=4), Kind.RECORD, game)
    assert refusal.reason.startswith(f"actions[0].{text}: 4 is not a seat from 0 to 3")


def test_versions_of_the_rules() -> None:
    """A record of older rules is read, for who wants to look at it, but not replayed; a state of older rules cannot go on."""
    newer = attrs.evolve(hokm.GAME, version=2)
    record = load(newer, dump(hokm.GAME, RECORD), Kind.RECORD)
    assert (record.version, record.actions) == (1, RECORD.actions)
    assert dump(newer, record)["rules"] == 1
    with pytest.raises(RecordError, match="version 1 of the rules of hokm; this is 2"):
        record.last()
    refusal = refusal_of(dump(hokm.GAME, FIRST), Kind.STATE, newer)
    assert refusal.reason == "rules: the state is of version 1 of the rules of hokm; this is 2"
    assert refusal_of(dump(newer, FIRST), Kind.STATE).reason == "rules: 2 is not a version of the rules from 1 to 1"


# -- the game of a document ---------------------------------------------------------------------------------------------


@every_game
def test_a_document_names_its_game(name: str) -> None:
    game = GAMES[name]
    record = Record.begin(game, game.Config())
    for value in (record, next(record.states())):
        assert game_of(dump(game, value)) is game_of(dumps(game, value)) is game
        for alias in game.aliases:
            with pytest.raises(RecordError, match=r"^game: "):
                game_of({**dump(game, value), "game": alias})


@pytest.mark.parametrize("document", [None, 7, [], "", "[]", "7", "{", {}, {"game": "farib "}, {"game": ["hokm"]}, '{"game": 1}'])
def test_what_names_no_game_is_refused(document: object) -> None:
    with pytest.raises(RecordError, match=r"^(game|document): "):
        game_of(document)


# -- anything at all ----------------------------------------------------------------------------------------------------

MILLION: Final = 1_000_000


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "nothing",
        "\ufeff{}",
        "[" * 100_000,
        '{"type":' * 100_000,
        "[" * 900 + "]" * 900,
        "NaN",
        "[Infinity]",
        "1e999999",
        "1" * MILLION,
        "-" + "1" * MILLION,
        '{"a": 1, "a": 1}',
        '"\\ud800"',
        "\x00",
    ],
    ids=range(15),
)
def test_text_that_is_nothing_is_refused(text: str, kind: Kind) -> None:
    with pytest.raises(RecordError) as refusal:
        loads(hokm.GAME, text, kind)
    assert len(str(refusal.value)) < 400


@pytest.mark.parametrize("text", [None, b"{}", 7, {}])
def test_text_is_text(text: Any) -> None:
    with pytest.raises(RecordError, match="is not text"):
        loads(hokm.GAME, text, Kind.ACTION)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"type": "Play", "card": "AS", "card": "AS"}', "action: 'card' is there twice"),
        ('{"type": "Play", "type": "Play", "card": "AS"}', "action: 'type' is there twice"),
        ('{"type": "Play", "card": {"a": 1, "a": 2}}', "action.card: {'a': 2} is not a card like AS, 10H, BJ"),
        ('{"type": "Play", "card": NaN}', "action.card: nan is not a card like AS, 10H, BJ"),
        ('{"type": "Play", "card": null}', "action.card: None is not a card like AS, 10H, BJ"),
        ('{"type": "Play", "card": "as"}', "action.card: 'as' is not a card like AS, 10H, BJ"),
        ('{"type": "Play", "card": "\\ud800"}', "action.card: '\\ud800' is not a card like AS, 10H, BJ"),
        ('{"type": "Play"} {}', "document: it is not JSON: Extra data: line 1 column 18 (char 17)"),
    ],
)
def test_text_is_read_strictly(text: str, reason: str) -> None:
    with pytest.raises(RecordError) as refusal:
        loads(hokm.GAME, text, Kind.ACTION)
    assert refusal.value.reason == reason


def test_a_huge_number_is_refused_where_it_stands() -> None:
    for digits in (400, 5_000, MILLION):
        text = dumps(hokm.GAME, OPTIONS).replace('"kot": 2', f'"kot": {"9" * digits}')
        with pytest.raises(RecordError, match=r"^config\.kot: 9+\.\.\.9+ is not a whole number of at most 1024 bits$"):
            loads(hokm.GAME, text, Kind.CONFIG)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((*PATH, "dealt"), [["2C"]] * 10_000),
        ((*PATH, "dealt", 0), ["2C"] * MILLION),
        (("state", "left"), ["2C"] * MILLION),
        (("state", "trick"), ["2C"] * MILLION),
        (("state", "played"), ["2C"] * MILLION),
        (("state", "played"), ["2C"] * 10_000),
        (("state", "won"), [0] * MILLION),
        ((*PATH, "standing", "lineup", "order"), list(range(MILLION))),
        ((*PATH, "standing", "lineup", "order"), [0, 1] * 100_000),
        ((*PATH, "standing", "sheet"), [None] * MILLION),
        ((*PATH, "standing", "hakem"), nested(100_000)),
        ((*PATH, "standing"), dict.fromkeys(map(str, range(MILLION)))),
        ((*PATH, "standing", "config", "kot"), 10**5000),
        (("state", 10**5000), 0),
        (("rules",), 10**5000),
        (("game",), nested(100_000)),
    ],
    ids=range(16),
)
def test_what_is_long_deep_or_huge_is_refused(path: tuple[Any, ...], value: object) -> None:
    refusal = refusal_of(changed(dump(hokm.GAME, PLAYING), *path, to=value), Kind.STATE)
    assert len(str(refusal)) < 500


@settings(max_examples=100)
@given(data=JSON, kind=st.sampled_from(Kind))
def test_any_json_is_read_or_refused(data: object, kind: Kind) -> None:
    check_read_or_refused(hokm.GAME, data, kind)


PLAIN: Final = r"(\.\w+|\[\d+\])*: "
ROOTS: Final = {
    **{kind: kind.value + PLAIN for kind in Kind},
    Kind.STATE: "(document|game|rules|format): |state" + PLAIN,
    Kind.RECORD: rf"(document|game|rules|format): |(config|actions){PLAIN}",
}
"""How the reasons for a refusal begin: with a path."""


def check_read_or_refused(game: AnyGame, data: object, kind: Kind) -> None:
    """That data are refused properly, or were what `dump` writes (sets of cards perhaps in another order)."""
    try:
        value = load(game, data, kind)
    except (RecordError, ConfigError) as error:
        refusal = error
    else:
        assert ordered(dump(game, value)) == ordered(data)
        return
    assert len(str(refusal)) < 1000
    if isinstance(refusal, RecordError):
        assert re.match(ROOTS[kind], refusal.reason)


def ordered(data: Any) -> str:
    """Data as text, the words in a list sorted."""
    match data:
        case dict():
            return "{" + ",".join(f"{key!r}:{ordered(value)}" for key, value in sorted(data.items())) + "}"
        case list():
            texts = [ordered(value) for value in data]
            return f"[{','.join(sorted(texts) if all(type(value) is str for value in data) else texts)}]"
        case _:
            return repr(data)


@every_game
@settings(max_examples=80)
@given(draws=st.data())
def test_a_mangled_document_is_read_or_refused(name: str, draws: st.DataObject) -> None:
    kind, data = draws.draw(mangled_data(name))
    check_read_or_refused(GAMES[name], data, kind)


@every_game
@settings(max_examples=40)
@given(draws=st.data())
def test_mangled_text_is_read_or_refused(name: str, draws: st.DataObject) -> None:
    kind, whole = draws.draw(st.sampled_from(documents(name)))
    text = draws.draw(mangled_text((whole,)))
    try:
        value = loads(GAMES[name], text, kind)
    except (RecordError, ConfigError):
        return
    assert ordered(dump(GAMES[name], value)) == ordered(json.loads(text))


# -- the extra ----------------------------------------------------------------------------------------------------------


def test_without_cattrs_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("codec_again", codec.__file__)
    assert spec is not None
    assert spec.loader is not None
    monkeypatch.setitem(sys.modules, "cattrs", None)
    with pytest.raises(ImportError, match=r"needs cattrs; install the extra that brings it: persian-cards\[json\]"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
