"""Spades by the rulebook: each test names the clauses that it holds the engine to (`docs/rules/spades.md`)."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb, factorial
from random import Random
from typing import Any

import attrs
import pytest

from persian_cards.actions import CHANCE, NOTHING, Combinations, NameTrump, Pass
from persian_cards.cards import BLACK_JOKER, FULL, PACK, RANKS, SUITS, Card, CardSet, Suit
from persian_cards.errors import ConfigError, IllegalAction
from persian_cards.game import Rotation
from persian_cards.games import GAMES, spades
from persian_cards.games.spades import (
    GAME,
    Action,
    AwaitDeal,
    Bid,
    Bidding,
    BidDoubleNil,
    BlindNil,
    Call,
    ChooseDealer,
    Config,
    Deal,
    Dealt,
    DoubleNilBid,
    DrawDealer,
    Exchange,
    Give,
    Given,
    Look,
    Looked,
    MatchOver,
    Phase,
    Play,
    Sandbags,
    State,
    TrickPlay,
    View,
    apply,
    deal_for,
    determinize,
    initial_state,
    legal_actions,
    outcome,
    places,
    seen,
    submit,
    tally,
    view,
    violation,
    worlds,
)
from persian_cards.options import options
from persian_cards.record import Record
from persian_cards.table import SEATS_OF_FOUR

DOUBLE_NIL = BidDoubleNil()
NO_EXCHANGE = BlindNil(exchange=0)
EVERYBODY = (None, 0, 1, 2, 3)
NO_VOID = frozenset[Suit]()
FLAT = ("AC KC", "AD KD", "AH KH", "AS KS")


def after(state: State, *actions: Action) -> State:
    for action in actions:
        state = apply(state, action)
    return state


def dealt(hands: Mapping[int, str] | Sequence[str], config: Config) -> State:
    """The hands are dealt; the first to act is the player after the first dealer."""
    state = initial_state(config)
    named = hands if isinstance(hands, Mapping) else dict(enumerate(hands))
    return apply(state, deal_for(state, named))


def call(state: State, *calls: int | BidDoubleNil) -> State:
    """One after another the players bid, and look first if they bid a number."""
    for one in calls:
        if isinstance(one, int):
            assert isinstance(state, Bidding)
            if not state.looked[state.actor]:
                state = apply(state, Look())
            state = apply(state, Bid(one))
        else:
            state = apply(state, one)
    return state


def play(state: State, cards: str) -> State:
    return after(state, *map(Play, cards_in(cards)))


def cards_in(text: str) -> list[Card]:
    return [Card.parse(code) for code in text.split()]


def legal_cards(state: State) -> str:
    found = legal_actions(state)
    assert all(isinstance(action, Play) for action in found)
    return " ".join(action.card.code for action in found if isinstance(action, Play))


def hand_taking(tricks: Sequence[int], first: int) -> tuple[dict[int, list[Card]], list[Card]]:
    """Hands, and the order in which their cards fall, in which the seats take so many tricks when `first` leads.

    Three tricks in each of clubs, diamonds, hearts; then three aces and, from the winner of the tenth, the ace of spades; then
    three tricks in spades. Where one seat takes all thirteen, it holds all the spades.
    """
    assert sum(tricks) == 13
    order = [(first + turn) % 4 for turn in range(4)]
    hands: dict[int, list[Card]] = {seat: [] for seat in range(4)}
    falling: list[Card] = []
    if max(tricks) == 13:
        winner = list(tricks).index(13)
        suits = iter(SUITS[:3])
        for seat in range(4):
            suit = Suit.SPADES if seat == winner else next(suits)
            hands[seat] = [card for card in PACK if card.suit is suit]
        leader = first
        for trick in range(13):
            falling += [hands[(leader + turn) % 4][trick] for turn in range(4)]
            leader = winner
        return hands, falling
    left = list(tricks)
    tenth = max(range(4), key=lambda seat: left[seat])
    left[tenth] -= 1
    ninth = next(seat for seat in range(4) if left[seat] and seat != tenth)
    left[ninth] -= 1
    rest = [seat for seat in range(4) for _ in range(left[seat])]
    winners = [*rest[:8], ninth, tenth, *rest[8:]]
    leader = order[0]
    suits_led = [suit for suit in SUITS[:3] for _ in range(3)] + [None] + [Suit.SPADES] * 3
    for number, (led, winner) in enumerate(zip(suits_led, winners, strict=True)):
        turn = [(leader + step) % 4 for step in range(4)]
        if led is None:
            others = iter(("AC", "AD", "AH"))
            cards = {seat: Card.parse("AS" if seat == winner else next(others)) for seat in turn}
        else:
            of_suit = [card for card in PACK if card.suit is led]
            start = 4 * (number % 3 if number < 9 else number - 10)
            four = of_suit[start : start + 4]
            low = iter(four[:3])
            cards = {seat: four[3] if seat == winner else next(low) for seat in turn}
        for seat in turn:
            hands[seat].append(cards[seat])
            falling.append(cards[seat])
        leader = winner
    return hands, falling


def hand_played(state: State, calls: Sequence[int | BidDoubleNil], tricks: Sequence[int]) -> State:
    """A whole hand is played: `calls` and `tricks` are by seat."""
    first = state.standing.first
    hands, falling = hand_taking(tricks, first)
    state = apply(state, deal_for(state, hands))
    state = call(state, *(calls[(first + turn) % 4] for turn in range(4)))
    return after(state, *map(Play, falling))


def after_hands(config: Config, *hands: tuple[Sequence[int | BidDoubleNil], Sequence[int]]) -> State:
    state = initial_state(config)
    for calls, tricks in hands:
        state = hand_played(state, calls, tricks)
    return state


def scored(calls: Sequence[int | BidDoubleNil], tricks: Sequence[int], config: Config | None = None) -> tuple[int, int]:
    """What the first hand of a match scores by team."""
    if config is None:
        config = Config(first_dealer=3, blind_nil=NO_EXCHANGE)
    return after_hands(config, (calls, tricks)).standing.sheet[0].points


def refused(state: State, action: object, clause: str, text: str) -> None:
    """The action is refused with this clause and text, in every way in which it can be asked for, and the state is as it was."""
    before = pickle.dumps(state)
    found = violation(state, action)
    assert found is not None
    assert (found.clause, found.text) == (clause, text)
    assert action not in legal_actions(state)
    with pytest.raises(IllegalAction) as error:
        apply(state, action)  # type: ignore[arg-type]  # that is what is tried
    assert error.value.violation == found
    assert error.value.seat == state.actor
    assert error.value.legal == legal_actions(state)
    assert pickle.dumps(state) == before


# -- SPADES-1: the deal -------------------------------------------------------------------------------------------------


def test_first_dealer_by_lot() -> None:
    """SPADES-1: the first dealer is found by lot, all seats alike."""
    state = initial_state()
    assert isinstance(state, DrawDealer)
    assert state.actor is CHANCE
    assert list(legal_actions(state)) == [ChooseDealer(seat) for seat in state.standing.lineup.order]
    for seat in range(4):
        found = apply(state, legal_actions(state)[seat])
        assert isinstance(found, AwaitDeal)
        assert found.standing.dealer == seat
        assert found.standing.first == (seat + 1) % 4


def test_first_dealer_given() -> None:
    """SPADES-1: a first dealer that is given needs no lot; seat 0 is a seat, and None is none."""
    for seat in range(4):
        state = initial_state(Config(first_dealer=seat))
        assert isinstance(state, AwaitDeal)
        assert state.standing.dealer == seat
    assert Config().first_dealer is None


def test_dealing() -> None:
    """SPADES-1, GEN-10: thirteen cards each, one at a time, the player after the dealer first."""
    state = apply(initial_state(Config(first_dealer=1)), Deal(PACK))
    assert [len(state.hand(seat)) for seat in range(4)] == [13, 13, 13, 13]
    for turn, seat in enumerate((2, 3, 0, 1)):
        assert state.hand(seat) == CardSet(PACK[turn::4])


def test_deal_passes_to_the_left() -> None:
    """SPADES-1, GEN-D1: the next dealer is the player after the last one, whoever has won, after the last hand too."""
    state = initial_state(Config(first_dealer=2))
    dealers = []
    for _ in range(5):
        dealers.append(state.standing.dealer)
        state = hand_played(state, (3, 3, 3, 3), (4, 3, 3, 3))
    assert dealers == [2, 3, 0, 1, 2]
    assert [row.dealer for row in state.standing.sheet] == dealers
    over = hand_played(initial_state(Config(first_dealer=2, max_hands=1)), (3, 3, 3, 3), (4, 3, 3, 3))
    assert (type(over), over.standing.dealer, over.standing.sheet[-1].dealer) == (MatchOver, 3, 2)


def test_hands_are_empty_between_deals() -> None:
    """SPADES-1, GEN-10: nobody holds cards before a deal and after the match, and the pack is whole."""
    config = Config(first_dealer=0, max_hands=2)
    first, between = initial_state(config), after_hands(config, ((3, 3, 3, 3), (4, 3, 3, 3)))
    over = hand_played(between, (3, 3, 3, 3), (4, 3, 3, 3))
    assert isinstance(over, MatchOver)
    for state in (initial_state(), first, between, over):
        assert [len(state.hand(seat)) for seat in range(4)] == [0, 0, 0, 0]
        assert places(state) == {"pack": PACK}


def test_deal_for() -> None:
    """SPADES-1: `deal_for` gives the named cards to the seats, and says what cannot be dealt."""
    state = initial_state(Config(first_dealer=0))
    found = apply(state, deal_for(state, {3: "AS KS", 0: cards_in("2C")}))
    assert CardSet.parse("AS KS") <= found.hand(3)
    assert Card.parse("2C") in found.hand(0)
    assert len(found.hand(1)) == 13
    with pytest.raises(ValueError, match="13 cards"):
        deal_for(state, {1: PACK[:14]})
    with pytest.raises(LookupError):
        deal_for(state, {4: "AS"})
    with pytest.raises(ValueError, match="no deal is due in the phase Bidding"):
        deal_for(found, {})


# -- SPADES-2: bidding --------------------------------------------------------------------------------------------------


def test_bidding_goes_round_once() -> None:
    """SPADES-2: the dealer's left bids first, each player once, the dealer last; then the first trick is led."""
    for dealer in range(4):
        state = dealt({}, Config(first_dealer=dealer))
        for turn in range(1, 5):
            assert isinstance(state, Bidding)
            assert state.actor == (dealer + turn) % 4
            state = call(state, turn)
        assert isinstance(state, TrickPlay)
        assert state.contract.bids == tuple(Bid((seat - dealer - 1) % 4 + 1) for seat in range(4))


def test_bids_are_0_to_13() -> None:
    """SPADES-2: a bid is any number from 0 to 13, whatever has been bid before; nobody passes."""
    state = apply(call(dealt({}, Config(first_dealer=3)), 7), Look())
    assert list(legal_actions(state)) == [Bid(number) for number in range(14)]
    refused(state, Bid(14), "SPADES-2", "14 is not a bid; a bid is a number from 0 to 13")
    refused(state, Bid(-1), "SPADES-2", "-1 is not a bid; a bid is a number from 0 to 13")
    refused(state, Bid(True), "SPADES-2", "True is not a bid; a bid is a number from 0 to 13")
    refused(state, Pass(), "GEN-5", "Pass() is not an action of spades")
    refused(state, Play(PACK[0]), "SPADES-2", "seat 1 must bid now")


def test_partners_bids_are_added() -> None:
    """SPADES-2: four and two, three and two: one team must take six tricks, the other five."""
    state = call(dealt({}, Config(first_dealer=3)), 4, 3, 2, 2)
    assert view(state, 0).contracts == (6, 5)
    assert scored((4, 3, 2, 2), (6, 7, 0, 0)) == (60, 52)
    assert scored((4, 3, 2, 2), (2, 4, 4, 3)) == (60, 52)
    assert scored((4, 3, 2, 2), (5, 4, 0, 4)) == (-60, 53)


def test_partners_may_bid_more_than_13() -> None:
    """SPADES-2: partners' bids may add up to more than thirteen, which cannot be made."""
    assert scored((13, 0, 13, 1), (13, 0, 0, 0)) == (-260, 90)


# -- SPADES-3: nil ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "tricks", "points"),
    [
        ((0, 5, 4, 4), (0, 5, 4, 4), (140, 90)),
        ((0, 5, 4, 4), (1, 4, 4, 4), (-100 + 40 + 1, -90)),
        ((0, 5, 4, 4), (0, 6, 3, 4), (100 - 40, 91)),
        ((0, 5, 0, 4), (0, 9, 0, 4), (200, 94)),
        ((0, 5, 0, 4), (1, 8, 2, 2), (-200, 91)),
        ((0, 5, 0, 4), (0, 8, 2, 3), (0, 92)),
        ((3, 0, 3, 4), (7, 0, 2, 4), (63, 140)),
    ],
)
def test_nil(calls: Sequence[int], tricks: Sequence[int], points: tuple[int, int]) -> None:
    """SPADES-3: a nil made scores 100 and a nil failed costs 100, whichever of the partners bids it; the partner's bid must still
    be made; two nils in a team count each by itself."""
    assert scored(calls, tricks) == points


def test_nil_value() -> None:
    """SPADES-3, SPADES-13: `nil` is what it scores or costs; 0 is a value too."""
    config = Config(first_dealer=3, nil=70)
    assert scored((0, 5, 4, 4), (0, 5, 4, 4), config)[0] == 110
    assert scored((0, 5, 4, 4), (1, 4, 4, 4), config)[0] == -29
    assert scored((0, 5, 4, 4), (0, 5, 4, 4), Config(first_dealer=3, nil=0))[0] == 40


# -- SPADES-4: double nil -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "tricks", "points"),
    [
        ((DOUBLE_NIL, 5, 4, 4), (0, 5, 4, 4), (240, 90)),
        ((DOUBLE_NIL, 5, 4, 4), (1, 4, 4, 4), (-200 + 40 + 1, -90)),
        ((DOUBLE_NIL, 5, DOUBLE_NIL, 4), (0, 9, 0, 4), (400, 94)),
        ((DOUBLE_NIL, 5, DOUBLE_NIL, 4), (1, 7, 1, 4), (-400, 92)),
        ((DOUBLE_NIL, 5, DOUBLE_NIL, 4), (1, 8, 0, 4), (0, 93)),
        ((4, DOUBLE_NIL, 4, 3), (5, 0, 4, 4), (81, 231)),
    ],
)
def test_double_nil(calls: Sequence[int | BidDoubleNil], tricks: Sequence[int], points: tuple[int, int]) -> None:
    """SPADES-4: a double nil made scores 200 and one failed costs 200; two in a team count each by itself."""
    assert scored(calls, tricks) == points


def test_double_nil_value() -> None:
    """SPADES-4: its value is an option; the default is 200 and three cards."""
    assert Config().blind_nil == BlindNil(value=200, exchange=3)
    config = Config(first_dealer=3, blind_nil=BlindNil(value=150, exchange=0))
    assert scored((DOUBLE_NIL, 5, 4, 4), (0, 5, 4, 4), config)[0] == 190
    assert scored((DOUBLE_NIL, 5, 4, 4), (1, 4, 4, 4), config)[0] == -150 + 41


def test_double_nil_not_played() -> None:
    """SPADES-4: with None nobody can bid double nil."""
    state = dealt({}, Config(first_dealer=3, blind_nil=None))
    assert list(legal_actions(state)) == [Bid(number) for number in range(14)]
    refused(state, DOUBLE_NIL, "SPADES-4", "double nil is not played at this table")


# -- SPADES-5: looking --------------------------------------------------------------------------------------------------


def test_before_looking() -> None:
    """SPADES-5, SPADES-4: who has not looked bids double nil or looks, nothing else."""
    state = dealt({}, Config(first_dealer=3))
    assert list(legal_actions(state)) == [DOUBLE_NIL, Look()]
    assert list(view(state, 0).legal) == [DOUBLE_NIL, Look()]
    refused(state, Bid(0), "SPADES-5", "seat 0 must look at his cards before he bids a number")


def test_after_looking() -> None:
    """SPADES-5: looking does not end the turn; after it only the numbers are left."""
    state = apply(dealt({}, Config(first_dealer=3)), Look())
    assert state.actor == 0
    assert list(legal_actions(state)) == [Bid(number) for number in range(14)]
    assert view(state, 0).legal == legal_actions(state)
    refused(state, DOUBLE_NIL, "SPADES-5", "seat 0 has looked and may not bid double nil")
    refused(state, Look(), "SPADES-5", "seat 0 has looked at his cards and must bid")


def test_cards_are_hidden_until_looked_at() -> None:
    """SPADES-5: until a player has looked, his own view hides his cards from him; others who look see but their own."""
    state = dealt(FLAT, Config(first_dealer=3))
    assert [view(state, seat).hand for seat in range(4)] == [CardSet()] * 4
    assert [view(state, seat).blind for seat in range(4)] == [True] * 4
    state = apply(state, Look())
    assert view(state, 0).hand == state.hand(0)
    assert not view(state, 0).blind
    assert [view(state, seat).hand for seat in (1, 2, 3)] == [CardSet()] * 3
    state = apply(state, Bid(3))
    assert view(state, 0).hand == state.hand(0)
    assert view(state, 1).hand == CardSet()
    other = dealt(FLAT[::-1], Config(first_dealer=3))
    assert view(dealt(FLAT, Config(first_dealer=3)), 0) == view(other, 0)


def test_double_nil_bidder_sees_his_cards() -> None:
    """SPADES-5: from the moment at which he has bid it."""
    state = dealt(FLAT, Config(first_dealer=3))
    bid = apply(state, DOUBLE_NIL)
    assert bid.actor == 1
    assert view(bid, 0).hand == state.hand(0)
    assert seen(state, DOUBLE_NIL, 0) == DoubleNilBid(state.hand(0))
    assert seen(state, DOUBLE_NIL, 2) == seen(state, DOUBLE_NIL, None) == DoubleNilBid(CardSet())


def test_looking_is_public() -> None:
    """SPADES-5: everybody sees that a player has looked, and nobody else what."""
    state = dealt(FLAT, Config(first_dealer=3))
    looked = apply(state, Look())
    for seat in EVERYBODY:
        assert view(state, seat).looked == (False, False, False, False)
        assert view(looked, seat).looked == (True, False, False, False)
    assert seen(state, Look(), 0) == Looked(state.hand(0))
    assert seen(state, Look(), 1) == seen(state, Look(), None) == Looked(CardSet())
    bid = apply(looked, Bid(3))
    assert seen(bid, Look(), 0) == Looked(CardSet())
    assert seen(bid, DOUBLE_NIL, 0) == DoubleNilBid(CardSet())


def test_everybody_has_looked_without_double_nil() -> None:
    """SPADES-5: with `blind_nil=None` the cards are seen when they are dealt."""
    state = initial_state(Config(first_dealer=3, blind_nil=None))
    deal = deal_for(state, dict(enumerate(FLAT)))
    found = apply(state, deal)
    for seat in range(4):
        assert view(found, seat).hand == found.hand(seat)
        assert seen(state, deal, seat) == Dealt(found.hand(seat))
    assert seen(state, deal, None) == Dealt(CardSet())
    assert view(found, None).hand == CardSet()
    refused(found, Look(), "SPADES-5", "seat 0 has looked at his cards and must bid")


def test_nobody_notices_cards_of_a_deal_unlooked_at() -> None:
    """SPADES-5, SPADES-D2: a deal shows nobody a card where double nil is played."""
    state = initial_state(Config(first_dealer=3))
    assert [seen(state, Deal(PACK), seat) for seat in EVERYBODY] == [Dealt(CardSet())] * 5


# -- SPADES-6: the exchange ---------------------------------------------------------------------------------------------

EXCHANGERS = ("2C 3C 4C AS KS QS", "9D", "2H 3H 4H AC KC QC", "9H")


def exchanging(*calls: int | BidDoubleNil, config: Config | None = None) -> State:
    if config is None:
        config = Config(first_dealer=3)
    return call(dealt(EXCHANGERS, config), *calls)


def give(text: str) -> Give:
    return Give(CardSet.parse(text))


def test_bidder_and_partner_exchange_three_cards() -> None:
    """SPADES-6, case: after the bidding the bidder chooses three cards, then his partner; then both threes change hands at once."""
    state = exchanging(DOUBLE_NIL, 4, 4, 3)
    before = [state.hand(seat) for seat in range(4)]
    assert isinstance(state, Exchange)
    assert state.actor == 0
    assert legal_actions(state) == Combinations(Give, before[0].mask, 3)
    assert legal_actions(state).size == 286
    chosen = apply(state, give("AS KS QS"))
    assert chosen.actor == 2
    assert [chosen.hand(seat) for seat in range(4)] == before
    assert legal_actions(chosen) == Combinations(Give, before[2].mask, 3)
    done = apply(chosen, give("2H 3H 4H"))
    assert isinstance(done, TrickPlay)
    assert done.actor == 0
    assert done.hand(0) == (before[0] - CardSet.parse("AS KS QS")) | CardSet.parse("2H 3H 4H")
    assert done.hand(2) == (before[2] - CardSet.parse("2H 3H 4H")) | CardSet.parse("AS KS QS")
    assert [done.hand(1), done.hand(3)] == [before[1], before[3]]


def test_bidder_chooses_before_his_partner_whoever_bids_first() -> None:
    """SPADES-6: the bidder of the double nil chooses first, also where his partner bid before him."""
    state = exchanging(4, 4, DOUBLE_NIL, 3)
    assert state.actor == 2
    assert apply(state, give("2H 3H 4H")).actor == 0
    state = exchanging(4, 4, 4, DOUBLE_NIL)
    assert state.actor == 3


def test_choice_is_hidden_from_the_partner() -> None:
    """SPADES-6: neither sees the other's choice before choosing, nor does anybody else ever."""
    state = exchanging(DOUBLE_NIL, 4, 4, 3)
    one, other = apply(state, give("AS KS QS")), apply(state, give("2C 3C 4C"))
    for seat in (1, 2, 3, None):
        assert view(one, seat) == view(other, seat)
        assert seen(state, give("AS KS QS"), seat) == Given(CardSet(), CardSet())
    assert view(one, 0) != view(other, 0)
    assert view(one, 0).gave == CardSet.parse("AS KS QS")
    assert view(one, 0).received == CardSet()
    assert seen(state, give("AS KS QS"), 0) == Given(CardSet.parse("AS KS QS"), CardSet())
    assert view(one, 2).gave == view(one, 2).received == CardSet()
    assert view(one, 2).legal == legal_actions(one)
    assert view(one, 0).legal == NOTHING


def test_what_is_seen_of_the_exchange() -> None:
    """SPADES-6, SPADES-D2: once both have chosen each partner knows what he gave and what he got; nobody else does."""
    chosen = after(exchanging(DOUBLE_NIL, 4, 4, 3), give("AS KS QS"))
    answer = give("2H 3H 4H")
    done = apply(chosen, answer)
    assert seen(chosen, answer, 0) == Given(CardSet(), CardSet.parse("2H 3H 4H"))
    assert seen(chosen, answer, 2) == Given(CardSet.parse("2H 3H 4H"), CardSet.parse("AS KS QS"))
    assert seen(chosen, answer, 1) == seen(chosen, answer, None) == Given(CardSet(), CardSet())
    assert (view(done, 0).gave, view(done, 0).received) == (CardSet.parse("AS KS QS"), CardSet.parse("2H 3H 4H"))
    assert (view(done, 2).gave, view(done, 2).received) == (CardSet.parse("2H 3H 4H"), CardSet.parse("AS KS QS"))
    for seat in (1, 3, None):
        assert view(done, seat).gave == view(done, seat).received == CardSet()
    other = after(exchanging(DOUBLE_NIL, 4, 4, 3), give("AS KS 2C"), give("2H 3H AC"))
    assert view(done, 1) == view(other, 1)


def test_what_is_remembered_of_the_exchange() -> None:
    """SPADES-D3: partners keep in mind what they gave and got while the hand is played, also what has been played since; others
    learn nothing of it, and nobody knows it in the next hand."""
    state = after(exchanging(DOUBLE_NIL, 4, 4, 3), give("2C 3C 4C"), give("2H 3H 4H"))
    rng = Random(6)
    while isinstance(state, TrickPlay):
        assert (view(state, 0).gave, view(state, 0).received) == (CardSet.parse("2C 3C 4C"), CardSet.parse("2H 3H 4H"))
        assert (view(state, 2).gave, view(state, 2).received) == (CardSet.parse("2H 3H 4H"), CardSet.parse("2C 3C 4C"))
        for seat in (1, 3, None):
            assert view(state, seat).gave == view(state, seat).received == CardSet()
        state = apply(state, legal_actions(state).sample(rng))
    for seat in EVERYBODY:
        assert view(state, seat).gave == view(state, seat).received == CardSet()


def test_one_double_nil_in_each_team() -> None:
    """SPADES-6: the earlier bidder and his partner go first, and have exchanged before the second pair chooses."""
    state = exchanging(4, DOUBLE_NIL, DOUBLE_NIL, 3)
    before = [state.hand(seat) for seat in range(4)]
    first, second = CardSet(list(before[1])[:3]), CardSet(list(before[3])[:3])
    assert state.actor == 1
    state = apply(state, Give(first))
    assert state.actor == 3
    state = apply(state, Give(second))
    assert isinstance(state, Exchange)
    assert state.actor == 2
    assert state.hand(1) == (before[1] - first) | second
    assert state.hand(3) == (before[3] - second) | first
    assert (view(state, 1).gave, view(state, 1).received) == (first, second)
    assert [state.hand(0), state.hand(2)] == [before[0], before[2]]
    state = apply(state, give("2H 3H 4H"))
    assert state.actor == 0
    state = apply(state, give("AS KS QS"))
    assert isinstance(state, TrickPlay)
    assert state.actor == 0
    assert state.hand(0) == (before[0] - CardSet.parse("AS KS QS")) | CardSet.parse("2H 3H 4H")
    assert state.hand(1) == (before[1] - first) | second


def test_both_partners_double_nil() -> None:
    """SPADES-6: when both partners have bid double nil they exchange nothing; the other team exchanges if it has one bidder."""
    assert isinstance(exchanging(DOUBLE_NIL, 4, DOUBLE_NIL, 3), TrickPlay)
    assert isinstance(exchanging(DOUBLE_NIL, DOUBLE_NIL, DOUBLE_NIL, DOUBLE_NIL), TrickPlay)
    state = exchanging(DOUBLE_NIL, 4, DOUBLE_NIL, DOUBLE_NIL)
    assert state.actor == 3
    state = apply(state, legal_actions(state)[0])
    assert state.actor == 1
    assert isinstance(apply(state, legal_actions(state)[0]), TrickPlay)


def test_partner_who_bid_nil_exchanges_too() -> None:
    """SPADES-6: a nil bid after looking is no double nil: its bidder exchanges like any other."""
    state = exchanging(DOUBLE_NIL, 4, 0, 3)
    assert state.actor == 0
    assert apply(state, give("AS KS QS")).actor == 2
    assert isinstance(exchanging(0, 4, 0, 3), TrickPlay)


@pytest.mark.parametrize(("count", "size"), [(1, 13), (2, 78), (13, 1)])
def test_number_of_cards_exchanged(count: int, size: int) -> None:
    """SPADES-6, GEN-12: `exchange` is the number of cards; thirteen is asked for too, though there is no choice."""
    state = exchanging(DOUBLE_NIL, 4, 4, 3, config=Config(first_dealer=3, blind_nil=BlindNil(exchange=count)))
    before = [state.hand(seat) for seat in range(4)]
    assert legal_actions(state).size == size
    gifts = []
    while isinstance(state, Exchange):
        action = legal_actions(state)[-1]
        assert isinstance(action, Give)
        gifts.append(action.cards)
        state = apply(state, action)
    assert len(gifts[0]) == count
    assert state.hand(0) == (before[0] - gifts[0]) | gifts[1]
    assert state.hand(2) == (before[2] - gifts[1]) | gifts[0]


def test_no_exchange() -> None:
    """SPADES-6: with `exchange=0` nobody is asked to give."""
    assert isinstance(exchanging(DOUBLE_NIL, 4, 4, 3, config=Config(first_dealer=3, blind_nil=NO_EXCHANGE)), TrickPlay)


def test_refused_gifts() -> None:
    """SPADES-6, GEN-5: too few or too many cards, another's cards, cards chosen by him who has chosen already."""
    state = exchanging(DOUBLE_NIL, 4, 4, 3)
    refused(state, give("AS KS"), "SPADES-6", "seat 0 would give 2 cards; the number is 3")
    refused(state, give("AS KS QS 2C"), "SPADES-6", "seat 0 would give 4 cards; the number is 3")
    refused(state, Give(cards_in("AS AS KS")), "SPADES-6", "seat 0 would give 2 cards; the number is 3")
    refused(state, give("AS KS 2H"), "GEN-5", "seat 0 does not hold 2♥")
    refused(state, give("AS KS BJ"), "GEN-5", "seat 0 does not hold BJ")
    refused(state, Play(Card.parse("AS")), "SPADES-6", "seat 0 must choose now which cards to give to his partner; the number is 3")
    chosen = apply(state, give("AS KS QS"))
    refused(chosen, give("AS KS QS"), "GEN-5", "seat 2 does not hold Q♠")


# -- SPADES-7: the play -------------------------------------------------------------------------------------------------

PLAYERS = ("AH 5D 2C 9S", "2S 3D 4C 7C", "KH 6D 5C 3S", "QH JH 7D 4S")


def playing(hands: Sequence[str] | Mapping[int, str], dealer: int = 3) -> State:
    return call(dealt(hands, Config(first_dealer=dealer, blind_nil=None)), 3, 3, 3, 3)


def suited(seat: int, suits: str) -> dict[int, str]:
    """Whole suits by seat from `seat` on."""
    return {(seat + turn) % 4: " ".join(rank.value + suit for rank in RANKS) for turn, suit in enumerate(suits)}


def test_dealers_left_leads() -> None:
    """SPADES-7: the player after the dealer leads to the first trick, and the winner to the next."""
    for dealer in range(4):
        first = (dealer + 1) % 4
        state = playing(suited(first, "CDHS"), dealer)
        assert state.actor == first
        state = play(state, "2C 2D 2H 2S")
        assert isinstance(state, TrickPlay)
        assert state.actor == dealer
        assert state.won == tuple(int(seat == dealer) for seat in range(4))


@pytest.mark.parametrize("leader", range(4))
def test_case_01_spades_take_the_trick(leader: int) -> None:
    """SPADES-7, case 1: A♥, 2♠ from a player without hearts, K♥, Q♥: the spade wins, whoever leads; and the highest of two."""
    hands = {(leader + turn) % 4: text for turn, text in enumerate((
        "AH 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC", "2S AC 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD",
        "KH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH KD AD", "QH 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
    ))}  # fmt: skip
    state = play(playing(hands, (leader + 3) % 4), "AH 2S KH QH")
    assert state.actor == (leader + 1) % 4
    assert isinstance(state, TrickPlay)
    assert state.won[(leader + 1) % 4] == 1
    state = play(state, "AC 2H 3S 2C")
    assert state.actor == (leader + 3) % 4


def test_case_02_highest_of_the_suit_led_wins() -> None:
    """SPADES-7, case 2: without spades the highest card of the suit led wins: a discard wins nothing."""
    hands = {0: "JC", 1: "KD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD AD", 2: "3C", 3: "9C"}
    state = play(playing(hands), "JC KD 3C 9C")
    assert state.actor == 0


def test_case_03_follow_suit() -> None:
    """SPADES-7, case 3: 5♦ is led; who holds 2♦ A♠ K♣ must play 2♦."""
    hands = {0: "5D 3D 4D 6D 7D 8D 9D 10D JD QD", 1: "2D AS KC AC QC JC 10C 9C 8C 7C 6C 5C 4C", 2: "KD", 3: "AD"}
    state = play(playing(hands), "5D")
    assert legal_cards(state) == "2D"
    refused(state, Play(Card.parse("AS")), "SPADES-7", "seat 1 must follow diamonds")
    refused(state, Play(Card.parse("AD")), "GEN-5", "seat 1 does not hold A♦")


def test_any_card_without_the_suit_led() -> None:
    """SPADES-7: who cannot follow may play any card, a spade or not."""
    hands = {0: "5D 3D", 1: "AS KC AC QC JC 10C 9C 8C 7C 6C 5C 4C 3C"}
    state = play(playing(hands), "5D")
    assert legal_cards(state) == "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC AS"
    assert view(state, 1).legal == legal_actions(state)


def test_case_17_the_thirteenth_trick_counts() -> None:
    """SPADES-7, SPADES-9, case 17: the last trick, 9♦ from seat 2, K♦, 2♦, 3♦, is one more for seat 3, and the score counts it."""
    hands = {
        0: "5C 9C KC 5H 9H KH 7D QD AC 3S 7S JS 2D",
        1: "2C 6C 10C 2H 6H 10H 4D 8D AH 4S 8S QS 3D",
        2: "3C 7C JC 3H 7H JH 5D 10D AS 5S 9S KS 9D",
        3: "4C 8C QC 4H 8H QH 6D JD AD 2S 6S 10S KD",
    }
    state = call(dealt(hands, Config(first_dealer=3, blind_nil=None)), 3, 3, 3, 1)
    state = play(state, "5C 2C 3C 4C 9C 6C 7C 8C KC 10C JC QC 5H 2H 3H 4H 9H 6H 7H 8H KH 10H JH QH 7D 4D 5D 6D QD 8D 10D JD")
    state = play(state, "AC AH AS AD 5S 2S 3S 4S 9S 6S 7S 8S KS 10S JS QS")
    assert isinstance(state, TrickPlay)
    assert (state.actor, state.won) == (2, (8, 0, 4, 0))
    row = play(state, "9D KD 2D 3D").standing.sheet[0]
    assert row.tricks == (8, 0, 4, 1)
    assert row.points == (66, -40)


# -- SPADES-8: breaking spades ------------------------------------------------------------------------------------------

BREAKERS = (
    "QS 4D 7C 8C 9C 10C JC QC KC AC 2C 3C 4C",
    "QD JD 10D 9D 8D 7D 6D 5D 3D 2D AD KD 5C",
    "2S 3S 4S 5S 6S 7S 8S 9S 10S JS KS AS 6C",
    "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H",
)


def test_case_11_no_spade_is_led_before_they_are_broken() -> None:
    """SPADES-8, case 11: unbroken, a hand of a spade and other suits may not lead the spade."""
    state = playing(BREAKERS)
    assert isinstance(state, TrickPlay)
    assert not state.broken
    assert not view(state, 0).broken
    assert "QS" not in legal_cards(state).split()
    assert legal_actions(state).size == 12
    assert view(state, 0).legal == legal_actions(state)
    refused(
        state,
        Play(Card.parse("QS")),
        "SPADES-8",
        "seat 0 may not lead a spade: spades are not broken, and he holds other suits",
    )


def test_case_11_a_ruff_breaks_spades() -> None:
    """SPADES-8, case 11: a spade from a player who could not follow breaks them: its winner may lead them, as all may."""
    state = play(playing(BREAKERS), "4D 5D 2S 2H")
    assert isinstance(state, TrickPlay)
    assert state.broken
    assert view(state, 1).broken
    assert state.actor == 2
    assert "3S" in legal_cards(state).split()
    assert "6C" in legal_cards(state).split()
    state = play(state, "6C 3H QC 5C")
    assert legal_cards(state) == "2C 3C 4C 7C 8C 9C 10C JC KC AC QS"
    assert view(state, 0).legal == legal_actions(state)


def test_a_discard_does_not_break_spades() -> None:
    """SPADES-8: who cannot follow and plays another suit breaks nothing."""
    state = play(playing(BREAKERS), "7C 5C 6C 2H")
    assert isinstance(state, TrickPlay)
    assert not state.broken
    assert state.actor == 0
    assert "QS" not in legal_cards(state).split()


def test_case_11_only_spades() -> None:
    """SPADES-8, case 11: who holds nothing but spades leads them, unbroken; and that breaks them."""
    state = playing(suited(0, "SCDH"))
    assert legal_actions(state).size == 13
    assert view(state, 0).legal == legal_actions(state)
    state = play(state, "2S")
    assert isinstance(state, TrickPlay)
    assert state.broken
    hands = ("2C 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "3C 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD", "4C", "5C 2S AD")
    state = play(playing(hands), "2C 3C 4C 5C")
    assert state.actor == 3
    assert "2S" not in legal_cards(state).split()
    state = play(state, "AD 3S 2D")
    assert isinstance(state, TrickPlay)
    assert state.broken


def test_case_11_the_next_hand_starts_unbroken() -> None:
    """SPADES-8, case 11: spades are broken for one hand only."""
    state = after_hands(Config(first_dealer=3, blind_nil=None), ((3, 3, 3, 3), (4, 3, 3, 3)))
    state = call(apply(state, deal_for(state, {1: "QS 4D"})), 3, 3, 3, 3)
    assert isinstance(state, TrickPlay)
    assert not state.broken
    assert "QS" not in legal_cards(state).split()


# -- SPADES-9, SPADES-10, SPADES-13: scoring ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "tricks", "points", "bags"),
    [
        ((3, 3, 2, 3), (4, 3, 3, 3), (52, 60), (2, 0)),
        ((3, 3, 2, 3), (2, 4, 3, 4), (50, 62), (0, 2)),
        ((3, 3, 2, 3), (2, 5, 2, 4), (-50, 63), (0, 3)),
        ((13, 1, 1, 1), (13, 0, 0, 0), (-140, -20), (0, 0)),
        ((12, 1, 1, 1), (13, 0, 0, 0), (130, -20), (0, 0)),
    ],
)
def test_contracts(calls: Sequence[int], tricks: Sequence[int], points: tuple[int, int], bags: tuple[int, int]) -> None:
    """SPADES-9: ten for each trick of a contract that is made and one for each trick above it; minus ten for each if it fails, and
    then its tricks are no bags. Contract five, seven tricks: 52."""
    row = after_hands(Config(first_dealer=3), (calls, tricks)).standing.sheet[0]
    assert (row.points, row.bags) == (points, bags)


@pytest.mark.parametrize(
    ("calls", "tricks", "points", "bags"),
    [
        ((0, 5, 2, 5), (1, 6, 1, 5), -120, 1),  # the rulebook's: nil failed with one trick, two bid and one taken
        ((0, 5, 2, 5), (1, 5, 2, 5), -100 + 20 + 1, 1),  # it does not help the partner, who made his two, and scores as a bag
        ((0, 5, 2, 5), (1, 5, 3, 4), -100 + 20 + 2, 2),  # one bag of each
        ((0, 5, 2, 5), (4, 4, 0, 5), -120, 4),
        ((2, 5, 0, 5), (1, 6, 1, 5), -120, 1),  # whichever of the partners
        ((DOUBLE_NIL, 5, 2, 5), (1, 6, 1, 5), -220, 1),
        ((DOUBLE_NIL, 5, 2, 5), (1, 5, 2, 5), -200 + 20 + 1, 1),
    ],
)
def test_tricks_of_a_failed_nil(calls: Sequence[int | BidDoubleNil], tricks: Sequence[int], points: int, bags: int) -> None:
    """SPADES-10: they do not count towards the partner's bid, but are bags, which score one each only if the contract was made."""
    row = after_hands(Config(first_dealer=3, blind_nil=NO_EXCHANGE), (calls, tricks)).standing.sheet[0]
    assert (row.points[0], row.bags[0]) == (points, bags)


@pytest.mark.parametrize(
    ("calls", "tricks", "points", "bags"),
    [
        ((0, 5, 4, 4), (0, 5, 4, 4), 140, 0),
        ((0, 5, 4, 4), (0, 4, 5, 4), 141, 1),
        ((0, 5, 4, 4), (0, 6, 3, 4), 60, 0),
        ((0, 5, 0, 4), (0, 9, 0, 4), 200, 0),
        ((0, 5, 0, 4), (3, 6, 0, 4), 0, 3),  # one made, one failed: nothing, and its bags
        ((0, 5, 0, 4), (3, 4, 2, 4), -200, 5),
        ((0, 5, DOUBLE_NIL, 4), (3, 6, 0, 4), 100, 3),  # each with its own value
        ((0, 5, DOUBLE_NIL, 4), (0, 6, 3, 4), -100, 3),
        ((DOUBLE_NIL, 5, 0, 4), (0, 9, 0, 4), 300, 0),
        ((DOUBLE_NIL, 5, DOUBLE_NIL, 4), (1, 8, 0, 4), 0, 1),
    ],
)
def test_nils_beside_bids(calls: Sequence[int | BidDoubleNil], tricks: Sequence[int], points: int, bags: int) -> None:
    """SPADES-13: beside a nil the partner's own tricks must reach his bid; a team of two nils has no contract, and what it takes is
    bags that score nothing."""
    row = after_hands(Config(first_dealer=3, blind_nil=NO_EXCHANGE), (calls, tricks)).standing.sheet[0]
    assert (row.points[0], row.bags[0]) == (points, bags)


# -- SPADES-11: sandbags ------------------------------------------------------------------------------------------------

THREE_BAGS = ((2, 3, 2, 3), (7, 3, 0, 3))
FIVE_BAGS = ((2, 3, 2, 1), (9, 3, 0, 1))


def test_every_tenth_bag_costs_a_hundred() -> None:
    """SPADES-11: bags add up over the game: three, three and five are eleven, minus 100, and one is carried."""
    state = after_hands(Config(first_dealer=3), THREE_BAGS, THREE_BAGS)
    assert state.standing.bags == (6, 0)
    state = hand_played(state, *FIVE_BAGS)
    rows = state.standing.sheet
    assert [row.bags[0] for row in rows] == [3, 3, 5]
    assert [row.penalties for row in rows] == [(0, 0), (0, 0), (1, 0)]
    assert [row.points[0] for row in rows] == [43, 43, 45 - 100]
    assert [row.carried for row in rows] == [(3, 0), (6, 0), (1, 0)]
    assert [row.scores for row in rows] == [(43, 60), (86, 120), (31, 160)]
    assert state.standing.bags == (1, 0)


def test_the_tenth_bag_itself() -> None:
    """SPADES-11: ten bags bring the penalty, nine do not."""
    nine = after_hands(Config(first_dealer=3), *[THREE_BAGS] * 3)
    assert [row.penalties[0] for row in nine.standing.sheet] == [0, 0, 0]
    assert nine.standing.bags[0] == 9
    ten = hand_played(nine, (3, 3, 3, 3), (7, 6, 0, 0))
    assert ten.standing.sheet[-1].points == (61 - 100, 60)
    assert ten.standing.bags[0] == 0


def test_bags_are_a_count_of_their_own() -> None:
    """SPADES-11: they are never read off the score: a score below nothing leaves them as they are."""
    state = after_hands(Config(first_dealer=3), THREE_BAGS, ((13, 3, 0, 3), (5, 5, 0, 3)))
    assert state.standing.scores[0] == 43 - 130 + 100
    assert state.standing.bags[0] == 3


def test_bags_of_failed_contracts_and_of_two_nils_count() -> None:
    """SPADES-11, SPADES-10, SPADES-13: bags that score nothing count towards the penalty all the same."""
    limit = Config(first_dealer=3, sandbags=Sandbags(limit=3, penalty=50))
    row = after_hands(limit, ((0, 5, 2, 4), (3, 5, 1, 4))).standing.sheet[0]
    assert (row.points[0], row.penalties[0]) == (-100 - 20 - 50, 1)
    row = after_hands(limit, ((0, 5, 0, 4), (3, 5, 1, 4))).standing.sheet[0]
    assert (row.points[0], row.penalties[0], row.carried[0]) == (-200 - 50, 1, 1)


def test_several_penalties_in_a_hand() -> None:
    """SPADES-11: with a limit of three, thirteen bags bring four penalties, and one bag is carried."""
    config = Config(first_dealer=3, sandbags=Sandbags(limit=3, penalty=100))
    row = after_hands(config, ((0, 5, 0, 4), (13, 0, 0, 0))).standing.sheet[0]
    assert (row.bags[0], row.penalties[0], row.carried[0]) == (13, 4, 1)
    assert row.points[0] == -100 + 100 - 400


def test_sandbags_options() -> None:
    """SPADES-11: limit and penalty are options; with None bags score one each and cost nothing."""
    assert Config().sandbags == Sandbags(limit=10, penalty=100)
    five = after_hands(Config(first_dealer=3, sandbags=Sandbags(limit=5, penalty=70)), FIVE_BAGS).standing
    assert (five.scores[0], five.bags[0]) == (45 - 70, 0)
    none = after_hands(Config(first_dealer=3, sandbags=None), FIVE_BAGS, FIVE_BAGS, FIVE_BAGS).standing
    assert [row.points[0] for row in none.sheet] == [45, 45, 45]
    assert [row.penalties[0] for row in none.sheet] == [0, 0, 0]


def test_bags_without_sandbags_are_counted_on() -> None:
    """SPADES-D1: with `sandbags=None` the bags of a team go on being counted, and nothing is taken off."""
    state = after_hands(Config(first_dealer=3, sandbags=None), FIVE_BAGS, FIVE_BAGS, FIVE_BAGS)
    assert state.standing.bags == (15, 0)


def test_penalty_comes_before_the_target() -> None:
    """SPADES-11, SPADES-12: who would reach the target only without the penalty has not reached it."""
    config = Config(first_dealer=3, target=131, sandbags=Sandbags(limit=11, penalty=100))
    state = after_hands(config, THREE_BAGS, THREE_BAGS)
    assert isinstance(state, AwaitDeal)
    state = hand_played(state, FIVE_BAGS[0], FIVE_BAGS[1])
    assert state.standing.scores == (31, 160)
    assert outcome(state) is not None
    alone = Config(first_dealer=3, target=45, sandbags=Sandbags(limit=5, penalty=100))
    state = after_hands(alone, FIVE_BAGS)
    assert state.standing.scores == (-55, 40)
    assert isinstance(state, AwaitDeal)


# -- SPADES-12: the end -------------------------------------------------------------------------------------------------


def hands_of_teams(
    *hands: tuple[tuple[int, bool], tuple[int, bool], int], swap: bool = False
) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Hands by team: contract, and whether the second partner bids (and makes) nil; and the tricks of the first team."""
    for one, other, taken in hands:
        sides = [(one, taken), (other, 13 - taken)]
        (first, x), (second, y) = sides[::-1] if swap else sides
        (a, c), (b, d) = ((amount, 0) if nil else (amount - 1, 1) for amount, nil in (first, second))
        yield (a, b, c, d), (x, y, 0, 0)


TO_512 = (
    ((7, True), (4, True), 7),
    ((7, True), (4, True), 7),
    ((6, False), (4, True), 7),
    ((6, False), (4, False), 6),
    ((5, False), (4, False), 6),
)
TO_531 = (
    ((2, False), (3, True), 7),
    ((2, False), (3, True), 7),
    ((2, True), (3, True), 7),
    ((2, True), (3, False), 7),
    ((1, True), (3, False), 7),
    ((1, True), (4, False), 6),
)


def test_case_16_equal_at_the_target() -> None:
    """SPADES-12, GEN-7, case 16: 512 : 512: another hand."""
    config = Config(first_dealer=3, sandbags=None)
    state = after_hands(config, *hands_of_teams(*TO_512))
    assert state.standing.scores == (512, 512)
    assert isinstance(state, AwaitDeal)
    assert outcome(state) is None
    state = hand_played(state, (3, 3, 3, 3), (6, 7, 0, 0))
    assert state.standing.scores == (572, 573)
    end = outcome(state)
    assert end is not None
    assert (end.scores, end.places, end.winners) == ((572, 573, 572, 573), (3, 1, 3, 1), (1, 3))


@pytest.mark.parametrize("swap", [False, True])
def test_case_16_the_higher_wins(swap: bool) -> None:
    """SPADES-12, GEN-7, case 16: 531 : 508, both reached in the same hand: the higher wins."""
    hands = list(hands_of_teams(*TO_531, swap=swap))
    config = Config(first_dealer=3, sandbags=None)
    state = after_hands(config, *hands[:-1])
    assert max(state.standing.scores) < 500
    assert outcome(state) is None
    state = hand_played(state, *hands[-1])
    assert state.standing.scores == ((508, 531) if swap else (531, 508))
    end = outcome(state)
    assert end is not None
    assert end.winners == ((1, 3) if swap else (0, 2))
    assert legal_actions(state) == NOTHING
    assert state.actor is None


def test_first_to_the_target_wins() -> None:
    """SPADES-12, GEN-8: exactly the target is enough, one less is not; a team at the target alone has won."""
    hand = ((3, 3, 3, 3), (6, 7, 0, 0))
    over = after_hands(Config(first_dealer=3, target=61), hand)
    end = outcome(over)
    assert end is not None
    assert (end.scores, end.places, end.winners, end.titles) == ((60, 61, 60, 61), (3, 1, 3, 1), (1, 3), None)
    assert outcome(after_hands(Config(first_dealer=3, target=62), hand)) is None
    assert Config().target == 500


def test_after_an_extra_hand_the_target_may_be_out_of_reach_again() -> None:
    """SPADES-12, GEN-7: equal at the target, then both below it: the match goes on until one is there alone."""
    config = Config(first_dealer=3, target=20, nil=0, sandbags=None)
    tie = ((1, 1, 1, 0), (2, 11, 0, 0))
    state = after_hands(config, tie)
    assert state.standing.scores == (20, 20)
    assert isinstance(state, AwaitDeal)
    state = hand_played(state, (5, 5, 4, 4), (5, 4, 1, 3))
    assert state.standing.scores == (-70, -70)
    assert isinstance(state, AwaitDeal)
    state = hand_played(state, (9, 3, 1, 3), (10, 3, 0, 0))
    assert state.standing.scores == (30, -130)
    assert isinstance(state, MatchOver)


def test_max_hands() -> None:
    """GEN-9, SPADES-12: after hand `max_hands` the higher total wins, also below nothing, and equal totals share the win."""
    lost = ((5, 5, 5, 4), (5, 4, 1, 3))
    state = after_hands(Config(first_dealer=3, max_hands=1), lost)
    end = outcome(state)
    assert end is not None
    assert (end.scores, end.winners) == ((-100, -90, -100, -90), (1, 3))
    assert isinstance(after_hands(Config(first_dealer=3, max_hands=2), lost), AwaitDeal)
    for target in (20, 500):
        config = Config(first_dealer=3, target=target, nil=0, sandbags=None, max_hands=1)
        shared = outcome(after_hands(config, ((1, 1, 1, 0), (2, 11, 0, 0))))
        assert shared is not None
        assert (shared.scores, shared.places, shared.winners) == ((20, 20, 20, 20), (1, 1, 1, 1), (0, 1, 2, 3))


# -- options ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "values", "clause"),
    [
        ("first_dealer", (4, -1, True, "0"), "SPADES-1"),
        ("nil", (-1, True, 1.5, None), "SPADES-3"),
        ("blind_nil", (200, True, Sandbags()), "SPADES-4"),
        ("sandbags", (10, False, BlindNil()), "SPADES-11"),
        ("target", (0, -500, True, None), "SPADES-12"),
        ("max_hands", (0, True), "GEN-9"),
    ],
)
def test_refused_configs(field: str, values: tuple[object, ...], clause: str) -> None:
    """SPADES-1, SPADES-3, SPADES-4, SPADES-11, SPADES-12, GEN-6, GEN-9: what no table could play is refused by name."""
    for value in values:
        with pytest.raises(ConfigError) as error:
            Config(**{field: value})  # type: ignore[arg-type]  # that is what is tried
        assert (error.value.field, error.value.value, error.value.clause) == (field, value, clause)


@pytest.mark.parametrize(
    ("cls", "field", "values", "clause"),
    [
        (BlindNil, "value", (-1, True), "SPADES-4"),
        (BlindNil, "exchange", (-1, 14, True), "SPADES-6"),
        (Sandbags, "limit", (0, True), "SPADES-11"),
        (Sandbags, "penalty", (-1, False), "SPADES-11"),
    ],
)
def test_refused_fields(cls: type[BlindNil | Sandbags], field: str, values: tuple[object, ...], clause: str) -> None:
    """SPADES-4, SPADES-6, SPADES-11, GEN-6: penalties are at least 0, limits at least 1, an exchange 0 to 13."""
    for value in values:
        with pytest.raises(ConfigError) as error:
            cls(**{field: value})  # type: ignore[arg-type]  # that is what is tried
        assert (error.value.field, error.value.value, error.value.clause) == (field, value, clause)


def test_edges_of_the_options() -> None:
    """GEN-6, SPADES-3: the least values can be played."""
    blind, sandbags = BlindNil(value=0, exchange=13), Sandbags(limit=1, penalty=0)
    config = Config(nil=0, target=1, max_hands=1, first_dealer=0, blind_nil=blind, sandbags=sandbags)
    assert config.first_dealer == 0


def sheet(config: Config, seed: int) -> tuple[object, ...]:
    """What a match played by chance comes to, up to twelve hands."""
    rng, state = Random(seed), initial_state(config)
    record: list[object] = []
    while (legal := legal_actions(state)) and len(state.standing.sheet) < 12:
        record.append(legal.size)
        state = apply(state, legal.sample(rng))
    return (*record, state.standing.sheet, outcome(state))


@pytest.mark.parametrize(
    "change",
    [
        {"first_dealer": 0},
        {"nil": 50},
        {"blind_nil": None},
        {"blind_nil": BlindNil(value=100)},
        {"blind_nil": BlindNil(exchange=2)},
        {"sandbags": None},
        {"sandbags": Sandbags(limit=5)},
        {"sandbags": Sandbags(penalty=10)},
        {"target": 1},
        {"max_hands": 3},
    ],
    ids=str,
)
def test_case_08_every_option_acts(change: dict[str, object]) -> None:
    """Case 8, SPADES-1, SPADES-3, SPADES-4, SPADES-6, SPADES-11, SPADES-12, GEN-9: each option changes some game."""
    plain, changed = Config(), Config(**change)  # type: ignore[arg-type]  # values of several options
    assert any(sheet(plain, seed) != sheet(changed, seed) for seed in range(3))


# -- what there is to read ----------------------------------------------------------------------------------------------


def test_the_game() -> None:
    """SPADES-1, GEN-1, GEN-2: four players, to the left, partners opposite."""
    assert GAMES["spades"] is GAME
    assert GAME.rotation is Rotation.LEFT
    assert GAME.persian_name == "پیک"
    assert GAME.seats(Config()) == 4
    assert GAME.sides(initial_state()) == ((0, 2), (1, 3))
    assert [option.name for option in options(Config)] == ["first_dealer", "nil", "blind_nil", "sandbags", "target", "max_hands"]


def test_sheet_and_tally() -> None:
    """GEN-8, SPADES-9, SPADES-D4: a row tells dealer, bids, tricks, bags, penalties, points, and what they come to."""
    config = Config(first_dealer=3, blind_nil=NO_EXCHANGE)
    state = after_hands(
        config, ((0, 5, 4, 4), (0, 5, 4, 4)), ((DOUBLE_NIL, 3, 2, 0), (1, 8, 3, 1)), ((3, DOUBLE_NIL, 0, 3), (9, 0, 0, 4))
    )
    row = state.standing.sheet[1]
    assert row.dealer == 0
    assert row.bids == (DOUBLE_NIL, Bid(3), Bid(2), Bid(0))
    assert row.tricks == (1, 8, 3, 1)
    assert row.bags == (2, 6)
    assert row.penalties == (0, 0)
    assert row.points == (-200 + 20 + 2, 30 + 6 - 100)
    assert row.scores == (140 - 178, 90 - 64)
    assert row.carried == (2, 6)
    assert tally(state) == {
        "hands": 3, "nils": 3, "nils-made": 2, "double-nils": 2, "double-nils-made": 1, "bags": 8 + 6 + 1, "penalties": 0,
    }  # fmt: skip
    assert tally(after_hands(Config(first_dealer=3, sandbags=Sandbags(limit=1)), FIVE_BAGS))["penalties"] == 5


def test_places() -> None:
    """Law 4, SPADES-7: every card is in one place; tricks lie before the seat that took them."""
    state = dealt(BREAKERS, Config(first_dealer=3))
    assert sorted(places(state)) == ["hand 0", "hand 1", "hand 2", "hand 3"]
    state = play(playing(BREAKERS), "4D 5D 2S 2H 3S 3H")
    found = places(state)
    assert found["tricks 2"] == tuple(cards_in("4D 5D 2S 2H"))
    assert found["trick"] == tuple(cards_in("3S 3H"))
    assert found["tricks 0"] == found["tricks 1"] == found["tricks 3"] == ()
    assert sorted(card for cards in found.values() for card in cards) == list(PACK)
    exchange = apply(exchanging(DOUBLE_NIL, 4, 4, 3), give("AS KS QS"))
    assert [len(cards) for cards in places(exchange).values()] == [13, 13, 13, 13]


def test_view_of_the_play() -> None:
    """SPADES-2, SPADES-7, SPADES-8: a view tells bids, trick, tricks, counts, what has been taken, and voids."""
    state = play(playing(BREAKERS), "4D 5D 2S 2H 3S 3H")
    seen_by = view(state, 1)
    assert seen_by.phase is Phase.TRICK_PLAY
    assert seen_by.trick == ((2, Card.parse("3S")), (3, Card.parse("3H")))
    assert [(trick.leader, trick.winner) for trick in seen_by.tricks] == [(0, 2)]
    assert seen_by.counts == (12, 12, 11, 11)
    assert seen_by.won == (0, 0, 1, 0)
    assert seen_by.bids == (Bid(3),) * 4
    assert seen_by.hand == state.hand(1)
    assert seen_by.voids == (NO_VOID, NO_VOID, frozenset({Suit.DIAMONDS}), frozenset({Suit.DIAMONDS, Suit.SPADES}))
    assert view(state, None).hand == CardSet()
    assert view(state, None).legal == NOTHING
    assert view(state, 0).legal == legal_actions(state)
    assert view(state, 2).legal == NOTHING


def test_a_spade_led_unbroken_shows_all_voids() -> None:
    """SPADES-8: whoever leads a spade unbroken holds nothing else; led after a ruff it says nothing."""
    lone = playing(suited(0, "SCDH"))
    assert violation(lone, Play(Card.parse("2S"))) is None
    state = play(lone, "2S 2C")
    three = frozenset({Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS})
    assert view(state, 1).voids == (three, frozenset({Suit.SPADES}), NO_VOID, NO_VOID)
    state = play(playing(BREAKERS), "4D 5D 2S 2H 3S 3H")
    assert view(state, 0).voids[2] == {Suit.DIAMONDS}
    assert view(playing(BREAKERS), 0).voids == (NO_VOID,) * 4


def test_views_in_other_phases() -> None:
    """SPADES-1, SPADES-5: counts are public, also of cards unlooked at; where nobody holds cards all is empty."""
    assert view(dealt({}, Config(first_dealer=3)), 2).counts == (13, 13, 13, 13)
    assert view(exchanging(DOUBLE_NIL, 4, 4, 3), 1).counts == (13, 13, 13, 13)
    over = after_hands(Config(first_dealer=3, max_hands=1), THREE_BAGS)
    for state, phase, actor in (
        (initial_state(), Phase.DRAW_DEALER, CHANCE),
        (initial_state(Config(first_dealer=1)), Phase.AWAIT_DEAL, CHANCE),
        (over, Phase.MATCH_OVER, None),
    ):
        for seat in EVERYBODY:
            found = view(state, seat)
            assert (found.phase, found.actor, found.seat) == (phase, actor, seat)
            assert found.counts == (0, 0, 0, 0)
            assert (found.tricks, found.trick, found.played) == ((), (), ())
            assert found.won == (0, 0, 0, 0)
            assert found.legal == NOTHING
            assert not found.blind
            assert found.bids == (None, None, None, None)


def test_case_18_nil_is_not_no_bid() -> None:
    """Case 18, SPADES-3: who has bid nil and who has not bid yet are told apart, and so are seat 0 and nobody."""
    state = call(dealt({}, Config(first_dealer=3)), 0)
    assert isinstance(state, Bidding)
    assert state.bids == (Bid(0), None, None, None)
    assert view(state, 2).bids == (Bid(0), None, None, None)
    assert state.actor == 1
    other = call(dealt({}, Config(first_dealer=3)), 0, 0)
    assert state != other
    assert other.actor == 2
    assert initial_state(Config(first_dealer=0)) != initial_state()


def test_view_as_text() -> None:
    """SPADES-2, SPADES-5, SPADES-6: a view can be read at a terminal."""
    assert str(view(initial_state(), 0)) == "finding the dealer; scores 0 : 0, bags 0 : 0"
    state = dealt(EXCHANGERS, Config(first_dealer=3))
    assert str(view(state, 0)) == (
        "bidding; turn of seat 0; scores 0 : 0, bags 0 : 0\ndealer: seat 3\nyou have not looked at your cards"
    )  # fmt: skip
    state = call(state, DOUBLE_NIL, 0, 4, 5)
    assert "bids: seat 0 double nil, seat 1 nil, seat 2 4, seat 3 5; contracts 4 : 5\nyour hand:" in str(view(state, 2))
    state = apply(state, give("AS KS QS"))
    assert "you give: Q♠ K♠ A♠\nyour hand:" in str(view(state, 0))
    state = apply(state, give("2H 3H 4H"))
    assert "tricks by seat 0 0 0 0; spades not broken\nyou give: Q♠ K♠ A♠; you got: 2♥ 3♥ 4♥\nyour hand:" in str(view(state, 0))
    text = str(view(play(playing(BREAKERS), "4D 5D 2S 2H 3S"), None))
    assert text == (
        "playing; turn of seat 3; scores 0 : 0, bags 0 : 0\ndealer: seat 3\n"
        "bids: seat 0 3, seat 1 3, seat 2 3, seat 3 3; contracts 6 : 6\n"
        "tricks by seat 0 0 1 0; spades broken\ntable: seat 2 3♠"
    )


def test_events() -> None:
    """SPADES-1, SPADES-2, SPADES-7: what is public is seen by all as it is."""
    start = initial_state()
    state = playing(BREAKERS)
    for seat in EVERYBODY:
        assert seen(start, ChooseDealer(start.standing.lineup.order[2]), seat) == ChooseDealer(start.standing.lineup.order[2])
        assert seen(state, Play(Card.parse("4D")), seat) == Play(Card.parse("4D"))
    looked = apply(dealt({}, Config(first_dealer=3)), Look())
    assert seen(looked, Bid(5), 1) == Bid(5)
    with pytest.raises(IllegalAction):
        seen(state, Play(Card.parse("QS")), 1)
    strangers: tuple[Any, ...] = (4, -1, True, "0")
    for seat in strangers:
        with pytest.raises(LookupError):
            seen(state, Play(Card.parse("4D")), seat)


# -- what is refused ----------------------------------------------------------------------------------------------------


class Yes:
    """Equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]  # junk


def every_phase() -> list[State]:
    return [
        initial_state(),
        initial_state(Config(first_dealer=3)),
        dealt({}, Config(first_dealer=3)),
        apply(dealt({}, Config(first_dealer=3)), Look()),
        exchanging(DOUBLE_NIL, 4, 4, 3),
        playing(BREAKERS),
        play(playing(BREAKERS), "4D"),
        after_hands(Config(first_dealer=3, max_hands=1), THREE_BAGS),
    ]


@pytest.mark.parametrize("junk", [None, 0, "AS", PACK[0], Yes(), Pass(), NameTrump(Suit.SPADES), Play, object()], ids=range(9))
def test_case_74_junk(junk: object) -> None:
    """GEN-5, case 74: what is no action of the game is refused in every phase."""
    for state in every_phase():
        found = violation(state, junk)
        assert found is not None
        assert found.clause == "GEN-5"
        assert found.text.endswith("is not an action of spades")
        with pytest.raises(IllegalAction):
            apply(state, junk)  # type: ignore[arg-type]  # that is what is tried


@pytest.mark.parametrize("card", [None, "4D", 0, True, BLACK_JOKER, Card.parse("2H")], ids=str)
def test_case_74_cards(card: object) -> None:
    """GEN-5, SPADES-7, case 74: no card, a card of no such pack, another's card."""
    state = playing(BREAKERS)
    found = violation(state, Play(card))  # type: ignore[arg-type]  # that is what is tried
    assert found is not None
    assert found.clause == "GEN-5"
    with pytest.raises(IllegalAction):
        apply(state, Play(card))  # type: ignore[arg-type]  # as above


def test_case_74_a_card_played_already() -> None:
    """GEN-5, cases 74, 75: a card that has been played, by the one who held it."""
    state = play(playing(BREAKERS), "4D 5D 2S 2H")
    refused(state, Play(Card.parse("2S")), "GEN-5", "seat 2 does not hold 2♠")


ANYTHING: Sequence[Action] = (
    *(ChooseDealer(seat) for seat in SEATS_OF_FOUR), Deal(PACK), DOUBLE_NIL, Look(), *map(Bid, range(-1, 15)), Give(()),
    Give(PACK[:3]), *map(Play, PACK),
)  # fmt: skip


@pytest.mark.parametrize("config", [Config(max_hands=2), Config(max_hands=2, blind_nil=None)], ids=["blind", "not blind"])
def test_legality_has_one_meaning(config: Config) -> None:
    """GEN-5, SPADES-2, SPADES-5, SPADES-7, SPADES-8: `violation` is None for the members of `legal_actions` alone, and these are
    what `apply` takes and what the actor's view offers."""
    rng = Random(3)
    for _ in range(4):
        state = initial_state(config)
        while legal := legal_actions(state):
            if isinstance(state.actor, int):
                assert view(state, state.actor).legal == legal
            for action in ANYTHING:
                taken = True
                try:
                    apply(state, action)
                except IllegalAction:
                    taken = False
                assert (violation(state, action) is None) is taken is (action in legal)
            state = apply(state, legal.sample(rng))


def test_refusals_by_phase() -> None:
    """SPADES-1, SPADES-2, SPADES-6, SPADES-7, GEN-5, GEN-8: what is due is said in each phase."""
    lot, deal, blind, looked, exchange, lead, follow, over = every_phase()
    refused(lot, Deal(PACK), "SPADES-1", "the lot for first dealer must fall on one of the seats 0 to 3")
    refused(lot, ChooseDealer(4), "SPADES-1", "the lot for first dealer must fall on one of the seats 0 to 3")  # type: ignore[arg-type]
    refused(deal, Look(), "SPADES-1", "the pack must be dealt now")
    refused(deal, Deal(PACK[1:]), "GEN-5", "the pack must be its 52 cards; 2♣ is missing")
    refused(deal, Deal((*PACK[1:], PACK[1])), "GEN-5", "the pack must be its 52 cards; 3♣ is in it too often")
    refused(deal, Deal((*PACK[1:], BLACK_JOKER)), "GEN-5", "the pack must be its 52 cards; BJ does not belong to it")
    refused(blind, Give(CardSet()), "SPADES-2", "seat 0 must bid now")
    refused(looked, Deal(PACK), "SPADES-2", "seat 0 must bid now")
    refused(exchange, Bid(3), "SPADES-6", "seat 0 must choose now which cards to give to his partner; the number is 3")
    refused(lead, Bid(3), "SPADES-7", "seat 0 must play a card now")
    refused(follow, Look(), "SPADES-7", "seat 1 must play a card now")
    refused(follow, Play(Card.parse("5C")), "SPADES-7", "seat 1 must follow diamonds")
    refused(over, Deal(PACK), "GEN-8", "the match is over")


def test_submit_asks_whose_turn_it_is() -> None:
    """GEN-5, law 7: a seat whose turn it is not is refused before any card is looked at; what is refused tells nothing."""
    for state in every_phase():
        for seat in range(4):
            if seat != state.actor:
                with pytest.raises(IllegalAction) as error:
                    submit(state, seat, Play(Card.parse("QS")))
                turn = "the game is over" if state.actor is None else f"it is not the turn of seat {seat}"
                assert error.value.violation.text == turn
                assert error.value.legal == NOTHING
    state = playing(BREAKERS)
    assert submit(state, 0, Play(Card.parse("4D"))) == play(state, "4D")
    with pytest.raises(LookupError):
        submit(state, 4, Play(Card.parse("4D")))


def test_case_75_again() -> None:
    """GEN-5, case 75: an action is not legal again in the state that it led to."""
    state = dealt({}, Config(first_dealer=3))
    looked = apply(state, Look())
    assert violation(looked, Look()) is not None
    assert violation(call(looked, 3), Bid(3)) is not None
    given = apply(exchanging(DOUBLE_NIL, 4, 4, 3), give("AS KS QS"))
    assert violation(given, give("AS KS QS")) is not None


def test_record() -> None:
    """SPADES-4, SPADES-6, SPADES-11: a record can be written as text and read, its options and gifts too."""
    config = Config(first_dealer=3, blind_nil=BlindNil(value=150, exchange=2), sandbags=None)
    record: Record[State, Action] = Record.begin(GAME, config)
    state = initial_state(config)
    calls: list[Action] = [Look(), Bid(4)]
    for action in (deal_for(state, dict(enumerate(EXCHANGERS))), DOUBLE_NIL, *calls * 3, give("AS KS"), give("2H 3H")):
        state, record = apply(state, action), record.then(action)
    assert str(record).startswith("spades 1 first_dealer=3 blind_nil=150/2 sandbags=none\n")
    assert Record.parse(str(record)) == record
    assert record.last() == state
    assert [event for event, _ in record.seen_by(1)][-2:] == [Given(CardSet(), CardSet())] * 2


# -- what may be imagined -----------------------------------------------------------------------------------------------


def ways(*hands: int) -> int:
    """How many ways there are to deal so many cards."""
    count = factorial(sum(hands))
    for hand in hands:
        count //= factorial(hand)
    return count


def test_worlds_of_the_bidding() -> None:
    """SPADES-5: cards unlooked at are unknown to their own player; bids say nothing."""
    state = dealt({}, Config(first_dealer=3))
    assert [worlds(view(state, seat)).size for seat in EVERYBODY] == [ways(13, 13, 13, 13)] * 5
    for action in (Look(), Bid(13)):
        state = apply(state, action)
        assert worlds(view(state, 0)).size == ways(13, 13, 13)
        assert worlds(view(state, 1)).size == ways(13, 13, 13, 13)
    rng = Random(5)
    assert len({determinize(view(state, 1), rng).hand(1) for _ in range(9)}) == 9
    assert {determinize(view(state, 0), rng).hand(0) for _ in range(9)} == {state.hand(0)}


def test_worlds_of_the_bidding_have_no_gifts_in_them() -> None:
    """SPADES-5, SPADES-6: a double nil is bid, and maybe another; cards are chosen when all have bid, and count from then on."""
    state = apply(dealt({}, Config(first_dealer=3)), BidDoubleNil())
    own, all_hands = ways(13, 13, 13), ways(13, 13, 13, 13)  # who has bid has seen his cards
    assert [worlds(view(state, seat)).size for seat in EVERYBODY] == [all_hands, own, *[all_hands] * 3]
    assert [worlds(view(apply(state, BidDoubleNil()), seat)).size for seat in EVERYBODY] == [all_hands, own, own, *[all_hands] * 2]
    assert [worlds(view(apply(state, Look()), seat)).size for seat in EVERYBODY] == [all_hands, own, own, *[all_hands] * 2]


def test_worlds_of_the_exchange() -> None:
    """SPADES-6: who has chosen knows his choice, his partner and the others do not; once both have chosen, each of them knows three
    of his partner's cards, and the others neither three."""
    state = exchanging(DOUBLE_NIL, 4, 4, 3)
    assert [worlds(view(state, seat)).size for seat in range(4)] == [ways(13, 13, 13)] * 4
    chosen = apply(state, give("AS KS QS"))
    assert [worlds(view(chosen, seat)).size for seat in (0, 1, 2, 3)] == [ways(13, 13, 13) * n for n in (1, 286, 286, 286)]
    assert worlds(view(chosen, None)).size == ways(13, 13, 13, 13) * 286
    done = apply(chosen, give("2H 3H 4H"))
    assert [worlds(view(done, seat)).size for seat in (0, 2)] == [ways(10, 13, 13)] * 2
    assert [worlds(view(done, seat)).size for seat in (1, 3)] == [ways(13, 13, 13) * 286**2] * 2
    assert worlds(view(done, None)).size == ways(13, 13, 13, 13) * 286**2


def test_worlds_of_two_exchanges() -> None:
    """SPADES-6: while the second pair chooses, the first pair's gifts are in new hands, and known to them alone."""
    state = exchanging(DOUBLE_NIL, DOUBLE_NIL, 4, 4)
    state = after(state, give("AS KS QS"), give("2H 3H 4H"))
    assert state.actor == 1
    state = apply(state, legal_actions(state)[5])
    assert worlds(view(state, 0)).size == ways(10, 13, 13) * 286
    assert worlds(view(state, 1)).size == ways(13, 13, 13) * 286**2
    assert worlds(view(state, 3)).size == ways(13, 13, 13) * 286**3
    state = apply(state, legal_actions(state)[7])
    assert worlds(view(state, 0)).size == ways(10, 13, 13) * 286**2
    assert worlds(view(state, 3)).size == ways(10, 13, 13) * 286**2
    assert worlds(view(state, None)).size == ways(13, 13, 13, 13) * 286**4
    rng = Random(6)
    for seat in EVERYBODY:
        imagined = determinize(view(state, seat), rng)
        assert view(imagined, seat) == view(state, seat)


def test_given_cards_lie_with_the_partner() -> None:
    """SPADES-6: what one has given one imagines in the partner's hand, until it is played."""
    state = after(exchanging(DOUBLE_NIL, 4, 4, 3), give("AS KS QS"), give("2H 3H AC"))
    rng = Random(8)
    for _ in range(20):
        assert CardSet.parse("AS KS QS") <= determinize(view(state, 0), rng).hand(2)
        assert CardSet.parse("2H 3H AC") <= determinize(view(state, 2), rng).hand(0)
    assert len({determinize(view(state, 1), rng).hand(2) & CardSet.parse("AS KS QS") for _ in range(40)}) > 2


def test_public_phases_hide_nothing() -> None:
    """SPADES-1, law 8: where nobody holds cards there is one state that fits."""
    for state in every_phase():
        if not any(len(state.hand(seat)) for seat in range(4)):
            for seat in EVERYBODY:
                assert worlds(view(state, seat)).size == 1
                assert determinize(view(state, seat), Random(1)) == state


def candidates(state: State, actions: Sequence[Action], seat: int | None) -> Iterator[State]:
    """All states that a view may come from, found by playing what was seen with every deal of the cards that were not.

    Nothing is inferred: all unseen cards go to all hands, all unseen choices to all cards, and the rules refuse what cannot be.
    """
    assert isinstance(state, TrickPlay)
    true_view = view(state, seat)
    config = state.standing.config
    others = [other for other in range(4) if other != seat]
    played = {other: set[Card]() for other in range(4)}
    replayed = initial_state(config)
    for action in actions:
        if isinstance(action, Play):
            assert isinstance(replayed.actor, int)
            played[replayed.actor].add(action.card)
        replayed = apply(replayed, action)
    assert replayed == state
    gifts = [(at, action) for at, action in enumerate(actions) if isinstance(action, Give)]
    exchange = len(gifts[0][1].cards) if gifts else 0
    givers = [giver for giver, mask in enumerate(state.contract.gifts) if mask]
    ours = seat in givers
    unseen = sorted(card for other in others for card in state.hand(other))
    counts = [len(state.hand(other)) for other in others]
    for held in partitions(unseen, counts):
        final = {other: set(cards) | played[other] for other, cards in zip(others, held, strict=True)}
        if seat is not None:
            final[seat] = set(state.hand(seat)) | played[seat]
        choices: Iterable[Mapping[int, Iterable[Card]]]
        if not gifts:
            choices = [{}]
        elif ours:
            choices = [{giver: CardSet.of_mask(state.contract.gifts[giver]) for giver in givers}]
        else:
            one, other = givers
            choices = (
                {one: first, other: second}
                for first, second in product(
                    combinations(sorted(final[other]), exchange), combinations(sorted(final[one]), exchange)
                )
            )
        for chosen in choices:
            start = {owner: set(cards) for owner, cards in final.items()}
            for giver, cards in chosen.items():
                start[giver] |= set(cards)
                start[(giver + 2) % 4] -= set(cards)
            if any(len(cards) != 13 for cards in start.values()):
                continue
            found = initial_state(config)
            try:
                for action in actions:
                    if isinstance(action, Deal):
                        action = deal_for(found, start)
                    elif isinstance(action, Give):
                        assert isinstance(found.actor, int)
                        action = Give(chosen[found.actor])
                    found = apply(found, action)
            except IllegalAction:
                continue
            if view(found, seat) == true_view:
                yield found


def partitions(cards: Sequence[Card], counts: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    if not counts:
        yield ()
        return
    for mine in combinations(cards, counts[0]):
        for rest in partitions([card for card in cards if card not in mine], counts[1:]):
            yield (mine, *rest)


def late(config: Config, calls: Sequence[int | BidDoubleNil], plays: int, seed: int) -> tuple[State, list[Action]]:
    """A state after so many plays of one hand, and the actions that led to it."""
    rng = Random(seed)
    state = initial_state(config)
    actions: list[Action] = []
    coming = list(calls)
    done = 0
    while done < plays:
        legal = legal_actions(state)
        action = legal.sample(rng)
        if isinstance(state, Bidding):
            one = coming.pop(0)
            if isinstance(one, BidDoubleNil):
                action = one
            elif Look() in legal:
                action, coming = Look(), [one, *coming]
            else:
                action = Bid(one)
        done += isinstance(action, Play)
        actions.append(action)
        state = apply(state, action)
    return state, actions


def close_to_uniform(counts: Counter[State], draws: int) -> bool:
    """Chi-squared below what one draw in a thousand exceeds (Wilson and Hilferty)."""
    expected = draws / len(counts)
    found = sum((count - expected) ** 2 / expected for count in counts.values())
    free = len(counts) - 1
    return free == 0 or found < free * (1 - 2 / (9 * free) + 3.1 * (2 / (9 * free)) ** 0.5) ** 3


PLAIN = Config(first_dealer=3, blind_nil=None)


@pytest.mark.long
@pytest.mark.parametrize(
    ("config", "calls", "plays", "seed", "seat"),
    [
        *((PLAIN, (3, 3, 3, 3), 44, seed, seed % 4) for seed in range(8)),
        *((PLAIN, (3, 3, 3, 3), 42, seed, seed % 4) for seed in range(8, 12)),
        *((PLAIN, (3, 3, 3, 3), 49, seed, None) for seed in (20, 21)),
        *((Config(first_dealer=3), (4, DOUBLE_NIL, 3, 3), 44, seed, 1) for seed in (30, 31, 32)),
        *((Config(first_dealer=3), (4, DOUBLE_NIL, 3, 3), 44, seed, 3) for seed in (33, 34)),
        *((Config(first_dealer=3, blind_nil=BlindNil(exchange=1)), (4, DOUBLE_NIL, 3, 3), 48, seed, 0) for seed in (40, 41)),
        (Config(first_dealer=3, blind_nil=BlindNil(exchange=12)), (4, 3, 3, DOUBLE_NIL), 49, 42, None),
        (Config(first_dealer=3, blind_nil=BlindNil(exchange=13)), (4, 3, 3, DOUBLE_NIL), 44, 43, 2),
    ],
)
def test_worlds_are_all_that_can_be(
    config: Config, calls: Sequence[int | BidDoubleNil], plays: int, seed: int, seat: int | None
) -> None:
    """SPADES-6, SPADES-7, SPADES-8, law 8: the worlds are the states found by trying every deal and every choice, no more, no
    fewer, each equally often."""
    state, actions = late(config, calls, plays, seed)
    found = list(candidates(state, actions, seat))
    assert len(set(found)) == len(found)
    assert state in found
    imagined = worlds(view(state, seat))
    assert imagined.size == len(found)
    rng = Random(seed)
    draws = 20 * len(found) if len(found) <= 200 else 3000
    counts = Counter(imagined.sample(rng) for _ in range(draws))
    assert set(counts) <= set(found)
    if len(found) <= 200:
        assert set(counts) == set(found)
        assert close_to_uniform(counts, draws)


def test_worlds_after_a_spade_led_unbroken() -> None:
    """SPADES-8, case 78: who led a spade before they were broken is imagined with spades alone, and the others vary."""
    state = play(playing(suited(0, "SCDH")), "2S 2C 2D")
    rng = Random(78)
    imagined = [determinize(view(state, 3), rng) for _ in range(30)]
    assert {world.hand(0) for world in imagined} == {state.hand(0)}
    assert len({world.hand(1) for world in imagined}) > 20
    assert worlds(view(state, 3)).size == comb(24, 12)


def test_case_78_voids_are_kept_and_the_rest_varies() -> None:
    """SPADES-7, case 78: known voids are kept, what is possible varies, and equal generators imagine equal worlds."""
    state = play(playing(BREAKERS), "4D 5D 2S 2H 3S 3H")
    imagined = [determinize(view(state, 0), Random(seed)) for seed in range(40)]
    assert imagined == [determinize(view(state, 0), Random(seed)) for seed in range(40)]
    for world in imagined:
        assert not world.hand(2).mask & Suit.DIAMONDS.mask
        assert not world.hand(3).mask & (Suit.DIAMONDS.mask | Suit.SPADES.mask)
    assert len({world.hand(1) for world in imagined}) > 5
    other = play(playing((*BREAKERS[:3], BREAKERS[3])), "4D 5D 2S 2H 3S 3H")
    assert worlds(view(other, 0)).size == worlds(view(state, 0)).size


def test_states_that_differ_in_what_is_hidden_give_equal_views() -> None:
    """SPADES-5, SPADES-6, law 7: worlds imagined from a view give that view, the same events, and the same refusals."""
    rng = Random(9)
    for state in every_phase():
        for seat in EVERYBODY:
            sees = view(state, seat)
            for _ in range(3):
                imagined = determinize(sees, rng)
                assert view(imagined, seat) == sees
                assert imagined.actor == state.actor
                assert sum(map(len, places(imagined).values())) == 52


def test_an_unknown_seat_has_no_hand() -> None:
    """SPADES-1, case 76: there are four seats, in every phase."""
    for state in every_phase():
        for seat in (4, -1):
            with pytest.raises(LookupError, match=f"there is no seat {seat}"):
                state.hand(seat)


def test_case_76_spectator() -> None:
    """Case 76, SPADES-5: a spectator sees no card that is in a hand, and an unknown seat sees nothing at all."""
    for state in every_phase():
        assert view(state, None).own == view(state, None).given == view(state, None).got == 0
        strangers: tuple[Any, ...] = (4, -1, True, "0")
        for seat in strangers:
            with pytest.raises(LookupError):
                view(state, seat)


def test_states_are_values() -> None:
    """Law 6, case 73: states and views pickle to equal values with equal hashes."""
    for state in every_phase():
        again = pickle.loads(pickle.dumps(state))
        assert (again, hash(again)) == (state, hash(state))
        sees: View = view(state, 0)
        assert pickle.loads(pickle.dumps(sees)) == sees
        assert attrs.has(type(state))
    assert FULL == (1 << 52) - 1
    assert {type(state) for state in every_phase()} == set(GAME.phases)
    kinds: set[Call] = {Bid(0), DOUBLE_NIL}
    assert len(kinds) == 2
    assert set(spades.__all__) >= {kind.__name__ for kind in (*GAME.phases, *GAME.actions, *GAME.events)}
