"""The clauses of Shelem, each at the table: real cards, played through the public functions alone."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import comb, factorial
from random import Random
from typing import Any

import pytest

from persian_cards.actions import CHANCE, NOTHING, Listed, NameTrump
from persian_cards.cards import PACK, RANKS, SUITS, Card, CardSet, Suit, parse_cards
from persian_cards.errors import ConfigError, IllegalAction
from persian_cards.games import GAMES, shelem
from persian_cards.games.shelem import (
    AllPass,
    Auction,
    AuctionEnded,
    AwaitDeal,
    AwaitDealer,
    Bid,
    Call,
    ChooseDealer,
    Config,
    Deal,
    Dealt,
    LaidAway,
    LayAway,
    LayingAway,
    MatchOver,
    Pass,
    Phase,
    PilePlay,
    PilesTurned,
    Play,
    Row,
    ShelemAward,
    State,
    SuccessScore,
    TrickPlay,
    View,
    Yasa,
    apply,
    deal_for,
    initial_state,
    legal_actions,
    outcome,
    places,
    seen,
    tally,
    view,
    worlds,
)
from persian_cards.options import options
from persian_cards.record import Record
from persian_cards.table import Seat

# -- how positions are built --------------------------------------------------------------------------------------------


def begin(dealer: int = 0, **chosen: Any) -> State:
    return initial_state(Config(first_dealer=dealer, **chosen))


def dealt(
    state: State, hands: Mapping[int, str] | None = None, widow: str = "", piles: Mapping[int, Sequence[str]] | None = None
) -> State:
    return apply(state, deal_for(state, hands or {}, widow=widow, piles=piles))


def said(state: State, calls: str) -> State:
    """The state after these calls, like "110 pass"."""
    for word in calls.split():
        state = apply(state, Pass() if word == "pass" else Bid(int(word)))
    return state


def laid(state: State, cards: str) -> State:
    return apply(state, LayAway(parse_cards(cards)))


def played(state: State, cards: str) -> State:
    for card in parse_cards(cards):
        state = apply(state, Play(card))
    return state


def may_play(state: State) -> CardSet:
    return CardSet(action.card for action in legal_actions(state) if isinstance(action, Play))


def cards(text: str) -> CardSet:
    return CardSet.parse(text)


def refused(state: State, action: Any, clause: str, sentence: str) -> None:
    """The action is refused with the clause and the sentence; the state is what it was."""
    before, number = pickle.dumps(state), hash(state)
    found = shelem.violation(state, action)
    assert found is not None
    assert (found.clause, found.text) == (clause, sentence)
    with pytest.raises(IllegalAction) as refusal:
        apply(state, action)
    assert refusal.value.violation == found
    assert refusal.value.seat == state.actor
    assert refusal.value.action is action
    assert refusal.value.legal == legal_actions(state)
    assert action not in legal_actions(state)
    assert pickle.loads(before) == state
    assert hash(state) == number


def after_row(state: State) -> Row:
    return state.standing.sheet[-1]


def down(suit: Suit) -> str:
    """Twelve cards of a suit, the ace first and without the two."""
    return " ".join(f"{rank.value}{suit.value}" for rank in reversed(RANKS[1:]))


def woven(*hands: str) -> str:
    """The first card of each hand, the second of each, and so on: one hand's player leads all the time."""
    return " ".join(" ".join(trick) for trick in zip(*(hand.split() for hand in hands), strict=True))


def won_by(state: State, hakem: int, bid: int = 100) -> State:
    """A deal in which every player holds a suit without its two, the hakem clubs, the next diamonds and so on; the twos are the
    widow. He alone bids."""
    dealer = state.standing.dealer
    assert dealer is not None
    state = dealt(state, {(hakem + turn) % 4: down(suit) for turn, suit in enumerate(SUITS)}, "2C 2D 2H 2S")
    while isinstance(state, Auction):
        state = apply(state, Bid(bid) if state.actor == hakem else Pass())
    assert state.actor == hakem
    return state


def a_shelem(state: State, hakem: int, bid: int = 100) -> State:
    """A hand in which the hakem's clubs take every trick."""
    return played(laid(won_by(state, hakem, bid), "2C 2D 2H 2S"), woven(*map(down, SUITS)))


def a_washout(state: State, hakem: int, bid: int = 100) -> State:
    """A hand in which the hakem leads the two of diamonds and the next player takes every trick: 160 points to five."""
    state = played(laid(won_by(state, hakem, bid), "3C 4C 6C 7C"), "2D AD AH AS")
    return played(state, woven(*(down(suit)[3:] for suit in SUITS[1:]), "2C 5C 8C 9C 10C JC QC KC AC 2H 2S"))


EVEN = {
    1: "7C AC 5D 9D JD 4H 6H 7H QH 4S 9S QS",
    2: "6C 10C QC KC 3D QD AD 5H 6S 7S 10S JS",
    3: "2C 5C 8C 2D 4D 8D 9H 10H 3S 5S KS AS",
    0: "3C 4C 9C JC 7D KD 2H 3H KH AH 2S 8S",
}
EVEN_WIDOW, EVEN_AWAY = "6D 10D 8H JH", "7C 5D 6D 4S"
EIGHTY = (
    "QH 5H 9H 2H, JH 6S 10H KH, KD 10D QD 8D, 9C AC 6C 8C, 8H QC 5S 3H, 7H 10C AS AH, "
    "7D 9D AD 4D, KC 2C 4C JD, 7S 3S 8S QS, 6H 10S KS 3C, 4H JS 5C 2S, 9S 3D 2D JC"
)
EIGHTY_FIVE = (
    "AC KC 5C 9C, 4H 5H 10H 3H, 2C JC 6H 10C, 2S QS 6S 5S, 10D AD 2D KD, QD 8D 7D 9D, "
    "6C 8C 3C QH, 4D 2H JD 3D, JH JS 9H AH, KH 7H 10S KS, 8S 9S 7S AS, 3S 4C 8H QC"
)


def an_even_hand(play: str, bid: int, **chosen: Any) -> State:
    """Seat 1 is hakem; he and seat 3 take 80 points or 85, with the same cards."""
    state = said(dealt(begin(min_bid=5, **chosen), EVEN, EVEN_WIDOW), "165" if bid == 165 else f"{bid} pass pass pass")
    return played(laid(state, EVEN_AWAY), play)


TWO = {1: "5C 8C QC KC 6D 8D 4H 8H 9H QH JS AS", 0: "3C 4C 7C JC 2D 7D 10D JD KD 2H 7S 10S"}
TWO_WIDOW, TWO_AWAY = "QD 6H AH 3S", "5C 8C 6D 3S"
TWO_PILES = {0: ("9C 5S 3H 9D", "3D JH 5D 8S", "10C 10H KH 4D"), 1: ("6S 4S 5H 7H", "AD QS 2S AC", "2C 9S 6C KS")}
TWO_PLAY = (
    "AH 2H AD 9C, QH JD 6S 3D, 9H 2D QS JH, 10S JS 5S 2S, 8H 7C 4S 3H, 6H 4C 5H 10C, "
    "4H JC 7H 10H, 10D 8D 9D 2C, 7D QD 5D 9S, AS 7S 6C 8S, KC 3C AC KH, KD QC 4D KS"
)


def two_play(tricks: int, more: str = "", **chosen: Any) -> State:
    """Two players; seat 1 is hakem at 100; so many tricks, and then these cards."""
    state = laid(said(dealt(begin(players=2, **chosen), TWO, TWO_WIDOW, TWO_PILES), "100 pass"), TWO_AWAY)
    return played(state, " ".join([*TWO_PLAY.split(", ")[:tricks], more]))


def up(state: State) -> list[list[str]]:
    """The cards that lie turned up, by seat and pile."""
    return [[str(card and card.code) for card in own] for own in view(state, None).turned_up]


# -- the deal -----------------------------------------------------------------------------------------------------------


def test_the_first_dealer_is_found_by_lot_among_all_players() -> None:
    """SHELEM-1: a lot among the four; who it falls on deals."""
    state = initial_state()
    assert isinstance(state, AwaitDealer)
    assert state.actor is CHANCE
    assert state.standing.dealer is None
    assert list(legal_actions(state)) == [ChooseDealer(Seat(seat)) for seat in range(4)]
    for seat in range(4):
        after = apply(state, ChooseDealer(Seat(seat)))
        assert isinstance(after, AwaitDeal)
        assert after.standing.dealer == after.standing.first_dealer == seat
        assert apply(after, Deal(PACK)).actor == (seat + 1) % 4


def test_the_first_dealer_may_be_given() -> None:
    """SHELEM-1: no lot then; seat 0 is a dealer as good as any (case 18)."""
    for seat in range(4):
        state = begin(seat)
        assert isinstance(state, AwaitDeal)
        assert state.standing.dealer == state.standing.first_dealer == seat
        assert state.standing.config.first_dealer == seat


def test_the_deal_passes_to_the_right_after_every_hand() -> None:
    """SHELEM-1: also past the last seat, and after the last hand."""
    state = begin(2, target=10**6, max_hands=5)
    dealers = [state.standing.dealer]
    while not isinstance(state, MatchOver):
        state = a_shelem(state, 1)
        dealers.append(state.standing.dealer)
    assert dealers == [2, 3, 0, 1, 2, 3]
    assert [row.dealer for row in state.standing.sheet] == dealers[:-1]


@pytest.mark.parametrize("dealer", range(4))
def test_twelve_each_and_the_widow_before_the_dealers_last_twelve(dealer: int) -> None:
    """SHELEM-2, GEN-10: right, opposite, left, the widow, the dealer with the pack's last card."""
    state = apply(begin(dealer), Deal(PACK))
    assert isinstance(state, Auction)
    for turn, first in enumerate((0, 12, 24, 40), 1):
        assert tuple(state.hand((dealer + turn) % 4)) == PACK[first : first + 12]
    assert places(state)["widow"] == PACK[36:40]
    assert PACK[-1] in state.hand(dealer)


def test_the_layouts_are_the_whole_pack() -> None:
    """SHELEM-2, SHELEM-20."""
    assert Counter(shelem.LAYOUT.entries) == {0: 12, 1: 12, 2: 12, 3: 12, "widow": 4}
    assert sorted(Counter(shelem.LAYOUT_OF_TWO.entries).values()) == [4, 4, 4, 4, 4, 4, 4, 12, 12]


# -- bidding ------------------------------------------------------------------------------------------------------------


def bids(state: State) -> list[int]:
    return [action.amount for action in legal_actions(state) if isinstance(action, Bid)]


def test_bidding_goes_round_from_the_dealers_right_and_leaves_out_who_has_passed() -> None:
    """SHELEM-3: the auction of the first hand of the sheet: 110 115 pass 125 130 pass 135 pass."""
    state, who = dealt(begin()), []
    for call in ("110", "115", "pass", "125", "130", "pass", "135", "pass"):
        assert isinstance(state, Auction)
        who.append(state.actor)
        state = said(state, call)
    assert who == [1, 2, 3, 0, 1, 2, 0, 1]
    assert isinstance(state, LayingAway)
    assert state.actor == 0
    assert view(state, 3).bid == 135


def test_a_bid_is_a_multiple_of_five_from_100_to_165() -> None:
    """SHELEM-3: passing comes first in the order of actions."""
    state = dealt(begin())
    assert list(legal_actions(state)) == [Pass(), *(Bid(amount) for amount in range(100, 166, 5))]
    refused(state, Bid(95), "SHELEM-3", "seat 1 may not bid 95: the lowest bid is 100")
    refused(state, Bid(0), "SHELEM-3", "seat 1 may not bid 0: the lowest bid is 100")
    refused(state, Bid(-100), "SHELEM-3", "seat 1 may not bid -100: the lowest bid is 100")
    refused(state, Bid(102), "SHELEM-3", "seat 1 may not bid 102: a bid is a multiple of five")
    refused(state, Bid(170), "SHELEM-3", "seat 1 may not bid 170: there are only 165 points")


def test_case_12_after_120() -> None:
    """SHELEM-3, SHELEM-4: pass and 125, 130 .. 165; a bid of 165 ends the auction."""
    state = said(dealt(begin()), "120")
    assert list(legal_actions(state)) == [Pass(), *(Bid(amount) for amount in range(125, 166, 5))]
    for amount, why in [(115, "120 has been bid already"), (120, "120 has been bid already")]:
        refused(state, Bid(amount), "SHELEM-3", f"seat 2 may not bid {amount}: {why}")
    refused(state, Bid(122), "SHELEM-3", "seat 2 may not bid 122: a bid is a multiple of five")
    refused(state, Bid(170), "SHELEM-3", "seat 2 may not bid 170: there are only 165 points")
    ended = said(state, "165")
    assert isinstance(ended, LayingAway)
    assert (ended.actor, view(ended, None).bid) == (2, 165)


def test_case_13_an_auction_in_which_a_bidder_comes_again() -> None:
    """SHELEM-3, SHELEM-4, SHELEM-6: 1 100, 2 pass, 3 105, 0 pass, 1 110, 3 115, 1 pass: 3 is hakem at 115 and lays away four."""
    state = dealt(begin(), EVEN, EVEN_WIDOW)
    for seat, call in [(1, "100"), (2, "pass"), (3, "105"), (0, "pass"), (1, "110"), (3, "115"), (1, "pass")]:
        assert state.actor == seat
        state = said(state, call)
    assert isinstance(state, LayingAway)
    assert (state.actor, view(state, 0).bid) == (3, 115)
    must = "seat 3, the hakem, must lay away four of his cards now"
    refused(state, LayAway(cards("2C 5C 8C")), "SHELEM-6", f"{must}, not 3")
    refused(state, LayAway(cards("2C 5C 8C 2D 4D")), "SHELEM-6", f"{must}, not 5")
    refused(state, LayAway(()), "SHELEM-6", f"{must}, not 0")
    refused(state, LayAway(parse_cards("2C 2C 5C 8C")), "SHELEM-6", f"{must}, each once: (2C, 2C, 5C, 8C) is no set of cards")
    refused(
        state, LayAway(parse_cards("2C 2C 5C 8C 2D")), "SHELEM-6", f"{must}, each once: (2C, 2C, 5C, 8C, 2D) is no set of cards"
    )
    refused(state, LayAway(cards("2C 5C 8C AH")), "SHELEM-6", "seat 3 does not hold A♥")
    refused(state, Pass(), "SHELEM-6", must)
    refused(state, Bid(120), "SHELEM-6", must)
    refused(state, Play(Card.parse("2C")), "SHELEM-6", must)


@pytest.mark.parametrize(
    ("min_bid", "lowest"), [(1, 5), (5, 5), (6, 10), (98, 100), (100, 100), (101, 105), (161, 165), (165, 165)]
)
def test_the_lowest_bid_is_the_first_multiple_of_five(min_bid: int, lowest: int) -> None:
    """SHELEM-3: not below min_bid; it bounds the first bid alone."""
    state = dealt(begin(min_bid=min_bid))
    assert bids(state) == list(range(lowest, 166, 5))
    if lowest < 165:
        refused(state, Bid(lowest - 5), "SHELEM-3", f"seat 1 may not bid {lowest - 5}: the lowest bid is {lowest}")
        assert bids(said(state, str(lowest))) == list(range(lowest + 5, 166, 5))


def test_min_bid_is_1_to_165() -> None:
    """SHELEM-3, GEN-6."""
    for wrong in (0, -5, 166, True, "100", 100.0):
        with pytest.raises(ConfigError, match="min_bid must be a whole number from 1 to 165, not"):
            Config(min_bid=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("calls", "hakem", "bid"),
    [
        ("pass pass 100 pass", 3, 100),
        ("pass pass pass 100", 0, 100),
        ("100 pass pass pass", 1, 100),
        ("pass 125 pass pass", 2, 125),
        ("100 105 110 115 pass pass pass", 0, 115),
        ("100 105 110 115 120 pass pass pass", 1, 120),
        ("165", 1, 165),
        ("pass 100 165", 3, 165),
        ("pass pass pass 165", 0, 165),
    ],
)
def test_the_auction_ends_as_soon_as_one_has_bid_and_the_others_have_passed(calls: str, hakem: int, bid: int) -> None:
    """SHELEM-4: before it or after it; with a bid of 165 at once; not one call sooner."""
    words = calls.split()
    state = dealt(begin())
    assert isinstance(said(state, " ".join(words[:-1])), Auction)
    ended = said(state, calls)
    assert isinstance(ended, LayingAway)
    assert (ended.actor, view(ended, None).hakem, view(ended, None).bid) == (hakem, hakem, bid)


def test_who_bids_alone_is_hakem_though_he_might_be_outbid_no_more() -> None:
    """SHELEM-4: pass, pass, 100: the dealer has still to speak, and may bid."""
    state = said(dealt(begin()), "pass pass 100")
    assert state.actor == 0
    assert Pass() in legal_actions(state)
    assert said(state, "105").actor == 3
    assert bids(said(state, "105")) == list(range(110, 166, 5))


def test_all_pass_the_same_dealer_deals_again() -> None:
    """SHELEM-5: by default; the fourth player whom three passes have reached may still bid."""
    state = said(dealt(begin(2)), "pass pass pass")
    assert state.actor == 2
    assert list(legal_actions(state))[:2] == [Pass(), Bid(100)]
    thrown_in = said(state, "pass")
    assert isinstance(thrown_in, AwaitDeal)
    assert thrown_in.standing.dealer == 2
    assert thrown_in.standing.hands == 1
    assert thrown_in.standing.sheet == ()
    assert thrown_in.standing.totals == (0, 0)


def test_all_pass_the_deal_passes_on() -> None:
    """SHELEM-5: REDEAL_NEXT; round the table."""
    state = begin(3, all_pass=AllPass.REDEAL_NEXT)
    for dealer in (0, 1):
        state = said(dealt(state), "pass pass pass pass")
        assert isinstance(state, AwaitDeal)
        assert state.standing.dealer == dealer
    assert state.standing.first_dealer == 3


def test_all_pass_the_dealer_must_bid() -> None:
    """SHELEM-5: DEALER_MUST_BID binds the dealer alone, and only when the three others have passed without a bid."""
    state = dealt(begin(2, all_pass=AllPass.DEALER_MUST_BID))
    for calls in ("", "pass", "pass pass", "100 pass pass", "pass 100 pass", "pass pass 100", "100 105 110"):
        assert Pass() in legal_actions(said(state, calls)), calls
    bound = said(state, "pass pass pass")
    assert list(legal_actions(bound)) == [Bid(amount) for amount in range(100, 166, 5)]
    refused(bound, Pass(), "SHELEM-5", "seat 2, the dealer, may not pass: all the others have passed")
    refused(bound, Bid(90), "SHELEM-3", "seat 2 may not bid 90: the lowest bid is 100")
    assert isinstance(said(bound, "100"), LayingAway)
    assert isinstance(said(state, "100 pass pass pass"), LayingAway)


# -- the widow ----------------------------------------------------------------------------------------------------------


def test_the_hakem_holds_sixteen_as_soon_as_the_bidding_ends() -> None:
    """SHELEM-6: taking the widow is no action; he lays away any four of the sixteen, 1820 ways."""
    state = said(dealt(begin(), EVEN, EVEN_WIDOW), "100 pass pass pass")
    assert isinstance(state, LayingAway)
    assert state.hand(1) == cards(f"{EVEN[1]} {EVEN_WIDOW}")
    assert state.hand(3) == cards(EVEN[3])
    assert "widow" not in places(state)
    legal = legal_actions(state)
    assert legal.size == 1820
    assert legal[0] == LayAway(cards("7C AC 5D 6D"))
    for four in (EVEN_WIDOW, "AC 10D 5D QS", "4H 6H 7H QH"):
        after = laid(state, four)
        assert after.hand(1) == state.hand(1) - cards(four)
        assert places(after)["laid away"] == tuple(cards(four))
        assert after.actor == 1


def test_laying_away_is_a_set() -> None:
    """SHELEM-6: in whatever order and kind it is named."""
    one = LayAway(cards("AH 10H 5D 2C"))
    assert one == LayAway(parse_cards("2C 5D 10H AH")) == LayAway(set(parse_cards("5D 2C AH 10H")))
    assert one.cards == cards("AH 10H 5D 2C")


def test_case_14_the_cards_laid_away_count_for_the_hakems_side() -> None:
    """SHELEM-6, SHELEM-9: AH 10H 5D 2C are 30; with the other side's points, counted apart, they make 165."""
    hands = {1: "2D 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC", 2: "AD KD QD JD 10D 9D 8D 7D 6D 4D 3D AC", 0: down(Suit.SPADES)}
    state = laid(said(dealt(begin(), hands, "AH 10H 5D 2C"), "100 pass pass pass"), "AH 10H 5D 2C")
    hearts = "2H 3H 4H 5H 6H 7H 8H 9H JH QH KH 2S"
    state = played(state, "2D AD 2H AS")
    state = played(state, woven(hands[2][3:], hearts[3:], hands[0][3:], hands[1][3:])[: -len(" AC 2S 3S KC")])
    assert view(state, None).points == (120, 0)
    row = after_row(played(state, "AC 2S 3S KC"))
    assert row.points == (135, 30)


@pytest.mark.parametrize("hakem", range(4))
def test_four_cards_without_points_are_a_trick_all_the_same(hakem: int) -> None:
    """SHELEM-6, SHELEM-9: five points for the hakem's team, whichever it is; the others have 160."""
    row = after_row(a_washout(begin(), hakem))
    assert row.hakem == hakem
    assert row.points[hakem % 2] == 5
    assert row.points[1 - hakem % 2] == 160


def test_nobody_else_sees_the_widow_or_what_is_laid_away() -> None:
    """SHELEM-6: not while the hand is played, and not after it."""
    state = dealt(begin(), EVEN, EVEN_WIDOW)
    other = dealt(begin(), EVEN | {3: EVEN[3].replace("2C", "6D")}, EVEN_WIDOW.replace("6D", "2C"))
    assert state != other
    assert [view(state, seat) == view(other, seat) for seat in (0, 1, 2, 3, None)] == [True, True, True, False, True]
    taken, other = said(state, "100 pass pass pass"), said(other, "100 pass pass pass")
    assert [view(taken, seat) == view(other, seat) for seat in (0, 1, 2, 3, None)] == [True, False, True, False, True]
    one, two = laid(taken, "7C 5D 6D 4S"), laid(taken, "7C 5D 6D 9S")
    assert [view(one, seat) == view(two, seat) for seat in (0, 1, 2, 3, None)] == [True, False, True, True, True]
    assert view(one, 1).laid_away == cards("7C 5D 6D 4S")
    assert view(one, 3).laid_away == CardSet()
    over = played(one, EIGHTY)
    assert places(over) == {"pack": PACK}
    assert [view(over, seat).laid_away for seat in range(4)] == [CardSet()] * 4


# -- the play -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hakem", range(4))
@pytest.mark.parametrize("trump", SUITS)
def test_case_1_the_hakem_leads_and_his_suit_is_trump(hakem: int, trump: Suit) -> None:
    """SHELEM-7: any card may be led; each suit and each seat, numbers 0 among them."""
    state = laid(won_by(begin(), hakem), "AC KC QC JC")  # he keeps all four twos
    assert state.actor == hakem
    assert may_play(state) == state.hand(hakem)
    assert view(state, None).trump is None
    led = played(state, f"2{trump.value}")
    assert all(view(led, seat).trump is trump for seat in range(4))
    assert all(view(led, seat).hakem == hakem for seat in range(4))
    ends = played(led, "3D 3H 3S")
    assert ends.actor == (hakem + SUITS.index(trump)) % 4
    assert view(ends, None).trump is trump


def test_the_first_lead_alone_names_trump() -> None:
    """SHELEM-7, SHELEM-8: clubs stay trump when others are led; a trump takes a trick of another suit, the higher a lower."""
    state = laid(won_by(begin(), 1), "AC KC QC JC")
    state = played(state, "10C AD AH AS")
    assert state.actor == 1
    lost = played(state, "2D KD KH KS")
    assert lost.actor == 2
    assert view(lost, 0).trump is Suit.CLUBS
    ruffed = played(lost, "QD QH QS 2C")
    assert ruffed.actor == 1
    assert [trick.winner for trick in view(ruffed, None).tricks] == [1, 2, 1]


def test_the_higher_of_two_trumps_takes_the_trick() -> None:
    """SHELEM-8: clubs are trump and diamonds are led; a nine ruffs, a ten over-ruffs, and the ace of diamonds takes nothing."""
    hands = {
        1: "AC 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD",
        2: "8C 9C 2H 3H 4H 5H 6H 7H 8H 9H 10H JH",
        3: "7C 10C 2S 3S 4S 5S 6S 7S 8S 9S 10S JS",
        0: "3C 4C 5C 6C KD AD QH KH AH QS KS AS",
    }
    state = laid(said(dealt(begin(), hands, "2C JC QC KC"), "100 pass pass pass"), "2C JC QC KC")
    state = played(state, "AC 8C 7C 3C, 2D 9C")
    assert may_play(state) == state.hand(3)
    assert played(state, "10C AD").actor == 3
    assert played(state, "2S AD").actor == 2


def test_suit_must_be_followed_and_otherwise_any_card_goes() -> None:
    """SHELEM-8: from the second card on; who cannot follow need not trump."""
    state = said(dealt(begin(), EVEN, EVEN_WIDOW), "100 pass pass pass")
    state = played(laid(state, EVEN_AWAY), "QH")
    assert may_play(state) == cards("5H")
    refused(state, Play(Card.parse("AD")), "SHELEM-8", "seat 2 must follow hearts")
    refused(state, Play(Card.parse("9H")), "GEN-5", "seat 2 does not hold 9♥")
    refused(state, Play(Card.parse("QH")), "GEN-5", "seat 2 does not hold Q♥")
    state = played(state, "5H 9H 2H")
    assert state.actor == 1
    state = played(state, "JH")
    assert may_play(state) == state.hand(2)
    state = played(state, "6S 10H KH")
    assert state.actor == 0
    assert view(state, None).voids == (frozenset(), frozenset(), frozenset({Suit.HEARTS}), frozenset())


def test_case_2_a_trick_without_trump_goes_to_the_highest_of_the_suit_led() -> None:
    """SHELEM-8: trump spades; 0 leads JC, 1 (no clubs, no spades) KD, 2 3C, 3 9C: 0 wins."""
    hands = {
        0: "JC AS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH",
        1: "KD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD",
        2: "3C 4C 5C 6C 7C 8C 2S 3S 4S 5S 6S 7S",
        3: "9C 10C QC KC AC 8S 9S 10S JS QS KS 2C",
    }
    state = laid(said(dealt(begin(), hands, "AD QH KH AH"), "pass pass pass 100"), "AD QH KH AH")
    state = played(state, "AS 2D 7S 8S")
    assert state.actor == 0
    state = played(state, "JC KD 3C 9C")
    assert state.actor == 0
    assert view(state, 2).voids[1] == frozenset({Suit.CLUBS, Suit.SPADES})
    assert [trick.winner for trick in view(state, None).tricks] == [0, 0]


def test_all_twelve_tricks_are_played() -> None:
    """SHELEM-8, GEN-10: though the hand has long been decided; then all hands are empty."""
    state = laid(won_by(begin(), 1), "2C 2D 2H 2S")
    for card in parse_cards(woven(*map(down, SUITS))):
        assert isinstance(state, TrickPlay)
        state = apply(state, Play(card))
    assert isinstance(state, AwaitDeal)
    assert [state.hand(seat) for seat in range(4)] == [CardSet()] * 4
    assert places(state) == {"pack": PACK}


# -- scoring ------------------------------------------------------------------------------------------------------------

SHEET = [
    (
        "110 115 pass 125 130 pass 135 pass",
        {
            0: "4C 5D 6D 7D 8D QD 7H JH KH 5S JS KS",
            1: "3C 5C 6C 8C 9C QC AC QH 3S 8S 10S QS",
            2: "7C 10C 2D 4D JD KD 3H 4H 5H 8H 7S 9S",
            3: "JC 3D 9D AD 2H 6H 9H 10H AH 2S 4S 6S",
        },
        "2C KC 10D AS",
        "2C 4C 7H 5S",
        "QD QC JD 9D, 10D 3S 2D 3D, 8D 9C KD AD, 10H KH QH 4H, 7D AC 4D 6H, 6D 8S 10C 2S, "
        "5D 3C 9S 9H, AS 10S 7S 6S, KC 5C 7C JC, KS QS 8H 4S, JH 6C 5H AH, 2H JS 8C 3H",
    ),
    (
        "pass 125 pass pass",
        {
            0: "2C 5C 3D 6D JD QD 2H 5H 8H QH 3S 7S",
            1: "3C 9C 10C 7D 8D 10D 6H 9H 10H AH 4S 10S",
            2: "4C 6C 7C JC 5D KD AD 3H 7H JH KH 6S",
            3: "8C QC KC AC 2D 4D 9D 4H 9S JS QS AS",
        },
        "2S 5S 8S KS",
        "8C 2D 4D 4H",
        "AS 7S 10S 6S, KS 3S 4S 7H, QS 5H 10D JH, JS 3D 9H KH, 9S 2C 9C JC, 8S JD AH 4C, "
        "5S 5C 10H 6C, 2S 2H 8D 7C, AC QH 10C 5D, KC 6D 3C KD, QC QD 7D 3H, 9D 8H 6H AD",
    ),
    (
        "100 120 125 pass 130 135 140 pass 150 pass",
        {
            0: "2D 3D 7D 9D 10D 7H 10H JH 7S 8S 9S 10S",
            1: "4C 6C 9C 10C JC QC KC 2H 4H 9H JS QS",
            2: "3C 7C 8C 5D JD KD 5H QH KH 2S 3S AS",
            3: "2C 5C AC 6D 3H 6H 8H AH 4S 5S 6S KS",
        },
        "4D 8D QD AD",
        "7H 7S 8S 9S",
        "AD 10C KD 6D, QD 4C JD 5S, 10D 2H 5D 5C, 9D 9H 5H KS, 8D KC 2S 8H, 7D 6C AS AH, "
        "4D 4H QH AC, 3D JC KH 4S, 2D JS 3C 6H, JH QC 7C 3H, 10H QS 3S 6S, 10S 9C 8C 2C",
    ),
    (
        "130 pass pass 135 pass",
        {
            0: "5C 6C 10C QC 2D 4D 6D 7D KD AD AH JS",
            1: "2C 3C 9C 5D 10D JD 2H 3H 10H 4S 5S 8S",
            2: "4C 7C JC 3D 8D 9D QD 7H 9H QH 7S KS",
            3: "KC AC 4H 5H 6H 8H JH KH 3S 9S QS AS",
        },
        "8C 2S 6S 10S",
        "8C 4H 5H 6H",
        "AS JS 8S 7S, QS AD 4S KS, 7H 8H AH 3H, 6D 10D QD 10S, 9S 4D 5S 3D, 6S 2D 9C 4C, "
        "3S KD 10H 7C, 2S 6C 3C 9H, AC 10C 2C JC, KC QC 5D QH, KH 5C 2H 8D, JH 7D JD 9D",
    ),
]


def hand_of_the_sheet(state: State, number: int) -> State:
    calls, hands, widow, away, play = SHEET[number]
    return played(laid(said(dealt(state, hands, widow), calls), away), play)


def test_the_four_hands_of_the_score_sheet() -> None:
    """SHELEM-9, SHELEM-10, SHELEM-11, SHELEM-14: a c against b d, at 135, 125, 150 and 135: -135/35, -120/185, 210/185, 240/320."""
    state = begin()
    for number in range(4):
        state = hand_of_the_sheet(state, number)
    assert isinstance(state, AwaitDeal)
    standing = state.standing
    assert standing.sheet == (
        Row(Seat(0), Seat(0), 135, Suit.DIAMONDS, (130, 35), (-135, 35), (-135, 35), rule=False),
        Row(Seat(1), Seat(3), 125, Suit.SPADES, (15, 150), (15, 150), (-120, 185), rule=False),
        Row(Seat(2), Seat(0), 150, Suit.DIAMONDS, (165, 0), (330, 0), (210, 185), rule=False),
        Row(Seat(3), Seat(3), 135, Suit.SPADES, (30, 135), (30, 135), (240, 320), rule=True),
    )
    assert standing.columns == ((-135, 135, 35, False), (-120, 125, 185, False), (210, 150, 185, False), (240, 135, 320, True))
    assert [row.shelem for row in standing.sheet] == [False, False, True, False]
    assert standing.totals == (240, 320)
    assert tally(state) == {"hands": 4, "thrown in": 0, "made": 3, "shelems": 1, "yasas": 0}


def test_points_of_a_trick_are_five_and_those_of_its_cards() -> None:
    """SHELEM-9: fives 5, tens and aces 10; other ranks nothing."""
    state, worth = laid(won_by(begin(), 1), "2C 2D 2H 2S"), []
    for rank in list(reversed(RANKS))[:-2]:
        before = view(state, None).points
        state = played(state, " ".join(f"{rank.value}{suit.value}" for suit in SUITS))
        worth.append(view(state, None).points[1] - before[1])
    assert worth == [45, 5, 5, 5, 45, 5, 5, 5, 5, 25, 5]
    assert view(state, None).points == (0, 155)


@pytest.mark.parametrize(
    ("play", "bid", "chosen", "scored"),
    [
        (EIGHTY_FIVE, 85, {}, 85),  # just reached
        (EIGHTY_FIVE, 80, {}, 85),
        (EIGHTY_FIVE, 90, {}, -90),  # failed, but with more than the others
        (EIGHTY_FIVE, 165, {}, -165),
        (EIGHTY_FIVE, 80, {"success": SuccessScore.BID}, 80),
        (EIGHTY_FIVE, 90, {"success": SuccessScore.BID}, -90),
        (EIGHTY_FIVE, 90, {"yasa": Yasa.DOUBLE_BID}, -90),
        (EIGHTY, 80, {}, 80),  # reached, though the others have more
        (EIGHTY, 75, {"success": SuccessScore.BID}, 75),
        (EIGHTY, 85, {}, -165),
        (EIGHTY, 100, {"yasa": Yasa.ALL_POINTS}, -165),
        (EIGHTY, 100, {"yasa": Yasa.DOUBLE_BID}, -200),
        (EIGHTY, 100, {"yasa": Yasa.OFF}, -100),
    ],
)
def test_what_the_hakems_team_scores(play: str, bid: int, chosen: dict[str, Any], scored: int) -> None:
    """SHELEM-10, SHELEM-12: what it took if that reaches the bid, else minus the bid, or yasa with 80 or less; the others what they
    took."""
    row = after_row(an_even_hand(play, bid, **chosen))
    theirs = 80 if play is EIGHTY_FIVE else 85
    assert row.hakem == 1
    assert row.points == (theirs, 165 - theirs)
    assert row.scores == row.totals == (theirs, scored)
    assert not row.shelem


@pytest.mark.parametrize(
    ("chosen", "scored"),
    [
        ({}, 330),
        ({"shelem": ShelemAward.DOUBLE}, 330),
        ({"shelem": ShelemAward.WINS_MATCH}, 165),
        ({"shelem": ShelemAward.DOUBLE_BID}, 210),
    ],
)
@pytest.mark.parametrize("success", SuccessScore)
def test_shelem_for_every_trick(chosen: dict[str, Any], scored: int, success: SuccessScore) -> None:
    """SHELEM-11: the award decides alone, whatever success says; the other team has nothing."""
    row = after_row(a_shelem(begin(success=success, **chosen), 3, 105))
    assert row.shelem
    assert (row.points, row.scores, row.bid) == ((0, 165), (0, scored), 105)


def test_a_shelem_bid_of_165() -> None:
    """SHELEM-11: is a shelem like any other, for either team."""
    assert after_row(a_shelem(begin(), 1, 165)).scores == (0, 330)
    assert after_row(a_shelem(begin(shelem=ShelemAward.DOUBLE_BID), 2, 165)).scores == (330, 0)


def test_the_other_team_takes_twelve_tricks_and_that_is_no_shelem() -> None:
    """SHELEM-11, SHELEM-12: four cards are the hakem's; the others score what they took, and the match goes on."""
    state = a_washout(begin(shelem=ShelemAward.WINS_MATCH), 3)
    row = after_row(state)
    assert isinstance(state, AwaitDeal)
    assert (row.points, row.scores) == ((160, 5), (160, -165))
    assert not row.shelem


@pytest.mark.parametrize("chosen", [{"target": 10**6}, {"target": 160}, {"max_hands": 2}])
@pytest.mark.parametrize("hakem", range(4))
def test_a_shelem_may_win_the_match_at_once(hakem: int, chosen: dict[str, int]) -> None:
    """SHELEM-11, GEN-8: before target and max_hands are looked at, and whatever the totals: its team is first, the others third."""
    over = a_shelem(an_even_hand(EIGHTY, 80, shelem=ShelemAward.WINS_MATCH, **chosen), hakem)
    assert isinstance(over, MatchOver)
    end = outcome(over)
    assert end is not None
    assert end.winners == ((1, 3) if hakem % 2 else (0, 2))
    assert end.places == ((3, 1, 3, 1) if hakem % 2 else (1, 3, 1, 3))


def test_a_shelem_wins_the_match_for_the_team_that_is_behind() -> None:
    """SHELEM-11, GEN-8: 0 to 160, the team with 0 has won; without the award the match goes on."""
    over = a_shelem(a_washout(begin(shelem=ShelemAward.WINS_MATCH), 1), 1)
    end = outcome(over)
    assert end is not None
    assert (end.scores, end.winners, end.places) == ((160, 0, 160, 0), (1, 3), (3, 1, 3, 1))
    assert legal_actions(over) is NOTHING
    assert outcome(a_shelem(a_washout(begin(), 1), 1)) is None


# -- the end of the match -----------------------------------------------------------------------------------------------


def test_the_match_ends_after_the_hand_in_which_a_team_reaches_the_target() -> None:
    """SHELEM-13: exactly, and with either team; one point short it goes on."""
    over = an_even_hand(EIGHTY, 80, target=85)
    assert isinstance(over, MatchOver)
    end = outcome(over)
    assert end is not None
    assert (end.scores, end.winners, end.places) == ((85, 80, 85, 80), (0, 2), (1, 3, 1, 3))
    assert outcome(an_even_hand(EIGHTY, 80, target=86)) is None
    end = outcome(an_even_hand(EIGHTY_FIVE, 85, target=82))
    assert end is not None
    assert (end.winners, end.places) == ((1, 3), (3, 1, 3, 1))


def test_the_usual_target_is_1200() -> None:
    """SHELEM-13: three shelems are 990, four 1320."""
    state = begin()
    for _ in range(3):
        state = a_shelem(state, 2)
        assert isinstance(state, AwaitDeal)
    assert isinstance(a_shelem(state, 2), MatchOver)
    for wrong in (0, -5, None, True):
        with pytest.raises(ConfigError, match="target must be a whole number of at least 1, not"):
            Config(target=wrong)  # type: ignore[arg-type]


def test_both_teams_at_the_target() -> None:
    """SHELEM-13, GEN-7: the higher total wins."""
    end = outcome(an_even_hand(EIGHTY, 80, target=50))
    assert end is not None
    assert (end.scores, end.winners) == ((85, 80, 85, 80), (0, 2))


def level(**chosen: Any) -> State:
    """165 to 165 after two hands: 85 to 80, then 80 to 85."""
    state = an_even_hand(EIGHTY, 80, **chosen)
    state = said(dealt(state, EVEN, EVEN_WIDOW), "pass pass pass 85")  # seat 1 deals
    state = played(laid(state, EVEN_AWAY), EIGHTY_FIVE)
    assert state.standing.totals == (165, 165)
    return state


def test_a_shared_highest_total_at_the_target_asks_for_another_hand() -> None:
    """SHELEM-13, GEN-7: a deal thrown in settles nothing; the next hand does."""
    state = level(target=150)
    assert isinstance(state, AwaitDeal)
    state = said(dealt(state), "pass pass pass pass")
    assert isinstance(state, AwaitDeal)
    end = outcome(a_shelem(state, 1))
    assert end is not None
    assert end.winners == (1, 3)


def test_max_hands_ends_the_match() -> None:
    """GEN-9: the higher total wins; equal totals share the win."""
    end = outcome(an_even_hand(EIGHTY, 80, max_hands=1))
    assert end is not None
    assert (end.winners, end.places) == ((0, 2), (1, 3, 1, 3))
    for target in (150, 1200):
        end = outcome(level(target=target, max_hands=2))
        assert end is not None
        assert (end.winners, end.places, end.scores) == ((0, 1, 2, 3), (1, 1, 1, 1), (165, 165, 165, 165))


@pytest.mark.parametrize("all_pass", [AllPass.REDEAL_SAME, AllPass.REDEAL_NEXT])
def test_a_deal_thrown_in_counts_as_a_hand(all_pass: AllPass) -> None:
    """GEN-9, SHELEM-5: though it has no row; a match of such deals alone ends 0-0 and is shared."""
    state = an_even_hand(EIGHTY, 80, max_hands=3, all_pass=all_pass)
    state = said(dealt(state), "pass pass pass pass")
    assert isinstance(state, AwaitDeal)
    over = said(dealt(state), "pass pass pass pass")
    assert isinstance(over, MatchOver)
    assert tally(over) == {"hands": 3, "thrown in": 2, "made": 1, "shelems": 0, "yasas": 0}
    assert len(over.standing.sheet) == 1
    end = outcome(over)
    assert end is not None
    assert end.winners == (0, 2)
    nothing = outcome(said(dealt(begin(max_hands=1, all_pass=all_pass)), "pass pass pass pass"))
    assert nothing is not None
    assert (nothing.scores, nothing.winners, nothing.places) == ((0, 0, 0, 0), (0, 1, 2, 3), (1, 1, 1, 1))


@pytest.mark.parametrize("first", range(4))
def test_a_rule_is_drawn_when_all_have_dealt(first: int) -> None:
    """SHELEM-14: under the row of the player before the first dealer, which is every fourth."""
    state = begin(first, max_hands=9, target=10**6)
    while not isinstance(state, MatchOver):
        state = a_shelem(state, 0)
    assert [row.rule for row in state.standing.sheet] == [False, False, False, True] * 2 + [False]
    assert state.standing.columns[3] == (1320, 100, 0, True)


def test_the_rule_follows_the_dealer_and_not_the_number_of_rows() -> None:
    """SHELEM-14, SHELEM-5: a deal that passes on leaves its row out; a dealer who deals again adds none."""
    state = said(dealt(begin(2, all_pass=AllPass.REDEAL_NEXT)), "pass pass pass pass")
    for _ in range(4):
        state = a_shelem(state, 0)
    assert [(row.dealer, row.rule) for row in state.standing.sheet] == [(3, False), (0, False), (1, True), (2, False)]
    state = said(dealt(begin(1)), "pass pass pass pass")
    state = a_shelem(a_shelem(state, 0), 0)
    assert [(row.dealer, row.rule) for row in state.standing.sheet] == [(1, False), (2, False)]


def test_counts_of_what_has_happened() -> None:
    """SHELEM-10, SHELEM-11, SHELEM-12: bids reached, shelems, and yasas, whatever these are worth."""
    state = an_even_hand(EIGHTY, 80, yasa=Yasa.OFF)
    state = a_washout(a_shelem(state, 1), 1)
    assert tally(state) == {"hands": 3, "thrown in": 0, "made": 2, "shelems": 1, "yasas": 1}
    assert tally(an_even_hand(EIGHTY_FIVE, 100)) == {"hands": 1, "thrown in": 0, "made": 0, "shelems": 0, "yasas": 0}
    assert tally(begin()) == {"hands": 0, "thrown in": 0, "made": 0, "shelems": 0, "yasas": 0}


# -- two players --------------------------------------------------------------------------------------------------------


def test_two_players_or_four() -> None:
    """SHELEM-20, GEN-6."""
    for wrong in (0, 1, 3, 5, True, None):
        with pytest.raises(ConfigError, match=r"players must be 2 or 4, not .* \(SHELEM-20\)"):
            Config(players=wrong)  # type: ignore[arg-type]
    for players, seat in ((2, 2), (2, 3), (4, 4)):
        with pytest.raises(ConfigError, match=r"first_dealer must be a whole number from 0 to") as error:
            Config(players=players, first_dealer=seat)
        assert (error.value.field, error.value.clause) == ("first_dealer", "SHELEM-1")
        assert error.value.allowed.startswith(f"a whole number from 0 to {players - 1}")
    assert shelem.seats(Config(players=2)) == 2
    assert shelem.sides(begin(players=2)) == ((0,), (1,))
    assert shelem.sides(begin()) == ((0, 2), (1, 3))


@pytest.mark.parametrize("dealer", range(2))
def test_packets_with_two_players(dealer: int) -> None:
    """SHELEM-20, GEN-10: twelve and twelve, the piles by turns, the widow before the dealer's third pile."""
    state = apply(begin(dealer, players=2), Deal(PACK))
    opponent = 1 - dealer
    assert isinstance(state, Auction)
    assert tuple(state.hand(opponent)) == PACK[:12]
    assert tuple(state.hand(dealer)) == PACK[12:24]
    found = places(state)
    order = [f"pile {opponent} 0", f"pile {dealer} 0", f"pile {opponent} 1", f"pile {dealer} 1", f"pile {opponent} 2", "widow"]
    for at, place in enumerate([*order, f"pile {dealer} 2"]):
        assert found[place] == PACK[24 + 4 * at : 28 + 4 * at]


def test_two_players_draw_lots_and_deal_by_turns() -> None:
    """SHELEM-20, SHELEM-1: the lot is between the two; the rule comes under every second row."""
    state = initial_state(Config(players=2, target=10**6, max_hands=5))
    assert list(legal_actions(state)) == [ChooseDealer(Seat(0)), ChooseDealer(Seat(1))]
    refused(state, ChooseDealer(Seat(2)), "SHELEM-1", "the lot for the first dealer must fall now, on a seat from 0 to 1")
    state = apply(state, ChooseDealer(Seat(1)))
    rng = Random(1)
    while not isinstance(state, MatchOver):
        state = apply(state, legal_actions(state).sample(rng))
    sheet = state.standing.sheet
    assert [row.dealer for row in sheet] == [1, 0, 1, 0, 1]
    assert [row.rule for row in sheet] == [False, True, False, True, False]


@pytest.mark.parametrize(
    ("calls", "hakem"), [("100 pass", 1), ("pass 100", 0), ("100 105 110 pass", 1), ("165", 1), ("100 165", 0)]
)
def test_two_players_bid(calls: str, hakem: int) -> None:
    """SHELEM-21: the opponent first; one bid and the other's pass end it."""
    words = calls.split()
    state = dealt(begin(players=2))
    assert state.actor == 1
    assert isinstance(said(state, " ".join(words[:-1])), Auction)
    ended = said(state, calls)
    assert isinstance(ended, LayingAway)
    assert ended.actor == hakem
    assert len(ended.hand(hakem)) == 16


def test_two_players_both_pass() -> None:
    """SHELEM-21, SHELEM-5, SHELEM-20: the same dealer, the other, or the dealer must bid."""
    for all_pass, dealer in ((AllPass.REDEAL_SAME, 0), (AllPass.REDEAL_NEXT, 1)):
        state = said(dealt(begin(players=2, all_pass=all_pass)), "pass pass")
        assert isinstance(state, AwaitDeal)
        assert (state.standing.dealer, state.standing.hands) == (dealer, 1)
    state = dealt(begin(players=2, all_pass=AllPass.DEALER_MUST_BID))
    assert Pass() in legal_actions(state)
    assert Pass() in legal_actions(said(state, "100"))
    refused(said(state, "pass"), Pass(), "SHELEM-5", "seat 0, the dealer, may not pass: all the others have passed")


def test_four_are_laid_away_from_the_hand_never_from_a_pile() -> None:
    """SHELEM-22: sixteen to choose from; a card of one's own pile is none of them."""
    state = said(dealt(begin(players=2), TWO, TWO_WIDOW, TWO_PILES), "100 pass")
    assert legal_actions(state).size == 1820
    assert state.hand(1) == cards(f"{TWO[1]} {TWO_WIDOW}")
    refused(state, LayAway(cards("5C 8C QC 6S")), "SHELEM-6", "seat 1 does not hold 6♠")
    refused(state, LayAway(cards("5C 8C QC 9C")), "SHELEM-6", "seat 1 does not hold 9♣")


def test_the_first_trick_of_two_players() -> None:
    """SHELEM-22: two cards from the hands; then all six piles are turned up; then one of the hakem's three, one of the other's."""
    state = two_play(0)
    assert isinstance(state, PilePlay)
    assert state.actor == 1
    assert may_play(state) == state.hand(1) == cards("QC KC 8D QD 4H 6H 8H 9H QH AH JS AS")
    nothing = ["None", "None", "None"]
    assert up(state) == [nothing, nothing]
    refused(state, Play(Card.parse("6S")), "GEN-5", "seat 1 does not hold 6♠")
    state = played(state, "AH")
    assert (state.actor, view(state, 0).trump) == (0, Suit.HEARTS)
    assert may_play(state) == cards("2H")
    assert up(state) == [nothing, nothing]
    state = played(state, "2H")
    assert up(state) == [["9C", "3D", "10C"], ["6S", "AD", "2C"]]
    assert state.actor == 1
    assert may_play(state) == cards("6S AD 2C")
    refused(state, Play(Card.parse("QH")), "SHELEM-22", "seat 1 must play a turned-up card of his piles now, not Q♥ from the hand")
    refused(state, Play(Card.parse("9C")), "GEN-5", "seat 1 does not hold 9♣")
    refused(state, Play(Card.parse("4S")), "GEN-5", "seat 1 does not hold 4♠")
    state = played(state, "AD")
    assert state.actor == 0
    assert may_play(state) == cards("9C 3D 10C")
    assert up(state) == [["9C", "3D", "10C"], ["6S", "None", "2C"]]
    state = played(state, "9C")
    assert state.actor == 1
    assert view(state, 0).points == (0, 25)


def test_the_card_under_a_played_one_is_turned_up_at_the_end_of_the_trick() -> None:
    """SHELEM-24, SHELEM-22: the others lie open while the hands are played."""
    state = two_play(1)
    assert up(state) == [["5S", "3D", "10C"], ["6S", "QS", "2C"]]
    assert view(state, None).face_down == ((2, 3, 3), (3, 2, 3))
    assert may_play(state) == state.hand(1)
    refused(state, Play(Card.parse("QS")), "SHELEM-22", "seat 1 must play from the hand now, not Q♠ from a pile")
    assert up(played(state, "QH JD")) == up(state)
    assert up(played(state, "QH JD 6S")) == [["5S", "3D", "10C"], ["None", "QS", "2C"]]
    assert up(played(state, "QH JD 6S 3D")) == [["5S", "JH", "10C"], ["4S", "QS", "2C"]]


def test_hand_cards_are_bound_by_the_hand_and_pile_cards_by_the_piles() -> None:
    """SHELEM-22: each follows if it can, whatever the other holds."""
    state = two_play(1, "QH")
    assert may_play(state) == state.hand(0)  # no heart in the hand
    state = two_play(2, "9H")
    assert may_play(state) == state.hand(0)  # though JH lies turned up
    state = played(state, "2D")
    assert may_play(state) == cards("4S QS 2C")  # though the hand has hearts
    state = played(state, "QS")
    assert may_play(state) == cards("JH")
    refused(state, Play(Card.parse("5S")), "SHELEM-22", "seat 0 must follow hearts")
    refused(two_play(3, "10S"), Play(Card.parse("AH")), "GEN-5", "seat 1 does not hold A♥")
    refused(two_play(3, "10S"), Play(Card.parse("KC")), "SHELEM-22", "seat 1 must follow spades")


def test_the_best_of_four_cards_takes_the_trick_and_its_player_leads_from_the_hand() -> None:
    """SHELEM-22, SHELEM-23: leader's hand, other's hand, leader's piles, other's piles; from the second trick on for the leader."""
    state = two_play(3)  # 9H 2D QS JH: taken with a pile card
    assert state.actor == 0
    assert may_play(state) == state.hand(0)
    state = played(state, "10S")
    assert (state.actor, may_play(state)) == (1, cards("JS AS"))
    state = played(state, "JS")
    assert (state.actor, may_play(state)) == (0, cards("5S"))
    state = played(state, "5S")
    assert (state.actor, may_play(state)) == (1, cards("4S 2S"))
    state = played(state, "2S")
    assert state.actor == 1
    assert [trick.winner for trick in view(state, 0).tricks] == [1, 1, 0, 1]
    assert [trick.leader for trick in view(state, 0).tricks] == [1, 1, 1, 0]


def test_who_plays_on_with_the_piles_that_remain() -> None:
    """SHELEM-24: a pile that is used up is gone."""
    assert up(two_play(7)) == [["9D", "5D", "KH"], ["None", "AC", "2C"]]
    assert may_play(two_play(7, "10D 8D 9D")) == cards("AC 2C")
    assert up(two_play(10)) == [["None", "None", "KH"], ["None", "AC", "KS"]]
    assert may_play(two_play(10, "KC 3C")) == cards("AC")
    assert up(two_play(11)) == [["None", "None", "4D"], ["None", "None", "KS"]]
    assert view(two_play(11), 0).face_down == ((0, 0, 0), (0, 0, 0))
    assert isinstance(two_play(12), AwaitDeal)


def test_two_players_score_as_four() -> None:
    """SHELEM-25: each player stands for a team; a failed bid with less than the other is a yasa."""
    state = two_play(12)
    assert after_row(state) == Row(Seat(0), Seat(1), 100, Suit.HEARTS, (55, 110), (55, 110), (55, 110), rule=False)
    over = two_play(12, target=110)
    end = outcome(over)
    assert end is not None
    assert (end.scores, end.winners, end.places) == ((55, 110), (1,), (2, 1))
    shared = outcome(said(dealt(begin(players=2, max_hands=1)), "pass pass"))
    assert shared is not None
    assert (shared.winners, shared.places) == ((0, 1), (1, 1))


def test_piles_are_no_part_of_the_hand() -> None:
    """SHELEM-20: nor are turned-up cards; they have places of their own, in their order."""
    state = two_play(2, "9H 2D QS")
    assert state.hand(1) == cards("QC KC 8D QD 4H 6H 8H JS AS")
    assert view(state, 1).counts == (9, 9)
    assert view(two_play(2, "9H"), 1).counts == (10, 9)
    found = places(state)
    assert found["pile 1 0"] == parse_cards("4S 5H 7H")
    assert found["pile 1 1"] == parse_cards("2S AC")
    assert found["pile 0 1"] == parse_cards("JH 5D 8S")
    assert found["trick"] == parse_cards("9H 2D QS")
    assert found["tricks 1"] == parse_cards("AH 2H AD 9C QH JD 6S 3D")
    assert found["tricks 0"] == ()
    assert found["laid away"] == tuple(cards(TWO_AWAY))


def test_turned_up_cards_are_seen_by_both_and_the_cards_under_them_by_nobody() -> None:
    """SHELEM-22, SHELEM-20: two deals that differ below what has been turned up look alike, to their owner too."""
    other = TWO_PILES | {1: ("6S 4S 7H 5H", "AD QS AC 2S", "2C 6C 9S KS")}
    state = two_play(2)
    start = laid(said(dealt(begin(players=2), TWO, TWO_WIDOW, other), "100 pass"), TWO_AWAY)
    twin = played(start, " ".join(TWO_PLAY.split(", ")[:2]))
    assert state != twin
    assert [view(state, seat) == view(twin, seat) for seat in (0, 1, None)] == [True, True, True]
    assert view(two_play(3), 0) != view(played(twin, "9H 2D QS JH"), 0)
    assert view(two_play(2), None).opened == view(two_play(2), 0).opened
    assert view(dealt(begin(players=2), TWO, TWO_WIDOW, TWO_PILES), 0).opened == (((), (), ()), ((), (), ()))


# -- what may not be ----------------------------------------------------------------------------------------------------


class Odd:
    def __repr__(self) -> str:
        return "odd"


PHASES: dict[str, State] = {
    "lots": initial_state(),
    "deal": begin(),
    "auction": dealt(begin()),
    "laying away": said(dealt(begin()), "100 pass pass pass"),
    "play": laid(said(dealt(begin()), "100 pass pass pass"), "2C 3C 4C 5C"),
    "pile play": two_play(1),
    "over": an_even_hand(EIGHTY, 80, max_hands=1),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("junk", [None, 5, "Pass", Odd(), Card.parse("AS"), NameTrump(Suit.CLUBS), Pass, (Pass(),)])
def test_what_is_no_action_is_refused_everywhere(phase: str, junk: object) -> None:
    """GEN-5: of whatever type."""
    found = shelem.violation(PHASES[phase], junk)
    assert found is not None
    refused(PHASES[phase], junk, "GEN-5", f"{junk!r} is not an action of shelem")


@pytest.mark.parametrize(
    ("phase", "clause", "sentence", "fitting"),
    [
        ("lots", "SHELEM-1", "the lot for the first dealer must fall now, on a seat from 0 to 3", ChooseDealer),
        ("deal", "SHELEM-2", "the pack must be dealt now", Deal),
        ("auction", "SHELEM-3", "seat 1 must bid or pass now", Bid | Pass),
        ("laying away", "SHELEM-6", "seat 1, the hakem, must lay away four of his cards now", LayAway),
        ("play", "SHELEM-8", "seat 1 must play a card now", Play),
        ("pile play", "SHELEM-22", "seat 1 must play a card now", Play),
        ("over", "GEN-8", "the match is over", ()),
    ],
)
def test_actions_out_of_their_time_are_refused(phase: str, clause: str, sentence: str, fitting: Any) -> None:
    """GEN-5, GEN-8: each phase has its own."""
    some = [ChooseDealer(Seat(0)), Deal(PACK), Bid(165), Pass(), LayAway(cards("2C 3C 4C 5C")), Play(Card.parse("AS"))]
    for action in some:
        if not isinstance(action, fitting):
            refused(PHASES[phase], action, clause, sentence)


@pytest.mark.parametrize("wrong", [None, "110", 110.0, True, Odd(), (110,)])
def test_a_bid_must_be_a_whole_number(wrong: Any) -> None:
    """SHELEM-3, GEN-5, GEN-6."""
    refused(PHASES["auction"], Bid(wrong), "SHELEM-3", f"seat 1 may not bid {wrong!r}: a bid is a whole number")


@pytest.mark.parametrize("phase", ["play", "pile play"])
@pytest.mark.parametrize("wrong", [None, "AS", 5, Odd(), CardSet.parse("AS")])
def test_a_card_must_be_a_card(phase: str, wrong: Any) -> None:
    """GEN-5."""
    refused(PHASES[phase], Play(wrong), "GEN-5", f"{wrong!r} is not a card")


def test_laying_away_what_is_no_set_of_cards() -> None:
    """SHELEM-6, GEN-5."""
    must = "seat 1, the hakem, must lay away four of his cards now, each once"
    refused(PHASES["laying away"], LayAway("2C3C"), "SHELEM-6", f"{must}: ('2', 'C', '3', 'C') is no set of cards")  # type: ignore[arg-type]
    refused(PHASES["laying away"], LayAway([Card.parse("2C"), 5]), "SHELEM-6", f"{must}: (2C, 5) is no set of cards")  # type: ignore[list-item]


@pytest.mark.parametrize("seat", [-1, 4, "1", None])
def test_the_lot_falls_on_a_seat(seat: Any) -> None:
    """SHELEM-1, GEN-5."""
    refused(PHASES["lots"], ChooseDealer(seat), "SHELEM-1", "the lot for the first dealer must fall now, on a seat from 0 to 3")


def test_a_pack_must_be_the_pack() -> None:
    """SHELEM-2, GEN-5: nothing missing, nothing twice, nothing strange, with two players too."""
    for state in (begin(), begin(players=2)):
        refused(state, Deal(PACK[1:]), "GEN-5", "the pack must be its 52 cards; 2♣ is missing")
        refused(state, Deal((*PACK[1:], PACK[1])), "GEN-5", "the pack must be its 52 cards; 3♣ is in it too often")
        refused(state, Deal((*PACK[1:], Card.parse("RJ"))), "GEN-5", "the pack must be its 52 cards; RJ does not belong to it")


def test_case_75_an_action_again() -> None:
    """GEN-5: a card played twice; a call again is another's call, and too low."""
    state = played(PHASES["play"], "AH")
    refused(state, Play(Card.parse("AH")), "GEN-5", "seat 2 does not hold A♥")
    refused(said(PHASES["auction"], "110"), Bid(110), "SHELEM-3", "seat 2 may not bid 110: 110 has been bid already")


def test_a_server_refuses_who_is_not_to_act_before_it_looks_at_any_card() -> None:
    """GEN-5."""
    for seat in (0, 2, 3):
        with pytest.raises(IllegalAction, match=f"it is not the turn of seat {seat}") as refusal:
            shelem.submit(PHASES["play"], seat, Play(Card.parse("AH")))
        assert not refusal.value.legal
    assert shelem.submit(PHASES["play"], 1, Play(Card.parse("AH"))) == played(PHASES["play"], "AH")
    with pytest.raises(LookupError):
        shelem.submit(PHASES["pile play"], 2, Play(Card.parse("AH")))


def test_deals_that_cannot_be_arranged() -> None:
    """SHELEM-2, SHELEM-20."""
    with pytest.raises(ValueError, match="no deal is due in the phase Auction"):
        deal_for(PHASES["auction"], {})
    with pytest.raises(ValueError, match="seat 2 is dealt 12 cards, not 13"):
        deal_for(begin(), {2: "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"})
    with pytest.raises(ValueError, match="the widow is dealt 4 cards, not 5"):
        deal_for(begin(), {}, widow="2C 3C 4C 5C 6C")
    with pytest.raises(ValueError, match="2C is named twice"):
        deal_for(begin(), {2: "2C"}, widow="2C")
    with pytest.raises(ValueError, match="four players have no piles; two have three each"):
        deal_for(begin(), {}, piles={1: ("2C",)})
    with pytest.raises(ValueError, match="the pile 2 of the other player is dealt 4 cards, not 5"):
        deal_for(begin(players=2), {}, piles={1: ("", "2C 3C 4C 5C 6C")})
    with pytest.raises(ValueError, match="the pile 4 of the dealer is dealt 0 cards, not 1"):
        deal_for(begin(players=2), {}, piles={0: ("", "", "", "2C")})
    for wrong in (4, -1, "1"):
        with pytest.raises(LookupError):
            deal_for(begin(), {wrong: "2C"})  # type: ignore[dict-item]
    with pytest.raises(LookupError):
        deal_for(begin(players=2), {}, piles={2: ("2C",)})


@pytest.mark.parametrize("phase", PHASES)
def test_an_unknown_seat(phase: str) -> None:
    """GEN-1, case 76: raises in views and events, and where a hand is asked for."""
    state = PHASES[phase]
    players = state.standing.config.players
    for seat in (players, -1, True, "0"):
        with pytest.raises(LookupError):
            view(state, seat)  # type: ignore[arg-type]
        with pytest.raises(LookupError):
            state.hand(seat)  # type: ignore[arg-type]
    if phase != "over":
        with pytest.raises(LookupError):
            seen(state, legal_actions(state)[0], players)


# -- what a seat sees ---------------------------------------------------------------------------------------------------


def test_views_tell_the_auction_and_ones_own_cards() -> None:
    """SHELEM-3, SHELEM-D3: calls with their players; a pass is no bid of nothing (case 18)."""
    state = said(dealt(begin(3), EVEN, EVEN_WIDOW), "pass 100 110")
    assert state.actor == 3
    for seat in range(4):
        mine = view(state, seat)
        assert mine.calls == (Call(Seat(0), None), Call(Seat(1), 100), Call(Seat(2), 110))
        assert (mine.phase, mine.bid, mine.hakem, mine.trump) == (Phase.AUCTION, 110, None, None)
        assert mine.hand == state.hand(seat)
        assert mine.counts == (12, 12, 12, 12)
        assert (mine.legal == legal_actions(state)) is (seat == 3)
        assert bool(mine.legal) is (seat == 3)
    assert view(dealt(begin()), 1).bid is None
    assert view(state, None).hand == CardSet()
    assert view(state, None).legal is NOTHING


def test_views_while_the_hakem_lays_away() -> None:
    """SHELEM-6, SHELEM-D1: all know that he holds sixteen, and he alone which."""
    state = said(dealt(begin(), EVEN, EVEN_WIDOW), "100 pass pass pass")
    assert view(state, 1).hand == cards(f"{EVEN[1]} {EVEN_WIDOW}")
    assert view(state, 1).legal == legal_actions(state)
    for seat in (0, 2, 3, None):
        mine = view(state, seat)
        assert (mine.phase, mine.hakem, mine.bid, mine.counts) == (Phase.LAYING_AWAY, 1, 100, (12, 16, 12, 12))
        assert mine.legal is NOTHING


def test_views_of_a_trick() -> None:
    """SHELEM-8, SHELEM-D3: every card played, its player, the winners, and the points of the tricks."""
    state = laid(said(dealt(begin(), EVEN, EVEN_WIDOW), "100 pass pass pass"), EVEN_AWAY)
    state = played(state, "QH 5H 9H 2H, JH 6S")
    mine = view(state, 3)
    assert mine.phase is Phase.TRICK_PLAY
    assert mine.trick == ((1, Card.parse("JH")), (2, Card.parse("6S")))
    assert [(trick.leader, trick.winner, trick.cards) for trick in mine.tricks] == [(1, 1, parse_cards("QH 5H 9H 2H"))]
    assert mine.played == parse_cards("QH 5H 9H 2H")
    assert mine.counts == (11, 10, 10, 11)
    assert mine.points == (0, 10)
    assert mine.legal == legal_actions(state) == Listed([Play(Card.parse("10H"))])
    assert mine.turned_up == ((), (), (), ())
    assert mine.face_down == ((), (), (), ())
    assert view(state, 0).legal is NOTHING


@pytest.mark.parametrize("phase", ["auction", "laying away", "play", "pile play"])
def test_a_spectator_sees_no_hand(phase: str) -> None:
    """Case 76, SHELEM-6: nor what has been laid away."""
    watched = view(PHASES[phase], None)
    assert (watched.hand, watched.laid_away, watched.legal) == (CardSet(), CardSet(), NOTHING)
    assert "your hand" not in str(watched)


def test_views_between_hands_and_at_the_end() -> None:
    """SHELEM-1, GEN-8, GEN-10: nothing is left of the hand but the sheet."""
    for phase, kind in (("lots", Phase.AWAIT_DEALER), ("deal", Phase.AWAIT_DEAL), ("over", Phase.MATCH_OVER)):
        for seat in (0, 3, None):
            mine = view(PHASES[phase], seat)
            assert mine.phase is kind
            assert mine.actor == PHASES[phase].actor
            assert mine.standing is PHASES[phase].standing
            assert (mine.hand, mine.legal, mine.counts, mine.calls) == (CardSet(), NOTHING, (0, 0, 0, 0), ())
            assert (mine.trick, mine.tricks, mine.points, mine.hakem, mine.bid) == ((), (), (0, 0), None, None)
            assert worlds(mine).size == 1
            assert worlds(mine).sample(Random(1)) == PHASES[phase]
    assert view(begin(players=2), 0).counts == (0, 0)


def test_the_legal_actions_of_a_view_are_those_of_the_state() -> None:
    """SHELEM-22, GEN-5: in every part of a trick of two players, for him whose turn it is and nobody else."""
    state = two_play(0)
    for card in parse_cards(TWO_PLAY):
        assert list(view(state, state.actor).legal) == list(legal_actions(state))  # type: ignore[arg-type]
        assert view(state, 1 - state.actor).legal is NOTHING  # type: ignore[operator]
        state = apply(state, Play(card))


def test_a_view_for_a_terminal() -> None:
    """SHELEM-22, SHELEM-6: what matters, in a few lines."""
    assert str(view(two_play(2, "9H 2D QS"), 1)).splitlines() == [
        "playing with piles; turn of seat 0; points 0 to 0",
        "auction: seat 1 100, seat 0 pass",
        "hakem: seat 1 at 100, trump hearts ♥",
        "taken: 0 to 30",
        "piles of seat 0: 5♠ (2), J♥ (2), 10♣ (3)",
        "piles of seat 1: 4♠ (2), - (2), 2♣ (3)",
        "table: seat 1 9♥, seat 0 2♦, seat 1 Q♠",
        "your hand: Q♣ K♣ 8♦ Q♦ 4♥ 6♥ 8♥ J♠ A♠",
        "you laid away: 5♣ 8♣ 6♦ 3♠",
    ]
    assert str(view(PHASES["play"], 2)).splitlines()[2:] == [
        "hakem: seat 1 at 100",
        "your hand: A♣ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦",
    ]
    assert str(view(PHASES["over"], None)) == "over; points 85 to 80"


def test_what_is_noticed() -> None:
    """SHELEM-2, SHELEM-6, SHELEM-22, SHELEM-24, SHELEM-D2: public actions as they are, of the others their public part."""
    assert seen(PHASES["lots"], ChooseDealer(Seat(0)), 2) == ChooseDealer(Seat(0))
    deal = deal_for(begin(), EVEN, widow=EVEN_WIDOW)
    assert seen(begin(), deal, 2) == Dealt(cards(EVEN[2]))
    assert seen(begin(), deal, None) == Dealt(CardSet())
    state = dealt(begin(), EVEN, EVEN_WIDOW)
    assert [seen(state, call, 0) for call in (Bid(100), Pass())] == [Bid(100), Pass()]
    assert [seen(state, Bid(165), seat) for seat in (0, 1, None)] == [
        AuctionEnded(Seat(1), 165, CardSet()),
        AuctionEnded(Seat(1), 165, cards(EVEN_WIDOW)),
        AuctionEnded(Seat(1), 165, CardSet()),
    ]
    last = said(state, "100 pass pass")
    assert [seen(last, Pass(), seat) for seat in (0, 1)] == [
        AuctionEnded(Seat(1), 100, CardSet()),
        AuctionEnded(Seat(1), 100, cards(EVEN_WIDOW)),
    ]
    assert seen(said(state, "pass pass pass"), Pass(), 1) == Pass()
    away = LayAway(cards(EVEN_AWAY))
    assert [seen(said(last, "pass"), away, seat) for seat in (0, 1, 3, None)] == [LaidAway(4), away, LaidAway(4), LaidAway(4)]
    assert seen(laid(said(last, "pass"), EVEN_AWAY), Play(Card.parse("QH")), 3) == Play(Card.parse("QH"))
    with pytest.raises(IllegalAction):
        seen(state, Bid(90), 1)


def test_cards_that_are_turned_up_are_noticed_with_the_card_that_was_played() -> None:
    """SHELEM-22, SHELEM-24, SHELEM-D2: by both, and by a spectator."""
    for seat in (0, 1, None):
        assert seen(two_play(0), Play(Card.parse("AH")), seat) == Play(Card.parse("AH"))
        first = seen(two_play(0, "AH"), Play(Card.parse("2H")), seat)
        assert first == PilesTurned(Card.parse("2H"), parse_cards("9C 3D 10C 6S AD 2C"))
        assert seen(two_play(0, "AH 2H"), Play(Card.parse("AD")), seat) == Play(Card.parse("AD"))
        assert seen(two_play(0, "AH 2H AD"), Play(Card.parse("9C")), seat) == PilesTurned(Card.parse("9C"), parse_cards("5S QS"))
        assert seen(two_play(6, "4H JC 7H"), Play(Card.parse("10H")), seat) == PilesTurned(Card.parse("10H"), parse_cards("KH"))
        assert seen(two_play(11, "KD QC 4D"), Play(Card.parse("KS")), seat) == Play(Card.parse("KS"))


# -- what a seat may imagine --------------------------------------------------------------------------------------------


def multinomial(*parts: int) -> int:
    ways = factorial(sum(parts))
    for part in parts:
        ways //= factorial(part)
    return ways


def test_how_many_worlds_there_are() -> None:
    """SHELEM-2, SHELEM-6, SHELEM-20: the widow is hidden until it is taken up, what was laid away from all but the hakem; the
    order of a pile counts."""
    state = dealt(begin(), EVEN, EVEN_WIDOW)
    assert worlds(view(state, 0)).size == multinomial(12, 12, 12, 4)
    assert worlds(view(state, None)).size == multinomial(12, 12, 12, 12, 4)
    state = said(state, "100 pass pass pass")
    assert worlds(view(state, 1)).size == multinomial(12, 12, 12)
    assert worlds(view(state, 0)).size == multinomial(16, 12, 12)
    state = laid(state, EVEN_AWAY)
    assert worlds(view(state, 1)).size == multinomial(12, 12, 12)
    assert worlds(view(state, 0)).size == multinomial(12, 12, 12, 4)
    state = dealt(begin(players=2), TWO, TWO_WIDOW, TWO_PILES)
    assert worlds(view(state, 0)).size == multinomial(12, 4, 24) * factorial(24)
    state = said(state, "100 pass")
    assert worlds(view(state, 1)).size == multinomial(12, 24) * factorial(24)
    assert worlds(view(state, 0)).size == multinomial(16, 24) * factorial(24)
    state = laid(state, TWO_AWAY)
    assert worlds(view(state, 0)).size == multinomial(12, 4, 24) * factorial(24)
    state = played(state, "AH 2H")
    assert worlds(view(state, 1)).size == multinomial(11, 18) * factorial(18)
    state = played(state, "AD 9C, QH JD")  # seat 0 has no heart in the hand; 13 less his own AH QH 4H 6H 8H 9H, and 2H
    assert worlds(view(state, 1)).size == comb(16 + 10 - 6, 10) * factorial(16)


@pytest.mark.parametrize("players", [2, 4])
def test_case_78_worlds_before_the_play_look_as_they_should_and_vary(players: int) -> None:
    """SHELEM-2, SHELEM-6, SHELEM-20: in the auction and while the hakem lays away; the hand begins alike in each."""
    state, rng = dealt(begin(players=players)), Random(2)
    for now in (state, said(state, "165")):
        for seat in (*range(players), None):
            mine = view(now, seat)
            imagined = [worlds(mine).sample(rng) for _ in range(8)]
            assert len(set(imagined)) == 8
            for world in imagined:
                assert type(world) is type(now)
                assert view(world, seat) == mine
                assert Counter(card for cards in places(world).values() for card in cards) == Counter(PACK)
                assert places(world).keys() == places(now).keys()
            assert shelem.determinize(mine, Random(4)) == shelem.determinize(mine, Random(4))
    if players == 2:
        tops = {places(worlds(view(state, 0)).sample(rng))["pile 0 0"][0] for _ in range(60)}
        assert len(tops) > 20


def test_a_void_is_of_the_hand_alone() -> None:
    """SHELEM-22, SHELEM-6: the piles, and what was laid away, may have the suit that a hand did not follow."""
    rng = Random(5)
    mine = view(two_play(2), 1)
    assert mine.voids == (frozenset({Suit.HEARTS}), frozenset())
    hearts = CardSet(card for card in PACK if card.suit is Suit.HEARTS)
    imagined = [worlds(mine).sample(rng) for _ in range(50)]
    assert not any(world.hand(0) & hearts for world in imagined)
    assert {len(hearts & set(places(world)["pile 0 2"])) for world in imagined} >= {0, 1}
    theirs = view(
        played(laid(said(dealt(begin(), EVEN, EVEN_WIDOW), "100 pass pass pass"), "7C AC 5D 4S"), "QH 5H 9H 2H, JH 6S"), 0
    )
    assert theirs.voids[2] == frozenset({Suit.HEARTS})
    imagined = [worlds(theirs).sample(rng) for _ in range(50)]
    assert not any(world.hand(2) & hearts for world in imagined)
    assert any(hearts & set(places(world)["laid away"]) for world in imagined)
    assert len({places(world)["laid away"] for world in imagined}) > 40


def deals(unseen: tuple[Card, ...], sizes: Sequence[int]) -> Iterator[list[tuple[Card, ...]]]:
    """All ways to share out the cards, the last share in every order."""
    if len(sizes) == 1:
        yield from ([order] for order in permutations(unseen))
        return
    for some in combinations(unseen, sizes[0]):
        rest = tuple(card for card in unseen if card not in some)
        yield from ([some, *others] for others in deals(rest, sizes[1:]))


def replayed(mine: View, hands: list[CardSet], away: CardSet, piles: list[list[str]]) -> State | None:
    """The hand in progress played again with other cards; None where a card could not be played."""
    config = mine.standing.config
    state: State = initial_state(Config(players=config.players, first_dealer=0))
    texts = {seat: " ".join(card.code for card in hand) for seat, hand in enumerate(hands)}
    state = dealt(state, texts, " ".join(card.code for card in away), dict(enumerate(piles)) if config.players == 2 else None)
    try:
        for call in mine.calls:
            state = apply(state, Pass() if call.bid is None else Bid(call.bid))
        state = apply(state, LayAway(away))
        for card in (*mine.played, *mine.trick_cards):
            state = apply(state, Play(card))
    except IllegalAction:
        return None
    return state


def possible(mine: View) -> tuple[set[State], int]:
    """All states that give this view, found by playing every deal again; and how many deals were tried."""
    players = mine.standing.config.players
    table = {*mine.played, *mine.trick_cards, *(card for own in mine.opened for pile in own for card in pile)}
    unseen = tuple(card for card in PACK if card not in table and card not in mine.hand and card not in mine.laid_away)
    counts = [0 if seat == mine.seat else count for seat, count in enumerate(mine.counts)]
    hidden = 0 if mine.seat == mine.hakem else 4
    begun = [list(mine.hand) if seat == mine.seat else [] for seat in range(players)]
    turns = [(trick.leader, trick.cards) for trick in mine.tricks] + ([(mine.trick[0][0], mine.trick_cards)] if mine.trick else [])
    for leader, fallen in turns:
        for at, card in enumerate(fallen[:players]):
            begun[(leader + at) % players].append(card)
    found, tried = set(), 0
    for *shares, away, order in deals(unseen, [*counts, hidden, sum(map(sum, mine.face_down))]):
        tried += 1
        down = iter(order)
        piles = [
            [" ".join(card.code for card in (*pile, *(next(down) for _ in range(4 - len(pile))))) for pile in own]
            for own in mine.opened
        ]
        hands = [CardSet((*hand, *share)) for hand, share in zip(begun, shares, strict=True)]
        state = replayed(mine, hands, CardSet((*mine.laid_away, *away)), piles)
        if state is not None and view(state, mine.seat) == mine:
            found.add(state)
    return found, tried


def to_the_end(seed: int, cards_left: int, **chosen: Any) -> State:
    """A hand played at random until so many cards are left in the hands; seat 1 is hakem."""
    rng = Random(seed)
    state = begin(**chosen)
    state = apply(state, legal_actions(state).sample(rng))
    state = said(state, "100 pass" if chosen.get("players") == 2 else "100 pass pass pass")
    state = apply(state, legal_actions(state).sample(rng))
    while sum(len(state.hand(seat)) for seat in range(state.standing.config.players)) > cards_left:
        state = apply(state, legal_actions(state).sample(rng))
    return state


@pytest.mark.long
@pytest.mark.parametrize(
    ("seed", "left", "seat", "players"),
    [
        (2, 8, 1, 4),
        (6, 8, 1, 4),
        (1, 7, 1, 4),
        (4, 3, 0, 4),
        (4, 4, 2, 4),
        (3, 2, None, 4),
        (3, 5, 1, 2),
        (2, 3, 0, 2),
        (3, 3, 0, 2),
        (3, 2, None, 2),
    ],
)
def test_worlds_are_all_that_fit_and_equally_likely(seed: int, left: int, seat: int | None, players: int) -> None:
    """SHELEM-6, SHELEM-8, SHELEM-20, SHELEM-22, SHELEM-24: by brute force on small ends, and by chi-squared."""
    mine = view(to_the_end(seed, left, players=players), seat)
    found, tried = possible(mine)
    imagined = worlds(mine)
    assert imagined.size == len(found)
    assert tried > len(found) > 1  # a void forbids some
    rng, times = Random(seed), 20 * len(found)
    drawn = Counter(imagined.sample(rng) for _ in range(times))
    assert drawn.keys() == found
    expected = times / len(found)
    chi = sum((drawn[state] - expected) ** 2 / expected for state in found)
    assert chi < len(found) + 5 * (2 * len(found)) ** 0.5


# -- what is constant ---------------------------------------------------------------------------------------------------


def shelem_points(state: State) -> None:
    """Law 5: 165 points a hand, rows that follow from one another, and as many cards as there should be (SHELEM-9 to SHELEM-14)."""
    standing = state.standing
    config, team, totals = standing.config, standing.lineup.team, [0, 0]
    for row in standing.sheet:
        hakem, other = team[row.hakem], 1 - team[row.hakem]
        assert sum(row.points) == 165
        assert row.points[hakem] >= 5
        assert row.bid % 5 == 0
        assert config.min_bid <= row.bid <= 165
        assert row.scores[other] == row.points[other]
        shelem = {ShelemAward.DOUBLE: 330, ShelemAward.WINS_MATCH: 165, ShelemAward.DOUBLE_BID: 2 * row.bid}[config.shelem]
        yasa = {Yasa.ALL_POINTS: -165, Yasa.DOUBLE_BID: -2 * row.bid, Yasa.OFF: -row.bid}[config.yasa]
        taken, success = row.points[hakem], config.success is SuccessScore.POINTS_TAKEN
        made = shelem if taken == 165 else taken if success else row.bid
        assert row.scores[hakem] == (made if taken >= row.bid or taken == 165 else yasa if taken <= 80 else -row.bid)
        totals = [total + score for total, score in zip(totals, row.scores, strict=True)]
        assert row.totals == tuple(totals)
        assert row.shelem is (taken == 165)
    assert standing.totals == tuple(totals)
    assert standing.hands >= len(standing.sheet)
    if isinstance(state, TrickPlay | PilePlay):
        found = places(state)
        assert len(found["laid away"]) == 4
        assert len(state.played) == 4 * len(view(state, None).tricks)
        tricks = 12 - len(state.played) // 4
        held = [len(state.hand(seat)) for seat in range(config.players)]
        assert sum(held) == config.players * tricks - len(state.trick[: config.players])
        assert max(held) - min(held) in (0, 1)


@pytest.mark.parametrize("seed", range(6))
def test_points_and_cards_add_up(seed: int) -> None:
    """SHELEM-9, SHELEM-10, SHELEM-11, SHELEM-12, SHELEM-25: in every state of games played at random, with each option."""
    rng = Random(seed)
    config = Config(
        players=rng.choice([2, 4]),
        min_bid=rng.choice([1, 60, 100]),
        all_pass=list(AllPass)[seed % 3],
        success=list(SuccessScore)[seed % 2],
        shelem=list(ShelemAward)[seed % 3],
        yasa=list(Yasa)[seed % 3],
        target=300,
        max_hands=8,
    )
    state = initial_state(config)
    while legal := legal_actions(state):
        shelem_points(state)
        bids = [action for action in (Bid(60), Bid(80)) if action in legal]
        state = apply(state, bids[0] if bids else Pass() if Pass() in legal else legal.sample(rng))
    shelem_points(state)


# -- the game as the library knows it -----------------------------------------------------------------------------------


def test_the_game_by_name() -> None:
    """GEN-1: play goes to the right."""
    assert GAMES["shelem"] is shelem.GAME
    assert shelem.GAME.persian_name == "شلم"
    assert shelem.GAME.rotation.value.startswith("to the right")


def test_the_options_and_their_defaults() -> None:
    """SHELEM-1, SHELEM-3, SHELEM-5, SHELEM-10 to SHELEM-13, SHELEM-20, GEN-9."""
    assert [(one.name, one.default, one.clause) for one in options(Config)] == [
        ("players", 4, "SHELEM-20"),
        ("first_dealer", None, "SHELEM-1"),
        ("min_bid", 100, "SHELEM-3"),
        ("all_pass", AllPass.REDEAL_SAME, "SHELEM-5"),
        ("success", SuccessScore.POINTS_TAKEN, "SHELEM-10"),
        ("shelem", ShelemAward.DOUBLE, "SHELEM-11"),
        ("yasa", Yasa.ALL_POINTS, "SHELEM-12"),
        ("target", 1200, "SHELEM-13"),
        ("max_hands", None, "GEN-9"),
    ]
    for name in ("all_pass", "success", "shelem", "yasa"):
        with pytest.raises(ConfigError, match=f"{name} must be one of"):
            Config(**{name: "double"})  # type: ignore[arg-type]


def with_dealer(config: Config) -> State:
    state = initial_state(config)
    return apply(state, ChooseDealer(Seat(0))) if isinstance(state, AwaitDealer) else state


def test_case_8_every_option_acts() -> None:
    """SHELEM-1, SHELEM-3, SHELEM-5, SHELEM-10 to SHELEM-13, SHELEM-20, GEN-9: flipped alone, each changes something."""

    def hand(play: str, bid: int) -> Callable[[Config], Any]:
        def told(config: Config) -> Any:
            state = said(dealt(with_dealer(config), EVEN, EVEN_WIDOW), f"{bid} pass pass pass")
            state = played(laid(state, EVEN_AWAY), play)
            return state.standing.totals, outcome(state)

        return told

    tried: dict[str, tuple[Any, Callable[[Config], Any]]] = {
        "players": (2, lambda config: legal_actions(initial_state(config)).size),
        "first_dealer": (0, lambda config: initial_state(config).standing.dealer),
        "min_bid": (95, lambda config: legal_actions(dealt(with_dealer(config))).size),
        "all_pass": (AllPass.REDEAL_NEXT, lambda config: said(dealt(with_dealer(config)), "pass pass pass pass").standing.dealer),
        "success": (SuccessScore.BID, lambda config: hand_of_the_sheet(a_shelem(with_dealer(config), 1), 1).standing.totals),
        "shelem": (ShelemAward.DOUBLE_BID, lambda config: a_shelem(with_dealer(config), 1).standing.totals),
        "yasa": (Yasa.OFF, hand(EIGHTY, 100)),
        "target": (80, hand(EIGHTY, 100)),
        "max_hands": (1, hand(EIGHTY, 100)),
    }
    assert tried.keys() == {one.name for one in options(Config)}
    for name, (value, told) in tried.items():
        assert told(Config()) != told(Config(**{name: value})), name


@pytest.mark.parametrize("players", [2, 4])
def test_a_record_of_a_match_is_read_back(players: int) -> None:
    """GEN-4, SHELEM-6: laying away is written as its cards."""
    rng = Random(3)
    record = Record.begin(shelem.GAME, Config(players=players, max_hands=2, yasa=Yasa.OFF))
    state = initial_state(record.config)
    while legal := legal_actions(state):
        action = legal.sample(rng)
        state, record = apply(state, action), record.then(action)
    assert "LayAway " in str(record)
    assert Record.parse(str(record)) == record
    assert record.last() == state
