"""Exact, uniform dealing of unseen cards to hidden places, where some cards cannot lie in some places.

Cards that may lie in the same places are one class, whatever their suits. Worlds are counted exactly, class by class, by how many
cards of the class each place takes; one is drawn by choosing those numbers with the weight of the worlds behind them and then
shuffling the class. Dealing card by card to a random free place would be biased.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import comb, prod
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar, final

import attrs

from persian_cards.actions import below
from persian_cards.cards import SUITS, Mask, Suit, cards_of, mask_text

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


@final
@attrs.frozen
class Worlds(Generic[S_co]):
    """The states that fit a view: `size` of them, and `sample(rng)` draws one, each equally likely.

    A state is built from the cards in each hidden place and, of each of the `hidden` choices (such as bids made in secret), one.
    """

    fillings: Fillings | Without
    build: Callable[..., S_co] = attrs.field(repr=False)
    hidden: tuple[Sequence[Any], ...] = ()

    @property
    def size(self) -> int:
        """How many states, exactly."""
        return self.fillings.size * prod(map(len, self.hidden))

    def sample(self, rng: Random) -> S_co:
        """One of the states, each equally likely; ValueError if there is none (the view was not made by this library)."""
        if not all(map(len, self.hidden)):
            raise ValueError("no choice that was made in secret fits what has been shown")
        filled = self.fillings.sample(rng)
        return self.build(filled, *(choices[below(rng, len(choices))] for choices in self.hidden))
