"""Following suit and winning tricks: what the trick games share.

The suit that a card counts as is asked of the card (`suit_mask`) alone, for legality, for winning and for inferring voids alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import attrs

from persian_cards.actions import READY_PLAYS, ActionSet, Actor, Play, plays
from persian_cards.cards import CARDS, SUITS, Card, Suit, mask_of
from persian_cards.errors import Violation, shown
from persian_cards.table import Seat


@attrs.frozen
class Trick:
    """A finished trick: who led, the cards from his on in order of play, and who won it."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


def plays_to(hand: int, trick: Sequence[Card]) -> ActionSet[Play]:
    """What may be played to a trick from a hand (a mask): the suit led if the hand has it, else anything.

    >>> from persian_cards.cards import CardSet
    >>> plays_to(CardSet.parse("2D AS KC").mask, (Card.parse("5D"),))
    <1 action: Play(card=2D)>
    """
    if trick:
        follow = hand & trick[0].suit_mask
        if follow:
            return READY_PLAYS[follow]
    return plays(hand)


def play_violation(seat: Seat, hand: int, trick: Sequence[Card], card: object, clause: str) -> Violation | None:
    """Why `card` may not be played from the hand to the trick; None exactly if it may. `clause` is the game's on following suit."""
    if type(card) is not Card:
        return Violation("GEN-5", f"{shown(card)} is not a card")
    if not hand & card.bit:
        return Violation("GEN-5", f"seat {seat} does not hold {card}")
    if trick and hand & trick[0].suit_mask and not card.bit & trick[0].suit_mask:
        return Violation(clause, f"seat {seat} must follow {trick[0].suit}")
    return None


def taking(trick: Sequence[Card], trump: int) -> int:
    """The place in the trick of the card that takes it: the highest of the trumps (a mask), else of the suit led.

    >>> trick = [Card.parse(code) for code in ("AH", "2S", "KH", "QH")]
    >>> taking(trick, Suit.SPADES.mask), taking(trick, Suit.CLUBS.mask)
    (1, 0)
    """
    if len(trick) != 4:
        table = mask_of(trick)
        return [card.bit for card in trick].index(1 << (table & trump or table & trick[0].suit_mask).bit_length() - 1)
    first, second, third, fourth = trick
    table = first.bit | second.bit | third.bit | fourth.bit
    best = CARDS[(table & trump or table & first.suit_mask).bit_length() - 1]
    if best is first:
        return 0
    if best is second:
        return 1
    return 2 if best is third else 3


def tricks_of(played: Sequence[Card], leader: Seat, turns: Sequence[tuple[Seat, ...]], trump: int) -> tuple[Trick, ...]:
    """The finished tricks among the cards played in a hand, in order; `turns[s]` are the players from `s` on."""
    return tricks_taken(played, leader, turns, partial(taking, trump=trump))


def tricks_taken(
    played: Sequence[Card], leader: Seat, turns: Sequence[tuple[Seat, ...]], takes: Callable[[Sequence[Card]], int]
) -> tuple[Trick, ...]:
    """As `tricks_of`, where `takes(trick)` is the place in the trick of the card that takes it."""
    tricks = []
    players = len(turns[leader])
    for start in range(0, len(played) - players + 1, players):
        cards = tuple(played[start : start + players])
        winner = turns[leader][takes(cards)]
        tricks.append(Trick(leader, cards, winner))
        leader = winner
    return tuple(tricks)


def seated(cards: Sequence[Card], leader: Seat, turns: Sequence[tuple[Seat, ...]]) -> tuple[tuple[Seat, Card], ...]:
    """The cards of a trick, finished or not, each with the seat that played it."""
    return tuple(zip(turns[leader], cards, strict=False))


def by_seat(cards: Iterable[tuple[Seat, Card]]) -> str:
    """Cards with the seats that played or drew them, as the text of a view has them.

    >>> by_seat([(Seat(2), Card.parse("AS")), (Seat(3), Card.parse("2C"))])
    'seat 2 A♠, seat 3 2♣'
    """
    return ", ".join(f"seat {seat} {card}" for seat, card in cards)


def on_table(cards: Sequence[Card], actor: Actor, turns: Sequence[tuple[Seat, ...]]) -> tuple[tuple[Seat, Card], ...]:
    """The cards of the trick to which `actor` is to play, each with the seat that played it, in order."""
    if not cards or not isinstance(actor, int):
        return ()
    return seated(cards, turns[actor][-len(cards)], turns)


def voids_in(plays: Iterable[Sequence[tuple[Seat, Card]]], players: int) -> tuple[frozenset[Suit], ...]:
    """By seat: the suits that it has shown not to hold, by not following the first card of one of these tricks."""
    void: list[set[Suit]] = [set() for _ in range(players)]
    for trick in plays:
        for seat, card in trick:
            led = trick[0][1]
            if led.suit is not None and not card.bit & led.suit_mask:
                void[seat].add(led.suit)
    return tuple(frozenset(suit for suit in SUITS if suit in one) for one in void)
