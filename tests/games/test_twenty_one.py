"""The clauses of Twenty-one, each at the table: real cards, played through the public functions alone.

PERSIAN_CARDS_FULL=1 in the environment plays 10,000 random banks rather than 150, and tries more worlds.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count as count_up
from itertools import islice, permutations, product
from math import comb, factorial
from random import Random
from typing import Any

import attrs
import pytest

from persian_cards.actions import CHANCE, Pass, Play
from persian_cards.cards import PACK, Bag, Card, Rank, parse_cards
from persian_cards.codec import Kind, dumps, loads
from persian_cards.errors import ConfigError, IllegalAction
from persian_cards.game import Outcome, Rotation
from persian_cards.games import GAMES, twenty_one
from persian_cards.games.twenty_one import (
    GAME,
    Action,
    AskNotice,
    AwaitDeal,
    BankerDrawing,
    Bet,
    BetBeside,
    Betting,
    ChooseDealer,
    Config,
    Deal,
    DealOrder,
    Decline,
    DrawBanker,
    Drawing,
    Due,
    GiveNotice,
    Hit,
    KeepCard,
    MatchOver,
    OfferBank,
    Phase,
    PlayOn,
    Row,
    Shuffled,
    SideBetting,
    Stand,
    State,
    SwapCard,
    Swapping,
    TakeBank,
    Told,
    View,
    count,
)
from persian_cards.options import options
from persian_cards.record import Record
from persian_cards.table import Seat
from persian_cards.testing.laws import replay, uneven
from tests.games import table_helpers

FULL = os.environ.get("PERSIAN_CARDS_FULL") == "1"
BANKS, MORE = (10_000, 4) if FULL else (150, 1)
ALL_FIRST, ONE_BY_ONE = DealOrder.ALL_FIRST, DealOrder.ONE_BY_ONE
TAKE, DECLINE, NOTICE, PLAY_ON = TakeBank(), Decline(), GiveNotice(), PlayOn()
HIT, STAND, SWAP, KEEP, PASS = Hit(), Stand(), SwapCard(), KeepCard(), Pass()
IDLE: list[Action] = [Bet(50), STAND, STAND]
PACK_OF_36 = [card for card in PACK if card.rank not in (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE)]

# -- helpers ------------------------------------------------------------------------------------------------------------


def do(state: State, *actions: Action) -> State:
    for action in actions:
        state = twenty_one.apply(state, action)
    return state


def deal(state: State, hands: Mapping[int, str] | None = None, then: str = "") -> State:
    """The cards are shuffled: these first cards, and then these in order."""
    return do(state, twenty_one.deal_for(state, hands or {}, then=then))


def start(hands: Mapping[int, str] | None = None, then: str = "", **config: Any) -> State:
    """The first bank has been taken, by seat 0 where no other is named, and dealt."""
    return deal(do(twenty_one.initial_state(Config(**{"first_banker": 0, **config})), TAKE), hands, then)


def card(text: str) -> Card:
    return Card.parse(text)


def show(text: str) -> Hit:
    """One more card; this one is turned up for it."""
    return Hit(card(text))


def cards(text: str) -> Bag:
    return Bag.parse(text)


def legal(state: State) -> list[Action]:
    return list(twenty_one.legal_actions(state))


def refused(state: State, action: object) -> IllegalAction:
    return table_helpers.refused(GAME, state, action)


def why(state: State, action: object) -> str:
    return str(refused(state, action).violation)


def bets(state: State) -> tuple[int, int]:
    """The lowest and the highest bet; all between are legal, no others."""
    found = twenty_one.legal_actions(state)
    first, last = found[0], found[-1]
    assert isinstance(first, Bet)
    assert isinstance(last, Bet)
    assert found.size == last.amount - first.amount + 1
    return first.amount, last.amount


def to_shuffle(state: State) -> tuple[Card, ...]:
    """The cards that are being shuffled, in the order of GEN-3."""
    first = twenty_one.legal_actions(state)[0]
    assert isinstance(first, Deal)
    return first.pack


def everybody(state: State) -> list[int | None]:
    return [*range(state.standing.config.players), None]


def idle(state: State, rounds: int) -> State:
    """So many rounds in which everybody bets the least and nobody draws."""
    for _ in range(rounds):
        number = state.standing.rounds
        while state.standing.rounds == number and not isinstance(state, AwaitDeal | AskNotice):
            state = do(state, legal(state)[0] if isinstance(state, Betting) else STAND)
    return state


def result(state: State) -> Outcome:
    end = twenty_one.outcome(state)
    assert end is not None
    return end


def play(config: Config, seed: int) -> Iterator[tuple[State, Action, State]]:
    """The steps of a game of random choices."""
    rng = Random(seed)
    state = twenty_one.initial_state(config)
    while choices := twenty_one.legal_actions(state):
        action = choices.sample(rng)
        after = do(state, action)
        yield state, action, after
        state = after


# -- the options --------------------------------------------------------------------------------------------------------


def test_defaults_are_those_of_the_rulebook() -> None:
    """BIST-1, BIST-4, BIST-5, BIST-7, BIST-9, BIST-10, BIST-18: and what is allowed, in words."""
    assert [(option.name, option.clause, option.default) for option in options(Config)] == [
        ("packs", "BIST-1", 1),
        ("players", "BIST-4", 4),
        ("first_banker", "BIST-4", None),
        ("bank", "BIST-5", 1000),
        ("min_bet", "BIST-5", 50),
        ("collect_at", "BIST-7", 3),
        ("purses", "BIST-9", None),
        ("bank_turns", "BIST-9", None),
        ("max_rounds", "BIST-9", None),
        ("deal", "BIST-10", ALL_FIRST),
        ("side_bets", "BIST-18", False),
    ]
    assert {option.name: option.allowed for option in options(Config)} == {
        "packs": "a whole number of at least 1",
        "players": "a whole number from 2 to 10",
        "first_banker": "a whole number from 0 to 9 or None",
        "bank": "a whole number of at least 1",
        "min_bet": "a whole number of at least 1",
        "collect_at": "a whole number of at least 2",
        "purses": "a whole number of at least 1 or None",
        "bank_turns": "a whole number of at least 1 or None",
        "max_rounds": "a whole number of at least 1 or None",
        "deal": "one of all first, one by one",
        "side_bets": "True or False",
    }
    assert twenty_one.initial_state() == twenty_one.initial_state(Config())
    with pytest.raises(TypeError):
        Config(1)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("field", "clause", "values"),
    [
        ("packs", "BIST-1", [0, -1, True, None, 1.0, "1"]),
        ("players", "BIST-4", [1, 11, True, None, 4.0]),
        ("first_banker", "BIST-4", [-1, 10, True, False, "0"]),
        ("bank", "BIST-5", [0, -1000, True, None, 1000.0]),
        ("min_bet", "BIST-5", [0, -1, True, None, 50.0]),
        ("collect_at", "BIST-7", [1, 0, True, None, 3.0]),
        ("purses", "BIST-9", [0, -1, True, 2000.0]),
        ("bank_turns", "BIST-9", [0, -1, True, 1.0]),
        ("max_rounds", "BIST-9", [0, -1, True, 1.0]),
        ("deal", "BIST-10", ["all first", None, 0, Due.BANK]),
        ("side_bets", "BIST-18", [0, 1, None, "yes"]),
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


@pytest.mark.parametrize(
    ("given", "field", "allowed", "clause"),
    [
        ({"players": 3, "first_banker": 3}, "first_banker", "a seat from 0 to 2", "BIST-4"),
        ({"bank": 49}, "bank", "at least 50, the lowest bet", "BIST-9"),
        ({"bank": 10, "min_bet": 11}, "bank", "at least 11, the lowest bet", "BIST-9"),
        ({"purses": 999}, "purses", "at least 1000, which the banker puts in, or None", "BIST-9"),
    ],
)
def test_options_that_do_not_go_together(given: dict[str, Any], field: str, allowed: str, clause: str) -> None:
    """BIST-4, BIST-9, GEN-6: a seat of this table; `purses` at least `bank`, `bank` at least `min_bet`."""
    with pytest.raises(ConfigError) as caught:
        Config(**given)
    error = caught.value
    assert (error.field, error.value, error.allowed, error.clause) == (field, given[field], allowed, clause)
    Config(players=3, first_banker=2, bank=50, min_bet=50, purses=50)


# -- the cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("packs", [1, 2, 3])
def test_the_pack_is_without_twos_to_fives(packs: int) -> None:
    """BIST-1, GEN-11: 36 cards, from six to ace; several packs are shuffled together, and copies are alike."""
    state = do(twenty_one.initial_state(Config(first_banker=0, packs=packs)), TAKE)
    found = twenty_one.legal_actions(state)
    assert Counter(to_shuffle(state)) == Counter(PACK_OF_36 * packs)
    assert found.size == factorial(36 * packs) // factorial(packs) ** 36
    assert len(PACK_OF_36) == 36


@pytest.mark.parametrize(
    ("hand", "counts"),
    [("KS", 4), ("QH", 3), ("JD", 2), ("6C", 6), ("7C", 7), ("8C", 8), ("9C", 9), ("10C", 10), ("AC", 11), ("", 0)],
)
def test_what_a_card_counts(hand: str, counts: int) -> None:
    """BIST-2: king 4, queen 3, jack 2, six to ten their number, ace 11."""
    for suit in "CDHS":
        assert count(parse_cards(hand[:-1] + suit if hand else "")) == counts
    assert {count([one]) for one in PACK_OF_36}.isdisjoint({1, 5})


def test_case_50_two_aces_are_21() -> None:
    """BIST-2, BIST-3: just those two cards; ace, ace and a six are 28, burnt."""
    assert count(cards("AS AH")) == count(parse_cards("AH AS")) == 21
    assert count(cards("AS AH 6C")) == 28
    assert count(cards("AS AH AD")) == 33
    assert count(cards("AS 10H")) == 21
    state = do(start({1: "AS"}, then="AH 6C"), Bet(100), HIT)
    assert isinstance(state, Drawing)
    assert state.hand(1) == cards("AS AH")
    assert do(state, HIT).standing.totals == (-1000, -100, 0, 0)


def test_over_21_is_burnt_and_21_is_not() -> None:
    """BIST-3, BIST-12: 21 is best, and he is asked at 21 too."""
    at_21 = do(start({1: "10S"}, then="AH KS"), Bet(100), HIT)
    assert legal(at_21) == [HIT, STAND]
    assert isinstance(do(at_21, HIT), Swapping)
    at_22 = do(start({1: "10S"}, then="9H QS"), Bet(100), HIT, HIT)
    assert isinstance(at_22, Swapping)
    assert at_22.standing.bank == 1100


# -- the bank -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 11))
def test_two_to_ten_play_to_the_right(players: int) -> None:
    """BIST-4, GEN-1: the banker among them, in the order of their seats, each for himself."""
    state = twenty_one.initial_state(Config(players=players))
    assert twenty_one.seats(state.standing.config) == players
    assert GAME.rotation is Rotation.RIGHT
    assert state.standing.lineup.order == tuple(range(players))
    assert twenty_one.sides(state) == tuple((seat,) for seat in range(players))
    last = start(players=players, first_banker=players - 1)
    assert last.actor == 0
    assert sorted(last.standing.totals) == [-1000] + [0] * (players - 1)
    assert sum(len(last.hand(seat)) for seat in range(players)) == players


def test_a_lot_finds_the_first_banker() -> None:
    """BIST-4, GEN-4: an event of chance, each seat once; he is asked like any other (BIST-6)."""
    state = twenty_one.initial_state(Config(players=3))
    assert isinstance(state, DrawBanker)
    assert state.actor is CHANCE
    assert legal(state) == [ChooseDealer(Seat(seat)) for seat in range(3)]
    for seat in range(3):
        asked = do(state, ChooseDealer(Seat(seat)))
        assert isinstance(asked, OfferBank)
        assert asked.actor == seat
        assert legal(asked) == [TAKE, DECLINE]


def test_the_bank_is_put_on_the_table() -> None:
    """BIST-5, BIST-17, BIST-20: 1000 units out of the banker's purse; then the whole pack is shuffled."""
    state = do(twenty_one.initial_state(Config(first_banker=2, purses=5000)), TAKE)
    assert isinstance(state, AwaitDeal)
    assert (state.due, state.actor, state.player, state.face_up) == (Due.BANK, CHANCE, None, False)
    assert (state.standing.bank, state.standing.banker) == (1000, 2)
    assert state.standing.totals == (0, 0, -1000, 0)
    assert state.standing.purses == (5000, 5000, 4000, 5000)
    assert do(twenty_one.initial_state(Config(first_banker=2, bank=70)), TAKE).standing.bank == 70


def test_the_highest_bet_is_what_the_bank_holds() -> None:
    """BIST-5, BIST-9: from 50 to all of it; the whole bank may be bet."""
    assert bets(start()) == (50, 1000)
    assert bets(start(bank=200, min_bet=20)) == (20, 200)
    state = start()
    assert why(state, Bet(49)) == "seat 1 may not bet 49: the lowest bet is 50 (BIST-5)"
    assert why(state, Bet(1001)) == "seat 1 may not bet 1001: the bank holds 1000 (BIST-5)"
    assert do(state, Bet(1000)).actor == 1


def test_who_cannot_reach_the_lowest_bet_bets_all() -> None:
    """BIST-5: all that bank and purse both allow."""
    lost = do(start({0: "10S", 1: "JS", 2: "KS"}, bank=80), Bet(70), STAND, STAND)  # the bank holds 150
    assert bets(lost) == (50, 150)
    won = do(start({0: "JS", 1: "10S"}, bank=80), Bet(70), STAND, STAND)  # the bank holds 10
    assert (won.standing.bank, won.actor) == (10, 2)
    assert bets(won) == (10, 10)
    assert why(won, Bet(9)) == "seat 2 may not bet 9: the lowest bet is 10 (BIST-5)"
    assert why(won, Bet(50)) == "seat 2 may not bet 50: the bank holds 10 (BIST-5)"
    poor = do(start({0: "10S", 1: "JS", 2: "KS"}, bank=80, purses=100, players=3), Bet(70), STAND, STAND, Bet(50), STAND, STAND)
    assert poor.standing.purses == (20, 30, 50)  # the bank holds 200
    assert bets(poor) == (30, 30)
    assert why(poor, Bet(29)) == "seat 1 may not bet 29: the lowest bet is 30 (BIST-5)"
    assert why(poor, Bet(31)) == "seat 1 may not bet 31: seat 1 owns 30 (BIST-9)"


def test_a_player_may_decline_the_bank() -> None:
    """BIST-6: it goes to the next; the first one is asked too; if all decline, the game ends, and nobody has won or lost."""
    state = twenty_one.initial_state(Config(first_banker=2))
    for seat in (2, 3, 0):
        assert isinstance(state, OfferBank)
        assert state.actor == seat
        state = do(state, DECLINE)
    assert do(state, TAKE).standing.banker == 1
    over = do(state, DECLINE)
    assert isinstance(over, MatchOver)
    assert result(over) == Outcome((0, 0, 0, 0), (1, 1, 1, 1), (Seat(0), Seat(1), Seat(2), Seat(3)))
    assert legal(over) == []
    assert over.standing.sheet == ()


# -- notice -------------------------------------------------------------------------------------------------------------


def grown(lost: int = 1000, **config: Any) -> State:
    """Two players; the bank has grown by two bets that were lost, the second the whole bank, before the third round."""
    state = start({0: "10S", 1: "JS"}, then="10H JH", players=2, **config)
    return do(state, Bet(lost), STAND, STAND, Bet(1000 + lost), STAND, STAND)


def test_the_banker_may_give_notice_when_the_bank_has_grown() -> None:
    """BIST-7: at three times what was put in, before the next round; by default at 3000."""
    state = grown()
    assert isinstance(state, AskNotice)
    assert (state.actor, state.standing.bank) == (0, 4000)
    assert legal(state) == [NOTICE, PLAY_ON]
    assert isinstance(grown(500), AskNotice)  # 3000, just that
    assert grown(500).standing.bank == 3000
    below = grown(499)
    assert (below.standing.bank, below.actor) == (2998, 1)
    assert isinstance(below, Betting)
    assert isinstance(grown(collect_at=4), AskNotice)
    assert isinstance(grown(collect_at=5), Betting)
    first = start({0: "10S", 1: "JS"}, players=2, collect_at=2)
    assert isinstance(do(first, Bet(1000), STAND, STAND), AskNotice)


def test_without_notice_the_banker_is_asked_again_before_the_next_round() -> None:
    """BIST-7, BIST-17: the cards are dealt on from what is left, and the question comes before each round."""
    state = do(grown(), PLAY_ON)
    assert isinstance(state, Betting)
    assert state.standing.rounds == 3
    assert twenty_one.view(state, None).pack == 30
    again = do(state, Bet(50), STAND, STAND)
    assert isinstance(again, AskNotice)
    assert not again.standing.notice


@pytest.mark.parametrize(("banker", "player", "took"), [("10S", "JS", 4500), ("JS", "10S", 3500)])
def test_after_notice_one_more_round_is_played(banker: str, player: str, took: int) -> None:
    """BIST-7, BIST-20: the pack is shuffled, the round played with everyone, and the banker takes what the bank holds, be it more
    or less; the bank passes to the right."""
    state = do(grown(), NOTICE)
    assert isinstance(state, AwaitDeal)
    assert state.due is Due.NOTICE
    assert twenty_one.legal_actions(state).size == factorial(36)
    assert state.standing.notice
    state = deal(state, {0: banker, 1: player})
    assert isinstance(state, Betting)
    assert (state.standing.rounds, twenty_one.view(state, None).pack) == (3, 34)
    state = do(state, Bet(500), STAND, STAND)
    assert isinstance(state, OfferBank)
    assert state.actor == 1
    standing = state.standing
    assert (standing.banker, standing.bank, standing.rounds, standing.notice) == (None, 0, 0, False)
    assert standing.sheet == (Row(Seat(0), 3, True, took, (took - 1000, 1000 - took), (took - 1000, 1000 - took)),)
    assert standing.totals == (took - 1000, 1000 - took)


def test_the_round_of_notice_is_played_with_everyone() -> None:
    """BIST-7: although the bank falls below three times in it."""
    state = start({0: "10S", 1: "JS", 2: "JH"}, then="10H", players=3)
    state = do(state, Bet(1000), STAND, STAND, Bet(2000), STAND, STAND, NOTICE)
    state = do(deal(state, {0: "JS", 1: "10S", 2: "JH"}, then="10H"), Bet(3000), STAND, STAND)
    assert (state.actor, state.standing.bank) == (2, 1000)
    state = do(state, Bet(200), STAND, STAND)
    assert state.standing.sheet[0].took == 1200
    assert state.standing.sheet[0].notice


# -- the end of a bank --------------------------------------------------------------------------------------------------


def test_an_empty_bank_passes_to_the_right_at_once() -> None:
    """BIST-8: after the play that emptied it; the round ends there, and the cards on the table are put away."""
    state = do(start({0: "JS", 1: "10S", 2: "AS", 3: "AH"}), Bet(1000), STAND, STAND)
    assert isinstance(state, OfferBank)
    assert state.actor == 1
    assert state.standing.sheet == (Row(Seat(0), 1, False, 0, (-1000, 1000, 0, 0), (-1000, 1000, 0, 0)),)
    assert [len(state.hand(seat)) for seat in range(4)] == [0, 0, 0, 0]
    assert twenty_one.places(state) == {"pack": tuple(PACK_OF_36)}


def test_purses_bound_the_bets() -> None:
    """BIST-9, BIST-D5: no bet is more than the player owns; the whole bank needs as much as the bank."""
    state = start({0: "10S", 1: "JS", 2: "JH"}, players=3, purses=1200)
    state = do(state, Bet(1000), STAND, STAND)
    assert state.standing.purses == (200, 200, 1200)
    assert (state.standing.bank, bets(state)) == (2000, (50, 1200))
    assert why(state, Bet(2000)) == "seat 2 may not bet 2000: seat 2 owns 1200 (BIST-9)"
    assert why(state, Bet(2001)) == "seat 2 may not bet 2001: the bank holds 2000 (BIST-5)"
    assert bets(start(players=3)) == (50, 1000)  # without limit


def test_who_owns_too_little_is_passed_over_for_the_bank() -> None:
    """BIST-9: a banker needs `bank`; his turn is gone all the same."""
    state = start({0: "10S", 1: "JS", 2: "JH"}, then="10H", players=3, purses=1000, max_rounds=1)
    state = do(state, Bet(50), STAND, STAND, Bet(50), STAND, STAND)
    assert isinstance(state, MatchOver)
    assert [(row.banker, row.took) for row in state.standing.sheet] == [(0, 1100)]
    assert state.standing.declined == 2
    assert result(state) == Outcome((100, -50, -50), (1, 2, 2), (Seat(0),))


def test_just_enough_is_enough_for_the_bank() -> None:
    """BIST-9: who owns `bank` and no more is asked; he then owns nothing beside it."""
    state = twenty_one.initial_state(Config(players=2, first_banker=0, purses=1000))
    assert isinstance(state, OfferBank)
    assert do(state, TAKE).standing.purses == (0, 1000)
    assert do(state, DECLINE).actor == 1


def test_each_has_the_bank_once() -> None:
    """BIST-9: without `bank_turns` the game ends when each has had it, declined it, or been passed over."""
    state = do(start({0: "JS", 1: "10S"}, players=3, first_banker=0), Bet(1000), STAND, STAND)  # empty
    state = do(state, DECLINE)
    assert state.actor == 2
    state = do(deal(do(state, TAKE), {2: "JS", 0: "10S"}), Bet(1000), STAND, STAND)
    assert isinstance(state, MatchOver)
    assert [row.banker for row in state.standing.sheet] == [0, 2]
    assert state.standing.totals == (0, 1000, -1000)


def test_bank_turns_counts_banks_that_were_taken() -> None:
    """BIST-9: after so many the game ends, at once; those declined do not count."""
    config: dict[str, Any] = {"players": 2, "first_banker": 0, "bank_turns": 3, "max_rounds": 1}
    state = start({0: "10S", 1: "JS"}, **config)
    banks = [0]
    for taker, declines in ((1, 0), (0, 0)):
        state = do(state, Bet(50), STAND, STAND, *[DECLINE] * declines)
        assert state.actor == taker
        state = deal(do(state, TAKE))
        banks.append(taker)
    state = do(state, Bet(50), STAND, STAND)
    assert isinstance(state, MatchOver)
    assert [row.banker for row in state.standing.sheet] == banks == [0, 1, 0]
    one = do(start({0: "10S", 1: "JS"}, players=4, bank_turns=1, max_rounds=1), Bet(50), STAND, STAND)
    one = do(one, *IDLE * 2)
    assert isinstance(one, MatchOver)


def test_a_game_ends_when_all_decline_one_after_another() -> None:
    """BIST-6, BIST-9: all since the last bank, the last banker among them; a bank in between begins the count again."""
    state = do(twenty_one.initial_state(Config(players=2, first_banker=0, bank_turns=5, max_rounds=1)), DECLINE)
    state = do(deal(do(state, TAKE)), Bet(50), STAND, STAND)
    assert state.actor == 0
    state = do(state, DECLINE)
    assert isinstance(state, OfferBank)
    assert state.actor == 1
    assert isinstance(do(state, DECLINE), MatchOver)
    assert isinstance(do(state, TAKE), AwaitDeal)


def test_passed_over_counts_as_declined() -> None:
    """BIST-9: the others own too little, and the one who could be banker declines: nobody is left."""
    state = start({0: "10S", 1: "JS"}, players=2, purses=1000, bank_turns=9, max_rounds=1)
    state = do(state, Bet(50), STAND, STAND)
    assert state.actor == 0  # seat 1 owns 950
    assert state.standing.declined == 1
    assert isinstance(do(state, DECLINE), MatchOver)


def test_max_rounds_ends_a_bank() -> None:
    """BIST-9: after so many rounds the banker takes what it holds, without notice, and without a question."""
    state = start({0: "10S", 1: "JS"}, then="10H JH 10D JD", players=2, max_rounds=2)
    state = do(state, Bet(1000), STAND, STAND)
    assert isinstance(state, Betting)
    state = do(state, Bet(2000), STAND, STAND)
    assert state.standing.sheet == (Row(Seat(0), 2, False, 4000, (3000, -3000), (3000, -3000)),)


def test_a_bank_ends_when_nobody_else_owns_anything() -> None:
    """BIST-9: when a round is due, before the question of notice; the banker takes what it holds."""
    state = start({0: "10S", 1: "JS"}, players=2, purses=1000, collect_at=2)
    state = do(state, Bet(1000), STAND, STAND)
    assert isinstance(state, MatchOver | OfferBank)
    assert state.standing.sheet == (Row(Seat(0), 1, False, 2000, (1000, -1000), (1000, -1000)),)
    assert isinstance(state, MatchOver)  # seat 1 has been passed over, and each has had his turn


def test_a_bank_ends_before_its_first_round_when_nobody_else_owns_anything() -> None:
    """BIST-9, BIST-17: after the shuffle; nobody has been dealt a card."""
    state = start({0: "10S", 1: "JS"}, players=2, purses=1000, bank_turns=2, collect_at=2)
    state = do(state, Bet(1000), STAND, STAND)
    assert state.actor == 0
    state = do(state, TAKE)
    assert isinstance(state, AwaitDeal)
    shuffle = twenty_one.deal_for(state, {})
    assert [twenty_one.seen(state, shuffle, seat) for seat in everybody(state)] == [Shuffled()] * 3
    over = do(state, shuffle)
    assert isinstance(over, MatchOver)
    assert over.standing.sheet[1] == Row(Seat(0), 0, False, 1000, (0, 0), (1000, -1000))


# -- a round ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", DealOrder)
def test_the_banker_gets_the_first_card(order: DealOrder) -> None:
    """BIST-10: before all others, in either order; then the one on his right plays first."""
    state = do(twenty_one.initial_state(Config(first_banker=2, deal=order)), TAKE)
    state = do(state, Deal(tuple(PACK_OF_36)))
    assert state.hand(2) == cards("6C")
    assert state.hand(3) == cards("7C")
    assert state.actor == 3


def test_all_get_their_first_card_before_the_first_bet() -> None:
    """BIST-10: with ALL_FIRST, from the banker's right, one each."""
    state = do(twenty_one.initial_state(Config(first_banker=2)), TAKE, Deal(tuple(PACK_OF_36)))
    assert [state.hand(seat) for seat in (2, 3, 0, 1)] == [cards(one) for one in ("6C", "7C", "8C", "9C")]


def test_each_gets_his_first_card_when_his_turn_comes() -> None:
    """BIST-10, BIST-15: with ONE_BY_ONE; the banker's new card, after his was shown, comes before the next player's."""
    state = do(twenty_one.initial_state(Config(first_banker=2, deal=ONE_BY_ONE)), TAKE, Deal(tuple(PACK_OF_36)))
    assert [len(state.hand(seat)) for seat in range(4)] == [0, 0, 1, 1]
    state = do(state, Bet(50), STAND, STAND)
    assert state.actor == 0
    assert [state.hand(seat) for seat in range(4)] == [cards("9C"), Bag(), cards("8C"), Bag()]


def test_the_banker_plays_with_one_after_another() -> None:
    """BIST-10, BIST-17: from his right; when all have played the next round begins, with the cards that are left."""
    state = start({0: "10S", 1: "JS", 2: "JH", 3: "JD"}, then="10H 10D 9C 9D 9H 9S")
    for player in (1, 2, 3):
        assert (state.actor, state.standing.rounds) == (player, 1)
        state = do(state, Bet(50), STAND, STAND)
    assert state.standing.rounds == 2
    assert [state.hand(seat) for seat in range(4)] == [cards(one) for one in ("9C", "9D", "9H", "9S")]
    assert twenty_one.view(state, None).pack == 36 - 10


def test_a_player_may_not_pass() -> None:
    """BIST-11, BIST-D4: he looks at his card and bets; the others have seen theirs too."""
    state = start({1: "6C"})
    assert twenty_one.view(state, 1).hand == cards("6C")
    assert twenty_one.view(state, 3).hand == state.hand(3) != Bag()
    for action in (PASS, STAND, HIT, BetBeside(50), TAKE):
        assert why(state, action) == "seat 1 must bet now, from 50 to 1000 (BIST-11)"


@pytest.mark.parametrize("order", DealOrder)
def test_who_owns_nothing_gets_no_card(order: DealOrder) -> None:
    """BIST-11: he is passed over."""
    state = start({0: "10S", 1: "JS"}, players=3, purses=1000, deal=order)
    state = do(state, Bet(1000), STAND, STAND, Bet(50), STAND, STAND)
    assert state.standing.rounds == 2
    assert state.standing.purses is not None
    assert state.standing.purses[1] == 0
    assert state.actor == 2
    assert [len(state.hand(seat)) for seat in range(3)] == [1, 0, 1]


def beside_all(order: DealOrder = ALL_FIRST) -> State:
    """Three players; seat 1 draws, and seat 2 has bet beside all that it owns."""
    state = start({0: "10S", 1: "JS"}, players=3, purses=1000, side_bets=True, deal=order)
    state = do(state, Bet(500), PASS, STAND, STAND, Bet(50), PASS, STAND, STAND)
    if order is ALL_FIRST:
        assert [len(state.hand(seat)) for seat in range(3)] == [1, 1, 1]
    assert state.standing.purses is not None
    return do(state, Bet(50), BetBeside(state.standing.purses[2]))


def test_who_owns_nothing_when_his_turn_comes_is_passed_over() -> None:
    """BIST-11: the card that he has is put away unseen, at once; here the round is over then."""
    state = beside_all()
    card_of_2 = state.hand(2)
    while isinstance(state, Drawing):  # until he is burnt
        state = do(state, HIT)
    assert state.standing.purses is not None
    assert state.standing.purses[2] == 0
    assert state.standing.rounds == 3 or isinstance(state, AskNotice)
    view = twenty_one.view(state, 2)
    assert Bag(view.aside) == card_of_2
    assert next(iter(card_of_2)) not in view.away
    assert [laid.seat for laid in view.board.laid] == [0, 2, 0] or [laid.seat for laid in view.board.laid][-2:] == [2, 0]
    assert twenty_one.view(state, 1).aside == ()
    later = beside_all(ONE_BY_ONE)
    while isinstance(later, Drawing):
        later = do(later, HIT)
    assert 2 not in [laid.seat for laid in twenty_one.view(later, None).board.laid]


def test_a_player_draws_one_card_at_a_time_or_stands() -> None:
    """BIST-12: hidden from the others; with one card he may stand."""
    state = do(start({1: "6C"}, then="7C 8C"), Bet(50))
    assert legal(state) == [HIT, STAND]
    state = do(state, HIT)
    assert (state.actor, state.hand(1)) == (1, cards("6C 7C"))
    assert twenty_one.view(state, 1).hand == cards("6C 7C")
    for other in (0, 2, 3, None):
        view = twenty_one.view(state, other)
        assert (view.counts, view.hidden, view.shown[1]) == ((1, 2, 1, 1), (1, 2, 1, 1), ())
    assert isinstance(do(state, STAND), BankerDrawing)


def test_a_fourth_card_needs_one_turned_up() -> None:
    """BIST-13: who has three cards shows a hidden one and gets the next face down, or shows none and gets it face up."""
    three = do(start({1: "KS"}, then="QS JS JH 6C"), Bet(50), HIT, HIT)
    assert legal(three) == [HIT, show("JS"), show("QS"), show("KS"), STAND]
    assert twenty_one.violation(three, show("QS")) is None
    covered = do(three, show("QS"))
    assert twenty_one.view(covered, 0).shown[1] == (card("QS"),)
    assert twenty_one.view(covered, 0).hidden[1] == 3
    assert twenty_one.view(covered, 1).own == parse_cards("JH JS KS")
    bare = do(three, HIT)
    assert twenty_one.view(bare, 0).shown[1] == (card("JH"),)
    assert twenty_one.view(bare, 1).own == parse_cards("JS QS KS")
    assert legal(bare) == [HIT, show("JS"), show("QS"), show("KS"), STAND]  # the one face up is hidden no more
    again = do(covered, show("KS"))
    assert twenty_one.view(again, 0).shown[1] == parse_cards("QS KS")
    assert legal(covered) == [HIT, show("JH"), show("JS"), show("KS"), STAND]


def test_with_fewer_than_three_cards_nothing_is_shown() -> None:
    """BIST-13: the card comes face down."""
    for draws in (0, 1):
        state = do(start({1: "KS"}, then="QS JS JH 6C"), Bet(50), *[HIT] * draws)
        assert legal(state) == [HIT, STAND]
        assert why(state, show("KS")) == "seat 1 has fewer than three cards and shows none (BIST-13)"
        assert twenty_one.view(do(state, HIT), 0).shown[1] == ()


def test_a_hidden_card_is_always_left() -> None:
    """BIST-13: for each card turned up another came face down, so that the case of no hidden card never comes."""
    for seed in range(60):
        for _, _, state in play(Config(players=2, packs=2, max_rounds=20), seed):
            if isinstance(state, Drawing):
                assert twenty_one.view(state, None).hidden[state.player] >= 1


def test_who_is_burnt_pays_at_once() -> None:
    """BIST-14: his bet goes into the bank, his cards are turned up and put away, the banker's card stays hidden."""
    before = do(start({0: "9C", 1: "10H", 2: "7D"}, then="10D QS"), Bet(200), HIT)
    assert twenty_one.seen(before, HIT, 2) == Told(HIT, None, parse_cards("10D 10H QS"))
    state = do(before, HIT)
    assert (state.standing.bank, state.standing.totals) == (1200, (-1000, -200, 0, 0))
    view = twenty_one.view(state, 2)
    assert view.away == cards("10H 10D QS")
    assert (view.counts, view.shown) == ((1, 0, 1, 1), ((), (), (), ()))
    assert twenty_one.view(state, 0).own == parse_cards("9C")


def test_case_54_all_players_burnt() -> None:
    """BIST-14, BIST-17: the banker need not draw, everything is settled, and the next round begins."""
    state = start({0: "9C", 1: "10H", 2: "10D"}, then="9H 9D 8C 8D 8H 8S 7C 7D", players=3)
    state = do(state, Bet(100), HIT, HIT, KEEP, Bet(200), HIT, HIT)
    assert state.standing.totals == (-1000, -100, -200)
    assert (state.standing.bank, state.standing.rounds, state.actor) == (1300, 2, 1)
    assert twenty_one.view(state, 0).aside == parse_cards("9C")
    assert [state.hand(seat) for seat in range(3)] == [cards("8H"), cards("8S"), cards("7C")]


# -- the banker's play --------------------------------------------------------------------------------------------------


def test_when_the_player_stands_the_banker_shows_his_card() -> None:
    """BIST-15: and draws face up as he likes; the player's hidden cards are turned up only when he has stopped."""
    before = do(start({0: "9C", 1: "10H"}, then="7C 8D KS"), Bet(200), HIT)
    assert twenty_one.seen(before, STAND, 3) == Told(STAND, None, (card("9C"),))
    state = do(before, STAND)
    assert isinstance(state, BankerDrawing)
    assert (state.actor, legal(state)) == (0, [HIT, STAND])
    for watcher in (0, 2, 3, None):
        view = twenty_one.view(state, watcher)
        assert (view.shown, view.hidden) == (((card("9C"),), (), (), ()), (0, 2, 1, 1))
    assert twenty_one.seen(state, HIT, 1) == Told(HIT, None, (card("8D"),))
    state = do(state, HIT)
    assert twenty_one.view(state, None).shown[0] == parse_cards("9C 8D")
    assert twenty_one.seen(state, STAND, None) == Told(STAND, None, parse_cards("7C 10H"))
    after = do(state, STAND)
    assert after.standing.totals == (-1000, -200, 0, 0)  # 17 against 17
    assert twenty_one.view(after, None).away == cards("9C 8D 10H 7C")
    assert why(state, show("9C")) == "seat 0, the banker, must draw a card, without showing any, or stand now (BIST-15)"


@pytest.mark.parametrize(
    ("banker", "player", "winner"),
    [
        ("10C 9C", "10D 8D", "banker"),
        ("10C 8C", "10D 9D", "player"),
        ("10C 9C", "10D 9D", "banker"),
        ("10C AC", "10D AD", "banker"),
        ("10C AC", "AD AH", "banker"),
        ("AC AS", "10D AD", "banker"),
        ("10C 9C KC", "6D", "player"),
        ("10C 9C KC", "10D AD", "player"),
        ("JC", "QD", "player"),
        ("10C 9C QC", "10D 8D QD", "player"),
        ("10C QC JC KC", "10D KD KH", "banker"),
    ],
)
def test_the_higher_count_wins(banker: str, player: str, winner: str) -> None:
    """BIST-15: equal counts are the banker's, at 21 too; a banker who is burnt pays."""
    first, *more = banker.split()
    own, *drawn = player.split()
    state = do(start({0: first, 1: own}, then=" ".join([*drawn, *more])), Bet(300), *[HIT] * len(drawn), STAND, *[HIT] * len(more))
    state = do(state, STAND) if isinstance(state, BankerDrawing) else state
    won = 300 if winner == "player" else -300
    assert state.standing.totals == (-1000, won, 0, 0)
    assert state.standing.bank == 1000 - won


def test_case_51_equal_counts_are_the_bankers() -> None:
    """BIST-15, BIST-19: bet 15, both 19, the banker wins 15; both 21, the banker. The changes sum to nothing."""
    for mine, yours in (("10S 9S", "10H 9H"), ("10S AS", "10H AH"), ("AS AD", "AH AC")):
        (one, more), (own, drawn) = mine.split(), yours.split()
        before = do(start({0: one, 1: own}, then=f"{drawn} {more}", min_bet=15), Bet(15), HIT, STAND, HIT)
        state = do(before, STAND) if isinstance(before, BankerDrawing) else before
        assert (state.standing.bank, state.standing.totals) == (1015, (-1000, -15, 0, 0))


def test_a_banker_at_21_or_over_draws_no_more() -> None:
    """BIST-15: the hand is settled without a question; at 20 he is asked."""
    for drawn, asked in (("10D", True), ("AD", False), ("8C JC", True), ("9C JC", False), ("9C QC", False)):
        state = do(start({0: "10C", 1: "JD"}, then=drawn), Bet(50), STAND, *[HIT] * len(drawn.split()))
        assert isinstance(state, BankerDrawing) is asked
    aces = do(start({0: "AC", 1: "JD"}, then="AD"), Bet(50), STAND, HIT)
    assert aces.standing.totals == (-1000, -50, 0, 0)


def test_settled_hands_are_put_away_and_the_banker_gets_a_new_card() -> None:
    """BIST-15, BIST-16: a face-down one, when there is a next player; before a player that owns something no more."""
    state = do(start({0: "9C", 1: "10H", 2: "7D"}, then="6S", players=3), Bet(200), STAND, STAND)
    assert twenty_one.view(state, 1).away == cards("9C 10H")
    assert (state.hand(0), twenty_one.view(state, 0).own) == (cards("6S"), parse_cards("6S"))
    assert twenty_one.view(state, 1).hidden == (1, 0, 1)
    assert isinstance(state, Betting)
    last = do(state, Bet(50), STAND, STAND)
    assert twenty_one.view(last, None).board.laid == ()  # the banker's card had been shown, and he got no other


# -- the swap -----------------------------------------------------------------------------------------------------------


def burnt(**config: Any) -> State:
    """Seat 1 has burnt; the banker holds 6C, and 7S comes next, then 8S."""
    return do(start({0: "6C", 1: "10H", 2: "10D", 3: "9D"}, then="10S QS 7S 8S", **config), Bet(50), HIT, HIT)


def test_after_a_player_has_burnt_the_banker_may_swap_his_card() -> None:
    """BIST-16: he lays it aside, unseen by others, and takes another, or keeps it."""
    state = burnt()
    assert isinstance(state, Swapping)
    assert (state.actor, legal(state)) == (0, [SWAP, KEEP])
    swapped = do(state, SWAP)
    assert (swapped.actor, swapped.hand(0)) == (2, cards("7S"))
    assert twenty_one.view(swapped, 0).aside == parse_cards("6C")
    assert twenty_one.seen(state, SWAP, 0) == Told(SWAP, card("7S"), ())
    for other in (1, 2, 3, None):
        assert twenty_one.seen(state, SWAP, other) == SWAP
        view = twenty_one.view(swapped, other)
        assert (view.aside, [laid.seat for laid in view.board.laid], view.hidden[0]) == ((), [0], 1)
        assert card("6C") not in view.away
    kept = do(state, KEEP)
    assert (kept.actor, kept.hand(0)) == (2, cards("6C"))
    assert twenty_one.seen(state, KEEP, 2) == KEEP
    assert twenty_one.view(kept, 0).aside == ()


def test_a_card_from_a_swap_may_not_be_laid_aside_again() -> None:
    """BIST-16: the banker is not asked; a card that he kept he may swap after the next burns."""
    swapped = do(burnt(), SWAP, Bet(50), HIT, HIT)
    assert (swapped.actor, type(swapped)) == (3, Betting)
    kept = do(burnt(), KEEP, Bet(50), HIT, HIT)
    assert isinstance(kept, Swapping)


def test_a_card_taken_after_his_own_were_shown_may_be_swapped() -> None:
    """BIST-16: a swap before does not count any more."""
    state = do(burnt(), SWAP, Bet(50), STAND, STAND)  # he gets 8S
    assert (state.actor, state.hand(0)) == (3, cards("8S"))
    five = start({0: "6C", 1: "10H", 2: "10D", 3: "10S"}, then="9D QS 7S 8S 9H 9C", players=5)
    five = do(five, Bet(50), HIT, HIT, SWAP, Bet(50), STAND, STAND, Bet(50), HIT, HIT)
    assert isinstance(five, Swapping)
    assert five.hand(0) == cards("8S")


def test_the_banker_is_asked_only_after_a_burnt_player() -> None:
    """BIST-16: not before the first player, and not after one who stood."""
    assert isinstance(start(), Betting)
    assert isinstance(do(start({0: "6C", 1: "10H"}), Bet(50), STAND, STAND), Betting)


def test_the_banker_is_not_asked_when_nobody_is_left() -> None:
    """BIST-16, BIST-11: after the last player the round is over; players who own nothing do not count."""
    last = do(start({0: "6C", 1: "10H"}, then="9D QS", players=2), Bet(50), HIT, HIT)
    assert (type(last), last.standing.rounds) == (Betting, 2)
    poor = start({0: "10S", 1: "6D", 2: "JS"}, then="10C 9C 10H 9S", players=3, purses=1000)
    poor = do(poor, Bet(50), STAND, STAND, Bet(1000), STAND, STAND)  # seat 2 owns nothing, and gets no card
    assert [len(poor.hand(seat)) for seat in range(3)] == [1, 1, 0]
    poor = do(poor, Bet(50), HIT, HIT)
    assert (type(poor), poor.standing.rounds) == (Betting, 3)


def test_the_banker_is_asked_before_the_next_players_first_card() -> None:
    """BIST-16: with ONE_BY_ONE; the banker's new card comes first."""
    state = start({0: "6C", 1: "10H"}, then="10S QS 7S 8S", deal=ONE_BY_ONE)
    state = do(state, Bet(50), HIT, HIT)
    assert isinstance(state, Swapping)
    assert [len(state.hand(seat)) for seat in range(4)] == [1, 0, 0, 0]
    swapped = do(state, SWAP)
    assert (swapped.hand(0), swapped.hand(2)) == (cards("7S"), cards("8S"))
    assert twenty_one.seen(state, SWAP, 2) == Told(SWAP, card("8S"), ())
    assert twenty_one.seen(state, KEEP, 2) == Told(KEEP, card("7S"), ())
    assert do(state, KEEP).hand(2) == cards("7S")


def test_a_passed_over_player_between_does_not_matter() -> None:
    """BIST-16, BIST-11: the burnt player is the last that has played."""
    state = start({0: "10S", 1: "6D", 2: "JS", 3: "JH"}, then="10C 10D 9C 10H 9S", purses=1000)
    state = do(state, Bet(50), STAND, STAND, Bet(1000), STAND, STAND, Bet(50), STAND, STAND)
    assert [len(state.hand(seat)) for seat in range(4)] == [1, 1, 0, 1]
    while isinstance(state, Betting | Drawing) and state.player == 1:
        state = do(state, Bet(50) if isinstance(state, Betting) else HIT)
    assert isinstance(state, Swapping)
    assert state.player == 3


# -- the pack -----------------------------------------------------------------------------------------------------------


def test_the_banker_deals_on_round_after_round() -> None:
    """BIST-17: from what is left; at the end of a round all cards are put away, the banker's hidden one too."""
    state = start(players=2)
    for rounds in range(1, 17):
        view = twenty_one.view(state, None)
        assert (state.standing.rounds, view.pack) == (rounds, 36 - 2 * rounds)
        assert len(view.away) + len(view.board.laid) == 2 * rounds - 2
        state = idle(state, 1)


def test_case_53_only_cards_put_away_are_shuffled() -> None:
    """BIST-17: when a card is due and the pack is used up; cards in hands stay out, and no card is twice on the table."""
    state = idle(start(players=2, bank_turns=1), 17)
    state = do(state, Bet(50))  # the 18th round; the pack is used up
    assert twenty_one.view(state, None).pack == 0
    assert isinstance(state, Drawing)
    held = state.hand(0) + state.hand(1)
    due = do(state, HIT)
    assert isinstance(due, AwaitDeal)
    assert (due.due, due.player, due.face_up) == (Due.HIT, 1, False)
    shuffle = twenty_one.deal_for(due, {1: "JS" if card("JS") not in held else "JH"})
    assert Counter(shuffle.pack) == Counter(PACK_OF_36) - Counter(held)
    assert twenty_one.legal_actions(due).size == factorial(34)
    after = do(due, shuffle)
    assert isinstance(after, Drawing)
    assert (len(after.hand(1)), after.hand(0) + after.hand(1)) == (2, held + [shuffle.pack[0]])
    view = twenty_one.view(after, None)
    assert (view.pack, view.away, view.board.laid) == (33, Bag(), ())
    assert "is in it too often" in why(due, Deal((*shuffle.pack[1:], shuffle.pack[1])))
    assert "does not belong to it" in why(due, Deal((*shuffle.pack[1:], next(iter(held)))))
    assert "is missing" in why(due, Deal(shuffle.pack[1:]))


def test_the_cards_are_not_shuffled_before_one_is_due() -> None:
    """BIST-17: the last card is dealt, and play goes on without a shuffle until another is due."""
    state = do(idle(start(players=2), 17), Bet(50), STAND, STAND)
    assert isinstance(state, AwaitDeal)
    assert (state.due, state.player) == (Due.ROUND, None)
    assert twenty_one.legal_actions(state).size == factorial(36)
    assert state.standing.rounds == 19


@cache
def due_states(players: int, order: DealOrder = ALL_FIRST, packs: int = 1) -> tuple[tuple[AwaitDeal, State], ...]:
    """States in which put-away cards are shuffled, in games of random choices, and what follows; 150 of them."""
    config = Config(players=players, packs=packs, deal=order, max_rounds=30)
    steps = (step for seed in count_up() for step in play(config, seed))
    found = ((before, after) for before, _, after in steps if isinstance(before, AwaitDeal))
    return tuple(islice((pair for pair in found if pair[0].due not in (Due.BANK, Due.NOTICE)), 150))


@pytest.mark.parametrize(
    ("due", "order"),
    [
        (Due.ROUND, ALL_FIRST),
        (Due.ROUND, ONE_BY_ONE),
        (Due.TURN, ALL_FIRST),
        (Due.TURN, ONE_BY_ONE),
        (Due.HIT, ALL_FIRST),
        (Due.BANKER, ALL_FIRST),
    ],
)
def test_what_was_due_goes_on_after_a_shuffle(due: Due, order: DealOrder) -> None:
    """BIST-17: whichever card it was: a first one, the banker's new one, one for the player, or one for the banker."""
    found = [pair for pair in due_states(5, order) if pair[0].due is due]
    assert len(found) > 3
    for state, after in found:
        table, held = state.table, sum(len(state.hand(seat)) for seat in range(5))
        assert (table.pack, to_shuffle(state)) == ((), tuple(sorted(table.board.away + table.aside)))
        assert twenty_one.legal_actions(state).size == factorial(36 - held)
        assert after.standing.rounds == state.standing.rounds or due in (Due.HIT, Due.BANKER)
        if due is Due.TURN:
            assert isinstance(after, Betting)
            assert after.player == state.player
            assert len(after.hand(after.player)) == len(after.hand(after.standing.banker or 0)) == 1
        if due is Due.HIT and isinstance(after, Drawing):
            assert after.player == state.player
            assert after.bets == state.bets
            up = len(after.table.board.shown[after.player]) - len(table.board.shown[after.player])
            assert up == state.face_up


def test_a_card_face_up_stays_face_up_after_a_shuffle() -> None:
    """BIST-13, BIST-17: and one face down, face down, with the card turned up for it."""
    seen = set()
    for state, after in due_states(5) + due_states(6) + due_states(2) + due_states(3):
        if state.due is Due.HIT and state.player is not None and isinstance(after, Drawing):
            before = len(state.table.board.shown[state.player])
            assert len(after.table.board.shown[state.player]) == before + state.face_up
            seen.add((state.face_up, before > 0))
        if seen == {(True, True), (True, False), (False, True), (False, False)}:
            break
    assert seen >= {(True, False), (False, True), (False, False)}


def test_a_card_laid_aside_may_be_shuffled_with_the_rest() -> None:
    """BIST-16, BIST-17: it is put away first; so are the banker's shown cards."""
    found = Counter[str]()
    for state, _ in due_states(5):
        if state.due is Due.TURN and not state.hand(state.standing.banker or 0):
            laid = state.table.board.laid
            if state.table.board.swapped:
                assert laid[-1].seat == state.standing.banker
                assert state.table.aside[-1] in to_shuffle(state)
                found["swap"] += 1
            else:
                assert set(state.table.board.away) <= set(to_shuffle(state))
                found["shown"] += 1
        if min(found["swap"], found["shown"]) > 1:
            break
    assert min(found["swap"], found["shown"]) > 1


def test_a_new_banker_shuffles_the_whole_pack() -> None:
    """BIST-17: when a player takes the bank."""
    state = do(idle(start(players=2, max_rounds=3), 3), TAKE)
    assert isinstance(state, AwaitDeal)
    assert state.due is Due.BANK
    assert twenty_one.legal_actions(state).size == factorial(36)


# -- side bets ----------------------------------------------------------------------------------------------------------


def test_without_side_bets_nobody_is_asked() -> None:
    """BIST-18: which is the default."""
    assert isinstance(do(start(), Bet(50)), Drawing)


def test_others_may_bet_on_a_hand() -> None:
    """BIST-18: from the right of the player who has bet, each once, before he draws, the banker apart."""
    state = do(start({2: "10S", 3: "9H", 0: "6C", 1: "6D"}, side_bets=True, first_banker=2), Bet(100))
    order = []
    for _ in range(2):
        assert isinstance(state, SideBetting)
        assert state.player == 3
        order.append(state.actor)
        state = do(state, BetBeside(60))
    assert order == [0, 1]
    assert isinstance(state, Drawing)
    assert state.bets == (60, 60, 0, 100)
    state = do(state, STAND, STAND)  # 9 against 10
    assert state.standing.totals == (-60, -60, -1000, -100)
    assert state.standing.bank == 1220
    assert isinstance(do(state, Bet(50)), SideBetting)
    middle = do(start(side_bets=True, first_banker=0, players=3), Bet(50), PASS, STAND, STAND, Bet(50))
    assert (type(middle), middle.actor) == (SideBetting, 1)  # past the banker


def test_a_side_bet_wins_and_loses_with_the_hand() -> None:
    """BIST-18, BIST-14, BIST-19: also where the player burns."""
    state = start({0: "6C", 1: "10H", 2: "10D"}, then="9S KS", players=3, side_bets=True)
    won = do(state, Bet(100), BetBeside(300), STAND, STAND)
    assert (won.standing.totals, won.standing.bank) == ((-1000, 100, 300), 600)
    lost = do(state, Bet(100), BetBeside(300), HIT, HIT)
    assert (lost.standing.totals, lost.standing.bank) == ((-1000, -100, -300), 1400)


def test_a_side_bet_is_bounded_by_what_the_bank_has_left() -> None:
    """BIST-18, BIST-D5: beyond the bets made on it; where that is less than `min_bet` one can only pass, and is asked all the
    same."""
    state = do(start(side_bets=True), Bet(700))
    assert legal(state)[:2] == [PASS, BetBeside(50)]
    assert legal(state)[-1] == BetBeside(300)
    assert twenty_one.legal_actions(state).size == 252
    assert why(state, BetBeside(301)) == "seat 2 may not bet beside 301: beyond the bets already made the bank has 300 (BIST-18)"
    assert why(state, BetBeside(49)) == "seat 2 may not bet beside 49: the lowest bet is 50 (BIST-18)"
    for wrong in (Bet(50), HIT, STAND):
        assert why(state, wrong) == "seat 2 must bet beside on the hand of seat 1, from 50 to 300, or pass now (BIST-18)"
    last = do(state, BetBeside(251))
    assert (last.actor, legal(last)) == (3, [PASS])
    assert why(last, BetBeside(49)) == "seat 3 can only pass: the lowest bet is 50, and 49 could be bet (BIST-18)"
    assert legal(do(state, BetBeside(250))) == [PASS, BetBeside(50)]
    all_of_it = do(start(side_bets=True), Bet(1000))
    assert (all_of_it.actor, legal(all_of_it)) == (2, [PASS])


def test_a_side_bet_is_bounded_by_the_purse() -> None:
    """BIST-18, BIST-9."""
    state = start({0: "10S", 1: "JS", 2: "JH"}, then="10H 9S 8S", players=3, purses=1000, side_bets=True)
    state = do(state, Bet(50), PASS, STAND, STAND, Bet(960), PASS, STAND, STAND)
    assert state.standing.purses == (0, 950, 40)
    state = do(state, Bet(100))
    assert (state.actor, legal(state)) == (2, [PASS])
    richer = start({0: "10S", 1: "JS", 2: "JH"}, then="10H 9S 8S", players=3, purses=1000, side_bets=True)
    richer = do(richer, Bet(50), PASS, STAND, STAND, Bet(800), PASS, STAND, STAND, Bet(100))
    assert legal(richer)[-1] == BetBeside(200)
    assert why(richer, BetBeside(201)) == "seat 2 may not bet beside 201: seat 2 owns 200 (BIST-9)"


def test_the_bank_may_be_emptied_by_side_bets() -> None:
    """BIST-8, BIST-18: all bets of a hand are paid together."""
    state = do(start({0: "6C", 1: "10H"}, side_bets=True, players=3), Bet(600), BetBeside(400), STAND, STAND)
    assert isinstance(state, OfferBank)
    assert state.standing.sheet[0] == Row(Seat(0), 1, False, 0, (-1000, 600, 400), (-1000, 600, 400))


# -- the ledger ---------------------------------------------------------------------------------------------------------


def test_no_unit_is_ever_lost() -> None:
    """BIST-19, BIST-5, BIST-9, BIST-14, BIST-15: over many random banks the sum of purses and bank is constant, a player never bets
    what he does not have, the bank never pays what it does not hold, and bets are paid when the hand is settled."""
    banks = 0
    for seed in range(BANKS):
        rng = Random(seed)
        purses, players = rng.choice([None, 1000, 1500, 4000]), rng.randint(2, 6)
        config = Config(
            players=players,
            packs=rng.choice([1, 1, 1, 2]),
            purses=purses,
            side_bets=rng.random() < 0.5,
            deal=rng.choice(list(DealOrder)),
            collect_at=rng.choice([2, 3]),
            max_rounds=rng.choice([3, 15]),
            bank_turns=rng.choice([None, 4]),
        )
        owned = purses or 0
        for before, action, after in play(config, seed):
            here, there = before.standing, after.standing
            assert sum(there.totals) + there.bank == 0
            assert there.purses is None or (min(there.purses) >= 0 and sum(there.purses) + there.bank == players * owned)
            if isinstance(action, Bet | BetBeside):
                assert isinstance(before, Betting | SideBetting)
                made = 0 if isinstance(before, Betting) else sum(before.bets)
                assert isinstance(before.actor, int)
                assert 0 < action.amount <= here.bank - made
                assert here.purses is None or action.amount <= here.purses[before.actor]
                assert there == here  # nothing is paid yet
            if here.banker is not None and there.banker == here.banker and there.bank != here.bank:
                assert isinstance(before, Drawing | BankerDrawing | AwaitDeal)
                assert abs(there.bank - here.bank) == sum(before.bets)
                assert there.bank >= 0
            banks += len(there.sheet) - len(here.sheet)
        if banks >= BANKS:
            break
    assert banks >= BANKS


def test_the_outcome_is_what_each_has_won() -> None:
    """BIST-20, GEN-8: gains less losses; until the bank ends its founder shows what he put in as lost; the most wins."""
    state = start({0: "10S", 1: "JS", 2: "AS"}, then="10H", players=3, max_rounds=1, bank_turns=1)
    assert state.standing.totals == (-1000, 0, 0)
    state = do(state, Bet(300), STAND, STAND)
    assert state.standing.totals == (-1000, -300, 0)
    assert twenty_one.outcome(state) is None
    state = do(state, Bet(100), STAND, STAND)
    assert result(state) == Outcome((200, -300, 100), (1, 3, 2), (Seat(0),))
    assert state.standing.sheet == (Row(Seat(0), 1, False, 1200, (200, -300, 100), (200, -300, 100)),)
    assert twenty_one.tally(state) == {"hands": 1, "rounds": 1, "notices": 0, "banks emptied": 0}


def test_a_row_has_what_the_bank_brought_and_the_totals() -> None:
    """BIST-20, BIST-D3: row after row."""
    state = do(start({0: "10S", 1: "JS"}, players=2, max_rounds=1), Bet(300), STAND, STAND)
    state = do(deal(do(state, TAKE), {1: "6S", 0: "10H"}), Bet(200), STAND, STAND)
    assert state.standing.sheet == (
        Row(Seat(0), 1, False, 1300, (300, -300), (300, -300)),
        Row(Seat(1), 1, False, 800, (200, -200), (500, -500)),
    )
    assert result(state).winners == (0,)


def test_the_tally() -> None:
    """BIST-7, BIST-8: banks, rounds, notices, banks that ended empty; a round that is being played counts."""
    assert twenty_one.tally(start()) == {"hands": 0, "rounds": 1, "notices": 0, "banks emptied": 0}
    assert twenty_one.tally(do(grown(), NOTICE)) == {"hands": 0, "rounds": 2, "notices": 1, "banks emptied": 0}
    empty = do(start({0: "JS", 1: "10S"}), Bet(1000), STAND, STAND)
    assert twenty_one.tally(empty) == {"hands": 1, "rounds": 1, "notices": 0, "banks emptied": 1}


# -- the law of points --------------------------------------------------------------------------------------------------


def twenty_one_points(state: State) -> None:
    """Every unit is in a purse or in the bank, no purse is ever overdrawn, and no bet beyond what bank and purse hold (BIST-5,
    BIST-9, BIST-18, BIST-19); nobody in play is burnt (BIST-14), and the sheet (BIST-20)."""
    twenty_one_sheet(state)
    standing = state.standing
    assert sum(standing.totals) + standing.bank == 0
    assert standing.purses is None or min(standing.purses) >= 0
    assert (standing.bank > 0) is (standing.banker is not None)
    if isinstance(state, twenty_one.SideBetting | twenty_one.Drawing | twenty_one.BankerDrawing):
        assert 0 < sum(state.bets) <= standing.bank
        assert state.bets[state.player]
        assert not state.bets[standing.lineup.order[-1] if standing.banker is None else standing.banker]
        assert all(bet <= purse for bet, purse in zip(state.bets, standing.purses or state.bets, strict=True))
        assert twenty_one.count(state.hand(state.player)) <= 21


def twenty_one_sheet(state: State) -> None:
    """Every row follows from the one before, and the banks from the options (BIST-7 to BIST-9, BIST-20)."""
    standing = state.standing
    config, before = standing.config, (0,) * standing.config.players
    for row in standing.sheet:
        assert row.totals == tuple(old + score for old, score in zip(before, row.score, strict=True))
        assert sum(row.score) == 0
        assert row.score[row.banker] == row.took - config.bank
        assert row.took >= 0
        assert row.rounds >= 1 or config.purses is not None
        assert config.max_rounds is None or row.rounds <= config.max_rounds
        before = row.totals
    assert standing.banker is not None or standing.totals == before
    assert len(standing.sheet) <= (config.bank_turns or config.players)


# -- refusals -----------------------------------------------------------------------------------------------------------


def every_phase() -> dict[str, State]:
    """A state of each phase."""
    lot = twenty_one.initial_state(Config())
    offer = do(lot, ChooseDealer(Seat(0)))
    betting = start({0: "6C", 1: "10H", 2: "10D"}, then="10S QS")
    drawing = do(betting, Bet(50))
    over = do(offer, *[DECLINE] * 4)
    return {
        "lot": lot,
        "offer": offer,
        "deal": do(offer, TAKE),
        "betting": betting,
        "beside": do(start(side_bets=True), Bet(50)),
        "drawing": do(drawing, HIT),
        "banker": do(drawing, STAND),
        "swap": burnt(),
        "notice": grown(),
        "over": over,
    }


MESSAGES = {
    "lot": "the lot must fall on a first banker now, seat 0 to 3 (BIST-4)",
    "offer": "seat 0 must take the bank or decline it now (BIST-6)",
    "deal": "the cards must be shuffled now (BIST-17)",
    "betting": "seat 1 must bet now, from 50 to 1000 (BIST-11)",
    "beside": "seat 2 must bet beside on the hand of seat 1, from 50 to 950, or pass now (BIST-18)",
    "drawing": "seat 1 must draw a card or stand now (BIST-12)",
    "banker": "seat 0, the banker, must draw a card, without showing any, or stand now (BIST-15)",
    "swap": "seat 0, the banker, must swap the hidden card or keep it now (BIST-16)",
    "notice": "seat 0, the banker, must give notice or play on now (BIST-7)",
    "over": "the game is over (GEN-8)",
}


@pytest.mark.parametrize("phase", MESSAGES)
def test_what_does_not_belong_to_a_phase_is_refused(phase: str) -> None:
    """GEN-5: in a sentence that names the seat and the clause; the state is what it was."""
    state = every_phase()[phase]
    some = [ChooseDealer(Seat(0)), TAKE, DECLINE, NOTICE, PLAY_ON, Bet(50), BetBeside(50), PASS, HIT, STAND, SWAP, KEEP]
    wrong = [action for action in [*some, Deal(tuple(PACK_OF_36))] if action not in twenty_one.legal_actions(state)]
    assert len(wrong) >= 11
    for action in wrong:
        assert why(state, action) == MESSAGES[phase]
    for junk in (None, 50, "hit", Play(card("AS")), Hit, (STAND,), Shuffled()):
        assert refused(state, junk).violation.clause == "GEN-5"
        assert "is not an action of twenty_one" in why(state, junk)
    for seat in range(4):
        if seat != state.actor and not isinstance(state, AskNotice):
            with pytest.raises(IllegalAction) as caught:
                twenty_one.submit(state, seat, HIT)
            assert caught.value.violation.clause == "GEN-5"
            assert caught.value.legal.size == 0


def test_amounts_that_are_no_numbers_are_refused() -> None:
    """BIST-11, BIST-18, GEN-5, GEN-6."""
    wrong: Any
    for wrong in (True, 50.0, "50", None, (50,)):
        assert why(start(), Bet(wrong)) == "seat 1 must bet now, from 50 to 1000 (BIST-11)"
        state = do(start(side_bets=True), Bet(50))
        assert why(state, BetBeside(wrong)) == MESSAGES["beside"]
    assert "may not bet -1: the lowest bet is 50" in why(start(), Bet(-1))
    assert "may not bet beside -1: the lowest bet is 50" in why(do(start(side_bets=True), Bet(50)), BetBeside(-1))


def test_cards_that_cannot_be_shown_are_refused() -> None:
    """BIST-13, GEN-5: one that is not held, or lies open already, or is no card; what others hold is not told."""
    three = do(start({0: "9C", 1: "KS"}, then="QS JS JH 6C"), Bet(50), HIT, HIT)
    assert why(three, show("9C")) == "seat 1 holds no hidden 9♣ to show (BIST-13)"
    assert why(three, show("2C")) == "seat 1 holds no hidden 2♣ to show (BIST-13)"
    assert why(do(three, show("QS")), show("QS")) == "seat 1 holds no hidden Q♠ to show (BIST-13)"
    assert why(do(three, HIT), show("JH")) == "seat 1 holds no hidden J♥ to show (BIST-13)"
    wrong: Any
    for wrong in ("KS", 7, True, (card("KS"),)):
        assert refused(three, Hit(wrong)).violation.clause == "GEN-5"
        assert "is not a card" in why(three, Hit(wrong))
    assert refused(do(three, STAND), show("9C")).violation.clause == "BIST-15"


def test_a_lot_or_deal_that_cannot_be_is_refused() -> None:
    """BIST-4, BIST-17, GEN-5."""
    lot, due = every_phase()["lot"], every_phase()["deal"]
    wrong: Any
    for wrong in (4, -1, True, 0.0, None):
        assert why(lot, ChooseDealer(wrong)) == MESSAGES["lot"]
    assert why(due, Deal(tuple(PACK_OF_36[1:]))) == "the pack must be its 36 cards; 6♣ is missing (GEN-5)"
    assert why(due, Deal((*PACK_OF_36[1:], card("2C")))) == "the pack must be its 36 cards; 2♣ does not belong to it (GEN-5)"


# -- deals for tests ----------------------------------------------------------------------------------------------------


def test_deal_for_puts_cards_where_they_are_named() -> None:
    """BIST-10, GEN-10: the first cards, and those that come after in order."""
    due = do(twenty_one.initial_state(Config(first_banker=1)), TAKE)
    pack = twenty_one.deal_for(due, {1: "AS", 3: [card("9H")]}, then="KS QS").pack
    assert pack[:7] == parse_cards("AS 6C 9H 7C KS QS 8C")
    assert twenty_one.deal_for(due, {}).pack == tuple(PACK_OF_36)
    for wrong, text in (
        ({1: "AS", 0: "AS"}, "AS is named twice"),
        ({1: "2C"}, "2C is not in the pack"),
        ({1: "AS KS"}, "is dealt 1 card, not 2"),
    ):
        with pytest.raises(ValueError, match=text):
            twenty_one.deal_for(due, wrong)
    with pytest.raises(ValueError, match="AS is named twice"):
        twenty_one.deal_for(due, {1: "AS"}, then="AS")
    with pytest.raises(LookupError):
        twenty_one.deal_for(due, {4: "AS"})
    with pytest.raises(ValueError, match="no deal is due in the phase Betting"):
        twenty_one.deal_for(start(), {})


def test_deal_for_with_one_by_one_and_for_what_is_due() -> None:
    """BIST-10, BIST-17: who gets no card at once is named for the next ones, from the banker's right."""
    due = do(twenty_one.initial_state(Config(first_banker=1, deal=ONE_BY_ONE)), TAKE)
    assert twenty_one.deal_for(due, {}, then="KS").pack[:3] == parse_cards("6C 7C KS")
    pack = twenty_one.deal_for(due, {0: "10S", 3: "9S", 1: "8S", 2: "7S"}, then="KS").pack
    assert pack[:5] == parse_cards("8S 7S 9S 10S KS")
    for state, _ in due_states(5):
        for seat in range(5):
            first = to_shuffle(state)[0]
            named = do(state, twenty_one.deal_for(state, {seat: [first]}))
            if state.due is Due.HIT and seat == state.player and isinstance(named, Drawing):
                assert first in named.hand(seat)
            if state.due is Due.BANKER and seat == state.standing.banker and isinstance(named, BankerDrawing):
                assert first in named.hand(seat)
            if state.due in (Due.TURN, Due.ROUND) and not state.hand(seat) and seat == state.standing.banker:
                assert named.hand(seat) == Bag([first])
    two = deal(do(twenty_one.initial_state(Config(first_banker=0, packs=2)), TAKE), {0: "AS", 1: "AS"}, then="KS KS")
    assert two.hand(0) == two.hand(1) == cards("AS")


# -- what is seen -------------------------------------------------------------------------------------------------------


def test_case_52_the_bankers_card_is_in_no_other_view() -> None:
    """BIST-12, BIST-14, BIST-15: until it is shown; states that differ in it alone give the players equal views."""
    one = do(start({0: "9C", 1: "10H"}, then="KS QS 7D 6D"), Bet(50))
    other = do(start({0: "6D", 1: "10H"}, then="KS QS 7D 9C"), Bet(50))
    for actions in ([], [HIT], [HIT, HIT], [HIT, HIT, HIT], [HIT, HIT, HIT, KEEP], [HIT, HIT, HIT, SWAP]):
        here, there = do(one, *actions), do(other, *actions)
        assert here != there
        for seat in (1, 2, 3, None):
            assert twenty_one.view(here, seat) == twenty_one.view(there, seat)
            assert repr(twenty_one.view(here, seat)) == repr(twenty_one.view(there, seat))
        assert twenty_one.view(here, 0) != twenty_one.view(there, 0)
    assert twenty_one.view(do(one, STAND), 1) != twenty_one.view(do(other, STAND), 1)


def test_what_each_seat_sees() -> None:
    """BIST-11 to BIST-15, GEN-8: its own hidden cards, and what lies open; a spectator only that."""
    state = do(start({0: "9C", 1: "10H", 2: "7D", 3: "8S"}, then="JS QS KS"), Bet(200), HIT, HIT, show("JS"))
    own = {0: "9C", 1: "QS KS 10H", 2: "7D", 3: "8S", None: ""}
    for seat in everybody(state):
        view = twenty_one.view(state, seat)
        assert (view.seat, view.actor, view.phase) == (seat, 1, Phase.DRAWING)
        assert Bag(view.own) == cards(own[seat])
        assert view.hand == (Bag() if seat is None else state.hand(seat))
        assert (view.player, view.bets) == (1, (0, 200, 0, 0))
        assert view.shown == ((), (card("JS"),), (), ())
        assert (view.hidden, view.counts) == ((1, 3, 1, 1), (1, 4, 1, 1))
        assert (view.pack, view.away, view.due) == (29, Bag(), None)
        assert list(view.legal) == (legal(state) if seat == 1 else [])


@pytest.mark.parametrize("phase", MESSAGES)
def test_the_actor_sees_what_he_may_do(phase: str) -> None:
    """GEN-5, GEN-12: from his view alone; nobody else, and a spectator nothing."""
    state = every_phase()[phase]
    for seat in everybody(state):
        view = twenty_one.view(state, seat)
        assert view.legal == (twenty_one.legal_actions(state) if seat is not None and seat == state.actor else ())
        assert str(view.phase) in str(view)
    assert all(twenty_one.violation(state, action) is None for action in islice(twenty_one.legal_actions(state), 40))
    for seat in everybody(state):
        view = twenty_one.view(state, seat)
        assert view.standing == state.standing
    with pytest.raises(LookupError):
        twenty_one.view(state, state.standing.config.players)
    with pytest.raises(LookupError):
        state.hand(-1)


def test_a_view_in_words() -> None:
    """BIST-12: for a terminal, hidden cards as question marks."""
    state = do(start({0: "9C", 1: "10H", 2: "7D"}, then="10D QS JS KS 6S", side_bets=True), Bet(200), PASS, PASS, HIT, HIT)
    state = do(state, KEEP, Bet(100), BetBeside(50), PASS, HIT, HIT, show("JS"))
    assert str(twenty_one.view(state, 2)) == "\n".join(
        [
            "drawing; turn of seat 2; winnings -1000, -200, 0, 0",
            "banker: seat 0, with 1200 in the bank; round 1",
            "bets on seat 2: seat 2 100, seat 3 50",
            "seat 0: ?",
            "seat 2: ? ? ? J♠",
            "seat 3: ?",
            "put away: 10♦ 10♥ Q♠",
            "your hidden cards: 7♦ 6♠ K♠",
        ]
    )
    assert "your hidden" not in str(twenty_one.view(state, None))
    assert "round 2, the last" in str(twenty_one.view(do(grown(), NOTICE), 0))
    assert str(twenty_one.view(twenty_one.initial_state(Config(players=2)), 0)) == "drawing the banker; winnings 0, 0"


def test_the_size_of_the_pack_in_views() -> None:
    """BIST-17: all of it between banks, none while cards are shuffled."""
    assert twenty_one.view(twenty_one.initial_state(Config(packs=2)), None).pack == 72
    assert twenty_one.view(every_phase()["deal"], None).pack == 0
    assert twenty_one.view(every_phase()["notice"], None).pack == 32
    for state, _ in due_states(5)[:5]:
        assert twenty_one.view(state, None).pack == 0
        assert twenty_one.view(state, None).due is state.due


def test_events_tell_what_a_seat_sees() -> None:
    """BIST-10, BIST-12, BIST-15, BIST-D2: the card dealt to it, and cards turned up; else the action alone."""
    due = do(twenty_one.initial_state(Config(first_banker=0)), TAKE)
    shuffle = twenty_one.deal_for(due, {0: "9C", 1: "10H", 2: "7D", 3: "8S"}, then="JS QS KS")
    assert [twenty_one.seen(due, shuffle, seat) for seat in everybody(due)] == [
        *(Told(Shuffled(), card(one), ()) for one in ("9C", "10H", "7D", "8S")),
        Shuffled(),
    ]
    state = do(due, shuffle)
    for seat in everybody(state):
        assert twenty_one.seen(state, Bet(70), seat) == Bet(70)
    state = do(state, Bet(70))
    assert twenty_one.seen(state, HIT, 1) == Told(HIT, card("JS"), ())
    assert [twenty_one.seen(state, HIT, seat) for seat in (0, 2, 3, None)] == [HIT] * 4
    state = do(state, HIT, HIT)
    assert twenty_one.seen(state, show("JS"), 1) == Told(show("JS"), card("KS"), (card("JS"),))
    assert twenty_one.seen(state, show("JS"), 2) == Told(show("JS"), None, (card("JS"),))
    assert twenty_one.seen(state, HIT, 2) == twenty_one.seen(state, HIT, 1) == Told(HIT, None, (card("KS"),))
    notice = grown()
    assert twenty_one.seen(notice, NOTICE, 1) == NOTICE
    assert twenty_one.seen(notice, PLAY_ON, None) == PLAY_ON
    assert twenty_one.seen(notice, PLAY_ON, 1) == Told(PLAY_ON, next(iter(do(notice, PLAY_ON).hand(1))), ())
    for lot in (ChooseDealer(Seat(2)),):
        assert twenty_one.seen(every_phase()["lot"], lot, 0) == lot
    for action in (TAKE, DECLINE):
        assert twenty_one.seen(every_phase()["offer"], action, 3) == action
    with pytest.raises(LookupError):
        twenty_one.seen(state, HIT, 4)
    with pytest.raises(IllegalAction):
        twenty_one.seen(state, Bet(50), None)


def test_events_at_the_end_of_a_bank() -> None:
    """BIST-8, BIST-14, BIST-15: what is turned up last is told, though no view has it afterwards."""
    state = do(start({0: "JS", 1: "10S"}, then="9S 7C KS", players=2), Bet(1000), HIT, STAND, HIT)
    assert twenty_one.seen(state, STAND, None) == Told(STAND, None, parse_cards("9S 10S"))
    assert isinstance(do(state, STAND), OfferBank)
    bust = do(start({0: "10C", 1: "10S"}, then="9S 9C KS", players=2), Bet(1000), HIT, STAND, HIT)
    assert twenty_one.seen(bust, HIT, 1) == Told(HIT, None, parse_cards("9S 10S KS"))
    last = do(start({0: "10C", 1: "10S"}, then="9S 9C", players=2, max_rounds=1), Bet(1000), HIT)
    assert twenty_one.seen(last, HIT, 0) == Told(HIT, None, parse_cards("9C 9S 10S"))
    assert isinstance(do(last, HIT), OfferBank)


def test_a_copy_that_is_dealt_is_told() -> None:
    """GEN-11, BIST-1: although the seat has just put away or shown the same card."""
    two = {"packs": 2, "players": 2}
    burnt_out = do(start({0: "6C", 1: "10H"}, then="9S KS 8D 10H", **two), Bet(50), HIT)
    assert twenty_one.seen(burnt_out, HIT, 1) == Told(HIT, card("10H"), parse_cards("10H 9S KS"))
    swap = do(start({0: "6C", 1: "10H", 2: "9D"}, then="9S KS 6C", packs=2), Bet(50), HIT, HIT)
    assert twenty_one.seen(swap, SWAP, 0) == Told(SWAP, card("6C"), ())
    three = do(start({0: "6C", 1: "KS"}, then="QS JS KS", **two), Bet(50), HIT, HIT)
    assert twenty_one.seen(three, show("KS"), 1) == Told(show("KS"), card("KS"), (card("KS"),))
    other = do(start({0: "KS", 1: "KS"}, then="QS JS 7C", **two), Bet(50), HIT, HIT)
    assert [twenty_one.seen(other, show("KS"), seat) for seat in (1, 0, None)] == [
        Told(show("KS"), card("7C"), (card("KS"),)),
        *[Told(show("KS"), None, (card("KS"),))] * 2,
    ]
    pair = do(start({0: "6C", 1: "KS"}, then="KS JS", **two), Bet(50), HIT, HIT)
    assert legal(pair) == [HIT, show("JS"), show("KS"), STAND]


def test_nobody_is_told_of_a_card_that_another_was_dealt() -> None:
    """BIST-12, BIST-D2: with many copies too; while a player goes on drawing, only he is dealt cards."""
    rng, alike = Random(1), 0
    for _ in range(150):
        state = twenty_one.initial_state(Config(packs=6, players=4, deal=ALL_FIRST, max_rounds=1, first_banker=0))
        while choices := twenty_one.legal_actions(state):
            hits = [] if state.actor is CHANCE else [action for action in choices if isinstance(action, Hit)]
            action = rng.choice(hits) if hits else choices.sample(rng)
            after = do(state, action)
            if isinstance(action, Hit) and after.actor == state.actor:
                others = [seat for seat in everybody(state) if seat != state.actor]
                alike += any(seat is not None and action.shown in state.hand(seat) for seat in others)
                told = [twenty_one.seen(state, action, seat) for seat in others]
                assert not any(isinstance(one, Told) and one.dealt for one in told)
            state = after
    assert alike >= 5


def test_every_card_has_its_place() -> None:
    """BIST-17, GEN-10: hands, pack, and what has been put away."""
    state = do(burnt(), SWAP)
    places = twenty_one.places(state)
    assert {name: len(there) for name, there in places.items()} == {
        "hand 0": 1,
        "hand 1": 0,
        "hand 2": 1,
        "hand 3": 1,
        "pack": 29,
        "put away": 4,
    }
    assert sorted(places["put away"]) == sorted(parse_cards("10H 10S QS 6C"))


# -- what a seat may imagine --------------------------------------------------------------------------------------------


@attrs.frozen
class Position:
    """A state, with the steps that led to it from the last shuffle of the whole pack on."""

    steps: tuple[tuple[State, Action], ...]
    state: State


def positions(config: Config, seed: int) -> Iterator[Position]:
    """All positions in banks of a game of random choices."""
    steps: list[tuple[State, Action]] = []
    for before, action, after in play(config, seed):
        if isinstance(before, AwaitDeal) and before.due in (Due.BANK, Due.NOTICE):
            steps = []
        steps.append((before, action))
        if steps and after.standing.banker is not None and isinstance(steps[0][0], AwaitDeal):
            yield Position(tuple(steps), after)


def eras(position: Position) -> list[list[tuple[State, Action]]]:
    """The steps from each shuffle on."""
    found: list[list[tuple[State, Action]]] = []
    for before, action in position.steps:
        if isinstance(action, Deal):
            found.append([])
        found[-1].append((before, action))
    return found


def hidden_part(state: State) -> tuple[object, ...]:
    """A state without the order of its pack."""
    assert not isinstance(state, DrawBanker | OfferBank | MatchOver)
    return state.table.hidden, state.table.aside


def possible(position: Position, seat: int | None) -> set[tuple[object, ...]]:
    """All states, without the order of the pack, after which a seat has been told what it was, and sees what it does.

    Of each shuffle every other order is tried that has the cards which the seat has seen where they were; with one pack alone.
    """
    parts = eras(position)
    ends = [*(part[0][0] for part in parts[1:]), position.state]

    def going_on(state: State, number: int) -> Iterator[State]:
        if number == len(parts):
            if twenty_one.view(state, seat) == twenty_one.view(position.state, seat):
                yield state
            return
        part, end = parts[number], ends[number]
        shuffle = part[0][1]
        assert isinstance(shuffle, Deal)
        assert isinstance(state, AwaitDeal)
        told = [twenty_one.seen(before, action, seat) for before, action in part]
        seen_by_seat = {one for event in told if isinstance(event, Told) for one in (event.dealt, *event.shown)}
        used = len(shuffle.pack) - len(twenty_one.places(end)["pack"])
        free = [place for place in range(used) if shuffle.pack[place] not in seen_by_seat]
        pool = [one for one in to_shuffle(state) if one not in seen_by_seat]
        fixed = set(shuffle.pack[:used]) & {one for one in seen_by_seat if one is not None}
        if not fixed <= set(to_shuffle(state)):
            return
        for filling in permutations(pool, len(free)):
            cards_now = dict(zip(free, filling, strict=True))
            rest = iter([one for one in pool if one not in filling])
            pack = [cards_now.get(place, one) for place, one in enumerate(shuffle.pack[:used])] + list(rest)
            later = [action for _, action in part[1:]]
            after = replay(GAME, state, [Deal(tuple(pack)), *later], told, seat)
            if after is not None:
                yield from going_on(after, number + 1)

    return {hidden_part(state) for state in going_on(parts[0][0][0], 0)}


def check_possible(position: Position, seat: int | None, rng: Random) -> int:
    """The worlds of a position are those that can be, each as likely as any other; how many, without the order of the pack."""
    view = twenty_one.view(position.state, seat)
    worlds = twenty_one.worlds(view)
    states = possible(position, seat)
    assert hidden_part(position.state) in states
    assert worlds.size == len(states) * factorial(view.pack)
    if len(states) <= 150:
        drawn = [worlds.sample(rng) for _ in range(20 * len(states))]
        times = Counter(map(hidden_part, drawn))
        assert times.keys() == states
        assert len(states) == 1 or uneven(times.values(), len(states)) < 5
        assert {twenty_one.view(world, seat) for world in drawn} == {view}
    return len(states)


def tries(position: Position, seat: int | None) -> int:
    """About how many orders `possible` would try."""
    found = 1
    for part, end in zip(eras(position), [*(part[0][0] for part in eras(position)[1:]), position.state], strict=True):
        shuffle = part[0][1]
        assert isinstance(shuffle, Deal)
        told = [twenty_one.seen(before, action, seat) for before, action in part]
        seen_by_seat = {one for event in told if isinstance(event, Told) for one in (event.dealt, *event.shown)}
        used = len(shuffle.pack) - len(twenty_one.places(end)["pack"])
        unseen = len(set(shuffle.pack) - seen_by_seat)
        found *= factorial(unseen) // factorial(unseen - sum(one not in seen_by_seat for one in shuffle.pack[:used]))
    return found


def some_positions(config: Config, seats: tuple[int | None, ...], most: int) -> Iterator[tuple[Position, int | None]]:
    """Positions, each with one who looks at it, of which there are few enough to try all."""
    for seed in count_up():
        rng = Random(seed)
        for position in positions(config, seed):
            if rng.random() < 0.2:
                seat = rng.choice(seats)
                if len(position.steps) < 60 and len(eras(position)) < 3 and 2 < tries(position, seat) <= most:
                    yield position, seat


def test_worlds_after_one_shuffle() -> None:
    """BIST-12, BIST-14 to BIST-17: the cards that others hold face down, those that they have put away unseen, and the pack."""
    rng = Random(1)
    one = ((p, seat) for p, seat in some_positions(Config(players=3, max_rounds=3), (0, 1, 2, None), 80) if len(eras(p)) == 1)
    assert sum(check_possible(position, seat, rng) > 1 for position, seat in islice(one, 12 * MORE)) > 10


def test_worlds_of_a_hand_of_several_cards() -> None:
    """BIST-3, BIST-13, BIST-14: two hidden cards may be any, two aces too; more count 21 at most with those that lie open."""
    two = do(start({0: "9C", 1: "10H"}, then="KS", players=2), Bet(50), HIT)
    assert twenty_one.worlds(twenty_one.view(two, 0)).size == comb(35, 2) * factorial(33)
    assert twenty_one.worlds(twenty_one.view(two, None)).size == comb(36, 2) * 34 * factorial(33)
    three = do(start({0: "9C", 1: "8H"}, then="KS JS QS JH KH", players=2), Bet(50), HIT, HIT)
    left = [one for one in PACK_OF_36 if one != card("9C")]
    hands = {tuple(sorted(hand)) for hand in permutations(left, 3) if count(hand) <= 21}
    worlds = twenty_one.worlds(twenty_one.view(three, 0))
    assert worlds.size == len(hands) * factorial(32)
    rng = Random(2)
    assert all(tuple(worlds.sample(rng).hand(1)) in hands for _ in range(200))
    shown = do(three, show("KS"), HIT)
    view = twenty_one.view(shown, 0)
    assert (view.hidden[1], view.shown[1]) == (3, parse_cards("KS JH"))
    left = [one for one in left if one not in parse_cards("KS JH")]
    assert twenty_one.worlds(view).size == len({frozenset(h) for h in permutations(left, 3) if count(h) <= 15}) * factorial(30)
    standing = do(shown, STAND)
    assert twenty_one.worlds(twenty_one.view(standing, 0)).size == twenty_one.worlds(view).size
    assert twenty_one.worlds(twenty_one.view(standing, 1)).size == factorial(30)


def has_laid(position: Position, seat: int | None) -> bool:
    """Whether the seat has put cards away unseen before cards were shuffled again: what these were it does not keep (BIST-D1)."""
    ends = [part[0][0] for part in eras(position)[1:]]
    return any(laid.seat == seat for end in ends for laid in twenty_one.view(end, None).board.laid)


@pytest.mark.long
def test_worlds_know_what_lay_open_at_a_shuffle() -> None:
    """BIST-17: a card dealt before it is none of the cards that were shuffled in openly, nor one that lay on the table."""
    rng = Random(3)
    for players in (2, 3):
        config = Config(players=players, max_rounds=30)
        two = ((p, seat) for p, seat in some_positions(config, (0, 1, players - 1, None), 200 * MORE) if len(eras(p)) == 2)
        older = ((p, seat) for p, seat in two if holds_older(p, seat) and not has_laid(p, seat))
        assert sum(check_possible(position, seat, rng) > 0 for position, seat in islice(older, 4 * MORE)) == 4 * MORE


def holds_older(position: Position, seat: int | None) -> bool:
    """Whether another holds a card face down that he had when cards were shuffled."""
    board = twenty_one.view(position.state, seat).board
    return any(number < len(board.known) for other, dealt in enumerate(board.dealt) if other != seat for number in dealt)


def late_hand(*actions: Action) -> Position:
    """Two players; with the last cards of the pack seat 1 holds JS QS KS; it turns up QS, and cards must be shuffled for the next
    card; after that come these actions."""
    last = parse_cards("9S JS QS KS")
    pack = [one for one in PACK_OF_36 if one not in last]
    start_of_bank = do(twenty_one.initial_state(Config(players=2, first_banker=0, bank=10_000)), TAKE)
    state, steps = start_of_bank, list[tuple[State, Action]]()

    def go_on(*some: Action) -> None:
        nonlocal state
        for action in some:
            steps.append((state, action))
            state = do(state, action)

    go_on(Deal((*pack, *last)), *IDLE * 16, Bet(50), HIT, HIT, show("QS"))
    go_on(twenty_one.deal_for(state, {1: "JD"}, then="JC QD"), *actions)
    return Position(tuple(steps), state)


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize(
    "actions",
    [
        [show("JD")],
        *(pytest.param(some, marks=pytest.mark.long) for some in ([], [show("JS")], [HIT], [show("JD"), STAND], [show("JD"), HIT])),
    ],
)
def test_a_card_turned_up_may_tell_when_the_others_were_dealt(seat: int | None, actions: list[Action]) -> None:
    """BIST-13, BIST-17: the hand has cards from before the shuffle and after it. One that is turned up and lay open at the shuffle
    is new, so that one less of the others can be; one that was turned up before tells nothing."""
    position = late_hand(*actions)
    assert tries(position, seat) < 8000
    check_possible(position, seat, Random(4))


def test_what_is_known_is_forgotten_when_no_card_is_older() -> None:
    """BIST-17: packs are counted from that of the oldest card in a hand."""
    boards = [twenty_one.view(after, None).board for _, after in due_states(10)]
    assert max(len(board.known) for board in boards) >= 2
    for board in boards:
        numbers = [number for dealt in board.dealt for number in dealt]
        assert not numbers or max(numbers) <= len(board.known)
    for state, after in due_states(2):
        if state.due is Due.ROUND and not state.hand(0) and not state.hand(1):
            assert twenty_one.view(after, None).board.known == ()


def places_of(view: View) -> tuple[int, int]:
    """How many cards the player in turn hides, and how many others lie face down one by one."""
    mine = 0 if view.player in (None, view.seat) else view.hidden[view.player or 0]
    others = [seat for seat in range(len(view.hidden)) if seat not in (view.seat, view.player)]
    return mine, sum(view.hidden[seat] for seat in others) + sum(laid.seat != view.seat for laid in view.board.laid)


def test_worlds_with_copies() -> None:
    """BIST-1, GEN-11: copies are alike; counted by trying all, and each of few equally often."""
    checked = small = 0
    for seed in range(30):
        rng = Random(seed)
        for state, _, _ in play(Config(players=3, packs=2, max_rounds=30), seed):
            view = twenty_one.view(state, rng.choice([0, 1, 2, None]))
            if state.standing.banker is None or view.board.known or view.due in (Due.BANK, Due.NOTICE) or rng.random() < 0.9:
                continue
            mine, singles = places_of(view)
            worlds = twenty_one.worlds(view)
            known = Counter((*view.own, *view.aside, *view.board.away, *(one for up in view.shown for one in up)))
            left = Counter(PACK_OF_36 * 2) - known
            if len(left) ** (mine + singles) > 1300:
                continue
            total = 0
            up = view.shown[view.player] if view.player is not None else ()
            for hidden in set(product(left, repeat=mine + singles)):
                hand, taken = hidden[:mine], Counter(hidden)
                if any(taken[one] > left[one] for one in taken) or list(hand) != sorted(hand) or (mine and count(hand + up) > 21):
                    continue
                rest = left - taken
                same = 1
                for copies in rest.values():
                    same *= factorial(copies)
                total += factorial(rest.total()) // same
            assert worlds.size == total
            checked += 1
            if total <= 400:
                times = Counter(worlds.sample(rng) for _ in range(15 * total))
                assert len(times) == total
                assert total == 1 or uneven(times.values(), total) < 5
                small += 1
        if checked >= 12 and small >= 1:
            break
    assert checked >= 12


@pytest.mark.long
def test_worlds_with_copies_are_uniform() -> None:
    """GEN-11, BIST-17: with two packs, while cards are shuffled: nothing is hidden but hands."""
    checked = 0
    for state, _ in due_states(2, packs=2):
        worlds = twenty_one.worlds(twenty_one.view(state, 1))
        if 1 < worlds.size <= 80 and checked < 6 * MORE:
            rng = Random(checked)
            times = Counter(worlds.sample(rng) for _ in range(25 * worlds.size))
            assert len(times) == worlds.size
            assert uneven(times.values(), worlds.size) < 5
            checked += 1
    assert checked >= 6


def test_worlds_where_nothing_is_hidden() -> None:
    """BIST-17: between banks, and before the whole pack is shuffled."""
    for phase in ("lot", "offer", "deal", "over"):
        state = every_phase()[phase]
        for seat in everybody(state):
            worlds = twenty_one.worlds(twenty_one.view(state, seat))
            assert (worlds.size, worlds.sample(Random(1))) == (1, state)
    notice = do(grown(), NOTICE)
    assert twenty_one.worlds(twenty_one.view(notice, 1)).size == 1


@pytest.mark.parametrize("phase", MESSAGES)
def test_a_world_gives_the_view_back(phase: str) -> None:
    """BIST-12, BIST-16: in every phase; what a seat has laid aside itself stays there."""
    state = every_phase()[phase]
    for seat in everybody(state):
        view = twenty_one.view(state, seat)
        for seed in range(5):
            assert twenty_one.view(twenty_one.determinize(view, Random(seed)), seat) == view
    aside = twenty_one.view(do(burnt(), SWAP), 0)
    assert all(twenty_one.determinize(aside, Random(seed)).table.aside == parse_cards("6C") for seed in range(5))  # type: ignore[union-attr]


def test_a_view_that_cannot_be_has_no_world() -> None:
    """BIST-3: it was not made by this library."""
    view = twenty_one.view(do(start({1: "8H"}, then="KS JS"), Bet(50), HIT, HIT), 0)
    wrong = attrs.evolve(view, board=attrs.evolve(view.board, shown=((), parse_cards("10S 10H"), (), ())))
    assert twenty_one.worlds(wrong).size == 0
    with pytest.raises(ValueError, match="no deal of the unseen cards fits"):
        twenty_one.determinize(wrong, Random(1))


# -- records ------------------------------------------------------------------------------------------------------------


def test_records_and_json() -> None:
    """BIST-12, GEN-4: a game of random choices comes back from text and JSON, also under its other name."""
    config = Config(players=3, max_rounds=8, side_bets=True, packs=2)
    record = Record(GAME, config, tuple(action for _, action, _ in play(config, 5)))
    assert Record.parse(str(record)) == record
    assert loads(GAME, dumps(GAME, record), Kind.RECORD) == record
    assert GAMES["bist_o_yek"] is GAMES["twenty_one"] is GAME
    assert "\nHit\n" in str(record)
