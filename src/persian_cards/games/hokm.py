"""Hokm (حکم): four players, partners opposite, 52 cards, to the right.

The hakem names trump on his first five cards and leads; seven tricks win a hand, seven hands a round. The clauses (HOKM-1 to
HOKM-13) are told in `docs/rules/hokm.md`.

>>> from random import Random
>>> from persian_cards.games import hokm
>>> rng = Random(7)
>>> state = hokm.initial_state(hokm.Config(rounds_to_win=2))
>>> while legal := hokm.legal_actions(state):
...     state = hokm.apply(state, legal.sample(rng))
>>> hokm.outcome(state).places
(3, 1, 3, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from itertools import chain
from operator import add
from typing import Final, Literal, TypeAlias, assert_never, final

import attrs

from persian_cards._quick import maker
from persian_cards.actions import (
    CHANCE,
    NOTHING,
    READY_PLAYS,
    ActionSet,
    Actor,
    Chance,
    Deal,
    Dealt,
    Listed,
    NameTrump,
    Permutations,
    Play,
    in_their_order,
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
    Rank,
    Suit,
    bits_of_so_many,
    card_shown,
    cards_of,
    mask_of,
    mask_text,
    masks_text,
)
from persian_cards.errors import ConfigError, Violation, counted, shown
from persian_cards.game import Game, Outcome, Rotation, refusal, team_outcome
from persian_cards.options import OneOf, Whole, max_hands, option
from persian_cards.table import AS_SEATED, NO_CARDS, SEATS_OF_FOUR, Layout, Lineup, Seat, Team, check_seat, no_hand
from persian_cards.tricks import Trick, by_seat, on_table, play_violation, plays_to, seated, taking, tricks_of, voids_in
from persian_cards.worlds import CardClass, Fillings, Worlds, suit_classes

__all__ = [
    "GAME", "LAYOUT", "Action", "AskRedeal", "AwaitDeal", "ChooseTrump", "Config", "Contract", "Deal", "Dealt", "DecideBam", "Draw",
    "DrawLots", "Event", "FirstHakem", "GoOn", "Kot", "Lot", "MatchOver", "NameTrump", "Partners", "Phase", "Play", "RedealAsked",
    "Row", "Standing", "State", "Stop", "TrickPlay", "TrumpNamed", "View", "apply", "deal_for", "determinize", "initial_state",
    "legal_actions", "outcome", "places", "seats", "seen", "sides", "submit", "tally", "view", "violation", "worlds",
]  # fmt: skip

# -- the config ---------------------------------------------------------------------------------------------------------


class Partners(Enum):
    """How partners are found (HOKM-1)."""

    AGREED = "agreed"
    DRAWN = "drawn"

    def __str__(self) -> str:
        return self.value


class FirstHakem(Enum):
    """How the first hakem is found (HOKM-2, HOKM-3)."""

    HIGHEST_CARD = "highest card"
    FIRST_ACE = "first ace"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(kw_only=True, cache_hash=True)
class Config:
    """The options of a match; ConfigError for what no table could play.

    >>> Config(kot=-1)
    Traceback (most recent call last):
    persian_cards.errors.ConfigError: kot must be a whole number of at least 0, not -1 (HOKM-9)
    """

    partners: Partners = option(Partners.AGREED, "HOKM-1", meaning="partners sit as agreed, or are drawn with the first hakem")
    first_hakem: FirstHakem | int = option(
        FirstHakem.HIGHEST_CARD, "HOKM-3", OneOf(FirstHakem), Whole(0, 3), meaning="how the first hakem is found, or his seat"
    )
    ten_low_redeals: int = option(0, "HOKM-6", Whole(0), meaning="new deals that a hakem without A, K, Q, J may ask for in a hand")
    kot: int = option(2, "HOKM-9", Whole(0), meaning="hands for seven tricks to nothing by the hakem's team")
    hakem_kot: int = option(3, "HOKM-9", Whole(0), meaning="hands for seven tricks to nothing against the hakem's team")
    hands_to_win: int = option(7, "HOKM-11", Whole(1), meaning="hands that win a round")
    rounds_to_win: int = option(1, "HOKM-11", Whole(1), meaning="rounds that win the match")
    bam: bool = option(True, "HOKM-12", meaning="who has won seven tricks to nothing may go on for all thirteen and the match")
    kot_at_six: bool = option(False, "HOKM-13", meaning="a kot against a team one hand short of a round sets the other back to one")
    max_hands: int | None = max_hands()

    def __attrs_post_init__(self) -> None:
        if self.partners is Partners.DRAWN and self.first_hakem is not FirstHakem.HIGHEST_CARD:
            raise ConfigError("first_hakem", self.first_hakem, "highest card where partners are drawn", "HOKM-1")
        if self.kot_at_six and self.hands_to_win < 2:
            raise ConfigError("hands_to_win", self.hands_to_win, "a whole number of at least 2 with kot_at_six", "HOKM-13")


# -- actions ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Draw:
    """Chance: one card for each player who draws, in the order of their seats; a single card for the first ace (HOKM-2, HOKM-3)."""

    cards: tuple[Card, ...] = attrs.field(converter=in_their_order)


@attrs.frozen
class AskRedeal:
    """The hakem shows five cards without A, K, Q, J and asks for a new deal (HOKM-6)."""


@attrs.frozen
class GoOn:
    """After seven tricks to nothing: play on for the bam (HOKM-12)."""


@attrs.frozen
class Stop:
    """After seven tricks to nothing: be content with the kot (HOKM-12)."""


Action: TypeAlias = Draw | Deal | NameTrump | AskRedeal | Play | GoOn | Stop


@attrs.frozen
class RedealAsked:
    """Event: the hakem has shown these five cards and asked for a new deal (HOKM-6)."""

    shown: CardSet


@attrs.frozen
class TrumpNamed:
    """Event: trump has been named, and these eight cards dealt to the seat (none for a spectator) (HOKM-5)."""

    suit: Suit
    dealt: CardSet


Event: TypeAlias = Draw | Dealt | TrumpNamed | RedealAsked | Play | GoOn | Stop

# -- what lasts ---------------------------------------------------------------------------------------------------------


class Kot(Enum):
    """Seven tricks to nothing, by whom (HOKM-9)."""

    KOT = "kot"
    HAKEM_KOT = "hakem-kot"

    def __str__(self) -> str:
        return self.value


@attrs.frozen
class Row:
    """A hand on the score sheet (HOKM-9): tuples are by team; `points` are the hands that it scored for the winner (0 where HOKM-13
    set the scores instead), `hands` and `rounds` the scores after it."""

    hakem: Seat
    trump: Suit
    tricks: tuple[int, int]
    winner: Team
    kot: Kot | None
    bam: bool
    points: int
    hands: tuple[int, int]
    rounds: tuple[int, int]


@attrs.frozen(cache_hash=True)
class Standing:
    """What lasts from hand to hand, all of it public; scores by team. `hakem` is None until one has been drawn."""

    config: Config
    lineup: Lineup = AS_SEATED
    hakem: Seat | None = None
    hands: tuple[int, int] = (0, 0)
    rounds: tuple[int, int] = (0, 0)
    sheet: tuple[Row, ...] = ()

    @property
    def dealer(self) -> Seat | None:
        """The player before the hakem (HOKM-4); None until a hakem has been drawn."""
        return None if self.hakem is None else self.lineup.before[self.hakem]


@attrs.frozen(cache_hash=True)
class Contract:
    """What is fixed while a hand is played; `dealt`, the hands as they were dealt, is the secret in it."""

    standing: Standing
    hakem: Seat
    trump: Suit
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)

    trump_mask: int = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: new.trump.mask, takes_self=True)
    )
    next: tuple[Seat, ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: new.standing.lineup.next, takes_self=True)
    )
    turns: tuple[tuple[Seat, ...], ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: new.standing.lineup.turns, takes_self=True)
    )
    team: tuple[Team, ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: new.standing.lineup.team, takes_self=True)
    )


# -- the phases ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class Lot:
    """Cards drawn for first hakem, and the players who drew them (HOKM-2)."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]


@attrs.frozen
class DrawLots:
    """The first hakem, perhaps with his partner, is being found by lot; `lots` are the draws so far (HOKM-1 to HOKM-3)."""

    standing: Standing
    lots: tuple[Lot, ...] = ()

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: a card is drawn."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, 4)


@attrs.frozen
class AwaitDeal:
    """The pack is being shuffled; `shown` are the fives that a hakem has shown in this hand (HOKM-5, HOKM-6)."""

    standing: Standing
    hakem: Seat
    shown: tuple[CardSet, ...] = ()

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: the pack is dealt."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, 4)


@attrs.frozen(weakref_slot=False)
class ChooseTrump:
    """Everybody holds five cards and the hakem names trump; `dealt` is what each will hold in the end (HOKM-5, HOKM-6)."""

    standing: Standing
    hakem: Seat
    shown: tuple[CardSet, ...]
    fives: tuple[Mask, ...] = attrs.field(repr=masks_text)
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)

    @property
    def actor(self) -> Seat:
        """The hakem."""
        return self.hakem

    def hand(self, seat: int) -> CardSet:
        """The five cards that a seat holds."""
        return CardSet.of_mask(self.fives[check_seat(seat, 4)])


@final
@attrs.frozen(weakref_slot=False)
class TrickPlay:
    """A card is being played (HOKM-7): `left` are the cards in all hands, `trick` those on the table, `won` the tricks by team,
    `played` the cards of the finished tricks in the order in which they fell."""

    contract: Contract
    left: Mask = attrs.field(repr=mask_text)
    trick: tuple[Card, ...]
    actor: Seat
    won: tuple[int, int]
    played: tuple[Card, ...]

    @property
    def standing(self) -> Standing:
        """What lasts from hand to hand."""
        return self.contract.standing

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.contract.dealt[check_seat(seat, 4)] & self.left)


@attrs.frozen
class DecideBam:
    """A team has won seven tricks to nothing, and the player who won the last decides whether it goes on (HOKM-12)."""

    contract: Contract
    left: Mask = attrs.field(repr=mask_text)
    actor: Seat
    won: tuple[int, int]
    played: tuple[Card, ...]

    @property
    def standing(self) -> Standing:
        """What lasts from hand to hand."""
        return self.contract.standing

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


State: TypeAlias = DrawLots | AwaitDeal | ChooseTrump | TrickPlay | DecideBam | MatchOver

_choose_trump: Final = maker(ChooseTrump)
_trick_play: Final = maker(TrickPlay)


def seats(config: Config) -> int:
    """How many players: four."""
    return 4


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The seats of team 0 and of team 1 (HOKM-1, GEN-2)."""
    team = state.standing.lineup.team
    return tuple(tuple(seat for seat in SEATS_OF_FOUR if team[seat] == one) for one in (0, 1))


def initial_state(config: Config = Config()) -> State:
    """The state in which a match begins: drawing lots, or the first deal where the first hakem is given (HOKM-3).

    >>> initial_state(Config(first_hakem=2)).hakem
    2
    """
    first = config.first_hakem
    if isinstance(first, FirstHakem):
        return DrawLots(Standing(config))
    return AwaitDeal(Standing(config, hakem=Seat(first)), Seat(first))


# -- finding the first hakem --------------------------------------------------------------------------------------------


def _ranking(lots: Sequence[Lot]) -> tuple[tuple[Seat, ...], ...]:
    """The players from best draw to worst, those who are tied in one group, in the order of their seats (HOKM-2)."""
    ranking: list[tuple[Seat, ...]] = [SEATS_OF_FOUR]
    for lot in lots:
        by_rank: dict[Rank, list[Seat]] = {}
        for seat, card in zip(lot.seats, lot.cards, strict=True):
            by_rank.setdefault(card.rank, []).append(seat)
        groups = [tuple(by_rank[rank]) for rank in sorted(by_rank, key=lambda rank: -rank.order)]
        at = ranking.index(lot.seats)
        ranking[at : at + 1] = groups
    return tuple(ranking)


def _drawing(config: Config, lots: Sequence[Lot]) -> tuple[Seat, ...]:
    """Who draws next: none if all is settled. A tied group draws while it holds an undecided place that matters (HOKM-2)."""
    if config.first_hakem is FirstHakem.FIRST_ACE:
        settled = bool(lots) and lots[-1].cards[0].rank is Rank.ACE
        return () if settled else (SEATS_OF_FOUR[len(lots) % 4],)
    places_that_matter = 2 if config.partners is Partners.DRAWN else 1
    place = 0
    for group in _ranking(lots):
        if len(group) > 1 and place < places_that_matter:
            return group
        place += len(group)
    return ()


def _undrawn(lots: Sequence[Lot], players: int) -> tuple[Card, ...]:
    """The cards that so many players draw from: those not yet drawn, or the whole pack if these are too few (HOKM-2)."""
    left = FULL
    for cards in (lot.cards for lot in lots):
        left = (left if left.bit_count() >= len(cards) else FULL) & ~mask_of(cards)
    return cards_of(left if left.bit_count() >= players else FULL)


def _draws(state: DrawLots) -> Permutations[Draw]:
    players = len(_drawing(state.standing.config, state.lots))
    return Permutations(Draw, _undrawn(state.lots, players), players)


def _draw(state: DrawLots, cards: tuple[Card, ...]) -> DrawLots | AwaitDeal:
    """HOKM-1, HOKM-2, HOKM-3: the lots have fallen; perhaps all is settled now."""
    standing = state.standing
    config = standing.config
    lots = (*state.lots, Lot(_drawing(config, state.lots), cards))
    if _drawing(config, lots):
        return DrawLots(standing, lots)
    if config.first_hakem is FirstHakem.FIRST_ACE:
        hakem = lots[-1].seats[0]
        return AwaitDeal(attrs.evolve(standing, hakem=hakem), hakem)
    hakem, second, *_ = [seat for group in _ranking(lots) for seat in group]
    lineup = standing.lineup
    if config.partners is Partners.DRAWN:
        lineup = lineup.swapped(second, lineup.turns[hakem][2])
    return AwaitDeal(attrs.evolve(standing, hakem=hakem, lineup=lineup), hakem)


# -- dealing ------------------------------------------------------------------------------------------------------------

LAYOUT: Final = Layout.packets(4, 5, 4, 4)
"""Packets of five, four and four; turn 0 is the hakem (HOKM-5)."""

_FIVES: Final = LAYOUT.first(20)
_EIGHTS: Final = LAYOUT.after(20)
_SHUFFLES: Final = Permutations(Deal, PACK)


def _deal(state: AwaitDeal, pack: tuple[Card, ...]) -> ChooseTrump | None:
    """HOKM-4, HOKM-5: five each from the hakem on, the rest to come. None if it is not the pack."""
    bits = bits_of_so_many(pack, 52)
    if bits is None:
        return None
    turn = state.standing.lineup.turn[state.hakem]
    fives = _FIVES.masks(bits, turn)
    dealt = tuple(map(add, fives, _EIGHTS.masks(bits[20:], turn)))
    return _choose_trump(state.standing, state.hakem, state.shown, fives, dealt) if sum(dealt) == FULL else None


def deal_for(state: State, hands: Mapping[int, str | Iterable[Card]]) -> Deal:
    """A `Deal` that gives the seats the named cards, in the order in which they fall: a hand's first five are dealt first (HOKM-5).

    `hands` are texts or cards by seat, thirteen at most each; whatever is not named follows in the order of the pack. Raises
    ValueError unless a deal is due in `state`, or for cards that cannot be dealt so, and LookupError for an unknown seat.

    >>> state = initial_state(Config(first_hakem=0))
    >>> apply(state, deal_for(state, {0: "AS KS QS JS 10S"})).hand(0)
    CardSet.parse('10S JS QS KS AS')
    """
    if not isinstance(state, AwaitDeal):
        raise ValueError(f"no deal is due in the phase {type(state).__name__}")
    return Deal(LAYOUT.arrange(PACK, state.standing.lineup.turn[state.hakem], hands))


# -- what is legal ------------------------------------------------------------------------------------------------------

_CALLS: Final[Listed[Action]] = Listed(tuple(map(NameTrump, SUITS)))
_CALLS_AND_REDEAL: Final[Listed[Action]] = Listed((*_CALLS, AskRedeal()))
_BAM_OR_NOT: Final[Listed[Action]] = Listed((GoOn(), Stop()))
_COURT_CARDS: Final = mask_of(card for card in PACK if card.rank.order >= Rank.JACK.order)


def legal_actions(state: State) -> ActionSet[Action]:
    """What may be done now, in a fixed order; empty when the match is over.

    Cards are in the order of GEN-3; suits too, and after them asking for a new deal; going on before stopping. HOKM-2, HOKM-5,
    HOKM-6, HOKM-7, HOKM-12.

    >>> legal_actions(apply(initial_state(Config(first_hakem=0)), Deal(PACK))).size
    4
    """
    if type(state) is TrickPlay:
        hand = state.contract.dealt[state.actor] & state.left
        trick = state.trick
        if trick:
            follow = hand & trick[0].suit_mask
            if follow:
                return READY_PLAYS[follow]
        return plays(hand)
    match state:
        case ChooseTrump():
            return _calls(state.standing.config, len(state.shown), state.fives[state.hakem])
        case AwaitDeal():
            return _SHUFFLES
        case DrawLots():
            return _draws(state)
        case DecideBam():
            return _BAM_OR_NOT
        case MatchOver():
            return NOTHING
        case _:
            assert_never(state)


def _calls(config: Config, redeals: int, five: int) -> ActionSet[Action]:
    """HOKM-5, HOKM-6: any suit; a new deal if the limit allows it and the five are ten-low."""
    return _CALLS_AND_REDEAL if redeals < config.ten_low_redeals and not five & _COURT_CARDS else _CALLS


def violation(state: State, action: object) -> Violation | None:
    """Why an action is not legal; None exactly for the members of `legal_actions(state)` (GEN-5). `action` may be anything.

    >>> state = apply(initial_state(Config(first_hakem=0)), Deal(PACK))
    >>> print(violation(state, AskRedeal()))
    seat 0 may not ask for a new deal: at this table there are none (HOKM-6)
    """
    if type(action) not in _ACTIONS:
        return Violation("GEN-5", f"{shown(action)} is not an action of hokm")
    match state:
        case TrickPlay():
            if type(action) is not Play:
                return Violation("HOKM-7", f"seat {state.actor} must play a card now")
            hand = state.contract.dealt[state.actor] & state.left
            return play_violation(state.actor, hand, state.trick, action.card, "HOKM-7")
        case ChooseTrump():
            if type(action) is AskRedeal:
                return _redeal_violation(state)
            if type(action) is not NameTrump:
                return Violation("HOKM-5", f"seat {state.actor}, the hakem, must name trump now")
            return None if type(action.suit) is Suit else Violation("HOKM-5", f"{shown(action.suit)} is not a suit")
        case AwaitDeal():
            if type(action) is not Deal:
                return Violation("HOKM-5", "the pack must be dealt now")
            return pack_violation(action, _SHUFFLES)
        case DrawLots():
            return None if action in _draws(state) else _draw_violation(state, action)
        case DecideBam():
            decision = f"seat {state.actor} must decide now whether to go on for the bam or to stop"
            return None if action in _BAM_OR_NOT else Violation("HOKM-12", decision)
        case MatchOver():
            return Violation("GEN-8", "the match is over")
        case _:
            assert_never(state)


def _redeal_violation(state: ChooseTrump) -> Violation | None:
    """HOKM-6."""
    limit = state.standing.config.ten_low_redeals
    high = cards_of(state.fives[state.hakem] & _COURT_CARDS)
    if not limit:
        why = "at this table there are none"
    elif len(state.shown) >= limit:
        why = f"{len(state.shown)} asked for in this hand, and the limit is {limit}"
    elif high:
        why = f"{high[-1]} is above a ten"
    else:
        return None
    return Violation("HOKM-6", f"seat {state.hakem} may not ask for a new deal: {why}")


def _draw_violation(state: DrawLots, action: object) -> Violation:
    """HOKM-2, HOKM-3."""
    draws = _draws(state)
    clause = "HOKM-3" if state.standing.config.first_hakem is FirstHakem.FIRST_ACE else "HOKM-2"
    if type(action) is not Draw:
        return Violation(clause, "cards must be drawn for first hakem now")
    for place, card in enumerate(action.cards):
        if card not in draws.cards:
            return Violation(clause, f"{card_shown(card)} is not among the {len(draws.cards)} cards that can be drawn")
        if card in action.cards[:place]:
            return Violation(clause, f"{card} is drawn twice")
    each = "" if draws.k == 1 else ", one for each player who draws"
    return Violation(clause, f"the draw must be of {counted(draws.k, 'card')}{each}, not {len(action.cards)}")


# -- what an action does ------------------------------------------------------------------------------------------------


def apply(state: State, action: Action) -> State:
    """The state that an action leads to; the old one is untouched. Raises IllegalAction for what is not legal (GEN-5).

    >>> state = apply(initial_state(Config(first_hakem=0)), Deal(PACK))
    >>> apply(state, NameTrump(Suit.HEARTS)).actor
    0
    >>> apply(state, Play(PACK[0]))
    Traceback (most recent call last):
    persian_cards.errors.IllegalAction: seat 0, the hakem, must name trump now (HOKM-5): Play(card=2C) is refused
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
        return _trick_play(contract, left ^ bit, trick + (card,), contract.next[actor], state.won, state.played)
    match state:
        case ChooseTrump():
            if type(action) is NameTrump and type(action.suit) is Suit:
                contract = Contract(state.standing, state.hakem, action.suit, state.dealt)
                return _trick_play(contract, FULL, (), state.hakem, (0, 0), ())
            if type(action) is AskRedeal and _redeal_violation(state) is None:
                return AwaitDeal(state.standing, state.hakem, (*state.shown, state.hand(state.hakem)))
        case AwaitDeal():
            if type(action) is Deal:
                dealt = _deal(state, action.pack)
                if dealt is not None:
                    return dealt
        case DrawLots():
            if type(action) is Draw and action in _draws(state):
                return _draw(state, action.cards)
        case DecideBam():
            if type(action) is GoOn:
                return TrickPlay(state.contract, state.left, (), state.actor, state.won, state.played)
            if type(action) is Stop:
                return _score(state.contract, state.won, state.contract.team[state.actor], kot=True)
        case MatchOver():
            pass
        case _:
            assert_never(state)
    raise refusal(state, action, violation, legal_actions)


def _end_trick(state: TrickPlay, trick: tuple[Card, ...], left: Mask) -> State:
    """HOKM-7, HOKM-8, HOKM-12: the winner leads, unless the hand is over or a bam is to be decided."""
    contract = state.contract
    winner = contract.turns[contract.next[state.actor]][taking(trick, contract.trump_mask)]
    ours, theirs = state.won
    if contract.team[winner]:
        theirs += 1
    else:
        ours += 1
    won = (ours, theirs)
    played = state.played + trick
    if ours < 7 and theirs < 7:
        return _trick_play(contract, left, (), winner, won, played)
    kot = not won[0] or not won[1]
    if kot and len(played) == 28 and state.standing.config.bam:
        return DecideBam(contract, left, winner, won, played)
    if kot and 28 < len(played) < 52:
        return TrickPlay(contract, left, (), winner, won, played)
    team = Team(0 if ours > theirs else 1)
    return _score(contract, won, team, kot=kot or contract.team[winner] != team)


def _score(contract: Contract, won: tuple[int, int], winner: Team, *, kot: bool) -> AwaitDeal | MatchOver:
    """HOKM-9 to HOKM-13, GEN-9: a hand is over and is entered on the sheet; a bam lost is a kot all the same."""
    standing, hakem, team = contract.standing, contract.hakem, contract.team
    config = standing.config
    by_hakem = team[hakem] == winner
    bam = won[winner] == 13
    set_back = kot and config.kot_at_six and standing.hands[1 - winner] == config.hands_to_win - 1
    if set_back:
        points, score = 0, 1
    else:
        points = 1 if not kot else config.kot if by_hakem else config.hakem_kot
        score = standing.hands[winner] + points
    hands = _with(standing.hands, winner, score)
    round_won = score >= config.hands_to_win
    rounds = _with(standing.rounds, winner, standing.rounds[winner] + round_won)
    kind = None if not kot else Kot.KOT if by_hakem else Kot.HAKEM_KOT
    row = Row(hakem, contract.trump, won, winner, kind, bam, points, hands, rounds)
    stays = by_hakem is not set_back
    next_hakem = hakem if stays else contract.next[hakem]
    after = Standing(config, standing.lineup, next_hakem, hands, rounds, (*standing.sheet, row))
    if bam or rounds[winner] >= config.rounds_to_win or len(after.sheet) == config.max_hands:
        return MatchOver(after)
    return AwaitDeal(attrs.evolve(after, hands=(0, 0)) if round_won else after, next_hakem)


def _with(scores: tuple[int, int], team: Team, score: int) -> tuple[int, int]:
    return (scores[0], score) if team else (score, scores[1])


def outcome(state: State) -> Outcome | None:
    """The end of the match; None while it goes on. `scores`, by seat, are his team's hands of the last round (GEN-8).

    The winners are the team with the rounds that win the match, or a bam (HOKM-11, HOKM-12); where `max_hands` has ended it, the
    team with more rounds, then with more hands in the round that is still open (GEN-9).
    """
    if not isinstance(state, MatchOver):
        return None
    standing = state.standing
    row = standing.sheet[-1]
    open_round = max(standing.hands) < standing.config.hands_to_win
    keys = [(row.bam and row.winner == team, standing.rounds[team], standing.hands[team] * open_round) for team in (0, 1)]
    return team_outcome(standing.lineup.team, standing.hands, keys)


def tally(state: State) -> dict[str, int]:
    """What has happened so far: hands, kots (of either kind), hakem-kots, and bams."""
    sheet = state.standing.sheet
    return {
        "hands": len(sheet),
        "kots": sum(row.kot is not None for row in sheet),
        "hakem-kots": sum(row.kot is Kot.HAKEM_KOT for row in sheet),
        "bams": sum(row.bam for row in sheet),
    }


def places(state: State) -> dict[str, tuple[Card, ...]]:
    """Every place that has cards in it: the hands, the stock, the trick, what the teams have taken, the lots drawn, the pack."""
    match state:
        case DrawLots():
            undrawn, lots = _undrawn(state.lots, 0), [card for lot in state.lots for card in lot.cards]
            return {"pack": undrawn, "lots": tuple(lots[len(lots) + len(undrawn) - 52 :])}
        case AwaitDeal() | MatchOver():
            return {"pack": PACK}
        case ChooseTrump():
            hands = {f"hand {seat}": cards_of(state.fives[seat]) for seat in SEATS_OF_FOUR}
            return hands | {
                "stock": tuple(card for mask, five in zip(state.dealt, state.fives, strict=True) for card in cards_of(mask & ~five))
            }
        case TrickPlay() | DecideBam():
            found = {f"hand {seat}": tuple(state.hand(seat)) for seat in SEATS_OF_FOUR}
            found |= {"trick": state.trick if isinstance(state, TrickPlay) else ()}
            tricks = _tricks(state.contract, state.played)
            for team in (0, 1):
                taken = (trick.cards for trick in tricks if state.contract.team[trick.winner] == team)
                found[f"tricks {team}"] = tuple(chain.from_iterable(taken))
            return found
        case _:
            assert_never(state)


def _tricks(contract: Contract, played: tuple[Card, ...]) -> tuple[Trick, ...]:
    return tricks_of(played, contract.hakem, contract.turns, contract.trump_mask)


# -- what a seat sees ---------------------------------------------------------------------------------------------------


class Phase(Enum):
    """What the table is doing."""

    DRAW_LOTS = "drawing lots"
    AWAIT_DEAL = "shuffling"
    CHOOSE_TRUMP = "naming trump"
    TRICK_PLAY = "playing"
    DECIDE_BAM = "deciding on the bam"
    MATCH_OVER = "over"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(weakref_slot=False)
class View:
    """What a seat may see, a spectator where `seat` is None: the standing, his own cards, and what has been shown to all.

    `trick` and `played` are the cards on the table and those of the finished tricks of this hand, in the order in which they
    fell; `shown` the fives shown for a new deal, until trump is named (HOKM-6); `lots` the draws until they are settled (HOKM-2).
    """

    seat: Seat | None
    actor: Actor
    phase: Phase
    standing: Standing
    trump: Suit | None
    own: Mask = attrs.field(repr=mask_text)
    trick_cards: tuple[Card, ...]
    played: tuple[Card, ...]
    shown: tuple[CardSet, ...]
    lots: tuple[Lot, ...]

    @property
    def hand(self) -> CardSet:
        """The seat's own cards; none for a spectator."""
        return CardSet.of_mask(self.own)

    @property
    def legal(self) -> ActionSet[Action]:
        """What this seat may do now; empty for others than the actor."""
        if self.seat is None or self.actor != self.seat:
            return NOTHING
        if self.phase is Phase.TRICK_PLAY:
            return plays_to(self.own, self.trick_cards)
        if self.phase is Phase.DECIDE_BAM:
            return _BAM_OR_NOT
        return _calls(self.standing.config, len(self.shown), self.own)

    @property
    def counts(self) -> tuple[int, ...]:
        """By seat: how many cards it holds."""
        if self.phase is Phase.CHOOSE_TRUMP:
            return (5, 5, 5, 5)
        if self.trump is None:
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
        hakem, trump = self.standing.hakem, self.trump
        return () if hakem is None or trump is None else tricks_of(self.played, hakem, self.standing.lineup.turns, trump.mask)

    @property
    def won(self) -> tuple[int, int]:
        """The tricks taken in this hand, by team."""
        second = sum(self.standing.lineup.team[trick.winner] for trick in self.tricks)
        return (len(self.played) // 4 - second, second)

    @property
    def voids(self) -> tuple[frozenset[Suit], ...]:
        """By seat: the suits that it has shown not to hold, by not following them (HOKM-7)."""
        return voids_in([*self._plays(), self.trick], 4)

    def _plays(self) -> list[tuple[tuple[Seat, Card], ...]]:
        turns = self.standing.lineup.turns
        return [seated(trick.cards, trick.leader, turns) for trick in self.tricks]

    def __str__(self) -> str:
        standing = self.standing
        hands, rounds = ("-".join(map(str, scores)) for scores in (standing.hands, standing.rounds))
        lines = [f"{self.phase}{turn_told(self.actor)}; hands {hands}, rounds {rounds}"]
        if standing.lineup != AS_SEATED:
            lines.append(f"order of play: seats {' '.join(map(str, standing.lineup.order))}")
        if self.phase is Phase.DRAW_LOTS:
            lines += [f"drawn: {by_seat(zip(lot.seats, lot.cards, strict=True))}" for lot in self.lots]
            lines.append("to draw: " + ", ".join(f"seat {seat}" for seat in _drawing(standing.config, self.lots)))
        if standing.hakem is not None:
            trump = f", trump {self.trump} {self.trump.symbol}" if self.trump is not None else ""
            lines.append(f"hakem: seat {standing.hakem}{trump}")
        lines += [f"shown for a new deal: {five}" for five in self.shown]
        if self.trump is not None:
            lines.append(f"tricks {self.won[0]}-{self.won[1]}")
        if self.trick:
            lines.append(f"table: {by_seat(self.trick)}")
        if self.own:
            lines.append(f"your hand: {self.hand}")
        return "\n".join(lines)


_view: Final = maker(View)


def view(state: State, seat: int | None) -> View:
    """What a seat may see of a state, or a spectator for None. Raises LookupError for an unknown seat.

    >>> state = apply(initial_state(Config(first_hakem=0)), Deal(PACK))
    >>> view(state, 1).hand, view(state, 1).legal.size, view(state, 0).legal.size
    (CardSet.parse('7C 8C 9C 10C JC'), 0, 4)
    """
    whose = None if seat is None else check_seat(seat, 4)
    if isinstance(state, TrickPlay):
        contract = state.contract
        own = 0 if whose is None else contract.dealt[whose] & state.left
        return _view(
            whose, state.actor, Phase.TRICK_PLAY, contract.standing, contract.trump, own, state.trick, state.played, (), ()
        )
    match state:
        case DrawLots():
            return _view(whose, CHANCE, Phase.DRAW_LOTS, state.standing, None, 0, (), (), (), state.lots)
        case AwaitDeal():
            return _view(whose, CHANCE, Phase.AWAIT_DEAL, state.standing, None, 0, (), (), state.shown, ())
        case ChooseTrump():
            own = 0 if whose is None else state.fives[whose]
            return _view(whose, state.actor, Phase.CHOOSE_TRUMP, state.standing, None, own, (), (), state.shown, ())
        case DecideBam():
            contract = state.contract
            own = 0 if whose is None else contract.dealt[whose] & state.left
            return _view(whose, state.actor, Phase.DECIDE_BAM, contract.standing, contract.trump, own, (), state.played, (), ())
        case MatchOver():
            return _view(whose, None, Phase.MATCH_OVER, state.standing, None, 0, (), (), (), ())
        case _:
            assert_never(state)


def seen(state: State, action: Action, seat: int | None) -> Event:
    """What a seat (a spectator for None) notices of a legal action: the action itself where it is public, else its public part.

    Of a deal a seat notices its own five cards, and when trump is named its other eight (HOKM-5). Raises IllegalAction for an
    action that is not legal and LookupError for an unknown seat.

    >>> seen(initial_state(Config(first_hakem=0)), Deal(PACK), 3)
    Dealt(hand=CardSet.parse('4D 5D 6D 7D 8D'))
    """
    whose = None if seat is None else check_seat(seat, 4)
    after = apply(state, action)
    match action:
        case Deal():
            return Dealt(NO_CARDS if whose is None else after.hand(whose))
        case NameTrump():
            return TrumpNamed(
                action.suit, NO_CARDS if whose is None else CardSet.of_mask(after.hand(whose).mask & ~state.hand(whose).mask)
            )
        case AskRedeal():
            assert isinstance(after, AwaitDeal)
            return RedealAsked(after.shown[-1])
        case _:
            return action


# -- what a seat may imagine --------------------------------------------------------------------------------------------


def worlds(view: View) -> Worlds[State]:
    """The states that fit a view, each equally likely: all deals of the unseen cards but those that give a player a suit which he
    has failed to follow (HOKM-7). While trump is being named nobody but the hakem knows his five, and nobody what is in the stock
    (HOKM-5). In all other phases nothing is hidden.

    >>> worlds(view(apply(initial_state(Config(first_hakem=0)), Deal(PACK)), 0)).size
    56629368526355339972034043470204000
    """
    others = tuple(seat for seat in SEATS_OF_FOUR if seat != view.seat)
    unseen = FULL & ~view.own & ~mask_of((*view.played, *view.trick_cards))
    match view.phase:
        case Phase.CHOOSE_TRUMP:
            room = tuple(0 if seat == view.seat else 5 for seat in SEATS_OF_FOUR) + (8, 8, 8, 8)
            anywhere = CardClass(unseen, tuple(range(8)))
            return Worlds(Fillings((anywhere,), room), partial(_before_trump, view))
        case Phase.TRICK_PLAY | Phase.DECIDE_BAM:
            room = tuple(0 if seat == view.seat else count for seat, count in enumerate(view.counts))
            classes = suit_classes(unseen, others, view.voids)
            return Worlds(Fillings(classes, room), partial(_in_play, view))
        case Phase.DRAW_LOTS | Phase.AWAIT_DEAL | Phase.MATCH_OVER:
            return Worlds(Fillings((), ()), partial(_public, view))
        case _:
            assert_never(view.phase)


def _hakem(view: View) -> Seat:
    assert view.standing.hakem is not None
    return view.standing.hakem


def _before_trump(view: View, filled: Sequence[Mask]) -> State:
    fives = tuple(view.own if seat == view.seat else filled[seat] for seat in SEATS_OF_FOUR)
    dealt = tuple(five | eight for five, eight in zip(fives, filled[4:], strict=True))
    return ChooseTrump(view.standing, _hakem(view), view.shown, fives, dealt)


def _in_play(view: View, filled: Sequence[Mask]) -> State:
    played = [0, 0, 0, 0]
    for trick in (*view._plays(), view.trick):
        for seat, card in trick:
            played[seat] |= card.bit
    hands = [view.own if seat == view.seat else filled[seat] for seat in SEATS_OF_FOUR]
    assert view.trump is not None
    assert isinstance(view.actor, int)
    contract = Contract(view.standing, _hakem(view), view.trump, tuple(h | p for h, p in zip(hands, played, strict=True)))
    if view.phase is Phase.DECIDE_BAM:
        return DecideBam(contract, sum(hands), view.actor, view.won, view.played)
    return TrickPlay(contract, sum(hands), view.trick_cards, view.actor, view.won, view.played)


def _public(view: View, filled: Sequence[Mask]) -> State:
    match view.phase:
        case Phase.DRAW_LOTS:
            return DrawLots(view.standing, view.lots)
        case Phase.AWAIT_DEAL:
            return AwaitDeal(view.standing, _hakem(view), view.shown)
        case _:
            return MatchOver(view.standing)


# -- the game -----------------------------------------------------------------------------------------------------------

_ACTIONS: Final = (Draw, Deal, NameTrump, AskRedeal, Play, GoOn, Stop)

GAME: Final[Game[Config, State, Action, View, Event]] = Game(
    name="hokm",
    persian_name="حکم",
    rotation=Rotation.RIGHT,
    version=1,
    Config=Config,
    phases=(DrawLots, AwaitDeal, ChooseTrump, TrickPlay, DecideBam, MatchOver),
    actions=_ACTIONS,
    events=(Draw, Dealt, TrumpNamed, RedealAsked, Play, GoOn, Stop),
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
