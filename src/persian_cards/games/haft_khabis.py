"""Haft-e Khabis (هفت خبیث, the wicked seven): two to ten players, each for himself, one or two packs, to the left at first.

Cards follow by suit or rank, some of them with a power, and who is first without cards wins the hand; seven points win the match.
The clauses (KHABIS-1 to KHABIS-15) are told in `docs/rules/haft_khabis.md`.

>>> from random import Random
>>> from persian_cards.games import haft_khabis
>>> rng = Random(7)
>>> state = haft_khabis.initial_state(haft_khabis.Config(players=3, target=2))
>>> while legal := haft_khabis.legal_actions(state):
...     state = haft_khabis.apply(state, legal.sample(rng))
>>> max(haft_khabis.outcome(state).scores) >= 2
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cache, partial
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
    Listed,
    Pass,
    Permutations,
    dealer_lots,
    exactly,
    pack_violation,
)
from persian_cards.cards import PACK, SUITS, Bag, Card, CardSet, Rank, Suit, sorted_cards
from persian_cards.errors import ConfigError, Violation, shown
from persian_cards.game import Game, Outcome, Rotation, Title, refusal
from persian_cards.options import Absent, Whole, first_dealer, max_hands, option
from persian_cards.table import NO_CARDS, Layout, Lineup, Seat, as_seated, check_seat, no_hand, places_by, sides_won
from persian_cards.worlds import Copies, Fillings, Spreads, Worlds

__all__ = [
    "GAME", "Action", "AfterDraw", "AwaitDeal", "AwaitShuffle", "CallTakBarg", "CardsDrawn", "ChooseDealer", "Config", "Deal",
    "DrawCards", "DrawDealer", "Drawn", "Event", "HandDealt", "MarketShuffled", "MatchOver", "Pass", "Phase", "Put", "Row",
    "Standing", "State", "TakBargCalled", "TenWithTwo", "Turn", "View", "apply", "deal_for", "determinize", "initial_state",
    "layout", "legal_actions", "outcome", "places", "seats", "seen", "sides", "submit", "tally", "view", "violation", "worlds",
]  # fmt: skip

# -- the config ---------------------------------------------------------------------------------------------------------


class TenWithTwo(Enum):
    """What a ten does when two players are left (KHABIS-6)."""

    TURN_ONLY = "turn only"
    PLAY_AGAIN = "play again"

    def __str__(self) -> str:
        return self.value


class AfterDraw(Enum):
    """What follows when a card has been drawn for want of one to play (KHABIS-10)."""

    MAY_PLAY = "may play"
    TURN_ENDS = "turn ends"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(kw_only=True, cache_hash=True)
class Config:
    """The options of a match; ConfigError for what no table could play.

    >>> Config(players=5, hand_size=11)
    Traceback (most recent call last):
    persian_cards.errors.ConfigError: hand_size must be at most 10 with 5 players and 52 cards, not 11 (KHABIS-1)
    """

    players: int = option(4, "KHABIS-1", Whole(2, 10), meaning="how many play")
    packs: int | None = option(
        None, "KHABIS-1", Whole(1, 2), Absent(), meaning="packs of 52; none: one up to five players, two above"
    )
    hand_size: int = option(7, "KHABIS-1", Whole(1, 51), meaning="cards each")
    first_dealer: int | None = first_dealer("KHABIS-2", 10)
    ten_with_two: TenWithTwo = option(TenWithTwo.TURN_ONLY, "KHABIS-6", meaning="what a ten does when two players are left")
    after_draw: AfterDraw = option(AfterDraw.MAY_PLAY, "KHABIS-10", meaning="what follows a card drawn for want of one to play")
    must_play: bool = option(True, "KHABIS-10", meaning="who can play must; otherwise he may draw all the same")
    tak_barg: bool = option(True, "KHABIS-12", meaning='who is left with one card must say "tak barg"')
    out_on_eight: bool = option(False, "KHABIS-13", meaning="an eight may be the last card")
    play_on: bool = option(True, "KHABIS-14", meaning="when the first is out, the others play on until one is left")
    target: int = option(7, "KHABIS-15", Whole(1), meaning="points that win the match")
    max_hands: int | None = max_hands()

    def __attrs_post_init__(self) -> None:
        cards = len(_pack(self))
        most = (cards - 2) // self.players  # the starter, and a card to draw
        if self.hand_size > most:
            allowed = f"at most {most} with {self.players} players and {cards} cards"
            raise ConfigError("hand_size", self.hand_size, allowed, "KHABIS-1")
        if self.first_dealer is not None and self.first_dealer >= self.players:
            raise ConfigError("first_dealer", self.first_dealer, f"a seat from 0 to {self.players - 1}", "KHABIS-2")


_PACKS: Final = {packs: tuple(sorted(PACK * packs)) for packs in (1, 2)}


def _pack(config: Config) -> tuple[Card, ...]:
    """The cards that are played with, in order (KHABIS-1)."""
    return _PACKS[config.packs or (1 if config.players <= 5 else 2)]


# -- actions ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Put:
    """A card is put on the pile (KHABIS-3): a jack names a `suit` (KHABIS-7), and `tak_barg` may be said with it (KHABIS-12)."""

    card: Card
    suit: Suit | None = None
    tak_barg: bool = attrs.field(default=False, eq=exactly)


@attrs.frozen
class DrawCards:
    """What is due is drawn from the market: a card, or those of the sevens (KHABIS-8, KHABIS-10)."""


@attrs.frozen
class CallTakBarg:
    """The player before is reminded that he has one card and has not said so (KHABIS-12)."""


Action: TypeAlias = ChooseDealer | Deal | Put | DrawCards | CallTakBarg | Pass


@attrs.frozen
class HandDealt:
    """Event: the pack has been dealt; `hand` is what the seat was given (nothing for a spectator), `starter` the card turned up."""

    hand: Bag
    starter: Card


@attrs.frozen
class CardsDrawn:
    """Event: a player has drawn `count` cards; `cards` if it was the seat itself, else none."""

    count: int
    cards: Bag


@attrs.frozen
class TakBargCalled:
    """Event: the player before has been reminded and has drawn `count` cards; `cards` if it was the seat itself, else none."""

    count: int
    cards: Bag


@attrs.frozen
class MarketShuffled:
    """Event: there is a new market, of which `count` cards have been drawn; `cards` if it was by the seat itself, else none."""

    count: int
    cards: Bag


Event: TypeAlias = ChooseDealer | HandDealt | Put | CardsDrawn | TakBargCalled | MarketShuffled | Pass

# -- what lasts ---------------------------------------------------------------------------------------------------------

_LINEUPS: Final = {players: as_seated(players) for players in range(2, 11)}


@attrs.frozen
class Row:
    """A hand on the score sheet (KHABIS-15): tuples but `out` are by seat; `out` are the seats in the order of going out, `titles`
    None where the hand ended with the first of them, `scores` those after it."""

    dealer: Seat
    points: tuple[int, ...]
    titles: tuple[Title, ...] | None
    out: tuple[Seat, ...]
    scores: tuple[int, ...]


@attrs.frozen(cache_hash=True)
class Standing:
    """What lasts from hand to hand, all of it public; scores by seat. `dealer` is None until one has been chosen."""

    config: Config
    dealer: Seat | None
    scores: tuple[int, ...]
    sheet: tuple[Row, ...] = ()

    @property
    def lineup(self) -> Lineup:
        """The players clockwise: as they are numbered."""
        return _LINEUPS[self.config.players]


# -- the phases ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class DrawDealer:
    """The first dealer is found by lot (KHABIS-2)."""

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
    """The pack is being shuffled (KHABIS-2)."""

    standing: Standing
    dealer: Seat

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: the pack is dealt."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, self.standing.config.players)


@final
@attrs.frozen(weakref_slot=False)
class Turn:
    """A player is to put a card or to draw (KHABIS-3).

    `hands` are by seat and sorted, `market` begins with the next card, `pile` ends with the top one; `suit` is in force. `out` are
    those without cards, in order, and `won` the points of the first (0: nobody is out). `owed` are the cards to be drawn for sevens
    (KHABIS-8), and `forgot` who may be reminded to have one card (KHABIS-12). `shuffled` are the cards of which the market was last
    shuffled anew, wherever they are now: none before that (KHABIS-11), and none with two packs (KHABIS-D4).
    """

    standing: Standing
    hands: tuple[tuple[Card, ...], ...]
    market: tuple[Card, ...]
    pile: tuple[Card, ...]
    shuffled: CardSet
    suit: Suit
    clockwise: bool
    out: tuple[Seat, ...]
    won: int
    actor: Seat
    owed: int
    forgot: Seat | None

    def hand(self, seat: int) -> Bag:
        """The cards that a seat holds."""
        return Bag(self.hands[check_seat(seat, len(self.hands))])


@attrs.frozen
class Drawn:
    """A player has drawn a card for want of one to play, and may play it or pass (KHABIS-10); `turn` has it in his hand."""

    turn: Turn
    card: Card

    @property
    def standing(self) -> Standing:
        """What lasts from hand to hand."""
        return self.turn.standing

    @property
    def actor(self) -> Seat:
        """Who has drawn."""
        return self.turn.actor

    def hand(self, seat: int) -> Bag:
        """The cards that a seat holds."""
        return self.turn.hand(seat)


@attrs.frozen
class AwaitShuffle:
    """The market has run out while `due` cards are still to be drawn by `drawer`, and the pile is being shuffled (KHABIS-11).

    `turn` is that of the drawer, or of who has reminded him (KHABIS-12).
    """

    turn: Turn
    drawer: Seat
    due: int

    @property
    def standing(self) -> Standing:
        """What lasts from hand to hand."""
        return self.turn.standing

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: the new market is shuffled."""
        return CHANCE

    def hand(self, seat: int) -> Bag:
        """The cards that a seat holds."""
        return self.turn.hand(seat)


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


State: TypeAlias = DrawDealer | AwaitDeal | Turn | Drawn | AwaitShuffle | MatchOver

_turn: Final = maker(Turn)


def seats(config: Config) -> int:
    """How many players: two to ten.

    >>> seats(Config(players=3))
    3
    """
    return config.players


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Everybody scores for himself."""
    return tuple((seat,) for seat in state.standing.lineup.order)


def initial_state(config: Config = Config()) -> State:
    """The state in which a match begins: the lot for the first dealer, or the first deal where he is given (KHABIS-2).

    >>> initial_state(Config(first_dealer=2)).dealer
    2
    """
    nothing = (0,) * config.players
    if config.first_dealer is None:
        return DrawDealer(Standing(config, None, nothing))
    dealer = Seat(config.first_dealer)
    return AwaitDeal(Standing(config, dealer, nothing), dealer)


# -- the deal -----------------------------------------------------------------------------------------------------------

_SHUFFLES: Final = {len(pack): Permutations(Deal, pack) for pack in _PACKS.values()}
_LOTS: Final = {players: dealer_lots(players) for players in _LINEUPS}


@cache
def layout(config: Config) -> Layout:
    """How a hand is dealt: one card at a time, turn 0 the player after the dealer; then the "starter" is turned up, and the rest is
    the "market" (KHABIS-2).

    >>> layout(Config(players=2, hand_size=1)).entries[:4]
    (0, 1, 'starter', 'market')
    """
    dealt = Layout.packets(config.players, *([1] * config.hand_size)) + Layout(("starter",))
    return dealt + Layout(("market",) * (len(_pack(config)) - len(dealt.entries)))


def _deal(state: AwaitDeal, pack: tuple[Card, ...]) -> Turn:
    """KHABIS-2, KHABIS-9: the player after the dealer begins; a seven turned up strikes him."""
    standing = state.standing
    dealt, lineup = layout(standing.config), standing.lineup
    first = lineup.next[state.dealer]
    hands = tuple(sorted_cards(dealt.cards(pack, turn)) for turn in lineup.turn[first])
    (starter,), market = dealt.cards(pack, "starter"), dealt.cards(pack, "market")
    owed = 2 if starter.rank is Rank.SEVEN else 0
    assert starter.suit is not None
    return _turn(standing, hands, market, (starter,), NO_CARDS, starter.suit, True, (), 0, first, owed, None)


def deal_for(
    state: State,
    hands: Mapping[int, str | Iterable[Card]],
    *,
    starter: str | Iterable[Card] = (),
    market: str | Iterable[Card] = (),
) -> Deal:
    """A `Deal` that gives the seats the named cards, in the order in which they fall; `starter` is the card to turn up, and the
    market begins with `market` (KHABIS-2). Of a market shuffled anew only the player who draws is given cards (KHABIS-11).

    `hands` are texts or cards by seat; whatever is not named follows in the order of the pack. Raises ValueError unless a deal is
    due in `state`, or for cards that cannot be dealt so, and LookupError for an unknown seat.

    >>> state = initial_state(Config(first_dealer=3))
    >>> state = apply(state, deal_for(state, {0: "AS"}, starter="2H", market="9C"))
    >>> state.pile, state.market[0]
    ((2H,), 9C)
    """
    lineup = state.standing.lineup
    match state:
        case AwaitDeal():
            turn = lineup.turn[lineup.next[state.dealer]]
            dealt, pack = layout(state.standing.config), _pack(state.standing.config)
        case AwaitShuffle():
            turn, pack = lineup.turn[state.drawer], state.turn.pile[:-1]
            drawn = min(state.due, len(pack))
            dealt = Layout((0,) * drawn + ("market",) * (len(pack) - drawn))
        case _:
            raise ValueError(f"no deal is due in the phase {type(state).__name__}")
    return Deal(dealt.arrange(sorted_cards(pack), turn, hands, {"starter": starter, "market": market}))


# -- what is legal ------------------------------------------------------------------------------------------------------


def _ways(card: Card, left: int) -> tuple[Put, ...]:
    """All ways to put a card that leaves so many others: a jack names a suit unless it is the last card (KHABIS-7), and with one
    card left tak barg may be said (KHABIS-12)."""
    suits = SUITS if card.rank is Rank.JACK and left else (None,)
    return tuple(Put(card, suit, said) for suit in suits for said in ((False, True) if left == 1 else (False,)))


_WAYS: Final = tuple(tuple(_ways(card, left) for card in PACK) for left in range(3))
"""By the cards left (two stands for more), then by the card's index."""
_DRAW: Final = (DrawCards(),)
_CALL: Final = (CallTakBarg(),)
_PASS: Final = (Pass(),)


def _fits(card: Card, top: Card, suit: Suit) -> bool:
    """KHABIS-3: of the suit in force, of the rank on top, or a jack."""
    return card.suit is suit or card.rank is top.rank or card.rank is Rank.JACK


def _ways_from(config: Config, size: int) -> tuple[tuple[Put, ...], ...]:
    """By the card's index: the ways to put one from a hand of so many."""
    return _WAYS[size - 1 if size == 1 or (size == 2 and config.tak_barg) else 2]


def _choices(config: Config, hand: Sequence[Card], top: Card, suit: Suit, owed: int, call: bool) -> Listed[Action]:
    """KHABIS-3, KHABIS-8, KHABIS-10, KHABIS-12: the cards that fit; drawing; reminding the player before."""
    ways = _ways_from(config, len(hand))
    found: tuple[Action, ...] = ()
    before = None
    for card in hand:
        if card is not before and (card.rank is Rank.SEVEN if owed else _fits(card, top, suit)):
            found += ways[card.index]
        before = card
    if owed or not found or not config.must_play:
        found += _DRAW
    return Listed(found + _CALL if call else found)


def _choices_drawn(config: Config, size: int, card: Card, top: Card, suit: Suit) -> Listed[Action]:
    """KHABIS-10: the card drawn to a hand that now has so many, if it fits; passing."""
    return Listed((_ways_from(config, size)[card.index] if _fits(card, top, suit) else ()) + _PASS)


def legal_actions(state: State) -> ActionSet[Action]:
    """What may be done now, in a fixed order; empty when the match is over.

    Cards are in the order of GEN-3, a jack's suits too, each without tak barg before with it; then drawing or passing; then
    reminding the player before. KHABIS-2, KHABIS-3, KHABIS-8, KHABIS-10, KHABIS-11, KHABIS-12.

    >>> state = initial_state(Config(first_dealer=0))
    >>> state = apply(state, deal_for(state, {1: "2C 3C 4C JC QS KS AS"}, starter="QD"))
    >>> [(put.card, str(put.suit)) for put in legal_actions(state)]
    [(JC, 'clubs'), (JC, 'diamonds'), (JC, 'hearts'), (JC, 'spades'), (QS, 'None')]
    """
    if type(state) is Turn:
        hand = state.hands[state.actor]
        return _choices(state.standing.config, hand, state.pile[-1], state.suit, state.owed, state.forgot is not None)
    match state:
        case Drawn(turn, card):
            return _choices_drawn(state.standing.config, len(turn.hands[turn.actor]), card, turn.pile[-1], turn.suit)
        case AwaitShuffle():
            return Permutations(Deal, state.turn.pile[:-1])
        case AwaitDeal():
            return _SHUFFLES[len(_pack(state.standing.config))]
        case DrawDealer():
            return _LOTS[state.standing.config.players]
        case MatchOver():
            return NOTHING
        case _:
            assert_never(state)


def violation(state: State, action: object) -> Violation | None:
    """Why an action is not legal; None exactly for the members of `legal_actions(state)` (GEN-5). `action` may be anything.

    >>> state = initial_state(Config(first_dealer=0))
    >>> state = apply(state, deal_for(state, {1: "2C 3C 4C JC QS KS AS"}, starter="QD"))
    >>> print(violation(state, Put(Card.parse("2C"))))
    seat 1 may not put 2♣ on Q♦: it must be of diamonds, of the same rank, or a jack (KHABIS-3)
    """
    if type(action) not in _ACTIONS:
        return Violation("GEN-5", f"{shown(action)} is not an action of haft_khabis")
    match state:
        case Turn():
            return (
                _put_violation(state, None, action.card, action.suit, action.tak_barg)
                if type(action) is Put
                else _turn_violation(state, action)
            )
        case Drawn():
            if type(action) is Put:
                return _put_violation(state.turn, state.card, action.card, action.suit, action.tak_barg)
            decision = f"seat {state.actor} has drawn, and must play the card drawn or pass now"
            return None if type(action) is Pass else Violation("KHABIS-10", decision)
        case AwaitShuffle():
            if type(action) is not Deal:
                return Violation("KHABIS-11", "the market is empty, and the pile must be shuffled now")
            return pack_violation(action, Permutations(Deal, state.turn.pile[:-1]))
        case AwaitDeal():
            if type(action) is not Deal:
                return Violation("KHABIS-2", "the pack must be dealt now")
            return pack_violation(action, _SHUFFLES[len(_pack(state.standing.config))])
        case DrawDealer():
            players = state.standing.config.players
            lot = f"the lot must fall on a first dealer now, seat 0 to {players - 1}"
            return None if action in _LOTS[players] else Violation("KHABIS-2", lot)
        case MatchOver():
            return Violation("GEN-8", "the match is over")
        case _:
            assert_never(state)


def _struck(turn: Turn) -> Violation:
    return Violation("KHABIS-8", f"seat {turn.actor} must answer with a seven or draw {turn.owed} cards")


def _turn_violation(turn: Turn, action: object) -> Violation | None:
    """Why another action than putting a card is not legal at the beginning of a turn: KHABIS-8, KHABIS-10, KHABIS-12."""
    seat, config = turn.actor, turn.standing.config
    match action:
        case DrawCards():
            top, suit = turn.pile[-1], turn.suit
            if not turn.owed and config.must_play and any(_fits(card, top, suit) for card in turn.hands[seat]):
                return Violation("KHABIS-10", f"seat {seat} can play and must")
            return None
        case CallTakBarg():
            return None if turn.forgot is not None else Violation("KHABIS-12", f"seat {seat} has nobody to remind of his last card")
        case Pass():
            if turn.owed:
                return _struck(turn)
            return Violation("KHABIS-10", f"seat {seat} may pass only when a card has been drawn")
        case _:
            return Violation("KHABIS-3", f"seat {seat} must play a card or draw now")


def _put_violation(turn: Turn, drawn: Card | None, card: object, suit: object, tak_barg: object) -> Violation | None:
    """Why a card may not be put so: KHABIS-3, KHABIS-7, KHABIS-8, KHABIS-10, KHABIS-12."""
    seat, hand, top = turn.actor, turn.hands[turn.actor], turn.pile[-1]
    if type(card) is not Card:
        return Violation("GEN-5", f"{shown(card)} is not a card")
    if card not in hand:
        return Violation("GEN-5", f"seat {seat} does not hold {card}")
    if drawn is not None and card is not drawn:
        return Violation("KHABIS-10", f"seat {seat} may play the card just drawn, and no other")
    if turn.owed and card.rank is not Rank.SEVEN:
        return _struck(turn)
    if not _fits(card, top, turn.suit):  # a seven fits the seven that it answers
        fitting = f"it must be of {turn.suit}, of the same rank, or a jack"
        return Violation("KHABIS-3", f"seat {seat} may not put {card} on {top}: {fitting}")
    left = len(hand) - 1
    if card.rank is Rank.JACK and left:
        if type(suit) is not Suit:
            return Violation("KHABIS-7", f"seat {seat} must name a suit with {card}; {shown(suit)} is none")
    elif suit is not None:
        last = " as a last card" if card.rank is Rank.JACK else ""
        return Violation("KHABIS-7", f"seat {seat} names no suit with {card}{last}")
    if type(tak_barg) is not bool:
        return Violation("KHABIS-12", f"tak barg is said or not: True or False, not {shown(tak_barg)}")
    if tak_barg and not turn.standing.config.tak_barg:
        return Violation("KHABIS-12", "tak barg is not said at this table")
    if tak_barg and left != 1:
        return Violation("KHABIS-12", f"seat {seat} can say tak barg only with the play that leaves one card; this leaves {left}")
    return None


# -- what an action does ------------------------------------------------------------------------------------------------


def apply(state: State, action: Action) -> State:
    """The state that an action leads to; the old one is untouched. Raises IllegalAction for what is not legal (GEN-5).

    >>> state = initial_state(Config(first_dealer=0))
    >>> state = apply(state, deal_for(state, {1: "2C 3C 4C JC QS KS AS"}, starter="QD"))
    >>> apply(state, Put(Card.parse("QS"))).actor
    2
    >>> apply(state, DrawCards())
    Traceback (most recent call last):
    persian_cards.errors.IllegalAction: seat 1 can play and must (KHABIS-10): DrawCards() is refused
    """
    if type(state) is Turn and type(action) is Put:  # by far the most frequent
        if _put_violation(state, None, action.card, action.suit, action.tak_barg) is None:
            return _put(state, action)
        raise refusal(state, action, violation, legal_actions)
    if isinstance(state, MatchOver) or violation(state, action) is not None:
        raise refusal(state, action, violation, legal_actions)
    match state:
        case Turn():
            if type(action) is CallTakBarg:
                assert state.forgot is not None
                return _draw(state, state.forgot, 1)
            return _draw(state, state.actor, state.owed or 1)
        case Drawn():
            return _put(state.turn, action) if type(action) is Put else _next_turn(state.turn)
        case AwaitShuffle():
            assert type(action) is Deal
            shuffled = CardSet(action.pack) if len(_pack(state.standing.config)) == len(PACK) else NO_CARDS
            turn = attrs.evolve(state.turn, market=action.pack, pile=state.turn.pile[-1:], shuffled=shuffled)
            return _draw(turn, state.drawer, state.due)
        case AwaitDeal():
            assert type(action) is Deal
            return _deal(state, action.pack)
        case DrawDealer():
            assert type(action) is ChooseDealer
            return AwaitDeal(attrs.evolve(state.standing, dealer=action.seat), action.seat)
        case _:
            assert_never(state)


def _following(lineup: Lineup, seat: Seat, clockwise: bool, out: Sequence[Seat]) -> Seat:
    """The next player in the direction of play who has cards (KHABIS-6, KHABIS-14); if nobody has, the player himself."""
    step = lineup.next if clockwise else lineup.before
    for _ in lineup.order:
        seat = step[seat]
        if seat not in out:
            break
    return seat


def _next_turn(turn: Turn) -> Turn:
    """A turn is over, and nothing strikes the next player."""
    standing, clockwise, out = turn.standing, turn.clockwise, turn.out
    after = _following(standing.lineup, turn.actor, clockwise, out)
    hands, market, pile = turn.hands, turn.market, turn.pile
    return _turn(standing, hands, market, pile, turn.shuffled, turn.suit, clockwise, out, turn.won, after, 0, None)


def _put(turn: Turn, put: Put) -> Turn | AwaitDeal | MatchOver:
    """A card is put on the pile and does what it does: KHABIS-4 to KHABIS-8, KHABIS-12, KHABIS-13, KHABIS-14."""
    standing, seat, card, out, won = turn.standing, turn.actor, put.card, turn.out, turn.won
    config, lineup, rank = standing.config, standing.lineup, card.rank
    hand = turn.hands[seat]
    at = hand.index(card)
    hand = hand[:at] + hand[at + 1 :]
    hands = turn.hands[:seat] + (hand,) + turn.hands[seat + 1 :]
    goes_out = not hand and (rank is not Rank.EIGHT or config.out_on_eight)
    if goes_out:
        won = won or (2 if rank is Rank.JACK else 1)
        out += (seat,)
        if not config.play_on or len(out) == config.players - 1:
            return _score(standing, out, won)
    clockwise = turn.clockwise is not (rank is Rank.TEN)
    again = rank is Rank.EIGHT or (
        rank is Rank.TEN and len(out) == config.players - 2 and config.ten_with_two is TenWithTwo.PLAY_AGAIN
    )
    if again and not goes_out:
        after = seat
    else:
        after = _following(lineup, seat, clockwise, out)
        if rank is Rank.ACE:
            after = _following(lineup, after, clockwise, out)
    suit = card.suit if put.suit is None else put.suit
    assert suit is not None
    owed = turn.owed + 2 if rank is Rank.SEVEN else 0
    forgot = seat if len(hand) == 1 and config.tak_barg and not put.tak_barg and after != seat else None
    pile = turn.pile + (card,)
    return _turn(standing, hands, turn.market, pile, turn.shuffled, suit, clockwise, out, won, after, owed, forgot)


def _draw(turn: Turn, drawer: Seat, due: int) -> Turn | Drawn | AwaitShuffle:
    """Cards are drawn, as many as there are (KHABIS-11): for sevens, for want of a card to play, or by who was reminded of his last
    card, after which the turn goes on (KHABIS-8, KHABIS-10, KHABIS-12)."""
    taken, market = turn.market[:due], turn.market[due:]
    hands = turn.hands[:drawer] + (sorted_cards(turn.hands[drawer] + taken),) + turn.hands[drawer + 1 :]
    standing, pile, suit, out = turn.standing, turn.pile, turn.suit, turn.out
    now = _turn(standing, hands, market, pile, turn.shuffled, suit, turn.clockwise, out, turn.won, turn.actor, turn.owed, None)
    if len(taken) < due and len(pile) > 1:
        return AwaitShuffle(now, drawer, due - len(taken))
    if drawer != turn.actor:
        return now
    if taken and not turn.owed and standing.config.after_draw is AfterDraw.MAY_PLAY:
        return Drawn(now, taken[0])
    return _next_turn(now)


def _titles(players: int, out: Sequence[Seat]) -> tuple[Title, ...]:
    """By seat, when all but one are out (KHABIS-14).

    >>> [title.value for title in _titles(4, (2, 0, 3))]
    ['vizier', 'dozd', 'shah', 'jallad']
    """
    given = [Title.DOZD] * players
    for seat in out:
        given[seat] = Title.VIZIER
    if players > 2:
        given[out[-1]] = Title.JALLAD
    given[out[0]] = Title.SHAH
    return tuple(given)


def _score(standing: Standing, out: tuple[Seat, ...], won: int) -> AwaitDeal | MatchOver:
    """KHABIS-2, KHABIS-13 to KHABIS-15, GEN-9: a hand is over and is entered on the sheet; the deal passes on clockwise."""
    config, dealer = standing.config, standing.dealer
    assert dealer is not None
    points = tuple([won if seat == out[0] else 0 for seat in range(config.players)])
    scores = tuple([score + more for score, more in zip(standing.scores, points, strict=True)])
    row = Row(dealer, points, _titles(config.players, out) if config.play_on else None, out, scores)
    following = standing.lineup.next[dealer]
    after = Standing(config, following, scores, (*standing.sheet, row))
    over = sides_won(scores, config.target, len(after.sheet), config.max_hands)
    return MatchOver(after) if over else AwaitDeal(after, following)


def outcome(state: State) -> Outcome | None:
    """The end of the match; None while it goes on. Places are by points, titles are of the last hand (KHABIS-15, GEN-8, GEN-9)."""
    if not isinstance(state, MatchOver):
        return None
    standing = state.standing
    found = places_by(standing.scores)
    winners = tuple(Seat(seat) for seat, place in enumerate(found) if place == 1)
    return Outcome(standing.scores, found, winners, standing.sheet[-1].titles)


def tally(state: State) -> dict[str, int]:
    """What has happened so far: hands, and those that were won with a jack (dubl, KHABIS-13)."""
    sheet = state.standing.sheet
    return {"hands": len(sheet), "dubl": sum(max(row.points) == 2 for row in sheet)}


def places(state: State) -> dict[str, tuple[Card, ...]]:
    """Every place that has cards in it: the hands, the market, next card first, the pile, top card last; or the pack."""
    match state:
        case DrawDealer() | AwaitDeal() | MatchOver():
            return {"pack": _pack(state.standing.config)}
        case Turn():
            hands = {f"hand {seat}": hand for seat, hand in enumerate(state.hands)}
            return hands | {"market": state.market, "pile": state.pile}
        case Drawn() | AwaitShuffle():
            return places(state.turn)
        case _:
            assert_never(state)


# -- what a seat sees ---------------------------------------------------------------------------------------------------


class Phase(Enum):
    """What the table is doing."""

    DRAW_DEALER = "drawing the dealer"
    AWAIT_DEAL = "shuffling"
    TURN = "playing"
    DRAWN = "deciding on the card drawn"
    AWAIT_SHUFFLE = "shuffling a new market"
    MATCH_OVER = "over"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(weakref_slot=False)
class View:
    """What a seat may see, a spectator where `seat` is None: the standing, his own cards, and what lies or is said before all.

    `own` and `counts` (by seat) are of the hands; `pile` ends with the top card, and `suit` is in force (None between hands).
    `shuffled` are the cards of which the market was last shuffled anew, and `fresh` how many of them each hand has (KHABIS-D4).
    `out`, `won`, `owed`, `forgot` are those of a `Turn`, and `turn` is whose turn it is. `drawn` is the card that the seat itself
    may play or not (KHABIS-10). While a new market is shuffled `drawer` has `due` cards to draw from it (KHABIS-11).
    """

    seat: Seat | None
    actor: Actor
    phase: Phase
    standing: Standing
    own: tuple[Card, ...]
    counts: tuple[int, ...]
    fresh: tuple[int, ...]
    pile: tuple[Card, ...]
    shuffled: CardSet
    suit: Suit | None
    clockwise: bool
    out: tuple[Seat, ...]
    won: int
    turn: Seat | None
    owed: int
    forgot: Seat | None
    drawn: Card | None
    drawer: Seat | None
    due: int

    @property
    def hand(self) -> Bag:
        """The seat's own cards; none for a spectator."""
        return Bag(self.own)

    @property
    def legal(self) -> ActionSet[Action]:
        """What this seat may do now; empty for others than the actor."""
        if self.seat is None or self.actor != self.seat or self.suit is None:
            return NOTHING
        config, top = self.standing.config, self.pile[-1]
        if self.drawn is not None:
            return _choices_drawn(config, len(self.own), self.drawn, top, self.suit)
        return _choices(config, self.own, top, self.suit, self.owed, self.forgot is not None)

    @property
    def top(self) -> Card | None:
        """The card on top of the pile; None between hands."""
        return self.pile[-1] if self.pile else None

    @property
    def market(self) -> int:
        """How many cards the market has; 0 between hands."""
        return len(_pack(self.standing.config)) - sum(self.counts) - len(self.pile) if self.pile else 0

    def __str__(self) -> str:
        standing = self.standing
        lines = [f"{self.phase}; scores {', '.join(map(str, standing.scores))}"]
        if standing.dealer is not None and self.phase is not Phase.MATCH_OVER:
            lines.append(f"dealer: seat {standing.dealer}")
        if self.top is not None:
            way = "clockwise" if self.clockwise else "counter-clockwise"
            lines.append(f"top {self.top}, suit in force {self.suit}; market {self.market}; turn of seat {self.turn}, {way}")
            lines.append("cards: " + ", ".join(f"seat {seat} {count}" for seat, count in enumerate(self.counts)))
        if self.out:
            lines.append("out: " + ", ".join(f"seat {seat}" for seat in self.out))
        if self.owed and self.drawer != self.turn:  # else he has chosen to draw
            lines.append(f"a seven, or {self.owed} cards to draw")
        if self.forgot is not None:
            lines.append(f"seat {self.forgot} has one card and has not said so")
        if self.drawer is not None:
            lines.append(f"seat {self.drawer} has {self.due} more to draw")
        if self.own:
            lines.append(f"your hand: {self.hand}" + ("" if self.drawn is None else f"; drawn: {self.drawn}"))
        return "\n".join(lines)


_view: Final = maker(View)


def view(state: State, seat: int | None) -> View:
    """What a seat may see of a state, or a spectator for None. Raises LookupError for an unknown seat.

    >>> state = initial_state(Config(first_dealer=0))
    >>> state = apply(state, deal_for(state, {1: "2C 3C 4C JC QS KS AS"}, starter="QD"))
    >>> view(state, 1).hand, view(state, 1).legal.size, view(state, 2).legal.size, view(state, None).market
    (Bag.parse('2C 3C 4C JC QS KS AS'), 5, 0, 23)
    """
    whose = None if seat is None else check_seat(seat, state.standing.config.players)
    match state:
        case Turn():
            return _view_of(state, whose, state.actor, Phase.TURN)
        case Drawn():
            return _view_of(state.turn, whose, state.actor, Phase.DRAWN, state.card if whose == state.actor else None)
        case AwaitShuffle():
            return _view_of(state.turn, whose, CHANCE, Phase.AWAIT_SHUFFLE, None, state.drawer, state.due)
        case DrawDealer():
            return _between_hands(state, whose, Phase.DRAW_DEALER)
        case AwaitDeal():
            return _between_hands(state, whose, Phase.AWAIT_DEAL)
        case MatchOver():
            return _between_hands(state, whose, Phase.MATCH_OVER)
        case _:
            assert_never(state)


def _view_of(
    turn: Turn, seat: Seat | None, actor: Actor, phase: Phase, drawn: Card | None = None, drawer: Seat | None = None, due: int = 0
) -> View:
    anew = turn.shuffled.mask
    return _view(
        seat,
        actor,
        phase,
        turn.standing,
        () if seat is None else turn.hands[seat],
        tuple(map(len, turn.hands)),
        tuple([len([card for card in hand if card.bit & anew]) for hand in turn.hands]) if anew else (0,) * len(turn.hands),
        turn.pile,
        turn.shuffled,
        turn.suit,
        turn.clockwise,
        turn.out,
        turn.won,
        turn.actor,
        turn.owed,
        turn.forgot,
        drawn,
        drawer,
        due,
    )


def _between_hands(state: DrawDealer | AwaitDeal | MatchOver, seat: Seat | None, phase: Phase) -> View:
    nothing = (0,) * state.standing.config.players
    standing = state.standing
    return _view(
        seat, state.actor, phase, standing, (), nothing, nothing, (), NO_CARDS, None, True, (), 0, None, 0, None, None, None, 0
    )


def seen(state: State, action: Action, seat: int | None) -> Event:
    """What a seat (a spectator for None) notices of a legal action: the action itself where it is public, else its public part.

    Of cards that are dealt or drawn it notices those that come to itself, and how many (KHABIS-2, KHABIS-10 to KHABIS-12). Raises
    IllegalAction for an action that is not legal and LookupError for an unknown seat.

    >>> state = initial_state(Config(players=2, hand_size=2, first_dealer=0))
    >>> seen(state, Deal(PACK), 1), seen(state, Deal(PACK), None)
    (HandDealt(hand=Bag.parse('2C 4C'), starter=6C), HandDealt(hand=Bag.parse(''), starter=6C))
    """
    whose = None if seat is None else check_seat(seat, state.standing.config.players)
    after = apply(state, action)
    match state, action:
        case AwaitDeal(), _:
            assert isinstance(after, Turn)
            return HandDealt(Bag() if whose is None else after.hand(whose), after.pile[0])
        case AwaitShuffle(), _:
            return MarketShuffled(*_drawn(state, after, state.drawer, whose))
        case Turn(), DrawCards():
            return CardsDrawn(*_drawn(state, after, state.actor, whose))
        case Turn(), CallTakBarg():
            assert state.forgot is not None
            return TakBargCalled(*_drawn(state, after, state.forgot, whose))
        case _:
            assert not isinstance(action, Deal | DrawCards | CallTakBarg)
            return action


def _drawn(before: Turn | AwaitShuffle, after: State, drawer: Seat, seat: Seat | None) -> tuple[int, Bag]:
    """How many cards the drawer has drawn, and which, if he is the seat."""
    cards = Bag(after.hand(drawer)) - before.hand(drawer)
    return len(cards), cards if seat == drawer else Bag()


# -- what a seat may imagine --------------------------------------------------------------------------------------------


def worlds(view: View) -> Worlds[State]:
    """The states that fit a view, each equally likely: all ways in which the unseen cards may lie in the hands and, in some order,
    in the market. Any card of a player who has drawn, of the last market shuffled anew if there is one, may be the card just drawn,
    which he alone knows (KHABIS-10).

    Once the market has been shuffled anew, its cards lie in it, or in the hands as many as have been drawn from it and kept, and no
    other cards do (KHABIS-11, KHABIS-D4). From the play nothing is inferred, such as from a draw that the player could not play.

    >>> from math import comb, factorial
    >>> state = apply(initial_state(Config(players=2, first_dealer=0)), Deal(PACK))
    >>> worlds(view(state, 0)).size == comb(44, 7) * factorial(37)
    True
    """
    config = view.standing.config
    if view.suit is None:
        return Worlds(Fillings((), ()), partial(_public, view))
    unseen = Bag(_pack(config)) - view.own - view.pile
    anew = Bag(card for card in unseen if card in view.shuffled)
    fresh = [0 if seat == view.seat else count for seat, count in enumerate(view.fresh)]
    older = [0 if seat == view.seat else count - view.fresh[seat] for seat, count in enumerate(view.counts)]
    hidden = 0
    if view.phase is Phase.DRAWN and view.drawn is None:
        assert view.turn is not None
        (fresh if view.shuffled else older)[view.turn] -= 1
        hidden = 1
    room = (*older, *fresh, hidden, view.market)
    places = tuple(place for place, cards in enumerate(room) if cards)
    classes = (
        Copies(anew.cards, tuple(place for place in places if place >= len(older))),  # exactly filling these
        Copies((unseen - anew).cards, places),
    )
    return Worlds(Spreads(classes, room, (len(room) - 1,)), partial(_in_play, view))


def _in_play(view: View, filled: Sequence[tuple[Card, ...]]) -> State:
    *parts, drawn, market = filled
    older, fresh = parts[: len(view.counts)], parts[len(view.counts) :]
    hands = [
        view.own if seat == view.seat else sorted_cards(some + others)
        for seat, (some, others) in enumerate(zip(older, fresh, strict=True))
    ]
    assert view.suit is not None
    assert view.turn is not None
    hands[view.turn] = sorted_cards(hands[view.turn] + drawn)
    turn = Turn(
        view.standing,
        tuple(hands),
        market,
        view.pile,
        view.shuffled,
        view.suit,
        view.clockwise,
        view.out,
        view.won,
        view.turn,
        view.owed,
        view.forgot,
    )
    if view.drawer is not None:
        return AwaitShuffle(turn, view.drawer, view.due)
    if view.phase is Phase.DRAWN:
        return Drawn(turn, drawn[0] if view.drawn is None else view.drawn)
    return turn


def _public(view: View, filled: Sequence[tuple[Card, ...]]) -> State:
    standing = view.standing
    if view.phase is Phase.MATCH_OVER:
        return MatchOver(standing)
    return DrawDealer(standing) if standing.dealer is None else AwaitDeal(standing, standing.dealer)


# -- the game -----------------------------------------------------------------------------------------------------------

_ACTIONS: Final = (ChooseDealer, Deal, Put, DrawCards, CallTakBarg, Pass)

GAME: Final[Game[Config, State, Action, View, Event]] = Game(
    name="haft_khabis",
    persian_name="هفت خبیث",
    rotation=Rotation.LEFT,
    version=1,
    Config=Config,
    phases=(DrawDealer, AwaitDeal, Turn, Drawn, AwaitShuffle, MatchOver),
    actions=_ACTIONS,
    events=(ChooseDealer, HandDealt, Put, CardsDrawn, TakBargCalled, MarketShuffled, Pass),
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
