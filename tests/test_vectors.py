"""The vectors: the engine gives those that ship, and whoever reads docs/vectors.md alone can use them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from persian_cards import cli
from persian_cards.actions import Deal, Play
from persian_cards.cards import PACK, Card, CardSet, Suit
from persian_cards.codec import Kind, load
from persian_cards.errors import IllegalAction, RecordError
from persian_cards.games import GAMES, hokm
from persian_cards.record import Record
from persian_cards.vectors import SHIPPED, digest, line, ship, shipped, vector, vectors

every_game = pytest.mark.parametrize("name", GAMES)
AGAIN = "the rules give other vectors than those that ship; if that is meant: python -m persian_cards.vectors"


def lines(name: str) -> list[Any]:
    return [json.loads(text) for text in shipped(name).splitlines()]


# -- those that ship ----------------------------------------------------------------------------------------------------


def test_what_ships_is_what_the_engine_gives(tmp_path: Path) -> None:
    """On every Python, and with whatever order strings hash in."""
    ship(tmp_path)
    assert {path.stem for path in tmp_path.iterdir()} == set(GAMES)
    for name in GAMES:
        assert (tmp_path / f"{name}.jsonl").read_bytes() == shipped(name).encode(), f"{name}: {AGAIN}"


@every_game
def test_a_line_follows_from_its_record_and_action(name: str) -> None:
    """Read back, replayed, and told again: that `record` and `action` are what the rest is of."""
    game = GAMES[name]
    assert len(lines(name)) == SHIPPED
    for told in lines(name)[:4]:
        record = load(game, told["record"], Kind.RECORD)
        assert json.loads(line(vector(record, load(game, told["action"], Kind.ACTION)))) == told, AGAIN


@every_game
def test_what_ships_has_all_kinds_of_positions(name: str) -> None:
    found = lines(name)
    game = GAMES[name]
    phases = {type(load(game, told["record"], Kind.RECORD).last()) for told in found}
    assert len(phases) >= min(4, len(game.phases) - 1)
    assert any(told["outcome"] for told in found)
    assert any(told["legal"]["actions"] is None for told in found)
    assert any(told["perft"][3:] for told in found)
    assert len({json.dumps(told["record"]["config"]) for told in found}) > 4


# -- as the document says -----------------------------------------------------------------------------------------------


@every_game
def test_a_reader_of_the_document_finds_what_it_says(name: str) -> None:
    """With nothing of this library but the numbers in the document."""
    for told in lines(name):
        assert list(told) == ["record", "actor", "legal", "perft", "action", "views", "outcome"]
        record, legal, views = told["record"], told["legal"], told["views"]
        assert list(record) == ["game", "rules", "format", "config", "actions"]
        size, actions = int(legal["size"]), legal["actions"]
        assert (actions is None) is (size > 30)
        assert (legal["sha256"] is None) is (size > 10_000)
        if actions is not None:
            assert len(actions) == size
            assert told["action"] in actions
            texts = [json.dumps(action, sort_keys=True, separators=(",", ":"), ensure_ascii=True) for action in actions]
            joined = "".join(text + "\n" for text in sorted(text.encode().decode("latin-1") for text in texts))
            assert hashlib.sha256(joined.encode()).hexdigest() == legal["sha256"]
        assert told["perft"][:1] in ([], [size])
        assert told["actor"] == "chance" or 0 <= told["actor"] < len(views["seats"])
        for seat, own in enumerate([*views["seats"], views["spectator"]]):
            whole = {**views["all"], **own}
            assert whole["seat"] == (seat if seat < len(views["seats"]) else None)
            assert not set(views["all"]) & set(own)


def test_the_digest_of_the_document() -> None:
    text = '{"card":"10S","type":"Play"}\n{"card":"AS","type":"Play"}\n'
    assert text in (Path(__file__).parents[1] / "docs" / "vectors.md").read_text("utf-8")
    assert len(text) == 57
    assert digest([{"type": "Play", "card": "AS"}, {"type": "Play", "card": "10S"}]) == hashlib.sha256(text.encode()).hexdigest()


# -- writing them -------------------------------------------------------------------------------------------------------


def test_a_vector_of_a_known_position() -> None:
    """HOKM-5: the hakem, on his first five cards, names one of four suits; then everybody holds thirteen cards."""
    config = hokm.Config(first_hakem=0)
    told = vector(Record(hokm.GAME, config, (Deal(PACK),)), hokm.NameTrump(Suit.HEARTS))
    assert told["actor"] == 0
    assert told["legal"]["actions"] == [{"type": "NameTrump", "suit": suit} for suit in "CDHS"]
    leads, second = hand_after(config, 0), hand_after(config, 1)
    replies = [sum(card.suit is led.suit for card in second) or 13 for led in leads]
    assert told["perft"][:3] == [4, 4 * 13, 4 * sum(replies)]
    assert told["views"]["all"]["trump"] == "H"
    assert [len(own["own"]) for own in told["views"]["seats"]] == [13, 13, 13, 13]
    assert told["views"]["spectator"] == {"seat": None, "own": []}
    assert told["outcome"] is None


def hand_after(config: hokm.Config, seat: int) -> CardSet:
    """The thirteen cards of a seat, of an unshuffled pack."""
    return hokm.apply(hokm.apply(hokm.initial_state(config), Deal(PACK)), hokm.NameTrump(Suit.HEARTS)).hand(seat)


def test_what_cannot_be_has_no_vector() -> None:
    record = Record(hokm.GAME, hokm.Config(first_hakem=0), (Deal(PACK),))
    with pytest.raises(IllegalAction):
        vector(record, Play(Card.parse("AS")))
    with pytest.raises(RecordError):
        vector(record.then(Play(Card.parse("AS"))), Play(Card.parse("KS")))


def test_seeds_give_their_own_vectors_and_counts_begin_alike() -> None:
    three = list(vectors(hokm.GAME, 3, seed=5))
    assert list(vectors(hokm.GAME, 2, seed=5)) == three[:2]
    assert list(vectors(hokm.GAME, 3, seed=6)) != three


def test_the_command_writes_vectors(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["vectors", "euchre", "--count", "2", "--seed", "9"]) == 0
    assert capsys.readouterr().out == "".join(map(line, vectors(GAMES["euchre"], 2, 9)))
