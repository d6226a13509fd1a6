"""The clauses of Euchre (Farib), each at the table: real cards, played through the public functions alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count, pairwise, product
from math import comb, factorial, prod
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persian_cards.actions import CHANCE, ChooseDealer, Deal, DealtOpen, Pass, Play
from persian_cards.cards import RANKS, SUITS, Card, CardSet, Rank, Suit, parse_cards
from persian_cards.errors import ConfigError, IllegalAction
from persian_cards.game import Outcome, Rotation
from persian_cards.games import GAMES, euchre
from persian_cards.games.euchre import (
    GAME,
    Action,
    AwaitDeal,
    Calling,
    CallPartner,
    CardLaidDown,
    ClaimFarmersHand,
    Claiming,
    Config,
    Contract,
    Discarding,
    DrawDealer,
    FarmersHand,
    LayDown,
    MakeTrump,
    MatchOver,
    Naming,
    Phase,
    PlayAlone,
    Row,
    State,
    TakeUp,
    TrickPlay,
    View,
)
from persian_cards.options import options
from persian_cards.table import Seat
from persian_cards.testing.laws import uneven
from tests.games import table_helpers

FOUR = Config(first_dealer=3)
FIVE = Config(players=5, first_dealer=4)
EVERYBODY = (0, 1, 2, 3, None)

# -- helpers ------------------------------------------------------------------------------------------------------------


def do(state: State, *actions: Action) -> State:
    for action in actions:
        state = euchre.apply(state, action)
    return state


def dealt(config: Config, hands: Mapping[int, str], turned: str = "", left_over: str = "") -> State:
    """The first hand of a match, dealt so."""
    state = euchre.initial_state(config)
    return do(state, euchre.deal_for(state, hands, turned=turned, left_over=left_over))


def named(config: Config, hands: Mapping[int, str], trump: Suit, *, turned: str = "", alone: bool = False) -> State:
    """Everybody has passed once, and seat 0 has named trump, so that nobody exchanges a card."""
    return do(dealt(config, hands, turned), *[Pass()] * config.players, MakeTrump(trump, alone))


def play(state: State, tricks: str, order: Iterable[int] = (0, 1, 2, 3)) -> State:
    return table_helpers.play(GAME, state, tricks, tuple(order))


def refused(state: State, action: object) -> IllegalAction:
    return table_helpers.refused(GAME, state, action)


def legal(state: State) -> set[Action]:
    return set(euchre.legal_actions(state))


def plays(cards: str) -> set[Action]:
    return {Play(card) for card in parse_cards(cards)}


def card(text: str) -> Card:
    return Card.parse(text)


def row_of(state: State) -> Row:
    return state.standing.sheet[-1]


def outcome_of(state: State) -> Outcome:
    found = euchre.outcome(state)
    assert found is not None
    return found


# -- the table and the deal ---------------------------------------------------------------------------------------------


def test_the_packs() -> None:
    """EUCHRE-1: nine to ace with four players, eight to ace with five."""
    assert euchre.pack(Config()) == tuple(Card(suit, rank) for suit in SUITS for rank in RANKS[7:])
    assert euchre.pack(Config(players=5)) == tuple(Card(suit, rank) for suit in SUITS for rank in RANKS[6:])


@pytest.mark.parametrize("players", [4, 5])
def test_the_first_dealer_is_found_by_lot_and_the_deal_passes_to_the_left(players: int) -> None:
    """EUCHRE-1, GEN-4: any seat, each as likely; afterwards the next seat deals."""
    state = euchre.initial_state(Config(players=players))
    assert state == DrawDealer(state.standing)
    assert state.actor is CHANCE
    assert list(euchre.legal_actions(state)) == [ChooseDealer(Seat(seat)) for seat in range(players)]
    for seat in range(players):
        after = do(state, ChooseDealer(Seat(seat)))
        assert isinstance(after, AwaitDeal)
        assert after.dealer == after.standing.dealer == seat
    state = euchre.initial_state(Config(players=players, first_dealer=players - 1, stick_the_dealer=False))
    state = do(state, euchre.deal_for(state, {}), *[Pass()] * (2 * players))
    assert isinstance(state, AwaitDeal)
    assert state.dealer == 0


def test_five_cards_each_from_the_dealers_left_and_the_next_turned_up() -> None:
    """EUCHRE-2, GEN-10: one at a time, the dealer last."""
    cards = euchre.pack(Config())
    state = do(euchre.initial_state(Config(first_dealer=1, farmers_hand=FarmersHand.OFF)), Deal(cards))
    assert isinstance(state, Naming)
    assert state.hand(2) == CardSet(cards[0:20:4])
    assert state.hand(1) == CardSet(cards[3:20:4])
    assert state.turned is cards[20]
    assert euchre.places(state)["left over"] == cards[21:]


def test_with_five_players_two_cards_are_beneath_the_one_turned_up() -> None:
    """EUCHRE-2: three are left over in all."""
    state = dealt(FIVE, {0: "AS KS QS JS 10S"}, "9H", "8C 8D")
    assert euchre.places(state)["left over"] == (card("8C"), card("8D"))
    assert euchre.places(state)["turned"] == (card("9H"),)


def test_the_game_record() -> None:
    """EUCHRE-1, GEN-1: to the left; Farib is its other name."""
    assert GAMES["farib"] is GAMES["euchre"] is GAME
    assert GAME.rotation is Rotation.LEFT
    assert [GAME.seats(Config(players=players)) for players in (4, 5)] == [4, 5]
    assert euchre.sides(euchre.initial_state(FOUR)) == ((0, 2), (1, 3))
    assert euchre.sides(euchre.initial_state(FIVE)) == ((0,), (1,), (2,), (3,), (4,))


# -- farmer's hand ------------------------------------------------------------------------------------------------------

FARMERS = "9C 10C 9D 10D 9H"


def test_a_farmers_hand_undoes_the_deal() -> None:
    """EUCHRE-3: always, for anybody; the same dealer deals again, the hands are gathered, and no hand is counted."""
    start = euchre.initial_state(FOUR)
    for seat in range(4):
        state = do(start, euchre.deal_for(start, {seat: FARMERS}))
        assert state == start
        assert state.actor is CHANCE
        assert all(not state.hand(one) for one in range(4))
    assert isinstance(do(start, euchre.deal_for(start, {1: "9C 10C 9D 10D JH"})), Naming)


def test_what_a_seat_notices_of_a_deal_that_is_undone() -> None:
    """EUCHRE-3, EUCHRE-D1: its own five cards and the one turned up."""
    start = euchre.initial_state(FOUR)
    deal = euchre.deal_for(start, {1: FARMERS}, turned="AS")
    assert GAME.seen(start, deal, 1) == DealtOpen(CardSet.parse(FARMERS), (card("AS"),))
    assert GAME.seen(start, deal, None) == DealtOpen(CardSet(), (card("AS"),))


def test_with_five_players_it_is_eights_and_nines() -> None:
    """EUCHRE-3."""
    start = euchre.initial_state(FIVE)
    assert do(start, euchre.deal_for(start, {2: "8C 9C 8D 9D 8H"})) == start
    assert isinstance(do(start, euchre.deal_for(start, {2: "9C 10C 9D 9H 8H"})), Naming)


def test_the_card_turned_up_is_dealt_to_nobody() -> None:
    """EUCHRE-3: a dealer whose five are no farmer's hand has none, whatever lies turned up."""
    start = euchre.initial_state(FOUR)
    assert isinstance(do(start, euchre.deal_for(start, {3: "9C 10C 9D 10D AS"}, turned="9H")), Naming)


def test_without_the_rule_a_farmers_hand_is_played() -> None:
    """EUCHRE-3: `OFF`."""
    assert isinstance(dealt(attrs.evolve(FOUR, farmers_hand=FarmersHand.OFF), {0: FARMERS}), Naming)


CLAIM = attrs.evolve(FOUR, farmers_hand=FarmersHand.CLAIM)


def test_everybody_is_asked_to_claim() -> None:
    """EUCHRE-3, GEN-12: in turn from the dealer's left, before the first bid; who has none can only pass."""
    state = dealt(CLAIM, {2: FARMERS}, "AS")
    for seat in range(4):
        assert isinstance(state, Claiming)
        assert state.actor == seat
        assert euchre.view(state, seat).phase is Phase.CLAIMING
        assert list(euchre.legal_actions(state)) == ([Pass(), ClaimFarmersHand()] if seat == 2 else [Pass()])
        assert euchre.view(state, seat).legal == euchre.legal_actions(state)
        state = do(state, Pass())
    assert isinstance(state, Naming)
    assert state.actor == 0
    refused(state, ClaimFarmersHand())  # it is too late


def test_a_claim_ends_the_deal_at_once() -> None:
    """EUCHRE-3: the same dealer deals again; nobody else is asked."""
    state = do(dealt(CLAIM, {1: FARMERS}, "AS"), Pass(), ClaimFarmersHand())
    assert state == euchre.initial_state(CLAIM)


def test_who_has_passed_cannot_claim_later() -> None:
    """EUCHRE-3, GEN-9: not out of turn, nor once the bidding has begun; and a deal that is claimed away is no hand."""
    state = do(dealt(attrs.evolve(CLAIM, max_hands=1), {0: FARMERS, 1: "9S 10S 10H QC QD"}, "AS"), Pass())
    with pytest.raises(IllegalAction):
        GAME.submit(state, 0, ClaimFarmersHand())
    assert list(euchre.legal_actions(state)) == [Pass()]
    state = do(state, *[Pass()] * 3)
    assert isinstance(state, Naming)
    assert refused(state, ClaimFarmersHand()).violation.clause == "EUCHRE-5"
    state = do(dealt(attrs.evolve(CLAIM, max_hands=1), {0: FARMERS}, "AS"), ClaimFarmersHand())
    assert isinstance(state, AwaitDeal)
    assert (state.standing.hands, state.dealer) == (0, 3)


def test_a_claim_is_heard_by_all() -> None:
    """EUCHRE-3, EUCHRE-D1."""
    state = dealt(CLAIM, {0: FARMERS}, "AS")
    assert {GAME.seen(state, ClaimFarmersHand(), seat) for seat in EVERYBODY} == {ClaimFarmersHand()}


def test_a_claim_without_a_farmers_hand_is_refused() -> None:
    """EUCHRE-3, GEN-5."""
    error = refused(dealt(CLAIM, {0: "9C 10C 9D 10D JH"}, "AS"), ClaimFarmersHand())
    assert error.violation.clause == "EUCHRE-3"
    assert error.violation.text == "seat 0 has no farmer's hand, which is of nines and tens alone"
    state = dealt(attrs.evolve(FIVE, farmers_hand=FarmersHand.CLAIM), {0: "8C 9C 8D 9D 10H"}, "AS")
    assert "eights and nines alone" in refused(state, ClaimFarmersHand()).violation.text
    assert refused(state, TakeUp(False)).violation.text == "seat 0 must claim a farmer's hand or pass"


# -- the order of cards -------------------------------------------------------------------------------------------------


OTHER_JACK = {Suit.CLUBS: "JS", Suit.SPADES: "JC", Suit.DIAMONDS: "JH", Suit.HEARTS: "JD"}


def taker(config: Config, first: str, second: str, trump: Suit, plain: Iterable[Card]) -> object:
    """Who takes a trick that seat 0 begins with the first card, seat 1 with the second; the other seats hold `plain` cards."""
    cards = iter(plain)
    hands = {0: [card(first)], 1: [card(second)]}
    hands |= {seat: [next(cards) for _ in range(5)] for seat in range(2, config.players)}
    start = euchre.initial_state(attrs.evolve(config, farmers_hand=FarmersHand.OFF))
    state = do(start, euchre.deal_for(start, hands, turned=[next(cards)]), *[Pass()] * config.players, MakeTrump(trump, False))
    state = do(state, *([PlayAlone()] if config.players == 5 else []), Play(card(first)), Play(card(second)))
    for _ in range(2, config.players):
        state = do(state, euchre.legal_actions(state)[0])
    return state.actor


@pytest.mark.parametrize("trump", SUITS)
def test_the_order_of_trumps(trump: Suit) -> None:
    """EUCHRE-4, EUCHRE-8: right bower, left bower, A K Q 10 9 8: each takes the next, whichever of them is led."""
    order = [f"J{trump.value}", OTHER_JACK[trump], *(f"{rank}{trump.value}" for rank in ("A", "K", "Q", "10", "9", "8"))]
    plain = [one for one in euchre.pack(FIVE) if one not in euchre.trumps_of(trump)]
    for higher, lower in pairwise(order):
        assert taker(FIVE, higher, lower, trump, plain) == 0
        assert taker(FIVE, lower, higher, trump, plain) == 1


@pytest.mark.parametrize("trump", SUITS)
@pytest.mark.parametrize("suit", SUITS)
def test_the_order_of_other_suits(trump: Suit, suit: Suit) -> None:
    """EUCHRE-4, EUCHRE-8: A K Q J 10 9, without the jack where it is the left bower."""
    if suit is trump:
        return
    plain = [one for one in euchre.pack(FOUR) if one not in euchre.trumps_of(trump) and one.suit is not suit]
    order = [f"{rank}{suit.value}" for rank in ("A", "K", "Q", "J", "10", "9") if f"{rank}{suit.value}" != OTHER_JACK[trump]]
    for higher, lower in pairwise(order):
        assert taker(FOUR, higher, lower, trump, plain) == 0
        assert taker(FOUR, lower, higher, trump, plain) == 1


@pytest.mark.parametrize(("second", "winner"), [("9H", 1), ("JH", 1), ("JD", 1), ("AD", 0), ("AC", 0)])
def test_any_trump_takes_what_is_no_trump(second: str, winner: int) -> None:
    """EUCHRE-4, EUCHRE-8: the lowest takes an ace, and so does the left bower; a higher card of a third suit does not."""
    hands = {0: "AS KS 9C 10C QC", 1: f"{second} KC KD", 2: "9S 10S QS 9D QD", 3: "JS JC QH KH 10H"}
    state = named(FOUR, hands, Suit.HEARTS, turned="10D")
    assert do(state, *(Play(card(text)) for text in ("AS", second, "9S", "JS"))).actor == winner


def test_the_left_bower_follows_as_a_trump_and_not_as_its_own_suit() -> None:
    """EUCHRE-4: when its printed suit is led it need not be played, and may not; when trumps are led it must."""
    hands = {0: "9D AH 9C 10C QC", 1: "JD 10D 9S 10S QS"}
    state = named(FOUR, hands, Suit.HEARTS, turned="KS")
    led_diamonds = do(state, Play(card("9D")))
    assert legal(led_diamonds) == plays("10D")
    led_trumps = do(state, Play(card("AH")))
    assert legal(led_trumps) == plays("JD")
    assert refused(led_trumps, Play(card("10D"))).violation.text == "seat 1 must follow hearts (the left bower is one of them)"


def test_with_the_left_bower_alone_of_its_printed_suit_one_is_void() -> None:
    """EUCHRE-4: who holds no diamond but the left bower may play anything when diamonds are led."""
    state = named(FOUR, {0: "9D AH 9C 10C QC", 1: "JD 9S 10S QS AS"}, Suit.HEARTS, turned="KS")
    assert legal(do(state, Play(card("9D")))) == plays("JD 9S 10S QS AS")


def test_the_left_bower_is_led_as_a_trump() -> None:
    """EUCHRE-4: it calls for trumps."""
    state = named(FOUR, {0: "JD AH 9C 10C QC", 1: "AD KD 9H 10S QS"}, Suit.HEARTS, turned="KS")
    assert legal(do(state, Play(card("JD")))) == plays("9H")


def test_the_left_bower_turned_up_takes_its_printed_suit_as_trump() -> None:
    """EUCHRE-4, EUCHRE-5: what is turned up is a jack of a suit; taken up it is the right bower, turned down it may be the left."""
    state = do(dealt(FOUR, {}, "JD"), TakeUp(False))
    assert isinstance(state, Discarding)
    assert state.contract.trump is Suit.DIAMONDS
    state = do(dealt(FOUR, {}, "JD"), *[Pass()] * 4, MakeTrump(Suit.HEARTS, False))
    assert isinstance(state, TrickPlay)
    assert euchre.places(state)["turned"] == (card("JD"),)


def test_a_jack_is_no_farmers_card() -> None:
    """EUCHRE-3, EUCHRE-4: a hand with a bower to be is none."""
    start = euchre.initial_state(FOUR)
    assert isinstance(do(start, euchre.deal_for(start, {0: "9C 10C 9D 10D JD"})), Naming)


def test_trumps_of_a_suit() -> None:
    """EUCHRE-4: seven and the left bower."""
    assert euchre.trumps_of(Suit.CLUBS) == CardSet.parse("8C 9C 10C JC QC KC AC JS")


def test_case_05_all_may_discard_and_the_trump_takes_it() -> None:
    """EUCHRE-8: without the suit led any card may be played."""
    hands = {0: "9C 10C QC KC AC", 1: "JD 9S JS QS KS", 2: "10D QD KD AS KH", 3: "AD 9D JH 10S AH"}
    state = named(attrs.evolve(FOUR, farmers_hand=FarmersHand.OFF), hands, Suit.DIAMONDS, turned="9H")
    state = do(state, Play(card("9C")), Play(card("JD")), Play(card("10D")))
    assert legal(state) == plays("AD 9D JH 10S AH")
    for action in euchre.legal_actions(state):
        assert do(state, action).actor == 1


def test_case_06_the_left_bower_led() -> None:
    """EUCHRE-4, EUCHRE-8: case 6, and what its worlds may hold."""
    hands = {0: "JD 9S 10S QS KS", 1: "AD 9D 9C 10C QC", 2: "9H KD KC AC AS", 3: "10H QH KH AH JC"}
    state = do(named(FOUR, hands, Suit.HEARTS, turned="10D"), Play(card("JD")))
    assert legal(state) == plays("AD 9D 9C 10C QC")
    state = do(state, Play(card("9C")))
    assert legal(state) == plays("9H")
    view, rng, diamonds = euchre.view(state, 2), Random(6), 0
    for _ in range(60):
        world = euchre.determinize(view, rng)
        assert not world.hand(1) & euchre.trumps_of(Suit.HEARTS)
        diamonds += bool(world.hand(1) & CardSet.of_mask(Suit.DIAMONDS.mask))
    assert diamonds
    assert Suit.HEARTS in view.voids[1]
    assert Suit.DIAMONDS not in view.voids[1]


# -- naming trump -------------------------------------------------------------------------------------------------------


def test_the_first_round() -> None:
    """EUCHRE-5, EUCHRE-9: from the dealer's left each takes the suit turned up, alone or not, or passes; the dealer last."""
    state = dealt(FOUR, {}, "9H")
    for seat in (0, 1, 2, 3):
        assert state.actor == seat
        assert list(euchre.legal_actions(state)) == [Pass(), TakeUp(False), TakeUp(True)]
        assert euchre.view(state, seat).phase is Phase.FIRST_ROUND
        state = do(state, Pass())
    assert euchre.view(state, 0).phase is Phase.SECOND_ROUND


@pytest.mark.parametrize("taker", [0, 1, 2, 3])
def test_the_dealer_takes_the_card_up_and_lays_any_of_his_six_down(taker: int) -> None:
    """EUCHRE-5: the card taken up may be laid down too."""
    state = do(dealt(FOUR, {3: "AS KS QS JS 10S"}, "9H"), *[Pass()] * taker, TakeUp(False))
    assert isinstance(state, Discarding)
    assert state.actor == 3
    assert state.contract == Contract(Seat(taker), Suit.HEARTS, True)
    assert legal(state) == {LayDown(one) for one in parse_cards("AS KS QS JS 10S 9H")}
    assert state.hand(3) == CardSet.parse("AS KS QS JS 10S 9H")
    assert euchre.view(state, 3).counts == (5, 5, 5, 6)
    for laid in ("AS", "9H"):
        after = do(state, LayDown(card(laid)))
        assert isinstance(after, TrickPlay)
        assert after.hand(3) == CardSet.parse("AS KS QS JS 10S 9H") - {card(laid)}
        assert euchre.places(after)["laid down"] == (card(laid),)
        assert after.actor == 0


def test_the_card_laid_down_is_seen_by_the_dealer_alone() -> None:
    """EUCHRE-5."""
    state = do(dealt(FOUR, {3: "AS KS QS JS 10S"}, "9H"), TakeUp(False))
    action = LayDown(card("10S"))
    assert GAME.seen(state, action, 3) == action
    assert {GAME.seen(state, action, seat) for seat in (0, 1, 2, None)} == {CardLaidDown()}
    after = do(state, action)
    assert euchre.view(after, 3).laid is card("10S")
    assert [euchre.view(after, seat).laid for seat in (0, 1, 2, None)] == [None] * 4


def test_the_second_round_names_any_other_suit() -> None:
    """EUCHRE-6: but that turned down; nobody exchanges a card, and the dealer's left leads."""
    state = do(dealt(FOUR, {0: "AS KS QS JS 10S"}, "9H"), *[Pass()] * 4)
    assert state.actor == 0
    others = [suit for suit in SUITS if suit is not Suit.HEARTS]
    assert list(euchre.legal_actions(state)) == [Pass(), *(MakeTrump(suit, alone) for suit in others for alone in (False, True))]
    error = refused(state, MakeTrump(Suit.HEARTS, False))
    assert error.violation.clause == "EUCHRE-6"
    assert error.violation.text == "seat 0 must name a suit other than hearts, which was turned down, or pass"
    after = do(state, Pass(), MakeTrump(Suit.SPADES, False))
    assert isinstance(after, TrickPlay)
    assert after.actor == 0
    assert after.hand(0) == CardSet.parse("AS KS QS JS 10S")
    assert euchre.places(after)["turned"] == (card("9H"),)


def test_the_dealer_is_stuck() -> None:
    """EUCHRE-7: when all others have passed twice he must name a suit."""
    state = do(dealt(FOUR, {}, "9H"), *[Pass()] * 7)
    assert state.actor == 3
    assert Pass() not in euchre.legal_actions(state)
    assert euchre.legal_actions(state).size == 6
    error = refused(state, Pass())
    assert error.violation.clause == "EUCHRE-7"
    assert error.violation.text == "seat 3, the dealer, may not pass: all the others have, and he must name a suit"
    assert isinstance(do(state, MakeTrump(Suit.SPADES, True)), TrickPlay)


def test_where_he_is_not_stuck_his_pass_throws_the_hand_in() -> None:
    """EUCHRE-7, GEN-9: the deal passes on; the hand counts, but has no row."""
    state = do(dealt(attrs.evolve(FOUR, stick_the_dealer=False, max_hands=2), {}, "9H"), *[Pass()] * 8)
    assert isinstance(state, AwaitDeal)
    assert (state.dealer, state.standing.hands, state.standing.sheet) == (0, 1, ())
    state = do(state, euchre.deal_for(state, {}), *[Pass()] * 8)
    assert isinstance(state, MatchOver)
    assert outcome_of(state) == Outcome((0, 0, 0, 0), (1, 1, 1, 1), (Seat(0), Seat(1), Seat(2), Seat(3)))
    assert euchre.tally(state) == {"hands": 2, "thrown in": 2, "alone": 0, "marches": 0, "euchres": 0}


# -- alone --------------------------------------------------------------------------------------------------------------

STRONG = {0: "JH JD AH KH QH", 1: "9C 10C JC 9S 9H", 2: "AC KC QC AS KS", 3: "AD KD QD QS JS"}


def test_a_lone_makers_partner_sits_out() -> None:
    """EUCHRE-9: his cards are out of play unseen, and three play."""
    state = named(FOUR, STRONG, Suit.HEARTS, turned="9D", alone=True)
    assert state.hand(2) == CardSet()
    assert euchre.places(state)["sat out"] == tuple(CardSet.parse("AC KC QC AS KS"))
    view = euchre.view(state, 2)
    assert (view.hand, CardSet.of_mask(view.sat)) == (CardSet(), CardSet.parse("AC KC QC AS KS"))
    assert [euchre.view(state, seat).sat for seat in (0, 1, 3, None)] == [0, 0, 0, 0]
    assert view.counts == (5, 5, 0, 5)
    state = play(state, "0: JH 9H QD\n0: JD 9S JS\n0: AH 9C QS\n0: KH 10C KD\n0: QH JC AD", (0, 1, 3))
    assert row_of(state).tricks == (5, 0)
    assert row_of(state).score == (4, 0)
    assert row_of(state).alone


def test_a_player_who_sits_out_as_dealer_still_exchanges() -> None:
    """EUCHRE-9: the dealer takes the card up and lays one down; then his five are out of play."""
    state = do(dealt(FOUR, {1: "JH JD AH KH QH", 3: "9C 10C 9S 10S AS"}, "9H"), Pass(), TakeUp(True))
    assert isinstance(state, Discarding)
    assert state.actor == 3
    assert state.hand(3) == CardSet.parse("9C 10C 9S 10S AS 9H")
    state = do(state, LayDown(card("AS")))
    assert state.hand(3) == CardSet()
    assert CardSet(euchre.places(state)["sat out"]) == CardSet.parse("9C 10C 9S 10S 9H")
    assert euchre.places(state)["laid down"] == (card("AS"),)
    assert (euchre.view(state, 3).sat, euchre.view(state, 3).laid) == (CardSet.parse("9C 10C 9S 10S 9H").mask, card("AS"))


def test_another_sitters_cards_leave_his_hand_before_the_dealer_lays_down() -> None:
    """EUCHRE-9: as soon as his partner has made trump alone."""
    state = do(dealt(FOUR, {0: "AC KC QC AS KS"}, "9H"), Pass(), Pass(), TakeUp(True))
    assert isinstance(state, Discarding)
    assert state.hand(0) == CardSet()
    assert CardSet(euchre.places(state)["sat out"]) == CardSet.parse("AC KC QC AS KS")
    assert euchre.view(state, 0).sat == CardSet.parse("AC KC QC AS KS").mask
    assert euchre.view(state, 1).counts == (0, 5, 5, 6)


def test_if_the_dealers_left_sits_out_the_next_player_leads() -> None:
    """EUCHRE-9."""
    state = do(dealt(FOUR, {}, "9H"), *[Pass()] * 6, MakeTrump(Suit.SPADES, True))
    assert isinstance(state, TrickPlay)
    assert state.actor == 1
    assert euchre.view(state, 1).counts == (0, 5, 5, 5)


def test_a_stuck_dealer_may_play_alone() -> None:
    """EUCHRE-7, EUCHRE-9."""
    state = do(dealt(FOUR, {}, "9H"), *[Pass()] * 7)
    assert MakeTrump(Suit.CLUBS, True) in euchre.legal_actions(state)


@pytest.mark.parametrize("players", [4, 5])
def test_a_table_where_nobody_plays_alone(players: int) -> None:
    """EUCHRE-9: `alone=False`, with five players neither."""
    config = Config(players=players, first_dealer=players - 1, alone=False, farmers_hand=FarmersHand.OFF)
    state = dealt(config, {}, "9H")
    assert list(euchre.legal_actions(state)) == [Pass(), TakeUp(False)]
    assert refused(state, TakeUp(True)).violation.clause == "EUCHRE-9"
    if players == 5:
        calling = do(state, TakeUp(False))
        assert PlayAlone() not in euchre.legal_actions(calling)
        assert refused(calling, PlayAlone()).violation.text == "at this table nobody may play alone"


@pytest.mark.parametrize("maker", [0, 1, 2, 3])
@pytest.mark.parametrize("taken_up", [True, False])
@pytest.mark.parametrize("dealer", [0, 3])
def test_who_sits_out_and_who_leads(maker: int, taken_up: bool, dealer: int) -> None:
    """EUCHRE-8, EUCHRE-9: the maker's partner sits out, whoever is dealer; the dealer's left leads, or the next; three play on in
    turn, and the sitter's view still has his five cards, nobody else's has."""
    config = Config(first_dealer=dealer)
    state = dealt(config, {}, "9H")
    while state.actor != maker or (not taken_up and isinstance(state, Naming) and state.passed < 4):
        state = do(state, Pass())
    five = euchre.view(state, (maker + 2) % 4).hand
    state = do(state, TakeUp(True) if taken_up else MakeTrump(Suit.SPADES, True))
    sitter = (maker + 2) % 4
    if taken_up:
        assert isinstance(state, Discarding)
        assert state.actor == dealer
        assert len(state.hand(sitter)) == (6 if sitter == dealer else 0)
        laid = euchre.legal_actions(state)[-1]
        assert isinstance(laid, LayDown)
        if sitter == dealer:
            five = CardSet((five | {card("9H")}) - {laid.card})
        state = do(state, laid)
    assert isinstance(state, TrickPlay)
    order = [seat for seat in ((dealer + 1 + turn) % 4 for turn in range(4)) if seat != sitter]
    assert state.hand(sitter) == CardSet()
    for seat in EVERYBODY:
        assert CardSet.of_mask(euchre.view(state, seat).sat) == (five if seat == sitter else CardSet())
    actors = list[object]()
    for _ in range(3):
        actors.append(state.actor)
        state = do(state, euchre.legal_actions(state)[0])
    assert actors == order
    assert isinstance(state, TrickPlay)
    assert (sum(state.won), state.trick, len(state.played)) == (1, (), 3)
    view = euchre.view(state, None)
    assert view.won == state.won
    assert view.tricks[0].leader == order[0]
    assert view.tricks[0].winner == state.actor


def test_all_scores_of_four() -> None:
    """EUCHRE-10, EUCHRE-11: random hands, by the tricks of the attackers; whichever team, alone or not."""
    config = attrs.evolve(FOUR, euchre=3, march_by_defenders=5, target=10**6, max_hands=700)
    state, rng = euchre.initial_state(config), Random(2)
    while legal_now := euchre.legal_actions(state):
        state = do(state, legal_now.sample(rng))
    met = set[tuple[int, int, bool]]()
    totals = [0, 0]
    for row in state.standing.sheet:
        team = row.contract.maker % 2
        took = row.tricks[team]
        mine, theirs = {0: (0, 5), 1: (0, 3), 2: (0, 3), 3: (1, 0), 4: (1, 0), 5: (4 if row.alone else 2, 0)}[took]
        assert row.score == ((mine, theirs) if team == 0 else (theirs, mine))
        assert (row.alone, row.partner) == (row.contract.alone, None)
        totals = [total + more for total, more in zip(totals, row.score, strict=True)]
        assert row.totals == tuple(totals)
        met.add((team, took, row.alone))
    assert met == {(team, took, alone) for team in (0, 1) for took in range(6) for alone in (True, False)}
    assert euchre.tally(state) == {
        "hands": 700,
        "thrown in": 0,
        "alone": sum(row.contract.alone for row in state.standing.sheet),
        "marches": sum(row.tricks[row.contract.maker % 2] == 5 for row in state.standing.sheet),
        "euchres": sum(row.tricks[row.contract.maker % 2] < 3 for row in state.standing.sheet),
    }


# -- scoring for four ---------------------------------------------------------------------------------------------------


def test_five_tricks_score_two() -> None:
    """EUCHRE-10."""
    state = named(FOUR, STRONG, Suit.HEARTS, turned="9D")
    state = play(state, "0: JH 9H QC QD\n0: JD 9S KC JS\n0: AH 9C AC QS\n0: KH 10C KS KD\n0: QH JC AS AD")
    row = row_of(state)
    contract = Contract(Seat(0), Suit.HEARTS, taken_up=False)
    assert row == Row(Seat(3), contract, False, None, (5, 0), (2, 0), (2, 0))
    assert isinstance(state, AwaitDeal)
    assert state.dealer == 0
    assert euchre.tally(state) == {"hands": 1, "thrown in": 0, "alone": 0, "marches": 1, "euchres": 0}


MIXED = {0: "JH AH 9C 10C 9S", 1: "JD KH AC KC 10S", 2: "9D 10D QD QC QS", 3: "KD JC AS KS JS"}


def test_three_tricks_score_one() -> None:
    """EUCHRE-10: alone too; the partner's tricks count."""
    state = named(FOUR, {**MIXED, 2: "QH 9H QD QC QS"}, Suit.HEARTS, turned="AD")
    state = play(state, "0: JH KH 9H KD\n0: AH JD QH JC\n1: AC QC KS 9C\n1: KC QD JS 10C\n1: 10S QS AS 9S")
    assert row_of(state).tricks == (1, 4)
    state = named(FOUR, {**STRONG, 0: "JH JD AH 9D 10D"}, Suit.HEARTS, turned="10S")
    state = play(state, "0: JH 9H QC QD\n0: JD 9S KC JS\n0: AH 9C AC QS\n0: 9D 10C KS KD\n3: AD 10D JC AS")
    assert (row_of(state).tricks, row_of(state).score) == ((3, 2), (1, 0))


def test_three_tricks_alone_score_one() -> None:
    """EUCHRE-10."""
    state = named(FOUR, {**STRONG, 0: "JH JD AH 9D 10D"}, Suit.HEARTS, turned="10S", alone=True)
    state = play(state, "0: JH 9H QD\n0: JD 9S JS\n0: AH 9C QS\n0: 9D 10C KD\n2: AD 10D JC", (0, 1, 3))
    assert (row_of(state).tricks, row_of(state).score, row_of(state).alone) == ((3, 2), (1, 0), True)


def test_the_defenders_score_for_a_euchre() -> None:
    """EUCHRE-11: three or four tricks score `euchre`; all five `march_by_defenders`, four by the source."""
    state = named(FOUR, {**MIXED, 2: "QH 9H QD QC QS"}, Suit.HEARTS, turned="AD")
    state = play(state, "0: JH KH 9H KD\n0: AH JD QH JC\n1: AC QC KS 9C\n1: KC QD JS 10C\n1: 10S QS AS 9S")
    assert (row_of(state).tricks, row_of(state).score) == ((1, 4), (0, 2))
    assert euchre.tally(state)["euchres"] == 1
    weak = {0: "9C 10C JC 9S 9H", 1: "JH JD AH KH QH", 2: "AC KC QC AS KS", 3: "AD KD QD QS JS"}
    lines = "0: 9C JH QC QD\n1: JD KC JS 9H\n1: AH AC QS 10C\n1: KH KS KD 9S\n1: QH AS AD JC"
    for config, score in ((FOUR, 4), (attrs.evolve(FOUR, march_by_defenders=2), 2)):
        state = play(named(config, weak, Suit.HEARTS, turned="10D"), lines)
        assert (row_of(state).tricks, row_of(state).score) == ((0, 5), (0, score))
    state = play(named(attrs.evolve(FOUR, euchre=3), {**MIXED, 2: "QH 9H QD QC QS"}, Suit.HEARTS, turned="AD"),
                 "0: JH KH 9H KD\n0: AH JD QH JC\n1: AC QC KS 9C\n1: KC QD JS 10C\n1: 10S QS AS 9S")  # fmt: skip
    assert row_of(state).score == (0, 3)


def test_the_target_wins_the_match() -> None:
    """EUCHRE-12, GEN-8."""
    state = named(attrs.evolve(FOUR, target=2), STRONG, Suit.HEARTS, turned="9D")
    state = play(state, "0: JH 9H QC QD\n0: JD 9S KC JS\n0: AH 9C AC QS\n0: KH 10C KS KD\n0: QH JC AS AD")
    assert isinstance(state, MatchOver)
    assert outcome_of(state) == Outcome((2, 0, 2, 0), (1, 3, 1, 3), (Seat(0), Seat(2)))
    assert not euchre.legal_actions(state)
    assert all(not state.hand(seat) for seat in range(4))
    error = refused(state, Pass())
    assert error.violation.clause == "GEN-8"


def test_max_hands_ends_the_match() -> None:
    """GEN-9: the higher total wins."""
    state = named(attrs.evolve(FOUR, max_hands=1), STRONG, Suit.HEARTS, turned="9D")
    state = play(state, "0: JH 9H QC QD\n0: JD 9S KC JS\n0: AH 9C AC QS\n0: KH 10C KS KD\n0: QH JC AS AD")
    assert outcome_of(state).winners == (0, 2)


# -- five players -------------------------------------------------------------------------------------------------------

FIVE_HANDS = {0: "JH AH 9C 10C 9S", 1: "JD KH AC KC 10S", 2: "9D 10D QD QC QS", 3: "AD JC AS KS JS", 4: "8C 8D 8H QH 9H"}


def called(text: str, **changes: Any) -> State:
    """Five players; seat 0 has named hearts in the second round and called this card."""
    state = named(attrs.evolve(FIVE, **changes), FIVE_HANDS, Suit.HEARTS, turned="KD")
    return do(state, CallPartner(card(text)))


def test_the_maker_calls_a_card_before_the_dealer_exchanges() -> None:
    """EUCHRE-21, EUCHRE-22: 23 cards, all but his own; the dealer still has five, and the card lies on the table."""
    state = do(dealt(FIVE, FIVE_HANDS, "KD"), TakeUp(False))
    assert isinstance(state, Calling)
    assert state.actor == 0
    assert euchre.legal_actions(state).size == 24
    own = CardSet.parse(FIVE_HANDS[0])
    assert legal(state) == {CallPartner(one) for one in euchre.pack(FIVE) if one not in own} | {PlayAlone()}
    assert state.hand(4) == CardSet.parse(FIVE_HANDS[4])
    assert euchre.places(state)["turned"] == (card("KD"),)
    state = do(state, CallPartner(card("KD")))
    assert isinstance(state, Discarding)
    assert state.actor == 4


def test_a_dealer_who_takes_up_calls_one_of_22() -> None:
    """EUCHRE-22: nor may he call the card turned up."""
    state = do(dealt(FIVE, FIVE_HANDS, "KD"), *[Pass()] * 4, TakeUp(False))
    assert euchre.legal_actions(state).size == 23
    error = refused(state, CallPartner(card("KD")))
    assert error.violation.text == "seat 4 may not call K♦: he will take it up himself"
    assert error.violation.clause == "EUCHRE-22"


def test_what_may_not_be_called() -> None:
    """EUCHRE-21, EUCHRE-22, GEN-5."""
    state = named(FIVE, FIVE_HANDS, Suit.HEARTS, turned="KD")
    assert refused(state, CallPartner(card("JH"))).violation.text == "seat 0 may not call J♥: it is in his own hand"
    assert refused(state, CallPartner(card("2S"))).violation.text == "2♠ is not in the pack of 28"
    assert refused(state, Pass()).violation.text == "seat 0 must call a card for a partner, or play alone"
    assert refused(state, CallPartner("AS")).violation.clause == "EUCHRE-21"  # type: ignore[arg-type]  # that is the point


def test_nobody_says_alone_before_the_partner_is_called() -> None:
    """EUCHRE-21: with five players the actions carry alone=False only."""
    state = dealt(FIVE, FIVE_HANDS, "KD")
    assert list(euchre.legal_actions(state)) == [Pass(), TakeUp(False)]
    assert refused(state, TakeUp(True)).violation.clause == "EUCHRE-21"
    state = do(state, *[Pass()] * 5)
    assert {action.alone for action in euchre.legal_actions(state) if isinstance(action, MakeTrump)} == {False}


@pytest.mark.parametrize("text", ["JD", "KH", "AC", "AD", "8C"])
def test_any_other_card_may_be_called_a_trump_too(text: str) -> None:
    """EUCHRE-4, EUCHRE-21: the left bower and the other trumps are called like any card."""
    state = called(text)
    assert isinstance(state, TrickPlay)
    assert state.fixed.partner == next(seat for seat in range(5) if card(text) in CardSet.parse(FIVE_HANDS[seat]))


def test_case_07_the_partner_is_secret_until_the_card_falls() -> None:
    """EUCHRE-21: only its holder knows; then all do. The views of all others are alike, whoever holds it."""
    swapped = {**FIVE_HANDS, 3: FIVE_HANDS[3].replace("AD", "10D"), 2: FIVE_HANDS[2].replace("10D", "AD")}
    states = [do(named(FIVE, hands, Suit.HEARTS, turned="KD"), CallPartner(card("AD"))) for hands in (FIVE_HANDS, swapped)]
    for seat in (0, 1, 4, None):
        one, other = (euchre.view(state, seat) for state in states)
        assert one == other
        assert hash(one) == hash(other)
        assert repr(one) == repr(other)
        assert str(one) == str(other)
        assert one.partner is None
    assert euchre.view(states[0], 3).partner == 3
    assert euchre.view(states[1], 2).partner == 2
    assert euchre.view(states[0], 2).partner is None
    state = play(states[0], "0: 9S 10S QS AS 8C", range(5))
    assert isinstance(state, TrickPlay)
    assert state.actor == 3
    for seat in (0, 1, 2, 4, None):
        assert euchre.view(state, seat).partner is None
        assert euchre.view(state, seat).trick == ()
    state = do(state, Play(card("AD")))
    assert [euchre.view(state, seat).partner for seat in (0, 1, 2, 3, 4, None)] == [3] * 6


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_who_holds_the_called_card_is_in_no_view_of_those_who_cannot_know(seed: int) -> None:
    """EUCHRE-21: states that differ only in who holds it give equal views to all who cannot know."""
    rng = Random(seed)
    state = euchre.initial_state(attrs.evolve(FIVE, max_hands=1))
    while not isinstance(state, TrickPlay):
        state = euchre.apply(state, euchre.legal_actions(state).sample(rng))
    for _ in range(rng.randrange(12)):
        if isinstance(state, TrickPlay):
            state = euchre.apply(state, euchre.legal_actions(state).sample(rng))
    if not isinstance(state, TrickPlay) or state.fixed.contract.called is None:
        return
    for seat in range(5):
        view = euchre.view(state, seat)
        world = euchre.determinize(view, rng)
        assert euchre.view(world, seat) == view
        assert isinstance(world, TrickPlay)
        if view.partner is not None:
            assert world.fixed.partner == view.partner


def test_an_unknowing_lone_maker() -> None:
    """EUCHRE-22, EUCHRE-23, EUCHRE-24: the card called is left over; all five play, and the row counts the hand as alone."""
    state = do(named(FIVE, {0: "JH JD AH KH QH"}, Suit.HEARTS, turned="AS"), CallPartner(card("AS")))
    assert isinstance(state, TrickPlay)
    assert state.fixed.partner is None
    assert euchre.view(state, 0).counts == (5, 5, 5, 5, 5)
    while isinstance(state, TrickPlay):
        trumps = [action for action in euchre.legal_actions(state) if isinstance(action, Play)]
        best = max(trumps, key=lambda action: (action.card.rank is Rank.JACK, action.card.suit is Suit.HEARTS, action.card))
        state = do(state, best if state.actor == 0 else trumps[0])
    assert row_of(state).tricks == (5, 0, 0, 0, 0)
    assert row_of(state).score == (4, 0, 0, 0, 0)
    assert (row_of(state).alone, row_of(state).partner) == (True, None)


def test_a_lone_maker_by_choice_has_no_partner_who_sits_out() -> None:
    """EUCHRE-22, EUCHRE-23."""
    state = do(named(FIVE, FIVE_HANDS, Suit.HEARTS, turned="KD"), PlayAlone())
    assert isinstance(state, TrickPlay)
    assert (state.fixed.partner, state.fixed.contract.alone, state.fixed.players) == (None, True, 5)


def test_a_dealer_may_lay_the_called_card_down() -> None:
    """EUCHRE-22: then the maker plays alone; the dealer knows, nobody else."""
    state = do(dealt(FIVE, FIVE_HANDS, "KD"), TakeUp(False), CallPartner(card("QH")))
    kept, laid = do(state, LayDown(card("8C"))), do(state, LayDown(card("QH")))
    assert isinstance(kept, TrickPlay)
    assert isinstance(laid, TrickPlay)
    assert (kept.fixed.partner, laid.fixed.partner) == (4, None)
    assert euchre.view(kept, 0) == euchre.view(laid, 0)
    turned = do(dealt(FIVE, FIVE_HANDS, "KD"), TakeUp(False), CallPartner(card("KD")), LayDown(card("8C")))
    assert isinstance(turned, TrickPlay)
    assert turned.fixed.partner == 4


def test_five_players_score_each_for_himself() -> None:
    """EUCHRE-20, EUCHRE-24: maker and partner one each for three or four tricks, two for five."""
    state = play(called("AD"), "0: JH KH 9D AD 9H", range(5))
    assert euchre.view(state, 1).partner == 3
    state = play(state, "0: AH JD 10D JC QH", range(5))
    state = play(state, "1: AC QC JS 8C 9C\n1: KC QD KS 8D 10C\n1: 10S QS AS 8H 9S", range(5))
    row = row_of(state)
    assert row.tricks == (1, 3, 0, 0, 1)
    assert row.partner == 3
    assert row.score == (0, 2, 2, 0, 2)
    assert row.totals == (0, 2, 2, 0, 2)


@pytest.mark.parametrize(("tricks", "alone", "expected"), [(3, False, 1), (5, False, 2), (3, True, 1), (5, True, 4)])
def test_attackers_of_five(tricks: int, alone: bool, expected: int) -> None:
    """EUCHRE-24."""
    low = {5: "JH JD AH KH QH", 3: "JH JD AH 8D 9D"}[tricks]
    hands = {0: low, 1: "AD KD QD AC KC", 2: "9H 10H 9S 10S QS", 3: "JC JS QC 10C 9C", 4: "8C 8S 8H AS KS"}
    if tricks == 3:
        hands[2] = "9H KH 9S 10S QS"
    state = named(attrs.evolve(FIVE, farmers_hand=FarmersHand.OFF), hands, Suit.HEARTS, turned="10D")
    state = do(state, PlayAlone() if alone else CallPartner(card("JC")))
    while isinstance(state, TrickPlay):
        mine = [action for action in euchre.legal_actions(state) if isinstance(action, Play)]
        order = parse_cards(low)
        state = do(state, min(mine, key=lambda action: order.index(action.card)) if state.actor == 0 else mine[0])
    row = row_of(state)
    assert row.tricks[0] == tricks
    assert row.score == ((expected, 0, 0, 0, 0) if alone else (expected, 0, 0, expected, 0))


def test_the_highest_of_several_at_the_target_wins_and_equals_share() -> None:
    """EUCHRE-25: in place of GEN-7."""
    state = play(called("AD", target=2), "0: JH KH 9D AD 9H\n0: AH JD 10D JC QH", range(5))
    state = play(state, "1: AC QC JS 8C 9C\n1: KC QD KS 8D 10C\n1: 10S QS AS 8H 9S", range(5))
    assert isinstance(state, MatchOver)
    assert outcome_of(state) == Outcome((0, 2, 2, 0, 2), (4, 1, 1, 4, 1), (Seat(1), Seat(2), Seat(4)))


def test_all_scores_of_five() -> None:
    """EUCHRE-22, EUCHRE-23, EUCHRE-24: random hands, by the tricks of the attackers together."""
    config = attrs.evolve(FIVE, euchre=3, march_by_defenders=5, target=10**6, max_hands=700)
    state, rng = euchre.initial_state(config), Random(1)
    while legal_now := euchre.legal_actions(state):
        state = do(state, legal_now.sample(rng))
    met = Counter[tuple[int, bool, bool]]()
    for row in state.standing.sheet:
        maker, partner, tricks = row.contract.maker, row.partner, row.tricks
        assert row.alone is (partner is None)
        assert partner != maker
        assert not (row.contract.alone and row.contract.called)
        took = tricks[maker] + (0 if partner is None else tricks[partner])
        for seat in range(5):
            attacks = seat in (maker, partner)
            if took >= 3:
                expected = (1 if took < 5 else 4 if row.alone else 2) if attacks else 0
            else:
                expected = 0 if attacks else 5 if took == 0 else 3
            assert row.score[seat] == expected
        met[took, row.alone, row.contract.called is None] += 1
    assert {took for took, alone, _ in met if not alone} == {0, 1, 2, 3, 4, 5}
    assert {took for took, alone, by_choice in met if alone and not by_choice} >= {0, 1, 2, 3}
    assert {took for took, alone, by_choice in met if alone and by_choice} >= {0, 1, 2, 3}


def test_the_highest_of_several_at_the_target_wins() -> None:
    """EUCHRE-25: alone, where he is; in place of GEN-7 there is never another hand."""
    met = Counter[int]()
    for seed in range(400):
        rng, state = Random(seed), euchre.initial_state(attrs.evolve(FIVE, target=4, first_dealer=seed % 5))
        while legal_now := euchre.legal_actions(state):
            assert max(state.standing.totals) < 4
            state = do(state, legal_now.sample(rng))
        totals = state.standing.totals
        found = outcome_of(state)
        assert found.scores == totals
        assert found.winners == tuple(seat for seat in range(5) if totals[seat] == max(totals))
        assert found.places == tuple(1 + sum(other > mine for other in totals) for mine in totals)
        if sum(total >= 4 for total in totals) > len(found.winners):
            met[len(found.winners)] += 1
    assert met[1]


def test_five_in_the_second_round() -> None:
    """EUCHRE-6, EUCHRE-7: all ten are asked; a dealer is stuck with five players too, and may not be."""
    state = dealt(FIVE, FIVE_HANDS, "KD")
    for seat in (0, 1, 2, 3, 4, 0, 1, 2, 3):
        assert state.actor == seat
        state = do(state, Pass())
    assert state.actor == 4
    assert legal(state) == {MakeTrump(suit, False) for suit in SUITS if suit is not Suit.DIAMONDS}
    state = do(state, MakeTrump(Suit.CLUBS, False))
    assert isinstance(state, Calling)
    assert euchre.legal_actions(state).size == 24  # not his own five
    assert CallPartner(card("KD")) in euchre.legal_actions(state)
    state = do(state, CallPartner(card("KD")))  # turned down: left over
    assert isinstance(state, TrickPlay)
    assert (state.fixed.partner, state.actor) == (None, 0)
    state = do(dealt(attrs.evolve(FIVE, stick_the_dealer=False), FIVE_HANDS, "KD"), *[Pass()] * 10)
    assert isinstance(state, AwaitDeal)
    assert state.dealer == 0


def test_the_partner_may_be_seat_0_and_trump_clubs() -> None:
    """EUCHRE-21: case 18: the partner, dealer, maker or seat that is 0, the first of the suits, are told apart from none."""
    hands = {1: "JC JS AC KC QC", 0: "AD KD QD JD 10D", 2: "9D 8D AH KH QH", 3: "JH 10H 9H 8H AS", 4: "KS QS 10S 9S 8S"}
    state = dealt(attrs.evolve(FIVE, first_dealer=0), hands, "10C")
    assert state.actor == 1
    state = do(state, TakeUp(False), CallPartner(card("AD")), LayDown(card("10C")))
    assert isinstance(state, TrickPlay)
    assert (state.fixed.partner, state.fixed.dealer, state.fixed.contract.trump) == (0, 0, Suit.CLUBS)
    assert [euchre.view(state, seat).partner for seat in (0, 1, None)] == [0, None, None]
    state = play(state, "0: JC 9D JH KS AD", (1, 2, 3, 4, 0))
    assert euchre.view(state, None).partner == 0
    while isinstance(state, TrickPlay):
        state = do(state, euchre.legal_actions(state)[-1])
    assert (row_of(state).partner, row_of(state).dealer) == (0, 0)
    assert row_of(state).score == (2, 2, 0, 0, 0)


def test_case_18_seat_0_and_none_are_told_apart_in_views_and_json() -> None:
    """EUCHRE-1, EUCHRE-21: first dealer 0 or none, no card called and one called, a dealer's card laid down and none."""
    assert euchre.initial_state(Config(first_dealer=0)) != euchre.initial_state(Config())
    assert euchre.view(euchre.initial_state(Config(first_dealer=0)), 0).standing.dealer == 0
    assert euchre.view(euchre.initial_state(Config()), 0).standing.dealer is None
    pytest.importorskip("cattrs")
    from persian_cards.codec import Kind, dumps, loads

    for config in (Config(), Config(first_dealer=0)):
        state = euchre.initial_state(config)
        assert loads(GAME, dumps(GAME, state), Kind.STATE) == state
    state = called("AD")
    for seat in (0, 3, None):
        view = euchre.view(state, seat)
        assert loads(GAME, dumps(GAME, view), Kind.VIEW).partner == (3 if seat == 3 else None)


def test_before_the_first_lead_nobody_is_told_that_he_is_partner() -> None:
    """EUCHRE-D2, EUCHRE-22: while the dealer has still to lay a card down, no view tells; then the holder's does."""
    state = do(dealt(FIVE, FIVE_HANDS, "KD"), TakeUp(False), CallPartner(card("QH")))
    assert [euchre.view(state, seat).partner for seat in (0, 1, 2, 3, 4, None)] == [None] * 6
    kept, laid = do(state, LayDown(card("8C"))), do(state, LayDown(card("QH")))
    assert euchre.view(kept, 4).partner == 4
    assert euchre.view(laid, 4).partner is None


# -- what is refused ----------------------------------------------------------------------------------------------------


def test_cards_that_may_not_be_played() -> None:
    """EUCHRE-8, GEN-5."""
    state = named(FOUR, STRONG, Suit.HEARTS, turned="9D")
    assert refused(state, Play(card("AS"))).violation.text == "seat 0 does not hold A♠"
    assert refused(state, Play(card("2S"))).violation.clause == "GEN-5"  # outside the pack
    assert refused(state, Play("JH")).violation.text == "'JH' is not a card"  # type: ignore[arg-type]  # that is the point
    state = do(state, Play(card("JH")))
    assert refused(state, Play(card("9C"))).violation.clause == "EUCHRE-8"
    for action in (
        Pass(),
        TakeUp(False),
        MakeTrump(Suit.CLUBS, False),
        LayDown(card("9C")),
        CallPartner(card("9C")),
        PlayAlone(),
        "x",
    ):
        assert refused(state, action).violation.clause in ("EUCHRE-8", "GEN-5")


def test_what_else_is_refused() -> None:
    """EUCHRE-1, EUCHRE-2, EUCHRE-5, GEN-5: each phase, and each message."""
    lots = euchre.initial_state(Config())
    assert refused(lots, ChooseDealer(Seat(4))).violation.clause == "EUCHRE-1"
    start = euchre.initial_state(FOUR)
    assert refused(start, Pass()).violation.text == "the pack must be dealt now"
    cards = euchre.pack(FOUR)
    assert "A♠ is missing" in refused(start, Deal(cards[:-1])).violation.text
    assert "2♣ does not belong to it" in refused(start, Deal((*cards[:-1], card("2C")))).violation.text
    assert "9♣ is in it too often" in refused(start, Deal((*cards[:-1], card("9C")))).violation.text
    naming = dealt(FOUR, {}, "9H")
    assert refused(naming, Play(card("9C"))).violation.text == "seat 0 must take the turned-up hearts as trump or pass"
    discarding = do(dealt(FOUR, {3: "AS KS QS JS 10S"}, "9H"), TakeUp(False))
    assert refused(discarding, LayDown(card("9C"))).violation.text == "seat 3 does not hold 9♣"
    assert refused(discarding, LayDown(5)).violation.clause == "EUCHRE-5"  # type: ignore[arg-type]  # that is the point
    assert refused(discarding, Pass()).violation.text == "seat 3, the dealer, must lay down one of his six cards now"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"players": 3}, "players"),
        ({"players": 6}, "players"),
        ({"players": True}, "players"),
        ({"first_dealer": 4}, "first_dealer"),
        ({"players": 5, "first_dealer": 5}, "first_dealer"),
        ({"euchre": -1}, "euchre"),
        ({"march_by_defenders": -1}, "march_by_defenders"),
        ({"target": 0}, "target"),
        ({"max_hands": 0}, "max_hands"),
        ({"alone": 1}, "alone"),
        ({"stick_the_dealer": None}, "stick_the_dealer"),
        ({"farmers_hand": "off"}, "farmers_hand"),
    ],
)
def test_configs_that_no_table_could_play(changes: dict[str, Any], field: str) -> None:
    """GEN-6, EUCHRE-1."""
    with pytest.raises(ConfigError) as caught:
        Config(**changes)
    assert caught.value.field == field


def test_case_08_defaults_are_those_of_the_rulebook() -> None:
    """EUCHRE-1, EUCHRE-3, EUCHRE-7, EUCHRE-9, EUCHRE-11, EUCHRE-12, GEN-9."""
    assert {option.name: option.default for option in options(Config)} == {
        "players": 4,
        "first_dealer": None,
        "farmers_hand": FarmersHand.AUTOMATIC,
        "stick_the_dealer": True,
        "alone": True,
        "euchre": 2,
        "march_by_defenders": 4,
        "target": 10,
        "max_hands": None,
    }


@pytest.mark.parametrize(
    ("changes", "base"),
    [
        ({"players": 5}, {}),
        ({"first_dealer": 0}, {}),
        ({"farmers_hand": FarmersHand.CLAIM}, {}),
        ({"farmers_hand": FarmersHand.OFF}, {}),
        ({"farmers_hand": FarmersHand.OFF}, {"farmers_hand": FarmersHand.CLAIM}),
        ({"stick_the_dealer": False}, {}),
        ({"alone": False}, {}),
        ({"alone": False}, {"players": 5}),
        ({"euchre": 1}, {}),
        ({"march_by_defenders": 2}, {"target": 40}),
        ({"target": 3}, {}),
        ({"max_hands": 2}, {}),
    ],
)
def test_case_08_every_option_acts(changes: dict[str, Any], base: dict[str, Any]) -> None:
    """EUCHRE-1, EUCHRE-3, EUCHRE-7, EUCHRE-9, EUCHRE-11, EUCHRE-12, GEN-9: for each some choices change the game."""

    def course(config: Config, seed: int) -> list[object]:
        rng, state, told = Random(seed), euchre.initial_state(config), list[object]()
        while legal_now := euchre.legal_actions(state):
            told.append((state.actor, legal_now.size, state.standing.totals))
            passing = isinstance(state, Naming) and rng.random() < 0.9
            state = do(state, legal_now[0] if passing else legal_now.sample(rng))
        return [*told, outcome_of(state)]

    one, other = Config(**base), Config(**{**base, **changes})
    assert any(course(one, seed) != course(other, seed) for seed in range(40))


def test_true_is_told_from_1() -> None:
    """GEN-5, GEN-6: no number stands for a yes or a no, nor the other way round."""
    one: Any = 1
    assert refused(euchre.initial_state(Config()), ChooseDealer(Seat(True))).violation.clause == "EUCHRE-1"
    state = dealt(FOUR, {}, "9H")
    assert refused(state, TakeUp(one)).violation.clause == "EUCHRE-5"
    state = do(state, *[Pass()] * 4)
    assert refused(state, MakeTrump(Suit.CLUBS, one)).violation.clause == "EUCHRE-6"


def test_refusals_name_only_what_is_open() -> None:
    """EUCHRE-7, EUCHRE-9, GEN-5: a stuck dealer is not told that he may pass, nor that he may play alone who may not."""
    stuck = do(dealt(FOUR, {}, "9H"), *[Pass()] * 7)
    text = refused(stuck, MakeTrump(Suit.HEARTS, False)).violation.text
    assert text == "seat 3 must name a suit other than hearts, which was turned down"
    assert refused(stuck, MakeTrump(Suit.HEARTS, True)).violation.text == text
    state = named(attrs.evolve(FIVE, alone=False), FIVE_HANDS, Suit.HEARTS, turned="KD")
    assert refused(state, Pass()).violation.text == "seat 0 must call a card for a partner"
    naming = dealt(attrs.evolve(FOUR, alone=False), {}, "9H")
    assert refused(naming, TakeUp(True)).violation.text == "at this table nobody may play alone"
    naming = dealt(FIVE, FIVE_HANDS, "KD")
    text = "seat 0 says whether he plays alone when he calls a partner, not now"
    assert refused(naming, TakeUp(True)).violation.text == text
    second = do(naming, *[Pass()] * 5)
    assert refused(second, MakeTrump(Suit.CLUBS, True)).violation.text == text
    assert refused(second, TakeUp(False)).violation.clause == "EUCHRE-6"
    assert refused(euchre.initial_state(FOUR), "x").violation.text == "'x' is not an action of euchre"
    lots = refused(euchre.initial_state(Config()), Pass())
    assert lots.violation.text == "the lot must fall on a first dealer now, seat 0 to 3"


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("farmers_hand", [FarmersHand.AUTOMATIC, FarmersHand.CLAIM])
def test_the_actor_sees_what_he_may_do_and_nobody_else_does(players: int, farmers_hand: FarmersHand) -> None:
    """EUCHRE-5, EUCHRE-6, EUCHRE-8, EUCHRE-21, GEN-5: in every phase."""
    phases = set[Phase]()
    for seed in range(4):
        rng, state = Random(seed), euchre.initial_state(Config(players=players, farmers_hand=farmers_hand, max_hands=3))
        while legal_now := euchre.legal_actions(state):
            for seat in (*range(players), None):
                view = euchre.view(state, seat)
                assert view.actor == state.actor
                assert (view.legal if seat == state.actor else legal_now) == legal_now
                assert seat == state.actor or not view.legal
                if isinstance(state, Claiming | Naming):
                    assert view.passed == state.passed
                assert [euchre.view(state, None).counts[one] for one in range(players)] == [
                    len(state.hand(one)) for one in range(players)
                ]
                phases.add(view.phase)
            assert euchre.violation(state, legal_now[0]) is None
            assert sorted(one for cards in euchre.places(state).values() for one in cards) == sorted(
                euchre.pack(state.standing.config)
            )
            passing = isinstance(state, Naming) and rng.random() < 0.5
            state = do(state, legal_now[0] if passing else legal_now.sample(rng))
    assert phases >= {Phase.FIRST_ROUND, Phase.SECOND_ROUND, Phase.DISCARDING, Phase.TRICK_PLAY}
    assert (Phase.CALLING in phases) is (players == 5)
    assert (Phase.CLAIMING in phases) is (farmers_hand is FarmersHand.CLAIM)


def test_plain_suits_are_followed_without_a_word_of_the_bower() -> None:
    """EUCHRE-8: clubs led with hearts as trump, and diamonds."""
    state = do(named(FOUR, STRONG, Suit.SPADES, turned="9D"), Play(card("AH")))
    assert refused(state, Play(card("9C"))).violation.text == "seat 1 must follow hearts"


def test_deal_for_is_for_deals() -> None:
    """GEN-10: only where one is due, and for cards that can fall so."""
    state = dealt(FOUR, {}, "9H")
    with pytest.raises(ValueError, match="no deal is due in the phase Naming"):
        euchre.deal_for(state, {})
    with pytest.raises(LookupError):
        euchre.deal_for(euchre.initial_state(FOUR), {4: "AS"})
    with pytest.raises(ValueError, match="the turned is dealt 1 card, not 2"):
        euchre.deal_for(euchre.initial_state(FOUR), {}, turned="AS KS")


# -- views and worlds ---------------------------------------------------------------------------------------------------


def test_views_are_readable() -> None:
    """GEN-5: what a terminal shows."""
    assert "turned up: 9♥" in str(euchre.view(dealt(FOUR, {}, "9H"), 0))
    assert "turned down: 9♥" in str(euchre.view(do(dealt(FOUR, {}, "9H"), *[Pass()] * 4), 0))
    state = do(named(FOUR, STRONG, Suit.HEARTS, turned="9D", alone=True), Play(card("JH")))
    text = str(euchre.view(state, 1))
    assert "trump hearts ♥, made by seat 0, alone" in text
    assert "table: seat 0 J♥" in text
    assert "your hand: 9♣ 10♣ J♣ 9♥ 9♠" in text
    assert "has called A♦" in str(euchre.view(called("AD"), None))
    assert str(euchre.view(euchre.initial_state(Config()), None)) == "drawing the dealer; totals 0, 0"


def test_views_outside_a_hand() -> None:
    """GEN-8, GEN-10: nothing is held, nothing has been said."""
    over, rng = euchre.initial_state(Config(first_dealer=0, max_hands=1)), Random(2)
    while legal := euchre.legal_actions(over):
        over = euchre.apply(over, legal.sample(rng))
    for state, phase in (
        (euchre.initial_state(Config()), Phase.DRAW_DEALER),
        (euchre.initial_state(FOUR), Phase.AWAIT_DEAL),
        (over, Phase.MATCH_OVER),
    ):
        view = euchre.view(state, 0)
        assert (view.sat, view.laid, view.turned, view.contract) == (0, None, None, None)
        assert (view.phase, view.counts, view.trick, view.tricks, view.won) == (phase, (0, 0, 0, 0), (), (), (0, 0, 0, 0))
        assert (view.partner, view.passed, view.hand, view.legal.size) == (None, 0, CardSet(), 0)
        assert all(not state.hand(seat) for seat in range(4))
    with pytest.raises(LookupError):
        euchre.view(euchre.initial_state(FOUR), 4)
    assert euchre.view(euchre.initial_state(FIVE), 4).counts == (0,) * 5


def test_who_has_not_followed_may_hold_the_left_bower_of_that_colour() -> None:
    """EUCHRE-4: void of diamonds is not void of the left bower; void of trumps is void of it and not of diamonds."""
    hands = {0: "9D AH 9C 10C QC", 1: "9S 10S QS KS AS", 2: "10D QD KD AC KC", 3: "JD AD JC KH QH"}
    state = do(named(FOUR, hands, Suit.HEARTS, turned="JS"), Play(card("9D")), Play(card("9S")))
    view, rng = euchre.view(state, 2), Random(1)
    assert [set(void) for void in view.voids] == [set(), {Suit.DIAMONDS}, set(), set()]
    held = {one for _ in range(60) for one in euchre.determinize(view, rng).hand(1)}
    assert card("JD") in held
    assert not held & {*parse_cards("10D QD KD AD")}
    state = do(named(FOUR, hands, Suit.HEARTS, turned="JS"), *(Play(one) for one in parse_cards("9D 9S 10D AD JD")))
    assert state.actor == 0
    view = euchre.view(do(state, Play(card("AH")), Play(card("10S"))), 2)
    assert [set(void) for void in view.voids] == [set(), {Suit.DIAMONDS, Suit.HEARTS}, set(), set()]
    held = {one for _ in range(60) for one in euchre.determinize(view, rng).hand(1)}
    assert card("JD") not in held


# Every deal of the unseen cards is tried by replaying what all have seen; nothing here knows how worlds are counted.


LOW = {4: (Rank.NINE, Rank.TEN), 5: (Rank.EIGHT, Rank.NINE)}


@attrs.frozen
class Position:
    """A state in a hand: the deal that was due, and what was done after it."""

    due: State
    after_deal: tuple[Action, ...]
    state: TrickPlay


def positions(config: Config, seed: int, *, taken_up: bool, alone: bool) -> Iterator[Position]:
    """The last positions of a random hand: trump is made in the first round or in the second, and the maker
    plays alone or not. Somebody has been dealt four low cards."""
    rng = Random(seed)
    due = euchre.initial_state(attrs.evolve(config, first_dealer=rng.randrange(config.players)))
    cards = list(euchre.pack(config))
    low = [one for one in cards if one.rank in LOW[config.players]]
    some = rng.sample(low, 4) + rng.sample([one for one in cards if one not in low], 1)
    turned = rng.choice([one for one in (low if rng.randrange(2) else cards) if one not in some])
    rest = [one for one in cards if one not in some and one is not turned]
    rng.shuffle(rest)
    seat = rng.randrange(config.players)
    hands = {seat: some} | {other: [rest.pop() for _ in range(5)] for other in range(config.players) if other != seat}
    state = euchre.apply(due, euchre.deal_for(due, hands, turned=[turned]))
    actions = list[Action]()

    def then(action: Action) -> None:
        nonlocal state
        actions.append(action)
        state = euchre.apply(state, action)

    if isinstance(state, AwaitDeal):  # a farmer's hand after all
        return
    while isinstance(state, Claiming):
        then(Pass())
    for _ in range(rng.randrange(config.players) + (0 if taken_up else config.players)):
        then(Pass())
    while isinstance(state, Naming):
        how = alone and config.players == 4
        suits = [suit for suit in SUITS if suit is not turned.suit]
        then(TakeUp(how) if taken_up else MakeTrump(rng.choice(suits), how))
    if isinstance(state, Calling):
        then(PlayAlone() if alone else rng.choice([a for a in euchre.legal_actions(state) if isinstance(a, CallPartner)]))
    if isinstance(state, Discarding):
        then(euchre.legal_actions(state).sample(rng))
    while isinstance(state, TrickPlay):
        if state.left.bit_count() <= 8:
            yield Position(due, tuple(actions), state)
        then(euchre.legal_actions(state).sample(rng))


@attrs.frozen
class Known:
    """What a seat knows of a hand in play: by seat the cards of the deal of which it knows, and the cards that it cannot place."""

    dealt: tuple[frozenset[Card], ...]
    unseen: tuple[Card, ...]

    @property
    def room(self) -> tuple[int, ...]:
        return tuple(5 - len(cards) for cards in self.dealt)


def known_to(position: Position, seat: int | None) -> Known:
    """Worked out from the actions alone."""
    state = position.state
    fixed = state.fixed
    config = fixed.standing.config
    dealt = [set[Card]() for _ in range(config.players)]
    now: State = euchre.apply(position.due, original(position))
    if seat is not None:
        dealt[seat].update(now.hand(seat))
    for action in position.after_deal:
        if isinstance(action, Play) and isinstance(now, TrickPlay) and action.card is not fixed.turned:
            dealt[now.actor].add(action.card)
        now = euchre.apply(now, action)
    known = {fixed.turned}.union(*dealt)
    return Known(tuple(map(frozenset, dealt)), tuple(one for one in euchre.pack(config) if one not in known))


def original(position: Position) -> Deal:
    """The deal as it was."""
    fixed = position.state.fixed
    hands = {seat: CardSet.of_mask(mask) for seat, mask in enumerate(fixed.dealt)}
    if fixed.laid is not None:
        hands[fixed.dealer] = CardSet((hands[fixed.dealer] | {fixed.laid}) - {fixed.turned})
    return euchre.deal_for(position.due, hands, turned=[fixed.turned])


def shares(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every way to share cards out into hands of these sizes; the rest is left over."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [one for one in cards if one not in hand]
        for others in shares(rest, sizes[1:]):
            yield (hand, *others)


def ways(known: Known) -> int:
    """How many deals of the unseen cards there are, possible ones and others."""
    left = len(known.unseen) - sum(known.room)
    return factorial(len(known.unseen)) // prod(map(factorial, (*known.room, left)))


def replays(state: State, actions: Sequence[Action], seat: int | None) -> Iterator[State]:
    """Whatever these actions lead to, where another than the seat has laid down any card."""
    for at, action in enumerate(actions):
        if isinstance(action, LayDown) and state.actor != seat:
            for laid in euchre.legal_actions(state):
                yield from replays(euchre.apply(state, laid), actions[at + 1 :], seat)
            return
        try:
            state = euchre.apply(state, action)
        except IllegalAction:
            return
    yield state


def possible(position: Position, seat: int | None) -> set[State]:
    """All states in which the seat's view would be what it is."""
    view, known = euchre.view(position.state, seat), known_to(position, seat)
    found = set[State]()
    for hands in shares(known.unseen, known.room):
        whole = {one: (*mine, *more) for one, (mine, more) in enumerate(zip(known.dealt, hands, strict=True))}
        dealt_now = euchre.apply(position.due, euchre.deal_for(position.due, whole, turned=[position.state.fixed.turned]))
        found.update(state for state in replays(dealt_now, position.after_deal, seat) if euchre.view(state, seat) == view)
    return found


def role_of(state: TrickPlay, seat: int) -> str:
    """Of a seat: the first of these that it is."""
    fixed = state.fixed
    if seat == fixed.contract.maker:
        return "maker"
    if seat not in fixed.turns[fixed.leader]:
        return "sitter"
    return "dealer" if seat == fixed.dealer else "another"


def watchers_of(state: TrickPlay, role: str) -> list[int | None]:
    if role == "spectator":
        return [None]
    return [seat for seat in range(len(state.fixed.dealt)) if role_of(state, seat) == role]


def is_telling(position: Position, known: Known, role: str, seat: int | None) -> bool:
    """Where a card has been called, the maker and the dealer do not know who holds it; where a farmer's hand undoes the deal, the
    others know of somebody only low cards that he was dealt."""
    fixed = position.state.fixed
    if fixed.contract.called is not None and role in ("maker", "dealer"):
        return fixed.contract.called in known.unseen
    if fixed.standing.config.farmers_hand is not FarmersHand.AUTOMATIC:
        return True
    low = {one for one in euchre.pack(fixed.standing.config) if one.rank in LOW[len(known.dealt)]}
    return any(one != seat and mine <= low and len(mine) >= 3 for one, mine in enumerate(known.dealt))


def ends(config: Config, role: str, most: int, *, taken_up: bool, alone: bool) -> Iterator[tuple[Position, int | None]]:
    """Late positions of many hands, one a hand, with so many deals at most and not very few."""
    for seed in count():
        for position in positions(config, seed, taken_up=taken_up, alone=alone):
            for seat in watchers_of(position.state, role):
                known = known_to(position, seat)
                if most // 8 <= ways(known) <= most and is_telling(position, known, role, seat):
                    yield position, seat
                    break
            else:
                continue
            break


def without_the_rule(view: View) -> View:
    config = attrs.evolve(view.standing.config, farmers_hand=FarmersHand.OFF)
    return attrs.evolve(view, standing=attrs.evolve(view.standing, config=config))


SETUPS = [(players, FarmersHand.AUTOMATIC, *how) for players in (4, 5) for how in product((True, False), (True, False))]
SETUPS += [(4, FarmersHand.CLAIM, False, False), (5, FarmersHand.CLAIM, False, False)]
SETUPS += [(4, FarmersHand.OFF, True, False), (5, FarmersHand.OFF, True, False)]


@pytest.mark.long
@pytest.mark.parametrize(("players", "farmers_hand", "taken_up", "alone"), SETUPS)
def test_the_worlds_of_an_end_are_the_deals_that_can_have_been(
    players: int, farmers_hand: FarmersHand, taken_up: bool, alone: bool
) -> None:
    """EUCHRE-3, EUCHRE-4, EUCHRE-5, EUCHRE-8, EUCHRE-9, EUCHRE-22: all possible states, only they, each equally often; whoever
    looks on. That nobody was dealt a farmer's hand counts where it would have undone the deal, and only there."""
    config = Config(players=players, farmers_hand=farmers_hand)
    roles = ["maker", "dealer", "another", "spectator"]
    if alone and players == 4:
        roles = ["sitter", "maker", "dealer"] if taken_up else ["sitter", "another", "spectator"]
    fewer, drawn = 0, 0
    for role in roles:
        position, seat = next(ends(config, role, 600 if "sitter" in roles else 180, taken_up=taken_up, alone=alone))
        view = euchre.view(position.state, seat)
        worlds, states = euchre.worlds(view), possible(position, seat)
        assert position.state in states
        assert worlds.size == len(states)
        fewer += worlds.size < euchre.worlds(without_the_rule(view)).size
        if 1 < len(states) <= 300:
            rng = Random(drawn)
            times = Counter(worlds.sample(rng) for _ in range(12 * len(states)))
            assert set(times) == states
            assert uneven(times.values(), len(states)) < 5
            drawn += 1
    assert drawn
    if farmers_hand is not FarmersHand.AUTOMATIC:
        assert not fewer
    elif players == 4 or alone:
        assert fewer


def deals(unseen: int, room: Sequence[int]) -> int:
    """In how many ways so many cards fill hands with so much room, the rest being left over."""
    return factorial(unseen) // prod(map(factorial, (*room, unseen - sum(room))))


def without_farmers(low: int, high: int, hands: int) -> int:
    """In how many ways so many low and high cards fill so many hands of five, none with low cards alone."""
    if not hands or low < 0 or high < 0:
        return int(low >= 0 <= high)
    return sum(
        comb(low, some) * comb(high, 5 - some) * without_farmers(low - some, high - 5 + some, hands - 1) for some in range(5)
    )


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("farmers_hand", list(FarmersHand))
def test_worlds_before_the_play(players: int, farmers_hand: FarmersHand) -> None:
    """EUCHRE-2, EUCHRE-3: any cards may be in the other hands and left over, but for farmer's hands that would have undone
    the deal; passing tells nothing, nor does passing a claim."""
    config = Config(players=players, first_dealer=players - 1, farmers_hand=farmers_hand)
    start = dealt(config, {0: "9C JC QC KC AC", players - 1: "9H KD QD AD JD"}, "9S")
    low, high = (8 - 2, 16 - 4) if players == 4 else (8 - 2, 20 - 4)  # not those of seat 0, nor the nine turned up
    claims = [Pass()] * players if farmers_hand is FarmersHand.CLAIM else []
    called = [] if players == 4 else [CallPartner(card("AS"))]
    named = do(start, *claims, *[Pass()] * (players - 1), TakeUp(False))
    states = [start, do(start, Pass()), do(start, *claims), do(start, *claims, *[Pass()] * (players + 1)), named]
    for state in states:
        worlds = euchre.worlds(euchre.view(state, 0))
        if farmers_hand is FarmersHand.AUTOMATIC:
            assert worlds.size == without_farmers(low, high, players - 1)
        else:
            assert worlds.size == deals(low + high, [5] * (players - 1))
        rng = Random(3)
        for _ in range(3):
            assert euchre.view(worlds.sample(rng), 0) == euchre.view(state, 0)
    if players == 5 and farmers_hand is not FarmersHand.AUTOMATIC:
        state = do(named, *called)
        assert isinstance(state, Discarding)
        unseen = low + high
        without = deals(unseen, [5] * 4) - deals(unseen - 1, [4, 5, 5, 5])  # the dealer, who called, does not hold it
        assert euchre.worlds(euchre.view(state, 0)).size == without
        rng = Random(4)
        assert not any(card("AS") in euchre.determinize(euchre.view(state, 0), rng).hand(4) for _ in range(30))
        state = do(state, LayDown(card("9H")))
        assert not any(card("AS") in euchre.determinize(euchre.view(state, 0), rng).hand(4) for _ in range(30))
        laid = {euchre.places(euchre.determinize(euchre.view(state, 0), rng))["laid down"][0] for _ in range(60)}
        assert card("AS") not in laid
        assert card("9S") in laid


def test_worlds_where_nothing_is_hidden() -> None:
    """GEN-10: outside a hand there is one world."""
    state = named(attrs.evolve(FOUR, max_hands=1), STRONG, Suit.HEARTS, turned="9D")
    state = play(state, "0: JH 9H QC QD\n0: JD 9S KC JS\n0: AH 9C AC QS\n0: KH 10C KS KD\n0: QH JC AS AD")
    for one in (euchre.initial_state(Config()), euchre.initial_state(FOUR), state):
        for seat in EVERYBODY:
            worlds = euchre.worlds(euchre.view(one, seat))
            assert worlds.size == 1
            assert worlds.sample(Random(1)) == one


@pytest.mark.long
@pytest.mark.parametrize("seat", [0, 1])
def test_a_dealer_who_exchanged_was_not_dealt_a_farmers_hand_either(seat: int | None) -> None:
    """EUCHRE-3, EUCHRE-5: whoever took up a jack and else has shown low cards alone had a high one among his five."""
    hands = {0: "AC KC QC JC AD", 1: "9S 10S QS KS JS", 2: "KD QD JD AH KH", 3: "9C 10C 9D 10D AS"}
    due = euchre.initial_state(FOUR)
    actions: list[Action] = [TakeUp(False), LayDown(card("AS"))]
    actions += [Play(one) for one in parse_cards("AC 9S QD 9C KC 10S KD 10C AD QS KH 9D AH JH QC KS")]
    state = do(due, euchre.deal_for(due, hands, turned="JH"), *actions)
    assert isinstance(state, TrickPlay)
    view, states = euchre.view(state, seat), possible(Position(due, tuple(actions), state), seat)
    worlds = euchre.worlds(view)
    assert state in states
    assert worlds.size == len(states) < euchre.worlds(without_the_rule(view)).size
    rng = Random(1)
    assert {worlds.sample(rng) for _ in range(12 * len(states))} <= states
