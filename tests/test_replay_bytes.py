"""GEN-4: a record replays to the same bytes of JSON in every process and on every Python: each compares itself with one file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize("hash_seed", ["0", "4294967295"])
def test_a_record_replays_to_the_same_bytes_everywhere(hash_seed: str) -> None:
    """If a change of them is meant: python -m tests.replay_bytes > tests/digests.json"""
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "tests.replay_bytes"]
    done = subprocess.run(command, env=env, cwd=HERE.parent, capture_output=True, encoding="utf-8", check=True)
    assert json.loads(done.stdout) == json.loads((HERE / "digests.json").read_text("utf-8"))
