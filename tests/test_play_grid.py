"""The grid in small: it plays every option set, and it finds what is broken."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

from persian_cards.games import hokm
from persian_cards.options import options
from persian_cards.record import Record
from tests.play_grid import GRID, main

pytestmark = pytest.mark.games


def test_every_option_of_hokm_is_varied() -> None:
    """HOKM-1, HOKM-3, HOKM-6, HOKM-9, HOKM-11 to HOKM-13, GEN-9."""
    for option in options(hokm.Config):
        assert len({getattr(config, option.name) for config in GRID.values()}) > 1, option.name


def test_the_grid_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--matches", "1", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == list(GRID)
    assert all("1 matches" in line and "hands" in line for line in lines)


def test_a_broken_law_is_told_with_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    """Here a card of the trick has been forgotten among the places."""

    def forgetful(state: hokm.State) -> Any:
        found = hokm.places(state)
        return {**found, "trick": found["trick"][1:]} if found.get("trick") else found

    assert main(["--matches", "1"], attrs.evolve(hokm.GAME, places=forgetful)) == 1
    told = capsys.readouterr().out
    assert "defaults: match 0 breaks a law" in told
    assert "check_cards" in told
    text = told[told.index("\nhokm 1") :]
    last = Record.parse(text).last()
    assert isinstance(last, hokm.TrickPlay)
    assert len(last.trick) == 1


def test_it_is_a_script() -> None:
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("play_grid.py")), "--help"], capture_output=True, encoding="utf-8", check=True
    )
    assert "--matches" in done.stdout
