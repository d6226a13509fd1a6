"""Sets of actions: what is in them, their order, and drawing from them (GEN-3, GEN-4, GEN-5)."""

from __future__ import annotations

import copy
import operator
import pickle
import sys
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations, islice, permutations
from math import comb, factorial
from random import Random, SystemRandom
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persian_cards.actions import (
    CHANCE,
    NOTHING,
    READY_PLAYS,
    ActionSet,
    Bid,
    Chance,
    ChooseDealer,
    Combinations,
    Deal,
    Dealt,
    DealtOpen,
    Joined,
    Lays,
    Listed,
    NameTrump,
    Pass,
    Permutations,
    Play,
    Plays,
    Range,
    as_set,
    below,
    dealer_lots,
    exactly,
    in_their_order,
    pack_violation,
    plays,
)
from persian_cards.cards import CARDS, FULL, PACK, RANKS, SUITS, Bag, Card, CardSet, Rank, Suit, mask_of, pack_from, parse_cards
from persian_cards.table import Seat

many = settings(max_examples=5 * settings().max_examples)


@attrs.frozen
class LayAway:
    cards: CardSet


@attrs.frozen
class Show:
    cards: tuple[Card, ...]


@attrs.frozen
class Lay:
    cards: Bag
    rank: Rank


class OtherPlay(Play):
    """Looks like a play and is none."""


class OtherTuple(tuple[Card, ...]):
    """Looks like the cards shown and is none."""


def mask(text: str) -> int:
    return CardSet.parse(text).mask


def codes(text: str, of: Any = Play) -> list[Any]:
    """One action for each card."""
    return [of(card) for card in parse_cards(text)]


def lays(text: str) -> list[LayAway]:
    return [LayAway(CardSet.parse(some)) for some in text.split(", ")]


def called(rank: Rank, text: str) -> list[Lay]:
    return [Lay(Bag.parse(some), rank) for some in text.split(", ")]


def deals(text: str) -> list[Deal]:
    return [Deal(parse_cards(some)) for some in text.split(", ")]


def even(draws: Counter[Any], members: int) -> bool:
    """Whether the draws may well be uniform, by chi-squared: fair ones fail once in ten thousand times (Wilson, Hilferty)."""
    expected = draws.total() / members
    assert expected >= 20
    chi_squared = sum((count - expected) ** 2 / expected for count in draws.values()) + expected * (members - len(draws))
    spread = 2 / (9 * (members - 1))
    return bool(((chi_squared / (members - 1)) ** (1 / 3) - 1 + spread) / spread**0.5 < 3.72)


class Bits:
    """A generator that has `getrandbits` and nothing else."""

    __slots__ = ("_rng",)

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def getrandbits(self, k: int) -> int:
        return self._rng.getrandbits(k)


class Script:
    """A generator that gives these numbers, and notes how many bits it is asked for."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.asked: list[int] = []

    def getrandbits(self, k: int) -> int:
        self.asked.append(k)
        return self.numbers.pop(0)


# -- small sets of every kind, with their members written out in order --------------------------------------------------

SMALL: dict[str, tuple[ActionSet[Any], list[Any]]] = {
    "listed": (Listed((Pass(), Bid(7), Bid(2), NameTrump(Suit.CLUBS))), [Pass(), Bid(7), Bid(2), NameTrump(Suit.CLUBS)]),
    "listed, one": (Listed((Pass(),)), [Pass()]),
    "listed, none": (Listed(()), []),
    "dealers": (dealer_lots(3), [ChooseDealer(Seat(0)), ChooseDealer(Seat(1)), ChooseDealer(Seat(2))]),
    "plays in clubs": (READY_PLAYS[mask("AC 2C 10C")], codes("2C 10C AC")),
    "plays in diamonds": (READY_PLAYS[mask("KD 2D 9D AD 3D")], codes("2D 3D 9D KD AD")),
    "plays in hearts": (READY_PLAYS[mask("7H 6H")], codes("6H 7H")),
    "plays in spades": (READY_PLAYS[mask("AS")], codes("AS")),
    "plays": (plays(mask("AS 2C RJ 10H BJ 2D AC")), codes("2C AC 2D 10H AS BJ RJ")),
    "plays, one": (Plays(mask("9H")), codes("9H")),
    "plays, none": (Plays(0), []),
    "range": (Range(Bid, 3, 7), [Bid(3), Bid(4), Bid(5), Bid(6)]),
    "range by fives": (Range(Bid, 100, 121, 5), [Bid(100), Bid(105), Bid(110), Bid(115), Bid(120)]),
    "range below zero": (Range(Bid, -2, 2, 3), [Bid(-2), Bid(1)]),
    "range, one": (Range(Bid, 4, 9, 10), [Bid(4)]),
    "range, none": (Range(Bid, 5, 5), []),
    "range, fewer than none": (Range(Bid, 50, 5), []),
    "combinations, few": (
        Combinations(LayAway, mask("AS 2C 10H 3C 2D"), 2),
        lays("2C 3C, 2C 2D, 2C 10H, 2C AS, 3C 2D, 3C 10H, 3C AS, 2D 10H, 2D AS, 10H AS"),
    ),
    "combinations, most": (
        Combinations(LayAway, mask("AS 2C 10H 3C"), 3),
        lays("2C 3C 10H, 2C 3C AS, 2C 10H AS, 3C 10H AS"),
    ),
    "combinations, all": (Combinations(LayAway, mask("AS 2C"), 2), lays("2C AS")),
    "combinations, no cards": (Combinations(LayAway, mask("AS 2C"), 0), [LayAway(CardSet())]),
    "combinations, none": (Combinations(LayAway, mask("AS 2C"), 3), []),
    "permutations": (
        Permutations(Deal, parse_cards("AS 2C 10H")),
        deals("2C 10H AS, 2C AS 10H, 10H 2C AS, 10H AS 2C, AS 2C 10H, AS 10H 2C"),
    ),
    "permutations of some": (
        Permutations(Deal, parse_cards("AS 2C 10H 2D"), 2),
        deals("2C 2D, 2C 10H, 2C AS, 2D 2C, 2D 10H, 2D AS, 10H 2C, 10H 2D, 10H AS, AS 2C, AS 2D, AS 10H"),
    ),
    "permutations of another class": (Permutations(Show, CARDS[:2]), [Show(CARDS[:2]), Show(CARDS[1::-1])]),
    "permutations of one": (Permutations(Deal, parse_cards("AS 2C 10H"), 1), deals("2C, 10H, AS")),
    "permutations of copies": (
        Permutations(Deal, parse_cards("AS 2C 10H 2C")),
        deals(
            "2C 2C 10H AS, 2C 2C AS 10H, 2C 10H 2C AS, 2C 10H AS 2C, 2C AS 2C 10H, 2C AS 10H 2C, "
            "10H 2C 2C AS, 10H 2C AS 2C, 10H AS 2C 2C, AS 2C 2C 10H, AS 2C 10H 2C, AS 10H 2C 2C"
        ),
    ),
    "permutations of copies alone": (Permutations(Deal, parse_cards("AS AS AS")), deals("AS AS AS")),
    "permutations of no card": (Permutations(Deal, ()), [Deal(())]),
    "permutations, none taken": (Permutations(Deal, parse_cards("AS 2C"), 0), [Deal(())]),
    "lays": (
        Lays(Lay, Bag.parse("AS 2C 10H"), 2, (Rank.KING, Rank.TWO)),
        [*called(Rank.KING, "2C, 10H, AS, 2C 10H, 2C AS, 10H AS"), *called(Rank.TWO, "2C, 10H, AS, 2C 10H, 2C AS, 10H AS")],
    ),
    "lays of copies": (
        Lays(Lay, Bag.parse("AS 2C 10H 2C AS"), 4, (Rank.ACE,)),
        called(
            Rank.ACE,
            "2C, 10H, AS, 2C 2C, 2C 10H, 2C AS, 10H AS, AS AS, 2C 2C 10H, 2C 2C AS, 2C 10H AS, 2C AS AS, 10H AS AS, "
            "2C 2C 10H AS, 2C 2C AS AS, 2C 10H AS AS",
        ),
    ),
    "lays of three copies": (
        Lays(Lay, Bag.parse("2C 2C 2C AS"), 9, (Rank.TWO,)),
        called(Rank.TWO, "2C, AS, 2C 2C, 2C AS, 2C 2C 2C, 2C 2C AS, 2C 2C 2C AS"),
    ),
    "lays, one": (Lays(Lay, Bag.parse("AS AS"), 1, (Rank.ACE,)), called(Rank.ACE, "AS")),
    "lays, no card": (Lays(Lay, Bag(), 4, RANKS), []),
    "lays, no rank": (Lays(Lay, Bag.parse("2C"), 4, ()), []),
    "joined": (
        Joined((Listed((Pass(),)), NOTHING, Range(Bid, 2, 5), Joined((Plays(mask("AS 2C")), Listed((NameTrump(Suit.HEARTS),)))))),
        [Pass(), Bid(2), Bid(3), Bid(4), *codes("2C AS"), NameTrump(Suit.HEARTS)],
    ),
    "joined, none": (Joined((NOTHING, Range(Bid, 1, 1), Joined(()))), []),
}
small = pytest.mark.parametrize(("legal", "members"), SMALL.values(), ids=SMALL)
some = pytest.mark.parametrize(
    ("legal", "members"), [case for case in SMALL.values() if case[1]], ids=[name for name, case in SMALL.items() if case[1]]
)
none = pytest.mark.parametrize("legal", [legal for legal, members in SMALL.values() if not members])

LARGE: dict[str, ActionSet[Any]] = {
    "shuffles of a pack": Permutations(Deal, PACK),
    "shuffles of two packs": Permutations(Deal, PACK + PACK),
    "half a pack in order": Permutations(Deal, PACK, 26),
    "half a pack": Combinations(LayAway, FULL, 26),
    "most of a pack": Combinations(LayAway, FULL | 3 << 52, 40),
    "lays of two packs": Lays(Lay, Bag(PACK * 2), 8, RANKS),
    "numbers": Range(Bid, -(10**40), 10**40, 7),
    "joined": Joined((Listed((Pass(),)), Permutations(Deal, PACK, 26), Range(Bid, 0, 10**30), Combinations(LayAway, FULL, 20))),
}
large = pytest.mark.parametrize("legal", LARGE.values(), ids=LARGE)


@small
def test_order_and_members(legal: ActionSet[Any], members: list[Any]) -> None:
    assert list(legal) == members
    assert list(reversed(legal)) == members[::-1]
    assert legal.size == len(legal) == len(members)
    assert bool(legal) is bool(members)
    assert [legal[place] for place in range(len(members))] == members
    assert [legal.index(action) for action in members] == list(range(len(members)))
    assert all(action in legal for action in members)
    assert all(legal.count(action) == 1 for action in members)
    assert all(type(one) is type(other) for one, other in zip(legal, members, strict=True))


@small
def test_indexing_is_that_of_a_sequence(legal: ActionSet[Any], members: list[Any]) -> None:
    n = len(members)
    for place in range(-n, n):
        assert legal[place] == members[place]
    if members:
        assert legal[n > 1] == members[n > 1]
    for place in (n, n + 1, -n - 1, 10**30, -(10**30)):
        with pytest.raises(IndexError):
            legal[place]
    for start in (None, *range(-n - 1, n + 2)):
        for stop in (None, -(10**30), -1, 0, 1, n - 1, n, 10**30):
            for step in (None, 1, 2, -1, -3):
                assert legal[start:stop:step] == tuple(members[start:stop:step])
    with pytest.raises(ValueError, match="zero"):
        legal[::0]


@small
def test_index_takes_bounds_as_that_of_a_sequence(legal: ActionSet[Any], members: list[Any]) -> None:
    n = len(members)
    for place, action in enumerate(members):
        for start in range(-n - 1, n + 2):
            for bounds in ((start,), (start, -1), (start, 0), (start, place), (start, place + 1), (start, n), (start, sys.maxsize)):
                if action in members[slice(*bounds, *([None] * (len(bounds) == 1)))]:
                    assert legal.index(action, *bounds) == place
                else:
                    with pytest.raises(ValueError, match="not "):
                        legal.index(action, *bounds)


def lay(cards: Any, rank: Any) -> Lay:
    """A lay of what need not be a bag as what need not be a rank."""
    return Lay(cards, rank)


def holding(kind: Any, *values: object) -> list[Any]:
    """An action for each value, whether it should hold it or not."""
    return [kind(value) for value in values]


NAN = float("nan")
TWO = CardSet.parse("2C 3C")
RUBBISH: list[Any] = [  # no set could have them
    *(None, 0, 1, -1, 2.5, NAN, "", "AS", b"AS", [], {}, set(), (), [1], object(), int, slice(0), len, range(3)),
    *(Play, Bid, Pass, Deal, LayAway, Chance, CHANCE, CARDS, CARDS[0], CARDS[51], Suit.CLUBS, CardSet(), TWO),
    *holding(Play, "AS", None, 0, [], NAN, TWO, Play(CARDS[0]), CARDS[12].bit),
    *holding(OtherPlay, *CARDS),
    *holding(Bid, "3", None, [], NAN, 3.5, CARDS[3]),
    *holding(ChooseDealer, None, "1", {}),
    *holding(NameTrump, "C", None, 0, Rank.TWO, CARDS[0]),
    *holding(LayAway, None, 0, [], TWO.mask, parse_cards("2C 3C"), frozenset(TWO), set(TWO), "2C 3C"),
    *holding(Deal, "abc", [1, 2], [None, [], NAN], ["2C", "10H", "AS"], (CARDS[0], CARDS[34], "AS"), TWO.mask.to_bytes(2)),
    *(lay(cards, rank) for cards in (Bag(), None, CARDS[:1], CARDS[0], TWO, "2C") for rank in (Rank.TWO, Rank.ACE)),
    *(lay(Bag(CARDS[:1]), no_rank) for no_rank in (None, "2", "TWO", 0, CARDS[0], Suit.CLUBS, ())),
    *holding(Show, list(CARDS[:2]), OtherTuple(CARDS[:2]), CardSet(CARDS[:2]), None, "2C 3C", (CARDS[0], 1)),
]
STRANGERS: list[Any] = [  # no small set has them
    *holding(Play, CARDS[21], CARDS[40]),
    *holding(Bid, -3, 0, 101, 1000, 10**30),
    *holding(ChooseDealer, -1, 3),
    NameTrump(Suit.SPADES),
    *holding(LayAway, *map(CardSet.parse, ("2C", "2C 4C", "2C 3C 10H AS KD", "4S 5S 6S")), CardSet(CARDS)),
    *deals("2C 10H 2C, 2C 10H AS AS, 2C 2C 2C, 2C 2C 10H 10H, AS AS"),
    *holding(Show, PACK, CARDS[:1], CARDS[:3], (CARDS[0], CARDS[0])),
    *(one for rank in (Rank.ACE, Rank.TWO) for one in called(rank, "3C, AS AS AS, 10H 10H, 2C 2C 2C 2C, 2C 2C 10H AS AS, 2C 3C")),
    *called(Rank.QUEEN, "2C, AS, 2C AS"),
]
ACTIONS = [action for _, members in SMALL.values() for action in members]


@small
def test_nothing_else_is_in_a_set(legal: ActionSet[Any], members: list[Any]) -> None:
    for thing in (*RUBBISH, *STRANGERS, *(action for action in ACTIONS if action not in members)):
        assert thing not in legal
        assert legal.count(thing) == 0
        with pytest.raises(ValueError, match="not "):
            legal.index(thing)


@large
def test_rubbish_is_in_no_large_set(legal: ActionSet[Any]) -> None:
    assert not [thing for thing in RUBBISH if thing in legal]


def test_an_index_refused_names_the_action() -> None:
    with pytest.raises(ValueError, match=r"^Bid\(amount=99\) is not among the 5 actions$"):
        Range(Bid, 1, 6).index(Bid(99))
    with pytest.raises(ValueError, match=r"^Bid\(amount=2\) is not among the 5 actions$"):
        Range(Bid, 1, 6).index(Bid(2), 2)
    with pytest.raises(IndexError, match=r"^there is no action 5 among 5$"):
        Range(Bid, 1, 6)[5]
    with pytest.raises(IndexError, match=r"^there is no action -6 among 5$"):
        Range(Bid, 1, 6)[-6]


# -- sets too large to write out ----------------------------------------------------------------------------------------


def test_sizes_are_exact() -> None:
    assert LARGE["shuffles of a pack"].size == factorial(52)
    assert LARGE["shuffles of two packs"].size == factorial(104) // 2**52
    assert LARGE["half a pack in order"].size == factorial(52) // factorial(26)
    assert LARGE["half a pack"].size == 495918532948104
    assert LARGE["most of a pack"].size == comb(54, 14)
    assert LARGE["numbers"].size == 2 * 10**40 // 7 + 1
    assert LARGE["lays of two packs"].size == 13 * sum(
        comb(52, twice) * comb(52 - twice, k - 2 * twice) for k in range(1, 9) for twice in range(k // 2 + 1)
    )
    assert LARGE["joined"].size == 1 + factorial(52) // factorial(26) + 10**30 + comb(52, 20)
    assert Range(Bid, 0, 14, 7).size == 2
    assert Range(Bid, 0, 15, 7).size == 3


@large
def test_a_large_set_has_no_length_and_is_true(legal: ActionSet[Any]) -> None:
    assert legal
    if legal.size > sys.maxsize:
        with pytest.raises(OverflowError):
            len(legal)
    assert len(Range(Bid, 0, sys.maxsize)) == sys.maxsize
    with pytest.raises(OverflowError):
        len(Range(Bid, 0, sys.maxsize + 1))


@large
@given(data=st.data())
def test_index_undoes_indexing(legal: ActionSet[Any], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, legal.size - 1))
    action = legal[place]
    assert action in legal
    assert legal.count(action) == 1
    assert legal.index(action) == legal.index(action, place) == legal.index(action, 0, place + 1) == place
    assert legal[place - legal.size] == action
    for bounds in ((place + 1,), (0, place)):
        with pytest.raises(ValueError, match="is not among the"):
            legal.index(action, *bounds)


@large
def test_the_ends_of_a_large_set(legal: ActionSet[Any]) -> None:
    size = legal.size
    assert list(islice(legal, 3)) == [legal[0], legal[1], legal[2]] == list(legal[:3])
    assert list(islice(reversed(legal), 2)) == [legal[-1], legal[size - 2]] == list(legal[:-3:-1])
    assert legal[size - 1 :: 5] == (legal[-1],)
    assert legal[size // 2 : size // 2 + 2] == (legal[size // 2], legal[size // 2 + 1])
    for place in (size, -size - 1):
        with pytest.raises(IndexError):
            legal[place]


def test_large_sets_are_in_the_order_that_they_tell() -> None:
    assert LARGE["shuffles of a pack"][0] == Deal(PACK)
    assert LARGE["shuffles of a pack"][-1] == Deal(PACK[::-1])
    assert LARGE["shuffles of a pack"][factorial(51)] == Deal((PACK[1], PACK[0], *PACK[2:]))
    assert LARGE["shuffles of two packs"][0] == Deal(sorted(PACK * 2))
    assert LARGE["shuffles of two packs"][1] == Deal((*sorted(PACK * 2)[:101], PACK[51], PACK[50], PACK[51]))
    assert LARGE["half a pack"][1] == LayAway(CardSet((*PACK[:25], PACK[26])))
    assert LARGE["half a pack"][comb(51, 25)] == LayAway(CardSet(PACK[1:27]))
    assert LARGE["numbers"][1] == Bid(7 - 10**40)
    assert LARGE["lays of two packs"][52] == Lay(Bag.parse("2C 2C"), Rank.TWO)
    assert LARGE["lays of two packs"][-1] == Lay(Bag.parse("JS JS QS QS KS KS AS AS"), Rank.ACE)
    joined = LARGE["joined"]
    assert (joined[0], joined[1], joined[-1]) == (Pass(), Deal(PACK[:26]), LayAway(CardSet(PACK[32:])))


@given(st.lists(st.sampled_from(PACK[:6]), max_size=5))
@many
def test_permutations_are_those_of_itertools(cards: list[Card]) -> None:
    cards.sort()
    legal = Permutations(Show, cards)
    assert [action.cards for action in legal] == sorted(set(permutations(cards)))
    distinct = sorted(set(cards))
    for k in range(len(distinct) + 1):
        assert [action.cards for action in Permutations(Show, reversed(distinct), k)] == list(permutations(distinct, k))


@given(st.sets(st.sampled_from(CARDS), max_size=7), st.integers(0, 8))
@many
def test_combinations_are_those_of_itertools(cards: set[Card], k: int) -> None:
    legal = Combinations(LayAway, mask_of(cards), k)
    assert list(legal) == [LayAway(CardSet(chosen)) for chosen in combinations(sorted(cards), k)]


@given(st.integers(-9, 9), st.integers(-9, 30), st.integers(1, 5))
@many
def test_a_range_is_that_of_python(start: int, stop: int, step: int) -> None:
    assert list(Range(Bid, start, stop, step)) == list(map(Bid, range(start, stop, step)))


@given(st.sets(st.sampled_from(CARDS)))
@many
def test_plays_are_in_the_order_of_cards(cards: set[Card]) -> None:
    assert list(plays(mask_of(cards))) == list(map(Play, sorted(cards)))
    for suit in SUITS:
        in_suit = [card for card in sorted(cards) if card.suit is suit]
        assert list(READY_PLAYS[mask_of(in_suit)]) == list(map(Play, in_suit))


def test_a_play_is_one_object() -> None:
    assert plays(mask("AS"))[0] is plays(mask("AS 2C"))[1] is READY_PLAYS[mask("AS")][0]
    assert READY_PLAYS[mask("AS KS")] is READY_PLAYS[mask("AS KS")]


def test_some_of_several_like_cards_are_refused() -> None:
    for cards, k in (("AS AS", 1), ("AS AS 2C", 2), ("2C AS AS", 0), ("AS AS", 3)):
        with pytest.raises(ValueError, match="take all of them"):
            Permutations(Deal, parse_cards(cards), k)
    assert Permutations(Deal, parse_cards("AS AS"), 2).size == 1


# -- drawing ------------------------------------------------------------------------------------------------------------


@some
def test_draws_are_uniform(legal: ActionSet[Any], members: list[Any]) -> None:
    rng = Random(20)
    draws = Counter(legal.sample(rng) for _ in range(max(40, 60 * len(members))))
    assert set(draws) == set(members)
    assert len(members) == 1 or even(draws, len(members))


@pytest.mark.parametrize("cards", [mask("3C 4C 5C 6C 7C 8C 9C 10C JC"), mask("2C AC 2D AD 2H AH 2S AS"), FULL])
def test_draws_from_a_hand_are_uniform(cards: int) -> None:
    rng = Random(21)
    n = cards.bit_count()
    assert even(Counter(plays(cards).sample(rng) for _ in range(50 * n)), n)
    assert even(Counter(Combinations(LayAway, cards, n - 1).sample(rng) for _ in range(50 * n)), n)


def test_unfair_draws_are_noticed() -> None:
    rng = Random(22)
    legal = plays(mask("2C 3C 4C 5C 6C"))
    folded = Counter(legal[rng.getrandbits(3) % 5] for _ in range(500))
    assert not even(folded, 5)
    assert not even(Counter(dict.fromkeys(legal[:4], 100)), 5)
    parts = (Listed((Pass(),)), Range(Bid, 2, 6))
    assert not even(Counter(parts[rng.getrandbits(1)].sample(rng) for _ in range(500)), 5)


def bags_of(hand: Bag, most: int) -> int:
    """How many bags of one to `most` cards can be made of a hand: by the coefficients of (1 + x + ... + x^copies) for each card."""
    ways = [1] + [0] * most
    for copies in Counter(hand).values():
        ways = [sum(ways[max(0, number - copies) : number + 1]) for number in range(most + 1)]
    return sum(ways) - 1


@pytest.mark.parametrize(("packs", "most"), [(1, 4), (2, 8), (2, 3), (2, 1)])
def test_lays_of_every_size_of_hand_are_known_without_enumeration(packs: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """BLUFF-2, BLUFF-3, GEN-11: membership, exact size, places and draws, for any number of cards in a hand."""
    monkeypatch.delattr(ActionSet, "__iter__")
    rng = Random(26)
    for held in range(1, 52 * packs + 1):
        hand = Bag(rng.sample(PACK * packs, held))
        legal = Lays(Lay, hand, most, RANKS)
        assert legal.size == 13 * bags_of(hand, most)
        for _ in range(4):
            lay, place = legal.sample(rng), below(rng, legal.size)
            assert lay in legal
            assert lay.cards <= hand
            assert 1 <= len(lay.cards) <= most
            assert legal[legal.index(lay)] == lay
            assert legal.index(legal[place]) == place
        missing = next(card for card in (*PACK, *PACK, PACK[0]) if hand.count(card) < packs + 1)
        too_often = Bag((missing,) * (hand.count(missing) + 1))
        for wrong in (Lay(Bag(), Rank.TWO), Lay(too_often, Rank.TWO), Lay(Bag(hand.cards[:1]), Rank.BLACK_JOKER)):
            assert wrong not in legal
        most_cards = Lay(Bag(hand.cards[:most]), Rank.SIX)
        assert most_cards in legal
        assert held <= most or Lay(Bag(hand.cards[: most + 1]), Rank.SIX) not in legal


@pytest.mark.parametrize("hand", ["2C 3C 4C 5C 6C", "2C 2C 3C 3C 4C 4C", "2C 2C 3C 4C 5C 5C 6C 7C", "AS AS AS KS KS QS"])
def test_draws_of_lays_are_uniform(hand: str) -> None:
    """BLUFF-2, GEN-4: with copies among the cards too; each bag that can be told apart is as likely as any other."""
    rng = Random(27)
    for most in (2, 4, 8):
        legal = Lays(Lay, Bag.parse(hand), most, (Rank.TWO, Rank.ACE))
        draws = Counter(legal.sample(rng) for _ in range(40 * legal.size))
        assert set(draws) == set(legal)
        assert even(draws, legal.size)


def test_every_card_is_dealt_to_every_place_equally_often() -> None:
    rng = Random(23)
    for legal in (Permutations(Deal, PACK[:26]), Permutations(Deal, PACK[:26], 4)):
        packs = [legal.sample(rng).pack for _ in range(26 * 60)]
        for place in (0, 1, legal.k - 1):
            assert even(Counter(pack[place] for pack in packs), 26)


@large
def test_a_draw_is_a_member_and_enumerates_nothing(legal: ActionSet[Any]) -> None:
    rng = Bits(24)
    drawn = [legal.sample(rng) for _ in range(20)]  # type: ignore[arg-type]  # it has what is needed
    assert all(action in legal for action in drawn)
    assert len(set(drawn)) > 10


@small
def test_bits_are_all_that_a_draw_needs(legal: ActionSet[Any], members: list[Any]) -> None:
    plain: Any = Bits(25)
    if not members:
        for rng in (plain, Random(25), SystemRandom()):
            with pytest.raises(IndexError, match="there is no action to choose from: the set is empty"):
                legal.sample(rng)
        return
    assert [legal.sample(plain) for _ in range(30)] == [legal.sample(rng) for rng in [Random(25)] for _ in range(30)]
    assert legal.sample(SystemRandom()) in members


@none
def test_looking_into_an_empty_set(legal: ActionSet[Any]) -> None:
    assert not legal
    assert legal.size == 0
    assert list(legal) == list(reversed(legal)) == []
    assert legal[:] == ()


def test_a_number_below_is_drawn_by_rejection() -> None:
    script = Script(7, 6, 3)
    assert below(script, 6) == 3  # type: ignore[arg-type]  # it has what is needed
    assert script.asked == [3, 3, 3]
    script = Script(0)
    assert below(script, 1) == 0  # type: ignore[arg-type]  # as above
    assert script.asked == [0]
    for n, bits in ((2, 1), (3, 2), (4, 2), (5, 3), (52, 6), (64, 6), (65, 7), (2**100 + 1, 101)):
        script = Script(*([n] if n < 2**bits else []), n - 1)
        assert below(script, n) == n - 1  # type: ignore[arg-type]  # as above
        assert set(script.asked) == {bits}


def drawn(legal: ActionSet[Any], *numbers: int) -> Any:
    """What is drawn when the generator gives these numbers, and all of them are used."""
    script: Any = Script(*numbers)
    action = legal.sample(script)
    assert not script.numbers
    return action


def test_the_draw_of_every_kind_follows_its_numbers() -> None:
    assert [drawn(Listed("abcde"), *numbers) for numbers in ((0,), (4,), (7, 5, 2))] == ["a", "e", "c"]
    assert [drawn(legal) for legal in (Listed("a"), plays(mask("AS")))] == ["a", Play(Card.parse("AS"))]
    for n in (2, 3, 4, 5, 8, 33, 54):
        legal = plays(mask_of(CARDS[:n]))
        assert [drawn(legal, place) for place in range(n)] == list(legal)
    for n in (2, 3, 62, 63, 64, 65, 127, 128, 129):
        script: Any = Script(0, n - 1)
        assert [Listed(range(n)).sample(script), Listed(range(n)).sample(script)] == [0, n - 1]
        assert script.asked == [(n - 1).bit_length()] * 2
    assert drawn(plays(mask("AS 2C 3D")), 3, 1) == Play(Card.parse("3D"))
    assert drawn(Range(Bid, 10, 15), 6, 4) == Bid(14)
    assert drawn(Combinations(LayAway, mask("2C 3C 4C 5C 6C"), 2), 4, 7, 4, 1) == LayAway(CardSet.parse("3C 6C"))
    assert drawn(Combinations(LayAway, mask("2C 3C 4C 5C 6C"), 3), 4, 1) == LayAway(CardSet.parse("2C 4C 5C"))
    assert drawn(Lays(Lay, Bag.parse("2C 2C 3C"), 2, (Rank.TWO, Rank.SIX)), 3, 0) == Lay(Bag.parse("2C 2C"), Rank.TWO)
    assert drawn(Permutations(Deal, CARDS[:3]), 3, 0, 1) == Deal(parse_cards("4C 3C 2C"))
    assert drawn(Joined((Range(Bid, 0, 3), Range(Bid, 5, 8))), 7, 3, 2) == Bid(7)


def test_draws_are_the_same_on_every_python() -> None:
    rng = Random(7)
    assert [below(rng, 52) for _ in range(12)] == [20, 9, 25, 41, 3, 4, 34, 6, 23, 37, 3, 32]
    places = {}
    for name, (legal, members) in SMALL.items():
        if len(members) > 1:
            rng = Random(7)
            places[name] = " ".join(str(legal.index(legal.sample(rng))) for _ in range(12))
    assert places == {
        "listed": "1 3 0 1 2 0 0 3 2 0 1 2",
        "dealers": "1 0 1 2 0 0 2 0 1 2 0 2",
        "plays in clubs": "1 0 1 2 0 0 2 0 1 2 0 2",
        "plays in diamonds": "2 1 3 0 0 4 0 2 4 0 4 1",
        "plays in hearts": "0 1 0 0 1 0 0 1 1 0 0 1",
        "plays": "2 1 3 5 0 0 6 4 0 2 4 0",
        "range": "1 3 0 1 2 0 0 3 2 0 1 2",
        "range by fives": "2 1 3 0 0 4 0 2 4 0 4 1",
        "range below zero": "0 1 0 0 1 0 0 1 1 0 0 1",
        "combinations, few": "4 2 3 1 3 6 2 2 0 9 3 0",
        "combinations, most": "2 0 3 2 1 3 3 0 1 3 2 1",
        "lays": "3 9 6 5 6 0 7 0 2 6 10 4",
        "lays of copies": "5 9 15 6 15 0 10 4 10 8 4 11",
        "lays of three copies": "3 0 4 0 6 5 0 5 1 5 0 0",
        "permutations": "1 3 2 5 2 1 5 2 3 4 3 5",
        "permutations of some": "0 7 9 8 3 1 8 9 3 0 9 4",
        "permutations of another class": "1 0 1 1 0 1 1 0 0 1 1 0",
        "permutations of one": "1 0 1 2 0 0 2 0 1 2 0 2",
        "permutations of copies": "11 4 0 10 0 3 11 5 5 6 1 10",
        "joined": "1 3 0 0 6 0 3 0 4 0 2 0",
    }
    assert Permutations(Deal, PACK).sample(Random(7)).pack == parse_cards(
        "7H 5D 3S 4H QC KS KC 9H 3D 8D 7S 8S AH 6H 10C 2C QS 10D AC 6S JD 5H QH KD AS 9C JS 7D JH "
        "3C 2S 6D 5S 4D 9S 2H 3H 7C 4C 2D 8H 10S KH QD 8C 10H 6C 5C 4S AD JC 9D"
    )
    assert Permutations(Deal, PACK * 2).sample(Random(7)).pack[:13] == parse_cards("7S QC 2D JD AS JH AC KC AD 6S 2C 10H 2C")
    assert Combinations(LayAway, FULL, 13).sample(Random(7)) == LayAway(CardSet.parse("4C 5C 6C 8C JC 2D 9D QD AD 8H 10H KH 4S"))
    assert Range(Bid, -(10**40), 10**40, 7).sample(Random(7)) == Bid(-6341565048957204707840203944348821782864)


# -- sets as values -----------------------------------------------------------------------------------------------------


@small
def test_sets_are_values(legal: ActionSet[Any], members: list[Any]) -> None:
    twins = [pickle.loads(pickle.dumps(legal, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for twin in (*twins, copy.copy(legal), copy.deepcopy(legal)):
        assert type(twin) is type(legal)
        assert twin == legal
        assert hash(twin) == hash(legal)
        assert list(twin) == members
    assert isinstance(legal, Sequence)
    assert isinstance(legal, Hashable)
    assert not hasattr(legal, "__dict__")


def test_large_sets_are_values_too() -> None:
    for legal in LARGE.values():
        assert pickle.loads(pickle.dumps(legal)) == copy.deepcopy(legal) == legal
    assert len(set(LARGE.values())) == len(LARGE)


def test_sets_are_equal_if_they_are_described_alike() -> None:
    alike: list[tuple[Any, Any]] = [
        (Listed((Pass(), Bid(2))), Listed([Pass(), Bid(2)])),
        (Plays(5), plays(5)),
        (Range(Bid, 2, 5), Range(Bid, 2, 5, 1)),
        (Combinations(LayAway, 7, 2), Combinations(LayAway, 7, 2)),
        (Permutations(Deal, PACK), Permutations(Deal, PACK[::-1], 52)),
        (Joined((Plays(5), NOTHING)), Joined((plays(5), Listed(())))),
        (Lays(Lay, Bag.parse("2C AS"), 2, RANKS), Lays(Lay, Bag.parse("AS 2C"), 2, RANKS)),
    ]
    for one, other in alike:
        assert one == other
        assert hash(one) == hash(other)
    different: list[Any] = [
        *(one for one, _ in alike),
        *(Listed((Bid(2), Pass())), Plays(6), Range(Bid, 2, 5, 2), Range(ChooseDealer, 2, 5), Range(Bid, 1, 5), Range(Bid, 2, 6)),
        *(Combinations(LayAway, 7, 1), Combinations(LayAway, 15, 2), Combinations(Show, 7, 2)),
        *(
            Lays(Lay, Bag.parse("2C AS"), 1, RANKS),
            Lays(Lay, Bag.parse("2C AS"), 2, RANKS[1:]),
            Lays(Lay, Bag.parse("2C"), 2, RANKS),
        ),
        *(Permutations(Deal, PACK, 51), Permutations(Show, PACK), Permutations(Deal, PACK[1:]), Joined((Plays(5),))),
    ]
    for place, one in enumerate(different):
        assert [operator.eq(one, other) for other in different] == [place == there for there in range(len(different))]


def test_sets_cannot_be_changed() -> None:
    legal: Any = Range(Bid, 2, 5)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        legal.stop = 9
    with pytest.raises(TypeError):
        legal[0] = Bid(9)
    assert list(legal) == [Bid(2), Bid(3), Bid(4)]


def test_sets_in_words() -> None:
    assert repr(Listed((Pass(),))) == "<1 action: Pass()>"
    assert repr(dealer_lots(2)) == "<2 actions: ChooseDealer(seat=0), ChooseDealer(seat=1)>"
    assert repr(Range(Bid, 1, 5)) == "<4 actions: Bid(amount=1), Bid(amount=2), Bid(amount=3), Bid(amount=4)>"
    assert repr(Range(Bid, 1, 6)) == "<5 actions: Bid(amount=1), Bid(amount=2), Bid(amount=3), Bid(amount=4), ...>"
    assert repr(Plays(mask("AS 2C"))) == "<2 actions: Play(card=2C), Play(card=AS)>"
    assert repr(Joined((plays(mask("AS")), Range(Bid, 0, 10**30)))).startswith(
        f"<{10**30 + 1} actions: Play(card=AS), Bid(amount=0)"
    )
    assert repr(Permutations(Deal, CARDS[:2])) == "<2 actions: Deal(pack=(2C, 3C)), Deal(pack=(3C, 2C))>"
    assert repr(Combinations(LayAway, 3, 2)) == "<1 action: LayAway(cards=CardSet.parse('2C 3C'))>"


# -- actions that games share -------------------------------------------------------------------------------------------


def test_chance_is_one_and_no_seat() -> None:
    assert (repr(CHANCE), str(CHANCE)) == ("CHANCE", "chance")
    assert CHANCE is Chance.CHANCE
    assert pickle.loads(pickle.dumps(CHANCE)) is copy.deepcopy(CHANCE) is CHANCE
    assert CHANCE not in (0, None, False, "chance")


def test_shared_actions_are_frozen_values() -> None:
    made: list[Any] = [ChooseDealer(Seat(0)), Deal(PACK), Play(CARDS[0]), Bid(0), Pass(), NameTrump(Suit.CLUBS), Dealt(TWO)]
    made.append(DealtOpen(TWO, CARDS[:1]))
    for action in made:
        assert pickle.loads(pickle.dumps(action)) == copy.deepcopy(action) == action
        for field in attrs.fields(type(action)):
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                setattr(action, field.name, None)
    assert len(set(made)) == len(made)


def test_numbers_in_actions_are_whole_numbers() -> None:
    """GEN-6: True is not 1, and 2.0 not 2."""
    for kind in (Bid, ChooseDealer):
        one, two, zero = holding(kind, 1, 2, 0)
        assert one not in holding(kind, True, 1.0, "1")
        assert two not in holding(kind, 2.0, 2 + 0j)
        assert zero not in holding(kind, False, -0.0, None)
        assert hash(one) == hash(holding(kind, 1)[0])
        listed = Listed((zero, one, two))
        assert not [thing for thing in holding(kind, True, False, 1.0, 2.0) if thing in listed]
    assert exactly(1) == exactly(1) != exactly(True)


def test_the_cards_of_a_deal_are_kept_in_their_order() -> None:
    cards: Iterable[Card] = iter([CARDS[3], CARDS[1]])
    assert Deal(cards) == Deal([CARDS[3], CARDS[1]]) == Deal((CARDS[3], CARDS[1])) != Deal((CARDS[1], CARDS[3]))
    assert type(Deal([CARDS[0]]).pack) is tuple
    assert in_their_order(reversed(CARDS[:3])) == CARDS[2::-1]


EUCHRE = Permutations(Deal, pack_from(Rank.NINE))


@pytest.mark.parametrize(
    ("pack", "text"),
    [
        (pack_from(Rank.NINE)[:-1], "the pack must be its 24 cards; A♠ is missing"),
        ((), "the pack must be its 24 cards; 9♣ is missing"),
        ((*pack_from(Rank.TEN), *parse_cards("9C 9D 9H 9H")), "the pack must be its 24 cards; 9♥ is in it too often"),
        ((*pack_from(Rank.NINE), Card.parse("AS")), "the pack must be its 24 cards; A♠ is in it too often"),
        (PACK, "the pack must be its 24 cards; 2♣ does not belong to it"),
        ((*pack_from(Rank.NINE)[:-1], "AS"), "the pack must be its 24 cards; 'AS' does not belong to it"),
        ((*pack_from(Rank.NINE), None), "the pack must be its 24 cards; None does not belong to it"),
    ],
)
def test_what_is_wrong_with_a_pack(pack: Any, text: str) -> None:
    found = pack_violation(Deal(pack), EUCHRE)
    assert found is not None
    assert (found.clause, found.text) == ("GEN-5", text)


def test_nothing_is_wrong_with_a_pack_that_is_one() -> None:
    rng = Random(26)
    two = Permutations(Deal, PACK * 2)
    for shuffles in (EUCHRE, two):
        assert pack_violation(shuffles.sample(rng), shuffles) is None
    wrong = pack_violation(Deal((*PACK, *PACK[1:], PACK[5])), two)
    assert wrong is not None
    assert wrong.text == "the pack must be its 104 cards; 7♣ is in it too often"


def test_cards_of_an_action_without_order_are_a_set_if_each_is_named_once() -> None:
    """A card named twice, or what is no card, is kept as it is, to be refused."""
    assert as_set(reversed(CARDS[:3])) == CardSet(CARDS[:3])
    assert type(as_set(CARDS[:3])) is CardSet
    assert as_set([CARDS[0], CARDS[0]]) == (CARDS[0], CARDS[0])
    wrong: Any = ["AS"]
    assert as_set(wrong) == ("AS",)
