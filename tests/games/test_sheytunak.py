"""Sheytunak, clause by clause (docs/rules/sheytunak.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from random import Random
from typing import Any

import attrs
import pytest

from persian_cards.actions import CHANCE, NOTHING, ChooseDealer, Deal, Play
from persian_cards.cards import BLACK_JOKER, CARDS, COLOURED_JOKER, Card, CardSet, Rank, mask_of, parse_cards
from persian_cards.errors import ConfigError, IllegalAction
from persian_cards.game import Outcome, Rotation, Title
from persian_cards.games import sheytunak
from persian_cards.games.sheytunak import (
    GAME,
    PACK,
    AwaitDeal,
    Config,
    DealtOut,
    DrawDealer,
    MatchOver,
    Phase,
    Row,
    Singles,
    State,
    Take,
    Taken,
    Taking,
    apply,
    deal_for,
    determinize,
    initial_state,
    layout,
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
from persian_cards.record import action_text
from persian_cards.table import Seat
from persian_cards.testing.laws import uneven
from tests.games.table_helpers import refused

# -- what the tests are made of -----------------------------------------------------------------------------------------


def sheytunak_points(state: State) -> None:
    """Cards go out two of a rank at a time; nobody holds two; who has none is out, and what all know not to be in a hand is not
    there (SHEYTUNAK-1 to SHEYTUNAK-6)."""
    players, sheet = state.standing.config.players, state.standing.sheet
    assert len(sheet) == isinstance(state, MatchOver)
    for row in sheet:
        assert sorted(row.out) == list(range(players))
        assert (row.dealer, sum(row.pairs)) == (state.standing.dealer, 26)
    if isinstance(state, Taking):
        left = sum(state.hands)
        assert (left.bit_count() + sum(state.laid).bit_count(), left | sum(state.laid)) == (53, mask_of(PACK))
        assert left & BLACK_JOKER.bit
        assert left.bit_count() >= 3
        for rank in {card.rank for card in PACK} - {BLACK_JOKER.rank}:
            alike = mask_of(card for card in PACK if card.rank is rank)
            assert not any((laid & alike).bit_count() % 2 for laid in state.laid)
            assert all((hand & alike).bit_count() <= 1 for hand in state.hands)
        assert sorted(state.out) == [seat for seat in range(players) if not state.hands[seat]]
        turns = [seat % players for seat in range(state.taker + 1, state.taker + players) if state.hands[seat % players]]
        assert state.hands[state.taker]
        assert state.giver == turns[0]
        for hand, lacks in zip(state.hands, state.lacks, strict=True):
            assert not hand & lacks
            assert not lacks & ~left


def due(players: int, dealer: int, *, again: bool = False) -> AwaitDeal:
    """A deal is due."""
    state = initial_state(Config(players=players, first_dealer=dealer, again_on_pair=again))
    assert isinstance(state, AwaitDeal)
    return state


def dealt(players: int, dealer: int, hands: Mapping[int, str], *, again: bool = False) -> Taking:
    """The state after a deal that names some of the cards of these seats."""
    start = due(players, dealer, again=again)
    state = apply(start, deal_for(start, hands))
    assert isinstance(state, Taking)
    return state


def whole_hands(players: int, dealer: int, left: Mapping[int, str]) -> dict[int, tuple[Card, ...]]:
    """Whole hands, of which these cards are left when the pairs have been laid out. A hand must be left an odd number of cards just
    if it is dealt one."""
    hands = {seat: list(parse_cards(left.get(seat, ""))) for seat in range(players)}
    kept = {seat: {card.rank: card for card in cards} for seat, cards in hands.items()}
    named = {card for cards in hands.values() for card in cards}
    room = Counter((dealer + 1 + place) % players for place in range(53)) - Counter({s: len(cards) for s, cards in hands.items()})
    for rank in sorted(Rank, key=lambda rank: -sum(rank in cards for cards in kept.values())):
        alike = [card for card in PACK if card.rank is rank and card not in named]
        for pair in zip(alike[::2], alike[1::2], strict=True):
            fits = [seat for seat in room if room[seat] and (rank not in kept[seat] or kept[seat][rank] > pair[1])]
            seat = max(fits, key=lambda seat: (rank not in kept[seat], room[seat]))
            hands[seat] += pair
            room[seat] -= 2
    return {seat: tuple(cards) for seat, cards in hands.items()}


def left_with(players: int, dealer: int, left: Mapping[int, str], *, again: bool = False) -> State:
    """The state after a deal that leaves the seats these cards, all others being laid out."""
    start = due(players, dealer, again=again)
    state = apply(start, deal_for(start, whole_hands(players, dealer, left)))
    if isinstance(state, Taking):
        assert [state.hand(seat) for seat in range(players)] == [CardSet.parse(left.get(seat, "")) for seat in range(players)]
    return state


def take(state: State, cards: str) -> State:
    """The state after these takes."""
    for card in parse_cards(cards):
        state = apply(state, Take(card))
    return state


def turn(state: State) -> tuple[int, int]:
    """Who takes from whom."""
    assert isinstance(state, Taking)
    return state.taker, state.giver


def hands(state: State) -> list[str]:
    """All hands as text."""
    return [" ".join(card.code for card in state.hand(seat)) for seat in range(state.standing.config.players)]


def laid(state: State, seat: int) -> CardSet:
    """What a seat has laid out."""
    assert isinstance(state, Taking)
    return CardSet.of_mask(state.laid[seat])


def titles(state: State) -> list[str]:
    """The titles by seat."""
    end = outcome(state)
    assert end is not None
    assert end.titles is not None
    return [title.value for title in end.titles]


# -- SHEYTUNAK-1: players, pack, deal -----------------------------------------------------------------------------------


def test_the_defaults() -> None:
    """SHEYTUNAK-1, SHEYTUNAK-3: four players, a dealer by lot, one card a turn."""
    assert Config() == Config(players=4, first_dealer=None, again_on_pair=False)
    assert GAME.rotation is Rotation.RIGHT
    assert GAME.persian_name == "شیطونک"


@pytest.mark.parametrize("players", [1, 0, -1, 11, True, 4.0, "4", None])
def test_two_to_ten_play(players: Any) -> None:
    """SHEYTUNAK-1, GEN-6."""
    with pytest.raises(ConfigError, match="players must be a whole number from 2 to 10") as refusal:
        Config(players=players)
    assert (refusal.value.field, refusal.value.clause) == ("players", "SHEYTUNAK-1")
    assert [Config(players=number).players for number in range(2, 11)] == list(range(2, 11))


@pytest.mark.parametrize(("players", "dealer"), [(2, 2), (4, 4), (9, 9), (3, 9)])
def test_the_dealer_is_a_player(players: int, dealer: int) -> None:
    """SHEYTUNAK-1, GEN-6: a dealer who is not at the table is refused."""
    with pytest.raises(ConfigError, match=f"first_dealer must be a seat from 0 to {players - 1}, not {dealer}") as refusal:
        Config(players=players, first_dealer=dealer)
    assert refusal.value.clause == "SHEYTUNAK-1"
    assert Config(players=dealer + 1, first_dealer=dealer).first_dealer == dealer
    with pytest.raises(ConfigError):
        Config(players=10, first_dealer=10)


@pytest.mark.parametrize("players", [2, 4, 10])
def test_the_dealer_is_found_by_lot(players: int) -> None:
    """SHEYTUNAK-1: the lot may fall on every seat."""
    state = initial_state(Config(players=players))
    assert isinstance(state, DrawDealer)
    assert (state.actor, state.standing.dealer) == (CHANCE, None)
    assert list(legal_actions(state)) == [ChooseDealer(Seat(seat)) for seat in range(players)]
    for lot in legal_actions(state):
        assert isinstance(lot, ChooseDealer)
        after = apply(state, lot)
        assert isinstance(after, AwaitDeal)
        assert (after.dealer, after.standing.dealer, after.actor) == (lot.seat, lot.seat, CHANCE)


@pytest.mark.parametrize("dealer", [0, 3])
def test_the_table_may_give_the_dealer(dealer: int) -> None:
    """SHEYTUNAK-1: then there is no lot, for seat 0 as for any other."""
    state = initial_state(Config(first_dealer=dealer))
    assert isinstance(state, AwaitDeal)
    assert (state.dealer, state.standing.dealer) == (dealer, dealer)


@pytest.mark.parametrize(("players", "dealer"), [(2, 0), (3, 2), (4, 1), (7, 6), (10, 3)])
def test_cards_are_dealt_one_at_a_time_from_the_dealers_right(players: int, dealer: int) -> None:
    """SHEYTUNAK-1, GEN-10: all 53; hands differ by one card at most."""
    pack = Random(players).sample(PACK, 53)
    state = apply(due(players, dealer), Deal(tuple(pack)))
    assert isinstance(state, Taking)
    assert layout(state.standing.config).entries == tuple(place % players for place in range(53))
    for seat in range(players):
        got = {card for place, card in enumerate(pack) if (dealer + 1 + place) % players == seat}
        assert state.hand(seat) | laid(state, seat) == got
        assert len(got) in (53 // players, 53 // players + 1)


def test_the_joker_is_the_black_one() -> None:
    """SHEYTUNAK-1: the coloured one does not belong to the pack."""
    assert len(PACK) == 53
    assert set(PACK) == {*CARDS} - {COLOURED_JOKER}
    assert PACK[-1] is BLACK_JOKER
    state = due(4, 0)
    wrong = refused(GAME, state, Deal((*PACK[:52], COLOURED_JOKER)))
    assert (wrong.violation.clause, wrong.violation.text) == ("GEN-5", "the pack must be its 53 cards; RJ does not belong to it")


def test_deal_for_names_cards_in_any_order() -> None:
    """SHEYTUNAK-1: by text or by cards, as many as a seat is dealt."""
    state = due(4, 3)
    deal = deal_for(state, {0: "AS KD", 1: [BLACK_JOKER]})
    assert (deal.pack[0], deal.pack[4], deal.pack[1]) == (Card.parse("AS"), Card.parse("KD"), BLACK_JOKER)
    assert len(deal_for(state, {0: CARDS[:14]}).pack) == 53
    with pytest.raises(ValueError, match="is dealt 14 cards, not 15"):
        deal_for(state, {0: CARDS[:15]})
    with pytest.raises(ValueError, match="is dealt 13 cards, not 14"):
        deal_for(state, {1: CARDS[:14]})
    with pytest.raises(ValueError, match="RJ is not in the pack"):
        deal_for(state, {1: "RJ"})
    with pytest.raises(LookupError, match="no seat 4"):
        deal_for(state, {4: "AS"})
    with pytest.raises(ValueError, match="no deal is due in the phase Taking"):
        deal_for(apply(state, deal), {})


# -- SHEYTUNAK-2: pairs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("got", "pairs", "kept"),
    [
        ("7C 7D", "7C 7D", ""),
        ("7S 7H", "7H 7S", ""),
        ("7S 7C", "7C 7S", ""),
        ("7S 7H 7D", "7D 7H", "7S"),
        ("7H 7S 7C", "7C 7H", "7S"),
        ("7H 7C 7D", "7C 7D", "7H"),
        ("7S 7D 7C", "7C 7D", "7S"),
        ("7H", "", "7H"),
        ("AH KH QH JH", "", "JH QH KH AH"),
        ("AS AC 7S 7H 2D", "7H 7S AC AS", "2D"),
        ("BJ 7S AC", "", "7S AC BJ"),
    ],
)
def test_the_deal_lays_pairs_out(got: str, pairs: str, kept: str) -> None:
    """SHEYTUNAK-2: of three of a rank the two first in the order of GEN-3 go; the joker pairs with nothing."""
    cards = CardSet.parse(got)
    others = [card for card in PACK[:52] if card.rank not in {mine.rank for mine in cards}]
    fill = [card for card in others if card.suit is not None and card.suit.value in "CD"][: 6 - len(cards)]
    state = dealt(10, 0, {1: " ".join(card.code for card in (*cards, *_unpaired(fill, 6 - len(cards))))})
    ranks = {card.rank for card in cards}
    assert {card for card in laid(state, 1) if card.rank in ranks} == CardSet.parse(pairs)
    assert {card for card in state.hand(1) if card.rank in ranks} == CardSet.parse(kept)


def _unpaired(cards: list[Card], count: int) -> list[Card]:
    """So many of these cards, no two of one rank."""
    return list({card.rank: card for card in cards}.values())[:count]


def test_case_42_four_of_a_rank_are_two_pairs() -> None:
    """SHEYTUNAK-2: four sevens dealt, none left; as with two more of another rank."""
    state = dealt(4, 3, {0: "7C 7D 7H 7S AC AS"})
    assert laid(state, 0) >= CardSet.parse("7C 7D 7H 7S AC AS")
    assert not [card for card in state.hand(0) if card.rank in (Rank.SEVEN, Rank.ACE)]


def test_a_take_lays_a_pair_out() -> None:
    """SHEYTUNAK-2, SHEYTUNAK-3: out of the hand of him who took, also if he has laid out the other two before; any other card is
    kept."""
    state = left_with(3, 2, {0: "5S KC", 1: "5D 9C", 2: "KD 9D BJ"})
    before = laid(state, 0)
    pair = apply(state, Take(Card.parse("5D")))
    assert hands(pair) == ["KC", "9C", "9D KD BJ"]
    assert laid(pair, 0) == before | CardSet.parse("5D 5S")
    assert [laid(pair, seat) for seat in (1, 2)] == [laid(state, seat) for seat in (1, 2)]
    kept = apply(state, Take(Card.parse("9C")))
    assert hands(kept) == ["9C KC 5S", "5D", "9D KD BJ"]
    assert [laid(kept, seat) for seat in range(3)] == [laid(state, seat) for seat in range(3)]


def test_the_joker_pairs_with_nothing_that_is_taken() -> None:
    """SHEYTUNAK-2: it is kept, and so is any card that comes to it."""
    state = left_with(3, 1, {2: "5D QC", 0: "5S BJ KD QD", 1: "KC"})
    assert hands(take(state, "BJ")) == ["QD KD 5S", "KC", "QC 5D BJ"]
    assert hands(take(left_with(3, 1, {2: "BJ KC", 0: "5S KD", 1: "5D"}), "5S")) == ["KD", "5D", "KC 5S BJ"]


# -- SHEYTUNAK-3: takes -------------------------------------------------------------------------------------------------


def test_the_dealers_right_takes_first_and_from_his_right() -> None:
    """SHEYTUNAK-3: each card of that hand may be the one, and no other; then whoever is next to the right of the taker."""
    state = left_with(4, 1, {0: "5S 9D 8C", 1: "7D 9C 8D", 2: "5D KC 7S 6C", 3: "KD BJ 6D"})
    assert turn(state) == (2, 3)
    assert state.actor is CHANCE
    assert list(legal_actions(state)) == [Take(Card.parse(code)) for code in ("6D", "KD", "BJ")]
    assert turn(take(state, "BJ")) == (3, 0)
    assert turn(take(state, "BJ 9D")) == (0, 1)
    assert turn(take(state, "BJ 9D 7D")) == (1, 2)
    assert turn(take(state, "BJ 9D 7D KC")) == (2, 3)
    assert turn(take(state, "KD")) == (3, 0)


@pytest.mark.parametrize(
    ("dealer", "left", "who"),
    [
        (0, {0: "5S", 2: "5D BJ"}, (2, 0)),
        (2, {0: "5S 6C", 1: "5D 6D", 2: "BJ"}, (0, 1)),
        (2, {0: "5S 6C", 2: "5D 6D BJ"}, (0, 2)),
        (2, {1: "5S 6C", 2: "5D 6D BJ"}, (1, 2)),
        (1, {0: "5S 6C", 1: "5D 6D BJ"}, (0, 1)),
    ],
)
def test_who_has_no_cards_is_passed_over(dealer: int, left: dict[int, str], who: tuple[int, int]) -> None:
    """SHEYTUNAK-3: for the first take, as taker and as the one taken from."""
    assert turn(left_with(3, dealer, left)) == who


def test_case_40_a_take_ends_the_game() -> None:
    """SHEYTUNAK-4, SHEYTUNAK-5: 0 with 5S takes 5D of 1; both are out, 0 first, and 2 has lost with the joker."""
    state = take(left_with(3, 1, {2: "BJ KC", 0: "5S KD", 1: "5D"}), "KD")
    assert hands(state) == ["5S", "5D", "BJ"]
    assert turn(state) == (0, 1)
    assert list(legal_actions(state)) == [Take(Card.parse("5D"))]
    end = take(state, "5D")
    assert isinstance(end, MatchOver)
    assert end.actor is None
    assert legal_actions(end) is NOTHING
    assert titles(end) == ["shah", "jallad", "dozd"]
    assert hands(end) == ["", "", ""]


def test_case_41_who_is_out_is_passed_over() -> None:
    """SHEYTUNAK-3: 0 with 5S takes from 2, who has 5D and the joker, since 1 has nothing."""
    state = take(left_with(3, 1, {2: "5D QC", 0: "5S BJ KD QD", 1: "KC"}), "QD KC BJ")
    assert hands(state) == ["5S", "", "5D BJ"]
    assert turn(state) == (0, 2)
    assert list(legal_actions(state)) == [Take(Card.parse("5D")), Take(BLACK_JOKER)]
    assert titles(take(state, "5D")) == ["jallad", "shah", "dozd"]
    assert turn(take(state, "BJ")) == (2, 0)
    assert hands(take(state, "BJ")) == ["5S BJ", "", "5D"]


def test_who_has_been_emptied_is_passed_over() -> None:
    """SHEYTUNAK-3: the player from whom the last card was taken does not take next, nor is he taken from."""
    left = {0: "6S 9D", 1: "6C", 2: "9C", 3: "BJ"}
    state = take(left_with(4, 3, left), "6C")
    assert hands(state) == ["9D", "", "9C", "BJ"]
    assert turn(state) == (2, 3)
    state = take(state, "BJ")
    assert hands(state) == ["9D", "", "9C BJ", ""]
    assert turn(state) == (0, 2)
    assert turn(take(state, "BJ")) == (2, 0)


def test_again_on_pair() -> None:
    """SHEYTUNAK-3: who has made a pair takes once more, as long as he makes pairs, and from whoever is next with cards then."""
    left = {0: "5S KC QC JC", 1: "KD QD", 2: "5D BJ JD"}
    state = left_with(3, 2, left, again=True)
    assert turn(state) == (0, 1)
    assert turn(take(state, "KD")) == (0, 1)
    assert turn(take(state, "KD QD")) == (0, 2)
    assert turn(take(state, "KD QD JD")) == (0, 2)
    assert titles(take(state, "KD QD JD 5D")) == ["jallad", "shah", "dozd"]
    assert turn(take(state, "KD QD JD BJ")) == (2, 0)
    assert turn(take(state, "QD KD BJ JC")) == (2, 0)
    assert turn(take(left_with(3, 2, left), "KD")) == (1, 2)


def test_again_on_pair_needs_cards() -> None:
    """SHEYTUNAK-3: whose last card has gone with the pair takes no more; the next to his right does."""
    state = left_with(4, 3, {0: "6S 9D", 1: "6C 9C 8C", 2: "8D", 3: "BJ"}, again=True)
    state = take(state, "6C 9C")
    assert hands(state) == ["", "8C", "8D", "BJ"]
    assert turn(state) == (1, 2)


@pytest.mark.parametrize("again", [False, True])
def test_case_8_again_on_pair_acts(again: bool) -> None:
    """SHEYTUNAK-3: equal cards, another game."""
    state = take(left_with(3, 2, {0: "5S KC", 1: "KD 9D", 2: "5D 9C BJ"}, again=again), "KD")
    assert turn(state) == ((0, 1) if again else (1, 2))


def test_no_player_ever_acts() -> None:
    """SHEYTUNAK-3, GEN-4: the actor is CHANCE from first to last, and no seat can submit anything."""
    rng, state = Random(1), initial_state(Config(players=5))
    while legal := legal_actions(state):
        assert state.actor is CHANCE
        for seat in range(5):
            assert view(state, seat).legal is NOTHING
            with pytest.raises(IllegalAction, match=f"it is not the turn of seat {seat}"):
                submit(state, seat, legal.sample(rng))
        state = apply(state, legal.sample(rng))
    assert state.actor is None


def test_the_taken_card_is_one_of_that_hand_each_alike_likely() -> None:
    """SHEYTUNAK-3: the set has each card of the giver's hand once, in the order of GEN-3."""
    state = left_with(3, 2, {0: "5S KC QC JC", 1: "KD QD", 2: "5D BJ JD"})
    assert [action.card.code for action in legal_actions(state) if isinstance(action, Take)] == ["QD", "KD"]
    rng = Random(3)
    counts = Counter(legal_actions(state).sample(rng) for _ in range(400))
    assert uneven(counts.values(), 2) < 6


# -- SHEYTUNAK-4, SHEYTUNAK-5: the end ----------------------------------------------------------------------------------


def test_two_players_are_shah_and_dozd() -> None:
    """SHEYTUNAK-4."""
    state = left_with(2, 1, {0: "BJ 5S KS", 1: "5D KD"})
    assert turn(state) == (0, 1)
    state = take(state, "5D BJ KD")
    assert titles(state) == ["shah", "dozd"]
    assert outcome(state) == Outcome(None, (1, 2), (Seat(0),), (Title.SHAH, Title.DOZD))


def test_titles_and_places_follow_the_order_of_going_out() -> None:
    """SHEYTUNAK-4, GEN-8: those emptied by the deal in order from the dealer's right; then as cards go; the joker is last."""
    state = left_with(7, 5, {2: "KC 5S", 3: "KD", 4: "5D", 5: "BJ"})
    assert isinstance(state, Taking)
    assert state.out == (6, 0, 1)
    assert turn(state) == (2, 3)
    outs = []
    for card in parse_cards("KD BJ"):
        state = apply(state, Take(card))
        assert isinstance(state, Taking)
        outs.append(state.out)
    assert outs == [(6, 0, 1, 3), (6, 0, 1, 3, 5)]
    assert turn(state) == (2, 4)
    state = take(state, "5D")
    end = outcome(state)
    assert end is not None
    assert end.places == (2, 3, 6, 4, 7, 5, 1)
    assert (end.scores, end.winners) == (None, (6,))
    assert titles(state) == ["vizier", "vizier", "jallad", "vizier", "dozd", "vizier", "shah"]
    (row,) = state.standing.sheet
    assert row == Row(Seat(5), tuple(map(Seat, (6, 0, 1, 3, 5, 2, 4))), row.pairs)
    assert (sum(row.pairs), row.titles) == (26, end.titles)


def test_of_two_out_by_one_take_the_taker_is_first() -> None:
    """SHEYTUNAK-4: while the game goes on too."""
    state = take(left_with(5, 3, {4: "9C", 0: "5S", 1: "5D", 2: "9D 8D", 3: "8C BJ"}), "5S")
    assert isinstance(state, Taking)
    assert (state.out, turn(state)) == ((0,), (1, 2))
    state = take(left_with(5, 4, {0: "5S", 1: "5D", 2: "9C", 3: "9D BJ", 4: ""}), "5D")
    assert isinstance(state, Taking)
    assert (state.out, turn(state)) == ((4, 0, 1), (2, 3))


@pytest.mark.parametrize(
    ("players", "dealer", "left", "out"),
    [
        (2, 1, {0: "BJ"}, (1, 0)),
        (2, 0, {1: "BJ"}, (0, 1)),
        (3, 0, {0: "BJ"}, (1, 2, 0)),
    ],
)
def test_the_deal_may_end_the_game(players: int, dealer: int, left: dict[int, str], out: tuple[int, ...]) -> None:
    """SHEYTUNAK-5, SHEYTUNAK-4: if nothing but the joker is left; the others are out from the dealer's right on."""
    end = left_with(players, dealer, left)
    assert isinstance(end, MatchOver)
    assert end.standing.sheet[0].out == out
    assert tally(end) == {"hands": 1, "pairs": 26, "out": players}


def test_a_game_goes_on_while_more_than_the_joker_is_left() -> None:
    """SHEYTUNAK-5: three cards are no end."""
    state = take(left_with(3, 1, {2: "BJ KC", 0: "5S KD", 1: "5D"}), "KD")
    assert outcome(state) is None
    assert tally(state) == {"hands": 0, "pairs": 25, "out": 0}
    assert tally(due(3, 1)) == tally(initial_state()) == {"hands": 0, "pairs": 0, "out": 0}


def test_after_the_end_the_cards_are_the_pack_again() -> None:
    """GEN-10, SHEYTUNAK-5: nobody holds any."""
    state = left_with(3, 1, {2: "BJ KC", 0: "5S KD", 1: "5D"})
    now = places(state)
    assert (now["hand 0"], now["hand 1"], now["hand 2"]) == (*map(parse_cards, ("KD 5S", "5D", "KC BJ")),)
    assert [len(now[f"pairs {seat}"]) for seat in range(3)] == [16, 16, 16]
    end = take(state, "KD 5D")
    assert places(end) == places(due(3, 1)) == places(initial_state()) == {"pack": PACK}


# -- SHEYTUNAK-6: what is seen ------------------------------------------------------------------------------------------


def test_a_view_has_its_own_cards_the_counts_and_the_pairs() -> None:
    """SHEYTUNAK-6, SHEYTUNAK-D3: and who takes from whom; a spectator's has no hand."""
    state = take(left_with(4, 3, {0: "6S 9D", 1: "6C", 2: "9C", 3: "BJ"}), "6C")
    assert isinstance(state, Taking)
    for seat in (*range(4), None):
        now = view(state, seat)
        assert (now.seat, now.actor, now.phase) == (seat, CHANCE, Phase.TAKING)
        assert now.hand == (CardSet() if seat is None else state.hand(seat))
        assert now.counts == (1, 0, 1, 1)
        assert (now.taker, now.giver, now.out) == (2, 3, (1,))
        assert now.pairs == tuple(laid(state, one) for one in range(4))
        assert now.pairs[0] >= CardSet.parse("6C 6S")
        assert now.legal.size == 0
    assert str(view(state, 2)).splitlines()[0] == "taking; seat 2 takes a card from seat 3"
    assert str(view(state, 2)).splitlines()[1].startswith("seat 0: 1 card; laid out: ")
    assert str(view(state, 2)).splitlines()[2].startswith("seat 1: out (1); laid out: ")
    assert str(view(state, 2)).splitlines()[-1] == "your hand: 9♣"
    assert "your hand" not in str(view(state, None))


def test_a_view_by_which_nobody_has_cards_has_an_end_too() -> None:
    """SHEYTUNAK-3, SHEYTUNAK-6: no play leads to it, but it can be read from text; the search for the next with cards stops."""
    now = attrs.evolve(view(left_with(3, 2, {0: "BJ 5S", 2: "5D"}), None), counts=(0, 0, 0))
    assert now.giver == now.taker == 0


def test_a_view_of_the_other_phases_has_no_cards() -> None:
    """SHEYTUNAK-6, GEN-8: at the end the sheet tells who was what."""
    end = take(left_with(3, 1, {2: "BJ KC", 0: "5S KD", 1: "5D"}), "KD 5D")
    for state, phase, actor in (
        (initial_state(), Phase.DRAW_DEALER, CHANCE),
        (due(4, 0), Phase.AWAIT_DEAL, CHANCE),
        (end, Phase.MATCH_OVER, None),
    ):
        now = view(state, 1)
        assert (now.phase, now.actor, now.taker, now.giver) == (phase, actor, None, None)
        assert not now.hand
        assert (sum(now.counts), sum(now.laid), sum(now.lacks), now.out) == (0, 0, 0, ())
        assert len(now.counts) == state.standing.config.players
    assert str(view(end, 0)).splitlines() == ["over", "seat 0: shah", "seat 1: jallad", "seat 2: dozd"]
    assert str(view(initial_state(), None)) == "drawing the dealer"


def test_two_see_the_card_that_is_taken() -> None:
    """SHEYTUNAK-D1, SHEYTUNAK-3: who takes it and from whom it is taken; others see the pair, if it made one."""
    state = left_with(3, 2, {0: "5S KC", 1: "5D 9C", 2: "KD 9D BJ"})
    pair = CardSet.parse("5D 5S")
    five, nine = Card.parse("5D"), Card.parse("9C")
    assert [seen(state, Take(five), seat) for seat in (0, 1, 2, None)] == [
        Taken(five, pair), Taken(five, pair), Taken(None, pair), Taken(None, pair),
    ]  # fmt: skip
    assert [seen(state, Take(nine), seat) for seat in (0, 1, 2, None)] == [
        Taken(nine, CardSet()), Taken(nine, CardSet()), Taken(None, CardSet()), Taken(None, CardSet()),
    ]  # fmt: skip


def test_a_pair_does_not_tell_which_of_its_cards_was_taken() -> None:
    """SHEYTUNAK-D1: with the two fives changed over, the third player's view and event are the same, down to their text."""
    one = left_with(3, 2, {0: "5S KC", 1: "5D 9C", 2: "KD 9D BJ"})
    other = left_with(3, 2, {0: "5D KC", 1: "5S 9C", 2: "KD 9D BJ"})
    for seat in (2, None):
        first, second = seen(one, Take(Card.parse("5D")), seat), seen(other, Take(Card.parse("5S")), seat)
        assert (first, repr(first)) == (second, repr(second))
        assert view(take(one, "5D"), seat) == view(take(other, "5S"), seat)


def test_a_card_that_was_taken_from_a_hand_is_in_its_view_no_more() -> None:
    """SHEYTUNAK-D2: the view of him who had it does not say where it is."""
    state = take(left_with(3, 2, {0: "5S KC", 1: "5D 9C", 2: "KD 9D BJ"}), "9C")
    now = view(state, 1)
    assert now.hand == CardSet.parse("5D")
    drawn = {determinize(now, Random(seed)).hand(0) for seed in range(60)}
    assert any(Card.parse("9C") in hand for hand in drawn)
    assert any(Card.parse("9C") not in hand for hand in drawn)


def test_of_a_deal_all_pairs_are_seen_and_ones_own_hand() -> None:
    """SHEYTUNAK-6, SHEYTUNAK-2: also if the deal ends the game."""
    start = due(3, 2)
    deal = deal_for(start, whole_hands(3, 2, {0: "5S KC", 1: "5D 9C", 2: "KD 9D BJ"}))
    state = apply(start, deal)
    pairs = tuple(laid(state, seat) for seat in range(3))
    for seat in range(3):
        assert seen(start, deal, seat) == DealtOut(state.hand(seat), pairs)
    assert seen(start, deal, None) == DealtOut(CardSet(), pairs)
    start = due(2, 1)
    deal = deal_for(start, whole_hands(2, 1, {0: "BJ"}))
    told = seen(start, deal, 0)
    assert isinstance(told, DealtOut)
    assert told.hand == {BLACK_JOKER}
    assert [len(cards) for cards in told.laid] == [26, 26]
    assert seen(initial_state(), ChooseDealer(Seat(2)), 1) == ChooseDealer(Seat(2))


def test_an_event_of_a_deal_as_text_keeps_the_seats_apart() -> None:
    """SHEYTUNAK-6."""
    event = DealtOut(CardSet.parse("5S KC"), (CardSet.parse("5C 5H"), CardSet(), CardSet.parse("7C 7D")))
    assert action_text(event) == "DealtOut KC 5S, 5C 5H /  / 7C 7D"
    assert action_text(Taken(None, CardSet.parse("5D 5S"))) == "Taken -, 5D 5S"


# -- refusals -----------------------------------------------------------------------------------------------------------

_TAKING = left_with(3, 2, {0: "5S KC", 1: "5D 9C", 2: "KD 9D BJ"})
_OVER = take(left_with(3, 1, {2: "BJ KC", 0: "5S KD", 1: "5D"}), "KD 5D")


@pytest.mark.parametrize(
    ("state", "action", "clause", "text"),
    [
        (_TAKING, Take(Card.parse("KD")), "SHEYTUNAK-3", "seat 0 takes from seat 1, who does not hold K♦"),
        (_TAKING, Take(Card.parse("KC")), "SHEYTUNAK-3", "seat 0 takes from seat 1, who does not hold K♣"),
        (_TAKING, Take(Card.parse("5H")), "SHEYTUNAK-3", "seat 0 takes from seat 1, who does not hold 5♥"),
        (_TAKING, Take(COLOURED_JOKER), "SHEYTUNAK-3", "seat 0 takes from seat 1, who does not hold RJ"),
        (_TAKING, Take("5D"), "GEN-5", "'5D' is not a card"),  # type: ignore[arg-type]  # that it is refused is tested
        (_TAKING, Take(None), "GEN-5", "None is not a card"),  # type: ignore[arg-type]  # as above
        (_TAKING, Deal(PACK), "SHEYTUNAK-3", "a card must be taken now, by seat 0 from seat 1"),
        (_TAKING, ChooseDealer(Seat(0)), "SHEYTUNAK-3", "a card must be taken now, by seat 0 from seat 1"),
        (_TAKING, Play(Card.parse("5D")), "GEN-5", "Play(card=5D) is not an action of sheytunak"),
        (_TAKING, "Take", "GEN-5", "'Take' is not an action of sheytunak"),
        (_TAKING, Card.parse("5D"), "GEN-5", "5D is not an action of sheytunak"),
        (due(3, 0), Take(Card.parse("5D")), "SHEYTUNAK-1", "the pack must be dealt now"),
        (due(3, 0), Deal(PACK[1:]), "GEN-5", "the pack must be its 53 cards; 2♣ is missing"),
        (due(3, 0), Deal(PACK[:52]), "GEN-5", "the pack must be its 53 cards; BJ is missing"),
        (due(3, 0), Deal((*PACK, PACK[0])), "GEN-5", "the pack must be its 53 cards; 2♣ is in it too often"),
        (due(3, 0), Deal((PACK[1], *PACK[1:])), "GEN-5", "the pack must be its 53 cards; 3♣ is in it too often"),
        (initial_state(), ChooseDealer(Seat(4)), "SHEYTUNAK-1", "the lot must fall on a dealer now, seat 0 to 3"),
        (initial_state(), ChooseDealer(Seat(-1)), "SHEYTUNAK-1", "the lot must fall on a dealer now, seat 0 to 3"),
        (initial_state(), Deal(PACK), "SHEYTUNAK-1", "the lot must fall on a dealer now, seat 0 to 3"),
        (_OVER, Take(BLACK_JOKER), "GEN-8", "the game is over"),
        (_OVER, Deal(PACK), "GEN-8", "the game is over"),
        (_OVER, None, "GEN-5", "None is not an action of sheytunak"),
    ],
)
def test_refusals(state: State, action: Any, clause: str, text: str) -> None:
    """GEN-5, SHEYTUNAK-1, SHEYTUNAK-3: each says which rule it breaks; nothing changes."""
    found = refused(GAME, state, action).violation
    assert (found.clause, found.text) == (clause, text)
    with pytest.raises(IllegalAction):
        seen(state, action, 0)


@pytest.mark.parametrize("state", [initial_state(Config(players=3)), due(3, 0), _TAKING, _OVER])
def test_an_unknown_seat(state: State) -> None:
    """GEN-5: in every phase."""
    for seat in (3, -1, True):
        for call in (lambda seat: view(state, seat), lambda seat: state.hand(seat), lambda seat: seen(state, Take(PACK[0]), seat)):
            with pytest.raises(LookupError, match="the seats are 0 to 2"):
                call(seat)


# -- worlds -------------------------------------------------------------------------------------------------------------


def lacks(state: State) -> list[CardSet]:
    """By seat: the cards that all know not to be in its hand."""
    assert isinstance(state, Taking)
    return [CardSet.of_mask(mask) for mask in state.lacks]


@pytest.mark.parametrize("rank", ["2", "7", "A"])
@pytest.mark.parametrize(("pair", "never"), [("CD", ""), ("CH", "D"), ("CS", "DH"), ("DH", "C"), ("DS", "CH"), ("HS", "CD")])
def test_a_pair_laid_out_by_the_deal_tells_what_was_not_in_the_hand(rank: str, pair: str, never: str) -> None:
    """SHEYTUNAK-2: a third card of the rank that comes before the second of the pair would have gone instead."""

    def of(suits: str) -> CardSet:
        return CardSet.parse(" ".join(rank + suit for suit in suits))

    one, two = others = of("CDHS") - of(pair)
    start = due(4, 3)
    state = apply(start, deal_for(start, {0: of(pair), 1: [one], 2: [two]}))
    now = view(state, None)
    assert CardSet.of_mask(now.lacks[0]) & of("CDHS") == of(never)
    assert not any(CardSet.of_mask(now.lacks[seat]) & of("CDHS") for seat in (1, 2, 3))
    drawn = [determinize(now, Random(seed)).hand(0) for seed in range(120)]
    for card in others:
        assert any(card in hand for hand in drawn) is (card not in of(never))


def test_cards_that_are_out_are_no_longer_told_of() -> None:
    """SHEYTUNAK-6: what a hand lacks are cards still in play."""
    state = dealt(4, 3, {0: "7C 7S", 1: "7D 7H"})
    assert not [card for cards in lacks(state) for card in cards if card.rank is Rank.SEVEN]
    hidden: State = left_with(3, 2, {0: "5S KC", 1: "5D 9C", 2: "KD 9D BJ"})
    seat = next(seat for seat in range(3) if laid(hidden, seat) >= CardSet.parse("5C 5H"))
    assert Card.parse("5D") in lacks(hidden)[seat]
    assert not [card for cards in lacks(take(hidden, "5D")) for card in cards if card.rank is Rank.FIVE]


def test_who_has_made_a_pair_has_no_more_of_its_rank() -> None:
    """SHEYTUNAK-2, SHEYTUNAK-3: nor has the one from whom the card was taken; each held one of them. The taker's next card may be
    any that its owner may hold."""
    state = left_with(4, 2, {3: "5S KC QC BJ", 0: "5D 9C 8C", 1: "5C KD 8D", 2: "5H 9D QD"})
    assert [Card.parse("5C") in cards for cards in lacks(state)] == [False] * 4
    state = take(state, "5D")
    fives = CardSet.parse("5C 5H")
    assert [fives <= cards for cards in lacks(state)] == [True, False, False, True]
    state = take(state, "KD")
    assert [bool(fives & cards) for cards in lacks(state)] == [False, False, False, True]
    state = take(state, "9D BJ")
    assert [bool(fives & cards) for cards in lacks(state)] == [False, False, False, True]
    assert turn(state) == (3, 0)
    assert [bool(fives & cards) for cards in lacks(take(state, "9C"))] == [False] * 4


def test_who_takes_lacks_what_both_lacked() -> None:
    """SHEYTUNAK-3: 1 cannot have got from 2 what 2 could not hold."""
    state = left_with(4, 2, {3: "5S KC QC BJ", 0: "5D 9C 8C", 1: "5C KD 8D", 2: "5H 9D QD"}, again=True)
    state = take(state, "5D 9C")
    fives = CardSet.parse("5C 5H")
    assert turn(state) == (0, 1)
    assert [fives <= cards for cards in lacks(state)] == [True, False, False, True]


def shares(cards: list[Card], sizes: list[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every way to share cards out into hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in shares(rest, sizes[1:]):
            yield (hand, *others)


def deals_like(start: AwaitDeal, state: State, seat: int | None) -> set[State]:
    """All states right after a deal in which the seat's view is what it is in this one: every way to spread the unseen cards over
    the other hands is dealt, with what has been laid out."""
    now = view(state, seat)
    others = [other for other in range(len(now.counts)) if other != seat]
    unseen = [card for card in PACK if card not in now.hand and not any(card in cards for cards in now.pairs)]
    found = set()
    for share in shares(unseen, [now.counts[other] for other in others]):
        held = {other: [*now.pairs[other], *cards] for other, cards in zip(others, share, strict=True)}
        if seat is not None:
            held[seat] = [*now.pairs[seat], *now.hand]
        after = apply(start, deal_for(start, held))
        if view(after, seat) == now:
            found.add(after)
    return found


def drawn(now: sheytunak.View, rng: Random) -> Counter[State]:
    """How often each world is drawn; all are, unless drawing is not uniform."""
    found = worlds(now)
    return Counter(found.sample(rng) for _ in range(25 * found.size))


ENDS: list[tuple[int, int, dict[int, str]]] = [
    (3, 2, {0: "5S KC", 1: "5D 9C", 2: "KD 9D BJ"}),
    (3, 0, {1: "7D BJ", 2: "7S 9H", 0: "9D"}),
    (3, 1, {2: "AC KS", 0: "AD KD", 1: "BJ"}),
    (4, 3, {0: "6S 9D", 1: "6C", 2: "9C", 3: "BJ"}),
    (4, 2, {3: "5S 8C", 0: "5D", 1: "5C 8D BJ", 2: "5H"}),
    (5, 4, {0: "5S", 1: "5D", 2: "9C", 3: "9D BJ"}),
]


@pytest.mark.parametrize(("players", "dealer", "left"), ENDS)
def test_the_worlds_after_a_deal_are_the_deals_that_can_have_been(players: int, dealer: int, left: dict[int, str]) -> None:
    """SHEYTUNAK-2, SHEYTUNAK-6: all of them, only they, each equally often; for every seat and a spectator."""
    state, rng = left_with(players, dealer, left), Random(1)
    for seat in (*range(players), None):
        possible = deals_like(due(players, dealer), state, seat)
        found = drawn(view(state, seat), rng)
        assert state in possible
        assert set(found) == possible
        assert worlds(view(state, seat)).size == len(possible)
        assert len(possible) == 1 or uneven(found.values(), len(possible)) < 6


@pytest.mark.parametrize(("players", "dealer", "left"), ENDS)
@pytest.mark.parametrize("again", [False, True])
def test_the_worlds_after_takes_leave_out_nothing_that_can_have_been(
    players: int, dealer: int, left: dict[int, str], again: bool
) -> None:
    """SHEYTUNAK-2, SHEYTUNAK-3, SHEYTUNAK-D2: whatever deals and takes look to all like those that were lead to a world."""
    state: State = left_with(players, dealer, left, again=again)
    possible = deals_like(due(players, dealer, again=again), state, None)
    rng = Random(dealer)
    for _ in range(6):
        action = legal_actions(state).sample(rng)
        state = apply(state, action)
        if not isinstance(state, Taking):
            break
        now = view(state, None)
        every = {apply(one, other) for one in possible for other in legal_actions(one)}
        possible = {one for one in every if view(one, None) == now}
        assert state in possible
        assert possible <= set(drawn(now, rng))
        for seat in range(players):
            mine = {one for one in possible if view(one, seat) == view(state, seat)}
            assert mine <= set(drawn(view(state, seat), rng))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_the_worlds_of_a_whole_game_are_counted_in_another_way(seed: int) -> None:
    """SHEYTUNAK-2: rank by rank over the hands by number, at some positions of games of three to five."""
    rng = Random(seed)
    state = initial_state(Config(players=3 + seed % 3, again_on_pair=seed > 2))
    while legal := legal_actions(state):
        state = apply(state, legal.sample(rng))
        if isinstance(state, Taking) and rng.random() < 0.3:
            now = view(state, rng.choice([*range(len(state.hands)), None]))
            assert worlds(now).size == counted(now)
            assert view(determinize(now, rng), now.seat) == now


def counted(now: sheytunak.View) -> int:
    """How many worlds a view has."""
    ways = {tuple(0 if seat == now.seat else count for seat, count in enumerate(now.counts)): 1}
    for rank in [rank for rank in Rank if rank is not Rank.COLOURED_JOKER]:
        cards = [card for card in PACK if card.rank is rank and card not in now.hand]
        cards = [card for card in cards if not any(card in pairs for pairs in now.pairs)]
        after = Counter[tuple[int, ...]]()
        for room, so_many in ways.items():
            for seats in permutations(range(len(room)), len(cards)):
                there = list(room)
                for seat, card in zip(seats, cards, strict=True):
                    there[seat] -= 1 if card not in CardSet.of_mask(now.lacks[seat]) else 99
                if min(there) >= 0:
                    after[tuple(there)] += so_many
        ways = dict(after)
    return ways.get((0,) * len(now.counts), 0)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_the_worlds_of_ten_players(seed: int) -> None:
    """SHEYTUNAK-2: as many as there are with an unseen card in one hand or another, summed up; each hand gets it as often as that
    says."""
    rng = Random(seed)
    state = initial_state(Config(players=10))
    for _ in range((2, 7, 25)[seed]):
        state = apply(state, legal_actions(state).sample(rng))
    now = view(state, 3)
    found = worlds(now).fillings
    assert isinstance(found, Singles)
    card = next(card for card in CardSet.of_mask(found.cards) if any(card.bit & mask for mask in (*found.lacks, 1 << 52)))
    alike = mask_of(other for other in PACK if other.rank is card.rank)
    parts = []
    for place, room in enumerate(found.room):
        if room and not found.lacks[place] & card.bit:
            rooms = tuple(there - (one == place) for one, there in enumerate(found.room))
            also = tuple(mask | alike * (one == place) for one, mask in enumerate(found.lacks))
            parts.append((place, Singles(found.cards ^ card.bit, rooms, also).size))
    assert sum(ways for _, ways in parts) == found.size
    drawn_at = Counter(next(place for place, mask in enumerate(found.sample(rng)) if mask & card.bit) for _ in range(400))
    for place, ways in parts:
        chance = ways / found.size
        assert abs(drawn_at[place] - 400 * chance) <= 5 * (400 * chance * (1 - chance)) ** 0.5 + 1
    assert sum(drawn_at[place] for place, _ in parts) == 400


@pytest.mark.parametrize("seed", range(60))
def test_singles_are_all_ways_to_lay_cards(seed: int) -> None:
    """SHEYTUNAK-2: of few cards, with whatever a hand lacks; all ways, each equally often."""
    rng = Random(seed)
    pool = [card for card in PACK if card.rank.order < 4 or card is BLACK_JOKER]
    cards = sorted(rng.sample(pool, rng.randint(1, 8)))
    places = rng.randint(1, 6)
    where = Counter(rng.randrange(places) for _ in cards)
    room = tuple(where[place] for place in range(places))
    lacking = tuple(mask_of(card for card in pool if rng.random() < 0.08 * (seed % 4)) for _ in room)
    possible = set()
    for share in shares(cards, list(room)):
        fits = all(len({card.rank for card in hand}) == len(hand) for hand in share)
        if fits and not any(mask_of(hand) & mask for hand, mask in zip(share, lacking, strict=True)):
            possible.add(tuple(map(mask_of, share)))
    singles = Singles(mask_of(cards), room, lacking)
    assert singles.size == len(possible)
    if 1 <= len(possible) <= 60:
        found = Counter(tuple(singles.sample(rng)) for _ in range(30 * len(possible)))
        assert set(found) == possible
        assert len(possible) == 1 or uneven(found.values(), len(possible)) < 6


def test_no_way_is_no_world() -> None:
    """SHEYTUNAK-2: two fives in one hand, more cards than room or fewer, a joker that nobody can hold."""
    fives = CardSet.parse("5D 5S").mask
    for found in (
        Singles(fives, (2, 0), (0, 0)),
        Singles(fives, (1,), (0,)),
        Singles(fives, (1, 1, 1), (0, 0, 0)),
        Singles(fives, (1, 1), (fives, 0)),
        Singles(fives, (1, 1, 1), (fives, 0, 0)),
        Singles(BLACK_JOKER.bit, (1,), (BLACK_JOKER.bit,)),
    ):
        assert found.size == 0
        with pytest.raises(ValueError, match="no deal of the unseen cards fits"):
            found.sample(Random(1))
    assert Singles(0, (), ()).sample(Random(1)) == []
    assert Singles(fives, (1, 1), (0, CardSet.parse("5D").mask)).sample(Random(1)) == [
        *map(mask_of, map(parse_cards, ("5D", "5S")))
    ]


def test_two_players_know_everything() -> None:
    """SHEYTUNAK-2, SHEYTUNAK-6: of each rank one card is here and one is there."""
    state = left_with(2, 1, {0: "BJ 5S KS", 1: "5D KD"})
    assert [worlds(view(state, seat)).size for seat in (0, 1)] == [1, 1]
    assert determinize(view(state, 0), Random(1)) == state
    assert deals_like(due(2, 1), state, None) == set(drawn(view(state, None), Random(1)))


def test_nothing_is_hidden_before_the_deal_and_after_the_end() -> None:
    """SHEYTUNAK-6."""
    end = take(left_with(3, 1, {2: "BJ KC", 0: "5S KD", 1: "5D"}), "KD 5D")
    for state in (initial_state(), due(4, 2), end):
        assert worlds(view(state, 0)).size == 1
        assert determinize(view(state, None), Random(1)) == state


# -- the whole game -----------------------------------------------------------------------------------------------------


def test_everybody_loses_equally_often() -> None:
    """SHEYTUNAK-3, SHEYTUNAK-4: among five players, the dealer found by lot."""
    rng, lost = Random(11), Counter[int]()
    for _ in range(400):
        state = initial_state(Config(players=5))
        while legal := legal_actions(state):
            state = apply(state, legal.sample(rng))
        end = outcome(state)
        assert end is not None
        lost[end.places.index(5)] += 1
    assert uneven(lost.values(), 5) < 6


def test_violation_is_none_for_what_is_legal() -> None:
    """GEN-5."""
    assert violation(_TAKING, Take(Card.parse("9C"))) is None
    assert violation(due(3, 0), Deal(PACK)) is None
    assert violation(initial_state(), ChooseDealer(Seat(3))) is None
