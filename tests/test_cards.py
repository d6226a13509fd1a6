"""Cards, their texts, sets and bags of them (GEN-3, GEN-11)."""

from __future__ import annotations

import copy
import operator
import pickle
from collections import Counter
from collections.abc import Callable, Set
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persian_cards.cards import (
    BLACK_JOKER,
    CARDS,
    COLOURED_JOKER,
    FULL,
    PACK,
    RANKS,
    SUITS,
    Bag,
    Card,
    CardSet,
    Rank,
    Suit,
    bits_of,
    cards_of,
    mask_of,
    mask_text,
    masks_text,
    pack_from,
    parse_cards,
    sorted_cards,
)

CARD = st.sampled_from(CARDS)
SOME = st.frozensets(CARD)
MANY = st.lists(st.sampled_from(CARDS[:8]), max_size=12)
many = settings(max_examples=5 * settings().max_examples)


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


# -- suits, ranks, the order of cards -----------------------------------------------------------------------------------


def test_cards_go_by_suit_then_rank_and_jokers_last() -> None:
    assert " ".join(card.code for card in CARDS) == (
        "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD "
        "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS BJ RJ"
    )
    assert (*PACK, BLACK_JOKER, COLOURED_JOKER) == CARDS
    assert sorted_cards(reversed(CARDS)) == CARDS
    assert sorted(CARDS, reverse=True) == list(reversed(CARDS))


def test_what_a_card_tells_of_itself() -> None:
    for number, card in enumerate(CARDS):
        assert card.index == hash(card) == number
        assert card.bit == 1 << number
    for number, card in enumerate(PACK):
        assert (card.suit, card.rank) == (SUITS[number // 13], RANKS[number % 13])
        assert card.shift == number // 13 * 13
        assert card.suit is not None
        assert card.suit_mask == card.suit.mask == mask_of(PACK[card.shift : card.shift + 13])
    for joker in (BLACK_JOKER, COLOURED_JOKER):
        assert (joker.suit, joker.suit_mask) == (None, 0)
    assert FULL == mask_of(PACK) == sum(suit.mask for suit in SUITS) == 2**52 - 1


def test_suits_and_ranks_in_words() -> None:
    assert [(str(suit), suit.symbol, suit.persian, suit.value) for suit in SUITS] == [
        ("clubs", "♣", "گشنیز", "C"),
        ("diamonds", "♦", "خشت", "D"),
        ("hearts", "♥", "دل", "H"),
        ("spades", "♠", "پیک", "S"),
    ]
    assert [rank.order for rank in Rank] == list(range(15))
    assert " ".join(rank.value for rank in Rank) == "2 3 4 5 6 7 8 9 10 J Q K A BJ RJ"
    assert ", ".join(map(str, Rank)) == (
        "two, three, four, five, six, seven, eight, nine, ten, jack, queen, king, ace, black joker, coloured joker"
    )
    assert " ".join(rank.persian for rank in RANKS) == "۲ ۳ ۴ ۵ ۶ ۷ ۸ ۹ ۱۰ سرباز بی‌بی شاه تک"
    assert (Rank.BLACK_JOKER.persian, Rank.COLOURED_JOKER.persian) == ("ژوکر سیاه", "ژوکر رنگی")


def test_short_packs_keep_the_high_cards_of_every_suit() -> None:
    assert pack_from(Rank.TWO) == PACK
    assert pack_from(Rank.KING) == cards("KC AC KD AD KH AH KS AS")
    assert [len(pack_from(rank)) for rank in (Rank.SIX, Rank.SEVEN, Rank.NINE)] == [36, 32, 24]


@given(CARD, CARD)
@many
def test_comparison_is_by_place_in_the_order(one: Card, other: Card) -> None:
    compare: list[Callable[[Any, Any], bool]] = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]
    for relation in compare:
        assert relation(one, other) is relation(one.index, other.index)


def test_a_card_is_not_compared_with_other_things() -> None:
    others: list[Any] = [0, "2C", "2♣", None, CARDS[0].bit]
    assert CARDS[0] not in others
    with pytest.raises(TypeError):
        _ = CARDS[0] < 5
    with pytest.raises(TypeError):
        sorted([CARDS[0], "2C"])  # type: ignore[type-var]  # that is the point


# -- one object a card --------------------------------------------------------------------------------------------------


def test_a_card_is_the_same_object_however_it_is_made() -> None:
    for card in CARDS:
        assert Card(card.suit, card.rank) is card
        assert Card.parse(card.code) is card
        assert copy.copy(card) is card
        assert copy.deepcopy(card) is card
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(card, protocol)) is card
    assert all(a is b for a, b in zip(copy.deepcopy(list(CARDS)), CARDS, strict=True))


def test_a_card_cannot_be_changed() -> None:
    ace = Card.parse("AS")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        ace.rank = Rank.TWO  # type: ignore[misc]  # it is frozen
    with pytest.raises((AttributeError, TypeError)):
        ace.note = "mine"  # type: ignore[attr-defined]  # there is no such field
    assert ace.rank is Rank.ACE


@pytest.mark.parametrize(
    ("suit", "rank"), [(None, Rank.ACE), (Suit.CLUBS, Rank.BLACK_JOKER), ("S", "A"), (Suit.CLUBS, 3), ([], {}), (None, None)]
)
def test_there_is_no_other_card(suit: Any, rank: Any) -> None:
    with pytest.raises(ValueError, match="there is no card of suit") as refused:
        Card(suit, rank)
    assert repr(suit) in str(refused.value)
    assert repr(rank) in str(refused.value)


# -- text ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_name_of_a_card_reads_back(card: Card) -> None:
    names = {card.code, str(card), repr(card), card.persian, card.code.lower(), f" {card.code} ", f"{card.persian}،"}
    if card.suit is not None:
        names.add(f"{card}\ufe0f")  # as emoji are written
    assert {name: Card.parse(name) for name in names} == dict.fromkeys(names, card)


def test_names_are_told_apart() -> None:
    for name in ("code", "persian"):
        assert len({getattr(card, name) for card in CARDS}) == 54
    assert len({str(card) for card in CARDS}) == 54
    assert [str(card) for card in cards("10H AS BJ RJ")] == ["10♥", "A♠", "BJ", "RJ"]
    assert [card.persian for card in cards("10H QC AS RJ")] == ["۱۰ دل", "بی‌بی گشنیز", "تک پیک", "ژوکر رنگی"]


@pytest.mark.parametrize(
    ("code", "spellings"),
    [
        ("10H", "10H|10h|TH|th|10♥|T♥|10 h|10♥️|۱۰ دل|١٠ دل|۱۰ لو دل|۱۰لو دل|۱۰دل|۱۰♥|10 دل"),
        ("AS", "AS|as|aS|A♠|a♠|A♠️|A S|تک پیک|آس پیک|اس پیک|تک پيك|تك پیک|A پیک"),
        ("2C", "2C|۲ گشنیز|٢ گشنیز|۲ خاج|2 لو خاج|2♣"),
        ("7D", "7D|۷ خشت|۷ لو خشت|٧ خشت|7♦"),
        ("QH", "QH|بی‌بی دل|بی بی دل|بیبی دل|بي‌بي دل|بی‌بی‌دل"),
        ("KD", "KD|شاه خشت|شاه‌خشت|شاه   خشت"),
        ("JC", "JC|سرباز گشنیز|سرباز خاج|j♣"),
        ("BJ", "BJ|bj|ژوکر سیاه|ژوكر سياه"),
        ("RJ", "RJ|rj|Rj|ژوکر رنگی|ژوکر رنگي"),
    ],
)
def test_spellings(code: str, spellings: str) -> None:
    read = {spelling: Card.parse(spelling).code for spelling in spellings.split("|")}
    assert read == dict.fromkeys(read, code)


def test_cards_are_written_with_space_or_commas_between() -> None:
    three = (CARDS[51], CARDS[34], CARDS[0])
    for text in ("AS 10H 2C", "AS,10H,2C", " AS , 10H;2C ; ", "AS\n10H\t2C\r\n", "تک پیک، ۱۰ دل، ۲ گشنیز", ",;AS 10H 2C،"):
        assert parse_cards(text) == three
    assert parse_cards("2C 2C") == (CARDS[0], CARDS[0])
    assert parse_cards("") == parse_cards(" \n,") == ()


@given(st.lists(CARD))
@many
def test_texts_of_many_cards_read_back(some: list[Card]) -> None:
    for text in (" ".join(card.code for card in some), ", ".join(map(str, some)), "، ".join(card.persian for card in some)):
        assert parse_cards(text) == tuple(some)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1S", "'1S'"),
        ("AS XX KS", "'XX'"),
        ("AS10H", "'AS10H'"),
        ("11H", "'11H'"),
        ("A", "'A'"),
        ("S", "'S'"),
        ("SA", "'SA'"),
        ("AS.", "'AS.'"),
        ("2C AX", "'AX'"),
        ("10", "'10'"),
        ("joker", "'joker'"),
        ("BJS", "'BJS'"),
        ("تک", "'تک'"),
        ("دل ۱۰", "'دل'"),
        ("🂡", "'🂡'"),
        ("AS\x00", r"'AS\x00'"),
        ("ß ﬁ", "'ß'"),
    ],
)
def test_what_is_no_card_is_refused_by_name(text: str, wrong: str) -> None:
    for read in (parse_cards, Card.parse, CardSet.parse, Bag.parse):
        with pytest.raises(ValueError, match="is not a card; cards are written like AS, 10H, BJ") as refused:
            read(text)
        assert str(refused.value).startswith(f"{wrong} is not a card")


@pytest.mark.parametrize(("text", "count"), [("", 0), ("  ", 0), ("AS KS", 2), ("AS AS AS", 3)])
def test_one_card_means_one(text: str, count: int) -> None:
    with pytest.raises(ValueError, match="one card is wanted, like AS or 10H") as refused:
        Card.parse(text)
    assert str(refused.value).startswith(f"{text!r} is {count} cards")


@pytest.mark.parametrize("text", [None, 5, b"AS", ["AS"], CARDS[0], float("nan"), ()])
def test_what_is_no_text_is_refused(text: Any) -> None:
    for read in (parse_cards, Card.parse, CardSet.parse, Bag.parse):
        with pytest.raises(ValueError, match="cards are written as text, like 'AS 10H'") as refused:
            read(text)
        assert repr(text) in str(refused.value)


@pytest.mark.parametrize("text", ["x" * 10**6, "AS " * 10**5, "A" + " " * 10**5, "\u200c" * 10**5, "AS " * 60 + "?" * 10**5])
def test_huge_texts_get_short_refusals(text: str) -> None:
    for read in (Card.parse, CardSet.parse):
        with pytest.raises(ValueError, match=r"\.\.\.|comes twice|not a card") as refused:
            read(text)
        assert len(str(refused.value)) < 120


def test_a_quoted_text_is_cut_after_forty_characters() -> None:
    with pytest.raises(ValueError, match="is not a card") as refused:
        parse_cards("x" * 38)
    assert str(refused.value).startswith("'" + "x" * 38 + "' is")
    with pytest.raises(ValueError, match="is not a card") as refused:
        parse_cards("x" * 39)
    assert str(refused.value).startswith("'" + "x" * 35 + "... is")


@given(st.text(max_size=12) | st.text("ASKDHC10TJQBR ♠♥,لوپیک\u200c", max_size=12))
@many
def test_any_text_is_cards_or_is_refused(text: str) -> None:
    found: tuple[Card, ...] = ()
    said = "is not a card"
    try:
        found = parse_cards(text)
    except ValueError as refused:
        said = str(refused)
    assert "is not a card" in said
    assert parse_cards(" ".join(card.code for card in found)) == found


# -- masks --------------------------------------------------------------------------------------------------------------


@given(SOME)
@many
def test_masks_and_cards_stand_for_one_another(some: frozenset[Card]) -> None:
    mask = mask_of(some)
    assert mask == sum(2**card.index for card in some)
    assert cards_of(mask) == tuple(sorted(some))
    assert mask_of([*some, *some]) == mask


def test_masks_in_words() -> None:
    assert mask_text(0) == "{}"
    assert mask_text(mask_of(cards("AS 2C RJ"))) == "{2C AS RJ}"
    assert masks_text(()) == "()"
    assert masks_text((1, 6)) == "({2C}, {3C 4C})"


def test_bits_of_a_pack_are_those_of_its_cards_each_once() -> None:
    full = mask_of(CARDS[2:6])
    assert bits_of(CARDS[2:6], full) == [4, 8, 16, 32]
    assert bits_of(CARDS[5:1:-1], full) == [32, 16, 8, 4]
    assert bits_of((), 0) == []
    rubbish: list[Any] = [CARDS[2:5], CARDS[2:7], CARDS[1:5], (*CARDS[2:5], CARDS[4]), (*CARDS[2:6], None), (*CARDS[2:5], 32)]
    rubbish += ["four", cards("4C 4C 5C 6C 7C"), cards("4C 4C 4C 4C 5C 5C 5C 5C 6C 6C 6C")]
    assert [bits_of(pack, full) for pack in rubbish] == [None] * len(rubbish)


@given(st.lists(st.sampled_from(CARDS[:4]), max_size=5))
@many
def test_bits_are_of_the_very_cards_wanted(pack: list[Card]) -> None:
    right = sorted(pack) == list(CARDS[:4])
    assert bits_of(pack, 15) == ([card.bit for card in pack] if right else None)


# -- sets ---------------------------------------------------------------------------------------------------------------


@given(SOME, SOME)
@many
def test_sets_of_cards_are_sets(one: frozenset[Card], other: frozenset[Card]) -> None:
    mine, theirs = CardSet(one), CardSet(other)
    makes: list[Callable[[Any, Any], Set[Card]]] = [operator.and_, operator.or_, operator.sub, operator.xor]
    for make in makes:
        for left, right in ((mine, theirs), (mine, other), (one, theirs)):
            made = make(left, right)
            assert type(made) is CardSet
            assert made == make(one, other)
            assert make(one, other) == made
    tells: list[Callable[[Any, Any], bool]] = [operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne]
    for tell in tells:
        for left, right in ((mine, theirs), (mine, other), (one, theirs)):
            assert tell(left, right) is tell(one, other)
    assert mine.isdisjoint(theirs) is one.isdisjoint(other)


@given(SOME)
@many
def test_a_set_of_cards_holds_its_cards_in_order(some: frozenset[Card]) -> None:
    held = CardSet(some)
    assert list(held) == sorted(some)
    assert len(held) == len(some)
    assert bool(held) is bool(some)
    assert [card in held for card in CARDS] == [card in some for card in CARDS]
    assert held == CardSet.of_mask(mask_of(some)) == CardSet(sorted(some, reverse=True))
    assert held.mask == mask_of(some)
    assert hash(held) == hash(frozenset(some))
    assert len({held, some}) == 1
    assert CardSet.parse(str(held)) == CardSet.parse(" ".join(card.code for card in held)) == held
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(held, protocol)) == held
    assert copy.deepcopy(held) == copy.copy(held) == held


def test_a_set_of_cards_in_words() -> None:
    hand = CardSet.parse("as 10h, 2♣")
    assert repr(hand) == "CardSet.parse('2C 10H AS')"
    assert str(hand) == "2♣ 10♥ A♠"
    assert repr(CardSet()) == "CardSet.parse('')"
    assert eval(repr(hand)) == hand


def test_what_a_set_does_not_hold() -> None:
    hand = CardSet.parse("AS 2C")
    for other in (Card.parse("3C"), "AS", 0, 51, None, hand, float("nan"), [], {}, object(), Card, hand.mask):
        assert other not in hand
    assert hand != "AS 2C"
    assert hand != ["2C", "AS"]
    assert hand != list(hand)
    assert hand != hand.mask
    assert hand != {"2C", "AS"}
    assert CardSet() == frozenset()
    assert CardSet() == set()


def test_a_set_cannot_be_changed() -> None:
    hand = CardSet.parse("AS")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        hand.mask = 3  # type: ignore[misc]  # it is frozen
    assert hand | CardSet.parse("2C") == CardSet.parse("2C AS")
    assert hand == CardSet.parse("AS")


def test_a_set_has_each_card_once() -> None:
    assert len(CardSet(cards("AS AS 2C"))) == 2
    with pytest.raises(ValueError, match="AS comes twice in '2C AS KH A♠'; a set has each card once"):
        CardSet.parse("2C AS KH A♠")


# -- bags ---------------------------------------------------------------------------------------------------------------


@given(MANY, MANY)
@many
def test_bags_are_counts_of_cards(one: list[Card], other: list[Card]) -> None:
    mine, theirs = Bag(one), Bag(other)
    counts, others = Counter(one), Counter(other)
    assert [mine.count(card) for card in CARDS] == [counts[card] for card in CARDS]
    assert [card in mine for card in CARDS] == [card in counts for card in CARDS]
    assert (len(mine), bool(mine)) == (counts.total(), bool(one))
    assert list(mine) == sorted(one)
    assert mine.cards == tuple(sorted(one))
    assert Counter(mine + theirs) == counts + others
    assert mine + other == mine + theirs == theirs + mine
    assert (mine <= theirs) is (counts <= others)
    assert (mine >= theirs) is (counts >= others)
    assert (mine == theirs) is (counts == others)
    if counts >= others:
        assert Counter(mine - theirs) == counts - others
        assert (mine - theirs) + theirs == mine
        assert mine - other == mine - theirs
    else:
        missing = next(card for place, card in enumerate(theirs) if theirs.cards[: place + 1].count(card) > counts[card])
        with pytest.raises(ValueError, match=f"{missing!r} is not in the bag"):
            _ = mine - theirs


@given(MANY, st.randoms(use_true_random=False))
@many
def test_the_order_in_a_bag_does_not_count(some: list[Card], rng: Any) -> None:
    bag = Bag(some)
    shuffled = rng.sample(some, len(some))
    assert Bag(shuffled) == bag
    assert hash(Bag(shuffled)) == hash(bag)
    assert Bag.parse(" ".join(card.code for card in shuffled)) == bag
    assert Bag.parse(str(bag)) == bag
    assert pickle.loads(pickle.dumps(bag)) == copy.deepcopy(bag) == bag


def test_a_bag_in_words() -> None:
    assert repr(Bag.parse("7H 2C 7H")) == "Bag.parse('2C 7H 7H')"
    assert str(Bag.parse("7H 2C 7H")) == "2♣ 7♥ 7♥"
    assert repr(Bag()) == "Bag.parse('')"
    with pytest.raises(ValueError, match="7H is not in the bag '2C' to be taken out"):
        _ = Bag.parse("2C 7H") - Bag.parse("7H 7H")


def test_a_bag_is_no_set_and_no_list() -> None:
    bag = Bag.parse("2C 7H")
    others: list[Any] = ["2C", 0, None, [], float("nan"), Card, bag.cards, CardSet.parse("2C 7H")]
    assert bag not in others
    assert not [other for other in (*others, bag) if other in bag]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        bag.cards = ()  # type: ignore[misc]  # it is frozen
