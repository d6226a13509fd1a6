"""Plays many random matches of Hokm with a grid of options and checks the laws on the way.

    python tests/play_grid.py --matches 2000

What is cheap is checked after every action, what is dear after some. It prints a line for each option set, and at a violation the
record that leads to it, and exits with 1.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests are a package

from persian_cards.cards import Card
from persian_cards.game import AnyGame
from persian_cards.games import hokm
from persian_cards.record import Record
from persian_cards.testing import Choices, laws
from persian_cards.testing.playing import LIMIT, Step, members, pack_of, states_of, steps_of
from tests.test_laws import POINTS

ACE, DRAWN = hokm.FirstHakem.FIRST_ACE, hokm.Partners.DRAWN
GRID: Final = {
    "defaults": hokm.Config(),
    "no kot": hokm.Config(kot=1, hakem_kot=1, first_hakem=0),
    "kot for nothing": hokm.Config(kot=0, hakem_kot=0, hands_to_win=3),
    "kot 3 and 4, no bam": hokm.Config(kot=3, hakem_kot=4, bam=False),
    "kot of a round": hokm.Config(kot=7, hakem_kot=7, rounds_to_win=2),
    "no bam, first ace": hokm.Config(bam=False, first_hakem=ACE),
    "kot at six": hokm.Config(kot_at_six=True, first_hakem=1),
    "kot at one": hokm.Config(kot_at_six=True, hands_to_win=2, rounds_to_win=3, bam=False),
    "ten-low once": hokm.Config(ten_low_redeals=1, first_hakem=2),
    "ten-low three times, first ace": hokm.Config(ten_low_redeals=3, first_hakem=ACE),
    "two rounds, drawn": hokm.Config(rounds_to_win=2, partners=DRAWN),
    "three rounds, ten-low three times": hokm.Config(rounds_to_win=3, ten_low_redeals=3, first_hakem=3),
    "drawn, kot at six, ten-low once": hokm.Config(partners=DRAWN, kot_at_six=True, ten_low_redeals=1, hands_to_win=3),
    "drawn, three rounds, four hands at most": hokm.Config(partners=DRAWN, rounds_to_win=3, hands_to_win=2, max_hands=4),
}
"""Option sets by name."""

LEANINGS: Final = ((0,), (0,), (1,), (-1,), (1, -1), (-1, 1, 0))


def check(game: AnyGame, step: Step, pack: list[Card], dear: Random) -> None:
    """The laws after one action: those that are cheap, and now and then the others, for one seat."""
    state = step.after
    laws.check_end(game, state)
    laws.check_cards(game, state, pack)
    if state.standing is not step.before.standing or dear.random() < 0.1:
        POINTS[game.name](state)
    players = game.seats(state.standing.config)
    if isinstance(state.actor, int):
        assert game.view(state, state.actor).legal == game.legal_actions(state)
    before, after = game.tally(step.before), game.tally(state)
    assert all(0 <= times <= after[name] for name, times in before.items())
    if dear.random() < (0.004 if type(step.before) is type(state) else 0.02):
        seat = dear.choice([*range(players), None])
        legal = members(game.legal_actions(state), dear)
        for action in [*legal, *(near for member in legal[:1] for near in laws.near_misses(member)), step.action]:
            assert laws.check_legality(game, state, action) is (action in game.legal_actions(state))
        laws.check_order(game, state, dear)
        laws.check_untouched(game, step)
        laws.check_copies(state)
        laws.check_copies(game.view(state, seat))
        laws.check_secrets(game, state, game.determinize(game.view(state, seat), dear), seat, [*legal, step.action], ())
        laws.check_worlds(game, state, seat, pack, dear.getrandbits(32))
        if 1 < game.worlds(game.view(state, seat)).size <= 40:
            laws.check_reach(game, state, seat, dear)


def play(game: AnyGame, config: object, seed: int) -> list[Step]:
    """One match, checked; what goes wrong is raised with the record up to there as a note."""
    steps, dear, pack = list[Step](), Random(seed), pack_of(game, config)
    record: Record[Any, Any] = Record.begin(game, config)
    try:
        for step in steps_of(game, config, Choices(seed, (), LEANINGS[seed % len(LEANINGS)])):
            steps.append(step)
            check(game, step, pack, dear)
            assert len(steps) < LIMIT, "the match does not end"
        record = Record(game, config, tuple(step.action for step in steps))
        if seed % 10 == 0:
            laws.check_equal(Record.parse(str(record), game).states(), states_of(steps))
    except Exception as error:
        error.add_note(str(Record(game, config, tuple(step.action for step in steps))))
        raise
    return steps


def main(arguments: Sequence[str] | None = None, game: AnyGame = hokm.GAME) -> int:
    """Play the grid; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100, help="how many matches with each option set")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first match")
    args = parser.parse_args(arguments)
    for name, config in GRID.items():
        start, totals = perf_counter(), Counter[str]()
        for seed in range(args.seed, args.seed + args.matches):
            try:
                steps = play(game, config, seed)
            except Exception:
                print(f"{name}: match {seed} breaks a law\n{traceback.format_exc()}")
                return 1
            totals["actions"] += len(steps)
            totals.update(game.tally(steps[-1].after))
        told = ", ".join(f"{count:,} {what}" for what, count in totals.items())
        print(f"{name}: {args.matches:,} matches, {told}; {perf_counter() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
