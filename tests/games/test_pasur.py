"""The clauses of Pasur, each at the table: real cards, played through the public functions alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, combinations, permutations
from math import comb, factorial, perm
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persian_cards.actions import CHANCE, NOTHING
from persian_cards.cards import BLACK_JOKER, PACK, Card, CardSet, Rank, parse_cards
from persian_cards.codec import Kind, dump, dumps, load, loads
from persian_cards.errors import ConfigError, IllegalAction
from persian_cards.game import Outcome, Rotation
from persian_cards.games import GAMES, pasur
from persian_cards.games.pasur import (
    GAME,
    Action,
    AwaitDeal,
    Capture,
    CaptureRule,
    ChooseDealer,
    ClubsAward,
    Config,
    Deal,
    DealtOpen,
    DrawDealer,
    MatchOver,
    Move,
    Moves,
    NextFour,
    Phase,
    Play,
    Row,
    State,
    TableJacks,
    TablePlay,
    View,
)
from persian_cards.options import options
from persian_cards.record import Record, action_text, read_action
from persian_cards.table import Seat
from persian_cards.testing.laws import uneven
from tests.games import table_helpers

OPTIONAL, MANDATORY = CaptureRule.OPTIONAL, CaptureRule.MANDATORY
BURY, REDEAL, ALLOW = TableJacks.BURY, TableJacks.REDEAL, TableJacks.ALLOW
SEVEN, MOST = ClubsAward.SEVEN, ClubsAward.MOST

# -- helpers ------------------------------------------------------------------------------------------------------------


def start(players: int = 2, dealer: int | None = None, **config: Any) -> State:
    """Before the first deal. Unless a dealer is named it is the last seat, so that seat 0 plays first."""
    first = players - 1 if dealer is None else dealer
    return pasur.initial_state(Config(players=players, first_dealer=first, **config))


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def moves(text: str) -> list[Move]:
    """Moves from text, with semicolons between: "7D x 4D" takes, "QH" is laid down."""
    found: list[Move] = []
    for one in text.replace("\n", ";").split(";"):
        card, _, taken = one.partition(" x ")
        if one.strip():
            found.append(Capture(Card.parse(card), CardSet.parse(taken)) if taken else Play(Card.parse(card)))
    return found


def move_text(move: object) -> str:
    assert isinstance(move, Play | Capture)
    taken = f" x {' '.join(card.code for card in move.taken)}" if isinstance(move, Capture) else ""
    return move.card.code + taken


def do(state: State, *actions: Action) -> State:
    for action in actions:
        state = pasur.apply(state, action)
    return state


def play(state: State, text: str) -> State:
    return do(state, *moves(text))


def deal(state: State, hands: Mapping[int, str], table: str, stock: str = "") -> State:
    return do(state, pasur.deal_for(state, hands, table=table, stock=stock))


def deal_of_play(state: State, table: str, text: str, rest: str = "") -> Deal:
    """The deal after which just these moves can be made from this table; `rest` are the cards that could be played next, by turns,
    and cards that are not named follow in order."""
    order = state.standing.order
    named = [*(move.card for move in moves(text)), *cards(rest)]
    named += [card for card in PACK if card not in named and card not in cards(table)]
    rounds = [named[at : at + 4 * len(order)] for at in range(0, 48, 4 * len(order))]
    fours = [[one[turn :: len(order)] for turn in range(len(order))] for one in rounds]
    stock = chain.from_iterable(four for later in fours[1:] for four in later)
    return pasur.deal_for(state, dict(zip(order, fours[0], strict=True)), table=table, stock=tuple(stock))


def hand_of_play(state: State, table: str, text: str, rest: str = "") -> State:
    """Deals so that just these moves can be made, and makes them."""
    return do(state, deal_of_play(state, table, text, rest), *moves(text))


def ways(state: State) -> set[str]:
    """What is legal, as text."""
    return set(map(move_text, pasur.legal_actions(state)))


def table_of(state: State) -> set[Card]:
    return set(pasur.places(state)["table"])


def refused(state: State, action: object) -> IllegalAction:
    return table_helpers.refused(GAME, state, action)


def refusal(state: State, text: str) -> tuple[str, str]:
    """Clause and message of the refusal of a move."""
    (move,) = moves(text)
    violation = refused(state, move).violation
    return violation.clause, violation.text


def result(state: State) -> Outcome:
    end = pasur.outcome(state)
    assert end is not None
    return end


def row(state: State) -> Row:
    return state.standing.sheet[-1]


def everybody(players: int = 2) -> tuple[int | None, ...]:
    return (*range(players), None)


def states(config: Config, seed: int) -> list[State]:
    """All states of a match of random choices."""
    rng = Random(seed)
    found = [pasur.initial_state(config)]
    while choices := pasur.legal_actions(found[-1]):
        found.append(do(found[-1], choices.sample(rng)))
    return found


VALUES = {"A": 1, "J": 0, "Q": 0, "K": 0}


def value(card: Card) -> int:
    """What a card counts toward eleven; 0 for jacks, queens and kings."""
    return VALUES[card.rank.value] if card.rank.value in VALUES else int(card.rank.value)


def takes(card: Card, some: Sequence[Card], table: Sequence[Card]) -> bool:
    """PASUR-4, reckoned anew: whether a card takes just these."""
    if card.rank is Rank.JACK:
        return set(some) == {other for other in table if other.rank not in (Rank.QUEEN, Rank.KING)}
    if value(card) == 0:
        return len(some) == 1 and some[0].rank is card.rank
    return all(map(value, some)) and value(card) + sum(map(value, some)) == 11


def all_ways(hand: Sequence[Card], table: Sequence[Card], config: Config) -> set[str]:
    """What is legal, by trying every set of cards on the table with every card of the hand (PASUR-4 to PASUR-6, PASUR-10)."""
    subsets = [some for size in range(1, len(table) + 1) for some in combinations(table, size)]
    found = set[str]()
    for card in hand:
        taken = [some for some in subsets if takes(card, some, table)]
        found |= {move_text(Capture(card, CardSet(some))) for some in taken}
        jack = card.rank is Rank.JACK
        barred = jack and not table and not config.jack_on_empty and any(other.rank is not Rank.JACK for other in hand)
        if not barred and (not taken or (config.capture is OPTIONAL and not jack)):
            found.add(card.code)
    return found


def pasur_points(state: State) -> None:
    """Twenty points and the surs, less the clubs where nobody gets them; every row follows from the one before (PASUR-7 to
    PASUR-13, GEN-7, GEN-9); and whoever took a card took it by the rules (PASUR-4)."""
    standing = state.standing
    config, dealer, won = standing.config, None, False
    two_sides = config.players == 2 or config.partnership
    scores = [0] * (2 if two_sides else config.players)
    for hands, one in enumerate(standing.sheet, 1):
        assert not won
        assert dealer in (None, one.dealer)
        assert sum(one.clubs) == 13
        most = [side for side, clubs in enumerate(one.clubs) if clubs == max(one.clubs)]
        winners = [side for side in most if (len(most) == 1 if config.clubs is MOST else one.clubs[side] >= 7)]
        assert len(winners) <= 1
        assert winners or not two_sides
        assert sum(one.points) == 13 + 7 * len(winners) + config.sur * sum(one.surs)
        for side, (points, surs) in enumerate(zip(one.points, one.surs, strict=True)):
            cards_alone = points - config.sur * surs - 7 * (side in winners)
            assert 0 <= cards_alone <= 13
            assert not surs or config.sur_limit is None or scores[side] < config.sur_limit
            scores[side] += points
        assert not config.surs_cancel or 0 in one.surs
        assert one.scores == tuple(scores)
        dealer = (one.dealer + 1) % config.players
        alone = scores.count(max(scores)) == 1
        won = config.target is None or (max(scores) >= config.target and alone) or hands == config.max_hands
    assert standing.scores == tuple(scores)
    assert isinstance(state, MatchOver) is won
    if isinstance(state, TablePlay):
        _check_table(state)


def _check_table(state: TablePlay) -> None:
    held = [len(state.hand(seat)) for seat in range(state.standing.config.players)]
    assert max(held) - min(held) <= 1
    assert max(held) == len(state.hand(state.actor)) <= 4
    assert (48 - len(state.moves) - sum(held), len(state.stock) % (4 * len(held))) == (len(state.stock), 0)
    if state.moves and isinstance(last := state.moves[-1], Capture):
        assert takes(last.card, tuple(last.taken), (*last.taken, *table_of(state)))


# -- whole hands of play ------------------------------------------------------------------------------------------------

QUIET_TABLE = "KS QS 5H 6H"
QUIET = """
    6C x 5H; 5C x 6H; 10C; AC x 10C; 10D; AD x 10D; 10H; AH x 10H
    10S; AS x 10S; 2C; 9C x 2C; 2D; 9D x 2D; 2H; 9H x 2H
    2S; 9S x 2S; 3C; 8C x 3C; 3D; 8D x 3D; 3H; 8H x 3H
    3S; 8S x 3S; 4C; 7C x 4C; 4D; 7D x 4D; 4H; 7H x 4H
    4S; 7S x 4S; 5D; 6D x 5D; 5S; 6S x 5S; JC; JD x JC
    JH; JS x JH; KH x KS; QH x QS; QC; QD x QC; KC; KD x KC
"""
"""The first player takes 6C 5H KH KS, worth nothing; the second all else, with three surs at the end: 13, 7 for clubs, and 15."""

SHARED = QUIET.replace("10C; AC x 10C; 10D; AD x 10D", "10C; 10D; AC x 10D; AD x 10C")
"""The same, but the first player takes 10D with AC, which are 4 points; 16 and three surs for the second."""

LOUD_TABLE = "KS KH QS QH"
LOUD_START = "KD x KS; QD x QS; QC x QH; KC x KH;"
LOUD_PAIRS = """
    10C; AC x 10C; 10D; AD x 10D; 10H; AH x 10H; 2C; 9C x 2C; 2D; 9D x 2D; 2H; 9H x 2H; 2S; 9S x 2S; 3C; 8C x 3C;
    3D; 8D x 3D; 3H; 8H x 3H; 3S; 8S x 3S; 4C; 7C x 4C; 4D; 7D x 4D; 4H; 7H x 4H;
"""
LOUD = (
    LOUD_START
    + LOUD_PAIRS
    + "5C; 6C x 5C; 5D; 6D x 5D; 5H; 6H x 5H; 4S; 6S; AS x 4S 6S; 7S; 5S; 10S; JC x 7S 5S 10S; JD; JH x JD; JS"
)
"""The second player has 18 surs, one with KC and one with every pair. The first has one, with AS, which is the first card of the
last round; he takes last, with JH, and so JS too."""

LOUD_TO_THE_LAST = (
    LOUD_START
    + LOUD_PAIRS
    + "10S; AS x 10S; 4S; 7S x 4S; 5H; 6H x 5H; 5S; 6S x 5S; 5C; 6C x 5C; 5D; 6D x 5D; JC; JD x JC; JH; JS x JH"
)
"""The second player has 21 surs: 19 before the last round, one of them with the last card before it, and two in it."""


def with_the_jacks(text: str) -> str:
    """QUIET, or what is like it, but the first player takes the four jacks."""
    changed = text.replace("JC; JD x JC\n    JH; JS x JH; KH x KS;", "KH x KS; JC; JD x JC; JH; JS x JH;")
    assert changed != text
    return changed


THREE = """
    6C x 5H; 5C x 6H; 10C; AC x 10C; 10D; AD x 10D; 10H; 10S; 2C; AH x 10H; AS x 10S; 9C x 2C
    2D; 2H; 2S; 9D x 2D; 9H x 2H; 9S x 2S; 3C; 3D; 3H; 8C x 3C; 8D x 3D; 8H x 3H
    4H; 4C; 4D; 7H x 4H; 7C x 4C; 7D x 4D; 3S; 8S x 3S; 4S; 7S x 4S; 5D; 6D x 5D
    5S; 6S x 5S; JD; JH x JD; JC; JS x JC; KH x KS; QH x QS; QD; QC x QD; KC; KD x KC
"""
"""For three, from the table of QUIET. Clubs 6, 3, 4. Cards: AC AH JH JD are 4; AS is 1; 10D AD 2C JC JS are 8. A sur each."""


def first_hand(table: str, text: str, **config: Any) -> State:
    """After one whole hand."""
    state = hand_of_play(start(**config), table, text)
    assert len(state.standing.sheet) == 1
    return state


# -- the config ---------------------------------------------------------------------------------------------------------


def test_the_game_is_found_by_its_names() -> None:
    """PASUR-1, GEN-1: it is also called Chahar Barg, and goes to the right."""
    assert GAMES["chahar_barg"] is GAMES["pasur"] is GAME
    assert GAME.rotation is Rotation.RIGHT
    assert GAME.persian_name == "پاسور"


def test_case_08_defaults_are_those_of_the_rulebook() -> None:
    """PASUR-1 to PASUR-13, PASUR-D5, GEN-9: each option with its clause and default."""
    assert [(one.name, one.clause, one.default) for one in options(Config)] == [
        ("players", "PASUR-1", 2),
        ("partnership", "PASUR-1", False),
        ("first_dealer", "PASUR-2", None),
        ("table_jacks", "PASUR-3", BURY),
        ("capture", "PASUR-5", MANDATORY),
        ("sur", "PASUR-7", 5),
        ("sur_in_last_round", "PASUR-8", True),
        ("sur_limit", "PASUR-9", None),
        ("surs_cancel", "PASUR-9", False),
        ("jack_on_empty", "PASUR-10", False),
        ("clubs", "PASUR-12", SEVEN),
        ("target", "PASUR-13", 62),
        ("max_hands", "GEN-9", None),
    ]


@pytest.mark.parametrize(
    ("field", "wrong", "with_it", "clause"),
    [
        ("players", 1, {}, "PASUR-1"),
        ("players", 5, {}, "PASUR-1"),
        ("partnership", True, {"players": 2}, "PASUR-1"),
        ("partnership", True, {"players": 3}, "PASUR-1"),
        ("first_dealer", 2, {"players": 2}, "PASUR-2"),
        ("first_dealer", 3, {"players": 3}, "PASUR-2"),
        ("first_dealer", -1, {}, "PASUR-2"),
        ("table_jacks", "bury", {}, "PASUR-3"),
        ("capture", True, {}, "PASUR-5"),
        ("sur", -1, {}, "PASUR-7"),
        ("sur_in_last_round", 1, {}, "PASUR-8"),
        ("sur_limit", 0, {}, "PASUR-9"),
        ("surs_cancel", True, {"players": 3}, "PASUR-9"),
        ("surs_cancel", True, {"players": 4}, "PASUR-9"),
        ("jack_on_empty", 0, {}, "PASUR-10"),
        ("clubs", None, {}, "PASUR-12"),
        ("target", 0, {}, "PASUR-13"),
        ("max_hands", 0, {}, "GEN-9"),
    ],
)
def test_configs_that_no_table_could_play_are_refused(field: str, wrong: Any, with_it: dict[str, Any], clause: str) -> None:
    """GEN-6, PASUR-1, PASUR-2, PASUR-9: with the field, its value and its clause."""
    with pytest.raises(ConfigError) as refused_config:
        Config(**{field: wrong, **with_it})
    error = refused_config.value
    assert (error.field, error.value, error.clause) == (field, wrong, clause)


def test_what_a_refused_config_is_told() -> None:
    """GEN-6: what would be allowed."""
    with pytest.raises(ConfigError, match="partnership must be False with 3 players, not True"):
        Config(players=3, partnership=True)
    with pytest.raises(ConfigError, match="first_dealer must be a seat from 0 to 1, not 3"):
        Config(first_dealer=3)
    with pytest.raises(ConfigError, match="surs_cancel must be False with more than two sides, not True"):
        Config(players=4, surs_cancel=True)


def test_configs_at_the_edge_are_taken() -> None:
    """GEN-6, PASUR-9: four in partnership are two sides; a sur may be worth nothing."""
    assert Config(players=4, partnership=True, surs_cancel=True, first_dealer=3).surs_cancel
    assert Config(sur=0, sur_limit=1, target=1, max_hands=1).sur == 0
    assert Config(players=4, first_dealer=3) != Config(players=4)


# -- players, sides and the deal ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_so_many_play_each_for_himself(players: int) -> None:
    """PASUR-1: two, three or four."""
    state = start(players)
    assert pasur.seats(Config(players=players)) == players
    assert pasur.sides(state) == tuple((seat,) for seat in range(players))
    assert state.standing.scores == (0,) * players


def test_opposite_seats_share_their_captures_in_a_partnership() -> None:
    """PASUR-1, GEN-2: seats 0 and 2 take little, 1 and 3 the rest; without partnership seats 1 and 3 count apart."""
    state = first_hand(QUIET_TABLE, QUIET, players=4, partnership=True, target=None)
    assert pasur.sides(state) == ((0, 2), (1, 3))
    assert row(state).points == (0, 35)
    assert result(state) == Outcome((0, 35, 0, 35), (3, 1, 3, 1), (Seat(1), Seat(3)))
    state = first_hand(QUIET_TABLE, QUIET, players=4, target=None)
    assert row(state).points[0] == row(state).points[2] == 0
    assert min(row(state).points[1], row(state).points[3]) > 0
    assert row(state).points[1] + row(state).points[3] == 35


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deal_goes_in_packets_of_four(players: int) -> None:
    """PASUR-2: four to each, the dealer's right first and the dealer last, then four face up; the dealer's right plays first."""
    for dealer in range(players):
        state = do(start(players, dealer, table_jacks=ALLOW), Deal(PACK))
        for turn in range(players):
            assert tuple(state.hand((dealer + 1 + turn) % players)) == PACK[4 * turn : 4 * turn + 4]
        assert pasur.places(state)["table"] == PACK[4 * players : 4 * players + 4]
        assert pasur.places(state)["stock"] == PACK[4 * players + 4 :]
        assert state.actor == (dealer + 1) % players


def test_the_layout_of_a_deal_is_data() -> None:
    """PASUR-2: every card of the pack has its place."""
    entries = pasur.layout(Config(players=3)).entries
    assert entries == (0,) * 4 + (1,) * 4 + (2,) * 4 + ("table",) * 4 + ("stock",) * 36


@pytest.mark.parametrize(("players", "rounds"), [(2, 6), (3, 4), (4, 3)])
def test_four_more_each_until_the_pack_is_used_up(players: int, rounds: int) -> None:
    """PASUR-2: in the same way, the dealer's right first, none to the table; when all have played the last, the hand is over."""
    rng = Random(5)
    state = do(start(players, 0, target=None, table_jacks=ALLOW), Deal(PACK))
    for number in range(rounds):
        assert [len(state.hand(seat)) for seat in range(players)] == [4] * players
        assert state.actor == 1
        for turn in range(4 * players):
            assert isinstance(state, TablePlay)
            assert state.actor == (1 + turn) % players
            table, hand, stock = table_of(state), state.hand(state.actor), pasur.places(state)["stock"]
            state = do(state, pasur.legal_actions(state).sample(rng))
            if turn < 4 * players - 1:
                assert pasur.places(state)["stock"] == stock
        if number < rounds - 1:
            assert table_of(state) <= {*table, *hand}
            for turn in range(players):
                assert set(state.hand((1 + turn) % players)) == set(stock[4 * turn : 4 * turn + 4])
            assert pasur.places(state)["stock"] == stock[4 * players :]
    assert isinstance(state, MatchOver)


def test_the_first_dealer_is_found_by_lot_or_given() -> None:
    """PASUR-2, GEN-4: the lot is an event of chance, one a seat."""
    for players in (2, 3, 4):
        state = pasur.initial_state(Config(players=players))
        assert isinstance(state, DrawDealer)
        assert (state.actor, state.standing.dealer) == (CHANCE, None)
        assert list(pasur.legal_actions(state)) == [ChooseDealer(Seat(seat)) for seat in range(players)]
        for seat in range(players):
            chosen = do(state, ChooseDealer(Seat(seat)))
            assert chosen == start(players, seat) or chosen.standing.config.first_dealer is None
            assert chosen.standing.dealer == seat
            assert isinstance(chosen, AwaitDeal)
            assert do(chosen, Deal(PACK)).actor == (seat + 1) % players
    assert start(4, 2).standing.dealer == 2


def test_the_deal_passes_to_the_right() -> None:
    """PASUR-2, GEN-1: to the next seat, whoever has won."""
    state = start(3, 1, target=1000)
    for dealer in (2, 0, 1):
        state = hand_of_play(state, QUIET_TABLE, THREE)
        assert state.standing.dealer == dealer
        assert isinstance(state, AwaitDeal)


def test_between_the_hands_nobody_holds_cards() -> None:
    """GEN-10: the cards are the pack again, also when the match is over."""
    for state in (pasur.initial_state(), start(), first_hand(QUIET_TABLE, QUIET), first_hand(QUIET_TABLE, QUIET, target=None)):
        assert pasur.places(state) == {"pack": PACK}
        assert not state.hand(0)
        assert not state.hand(1)
        with pytest.raises(LookupError):
            state.hand(2)


def test_a_deal_is_made_for_named_cards() -> None:
    """PASUR-2, GEN-10: hands, table and stock in the order in which they fall; the rest in the order of the pack."""
    state = start(3, 0)
    pack = pasur.deal_for(state, {1: "KS AS", 0: cards("2C 3C 4C 5C")}, table="9H", stock="JH QH")
    assert pack.pack[:12] == cards("KS AS 6C 7C 8C 9C 10C JC 2C 3C 4C 5C")
    assert pack.pack[12:18] == cards("9H QC KC AC JH QH")
    after = do(state, pack)
    assert set(after.hand(1)) == set(cards("KS AS 6C 7C"))
    assert pasur.places(after)["stock"][:2] == cards("JH QH")
    with pytest.raises(ValueError, match="is dealt 4 cards, not 5"):
        pasur.deal_for(state, {1: "KS AS QS JS 10S"})
    with pytest.raises(ValueError, match="the table is dealt 4 cards, not 5"):
        pasur.deal_for(state, {}, table="KS AS QS JS 10S")
    with pytest.raises(ValueError, match="no deal is due in the phase TablePlay"):
        pasur.deal_for(after, {})
    with pytest.raises(LookupError):
        pasur.deal_for(state, {3: "KS"})


# -- jacks among the first four cards of the table ----------------------------------------------------------------------


def test_a_single_jack_is_buried() -> None:
    """PASUR-3: it goes to the bottom of the pack, and the next card takes its place on the table."""
    state = deal(start(), {}, "JH 5H 6H QS", "9S 8S")
    assert table_of(state) == set(cards("5H 6H QS 9S"))
    stock = pasur.places(state)["stock"]
    assert (len(stock), stock[0], stock[-1]) == (40, Card.parse("8S"), Card.parse("JH"))
    assert pasur.view(state, None).buried == cards("JH")


def test_a_jack_that_takes_the_place_of_one_is_buried_below_it() -> None:
    """PASUR-3: and so on, each below those before it."""
    state = deal(start(3), {}, "5H JH 6H QS", "JD JS JC 9S 8S")
    assert table_of(state) == set(cards("5H 6H QS 9S"))
    assert pasur.places(state)["stock"][-4:] == cards("JH JD JS JC")
    assert pasur.places(state)["stock"][0] == Card.parse("8S")
    assert pasur.view(state, 1).buried == cards("JH JD JS JC")
    assert pasur.seen(start(3), pasur.deal_for(start(3), {}, table="5H JH 6H QS", stock="JD JS JC 9S 8S"), None) == DealtOpen(
        CardSet(), cards("5H 6H 9S QS JH JD JS JC")
    )


def test_buried_jacks_are_dealt_last_to_the_dealer() -> None:
    """PASUR-2, PASUR-3: they are the last cards of the pack."""
    rng = Random(3)
    state = deal(start(3, 1), {}, "JH 5H 6H QS", "JD")
    while isinstance(state, TablePlay) and pasur.places(state)["stock"]:
        state = do(state, pasur.legal_actions(state).sample(rng))
    assert set(cards("JH JD")) <= set(state.hand(1))


@pytest.mark.parametrize(
    ("rule", "table", "stock", "undone"),
    [
        (BURY, "JH JD 5H 6H", "", True),
        (BURY, "JH JD JC JS", "", True),
        (BURY, "JH 5H 6H 7H", "", False),
        (BURY, "QH QD QC 6H", "", True),
        (BURY, "QH QD QC QS", "", True),
        (BURY, "KH KD KC 6H", "", True),
        (BURY, "KH KD QC QS", "", False),
        (BURY, "KH KD QC 6H", "", False),
        (BURY, "KH QD QC 6H", "", False),
        (BURY, "JH QD QC 6H", "QS", True),
        (BURY, "JH KD KC QH", "KS", True),
        (BURY, "JH KD KC QH", "QS", False),
        (BURY, "JH QD QC 6H", "JS JD QS", True),
        (BURY, "JH QD QC 6H", "JS JD 7S QS", False),
        (BURY, "JH QD QC QS", "5S", True),
        (REDEAL, "JH 5H 6H 7H", "", True),
        (REDEAL, "5H 6H 7H JS", "", True),
        (REDEAL, "JH JD 6H 7H", "", True),
        (REDEAL, "QH QD QC 6H", "", True),
        (REDEAL, "KH KD KC 6H", "", True),
        (REDEAL, "KH KD QC QS", "", False),
        (REDEAL, "5H 6H 7H 8H", "JS JD", False),
        (ALLOW, "JH JD JC JS", "", False),
        (ALLOW, "JH 5H 6H 7H", "", False),
        (ALLOW, "KH KD KC KS", "", False),
        (ALLOW, "QH QD QC 6H", "", False),
    ],
)
def test_some_tables_undo_the_deal(rule: TableJacks, table: str, stock: str, undone: bool) -> None:
    """PASUR-3: two jacks, three queens or three kings, also after the replacement; with REDEAL any jack; with ALLOW nothing."""
    before = start(3, 1, table_jacks=rule)
    after = deal(before, {}, table, stock)
    if undone:
        assert after == before
        assert after.standing.dealer == 1
    else:
        assert isinstance(after, TablePlay)
        assert len(table_of(after)) == 4


def test_a_table_that_is_allowed_stands_as_dealt() -> None:
    """PASUR-3: nothing is buried, and a jack may lie there; only a jack takes it."""
    state = deal(start(table_jacks=ALLOW), {0: "AS JS QS KS"}, "JH 10H KC QC", "2S")
    assert table_of(state) == set(cards("JH 10H KC QC"))
    assert pasur.view(state, None).buried == ()
    assert pasur.places(state)["stock"][0] == Card.parse("2S")
    assert ways(state) == {"AS x 10H", "JS x 10H JH", "QS x QC", "KS x KC"}


def test_a_deal_that_is_undone_is_no_hand() -> None:
    """PASUR-3, PASUR-D2, GEN-9: there is no row, it does not count towards max_hands, and the same dealer deals."""
    state = start(max_hands=1)
    for _ in range(3):
        state = deal(state, {}, "JH JD 5H 6H")
    assert state == start(max_hands=1)
    assert pasur.tally(state)["hands"] == 0
    assert isinstance(hand_of_play(state, QUIET_TABLE, QUIET), MatchOver)


def test_of_a_deal_that_is_undone_only_the_table_is_seen() -> None:
    """PASUR-D2: nobody takes his cards up; the cards turned up in place of jacks are seen."""
    state = start()
    pack = pasur.deal_for(state, {}, table="JH QD QC 6H", stock="JS QS 9H")
    for seat in everybody():
        assert pasur.seen(state, pack, seat) == DealtOpen(CardSet(), cards("QC QD 6H QS JH JS"))
    pack = pasur.deal_for(state, {}, table="JH QD QC QS", stock="9H")
    assert pasur.seen(state, pack, 0) == DealtOpen(CardSet(), cards("QC QD JH QS"))


# -- what a card takes --------------------------------------------------------------------------------------------------


def test_a_number_takes_what_makes_eleven_with_it() -> None:
    """PASUR-4: one card or several, an ace being 1; queens, kings and jacks make no eleven."""
    state = deal(start(), {0: "AS 10S 7D 2H"}, "AC 10C 7C 3D")
    assert ways(state) == {"AS x 10C", "AS x 7C 3D", "10S x AC", "7D x AC 3D", "2H"}
    assert ways(deal(start(), {0: "5S 6S 8D 9H"}, "2C 3C 6D 5D")) == {
        "5S x 6D", "6S x 5D", "6S x 2C 3C", "8D x 3C", "9H x 2C",
    }  # fmt: skip


def test_a_king_takes_a_king_and_a_queen_a_queen() -> None:
    """PASUR-4: one at a time."""
    state = deal(start(), {0: "KS QS JS 2H"}, "KC KD QC QD")
    assert ways(state) == {"KS x KC", "KS x KD", "QS x QC", "QS x QD", "JS", "2H"}


def test_a_jack_takes_all_but_kings_and_queens() -> None:
    """PASUR-4: however many; and jacks too."""
    assert ways(deal(start(), {0: "JS JH 9H 9S"}, "5C AD 10D KC")) == {"JS x 5C 10D AD", "JH x 5C 10D AD", "9H", "9S"}
    state = play(deal(start(), {0: "JS 9H 9S 9D", 1: "JH 4H 4S 4D"}, "KC KD QC QD"), "JS")
    assert ways(state) == {"JH x JS", "4H", "4S", "4D"}


@pytest.mark.parametrize(
    ("wrong", "clause", "text"),
    [
        ("7D x 4D 4S", "PASUR-4", "seat 0 cannot take 4♦ 4♠ with 7♦: together they make 15, not eleven"),
        ("7D x 7C", "PASUR-4", "seat 0 cannot take 7♣ with 7♦: together they make 14, not eleven"),
        ("7D x 4D KC", "PASUR-4", "seat 0 cannot take K♣ 4♦ with 7♦: K♣ is no number"),
        ("7D x KC", "PASUR-4", "seat 0 cannot take K♣ with 7♦: K♣ is no number"),
        ("7D x 4H", "GEN-5", "seat 0 cannot take 4♥ with 7♦: 4♥ is not on the table"),
        ("7D x 4D 4H", "GEN-5", "seat 0 cannot take 4♦ 4♥ with 7♦: 4♥ is not on the table"),
        ("7D x 7D", "GEN-5", "seat 0 cannot take 7♦ with 7♦: 7♦ is not on the table"),
        ("7D", "PASUR-5", "seat 0 must take with 7♦ and may not lay it down"),
        ("KH", "PASUR-5", "seat 0 must take with K♥ and may not lay it down"),
        ("JH", "PASUR-5", "seat 0 must take with J♥ and may not lay it down"),
        ("KH x 7C", "PASUR-4", "seat 0 cannot take 7♣ with K♥: a king takes one king"),
        ("QH x KC", "PASUR-4", "seat 0 cannot take K♣ with Q♥: a queen takes one queen"),
        ("JH x 7C", "PASUR-4", "seat 0 cannot take 7♣ with J♥: a jack takes every card but kings and queens"),
        ("JH x 7C 4D 4S KC", "PASUR-4", "seat 0 cannot take 7♣ K♣ 4♦ 4♠ with J♥: a jack takes every card but kings and queens"),
        ("8S", "GEN-5", "seat 0 does not hold 8♠"),
        ("4D x 7C", "GEN-5", "seat 0 does not hold 4♦"),
        ("3S x 7C", "GEN-5", "seat 0 does not hold 3♠"),
    ],
)
def test_moves_that_are_refused(wrong: str, clause: str, text: str) -> None:
    """GEN-5, PASUR-4, PASUR-5: each with its clause, in words; other sets than those that make eleven exactly are none."""
    state = deal(start(), {0: "7D KH JH QH", 1: "3S"}, "7C 4D 4S KC")
    assert refusal(state, wrong) == (clause, text)


def test_moves_made_of_other_things_are_refused() -> None:
    """GEN-5: no card, no set of cards, a card named twice, no cards at all; nothing is read into them."""
    state = deal(start(), {0: "7D KH JH QH"}, "7C 4D 4S KC")
    seven, four, joker = Card.parse("7D"), Card.parse("4D"), BLACK_JOKER
    wrong: Any
    for wrong in ("7D", None, 7, seven.bit, CardSet([seven])):
        assert refused(state, Play(wrong)).violation.text == f"{wrong!r} is not a card"
        assert refused(state, Capture(wrong, CardSet([four]))).violation.text == f"{wrong!r} is not a card"
    for wrong in ([four, four], ["4D"], [None], "4D"):
        violation = refused(state, Capture(seven, wrong)).violation
        assert (violation.clause, violation.text.split(") ")[-1]) == ("GEN-5", "is not a set of cards, each named once")
    empty = refused(state, Capture(seven, CardSet())).violation
    assert (empty.clause, empty.text) == ("PASUR-4", "seat 0 must name the cards that 7♦ takes; what takes nothing is laid down")
    assert refused(state, Play(joker)).violation.text == "seat 0 does not hold BJ"
    assert (
        refused(state, Capture(seven, CardSet([joker]))).violation.text == "seat 0 cannot take BJ with 7♦: BJ is not on the table"
    )
    assert Capture(seven, [four]) == Capture(seven, CardSet([four])) in pasur.legal_actions(state)


def test_other_actions_are_refused_in_each_phase() -> None:
    """GEN-5, GEN-8, PASUR-2, PASUR-4: what is due is told."""
    lot, due, over = pasur.initial_state(Config(players=3)), start(), first_hand(QUIET_TABLE, QUIET, target=None)
    playing = do(due, Deal(PACK))
    told = {
        (state, action): refused(state, action).violation
        for state in (lot, due, playing, over)
        for action in (Deal(PACK), ChooseDealer(Seat(0)), Play(Card.parse("AS")), "Play", None)
        if action not in pasur.legal_actions(state)
    }
    for (state, action), violation in told.items():
        if action in ("Play", None):
            assert (violation.clause, violation.text) == ("GEN-5", f"{action!r} is not an action of pasur")
        elif state is lot:
            assert str(violation) == "the lot must fall on a first dealer now, seat 0 to 2 (PASUR-2)"
        elif state is due:
            assert str(violation) == "the pack must be dealt now (PASUR-2)"
        elif state is over:
            assert str(violation) == "the match is over (GEN-8)"
        elif not isinstance(action, Play):
            assert str(violation) == "seat 0 must play a card now (PASUR-4)"
    assert len(told) == 4 * 5 - 2
    assert refused(lot, ChooseDealer(Seat(3))).violation.clause == "PASUR-2"
    assert refused(due, Deal(PACK[:51])).violation.clause == "GEN-5"
    assert refused(due, Deal((*PACK[:51], PACK[0]))).violation.clause == "GEN-5"


def test_whose_turn_it_is_not_is_refused_first() -> None:
    """GEN-5: before any card is looked at."""
    state = deal(start(), {0: "7D"}, "7C 4D 4S KC")
    (move,) = moves("7D x 4D")
    with pytest.raises(IllegalAction, match="it is not the turn of seat 1") as other:
        pasur.submit(state, 1, move)
    assert other.value.legal == NOTHING
    assert pasur.submit(state, 0, move) == do(state, move)


def test_case_62_one_set_is_chosen() -> None:
    """PASUR-4, PASUR-5: 7D takes 4D or 4S, not both; QH one queen, by choice. The card played counts among its taker's."""
    state = deal(start(), {0: "7D QH"}, "7C 4D 4S QS")
    assert {way for way in ways(state) if way.startswith("7D")} == {"7D x 4D", "7D x 4S"}
    after = play(state, "7D x 4S")
    assert table_of(after) == set(cards("7C 4D QS"))
    assert set(pasur.places(after)["captures 0"]) == set(cards("7D 4S"))
    assert pasur.places(after)["captures 1"] == ()
    state = deal(start(), {0: "7D QH"}, "7C 5D QD QS")
    assert {way for way in ways(state) if way.startswith("QH")} == {"QH x QD", "QH x QS"}
    assert table_of(play(state, "QH x QD")) == set(cards("7C 5D QS"))


def test_case_61_what_a_jack_takes() -> None:
    """PASUR-4, PASUR-6, PASUR-7: it takes all three, which is no sur; beside a queen the five; it leaves kings and queens."""
    state = play(deal(start(), {0: "KH", 1: "JH"}, "5H 6C AD KS"), "KH x KS")
    assert {way for way in ways(state) if way.startswith("JH")} == {"JH x 6C AD 5H"}
    after = play(state, "JH x 6C AD 5H")
    assert table_of(after) == set()
    assert pasur.view(after, None).surs == (0, 0)
    state = play(deal(start(), {0: "5D JH", 1: "KH"}, "QS 5H 6D KS"), "5D x 6D; KH x KS")
    assert {way for way in ways(state) if way.startswith("JH")} == {"JH x 5H"}
    state = play(deal(start(), {0: "6C JH", 1: "5C"}, "KS QD 5H 6H"), "6C x 5H; 5C x 6H")
    assert {way for way in ways(state) if way.startswith("JH")} == {"JH"}
    after = play(state, "JH")
    assert table_of(after) == set(cards("KS QD JH"))
    state = play(deal(start(), {0: "KC AS", 1: "KD"}, "7C 3D KS KH"), "KC x KS; KD x KH; AS x 7C 3D")
    assert pasur.view(state, None).surs == (1, 0)


def test_a_card_that_takes_nothing_stays_on_the_table() -> None:
    """PASUR-6: whatever it is."""
    state = deal(start(), {0: "2S KS", 1: "QS JS"}, "KC 2H 2D 3C")
    assert ways(state) >= {"2S", "KS x KC"}
    after = play(state, "2S")
    assert table_of(after) == set(cards("KC 2H 2D 3C 2S"))
    assert table_of(play(after, "QS")) == set(cards("KC 2H 2D 3C 2S QS"))
    assert pasur.places(after)["captures 0"] == ()


def test_a_card_that_can_take_must() -> None:
    """PASUR-5: by default; but he may play another card instead, which cannot."""
    state = deal(start(), {0: "7D QH 2C KH"}, "4D QS 6S 8S")
    assert ways(state) == {"7D x 4D", "QH x QS", "2C", "KH"}
    assert refusal(state, "7D") == ("PASUR-5", "seat 0 must take with 7♦ and may not lay it down")
    assert refusal(state, "QH") == ("PASUR-5", "seat 0 must take with Q♥ and may not lay it down")


def test_a_card_may_be_laid_down_where_taking_is_optional() -> None:
    """PASUR-5: but a jack takes all that it can."""
    state = deal(start(capture=OPTIONAL), {0: "7D QH JH KH"}, "4D QS 5S 9S")
    assert ways(state) == {"7D", "7D x 4D", "QH", "QH x QS", "JH x 4D 5S 9S", "KH"}
    after = play(state, "7D")
    assert table_of(after) == set(cards("4D QS 5S 9S 7D"))
    assert refusal(state, "JH") == ("PASUR-5", "seat 0 must take with J♥ and may not lay it down")
    kings = play(deal(start(capture=OPTIONAL), {0: "6C JH", 1: "5C"}, "KS QD 5H 6H"), "6C x 5H; 5C x 6H")
    assert "JH" in ways(kings)


# -- sets of cards against brute force ----------------------------------------------------------------------------------

FILLERS = "9S 8S 7S 6S"


@settings(max_examples=40)
@given(st.data())
def test_every_set_that_makes_eleven_is_found_and_no_other(data: st.DataObject) -> None:
    """PASUR-4, PASUR-5: against every subset of tables of up to ten cards, laid down where taking is optional."""
    config = Config(players=4, first_dealer=3, capture=OPTIONAL, jack_on_empty=data.draw(st.booleans()))
    rest = [card for card in PACK if card not in cards(f"{FILLERS} JS") and card.rank is not Rank.JACK]
    small = [card for card in rest if 0 < value(card) <= data.draw(st.sampled_from([4, 6, 10]))]
    table = data.draw(st.lists(st.sampled_from(small if data.draw(st.booleans()) else rest), max_size=10, unique=True))
    laid = "; ".join(["JS x " + FILLERS, *(card.code for card in table)])
    state = hand_of_play(pasur.initial_state(config), FILLERS, laid)
    assert table_of(state) == set(table)
    assert isinstance(state.actor, int)
    hand = tuple(state.hand(state.actor))
    legal = pasur.legal_actions(state)
    assert ways(state) == all_ways(hand, table, config)
    assert len(ways(state)) == legal.size == len(legal)
    for move in legal:
        assert pasur.violation(state, move) is None


@pytest.mark.parametrize("seed", range(4))
def test_what_is_legal_in_play_is_what_brute_force_finds(seed: int) -> None:
    """PASUR-4, PASUR-5, PASUR-10: in every state of a random hand, jacks on the table among them, and each such move is taken."""
    config = Config(
        players=2 + seed % 3, target=None, table_jacks=(ALLOW, BURY)[seed % 2], capture=(MANDATORY, OPTIONAL)[seed // 2]
    )
    for state in states(config, seed):
        if isinstance(state, TablePlay) and len(table_of(state)) <= 9:
            hand, table = tuple(state.hand(state.actor)), sorted(table_of(state))
            assert ways(state) == all_ways(hand, table, config)


def test_the_biggest_table_has_few_sets_and_none_is_wrong() -> None:
    """PASUR-4, PASUR-5: 36 numbers lie there with more than 68,000,000,000 subsets; a ten takes each of four aces, an ace all
    sets that make ten, and what is legal is counted, listed, drawn and found all the same."""
    rest = "JC JD JH JS AS 10S 2S 9S"
    numbers = [card for card in PACK if value(card) and card not in cards(rest)]
    laid = "; ".join(card.code for card in (*numbers[4:], *cards("KC QC KD QD KH QH KS QS")))
    state = pasur.initial_state(Config(first_dealer=1, capture=OPTIONAL))
    state = hand_of_play(state, "2C 3C 4C 5C", laid, rest)
    assert [set(state.hand(seat)) for seat in (0, 1)] == [set(cards("JC JH AS 2S")), set(cards("JD JS 10S 9S"))]
    assert len(table_of(state)) == 44
    legal = pasur.legal_actions(state)
    by_rank = Counter(map(value, numbers))
    expected = sum(subsets_making(11 - value(card), by_rank) + 1 for card in cards("AS 2S"))
    assert legal.size == expected + 2 == len(set(legal))
    assert all(takes(move.card, tuple(move.taken), sorted(table_of(state))) for move in legal if isinstance(move, Capture))
    for place in (0, 1, legal.size // 2, legal.size - 1):
        assert legal.index(legal[place]) == place
    assert legal.sample(Random(1)) in legal


def subsets_making(total: int, by_rank: Mapping[int, int]) -> int:
    """How many sets of cards make a total, by how many there are of each number, without looking at any set."""
    ways_to = [1] + [0] * total
    for number, count in by_rank.items():
        for _ in range(count if number else 0):
            for so_far in range(total, number - 1, -1):
                ways_to[so_far] += ways_to[so_far - number]
    return ways_to[total]


def test_a_set_has_no_subset_that_counts_besides() -> None:
    """PASUR-4: no card more than makes eleven, though a picture or another number lies there too."""
    state = deal(start(), {0: "AS 8D 3C KD"}, "2C 3D 5H KS")
    assert ways(state) == {"AS x 2C 3D 5H", "8D x 3D", "3C x 3D 5H", "KD x KS"}


# -- the order of moves -------------------------------------------------------------------------------------------------


def test_moves_are_in_a_fixed_order() -> None:
    """GEN-5: card by card; laying down first, then sets, by their highest card, then the next."""
    state = deal(start(capture=OPTIONAL), {0: "AS 4H QH JH"}, "2C 7C 8C AD")
    assert [move_text(move) for move in pasur.legal_actions(state)] == [
        "4H", "4H x 7C", "JH x 2C 7C 8C AD", "QH", "AS", "AS x 2C 8C", "AS x 2C 7C AD",
    ]  # fmt: skip


def test_a_set_of_moves_tells_what_is_in_it() -> None:
    """GEN-5: by type and value, and no more."""
    state = deal(start(), {0: "7D QH 9S 10S"}, "7C 4D 4S QS")
    legal = pasur.legal_actions(state)
    assert isinstance(legal, Moves)
    assert legal.size == 5 == len(legal)
    for move in legal:
        assert move in legal
        assert legal.index(move) == list(legal).index(move)
    seven, four = Card.parse("7D"), Card.parse("4D")

    class Other(Capture):
        """Looks like a capture and is none."""

    for wrong in (Play(seven), Capture(seven, CardSet()), Capture(four, CardSet([four])), Other(seven, CardSet([four])), seven):
        assert wrong not in legal
    assert Capture(Card.parse("9S"), CardSet([four])) not in legal
    assert repr(legal).startswith("<5 actions: Capture(card=7D")


# -- surs ---------------------------------------------------------------------------------------------------------------


def test_a_sur_is_a_capture_that_leaves_the_table_empty() -> None:
    """PASUR-7: with a number, a queen or a king."""
    state = play(deal(start(), {0: "KD QC 10H", 1: "QD KC AH"}, LOUD_TABLE), "KD x KS; QD x QS; QC x QH")
    assert pasur.view(state, None).surs == (0, 0)
    state = play(state, "KC x KH")
    assert pasur.view(state, None).surs == (0, 1)
    assert pasur.view(play(state, "10H; AH x 10H"), 0).surs == (0, 2)
    queens = play(deal(start(), {0: "KD QC", 1: "KC QD"}, LOUD_TABLE), "KD x KS; KC x KH; QC x QH; QD x QS")
    assert pasur.view(queens, None).surs == (0, 1)


def test_a_jack_makes_no_sur() -> None:
    """PASUR-7: though it leaves the table empty."""
    state = play(deal(start(), {0: "JH 10S", 1: "9S AS"}, "2C 3C 4C 5C"), "JH x 2C 3C 4C 5C")
    assert table_of(state) == set()
    assert pasur.view(state, None).surs == (0, 0)
    assert pasur.view(play(state, "9S; 10S; AS x 10S"), None).surs == (0, 0)


@pytest.mark.parametrize(("sur", "points"), [(5, (0, 35)), (0, (0, 20)), (10, (0, 50))])
def test_what_a_sur_is_worth(sur: int, points: tuple[int, int]) -> None:
    """PASUR-7: five points, or what is agreed; the sheet has the surs apart."""
    state = first_hand(QUIET_TABLE, QUIET, sur=sur)
    assert (row(state).points, row(state).surs) == (points, (0, 3))
    assert pasur.tally(state) == {"hands": 1, "surs": 3}


@pytest.mark.parametrize(
    ("text", "counts", "surs"),
    [
        (LOUD, True, (1, 18)),
        (LOUD, False, (0, 18)),
        (LOUD_TO_THE_LAST, True, (0, 21)),
        (LOUD_TO_THE_LAST, False, (0, 19)),
    ],
)
def test_surs_of_the_last_round_count_or_not(text: str, counts: bool, surs: tuple[int, int]) -> None:
    """PASUR-8: the last round is from the last deal of four on: its first card, and not the last card before it."""
    state = first_hand(LOUD_TABLE, text, sur_in_last_round=counts, target=None)
    assert row(state).surs == surs
    assert sum(row(state).points) == 20 + 5 * sum(surs)


def test_the_last_round_of_four_players_is_sixteen_cards() -> None:
    """PASUR-8: the last deal of four to each."""
    state = first_hand(LOUD_TABLE, LOUD, players=4, partnership=True, sur_in_last_round=False)
    taken = [one for one in moves(LOUD)[:32] if isinstance(one, Capture)]
    assert row(state).surs == (0, len(taken) - 3)
    assert len(taken) - 3 == 15


def test_a_sur_removes_one_of_the_other_side() -> None:
    """PASUR-9, PASUR-D4: in place of scoring, where surs cancel; a side with nothing to cancel scores."""
    assert row(first_hand(LOUD_TABLE, LOUD, surs_cancel=True)).surs == (0, 17)
    assert row(first_hand(LOUD_TABLE, LOUD, surs_cancel=True)).points[1] == row(first_hand(LOUD_TABLE, LOUD)).points[1] - 5
    assert row(first_hand(LOUD_TABLE, LOUD)).surs == (1, 18)
    assert row(first_hand(LOUD_TABLE, LOUD, players=4, partnership=True, surs_cancel=True)).surs == (0, 17)
    state = play(
        deal(start(surs_cancel=True), {0: "KD QC 10H 2H", 1: "QD KC 9D AH"}, LOUD_TABLE), "KD x KS; QD x QS; QC x QH; KC x KH"
    )
    assert pasur.view(state, None).surs == (0, 1)
    state = play(state, "2H; 9D x 2H")
    assert pasur.view(state, None).surs == (0, 2)


@pytest.mark.parametrize(
    ("more", "scored", "left"),
    [
        ("", (2, 0), (2, 0)),
        ("4H; 6H; AH x 4H 6H", (2, 1), (1, 0)),
        ("4H; 6H; AH x 4H 6H; 5D; 6D x 5D", (2, 2), (0, 0)),
        ("4H; 6H; AH x 4H 6H; 5D; 6D x 5D; 5S; 6S x 5S", (2, 3), (0, 1)),
    ],
)
def test_surs_are_cancelled_one_for_one(more: str, scored: tuple[int, int], left: tuple[int, int]) -> None:
    """PASUR-9: a sur cancels one; when none of the other side's is left it scores."""
    text = f"KD x KS; QD x QS; KC x KH; 4C; QC x QH; 6C; AC x 4C 6C; 10D; AD x 10D; {more}"
    assert pasur.view(hand_of_play(start(), LOUD_TABLE, text), None).surs == scored
    assert pasur.view(hand_of_play(start(surs_cancel=True), LOUD_TABLE, text), None).surs == left


def test_surs_of_an_earlier_hand_are_not_cancelled() -> None:
    """PASUR-9: within a hand."""
    first = first_hand(LOUD_TABLE, LOUD, surs_cancel=True, target=200)
    assert row(first).surs == (0, 17)
    second = hand_of_play(first, LOUD_TABLE, LOUD)
    assert (row(second).surs, second.standing.scores) == ((17, 0), (105, 105))


def test_a_sur_of_the_last_round_that_does_not_count_cancels_none() -> None:
    """PASUR-8, PASUR-9: nor is it cancelled."""
    assert row(first_hand(LOUD_TABLE, LOUD, surs_cancel=True, sur_in_last_round=False)).surs == (0, 18)


@pytest.mark.parametrize(
    ("limit", "cancel", "surs"),
    [
        (35, True, (18, 0)),
        (36, True, (17, 0)),
        (35, False, (18, 0)),
        (36, False, (18, 1)),
        (1, False, (18, 0)),
        (None, False, (18, 1)),
    ],
)
def test_a_side_with_so_many_points_scores_and_cancels_no_sur(limit: int | None, cancel: bool, surs: tuple[int, int]) -> None:
    """PASUR-9: that had them before the hand, as seat 1 has 35; the other side's count as before."""
    first = first_hand(QUIET_TABLE, QUIET, sur_limit=limit, surs_cancel=cancel, target=1000)
    assert (first.standing.scores, row(first).surs) == ((0, 35), (0, 3))
    second = hand_of_play(first, LOUD_TABLE, LOUD)
    assert row(second).surs == surs
    assert sum(row(second).points) == 20 + 5 * sum(surs)


# -- jacks on an empty table --------------------------------------------------------------------------------------------


def test_a_jack_is_not_played_on_an_empty_table() -> None:
    """PASUR-10: unless it is allowed, or its player has nothing but jacks; to a card it may be played."""
    hands = {0: "KD QC JH 10H", 1: "QD KC JD JS"}
    text = "KD x KS; QD x QS; QC x QH; KC x KH"
    state = play(deal(start(), hands, LOUD_TABLE), text)
    assert ways(state) == {"10H"}
    assert refusal(state, "JH") == ("PASUR-10", "seat 0 may not play a jack on an empty table while he has other cards")
    allowed = play(deal(start(jack_on_empty=True), hands, LOUD_TABLE), text)
    assert ways(allowed) == {"10H", "JH"}
    assert table_of(play(allowed, "JH")) == {Card.parse("JH")}
    state = play(state, "10H")
    assert ways(state) == {"JD x 10H", "JS x 10H"}


def test_who_has_only_jacks_plays_one_on_an_empty_table() -> None:
    """PASUR-10: it stays there, and takes nothing."""
    state = play(deal(start(), {0: "KD QC JH JC", 1: "QD KC 2H 3H"}, LOUD_TABLE), "KD x KS; QD x QS; QC x QH; KC x KH")
    assert ways(state) == {"JC", "JH"}
    state = play(state, "JC")
    assert table_of(state) == {Card.parse("JC")}
    assert ways(state) == {"2H", "3H"}
    assert ways(play(state, "2H")) == {"JH x JC 2H"}


# -- what is left, and points -------------------------------------------------------------------------------------------


def test_what_is_left_goes_to_who_took_last() -> None:
    """PASUR-11: JS, a point, to seat 0, who has taken JD; it makes no sur, though the table is empty then."""
    state = first_hand(LOUD_TABLE, LOUD)
    # seat 0: JC JD JH JS and AS are 5, 10S 5S 7S and so on nothing; seat 1: 10D 3, 2C 2, AC AD AH 3, and the clubs
    assert row(state).points == (5 + 5, 15 + 18 * 5)
    assert row(state).clubs == (2, 11)
    other = first_hand(LOUD_TABLE, LOUD.replace("JC x 7S 5S 10S; JD; JH x JD; JS", "JC x 7S 5S 10S; JD; JH x JD; JS"), target=None)
    assert row(other).surs == (1, 18)


def test_in_a_partnership_what_is_left_goes_to_the_side_of_who_took_last() -> None:
    """PASUR-1, PASUR-11."""
    state = first_hand(LOUD_TABLE, LOUD, players=4, partnership=True)
    assert row(state).points == (10, 105)


def test_who_took_last_is_told() -> None:
    """PASUR-11: nobody, until somebody takes."""
    state = deal(start(), {0: "2S KS", 1: "QS JS"}, "KC 2H 2D 3C")
    assert pasur.view(state, 0).last_taker is None
    state = play(state, "2S")
    assert pasur.view(state, 0).last_taker is None
    assert pasur.view(play(state, "JS x 2H 2D 3C 2S"), 0).last_taker == 1
    assert pasur.view(play(state, "JS x 2H 2D 3C 2S; KS x KC"), 0).last_taker == 0


def before_the_last_card(state: State, seat: int, last: str, *captures: Capture) -> State:
    """A state in which one seat holds the last card, after these captures alone, with all other cards on the table: it is written
    down, for play cannot lead to it."""
    document = dump(GAME, state)
    away = {Card.parse(last), *(card for one in captures for card in (one.card, *one.taken))}
    document["state"] |= {
        "dealt": [[last] if other == seat else [] for other in (0, 1)],
        "left": [last],
        "table": [card.code for card in PACK if card not in away],
        "stock": [],
        "actor": seat,
        "moves": [dump(GAME, one) for one in captures],
    }
    return load(GAME, document, Kind.STATE)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("clubs", [SEVEN, MOST])
def test_if_nobody_took_nobody_gets_what_is_left(clubs: ClubsAward, players: int) -> None:
    """PASUR-11, PASUR-D3: where all jacks are on the table and no card must take; what lies there scores nothing, and no clubs."""
    state = deal(start(players, table_jacks=ALLOW, capture=OPTIONAL, clubs=clubs, target=None), {}, "JC JD JH JS")
    while isinstance(state, TablePlay):
        assert pasur.view(state, None).last_taker is None
        state = do(state, next(move for move in pasur.legal_actions(state) if isinstance(move, Play)))
    nothing = (0,) * players
    assert row(state) == Row(Seat(players - 1), nothing, nothing, nothing, nothing)
    assert result(state) == Outcome(nothing, (1,) * players, tuple(map(Seat, range(players))))


def test_case_60_what_cards_are_worth() -> None:
    """PASUR-12: 10H 10S 10C 2D 2H 2S are worth nothing; 10D is 3, 2C 2, an ace 1, a jack 1, seven clubs 7."""
    six = Capture(Card.parse("10H"), CardSet.parse("10S 10C 2D 2H 2S"))
    strange = before_the_last_card(do(start(), Deal(PACK)), 1, "KS", six)
    assert row(play(strange, "KS x KC")) == Row(Seat(1), (0, 20), (0, 0), (1, 12), (0, 20))
    points = row(first_hand(QUIET_TABLE, QUIET, sur=0)).points
    assert points == (0, 20)  # 6C 5H KH KS are worth nothing
    given = {
        "10C; AC x 10C; 10D; AD x 10D": (0, 20),
        "10C; 10D; AC x 10C; AD x 10D": (1, 19),  # AC, and 10C
        "10C; 10D; AC x 10D; AD x 10C": (4, 16),  # AC and 10D
    }
    for text, points in given.items():
        assert row(first_hand(QUIET_TABLE, QUIET.replace("10C; AC x 10C; 10D; AD x 10D", text), sur=0)).points == points
    given = {
        "2C; 9C x 2C; 2D; 9D x 2D": (0, 20),
        "2C; 2D; 9C x 2D; 9D x 2C": (0, 20),  # 9C and 2D
        "2D; 2C; 9D x 2C; 9C x 2D": (2, 18),  # 2C, and 9D
    }
    for text, points in given.items():
        assert row(first_hand(QUIET_TABLE, QUIET.replace("2C; 9C x 2C; 2D; 9D x 2D", text), sur=0)).points == points
    assert row(first_hand(QUIET_TABLE, with_the_jacks(QUIET), sur=0)).points == (4, 16)


@pytest.mark.parametrize(
    ("changes", "clubs", "points"),
    [
        ({}, (1, 12), (0, 20)),
        ({"2C; 9C x 2C; 2D; 9D x 2D": "2C; 2D; 9C x 2C; 9D x 2D"}, (3, 10), (2, 18)),
        (
            {
                "2C; 9C x 2C; 2D; 9D x 2D": "2C; 2D; 9C x 2C; 9D x 2D",
                "3C; 8C x 3C; 3D; 8D x 3D": "3C; 3D; 8C x 3C; 8D x 3D",
                "QC; QD x QC": "QD; QC x QD",
            },
            (5, 8),
            (2, 18),
        ),
        (
            {
                "2C; 9C x 2C; 2D; 9D x 2D": "2D; 2H; 9D x 2D; 9H x 2H",
                "2H; 9H x 2H": "2C; 9C x 2C",
                "3C; 8C x 3C; 3D; 8D x 3D": "3C; 3D; 8C x 3C; 8D x 3D",
                "4C; 7C x 4C; 4D; 7D x 4D": "4C; 4D; 7C x 4C; 7D x 4D",
                "10C; AC x 10C; 10D; AD x 10D": "10C; 10D; AC x 10C; AD x 10D",
            },
            (7, 6),
            (8, 12),
        ),
    ],
)
def test_seven_clubs_are_worth_seven_points(changes: dict[str, str], clubs: tuple[int, int], points: tuple[int, int]) -> None:
    """PASUR-12: seven or more; with two sides the most clubs come to the same."""
    text = QUIET
    for here, there in changes.items():
        text = text.replace(here, there)
    for rule in (SEVEN, MOST):
        state = first_hand(QUIET_TABLE, text, clubs=rule, sur=0)
        assert (row(state).clubs, row(state).points) == (clubs, points)


def test_with_three_players_often_nobody_has_seven_clubs() -> None:
    """PASUR-12: then nobody gets them, unless the most count."""
    state = first_hand(QUIET_TABLE, THREE, players=3)
    assert (row(state).clubs, row(state).surs) == ((6, 3, 4), (1, 1, 1))
    assert row(state).points == (4 + 5, 1 + 5, 8 + 5)
    state = first_hand(QUIET_TABLE, THREE, players=3, clubs=MOST)
    assert row(state).points == (4 + 5 + 7, 1 + 5, 8 + 5)


def test_the_most_clubs_must_be_one_player_s_alone() -> None:
    """PASUR-12: where two have five, nobody gets the points."""
    tied = THREE.replace("7H x 4H; 7C x 4C; 7D x 4D", "7H x 4D; 7C x 4H; 7D x 4C").replace(
        "QH x QS; QD; QC x QD", "QC x QS; QH; QD x QH"
    )
    state = first_hand(QUIET_TABLE, tied, players=3, clubs=MOST)
    assert row(state).clubs == (5, 3, 5)
    assert sum(row(state).points) == 13 + 15


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_is_always_worth_twenty_and_the_surs(seed: int) -> None:
    """PASUR-7, PASUR-11, PASUR-12: less the clubs where nobody gets them."""
    config = Config(players=2 + seed % 3, clubs=(SEVEN, MOST)[seed % 2], max_hands=4, partnership=seed == 2)
    for state in states(config, seed):
        pasur_points(state)


# -- the end ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "over"), [(34, True), (35, True), (36, False), (62, False)])
def test_hands_are_played_until_a_side_reaches_the_target(target: int, over: bool) -> None:
    """PASUR-13: with 35 points after the first hand."""
    state = first_hand(QUIET_TABLE, QUIET, target=target)
    assert isinstance(state, MatchOver) is over
    assert (pasur.outcome(state) is not None) is over
    if over:
        assert result(state) == Outcome((0, 35), (2, 1), (Seat(1),))
        assert not pasur.legal_actions(state)


def test_the_default_target_is_62() -> None:
    """PASUR-13: 61 do not end the match, 62 do."""
    for sur, total in ((20, 80), (14, 62)):
        assert row(first_hand(QUIET_TABLE, QUIET, sur=sur)).scores == (0, total)
        assert isinstance(first_hand(QUIET_TABLE, QUIET, sur=sur), MatchOver)
    assert isinstance(first_hand(QUIET_TABLE, SHARED, sur=15), AwaitDeal)  # 4 and 61
    assert row(first_hand(QUIET_TABLE, SHARED, sur=15)).scores == (4, 61)


def test_if_both_reach_the_target_the_higher_wins() -> None:
    """PASUR-13, GEN-7: 4 and 16, then 20 and 4 for the others: both have 20."""
    first = first_hand(QUIET_TABLE, SHARED, sur=0, target=17)
    assert first.standing.scores == (4, 16)
    higher = hand_of_play(first, QUIET_TABLE, QUIET)  # seat 0 plays second now and gets all 20
    assert result(higher) == Outcome((24, 16), (1, 2), (Seat(0),))
    lower = first_hand(QUIET_TABLE, SHARED, sur=0, target=18)
    swapped = QUIET.replace("10C; AC x 10C; 10D; AD x 10D", "10C; 10D; AC x 10C; AD x 10D")
    both = hand_of_play(lower, QUIET_TABLE, swapped)
    assert result(both) == Outcome((23, 17), (1, 2), (Seat(0),))


def test_if_both_have_as_many_at_the_target_another_hand_is_played() -> None:
    """PASUR-13, GEN-7, GEN-9: 20 each at a target of 17; but after hand max_hands the win is shared."""
    first = first_hand(QUIET_TABLE, SHARED, sur=0, target=17)
    tied = hand_of_play(first, QUIET_TABLE, SHARED)
    assert tied.standing.scores == (20, 20)
    assert isinstance(tied, AwaitDeal)
    assert result(hand_of_play(tied, QUIET_TABLE, SHARED)) == Outcome((24, 36), (2, 1), (Seat(1),))
    shared = hand_of_play(first_hand(QUIET_TABLE, SHARED, sur=0, target=17, max_hands=2), QUIET_TABLE, SHARED)
    assert result(shared) == Outcome((20, 20), (1, 1), (Seat(0), Seat(1)))
    both = hand_of_play(first_hand(QUIET_TABLE, SHARED, sur=0, target=17), QUIET_TABLE, QUIET)
    assert isinstance(both, MatchOver)


def test_max_hands_ends_a_match_below_the_target() -> None:
    """GEN-9: the higher total wins."""
    state = first_hand(QUIET_TABLE, QUIET, max_hands=1)
    assert result(state) == Outcome((0, 35), (2, 1), (Seat(1),))
    assert isinstance(first_hand(QUIET_TABLE, QUIET, max_hands=2), AwaitDeal)


def test_without_a_target_there_is_one_hand() -> None:
    """PASUR-13: whatever max_hands is; equal totals share the win."""
    for most in (None, 1, 5):
        assert result(first_hand(QUIET_TABLE, QUIET, target=None, max_hands=most)).winners == (1,)
    three = first_hand(QUIET_TABLE, THREE, players=3, target=None)
    assert result(three) == Outcome((9, 6, 13), (2, 3, 1), (Seat(2),))
    level = with_the_jacks(SHARED).replace("2C; 9C x 2C; 2D; 9D x 2D", "2D; 2C; 9D x 2C; 9C x 2D")
    shared = first_hand(QUIET_TABLE, level, target=None, sur=0)  # 10D, AC, 2C and the jacks are 10 too
    assert result(shared) == Outcome((10, 10), (1, 1), (Seat(0), Seat(1)))


def test_a_row_of_the_sheet() -> None:
    """PASUR-13, PASUR-D4, GEN-8: dealer, points, surs, clubs, and scores after it; one a hand."""
    first = first_hand(QUIET_TABLE, QUIET, target=200)
    second = hand_of_play(first, QUIET_TABLE, SHARED)
    assert second.standing.sheet == (
        Row(Seat(1), (0, 35), (0, 3), (1, 12), (0, 35)),
        Row(Seat(0), (31, 4), (3, 0), (11, 2), (31, 39)),
    )
    assert second.standing.scores == (31, 39)
    assert pasur.tally(second) == {"hands": 2, "surs": 6}


# -- views and events ---------------------------------------------------------------------------------------------------


def test_what_each_sees_in_play() -> None:
    """PASUR-2, PASUR-4: his own hand, the table, the moves, what each side has captured, and how many cards are to come."""
    state = play(deal(start(3), {0: "7D KH", 1: "QH 5S", 2: "2S"}, "7C 4D 4S QS"), "7D x 4S; QH x QS")
    for seat in everybody(3):
        view = pasur.view(state, seat)
        assert (view.seat, view.actor, view.phase, view.standing) == (seat, 2, Phase.TABLE_PLAY, state.standing)
        assert view.hand == (CardSet() if seat is None else state.hand(seat))
        assert view.table == CardSet.parse("7C 4D")
        assert view.first_table == CardSet.parse("7C 4D 4S QS")
        assert view.played == ((0, moves("7D x 4S")[0]), (1, moves("QH x QS")[0]))
        assert view.captured == (CardSet.parse("7D 4S"), CardSet.parse("QH QS"), CardSet())
        assert (view.counts, view.stock, view.surs, view.last_taker) == ((3, 3, 4), 36, (0, 0, 0), 1)
        assert view.legal == (pasur.legal_actions(state) if seat == 2 else NOTHING)
        assert (view.only_jacks, view.buried) == ((), ())


def test_what_is_seen_before_and_after_play() -> None:
    """GEN-10, PASUR-2: nothing but the standing."""
    for state, phase in (
        (pasur.initial_state(), Phase.DRAW_DEALER),
        (start(), Phase.AWAIT_DEAL),
        (first_hand(QUIET_TABLE, QUIET), Phase.AWAIT_DEAL),
        (first_hand(QUIET_TABLE, QUIET, target=None), Phase.MATCH_OVER),
    ):
        for seat in everybody():
            view = pasur.view(state, seat)
            assert (view.phase, view.actor, view.standing) == (phase, state.actor, state.standing)
            assert view.hand == view.table == view.first_table == CardSet()
            assert (view.counts, view.stock, view.surs, view.last_taker) == ((0, 0), 0, (0, 0), None)
            assert view.captured == (CardSet(), CardSet())
            assert (view.played, view.moves, view.only_jacks, view.buried) == ((), (), (), ())
            assert view.legal == NOTHING


def test_an_unknown_seat_sees_nothing() -> None:
    """PASUR-1: there is no such seat."""
    for call in (pasur.view, lambda state, seat: pasur.seen(state, Deal(PACK), seat)):
        with pytest.raises(LookupError, match="there is no seat 2"):
            call(start(), 2)
    with pytest.raises(LookupError):
        do(start(), Deal(PACK)).hand(2)


def test_a_round_empties_hands_and_stock() -> None:
    """PASUR-2: how many cards each holds and how many are to come, move by move."""
    state = do(start(), deal_of_play(start(), QUIET_TABLE, QUIET))
    told = []
    for move in moves(QUIET)[:10]:
        view = pasur.view(state, None)
        told.append((view.counts, view.stock))
        state = do(state, move)
    assert told[:3] == [((4, 4), 40), ((3, 4), 40), ((3, 3), 40)]
    assert told[7:10] == [((0, 1), 40), ((4, 4), 32), ((3, 4), 32)]


def test_of_a_deal_one_sees_his_own_cards_and_what_is_turned_up() -> None:
    """PASUR-2, PASUR-3, PASUR-D1: the table in the order of cards, then the jacks as they were buried."""
    state = start()
    pack = pasur.deal_for(state, {0: "AS KS QS JS", 1: "2H 3H 4H 5H"}, table="9H JH 2C JC", stock="JD 3D 4D")
    assert do(state, pack) == state  # two jacks
    pack = pasur.deal_for(state, {0: "AS KS QS JS", 1: "2H 3H 4H 5H"}, table="9H JH 2C KC", stock="JD JC 3D 4D")
    turned_up = cards("2C KC 3D 9H JH JD JC")
    assert pasur.seen(state, pack, 0) == DealtOpen(CardSet.parse("AS KS QS JS"), turned_up)
    assert pasur.seen(state, pack, 1) == DealtOpen(CardSet.parse("2H 3H 4H 5H"), turned_up)
    assert pasur.seen(state, pack, None) == DealtOpen(CardSet(), turned_up)


def test_moves_are_seen_by_all_and_new_cards_by_their_holder() -> None:
    """PASUR-2, PASUR-D1: with the last move of a round each seat notices its next four cards; with the last of a hand none."""
    state = do(start(), deal_of_play(start(), QUIET_TABLE, QUIET))
    played = moves(QUIET)
    for number, move in enumerate(played):
        after = do(state, move)
        for seat in everybody():
            event = pasur.seen(state, move, seat)
            if number % 8 == 7 and number < 47:
                assert event == NextFour(move, CardSet() if seat is None else after.hand(seat))
                assert seat is None or len(after.hand(seat)) == 4
            else:
                assert event == move
        state = after
    lot = pasur.initial_state()
    assert pasur.seen(lot, ChooseDealer(Seat(1)), None) == ChooseDealer(Seat(1))
    with pytest.raises(IllegalAction):
        pasur.seen(lot, Deal(PACK), 0)


def test_a_view_as_text() -> None:
    """GEN-8: what a player at a terminal needs."""
    assert str(pasur.view(pasur.initial_state(), 0)) == "drawing the dealer; scores 0, 0"
    assert str(pasur.view(start(), 0)) == "shuffling; scores 0, 0\ndealer: seat 1; hand 1"
    state = play(deal(start(), {0: "7D KH AS 9S", 1: "2H"}, "7C 4D 4S JS", "QS"), "7D x 4S")
    assert str(pasur.view(state, 0)).splitlines() == [
        "playing; turn of seat 1; scores 0, 0",
        "dealer: seat 1; hand 1",
        "table: 7♣ 4♦ Q♠",
        "40 cards to come, J♠ at its bottom",
        "taken by side 0: 2 cards, 0 surs",
        "taken by side 1: 0 cards, 0 surs",
        "your hand: K♥ 9♠ A♠",
    ]
    assert "your hand" not in str(pasur.view(state, None))
    empty = hand_of_play(start(), LOUD_TABLE, "KD x KS; QD x QS; QC x QH; KC x KH")
    assert "the table is empty" in str(pasur.view(empty, None)).splitlines()
    assert "taken by side 1: 4 cards, 1 sur" in str(pasur.view(empty, None)).splitlines()
    assert str(pasur.view(first_hand(QUIET_TABLE, QUIET, target=None), 1)) == "over; scores 0, 35"


def test_who_has_only_jacks_is_told_while_the_round_lasts() -> None:
    """PASUR-10: by what he has played on an empty table; new cards may be anything. Elsewhere a jack tells nothing."""
    text = "KD x KS; QD x QS; QC x QH; KC x KH"
    state = hand_of_play(start(), LOUD_TABLE, text, "JC 5C JD 6C")
    assert pasur.view(state, None).only_jacks == ()
    state = play(state, "JC")
    for seat in everybody():
        assert pasur.view(state, seat).only_jacks == (0,)
    state = play(state, "5C; JD x JC 5C")
    assert pasur.view(state, None).only_jacks == (0,)
    assert pasur.view(play(state, "6C"), None).only_jacks == ()
    laid = hand_of_play(start(), LOUD_TABLE, "KD x KS; KC x KH; JC")
    assert pasur.view(laid, None).only_jacks == ()
    allowed = hand_of_play(start(jack_on_empty=True), LOUD_TABLE, text + "; JC")
    assert pasur.view(allowed, None).only_jacks == ()


# -- worlds -------------------------------------------------------------------------------------------------------------


def unseen(view: View) -> list[Card]:
    """The cards that a seat cannot place: those it has not seen, but for the jacks that it saw buried."""
    known = {*view.hand, *view.table, *view.buried, *chain.from_iterable(view.captured)}
    return [card for card in PACK if card not in known]


def possible(config: Config, actions: Sequence[Action], seat: int | None) -> set[State]:
    """All states in which the seat's view would be what it is after these actions: in the last deal every order of the cards that
    it cannot place is tried, by replaying the same actions."""
    deal_at = max(at for at, action in enumerate(actions) if isinstance(action, Deal))
    before = do(pasur.initial_state(config), *actions[:deal_at])
    view = pasur.view(do(before, *actions[deal_at:]), seat)
    dealt = actions[deal_at]
    assert isinstance(dealt, Deal)
    hidden = [at for at, card in enumerate(dealt.pack) if card in unseen(view)]
    found = set[State]()
    for order in permutations([dealt.pack[at] for at in hidden]):
        pack = list(dealt.pack)
        for at, card in zip(hidden, order, strict=True):
            pack[at] = card
        try:
            state = do(before, Deal(tuple(pack)), *actions[deal_at + 1 :])
        except IllegalAction:
            continue
        if pasur.view(state, seat) == view:
            found.add(state)
    return found


def check_all_worlds(config: Config, actions: Sequence[Action], seat: int | None, expected: int | None = None) -> None:
    """The worlds of a view are just the states that are possible, each drawn equally often."""
    every = possible(config, actions, seat)
    worlds = pasur.worlds(pasur.view(do(pasur.initial_state(config), *actions), seat))
    assert worlds.size == len(every)
    assert expected in (None, len(every))
    rng = Random(1)
    drawn = Counter(worlds.sample(rng) for _ in range(30 * len(every)))
    assert set(drawn) == every
    assert len(every) == 1 or uneven(drawn.values(), len(every)) < 6


def random_actions(config: Config, seed: int, first: Sequence[Action]) -> list[Action]:
    """The actions of one hand, chosen at random after the first ones."""
    rng, found = Random(seed), list(first)
    state = do(pasur.initial_state(config), *found)
    while isinstance(state, TablePlay):
        found.append(pasur.legal_actions(state).sample(rng))
        state = do(state, found[-1])
    return found


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_worlds_are_all_that_is_possible(seed: int) -> None:
    """PASUR-2, PASUR-3, PASUR-10: at the end of random hands, for each seat and a spectator, in which a jack was buried."""
    players = (3, 2, 4, 3, 3)[seed]
    config = Config(players=players, first_dealer=players - 1, target=None, capture=(MANDATORY, OPTIONAL)[seed % 2])
    due = pasur.initial_state(config)
    pack = list(pasur.deal_for(due, {}, table="JH 5H 6H QS", stock="JD").pack)
    rest = pack[4 * players + 5 :]
    Random(seed).shuffle(rest)
    actions = random_actions(config, seed, [Deal((*pack[: 4 * players + 5], *rest))])
    checked = 0
    for count in range(len(actions) - 1, len(actions) - 8, -1):
        for seat in everybody(players):
            view = pasur.view(do(due, *actions[:count]), seat)
            if 3 <= len(unseen(view)) <= 5 and checked < 4:
                check_all_worlds(config, actions[:count], seat)
                checked += 1
    assert checked >= 2


def test_buried_jacks_are_known_in_every_world() -> None:
    """PASUR-3: at the bottom of the pack in their order; in the last round in the dealer's hand, until he plays them."""
    config = Config(first_dealer=1, target=None)
    due = pasur.initial_state(config)
    actions = random_actions(config, 2, [pasur.deal_for(due, {}, table="JH 5H 6H QS", stock="JD")])
    for count in range(1, len(actions)):
        state = do(due, *actions[:count])
        for seat in everybody():
            view = pasur.view(state, seat)
            assert view.buried == cards("JH JD")
            for draw in range(3):
                world = pasur.determinize(view, Random(draw))
                if view.stock:
                    assert pasur.places(world)["stock"][-2:] == cards("JH JD")
                else:
                    played = {move.card for move in view.moves}
                    assert set(world.hand(1)) >= set(cards("JH JD")) - played
                assert len(pasur.places(world)["stock"]) == view.stock


def test_worlds_have_the_order_of_the_stock() -> None:
    """GEN-10, PASUR-3: with eight cards to come, four of them buried jacks, the others lie in any of 24 orders."""
    config = Config(first_dealer=1, target=None)
    due = pasur.initial_state(config)
    first = pasur.deal_for(due, {}, table="JH 5H 6H QS", stock="JD JC JS")
    actions = random_actions(config, 3, [first])
    count = max(count for count in range(1, len(actions)) if pasur.view(do(due, *actions[:count]), None).stock == 8)
    state = do(due, *actions[:count])
    assert pasur.view(state, None).counts == (0, 1)
    check_all_worlds(config, actions[:count], 1, expected=factorial(4))
    assert pasur.worlds(pasur.view(state, None)).size == factorial(5)
    assert pasur.worlds(pasur.view(state, 0)).size == factorial(5)


def test_the_number_of_worlds_of_a_first_hand() -> None:
    """PASUR-2, GEN-10: the others' hands without order, the stock in order."""
    state = deal(start(3), {}, "2C 3C 4C 5C")
    assert pasur.worlds(pasur.view(state, 0)).size == comb(44, 4) * comb(40, 4) * factorial(36)
    assert pasur.worlds(pasur.view(state, None)).size == comb(48, 4) * comb(44, 4) * comb(40, 4) * factorial(36)
    buried = deal(start(), {}, "2C 3C 4C JC", "5C")
    assert pasur.worlds(pasur.view(buried, 0)).size == comb(43, 4) * perm(39)


def test_who_plays_a_jack_on_an_empty_table_has_only_jacks_in_every_world() -> None:
    """PASUR-10: three of the five unseen cards are jacks; without the rule he could hold any two."""
    text = LOUD_START + LOUD_PAIRS + "10S; AS x 10S; 4S; 7S x 4S; 5H; 6H x 5H; 5S; 6S x 5S; 5C; 6C x 5C; JC"
    for allowed, expected in ((False, 3), (True, 10)):
        config = Config(first_dealer=1, target=None, jack_on_empty=allowed)
        dealt = deal_of_play(pasur.initial_state(config), LOUD_TABLE, text, "5D JD 6D JH JS")
        check_all_worlds(config, [dealt, *moves(text)], None, expected=expected)


def test_early_in_a_round_only_jacks_leave_the_rest_free() -> None:
    """PASUR-10: the cards to come may be any."""
    state = hand_of_play(start(), LOUD_TABLE, "KD x KS; QD x QS; QC x QH; KC x KH; JC", "5C JD 6C")
    view = pasur.view(state, 1)
    assert len(view.hand) == 2
    # seat 0 holds one of three jacks; of the others and the 38 that are no jacks any order is in the stock
    assert pasur.worlds(view).size == 3 * factorial(40)
    drawn = Counter(card for seed in range(300) for card in pasur.determinize(view, Random(seed)).hand(0))
    assert set(drawn) == set(cards("JD JH JS"))
    assert uneven(drawn.values(), 3) < 6


def test_unseen_cards_are_everywhere_equally_often() -> None:
    """PASUR-2: in the other hand, and first and last in the stock."""
    view = pasur.view(deal(start(), {0: "AS KS QS 9S"}, "2C 3C 4C 5C"), 0)
    rng = Random(1)
    worlds = [pasur.determinize(view, rng) for _ in range(2000)]
    for found in (
        Counter(card for world in worlds for card in world.hand(1)),
        Counter(pasur.places(world)["stock"][0] for world in worlds),
        Counter(pasur.places(world)["stock"][-1] for world in worlds),
    ):
        assert set(found) == set(unseen(view))
        assert uneven(found.values(), 44) < 6


def test_between_the_hands_nothing_is_hidden() -> None:
    """GEN-10: the state itself is the only world."""
    for state in (pasur.initial_state(), start(), first_hand(QUIET_TABLE, QUIET), first_hand(QUIET_TABLE, QUIET, target=None)):
        for seat in everybody():
            worlds = pasur.worlds(pasur.view(state, seat))
            assert (worlds.size, worlds.sample(Random(1))) == (1, state)


def test_a_view_that_cannot_be_is_told() -> None:
    """GEN-5: nobody can hold only jacks when all have been seen."""
    state = hand_of_play(start(), LOUD_TABLE, "KD x KS; QD x QS; QC x QH; KC x KH; JC", "5C JD 6C")
    view = pasur.view(state, 1)
    strange = attrs.evolve(view, buried=cards("JD JH JS"))
    assert pasur.worlds(strange).size == 0
    with pytest.raises(ValueError, match="no deal of the unseen cards fits"):
        pasur.worlds(strange).sample(Random(1))


# -- options, records and JSON ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "other", "base"),
    [
        ("players", 3, {}),
        ("partnership", True, {"players": 4}),
        ("first_dealer", 0, {}),
        ("table_jacks", REDEAL, {}),
        ("table_jacks", ALLOW, {}),
        ("capture", OPTIONAL, {}),
        ("sur", 9, {}),
        ("sur_in_last_round", False, {}),
        ("sur_limit", 1, {}),
        ("surs_cancel", True, {}),
        ("jack_on_empty", True, {}),
        ("clubs", MOST, {"players": 3}),
        ("target", 5, {}),
        ("max_hands", 1, {}),
    ],
)
def test_case_08_each_option_acts(option: str, other: Any, base: dict[str, Any]) -> None:
    """GEN-6: there are choices for which it changes the game."""
    one, two = Config(**base), Config(**base, **{option: other})
    for seed in range(60):
        rngs, now = (Random(seed), Random(seed)), [pasur.initial_state(one), pasur.initial_state(two)]
        while True:
            legal = [pasur.legal_actions(state) for state in now]
            actions = [some.sample(rng) if some else None for some, rng in zip(legal, rngs, strict=True)]
            if actions[0] != actions[1] or legal[0] != legal[1] or now[0].standing.scores != now[1].standing.scores:
                return
            if actions[0] is None:
                break
            now = [do(state, action) for state, action in zip(now, actions, strict=True) if action is not None]
    pytest.fail(f"{option} makes no difference")


def test_case_18_seat_0_and_none_are_told_apart() -> None:
    """PASUR-2, PASUR-11: dealer 0, and seat 0 as the last taker, in states, views and JSON."""
    drawing, chosen = pasur.initial_state(), start(dealer=0)
    assert (drawing.standing.dealer, chosen.standing.dealer) == (None, 0)
    for state in (drawing, chosen):
        assert loads(GAME, dumps(GAME, state), Kind.STATE) == state
        view = pasur.view(state, 0)
        assert loads(GAME, dumps(GAME, view), Kind.VIEW) == view
        assert view.standing.dealer == state.standing.dealer
    assert "dealer: seat 0" in str(pasur.view(chosen, None))
    state = deal(start(), {0: "7D"}, "7C 4D 4S QS")
    assert pasur.view(state, None).last_taker is None
    assert pasur.view(play(state, "7D x 4D"), None).last_taker == 0


def test_captures_in_records() -> None:
    """GEN-4, PASUR-4: in text, the card first, then what it takes."""
    (move,) = moves("AS x 7C 3D")
    assert action_text(move) == "Capture AS, 7C 3D"
    assert action_text(NextFour(move, CardSet(cards("2C 3C")))) == "NextFour Capture AS, 7C 3D, 2C 3C"
    assert read_action(GAME, "capture as, 3D 7C") == move
    actions = random_actions(Config(first_dealer=1, target=None), 1, [Deal(PACK)])
    record: Record[State, Action] = Record(GAME, Config(first_dealer=1, target=None), tuple(actions))
    assert Record.parse(str(record)) == record
    assert loads(GAME, dumps(GAME, record), Kind.RECORD) == record
    assert isinstance(record.last(), MatchOver)


def test_json_has_cards_and_moves() -> None:
    """PASUR-4: a move by its name, a set as a list."""
    state = play(deal(start(), {0: "7D KH AS 9S"}, "7C 4D 4S JS", "QS"), "7D x 4S")
    document = dump(GAME, state)["state"]
    assert document["moves"] == [{"type": "Capture", "card": "7D", "taken": ["4S"]}]
    assert document["table"] == ["7C", "4D", "QS"]
    assert document["fixed"]["buried"] == ["JS"]
    assert loads(GAME, dumps(GAME, state), Kind.STATE) == state
