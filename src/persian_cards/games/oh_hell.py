"""Oh Hell (اوه هل): three to seven players, each for himself, 52 cards, to the left.

Every hand deals another number of cards and turns one up for trump; who takes just the tricks that he bid scores. The clauses
(OHHELL-1 to OHHELL-13) are told in `docs/rules/oh_hell.md`.

>>> from random import Random
>>> from persian_cards.games import oh_hell
>>> rng = Random(7)
>>> state = oh_hell.initial_state(oh_hell.Config(players=5))
>>> while legal := oh_hell.legal_actions(state):
...     state = oh_hell.apply(state, legal.sample(rng))
>>> len(state.standing.sheet), len(oh_hell.outcome(state).scores)
(10, 5)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cache, partial
from operator import add, itemgetter
from typing import Final, Literal, TypeAlias, assert_never, final

import attrs

from persian_cards._quick import maker
from persian_cards.actions import (
    CHANCE,
    NOTHING,
    READY_PLAYS,
    ActionSet,
    Actor,
    Bid,
    Chance,
    ChooseDealer,
    Deal,
    DealtOpen,
    Listed,
    Permutations,
    Play,
    dealer_lots,
    pack_violation,
    plays,
    turn_told,
)
from persian_cards.cards import (
    FULL,
    PACK,
    SUITS,
    Card,
    CardSet,
    Mask,
    Suit,
    bits_of,
    cards_of,
    mask_of,
    mask_text,
    masks_text,
)
from persian_cards.errors import ConfigError, Violation, counted, shown
from persian_cards.game import Game, Outcome, Rotation, refusal
from persian_cards.options import Absent, Whole, first_dealer, option
from persian_cards.table import NO_CARDS, Layout, Lineup, Seat, as_seated, check_seat, no_hand, places_by
from persian_cards.tricks import Trick, by_seat, on_table, seated, taking, tricks_of
from persian_cards.worlds import Fillings, Worlds, suit_classes

__all__ = [
    "GAME", "Action", "AwaitDeal", "Bid", "BidHidden", "Bidding", "BidsShown", "ChooseDealer", "Config", "Deal", "DealtOpen",
    "DrawDealer", "Event", "Hand", "HandOrder", "MatchOver", "MissScore", "Phase", "Play", "Row", "Standing", "State", "TrickPlay",
    "View", "ZeroBid", "apply", "deal_for", "determinize", "initial_state", "layout", "legal_actions", "outcome", "places", "seats",
    "seen", "sides", "sizes", "submit", "tally", "view", "violation", "worlds",
]  # fmt: skip

# -- the config ---------------------------------------------------------------------------------------------------------


class HandOrder(Enum):
    """How the number of cards goes from hand to hand (OHHELL-2)."""

    UP = "up"
    DOWN = "down"
    UP_DOWN = "up and down"
    DOWN_UP = "down and up"

    def __str__(self) -> str:
        return self.value


class MissScore(Enum):
    """What a missed bid scores (OHHELL-11)."""

    ZERO = "zero"
    TRICKS = "tricks"

    def __str__(self) -> str:
        return self.value


class ZeroBid(Enum):
    """What a zero scores that is made (OHHELL-12)."""

    TEN = "ten"
    FIVE_PLUS_CARDS = "five plus cards"

    def __str__(self) -> str:
        return self.value


_HANDS: Final = {3: 15, 4: 13, 5: 10, 6: 8, 7: 7}


@attrs.frozen(kw_only=True, cache_hash=True)
class Config:
    """The options of a game; ConfigError for what no table could play.

    >>> Config(players=6, max_cards=10)
    Traceback (most recent call last):
    persian_cards.errors.ConfigError: max_cards must be at most 8 with 6 players, not 10 (OHHELL-2)
    """

    players: int = option(4, "OHHELL-1", Whole(3, 7), meaning="how many play")
    first_dealer: int | None = first_dealer("OHHELL-1", 7)
    max_cards: int | None = option(
        None, "OHHELL-2", Whole(1, 17), Absent(), meaning="the most cards each; none: 15, 13, 10, 8, 7 with 3 to 7 players"
    )
    order: HandOrder = option(HandOrder.UP, "OHHELL-2", meaning="how the number of cards goes from hand to hand")
    last_hand_no_trump: bool = option(True, "OHHELL-4", meaning="hands of the most cards have no trump")
    hook: bool = option(False, "OHHELL-6", meaning="the bids may not add up to the number of cards each")
    simultaneous_bids: bool = option(False, "OHHELL-7", meaning="bids are chosen in secret and shown at once")
    must_trump: bool = option(False, "OHHELL-9", meaning="who cannot follow suit must play a trump")
    miss: MissScore = option(MissScore.ZERO, "OHHELL-11", meaning="what a missed bid scores")
    zero_bid: ZeroBid = option(ZeroBid.TEN, "OHHELL-12", meaning="what a zero scores that is made")

    def __attrs_post_init__(self) -> None:
        most = 52 // self.players
        if self.max_cards is not None and self.max_cards > most:
            raise ConfigError("max_cards", self.max_cards, f"at most {most} with {self.players} players", "OHHELL-2")
        if self.first_dealer is not None and self.first_dealer >= self.players:
            raise ConfigError("first_dealer", self.first_dealer, f"a seat from 0 to {self.players - 1}", "OHHELL-1")
        if self.simultaneous_bids and self.hook:
            raise ConfigError("simultaneous_bids", True, "False with hook", "OHHELL-7")


@cache
def sizes(config: Config) -> tuple[int, ...]:
    """The number of cards each of every hand of a game, in order (OHHELL-2).

    >>> sizes(Config(max_cards=3, order=HandOrder.UP_DOWN))
    (1, 2, 3, 2, 1)
    """
    most = _HANDS[config.players] if config.max_cards is None else config.max_cards
    up = tuple(range(1, most + 1))
    match config.order:
        case HandOrder.UP:
            return up
        case HandOrder.DOWN:
            return up[::-1]
        case HandOrder.UP_DOWN:
            return up + up[-2::-1]
        case HandOrder.DOWN_UP:
            return up[::-1] + up[1:]
        case _:
            assert_never(config.order)


def _turns_up(config: Config, size: int) -> bool:
    """Whether a hand of so many cards has a card turned up for trump (OHHELL-3, OHHELL-4)."""
    return size * config.players < 52 and not (config.last_hand_no_trump and size == max(sizes(config)))


# -- actions ------------------------------------------------------------------------------------------------------------

Action: TypeAlias = ChooseDealer | Deal | Bid | Play


@attrs.frozen
class BidHidden:
    """Event: a player has made his bid in secret (OHHELL-7)."""


@attrs.frozen
class BidsShown:
    """Event: the last bid has been made in secret, and all are shown; by seat (OHHELL-7)."""

    bids: tuple[int, ...]


Event: TypeAlias = ChooseDealer | DealtOpen | Bid | BidHidden | BidsShown | Play

# -- what lasts ---------------------------------------------------------------------------------------------------------

_LINEUPS: Final = {players: as_seated(players) for players in _HANDS}
_BY_SEAT: Final = {players: tuple(itemgetter(*lineup.turn[seat]) for seat in lineup.next) for players, lineup in _LINEUPS.items()}
"""By the number of players and the dealer: what puts all bids, which are in the order in which they were made, by seat."""


@attrs.frozen(weakref_slot=False)
class Row:
    """A hand on the score sheet: `cards` each, the trump (None: without); all tuples are by seat, `totals` those after it."""

    dealer: Seat
    cards: int
    trump: Suit | None
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    score: tuple[int, ...]
    totals: tuple[int, ...]


@attrs.frozen(cache_hash=True, weakref_slot=False)
class Standing:
    """What lasts from hand to hand, all of it public; totals by seat. `dealer` is None until one has been chosen; `sizes` are the
    numbers of cards each of all hands, `size` that of the hand that is being dealt or played, of the last one when the game is
    over."""

    config: Config
    dealer: Seat | None
    totals: tuple[int, ...]
    sheet: tuple[Row, ...] = ()
    sizes: tuple[int, ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: sizes(new.config), takes_self=True)
    )
    size: int = attrs.field(
        init=False,
        eq=False,
        repr=False,
        default=attrs.Factory(lambda new: new.sizes[min(len(new.sheet), len(new.sizes) - 1)], takes_self=True),
    )

    @property
    def lineup(self) -> Lineup:
        """The players in order of play: as they are numbered."""
        return _LINEUPS[self.config.players]


@attrs.frozen(cache_hash=True, weakref_slot=False)
class Hand:
    """What is fixed while a hand is played: `bids` by seat; the card `turned` up; `dealt`, the hands as dealt, which is secret."""

    standing: Standing
    dealer: Seat
    turned: Card | None
    bids: tuple[int, ...]
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)
    players: int = attrs.field(init=False, eq=False, repr=False, default=attrs.Factory(lambda new: len(new.dealt), takes_self=True))
    trump_mask: int = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: _trump_mask(new.turned), takes_self=True)
    )
    must_trump: int = attrs.field(
        init=False,
        eq=False,
        repr=False,
        default=attrs.Factory(lambda new: new.trump_mask if new.standing.config.must_trump else 0, takes_self=True),
    )
    next: tuple[Seat, ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: _LINEUPS[len(new.dealt)].next, takes_self=True)
    )
    turns: tuple[tuple[Seat, ...], ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: _LINEUPS[len(new.dealt)].turns, takes_self=True)
    )


def _trump_mask(turned: Card | None) -> int:
    return 0 if turned is None else turned.suit_mask


# -- the phases ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class DrawDealer:
    """The first dealer is found by lot (OHHELL-1)."""

    standing: Standing

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: a seat is chosen."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, self.standing.config.players)


@attrs.frozen(weakref_slot=False)
class AwaitDeal:
    """The pack is being shuffled (OHHELL-2)."""

    standing: Standing
    dealer: Seat

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: the pack is dealt."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, self.standing.config.players)


@attrs.frozen(weakref_slot=False)
class Bidding:
    """The players bid in turn, perhaps in secret; `bids` are those made so far, in order (OHHELL-5, OHHELL-7)."""

    standing: Standing
    dealer: Seat
    turned: Card | None
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)
    bids: tuple[int, ...] = ()

    @property
    def actor(self) -> Seat:
        """The next to bid: the dealer's left first, the dealer last."""
        return _LINEUPS[len(self.dealt)].after[self.dealer][len(self.bids)]

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.dealt[check_seat(seat, len(self.dealt))])


@final
@attrs.frozen(weakref_slot=False)
class TrickPlay:
    """A card is being played (OHHELL-8): `left` are the cards in all hands, `trick` those on the table, `won` the tricks by seat,
    `played` the cards of the finished tricks in the order in which they fell."""

    fixed: Hand
    left: Mask = attrs.field(repr=mask_text)
    trick: tuple[Card, ...]
    actor: Seat
    won: tuple[int, ...]
    played: tuple[Card, ...]

    @property
    def standing(self) -> Standing:
        """What lasts from hand to hand."""
        return self.fixed.standing

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.fixed.dealt[check_seat(seat, self.fixed.players)] & self.left)


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


State: TypeAlias = DrawDealer | AwaitDeal | Bidding | TrickPlay | MatchOver

_row: Final = maker(Row)
_standing: Final = maker(Standing)
_hand: Final = maker(Hand)
_await_deal: Final = maker(AwaitDeal)
_bidding: Final = maker(Bidding)
_trick_play: Final = maker(TrickPlay)


def seats(config: Config) -> int:
    """How many players: three to seven.

    >>> seats(Config(players=3))
    3
    """
    return config.players


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Everybody scores for himself."""
    return tuple((seat,) for seat in state.standing.lineup.order)


def initial_state(config: Config = Config()) -> State:
    """The state in which a game begins: the lot for the first dealer, or the first deal where he is given (OHHELL-1).

    >>> initial_state(Config(first_dealer=2)).dealer
    2
    """
    nothing = (0,) * config.players
    if config.first_dealer is None:
        return DrawDealer(Standing(config, None, nothing))
    dealer = Seat(config.first_dealer)
    return AwaitDeal(Standing(config, dealer, nothing), dealer)


# -- the deal -----------------------------------------------------------------------------------------------------------

_SHUFFLES: Final = Permutations(Deal, PACK)
_LOTS: Final = {players: dealer_lots(players) for players in _HANDS}


@cache
def layout(config: Config, size: int) -> Layout:
    """How a hand of so many cards each is dealt: one at a time, turn 0 the dealer's left; then the card "turned", then those "out"
    of play (OHHELL-2, OHHELL-3).

    >>> layout(Config(players=3), 1).entries[:5]
    (0, 1, 2, 'turned', 'out')
    """
    dealt = Layout.packets(config.players, *([1] * size)) + Layout(("turned",) * _turns_up(config, size))
    return dealt + Layout(("out",) * (52 - len(dealt.entries)))


def _deal(state: AwaitDeal, pack: tuple[Card, ...]) -> Bidding | None:
    """OHHELL-2 to OHHELL-4. None if it is not the pack."""
    bits = bits_of(pack, FULL)
    if bits is None:
        return None
    standing, dealer = state.standing, state.dealer
    config, size = standing.config, standing.size
    dealing, lineup, after = layout(config, size), _LINEUPS[config.players], size * config.players
    turned = pack[after] if dealing.entries[after : after + 1] == ("turned",) else None
    return _bidding(standing, dealer, turned, dealing.masks(bits, lineup.turn[lineup.next[dealer]]), ())


def deal_for(
    state: State, hands: Mapping[int, str | Iterable[Card]], *, turned: str | Iterable[Card] = (), out: str | Iterable[Card] = ()
) -> Deal:
    """A `Deal` that gives the seats the named cards, in the order in which they fall; `turned` is the card to turn up, and `out`
    are cards to be left out of play (OHHELL-2, OHHELL-3).

    `hands` are texts or cards by seat; whatever is not named follows in the order of the pack. Raises ValueError unless a deal is
    due in `state`, or for cards that cannot be dealt so, and LookupError for an unknown seat.

    >>> state = initial_state(Config(first_dealer=3))
    >>> apply(state, deal_for(state, {0: "AS"}, turned="2H")).turned
    2H
    """
    if not isinstance(state, AwaitDeal):
        raise ValueError(f"no deal is due in the phase {type(state).__name__}")
    standing = state.standing
    turn = standing.lineup.turn[standing.lineup.next[state.dealer]]
    return Deal(layout(standing.config, standing.size).arrange(PACK, turn, hands, {"turned": turned, "out": out}))


# -- what is legal ------------------------------------------------------------------------------------------------------


def legal_actions(state: State) -> ActionSet[Action]:
    """What may be done now, in a fixed order; empty when the game is over.

    Seats and bids go up; cards are in the order of GEN-3. OHHELL-1, OHHELL-5, OHHELL-8.

    >>> legal_actions(apply(initial_state(Config(first_dealer=0)), Deal(PACK)))
    <2 actions: Bid(amount=0), Bid(amount=1)>
    """
    if type(state) is TrickPlay:
        fixed = state.fixed
        hand = fixed.dealt[state.actor] & state.left
        trick = state.trick
        if trick and (follow := hand & trick[0].suit_mask):
            return READY_PLAYS[follow]
        return _plays(hand, trick, fixed.must_trump)
    match state:
        case Bidding():
            return _bids(state.standing, state.bids)
        case AwaitDeal():
            return _SHUFFLES
        case DrawDealer():
            return _LOTS[state.standing.config.players]
        case MatchOver():
            return NOTHING
        case _:
            assert_never(state)


def _plays(hand: int, trick: Sequence[Card], must_trump: int) -> ActionSet[Play]:
    """OHHELL-8, OHHELL-9: the suit led if the hand has it; else a trump of the mask `must_trump`; else anything."""
    if trick:
        follow = hand & trick[0].suit_mask
        return READY_PLAYS[follow] if follow else plays(hand & must_trump or hand)
    return plays(hand)


def _bids(standing: Standing, bids: Sequence[int]) -> ActionSet[Bid]:
    """Any number up to that of the cards (OHHELL-5); by the hook the last may not make up the sum (OHHELL-6)."""
    config, size = standing.config, standing.size
    if config.hook and len(bids) == config.players - 1:
        return _bids_but(size, size - sum(bids))
    return _BIDS[size]


_BIDS: Final = tuple(Listed(map(Bid, range(size + 1))) for size in range(52 // min(_HANDS) + 1))
"""By the number of cards each."""


@cache
def _bids_but(size: int, barred: int) -> Listed[Bid]:
    return Listed([bid for bid in _BIDS[size] if bid.amount != barred])


def violation(state: State, action: object) -> Violation | None:
    """Why an action is not legal; None exactly for the members of `legal_actions(state)` (GEN-5). `action` may be anything.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> print(violation(state, Bid(2)))
    seat 1 must bid from 0 to 1 tricks (OHHELL-5)
    """
    if type(action) not in _ACTIONS:
        return Violation("GEN-5", f"{shown(action)} is not an action of oh_hell")
    match state:
        case TrickPlay():
            if type(action) is not Play:
                return Violation("OHHELL-8", f"seat {state.actor} must play a card now")
            return _card_violation(state, action.card)
        case Bidding():
            if action in _bids(state.standing, state.bids):
                return None
            size = state.standing.size
            if type(action) is Bid and action in _BIDS[size]:
                return Violation("OHHELL-6", f"seat {state.actor} may not bid {action.amount}: the bids would add up to {size}")
            return Violation("OHHELL-5", f"seat {state.actor} must bid from 0 to {size} tricks")
        case AwaitDeal():
            if type(action) is not Deal:
                return Violation("OHHELL-2", "the pack must be dealt now")
            return pack_violation(action, _SHUFFLES)
        case DrawDealer():
            players = state.standing.config.players
            lot = f"the lot must fall on a first dealer now, seat 0 to {players - 1}"
            return None if action in _LOTS[players] else Violation("OHHELL-1", lot)
        case MatchOver():
            return Violation("GEN-8", "the game is over")
        case _:
            assert_never(state)


def _card_violation(state: TrickPlay, card: object) -> Violation | None:
    """Why a card may not be played: OHHELL-8, OHHELL-9."""
    seat = state.actor
    hand = state.fixed.dealt[seat] & state.left
    if type(card) is not Card:
        return Violation("GEN-5", f"{shown(card)} is not a card")
    if not hand & card.bit:
        return Violation("GEN-5", f"seat {seat} does not hold {card}")
    if Play(card) in _plays(hand, state.trick, state.fixed.must_trump):
        return None
    if hand & state.trick[0].suit_mask:
        return Violation("OHHELL-8", f"seat {seat} must follow {state.trick[0].suit}")
    return Violation("OHHELL-9", f"seat {seat} cannot follow {state.trick[0].suit} and must play a trump")


# -- what an action does ------------------------------------------------------------------------------------------------


def apply(state: State, action: Action) -> State:
    """The state that an action leads to; the old one is untouched. Raises IllegalAction for what is not legal (GEN-5).

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> apply(state, Bid(1)).actor
    2
    >>> apply(state, Bid(2))
    Traceback (most recent call last):
    persian_cards.errors.IllegalAction: seat 1 must bid from 0 to 1 tricks (OHHELL-5): Bid(amount=2) is refused
    """
    if type(state) is TrickPlay:  # by far the most frequent
        if type(action) is not Play or type(card := action.card) is not Card:
            raise refusal(state, action, violation, legal_actions)
        fixed = state.fixed
        actor = state.actor
        left = state.left
        bit = card.bit
        hand = fixed.dealt[actor] & left
        if not hand & bit:
            raise refusal(state, action, violation, legal_actions)
        trick = state.trick
        if trick:
            led = trick[0]
            if card.suit is not led.suit and (hand & led.suit_mask or (not bit & fixed.must_trump and hand & fixed.must_trump)):
                raise refusal(state, action, violation, legal_actions)
        trick = trick + (card,)
        if len(trick) == fixed.players:
            return _end_trick(state, trick, left ^ bit)
        return _trick_play(fixed, left ^ bit, trick, fixed.next[actor], state.won, state.played)
    match state:
        case Bidding():
            if action in _bids(state.standing, state.bids):
                assert isinstance(action, Bid)
                return _bid(state, action.amount)
        case AwaitDeal():
            if type(action) is Deal and (dealt := _deal(state, action.pack)) is not None:
                return dealt
        case DrawDealer():
            if type(action) is ChooseDealer and action in _LOTS[state.standing.config.players]:
                return AwaitDeal(attrs.evolve(state.standing, dealer=action.seat), action.seat)
        case MatchOver():
            pass
        case _:
            assert_never(state)
    raise refusal(state, action, violation, legal_actions)


def _bid(state: Bidding, amount: int) -> Bidding | TrickPlay:
    """OHHELL-5, OHHELL-8: after the dealer's bid his left leads."""
    standing = state.standing
    bids = state.bids + (amount,)
    if len(bids) < len(state.dealt):
        return _bidding(standing, state.dealer, state.turned, state.dealt, bids)
    by_seat = _BY_SEAT[len(bids)][state.dealer](bids)
    fixed = _hand(standing, state.dealer, state.turned, by_seat, state.dealt)
    return _trick_play(fixed, sum(state.dealt), (), fixed.next[state.dealer], (0,) * fixed.players, ())


def _end_trick(state: TrickPlay, trick: tuple[Card, ...], left: Mask) -> State:
    """OHHELL-8: the highest trump takes the trick, else the highest card of the suit led; the winner leads."""
    fixed = state.fixed
    winner = fixed.turns[fixed.next[state.actor]][taking(trick, fixed.trump_mask)]
    counts = list(state.won)
    counts[winner] += 1
    won = tuple(counts)
    if left:
        return _trick_play(fixed, left, (), winner, won, state.played + trick)
    return _score(fixed, won)


def _hand_scores(config: Config, cards: int, bids: Sequence[int], won: Sequence[int]) -> tuple[int, ...]:
    """OHHELL-10 to OHHELL-12: what the players score by their bids and the tricks that they have won.

    >>> _hand_scores(Config(), 8, (4, 0, 3), (4, 0, 4))
    (14, 10, 0)
    """
    a_trick_missed = 1 if config.miss is MissScore.TRICKS else 0
    zero_made = 5 + cards if config.zero_bid is ZeroBid.FIVE_PLUS_CARDS else 10
    return tuple([
        tricks * a_trick_missed if bids[seat] != tricks else 10 + tricks if tricks else zero_made
        for seat, tricks in enumerate(won)
    ])  # fmt: skip


def _score(fixed: Hand, won: tuple[int, ...]) -> AwaitDeal | MatchOver:
    """OHHELL-1, OHHELL-2, OHHELL-10, OHHELL-13: a hand is over and is entered on the sheet; the deal passes to the left."""
    standing = fixed.standing
    config, size = standing.config, standing.size
    score = _hand_scores(config, size, fixed.bids, won)
    totals = tuple(map(add, standing.totals, score))
    trump = None if fixed.turned is None else fixed.turned.suit
    sheet = standing.sheet + (_row(fixed.dealer, size, trump, fixed.bids, won, score, totals),)
    dealer = fixed.next[fixed.dealer]
    after = _standing(config, dealer, totals, sheet)
    return MatchOver(after) if len(sheet) == len(standing.sizes) else _await_deal(after, dealer)


def outcome(state: State) -> Outcome | None:
    """The end of the game; None while it goes on. The highest total wins, equal ones share the win (OHHELL-13, GEN-8)."""
    if not isinstance(state, MatchOver):
        return None
    totals = state.standing.totals
    found = places_by(totals)
    return Outcome(totals, found, tuple(Seat(seat) for seat, place in enumerate(found) if place == 1))


def tally(state: State) -> dict[str, int]:
    """What has happened so far: hands, and bids made and missed."""
    sheet = state.standing.sheet
    made = sum(bid == tricks for row in sheet for bid, tricks in zip(row.bids, row.tricks, strict=True))
    return {"hands": len(sheet), "bids made": made, "bids missed": len(sheet) * state.standing.config.players - made}


def places(state: State) -> dict[str, tuple[Card, ...]]:
    """Every place that has cards in it: the hands, the card turned up, those out of play, the trick, the tricks taken, the pack."""
    match state:
        case DrawDealer() | AwaitDeal() | MatchOver():
            return {"pack": PACK}
        case Bidding():
            return _in_hand(state.turned, state.dealt, FULL)
        case TrickPlay():
            fixed = state.fixed
            found = _in_hand(fixed.turned, fixed.dealt, state.left) | {"trick": state.trick}
            found |= {f"tricks {seat}": () for seat in fixed.turns[0]}
            for trick in tricks_of(state.played, fixed.next[fixed.dealer], fixed.turns, fixed.trump_mask):
                found[f"tricks {trick.winner}"] += trick.cards
            return found
        case _:
            assert_never(state)


def _in_hand(turned: Card | None, dealt: tuple[Mask, ...], left: Mask) -> dict[str, tuple[Card, ...]]:
    up = () if turned is None else (turned,)
    hands = {f"hand {seat}": cards_of(mask & left) for seat, mask in enumerate(dealt)}
    return hands | {"turned": up, "out": cards_of(FULL & ~sum(dealt) & ~mask_of(up))}


# -- what a seat sees ---------------------------------------------------------------------------------------------------


class Phase(Enum):
    """What the table is doing."""

    DRAW_DEALER = "drawing the dealer"
    AWAIT_DEAL = "shuffling"
    BIDDING = "bidding"
    TRICK_PLAY = "playing"
    MATCH_OVER = "over"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(weakref_slot=False)
class View:
    """What a seat may see, a spectator where `seat` is None: the standing, his own cards, and what has been shown to all.

    `bids` are by seat, None where none has been made or where it is still secret (OHHELL-7); `trick_cards` and `played` the cards
    on the table and those of the finished tricks of this hand, in the order in which they fell.
    """

    seat: Seat | None
    actor: Actor
    phase: Phase
    standing: Standing
    turned: Card | None
    bids: tuple[int | None, ...]
    own: Mask = attrs.field(repr=mask_text)
    trick_cards: tuple[Card, ...]
    played: tuple[Card, ...]

    @property
    def hand(self) -> CardSet:
        """The seat's own cards; none for a spectator."""
        return CardSet.of_mask(self.own)

    @property
    def trump(self) -> Suit | None:
        """The trump of this hand; None where it has none."""
        return None if self.turned is None else self.turned.suit

    @property
    def legal(self) -> ActionSet[Action]:
        """What this seat may do now; empty for others than the actor."""
        if self.seat is None or self.actor != self.seat:
            return NOTHING
        if self.phase is Phase.BIDDING:
            return _bids(self.standing, [bid for bid in self.bids if bid is not None] if self.standing.config.hook else ())
        must_trump = _trump_mask(self.turned) if self.standing.config.must_trump else 0
        return _plays(self.own, self.trick_cards, must_trump)

    @property
    def counts(self) -> tuple[int, ...]:
        """By seat: how many cards it holds."""
        players = self.standing.config.players
        if self.phase not in (Phase.BIDDING, Phase.TRICK_PLAY):
            return (0,) * players
        on_it = [seat for seat, _ in self.trick]
        return tuple(self.standing.size - len(self.played) // players - (seat in on_it) for seat in range(players))

    @property
    def trick(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards on the table, each with the seat that played it, in order."""
        return on_table(self.trick_cards, self.actor, self.standing.lineup.turns)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks of this hand, in order."""
        lineup, dealer = self.standing.lineup, self.standing.dealer
        return () if dealer is None else tricks_of(self.played, lineup.next[dealer], lineup.turns, _trump_mask(self.turned))

    @property
    def won(self) -> tuple[int, ...]:
        """The tricks taken in this hand, by seat."""
        winners = [trick.winner for trick in self.tricks]
        return tuple(map(winners.count, self.standing.lineup.order))

    @property
    def voids(self) -> tuple[frozenset[Suit], ...]:
        """By seat: the suits that it has shown not to hold: who did not follow, and, where one must trump, who did not do that
        either (OHHELL-8, OHHELL-9)."""
        must_trump = _trump_mask(self.turned) if self.standing.config.must_trump else 0
        void = [0] * self.standing.config.players
        for trick in self._seated():
            led = trick[0][1].suit_mask if trick else 0
            for seat, card in trick:
                if not card.bit & led:
                    void[seat] |= led if card.bit & must_trump else led | must_trump
        return tuple(frozenset(suit for suit in SUITS if suit.mask & mask) for mask in void)

    def _seated(self) -> list[tuple[tuple[Seat, Card], ...]]:
        turns = self.standing.lineup.turns
        return [*(seated(trick.cards, trick.leader, turns) for trick in self.tricks), self.trick]

    def __str__(self) -> str:
        standing = self.standing
        lines = [f"{self.phase}{turn_told(self.actor)}; totals {', '.join(map(str, standing.totals))}"]
        if standing.dealer is not None and self.phase is not Phase.MATCH_OVER:
            lines.append(f"dealer: seat {standing.dealer}; {counted(standing.size, 'card')} each, hand {len(standing.sheet) + 1}")
        if self.phase in (Phase.BIDDING, Phase.TRICK_PLAY):
            lines.append("no trump" if self.turned is None else f"turned up: {self.turned}")
        said = [f"seat {seat} {bid}" for seat, bid in enumerate(self.bids) if bid is not None]
        if said:
            lines.append("bids: " + ", ".join(said))
        if self.phase is Phase.TRICK_PLAY:
            lines.append("tricks: " + ", ".join(f"seat {seat} {tricks}" for seat, tricks in enumerate(self.won)))
        if self.trick:
            lines.append(f"table: {by_seat(self.trick)}")
        if self.own:
            lines.append(f"your hand: {self.hand}")
        return "\n".join(lines)


_view: Final = maker(View)


def view(state: State, seat: int | None) -> View:
    """What a seat may see of a state, or a spectator for None. Raises LookupError for an unknown seat.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> view(state, 1).hand, view(state, 1).legal.size, view(state, 2).legal.size
    (CardSet.parse('2C'), 2, 0)
    """
    whose = None if seat is None else check_seat(seat, state.standing.config.players)
    if isinstance(state, TrickPlay):
        fixed = state.fixed
        own = 0 if whose is None else fixed.dealt[whose] & state.left
        return _view(whose, state.actor, Phase.TRICK_PLAY, fixed.standing, fixed.turned, fixed.bids, own, state.trick, state.played)
    standing = state.standing
    none = (None,) * standing.config.players
    match state:
        case DrawDealer():
            return _view(whose, CHANCE, Phase.DRAW_DEALER, standing, None, none, 0, (), ())
        case AwaitDeal():
            return _view(whose, CHANCE, Phase.AWAIT_DEAL, standing, None, none, 0, (), ())
        case Bidding():
            own = 0 if whose is None else state.dealt[whose]
            bids = _visible_bids(state, whose)
            return _view(whose, state.actor, Phase.BIDDING, standing, state.turned, bids, own, (), ())
        case MatchOver():
            return _view(whose, None, Phase.MATCH_OVER, standing, None, none, 0, (), ())
        case _:
            assert_never(state)


def _visible_bids(state: Bidding, seat: Seat | None) -> tuple[int | None, ...]:
    """By seat: the bids made so far that a seat may see; in secret only its own (OHHELL-7)."""
    made = dict(zip(state.standing.lineup.after[state.dealer], state.bids, strict=False))
    secret = state.standing.config.simultaneous_bids
    return tuple(made.get(whose) if whose == seat or not secret else None for whose in state.standing.lineup.order)


def seen(state: State, action: Action, seat: int | None) -> Event:
    """What a seat (a spectator for None) notices of a legal action: the action itself where it is public, else its public part.

    Of a deal it notices its own cards and the one turned up; of others' secret bids that they have been made, and of the last one
    all of them (OHHELL-7). Raises IllegalAction for an action that is not legal and LookupError for an unknown seat.

    >>> seen(initial_state(Config(first_dealer=0)), Deal(PACK), 3)
    DealtOpen(hand=CardSet.parse('4C'), shown=(6C,))
    """
    whose = None if seat is None else check_seat(seat, state.standing.config.players)
    after = apply(state, action)
    if isinstance(action, Deal):
        assert isinstance(after, Bidding)
        return DealtOpen(NO_CARDS if whose is None else after.hand(whose), () if after.turned is None else (after.turned,))
    if isinstance(action, Bid) and state.standing.config.simultaneous_bids:
        if isinstance(after, TrickPlay):
            return BidsShown(after.fixed.bids)
        return action if state.actor == whose else BidHidden()
    return action


# -- what a seat may imagine --------------------------------------------------------------------------------------------


def worlds(view: View) -> Worlds[State]:
    """The states that fit a view, each equally likely: all deals of the unseen cards to the hands and out of play, but those that
    the play has ruled out, with every secret bid that could have been made.

    - Who did not follow the suit led has none of it (OHHELL-8); where one must trump, who did not trump then has none (OHHELL-9).
    - The card turned up is out of play (OHHELL-3). Bids made in secret may be any (OHHELL-7); otherwise bids tell nothing.

    >>> worlds(view(apply(initial_state(Config(first_dealer=0)), Deal(PACK)), 0)).size
    117600
    """
    if view.phase not in (Phase.BIDDING, Phase.TRICK_PLAY):
        return Worlds(Fillings((), ()), partial(_public, view))
    players = view.standing.config.players
    up = () if view.turned is None else (view.turned,)
    unseen = FULL & ~view.own & ~mask_of((*view.played, *view.trick_cards, *up))
    room = [0 if seat == view.seat else count for seat, count in enumerate(view.counts)]
    room.append(unseen.bit_count() - sum(room))
    hidden = tuple([place for place in range(players + 1) if place != view.seat])
    fillings = Fillings(suit_classes(unseen, hidden, (*view.voids, ())), tuple(room))
    secret = len(_secret_bidders(view))
    return Worlds(fillings, partial(_in_play, view), (range(view.standing.size + 1),) * secret)


def _dealer(view: View) -> Seat:
    assert view.standing.dealer is not None
    return view.standing.dealer


def _secret_bidders(view: View) -> tuple[Seat, ...]:
    """Who has bid in secret already, but for the seat itself, in order of bidding (OHHELL-7)."""
    if view.phase is not Phase.BIDDING or not view.standing.config.simultaneous_bids:
        return ()
    order = view.standing.lineup.after[_dealer(view)]
    assert isinstance(view.actor, int)
    return tuple(seat for seat in order[: order.index(view.actor)] if seat != view.seat)


def _in_play(view: View, filled: Sequence[Mask], *secret: int) -> State:
    standing, dealer = view.standing, _dealer(view)
    hands = tuple(view.own if seat == view.seat else filled[seat] for seat in standing.lineup.order)
    bids = {seat: bid for seat, bid in enumerate(view.bids) if bid is not None} | dict(
        zip(_secret_bidders(view), secret, strict=True)
    )
    if view.phase is Phase.BIDDING:
        order = standing.lineup.after[dealer]
        return Bidding(standing, dealer, view.turned, hands, tuple(bids[seat] for seat in order[: len(bids)]))
    played = [0] * len(hands)
    for trick in view._seated():
        for seat, card in trick:
            played[seat] |= card.bit
    assert isinstance(view.actor, int)
    dealt = tuple(hand | more for hand, more in zip(hands, played, strict=True))
    fixed = Hand(standing, dealer, view.turned, tuple(bids[seat] for seat in standing.lineup.order), dealt)
    return TrickPlay(fixed, sum(hands), view.trick_cards, view.actor, view.won, view.played)


def _public(view: View, filled: Sequence[Mask]) -> State:
    match view.phase:
        case Phase.DRAW_DEALER:
            return DrawDealer(view.standing)
        case Phase.AWAIT_DEAL:
            return AwaitDeal(view.standing, _dealer(view))
        case _:
            return MatchOver(view.standing)


# -- the game -----------------------------------------------------------------------------------------------------------

_ACTIONS: Final = (ChooseDealer, Deal, Bid, Play)

GAME: Final[Game[Config, State, Action, View, Event]] = Game(
    name="oh_hell",
    persian_name="اوه هل",
    rotation=Rotation.LEFT,
    version=1,
    Config=Config,
    phases=(DrawDealer, AwaitDeal, Bidding, TrickPlay, MatchOver),
    actions=_ACTIONS,
    events=(ChooseDealer, DealtOpen, Bid, BidHidden, BidsShown, Play),
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
