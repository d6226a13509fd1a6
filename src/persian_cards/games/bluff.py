"""Bluff (بلوف): four, six or eight players, each for himself, one pack or two, to the right.

Cards are laid face down and called a rank, truly or not; who is caught, or doubts what is true, takes the heap, and the first to be
rid of his cards is shah. The clauses (BLUFF-1 to BLUFF-9) are told in `docs/rules/bluff.md`.

>>> from random import Random
>>> from persian_cards.games import bluff
>>> rng = Random(7)
>>> state = bluff.initial_state(bluff.Config(max_rounds=20))
>>> while legal := bluff.legal_actions(state):
...     state = bluff.apply(state, legal.sample(rng))
>>> bluff.outcome(state).places
(4, 3, 2, 1)
"""

from __future__ import annotations

from collections import Counter
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
    Chance,
    ChooseDealer,
    Deal,
    Joined,
    Lays,
    Listed,
    Pass,
    Permutations,
    dealer_lots,
    pack_violation,
    turn_told,
)
from persian_cards.cards import PACK, RANKS, Bag, Card, CardSet, Rank
from persian_cards.errors import ConfigError, Violation, counted, shown
from persian_cards.game import Game, Outcome, Rotation, Title, refusal
from persian_cards.options import Absent, Whole, first_dealer, option
from persian_cards.table import Layout, Lineup, Seat, as_seated, check_seat, no_hand
from persian_cards.worlds import Fillings, Holdings, Owner, Worlds

__all__ = [
    "GAME", "Action", "AwaitDeal", "Call", "Challenge", "Challenged", "ChooseDealer", "Config", "Deal", "DrawDealer", "Event",
    "HandDealt", "Laid", "Lay", "Laying", "LeadAfter", "MatchOver", "Memory", "Pass", "Phase", "Row", "Shown", "Standing", "State",
    "View", "apply", "deal_for", "determinize", "initial_state", "layout", "legal_actions", "outcome", "pack_of", "places", "seats",
    "seen", "sides", "submit", "tally", "view", "violation", "worlds",
]  # fmt: skip

# -- the config ---------------------------------------------------------------------------------------------------------


class LeadAfter(Enum):
    """Who begins a new round after a challenge (BLUFF-5)."""

    CHALLENGER_OR_NEXT = "challenger or next"
    WINNER = "winner"
    LOSER = "loser"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(kw_only=True, cache_hash=True)
class Config:
    """The options of a game; ConfigError for what no table could play.

    >>> Config(players=5)
    Traceback (most recent call last):
    persian_cards.errors.ConfigError: players must be 4 or 6 or 8, not 5 (BLUFF-1)
    """

    players: int = option(
        4, "BLUFF-1", Whole(4, 4), Whole(6, 6), Whole(8, 8), meaning="how many play; six and eight with two packs"
    )
    first_dealer: int | None = first_dealer("BLUFF-1", 8)
    may_pass: bool = option(False, "BLUFF-3", meaning="a player may pass in place of laying")
    max_cards: int | None = option(
        None, "BLUFF-3", Whole(1, 8), Absent(), meaning="the most cards in one play; none: as many as there are of a rank"
    )
    lead_after: LeadAfter = option(LeadAfter.CHALLENGER_OR_NEXT, "BLUFF-5", meaning="who begins a new round after a challenge")
    play_on: bool = option(True, "BLUFF-7", meaning="the game goes on when the first is out")
    max_rounds: int | None = option(None, "BLUFF-7", Whole(1), Absent(), meaning="rounds after which the game ends all the same")

    def __attrs_post_init__(self) -> None:
        if self.first_dealer is not None and self.first_dealer >= self.players:
            raise ConfigError("first_dealer", self.first_dealer, f"a seat from 0 to {self.players - 1}", "BLUFF-1")
        if self.max_cards is not None and self.max_cards > _of_a_rank(self.players):
            allowed = f"at most {_of_a_rank(self.players)} with {self.players} players"
            raise ConfigError("max_cards", self.max_cards, allowed, "BLUFF-3")

    @property
    def most(self) -> int:
        """The most cards in one play (BLUFF-3)."""
        return _of_a_rank(self.players) if self.max_cards is None else self.max_cards


def _of_a_rank(players: int) -> int:
    """How many cards of a rank the packs have: one pack with four players, else two (BLUFF-1)."""
    return 4 if players == 4 else 8


# -- actions ------------------------------------------------------------------------------------------------------------


def _as_bag(cards: Iterable[Card]) -> Bag:
    return cards if type(cards) is Bag else Bag(cards)


@attrs.frozen(weakref_slot=False)
class Lay:
    """Cards are laid face down and called a rank, truly or not: by who begins a round any, else that of the round (BLUFF-2)."""

    cards: Bag = attrs.field(converter=_as_bag)
    rank: Rank


@attrs.frozen
class Challenge:
    """The next player says "bluff": the cards just laid are shown (BLUFF-4)."""


Action: TypeAlias = ChooseDealer | Deal | Lay | Challenge | Pass


@attrs.frozen
class Shown:
    """The cards that a challenge has shown to all: who had laid them and as what rank, and who challenged (BLUFF-4, BLUFF-9)."""

    seat: Seat
    rank: Rank
    cards: Bag
    challenger: Seat

    @property
    def bluff(self) -> bool:
        """Whether one of them is not of the rank called."""
        return any(card.rank is not self.rank for card in self.cards)

    @property
    def taker(self) -> Seat:
        """Who took the heap: who was caught, or who had doubted what was true."""
        return self.seat if self.bluff else self.challenger


@attrs.frozen
class HandDealt:
    """Event: cards have been dealt; `hand` are those that the seat was given (none for a spectator)."""

    hand: Bag


@attrs.frozen
class Laid:
    """Event: another has laid so many cards, and called them this rank (BLUFF-2)."""

    count: int
    rank: Rank


@attrs.frozen
class Challenged:
    """Event: the cards just laid are challenged and shown; `taken` is the whole heap, which none but its taker sees (BLUFF-4)."""

    cards: Bag
    taker: Seat
    taken: Bag


Event: TypeAlias = ChooseDealer | HandDealt | Lay | Laid | Challenged | Pass

# -- what lasts ---------------------------------------------------------------------------------------------------------

_LINEUPS: Final = {players: as_seated(players) for players in (4, 6, 8)}
_NO_CARDS: Final = Bag()


@attrs.frozen
class Row:
    """The one row of the sheet (GEN-8): rounds, challenges, and bluffs caught by these; who went `out`, in order; and by seat the
    `cards` that each had in the end."""

    dealer: Seat
    rounds: int
    challenges: int
    caught: int
    out: tuple[Seat, ...]
    cards: tuple[int, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """By seat: in the order of going out; then those still in, fewest cards first, equal ones together (BLUFF-7)."""
        left = [cards for seat, cards in enumerate(self.cards) if seat not in self.out]
        return tuple(
            self.out.index(Seat(seat)) + 1 if seat in self.out else len(self.out) + 1 + sum(other < cards for other in left)
            for seat, cards in enumerate(self.cards)
        )

    @property
    def titles(self) -> tuple[Title, ...]:
        """By seat: dozd who is still in with the most cards, of the others shah in place 1, else vizier (BLUFF-7)."""
        most = max(cards for seat, cards in enumerate(self.cards) if seat not in self.out)
        return tuple(
            Title.DOZD if seat not in self.out and cards == most else Title.SHAH if place == 1 else Title.VIZIER
            for seat, (cards, place) in enumerate(zip(self.cards, self.places, strict=True))
        )


@attrs.frozen(cache_hash=True)
class Standing:
    """What is known before the cards are dealt, and the sheet; `dealer` is None until he has been chosen."""

    config: Config
    dealer: Seat | None
    sheet: tuple[Row, ...] = ()

    @property
    def lineup(self) -> Lineup:
        """The players in order of play: as they are numbered."""
        return _LINEUPS[self.config.players]


@attrs.frozen
class Call:
    """How many cards a seat has laid in the round, and what it called them (BLUFF-2)."""

    seat: Seat
    count: int
    rank: Rank


@attrs.frozen(cache_hash=True)
class Memory:
    """What everybody remembers of the play, all of it public: who is `out`, in order; how many rounds have begun, and how many
    challenges there were and bluffs caught; what the last challenge has shown; and by seat the cards that are `known` to be in its
    hand or among those that it has laid, since it was seen to take them (BLUFF-D2)."""

    known: tuple[Bag, ...]
    out: tuple[Seat, ...] = ()
    rounds: int = 0
    challenges: int = 0
    caught: int = 0
    shown: Shown | None = None


# -- the phases ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class DrawDealer:
    """The dealer is found by lot (BLUFF-1)."""

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
    """The cards are being shuffled (BLUFF-1)."""

    standing: Standing
    dealer: Seat

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: the cards are dealt."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, self.standing.config.players)


@final
@attrs.frozen(weakref_slot=False)
class Laying:
    """A player lays cards, or challenges those just laid (BLUFF-2 to BLUFF-4).

    `rank` is that of the round, None where the actor is to begin one; `calls` are the lays of the round in progress, or of the one
    just ended without a challenge, whose rank is then barred (BLUFF-6). `last` are the cards just laid, while they may be
    challenged; `heap` and `aside` have by seat the cards that it has laid before and that lie in the heap and out of play.
    """

    standing: Standing
    memory: Memory
    actor: Seat
    rank: Rank | None
    calls: tuple[Call, ...]
    hands: tuple[Bag, ...]
    last: Bag
    heap: tuple[Bag, ...]
    aside: tuple[Bag, ...]

    def hand(self, seat: int) -> Bag:
        """The cards that a seat holds."""
        return self.hands[check_seat(seat, len(self.hands))]


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


State: TypeAlias = DrawDealer | AwaitDeal | Laying | MatchOver

_laying: Final = maker(Laying)


def seats(config: Config) -> int:
    """How many players: four, six or eight.

    >>> seats(Config(players=6))
    6
    """
    return config.players


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Everybody plays for himself."""
    return tuple((seat,) for seat in state.standing.lineup.order)


def initial_state(config: Config = Config()) -> State:
    """The state in which a game begins: the lot for the dealer, or the deal where he is given (BLUFF-1).

    >>> initial_state(Config(first_dealer=2)).dealer
    2
    """
    if config.first_dealer is None:
        return DrawDealer(Standing(config, None))
    dealer = Seat(config.first_dealer)
    return AwaitDeal(Standing(config, dealer), dealer)


# -- the deal -----------------------------------------------------------------------------------------------------------

_LOTS: Final = {players: dealer_lots(players) for players in (4, 6, 8)}
_SHUFFLES: Final = {players: Permutations(Deal, PACK * (_of_a_rank(players) // 4)) for players in (4, 6, 8)}


def pack_of(config: Config) -> tuple[Card, ...]:
    """The cards that are played with: one pack with four players, two with six or eight (BLUFF-1).

    >>> len(pack_of(Config(players=8)))
    104
    """
    return _SHUFFLES[config.players].cards


def layout(config: Config) -> Layout:
    """How all cards are dealt: one at a time, turn 0 the dealer's right (BLUFF-1).

    >>> layout(Config()).entries[:6]
    (0, 1, 2, 3, 0, 1)
    """
    return Layout(tuple(at % config.players for at in range(len(pack_of(config)))))


def _deal(state: AwaitDeal, pack: tuple[Card, ...]) -> Laying:
    """BLUFF-1, BLUFF-2: all cards are dealt, and the dealer's right begins."""
    standing = state.standing
    players, first = standing.config.players, standing.lineup.next[state.dealer]
    hands = tuple([Bag(pack[turn::players]) for turn in standing.lineup.turn[first]])
    nothing = (_NO_CARDS,) * players
    return _laying(standing, Memory(nothing), first, None, (), hands, _NO_CARDS, nothing, nothing)


def deal_for(state: State, hands: Mapping[int, str | Iterable[Card]]) -> Deal:
    """A `Deal` that gives the seats the named cards, in the order in which they fall (BLUFF-1).

    `hands` are texts or cards by seat; whatever is not named follows in the order of the pack. Raises ValueError unless a deal is
    due in `state`, or for cards that cannot be dealt so, and LookupError for an unknown seat.

    >>> state = initial_state(Config(first_dealer=3))
    >>> Card.parse("AS") in apply(state, deal_for(state, {2: "AS"})).hand(2)
    True
    """
    if not isinstance(state, AwaitDeal):
        raise ValueError(f"no deal is due in the phase {type(state).__name__}")
    standing = state.standing
    turn = standing.lineup.turn[standing.lineup.next[state.dealer]]
    return Deal(layout(standing.config).arrange(pack_of(standing.config), turn, hands))


# -- what is legal ------------------------------------------------------------------------------------------------------

_SAID: Final[dict[tuple[bool, bool], Listed[Action]]] = {
    (True, False): Listed((Challenge(),)),
    (False, True): Listed((Pass(),)),
    (True, True): Listed((Challenge(), Pass())),
}
_ONE: Final = {rank: (rank,) for rank in RANKS}
_BUT: Final = {rank: tuple(other for other in RANKS if other is not rank) for rank in RANKS}


def legal_actions(state: State) -> ActionSet[Action]:
    """What may be done now, in a fixed order; empty when the game is over.

    Seats go up. First the challenge, then the pass, then the lays: by rank, low to high; in each those of one card, of two and so
    on; those of as many cards lexicographically in the order of GEN-3. BLUFF-1 to BLUFF-4, BLUFF-6, BLUFF-8.

    >>> legal_actions(apply(initial_state(Config(first_dealer=0)), Deal(PACK))).size
    14196
    """
    if type(state) is Laying:
        return _legal(state.standing.config, state.hands[state.actor], state.rank, state.calls, bool(state.last.cards))
    match state:
        case AwaitDeal():
            return _SHUFFLES[state.standing.config.players]
        case DrawDealer():
            return _LOTS[state.standing.config.players]
        case MatchOver():
            return NOTHING
        case _:
            assert_never(state)


def _legal(config: Config, hand: Bag, rank: Rank | None, calls: Sequence[Call], may_challenge: bool) -> ActionSet[Action]:
    """BLUFF-2, BLUFF-3, BLUFF-6, BLUFF-8: what a player with this hand may do; without a rank he is to begin a round."""
    ranks = _ONE[rank] if rank is not None else _BUT[calls[-1].rank] if calls else RANKS
    lays = Lays(Lay, hand, config.most, ranks)
    may_pass = config.may_pass and rank is not None
    return Joined((_SAID[may_challenge, may_pass], lays)) if may_challenge or may_pass else lays


def violation(state: State, action: object) -> Violation | None:
    """Why an action is not legal; None exactly for the members of `legal_actions(state)` (GEN-5). `action` may be anything.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> print(violation(state, Challenge()))
    there are no cards that seat 1 could challenge (BLUFF-4)
    """
    if type(action) not in _ACTIONS:
        return Violation("GEN-5", f"{shown(action)} is not an action of bluff")
    match state:
        case Laying():
            return _turn_violation(state, action)
        case AwaitDeal():
            if type(action) is not Deal:
                return Violation("BLUFF-1", "the cards must be dealt now")
            return pack_violation(action, _SHUFFLES[state.standing.config.players])
        case DrawDealer():
            players = state.standing.config.players
            lot = f"the lot must fall on a dealer now, seat 0 to {players - 1}"
            return None if action in _LOTS[players] else Violation("BLUFF-1", lot)
        case MatchOver():
            return Violation("GEN-8", "the game is over")
        case _:
            assert_never(state)


def _turn_violation(state: Laying, action: object) -> Violation | None:
    """Why a player may not do this in his turn: BLUFF-2 to BLUFF-4, BLUFF-6, BLUFF-8."""
    seat = state.actor
    match action:
        case Challenge():
            return None if state.last.cards else Violation("BLUFF-4", f"there are no cards that seat {seat} could challenge")
        case Pass():
            if not state.standing.config.may_pass:
                return Violation("BLUFF-3", f"seat {seat} may not pass: nobody may at this table")
            return None if state.rank is not None else Violation("BLUFF-8", f"seat {seat} begins a round, and may not pass")
        case Lay():
            return _cards_violation(state, action.cards) or _rank_violation(state, action.rank)
        case _:
            return Violation("BLUFF-2", f"seat {seat} must lay cards now")


def _cards_violation(state: Laying, cards: Bag) -> Violation | None:
    """BLUFF-2, BLUFF-3: one card or more out of his hand, and no more than may be laid at once."""
    seat, hand, most = state.actor, state.hands[state.actor], state.standing.config.most
    if not cards:
        return Violation("BLUFF-2", f"seat {seat} must lay at least one card")
    if len(cards) > most:
        return Violation("BLUFF-3", f"seat {seat} may lay at most {counted(most, 'card')} at once, not {len(cards)}")
    for card in cards:
        if cards.count(card) > hand.count(card):
            copies = f"{cards.count(card)} copies of " if card in hand else ""
            return Violation("GEN-5", f"seat {seat} does not hold {copies}{card}")
    return None


def _rank_violation(state: Laying, rank: object) -> Violation | None:
    """BLUFF-2, BLUFF-3, BLUFF-6: of what rank the cards may be called."""
    seat = state.actor
    if type(rank) is not Rank or rank not in RANKS:
        said = str(rank) if type(rank) is Rank else shown(rank)
        return Violation("BLUFF-2", f"seat {seat} must call a rank from two to ace, not {said}")
    if state.rank is not None:
        rule = f"seat {seat} must call the rank of the round, {state.rank}"
        return None if rank is state.rank else Violation("BLUFF-3", rule)
    if state.calls and rank is state.calls[-1].rank:
        return Violation("BLUFF-6", f"seat {seat} must call another rank than {rank}, which has gone round")
    return None


# -- what an action does ------------------------------------------------------------------------------------------------


def apply(state: State, action: Action) -> State:
    """The state after an action; raises IllegalAction, and leaves everything as it was, unless the action is legal (GEN-5).

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> apply(state, Lay(Bag.parse("2C 6C"), Rank.TWO)).actor
    2
    >>> apply(state, Lay(Bag.parse("AS"), Rank.TWO))
    Traceback (most recent call last):
    persian_cards.errors.IllegalAction: seat 1 does not hold A♠ (GEN-5): Lay(...) is refused
    """
    if type(state) is Laying:  # by far the most frequent
        if type(action) is Lay:
            laid = _lay(state, action.cards, action.rank)
            if laid is not None:
                return laid
        elif type(action) is Challenge and state.last.cards:
            return _challenge(state)
        elif type(action) is Pass and state.rank is not None and state.standing.config.may_pass:
            return _pass(state)
        raise refusal(state, action, violation, legal_actions)
    match state:
        case AwaitDeal():
            if type(action) is Deal and action in _SHUFFLES[state.standing.config.players]:
                return _deal(state, action.pack)
        case DrawDealer():
            if type(action) is ChooseDealer and action in _LOTS[state.standing.config.players]:
                return AwaitDeal(attrs.evolve(state.standing, dealer=action.seat), action.seat)
        case MatchOver():
            pass
        case _:
            assert_never(state)
    raise refusal(state, action, violation, legal_actions)


def _lay(state: Laying, cards: Bag, rank: Rank) -> Laying | MatchOver | None:
    """BLUFF-2, BLUFF-3, BLUFF-6: the cards are laid, and those laid before are safe. None if they may not be laid so."""
    standing, actor, calls, hands = state.standing, state.actor, state.calls, state.hands
    if state.rank is None:
        if type(rank) is not Rank or rank not in RANKS or (calls and rank is calls[-1].rank):
            return None
    elif rank is not state.rank:
        return None
    if not 0 < len(cards.cards) <= standing.config.most:
        return None
    try:
        left = hands[actor] - cards
    except ValueError:
        return None
    hands = _put(hands, actor, left)
    memory, heap = _safe(state)
    call = Call(actor, len(cards.cards), rank)
    if state.rank is None:
        calls = (call,)
        memory = attrs.evolve(memory, rounds=memory.rounds + 1)
    else:
        calls = calls + (call,)
    if memory.out is not state.memory.out and _decided(standing, memory):
        return _end(standing, memory, hands)
    follower = _next(standing, hands, actor)
    if standing.config.may_pass or not _comes_to(standing, actor, follower, calls[0].seat):
        return _laying(standing, memory, follower, rank, calls, hands, cards, heap, state.aside)
    if memory.rounds == standing.config.max_rounds:
        return _end(standing, memory if left.cards else attrs.evolve(memory, out=(*memory.out, actor)), hands)
    return _laying(standing, memory, follower, None, calls, hands, cards, heap, state.aside)


def _challenge(state: Laying) -> Laying | MatchOver:
    """BLUFF-4, BLUFF-5: the cards just laid are shown, and one of two takes the heap; then a new round begins."""
    standing, memory, hands = state.standing, state.memory, state.hands
    found = _shown(state)
    memory = attrs.evolve(
        memory,
        known=_known_after(state, found),
        challenges=memory.challenges + 1,
        caught=memory.caught + found.bluff,
        shown=found,
        out=memory.out if found.bluff or hands[found.seat].cards else (*memory.out, found.seat),
    )
    hands = _put(hands, found.taker, hands[found.taker] + _heap(state))
    if memory.out is not state.memory.out and _decided(standing, memory):
        return _end(standing, memory, hands)
    return _new_round(standing, memory, _leader(standing, found, hands), hands, state.aside)


def _leader(standing: Standing, found: Shown, hands: Sequence[Bag]) -> Seat:
    """BLUFF-5: who begins the round after a challenge."""
    match standing.config.lead_after:
        case LeadAfter.CHALLENGER_OR_NEXT:
            return found.challenger if found.bluff else _next(standing, hands, found.challenger)
        case LeadAfter.WINNER:
            right = found.challenger if found.bluff else found.seat
            return right if hands[right].cards else _next(standing, hands, right)
        case LeadAfter.LOSER:
            return found.taker
        case _:
            assert_never(standing.config.lead_after)


def _pass(state: Laying) -> Laying | MatchOver:
    """BLUFF-3, BLUFF-8: he gives up his challenge; when all others have passed the heap is turned aside."""
    standing, hands = state.standing, state.hands
    memory, heap = _safe(state)
    if memory.out is not state.memory.out and _decided(standing, memory):
        return _end(standing, memory, hands)
    follower = _next(standing, hands, state.actor)
    if not _comes_to(standing, state.actor, follower, state.calls[-1].seat):
        return _laying(standing, memory, follower, state.rank, state.calls, hands, _NO_CARDS, heap, state.aside)
    aside = tuple([one + more for one, more in zip(state.aside, heap, strict=True)])
    return _new_round(standing, memory, follower, hands, aside)


def _new_round(
    standing: Standing, memory: Memory, leader: Seat, hands: tuple[Bag, ...], aside: tuple[Bag, ...]
) -> Laying | MatchOver:
    """BLUFF-5, BLUFF-7, BLUFF-8: a new call is due, of any rank; there is no heap."""
    if memory.rounds == standing.config.max_rounds:
        return _end(standing, memory, hands)
    return _laying(standing, memory, leader, None, (), hands, _NO_CARDS, (_NO_CARDS,) * len(hands), aside)


def _shown(state: Laying) -> Shown:
    """What a challenge shows (BLUFF-4)."""
    call = state.calls[-1]
    return Shown(call.seat, call.rank, state.last, state.actor)


def _heap(state: Laying) -> Bag:
    """The whole heap."""
    return Bag([card for laid in (*state.heap, state.last) for card in laid.cards])


def _put(bags: tuple[Bag, ...], seat: Seat, bag: Bag) -> tuple[Bag, ...]:
    return bags[:seat] + (bag,) + bags[seat + 1 :]


def _next(standing: Standing, hands: Sequence[Bag], seat: Seat) -> Seat:
    """The next player after a seat who has cards (BLUFF-4)."""
    return next(other for other in standing.lineup.turns[seat][1:] if hands[other].cards)


def _comes_to(standing: Standing, seat: Seat, follower: Seat, goal: Seat) -> bool:
    """Whether the turn, going from a seat to the one who follows, reaches or passes another seat (BLUFF-6, BLUFF-8)."""
    turn = standing.lineup.turn[seat]
    return 0 < turn[goal] <= turn[follower]


def _safe(state: Laying) -> tuple[Memory, tuple[Bag, ...]]:
    """Memory and heap when the cards just laid can no longer be challenged: who has no cards left is out (BLUFF-7)."""
    if not state.last.cards:
        return state.memory, state.heap
    seat, memory = state.calls[-1].seat, state.memory
    if not state.hands[seat].cards:
        memory = attrs.evolve(memory, out=(*memory.out, seat))
    return memory, _put(state.heap, seat, state.heap[seat] + state.last)


def _known_after(state: Laying, found: Shown) -> tuple[Bag, ...]:
    """By seat: the cards known to be in its hand when a challenge has been settled (BLUFF-D2).

    Who had cards in the heap that nobody saw, and does not take it, may have had any there. The cards shown are the taker's: if he
    laid them himself, they may be some that were known; if not, they are others.
    """
    known = [own if seat == found.taker or not state.heap[seat].cards else _NO_CARDS for seat, own in enumerate(state.memory.known)]
    own = known[found.seat]
    again = Bag((Counter(own.cards) & Counter(found.cards.cards)).elements())
    if found.bluff:
        known[found.seat] = own + (found.cards - again)
    else:
        known[found.seat] = own - again
        known[found.challenger] = known[found.challenger] + found.cards
    return tuple(known)


def _decided(standing: Standing, memory: Memory) -> bool:
    """Whether the game is over when somebody has gone out (BLUFF-7)."""
    return not standing.config.play_on or len(memory.out) == standing.config.players - 1


def _end(standing: Standing, memory: Memory, hands: Sequence[Bag]) -> MatchOver:
    """BLUFF-7: the game is over, and entered on the sheet."""
    assert standing.dealer is not None
    cards = tuple([len(hand.cards) for hand in hands])
    row = Row(standing.dealer, memory.rounds, memory.challenges, memory.caught, memory.out, cards)
    return MatchOver(Standing(standing.config, standing.dealer, (row,)))


def outcome(state: State) -> Outcome | None:
    """The end of the game; None while it goes on. There are no scores; places are in the order of going out (BLUFF-7, GEN-8)."""
    if not isinstance(state, MatchOver):
        return None
    (row,) = state.standing.sheet
    winners = tuple(Seat(seat) for seat, place in enumerate(row.places) if place == 1)
    return Outcome(None, row.places, winners, row.titles)


def tally(state: State) -> dict[str, int]:
    """What has happened so far: the hand, rounds begun, challenges, and bluffs caught."""
    told: Row | Memory | None = state.memory if isinstance(state, Laying) else next(iter(state.standing.sheet), None)
    rounds, challenges, caught = (0, 0, 0) if told is None else (told.rounds, told.challenges, told.caught)
    return {"hands": len(state.standing.sheet), "rounds": rounds, "challenges": challenges, "bluffs caught": caught}


def places(state: State) -> dict[str, tuple[Card, ...]]:
    """Every place that has cards in it: the hands; by seat who laid them the cards in the heap, the cards just laid and those out
    of play; the pack."""
    match state:
        case DrawDealer() | AwaitDeal() | MatchOver():
            return {"pack": pack_of(state.standing.config)}
        case Laying():
            found = {f"hand {seat}": hand.cards for seat, hand in enumerate(state.hands)}
            found |= {f"heap {seat}": laid.cards for seat, laid in enumerate(state.heap)}
            return found | {"just laid": state.last.cards} | {f"aside {seat}": laid.cards for seat, laid in enumerate(state.aside)}
        case _:
            assert_never(state)


# -- what a seat sees ---------------------------------------------------------------------------------------------------


class Phase(Enum):
    """What the table is doing."""

    DRAW_DEALER = "drawing the dealer"
    AWAIT_DEAL = "shuffling"
    LAYING = "laying"
    MATCH_OVER = "over"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(weakref_slot=False)
class View:
    """What a seat may see, a spectator where `seat` is None (BLUFF-9): the standing, what everybody remembers, the calls, his own
    cards, and how many cards lie where.

    `rank` is that of the round, None where one is to be begun; `calls` are those of the round in progress, or of the one that has
    just gone round; `may_challenge` tells whether the cards just laid, those of the last call, may be challenged. `counts`,
    `in_heap` and `in_aside` are by seat: the cards in its hand, and those that it has laid before and that lie in the heap and out
    of play. Of these `own`, `own_heap` and `own_aside` are the seat's own; `own_last` those that it has just laid (BLUFF-D1).
    """

    seat: Seat | None
    actor: Actor
    phase: Phase
    standing: Standing
    memory: Memory
    rank: Rank | None
    calls: tuple[Call, ...]
    may_challenge: bool
    counts: tuple[int, ...]
    in_heap: tuple[int, ...]
    in_aside: tuple[int, ...]
    own: Bag
    own_last: Bag
    own_heap: Bag
    own_aside: Bag

    @property
    def hand(self) -> Bag:
        """The seat's own cards; none for a spectator."""
        return self.own

    @property
    def legal(self) -> ActionSet[Action]:
        """What this seat may do now; empty for others than the actor."""
        if self.seat is None or self.actor != self.seat:
            return NOTHING
        return _legal(self.standing.config, self.own, self.rank, self.calls, self.may_challenge)

    @property
    def heap(self) -> int:
        """How many cards lie in the heap, those just laid too."""
        return sum(self.in_heap) + (self.calls[-1].count if self.may_challenge else 0)

    @property
    def aside(self) -> int:
        """How many cards have been turned aside (BLUFF-8)."""
        return sum(self.in_aside)

    def __str__(self) -> str:
        lines = [f"{self.phase}{turn_told(self.actor)}"]
        if self.phase is Phase.LAYING:
            lines.append("cards: " + ", ".join(f"seat {seat} {count}" for seat, count in enumerate(self.counts)))
            lines.append(f"heap: {self.heap}" + (f", turned aside: {self.aside}" if self.aside else ""))
        if self.memory.out:
            lines.append("out: " + ", ".join(f"seat {seat}" for seat in self.memory.out))
        if self.calls:
            said = ", ".join(f"seat {call.seat} {call.count}" for call in self.calls)
            lines.append(f"called {self.calls[-1].rank}: {said}" + (" (may be challenged)" if self.may_challenge else ""))
        if (found := self.memory.shown) is not None:
            what = "bluff" if found.bluff else "true"
            lines.append(f"shown: seat {found.seat} {found.cards} as {found.rank}, {what}; seat {found.taker} took the heap")
        if self.own:
            lines.append(f"your hand: {self.own}")
        return "\n".join(lines)


_view: Final = maker(View)


def view(state: State, seat: int | None) -> View:
    """What a seat may see of a state, or a spectator for None. Raises LookupError for an unknown seat.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> view(state, 1).hand.cards[:2], view(state, 1).legal.size, view(state, 2).legal.size
    ((2C, 6C), 14196, 0)
    """
    standing = state.standing
    players = standing.config.players
    whose = None if seat is None else check_seat(seat, players)
    if isinstance(state, Laying):
        calls, last = state.calls, bool(state.last.cards)
        own = own_last = own_heap = own_aside = _NO_CARDS
        if whose is not None:
            own, own_heap, own_aside = state.hands[whose], state.heap[whose], state.aside[whose]
            own_last = state.last if last and calls[-1].seat == whose else _NO_CARDS
        counts, in_heap, in_aside = _counts(state.hands), _counts(state.heap), _counts(state.aside)
        return _view(
            whose, state.actor, Phase.LAYING, standing, state.memory, state.rank, calls, last, counts, in_heap, in_aside,
            own, own_last, own_heap, own_aside,
        )  # fmt: skip
    match state:
        case DrawDealer():
            phase = Phase.DRAW_DEALER
        case AwaitDeal():
            phase = Phase.AWAIT_DEAL
        case MatchOver():
            phase = Phase.MATCH_OVER
        case _:
            assert_never(state)
    none, memory = (0,) * players, Memory((_NO_CARDS,) * players)
    empty = (_NO_CARDS,) * 4
    return _view(whose, state.actor, phase, standing, memory, None, (), False, none, none, none, *empty)


def _counts(bags: Sequence[Bag]) -> tuple[int, ...]:
    return tuple([len(bag.cards) for bag in bags])


def seen(state: State, action: Action, seat: int | None) -> Event:
    """What a seat (a spectator for None) notices of a legal action: the action itself where it is public, else its public part.

    Of a deal it notices its own cards, of others' lays how many cards were called what, of a challenge the cards shown, and the
    whole heap if it takes it (BLUFF-9). Raises IllegalAction for an action that is not legal and LookupError for an unknown seat.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> seen(state, Lay(Bag.parse("2C 6C"), Rank.TWO), 3)
    Laid(count=2, rank=<Rank.TWO: '2'>)
    """
    whose = None if seat is None else check_seat(seat, state.standing.config.players)
    after = apply(state, action)
    match action:
        case Deal():
            assert isinstance(after, Laying)
            return HandDealt(_NO_CARDS if whose is None else after.hands[whose])
        case Lay():
            return action if state.actor == whose else Laid(len(action.cards), action.rank)
        case Challenge():
            assert isinstance(state, Laying)
            found = _shown(state)
            return Challenged(found.cards, found.taker, _heap(state) if found.taker == whose else _NO_CARDS)
        case _:
            return action


# -- what a seat may imagine --------------------------------------------------------------------------------------------


def worlds(view: View) -> Worlds[State]:
    """The states that fit a view, each equally likely: all ways in which the unseen cards may lie in the hands, in the heap and out
    of play, by seat who laid them.

    - How many cards lie where, by seat, is public (BLUFF-2, BLUFF-4, BLUFF-9), and so is the whole pack (BLUFF-1).
    - What a seat was seen to take is in its hand or among the cards that it has laid, as long as it is `known` (BLUFF-4, BLUFF-D2).
    - What has been called tells nothing of the cards (BLUFF-2, BLUFF-3).

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> worlds(view(state, 0)).size
    84478098072866400
    """
    if view.phase is not Phase.LAYING:
        return Worlds(Fillings((), ()), partial(_public, view))
    owners = list[Owner]()
    unseen = Bag(pack_of(view.standing.config)) - view.own - view.own_last - view.own_heap - view.own_aside
    for seat in _others(view):
        last = (view.calls[-1].count,) if view.may_challenge and view.calls[-1].seat == seat else ()
        room = (view.counts[seat], view.in_heap[seat], view.in_aside[seat], *last)
        owners.append(Owner(room, view.memory.known[seat].cards))
        unseen -= view.memory.known[seat]
    return Worlds(Holdings(tuple(owners), unseen.cards), partial(_imagined, view))


def _others(view: View) -> list[Seat]:
    """The seats whose cards are hidden."""
    return [seat for seat in view.standing.lineup.order if seat != view.seat]


def _imagined(view: View, filled: Sequence[tuple[Card, ...]]) -> State:
    bags = iter(map(Bag.of_sorted, filled))
    players, last = view.standing.config.players, view.own_last
    hands, heap, aside = [view.own] * players, [view.own_heap] * players, [view.own_aside] * players
    for seat in _others(view):
        hands[seat], heap[seat], aside[seat] = next(bags), next(bags), next(bags)
        if view.may_challenge and view.calls[-1].seat == seat:
            last = next(bags)
    assert isinstance(view.actor, int)
    return Laying(
        view.standing, view.memory, view.actor, view.rank, view.calls, tuple(hands), last, tuple(heap), tuple(aside)
    )  # fmt: skip


def _public(view: View, filled: Sequence[Bag]) -> State:
    match view.phase:
        case Phase.DRAW_DEALER:
            return DrawDealer(view.standing)
        case Phase.AWAIT_DEAL:
            assert view.standing.dealer is not None
            return AwaitDeal(view.standing, view.standing.dealer)
        case _:
            return MatchOver(view.standing)


# -- the game -----------------------------------------------------------------------------------------------------------

_ACTIONS: Final = (ChooseDealer, Deal, Lay, Challenge, Pass)

GAME: Final[Game[Config, State, Action, View, Event]] = Game(
    name="bluff",
    persian_name="بلوف",
    rotation=Rotation.RIGHT,
    version=1,
    Config=Config,
    phases=(DrawDealer, AwaitDeal, Laying, MatchOver),
    actions=_ACTIONS,
    events=(ChooseDealer, HandDealt, Lay, Laid, Challenged, Pass),
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
