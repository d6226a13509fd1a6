"""Ghahveh (قهوه): four players, partners opposite, 52 cards with two jokers among them, to the right.

Every player says how many tricks he will take; spades are trumps, above them the black and the coloured joker. The clauses
(GHAHVEH-1 to GHAHVEH-12) are told in `docs/rules/ghahveh.md`.

>>> from random import Random
>>> from persian_cards.games import ghahveh
>>> rng = Random(7)
>>> state = ghahveh.initial_state(ghahveh.Config(max_hands=2))
>>> while legal := ghahveh.legal_actions(state):
...     state = ghahveh.apply(state, legal.sample(rng))
>>> len(state.standing.sheet), len(ghahveh.outcome(state).winners)
(2, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    Bid,
    Chance,
    ChooseDealer,
    Deal,
    Dealt,
    Permutations,
    Play,
    Range,
    dealer_lots,
    pack_violation,
    plays,
    turn_told,
)
from persian_cards.cards import (
    BLACK_JOKER,
    CARDS,
    COLOURED_JOKER,
    SUITS,
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
from persian_cards.errors import Violation, shown
from persian_cards.game import Game, Outcome, Rotation, refusal, team_outcome
from persian_cards.options import Whole, first_dealer, max_hands, option
from persian_cards.table import (
    AS_SEATED,
    NO_CARDS,
    SEATS_OF_FOUR,
    Layout,
    Lineup,
    Seat,
    check_seat,
    no_hand,
    sides_won,
)
from persian_cards.tricks import Trick, by_seat, on_table, seated, taking, tricks_of
from persian_cards.worlds import CardClass, Fillings, Worlds

__all__ = [
    "GAME", "LAYOUT", "PACK", "Action", "AwaitDeal", "Bid", "Bidding", "ChooseDealer", "Config", "Deal", "Dealt", "DrawDealer",
    "Event", "Hand", "LedJoker", "MatchOver", "Phase", "Play", "Row", "Standing", "State", "TrickPlay", "View", "apply", "deal_for",
    "determinize", "initial_state", "legal_actions", "outcome", "places", "seats", "seen", "sides", "submit", "tally", "view",
    "violation", "worlds",
]  # fmt: skip

# -- the config ---------------------------------------------------------------------------------------------------------


class LedJoker(Enum):
    """What a joker that is led calls for (GHAHVEH-11)."""

    CALLS_SPADES = "calls spades"
    FREE = "free"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(kw_only=True, cache_hash=True)
class Config:
    """The options of a match; ConfigError for what no table could play.

    >>> Config(min_bid=14)
    Traceback (most recent call last):
    persian_cards.errors.ConfigError: min_bid must be a whole number from 0 to 13, not 14 (GHAHVEH-4)
    """

    first_dealer: int | None = first_dealer("GHAHVEH-2", 4)
    min_bid: int = option(2, "GHAHVEH-4", Whole(0, 13), meaning="the fewest tricks that a player may say")
    black_joker_by: int = option(10, "GHAHVEH-10", Whole(1, 13), meaning="the last trick for the black joker")
    led_joker: LedJoker = option(LedJoker.CALLS_SPADES, "GHAHVEH-11", meaning="what a joker that is led calls for")
    target: int = option(501, "GHAHVEH-12", Whole(1), meaning="the total that wins the match")
    max_hands: int | None = max_hands()


# -- actions ------------------------------------------------------------------------------------------------------------

Action: TypeAlias = ChooseDealer | Deal | Bid | Play
Event: TypeAlias = ChooseDealer | Dealt | Bid | Play

# -- what lasts ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class Row:
    """A hand on the score sheet (GHAHVEH-5): `bids` are by seat, all other tuples by team; `totals` are those after it."""

    dealer: Seat
    bids: tuple[int, ...]
    contracts: tuple[int, int]
    tricks: tuple[int, int]
    score: tuple[int, int]
    totals: tuple[int, int]


@attrs.frozen(cache_hash=True)
class Standing:
    """What lasts from hand to hand, all of it public; totals by team. `dealer` is None until one has been chosen."""

    config: Config
    dealer: Seat | None = None
    totals: tuple[int, int] = (0, 0)
    sheet: tuple[Row, ...] = ()

    @property
    def lineup(self) -> Lineup:
        """The players in order of play: as they are numbered."""
        return AS_SEATED


@attrs.frozen(cache_hash=True)
class Hand:
    """What is fixed while a hand is played: `bids` in the order in which they were said; `dealt`, the hands as dealt, is secret."""

    standing: Standing
    dealer: Seat
    bids: tuple[int, ...]
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)


# -- the phases ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class DrawDealer:
    """The first dealer is found by lot (GHAHVEH-2)."""

    standing: Standing

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: a seat is chosen."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, 4)


@attrs.frozen
class AwaitDeal:
    """The pack is being shuffled (GHAHVEH-2)."""

    standing: Standing
    dealer: Seat

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: the pack is dealt."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, 4)


@attrs.frozen
class Bidding:
    """The players say in turn how many tricks they will take; `bids` are those said so far, in order (GHAHVEH-4)."""

    standing: Standing
    dealer: Seat
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)
    bids: tuple[int, ...] = ()

    @property
    def actor(self) -> Seat:
        """The next to bid: the dealer's right first, the dealer last."""
        return AS_SEATED.after[self.dealer][len(self.bids)]

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.dealt[check_seat(seat, 4)])


@final
@attrs.frozen(weakref_slot=False)
class TrickPlay:
    """A card is being played (GHAHVEH-6): `left` are the cards in all hands, `trick` those on the table, `won` the tricks by team,
    `played` the cards of the finished tricks in the order in which they fell."""

    fixed: Hand
    left: Mask = attrs.field(repr=mask_text)
    trick: tuple[Card, ...]
    actor: Seat
    won: tuple[int, int]
    played: tuple[Card, ...]

    @property
    def standing(self) -> Standing:
        """What lasts from hand to hand."""
        return self.fixed.standing

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.fixed.dealt[check_seat(seat, 4)] & self.left)


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


State: TypeAlias = DrawDealer | AwaitDeal | Bidding | TrickPlay | MatchOver

_trick_play: Final = maker(TrickPlay)
_NEXT: Final = AS_SEATED.next
_TURNS: Final = AS_SEATED.turns
_TEAM: Final = AS_SEATED.team


def seats(config: Config) -> int:
    """How many players: four."""
    return 4


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The seats of team 0 and of team 1 (GEN-2)."""
    return tuple(tuple(seat for seat in SEATS_OF_FOUR if _TEAM[seat] == team) for team in (0, 1))


def initial_state(config: Config = Config()) -> State:
    """The state in which a match begins: the lot for the first dealer, or the first deal where he is given (GHAHVEH-2).

    >>> initial_state(Config(first_dealer=2)).dealer
    2
    """
    if config.first_dealer is None:
        return DrawDealer(Standing(config))
    dealer = Seat(config.first_dealer)
    return AwaitDeal(Standing(config, dealer), dealer)


# -- the pack and the deal ----------------------------------------------------------------------------------------------

PACK: Final = tuple(card for card in CARDS if card.rank is not Rank.TWO or card.suit not in (Suit.DIAMONDS, Suit.HEARTS))
"""The 52 cards: the twos of diamonds and hearts are out, the two jokers in (GHAHVEH-1)."""

LAYOUT: Final = Layout.packets(4, 5, 4, 4)
"""Packets of five, four and four; turn 0 is the player on the dealer's right (GHAHVEH-2)."""

_FULL: Final = mask_of(PACK)
_SHUFFLES: Final = Permutations(Deal, PACK)
_LOTS: Final = dealer_lots(4)


def _deal(state: AwaitDeal, pack: tuple[Card, ...]) -> Bidding | None:
    """GHAHVEH-2: thirteen each. None if it is not the pack."""
    bits = bits_of(pack, _FULL)
    if bits is None:
        return None
    return Bidding(state.standing, state.dealer, LAYOUT.masks(bits, AS_SEATED.turn[_NEXT[state.dealer]]))


def deal_for(state: State, hands: Mapping[int, str | Iterable[Card]]) -> Deal:
    """A `Deal` that gives the seats the named cards, in the order in which they fall (GHAHVEH-2).

    `hands` are texts or cards by seat, thirteen at most each; whatever is not named follows in the order of the pack. Raises
    ValueError unless a deal is due in `state`, or for cards that cannot be dealt so, and LookupError for an unknown seat.

    >>> state = initial_state(Config(first_dealer=3))
    >>> apply(state, deal_for(state, {0: "BJ RJ AS"})).hand(0).mask.bit_count()
    13
    """
    if not isinstance(state, AwaitDeal):
        raise ValueError(f"no deal is due in the phase {type(state).__name__}")
    return Deal(LAYOUT.arrange(PACK, AS_SEATED.turn[_NEXT[state.dealer]], hands))


# -- what is legal ------------------------------------------------------------------------------------------------------

_BLACK: Final = BLACK_JOKER.bit
_COLOURED: Final = COLOURED_JOKER.bit
_JOKERS: Final = _BLACK | _COLOURED
_SPADES: Final = Suit.SPADES.mask
_TRUMPS: Final = _SPADES | _JOKERS


def _called(config: Config, led: Card) -> int:
    """The mask of the suit that a led card calls for; 0 where the others play what they like (GHAHVEH-6, GHAHVEH-11)."""
    return led.suit_mask if led.suit is not None or config.led_joker is LedJoker.FREE else _SPADES


def _due(config: Config, tricks: int) -> bool:
    """Whether who holds the black joker must play it to this trick, when `tricks` are finished (GHAHVEH-10)."""
    return tricks + 1 == config.black_joker_by


def _playable(config: Config, hand: int, left: int, trick: Sequence[Card], tricks: int) -> int:
    """The cards of a hand that may be played to a trick, when `left` are in all hands and `tricks` are finished.

    The black joker, if it is due (GHAHVEH-10); the coloured one only when the black has been played, or as the last card
    (GHAHVEH-9); the suit called for, if the hand has it, or a joker; else anything (GHAHVEH-6, GHAHVEH-8, GHAHVEH-11).
    """
    if hand & _BLACK and _due(config, tricks):
        return _BLACK
    if left & _BLACK and hand != _COLOURED:
        hand &= ~_COLOURED
    if trick:
        follow = hand & _called(config, trick[0])
        if follow:
            return follow | hand & _JOKERS
    return hand


def legal_actions(state: State) -> ActionSet[Action]:
    """What may be done now, in a fixed order; empty when the match is over.

    Seats and bids go up; cards are in the order of GEN-3. GHAHVEH-2, GHAHVEH-4, GHAHVEH-6.

    >>> legal_actions(apply(initial_state(Config(first_dealer=0)), Deal(PACK))).size
    12
    """
    if type(state) is TrickPlay:
        hand = state.fixed.dealt[state.actor] & state.left
        return plays(_playable(state.standing.config, hand, state.left, state.trick, len(state.played) // 4))
    match state:
        case Bidding():
            return _bids(state.standing.config)
        case AwaitDeal():
            return _SHUFFLES
        case DrawDealer():
            return _LOTS
        case MatchOver():
            return NOTHING
        case _:
            assert_never(state)


def _bids(config: Config) -> Range[Bid]:
    """GHAHVEH-4."""
    return Range(Bid, config.min_bid, 14)


def violation(state: State, action: object) -> Violation | None:
    """Why an action is not legal; None exactly for the members of `legal_actions(state)` (GEN-5). `action` may be anything.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> print(violation(state, Bid(1)))
    seat 1 must bid from 2 to 13 tricks (GHAHVEH-4)
    """
    if type(action) not in _ACTIONS:
        return Violation("GEN-5", f"{shown(action)} is not an action of ghahveh")
    match state:
        case TrickPlay():
            if type(action) is not Play:
                return Violation("GHAHVEH-6", f"seat {state.actor} must play a card now")
            return _card_violation(state, action.card)
        case Bidding():
            bid = f"seat {state.actor} must bid from {state.standing.config.min_bid} to 13 tricks"
            return None if action in _bids(state.standing.config) else Violation("GHAHVEH-4", bid)
        case AwaitDeal():
            if type(action) is not Deal:
                return Violation("GHAHVEH-2", "the pack must be dealt now")
            return pack_violation(action, _SHUFFLES)
        case DrawDealer():
            return None if action in _LOTS else Violation("GHAHVEH-2", "the lot must fall on a first dealer now, seat 0 to 3")
        case MatchOver():
            return Violation("GEN-8", "the match is over")
        case _:
            assert_never(state)


def _card_violation(state: TrickPlay, card: object) -> Violation | None:
    """Why a card may not be played: GHAHVEH-6, GHAHVEH-9 to GHAHVEH-11."""
    config, seat = state.standing.config, state.actor
    hand, tricks = state.fixed.dealt[seat] & state.left, len(state.played) // 4
    if type(card) is not Card:
        return Violation("GEN-5", f"{shown(card)} is not a card")
    if not hand & card.bit:
        return Violation("GEN-5", f"seat {seat} does not hold {card}")
    playable = _playable(config, hand, state.left, state.trick, tricks)
    if playable & card.bit:
        return None
    if hand & _BLACK and _due(config, tricks):
        return Violation("GHAHVEH-10", f"seat {seat} must play the black joker, which is due by trick {config.black_joker_by}")
    if card is COLOURED_JOKER:
        return Violation("GHAHVEH-9", f"seat {seat} may not play the coloured joker before the black one has been played")
    or_joker = ", or play a joker" if playable & _JOKERS else ""
    if state.trick[0].suit is None:
        return Violation("GHAHVEH-11", f"seat {seat} must follow the joker with a spade{or_joker}")
    return Violation("GHAHVEH-6", f"seat {seat} must follow {state.trick[0].suit}{or_joker}")


# -- what an action does ------------------------------------------------------------------------------------------------


def apply(state: State, action: Action) -> State:
    """The state that an action leads to; the old one is untouched. Raises IllegalAction for what is not legal (GEN-5).

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> apply(state, Bid(3)).actor
    2
    >>> apply(state, Bid(14))
    Traceback (most recent call last):
    persian_cards.errors.IllegalAction: seat 1 must bid from 2 to 13 tricks (GHAHVEH-4): Bid(amount=14) is refused
    """
    if type(state) is TrickPlay:  # by far the most frequent
        if type(action) is not Play or type(card := action.card) is not Card:
            raise refusal(state, action, violation, legal_actions)
        fixed, actor, left, trick = state.fixed, state.actor, state.left, state.trick
        hand = fixed.dealt[actor] & left
        if not _playable(state.standing.config, hand, left, trick, len(state.played) // 4) & card.bit:
            raise refusal(state, action, violation, legal_actions)
        if len(trick) == 3:
            return _end_trick(state, (*trick, card), left ^ card.bit)
        return _trick_play(fixed, left ^ card.bit, (*trick, card), _NEXT[actor], state.won, state.played)
    match state:
        case Bidding():
            if type(action) is Bid and action in _bids(state.standing.config):
                bids = (*state.bids, action.amount)
                if len(bids) < 4:
                    return attrs.evolve(state, bids=bids)
                fixed = Hand(state.standing, state.dealer, bids, state.dealt)
                return TrickPlay(fixed, _FULL, (), _NEXT[state.dealer], (0, 0), ())
        case AwaitDeal():
            if type(action) is Deal and (dealt := _deal(state, action.pack)) is not None:
                return dealt
        case DrawDealer():
            if type(action) is ChooseDealer and action in _LOTS:
                return AwaitDeal(attrs.evolve(state.standing, dealer=action.seat), action.seat)
        case MatchOver():
            pass
        case _:
            assert_never(state)
    raise refusal(state, action, violation, legal_actions)


def _end_trick(state: TrickPlay, trick: tuple[Card, ...], left: Mask) -> State:
    """GHAHVEH-6, GHAHVEH-7: the highest trump takes the trick, the winner leads; thirteen tricks."""
    winner = _TURNS[_NEXT[state.actor]][taking(trick, _TRUMPS)]
    ours, theirs = state.won
    won = (ours, theirs + 1) if _TEAM[winner] else (ours + 1, theirs)
    if left:
        return _trick_play(state.fixed, left, (), winner, won, state.played + trick)
    return _score(state.fixed, won)


def _by_seat(dealer: Seat, bids: tuple[int, ...]) -> tuple[int | None, ...]:
    """The bids by seat; None for who has not bid yet."""
    said = dict(zip(AS_SEATED.after[dealer], bids, strict=False))
    return tuple(said.get(seat) for seat in SEATS_OF_FOUR)


def _contracts(dealer: Seat, bids: tuple[int, ...]) -> tuple[int, int]:
    """By team: the sum of the bids said so far (GHAHVEH-4)."""
    by_team = [0, 0]
    for seat, bid in zip(AS_SEATED.after[dealer], bids, strict=False):
        by_team[_TEAM[seat]] += bid
    return (by_team[0], by_team[1])


def _hand_score(contract: int, tricks: int) -> int:
    """GHAHVEH-5.

    >>> _hand_score(6, 8), _hand_score(6, 5)
    (62, -60)
    """
    return 10 * contract + tricks - contract if tricks >= contract else -10 * contract


def _score(fixed: Hand, won: tuple[int, int]) -> AwaitDeal | MatchOver:
    """GHAHVEH-3, GHAHVEH-5, GHAHVEH-12, GEN-9: a hand is over and is entered on the sheet."""
    standing, dealer = fixed.standing, fixed.dealer
    contracts = _contracts(dealer, fixed.bids)
    score = (_hand_score(contracts[0], won[0]), _hand_score(contracts[1], won[1]))
    totals = (standing.totals[0] + score[0], standing.totals[1] + score[1])
    bids = dict(zip(AS_SEATED.after[dealer], fixed.bids, strict=True))
    row = Row(dealer, tuple(bids[seat] for seat in SEATS_OF_FOUR), contracts, won, score, totals)
    ahead = totals[_TEAM[dealer]] > totals[1 - _TEAM[dealer]]
    next_dealer = _NEXT[dealer] if ahead else dealer
    after = Standing(standing.config, next_dealer, totals, (*standing.sheet, row))
    if sides_won(totals, standing.config.target, len(after.sheet), standing.config.max_hands):
        return MatchOver(after)
    return AwaitDeal(after, next_dealer)


def outcome(state: State) -> Outcome | None:
    """The end of the match; None while it goes on. `scores`, by seat, are his team's total (GHAHVEH-12, GEN-8, GEN-9)."""
    return team_outcome(_TEAM, state.standing.totals) if isinstance(state, MatchOver) else None


def tally(state: State) -> dict[str, int]:
    """What has happened so far: hands, and contracts made and failed."""
    made = sum(score >= 0 for row in state.standing.sheet for score in row.score)
    hands = len(state.standing.sheet)
    return {"hands": hands, "contracts made": made, "contracts failed": 2 * hands - made}


def places(state: State) -> dict[str, tuple[Card, ...]]:
    """Every place that has cards in it: the hands, the trick, what the teams have taken, the pack."""
    match state:
        case DrawDealer() | AwaitDeal() | MatchOver():
            return {"pack": PACK}
        case Bidding():
            return {f"hand {seat}": cards_of(state.dealt[seat]) for seat in SEATS_OF_FOUR}
        case TrickPlay():
            found = {f"hand {seat}": tuple(state.hand(seat)) for seat in SEATS_OF_FOUR}
            found |= {"tricks 0": (), "tricks 1": (), "trick": state.trick}
            for trick in _tricks(state.fixed.dealer, state.played):
                found[f"tricks {_TEAM[trick.winner]}"] += trick.cards
            return found
        case _:
            assert_never(state)


def _tricks(dealer: Seat, played: tuple[Card, ...]) -> tuple[Trick, ...]:
    return tricks_of(played, _NEXT[dealer], _TURNS, _TRUMPS)


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

    `said` are the bids in the order in which they were said; `trick_cards` and `played` the cards on the table and those of the
    finished tricks of this hand, in the order in which they fell.
    """

    seat: Seat | None
    actor: Actor
    phase: Phase
    standing: Standing
    said: tuple[int, ...]
    own: Mask = attrs.field(repr=mask_text)
    trick_cards: tuple[Card, ...]
    played: tuple[Card, ...]

    @property
    def hand(self) -> CardSet:
        """The seat's own cards; none for a spectator."""
        return CardSet.of_mask(self.own)

    @property
    def legal(self) -> ActionSet[Action]:
        """What this seat may do now; empty for others than the actor."""
        if self.seat is None or self.actor != self.seat:
            return NOTHING
        if self.phase is Phase.BIDDING:
            return _bids(self.standing.config)
        left = _FULL & ~mask_of((*self.played, *self.trick_cards))
        return plays(_playable(self.standing.config, self.own, left, self.trick_cards, len(self.played) // 4))

    @property
    def bids(self) -> tuple[int | None, ...]:
        """By seat: its bid in this hand; None where it has not bid."""
        return (None, None, None, None) if self.standing.dealer is None else _by_seat(self.standing.dealer, self.said)

    @property
    def contracts(self) -> tuple[int, int]:
        """By team: the sum of the bids said so far."""
        return (0, 0) if self.standing.dealer is None else _contracts(self.standing.dealer, self.said)

    @property
    def counts(self) -> tuple[int, ...]:
        """By seat: how many cards it holds."""
        if self.phase not in (Phase.BIDDING, Phase.TRICK_PLAY):
            return (0, 0, 0, 0)
        on_it = [seat for seat, _ in self.trick]
        return tuple(13 - len(self.played) // 4 - (seat in on_it) for seat in SEATS_OF_FOUR)

    @property
    def trick(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards on the table, each with the seat that played it, in order."""
        return on_table(self.trick_cards, self.actor, _TURNS)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks of this hand, in order."""
        return () if self.standing.dealer is None else _tricks(self.standing.dealer, self.played)

    @property
    def won(self) -> tuple[int, int]:
        """The tricks taken in this hand, by team."""
        second = sum(_TEAM[trick.winner] for trick in self.tricks)
        return (len(self.played) // 4 - second, second)

    @property
    def voids(self) -> tuple[frozenset[Suit], ...]:
        """By seat: the suits that it has shown not to hold, by playing neither the suit called for nor a joker (GHAHVEH-8)."""
        void = [0, 0, 0, 0]
        for trick in self._seated():
            for seat, card in trick:
                called = _called(self.standing.config, trick[0][1])
                if card.suit is not None and not card.bit & called:
                    void[seat] |= called
        return tuple(frozenset(suit for suit in SUITS if suit.mask & mask) for mask in void)

    def _seated(self) -> list[tuple[tuple[Seat, Card], ...]]:
        return [*(seated(trick.cards, trick.leader, _TURNS) for trick in self.tricks), self.trick]

    def __str__(self) -> str:
        standing = self.standing
        lines = [f"{self.phase}{turn_told(self.actor)}; totals {standing.totals[0]}, {standing.totals[1]}"]
        if standing.dealer is not None:
            lines.append(f"dealer: seat {standing.dealer}")
        if self.said:
            said = ", ".join(f"seat {seat} {bid}" for seat, bid in enumerate(self.bids) if bid is not None)
            lines.append(f"bids: {said}; contracts {self.contracts[0]}, {self.contracts[1]}")
        if self.phase is Phase.TRICK_PLAY:
            lines.append(f"tricks {self.won[0]}-{self.won[1]}")
        if self.trick:
            lines.append(f"table: {by_seat(self.trick)}")
        if self.own:
            lines.append(f"your hand: {self.hand}")
        return "\n".join(lines)


_view: Final = maker(View)


def view(state: State, seat: int | None) -> View:
    """What a seat may see of a state, or a spectator for None. Raises LookupError for an unknown seat.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> len(view(state, 1).hand), view(state, 1).legal.size, view(state, 2).legal.size
    (13, 12, 0)
    """
    whose = None if seat is None else check_seat(seat, 4)
    if isinstance(state, TrickPlay):
        fixed = state.fixed
        own = 0 if whose is None else fixed.dealt[whose] & state.left
        return _view(whose, state.actor, Phase.TRICK_PLAY, fixed.standing, fixed.bids, own, state.trick, state.played)
    match state:
        case DrawDealer():
            return _view(whose, CHANCE, Phase.DRAW_DEALER, state.standing, (), 0, (), ())
        case AwaitDeal():
            return _view(whose, CHANCE, Phase.AWAIT_DEAL, state.standing, (), 0, (), ())
        case Bidding():
            own = 0 if whose is None else state.dealt[whose]
            return _view(whose, state.actor, Phase.BIDDING, state.standing, state.bids, own, (), ())
        case MatchOver():
            return _view(whose, None, Phase.MATCH_OVER, state.standing, (), 0, (), ())
        case _:
            assert_never(state)


def seen(state: State, action: Action, seat: int | None) -> Event:
    """What a seat (a spectator for None) notices of a legal action: the action itself, or of a deal its own thirteen cards.

    Raises IllegalAction for an action that is not legal and LookupError for an unknown seat.

    >>> len(seen(initial_state(Config(first_dealer=0)), Deal(PACK), 3).hand)
    13
    """
    whose = None if seat is None else check_seat(seat, 4)
    after = apply(state, action)
    if isinstance(action, Deal):
        return Dealt(NO_CARDS if whose is None else after.hand(whose))
    return action


# -- what a seat may imagine --------------------------------------------------------------------------------------------


def worlds(view: View) -> Worlds[State]:
    """The states that fit a view, each equally likely: all deals of the unseen cards but those that the play has ruled out.

    - Who played neither the suit called for nor a joker has none of that suit (GHAHVEH-6, GHAHVEH-8, GHAHVEH-11).
    - Who played another card to the trick for which the black joker was due does not hold it (GHAHVEH-10).

    That the coloured joker waits for the black one (GHAHVEH-9) tells nothing of who holds it. Bids tell nothing.

    >>> worlds(view(apply(initial_state(Config(first_dealer=0)), Deal(PACK)), 0)).size
    84478098072866400
    """
    if view.phase not in (Phase.BIDDING, Phase.TRICK_PLAY):
        return Worlds(Fillings((), ()), partial(_public, view))
    others = tuple(seat for seat in SEATS_OF_FOUR if seat != view.seat)
    unseen = _FULL & ~view.own & ~mask_of((*view.played, *view.trick_cards))
    room = tuple(0 if seat == view.seat else count for seat, count in enumerate(view.counts))
    voids = view.voids
    without_black = {seat for seat, _ in view.trick} if _due(view.standing.config, len(view.played) // 4) else set[Seat]()
    classes = [CardClass(unseen & suit.mask, tuple(seat for seat in others if suit not in voids[seat])) for suit in SUITS]
    classes.append(CardClass(unseen & _BLACK, tuple(seat for seat in others if seat not in without_black)))
    classes.append(CardClass(unseen & _COLOURED, others))
    return Worlds(Fillings(tuple(classes), room), partial(_in_play, view))


def _dealer(view: View) -> Seat:
    assert view.standing.dealer is not None
    return view.standing.dealer


def _in_play(view: View, filled: Sequence[Mask]) -> State:
    dealer = _dealer(view)
    hands = [view.own if seat == view.seat else filled[seat] for seat in SEATS_OF_FOUR]
    if view.phase is Phase.BIDDING:
        return Bidding(view.standing, dealer, tuple(hands), view.said)
    played = [0, 0, 0, 0]
    for trick in view._seated():
        for seat, card in trick:
            played[seat] |= card.bit
    assert isinstance(view.actor, int)
    fixed = Hand(view.standing, dealer, view.said, tuple(h | p for h, p in zip(hands, played, strict=True)))
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
    name="ghahveh",
    persian_name="قهوه",
    rotation=Rotation.RIGHT,
    version=1,
    Config=Config,
    phases=(DrawDealer, AwaitDeal, Bidding, TrickPlay, MatchOver),
    actions=_ACTIONS,
    events=(ChooseDealer, Dealt, Bid, Play),
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
