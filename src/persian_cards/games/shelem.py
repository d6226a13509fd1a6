"""Shelem (شلم): four players, partners opposite, or two who play for themselves; 52 cards, to the right.

The players bid for the four cards of the widow; the hakem's first lead names trump, and 165 points are played for. The clauses
(SHELEM-1 to SHELEM-14, with two players SHELEM-20 to SHELEM-25 besides) are told in `docs/rules/shelem.md`.

>>> from random import Random
>>> from persian_cards.games import shelem
>>> rng = Random(7)
>>> state = shelem.initial_state(shelem.Config(max_hands=3))
>>> while legal := shelem.legal_actions(state):
...     state = shelem.apply(state, legal.sample(rng))
>>> shelem.outcome(state).places
(1, 3, 1, 3)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache, partial
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
    Combinations,
    Deal,
    Dealt,
    Joined,
    Listed,
    Pass,
    Permutations,
    Play,
    Range,
    as_set,
    dealer_lots,
    pack_violation,
    plays,
    turn_told,
)
from persian_cards.cards import FULL, PACK, Card, CardSet, Mask, Rank, Suit, bits_of, cards_of, mask_of, mask_text, masks_text
from persian_cards.errors import ConfigError, Violation, shown
from persian_cards.game import Game, Outcome, Rotation, refusal, team_outcome
from persian_cards.options import Whole, first_dealer, max_hands, option
from persian_cards.table import (
    AS_SEATED,
    NO_CARDS,
    Layout,
    Lineup,
    Seat,
    Team,
    check_seat,
    no_hand,
    sides_won,
)
from persian_cards.tricks import Trick, by_seat, on_table, play_violation, plays_to, seated, taking, tricks_of, voids_in
from persian_cards.worlds import Fillings, Worlds, suit_classes

__all__ = [
    "GAME", "LAYOUT", "LAYOUT_OF_TWO", "Action", "AllPass", "Auction", "AuctionEnded", "AwaitDeal", "AwaitDealer", "Bid", "Call",
    "ChooseDealer", "Config", "Contract", "Deal", "Dealt", "Event", "LaidAway", "LayAway", "LayingAway", "MatchOver", "Pass",
    "Phase", "PilePlay", "PilesTurned", "Play", "Row", "ShelemAward", "Standing", "State", "SuccessScore", "TrickPlay", "View",
    "Yasa", "apply", "deal_for", "determinize", "initial_state", "legal_actions", "outcome", "places", "seats", "seen", "sides",
    "submit", "tally", "view", "violation", "worlds",
]  # fmt: skip

# -- the config ---------------------------------------------------------------------------------------------------------


class AllPass(Enum):
    """What follows when nobody bids: the same dealer deals again, or the next; or the dealer may not pass (SHELEM-5)."""

    REDEAL_SAME = "redeal same"
    REDEAL_NEXT = "redeal next"
    DEALER_MUST_BID = "dealer must bid"

    def __str__(self) -> str:
        return self.value


class SuccessScore(Enum):
    """What the hakem's team scores when it has reached its bid (SHELEM-10)."""

    POINTS_TAKEN = "points taken"
    BID = "bid"

    def __str__(self) -> str:
        return self.value


class ShelemAward(Enum):
    """What the hakem's team gets for every trick: 330 points, the match, or twice its bid (SHELEM-11)."""

    DOUBLE = "double"
    WINS_MATCH = "wins match"
    DOUBLE_BID = "double bid"

    def __str__(self) -> str:
        return self.value


class Yasa(Enum):
    """What the hakem's team loses when it has failed and taken less than the others: 165, twice its bid, its bid (SHELEM-12)."""

    ALL_POINTS = "all points"
    DOUBLE_BID = "double bid"
    OFF = "off"

    def __str__(self) -> str:
        return self.value


_ALL_POINTS: Final = 165


@attrs.frozen(kw_only=True, cache_hash=True)
class Config:
    """The options of a match; ConfigError for what no table could play.

    >>> Config(min_bid=170)
    Traceback (most recent call last):
    persian_cards.errors.ConfigError: min_bid must be a whole number from 1 to 165, not 170 (SHELEM-3)
    """

    players: int = option(4, "SHELEM-20", Whole(2, 2), Whole(4, 4), meaning="players: four in two teams, or two with piles")
    first_dealer: int | None = first_dealer("SHELEM-1", 4)
    min_bid: int = option(100, "SHELEM-3", Whole(1, _ALL_POINTS), meaning="the lowest bid; the next multiple of five if it is none")
    all_pass: AllPass = option(AllPass.REDEAL_SAME, "SHELEM-5", meaning="what follows when nobody bids")
    success: SuccessScore = option(SuccessScore.POINTS_TAKEN, "SHELEM-10", meaning="what a bid that has been reached scores")
    shelem: ShelemAward = option(ShelemAward.DOUBLE, "SHELEM-11", meaning="what the hakem's team gets for every trick")
    yasa: Yasa = option(
        Yasa.ALL_POINTS, "SHELEM-12", meaning="what is lost by a hakem's team that failed and took less than the other"
    )
    target: int = option(1200, "SHELEM-13", Whole(1), meaning="points that win the match")
    max_hands: int | None = max_hands()

    def __attrs_post_init__(self) -> None:
        if self.first_dealer is not None and self.first_dealer >= self.players:
            allowed = f"a whole number from 0 to {self.players - 1} with {self.players} players, or None"
            raise ConfigError("first_dealer", self.first_dealer, allowed, "SHELEM-1")


# -- actions ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class LayAway:
    """The hakem lays four of his sixteen cards face down (SHELEM-6)."""

    cards: CardSet = attrs.field(converter=as_set)


Action: TypeAlias = ChooseDealer | Deal | Bid | Pass | LayAway | Play


@attrs.frozen
class AuctionEnded:
    """Event: the call has ended the auction; `widow` are the cards that the seat has taken up (none unless it is the hakem's)
    (SHELEM-4, SHELEM-6)."""

    hakem: Seat
    bid: int
    widow: CardSet


@attrs.frozen
class LaidAway:
    """Event: the hakem has laid so many cards away, unseen (SHELEM-6)."""

    count: int


@attrs.frozen
class PilesTurned:
    """Event: this card has been played, and then these were turned up, in the order of the seats and their piles
    (SHELEM-22, SHELEM-24)."""

    card: Card
    turned: tuple[Card, ...]


Event: TypeAlias = ChooseDealer | Dealt | Bid | Pass | AuctionEnded | LayAway | LaidAway | Play | PilesTurned

# -- what lasts ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class Row:
    """A hand on the score sheet (SHELEM-14): tuples are by team; `points` are those taken, `scores` what they brought, `totals` the
    scores after the hand; `rule` tells whether a line is drawn under it."""

    dealer: Seat
    hakem: Seat
    bid: int
    trump: Suit
    points: tuple[int, int]
    scores: tuple[int, int]
    totals: tuple[int, int]
    rule: bool

    @property
    def shelem(self) -> bool:
        """Whether the hakem's team took every trick (SHELEM-11)."""
        return 0 in self.points


@attrs.frozen(cache_hash=True)
class Standing:
    """What lasts from hand to hand, all of it public; totals by team. `hands` counts those thrown in too (GEN-9). The dealers are
    None until the first has been found."""

    config: Config
    lineup: Lineup
    first_dealer: Seat | None = None
    dealer: Seat | None = None
    hands: int = 0
    totals: tuple[int, int] = (0, 0)
    sheet: tuple[Row, ...] = ()

    @property
    def columns(self) -> tuple[tuple[int, int, int, bool], ...]:
        """The sheet as it is written: for each hand the total of team 0, the bid, the total of team 1, and whether a line is drawn
        under them (SHELEM-14)."""
        return tuple((row.totals[0], row.bid, row.totals[1], row.rule) for row in self.sheet)


@attrs.frozen
class Call:
    """What a player said in the auction: a bid, or None for a pass (SHELEM-3)."""

    seat: Seat
    bid: int | None


Pile: TypeAlias = tuple[Card, ...]
Piles: TypeAlias = tuple[tuple[Pile, ...], ...]
"""By seat the three piles of each player, the card that is turned up first before the others; none with four players."""


def _hakem(calls: Sequence[Call]) -> Seat:
    """Who has bid highest, which is last (SHELEM-4)."""
    return next(call.seat for call in reversed(calls) if call.bid is not None)


def _highest(calls: Sequence[Call]) -> int:
    """The highest bid so far, 0 if there is none."""
    return max((call.bid for call in calls if call.bid is not None), default=0)


@attrs.frozen(cache_hash=True)
class Contract:
    """What is fixed while a hand is played. Secret in it are the hands with which the play began, the four cards laid away and what
    lies in the piles."""

    standing: Standing
    calls: tuple[Call, ...]
    hands: tuple[Mask, ...] = attrs.field(repr=masks_text)
    away: Mask = attrs.field(repr=mask_text)
    piles: Piles

    hakem: Seat = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: _hakem(new.calls), takes_self=True)
    )
    next: tuple[Seat, ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: new.standing.lineup.next, takes_self=True)
    )
    turns: tuple[tuple[Seat, ...], ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: _trick_turns(new.standing.lineup), takes_self=True)
    )
    piled: tuple[Mask, ...] = attrs.field(
        init=False,
        eq=False,
        repr=False,
        default=attrs.Factory(lambda new: tuple(sum(map(mask_of, own)) for own in new.piles), takes_self=True),
    )


def _trick_turns(lineup: Lineup) -> tuple[tuple[Seat, ...], ...]:
    """By leader: who plays the four cards of a trick. Two players play twice each (SHELEM-23)."""
    return tuple((turn + turn)[:4] for turn in lineup.turns)


# -- the phases ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class AwaitDealer:
    """The first dealer is being found by lot (SHELEM-1)."""

    standing: Standing

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: the lot falls."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, self.standing.config.players)


@attrs.frozen
class AwaitDeal:
    """The pack is being shuffled (SHELEM-2)."""

    standing: Standing

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: the pack is dealt."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, self.standing.config.players)


@attrs.frozen
class Auction:
    """The players bid for the widow (SHELEM-3)."""

    standing: Standing
    calls: tuple[Call, ...]
    hands: tuple[Mask, ...] = attrs.field(repr=masks_text)
    widow: Mask = attrs.field(repr=mask_text)
    piles: Piles

    @property
    def actor(self) -> Seat:
        """Who bids or passes: the next player who has not passed yet."""
        following = self.standing.lineup.next
        calls = self.calls
        seat = following[calls[-1].seat if calls else _dealer(self.standing)]
        passed = [call.seat for call in calls if call.bid is None]
        while seat in passed:
            seat = following[seat]
        return seat

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.hands[check_seat(seat, len(self.hands))])


@attrs.frozen
class LayingAway:
    """The hakem has taken up the widow and lays four cards away (SHELEM-6)."""

    standing: Standing
    calls: tuple[Call, ...]
    hands: tuple[Mask, ...] = attrs.field(repr=masks_text)
    piles: Piles

    @property
    def actor(self) -> Seat:
        """The hakem."""
        return _hakem(self.calls)

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds, sixteen for the hakem."""
        return CardSet.of_mask(self.hands[check_seat(seat, len(self.hands))])


@final
@attrs.frozen(weakref_slot=False)
class TrickPlay:
    """Four players: a card is being played (SHELEM-8). `left` are the cards in all hands, `trick` those on the table, `played` the
    cards of the finished tricks in the order in which they fell."""

    contract: Contract
    left: Mask = attrs.field(repr=mask_text)
    trick: tuple[Card, ...]
    actor: Seat
    played: tuple[Card, ...]

    @property
    def standing(self) -> Standing:
        """What lasts from hand to hand."""
        return self.contract.standing

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.contract.hands[check_seat(seat, 4)] & self.left)


@final
@attrs.frozen(weakref_slot=False)
class PilePlay:
    """Two players: a card is being played, from the hand or from the piles (SHELEM-22). `left` are the cards in hands and piles,
    `up` those that lie turned up, `trick` and `played` as with four."""

    contract: Contract
    left: Mask = attrs.field(repr=mask_text)
    up: Mask = attrs.field(repr=mask_text)
    trick: tuple[Card, ...]
    actor: Seat
    played: tuple[Card, ...]

    @property
    def standing(self) -> Standing:
        """What lasts from hand to hand."""
        return self.contract.standing

    @property
    def source(self) -> Mask:
        """The cards among which the actor has to choose: his hand, then his turned-up cards (SHELEM-22)."""
        contract = self.contract
        return contract.hands[self.actor] & self.left if len(self.trick) < 2 else contract.piled[self.actor] & self.up

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds; piles are no part of the hand (SHELEM-20)."""
        return CardSet.of_mask(self.contract.hands[check_seat(seat, 2)] & self.left)


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


State: TypeAlias = AwaitDealer | AwaitDeal | Auction | LayingAway | TrickPlay | PilePlay | MatchOver

_trick_play: Final = maker(TrickPlay)
_pile_play: Final = maker(PilePlay)


def seats(config: Config) -> int:
    """How many players: four or two."""
    return config.players


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The seats of team 0 and of team 1; with two players each stands for a team (GEN-2, SHELEM-25)."""
    lineup = state.standing.lineup
    return tuple(tuple(seat for seat in sorted(lineup.order) if lineup.team[seat] == one) for one in (0, 1))


_TWO: Final = Lineup((Seat(0), Seat(1)))


def initial_state(config: Config = Config()) -> State:
    """The state in which a match begins: the lot for the first dealer, or the first deal where he is given (SHELEM-1).

    >>> initial_state(Config(first_dealer=2)).standing.dealer
    2
    """
    standing = Standing(config, AS_SEATED if config.players == 4 else _TWO)
    return AwaitDealer(standing) if config.first_dealer is None else _first_deal(standing, Seat(config.first_dealer))


def _first_deal(standing: Standing, dealer: Seat) -> AwaitDeal:
    return AwaitDeal(attrs.evolve(standing, first_dealer=dealer, dealer=dealer))


def _dealer(standing: Standing) -> Seat:
    assert standing.dealer is not None
    return standing.dealer


# -- dealing ------------------------------------------------------------------------------------------------------------


def _pile(turn: int, number: int) -> str:
    """How a layout names a pile of two players: the dealer's turn is 1, piles are from 0."""
    return f"pile {number + 1} of the {'dealer' if turn else 'other player'}"


LAYOUT: Final = Layout.packets(3, 12) + Layout(("widow",) * 4 + (3,) * 12)
"""Four players: twelve each, the widow before the dealer's; turn 0 is the player after the dealer (SHELEM-2)."""

_FOURS: Final = (_pile(0, 0), _pile(1, 0), _pile(0, 1), _pile(1, 1), _pile(0, 2), "widow", _pile(1, 2))
LAYOUT_OF_TWO: Final = Layout.packets(2, 12) + Layout(tuple(place for place in _FOURS for _ in range(4)))
"""Two players: twelve each, then the piles by turns, the widow before the dealer's third; turn 0 is the opponent (SHELEM-20)."""

_SHUFFLES: Final = Permutations(Deal, PACK)
_NO_PILES: Final[Piles] = ((), (), (), ())


def _deal(state: AwaitDeal, pack: tuple[Card, ...]) -> Auction | None:
    """SHELEM-2, SHELEM-20. None if it is not the pack."""
    bits = bits_of(pack, FULL)
    if bits is None:
        return None
    standing = state.standing
    lineup = standing.lineup
    turn = lineup.turn[lineup.next[_dealer(standing)]]
    if standing.config.players == 4:
        hands = LAYOUT.masks(bits, turn)
        return Auction(standing, (), hands, FULL & ~sum(hands), _NO_PILES)
    piles = tuple(tuple(LAYOUT_OF_TWO.cards(pack, _pile(at, number)) for number in range(3)) for at in turn)
    widow = mask_of(LAYOUT_OF_TWO.cards(pack, "widow"))
    return Auction(standing, (), LAYOUT_OF_TWO.masks(bits, turn), widow, piles)


def deal_for(
    state: State,
    hands: Mapping[int, str | Iterable[Card]],
    *,
    widow: str | Iterable[Card] = (),
    piles: Mapping[int, Sequence[str | Iterable[Card]]] | None = None,
) -> Deal:
    """A `Deal` that gives the seats, the widow and (with two players) the piles the named cards, in the order in which they fall.

    `hands` are texts or cards by seat, twelve at most each; the widow holds four; `piles` are by seat, three at most, four cards
    at most each, of which the first is turned up first (SHELEM-20). Whatever is not named follows in the order of the pack.
    Raises ValueError unless a deal is due in `state`, or for cards that cannot be dealt so, and LookupError for an unknown seat.

    >>> state = initial_state(Config(first_dealer=0))
    >>> apply(state, deal_for(state, {2: "AS KS"}, widow="2S 3S 4S 5S")).hand(2)
    CardSet.parse('AC 2D 3D 4D 5D 6D 7D 8D 9D 10D KS AS')
    """
    if not isinstance(state, AwaitDeal):
        raise ValueError(f"no deal is due in the phase {type(state).__name__}")
    lineup, players = state.standing.lineup, state.standing.config.players
    turn = lineup.turn[lineup.next[_dealer(state.standing)]]
    if piles and players == 4:
        raise ValueError("four players have no piles; two have three each")
    zones = {"widow": widow}
    for seat, own in (piles or {}).items():
        zones |= {_pile(turn[check_seat(seat, players)], number): cards for number, cards in enumerate(own)}
    return Deal((LAYOUT if players == 4 else LAYOUT_OF_TWO).arrange(PACK, turn, hands, zones))


# -- what is legal ------------------------------------------------------------------------------------------------------

_PASS: Final[Listed[Action]] = Listed((Pass(),))


def legal_actions(state: State) -> ActionSet[Action]:
    """What may be done now, in a fixed order; empty when the match is over.

    Seats are in their order; passing comes before bids, low bids before high ones; cards and sets of four cards are in the order
    of GEN-3. SHELEM-1, SHELEM-2, SHELEM-3, SHELEM-6, SHELEM-8, SHELEM-22.

    >>> legal_actions(apply(initial_state(Config(first_dealer=0)), Deal(PACK)))
    <15 actions: Pass(), Bid(amount=100), Bid(amount=105), Bid(amount=110), ...>
    """
    if type(state) is TrickPlay:
        hand = state.contract.hands[state.actor] & state.left
        trick = state.trick
        if trick:
            follow = hand & trick[0].suit_mask
            if follow:
                return READY_PLAYS[follow]
        return plays(hand)
    match state:
        case PilePlay():
            return plays_to(state.source, state.trick)
        case Auction():
            return _calls(state.standing.config, state.calls)
        case LayingAway():
            return Combinations(LayAway, state.hands[state.actor], 4)
        case AwaitDeal():
            return _SHUFFLES
        case AwaitDealer():
            return dealer_lots(state.standing.config.players)
        case MatchOver():
            return NOTHING
        case _:
            assert_never(state)


def _calls(config: Config, calls: Sequence[Call]) -> ActionSet[Action]:
    """SHELEM-3, SHELEM-5: a pass, unless the dealer must bid, or any bid above all others."""
    return _calls_from(_lowest(config, calls), may_pass=not _must_bid(config, calls))


@cache
def _calls_from(lowest: int, *, may_pass: bool) -> ActionSet[Action]:
    bids: Range[Action] = Range(Bid, lowest, _ALL_POINTS + 1, 5)
    return Joined((_PASS, bids)) if may_pass else bids


def _lowest(config: Config, calls: Sequence[Call]) -> int:
    """SHELEM-3: the lowest bid that may still be made."""
    return _highest(calls) + 5 if _highest(calls) else -(-config.min_bid // 5) * 5


def _must_bid(config: Config, calls: Sequence[Call]) -> bool:
    """SHELEM-5: whether a dealer who may not pass has been reached by the passes of all the others."""
    others_have_called = len(calls) == config.players - 1
    return config.all_pass is AllPass.DEALER_MUST_BID and others_have_called and not _highest(calls)


def violation(state: State, action: object) -> Violation | None:
    """Why an action is not legal; None exactly for the members of `legal_actions(state)` (GEN-5). `action` may be anything.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> print(violation(state, Bid(122)))
    seat 1 may not bid 122: a bid is a multiple of five (SHELEM-3)
    """
    if type(action) not in _ACTIONS:
        return Violation("GEN-5", f"{shown(action)} is not an action of shelem")
    match state:
        case TrickPlay():
            if type(action) is not Play:
                return Violation("SHELEM-8", f"seat {state.actor} must play a card now")
            hand = state.contract.hands[state.actor] & state.left
            return play_violation(state.actor, hand, state.trick, action.card, "SHELEM-8")
        case PilePlay():
            if type(action) is not Play:
                return Violation("SHELEM-22", f"seat {state.actor} must play a card now")
            return _pile_play_violation(state, action.card)
        case Auction():
            return None if action in legal_actions(state) else _call_violation(state, action)
        case LayingAway():
            return None if action in legal_actions(state) else _laying_violation(state, action)
        case AwaitDeal():
            if type(action) is not Deal:
                return Violation("SHELEM-2", "the pack must be dealt now")
            return pack_violation(action, _SHUFFLES)
        case AwaitDealer():
            lot = f"the lot for the first dealer must fall now, on a seat from 0 to {state.standing.config.players - 1}"
            return None if action in legal_actions(state) else Violation("SHELEM-1", lot)
        case MatchOver():
            return Violation("GEN-8", "the match is over")
        case _:
            assert_never(state)


def _call_violation(state: Auction, action: object) -> Violation:
    """SHELEM-3, SHELEM-5."""
    seat, config = state.actor, state.standing.config
    if type(action) is Pass:
        return Violation("SHELEM-5", f"seat {seat}, the dealer, may not pass: all the others have passed")
    if type(action) is not Bid:
        return Violation("SHELEM-3", f"seat {seat} must bid or pass now")
    amount, lowest = action.amount, _lowest(config, state.calls)
    if type(amount) is not int:
        why = "a bid is a whole number"
    elif amount % 5:
        why = "a bid is a multiple of five"
    elif amount > _ALL_POINTS:
        why = f"there are only {_ALL_POINTS} points"
    elif _highest(state.calls):
        why = f"{_highest(state.calls)} has been bid already"
    else:
        why = f"the lowest bid is {lowest}"
    return Violation("SHELEM-3", f"seat {seat} may not bid {shown(amount)}: {why}")


def _laying_violation(state: LayingAway, action: object) -> Violation:
    """SHELEM-6."""
    seat = state.actor
    must = f"seat {seat}, the hakem, must lay away four of his cards now"
    if type(action) is not LayAway:
        return Violation("SHELEM-6", must)
    cards: object = action.cards
    if type(cards) is not CardSet:
        return Violation("SHELEM-6", f"{must}, each once: {shown(cards)} is no set of cards")
    strange = cards_of(cards.mask & ~state.hands[seat])
    if strange:
        return Violation("SHELEM-6", f"seat {seat} does not hold {strange[0]}")
    return Violation("SHELEM-6", f"{must}, not {len(cards)}")


def _pile_play_violation(state: PilePlay, card: object) -> Violation | None:
    """SHELEM-22: from the hand first, then from the turned-up cards, each bound by itself."""
    seat, contract = state.actor, state.contract
    if type(card) is Card and not card.bit & state.source:
        if card.bit & contract.hands[seat] & state.left:
            return Violation("SHELEM-22", f"seat {seat} must play a turned-up card of his piles now, not {card} from the hand")
        if card.bit & contract.piled[seat] & state.up:
            return Violation("SHELEM-22", f"seat {seat} must play from the hand now, not {card} from a pile")
    return play_violation(seat, state.source, state.trick, card, "SHELEM-22")


# -- what an action does ------------------------------------------------------------------------------------------------


def apply(state: State, action: Action) -> State:
    """The state that an action leads to; the old one is untouched. Raises IllegalAction for what is not legal (GEN-5).

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> apply(state, Bid(165)).hand(1).mask.bit_count()
    16
    >>> apply(state, Bid(90))
    Traceback (most recent call last):
    persian_cards.errors.IllegalAction: seat 1 may not bid 90: the lowest bid is 100 (SHELEM-3): Bid(amount=90) is refused
    """
    if type(state) is TrickPlay:  # by far the most frequent
        if type(action) is not Play or type(card := action.card) is not Card:
            raise refusal(state, action, violation, legal_actions)
        contract = state.contract
        actor = state.actor
        left = state.left
        bit = card.bit
        hand = contract.hands[actor] & left
        if not hand & bit:
            raise refusal(state, action, violation, legal_actions)
        trick = state.trick
        if trick:
            led = trick[0].suit_mask
            if not bit & led and hand & led:
                raise refusal(state, action, violation, legal_actions)
            if len(trick) == 3:
                played = state.played + trick + (card,)
                if not left ^ bit:
                    return _score(contract, played)
                return _trick_play(contract, left ^ bit, (), _taker(contract, actor, trick + (card,), played), played)
        return _trick_play(contract, left ^ bit, trick + (card,), contract.next[actor], state.played)
    match state:
        case PilePlay():
            if type(action) is Play and _pile_play_violation(state, action.card) is None:
                return _play_with_piles(state, action.card)
        case Auction():
            if action in legal_actions(state):
                assert isinstance(action, Bid | Pass)
                return _call(state, action)
        case LayingAway():
            if type(action) is LayAway and action in legal_actions(state):
                hands = tuple(hand & ~action.cards.mask for hand in state.hands)
                contract = Contract(state.standing, state.calls, hands, action.cards.mask, state.piles)
                left = sum(hands) + sum(contract.piled)
                if len(hands) == 4:
                    return TrickPlay(contract, left, (), contract.hakem, ())
                return PilePlay(contract, left, 0, (), contract.hakem, ())
        case AwaitDeal():
            if type(action) is Deal:
                dealt = _deal(state, action.pack)
                if dealt is not None:
                    return dealt
        case AwaitDealer():
            if type(action) is ChooseDealer and action in legal_actions(state):
                return _first_deal(state.standing, Seat(int(action.seat)))  # not True for 1
        case MatchOver():
            pass
        case _:
            assert_never(state)
    raise refusal(state, action, violation, legal_actions)


def _call(state: Auction, action: Bid | Pass) -> Auction | LayingAway | AwaitDeal | MatchOver:
    """SHELEM-4, SHELEM-5, SHELEM-21: the auction ends when all but the bidder have passed, or with a bid of 165."""
    seat = state.actor
    calls = (*state.calls, Call(seat, action.amount if isinstance(action, Bid) else None))
    in_it = len(state.hands) - sum(call.bid is None for call in calls)
    if not in_it:
        return _throw_in(state.standing)
    highest = _highest(calls)
    if highest == _ALL_POINTS or (highest and in_it == 1):
        hakem = _hakem(calls)
        hands = tuple(hand | state.widow if one == hakem else hand for one, hand in enumerate(state.hands))
        return LayingAway(state.standing, calls, hands, state.piles)
    return Auction(state.standing, calls, state.hands, state.widow, state.piles)


def _throw_in(standing: Standing) -> AwaitDeal | MatchOver:
    """SHELEM-5, GEN-9: nobody has bid; it is a hand all the same."""
    dealer = _dealer(standing)
    if standing.config.all_pass is AllPass.REDEAL_NEXT:
        dealer = standing.lineup.next[dealer]
    return _next_hand(attrs.evolve(standing, dealer=dealer, hands=standing.hands + 1))


def _next_hand(standing: Standing) -> AwaitDeal | MatchOver:
    """SHELEM-13, GEN-7, GEN-9."""
    config = standing.config
    return (
        MatchOver(standing) if sides_won(standing.totals, config.target, standing.hands, config.max_hands) else AwaitDeal(standing)
    )


def _taker(contract: Contract, last: Seat, trick: tuple[Card, ...], played: tuple[Card, ...]) -> Seat:
    """SHELEM-7, SHELEM-8: who takes a trick whose last card `last` played; `played` begins with the card that names trump."""
    return contract.turns[contract.next[last]][taking(trick, played[0].suit_mask)]


def _play_with_piles(state: PilePlay, card: Card) -> State:
    """SHELEM-22 to SHELEM-24: the piles are first turned up after two cards from the hands, later at the end of every trick."""
    contract, actor = state.contract, state.actor
    trick, left, up = state.trick + (card,), state.left ^ card.bit, state.up & ~card.bit
    if len(trick) == 4:
        played = state.played + trick
        if not left:
            return _score(contract, played)
        return _pile_play(contract, left, _tops(contract.piles, left), (), _taker(contract, actor, trick, played), played)
    if len(trick) == 2:
        up = _tops(contract.piles, left)
    return _pile_play(contract, left, up, trick, contract.next[actor], state.played)


def _tops(piles: Piles, left: int) -> int:
    """The topmost cards of the piles, of those cards that are left."""
    return sum([next((card.bit for card in pile if card.bit & left), 0) for own in piles for pile in own])


# -- scoring ------------------------------------------------------------------------------------------------------------

_FIVES: Final = mask_of(card for card in PACK if card.rank is Rank.FIVE)
_TENS_AND_ACES: Final = mask_of(card for card in PACK if card.rank in (Rank.TEN, Rank.ACE))


def _worth(four: int) -> int:
    """SHELEM-9: the points of a trick, or of the cards laid away, which are one."""
    return 5 + 5 * (four & _FIVES).bit_count() + 10 * (four & _TENS_AND_ACES).bit_count()


def _points(tricks: Iterable[Trick], team: Sequence[Team]) -> tuple[int, int]:
    """SHELEM-9: the points of the tricks, by the team that took them."""
    points = [0, 0]
    for trick in tricks:
        points[team[trick.winner]] += _worth(mask_of(trick.cards))
    return (points[0], points[1])


def _score(contract: Contract, played: tuple[Card, ...]) -> AwaitDeal | MatchOver:
    """SHELEM-9 to SHELEM-14: a hand is over and is entered on the sheet; the deal passes on (SHELEM-1)."""
    standing, lineup, hakem = contract.standing, contract.standing.lineup, contract.hakem
    config, team, dealer, bid = standing.config, lineup.team, _dealer(standing), _highest(contract.calls)
    points = _points(tricks_of(played, hakem, contract.turns, played[0].suit_mask), team)
    points = _plus(points, (0, _worth(contract.away)) if team[hakem] else (_worth(contract.away), 0))
    scored = _hakem_score(config, bid, points[team[hakem]])
    scores = (points[0], scored) if team[hakem] else (scored, points[1])
    totals = _plus(standing.totals, scores)
    assert standing.first_dealer is not None
    assert played[0].suit is not None
    rule = dealer == lineup.before[standing.first_dealer]
    row = Row(dealer, hakem, bid, played[0].suit, points, scores, totals, rule)
    after = attrs.evolve(
        standing, dealer=lineup.next[dealer], hands=standing.hands + 1, totals=totals, sheet=(*standing.sheet, row)
    )
    return MatchOver(after) if _won_outright(after) else _next_hand(after)


def _plus(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return (one[0] + other[0], one[1] + other[1])


def _hakem_score(config: Config, bid: int, taken: int) -> int:
    """SHELEM-10, SHELEM-11, SHELEM-12: what the hakem's team scores for the points that it has taken."""
    if taken == _ALL_POINTS:
        match config.shelem:
            case ShelemAward.DOUBLE:
                return 2 * _ALL_POINTS
            case ShelemAward.WINS_MATCH:
                return _ALL_POINTS
            case ShelemAward.DOUBLE_BID:
                return 2 * bid
            case _:
                assert_never(config.shelem)
    if taken >= bid:
        return taken if config.success is SuccessScore.POINTS_TAKEN else bid
    if taken > _ALL_POINTS - taken:
        return -bid
    match config.yasa:
        case Yasa.ALL_POINTS:
            return -_ALL_POINTS
        case Yasa.DOUBLE_BID:
            return -2 * bid
        case Yasa.OFF:
            return -bid
        case _:
            assert_never(config.yasa)


def _won_outright(standing: Standing) -> bool:
    """SHELEM-11: whether the last hand was a shelem that wins the match."""
    return standing.config.shelem is ShelemAward.WINS_MATCH and bool(standing.sheet) and standing.sheet[-1].shelem


def outcome(state: State) -> Outcome | None:
    """The end of the match; None while it goes on (GEN-8).

    The winner is the team with the higher total (SHELEM-13), or that of a shelem that wins the match (SHELEM-11).
    """
    if not isinstance(state, MatchOver):
        return None
    standing = state.standing
    team, totals = standing.lineup.team, standing.totals
    outright = team[standing.sheet[-1].hakem] if _won_outright(standing) else None
    return team_outcome(team, totals, [(one == outright, totals[one]) for one in (0, 1)])


def tally(state: State) -> dict[str, int]:
    """What has happened so far: hands, those thrown in, bids that were reached, shelems, and yasas."""
    standing = state.standing
    rows = [(row, row.points[standing.lineup.team[row.hakem]]) for row in standing.sheet]
    return {
        "hands": standing.hands,
        "thrown in": standing.hands - len(rows),
        "made": sum(taken >= row.bid for row, taken in rows),
        "shelems": sum(row.shelem for row, _ in rows),
        "yasas": sum(taken < row.bid and taken < _ALL_POINTS - taken for row, taken in rows),
    }


def places(state: State) -> dict[str, tuple[Card, ...]]:
    """Every place that has cards in it: the hands, the widow, the piles, what has been laid away, the trick, what the teams have
    taken, the pack. A pile's cards are in their order, the topmost first."""
    match state:
        case AwaitDealer() | AwaitDeal() | MatchOver():
            return {"pack": PACK}
        case Auction():
            return _held(state, state.piles) | {"widow": cards_of(state.widow)}
        case LayingAway():
            return _held(state, state.piles)
        case TrickPlay() | PilePlay():
            contract, left = state.contract, state.left
            piles = tuple(tuple(tuple(card for card in pile if card.bit & left) for pile in own) for own in contract.piles)
            found = _held(state, piles)
            found |= {"tricks 0": (), "tricks 1": (), "trick": state.trick, "laid away": cards_of(contract.away)}
            for trick in tricks_of(state.played, contract.hakem, contract.turns, _trump_mask(state.played)):
                found[f"tricks {state.standing.lineup.team[trick.winner]}"] += trick.cards
            return found
        case _:
            assert_never(state)


def _held(state: Auction | LayingAway | TrickPlay | PilePlay, piles: Piles) -> dict[str, tuple[Card, ...]]:
    found = {f"hand {seat}": tuple(state.hand(seat)) for seat in range(state.standing.config.players)}
    return found | {f"pile {seat} {number}": pile for seat, own in enumerate(piles) for number, pile in enumerate(own)}


def _trump_mask(cards: Sequence[Card]) -> int:
    """SHELEM-7: the suit of the first card played; none before it."""
    return cards[0].suit_mask if cards else 0


# -- what a seat sees ---------------------------------------------------------------------------------------------------


class Phase(Enum):
    """What the table is doing."""

    AWAIT_DEALER = "drawing lots for the first dealer"
    AWAIT_DEAL = "shuffling"
    AUCTION = "bidding"
    LAYING_AWAY = "laying away"
    TRICK_PLAY = "playing"
    PILE_PLAY = "playing with piles"
    MATCH_OVER = "over"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(weakref_slot=False)
class View:
    """What a seat may see, a spectator where `seat` is None: the standing, his own cards, and what has been shown to all.

    `calls` is the auction of this hand; `away` what the seat itself has laid away (SHELEM-6); `trick_cards` and `played` are the
    cards on the table and those of the finished tricks, in the order in which they fell; `opened` are by seat and pile the cards
    that have been turned up so far, in that order, the last of which lies open unless it has been played (SHELEM-22, SHELEM-24).
    """

    seat: Seat | None
    actor: Actor
    phase: Phase
    standing: Standing
    calls: tuple[Call, ...]
    own: Mask = attrs.field(repr=mask_text)
    away: Mask = attrs.field(repr=mask_text)
    trick_cards: tuple[Card, ...]
    played: tuple[Card, ...]
    opened: Piles

    @property
    def hand(self) -> CardSet:
        """The seat's own cards; none for a spectator."""
        return CardSet.of_mask(self.own)

    @property
    def laid_away(self) -> CardSet:
        """The cards that the seat itself has laid away in this hand (SHELEM-6)."""
        return CardSet.of_mask(self.away)

    @property
    def legal(self) -> ActionSet[Action]:
        """What this seat may do now; empty for others than the actor."""
        if self.seat is None or self.actor != self.seat:
            return NOTHING
        if self.phase is Phase.AUCTION:
            return _calls(self.standing.config, self.calls)
        if self.phase is Phase.LAYING_AWAY:
            return Combinations(LayAway, self.own, 4)
        if self.phase is Phase.PILE_PLAY and len(self.trick_cards) >= 2:
            return plays_to(mask_of(card for card in self.turned_up[self.seat] if card is not None), self.trick_cards)
        return plays_to(self.own, self.trick_cards)

    @property
    def hakem(self) -> Seat | None:
        """Who has won the auction; None before that (SHELEM-4)."""
        return None if self.phase is Phase.AUCTION or not self.calls else _hakem(self.calls)

    @property
    def bid(self) -> int | None:
        """The highest bid of this hand, in the end the hakem's; None while there is none."""
        return _highest(self.calls) or None

    @property
    def trump(self) -> Suit | None:
        """The suit of the first card led; None before it (SHELEM-7)."""
        cards = self.played or self.trick_cards
        return cards[0].suit if cards else None

    @property
    def counts(self) -> tuple[int, ...]:
        """By seat: how many cards it holds in the hand."""
        players = self.standing.config.players
        match self.phase:
            case Phase.AUCTION:
                return (12,) * players
            case Phase.LAYING_AWAY:
                return tuple(12 + 4 * (seat == self.hakem) for seat in range(players))
            case Phase.TRICK_PLAY | Phase.PILE_PLAY:
                out = [seat for seat, _ in self.trick[:players]]
                return tuple(12 - len(self.played) // 4 - (seat in out) for seat in range(players))
            case Phase.AWAIT_DEALER | Phase.AWAIT_DEAL | Phase.MATCH_OVER:
                return (0,) * players
            case _:
                assert_never(self.phase)

    @property
    def turned_up(self) -> tuple[tuple[Card | None, ...], ...]:
        """By seat and pile: the card that lies turned up, None where there is none (SHELEM-22)."""
        gone = {*self.played, *self.trick_cards}
        return tuple(tuple(pile[-1] if pile and pile[-1] not in gone else None for pile in own) for own in self.opened)

    @property
    def face_down(self) -> tuple[tuple[int, ...], ...]:
        """By seat and pile: how many cards lie face down (SHELEM-24)."""
        return tuple(tuple(4 - len(pile) for pile in own) for own in self.opened)

    @property
    def trick(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards on the table, each with the seat that played it, in order."""
        return on_table(self.trick_cards, self.actor, _trick_turns(self.standing.lineup))

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks of this hand, in order."""
        hakem = self.hakem
        turns = _trick_turns(self.standing.lineup)
        return () if hakem is None else tricks_of(self.played, hakem, turns, _trump_mask(self.played))

    @property
    def points(self) -> tuple[int, int]:
        """By team: the points of the tricks taken in this hand; those of the cards laid away are not told (SHELEM-9)."""
        return _points(self.tricks, self.standing.lineup.team)

    @property
    def voids(self) -> tuple[frozenset[Suit], ...]:
        """By seat: the suits that its hand has shown not to hold, by not following them. What is played from piles tells nothing
        of a hand (SHELEM-8, SHELEM-22)."""
        players = self.standing.config.players
        return voids_in([trick[:players] for trick in (*self._plays(), self.trick)], players)

    def _plays(self) -> list[tuple[tuple[Seat, Card], ...]]:
        turns = _trick_turns(self.standing.lineup)
        return [seated(trick.cards, trick.leader, turns) for trick in self.tricks]

    def __str__(self) -> str:
        standing = self.standing
        lines = [f"{self.phase}{turn_told(self.actor)}; points {standing.totals[0]} to {standing.totals[1]}"]
        if self.calls:
            said = ", ".join(f"seat {call.seat} {'pass' if call.bid is None else call.bid}" for call in self.calls)
            lines.append(f"auction: {said}")
        if self.hakem is not None:
            trump = f", trump {self.trump} {self.trump.symbol}" if self.trump is not None else ""
            lines.append(f"hakem: seat {self.hakem} at {self.bid}{trump}")
        if self.played or self.trick:
            lines.append(f"taken: {self.points[0]} to {self.points[1]}")
        for seat, own in enumerate(self.turned_up):
            if own:
                piles = zip(own, self.face_down[seat], strict=True)
                lines.append(
                    f"piles of seat {seat}: " + ", ".join(f"{'-' if card is None else card} ({down})" for card, down in piles)
                )
        if self.trick:
            lines.append(f"table: {by_seat(self.trick)}")
        if self.own:
            lines.append(f"your hand: {self.hand}")
        if self.away:
            lines.append(f"you laid away: {self.laid_away}")
        return "\n".join(lines)


_view: Final = maker(View)


def _opened(piles: Piles, down: int) -> Piles:
    """Of each pile the cards that have been turned up, in order; `down` are those that have not."""
    return tuple(tuple(tuple(card for card in pile if not card.bit & down) for pile in own) for own in piles)


def view(state: State, seat: int | None) -> View:
    """What a seat may see of a state, or a spectator for None. Raises LookupError for an unknown seat.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> view(state, 1).hand, view(state, 1).legal.size, view(state, 0).legal.size
    (CardSet.parse('2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC'), 15, 0)
    """
    whose = None if seat is None else check_seat(seat, state.standing.config.players)
    if isinstance(state, TrickPlay | PilePlay):
        contract = state.contract
        own = 0 if whose is None else contract.hands[whose] & state.left
        away = contract.away if whose == contract.hakem else 0
        if isinstance(state, TrickPlay):
            phase, opened = Phase.TRICK_PLAY, contract.piles
        else:
            phase, opened = Phase.PILE_PLAY, _opened(contract.piles, state.left & ~state.up)
        return _view(whose, state.actor, phase, contract.standing, contract.calls, own, away, state.trick, state.played, opened)
    match state:
        case Auction() | LayingAway():
            phase = Phase.AUCTION if isinstance(state, Auction) else Phase.LAYING_AWAY
            own = 0 if whose is None else state.hands[whose]
            return _view(whose, state.actor, phase, state.standing, state.calls, own, 0, (), (), _opened(state.piles, FULL))
        case AwaitDealer():
            return _view(whose, CHANCE, Phase.AWAIT_DEALER, state.standing, (), 0, 0, (), (), ())
        case AwaitDeal():
            return _view(whose, CHANCE, Phase.AWAIT_DEAL, state.standing, (), 0, 0, (), (), ())
        case MatchOver():
            return _view(whose, None, Phase.MATCH_OVER, state.standing, (), 0, 0, (), (), ())
        case _:
            assert_never(state)


def seen(state: State, action: Action, seat: int | None) -> Event:
    """What a seat (a spectator for None) notices of a legal action: the action itself where it is public, else its public part.

    Of a deal a seat notices its own cards, of the call that ends the auction the hakem notices the widow as well, and only he sees
    what he lays away (SHELEM-6); all see the cards that are turned up (SHELEM-22, SHELEM-24). Raises IllegalAction for an action
    that is not legal and LookupError for an unknown seat.

    >>> seen(initial_state(Config(first_dealer=0)), Deal(PACK), 3)
    Dealt(hand=CardSet.parse('KD AD 2H 3H 4H 5H 6H 7H 8H 9H 10H JH'))
    """
    whose = None if seat is None else check_seat(seat, state.standing.config.players)
    after = apply(state, action)
    match action:
        case Deal():
            return Dealt(NO_CARDS if whose is None else after.hand(whose))
        case Bid() | Pass():
            if not isinstance(after, LayingAway):
                return action
            assert isinstance(state, Auction)
            widow = CardSet.of_mask(state.widow) if whose == after.actor else NO_CARDS
            return AuctionEnded(after.actor, _highest(after.calls), widow)
        case LayAway():
            return action if whose == state.actor else LaidAway(len(action.cards))
        case Play():
            if isinstance(state, PilePlay) and isinstance(after, PilePlay) and after.up & ~state.up:
                new = after.up & ~state.up
                return PilesTurned(
                    action.card, tuple(c for own in after.contract.piles for pile in own for c in pile if c.bit & new)
                )
            return action
        case ChooseDealer():
            return action
        case _:
            assert_never(action)


# -- what a seat may imagine --------------------------------------------------------------------------------------------


def worlds(view: View) -> Worlds[State]:
    """The states that fit a view, each equally likely: all ways to lay the unseen cards into the hidden places, but those that give
    a hand a suit which it has failed to follow (SHELEM-8, SHELEM-22).

    Hidden are the other hands, the widow until it is taken up, what has been laid away from all but the hakem (it may hold any
    suit, SHELEM-6), and the cards that lie face down in the piles, where the order counts: it fixes what will be turned up next
    (SHELEM-20). A card played from the piles tells nothing of a hand, and neither does a call. Nothing is hidden between hands.

    >>> worlds(view(apply(initial_state(Config(first_dealer=0)), Deal(PACK)), 0)).size
    309330635776812468000
    """
    match view.phase:
        case Phase.AWAIT_DEALER | Phase.AWAIT_DEAL | Phase.MATCH_OVER:
            return Worlds(Fillings((), ()), partial(_public, view))
        case Phase.AUCTION:
            return _hidden(view, 4, _in_auction)
        case Phase.LAYING_AWAY:
            return _hidden(view, 0, _laying_away)
        case Phase.TRICK_PLAY | Phase.PILE_PLAY:
            return _hidden(view, 0 if view.seat == view.hakem else 4, _in_play)
        case _:
            assert_never(view.phase)


def _hidden(view: View, in_widow: int, build: Callable[..., State]) -> Worlds[State]:
    """The hands, then the widow or what was laid away, then what lies face down in the piles; and which of these is taken next for
    the first of their places, for the second, and so on."""
    opened = [card for own in view.opened for pile in own for card in pile]
    unseen = FULL & ~(view.own | view.away | mask_of((*view.played, *view.trick_cards, *opened)))
    hands = tuple(0 if seat == view.seat else count for seat, count in enumerate(view.counts))
    down = sum(map(sum, view.face_down))
    room = (*hands, in_widow, down)
    classes = suit_classes(unseen, [place for place, free in enumerate(room) if free], (*view.voids, (), ()))
    return Worlds(Fillings(classes, room), partial(build, view), tuple(range(left) for left in range(down, 0, -1)))


def _hands(view: View, filled: Sequence[Mask]) -> tuple[Mask, ...]:
    return tuple(view.own if seat == view.seat else filled[seat] for seat in range(view.standing.config.players))


def _piles(view: View, filled: Sequence[Mask], order: Iterable[int]) -> Piles:
    """The piles, with what has been turned up of them on top of what is imagined."""
    left = list(cards_of(filled[-1]))
    down = (left.pop(place) for place in order)
    return tuple(tuple(pile + tuple(next(down) for _ in range(4 - len(pile))) for pile in own) for own in view.opened)


def _in_auction(view: View, filled: Sequence[Mask], *order: int) -> State:
    return Auction(view.standing, view.calls, _hands(view, filled), filled[-2], _piles(view, filled, order))


def _laying_away(view: View, filled: Sequence[Mask], *order: int) -> State:
    return LayingAway(view.standing, view.calls, _hands(view, filled), _piles(view, filled, order))


def _in_play(view: View, filled: Sequence[Mask], *order: int) -> State:
    hands = _hands(view, filled)
    began = list(hands)
    for trick in (*view._plays(), view.trick):
        for seat, card in trick[: len(hands)]:
            began[seat] |= card.bit
    contract = Contract(view.standing, view.calls, tuple(began), view.away | filled[-2], _piles(view, filled, order))
    assert isinstance(view.actor, int)
    out = mask_of((*view.played, *view.trick_cards))
    left = sum(hands) + sum(contract.piled) & ~out
    if view.phase is Phase.TRICK_PLAY:
        return TrickPlay(contract, left, view.trick_cards, view.actor, view.played)
    up = mask_of(card for own in view.turned_up for card in own if card is not None)
    return PilePlay(contract, left, up, view.trick_cards, view.actor, view.played)


def _public(view: View, filled: Sequence[Mask]) -> State:
    match view.phase:
        case Phase.AWAIT_DEALER:
            return AwaitDealer(view.standing)
        case Phase.AWAIT_DEAL:
            return AwaitDeal(view.standing)
        case _:
            return MatchOver(view.standing)


# -- the game -----------------------------------------------------------------------------------------------------------

_ACTIONS: Final = (ChooseDealer, Deal, Bid, Pass, LayAway, Play)

GAME: Final[Game[Config, State, Action, View, Event]] = Game(
    name="shelem",
    persian_name="شلم",
    rotation=Rotation.RIGHT,
    version=1,
    Config=Config,
    phases=(AwaitDealer, AwaitDeal, Auction, LayingAway, TrickPlay, PilePlay, MatchOver),
    actions=_ACTIONS,
    events=(ChooseDealer, Dealt, Bid, Pass, AuctionEnded, LayAway, LaidAway, Play, PilesTurned),
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
