"""What the library says when something may not be."""

from __future__ import annotations

from collections.abc import Callable
from reprlib import Repr
from typing import TYPE_CHECKING, Any, Final

import attrs

if TYPE_CHECKING:
    from persian_cards.actions import ActionSet

_SHORT: Final = Repr()
_SHORT.maxother = _SHORT.maxstring = _SHORT.maxlong = 100


def shown(value: object) -> str:
    """`repr(value)`, cut to a length that fits a message, whatever the value is.

    >>> shown("x" * 1000) == repr("x" * 1000)
    False
    """
    try:
        return _SHORT.repr(value)
    except ValueError:  # Python writes no whole number of very many digits out
        return f"<a very large {type(value).__name__}>"


def counted(number: int, noun: str) -> str:
    """So many of something, in words.

    >>> counted(1, "card"), counted(0, "card")
    ('1 card', '0 cards')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@attrs.frozen
class Violation:
    """Why an action is not legal: the clause of the rulebook that it breaks, and a sentence for the player.

    >>> print(Violation("HOKM-7", "seat 2 must follow hearts"))
    seat 2 must follow hearts (HOKM-7)
    """

    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


class IllegalAction(ValueError):  # noqa: N818  # it reads as what it is
    """An action that the rules refuse (GEN-5); the state that it was meant for is as it was.

    `seat` is whose action it was (a seat, CHANCE, or None when the game is over), `action` what was asked for, `violation` why
    not, and `legal` the set of what may be done instead: worked out when asked for, and empty for a seat whose turn it is not.
    """

    def __init__(self, seat: object, action: object, violation: Violation, legal: Callable[[], ActionSet[Any]]) -> None:
        super().__init__(seat, action, violation)  # not `legal`, which knows the state, and with it every hand
        self.seat = seat
        self.action = action
        self.violation = violation
        self._legal = legal

    @property
    def legal(self) -> ActionSet[Any]:
        """What may be done instead."""
        return self._legal()

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickled refusal carries the legal actions, but not the state that they were worked out from: that knows every hand."""
        return _unpickled, (self.seat, self.action, self.violation, self.legal)

    def __str__(self) -> str:
        return f"{self.violation}: {shown(self.action)} is refused"


def _unpickled(seat: object, action: object, violation: Violation, legal: ActionSet[Any]) -> IllegalAction:
    return IllegalAction(seat, action, violation, lambda: legal)


class ConfigError(ValueError):
    """A config that no table could play (GEN-6): `field`, the `value` it was given, what is `allowed`, and the `clause`."""

    def __init__(self, field: str, value: object, allowed: str, clause: str) -> None:
        super().__init__(field, value, allowed, clause)
        self.field = field
        self.value = value
        self.allowed = allowed
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.field} must be {self.allowed}, not {shown(self.value)} ({self.clause})"


class RecordError(ValueError):
    """A record that cannot be read or replayed: `reason`, the `index` of the first action that is wrong (None: before any), and in
    a replay the `actor` whose turn it was (a seat, CHANCE, or None when the game was over)."""

    def __init__(self, reason: str, index: int | None = None, actor: object = None) -> None:
        super().__init__(reason, index, actor)
        self.reason = reason
        self.index = index
        self.actor = actor

    def __str__(self) -> str:
        if self.index is None:
            return self.reason
        who = "" if self.actor is None else f", seat {self.actor}" if isinstance(self.actor, int) else f", {self.actor}"
        return f"action {self.index}{who}: {self.reason}"
