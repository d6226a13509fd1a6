"""Test vectors: positions of random games with all that the rules say of them, as lines of JSON for engines in any language.

`docs/vectors.md` tells the form. A set for each game ships beside this module. It needs the extra `json`.

>>> from persian_cards.games import hokm
>>> (one,) = vectors(hokm.GAME, 1, seed=7)
>>> list(one)
['record', 'actor', 'legal', 'perft', 'action', 'views', 'outcome']
>>> one["record"]["game"], one["actor"]
('hokm', 'chance')
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, Final

from persian_cards.actions import CHANCE, ActionSet, below
from persian_cards.codec import dump
from persian_cards.game import AnyGame
from persian_cards.games import GAMES
from persian_cards.options import bounding, fitting, options, trials
from persian_cards.perft import TooManyLines, perft
from persian_cards.record import Record
from persian_cards.simulate import match_rng

LISTED: Final = 30
"""More legal actions than these are not written out."""

DIGESTED: Final = 10_000
"""More legal actions than these have no digest."""

PERFT_DEPTH: Final = 4
"""Lines of at most so many actions are counted."""

PERFT_LIMIT: Final = 2000
"""More actions than these are not looked at to count lines."""

_ACTIONS: Final = 200
"""No position is later in its game."""

# -- one vector ---------------------------------------------------------------------------------------------------------


def vector(record: Record[Any, Any], action: Any) -> dict[str, Any]:
    """All that is said of the position after a record, and of what an action makes of it.

    Raises RecordError for a record that cannot be replayed, and IllegalAction for an action that is not legal.
    """
    game, state = record.game, record.last()
    after = game.apply(state, action)
    outcome = game.outcome(after)
    return {
        "record": dump(game, record),
        "actor": "chance" if state.actor is CHANCE else state.actor,
        "legal": _legal(game, game.legal_actions(state)),
        "perft": _perft(game, state),
        "action": dump(game, action),
        "views": _views(game, after),
        "outcome": None if outcome is None else dump(game, outcome),
    }


def _legal(game: AnyGame, legal: ActionSet[Any]) -> dict[str, Any]:
    actions = [dump(game, action) for action in legal] if legal.size <= DIGESTED else None
    return {
        "size": str(legal.size),
        "actions": actions if legal.size <= LISTED else None,
        "sha256": None if actions is None else digest(actions),
    }


def digest(actions: list[dict[str, Any]]) -> str:
    """The SHA-256, in hexadecimal, of actions as JSON in any order: each in canonical form, sorted, each followed by a newline.

    >>> digest([{"type": "Play", "card": "AS"}, {"card": "10S", "type": "Play"}])[:16]
    'd8c02fcd9458d9a8'
    """
    lines = sorted(json.dumps(action, sort_keys=True, separators=(",", ":")) + "\n" for action in actions)
    return sha256("".join(lines).encode()).hexdigest()


def _perft(game: AnyGame, state: Any) -> list[int]:
    """The lines of 1, 2, ... actions, as long as they are few enough to count."""
    counts = []
    for depth in range(1, PERFT_DEPTH + 1):
        try:
            counts.append(perft(game, state, depth, limit=PERFT_LIMIT).lines)
        except TooManyLines:
            break
    return counts


def _views(game: AnyGame, state: Any) -> dict[str, Any]:
    """What all see alike is written once."""
    seats = range(game.seats(state.standing.config))
    *seen, spectator = [dump(game, game.view(state, seat)) for seat in (*seats, None)]
    alike = {name: value for name, value in spectator.items() if all(view[name] == value for view in seen)}
    own = [{name: value for name, value in view.items() if name not in alike} for view in (*seen, spectator)]
    return {"all": alike, "seats": own[:-1], "spectator": own[-1]}


# -- many vectors -------------------------------------------------------------------------------------------------------


def vectors(game: AnyGame, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """So many vectors, each of a game of its own: every third of the default config, the others of configs with small values, all
    with few hands. Phases and actions that have come up seldom are preferred. The same seed gives the same vectors everywhere."""
    taken = Counter[tuple[str, str, bool]]()
    for number in range(count):
        rng = match_rng(seed, number)
        config = _config(game, rng, plain=number % 3 == 0)
        actions, kinds = _game(game, config, rng)
        rarest = min(kinds, key=lambda kind: (taken[kind], kind))
        places = [place for place, kind in enumerate(kinds) if kind == rarest]
        place = places[below(rng, len(places))]
        taken[rarest] += 1
        yield vector(Record(game, config, tuple(actions[:place])), actions[place])


def _config(game: AnyGame, rng: Random, *, plain: bool) -> Any:
    values = {}
    for option in options(game.Config):
        some = list(chain.from_iterable(map(trials, bounding(option))))
        if not plain or len(bounding(option)) < len(option.domains):
            values[option.name] = some[below(rng, len(some))]
    return fitting(game.Config, values)


def _game(game: AnyGame, config: Any, rng: Random) -> tuple[list[Any], list[tuple[str, str, bool]]]:
    """The actions of a random game, and the kind of each: its phase, its class, and whether it ends the game."""
    actions, kinds = list[Any](), list[tuple[str, str, bool]]()
    state = game.initial_state(config)
    while (legal := game.legal_actions(state)) and len(actions) < _ACTIONS:
        action = legal.sample(rng)
        after = game.apply(state, action)
        actions.append(action)
        kinds.append((type(state).__name__, type(action).__name__, after.actor is None))
        state = after
    return actions, kinds


def line(vector: dict[str, Any]) -> str:
    """A vector as a line of JSON, with its newline."""
    return json.dumps(vector, separators=(",", ":")) + "\n"


# -- those that ship ----------------------------------------------------------------------------------------------------

SHIPPED: Final = 16
"""How many vectors ship for a game."""


def shipped(name: str) -> str:
    """The text of the vectors that ship for a game, one a line.

    >>> shipped("hokm").count("\\n")
    16
    """
    return files(__name__).joinpath(f"{name}.jsonl").read_text("utf-8")


def ship(folder: Path) -> None:
    """Write the vectors that ship for all games into a folder, a file each."""
    for name, game in GAMES.items():
        text = "".join(map(line, vectors(game, SHIPPED, seed=1)))
        (folder / f"{name}.jsonl").write_text(text, "utf-8", newline="\n")
