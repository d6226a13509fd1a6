"""What a `Game` record must be made of."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from persian_cards.games import GAMES, hokm


@attrs.frozen
class Play:
    """Another action of the name."""


@attrs.frozen
class PLAY:
    """And one that differs in the size of its letters alone."""


@pytest.mark.parametrize(
    ("field", "values", "told"),
    [
        ("name", ["two words", "", None, "7th", "a-b"], "name must be a word of letters, digits and _, not "),
        ("version", [0, -1, "1", 1.5, True, None], "version of hokm must be a whole number of at least 1, not "),
        ("Config", [None, hokm.Config(), int], "Config of hokm must be an attrs class, not "),
        ("phases", [hokm.TrickPlay, [hokm.TrickPlay], (int,), (None,)], "phases of hokm must be a tuple of attrs classes, not "),
        ("actions", [None, {hokm.Play}], "actions of hokm must be a tuple of attrs classes, not "),
        ("events", ["Play"], "events of hokm must be a tuple of attrs classes, not "),
        ("actions", [(hokm.Play, Play), (hokm.Play, PLAY)], "actions of hokm must have names of their own, not play, play"),
        *(
            (field, [None, 4], f"{field} of hokm must be a function, not ")
            for field in ("seats", "apply", "view", "worlds", "tally")
        ),
    ],
)
def test_what_is_no_record_of_a_game_is_told(field: str, values: list[Any], told: str) -> None:
    game: Any = hokm.GAME
    for value in values:
        with pytest.raises((TypeError, ValueError)) as refused:
            attrs.evolve(game, **{field: value})
        assert str(refused.value).startswith(told)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_field_that_is_called_is_looked_at(game: Any) -> None:
    called = [field.name for field in attrs.fields(type(game)) if callable(getattr(game, field.name)) and field.name != "Config"]
    for name in called:
        with pytest.raises(TypeError, match=f"{name} of {game.name} must be a function, not 'no function'"):
            attrs.evolve(game, **{name: "no function"})
