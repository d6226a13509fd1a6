"""The clauses of Bluff, each at the table: real cards, played through the public functions alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, combinations, permutations
from math import comb, factorial
from random import Random
from typing import Any

import pytest

from persian_cards.actions import CHANCE
from persian_cards.cards import BLACK_JOKER, PACK, RANKS, Bag, Card, CardSet, Rank, parse_cards
from persian_cards.codec import Kind, dumps, loads
from persian_cards.errors import ConfigError, IllegalAction
from persian_cards.game import Outcome, Rotation, Title
from persian_cards.games import bluff
from persian_cards.games.bluff import (
    GAME,
    Action,
    AwaitDeal,
    Call,
    Challenge,
    Challenged,
    ChooseDealer,
    Config,
    Deal,
    DrawDealer,
    HandDealt,
    Laid,
    Lay,
    Laying,
    LeadAfter,
    MatchOver,
    Pass,
    Phase,
    Row,
    Shown,
    State,
)
from persian_cards.options import options
from persian_cards.record import Record
from persian_cards.table import Seat
from persian_cards.testing import laws
from persian_cards.testing.laws import uneven
from persian_cards.testing.playing import Choices, play, states_of
from tests.games import table_helpers

SHAH, VIZIER, DOZD = Title.SHAH, Title.VIZIER, Title.DOZD
NEXT, WINNER, LOSER = LeadAfter.CHALLENGER_OR_NEXT, LeadAfter.WINNER, LeadAfter.LOSER

# -- helpers ------------------------------------------------------------------------------------------------------------


def do(state: State, *actions: Action) -> State:
    for action in actions:
        state = bluff.apply(state, action)
    return state


def start(hands: Mapping[int, str] | None = None, **config: Any) -> Laying:
    """The cards are dealt, to the named seats the named ones, and seat 0 begins."""
    players = config.get("players", 4)
    state = bluff.initial_state(Config(first_dealer=players - 1, **config))
    return laying(do(state, bluff.deal_for(state, hands or {})))


def laying(state: State) -> Laying:
    assert isinstance(state, Laying)
    return state


def rank(text: str) -> Rank:
    return Rank(text)


def lay(cards: str, called: str) -> Lay:
    return Lay(Bag.parse(cards), rank(called))


def go(state: State, turns: str) -> Laying:
    """Turns, a line each: "0: 7H 7D as 7", "1: bluff!", "2: pass"; each must be of the seat whose turn it is."""
    for line in turns.strip().splitlines():
        seat, said = line.strip().split(": ")
        assert state.actor == int(seat), line
        if said in ("bluff!", "pass"):
            state = do(state, Challenge() if said == "bluff!" else Pass())
        else:
            cards, called = said.split(" as ")
            state = do(state, lay(cards, called))
    return laying(state)


def over(state: State, turns: str) -> tuple[Row, Outcome]:
    """How a game ends whose last turn is the last line of these."""
    *before, last = turns.strip().splitlines()
    state = go(state, "\n".join(before)) if before else state
    seat, said = last.strip().split(": ")
    assert state.actor == int(seat)
    cards, _, called = said.partition(" as ")
    state = do(state, Challenge() if said == "bluff!" else Pass() if said == "pass" else lay(cards, called))
    return ended(state)


def ended(state: State) -> tuple[Row, Outcome]:
    assert isinstance(state, MatchOver)
    found = bluff.outcome(state)
    assert found is not None
    return state.standing.sheet[0], found


def down_to(keep: Mapping[int, str], true: str = "", **config: Any) -> Laying:
    """Everybody has laid all but the named cards, in three rounds without a challenge. Seat 0 is to begin one, and the last lay
    may be challenged: if `true` is given it is of these cards, as their own rank; else it was called twos."""
    players = config.get("players", 4)
    *others, end = range(players)
    state = start({**keep, end: f"{keep[end]} {true}"}, **config)
    cards = Bag.parse(true)
    ranks = [Rank.THREE, Rank.FOUR, cards.cards[0].rank if true else Rank.TWO]
    for number, called in enumerate(ranks):
        for seat in (*others, end):
            left = state.hand(seat) - Bag.parse(keep[seat])
            if seat == end and true and number < 2:
                left -= cards
            to_come = 1 - number if seat == end and true else 2 - number
            assert state.actor == seat
            count = min(state.standing.config.most, len(left) - max(0, to_come))
            state = laying(do(state, Lay(Bag(left.cards[:count]), called)))
    assert [state.hand(seat) for seat in range(players)] == [Bag.parse(keep[seat]) for seat in range(players)]
    return state


def refused(state: State, action: object) -> IllegalAction:
    return table_helpers.refused(GAME, state, action)


def why(state: State, action: object) -> str:
    return str(refused(state, action).violation)


def ranks_allowed(state: State) -> list[Rank]:
    """The ranks that the actor may call, laying his first card."""
    card = Bag(laying(state).hand(laying(state).actor).cards[:1])
    return [one for one in RANKS if Lay(card, one) in bluff.legal_actions(state)]


def counts(state: State) -> tuple[int, ...]:
    return bluff.view(state, None).counts


def states(config: Config, seed: int, leaning: float = 0.0) -> list[State]:
    """All states of a game of random choices; with a leaning to take the first action, a challenge or a pass."""
    rng = Random(seed)
    found = [bluff.initial_state(config)]
    while choices := bluff.legal_actions(found[-1]):
        found.append(do(found[-1], choices[0] if rng.random() < leaning else choices.sample(rng)))
    return found


def everybody(players: int = 4) -> tuple[int | None, ...]:
    return (*range(players), None)


# -- what is constant (law 5) -------------------------------------------------------------------------------------------


def bluff_points(state: State) -> None:
    """Everybody with cards is in; a lay is counted as it is called; what is known of a seat is among its cards; the sheet has its
    one row at the end, which could only come then (BLUFF-2, BLUFF-6, BLUFF-7, BLUFF-9, BLUFF-D2)."""
    config, sheet = state.standing.config, state.standing.sheet
    if isinstance(state, MatchOver):
        (row,) = sheet
        assert row.dealer == state.standing.dealer
        assert row.caught <= row.challenges
        assert len(set(row.out)) == len(row.out) < config.players
        assert not any(row.cards[seat] for seat in row.out)
        enough = len(row.out) == config.players - 1 or (bool(row.out) and not config.play_on)
        assert enough or row.rounds == config.max_rounds
        assert config.max_rounds is None or row.rounds <= config.max_rounds
        return
    assert sheet == ()
    if isinstance(state, Laying):
        memory, seats = state.memory, range(config.players)
        assert len(memory.out) <= (config.players - 2 if config.play_on else 0)
        waiting = {state.calls[-1].seat} if state.last else set()
        for seat in seats:
            assert (seat in memory.out) <= (not state.hands[seat])
            assert state.hands[seat] or seat in memory.out or seat in waiting
            his = state.hands[seat] + state.heap[seat] + state.aside[seat] + (state.last if seat in waiting else Bag())
            assert memory.known[seat] <= his
        assert state.hands[state.actor]
        assert len({call.rank for call in state.calls}) <= 1
        assert all(1 <= call.count <= config.most for call in state.calls)
        assert config.may_pass or len({call.seat for call in state.calls}) == len(state.calls)
        assert not state.last or len(state.last) == state.calls[-1].count
        assert (state.rank is None) <= (not state.calls or bool(state.last))
        assert state.rank in (None, *(call.rank for call in state.calls))
        assert memory.caught <= memory.challenges <= memory.rounds
        assert config.may_pass or not any(state.aside)


# -- the options --------------------------------------------------------------------------------------------------------


def test_defaults_are_those_of_the_rulebook() -> None:
    """BLUFF-1, BLUFF-3, BLUFF-5, BLUFF-7: seven options, and no `max_hands` (the game is one hand)."""
    assert [(option.name, option.clause, option.default) for option in options(Config)] == [
        ("players", "BLUFF-1", 4),
        ("first_dealer", "BLUFF-1", None),
        ("may_pass", "BLUFF-3", False),
        ("max_cards", "BLUFF-3", None),
        ("lead_after", "BLUFF-5", NEXT),
        ("play_on", "BLUFF-7", True),
        ("max_rounds", "BLUFF-7", None),
    ]
    assert list(LeadAfter) == [NEXT, WINNER, LOSER]


@pytest.mark.parametrize(
    ("field", "clause", "values"),
    [
        ("players", "BLUFF-1", [0, 2, 3, 5, 7, 9, True, 4.0, None]),
        ("first_dealer", "BLUFF-1", [-1, 4, 8, True, "0"]),
        ("may_pass", "BLUFF-3", [0, 1, None, "yes"]),
        ("max_cards", "BLUFF-3", [0, -1, 5, 8, 9, True]),
        ("lead_after", "BLUFF-5", ["winner", None, 0]),
        ("play_on", "BLUFF-7", [0, 1, None]),
        ("max_rounds", "BLUFF-7", [0, -1, False, 2.0]),
    ],
)
def test_a_value_that_no_table_could_play_is_refused(field: str, clause: str, values: list[object]) -> None:
    """GEN-6, BLUFF-D3: with its name, its value and its clause; a bool is no number; of a rank one pack has four cards."""
    for value in values:
        with pytest.raises(ConfigError, match=f"^{field} must be ") as error:
            Config(**{field: value})  # type: ignore[arg-type]
        assert (error.value.field, error.value.value, error.value.clause) == (field, value, clause)


def test_what_is_allowed_is_told_in_words() -> None:
    """GEN-6, BLUFF-D3."""
    for wrong, text in [
        ({"players": 5}, "players must be 4 or 6 or 8, not 5 (BLUFF-1)"),
        ({"players": 6, "first_dealer": 6}, "first_dealer must be a seat from 0 to 5, not 6 (BLUFF-1)"),
        ({"max_cards": 5}, "max_cards must be at most 4 with 4 players, not 5 (BLUFF-3)"),
        ({"max_cards": 0}, "max_cards must be a whole number from 1 to 8 or None, not 0 (BLUFF-3)"),
    ]:
        with pytest.raises(ConfigError) as error:
            Config(**wrong)  # type: ignore[arg-type]
        assert str(error.value) == text
    assert [Config(players=players).most for players in (4, 6, 8)] == [4, 8, 8]
    assert [Config(players=players, max_cards=most).most for players, most in ((4, 4), (4, 1), (6, 8))] == [4, 1, 8]
    assert Config(players=8, first_dealer=7).first_dealer == 7


# -- BLUFF-1: the deal --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "sizes"), [(4, [13] * 4), (6, [18, 18, 17, 17, 17, 17]), (8, [13] * 8)])
def test_all_cards_are_dealt(players: int, sizes: list[int]) -> None:
    """BLUFF-1, GEN-10, GEN-11: one pack for four players, two for six or eight; one card at a time from the dealer's right."""
    pack = PACK if players == 4 else PACK * 2
    for dealer in range(players):
        state = bluff.initial_state(Config(players=players, first_dealer=dealer))
        assert isinstance(state, AwaitDeal)
        assert bluff.places(state) == {"pack": tuple(sorted(pack))}
        shuffled = Random(dealer).sample(pack, len(pack))
        after = laying(do(state, Deal(tuple(shuffled))))
        for turn in range(players):
            assert after.hand((dealer + 1 + turn) % players) == Bag(shuffled[turn::players])
        assert [len(after.hand((dealer + 1 + turn) % players)) for turn in range(players)] == sizes
        assert after.actor == (dealer + 1) % players


def test_each_for_himself_to_the_right() -> None:
    """BLUFF-1, GEN-1."""
    assert GAME.rotation is Rotation.RIGHT
    for players in (4, 6, 8):
        state = bluff.initial_state(Config(players=players))
        assert GAME.seats(state.standing.config) == players
        assert bluff.sides(state) == tuple((seat,) for seat in range(players))


@pytest.mark.parametrize("players", [4, 6, 8])
def test_a_lot_finds_the_dealer(players: int) -> None:
    """BLUFF-1, GEN-4: every seat as likely as any other, unless he is given."""
    state = bluff.initial_state(Config(players=players))
    assert isinstance(state, DrawDealer)
    assert state.actor is CHANCE
    assert list(bluff.legal_actions(state)) == [ChooseDealer(Seat(seat)) for seat in range(players)]
    for seat in range(players):
        after = do(state, ChooseDealer(Seat(seat)))
        assert after.standing.dealer == seat
        assert after.actor is CHANCE
    assert why(state, ChooseDealer(Seat(players))) == f"the lot must fall on a dealer now, seat 0 to {players - 1} (BLUFF-1)"
    assert why(state, Deal(PACK)).endswith("(BLUFF-1)")


def test_a_wrong_pack_is_refused() -> None:
    """GEN-5, GEN-11: a card missing, doubled, too often, or no card; with two packs each is there twice."""
    one, two = (bluff.initial_state(Config(players=players, first_dealer=0)) for players in (4, 6))
    assert why(one, Deal(PACK[1:])) == "the pack must be its 52 cards; 2♣ is missing (GEN-5)"
    assert why(one, Deal(PACK * 2)) == "the pack must be its 52 cards; 2♣ is in it too often (GEN-5)"
    assert why(two, Deal(PACK)) == "the pack must be its 104 cards; 2♣ is missing (GEN-5)"
    assert why(two, Deal((*PACK, *PACK[1:], PACK[5]))) == "the pack must be its 104 cards; 7♣ is in it too often (GEN-5)"
    assert why(one, Deal((*PACK[1:], BLACK_JOKER))) == "the pack must be its 52 cards; BJ does not belong to it (GEN-5)"
    assert why(one, Lay(Bag.parse("2C"), Rank.TWO)) == "the cards must be dealt now (BLUFF-1)"
    assert bluff.legal_actions(two).size == factorial(104) // 2**52


def test_deal_for_names_hands() -> None:
    """BLUFF-1, GEN-10: in the order in which the cards fall."""
    state = bluff.initial_state(Config(players=6, first_dealer=5))
    deal = bluff.deal_for(state, {0: "AS AS", 5: [Card.parse("KD")]})
    assert (deal.pack[0], deal.pack[6], deal.pack[5]) == parse_cards("AS AS KD")
    assert do(state, deal).hand(0).__class__ is Bag
    with pytest.raises(ValueError, match="AS is named too often"):
        bluff.deal_for(state, {0: "AS AS AS"})
    with pytest.raises(ValueError, match="seat 0 is dealt 18 cards, not 19"):
        bluff.deal_for(state, {0: PACK[:19]})
    with pytest.raises(LookupError, match="there is no seat 6"):
        bluff.deal_for(state, {6: "AS"})
    with pytest.raises(ValueError, match="no deal is due in the phase Laying"):
        bluff.deal_for(start(), {})


# -- BLUFF-2, BLUFF-3: laying -------------------------------------------------------------------------------------------


def test_the_dealers_right_begins_with_any_rank() -> None:
    """BLUFF-2: how many cards he lays is true, the rank that he calls need not be."""
    state = start({0: "7H 7D 2C"})
    assert state.rank is None
    assert ranks_allowed(state) == list(RANKS)
    after = go(state, "0: 7H 2C as 7")
    assert after.hand(0) == state.hand(0) - Bag.parse("7H 2C")
    assert (after.actor, after.rank, after.calls) == (1, Rank.SEVEN, (Call(Seat(0), 2, Rank.SEVEN),))
    assert (after.last, bluff.view(after, 2).heap) == (Bag.parse("7H 2C"), 2)
    assert go(state, "0: 2C as A").rank is Rank.ACE


def test_the_others_lay_in_turn_as_the_rank_called() -> None:
    """BLUFF-3: truly or not; a follower's lay names the rank called."""
    state = go(start({0: "7H", 1: "KD KS 2D", 2: "3C", 3: "4C"}), "0: 7H as 7")
    assert ranks_allowed(state) == [Rank.SEVEN]
    assert why(state, lay("KD KS", "K")) == "seat 1 must call the rank of the round, seven (BLUFF-3)"
    state = go(state, "1: KD KS 2D as 7\n2: 3C as 7")
    assert state.actor == 3
    assert [(call.seat, call.count) for call in state.calls] == [(0, 1), (1, 3), (2, 1)]
    assert bluff.view(state, 0).heap == 5


def test_a_lay_is_out_of_the_hand() -> None:
    """BLUFF-2, GEN-5, GEN-11: one or more of the cards that he holds, each as often as he has it."""
    state = start({0: "7H 7H 2C", 1: "KS"}, players=6)
    hand = state.hand(0)
    assert why(state, Lay(Bag(), Rank.SEVEN)) == "seat 0 must lay at least one card (BLUFF-2)"
    assert why(state, lay("KS", "K")) == "seat 0 does not hold K♠ (GEN-5)"
    assert why(state, lay("2C 2C 2C", "2")) == "seat 0 does not hold 3 copies of 2♣ (GEN-5)"
    assert why(state, lay("BJ", "2")) == "seat 0 does not hold BJ (GEN-5)"
    after = go(state, "0: 7H 7H as K")
    assert after.hand(0) == hand - Bag.parse("7H 7H")
    assert go(state, "0: 7H as K").hand(0).count(Card.parse("7H")) == 1


def test_what_is_called_is_a_rank() -> None:
    """BLUFF-2, BLUFF-D3: one of the thirteen."""
    state = start()
    card = Bag(state.hand(0).cards[:1])
    wrong: Any
    for wrong in (Rank.BLACK_JOKER, Rank.COLOURED_JOKER, "7", 7, None, [], Card.parse("7H")):
        assert why(state, Lay(card, wrong)).startswith("seat 0 must call a rank from two to ace, not ")
        assert refused(state, Lay(card, wrong)).violation.clause == "BLUFF-2"
    assert why(state, Lay(card, Rank.BLACK_JOKER)) == "seat 0 must call a rank from two to ace, not black joker (BLUFF-2)"
    assert [Lay(card, one) in bluff.legal_actions(state) for one in Rank] == [True] * 13 + [False] * 2


@pytest.mark.parametrize(
    ("config", "most"), [({}, 4), ({"max_cards": 2}, 2), ({"players": 6}, 8), ({"players": 8, "max_cards": 5}, 5)]
)
def test_the_most_cards_in_one_play(config: dict[str, Any], most: int) -> None:
    """BLUFF-3: as many as there are of a rank in the packs, or fewer; in every play of the round."""
    state = start(**config)
    for _ in range(2):
        hand = state.hand(state.actor).cards
        too_many = Lay(Bag(hand[: most + 1]), Rank.SIX)
        assert why(state, too_many) == f"seat {state.actor} may lay at most {most} cards at once, not {most + 1} (BLUFF-3)"
        state = laying(do(state, Lay(Bag(hand[:most]), Rank.SIX)))
        assert state.calls[-1].count == most


def test_one_card_is_counted_as_one() -> None:
    """BLUFF-3, GEN-5: in words."""
    state = start({0: "7H 7D"}, max_cards=1)
    assert why(state, lay("7H 7D", "7")) == "seat 0 may lay at most 1 card at once, not 2 (BLUFF-3)"


def test_every_lay_is_in_the_legal_set() -> None:
    """BLUFF-2, BLUFF-3, GEN-3: true or false, of any number of cards; in the order that `legal_actions` tells."""
    state = down_to({0: "2C 7H", 1: "KS", 2: "9D", 3: "AS"})
    allowed = [one for one in RANKS if one is not Rank.TWO]
    bags = [Bag.parse(text) for text in ("2C", "7H", "2C 7H")]
    assert list(bluff.legal_actions(state)) == [Challenge(), *(Lay(bag, one) for one in allowed for bag in bags)]
    state = go(state, "0: 2C as 7")
    assert list(bluff.legal_actions(state)) == [Challenge(), lay("KS", "7")]
    passing = start({0: "2C"}, may_pass=True)
    assert bluff.legal_actions(passing)[0] == lay("2C", "2")
    assert list(bluff.legal_actions(go(passing, "0: 2C as 7"))[:3])[:2] == [Challenge(), Pass()]


def test_lays_are_not_written_out() -> None:
    """BLUFF-3: counted, found and drawn, with copies alike (GEN-11)."""
    begun = bluff.initial_state(Config(players=6, first_dealer=5))
    state = laying(do(begun, Deal(Random(4).sample(PACK * 2, 104))))
    hand = state.hand(0)
    assert len(set(hand)) == 15  # so that three cards are there twice
    legal = bluff.legal_actions(state)
    bags = sum(
        comb(3, twice) * comb(15 - twice, number - 2 * twice) for number in range(1, 9) for twice in range(min(3, number // 2) + 1)
    )
    assert legal.size == 13 * bags == 592852
    for cards in (hand.cards[:8], hand.cards[-1:], hand.cards[3:9]):
        for called in (Rank.TWO, Rank.ACE):
            assert legal[legal.index(Lay(Bag(cards), called))] == Lay(Bag(cards), called)
    assert Lay(Bag(hand.cards[:9]), Rank.TWO) not in legal
    rng = Random(3)
    assert all(legal.sample(rng) in legal for _ in range(20))


def test_nobody_passes_unless_it_is_agreed() -> None:
    """BLUFF-3: `may_pass`."""
    state = go(start({0: "7H"}), "0: 7H as 7")
    assert why(state, Pass()) == "seat 1 may not pass: nobody may at this table (BLUFF-3)"
    assert why(start(), Pass()) == "seat 0 may not pass: nobody may at this table (BLUFF-3)"
    state = go(start({0: "7H"}, may_pass=True), "0: 7H as 7\n1: pass")
    assert (state.actor, state.rank, counts(state)) == (2, Rank.SEVEN, (12, 13, 13, 13))
    assert [call.seat for call in state.calls] == [0]


# -- BLUFF-4: challenges ------------------------------------------------------------------------------------------------


def test_case_31_who_takes_the_heap() -> None:
    """BLUFF-4: case 31. A heap of five and two cards called sevens: true, the challenger takes seven; else who laid them does."""
    for cards, taker in (("7H 7D", 3), ("7H 9C", 2), ("9C 9D", 2)):
        state = go(start({0: "2C 2D", 1: "3C 3D 7S", 2: "7H 7D 9C 9D"}), f"0: 2C 2D as 7\n1: 3C 3D 7S as 7\n2: {cards} as 7")
        before = [state.hand(seat) for seat in range(4)]
        assert bluff.view(state, None).heap == 7
        after = go(state, "3: bluff!")
        taken = Bag.parse(f"2C 2D 3C 3D 7S {cards}")
        for seat in range(4):
            assert after.hand(seat) == (before[seat] + taken if seat == taker else before[seat])
        assert bluff.view(after, None).heap == 0
        assert not any(after.heap)
        assert after.memory.shown == Shown(Seat(2), Rank.SEVEN, Bag.parse(cards), Seat(3))
        assert after.memory.shown.taker == taker


def test_only_the_cards_just_laid_are_shown() -> None:
    """BLUFF-4: that seat 1 has bluffed matters no more when seat 2 has laid."""
    state = go(start({0: "7H", 1: "2C", 2: "7D"}), "0: 7H as 7\n1: 2C as 7\n2: 7D as 7\n3: bluff!")
    assert state.memory.shown == Shown(Seat(2), Rank.SEVEN, Bag.parse("7D"), Seat(3))
    assert len(state.hand(3)) == 16


def test_case_32_no_challenge_without_cards_just_laid() -> None:
    """BLUFF-4: case 32. Nobody challenges an empty table, himself, or again before new cards are laid."""
    state = start({0: "7H", 1: "7D"})
    assert why(state, Challenge()) == "there are no cards that seat 0 could challenge (BLUFF-4)"
    state = go(state, "0: 7H as 7")
    with pytest.raises(IllegalAction, match="it is not the turn of seat 0"):
        bluff.submit(state, 0, Challenge())
    with pytest.raises(IllegalAction, match="it is not the turn of seat 2"):
        bluff.submit(state, 2, Challenge())
    state = go(state, "1: bluff!")
    for seat in range(4):
        assert Challenge() not in bluff.view(state, seat).legal
    assert why(state, Challenge()) == "there are no cards that seat 2 could challenge (BLUFF-4)"
    for found in states(Config(max_rounds=60), 5, 0.3):
        if isinstance(found, Laying) and found.last:
            assert found.calls[-1].seat != found.actor


def test_case_33_illegal_lays() -> None:
    """BLUFF-2, BLUFF-3, GEN-5: case 33. No cards, five cards with one pack, another's cards."""
    state = start({0: "7H 7D 7C 7S 2C", 1: "KS"})
    for wrong, clause in ((Lay(Bag(), Rank.SEVEN), "BLUFF-2"), (lay("7H 7D 7C 7S 2C", "7"), "BLUFF-3"), (lay("KS", "K"), "GEN-5")):
        assert refused(state, wrong).violation.clause == clause
    assert lay("7H 7D 7C 7S", "7") in bluff.legal_actions(state)


def test_who_passes_gives_up_the_challenge() -> None:
    """BLUFF-4, BLUFF-8: then nobody may challenge that lay; the next lay may be challenged again."""
    state = go(start({0: "7H", 2: "2C"}, may_pass=True), "0: 7H as 7\n1: pass")
    assert why(state, Challenge()) == "there are no cards that seat 2 could challenge (BLUFF-4)"
    assert bluff.view(state, 0).own_heap == Bag.parse("7H")
    state = go(state, "2: 2C as 7")
    assert Challenge() in bluff.legal_actions(state)
    after = go(state, "3: bluff!")
    assert after.hand(2).count(Card.parse("7H")) == 1


def test_the_next_player_is_the_next_who_has_cards() -> None:
    """BLUFF-4: seat 1, who is out, is passed over."""
    state = go(down_to({0: "2C 3C", 1: "KS", 2: "9D 9H", 3: "AS AD"}), "0: 2C as 7\n1: KS as 7\n2: 9D as 7\n3: AS as 7")
    assert state.memory.out == (1,)
    state = go(state, "0: bluff!\n0: 3C as K")
    assert state.actor == 2
    assert Challenge() in bluff.legal_actions(state)


# -- BLUFF-5: who begins after a challenge --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead_after", "caught", "doubted"), [(NEXT, 2, 3), (WINNER, 2, 1), (LOSER, 1, 2)], ids=["next", "winner", "loser"]
)
def test_who_begins_after_a_challenge(lead_after: LeadAfter, caught: int, doubted: int) -> None:
    """BLUFF-5: seat 2 challenges seat 1, rightly or not; any rank may then be called, the same too."""
    for cards, leader in (("2D", caught), ("7D", doubted)):
        state = go(start({0: "7H", 1: "7D 2D"}, lead_after=lead_after), f"0: 7H as 7\n1: {cards} as 7\n2: bluff!")
        assert (state.actor, state.rank, state.calls) == (leader, None, ())
        assert ranks_allowed(state) == list(RANKS)


def test_who_begins_when_that_player_is_out() -> None:
    """BLUFF-5: the next who has cards."""
    keep = {0: "2C 7C", 1: "7H", 2: "9D 9H", 3: "AS"}
    said = "0: 7C as 7\n1: 7H as 7\n2: bluff!"
    assert go(down_to(keep), said).actor == 3
    assert go(down_to(keep, lead_after=WINNER), said).actor == 2  # seat 1 was right, and is out
    assert go(down_to(keep, lead_after=LOSER), said).actor == 2
    state = go(down_to({0: "2C 7C", 1: "7H 3H", 2: "7S", 3: "AS 4S"}), "0: 2C as 7\n1: 7H as 7\n2: 7S as 7\n3: AS as 7")
    assert state.memory.out == (2,)
    state = go(state, "0: bluff!\n0: 7C as 7\n1: bluff!")
    assert state.actor == 3  # after the challenger comes seat 2, who is out


# -- BLUFF-6: the turn comes back -----------------------------------------------------------------------------------------


def test_when_the_turn_comes_back_another_rank_is_called() -> None:
    """BLUFF-6: and any number, the same too; the heap stays and grows."""
    state = go(start({0: "7H 7D 7C 7S", 1: "2C", 2: "3C", 3: "4C"}), "0: 7H as 7\n1: 2C as 7\n2: 3C as 7\n3: 4C as 7")
    assert (state.actor, state.rank) == (0, None)
    assert ranks_allowed(state) == [one for one in RANKS if one is not Rank.SEVEN]
    assert why(state, lay("7D", "7")) == "seat 0 must call another rank than seven, which has gone round (BLUFF-6)"
    state = go(state, "0: 7D as 8")
    assert bluff.view(state, 0).heap == 5
    assert (state.memory.rounds, state.rank, [call.seat for call in state.calls]) == (2, Rank.EIGHT, [0])
    state = go(start({0: "7H 7D", 1: "2C", 2: "3C", 3: "4C"}), "0: 7H as 7\n1: 2C as 7\n2: 3C as 7\n3: 4C as 7\n0: 7D as 8")
    for seat in (1, 2, 3):
        state = laying(do(state, Lay(Bag(state.hand(seat).cards[:1]), Rank.EIGHT)))
    assert ranks_allowed(state) == [one for one in RANKS if one is not Rank.EIGHT]  # the rank of the round just ended alone


def test_he_may_first_challenge_the_last_player() -> None:
    """BLUFF-6: as any next player may; no rank is barred after that."""
    state = go(start({0: "7H", 1: "2C", 2: "3C", 3: "4C 7D"}), "0: 7H as 7\n1: 2C as 7\n2: 3C as 7\n3: 4C as 7")
    assert Challenge() in bluff.legal_actions(state)
    after = go(state, "0: bluff!")
    assert (after.actor, len(after.hand(3))) == (0, 16)
    assert ranks_allowed(after) == list(RANKS)


def test_the_turn_passes_the_seat_of_one_who_is_out() -> None:
    """BLUFF-6: then the next after him who has cards calls another rank."""
    state = go(down_to({0: "7C", 1: "2H 3H", 2: "9D 9H", 3: "AS AD"}), "0: 7C as 7\n1: 2H as 7\n2: 9D as 7\n3: AS as 7")
    assert state.memory.out == (0,)
    assert (state.actor, state.rank) == (1, None)
    assert ranks_allowed(state) == [one for one in RANKS if one is not Rank.SEVEN]
    after = go(state, "1: bluff!")  # seat 3 had bluffed
    assert after.actor == 1
    assert len(after.hand(3)) == 52 - 2


def test_a_round_goes_on_until_the_starters_seat() -> None:
    """BLUFF-6: begun by seat 2, it comes back to seat 2, not to seat 0."""
    state = go(start({0: "7H 8C", 1: "7D 3D", 2: "2C 4C", 3: "4D"}), "0: 7H as 7\n1: 7D as 7\n2: bluff!")
    assert state.actor == 3
    state = go(state, "3: 4D as 4\n0: 8C as 4\n1: 3D as 4")
    assert (state.actor, state.rank) == (2, Rank.FOUR)
    state = go(state, "2: 4C as 4")
    assert (state.actor, state.rank) == (3, None)


# -- BLUFF-7: the end -----------------------------------------------------------------------------------------------------


def test_case_30_the_last_card() -> None:
    """BLUFF-7: case 30. He is out once it can no longer be challenged, or was challenged in vain."""
    keep = {0: "4S", 1: "KD 2D", 2: "9D 9H", 3: "AS AD"}
    state = go(down_to(keep), "0: 4S as K")
    assert state.memory.out == ()
    caught = go(state, "1: bluff!")
    assert caught.memory.out == ()
    assert len(caught.hand(0)) == 52 - 6
    assert go(caught, "1: KD as K\n2: 9D as K\n3: AS as K").actor == 0
    assert go(state, "1: KD as K").memory.out == (0,)
    keep[0] = "KS"
    state = go(down_to(keep), "0: KS as K\n1: bluff!")
    assert state.memory.out == (0,)
    assert len(state.hand(1)) == 52 - 4 - 1 + 1
    assert state.actor == 2


def test_the_first_is_shah_and_the_last_with_cards_dozd() -> None:
    """BLUFF-7, GEN-8: those between are viziers; places are in the order of going out, and there are no scores. It ends as soon as
    one alone is not out."""
    state = go(down_to({0: "4S", 1: "KD 2D", 2: "9D", 3: "AS"}), "0: 4S as K\n1: KD as K\n2: 9D as K")
    assert state.memory.out == (0,)
    state = go(state, "3: AS as K")
    assert state.memory.out == (0, 2)
    row, outcome = over(state, "1: 2D as 4")  # seat 3 is out now, and seat 1 is dozd, though he has no card left
    assert row == Row(Seat(3), 5, 0, 0, (Seat(0), Seat(2), Seat(3)), (0, 0, 0, 0))
    assert outcome == Outcome(None, (1, 4, 2, 3), (Seat(0),), (SHAH, DOZD, VIZIER, VIZIER))
    state = go(down_to({0: "4S", 1: "KD 2D", 2: "9D", 3: "AS"}), "0: 4S as K\n1: KD as K\n2: 9D as K\n3: AS as K")
    row, outcome = over(state, "1: 2D as A")
    assert outcome.places == (1, 4, 2, 3)


def test_the_last_challenge_in_vain_ends_it() -> None:
    """BLUFF-7: the challenger takes the heap and is dozd."""
    state = go(down_to({0: "4S", 1: "KD 2D", 2: "9D", 3: "KS"}), "0: 4S as K\n1: KD as K\n2: 9D as K\n3: KS as K")
    row, outcome = over(state, "1: bluff!")
    assert (row.out, row.cards, row.challenges, row.caught) == ((0, 2, 3), (0, 52, 0, 0), 1, 0)
    assert outcome.titles == (SHAH, DOZD, VIZIER, VIZIER)


def test_a_bluff_with_the_last_card_goes_on() -> None:
    """BLUFF-7: whoever was caught is in again; so it may go on for long."""
    state = go(down_to({0: "4S", 1: "KD 2D", 2: "9D", 3: "AS"}), "0: 4S as K\n1: KD as K\n2: 9D as K\n3: AS as K\n1: bluff!")
    assert state.memory.out == (0, 2)
    assert (counts(state), state.actor) == ((0, 1, 0, 51), 1)


def test_it_may_end_with_the_first_out() -> None:
    """BLUFF-7, BLUFF-D4: `play_on=False`. Those still in are placed by their cards, a lay just made being off the hand; who
    has most is dozd."""
    keep = {0: "4S", 1: "KD 2D", 2: "9D 9H 9C", 3: "AS"}
    state = go(down_to(keep, play_on=False), "0: 4S as K")
    row, outcome = over(state, "1: KD as K")
    assert row == Row(Seat(3), 4, 0, 0, (Seat(0),), (0, 1, 3, 1))
    assert outcome == Outcome(None, (1, 2, 4, 2), (Seat(0),), (SHAH, VIZIER, DOZD, VIZIER))
    row, outcome = over(state, "1: KD 2D as K")
    assert (row.cards, outcome.places) == ((0, 0, 3, 1), (1, 2, 4, 3))
    keep[0] = "KS"
    state = go(down_to(keep, play_on=False), "0: KS as K")
    row, outcome = over(state, "1: bluff!")
    assert (row.cards, outcome.places) == ((0, 48, 3, 1), (1, 4, 3, 2))
    assert outcome.titles == (SHAH, DOZD, VIZIER, VIZIER)


def test_all_with_the_most_cards_are_dozd() -> None:
    """BLUFF-7: also when all who are still in have as many."""
    state = go(down_to({0: "4S", 1: "KD 2D 3D", 2: "9D 9H", 3: "AS AD"}, play_on=False), "0: 4S as K")
    _, outcome = over(state, "1: KD as K")
    assert outcome == Outcome(None, (1, 2, 2, 2), (Seat(0),), (SHAH, DOZD, DOZD, DOZD))
    _, outcome = over(start({0: "7H", 1: "2C", 2: "3C", 3: "4C"}, max_rounds=1), "0: 7H as 7\n1: 2C as 7\n2: 3C as 7\n3: 4C as 7")
    assert outcome == Outcome(None, (1, 1, 1, 1), (Seat(0), Seat(1), Seat(2), Seat(3)), (DOZD,) * 4)


def test_the_rounds_may_be_bounded() -> None:
    """BLUFF-7: `max_rounds`. It ends when a further call would be due, before anybody is asked; equal numbers of cards share a
    place, and of those who are not dozd place 1 is shah."""
    said = "0: 7H 7D as 7\n1: 2C as 7\n2: 3C 3D as 7\n3: 4C 4D 4H as 7"
    hands = {0: "7H 7D", 1: "2C", 2: "3C 3D", 3: "4C 4D 4H"}
    row, outcome = over(start(hands, max_rounds=1), said)
    assert row == Row(Seat(3), 1, 0, 0, (), (11, 12, 11, 10))
    assert outcome == Outcome(None, (2, 4, 2, 1), (Seat(3),), (VIZIER, DOZD, VIZIER, SHAH))
    state = go(start(hands, max_rounds=2), said)
    assert state.actor == 0
    row, outcome = over(state, f"0: {state.hand(0).cards[0].code} as 8\n1: bluff!")
    assert (row.rounds, row.challenges, row.caught) == (2, 1, 1)
    assert outcome.places == (4, 3, 2, 1)
    assert outcome.titles == (DOZD, VIZIER, VIZIER, SHAH)
    _, outcome = over(start({0: "7H 7D", 1: "2C"}, max_rounds=1), "0: 7H 7D as 7\n1: bluff!")
    assert outcome.places == (1, 4, 2, 2)
    assert outcome.titles == (SHAH, DOZD, VIZIER, VIZIER)


def test_who_lays_his_last_card_in_the_last_round_is_out() -> None:
    """BLUFF-7: that lay cannot be challenged any more."""
    keep = {0: "7C 4C", 1: "2H 3H", 2: "9D 9H 9C", 3: "AS"}
    row, outcome = over(down_to(keep, max_rounds=4), "0: 7C as 7\n1: 2H as 7\n2: 9D as 7\n3: AS as 7")
    assert (row.out, row.cards) == ((3,), (1, 1, 2, 0))
    assert outcome == Outcome(None, (2, 2, 4, 1), (Seat(3),), (VIZIER, VIZIER, DOZD, SHAH))


def test_bounded_rounds_where_one_may_pass() -> None:
    """BLUFF-7, BLUFF-8: the heap is turned aside, and the game is over before the next call."""
    row, outcome = over(start({0: "7H"}, may_pass=True, max_rounds=1), "0: 7H as 7\n1: pass\n2: pass\n3: pass")
    assert (row.rounds, row.cards) == (1, (12, 13, 13, 13))
    assert outcome.titles == (SHAH, DOZD, DOZD, DOZD)


def test_nobody_has_cards_when_it_is_over() -> None:
    """GEN-8, GEN-10."""
    for players in (4, 6, 8):
        *_, last = states(Config(players=players, max_rounds=3), 1)
        assert isinstance(last, MatchOver)
        assert last.actor is None
        assert not bluff.legal_actions(last)
        assert [len(last.hand(seat)) for seat in range(players)] == [0] * players
        assert bluff.places(last) == {"pack": bluff.pack_of(last.standing.config)}
        assert why(last, Challenge()) == "the game is over (GEN-8)"
        assert len(last.standing.sheet) == 1


# -- BLUFF-8: passing -----------------------------------------------------------------------------------------------------


def test_with_passing_a_round_keeps_its_rank() -> None:
    """BLUFF-8, BLUFF-3: the turn coming back changes nothing; who has passed may lay when his turn comes again."""
    state = go(start({0: "7H 2C", 1: "3C", 2: "4C", 3: "5C"}, may_pass=True), "0: 7H as 7\n1: pass\n2: 4C as 7\n3: pass")
    assert (state.actor, state.rank) == (0, Rank.SEVEN)
    assert ranks_allowed(state) == [Rank.SEVEN]
    state = go(state, "0: 2C as 7\n1: 3C as 7")
    assert bluff.view(state, None).heap == 4
    assert state.memory.rounds == 1


def test_when_all_others_have_passed_the_heap_is_turned_aside() -> None:
    """BLUFF-8: since the last cards were laid; who laid these begins with any rank, and may not pass."""
    state = go(start({0: "7H", 2: "4C 8D"}, may_pass=True), "0: 7H as 7\n1: pass\n2: 4C as 7\n3: pass\n0: pass")
    assert (state.actor, state.rank) == (1, Rank.SEVEN)
    before = [state.hand(seat) for seat in range(4)]
    state = go(state, "1: pass")
    assert (state.actor, state.rank, state.calls) == (2, None, ())
    assert ranks_allowed(state) == list(RANKS)
    assert [state.hand(seat) for seat in range(4)] == before
    view = bluff.view(state, 2)
    assert (view.heap, view.aside, view.in_aside, view.own_aside) == (0, 2, (1, 0, 1, 0), Bag.parse("4C"))
    assert why(state, Pass()) == "seat 2 begins a round, and may not pass (BLUFF-8)"
    assert Pass() not in bluff.legal_actions(state)
    state = go(state, "2: 8D as 7\n3: bluff!")
    assert state.hand(2) == before[2]  # the cards turned aside are out of play


def test_who_has_laid_his_last_card_and_all_pass() -> None:
    """BLUFF-7, BLUFF-8: the pass of the next player makes him out, and the next who has cards begins."""
    state = down_to({0: "4S", 1: "KD 2D", 2: "9D 9H", 3: "AS AD"})
    assert state.memory.out == ()
    keep = {0: "4S", 1: "KD 2D", 2: "9D 9H", 3: "AS AD"}
    state = passing_down_to(keep)
    state = go(state, "0: 4S as K\n1: pass")
    assert state.memory.out == (0,)
    state = go(state, "2: pass")
    assert (state.actor, state.rank) == (3, Rank.KING)
    state = go(state, "3: pass")
    assert (state.actor, state.rank, bluff.view(state, None).heap) == (1, None, 0)
    state = passing_down_to(keep, play_on=False)
    row, _ = over(state, "0: 4S as K\n1: pass")
    assert (row.out, row.cards) == ((0,), (0, 2, 2, 2))


def passing_down_to(keep: Mapping[int, str], **config: Any) -> Laying:
    """As `down_to`, where one may pass: all others have passed since seat 0 laid, so that there is no heap and seat 0 begins."""
    state: State = start(keep, may_pass=True, **config)
    for most in ((3, 4, 4, 4), (3, 4, 4, 4), (3, 4, 4, 4), (3, 0, 0, 0)):
        for seat in range(4):
            left = (laying(state).hand(seat) - Bag.parse(keep[seat])).cards[: most[seat]]
            state = do(state, Lay(Bag(left), Rank.TWO) if left else Pass())
    found = laying(state)
    assert (found.actor, found.rank) == (0, None)
    assert [found.hand(seat) for seat in range(4)] == [Bag.parse(keep[seat]) for seat in range(4)]
    return found


def test_after_a_challenge_passes_count_anew() -> None:
    """BLUFF-8: a round also ends with a challenge; no rank is ever barred where one may pass."""
    state = go(start({0: "7H", 1: "7D"}, may_pass=True), "0: 7H as 7\n1: 7D as 7\n2: bluff!")
    assert (state.actor, state.rank) == (3, None)
    assert ranks_allowed(state) == list(RANKS)


# -- BLUFF-9: what is seen ------------------------------------------------------------------------------------------------


def test_views_through_a_round() -> None:
    """BLUFF-9, BLUFF-D1: counts, calls and the cards shown for all; what one has laid for himself alone."""
    state = start({0: "7H 7D", 1: "2C 3C", 2: "7S"})
    assert str(bluff.view(state, None)) == "laying; turn of seat 0\ncards: seat 0 13, seat 1 13, seat 2 13, seat 3 13\nheap: 0"
    state = go(state, "0: 7H 7D as 7\n1: 2C as 7")
    for seat in everybody():
        view = bluff.view(state, seat)
        assert (view.seat, view.actor, view.phase, view.rank, view.may_challenge) == (seat, 2, Phase.LAYING, Rank.SEVEN, True)
        assert view.calls == (Call(Seat(0), 2, Rank.SEVEN), Call(Seat(1), 1, Rank.SEVEN))
        assert (view.counts, view.heap, view.in_heap) == ((11, 12, 13, 13), 3, (2, 0, 0, 0))
        assert view.hand == (Bag() if seat is None else state.hand(seat))
        assert view.own_heap == (Bag.parse("7H 7D") if seat == 0 else Bag())
        assert view.own_last == (Bag.parse("2C") if seat == 1 else Bag())
        assert view.memory.shown is None
    state = go(state, "2: bluff!\n2: 7S as 7")
    for seat in everybody():
        view = bluff.view(state, seat)
        assert view.memory.shown == Shown(Seat(1), Rank.SEVEN, Bag.parse("2C"), Seat(2))
        assert view.memory.known == (Bag(), Bag.parse("2C"), Bag(), Bag())
        assert (view.counts, view.heap) == ((11, 15, 12, 13), 1)
    assert str(bluff.view(state, 3)) == (
        "laying; turn of seat 3\ncards: seat 0 11, seat 1 15, seat 2 12, seat 3 13\nheap: 1\n"
        "called seven: seat 2 1 (may be challenged)\n"
        f"shown: seat 1 2♣ as seven, bluff; seat 1 took the heap\nyour hand: {state.hand(3)}"
    )


def test_a_view_in_words() -> None:
    """BLUFF-9: who is out, what was turned aside, and what was true."""
    state = passing_down_to({0: "KS", 1: "KD 2D", 2: "9D 9H", 3: "AS AD"})
    assert "heap: 0, turned aside: 45" in str(bluff.view(state, None))
    told = str(bluff.view(go(state, "0: KS as K\n1: bluff!"), None))
    assert "out: seat 0" in told
    assert "shown: seat 0 K♠ as king, true; seat 1 took the heap" in told
    assert str(bluff.view(bluff.initial_state(Config()), 0)) == "drawing the dealer"
    assert [str(phase) for phase in Phase] == ["drawing the dealer", "shuffling", "laying", "over"]
    assert list(map(str, LeadAfter)) == ["challenger or next", "winner", "loser"]


def test_what_is_noticed() -> None:
    """BLUFF-9, BLUFF-4, BLUFF-D1: of a lay how many, as what; of a challenge the cards shown; and who takes the heap sees it."""
    state: State = bluff.initial_state(Config(first_dealer=3))
    deal = bluff.deal_for(state, {0: "7H 7D", 1: "2C"})
    after = do(state, deal)
    for seat in everybody():
        assert bluff.seen(state, deal, seat) == HandDealt(Bag() if seat is None else laying(after).hand(seat))
    action = lay("7H 7D", "7")
    for seat in everybody():
        assert bluff.seen(after, action, seat) == (action if seat == 0 else Laid(2, Rank.SEVEN))
    state = go(after, "0: 7H 7D as 7\n1: 2C as 7")
    for seat in everybody():
        taken = Bag.parse("7H 7D 2C") if seat == 1 else Bag()
        assert bluff.seen(state, Challenge(), seat) == Challenged(Bag.parse("2C"), Seat(1), taken)
    passing = go(start({0: "7H"}, may_pass=True), "0: 7H as 7")
    assert {bluff.seen(passing, Pass(), seat) for seat in everybody()} == {Pass()}
    with pytest.raises(IllegalAction):
        bluff.seen(state, Pass(), 0)
    with pytest.raises(LookupError):
        bluff.seen(state, Challenge(), 4)


@pytest.mark.parametrize("players", [4, 6])
def test_a_view_tells_nothing_of_others_cards(players: int) -> None:
    """BLUFF-9: it names no card but one's own, and those that a challenge has shown."""
    for state in states(Config(players=players, max_rounds=30, may_pass=players == 6), 3, 0.2):
        if isinstance(state, Laying):
            for seat in everybody(players):
                view = bluff.view(state, seat)
                own = [] if seat is None else [*state.hands[seat], *state.heap[seat], *state.aside[seat]]
                if state.last and state.calls[-1].seat == seat:
                    own += state.last
                assert sorted([*view.own, *view.own_last, *view.own_heap, *view.own_aside]) == sorted(own)
                public = {
                    card for bag in (*view.memory.known, *([view.memory.shown.cards] if view.memory.shown else [])) for card in bag
                }
                text = repr(view)
                for card in set(PACK) - set(own) - public:
                    assert f"'{card.code}'" not in text
                    assert f" {card.code} " not in text


def test_what_is_known_of_a_seat() -> None:
    """BLUFF-D2: what it was seen to take, also when it has laid cards since; until these go to somebody else."""
    state = go(start({0: "7H 7D KC", 1: "2C 3D 4D", 2: "7S 8S", 3: "9S"}), "0: 7H as 7\n1: 2C as 7\n2: bluff!")
    assert state.memory.known == (Bag(), Bag.parse("2C"), Bag(), Bag())
    state = go(state, "2: 7S as 7\n3: bluff!")  # true: seat 3 takes it
    assert state.memory.known == (Bag(), Bag.parse("2C"), Bag(), Bag.parse("7S"))
    state = go(state, "0: KC as K\n1: 3D as K")
    assert state.memory.known[1] == Bag.parse("2C")  # it may be what he laid, or not
    caught = go(state, "2: bluff!")
    assert caught.memory.known[1] == Bag.parse("2C 3D")
    state = go(state, "2: 8S as K\n3: bluff!")  # seat 2 takes all, with what seat 1 has laid unseen
    assert state.memory.known == (Bag(), Bag(), Bag.parse("8S"), Bag.parse("7S"))


def test_known_cards_that_are_shown_again() -> None:
    """BLUFF-D2: they are known where they go; what else is known of him stays, if he has laid nothing unseen."""
    state = go(start({0: "7H", 1: "2C 2D", 2: "8S"}), "0: 7H as 7\n1: 2C 2D as 7\n2: bluff!\n2: 8S as 8\n3: bluff!")
    assert state.memory.known[1] == Bag.parse("2C 2D")
    assert state.memory.known[3] == Bag.parse("8S")
    state = laying(do(state, Lay(Bag(state.hand(0).cards[:1]), Rank.TWO)))
    state = go(state, "1: 2C as 2\n2: bluff!")
    assert state.memory.known[1:] == (Bag.parse("2D"), Bag.parse("2C"), Bag.parse("8S"))


def test_known_cards_of_two_packs() -> None:
    """BLUFF-D2, GEN-11: of two like cards one may be known and the other not."""
    hands = {0: "7H", 1: "2C 2C", 2: "2C 9S"[3:], 3: "5D"}
    state = go(start(hands, players=6), "0: 7H as 7\n1: 2C as 7\n2: bluff!")
    assert state.memory.known[1] == Bag.parse("2C")
    state = go(state, "2: 9S as 9\n3: 5D as 9\n4: bluff!\n4: " + state.hand(4).cards[0].code + " as 4")
    state = laying(do(state, Lay(Bag(state.hand(5).cards[:1]), Rank.FOUR), Lay(Bag(state.hand(0).cards[:1]), Rank.FOUR)))
    again = go(state, "1: 2C as 4\n2: bluff!")
    assert again.memory.known[1] == Bag.parse("2C")  # it may be the same one
    both = go(state, "1: 2C 2C as 4\n2: bluff!")
    assert both.memory.known[1] == Bag.parse("2C 2C")


def test_known_cards_may_have_been_turned_aside() -> None:
    """BLUFF-D2: then they are in his hand or among what he has laid, also aside; nobody else can have them."""
    state = go(start({0: "7H", 1: "2C 3C", 2: "8S"}, may_pass=True), "0: 7H as 7\n1: 2C as 7\n2: bluff!")
    state = laying(do(state, Lay(Bag(state.hand(2).cards[:1]), Rank.TWO)))
    state = go(state, "3: pass\n0: pass\n1: 3C as 2\n2: pass\n3: pass\n0: pass")
    assert (state.actor, state.memory.known[1]) == (1, Bag.parse("2C"))
    assert bluff.view(state, 1).own_aside == Bag.parse("3C")
    rng, card = Random(5), Card.parse("2C")
    worlds = [laying(bluff.determinize(bluff.view(state, 0), rng)) for _ in range(60)]
    assert all(card in world.hand(1) + world.aside[1] for world in worlds)
    assert 0 < sum(card in world.aside[1] for world in worlds) < 30


# -- worlds ---------------------------------------------------------------------------------------------------------------


def alone_knowing(keep: Mapping[int, str], true: str, **config: Any) -> Laying:
    """Seat 0 has doubted what was true and taken the whole heap, so that he knows all but what the others have kept."""
    return go(down_to(keep, true, **config), "0: bluff!")


def dealt_otherwise(keep: Mapping[int, str]) -> list[dict[int, str]]:
    """All ways to deal to the others what they keep, that can be told apart."""
    sizes = [(seat, len(parse_cards(cards))) for seat, cards in keep.items() if seat]
    found = set()
    for order in permutations(card for seat, _ in sizes for card in parse_cards(keep[seat])):
        rest = iter(order)
        found.add(tuple(tuple(sorted(next(rest) for _ in range(size))) for _, size in sizes))
    return [
        {0: keep[0]} | {seat: " ".join(card.code for card in cards) for (seat, _), cards in zip(sizes, hands, strict=True)}
        for hands in sorted(found)
    ]


def like(state: State, event: Any) -> Iterator[Action]:
    """What the actor may have done when others notice this."""
    match event:
        case Laid():
            hand = laying(state).hand(laying(state).actor)
            yield from (Lay(Bag(some), event.rank) for some in set(combinations(hand.cards, event.count)))
        case _:
            yield Challenge()


def led_to(starts: Iterable[State], turns: str, told_to: State) -> tuple[State, set[State]]:
    """Where these turns lead from a state, and all states where others may have led that seat 0 cannot tell from it."""
    now, others = told_to, set(starts)
    for line in turns.strip().splitlines():
        after = go(now, line)
        said = line.strip().split(": ")[1]
        action: Action = Challenge() if said == "bluff!" else lay(*said.split(" as "))
        event = bluff.seen(now, action, 0)
        others = {
            do(state, one)
            for state in others
            for one in ([action] if now.actor == 0 else like(state, event))
            if one in bluff.legal_actions(state) and bluff.seen(state, one, 0) == event
        }
        now = after
    view = bluff.view(now, 0)
    return now, {state for state in others if bluff.view(state, 0) == view}


KEPT = {
    4: {0: "2C", 1: "7H 9H 9C", 2: "KD KS", 3: "4S"},
    6: {0: "2C 2D", 1: "7H 9C", 2: "7H", 3: "9C", 4: "AS", 5: "KD"},
}
PLAYED = [
    (4, ""),
    (4, "1: 7H as 9\n2: bluff!"),
    (4, "1: 7H as 9\n2: bluff!\n2: KD as K\n3: 4S as K"),
    (4, "1: 7H 9H as 9\n2: bluff!\n2: KD as K\n3: 4S as K\n0: 2C as K\n1: 9H as K\n2: KS as 5"),
    (4, "1: 9H as 9\n2: bluff!\n3: 4S as K\n0: bluff!\n0: AC as A\n1: 9C as A\n2: 9H as A"),
    (6, ""),
    (6, "1: 7H as 9\n2: bluff!"),
    (6, "1: 7H 9C as 9\n2: bluff!\n2: 7H as K\n3: 9C as K"),
    (6, "1: 7H as 9\n2: bluff!\n2: 7H as K\n3: 9C as K\n4: bluff!\n4: AS as A\n5: KD as A"),
    (6, "1: 7H as 7\n2: bluff!\n3: 9C as 7\n4: AS as 7\n5: KD as 7\n0: 2C as 7\n1: 9C as 7\n2: 7H as 7"),
]


@cache
def every_beginning(players: int) -> tuple[Laying, tuple[Laying, ...]]:
    """Where seat 0 knows all but a few cards; and every state that may be instead."""
    keep = KEPT[players]
    every = [alone_knowing(other, "AC AD AH AS", players=players) for other in dealt_otherwise(keep)]
    return alone_knowing(keep, "AC AD AH AS", players=players), tuple(every)


@pytest.mark.long
@pytest.mark.parametrize(("players", "turns"), PLAYED)
def test_worlds_are_all_states_that_fit_the_play(players: int, turns: str) -> None:
    """BLUFF-9, BLUFF-D2: they are found without `worlds`, by dealing in every way the cards that seat 0 has not seen, and letting
    the others do whatever looks the same to him. Each is drawn as often as any other."""
    first, every = every_beginning(players)
    assert first in every
    state, others = led_to(every, turns, first)
    worlds = bluff.worlds(bluff.view(state, 0))
    assert state in others
    assert worlds.size == len(others)
    rng = Random(4)
    drawn = Counter(worlds.sample(rng) for _ in range(20 * worlds.size))
    assert set(drawn) <= others
    assert uneven(drawn.values(), worlds.size) < 6


def test_worlds_keep_what_is_known() -> None:
    """BLUFF-D2: in the hand or among his own cards in the heap, in a game from its beginning."""
    state = go(start({0: "7H", 1: "2C 3D", 2: "7S"}), "0: 7H as 7\n1: 2C as 7\n2: bluff!\n2: 7S as 7")
    state = laying(do(state, Lay(Bag(state.hand(3).cards[:2]), Rank.SEVEN), Lay(Bag(state.hand(0).cards[:1]), Rank.SEVEN)))
    state = go(state, "1: 3D as 7")
    rng, where = Random(6), Counter[str]()
    for _ in range(60):
        world = laying(bluff.determinize(bluff.view(state, 2), rng))
        card = Card.parse("2C")
        where["hand" if card in world.hand(1) else "heap" if card in world.heap[1] else "just laid"] += 1
        assert card in world.hand(1) + world.heap[1] + world.last
        assert bluff.view(world, 2) == bluff.view(state, 2)
    assert where["hand"] > where["just laid"] > 0


def test_worlds_of_eight_players() -> None:
    """BLUFF-9: two packs, a heap, and what is known of some: counted exactly, and drawn from."""
    sizes = []
    for state in states(Config(players=8, max_rounds=40), 2, 0.25)[20::25]:
        if isinstance(state, Laying):
            for seat in everybody(8):
                worlds = bluff.worlds(bluff.view(state, seat))
                sizes.append(worlds.size)
                assert bluff.view(worlds.sample(Random(1)), seat) == bluff.view(state, seat)
    assert max(sizes) > 10**60
    assert min(sizes) >= 1


def test_worlds_when_nothing_is_hidden() -> None:
    """GEN-10: before the deal and after the end."""
    *_, last = found = states(Config(max_rounds=2), 1)
    for state in (found[0], found[1], last):
        for seat in everybody():
            worlds = bluff.worlds(bluff.view(state, seat))
            assert worlds.size == 1
            assert worlds.sample(Random(1)) == state


def test_worlds_depend_on_the_view_alone_and_repeat() -> None:
    """BLUFF-9: they never know the true cards."""
    state = go(start({0: "7H", 1: "2C"}), "0: 7H as 7\n1: 2C as 7")
    other = go(start({0: "7H", 1: "3C", 2: "2C"}), "0: 7H as 7\n1: 3C as 7")
    if bluff.view(state, 3) == bluff.view(other, 3):
        for seed in range(5):
            assert bluff.determinize(bluff.view(state, 3), Random(seed)) == bluff.determinize(bluff.view(other, 3), Random(seed))
    worlds = {bluff.determinize(bluff.view(state, 3), Random(seed)) for seed in range(12)}
    assert len(worlds) == 12


# -- all states -----------------------------------------------------------------------------------------------------------


def test_every_card_is_somewhere() -> None:
    """GEN-10, GEN-11: in hands, in the heap by who laid it, just laid, turned aside, or in the pack."""
    state = passing_down_to({0: "KS", 1: "KD 2D", 2: "9D 9H", 3: "AS AD"})
    state = go(state, "0: KS as K\n1: KD as K")
    places = bluff.places(state)
    assert sorted(chain.from_iterable(places.values())) == sorted(PACK)
    assert (places["heap 0"], places["just laid"], places["hand 1"]) == tuple(parse_cards(one) for one in ("KS", "KD", "2D"))
    assert len(places["aside 0"]) == 12


def test_tally() -> None:
    """GEN-8: hands, rounds begun, challenges, bluffs caught."""
    state = go(start({0: "7H", 1: "2C"}), "0: 7H as 7\n1: 2C as 7\n2: bluff!")
    assert bluff.tally(state) == {"hands": 0, "rounds": 1, "challenges": 1, "bluffs caught": 1}
    assert bluff.tally(bluff.initial_state(Config())) == {"hands": 0, "rounds": 0, "challenges": 0, "bluffs caught": 0}
    state = laying(do(state, Lay(Bag(state.hand(2).cards[:1]), state.hand(2).cards[0].rank), Challenge()))
    assert bluff.tally(state) == {"hands": 0, "rounds": 2, "challenges": 2, "bluffs caught": 1}
    *_, last = states(Config(max_rounds=2), 1)
    assert bluff.tally(last)["hands"] == 1
    assert bluff.tally(last)["rounds"] == 2


def test_what_is_no_action_is_refused() -> None:
    """GEN-5: in every phase, whatever it is."""
    found = states(Config(max_rounds=2), 1)
    for state in (found[0], found[1], found[2], found[-1]):
        for junk in (None, 7, "Challenge", Challenge, Card.parse("7H"), CardSet(), Laid(1, Rank.TWO)):
            assert why(state, junk).endswith("is not an action of bluff (GEN-5)")
    for wrong in (ChooseDealer(Seat(0)), Deal(PACK)):
        assert why(found[2], wrong) == f"seat {found[2].actor} must lay cards now (BLUFF-2)"
    wrong_cards: Any
    for wrong_cards in (7, ["7H"], (None,)):
        with pytest.raises(TypeError):
            Lay(wrong_cards, Rank.TWO)
    assert Lay(parse_cards("7H 2C"), Rank.TWO) == lay("2C 7H", "2")


def test_what_is_legal_breaks_no_clause() -> None:
    """GEN-5, GEN-12: violation, membership and apply agree, and nobody is skipped."""
    rng = Random(9)
    for config in (
        Config(max_rounds=30),
        Config(players=6, may_pass=True, max_rounds=30, lead_after=WINNER),
        Config(players=8, max_cards=2, max_rounds=20, lead_after=LOSER),
    ):
        for state in states(config, 4, 0.2):
            bluff_points(state)
            legal = bluff.legal_actions(state)
            for action in [*legal[:2], legal.sample(rng)] if legal else []:
                assert bluff.violation(state, action) is None
                bluff.apply(state, action)


@pytest.mark.long
@pytest.mark.parametrize(
    ("config", "leanings"),
    [
        (Config(max_rounds=50), (-1, 0)),
        (Config(players=6, max_rounds=40, may_pass=True, lead_after=WINNER), (0, -1, 0)),
        (Config(players=8, max_rounds=30, max_cards=3, lead_after=LOSER), (-1,)),
    ],
)
def test_laws_of_long_games(config: Config, leanings: tuple[int, ...]) -> None:
    """BLUFF-9, BLUFF-D2, GEN-5, GEN-10: in which much has been challenged, so that heaps have come back and cards are known."""
    choices = Choices(8, (), leanings)
    steps = play(GAME, config, choices)
    found = states_of(steps)
    for state in found:
        bluff_points(state)
        if isinstance(state, Laying):
            legal = [bluff.view(state, seat).legal for seat in everybody(config.players)]
            assert legal[state.actor] == bluff.legal_actions(state)
            assert not any(some for seat, some in enumerate(legal) if seat != state.actor)
    assert max(len(bag) for state in found if isinstance(state, Laying) for bag in state.memory.known) > 2
    for law in (laws.law_2_legality, laws.law_4_cards, laws.law_7_secrets, laws.law_7_events_tell_all, laws.law_8_worlds):
        law(GAME, config, choices)


@pytest.mark.parametrize("seat", [-1, 4, True, None, "0", 1.0])
def test_unknown_seats(seat: Any) -> None:
    """GEN-5: in hands, views and events."""
    state = go(start({0: "7H"}), "0: 7H as 7")
    for one in (state, *states(Config(max_rounds=1), 1)[:2], *states(Config(max_rounds=1), 1)[-1:]):
        with pytest.raises(LookupError):
            one.hand(seat)
        if seat is not None:
            with pytest.raises(LookupError):
                bluff.view(one, seat)


# -- cases ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "other"),
    [
        ("players", 6),
        ("first_dealer", 2),
        ("may_pass", True),
        ("max_cards", 2),
        ("lead_after", WINNER),
        ("lead_after", LOSER),
        ("play_on", False),
        ("max_rounds", 3),
    ],
)
def test_case_08_every_option_acts(option: str, other: Any) -> None:
    """BLUFF-1, BLUFF-3, BLUFF-5, BLUFF-7: case 8. The same choices lead elsewhere."""

    def played(config: Config, seed: int) -> list[Any]:
        rng, state = Random(seed), bluff.initial_state(config)
        told: list[Any] = []
        while (legal := bluff.legal_actions(state)) and len(told) < 400:
            state = do(state, legal[0] if rng.random() < 0.2 else legal.sample(rng))
            told.append((state.actor, legal.size))
        return told

    changed: dict[str, Any] = {option: other}
    assert any(played(Config(), seed) != played(Config(**changed), seed) for seed in range(10))


def test_case_08_no_option_is_forgotten() -> None:
    """BLUFF-1: case 8."""
    tried = {"players", "first_dealer", "may_pass", "max_cards", "lead_after", "play_on", "max_rounds"}
    assert {option.name for option in options(Config)} == tried


def test_case_18_zero_and_none_are_told_apart() -> None:
    """BLUFF-1, BLUFF-2, BLUFF-9: case 18. Dealer 0 and none, seat 0 and nobody, no rank yet and the rank two."""
    no_dealer, dealer = bluff.initial_state(Config()), bluff.initial_state(Config(first_dealer=0))
    assert no_dealer.standing.dealer is None
    assert dealer.standing.dealer == 0
    assert do(no_dealer, ChooseDealer(Seat(0))).standing.dealer == 0
    state = start({0: "2C", 1: "2D"})
    assert state.rank is None
    after = go(state, "0: 2C as 2")
    assert after.rank is Rank.TWO
    for one in (state, after):
        view = bluff.view(one, 0)
        assert loads(GAME, dumps(GAME, view), Kind.VIEW) == view
        assert loads(GAME, dumps(GAME, one), Kind.STATE) == one
    assert go(after, "1: bluff!").memory.shown == Shown(Seat(0), Rank.TWO, Bag.parse("2C"), Seat(1))


def test_a_record_is_read_back() -> None:
    """GEN-4: lays are written as cards and a rank."""
    state = go(start({0: "7H 10H", 1: "2C"}), "0: 7H 10H as 10\n1: bluff!")
    config = state.standing.config
    deal = bluff.deal_for(bluff.initial_state(config), {0: "7H 10H", 1: "2C"})
    record: Record[State, Action] = Record(GAME, config, (deal, lay("7H 10H", "10"), Challenge()))
    assert str(record).splitlines()[2:] == ["Lay 7H 10H, ten", "Challenge"]
    assert Record.parse(str(record)) == record
    assert record.last() == state
