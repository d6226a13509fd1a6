"""Spades (پیک): four players, partners opposite, 52 cards, to the left.

Each player bids the tricks that he will take, or nil; spades are trump, and bags are punished. The clauses (SPADES-1 to SPADES-13)
are told in `docs/rules/spades.md`.

>>> from random import Random
>>> from persian_cards.games import spades
>>> rng = Random(7)
>>> state = spades.initial_state(spades.Config(max_hands=2))
>>> while legal := spades.legal_actions(state):
...     state = spades.apply(state, legal.sample(rng))
>>> spades.outcome(state).places
(3, 1, 3, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from math import comb
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
    Listed,
    Permutations,
    Play,
    dealer_lots,
    pack_violation,
    plays,
    turn_told,
)
from persian_cards.cards import FULL, PACK, Card, CardSet, Mask, Suit, bits_of_so_many, mask_of, mask_text, masks_text
from persian_cards.errors import Violation, counted, shown
from persian_cards.game import Game, Outcome, Rotation, refusal, team_outcome
from persian_cards.options import Absent, Fields, Whole, first_dealer, max_hands, option
from persian_cards.table import (
    AS_SEATED,
    NO_CARDS,
    SEATS_OF_FOUR,
    Layout,
    Lineup,
    Seat,
    Team,
    check_seat,
    no_hand,
    sides_won,
)
from persian_cards.tricks import Trick, by_seat, on_table, play_violation, plays_to, seated, taking, tricks_of, voids_in
from persian_cards.worlds import CardClass, Fillings, Worlds, suit_classes

__all__ = [
    "GAME", "LAYOUT", "Action", "AwaitDeal", "Bid", "BidDoubleNil", "Bidding", "BlindNil", "Call", "ChooseDealer", "Config",
    "Contract", "Deal", "Dealt", "DoubleNilBid", "DrawDealer", "Event", "Exchange", "Give", "Given", "Look", "Looked", "MatchOver",
    "Phase", "Play", "Row", "Sandbags", "Standing", "State", "TrickPlay", "View", "apply", "deal_for", "determinize",
    "initial_state", "legal_actions", "outcome", "places", "seats", "seen", "sides", "submit", "tally", "view", "violation",
    "worlds",
]  # fmt: skip

# -- the config ---------------------------------------------------------------------------------------------------------


@attrs.frozen(kw_only=True, cache_hash=True)
class BlindNil:
    """How double nil is played (SPADES-4): what it is worth, and how many cards its bidder and his partner exchange (SPADES-6)."""

    value: int = option(200, "SPADES-4", Whole(0), meaning="what a double nil scores if made, and costs if failed")
    exchange: int = option(3, "SPADES-6", Whole(0, 13), meaning="cards that its bidder and his partner exchange")


@attrs.frozen(kw_only=True, cache_hash=True)
class Sandbags:
    """How bags are punished (SPADES-11): each time that a team has so many, it loses so much."""

    limit: int = option(10, "SPADES-11", Whole(1), meaning="bags that bring a penalty")
    penalty: int = option(100, "SPADES-11", Whole(0), meaning="what the penalty costs")


@attrs.frozen(kw_only=True, cache_hash=True)
class Config:
    """The options of a match; ConfigError for what no table could play.

    >>> Config(target=0)
    Traceback (most recent call last):
    persian_cards.errors.ConfigError: target must be a whole number of at least 1, not 0 (SPADES-12)
    """

    first_dealer: int | None = first_dealer("SPADES-1", 4)
    nil: int = option(100, "SPADES-3", Whole(0), meaning="what a nil scores if made, and costs if failed")
    blind_nil: BlindNil | None = option(
        BlindNil(), "SPADES-4", Fields(BlindNil), Absent(), meaning="double nil, bid before looking; none: not played"
    )
    sandbags: Sandbags | None = option(
        Sandbags(), "SPADES-11", Fields(Sandbags), Absent(), meaning="the penalty for bags; none: not played"
    )
    target: int = option(500, "SPADES-12", Whole(1), meaning="points that win the match")
    max_hands: int | None = max_hands()


# -- actions ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class BidDoubleNil:
    """Before he has looked at his cards a player says that he will take no trick (SPADES-4)."""


@attrs.frozen
class Look:
    """A player looks at his cards, and gives up bidding double nil (SPADES-5)."""


@attrs.frozen
class Give:
    """A player chooses the cards that he gives to his partner (SPADES-6)."""

    cards: CardSet = attrs.field(converter=CardSet)


Call: TypeAlias = Bid | BidDoubleNil
"""What a player has bid; `Bid(0)` is nil (SPADES-3)."""

Action: TypeAlias = ChooseDealer | Deal | BidDoubleNil | Look | Bid | Give | Play


@attrs.frozen
class DoubleNilBid:
    """Event: double nil has been bid; `hand` are the cards that its bidder now sees (none for others) (SPADES-5)."""

    hand: CardSet


@attrs.frozen
class Looked:
    """Event: a player has looked at his cards; `hand` are these cards (none for others) (SPADES-5)."""

    hand: CardSet


@attrs.frozen
class Given:
    """Event: a player has chosen what to give; `chosen` are these cards for himself (none for others), `received` the cards that
    the seat now gets, both partners having chosen (SPADES-6)."""

    chosen: CardSet
    received: CardSet


Event: TypeAlias = ChooseDealer | Dealt | DoubleNilBid | Looked | Bid | Given | Play

# -- what lasts ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class Row:
    """A hand on the score sheet: `bids` and `tricks` by seat; by team the `bags` that it brought, how many `penalties` for bags
    fell due, the `points` that it scored (penalties included), and after it the `scores` and the bags `carried`."""

    dealer: Seat
    bids: tuple[Call, ...]
    tricks: tuple[int, ...]
    bags: tuple[int, int]
    penalties: tuple[int, int]
    points: tuple[int, int]
    scores: tuple[int, int]
    carried: tuple[int, int]


@attrs.frozen(cache_hash=True)
class Standing:
    """What lasts from hand to hand, all of it public; scores and bags by team. `dealer` is None until one has been found."""

    config: Config
    lineup: Lineup = AS_SEATED
    dealer: Seat | None = None
    scores: tuple[int, int] = (0, 0)
    bags: tuple[int, int] = (0, 0)
    sheet: tuple[Row, ...] = ()

    @property
    def first(self) -> Seat:
        """The player after the dealer, who is dealt to first, bids first and leads first (SPADES-2, SPADES-7)."""
        assert self.dealer is not None
        return self.lineup.next[self.dealer]

    def partner(self, seat: Seat) -> Seat:
        """Who sits opposite."""
        return self.lineup.turns[seat][2]


@attrs.frozen(cache_hash=True)
class Contract:
    """What is fixed while a hand is played: `bids` by seat; secret are `dealt`, the hands after every exchange, and `gifts`, by
    seat the cards that it has given to its partner."""

    standing: Standing
    bids: tuple[Call, ...]
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)
    gifts: tuple[Mask, ...] = attrs.field(repr=masks_text)

    next: tuple[Seat, ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: new.standing.lineup.next, takes_self=True)
    )
    turns: tuple[tuple[Seat, ...], ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: new.standing.lineup.turns, takes_self=True)
    )


# -- the phases ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class DrawDealer:
    """The first dealer is being found by lot (SPADES-1)."""

    standing: Standing

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: the lot falls."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, 4)


@attrs.frozen
class AwaitDeal:
    """The pack is being shuffled (SPADES-1)."""

    standing: Standing

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: the pack is dealt."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, 4)


@attrs.frozen(weakref_slot=False)
class Bidding:
    """A player looks or bids (SPADES-2 to SPADES-5); by seat `bids`, None for who has not bid yet, and `looked`, who has looked."""

    standing: Standing
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)
    bids: tuple[Call | None, ...]
    looked: tuple[bool, ...]
    actor: Seat

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds, whether he has looked at them or not."""
        return CardSet.of_mask(self.dealt[check_seat(seat, 4)])


@attrs.frozen
class Exchange:
    """A player chooses cards for his partner (SPADES-6). By seat: `dealt`, the hands, in which cards lie until both partners have
    chosen, and `gifts`, what it has chosen to give, nothing before."""

    standing: Standing
    bids: tuple[Call, ...]
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)
    gifts: tuple[Mask, ...] = attrs.field(repr=masks_text)

    @property
    def actor(self) -> Seat:
        """The first of those who exchange that has not chosen."""
        return next(seat for seat in _givers(self.standing, self.bids) if not self.gifts[seat])

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.dealt[check_seat(seat, 4)])


@final
@attrs.frozen(weakref_slot=False)
class TrickPlay:
    """A card is being played (SPADES-7, SPADES-8): `left` are the cards in all hands, `trick` those on the table, `won` the tricks
    by seat, `played` the cards of the finished tricks in the order in which they fell."""

    contract: Contract
    left: Mask = attrs.field(repr=mask_text)
    trick: tuple[Card, ...]
    actor: Seat
    won: tuple[int, ...]
    played: tuple[Card, ...]

    @property
    def standing(self) -> Standing:
        """What lasts from hand to hand."""
        return self.contract.standing

    @property
    def broken(self) -> bool:
        """Whether spades have been broken (SPADES-8): whether one has been played."""
        return self.left & _SPADES != _SPADES

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.contract.dealt[check_seat(seat, 4)] & self.left)


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
        return no_hand(seat, 4)


State: TypeAlias = DrawDealer | AwaitDeal | Bidding | Exchange | TrickPlay | MatchOver

_bidding: Final = maker(Bidding)
_trick_play: Final = maker(TrickPlay)
_SPADES: Final = Suit.SPADES.mask


def seats(config: Config) -> int:
    """How many players: four."""
    return 4


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The seats of team 0 and of team 1 (GEN-2)."""
    team = state.standing.lineup.team
    return tuple(tuple(seat for seat in SEATS_OF_FOUR if team[seat] == one) for one in (0, 1))


def initial_state(config: Config = Config()) -> State:
    """The state in which a match begins: finding the first dealer, or the first deal where he is given (SPADES-1).

    >>> initial_state(Config(first_dealer=2)).standing.dealer
    2
    """
    if config.first_dealer is None:
        return DrawDealer(Standing(config))
    return AwaitDeal(Standing(config, dealer=Seat(config.first_dealer)))


# -- dealing ------------------------------------------------------------------------------------------------------------

LAYOUT: Final = Layout.packets(4, *[1] * 13)
"""One card at a time; turn 0 is the player after the dealer (SPADES-1, GEN-10)."""

_LOTS: Final = dealer_lots(4)
_SHUFFLES: Final = Permutations(Deal, PACK)
_NO_BIDS: Final = (None, None, None, None)
_ALL_HAVE_LOOKED: Final = (True, True, True, True)
_NO_GIFTS: Final = (0, 0, 0, 0)


def _deal(state: AwaitDeal, pack: tuple[Card, ...]) -> Bidding | None:
    """SPADES-1, SPADES-5: thirteen each, not yet looked at where double nil is played. None if it is not the pack."""
    bits = bits_of_so_many(pack, 52)
    if bits is None:
        return None
    standing = state.standing
    first = standing.first
    dealt = LAYOUT.masks(bits, standing.lineup.turn[first])
    if sum(dealt) != FULL:
        return None
    return _bidding(standing, dealt, _NO_BIDS, (standing.config.blind_nil is None,) * 4, first)


def deal_for(state: State, hands: Mapping[int, str | Iterable[Card]]) -> Deal:
    """A `Deal` that gives the seats the named cards (SPADES-1).

    `hands` are texts or cards by seat, thirteen at most each; whatever is not named follows in the order of the pack. Raises
    ValueError unless a deal is due in `state`, or for cards that cannot be dealt so, and LookupError for an unknown seat.

    >>> state = initial_state(Config(first_dealer=0))
    >>> Card.parse("AS") in apply(state, deal_for(state, {2: "AS KS"})).hand(2)
    True
    """
    if not isinstance(state, AwaitDeal):
        raise ValueError(f"no deal is due in the phase {type(state).__name__}")
    return Deal(LAYOUT.arrange(PACK, state.standing.lineup.turn[state.standing.first], hands))


# -- who exchanges ------------------------------------------------------------------------------------------------------


def _givers(standing: Standing, bids: Sequence[Call | None]) -> tuple[Seat, ...]:
    """SPADES-6: who gives cards to his partner, in the order in which they choose; nobody in a team that bid double nil twice."""
    if not _exchanged(standing.config):
        return ()
    bidders = [seat for seat in standing.lineup.turns[standing.first] if type(bids[seat]) is BidDoubleNil]
    return tuple(giver for seat in bidders if standing.partner(seat) not in bidders for giver in (seat, standing.partner(seat)))


def _exchanged(config: Config) -> int:
    """How many cards partners exchange."""
    return 0 if config.blind_nil is None else config.blind_nil.exchange


# -- what is legal ------------------------------------------------------------------------------------------------------

_BLIND_CALLS: Final[Listed[Action]] = Listed((BidDoubleNil(), Look()))
_BIDS: Final[Listed[Action]] = Listed(map(Bid, range(14)))


def legal_actions(state: State) -> ActionSet[Action]:
    """What may be done now, in a fixed order; empty when the match is over.

    Cards are in the order of GEN-3, bids from 0 up; double nil before looking. SPADES-1, SPADES-2, SPADES-5 to SPADES-8.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> legal_actions(state), legal_actions(apply(state, Look())).size
    (<2 actions: BidDoubleNil(), Look()>, 14)
    """
    if type(state) is TrickPlay:
        left = state.left
        hand = state.contract.dealt[state.actor] & left
        trick = state.trick
        if trick:
            follow = hand & trick[0].suit_mask
            if follow:
                return READY_PLAYS[follow]
        elif left & _SPADES == _SPADES:
            return plays(hand & ~_SPADES or hand)
        return plays(hand)
    match state:
        case Bidding():
            return _calls(state.looked[state.actor])
        case AwaitDeal():
            return _SHUFFLES
        case Exchange():
            return Combinations(Give, state.dealt[state.actor], _exchanged(state.standing.config))
        case DrawDealer():
            return _LOTS
        case MatchOver():
            return NOTHING
        case _:
            assert_never(state)


def _calls(looked: bool) -> ActionSet[Action]:
    """SPADES-5: who has not looked bids double nil or looks, who has looked bids a number."""
    return _BIDS if looked else _BLIND_CALLS


def _is_bid(amount: object) -> bool:
    """SPADES-2."""
    return type(amount) is int and 0 <= amount <= 13


def violation(state: State, action: object) -> Violation | None:
    """Why an action is not legal; None exactly for the members of `legal_actions(state)` (GEN-5). `action` may be anything.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> print(violation(state, Bid(3)))
    seat 1 must look at his cards before he bids a number (SPADES-5)
    """
    if type(action) not in _ACTIONS:
        return Violation("GEN-5", f"{shown(action)} is not an action of spades")
    match state:
        case TrickPlay():
            if type(action) is not Play:
                return Violation("SPADES-7", f"seat {state.actor} must play a card now")
            hand = state.contract.dealt[state.actor] & state.left
            return play_violation(state.actor, hand, state.trick, action.card, "SPADES-7") or _lead_violation(state, action)
        case Bidding():
            return _call_violation(state, action)
        case AwaitDeal():
            if type(action) is not Deal:
                return Violation("SPADES-1", "the pack must be dealt now")
            return pack_violation(action, _SHUFFLES)
        case Exchange():
            return _gift_violation(state, action)
        case DrawDealer():
            return (
                None if action in _LOTS else Violation("SPADES-1", "the lot for first dealer must fall on one of the seats 0 to 3")
            )
        case MatchOver():
            return Violation("GEN-8", "the match is over")
        case _:
            assert_never(state)


def _lead_violation(state: TrickPlay, play: Play) -> Violation | None:
    """SPADES-8, of a card that is held and that follows suit."""
    hand = state.contract.dealt[state.actor] & state.left
    if state.trick or state.broken or not play.card.bit & _SPADES or not hand & ~_SPADES:
        return None
    return Violation("SPADES-8", f"seat {state.actor} may not lead a spade: spades are not broken, and he holds other suits")


def _call_violation(state: Bidding, action: object) -> Violation | None:
    """SPADES-2, SPADES-4, SPADES-5."""
    seat, looked = state.actor, state.looked[state.actor]
    match action:
        case Bid() if not looked:
            return Violation("SPADES-5", f"seat {seat} must look at his cards before he bids a number")
        case Bid() if not _is_bid(action.amount):
            return Violation("SPADES-2", f"{shown(action.amount)} is not a bid; a bid is a number from 0 to 13")
        case BidDoubleNil() if state.standing.config.blind_nil is None:
            return Violation("SPADES-4", "double nil is not played at this table")
        case BidDoubleNil() if looked:
            return Violation("SPADES-5", f"seat {seat} has looked and may not bid double nil")
        case Look() if looked:
            return Violation("SPADES-5", f"seat {seat} has looked at his cards and must bid")
        case Bid() | BidDoubleNil() | Look():
            return None
        case _:
            return Violation("SPADES-2", f"seat {seat} must bid now")


def _gift_violation(state: Exchange, action: object) -> Violation | None:
    """SPADES-6."""
    seat, count = state.actor, _exchanged(state.standing.config)
    if type(action) is not Give:
        return Violation("SPADES-6", f"seat {seat} must choose now which cards to give to his partner; the number is {count}")
    for card in action.cards:
        if not state.dealt[seat] & card.bit:
            return Violation("GEN-5", f"seat {seat} does not hold {card}")
    if len(action.cards) == count:
        return None
    return Violation("SPADES-6", f"seat {seat} would give {counted(len(action.cards), 'card')}; the number is {count}")


# -- what an action does ------------------------------------------------------------------------------------------------


def apply(state: State, action: Action) -> State:
    """The state that an action leads to; the old one is untouched. Raises IllegalAction for what is not legal (GEN-5).

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> apply(state, BidDoubleNil()).actor
    2
    >>> apply(apply(state, Look()), BidDoubleNil())
    Traceback (most recent call last):
    persian_cards.errors.IllegalAction: seat 1 has looked and may not bid double nil (SPADES-5): BidDoubleNil() is refused
    """
    if type(state) is TrickPlay:  # by far the most frequent
        if type(action) is not Play or type(card := action.card) is not Card:
            raise refusal(state, action, violation, legal_actions)
        contract = state.contract
        actor = state.actor
        left = state.left
        bit = card.bit
        hand = contract.dealt[actor] & left
        if not hand & bit:
            raise refusal(state, action, violation, legal_actions)
        trick = state.trick
        if trick:
            led = trick[0]
            if card.suit is not led.suit and hand & led.suit_mask:
                raise refusal(state, action, violation, legal_actions)
            if len(trick) == 3:
                return _end_trick(state, trick + (card,), left ^ bit)
        elif bit & _SPADES and left & _SPADES == _SPADES and hand & ~_SPADES:
            raise refusal(state, action, violation, legal_actions)
        return _trick_play(contract, left ^ bit, trick + (card,), contract.next[actor], state.won, state.played)
    match state:
        case Bidding():
            looked = state.looked[state.actor]
            if type(action) is Bid and looked and _is_bid(action.amount):
                return _called(state, action, state.looked)
            if type(action) is BidDoubleNil and not looked:
                return _called(state, action, _now_looked(state))
            if type(action) is Look and not looked:
                return attrs.evolve(state, looked=_now_looked(state))
        case AwaitDeal():
            if type(action) is Deal:
                dealt = _deal(state, action.pack)
                if dealt is not None:
                    return dealt
        case Exchange():
            if type(action) is Give and _gift_violation(state, action) is None:
                return _given(state, action.cards.mask)
        case DrawDealer():
            if type(action) is ChooseDealer and action in _LOTS:
                return AwaitDeal(attrs.evolve(state.standing, dealer=_LOTS[_LOTS.index(action)].seat))
        case MatchOver():
            pass
        case _:
            assert_never(state)
    raise refusal(state, action, violation, legal_actions)


def _now_looked(state: Bidding) -> tuple[bool, ...]:
    """SPADES-5: who has looked, now that the player in turn has."""
    return state.looked[: state.actor] + (True,) + state.looked[state.actor + 1 :]


def _called(state: Bidding, call: Call, looked: tuple[bool, ...]) -> Bidding | Exchange | TrickPlay:
    """SPADES-2: the next player bids, or all have."""
    seat, standing = state.actor, state.standing
    bids = state.bids[:seat] + (call,) + state.bids[seat + 1 :]
    following = standing.lineup.next[seat]
    if following != standing.first:
        return _bidding(standing, state.dealt, bids, looked, following)
    return _after_choices(standing, tuple([bid for bid in bids if bid is not None]), state.dealt, _NO_GIFTS)


def _given(state: Exchange, cards: int) -> Exchange | TrickPlay:
    """SPADES-6: a player has chosen; if his partner had chosen before, what both chose changes hands."""
    seat = state.actor
    partner = state.standing.partner(seat)
    gifts = (*state.gifts[:seat], cards, *state.gifts[seat + 1 :])
    dealt = list(state.dealt)
    if gifts[partner]:
        dealt[seat] ^= gifts[seat] | gifts[partner]
        dealt[partner] ^= gifts[seat] | gifts[partner]
    return _after_choices(state.standing, state.bids, tuple(dealt), gifts)


def _after_choices(
    standing: Standing, bids: tuple[Call, ...], dealt: tuple[int, ...], gifts: tuple[int, ...]
) -> Exchange | TrickPlay:
    """SPADES-6, SPADES-7: somebody has still to choose what to give, or the first trick is led."""
    if all(gifts[seat] for seat in _givers(standing, bids)):
        return _trick_play(Contract(standing, bids, dealt, gifts), FULL, (), standing.first, _NO_GIFTS, ())
    return Exchange(standing, bids, dealt, gifts)


def _end_trick(state: TrickPlay, trick: tuple[Card, ...], left: int) -> State:
    """SPADES-7: the winner leads, or the hand is over."""
    contract = state.contract
    winner = contract.turns[contract.next[state.actor]][taking(trick, _SPADES)]
    counts = list(state.won)
    counts[winner] += 1
    won = tuple(counts)
    if left:
        return _trick_play(contract, left, (), winner, won, state.played + trick)
    return _score(contract.standing, contract.bids, won)


# -- scoring and the next hand ------------------------------------------------------------------------------------------


def _amount(call: Call) -> int:
    return call.amount if type(call) is Bid else 0


def _team_score(config: Config, bids: Sequence[Call], tricks: Sequence[int]) -> tuple[int, int]:
    """What two partners' bids and tricks score, and how many bags they bring (SPADES-3, SPADES-4, SPADES-9, SPADES-10,
    SPADES-13)."""
    contract = points = towards = beside = 0
    for call, taken in zip(bids, tricks, strict=True):
        amount = _amount(call)
        if amount:
            contract += amount
            towards += taken
        else:
            beside += taken
            points += -_nil_value(config, call) if taken else _nil_value(config, call)
    if not contract:
        return points, beside
    if towards < contract:
        return points - 10 * contract, beside
    bags = towards - contract + beside
    return points + 10 * contract + bags, bags


def _nil_value(config: Config, call: Call) -> int:
    """SPADES-3, SPADES-4."""
    if type(call) is Bid:
        return config.nil
    assert config.blind_nil is not None
    return config.blind_nil.value


def _score(standing: Standing, bids: tuple[Call, ...], tricks: tuple[int, ...]) -> AwaitDeal | MatchOver:
    """SPADES-9 to SPADES-12, GEN-7, GEN-9: the hand goes on the sheet, and the deal passes to the left, or the match is over."""
    config, dealer = standing.config, standing.dealer
    assert dealer is not None
    found = []
    for team in (Team(0), Team(1)):
        one = Seat(standing.lineup.team.index(team))
        other = standing.partner(one)
        points, bags = _team_score(config, (bids[one], bids[other]), (tricks[one], tricks[other]))
        penalties, carried, sandbags = 0, standing.bags[team] + bags, config.sandbags
        if sandbags is not None:
            penalties, carried = divmod(carried, sandbags.limit)
            points -= penalties * sandbags.penalty
        found.append((bags, penalties, points, standing.scores[team] + points, carried))
    row = Row(dealer, bids, tricks, *zip(*found, strict=True))
    sheet = (*standing.sheet, row)
    over = sides_won(row.scores, config.target, len(sheet), config.max_hands)
    after = Standing(config, standing.lineup, standing.first, row.scores, row.carried, sheet)
    return MatchOver(after) if over else AwaitDeal(after)


def outcome(state: State) -> Outcome | None:
    """The end of the match, by seat with his team's score; None while it goes on (SPADES-12, GEN-7, GEN-9)."""
    return team_outcome(state.standing.lineup.team, state.standing.scores) if isinstance(state, MatchOver) else None


def tally(state: State) -> dict[str, int]:
    """What has happened so far: hands, nils and double nils bid and made, bags, and penalties for bags."""
    sheet = state.standing.sheet
    calls = [(call, taken) for row in sheet for call, taken in zip(row.bids, row.tricks, strict=True) if not _amount(call)]
    return {
        "hands": len(sheet),
        "nils": sum(type(call) is Bid for call, _ in calls),
        "nils-made": sum(type(call) is Bid and not taken for call, taken in calls),
        "double-nils": sum(type(call) is BidDoubleNil for call, _ in calls),
        "double-nils-made": sum(type(call) is BidDoubleNil and not taken for call, taken in calls),
        "bags": sum(sum(row.bags) for row in sheet),
        "penalties": sum(sum(row.penalties) for row in sheet),
    }


def places(state: State) -> dict[str, tuple[Card, ...]]:
    """Every place that has cards in it: the hands, the trick, the tricks that each seat has taken, the pack."""
    match state:
        case DrawDealer() | AwaitDeal() | MatchOver():
            return {"pack": PACK}
        case Bidding() | Exchange():
            return {f"hand {seat}": tuple(state.hand(seat)) for seat in SEATS_OF_FOUR}
        case TrickPlay():
            found = {f"hand {seat}": tuple(state.hand(seat)) for seat in SEATS_OF_FOUR}
            found |= {"trick": state.trick} | {f"tricks {seat}": () for seat in SEATS_OF_FOUR}
            for trick in _tricks(state.standing, state.played):
                found[f"tricks {trick.winner}"] += trick.cards
            return found
        case _:
            assert_never(state)


def _tricks(standing: Standing, played: tuple[Card, ...]) -> tuple[Trick, ...]:
    return tricks_of(played, standing.first, standing.lineup.turns, _SPADES)


# -- what a seat sees ---------------------------------------------------------------------------------------------------


class Phase(Enum):
    """What the table is doing."""

    DRAW_DEALER = "finding the dealer"
    AWAIT_DEAL = "shuffling"
    BIDDING = "bidding"
    EXCHANGE = "exchanging"
    TRICK_PLAY = "playing"
    MATCH_OVER = "over"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(weakref_slot=False)
class View:
    """What a seat may see, a spectator where `seat` is None: the standing, his own cards, and what has been shown to all.

    By seat: `bids`, None for who has not bid, and `looked`, who has looked at his cards (SPADES-5). `given` and `got` are masks of
    the cards that the seat has chosen to give to his partner, and of those that he has had from him (SPADES-6); `gave` and
    `received` are the same as sets. `trick_cards` and `played` are the cards on the table and those of the finished tricks of this
    hand, in the order in which they fell.
    """

    seat: Seat | None
    actor: Actor
    phase: Phase
    standing: Standing
    bids: tuple[Call | None, ...]
    looked: tuple[bool, ...]
    own: Mask = attrs.field(repr=mask_text)
    given: Mask = attrs.field(repr=mask_text)
    got: Mask = attrs.field(repr=mask_text)
    trick_cards: tuple[Card, ...]
    played: tuple[Card, ...]

    @property
    def hand(self) -> CardSet:
        """The seat's own cards; none for a spectator, or before he has looked (SPADES-5)."""
        return CardSet.of_mask(self.own)

    @property
    def blind(self) -> bool:
        """Whether the seat holds cards that it has not looked at (SPADES-5)."""
        return self.seat is not None and not self.looked[self.seat]

    @property
    def gave(self) -> CardSet:
        """What the seat has chosen to give to his partner (SPADES-6)."""
        return CardSet.of_mask(self.given)

    @property
    def received(self) -> CardSet:
        """What the seat has had from his partner (SPADES-6)."""
        return CardSet.of_mask(self.got)

    @property
    def legal(self) -> ActionSet[Action]:
        """What this seat may do now; empty for others than the actor."""
        if self.seat is None or self.actor != self.seat:
            return NOTHING
        if self.phase is Phase.BIDDING:
            return _calls(self.looked[self.seat])
        if self.phase is Phase.EXCHANGE:
            return Combinations(Give, self.own, _exchanged(self.standing.config))
        if self.trick_cards or self.broken:
            return plays_to(self.own, self.trick_cards)
        return plays(self.own & ~_SPADES or self.own)

    @property
    def broken(self) -> bool:
        """Whether spades have been broken in this hand (SPADES-8)."""
        return bool(mask_of((*self.played, *self.trick_cards)) & _SPADES)

    @property
    def contracts(self) -> tuple[int, int]:
        """By team: the tricks that it has bid so far (SPADES-2)."""
        amounts = [0, 0]
        for seat, call in enumerate(self.bids):
            amounts[self.standing.lineup.team[seat]] += 0 if call is None else _amount(call)
        return (amounts[0], amounts[1])

    @property
    def counts(self) -> tuple[int, ...]:
        """By seat: how many cards it holds."""
        if self.phase not in (Phase.BIDDING, Phase.EXCHANGE, Phase.TRICK_PLAY):
            return (0, 0, 0, 0)
        on_table = [seat for seat, _ in self.trick]
        return tuple(13 - len(self.played) // 4 - (seat in on_table) for seat in SEATS_OF_FOUR)

    @property
    def trick(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards on the table, each with the seat that played it, in order."""
        return on_table(self.trick_cards, self.actor, self.standing.lineup.turns)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks of this hand, in order."""
        return _tricks(self.standing, self.played) if self.played else ()

    @property
    def won(self) -> tuple[int, ...]:
        """The tricks taken in this hand, by seat."""
        winners = [trick.winner for trick in self.tricks]
        return tuple(map(winners.count, SEATS_OF_FOUR))

    @property
    def voids(self) -> tuple[frozenset[Suit], ...]:
        """By seat: the suits that it has shown not to hold, by not following them (SPADES-7) or by leading a spade before spades
        were broken (SPADES-8)."""
        plays = self._plays()
        voids = voids_in(plays, 4)
        breaking = next((trick for trick in plays if any(card.bit & _SPADES for _, card in trick)), ())
        if not breaking or not breaking[0][1].bit & _SPADES:
            return voids
        return tuple(_NOT_SPADES | void if seat == breaking[0][0] else void for seat, void in enumerate(voids))

    def _plays(self) -> list[tuple[tuple[Seat, Card], ...]]:
        turns = self.standing.lineup.turns
        return [*(seated(trick.cards, trick.leader, turns) for trick in self.tricks), self.trick]

    def __str__(self) -> str:
        standing = self.standing
        scores, bags = standing.scores, standing.bags
        lines = [f"{self.phase}{turn_told(self.actor)}; scores {scores[0]} : {scores[1]}, bags {bags[0]} : {bags[1]}"]
        if standing.dealer is not None:
            lines.append(f"dealer: seat {standing.dealer}")
        if any(call is not None for call in self.bids):
            said = ", ".join(f"seat {seat} {_call_text(call)}" for seat, call in enumerate(self.bids) if call is not None)
            lines.append(f"bids: {said}; contracts {self.contracts[0]} : {self.contracts[1]}")
        if self.phase is Phase.TRICK_PLAY:
            lines.append(f"tricks by seat {' '.join(map(str, self.won))}; spades {'broken' if self.broken else 'not broken'}")
        if self.trick:
            lines.append(f"table: {by_seat(self.trick)}")
        if self.given:
            lines.append(f"you give: {self.gave}" + (f"; you got: {self.received}" if self.got else ""))
        if self.own:
            lines.append(f"your hand: {self.hand}")
        if self.blind:
            lines.append("you have not looked at your cards")
        return "\n".join(lines)


_NOT_SPADES: Final = frozenset(Suit) - {Suit.SPADES}
_view: Final = maker(View)


def _call_text(call: Call) -> str:
    if type(call) is BidDoubleNil:
        return "double nil"
    return str(_amount(call) or "nil")


def view(state: State, seat: int | None) -> View:
    """What a seat may see of a state, or a spectator for None. Raises LookupError for an unknown seat.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> view(state, 1).hand, len(view(apply(state, Look()), 1).hand)
    (CardSet.parse(''), 13)
    """
    whose = None if seat is None else check_seat(seat, 4)
    if isinstance(state, TrickPlay):
        contract = state.contract
        own = given = got = 0
        if whose is not None:
            own = contract.dealt[whose] & state.left
            given, got = contract.gifts[whose], contract.gifts[contract.turns[whose][2]]
        return _view(
            whose,
            state.actor,
            Phase.TRICK_PLAY,
            contract.standing,
            contract.bids,
            _ALL_HAVE_LOOKED,
            own,
            given,
            got,
            state.trick,
            state.played,
        )
    standing = state.standing
    match state:
        case DrawDealer():
            return _view(whose, CHANCE, Phase.DRAW_DEALER, standing, _NO_BIDS, _ALL_HAVE_LOOKED, 0, 0, 0, (), ())
        case AwaitDeal():
            return _view(whose, CHANCE, Phase.AWAIT_DEAL, standing, _NO_BIDS, _ALL_HAVE_LOOKED, 0, 0, 0, (), ())
        case Bidding():
            own = state.dealt[whose] if whose is not None and state.looked[whose] else 0
            return _view(whose, state.actor, Phase.BIDDING, standing, state.bids, state.looked, own, 0, 0, (), ())
        case Exchange():
            own = given = got = 0
            if whose is not None:
                own, given = state.dealt[whose], state.gifts[whose]
                got = state.gifts[standing.partner(whose)] if given else 0
            return _view(whose, state.actor, Phase.EXCHANGE, standing, state.bids, _ALL_HAVE_LOOKED, own, given, got, (), ())
        case MatchOver():
            return _view(whose, None, Phase.MATCH_OVER, standing, _NO_BIDS, _ALL_HAVE_LOOKED, 0, 0, 0, (), ())
        case _:
            assert_never(state)


def seen(state: State, action: Action, seat: int | None) -> Event:
    """What a seat (a spectator for None) notices of a legal action: the action itself where it is public, else its public part.

    A seat notices its own cards when it comes to see them (SPADES-5), what it chooses to give itself, and what it is given once
    both partners have chosen (SPADES-6). Raises IllegalAction for an action that is not legal and LookupError for an unknown seat.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> seen(state, Look(), 2), len(seen(state, Look(), 1).hand)
    (Looked(hand=CardSet.parse('')), 13)
    """
    whose = None if seat is None else check_seat(seat, 4)
    after = view(apply(state, action), whose)
    own = after.hand if whose == state.actor else NO_CARDS
    match action:
        case Deal():
            return Dealt(after.hand)
        case Look():
            return Looked(own)
        case BidDoubleNil():
            return DoubleNilBid(own)
        case Give():
            received = CardSet.of_mask(after.got & ~view(state, whose).got)
            return Given(action.cards if whose == state.actor else NO_CARDS, received)
        case _:
            return action


# -- what a seat may imagine --------------------------------------------------------------------------------------------


def worlds(view: View) -> Worlds[State]:
    """The states that fit a view, each equally likely: all deals, with all exchanges, that these inferences leave.

    - Who has not followed a suit has none of it (SPADES-7); who has led a spade before spades were broken has nothing else
      (SPADES-8).
    - What one has given lies in the partner's hand once both have chosen, unless it has been played (SPADES-6). What others have
      given one does not know: any cards of the hand that it went to, or, before it has changed hands, that it comes from.
    - Before looking one knows his own cards as little as those of others (SPADES-5). Bids say nothing.

    Where nobody holds cards nothing is hidden.

    >>> worlds(view(apply(initial_state(Config(first_dealer=0)), Deal(PACK)), 0)).size
    53644737765488792839237440000
    """
    if view.phase not in (Phase.BIDDING, Phase.EXCHANGE, Phase.TRICK_PLAY):
        return Worlds(Fillings((), ()), partial(_public, view))
    hidden = tuple(seat for seat in SEATS_OF_FOUR if seat != view.seat or view.blind)
    room = tuple(count if seat in hidden else 0 for seat, count in enumerate(view.counts))
    unseen = FULL & ~view.own & ~mask_of((*view.played, *view.trick_cards))
    given = view.given & unseen
    classes = suit_classes(unseen & ~given, hidden, view.voids)
    if view.seat is not None:
        classes += (CardClass(given, (view.standing.partner(view.seat),)),)
    choices = range(comb(13, _exchanged(view.standing.config)))
    return Worlds(Fillings(classes, room), partial(_imagined, view, hidden), (choices,) * len(_unseen_gifts(view)))


def _gifts(view: View) -> tuple[tuple[Seat, Seat], ...]:
    """Who has chosen cards to give so far, each with the seat in whose hand they lie: his own until his partner has chosen too."""
    givers = () if view.phase is Phase.BIDDING else _givers(view.standing, view.bids)
    chosen = givers.index(view.actor) if view.phase is Phase.EXCHANGE else len(givers)
    return tuple(
        (giver, giver if at == chosen - 1 and chosen % 2 else view.standing.partner(giver))
        for at, giver in enumerate(givers[:chosen])
    )


def _unseen_gifts(view: View) -> tuple[tuple[Seat, Seat], ...]:
    """Those of them whose cards the seat has not seen."""
    return tuple((giver, holder) for giver, holder in _gifts(view) if view.seat not in (giver, holder))


def _imagined(view: View, hidden: Sequence[Seat], filled: Sequence[Mask], *choices: int) -> State:
    """`choices` are the numbers of the gifts that the seat has not seen, among all of the hand in which they lie."""
    hands = [filled[seat] if seat in hidden else view.own for seat in SEATS_OF_FOUR]
    left = sum(hands)
    for trick in view._plays():
        for seat, card in trick:
            hands[seat] |= card.bit
    unseen = dict(zip(_unseen_gifts(view), choices, strict=True))
    gifts, exchanged = [0, 0, 0, 0], _exchanged(view.standing.config)
    for giver, holder in _gifts(view):
        if (giver, holder) in unseen:
            gifts[giver] = Combinations(Give, hands[holder], exchanged)[unseen[giver, holder]].cards.mask
        else:
            gifts[giver] = view.given if giver == view.seat else view.got
    dealt = tuple(hands)
    assert isinstance(view.actor, int)
    if view.phase is Phase.BIDDING:
        return Bidding(view.standing, dealt, view.bids, view.looked, view.actor)
    bids = tuple(call for call in view.bids if call is not None)
    if view.phase is Phase.EXCHANGE:
        return Exchange(view.standing, bids, dealt, tuple(gifts))
    return TrickPlay(Contract(view.standing, bids, dealt, tuple(gifts)), left, view.trick_cards, view.actor, view.won, view.played)


def _public(view: View, filled: Sequence[Mask]) -> State:
    match view.phase:
        case Phase.DRAW_DEALER:
            return DrawDealer(view.standing)
        case Phase.AWAIT_DEAL:
            return AwaitDeal(view.standing)
        case _:
            return MatchOver(view.standing)


# -- the game -----------------------------------------------------------------------------------------------------------

_ACTIONS: Final = (ChooseDealer, Deal, BidDoubleNil, Look, Bid, Give, Play)

GAME: Final[Game[Config, State, Action, View, Event]] = Game(
    name="spades",
    persian_name="پیک",
    rotation=Rotation.LEFT,
    version=1,
    Config=Config,
    phases=(DrawDealer, AwaitDeal, Bidding, Exchange, TrickPlay, MatchOver),
    actions=_ACTIONS,
    events=(ChooseDealer, Dealt, DoubleNilBid, Looked, Bid, Given, Play),
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
