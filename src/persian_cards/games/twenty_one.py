"""Twenty-one (بازی ۲۱, Bist-o-yek): two to ten players, each against the bank, 36 cards, to the right.

A banker puts money on the table and plays with the others one after another; whoever is nearer to 21 wins the bet, and the bank
goes round. The clauses (BIST-1 to BIST-20) are told in `docs/rules/twenty_one.md`.

>>> from random import Random
>>> from persian_cards.games import twenty_one
>>> rng = Random(7)
>>> state = twenty_one.initial_state(twenty_one.Config(bank_turns=2, max_rounds=5))
>>> while legal := twenty_one.legal_actions(state):
...     state = twenty_one.apply(state, legal.sample(rng))
>>> len(state.standing.sheet), sum(twenty_one.outcome(state).scores)
(2, 0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cache, cached_property, partial
from itertools import chain
from math import factorial, perm, prod
from random import Random
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
    Joined,
    Listed,
    Pass,
    Permutations,
    Range,
    below,
    dealer_lots,
    exactly,
    pack_violation,
    turn_told,
)
from persian_cards.cards import CARDS, Bag, Card, CardSet, Mask, Rank, mask_of, masks_text, pack_from, sorted_cards
from persian_cards.errors import ConfigError, Violation, shown
from persian_cards.game import Game, Outcome, Rotation, refusal
from persian_cards.options import Absent, Whole, option
from persian_cards.table import Layout, Lineup, Seat, as_seated, check_seat, no_hand, places_by
from persian_cards.worlds import Fillings, Worlds

__all__ = [
    "GAME", "Action", "AskNotice", "AwaitDeal", "BankerDrawing", "Bet", "BetBeside", "Betting", "Board", "ChooseDealer", "Config",
    "Deal", "DealOrder", "Decline", "DrawBanker", "Drawing", "Due", "Event", "GiveNotice", "Hit", "KeepCard", "Laid", "MatchOver",
    "OfferBank", "Pass", "Phase", "PlayOn", "Row", "Shuffled", "SideBetting", "Stand", "Standing", "State", "SwapCard", "Swapping",
    "Table", "TakeBank", "Told", "View", "apply", "count", "deal_for", "determinize", "initial_state", "legal_actions", "outcome",
    "places", "seats", "seen", "sides", "submit", "tally", "view", "violation", "worlds",
]  # fmt: skip

# -- the config ---------------------------------------------------------------------------------------------------------


class DealOrder(Enum):
    """When the players get their first cards (BIST-10)."""

    ALL_FIRST = "all first"
    ONE_BY_ONE = "one by one"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(kw_only=True, cache_hash=True)
class Config:
    """The options of a game; ConfigError for what no table could play.

    >>> Config(bank=1000, purses=900)
    Traceback (most recent call last):
    persian_cards.errors.ConfigError: purses must be at least 1000, which the banker puts in, or None, not 900 (BIST-9)
    """

    packs: int = option(1, "BIST-1", Whole(1), meaning="how many packs are shuffled together")
    players: int = option(4, "BIST-4", Whole(2, 10), meaning="how many play, the banker among them")
    first_banker: int | None = option(
        None, "BIST-4", Whole(0, 9), Absent(), meaning="the seat that is asked first; none: it is found by lot"
    )
    bank: int = option(1000, "BIST-5", Whole(1), meaning="what a banker puts on the table")
    min_bet: int = option(50, "BIST-5", Whole(1), meaning="the lowest bet")
    collect_at: int = option(3, "BIST-7", Whole(2), meaning="so many times what was put in let the banker give notice")
    purses: int | None = option(None, "BIST-9", Whole(1), Absent(), meaning="what each player owns at the start; none: no limit")
    bank_turns: int | None = option(
        None, "BIST-9", Whole(1), Absent(), meaning="banks after which the game ends; none: one turn for each player"
    )
    max_rounds: int | None = option(None, "BIST-9", Whole(1), Absent(), meaning="rounds after which a bank ends")
    deal: DealOrder = option(DealOrder.ALL_FIRST, "BIST-10", meaning="when the players get their first cards")
    side_bets: bool = option(False, "BIST-18", meaning="players may bet on the hand of another")

    def __attrs_post_init__(self) -> None:
        if self.first_banker is not None and self.first_banker >= self.players:
            raise ConfigError("first_banker", self.first_banker, f"a seat from 0 to {self.players - 1}", "BIST-4")
        if self.bank < self.min_bet:
            raise ConfigError("bank", self.bank, f"at least {self.min_bet}, the lowest bet", "BIST-9")
        if self.purses is not None and self.purses < self.bank:
            raise ConfigError("purses", self.purses, f"at least {self.bank}, which the banker puts in, or None", "BIST-9")


# -- the cards ----------------------------------------------------------------------------------------------------------

_PACK: Final = pack_from(Rank.SIX)
_VALUES: Final = {Rank.JACK: 2, Rank.QUEEN: 3, Rank.KING: 4, Rank.ACE: 11}
_VALUE: Final = tuple(_VALUES.get(card.rank, card.rank.order + 2) for card in CARDS)
"""What a card counts, by its number (BIST-2)."""


def count(cards: Iterable[Card]) -> int:
    """What a hand counts; over 21 it is burnt. Two aces, and no other card, count 21 (BIST-2, BIST-3).

    >>> from persian_cards.cards import parse_cards
    >>> [count(parse_cards(hand)) for hand in ("KH QH JH 10H", "AS AH", "AS AH 6C")]
    [19, 21, 28]
    """
    values = [_VALUE[card.index] for card in cards]
    return 21 if values == [11, 11] else sum(values)


# -- actions ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class TakeBank:
    """A player becomes banker and puts the bank on the table (BIST-5, BIST-6)."""


@attrs.frozen
class Decline:
    """A player does not want to be banker (BIST-6)."""


@attrs.frozen
class GiveNotice:
    """The banker says "bank khabar": the next round is his last (BIST-7)."""


@attrs.frozen
class PlayOn:
    """The banker gives no notice (BIST-7)."""


@attrs.frozen
class Bet:
    """A player bets on his hand, in units (BIST-11)."""

    amount: int = attrs.field(eq=exactly)


@attrs.frozen
class BetBeside:
    """A player bets on another's hand, in units (BIST-18)."""

    amount: int = attrs.field(eq=exactly)


@attrs.frozen
class Hit:
    """Another card is asked for; `shown` is the hidden card that the player turns up for it, if any (BIST-12, BIST-13)."""

    shown: Card | None = None


@attrs.frozen
class Stand:
    """No more cards are wanted (BIST-12, BIST-15)."""


@attrs.frozen
class SwapCard:
    """The banker lays his hidden card aside and takes another (BIST-16)."""


@attrs.frozen
class KeepCard:
    """The banker keeps his hidden card (BIST-16)."""


Action: TypeAlias = (
    ChooseDealer | Deal | TakeBank | Decline | GiveNotice | PlayOn | Bet | BetBeside | Pass | Hit | Stand | SwapCard | KeepCard
)


@attrs.frozen
class Shuffled:
    """Event: cards have been shuffled (BIST-17)."""


@attrs.frozen
class Told:
    """Event: an action after which a seat has seen cards: `dealt` is the card that it was dealt face down, `shown` are those turned
    up for all, in the order of GEN-3."""

    action: Shuffled | PlayOn | Hit | Stand | SwapCard | KeepCard
    dealt: Card | None
    shown: tuple[Card, ...]


Event: TypeAlias = (
    ChooseDealer | TakeBank | Decline | GiveNotice | PlayOn | Bet | BetBeside | Pass | Hit | SwapCard | KeepCard | Shuffled | Told
)

# -- what lasts ---------------------------------------------------------------------------------------------------------

_LINEUPS: Final = {players: as_seated(players) for players in range(2, 11)}


@attrs.frozen
class Row:
    """A bank on the score sheet (BIST-20): `notice` tells whether the banker gave notice, `took` what he took back at the end. By
    seat, in units: `score` is what the bank brought, `totals` are the winnings after it."""

    banker: Seat
    rounds: int
    notice: bool
    took: int
    score: tuple[int, ...]
    totals: tuple[int, ...]


@attrs.frozen(cache_hash=True)
class Standing:
    """What lasts from round to round, all of it public (BIST-19, BIST-20): `totals` are the winnings by seat, `bank` what the bank
    holds, `rounds` how many rounds of it have begun, `notice` whether the banker has given notice. `banker` is None between banks.

    `declined` are the turns to be banker that came to nothing, since the last bank, or since the start where `bank_turns` is None.
    """

    config: Config
    banker: Seat | None
    totals: tuple[int, ...]
    bank: int = 0
    rounds: int = 0
    notice: bool = False
    declined: int = 0
    sheet: tuple[Row, ...] = ()

    @property
    def lineup(self) -> Lineup:
        """The players in order of play: as they are numbered."""
        return _LINEUPS[self.config.players]

    @property
    def purses(self) -> tuple[int, ...] | None:
        """By seat: what is owned now; None where there is no limit (BIST-9)."""
        start = self.config.purses
        return None if start is None else tuple([start + total for total in self.totals])

    def most(self, seat: Seat) -> int:
        """The most that a seat could bet: all that the bank holds, or all that it owns (BIST-5, BIST-9)."""
        start = self.config.purses
        return self.bank if start is None else min(self.bank, start + self.totals[seat])


@attrs.frozen
class Laid:
    """A card that was put away unseen: by whom, and from which pack it was dealt to him (see `Board.dealt`)."""

    seat: Seat
    pack: int


@attrs.frozen(weakref_slot=False)
class Board:
    """What everybody can see of the cards of a bank.

    By seat: `shown` are the cards face up, `dealt` has for each card that was dealt face down the number of the pack that it came
    from. `away` are the cards put away that all have seen, `laid` those put away unseen, in order. `known` has for each time that
    cards put away were shuffled the cards of which every copy lay open then: a card dealt before, from a pack with a lower number,
    and hidden still, is none of them. `turned` has for each of his face-down cards that the player in turn has turned up the first
    pack from which it can have been. `swapped` tells whether the banker's card is from a swap (BIST-16).
    """

    shown: tuple[tuple[Card, ...], ...]
    dealt: tuple[tuple[int, ...], ...]
    turned: tuple[int, ...]
    away: tuple[Card, ...]
    laid: tuple[Laid, ...]
    known: tuple[Mask, ...] = attrs.field(repr=masks_text)
    swapped: bool

    def first_pack(self, card: Card) -> int:
        """The first pack from which a card that has been hidden until now can have been dealt."""
        return max((number for number, mask in enumerate(self.known, 1) if mask & card.bit), default=0)


@attrs.frozen(weakref_slot=False)
class Table:
    """All cards of a bank: what is open, and the secrets: the `pack` in its order, the `hidden` cards by seat, each hand sorted,
    and the cards `aside`, put away unseen, in the order of `board.laid`."""

    standing: Standing
    board: Board
    pack: tuple[Card, ...]
    hidden: tuple[tuple[Card, ...], ...]
    aside: tuple[Card, ...]

    def cards(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that a seat holds, hidden and shown."""
        return self.hidden[seat] + self.board.shown[seat]


_board: Final = maker(Board)
_table: Final = maker(Table)

# -- the phases ---------------------------------------------------------------------------------------------------------


class Due(Enum):
    """For what the cards are being shuffled (BIST-17)."""

    BANK = "a new bank"
    NOTICE = "the round of notice"
    ROUND = "the first cards of a round"
    TURN = "a player's turn"
    HIT = "a card for the player"
    BANKER = "a card for the banker"

    def __str__(self) -> str:
        return self.value


@attrs.frozen
class DrawBanker:
    """The lot falls on who is asked first (BIST-4)."""

    standing: Standing

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: a seat is chosen."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, self.standing.config.players)


@attrs.frozen
class OfferBank:
    """A player is asked to be banker (BIST-6)."""

    standing: Standing
    actor: Seat

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, self.standing.config.players)


def _hand_of(table: Table, seat: int) -> Bag:
    return Bag(table.cards(check_seat(seat, len(table.hidden))))


@attrs.frozen
class AwaitDeal:
    """Cards are being shuffled: the whole pack for a bank or a round of notice, else those put away, because a card is due and the
    pack is used up (BIST-17). `player` is the player in turn, if any, `bets` those on his hand by seat, and `face_up` tells how the
    card will be dealt that is due."""

    table: Table
    due: Due
    player: Seat | None
    bets: tuple[int, ...]
    face_up: bool

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: the cards are shuffled."""
        return CHANCE

    @property
    def standing(self) -> Standing:
        """What lasts from round to round."""
        return self.table.standing

    def hand(self, seat: int) -> Bag:
        """The cards that a seat holds."""
        return _hand_of(self.table, seat)


@attrs.frozen
class AskNotice:
    """The bank has grown, and before the next round the banker may give notice (BIST-7)."""

    table: Table

    @property
    def actor(self) -> Seat:
        """The banker."""
        return _banker(self.table.standing)

    @property
    def standing(self) -> Standing:
        """What lasts from round to round."""
        return self.table.standing

    def hand(self, seat: int) -> Bag:
        """Nobody holds cards."""
        return _hand_of(self.table, seat)


@attrs.frozen(weakref_slot=False)
class Betting:
    """A player bets on his hand (BIST-11)."""

    table: Table
    player: Seat

    @property
    def actor(self) -> Seat:
        """The player."""
        return self.player

    @property
    def standing(self) -> Standing:
        """What lasts from round to round."""
        return self.table.standing

    def hand(self, seat: int) -> Bag:
        """The cards that a seat holds."""
        return _hand_of(self.table, seat)


@attrs.frozen
class SideBetting:
    """Another player may bet on the hand of the player in turn; `bets` are those made so far, by seat (BIST-18)."""

    table: Table
    player: Seat
    bets: tuple[int, ...]
    actor: Seat

    @property
    def standing(self) -> Standing:
        """What lasts from round to round."""
        return self.table.standing

    def hand(self, seat: int) -> Bag:
        """The cards that a seat holds."""
        return _hand_of(self.table, seat)


@final
@attrs.frozen(weakref_slot=False)
class Drawing:
    """The player in turn draws cards or stands; `bets` are those on his hand, by seat (BIST-12)."""

    table: Table
    player: Seat
    bets: tuple[int, ...]

    @property
    def actor(self) -> Seat:
        """The player."""
        return self.player

    @property
    def standing(self) -> Standing:
        """What lasts from round to round."""
        return self.table.standing

    def hand(self, seat: int) -> Bag:
        """The cards that a seat holds."""
        return _hand_of(self.table, seat)


@attrs.frozen(weakref_slot=False)
class BankerDrawing:
    """The player stands, and the banker, his card shown, draws or stands (BIST-15)."""

    table: Table
    player: Seat
    bets: tuple[int, ...]

    @property
    def actor(self) -> Seat:
        """The banker."""
        return _banker(self.table.standing)

    @property
    def standing(self) -> Standing:
        """What lasts from round to round."""
        return self.table.standing

    def hand(self, seat: int) -> Bag:
        """The cards that a seat holds."""
        return _hand_of(self.table, seat)


@attrs.frozen
class Swapping:
    """A player has burnt, `player` is the next, and the banker may change his hidden card before (BIST-16)."""

    table: Table
    player: Seat

    @property
    def actor(self) -> Seat:
        """The banker."""
        return _banker(self.table.standing)

    @property
    def standing(self) -> Standing:
        """What lasts from round to round."""
        return self.table.standing

    def hand(self, seat: int) -> Bag:
        """The cards that a seat holds."""
        return _hand_of(self.table, seat)


@attrs.frozen
class MatchOver:
    """The game is over (GEN-8)."""

    standing: Standing

    @property
    def actor(self) -> None:
        """None: nobody acts any more."""
        return None

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, self.standing.config.players)


_InBank: TypeAlias = AwaitDeal | AskNotice | Betting | SideBetting | Drawing | BankerDrawing | Swapping
State: TypeAlias = DrawBanker | OfferBank | _InBank | MatchOver

_betting: Final = maker(Betting)
_drawing: Final = maker(Drawing)
_banker_drawing: Final = maker(BankerDrawing)


def _banker(standing: Standing) -> Seat:
    assert standing.banker is not None
    return standing.banker


def seats(config: Config) -> int:
    """How many players: two to ten.

    >>> seats(Config(players=7))
    7
    """
    return config.players


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Everybody wins and loses for himself."""
    return tuple((seat,) for seat in state.standing.lineup.order)


def initial_state(config: Config = Config()) -> State:
    """The state in which a game begins: the lot for the first banker, or the question to him where he is given (BIST-4, BIST-6).

    >>> initial_state(Config(first_banker=2)).actor
    2
    """
    standing = Standing(config, None, (0,) * config.players)
    return DrawBanker(standing) if config.first_banker is None else OfferBank(standing, Seat(config.first_banker))


# -- the bank goes round ------------------------------------------------------------------------------------------------


def _offer(standing: Standing, seat: Seat) -> OfferBank | MatchOver:
    """BIST-4, BIST-6, BIST-9: the bank comes to a seat, or to the next that owns enough for it, unless the game is over."""
    config = standing.config
    while not _all_had_it(standing):
        if config.purses is None or config.purses + standing.totals[seat] >= config.bank:
            return OfferBank(standing, seat)
        standing = attrs.evolve(standing, declined=standing.declined + 1)
        seat = standing.lineup.next[seat]
    return MatchOver(standing)


def _all_had_it(standing: Standing) -> bool:
    """BIST-6, BIST-9: after so many banks, or when all have declined one after another; else when each has had his turn."""
    config, banks = standing.config, len(standing.sheet)
    if config.bank_turns is None:
        return banks + standing.declined == config.players
    return banks == config.bank_turns or standing.declined == config.players


def _take_bank(standing: Standing, seat: Seat) -> AwaitDeal:
    """BIST-5, BIST-17, BIST-20: the banker puts the bank on the table, and the whole pack is shuffled."""
    bank = standing.config.bank
    declined = standing.declined if standing.config.bank_turns is None else 0
    totals = _with(standing.totals, seat, standing.totals[seat] - bank)
    return _whole_pack(Standing(standing.config, seat, totals, bank, declined=declined, sheet=standing.sheet), Due.BANK)


def _whole_pack(standing: Standing, due: Due) -> AwaitDeal:
    """All cards are gathered to be shuffled (BIST-17)."""
    players = standing.config.players
    return AwaitDeal(Table(standing, _bare(players), (), ((),) * players, ()), due, None, (0,) * players, False)


@cache
def _bare(players: int) -> Board:
    """No card is on the table."""
    return Board(((),) * players, ((),) * players, (), (), (), (), False)


def _end_bank(standing: Standing) -> OfferBank | MatchOver:
    """BIST-7 to BIST-9, BIST-20: the banker takes what the bank holds, and it passes to the right."""
    banker, took = _banker(standing), standing.bank
    totals = _with(standing.totals, banker, standing.totals[banker] + took)
    before = standing.sheet[-1].totals if standing.sheet else (0,) * len(totals)
    score = tuple([total - old for total, old in zip(totals, before, strict=True)])
    row = Row(banker, standing.rounds, standing.notice, took, score, totals)
    after = Standing(standing.config, None, totals, declined=standing.declined, sheet=(*standing.sheet, row))
    return _offer(after, standing.lineup.next[banker])


def _with(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return values[:seat] + (value,) + values[seat + 1 :]


# -- moving cards -------------------------------------------------------------------------------------------------------


def _holding(
    table: Table,
    seat: Seat,
    hidden: tuple[Card, ...],
    up: tuple[Card, ...],
    dealt: tuple[int, ...],
    turned: tuple[int, ...],
    drawn: int,
) -> Table:
    """A seat holds these cards now, hidden and shown, with so many drawn from the pack; `dealt` and `turned` are as in `Board`."""
    board = table.board
    return _table(
        table.standing,
        _board(
            board.shown[:seat] + (up,) + board.shown[seat + 1 :],
            board.dealt[:seat] + (dealt,) + board.dealt[seat + 1 :],
            turned,
            board.away,
            board.laid,
            board.known,
            board.swapped,
        ),
        table.pack[drawn:],
        table.hidden[:seat] + (hidden,) + table.hidden[seat + 1 :],
        table.aside,
    )


def _face_down(table: Table, seat: Seat) -> Table:
    """The next card goes to a seat face down."""
    board, own = table.board, table.hidden[seat]
    more = tuple(sorted(own + table.pack[:1])) if own else table.pack[:1]
    return _holding(table, seat, more, board.shown[seat], board.dealt[seat] + (len(board.known),), board.turned, 1)


def _face_up(table: Table, seat: Seat) -> Table:
    """The next card goes to a seat face up."""
    board = table.board
    return _holding(table, seat, table.hidden[seat], board.shown[seat] + table.pack[:1], board.dealt[seat], board.turned, 1)


def _turn_up(table: Table, seat: Seat, card: Card) -> Table:
    """The player in turn turns up one of his hidden cards (BIST-13)."""
    board, own = table.board, list(table.hidden[seat])
    own.remove(card)
    return _holding(
        table, seat, tuple(own), board.shown[seat] + (card,), board.dealt[seat], board.turned + (board.first_pack(card),), 0
    )


def _show_banker(table: Table) -> Table:
    """The banker shows his card (BIST-15)."""
    banker = _banker(table.standing)
    return _holding(table, banker, (), table.hidden[banker], (), table.board.turned, 0)


def _put_away(table: Table, standing: Standing, seats: Iterable[Seat], swapped: bool) -> Table:
    """Hands are turned up and put away (BIST-14, BIST-15)."""
    board = table.board
    shown, dealt, hidden, away = list(board.shown), list(board.dealt), list(table.hidden), board.away
    for seat in seats:
        away += hidden[seat] + shown[seat]
        shown[seat] = hidden[seat] = ()
        dealt[seat] = ()
    return _table(
        standing,
        _board(tuple(shown), tuple(dealt), (), away, board.laid, board.known, swapped),
        table.pack,
        tuple(hidden),
        table.aside,
    )


def _lay_aside(table: Table, seat: Seat) -> Table:
    """A seat's hidden card is put away unseen (BIST-11, BIST-16, BIST-17)."""
    board, card = table.board, table.hidden[seat]
    (pack,) = board.dealt[seat]
    table = _holding(table, seat, (), board.shown[seat], (), board.turned, 0)
    return attrs.evolve(table, aside=table.aside + card, board=attrs.evolve(table.board, laid=(*board.laid, Laid(seat, pack))))


def _reshuffled(table: Table, pack: tuple[Card, ...]) -> Table:
    """The cards put away are the pack again; those in hands stay out (BIST-17). What lay open then is remembered as long as
    somebody holds a card face down that is older."""
    board = table.board
    oldest = min(chain.from_iterable(board.dealt), default=len(board.known))
    dealt, known = board.dealt, board.known[oldest:]
    turned = tuple([max(0, number - oldest) for number in board.turned])
    if any(dealt):
        dealt = tuple([tuple([number - oldest for number in numbers]) for numbers in dealt])
        known += (_all_copies(Counter(_open(board)), table.standing.config.packs),)
    return attrs.evolve(
        table, pack=pack, aside=(), board=attrs.evolve(board, dealt=dealt, turned=turned, away=(), laid=(), known=known)
    )


def _open(board: Board) -> Iterable[Card]:
    """The cards that everybody sees or has seen since the last shuffle."""
    return chain(board.away, *board.shown)


def _all_copies(cards: Mapping[Card, int], packs: int) -> Mask:
    return mask_of(card for card, copies in cards.items() if copies == packs)


# -- a round ------------------------------------------------------------------------------------------------------------


def _round_due(table: Table) -> State:
    """BIST-7, BIST-9: a round is due, unless nobody could bet; before it the banker may have to be asked."""
    standing = table.standing
    if not any(standing.most(seat) for seat in _players(standing)):
        return _end_bank(standing)
    if standing.bank >= standing.config.collect_at * standing.config.bank:
        return AskNotice(table)
    return _begin_round(table)


def _players(standing: Standing) -> tuple[Seat, ...]:
    """The players but the banker, from his right (BIST-10)."""
    return standing.lineup.turns[_banker(standing)][1:]


def _begin_round(table: Table) -> State:
    """BIST-10: a round begins."""
    standing = attrs.evolve(table.standing, rounds=table.standing.rounds + 1)
    return _first_cards(attrs.evolve(table, standing=standing, board=attrs.evolve(table.board, swapped=False)))


def _first_cards(table: Table) -> State:
    """BIST-10, BIST-11: the banker's card comes first, and then perhaps those of all who own something."""
    for seat in _to_be_dealt(table):
        if not table.pack:
            return _shuffle_for(table, Due.ROUND)
        table = _face_down(table, seat)
    return _turn(table, _players(table.standing)[0], False)


def _to_be_dealt(table: Table) -> list[Seat]:
    """Who gets a first card before the first bet and has none yet, in order."""
    standing = table.standing
    everyone = standing.config.deal is DealOrder.ALL_FIRST
    order = (_banker(standing), *(seat for seat in _players(standing) if everyone and standing.most(seat)))
    return [seat for seat in order if not table.hidden[seat]]


def _shuffle_for(
    table: Table, due: Due, player: Seat | None = None, bets: tuple[int, ...] | None = None, face_up: bool = False
) -> AwaitDeal:
    """A card is due, and the pack is used up (BIST-17)."""
    return AwaitDeal(table, due, player, (0,) * len(table.hidden) if bets is None else bets, face_up)


def _turn(table: Table, seat: Seat, burnt: bool) -> State:
    """BIST-10, BIST-11, BIST-16: it is the turn of a seat, or of the next that owns something; `burnt` tells whether the player
    before has burnt. After the last the round is over."""
    standing = table.standing
    while seat != standing.banker:
        if standing.most(seat):
            return Swapping(table, seat) if burnt and not table.board.swapped else _begin_turn(table, seat)
        if table.hidden[seat]:
            table = _lay_aside(table, seat)
        seat = standing.lineup.next[seat]
    return _end_round(table)


def _begin_turn(table: Table, player: Seat) -> State:
    """BIST-10, BIST-15, BIST-16: the banker gets a new card if he has none, and the player his first if he has none."""
    for seat in (_banker(table.standing), player):
        if not table.hidden[seat]:
            if not table.pack:
                return _shuffle_for(table, Due.TURN, player)
            table = _face_down(table, seat)
    return _betting(table, player)


def _end_round(table: Table) -> State:
    """BIST-7, BIST-9, BIST-17: the banker's card is put away too; perhaps the bank ends."""
    standing = table.standing
    if standing.notice or standing.rounds == standing.config.max_rounds:
        return _end_bank(standing)
    if table.hidden[_banker(standing)]:
        table = _lay_aside(table, _banker(standing))
    return _round_due(table)


# -- the play of a hand -------------------------------------------------------------------------------------------------


def _side_better(standing: Standing, player: Seat, after: Seat) -> Seat | None:
    """Who is asked next for a bet on the player's hand; None when all have been (BIST-18)."""
    seat = standing.lineup.next[after]
    if seat == standing.banker:
        seat = standing.lineup.next[seat]
    return None if seat == player else seat


def _bet(table: Table, player: Seat, bets: tuple[int, ...], after: Seat) -> State:
    """BIST-11, BIST-12, BIST-18: a seat has bet or passed; another may bet beside, or the player draws."""
    standing = table.standing
    if standing.config.side_bets and (seat := _side_better(standing, player, after)) is not None:
        return SideBetting(table, player, bets, seat)
    return _drawing(table, player, bets)


def _hit(table: Table, player: Seat, bets: tuple[int, ...], face_up: bool) -> State:
    """BIST-12 to BIST-14: the player gets a card; who is burnt pays, and his cards are put away."""
    if not table.pack:
        return _shuffle_for(table, Due.HIT, player, bets, face_up)
    table = _face_up(table, player) if face_up else _face_down(table, player)
    if count(table.cards(player)) <= 21:
        return _drawing(table, player, bets)
    table = _put_away(table, _paid(table.standing, bets, 1), (player,), table.board.swapped)
    return _turn(table, table.standing.lineup.next[player], True)


def _banker_hit(table: Table, player: Seat, bets: tuple[int, ...]) -> State:
    """BIST-15: the banker gets a card face up; at 21 or over he draws no more."""
    if not table.pack:
        return _shuffle_for(table, Due.BANKER, player, bets, True)
    banker = _banker(table.standing)
    table = _face_up(table, banker)
    return _banker_drawing(table, player, bets) if count(table.board.shown[banker]) < 21 else _settle(table, player, bets)


def _settle(table: Table, player: Seat, bets: tuple[int, ...]) -> State:
    """BIST-8, BIST-15: the player's cards are turned up, the higher count wins, and equal counts are the banker's."""
    banker = _banker(table.standing)
    his, own = count(table.board.shown[banker]), count(table.cards(player))
    standing = _paid(table.standing, bets, -1 if his > 21 or own > his else 1)
    if not standing.bank:
        return _end_bank(standing)
    return _turn(_put_away(table, standing, (player, banker), False), standing.lineup.next[player], False)


def _paid(standing: Standing, bets: tuple[int, ...], sign: int) -> Standing:
    """The bets go into the bank (1) or are paid from it (-1) (BIST-14, BIST-15, BIST-18, BIST-19)."""
    totals = tuple([total - sign * bet for total, bet in zip(standing.totals, bets, strict=True)])
    return attrs.evolve(standing, totals=totals, bank=standing.bank + sign * sum(bets))


# -- dealing ------------------------------------------------------------------------------------------------------------


@cache
def _whole_shuffles(packs: int) -> Permutations[Deal]:
    return Permutations(Deal, _PACK * packs)


def _shuffles(state: AwaitDeal) -> Permutations[Deal]:
    """BIST-1, BIST-17: the whole pack, or the cards put away."""
    if state.due in (Due.BANK, Due.NOTICE):
        return _whole_shuffles(state.standing.config.packs)
    return Permutations(Deal, state.table.board.away + state.table.aside)


def _deal(state: AwaitDeal, pack: tuple[Card, ...]) -> State:
    """BIST-17: the cards are shuffled, and what was due goes on."""
    table, player = _reshuffled(state.table, pack), state.player
    match state.due:
        case Due.BANK:
            return _round_due(table)
        case Due.NOTICE:
            return _begin_round(table)
        case Due.ROUND:
            return _first_cards(table)
        case _:
            assert player is not None
            if state.due is Due.TURN:
                return _begin_turn(table, player)
            if state.due is Due.HIT:
                return _hit(table, player, state.bets, state.face_up)
            return _banker_hit(table, player, state.bets)


def _receivers(state: AwaitDeal) -> list[Seat]:
    """Who is sure to get the next cards, in order."""
    table, player = state.table, state.player
    if player is None:
        order = _to_be_dealt(table)
        first = next((seat for seat in _players(table.standing) if table.standing.most(seat)), None)
        return order if first is None or first in order or table.hidden[first] else [*order, first]
    if state.due is Due.TURN:
        return [seat for seat in (_banker(table.standing), player) if not table.hidden[seat]]
    return [player if state.due is Due.HIT else _banker(table.standing)]


def deal_for(state: State, hands: Mapping[int, str | Iterable[Card]], *, then: str | Iterable[Card] = ()) -> Deal:
    """A `Deal` that gives the seats the named cards, one a seat: to banker and players the first cards of a round, or what else is
    due; `then` are the cards that come after, in order (BIST-10, BIST-17).

    `hands` are texts or cards by seat. Who gets no card at once, such as a later player with ONE_BY_ONE, and is named all the same,
    is supposed to get the next one after those who do, from the banker's right. Whatever is not named follows in the order of the
    pack. Raises ValueError unless a deal is due in `state`, or for cards that cannot be dealt so, and LookupError for an unknown
    seat.

    >>> state = apply(initial_state(Config(players=2, first_banker=0)), TakeBank())
    >>> state = apply(state, deal_for(state, {0: "AS", 1: "10H"}, then="9C"))
    >>> apply(apply(state, Bet(100)), Hit()).hand(1)
    Bag.parse('9C 10H')
    """
    if not isinstance(state, AwaitDeal):
        raise ValueError(f"no deal is due in the phase {type(state).__name__}")
    standing, pack = state.standing, _shuffles(state).cards
    sure = _receivers(state)
    order = [*sure, *(seat for seat in standing.lineup.turns[_banker(standing)] if seat in hands and seat not in sure)]
    zones = Layout((*range(len(order)), *("then" for _ in pack))).first(len(pack))
    turn = [order.index(seat) if seat in order else -1 for seat in sorted(standing.lineup.order)]
    return Deal(zones.arrange(pack, turn, hands, {"then": then}))


# -- what is legal ------------------------------------------------------------------------------------------------------

_LOTS: Final = {players: dealer_lots(players) for players in _LINEUPS}
_BANK_OR_NOT: Final[Listed[Action]] = Listed((TakeBank(), Decline()))
_NOTICE_OR_NOT: Final[Listed[Action]] = Listed((GiveNotice(), PlayOn()))
_SWAP_OR_KEEP: Final[Listed[Action]] = Listed((SwapCard(), KeepCard()))
_HIT_OR_STAND: Final[Listed[Action]] = Listed((Hit(), Stand()))
_PASS: Final[Listed[Action]] = Listed((Pass(),))
_HITS: Final = tuple(map(Hit, CARDS))


def legal_actions(state: State) -> ActionSet[Action]:
    """What may be done now, in a fixed order; empty when the game is over.

    Seats and bets go up, and passing comes before them; a hit comes before standing, first the one without a card shown, then those
    with, in the order of GEN-3. BIST-4, BIST-6, BIST-7, BIST-11 to BIST-18.

    >>> state = apply(initial_state(Config(first_banker=0)), TakeBank())
    >>> state = apply(state, deal_for(state, {}))
    >>> legal_actions(state)
    <951 actions: Bet(amount=50), Bet(amount=51), Bet(amount=52), Bet(amount=53), ...>
    """
    if type(state) is Drawing:
        table = state.table
        return _draws(table.hidden[state.player], table.board.shown[state.player])
    match state:
        case BankerDrawing():
            return _HIT_OR_STAND
        case Betting():
            return _bets(state.standing, state.player)
        case SideBetting():
            return _bets_beside(state.standing, state.actor, state.bets)
        case Swapping():
            return _SWAP_OR_KEEP
        case AskNotice():
            return _NOTICE_OR_NOT
        case AwaitDeal():
            return _shuffles(state)
        case OfferBank():
            return _BANK_OR_NOT
        case DrawBanker():
            return _LOTS[state.standing.config.players]
        case MatchOver():
            return NOTHING
        case _:
            assert_never(state)


def _draws(hidden: tuple[Card, ...], face_up: tuple[Card, ...]) -> Listed[Action]:
    """BIST-12, BIST-13: with three cards or more one of the hidden ones may be turned up."""
    if len(hidden) + len(face_up) < 3:
        return _HIT_OR_STAND
    return Listed((_HIT_OR_STAND[0], *[_HITS[card.index] for card in dict.fromkeys(hidden)], _HIT_OR_STAND[1]))


def _bets(standing: Standing, player: Seat) -> Range[Action]:
    """BIST-5, BIST-9: from `min_bet` to what the bank and the purse hold; only all of that where it is less."""
    most = standing.most(player)
    return Range(Bet, min(standing.config.min_bet, most), most + 1)


def _bets_beside(standing: Standing, seat: Seat, bets: tuple[int, ...]) -> ActionSet[Action]:
    """BIST-18: pass, or from `min_bet` to what the bank has left and the purse holds."""
    most = _most_beside(standing, seat, bets)
    lowest = standing.config.min_bet
    return _PASS if most < lowest else Joined((_PASS, Range(BetBeside, lowest, most + 1)))


def _most_beside(standing: Standing, seat: Seat, bets: tuple[int, ...]) -> int:
    return min(standing.bank - sum(bets), standing.most(seat))


def violation(state: State, action: object) -> Violation | None:
    """Why an action is not legal; None exactly for the members of `legal_actions(state)` (GEN-5). `action` may be anything.

    >>> state = apply(initial_state(Config(first_banker=0)), TakeBank())
    >>> state = apply(state, deal_for(state, {}))
    >>> print(violation(state, Bet(2000)))
    seat 1 may not bet 2000: the bank holds 1000 (BIST-5)
    """
    if type(action) not in _ACTIONS:
        return Violation("GEN-5", f"{shown(action)} is not an action of twenty_one")
    match state:
        case Drawing():
            return _draw_violation(state, action)
        case BankerDrawing():
            wanted = f"seat {state.actor}, the banker, must draw a card, without showing any, or stand now"
            return None if action in _HIT_OR_STAND else Violation("BIST-15", wanted)
        case Betting():
            return None if action in _bets(state.standing, state.player) else _bet_violation(state, action)
        case SideBetting():
            legal = _bets_beside(state.standing, state.actor, state.bets)
            return None if action in legal else _side_bet_violation(state, action)
        case Swapping():
            wanted = f"seat {state.actor}, the banker, must swap the hidden card or keep it now"
            return None if action in _SWAP_OR_KEEP else Violation("BIST-16", wanted)
        case AskNotice():
            wanted = f"seat {state.actor}, the banker, must give notice or play on now"
            return None if action in _NOTICE_OR_NOT else Violation("BIST-7", wanted)
        case AwaitDeal():
            if type(action) is not Deal:
                return Violation("BIST-17", "the cards must be shuffled now")
            return pack_violation(action, _shuffles(state))
        case OfferBank():
            wanted = f"seat {state.actor} must take the bank or decline it now"
            return None if action in _BANK_OR_NOT else Violation("BIST-6", wanted)
        case DrawBanker():
            players = state.standing.config.players
            lot = f"the lot must fall on a first banker now, seat 0 to {players - 1}"
            return None if action in _LOTS[players] else Violation("BIST-4", lot)
        case MatchOver():
            return Violation("GEN-8", "the game is over")
        case _:
            assert_never(state)


def _bet_violation(state: Betting, action: object) -> Violation:
    """BIST-5, BIST-9, BIST-11."""
    standing, player = state.standing, state.player
    most, lowest = standing.most(player), min(standing.config.min_bet, standing.most(player))
    if type(action) is not Bet or type(action.amount) is not int:
        return Violation("BIST-11", f"seat {player} must bet now, from {lowest} to {most}")
    if action.amount < lowest:
        return Violation("BIST-5", f"seat {player} may not bet {shown(action.amount)}: the lowest bet is {lowest}")
    return _too_much("bet", standing, player, action.amount, standing.bank, "the bank holds")


def _too_much(what: str, standing: Standing, seat: Seat, amount: int, left: int, bank: str) -> Violation:
    """More than the bank has, or more than the seat owns (BIST-5, BIST-9, BIST-18)."""
    clause = "BIST-5" if what == "bet" else "BIST-18"
    refused = f"seat {seat} may not {what} {shown(amount)}"
    if amount > left:
        return Violation(clause, f"{refused}: {bank} {left}")
    return Violation("BIST-9", f"{refused}: seat {seat} owns {standing.most(seat)}")


def _side_bet_violation(state: SideBetting, action: object) -> Violation:
    """BIST-9, BIST-18."""
    standing, seat, lowest = state.standing, state.actor, state.standing.config.min_bet
    most = _most_beside(standing, seat, state.bets)
    if most < lowest:
        return Violation("BIST-18", f"seat {seat} can only pass: the lowest bet is {lowest}, and {most} could be bet")
    if type(action) is not BetBeside or type(action.amount) is not int:
        return Violation(
            "BIST-18", f"seat {seat} must bet beside on the hand of seat {state.player}, from {lowest} to {most}, or pass now"
        )
    if action.amount < lowest:
        return Violation("BIST-18", f"seat {seat} may not bet beside {shown(action.amount)}: the lowest bet is {lowest}")
    left = standing.bank - sum(state.bets)
    return _too_much("bet beside", standing, seat, action.amount, left, "beyond the bets already made the bank has")


def _draw_violation(state: Drawing, action: object) -> Violation | None:
    """BIST-12, BIST-13."""
    player, table = state.player, state.table
    if type(action) is Stand:
        return None
    if type(action) is not Hit:
        return Violation("BIST-12", f"seat {player} must draw a card or stand now")
    card: object = action.shown
    if card is None:
        return None
    if type(card) is not Card:
        return Violation("GEN-5", f"{shown(card)} is not a card")
    if len(table.cards(player)) < 3:
        return Violation("BIST-13", f"seat {player} has fewer than three cards and shows none")
    if card not in table.hidden[player]:
        return Violation("BIST-13", f"seat {player} holds no hidden {card} to show")
    return None


# -- what an action does ------------------------------------------------------------------------------------------------


def apply(state: State, action: Action) -> State:
    """The state that an action leads to; the old one is untouched. Raises IllegalAction for what is not legal (GEN-5).

    >>> state = apply(initial_state(Config(first_banker=0)), TakeBank())
    >>> state = apply(state, deal_for(state, {}))
    >>> apply(state, Bet(50)).actor
    1
    >>> apply(state, Stand())
    Traceback (most recent call last):
    persian_cards.errors.IllegalAction: seat 1 must bet now, from 50 to 1000 (BIST-11): Stand() is refused
    """
    if type(state) is Drawing:
        table, player = state.table, state.player
        if type(action) is Hit:
            card = action.shown
            three = len(table.hidden[player]) + len(table.board.shown[player]) >= 3
            if card is None:
                return _hit(table, player, state.bets, three)
            if type(card) is Card and three and card in table.hidden[player]:
                return _hit(_turn_up(table, player, card), player, state.bets, False)
        elif type(action) is Stand:
            return _banker_drawing(_show_banker(table), player, state.bets)
        raise refusal(state, action, violation, legal_actions)
    match state:
        case BankerDrawing():
            if type(action) is Stand:
                return _settle(state.table, state.player, state.bets)
            if type(action) is Hit and action in _HIT_OR_STAND:
                return _banker_hit(state.table, state.player, state.bets)
        case Betting():
            if type(action) is Bet and action in _bets(state.standing, state.player):
                bets = _with((0,) * len(state.table.hidden), state.player, action.amount)
                return _bet(state.table, state.player, bets, state.player)
        case SideBetting():
            if action in _bets_beside(state.standing, state.actor, state.bets):
                bets = _with(state.bets, state.actor, action.amount) if type(action) is BetBeside else state.bets
                return _bet(state.table, state.player, bets, state.actor)
        case Swapping():
            if type(action) is SwapCard:
                table = _lay_aside(state.table, state.actor)
                return _begin_turn(attrs.evolve(table, board=attrs.evolve(table.board, swapped=True)), state.player)
            if type(action) is KeepCard:
                return _begin_turn(state.table, state.player)
        case AskNotice():
            if type(action) is GiveNotice:
                return _whole_pack(attrs.evolve(state.standing, notice=True), Due.NOTICE)
            if type(action) is PlayOn:
                return _begin_round(state.table)
        case AwaitDeal():
            if type(action) is Deal and action in _shuffles(state):
                return _deal(state, action.pack)
        case OfferBank():
            if type(action) is TakeBank:
                return _take_bank(state.standing, state.actor)
            if type(action) is Decline:
                standing = attrs.evolve(state.standing, declined=state.standing.declined + 1)
                return _offer(standing, standing.lineup.next[state.actor])
        case DrawBanker():
            if type(action) is ChooseDealer and action in _LOTS[state.standing.config.players]:
                return OfferBank(state.standing, action.seat)
        case MatchOver():
            pass
        case _:
            assert_never(state)
    raise refusal(state, action, violation, legal_actions)


def outcome(state: State) -> Outcome | None:
    """The end of the game; None while it goes on. Scores are winnings in units; the highest wins, equal ones share it (BIST-20,
    GEN-8)."""
    if not isinstance(state, MatchOver):
        return None
    totals = state.standing.totals
    found = places_by(totals)
    return Outcome(totals, found, tuple(Seat(seat) for seat, place in enumerate(found) if place == 1))


def tally(state: State) -> dict[str, int]:
    """What has happened so far: hands (finished banks), rounds begun, notices given, banks that ended empty."""
    standing = state.standing
    return {
        "hands": len(standing.sheet),
        "rounds": sum(row.rounds for row in standing.sheet) + standing.rounds,
        "notices": sum(row.notice for row in standing.sheet) + standing.notice,
        "banks emptied": sum(not row.took for row in standing.sheet),
    }


def places(state: State) -> dict[str, tuple[Card, ...]]:
    """Every place that has cards in it: the hands, the pack, the cards put away."""
    match state:
        case DrawBanker() | OfferBank() | MatchOver():
            return {"pack": _PACK * state.standing.config.packs}
        case AwaitDeal() if state.due in (Due.BANK, Due.NOTICE):
            return {"pack": _PACK * state.standing.config.packs}
        case _:
            table = state.table
            hands = {f"hand {seat}": table.cards(seat) for seat in state.standing.lineup.order}
            return hands | {"pack": table.pack, "put away": table.board.away + table.aside}


# -- what a seat sees ---------------------------------------------------------------------------------------------------


class Phase(Enum):
    """What the table is doing."""

    DRAW_BANKER = "drawing the banker"
    OFFER_BANK = "offering the bank"
    AWAIT_DEAL = "shuffling"
    ASK_NOTICE = "deciding on notice"
    BETTING = "betting"
    SIDE_BETTING = "betting beside"
    DRAWING = "drawing"
    BANKER_DRAWING = "drawing for the bank"
    SWAPPING = "deciding on a swap"
    MATCH_OVER = "over"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(weakref_slot=False)
class View:
    """What a seat may see, a spectator where `seat` is None: the standing, the cards that lie open, and his own.

    `player` is the player in turn, `bets` those on his hand by seat. `own` are the seat's hidden cards, `aside` those that it has
    put away unseen since the last shuffle, in order. `due` and `face_up` are told while cards are shuffled (BIST-17).
    """

    seat: Seat | None
    actor: Actor
    phase: Phase
    standing: Standing
    board: Board
    player: Seat | None
    bets: tuple[int, ...]
    due: Due | None
    face_up: bool
    own: tuple[Card, ...]
    aside: tuple[Card, ...]

    @property
    def hand(self) -> Bag:
        """The seat's own cards, hidden and shown; none for a spectator."""
        return Bag() if self.seat is None else Bag(self.own + self.board.shown[self.seat])

    @property
    def shown(self) -> tuple[tuple[Card, ...], ...]:
        """By seat: the cards face up before it, in the order in which they were turned up."""
        return self.board.shown

    @property
    def away(self) -> Bag:
        """The cards put away since the last shuffle that everybody has seen."""
        return Bag(self.board.away)

    @property
    def hidden(self) -> tuple[int, ...]:
        """By seat: how many cards it holds face down."""
        turned = len(self.board.turned)
        return tuple([len(dealt) - turned * (seat == self.player) for seat, dealt in enumerate(self.board.dealt)])

    @property
    def counts(self) -> tuple[int, ...]:
        """By seat: how many cards it holds."""
        return tuple([down + len(up) for down, up in zip(self.hidden, self.board.shown, strict=True)])

    @property
    def pack(self) -> int:
        """How many cards are left in the pack; none while cards are shuffled."""
        if self.due is not None:
            return 0
        if self.standing.banker is None:
            return self._cards
        return self._cards - sum(self.counts) - len(self.board.away) - len(self.board.laid)

    @property
    def _cards(self) -> int:
        return len(_PACK) * self.standing.config.packs

    @property
    def legal(self) -> ActionSet[Action]:
        """What this seat may do now; empty for others than the actor."""
        if self.seat is None or self.actor != self.seat:
            return NOTHING
        match self.phase:
            case Phase.DRAWING:
                return _draws(self.own, self.board.shown[self.seat])
            case Phase.BANKER_DRAWING:
                return _HIT_OR_STAND
            case Phase.BETTING:
                return _bets(self.standing, self.seat)
            case Phase.SIDE_BETTING:
                return _bets_beside(self.standing, self.seat, self.bets)
            case Phase.SWAPPING:
                return _SWAP_OR_KEEP
            case Phase.ASK_NOTICE:
                return _NOTICE_OR_NOT
            case _:
                return _BANK_OR_NOT

    def __str__(self) -> str:
        standing = self.standing
        lines = [f"{self.phase}{turn_told(self.actor)}; winnings {', '.join(map(str, standing.totals))}"]
        if standing.banker is not None:
            notice = ", the last" if standing.notice else ""
            lines.append(f"banker: seat {standing.banker}, with {standing.bank} in the bank; round {standing.rounds}{notice}")
        bets = [f"seat {seat} {bet}" for seat, bet in enumerate(self.bets) if bet]
        if bets:
            lines.append(f"bets on seat {self.player}: {', '.join(bets)}")
        for seat, (down, up) in enumerate(zip(self.hidden, self.board.shown, strict=True)):
            if down or up:
                lines.append(" ".join([f"seat {seat}:", *["?"] * down, *map(str, up)]))
        if self.board.away:
            lines.append(f"put away: {self.away}")
        if self.own:
            lines.append(f"your hidden cards: {Bag(self.own)}")
        return "\n".join(lines)


_view: Final = maker(View)


def view(state: State, seat: int | None) -> View:
    """What a seat may see of a state, or a spectator for None. Raises LookupError for an unknown seat.

    >>> state = apply(initial_state(Config(first_banker=0)), TakeBank())
    >>> state = apply(state, deal_for(state, {0: "AS", 1: "10H"}))
    >>> view(state, 1).hand, view(state, 1).legal.size, view(state, 2).legal.size
    (Bag.parse('10H'), 951, 0)
    """
    whose = None if seat is None else check_seat(seat, state.standing.config.players)
    match state:
        case Drawing():
            return _in_bank(state, whose, Phase.DRAWING, state.player, state.bets)
        case BankerDrawing():
            return _in_bank(state, whose, Phase.BANKER_DRAWING, state.player, state.bets)
        case Betting():
            return _in_bank(state, whose, Phase.BETTING, state.player)
        case SideBetting():
            return _in_bank(state, whose, Phase.SIDE_BETTING, state.player, state.bets)
        case Swapping():
            return _in_bank(state, whose, Phase.SWAPPING, state.player)
        case AskNotice():
            return _in_bank(state, whose, Phase.ASK_NOTICE, None)
        case AwaitDeal():
            return _in_bank(state, whose, Phase.AWAIT_DEAL, state.player, state.bets, state.due, state.face_up)
        case DrawBanker():
            return _between(state, whose, Phase.DRAW_BANKER)
        case OfferBank():
            return _between(state, whose, Phase.OFFER_BANK)
        case MatchOver():
            return _between(state, whose, Phase.MATCH_OVER)
        case _:
            assert_never(state)


def _between(state: State, seat: Seat | None, phase: Phase) -> View:
    """There is no bank."""
    players = state.standing.config.players
    return _view(seat, state.actor, phase, state.standing, _bare(players), None, (0,) * players, None, False, (), ())


def _in_bank(
    state: _InBank,
    seat: Seat | None,
    phase: Phase,
    player: Seat | None,
    bets: tuple[int, ...] = (),
    due: Due | None = None,
    face_up: bool = False,
) -> View:
    table = state.table
    own = () if seat is None else table.hidden[seat]
    aside = tuple([card for card, laid in zip(table.aside, table.board.laid, strict=True) if laid.seat == seat])
    bets = bets or (0,) * len(table.hidden)
    return _view(seat, state.actor, phase, table.standing, table.board, player, bets, due, face_up, own, aside)


def seen(state: State, action: Action, seat: int | None) -> Event:
    """What a seat (a spectator for None) notices of a legal action: the action itself (of a shuffle, that it has been), and
    the cards that it sees after it: the one it is dealt face down, and those turned up for all.

    Raises IllegalAction for an action that is not legal and LookupError for an unknown seat.

    >>> state = apply(initial_state(Config(first_banker=0)), TakeBank())
    >>> deal = deal_for(state, {0: "AS", 1: "10H"})
    >>> seen(state, deal, 1), seen(state, deal, None)
    (Told(action=Shuffled(), dealt=10H, shown=()), Shuffled())
    """
    whose = None if seat is None else check_seat(seat, state.standing.config.players)
    after = apply(state, action)
    match action:
        case Deal() | PlayOn() | Hit() | Stand() | SwapCard() | KeepCard():
            assert isinstance(state, _InBank)
        case _:
            return action
    table = _reshuffled(state.table, action.pack) if isinstance(action, Deal) else state.table
    if isinstance(after, _InBank):
        dealt = None if whose is None else _newly_dealt(table, after.table, action, whose, acts=whose == state.actor)
        open_before, open_now = (Counter(_open(one.board)) for one in (table, after.table))
        up = sorted_cards((open_now - open_before).elements())
    else:
        dealt, up = None, _last_seen(state, table, action)
    noticed = Shuffled() if isinstance(action, Deal) else action
    if isinstance(noticed, Stand) or dealt is not None or up:  # after standing cards are always shown
        return Told(noticed, dealt, up)
    return noticed


def _last_seen(state: _InBank, table: Table, action: Action) -> tuple[Card, ...]:
    """What is turned up at the end of the last hand of a bank: the player's hidden cards, and one that was dealt."""
    if not isinstance(state, Drawing | BankerDrawing | AwaitDeal) or state.player is None:
        return ()
    drawn = () if type(action) is Stand else table.pack[:1]
    return sorted_cards(table.hidden[state.player] + drawn)


def _newly_dealt(before: Table, after: Table, action: Action, seat: Seat, *, acts: bool) -> Card | None:
    """The card that a seat, whose action it was or not, has now face down and did not have before; copies of it that have been put
    away or turned up do not count."""
    held = list(before.hidden[seat])
    if before.standing.rounds != after.standing.rounds or (type(action) is SwapCard and seat == before.standing.banker):
        held = []
    if acts and type(action) is Hit and action.shown in held:
        held.remove(action.shown)
    new = Counter(after.hidden[seat]) - Counter(held)
    return next(iter(new), None)


# -- what a seat may imagine --------------------------------------------------------------------------------------------


@attrs.frozen
class _Kind:
    """Unseen cards that count alike, can be from the same packs, and have as many copies."""

    value: int
    oldest: int
    copies: int
    cards: tuple[Card, ...]


@final
@attrs.frozen
class _Unseen:
    """All ways to lay the unseen `cards`: into the hidden hand of the player in turn, in places of one card each, and into the pack
    in its order; copies are alike.

    `board` tells from which packs they can be; `drawn` are the packs from which the player's face-down cards came, and `limit` what
    those still hidden may count; `singles` are the packs from which the cards in the single places came.
    """

    cards: tuple[Card, ...] = attrs.field(converter=sorted_cards)
    board: Board
    drawn: tuple[int, ...]
    limit: int
    singles: tuple[int, ...]

    @cached_property
    def _kinds(self) -> tuple[_Kind, ...]:
        """The unseen cards, those together that count alike, can be from the same packs, and have as many copies."""
        kinds: dict[tuple[int, int, int], list[Card]] = {}
        for card, copies in Counter(self.cards).items():
            kinds.setdefault((_VALUE[card.index], self.board.first_pack(card), copies), []).append(card)
        return tuple(_Kind(*key, tuple(cards)) for key, cards in kinds.items())

    @cached_property
    def _by_oldest(self) -> tuple[int, ...]:
        """How many of the unseen cards there are, by the first pack from which they can be."""
        numbers = Counter(map(self.board.first_pack, self.cards))
        return tuple(numbers[number] for number in range(len(self.board.known) + 1))

    @cached_property
    def _room(self) -> tuple[int, ...]:
        """Of the player's hidden cards so many at most can be from each pack or a later one."""
        packs, turned = range(len(self.board.known) + 1), self.board.turned if self.drawn else ()
        return tuple(sum(n >= pack for n in self.drawn) - sum(n >= pack for n in turned) for pack in packs)

    @cached_property
    def _ways(self) -> dict[tuple[int, int, tuple[int, ...]], int]:
        return {}

    @property
    def size(self) -> int:
        """How many, exactly."""
        alike: int = prod(factorial(kind.copies) ** len(kind.cards) for kind in self._kinds)
        return self._hands(0, self.limit, self._room) // alike

    def _hands(self, at: int, limit: int, room: tuple[int, ...]) -> int:
        """The ways to go on with the player's hand from kind number `at` on, and to lay all others, copies told apart; `room` are
        the cards that the hand may still take, from each pack or a later one."""
        if min(room) < 0:
            return 0
        if not room[0]:
            at = limit = 0  # which do not count any more
        elif at == len(self._kinds):
            return 0
        key = (at, limit, room)
        if key not in self._ways:
            self._ways[key] = sum(self._takes(at, limit, room)) if room[0] else self._others(room)
        return self._ways[key]

    def _takes(self, at: int, limit: int, room: tuple[int, ...]) -> list[int]:
        """The ways to go on if the hand takes no card of kind number `at`, one card, and so on."""
        kind = self._kinds[at]
        most = min(kind.copies * len(kind.cards), room[0], limit // kind.value)
        return [
            _takings(len(kind.cards), kind.copies, taken)
            * self._hands(at + 1, limit - taken * kind.value, _less(room, kind.oldest, taken))
            for taken in range(most + 1)
        ]

    def _others(self, room: tuple[int, ...]) -> int:
        """The ways to lay all cards that are not in the player's hand, copies told apart."""
        taken = (*(first - left for first, left in zip(self._room, room, strict=True)), 0)
        ways, free = 1, 0
        for pack, number in enumerate(self._by_oldest):
            places = self.singles.count(pack)
            free += number - taken[pack] + taken[pack + 1]
            ways *= perm(free, places)
            if not ways:
                return 0
            free -= places
        return ways * factorial(free)

    def sample(self, rng: Random) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
        """The player's hidden hand, the cards in the single places, and the pack, every way equally likely; ValueError if there is
        none."""
        if not self.size:
            raise ValueError("no deal of the unseen cards fits what has been shown")
        hand, left = list[Card](), list(self.cards)
        at, limit, room = 0, self.limit, self._room
        while room[0]:
            kind, taken = self._kinds[at], _picked(rng, self._takes(at, limit, room))
            limit, room, at = limit - taken * kind.value, _less(room, kind.oldest, taken), at + 1
            for fewer, card in zip(range(len(kind.cards) - 1, -1, -1), kind.cards, strict=True):
                most = min(kind.copies, taken)
                here = _picked(rng, [perm(kind.copies, n) * _takings(fewer, kind.copies, taken - n) for n in range(most + 1)])
                hand += [card] * here
                taken -= here
        for card in hand:
            left.remove(card)
        singles: dict[int, Card] = {}
        for place in sorted(range(len(self.singles)), key=lambda place: self.singles[place]):
            fitting = [card for card in left if self.board.first_pack(card) <= self.singles[place]]
            singles[place] = fitting[below(rng, len(fitting))]
            left.remove(singles[place])
        for last in range(len(left) - 1, 0, -1):
            other = below(rng, last + 1)
            left[last], left[other] = left[other], left[last]
        return tuple(sorted(hand)), tuple(singles[place] for place in range(len(self.singles))), tuple(left)


@cache
def _takings(cards: int, copies: int, taken: int) -> int:
    """The ways to take so many of some different cards, with so many copies of each, copies told apart."""
    if not cards:
        return int(not taken)
    return sum(perm(copies, one) * _takings(cards - 1, copies, taken - one) for one in range(min(copies, taken) + 1))


def _picked(rng: Random, ways: Sequence[int]) -> int:
    """A place in the list, each as likely as the ways there are many."""
    pick, place = below(rng, sum(ways)), 0
    while pick >= ways[place]:
        pick -= ways[place]
        place += 1
    return place


def _less(room: tuple[int, ...], oldest: int, taken: int) -> tuple[int, ...]:
    """The room that is left when so many cards have been taken that can be from pack `oldest` or a later one."""
    return tuple([free - taken if pack <= oldest else free for pack, free in enumerate(room)])


def worlds(view: View) -> Worlds[State]:
    """The states that fit a view, each equally likely. Nothing is hidden but the order of the pack, the cards that others hold face
    down, and those that others have put away unseen. Of these:

    - cards that lie open or have been put away open since the last shuffle are not among them, nor what the seat holds or has
      itself put away unseen since then (BIST-13 to BIST-17);
    - a card that was dealt before put-away cards were shuffled is none of those of which every copy lay open then (BIST-17);
    - the hidden cards of the player in turn, who is not burnt, count at most 21 with those that he shows (BIST-3, BIST-14): the
      cards that he has turned up may be any of those that he was dealt face down (BIST-13).

    >>> state = apply(initial_state(Config(players=2, first_banker=0)), TakeBank())
    >>> worlds(view(apply(state, deal_for(state, {})), 1)).size == factorial(35)
    True
    """
    if view.standing.banker is None or view.due in (Due.BANK, Due.NOTICE):
        return Worlds(Fillings((), ()), partial(_public, view))
    board, player = view.board, view.player
    known = Counter(chain(view.own, view.aside, _open(board)))
    cards = tuple((Counter(_PACK * view.standing.config.packs) - known).elements())
    singles = [laid.pack for laid in board.laid if laid.seat != view.seat]
    singles += [pack for seat in _singly(view) for pack in board.dealt[seat]]
    drawn: tuple[int, ...] = ()
    limit = 0
    if player is not None and player != view.seat:
        drawn = board.dealt[player]
        limit = 22 if view.counts[player] <= 2 else 21 - sum(_VALUE[card.index] for card in board.shown[player])
    return Worlds(_Unseen(cards, board, drawn, limit, tuple(singles)), partial(_imagined, view))


def _singly(view: View) -> list[Seat]:
    """The others but the player in turn: each holds one card face down or none."""
    return [seat for seat in view.standing.lineup.order if seat not in (view.seat, view.player)]


def _imagined(view: View, filled: tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]) -> State:
    hand, singles, pack = filled
    board, own = view.board, iter(view.aside)
    others = iter(singles)
    aside = tuple([next(own) if laid.seat == view.seat else next(others) for laid in board.laid])
    held: dict[Seat, tuple[Card, ...]] = {seat: (next(others),) for seat in _singly(view) if board.dealt[seat]}
    if view.player is not None:
        held[view.player] = hand
    if view.seat is not None:
        held[view.seat] = view.own
    hidden = tuple([held.get(seat, ()) for seat in view.standing.lineup.order])
    table, player = Table(view.standing, board, pack, hidden, aside), view.player
    if view.phase is Phase.AWAIT_DEAL:
        return _awaited(view, table)
    if player is None:
        return AskNotice(table)
    match view.phase:
        case Phase.BETTING:
            return Betting(table, player)
        case Phase.SIDE_BETTING:
            assert isinstance(view.actor, int)
            return SideBetting(table, player, view.bets, view.actor)
        case Phase.DRAWING:
            return Drawing(table, player, view.bets)
        case Phase.BANKER_DRAWING:
            return BankerDrawing(table, player, view.bets)
        case _:
            return Swapping(table, player)


def _awaited(view: View, table: Table) -> AwaitDeal:
    assert view.due is not None
    return AwaitDeal(table, view.due, view.player, view.bets, view.face_up)


def _public(view: View, filled: Sequence[Mask]) -> State:
    match view.phase:
        case Phase.DRAW_BANKER:
            return DrawBanker(view.standing)
        case Phase.OFFER_BANK:
            assert isinstance(view.actor, int)
            return OfferBank(view.standing, view.actor)
        case Phase.AWAIT_DEAL:
            players = view.standing.config.players
            return _awaited(view, Table(view.standing, view.board, (), ((),) * players, ()))
        case _:
            return MatchOver(view.standing)


# -- the game -----------------------------------------------------------------------------------------------------------

_ACTIONS: Final = (
    ChooseDealer,
    Deal,
    TakeBank,
    Decline,
    GiveNotice,
    PlayOn,
    Bet,
    BetBeside,
    Pass,
    Hit,
    Stand,
    SwapCard,
    KeepCard,
)

GAME: Final[Game[Config, State, Action, View, Event]] = Game(
    name="twenty_one",
    aliases=("bist_o_yek",),
    persian_name="بیست و یک",
    rotation=Rotation.RIGHT,
    version=1,
    Config=Config,
    phases=(
        DrawBanker,
        OfferBank,
        AwaitDeal,
        AskNotice,
        Betting,
        SideBetting,
        Drawing,
        BankerDrawing,
        Swapping,
        MatchOver,
    ),
    actions=_ACTIONS,
    events=(*(action for action in _ACTIONS if action not in (Deal, Stand)), Shuffled, Told),
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
