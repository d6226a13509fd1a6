"""Euchre (فریب, Farib): four players in two teams with 24 cards, or five, each for himself, with 28; to the left.

Somebody makes trump, and with his partner tries to take three tricks of five; with five players he calls a card, and its holder is
his secret partner. The clauses (EUCHRE-1 to EUCHRE-25) are told in `docs/rules/euchre.md`.

>>> from random import Random
>>> from persian_cards.games import euchre
>>> rng = Random(7)
>>> state = euchre.initial_state(euchre.Config(players=5))
>>> while legal := euchre.legal_actions(state):
...     state = euchre.apply(state, legal.sample(rng))
>>> max(euchre.outcome(state).scores) >= 10
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
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
    ChooseDealer,
    Deal,
    DealtOpen,
    Listed,
    Pass,
    Permutations,
    Play,
    Ready,
    dealer_lots,
    exactly,
    one_of,
    pack_violation,
    plays,
    turn_told,
)
from persian_cards.cards import (
    CARDS,
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
    pack_from,
)
from persian_cards.errors import ConfigError, Violation, shown
from persian_cards.game import Game, Outcome, Rotation, refusal, team_outcome
from persian_cards.options import Whole, first_dealer, max_hands, option
from persian_cards.table import AS_SEATED, NO_CARDS, Layout, Lineup, Seat, as_seated, check_seat, no_hand, places_by
from persian_cards.tricks import Trick, by_seat, on_table, seated, tricks_taken
from persian_cards.worlds import Bar, CardClass, Fillings, Without, Worlds

__all__ = [
    "GAME", "Action", "AwaitDeal", "CallPartner", "Calling", "CardLaidDown", "ChooseDealer", "ClaimFarmersHand", "Claiming",
    "Config", "Contract", "Deal", "DealtOpen", "Discarding", "DrawDealer", "Event", "FarmersHand", "Hand", "LayDown",
    "MakeTrump", "MatchOver", "Naming", "Pass", "Phase", "Play", "PlayAlone", "Row", "Standing", "State", "TakeUp", "TrickPlay",
    "View", "apply", "deal_for", "determinize", "initial_state", "layout", "legal_actions", "outcome", "pack", "places", "seats",
    "seen", "sides", "submit", "tally", "trumps_of", "view", "violation", "worlds",
]  # fmt: skip

# -- the config ---------------------------------------------------------------------------------------------------------


class FarmersHand(Enum):
    """What becomes of a hand of the two lowest ranks alone (EUCHRE-3)."""

    AUTOMATIC = "automatic"
    CLAIM = "claim"
    OFF = "off"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(kw_only=True, cache_hash=True)
class Config:
    """The options of a match; ConfigError for what no table could play.

    >>> Config(players=6)
    Traceback (most recent call last):
    persian_cards.errors.ConfigError: players must be a whole number from 4 to 5, not 6 (EUCHRE-1)
    """

    players: int = option(4, "EUCHRE-1", Whole(4, 5), meaning="four in two teams, or five, each for himself")
    first_dealer: int | None = first_dealer("EUCHRE-1", 5)
    farmers_hand: FarmersHand = option(
        FarmersHand.AUTOMATIC, "EUCHRE-3", meaning="a new deal for a hand of the two lowest ranks alone"
    )
    stick_the_dealer: bool = option(True, "EUCHRE-7", meaning="when all others have passed twice, the dealer must name a suit")
    alone: bool = option(True, "EUCHRE-9", meaning="who makes trump may play alone")
    euchre: int = option(2, "EUCHRE-11", Whole(0), meaning="points of the defenders for three or four tricks")
    march_by_defenders: int = option(4, "EUCHRE-11", Whole(0), meaning="points of the defenders for all five tricks")
    target: int = option(10, "EUCHRE-12", Whole(1), meaning="the total that wins the match")
    max_hands: int | None = max_hands()

    def __attrs_post_init__(self) -> None:
        if self.first_dealer is not None and self.first_dealer >= self.players:
            raise ConfigError("first_dealer", self.first_dealer, f"a seat from 0 to {self.players - 1}", "EUCHRE-1")


# -- actions ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class ClaimFarmersHand:
    """A player claims a new deal for his farmer's hand (EUCHRE-3)."""


@attrs.frozen
class TakeUp:
    """The suit turned up is taken as trump, and the dealer takes up the card (EUCHRE-5), perhaps to play alone (EUCHRE-9)."""

    alone: bool = attrs.field(eq=exactly)


@attrs.frozen
class MakeTrump:
    """A suit other than that turned down is named trump (EUCHRE-6), perhaps to play alone (EUCHRE-9)."""

    suit: Suit
    alone: bool = attrs.field(eq=exactly)


@attrs.frozen
class CallPartner:
    """With five players: the holder of this card will be the maker's partner (EUCHRE-21)."""

    card: Card


@attrs.frozen
class PlayAlone:
    """With five players: the maker will have no partner (EUCHRE-22)."""


@attrs.frozen
class LayDown:
    """The dealer, who has taken up the card, lays one of his six face down (EUCHRE-5)."""

    card: Card


Action: TypeAlias = ChooseDealer | Deal | ClaimFarmersHand | Pass | TakeUp | MakeTrump | CallPartner | PlayAlone | LayDown | Play


@attrs.frozen
class CardLaidDown:
    """Event: the dealer has laid a card face down (EUCHRE-5)."""


Event: TypeAlias = (
    ChooseDealer
    | DealtOpen
    | ClaimFarmersHand
    | Pass
    | TakeUp
    | MakeTrump
    | CallPartner
    | PlayAlone
    | LayDown
    | CardLaidDown
    | Play
)

# -- the pack and the order of its cards --------------------------------------------------------------------------------

_PACKS: Final = {4: pack_from(Rank.NINE), 5: pack_from(Rank.EIGHT)}
_SHUFFLES: Final = {players: Permutations(Deal, cards) for players, cards in _PACKS.items()}
_FULL: Final = {players: mask_of(cards) for players, cards in _PACKS.items()}
_LOW: Final = {
    4: mask_of(c for c in CARDS if c.rank in (Rank.NINE, Rank.TEN)),
    5: mask_of(c for c in CARDS if c.rank in (Rank.EIGHT, Rank.NINE)),
}
_LOTS: Final = {players: dealer_lots(players) for players in _PACKS}
_LINEUPS: Final = {4: AS_SEATED, 5: as_seated(5)}
_SAME_COLOUR: Final = {
    Suit.CLUBS: Suit.SPADES,
    Suit.SPADES: Suit.CLUBS,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.HEARTS: Suit.DIAMONDS,
}


def pack(config: Config) -> tuple[Card, ...]:
    """The cards of a table: nine to ace with four players, eight to ace with five (EUCHRE-1).

    >>> len(pack(Config())), len(pack(Config(players=5)))
    (24, 28)
    """
    return _PACKS[config.players]


@attrs.frozen
class _Order:
    """What the cards count as under one trump suit (EUCHRE-4): the masks of the trumps and of the bowers, and by index of a card
    the mask of the suit that it counts as."""

    trumps: int
    right: int
    left: int
    suit: tuple[int, ...]


def _order(trump: Suit) -> _Order:
    """EUCHRE-4: the other jack of the colour of trumps is a trump and not of its own suit, in every respect."""
    right, left = Card(trump, Rank.JACK).bit, Card(_SAME_COLOUR[trump], Rank.JACK).bit
    trumps = trump.mask | left
    return _Order(trumps, right, left, tuple(trumps if card.bit & trumps else card.suit_mask & ~left for card in CARDS))


_ORDER: Final = tuple(map(_order, SUITS))
"""By the order of the trump suit."""


def trumps_of(trump: Suit) -> CardSet:
    """All cards of the pack of 28 that count as trumps: the suit and the left bower (EUCHRE-4).

    >>> trumps_of(Suit.HEARTS)
    CardSet.parse('JD 8H 9H 10H JH QH KH AH')
    """
    return CardSet.of_mask(_ORDER[trump.order].trumps & _FULL[5])


def _takes(trick: Sequence[Card], order: _Order) -> int:
    """The place in the trick of the card that takes it (EUCHRE-4, EUCHRE-8)."""
    if len(trick) == 4:
        first, second, third, fourth = trick
        table = first.bit | second.bit | third.bit | fourth.bit
    else:
        table = mask_of(trick)
    trumps = table & order.trumps
    best = trumps & order.right or trumps & order.left or trumps if trumps else table & trick[0].suit_mask
    card = CARDS[best.bit_length() - 1]
    place = 0
    while trick[place] is not card:
        place += 1
    return place


# -- what lasts ---------------------------------------------------------------------------------------------------------


@attrs.frozen(cache_hash=True, weakref_slot=False)
class Contract:
    """What has been said of a hand: who made trump, whether the card turned up was taken, whether he chose to play alone, and with
    five players the card that he called (None: none yet, or alone)."""

    maker: Seat
    trump: Suit
    taken_up: bool
    alone: bool = False
    called: Card | None = None


@attrs.frozen(weakref_slot=False)
class Row:
    """A hand on the score sheet. `alone` is so for an unknowing lone maker too (EUCHRE-22); `partner` is the maker's with five
    players; `tricks`, `score` and `totals` (those after the hand) are by team with four players, by seat with five."""

    dealer: Seat
    contract: Contract
    alone: bool
    partner: Seat | None
    tricks: tuple[int, ...]
    score: tuple[int, ...]
    totals: tuple[int, ...]


@attrs.frozen(cache_hash=True, weakref_slot=False)
class Standing:
    """What lasts from hand to hand, all of it public; `totals` by team with four players, by seat with five. `dealer` is None until
    one has been chosen; `hands` counts those thrown in too (GEN-9)."""

    config: Config
    dealer: Seat | None
    totals: tuple[int, ...]
    hands: int = 0
    sheet: tuple[Row, ...] = ()

    @property
    def lineup(self) -> Lineup:
        """The players in order of play: as they are numbered."""
        return _LINEUPS[self.config.players]


@attrs.frozen(cache_hash=True, weakref_slot=False)
class Hand:
    """What is fixed while a hand is played; secret are `dealt`, the five cards of each (after the dealer's exchange, those of a
    player who sits out too), and `laid`, the card that the dealer has laid down."""

    standing: Standing
    dealer: Seat
    turned: Card
    contract: Contract
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)
    laid: Card | None
    order: _Order = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: _ORDER[new.contract.trump.order], takes_self=True)
    )
    suits: tuple[Mask, ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: new.order.suit, takes_self=True)
    )
    turns: tuple[tuple[Seat, ...], ...] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: _turns(new.standing, new.contract), takes_self=True)
    )
    players: int = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(lambda new: len(new.turns[0]), takes_self=True)
    )

    @property
    def leader(self) -> Seat:
        """Who leads to the first trick: the dealer's left, or the next if he sits out (EUCHRE-8, EUCHRE-9)."""
        return _leader(self.standing, self.dealer, self.contract)

    @property
    def partner(self) -> Seat | None:
        """With five players: who was dealt the card that was called; None for a lone maker (EUCHRE-21, EUCHRE-22)."""
        called = self.contract.called
        return None if called is None else next((Seat(seat) for seat, mask in enumerate(self.dealt) if mask & called.bit), None)


def _sitter(standing: Standing, contract: Contract) -> Seat | None:
    """The partner of a lone maker, of four players, who sits out (EUCHRE-9, EUCHRE-23)."""
    return AS_SEATED.turns[contract.maker][2] if contract.alone and standing.config.players == 4 else None


_TURNS_WITHOUT: Final = tuple(
    tuple(tuple(seat for seat in turn if seat != sitter) for turn in AS_SEATED.turns) for sitter in range(4)
)
"""By the one of four who sits out: by seat, all others from it on."""


def _turns(standing: Standing, contract: Contract) -> tuple[tuple[Seat, ...], ...]:
    """By seat: all who play, from it on; who sits out is not among them (EUCHRE-9)."""
    sitter = _sitter(standing, contract)
    return _LINEUPS[standing.config.players].turns if sitter is None else _TURNS_WITHOUT[sitter]


def _leader(standing: Standing, dealer: Seat, contract: Contract) -> Seat:
    return _turns(standing, contract)[standing.lineup.next[dealer]][0]


# -- the phases ---------------------------------------------------------------------------------------------------------


@attrs.frozen
class DrawDealer:
    """The first dealer is found by lot (EUCHRE-1)."""

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
    """The pack is being shuffled (EUCHRE-2)."""

    standing: Standing
    dealer: Seat

    @property
    def actor(self) -> Literal[Chance.CHANCE]:
        """CHANCE: the pack is dealt."""
        return CHANCE

    def hand(self, seat: int) -> CardSet:
        """Nobody holds cards."""
        return no_hand(seat, self.standing.config.players)


@attrs.frozen
class Claiming:
    """Before the first bid: each in turn may claim a farmer's hand; so many have `passed` (EUCHRE-3)."""

    standing: Standing
    dealer: Seat
    turned: Card
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)
    passed: int = 0

    @property
    def actor(self) -> Seat:
        """The next to be asked: the dealer's left first, the dealer last."""
        return self.standing.lineup.after[self.dealer][self.passed]

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.dealt[check_seat(seat, len(self.dealt))])


@final
@attrs.frozen(weakref_slot=False)
class Naming:
    """Trump is being made, in two rounds; so many have `passed`, and from the second round on the card is turned down (EUCHRE-5 to
    EUCHRE-7)."""

    standing: Standing
    dealer: Seat
    turned: Card
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)
    passed: int = 0

    @property
    def actor(self) -> Seat:
        """The next to take or name a suit or to pass: the dealer's left first, the dealer last."""
        players = len(self.dealt)
        return _LINEUPS[players].after[self.dealer][self.passed % players]

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.dealt[check_seat(seat, len(self.dealt))])


@attrs.frozen
class Calling:
    """With five players: the maker calls a partner's card or plays alone (EUCHRE-21, EUCHRE-22)."""

    standing: Standing
    dealer: Seat
    turned: Card
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)
    contract: Contract

    @property
    def actor(self) -> Seat:
        """The maker of trump."""
        return self.contract.maker

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds."""
        return CardSet.of_mask(self.dealt[check_seat(seat, len(self.dealt))])


@attrs.frozen(weakref_slot=False)
class Discarding:
    """The dealer has taken up the card and lays one of his six down (EUCHRE-5)."""

    standing: Standing
    dealer: Seat
    turned: Card
    dealt: tuple[Mask, ...] = attrs.field(repr=masks_text)
    contract: Contract

    @property
    def actor(self) -> Seat:
        """The dealer."""
        return self.dealer

    def hand(self, seat: int) -> CardSet:
        """The cards that a seat holds: the dealer six, and who sits out none."""
        whose = check_seat(seat, len(self.dealt))
        if whose == self.dealer:
            return CardSet.of_mask(_six(self))
        return NO_CARDS if whose == _sitter(self.standing, self.contract) else CardSet.of_mask(self.dealt[whose])


@final
@attrs.frozen(weakref_slot=False)
class TrickPlay:
    """A card is being played (EUCHRE-8): `left` are the cards in all hands, `trick` those on the table, `won` the tricks by seat,
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
        return CardSet.of_mask(self.fixed.dealt[check_seat(seat, len(self.fixed.dealt))] & self.left)


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


State: TypeAlias = DrawDealer | AwaitDeal | Claiming | Naming | Calling | Discarding | TrickPlay | MatchOver

_contract: Final = maker(Contract)
_row: Final = maker(Row)
_standing: Final = maker(Standing)
_hand: Final = maker(Hand)
_await_deal: Final = maker(AwaitDeal)
_naming: Final = maker(Naming)
_discarding: Final = maker(Discarding)
_trick_play: Final = maker(TrickPlay)


def seats(config: Config) -> int:
    """How many players: four or five.

    >>> seats(Config(players=5))
    5
    """
    return config.players


_SIDES: Final = {
    4: tuple(tuple(seat for seat in AS_SEATED.order if AS_SEATED.team[seat] == team) for team in (0, 1)),
    5: tuple((seat,) for seat in _LINEUPS[5].order),
}
"""Two teams of four players; five score each for himself (EUCHRE-20)."""

_SIDE_OF: Final = {4: AS_SEATED.team, 5: _LINEUPS[5].order}
"""By seat: the number of its side."""


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The seats of team 0 and of team 1; with five players everybody scores for himself (EUCHRE-20)."""
    return _SIDES[state.standing.config.players]


def initial_state(config: Config = Config()) -> State:
    """The state in which a match begins: the lot for the first dealer, or the first deal where he is given (EUCHRE-1).

    >>> initial_state(Config(first_dealer=2)).dealer
    2
    """
    nothing = (0,) * len(_SIDES[config.players])
    if config.first_dealer is None:
        return DrawDealer(Standing(config, None, nothing))
    dealer = Seat(config.first_dealer)
    return AwaitDeal(Standing(config, dealer, nothing), dealer)


# -- the deal -----------------------------------------------------------------------------------------------------------

_LAYOUTS: Final = {
    players: Layout.packets(players, 1, 1, 1, 1, 1) + Layout(("turned",) + ("left over",) * (len(cards) - 5 * players - 1))
    for players, cards in _PACKS.items()
}


def layout(config: Config) -> Layout:
    """How the pack is dealt: five cards each, one at a time, turn 0 the dealer's left; then the card turned up, and those left over
    (EUCHRE-2).

    >>> layout(Config()).entries[20:]
    ('turned', 'left over', 'left over', 'left over')
    """
    return _LAYOUTS[config.players]


def _is_farmers(hand: int, players: int) -> bool:
    """A hand of nines and tens alone; with five players of eights and nines (EUCHRE-3)."""
    return not hand & ~_LOW[players]


def _deal(state: AwaitDeal, cards: tuple[Card, ...]) -> AwaitDeal | Claiming | Naming | None:
    """EUCHRE-2, EUCHRE-3: the same state again where a farmer's hand has undone the deal. None if it is not the pack."""
    standing, dealer = state.standing, state.dealer
    config, players = standing.config, standing.config.players
    bits = bits_of(cards, _FULL[players])
    if bits is None:
        return None
    lineup = _LINEUPS[players]
    dealt = _LAYOUTS[players].masks(bits, lineup.turn[lineup.next[dealer]])
    turned = cards[5 * players]
    match config.farmers_hand:
        case FarmersHand.OFF:
            return _naming(standing, dealer, turned, dealt, 0)
        case FarmersHand.AUTOMATIC:
            low = _LOW[players]
            return state if any(not hand & ~low for hand in dealt) else _naming(standing, dealer, turned, dealt, 0)
        case FarmersHand.CLAIM:
            return Claiming(standing, dealer, turned, dealt)
        case _:
            assert_never(config.farmers_hand)


def deal_for(
    state: State,
    hands: Mapping[int, str | Iterable[Card]],
    *,
    turned: str | Iterable[Card] = (),
    left_over: str | Iterable[Card] = (),
) -> Deal:
    """A `Deal` that gives the seats the named cards, in the order in which they fall; `turned` is the card to turn up, `left_over`
    are those beneath it (EUCHRE-2).

    `hands` are texts or cards by seat; whatever is not named follows in the order of the pack. Raises ValueError unless a deal is
    due in `state`, or for cards that cannot be dealt so, and LookupError for an unknown seat.

    >>> state = initial_state(Config(first_dealer=3))
    >>> apply(state, deal_for(state, {0: "AS KS QS JS JC"}, turned="9H")).turned
    9H
    """
    if not isinstance(state, AwaitDeal):
        raise ValueError(f"no deal is due in the phase {type(state).__name__}")
    config, lineup = state.standing.config, state.standing.lineup
    turn = lineup.turn[lineup.next[state.dealer]]
    return Deal(layout(config).arrange(pack(config), turn, hands, {"turned": turned, "left over": left_over}))


# -- what is legal ------------------------------------------------------------------------------------------------------

_PASS: Final = Pass()
_CLAIMS: Final[Listed[Action]] = Listed((_PASS, ClaimFarmersHand()))
_ONLY_PASS: Final[Listed[Action]] = Listed((_PASS,))
_TAKE_UP: Final[dict[bool, Listed[Action]]] = {
    alone: Listed((_PASS, TakeUp(False), *((TakeUp(True),) if alone else ()))) for alone in (False, True)
}


def _second_round(down: Suit, alone: bool, stuck: bool) -> Listed[Action]:
    """EUCHRE-6, EUCHRE-7, EUCHRE-9: pass, unless stuck; or any suit but that turned down, with a partner and then alone."""
    lone = (False, True) if alone else (False,)
    named = [MakeTrump(suit, how) for suit in SUITS if suit is not down for how in lone]
    return Listed(named if stuck else [_PASS, *named])


_MAKE_TRUMP: Final = {
    (13 * at, alone, stuck): _second_round(down, alone, stuck)
    for at, down in enumerate(SUITS)
    for alone in (False, True)
    for stuck in (False, True)
}
"""By shift of the suit turned down."""

_CALLS: Final = tuple(map(CallPartner, CARDS))
_LAY_DOWNS: Final = Ready(LayDown)


def legal_actions(state: State) -> ActionSet[Action]:
    """What may be done now, in a fixed order; empty when the match is over.

    Passing comes first, then claiming, taking up with a partner and alone, suits in the order of GEN-3, each with a partner and
    then alone; cards in the order of GEN-3; playing alone after all cards to call. EUCHRE-3, EUCHRE-5 to EUCHRE-9, EUCHRE-21.

    >>> legal_actions(apply(initial_state(Config(first_dealer=0)), Deal(pack(Config()))))
    <3 actions: Pass(), TakeUp(alone=False), TakeUp(alone=True)>
    """
    if type(state) is TrickPlay:
        fixed = state.fixed
        hand = fixed.dealt[state.actor] & state.left
        trick = state.trick
        if trick and (follow := hand & fixed.suits[trick[0].index]):
            return READY_PLAYS[follow]
        return _any_card(hand, state.played)
    config = state.standing.config
    if type(state) is Naming:
        return _names(config, state.turned, state.passed)
    match state:
        case Discarding():
            return one_of(_LAY_DOWNS, _six(state))
        case Calling():
            return _calls(config, state.dealer, state.turned, state.contract, state.dealt[state.actor])
        case Claiming():
            return _claims(state.dealt[state.actor], config.players)
        case AwaitDeal():
            return _SHUFFLES[config.players]
        case DrawDealer():
            return _LOTS[config.players]
        case MatchOver():
            return NOTHING
        case _:
            assert_never(state)


def _any_card(hand: int, played: Sequence[Card]) -> ActionSet[Play]:
    """EUCHRE-8: any card of the hand. Hands of three cards, which are left after eight, are few enough to be kept ready."""
    return READY_PLAYS[hand] if len(played) >= 8 else plays(hand)


def _claims(hand: int, players: int) -> Listed[Action]:
    """EUCHRE-3."""
    return _CLAIMS if _is_farmers(hand, players) else _ONLY_PASS


def _names(config: Config, turned: Card, passed: int) -> Listed[Action]:
    """EUCHRE-5 to EUCHRE-7, EUCHRE-9; with five players nobody says alone in this breath (EUCHRE-21)."""
    alone = config.alone and config.players == 4
    if passed < config.players:
        return _TAKE_UP[alone]
    return _MAKE_TRUMP[turned.shift, alone, config.stick_the_dealer and passed == 2 * config.players - 1]


def _barred(dealer: Seat, turned: Card, contract: Contract, hand: int) -> int:
    """EUCHRE-22: a maker may not call a card of his own hand, nor, as a dealer who takes it up, the one turned up."""
    return hand | turned.bit if contract.taken_up and contract.maker == dealer else hand


def _calls(config: Config, dealer: Seat, turned: Card, contract: Contract, hand: int) -> Listed[Action]:
    """EUCHRE-21, EUCHRE-22: any other card of the pack; or alone."""
    barred = _barred(dealer, turned, contract, hand)
    calls: list[Action] = [_CALLS[card.index] for card in pack(config) if not card.bit & barred]
    return Listed([*calls, PlayAlone()] if config.alone else calls)


def violation(state: State, action: object) -> Violation | None:
    """Why an action is not legal; None exactly for the members of `legal_actions(state)` (GEN-5). `action` may be anything.

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(pack(Config())))
    >>> print(violation(state, MakeTrump(Suit.HEARTS, False)))
    seat 1 must take the turned-up spades as trump or pass (EUCHRE-5)
    """
    if type(action) not in _ACTIONS:
        return Violation("GEN-5", f"{shown(action)} is not an action of euchre")
    config = state.standing.config
    match state:
        case TrickPlay():
            if type(action) is not Play:
                return Violation("EUCHRE-8", f"seat {state.actor} must play a card now")
            return _card_violation(state, action.card)
        case Naming():
            return None if action in legal_actions(state) else _naming_violation(state, action)
        case Calling():
            return None if action in legal_actions(state) else _calling_violation(state, action)
        case Discarding():
            if action in legal_actions(state):
                return None
            if type(action) is LayDown and type(action.card) is Card:
                return Violation("GEN-5", f"seat {state.dealer} does not hold {action.card}")
            return Violation("EUCHRE-5", f"seat {state.dealer}, the dealer, must lay down one of his six cards now")
        case Claiming():
            if action in legal_actions(state):
                return None
            if type(action) is ClaimFarmersHand:
                low = "nines and tens" if config.players == 4 else "eights and nines"
                return Violation("EUCHRE-3", f"seat {state.actor} has no farmer's hand, which is of {low} alone")
            return Violation("EUCHRE-3", f"seat {state.actor} must claim a farmer's hand or pass")
        case AwaitDeal():
            if type(action) is not Deal:
                return Violation("EUCHRE-2", "the pack must be dealt now")
            return pack_violation(action, _SHUFFLES[config.players])
        case DrawDealer():
            lot = f"the lot must fall on a first dealer now, seat 0 to {config.players - 1}"
            return None if action in _LOTS[config.players] else Violation("EUCHRE-1", lot)
        case MatchOver():
            return Violation("GEN-8", "the match is over")
        case _:
            assert_never(state)


def _naming_violation(state: Naming, action: object) -> Violation:
    """EUCHRE-5 to EUCHRE-7, EUCHRE-9, EUCHRE-21."""
    config, seat, down = state.standing.config, state.actor, state.turned.suit
    if isinstance(action, TakeUp | MakeTrump) and action.alone is True:
        if not config.alone:
            return Violation("EUCHRE-9", "at this table nobody may play alone")
        if config.players == 5:
            return Violation("EUCHRE-21", f"seat {seat} says whether he plays alone when he calls a partner, not now")
    if state.passed < config.players:
        return Violation("EUCHRE-5", f"seat {seat} must take the turned-up {down} as trump or pass")
    if isinstance(action, Pass):
        return Violation("EUCHRE-7", f"seat {seat}, the dealer, may not pass: all the others have, and he must name a suit")
    or_pass = ", or pass" if _PASS in legal_actions(state) else ""
    return Violation("EUCHRE-6", f"seat {seat} must name a suit other than {down}, which was turned down{or_pass}")


def _calling_violation(state: Calling, action: object) -> Violation:
    """EUCHRE-9, EUCHRE-21, EUCHRE-22."""
    seat = state.actor
    if isinstance(action, PlayAlone):
        return Violation("EUCHRE-9", "at this table nobody may play alone")
    if isinstance(action, CallPartner) and type(action.card) is Card:
        if action.card.bit & state.dealt[seat]:
            return Violation("EUCHRE-22", f"seat {seat} may not call {action.card}: it is in his own hand")
        if action.card is state.turned:
            return Violation("EUCHRE-22", f"seat {seat} may not call {action.card}: he will take it up himself")
        return Violation("EUCHRE-21", f"{action.card} is not in the pack of 28")
    or_alone = ", or play alone" if state.standing.config.alone else ""
    return Violation("EUCHRE-21", f"seat {seat} must call a card for a partner{or_alone}")


def _card_violation(state: TrickPlay, card: object) -> Violation | None:
    """Why a card may not be played: EUCHRE-4, EUCHRE-8."""
    seat, fixed = state.actor, state.fixed
    hand = fixed.dealt[seat] & state.left
    if type(card) is not Card:
        return Violation("GEN-5", f"{shown(card)} is not a card")
    if not hand & card.bit:
        return Violation("GEN-5", f"seat {seat} does not hold {card}")
    if state.trick:
        led = fixed.order.suit[state.trick[0].index]
        if hand & led and not card.bit & led:
            trump = fixed.contract.trump
            suit = trump if led == fixed.order.trumps else state.trick[0].suit
            bower = " (the left bower is one of them)" if suit is trump else ""
            return Violation("EUCHRE-8", f"seat {seat} must follow {suit}{bower}")
    return None


# -- what an action does ------------------------------------------------------------------------------------------------


def apply(state: State, action: Action) -> State:
    """The state that an action leads to; the old one is untouched. Raises IllegalAction for what is not legal (GEN-5).

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(pack(Config())))
    >>> apply(state, Pass()).actor
    2
    >>> apply(state, PlayAlone())
    Traceback (most recent call last):
    persian_cards.errors.IllegalAction: seat 1 must take the turned-up spades as trump or pass (EUCHRE-5): PlayAlone() is refused
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
            led = fixed.suits[trick[0].index]
            if fixed.suits[card.index] != led and hand & led:
                raise refusal(state, action, violation, legal_actions)
        trick = trick + (card,)
        if len(trick) == fixed.players:
            return _end_trick(state, trick, left ^ bit)
        return _trick_play(fixed, left ^ bit, trick, fixed.turns[actor][1], state.won, state.played)
    if type(state) is Naming:
        if action not in _names(state.standing.config, state.turned, state.passed):
            raise refusal(state, action, violation, legal_actions)
        return _bid(state, action)
    if type(state) is AwaitDeal:
        dealt = _deal(state, action.pack) if type(action) is Deal else None
        if dealt is None:
            raise refusal(state, action, violation, legal_actions)
        return dealt
    if type(state) is Discarding:
        if type(action) is not LayDown or type(card := action.card) is not Card or not _six(state) & card.bit:
            raise refusal(state, action, violation, legal_actions)
        return _laid_down(state, card)
    if action not in legal_actions(state):
        raise refusal(state, action, violation, legal_actions)
    match state:
        case Calling():
            if isinstance(action, CallPartner):
                return _called(state, attrs.evolve(state.contract, called=action.card))
            return _called(state, attrs.evolve(state.contract, alone=True))
        case Claiming():
            return _claimed(state, isinstance(action, ClaimFarmersHand))
        case _:
            assert isinstance(state, DrawDealer)
            assert isinstance(action, ChooseDealer)
            return AwaitDeal(attrs.evolve(state.standing, dealer=action.seat), action.seat)


def _claimed(state: Claiming, claims: bool) -> AwaitDeal | Claiming | Naming:
    """EUCHRE-3: a new deal, or the next is asked, and then trump is made."""
    if claims:
        return AwaitDeal(state.standing, state.dealer)
    passed = state.passed + 1
    if passed < len(state.dealt):
        return attrs.evolve(state, passed=passed)
    return Naming(state.standing, state.dealer, state.turned, state.dealt)


def _bid(state: Naming, action: Action) -> State:
    """EUCHRE-5 to EUCHRE-7: trump is made, or the next is asked; if the dealer passes for the second time, the hand is thrown in
    (GEN-9)."""
    if type(action) is TakeUp:
        assert state.turned.suit is not None
        return _named(state, _contract(state.actor, state.turned.suit, True, action.alone, None))
    if type(action) is MakeTrump:
        return _named(state, _contract(state.actor, action.suit, False, action.alone, None))
    passed = state.passed + 1
    if passed < 2 * len(state.dealt):
        return _naming(state.standing, state.dealer, state.turned, state.dealt, passed)
    return _next_hand(state.standing, state.dealer, state.standing.totals, state.standing.sheet)


def _named(state: Naming, contract: Contract) -> Calling | Discarding | TrickPlay:
    """EUCHRE-5, EUCHRE-6, EUCHRE-21: with five players a partner is called before the dealer takes the card up."""
    if len(state.dealt) == 5:
        return Calling(state.standing, state.dealer, state.turned, state.dealt, contract)
    return _called(state, contract)


def _called(state: Naming | Calling, contract: Contract) -> Discarding | TrickPlay:
    if contract.taken_up:
        return _discarding(state.standing, state.dealer, state.turned, state.dealt, contract)
    return _play(_hand(state.standing, state.dealer, state.turned, contract, state.dealt, None))


def _six(state: Discarding) -> int:
    """The cards of the dealer, with the one that he has taken up (EUCHRE-5)."""
    return state.dealt[state.dealer] | state.turned.bit


def _laid_down(state: Discarding, card: Card) -> TrickPlay:
    """EUCHRE-5."""
    dealt = list(state.dealt)
    dealt[state.dealer] = _six(state) ^ card.bit
    return _play(_hand(state.standing, state.dealer, state.turned, state.contract, tuple(dealt), card))


def _play(fixed: Hand) -> TrickPlay:
    """EUCHRE-8, EUCHRE-9: the first card is due; the cards of who sits out are out of play."""
    dealt = fixed.dealt
    players = fixed.turns[fixed.standing.lineup.next[fixed.dealer]]
    return _trick_play(fixed, sum([dealt[seat] for seat in players]), (), players[0], (0,) * len(dealt), ())


def _end_trick(state: TrickPlay, trick: tuple[Card, ...], left: Mask) -> State:
    """EUCHRE-8: the winner leads; five tricks."""
    fixed = state.fixed
    winner = fixed.turns[fixed.turns[state.actor][1]][_takes(trick, fixed.order)]
    counts = list(state.won)
    counts[winner] += 1
    won = tuple(counts)
    if left:
        return _trick_play(fixed, left, (), winner, won, state.played + trick)
    return _score(fixed, won)


_POINTS: Final = {(alone, tricks): 1 if tricks < 5 else 4 if alone else 2 for alone in (False, True) for tricks in (3, 4, 5)}
"""What the attackers score by their tricks, at least three, and whether the maker was alone (EUCHRE-10, EUCHRE-24)."""


def _score(fixed: Hand, won: tuple[int, ...]) -> AwaitDeal | MatchOver:
    """EUCHRE-10, EUCHRE-11, EUCHRE-20 to EUCHRE-24: a hand is over and is entered on the sheet."""
    standing, contract, partner = fixed.standing, fixed.contract, fixed.partner
    config, side_of = standing.config, _SIDE_OF[len(won)]
    ours = side_of[contract.maker]
    theirs = ours if partner is None else side_of[partner]
    alone = contract.alone or (partner is None and len(won) == 5)
    tricks = [0] * len(standing.totals)
    for seat, took in enumerate(won):
        tricks[side_of[seat]] += took
    attack = tricks[ours] if theirs == ours else tricks[ours] + tricks[theirs]
    if attack >= 3:
        score = [0] * len(tricks)
        score[ours] = score[theirs] = _POINTS[alone, attack]
    else:
        score = [config.euchre if attack else config.march_by_defenders] * len(tricks)
        score[ours] = score[theirs] = 0
    totals = tuple(map(add, standing.totals, score))
    row = _row(fixed.dealer, contract, alone, partner, tuple(tricks), tuple(score), totals)
    return _next_hand(standing, fixed.dealer, totals, standing.sheet + (row,))


def _next_hand(standing: Standing, dealer: Seat, totals: tuple[int, ...], sheet: tuple[Row, ...]) -> AwaitDeal | MatchOver:
    """EUCHRE-1, EUCHRE-12, EUCHRE-25, GEN-9: the deal passes to the left, unless a side has won or the hands have run out."""
    config, hands = standing.config, standing.hands + 1
    to_deal = _LINEUPS[config.players].next[dealer]
    after = _standing(config, to_deal, totals, hands, sheet)
    if max(totals) >= config.target or hands == config.max_hands:
        return MatchOver(after)
    return _await_deal(after, to_deal)


def outcome(state: State) -> Outcome | None:
    """The end of the match; None while it goes on. The highest total wins; players, and teams that the hands have run out on, may
    share the win (EUCHRE-12, EUCHRE-25, GEN-9)."""
    if not isinstance(state, MatchOver):
        return None
    totals = state.standing.totals
    if len(totals) == 2:
        return team_outcome(AS_SEATED.team, totals)
    found = places_by(totals)
    return Outcome(totals, found, tuple(Seat(seat) for seat, place in enumerate(found) if place == 1))


def tally(state: State) -> dict[str, int]:
    """What has happened so far: hands, those thrown in, hands played alone, marches, and euchres (lost by the attackers)."""
    standing = state.standing
    side_of = _SIDE_OF[standing.config.players]
    made = [row for row in standing.sheet if row.score[side_of[row.contract.maker]] > 0]
    return {
        "hands": standing.hands,
        "thrown in": standing.hands - len(standing.sheet),
        "alone": sum(row.alone for row in standing.sheet),
        "marches": sum(max(row.score) > 1 for row in made),
        "euchres": len(standing.sheet) - len(made),
    }


def places(state: State) -> dict[str, tuple[Card, ...]]:
    """Every place that has cards in it: the hands, the card turned up or down, those left over, the card laid down, those of who
    sits out, the trick, the tricks taken, the pack."""
    config = state.standing.config
    match state:
        case DrawDealer() | AwaitDeal() | MatchOver():
            return {"pack": pack(config)}
        case Claiming() | Naming() | Calling():
            return _in_hand(state) | {"turned": (state.turned,), "left over": _left_over(state.dealt, config, state.turned.bit)}
        case Discarding():
            sitter = _sitter(state.standing, state.contract)
            sat = 0 if sitter is None or sitter == state.dealer else state.dealt[sitter]
            return _in_hand(state) | {"left over": _left_over(state.dealt, config, state.turned.bit), "sat out": cards_of(sat)}
        case TrickPlay():
            fixed = state.fixed
            sitter = _sitter(fixed.standing, fixed.contract)
            laid = () if fixed.laid is None else (fixed.laid,)
            found = _in_hand(state) | {"laid down": laid, "turned": () if fixed.contract.taken_up else (fixed.turned,)}
            beside = mask_of(laid) if fixed.contract.taken_up else fixed.turned.bit
            found |= {"left over": _left_over(fixed.dealt, config, beside), "trick": state.trick}
            found |= {"sat out": () if sitter is None else cards_of(fixed.dealt[sitter])}
            found |= {f"tricks {seat}": () for seat in fixed.turns[fixed.leader]}
            for trick in _tricks(state.played, fixed.leader, fixed.turns, fixed.contract.trump):
                found[f"tricks {trick.winner}"] += trick.cards
            return found
        case _:
            assert_never(state)


def _in_hand(state: Claiming | Naming | Calling | Discarding | TrickPlay) -> dict[str, tuple[Card, ...]]:
    return {f"hand {seat}": tuple(state.hand(seat)) for seat in state.standing.lineup.order}


def _left_over(dealt: tuple[Mask, ...], config: Config, beside: int) -> tuple[Card, ...]:
    return cards_of(_FULL[config.players] & ~sum(dealt) & ~beside)


def _tricks(played: tuple[Card, ...], leader: Seat, turns: tuple[tuple[Seat, ...], ...], trump: Suit) -> tuple[Trick, ...]:
    takes: Callable[[Sequence[Card]], int] = partial(_takes, order=_ORDER[trump.order])
    return tricks_taken(played, leader, turns, takes)


# -- what a seat sees ---------------------------------------------------------------------------------------------------


class Phase(Enum):
    """What the table is doing."""

    DRAW_DEALER = "drawing the dealer"
    AWAIT_DEAL = "shuffling"
    CLAIMING = "asking for farmer's hands"
    FIRST_ROUND = "naming trump, first round"
    SECOND_ROUND = "naming trump, second round"
    CALLING = "calling a partner"
    DISCARDING = "the dealer lays down a card"
    TRICK_PLAY = "playing"
    MATCH_OVER = "over"

    def __str__(self) -> str:
        return self.value


@attrs.frozen(weakref_slot=False)
class View:
    """What a seat may see, a spectator where `seat` is None: the standing, his own cards, and what has been shown to all.

    `turned` is the card turned up (or down); `contract` what has been said of trump; `laid` the card that this seat has laid down
    as dealer and `sat` its cards if it sits out; `trick_cards` and `played` the cards on the table and those of the finished tricks
    of this hand, in the order in which they fell.
    """

    seat: Seat | None
    actor: Actor
    phase: Phase
    standing: Standing
    turned: Card | None
    contract: Contract | None
    own: Mask = attrs.field(repr=mask_text)
    laid: Card | None
    sat: Mask = attrs.field(repr=mask_text)
    trick_cards: tuple[Card, ...]
    played: tuple[Card, ...]

    @property
    def hand(self) -> CardSet:
        """The seat's own cards; none for a spectator, or for who sits out."""
        return CardSet.of_mask(self.own)

    @property
    def legal(self) -> ActionSet[Action]:
        """What this seat may do now; empty for others than the actor."""
        if self.seat is None or self.actor != self.seat:
            return NOTHING
        config = self.standing.config
        if self.phase is Phase.CLAIMING:
            return _claims(self.own, config.players)
        assert self.turned is not None
        if self.contract is None:
            return _names(config, self.turned, self.passed)
        if self.phase is Phase.CALLING:
            return _calls(config, self._dealer, self.turned, self.contract, self.own)
        if self.phase is Phase.DISCARDING:
            return one_of(_LAY_DOWNS, self.own)
        led = _ORDER[self.contract.trump.order].suit[self.trick_cards[0].index] if self.trick_cards else 0
        follow = self.own & led
        return READY_PLAYS[follow] if follow else _any_card(self.own, self.played)

    @property
    def _dealer(self) -> Seat:
        assert self.standing.dealer is not None
        return self.standing.dealer

    @property
    def passed(self) -> int:
        """How many have passed: of the round of claims, or of both rounds of naming trump."""
        if self.phase not in (Phase.CLAIMING, Phase.FIRST_ROUND, Phase.SECOND_ROUND) or not isinstance(self.actor, int):
            return 0
        first = self.standing.config.players if self.phase is Phase.SECOND_ROUND else 0
        return first + self.standing.lineup.after[self._dealer].index(self.actor)

    @property
    def counts(self) -> tuple[int, ...]:
        """By seat: how many cards it holds."""
        players = self.standing.config.players
        if self.turned is None:
            return (0,) * players
        counts = [5] * players
        if self.phase is Phase.DISCARDING:
            counts[self._dealer] = 6
        sitter = None if self.contract is None else _sitter(self.standing, self.contract)
        if sitter is not None and not (self.phase is Phase.DISCARDING and sitter == self._dealer):
            counts[sitter] = 0
        for trick in self._seated():
            for seat, _ in trick:
                counts[seat] -= 1
        return tuple(counts)

    @property
    def _turns(self) -> tuple[tuple[Seat, ...], ...]:
        return self.standing.lineup.turns if self.contract is None else _turns(self.standing, self.contract)

    @property
    def trick(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards on the table, each with the seat that played it, in order."""
        return on_table(self.trick_cards, self.actor, self._turns)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks of this hand, in order."""
        if self.contract is None:
            return ()
        return _tricks(self.played, _leader(self.standing, self._dealer, self.contract), self._turns, self.contract.trump)

    @property
    def won(self) -> tuple[int, ...]:
        """The tricks taken in this hand, by seat."""
        winners = [trick.winner for trick in self.tricks]
        return tuple(map(winners.count, self.standing.lineup.order))

    @property
    def partner(self) -> Seat | None:
        """With five players: the maker's partner, if this seat knows him: when the card called has been played, or is its own
        (EUCHRE-21)."""
        called = None if self.contract is None else self.contract.called
        if called is None:
            return None
        if called.bit & self.own and self.phase is Phase.TRICK_PLAY:
            return self.seat
        return next((seat for trick in self._seated() for seat, card in trick if card is called), None)

    @property
    def void_of(self) -> tuple[int, ...]:
        """By seat: the mask of the cards that it has shown not to hold, by not following: the left bower follows as a trump
        (EUCHRE-4, EUCHRE-8)."""
        void = [0] * self.standing.config.players
        for trick in self._seated():
            for seat, card in trick:
                assert self.contract is not None
                led = _ORDER[self.contract.trump.order].suit[trick[0][1].index]
                if not card.bit & led:
                    void[seat] |= led
        return tuple(void)

    @property
    def voids(self) -> tuple[frozenset[Suit], ...]:
        """By seat: the suits that it has shown not to hold; the left bower counts as a trump (EUCHRE-4)."""
        left = 0 if self.contract is None else _ORDER[self.contract.trump.order].left
        return tuple(frozenset(suit for suit in SUITS if suit.mask & mask & ~left) for mask in self.void_of)

    def _seated(self) -> list[tuple[tuple[Seat, Card], ...]]:
        return [*(seated(trick.cards, trick.leader, self._turns) for trick in self.tricks), self.trick]

    def __str__(self) -> str:
        standing, contract = self.standing, self.contract
        lines = [f"{self.phase}{turn_told(self.actor)}; totals {', '.join(map(str, standing.totals))}"]
        if standing.dealer is not None:
            lines.append(f"dealer: seat {standing.dealer}")
        if self.turned is not None and contract is None:
            lines.append(f"turned {'down' if self.phase is Phase.SECOND_ROUND else 'up'}: {self.turned}")
        if contract is not None:
            how = "" if contract.called is None else f", has called {contract.called}"
            how += ", alone" * contract.alone
            lines.append(f"trump {contract.trump} {contract.trump.symbol}, made by seat {contract.maker}{how}")
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

    >>> state = apply(initial_state(Config(first_dealer=0)), Deal(pack(Config())))
    >>> view(state, 1).hand, view(state, 1).legal.size, view(state, 2).legal.size
    (CardSet.parse('9C KC JD 9H KH'), 3, 0)
    """
    standing = state.standing
    whose = None if seat is None else check_seat(seat, standing.config.players)
    if isinstance(state, TrickPlay):
        fixed = state.fixed
        own = 0 if whose is None else fixed.dealt[whose] & state.left
        laid = fixed.laid if whose == fixed.dealer else None
        sat = fixed.dealt[whose] if whose is not None and whose == _sitter(standing, fixed.contract) else 0
        return _view(
            whose, state.actor, Phase.TRICK_PLAY, standing, fixed.turned, fixed.contract, own, laid, sat, state.trick, state.played
        )
    match state:
        case DrawDealer():
            return _view(whose, CHANCE, Phase.DRAW_DEALER, standing, None, None, 0, None, 0, (), ())
        case AwaitDeal():
            return _view(whose, CHANCE, Phase.AWAIT_DEAL, standing, None, None, 0, None, 0, (), ())
        case MatchOver():
            return _view(whose, None, Phase.MATCH_OVER, standing, None, None, 0, None, 0, (), ())
        case Claiming() | Naming() | Calling() | Discarding():
            own = 0 if whose is None else state.hand(whose).mask
            contract = state.contract if isinstance(state, Calling | Discarding) else None
            sat = 0 if whose is None or own else state.dealt[whose]
            return _view(whose, state.actor, _phase(state), standing, state.turned, contract, own, None, sat, (), ())
        case _:
            assert_never(state)


def _phase(state: Claiming | Naming | Calling | Discarding) -> Phase:
    match state:
        case Claiming():
            return Phase.CLAIMING
        case Naming():
            return Phase.FIRST_ROUND if state.passed < len(state.dealt) else Phase.SECOND_ROUND
        case Calling():
            return Phase.CALLING
        case Discarding():
            return Phase.DISCARDING
        case _:
            assert_never(state)


def seen(state: State, action: Action, seat: int | None) -> Event:
    """What a seat (a spectator for None) notices of a legal action: the action itself where it is public, else its public part.

    Of a deal it notices its own five cards and the one turned up, also where a farmer's hand undoes the deal; of the card that the
    dealer lays down, only that he has (EUCHRE-5). Raises IllegalAction for an action that is not legal and LookupError for an
    unknown seat.

    >>> seen(initial_state(Config(first_dealer=0)), Deal(pack(Config())), 1)
    DealtOpen(hand=CardSet.parse('9C KC JD 9H KH'), shown=(JS,))
    """
    standing = state.standing
    whose = None if seat is None else check_seat(seat, standing.config.players)
    apply(state, action)
    if isinstance(state, AwaitDeal) and isinstance(action, Deal):
        layout_, lineup = layout(standing.config), standing.lineup
        turn = None if whose is None else lineup.turn[lineup.next[state.dealer]][whose]
        own = NO_CARDS if turn is None else CardSet(layout_.cards(action.pack, turn))
        return DealtOpen(own, layout_.cards(action.pack, "turned"))
    if isinstance(action, LayDown) and whose != state.actor:
        return CardLaidDown()
    assert not isinstance(action, Deal)
    return action


# -- what a seat may imagine --------------------------------------------------------------------------------------------


def worlds(view: View) -> Worlds[State]:
    """The states that fit a view, each equally likely: all deals of the unseen cards but those that the play has ruled out.

    - Who did not follow holds no card that counts as the suit led: the left bower counts as a trump (EUCHRE-4, EUCHRE-8).
    - The card turned up, once taken up, is in the dealer's hand or is the one that he laid down (EUCHRE-5).
    - The card called is not among the maker's cards, nor was it laid down by a dealer who made trump himself (EUCHRE-22).
    - Where a farmer's hand undoes the deal by itself, nobody was dealt one (EUCHRE-3).

    Passing tells nothing.

    >>> worlds(view(apply(initial_state(Config(first_dealer=0, farmers_hand=FarmersHand.OFF)), Deal(pack(Config()))), 0)).size
    617512896
    """
    if view.turned is None:
        return Worlds(Fillings((), ()), partial(_public, view))
    config, contract, dealer = view.standing.config, view.contract, view._dealer
    players = config.players
    left_over, laid = players, players + 1
    in_play = view.phase is Phase.TRICK_PLAY
    taken_up = in_play and contract is not None and contract.taken_up
    unseen = _unseen(view, taken_up)
    room = [0 if seat == view.seat else _room(view, Seat(seat)) for seat in range(players)]
    room += [len(pack(config)) - 5 * players - 1, int(taken_up and view.seat != dealer)]
    voids = view.void_of
    classes = []
    for card in cards_of(unseen):
        fits = {int(dealer), laid} if taken_up and card is view.turned else set(range(players + 2))
        fits -= {place for place in fits if not room[place] or (place < left_over and voids[place] & card.bit)}
        if contract is not None and card is contract.called:
            fits -= {contract.maker, laid} if contract.maker == dealer and contract.taken_up else {contract.maker}
        classes.append(CardClass(card.bit, tuple(sorted(fits))))
    fillings = Fillings(tuple(classes), tuple(room))
    if config.farmers_hand is not FarmersHand.AUTOMATIC:
        return Worlds(fillings, partial(_in_hand_of, view))
    return Worlds(Without(fillings, _farmers(view, taken_up)), partial(_in_hand_of, view))


def _unseen(view: View, taken_up: bool) -> int:
    """The cards of which the seat does not know where they lie."""
    seen_up = 0 if taken_up or view.turned is None else view.turned.bit
    laid = 0 if view.laid is None else view.laid.bit
    known = view.own | view.sat | laid | seen_up | mask_of((*view.played, *view.trick_cards))
    return _FULL[view.standing.config.players] & ~known


def _room(view: View, seat: Seat) -> int:
    """How many unseen cards are another seat's: in its hand, or out of play with who sits out."""
    if view.phase is not Phase.TRICK_PLAY:
        return 5
    return view.counts[seat] or (5 if view.contract is not None and seat == _sitter(view.standing, view.contract) else 0)


def _farmers(view: View, taken_up: bool) -> tuple[Bar, ...]:
    """For each seat that may yet turn out to have been dealt a farmer's hand: where its cards of the deal lie (EUCHRE-3)."""
    players, dealer = view.standing.config.players, view._dealer
    low = _LOW[players]
    played = _played(view)
    bars: list[Bar] = []
    for seat in range(players):
        exchanged = taken_up and seat == dealer
        may_be = low | view.turned.bit if exchanged and view.turned is not None else low
        if seat != view.seat and not played[seat] & ~may_be:
            bars.append(((seat, may_be), (players + 1, may_be)) if exchanged else ((seat, may_be),))
    return tuple(bars)


def _played(view: View) -> list[int]:
    """By seat: the mask of the cards that it has played in this hand."""
    played = [0] * view.standing.config.players
    for trick in view._seated():
        for seat, card in trick:
            played[seat] |= card.bit
    return played


def _in_hand_of(view: View, filled: Sequence[Mask]) -> State:
    standing, dealer, turned, contract = view.standing, view._dealer, view.turned, view.contract
    players = standing.config.players
    assert turned is not None
    mine = (view.own | view.sat) if view.phase is Phase.TRICK_PLAY else (view.own | view.sat) & ~turned.bit
    hands = [mine if seat == view.seat else filled[seat] for seat in range(players)]
    if view.phase is Phase.TRICK_PLAY:
        assert contract is not None
        assert isinstance(view.actor, int)
        dealt = tuple(hand | played for hand, played in zip(hands, _played(view), strict=True))
        laid = view.laid
        if contract.taken_up and view.seat != dealer:
            (laid,) = cards_of(filled[players + 1])
        fixed = Hand(standing, dealer, turned, contract, dealt, laid)
        left = sum(hands[seat] for seat in fixed.turns[fixed.leader])
        return TrickPlay(fixed, left, view.trick_cards, view.actor, view.won, view.played)
    dealt = tuple(hands)
    if view.phase is Phase.CLAIMING:
        return Claiming(standing, dealer, turned, dealt, view.passed)
    if contract is None:
        return Naming(standing, dealer, turned, dealt, view.passed)
    if view.phase is Phase.CALLING:
        return Calling(standing, dealer, turned, dealt, contract)
    return Discarding(standing, dealer, turned, dealt, contract)


def _public(view: View, filled: Sequence[Mask]) -> State:
    match view.phase:
        case Phase.DRAW_DEALER:
            return DrawDealer(view.standing)
        case Phase.AWAIT_DEAL:
            return AwaitDeal(view.standing, view._dealer)
        case _:
            return MatchOver(view.standing)


# -- the game -----------------------------------------------------------------------------------------------------------

_ACTIONS: Final = (ChooseDealer, Deal, ClaimFarmersHand, Pass, TakeUp, MakeTrump, CallPartner, PlayAlone, LayDown, Play)

GAME: Final[Game[Config, State, Action, View, Event]] = Game(
    name="euchre",
    aliases=("farib",),
    persian_name="فریب",
    rotation=Rotation.LEFT,
    version=1,
    Config=Config,
    phases=(DrawDealer, AwaitDeal, Claiming, Naming, Calling, Discarding, TrickPlay, MatchOver),
    actions=_ACTIONS,
    events=(*(one for one in _ACTIONS if one is not Deal), DealtOpen, CardLaidDown),
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
