"""Records: a game, its config and its actions, as values and as text (GEN-4)."""

from __future__ import annotations

import pickle
import re
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from persian_cards.actions import CHANCE, Bid, ChooseDealer, Deal, NameTrump, Pass, Play
from persian_cards.cards import CARDS, PACK, SUITS, Bag, Card, CardSet, Rank, Suit, parse_cards
from persian_cards.errors import IllegalAction, RecordError
from persian_cards.games import GAMES, hokm, oh_hell
from persian_cards.record import Record, action_text, read_action, replay
from persian_cards.table import Seat
from persian_cards.testing.playing import Choices, bounded, play
from persian_cards.testing.strategies import configs

many = settings(max_examples=5 * settings().max_examples)
HokmRecord = Record[hokm.State, hokm.Action]


def played(config: hokm.Config, seed: int, actions: int) -> tuple[HokmRecord, list[hokm.State]]:
    """The record of a game of so many random actions, fewer if it ends, and its states."""
    rng, state = Random(seed), hokm.initial_state(config)
    record, states = Record.begin(hokm.GAME, config), [state]
    while (legal := hokm.legal_actions(state)) and len(states) <= actions:
        action = legal.sample(rng)
        state, record = hokm.apply(state, action), record.then(action)
        states.append(state)
    return record, states


GAMES_PLAYED = st.builds(played, configs(hokm.GAME), st.integers(0, 2**32), st.integers(0, 130))
RECORD, STATES = played(hokm.Config(first_hakem=2, max_hands=1), 50, 100)
TEXT = str(RECORD)
LINES = TEXT.splitlines()
GAMES_LISTED = ", ".join(GAMES)


@attrs.frozen
class Give:
    cards: CardSet


@attrs.frozen
class Lay:
    cards: Bag
    rank: Rank


@attrs.frozen
class Take:
    card: Card | None


@attrs.frozen
class Claim:
    suit: Suit
    alone: bool


@attrs.frozen
class TurnItOver:
    card: Card
    times: int
    at_once: bool
    face_up: bool


@attrs.frozen
class Ask:
    suit: Suit
    other: Suit | None
    times: int | None
    aside: bool
    seat: Seat | None


@attrs.frozen
class Turn:
    cards: tuple[Card, ...]
    first: int


OWN = attrs.evolve(
    hokm.GAME, name="own", version=4, actions=(Give, Lay, Take, Claim, Turn, TurnItOver, Ask, Bid, Pass, ChooseDealer)
)
NO_PLAY = attrs.evolve(hokm.GAME, name="none", actions=(Pass,))


# -- records as values --------------------------------------------------------------------------------------------------


@given(GAMES_PLAYED)
def test_a_record_fixes_every_state(game: tuple[HokmRecord, list[hokm.State]]) -> None:
    record, states = game
    assert list(record.states()) == list(replay(record)) == states
    assert record.last() == states[-1]
    assert len(record.actions) == len(states) - 1
    assert record.version == hokm.GAME.version


@given(GAMES_PLAYED)
def test_a_record_reads_back_from_its_text(game: tuple[HokmRecord, list[hokm.State]]) -> None:
    record, states = game
    read = Record.parse(str(record))
    assert read == record
    assert hash(read) == hash(record)
    assert type(read.config) is hokm.Config
    assert str(read) == str(record)
    assert read.last() == states[-1]
    assert Record.parse(f"\n {str(record).replace(chr(10), chr(13) + chr(10))} \n\n") == record
    assert Record.parse(str(record), hokm.GAME) == record


def test_the_text_of_a_record() -> None:
    config = hokm.Config(first_hakem=2, ten_low_redeals=1, bam=False, max_hands=3)
    record = Record.begin(hokm.GAME, config).then(Deal(PACK)).then(NameTrump(Suit.SPADES)).then(Play(Card.parse("10H")))
    assert str(record) == (
        "hokm 1 first_hakem=2 ten_low_redeals=1 bam=no max_hands=3\n"
        "Deal 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD "
        "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS\n"
        "NameTrump spades\n"
        "Play 10H"
    )
    assert str(Record.begin(hokm.GAME, hokm.Config())) == "hokm 1"
    first_ace = hokm.Config(first_hakem=hokm.FirstHakem.FIRST_ACE)
    assert str(Record.begin(hokm.GAME, first_ace)) == "hokm 1 first_hakem=first-ace"
    assert Record.parse("hokm 1  first_hakem=FIRST_ACE max_hands=none kot=2") == Record.begin(hokm.GAME, first_ace)


def test_a_longer_record_leaves_the_shorter_one_as_it_was() -> None:
    begun = Record.begin(hokm.GAME, hokm.Config(first_hakem=0))
    longer = begun.then(Deal(PACK)).then(NameTrump(Suit.CLUBS))
    assert (len(begun.actions), len(longer.actions)) == (0, 2)
    assert begun == Record(hokm.GAME, hokm.Config(first_hakem=0), (), 1)
    assert longer.game is begun.game
    assert longer.config is begun.config
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        begun.actions = ()  # type: ignore[misc]  # it is frozen
    different = (begun, longer, Record.begin(hokm.GAME, hokm.Config(first_hakem=1)), attrs.evolve(begun, version=2))
    assert len(set(different)) == 4


@given(GAMES_PLAYED, st.sampled_from([0, 1, 2, 3, None]))
def test_a_seat_follows_a_game_by_events_and_views(game: tuple[HokmRecord, list[hokm.State]], seat: int | None) -> None:
    record, states = game
    followed = list(record.seen_by(seat))
    assert [event for event, _ in followed] == [
        hokm.seen(before, action, seat) for before, action in zip(states, record.actions, strict=False)
    ]
    assert [view for _, view in followed] == [hokm.view(state, seat) for state in states[1:]]


def test_an_unknown_seat_cannot_follow() -> None:
    for seat in (4, -1, True):
        with pytest.raises(LookupError, match="there is no seat"):
            list(RECORD.seen_by(seat))


# -- records that cannot be replayed ------------------------------------------------------------------------------------


def followed_until_refused(record: HokmRecord) -> tuple[list[hokm.State], RecordError]:
    states: list[hokm.State] = []
    with pytest.raises(RecordError) as refused:
        states.extend(record.states())
    return states, refused.value


@given(GAMES_PLAYED, st.data())
def test_an_illegal_action_is_refused_with_its_number(game: tuple[HokmRecord, list[hokm.State]], data: st.DataObject) -> None:
    record, states = game
    index = data.draw(st.integers(0, len(record.actions)))
    odd: list[Any] = [
        *map(Play, CARDS),
        *map(NameTrump, SUITS),
        Deal(PACK[1:]),
        hokm.GoOn(),
        hokm.Stop(),
        hokm.AskRedeal(),
        None,
        "AS",
    ]
    action = data.draw(st.sampled_from(odd))
    assume(action not in hokm.legal_actions(states[index]))
    wrong = attrs.evolve(record, actions=(*record.actions[:index], action, *record.actions[index:]))
    found, error = followed_until_refused(wrong)
    assert error.index == index
    assert found == states[: index + 1]
    assert isinstance(error.__cause__, IllegalAction)
    assert error.reason == str(error.__cause__)
    assert error.actor is states[index].actor
    assert wrong.until_wrong()[0] == tuple(found)
    assert repr(wrong.until_wrong()[1]) == repr(error)
    assert error.__cause__.action == action
    with pytest.raises(RecordError) as refused:
        wrong.last()
    assert refused.value.index == index
    with pytest.raises(RecordError) as refused:
        list(wrong.seen_by(0))
    assert refused.value.index == index


def test_the_one_whose_action_was_wrong_is_named() -> None:
    begun = Record.begin(hokm.GAME, hokm.Config(first_hakem=2))
    refusals = [record.until_wrong()[1] for record in (begun.then(hokm.Stop()), begun.then(Deal(PACK)).then(hokm.Stop()))]
    assert list(map(str, refusals)) == [
        "action 0, chance: the pack must be dealt now (HOKM-5): Stop() is refused",
        "action 1, seat 2: seat 2, the hakem, must name trump now (HOKM-5): Stop() is refused",
    ]
    assert pickle.loads(pickle.dumps(refusals[0])).actor is CHANCE


def test_a_record_may_be_played_as_far_as_it_goes() -> None:
    assert RECORD.until_wrong() == (tuple(STATES), None)
    states, error = attrs.evolve(RECORD, version=9).until_wrong()
    assert states == ()
    assert error is not None
    assert error.index is None


def test_the_first_illegal_action_is_the_one_named() -> None:
    twice = attrs.evolve(RECORD, actions=(*RECORD.actions[:5], hokm.Stop(), *RECORD.actions[5:9], hokm.Stop()))
    assert followed_until_refused(twice)[1].index == 5
    again = attrs.evolve(RECORD, actions=(*RECORD.actions[:3], RECORD.actions[2], *RECORD.actions[3:]))
    assert followed_until_refused(again)[1].index == 3
    missing = attrs.evolve(RECORD, actions=(RECORD.actions[0], *RECORD.actions[2:]))
    assert followed_until_refused(missing)[1].index == 1
    late = RECORD.then(Play(PACK[0]))
    assert (
        str(followed_until_refused(late)[1]) == f"action {len(RECORD.actions)}: the match is over (GEN-8): Play(card=2C) is refused"
    )


@pytest.mark.parametrize("version", [0, 2, 10**9])
def test_a_record_of_other_rules_is_refused_before_anything_is_played(version: int) -> None:
    read = Record.parse(TEXT.replace("hokm 1", f"hokm {version}", 1))
    assert read.version == version
    assert str(read).startswith(f"hokm {version} ")
    found, error = followed_until_refused(read)
    assert (found, error.index) == ([], None)
    assert str(error) == f"the record is of version {version} of the rules of hokm; this is 1"
    with pytest.raises(RecordError):
        read.last()
    with pytest.raises(RecordError):
        list(read.seen_by(None))


# -- texts that cannot be read ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is no game; the games are " + GAMES_LISTED),
        (" \n\t ", "'' is no game; the games are " + GAMES_LISTED),
        ("rummy 1", "'rummy' is no game; the games are " + GAMES_LISTED),
        ("HOKM 1", "'HOKM' is no game; the games are " + GAMES_LISTED),
        ("Play AS", "'Play' is no game; the games are " + GAMES_LISTED),
        ("hokm", "the first line must be like 'hokm 1', not 'hokm'"),
        ("hokm\n1", "the first line must be like 'hokm 1', not 'hokm'"),
        ("hokm one", "the first line must be like 'hokm 1', not 'hokm one'"),
        ("hokm -1 kot=2", "the first line must be like 'hokm 1', not 'hokm -1 kot=2'"),
        ("hokm 1.0", "the first line must be like 'hokm 1', not 'hokm 1.0'"),
        ("hokm kot=2 1", "the first line must be like 'hokm 1', not 'hokm kot=2 1'"),
        ("hokm 1 kot=-1", "kot must be a whole number of at least 0, not '-1' (HOKM-9)"),
        ("hokm 1 kot", "kot must be a whole number of at least 0, not '' (HOKM-9)"),
        ("hokm 1 kot=2=3", "kot must be a whole number of at least 0, not '2=3' (HOKM-9)"),
        ("hokm 1 bam=maybe", "bam must be yes, no, not 'maybe' (HOKM-12)"),
        ("hokm 1 hands_to_win=0", "hands_to_win must be a whole number of at least 1, not '0' (HOKM-11)"),
        (
            "hokm 1 partners=drawn first_hakem=2",
            "first_hakem must be highest card where partners are drawn, not 2 (HOKM-1)",
        ),
    ],
)
def test_a_text_that_is_wrong_before_any_action(text: str, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        Record.parse(text)
    assert (refused.value.reason, refused.value.index) == (reason, None)
    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize(("words", "wrong"), [("point=3", "point=3"), ("kot=2 kot=2", "kot=2"), ("=", "="), ("kot =3", "=3")])
def test_options_that_a_game_does_not_have_or_twice(words: str, wrong: str) -> None:
    with pytest.raises(RecordError) as refused:
        Record.parse(f"hokm 1 {words}")
    if wrong == "=3":
        assert str(refused.value).startswith("kot must be")
    else:
        known = ", ".join(one.name for one in attrs.fields(hokm.Config))
        assert str(refused.value) == f"{wrong!r} is no option of hokm, or there twice; the options are {known}"


def test_a_record_of_a_game_that_is_given() -> None:
    own: Any = OWN
    record = Record.begin(own, hokm.Config(first_hakem=1)).then(Bid(3))
    assert str(record) == "own 4 first_hakem=1\nBid 3"
    assert Record.parse(str(record), OWN) == record
    with pytest.raises(RecordError, match="'own' is no game"):
        Record.parse(str(record))
    with pytest.raises(RecordError, match=r"^'hokm' is not own$"):
        Record.parse("hokm 1", OWN)


@given(
    st.integers(0, len(LINES) - 2),
    st.sampled_from(["", "Play", "Play XX", "Deal AS KX", "Stop 1", "1", "#", "Play AS KS", "Draw,"]),
)
def test_an_unreadable_action_is_refused_with_its_number(index: int, line: str) -> None:
    for lines in ([*LINES[: index + 1], line, *LINES[index + 2 :]], [*LINES[: index + 1], line, *LINES[index + 1 :], "rubbish"]):
        assume(index + 1 < len(lines) - 1 or line)
        with pytest.raises(RecordError) as refused:
            Record.parse("\n".join(lines))
        assert refused.value.index == index
        assert isinstance(refused.value.__cause__, ValueError)
        assert refused.value.reason == str(refused.value.__cause__)


PIECES = st.sampled_from(
    ["\n", " ", "=", ",", "-", "AS", "10H", "Deal", "Play ", "Stop\n", "hokm 1", "kot=9", "\u2028", "\x00", "۷", "²", "\ud800"]
)


@st.composite
def broken_texts(draw: st.DrawFn) -> str:
    """The text of a record with a few things cut out, doubled, moved or put in."""
    text = draw(st.sampled_from([TEXT, "\n".join(LINES[:4]), LINES[0]]))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)) | st.integers(0, min(60, len(text))))
        stop = min(len(text), start + draw(st.integers(0, 8) | st.integers(0, len(text))))
        insert = draw(st.sampled_from(["", text[start:stop] * 2]) | PIECES | st.text(max_size=3))
        text = text[:start] + insert + text[stop:]
    return text


def read_and_replayed(text: str) -> tuple[Record[Any, Any], Any] | RecordError:
    try:
        record = Record.parse(text)
        return record, record.last()
    except RecordError as error:
        return error


@given(broken_texts())
@settings(max_examples=20 * settings().max_examples)
def test_a_broken_text_is_read_or_refused_and_nothing_else(text: str) -> None:
    found = read_and_replayed(text)
    if isinstance(found, RecordError):
        assert str(found).endswith(found.reason)
        assert found.index is None or 0 <= found.index < len(text.strip().splitlines()) - 1
    else:
        record, last = found
        assert Record.parse(str(record)) == record
        assert record.last() == last


# -- actions as text ----------------------------------------------------------------------------------------------------

CARD = st.sampled_from(CARDS)
OWN_ACTIONS = st.one_of(
    st.builds(Give, st.frozensets(CARD).map(CardSet)),
    st.builds(Lay, st.lists(CARD, max_size=6).map(Bag), st.sampled_from(Rank)),
    st.builds(Take, st.none() | CARD),
    st.builds(Claim, st.sampled_from(SUITS), st.booleans()),
    st.builds(TurnItOver, CARD, st.integers(0, 9), st.booleans(), st.booleans()),
    st.builds(
        Ask,
        st.sampled_from(SUITS),
        st.none() | st.sampled_from(SUITS),
        st.none() | st.integers(0, 9),
        st.booleans(),
        st.none() | st.integers(0, 3).map(Seat),
    ),
    st.builds(Turn, st.lists(CARD, max_size=6).map(tuple), st.integers(0, 10**18)),
    st.builds(Bid, st.integers(0, 500)),
    st.builds(Pass),
    st.builds(ChooseDealer, st.integers(0, 6).map(Seat)),
)


@given(OWN_ACTIONS)
@many
def test_any_action_reads_back_from_its_text(action: Any) -> None:
    text = action_text(action)
    name, _, rest = text.partition(" ")
    apart = " ".join(re.findall("[A-Z][a-z]*", name)).lower()
    for spelling in (text, text.upper(), text.lower(), f"  {text} ", f"{apart} {rest}"):
        read = read_action(OWN, spelling)
        assert read == action
        assert type(read) is type(action)
    assert [type(value) for value in attrs.astuple(read_action(OWN, text), recurse=False)] == [
        type(value) for value in attrs.astuple(action, recurse=False)
    ]


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Give(CardSet.parse("AS 2C")), "Give 2C AS"),
        (Give(CardSet()), "Give"),
        (Lay(Bag.parse("7H 2C 7H"), Rank.SEVEN), "Lay 2C 7H 7H, seven"),
        (Lay(Bag(), Rank.COLOURED_JOKER), "Lay , coloured joker"),
        (Take(None), "Take"),
        (Take(CARDS[52]), "Take BJ"),
        (Claim(Suit.DIAMONDS, True), "Claim diamonds, alone"),
        (Claim(Suit.CLUBS, False), "Claim clubs"),
        (Turn(parse_cards("AS 2C"), 0), "Turn AS 2C, 0"),
        (Ask(Suit.CLUBS, None, 2, False, None), "Ask clubs, -, 2"),
        (Ask(Suit.CLUBS, None, None, True, None), "Ask clubs, aside"),
        (Ask(Suit.CLUBS, None, None, False, None), "Ask clubs"),
        (Ask(Suit.CLUBS, Suit.HEARTS, None, True, Seat(0)), "Ask clubs, hearts, -, 0, aside"),
        (Bid(120), "Bid 120"),
        (Pass(), "Pass"),
        (ChooseDealer(Seat(0)), "ChooseDealer 0"),
    ],
)
def test_actions_in_words(action: Any, text: str) -> None:
    assert action_text(action) == text
    assert read_action(OWN, text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("play as", Play(CARDS[51])),
        ("AS", Play(CARDS[51])),
        (" 10♥ ", Play(CARDS[34])),
        ("10 ♥", Play(CARDS[34])),
        ("تک پیک", Play(CARDS[51])),
        ("PLAY تک پیک", Play(CARDS[51])),
        ("nametrump H", NameTrump(Suit.HEARTS)),
        ("NameTrump دل", NameTrump(Suit.HEARTS)),
        ("NameTrump ♥", NameTrump(Suit.HEARTS)),
        ("NameTrump HEARTS", NameTrump(Suit.HEARTS)),
        ("draw AS 2C", hokm.Draw(parse_cards("AS 2C"))),
        ("Deal", Deal(())),
        ("goon", hokm.GoOn()),
        ("Stop", hokm.Stop()),
        ("askredeal ", hokm.AskRedeal()),
    ],
)
def test_spellings_of_actions(text: str, action: Any) -> None:
    assert read_action(hokm.GAME, text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("lay 7H, 7", Lay(Bag.parse("7H"), Rank.SEVEN)),
        ("lay 7H, A", Lay(Bag.parse("7H"), Rank.ACE)),
        ("lay 7H, شاه", Lay(Bag.parse("7H"), Rank.KING)),
        ("lay 7H , QUEEN", Lay(Bag.parse("7H"), Rank.QUEEN)),
        ("claim s,ALONE", Claim(Suit.SPADES, True)),
        ("take -", Take(None)),
        ("ask s, -, 3", Ask(Suit.SPADES, None, 3, False, None)),
        ("ask s, aside, hearts", Ask(Suit.SPADES, Suit.HEARTS, None, True, None)),
        ("give as, 2c", Give(CardSet.parse("2C AS"))),
        ("choose dealer 3", ChooseDealer(Seat(3))),
        ("turn it over 7H, 2, face up", TurnItOver(CARDS[31], 2, False, True)),
        ("TurnItOver 7H, face up, at once, 2", TurnItOver(CARDS[31], 2, True, True)),
        ("bid ۱۲۰", Bid(120)),
    ],
)
def test_spellings_of_what_actions_hold(text: str, action: Any) -> None:
    assert read_action(OWN, text) == action


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is no action of hokm; its actions are Draw, Deal, NameTrump, AskRedeal, Play, GoOn, Stop, and cards like AS, 10H"),
        ("Bid 3", "'Bid 3' is no action of hokm"),
        ("AS KS", "'AS KS' is no action of hokm"),
        ("NameTrump", "'' is not a suit; suits are clubs, diamonds, hearts, spades"),
        ("NameTrump red", "'red' is not a suit"),
        ("Play", "'' is 0 cards; one card is wanted"),
        ("Play 1S", "'1S' is not a card"),
        ("Play AS, KS", "'AS, KS' is 2 cards; one card is wanted"),
        ("Stop now", "'Stop now' is not written like 'Stop'"),
        ("Deal AS KX", "'KX' is not a card"),
    ],
)
def test_texts_that_are_no_action_of_hokm(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"not|no action|wanted") as refused:
        read_action(hokm.GAME, text)
    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AS", "'AS' is no action of own; its actions are Give, Lay, Take, Claim, Turn, TurnItOver, Ask, Bid, Pass, ChooseDealer"),
        ("Give AS AS", "AS comes twice in 'AS AS'"),
        ("Lay 7H", "'Lay 7H' is not written like 'Lay cards, rank'"),
        ("Lay", "'Lay' is not written like 'Lay cards, rank'"),
        (
            "Lay 7H, 1",
            "'1' is not a rank; ranks are two, three, four, five, six, seven, eight, nine, ten, jack, queen, king, ace, black",
        ),
        ("Ask", "'Ask' is not written like 'Ask suit, [other], [times], [aside], [seat]'"),
        (
            "Ask clubs, hearts, 1, 2, 3",
            "'Ask clubs, hearts, 1, 2, 3' is not written like 'Ask suit, [other], [times], [aside], [seat]'",
        ),
        ("Take AS KS", "'AS KS' is 2 cards"),
        ("Claim hearts, perhaps", "'hearts, perhaps' is not a suit"),
        ("Claim hearts, alone, alone", "'Claim hearts, alone, alone' is not written like 'Claim suit, [alone]'"),
        ("Claim hearts, ", "'hearts, ' is not a suit"),
        ("Bid", "'' is not a whole number"),
        ("Bid --3", "'--3' is not a whole number"),
        ("Bid 3.5", "'3.5' is not a whole number"),
        ("Bid ²", "'²' is not a whole number"),
        ("Bid " + "9" * 10**4, "'9999"),
    ],
)
def test_texts_that_are_no_action_of_a_game_of_ones_own(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"not|no action|twice|cards") as refused:
        read_action(OWN, text)
    assert str(refused.value).startswith(reason)
    assert len(str(refused.value)) < 300


@attrs.frozen
class Shown:
    move: Play
    cards: CardSet


def test_an_event_that_tells_of_an_action_is_text_too() -> None:
    assert action_text(Shown(Play(CARDS[0]), CardSet(CARDS[1:3]))) == "Shown Play 2C, 3C 4C"


def test_a_card_alone_plays_it_only_where_cards_are_played() -> None:
    with pytest.raises(ValueError, match="'AS' is no action of none; its actions are Pass"):
        read_action(NO_PLAY, "AS")


@pytest.mark.parametrize("name", GAMES)
def test_the_name_of_an_action_may_be_written_in_words(name: str) -> None:
    game = GAMES[name]
    for action in {step.action for step in play(game, bounded(game, 2), Choices(1))}:
        named, _, rest = action_text(action).partition(" ")
        words = re.findall("[A-Z][a-z]*", named)
        assert "".join(words) == named
        assert read_action(game, f"{' '.join(words).lower()} {rest}") == action


@pytest.mark.parametrize("amount", [-1, 0, 10**300, -(10**300)])
def test_a_number_that_no_table_would_bid_is_read_back_all_the_same(amount: int) -> None:
    """Whether it is legal is for replay to say; JSON holds numbers as long."""
    record = Record.begin(oh_hell.GAME, oh_hell.Config()).then(Bid(amount))
    assert Record.parse(str(record)) == record
