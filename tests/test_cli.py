"""The command line, as a stranger would use it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO, StringIO, TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import attrs
import pytest

from persian_cards import GAMES, cli
from persian_cards.actions import CHANCE
from persian_cards.codec import dump, dumps
from persian_cards.files import read_records
from persian_cards.game import AnyGame, Outcome
from persian_cards.games import hokm
from persian_cards.options import options
from persian_cards.record import Record, action_text
from persian_cards.simulate import match_rng, play_out, simulate
from persian_cards.table import Seat


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "persian_cards", *arguments], capture_output=True, text=True, timeout=120)


def on_a_terminal(*arguments: str) -> bytes:
    """What the command writes where its output is a terminal."""
    ours, its = os.openpty()
    command = [sys.executable, "-m", "persian_cards", *arguments]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=its, stderr=its, env=os.environ | {"TERM": "xterm"}) as process:
        os.close(its)
        shown = b""
        try:
            while data := os.read(ours, 4096):
                shown += data
        except OSError:  # how Linux says that the other end is closed
            pass
    os.close(ours)
    assert process.returncode == 0
    return shown


def says(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(arguments) == 0
    return capsys.readouterr().out


def test_the_games_are_listed_with_players_options_and_persian_names(capsys: pytest.CaptureFixture[str]) -> None:
    lines = says(capsys, "games").splitlines()
    for name, game in GAMES.items():
        row = next(line for line in lines if line.split()[1:2] == [name])
        for told in (game.persian_name, *game.aliases, *(option.name for option in options(game.Config))):
            assert told in row
    players = {line.split("│")[1].strip(): line.split("│")[4].strip() for line in lines if line.startswith("│")}
    assert (players["hokm"], players["shelem"], players["oh_hell"], players["bluff"]) == ("4", "2 or 4", "3 to 7", "4 or 6 or 8")


def test_a_game_is_told_by_an_alias_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert says(capsys, "games", "farib") == says(capsys, "games", "euchre")
    with pytest.raises(SystemExit) as left:
        cli.main(["games", "poker"])
    assert left.value.code == 2
    assert "there is no game 'poker'; the games are bluff, euchre" in capsys.readouterr().err


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told_with_its_options(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = says(capsys, "games", name).splitlines()
    assert GAMES[name].persian_name in lines[0]
    for option in options(GAMES[name].Config):
        row = next(line for line in lines if f"--{option.name.replace('_', '-')} " in line)
        assert option.meaning in row
        assert option.clause in row


def answers(monkeypatch: pytest.MonkeyPatch, lines: Iterable[str]) -> None:
    """Let `input` give these lines, and then the end of the file."""
    given = iter(lines)

    def read() -> str:
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


# -- simulate -----------------------------------------------------------------------------------------------------------


def test_simulate_prints_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    out = says(capsys, "simulate", "hokm", "--matches", "20", "--seed", "7")
    assert "hokm (حکم): 20 of 20 matches, seed 7" in out
    rows = {line.split("│")[1].strip(): line.split("│")[2].strip() for line in out.splitlines() if line.startswith("│")}
    assert int(rows["wins of team 0"]) + int(rows["wins of team 1"]) == 20
    assert int(rows["hands"]) >= 20 * 3
    assert rows.keys() >= {"kots", "hakem-kots", "bams", "score of team 0", "score of team 1", "hands a second"}


def test_equal_seeds_play_equal_matches(capsys: pytest.CaptureFixture[str]) -> None:
    def table(seed: str) -> list[str]:
        out = says(capsys, "simulate", "hokm", "--matches", "5", "--seed", seed)
        return [line for line in out.splitlines() if "a second" not in line and "seed" not in line]

    assert table("7") == table("7") != table("8")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_simulated(capsys: pytest.CaptureFixture[str], game: str) -> None:
    ending = ["--max-hands", "2"] if any(option.name == "max_hands" for option in options(GAMES[game].Config)) else []
    assert "2 of 2 matches" in says(capsys, "simulate", game, "--matches", "2", *ending)


def test_shared_wins_are_counted_apart(capsys: pytest.CaptureFixture[str]) -> None:
    out = says(capsys, "simulate", "hokm", "--matches", "1", "--seed", "1", "--max-hands", "1", "--kot", "0")
    assert "wins shared by all" in out


def test_options_of_the_game_are_taken(capsys: pytest.CaptureFixture[str]) -> None:
    out = says(capsys, "simulate", "hokm", "--matches", "4", "--max-hands", "1", "--first-hakem", "first-ace", "--bam", "no")
    assert next(line for line in out.splitlines() if "hands " in line and "kots" not in line).split("│")[2].strip() == "4"


def test_no_progress_bar_in_a_pipe_and_one_on_a_terminal() -> None:
    piped = run("simulate", "hokm", "--matches", "3")
    assert piped.returncode == 0
    assert "\x1b" not in piped.stdout
    assert piped.stderr == ""
    shown = on_a_terminal("simulate", "hokm", "--matches", "200")
    assert b"\x1b[" in shown
    assert "━".encode() in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "hokm", "--kot", "-1"], "--kot: kot must be a whole number of at least 0, not '-1' (HOKM-9)"),
        (
            ["simulate", "hokm", "--partners", "drawn", "--first-hakem", "2"],
            "first_hakem must be highest card where partners are drawn",
        ),
        (["simulate", "hokm", "--max-hands", "0"], "max_hands must be a whole number of at least 1 or none, not '0' (GEN-9)"),
        (["simulate", "hokm", "--bam", "perhaps"], "bam must be yes, no, not 'perhaps'"),
    ],
)
def test_a_wrong_option_is_named(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert cli.main(arguments) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: COMMAND"),
        (["simulate"], "required: GAME"),
        (["simulate", "chess"], "invalid choice: 'chess'"),
        (["simulate", "hokm", "--matches", "0"], "a whole number of at least 1, not '0'"),
        (["simulate", "hokm", "--matches", "many"], "a whole number of at least 1, not 'many'"),
        (["simulate", "hokm", "--seed", "x"], "invalid int value: 'x'"),
    ],
)
def test_a_wrong_command_is_explained(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(arguments)
    assert stop.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("command", ["simulate", "play"])
@pytest.mark.parametrize("game", GAMES)
def test_help_names_every_option_with_its_clause(capsys: pytest.CaptureFixture[str], command: str, game: str) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([command, game, "--help"])
    assert stop.value.code == 0
    out = " ".join(capsys.readouterr().out.split())
    for option in options(GAMES[game].Config):
        assert f"--{option.name.replace('_', '-')} VALUE" in out
        assert f"({option.clause})" in out


def test_a_game_without_scores_has_none_counted() -> None:
    (end,) = simulate(hokm.GAME, hokm.Config(max_hands=1), matches=1, seed=1)
    without = attrs.evolve(hokm.GAME, outcome=lambda _: Outcome(None, (1, 3, 1, 3), (Seat(0), Seat(2))))
    totals: Counter[str] = Counter()
    cli._count_in(totals, without, end)
    assert totals["wins of team 0"] == 1
    assert not any("score" in name for name in totals)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    assert capsys.readouterr().out.startswith("persian-cards ")


def test_stopping_shows_what_has_been_played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate

    def stopped_after(played: int) -> Any:
        def some(game: AnyGame, config: object, *, matches: int, seed: int) -> Iterator[Any]:
            yield from whole(game, config, matches=played, seed=seed)
            raise KeyboardInterrupt

        return some

    monkeypatch.setattr(cli, "simulate", stopped_after(2))
    assert cli.main(["simulate", "hokm", "--matches", "9"]) == 130
    out = capsys.readouterr().out
    assert "2 of 9 matches" in out
    assert "stopped" in out
    monkeypatch.setattr(cli, "simulate", stopped_after(0))
    assert cli.main(["simulate", "hokm", "--matches", "9"]) == 130
    assert "stopped" in capsys.readouterr().out


# -- play ---------------------------------------------------------------------------------------------------------------


def test_a_hand_is_played_to_its_end(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, ["1"] * 100)
    out = says(capsys, "play", "hokm", "--seed", "3", "--first-hakem", "0", "--max-hands", "1")
    assert "your hand: " in out
    assert "seat 0: TrumpNamed clubs" in out
    assert "-- hakem 0, trump clubs, tricks (" in out
    assert "The match is over: you have " in out


def test_refused_input_is_explained_and_asked_again(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, ["?", "", "9", "9" * 60, "AS", "nonsense", "NameTrump red", "nametrump hearts", "play 2s", "q"])
    out = says(capsys, "play", "hokm", "--seed", "3", "--first-hakem", "0")
    assert out.count("Give a number from 1 to 4, or write the action out (NameTrump); a card alone plays it.") == 2
    assert out.count("No: the numbers go from 1 to 4.") == 2
    assert "No: seat 0, the hakem, must name trump now (HOKM-5)." in out
    assert "No: 'nonsense' is no action of hokm" in out
    assert "No: 'red' is not a suit; suits are clubs, diamonds, hearts, spades." in out
    assert "seat 0: TrumpNamed hearts" in out
    assert "No: seat 0 does not hold 2♠ (GEN-5)." in out
    assert out.endswith("You have left the table.\n")


def test_the_end_of_input_leaves_the_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, [])
    assert says(capsys, "play", "hokm", "--seat", "3").endswith("You have left the table.\n")


def test_other_players_cards_are_not_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, ["q"])
    out = says(capsys, "play", "hokm", "--seed", "3", "--seat", "2", "--first-hakem", "2")
    dealt = next(line for line in out.splitlines() if "Dealt" in line)
    assert len(dealt.split()) == 2 + 5


def test_an_unknown_seat_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "hokm", "--seat", "4"]) == 2
    assert capsys.readouterr().err == "persian-cards: --seat: seat must be from 0 to 3 in hokm, not 4 (GEN-1)\n"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    answers(monkeypatch, ["?", *["1"] * 40])
    out = says(capsys, "play", game, "--seed", "5")
    assert "Give a number from 1 to " in out or "The match is over: you have " in out  # all by chance, if nobody is ever asked


# -- check and show -----------------------------------------------------------------------------------------------------


def recorded(game: AnyGame, seed: int, actions: int | None = None, **values: Any) -> Record[Any, Any]:
    """A record of random actions: so many, or to the end."""
    config = game.Config(**values)
    steps = play_out(game, config, match_rng(seed, 0))
    return Record(game, config, tuple(action for _, action, _ in islice(steps, actions)))


WHOLE = recorded(hokm.GAME, 3, first_hakem=2, max_hands=2)
PART = recorded(hokm.GAME, 4, 9, first_hakem=1)
HALF = str(attrs.evolve(PART, actions=PART.actions[:5]))
BROKEN = f"{HALF}\nStop\nStop\n"


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., str]:
    """Writes texts one after another into a file; the file's name."""

    def write(*texts: str | bytes, name: str = "games") -> str:
        path = tmp_path / name
        path.write_bytes(b"".join(text if isinstance(text, bytes) else text.encode() for text in texts))
        return str(path)

    return write


Written = Callable[..., str]


def piped(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Let the standard input be this."""
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))


def checked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], str]:
    """What `check` gives: exit code, lines, errors."""
    code = cli.main(["check", *arguments])
    out, err = capsys.readouterr()
    return code, [line.rstrip() for line in out.splitlines()], err


def test_check_prints_the_score_sheet_of_a_record(capsys: pytest.CaptureFixture[str], written: Written) -> None:
    for text in (str(WHOLE), dumps(hokm.GAME, WHOLE), dumps(hokm.GAME, WHOLE, indent=2)):
        path = written(text)
        code, lines, err = checked(capsys, path)
        outcome = hokm.outcome(WHOLE.last())
        assert outcome is not None
        assert (code, err) == (0, "")
        count = len(WHOLE.actions)
        seats = ", ".join(map(str, outcome.winners))
        assert lines[0] == f"{path}:1: hokm 1 first_hakem=2 max_hands=2; {count} actions; winners: seats {seats}"
        assert [word.strip() for word in lines[2].strip("┃").split("┃")] == [field.name for field in attrs.fields(hokm.Row)]
        cells = [[word.strip() for word in line.strip("│").split("│")] for line in lines if line.startswith("│")]
        assert [row[:3] for row in cells] == [
            [str(row.hakem), str(row.trump), f"{row.tricks[0]} {row.tricks[1]}"] for row in WHOLE.last().standing.sheet
        ]
        assert lines[-1] == f"records: 1 sound (hokm 1), 0 broken; {count} actions replayed"


def test_check_says_who_is_to_act_in_a_game_that_is_not_over(capsys: pytest.CaptureFixture[str], written: Written) -> None:
    begun = written("hokm 1")
    assert checked(capsys, begun)[1][0] == f"{begun}:1: hokm 1; 0 actions; chance is to act"
    path = written(str(PART))
    assert checked(capsys, path)[1] == [
        f"{path}:1: hokm 1 first_hakem=1; 9 actions; seat {PART.last().actor} is to act",
        "records: 1 sound (hokm 1), 0 broken; 9 actions replayed",
    ]


def test_check_says_where_a_record_is_broken_and_why(capsys: pytest.CaptureFixture[str], written: Written) -> None:
    actor = attrs.evolve(PART, actions=PART.actions[:5]).last().actor
    document = dump(hokm.GAME, PART)
    document["actions"][7]["card"] = "1S"
    illegal = attrs.evolve(PART, actions=(*PART.actions[:5], hokm.Stop()))
    other = attrs.evolve(PART, version=9)
    path = written(
        BROKEN, "\n", json.dumps(document), "\n", dumps(hokm.GAME, illegal), "\nhokm 1\nPlay 1S\n\nchess 1\n\n", str(other)
    )
    why = f"seat {actor} must play a card now (HOKM-7): Stop() is refused"
    code, lines, _ = checked(capsys, path)
    assert code == 1
    assert lines == [
        f"{path}:7: action 5, seat {actor}: {why}",
        f"{path}:10: action 7: actions[7].card: '1S' is not a card like AS, 10H, BJ",
        f"{path}:11: action 5, seat {actor}: {why}",
        f"{path}:13: action 0: '1S' is not a card; cards are written like AS, 10H, BJ",
        f"{path}:15: 'chess' is no game; the games are {', '.join(GAMES)}",
        f"{path}:17: the record is of version 9 of the rules of hokm; this is 1",
        "records: 0 sound (none), 6 broken; 0 actions replayed",
    ]


def test_check_reads_the_standard_input_and_several_files(
    capsys: pytest.CaptureFixture[str], written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    piped(monkeypatch, f"{PART}\n\nrubbish\n")
    path = written(str(PART))
    code, lines, err = checked(capsys, path, "-")
    assert (code, err) == (1, "")
    assert [line.split(": ")[0] for line in lines] == [f"{path}:1", "(standard input):1", "(standard input):12", "records"]


def test_check_tells_of_files_that_cannot_be_read_and_goes_on(
    capsys: pytest.CaptureFixture[str], written: Written, tmp_path: Path
) -> None:
    path, empty = written(str(PART)), written("\n \n", name="empty\x1b")
    code, lines, err = checked(capsys, str(tmp_path / "none"), str(tmp_path), empty, path)
    assert code == 2
    assert err == f"persian-cards: {tmp_path / 'none'}: No such file or directory\npersian-cards: {tmp_path}: Is a directory\n"
    assert lines[0] == f"{empty!a}:1: there is no record"
    assert lines[-1] == "records: 1 sound (hokm 1), 1 broken; 9 actions replayed"
    assert checked(capsys, empty)[0] == 1


def test_check_of_many_prints_what_is_broken_and_a_summary(capsys: pytest.CaptureFixture[str], written: Written) -> None:
    ten = written("\n".join([str(WHOLE), *[str(PART)] * 8, BROKEN]))
    _, lines, _ = checked(capsys, ten)
    assert sum("first_hakem" in line for line in lines) == 9
    eleven = written("\n".join([str(WHOLE), *[str(PART)] * 8, BROKEN, BROKEN]))
    code, lines, _ = checked(capsys, eleven)
    assert code == 1
    assert len(lines) == 3
    assert all(": action 5, seat " in line for line in lines[:2])
    assert lines[2] == f"records: 9 sound (hokm 9), 2 broken; {len(WHOLE.actions) + 72:,} actions replayed"
    _, told, _ = checked(capsys, "--sheets", eleven)
    assert [line for line in told if "│" not in line and line[:1] not in "┏┃┡└"] == [
        line for line in told if "first_hakem" in line or "action 5" in line or "records: " in line
    ]
    assert sum("first_hakem" in line for line in told) == 9
    assert sum("┃" in line for line in told) == 1


def test_check_when_stopped_shows_what_has_been_checked(
    capsys: pytest.CaptureFixture[str], written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(file: BinaryIO) -> Iterator[Any]:
        yield from read_records(file)
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "read_records", stopped)
    code, lines, _ = checked(capsys, written(str(PART)))
    assert code == 130
    assert lines[1:] == ["records: 1 sound (hokm 1), 0 broken; 9 actions replayed", "", "stopped"]


def test_check_has_a_progress_bar_on_a_terminal_alone(written: Written) -> None:
    path = written("\n\n".join([str(WHOLE)] * 40))
    piped = run("check", path)
    assert (piped.returncode, piped.stderr) == (0, "")
    assert "\x1b" not in piped.stdout
    shown = on_a_terminal("check", path)
    assert b"\x1b[" in shown
    assert "━".encode() in shown


def test_show_prints_what_a_seat_could_follow(capsys: pytest.CaptureFixture[str], written: Written) -> None:
    path = written(str(PART), "\n\n", dumps(hokm.GAME, PART))
    for seat in (2, None):
        out = says(capsys, "show", path, *([] if seat is None else ["--seat", str(seat)]))
        states = list(PART.states())
        told = "".join(
            f"\naction {index}, {'chance' if before.actor is CHANCE else f'seat {before.actor}'}: {action_text(event)}\n{view}\n"
            for index, (before, (event, view)) in enumerate(zip(states, PART.seen_by(seat), strict=False))
        )
        assert out == "".join(f"{path}:{line}: hokm 1 first_hakem=1\n{told}" for line in (1, 12))


def test_show_does_not_show_what_others_hold(capsys: pytest.CaptureFixture[str], written: Written) -> None:
    path = written(str(attrs.evolve(PART, actions=PART.actions[:1])))
    (dealt,) = PART.actions[:1]
    for seat in (0, 2, 3):
        own = {str(card) for card in hokm.view(next(islice(PART.states(), 1, None)), seat).hand}
        out = says(capsys, "show", path, "--seat", str(seat))
        assert {str(card) for card in dealt.pack if str(card) in out or card.code in out.split()} == own
    assert not [card for card in dealt.pack if str(card) in says(capsys, "show", path)]


def test_show_goes_as_far_as_a_record_is_sound(
    capsys: pytest.CaptureFixture[str], written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(BROKEN)
    assert cli.main(["show", path, "--seat", "0"]) == 1
    out = capsys.readouterr().out
    assert "\naction 4, seat " in out
    assert out.splitlines()[-1].startswith(f"{path}:7: action 5, seat ")
    assert cli.main(["show", path + "s"]) == 2
    piped(monkeypatch, "nothing")
    assert cli.main(["show", "-"]) == 1
    assert capsys.readouterr().out.startswith("(standard input):1: 'nothing' is no game")


@pytest.mark.parametrize("seat", ["4", "-1"])
def test_show_refuses_an_unknown_seat(capsys: pytest.CaptureFixture[str], written: Written, seat: str) -> None:
    assert cli.main(["show", written(str(PART)), "--seat", seat]) == 2
    assert f"--seat: seat must be from 0 to 3 in hokm, not {seat} (GEN-1)" in capsys.readouterr().err


@pytest.mark.parametrize("name", GAMES)
def test_records_of_every_game_are_checked_and_shown(capsys: pytest.CaptureFixture[str], written: Written, name: str) -> None:
    game = GAMES[name]
    ending = {"max_hands": 2} if hasattr(game.Config, "max_hands") else {}
    record = recorded(game, 1, **ending)
    path = written(str(record), "\n", dumps(game, record))
    code, lines, _ = checked(capsys, path)
    assert code == 0
    assert sum(line.startswith("│") for line in lines) == 2 * len(record.last().standing.sheet)
    for seat in ("0", "1"):
        assert says(capsys, "show", path, "--seat", seat).count("\naction ") == 2 * len(record.actions)


@pytest.mark.parametrize(("command", "text"), [("check", "--sheets"), ("show", "while the game runs")])
def test_help_of_the_commands_for_records(capsys: pytest.CaptureFixture[str], command: str, text: str) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([command, "--help"])
    assert stop.value.code == 0
    out = " ".join(capsys.readouterr().out.split())
    assert text in out
    assert "- is the standard input" in out


class Unwritable(StringIO):
    """A stream that takes nothing."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error

    def write(self, text: str) -> int:
        raise self.error


@pytest.mark.parametrize("arguments", [("schema", "hokm"), ("games",), ("vectors", "hokm", "--count", "1")])
def test_an_output_that_nobody_reads_or_that_is_full(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A closed pipe ends the command quietly, a full disk with a line."""
    monkeypatch.setattr(sys, "stdout", Unwritable(BrokenPipeError(32, "Broken pipe")))
    assert cli.main(arguments) == 141
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys, "stdout", Unwritable(OSError(28, "No space left on device")))
    assert cli.main(arguments) == 2
    assert capsys.readouterr().err == "persian-cards: the output cannot be written: No space left on device\n"


def test_closed_streams_are_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert cli.main(("check", "-")) == 1
    assert cli.main(("play", "hokm")) == 0


def test_what_an_encoding_does_not_have_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    written = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(written, encoding="ascii"))
    assert cli.main(("games", "hokm")) == 0
    sys.stdout.flush()
    assert rb"hokm (\u062d\u06a9\u0645): 4 players" in written.getvalue()


def test_scores_too_large_for_a_fraction_have_an_average(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(("simulate", "pasur", "--sur", "9" * 400, "--matches", "2", "--seed", "1")) == 0
    assert "score of seat 0" in capsys.readouterr().out
