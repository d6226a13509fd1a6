"""The clauses of Haft-e Khabis, each at the table: real cards, played through the public functions alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import comb, factorial
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persian_cards.actions import CHANCE, NOTHING, ChooseDealer, Deal, Pass, Permutations
from persian_cards.cards import BLACK_JOKER, PACK, RANKS, SUITS, Bag, Card, CardSet, Rank, Suit, parse_cards
from persian_cards.codec import Kind, dumps, loads
from persian_cards.errors import ConfigError, IllegalAction
from persian_cards.game import Outcome, Rotation, Title
from persian_cards.games import haft_khabis
from persian_cards.games.haft_khabis import (
    GAME,
    Action,
    AfterDraw,
    AwaitDeal,
    AwaitShuffle,
    CallTakBarg,
    CardsDrawn,
    Config,
    DrawCards,
    DrawDealer,
    Drawn,
    HandDealt,
    MarketShuffled,
    MatchOver,
    Phase,
    Put,
    Row,
    State,
    TakBargCalled,
    TenWithTwo,
    Turn,
    View,
)
from persian_cards.options import options
from persian_cards.record import Record, action_text, read_action
from persian_cards.table import NO_CARDS, Seat
from persian_cards.testing.laws import uneven
from tests.games import table_helpers

C, D, H, S = SUITS
SHAH, VIZIER, JALLAD, DOZD = Title.SHAH, Title.VIZIER, Title.JALLAD, Title.DOZD
DRAW, CALL, PASS = DrawCards(), CallTakBarg(), Pass()

# -- helpers ------------------------------------------------------------------------------------------------------------


def put(text: str, suit: Suit | None = None) -> Put:
    return Put(Card.parse(text), suit)


def say(text: str, suit: Suit | None = None) -> Put:
    """The card is put with "tak barg"."""
    return Put(Card.parse(text), suit, True)


def puts(text: str) -> set[Action]:
    return {Put(card) for card in parse_cards(text)}


def do(state: State, *actions: Action) -> State:
    for action in actions:
        state = haft_khabis.apply(state, action)
    return state


def start(hands: Sequence[str], starter: str = "5C", market: str = "", **config: Any) -> Turn:
    """A hand that seat 0 begins, with these hands, the starter, and a market that begins so; `hand_size` is that of the first."""
    players = len(hands)
    table: dict[str, Any] = {
        "players": players,
        "packs": 1,
        "hand_size": len(parse_cards(hands[0])),
        "first_dealer": players - 1,
        **config,
    }
    return deal(haft_khabis.initial_state(Config(**table)), hands, starter, market)


def deal(state: State, hands: Sequence[str], starter: str = "5C", market: str = "") -> Turn:
    dealt = do(state, haft_khabis.deal_for(state, dict(enumerate(hands)), starter=starter, market=market))
    assert isinstance(dealt, Turn)
    return dealt


def turn(state: State) -> Turn:
    """What lies on the table, in whatever phase of a hand."""
    if isinstance(state, Drawn | AwaitShuffle):
        return state.turn
    assert isinstance(state, Turn)
    return state


def legal(state: State) -> set[Action]:
    return set(haft_khabis.legal_actions(state))


def refused(state: State, action: object) -> IllegalAction:
    return table_helpers.refused(GAME, state, action)


def why(state: State, action: object) -> tuple[str, str]:
    """The clause and the text of a refusal."""
    violation = refused(state, action).violation
    return violation.clause, violation.text


def hand(state: State, seat: int) -> str:
    return " ".join(card.code for card in state.hand(seat))


def counts(state: State) -> list[int]:
    return [len(state.hand(seat)) for seat in range(state.standing.config.players)]


def row(state: State) -> Row:
    return state.standing.sheet[-1]


def result(state: State) -> Outcome:
    end = haft_khabis.outcome(state)
    assert end is not None
    return end


def shuffled(state: State, drawn: str = "", market: str = "") -> State:
    """The pile shuffled into a new market, of which the player who draws gets these first."""
    assert isinstance(state, AwaitShuffle)
    return do(state, haft_khabis.deal_for(state, {state.drawer: drawn}, market=market))


def states(config: Config, seed: int, most: int = 3000) -> list[State]:
    """All states of a match of random choices, or the first of them."""
    rng = Random(seed)
    found = [haft_khabis.initial_state(config)]
    while len(found) < most and (choices := haft_khabis.legal_actions(found[-1])):
        found.append(do(found[-1], choices.sample(rng)))
    return found


# -- law 5: what the rules make constant --------------------------------------------------------------------------------


def haft_khabis_points(state: State) -> None:
    """Who is out has no cards and others have; the suit, what is owed and who forgot fit the table; and the sheet (KHABIS-7,
    KHABIS-8, KHABIS-11, KHABIS-12, KHABIS-14)."""
    haft_khabis_sheet(state)
    config = state.standing.config
    if isinstance(state, Turn | Drawn | AwaitShuffle):
        table, held = turn(state), counts(state)
        top = table.pile[-1]
        assert sum(held) + len(table.market) + len(table.pile) == 52 * (config.packs or 1 + (config.players > 5))
        assert table.suit is top.suit or top.rank is Rank.JACK
        assert all(held[seat] == 0 for seat in table.out)
        bare = [seat for seat in range(config.players) if not held[seat] and seat not in table.out]
        assert not bare or (bare == [table.actor] and top.rank is Rank.EIGHT and not config.out_on_eight)
        assert table.actor not in table.out
        assert len(table.out) < (config.players - 1 if config.play_on else 1)
        assert (table.won in (1, 2)) is bool(table.out)
        assert table.owed == 0 or (top.rank is Rank.SEVEN and table.owed % 2 == 0)
        if table.forgot is not None:
            assert config.tak_barg
            assert table.forgot != table.actor
            assert held[table.forgot] == 1
    if isinstance(state, Drawn):
        assert config.after_draw is AfterDraw.MAY_PLAY
        assert state.card in state.hand(state.actor)
        assert (state.turn.owed, state.turn.forgot) == (0, None)
    if isinstance(state, AwaitShuffle):
        assert not state.turn.market
        assert len(state.turn.pile) > 1
        assert state.due >= 1


def haft_khabis_sheet(state: State) -> None:
    """Every row follows from who went out and from the rows before it (KHABIS-2, KHABIS-13 to KHABIS-15, GEN-9)."""
    standing = state.standing
    config, players = standing.config, standing.config.players
    scores, ended = [0] * players, False
    dealer: int | None = standing.sheet[0].dealer if standing.sheet else standing.dealer
    for number, one in enumerate(standing.sheet, 1):
        assert not ended
        assert one.dealer == dealer
        assert len(set(one.out)) == len(one.out) == (players - 1 if config.play_on else 1)
        assert one.points[one.out[0]] in (1, 2)
        assert sum(one.points) == one.points[one.out[0]]
        if config.play_on:
            assert one.titles is not None
            last = next(seat for seat in range(players) if seat not in one.out)
            by_order = [one.titles[seat] for seat in (*one.out, last)]
            assert by_order == ([SHAH, DOZD] if players == 2 else [SHAH, *[VIZIER] * (players - 3), JALLAD, DOZD])
        else:
            assert one.titles is None
        scores = [score + more for score, more in zip(scores, one.points, strict=True)]
        assert one.scores == tuple(scores)
        dealer = (one.dealer + 1) % players
        ended = max(scores) >= config.target or number == config.max_hands
    assert (standing.scores, standing.dealer) == (tuple(scores), dealer)
    assert isinstance(state, MatchOver) is ended


# -- the options --------------------------------------------------------------------------------------------------------


def test_defaults_are_those_of_the_rulebook() -> None:
    """KHABIS-1, KHABIS-2, KHABIS-6, KHABIS-10, KHABIS-12 to KHABIS-15, GEN-9."""
    assert [(option.name, option.clause, option.default) for option in options(Config)] == [
        ("players", "KHABIS-1", 4),
        ("packs", "KHABIS-1", None),
        ("hand_size", "KHABIS-1", 7),
        ("first_dealer", "KHABIS-2", None),
        ("ten_with_two", "KHABIS-6", TenWithTwo.TURN_ONLY),
        ("after_draw", "KHABIS-10", AfterDraw.MAY_PLAY),
        ("must_play", "KHABIS-10", True),
        ("tak_barg", "KHABIS-12", True),
        ("out_on_eight", "KHABIS-13", False),
        ("play_on", "KHABIS-14", True),
        ("target", "KHABIS-15", 7),
        ("max_hands", "GEN-9", None),
    ]


def test_two_to_ten_play() -> None:
    """KHABIS-1, GEN-6."""
    for players in range(2, 11):
        assert haft_khabis.seats(Config(players=players)) == players
    for wrong in (1, 11, True, 4.0):
        with pytest.raises(ConfigError, match="players must be a whole number from 2 to 10"):
            Config(players=wrong)  # type: ignore[arg-type]  # that is the point


def test_one_pack_up_to_five_players_and_two_above() -> None:
    """KHABIS-1, KHABIS-D1: unless the table says otherwise; three are too many."""
    for players in range(2, 11):
        state = haft_khabis.initial_state(Config(players=players, first_dealer=0))
        assert haft_khabis.legal_actions(state) == Permutations(Deal, PACK * (1 if players <= 5 else 2))
    for packs in (1, 2):
        state = haft_khabis.initial_state(Config(packs=packs, hand_size=3, first_dealer=0))
        assert haft_khabis.legal_actions(state) == Permutations(Deal, PACK * packs)
    for packs in (0, 3):
        with pytest.raises(ConfigError, match="packs must be a whole number from 1 to 2 or None"):
            Config(packs=packs)


@pytest.mark.parametrize(("players", "packs", "most"), [(2, 1, 25), (5, 1, 10), (7, 1, 7), (10, 1, 5), (10, 2, 10), (2, 2, 51)])
def test_the_deal_the_starter_and_a_card_to_draw_must_fit(players: int, packs: int, most: int) -> None:
    """KHABIS-1, GEN-6."""
    state = haft_khabis.initial_state(Config(players=players, packs=packs, hand_size=most, first_dealer=0))
    dealt = turn(do(state, haft_khabis.legal_actions(state)[0]))
    assert counts(dealt) == [most] * players
    assert len(dealt.market) >= 1
    allowed = f"at most {most} with {players} players and {52 * packs} cards" if most < 51 else "a whole number from 1 to 51"
    with pytest.raises(ConfigError, match=f"hand_size must be {allowed}, not {most + 1}"):
        Config(players=players, packs=packs, hand_size=most + 1)


def test_configs_that_no_table_could_play_are_refused() -> None:
    """GEN-6, KHABIS-1, KHABIS-2, KHABIS-15: with the field and the clause."""
    refusals: list[tuple[str, tuple[Any, ...], str]] = [
        ("hand_size", (0, 52, 25), "KHABIS-1"),
        ("first_dealer", (4, -1, 10), "KHABIS-2"),
        ("target", (0,), "KHABIS-15"),
        ("max_hands", (0,), "GEN-9"),
        ("must_play", (1, None), "KHABIS-10"),
        ("after_draw", ("may play",), "KHABIS-10"),
        ("ten_with_two", (True,), "KHABIS-6"),
    ]
    for field, values, clause in refusals:
        for value in values:
            with pytest.raises(ConfigError) as error:
                Config(**{field: value})
            assert (error.value.field, error.value.value, error.value.clause) == (field, value, clause)


def test_texts_of_the_options() -> None:
    """KHABIS-6, KHABIS-10."""
    assert [str(one) for one in (*TenWithTwo, *AfterDraw)] == ["turn only", "play again", "may play", "turn ends"]
    assert GAME.rotation is Rotation.LEFT


# -- dealing ------------------------------------------------------------------------------------------------------------


def test_cards_are_dealt_one_at_a_time_from_the_player_after_the_dealer() -> None:
    """KHABIS-2, GEN-10: then one is turned up, and the rest is the market, next card first."""
    state = haft_khabis.initial_state(Config(players=3, hand_size=2, first_dealer=1))
    first = parse_cards("AS KS QS 2H 3H 4H 9D 10D JD")
    table = turn(do(state, Deal(first + tuple(card for card in PACK if card not in first))))
    assert [hand(table, seat) for seat in (2, 0, 1)] == ["2H AS", "3H KS", "4H QS"]
    assert table.pile == parse_cards("9D")
    assert table.market[:2] == parse_cards("10D JD")
    assert len(table.market) == 52 - 7
    assert (table.actor, table.suit, table.clockwise, table.owed) == (2, D, True, 0)


def test_the_first_dealer_is_found_by_lot_or_given() -> None:
    """KHABIS-2, GEN-4."""
    drawing = haft_khabis.initial_state(Config(players=3))
    assert isinstance(drawing, DrawDealer)
    assert drawing.actor is CHANCE
    assert list(haft_khabis.legal_actions(drawing)) == [ChooseDealer(seat) for seat in drawing.standing.lineup.order]
    for lot in haft_khabis.legal_actions(drawing):
        assert isinstance(lot, ChooseDealer)
        chosen = do(drawing, lot)
        assert isinstance(chosen, AwaitDeal)
        assert (chosen.dealer, chosen.standing.dealer, chosen.actor) == (lot.seat, lot.seat, CHANCE)
    assert refused(drawing, Deal(PACK)).violation.clause == "KHABIS-2"
    assert why(drawing, ChooseDealer(Seat(3))) == ("KHABIS-2", "the lot must fall on a first dealer now, seat 0 to 2")
    given = haft_khabis.initial_state(Config(players=3, first_dealer=0))
    assert isinstance(given, AwaitDeal)
    assert given.dealer == 0


def test_the_deal_passes_on_clockwise_and_every_hand_begins_so() -> None:
    """KHABIS-2, KHABIS-6: whatever the direction was at the end of the hand before."""
    state = do(start(["10C 2C", "2D 3D", "4D 6D"], play_on=False), put("10C"))
    assert turn(state).clockwise is False
    state = do(state, DRAW, PASS, DRAW, PASS, put("2C"))
    assert isinstance(state, AwaitDeal)
    assert (row(state).dealer, state.dealer) == (2, 0)
    table = deal(state, ["2C 3C", "4C 6C", "7C 8C"], "5D")
    assert (table.actor, table.clockwise, table.owed, table.forgot, table.out) == (1, True, 0, None, ())


@pytest.mark.parametrize("first", ["JC 2H 3H", "2C 3C JC"])
def test_case_24_a_named_suit_does_not_last_into_the_next_hand(first: str) -> None:
    """KHABIS-2, KHABIS-7: nor does the suit of a last jack."""
    state: State = start([first, "KD QD AD"], market="KS QS 9S 8S", play_on=False, tak_barg=False)
    for card in parse_cards(first):
        state = do(state, Put(card, H if card.rank is Rank.JACK and len(state.hand(0)) > 1 else None))
        if isinstance(state, Turn):
            state = do(state, DRAW, PASS)
    assert isinstance(state, AwaitDeal)
    after = deal(state, ["KS QS AS", "2H 9C 6D"], "6C")
    assert (after.actor, after.suit) == (1, C)
    assert legal(after) == puts("9C 6D")


@pytest.mark.parametrize(
    ("starter", "owed", "playable"),
    [("7C", 2, "7D"), ("AC", 0, "2C AD"), ("8C", 0, "2C 8D"), ("10C", 0, "2C 10D"), ("JC", 0, "2C")],
)
def test_case_25_starters(starter: str, owed: int, playable: str) -> None:
    """KHABIS-9: a seven strikes the first player; no other special card does a thing, and a jack's suit is its own."""
    state = start(["2C 7D 8D 10D AD 3H", "2S 3S 4S 6S 9S KS", "2D 3D 4D 5D 6D 9D"], starter)
    assert (state.actor, state.owed, state.clockwise, state.suit) == (0, owed, True, C)
    assert legal(state) == puts(playable) | ({DRAW} if owed else set())


def test_a_seven_turned_up_strikes_the_first_player() -> None:
    """KHABIS-9: he draws two and plays nothing, or answers with a seven."""
    state = start(["7D 2C", "2S 3S", "2H 3H"], "7C", "KD QD")
    drawn = do(state, DRAW)
    assert hand(drawn, 0) == "2C 7D QD KD"
    assert isinstance(drawn, Turn)
    assert (drawn.actor, drawn.owed) == (1, 0)
    answered = turn(do(state, put("7D")))
    assert (answered.actor, answered.owed) == (1, 4)
    assert why(state, put("2C")) == ("KHABIS-8", "seat 0 must answer with a seven or draw 2 cards")


def test_deal_for_names_the_zones() -> None:
    """KHABIS-2, KHABIS-11: and refuses what cannot be dealt so."""
    state = haft_khabis.initial_state(Config(players=2, hand_size=2, first_dealer=0))
    with pytest.raises(ValueError, match="no deal is due in the phase DrawDealer"):
        haft_khabis.deal_for(haft_khabis.initial_state(), {})
    with pytest.raises(ValueError, match="the starter is dealt 1 card, not 2"):
        haft_khabis.deal_for(state, {}, starter="2C 3C")
    with pytest.raises(LookupError):
        haft_khabis.deal_for(state, {2: "2C"})
    dealt = haft_khabis.deal_for(state, {0: "AS"}, starter=[Card.parse("KD")], market="3H 4H")
    table = turn(do(state, dealt))
    assert "AS" in hand(table, 0)
    assert (table.pile, table.market[:2]) == (parse_cards("KD"), parse_cards("3H 4H"))


# -- playing a card -----------------------------------------------------------------------------------------------------


def test_a_card_of_the_suit_or_of_the_rank_or_a_jack_goes_on() -> None:
    """KHABIS-3."""
    state = start(["2C 5D 9H JH KS", "2D 3D 4D 6D 8D"])
    assert legal(state) == puts("2C 5D") | {put("JH", suit) for suit in SUITS}
    for text, named in (("9H", "9♥"), ("KS", "K♠")):
        text_of_it = f"seat 0 may not put {named} on 5♣: it must be of clubs, of the same rank, or a jack"
        assert why(state, put(text)) == ("KHABIS-3", text_of_it)
    after = turn(do(state, put("5D")))
    assert (after.suit, after.pile, after.actor) == (D, parse_cards("5C 5D"), 1)
    assert hand(after, 0) == "2C 9H JH KS"


def test_an_ace_makes_the_next_player_miss_a_turn() -> None:
    """KHABIS-4."""
    state = start(["AC 2H 3H", "2C 3C 4C", "2D 3D 4D", "2S 3S 4S"])
    assert turn(do(state, put("AC"))).actor == 2
    two = start(["AC 2H 3H", "2C 3C 4C"])
    assert turn(do(two, put("AC"))).actor == 0
    turned = do(start(["10C 2H 3H", "2C 3C 4C", "2D 3D 4D", "2S AC 4S"]), put("10C"))
    assert turn(turned).actor == 3
    assert turn(do(turned, put("AC"))).actor == 1


def test_an_ace_costs_one_turn_only() -> None:
    """KHABIS-4: in the next round the player is asked again."""
    state = do(start(["AC 2H 3H", "2D 3C 4C", "2C 3D 4D"]), put("AC"), put("2C"), put("2H"))
    assert turn(state).actor == 1


def test_an_eight_wants_another_card_at_once() -> None:
    """KHABIS-5: of its suit, another eight, or a jack."""
    state = do(start(["8C 2C 8D JH KS", "2D 3D 4D 6D 9D"]), put("8C"))
    assert (turn(state).actor, turn(state).owed) == (0, 0)
    assert legal(state) == puts("2C 8D") | {put("JH", suit) for suit in SUITS}
    assert turn(do(state, put("2C"))).actor == 1
    again = do(state, put("8D"))
    assert turn(again).actor == 0
    assert legal(again) == {put("JH", suit) for suit in SUITS}
    assert turn(do(state, put("JH", S))).actor == 1


def test_who_cannot_follow_his_eight_draws() -> None:
    """KHABIS-5, KHABIS-10."""
    state = do(start(["8C 2H 3H", "2D 3D 4D"], market="9C KD"), put("8C"))
    assert legal(state) == {DRAW}
    drawn = do(state, DRAW)
    assert isinstance(drawn, Drawn)
    assert legal(drawn) == {put("9C"), PASS}
    assert turn(do(drawn, PASS)).actor == 1
    assert turn(do(drawn, put("9C"))).actor == 1
    ends = do(start(["8C 2H 3H", "2D 3D 4D"], market="9C KD", after_draw=AfterDraw.TURN_ENDS), put("8C"), DRAW)
    assert isinstance(ends, Turn)
    assert ends.actor == 1


def test_an_eight_that_was_drawn_may_be_followed_by_any_card() -> None:
    """KHABIS-13: of the whole hand, by the rule of KHABIS-5."""
    state = do(start(["2H 3S 8H", "2D 3D 4D"], market="8C 9C"), DRAW)
    assert legal(state) == {put("8C"), PASS}
    state = do(state, put("8C"))
    assert turn(state).actor == 0
    assert legal(state) == puts("8H")
    assert turn(do(state, put("8H"))).actor == 0


# -- the ten ------------------------------------------------------------------------------------------------------------


def test_a_ten_turns_the_direction() -> None:
    """KHABIS-6."""
    state = do(start(["10C 2H 3H", "2C 3C 4C", "10D 6C 4D"]), put("10C"))
    assert (turn(state).actor, turn(state).clockwise) == (2, False)
    assert turn(do(state, put("6C"))).actor == 1
    back = turn(do(state, put("10D")))
    assert (back.actor, back.clockwise) == (0, True)


def test_case_20_a_ten_with_two_players() -> None:
    """KHABIS-6: it changes nothing else, or its player plays again."""
    hands = ["10C 2H 3H", "2C 3C 4C"]
    assert turn(do(start(hands), put("10C"))).actor == 1
    again = do(start(hands, ten_with_two=TenWithTwo.PLAY_AGAIN), put("10C"))
    assert (turn(again).actor, turn(again).clockwise) == (0, False)
    assert legal(again) == {DRAW}
    three = ["10C 2H 3H", "2C 3C 4C", "2D 3D 4D"]
    for option in TenWithTwo:
        assert turn(do(start(three, ten_with_two=option), put("10C"))).actor == 2


@pytest.mark.parametrize(("option", "actor"), [(TenWithTwo.TURN_ONLY, 2), (TenWithTwo.PLAY_AGAIN, 1)])
def test_a_ten_with_two_left_of_three(option: TenWithTwo, actor: int) -> None:
    """KHABIS-6: who is out does not count, the player of the ten does."""
    state: State = start(["2C 3C", "10C 4C", "6C 4H"], market="KC", ten_with_two=option, must_play=False, tak_barg=False)
    state = do(state, put("2C"), DRAW, PASS, put("6C"), put("3C"))
    assert (turn(state).out, turn(state).actor, counts(state)) == ((0,), 1, [0, 3, 1])
    state = do(state, put("10C"))
    assert (turn(state).actor, turn(state).clockwise) == (actor, False)


@pytest.mark.parametrize("option", TenWithTwo)
def test_who_goes_out_with_a_ten_is_not_asked_again(option: TenWithTwo) -> None:
    """KHABIS-6, KHABIS-13: the direction turns and the next player is asked."""
    state: State = do(start(["10C", "2C", "2D"], ten_with_two=option), put("10C"))
    assert (turn(state).out, turn(state).actor, turn(state).clockwise) == ((0,), 2, False)
    four = ["2C 3C", "10C 4C", "6C 4H", "9C 9H"]
    state = do(start(four, ten_with_two=option, tak_barg=False), *map(put, ("2C", "4C", "6C", "9C", "3C")))
    assert (turn(state).out, turn(state).actor) == ((0,), 1)
    state = do(state, put("10C"))
    assert (turn(state).out, turn(state).actor, turn(state).clockwise) == ((0, 1), 3, False)


# -- the jack -----------------------------------------------------------------------------------------------------------


def test_case_23_a_jack_names_a_suit() -> None:
    """KHABIS-7, KHABIS-3: exactly one of the four; every view tells it, and the jack's own suit counts no more."""
    state = start(["JH 2D 3D 4D", "9D 9H JS 5S"])
    assert [action for action in haft_khabis.legal_actions(state) if action in {put("JH", suit) for suit in SUITS}] == [
        put("JH", suit) for suit in SUITS
    ]
    assert len(haft_khabis.legal_actions(state)) == 4
    for wrong in (None, "D", "diamonds", 1, True, Rank.TWO):
        assert refused(state, Put(Card.parse("JH"), wrong)).violation.clause == "KHABIS-7"  # type: ignore[arg-type]  # no suit
    after = do(state, put("JH", D))
    assert [haft_khabis.view(after, seat).suit for seat in (0, 1, None)] == [D] * 3
    assert legal(after) == puts("9D") | {put("JS", suit) for suit in SUITS}


def test_only_a_jack_names_a_suit() -> None:
    """KHABIS-7."""
    state = start(["5D 2C", "9D 9H"])
    assert why(state, put("2C", C)) == ("KHABIS-7", "seat 0 names no suit with 2♣")
    assert refused(state, put("5D", H)).violation.clause == "KHABIS-7"


def test_a_jack_as_a_last_card_names_no_suit() -> None:
    """KHABIS-7: if the others play on its own suit is in force."""
    state = start(["JH", "2C", "2H"])
    assert legal(state) == {put("JH")}
    assert why(state, put("JH", C)) == ("KHABIS-7", "seat 0 names no suit with J♥ as a last card")
    after = turn(do(state, put("JH")))
    assert (after.suit, after.actor) == (H, 1)
    assert legal(after) == {DRAW}


def test_a_jack_goes_on_a_named_suit_and_on_a_jack() -> None:
    """KHABIS-3, KHABIS-7."""
    state = do(start(["JH 2D 3S", "JC 9H 8H", "2S 3H 4C"]), put("JH", S), put("JC", H))
    assert (turn(state).suit, turn(state).actor) == (H, 2)
    assert legal(state) == puts("3H")


# -- sevens -------------------------------------------------------------------------------------------------------------


def test_a_seven_makes_the_next_player_draw_two_and_not_play() -> None:
    """KHABIS-8: in one action; the turn passes, and the sevens are spent."""
    state = do(start(["7C 2H 3H", "2C 3C 4C", "2D 9C 4D"], market="KD QD AD"), put("7C"))
    assert (turn(state).actor, turn(state).owed) == (1, 2)
    assert legal(state) == {DRAW}
    drawn = do(state, DRAW)
    assert isinstance(drawn, Turn)
    assert hand(drawn, 1) == "2C 3C 4C QD KD"
    assert (drawn.actor, drawn.owed, drawn.market[:1]) == (2, 0, parse_cards("AD"))
    assert legal(drawn) == puts("9C")


def test_nothing_but_a_seven_answers_a_seven() -> None:
    """KHABIS-8: of any suit; not a card of its suit, not a jack."""
    state = do(start(["7C 2H 3H", "7D JC 4C", "2D 9C 4D"]), put("7C"))
    assert legal(state) == {put("7D"), DRAW}
    for wrong in (put("4C"), put("JC", H), PASS):
        assert why(state, wrong) == ("KHABIS-8", "seat 1 must answer with a seven or draw 2 cards")


@pytest.mark.parametrize("must_play", [True, False])
def test_who_holds_a_seven_may_draw_all_the_same(must_play: bool) -> None:
    """KHABIS-8: whatever `must_play` says."""
    state = do(start(["7C 2H 3H", "7D 3C 4C"], must_play=must_play), put("7C"))
    assert legal(state) == {put("7D"), DRAW}
    assert counts(do(state, DRAW)) == [2, 5]


def test_case_28_while_a_seven_is_to_be_answered_nobody_else_acts() -> None:
    """KHABIS-8, GEN-5."""
    state = do(start(["7C 7H 3H", "7D 3C 4C", "2D 7S 4D"]), put("7C"))
    for seat, action in ((0, put("7H")), (2, put("7S")), (0, DRAW), (2, DRAW)):
        with pytest.raises(IllegalAction, match=f"it is not the turn of seat {seat}"):
            GAME.submit(state, seat, action)
    assert [haft_khabis.view(state, seat).legal.size for seat in (0, 1, 2)] == [0, 2, 0]


def test_each_seven_makes_it_two_more() -> None:
    """KHABIS-8: 2, 4, 6, 8, and then it is over."""
    state: State = start(["7C 7H 2S", "7D 7S 2H", "2C 3H 4H"], market="KD QD JD 10D 9D", tak_barg=False)
    for card, actor, owed in (("7C", 1, 2), ("7D", 2, 4)):
        state = do(state, put(card))
        assert (turn(state).actor, turn(state).owed) == (actor, owed)
    state = do(state, DRAW)
    assert hand(state, 2) == "2C 10D JD QD KD 3H 4H"
    assert (turn(state).actor, turn(state).owed) == (0, 0)
    assert legal(state) == puts("7H")
    state = do(state, put("7H"))
    assert turn(state).owed == 2


def test_a_chain_of_seven_sevens_with_two_packs() -> None:
    """KHABIS-8, KHABIS-1, GEN-11: fourteen cards to draw."""
    market = "KD KD QD QD 9D 9D 2H 2H 3H 3H 4H 4H 5H 6H 8S"
    state: State = start(["7C 7D 7H 7S 2C", "7C 7D 7H KS QS"], market=market, packs=2)
    for number, card in enumerate(("7C", "7C", "7D", "7D", "7H", "7H", "7S"), 1):
        assert put(card) in legal(state)
        state = do(state, put(card))
        assert turn(state).owed == 2 * number
    assert turn(state).actor == 1
    state = do(state, DRAW)
    assert hand(state, 1) == "9D 9D QD QD KD KD 2H 2H 3H 3H 4H 4H 5H 6H QS KS"
    assert (turn(state).actor, turn(state).owed, turn(state).market[:1]) == (0, 0, parse_cards("8S"))


def test_a_spent_seven_does_not_count_on() -> None:
    """KHABIS-8."""
    state = do(start(["7C 2H 3H", "2D 3C 4C", "7H 9C 4D"], market="KC QD"), put("7C"), DRAW, put("7H"))
    assert (turn(state).actor, turn(state).owed) == (0, 2)


# -- drawing ------------------------------------------------------------------------------------------------------------


def test_who_can_play_must() -> None:
    """KHABIS-10: unless the table lets him draw all the same."""
    hands = ["2C 3H 4H", "2D 3D 4D"]
    state = start(hands)
    assert legal(state) == puts("2C")
    assert why(state, DRAW) == ("KHABIS-10", "seat 0 can play and must")
    free = start(hands, must_play=False, market="9D")
    assert legal(free) == {put("2C"), DRAW}
    assert hand(do(free, DRAW), 0) == "2C 9D 3H 4H"
    jack = start(["JD 3H 4H", "2D 3D 4D"])
    assert DRAW not in legal(jack)


def test_case_26_who_has_drawn_may_play_that_card_and_no_other() -> None:
    """KHABIS-10, GEN-12: he is asked also when it does not fit; a second draw is illegal."""
    state = start(["2D 3H 4H", "3D 4D 6D"], market="9H 9C")
    assert legal(state) == {DRAW}
    unplayable = do(state, DRAW)
    assert isinstance(unplayable, Drawn)
    assert (unplayable.actor, unplayable.card) == (0, Card.parse("9H"))
    assert legal(unplayable) == {PASS}
    for second in (DRAW, CALL):
        assert why(unplayable, second) == ("KHABIS-10", "seat 0 has drawn, and must play the card drawn or pass now")
    assert turn(do(unplayable, PASS)).actor == 1
    playable = do(start(["2D 3H 4H", "3D 4D 6D"], market="9C"), DRAW)
    assert legal(playable) == {put("9C"), PASS}
    assert refused(playable, DRAW).violation.clause == "KHABIS-10"
    passed = do(playable, PASS)
    assert (hand(passed, 0), turn(passed).actor) == ("9C 2D 3H 4H", 1)
    played = do(playable, put("9C"))
    assert (hand(played, 0), turn(played).actor, turn(played).pile) == ("2D 3H 4H", 1, parse_cards("5C 9C"))


def test_no_older_card_may_be_played_after_a_draw() -> None:
    """KHABIS-10: even one that fits, where one may draw all the same; and passing is always allowed (`must_play` is not of it)."""
    state = do(start(["2C 3H 4H", "3D 4D 6D"], market="9C", must_play=False), DRAW)
    assert legal(state) == {put("9C"), PASS}
    assert why(state, put("2C")) == ("KHABIS-10", "seat 0 may play the card just drawn, and no other")
    assert why(state, put("3H")) == ("KHABIS-10", "seat 0 may play the card just drawn, and no other")


def test_a_card_drawn_that_is_like_an_older_one() -> None:
    """KHABIS-10, GEN-11: copies are alike, so it may be put."""
    state = do(start(["9H 3H 4H", "3D 4D 6D"], "5H", "9H", packs=2, must_play=False), DRAW)
    assert legal(state) == {put("9H"), PASS}
    assert hand(do(state, put("9H")), 0) == "3H 4H 9H"


def test_a_drawn_jack_names_a_suit_and_a_drawn_seven_strikes() -> None:
    """KHABIS-10, KHABIS-7, KHABIS-8."""
    jack = do(start(["2D 3H 4H", "3D 4D 6D"], market="JS"), DRAW)
    assert legal(jack) == {PASS, *(put("JS", suit) for suit in SUITS)}
    assert turn(do(jack, put("JS", D))).suit is D
    seven = do(start(["2D 3H 4H", "3D 4D 6D"], market="7C"), DRAW, put("7C"))
    assert (turn(seven).actor, turn(seven).owed) == (1, 2)


def test_with_turn_ends_the_card_is_kept() -> None:
    """KHABIS-10."""
    state = do(start(["2D 3H 4H", "3D 4D 6D"], market="9C", after_draw=AfterDraw.TURN_ENDS), DRAW)
    assert isinstance(state, Turn)
    assert (hand(state, 0), state.actor) == ("9C 2D 3H 4H", 1)


def test_one_passes_only_after_a_draw() -> None:
    """KHABIS-10."""
    state = start(["2D 3H 4H", "3D 4D 6D"])
    assert why(state, PASS) == ("KHABIS-10", "seat 0 may pass only when a card has been drawn")
    assert why(state, Deal(PACK)) == ("KHABIS-3", "seat 0 must play a card or draw now")


# -- the market ---------------------------------------------------------------------------------------------------------


def dry(first: str = "2C 3C", second: str = "4C 6C", starter: str = "5C", market: str = "KD", **config: Any) -> Turn:
    """Two players with 25 cards each, and a market of one card."""
    return start([first, second], starter, market, hand_size=25, **config)


def test_case_21_the_last_card_of_the_market() -> None:
    """KHABIS-10, KHABIS-11: he who cannot play it passes; nothing is shuffled before a card is due."""
    state = do(dry(must_play=False), DRAW)
    assert isinstance(state, Drawn)
    assert (turn(state).market, legal(state)) == ((), {PASS})
    after = do(state, PASS)
    assert isinstance(after, Turn)
    assert (after.actor, after.market, after.pile) == (1, (), parse_cards("5C"))


def test_case_27_nothing_to_draw() -> None:
    """KHABIS-11, KHABIS-10: the draw is no card, nobody is asked about it, and the turn passes."""
    state = do(dry(must_play=False), DRAW, PASS)
    assert DRAW in legal(state)
    after = do(state, DRAW)
    assert isinstance(after, Turn)
    assert (after.actor, counts(after), after.owed) == (0, [26, 25], 0)
    assert haft_khabis.seen(state, DRAW, 1) == haft_khabis.seen(state, DRAW, 0) == CardsDrawn(0, Bag())
    for seed in range(5):
        for one in states(Config(players=2, hand_size=25, max_hands=1, must_play=False), seed, 400):
            assert haft_khabis.legal_actions(one) or isinstance(one, MatchOver)


def test_an_empty_market_is_shuffled_from_the_pile_when_a_card_is_due() -> None:
    """KHABIS-11, GEN-4: all but the top card, by chance, and the draw goes on."""
    state = do(dry(must_play=False), DRAW, PASS, put("4C"), put("2C"), put("6C"))
    assert (turn(state).market, turn(state).pile) == ((), parse_cards("5C 4C 2C 6C"))
    waiting = do(state, DRAW)
    assert isinstance(waiting, AwaitShuffle)
    assert (waiting.actor, waiting.drawer, waiting.due) == (CHANCE, 0, 1)
    assert haft_khabis.legal_actions(waiting) == Permutations(Deal, parse_cards("2C 4C 5C"))
    assert haft_khabis.legal_actions(waiting).size == 6
    after = do(waiting, Deal(parse_cards("4C 5C 2C")))
    assert isinstance(after, Drawn)
    assert (after.card, turn(after).market, turn(after).pile) == (Card.parse("4C"), parse_cards("5C 2C"), parse_cards("6C"))
    assert legal(after) == {put("4C"), PASS}


def test_a_new_market_is_exactly_the_pile_but_its_top() -> None:
    """KHABIS-11, GEN-5."""
    waiting = do(dry(must_play=False), DRAW, PASS, put("4C"), put("2C"), DRAW)
    assert isinstance(waiting, AwaitShuffle)
    assert why(waiting, DRAW) == ("KHABIS-11", "the market is empty, and the pile must be shuffled now")
    assert why(waiting, Deal(parse_cards("5C"))) == ("GEN-5", "the pack must be its 2 cards; 4♣ is missing")
    assert why(waiting, Deal(parse_cards("5C 4C 2C"))) == ("GEN-5", "the pack must be its 2 cards; 2♣ does not belong to it")
    assert refused(waiting, Deal(PACK)).violation.clause == "GEN-5"
    assert shuffled(waiting, "5C").hand(1) == do(waiting, Deal(parse_cards("5C 4C"))).hand(1)
    with pytest.raises(ValueError, match="seat 0 is dealt 0 cards, not 1"):
        haft_khabis.deal_for(waiting, {0: "5C"})
    deal_named = haft_khabis.deal_for(waiting, {}, market="5C")
    assert deal_named.pack == parse_cards("4C 5C")


def test_one_card_is_shuffled_too() -> None:
    """KHABIS-11, GEN-4: an event with one outcome."""
    waiting = do(dry(must_play=False), DRAW, PASS, put("4C"), DRAW)
    assert isinstance(waiting, AwaitShuffle)
    assert list(haft_khabis.legal_actions(waiting)) == [Deal(parse_cards("5C"))]
    assert turn(do(waiting, Deal(parse_cards("5C")))).pile == parse_cards("4C")


def test_a_market_that_runs_dry_in_the_middle_of_a_draw() -> None:
    """KHABIS-11, KHABIS-8: what there is is drawn, the pile is shuffled, the rest is drawn."""
    state = do(dry("7C 3C", "7D 6C", market="KD"), put("7C"), put("7D"))
    waiting = do(state, DRAW)
    assert isinstance(waiting, AwaitShuffle)
    assert (waiting.drawer, waiting.due, counts(waiting)) == (0, 3, [25, 24])
    assert haft_khabis.legal_actions(waiting) == Permutations(Deal, parse_cards("5C 7C"))
    assert haft_khabis.seen(state, DRAW, 0) == CardsDrawn(1, Bag.parse("KD"))
    assert haft_khabis.seen(state, DRAW, 1) == haft_khabis.seen(state, DRAW, None) == CardsDrawn(1, Bag())
    new = Deal(parse_cards("7C 5C"))
    assert haft_khabis.seen(waiting, new, 0) == MarketShuffled(2, Bag.parse("5C 7C"))
    assert haft_khabis.seen(waiting, new, 1) == MarketShuffled(2, Bag())
    after = do(waiting, new)
    assert isinstance(after, Turn)  # as many as there are: three of the four
    assert (counts(after), after.market, after.pile) == ([27, 24], (), parse_cards("7D"))
    assert (after.actor, after.owed, after.suit) == (1, 0, D)


def test_a_draw_for_sevens_that_leaves_something_in_the_new_market() -> None:
    """KHABIS-11."""
    state = do(dry("2C 4C 6C 7C", "3C 8D 9C", market="KD", must_play=False), put("2C"), put("3C"), put("4C"), put("9C"), put("7C"))
    waiting = do(state, DRAW)
    assert isinstance(waiting, AwaitShuffle)
    after = turn(shuffled(waiting, "9C", "3C 4C"))
    assert (after.market, after.actor, after.owed) == (parse_cards("3C 4C 2C 5C"), 0, 0)
    assert "9C" in hand(after, 1)


def test_the_suit_named_stays_in_force_after_a_shuffle() -> None:
    """KHABIS-11, KHABIS-7."""
    state = do(dry("JC 3C", "4C 6C", must_play=False), DRAW, PASS, put("4C"), put("JC", S), DRAW)
    assert isinstance(state, AwaitShuffle)
    after = shuffled(state, "4C")
    assert isinstance(after, Drawn)
    assert (turn(after).suit, turn(after).pile) == (S, parse_cards("JC"))
    assert legal(after) == {PASS}


def test_with_turn_ends_a_draw_from_a_new_market_ends_the_turn() -> None:
    """KHABIS-11, KHABIS-10."""
    state = do(dry(must_play=False, after_draw=AfterDraw.TURN_ENDS), DRAW, put("4C"), put("2C"), DRAW)
    after = shuffled(state, "4C")
    assert isinstance(after, Turn)
    assert after.actor == 0


# -- tak barg -----------------------------------------------------------------------------------------------------------


def test_tak_barg_is_said_with_the_play_that_leaves_one_card() -> None:
    """KHABIS-12: and with no other."""
    two = start(["2C 3C", "2D 3D"])
    assert list(haft_khabis.legal_actions(two)) == [put("2C"), say("2C"), put("3C"), say("3C")]
    three = start(["2C 3C 4C", "2D 3D 4D"])
    assert legal(three) == puts("2C 3C 4C")
    text = "seat 0 can say tak barg only with the play that leaves one card; this leaves 2"
    assert why(three, say("2C")) == ("KHABIS-12", text)
    last = start(["2C", "2D"])
    assert legal(last) == puts("2C")
    assert why(last, say("2C"))[1].endswith("this leaves 0")
    for odd in (1, 0, None, "yes"):
        assert refused(two, Put(Card.parse("2C"), None, odd)).violation.clause == "KHABIS-12"  # type: ignore[arg-type]  # no bool


def test_a_jack_that_leaves_one_card_can_be_put_in_eight_ways() -> None:
    """KHABIS-12, KHABIS-7."""
    state = start(["JC 3H", "2D 3D"])
    assert legal(state) == {Put(Card.parse("JC"), suit, said) for suit in SUITS for said in (True, False)}


def test_who_said_it_cannot_be_reminded() -> None:
    """KHABIS-12."""
    state = do(start(["2C 3C", "2D 4C"]), say("2C"))
    assert turn(state).forgot is None
    assert CALL not in legal(state)
    assert why(state, CALL) == ("KHABIS-12", "seat 1 has nobody to remind of his last card")


def test_who_forgot_is_reminded_and_draws_at_once() -> None:
    """KHABIS-12, KHABIS-D3: a card; the turn stays with the caller, who plays as before."""
    state = do(start(["2C 3C", "2D 4C", "6D 9D"], market="KH QH"), put("2C"))
    assert turn(state).forgot == 0
    before = legal(state)
    assert before == {put("2D"), say("2D"), put("4C"), say("4C"), CALL}
    assert haft_khabis.legal_actions(state)[-1] == CALL
    after = do(state, CALL)
    assert isinstance(after, Turn)
    assert (hand(after, 0), after.actor, after.forgot) == ("3C KH", 1, None)
    assert legal(after) == before - {CALL}
    assert haft_khabis.seen(state, CALL, 0) == TakBargCalled(1, Bag.parse("KH"))
    assert haft_khabis.seen(state, CALL, 1) == haft_khabis.seen(state, CALL, None) == TakBargCalled(1, Bag())


def test_only_the_next_player_may_call_and_only_before_he_acts() -> None:
    """KHABIS-12, GEN-5."""
    state = do(start(["2C 3C", "2D 4C", "6C 9D"]), put("2C"))
    with pytest.raises(IllegalAction, match="it is not the turn of seat 2"):
        GAME.submit(state, 2, CALL)
    late = do(state, say("4C"))
    assert turn(late).forgot is None
    assert CALL not in legal(late)
    drawn = do(start(["2C 3C", "3D 4D", "6C 9D"]), put("2C"), DRAW)
    assert refused(drawn, CALL).violation.clause == "KHABIS-10"
    assert CALL not in legal(do(drawn, PASS))


def test_the_next_forgetful_takes_the_place_of_the_one_before() -> None:
    """KHABIS-12."""
    state = do(start(["2C 3C", "2D 4C", "6C 9D"], market="KH"), put("2C"), put("4C"))
    assert turn(state).forgot == 1
    assert hand(do(state, CALL), 1) == "2D KH"


def test_the_caller_is_still_struck_by_a_seven() -> None:
    """KHABIS-12, KHABIS-8."""
    state = do(start(["7C 3C", "2D 7D"], market="KH QH AH"), put("7C"))
    assert legal(state) == {put("7D"), say("7D"), DRAW, CALL}
    after = do(state, CALL)
    assert (turn(after).actor, turn(after).owed, hand(after, 0)) == (1, 2, "3C KH")
    assert legal(after) == {put("7D"), say("7D"), DRAW}
    assert hand(do(after, DRAW), 1) == "2D 7D QH AH"


def test_it_is_too_late_when_the_forgetful_one_acts_next() -> None:
    """KHABIS-12: after an eight, after an ace with two players, after a ten that lets him play again."""
    eight = do(start(["8C 3C", "2D 4C"]), put("8C"))
    assert (turn(eight).actor, turn(eight).forgot) == (0, None)
    failed = do(start(["8C 3H", "2D 4C"], market="9D KD"), put("8C"), DRAW, PASS)
    assert (turn(failed).actor, turn(failed).forgot, counts(failed)) == (1, None, [2, 2])
    ace = do(start(["AC 3H", "2D 4C"]), put("AC"))
    assert (turn(ace).actor, turn(ace).forgot) == (0, None)
    ten = do(start(["10C 3H", "2D 4C"], ten_with_two=TenWithTwo.PLAY_AGAIN), put("10C"))
    assert (turn(ten).actor, turn(ten).forgot) == (0, None)


def test_the_next_to_act_may_call_whoever_he_is() -> None:
    """KHABIS-12: past a player who misses his turn, and against the clock."""
    ace = do(start(["AC 3H", "2D 4C", "6C 9C"]), put("AC"))
    assert (turn(ace).actor, turn(ace).forgot) == (2, 0)
    ten = do(start(["10C 3H", "2D 4C", "6C 9C"], ten_with_two=TenWithTwo.PLAY_AGAIN), put("10C"))
    assert (turn(ten).actor, turn(ten).forgot) == (2, 0)
    plain = do(start(["10C 3H", "2D 4C"]), put("10C"))
    assert (turn(plain).actor, turn(plain).forgot) == (1, 0)


def test_an_eight_that_leaves_one_card_can_say_it_too() -> None:
    """KHABIS-12."""
    state = start(["8C 3C", "2D 4C"])
    assert legal(state) == {put("8C"), say("8C"), put("3C"), say("3C")}


def test_who_has_drawn_again_says_it_again() -> None:
    """KHABIS-12: with the next play that leaves him one card, the drawn one too."""
    state = do(start(["2C 3H", "2D 4D"], market="KC 9D 6C"), say("2C"), say("2D"), DRAW)
    assert isinstance(state, Drawn)
    assert legal(state) == {PASS}
    state = do(start(["2C 3H", "2D 4C"], market="6C 9D"), say("2C"), say("4C"), DRAW)
    assert legal(state) == {put("6C"), say("6C"), PASS}
    forgot = do(state, put("6C"))
    assert (turn(forgot).forgot, turn(forgot).actor) == (0, 1)
    assert turn(do(state, say("6C"))).forgot is None


def test_who_holds_one_card_by_the_deal_or_a_draw_need_not_say_it() -> None:
    """KHABIS-12, KHABIS-13."""
    dealt = start(["2H", "3D"])
    assert (dealt.forgot, legal(dealt)) == (None, {DRAW})
    state = do(start(["8C", "3D"], market="KD QD"), put("8C"), DRAW, PASS)
    assert (counts(state), turn(state).forgot, turn(state).actor) == ([1, 1], None, 1)
    assert CALL not in legal(state)


def test_the_card_of_a_call_may_want_a_new_market() -> None:
    """KHABIS-12, KHABIS-11: then the caller goes on as before, struck by a seven."""
    state: State = start(
        ["8C 8D 8H 7H 2S", *[""] * 9], market="KD", first_dealer=8, must_play=False, after_draw=AfterDraw.TURN_ENDS
    )
    state = do(state, DRAW, put("8C"), put("8D"), put("8H"), put("7H"))
    assert (turn(state).market, turn(state).actor, turn(state).forgot) == ((), 1, 0)
    waiting = do(state, CALL)
    assert isinstance(waiting, AwaitShuffle)
    assert (waiting.drawer, waiting.due, waiting.turn.actor, waiting.turn.owed, counts(waiting)[0]) == (0, 1, 1, 2, 1)
    assert str(haft_khabis.view(waiting, None)).splitlines()[4:] == ["a seven, or 2 cards to draw", "seat 0 has 1 more to draw"]
    assert haft_khabis.seen(state, CALL, 0) == TakBargCalled(0, Bag())
    new = haft_khabis.deal_for(waiting, {0: "5C"})
    assert haft_khabis.seen(waiting, new, 0) == MarketShuffled(1, Bag.parse("5C"))
    assert haft_khabis.seen(waiting, new, 1) == MarketShuffled(1, Bag())
    after = do(waiting, new)
    assert isinstance(after, Turn)
    assert (after.actor, after.owed, after.forgot, hand(after, 0)) == (1, 2, None, "5C 2S")
    assert len(after.market) == 3


def test_without_tak_barg_nobody_says_or_calls_it() -> None:
    """KHABIS-12."""
    state = start(["2C 3C", "2D 4C"], tak_barg=False)
    assert legal(state) == puts("2C 3C")
    assert why(state, say("2C")) == ("KHABIS-12", "tak barg is not said at this table")
    assert legal(do(state, put("2C"))) == puts("2D 4C")


# -- going out ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("last", "points"), [("JH", 2), ("7C", 1), ("AC", 1), ("10C", 1), ("9C", 1)])
def test_case_22_a_last_card_ends_the_hand(last: str, points: int) -> None:
    """KHABIS-13: one point, or two if it is a jack, and no suit is asked."""
    state = start([last, "2D"])
    assert legal(state) == {put(last)}
    after = do(state, put(last))
    assert isinstance(after, AwaitDeal)
    assert row(after) == Row(Seat(1), (points, 0), (SHAH, DOZD), (Seat(0),), (points, 0))
    assert counts(after) == [0, 0]
    assert haft_khabis.tally(after) == {"hands": 1, "dubl": points - 1}


def test_case_22_an_eight_is_no_last_card() -> None:
    """KHABIS-13, KHABIS-5: with no card left he draws, and may play what he drew; or he is out with it, if the table says so."""
    state = do(start(["8C", "2D"], market="9C KD"), put("8C"))
    assert isinstance(state, Turn)
    assert (state.actor, counts(state), state.out) == (0, [0, 1], ())
    assert legal(state) == {DRAW}
    drawn = do(state, DRAW)
    assert legal(drawn) == {put("9C"), PASS}
    assert row(do(drawn, put("9C"))).points == (1, 0)
    out = do(start(["8C", "2D"], out_on_eight=True), put("8C"))
    assert isinstance(out, AwaitDeal)
    assert row(out).points == (1, 0)


def test_out_on_an_eight_the_next_player_goes_on() -> None:
    """KHABIS-13, KHABIS-14."""
    state = do(start(["8C", "2D", "3D"], out_on_eight=True), put("8C"))
    assert (turn(state).out, turn(state).actor) == ((0,), 1)
    state = do(start(["8C 2C", "2D 3D", "3H 4H"], out_on_eight=True), put("8C"))
    assert (turn(state).out, turn(state).actor) == ((), 0)


def test_with_turn_ends_a_card_drawn_after_a_last_eight_is_kept() -> None:
    """KHABIS-13, KHABIS-10."""
    state = do(start(["8C", "2D"], market="9C KD", after_draw=AfterDraw.TURN_ENDS), put("8C"), DRAW)
    assert isinstance(state, Turn)
    assert (hand(state, 0), state.actor) == ("9C", 1)


def test_a_last_card_may_be_a_drawn_one() -> None:
    """KHABIS-13, KHABIS-7: a jack drawn after a last eight names nothing, and counts double; an eight wants another card again."""
    jack = do(start(["8C", "2D"], market="JS KD"), put("8C"), DRAW)
    assert legal(jack) == {put("JS"), PASS}
    assert row(do(jack, put("JS"))).points == (2, 0)
    eight = do(start(["8C", "2D"], market="8D KD 9D"), put("8C"), DRAW, put("8D"))
    assert (turn(eight).actor, legal(eight)) == (0, {DRAW})


def test_a_last_seven_still_strikes() -> None:
    """KHABIS-13, KHABIS-8."""
    state = do(start(["7C", "2C", "2H"]), put("7C"))
    assert (turn(state).out, turn(state).actor, turn(state).owed, turn(state).forgot) == ((0,), 1, 2, None)
    assert legal(state) == {DRAW}


def test_a_last_ace_still_strikes() -> None:
    """KHABIS-13, KHABIS-4: with two left, the one misses his turn and the other plays."""
    assert turn(do(start(["AC", "2C", "2H"]), put("AC"))).actor == 2
    assert turn(do(start(["AC", "2C", "2H", "2S"]), put("AC"))).actor == 2


def test_a_last_ten_still_turns_the_direction() -> None:
    """KHABIS-13, KHABIS-6."""
    state = do(start(["10C", "2C", "2H", "2S"]), put("10C"))
    assert (turn(state).actor, turn(state).clockwise) == (3, False)


def test_the_others_play_on_and_skip_who_is_out() -> None:
    """KHABIS-14."""
    state = do(start(["2C", "3H", "4C", "6H"], market="KD QD"), put("2C"))
    assert (turn(state).out, turn(state).won, turn(state).actor) == ((0,), 1, 1)
    state = do(state, DRAW, PASS, put("4C"))
    assert (turn(state).out, turn(state).won, turn(state).actor) == ((0, 2), 1, 3)
    state = do(state, DRAW, PASS)
    assert turn(state).actor == 1
    state = do(state, DRAW, PASS)
    assert turn(state).actor == 3


def test_titles() -> None:
    """KHABIS-14, KHABIS-D2: the first out is shah, the last dozd, the one before him jallad, the others are viziers."""
    five = do(start(["2C", "3C", "4C", "6C", "9C"]), *map(put, ("2C", "3C", "4C", "6C")))
    assert row(five).titles == (SHAH, VIZIER, VIZIER, JALLAD, DOZD)
    assert row(five).out == (0, 1, 2, 3)


def test_titles_of_three_and_of_two() -> None:
    """KHABIS-14."""
    three = do(start(["2C", "3C", "3H"]), put("2C"), put("3C"))
    assert row(three).titles == (SHAH, JALLAD, DOZD)
    assert row(three).out == (0, 1)
    two = do(start(["2C", "3C"]), put("2C"))
    assert row(two).titles == (SHAH, DOZD)


def test_only_the_first_out_scores() -> None:
    """KHABIS-14, KHABIS-13: whatever the last card of the second is."""
    state = do(start(["2C", "JD", "3H"]), put("2C"), put("JD"))
    assert row(state).points == (1, 0, 0)
    dubl = do(start(["JC", "2C", "3H"]), put("JC"), put("2C"))
    assert row(dubl).points == (2, 0, 0)


def test_a_hand_may_end_with_the_first_out() -> None:
    """KHABIS-14: then there are no titles."""
    state = do(start(["2C", "3C", "3H"], play_on=False), put("2C"))
    assert isinstance(state, AwaitDeal)
    assert row(state) == Row(Seat(2), (1, 0, 0), None, (Seat(0),), (1, 0, 0))
    over = do(start(["2C", "3C", "3H"], play_on=False, target=1), put("2C"))
    assert result(over).titles is None


# -- the match ----------------------------------------------------------------------------------------------------------


def hand_won(state: State, points: int = 1) -> State:
    """A hand of one card each is won by the player who begins."""
    assert isinstance(state, AwaitDeal)
    order = state.standing.lineup.turns[state.standing.lineup.next[state.dealer]]
    hands: dict[int, str] = dict(zip(order, ("2C" if points == 1 else "JC", "3C", "4C", "6C"), strict=False))
    state = do(state, haft_khabis.deal_for(state, hands, starter="5C"))
    while isinstance(state, Turn):
        state = do(state, haft_khabis.legal_actions(state)[0])
    return state


def test_the_target_wins_the_match() -> None:
    """KHABIS-15, KHABIS-2, GEN-8: with rows of dealer, points, titles, order of going out and scores."""
    state = haft_khabis.initial_state(Config(players=3, hand_size=1, target=3, first_dealer=2))
    state = hand_won(hand_won(hand_won(state, 2)))
    assert isinstance(state, AwaitDeal)
    assert state.standing.scores == (2, 1, 1)
    state = hand_won(state)
    assert isinstance(state, MatchOver)
    assert [(one.dealer, one.points, one.out, one.scores) for one in state.standing.sheet] == [
        (2, (2, 0, 0), (0, 1), (2, 0, 0)),
        (0, (0, 1, 0), (1, 2), (2, 1, 0)),
        (1, (0, 0, 1), (2, 0), (2, 1, 1)),
        (2, (1, 0, 0), (0, 1), (3, 1, 1)),
    ]
    assert result(state) == Outcome((3, 1, 1), (1, 2, 2), (Seat(0),), (SHAH, JALLAD, DOZD))
    assert haft_khabis.legal_actions(state) == NOTHING
    assert state.actor is None
    assert haft_khabis.tally(state) == {"hands": 4, "dubl": 1}
    assert why(state, DRAW) == ("GEN-8", "the match is over")


def test_a_dubl_may_pass_the_target() -> None:
    """KHABIS-15, KHABIS-14: the hand in which it happens is played out."""
    state = haft_khabis.initial_state(Config(players=3, hand_size=1, target=1, first_dealer=2))
    state = do(state, haft_khabis.deal_for(state, {0: "JC", 1: "2C", 2: "2D"}, starter="5C"), put("JC"))
    assert (turn(state).out, turn(state).won) == ((0,), 2)
    assert haft_khabis.outcome(state) is None
    state = do(state, put("2C"))
    assert isinstance(state, MatchOver)
    assert result(state).scores == (2, 0, 0)


def test_places_are_by_points_and_titles_by_the_last_hand() -> None:
    """GEN-8, KHABIS-14."""
    state = haft_khabis.initial_state(Config(players=3, hand_size=1, target=9, max_hands=2, first_dealer=1))
    state = hand_won(hand_won(state, 2))
    assert result(state) == Outcome((1, 0, 2), (2, 3, 1), (Seat(2),), (SHAH, JALLAD, DOZD))


def test_max_hands_ends_the_match_and_equal_totals_share_it() -> None:
    """GEN-9, GEN-7."""
    state = haft_khabis.initial_state(Config(players=3, hand_size=1, max_hands=3, first_dealer=2))
    state = hand_won(hand_won(state))
    assert isinstance(state, AwaitDeal)
    state = hand_won(state)
    assert isinstance(state, MatchOver)
    assert (result(state).places, result(state).winners) == ((1, 1, 1), (0, 1, 2))


def test_everybody_scores_for_himself() -> None:
    """KHABIS-13, GEN-2."""
    assert haft_khabis.sides(start(["2C", "3C", "4C"])) == ((0,), (1,), (2,))


# -- two packs ----------------------------------------------------------------------------------------------------------


def test_equal_cards_are_one_action() -> None:
    """GEN-11, KHABIS-1: the legal set shows each once, and putting one leaves the other."""
    state = start(["2C 2C 9D JH JH 3S", *["KS"] * 2], packs=2)
    assert list(haft_khabis.legal_actions(state)) == [put("2C"), *(put("JH", suit) for suit in SUITS)]
    after = do(state, put("2C"))
    assert hand(after, 0) == "2C 9D JH JH 3S"
    assert after.hand(0).count(Card.parse("JH")) == 2  # type: ignore[union-attr]  # a Bag
    sevens = do(start(["7C 2C 3C", "7D 7D 2H"], packs=2), put("7C"))
    assert list(haft_khabis.legal_actions(sevens)) == [put("7D"), DRAW]


def test_a_deal_of_two_packs_has_every_card_twice() -> None:
    """GEN-5, GEN-11."""
    state = haft_khabis.initial_state(Config(packs=2, first_dealer=0))
    assert refused(state, Deal(PACK)).violation.clause == "GEN-5"
    thrice = (*PACK, *PACK[:-1], PACK[0])
    assert why(state, Deal(thrice)) == ("GEN-5", "the pack must be its 104 cards; 2♣ is in it too often")
    assert isinstance(do(state, Deal((*PACK, *PACK))), Turn)


# -- states of no match -------------------------------------------------------------------------------------------------


def test_the_search_for_the_next_player_ends_though_all_are_out() -> None:
    """KHABIS-14: in a state that was written by hand, not reached."""
    state = attrs.evolve(start(["2C AC 3H", "2D 3D 4D", "2S 3S 4S"], must_play=False), out=(Seat(0), Seat(1), Seat(2)))
    forged = loads(GAME, dumps(GAME, state), Kind.STATE)
    assert forged == state
    for actions in ((put("2C"),), (put("AC"),), (DRAW, PASS)):
        assert turn(do(forged, *actions)).actor == 0


# -- refusals -----------------------------------------------------------------------------------------------------------


def junk() -> Iterator[object]:
    yield from (None, 0, True, "DrawCards", Card.parse("2C"), DrawCards, object(), (DRAW,), [DRAW], NOTHING)


@pytest.mark.parametrize("thing", list(junk()), ids=lambda thing: type(thing).__name__)
def test_what_is_no_action_is_refused_in_every_phase(thing: object) -> None:
    """GEN-5."""
    found: dict[type[object], State] = {type(state): state for state in states(Config(max_hands=1, must_play=False), 5)}
    found[AwaitShuffle] = do(dry(must_play=False), DRAW, PASS, put("4C"), put("2C"), DRAW)
    assert set(found) == set(GAME.phases)
    for state in found.values():
        violation = haft_khabis.violation(state, thing)
        assert violation is not None
        assert violation.clause == "GEN-5"
        assert "is not an action of haft_khabis" in violation.text
        with pytest.raises(IllegalAction):
            haft_khabis.apply(state, thing)  # type: ignore[arg-type]  # that is the point


def test_cards_that_the_actor_does_not_hold_are_refused() -> None:
    """GEN-5: another's, one that was played, one of no pack, and what is no card."""
    state = do(start(["2C 3H 4H", "2D 3D 4C"]), put("2C"))
    assert why(state, put("3H")) == ("GEN-5", "seat 1 does not hold 3♥")
    assert why(state, put("2C")) == ("GEN-5", "seat 1 does not hold 2♣")
    assert refused(state, Put(BLACK_JOKER)).violation.clause == "GEN-5"
    for odd in (None, "2D", 14, Rank.TWO):
        assert refused(state, Put(odd)).violation.text.endswith("is not a card")  # type: ignore[arg-type]  # that is the point


def test_other_actions_than_the_one_due_are_refused() -> None:
    """GEN-5, KHABIS-2, KHABIS-3."""
    waiting = haft_khabis.initial_state(Config(first_dealer=0))
    assert why(waiting, DRAW) == ("KHABIS-2", "the pack must be dealt now")
    assert why(waiting, put("2C")) == ("KHABIS-2", "the pack must be dealt now")
    state = start(["2C 3H 4H", "2D 3D 4C"])
    assert why(state, ChooseDealer(Seat(0))) == ("KHABIS-3", "seat 0 must play a card or draw now")
    drawn = do(start(["2H 3H 4H", "2D 3D 4C"]), DRAW)
    assert refused(drawn, ChooseDealer(Seat(0))).violation.clause == "KHABIS-10"
    over = do(start(["2C", "2D"], target=1), put("2C"))
    assert refused(over, put("2D")).violation.clause == "GEN-8"


def test_a_refusal_of_another_seat_tells_nothing() -> None:
    """GEN-5, GEN-12: the same whatever the cards are."""
    state = start(["2C 3H 4H", "2D 3D 4C"])
    for action in (put("2D"), put("2C"), DRAW, PASS, CALL):
        with pytest.raises(IllegalAction) as caught:
            GAME.submit(state, 1, action)
        assert caught.value.violation.text == "it is not the turn of seat 1"
        assert caught.value.legal == NOTHING


# -- no state without an action -----------------------------------------------------------------------------------------


@st.composite
def tables(draw: st.DrawFn) -> Config:
    """Tables at which the market is small: nearly all cards are dealt."""
    players = draw(st.integers(2, 10))
    packs = draw(st.integers(1, 2))
    most = (52 * packs - 2) // players
    return Config(
        players=players,
        packs=packs,
        hand_size=most - draw(st.integers(0, min(2, most - 1))),
        after_draw=draw(st.sampled_from(AfterDraw)),
        ten_with_two=draw(st.sampled_from(TenWithTwo)),
        must_play=draw(st.booleans()),
        out_on_eight=draw(st.booleans()),
        play_on=draw(st.booleans()),
        max_hands=1,
    )


@pytest.mark.long
@settings(max_examples=5 * settings().max_examples)
@given(config=tables(), seed=st.integers(0, 2**32), draws=st.floats(0, 1))
def test_no_state_lacks_a_legal_action_before_the_end(config: Config, seed: int, draws: float) -> None:
    """KHABIS-8, KHABIS-11, KHABIS-13: with huge draws and empty markets, drawing seldom or whenever it is allowed."""
    rng, state = Random(seed), haft_khabis.initial_state(config)
    pack = haft_khabis.places(state)["pack"]
    for _ in range(250):
        choices = haft_khabis.legal_actions(state)
        if isinstance(state, MatchOver):
            assert not choices
            break
        assert choices
        action = DRAW if DRAW in choices and rng.random() < draws else choices.sample(rng)
        state = do(state, action)
        assert sorted(card for cards in haft_khabis.places(state).values() for card in cards) == list(pack)
        haft_khabis_points(state)


@pytest.mark.parametrize(
    ("must_play", "after_draw"), [(True, AfterDraw.MAY_PLAY), (True, AfterDraw.TURN_ENDS), (False, AfterDraw.MAY_PLAY)]
)
def test_hands_of_random_choices_end(must_play: bool, after_draw: AfterDraw) -> None:
    """KHABIS-11, KHABIS-14: also where one may draw for ever."""
    for players in (2, 3):
        config = Config(players=players, must_play=must_play, after_draw=after_draw, max_hands=1)
        assert isinstance(states(config, players, 20_000)[-1], MatchOver)


# -- what a seat sees ---------------------------------------------------------------------------------------------------


def views(state: State) -> list[View]:
    return [haft_khabis.view(state, seat) for seat in (*range(state.standing.config.players), None)]


def test_a_seat_sees_its_own_hand_and_what_lies_before_all() -> None:
    """KHABIS-2, KHABIS-3, KHABIS-D4, GEN-12."""
    state = do(start(["2C 3H 4H", "2D 3D 4C"]), put("2C"))
    mine, other, spectator = views(state)
    assert [str(one.hand) for one in (mine, other, spectator)] == ["3♥ 4♥", "4♣ 2♦ 3♦", ""]
    for one in (mine, other, spectator):
        assert (one.phase, one.actor, one.turn, one.counts, one.market) == (Phase.TURN, 1, 1, (2, 3), 52 - 7)
        assert (one.pile, one.top, one.suit, one.clockwise) == (parse_cards("5C 2C"), Card.parse("2C"), C, True)
        assert (one.out, one.won, one.owed, one.forgot, one.drawn, one.drawer, one.due) == ((), 0, 0, None, None, None, 0)
    assert (mine.legal, spectator.legal) == (NOTHING, NOTHING)
    assert other.legal == haft_khabis.legal_actions(state)


def test_only_who_has_drawn_knows_the_card() -> None:
    """KHABIS-10, GEN-12: the others see that he is asked."""
    state = do(start(["2D 3H 4H", "3D 4D 6D"], market="9C"), DRAW)
    mine, other, spectator = views(state)
    assert [one.drawn for one in (mine, other, spectator)] == [Card.parse("9C"), None, None]
    assert [one.phase for one in (mine, other, spectator)] == [Phase.DRAWN] * 3
    assert mine.legal == haft_khabis.legal_actions(state)
    assert (other.legal, spectator.legal) == (NOTHING, NOTHING)
    assert other.counts == (4, 3)


def test_views_while_a_new_market_is_shuffled() -> None:
    """KHABIS-11."""
    waiting = do(dry("7C 3C", "7D 6C"), put("7C"), put("7D"), DRAW)
    for one in views(waiting):
        assert (one.phase, one.actor, one.turn, one.drawer, one.due, one.owed, one.market) == (
            Phase.AWAIT_SHUFFLE, CHANCE, 0, 0, 3, 4, 0,
        )  # fmt: skip
        assert one.legal == NOTHING
        assert str(one).splitlines()[4] == "seat 0 has 3 more to draw"  # he has chosen: no seven will do now


def test_views_between_hands() -> None:
    """KHABIS-2, GEN-10."""
    for state, phase in (
        (haft_khabis.initial_state(), Phase.DRAW_DEALER),
        (haft_khabis.initial_state(Config(first_dealer=1)), Phase.AWAIT_DEAL),
        (do(start(["2C", "2D"], target=1), put("2C")), Phase.MATCH_OVER),
    ):
        assert set(counts(state)) == {0}
        for one in views(state):
            assert (one.phase, one.own, one.pile, one.suit, one.top, one.market, one.turn) == (phase, (), (), None, None, 0, None)
            assert set(one.counts) == {0}
            assert one.legal == NOTHING
            assert one.clockwise is True
            assert (one.out, one.won, one.owed, one.forgot, one.drawn, one.drawer, one.due) == ((), 0, 0, None, None, None, 0)
    assert str(one) == "over; scores 1, 0"


def test_a_view_says_itself() -> None:
    """KHABIS-3, KHABIS-6 to KHABIS-8, KHABIS-12, KHABIS-14."""
    state = do(start(["10C 3H", "2D 4C", "7C 2H"], market="KH"), put("10C"))
    assert str(haft_khabis.view(state, 2)).splitlines() == [
        "playing; scores 0, 0, 0",
        "dealer: seat 2",
        "top 10♣, suit in force clubs; market 45; turn of seat 2, counter-clockwise",
        "cards: seat 0 1, seat 1 2, seat 2 2",
        "seat 0 has one card and has not said so",
        "your hand: 7♣ 2♥",
    ]
    state = do(state, say("7C"))
    assert "a seven, or 2 cards to draw" in str(haft_khabis.view(state, None)).splitlines()
    drawn = do(start(["2D", "3H"], market="9C KD"), DRAW)
    assert str(haft_khabis.view(drawn, 0)).splitlines()[-1] == "your hand: 9♣ 2♦; drawn: 9♣"
    assert "clockwise" in str(haft_khabis.view(drawn, 0)).splitlines()[2].split(", ")[-1]
    out = do(start(["2C", "3H", "3D"]), put("2C"))
    assert "out: seat 0" in str(haft_khabis.view(out, 1)).splitlines()
    assert str(haft_khabis.view(haft_khabis.initial_state(), None)) == "drawing the dealer; scores 0, 0, 0, 0"


def test_what_is_noticed() -> None:
    """KHABIS-2, KHABIS-8, KHABIS-10: of cards their number, and which only if they are one's own."""
    due = haft_khabis.initial_state(Config(players=2, hand_size=3, first_dealer=1, packs=2))
    pack = haft_khabis.deal_for(due, {0: "7C 2H 2H", 1: "2C 3C 4C"}, starter="5C", market="KD QD")
    assert haft_khabis.seen(due, pack, 0) == HandDealt(Bag.parse("7C 2H 2H"), Card.parse("5C"))
    assert haft_khabis.seen(due, pack, None) == HandDealt(Bag(), Card.parse("5C"))
    state = do(due, pack)
    for seat in (0, 1, None):
        assert haft_khabis.seen(state, put("7C"), seat) == put("7C")
    state = do(state, put("7C"))
    assert haft_khabis.seen(state, DRAW, 1) == CardsDrawn(2, Bag.parse("QD KD"))
    assert haft_khabis.seen(state, DRAW, 0) == haft_khabis.seen(state, DRAW, None) == CardsDrawn(2, Bag())
    drawing = haft_khabis.initial_state(Config(players=2))
    assert haft_khabis.seen(drawing, ChooseDealer(Seat(1)), 0) == ChooseDealer(Seat(1))
    drawn = do(start(["2D", "3H"], market="9C KD"), DRAW)
    assert haft_khabis.seen(drawn, PASS, 1) == PASS


# -- worlds -------------------------------------------------------------------------------------------------------------


def likely(state: State, seat: int | None, size: int) -> None:
    """There are so many worlds, each gives the view back, all are reached, and each equally often."""
    view = haft_khabis.view(state, seat)
    worlds = haft_khabis.worlds(view)
    assert worlds.size == size
    rng = Random(5)
    reached = Counter(worlds.sample(rng) for _ in range(20 * size))
    assert len(reached) == size
    assert state in reached
    assert size == 1 or uneven(reached.values(), size) < 6
    assert all(haft_khabis.view(world, seat) == view for world in reached)


def deals_that_fit(due: AwaitDeal, dealt: Deal, actions: Sequence[Action], state: State) -> set[State]:
    """By brute force, for seat 0 of two and a market of one card: of all deals in which another unseen card is that of the market,
    those after which the same can be done and the seat sees the same."""
    table = turn(do(due, dealt))
    unseen = [*table.hand(1), *table.market]
    found = set[State]()
    for card in unseen:
        others = list(unseen)
        others.remove(card)
        now: State = do(due, haft_khabis.deal_for(due, {0: table.hand(0), 1: others}, starter=table.pile, market=[card]))
        try:
            now = do(now, *actions)
        except IllegalAction:
            continue
        if haft_khabis.view(now, 0) == haft_khabis.view(state, 0):
            found.add(now)
    return found


@pytest.mark.long
@pytest.mark.parametrize("actions", [(), (put("2C"),), (put("2C"), put("4C")), (put("2C"), DRAW), (put("2C"), DRAW, PASS)], ids=len)
@pytest.mark.parametrize("packs", [1, 2])
def test_worlds_against_brute_force(packs: int, actions: tuple[Action, ...]) -> None:
    """KHABIS-10, GEN-11: where one may always draw, a draw tells nothing, and the worlds are all deals that could be."""
    due = haft_khabis.initial_state(Config(players=2, packs=packs, hand_size=26 * packs - 1, must_play=False, first_dealer=1))
    assert isinstance(due, AwaitDeal)
    dealt = haft_khabis.deal_for(due, {0: "2C 3C", 1: "4C 6C"}, starter="5C", market="KD")
    state = do(due, dealt, *actions)
    fitting = deals_that_fit(due, dealt, actions, state)
    likely(state, 0, len(fitting))
    worlds = haft_khabis.worlds(haft_khabis.view(state, 0))
    assert {worlds.sample(Random(seed)) for seed in range(15 * len(fitting))} == fitting


def nearly_known(players: int, seed: int) -> Iterator[list[Action]]:
    """The beginnings of a random match with one pack after which seat 0 misses five cards at most, and one of them from a market
    that was shuffled anew; draws are frequent at first and then seldom."""
    rng, done = Random(seed), list[Action]()
    state = haft_khabis.initial_state(little_left(players))
    while not isinstance(state, MatchOver):
        choices = haft_khabis.legal_actions(state)
        if isinstance(state, Turn) and DRAW in choices and rng.random() < (0.1 if state.shuffled else 0.5):
            done.append(DRAW)
        elif isinstance(state, Turn) and len(choices) > 1:
            done.append(choices[rng.randrange(len(choices) - 1)])  # the draw is the last
        else:
            done.append(choices.sample(rng))
        state = do(state, done[-1])
        if isinstance(state, Turn | Drawn | AwaitShuffle):
            missed = set(PACK) - {*state.hand(0), *turn(state).pile}
            if 1 < len(missed) <= 5 and missed & set(turn(state).shuffled):
                yield list(done)


def little_left(players: int) -> Config:
    """Nearly all cards are dealt, and who draws tells nothing."""
    return Config(
        players=players, packs=1, hand_size=50 // players, must_play=False, tak_barg=False, first_dealer=players - 1, max_hands=1
    )


def states_that_fit(config: Config, done: Sequence[Action]) -> set[State]:
    """By brute force, for seat 0: the states after which it has noticed the same, however the cards that it misses at the end lay
    in the deal and in each market shuffled anew."""
    truth = haft_khabis.initial_state(config)
    end = do(truth, *done)
    missed = set(PACK) - {*end.hand(0), *turn(end).pile}
    found: set[State] = {truth}
    for action in done:
        noticed = haft_khabis.seen(truth, action, 0)
        truth = do(truth, action)
        found = {
            do(state, other)
            for state in found
            for other in (otherwise(action.pack, missed) if isinstance(action, Deal) else [action])
            if haft_khabis.violation(state, other) is None and haft_khabis.seen(state, other, 0) == noticed
        }
    return found


def otherwise(pack: Sequence[Card], missed: set[Card]) -> Iterator[Deal]:
    """All packs in which these cards have changed places."""
    for cards in permutations([card for card in pack if card in missed]):
        some = iter(cards)
        yield Deal(tuple(next(some) if card in missed else card for card in pack))


@pytest.mark.long
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 8), (3, 1), (3, 42), (3, 48)])
def test_worlds_after_a_shuffle_against_brute_force(players: int, seed: int) -> None:
    """KHABIS-11, KHABIS-D4, GEN-12: how many cards of the new market a hand has is public, and the worlds are all that could be."""
    config = little_left(players)
    for done in nearly_known(players, seed):
        state = do(haft_khabis.initial_state(config), *done)
        fitting = states_that_fit(config, done)
        view = haft_khabis.view(state, 0)
        assert {haft_khabis.view(one, 0) for one in fitting} == {view}
        likely(state, 0, len(fitting))
        assert {haft_khabis.determinize(view, Random(number)) for number in range(15 * len(fitting))} == fitting


def after_a_shuffle() -> Drawn:
    """Seat 0 has drawn the last card of the market, and then the first of a new one."""
    waiting = do(dry(must_play=False), DRAW, PASS, put("4C"), put("2C"), put("6C"), DRAW)
    drawn = do(waiting, Deal(parse_cards("4C 5C 2C")))
    assert isinstance(drawn, Drawn)
    return drawn


def test_a_new_market_is_imagined_of_the_cards_that_were_played() -> None:
    """KHABIS-11, KHABIS-D4: no card that nobody has seen lies in it, or is the one drawn from it."""
    state = after_a_shuffle()
    played = CardSet.parse("2C 4C 5C")
    for view in views(state):
        assert (view.shuffled, view.fresh, view.counts) == (played, (1, 0), (26, 23))
        for seed in range(50):
            world = haft_khabis.determinize(view, Random(seed))
            assert isinstance(world, Drawn)
            assert {world.card, *turn(world).market} == set(played)
    likely(state, 0, factorial(2))
    likely(state, 1, factorial(3))
    assert haft_khabis.worlds(haft_khabis.view(state, None)).size == comb(48, 23) * factorial(3)


def test_a_card_of_the_new_market_is_known_by_its_face() -> None:
    """KHABIS-D4: put, it is in the hand no more; and one of before takes nothing away."""
    state = after_a_shuffle()
    fresh, older = do(state, put("4C")), do(state, PASS, DRAW, PASS, put("3C"))
    assert [view.fresh for view in views(fresh)] == [(0, 0)] * 3
    assert [view.fresh for view in views(older)] == [(1, 1)] * 3
    likely(fresh, 1, factorial(2))
    likely(older, 1, factorial(2))  # the card that seat 0 keeps, and that of the market
    likely(older, 0, factorial(2))
    assert haft_khabis.worlds(haft_khabis.view(older, None)).size == comb(47, 24) * factorial(3)


def test_at_each_shuffle_the_market_is_new_and_every_hand_old() -> None:
    """KHABIS-11, KHABIS-D4: while the pile is shuffled the last market still counts."""
    waiting = do(after_a_shuffle(), PASS, DRAW, PASS, DRAW, PASS, put("QC"), put("9C"), DRAW)
    for view in views(waiting):
        assert (view.phase, view.shuffled, view.fresh) == (Phase.AWAIT_SHUFFLE, CardSet.parse("2C 4C 5C"), (2, 1))
    assert haft_khabis.worlds(haft_khabis.view(waiting, None)).size == comb(46, 22) * 3
    after = shuffled(waiting, "QC", "6C")
    for view in views(after):
        assert (view.shuffled, view.fresh) == (CardSet.parse("6C QC"), (0, 1))
    assert haft_khabis.worlds(haft_khabis.view(after, None)).size == comb(49, 26) * 2


def test_of_two_packs_no_market_is_remembered() -> None:
    """KHABIS-D4, GEN-11: a copy may be of the new market or of before, so every unseen card may lie anywhere."""
    state = start(["2C 3C", "4C 6C"], "5C", "KD", packs=2, hand_size=51, must_play=False)
    after = shuffled(do(state, DRAW, PASS, put("4C"), put("2C"), put("6C"), DRAW), "4C", "5C 2C")
    view = haft_khabis.view(after, 0)
    assert (view.shuffled, view.fresh) == (NO_CARDS, (0, 0))
    rng = Random(2)
    assert any(Card.parse("5C") in haft_khabis.determinize(view, rng).hand(1) for _ in range(50))


def test_a_new_hand_remembers_no_market() -> None:
    """KHABIS-2, KHABIS-D4."""
    state: State = after_a_shuffle()
    rng = Random(4)
    while not isinstance(state, AwaitDeal):
        state = do(state, haft_khabis.legal_actions(state).sample(rng))
    after = do(state, Deal(PACK))
    for view in (*views(state), *views(after)):
        assert (view.shuffled, view.fresh) == (NO_CARDS, (0, 0))


def test_worlds_of_two_packs() -> None:
    """GEN-11: the other one's 51 cards and that of the market are 52 unseen cards, of which some are alike: a world for each
    different card that the market may have."""
    state = start(["2C", ""], "5C", "KD", packs=2, hand_size=51)
    unseen = Counter([*state.hand(1), *state.market])
    likely(state, 0, len(unseen))
    assert len(unseen) < 52


def test_the_card_just_drawn_is_a_secret_of_its_own() -> None:
    """KHABIS-10: the others know only that it is one of those in the hand."""
    state = do(dry(must_play=False), DRAW)
    assert isinstance(state, Drawn)
    assert haft_khabis.worlds(haft_khabis.view(state, 0)).size == 1
    likely(state, 1, 26)
    worlds = haft_khabis.worlds(haft_khabis.view(state, 1))
    assert {world.card for world in (worlds.sample(Random(seed)) for seed in range(300)) if isinstance(world, Drawn)} == set(
        state.hand(0)
    )


def test_the_order_of_the_market_is_hidden() -> None:
    """GEN-10, KHABIS-2."""
    state = start(["2C 3C", "4C 6C"], hand_size=24)
    assert len(state.market) == 3
    assert haft_khabis.worlds(haft_khabis.view(state, 0)).size == comb(27, 24) * factorial(3)
    assert haft_khabis.worlds(haft_khabis.view(state, None)).size == factorial(51) // factorial(24) ** 2
    rng = Random(1)
    orders = Counter(turn(haft_khabis.determinize(haft_khabis.view(state, 0), rng)).market[0] for _ in range(27 * 20))
    assert len(orders) == 27
    assert uneven(orders.values(), 27) < 6


def test_worlds_while_a_new_market_is_shuffled() -> None:
    """KHABIS-11: all unseen cards are in hands."""
    waiting = do(dry("7C 3C", "7D 6C"), put("7C"), put("7D"), DRAW)
    assert isinstance(waiting, AwaitShuffle)
    assert haft_khabis.worlds(haft_khabis.view(waiting, 0)).size == 1
    world = haft_khabis.determinize(haft_khabis.view(waiting, None), Random(3))
    assert isinstance(world, AwaitShuffle)
    assert (counts(world), world.turn.pile, world.due) == (counts(waiting), waiting.turn.pile, 3)
    assert haft_khabis.worlds(haft_khabis.view(waiting, None)).size == comb(49, 25)


def test_between_hands_nothing_is_hidden() -> None:
    """KHABIS-2, KHABIS-15."""
    for state in (
        haft_khabis.initial_state(),
        haft_khabis.initial_state(Config(first_dealer=1)),
        do(start(["2C", "2D"], target=1), put("2C")),
    ):
        worlds = haft_khabis.worlds(haft_khabis.view(state, 0))
        assert (worlds.size, worlds.sample(Random(1))) == (1, state)


# -- every option acts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [
        {"players": 3},
        {"packs": 2},
        {"hand_size": 5},
        {"first_dealer": 1},
        {"ten_with_two": TenWithTwo.PLAY_AGAIN},
        {"after_draw": AfterDraw.TURN_ENDS},
        {"must_play": False},
        {"tak_barg": False},
        {"out_on_eight": True},
        {"play_on": False},
        {"target": 1},
        {"max_hands": 1},
    ],
    ids=lambda other: next(iter(other)),
)
def test_case_08_every_option_acts(other: dict[str, Any]) -> None:
    """KHABIS-1 to KHABIS-15: with the same choices another match is played."""

    def told(config: Config, seed: int) -> list[object]:
        return [(type(one), one.actor, haft_khabis.legal_actions(one)) for one in states(config, seed, 400)]

    plain = Config(max_hands=2, first_dealer=0)
    changed = attrs.evolve(plain, **other)
    assert any(told(plain, seed) != told(changed, seed) for seed in range(12))


def test_case_18_none_and_zero_are_told_apart() -> None:
    """GEN-8: dealer 0 and none, forgetful seat 0 and none, drawer 0 and none, in views and JSON."""
    assert haft_khabis.initial_state().standing.dealer is None
    assert haft_khabis.initial_state(Config(first_dealer=0)).standing.dealer == 0
    forgot = do(start(["2C 3C", "2D 4C"]), put("2C"))
    said = do(start(["2C 3C", "2D 4C"]), say("2C"))
    assert (haft_khabis.view(forgot, 1).forgot, haft_khabis.view(said, 1).forgot) == (0, None)
    waiting = do(dry("7C 3C", "7D 6C"), put("7C"), put("7D"), DRAW)
    for state in (forgot, said, waiting, haft_khabis.initial_state(), haft_khabis.initial_state(Config(first_dealer=0))):
        assert loads(GAME, dumps(GAME, state), Kind.STATE) == state
        for one in views(state):
            assert loads(GAME, dumps(GAME, one), Kind.VIEW) == one


def test_actions_as_text() -> None:
    """GEN-4: and as lines of a record."""
    for action, text in (
        (put("2C"), "Put 2C"),
        (say("JH", D), "Put JH, diamonds, tak barg"),
        (DRAW, "DrawCards"),
        (CALL, "CallTakBarg"),
    ):
        assert action_text(action) == text
        assert read_action(GAME, text) == action
    record: Record[Any, Any] = Record(GAME, Config(players=2, hand_size=2, first_dealer=1))
    pack = haft_khabis.deal_for(record.last(), {0: "2C 3C", 1: "2D 4C"}, starter="5C", market="KD")
    whole = record.then(pack).then(put("2C")).then(CALL).then(put("4C"))
    assert Record.parse(str(whole)) == whole
    assert hand(whole.last(), 0) == "3C KD"


def test_a_true_is_not_a_one() -> None:
    """GEN-6: nor in the hash, though Python takes them for equal."""
    assert Put(Card.parse("2C"), None, True) != Put(Card.parse("2C"), None, 1)  # type: ignore[arg-type]  # that is the point
    assert Put(Card.parse("2C")) == Put(Card.parse("2C"), None, False)


def test_the_pack_has_all_ranks_and_suits() -> None:
    """KHABIS-1: and no joker."""
    pack = haft_khabis.places(haft_khabis.initial_state(Config(packs=2)))["pack"]
    assert Counter(pack) == {Card(suit, rank): 2 for suit in SUITS for rank in RANKS}
