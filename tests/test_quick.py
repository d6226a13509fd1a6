"""Values built quickly are the values that their class builds."""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod

import attrs
import pytest

from persian_cards._quick import maker
from persian_cards.actions import Plays, plays
from persian_cards.cards import FULL


@attrs.frozen(weakref_slot=False)
class Spot:
    row: int
    name: str = "x"


class Shape(ABC):
    __slots__ = ()

    @abstractmethod
    def area(self) -> int: ...


@attrs.frozen(weakref_slot=False)
class Square(Shape):
    side: int

    def area(self) -> int:
        return self.side**2


spot = maker(Spot)
square = maker(Square)


def test_a_quick_value_equals_the_slow_one_and_no_other() -> None:
    assert spot(1, "a") == Spot(1, "a")
    assert spot(1, "a") != Spot(1, "b")
    assert spot(1, "a") != Spot(2, "a")
    assert hash(spot(1, "a")) == hash(Spot(1, "a"))
    assert len({spot(1, "a"), Spot(1, "a"), spot(1, "a")}) == 1
    assert plays(FULL) == Plays(FULL)


def test_it_is_of_the_class_itself() -> None:
    assert type(spot(1, "a")) is Spot
    assert isinstance(square(3), Shape)
    assert square(3).area() == 9
    assert repr(spot(1, "a")) == "Spot(row=1, name='a')"
    assert attrs.evolve(spot(1, "a"), row=2) == Spot(2, "a")


def test_it_is_frozen() -> None:
    made = spot(1, "a")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        made.row = 2  # type: ignore[misc]  # it is frozen
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del made.row
    assert made == Spot(1, "a")


def test_it_pickles() -> None:
    assert pickle.dumps(spot(1, "a")) == pickle.dumps(Spot(1, "a"))
    assert pickle.loads(pickle.dumps(spot(1, "a"))) == Spot(1, "a")


def test_every_field_must_be_given() -> None:
    with pytest.raises(TypeError):
        spot(1)
    with pytest.raises(TypeError):
        spot(*(1, "a", 3))  # type: ignore[call-arg]  # one too many


def test_classes_that_do_more_than_hold_values_are_refused() -> None:
    @attrs.frozen(weakref_slot=False)
    class Checked:
        row: int = attrs.field(validator=attrs.validators.instance_of(int))

    @attrs.frozen(weakref_slot=False)
    class Converted:
        row: int = attrs.field(converter=int)

    @attrs.frozen(weakref_slot=False)
    class Reckoned:
        row: int = attrs.field(init=False, default=3)

    for kind in (Checked, Converted, Reckoned):
        with pytest.raises(AssertionError):
            maker(kind)
