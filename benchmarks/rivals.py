"""The other libraries, driven from Python in uniformly random play; neither has types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any

from measure import Contender, interleaved


def library(name: str) -> Any | None:
    """A library of the extra `bench`; None if it is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


# -- OpenSpiel ----------------------------------------------------------------------------------------------------------


def openspiel(pyspiel: Any, name: str, hand: tuple[int, int] | None = None) -> tuple[Contender, Contender, Contender]:
    """A game of OpenSpiel with states copied, with states changed in place, and so too with chance as its documents draw it.

    `hand` is how many chance nodes and how many decisions each of its hands must have; None if that is not fixed.
    """
    game = pyspiel.load_game(name)

    def copying(seed: int, hands: int) -> tuple[list[Any], int]:
        choice = Random(seed).choice
        ends, made = [], 0
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                made += not state.is_chance_node()
                state = state.child(choice(state.legal_actions()))
            ends.append(state)
        return ends, made

    def changing(seed: int, hands: int) -> tuple[list[Any], int]:
        choice = Random(seed).choice
        ends, made = [], 0
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                made += not state.is_chance_node()
                state.apply_action(choice(state.legal_actions()))
            ends.append(state)
        return ends, made

    def documented(seed: int, hands: int) -> tuple[list[Any], int]:
        choice = Random(seed).choice
        ends, made = [], 0
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(choice(state.chance_outcomes())[0])
                else:
                    made += 1
                    state.apply_action(choice(state.legal_actions()))
            ends.append(state)
        return ends, made

    def count(seed: int, hands: int, played: tuple[Sequence[Any], int]) -> int:
        ends, made = played
        assert len(ends) == hands
        decisions = 0
        for end in ends:
            actors = [step.player for step in end.full_history()]
            chance = actors.count(pyspiel.PlayerId.CHANCE)
            assert hand is None or (chance, len(actors) - chance) == hand
            decisions += len(actors) - chance
        assert decisions == made
        return decisions

    return (
        Contender(f"OpenSpiel {name}, child", copying, count),
        Contender(f"OpenSpiel {name}, apply_action", changing, count),
        Contender(f"OpenSpiel {name}, apply_action, chance_outcomes", documented, count),
    )


# -- RLCard -------------------------------------------------------------------------------------------------------------

_LEGAL: dict[str, Callable[[Any, Any], Sequence[Any]]] = {
    "blackjack": lambda game, state: state["actions"],
    "doudizhu": lambda game, state: game.state["actions"],
    "mahjong": lambda game, state: game.get_legal_actions(state),
    "gin-rummy": lambda game, state: game.judge.get_legal_actions(),
    "bridge": lambda game, state: game.judger.get_legal_actions(),
}
"""How a game class tells its legal actions, where its states do not hold them as "legal_actions"."""


def _in_state(game: Any, state: Any) -> Sequence[Any]:
    legal: Sequence[Any] = state["legal_actions"]
    return legal


def _by_env(env: Any, name: str) -> Contender:
    def play(seed: int, games: int) -> list[int]:
        env.seed(seed)
        choice = Random(seed).choice
        decisions = []
        for _ in range(games):
            made = 0
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(choice(list(state["legal_actions"])))
                made += 1
            decisions.append(made)
        return decisions

    return Contender(f"RLCard {name} by its env", play, _made)


def _by_class(env: Any, name: str) -> Contender:
    game, legal = env.game, _LEGAL.get(name, _in_state)

    def play(seed: int, games: int) -> list[int]:
        env.seed(seed)
        choice = Random(seed).choice
        decisions = []
        for _ in range(games):
            made = 0
            state, _ = game.init_game()
            while not game.is_over():
                state, _ = game.step(choice(legal(game, state)))
                made += 1
            decisions.append(made)
        return decisions

    return Contender(f"RLCard {name} by its game class", play, _made)


def _made(seed: int, games: int, decisions: Sequence[int]) -> int:
    assert len(decisions) == games
    return sum(decisions)


def rlcard_by_speed(rlcard: Any) -> list[tuple[Contender, float]]:
    """All RLCard's games, by env and by game class, each with the most decisions a second of five rounds; the fastest first."""
    names = list(import_module("rlcard.envs.registration").registry.env_specs)
    ways = [way(rlcard.make(name), name) for name in names for way in (_by_env, _by_class)]
    figures = interleaved(ways, 5)
    return sorted(((way, 1 / min(figures.seconds[way])) for way in ways), key=lambda pair: -pair[1])
