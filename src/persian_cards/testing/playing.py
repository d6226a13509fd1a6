"""Playing whole games by given choices, and what the laws ask of the states on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from random import Random
from typing import Any, Final, TypeVar

import attrs

from persian_cards.actions import ActionSet
from persian_cards.cards import BY_INDEX, Card
from persian_cards.errors import shown
from persian_cards.game import AnyGame
from persian_cards.options import options
from persian_cards.record import Record

T = TypeVar("T")

LIMIT: Final = 20_000
"""More actions than a game takes whose hands or rounds are bounded."""

PATIENCE: Final = 400
"""After so many actions players take the first that is legal: where one may put off the end for ever, leanings would do so."""


@attrs.frozen
class Choices:
    """How a game is played. Each number of `script` picks a legal action by its place (modulo how many there are). When they are
    used up, actions are chosen uniformly by `seed`, but for players with a leaning (`leanings` go round the seats): of more than
    two actions -1 takes the first most times, 1 the last. Leanings make one-sided games, which chance alone makes seldom."""

    seed: int
    script: tuple[int, ...] = ()
    leanings: tuple[int, ...] = (0,)


@attrs.frozen
class Step:
    """One action, with the states before and after it."""

    before: Any
    action: Any
    after: Any


def steps_of(game: AnyGame, config: object, choices: Choices) -> Iterator[Step]:
    """The steps of one game, played by these choices. What the game raises on the way has the game up to there as a note.

    >>> from persian_cards.games import hokm
    >>> next(steps_of(hokm.GAME, hokm.Config(first_hakem=0), Choices(1))).after.actor
    0
    """
    rng, script = Random(choices.seed), iter(choices.script)
    done: list[Any] = []

    def choose(state: Any, legal: ActionSet[Any]) -> Any:
        number = next(script, None)
        leaning = choices.leanings[state.actor % len(choices.leanings)] if isinstance(state.actor, int) else 0
        if number is not None:
            return legal[number % legal.size]
        if len(done) >= PATIENCE and isinstance(state.actor, int):
            return legal[0]
        if leaning and legal.size > 2 and rng.random() < 0.8:
            return legal[0 if leaning < 0 else -1]
        return legal.sample(rng)

    def step(state: Any) -> Step | None:
        legal = game.legal_actions(state)
        assert isinstance(legal, ActionSet), f"legal_actions gives {shown(legal)}, which is no ActionSet"
        if not legal:
            return None
        done.append(choose(state, legal))
        after = game.apply(state, done[-1])
        assert type(after) in game.phases, f"{shown(done[-1])} leads to {shown(after)}, whose class is none of the phases"
        return Step(state, done[-1], after)

    state = game.initial_state(config)
    while True:
        try:
            found = step(state)
        except Exception as error:
            error.add_note(record_text(Record(game, config, tuple(done))) if done else f"with {config!r}")
            raise
        if found is None:
            return
        yield found
        state = found.after


def record_text(record: Record[Any, Any]) -> str:
    """The text of a record, or of its beginning and end if it is long."""
    lines = str(record).splitlines()
    if len(lines) > 40:
        lines[8:-30] = [f"... ({len(lines) - 38} more actions)"]
    return "\n".join(lines)


def bounded(game: AnyGame, hands: int = 20) -> Any:
    """The default config, but with an end where players at random may never reach the target, or play round upon round (GEN-9)."""
    bounds = [one.name for one in options(game.Config) if one.name in ("max_hands", "max_rounds") and one.default is None]
    return game.Config(**dict.fromkeys(bounds, hands))


def play(game: AnyGame, config: object, choices: Choices) -> list[Step]:
    """The steps of one game, which must come to an end; AssertionError if it does not, or ends before it begins."""
    steps = list(islice(steps_of(game, config, choices), LIMIT))
    assert steps, "nothing can be done in the first state"
    assert len(steps) < LIMIT, f"the game has not ended after {LIMIT:,} actions"
    return steps


def states_of(steps: Sequence[Step]) -> list[Any]:
    """The states of a game, the first one first."""
    return [steps[0].before, *(step.after for step in steps)]


def some(states: Sequence[Any], rng: Random, others: int) -> list[Any]:
    """The first state of each phase, and so many others."""
    return [*{type(state): state for state in reversed(states)}.values(), *rng.sample(states, min(others, len(states)))]


def spread(items: Sequence[T], most: int) -> Sequence[T]:
    """At most so many of the items, evenly spread, the first and the last among them.

    >>> spread(range(10), 4), spread("ab", 4)
    ([0, 3, 6, 9], 'ab')
    """
    if len(items) <= most:
        return items
    return [items[place * (len(items) - 1) // (most - 1)] for place in range(most)]


def members(legal: ActionSet[Any], rng: Random) -> list[Any]:
    """All members of a small set; of a large one the first, the last, and some between."""
    return list(legal) if legal.size <= 14 else [legal[0], legal[-1], legal.sample(rng)]


def watchers(game: AnyGame, config: Any) -> list[int | None]:
    """All seats, and a spectator."""
    return [*range(game.seats(config)), None]


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Sorted, with copies of a card side by side."""
    return sorted(cards, key=BY_INDEX)


def pack_of(game: AnyGame, config: object) -> list[Card]:
    """The cards that a game is played with, in order."""
    return in_order(chain.from_iterable(game.places(game.initial_state(config)).values()))
