"""Following suit and taking tricks, against a plain reading of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persian_cards.actions import CHANCE, NOTHING, Play
from persian_cards.cards import BLACK_JOKER, CARDS, FULL, PACK, SUITS, Card, CardSet, Suit, mask_of, parse_cards
from persian_cards.table import AS_SEATED, Lineup, Seat
from persian_cards.tricks import Trick, on_table, play_violation, plays_to, seated, taking, tricks_of, tricks_taken, voids_in

many = settings(max_examples=5 * settings().max_examples)
TRUMP = st.sampled_from([None, *SUITS])
HAND = st.frozensets(st.sampled_from(PACK), max_size=8)


def trump_mask(trump: Suit | None) -> int:
    return 0 if trump is None else trump.mask


def takes(trick: Sequence[Card], trump: Suit | None) -> int:
    """The rule, card by card: the highest trump, else the highest of the suit led."""
    best = 0
    for place, card in enumerate(trick):
        over = card.suit is trick[best].suit and card.rank.order > trick[best].rank.order
        ruffs = card.suit is trump and trick[best].suit is not trump
        if over or ruffs:
            best = place
    return best


def tables(players: int) -> st.SearchStrategy[tuple[tuple[Seat, ...], ...]]:
    """By seat, the players from him on: in any order round the table."""
    return st.permutations([Seat(seat) for seat in range(players)]).map(lambda order: Lineup(tuple(order)).turns)


# -- who takes a trick --------------------------------------------------------------------------------------------------


@given(st.integers(1, 7).flatmap(lambda n: st.permutations(PACK).map(lambda pack: tuple(pack[:n]))), TRUMP)
@many
def test_the_highest_trump_takes_else_the_highest_of_the_suit_led(trick: tuple[Card, ...], trump: Suit | None) -> None:
    assert taking(trick, trump_mask(trump)) == takes(trick, trump)


@given(st.integers(2, 7).flatmap(lambda n: st.permutations(PACK[8:18]).map(lambda pack: tuple(pack[:n]))), TRUMP)
@many
def test_it_does_so_where_two_suits_meet(trick: tuple[Card, ...], trump: Suit | None) -> None:
    assert taking(trick, trump_mask(trump)) == taking(list(trick), trump_mask(trump)) == takes(trick, trump)


@pytest.mark.parametrize(
    ("trick", "trump", "place"),
    [
        ("AH 2S KH QH", "S", 1),
        ("AH 2S KH QH", "C", 0),
        ("AH 2S KH QH", None, 0),
        ("JC KD 3C 9C", "S", 0),
        ("2C AD AH AS", None, 0),
        ("2C 3C 4C 5C", "D", 3),
        ("2C 3C 4C 3D", "D", 3),
        ("KS 2S AS 3S", "S", 2),
        ("2C 2D", "D", 1),
        ("2C AD", "H", 0),
        ("2D 3D 2S", "C", 1),
        ("2D 3D 2S", "S", 2),
        ("10H 9H JH 2H QH", None, 4),
        ("10H 2C JH 3C QH AS KD", "C", 3),
        ("7S", "C", 0),
    ],
)
def test_tricks_at_the_table(trick: str, trump: str | None, place: int) -> None:
    assert taking(parse_cards(trick), 0 if trump is None else Suit(trump).mask) == place


# -- what may be played -------------------------------------------------------------------------------------------------


@given(HAND, st.lists(st.sampled_from(PACK), max_size=6))
@many
def test_who_holds_the_suit_led_follows_it(hand: frozenset[Card], trick: list[Card]) -> None:
    follow = {card for card in hand if trick and card.suit is trick[0].suit}
    may = sorted(follow or hand)
    legal = plays_to(mask_of(hand), trick)
    assert list(legal) == list(map(Play, may))
    for card in CARDS:
        why = play_violation(Seat(2), mask_of(hand), trick, card, "OWN-1")
        assert (why is None) is (card in may) is (Play(card) in legal)
        if why is not None:
            assert (why.clause == "OWN-1") is (card in hand)


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        ("2D AS KC", "5D", "2D"),
        ("AC 2H 3H", "7C 9H", "AC"),
        ("4H KD", "7C 9H AC", "KD 4H"),
        ("2C 3C AC 2S", "KC", "2C 3C AC"),
        ("2D 3H", "", "2D 3H"),
        ("", "AS", ""),
        ("2D 3H BJ", "BJ", "2D 3H BJ"),
        ("2D 3H BJ", "4H", "3H"),
    ],
)
def test_hands_at_the_table(hand: str, trick: str, legal: str) -> None:
    assert list(plays_to(CardSet.parse(hand).mask, parse_cards(trick))) == list(map(Play, parse_cards(legal)))


def test_why_a_card_may_not_be_played() -> None:
    hand, trick = CardSet.parse("2D AS KC").mask, parse_cards("5D AD")

    def why(card: object, trick: Sequence[Card] = trick) -> str:
        return str(play_violation(Seat(3), hand, trick, card, "OWN-7"))

    assert why(Card.parse("AS")) == "seat 3 must follow diamonds (OWN-7)"
    assert why(Card.parse("KC")) == "seat 3 must follow diamonds (OWN-7)"
    assert why(Card.parse("3D")) == "seat 3 does not hold 3♦ (GEN-5)"
    assert why(Card.parse("KS")) == "seat 3 does not hold K♠ (GEN-5)"
    assert why(BLACK_JOKER, ()) == "seat 3 does not hold BJ (GEN-5)"
    assert why(Card.parse("2D")) == why(Card.parse("AS"), ()) == why(Card.parse("AS"), parse_cards("2H")) == "None"
    assert why("2D") == "'2D' is not a card (GEN-5)"
    rubbish: list[Any] = [None, 13, [], float("nan"), Card, CardSet.parse("2D"), Play(Card.parse("2D"))]
    assert all(why(thing).endswith("is not a card (GEN-5)") for thing in rubbish)


# -- what a hand has shown ----------------------------------------------------------------------------------------------


def test_finished_tricks_each_led_by_the_winner_of_the_one_before() -> None:
    played = parse_cards("2C 5C 3C 4C  KD AD 2S 3D  9H 10H 3S JH  AS 2D")
    found = tricks_of(played, Seat(1), AS_SEATED.turns, Suit.SPADES.mask)
    assert found == (
        Trick(Seat(1), played[:4], Seat(2)),
        Trick(Seat(2), played[4:8], Seat(0)),
        Trick(Seat(0), played[8:12], Seat(2)),
    )
    assert tricks_of(played[:11], Seat(1), AS_SEATED.turns, Suit.SPADES.mask) == found[:2]
    assert tricks_of(played[:3], Seat(1), AS_SEATED.turns, 0) == tricks_of((), Seat(0), AS_SEATED.turns, 0) == ()


def test_a_game_may_have_its_own_way_of_taking_tricks() -> None:
    played = parse_cards("2C 5C 3C 4C  KD AD 2S 3D  9H")

    def third(trick: Sequence[Card]) -> int:
        assert type(trick) is tuple
        return 2

    found = tricks_taken(played, Seat(1), AS_SEATED.turns, third)
    assert found == (Trick(Seat(1), played[:4], Seat(3)), Trick(Seat(3), played[4:8], Seat(1)))
    assert tricks_taken(played[:3], Seat(1), AS_SEATED.turns, third) == ()


@given(st.integers(2, 7).flatmap(tables), st.permutations(PACK), TRUMP, st.data())
@many
def test_tricks_are_finished_whoever_sits_where(
    turns: tuple[tuple[Seat, ...], ...], pack: list[Card], trump: Suit | None, data: st.DataObject
) -> None:
    players = len(turns)
    leader = data.draw(st.sampled_from(turns[0]))
    played = pack[: data.draw(st.integers(0, 52))]
    tricks = tricks_of(played, leader, turns, trump_mask(trump))
    assert len(tricks) == len(played) // players
    for number, trick in enumerate(tricks):
        assert list(trick.cards) == played[number * players :][:players]
        assert trick.leader == leader
        order = turns[0] * 2
        at = order.index(leader) + takes(trick.cards, trump)
        assert trick.winner == order[at]
        leader = trick.winner


def test_cards_with_those_who_played_them() -> None:
    turns = Lineup((Seat(0), Seat(1), Seat(3), Seat(2))).turns
    cards = parse_cards("2C 5C 3C")
    assert seated(cards, Seat(3), turns) == ((3, cards[0]), (2, cards[1]), (0, cards[2]))
    assert seated((), Seat(3), turns) == ()
    assert on_table(cards, Seat(1), turns) == seated(cards, Seat(3), turns)
    assert on_table(cards[:1], Seat(2), turns) == ((3, cards[0]),)
    assert on_table(cards[:1], Seat(0), turns) == ((2, cards[0]),)
    assert on_table((), Seat(0), turns) == ()
    actors: list[Any] = [None, CHANCE]
    assert [on_table(cards, actor, turns) for actor in actors] == [(), ()]


@given(st.integers(2, 7).flatmap(tables), st.data())
@many
def test_who_has_played_to_the_trick_is_known_from_whose_turn_it_is(
    turns: tuple[tuple[Seat, ...], ...], data: st.DataObject
) -> None:
    leader = data.draw(st.sampled_from(turns[0]))
    cards = PACK[: data.draw(st.integers(0, len(turns) - 1))]
    actor = turns[leader][len(cards)]
    assert on_table(cards, actor, turns) == seated(cards, leader, turns) == tuple(zip(turns[leader], cards, strict=False))


def test_who_does_not_follow_is_void() -> None:
    def trick(leader: int, text: str) -> list[tuple[Seat, Card]]:
        return [(Seat((leader + turn) % 4), card) for turn, card in enumerate(parse_cards(text))]

    tricks = [trick(0, "AH 2S KH QH"), trick(1, "2C 3C 4D 5C"), trick(3, "KD KC 2D")]
    shown: list[set[Suit]] = [{Suit.DIAMONDS}, {Suit.HEARTS}, set(), {Suit.CLUBS}]
    assert voids_in(tricks, 4) == tuple(map(frozenset, shown))
    assert voids_in([], 3) == voids_in([[]], 3) == (frozenset(), frozenset(), frozenset())
    assert voids_in([[(Seat(0), BLACK_JOKER), (Seat(1), PACK[0])]], 2) == (frozenset(), frozenset())
    assert {type(void) for void in voids_in(tricks, 4)} == {frozenset}


@given(st.lists(st.lists(st.tuples(st.integers(0, 4).map(Seat), st.sampled_from(PACK)), max_size=5), max_size=6))
@many
def test_voids_are_those_shown_and_no_others(tricks: list[list[tuple[Seat, Card]]]) -> None:
    shown = {(seat, trick[0][1].suit) for trick in tricks for seat, card in trick if card.suit is not trick[0][1].suit}
    assert voids_in(tricks, 5) == tuple(frozenset(suit for suit in SUITS if (seat, suit) in shown) for seat in range(5))


def test_nothing_may_be_played_from_no_hand() -> None:
    assert not plays_to(0, ())
    assert list(plays_to(0, PACK[:1])) == list(NOTHING)
    assert plays_to(FULL, ()).size == 52
