"""What is said when something may not be, and what a refusal leaves as it was (GEN-5, GEN-6)."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from typing import Any

import attrs
import pytest

from persian_cards.actions import CHANCE, NOTHING, Deal, NameTrump, Play
from persian_cards.cards import PACK, Card, Suit
from persian_cards.errors import ConfigError, IllegalAction, RecordError, Violation, shown
from persian_cards.game import refusal
from persian_cards.games import GAMES, hokm

START = hokm.initial_state(hokm.Config(first_hakem=0, max_hands=1))
NAMING = hokm.apply(START, Deal(PACK))
PLAYING = hokm.apply(NAMING, NameTrump(Suit.HEARTS))  # seat 0 holds 2C 3C 4C 5C 6C, 9D 10D JD QD, QH KH AH 2S


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError


# -- values in messages -------------------------------------------------------------------------------------------------


def test_values_are_shown_as_they_are_or_cut() -> None:
    values: list[Any] = [None, 5, "AS", [1, 2], ("a", None), {"a": 1}, {3}, 2.5, PACK[0], Play(PACK[0]), 10**60, "x" * 90]
    assert [shown(value) for value in values] == list(map(repr, values))
    assert shown("x" * 98) == repr("x" * 98)
    assert shown("x" * 99) == "'" + "x" * 47 + "..." + "x" * 48 + "'"
    assert shown(10**99) == str(10**99)
    assert len(shown(10**100)) == 100
    assert len(shown(Play("x" * 98))) == 100  # type: ignore[arg-type]  # it may be anything
    assert shown(PACK) == "(2C, 3C, 4C, 5C, 6C, 7C, ...)"
    huge: list[Any] = [
        "x" * 10**6,
        10**1000,
        b"x" * 10**6,
        list(range(10**5)),
        Deal(PACK),
        {n: n for n in range(1000)},
        "\n" * 10**4,
    ]
    assert [value for value in huge if len(shown(value)) > 102] == []
    assert "Unshowable" in shown(Unshowable())
    assert shown(10**5000) == "<a very large int>"
    assert shown([10**5000]) == "<a very large list>"
    assert str(ConfigError("kot", 10**5000, "less", "GEN-6")) == "kot must be less, not <a very large int> (GEN-6)"
    endless: list[Any] = []
    endless.append(endless)
    assert len(shown(endless)) < 60


# -- errors -------------------------------------------------------------------------------------------------------------


def test_a_violation_names_its_clause() -> None:
    assert str(Violation("HOKM-7", "seat 2 must follow hearts")) == "seat 2 must follow hearts (HOKM-7)"
    assert Violation("A", "b") == Violation("A", "b") != Violation("A", "c")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Violation("A", "b").text = "c"  # type: ignore[misc]  # it is frozen


def test_a_refused_action_tells_all_about_it() -> None:
    refused = IllegalAction(2, Play(PACK[0]), Violation("HOKM-7", "no"), partial(hokm.legal_actions, PLAYING))
    assert isinstance(refused, ValueError)
    assert (refused.seat, refused.action, refused.violation) == (2, Play(PACK[0]), Violation("HOKM-7", "no"))
    assert refused.legal == hokm.legal_actions(PLAYING)
    assert str(refused) == "no (HOKM-7): Play(card=2C) is refused"


def test_what_is_legal_is_worked_out_when_asked_for() -> None:
    asked = []

    def legal() -> Any:
        asked.append(1)
        return NOTHING

    refused = IllegalAction(0, None, Violation("GEN-5", "no"), legal)
    str(refused)
    assert not asked
    assert refused.legal is NOTHING
    assert asked


def test_a_refused_config_names_the_field_the_value_and_what_is_allowed() -> None:
    refused = ConfigError("kot", -1, "a whole number", "HOKM-9")
    assert isinstance(refused, ValueError)
    assert (refused.field, refused.value, refused.allowed, refused.clause) == ("kot", -1, "a whole number", "HOKM-9")
    assert str(refused) == "kot must be a whole number, not -1 (HOKM-9)"
    assert len(str(ConfigError("kot", "x" * 10**6, "a whole number", "HOKM-9"))) < 200


def test_a_refused_record_tells_which_action_is_wrong() -> None:
    assert isinstance(RecordError("no"), ValueError)
    assert (RecordError("no").reason, RecordError("no").index, str(RecordError("no"))) == ("no", None, "no")
    assert (RecordError("no", 0).reason, RecordError("no", 0).index) == ("no", 0)
    assert str(RecordError("no", 0)) == "action 0: no"


@pytest.mark.parametrize(
    "error",
    [
        IllegalAction(2, Play(PACK[0]), Violation("HOKM-7", "no"), partial(hokm.legal_actions, PLAYING)),
        ConfigError("kot", -1, "a whole number", "HOKM-9"),
        RecordError("no", 3),
        RecordError("no"),
    ],
)
def test_errors_survive_the_way_to_another_process(error: Any) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        for name in ("seat", "action", "violation", "legal", "field", "value", "allowed", "clause", "reason", "index"):
            assert getattr(twin, name, None) == getattr(error, name, None)


# -- refusals -----------------------------------------------------------------------------------------------------------


def test_a_refusal_is_made_of_a_games_own_functions() -> None:
    refused = refusal(PLAYING, Play(PACK[5]), hokm.violation, hokm.legal_actions)
    assert type(refused) is IllegalAction
    assert refused.seat == 0
    assert refused.action == Play(PACK[5])
    assert refused.violation == hokm.violation(PLAYING, Play(PACK[5])) == Violation("GEN-5", "seat 0 does not hold 7♣")
    assert refused.legal == hokm.legal_actions(PLAYING)
    with pytest.raises(AssertionError):
        refusal(PLAYING, Play(PACK[0]), hokm.violation, hokm.legal_actions)


def test_a_seat_plays_when_it_is_its_turn() -> None:
    assert hokm.GAME.submit(PLAYING, 0, Play(PACK[0])) == hokm.apply(PLAYING, Play(PACK[0]))
    with pytest.raises(IllegalAction, match=r"seat 0 does not hold A♠ \(GEN-5\)") as refused:
        hokm.GAME.submit(PLAYING, 0, Play(Card.parse("AS")))
    assert refused.value.legal == hokm.legal_actions(PLAYING)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_nobody_plays_for_another(seat: int) -> None:
    before = hash(PLAYING), repr(PLAYING)
    texts = set()
    asked: list[Any] = [Play(PACK[0]), Play(Card.parse("AS")), NameTrump(Suit.CLUBS), None, "rubbish"]
    for action in asked:
        with pytest.raises(IllegalAction, match=rf"^it is not the turn of seat {seat} \(GEN-5\): ") as refused:
            hokm.GAME.submit(PLAYING, seat, action)
        assert (refused.value.seat, refused.value.action) == (seat, action)
        assert refused.value.legal is NOTHING
        assert not pickle.loads(pickle.dumps(refused.value)).legal
        texts.add(str(refused.value.violation))
    assert len(texts) == 1
    assert (hash(PLAYING), repr(PLAYING)) == before


def test_nobody_plays_for_chance_or_when_the_game_is_over() -> None:
    assert START.actor is CHANCE
    with pytest.raises(IllegalAction, match="it is not the turn of seat 0"):
        hokm.GAME.submit(START, 0, Deal(PACK))
    state: hokm.State = PLAYING
    while legal := hokm.legal_actions(state):
        state = hokm.apply(state, legal[0])
    for seat in range(4):
        with pytest.raises(IllegalAction, match=r"^the game is over \(GEN-5\)"):
            hokm.GAME.submit(state, seat, Play(PACK[0]))


def test_a_seat_that_the_table_does_not_have_is_told_so() -> None:
    seats: list[Any] = [4, -1, None, CHANCE, True, "0", 0.0, []]
    for state in (START, PLAYING):
        for seat in seats:
            with pytest.raises(LookupError, match="there is no seat"):
                hokm.GAME.submit(state, seat, Play(PACK[0]))


def test_a_game_in_words() -> None:
    assert repr(hokm.GAME) == f"<Game hokm {hokm.GAME.version}>"


# -- games by name ------------------------------------------------------------------------------------------------------


def test_games_are_found_by_name() -> None:
    assert GAMES["hokm"] is hokm.GAME
    assert len(GAMES) == len(list(GAMES)) == len(set(GAMES))
    for name in GAMES:
        assert name in GAMES
        assert GAMES[name].name == name
        for alias in GAMES[name].aliases:
            assert alias in GAMES
            assert GAMES[alias] is GAMES[name]
            assert alias not in list(GAMES)
    assert repr(GAMES) == f"<games: {', '.join(GAMES)}>"
    assert GAMES.get("rummy") is None


@pytest.mark.parametrize("name", ["rummy", "", "HOKM", "hokm ", "__init__", None, 3, ("hokm",)])
def test_there_is_no_other_game(name: Any) -> None:
    assert name not in GAMES
    with pytest.raises(KeyError, match=r"there is no game .*; the games are \w+(, \w+)*"):
        GAMES[name]


def test_aliases_lead_to_the_same_game() -> None:
    make: Any = type(GAMES)
    games = make(("hokm",), {"rule": "hokm"})
    assert games["rule"] is games["hokm"] is hokm.GAME
    assert "rule" in games
    assert "hokm" in games
    assert "spades" not in games
    assert list(games) == ["hokm"]
    assert len(games) == 1
