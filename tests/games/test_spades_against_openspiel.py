"""Spades beside OpenSpiel's: the same cards are legal, and the same players take the tricks, in the same random hands.

Some hands are played by default, and as many as `SPADES_AGAINST_OPENSPIEL` says. What the two games do not share is left out:

- its partners may not bid more than 13 together (SPADES-2 lets them), so bids are drawn from what it allows;
- it knows no double nil (SPADES-4), so `blind_nil` is None;
- in its release 2.0.2 spades never become broken, so that a spade is led only by who holds nothing else (SPADES-8 lets anybody lead
  one once they are broken): such leads are the one thing that is legal here alone, and they are not played;
- the tricks of a failed nil help the partner's bid there (SPADES-10), and bags are read off the score, wrongly off one below
  nothing (SPADES-11), so scores are compared only where no nil has failed and no team has come to ten bags.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from persian_cards.cards import CARDS, PACK, Suit
from persian_cards.games import spades
from persian_cards.games.spades import AwaitDeal, Bid, Bidding, Config, Deal, Play, State, TrickPlay, apply, legal_actions

pyspiel: Any = pytest.importorskip("pyspiel")

HANDS = int(os.environ.get("SPADES_AGAINST_OPENSPIEL", "50"))
CONFIG = Config(first_dealer=3, blind_nil=None, max_hands=2)
NIL = 52
"""Its number for a bid of 0; the bids from 1 to 13 follow. A card's number is its index here."""


def cards_legal_in_both(state: TrickPlay) -> list[int]:
    """What may be played here, less the leads that only this library allows."""
    cards = [action.card for action in legal_actions(state) if isinstance(action, Play)]
    others = [card for card in cards if card.suit is not Suit.SPADES]
    if not state.trick and others:
        assert state.broken or cards == others
        cards = others
    return [card.index for card in cards]


def play_beside(theirs: Any, rng: Random) -> State:
    """A hand is dealt, bid and played on both sides, with the same choices; all that both tell on the way is compared."""
    pack = list(PACK)
    rng.shuffle(pack)
    for card in pack:
        assert theirs.is_chance_node()
        theirs.apply_action(card.index)
    ours = apply(spades.initial_state(CONFIG), Deal(tuple(pack)))
    while isinstance(ours, Bidding):
        assert theirs.current_player() == ours.actor
        allowed = theirs.legal_actions()
        assert set(allowed) <= {NIL + action.amount for action in legal_actions(ours) if isinstance(action, Bid)}
        bid = rng.choice(allowed[:6])
        ours = apply(ours, Bid(bid - NIL))
        theirs.apply_action(bid)
    while isinstance(ours, TrickPlay):
        assert theirs.current_player() == ours.actor
        assert theirs.legal_actions() == cards_legal_in_both(ours)
        index = rng.choice(theirs.legal_actions())
        ours = apply(ours, Play(CARDS[index]))
        theirs.apply_action(index)
    assert theirs.is_terminal()
    return ours


def tricks_taken(theirs: Any) -> tuple[int, ...]:
    """The tricks by player, as its text has them: north, east, south, west in the order of play."""
    _, _, told = str(theirs).partition("Tricks taken:")
    return tuple(map(int, told.split()[4:8]))


def test_random_hands_agree() -> None:
    """SPADES-1, SPADES-2, SPADES-7, SPADES-8, SPADES-9, SPADES-13: turns, legal cards and tricks are the same in every hand, and
    scores where the rules are."""
    game = pyspiel.load_game("spades")
    scored = 0
    for number in range(HANDS):
        theirs = game.new_initial_state()
        ours = play_beside(theirs, Random(number))
        assert isinstance(ours, AwaitDeal)
        row = ours.standing.sheet[0]
        assert row.tricks == tricks_taken(theirs)
        nil_failed = any(bid == Bid(0) and taken for bid, taken in zip(row.bids, row.tricks, strict=True))
        if not nil_failed and not any(row.penalties):
            assert theirs.returns() == [row.points[seat % 2] for seat in range(4)]
            scored += 1
    assert scored >= HANDS // 4
