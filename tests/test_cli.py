"""The command line, as a stranger would use it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import attrs
import pytest

from persian_cards import GAMES, cli
from persian_cards.game import AnyGame, Outcome
from persian_cards.games import hokm
from persian_cards.options import options
from persian_cards.simulate import simulate
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
    assert "2 of 9 matches" in says(capsys, "simulate", "hokm", "--matches", "9")
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


def test_an_unknown_seat_is_refused() -> None:
    with pytest.raises(SystemExit, match="hokm has seats 0 to 3, not 4"):
        cli.main(["play", "hokm", "--seat", "4"])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    answers(monkeypatch, ["?", *["1"] * 40])
    out = says(capsys, "play", game, "--seed", "5")
    assert "Give a number from 1 to " in out or "The match is over: you have " in out  # all by chance, if nobody is ever asked
