"""What recorded matches of every game replay to, as digests of JSON, which are kept in `digests.json`.

    python -m tests.replay_bytes > tests/digests.json

writes them anew, after a change of rules, fields or options that is meant.
"""

from __future__ import annotations

import json
from hashlib import sha256

from persian_cards.codec import dumps
from persian_cards.games import GAMES
from persian_cards.record import Record
from persian_cards.simulate import match_rng, play_out
from persian_cards.testing.playing import bounded, watchers


def digest(name: str) -> str:
    """Of the JSON of two short matches: the records, and after every action the state, and what each seat notices and sees."""
    game, told = GAMES[name], sha256()
    config = bounded(game, 1)
    for match in range(2):
        actions = tuple(action for _, action, _ in play_out(game, config, match_rng(1, match)))
        record = Record.parse(str(Record(game, config, actions)))
        told.update(dumps(game, record).encode())
        for state in record.states():
            told.update(dumps(game, state).encode())
        for seat in watchers(game, config):
            for event, view in record.seen_by(seat):
                told.update(dumps(game, event).encode() + dumps(game, view).encode())
    return told.hexdigest()


if __name__ == "__main__":
    print(json.dumps({name: digest(name) for name in GAMES}, indent=1))
