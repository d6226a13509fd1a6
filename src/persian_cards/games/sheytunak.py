"""Sheytunak (شیطونک), the imp: two to ten players, each for himself, 52 cards and a joker, to the right.

Pairs are laid out, and everybody in turn takes a card unseen from the next; who is left with the joker has lost. It is all luck: no
player ever decides. The clauses (SHEYTUNAK-1 to SHEYTUNAK-6) are told in `docs/rules/sheytunak.md`.

>>> from random import Random
>>> from persian_cards.games import sheytunak
>>> rng = Random(7)
>>> state = sheytunak.initial_state(sheytunak.Config(players=5))
>>> while legal := sheytunak.legal_actions(state):
...     state = sheytunak.apply(state, legal.sample(rng))
>>> [title.value for title in sheytunak.outcome(state).titles]
['shah', 'vizier', 'jallad', 'vizier', 'dozd']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property, lru_cache, partial
from itertools import permutations
from math import comb, factorial
from operator import eq
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
    Listed,
    Permutations,
    below,
    dealer_lots,
    pack_violation,
)
from persian_cards.cards import BLACK_JOKER, CARDS, Card, CardSet, Mask, bits_of, cards_of, mask_of, mask_text, masks_text
from persian_cards.errors import ConfigError, Violation, counted, shown
from persian_cards.game import Game, Outcome, Rotation, Title, refusal
from persian_cards.options import Whole, first_dealer, option
from persian_cards.table import NO_CARDS, Layout, Lineup, Seat, as_seated, check_seat, no_hand
from persian_cards.worlds import Worlds, picked

__all__ = [
    "GAME", "PACK", "Action", "AwaitDeal", "ChooseDealer", "Config", "Deal", "DealtOut", "DrawDealer", "Event", "MatchOver",
    "Phase", "Row", "Standing", "State", "Take", "Taken", "Taking", "View", "apply", "deal_for", "determinize", "initial_state",
    "layout", "legal_actions", "outcome", "places", "seats", "seen", "sides", "submit", "tally", "view", "violation", "worlds",
]  # fmt: skip

# -- the config ---------------------------------------------------------------------------------------------------------

_PLAYERS: Final = range(2, 11)


@attrs.frozen(kw_only=True, cache_hash=True)
class Config:
    """The options of a game; ConfigError for what no table could play.

    >>> Config(players=3, first_dealer=3)
    Traceback (most recent call last):
    persian_cards.errors.ConfigError: first_dealer must be a seat from 0 to 2, not 3 (SHEYTUNAK-1)
    """

    players: int = option(4, "SHEYTUNAK-1", Whole(2, 10), meaning="how many play")
    first_dealer: int | None = first_dealer("SHEYTUNAK-1", 10)
    again_on_pair: bool = option(False, "SHEYTUNAK-3", meaning="who has made a pair and still has cards takes once more")

    def __attrs_post_init__(self) -> None:
        if self.first_dealer is not None and self.first_dealer >= self.players:
            raise ConfigError("first_dealer", self.first_dealer, f"a seat from 0 to {self.players - 1}", "SHEYTUNAK-1")


# -- the pack -----------------------------------------------------------------------------------------------------------

PACK: Final = CARDS[:53]
"""The 52 cards and the black joker (SHEYTUNAK-1)."""

_FULL: Final = mask_of(PACK)
_JOKER: Final = BLACK_JOKER.bit
_ALIKE: Final = tuple(mask_of(card for card in PACK if card.rank is one.rank) for one in PACK)
"""By number of a card: the cards of its rank, itself too."""

_RANKS: Final = (*_ALIKE[:13], _JOKER)


def _pairs_in(hand: Mask) -> Mask:
    """The cards that are laid out of a hand: of each rank two or four, of three the two first (SHEYTUNAK-2)."""
    laid = 0
    for of_rank in _RANKS:
        alike = hand & of_rank
        if alike.bit_count() % 2:
            alike ^= 1 << alike.bit_length() - 1
        laid |= alike
    return laid


def _never_held(laid: Mask) -> Mask:
    """The cards that were not in a hand out of which the deal laid these: one that comes before the second of a pair would have
    gone in its place (SHEYTUNAK-2)."""
    lacks = 0
    for of_rank in _RANKS:
        if pair := laid & of_rank:
            lacks |= of_rank & ~pair & (1 << pair.bit_length() - 1) - 1
    return lacks


# -- actions ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Take:
    """Chance: the card that a player takes unseen from another's hand (SHEYTUNAK-3)."""

    card: Card


Action: TypeAlias = ChooseDealer | Deal | Take


@attrs.frozen
class DealtOut:
    """Event: the pack has been dealt and the pairs laid out: `laid`, by seat; `hand` are the cards left to the seat, none for a
    spectator (SHEYTUNAK-2, SHEYTUNAK-6)."""

    hand: CardSet
    laid: tuple[CardSet, ...]


@attrs.frozen
class Taken:
    """Event: a card has been taken; `card` is it for the two who have seen it, None for the others; `pair` are the cards that were
    laid out then, none if it made no pair (SHEYTUNAK-3, SHEYTUNAK-D1)."""

    card: Card | None
    pair: CardSet


Event: TypeAlias = ChooseDealer | DealtOut | Taken

# -- what lasts ---------------------------------------------------------------------------------------------------------

_LINEUPS: Final = {players: as_seated(players) for players in _PLAYERS}


@attrs.frozen
class Row:
    """The game on the score sheet: `out` are all players in the order in which they went out, who is left with the joker last;
    `pairs` are, by seat, how many pairs a player has laid out."""

    dealer: Seat
    out: tuple[Seat, ...]
    pairs: tuple[int, ...]

    @property
    def titles(self) -> tuple[Title, ...]:
        """By seat (SHEYTUNAK-4): the first out is shah, the last dozd, who goes out before him jallad, the others viziers."""
        viziers, jallad = len(self.out) - 3, [Title.JALLAD] * (len(self.out) > 2)
        called = dict(zip(self.out, [Title.SHAH, *[Title.VIZIER] * viziers, *jallad, Title.DOZD], strict=True))
        return tuple(called[seat] for seat in sorted(called))


@attrs.frozen(cache_hash=True)
class Standing:
    """What all phases have, all of it public. `dealer` is None until one has been chosen; the sheet has its one row at the end."""

    config: Config
    dealer: Seat | None = None
    sheet: tuple[Row, ...] = ()

    @property
    def lineup(self) -> Lineup:
        """The players in order of play: as they are numbered."""
        return _LINEUPS[self.config.players]


# -- the phases ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class DrawDealer:
    """The first dealer is found by lot (SHEYTUNAK-1)."""

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
    """The pack is being shuffled (SHEYTUNAK-1)."""

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
class Taking:
    """The `taker` takes a card from the `giver` (SHEYTUNAK-3). By seat: `hands`; `laid`, the cards that each has laid out; `lacks`,
    the cards still in play that all know not to be in a hand. `out` are those without cards, in the order of going out."""

    standing: Standing
    hands: tuple[Mask, ...] = attrs.field(repr=masks_text)
    laid: tuple[Mask, ...] = attrs.field(repr=masks_text)
    lacks: tuple[Mask, ...] = attrs.field(repr=masks_text)
    out: tuple[Seat, ...]
    taker: Seat
    giver: Seat

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: a card is taken unseen."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.hands[check_seat(seat, len(self.hands))])


@attrs.frozen
class MatchOver:
    """Only the joker was left: the game is over (SHEYTUNAK-5)."""

    standing: Standing

    @property
    def actor(self) -> None:
        """None: nobody acts any more."""
        return None

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards: they have been gathered (GEN-10)."""
        return no_hand(seat, self.standing.config.players)


State: TypeAlias = DrawDealer | AwaitDeal | Taking | MatchOver

_taking: Final = maker(Taking)


def seats(config: Config) -> int:
    """How many players: two to ten.

    >>> seats(Config(players=3))
    3
    """
    return config.players


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Everybody plays for himself."""
    return tuple((seat,) for seat in state.standing.lineup.order)


def initial_state(config: Config = Config()) -> State:
    """The state in which a game begins: the lot for the dealer, or the deal where he is given (SHEYTUNAK-1).

    >>> initial_state(Config(first_dealer=2)).dealer
    2
    """
    if config.first_dealer is None:
        return DrawDealer(Standing(config))
    dealer = Seat(config.first_dealer)
    return AwaitDeal(Standing(config, dealer), dealer)


# -- the deal -----------------------------------------------------------------------------------------------------------

_SHUFFLES: Final = Permutations(Deal, PACK)
_LOTS: Final = {players: dealer_lots(players) for players in _PLAYERS}
_LAYOUTS: Final = {players: Layout(tuple(place % players for place in range(53))) for players in _PLAYERS}


def layout(config: Config) -> Layout:
    """How the pack is dealt: one card at a time, turn 0 the dealer's right, until there is none left (SHEYTUNAK-1).

    >>> layout(Config(players=3)).entries[:4]
    (0, 1, 2, 0)
    """
    return _LAYOUTS[config.players]


def _dealt(state: AwaitDeal, pack: tuple[Card, ...]) -> tuple[Mask, ...] | None:
    """By seat: the cards dealt (SHEYTUNAK-1). None if it is not the pack."""
    bits = bits_of(pack, _FULL)
    if bits is None:
        return None
    standing = state.standing
    return layout(standing.config).masks(bits, standing.lineup.turn[standing.lineup.next[state.dealer]])


def _deal(state: AwaitDeal, dealt: tuple[Mask, ...]) -> Taking | MatchOver:
    """SHEYTUNAK-2 to SHEYTUNAK-5: pairs are laid out; who has no cards now is out, in order from the dealer's right; the first who
    has some takes."""
    standing, lineup = state.standing, state.standing.lineup
    laid = tuple(map(_pairs_in, dealt))
    hands = tuple(all_cards ^ pairs for all_cards, pairs in zip(dealt, laid, strict=True))
    from_right = lineup.after[state.dealer]
    out = tuple(seat for seat in from_right if not hands[seat])
    left = sum(hands)
    if left == _JOKER:
        return _end(standing, laid, (*out, Seat(hands.index(_JOKER))))
    taker = next(seat for seat in from_right if hands[seat])
    lacks = tuple(_never_held(pairs) & left for pairs in laid)
    return _taking(standing, hands, laid, lacks, out, taker, _next_with_cards(lineup, taker, hands))


def _next_with_cards(lineup: Lineup, seat: Seat, hands: Sequence[Mask]) -> Seat:
    """The next to the right of a seat who has cards (SHEYTUNAK-3); the seat itself if no other has any."""
    after = lineup.next
    other = after[seat]
    while not hands[other] and other != seat:
        other = after[other]
    return other


def deal_for(state: State, hands: Mapping[int, str | Iterable[Card]]) -> Deal:
    """A `Deal` that gives the seats the named cards, in the order in which they fall, pairs and all (SHEYTUNAK-1).

    `hands` are texts or cards by seat; whatever is not named follows in the order of the pack. Raises ValueError unless a deal is
    due in `state`, or for cards that cannot be dealt so, and LookupError for an unknown seat.

    >>> state = initial_state(Config(players=10, first_dealer=9))
    >>> apply(state, deal_for(state, {0: "7H BJ 7C 7S KD AS"})).hand(0)
    CardSet.parse('KD 7S AS BJ')
    """
    if not isinstance(state, AwaitDeal):
        raise ValueError(f"no deal is due in the phase {type(state).__name__}")
    standing = state.standing
    turn = standing.lineup.turn[standing.lineup.next[state.dealer]]
    return Deal(layout(standing.config).arrange(PACK, turn, hands))


# -- what is legal ------------------------------------------------------------------------------------------------------

_TAKES: Final = tuple(map(Take, PACK))


def legal_actions(state: State) -> ActionSet[Action]:
    """What may happen now, each alike likely, in a fixed order; empty when the game is over.

    Seats go up; cards are in the order of GEN-3. SHEYTUNAK-1, SHEYTUNAK-3.

    >>> state = initial_state(Config(first_dealer=0))
    >>> legal_actions(apply(state, Deal(PACK))).size
    13
    """
    match state:
        case Taking():
            return Listed([_TAKES[card.index] for card in cards_of(state.hands[state.giver])])
        case AwaitDeal():
            return _SHUFFLES
        case DrawDealer():
            return _LOTS[state.standing.config.players]
        case MatchOver():
            return NOTHING
        case _:
            assert_never(state)


def violation(state: State, action: object) -> Violation | None:
    """Why an action is not legal; None exactly for the members of `legal_actions(state)` (GEN-5). `action` may be anything.

    >>> print(violation(initial_state(Config(first_dealer=0)), Take(BLACK_JOKER)))
    the pack must be dealt now (SHEYTUNAK-1)
    """
    if type(action) not in _ACTIONS:
        return Violation("GEN-5", f"{shown(action)} is not an action of sheytunak")
    match state:
        case Taking():
            if type(action) is not Take:
                return Violation("SHEYTUNAK-3", f"a card must be taken now, by seat {state.taker} from seat {state.giver}")
            return _card_violation(state, action.card)
        case AwaitDeal():
            if type(action) is not Deal:
                return Violation("SHEYTUNAK-1", "the pack must be dealt now")
            return pack_violation(action, _SHUFFLES)
        case DrawDealer():
            players = state.standing.config.players
            lot = f"the lot must fall on a dealer now, seat 0 to {players - 1}"
            return None if action in _LOTS[players] else Violation("SHEYTUNAK-1", lot)
        case MatchOver():
            return Violation("GEN-8", "the game is over")
        case _:
            assert_never(state)


def _card_violation(state: Taking, card: object) -> Violation | None:
    """Why a card cannot be the one that is taken: SHEYTUNAK-3."""
    if type(card) is not Card:
        return Violation("GEN-5", f"{shown(card)} is not a card")
    if state.hands[state.giver] & card.bit:
        return None
    return Violation("SHEYTUNAK-3", f"seat {state.taker} takes from seat {state.giver}, who does not hold {card}")


# -- what an action does ------------------------------------------------------------------------------------------------


def apply(state: State, action: Action) -> State:
    """The state that an action leads to; the old one is untouched. Raises IllegalAction for what is not legal (GEN-5).

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(PACK))
    >>> state.taker, state.giver
    (1, 2)
    >>> apply(state, Take(next(iter(state.hand(2))))).taker
    2
    """
    match state:
        case Taking():
            if type(action) is Take and type(action.card) is Card and state.hands[state.giver] & action.card.bit:
                return _take(state, action.card)
        case AwaitDeal():
            if type(action) is Deal and (dealt := _dealt(state, action.pack)) is not None:
                return _deal(state, dealt)
        case DrawDealer():
            if type(action) is ChooseDealer and action in _LOTS[state.standing.config.players]:
                return AwaitDeal(attrs.evolve(state.standing, dealer=action.seat), action.seat)
        case MatchOver():
            pass
        case _:
            assert_never(state)
    raise refusal(state, action, violation, legal_actions)


def _take(state: Taking, card: Card) -> Taking | MatchOver:
    """SHEYTUNAK-2 to SHEYTUNAK-5: the card is taken and a pair laid out; who has no cards now is out, the taker first; the turn
    passes to the next with cards, unless the taker takes again."""
    standing, taker, giver = state.standing, state.taker, state.giver
    lineup, hands, laid, lacks, out = standing.lineup, list(state.hands), state.laid, state.lacks, state.out
    hands[giver] ^= card.bit
    mate = hands[taker] & _ALIKE[card.index]
    if mate:
        hands[taker] ^= mate
        laid = laid[:taker] + (laid[taker] | mate | card.bit,) + laid[taker + 1 :]
        left = sum(hands)
        if not hands[taker]:
            out += (taker,)
        if not hands[giver]:
            out += (giver,)
        if left == _JOKER:
            return _end(standing, laid, (*out, Seat(hands.index(_JOKER))))
        gone = _ALIKE[card.index]
        lacks = tuple([(mask | gone if seat in (taker, giver) else mask) & left for seat, mask in enumerate(lacks)])
    else:
        hands[taker] |= card.bit
        lacks = lacks[:taker] + (lacks[taker] & lacks[giver],) + lacks[taker + 1 :]
        if not hands[giver]:
            out += (giver,)
    if not (mate and hands[taker] and standing.config.again_on_pair):
        taker = _next_with_cards(lineup, taker, hands)
    return _taking(standing, tuple(hands), laid, lacks, out, taker, _next_with_cards(lineup, taker, hands))


def _end(standing: Standing, laid: tuple[Mask, ...], out: tuple[Seat, ...]) -> MatchOver:
    """SHEYTUNAK-5, GEN-8: the game is entered on the sheet."""
    assert standing.dealer is not None
    row = Row(standing.dealer, out, tuple(mask.bit_count() // 2 for mask in laid))
    return MatchOver(attrs.evolve(standing, sheet=(row,)))


def outcome(state: State) -> Outcome | None:
    """The end of the game; None while it goes on. There are no scores; places are in the order of going out, and the shah has won
    (SHEYTUNAK-4, GEN-8)."""
    if not isinstance(state, MatchOver):
        return None
    (row,) = state.standing.sheet
    return Outcome(None, tuple(row.out.index(seat) + 1 for seat in sorted(row.out)), row.out[:1], row.titles)


def tally(state: State) -> dict[str, int]:
    """What has happened so far: hands (the one, when it is over), pairs laid out, and players who are out (the last one too)."""
    if isinstance(state, Taking):
        return {"hands": 0, "pairs": sum(state.laid).bit_count() // 2, "out": len(state.out)}
    sheet = state.standing.sheet
    return {"hands": len(sheet), "pairs": sum(sum(row.pairs) for row in sheet), "out": sum(len(row.out) for row in sheet)}


def places(state: State) -> dict[str, tuple[Card, ...]]:
    """Every place that has cards in it: the hands, what the seats have laid out, the pack."""
    match state:
        case DrawDealer() | AwaitDeal() | MatchOver():
            return {"pack": PACK}
        case Taking():
            hands = {f"hand {seat}": cards_of(mask) for seat, mask in enumerate(state.hands)}
            return hands | {f"pairs {seat}": cards_of(mask) for seat, mask in enumerate(state.laid)}
        case _:
            assert_never(state)


# -- what a seat sees ---------------------------------------------------------------------------------------------------


class Phase(Enum):
    """What the table is doing."""

    DRAW_DEALER = "drawing the dealer"
    AWAIT_DEAL = "shuffling"
    TAKING = "taking"
    MATCH_OVER = "over"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(weakref_slot=False)
class View:
    """What a seat may see, a spectator where `seat` is None: the standing, his own cards, and what all see (SHEYTUNAK-6).

    By seat: `counts`, how many cards it holds; `laid`, the cards that it has laid out; `lacks`, the cards still in play that all
    know not to be in its hand. `out` are those without cards, in the order of going out; `taker` is who takes next, if anybody.
    """

    seat: Seat | None
    actor: Actor
    phase: Phase
    standing: Standing
    own: Mask = attrs.field(repr=mask_text)
    counts: tuple[int, ...]
    laid: tuple[Mask, ...] = attrs.field(repr=masks_text)
    lacks: tuple[Mask, ...] = attrs.field(repr=masks_text)
    out: tuple[Seat, ...]
    taker: Seat | None

    @property
    def hand(self) -> CardSet:
        """The seat's own cards; none for a spectator."""
        return CardSet.of_mask(self.own)

    @property
    def legal(self) -> ActionSet[Action]:
        """Nothing: no player ever decides (SHEYTUNAK-3)."""
        return NOTHING

    @property
    def giver(self) -> Seat | None:
        """From whom a card is taken next; None if none is."""
        return None if self.taker is None else _next_with_cards(self.standing.lineup, self.taker, self.counts)

    @property
    def pairs(self) -> tuple[CardSet, ...]:
        """By seat: the cards that it has laid out."""
        return tuple(map(CardSet.of_mask, self.laid))

    def __str__(self) -> str:
        lines = [str(self.phase)]
        for row in self.standing.sheet:
            lines += [f"seat {seat}: {row.titles[seat].value}" for seat in row.out]
        if self.taker is not None:
            lines[0] += f"; seat {self.taker} takes a card from seat {self.giver}"
            for seat, (count, pairs) in enumerate(zip(self.counts, self.pairs, strict=True)):
                place = f"out ({self.out.index(Seat(seat)) + 1})" if seat in self.out else counted(count, "card")
                lines.append(f"seat {seat}: {place}; laid out: {pairs}")
        if self.own:
            lines.append(f"your hand: {self.hand}")
        return "\n".join(lines)


_view: Final = maker(View)


def view(state: State, seat: int | None) -> View:
    """What a seat may see of a state, or a spectator for None. Raises LookupError for an unknown seat.

    >>> state = initial_state(Config(players=10, first_dealer=9))
    >>> view(apply(state, Deal(PACK)), 0).hand
    CardSet.parse('2C QC 9D 6H 3S KS')
    """
    standing = state.standing
    whose = None if seat is None else check_seat(seat, standing.config.players)
    none = (0,) * standing.config.players
    match state:
        case Taking():
            own = 0 if whose is None else state.hands[whose]
            counts = tuple([hand.bit_count() for hand in state.hands])
            return _view(whose, CHANCE, Phase.TAKING, standing, own, counts, state.laid, state.lacks, state.out, state.taker)
        case DrawDealer():
            return _view(whose, CHANCE, Phase.DRAW_DEALER, standing, 0, none, none, none, (), None)
        case AwaitDeal():
            return _view(whose, CHANCE, Phase.AWAIT_DEAL, standing, 0, none, none, none, (), None)
        case MatchOver():
            return _view(whose, None, Phase.MATCH_OVER, standing, 0, none, none, none, (), None)
        case _:
            assert_never(state)


def seen(state: State, action: Action, seat: int | None) -> Event:
    """What a seat (a spectator for None) notices of a legal action: the action itself where it is public, else its public part.

    Of a deal it notices the pairs laid out, and the cards that are left to it; of a take the pair that it has made, and, if it is
    the one who takes or is taken from, which card it is (SHEYTUNAK-3, SHEYTUNAK-6). Raises IllegalAction for an action that is not
    legal and LookupError for an unknown seat.

    >>> seen(initial_state(Config(players=10, first_dealer=9)), Deal(PACK), 3).hand
    CardSet.parse('5C 2D QD 9H 6S')
    """
    whose = None if seat is None else check_seat(seat, state.standing.config.players)
    if violation(state, action) is not None:
        raise refusal(state, action, violation, legal_actions)
    if isinstance(state, AwaitDeal) and isinstance(action, Deal):
        dealt = _dealt(state, action.pack)
        assert dealt is not None
        own = NO_CARDS if whose is None else CardSet.of_mask(dealt[whose] & ~_pairs_in(dealt[whose]))
        return DealtOut(own, tuple(CardSet.of_mask(_pairs_in(hand)) for hand in dealt))
    if isinstance(state, Taking) and isinstance(action, Take):
        mate = state.hands[state.taker] & _ALIKE[action.card.index]
        knows = whose is not None and whose in (state.taker, state.giver)
        return Taken(action.card if knows else None, CardSet.of_mask(mate | action.card.bit) if mate else NO_CARDS)
    assert isinstance(action, ChooseDealer)
    return action


# -- what a seat may imagine --------------------------------------------------------------------------------------------


@final
@attrs.frozen
class Singles:
    """All ways to lay every card into hands with this much `room`, exactly filling them, so that no hand has two cards of one rank
    or a card that it `lacks` (SHEYTUNAK-2).

    The ranks of which a hand lacks a card are `bound`; they are counted one after another, by the rooms that they may leave. Hands
    that are alike are kept by room, since it does not matter which is which: those that lack nothing of later ranks, and those that
    each lack the same of one rank, which no other hand lacks. The other ranks are `free`: for them all hands are alike.

    >>> cards = CardSet.parse("5D 5S BJ")
    >>> Singles(cards.mask, (2, 1), (0, 0)).size, Singles(cards.mask, (2, 1), (0, CardSet.parse("5D").mask)).size
    (2, 1)
    """

    cards: Mask = attrs.field(repr=mask_text)
    room: tuple[int, ...]
    lacks: tuple[Mask, ...] = attrs.field(repr=masks_text)

    @cached_property
    def _lackers(self) -> dict[Mask, tuple[int, ...]]:
        """For the cards of each bound rank: the places that have room and lack some of them."""
        ranks = (of_rank & self.cards for of_rank in _RANKS)
        found = {rank: tuple(place for place, room in enumerate(self.room) if room and self.lacks[place] & rank) for rank in ranks}
        return {rank: places for rank, places in found.items() if places}

    @cached_property
    def _alone(self) -> dict[int, Mask]:
        """The cards of the bound rank of each place that lacks some of one rank only, which no other place lacks."""
        lacking = Counter(place for places in self._lackers.values() for place in places)
        return {places[0]: rank for rank, places in self._lackers.items() if len(places) == 1 == lacking[places[0]]}

    def _kind(self, place: int) -> object:
        """What is equal for places that are alike while they lack something."""
        rank = self._alone.get(place)
        return place if rank is None else tuple(bool(card.bit & self.lacks[place]) for card in cards_of(rank))

    @cached_property
    def _bound(self) -> tuple[Mask, ...]:
        """The cards of each bound rank, in the order in which they are laid: last those that one place alone lacks, alike ones side
        by side; before them the others, such that few places need be told apart for long."""

        def key(rank: Mask) -> tuple[object, ...]:
            places = self._lackers[rank]
            return (True, self._kind(places[0]), self.room[places[0]]) if places[0] in self._alone else (False, places)

        return tuple(sorted(self._lackers, key=key))

    @cached_property
    def _free(self) -> tuple[Mask, ...]:
        """The cards of each free rank, in the order in which they are laid: of which there are more first."""
        cards = self.cards & ~sum(self._bound)
        return tuple(sorted((of_rank & cards for of_rank in _RANKS if of_rank & cards), key=int.bit_count, reverse=True))

    @cached_property
    def _places(self) -> tuple[int, ...]:
        """The places that have room, in the order in which rooms are kept: those first that lack something longest."""
        until = {place: at for at, rank in enumerate(self._bound, 1) for place in self._lackers[rank]}
        found = (place for place, room in enumerate(self.room) if room)
        return tuple(sorted(found, key=lambda place: (-until.get(place, 0), -self.room[place])))

    @cached_property
    def _lacking(self) -> tuple[int, ...]:
        """How many places, the first ones, lack something of the bound ranks from each number on."""
        later = ({place for rank in self._bound[at:] for place in self._lackers[rank]} for at in range(len(self._bound) + 1))
        return tuple(map(len, later))

    @cached_property
    def _like_before(self) -> tuple[tuple[bool, ...], ...]:
        """By bound rank and place: whether the place is like the one before it, but for its room."""
        found = []
        for at, rank in enumerate(self._bound):
            kinds = [self._kind(place) if spot < self._lacking[at + 1] else None for spot, place in enumerate(self._places)]
            for place in self._lackers[rank]:
                kinds[self._places.index(place)] = place
            found.append((False, *map(eq, kinds, kinds[1:])))
        return tuple(found)

    @cached_property
    def _spots(self) -> tuple[tuple[tuple[tuple[int, ...], int], ...], ...]:
        """By bound rank: where among the places its cards may lie, the last place first, and in how many ways."""
        every = range(len(self._places))
        return tuple(tuple(Counter(self._sorted_spots(rank, every)).items()) for rank in self._bound)

    def _sorted_spots(self, rank: Mask, every: Iterable[int]) -> Iterator[tuple[int, ...]]:
        for spots in permutations(every, rank.bit_count()):
            if self._may_lie(rank, spots, self._places):
                yield tuple(sorted(spots, reverse=True))

    def _may_lie(self, rank: Mask, spots: Sequence[int], places: Sequence[int]) -> bool:
        return not any(self.lacks[places[spot]] & card.bit for spot, card in zip(spots, cards_of(rank), strict=True))

    @cached_property
    def _counted(self) -> dict[tuple[int, ...], int]:
        return {}

    @property
    def size(self) -> int:
        """How many, exactly; 0 if the cards do not fit."""
        return self._count(0, tuple(self.room[place] for place in self._places))

    def _count(self, at: int, rooms: tuple[int, ...]) -> int:
        """The ways to lay the bound ranks from number `at` on, and the free ones, into what room is left."""
        if at == len(self._bound):
            return _ways(_levels(rooms), tuple(map(int.bit_count, self._free)))
        ways = self._counted.get((at, *rooms))
        if ways is None:
            ways = sum(here * self._count(at + 1, after) for _, here, after in self._laid(at, rooms))
            self._counted[at, *rooms] = ways
        return ways

    def _alike(self, at: int, rooms: Sequence[int]) -> list[int]:
        """By place: how many places that are just like it come before it."""
        before = 0
        found = []
        for spot, like in enumerate(self._like_before[at]):
            before = before + 1 if like and rooms[spot] == rooms[spot - 1] else 0
            found.append(before)
        return found

    def _laid(self, at: int, rooms: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int, tuple[int, ...]]]:
        """Where the cards of bound rank number `at` may lie, in how many ways, and the rooms after that. Of places that are just
        alike the last ones stand for any of them; so rooms remain in their order."""
        before = self._alike(at, rooms)
        lacking = self._lacking[at + 1]
        for spots, here in self._spots[at]:
            after, ways, last, chosen = list(rooms), here, -1, 0
            for spot in spots:
                chosen = chosen + 1 if spot + 1 == last and before[last] else 1
                if not rooms[spot] or (chosen == 1 and before[spot + 1 : spot + 2] == [before[spot] + 1]):
                    break
                ways = ways * (before[spot] + 1) // chosen
                after[spot] -= 1
                last = spot
            else:
                yield spots, ways, (*after[:lacking], *sorted(after[lacking:], reverse=True))

    def sample(self, rng: Random) -> list[Mask]:
        """The masks of the cards in each hand, every way equally likely; ValueError if there is none."""
        if not self.size:
            raise ValueError("no deal of the unseen cards fits what has been shown")
        filled, places = [0] * len(self.room), list(self._places)
        rooms = tuple(self.room[place] for place in places)
        for at, bound in enumerate(self._bound):
            for spot, before in enumerate(self._alike(at, rooms)):
                other = spot - below(rng, before + 1)
                places[spot], places[other] = places[other], places[spot]
            rank = self._alone.get(places[self._places.index(self._lackers[bound][0])], bound)  # alike places may have changed over
            spots = picked(rng, ((spots, here * self._count(at + 1, after)) for spots, here, after in self._laid(at, rooms)))
            orders = [(order, 1) for order in permutations(spots) if self._may_lie(rank, order, places)]
            left = list(rooms)
            for spot, card in zip(picked(rng, orders), cards_of(rank), strict=True):
                filled[places[spot]] |= card.bit
                left[spot] -= 1
            lacking = self._lacking[at + 1]
            order = [*range(lacking), *sorted(range(lacking, len(places)), key=lambda spot: -left[spot])]
            places, rooms = [places[spot] for spot in order], tuple([left[spot] for spot in order])
        free = tuple(map(int.bit_count, self._free))
        left = list(rooms)
        for number, rank in enumerate(self._free):
            rooms, cards = tuple(left), list(cards_of(rank))
            levels = _levels(rooms)
            weighed = ((taken, here * _ways(after, free[number + 1 :])) for taken, here, after in _takers(levels, free[number]))
            for room, count in zip(range(len(levels), 0, -1), picked(rng, weighed), strict=True):
                with_room = [spot for spot, there in enumerate(rooms) if there == room]
                for _ in range(count):
                    spot = with_room.pop(below(rng, len(with_room)))
                    filled[places[spot]] |= cards.pop(below(rng, len(cards))).bit
                    left[spot] -= 1
        return filled


_Levels: TypeAlias = tuple[int, ...]
"""How many hands have how much room: those with most first, those with room for one card last."""


def _levels(rooms: tuple[int, ...]) -> _Levels:
    return tuple([rooms.count(room) for room in range(max(rooms, default=0), 0, -1)])


@lru_cache(maxsize=2**15)
def _ways(levels: _Levels, free: tuple[int, ...]) -> int:
    """The ways to lay ranks with so many cards each into hands that lack nothing."""
    if len(levels) > len(free):
        return 0
    if not free:
        return 1
    return sum(here * _ways(after, free[1:]) for _, here, after in _takers(levels, free[0]))


def _takers(levels: _Levels, cards: int) -> list[tuple[tuple[int, ...], int, _Levels]]:
    """How many hands of each level may take the cards of a rank, in how many ways, and the levels after that."""
    found: list[tuple[tuple[int, ...], int, int, _Levels]] = [((0,), cards, factorial(cards), ())]
    below_it = sum(levels)
    for hands in levels:
        below_it -= hands
        found = [
            (taken + (more,), left - more, ways * comb(hands, more), after + (hands - more + taken[-1],))
            for taken, left, ways, after in found
            for more in range(max(0, left - below_it), min(left, hands) + 1)
        ]
    return [(taken[1:], ways, after if all(after[:1]) else after[1:]) for taken, left, ways, after in found if not left]


_singles: Final = lru_cache(maxsize=64)(Singles)
"""Equal ones are one object, which has counted them already."""


def worlds(view: View) -> Worlds[State]:
    """The states that fit a view, each equally likely: all ways to spread the unseen cards over the other hands but those that the
    rules and the public play have ruled out.

    - No hand has two cards of one rank: a pair would have been laid out (SHEYTUNAK-2).
    - Of three of a rank the two first have gone by the deal: who laid out the sevens of clubs and hearts did not hold the seven of
      diamonds (SHEYTUNAK-2). Who takes a card lacks from then on only what the other lacked too (SHEYTUNAK-3).
    - Who has just made a pair, and who the card was taken from, held one card of its rank each, and so has none now (SHEYTUNAK-2).

    A view does not remember which cards its seat has seen come and go (SHEYTUNAK-6, SHEYTUNAK-D2).

    >>> state = initial_state(Config(players=3, first_dealer=0))
    >>> worlds(view(apply(state, Deal(PACK)), 0)).size
    16
    """
    if view.phase is not Phase.TAKING:
        return Worlds(_singles(0, (), ()), partial(_public, view))
    unseen = _FULL & ~view.own & ~sum(view.laid)
    room = tuple(0 if seat == view.seat else count for seat, count in enumerate(view.counts))
    return Worlds(_singles(unseen, room, view.lacks), partial(_in_play, view))


def _in_play(view: View, filled: Sequence[Mask]) -> State:
    hands = tuple(view.own if seat == view.seat else mask for seat, mask in enumerate(filled))
    assert view.taker is not None
    assert view.giver is not None
    return Taking(view.standing, hands, view.laid, view.lacks, view.out, view.taker, view.giver)


def _public(view: View, filled: Sequence[Mask]) -> State:
    standing = view.standing
    if view.phase is Phase.MATCH_OVER:
        return MatchOver(standing)
    return DrawDealer(standing) if standing.dealer is None else AwaitDeal(standing, standing.dealer)


# -- the game -----------------------------------------------------------------------------------------------------------

_ACTIONS: Final = (ChooseDealer, Deal, Take)

GAME: Final[Game[Config, State, Action, View, Event]] = Game(
    name="sheytunak",
    persian_name="شیطونک",
    rotation=Rotation.RIGHT,
    version=1,
    Config=Config,
    phases=(DrawDealer, AwaitDeal, Taking, MatchOver),
    actions=_ACTIONS,
    events=(ChooseDealer, DealtOut, Taken),
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
