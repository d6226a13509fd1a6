"""What the tests of games at a table share: tricks played from text, and refusals looked at from all sides."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from persian_cards.actions import Play
from persian_cards.cards import parse_cards
from persian_cards.errors import IllegalAction
from persian_cards.game import AnyState, Game

S = TypeVar("S", bound=AnyState)


def play(game: Game[Any, S, Any, Any, Any], state: S, tricks: str, order: Sequence[int] = (0, 1, 2, 3)) -> S:
    """Plays tricks, a line each: who leads, by place in the order of play, and the cards from his on, as in "0: AS 2S 3S 4S".

    Each card must be played by the seat whose turn it is by that order: so a line also tells who has won the trick before it.
    """
    for line in tricks.strip().splitlines():
        leader, cards = line.split(":")
        for turn, card in enumerate(parse_cards(cards)):
            assert state.actor == order[(int(leader) + turn) % len(order)], f"{card} in the trick {line.strip()}"
            state = game.apply(state, Play(card))
    return state


def refused(game: Game[Any, S, Any, Any, Any], state: S, action: object) -> IllegalAction:
    """How an action is refused: by the actor's name, with what is legal instead, and the state is what it was (GEN-5)."""
    before = pickle.dumps(state)
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, action)
    assert state == pickle.loads(before)
    error = caught.value
    assert error.seat == state.actor
    assert error.action is action
    assert error.violation == game.violation(state, action)
    assert error.legal == game.legal_actions(state)
    assert action not in error.legal
    assert str(error).startswith(f"{error.violation.text} ({error.violation.clause})")
    return error
