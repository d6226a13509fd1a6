"""Pasur (پاسور, چهار برگ Chahar Barg, یازده): two to four players, 52 cards, to the right.

A card takes from the table what makes eleven with it, a king a king, a queen a queen, a jack all but those; who empties the table
scores a sur. The clauses (PASUR-1 to PASUR-13) are told in `docs/rules/pasur.md`.

>>> from random import Random
>>> from persian_cards.games import pasur
>>> rng = Random(7)
>>> state = pasur.initial_state(pasur.Config(target=None))
>>> while legal := pasur.legal_actions(state):
...     state = pasur.apply(state, legal.sample(rng))
>>> sum(pasur.outcome(state).scores) == 20 + 5 * sum(state.standing.sheet[0].surs)
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import Final, Literal, TypeAlias, assert_never, final

import attrs

from persian_cards._quick import maker
from persian_cards.actions import (
    CHANCE,
    NOTHING,
    ActionSet,
    Actor,
    Chance,
    ChooseDealer,
    Deal,
    DealtOpen,
    Lazy,
    Permutations,
    Play,
    as_set,
    dealer_lots,
    pack_violation,
    turn_told,
)
from persian_cards.cards import (
    FULL,
    PACK,
    Card,
    CardSet,
    Mask,
    Rank,
    Suit,
    bits_of,
    cards_of,
    mask_of,
    mask_text,
    masks_text,
)
from persian_cards.errors import ConfigError, Violation, counted, shown
from persian_cards.game import Game, Outcome, Rotation, refusal, team_outcome
from persian_cards.options import Absent, Whole, first_dealer, max_hands, option
from persian_cards.table import NO_CARDS, Layout, Lineup, Seat, as_seated, check_seat, no_hand, sides_won
from persian_cards.worlds import Copies, Spreads, Worlds

__all__ = [
    "GAME", "Action", "AwaitDeal", "Capture", "CaptureRule", "ChooseDealer", "ClubsAward", "Config", "Deal", "DealtOpen",
    "DrawDealer", "Event", "Hand", "MatchOver", "Move", "Moves", "NextFour", "Phase", "Play", "Row", "Standing", "State",
    "TableJacks", "TablePlay", "View", "apply", "deal_for", "determinize", "initial_state", "layout", "legal_actions", "outcome",
    "places", "seats", "seen", "sides", "submit", "tally", "view", "violation", "worlds",
]  # fmt: skip

# -- the config ---------------------------------------------------------------------------------------------------------


class TableJacks(Enum):
    """What becomes of jacks among the first four cards of the table (PASUR-3)."""

    BURY = "bury"
    REDEAL = "redeal"
    ALLOW = "allow"

    def __str__(self) -> str:
        return self.value


class CaptureRule(Enum):
    """Whether a card that can take must (PASUR-5)."""

    MANDATORY = "mandatory"
    OPTIONAL = "optional"

    def __str__(self) -> str:
        return self.value


class ClubsAward(Enum):
    """Who gets the seven points for clubs (PASUR-12)."""

    SEVEN = "seven"
    MOST = "most"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(kw_only=True, cache_hash=True)
class Config:
    """The options of a match; ConfigError for what no table could play.

    >>> Config(players=3, partnership=True)
    Traceback (most recent call last):
    persian_cards.errors.ConfigError: partnership must be False with 3 players, not True (PASUR-1)
    """

    players: int = option(2, "PASUR-1", Whole(2, 4), meaning="how many play")
    partnership: bool = option(False, "PASUR-1", meaning="of four players those who sit opposite share their captures")
    first_dealer: int | None = first_dealer("PASUR-2", 4)
    table_jacks: TableJacks = option(
        TableJacks.BURY, "PASUR-3", meaning="jacks among the first four cards of the table are buried, undo the deal, or stay"
    )
    capture: CaptureRule = option(CaptureRule.MANDATORY, "PASUR-5", meaning="a card that can take must, or may be laid down")
    sur: int = option(5, "PASUR-7", Whole(0), meaning="points for a sur")
    sur_in_last_round: bool = option(True, "PASUR-8", meaning="a sur counts while the last cards of the pack are played")
    sur_limit: int | None = option(
        None, "PASUR-9", Whole(1), Absent(), meaning="points with which a side no longer scores or cancels surs"
    )
    surs_cancel: bool = option(False, "PASUR-9", meaning="a sur removes one of the other side, if it has one, and scores nothing")
    jack_on_empty: bool = option(False, "PASUR-10", meaning="a jack may be played on an empty table")
    clubs: ClubsAward = option(ClubsAward.SEVEN, "PASUR-12", meaning="who gets seven points for clubs: who has seven, or most")
    target: int | None = option(62, "PASUR-13", Whole(1), Absent(), meaning="points that win the match; none: a single hand")
    max_hands: int | None = max_hands()

    def __attrs_post_init__(self) -> None:
        if self.partnership and self.players != 4:
            raise ConfigError("partnership", True, f"False with {self.players} players", "PASUR-1")
        if self.first_dealer is not None and self.first_dealer >= self.players:
            raise ConfigError("first_dealer", self.first_dealer, f"a seat from 0 to {self.players - 1}", "PASUR-2")
        if self.surs_cancel and self.players > 2 and not self.partnership:
            raise ConfigError("surs_cancel", True, "False with more than two sides", "PASUR-9")


# -- actions ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Capture:
    """A card from the hand takes these cards from the table; it is not one of `taken` itself (PASUR-4, PASUR-5)."""

    card: Card
    taken: CardSet = attrs.field(converter=as_set)


Move: TypeAlias = Play | Capture
"""A player's turn; `Play` lays the card on the table (PASUR-6)."""

Action: TypeAlias = ChooseDealer | Deal | Play | Capture


@attrs.frozen
class NextFour:
    """Event: a player has made the last move of a round, and these four new cards are dealt to the seat (none for a spectator)
    (PASUR-2)."""

    move: Move
    dealt: CardSet


Event: TypeAlias = ChooseDealer | DealtOpen | Play | Capture | NextFour

# -- what lasts ---------------------------------------------------------------------------------------------------------

_LINEUPS: Final = {players: as_seated(players) for players in (2, 3, 4)}


@attrs.frozen
class Row:
    """A hand on the score sheet; all tuples are by side: `points` that it scored, `surs` that counted among them, `clubs` that
    were taken, and `scores` after it."""

    dealer: Seat
    points: tuple[int, ...]
    surs: tuple[int, ...]
    clubs: tuple[int, ...]
    scores: tuple[int, ...]


@attrs.frozen(cache_hash=True)
class Standing:
    """What lasts from hand to hand, all of it public; scores by side. `dealer` is None until one has been chosen."""

    config: Config
    dealer: Seat | None
    scores: tuple[int, ...]
    sheet: tuple[Row, ...] = ()

    @property
    def lineup(self) -> Lineup:
        """The players in order of play: as they are numbered."""
        return _LINEUPS[self.config.players]

    @property
    def side(self) -> tuple[int, ...]:
        """By seat: the number of its side; opposite seats are one in a partnership (PASUR-1, GEN-2)."""
        return self.lineup.team if self.config.partnership else self.lineup.order

    @property
    def order(self) -> tuple[Seat, ...]:
        """The players from the dealer's right on, the dealer last (PASUR-2)."""
        assert self.dealer is not None
        return self.lineup.after[self.dealer]


@attrs.frozen(cache_hash=True)
class Hand:
    """What is fixed while a hand is played; `buried` are the jacks at the bottom of the pack, which all know (PASUR-3)."""

    standing: Standing
    buried: tuple[Card, ...]
    next: tuple[Seat, ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: new.standing.lineup.next, takes_self=True)
    )


# -- the phases ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class DrawDealer:
    """The first dealer is found by lot (PASUR-2)."""

    standing: Standing

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: a seat is chosen."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, self.standing.config.players)


@attrs.frozen
class AwaitDeal:
    """The pack is being shuffled, perhaps again after a deal that its cards have undone (PASUR-2, PASUR-3)."""

    standing: Standing

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: the pack is dealt."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, self.standing.config.players)


@final
@attrs.frozen(weakref_slot=False)
class TablePlay:
    """A card is being played (PASUR-4): `dealt` are the fours dealt last, `left` what is left of them in all hands, `table` the
    cards on the table, `stock` the rest of the pack, next card first, and `moves` those of this hand of play, in order."""

    fixed: Hand
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)
    left: Mask = attrs.field(repr=mask_text)
    table: Mask = attrs.field(repr=mask_text)
    stock: tuple[Card, ...]
    actor: Seat
    moves: tuple[Move, ...]

    @property
    def standing(self) -> Standing:
        """What lasts from hand to hand."""
        return self.fixed.standing

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.dealt[check_seat(seat, len(self.dealt))] & self.left)


@attrs.frozen
class MatchOver:
    """The match is over (GEN-8)."""

    standing: Standing

    @property
    def actor(self) -> None:
        """None: nobody acts any more."""
        return None

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, self.standing.config.players)


State: TypeAlias = DrawDealer | AwaitDeal | TablePlay | MatchOver

_table_play: Final = maker(TablePlay)


def seats(config: Config) -> int:
    """How many players: two, three or four.

    >>> seats(Config(players=3))
    3
    """
    return config.players


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The seats of each side: everybody for himself, or two teams of two (PASUR-1)."""
    standing = state.standing
    sharing = range(len(standing.scores))
    return tuple(tuple(seat for seat in standing.lineup.order if standing.side[seat] == side) for side in sharing)


def initial_state(config: Config = Config()) -> State:
    """The state in which a match begins: the lot for the first dealer, or the first deal where he is given (PASUR-2).

    >>> initial_state(Config(first_dealer=1)).standing.dealer
    1
    """
    nothing = (0,) * (2 if config.partnership else config.players)
    if config.first_dealer is None:
        return DrawDealer(Standing(config, None, nothing))
    return AwaitDeal(Standing(config, Seat(config.first_dealer), nothing))


# -- ranks --------------------------------------------------------------------------------------------------------------

_VALUES: Final = tuple(1 if card.rank is Rank.ACE else card.rank.order + 2 if card.rank.order < 9 else 0 for card in PACK)
"""By card: what it counts toward eleven, 1 for an ace; 0 for jacks, queens and kings (PASUR-4)."""


def _all(rank: Rank) -> Mask:
    return mask_of(card for card in PACK if card.rank is rank)


_NUMBERS: Final = mask_of(card for card in PACK if _VALUES[card.index])
_JACKS: Final = _all(Rank.JACK)
_QUEENS_AND_KINGS: Final = _all(Rank.QUEEN) | _all(Rank.KING)
_LIKE: Final = {rank: _all(rank) for rank in (Rank.QUEEN, Rank.KING)}

# -- the deal -----------------------------------------------------------------------------------------------------------

_SHUFFLES: Final = Permutations(Deal, PACK)
_LOTS: Final = {players: dealer_lots(players) for players in _LINEUPS}
_LAYOUTS: Final = {
    players: Layout.packets(players, 4) + Layout(("table",) * 4 + ("stock",) * (48 - 4 * players)) for players in _LINEUPS
}


def layout(config: Config) -> Layout:
    """How the pack is dealt: four each, turn 0 the dealer's right, four on the "table", the rest the "stock" (PASUR-2).

    >>> layout(Config(players=2)).entries[7:13]
    (1, 'table', 'table', 'table', 'table', 'stock')
    """
    return _LAYOUTS[config.players]


@attrs.frozen
class _Turned:
    """What the first cards of the table have come to: `undone` if there is to be a new deal (PASUR-3)."""

    table: Mask
    buried: tuple[Card, ...]
    stock: tuple[Card, ...]
    undone: bool

    @property
    def shown(self) -> tuple[Card, ...]:
        """All cards that were turned up: those on the table, in the order of GEN-3, then the jacks, as they were buried."""
        return (*cards_of(self.table), *self.buried)


def _turn_up(rule: TableJacks, cards: tuple[Card, ...]) -> _Turned:
    """PASUR-3: the first of these cards go onto the table; jacks are buried or undo the deal, as may queens and kings."""
    table, buried, stock = mask_of(cards[:4]), list[Card](), cards[4:]
    if rule is TableJacks.ALLOW:
        return _Turned(table, (), stock, undone=False)
    most_jacks = 1 if rule is TableJacks.BURY else 0
    undone = (table & _JACKS).bit_count() > most_jacks or _three_alike(table)
    while not undone and (jack := table & _JACKS):
        buried += cards_of(jack)
        table ^= jack | stock[0].bit
        stock = stock[1:]
    return _Turned(table, tuple(buried), (*stock, *buried), undone or _three_alike(table))


def _three_alike(table: Mask) -> bool:
    """PASUR-3: three queens, or three kings, or more."""
    return any((table & like).bit_count() >= 3 for like in _LIKE.values())


def _deal(state: AwaitDeal, pack: tuple[Card, ...]) -> TablePlay | AwaitDeal | None:
    """PASUR-2, PASUR-3: four each and four on the table, or the deal is undone. None if it is not the pack."""
    bits = bits_of(pack, FULL)
    if bits is None:
        return None
    standing = state.standing
    players = standing.config.players
    turned = _turn_up(standing.config.table_jacks, pack[4 * players :])
    if turned.undone:
        return state
    first = standing.order[0]
    dealt = _LAYOUTS[players].masks(bits, standing.lineup.turn[first])
    return _table_play(Hand(standing, turned.buried), dealt, sum(dealt), turned.table, turned.stock, first, ())


def deal_for(
    state: State, hands: Mapping[int, str | Iterable[Card]], *, table: str | Iterable[Card] = (), stock: str | Iterable[Card] = ()
) -> Deal:
    """A `Deal` that gives the seats the named cards first, at most four each; `table` are the four cards first turned up, `stock`
    those that follow, all in the order in which they fall (PASUR-2, PASUR-3).

    `hands` are texts or cards by seat; whatever is not named follows in the order of the pack. Raises ValueError unless a deal is
    due in `state`, or for cards that cannot be dealt so, and LookupError for an unknown seat.

    >>> state = initial_state(Config(first_dealer=1))
    >>> apply(state, deal_for(state, {0: "AS KS"}, table="7C 3D", stock="2H")).hand(0)
    CardSet.parse('2C 3C KS AS')
    """
    if not isinstance(state, AwaitDeal):
        raise ValueError(f"no deal is due in the phase {type(state).__name__}")
    standing = state.standing
    turn = standing.lineup.turn[standing.order[0]]
    return Deal(layout(standing.config).arrange(PACK, turn, hands, {"table": table, "stock": stock}))


# -- what is legal ------------------------------------------------------------------------------------------------------


@final
@attrs.frozen(repr=False)
class Moves(Lazy[Move]):
    """What the cards of a hand may do: card by card in the order of GEN-3, each with the sets that it may take, in ascending order
    of their masks. The empty set, which comes first, stands for laying the card down.

    >>> Moves(((Card.parse("7D"), (0, Card.parse("4S").bit)),))
    <2 actions: Play(card=7D), Capture(card=7D, taken=CardSet.parse('4S'))>
    """

    ways: tuple[tuple[Card, tuple[Mask, ...]], ...]

    @property
    def size(self) -> int:
        return sum([len(sets) for _, sets in self.ways])

    def _at(self, place: int) -> Move:
        ways = iter(self.ways)
        card, sets = next(ways)
        while place >= len(sets):
            place -= len(sets)
            card, sets = next(ways)
        return Capture(card, CardSet.of_mask(sets[place])) if sets[place] else Play(card)

    def _place(self, action: object) -> int | None:
        if type(action) is Play:
            taken = 0
        elif type(action) is Capture and type(action.taken) is CardSet and action.taken:
            taken = action.taken.mask
        else:
            return None
        before = 0
        for card, sets in self.ways:
            if card is action.card:
                return before + sets.index(taken) if taken in sets else None
            before += len(sets)
        return None


def legal_actions(state: State) -> ActionSet[Action]:
    """What may be done now, in a fixed order; empty when the match is over.

    Seats go up; moves are in the order of `Moves`. PASUR-2, PASUR-4, PASUR-5, PASUR-6, PASUR-10.

    >>> state = initial_state(Config(first_dealer=1))
    >>> legal_actions(apply(state, deal_for(state, {0: "QD 9H 10H"}, table="QS AC 7C 4D")))[:3]
    (Play(card=2C), Capture(card=QD, taken=CardSet.parse('QS')), Play(card=9H))
    """
    if type(state) is TablePlay:
        return _moves(state.standing.config, state.dealt[state.actor] & state.left, state.table)
    match state:
        case AwaitDeal():
            return _SHUFFLES
        case DrawDealer():
            return _LOTS[state.standing.config.players]
        case MatchOver():
            return NOTHING
        case _:
            assert_never(state)


def _moves(config: Config, hand: Mask, table: Mask) -> Moves:
    """PASUR-4, PASUR-5, PASUR-6, PASUR-10."""
    numbers = _sets(table & _NUMBERS)
    optional = config.capture is CaptureRule.OPTIONAL
    ways = []
    for card in cards_of(hand):
        if card.bit & _JACKS:
            all_it_can = table & ~_QUEENS_AND_KINGS
            sets = [all_it_can] if all_it_can else []
            lays = not sets and _jack_may_lie(config, hand, table)
        else:
            if value := _VALUES[card.index]:
                sets = [some >> 4 for some in numbers if some & 15 == 11 - value]
            else:
                sets = [like.bit for like in cards_of(table & _LIKE[card.rank])]
            lays = optional or not sets
        if lays:
            sets = [0, *sets]
        if sets:
            ways.append((card, tuple(sets)))
    return Moves(tuple(ways))


def _sets(numbers: Mask) -> list[int]:
    """All sets of these cards that make at most ten, in ascending order; each is its mask times 16 plus what it makes (PASUR-4).

    Sets that make more are never built, so there are few, however many cards there are: of all forty no more than 4,051.
    """
    found = [0]
    while numbers:
        bit = numbers & -numbers
        numbers ^= bit
        value = _VALUES[bit.bit_length() - 1]
        room, one = 10 - value, bit << 4 | value
        found += [some + one for some in found if some & 15 <= room]
    return found


def _jack_may_lie(config: Config, hand: Mask, table: Mask) -> bool:
    """PASUR-10, of a jack that can take nothing: on an empty table only if its player has nothing but jacks."""
    return bool(table) or config.jack_on_empty or not hand & ~_JACKS


def _can_take(card: Card, table: Mask) -> bool:
    """Whether a card can take anything at all (PASUR-4)."""
    if card.bit & _JACKS:
        return bool(table & ~_QUEENS_AND_KINGS)
    value = _VALUES[card.index]
    if not value:
        return bool(table & _LIKE[card.rank])
    totals, numbers = 1, table & _NUMBERS  # in `totals` the bit of each total that some of the cards make
    while numbers:
        bit = numbers & -numbers
        numbers ^= bit
        totals |= totals << _VALUES[bit.bit_length() - 1]
    return bool(totals >> 11 - value & 1)


def violation(state: State, action: object) -> Violation | None:
    """Why an action is not legal; None exactly for the members of `legal_actions(state)` (GEN-5). `action` may be anything.

    >>> state = initial_state(Config(first_dealer=1))
    >>> state = apply(state, deal_for(state, {0: "7D"}, table="7C 4D 4S QS"))
    >>> print(violation(state, Capture(Card.parse("7D"), CardSet.parse("4D 4S"))))
    seat 0 cannot take 4♦ 4♠ with 7♦: together they make 15, not eleven (PASUR-4)
    """
    if type(action) not in _ACTIONS:
        return Violation("GEN-5", f"{shown(action)} is not an action of pasur")
    match state:
        case TablePlay():
            if type(action) is not Play and type(action) is not Capture:
                return Violation("PASUR-4", f"seat {state.actor} must play a card now")
            return _move_violation(state, action)
        case AwaitDeal():
            if type(action) is not Deal:
                return Violation("PASUR-2", "the pack must be dealt now")
            return pack_violation(action, _SHUFFLES)
        case DrawDealer():
            players = state.standing.config.players
            lot = f"the lot must fall on a first dealer now, seat 0 to {players - 1}"
            return None if action in _LOTS[players] else Violation("PASUR-2", lot)
        case MatchOver():
            return Violation("GEN-8", "the match is over")
        case _:
            assert_never(state)


def _move_violation(state: TablePlay, move: Move) -> Violation | None:
    """Why a card may not be played so: PASUR-4, PASUR-5, PASUR-6, PASUR-10."""
    seat, table = state.actor, state.table
    card: object = move.card
    if type(card) is not Card:
        return Violation("GEN-5", f"{shown(card)} is not a card")
    hand = state.dealt[seat] & state.left
    if not hand & card.bit:
        return Violation("GEN-5", f"seat {seat} does not hold {card}")
    if type(move) is Capture:
        return _capture_violation(seat, card, move.taken, table)
    config, is_jack = state.standing.config, card.bit & _JACKS
    if (is_jack or config.capture is CaptureRule.MANDATORY) and _can_take(card, table):
        return Violation("PASUR-5", f"seat {seat} must take with {card} and may not lay it down")
    if is_jack and not _jack_may_lie(config, hand, table):
        return Violation("PASUR-10", f"seat {seat} may not play a jack on an empty table while he has other cards")
    return None


def _capture_violation(seat: Seat, card: Card, taken: object, table: Mask) -> Violation | None:
    """Why a card does not take these: PASUR-4."""
    if not isinstance(taken, CardSet):
        return Violation("GEN-5", f"{shown(taken)} is not a set of cards, each named once")
    mask = taken.mask
    if mask & ~table:
        return Violation("GEN-5", f"seat {seat} cannot take {taken} with {card}: {cards_of(mask & ~table)[0]} is not on the table")
    if not mask:
        return Violation("PASUR-4", f"seat {seat} must name the cards that {card} takes; what takes nothing is laid down")
    value = _VALUES[card.index]
    if value:
        total = value + sum([_VALUES[one.index] for one in cards_of(mask)])
        pictures = mask & ~_NUMBERS
        if not pictures and total == 11:
            return None
        why = f"{cards_of(pictures)[0]} is no number" if pictures else f"together they make {total}, not eleven"
    elif card.bit & _JACKS:
        if mask == table & ~_QUEENS_AND_KINGS:
            return None
        why = "a jack takes every card but kings and queens"
    else:
        if mask & _LIKE[card.rank] == mask and not mask & mask - 1:
            return None
        why = f"a {card.rank} takes one {card.rank}"
    return Violation("PASUR-4", f"seat {seat} cannot take {taken} with {card}: {why}")


# -- what an action does ------------------------------------------------------------------------------------------------


def apply(state: State, action: Action) -> State:
    """The state that an action leads to; the old one is untouched. Raises IllegalAction for what is not legal (GEN-5).

    >>> state = initial_state(Config(first_dealer=1))
    >>> state = apply(state, deal_for(state, {0: "7D"}, table="7C 4D 4S QS"))
    >>> apply(state, Capture(Card.parse("7D"), CardSet.parse("4D"))).actor
    1
    >>> apply(state, Play(Card.parse("7D")))
    Traceback (most recent call last):
    persian_cards.errors.IllegalAction: seat 0 must take with 7♦ and may not lay it down (PASUR-5): Play(card=7D) is refused
    """
    if type(state) is TablePlay:  # by far the most frequent
        if (type(action) is not Play and type(action) is not Capture) or _move_violation(state, action) is not None:
            raise refusal(state, action, violation, legal_actions)
        fixed, bit = state.fixed, action.card.bit
        table = state.table ^ (action.taken.mask if type(action) is Capture else bit)
        left, moves = state.left ^ bit, state.moves + (action,)
        if left:
            return _table_play(fixed, state.dealt, left, table, state.stock, fixed.next[state.actor], moves)
        return _end_round(fixed, table, state.stock, moves)
    match state:
        case AwaitDeal():
            if type(action) is Deal and (dealt := _deal(state, action.pack)) is not None:
                return dealt
        case DrawDealer():
            if type(action) is ChooseDealer and action in _LOTS[state.standing.config.players]:
                return AwaitDeal(attrs.evolve(state.standing, dealer=action.seat))
        case MatchOver():
            pass
        case _:
            assert_never(state)
    raise refusal(state, action, violation, legal_actions)


def _end_round(fixed: Hand, table: Mask, stock: tuple[Card, ...], moves: tuple[Move, ...]) -> TablePlay | AwaitDeal | MatchOver:
    """PASUR-2: all hands are empty; four more each, none to the table, or the hand is over."""
    if not stock:
        return _score(fixed.standing, table, moves)
    standing = fixed.standing
    order, turn = standing.order, standing.lineup.turn[standing.order[0]]
    dealt = tuple([mask_of(stock[4 * at : 4 * at + 4]) for at in turn])
    return _table_play(fixed, dealt, sum(dealt), table, stock[4 * len(order) :], order[0], moves)


# -- what has been taken ------------------------------------------------------------------------------------------------


def _seated(standing: Standing, moves: Sequence[Move]) -> list[tuple[Seat, Move]]:
    """The moves of a hand of play, each with the seat that made it: all play in turn (PASUR-2)."""
    order = standing.order
    return [(order[at % len(order)], move) for at, move in enumerate(moves)]


def _tables(table: Mask, moves: Sequence[Move]) -> Iterator[Mask]:
    """The cards on the table before each of the moves that have led to this table, and after the last."""
    changes = [move.taken.mask if isinstance(move, Capture) else move.card.bit for move in moves]
    for change in reversed(changes):
        table ^= change
    yield table
    for change in changes:
        table ^= change
        yield table


def _captured(standing: Standing, moves: Sequence[Move]) -> list[Mask]:
    """By side: the cards taken, with those that took them (PASUR-4)."""
    found, side = [0] * len(standing.scores), standing.side
    for seat, move in _seated(standing, moves):
        if type(move) is Capture:
            found[side[seat]] |= move.taken.mask | move.card.bit
    return found


def _last_taker(standing: Standing, moves: Sequence[Move]) -> Seat | None:
    """Who has taken last; None if nobody has taken (PASUR-11)."""
    return next((seat for seat, move in reversed(_seated(standing, moves)) if type(move) is Capture), None)


def _surs(standing: Standing, table: Mask, moves: Sequence[Move]) -> tuple[int, ...]:
    """By side: the surs of a hand that count, after those moves (PASUR-7 to PASUR-9)."""
    config, found = standing.config, [0] * len(standing.scores)
    counted = 48 if config.sur_in_last_round else 48 - 4 * config.players
    tables = list(_tables(table, moves))
    for (seat, move), after in zip(_seated(standing, moves)[:counted], tables[1:], strict=False):
        side = standing.side[seat]
        barred = config.sur_limit is not None and standing.scores[side] >= config.sur_limit
        if after or type(move) is Play or move.card.bit & _JACKS or barred:
            continue
        if config.surs_cancel and found[1 - side]:
            found[1 - side] -= 1
        else:
            found[side] += 1
    return tuple(found)


# -- scoring ------------------------------------------------------------------------------------------------------------

_TEN_OF_DIAMONDS: Final = Card(Suit.DIAMONDS, Rank.TEN).bit
_TWO_OF_CLUBS: Final = Card(Suit.CLUBS, Rank.TWO).bit
_ONE_POINT: Final = _all(Rank.ACE) | _JACKS


def _card_points(cards: Mask) -> int:
    """PASUR-12, without the clubs.

    >>> _card_points(CardSet.parse("10H 10S 10C 2D 2H 2S").mask), _card_points(FULL)
    (0, 13)
    """
    return 3 * bool(cards & _TEN_OF_DIAMONDS) + 2 * bool(cards & _TWO_OF_CLUBS) + (cards & _ONE_POINT).bit_count()


def _has_the_clubs(rule: ClubsAward, clubs: Sequence[int], side: int) -> bool:
    """PASUR-12: whether a side gets the points for clubs."""
    if rule is ClubsAward.SEVEN:
        return clubs[side] >= 7
    return all(other < clubs[side] for at, other in enumerate(clubs) if at != side)


def _score(standing: Standing, table: Mask, moves: tuple[Move, ...]) -> AwaitDeal | MatchOver:
    """PASUR-11 to PASUR-13, GEN-7, GEN-9: a hand is over and is entered on the sheet; the deal passes to the right."""
    config, dealer = standing.config, standing.dealer
    assert dealer is not None
    captured, taker, surs = _captured(standing, moves), _last_taker(standing, moves), _surs(standing, table, moves)
    if taker is not None:
        captured[standing.side[taker]] |= table
    clubs = tuple([(cards & Suit.CLUBS.mask).bit_count() for cards in captured])
    points = tuple(
        [
            _card_points(cards) + 7 * _has_the_clubs(config.clubs, clubs, side) + config.sur * surs[side]
            for side, cards in enumerate(captured)
        ]
    )
    scores = tuple([score + more for score, more in zip(standing.scores, points, strict=True)])
    row = Row(dealer, points, surs, clubs, scores)
    after = Standing(config, standing.lineup.next[dealer], scores, (*standing.sheet, row))
    return MatchOver(after) if sides_won(scores, config.target, len(after.sheet), config.max_hands) else AwaitDeal(after)


def outcome(state: State) -> Outcome | None:
    """The end of the match; None while it goes on. The highest total wins; equal ones, after a single hand or hand `max_hands`,
    share the win (PASUR-13, GEN-7 to GEN-9)."""
    return team_outcome(state.standing.side, state.standing.scores) if isinstance(state, MatchOver) else None


def tally(state: State) -> dict[str, int]:
    """What has happened so far, by the sheet: hands, and surs that counted."""
    sheet = state.standing.sheet
    return {"hands": len(sheet), "surs": sum(sum(row.surs) for row in sheet)}


def places(state: State) -> dict[str, tuple[Card, ...]]:
    """Every place that has cards in it: the hands, the table, the stock in its order, what each side has captured, the pack."""
    if not isinstance(state, TablePlay):
        return {"pack": PACK}
    found = {f"hand {seat}": cards_of(mask & state.left) for seat, mask in enumerate(state.dealt)}
    found |= {"table": cards_of(state.table), "stock": state.stock}
    captured = _captured(state.standing, state.moves)
    return found | {f"captures {side}": cards_of(cards) for side, cards in enumerate(captured)}


# -- what a seat sees ---------------------------------------------------------------------------------------------------


class Phase(Enum):
    """What the table is doing."""

    DRAW_DEALER = "drawing the dealer"
    AWAIT_DEAL = "shuffling"
    TABLE_PLAY = "playing"
    MATCH_OVER = "over"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(weakref_slot=False)
class View:
    """What a seat may see, a spectator where `seat` is None: the standing, his own cards, and what has been shown to all.

    `buried` are the jacks that were laid at the bottom of the pack (PASUR-3), `moves` those of this hand of play, in order.
    """

    seat: Seat | None
    actor: Actor
    phase: Phase
    standing: Standing
    buried: tuple[Card, ...]
    own: Mask = attrs.field(repr=mask_text)
    on_table: Mask = attrs.field(repr=mask_text)
    moves: tuple[Move, ...]

    @property
    def hand(self) -> CardSet:
        """The seat's own cards; none for a spectator."""
        return CardSet.of_mask(self.own)

    @property
    def table(self) -> CardSet:
        """The cards on the table."""
        return CardSet.of_mask(self.on_table)

    @property
    def first_table(self) -> CardSet:
        """The cards with which the table began (PASUR-2, PASUR-3)."""
        return CardSet.of_mask(next(_tables(self.on_table, self.moves)))

    @property
    def legal(self) -> ActionSet[Action]:
        """What this seat may do now; empty for others than the actor."""
        if self.seat is None or self.actor != self.seat:
            return NOTHING
        return _moves(self.standing.config, self.own, self.on_table)

    @property
    def played(self) -> tuple[tuple[Seat, Move], ...]:
        """The moves of this hand of play, each with the seat that made it, in order."""
        return tuple(_seated(self.standing, self.moves)) if self.moves else ()

    @property
    def counts(self) -> tuple[int, ...]:
        """By seat: how many cards it holds."""
        players = self.standing.config.players
        if self.phase is not Phase.TABLE_PLAY:
            return (0,) * players
        moved = [seat for seat, _ in self._round()]
        return tuple(4 - moved.count(seat) for seat in self.standing.lineup.order)

    @property
    def stock(self) -> int:
        """How many cards of the pack are still to be dealt."""
        round_size = 4 * self.standing.config.players
        return 48 - round_size * (1 + len(self.moves) // round_size) if self.phase is Phase.TABLE_PLAY else 0

    @property
    def captured(self) -> tuple[CardSet, ...]:
        """By side: the cards that it has taken in this hand of play."""
        if not self.moves:
            return (NO_CARDS,) * len(self.standing.scores)
        return tuple(map(CardSet.of_mask, _captured(self.standing, self.moves)))

    @property
    def surs(self) -> tuple[int, ...]:
        """By side: its surs of this hand of play that count so far (PASUR-7 to PASUR-9)."""
        return _surs(self.standing, self.on_table, self.moves) if self.moves else (0,) * len(self.standing.scores)

    @property
    def last_taker(self) -> Seat | None:
        """Who has taken last, and would get what is left on the table (PASUR-11)."""
        return _last_taker(self.standing, self.moves) if self.moves else None

    @property
    def only_jacks(self) -> tuple[Seat, ...]:
        """The seats that have shown in this round to hold nothing but jacks, by playing one on an empty table (PASUR-10)."""
        if self.standing.config.jack_on_empty or not self.moves:
            return ()
        tables = list(_tables(self.on_table, self.moves))[:-1]
        latest = self._round()
        before = tables[len(tables) - len(latest) :]
        return tuple(
            sorted({seat for (seat, move), table in zip(latest, before, strict=True) if not table and move.card.bit & _JACKS})
        )

    def _round(self) -> tuple[tuple[Seat, Move], ...]:
        """The moves since the last four were dealt."""
        played = self.played
        return played[len(played) - len(played) % (4 * self.standing.config.players) :]

    def __str__(self) -> str:
        standing = self.standing
        lines = [f"{self.phase}{turn_told(self.actor)}; scores {', '.join(map(str, standing.scores))}"]
        if standing.dealer is not None and self.phase is not Phase.MATCH_OVER:
            lines.append(f"dealer: seat {standing.dealer}; hand {len(standing.sheet) + 1}")
        if self.phase is Phase.TABLE_PLAY:
            lines.append(f"table: {self.table}" if self.on_table else "the table is empty")
            at_bottom = f", {' '.join(map(str, self.buried))} at its bottom" if self.buried and self.stock else ""
            lines.append(f"{counted(self.stock, 'card')} to come{at_bottom}")
            lines += [
                f"taken by side {side}: {counted(len(cards), 'card')}, {counted(surs, 'sur')}"
                for side, (cards, surs) in enumerate(zip(self.captured, self.surs, strict=True))
            ]
        if self.own:
            lines.append(f"your hand: {self.hand}")
        return "\n".join(lines)


_view: Final = maker(View)


def view(state: State, seat: int | None) -> View:
    """What a seat may see of a state, or a spectator for None. Raises LookupError for an unknown seat.

    >>> state = apply(initial_state(Config(first_dealer=1)), Deal(PACK))
    >>> view(state, 0).hand, view(state, 1).legal.size, view(state, None).table
    (CardSet.parse('2C 3C 4C 5C'), 0, CardSet.parse('10C QC KC AC'))
    """
    whose = None if seat is None else check_seat(seat, state.standing.config.players)
    if isinstance(state, TablePlay):
        own = 0 if whose is None else state.dealt[whose] & state.left
        fixed = state.fixed
        return _view(whose, state.actor, Phase.TABLE_PLAY, fixed.standing, fixed.buried, own, state.table, state.moves)
    match state:
        case DrawDealer():
            return _view(whose, CHANCE, Phase.DRAW_DEALER, state.standing, (), 0, 0, ())
        case AwaitDeal():
            return _view(whose, CHANCE, Phase.AWAIT_DEAL, state.standing, (), 0, 0, ())
        case MatchOver():
            return _view(whose, None, Phase.MATCH_OVER, state.standing, (), 0, 0, ())
        case _:
            assert_never(state)


def seen(state: State, action: Action, seat: int | None) -> Event:
    """What a seat (a spectator for None) notices of a legal action: the action itself where it is public, else its public part.

    Of a deal it notices its own four cards and all that is turned up: the table, then the jacks that are buried; of a deal that is
    undone only what is turned up (PASUR-3). With the last move of a round it notices its next four cards. Raises IllegalAction for
    an action that is not legal and LookupError for an unknown seat.

    >>> seen(initial_state(Config(first_dealer=1)), Deal(PACK), 1)
    DealtOpen(hand=CardSet.parse('6C 7C 8C 9C'), shown=(10C, QC, KC, AC, JC))
    """
    config = state.standing.config
    whose = None if seat is None else check_seat(seat, config.players)
    after = apply(state, action)
    own = NO_CARDS if whose is None else after.hand(whose)
    if isinstance(action, Deal):
        return DealtOpen(own, _turn_up(config.table_jacks, action.pack[4 * config.players :]).shown)
    if isinstance(action, Play | Capture) and isinstance(state, TablePlay) and isinstance(after, TablePlay):
        return action if after.stock == state.stock else NextFour(action, own)
    return action


# -- what a seat may imagine --------------------------------------------------------------------------------------------


def worlds(view: View) -> Worlds[State]:
    """The states that fit a view, each equally likely: all ways for the unseen cards to lie in the other hands and, in any order,
    in the pack, but those that what has been shown rules out.

    - Buried jacks lie at the bottom of the pack, in their order; dealt last, they are in the dealer's hand (PASUR-3).
    - Who has played a jack on an empty table holds nothing but jacks, until he is dealt new cards (PASUR-10).
    - A card that could take and does not, and which of several sets it takes, tells nothing (PASUR-5).

    >>> from math import comb, factorial
    >>> worlds(view(apply(initial_state(Config(first_dealer=1)), Deal(PACK)), 0)).size == comb(43, 4) * factorial(39)
    True
    """
    if view.phase is not Phase.TABLE_PLAY:
        return Worlds(Spreads((), ()), partial(_public, view))
    players = view.standing.config.players
    known = _buried_in_hand(view)
    seen = view.own | view.on_table | mask_of(view.buried)
    for move in view.moves:
        seen |= move.card.bit | (move.taken.mask if type(move) is Capture else 0)
    hidden = [seat for seat in range(players) if seat != view.seat]
    room = [view.counts[seat] - known[seat].bit_count() if seat in hidden else 0 for seat in range(players)]
    room.append(view.stock - len(view.buried) if view.stock else 0)
    free = [seat for seat in hidden if seat not in view.only_jacks]
    jacks = Copies(cards_of(FULL & ~seen & _JACKS), (*hidden, players))
    others = Copies(cards_of(FULL & ~seen & ~_JACKS), (*free, players))
    return Worlds(Spreads((jacks, others), tuple(room), ordered=(players,)), partial(_in_play, view))


def _buried_in_hand(view: View) -> list[Mask]:
    """By seat: the buried jacks that all know it to hold; in the last round they are the dealer's, until played (PASUR-3)."""
    known = [0] * view.standing.config.players
    if not view.stock and view.standing.dealer is not None:
        known[view.standing.dealer] = mask_of(view.buried) & ~mask_of(move.card for move in view.moves)
    return known


def _in_play(view: View, filled: Sequence[Sequence[Card]]) -> State:
    *hands, stock = filled
    dealt = [mask_of(cards) | known for cards, known in zip(hands, _buried_in_hand(view), strict=True)]
    if view.seat is not None:
        dealt[view.seat] = view.own
    left = sum(dealt)
    for seat, move in view._round():
        dealt[seat] |= move.card.bit
    bottom = view.buried if view.stock else ()
    assert isinstance(view.actor, int)
    fixed = Hand(view.standing, view.buried)
    return TablePlay(fixed, tuple(dealt), left, view.on_table, (*stock, *bottom), view.actor, view.moves)


def _public(view: View, filled: Sequence[Sequence[Card]]) -> State:
    match view.phase:
        case Phase.DRAW_DEALER:
            return DrawDealer(view.standing)
        case Phase.AWAIT_DEAL:
            return AwaitDeal(view.standing)
        case _:
            return MatchOver(view.standing)


# -- the game -----------------------------------------------------------------------------------------------------------

_ACTIONS: Final = (ChooseDealer, Deal, Play, Capture)

GAME: Final[Game[Config, State, Action, View, Event]] = Game(
    name="pasur",
    aliases=("chahar_barg",),
    persian_name="پاسور",
    rotation=Rotation.RIGHT,
    version=1,
    Config=Config,
    phases=(DrawDealer, AwaitDeal, TablePlay, MatchOver),
    actions=_ACTIONS,
    events=(ChooseDealer, DealtOpen, Play, Capture, NextFour),
    seats=seats,
    initial_state=initial_state,
    legal_actions=legal_actions,
    violation=violation,
    apply=apply,
    outcome=outcome,
    view=view,
    seen=seen,
    worlds=worlds,
    places=places,
    sides=sides,
    deal_for=deal_for,
    tally=tally,
)

submit: Final = GAME.submit
determinize: Final = GAME.determinize
