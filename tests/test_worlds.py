"""Dealing unseen cards to hidden places: counted exactly and drawn uniformly, against all of them written out."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations, product
from math import comb, factorial, prod
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from persian_cards.actions import Deal
from persian_cards.cards import BLACK_JOKER, FULL, PACK, SUITS, Card, CardSet, Suit, cards_of, mask_of, parse_cards
from persian_cards.games import hokm
from persian_cards.testing.laws import uneven
from persian_cards.worlds import Bar, CardClass, Copies, Fillings, Holdings, Owner, Spreads, Without, Worlds, suit_classes
from tests.test_actions import Bits, even

many = settings(max_examples=5 * settings().max_examples)
Filling = tuple[int, ...]


def system(room: Sequence[int], *classes: tuple[str, Sequence[int]]) -> Fillings:
    """Fillings by the cards and the places of each class."""
    return Fillings([CardClass(CardSet.parse(cards).mask, tuple(places)) for cards, places in classes], tuple(room))


def all_fillings(fillings: Fillings) -> list[Filling]:
    """Every filling, found by trying every place for every card."""
    cards = [(card, one.places) for one in fillings.classes for card in cards_of(one.cards)]
    found = []
    for places in product(*(where for _, where in cards)):
        if all(places.count(place) == room for place, room in enumerate(fillings.room)):
            filled = [0] * len(fillings.room)
            for (card, _), place in zip(cards, places, strict=True):
                filled[place] |= card.bit
            found.append(tuple(filled))
    return found


def card_by_card(fillings: Fillings, rng: Random) -> Filling | None:
    """The biased way: each card, most bound first, to any place with room."""
    room, filled = list(fillings.room), [0] * len(fillings.room)
    for one in fillings.classes:
        for card in cards_of(one.cards):
            free = [place for place in one.places for _ in range(room[place])]
            if not free:
                return None
            place = rng.choice(free)
            room[place] -= 1
            filled[place] |= card.bit
    return tuple(filled)


@st.composite
def systems(draw: st.DrawFn) -> Fillings:
    """Small systems: mostly such that some filling fits, but not always."""
    places = draw(st.integers(1, 4))
    where = st.lists(st.integers(0, places - 1), max_size=places, unique=True).map(tuple)
    kinds = draw(st.lists(where, min_size=1, max_size=4))
    lying = draw(st.lists(st.sampled_from(kinds), max_size=6))
    room = [0] * places
    for kind in lying:
        if kind:
            room[draw(st.sampled_from(kind))] += 1
    if draw(st.integers(0, 3)) == 0:
        room[draw(st.integers(0, places - 1))] += draw(st.integers(-1, 1))
    cards = draw(st.permutations(PACK))
    classes = [CardClass(card.bit, kind) for card, kind in zip(cards, lying, strict=False)]
    return Fillings(classes, tuple(max(0, one) for one in room))


@given(systems(), st.integers())
@many
def test_fillings_are_counted_exactly_and_one_of_them_is_drawn(fillings: Fillings, seed: int) -> None:
    found = all_fillings(fillings)
    assert fillings.size == len(found)
    if found:
        drawn = fillings.sample(Random(seed))
        assert tuple(drawn) in found
        assert drawn == fillings.sample(Random(seed))
    else:
        with pytest.raises(ValueError, match="no deal of the unseen cards fits what has been shown"):
            fillings.sample(Random(seed))


SYSTEMS = {
    "one place is closed to one card": system((2, 2), ("2C 3C 4C", (0, 1)), ("5C", (1,))),
    "a chain": system((2, 2, 1), ("2C 3C", (0, 1)), ("4C 5C", (1, 2)), ("6C", (0, 1, 2))),
    "a ring": system((1, 2, 1), ("2C", (0, 1)), ("3C", (1, 2)), ("4C", (2, 0)), ("5C", (0, 1, 2))),
    "voids of three players": system((3, 1, 2), ("2C 3C", (0, 1)), ("2D 3D", (0, 2)), ("2H", (1, 2)), ("2S", (0, 1, 2))),
    "most cards go to one place": system((4, 1, 1), ("2C 3C 4C", (0, 1, 2)), ("5C 6C", (0, 1)), ("7C", (0, 2))),
    "all free": system((2, 2, 1), ("2C 3C 4C 5C 6C", (0, 1, 2))),
}


@pytest.mark.parametrize("fillings", SYSTEMS.values(), ids=SYSTEMS)
def test_draws_are_uniform(fillings: Fillings) -> None:
    rng, found = Random(40), all_fillings(fillings)
    draws = Counter(tuple(fillings.sample(rng)) for _ in range(80 * len(found)))
    assert set(draws) <= set(found)
    assert even(draws, len(found))


def test_dealing_card_by_card_would_be_noticed() -> None:
    for name, fillings in SYSTEMS.items():
        rng, found = Random(41), all_fillings(fillings)
        tries = (card_by_card(fillings, rng) for _ in range(80 * len(found)))
        assert even(Counter(one for one in tries if one is not None), len(found)) is (
            name in ("one place is closed to one card", "all free")
        )


def test_counts_at_the_table() -> None:
    assert [fillings.size for fillings in SYSTEMS.values()] == [3, 7, 4, 11, 17, 30]
    three_hands = Fillings([CardClass(mask_of(PACK[:39]), (1, 2, 3))], (0, 13, 13, 13))
    assert three_hands.size == factorial(39) // factorial(13) ** 3
    four_suits = system((13, 13), *[(" ".join(str(c) for c in cards_of(suit.mask)), (0, 1)) for suit in SUITS[:2]])
    assert four_suits.size == comb(26, 13)
    assert Fillings([], ()).size == Fillings([], (0, 0)).size == 1
    assert Fillings([], (0, 0)).sample(Random(1)) == [0, 0]


@pytest.mark.parametrize(
    "fillings",
    [
        system((1,)),
        system((0, 0), ("2C", (0, 1))),
        system((2, 0), ("2C", (0, 1))),
        system((1,), ("2C", ())),
        system((1, 1), ("2C 3C", (1,))),
        system((1, 1, 1), ("2C 3C", (0,)), ("4C", (0, 1, 2))),
        system((2, 2), ("2C 3C 4C", (0,)), ("5C", (0, 1))),
    ],
)
def test_what_does_not_fit(fillings: Fillings) -> None:
    assert fillings.size == 0
    with pytest.raises(ValueError, match=r"^no deal of the unseen cards fits what has been shown$"):
        fillings.sample(Random(1))


def test_cards_that_may_lie_in_the_same_places_are_one_class() -> None:
    split = system((2, 1), ("2C", (0, 1)), ("AS", (0,)), ("KD", (0, 1)), ("", (1,)))
    assert split.classes == (CardClass(CardSet.parse("AS").mask, (0,)), CardClass(CardSet.parse("2C KD").mask, (0, 1)))
    assert split == system((2, 1), ("KD 2C", (0, 1)), ("AS", (0,)))
    assert hash(split) == hash(system((2, 1), ("KD 2C", (0, 1)), ("AS", (0,))))
    assert split != system((1, 2), ("KD 2C", (0, 1)), ("AS", (0,)))
    bound_first = system((9, 9, 9), ("2C", (0, 1, 2)), ("3C", (1, 2)), ("5C 6C", (0, 2)), ("4C", (0, 1)), ("7C 8C", (2,)))
    assert [str(CardSet.of_mask(one.cards)) for one in bound_first.classes] == ["7♣ 8♣", "3♣", "4♣", "5♣ 6♣", "2♣"]


def test_large_systems_are_drawn_from() -> None:
    voids: list[set[Suit]] = [set(), set(), {Suit.SPADES}, set()]
    fillings = Fillings(suit_classes(FULL & ~mask_of(PACK[:13]), (1, 2, 3), voids), (0, 13, 13, 13))
    assert fillings.size == comb(26, 13) ** 2
    rng: Any = Bits(42)
    for _ in range(20):
        drawn = fillings.sample(rng)
        assert [one.bit_count() for one in drawn] == [0, 13, 13, 13]
        assert sum(drawn) == FULL & ~mask_of(PACK[:13])
        assert not drawn[2] & Suit.SPADES.mask


def test_draws_are_the_same_on_every_python() -> None:
    rng = Random(7)
    drawn = [SYSTEMS["voids of three players"].sample(rng) for _ in range(3)]
    assert [[str(CardSet.of_mask(one)) for one in filled] for filled in drawn] == [
        ["2♣ 3♣ 3♦", "2♠", "2♦ 2♥"],
        ["3♣ 2♦ 3♦", "2♣", "2♥ 2♠"],
        ["2♣ 2♦ 3♦", "3♣", "2♥ 2♠"],
    ]


@given(st.frozensets(st.sampled_from(PACK)), st.lists(st.frozensets(st.sampled_from(SUITS)), min_size=3, max_size=3))
@many
def test_a_card_may_lie_where_its_suit_is_not_void(unseen: frozenset[Card], voids: list[frozenset[Suit]]) -> None:
    classes = suit_classes(mask_of(unseen), (0, 2), voids)
    assert len(classes) == 4
    where = {card: one.places for one in classes for card in cards_of(one.cards)}
    assert where == {card: tuple(place for place in (0, 2) if card.suit not in voids[place]) for card in unseen}
    assert suit_classes(BLACK_JOKER.bit, (0, 1, 2), voids) == suit_classes(0, (0, 1, 2), voids)


def test_fillings_are_values() -> None:
    fillings = system((1, 2), ("2C 3C", (0, 1)), ("4C", (1,)))
    fresh = system((1, 2), ("2C 3C", (0, 1)), ("4C", (1,)))
    assert fillings.size == 2  # it has been counted now
    for twin in (fresh, copy.deepcopy(fillings), pickle.loads(pickle.dumps(fillings))):
        assert twin == fillings
        assert hash(twin) == hash(fillings)
        assert repr(twin) == repr(fillings)
        assert twin.size == 2
    assert (
        repr(fillings)
        == "Fillings(classes=(CardClass(cards={4C}, places=(1,)), CardClass(cards={2C 3C}, places=(0, 1))), room=(1, 2))"
    )
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        fillings.room = (3, 0)  # type: ignore[misc]  # it is frozen


def hands_of(filled: Sequence[int]) -> tuple[CardSet, ...]:
    return tuple(map(CardSet.of_mask, filled))


def test_worlds_are_built_from_fillings() -> None:
    fillings = SYSTEMS["a chain"]
    worlds = Worlds(fillings, hands_of)
    assert worlds.size == fillings.size
    for seed in range(5):
        assert worlds.sample(Random(seed)) == hands_of(fillings.sample(Random(seed)))
    assert worlds == Worlds(fillings, hands_of) == pickle.loads(pickle.dumps(worlds))
    assert repr(worlds) == f"Worlds(fillings={fillings!r}, hidden=())"
    with pytest.raises(ValueError, match="no deal of the unseen cards fits"):
        Worlds(system((1,)), hands_of).sample(Random(1))


def test_a_game_determinizes_by_its_worlds() -> None:
    state = hokm.apply(hokm.initial_state(hokm.Config(first_hakem=0)), Deal(PACK))
    view = hokm.view(state, 1)
    found = {hokm.GAME.determinize(view, Random(seed)) for seed in range(5)}
    assert found == {hokm.worlds(view).sample(Random(seed)) for seed in range(5)}
    assert len(found) == 5
    assert {hokm.view(one, 1) for one in found} == {view}


def test_hidden_choices_multiply_the_worlds() -> None:
    fillings = SYSTEMS["a chain"]
    worlds = Worlds(fillings, lambda filled, *picked: (tuple(filled), picked), (range(3), "ab"))
    assert worlds.size == fillings.size * 6
    rng = Random(4)
    drawn = Counter(worlds.sample(rng) for _ in range(80 * worlds.size))
    assert set(drawn) == set(product(all_fillings(fillings), product(range(3), "ab")))
    assert even(drawn, worlds.size)


# -- bars ---------------------------------------------------------------------------------------------------------------


def barred(filling: Filling, bars: Sequence[Bar]) -> bool:
    """Whether one of the bars applies: each of its places has no other cards than those of its mask."""
    return any(all(filling[place] | mask == mask for place, mask in bar) for bar in bars)


@st.composite
def with_bars(draw: st.DrawFn) -> Without:
    fillings = draw(systems())
    cards = sum(one.cards for one in fillings.classes)
    masks = st.sets(st.sampled_from(cards_of(cards) or PACK[:1])).map(mask_of)
    places = st.sets(st.integers(0, len(fillings.room) - 1), min_size=1, max_size=2)
    bars = draw(st.lists(places.flatmap(lambda some: st.tuples(*(st.tuples(st.just(one), masks) for one in some))), max_size=3))
    return Without(fillings, tuple(bars))


@given(with_bars(), st.integers())
@many
def test_fillings_without_some_are_counted_exactly_and_one_of_them_is_drawn(without: Without, seed: int) -> None:
    found = [one for one in all_fillings(without.fillings) if not barred(one, without.bars)]
    assert without.size == len(found)
    if found:
        drawn = without.sample(Random(seed))
        assert tuple(drawn) in found
        assert drawn == without.sample(Random(seed))
    else:
        with pytest.raises(ValueError, match=r"^no deal of the unseen cards fits what has been shown$"):
            without.sample(Random(seed))


def bar(*limits: tuple[int, str]) -> Bar:
    return tuple((place, CardSet.parse(cards).mask) for place, cards in limits)


@pytest.mark.parametrize(
    ("bars", "size"),
    [
        ((), 30),
        ((bar((0, "2C 3C")),), 27),
        ((bar((0, "2C 3C 4C")), bar((1, "2C 3C 4C"))), 12),  # nine each, and never both
        ((bar((0, "2C 3C 4C")), bar((0, "2C 3C"))), 21),  # the second is within the first
        ((bar((0, "2C 3C 4C"), (2, "4C")),), 29),  # both places have to be so
        ((bar((2, "2C 3C 4C 5C 6C")),), 0),
    ],
)
def test_draws_without_some_are_uniform(bars: tuple[Bar, ...], size: int) -> None:
    without, rng = Without(SYSTEMS["all free"], bars), Random(43)
    assert without.size == size
    if size:
        draws = Counter(tuple(without.sample(rng)) for _ in range(80 * size))
        assert not any(barred(one, bars) for one in draws)
        assert even(draws, size)


def test_worlds_are_built_without_some() -> None:
    without = Without(SYSTEMS["a chain"], (bar((0, "2C 3C")),))
    worlds = Worlds(without, hands_of)
    assert worlds.size == without.size == 4
    assert worlds.sample(Random(1)) == hands_of(without.sample(Random(1)))
    assert worlds == pickle.loads(pickle.dumps(worlds))


# -- cards with copies, and places that keep an order --------------------------------------------------------------------


def all_spreads(spreads: Spreads) -> set[tuple[tuple[Card, ...], ...]]:
    """Every way to lay the cards, by trying all places for each of them and all orders."""
    found: set[tuple[tuple[Card, ...], ...]] = set()
    labelled = [(card, one.places) for one in spreads.classes for card in one.cards]
    for where in product(*(places for _, places in labelled)):
        filled = [tuple(c for (c, _), there in zip(labelled, where, strict=True) if there == p) for p in range(len(spreads.room))]
        if tuple(map(len, filled)) == spreads.room:
            orders = [set(permutations(c)) if p in spreads.ordered else {tuple(sorted(c))} for p, c in enumerate(filled)]
            found.update(product(*orders))
    return found


@given(data=st.data())
def test_spreads_are_what_trying_all_ways_finds(data: st.DataObject) -> None:
    """GEN-11: whatever may lie where, with up to three copies of a card, in places with and without an order."""
    places = data.draw(st.integers(1, 3), "places")
    faces = data.draw(st.lists(st.sampled_from(PACK[:6]), max_size=4, unique=True), "faces")
    some_places = st.sets(st.integers(0, places - 1), min_size=1).map(lambda found: tuple(sorted(found)))
    classes = [Copies((card,) * data.draw(st.integers(1, 3)), data.draw(some_places)) for card in faces]
    count = sum(len(one.cards) for one in classes)
    assume(count <= 6)
    cuts = sorted(data.draw(st.lists(st.integers(0, count), min_size=places - 1, max_size=places - 1), "cuts"))
    room = tuple(high - low for low, high in pairwise([0, *cuts, count]))
    spreads = Spreads(tuple(classes), room, tuple(data.draw(st.sets(st.integers(0, places - 1)), "ordered")))
    every = all_spreads(spreads)
    assert spreads.size == len(every)
    if every:
        assert tuple(spreads.sample(Random(data.draw(st.integers(0, 99), "seed")))) in every
    else:
        with pytest.raises(ValueError, match="no deal"):
            spreads.sample(Random(1))


@pytest.mark.parametrize(
    ("classes", "room", "ordered"),
    [
        ([("2C 2C 3C 3C 4C", (0, 1, 2))], (2, 1, 2), ()),
        ([("2C 2C 3C 3C 4C", (0, 1, 2))], (1, 2, 2), (0, 2)),
        ([("2C 2C 2C 3C", (0, 1)), ("5C 5C", (1, 2)), ("6C", (2,))], (2, 3, 2), (1,)),
        ([("2C 3C 4C 5C", (0, 1))], (2, 2), (1,)),
    ],
)
def test_every_spread_is_drawn_equally_often(
    classes: list[tuple[str, tuple[int, ...]]], room: tuple[int, ...], ordered: tuple[int, ...]
) -> None:
    spreads = Spreads(tuple(Copies(parse_cards(cards), places) for cards, places in classes), room, ordered)
    rng = Random(11)
    counts = Counter(tuple(spreads.sample(rng)) for _ in range(60 * spreads.size))
    assert set(counts) == all_spreads(spreads)
    assert uneven(counts.values(), spreads.size) < 6


def test_spreads_of_two_packs_over_a_large_table_are_counted() -> None:
    """Eight players who hold thirteen of two packs' cards each: far too many to try, yet exact."""
    two_packs = Spreads((Copies((*PACK, *PACK), tuple(range(8))),), (13,) * 8)
    assert two_packs.size == two_packs_by_polynomial()
    filled = two_packs.sample(Random(2))
    assert sorted(card for cards in filled for card in cards) == sorted((*PACK, *PACK))


def two_packs_by_polynomial() -> int:
    """The same number another way: two copies go to places i <= j, so it is the coefficient of x1^13 ... x8^13 in
    ((p1^2 + p2) / 2)^52 with p1 the sum of the x and p2 that of their squares."""
    total = 0
    for pairs in range(53):  # so many of the 52 factors give p2: these lay both copies in one place
        ways = sum(
            factorial(pairs)
            * factorial(104 - 2 * pairs)
            // prod(factorial(n) * factorial(13 - 2 * n) for n in split)
            * factorial(8)
            // prod(map(factorial, Counter(split).values()))
            for split in partitions(pairs, 8, 6)
        )
        total += comb(52, pairs) * ways
    return total // 2**52


def partitions(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """Ways to write a number as so many parts from `most` down to 0, largest first."""
    if not parts:
        if not total:
            yield ()
        return
    for first in range(min(total, most), -1, -1):
        for rest in partitions(total - first, parts - 1, first):
            yield (first, *rest)


def test_copies_of_a_card_are_of_one_class() -> None:
    with pytest.raises(ValueError, match="one class"):
        Spreads((Copies(parse_cards("2C"), (0,)), Copies(parse_cards("2C"), (1,))), (1, 1))


# -- cards that are known to lie in one or another place of an owner -------------------------------------------------------


def all_holdings(holdings: Holdings) -> set[tuple[tuple[Card, ...], ...]]:
    """Every way to lay the cards, by trying all places for each of them."""
    rooms = [room for owner in holdings.owners for room in owner.room]
    labelled = [(card, range(len(rooms))) for card in holdings.free]
    start = 0
    for owner in holdings.owners:
        labelled += [(card, range(start, start + len(owner.room))) for card in owner.cards]
        start += len(owner.room)
    found: set[tuple[tuple[Card, ...], ...]] = set()
    for where in product(*(places for _, places in labelled)):
        if all(where.count(place) == room for place, room in enumerate(rooms)):
            lying = [sorted(c for (c, _), there in zip(labelled, where, strict=True) if there == p) for p in range(len(rooms))]
            found.add(tuple(map(tuple, lying)))
    return found


def holdings_of(*owners: tuple[Sequence[int], str], free: str) -> Holdings:
    return Holdings(tuple(Owner(tuple(room), parse_cards(cards)) for room, cards in owners), parse_cards(free))


@st.composite
def some_holdings(draw: st.DrawFn) -> Holdings:
    """Of up to seven cards of four faces, in up to three places of up to three owners; now and then they do not fit."""
    rooms = [[0] * draw(st.integers(1, 3)) for _ in range(draw(st.integers(1, 3)))]
    known: list[list[Card]] = [[] for _ in rooms]
    free: list[Card] = []
    for card in draw(st.permutations(PACK[:4] * 2))[: draw(st.integers(0, 7))]:
        owner = draw(st.integers(0, len(rooms) - 1))
        rooms[owner][draw(st.integers(0, len(rooms[owner]) - 1))] += 1
        draw(st.sampled_from([known[owner], free])).append(card)
    rooms[0][0] += draw(st.sampled_from([0, 0, 0, 1]))
    owners = tuple(Owner(tuple(room), tuple(cards)) for room, cards in zip(rooms, known, strict=True))
    return Holdings(owners, tuple(free))


@given(some_holdings(), st.integers())
@many
def test_holdings_are_what_trying_all_ways_finds(holdings: Holdings, seed: int) -> None:
    """GEN-11, BLUFF-D2: one copy of a card known, both, or each with another owner; none, one or both free."""
    every = all_holdings(holdings)
    assert holdings.size == len(every)
    if every:
        assert tuple(holdings.sample(Random(seed))) in every
        assert holdings.sample(Random(seed)) == holdings.sample(Random(seed))
    else:
        with pytest.raises(ValueError, match="no deal of the unseen cards fits what has been shown"):
            holdings.sample(Random(seed))


@pytest.mark.parametrize(
    "holdings",
    [
        holdings_of(((2, 1), ""), ((2,), ""), free="2C 2C 3C 3C 4C"),
        holdings_of(((2, 1), "2C 3C"), ((2,), ""), free="2C 3C 4C"),
        holdings_of(((1, 2, 1), "2C 2C 3C"), ((1, 1), "4C"), free="3C 4C"),
        holdings_of(((1, 1), "2C"), ((1, 1), "2C"), ((1,), ""), free="3C 3C 4C"),
        holdings_of(((1, 1), ""), ((3,), "2C"), ((1,), ""), free="2C 3C 3C 4C 4C"),
    ],
)
def test_every_holding_is_drawn_equally_often(holdings: Holdings) -> None:
    rng = Random(12)
    counts = Counter(tuple(holdings.sample(rng)) for _ in range(60 * holdings.size))
    assert set(counts) == all_holdings(holdings)
    assert uneven(counts.values(), holdings.size) < 6


def test_holdings_with_nothing_known_are_spreads() -> None:
    """Of two packs over eight hands, and over hands and heaps."""
    free = Holdings(tuple(Owner((13,)) for _ in range(8)), PACK * 2)
    assert free.size == two_packs_by_polynomial()
    assert sorted(card for cards in free.sample(Random(2)) for card in cards) == sorted(PACK * 2)
    pack = parse_cards("2C 2C 3C 3C 4C 5C 5C 6C 7C 7C")
    assert Holdings((Owner((3, 1)), Owner((2,)), Owner((1, 2, 1))), pack).size == (
        Spreads((Copies(pack, tuple(range(6))),), (3, 1, 2, 1, 2, 1)).size
    )


def test_of_a_card_there_are_two_copies_at_most() -> None:
    for known, free in (("2C 2C", "2C"), ("2C", "2C 2C"), ("", "2C 2C 2C"), ("2C 2C 2C", "")):
        with pytest.raises(ValueError, match="two copies at most"):
            holdings_of(((3,), known), free=free)
