"""The clauses of Oh Hell, each at the table: real cards, played through the public functions alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from math import comb
from random import Random
from typing import Any

import attrs
import pytest

from persian_cards.actions import CHANCE
from persian_cards.cards import BLACK_JOKER, PACK, SUITS, Card, CardSet, Suit, parse_cards
from persian_cards.codec import Kind, dumps, loads
from persian_cards.errors import ConfigError, IllegalAction
from persian_cards.game import Outcome, Rotation
from persian_cards.games import oh_hell
from persian_cards.games.oh_hell import (
    GAME,
    Action,
    AwaitDeal,
    Bid,
    Bidding,
    BidHidden,
    BidsShown,
    ChooseDealer,
    Config,
    Deal,
    DealtOpen,
    DrawDealer,
    HandOrder,
    MatchOver,
    MissScore,
    Phase,
    Play,
    Row,
    State,
    TrickPlay,
    View,
    ZeroBid,
)
from persian_cards.options import options
from persian_cards.record import Record
from persian_cards.table import Seat
from persian_cards.testing.laws import uneven
from tests.games import table_helpers

PLAYERS = (3, 4, 5, 6, 7)
HANDS = {3: 15, 4: 13, 5: 10, 6: 8, 7: 7}
UP, DOWN, UP_DOWN, DOWN_UP = HandOrder.UP, HandOrder.DOWN, HandOrder.UP_DOWN, HandOrder.DOWN_UP

# -- helpers ------------------------------------------------------------------------------------------------------------


def do(state: State, *actions: Action) -> State:
    for action in actions:
        state = oh_hell.apply(state, action)
    return state


def start(size: int, *, players: int = 4, dealer: int = 0, trump: bool = True, **config: Any) -> State:
    """Before the deal of a hand of so many cards, the first of its game; a card is turned up unless `trump` is False."""
    return oh_hell.initial_state(
        Config(players=players, first_dealer=dealer, max_cards=size, order=DOWN, last_hand_no_trump=not trump, **config)
    )


def deal(state: State, hands: Mapping[int, str], turned: str = "") -> State:
    return do(state, oh_hell.deal_for(state, hands, turned=turned))


def bid(state: State, *amounts: int) -> State:
    return do(state, *map(Bid, amounts))


def play(state: State, tricks: str, players: int = 4) -> State:
    return table_helpers.play(GAME, state, tricks, range(players))


def refused(state: State, action: object) -> IllegalAction:
    return table_helpers.refused(GAME, state, action)


def legal(state: State) -> set[Action]:
    return set(oh_hell.legal_actions(state))


def plays(cards: str) -> set[Action]:
    return {Play(card) for card in parse_cards(cards)}


def bids(*amounts: int) -> set[Action]:
    return set(map(Bid, amounts))


def suits(letters: str) -> frozenset[Suit]:
    return frozenset(map(Suit, letters))


def everybody(players: int = 4) -> tuple[int | None, ...]:
    return (*range(players), None)


def result(state: State) -> Outcome:
    end = oh_hell.outcome(state)
    assert end is not None
    return end


def states(config: Config, seed: int) -> list[State]:
    """All states of a game of random choices."""
    rng = Random(seed)
    found = [oh_hell.initial_state(config)]
    while choices := oh_hell.legal_actions(found[-1]):
        found.append(do(found[-1], choices.sample(rng)))
    return found


def on(state: State) -> State:
    """The state after the hand, in which everybody plays the first card that is legal."""
    while isinstance(state, TrickPlay):
        state = do(state, oh_hell.legal_actions(state)[0])
    return state


# -- the options --------------------------------------------------------------------------------------------------------


def test_defaults_are_those_of_the_rulebook() -> None:
    """OHHELL-1, OHHELL-2, OHHELL-4, OHHELL-6, OHHELL-7, OHHELL-9, OHHELL-11, OHHELL-12, GEN-9: no `max_hands` among them."""
    assert [(option.name, option.clause, option.default) for option in options(Config)] == [
        ("players", "OHHELL-1", 4),
        ("first_dealer", "OHHELL-1", None),
        ("max_cards", "OHHELL-2", None),
        ("order", "OHHELL-2", UP),
        ("last_hand_no_trump", "OHHELL-4", True),
        ("hook", "OHHELL-6", False),
        ("simultaneous_bids", "OHHELL-7", False),
        ("must_trump", "OHHELL-9", False),
        ("miss", "OHHELL-11", MissScore.ZERO),
        ("zero_bid", "OHHELL-12", ZeroBid.TEN),
    ]
    assert oh_hell.initial_state() == oh_hell.initial_state(Config())
    with pytest.raises(TypeError):
        Config(4)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("field", "clause", "values"),
    [
        ("players", "OHHELL-1", [2, 8, 0, True, None, 4.0, "4"]),
        ("first_dealer", "OHHELL-1", [-1, 7, True, False, 1.0, "0"]),
        ("max_cards", "OHHELL-2", [0, -1, 18, True, 3.0, "3"]),
        ("order", "OHHELL-2", ["up", None, 0, MissScore.ZERO]),
        ("last_hand_no_trump", "OHHELL-4", [0, 1, None, "yes"]),
        ("hook", "OHHELL-6", [0, 1, None]),
        ("simultaneous_bids", "OHHELL-7", [0, 1, None]),
        ("must_trump", "OHHELL-9", [0, 1, None]),
        ("miss", "OHHELL-11", ["zero", None, 0, ZeroBid.TEN]),
        ("zero_bid", "OHHELL-12", ["ten", None, 10, MissScore.ZERO]),
    ],
)
def test_a_value_that_no_table_could_play_is_refused(field: str, clause: str, values: list[object]) -> None:
    """GEN-6: refused when the config is built, naming the field, the value and what is allowed; a bool is no number."""
    allowed = {option.name: option.allowed for option in options(Config)}[field]
    for value in values:
        given: dict[str, Any] = {field: value}
        with pytest.raises(ConfigError) as caught:
            Config(**given)
        error = caught.value
        assert (error.field, error.value, error.allowed, error.clause) == (field, value, allowed, clause)


def test_what_is_allowed_is_told_in_words() -> None:
    """GEN-6: of numbers, enums and flags alike."""
    assert {option.name: option.allowed for option in options(Config)} == {
        "players": "a whole number from 3 to 7",
        "first_dealer": "a whole number from 0 to 6 or None",
        "max_cards": "a whole number from 1 to 17 or None",
        "order": "one of up, down, up and down, down and up",
        "last_hand_no_trump": "True or False",
        "hook": "True or False",
        "simultaneous_bids": "True or False",
        "must_trump": "True or False",
        "miss": "one of zero, tricks",
        "zero_bid": "one of ten, five plus cards",
    }


@pytest.mark.parametrize(("players", "most"), [(3, 17), (4, 13), (5, 10), (6, 8), (7, 7)])
def test_no_more_cards_than_the_pack_has(players: int, most: int) -> None:
    """OHHELL-2, GEN-6: 1 to 52 // players."""
    for cards in (1, most):
        assert oh_hell.sizes(Config(players=players, max_cards=cards))[-1] == cards
    with pytest.raises(ConfigError) as caught:
        Config(players=players, max_cards=most + 1)
    text = f"at most {most} with {players} players" if most < 17 else "a whole number from 1 to 17 or None"
    assert (caught.value.field, caught.value.value, caught.value.allowed) == ("max_cards", most + 1, text)
    assert caught.value.clause == "OHHELL-2"


@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_dealer_sits_at_the_table(players: int) -> None:
    """OHHELL-1, GEN-6: a seat of this table."""
    assert oh_hell.initial_state(Config(players=players, first_dealer=players - 1)).actor is CHANCE
    for seat in range(players, 7):
        with pytest.raises(ConfigError) as caught:
            Config(players=players, first_dealer=seat)
        error = caught.value
        assert (error.field, error.value, error.allowed) == ("first_dealer", seat, f"a seat from 0 to {players - 1}")
        assert error.clause == "OHHELL-1"


def test_no_hook_where_bids_are_secret() -> None:
    """OHHELL-7, GEN-6: it goes with hook=False only."""
    with pytest.raises(ConfigError) as caught:
        Config(simultaneous_bids=True, hook=True)
    assert (caught.value.field, caught.value.value, caught.value.allowed) == ("simultaneous_bids", True, "False with hook")
    assert caught.value.clause == "OHHELL-7"
    assert Config(simultaneous_bids=True).hook is Config(hook=True).simultaneous_bids is False


# -- the table ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_each_for_himself_to_the_left(players: int) -> None:
    """OHHELL-1, GEN-1: three to seven seats in order of play, clockwise; every player is a side."""
    state = oh_hell.initial_state(Config(players=players))
    assert (GAME.seats(state.standing.config), GAME.rotation, oh_hell.seats(state.standing.config)) == (
        players,
        Rotation.LEFT,
        players,
    )
    assert state.standing.lineup.order == tuple(range(players))
    assert oh_hell.sides(state) == tuple((seat,) for seat in range(players))
    assert state.standing.totals == (0,) * players
    assert (GAME.name, GAME.version) == ("oh_hell", 1)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_lot_finds_the_first_dealer(players: int) -> None:
    """OHHELL-1, GEN-4: chance, each seat once; he deals the first hand."""
    state = oh_hell.initial_state(Config(players=players))
    assert isinstance(state, DrawDealer)
    assert (state.actor, state.standing.dealer) == (CHANCE, None)
    assert list(oh_hell.legal_actions(state)) == [ChooseDealer(Seat(seat)) for seat in range(players)]
    for seat in range(players):
        after = do(state, ChooseDealer(Seat(seat)))
        assert isinstance(after, AwaitDeal)
        assert (after.dealer, after.standing.dealer, after.actor) == (seat, seat, CHANCE)
        given = oh_hell.initial_state(Config(players=players, first_dealer=seat))
        assert after == AwaitDeal(attrs.evolve(given.standing, config=Config(players=players)), Seat(seat))
    for wrong in (-1, players, None):
        error = refused(state, ChooseDealer(wrong))  # type: ignore[arg-type]
        assert error.violation.clause == "OHHELL-1"
        assert error.violation.text == f"the lot must fall on a first dealer now, seat 0 to {players - 1}"


@pytest.mark.parametrize("players", PLAYERS)
def test_the_deal_passes_to_the_left(players: int) -> None:
    """OHHELL-1, OHHELL-5, OHHELL-8: after every hand, and with it who bids and leads first."""
    first = players - 2
    found = states(Config(players=players, first_dealer=first), players)
    end = found[-1]
    dealers = [(first + hand) % players for hand in range(HANDS[players])]
    assert [row.dealer for row in end.standing.sheet] == dealers
    bidders = [state.actor for state in found if isinstance(state, Bidding)]
    assert bidders == [(dealer + turn) % players for dealer in dealers for turn in range(1, players + 1)]
    leaders = [state.actor for state in found if isinstance(state, TrickPlay) and not state.played and not state.trick]
    assert leaders == [(dealer + 1) % players for dealer in dealers]


# -- the hands of a game ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_the_number_of_hands(players: int) -> None:
    """OHHELL-2: 15, 13, 10, 8, 7 hands; hand k deals k cards each, and k tricks are played."""
    end = states(Config(players=players), 1)[-1]
    assert isinstance(end, MatchOver)
    assert [row.cards for row in end.standing.sheet] == [sum(row.tricks) for row in end.standing.sheet]
    assert [row.cards for row in end.standing.sheet] == list(range(1, HANDS[players] + 1))
    given = attrs.evolve(end.standing.config, max_cards=HANDS[players])
    assert oh_hell.sizes(given) == oh_hell.sizes(end.standing.config)


@pytest.mark.parametrize(
    ("most", "order", "hands"),
    [
        (4, UP, (1, 2, 3, 4)),
        (4, DOWN, (4, 3, 2, 1)),
        (4, UP_DOWN, (1, 2, 3, 4, 3, 2, 1)),
        (4, DOWN_UP, (4, 3, 2, 1, 2, 3, 4)),
        (2, UP_DOWN, (1, 2, 1)),
        (2, DOWN_UP, (2, 1, 2)),
        (1, UP, (1,)),
        (1, DOWN, (1,)),
        (1, UP_DOWN, (1,)),
        (1, DOWN_UP, (1,)),
        (None, DOWN, tuple(range(13, 0, -1))),
        (None, UP_DOWN, (*range(1, 14), *range(12, 0, -1))),
        (None, DOWN_UP, (*range(13, 0, -1), *range(2, 14))),
    ],
)
def test_orders_of_hands(most: int | None, order: HandOrder, hands: tuple[int, ...]) -> None:
    """OHHELL-2: up, down, up and down, down and up: the hand in the middle is played once."""
    config = Config(max_cards=most, order=order)
    assert oh_hell.sizes(config) == hands
    found = states(config, 2)
    assert tuple(row.cards for row in found[-1].standing.sheet) == hands
    assert [state.standing.size for state in found if isinstance(state, AwaitDeal)] == list(hands)
    assert found[-1].standing.size == hands[-1]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("size", [1, 2, 5, 7])
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left(players: int, size: int) -> None:
    """OHHELL-2, OHHELL-3, GEN-10: round and round, the dealer last; the next card is turned up, the others are out of play."""
    for dealer in range(players):
        state = start(size, players=players, dealer=dealer)
        pack = list(PACK)
        Random(dealer).shuffle(pack)
        state = do(state, Deal(tuple(pack)))
        assert isinstance(state, Bidding)
        for turn in range(players):
            assert state.hand((dealer + 1 + turn) % players) == CardSet(pack[turn : size * players : players])
        assert state.turned is pack[size * players]
        assert CardSet(oh_hell.places(state)["out"]) == CardSet(pack[size * players + 1 :])
        assert oh_hell.places(state)["turned"] == (state.turned,)


@pytest.mark.parametrize("code", ["2C", "AD", "7H", "KS"])
def test_the_card_turned_up_is_trump_and_not_in_play(code: str) -> None:
    """OHHELL-3, OHHELL-D2: its suit is trump; nobody holds it, and all see it until the hand is over."""
    card = Card.parse(code)
    state = deal(start(2), {}, turned=code)
    for _ in range(4):
        assert isinstance(state, Bidding)
        assert [oh_hell.view(state, seat).turned for seat in everybody()] == [card] * 5
        assert [oh_hell.view(state, seat).trump for seat in everybody()] == [card.suit] * 5
        state = bid(state, 0)
    assert isinstance(state, TrickPlay)
    assert all(card not in state.hand(seat) for seat in range(4))
    assert [(view.turned, view.trump) for view in (oh_hell.view(state, seat) for seat in everybody())] == [(card, card.suit)] * 5
    error = refused(state, Play(card))
    assert (error.violation.clause, error.violation.text) == ("GEN-5", f"seat 1 does not hold {card}")
    after = on(state)
    assert after.standing.sheet[-1].trump is card.suit
    assert oh_hell.view(after, 0).turned is None
    assert oh_hell.view(after, 0).trump is None


def with_trump(config: Config) -> list[tuple[int, bool]]:
    """Of every hand of a game: the number of cards, and whether one was turned up for all to see."""
    game = states(config, 3)
    found = [state for state in game if isinstance(state, Bidding) and not state.bids]
    trumps = [None if state.turned is None else state.turned.suit for state in found]
    assert [row.trump for row in game[-1].standing.sheet] == trumps
    return [(state.standing.size, state.turned is not None) for state in found]


@pytest.mark.parametrize(
    ("order", "hands"),
    [
        (UP, [(1, True), (2, True), (3, False)]),
        (DOWN, [(3, False), (2, True), (1, True)]),
        (UP_DOWN, [(1, True), (2, True), (3, False), (2, True), (1, True)]),
        (DOWN_UP, [(3, False), (2, True), (1, True), (2, True), (3, False)]),
    ],
)
def test_hands_of_the_most_cards_have_no_trump(order: HandOrder, hands: list[tuple[int, bool]]) -> None:
    """OHHELL-4: nothing is turned up in the last hand; with other orders, in every hand of the most cards. With False, in none."""
    assert with_trump(Config(order=order, max_cards=3)) == hands
    assert with_trump(Config(order=order, max_cards=3, last_hand_no_trump=False)) == [(size, True) for size, _ in hands]
    assert with_trump(Config(order=order, max_cards=1)) == [(1, False)]


@pytest.mark.parametrize(
    ("players", "most", "left"),
    [(3, 17, True), (3, 15, True), (4, 13, False), (4, 12, True), (5, 10, True), (6, 8, True), (7, 7, True)],
)
def test_a_card_is_turned_where_one_is_left(players: int, most: int, left: bool) -> None:
    """OHHELL-4: with False in every hand, but in one that uses the whole pack, which never has a trump."""
    for no_trump in (True, False):
        state = do(
            oh_hell.initial_state(Config(players=players, first_dealer=0, max_cards=most, order=DOWN, last_hand_no_trump=no_trump)),
            Deal(PACK),
        )
        assert isinstance(state, Bidding)
        assert (state.turned is not None) is (left and not no_trump)
        assert len(oh_hell.places(state)["out"]) == 52 - players * most - (left and not no_trump)
        assert {view.trump for view in (oh_hell.view(state, seat) for seat in everybody(players))} == {
            state.turned and state.turned.suit
        }


def test_the_last_hand_of_four_players_is_the_whole_pack() -> None:
    """OHHELL-4: thirteen cards each by default, none is turned up."""
    found = [state for state in states(Config(), 5) if isinstance(state, Bidding) and not state.bids]
    assert [state.turned is None for state in found] == [False] * 12 + [True]
    assert oh_hell.places(found[-1])["out"] == ()


# -- bids ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("size", [1, 4, 7])
def test_bids_go_round_from_the_dealers_left(players: int, size: int) -> None:
    """OHHELL-5: everybody once, the dealer last, 0 to the number of cards each, whatever the others have bid."""
    for dealer in range(players):
        state = do(start(size, players=players, dealer=dealer), Deal(PACK))
        for turn in range(players):
            assert state.actor == (dealer + 1 + turn) % players
            assert list(oh_hell.legal_actions(state)) == [Bid(amount) for amount in range(size + 1)]
            for wrong in (-1, size + 1, 52):
                error = refused(state, Bid(wrong))
                assert (error.violation.clause, error.violation.text) == (
                    "OHHELL-5",
                    f"seat {state.actor} must bid from 0 to {size} tricks",
                )
            state = bid(state, size if turn % 2 else 0)
        assert isinstance(state, TrickPlay)
        assert state.actor == (dealer + 1) % players
        expected = {(dealer + 1 + turn) % players: size if turn % 2 else 0 for turn in range(players)}
        assert oh_hell.view(state, None).bids == tuple(expected[seat] for seat in range(players))


@pytest.mark.parametrize("amount", [True, False, 1.0, 0.0, "1", None, CHANCE, (1,)])
@pytest.mark.parametrize("hook", [True, False])
def test_a_bid_is_a_whole_number(amount: Any, hook: bool) -> None:
    """OHHELL-5, GEN-5, GEN-6: what only equals a number is no bid, and a bool is no number; the dealer's as any other's."""
    for state in (deal(start(2, hook=hook), {}), bid(deal(start(2, hook=hook), {}), 0, 1, 0)):
        assert Bid(amount) not in oh_hell.legal_actions(state)
        error = refused(state, Bid(amount))
        assert error.violation.clause == "OHHELL-5"


def test_nobody_may_pass() -> None:
    """OHHELL-5: to pass is no action of this game, and no other is one in its place."""
    state = deal(start(2), {1: "AS KS"})
    for action in (None, "pass", ChooseDealer(Seat(1)), Deal(PACK), Play(Card.parse("AS"))):
        refused(state, action)
    assert legal(state) == bids(0, 1, 2)


@pytest.mark.parametrize(
    ("size", "before", "allowed"),
    [
        (1, (0, 0, 0), (0,)),
        (1, (0, 1, 0), (1,)),
        (1, (1, 1, 0), (0, 1)),
        (5, (1, 0, 2), (0, 1, 3, 4, 5)),
        (5, (0, 0, 0), (0, 1, 2, 3, 4)),
        (5, (5, 0, 0), (1, 2, 3, 4, 5)),
        (5, (5, 1, 0), (0, 1, 2, 3, 4, 5)),
        (5, (5, 5, 5), (0, 1, 2, 3, 4, 5)),
    ],
)
def test_hook(size: int, before: tuple[int, ...], allowed: tuple[int, ...]) -> None:
    """OHHELL-6, OHHELL-D3: the dealer cannot make the bids add up to the number of cards; others, or without the hook, may."""
    for hook, free in ((True, allowed), (False, tuple(range(size + 1)))):
        state = deal(start(size, hook=hook), {})
        for amount in before:
            assert list(oh_hell.legal_actions(state)) == [Bid(all_of) for all_of in range(size + 1)]
            assert oh_hell.view(state, Seat(state.actor)).legal == oh_hell.legal_actions(state)  # type: ignore[arg-type]
            state = bid(state, amount)
        assert state.actor == 0
        assert list(oh_hell.legal_actions(state)) == [Bid(amount) for amount in free]
        assert oh_hell.view(state, 0).legal == oh_hell.legal_actions(state)
        for amount in range(size + 1):
            if amount in free:
                assert isinstance(bid(state, amount), TrickPlay)
            else:
                error = refused(state, Bid(amount))
                text = f"seat 0 may not bid {amount}: the bids would add up to {size}"
                assert (error.violation.clause, error.violation.text) == ("OHHELL-6", text)
        assert refused(state, Bid(-1)).violation.clause == refused(state, Bid(size + 1)).violation.clause == "OHHELL-5"


@pytest.mark.parametrize("players", PLAYERS)
def test_hook_with_every_number_of_players(players: int) -> None:
    """OHHELL-6: the last alone is barred, wherever the dealer sits."""
    for dealer in range(players):
        state = bid(deal(start(3, players=players, dealer=dealer, hook=True), {}), *([0] * (players - 2)), 1)
        assert state.actor == dealer
        assert legal(state) == bids(0, 1, 3)


@pytest.mark.parametrize("players", PLAYERS)
def test_simultaneous_bids_are_hidden_until_the_last(players: int) -> None:
    """OHHELL-7, OHHELL-D1: each seat sees its own bid alone, a spectator none, the actor is public; with the last all see all."""
    dealer = 1
    state = deal(start(2, players=players, dealer=dealer, simultaneous_bids=True), {})
    made: dict[int, int] = {}
    for turn in range(players):
        actor = (dealer + 1 + turn) % players
        assert isinstance(state, Bidding)
        for seat in everybody(players):
            view = oh_hell.view(state, seat)
            assert view.actor == actor
            assert view.bids == tuple(made.get(other) if other == seat else None for other in range(players))
            assert view.legal.size == (3 if seat == actor else 0)
        amount = (turn + 1) % 3
        events = [oh_hell.seen(state, Bid(amount), seat) for seat in everybody(players)]
        made[actor] = amount
        if turn < players - 1:
            assert events == [Bid(amount) if seat == actor else BidHidden() for seat in everybody(players)]
        state = bid(state, amount)
    shown = tuple(made[seat] for seat in range(players))
    assert events == [BidsShown(shown)] * (players + 1)
    assert [oh_hell.view(state, seat).bids for seat in everybody(players)] == [shown] * (players + 1)


def test_views_do_not_depend_on_a_secret_bid() -> None:
    """OHHELL-7: whatever another has bid, a view, its text, its hash and its JSON are the same; open bids are told at once."""
    secret = deal(start(2, simultaneous_bids=True), {})
    for seat in (2, 3, 0, None):
        views = [oh_hell.view(bid(secret, amount), seat) for amount in range(3)]
        assert len(set(views)) == len({repr(view) for view in views}) == len({str(view) for view in views}) == 1
        assert len({dumps(GAME, view) for view in views}) == 1
    assert [oh_hell.view(bid(secret, amount), 1).bids for amount in range(3)] == [(None, n, None, None) for n in range(3)]
    open_bids = deal(start(2), {})
    for seat in everybody():
        assert oh_hell.seen(open_bids, Bid(2), seat) == Bid(2)
        assert oh_hell.view(bid(open_bids, 2, 0), seat).bids == (None, 2, 0, None)


# -- the play -----------------------------------------------------------------------------------------------------------

TWO = {1: "KH 3S", 2: "2H AD", 3: "5S 6S", 0: "7H AH"}


def test_follow_suit() -> None:
    """OHHELL-8: the dealer's left leads anything; then the suit led if possible, else any card."""
    state = bid(deal(start(2), TWO, turned="2C"), 0, 0, 0, 0)
    assert state.actor == 1
    assert legal(state) == plays("KH 3S")
    state = play(state, "1: KH")
    assert legal(state) == plays("2H")
    error = refused(state, Play(Card.parse("AD")))
    assert (error.violation.clause, error.violation.text) == ("OHHELL-8", "seat 2 must follow hearts")
    state = play(state, "2: 2H")
    assert legal(state) == plays("5S 6S")
    state = play(state, "3: 6S")
    assert legal(state) == plays("7H AH")
    state = play(state, "0: AH")
    assert state.actor == 0
    assert oh_hell.view(state, None).won == (1, 0, 0, 0)
    assert list(oh_hell.legal_actions(state)) == [Play(Card.parse("7H"))]


@pytest.mark.parametrize(
    ("turned", "trick", "winner"),
    [
        ("2C", "KH 2H 6S AH", 0),
        ("2C", "KH 2H 6S 7H", 1),
        ("2S", "KH 2H 5S AH", 3),
        ("2S", "3S AD 5S AH", 3),
        ("2D", "3S AD 5S AH", 2),
        ("9H", "3S AD 5S AH", 0),
        ("9H", "3S AD 5S 7H", 0),
        ("2C", "3S AD 6S AH", 3),
        ("", "3S AD 6S AH", 3),
        ("", "KH 2H 6S 7H", 1),
    ],
)
def test_who_takes_a_trick(turned: str, trick: str, winner: int) -> None:
    """OHHELL-8, GEN-3: the highest trump, else the highest of the suit led; the winner leads."""
    state = play(bid(deal(start(2, trump=bool(turned)), TWO, turned=turned), 0, 0, 0, 0), f"1: {trick}")
    assert state.actor == winner
    view = oh_hell.view(state, None)
    assert [(one.leader, one.winner, one.cards) for one in view.tricks] == [(1, winner, parse_cards(trick))]
    assert view.won == tuple(int(seat == winner) for seat in range(4))


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("trump", [*SUITS, None])
def test_a_trump_takes_a_trick_at_every_table(players: int, trump: Suit | None) -> None:
    """OHHELL-8: the two of trumps over the aces, whoever deals and whoever plays it; without trump the ace of the suit led."""
    led = next(suit for suit in SUITS if suit is not trump)
    other = next(suit for suit in SUITS if suit not in (led, trump))
    ruff = f"2{trump.value}" if trump else f"2{other.value}"
    for dealer, ruffer in product(range(players), range(1, players)):
        order = [(dealer + 1 + turn) % players for turn in range(players)]
        hands = {
            seat: f"{'A' if turn == 0 else 13 - turn if turn > 3 else 'AKQJ'[turn]}{led.value}" for turn, seat in enumerate(order)
        }
        hands[order[ruffer]] = ruff
        state = start(1, players=players, dealer=dealer, trump=trump is not None)
        state = bid(deal(state, hands, turned=f"A{trump.value}" if trump else ""), *([0] * players))
        state = play(state, f"{order[0]}: " + " ".join(hands[seat] for seat in order), players)
        row = state.standing.sheet[-1]
        assert row.tricks == tuple(int(seat == order[ruffer if trump else 0]) for seat in range(players))


def test_the_highest_of_several_trumps() -> None:
    """OHHELL-8: over two lower ones, before and behind it."""
    state = deal(start(1, players=5), {1: "AH", 2: "9S", 3: "JS", 4: "10S", 0: "KH"}, turned="AS")
    state = play(bid(state, 0, 0, 0, 0, 0), "1: AH 9S JS 10S KH", 5)
    assert state.standing.sheet[-1].tricks == (0, 0, 0, 1, 0)


PODRIDA = {1: "KH 3D 4D", 2: "2S 3S AD", 3: "5C 6C KS", 0: "7C AC 2H"}


def test_la_podrida() -> None:
    """OHHELL-9: who cannot follow must play a trump if he has one, any trump; without the option any card."""
    state = play(bid(deal(start(3, must_trump=True), PODRIDA, turned="QS"), 0, 0, 0, 0), "1: KH")
    assert legal(state) == plays("2S 3S")
    assert oh_hell.view(state, 2).legal == oh_hell.legal_actions(state)
    error = refused(state, Play(Card.parse("AD")))
    assert (error.violation.clause, error.violation.text) == ("OHHELL-9", "seat 2 cannot follow hearts and must play a trump")
    state = play(state, "2: 3S")
    assert legal(state) == plays("KS")
    state = play(state, "3: KS")
    assert legal(state) == plays("2H")
    assert refused(state, Play(Card.parse("7C"))).violation.clause == "OHHELL-8"
    state = play(state, "0: 2H\n3: 5C AC 3D 2S")
    assert state.actor == 2  # 1 had neither clubs nor spades, and was free
    free = play(bid(deal(start(3), PODRIDA, turned="QS"), 0, 0, 0, 0), "1: KH")
    assert legal(free) == plays("2S 3S AD")
    assert oh_hell.view(free, 2).legal == oh_hell.legal_actions(free)


def test_la_podrida_does_not_ask_to_beat_a_trump() -> None:
    """OHHELL-9: a lower trump than one already played will do; one who leads is free."""
    hands = {1: "KH 3D", 2: "9S 2D", 3: "2S AS", 0: "4H 5H"}
    state = bid(deal(start(2, must_trump=True), hands, turned="QS"), 0, 0, 0, 0)
    assert legal(state) == plays("KH 3D")
    state = play(state, "1: KH 9S")
    assert legal(state) == plays("2S AS")
    assert play(state, "3: 2S 4H").actor == 2


def test_la_podrida_where_it_changes_nothing() -> None:
    """OHHELL-9: without trump, and when trump was led, who cannot follow plays what he likes."""
    no_trump = play(bid(deal(start(3, must_trump=True, trump=False), PODRIDA), 0, 0, 0, 0), "1: KH")
    assert legal(no_trump) == plays("2S 3S AD")
    led = play(bid(deal(start(3, must_trump=True), PODRIDA, turned="QH"), 0, 0, 0, 0), "1: KH")
    assert legal(led) == plays("2S 3S AD")
    assert legal(play(led, "2: AD")) == plays("5C 6C KS")
    assert legal(play(led, "2: AD KS")) == plays("2H")


# -- scores -------------------------------------------------------------------------------------------------------------

SEVEN = {
    1: "AS KS QS JS 10C 9C 8C",
    2: "10S 9S 8S 7S AC KC QC",
    3: "6S 5S 4S 3S 7C 6C 5C",
    0: "2S 2D 3D 4D 2H 3H 4H",
}
SEVEN_PLAYED = """
    1: AS 10S 6S 2S
    1: KS 9S 5S 2D
    1: QS 8S 4S 3D
    1: JS 7S 3S 4D
    1: 10C AC 7C 2H
    2: KC 6C 3H 9C
    2: QC 5C 4H 8C
"""
"""Seven tricks without trump: 1 takes four, 2 three, 3 and 0 none."""


def seven(amounts: Sequence[int], **config: Any) -> Row:
    """The row of that hand, after these bids from seat 1 on."""
    state = play(bid(deal(start(7, trump=False, **config), SEVEN), *amounts), SEVEN_PLAYED)
    assert isinstance(state, AwaitDeal)
    (row,) = state.standing.sheet
    assert row.totals == row.score == state.standing.totals
    assert (row.dealer, row.cards, row.trump, row.tricks) == (0, 7, None, (0, 4, 3, 0))
    assert row.bids == (amounts[3], *amounts[:3])
    return row


@pytest.mark.parametrize(
    ("amounts", "score"),
    [
        ((4, 3, 0, 0), (10, 14, 13, 10)),
        ((3, 3, 0, 0), (10, 0, 13, 10)),
        ((5, 3, 0, 0), (10, 0, 13, 10)),
        ((4, 0, 1, 7), (0, 14, 0, 0)),
    ],
)
def test_exact_bids_score(amounts: Sequence[int], score: tuple[int, ...]) -> None:
    """OHHELL-10: ten and the tricks for exactly the bid (4 bid and taken: 14; 0: 10); nothing for more or fewer."""
    assert seven(amounts).score == score


@pytest.mark.parametrize(
    ("amounts", "score"),
    [
        ((3, 2, 0, 0), (10, 4, 3, 10)),
        ((5, 7, 1, 7), (0, 4, 3, 0)),
        ((4, 0, 0, 0), (10, 14, 3, 10)),
    ],
)
def test_a_miss_may_score_its_tricks(amounts: Sequence[int], score: tuple[int, ...]) -> None:
    """OHHELL-11: 3 bid, 4 taken: 4; who makes his bid scores as ever."""
    assert seven(amounts, miss=MissScore.TRICKS).score == score


def test_a_zero_may_score_by_the_cards() -> None:
    """OHHELL-12: seven cards: 12 for a zero made; other bids as ever, and a zero missed follows `miss`."""
    assert seven((4, 0, 0, 1), zero_bid=ZeroBid.FIVE_PLUS_CARDS).score == (0, 14, 0, 12)
    assert seven((0, 3, 0, 0), zero_bid=ZeroBid.FIVE_PLUS_CARDS, miss=MissScore.TRICKS).score == (12, 4, 13, 12)


def test_a_zero_by_the_cards_of_its_hand() -> None:
    """OHHELL-12: the number of cards each of that hand, not of the game: with one to four cards 6, 7, 8, 9 for a zero made."""
    zeros = set[int]()
    for seed in range(6):
        for row in states(Config(max_cards=4, order=UP_DOWN, zero_bid=ZeroBid.FIVE_PLUS_CARDS), seed)[-1].standing.sheet:
            for amount, tricks, score in zip(row.bids, row.tricks, row.score, strict=True):
                assert score == (0 if amount != tricks else 5 + row.cards if amount == 0 else 10 + tricks)
                zeros |= {score} if amount == tricks == 0 else set()
    assert zeros == {6, 7, 8, 9}


ONE = {1: "AC", 2: "3C", 3: "4C", 0: "2C"}
"""One card without trump: 1 takes it from 0, who deals."""


def test_totals_add_up_over_the_hands() -> None:
    """OHHELL-10, OHHELL-13, OHHELL-D2, GEN-8: each row has the score of its hand and the totals after it."""
    state = oh_hell.initial_state(Config(first_dealer=3, max_cards=2))
    state = play(bid(deal(state, {0: "2H", 1: "AS", 2: "3H", 3: "4H"}, turned="5S"), 0, 1, 1, 0), "0: 2H AS 3H 4H")
    assert isinstance(state, AwaitDeal)
    assert state.standing.sheet == (Row(Seat(3), 1, Suit.SPADES, (0, 1, 1, 0), (0, 1, 0, 0), (10, 11, 0, 10), (10, 11, 0, 10)),)
    assert (state.dealer, state.standing.dealer, state.standing.size) == (0, 0, 2)
    assert oh_hell.outcome(state) is None
    assert oh_hell.tally(state) == {"hands": 1, "bids made": 3, "bids missed": 1}
    state = play(bid(deal(state, TWO), 0, 0, 2, 2), "1: KH 2H 5S AH\n0: 7H 3S AD 6S")
    assert state.standing.sheet[1] == Row(Seat(0), 2, None, (2, 0, 0, 2), (2, 0, 0, 0), (12, 10, 10, 0), (22, 21, 10, 10))
    assert isinstance(state, MatchOver)
    assert result(state) == Outcome((22, 21, 10, 10), (1, 2, 3, 3), (Seat(0),))
    assert oh_hell.tally(state) == {"hands": 2, "bids made": 6, "bids missed": 2}


@pytest.mark.parametrize(
    ("amounts", "outcome"),
    [
        ((1, 0, 0, 0), Outcome((10, 11, 10, 10), (2, 1, 2, 2), (Seat(1),))),
        ((0, 0, 0, 0), Outcome((10, 0, 10, 10), (1, 4, 1, 1), (Seat(0), Seat(2), Seat(3)))),
        ((0, 1, 0, 1), Outcome((0, 0, 0, 10), (2, 2, 2, 1), (Seat(3),))),
        ((0, 1, 1, 1), Outcome((0, 0, 0, 0), (1, 1, 1, 1), (Seat(0), Seat(1), Seat(2), Seat(3)))),
    ],
)
def test_the_highest_total_wins(amounts: Sequence[int], outcome: Outcome) -> None:
    """OHHELL-13, GEN-8: after the last hand; equal totals share the win, and the better place."""
    state = bid(deal(start(1, trump=False), ONE), *amounts)
    assert oh_hell.outcome(state) is None
    state = on(state)
    assert isinstance(state, MatchOver)
    assert result(state) == outcome
    assert state.actor is None
    assert oh_hell.legal_actions(state).size == 0


# -- where the cards lie ------------------------------------------------------------------------------------------------


def test_every_card_is_somewhere() -> None:
    """OHHELL-3, OHHELL-8, GEN-10: hands, turned up, out of play, on the table, in tricks; after a hand the pack again."""
    state = deal(start(2), TWO, turned="2C")
    found = oh_hell.places(state)
    assert {place: CardSet(cards) for place, cards in found.items() if place != "out"} == {
        **{f"hand {seat}": CardSet.parse(cards) for seat, cards in TWO.items()},
        "turned": CardSet.parse("2C"),
    }
    assert len(found["out"]) == 43
    state = play(bid(state, 0, 0, 0, 0), "1: KH 2H 5S AH\n0: 7H")
    found = oh_hell.places(state)
    assert found["trick"] == parse_cards("7H")
    assert [found[f"tricks {seat}"] for seat in range(4)] == [parse_cards("KH 2H 5S AH"), (), (), ()]
    assert [found[f"hand {seat}"] for seat in range(4)] == [(), *map(parse_cards, ("3S", "AD", "6S"))]
    assert [oh_hell.view(state, None).counts, oh_hell.view(state, 2).counts] == [(0, 1, 1, 1)] * 2
    assert sorted(card.code for cards in found.values() for card in cards) == sorted(card.code for card in PACK)
    after = play(state, "1: 3S AD 6S")
    for one in (after, oh_hell.initial_state(), states(Config(max_cards=1), 1)[-1]):
        assert oh_hell.places(one) == {"pack": PACK}
        assert [one.hand(seat) for seat in range(4)] == [CardSet()] * 4
        assert oh_hell.view(one, 0).counts == (0, 0, 0, 0)
        assert oh_hell.view(one, 0).hand == CardSet()


def test_deal_for_names_hands_the_turned_card_and_what_is_out() -> None:
    """OHHELL-2, OHHELL-3, GEN-10: in the order in which they fall; other cards as in the pack."""
    state = start(2, dealer=3)
    dealt = oh_hell.deal_for(state, {0: "AS KS", 2: [Card.parse("QS")]}, turned="JS", out="2C 3C")
    assert dealt.pack[:9] == parse_cards("AS 4C QS 5C KS 6C 7C 8C JS")
    assert dealt.pack[9:12] == parse_cards("2C 3C 9C")
    assert dealt in oh_hell.legal_actions(state)
    assert oh_hell.deal_for(state, {}) == Deal(PACK)
    assert oh_hell.deal_for(state, {}, turned=[Card.parse("AS")]).pack[8] is Card.parse("AS")


def test_deal_for_refuses_what_cannot_be_dealt() -> None:
    """OHHELL-4, GEN-5: a card to turn where none is turned, a card twice, too many, no such seat, or no deal due."""
    state = start(2)
    for hands, turned in (({0: "AS", 1: "AS"}, ""), ({0: "AS"}, "AS"), ({0: "AS KS QS"}, ""), ({}, "AS KS")):
        with pytest.raises(ValueError, match=r"AS|dealt"):
            oh_hell.deal_for(state, hands, turned=turned)
    with pytest.raises(ValueError, match="the turned is dealt 0 cards, not 1"):
        oh_hell.deal_for(start(2, trump=False), {}, turned="AS")
    with pytest.raises(LookupError, match="there is no seat 4"):
        oh_hell.deal_for(state, {4: "AS"})
    with pytest.raises(ValueError, match="no deal is due in the phase Bidding"):
        oh_hell.deal_for(deal(state, {}), {})


# -- what a seat sees ---------------------------------------------------------------------------------------------------


def test_views_through_a_hand() -> None:
    """OHHELL-3, OHHELL-5, OHHELL-8, GEN-8: each sees its own cards, and what has been shown to all."""
    drawing = oh_hell.initial_state(Config(max_cards=2, order=DOWN, last_hand_no_trump=False))
    for seat in everybody():
        view = oh_hell.view(drawing, seat)
        assert (view.seat, view.actor, view.phase, view.standing) == (seat, CHANCE, Phase.DRAW_DEALER, drawing.standing)
        assert (view.hand, view.turned, view.trump, view.bids, view.trick, view.tricks) == (
            CardSet(),
            None,
            None,
            (None,) * 4,
            (),
            (),
        )
        assert (view.counts, view.won, view.voids) == ((0,) * 4, (0,) * 4, (frozenset(),) * 4)
        assert oh_hell.seen(drawing, ChooseDealer(Seat(0)), seat) == ChooseDealer(Seat(0))
        assert str(view) == "drawing the dealer; totals 0, 0, 0, 0"
    due = do(drawing, ChooseDealer(Seat(0)))
    shuffled = oh_hell.deal_for(due, TWO, turned="2C")
    for seat in everybody():
        view = oh_hell.view(due, seat)
        assert (view.actor, view.phase, view.legal.size, view.hand) == (CHANCE, Phase.AWAIT_DEAL, 0, CardSet())
        assert str(view).splitlines() == ["shuffling; totals 0, 0, 0, 0", "dealer: seat 0; 2 cards each, hand 1"]
        own = CardSet() if seat is None else CardSet.parse(TWO[seat])
        assert oh_hell.seen(due, shuffled, seat) == DealtOpen(own, parse_cards("2C"))
    state = bid(do(due, shuffled), 2, 0)
    for seat in everybody():
        view = oh_hell.view(state, seat)
        own = CardSet() if seat is None else CardSet.parse(TWO[seat])
        assert (view.actor, view.phase, view.hand, view.counts) == (3, Phase.BIDDING, own, (2, 2, 2, 2))
        assert (view.bids, view.trick, view.tricks) == ((None, 2, 0, None), (), ())
        assert list(view.legal) == ([Bid(0), Bid(1), Bid(2)] if seat == 3 else [])
    state = play(bid(state, 0, 1), "1: KH 2H 5S AH\n0: 7H 3S")
    for seat in everybody():
        view = oh_hell.view(state, seat)
        own = CardSet() if seat is None else state.hand(seat)
        assert (view.actor, view.phase, view.hand, view.counts) == (2, Phase.TRICK_PLAY, own, (0, 0, 1, 1))
        assert (view.bids, view.trick) == ((1, 2, 0, 0), ((0, Card.parse("7H")), (1, Card.parse("3S"))))
        assert (view.played, view.trick_cards, view.won) == (parse_cards("KH 2H 5S AH"), parse_cards("7H 3S"), (1, 0, 0, 0))
        assert view.voids == (suits(""), suits("H"), suits(""), suits("H"))
        assert view.legal.size == (1 if seat == 2 else 0)
        assert oh_hell.seen(state, Play(Card.parse("AD")), seat) == Play(Card.parse("AD"))
    assert str(oh_hell.view(state, 2)).splitlines() == [
        "playing; turn of seat 2; totals 0, 0, 0, 0",
        "dealer: seat 0; 2 cards each, hand 1",
        f"turned up: {Card.parse('2C')}",
        "bids: seat 0 1, seat 1 2, seat 2 0, seat 3 0",
        "tricks: seat 0 1, seat 1 0, seat 2 0, seat 3 0",
        f"table: seat 0 {Card.parse('7H')}, seat 1 {Card.parse('3S')}",
        f"your hand: {CardSet.parse('AD')}",
    ]
    after = play(state, "2: AD 6S")
    assert str(oh_hell.view(after, 2)).splitlines() == [
        "shuffling; totals 0, 0, 10, 10",
        "dealer: seat 1; 1 card each, hand 2",
    ]
    assert oh_hell.view(after, 2).bids == (None,) * 4
    assert "no trump" in str(oh_hell.view(deal(start(1, trump=False), ONE), 0)).splitlines()
    over = on(bid(deal(start(1, trump=False), ONE), 1, 0, 0, 0))
    for seat in everybody():
        view = oh_hell.view(over, seat)
        assert (view.actor, view.phase, view.legal.size, view.hand) == (None, Phase.MATCH_OVER, 0, CardSet())
        assert str(view) == "over; totals 10, 11, 10, 10"


def test_names_are_words() -> None:
    """OHHELL-2, OHHELL-11, OHHELL-12: as a terminal shows them."""
    assert [*map(str, HandOrder), *map(str, MissScore), *map(str, ZeroBid)] == [
        *("up", "down", "up and down", "down and up"),
        *("zero", "tricks", "ten", "five plus cards"),
    ]
    assert list(map(str, Phase)) == ["drawing the dealer", "shuffling", "bidding", "playing", "over"]
    assert GAME.persian_name == "اوه هل"


@pytest.mark.parametrize("players", [3, 4])
def test_a_view_tells_nothing_of_other_hands(players: int) -> None:
    """OHHELL-3, GEN-5: states that differ in hidden cards alone give equal views."""
    one = deal(start(1, players=players), {0: "2C", 1: "3C", 2: "4C"}, turned="AS")
    other = deal(start(1, players=players), {0: "2C", 1: "9D", 2: "KH"}, turned="AS")
    assert one != other
    assert oh_hell.view(one, 0) == oh_hell.view(other, 0)
    assert repr(oh_hell.view(one, None)) == repr(oh_hell.view(other, None))


# -- what is refused ----------------------------------------------------------------------------------------------------

PHASES: dict[str, State] = {
    "drawing the dealer": oh_hell.initial_state(),
    "shuffling": start(2),
    "bidding": do(start(2), Deal(PACK)),
    "playing": bid(do(start(2), Deal(PACK)), 0, 0, 0, 0),
    "over": on(bid(do(start(1), Deal(PACK)), 0, 0, 0, 0)),
}
KINDS: dict[str, Action] = {
    "choose dealer": ChooseDealer(Seat(0)),
    "deal": Deal(PACK),
    "bid": Bid(0),
    "play": Play(Card.parse("2C")),
}
DUE = {
    "drawing the dealer": ("choose dealer", "OHHELL-1", "the lot must fall on a first dealer now, seat 0 to 3", CHANCE),
    "shuffling": ("deal", "OHHELL-2", "the pack must be dealt now", CHANCE),
    "bidding": ("bid", "OHHELL-5", "seat 1 must bid from 0 to 2 tricks", 1),
    "playing": ("play", "OHHELL-8", "seat 1 must play a card now", 1),
    "over": ("", "GEN-8", "the game is over", None),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_thing_in_its_time(phase: str, kind: str) -> None:
    """GEN-5, GEN-8, OHHELL-1, OHHELL-2, OHHELL-5, OHHELL-8: what is not due is refused, saying what is."""
    due, clause, text, actor = DUE[phase]
    state = PHASES[phase]
    assert state.actor == actor
    if kind == due:
        assert do(state, KINDS[kind]) != state
        return
    error = refused(state, KINDS[kind])
    assert (error.violation.clause, error.violation.text, error.seat) == (clause, text, actor)


@pytest.mark.parametrize("config", [Config(players=3, hook=True), Config(players=5, must_trump=True), Config(players=7)])
def test_what_is_legal_breaks_no_clause(config: Config) -> None:
    """GEN-5: a violation is found for no member of the legal set, and for every other bid and card."""
    for state in states(attrs.evolve(config, max_cards=5), 4):
        may = oh_hell.legal_actions(state)
        for action in islice(may, 20):
            assert oh_hell.violation(state, action) is None
        for other in (*map(Bid, range(-1, 8)), *map(Play, PACK)):
            assert (oh_hell.violation(state, other) is None) is (other in may)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("junk", [None, 0, "AS", Card.parse("AS"), Play, (), object(), BidHidden()])
def test_what_is_no_action_is_refused(phase: str, junk: object) -> None:
    """GEN-5: anything else, of any type."""
    error = refused(PHASES[phase], junk)
    assert error.violation.clause == "GEN-5"
    assert error.violation.text.endswith("is not an action of oh_hell")


@pytest.mark.parametrize(
    "pack",
    [PACK[:51], (*PACK[:51], PACK[0]), (*PACK, PACK[0]), (*PACK[:51], BLACK_JOKER), (), ("AS",) * 52, (*PACK[:51], None)],
)
def test_a_wrong_pack_is_refused(pack: Any) -> None:
    """GEN-4, GEN-5, OHHELL-2: one that lacks a card, has one twice, or has something else."""
    refused(PHASES["shuffling"], Deal(pack))


@pytest.mark.parametrize("card", [None, 0, "2C", True, CardSet.parse("2C"), Suit.CLUBS])
def test_only_cards_are_played(card: Any) -> None:
    """GEN-5, OHHELL-8: one card, not its name or a set of it."""
    for state in (PHASES["playing"], do(PHASES["playing"], Play(Card.parse("2C")))):
        error = refused(state, Play(card))
        assert error.violation.clause == "GEN-5"
        assert "is not a card" in error.violation.text


def test_a_card_not_held_is_refused() -> None:
    """GEN-5, OHHELL-8: another's, one out of play, a joker, one already played; in the first trick and the second."""
    state = bid(deal(start(2), TWO, turned="2C"), 0, 0, 0, 0)
    for code in ("2H", "9C", "2C"):
        error = refused(state, Play(Card.parse(code)))
        assert (error.violation.clause, error.violation.text) == ("GEN-5", f"seat 1 does not hold {Card.parse(code)}")
    refused(state, Play(BLACK_JOKER))
    state = play(state, "1: KH 2H 5S AH\n0: 7H")
    for code in ("KH", "7H", "AD", "9C"):
        error = refused(state, Play(Card.parse(code)))
        assert (error.violation.clause, error.violation.text) == ("GEN-5", f"seat 1 does not hold {Card.parse(code)}")
    assert legal(state) == plays("3S")


def test_applied_again() -> None:
    """GEN-5: an action that has been done is not legal in the state that it led to, but a bid of the next player's may be alike."""
    for phase, action in (
        ("drawing the dealer", ChooseDealer(Seat(2))),
        ("shuffling", Deal(PACK)),
        ("playing", Play(Card.parse("2C"))),
    ):
        refused(do(PHASES[phase], action), action)
    last = bid(PHASES["bidding"], 0, 0, 0)
    refused(bid(last, 0), Bid(0))


@pytest.mark.parametrize("phase", PHASES)
def test_submit_takes_what_is_due_from_whose_turn_it_is(phase: str) -> None:
    """GEN-5: from others it refuses everything alike, before it looks at any card."""
    state = PHASES[phase]
    for seat in range(4):
        if seat == state.actor:
            action = oh_hell.legal_actions(state)[0]
            assert oh_hell.submit(state, seat, action) == do(state, action)
            continue
        for action in (*KINDS.values(), Play(Card.parse("AS"))):
            with pytest.raises(IllegalAction) as caught:
                oh_hell.submit(state, seat, action)
            assert (caught.value.seat, caught.value.violation.clause, caught.value.legal.size) == (seat, "GEN-5", 0)


@pytest.mark.parametrize("seat", [-1, 4, True, "0", 0.0])
def test_unknown_seats(seat: Any) -> None:
    """GEN-1, GEN-5: a bool is no seat, and four is none at a table of four."""
    for state in PHASES.values():
        with pytest.raises(LookupError, match="there is no seat"):
            state.hand(seat)
        with pytest.raises(LookupError, match="there is no seat"):
            oh_hell.view(state, seat)
        with pytest.raises(LookupError, match="there is no seat"):
            oh_hell.seen(state, KINDS["bid"], seat)
    with pytest.raises(IllegalAction):
        oh_hell.seen(PHASES["playing"], Bid(0), 1)


# -- what a seat may imagine --------------------------------------------------------------------------------------------


@attrs.frozen
class Position:
    """A state in a hand: the deal that was due, and what was done after it."""

    due: AwaitDeal
    after_deal: tuple[Action, ...]
    state: State


def positions(config: Config, seed: int) -> Iterator[Position]:
    """All positions of the first hand of a game of random choices."""
    rng = Random(seed)
    due = oh_hell.initial_state(config)
    assert isinstance(due, AwaitDeal)
    state = do(due, oh_hell.legal_actions(due).sample(rng))
    done: list[Action] = []
    while isinstance(state, Bidding | TrickPlay):
        yield Position(due, tuple(done), state)
        done.append(oh_hell.legal_actions(state).sample(rng))
        state = do(state, done[-1])


def unseen(view: View) -> list[Card]:
    """The cards that a seat cannot place."""
    known = {*view.hand, *view.played, *view.trick_cards, view.turned}
    return [card for card in PACK if card not in known]


def shares(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every way to give hands of these sizes; what is left is out of play."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in shares(rest, sizes[1:]):
            yield (hand, *others)


def replayed(position: Position, view: View, hands: Sequence[Sequence[Card]], actions: Sequence[Action]) -> State | None:
    """The state after these actions, if the other seats hold these hands now; None if the seat would not see what it sees."""
    others = iter(hands)
    players = range(view.standing.config.players)
    held = {seat: list(view.hand if seat == view.seat else next(others)) for seat in players}
    leaders = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.trick:
        leaders.append((view.trick[0][0], view.trick_cards))
    for leader, cards in leaders:
        for turn, card in enumerate(cards):
            held[(leader + turn) % len(players)].append(card)
    state = do(position.due, oh_hell.deal_for(position.due, held, turned=() if view.turned is None else (view.turned,)))
    try:
        state = do(state, *actions)
    except IllegalAction:
        return None
    return state if oh_hell.view(state, view.seat) == view else None


def possible(position: Position, seat: int | None) -> set[State]:
    """All states in which the seat's view would be what it is: every deal with every bid that it has not been shown."""
    view = oh_hell.view(position.state, seat)
    sizes = [count for other, count in enumerate(view.counts) if other != seat]
    made: list[Sequence[Action]] = []
    for number, action in enumerate(position.after_deal):
        bidder = (view.standing.dealer or 0) + 1 + number
        hidden = isinstance(action, Bid) and view.bids[bidder % len(view.bids)] is None
        made.append([Bid(amount) for amount in range(view.standing.size + 1)] if hidden else [action])
    return {
        state
        for hands in shares(unseen(view), sizes)
        for actions in product(*made)
        for state in [replayed(position, view, hands, actions)]
        if state is not None
    }


def check_worlds(position: Position, seat: int | None, states: set[State], rng: Random, chi: int = 100) -> None:
    """Worlds are exactly these states, and equally likely; for large numbers some are drawn."""
    worlds = oh_hell.worlds(oh_hell.view(position.state, seat))
    assert position.state in states
    assert worlds.size == len(states)
    if len(states) <= chi:
        times = Counter(worlds.sample(rng) for _ in range(20 * len(states)))
        assert set(times) == states
        assert len(states) == 1 or uneven(times.values(), len(states)) < 5
    else:
        assert {worlds.sample(rng) for _ in range(100)} <= states


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "size", "must_trump", "trump"),
    [(3, 17, True, True), (3, 17, False, True), (3, 16, True, True), (4, 13, True, False), (4, 12, True, True), (7, 7, True, True)],
)
def test_worlds_are_all_deals_that_fit_the_play(players: int, size: int, must_trump: bool, trump: bool) -> None:
    """OHHELL-3, OHHELL-8, OHHELL-9: by brute force towards the end of a hand; suits that were not followed, and where one must
    trump trumps that were not played, are with others or out of play; the card turned up is nowhere."""
    rng, fewer, tried = Random(size), 0, 0
    for seed in range(2):
        config = start(size, players=players, trump=trump, must_trump=must_trump).standing.config
        for position in list(positions(config, seed))[-9::2]:
            for seat in (seed, None):
                view = oh_hell.view(position.state, seat)
                room, ways = len(unseen(view)), 1
                for other, count in enumerate(view.counts):
                    if other != seat:
                        ways *= comb(room, count)
                        room -= count
                if ways <= 130:
                    found = possible(position, seat)
                    check_worlds(position, seat, found, rng)
                    fewer += len(found) < ways
                    tried += 1
    assert tried >= 4
    assert fewer


@pytest.mark.long
@pytest.mark.parametrize("order", [(), (0,), (1, 1)])
def test_worlds_have_every_secret_bid(order: tuple[int, ...]) -> None:
    """OHHELL-7: with one card each, the two others hold any two of the fifty unseen, and each bid that is not shown may be any."""
    config = Config(players=3, first_dealer=0, max_cards=1, order=DOWN, last_hand_no_trump=False, simultaneous_bids=True)
    due = oh_hell.initial_state(config)
    assert isinstance(due, AwaitDeal)
    state = bid(deal(due, {0: "2C", 1: "3C", 2: "4C"}, turned="AS"), *order)
    position = Position(due, tuple(map(Bid, order)), state)
    for seat in (0, 1, 2):
        view = oh_hell.view(state, seat)
        hidden = sum((turn + 1) % 3 != seat for turn in range(len(order)))
        assert oh_hell.worlds(view).size == 50 * 49 * 2**hidden
        if seat == len(order):
            check_worlds(position, seat, possible(position, seat), Random(seat))
    assert oh_hell.worlds(oh_hell.view(state, None)).size == 51 * 50 * 49 * 2 ** len(order)


def test_secret_bids_are_drawn_evenly() -> None:
    """OHHELL-7: each pair of bids of three cards, whatever has really been bid; one's own and all shown bids stay what they are."""
    state = bid(deal(start(3, simultaneous_bids=True), {}), 2, 3, 0)
    for seat, hidden in ((0, 64), (1, 16), (2, 16), (3, 16), (None, 64)):
        worlds, rng = oh_hell.worlds(oh_hell.view(state, seat)), Random(7)
        drawn = [worlds.sample(rng) for _ in range(hidden * 25)]
        times = Counter(world.bids for world in drawn if isinstance(world, Bidding))
        assert uneven(times.values(), hidden) < 5
        assert len(times) == hidden
        assert {oh_hell.view(world, seat) for world in drawn} == {oh_hell.view(state, seat)}
    shown = bid(state, 1)
    for seat in everybody():
        world = oh_hell.determinize(oh_hell.view(shown, seat), Random(1))
        assert isinstance(world, TrickPlay)
        assert world.fixed.bids == (1, 2, 3, 0)
        assert world != shown
        assert oh_hell.view(world, seat) == oh_hell.view(shown, seat)


def test_open_bids_tell_nothing() -> None:
    """OHHELL-3, OHHELL-5: after the deal and after every bid, any unseen card may be with anybody or out of play."""
    state = deal(start(2), TWO, turned="2C")
    for amount in (2, 2, 0, 0):
        for seat in range(4):
            assert oh_hell.worlds(oh_hell.view(state, seat)).size == comb(49, 2) * comb(47, 2) * comb(45, 2)
        assert oh_hell.worlds(oh_hell.view(state, None)).size == comb(51, 2) * comb(49, 2) * comb(47, 2) * comb(45, 2)
        world = oh_hell.determinize(oh_hell.view(state, 2), Random(amount))
        assert oh_hell.view(world, 2) == oh_hell.view(state, 2)
        assert world != state
        state = bid(state, amount)


def test_voids_that_must_trump_shows() -> None:
    """OHHELL-8, OHHELL-9: who discards has no trump either; who ruffs lacks the suit led alone; without the option, likewise."""
    hands = {1: "KH 3H", 2: "2D AD", 3: "5S 6C", 0: "7H AH"}
    for must_trump, discarded in ((True, suits("HS")), (False, suits("H"))):
        state = play(bid(deal(start(2, must_trump=must_trump), hands, turned="2S"), 0, 0, 0, 0), "1: KH 2D 5S 7H")
        assert oh_hell.view(state, None).voids == (suits(""), suits(""), discarded, suits("H"))
    no_trump = play(bid(deal(start(2, must_trump=True, trump=False), hands), 0, 0, 0, 0), "1: KH 2D 5S 7H")
    assert oh_hell.view(no_trump, None).voids == (suits(""), suits(""), suits("H"), suits("H"))


def test_worlds_when_nothing_is_hidden() -> None:
    """OHHELL-1, OHHELL-2, GEN-8: while the lot is drawn, before a deal and after the game there is one world: the state itself."""
    for phase in ("drawing the dealer", "shuffling", "over"):
        for seat in everybody():
            worlds = oh_hell.worlds(oh_hell.view(PHASES[phase], seat))
            assert worlds.size == 1
            assert worlds.sample(Random(1)) == PHASES[phase]


def test_worlds_depend_on_the_view_alone_and_repeat() -> None:
    """GEN-4: whichever of the possible states is true, the same generator draws the same worlds."""
    config = start(17, players=3, must_trump=True).standing.config
    position = list(positions(config, 3))[-9]
    drawn = [oh_hell.determinize(oh_hell.view(position.state, 0), Random(seed)) for seed in range(10)]
    assert len(set(drawn)) > 3
    for state in islice(possible(position, 0), 10):
        assert [oh_hell.determinize(oh_hell.view(state, 0), Random(seed)) for seed in range(10)] == drawn


# -- the cases ----------------------------------------------------------------------------------------------------------


def test_case_04_no_trump_to_follow() -> None:
    """OHHELL-4, OHHELL-8: without trump, 0 leads 7C, 1 has none; 2 holds AC 2H 3H, 3 holds 4H KD."""
    hands = {0: "7C 8D 9D", 1: "9H 10H JH", 2: "AC 2H 3H", 3: "4H KD QD"}
    for must_trump in (False, True):
        state = bid(deal(start(3, dealer=3, trump=False, must_trump=must_trump), hands), 0, 0, 0, 0)
        state = play(state, "0: 7C 9H")
        assert legal(state) == plays("AC")
        state = play(state, "2: AC")
        assert legal(state) == plays("4H KD QD")
        state = play(state, "3: KD")
        assert state.actor == 2


def test_case_10_one_card_and_two() -> None:
    """OHHELL-8, OHHELL-10: spades trump, bids 0 1 0 0, 2H AS 3H 4H: 10, 11, 10, 10, once; with two cards a trick is not the end."""
    state = deal(oh_hell.initial_state(Config(first_dealer=3)), {0: "2H", 1: "AS", 2: "3H", 3: "4H"}, turned="2S")
    state = play(bid(state, 0, 1, 0, 0), "0: 2H AS 3H 4H")
    assert isinstance(state, AwaitDeal)
    assert [row.score for row in state.standing.sheet] == [(10, 11, 10, 10)]
    assert state.standing.totals == (10, 11, 10, 10)
    two = play(bid(deal(start(2), TWO, turned="2C"), 0, 0, 0, 0), "1: KH 2H 5S AH")
    assert isinstance(two, TrickPlay)
    assert (two.actor, two.standing.totals, two.standing.sheet) == (0, (0, 0, 0, 0), ())


def test_case_15_too_many_cards_and_all_of_them() -> None:
    """OHHELL-2, OHHELL-4: six players and ten cards are refused; four and thirteen play without trump, and to the end."""
    with pytest.raises(ConfigError, match=r"max_cards must be at most 8 with 6 players, not 10 \(OHHELL-2\)"):
        Config(players=6, max_cards=10)
    for no_trump in (True, False):
        state = deal(oh_hell.initial_state(Config(first_dealer=0, order=DOWN, last_hand_no_trump=no_trump)), {})
        assert isinstance(state, Bidding)
        assert (state.turned, oh_hell.view(state, 0).trump, oh_hell.places(state)["out"]) == (None, None, ())
        assert isinstance(oh_hell.seen(start(13, trump=not no_trump), Deal(PACK), 0), DealtOpen)
        after = on(bid(state, 0, 13, 5, 5))
        assert isinstance(after, AwaitDeal)
        assert (after.standing.sheet[0].trump, sum(after.standing.sheet[0].tricks)) == (None, 13)


def seven_after(config: Config) -> State:
    """A hand of seven cards, the last of its game or the first, bids 4 0 0 0 from the dealer's left."""
    state = oh_hell.initial_state(attrs.evolve(config, max_cards=7, order=DOWN))
    return play(bid(deal(state, SEVEN), 4, 0, 0, 0), SEVEN_PLAYED)


@pytest.mark.parametrize(
    ("option", "other", "choices"),
    [
        ("players", 5, oh_hell.initial_state),
        ("first_dealer", 1, oh_hell.initial_state),
        ("max_cards", 1, lambda config: on(bid(do(oh_hell.initial_state(config), Deal(PACK)), 0, 0, 0, 0))),
        ("order", DOWN, lambda config: do(oh_hell.initial_state(config), Deal(PACK))),
        ("last_hand_no_trump", False, lambda config: do(oh_hell.initial_state(attrs.evolve(config, max_cards=1)), Deal(PACK))),
        ("hook", True, lambda config: bid(do(oh_hell.initial_state(config), Deal(PACK)), 0, 1, 0)),
        ("simultaneous_bids", True, lambda config: bid(do(oh_hell.initial_state(config), Deal(PACK)), 0)),
        (
            "must_trump",
            True,
            lambda config: play(bid(deal(start_of(config, 3), PODRIDA, turned="QS"), 0, 0, 0, 0), "1: KH"),
        ),
        ("miss", MissScore.TRICKS, seven_after),
        ("zero_bid", ZeroBid.FIVE_PLUS_CARDS, seven_after),
    ],
)
def test_case_08_every_option_acts(option: str, other: object, choices: Callable[[Config], State]) -> None:
    """GEN-6, OHHELL-1, OHHELL-2: flipping one option alone leads the same cards and choices to another position."""
    default = Config(first_dealer=0)
    flipped: dict[str, Any] = {option: other}

    def position(config: Config) -> object:
        state = choices(config)
        public = oh_hell.view(state, None)
        standing = attrs.evolve(state.standing, config=Config())
        return type(state), standing, oh_hell.legal_actions(state), public.trump, public.bids

    assert position(default) != position(attrs.evolve(default, **flipped))


def start_of(config: Config, size: int) -> State:
    """A hand of so many cards with trump, the first of its game."""
    return oh_hell.initial_state(attrs.evolve(config, max_cards=size, order=DOWN, last_hand_no_trump=False))


def test_case_08_no_option_is_forgotten() -> None:
    """GEN-6: the test above flips them all."""
    (mark,) = (mark for mark in test_case_08_every_option_acts.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]
    assert [name for name, _, _ in mark.args[1]] == [option.name for option in options(Config)]


def test_case_18_zero_and_none_are_told_apart() -> None:
    """OHHELL-1, OHHELL-3, OHHELL-5, OHHELL-7: a zero bid and no bid, dealer 0, seat 0, clubs and no trump; in JSON as well."""
    first = oh_hell.initial_state(Config(first_dealer=0, max_cards=2, order=DOWN_UP, last_hand_no_trump=False))
    lot = oh_hell.initial_state()
    assert (first.standing.dealer, lot.standing.dealer, do(lot, ChooseDealer(Seat(0))).standing.dealer) == (0, None, 0)
    state = deal(first, TWO, turned="2C")
    seen = [oh_hell.view(state, 0)]
    for _ in range(4):
        state = bid(state, 0)
        seen.append(oh_hell.view(state, 0))
    assert [view.bids for view in seen] == [
        (None, None, None, None),
        (None, 0, None, None),
        (None, 0, 0, None),
        (None, 0, 0, 0),
        (0, 0, 0, 0),
    ]
    assert [view.trump for view in seen] == [Suit.CLUBS] * 5
    assert [loads(GAME, dumps(GAME, view), Kind.VIEW) for view in seen] == seen
    assert "bids: seat 1 0, seat 2 0" in str(seen[2]).splitlines()
    assert "bids" not in str(seen[0])
    assert loads(GAME, dumps(GAME, state), Kind.STATE) == state
    without = bid(deal(start(2, trump=False), TWO), 0, 0, 0, 0)
    assert (seen[4].trump, oh_hell.view(without, 0).trump) == (Suit.CLUBS, None)
    assert oh_hell.view(state, 0).hand != oh_hell.view(state, None).hand == CardSet()
    secret = bid(deal(start(1, simultaneous_bids=True), {}), 0)
    assert [oh_hell.view(secret, seat).bids[1] for seat in everybody()] == [None, 0, None, None, None]
    record = Record.begin(GAME, first.standing.config)
    for action in (oh_hell.deal_for(first, TWO, turned="2C"), Bid(0), Bid(0), Bid(0), Bid(0), Play(Card.parse("KH"))):
        record = record.then(action)
    assert Record.parse(str(record)).last() == record.last() == play(state, "1: KH")
    end = on(state)
    assert end.standing.sheet[-1].bids == (0, 0, 0, 0)
    assert end.standing.sheet[-1].trump is Suit.CLUBS
