"""The clauses of Ghahveh, each at the table: real cards, played through the public functions alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, count, islice, pairwise
from math import factorial, prod
from random import Random
from typing import Any

import attrs
import pytest

from persian_cards.actions import CHANCE, NameTrump, Pass
from persian_cards.cards import (
    BLACK_JOKER,
    CARDS,
    COLOURED_JOKER,
    RANKS,
    Card,
    CardSet,
    Rank,
    Suit,
    parse_cards,
)
from persian_cards.errors import ConfigError, IllegalAction
from persian_cards.game import Outcome, Rotation
from persian_cards.games import GAMES, ghahveh
from persian_cards.games.ghahveh import (
    GAME,
    LAYOUT,
    PACK,
    Action,
    AwaitDeal,
    Bid,
    Bidding,
    ChooseDealer,
    Config,
    Deal,
    Dealt,
    DrawDealer,
    LedJoker,
    MatchOver,
    Phase,
    Play,
    Row,
    State,
    TrickPlay,
    View,
)
from persian_cards.options import options
from persian_cards.record import Record
from persian_cards.table import Seat
from tests.games import table_helpers

SEATS = (0, 1, 2, 3)
EVERYBODY = (0, 1, 2, 3, None)
DEALER_3 = Config(first_dealer=3)
"""Seat 0 bids and leads first."""

# -- helpers ------------------------------------------------------------------------------------------------------------


def do(state: State, *actions: Action) -> State:
    for action in actions:
        state = ghahveh.apply(state, action)
    return state


def bid(state: State, *amounts: int) -> State:
    return do(state, *map(Bid, amounts))


def start(config: Config, hands: Mapping[int, str], bids: Sequence[int] = (2, 2, 2, 2)) -> State:
    """A first hand with these cards, bid; whatever is not named follows in the order of the pack."""
    state = ghahveh.initial_state(config)
    return bid(do(state, ghahveh.deal_for(state, hands)), *bids)


def play(state: State, tricks: str, order: Sequence[int] = SEATS) -> State:
    return table_helpers.play(GAME, state, tricks, order)


def refused(state: State, action: object) -> IllegalAction:
    return table_helpers.refused(GAME, state, action)


def why(state: State, card: str) -> tuple[str, str]:
    """The clause and the sentence by which a card is refused."""
    violation = refused(state, Play(Card.parse(card))).violation
    return violation.clause, violation.text


def legal(state: State) -> set[Action]:
    """What is legal, which is also what the actor's view tells him."""
    found = ghahveh.legal_actions(state)
    assert not isinstance(state.actor, int) or ghahveh.view(state, state.actor).legal == found
    return set(found)


def plays(cards: str) -> set[Action]:
    return {Play(card) for card in parse_cards(cards)}


def suits(letters: str) -> frozenset[Suit]:
    return frozenset(map(Suit, letters))


def order_from(seat: int) -> tuple[int, ...]:
    return tuple((seat + turn) % 4 for turn in SEATS)


def dealer_of(state: State) -> int:
    assert state.standing.dealer is not None
    return state.standing.dealer


def result(state: State) -> Outcome:
    end = ghahveh.outcome(state)
    assert end is not None
    return end


def hands_of(tricks: str) -> tuple[str, ...]:
    """What the players hold who play these thirteen tricks, by turn."""
    held: list[list[str]] = [[], [], [], []]
    for line in tricks.strip().splitlines():
        leader, cards = line.split(":")
        for turn, card in enumerate(cards.split()):
            held[(int(leader) + turn) % 4].append(card)
    return tuple(map(" ".join, held))


def whole(state: State, tricks: str, bids: Sequence[int]) -> State:
    """The state after a hand played card by card; bids and the leaders of the tricks by turn, 0 the dealer's right."""
    order = order_from((dealer_of(state) + 1) % 4)
    dealt = ghahveh.deal_for(state, dict(zip(order, hands_of(tricks), strict=True)))
    return play(bid(do(state, dealt), *bids), tricks, order)


def scored(state: State, first: int, contracts: tuple[int, int]) -> State:
    """The state after a hand in which team 0 takes `first` tricks of thirteen; contracts by team.

    A player has the highest trumps and the lowest clubs, and one next to him the highest clubs; each plays the last action that is
    legal: trumps from the top, then clubs.
    """
    right = (dealer_of(state) + 1) % 4
    of_right = first if right % 2 == 0 else 13 - first
    master, other = order_from(right)[:2] if of_right >= 7 else order_from(right)[1::-1]
    trumps = max(of_right, 13 - of_right)
    clubs = [f"{rank.value}C" for rank in RANKS]
    red = [f"{rank.value}{suit}" for suit in "HD" for rank in RANKS[1:]]
    high = ["RJ", "BJ", *(f"{rank.value}S" for rank in reversed(RANKS))]
    hands = {master: high[:trumps] + clubs[: 13 - trumps], other: clubs[trumps:] + red[:trumps]}
    said = [(low := max(min(2, contract), contract - 13), contract - low) for contract in contracts]
    state = do(state, ghahveh.deal_for(state, {seat: " ".join(cards) for seat, cards in hands.items()}))
    state = bid(state, *(said[(right + turn) % 2][turn // 2] for turn in SEATS))
    while isinstance(state, TrickPlay):
        state = do(state, ghahveh.legal_actions(state)[-1])
    assert state.standing.sheet[-1].contracts == contracts
    assert state.standing.sheet[-1].tricks == (first, 13 - first)
    return state


# -- hands, trick by trick ----------------------------------------------------------------------------------------------

EIGHT_FIVE = """
    0: 7H 3S 9H 6H
    1: 3D 9D 7D 5D
    2: AH BJ RJ 2C
    0: QS 6S 4S KS
    3: KD 3H 4D 6D
    3: 10H 4H 4C JH
    2: 8D 10D AS JD
    0: 9S 8S 5S 10S
    3: 8H 5H 6C QH
    2: QC 5C 8C KC
    1: JC 3C 7C AC
    0: JS QD 7S 9C
    0: 2S AD 10C KH
"""
"""In the third trick the ace of hearts is beaten by two jokers; their holders have hearts."""

FIVE_EIGHT = """
    0: 7S QS 5S 3S
    1: KH 6H 3H BJ
    0: 2S 4S 8S KS
    3: JC RJ 5C 3C
    0: 5H AH 8H 10H
    1: 9S JS AS 6S
    3: 2C 9C QC 4C
    1: JH QH 3D 4H
    2: 7D 10D KD 4D
    0: 10S 6D 5D 7C
    0: 8C 10C 9D KC
    3: AD 8D JD QD
    3: AC 6C 7H 9H
"""

NINE = """
    0: AS KS QS JS
    0: AC 6C JD 3D
    0: KC 5C 10D 10H
    0: QC 4C 9D 9H
    0: JC 3C 8D 8H
    0: 10C 2C 7D 7H
    0: 9C AD 6D 6H
    0: 8C KD 5D 5H
    0: 7C QD 4D 4H
"""
"""Nine tricks without a joker, all won by 0; hearts have not been led, and spades once. The last four cards of each:"""
BLACK_1 = ("AH 10S 9S 8S", "BJ KH QH 7S", "RJ JH 6S 5S", "3H 4S 3S 2S")
BLACK_LEADS = ("AH 10S 9S BJ", "KH QH 8S 7S", "RJ JH 6S 5S", "3H 4S 3S 2S")
BLACK_AFTER = ("AH 10S 9S RJ", "KH QH 8S 7S", "BJ JH 6S 5S", "3H 4S 3S 2S")
BLACK_LAST = ("AH 10S 9S 8S", "KH QH 7S 4S", "RJ JH 6S 5S", "BJ 3H 3S 2S")
BOTH_LEAD = ("AH 10S BJ RJ", "KH QH 8S 7S", "JH 9S 6S 5S", "3H 4S 3S 2S")
BOTH_FOLLOW = ("AH 10S 9S 8S", "QH 7S BJ RJ", "KH JH 6S 5S", "3H 4S 3S 2S")


def late(kept: Sequence[str], tricks: int = 9, **config: Any) -> State:
    """The state after so many of the nine tricks, when four more cards are kept by each player."""
    hands = {seat: f"{thrown} {left}" for seat, (thrown, left) in enumerate(zip(hands_of(NINE), kept, strict=True))}
    return play(start(Config(first_dealer=3, **config), hands), "\n".join(NINE.strip().splitlines()[:tricks]))


# -- the options --------------------------------------------------------------------------------------------------------


def test_defaults_are_those_of_the_rulebook() -> None:
    """GHAHVEH-2, GHAHVEH-4, GHAHVEH-10, GHAHVEH-11, GHAHVEH-12, GEN-9: the options, their clauses and their defaults."""
    assert [(option.name, option.clause, option.default) for option in options(Config)] == [
        ("first_dealer", "GHAHVEH-2", None),
        ("min_bid", "GHAHVEH-4", 2),
        ("black_joker_by", "GHAHVEH-10", 10),
        ("led_joker", "GHAHVEH-11", LedJoker.CALLS_SPADES),
        ("target", "GHAHVEH-12", 501),
        ("max_hands", "GEN-9", None),
    ]
    assert list(LedJoker) == [LedJoker.CALLS_SPADES, LedJoker.FREE]
    assert ghahveh.initial_state() == ghahveh.initial_state(Config())


@pytest.mark.parametrize(
    ("field", "clause", "allowed", "values"),
    [
        ("first_dealer", "GHAHVEH-2", "a whole number from 0 to 3 or None", [-1, 4, True, False, 1.0, "0", CHANCE]),
        ("min_bid", "GHAHVEH-4", "a whole number from 0 to 13", [-1, 14, True, None, 2.0, "2"]),
        ("black_joker_by", "GHAHVEH-10", "a whole number from 1 to 13", [0, 14, -10, True, None, 10.0, "10"]),
        ("led_joker", "GHAHVEH-11", "one of calls spades, free", ["free", None, True, 0, Suit.SPADES]),
        ("target", "GHAHVEH-12", "a whole number of at least 1", [0, -501, True, None, 501.0, "501"]),
        ("max_hands", "GEN-9", "a whole number of at least 1 or None", [0, -1, True, False, 5.0, "5"]),
    ],
)
def test_a_value_that_no_table_could_play_is_refused(field: str, clause: str, allowed: str, values: list[object]) -> None:
    """GEN-6: refused when the config is built, naming the field, the value and what is allowed; a bool is no number."""
    for value in values:
        options_given: dict[str, Any] = {field: value}
        with pytest.raises(ConfigError) as caught:
            Config(**options_given)
        error = caught.value
        assert (error.field, error.value, error.allowed, error.clause) == (field, value, allowed, clause)
        assert str(error) == f"{field} must be {allowed}, not {value!r} ({clause})"


def test_the_bounds_can_be_played() -> None:
    """GEN-6, GHAHVEH-2, GHAHVEH-4, GHAHVEH-10, GHAHVEH-12: the least and the greatest values."""
    for least in (
        Config(first_dealer=0, min_bid=0, black_joker_by=1, target=1, max_hands=1),
        Config(first_dealer=3, min_bid=13, black_joker_by=13, target=1001, max_hands=1),
    ):
        assert isinstance(ghahveh.initial_state(least), AwaitDeal)


# -- the table ----------------------------------------------------------------------------------------------------------


def test_four_players_to_the_right_partners_opposite() -> None:
    """GEN-1, GEN-2: seats 0 to 3 in order of play, counter-clockwise; teams 0 and 2, 1 and 3."""
    state = ghahveh.initial_state()
    assert GAMES["ghahveh"] is GAME
    assert (GAME.name, GAME.persian_name, GAME.version) == ("ghahveh", "قهوه", 1)
    assert GAME.rotation is Rotation.RIGHT
    assert GAME.seats(Config()) == 4
    assert ghahveh.sides(state) == ((0, 2), (1, 3))
    assert state.standing.lineup.order == SEATS


def test_the_pack() -> None:
    """GHAHVEH-1: 52 cards; the twos of diamonds and hearts are out, the other two twos and two jokers are in."""
    assert len(PACK) == 52
    assert set(CARDS) - set(PACK) == set(parse_cards("2D 2H"))
    assert {BLACK_JOKER, COLOURED_JOKER, *parse_cards("2C 2S")} < set(PACK)
    assert ghahveh.legal_actions(ghahveh.initial_state(DEALER_3)).size == factorial(52)


@pytest.mark.parametrize("seat", SEATS)
def test_the_first_dealer_is_found_by_lot(seat: int) -> None:
    """GHAHVEH-2, GEN-4: chance chooses him, each seat as likely as any other; all notice whom."""
    state = ghahveh.initial_state()
    assert isinstance(state, DrawDealer)
    assert (state.actor, state.standing.dealer) == (CHANCE, None)
    assert list(ghahveh.legal_actions(state)) == [ChooseDealer(Seat(seat)) for seat in SEATS]
    chosen = do(state, ChooseDealer(Seat(seat)))
    assert isinstance(chosen, AwaitDeal)
    assert (chosen.dealer, chosen.standing.dealer, chosen.actor) == (seat, seat, CHANCE)
    for watcher in EVERYBODY:
        assert ghahveh.seen(state, ChooseDealer(Seat(seat)), watcher) == ChooseDealer(Seat(seat))
        assert ghahveh.view(chosen, watcher).standing.dealer == seat


@pytest.mark.parametrize("seat", SEATS)
def test_the_first_dealer_may_be_given(seat: int) -> None:
    """GHAHVEH-2: then there is no lot; the first event is the deal."""
    state = ghahveh.initial_state(Config(first_dealer=seat))
    assert isinstance(state, AwaitDeal)
    assert (state.dealer, state.standing.dealer, state.actor) == (seat, seat, CHANCE)
    assert Deal(PACK) in ghahveh.legal_actions(state)


@pytest.mark.parametrize("dealer", SEATS)
def test_packets_of_five_four_and_four(dealer: int) -> None:
    """GHAHVEH-2, GEN-10: five each from the dealer's right on, then four each, then four each; nobody names trump."""
    after, opposite, left = order_from(dealer)[1:]
    pack = parse_cards(
        "AS 2C KD 9H 7S  3C QS QD 8H JS  BJ 4C AH 10D 6H  KS 5C JD RJ 10S"
        "  AC 9S 3D 4H  6C 5H 8S 9D  7C 2S 3H 8D  QC 4S KH 7D"
        "  AD 8C 3S JH  6D KC 7H 5S  10C QH 4D 6S  5D 10H JC 9C"
    )
    state = do(ghahveh.initial_state(Config(first_dealer=dealer)), Deal(pack))
    assert isinstance(state, Bidding)
    assert state.hand(after) == CardSet.parse("AS 2C KD 9H 7S  AC 9S 3D 4H  AD 8C 3S JH")
    assert state.hand(opposite) == CardSet.parse("3C QS QD 8H JS  6C 5H 8S 9D  6D KC 7H 5S")
    assert state.hand(left) == CardSet.parse("BJ 4C AH 10D 6H  7C 2S 3H 8D  10C QH 4D 6S")
    assert state.hand(dealer) == CardSet.parse("KS 5C JD RJ 10S  QC 4S KH 7D  5D 10H JC 9C")
    assert LAYOUT.entries[:6] == (0, 0, 0, 0, 0, 1)


def test_a_deal_for_named_hands() -> None:
    """GHAHVEH-2: `deal_for` gives the seats the named cards, whoever deals; the others follow in the order of the pack."""
    for dealer in SEATS:
        state = ghahveh.initial_state(Config(first_dealer=dealer))
        after = do(state, ghahveh.deal_for(state, {0: "BJ RJ", 2: [Card.parse("2C")]}))
        assert {BLACK_JOKER, COLOURED_JOKER} < set(after.hand(0))
        assert Card.parse("2C") in after.hand(2)
    first = ghahveh.initial_state(Config(first_dealer=0))
    assert ghahveh.deal_for(first, {}) == Deal(PACK)
    for hands, words in [
        ({1: "AS AS"}, "named twice"),
        ({1: "2H"}, "2H is not in the pack"),
        ({2: " ".join(card.code for card in PACK[:14])}, "seat 2 is dealt 13 cards, not 14"),
    ]:
        with pytest.raises(ValueError, match=words):
            ghahveh.deal_for(first, hands)
    with pytest.raises(LookupError, match="no seat 4; the seats are 0 to 3"):
        ghahveh.deal_for(first, {4: "AS"})
    with pytest.raises(ValueError, match="no deal is due in the phase Bidding"):
        ghahveh.deal_for(do(first, Deal(PACK)), {})


# -- whose deal it is ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize(
    ("tricks", "contracts", "scores", "passes"),
    [
        (6, (6, 7), (60, 70), False),  # behind
        (6, (7, 7), (-70, 70), False),
        (6, (8, 8), (-80, -80), False),  # level
        (7, (7, 6), (70, 60), True),  # ahead
        (7, (7, 7), (70, -70), True),
        (6, (8, 9), (-80, -90), True),
        (6, (9, 8), (-90, -80), False),
    ],
)
def test_the_deal_stays_until_the_dealers_team_is_ahead(
    dealer: int, tricks: int, contracts: tuple[int, int], scores: tuple[int, int], passes: bool
) -> None:
    """GHAHVEH-3: behind or level he deals again; ahead the deal passes to his right. His team's tricks and scores come first."""
    team = dealer % 2
    state = ghahveh.initial_state(Config(first_dealer=dealer))
    state = scored(state, 13 - tricks if team else tricks, (contracts[team], contracts[1 - team]))
    assert isinstance(state, AwaitDeal)
    assert state.standing.totals == (scores[team], scores[1 - team])
    assert state.dealer == state.standing.dealer == ((dealer + 1) % 4 if passes else dealer)


def test_the_new_dealer_keeps_the_deal_on_the_same_terms() -> None:
    """GHAHVEH-3: on the totals, not on what the hand scored: behind and level he keeps it; hands are dealt from his right on."""
    state = ghahveh.initial_state(Config(first_dealer=0))
    told = []
    for tricks, contracts in [
        (5, (6, 8)),  # team 1 is ahead
        (7, (7, 6)),  # the dealer's team scores more, and is behind still
        (13, (13, 6)),  # 140-80: ahead; the deal passes to 1
        (6, (6, 7)),  # 1's team scores more, and is behind
        (6, (7, 7)),  # 130-220: ahead; 2
        (6, (7, 8)),  # 60-140: 2 keeps it
        (6, (6, 13)),  # 120-10: 3
    ]:
        dealer = dealer_of(state)
        state = scored(state, tricks, contracts)
        told.append((dealer, state.standing.totals))
        dealt = do(state, Deal(PACK))
        assert dealt.hand((dealer_of(state) + 1) % 4) == CardSet((*PACK[:5], *PACK[20:24], *PACK[36:40]))
        assert dealt.actor == (dealer_of(state) + 1) % 4
        assert bid(dealt, 2, 2, 2, 2).actor == dealt.actor
    assert told == [
        (0, (-60, 80)),
        (0, (10, 140)),
        (0, (140, 80)),
        (1, (200, 150)),
        (1, (130, 220)),
        (2, (60, 140)),
        (2, (120, 10)),
    ]
    assert [row.dealer for row in state.standing.sheet] == [dealer for dealer, _ in told]
    assert dealer_of(state) == 3


# -- bidding ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", SEATS)
def test_every_player_bids_once_the_dealer_last(dealer: int) -> None:
    """GHAHVEH-4: from the dealer's right on; each hears the bids before his; then the dealer's right leads (GHAHVEH-6)."""
    state = do(ghahveh.initial_state(Config(first_dealer=dealer)), Deal(PACK))
    order = order_from((dealer + 1) % 4)
    for turn, (seat, amount) in enumerate(zip(order, (5, 2, 13, 3), strict=True)):
        assert isinstance(state, Bidding)
        assert state.actor == seat
        assert state.bids == (5, 2, 13, 3)[:turn]
        assert list(ghahveh.legal_actions(state)) == [Bid(tricks) for tricks in range(2, 14)]
        for watcher in EVERYBODY:
            view = ghahveh.view(state, watcher)
            assert (view.phase, view.actor, view.said) == (Phase.BIDDING, seat, state.bids)
            assert [view.bids[of] for of in order] == [*state.bids, None, None, None, None][:4]
            assert list(view.legal) == (list(ghahveh.legal_actions(state)) if watcher == seat else [])
            assert (view.counts, view.trick, view.tricks) == ((13, 13, 13, 13), (), ())
            assert ghahveh.seen(state, Bid(amount), watcher) == Bid(amount)
        state = bid(state, amount)
    assert isinstance(state, TrickPlay)
    assert state.actor == order[0]
    assert ghahveh.view(state, None).contracts == ((5 + 13, 2 + 3) if order[0] % 2 == 0 else (2 + 3, 5 + 13))


@pytest.mark.parametrize(("least", "amount"), [(0, 0), (0, 13), (1, 1), (2, 2), (2, 13), (13, 13)])
def test_bids_from_the_least_to_thirteen(least: int, amount: int) -> None:
    """GHAHVEH-4: `min_bid` to 13, whatever has been said before."""
    state = do(ghahveh.initial_state(Config(first_dealer=3, min_bid=least)), Deal(PACK))
    assert list(ghahveh.legal_actions(state)) == [Bid(tricks) for tricks in range(least, 14)]
    assert isinstance(bid(state, 13, 13, amount, amount), TrickPlay)


@pytest.mark.parametrize("least", [0, 1, 2, 13])
def test_other_bids_are_refused(least: int) -> None:
    """GHAHVEH-4, GEN-5: below the least, above thirteen, and what is no number; there is no pass."""
    state = bid(do(ghahveh.initial_state(Config(first_dealer=3, min_bid=least)), Deal(PACK)), 13)
    amounts: list[Any] = [least - 1, 14, -2, 100, True, None, 2.0, "2"]
    for amount in amounts:
        violation = refused(state, Bid(amount)).violation
        assert (violation.clause, violation.text) == ("GHAHVEH-4", f"seat 1 must bid from {least} to 13 tricks")
    assert refused(state, Pass()).violation.text == "Pass() is not an action of ghahveh"


# -- scoring ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", SEATS)
def test_contract_six_and_eight_tricks_score_62(dealer: int) -> None:
    """GHAHVEH-5: sixty for the six tricks of the contract and one each for two more; and fifty for five of five."""
    state = whole(ghahveh.initial_state(Config(first_dealer=dealer)), EIGHT_FIVE, (4, 3, 2, 2))
    right = (dealer + 1) % 4
    by_team = [(6, 8, 62), (5, 5, 50)] if right % 2 == 0 else [(5, 5, 50), (6, 8, 62)]
    contracts, tricks, score = zip(*by_team, strict=True)
    bids = dict(zip(order_from(right), (4, 3, 2, 2), strict=True))
    assert state.standing.sheet == (Row(Seat(dealer), tuple(bids[seat] for seat in SEATS), contracts, tricks, score, score),)
    assert state.standing.totals == score
    assert ghahveh.tally(state) == {"hands": 1, "contracts made": 2, "contracts failed": 0}


@pytest.mark.parametrize("dealer", SEATS)
def test_contract_six_and_five_tricks_score_minus_60(dealer: int) -> None:
    """GHAHVEH-5: ten off for each trick of the contract and nothing for the five; the others make 53."""
    state = whole(ghahveh.initial_state(Config(first_dealer=dealer)), FIVE_EIGHT, (3, 2, 3, 3))
    right = (dealer + 1) % 4
    by_team = [(6, 5, -60), (5, 8, 53)] if right % 2 == 0 else [(5, 8, 53), (6, 5, -60)]
    contracts, tricks, score = zip(*by_team, strict=True)
    bids = dict(zip(order_from(right), (3, 2, 3, 3), strict=True))
    assert state.standing.sheet == (Row(Seat(dealer), tuple(bids[seat] for seat in SEATS), contracts, tricks, score, score),)
    assert state.standing.totals == score
    assert ghahveh.tally(state) == {"hands": 1, "contracts made": 1, "contracts failed": 1}


@pytest.mark.parametrize(
    ("contracts", "tricks", "score"),
    [
        ((6, 5), 6, (60, 52)),
        ((7, 7), 7, (70, -70)),
        ((13, 4), 13, (130, -40)),
        ((14, 4), 13, (-140, -40)),  # cannot be made
        ((26, 26), 13, (-260, -260)),
        ((15, 4), 9, (-150, 40)),
        ((0, 0), 5, (5, 8)),
        ((0, 13), 0, (0, 130)),
        ((0, 1), 13, (13, -10)),
        ((1, 0), 1, (10, 12)),
    ],
)
def test_what_a_contract_scores(contracts: tuple[int, int], tricks: int, score: tuple[int, int]) -> None:
    """GHAHVEH-4, GHAHVEH-5: a contract of 0 scores 1 a trick; one above 13 is allowed and cannot be made."""
    for dealer in SEATS:
        state = scored(ghahveh.initial_state(Config(first_dealer=dealer, min_bid=0)), tricks, contracts)
        assert state.standing.sheet[0].score == state.standing.totals == score
    made = sum(value >= 0 for value in score)
    assert ghahveh.tally(state) == {"hands": 1, "contracts made": made, "contracts failed": 2 - made}


def test_a_team_is_one_contract() -> None:
    """GHAHVEH-4, GHAHVEH-5: 0 and 2 bid 2 and 4; whoever of them takes the tricks."""
    alone = start(DEALER_3, {0: "BJ RJ AS KS QS JS 10S 9S 8S 7S 6S 5S 4S"}, (2, 2, 4, 2))
    while isinstance(alone, TrickPlay):
        alone = do(alone, ghahveh.legal_actions(alone)[-1])
    assert alone.standing.sheet[0].contracts == (6, 4)
    assert alone.standing.totals == (67, -40)


def test_the_sheet_has_a_row_for_every_hand() -> None:
    """GHAHVEH-5, GEN-8: dealer, four bids by seat, contracts, tricks, score and totals by team, hand by hand; all see them."""
    state = ghahveh.initial_state(Config(first_dealer=3))
    for tricks, bids in ((EIGHT_FIVE, (4, 3, 2, 2)), (FIVE_EIGHT, (3, 2, 4, 3)), (EIGHT_FIVE, (2, 5, 3, 4))):
        state = whole(state, tricks, bids)
    assert state.standing.sheet == (
        Row(Seat(3), (4, 3, 2, 2), (6, 5), (8, 5), (62, 50), (62, 50)),
        Row(Seat(3), (3, 2, 4, 3), (7, 5), (5, 8), (-70, 53), (-8, 103)),
        Row(Seat(0), (4, 2, 5, 3), (9, 5), (5, 8), (-90, 53), (-98, 156)),
    )
    assert (state.standing.totals, state.standing.dealer) == ((-98, 156), 0)
    assert ghahveh.tally(state) == {"hands": 3, "contracts made": 4, "contracts failed": 2}
    for seat in EVERYBODY:
        assert ghahveh.view(state, seat).standing == state.standing


# -- the play -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", SEATS)
def test_the_dealers_right_leads_any_card(dealer: int) -> None:
    """GHAHVEH-6: spades too, and the black joker; the coloured one is hostage (GHAHVEH-9)."""
    right = (dealer + 1) % 4
    state = start(Config(first_dealer=dealer), {right: "AS 2S AH 3D 2C BJ", (right + 1) % 4: "RJ"})
    assert state.actor == right
    assert [play.card for play in ghahveh.legal_actions(state)] == list(state.hand(right))  # type: ignore[union-attr]
    assert len(state.hand(right)) == 13
    assert ghahveh.view(state, right).legal == ghahveh.legal_actions(state)


def test_following_suit() -> None:
    """GHAHVEH-6: who has the suit led plays it or a joker; a spade is no way out; the refusal names the suit."""
    hands = {0: "5D 2S 3S", 1: "3D KD AS KC 2C", 2: "AD KS BJ 10C", 3: "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H RJ"}
    state = play(start(DEALER_3, hands), "0: 5D")
    assert legal(state) == {Play(card) for card in state.hand(1) if card.suit is Suit.DIAMONDS} >= plays("3D KD")
    for card in ("AS", "KC"):
        assert why(state, card) == ("GHAHVEH-6", "seat 1 must follow diamonds")
    state = play(state, "1: KD")
    assert legal(state) == {Play(card) for card in state.hand(2) if card.suit in (Suit.DIAMONDS, None)} >= plays("AD BJ")
    state = play(state, "2: AD")
    assert legal(state) == plays("AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H")  # no diamonds: anything, but for the hostage


def test_the_first_card_of_a_trick_is_followed() -> None:
    """GHAHVEH-6, GHAHVEH-8: not the last one, be it a discard or a joker that was not led."""
    hands = {0: "5D", 1: "BJ AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H", 2: "3D AS 2C RJ", 3: "4D KS 3C"}
    for second, joker in (("AH", ""), ("BJ", ", or play a joker")):  # the coloured one may be played once the black has been
        state = play(start(DEALER_3, hands), f"0: 5D {second}")
        for card in ("AS", "2C"):
            assert why(state, card) == ("GHAHVEH-6", f"seat 2 must follow diamonds{joker}")
        assert why(play(state, "2: 3D"), "3C") == ("GHAHVEH-6", "seat 3 must follow diamonds")


def test_who_cannot_follow_need_not_trump() -> None:
    """GHAHVEH-6: neither to ruff nor to over-ruff; any card will do, and a discard does not win."""
    hands = {
        0: "AH 3H 4H 5H",
        1: "KS 2S AC KC QC JC 10C 9C 8C 7C 6C 5C 4C",
        2: "AS 3S 2C 3C AD KD QD JD 10D 9D 8D 7D 6D",
        3: "6H 7H 8H 9H 10H",
    }
    state = play(start(DEALER_3, hands), "0: AH")
    assert legal(state) == plays(hands[1])
    over = play(state, "1: 2S")
    assert legal(over) == plays(hands[2])
    assert play(over, "2: AD 6H").actor == 1  # the two of spades took the ace
    assert play(over, "2: 3S 6H").actor == 2  # and the three takes the two
    assert play(state, "1: KS\n2: 3S 6H").actor == 1
    assert play(state, "1: AC\n2: AD 6H").actor == 0


TRUMPS = (*(f"{rank.value}S" for rank in RANKS), "BJ", "RJ")


@pytest.mark.parametrize(("low", "high"), list(pairwise(TRUMPS)))
def test_the_higher_trump_wins(low: str, high: str) -> None:
    """GHAHVEH-7, GEN-3: spades from 2 to A, the black joker above the ace, the coloured one above all."""
    hands = {
        0: "AH KH QH",
        1: f"{low} AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C",
        2: "3H 4H 5H",
        3: f"{high} AD KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D",
    }
    if high == "RJ":
        state = play(start(DEALER_3, hands), f"0: AH {low} 3H {high}")
        assert state.actor == 3
        return
    for first, second, winner in ((low, high, 3), (high, low, 1)):
        swapped = hands | {1: hands[1].replace(low, first), 3: hands[3].replace(high, second)}
        state = play(start(DEALER_3, swapped), f"0: AH {first} 3H {second}")
        assert state.actor == winner
        assert ghahveh.view(state, None).won == (0, 1)


@pytest.mark.parametrize(("low", "high"), list(pairwise(RANKS[1:])))
@pytest.mark.parametrize("suit", [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS])
def test_the_higher_card_of_the_suit_led_wins(low: Rank, high: Rank, suit: Suit) -> None:
    """GHAHVEH-6, GEN-3: 3 4 5 6 7 8 9 10 J Q K A where no trump is played; 1 and 3 have discards of other suits."""
    lower, higher = f"{low.value}{suit.value}", f"{high.value}{suit.value}"
    one, two = (other for other in (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS) if other is not suit)
    discards = [" ".join(f"{rank.value}{other.value}" for rank in RANKS[1:]) for other in (one, two)]
    discards = [f"{cards} {last}" for cards, last in zip(discards, ("2S", "3S"), strict=True)]
    for first, second, winner in ((lower, higher, 2), (higher, lower, 0)):
        state = start(DEALER_3, {0: first, 1: discards[0], 2: second, 3: discards[1]})
        assert play(state, f"0: {first} A{one.value} {second} A{two.value}").actor == winner


@pytest.mark.parametrize("leader", SEATS)
@pytest.mark.parametrize("place", SEATS)
def test_the_winner_leads_next(leader: int, place: int) -> None:
    """GHAHVEH-6, GEN-1: whoever of the four plays the highest card leads next, any card, and the trick is his team's."""
    order = order_from(leader)
    cards = ["3H", "4H", "5H", "6H"]
    cards[place] = "AH"
    state = start(Config(first_dealer=(leader - 1) % 4), dict(zip(order, cards, strict=True)))
    state = play(state, f"0: {' '.join(cards)}", order)
    winner = order[place]
    assert state.actor == winner
    view = ghahveh.view(state, None)
    (trick,) = view.tricks
    assert (trick.leader, trick.winner, trick.cards) == (leader, winner, parse_cards(" ".join(cards)))
    assert view.won == ((1, 0) if winner % 2 == 0 else (0, 1))
    assert (view.trick, view.played, view.counts) == ((), parse_cards(" ".join(cards)), (12, 12, 12, 12))
    assert ghahveh.places(state)[f"tricks {winner % 2}"] == view.played
    assert ghahveh.places(state)[f"tricks {1 - winner % 2}"] == ()


def test_a_spade_may_be_led_at_any_time() -> None:
    """GHAHVEH-6: in the first trick and in any other, before any has been played."""
    state = start(DEALER_3, {0: "2S AH", 1: "3H 3S", 2: "4H 4S", 3: "5H 5S"})
    assert Play(Card.parse("2S")) in legal(state)
    state = play(state, "0: AH 3H 4H 5H\n0: 2S")
    assert all(card.suit in (Suit.SPADES, None) for card in (action.card for action in legal(state)))  # type: ignore[union-attr]


def test_all_thirteen_tricks_are_played() -> None:
    """GHAHVEH-6, GEN-12: also when both contracts are settled; in the last each is asked for his only card."""
    *tricks, last = EIGHT_FIVE.strip().splitlines()
    hands = dict(enumerate(hands_of(EIGHT_FIVE)))
    state = play(start(DEALER_3, hands), "\n".join(tricks))
    assert ghahveh.view(state, None).won == (7, 5)
    for seat, card in enumerate(parse_cards(last.split(":")[1])):
        assert isinstance(state, TrickPlay)
        assert (state.actor, legal(state)) == (seat, {Play(card)})
        assert state.standing.sheet == ()
        state = do(state, Play(card))
    assert isinstance(state, AwaitDeal)
    assert state.standing.sheet[0].tricks == (8, 5)


# -- the jokers ---------------------------------------------------------------------------------------------------------


def test_a_joker_may_be_played_to_any_trick() -> None:
    """GHAHVEH-8: hearts are led, 3 and 0 have hearts, and play jokers; the refusals of other suits tell them that they may."""
    state = play(start(DEALER_3, dict(enumerate(hands_of(EIGHT_FIVE)))), "\n".join(EIGHT_FIVE.strip().splitlines()[:2]))
    state = play(state, "2: AH")
    assert legal(state) == plays("KH 10H 8H BJ")
    assert why(state, "KS") == ("GHAHVEH-6", "seat 3 must follow hearts, or play a joker")
    state = play(state, "3: BJ")
    assert legal(state) == plays("3H 4H 5H RJ")
    state = play(state, "0: RJ")
    assert legal(state) == {Play(card) for card in state.hand(1)}  # no hearts
    assert play(state, "1: 2C").actor == 0
    assert ghahveh.view(state, None).voids == (suits(""), suits("H"), suits(""), suits(""))


def test_a_joker_is_never_owed() -> None:
    """GHAHVEH-8: spades are led; 1 has no trump but a joker, and may play any card; 2 has no trump but both."""
    hands = {
        0: "AS KS 3S",
        1: "BJ AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H",
        2: "AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C",
    }
    state = play(start(DEALER_3, hands), "0: AS")
    assert legal(state) == plays(hands[1])
    for card in ("3H", "BJ"):
        assert play(state, f"1: {card}").actor == 2
    both = play(start(DEALER_3, {0: "AS", 1: "BJ RJ AD KD QD JD 10D 9D 8D 7D 6D 5D 4D"}), "0: AS")
    assert legal(both) == plays("BJ AD KD QD JD 10D 9D 8D 7D 6D 5D 4D")


def test_the_coloured_joker_is_not_owed_either() -> None:
    """GHAHVEH-8: the black joker is out; spades are led, and 2 has no trump but the coloured one."""
    hands = {0: "BJ 2S AS", 1: "3S 4S", 2: "RJ AD KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D", 3: "5S 6S"}
    state = play(start(DEALER_3, hands), "0: BJ 3S 3D 5S\n0: AS 4S")
    assert legal(state) == plays("RJ AD KD QD JD 10D 9D 8D 7D 6D 5D 4D")
    assert play(state, "2: 4D 6S").actor == 0
    assert play(state, "2: RJ 6S").actor == 2


@pytest.mark.parametrize("leads", [True, False])
def test_the_coloured_joker_waits_for_the_black_one(leads: bool) -> None:
    """GHAHVEH-9: neither led nor played to a trick, whoever holds the black one, himself too."""
    text = "seat {} may not play the coloured joker before the black one has been played"
    for black in SEATS:
        hands = {0: "AH", 1: "KH", 2: "QH", 3: "JH"}
        holder = 0 if leads else 2
        hands[holder] += " RJ"
        hands[black] += " BJ"
        state = start(DEALER_3, hands)
        if not leads:
            state = play(state, "0: AH KH")
        assert Play(COLOURED_JOKER) not in legal(state)
        assert why(state, "RJ") == ("GHAHVEH-9", text.format(holder))
        assert Play(BLACK_JOKER) in legal(state) or black != holder


def test_an_earlier_card_of_the_same_trick_frees_the_coloured_joker() -> None:
    """GHAHVEH-9: for those who play after the black one, at once; and for everybody in the tricks after it."""
    hands = {0: "AH 3S", 1: "KH BJ 4S", 2: "QH RJ 5S", 3: "JH 6S"}
    state = play(start(DEALER_3, hands), "0: AH BJ")
    assert Play(COLOURED_JOKER) in legal(state)
    assert play(state, "2: RJ JH").actor == 2
    state = play(state, "2: QH JH\n1: 4S")
    assert Play(COLOURED_JOKER) in legal(state)
    before = start(DEALER_3, {0: "AH 3S", 1: "KH RJ 4S", 2: "QH BJ 5S", 3: "JH 6S"})
    assert Play(COLOURED_JOKER) not in legal(play(before, "0: AH"))
    later = play(before, "0: AH KH BJ JH\n2: 5S 6S 3S")
    assert Play(COLOURED_JOKER) in legal(later)


def test_the_coloured_joker_is_led_when_the_black_one_is_out() -> None:
    """GHAHVEH-9: a joker may be led as any card."""
    state = play(start(DEALER_3, {0: "BJ RJ", 1: "2S 3S", 2: "4S 5S", 3: "6S 7S"}), "0: BJ 2S 4S 6S")
    assert Play(COLOURED_JOKER) in legal(state)
    assert play(state, "0: RJ 3S 5S 7S").actor == 0


def test_the_last_card_may_be_the_coloured_joker_before_the_black_one() -> None:
    """GHAHVEH-9, GHAHVEH-10: with `black_joker_by=13` 0 has no other card left, and 2 plays the black one after him."""
    state = play(late(BLACK_AFTER, black_joker_by=13), "0: AH KH JH 3H\n0: 10S 8S 6S 4S")
    assert legal(state) == plays("9S")  # he has another card left
    assert why(state, "RJ")[0] == "GHAHVEH-9"
    state = play(state, "0: 9S 7S 5S 3S")
    assert legal(state) == plays("RJ")
    state = play(state, "0: RJ QH")
    assert legal(state) == plays("BJ")
    state = play(state, "2: BJ 2S")
    assert state.standing.sheet[0].tricks == (13, 0)


@pytest.mark.parametrize(
    ("kept", "before", "rest"),
    [
        (BOTH_LEAD, "0: AH KH JH 3H\n0: 10S 8S 9S 4S", "0: BJ 7S 6S 3S\n0: RJ QH 5S 2S"),
        (BOTH_FOLLOW, "0: AH QH KH 3H\n0: 10S 7S 6S 4S\n0: 9S", "1: BJ 5S 3S\n1: RJ JH 2S 8S"),
    ],
)
def test_of_both_jokers_the_black_one_goes_first(kept: Sequence[str], before: str, rest: str) -> None:
    """GHAHVEH-9: who holds both as his last two plays the black one, leading or not; in the twelfth trick it is not yet due."""
    state = play(late(kept, black_joker_by=13), before)
    assert legal(state) == plays("BJ")
    clause, text = why(state, "RJ")
    assert clause == "GHAHVEH-9"
    assert text == f"seat {state.actor} may not play the coloured joker before the black one has been played"
    after = play(state, rest)
    assert isinstance(after, AwaitDeal)


@pytest.mark.parametrize("by", range(1, 10))
def test_the_black_joker_is_due_in_the_trick_that_the_table_says(by: int) -> None:
    """GHAHVEH-10: until then its holder may keep it; in that trick it is his only legal card."""
    for tricks in range(by - 1):
        led = NINE.strip().splitlines()[tricks].split()[1]
        state = play(late(BLACK_1, tricks, black_joker_by=by), f"0: {led}")
        assert legal(state) > plays("BJ")
    led, own = NINE.strip().splitlines()[by - 1].split()[1:3]
    state = play(late(BLACK_1, by - 1, black_joker_by=by), f"0: {led}")
    assert legal(state) == plays("BJ")
    assert why(state, own) == ("GHAHVEH-10", f"seat 1 must play the black joker, which is due by trick {by}")


def test_the_black_joker_is_due_in_the_tenth_trick_before_following_suit() -> None:
    """GHAHVEH-10: by default; hearts are led, 1 has two, and plays the black joker; then 2 may play the coloured one."""
    for state in (late(BLACK_1, 8), late(BLACK_1)):
        assert Play(BLACK_JOKER) not in legal(state)
        assert legal(state) == {Play(card) for card in state.hand(0)}
    assert legal(play(late(BLACK_1, 8), "0: 7C")) == plays("QD BJ KH QH 7S")
    state = play(late(BLACK_1), "0: AH")
    assert legal(state) == plays("BJ")
    for card in ("KH", "QH", "7S"):
        assert why(state, card) == ("GHAHVEH-10", "seat 1 must play the black joker, which is due by trick 10")
    state = play(state, "1: BJ")
    assert legal(state) == plays("RJ JH")
    assert play(state, "2: JH 3H").actor == 1
    assert legal(play(late(BLACK_1, black_joker_by=11), "0: AH")) == plays("KH QH BJ")


@pytest.mark.parametrize("by", [11, 12, 13])
def test_the_black_joker_may_be_due_later(by: int) -> None:
    """GHAHVEH-10: in trick 11, 12 or 13, there to spades of which its holder has one, none, none."""
    state = late(BLACK_1, black_joker_by=by)
    lines = [("AH", "KH JH 3H", "KH QH BJ"), ("10S", "7S 6S 4S", "7S BJ"), ("9S", "QH 5S 3S", "QH BJ"), ("8S", "BJ RJ 2S", "BJ")]
    for number, (led, others, choices) in enumerate(lines, 10):
        state = play(state, f"0: {led}")
        if number == by:
            assert legal(state) == plays("BJ")
            return
        assert legal(state) == plays(choices)
        state = play(state, f"1: {others}")


@pytest.mark.parametrize("by", [1, 2, 10])
def test_the_leader_too_must_play_the_black_joker(by: int) -> None:
    """GHAHVEH-10: also when he leads; nothing else may be led, not even the coloured one."""
    state = late(BLACK_LEADS, by - 1, black_joker_by=by)
    assert legal(state) == plays("BJ")
    for card in ("AH", "10S"):
        assert why(state, card) == ("GHAHVEH-10", f"seat 0 must play the black joker, which is due by trick {by}")
    both = late(BOTH_LEAD, by - 1, black_joker_by=by)
    assert legal(both) == plays("BJ")
    assert why(both, "RJ")[0] == "GHAHVEH-10"


def test_only_its_holder_is_bound_when_the_black_joker_is_due() -> None:
    """GHAHVEH-10, GHAHVEH-9: in the tenth trick those before him play as ever, the coloured joker still hostage."""
    state = play(late(BLACK_LAST), "0: AH")
    assert legal(state) == plays("KH QH")
    state = play(state, "1: KH")
    assert legal(state) == plays("JH")
    assert why(state, "RJ")[0] == "GHAHVEH-9"
    state = play(state, "2: JH")
    assert legal(state) == plays("BJ")
    assert play(state, "3: BJ").actor == 3


# -- a joker that is led ------------------------------------------------------------------------------------------------


def test_a_joker_that_is_led_calls_for_spades() -> None:
    """GHAHVEH-11, GHAHVEH-8: the others follow with a spade if they have one, or with the other joker."""
    state = play(late(BLACK_LEADS), "0: BJ")
    assert legal(state) == plays("8S 7S")
    for card in ("KH", "QH"):
        assert why(state, card) == ("GHAHVEH-11", "seat 1 must follow the joker with a spade")
    state = play(state, "1: 7S")
    assert legal(state) == plays("RJ 6S 5S")
    assert why(state, "JH")[0] == "GHAHVEH-11"
    state = play(state, "2: 5S")
    assert legal(state) == plays("4S 3S 2S")
    assert play(state, "3: 2S").actor == 0
    assert play(play(late(BLACK_LEADS), "0: BJ 7S RJ"), "3: 2S").actor == 2


def test_the_coloured_joker_calls_for_spades_too() -> None:
    """GHAHVEH-11: whichever joker is led; who has no spade plays what he likes."""
    hands = {
        0: "BJ RJ",
        1: "2S 3S",
        2: "AD KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D 2C",
        3: "6S 7S",
    }
    state = play(start(DEALER_3, hands), "0: BJ 2S")
    assert legal(state) == plays(hands[2])
    state = play(state, "2: 2C 6S\n0: RJ")
    assert all(card.suit is Suit.SPADES for card in (action.card for action in legal(state)))  # type: ignore[union-attr]
    state = play(state, "1: 3S")
    assert legal(state) == plays(hands[2]) - plays("2C")
    assert ghahveh.view(state, None).voids == (suits(""), suits(""), suits("S"), suits(""))


def test_a_led_joker_may_be_free() -> None:
    """GHAHVEH-11: the others play what they like, and the trick goes to the highest trump; nothing is told of who has spades."""
    state = play(late(BLACK_LEADS, led_joker=LedJoker.FREE), "0: BJ")
    assert legal(state) == plays("KH QH 8S 7S")
    state = play(state, "1: KH")
    assert legal(state) == plays("RJ JH 6S 5S")
    taken = play(state, "2: RJ 3H")
    assert taken.actor == 2
    state = play(state, "2: JH")
    assert legal(state) == plays("3H 4S 3S 2S")
    state = play(state, "3: 3H")
    assert (state.actor, ghahveh.view(state, None).won) == (0, (10, 0))
    assert ghahveh.view(state, None).voids == (suits(""), *[suits("C")] * 3)


def test_free_jokers_change_nothing_else() -> None:
    """GHAHVEH-11, GHAHVEH-6, GHAHVEH-8 to GHAHVEH-10: suits are followed, the hostage waits, the black joker is due."""
    free = LedJoker.FREE
    state = play(late(BLACK_LAST, led_joker=free), "0: AH")
    assert legal(state) == plays("KH QH")
    assert why(state, "7S") == ("GHAHVEH-6", "seat 1 must follow hearts")
    assert why(play(state, "1: KH"), "RJ")[0] == "GHAHVEH-9"
    assert legal(play(state, "1: KH JH")) == plays("BJ")
    end = play(late(BLACK_AFTER, black_joker_by=13, led_joker=free), "0: AH KH JH 3H\n0: 10S 8S 6S 4S\n0: 9S 7S 5S 3S")
    assert play(end, "0: RJ QH BJ 2S").standing.sheet[0].tricks == (13, 0)


# -- the end ------------------------------------------------------------------------------------------------------------


def test_who_reaches_the_target_wins() -> None:
    """GHAHVEH-12, GEN-8: exactly or beyond; until then there is no outcome, and after it nothing is legal."""
    start_60, start_61, start_62 = (ghahveh.initial_state(Config(first_dealer=3, target=target)) for target in (60, 61, 62))
    for state in (start_60, start_61, start_62):
        assert ghahveh.outcome(state) is None
    for state in (scored(start_60, 6, (6, 8)), scored(start_61, 7, (6, 8))):
        assert isinstance(state, MatchOver)
        assert (state.actor, ghahveh.legal_actions(state).size) == (None, 0)
        total, other = state.standing.totals
        assert result(state) == Outcome((total, other, total, other), (1, 3, 1, 3), (Seat(0), Seat(2)))
        for seat in EVERYBODY:
            view = ghahveh.view(state, seat)
            assert (view.phase, view.actor, view.legal.size, view.standing) == (Phase.MATCH_OVER, None, 0, state.standing)
    state = scored(start_62, 7, (6, 8))
    assert isinstance(state, AwaitDeal)
    assert (state.standing.totals, ghahveh.outcome(state)) == ((61, -80), None)


def test_501_by_default() -> None:
    """GHAHVEH-12: five hundred is not enough; team 1 wins, whoever deals."""
    state = ghahveh.initial_state(Config(first_dealer=1))
    for tricks, contracts in ((1, (4, 12)), (1, (4, 12)), (1, (4, 12)), (5, (6, 8))):
        state = scored(state, tricks, contracts)
    assert state.standing.totals == (-180, 440)
    short, enough = scored(state, 7, (8, 6)), scored(state, 6, (8, 6))
    assert isinstance(short, AwaitDeal)
    assert short.standing.totals == (-260, 500)
    assert isinstance(enough, MatchOver)
    assert result(enough) == Outcome((-260, 501, -260, 501), (3, 1, 3, 1), (Seat(1), Seat(3)))


def test_both_reach_the_target() -> None:
    """GHAHVEH-12, GEN-7: the higher total wins, of whichever team."""
    for tricks, contracts, winners in ((6, (6, 7), (1, 3)), (7, (7, 6), (0, 2))):
        state = scored(ghahveh.initial_state(Config(first_dealer=2, target=60)), tricks, contracts)
        assert isinstance(state, MatchOver)
        assert min(state.standing.totals) == 60
        assert result(state).winners == winners


def level_at_130(**config: Any) -> State:
    """Two hands, 70-60 and 60-70."""
    return scored(scored(ghahveh.initial_state(Config(first_dealer=3, **config)), 7, (7, 6)), 6, (6, 7))


def test_a_shared_highest_total_is_played_off() -> None:
    """GHAHVEH-12, GEN-7: level at the target: another hand; then the same test, and if nobody is there, the match goes on."""
    state = level_at_130(target=130)
    assert isinstance(state, AwaitDeal)
    assert (state.standing.totals, ghahveh.outcome(state)) == ((130, 130), None)
    for tricks, contracts, winners in ((6, (6, 7), (1, 3)), (7, (7, 8), (0, 2))):
        after = scored(state, tricks, contracts)
        assert isinstance(after, MatchOver)
        assert result(after).winners == winners
    lower = scored(state, 6, (7, 8))
    assert isinstance(lower, AwaitDeal)
    assert lower.standing.totals == (60, 50)
    still_level = scored(state, 6, (8, 8))
    assert isinstance(still_level, AwaitDeal)
    last = scored(lower, 7, (7, 4))
    assert isinstance(last, MatchOver)
    assert result(last) == Outcome((130, 92, 130, 92), (1, 3, 1, 3), (Seat(0), Seat(2)))


@pytest.mark.parametrize(
    ("tricks", "contracts", "places", "winners"),
    [
        (7, (7, 6), (1, 3, 1, 3), (0, 2)),
        (6, (6, 7), (3, 1, 3, 1), (1, 3)),
        (6, (7, 8), (1, 3, 1, 3), (0, 2)),  # -70 is more than -80
        (6, (8, 8), (1, 1, 1, 1), (0, 1, 2, 3)),
    ],
)
def test_max_hands_ends_the_match(
    tricks: int, contracts: tuple[int, int], places: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """GEN-9, GEN-8: below the target the highest total wins; equal totals share the win, with no further hand."""
    before = level_at_130(max_hands=3)
    assert isinstance(before, AwaitDeal)
    state = scored(before, tricks, contracts)
    assert isinstance(state, MatchOver)
    assert len(state.standing.sheet) == 3
    assert (result(state).places, result(state).winners, result(state).titles) == (places, winners, None)
    first, second = state.standing.totals
    assert result(state).scores == (first, second, first, second)


def test_max_hands_with_level_totals_at_the_target() -> None:
    """GEN-7, GEN-9: no further hand then; the win is shared."""
    state = level_at_130(target=130, max_hands=2)
    assert isinstance(state, MatchOver)
    assert result(state) == Outcome((130, 130, 130, 130), (1, 1, 1, 1), (Seat(0), Seat(1), Seat(2), Seat(3)))


@pytest.mark.parametrize(("tricks", "contracts", "next_dealer"), [(6, (6, 7), 0), (7, (7, 6), 1), (6, (8, 8), 0)])
def test_who_would_deal_next_is_told_after_the_match(tricks: int, contracts: tuple[int, int], next_dealer: int) -> None:
    """GHAHVEH-3, GHAHVEH-D1: the dealer of the standing is that of the next hand, which is not played; on the row, of the last."""
    state = scored(ghahveh.initial_state(Config(first_dealer=0, max_hands=1)), tricks, contracts)
    assert isinstance(state, MatchOver)
    assert (state.standing.sheet[0].dealer, state.standing.dealer) == (0, next_dealer)
    assert {ghahveh.view(state, seat).standing.dealer for seat in EVERYBODY} == {next_dealer}


def test_the_target_may_be_reached_before_max_hands() -> None:
    """GHAHVEH-12, GEN-9: then the match is over at once."""
    assert isinstance(scored(ghahveh.initial_state(Config(first_dealer=0, target=70, max_hands=5)), 7, (7, 6)), MatchOver)


def test_cards_are_gathered_after_the_hand() -> None:
    """GEN-10: before the next deal and after the match all hands are empty, and the pack is whole."""
    over = scored(ghahveh.initial_state(Config(first_dealer=0, max_hands=1)), 7, (7, 6))
    for state, phase in (
        (ghahveh.initial_state(), Phase.DRAW_DEALER),
        (scored(ghahveh.initial_state(DEALER_3), 7, (7, 6)), Phase.AWAIT_DEAL),
        (over, Phase.MATCH_OVER),
    ):
        assert [state.hand(seat) for seat in SEATS] == [CardSet()] * 4
        assert ghahveh.places(state) == {"pack": PACK}
        for seat in EVERYBODY:
            view = ghahveh.view(state, seat)
            assert (view.phase, view.hand, view.counts, view.legal.size) == (phase, CardSet(), (0, 0, 0, 0), 0)
            assert (view.trick, view.tricks, view.played, view.won) == ((), (), (), (0, 0))
            assert (view.said, view.bids, view.contracts) == ((), (None, None, None, None), (0, 0))
            assert view.voids == (frozenset(),) * 4


# -- what a seat sees ---------------------------------------------------------------------------------------------------


def test_what_is_seen_of_a_deal() -> None:
    """GHAHVEH-2, GEN-10: each notices his own thirteen cards, a spectator none, and sees no others."""
    state = ghahveh.initial_state(Config(first_dealer=1))
    after = do(state, Deal(PACK))
    for seat in EVERYBODY:
        own = CardSet() if seat is None else after.hand(seat)
        assert ghahveh.seen(state, Deal(PACK), seat) == Dealt(own)
        view = ghahveh.view(after, seat)
        assert (view.seat, view.phase, view.actor, view.hand) == (seat, Phase.BIDDING, 2, own)
        assert len(own) == (0 if seat is None else 13)
    assert ghahveh.places(after) == {f"hand {seat}": tuple(after.hand(seat)) for seat in SEATS}


@pytest.mark.parametrize("seat", EVERYBODY)
def test_nobody_sees_anothers_cards(seat: int | None) -> None:
    """GEN-5: with the cards of two others changed over, a view is equal, while bidding and in a trick."""
    one, other = (late(kept, 8) for kept in (BLACK_1, BLACK_LAST))
    if seat in (1, 3):
        hands = ("AH 10S 9S 8S", "BJ KH QH 7S", "3H 4S 3S 2S", "RJ JH 6S 5S")
        other = late(hands, 8) if seat == 1 else late(BLACK_AFTER, 8)
    if seat != 3:
        one, other = play(one, "0: 7C"), play(other, "0: 7C")
    assert one != other
    assert ghahveh.view(one, seat) == ghahveh.view(other, seat)
    assert repr(ghahveh.view(one, seat)) == repr(ghahveh.view(other, seat))


def test_what_is_seen_in_a_trick() -> None:
    """GHAHVEH-6, GHAHVEH-D2: all see the cards on the table and whose they are, those that fell before, the bids; each his own."""
    state = play(start(DEALER_3, dict(enumerate(hands_of(EIGHT_FIVE))), (4, 3, 2, 2)), "0: 7H 3S 9H 6H\n1: 3D 9D")
    for seat in EVERYBODY:
        view = ghahveh.view(state, seat)
        assert (view.phase, view.actor) == (Phase.TRICK_PLAY, 3)
        assert view.trick == ((1, Card.parse("3D")), (2, Card.parse("9D")))
        assert (view.counts, view.won) == ((12, 11, 11, 12), (0, 1))
        assert view.played == parse_cards("7H 3S 9H 6H")
        assert view.hand == (CardSet() if seat is None else state.hand(seat))
        assert set(view.legal) == (plays("7D 10D KD BJ") if seat == 3 else set())
        assert view.voids == (suits(""), suits("H"), suits(""), suits(""))
        assert (view.bids, view.contracts) == ((4, 3, 2, 2), (6, 5))
        assert ghahveh.seen(state, Play(Card.parse("7D")), seat) == Play(Card.parse("7D"))
    places = ghahveh.places(state)
    assert (places["trick"], places["tricks 0"]) == (parse_cards("3D 9D"), ())
    assert places["tricks 1"] == parse_cards("7H 3S 9H 6H")
    assert places["hand 1"] == tuple(state.hand(1))
    assert sum(map(len, places.values())) == 52
    assert str(ghahveh.view(state, 3)).splitlines() == [
        "playing; turn of seat 3; totals 0, 0",
        "dealer: seat 3",
        "bids: seat 0 4, seat 1 3, seat 2 2, seat 3 2; contracts 6, 5",
        "tricks 0-1",
        "table: seat 1 3♦, seat 2 9♦",
        f"your hand: {state.hand(3)}",
    ]


def test_what_a_view_prints_in_other_phases() -> None:
    """GHAHVEH-2, GHAHVEH-4, GHAHVEH-12: only what there is to be told."""
    assert str(ghahveh.view(ghahveh.initial_state(), 0)) == "drawing the dealer; totals 0, 0"
    state = ghahveh.initial_state(Config(first_dealer=0, min_bid=0, max_hands=1))
    assert str(ghahveh.view(state, None)) == "shuffling; totals 0, 0\ndealer: seat 0"
    dealt = bid(do(state, Deal(PACK)), 0, 3)
    assert (
        str(ghahveh.view(dealt, None))
        == "bidding; turn of seat 3; totals 0, 0\ndealer: seat 0\nbids: seat 1 0, seat 2 3; contracts 3, 0"
    )
    assert str(ghahveh.view(dealt, 3)).splitlines()[-1] == f"your hand: {dealt.hand(3)}"
    over = scored(state, 7, (7, 8))
    assert str(ghahveh.view(over, 1)) == "over; totals 70, -80\ndealer: seat 1"


def test_voids_are_shown_by_playing_neither_the_suit_nor_a_joker() -> None:
    """GHAHVEH-8, GHAHVEH-11: a joker tells nothing of the suit; a discard does, and a spade, in the trick on the table too."""
    state = play(start(DEALER_3, dict(enumerate(hands_of(FIVE_EIGHT)))), "\n".join(FIVE_EIGHT.strip().splitlines()[:4]))
    assert ghahveh.view(state, 2).voids == (frozenset(),) * 4  # two jokers were played, to hearts and to clubs
    state = play(state, "0: 5H AH 8H 10H\n1: 9S JS AS 6S\n3: 2C 9C QC 4C\n1: JH QH 3D")
    assert ghahveh.view(state, 2).voids == (suits(""), suits(""), suits(""), suits("H"))


# -- what is refused ----------------------------------------------------------------------------------------------------

DEALT = do(ghahveh.initial_state(DEALER_3), Deal(PACK))
PHASES: dict[str, State] = {
    "drawing the dealer": ghahveh.initial_state(),
    "shuffling": ghahveh.initial_state(DEALER_3),
    "bidding": bid(DEALT, 2, 2),
    "playing": bid(DEALT, 2, 2, 2, 2),
    "over": scored(ghahveh.initial_state(Config(first_dealer=3, max_hands=1)), 7, (7, 6)),
}
KINDS: dict[str, Action] = {
    "choose dealer": ChooseDealer(Seat(0)),
    "deal": Deal(PACK),
    "bid": Bid(2),
    "play": Play(Card.parse("2C")),
}
DUE = {
    "drawing the dealer": ("choose dealer", "GHAHVEH-2", "the lot must fall on a first dealer now, seat 0 to 3", CHANCE),
    "shuffling": ("deal", "GHAHVEH-2", "the pack must be dealt now", CHANCE),
    "bidding": ("bid", "GHAHVEH-4", "seat 2 must bid from 2 to 13 tricks", 2),
    "playing": ("play", "GHAHVEH-6", "seat 0 must play a card now", 0),
    "over": (None, "GEN-8", "the match is over", None),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_thing_in_its_time(phase: str, kind: str) -> None:
    """GEN-5, GEN-8, GHAHVEH-2, GHAHVEH-4, GHAHVEH-6: what is not due is refused, saying what is."""
    due, clause, text, actor = DUE[phase]
    state = PHASES[phase]
    assert state.actor == actor
    if kind == due:
        do(state, KINDS[kind])
        return
    error = refused(state, KINDS[kind])
    assert (error.violation.clause, error.violation.text, error.seat) == (clause, text, actor)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(
    "junk", [None, 0, "AS", Card.parse("AS"), Play, (), object(), Pass(), NameTrump(Suit.SPADES), Dealt(CardSet())]
)
def test_what_is_no_action_is_refused(phase: str, junk: object) -> None:
    """GEN-5: anything else, of any type; an action of another game; an event."""
    error = refused(PHASES[phase], junk)
    assert error.violation.clause == "GEN-5"
    assert "is not an action of ghahveh" in str(error)


@pytest.mark.parametrize("seat", [-1, 4, None, True, 0.0, "0"])
def test_the_lot_falls_on_a_seat(seat: Any) -> None:
    """GHAHVEH-2, GEN-5: 0 to 3."""
    error = refused(ghahveh.initial_state(), ChooseDealer(seat))
    assert error.violation.clause == "GHAHVEH-2"


TWO_HEARTS, TWO_DIAMONDS = Card.parse("2H"), Card.parse("2D")


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        (PACK[1:], "2♣ is missing"),
        (PACK[:51], "RJ is missing"),
        ((), "missing"),
        ((*PACK[:51], PACK[0]), "2♣ is in it too often"),
        ((*PACK, PACK[0]), "2♣ is in it too often"),
        ((*PACK, BLACK_JOKER), "BJ is in it too often"),
        ((*PACK[:51], TWO_HEARTS), "2♥ does not belong to it"),
        ((*PACK, TWO_DIAMONDS), "2♦ does not belong to it"),
        (CARDS[:52], "does not belong to it"),
        (CARDS, "does not belong to it"),
        ((*PACK[:51], "RJ"), "'RJ'"),
        ((*PACK[:51], None), "None"),
        ((*PACK, 51), "51"),
        (PACK * 2, "2♣"),
    ],
)
def test_a_pack_that_is_not_the_pack_is_refused(pack: tuple[Any, ...], words: str) -> None:
    """GHAHVEH-1, GEN-5: a card missing or doubled, a red two, what is no card, a wrong length."""
    error = refused(ghahveh.initial_state(DEALER_3), Deal(pack))
    assert error.violation.clause == "GEN-5"
    assert error.violation.text.startswith("the pack must be its 52 cards")
    assert words in error.violation.text


@pytest.mark.parametrize("card", [None, 0, "AS", True, CardSet.parse("AS"), Suit.SPADES])
def test_only_cards_are_played(card: Any) -> None:
    """GEN-5: one card, not its name or a set of it."""
    for state in (PHASES["playing"], play(PHASES["playing"], "0: 2C")):
        error = refused(state, Play(card))
        assert error.violation.clause == "GEN-5"
        assert "is not a card" in error.violation.text


def test_case_74_a_card_not_held_is_refused() -> None:
    """GEN-5: another's card, one already played, a red two: in the first trick as in the tenth, also where a joker is due."""
    state = start(DEALER_3, dict(enumerate(hands_of(EIGHT_FIVE))))
    for code in ("3S", "9H", "BJ", "2H", "2D"):
        assert why(state, code) == ("GEN-5", f"seat 0 does not hold {Card.parse(code)}")
    due = play(late(BLACK_1), "0: AH")
    for code in ("KS", "AH", "RJ", "2H"):
        assert why(due, code) == ("GEN-5", f"seat 1 does not hold {Card.parse(code)}")


def test_case_75_applied_again() -> None:
    """GEN-5, GEN-8: an action is illegal in the state that it led to, but for a bid, which the next player may make too."""
    steps: list[tuple[State, Action]] = [
        (ghahveh.initial_state(), ChooseDealer(Seat(2))),
        (ghahveh.initial_state(DEALER_3), Deal(PACK)),
        (bid(DEALT, 2, 2, 2), Bid(2)),
        (PHASES["playing"], Play(Card.parse("2C"))),
        (play(PHASES["playing"], "0: 2C 7C QC"), Play(next(iter(PHASES["playing"].hand(3))))),
    ]
    for state, action in steps:
        refused(do(state, action), action)
    bidding = bid(DEALT, 5)
    assert (bidding.actor, do(bidding, Bid(5)).actor) == (1, 2)


@pytest.mark.parametrize("phase", PHASES)
def test_nothing_is_said_against_what_is_legal(phase: str) -> None:
    """GEN-5: `violation` is None exactly for what is legal."""
    state = PHASES[phase]
    bids, lots = map(Bid, range(-1, 15)), map(ChooseDealer, map(Seat, range(-1, 5)))
    for action in (*map(Play, CARDS), *bids, *lots, Deal(PACK), Deal(PACK[1:])):
        assert (ghahveh.violation(state, action) is None) == (action in ghahveh.legal_actions(state))


def test_submit_takes_what_is_due_from_him_whose_turn_it_is() -> None:
    """GEN-5: for him `submit` does what `apply` does, refusals included."""
    assert GAME.submit(PHASES["bidding"], 2, Bid(4)) == bid(PHASES["bidding"], 4)
    with pytest.raises(IllegalAction) as caught:
        ghahveh.submit(PHASES["bidding"], 2, Bid(1))
    assert (caught.value.seat, caught.value.violation.clause) == (2, "GHAHVEH-4")


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seat", SEATS)
def test_submit_refuses_whose_turn_it_is_not(phase: str, seat: int) -> None:
    """GEN-5: before it looks at any card: the refusal is the same for whatever action, and tells nothing."""
    state = PHASES[phase]
    if state.actor == seat:
        return
    said = "the game is over" if phase == "over" else f"it is not the turn of seat {seat}"
    actions: list[Any] = [*KINDS.values(), *map(Play, PACK), None, "junk"]
    for action in actions:
        with pytest.raises(IllegalAction) as caught:
            GAME.submit(state, seat, action)
        assert (caught.value.seat, caught.value.violation.clause, caught.value.violation.text) == (seat, "GEN-5", said)
        assert caught.value.legal.size == 0


@pytest.mark.parametrize("seat", [-1, 4, None, True, "0", 0.0])
def test_unknown_seats(seat: Any) -> None:
    """GEN-1, GEN-5: there are seats 0 to 3; a bool is no seat, and only a view may be a spectator's."""
    for state in (*PHASES.values(), late(BLACK_1)):
        with pytest.raises(LookupError, match="the seats are 0 to 3"):
            GAME.submit(state, seat, Bid(2))
        with pytest.raises(LookupError, match=r"there is no seat .*; the seats are 0 to 3"):
            state.hand(seat)
        if seat is not None:
            with pytest.raises(LookupError, match="the seats are 0 to 3"):
                ghahveh.view(state, seat)
            with pytest.raises(LookupError, match="the seats are 0 to 3"):
                ghahveh.seen(state, ghahveh.legal_actions(state)[0] if state.actor is not None else Bid(2), seat)


def test_seen_refuses_what_apply_refuses() -> None:
    """GEN-5: nobody notices what may not be done."""
    with pytest.raises(IllegalAction, match=r"seat 0 must play a card now \(GHAHVEH-6\)"):
        ghahveh.seen(PHASES["playing"], Bid(2), 1)


def test_luck_comes_from_outside() -> None:
    """GEN-4: chance acts in the lot and the shuffles alone; all replays are equal."""
    record = Record.begin(GAME, Config(max_hands=3))
    rng = Random(4)
    state = ghahveh.initial_state(record.config)
    while legal_now := ghahveh.legal_actions(state):
        action = legal_now.sample(rng)
        assert (state.actor is CHANCE) == isinstance(action, ChooseDealer | Deal) == isinstance(state, DrawDealer | AwaitDeal)
        state, record = do(state, action), record.then(action)
    assert isinstance(state, MatchOver)
    assert record.last() == state
    assert Record.parse(str(record)).last() == state


# -- what a seat may imagine --------------------------------------------------------------------------------------------


def test_worlds_before_a_card_is_played() -> None:
    """GHAHVEH-2, GHAHVEH-4: all deals of the cards that a seat does not hold; bids tell nothing."""
    for state in (DEALT, bid(DEALT, 13, 2), bid(DEALT, 13, 13, 2, 2)):
        for seat in SEATS:
            assert ghahveh.worlds(ghahveh.view(state, seat)).size == factorial(39) // factorial(13) ** 3
        assert ghahveh.worlds(ghahveh.view(state, None)).size == factorial(52) // factorial(13) ** 4
        for watcher in EVERYBODY:
            world = ghahveh.determinize(ghahveh.view(state, watcher), Random(1))
            assert type(world) is type(state)
            assert world != state
            assert ghahveh.view(world, watcher) == ghahveh.view(state, watcher)


def test_worlds_when_nothing_is_hidden() -> None:
    """GHAHVEH-2, GEN-8: before the deal and after the match there is one world: the state itself."""
    for phase in ("drawing the dealer", "shuffling", "over"):
        for seat in EVERYBODY:
            worlds = ghahveh.worlds(ghahveh.view(PHASES[phase], seat))
            assert worlds.size == 1
            assert worlds.sample(Random(1)) == PHASES[phase]


def holders(view: View, card: Card, draws: int = 200) -> set[int]:
    """Who holds a card in the worlds of a view."""
    worlds = [ghahveh.determinize(view, Random(seed)) for seed in range(draws)]
    return {seat for world in worlds for seat in SEATS if card in world.hand(seat)}


def test_who_has_played_to_the_due_trick_does_not_hold_the_black_joker() -> None:
    """GHAHVEH-10: 0, 1 and 2 have followed to the tenth trick: it is with 3; where it is due later, with any of them."""
    state, later = (play(late(BLACK_LAST, black_joker_by=by), "0: AH KH JH") for by in (10, 11))
    for seat in (0, 1, 2, None):
        assert holders(ghahveh.view(state, seat), BLACK_JOKER) == {3}
        assert holders(ghahveh.view(later, seat), BLACK_JOKER) == {0, 1, 2, 3} - {seat}
    assert ghahveh.worlds(ghahveh.view(state, 0)).size == factorial(9) // factorial(3) ** 3
    assert ghahveh.worlds(ghahveh.view(later, 0)).size == factorial(10) // (factorial(3) ** 2 * factorial(4))
    assert holders(ghahveh.view(late(BLACK_LAST), None), BLACK_JOKER) == {0, 1, 2, 3}
    led = play(late(BLACK_LAST), "0: AH")
    assert holders(ghahveh.view(led, 2), BLACK_JOKER) == {1, 3}
    assert holders(ghahveh.view(led, 1), COLOURED_JOKER) == {0, 2, 3}  # of that nothing is told


def test_a_joker_tells_nothing_of_the_suit() -> None:
    """GHAHVEH-8: 1 has played the black joker to hearts, and 2 the coloured one; either may have any hearts."""
    state = play(late(BLACK_1), "0: AH BJ RJ")
    for heart in parse_cards("KH QH JH 3H"):
        assert holders(ghahveh.view(state, None), heart) == {0, 1, 2, 3}
    assert ghahveh.worlds(ghahveh.view(state, 3)).size == factorial(9) // factorial(3) ** 3


# Below, every deal of the unseen cards is tried by replaying what all have seen. Nothing there knows how worlds are counted: a deal
# is possible exactly if the actions are all legal after it and leave the seat with the same view.


@attrs.frozen
class Position:
    """A state in a hand: the deal that was due, and what was done after it."""

    due: AwaitDeal
    after_deal: tuple[Action, ...]
    state: State


def positions(config: Config, seed: int) -> Iterator[Position]:
    """The positions of a hand of random choices, in which jokers are mostly kept."""
    rng = Random(seed)
    due = ghahveh.initial_state(config)
    assert isinstance(due, AwaitDeal)
    state: State = do(due, ghahveh.legal_actions(due).sample(rng))
    actions: list[Action] = []
    while isinstance(state, Bidding | TrickPlay):
        choices = ghahveh.legal_actions(state)
        action = choices.sample(rng)
        if action in plays("BJ RJ") and rng.random() < 0.9:
            action = choices.sample(rng)
        actions.append(action)
        state = do(state, action)
        yield Position(due, tuple(actions), state)


def shares(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every way to share cards out into hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in shares(rest, sizes[1:]):
            yield (hand, *others)


def ways(view: View) -> int:
    """How many deals of the unseen cards there are, possible ones and others."""
    sizes = [view.counts[seat] for seat in SEATS if seat != view.seat]
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def replayed(position: Position, view: View, held: Mapping[int, tuple[Card, ...]]) -> State | None:
    """The state after the same actions, if the seats hold these cards; None if it cannot have been so."""
    hands = {seat: list(cards) for seat, cards in held.items()}
    for trick in view.tricks:
        for seat, card in zip(order_from(trick.leader), trick.cards, strict=True):
            hands[seat].append(card)
    for seat, card in view.trick:
        hands[seat].append(card)
    order = order_from((position.due.dealer + 1) % 4)
    falling = [iter(hands[seat]) for seat in order]
    state: State = do(position.due, Deal(tuple(next(falling[int(turn)]) for turn in LAYOUT.entries)))
    try:
        state = do(state, *position.after_deal)
    except IllegalAction:
        return None
    return state if ghahveh.view(state, view.seat) == view else None


def possible(position: Position, seat: int | None) -> set[State]:
    """All states in which the seat's view would be what it is."""
    view = ghahveh.view(position.state, seat)
    others = [other for other in SEATS if other != seat]
    own = {} if seat is None else {seat: tuple(view.hand)}
    unseen = [card for card in PACK if card not in {*view.hand, *view.played, *view.trick_cards}]
    found = set()
    for hands in shares(unseen, [view.counts[other] for other in others]):
        state = replayed(position, view, own | dict(zip(others, hands, strict=True)))
        if state is not None:
            found.add(state)
    return found


def ends(config: Config, seat: int | None, most: int) -> Iterator[Position]:
    """Of many hands, the first position with few enough deals in which the public play rules some of them out."""
    for seed in count():
        for position in positions(config, seed):
            view = ghahveh.view(position.state, seat)
            if isinstance(position.state, TrickPlay) and ways(view) <= most:
                if ghahveh.worlds(view).size < ways(view):
                    yield position
                break


@pytest.mark.long
@pytest.mark.parametrize(
    ("config", "seat", "most"),
    [
        (Config(first_dealer=3), 0, 210),
        (Config(first_dealer=2), None, 640),
        (Config(first_dealer=0, led_joker=LedJoker.FREE), 2, 560),
        (Config(first_dealer=1, black_joker_by=11), 3, 560),
        (Config(first_dealer=0, black_joker_by=12, led_joker=LedJoker.FREE), None, 180),
        (Config(first_dealer=3, black_joker_by=13), 1, 90),
        (Config(first_dealer=3, black_joker_by=13), None, 180),
    ],
)
def test_the_worlds_of_an_end_are_the_deals_that_can_have_been(config: Config, seat: int | None, most: int) -> None:
    """GHAHVEH-6 to GHAHVEH-11: all possible states and only they, each equally often."""
    drawn = 0
    for number, position in enumerate(islice(ends(config, seat, most), 4)):
        worlds = ghahveh.worlds(ghahveh.view(position.state, seat))
        states = possible(position, seat)
        assert position.state in states
        assert worlds.size == len(states)
        rng = Random(number)
        if 1 < len(states) <= 150:
            assert_uniform([worlds.sample(rng) for _ in range(20 * len(states))], states)
            drawn += 1
        else:
            assert {worlds.sample(rng) for _ in range(200)} <= states
    assert drawn


@pytest.mark.long
@pytest.mark.parametrize(("by", "trick"), [(10, 10), (11, 11), (12, 12), (11, 10), (12, 11)])
def test_the_worlds_of_a_due_trick(by: int, trick: int) -> None:
    """GHAHVEH-9, GHAHVEH-10: the black joker is still to come in the trick in which it is due, or in the one before."""
    checked = 0
    for seed in count():
        for position in positions(Config(first_dealer=seed % 4, black_joker_by=by), seed):
            view = ghahveh.view(position.state, None if trick == 12 else seed % 4)
            wanted = view.phase is Phase.TRICK_PLAY and len(view.tricks) + 1 == trick and len(view.trick) >= 2
            if wanted and not {BLACK_JOKER} & {*view.hand, *view.played, *view.trick_cards} and ways(view) <= 4200:
                worlds, states = ghahveh.worlds(view), possible(position, view.seat)
                assert worlds.size == len(states)
                samples = [worlds.sample(Random(draw)) for draw in range(30 * min(len(states), 60))]
                assert set(samples) <= states
                if 1 < len(states) <= 60:
                    assert_uniform(samples, states)
                checked += 1
                break
        if checked == (1 if trick == 10 else 3):
            return


def assert_uniform(samples: Sequence[State], states: set[State]) -> None:
    """The samples are these states, each about equally often: chi-squared within five standard deviations of what it should be."""
    counts = Counter(samples)
    assert set(counts) == states
    expected, free = len(samples) / len(states), len(states) - 1
    chi_squared = sum((times - expected) ** 2 for times in counts.values()) / expected
    assert abs(chi_squared - free) < 5 * (2 * free) ** 0.5 + 5


# -- the cases ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("leader", SEATS)
@pytest.mark.parametrize("led", "CDH")
def test_case_01_a_ruff_wins(led: str, leader: int, dealer: int) -> None:
    """GHAHVEH-6: an ace is led, the next, who has none of the suit, ruffs with the two of spades; he wins and leads.

    Where the leader is not the dealer's right he has come to the lead with the ace of a second suit.
    """
    second, third = (suit for suit in "CDH" if suit != led)
    right, ruffer = (dealer + 1) % 4, order_from(leader)[1]
    others = order_from(leader)[2:]
    hands = {
        leader: f"A{second} A{led}",
        ruffer: f"3{second} 2S " + " ".join(f"{rank.value}{third}" for rank in RANKS[1:12]),
        others[0]: f"4{second} K{led}",
        others[1]: f"5{second} Q{led}",
    }
    state = start(Config(first_dealer=dealer), hands)
    if leader != right:
        state = play(state, "0: " + " ".join(hands[seat].split()[0] for seat in order_from(right)), order_from(right))
    state = play(state, f"0: A{led} 2S K{led} Q{led}", order_from(leader))
    assert state.actor == ruffer
    trick = ghahveh.view(state, None).tricks[-1]
    assert (trick.leader, trick.winner) == (leader, ruffer)
    assert ghahveh.view(state, None).voids[ruffer] == suits(led)


def test_case_03_the_suit_led_before_spades() -> None:
    """GHAHVEH-6: 5D is led; 1 holds one diamond among spades: it is all that he may play."""
    state = start(DEALER_3, {0: "5D", 1: "3D AS KS QS JS 10S 9S AC KC QC JC 10C 9C"})
    assert legal(play(state, "0: 5D")) == plays("3D")


def played(config: Config, kept: Sequence[str], tricks: str) -> State:
    """The nine tricks, bid 2 each unless more must be said, and then some more."""
    hands = {seat: f"{thrown} {left}" for seat, (thrown, left) in enumerate(zip(hands_of(NINE), kept, strict=True))}
    state: State = do(config_start(config), ghahveh.deal_for(config_start(config), hands))
    state = do(state, *[Bid(max(2, config.min_bid))] * 4)
    return play(state, f"{NINE.strip()}\n{tricks}" if tricks else NINE)


def config_start(config: Config) -> State:
    """The first deal, by 3 where a lot must fall."""
    state = ghahveh.initial_state(config)
    return do(state, ChooseDealer(Seat(3))) if isinstance(state, DrawDealer) else state


@pytest.mark.parametrize(
    ("option", "other", "choices"),
    [
        ("first_dealer", 3, ghahveh.initial_state),
        ("min_bid", 3, lambda config: do(config_start(config), Deal(PACK))),
        ("black_joker_by", 11, lambda config: played(config, BLACK_1, "0: AH")),
        ("led_joker", LedJoker.FREE, lambda config: played(config, BLACK_LEADS, "0: BJ")),
        ("target", 71, lambda config: scored(config_start(config), 8, (7, 5))),
        ("max_hands", 1, lambda config: scored(config_start(config), 8, (7, 5))),
    ],
)
def test_case_08_every_option_acts(option: str, other: object, choices: Callable[[Config], State]) -> None:
    """GEN-6: from the defaults, flipping one option leads the same cards and choices to another position."""
    flipped: dict[str, Any] = {option: other}

    def position(config: Config) -> object:
        state = choices(config)
        return type(state), attrs.evolve(state.standing, config=Config()), ghahveh.legal_actions(state).size

    assert position(Config()) != position(Config(**flipped))


def test_case_08_no_option_is_forgotten() -> None:
    """GEN-6: the test above flips them all."""
    (mark,) = (mark for mark in test_case_08_every_option_acts.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]
    assert {name for name, _, _ in mark.args[1]} == {option.name for option in options(Config)}


def test_case_17_the_last_trick_counts() -> None:
    """GHAHVEH-5, GHAHVEH-6: after twelve tricks 7-5; 0 leads to the thirteenth, wins it, and the score counts it."""
    state = whole(ghahveh.initial_state(DEALER_3), EIGHT_FIVE, (4, 2, 4, 2))
    assert state.standing.sheet[0].tricks == (8, 5)
    assert state.standing.totals == (80, 41)


def test_case_18_a_bid_of_nothing_is_not_no_bid() -> None:
    """GHAHVEH-2, GHAHVEH-4, GEN-1: bid 0, dealer 0, seat 0 and team 0 are not none, in states, views and records."""
    state = ghahveh.initial_state(Config(first_dealer=0, min_bid=0, max_hands=1))
    actions: list[Action] = [Deal(PACK), Bid(0), Bid(0)]
    state = do(state, *actions)
    view = ghahveh.view(state, 0)
    assert (view.seat, view.bids, view.said, view.contracts) == (0, (None, 0, 0, None), (0, 0), (0, 0))
    assert "dealer: seat 0" in str(view)
    assert "bids: seat 1 0, seat 2 0; contracts 0, 0" in str(view)
    assert ghahveh.view(do(ghahveh.initial_state(Config(first_dealer=0, min_bid=0)), Deal(PACK)), 0).bids == (None,) * 4
    actions += [Bid(0), Bid(0)]
    state = do(state, *actions[3:])
    assert ghahveh.view(state, 2).bids == (0, 0, 0, 0)
    while isinstance(state, TrickPlay):
        actions.append(ghahveh.legal_actions(state)[0])
        state = do(state, actions[-1])
    (row,) = state.standing.sheet
    assert (row.dealer, row.bids, row.contracts, row.score) == (0, (0, 0, 0, 0), (0, 0), row.tricks)
    record = Record(GAME, state.standing.config, tuple(actions))
    assert Record.parse(str(record)) == record
    assert record.last() == state


def test_case_73_branches_do_not_touch() -> None:
    """GEN-4, GEN-5: two branches from one state, each played to the end; the state is what it was."""
    state = late(BLACK_1)
    before = repr(state)
    one = play(state, "0: AH BJ RJ 3H\n2: 6S 2S 8S 7S\n0: 10S KH 5S 4S\n0: 9S QH JH 3S")
    other = play(state, "0: AH BJ JH 3H\n1: 7S 6S 4S 8S\n0: 10S KH RJ 3S\n2: 5S 2S 9S QH")
    assert (one.standing.sheet[0].tricks, other.standing.sheet[0].tricks) == ((13, 0), (12, 1))
    assert repr(state) == before
