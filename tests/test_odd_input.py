"""Odd input to the shared modules: it is refused in our words, or told apart from what it resembles."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

from persian_cards.actions import Bid, Deal, Listed, NameTrump, Pass, Permutations, Play, Plays
from persian_cards.cards import CARDS, PACK, Bag, Card, CardSet, Suit
from persian_cards.errors import ConfigError, IllegalAction, RecordError, shown
from persian_cards.games import hokm
from persian_cards.options import Option, Whole, read_value
from persian_cards.record import Record, read_action
from persian_cards.simulate import simulate
from persian_cards.worlds import Fillings, Worlds

HUGE = 10**5000
START = hokm.initial_state(hokm.Config(first_hakem=0))
PLAYING = hokm.apply(hokm.apply(START, Deal(PACK)), NameTrump(Suit.HEARTS))


class Awkward:
    """As numpy arrays are: comparing gives something without truth."""

    __hash__ = None  # type: ignore[assignment]  # that is the point

    def __eq__(self, other: object) -> Any:
        return self

    def __bool__(self) -> bool:
        raise ValueError("ambiguous")


class Everything:
    """As unittest.mock.ANY is."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]  # that is the point


def test_a_refusal_does_not_show_the_hands() -> None:
    with pytest.raises(IllegalAction) as refused:
        hokm.submit(PLAYING, 0, Play(PACK[51]))
    assert "dealt" not in repr(refused.value)


def test_drawing_from_an_empty_permutations() -> None:
    legal = Permutations(Deal, CARDS[:3], 5)
    assert legal.size == 0
    with pytest.raises(IndexError):
        legal.sample(Random(1))


def test_huge_numbers_are_shown() -> None:
    assert len(shown(HUGE)) < 200


def test_huge_numbers_are_refused() -> None:
    assert hokm.violation(START, HUGE) is not None
    with pytest.raises(IllegalAction):
        hokm.apply(START, HUGE)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(ConfigError) as refused:
        hokm.Config(kot=-HUGE)
    assert str(refused.value)
    with pytest.raises(LookupError):
        hokm.view(START, HUGE)
    with pytest.raises(LookupError):
        hokm.submit(START, HUGE, Deal(PACK))


def test_huge_numbers_are_no_cards() -> None:
    with pytest.raises(ValueError, match="card"):
        Card(Suit.CLUBS, HUGE)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(ValueError, match="card"):
        Card.parse(HUGE)  # type: ignore[arg-type]  # that is the point


def test_a_version_of_many_digits() -> None:
    with pytest.raises(RecordError):
        Record.parse("hokm " + "1" * 5000)


def test_a_record_and_an_action_are_text() -> None:
    rubbish: Any
    for rubbish in (None, 7, b"hokm 1", ["hokm 1"]):
        with pytest.raises(RecordError, match="a record is written as text"):
            Record.parse(rubbish)
        with pytest.raises(ValueError, match="an action is written as text"):
            read_action(hokm.GAME, rubbish)


def test_records_and_games_survive_pickling() -> None:
    record = Record.begin(hokm.GAME, hokm.Config())
    assert pickle.loads(pickle.dumps(hokm.GAME)) == hokm.GAME
    assert pickle.loads(pickle.dumps(record)) == copy.deepcopy(record) == record


def test_sets_and_bags_are_of_cards() -> None:
    for kind in (CardSet, Bag):
        for rubbish in ("AS KH", ["AS"], [1, 2], [None]):
            with pytest.raises((ValueError, TypeError)):
                kind(rubbish)  # type: ignore[arg-type]  # that is the point


def test_a_listed_set_holds_its_members_and_nothing_like_them() -> None:
    assert Bid(2.0) not in Listed((Bid(2),))  # type: ignore[arg-type]  # that is the point
    assert Bid(True) not in Listed((Bid(1),))


def test_any_thing_may_be_looked_for_in_a_listed_set() -> None:
    legal = hokm.legal_actions(hokm.apply(PLAYING, Play(PACK[0])))
    rubbish: Any
    for rubbish in (Everything(), Play(Everything()), Awkward(), Play(Awkward())):  # type: ignore[arg-type]  # that is the point
        assert rubbish not in legal


def test_an_index_that_is_no_number() -> None:
    for index in ("a", 1.0, None):
        with pytest.raises(TypeError):
            Plays(5)[index]  # type: ignore[call-overload]  # that is the point


def test_a_listed_set_refuses_as_the_others_do() -> None:
    with pytest.raises(ValueError, match="is not among the 1 actions"):
        Listed((Pass(),)).index(Bid(3))


def test_a_choice_in_secret_that_nobody_could_have_made() -> None:
    with pytest.raises(ValueError, match="no state fits what has been shown"):
        Worlds(Fillings((), ()), tuple, ((),)).sample(Random(1))


def test_a_value_that_an_option_cannot_have() -> None:
    with pytest.raises(ConfigError):
        read_value(Option("seat", "OWN-1", (Whole(0, 3),), 2, ""), "7")


def test_a_config_of_large_numbers_reads_back() -> None:
    record = Record.begin(hokm.GAME, hokm.Config(kot=10**20))
    assert Record.parse(str(record)) == record


def test_an_unknown_seat_cannot_follow_a_game_not_yet_begun() -> None:
    with pytest.raises(LookupError):
        list(Record.begin(hokm.GAME, hokm.Config()).seen_by(9))


def test_a_policy_for_a_seat_that_there_is_not() -> None:
    with pytest.raises(LookupError):
        list(simulate(hokm.GAME, hokm.Config(max_hands=1), matches=1, seed=1, policies={4: lambda view, rng: view.legal[0]}))


def test_a_suit_is_read_by_all_its_names() -> None:
    assert Card.parse("۲ خاج").suit is Suit.CLUBS
    assert read_action(hokm.GAME, "NameTrump خاج") == NameTrump(Suit.CLUBS)
