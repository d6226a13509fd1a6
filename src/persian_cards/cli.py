"""The command `persian-cards`: list the games, simulate matches, play one at a terminal against random players, check and show
records, print the schema of their JSON, write test vectors."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from importlib.metadata import version
from io import TextIOWrapper
from itertools import groupby, islice
from random import Random
from time import perf_counter
from typing import Any, Final

import attrs

from persian_cards.actions import CHANCE, ActionSet, Actor
from persian_cards.errors import ConfigError, IllegalAction, RecordError
from persian_cards.game import AnyGame
from persian_cards.games import GAMES
from persian_cards.options import Whole, allowed_words, options, read_value, value_text
from persian_cards.record import Record, action_text, read_action, value_line
from persian_cards.simulate import simulate
from persian_cards.vectors import line, vectors

try:
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table

    from persian_cards.codec import schema
    from persian_cards.files import Found, read_records
except ImportError as error:  # pragma: no cover  # the tests have it
    raise SystemExit("persian-cards needs its extra for the command line: pip install 'persian-cards[cli]'") from error

# -- the command line ---------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (None: those of the process) and give its exit code: 0; 1 for a record that is broken,
    2 for a wrong option, a file that cannot be read, or an output that cannot be written, 130 when interrupted, 141 when whoever
    reads the output has closed it."""
    _streams()
    args = _parser().parse_args(arguments)
    width = None if sys.stdout.isatty() else _WIDE
    console = _Console(highlight=False, soft_wrap=True, markup=False, emoji=False, width=width)
    code = 0
    try:
        match args.command:
            case "check":
                code = _check(console, args.files, args.sheets)
            case "show":
                code = _show(console, args.file, args.seat)
            case "games":
                _games(console, args.game)
            case "schema":
                print(json.dumps(schema(GAMES[args.game]), indent=1))
            case "vectors":
                _vectors(GAMES[args.game], args.count, args.seed)
            case "simulate":
                _simulate(console, GAMES[args.game], _config(args), args.matches, args.seed)
            case _:
                _play(console, GAMES[args.game], _config(args), args.seat, args.seed)
        sys.stdout.flush()
    except ConfigError as error:
        print(f"persian-cards: --{error.field.replace('_', '-')}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        console.print("\nstopped")
        return 130
    except BrokenPipeError:
        return _unwritten(141)
    except OSError as error:
        print(f"persian-cards: the output cannot be written: {error.strerror}", file=sys.stderr)
        return _unwritten(2)
    return code


class _Console(Console):
    """It leaves it to `main` what happens when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        raise


def _streams() -> None:
    """Standard streams that can be used: a closed one is empty, and what an encoding does not have is written and read escaped."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # for as long as the command runs
        if isinstance(stream := getattr(sys, name), TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _unwritten(code: int) -> int:
    """The exit code; what Python would still write at the end goes nowhere, and says nothing of it."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # until the end
    return code


_WIDE: Final = 1000
"""Columns of what is no terminal: a table is as wide as it has to be."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="persian-cards", description="The rules of Persian card games, at work.")
    parser.add_argument("--version", action="version", version=f"persian-cards {version('persian-cards')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    listing = commands.add_parser(
        "games", help="list the games, or the options of one", description="List the games, or the options of one."
    )
    listing.add_argument("game", nargs="?", metavar="GAME", type=_name, help=", ".join(GAMES))
    simulation = commands.add_parser("simulate", help="play many matches at random and count what happens")
    playing = commands.add_parser("play", help="play a match at this terminal against random players")
    for command in (simulation, playing):
        games = command.add_subparsers(dest="game", required=True, metavar="GAME")
        for name, game in GAMES.items():
            one = games.add_parser(
                name, aliases=game.aliases, help=game.persian_name, formatter_class=argparse.ArgumentDefaultsHelpFormatter
            )
            one.set_defaults(game=name)
            if command is simulation:
                one.add_argument("--matches", type=_count, default=1000, help="how many matches, at least 1")
                one.add_argument("--seed", type=int, default=0, help="any whole number: the same seed plays the same matches")
            else:
                one.add_argument("--seat", type=int, default=0, help="your seat")
                one.add_argument("--seed", type=int, help="any whole number, to play the same cards again; none: by chance")
            _add_options(one.add_argument_group("options of the game"), game, _MANY_HANDS if command is simulation else None)
    _add_others(commands.add_parser)
    return parser


def _add_others(add_parser: Callable[..., argparse.ArgumentParser]) -> None:
    """The commands for records, and for what is written of a game."""
    files = "JSON documents, JSON lines or text records, also many in one file; - is the standard input"
    checking = add_parser(
        "check",
        help="replay records: their score sheets, and where they break the rules",
        description="Replay records, print their score sheets, and say of a broken one where and why.",
        epilog="Exit code: 0 if every record is sound, 1 if one is broken, 2 if a file cannot be read.",
    )
    checking.add_argument("files", nargs="+", metavar="FILE", help=files)
    checking.add_argument("--sheets", action="store_true", help=f"print the score sheets of more than {_FEW} records too")
    showing = add_parser(
        "show",
        help="what one player could follow of a recorded game",
        description="Replay records, and print what one player could follow: each event, and his view after it.",
        epilog="A record has the cards of all. Do not give it, or what this prints for others, to a player while the game runs.",
    )
    showing.add_argument("file", metavar="FILE", help=files)
    showing.add_argument("--seat", type=int, help="whose view; none: a spectator's")
    telling = add_parser("schema", help="print the JSON Schema of the records and states, views and actions of a game")
    telling.add_argument("game", metavar="GAME", type=_name, help=", ".join(GAMES))
    writing = add_parser("vectors", help="write positions with all that the rules say of them, as lines of JSON")
    writing.add_argument("game", metavar="GAME", type=_name, help=", ".join(GAMES))
    writing.add_argument("--count", type=_count, default=16, help="how many vectors, at least 1")
    writing.add_argument("--seed", type=int, default=0, help="any whole number: the same seed writes the same vectors")


_MANY_HANDS: Final = 100


def _name(text: str) -> str:
    if text not in GAMES:
        raise argparse.ArgumentTypeError(f"there is no game {text!r}; the games are {', '.join(GAMES)}")
    return GAMES[text].name


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
    for one in vectors(game, count, seed):
        print(line(one), end="")


# -- games --------------------------------------------------------------------------------------------------------------


def _games(console: Console, name: str | None) -> None:
    """All games, each with its Persian name, aliases, players and options; or the options of one."""
    if name is None:
        table = Table("game", "in Persian", "also", "players", "options")
        for game in GAMES.values():
            names = ", ".join(option.name for option in options(game.Config))
            table.add_row(game.name, game.persian_name, ", ".join(game.aliases), _players(game), names)
    else:
        game = GAMES[name]
        title = f"{game.name} ({game.persian_name}): {_players(game)} players, {game.rotation.value}"
        table = Table("option", "may be", "default", "clause", "meaning", title=title, title_justify="left")
        for option in options(game.Config):
            flag = "--" + option.name.replace("_", "-")
            table.add_row(flag, allowed_words(option), value_text(option.default), option.clause, option.meaning)
    console.print(table)


def _players(game: AnyGame) -> str:
    """How many may play: "4", "2 or 4", "3 to 7"."""
    allowed = [option.domains for option in options(game.Config) if option.name == "players"]
    numbers = [domain for domains in allowed for domain in domains if isinstance(domain, Whole)]
    if not numbers:
        return str(game.seats(game.Config()))
    return " or ".join(str(one.low) if one.low == one.high else f"{one.low} to {one.high}" for one in numbers)


# -- simulate -----------------------------------------------------------------------------------------------------------


def _simulate(console: Console, game: AnyGame, config: object, matches: int, seed: int) -> None:
    totals: Counter[str] = Counter()
    done, stopped = 0, False
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
            stopped = True
    seconds = perf_counter() - start
    table = Table(title=f"{game.name} ({game.persian_name}): {done:,} of {matches:,} matches, seed {seed}", title_justify="left")
    table.add_column("")
    table.add_column("in all", justify="right")
    table.add_column("a match", justify="right")
    for name, count in totals.items():
        table.add_row(name, f"{count:,}", _average(count, done))
    table.add_row("hands a second", f"{totals['hands'] / seconds:,.0f}", "")
    console.print(table)
    if stopped:
        raise KeyboardInterrupt


def _average(count: int, of: int) -> str:
    try:
        return f"{count / of:.3f}"
    except OverflowError:
        return f"{count // of:,}"


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
    _check_seat(game, config, seat)
    rng = Random(seed)
    state = game.initial_state(config)
    console.print(f"You are seat {seat} of {players}. Give a number or an action, ? for help, q to leave.")
    while legal := game.legal_actions(state):
        action = _ask(console, game, state, seat) if state.actor == seat else legal.sample(rng)
        if action is None:
            console.print("You have left the table.")
            return
        console.print(f"{_who(state.actor)}: {action_text(game.seen(state, action, seat))}")
        rows = len(state.standing.sheet)
        state = game.apply(state, action)
        for row in state.standing.sheet[rows:]:
            console.print("-- " + ", ".join(f"{name} {value}" for name, value in _fields(row)))
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
    console.print(f"\n{view}")
    for number, action in enumerate(islice(legal, _SHOWN), start=1):
        console.print(f"{number:>4}  {action_text(action)}")
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
            console.print(f"No: {refusal.violation}.")
        except ValueError as error:
            console.print(f"No: {error}.")
        else:
            return action


def _numbered(legal: ActionSet[Any], text: str) -> Any:
    if len(text) > 50 or not 1 <= int(text) <= legal.size:
        raise ValueError(f"the numbers go from 1 to {legal.size:,}")
    return legal[int(text) - 1]


_SHOWN: Final = 20
"""How many legal actions are listed."""


# -- records ------------------------------------------------------------------------------------------------------------


_FEW: Final = 10
"""The score sheets of so many records are printed unasked."""


def _who(actor: Actor) -> str:
    return "chance" if actor is CHANCE else f"seat {actor}"


def _each(names: Sequence[str], counts: Counter[str]) -> Iterator[tuple[str, Found]]:
    """What is found in these files, each with the file's name; those that cannot be read are told and counted."""
    for name in names:
        told = "(standard input)" if name == "-" else name if name.isprintable() else ascii(name)
        some = False
        try:
            with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
                for found in read_records(file):
                    some = True
                    yield told, found
        except OSError as error:
            print(f"persian-cards: {told}: {error.strerror}", file=sys.stderr)
            counts["unreadable"] += 1
        else:
            if not some:
                yield told, Found(1, 0, False, None, RecordError("there is no record"))


@attrs.frozen
class _Replayed:
    """A record with its last state, or an error with the place where it is."""

    place: str
    record: Record[Any, Any] | None
    state: Any
    error: RecordError | None


def _replayed(name: str, found: Found) -> _Replayed:
    record, error, state = found.record, found.error, None
    if record is not None:
        try:
            for state in record.states():  # noqa: B007  # the last one is wanted
                pass
        except RecordError as wrong:
            error = wrong.with_traceback(None)  # which holds the states
    return _Replayed(f"{name}:{found.line_of(None if error is None else error.index)}", record, state, error)


def _check(console: Console, names: Sequence[str], all_sheets: bool) -> int:
    counts: Counter[str] = Counter()
    sound: Counter[str] = Counter()
    waiting: list[_Replayed] = []
    stopped = False
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("records", total=_bytes_of(names))
        try:
            for name, found in _each(names, counts):
                waiting.append(_replayed(name, found))
                _count_record(waiting[-1], counts, sound)
                if all_sheets or counts["broken"] + sound.total() > _FEW:
                    for one in waiting:
                        if all_sheets or one.error is not None:
                            _tell(console, one)
                    waiting.clear()
                progress.advance(task, found.size)
        except KeyboardInterrupt:
            stopped = True
    for one in waiting:
        _tell(console, one)
    games = ", ".join(f"{game} {count:,}" for game, count in sorted(sound.items())) or "none"
    console.print(
        f"records: {sound.total():,} sound ({games}), {counts['broken']:,} broken; {counts['actions']:,} actions replayed"
    )
    if stopped:
        raise KeyboardInterrupt
    return _code(counts)


def _count_record(one: _Replayed, counts: Counter[str], sound: Counter[str]) -> None:
    if one.error is not None:
        counts["broken"] += 1
    else:
        assert one.record is not None
        sound[one.record.game.name] += 1
        counts["actions"] += len(one.record.actions)


def _code(counts: Counter[str]) -> int:
    """The exit code."""
    return 2 if counts["unreadable"] else 1 if counts["broken"] else 0


def _bytes_of(names: Sequence[str]) -> int | None:
    """How long the files are; None if that is not known."""
    try:
        return sum(os.stat(name).st_size for name in names) or None
    except OSError:  # the standard input, or a file that is not there
        return None


def _tell(console: Console, one: _Replayed) -> None:
    """Print the score sheet of a record, or what is wrong with it."""
    if one.error is not None:
        console.print(f"{one.place}: {one.error}")
        return
    assert one.record is not None
    game, state = one.record.game, one.state
    outcome = game.outcome(state)
    end = f"{_who(state.actor)} is to act" if outcome is None else f"winners: seats {', '.join(map(str, outcome.winners))}"
    console.print(f"{one.place}: {_title(one.record)}; {len(one.record.actions)} actions; {end}")
    for kind, rows in groupby(state.standing.sheet, type):
        table = Table(*(field.name.replace("_", " ") for field in attrs.fields(kind)))
        for row in rows:
            table.add_row(*(value_line(value) for _, value in _fields(row)))
        console.print(table)


def _title(record: Record[Any, Any]) -> str:
    """The game and its options: the first line of the record's text."""
    return str(attrs.evolve(record, actions=()))


def _show(console: Console, name: str, seat: int | None) -> int:
    counts: Counter[str] = Counter()
    for told, found in _each([name], counts):
        record, error = found.record, found.error
        if record is not None:
            _check_seat(record.game, record.config, seat)
            console.print(f"{told}:{found.line}: {_title(record)}")
            try:
                for index, (state, (event, view)) in enumerate(zip(record.states(), record.seen_by(seat), strict=False)):
                    console.print(f"\naction {index}, {_who(state.actor)}: {action_text(event)}\n{view}")
            except RecordError as wrong:
                error = wrong
        if error is not None:
            counts["broken"] += 1
            console.print(f"{told}:{found.line_of(error.index)}: {error}")
    return _code(counts)


def _check_seat(game: AnyGame, config: object, seat: int | None) -> None:
    last = game.seats(config) - 1
    if seat is not None and not 0 <= seat <= last:
        raise ConfigError("seat", seat, f"from 0 to {last} in {game.name}", "GEN-1")
