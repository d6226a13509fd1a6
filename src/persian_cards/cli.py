"""The command `persian-cards`: simulate many matches, play a match at a terminal against random players, or write test vectors."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from itertools import islice
from random import Random
from time import perf_counter
from typing import Any, Final

import attrs

from persian_cards.actions import CHANCE, ActionSet
from persian_cards.errors import ConfigError, IllegalAction
from persian_cards.game import AnyGame
from persian_cards.games import GAMES
from persian_cards.options import options, read_value, value_text
from persian_cards.record import action_text, read_action
from persian_cards.simulate import simulate

try:
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table
except ImportError as error:  # pragma: no cover  # the tests have it
    raise SystemExit("persian-cards needs its extra for the command line: pip install 'persian-cards[cli]'") from error

# -- the command line ---------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (None: those of the process) and give its exit code: 0, or 2 for a wrong option,
    130 when interrupted."""
    args = _parser().parse_args(arguments)
    console = Console(highlight=False, soft_wrap=True)
    if args.command == "vectors":
        _vectors(GAMES[args.game], args.count, args.seed)
        return 0
    try:
        config = _config(args)
    except ConfigError as error:
        print(f"persian-cards: --{error.field.replace('_', '-')}: {error}", file=sys.stderr)
        return 2
    try:
        if args.command == "simulate":
            _simulate(console, GAMES[args.game], config, args.matches, args.seed)
        else:
            _play(console, GAMES[args.game], config, args.seat, args.seed)
    except KeyboardInterrupt:
        console.print("\nstopped")
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="persian-cards", description="The rules of Persian card games, at work.")
    parser.add_argument("--version", action="version", version=f"persian-cards {version('persian-cards')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    simulation = commands.add_parser("simulate", help="play many matches at random and count what happens")
    playing = commands.add_parser("play", help="play a match at this terminal against random players")
    writing = commands.add_parser("vectors", help="write positions with all that the rules say of them, as lines of JSON")
    for command in (simulation, playing, writing):
        games = command.add_subparsers(dest="game", required=True, metavar="GAME")
        for name, game in GAMES.items():
            one = games.add_parser(
                name, aliases=game.aliases, help=game.persian_name, formatter_class=argparse.ArgumentDefaultsHelpFormatter
            )
            one.set_defaults(game=name)
            if command is simulation:
                one.add_argument("--matches", type=_count, default=1000, help="how many matches, at least 1")
                one.add_argument("--seed", type=int, default=0, help="any whole number: the same seed plays the same matches")
            elif command is writing:
                one.add_argument("--count", type=_count, default=16, help="how many vectors, at least 1")
                one.add_argument("--seed", type=int, default=0, help="any whole number: the same seed writes the same vectors")
                continue
            else:
                one.add_argument("--seat", type=int, default=0, help="your seat")
                one.add_argument("--seed", type=int, help="any whole number, to play the same cards again; none: by chance")
            _add_options(one.add_argument_group("options of the game"), game, _MANY_HANDS if command is simulation else None)
    return parser


_MANY_HANDS: Final = 100


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number of at least 1, not {text!r}")
    return int(text)


def _add_options(parser: argparse._ArgumentGroup, game: AnyGame, many: int | None) -> None:
    """A flag for each option; `many` is the default of `max_hands`, since players at random may never reach a target (GEN-9)."""
    for option in options(game.Config):
        flag = "--" + option.name.replace("_", "-")
        meaning = f"{option.meaning} ({option.clause}); {option.allowed}".replace("%", "%%")
        default = option.default if many is None or option.name != "max_hands" else many
        parser.add_argument(flag, metavar="VALUE", default=value_text(default), help=meaning)


def _config(args: argparse.Namespace) -> Any:
    game = GAMES[args.game]
    return game.Config(**{option.name: read_value(option, getattr(args, option.name)) for option in options(game.Config)})


# -- vectors ------------------------------------------------------------------------------------------------------------


def _vectors(game: AnyGame, count: int, seed: int) -> None:
    try:
        from persian_cards.vectors import line, vectors
    except ImportError as error:  # cattrs is missing; the text says which extra brings it
        raise SystemExit(f"persian-cards: {error}") from error
    for one in vectors(game, count, seed):
        print(line(one), end="")


# -- simulate -----------------------------------------------------------------------------------------------------------


def _simulate(console: Console, game: AnyGame, config: object, matches: int, seed: int) -> None:
    totals: Counter[str] = Counter()
    done = 0
    start = perf_counter()
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(game.name, total=matches)
        try:
            for state in simulate(game, config, matches=matches, seed=seed):
                _count_in(totals, game, state)
                done += 1
                progress.advance(task)
        except KeyboardInterrupt:
            if not done:
                raise
    seconds = perf_counter() - start
    table = Table(title=f"{game.name} ({game.persian_name}): {done:,} of {matches:,} matches, seed {seed}", title_justify="left")
    table.add_column("")
    table.add_column("in all", justify="right")
    table.add_column("a match", justify="right")
    for name, count in totals.items():
        table.add_row(name, f"{count:,}", f"{count / done:.3f}")
    table.add_row("hands a second", f"{totals['hands'] / seconds:,.0f}", "")
    console.print(table)


def _count_in(totals: Counter[str], game: AnyGame, state: Any) -> None:
    """Add a finished match: who won, what happened, and the scores."""
    outcome = game.outcome(state)
    assert outcome is not None
    sides = game.sides(state)
    side_is = "team" if len(sides) < len(outcome.places) else "seat"
    shared = len(outcome.winners) == len(outcome.places)
    for number, side in enumerate(sides):
        totals[f"wins of {side_is} {number}"] += side[0] in outcome.winners and not shared
    totals["wins shared by all"] += shared
    totals.update(game.tally(state))
    if outcome.scores is not None:
        for number, side in enumerate(sides):
            totals[f"score of {side_is} {number}"] += outcome.scores[side[0]]


# -- play ---------------------------------------------------------------------------------------------------------------


def _play(console: Console, game: AnyGame, config: object, seat: int, seed: int | None) -> None:
    players = game.seats(config)
    if not 0 <= seat < players:
        raise SystemExit(f"persian-cards: --seat: {game.name} has seats 0 to {players - 1}, not {seat}")
    rng = Random(seed)
    state = game.initial_state(config)
    console.print(f"You are seat {seat} of {players}. Give a number or an action, ? for help, q to leave.")
    while legal := game.legal_actions(state):
        action = _ask(console, game, state, seat) if state.actor == seat else legal.sample(rng)
        if action is None:
            console.print("You have left the table.")
            return
        who = "chance" if state.actor is CHANCE else f"seat {state.actor}"
        console.print(f"{who}: {action_text(game.seen(state, action, seat))}", markup=False)
        rows = len(state.standing.sheet)
        state = game.apply(state, action)
        for row in state.standing.sheet[rows:]:
            console.print("-- " + ", ".join(f"{name} {value}" for name, value in _fields(row)), markup=False)
    outcome = game.outcome(state)
    assert outcome is not None
    verdict = "won" if seat in outcome.winners else "lost"
    console.print(f"The match is over: you have {verdict}. Winners: seats {', '.join(map(str, outcome.winners))}.")


def _fields(row: object) -> Iterable[tuple[str, object]]:
    kind: Any = type(row)
    return ((field.name, getattr(row, field.name)) for field in attrs.fields(kind))


def _ask(console: Console, game: AnyGame, state: Any, seat: int) -> Any:
    """An action of the player's own that is legal; None if he leaves."""
    view = game.view(state, seat)
    legal = view.legal
    console.print(f"\n{view}", markup=False)
    for number, action in enumerate(islice(legal, _SHOWN), start=1):
        console.print(f"{number:>4}  {action_text(action)}", markup=False)
    if legal.size > _SHOWN:
        console.print(f"      and {legal.size - _SHOWN:,} more")
    while True:
        console.print("> ", end="")
        try:
            text = input().strip()
        except EOFError:
            return None
        if text.lower() in ("q", "quit"):
            return None
        if text in ("", "?"):
            names = ", ".join(sorted({type(action).__name__ for action in islice(legal, _SHOWN)}))
            console.print(f"Give a number from 1 to {legal.size:,}, or write the action out ({names}); a card alone plays it.")
            continue
        try:
            action = _numbered(legal, text) if text.isdecimal() else read_action(game, text)
            game.submit(state, seat, action)
        except IllegalAction as refusal:
            console.print(f"No: {refusal.violation}.", markup=False)
        except ValueError as error:
            console.print(f"No: {error}.", markup=False)
        else:
            return action


def _numbered(legal: ActionSet[Any], text: str) -> Any:
    if len(text) > 50 or not 1 <= int(text) <= legal.size:
        raise ValueError(f"the numbers go from 1 to {legal.size:,}")
    return legal[int(text) - 1]


_SHOWN: Final = 20
"""How many legal actions are listed."""
