"""Suits, ranks, cards, sets and bags of cards, and the packs that they come in.

A card is one object: two cards are equal exactly when they are identical. Inside the library a set of cards is a *mask*, a
whole number with one bit a card; in public it is a `CardSet` (each card once) or a `Bag` (a card may be there several times).

>>> from persian_cards.cards import Card, CardSet
>>> Card.parse("10H") is Card.parse("۱۰ دل")
True
>>> hand = CardSet.parse("AS 10H 2C")
>>> [str(card) for card in hand]
['2♣', '10♥', 'A♠']
>>> Card.parse("AS") in hand
True
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from enum import Enum
from functools import cache, total_ordering
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, final

import attrs

from persian_cards.errors import shown

# -- suits and ranks ----------------------------------------------------------------------------------------------------


class Suit(Enum):
    """The four suits, in the order in which cards are sorted (GEN-3); none ranks above another.

    `order` is 0 for clubs, 3 for spades, `mask` the mask of the suit's thirteen cards.

    >>> Suit.SPADES.symbol, str(Suit.SPADES), Suit("S") is Suit.SPADES, Suit.SPADES.order
    ('♠', 'spades', True, 3)
    """

    order: int
    mask: int

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    def __init__(self, letter: str) -> None:
        self.order = len(type(self).__members__)
        self.mask = 0x1FFF << 13 * self.order

    def __hash__(self) -> int:  # not of a text: sets of suits come in the same order in every process
        return ord(self.value)

    @property
    def symbol(self) -> str:
        """One character: ♣ ♦ ♥ ♠."""
        return _SYMBOLS[self]

    @property
    def persian(self) -> str:
        """The suit's Persian name."""
        return _PERSIAN_SUITS[self][0]

    def __str__(self) -> str:
        return self.name.lower()


class Rank(Enum):
    """The thirteen ranks from low to high (GEN-3), and after them the two jokers, each a rank of its own.

    `order` is 0 for a two, 12 for an ace, 13 and 14 for the jokers.

    >>> Rank.ACE.order > Rank.KING.order, str(Rank.TEN), str(Rank.COLOURED_JOKER)
    (True, 'ten', 'coloured joker')
    """

    order: int

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    BLACK_JOKER = "BJ"
    COLOURED_JOKER = "RJ"

    def __init__(self, code: str) -> None:
        self.order = len(type(self).__members__)

    def __hash__(self) -> int:  # as of suits
        return ord(self.value[0])

    @property
    def persian(self) -> str:
        """The rank's Persian name."""
        return _PERSIAN_RANKS[self][0]

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


SUITS: Final = tuple(Suit)
RANKS: Final = tuple(Rank)[:13]
_SYMBOLS: Final = dict(zip(SUITS, "♣♦♥♠", strict=True))
_PERSIAN_SUITS: Final = {
    Suit.CLUBS: ("گشنیز", "خاج"),
    Suit.DIAMONDS: ("خشت",),
    Suit.HEARTS: ("دل",),
    Suit.SPADES: ("پیک",),
}
_PERSIAN_DIGITS: Final = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
_PERSIAN_RANKS: Final[dict[Rank, tuple[str, ...]]] = {
    **{rank: (rank.value.translate(_PERSIAN_DIGITS),) for rank in RANKS[:9]},
    Rank.JACK: ("سرباز",),
    Rank.QUEEN: ("بی‌بی", "بی بی", "بیبی"),
    Rank.KING: ("شاه",),
    Rank.ACE: ("تک", "آس", "اس"),
    Rank.BLACK_JOKER: ("ژوکر سیاه",),
    Rank.COLOURED_JOKER: ("ژوکر رنگی",),
}

# -- cards --------------------------------------------------------------------------------------------------------------


class CardMask:
    """Marks a whole number that stands for a set of cards, so that whoever writes states out writes the cards."""


Mask: TypeAlias = Annotated[int, CardMask]


@final
@total_ordering
@attrs.frozen(eq=False, init=False, repr=False, weakref_slot=False)
class Card:
    """One card; `Card(suit, rank)`, `Card.parse(text)` and unpickling all give the same object.

    `suit` is None for a joker. Cards sort by suit, then rank, jokers last (GEN-3). `index` is the card's number from 0 (2♣) to
    53 (the coloured joker), `bit` is `1 << index`, `suit_mask` the mask of its suit (0 for a joker), `shift` the index of the
    lowest card of its suit.

    >>> ace = Card(Suit.SPADES, Rank.ACE)
    >>> ace, str(ace), ace.code, ace.persian
    (AS, 'A♠', 'AS', 'تک پیک')
    """

    suit: Suit | None
    rank: Rank
    index: int
    bit: int
    suit_mask: int
    shift: int

    def __new__(cls, suit: Suit | None, rank: Rank) -> Card:
        try:
            return _BY_PARTS[suit, rank]
        except (KeyError, TypeError):
            raise ValueError(f"there is no card of suit {shown(suit)} and rank {shown(rank)}") from None

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written in `text`: "AS", "10H", "TH", "a♠", "BJ" and "RJ" (jokers), or its Persian name.

        Raises ValueError when the text is anything but one card.

        >>> [Card.parse(text) for text in ("as", "TH", "Q♦", "شاه دل", "۱۰ لو خشت", "RJ")]
        [AS, 10H, QD, KH, 10D, RJ]
        """
        cards = parse_cards(text)
        if len(cards) != 1:
            raise ValueError(f"{_short(text)} is {len(cards)} cards; one card is wanted, like AS or 10H")
        return cards[0]

    @property
    def code(self) -> str:
        """Two or three letters: AS, 10H, BJ."""
        return f"{self.rank.value}{'' if self.suit is None else self.suit.value}"

    @property
    def persian(self) -> str:
        """The card's Persian name, rank first."""
        return self.rank.persian + ("" if self.suit is None else f" {self.suit.persian}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (self.suit, self.rank)

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __repr__(self) -> str:
        return self.code

    def __str__(self) -> str:
        return self.code if self.suit is None else self.rank.value + self.suit.symbol


_BY_PARTS: Final[dict[tuple[Suit | None, Rank], Card]] = {}


def _make_cards() -> tuple[Card, ...]:
    parts: list[tuple[Suit | None, Rank]] = [(suit, rank) for suit in SUITS for rank in RANKS]
    parts += [(None, Rank.BLACK_JOKER), (None, Rank.COLOURED_JOKER)]
    for index, (suit, rank) in enumerate(parts):
        card: Card = object.__new__(Card)
        values = (suit, rank, index, 1 << index, 0 if suit is None else suit.mask, index // 13 * 13)
        for name, value in zip(Card.__slots__, values, strict=True):  # type: ignore[attr-defined]  # attrs makes them
            object.__setattr__(card, name, value)
        _BY_PARTS[suit, rank] = card
    return tuple(_BY_PARTS.values())


CARDS: Final = _make_cards()
PACK: Final = CARDS[:52]
BLACK_JOKER: Final = CARDS[52]
COLOURED_JOKER: Final = CARDS[53]
FULL: Final = (1 << 52) - 1


def pack_from(lowest: Rank) -> tuple[Card, ...]:
    """The pack without the cards below `lowest`: from NINE the 24 cards of Euchre, from SIX the 36 of Twenty-one.

    >>> len(pack_from(Rank.NINE))
    24
    """
    return tuple(card for card in PACK if card.rank.order >= lowest.order)


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of these cards, each counted once.

    >>> mask_of([]), mask_of([Card.parse("2C"), Card.parse("4C")])
    (0, 5)
    """
    mask = 0
    try:
        for card in cards:
            mask |= card.bit
    except AttributeError as error:
        raise TypeError(f"{shown(error.obj)} is not a card; cards in text are read by `parse`") from None
    return mask


def bits_of(pack: Sequence[Card], full: int) -> list[int] | None:
    """The bits of the cards of a pack, in order; None unless they are the cards of the mask `full`, each once, and nothing else.

    >>> bits_of(CARDS[:3], 7), bits_of(CARDS[:2] * 2, 7)
    ([1, 2, 4], None)
    """
    bits = [card.bit for card in pack if type(card) is Card]
    return bits if sum(bits) == full and len(bits) == len(pack) == full.bit_count() else None


def bits_of_so_many(pack: Sequence[Card], count: int) -> list[int] | None:
    """The bits of the cards of a pack, in order; None unless they are so many cards. They are those of a mask with so many ones,
    each once, exactly if they add up to it: whoever adds them up for the hands need not do it twice.

    >>> bits_of_so_many(CARDS[:3], 3), bits_of_so_many(CARDS[:3], 4)
    ([1, 2, 4], None)
    """
    bits = [card.bit for card in pack if type(card) is Card]
    return bits if len(bits) == len(pack) == count else None


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, in order.

    >>> cards_of(5)
    (2C, 4C)
    """
    out = []
    while mask:
        low = mask & -mask
        out.append(CARDS[low.bit_length() - 1])
        mask ^= low
    return tuple(out)


def mask_text(mask: int) -> str:
    """A mask as people read it: the codes of its cards.

    >>> mask_text(5)
    '{2C 4C}'
    """
    return "{" + " ".join(card.code for card in cards_of(mask)) + "}"


def masks_text(masks: Iterable[int]) -> str:
    """Several masks as people read them."""
    return "(" + ", ".join(map(mask_text, masks)) + ")"


# -- text ---------------------------------------------------------------------------------------------------------------

_ARABIC_LETTERS: Final = str.maketrans("يك٠١٢٣٤٥٦٧٨٩", "یک۰۱۲۳۴۵۶۷۸۹")
_SEPARATORS: Final = re.compile(r"[\s,،;]*")


@cache
def _notation() -> tuple[re.Pattern[str], dict[str, Rank], dict[str, Suit]]:
    """How a card is written: a pattern of groups (rank, suit, joker), and what the spellings stand for."""
    ranks = {text: rank for rank, texts in _PERSIAN_RANKS.items() for text in (rank.value, *texts)} | {"T": Rank.TEN}
    suits = {text: suit for suit in SUITS for text in (suit.value, suit.symbol, *_PERSIAN_SUITS[suit])}
    jokers = [text for text, rank in ranks.items() if rank.order > 12]
    plain = [text for text, rank in ranks.items() if rank.order <= 12]

    def one_of(texts: Iterable[str]) -> str:
        return "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))

    pattern = rf"(?:({one_of(plain)})(?:\s*لو)?[\s\u200c]*({one_of(suits)})\ufe0f?|({one_of(jokers)}))(?=[\s,،;]|$)"
    return re.compile(pattern), ranks, suits


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards written in `text`, in that order, with space or commas between them; a card may come twice.

    Raises ValueError at the first thing that is no card.

    >>> parse_cards("AS, 10h K♦")
    (AS, 10H, KD)
    """
    if not isinstance(text, str):
        raise ValueError(f"cards are written as text, like 'AS 10H'; {_short(text)} is none")
    pattern, ranks, suits = _notation()
    normal = text.upper().translate(_ARABIC_LETTERS)
    cards = []
    at = _SEPARATORS.match(normal).end()  # type: ignore[union-attr]  # it matches the empty text too
    while at < len(normal):
        found = pattern.match(normal, at)
        if found is None:
            raise ValueError(f"{_short(text[at:].split()[0])} is not a card; cards are written like AS, 10H, BJ")
        rank, suit, joker = found.groups()
        cards.append(Card(None, ranks[joker]) if joker else Card(suits[suit], ranks[rank]))
        at = _SEPARATORS.match(normal, found.end()).end()  # type: ignore[union-attr]  # as above
    return tuple(cards)


def _short(value: object) -> str:
    text = shown(value)
    return text if len(text) <= 40 else f"{text[:36]}..."


# -- sets and bags ------------------------------------------------------------------------------------------------------


_NOTHING: Final[Any] = ()  # what an empty set is made of


@final
@attrs.frozen(eq=False, order=False, repr=False, weakref_slot=False)
class CardSet(Set[Card]):
    """An immutable set of cards, iterated in the order of GEN-3; equal to any set of the same cards. `mask` is its mask.

    >>> CardSet.parse("KH AS") | {Card.parse("2C")}
    CardSet.parse('2C KH AS')
    """

    mask: Mask = attrs.field(default=_NOTHING, converter=mask_of, alias="cards")

    @classmethod
    def of_mask(cls, mask: int) -> CardSet:
        """The set of a mask's cards.

        >>> CardSet.of_mask(5)
        CardSet.parse('2C 4C')
        """
        made = cls.__new__(cls)
        object.__setattr__(made, "mask", mask)
        return made

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """The set of the cards in `text` (see `parse_cards`); ValueError if one of them comes twice.

        >>> len(CardSet.parse("AS KS 10D"))
        3
        """
        cards = parse_cards(text)
        for place, card in enumerate(cards):
            if card in cards[:place]:
                raise ValueError(f"{card.code} comes twice in {_short(text)}; a set has each card once")
        return cls(cards)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask & card.bit)

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_of(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    if TYPE_CHECKING:  # what `Set` makes of these two is a CardSet

        def __and__(self, other: Set[Any]) -> CardSet: ...
        def __sub__(self, other: Set[Any]) -> CardSet: ...

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self.mask == other.mask
        return Set.__eq__(self, other)

    def __hash__(self) -> int:
        return Set._hash(self)

    def __repr__(self) -> str:
        return f"CardSet.parse({' '.join(card.code for card in self)!r})"

    def __str__(self) -> str:
        return " ".join(map(str, self))


def card_shown(value: object) -> str:
    """A card as players know it, or whatever else it is, cut to a length that fits a message.

    >>> card_shown(Card.parse("AS")), card_shown("AS")
    ('A♠', "'AS'")
    """
    return str(value) if type(value) is Card else shown(value)


def sorted_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the order of GEN-3; TypeError for what is no card."""
    every = tuple(cards)
    for card in every:
        if type(card) is not Card:
            raise TypeError(f"{shown(card)} is not a card; cards in text are read by `parse`")
    return tuple(sorted(every, key=BY_INDEX))


BY_INDEX: Final = attrgetter("index")
"""The key that sorts cards in the order of GEN-3, more quickly than comparing them."""


@final
@attrs.frozen(repr=False, weakref_slot=False)
class Bag(Collection[Card]):
    """Cards of which some may be there more than once (several packs); copies are alike (GEN-11), order does not count.

    >>> bag = Bag.parse("7H 7H 9C")
    >>> bag.count(Card.parse("7H")), len(bag), bag - Bag.parse("7H")
    (2, 3, Bag.parse('9C 7H'))
    """

    cards: tuple[Card, ...] = attrs.field(default=(), converter=sorted_cards)

    @classmethod
    def parse(cls, text: str) -> Bag:
        """The bag of the cards in `text` (see `parse_cards`)."""
        return cls(parse_cards(text))

    @classmethod
    def of_sorted(cls, cards: tuple[Card, ...]) -> Bag:
        """The bag of cards that are in order already.

        >>> Bag.of_sorted(CARDS[:2])
        Bag.parse('2C 3C')
        """
        made = cls.__new__(cls)
        object.__setattr__(made, "cards", cards)
        return made

    def count(self, card: Card) -> int:
        """How many copies of `card` are in the bag."""
        return self.cards.count(card)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __le__(self, other: Bag) -> bool:
        return all(self.count(card) <= other.count(card) for card in set(self.cards))

    def __add__(self, other: Iterable[Card]) -> Bag:
        if type(other) is Bag:
            return Bag.of_sorted(tuple(sorted(self.cards + other.cards, key=BY_INDEX)))
        return Bag((*self.cards, *other))

    def __sub__(self, other: Iterable[Card]) -> Bag:
        """The bag without the cards of `other`; ValueError if one of them is not there."""
        if type(other) is Bag:  # both are in order
            kept, taken, wanted = list[Card](), 0, (*other.cards, None)
            for card in self.cards:
                if card is wanted[taken]:
                    taken += 1
                else:
                    kept.append(card)
            if taken == len(other.cards):
                return Bag.of_sorted(tuple(kept))
        left = list(self.cards)
        for card in other:
            if card not in left:
                raise ValueError(f"{card!r} is not in the bag {' '.join(c.code for c in left)!r} to be taken out")
            left.remove(card)
        return Bag.of_sorted(tuple(left))

    def __repr__(self) -> str:
        return f"Bag.parse({' '.join(card.code for card in self)!r})"

    def __str__(self) -> str:
        return " ".join(map(str, self))
