"""The JSON Schema of each game: it comes from the types, ships with the package, and agrees with what is written and read."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from importlib.resources import files
from typing import Any, Final

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from persian_cards import cli
from persian_cards.actions import Deal, NameTrump, Play
from persian_cards.cards import PACK, Suit
from persian_cards.codec import Kind, dump, load, schema
from persian_cards.errors import ConfigError, RecordError
from persian_cards.games import GAMES, hokm
from persian_cards.record import Record
from tests.mangling import documents, mangled_data, paths
from tests.test_codec import KITCHEN, Kitchen, changed, game_with

every_game = pytest.mark.parametrize("name", GAMES)


@cache
def validator(name: str, kind: Kind | None = None) -> Draft202012Validator:
    """Of the documents of a game, or of one kind of data."""
    whole = schema(GAMES[name])
    return Draft202012Validator(whole if kind is None else {"$ref": f"#/$defs/{kind.value.capitalize()}", "$defs": whole["$defs"]})


@every_game
def test_the_schema_that_ships_is_that_of_the_types(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """If it is not: persian-cards schema <game> > src/persian_cards/schemas/<game>.json"""
    assert cli.main(["schema", name]) == 0
    printed = capsys.readouterr().out
    assert json.loads(printed) == schema(GAMES[name])
    assert (files("persian_cards") / "schemas" / f"{name}.json").read_text("utf-8") == printed


def test_no_other_schema_ships() -> None:
    shipped = {file.name for file in (files("persian_cards") / "schemas").iterdir()}
    assert shipped == {f"{name}.json" for name in GAMES}


@every_game
def test_it_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(schema(GAMES[name]))
    assert schema(GAMES[name])["$defs"].keys() >= {kind.value.capitalize() for kind in Kind}


@every_game
def test_what_is_written_satisfies_it(name: str) -> None:
    kinds = set()
    for kind, text in documents(name):
        validator(name, kind).validate(json.loads(text))
        kinds.add(kind)
    assert kinds == set(Kind)


def test_at_its_root_it_is_that_of_documents() -> None:
    for kind, text in {kind: (kind, text) for kind, text in documents("hokm")}.values():
        assert validator("hokm").is_valid(json.loads(text)) is (kind in (Kind.STATE, Kind.RECORD))


@every_game
@settings(max_examples=15)
@given(draws=st.data())
def test_what_it_refuses_is_not_read(name: str, draws: st.DataObject) -> None:
    """It is never stricter than reading."""
    kind, data = draws.draw(mangled_data(name))
    try:
        load(GAMES[name], data, kind)
    except (RecordError, ConfigError):
        return
    validator(name, kind).validate(data)


# -- what it refuses ----------------------------------------------------------------------------------------------------

CONFIG: Final = hokm.Config(first_hakem=0)
START: Final = hokm.initial_state(CONFIG)
PLAYING: Final = hokm.apply(hokm.apply(START, Deal(PACK)), NameTrump(Suit.HEARTS))
RECORD: Final = dump(hokm.GAME, Record(hokm.GAME, CONFIG, (Deal(PACK), NameTrump(Suit.HEARTS), Play(PACK[0]))))
STATE: Final = dump(hokm.GAME, PLAYING)
VIEW: Final = dump(hokm.GAME, hokm.view(PLAYING, 2))


@pytest.mark.parametrize(
    ("kind", "document", "path", "value"),
    [
        (Kind.RECORD, RECORD, ("game",), "spades"),
        (Kind.RECORD, RECORD, ("rules",), 2),
        (Kind.RECORD, RECORD, ("rules",), 0),
        (Kind.RECORD, RECORD, ("format",), 2),
        (Kind.RECORD, RECORD, ("seed",), 7),
        (Kind.RECORD, RECORD, ("actions",), {}),
        (Kind.RECORD, RECORD, ("actions", 1, "suit"), "red"),
        (Kind.RECORD, RECORD, ("actions", 1, "why"), None),
        (Kind.RECORD, RECORD, ("actions", 1, "type"), "NameTrumps"),
        (Kind.RECORD, RECORD, ("actions", 2, "card"), "1S"),
        (Kind.RECORD, RECORD, ("actions", 2, "card"), 5),
        (Kind.RECORD, RECORD, ("actions", 0, "pack"), ["2C"] * 10_001),
        (Kind.RECORD, RECORD, ("config", "kot"), -1),
        (Kind.RECORD, RECORD, ("config", "kot"), 1.5),
        (Kind.RECORD, RECORD, ("config", "bam"), 1),
        (Kind.RECORD, RECORD, ("config", "first_hakem"), 4),
        (Kind.RECORD, RECORD, ("config", "first_hakem"), "ace"),
        (Kind.RECORD, RECORD, ("config", "max_hands"), 0),
        (Kind.RECORD, RECORD, ("config", "jokers"), 2),
        (Kind.STATE, STATE, ("state", "type"), "Shuffle"),
        (Kind.STATE, STATE, ("state", "left"), ["2C", "2C"]),
        (Kind.STATE, STATE, ("state", "left"), None),
        (Kind.STATE, STATE, ("state", "won"), [0, 0, 0]),
        (Kind.STATE, STATE, ("state", "won"), [0]),
        (Kind.STATE, STATE, ("state", "actor"), -1),
        (Kind.STATE, STATE, ("state", "contract", "trump"), None),
        (Kind.STATE, STATE, ("state", "contract", "standing", "lineup", "order"), [0, 0, 1, 2]),
        (Kind.STATE, STATE, ("state", "contract", "standing", "lineup", "order"), [0]),
        (Kind.STATE, STATE, ("rules",), 2),
        (Kind.VIEW, VIEW, ("seat",), "2"),
        (Kind.VIEW, VIEW, ("actor",), "luck"),
        (Kind.VIEW, VIEW, ("own",), ["AS", "as"]),
        (Kind.VIEW, VIEW, ("hand",), []),
    ],
)
def test_what_is_wrong_by_form_is_refused_by_both(kind: Kind, document: Any, path: tuple[Any, ...], value: object) -> None:
    wrong = changed(document, *path, to=value)
    assert not validator("hokm", kind).is_valid(wrong)
    with pytest.raises((RecordError, ConfigError)):
        load(hokm.GAME, wrong, kind)


@pytest.mark.parametrize(("kind", "document"), [(Kind.RECORD, RECORD), (Kind.STATE, STATE), (Kind.VIEW, VIEW)])
def test_no_field_may_be_missing(kind: Kind, document: Any) -> None:
    for path in [path for path in paths(document) if isinstance(path[-1], str)]:
        wrong = deepcopy(document)
        place = wrong
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]
        assert not validator("hokm", kind).is_valid(wrong), path


def test_options_are_told_with_meaning_and_default() -> None:
    config = schema(hokm.GAME)["$defs"]["Config"]["properties"]
    assert {name: one["default"] for name, one in config.items()} == dump(hokm.GAME, hokm.Config())
    assert config["kot"]["description"] == "hands for seven tricks to nothing by the hakem's team (HOKM-9)"


# -- types that Hokm does not have --------------------------------------------------------------------------------------


def test_every_type_has_a_schema() -> None:
    whole = schema(game_with(Kitchen, Play))
    one = Draft202012Validator({"$ref": "#/$defs/Action", "$defs": whole["$defs"]})
    one.check_schema(whole)
    data = dump(game_with(Kitchen, Play), KITCHEN)
    one.validate(data)
    wrong: dict[str, list[Any]] = {
        "bag": ["7H", ["XX"], ["7H"] * 10_001],
        "masks": [[0], [["2C", "2C"]]],
        "hidden": [5, ["3D", "3D"]],
        "bids": [None, ["X"], [[]], [1.5]],
        "top": ["bj", "", 5],
        "way": [0, "1", None],
        "alone": [0, "yes"],
        "plays": [[[0]], [[0, "2C", "3C"]], [["2C", 0]], [[54, "2C"]]],
        "pairs": [[["KD"], "1"], [["KD"]], [["KD", "KD"], "10"]],
        "team": [2, -1, None],
        "points": [None, "5"],
        "said": [{"type": "Play", "card": "2C"}, {}, {"type": "Bid"}],
        "last": [{"type": "Play", "card": "2C"}, {}, []],
        "nothing": [[0], None],
    }
    assert wrong.keys() | {"type"} == data.keys()
    for name, values in wrong.items():
        for value in values:
            assert not one.is_valid({**data, name: value}), (name, value)


def test_two_things_of_one_name_have_no_schema() -> None:
    other = attrs.make_class("Row", {"said": attrs.field(type=int)})
    holder = attrs.make_class("Holder", {"row": attrs.field(type=other), "standing": attrs.field(type=hokm.Standing)})
    with pytest.raises(TypeError, match="there are two things called Row"):
        schema(game_with(holder))
