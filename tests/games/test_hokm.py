"""The clauses of Hokm, each at the table: real cards, played through the public functions alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from math import factorial, perm
from random import Random
from typing import Any

import attrs
import pytest

from persian_cards import codec
from persian_cards.actions import CHANCE
from persian_cards.cards import BLACK_JOKER, PACK, RANKS, SUITS, Card, CardSet, Rank, Suit, parse_cards
from persian_cards.errors import ConfigError, IllegalAction
from persian_cards.game import Outcome, Rotation
from persian_cards.games import hokm
from persian_cards.games.hokm import (
    GAME,
    Action,
    AskRedeal,
    AwaitDeal,
    ChooseTrump,
    Config,
    Deal,
    Dealt,
    DecideBam,
    Draw,
    DrawLots,
    FirstHakem,
    GoOn,
    Kot,
    Lot,
    MatchOver,
    NameTrump,
    Partners,
    Phase,
    Play,
    RedealAsked,
    Row,
    State,
    Stop,
    TrickPlay,
    TrumpNamed,
)
from persian_cards.options import options
from persian_cards.record import Record
from persian_cards.table import Seat, Team
from tests.games import table_helpers

SEATS = (0, 1, 2, 3)
EVERYBODY = (0, 1, 2, 3, None)
DRAWN = Config(partners=Partners.DRAWN)
FIRST_ACE = Config(first_hakem=FirstHakem.FIRST_ACE)
HAKEM_0 = Config(first_hakem=0)

# -- helpers ------------------------------------------------------------------------------------------------------------


def do(state: State, *actions: Action) -> State:
    for action in actions:
        state = hokm.apply(state, action)
    return state


def draw(config: Config, *draws: str) -> State:
    """A match from its beginning after these draws."""
    return do(hokm.initial_state(config), *(Draw(parse_cards(cards)) for cards in draws))


def deal(state: State, hands: Mapping[int, str]) -> State:
    return do(state, hokm.deal_for(state, hands))


def play(state: State, tricks: str, order: tuple[int, ...] = SEATS) -> State:
    return table_helpers.play(GAME, state, tricks, order)


def refused(state: State, action: object) -> IllegalAction:
    return table_helpers.refused(GAME, state, action)


def legal(state: State) -> set[Action]:
    return set(hokm.legal_actions(state))


def plays(cards: str) -> set[Action]:
    return {Play(card) for card in parse_cards(cards)}


def hakem_of(state: State) -> int:
    assert state.standing.hakem is not None
    return state.standing.hakem


def suits(letters: str) -> frozenset[Suit]:
    return frozenset(map(Suit, letters))


def order_from(hakem: int) -> tuple[int, ...]:
    return tuple((hakem + turn) % 4 for turn in SEATS)


def row(
    hakem: int,
    trump: Suit,
    tricks: tuple[int, int],
    winner: int,
    *,
    kot: Kot | None = None,
    bam: bool = False,
    points: int = 1,
    hands: tuple[int, int],
    rounds: tuple[int, int] = (0, 0),
) -> Row:
    return Row(Seat(hakem), trump, tricks, Team(winner), kot, bam, points, hands, rounds)


def result(state: State) -> Outcome:
    end = hokm.outcome(state)
    assert end is not None
    return end


@attrs.frozen
class Hand:
    """A hand to be played: each player's cards by turn from the hakem on (his first five first), trump, and the tricks."""

    cards: tuple[str, str, str, str]
    trump: Suit
    tricks: str


def tricks_of(state: State, one: Hand, order: tuple[int, ...] | None = None, count: int | None = None) -> State:
    """The state after the deal, trump and the tricks of a hand, or the first `count` of them."""
    order = order or order_from(hakem_of(state))
    state = do(deal(state, dict(zip(order, one.cards, strict=True))), NameTrump(one.trump))
    return play(state, "\n".join(one.tricks.strip().splitlines()[:count]), order)


def hand(state: State, one: Hand, bam: str | None = None, order: tuple[int, ...] | None = None) -> State:
    """The state after a whole hand; if it asks about a bam, the team plays on with these tricks, or stops."""
    order = order or order_from(hakem_of(state))
    state = tricks_of(state, one, order)
    if isinstance(state, DecideBam):
        state = do(state, Stop()) if bam is None else play(do(state, GoOn()), bam, order)
    return state


def score(state: State, *teams: int) -> State:
    """The state after hands that these teams have won with seven tricks to one, partners sitting as agreed."""
    for team in teams:
        state = hand(state, WON_7_1 if hakem_of(state) % 2 == team else LOST_1_7)
    return state


# -- hands, trick by trick ----------------------------------------------------------------------------------------------

STRONG = (
    "AS KS QS JS 9S  AH 2H AD KD 3D AC 3C 2C",
    "10S 8S 7S 10H 9H  8H 4H 10D 9D 8D JC 10C 9C",
    "5S 4S KH QH JH  5H QD JD 4D KC QC 5C 4C",
    "6S 3S 2S 7H 6H  3H 7D 6D 5D 2D 8C 7C 6C",
)
KOT = Hand(
    STRONG,
    Suit.SPADES,
    """
    0: AS 7S 4S 2S
    0: KS 8S 5S 3S
    0: QS 10S 4D 6S
    0: AH 4H 5H 3H
    0: AD 8D JD 2D
    0: KD 9D QD 5D
    0: 2H 8H KH 6H
    """,
)
KOT_AND_BAM = """
    2: QH 7H 3D 9H
    2: JH 6D 2C 10H
    2: KC 6C 3C 9C
    2: 4C 7C AC 10C
    0: JS 10D 5C 7D
    0: 9S JC QC 8C
"""
KOT_BUT_8TH_LOST = "2: 4C 6C 2C 9C"
KOT_BUT_9TH_LOST = """
    2: QH 7H 3D 9H
    2: 5C 8C 2C JC
"""
KOT_BUT_13TH_LOST = """
    2: QH 7H 3D 9H
    2: JH 6D 2C 10H
    2: KC 6C AC 9C
    0: JS 10D QC 7D
    0: 9S 10C 5C 7C
    0: 3C JC 4C 8C
"""
WON_7_1 = Hand(
    STRONG,
    Suit.SPADES,
    """
    0: 3C 9C 4C 8C
    1: 8D 4D 2D AD
    0: AS 7S 4S 2S
    0: KS 8S 5S 3S
    0: QS 10S 5C 6S
    0: AH 4H 5H 3H
    0: KD 9D JD 5D
    0: AC 10C QC 6C
    """,
)

WEAK = (
    "6H 5H 4H 3H 2H  4S 3S 2S 4D 3D 2D 3C 2C",
    "AH KH QH JH 10H  AS KS AD KD 5D AC KC 5C",
    "8H 7H 10S 7S 6S  5S 10D 9D 7D JC 9C 8C 4C",
    "9H QS JS 9S 8S  QD JD 8D 6D QC 10C 7C 6C",
)
HAKEM_KOT = Hand(
    WEAK,
    Suit.HEARTS,
    """
    0: 2S AS 5S 8S
    1: AH 7H 9H 2H
    1: KH 8H 6C 3H
    1: QH 6S 6D 4H
    1: JH 4C 9S 5H
    1: 10H 8C 7C 6H
    1: 5D 7D JD 2D
    """,
)
HAKEM_KOT_AND_BAM = """
    3: 8D 3D KD 9D
    1: AD 10D QD 4D
    1: AC 9C 10C 2C
    1: KC JC QC 3C
    1: KS 7S JS 3S
    1: 5C 10S QS 4S
"""
HAKEM_KOT_BUT_8TH_LOST = "3: 10C 2C 5C JC"
LOST_1_7 = Hand(
    WEAK,
    Suit.HEARTS,
    """
    0: 2C 5C JC 6C
    2: 5S 8S 2S AS
    1: AH 7H 9H 2H
    1: KH 8H 7C 3H
    1: QH 6S 6D 4H
    1: JH 4C 9S 5H
    1: 10H 8C 8D 6H
    1: AD 7D JD 2D
    """,
)

WON_7_5 = Hand(
    (
        "AS 5H 2H 4D 8C  QS 10S 9S 7S KH 3H AD AC",
        "KD JD 10D JC 6C  6S 4S AH 3D 2D KC 4C 2C",
        "3S QH 10H 7H 7D  5S 2S 9H 8D 5D QC 10C 3C",
        "8S 6H 9D 6D 9C  KS JS JH 8H 4H QD 7C 5C",
    ),
    Suit.HEARTS,
    """
    0: AS 4S 2S 8S
    0: AD 2D 5D 6D
    0: 4D 10D 7D 9D
    1: KD 8D QD 2H
    0: AC 2C 3C 5C
    0: QS 6S 3S KS
    3: 7C 8C JC QC
    2: 10C 9C 7S KC
    1: 3D 7H 8H KH
    0: 10S AH 5S JS
    1: 4C 9H JH 9S
    3: 4H 5H 6C 10H
    """,
)
WON_7_6 = Hand(
    (
        "3S 7H 4H 5D QC  QH 5H 3H KD JD 2D 7C 4C",
        "KS 9H 8D 3D KC  AS JS 10S KH 8H QD 7D 9C",
        "8S 7S AH 6H 10C  2S JH 10H 6D 8C 6C 5C 3C",
        "QS 6S 10D AC 2C  9S 5S 4S 2H AD 9D 4D JC",
    ),
    Suit.HEARTS,
    """
    0: KD 3D 6D AD
    3: AC 4C 9C 3C
    3: QS 3S 10S 2S
    3: JC QC KC 5C
    1: 7D 6H 4D 2D
    2: 10C 2C 7C 8H
    1: 8D 10H 9D 5D
    2: 8S 9S 3H JS
    0: JD QD JH 10D
    2: 6C 2H 4H 9H
    1: AS 7S 4S 5H
    0: 7H KH AH 5S
    2: 8C 6S QH KS
    """,
)
LOST_5_7 = Hand(
    (
        "8S 6S 9H 4H AC  9S 5S 2S 7D 6D 2D KC 10C",
        "QS 4S QH 7C 3C  KH 6H 3H JD 10D 8D 4D QC",
        "JH 9D 3D 6C 2C  KS AH 8H 7H AD QD 5D 5C",
        "AS 7S 10H 5H 9C  JS 10S 3S 2H KD JC 8C 4C",
    ),
    Suit.SPADES,
    """
    0: 2D 4D 5D KD
    3: JC KC 3C 2C
    0: AC 7C 5C 4C
    0: 4H 6H 7H 10H
    3: 9C 10C QC 6C
    1: KH AH 2H 9H
    2: AD 3S 6D 8D
    3: 5H 2S 3H 8H
    0: 7D 10D QD 7S
    3: 8C 5S QS KS
    2: JH 10S 6S QH
    3: AS 8S 4S 3D
    """,
)

# -- the options --------------------------------------------------------------------------------------------------------


def test_defaults_are_those_of_the_rulebook() -> None:
    """HOKM-1, HOKM-3, HOKM-6, HOKM-9, HOKM-11, HOKM-12, HOKM-13, GEN-9: the options, their clauses and their defaults."""
    assert [(option.name, option.clause, option.default) for option in options(Config)] == [
        ("partners", "HOKM-1", Partners.AGREED),
        ("first_hakem", "HOKM-3", FirstHakem.HIGHEST_CARD),
        ("ten_low_redeals", "HOKM-6", 0),
        ("kot", "HOKM-9", 2),
        ("hakem_kot", "HOKM-9", 3),
        ("hands_to_win", "HOKM-11", 7),
        ("rounds_to_win", "HOKM-11", 1),
        ("bam", "HOKM-12", True),
        ("kot_at_six", "HOKM-13", False),
        ("max_hands", "GEN-9", None),
    ]
    assert hokm.initial_state() == hokm.initial_state(Config())


@pytest.mark.parametrize(
    ("field", "clause", "values"),
    [
        ("partners", "HOKM-1", ["drawn", None, True, 0, FirstHakem.HIGHEST_CARD]),
        ("first_hakem", "HOKM-3", [-1, 4, True, False, None, 1.0, "first ace", Partners.DRAWN]),
        ("ten_low_redeals", "HOKM-6", [-1, True, None, 1.0, "1"]),
        ("kot", "HOKM-9", [-1, True, None, 2.0, "2"]),
        ("hakem_kot", "HOKM-9", [-1, False, None, 3.0, "3"]),
        ("hands_to_win", "HOKM-11", [0, -7, True, None, 7.0, "7"]),
        ("rounds_to_win", "HOKM-11", [0, -1, True, None, 1.0, "1"]),
        ("bam", "HOKM-12", [0, 1, None, "yes"]),
        ("kot_at_six", "HOKM-13", [0, 1, None, "no"]),
        ("max_hands", "GEN-9", [0, -1, True, False, 5.0, "5"]),
    ],
)
def test_a_value_that_no_table_could_play_is_refused(field: str, clause: str, values: list[object]) -> None:
    """GEN-6: refused when the config is built, naming the field, the value and what is allowed; a bool is no number."""
    allowed = {option.name: option.allowed for option in options(Config)}[field]
    for value in values:
        options_given: dict[str, Any] = {field: value}
        with pytest.raises(ConfigError) as caught:
            Config(**options_given)
        error = caught.value
        assert (error.field, error.value, error.allowed, error.clause) == (field, value, allowed, clause)
        assert str(error) == f"{field} must be {allowed}, not {value!r} ({clause})"


@pytest.mark.parametrize(
    ("field", "allowed"),
    [
        ("partners", "one of agreed, drawn"),
        ("first_hakem", "one of highest card, first ace or a whole number from 0 to 3"),
        ("kot", "a whole number of at least 0"),
        ("hands_to_win", "a whole number of at least 1"),
        ("bam", "True or False"),
        ("max_hands", "a whole number of at least 1 or None"),
    ],
)
def test_what_is_allowed_is_told_in_words(field: str, allowed: str) -> None:
    """GEN-6: what an option may be, as its refusal tells it."""
    assert {option.name: option.allowed for option in options(Config)}[field] == allowed


def test_the_least_values_can_be_played() -> None:
    """GEN-6: values and penalties from 0, targets, limits and max_hands from 1."""
    config = Config(first_hakem=0, ten_low_redeals=0, kot=0, hakem_kot=0, hands_to_win=1, rounds_to_win=1, max_hands=1)
    assert isinstance(hand(hokm.initial_state(config), WON_7_1), MatchOver)


def test_options_are_named() -> None:
    """GEN-6: options are given by name alone, so that none is taken for another."""
    with pytest.raises(TypeError):
        Config(Partners.AGREED)  # type: ignore[call-arg]


@pytest.mark.parametrize("first_hakem", [FirstHakem.FIRST_ACE, 0, 1, 2, 3])
def test_drawn_partners_need_the_highest_card(first_hakem: FirstHakem | int) -> None:
    """HOKM-1, GEN-6: partners are drawn in the draw for first hakem, and in no other way."""
    with pytest.raises(ConfigError) as caught:
        Config(partners=Partners.DRAWN, first_hakem=first_hakem)
    assert (caught.value.field, caught.value.value, caught.value.clause) == ("first_hakem", first_hakem, "HOKM-1")
    assert "highest card where partners are drawn" in str(caught.value)
    assert Config(partners=Partners.DRAWN, first_hakem=FirstHakem.HIGHEST_CARD) == DRAWN


def test_kot_at_six_needs_two_hands_or_more() -> None:
    """HOKM-13, GEN-6: one hand short of a round, a team must stand at one or more."""
    with pytest.raises(ConfigError) as caught:
        Config(kot_at_six=True, hands_to_win=1)
    assert (caught.value.field, caught.value.value, caught.value.clause) == ("hands_to_win", 1, "HOKM-13")
    assert "at least 2 with kot_at_six" in str(caught.value)
    assert Config(kot_at_six=True, hands_to_win=2).hands_to_win == 2
    assert Config(kot_at_six=False, hands_to_win=1).hands_to_win == 1


# -- the table ----------------------------------------------------------------------------------------------------------


def test_four_players_to_the_right_partners_opposite() -> None:
    """HOKM-1, GEN-1, GEN-2: seats 0 to 3 in order of play, counter-clockwise; teams 0 and 2, 1 and 3."""
    state = hokm.initial_state()
    assert (GAME.seats(Config()), GAME.rotation) == (4, Rotation.RIGHT)
    assert state.standing.lineup.order == (0, 1, 2, 3)
    assert hokm.sides(state) == ((0, 2), (1, 3))


def test_what_can_happen() -> None:
    """HOKM-4: the cut is part of the shuffle: there is no action for it."""
    assert {kind.__name__ for kind in GAME.actions} == {"Draw", "Deal", "NameTrump", "AskRedeal", "Play", "GoOn", "Stop"}


# -- partners drawn -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "hakem", "order", "sides"),
    [
        ("AS KH 3C 2D", 0, (0, 2, 1, 3), ((0, 1), (2, 3))),  # 1 takes the place of 2
        ("AS 3C KH 2D", 0, (0, 1, 2, 3), ((0, 2), (1, 3))),  # 2 sits there already
        ("AS 3C 2D KH", 0, (0, 1, 3, 2), ((0, 3), (1, 2))),
        ("KH AS 3C 2D", 1, (3, 1, 2, 0), ((0, 1), (2, 3))),  # player 0 is moved
        ("3C AS KH 2D", 1, (0, 1, 3, 2), ((0, 3), (1, 2))),
        ("3C AS 2D KH", 1, (0, 1, 2, 3), ((0, 2), (1, 3))),
        ("KH 3C AS 2D", 2, (0, 1, 2, 3), ((0, 2), (1, 3))),
        ("3C KH AS 2D", 2, (1, 0, 2, 3), ((0, 3), (1, 2))),  # player 0 is moved, and is not of the hakem's team
        ("3C 2D AS KH", 2, (3, 1, 2, 0), ((0, 1), (2, 3))),
        ("KH 3C 2D AS", 3, (1, 0, 2, 3), ((0, 3), (1, 2))),
        ("3C KH 2D AS", 3, (0, 1, 2, 3), ((0, 2), (1, 3))),
        ("3C 2D KH AS", 3, (0, 2, 1, 3), ((0, 1), (2, 3))),
    ],
)
def test_the_second_highest_becomes_the_hakems_partner(
    cards: str, hakem: int, order: tuple[int, ...], sides: tuple[tuple[int, ...], ...]
) -> None:
    """HOKM-1: he changes places with whoever sits opposite the hakem, and only those two; team 0 is the team of player 0."""
    state = draw(DRAWN, cards)
    assert isinstance(state, AwaitDeal)
    assert state.hakem == hakem
    assert state.standing.lineup.order == order
    assert hokm.sides(state) == sides
    for seat in EVERYBODY:
        assert hokm.view(state, seat).standing.lineup.order == order


def test_agreed_partners_stay_where_they_sit() -> None:
    """HOKM-1: with agreed partners the second-highest card moves nobody."""
    state = draw(Config(), "AS KH 3C 2D")
    assert state.standing.lineup.order == (0, 1, 2, 3)
    assert hokm.sides(state) == ((0, 2), (1, 3))


def test_play_in_the_drawn_order() -> None:
    """HOKM-1, HOKM-4, HOKM-5, HOKM-7, HOKM-10: with the order 3 1 2 0 all goes round by it, and teams are 0 1 and 2 3.

    The hakem is 2: 0 comes after him, then 3, then 1, who deals.
    """
    state = draw(DRAWN, "3C 2D AS KH")
    assert state.standing.lineup.order == (3, 1, 2, 0)
    assert (state.standing.hakem, state.standing.dealer) == (2, 1)
    state = do(state, Deal(PACK))
    assert [state.hand(seat) for seat in (2, 0, 3, 1)] == [CardSet(PACK[at : at + 5]) for at in (0, 5, 10, 15)]

    state = hand(draw(DRAWN, "3C 2D AS KH"), LOST_5_7, order=(2, 0, 3, 1))
    assert state.standing.sheet == (row(2, Suit.SPADES, (7, 5), 0, hands=(1, 0)),)
    assert (state.standing.hakem, state.standing.dealer) == (0, 2)  # after 2 comes 0, of the winning team

    state = hand(state, KOT, order=(0, 3, 1, 2))
    assert state.standing.sheet[1:] == (row(0, Suit.SPADES, (7, 0), 0, kot=Kot.KOT, points=2, hands=(3, 0)),)
    assert (state.standing.hakem, state.standing.dealer) == (0, 2)


def test_drawn_partners_score_together_by_player_number() -> None:
    """HOKM-1, GEN-2, GEN-8: scores, places and winners are by player number, whoever has moved."""
    config = attrs.evolve(DRAWN, max_hands=1)
    lost = hand(draw(config, "3C 2D AS KH"), LOST_5_7, order=(2, 0, 3, 1))
    assert result(lost) == Outcome((1, 1, 0, 0), (1, 1, 3, 3), (Seat(0), Seat(1)))
    won = hand(draw(config, "3C KH AS 2D"), WON_7_5, order=(2, 3, 1, 0))
    assert result(won) == Outcome((0, 1, 1, 0), (3, 1, 1, 3), (Seat(1), Seat(2)))


def test_tricks_of_moved_players_in_views() -> None:
    """HOKM-1: views tell who played which card in the drawn order, here 1 2 0 3."""
    state = draw(DRAWN, "KH AS 3C 2D")  # 3 1 2 0
    hands = {1: "AC KC QC JC 10C", 2: "2C 3C 4C 5C 6C", 0: "7C 8C 9C 2H 3H"}
    state = do(deal(state, hands), NameTrump(Suit.SPADES), *(Play(card) for card in parse_cards("AC 2C 7C")))
    view = hokm.view(state, None)
    assert view.trick == tuple(zip((1, 2, 0), parse_cards("AC 2C 7C"), strict=True))
    assert (state.actor, view.counts) == (3, (12, 12, 12, 13))
    state = do(state, Play(next(iter(state.hand(3)))))
    (trick,) = hokm.view(state, None).tricks
    assert (trick.leader, trick.winner, state.actor) == (1, 1, 1)
    assert (hokm.view(state, None).won, hokm.sides(state)) == ((1, 0), ((0, 1), (2, 3)))
    assert hokm.view(state, None).voids == (frozenset(), frozenset(), frozenset(), frozenset({Suit.CLUBS}))


# -- drawing lots -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "hakem"),
    [
        ("AC KS QS JS", 0),
        ("KS AC QS JS", 1),
        ("10S 9S JC 2S", 2),
        ("2S 3H 4D 5C", 3),
        ("KC 3S 3D 3H", 0),  # a tie below the first place
    ],
)
def test_the_highest_card_is_hakem(cards: str, hakem: int) -> None:
    """HOKM-2, GEN-3: every player draws one card, in the order of the seats; the highest rank is hakem, A high."""
    state = hokm.initial_state()
    assert isinstance(state, DrawLots)
    assert state.actor is CHANCE
    assert hokm.legal_actions(state).size == 52 * 51 * 50 * 49
    after = draw(Config(), cards)
    assert isinstance(after, AwaitDeal)
    assert after.hakem == hakem


@pytest.mark.parametrize(
    ("cards", "tied"),
    [("AS AC KD QD", (0, 1)), ("2C KS 3D KD", (1, 3)), ("9S 2C 9C 9D", (0, 2, 3)), ("9S 9H 9C 9D", (0, 1, 2, 3))],
)
def test_players_tied_for_hakem_draw_again(cards: str, tied: tuple[int, ...]) -> None:
    """HOKM-2: suits are equal; the tied draw again, they alone, from the cards not yet drawn."""
    state = draw(Config(), cards)
    assert isinstance(state, DrawLots)
    assert state.lots == (Lot((Seat(0), Seat(1), Seat(2), Seat(3)), parse_cards(cards)),)
    assert hokm.legal_actions(state).size == perm(48, len(tied))
    cards_again = parse_cards("6S 7S 8S JS")[: len(tied)]
    after = do(state, Draw(cards_again))
    assert isinstance(after, AwaitDeal)
    assert after.hakem == tied[-1]  # the highest of the new cards


def test_new_cards_order_the_tied_among_themselves() -> None:
    """HOKM-2: 1 and 3 are tied above the king of 0 and the queen of 2; a three then beats a two, and the king stays third."""
    state = draw(Config(), "KS AC QS AD", "2C 3C")
    assert isinstance(state, AwaitDeal)
    assert state.hakem == 3
    drawn = draw(DRAWN, "KS AC QS AD", "2C 3C")
    assert isinstance(drawn, AwaitDeal)
    assert (drawn.hakem, hokm.sides(drawn)) == (3, ((0, 2), (1, 3)))


def test_tied_again() -> None:
    """HOKM-2: who ties again draws again, and only he; what was drawn is out."""
    state = draw(Config(), "AS AC AD KS", "5S 9S 9C")
    assert isinstance(state, DrawLots)
    assert hokm.legal_actions(state).size == 45 * 44
    assert state.lots[1] == Lot((Seat(0), Seat(1), Seat(2)), parse_cards("5S 9S 9C"))
    state = do(state, Draw(parse_cards("8S 8C")))
    assert hokm.legal_actions(state).size == 43 * 42
    state = do(state, Draw(parse_cards("7S 6S")))
    assert isinstance(state, AwaitDeal)
    assert state.hakem == 1


def test_with_agreed_partners_only_the_first_place_matters() -> None:
    """HOKM-2: of a group of four, a first and three tied after him: nothing is undecided."""
    for cards in ("AS KS KC KD", "2S KC KD AH", "3C 3D AH 2S"):
        assert isinstance(draw(Config(), cards), AwaitDeal)


@pytest.mark.parametrize(
    ("draws", "group"),
    [
        (["AS KS KC QD"], (1, 2)),  # for the second place
        (["AS KS KC KD"], (1, 2, 3)),
        (["QD AS 2C AC"], (1, 3)),  # for the first and the second
        (["AS KC KD AC"], (0, 3)),  # two pairs: only the first holds places that matter
        (["AS AC AD 2C"], (0, 1, 2)),
        (["AS AC AD 2C", "KS KC QS"], (0, 1)),
        (["AS AC AD 2C", "QS KC QC"], (0, 2)),  # 1 is hakem; his partner is open
        (["AS AC AD 2C", "QS QC QH"], (0, 1, 2)),
        (["5S 5C 5D 5H", "AS KC KS 2C"], (1, 2)),
    ],
)
def test_with_drawn_partners_the_first_two_places_matter(draws: list[str], group: tuple[int, ...]) -> None:
    """HOKM-1, HOKM-2: a group draws while it holds the first or the second place undecided."""
    state = draw(DRAWN, *draws)
    assert isinstance(state, DrawLots)
    undrawn = 52 - sum(len(parse_cards(cards)) for cards in draws)
    assert hokm.legal_actions(state).size == perm(undrawn, len(group))
    again = parse_cards("10S 10H 10C")[: len(group)]
    tied = do(state, Draw(again))
    assert isinstance(tied, DrawLots)
    assert tied.lots[-1] == Lot(tuple(map(Seat, group)), again)
    assert isinstance(do(state, Draw(parse_cards("10S 9S 8S")[: len(group)])), AwaitDeal)


@pytest.mark.parametrize(
    ("draws", "hakem", "sides"),
    [
        (["AS KS QC QD"], 0, ((0, 1), (2, 3))),  # a tie for the third place
        (["AS QC KS QD"], 0, ((0, 2), (1, 3))),
        (["AS KS KC QD", "2S 3S"], 0, ((0, 2), (1, 3))),  # 2 beats 1 for the second place
        (["AS KS KC QD", "3S 2S"], 0, ((0, 1), (2, 3))),
        (["QD AS 2C AC", "2S 3S"], 3, ((0, 2), (1, 3))),
        (["AS KC KD AC", "2S 3S"], 3, ((0, 3), (1, 2))),  # 3 before 0, and nobody asks 1 and 2
        (["AS AC AD 2C", "KS KC QS", "2S 3S"], 1, ((0, 1), (2, 3))),
        (["AS AC AD 2C", "QS KC QC", "2S 3S"], 1, ((0, 3), (1, 2))),
        (["AS AC AD 2C", "QS KC JC"], 1, ((0, 1), (2, 3))),
        (["5S 5C 5D 5H", "AS KC QC QS"], 0, ((0, 1), (2, 3))),
    ],
)
def test_drawn_partners_after_ties(draws: list[str], hakem: int, sides: tuple[tuple[int, ...], ...]) -> None:
    """HOKM-1, HOKM-2: each draw orders its group; the best is hakem, the second his partner, a third place decides nothing."""
    state = draw(DRAWN, *draws)
    assert isinstance(state, AwaitDeal)
    assert (state.hakem, hokm.sides(state)) == (hakem, sides)


def test_draws_are_settled_before_anybody_moves() -> None:
    """HOKM-1, HOKM-2: the draws are by player number and nobody moves while they last; all see them."""
    state = draw(DRAWN, "3C 2D AS AC")
    assert state.standing.lineup.order == (0, 1, 2, 3)
    assert state.standing.hakem is None
    for seat in EVERYBODY:
        view = hokm.view(state, seat)
        assert view.lots == (Lot((Seat(0), Seat(1), Seat(2), Seat(3)), parse_cards("3C 2D AS AC")),)
        assert (view.phase, view.actor, view.legal.size, view.hand) == (Phase.DRAW_LOTS, CHANCE, 0, CardSet())
        assert hokm.seen(state, Draw(parse_cards("KS QS")), seat) == Draw(parse_cards("KS QS"))
    assert hokm.places(state)["lots"] == parse_cards("3C 2D AS AC")
    assert len(hokm.places(state)["pack"]) == 48
    after = draw(DRAWN, "3C 2D AS AC", "QS KS")
    assert hokm.view(after, 0).lots == ()
    assert (after.standing.hakem, after.standing.lineup.order) == (3, (0, 2, 1, 3))


FOUR_OF_EACH = [" ".join(f"{rank.value}{suit.value}" for suit in SUITS) for rank in RANKS]


def test_draws_use_up_the_last_cards_before_they_are_gathered() -> None:
    """HOKM-2: four cards left for four players are not too few, nor are two for two."""
    four = draw(Config(), *FOUR_OF_EACH[:12])
    assert hokm.legal_actions(four).size == 24
    assert Draw(parse_cards("AS AH AD AC")) in hokm.legal_actions(four)
    pairs = [pair for rank in RANKS[1:12] for pair in (f"{rank.value}C {rank.value}D", f"{rank.value}H {rank.value}S")]
    two = draw(Config(), "AC AD 2C 2D", *pairs, "2H 2S")
    assert legal(two) == {Draw(parse_cards("AH AS")), Draw(parse_cards("AS AH"))}
    assert hokm.legal_actions(do(two, Draw(parse_cards("AH AS")))).size == 52 * 51


def test_all_cards_are_gathered_when_none_is_left() -> None:
    """HOKM-2: after thirteen draws of four like cards the four draw from the whole pack, and it counts again from there."""
    state = draw(Config(), *FOUR_OF_EACH)
    assert isinstance(state, DrawLots)
    assert hokm.legal_actions(state).size == 52 * 51 * 50 * 49
    assert (hokm.places(state)["pack"], len(hokm.places(state)["lots"])) == ((), 52)
    state = do(state, Draw(parse_cards("7S 7H 7D 2C")))
    assert hokm.legal_actions(state).size == 48 * 47 * 46
    assert hokm.places(state)["lots"] == parse_cards("7S 7H 7D 2C")
    assert refused(state, Draw(parse_cards("7C 2C 8C"))).violation.clause == "HOKM-2"
    state = do(state, Draw(parse_cards("7C 8C 9C")))
    assert isinstance(state, AwaitDeal)
    assert state.hakem == 2


def test_all_cards_are_gathered_when_one_is_left_for_three() -> None:
    """HOKM-2: one card left and three players: they draw from all 52, the one left among them."""
    state = draw(Config(), *FOUR_OF_EACH[:10], FOUR_OF_EACH[12], "KC KD KH QS")
    assert hokm.legal_actions(state).size == 4 * 3 * 2
    state = do(state, Draw(parse_cards("QC QD QH")))
    assert hokm.legal_actions(state).size == 52 * 51 * 50
    state = do(state, Draw(parse_cards("KS KD 3H")))
    assert hokm.legal_actions(state).size == 49 * 48
    state = do(state, Draw(parse_cards("2C 5C")))
    assert isinstance(state, AwaitDeal)
    assert state.hakem == 1


def test_all_cards_are_gathered_when_one_is_left_for_two() -> None:
    """HOKM-1, HOKM-2: with drawn partners, one card left and two tied for the second place."""
    state = draw(DRAWN, *FOUR_OF_EACH[:10], FOUR_OF_EACH[12], "KC KD KH QS", "KS QD QH")
    assert hokm.legal_actions(state).size == 52 * 51
    state = do(state, Draw(parse_cards("QC KS")))
    assert isinstance(state, AwaitDeal)
    assert (state.hakem, hokm.sides(state)) == (0, ((0, 2), (1, 3)))


@pytest.mark.parametrize(
    ("turned", "hakem"),
    [("AS", 0), ("KS AH", 1), ("2C KS AD", 2), ("2C KS 3D AC", 3), ("KS QS JS 10S AS", 0), ("KS QS JS 10S 9S 8S 7S AS", 3)],
)
def test_the_first_ace(turned: str, hakem: int) -> None:
    """HOKM-3: cards are turned one at a time, seat 0 first; who gets the first ace is hakem, and the second moves nobody."""
    state = hokm.initial_state(FIRST_ACE)
    for place, card in enumerate(parse_cards(turned)):
        assert isinstance(state, DrawLots)
        assert state.actor is CHANCE
        assert hokm.legal_actions(state).size == 52 - place
        state = do(state, Draw((card,)))
        if isinstance(state, DrawLots):
            assert state.lots[-1] == Lot((Seat(place % 4),), (card,))
    assert isinstance(state, AwaitDeal)
    assert (state.hakem, state.standing.lineup.order) == (hakem, (0, 1, 2, 3))


def test_an_ace_falls_at_the_49th_card() -> None:
    """HOKM-3: after all others only the aces are left."""
    state = draw(FIRST_ACE, *(card.code for card in PACK if card.rank is not RANKS[12]))
    assert legal(state) == {Draw(parse_cards(ace)) for ace in ("AC", "AD", "AH", "AS")}
    state = do(state, Draw(parse_cards("AH")))
    assert isinstance(state, AwaitDeal)
    assert state.hakem == 0  # 48 cards have gone round twelve times


@pytest.mark.parametrize("seat", SEATS)
def test_the_first_hakem_may_be_a_seat(seat: int) -> None:
    """HOKM-3: where the table has settled it there is no draw; the first event is the deal."""
    state = hokm.initial_state(Config(first_hakem=seat))
    assert isinstance(state, AwaitDeal)
    assert (state.hakem, state.standing.hakem, state.actor) == (seat, seat, CHANCE)
    assert Deal(PACK) in hokm.legal_actions(state)


# -- the deal -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hakem", "dealer"), [(0, 3), (1, 0), (2, 1), (3, 2)])
def test_the_dealer_sits_before_the_hakem(hakem: int, dealer: int) -> None:
    """HOKM-4: on the hakem's left, so that he is the last to be dealt to."""
    assert hokm.initial_state().standing.dealer is None
    state = hokm.initial_state(Config(first_hakem=hakem))
    assert state.standing.dealer == dealer
    state = do(state, Deal(PACK))
    assert state.hand(dealer) == CardSet(PACK[15:20])


@pytest.mark.parametrize("hakem", SEATS)
def test_packets_of_five_four_and_four(hakem: int) -> None:
    """HOKM-5, GEN-10: five each from the hakem on, then four each, then four each, in the order of the pack."""
    after, opposite, dealer = order_from(hakem)[1:]
    pack = parse_cards(
        "AS 2C KD 9H 7S  3C QS QD 8H JS  2D 4C AH 10D 6H  KS 5C JD 2H 10S"
        "  AC 9S 3D 4H  6C 5H 8S 9D  7C 2S 3H 8D  QC 4S KH 7D"
        "  AD 8C 3S JH  6D KC 7H 5S  10C QH 4D 6S  5D 10H JC 9C"
    )
    state = hokm.initial_state(Config(first_hakem=hakem))
    assert hokm.legal_actions(state).size == factorial(52)
    state = do(state, Deal(pack))
    assert state.hand(hakem) == CardSet.parse("AS 2C KD 9H 7S")
    assert state.hand(after) == CardSet.parse("3C QS QD 8H JS")
    assert state.hand(opposite) == CardSet.parse("2D 4C AH 10D 6H")
    assert state.hand(dealer) == CardSet.parse("KS 5C JD 2H 10S")
    assert set(hokm.places(state)["stock"]) == set(pack[20:])
    state = do(state, NameTrump(Suit.HEARTS))
    assert state.hand(hakem) == CardSet.parse("AS 2C KD 9H 7S  AC 9S 3D 4H  AD 8C 3S JH")
    assert state.hand(after) == CardSet.parse("3C QS QD 8H JS  6C 5H 8S 9D  6D KC 7H 5S")
    assert state.hand(opposite) == CardSet.parse("2D 4C AH 10D 6H  7C 2S 3H 8D  10C QH 4D 6S")
    assert state.hand(dealer) == CardSet.parse("KS 5C JD 2H 10S  QC 4S KH 7D  5D 10H JC 9C")
    assert "stock" not in hokm.places(state)


def test_a_deal_for_named_hands() -> None:
    """HOKM-5: `deal_for` gives the named cards in the order in which they fall, five of them first."""
    state = deal(hokm.initial_state(Config(first_hakem=1)), {0: "AS KS QS JS 10S 9S", 1: "2C"})
    assert state.hand(0) == CardSet.parse("AS KS QS JS 10S")
    assert Card.parse("2C") in state.hand(1)
    assert Card.parse("9S") in do(state, NameTrump(Suit.CLUBS)).hand(0)
    with pytest.raises(ValueError, match="no deal is due in the phase ChooseTrump"):
        hokm.deal_for(state, {})
    with pytest.raises(LookupError, match="no seat 4"):
        hokm.deal_for(hokm.initial_state(HAKEM_0), {4: "AS"})


@pytest.mark.parametrize("suit", SUITS)
def test_the_hakem_names_any_suit(suit: Suit) -> None:
    """HOKM-5: any of four, whether he holds it or not; he has five clubs."""
    state = deal(hokm.initial_state(Config(first_hakem=2)), {2: "AC KC QC JC 10C"})
    assert isinstance(state, ChooseTrump)
    assert state.actor == 2
    assert list(hokm.legal_actions(state)) == [NameTrump(Suit(letter)) for letter in "CDHS"]
    after = do(state, NameTrump(suit))
    assert isinstance(after, TrickPlay)
    assert [hokm.view(after, seat).trump for seat in EVERYBODY] == [suit] * 5


def test_what_is_seen_before_trump_is_named() -> None:
    """HOKM-5: each sees his own five and nothing else, though all 52 cards are dealt."""
    state = hokm.initial_state(Config(first_hakem=1))
    shuffled = Deal(PACK)
    fives = {1: PACK[:5], 2: PACK[5:10], 3: PACK[10:15], 0: PACK[15:20]}
    after = do(state, shuffled)
    for seat in EVERYBODY:
        own = CardSet() if seat is None else CardSet(fives[seat])
        assert hokm.seen(state, shuffled, seat) == Dealt(own)
        view = hokm.view(after, seat)
        assert (view.seat, view.phase, view.actor, view.trump) == (seat, Phase.CHOOSE_TRUMP, 1, None)
        assert view.hand == own
        assert (view.counts, view.shown, view.lots, view.trick, view.tricks) == ((5, 5, 5, 5), (), (), (), ())
        assert list(view.legal) == (list(hokm.legal_actions(after)) if seat == 1 else [])


@pytest.mark.parametrize("seat", EVERYBODY)
def test_nobody_sees_the_stock_or_anothers_five(seat: int | None) -> None:
    """HOKM-5: another shuffle of all that a seat does not see gives it an equal view."""
    state = hokm.initial_state(Config(first_hakem=1))
    own = {} if seat is None else {seat: "AS KH 3C 2D 9S"}
    one, other = deal(state, own), do(state, Deal(tuple(reversed(hokm.deal_for(state, {}).pack))))
    if seat is not None:
        others = {(seat + 1) % 4: "AC KC QC JC 10C AD KD QD JD 10D AH QH JH"}
        other = deal(state, own | others)
    assert one != other
    assert hokm.view(one, seat) == hokm.view(other, seat)


def test_what_is_seen_after_trump_is_named() -> None:
    """HOKM-5: each is given his eight more cards and sees his thirteen; all hear the suit."""
    state = deal(hokm.initial_state(Config(first_hakem=1)), {2: "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S"})
    named = NameTrump(Suit.CLUBS)
    assert hokm.seen(state, named, 2) == TrumpNamed(Suit.CLUBS, CardSet.parse("9S 8S 7S 6S 5S 4S 3S 2S"))
    assert hokm.seen(state, named, None) == TrumpNamed(Suit.CLUBS, CardSet())
    after = do(state, named)
    for seat in SEATS:
        event = hokm.seen(state, named, seat)
        assert isinstance(event, TrumpNamed)
        assert len(event.dealt) == 8
        assert event.dealt | state.hand(seat) == after.hand(seat) == hokm.view(after, seat).hand
    spectator = hokm.view(after, None)
    assert (spectator.hand, spectator.counts, spectator.phase) == (CardSet(), (13, 13, 13, 13), Phase.TRICK_PLAY)
    assert spectator.legal.size == 0


# -- ten-low ------------------------------------------------------------------------------------------------------------

TEN_LOW = "10S 9H 8D 7C 2S"


def test_no_redeal_where_the_rule_is_not_played() -> None:
    """HOKM-6: `ten_low_redeals` is 0 by default; the hakem names trump on whatever five he has."""
    state = deal(hokm.initial_state(HAKEM_0), {0: TEN_LOW})
    assert legal(state) == {NameTrump(suit) for suit in SUITS}
    error = refused(state, AskRedeal())
    assert error.violation.clause == "HOKM-6"
    assert error.violation.text == "seat 0 may not ask for a new deal: at this table there are none"


@pytest.mark.parametrize("court", ["JC", "QD", "KH", "AS"])
def test_no_redeal_with_a_court_card_or_an_ace(court: str) -> None:
    """HOKM-6: no A, K, Q or J among the five; the refusal names it."""
    state = deal(hokm.initial_state(Config(first_hakem=0, ten_low_redeals=1)), {0: f"10S 9H 8D 7C {court}"})
    assert AskRedeal() not in hokm.legal_actions(state)
    error = refused(state, AskRedeal())
    assert error.violation.clause == "HOKM-6"
    assert error.violation.text == f"seat 0 may not ask for a new deal: {Card.parse(court)} is above a ten"


def test_only_the_hakems_first_five_count() -> None:
    """HOKM-6: aces to come, or in other hands, are no matter; and nobody else may ask."""
    state = hokm.initial_state(Config(first_hakem=2, ten_low_redeals=1))
    low = deal(state, {2: f"{TEN_LOW} AS AH AD AC", 3: "KS QS JS KH QH"})
    assert list(hokm.legal_actions(low)) == [*map(NameTrump, SUITS), AskRedeal()]
    assert isinstance(do(low, NameTrump(Suit.SPADES)), TrickPlay)  # his choice, not a duty
    high = deal(state, {2: "AS 9H 8D 7C 2S", 3: "10S 8H 7D 6C 3S"})
    assert AskRedeal() not in hokm.legal_actions(high)
    with pytest.raises(IllegalAction):
        GAME.submit(low, 3, AskRedeal())


def test_two_redeals_and_a_third_refused() -> None:
    """HOKM-4, HOKM-6, GEN-9: with two a hand: same dealer, same hakem, the fives shown to all until trump is named, no row."""
    config = Config(first_hakem=1, ten_low_redeals=2, max_hands=1)
    first, second = CardSet.parse(TEN_LOW), CardSet.parse("10H 9D 4C 3C 2C")
    state = deal(hokm.initial_state(config), {1: TEN_LOW})
    for seat in EVERYBODY:
        assert hokm.seen(state, AskRedeal(), seat) == RedealAsked(first)
        assert hokm.view(state, seat).shown == ()

    state = do(state, AskRedeal())
    assert isinstance(state, AwaitDeal)
    assert (state.hakem, state.standing.dealer, state.standing.sheet) == (1, 0, ())
    assert [state.hand(seat) for seat in SEATS] == [CardSet()] * 4
    assert hokm.legal_actions(state).size == factorial(52)
    assert [hokm.view(state, seat).shown for seat in EVERYBODY] == [(first,)] * 5
    assert [hokm.view(state, seat).hand for seat in EVERYBODY] == [CardSet()] * 5

    state = deal(state, {1: "10H 9D 4C 3C 2C"})
    assert state.actor == 1
    assert hokm.view(state, 1).hand == second
    assert [hokm.view(state, seat).shown for seat in EVERYBODY] == [(first,)] * 5
    assert AskRedeal() in hokm.view(state, 1).legal
    assert [hokm.seen(state, AskRedeal(), seat) for seat in EVERYBODY] == [RedealAsked(second)] * 5

    state = deal(do(state, AskRedeal()), {1: TEN_LOW})
    assert [hokm.view(state, seat).shown for seat in EVERYBODY] == [(first, second)] * 5
    assert legal(state) == set(hokm.view(state, 1).legal) == {NameTrump(suit) for suit in SUITS}
    error = refused(state, AskRedeal())
    assert error.violation.clause == "HOKM-6"
    assert error.violation.text == "seat 1 may not ask for a new deal: 2 asked for in this hand, and the limit is 2"

    state = do(state, NameTrump(Suit.SPADES))
    assert [hokm.view(state, seat).shown for seat in EVERYBODY] == [()] * 5
    assert state.actor == 1
    assert len(state.hand(1)) == 13


def test_the_cards_after_a_redeal_are_dealt_as_before() -> None:
    """HOKM-5, HOKM-6: trump is named from the new five, and the hand is played with the new cards; it is one hand."""
    state = deal(hokm.initial_state(Config(first_hakem=0, ten_low_redeals=1, max_hands=1)), {0: TEN_LOW})
    state = hand(do(state, AskRedeal()), WON_7_5)
    assert isinstance(state, MatchOver)
    assert state.standing.sheet == (row(0, Suit.HEARTS, (7, 5), 0, hands=(1, 0)),)


def test_redeals_are_counted_anew_in_every_hand() -> None:
    """HOKM-6: with one a hand, the hakem of the next hand has one again, and nothing of the last hand is shown."""
    state = hokm.initial_state(Config(first_hakem=0, ten_low_redeals=1))
    state = do(deal(state, {0: TEN_LOW}), AskRedeal())
    state = hand(state, WON_7_1)
    assert hokm.view(state, 0).shown == ()
    state = deal(state, {0: TEN_LOW})
    assert AskRedeal() in hokm.legal_actions(state)


# -- the play -----------------------------------------------------------------------------------------------------------


def test_the_hakem_leads_any_card() -> None:
    """HOKM-7: the hakem leads to the first trick, trump or not."""
    state = do(deal(hokm.initial_state(Config(first_hakem=3)), {3: "AS KS QH JH 2D 3D 4C"}), NameTrump(Suit.SPADES))
    assert isinstance(state, TrickPlay)
    assert state.actor == 3
    assert len(state.hand(3)) == 13
    assert [play.card for play in hokm.legal_actions(state)] == list(state.hand(3))  # type: ignore[union-attr]
    assert hokm.view(state, 3).legal == hokm.legal_actions(state)


def test_following_suit() -> None:
    """HOKM-7: who has the suit led plays it, high or low; trump is no way out, and the refusal names the suit."""
    hands = {0: "5D 2S 3S 4S 5S", 1: "2D KD AS KC 2C", 2: "AD KS QS JS 10S", 3: "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"}
    state = do(deal(hokm.initial_state(HAKEM_0), hands), NameTrump(Suit.SPADES), Play(Card.parse("5D")))
    assert state.actor == 1
    assert legal(state) == {Play(card) for card in state.hand(1) if card.suit is Suit.DIAMONDS} >= plays("2D KD")
    for card in parse_cards("AS KC"):
        error = refused(state, Play(card))
        assert (error.violation.clause, error.violation.text) == ("HOKM-7", "seat 1 must follow diamonds")
    state = do(state, Play(Card.parse("2D")), Play(Card.parse("AD")))
    assert state.actor == 3  # no diamonds: any card
    assert legal(state) == plays("AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H")


def test_who_cannot_follow_need_not_trump() -> None:
    """HOKM-7: neither to ruff nor to over-ruff; any card will do."""
    hands = {
        0: "AH 2H 3H 4H 5H",
        1: "KS 2S AC KC QC JC 10C 9C 8C 7C 6C 5C 4C",
        2: "AS 3S 2C 3C AD KD QD JD 10D 9D 8D 7D 6D",
        3: "6H 7H 8H 9H 10H",
    }
    state = do(deal(hokm.initial_state(HAKEM_0), hands), NameTrump(Suit.SPADES), Play(Card.parse("AH")))
    assert legal(state) == plays(hands[1])
    over = do(state, Play(Card.parse("2S")))
    assert legal(over) == plays(hands[2])
    assert play(over, "2: AD 6H").actor == 1  # the two of trumps took the ace
    assert play(over, "2: 3S 6H").actor == 2  # and the three takes the two
    under = do(state, Play(Card.parse("KS")))
    assert play(under, "2: 3S 6H").actor == 1
    neither = do(state, Play(Card.parse("AC")))
    assert play(neither, "2: AD 6H").actor == 0


@pytest.mark.parametrize(("low", "high"), list(pairwise(RANKS)))
@pytest.mark.parametrize("trump", [Suit.CLUBS, Suit.DIAMONDS])
def test_the_higher_rank_wins(low: Rank, high: Rank, trump: Suit) -> None:
    """HOKM-7, GEN-3: 2 3 4 5 6 7 8 9 10 J Q K A, in trumps as in any suit; 1 and 3 hold no clubs."""
    lower, higher = f"{low.value}C", f"{high.value}C"
    state = hokm.initial_state(HAKEM_0)
    red = ["AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H", "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S"]
    for first, second, winner in ((lower, higher, 2), (higher, lower, 0)):
        after = do(deal(state, {0: first, 1: red[0], 2: second, 3: red[1]}), NameTrump(trump))
        assert play(after, f"0: {first} AH {second} AS").actor == winner


@pytest.mark.parametrize("leader", SEATS)
@pytest.mark.parametrize("place", SEATS)
def test_the_winner_leads_next(leader: int, place: int) -> None:
    """HOKM-7, GEN-1: whoever of the four plays the highest card leads next, any card."""
    order = order_from(leader)
    cards = [f"{rank}H" for rank in ("2", "3", "4", "5")]
    cards[place] = "AH"
    state = do(deal(hokm.initial_state(Config(first_hakem=leader)), dict(zip(order, cards, strict=True))), NameTrump(Suit.CLUBS))
    state = play(state, f"0: {' '.join(cards)}", order)
    winner = order[place]
    assert state.actor == winner
    assert len(hokm.legal_actions(state)) == 12
    view = hokm.view(state, None)
    (trick,) = view.tricks
    assert (trick.leader, trick.winner, trick.cards) == (leader, winner, parse_cards(" ".join(cards)))
    assert view.won == ((1, 0) if winner % 2 == 0 else (0, 1))
    assert (view.trick, view.played) == ((), parse_cards(" ".join(cards)))


def test_what_is_seen_in_a_trick() -> None:
    """HOKM-7, GEN-1: all see the cards on the table and whose they are, those that fell before, and each his own."""
    state = play(tricks_of(hokm.initial_state(HAKEM_0), WON_7_5, count=1), "0: AD 2D")
    for seat in EVERYBODY:
        view = hokm.view(state, seat)
        assert view.trick == ((0, Card.parse("AD")), (1, Card.parse("2D")))
        assert (view.counts, view.won, view.actor) == ((11, 11, 12, 12), (1, 0), 2)
        assert view.played == parse_cards("AS 4S 2S 8S")
        assert view.hand == (CardSet() if seat is None else state.hand(seat))
        assert set(view.legal) == (plays("7D 8D 5D") if seat == 2 else set())
        assert view.voids == (frozenset(),) * 4
    assert hokm.seen(state, Play(Card.parse("7D")), 0) == Play(Card.parse("7D"))
    assert hokm.places(state)["trick"] == parse_cards("AD 2D")
    assert hokm.places(state)["tricks 0"] == parse_cards("AS 4S 2S 8S")
    assert hokm.places(state)["hand 1"] == tuple(state.hand(1))
    assert str(hokm.view(state, 2)).splitlines() == [
        "playing; turn of seat 2; hands 0-0, rounds 0-0",
        "hakem: seat 0, trump hearts ♥",
        "tricks 1-0",
        "table: seat 0 A♦, seat 1 2♦",
        f"your hand: {state.hand(2)}",
    ]


def test_views_as_text() -> None:
    """HOKM-1, HOKM-5, HOKM-6, HOKM-7, HOKM-11, HOKM-12: what a seat sees, told in words, phase by phase."""
    low = deal(hokm.initial_state(Config(first_hakem=0, ten_low_redeals=1)), {0: TEN_LOW})
    again = deal(do(low, AskRedeal()), {1: "2C 3C 4C 5C 6C"})
    nothing_yet = "hands 0-0, rounds 0-0"
    for state, lines in [
        (hokm.initial_state(), [f"drawing lots; {nothing_yet}", "to draw: seat 0, seat 1, seat 2, seat 3"]),
        (hokm.initial_state(HAKEM_0), [f"shuffling; {nothing_yet}", "hakem: seat 0"]),
        (
            again,
            [
                f"naming trump; turn of seat 0; {nothing_yet}",
                "hakem: seat 0",
                "shown for a new deal: 7♣ 8♦ 9♥ 2♠ 10♠",
                "your hand: 2♣ 3♣ 4♣ 5♣ 6♣",
            ],
        ),
        (
            seven_to_nothing(hokm.initial_state(HAKEM_0)),
            [
                f"deciding on the bam; turn of seat 2; {nothing_yet}",
                "hakem: seat 0, trump spades ♠",
                "tricks 7-0",
                "your hand: 9♣ 10♣ J♣ 10♦ 9♥ 10♥",
            ],
        ),
    ]:
        assert str(hokm.view(state, 1)).splitlines() == lines
    assert str(hokm.view(low, None)).splitlines() == [f"naming trump; turn of seat 0; {nothing_yet}", "hakem: seat 0"]
    assert str(hokm.view(draw(Config(), "AS AC KD KS"), 0)).splitlines() == [
        f"drawing lots; {nothing_yet}",
        "drawn: seat 0 A♠, seat 1 A♣, seat 2 K♦, seat 3 K♠",
        "to draw: seat 0, seat 1",
    ]
    assert str(hokm.view(draw(DRAWN, "AS KC QD 2S"), None)).splitlines() == [
        f"shuffling; {nothing_yet}",
        "order of play: seats 0 2 1 3",
        "hakem: seat 0",
    ]
    over = hand(hokm.initial_state(Config(first_hakem=0, hands_to_win=2)), KOT)
    assert str(hokm.view(over, None)).startswith("over; hands 2-0, rounds 1-0")


def test_voids_are_shown_by_not_following() -> None:
    """HOKM-7: who does not follow has none of the suit; the views tell it, in the trick on the table too."""
    state = tricks_of(hokm.initial_state(HAKEM_0), WON_7_5, count=4)  # 0 has ruffed a diamond
    assert hokm.view(state, 3).voids == (suits("D"), suits(""), suits(""), suits(""))
    state = play(tricks_of(hokm.initial_state(HAKEM_0), WON_7_5, count=7), "2: 10C 9C 7S")
    assert hokm.view(state, 3).voids == (suits("CD"), suits(""), suits(""), suits(""))


def test_the_hand_ends_at_seven_tricks_to_five() -> None:
    """HOKM-8, HOKM-9: one card is left to each, nobody plays it, and one hand is scored."""
    state = hokm.initial_state(HAKEM_0)
    before = tricks_of(state, WON_7_5, count=11)
    assert isinstance(before, TrickPlay)
    assert (before.won, before.standing.sheet) == ((6, 5), ())
    state = play(before, "3: 4H 5H 6C 10H")
    assert [len(before.hand(seat)) for seat in SEATS] == [2, 2, 2, 2]
    assert isinstance(state, AwaitDeal)
    assert state.standing.sheet == (row(0, Suit.HEARTS, (7, 5), 0, hands=(1, 0)),)


@pytest.mark.parametrize("won", [WON_7_1, WON_7_5, WON_7_6])
def test_no_question_unless_seven_to_nothing(won: Hand) -> None:
    """HOKM-8, HOKM-12: with a trick lost before the seventh there is neither kot nor bam."""
    state = hand(hokm.initial_state(HAKEM_0), won)
    assert isinstance(state, AwaitDeal)
    assert state.standing.sheet[-1].kot is None


def test_cards_are_gathered_after_the_hand() -> None:
    """GEN-10: before the next deal and after the match all hands are empty, and the pack is whole."""
    for state in (
        hokm.initial_state(),
        hand(hokm.initial_state(HAKEM_0), WON_7_5),
        hand(hokm.initial_state(Config(first_hakem=0, max_hands=1)), WON_7_5),
    ):
        assert [state.hand(seat) for seat in SEATS] == [CardSet()] * 4
        assert hokm.places(state)["pack"] == PACK
        for seat in EVERYBODY:
            view = hokm.view(state, seat)
            assert (view.hand, view.counts, view.trump) == (CardSet(), (0, 0, 0, 0), None)
            assert (view.trick, view.tricks, view.played, view.won) == ((), (), (), (0, 0))
        with pytest.raises(LookupError, match="no seat 4"):
            state.hand(4)


# -- scoring ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hakem", SEATS)
@pytest.mark.parametrize(
    ("one", "tricks", "kot", "points"),
    [
        (WON_7_1, (7, 1), None, 1),
        (WON_7_5, (7, 5), None, 1),
        (WON_7_6, (7, 6), None, 1),
        (KOT, (7, 0), Kot.KOT, 2),
        (LOST_1_7, (1, 7), None, 1),
        (LOST_5_7, (5, 7), None, 1),
        (HAKEM_KOT, (0, 7), Kot.HAKEM_KOT, 3),
    ],
)
def test_what_a_hand_scores(hakem: int, one: Hand, tricks: tuple[int, int], kot: Kot | None, points: int) -> None:
    """HOKM-9, HOKM-10: one hand; a kot two; a hakem-kot three. The hakem stays if his team won, else seat hakem+1 is next."""
    state = hand(hokm.initial_state(Config(first_hakem=hakem)), one)
    hakems_team = hakem % 2
    winner = hakems_team if tricks[0] == 7 else 1 - hakems_team
    by_team = tricks if hakems_team == 0 else (tricks[1], tricks[0])
    hands = (points, 0) if winner == 0 else (0, points)
    assert state.standing.sheet == (row(hakem, one.trump, by_team, winner, kot=kot, points=points, hands=hands),)
    assert (state.standing.hands, state.standing.rounds) == (hands, (0, 0))
    next_hakem = hakem if winner == hakems_team else (hakem + 1) % 4
    assert isinstance(state, AwaitDeal)
    assert (state.hakem, state.standing.hakem) == (next_hakem, next_hakem)
    assert state.standing.dealer == (next_hakem - 1) % 4


@pytest.mark.parametrize(
    ("config", "one", "hands"),
    [
        (Config(first_hakem=0, kot=1, hakem_kot=1), KOT, (1, 0)),
        (Config(first_hakem=0, kot=1, hakem_kot=1), HAKEM_KOT, (0, 1)),
        (Config(first_hakem=0, kot=5, hakem_kot=4), KOT, (5, 0)),
        (Config(first_hakem=0, kot=5, hakem_kot=4), HAKEM_KOT, (0, 4)),
        (Config(first_hakem=0, kot=5, hakem_kot=4), WON_7_1, (1, 0)),
        (Config(first_hakem=0, kot=5, hakem_kot=4), LOST_1_7, (0, 1)),
        (Config(first_hakem=0, kot=0), KOT, (0, 0)),
    ],
)
def test_what_a_kot_scores_is_an_option(config: Config, one: Hand, hands: tuple[int, int]) -> None:
    """HOKM-9: `kot` and `hakem_kot`, each for its own; the sheet names the kot whatever it is worth."""
    state = hand(hokm.initial_state(config), one)
    assert state.standing.hands == hands
    assert (state.standing.sheet[-1].kot, state.standing.sheet[-1].points) == (
        {KOT: Kot.KOT, HAKEM_KOT: Kot.HAKEM_KOT}.get(one),
        sum(hands),
    )


def test_the_sheet_has_a_row_for_every_hand() -> None:
    """HOKM-9, HOKM-10, GEN-8: hakem, trump, tricks, winner, kot, bam, and the scores after it, hand by hand."""
    state = hokm.initial_state(Config(first_hakem=3))
    for one in (LOST_5_7, WON_7_6, HAKEM_KOT, KOT, LOST_1_7):
        state = hand(state, one)
    assert state.standing.sheet == (
        row(3, Suit.SPADES, (7, 5), 0, hands=(1, 0)),
        row(0, Suit.HEARTS, (7, 6), 0, hands=(2, 0)),
        row(0, Suit.HEARTS, (0, 7), 1, kot=Kot.HAKEM_KOT, points=3, hands=(2, 3)),
        row(1, Suit.SPADES, (0, 7), 1, kot=Kot.KOT, points=2, hands=(2, 5)),
        row(1, Suit.HEARTS, (7, 1), 0, hands=(3, 5)),
    )
    assert (state.standing.hands, state.standing.hakem) == ((3, 5), 2)
    assert hokm.tally(state) == {"hands": 5, "kots": 2, "hakem-kots": 1, "bams": 0}
    for seat in EVERYBODY:
        assert hokm.view(state, seat).standing == state.standing


# -- rounds and the match -----------------------------------------------------------------------------------------------


def test_seven_hands_win_a_round_and_one_round_the_match() -> None:
    """HOKM-11, GEN-8: by default; until then there is no outcome, and after it nothing is legal."""
    state = score(hokm.initial_state(HAKEM_0), 0, 1, 0, 0, 1, 0, 0, 0)
    assert isinstance(state, AwaitDeal)
    assert (state.standing.hands, state.standing.rounds, hokm.outcome(state)) == ((6, 2), (0, 0), None)
    state = score(state, 0)
    assert isinstance(state, MatchOver)
    assert state.actor is None
    assert hokm.legal_actions(state).size == 0
    assert (state.standing.hands, state.standing.rounds) == ((7, 2), (1, 0))
    assert state.standing.sheet[-1] == row(0, Suit.SPADES, (7, 1), 0, hands=(7, 2), rounds=(1, 0))
    assert result(state) == Outcome((7, 2, 7, 2), (1, 3, 1, 3), (Seat(0), Seat(2)))
    for seat in EVERYBODY:
        view = hokm.view(state, seat)
        assert (view.phase, view.actor, view.legal.size, view.standing) == (Phase.MATCH_OVER, None, 0, state.standing)


def test_a_score_may_go_beyond_seven_and_nothing_is_carried_over() -> None:
    """HOKM-10, HOKM-11: 6 and a kot make 8, which the row shows; the next round begins 0-0 and the hakem carries on."""
    state = score(hokm.initial_state(Config(first_hakem=0, rounds_to_win=2)), 1, 1, 0, 0, 0, 0, 0, 0)
    assert (state.standing.hands, state.standing.hakem) == ((6, 2), 2)
    state = hand(state, KOT)
    assert isinstance(state, AwaitDeal)
    assert state.standing.sheet[-1] == row(2, Suit.SPADES, (7, 0), 0, kot=Kot.KOT, points=2, hands=(8, 2), rounds=(1, 0))
    assert (state.standing.hands, state.standing.rounds, state.hakem) == ((0, 0), (1, 0), 2)
    assert hokm.outcome(state) is None
    state = score(state, 1)
    assert state.standing.sheet[-1] == row(2, Suit.HEARTS, (1, 7), 1, hands=(0, 1), rounds=(1, 0))
    assert state.standing.hakem == 3


def test_the_hakem_of_a_lost_round_passes_it_on() -> None:
    """HOKM-10, HOKM-11: a round won against the hakem's team makes his right-hand neighbour hakem of the next round."""
    state = score(hokm.initial_state(Config(first_hakem=0, hands_to_win=2, rounds_to_win=2)), 0, 1, 0, 1)
    assert [one.hakem for one in state.standing.sheet] == [0, 0, 1, 2]
    assert [one.hands for one in state.standing.sheet] == [(1, 0), (1, 1), (2, 1), (0, 1)]
    assert [one.rounds for one in state.standing.sheet] == [(0, 0), (0, 0), (1, 0), (1, 0)]
    assert (state.standing.hakem, state.standing.hands) == (3, (0, 1))


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_rounds_win_the_match(rounds: int) -> None:
    """HOKM-11, GEN-8: 1, 2 or 3 rounds; the scores are the hands of the round just won, though the loser won more in all."""
    state = hokm.initial_state(Config(first_hakem=0, hands_to_win=2, rounds_to_win=rounds))
    for won in range(1, rounds):
        state = score(state, 1, 1, 0, 0)
        assert isinstance(state, AwaitDeal)
        assert (state.standing.rounds, state.standing.hands) == ((won, won), (0, 0))
    state = score(state, 1, 0, 0)
    assert isinstance(state, MatchOver)
    assert (state.standing.rounds, state.standing.hands) == ((rounds, rounds - 1), (2, 1))
    assert result(state) == Outcome((2, 1, 2, 1), (1, 3, 1, 3), (Seat(0), Seat(2)))


def test_a_kot_may_win_a_round_at_once() -> None:
    """HOKM-9, HOKM-11: with two hands to a round a hakem-kot is more than enough: 3-0, one round."""
    state = hand(hokm.initial_state(Config(first_hakem=0, hands_to_win=2, rounds_to_win=2)), HAKEM_KOT)
    assert state.standing.sheet[-1].hands == (0, 3)
    assert (state.standing.hands, state.standing.rounds) == ((0, 0), (0, 1))


# -- bam ----------------------------------------------------------------------------------------------------------------


def seven_to_nothing(state: State, one: Hand = KOT) -> DecideBam:
    """The state in which it is asked about a bam."""
    state = tricks_of(state, one)
    assert isinstance(state, DecideBam)
    return state


@pytest.mark.parametrize(("one", "decides"), [(KOT, 2), (HAKEM_KOT, 3)])
def test_who_won_the_seventh_trick_decides(one: Hand, decides: int) -> None:
    """HOKM-12: he goes on or stops, for his team; all see that he is asked, and he leads if he goes on."""
    state = seven_to_nothing(hokm.initial_state(HAKEM_0), one)
    assert state.actor == decides
    assert list(hokm.legal_actions(state)) == [GoOn(), Stop()]
    for seat in EVERYBODY:
        view = hokm.view(state, seat)
        assert (view.phase, view.actor, view.counts) == (Phase.DECIDE_BAM, decides, (6, 6, 6, 6))
        assert view.won == ((7, 0) if one is KOT else (0, 7))
        assert list(view.legal) == ([GoOn(), Stop()] if seat == decides else [])
        assert view.hand == (CardSet() if seat is None else state.hand(seat))
        assert hokm.seen(state, GoOn(), seat) == GoOn()
    assert state.standing.sheet == ()
    assert hokm.places(state)["trick"] == ()
    assert len(hokm.places(state)[f"tricks {decides % 2}"]) == 28
    on = do(state, GoOn())
    assert isinstance(on, TrickPlay)
    assert on.actor == decides
    assert [on.hand(seat) for seat in SEATS] == [state.hand(seat) for seat in SEATS]
    assert legal(on) == {Play(card) for card in on.hand(decides)}


def test_to_stop_is_to_score_the_kot() -> None:
    """HOKM-9, HOKM-12: the team that stops has its kot, and the match goes on."""
    state = do(seven_to_nothing(hokm.initial_state(HAKEM_0), HAKEM_KOT), Stop())
    assert isinstance(state, AwaitDeal)
    assert state.standing.sheet == (row(0, Suit.HEARTS, (0, 7), 1, kot=Kot.HAKEM_KOT, points=3, hands=(0, 3)),)
    assert state.hakem == 1


@pytest.mark.parametrize(
    ("one", "bam", "kot", "tricks", "scores", "places", "winners"),
    [
        (KOT, KOT_AND_BAM, Kot.KOT, (13, 0), (2, 0, 2, 0), (1, 3, 1, 3), (0, 2)),
        (HAKEM_KOT, HAKEM_KOT_AND_BAM, Kot.HAKEM_KOT, (0, 13), (0, 3, 0, 3), (3, 1, 3, 1), (1, 3)),
    ],
)
def test_a_bam_wins_the_match_at_once(
    one: Hand,
    bam: str,
    kot: Kot,
    tricks: tuple[int, int],
    scores: tuple[int, ...],
    places: tuple[int, ...],
    winners: tuple[int, ...],
) -> None:
    """HOKM-12, GEN-8: thirteen tricks to nothing; the sheet enters the bam as its kot, with the tricks really taken."""
    state = hand(hokm.initial_state(Config(first_hakem=0, rounds_to_win=3)), one, bam)
    assert isinstance(state, MatchOver)
    winner = winners[0]
    points = max(scores)
    hands = (scores[0], scores[1])
    assert state.standing.sheet == (row(0, one.trump, tricks, winner, kot=kot, bam=True, points=points, hands=hands),)
    assert (result(state).scores, result(state).places, result(state).winners) == (scores, places, winners)
    assert hokm.tally(state) == {"hands": 1, "kots": 1, "hakem-kots": winner, "bams": 1}


@pytest.mark.parametrize(
    ("one", "bam", "tricks", "hands", "hakem"),
    [
        (KOT, KOT_BUT_8TH_LOST, (7, 1), (2, 0), 0),
        (KOT, KOT_BUT_9TH_LOST, (8, 1), (2, 0), 0),
        (KOT, KOT_BUT_13TH_LOST, (12, 1), (2, 0), 0),
        (HAKEM_KOT, HAKEM_KOT_BUT_8TH_LOST, (1, 7), (0, 3), 1),
    ],
)
def test_a_bam_lost_is_the_kot_that_it_was(
    one: Hand, bam: str, tricks: tuple[int, int], hands: tuple[int, int], hakem: int
) -> None:
    """HOKM-9, HOKM-10, HOKM-12: the hand ends with the trick lost, be it the 8th, the 9th or the last."""
    state = hand(hokm.initial_state(HAKEM_0), one, bam)
    assert isinstance(state, AwaitDeal)
    kot = Kot.KOT if one is KOT else Kot.HAKEM_KOT
    winner = 0 if one is KOT else 1
    assert state.standing.sheet == (row(0, one.trump, tricks, winner, kot=kot, points=sum(hands), hands=hands),)
    assert (state.standing.hands, state.hakem) == (hands, hakem)


def test_no_bam_where_it_is_not_played() -> None:
    """HOKM-8, HOKM-12: without the option seven to nothing ends the hand at once."""
    for one in (KOT, HAKEM_KOT):
        state = tricks_of(hokm.initial_state(Config(first_hakem=0, bam=False)), one)
        assert isinstance(state, AwaitDeal)
        assert state.standing.sheet[-1].kot is not None


@pytest.mark.parametrize("worth", [0, 1, 7])
def test_the_question_is_asked_whatever_a_kot_is_worth(worth: int) -> None:
    """HOKM-12: also where no kot is played, where it is worth nothing, and where it would end the match."""
    state = hokm.initial_state(Config(first_hakem=0, kot=worth, hakem_kot=worth))
    assert legal(seven_to_nothing(state, KOT)) == legal(seven_to_nothing(state, HAKEM_KOT)) == {GoOn(), Stop()}


def test_the_question_is_asked_where_the_kot_ends_the_match() -> None:
    """HOKM-11, HOKM-12: at six hands he may stop and has won; or go on, lose a trick, and has won all the same; or bam."""
    state = seven_to_nothing(score(hokm.initial_state(HAKEM_0), 0, 0, 0, 0, 0, 0))
    for after, tricks, bam in (
        (do(state, Stop()), (7, 0), False),
        (play(do(state, GoOn()), KOT_BUT_9TH_LOST), (8, 1), False),
        (play(do(state, GoOn()), KOT_AND_BAM), (13, 0), True),
    ):
        assert isinstance(after, MatchOver)
        assert after.standing.sheet[-1] == row(
            0, Suit.SPADES, tricks, 0, kot=Kot.KOT, bam=bam, points=2, hands=(8, 0), rounds=(1, 0)
        )
        assert result(after) == Outcome((8, 0, 8, 0), (1, 3, 1, 3), (Seat(0), Seat(2)))


def test_a_bam_enters_its_round_only_if_the_kot_wins_it() -> None:
    """HOKM-12: its hands are entered, a round if they reach it, and not more; here of three rounds."""
    config = Config(first_hakem=0, rounds_to_win=3)
    short = hand(score(hokm.initial_state(config), 0, 0, 0, 0), KOT, KOT_AND_BAM)
    assert isinstance(short, MatchOver)
    assert (short.standing.hands, short.standing.rounds) == ((6, 0), (0, 0))
    enough = hand(score(hokm.initial_state(config), 0, 0, 0, 0, 0), KOT, KOT_AND_BAM)
    assert isinstance(enough, MatchOver)
    assert (enough.standing.hands, enough.standing.rounds) == ((7, 0), (1, 0))


def test_a_bam_wins_whatever_the_totals() -> None:
    """HOKM-12, GEN-8: a team that is two rounds and a hand behind is first."""
    state = score(hokm.initial_state(Config(first_hakem=0, hands_to_win=3, rounds_to_win=3)), 1, 1, 1, 1, 1, 1, 1, 1, 0)
    assert (state.standing.rounds, state.standing.hands, state.standing.hakem) == ((0, 2), (1, 2), 2)
    state = hand(state, KOT, KOT_AND_BAM)
    assert isinstance(state, MatchOver)
    assert (state.standing.rounds, state.standing.hands) == ((1, 2), (3, 2))
    assert result(state) == Outcome((3, 2, 3, 2), (1, 3, 1, 3), (Seat(0), Seat(2)))


def test_everybody_is_asked_in_the_last_trick_too() -> None:
    """GEN-12: with one card left each plays it himself; no action is skipped because only one is legal."""
    *tricks, last = KOT_AND_BAM.strip().splitlines()
    state = play(do(seven_to_nothing(hokm.initial_state(HAKEM_0)), GoOn()), "\n".join(tricks))
    for seat, card in enumerate(parse_cards(last.split(":")[1])):
        assert (state.actor, legal(state)) == (seat, {Play(card)})
        state = do(state, Play(card))
    assert isinstance(state, MatchOver)


# -- kot at six ---------------------------------------------------------------------------------------------------------

AT_SIX = Config(first_hakem=0, kot_at_six=True)


def test_a_kot_at_six_sets_the_winner_to_one() -> None:
    """HOKM-13: 0 is of a team with 3 hands and takes a kot from the team with 6: 1-6, no round, and seat hakem+1 is next."""
    state = score(hokm.initial_state(AT_SIX), 1, 1, 1, 1, 1, 1, 0, 0, 0)
    assert (state.standing.hands, state.standing.hakem) == ((3, 6), 2)
    state = hand(state, KOT)
    assert isinstance(state, AwaitDeal)
    assert state.standing.sheet[-1] == row(2, Suit.SPADES, (7, 0), 0, kot=Kot.KOT, points=0, hands=(1, 6))
    assert (state.standing.hands, state.hakem) == ((1, 6), 3)  # of the team that suffered the kot


def test_a_hakem_kot_at_six_keeps_the_hakem() -> None:
    """HOKM-13: the hakem's own team has 6 and suffers the kot: he stays hakem though his team lost."""
    state = score(hokm.initial_state(AT_SIX), 1, 1, 0, 0, 0, 0, 0, 0)
    assert (state.standing.hands, state.standing.hakem) == ((6, 2), 2)
    state = hand(state, HAKEM_KOT)
    assert isinstance(state, AwaitDeal)
    assert state.standing.sheet[-1] == row(2, Suit.HEARTS, (0, 7), 1, kot=Kot.HAKEM_KOT, points=0, hands=(6, 1))
    assert (state.standing.hands, state.hakem) == ((6, 1), 2)


def test_a_team_with_nothing_stands_at_one_too() -> None:
    """HOKM-13: the other team stands at 1, from wherever it came."""
    state = hand(score(hokm.initial_state(AT_SIX), 0, 0, 0, 0, 0, 0), HAKEM_KOT)
    assert (state.standing.hands, state.standing.hakem) == ((6, 1), 0)


@pytest.mark.parametrize(("one", "hands", "hakem"), [(KOT, (6, 1), 2), (HAKEM_KOT, (1, 6), 1)])
def test_both_teams_at_six(one: Hand, hands: tuple[int, int], hakem: int) -> None:
    """HOKM-13: at 6-6 the team that made the kot stands at 1, of either kind; it wins no round."""
    state = score(hokm.initial_state(AT_SIX), 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1)
    assert (state.standing.hands, state.standing.hakem) == ((6, 6), 1)
    state = hand(state, one)
    assert isinstance(state, AwaitDeal)
    assert (state.standing.hands, state.standing.rounds, state.hakem) == (hands, (0, 0), hakem)


@pytest.mark.parametrize(
    ("one", "bam", "tricks", "kot"),
    [(KOT, KOT_BUT_9TH_LOST, (8, 1), Kot.KOT), (HAKEM_KOT, HAKEM_KOT_BUT_8TH_LOST, (7, 1), Kot.HAKEM_KOT)],
)
def test_a_bam_lost_at_six(one: Hand, bam: str, tricks: tuple[int, int], kot: Kot) -> None:
    """HOKM-12, HOKM-13: it is entered as kot at six says: 1-6, and the hakem is of the team that suffered it."""
    to_get_there = (1, 1, 1, 1, 1, 1, 0) if one is KOT else (1, 1, 1, 1, 1, 1)
    state = score(hokm.initial_state(AT_SIX), *to_get_there)
    hakem = hakem_of(state)
    state = hand(state, one, bam)
    assert isinstance(state, AwaitDeal)
    assert state.standing.sheet[-1] == row(hakem, one.trump, tricks, 0, kot=kot, points=0, hands=(1, 6))
    assert state.hakem == (hakem + 1 if one is KOT else hakem) == 3 if one is KOT else 1


@pytest.mark.parametrize(("one", "bam", "kot"), [(KOT, KOT_AND_BAM, Kot.KOT), (HAKEM_KOT, HAKEM_KOT_AND_BAM, Kot.HAKEM_KOT)])
def test_a_bam_won_at_six(one: Hand, bam: str, kot: Kot) -> None:
    """HOKM-12, HOKM-13, GEN-8: it is entered as kot at six says, and wins the match all the same, with one hand to six."""
    state = score(hokm.initial_state(AT_SIX), *((1, 1, 1, 1, 1, 1, 0) if one is KOT else (1, 1, 1, 1, 1, 1)))
    hakem = hakem_of(state)
    state = hand(state, one, bam)
    assert isinstance(state, MatchOver)
    assert state.standing.sheet[-1] == row(hakem, one.trump, (13, 0), 0, kot=kot, bam=True, points=0, hands=(1, 6))
    assert result(state) == Outcome((1, 6, 1, 6), (1, 3, 1, 3), (Seat(0), Seat(2)))


def test_kot_at_six_is_for_a_kot_at_six_alone() -> None:
    """HOKM-9, HOKM-13: not for a plain win against six, not against five, not where the winner alone has six."""
    state = score(hokm.initial_state(AT_SIX), 1, 1, 1, 1, 1, 1)
    assert score(state, 0).standing.hands == (1, 6)
    assert score(state, 0, 0).standing.hands == (2, 6)
    five = score(hokm.initial_state(AT_SIX), 1, 1, 1, 1, 1)
    assert hand(five, HAKEM_KOT).standing.hands == (3, 5)
    alone = hand(score(hokm.initial_state(AT_SIX), 0, 0, 0, 0, 0, 0), KOT)
    assert isinstance(alone, MatchOver)
    assert alone.standing.hands == (8, 0)


def test_kot_at_six_is_by_agreement_only() -> None:
    """HOKM-13: by default a kot against six scores as any other, and wins the round from 6-6."""
    state = score(hokm.initial_state(HAKEM_0), 1, 1, 1, 1, 1, 1)
    assert hand(state, HAKEM_KOT).standing.hands == (3, 6)
    both = hand(score(hokm.initial_state(HAKEM_0), 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1), KOT)
    assert isinstance(both, MatchOver)
    assert both.standing.hands == (6, 8)


def test_six_is_one_short_of_the_round() -> None:
    """HOKM-13: with three hands to a round it is two, and with two it is one, where the winner may come up to 1 from 0."""
    three = score(hokm.initial_state(attrs.evolve(AT_SIX, hands_to_win=3)), 1, 1)
    assert hand(three, HAKEM_KOT).standing.hands == (1, 2)
    assert hand(score(hokm.initial_state(attrs.evolve(AT_SIX, hands_to_win=3)), 1), HAKEM_KOT).standing.rounds == (1, 0)
    two = score(hokm.initial_state(attrs.evolve(AT_SIX, hands_to_win=2)), 1)
    assert hand(two, HAKEM_KOT).standing.hands == (1, 1)


# -- max_hands ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("teams", "scores", "places", "winners"),
    [
        ((0,), (1, 0, 1, 0), (1, 3, 1, 3), (0, 2)),
        ((1,), (0, 1, 0, 1), (3, 1, 3, 1), (1, 3)),
        ((1, 0, 1), (1, 2, 1, 2), (3, 1, 3, 1), (1, 3)),
        ((0, 1), (1, 1, 1, 1), (1, 1, 1, 1), (0, 1, 2, 3)),
    ],
)
def test_max_hands_ends_an_open_round(
    teams: tuple[int, ...], scores: tuple[int, ...], places: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """GEN-8, GEN-9: more hands in the open round win; equal hands share the win, with no further hand."""
    state = hokm.initial_state(Config(first_hakem=0, max_hands=len(teams)))
    before = score(state, *teams[:-1])
    assert isinstance(before, AwaitDeal)
    assert hokm.outcome(before) is None
    state = score(before, teams[-1])
    assert isinstance(state, MatchOver)
    assert state.standing.rounds == (0, 0)
    assert (result(state).scores, result(state).places, result(state).winners) == (scores, places, winners)
    assert result(state).titles is None


def test_max_hands_counts_rounds_before_hands() -> None:
    """GEN-9: the hands of the whole match are counted; a round won goes before hands in the round not yet ended."""
    state = score(hokm.initial_state(Config(first_hakem=0, hands_to_win=2, rounds_to_win=3, max_hands=3)), 0, 0, 1)
    assert isinstance(state, MatchOver)
    assert (state.standing.rounds, state.standing.hands) == ((1, 0), (0, 1))
    assert result(state) == Outcome((0, 1, 0, 1), (1, 3, 1, 3), (Seat(0), Seat(2)))


def test_max_hands_with_equal_rounds_counts_hands() -> None:
    """GEN-9: at one round each, the hands of the third decide."""
    state = score(hokm.initial_state(Config(first_hakem=0, hands_to_win=2, rounds_to_win=3, max_hands=5)), 0, 0, 1, 1, 0)
    assert isinstance(state, MatchOver)
    assert (state.standing.rounds, state.standing.hands) == ((1, 1), (1, 0))
    assert result(state) == Outcome((1, 0, 1, 0), (1, 3, 1, 3), (Seat(0), Seat(2)))


def test_max_hands_right_after_a_won_round() -> None:
    """GEN-9: no round is open: rounds alone decide, and the scores shown are those of the round just won."""
    level = score(hokm.initial_state(Config(first_hakem=0, hands_to_win=2, rounds_to_win=3, max_hands=5)), 0, 0, 0, 1, 1)
    assert isinstance(level, MatchOver)
    assert (level.standing.rounds, level.standing.hands) == ((1, 1), (1, 2))
    assert result(level) == Outcome((1, 2, 1, 2), (1, 1, 1, 1), (Seat(0), Seat(1), Seat(2), Seat(3)))

    behind = score(hokm.initial_state(Config(first_hakem=0, hands_to_win=2, rounds_to_win=3, max_hands=6)), 0, 0, 0, 0, 1, 1)
    assert isinstance(behind, MatchOver)
    assert (behind.standing.rounds, behind.standing.hands) == ((2, 1), (0, 2))
    assert result(behind) == Outcome((0, 2, 0, 2), (1, 3, 1, 3), (Seat(0), Seat(2)))

    ahead = score(hokm.initial_state(Config(first_hakem=0, hands_to_win=2, rounds_to_win=3, max_hands=3)), 1, 0, 1)
    assert result(ahead) == Outcome((1, 2, 1, 2), (3, 1, 3, 1), (Seat(1), Seat(3)))


def test_max_hands_with_no_score_is_shared() -> None:
    """GEN-9, HOKM-9: a kot worth nothing leaves 0-0."""
    state = hand(hokm.initial_state(Config(first_hakem=0, kot=0, max_hands=1)), KOT)
    assert result(state) == Outcome((0, 0, 0, 0), (1, 1, 1, 1), (Seat(0), Seat(1), Seat(2), Seat(3)))


def test_max_hands_after_a_kot_at_six() -> None:
    """GEN-9, HOKM-13: the team that suffered the kot has more hands, and wins."""
    state = hand(score(hokm.initial_state(attrs.evolve(AT_SIX, max_hands=7)), 1, 1, 1, 1, 1, 1), HAKEM_KOT)
    assert result(state) == Outcome((1, 6, 1, 6), (3, 1, 3, 1), (Seat(1), Seat(3)))


def test_a_bam_in_the_last_hand_wins_alone() -> None:
    """GEN-8, GEN-9, HOKM-12: in hand `max_hands` too a bam is first, with fewer hands; a lost one is a kot."""
    config = Config(first_hakem=0, max_hands=4, kot=1)
    state = score(hokm.initial_state(config), 1, 1, 0)
    assert (state.standing.hands, state.standing.hakem) == ((1, 2), 2)
    won = hand(state, KOT, KOT_AND_BAM)
    assert result(won) == Outcome((2, 2, 2, 2), (1, 3, 1, 3), (Seat(0), Seat(2)))
    lost = hand(state, KOT, KOT_BUT_8TH_LOST)
    assert result(lost) == Outcome((2, 2, 2, 2), (1, 1, 1, 1), (Seat(0), Seat(1), Seat(2), Seat(3)))


# -- what is refused ----------------------------------------------------------------------------------------------------

PHASES: dict[str, Callable[[], State]] = {
    "drawing lots": hokm.initial_state,
    "shuffling": lambda: hokm.initial_state(HAKEM_0),
    "naming trump": lambda: do(hokm.initial_state(Config(first_hakem=0, ten_low_redeals=1)), Deal(PACK)),
    "playing": lambda: do(hokm.initial_state(HAKEM_0), Deal(PACK), NameTrump(Suit.CLUBS)),
    "deciding": lambda: seven_to_nothing(hokm.initial_state(HAKEM_0)),
    "over": lambda: hand(hokm.initial_state(Config(first_hakem=0, max_hands=1)), WON_7_1),
}
KINDS: dict[str, Action] = {
    "draw": Draw(parse_cards("2C 3C 4C 5C")),
    "deal": Deal(PACK),
    "name trump": NameTrump(Suit.CLUBS),
    "ask redeal": AskRedeal(),
    "play": Play(Card.parse("2C")),
    "go on": GoOn(),
    "stop": Stop(),
}
DUE = {
    "drawing lots": ({"draw"}, "HOKM-2", "cards must be drawn for first hakem now", CHANCE),
    "shuffling": ({"deal"}, "HOKM-5", "the pack must be dealt now", CHANCE),
    "naming trump": ({"name trump", "ask redeal"}, "HOKM-5", "seat 0, the hakem, must name trump now", 0),
    "playing": ({"play"}, "HOKM-7", "seat 0 must play a card now", 0),
    "deciding": (
        {"go on", "stop"},
        "HOKM-12",
        "seat 2 must decide now whether to go on for the bam or to stop",
        2,
    ),
    "over": (set[str](), "GEN-8", "the match is over", None),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_thing_in_its_time(phase: str, kind: str) -> None:
    """GEN-5, GEN-8, HOKM-2, HOKM-5, HOKM-7, HOKM-12: what is not due is refused, saying what is."""
    due, clause, text, actor = DUE[phase]
    state = PHASES[phase]()
    assert state.actor == actor
    if kind in due:
        assert KINDS[kind] in hokm.legal_actions(state)
        assert hokm.violation(state, KINDS[kind]) is None
        return
    error = refused(state, KINDS[kind])
    assert (error.violation.clause, error.violation.text, error.seat) == (clause, text, actor)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("junk", [None, 0, "AS", Card.parse("AS"), Play, (), object()])
def test_what_is_no_action_is_refused(phase: str, junk: object) -> None:
    """GEN-5: anything else, of any type."""
    error = refused(PHASES[phase](), junk)
    assert error.violation.clause == "GEN-5"
    assert "is not an action of hokm" in str(error)


def test_a_draw_that_cannot_be() -> None:
    """HOKM-2, GEN-4, GEN-5: a card drawn before, a joker, a card drawn twice, what is no card, too many or too few."""
    state = draw(Config(), "AS AC KD QD")
    for cards, text in [
        ("AS 2C", "is not among the 48 cards that can be drawn"),
        ("BJ 2C", "is not among the 48 cards that can be drawn"),
        ("2C 2C", "2♣ is drawn twice"),
        ("2C", "must be of 2 cards, one for each player who draws, not 1"),
        ("2C 3C 4C", "must be of 2 cards, one for each player who draws, not 3"),
    ]:
        error = refused(state, Draw(parse_cards(cards)))
        assert error.violation.clause == "HOKM-2"
        assert text in error.violation.text
    for junk in (Draw(("2C", "3C")), Draw((2, 3)), Draw((None, None))):  # type: ignore[arg-type]
        assert refused(state, junk).violation.clause == "HOKM-2"
    assert refused(state, Draw(())).violation.clause == "HOKM-2"


@pytest.mark.parametrize(
    "action", [Draw(parse_cards("AS QS")), Draw(()), Draw(parse_cards("KS")), Draw((BLACK_JOKER,)), Deal(PACK)]
)
def test_refusals_while_the_first_ace_is_turned_up(action: Action) -> None:
    """HOKM-3, GEN-5: one card at a time, of those not yet turned."""
    assert refused(draw(FIRST_ACE, "KS"), action).violation.clause == "HOKM-3"


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        (PACK[1:], "2♣ is missing"),
        (PACK[:51], "A♠ is missing"),
        ((), "missing"),
        ((*PACK[:51], PACK[0]), "2♣"),  # doubled, another missing
        ((*PACK, PACK[0]), "2♣"),
        ((*PACK, PACK[51]), "A♠"),
        ((*PACK, BLACK_JOKER), "BJ"),
        ((*PACK[:51], BLACK_JOKER), "BJ"),
        ((*PACK[:51], "AS"), "'AS'"),
        ((*PACK[:51], None), "None"),
        ((*PACK[:51], 51), "51"),
        ((*PACK, "AS"), "'AS'"),
        (PACK * 2, "2♣"),
    ],
)
def test_a_pack_that_is_not_the_pack_is_refused(pack: tuple[Any, ...], words: str) -> None:
    """GEN-5: a card missing or doubled, a joker, what is no card, a wrong length."""
    error = refused(hokm.initial_state(HAKEM_0), Deal(pack))
    assert error.violation.clause == "GEN-5"
    assert error.violation.text.startswith("the pack must be")
    assert words in error.violation.text


@pytest.mark.parametrize("suit", [None, 0, "S", "spades", True, Card.parse("AS"), Suit])
def test_trump_must_be_a_suit(suit: Any) -> None:
    """HOKM-5, GEN-5: one of the four and nothing that stands for it."""
    error = refused(PHASES["naming trump"](), NameTrump(suit))
    assert error.violation.clause == "HOKM-5"
    assert "is not a suit" in error.violation.text


def test_trump_is_named_once() -> None:
    """HOKM-5, HOKM-7: neither the same suit again nor another."""
    state = PHASES["playing"]()
    for suit in SUITS:
        error = refused(state, NameTrump(suit))
        assert (error.violation.clause, error.violation.text) == ("HOKM-7", "seat 0 must play a card now")


@pytest.mark.parametrize("card", [None, 0, "AS", True, CardSet.parse("AS"), Suit.SPADES])
def test_only_cards_are_played(card: Any) -> None:
    """GEN-5, HOKM-7: one card, not its name or a set of it."""
    first = PHASES["playing"]()
    for state in (first, play(first, "0: 2C")):
        error = refused(state, Play(card))
        assert error.violation.clause == "GEN-5"
        assert "is not a card" in error.violation.text


def test_a_card_not_held_is_refused() -> None:
    """GEN-5, HOKM-7: another's card, one already played, a joker: in the first trick as in the second."""
    state = tricks_of(hokm.initial_state(HAKEM_0), KOT, count=0)
    for card in (Card.parse("10S"), Card.parse("KC"), BLACK_JOKER):
        error = refused(state, Play(card))
        assert (error.violation.clause, error.violation.text) == ("GEN-5", f"seat 0 does not hold {card}")
    state = play(state, "0: AS 7S 4S 2S\n0: KS")
    for code in ("AS", "KS", "7S", "5S", "JH", "6S"):
        error = refused(state, Play(Card.parse(code)))
        assert (error.violation.clause, error.violation.text) == ("GEN-5", f"seat 1 does not hold {Card.parse(code)}")
    assert legal(state) == plays("10S 8S")


def test_applied_again() -> None:
    """GEN-5, GEN-8: an action is illegal in the state that it led to, be it a draw, a deal, a call, a card or a decision."""
    low = hokm.initial_state(Config(first_hakem=0, ten_low_redeals=5, max_hands=1))
    tied = Draw(parse_cards("AS AC KD QD"))
    dealt = hokm.deal_for(low, {0: TEN_LOW})
    playing = PHASES["playing"]()
    decision, in_last_hand = seven_to_nothing(hokm.initial_state(HAKEM_0)), seven_to_nothing(low)
    steps: list[tuple[State, Action]] = [
        (hokm.initial_state(), tied),
        (do(hokm.initial_state(), tied), Draw(parse_cards("3C 2C"))),
        (hokm.initial_state(FIRST_ACE), Draw(parse_cards("KS"))),
        (hokm.initial_state(FIRST_ACE), Draw(parse_cards("AS"))),
        (low, dealt),
        (do(low, dealt), AskRedeal()),
        (do(low, dealt), NameTrump(Suit.SPADES)),
        (playing, Play(Card.parse("2C"))),
        (play(playing, "0: 2C"), Play(Card.parse("7C"))),
        (decision, GoOn()),
        (decision, Stop()),
        (in_last_hand, Stop()),
    ]
    for state, action in steps:
        refused(do(state, action), action)


def test_submit_takes_what_is_due_from_him_whose_turn_it_is() -> None:
    """GEN-5: for him `submit` does what `apply` does, refusals included."""
    state = PHASES["naming trump"]()
    assert GAME.submit(state, 0, NameTrump(Suit.CLUBS)) == do(state, NameTrump(Suit.CLUBS))
    with pytest.raises(IllegalAction) as caught:
        hokm.submit(state, 0, Stop())
    assert (caught.value.seat, caught.value.violation.clause) == (0, "HOKM-5")
    assert caught.value.legal == hokm.legal_actions(state)


@pytest.mark.parametrize("phase", PHASES)
def test_submit_refuses_whose_turn_it_is_not(phase: str) -> None:
    """GEN-5: before it looks at any card: the refusal is the same for whatever action, and tells nothing."""
    state = PHASES[phase]()
    actions: list[Any] = [*KINDS.values(), *map(Play, PACK), None, "junk"]
    for seat in SEATS:
        said = "the game is over" if phase == "over" else f"it is not the turn of seat {seat}"
        for action in actions if seat != state.actor else ():
            with pytest.raises(IllegalAction) as caught:
                GAME.submit(state, seat, action)
            error = caught.value
            assert (error.seat, error.violation.clause, error.violation.text) == (seat, "GEN-5", said)
            assert error.action is action
            assert error.legal.size == 0


@pytest.mark.parametrize("seat", [-1, 4, None, True, "0", 0.0])
def test_unknown_seats(seat: Any) -> None:
    """GEN-1, GEN-5: there are seats 0 to 3; a bool is no seat, and only a view may be a spectator's."""
    for phase in PHASES.values():
        state = phase()
        with pytest.raises(LookupError, match="there is no seat"):
            GAME.submit(state, seat, Stop())
        with pytest.raises(LookupError, match="there is no seat"):
            state.hand(seat)
        if seat is not None:
            with pytest.raises(LookupError, match="there is no seat"):
                hokm.view(state, seat)
            with pytest.raises(LookupError, match="there is no seat"):
                hokm.seen(state, hokm.legal_actions(state)[0] if state.actor is not None else Stop(), seat)


def test_seen_refuses_what_apply_refuses() -> None:
    """GEN-5: nobody notices what may not be done."""
    with pytest.raises(IllegalAction, match=r"seat 0 must play a card now \(HOKM-7\)"):
        hokm.seen(PHASES["playing"](), Stop(), 1)


# -- luck ---------------------------------------------------------------------------------------------------------------


def test_luck_comes_from_outside() -> None:
    """GEN-4: chance acts in the draws and the shuffles alone; its set knows every event and draws one; all replays are equal."""
    record = Record.begin(GAME, Config(partners=Partners.DRAWN, ten_low_redeals=1, max_hands=2))
    rng = Random(4)
    state = hokm.initial_state(record.config)
    while legal_now := hokm.legal_actions(state):
        action = legal_now.sample(rng)
        assert action in legal_now
        assert (state.actor is CHANCE) == isinstance(action, Draw | Deal) == isinstance(state, DrawLots | AwaitDeal)
        state, record = do(state, action), record.then(action)
    assert isinstance(state, MatchOver)
    assert record.last() == state
    assert Record.parse(str(record)).last() == state


# -- the cases ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hakem", SEATS)
@pytest.mark.parametrize("leader", SEATS)
@pytest.mark.parametrize("trump", SUITS)
def test_case_01_a_ruff_wins(trump: Suit, leader: int, hakem: int) -> None:
    """HOKM-7: an ace is led, the next, who has none of the suit, ruffs with the two; king and queen follow: he wins and leads.

    Where the leader is not the hakem he has come to the lead with the ace of a third suit.
    """
    t, led, third, fourth = (suit.value for suit in (trump, *(suit for suit in SUITS if suit is not trump)))
    ruffer = order_from(leader)[1]
    hands = {
        leader: f"A{third} A{led}",
        ruffer: f"2{third} 2{t} " + " ".join(f"{rank.value}{fourth}" for rank in RANKS[:11]),
        order_from(leader)[2]: f"3{third} K{led}",
        order_from(leader)[3]: f"4{third} Q{led}",
    }
    state = do(deal(hokm.initial_state(Config(first_hakem=hakem)), hands), NameTrump(trump))
    if leader != hakem:
        state = play(state, "0: " + " ".join(hands[seat].split()[0] for seat in order_from(hakem)), order_from(hakem))
    state = play(state, f"0: A{led} 2{t} K{led} Q{led}", order_from(leader))
    assert state.actor == ruffer
    trick = hokm.view(state, None).tricks[-1]
    assert (trick.leader, trick.winner) == (leader, ruffer)
    assert hokm.view(state, None).voids[ruffer] == {Suit(led)}
    assert hokm.legal_actions(state).size == len(state.hand(ruffer))


def test_case_02_a_discard_does_not_win() -> None:
    """HOKM-7: clubs are led, a king of diamonds is no trump: the jack of clubs wins."""
    hands = {
        0: "JC",
        1: "KD AD QD JD 10D 9D 8D AH KH QH JH 10H 9H",
        2: "3C",
        3: "9C",
    }
    state = do(deal(hokm.initial_state(HAKEM_0), hands), NameTrump(Suit.SPADES))
    state = play(state, "0: JC KD 3C 9C")
    assert state.actor == 0
    assert hokm.view(state, None).won == (1, 0)


@pytest.mark.parametrize(
    ("one", "tricks", "hands"),
    [
        (WON_7_5, (7, 5), (1, 0)),
        (WON_7_6, (7, 6), (1, 0)),
        (WON_7_1, (7, 1), (1, 0)),
        (LOST_5_7, (5, 7), (0, 1)),
        (KOT, (7, 0), (2, 0)),
        (HAKEM_KOT, (0, 7), (0, 3)),
    ],
)
def test_case_09_a_hand_is_over_at_seven_and_scored_once(one: Hand, tricks: tuple[int, int], hands: tuple[int, int]) -> None:
    """HOKM-8, HOKM-9: at once, one row, one score; a kot only at seven to nothing."""
    state = hand(hokm.initial_state(HAKEM_0), one)
    assert isinstance(state, AwaitDeal)
    assert len(state.standing.sheet) == 1
    assert (state.standing.sheet[0].tricks, state.standing.hands) == (tricks, hands)
    assert (state.standing.sheet[0].kot is not None) == (0 in tricks)


def after_draw(config: Config) -> State:
    """The first deal or draw after four cards have been drawn, of which 0 has the highest and 1 the second."""
    return draw(config, "AS KH 3C 2D")


@pytest.mark.parametrize(
    ("option", "other", "choices"),
    [
        ("partners", Partners.DRAWN, after_draw),
        ("first_hakem", FirstHakem.FIRST_ACE, hokm.initial_state),
        ("first_hakem", 0, hokm.initial_state),
        ("ten_low_redeals", 1, lambda config: deal(after_draw(config), {0: TEN_LOW})),
        ("kot", 1, lambda config: hand(after_draw(config), KOT)),
        ("hakem_kot", 2, lambda config: hand(after_draw(config), HAKEM_KOT)),
        ("hands_to_win", 1, lambda config: hand(after_draw(config), WON_7_1)),
        ("rounds_to_win", 2, lambda config: score(after_draw(config), 0, 0, 0, 0, 0, 0, 0)),
        ("bam", False, lambda config: tricks_of(after_draw(config), KOT)),
        ("kot_at_six", True, lambda config: hand(score(after_draw(config), 0, 0, 0, 0, 0, 0), HAKEM_KOT)),
        ("max_hands", 1, lambda config: hand(after_draw(config), WON_7_1)),
    ],
)
def test_case_08_every_option_acts(option: str, other: object, choices: Callable[[Config], State]) -> None:
    """GEN-6: from the defaults, flipping one option leads the same cards and choices to another position."""
    flipped: dict[str, Any] = {option: other}

    def position(config: Config) -> object:
        state = choices(config)
        return type(state), attrs.evolve(state.standing, config=Config()), hokm.legal_actions(state).size

    assert position(Config()) != position(Config(**flipped))


def test_case_08_no_option_is_forgotten() -> None:
    """GEN-6: the test above flips them all."""
    (mark,) = (mark for mark in test_case_08_every_option_acts.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]
    assert {name for name, _, _ in mark.args[1]} == {option.name for option in options(Config)}


def test_case_18_player_0_and_suit_0_are_not_none() -> None:
    """HOKM-2, HOKM-3, HOKM-4, HOKM-5, HOKM-7, GEN-1: seat 0, hakem 0, dealer 0, team 0, clubs and the two of clubs are somebody."""
    for start in (draw(Config(), "AC KC QC JC"), draw(FIRST_ACE, "AC"), hokm.initial_state(HAKEM_0)):
        assert isinstance(start, AwaitDeal)
        assert (start.hakem, start.standing.hakem, start.standing.dealer) == (0, 0, 3)
    assert hokm.initial_state(Config(first_hakem=1)).standing.dealer == 0

    state = hokm.initial_state(Config(first_hakem=0, max_hands=1))
    actions: list[Action] = [
        hokm.deal_for(state, {seat: " ".join(f"{rank.value}{suit.value}" for rank in RANKS) for seat, suit in enumerate(SUITS)}),
        NameTrump(Suit.CLUBS),
        *(Play(Card(suit, rank)) for rank in RANKS[:7] for suit in SUITS),  # 0 takes each with a club
        Stop(),
    ]
    state = do(state, actions[0])
    view = hokm.view(state, 0)
    assert (view.seat, view.actor, view.legal.size, view.hand) == (0, 0, 4, CardSet.parse("2C 3C 4C 5C 6C"))
    assert hokm.view(state, None).hand == CardSet()
    state = do(state, *actions[1:3])
    view = hokm.view(state, 3)
    assert (view.trump, view.trick, view.counts) == (Suit.CLUBS, ((0, Card.parse("2C")),), (12, 13, 13, 13))
    assert str(view).splitlines()[1:4] == ["hakem: seat 0, trump clubs ♣", "tricks 0-0", "table: seat 0 2♣"]
    state = do(state, *actions[3:6])
    assert (state.actor, hokm.view(state, 0).voids) == (0, (frozenset(), *[suits("C")] * 3))
    assert [(trick.leader, trick.winner) for trick in hokm.view(state, 0).tricks] == [(0, 0)]
    state = do(state, *actions[6:])
    assert state.standing.sheet == (row(0, Suit.CLUBS, (7, 0), 0, kot=Kot.KOT, points=2, hands=(2, 0)),)
    assert result(state).winners == (0, 2)
    record = Record(GAME, state.standing.config, tuple(actions))
    assert Record.parse(str(record)) == codec.loads(GAME, codec.dumps(GAME, record), codec.Kind.RECORD) == record
    for one in record.states():
        assert codec.loads(GAME, codec.dumps(GAME, one), codec.Kind.STATE) == one
        view = hokm.view(one, 0)
        assert codec.loads(GAME, codec.dumps(GAME, view), codec.Kind.VIEW) == view != hokm.view(one, None)
    assert one == state
