"""Seats and teams, the order of play, how a pack is dealt, and places at the end: what games share about the table.

Nobody reckons a neighbour or a team from a seat's number: players may have changed places, so order is data of a `Lineup`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, NewType, TypeAlias

import attrs

from persian_cards.cards import Card, CardSet, parse_cards
from persian_cards.errors import counted, shown

Seat = NewType("Seat", int)
"""A player's number, from 0 (GEN-1)."""

Team = NewType("Team", int)
"""A team's number, 0 or 1 (GEN-2)."""

SEATS_OF_FOUR: Final = (Seat(0), Seat(1), Seat(2), Seat(3))


def check_seat(seat: object, players: int) -> Seat:
    """`seat` as a Seat; LookupError if it is no seat of a table with so many players.

    >>> check_seat(2, 4)
    2
    """
    if type(seat) is not int or not 0 <= seat < players:
        raise LookupError(f"there is no seat {shown(seat)}; the seats are 0 to {players - 1}")
    return Seat(seat)


def no_hand(seat: object, players: int) -> CardSet:
    """The hand of a seat where nobody holds cards; LookupError as for `check_seat`."""
    check_seat(seat, players)
    return NO_CARDS


NO_CARDS: Final = CardSet()

# -- order of play ------------------------------------------------------------------------------------------------------


def _turns(order: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    return tuple(order[place:] + order[:place] for place in map(order.index, sorted(order)))


def _teams(order: tuple[Seat, ...]) -> tuple[Team, ...]:
    own = order.index(Seat(0)) % 2
    return tuple(Team((order.index(seat) % 2) ^ own) for seat in sorted(order))


@attrs.frozen(cache_hash=True)
class Lineup:
    """The players in order of play, starting at place 0 of the table; with four, who sits opposite is one's partner (GEN-2).

    `next[s]` is the player after `s`, `turns[s]` all players from `s` on, `after[s]` those from the next one on, `s` last;
    `before[s]` is the player before, `turn[s][t]` how many turns after `s` player `t` comes; `team[s]` is a player's team: team 0
    is the team of player 0.

    >>> lineup = Lineup((0, 1, 3, 2))
    >>> lineup.next[1], lineup.before[0], lineup.turns[3], lineup.after[3], lineup.team
    (3, 2, (3, 2, 0, 1), (2, 0, 1, 3), (0, 1, 1, 0))
    """

    order: tuple[Seat, ...]

    turns: tuple[tuple[Seat, ...], ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: _turns(new.order), takes_self=True)
    )
    next: tuple[Seat, ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: tuple(turn[1] for turn in new.turns), takes_self=True)
    )
    after: tuple[tuple[Seat, ...], ...] = attrs.field(
        init=False,
        eq=False,
        repr=False,
        default=attrs.Factory(lambda new: tuple(new.turns[seat] for seat in new.next), takes_self=True),
    )
    before: tuple[Seat, ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: tuple(turn[-1] for turn in new.turns), takes_self=True)
    )
    turn: tuple[tuple[int, ...], ...] = attrs.field(
        init=False,
        eq=False,
        repr=False,
        default=attrs.Factory(lambda new: tuple(tuple(map(turn.index, sorted(turn))) for turn in new.turns), takes_self=True),
    )
    team: tuple[Team, ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: _teams(new.order), takes_self=True)
    )

    def swapped(self, one: Seat, other: Seat) -> Lineup:
        """The lineup with two players' places changed.

        >>> Lineup((0, 1, 2, 3)).swapped(0, 1).order
        (1, 0, 2, 3)
        """
        new = {one: other, other: one}
        return Lineup(tuple(new.get(seat, seat) for seat in self.order))


def as_seated(players: int) -> Lineup:
    """So many players in the order of their numbers.

    >>> as_seated(3).order
    (0, 1, 2)
    """
    return Lineup(tuple(Seat(seat) for seat in range(players)))


AS_SEATED: Final = as_seated(4)
"""Four players in the order of their numbers."""

# -- dealing ------------------------------------------------------------------------------------------------------------


def _positions(entries: Sequence[int | str]) -> tuple[itemgetter[Any], ...]:
    """By turn of the players: what takes their cards out of a pack, always as a sequence; the quickest way is a slice."""
    found = []
    for turn in sorted({place for place in entries if isinstance(place, int)}):
        at = [position for position, place in enumerate(entries) if place == turn]
        step = at[1] - at[0] if len(at) > 1 else 1
        evenly = at == list(range(at[0], at[-1] + 1, step))
        found.append(itemgetter(slice(at[0], at[-1] + 1, step)) if evenly else itemgetter(*at))
    return tuple(found)


NamedCards: TypeAlias = str | Iterable[Card]
"""Cards as users name them: as text, or themselves."""

_NO_ZONES: Final[Mapping[str, NamedCards]] = MappingProxyType({})


@attrs.frozen(cache_hash=True)
class Layout:
    """How a pack is dealt, as data: for each of its cards, first dealt first, who gets it.

    An entry is a player's turn (0: the first to be dealt to) or the name of a zone, such as a widow.

    >>> layout = Layout.packets(2, 1, 2) + Layout(("widow", "widow"))
    >>> layout.entries
    (0, 1, 0, 0, 1, 1, 'widow', 'widow')
    """

    entries: tuple[int | str, ...]
    _positions: tuple[itemgetter[Any], ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: _positions(new.entries), takes_self=True)
    )

    @classmethod
    def packets(cls, players: int, *sizes: int) -> Layout:
        """To each player in turn a packet of the first size, then to each one of the second, and so on."""
        return cls(tuple(turn for size in sizes for turn in range(players) for _ in range(size)))

    def __add__(self, other: Layout) -> Layout:
        return Layout(self.entries + other.entries)

    def first(self, count: int) -> Layout:
        """The dealing of the first `count` cards alone."""
        return Layout(self.entries[:count])

    def after(self, count: int) -> Layout:
        """The dealing of the cards after the first `count`."""
        return Layout(self.entries[count:])

    def cards(self, pack: Sequence[Card], place: int | str) -> tuple[Card, ...]:
        """The cards that fall to one place, in the order in which they fall."""
        return tuple(card for card, there in zip(pack, self.entries, strict=True) if there == place)

    def masks(self, bits: Sequence[int], turn: Sequence[int]) -> tuple[int, ...]:
        """By seat: the masks of their cards; `bits` are the bits of the pack's cards, `turn` tells by seat when it is dealt to."""
        positions = self._positions
        return tuple([sum(positions[at](bits)) for at in turn])

    def arrange(
        self,
        pack: Sequence[Card],
        turn: Sequence[int],
        hands: Mapping[int, NamedCards],
        zones: Mapping[str, NamedCards] = _NO_ZONES,
    ) -> tuple[Card, ...]:
        """A pack that gives seats and zones the named cards, in the order in which they fall; other cards in the order of `pack`.
        `turn` tells by seat when it is dealt to.

        Raises LookupError for an unknown seat, and ValueError for an unknown zone, too many cards for a place, a card named twice,
        or one that is not in the pack.

        >>> arranged = Layout.packets(2, 2).arrange(parse_cards("2C 3C 4C 5C"), (1, 0), {0: "3C"})
        >>> " ".join(card.code for card in arranged)
        '2C 4C 3C 5C'
        """
        if not isinstance(hands, Mapping):
            raise TypeError(f"hands are cards by seat, like {{0: 'AS KS'}}, and not {shown(hands)}")
        named: list[tuple[str, int | str, tuple[Card, ...]]] = [
            *((f"seat {seat}", turn[check_seat(seat, len(turn))], named_cards(cards)) for seat, cards in hands.items()),
            *((f"the {zone}", zone, named_cards(cards)) for zone, cards in zones.items()),
        ]
        rest = list(pack)
        for told, place, cards in named:
            room = self.entries.count(place)
            if len(cards) > room:
                raise ValueError(f"{told} is dealt {counted(room, 'card')}, not {len(cards)}")
            for card in cards:
                if card not in rest:
                    wrong = ("is not in the pack", "is named twice", "is named too often")[min(pack.count(card), 2)]
                    raise ValueError(f"{card!r} {wrong}, at {told}")
                rest.remove(card)
        fill = iter(rest)
        falling = {place: chain(cards, fill) for _, place, cards in named}
        return tuple(next(falling.get(place, fill)) for place in self.entries)


def named_cards(cards: NamedCards) -> tuple[Card, ...]:
    """Cards given as text or as cards, in their order; ValueError for anything else.

    >>> named_cards("AS 2C") == named_cards([Card.parse("AS"), Card.parse("2C")])
    True
    """
    if not isinstance(cards, Iterable):
        raise ValueError(f"{shown(cards)} is neither text like 'AS 10H' nor a list of cards")
    found = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
    for card in found:
        if not isinstance(card, Card):
            raise ValueError(f"{shown(card)} is not a card; give text like 'AS 10H' or cards")
    return found


# -- the end ------------------------------------------------------------------------------------------------------------


def places_by(keys: Sequence[Any]) -> tuple[int, ...]:
    """The place of each seat by its key, highest first; equal keys share the better place and the next is left out (GEN-8).

    >>> places_by([40, 10, 40, 20])
    (1, 4, 1, 3)
    """
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def sides_won(totals: Sequence[int], target: int | None, hands: int, max_hands: int | None) -> tuple[int, ...]:
    """The sides that have won a match after so many hands, by number; none while it goes on.

    Who has reached `target` wins (None: the first hand decides), of several the highest; if the highest is shared, the match goes
    on (GEN-7), but after hand `max_hands` the highest totals win, shared or not (GEN-9).

    >>> sides_won([512, 512], 500, 9, None), sides_won([512, 512], 500, 9, 9), sides_won([531, 508], 500, 9, None)
    ((), (0, 1), (0,))
    """
    best = max(totals)
    leaders = tuple(side for side, total in enumerate(totals) if total == best)
    if hands == max_hands or target is None:
        return leaders
    return leaders if best >= target and len(leaders) == 1 else ()
