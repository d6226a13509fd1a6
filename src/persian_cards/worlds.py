"""Exact, uniform dealing of unseen cards to hidden places, where some cards cannot lie in some places.

Cards that may lie in the same places are one class, whatever their suits. Worlds are counted exactly, class by class, by how many
cards of the class each place takes; one is drawn by choosing those numbers with the weight of the worlds behind them and then
shuffling the class. Dealing card by card to a random free place would be biased.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, combinations, product
from math import comb, factorial, perm, prod
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, final

import attrs

from persian_cards.actions import below
from persian_cards.cards import SUITS, Card, Mask, Suit, cards_of, mask_text, sorted_cards

S_co = TypeVar("S_co", covariant=True)
Room: TypeAlias = tuple[int, ...]


@final
@attrs.frozen
class CardClass:
    """Unseen cards that may all lie in the same places, and no others; places by number."""

    cards: Mask = attrs.field(repr=mask_text)
    places: tuple[int, ...]


def _grouped(classes: Iterable[CardClass]) -> tuple[CardClass, ...]:
    """One class for the cards of like places, the freest last, none empty."""
    cards: dict[tuple[int, ...], int] = {}
    for one in classes:
        cards[one.places] = cards.get(one.places, 0) | one.cards
    found = [CardClass(mask, places) for places, mask in cards.items() if mask]
    return tuple(sorted(found, key=lambda one: (len(one.places), one.cards.bit_count(), one.cards)))


@final
@attrs.frozen
class Fillings:
    """All ways to lay every card of the classes into places with this much `room`, exactly filling them.

    >>> from persian_cards.cards import PACK, mask_of
    >>> free = CardClass(mask_of(PACK[:3]), (0, 1))
    >>> Fillings((free, CardClass(mask_of(PACK[3:4]), (1,))), (2, 2)).size
    3
    """

    classes: tuple[CardClass, ...] = attrs.field(converter=_grouped)
    room: Room

    @cached_property
    def _ways(self) -> dict[tuple[int, Room], int]:
        return {}

    @property
    def size(self) -> int:
        """How many, exactly; 0 if the cards do not fit."""
        return self._count(0, self.room)

    def _count(self, at: int, room: Room) -> int:
        """The ways to lay the classes from number `at` on into what room is left."""
        if at == len(self.classes):
            return int(not any(room))
        ways = self._ways.get((at, room))
        if ways is None:
            ways = sum(here * self._count(at + 1, after) for after, here in self._shares(at, room))
            self._ways[at, room] = ways
        return ways

    def _shares(self, at: int, room: Room) -> Iterator[tuple[Room, int]]:
        """The rooms that may be left when class `at` has been laid, each with the ways to lay it so."""
        one = self.classes[at]
        held = sum(room[place] for place in one.places)
        return _split(one.places, one.cards.bit_count(), room, held, 1)

    def sample(self, rng: Random) -> list[Mask]:
        """The masks of the cards in each place, every filling equally likely; ValueError if there is none."""
        size = self.size
        if not size:
            raise ValueError("no deal of the unseen cards fits what has been shown")
        room, filled = self.room, [0] * len(self.room)
        for at, one in enumerate(self.classes):
            pick = below(rng, self._count(at, room))
            after = room
            for after, here in self._shares(at, room):  # pragma: no branch  # one of them is picked
                pick -= here * self._count(at + 1, after)
                if pick < 0:
                    break
            cards = list(cards_of(one.cards))
            for place in one.places:
                for _ in range(room[place] - after[place]):
                    at_random = below(rng, len(cards))
                    cards[at_random], cards[-1] = cards[-1], cards[at_random]
                    filled[place] |= cards.pop().bit
            room = after
        return filled


def _split(places: Sequence[int], count: int, room: Room, held: int, ways: int) -> Iterator[tuple[Room, int]]:
    """Every way to share `count` cards over these places, which have `held` room between them."""
    if not places:
        if not count:
            yield room, ways
        return
    place, *others = places
    free = room[place]
    elsewhere = held - free
    for here in range(max(0, count - elsewhere), min(free, count) + 1):
        after = room[:place] + (free - here,) + room[place + 1 :]
        yield from _split(others, count - here, after, elsewhere, ways * comb(count, here))


def suit_classes(unseen: int, places: Sequence[int], voids: Sequence[Container[Suit]]) -> tuple[CardClass, ...]:
    """The unseen cards by suit: each may lie in the places that are not void of it. `voids` are by place."""
    return tuple(CardClass(unseen & suit.mask, tuple(p for p in places if suit not in voids[p])) for suit in SUITS)


# -- cards with copies, and places that keep an order --------------------------------------------------------------------


@final
@attrs.frozen
class Copies:
    """Unseen cards, of which some may be copies (GEN-11), that may all lie in the same places, and no others; places by number."""

    cards: tuple[Card, ...] = attrs.field(converter=sorted_cards)
    places: tuple[int, ...]


def _joined(classes: Iterable[Copies]) -> tuple[Copies, ...]:
    """One class for the cards of like places, the freest last, none empty."""
    cards: dict[tuple[int, ...], tuple[Card, ...]] = {}
    for one in classes:
        cards[one.places] = cards.get(one.places, ()) + one.cards
    found = [Copies(some, places) for places, some in cards.items() if some]
    if len({card for one in found for card in one.cards}) != sum(len(set(one.cards)) for one in found):
        raise ValueError("copies of a card are of one class")
    return tuple(sorted(found, key=lambda one: (len(one.places), one.cards)))


@final
@attrs.frozen
class Spreads:
    """All ways to lay every card of the classes into places with this much `room`, exactly filling them, where copies of a card are
    alike, and the places named by `ordered` keep their cards in an order, as a stock does, while the others do not, as hands.

    Ways that differ in nothing that can be seen are one: two hands of one card each take 7H 7H in one way, 7H 7D in two.

    >>> from persian_cards.cards import parse_cards
    >>> Spreads((Copies(parse_cards("7H 7H 7D"), (0, 1)),), (1, 2)).size
    2
    >>> Spreads((Copies(parse_cards("7H 7H 7D"), (0, 1)),), (1, 2), ordered=(1,)).size
    3
    """

    classes: tuple[Copies, ...] = attrs.field(converter=_joined)
    room: Room
    ordered: tuple[int, ...] = ()

    @cached_property
    def _ways(self) -> dict[tuple[int, Room], int]:
        return {}

    @property
    def size(self) -> int:
        """How many, exactly; 0 if the cards do not fit."""
        return self._count(0, self.room)

    def _count(self, at: int, room: Room) -> int:
        """The ways to lay the classes from number `at` on into what room is left."""
        if at == len(self.classes):
            return int(not any(room))
        ways = self._ways.get((at, room))
        if ways is None:
            ways = sum(here * self._count(at + 1, after) for after, here in self._shares(at, room))
            self._ways[at, room] = ways
        return ways

    def _shares(self, at: int, room: Room) -> Iterator[tuple[Room, int]]:
        """The rooms that may be left when class `at` has been laid, each with the ways to lay it so."""
        one = self.classes[at]
        profile, order = _profile(one.cards), self._order(one)
        for after, _ in _split(order, len(one.cards), room, sum(room[place] for place in order), 1):
            yield after, _laid(profile, self._parts(order, room, after)) * self._orders(order, room, after)

    def _order(self, one: Copies) -> tuple[int, ...]:
        """The places of a class, the roomiest last: the last one takes what is left, without counting."""
        return tuple(sorted(one.places, key=lambda place: (place in self.ordered, self.room[place])))

    def _parts(self, order: Sequence[int], room: Room, after: Room) -> tuple[tuple[int, bool], ...]:
        return tuple((room[place] - after[place], place in self.ordered) for place in order)

    def _orders(self, order: Sequence[int], room: Room, after: Room) -> int:
        """The ways to choose, in the places that keep an order, where among their cards those of a class lie."""
        return prod(comb(room[place], room[place] - after[place]) for place in order if place in self.ordered)

    def sample(self, rng: Random) -> list[tuple[Card, ...]]:
        """The cards in each place, in their order where it keeps one and else sorted, every way equally likely; ValueError if
        there is none."""
        if not self.size:
            raise ValueError("no deal of the unseen cards fits what has been shown")
        room, filled = self.room, [list[Card]() for _ in self.room]
        for at, one in enumerate(self.classes):
            after = picked(rng, ((after, here * self._count(at + 1, after)) for after, here in self._shares(at, room)))
            order = self._order(one)
            for place, cards in zip(order, _lay(one.cards, self._parts(order, room, after), rng), strict=True):
                filled[place] += cards
            room = after
        for place in self.ordered:
            _shuffle(filled[place], rng)
        return [tuple(cards if place in self.ordered else sorted(cards)) for place, cards in enumerate(filled)]


T = TypeVar("T")
Profile: TypeAlias = tuple[int, ...]
"""Of how many different cards there is one copy left, two copies, and so on."""


def picked(rng: Random, weighted: Iterable[tuple[T, int]]) -> T:
    """One of these, each as likely as its weight says.

    >>> picked(Random(1), [("often", 9), ("never", 0)])
    'often'
    """
    every = list(weighted)
    pick = below(rng, sum(weight for _, weight in every))
    return next(one for (one, _), up_to in zip(every, accumulate(weight for _, weight in every), strict=True) if pick < up_to)


def _shuffle(cards: list[T], rng: Random) -> None:
    for last in range(len(cards) - 1, 0, -1):
        at = below(rng, last + 1)
        cards[last], cards[at] = cards[at], cards[last]


def _profile(cards: Sequence[Card]) -> Profile:
    copies = Counter(Counter(cards).values())
    return tuple(copies[number] for number in range(1, max(copies, default=0) + 1))


@lru_cache(maxsize=65536)
def _laid(profile: Profile, parts: tuple[tuple[int, bool], ...]) -> int:
    """The ways to lay cards of this profile into places that take so many each, in an order or not."""
    if len(parts) == 1:
        return _sequences(sum(copies * number for copies, number in enumerate(profile, 1)), [profile]) if parts[0][1] else 1
    (room, in_order), *others = parts
    rest = tuple(others)
    return sum(ways * _laid(after, rest) for _, after, ways in _given(profile, room, in_order))


Given: TypeAlias = tuple[tuple[int, ...], ...]
"""By copies left of a card, from 1: of how many such cards no copy is given, one copy, and so on."""


@lru_cache(maxsize=4096)
def _given(profile: Profile, room: int, in_order: bool) -> tuple[tuple[Given, Profile, int], ...]:
    """How a place may be given so many cards: what it gets, the profile left, and the ways."""
    found = []
    for given in _takings(profile, room):
        after = [0] * len(profile)
        for copies, counts in enumerate(given, 1):
            for taken, number in enumerate(counts[:-1]):
                after[copies - taken - 1] += number
        ways = prod(_arrangements(counts) for counts in given)
        found.append((given, tuple(after), ways * (_sequences(room, [counts[1:] for counts in given]) if in_order else 1)))
    return tuple(found)


def _takings(profile: Profile, room: int) -> Iterator[Given]:
    """All that can be taken of a profile so that it makes so many cards."""
    if not profile:
        if not room:
            yield ()
        return
    *fewer, number = profile
    for counts in _splits(number, len(profile), room):
        taken = sum(copies * count for copies, count in enumerate(counts))
        for rest in _takings(tuple(fewer), room - taken):
            yield (*rest, counts)


def _splits(number: int, copies: int, room: int) -> Iterator[tuple[int, ...]]:
    """Ways to say of how many of some cards none, one, ... all copies are taken, within the room; the last is all copies."""
    if not copies:
        yield (number,)
        return
    for most in range(min(number, room // copies) + 1):
        for fewer in _splits(number - most, copies - 1, room - most * copies):
            yield (*fewer, most)


def _arrangements(counts: Sequence[int]) -> int:
    """The ways to say which of these cards are which."""
    return factorial(sum(counts)) // prod(map(factorial, counts))


def _sequences(number: int, taken: Iterable[Sequence[int]]) -> int:
    """The orders of so many cards; `taken` says of how many cards there is one copy among them, two copies, and so on."""
    same: int = prod(factorial(copies) ** count for counts in taken for copies, count in enumerate(counts, 1))
    return factorial(number) // same


def _lay(cards: Sequence[Card], parts: tuple[tuple[int, bool], ...], rng: Random) -> Iterator[list[Card]]:
    """The cards laid into places that take so many each, every way equally likely."""
    left = Counter(cards)
    for at, (room, in_order) in enumerate(parts[:-1]):
        rest, profile = parts[at + 1 :], _profile(list(left.elements()))
        given, _ = picked(rng, (((g, None), ways * _laid(after, rest)) for g, after, ways in _given(profile, room, in_order)))
        taken = list[Card]()
        for copies, counts in enumerate(given, 1):
            alike = [card for card, number in left.items() if number == copies]
            _shuffle(alike, rng)
            for number, count in enumerate(counts):
                taken += [card for card in alike[:count] for _ in range(number)]
                del alike[:count]
        left -= Counter(taken)
        yield taken
    yield list(left.elements())


# -- cards that are known to lie in one or another place of an owner -------------------------------------------------------


@final
@attrs.frozen
class Owner:
    """Places of one owner, with this much `room`; `cards`, of which some may be copies, are known to lie somewhere in them."""

    room: Room
    cards: tuple[Card, ...] = attrs.field(default=(), converter=sorted_cards)


Known: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""Of the cards known of an owner: those of which the one unseen copy is his, both copies are, or one is and the other is free."""


@final
@attrs.frozen
class Holdings:
    """All ways to lay cards into the places of owners, exactly filling them: what each is known to have into his own places, and
    the `free` cards anywhere. No place keeps an order. Of a card there are at most two copies, which are alike (GEN-11): ways that
    differ in nothing that can be seen are one, also where of two copies one is known to be an owner's and the other may be, too.

    Name each place by a variable, and let e be the sum of all variables, p that of their squares: two copies can be laid in
    (ee + p) / 2 ways, and in (EE + P) / 2 ways into the places of one owner, where E and P are his. If one of them is known to be
    his, the ways are Ee - (EE - P) / 2. The ways to lay all cards are a coefficient of the product of such factors. It is found
    owner by owner, with two exponents alone to remember, and so quickly for many places. For a draw, both copies of the last two
    kinds are first laid as if they were not alike, and what comes in two ways is drawn again half the time.

    >>> from persian_cards.cards import parse_cards
    >>> Holdings((Owner((1, 1)), Owner((1,))), parse_cards("7H 7H 7D")).size
    3
    >>> Holdings((Owner((1, 1)), Owner((1,), parse_cards("7H"))), parse_cards("7H 7D")).size
    2
    """

    owners: tuple[Owner, ...]
    free: tuple[Card, ...] = attrs.field(converter=sorted_cards)

    def __attrs_post_init__(self) -> None:
        known = Counter(card for owner in self.owners for card in owner.cards)
        free = Counter(self.free)
        if any(count + known[card] > 2 for card, count in free.items()) or max(known.values(), default=0) > 2:
            raise ValueError("of a card there are two copies at most")

    @property
    def size(self) -> int:
        """How many, exactly; 0 if the cards do not fit."""
        return self._size

    @cached_property
    def _size(self) -> int:
        single, pairs, known = self._kinds
        factors = [_ways_of(owner.room, *map(len, cards)) for owner, cards in zip(self.owners, known, strict=True)]
        ways = {(0, 0): 1}
        for factor in sorted(factors, key=len):
            ways = _multiplied(ways, factor, len(pairs))
        halves = sum(len(one) for _, _, one in known)
        found = sum(
            count * perm(len(pairs), alike) * factorial(len(single) + 2 * (len(pairs) - alike) + halves - fewer)
            for (alike, fewer), count in ways.items()
        )
        by_two = len(pairs) + halves + sum(len(both) for _, both, _ in known)
        return (found // prod(factorial(room) for owner in self.owners for room in owner.room) >> by_two) if self._fits else 0

    @property
    def _fits(self) -> bool:
        return sum(sum(owner.room) - len(owner.cards) for owner in self.owners) == len(self.free)

    @cached_property
    def _kinds(self) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Known, ...]]:
        """The free cards of which no other copy is unseen, those with both copies free, and what is known of each owner."""
        free = Counter(self.free)
        known = list[Known]()
        for owner in self.owners:
            cards = Counter(owner.cards)
            own = tuple(card for card, count in cards.items() if count == 1 and not free[card])
            both = tuple(card for card, count in cards.items() if count == 2)
            known.append((own, both, tuple(card for card in cards if free[card])))
        halves = {card for _, _, one in known for card in one}
        single = tuple(card for card, count in free.items() if count == 1 and card not in halves)
        return single, tuple(card for card, count in free.items() if count == 2), tuple(known)

    @cached_property
    def _alike(self) -> tuple[list[list[int]], list[list[int]], list[int]]:
        """Weights for a draw: by owner, of so many pairs that lie alike, in one place of his; the products of those of the owners
        before him; and the weights of so many such pairs in all."""
        single, pairs, known = self._kinds
        weights = [_alike_in(owner) for owner in self.owners]
        before = _products(weights)
        labelled = len(single) + sum(len(one) for _, _, one in known)
        total = [
            ways * perm(len(pairs), alike) * factorial(labelled + 2 * (len(pairs) - alike))
            for alike, ways in enumerate(before.pop()[: len(pairs) + 1])
        ]
        return weights, before, total if self._fits else [0]

    def sample(self, rng: Random) -> list[tuple[Card, ...]]:
        """The cards in each place, sorted, every way equally likely; places go owner by owner. ValueError if there is no way."""
        if not any(self._alike[2]):
            raise ValueError("no deal of the unseen cards fits what has been shown")
        filled = self._drawn(rng)
        while filled is None:
            filled = self._drawn(rng)
        return [tuple(sorted(cards)) for cards in filled]

    def _drawn(self, rng: Random) -> list[list[Card]] | None:
        """A draw, copies being told apart where one is known; None where the first copy lies in a later place of the owner's."""
        single, pairs, known = self._kinds
        weights, before, total = self._alike
        shared = _shared_out(rng, weights, before, picked(rng, enumerate(total)))
        twice = list(pairs)
        _shuffle(twice, rng)
        filled, left = list[list[Card]](), list[int]()
        first = dict[Card, tuple[int, int]]()
        for owner, (own, both, one), alike in zip(self.owners, known, shared, strict=True):
            start, slots = len(filled), list[int]()
            parts = list(map(_alike_at, owner.room))
            for place, number in enumerate(_shared_out(rng, parts, _products(parts)[:-1], alike), start):
                filled.append([twice.pop() for _ in range(number)] * 2)
                slots += [place] * (owner.room[place - start] - 2 * number)
            _shuffle(slots, rng)
            for card in own:
                filled[slots.pop()].append(card)
            for card in both:
                here, there = slots.pop(), slots.pop()
                if there < here:
                    return None
                filled[here].append(card)
                filled[there].append(card)
            for card in one:
                here = slots.pop()
                filled[here].append(card)
                first[card] = start, here
            left += slots
        _shuffle(left, rng)
        for card in (*single, *twice, *twice):
            filled[left.pop()].append(card)
        for card, (start, here) in first.items():
            there = left.pop()
            if start <= there < here:
                return None
            filled[there].append(card)
        return filled


def _alike_at(room: int) -> list[int]:
    """By number of pairs that lie in a place: the ways to choose where among its cards, if these were told apart."""
    return [factorial(room) // (factorial(alike) * factorial(room - 2 * alike)) for alike in range(room // 2 + 1)]


def _products(factors: Iterable[Sequence[int]]) -> list[list[int]]:
    """The products of the polynomials before each of these, and of all."""
    return list(accumulate(factors, _convolved, initial=[1]))


def _convolved(one: Sequence[int], other: Sequence[int]) -> list[int]:
    found = [0] * (len(one) + len(other) - 1)
    for at, times in enumerate(one):
        for to, more in enumerate(other, at):
            found[to] += times * more
    return found


def _alike_in(owner: Owner) -> list[int]:
    """By number of pairs that lie alike in places of an owner: the ways to lay them and the cards known of him."""
    ways, cards = _products(map(_alike_at, owner.room))[-1], sum(owner.room)
    return [count * perm(cards - 2 * alike, len(owner.cards)) for alike, count in enumerate(ways)]


def _shared_out(rng: Random, factors: Sequence[Sequence[int]], before: Sequence[Sequence[int]], number: int) -> list[int]:
    """A number shared out over polynomials, each way as likely as the product of its coefficients says."""
    found = list[int]()
    for own, others in zip(reversed(factors), reversed(before), strict=True):
        least, most = max(0, number - len(others) + 1), min(number, len(own) - 1)
        here = picked(rng, ((here, own[here] * others[number - here]) for here in range(least, most + 1)))
        found.append(here)
        number -= here
    return found[::-1]


def _ways_of(room: Room, own: int, both: int, one: int) -> dict[tuple[int, int], int]:
    """What an owner's places contribute to the product of `Holdings`, by exponents: how many free pairs lie alike in them,
    and by how much the exponent of e falls short of the number of cards known with a free copy."""
    cards, found = sum(room), Counter[tuple[int, int]]()
    for alike, count in enumerate(_products(map(_alike_at, room))[-1]):
        for of_both, of_one in product(range(min(both, alike) + 1), range(min(one, alike) + 1)):
            free = alike - of_both - of_one
            for minus in range(one - of_one + 1 if free >= 0 else 0):
                known = own + 2 * (both - of_both) + one - of_one + minus
                if known <= cards - 2 * alike:
                    ways = comb(both, of_both) * comb(one, of_one) * comb(one - of_one, minus) * (-1) ** minus
                    ways <<= one - of_one - minus
                    found[free, of_one + minus] += count * perm(alike, alike - free) * ways * perm(cards - 2 * alike, known)
    return found


def _multiplied(one: Mapping[tuple[int, int], int], other: Mapping[tuple[int, int], int], most: int) -> dict[tuple[int, int], int]:
    """The product of two polynomials in two variables, up to an exponent of the first."""
    found = dict[tuple[int, int], int]()
    for (a, b), times in one.items():
        for (c, d), more in other.items():
            if a + c <= most:
                found[a + c, b + d] = found.get((a + c, b + d), 0) + times * more
    return found


Bar: TypeAlias = tuple[tuple[int, Mask], ...]
"""What a filling may not be: one in which each of these places holds no other cards than those of its mask."""


@final
@attrs.frozen
class Without:
    """The fillings to which none of some bars applies; they are counted by inclusion and exclusion, and drawn by drawing again.

    >>> from persian_cards.cards import PACK, mask_of
    >>> free = Fillings((CardClass(mask_of(PACK[:4]), (0, 1)),), (2, 2))
    >>> free.size, Without(free, (((0, mask_of(PACK[:2])),),)).size
    (6, 5)
    """

    fillings: Fillings
    bars: tuple[Bar, ...]

    @property
    def size(self) -> int:
        """How many, exactly."""
        chosen = (some for count in range(len(self.bars) + 1) for some in combinations(self.bars, count))
        return sum((-1) ** len(some) * _restricted(self.fillings, [pair for bar in some for pair in bar]).size for some in chosen)

    def sample(self, rng: Random) -> list[Mask]:
        """The masks of the cards in each place, every filling equally likely; ValueError if there is none."""
        filled = self.fillings.sample(rng)
        if self._bar(filled) and not self.size:  # counting takes long, and is seldom needed
            raise ValueError("no deal of the unseen cards fits what has been shown")
        while self._bar(filled):
            filled = self.fillings.sample(rng)
        return filled

    def _bar(self, filled: Sequence[Mask]) -> bool:
        """Whether a bar applies to a filling."""
        return any(not any(filled[place] & ~mask for place, mask in bar) for bar in self.bars)


def _restricted(fillings: Fillings, limits: Sequence[tuple[int, Mask]]) -> Fillings:
    """The fillings in which each of these places holds no other cards than those of its mask."""
    classes: list[CardClass] = list(fillings.classes)
    for place, mask in limits:
        classes = [
            part
            for one in classes
            for part in (
                CardClass(one.cards & mask, one.places),
                CardClass(one.cards & ~mask, tuple(there for there in one.places if there != place)),
            )
        ]
    return Fillings(tuple(classes), fillings.room)


class Ways(Protocol):
    """Ways to lay the unseen cards, as `Fillings`, `Without` and `Spreads` are: how many, and one of them, each equally likely."""

    @property
    def size(self) -> int:
        """How many, exactly."""
        ...

    def sample(self, rng: Random) -> Sequence[Any]:
        """The cards in each place; ValueError if there is no way."""
        ...


@final
@attrs.frozen
class Worlds(Generic[S_co]):
    """The states that fit a view: `size` of them, and `sample(rng)` draws one, each equally likely.

    A state is built from the cards in each hidden place and, of each of the `hidden` choices (such as bids made in secret), one.
    """

    fillings: Ways
    build: Callable[..., S_co] = attrs.field(repr=False)
    hidden: tuple[Sequence[Any], ...] = ()

    @property
    def size(self) -> int:
        """How many states, exactly."""
        return self.fillings.size * prod(map(len, self.hidden))

    def sample(self, rng: Random) -> S_co:
        """One of the states, each equally likely; ValueError if there is none (the view was not made by this library)."""
        if not all(map(len, self.hidden)):
            raise ValueError("no state fits what has been shown")
        filled = self.fillings.sample(rng)
        return self.build(filled, *(choices[below(rng, len(choices))] for choices in self.hidden))

    @classmethod
    def listed(cls, states: Sequence[S_co]) -> Worlds[S_co]:
        """These states, each of them once.

        >>> Worlds.listed(("one", "other")).size
        2
        """
        return cls(Fillings((), ()), _chosen, (tuple(states),))


def _chosen(filled: object, state: T) -> T:
    return state
