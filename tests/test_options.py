"""Options of a config: what they may be, how they are written, and their refusals (GEN-6)."""

from __future__ import annotations

from enum import Enum
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persian_cards.errors import ConfigError
from persian_cards.options import (
    Absent,
    Domain,
    Fields,
    Flag,
    OneOf,
    Option,
    Whole,
    admits,
    bounding,
    first_dealer,
    fitting,
    max_hands,
    option,
    options,
    read_value,
    trials,
    value_text,
)

many = settings(max_examples=5 * settings().max_examples)


class Direction(Enum):
    TO_THE_LEFT = "left"
    TO_THE_RIGHT = 2

    def __str__(self) -> str:
        return f"to the {'left' if self is Direction.TO_THE_LEFT else 'right'}"


class Other(Enum):
    TO_THE_LEFT = "left"


LEFT, RIGHT = Direction


@attrs.frozen(kw_only=True)
class Pay:
    way: Direction = option(LEFT, "OWN-9", meaning="to whom")  # noqa: RUF009  # it makes a field
    much: int | None = option(3, "OWN-10", Whole(0, 20), Absent(), meaning="how much")


@attrs.frozen(kw_only=True)
class Config:
    turns: Direction = option(LEFT, "OWN-1", meaning="which way")  # noqa: RUF009  # it makes a field
    target: int = option(7, "OWN-2", Whole(1), meaning="what wins")
    cards: int = option(5, "OWN-3", Whole(1, 13), meaning="cards each")
    alone: bool = option(False, "OWN-4", meaning="whether one may")
    limit: int | None = option(None, "OWN-5", Whole(0), Absent(), meaning="the limit")
    starts: Direction | int = option(RIGHT, "OWN-6", OneOf(Direction), Whole(0, 3), meaning="who starts")  # noqa: RUF009  # as above
    max_hands: int | None = max_hands()
    first_dealer: int | None = first_dealer("OWN-7", 4)
    pay: Pay | None = option(Pay(), "OWN-8", Fields(Pay), Absent(), meaning="what is paid")  # noqa: RUF009  # as above


OPTIONS = {one.name: one for one in options(Config)}


@pytest.mark.parametrize(
    ("domain", "good", "bad", "words"),
    [
        (Whole(0), [0, 1, 10**30], [-1, True, False, 0.0, 1.5, "1", None, float("nan"), [], 3j], "a whole number of at least 0"),
        (Whole(-3), [-3, 0], [-4, False], "a whole number of at least -3"),
        (Whole(1, 13), [1, 2, 12, 13], [0, 14, -1, True, 5.0, "5", None, {}], "a whole number from 1 to 13"),
        (Whole(2, 2), [2], [1, 3], "2"),
        (
            OneOf(Direction),
            list(Direction),
            ["left", 2, None, Direction, Other.TO_THE_LEFT, []],
            "one of to the left, to the right",
        ),
        (Flag(), [True, False], [0, 1, None, "yes", "", [], 1.0], "True or False"),
        (
            Fields(Pay),
            [Pay(), Pay(way=RIGHT, much=None)],
            [None, 3, "to-the-left/3", Pay, (LEFT, 3), [], Config],
            "a Pay (way: one of to the left, to the right, much: a whole number from 0 to 20 or None)",
        ),
        (Absent(), [None], [False, 0, "", "none", [], Absent], "None"),
    ],
)
def test_domains(domain: Domain, good: list[Any], bad: list[Any], words: str) -> None:
    assert [value for value in good if admits(domain, value) is not True] == []
    assert [value for value in bad if admits(domain, value) is not False] == []
    assert str(domain) == words


def test_a_subclass_of_a_number_is_no_number() -> None:
    class Number(int):
        pass

    assert not admits(Whole(0), Number(3))


def test_options_tell_what_they_are() -> None:
    assert options(Config) == (
        Option("turns", "OWN-1", (OneOf(Direction),), LEFT, "which way"),
        Option("target", "OWN-2", (Whole(1),), 7, "what wins"),
        Option("cards", "OWN-3", (Whole(1, 13),), 5, "cards each"),
        Option("alone", "OWN-4", (Flag(),), False, "whether one may"),
        Option("limit", "OWN-5", (Whole(0), Absent()), None, "the limit"),
        Option("starts", "OWN-6", (OneOf(Direction), Whole(0, 3)), RIGHT, "who starts"),
        Option("max_hands", "GEN-9", (Whole(1), Absent()), None, "hands after which the match ends all the same"),
        Option("first_dealer", "OWN-7", (Whole(0, 3), Absent()), None, "the first dealer's seat; none: he is found by lot"),
        Option("pay", "OWN-8", (Fields(Pay), Absent()), Pay(way=LEFT, much=3), "what is paid"),
    )
    assert OPTIONS["limit"].allowed == "a whole number of at least 0 or None"
    assert OPTIONS["starts"].allowed == "one of to the left, to the right or a whole number from 0 to 3"
    assert Config() == Config(**{one.name: one.default for one in options(Config)})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turns", "left"),
        ("turns", None),
        ("turns", Other.TO_THE_LEFT),
        ("target", 0),
        ("target", True),
        ("target", None),
        ("target", 7.0),
        ("cards", 14),
        ("cards", "5"),
        ("alone", 1),
        ("alone", None),
        ("limit", -1),
        ("limit", False),
        ("limit", ""),
        ("starts", 4),
        ("starts", None),
        ("max_hands", 0),
        ("first_dealer", 4),
        ("first_dealer", float("nan")),
        ("first_dealer", []),
        ("pay", 3),
        ("pay", ()),
    ],
)
def test_a_config_that_no_table_could_play_is_refused_when_it_is_built(field: str, value: Any) -> None:
    """GEN-6."""
    one, changed = OPTIONS[field], {field: value}
    with pytest.raises(ConfigError) as refused:
        Config(**changed)
    error = refused.value
    assert (error.field, error.allowed, error.clause) == (field, one.allowed, one.clause)
    assert error.value is value
    assert str(error) == f"{field} must be {one.allowed}, not {value!r} ({one.clause})"
    with pytest.raises(ConfigError):
        attrs.evolve(Config(), **changed)


def test_fields_of_a_value_are_options_too() -> None:
    """GEN-6: the value is refused when it is built, by the name and clause of its own field."""
    with pytest.raises(ConfigError, match=r"much must be a whole number from 0 to 20 or None, not 21 \(OWN-10\)"):
        Pay(much=21)
    assert [one.name for one in options(Pay)] == ["way", "much"]


def test_a_config_holds_what_it_is_given() -> None:
    made = Config(turns=RIGHT, target=10**20, cards=13, alone=True, limit=0, starts=0, max_hands=1, first_dealer=3, pay=None)
    assert attrs.astuple(made) == (RIGHT, 10**20, 13, True, 0, 0, 1, 3, None)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        made.cards = 3  # type: ignore[misc]  # it is frozen


# -- text ---------------------------------------------------------------------------------------------------------------


def values(domain: Domain) -> st.SearchStrategy[object]:
    match domain:
        case Whole():
            return st.integers(domain.low, 10**18 if domain.high is None else domain.high)
        case OneOf():
            return st.sampled_from(domain.enum)
        case Flag():
            return st.booleans()
        case Absent():
            return st.none()
        case Fields():
            return st.builds(domain.cls, **{one.name: st.one_of(*map(values, one.domains)) for one in options(domain.cls)})


@given(st.sampled_from(list(OPTIONS.values())).flatmap(lambda one: st.tuples(st.just(one), st.one_of(*map(values, one.domains)))))
@many
def test_a_value_reads_back(pair: tuple[Option, object]) -> None:
    one, value = pair
    text = value_text(value)
    assert len(text.split()) == 1
    for spelling in (text, text.upper(), f" {text}\n", text.replace("-", "_")):
        read = read_value(one, spelling)
        assert read == value
        assert type(read) is type(value)


def test_values_in_words() -> None:
    listed = [*Direction, True, False, None, 0, 12]
    assert [value_text(value) for value in listed] == ["to-the-left", "to-the-right", "yes", "no", "none", "0", "12"]
    assert [value_text(value) for value in (Pay(), Pay(way=RIGHT, much=None))] == ["to-the-left/3", "to-the-right/none"]
    assert read_value(OPTIONS["pay"], "to-the-right/12") == Pay(way=RIGHT, much=12)
    assert read_value(OPTIONS["cards"], "۷") == 7
    assert read_value(OPTIONS["starts"], "3") == 3
    assert read_value(OPTIONS["target"], "9" * 19) == 10**19 - 1


@pytest.mark.parametrize(
    ("field", "text", "allowed"),
    [
        ("turns", "left", "to-the-left, to-the-right"),
        ("turns", "", "to-the-left, to-the-right"),
        ("turns", "2", "to-the-left, to-the-right"),
        ("target", "seven", "a whole number of at least 1"),
        ("target", "-7", "a whole number of at least 1"),
        ("target", "7.0", "a whole number of at least 1"),
        ("target", "²", "a whole number of at least 1"),
        ("target", "none", "a whole number of at least 1"),
        ("target", "9" * 10**4, "a whole number of at least 1"),
        ("cards", "yes", "a whole number from 1 to 13"),
        ("alone", "true", "yes, no"),
        ("alone", "1", "yes, no"),
        ("limit", "no", "a whole number of at least 0 or none"),
        *(
            ("pay", text, "way/much (way: to-the-left, to-the-right, much: a whole number from 0 to 20 or none) or none")
            for text in ("3", "/", "to-the-left", "to-the-left/21", "3/to-the-left", "to-the-left/3/3", "to-the-left/3/", "")
        ),
        ("starts", "to the left", "to-the-left, to-the-right or a whole number from 0 to 3"),
    ],
)
def test_texts_that_an_option_cannot_have(field: str, text: str, allowed: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read_value(OPTIONS[field], text)
    assert (refused.value.field, refused.value.value) == (field, text)
    assert (refused.value.allowed, refused.value.clause) == (allowed, OPTIONS[field].clause)


@given(st.sampled_from(list(OPTIONS.values())), st.text(max_size=8))
@many
def test_any_text_is_read_or_refused(one: Option, text: str) -> None:
    value, refused = one.default, one.name
    try:
        value = read_value(one, text)
    except ConfigError as error:
        refused = error.field
    assert refused == one.name
    assert type(value) in {type(one.default), int, type(None)}


# -- values to try ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("domain", "values"),
    [
        (Whole(5), (5, 6, 7, 8)),
        (Whole(1, 3), (1, 2, 3)),
        (Whole(0, 13), tuple(range(14))),
        (Whole(0, 14), (0, 1, 2, 3)),
        (OneOf(Direction), (LEFT, RIGHT)),
        (Flag(), (False, True)),
        (Absent(), (None,)),
    ],
)
def test_values_to_try_are_all_or_the_lowest_few(domain: Domain, values: tuple[object, ...]) -> None:
    assert trials(domain) == values


def test_values_of_several_fields_are_tried_in_all_combinations() -> None:
    found = trials(Fields(Pay))
    assert len(set(found)) == len(found) == 2 * (4 + 1)
    assert Pay(way=RIGHT, much=None) in found


def test_a_game_that_ends_soon_has_its_bounds() -> None:
    assert bounding(OPTIONS["max_hands"]) == (Whole(1),)
    assert bounding(OPTIONS["limit"]) == (Whole(0), Absent())


@attrs.frozen(kw_only=True)
class Together:
    one: bool = option(False, "OWN-1", meaning="one")
    other: bool = option(False, "OWN-2", meaning="other")

    def __attrs_post_init__(self) -> None:
        if self.one and self.other:
            raise ConfigError("other", self.other, "False with one", "OWN-2")


def test_a_value_that_does_not_go_with_the_others_is_left_out() -> None:
    assert fitting(Together, {"one": True, "other": True}) == Together(one=True)
    assert fitting(Together, {"other": True}) == Together(other=True)
    values = {"one": True, "other": 7}
    assert fitting(Together, values) == Together(one=True)
    assert values == {"one": True, "other": 7}


@attrs.frozen(kw_only=True)
class Half:
    one: bool = option(False, "OWN-1", meaning="one")
    other: int = 3


def test_a_config_has_options_alone() -> None:
    with pytest.raises(TypeError, match=r"other of Half is no option: make it by `persian_cards\.options\.option`"):
        options(Half)
    with pytest.raises(TypeError, match="a config is an attrs class whose fields are made by `option`, and not <class 'int'>"):
        options(int)


@pytest.mark.parametrize("default", [3, None, "word"])
def test_what_an_option_may_be_is_said(default: Any) -> None:
    """The default tells it where it is a flag or of an enum; else it must be said."""
    with pytest.raises(TypeError, match="what an option may be must be said, as in"):
        option(default, "OWN-1", meaning="something")
