"""Options: one line for each option of a game's `Config`, from which its check, its documents and its command-line flag come.

class Config:
    kot: int = option(2, "HOKM-9", Whole(0), meaning="hands for a kot")
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from itertools import chain, product
from typing import Any, Final, TypeAlias, TypeVar, assert_never

import attrs

from persian_cards.errors import ConfigError, shown

T = TypeVar("T")

# -- what an option may be ----------------------------------------------------------------------------------------------


@attrs.frozen
class Whole:
    """A whole number from `low` to `high` (None: without limit); a bool is no number (GEN-6)."""

    low: int
    high: int | None = None

    def __str__(self) -> str:
        if self.high is None:
            return f"a whole number of at least {self.low}"
        return str(self.low) if self.low == self.high else f"a whole number from {self.low} to {self.high}"


@attrs.frozen
class OneOf:
    """A member of an enum."""

    enum: type[Enum]

    def __str__(self) -> str:
        return "one of " + ", ".join(str(member) for member in self.enum)


@attrs.frozen
class Flag:
    """True or False."""

    def __str__(self) -> str:
        return "True or False"


@attrs.frozen
class Absent:
    """None: the rule is not played, or there is no limit."""

    def __str__(self) -> str:
        return "None"


@attrs.frozen
class Fields:
    """A value of a frozen class whose own fields are options: made by `option`, and given by keyword."""

    cls: type[Any]

    def __str__(self) -> str:
        return f"a {self.cls.__name__} ({', '.join(f'{part.name}: {part.allowed}' for part in options(self.cls))})"


Domain: TypeAlias = Whole | OneOf | Flag | Absent | Fields


def admits(domain: Domain, value: object) -> bool:
    """Whether a value is of the domain.

    >>> admits(Whole(1), 3), admits(Whole(1), True), admits(Flag(), 0)
    (True, False, False)
    """
    match domain:
        case Whole():
            return type(value) is int and domain.low <= value and (domain.high is None or value <= domain.high)
        case OneOf():
            return isinstance(value, domain.enum)
        case Flag():
            return type(value) is bool
        case Absent():
            return value is None
        case Fields():
            return type(value) is domain.cls
        case _:
            assert_never(domain)


# -- options ------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Option:
    """One option of a config: its name, clause, what it may be, its default, and what it means."""

    name: str
    clause: str
    domains: tuple[Domain, ...]
    default: Any
    meaning: str

    @property
    def allowed(self) -> str:
        """What it may be, in words."""
        return " or ".join(map(str, self.domains))


_KEY: Final = "persian_cards option"


def option(default: T, clause: str, *domains: Domain, meaning: str) -> T:
    """A field of a config: its default, its clause, what it may be (by the default, for enums and flags), and what it means.

    A value that it may not be raises ConfigError when the config is built.
    """
    if not domains:
        if not isinstance(default, bool | Enum):
            raise TypeError(f"what an option may be must be said, as in option(3, 'X-1', Whole(1)); {shown(default)} tells nothing")
        domains = (Flag(),) if isinstance(default, bool) else (OneOf(type(default)),)

    def check(config: object, field: attrs.Attribute[T], value: T) -> None:
        if not any(admits(domain, value) for domain in domains):
            raise ConfigError(field.name, value, " or ".join(map(str, domains)), clause)

    made: T = attrs.field(default=default, validator=check, metadata={_KEY: (clause, domains, meaning)})
    return made


def max_hands() -> int | None:
    """The option `max_hands` of every game that is played to a target (GEN-9)."""
    return option(None, "GEN-9", Whole(1), Absent(), meaning="hands after which the match ends all the same")


def first_dealer(clause: str, players: int) -> int | None:
    """The option `first_dealer` of a game with at most so many players."""
    return option(None, clause, Whole(0, players - 1), Absent(), meaning="the first dealer's seat; none: he is found by lot")


def options(config: type[Any]) -> tuple[Option, ...]:
    """All options of a config class, in its order; TypeError if it is none, or has a field that was not made by `option`."""
    if not attrs.has(config):
        raise TypeError(f"a config is an attrs class whose fields are made by `option`, and not {shown(config)}")
    for field in attrs.fields(config):
        if _KEY not in field.metadata:
            raise TypeError(f"{field.name} of {config.__name__} is no option: make it by `persian_cards.options.option`")
    found = [(field, field.metadata[_KEY]) for field in attrs.fields(config)]
    return tuple(Option(field.name, clause, domains, field.default, meaning) for field, (clause, domains, meaning) in found)


def trials(domain: Domain) -> tuple[object, ...]:
    """Values to try games with: all of a domain, or of many numbers the lowest few.

    >>> trials(Whole(5)), trials(Flag()), trials(Absent())
    ((5, 6, 7, 8), (False, True), (None,))
    """
    match domain:
        case Whole():
            few = domain.high is not None and domain.high < domain.low + 14
            return tuple(range(domain.low, (domain.high if few and domain.high is not None else domain.low + 3) + 1))
        case OneOf():
            return tuple(domain.enum)
        case Flag():
            return (False, True)
        case Absent():
            return (None,)
        case Fields():
            parts = options(domain.cls)
            values = product(*(chain.from_iterable(map(trials, part.domains)) for part in parts))
            return tuple(domain.cls(**dict(zip((part.name for part in parts), one, strict=True))) for one in values)
        case _:
            assert_never(domain)


def bounding(option: Option) -> tuple[Domain, ...]:
    """What an option may be in a game that ends soon: where it bounds the game (`max_hands`, `max_rounds`), a bound."""
    bounds = option.name.startswith("max_")
    return tuple(domain for domain in option.domains if not (bounds and isinstance(domain, Absent)))


def fitting(config: type[T], values: Mapping[str, object]) -> T:
    """A config of these values, by name, without those that do not go with the others; ConfigError if no leaving out helps."""
    left = dict(values)
    while True:
        try:
            return config(**left)
        except ConfigError as error:
            if error.field not in left:
                raise
            del left[error.field]


# -- text ---------------------------------------------------------------------------------------------------------------


def value_text(value: object) -> str:
    """An option's value as one word: "first-ace", "yes", "none", "7"; a value of several fields has strokes between: "200/3".

    >>> value_text(True), value_text(None), value_text(7)
    ('yes', 'none', '7')
    """
    match value:
        case Enum():
            return value.name.lower().replace("_", "-")
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case _ if attrs.has(type(value)):
            return "/".join(value_text(getattr(value, part.name)) for part in options(type(value)))
        case _:
            return str(value)


def read_value(option: Option, text: str) -> object:
    """The value of an option that is written in `text`; ConfigError if the option cannot have it.

    >>> read_value(Option("kot", "HOKM-9", (Whole(0),), 2, ""), "3")
    3
    """
    word = text.strip().lower().replace("_", "-")
    for domain in option.domains:
        value = _named(domain).get(word)
        if value is not None:
            return value[0]
        if isinstance(domain, Whole) and word.isdecimal() and len(word) < 4000 and admits(domain, int(word)):
            return int(word)
        if isinstance(domain, Fields):
            parts, words = options(domain.cls), word.split("/")
            if len(parts) == len(words):
                with suppress(ConfigError):
                    return domain.cls(**{part.name: read_value(part, one) for part, one in zip(parts, words, strict=True)})
    raise ConfigError(option.name, text, allowed_words(option), option.clause)


def _named(domain: Domain) -> dict[str, tuple[object]]:
    """The values of a domain that are written as words."""
    match domain:
        case Whole() | Fields():
            return {}
        case OneOf():
            return {value_text(member): (member,) for member in domain.enum}
        case Flag():
            return {"yes": (True,), "no": (False,)}
        case Absent():
            return {"none": (None,)}
        case _:
            assert_never(domain)


def allowed_words(option: Option) -> str:
    """What the text of an option may be, for `read_value`.

    >>> allowed_words(Option("limit", "HOKM-9", (Whole(0), Absent()), 2, ""))
    'a whole number of at least 0 or none'
    """
    return " or ".join(map(_words, option.domains))


def _words(domain: Domain) -> str:
    match domain:
        case Whole():
            return str(domain)
        case Fields():
            parts = options(domain.cls)
            words = ", ".join(f"{part.name}: {allowed_words(part)}" for part in parts)
            return f"{'/'.join(part.name for part in parts)} ({words})"
        case _:
            return ", ".join(_named(domain))
