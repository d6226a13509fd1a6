"""Lines of play are counted exactly, and not begun to be counted where there are too many."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from persian_cards.actions import Permutations
from persian_cards.cards import PACK
from persian_cards.game import AnyGame
from persian_cards.games import GAMES, hokm, oh_hell
from persian_cards.perft import TooManyLines, perft
from persian_cards.testing.playing import Choices, bounded, play, states_of


def lines(game: AnyGame, state: Any, depth: int) -> list[tuple[Any, ...]]:
    """All lines, written out."""
    if not depth:
        return [()]
    return [(action, *rest) for action in game.legal_actions(state) for rest in lines(game, game.apply(state, action), depth - 1)]


@pytest.mark.parametrize("name", GAMES)
def test_it_counts_what_can_be_written_out(name: str) -> None:
    game = GAMES[name]
    games = [play(game, bounded(game, 1), Choices(seed)) for seed in range(4)]
    states = [state for steps in games for state in states_of(steps)]
    checked = 0
    for state in states[:: max(1, len(states) // 12)]:
        for depth in (1, 2, 3):
            try:
                counted = perft(game, state, depth, limit=500)
            except TooManyLines:
                continue
            found = lines(game, state, depth)
            assert counted.lines == len(found)
            by_first = Counter(line[0] for line in found)
            assert dict(counted.by_action) == {action: by_first[action] for action in game.legal_actions(state)}
            checked += 1
    assert checked > 3


def test_a_deck_of_one_card_each_has_as_many_lines_as_there_are_bids() -> None:
    """OHHELL-5: two bids each of four players; then one card each; then the end of a hand, and a deal."""
    state = oh_hell.initial_state(oh_hell.Config(players=4, first_dealer=0, max_cards=1))
    state = oh_hell.apply(state, oh_hell.deal_for(state, {}))
    assert [perft(oh_hell.GAME, state, depth).lines for depth in range(1, 9)] == [2, 4, 8, 16, 16, 16, 16, 16]


def test_the_breakdown_is_told_in_order() -> None:
    state = hokm.apply(hokm.initial_state(hokm.Config(first_hakem=0)), hokm.Deal(PACK))
    counted = perft(hokm.GAME, state, 2)
    assert str(counted).splitlines() == [
        *(f"NameTrump {suit}: 13" for suit in ("clubs", "diamonds", "hearts", "spades")),
        "4 actions, 52 lines of 2",
    ]
    assert counted.depth == 2


def test_a_game_that_is_over_has_no_lines() -> None:
    end = play(hokm.GAME, hokm.Config(max_hands=1), Choices(1))[-1]
    assert perft(hokm.GAME, end.after, 1).by_action == ()
    assert perft(hokm.GAME, end.before, 1).lines == hokm.legal_actions(end.before).size
    assert perft(hokm.GAME, end.before, 2).lines == 0


def test_chance_is_not_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """A set is asked for its size before any of its members is made."""
    start = hokm.initial_state(hokm.Config(first_hakem=0))
    monkeypatch.setattr(Permutations, "_at", None)
    with pytest.raises(TooManyLines, match=r"1,000,000 actions, and chance has 80,658,.* with 3 to go"):
        perft(hokm.GAME, start, 3)


def test_the_limit_is_of_all_actions_that_are_looked_at() -> None:
    state = hokm.apply(hokm.initial_state(hokm.Config(first_hakem=0)), hokm.Deal(PACK))
    assert perft(hokm.GAME, state, 2, limit=4 + 4 * 13).lines == 52
    with pytest.raises(TooManyLines, match="perft may look at 55 actions, and there are more"):
        perft(hokm.GAME, state, 2, limit=55)
    with pytest.raises(TooManyLines, match="perft may look at 3 actions, and seat 0 has 4 with 1 to go"):
        perft(hokm.GAME, state, 1, limit=3)


@pytest.mark.parametrize("depth", [0, -1])
def test_lines_have_actions(depth: int) -> None:
    with pytest.raises(ValueError, match=f"depth must be at least 1, not {depth}"):
        perft(hokm.GAME, hokm.initial_state(), depth)
