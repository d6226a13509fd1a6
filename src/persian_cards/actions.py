"""The actions that games share, and lazy sets of actions.

An `ActionSet` is an immutable, ordered sequence that knows far more members than it stores: `action in legal`, `legal.sample(rng)`,
`legal[i]` and `legal.index(action)` enumerate nothing, and `legal.size` is exact at any size (`len` stops at sys.maxsize).

>>> from random import Random
>>> from persian_cards.cards import PACK
>>> shuffles = Permutations(Deal, PACK)
>>> shuffles.size == 80658175170943878571660636856403766975289505440883277824000000000000
True
>>> shuffles.sample(Random(7)) in shuffles
True
>>> shuffles.index(shuffles[10**60]) == 10**60
True
"""

from __future__ import annotations

import operator
import sys
from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache, lru_cache
from itertools import accumulate, compress, islice
from math import comb, factorial, perm, prod
from random import Random
from typing import Any, Final, SupportsIndex, TypeAlias, TypeVar, final, overload

import attrs

from persian_cards._quick import maker
from persian_cards.cards import (
    BY_INDEX,
    CARDS,
    SUITS,
    Bag,
    Card,
    CardSet,
    Mask,
    Rank,
    Suit,
    card_shown,
    cards_of,
    mask_of,
    mask_text,
    sorted_cards,
)
from persian_cards.errors import Violation, shown
from persian_cards.table import Seat

# -- who acts -----------------------------------------------------------------------------------------------------------


class Chance(Enum):
    """The one who acts when luck decides (GEN-4)."""

    CHANCE = "chance"

    def __repr__(self) -> str:
        return "CHANCE"

    def __str__(self) -> str:
        return "chance"


CHANCE: Final = Chance.CHANCE
Actor: TypeAlias = Seat | Chance | None
"""Whose turn it is: a seat, CHANCE, or None when the game is over."""


def turn_told(actor: Actor) -> str:
    """Whose turn it is, as the text of a view has it; nothing where no player acts.

    >>> turn_told(Seat(2)), turn_told(CHANCE)
    ('; turn of seat 2', '')
    """
    return f"; turn of seat {actor}" if isinstance(actor, int) else ""


def in_their_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of an action in which their order counts."""
    return tuple(cards)


def as_set(cards: Iterable[Card]) -> CardSet:
    """The set of the cards of an action, each named once; anything else stays what it is, to be refused."""
    if type(cards) is CardSet:
        return cards
    named = tuple(cards)
    if all(type(card) is Card for card in named) and len(set(named)) == len(named):
        return CardSet(named)
    return named  # type: ignore[return-value]  # what `violation` will refuse


def exactly(value: object) -> tuple[type[Any], object]:
    """What numbers in actions are compared by: True is not 1, though Python takes them for equal (GEN-6)."""
    return type(value), value


# -- actions that games share -------------------------------------------------------------------------------------------


@attrs.frozen
class ChooseDealer:
    """Chance: the lot for the first dealer (banker) falls on a seat."""

    seat: Seat = attrs.field(eq=exactly)


@attrs.frozen
class Deal:
    """Chance: a shuffled pack, the first card dealt first (GEN-10)."""

    pack: tuple[Card, ...] = attrs.field(converter=in_their_order)


@attrs.frozen
class Play:
    """A card is played from the hand."""

    card: Card


@attrs.frozen
class Bid:
    """A number is bid: tricks or points, as the game has it."""

    amount: int = attrs.field(eq=exactly)


@attrs.frozen
class Pass:
    """A player passes."""


@attrs.frozen
class NameTrump:
    """A suit is named trump."""

    suit: Suit


# -- what others notice of them -----------------------------------------------------------------------------------------


@attrs.frozen
class Dealt:
    """Event: cards have been dealt; `hand` are those that the seat was given to see (none for a spectator)."""

    hand: CardSet


@attrs.frozen
class DealtOpen:
    """Event: cards have been dealt; `hand` are those that the seat was given to see, `shown` those turned up for all."""

    hand: CardSet
    shown: tuple[Card, ...]


# -- sets of actions ----------------------------------------------------------------------------------------------------

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


def below(rng: Random, n: int) -> int:
    """A uniform whole number from 0 to n - 1, n at least 1, drawn with `rng.getrandbits` alone: the same on every Python.

    >>> 0 <= below(Random(1), 10) < 10
    True
    """
    bits = (n - 1).bit_length()
    number = rng.getrandbits(bits)
    while number >= n:
        number = rng.getrandbits(bits)
    return number


class ActionSet(Sequence[A_co]):
    """The members in a fixed order, each once; immutable, hashable, picklable; two sets are equal if they are described alike."""

    __slots__ = ()

    @property
    @abstractmethod
    def size(self) -> int:
        """How many members, exactly, however many."""

    @abstractmethod
    def _at(self, place: int) -> A_co:
        """The member at a place, 0 <= place < size."""

    @abstractmethod
    def _place(self, action: object) -> int | None:
        """The place of a member; None for anything else, of any type."""

    def sample(self, rng: Random) -> A_co:
        """A member, each equally likely. `rng` needs `getrandbits(k)` alone. Raises IndexError if there is none.

        >>> Listed("ab").sample(Random(3)) in "ab"
        True
        """
        return self._at(below(rng, self._some()))

    def _some(self) -> int:
        size = self.size
        if not size:
            raise IndexError("there is no action to choose from: the set is empty")
        return size

    def __len__(self) -> int:
        return self.size

    def __contains__(self, action: object) -> bool:
        return self._place(action) is not None

    def __iter__(self) -> Iterator[A_co]:
        place, size = 0, self.size
        while place < size:
            yield self._at(place)
            place += 1

    def __reversed__(self) -> Iterator[A_co]:
        place = self.size
        while place > 0:
            place -= 1
            yield self._at(place)

    @overload
    def __getitem__(self, index: SupportsIndex) -> A_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[A_co, ...]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> A_co | tuple[A_co, ...]:
        size = self.size
        if isinstance(index, slice):
            return tuple(map(self._at, range(size)[index]))
        place = operator.index(index)
        if place < 0:
            place += size
        if not 0 <= place < size:
            raise IndexError(f"there is no action {index} among {size}")
        return self._at(place)

    def index(self, action: object, start: SupportsIndex = 0, stop: SupportsIndex = sys.maxsize, /) -> int:
        """The place of a member (at `start` or later and before `stop`); ValueError if it is not there.

        >>> Range(Bid, 5, 10).index(Bid(7))
        2
        """
        place = self._place(action)
        last = None if stop == sys.maxsize else stop
        if place is None or place not in range(self.size)[slice(start, last)]:
            raise ValueError(f"{shown(action)} is not among the {self.size} actions")
        return place

    def count(self, action: object, /) -> int:
        """1 for a member, 0 for anything else."""
        return int(action in self)

    def __repr__(self) -> str:
        size = self.size
        some = ", ".join(map(repr, islice(self, 4)))
        return f"<{size} action{'' if size == 1 else 's'}: {some}{', ...' if size > 4 else ''}>"


_BITS: Final = tuple((n - 1).bit_length() for n in range(64))
"""How many bits tell `n` members apart, by `n`: a table is quicker than asking the number."""


@final
class Listed(tuple[A_co, ...], ActionSet[A_co]):
    """Its members, written out in their order.

    >>> Listed((Pass(), Bid(2)))
    <2 actions: Pass(), Bid(amount=2)>
    """

    __slots__ = ()

    @property
    def size(self) -> int:
        return len(self)

    def _at(self, place: int) -> A_co:
        return tuple.__getitem__(self, place)

    def _place(self, action: object) -> int | None:
        try:
            place = tuple.index(self, action)
        except Exception:  # it is not there, or cannot be compared with an action, so that it is none
            return None
        member = tuple.__getitem__(self, place)
        return place if member is action or _of_one_kind(member, action) else None

    def __contains__(self, action: object) -> bool:
        for member in self:  # most times it is one of them itself, which is quicker to see than that others are not equal to it
            if member is action:
                return True
        return self._place(action) is not None

    def index(self, action: object, start: SupportsIndex = 0, stop: SupportsIndex = sys.maxsize, /) -> int:
        return ActionSet.index(self, action, start, stop)

    def count(self, action: object, /) -> int:
        return ActionSet.count(self, action)

    def __repr__(self) -> str:
        return ActionSet.__repr__(self)

    def sample(self, rng: Random) -> A_co:
        n = len(self)
        if n == 1:
            return self[0]
        try:
            bits = _BITS[n]
        except IndexError:
            bits = (n - 1).bit_length()
        place = rng.getrandbits(bits)
        while place >= n:
            if not n:
                self._some()
            place = rng.getrandbits(bits)
        return self[place]


def _of_one_kind(member: object, action: object) -> bool:
    """Whether an action that is equal to a member is so by what it is, not because it, or what it holds, says so of everything."""
    fields = getattr(type(member), "__attrs_attrs__", ())
    return type(action) is type(member) and all(
        type(getattr(action, field.name)) is type(getattr(member, field.name)) for field in fields
    )


NOTHING: Final[Listed[Any]] = Listed(())
"""The set without a member: the game is over, or it is another's turn."""


def dealer_lots(players: int) -> Listed[ChooseDealer]:
    """The lots for the first dealer, one a seat.

    >>> dealer_lots(4)[2]
    ChooseDealer(seat=2)
    """
    return Listed(ChooseDealer(Seat(seat)) for seat in range(players))


def pack_violation(action: Deal, shuffles: Permutations[Deal]) -> Violation | None:
    """Why a deal is not one of these shuffles (GEN-5); None exactly if it is."""
    if action in shuffles:
        return None
    wanted = f"the pack must be its {shuffles.k} cards"
    left = list(shuffles.cards)
    for card in action.pack:
        if type(card) is not Card or card not in left:
            extra = "is in it too often" if type(card) is Card and card in shuffles.cards else "does not belong to it"
            return Violation("GEN-5", f"{wanted}; {card_shown(card)} {extra}")
        left.remove(card)
    return Violation("GEN-5", f"{wanted}; {left[0]} is missing")


class Lazy(ActionSet[A_co]):
    """A set that is not written out. (A tuple knows its truth without being asked in Python, so only these tell it themselves.)"""

    __slots__ = ()

    def __bool__(self) -> bool:
        return self.size > 0


class Ready(dict[Mask, Listed[A]]):
    """By the mask of some cards: `of(card)` for any one of them. A list is the quickest set, and each is made when it is first
    asked for and kept, so that this is for masks of which there are few: of one suit, of trumps, or of few cards. `of` holds one
    card.

    >>> @attrs.frozen
    ... class Throw:
    ...     card: Card
    >>> Ready(Throw)[Card.parse("AD").bit]
    <1 action: Throw(card=AD)>
    """

    __slots__ = ("each",)

    def __init__(self, of: Callable[[Card], A]) -> None:
        super().__init__()
        self.each = tuple(map(of, CARDS))

    def __missing__(self, mask: Mask) -> Listed[A]:
        made = self[mask] = Listed([self.each[card.index] for card in cards_of(mask)])
        return made


def one_of(ready: Ready[A], mask: Mask) -> Listed[A]:
    """The actions for any one of these cards, of any suits, none of them a joker.

    >>> one_of(READY_PLAYS, CardSet.parse("2S AD").mask)
    <2 actions: Play(card=AD), Play(card=2S)>
    """
    clubs, diamonds, hearts, spades = _SUIT_MASKS
    return Listed(ready[mask & clubs] + ready[mask & diamonds] + ready[mask & hearts] + ready[mask & spades])


_SUIT_MASKS: Final = tuple(suit.mask for suit in SUITS)

READY_PLAYS: Final = Ready(Play)
"""By the mask of some cards: playing any one of them.

>>> READY_PLAYS[Card.parse("AD").bit]
<1 action: Play(card=AD)>
"""

_PLAYS: Final = READY_PLAYS.each


@final
@attrs.frozen(repr=False, weakref_slot=False)
class Plays(Lazy[Play]):
    """Playing any one of the cards of a mask, in the order of GEN-3.

    >>> Plays(CardSet.parse("AS 2C").mask)
    <2 actions: Play(card=2C), Play(card=AS)>
    """

    mask: Mask = attrs.field(repr=mask_text)

    @property
    def size(self) -> int:
        return self.mask.bit_count()

    def _at(self, place: int) -> Play:
        mask = self.mask
        for _ in range(place):
            mask &= mask - 1
        return _PLAYS[(mask & -mask).bit_length() - 1]

    def _place(self, action: object) -> int | None:
        if type(action) is not Play or type(action.card) is not Card or not action.card.bit & self.mask:
            return None
        return (self.mask & action.card.bit - 1).bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __iter__(self) -> Iterator[Play]:
        return iter([_PLAYS[card.index] for card in cards_of(self.mask)])

    def sample(self, rng: Random) -> Play:
        mask = self.mask
        n = mask.bit_count()
        if n == 1:
            return _PLAYS[mask.bit_length() - 1]
        bits = _BITS[n]
        place = rng.getrandbits(bits)
        while place >= n:
            if not n:
                self._some()
            place = rng.getrandbits(bits)
        if place + place < n:  # off with the lowest cards until it is the lowest, or with the highest: whichever are fewer
            while place:
                mask &= mask - 1
                place -= 1
            return _PLAYS[(mask & -mask).bit_length() - 1]
        place -= n - 1
        while place:
            mask ^= 1 << mask.bit_length() - 1
            place += 1
        return _PLAYS[mask.bit_length() - 1]


plays: Final = maker(Plays)
"""`Plays(mask)`, made quickly."""


@final
@attrs.frozen(repr=False)
class Range(Lazy[A_co]):
    """`of(start)`, `of(start + step)` and so on below `stop`: bids, bets. `of` is an action class with one whole number.

    >>> Range(Bid, 100, 170, 5).size, Bid(165) in Range(Bid, 100, 170, 5), Bid(122) in Range(Bid, 100, 170, 5)
    (14, True, False)
    """

    of: type[A_co]
    start: int
    stop: int
    step: int = 1

    @property
    def size(self) -> int:
        return max(0, -((self.start - self.stop) // self.step))

    def _at(self, place: int) -> A_co:
        return self.of(self.start + place * self.step)  # type: ignore[call-arg]  # by the contract of `of`

    def _place(self, action: object) -> int | None:
        amount = _content(action, self.of)
        if type(amount) is not int:
            return None
        place, beside = divmod(amount - self.start, self.step)
        return place if not beside and 0 <= place < self.size else None


@final
@attrs.frozen(repr=False)
class Combinations(Lazy[A_co]):
    """`of(cards)` for any `k` of the cards of a mask, lexicographically in the order of GEN-3. `of` holds one CardSet.

    >>> @attrs.frozen
    ... class LayAway:
    ...     cards: CardSet
    >>> lays = Combinations(LayAway, CardSet(CARDS[:16]).mask, 4)
    >>> lays.size, lays.index(LayAway(CardSet.parse("2C 3C 4C 6C")))
    (1820, 1)
    """

    of: type[A_co]
    mask: Mask = attrs.field(repr=mask_text)
    k: int

    @property
    def size(self) -> int:
        return comb(self.mask.bit_count(), self.k)

    def _make(self, mask: int) -> A_co:
        return self.of(CardSet.of_mask(mask))  # type: ignore[call-arg]  # by the contract of `of`

    def _at(self, place: int) -> A_co:
        cards = cards_of(self.mask)
        chosen, k = 0, self.k
        for after, card in zip(range(len(cards) - 1, -1, -1), cards, strict=True):
            with_it = comb(after, k - 1) if k else 0
            if place < with_it:
                chosen |= card.bit
                k -= 1
            else:
                place -= with_it
        return self._make(chosen)

    def _place(self, action: object) -> int | None:
        chosen = _content(action, self.of)
        if type(chosen) is not CardSet or len(chosen) != self.k or chosen.mask & ~self.mask:
            return None
        cards = cards_of(self.mask)
        place, k = 0, self.k
        for after, card in zip(range(len(cards) - 1, -1, -1), cards, strict=True):
            if chosen.mask & card.bit:
                k -= 1
            elif k:
                place += comb(after, k - 1)
        return place

    def sample(self, rng: Random) -> A_co:
        self._some()
        cards = cards_of(self.mask)
        n, k = len(cards), self.k
        few = min(k, n - k)
        picked = 0
        while picked.bit_count() < few:
            picked |= cards[below(rng, n)].bit
        return self._make(picked if few == k else self.mask ^ picked)


@final
@attrs.frozen(repr=False)
class Permutations(Lazy[A_co]):
    """`of(cards)` for `k` of the cards in any order, lexicographically in the order of GEN-3: a shuffle where `k` is all of them.

    `of` holds one tuple of cards. A card may be among the cards more than once (copies are alike, GEN-11) if `k` is all of them.

    >>> Permutations(Deal, CARDS[:3], 2)[3]
    Deal(pack=(3C, 4C))
    """

    of: type[A_co]
    cards: tuple[Card, ...] = attrs.field(converter=sorted_cards)
    k: int = attrs.field(default=attrs.Factory(lambda new: len(new.cards), takes_self=True))

    def __attrs_post_init__(self) -> None:
        if self.k != len(self.cards) and len(set(self.cards)) != len(self.cards):
            raise ValueError("some of several like cards in order would not be equally likely: take all of them")

    def __bool__(self) -> bool:
        return len(self.cards) >= self.k

    def __contains__(self, action: object) -> bool:
        chosen = _content(action, self.of)
        if type(chosen) is not tuple or len(chosen) != self.k:
            return False
        bits = [card.bit for card in chosen if type(card) is Card]
        every = [card.bit for card in self.cards]
        if self.k == len(every):
            return sorted(bits) == every
        return len(set(bits)) == self.k and set(bits) <= set(every)

    @property
    def size(self) -> int:
        copies = Counter(map(BY_INDEX, self.cards)).values()
        return perm(len(self.cards), self.k) // prod(map(factorial, copies))

    def _at(self, place: int) -> A_co:
        rest, out, ways = list(map(BY_INDEX, self.cards)), list[Card](), self.size
        for _ in range(self.k):
            index = rest[place * len(rest) // ways]
            before, starting = _starting(rest, index, ways)
            place -= before
            ways = starting
            out.append(CARDS[index])
        return self._make(out)

    def _make(self, cards: list[Card]) -> A_co:
        return self.of(tuple(cards))  # type: ignore[call-arg]  # by the contract of `of`

    def _place(self, action: object) -> int | None:
        chosen = _content(action, self.of)
        if type(chosen) is not tuple or len(chosen) != self.k:
            return None
        rest, place, ways = list(map(BY_INDEX, self.cards)), 0, self.size
        for card in chosen:
            if type(card) is not Card or card.index not in rest:
                return None
            before, ways = _starting(rest, card.index, ways)
            place += before
        return place

    def sample(self, rng: Random) -> A_co:
        cards, k = list(self.cards), self.k
        n = len(cards)
        if k > n:
            self._some()
        getrandbits = rng.getrandbits
        for last, room, bits in _draws(n, k):
            at = getrandbits(bits)
            while at >= room:
                at = getrandbits(bits)
            cards[last], cards[at] = cards[at], cards[last]
        return self._make(cards if k == n else cards[n - k :])


@cache
def _draws(cards: int, k: int) -> tuple[tuple[int, int, int], ...]:
    """For each of `k` draws: the place that is filled, how many cards there are to draw from, and how many bits say which."""
    return tuple((room - 1, room, (room - 1).bit_length()) for room in range(cards, max(cards - k, 1), -1))


def _starting(rest: list[int], index: int, ways: int) -> tuple[int, int]:
    """Of so many orders of a sorted rest: how many begin with a lower card, and how many with this one, which is taken out."""
    low, high, n = bisect_left(rest, index), bisect_right(rest, index), len(rest)
    del rest[low]
    return ways * low // n, ways * (high - low) // n


@cache
def _takings(different: tuple[int, ...], most: int) -> tuple[int, tuple[int, ...], tuple[tuple[_Draw, ...], ...]]:
    """How many bags of one to `most` cards there are, and how they are drawn: what is drawn first says of how many cards one copy,
    two copies and so on are taken; `different` are the numbers of cards of which there are at least one copy, two, and so on.

    The cards being sorted by their copies, those that may be taken so often are the first ones: a draw is the place that it fills,
    how many cards there are to draw from, how many bits say which, and how many copies of it are taken.
    """
    ways, draws = list[int](), list[tuple[_Draw, ...]]()

    def take(copies: int, so_far: tuple[_Draw, ...], count: int, room: int) -> None:
        if not copies:
            if so_far:
                ways.append(count)
                draws.append(so_far)
            return
        at, free = len(so_far), different[copies - 1] - len(so_far)
        for number in range(min(free, room // copies) + 1):
            more = tuple((at + n, free - n, (free - n - 1).bit_length(), copies) for n in range(number))
            take(copies - 1, so_far + more, count * comb(free, number), room - number * copies)

    take(len(different), (), 1, most)
    return sum(ways), tuple(accumulate(ways)), tuple(draws)


_Draw: TypeAlias = tuple[int, int, int, int]


def _most_copies_first(cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[int, ...]]:
    """Of sorted cards each different one, those of most copies first; and how many have at least one copy, two, and so on."""
    later = cards[1:]
    again = tuple(compress(later, map(operator.is_, later, cards)))
    if not again:
        return cards, (len(cards),)
    each = cards[:1] + tuple(compress(later, map(operator.is_not, later, cards)))
    found, different = _most_copies_first(again)
    mask = mask_of(found)
    return found + tuple([card for card in each if not card.bit & mask]), (len(each), *different)


@lru_cache(maxsize=1024)
def _bags(copies: tuple[int, ...], most: int) -> tuple[tuple[int, ...], ...]:
    """By place among different cards of so many copies each: the numbers of bags of none, one, ... `most` cards from there on."""
    ways: list[tuple[int, ...]] = [(1,) + (0,) * most]
    for number in reversed(copies):
        ways.append(tuple(sum(ways[-1][max(0, k - number) : k + 1]) for k in range(most + 1)))
    return tuple(reversed(ways))


@final
@attrs.frozen(repr=False, weakref_slot=False)
class Lays(Lazy[A_co]):
    """`of(cards, rank)` for every bag of one to `most` cards out of a bag, as each of the ranks. `of` holds one Bag and one Rank.

    The ranks go as `ranks` has them; for each of them bags of one card come first, then those of two, and so on, and bags of as
    many cards lexicographically in the order of GEN-3. Copies are alike (GEN-11).

    >>> @attrs.frozen
    ... class Lay:
    ...     cards: Bag
    ...     rank: Rank
    >>> lays = Lays(Lay, Bag.parse("9C 7H 7H"), 2, (Rank.SEVEN, Rank.NINE))
    >>> [str(lay.cards) for lay in lays[:4]], lays.size
    (['9♣', '7♥', '9♣ 7♥', '7♥ 7♥'], 8)
    """

    of: type[A_co]
    bag: Bag
    most: int
    ranks: tuple[Rank, ...]
    _sorted: tuple[tuple[Card, ...], tuple[int, ...]] = attrs.field(
        init=False, eq=False, default=attrs.Factory(lambda new: _most_copies_first(new.bag.cards), takes_self=True)
    )

    @property
    def size(self) -> int:
        return _takings(self._sorted[1], self.most)[0] * len(self.ranks)

    def _copies(self) -> Counter[Card]:
        """How many copies of each card there are, in order."""
        return Counter(self.bag.cards)

    def _at(self, place: int) -> A_co:
        copies = self._copies()
        ways = _bags(tuple(copies.values()), self.most)
        rank, place = divmod(place, sum(ways[0]) - 1)
        number = 1
        while place >= ways[0][number]:
            place -= ways[0][number]
            number += 1
        chosen = list[Card]()
        for at, (card, most) in enumerate(copies.items(), 1):
            taken = min(most, number)
            while place >= ways[at][number - taken]:
                place -= ways[at][number - taken]
                taken -= 1
            chosen += [card] * taken
            number -= taken
        return self._make(chosen, self.ranks[rank])

    def _make(self, cards: list[Card], rank: Rank) -> A_co:
        return self.of(Bag.of_sorted(tuple(cards)), rank)  # type: ignore[call-arg]  # by the contract of `of`

    def _place(self, action: object) -> int | None:
        if type(action) is not self.of:
            return None
        of: Any = self.of
        bag, rank = (getattr(action, field.name) for field in attrs.fields(of)[:2])
        if type(bag) is not Bag or type(rank) is not Rank or rank not in self.ranks or not 1 <= len(bag) <= self.most:
            return None
        chosen, copies = Counter(bag.cards), self._copies()
        if not chosen <= copies:
            return None
        ways = _bags(tuple(copies.values()), self.most)
        place, number = sum(ways[0][1 : len(bag)]), len(bag)
        for at, (card, most) in enumerate(copies.items(), 1):
            place += sum(ways[at][number - taken] for taken in range(chosen[card] + 1, min(most, number) + 1))
            number -= chosen[card]
        return self.ranks.index(rank) * (sum(ways[0]) - 1) + place

    def sample(self, rng: Random) -> A_co:
        cards, different = self._sorted
        bags, up_to, draws = _takings(different, self.most)
        rank, pick = divmod(below(rng, bags * len(self.ranks) or self._some()), bags)
        getrandbits = rng.getrandbits
        left, chosen = list(cards), list[Card]()
        for at, room, bits, copies in draws[bisect_right(up_to, pick)]:
            there = getrandbits(bits)
            while there >= room:
                there = getrandbits(bits)
            there += at
            card = left[there]
            left[there] = left[at]
            chosen.append(card)
            for _ in range(copies - 1):
                chosen.append(card)
        chosen.sort(key=BY_INDEX)
        return self._make(chosen, self.ranks[rank])


@final
@attrs.frozen(repr=False)
class Joined(Lazy[A_co]):
    """Several sets that have no member in common, one after another.

    >>> Joined((Listed((Pass(),)), Range(Bid, 2, 14))).size
    13
    """

    parts: tuple[ActionSet[A_co], ...]

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    def _part(self, place: int) -> tuple[ActionSet[A_co], int]:
        parts = iter(self.parts)
        part = next(parts)
        while place >= part.size:
            place -= part.size
            part = next(parts)
        return part, place

    def _at(self, place: int) -> A_co:
        part, place = self._part(place)
        return part._at(place)

    def _place(self, action: object) -> int | None:
        before = 0
        for part in self.parts:
            place = part._place(action)
            if place is not None:
                return before + place
            before += part.size
        return None

    def __contains__(self, action: object) -> bool:
        return any(action in part for part in self.parts)

    def sample(self, rng: Random) -> A_co:
        part, _ = self._part(below(rng, self._some()))
        return part.sample(rng)


def _content(action: object, of: Any) -> object:
    """What an action of class `of` holds in its one field; None for any other thing."""
    field: attrs.Attribute[Any] = attrs.fields(of)[0]
    return getattr(action, field.name) if type(action) is of else None
