"""Oh Hell against the game `oh_hell` of OpenSpiel: the same deals, with the same bids and plays, move by move.

OpenSpiel knows one hand at a time, with the hook (OHHELL-6), and tricks for a missed bid (OHHELL-11); a card is always turned up.
The two agree wherever both can play. For the rest OpenSpiel has nothing to say: hands of the whole pack or without trump
(OHHELL-4), secret bids (OHHELL-7), must trump (OHHELL-9), nothing for a miss, a zero by the cards (OHHELL-12), and several hands.

PERSIAN_CARDS_FULL=1 in the environment plays 5,000 deals rather than 60.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from persian_cards.actions import CHANCE
from persian_cards.cards import CARDS, Card, Rank, Suit
from persian_cards.games import oh_hell
from persian_cards.games.oh_hell import Bid, Config, Deal, HandOrder, MissScore, Play, State, TrickPlay

pyspiel: Any = pytest.importorskip("pyspiel")

DEALS = 5000 if os.environ.get("PERSIAN_CARDS_FULL") == "1" else 60
TABLES = [(players, cards) for players in range(3, 8) for cards in range(1, 51 // players + 1)]
"""Players and cards each: all that leave a card to turn."""

SUITS = [Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS]
NUMBERS = {card: 4 * list(Rank).index(card.rank) + SUITS.index(card.suit) for card in CARDS if card.rank and card.suit in SUITS}
PLAYED = {number: card for card, number in NUMBERS.items()}


def begun(players: int, cards: int, dealer: int, pack: list[Card]) -> tuple[State, Any]:
    """A hand dealt in both: here from the dealer's left on, there from seat 0 on."""
    config = Config(
        players=players,
        first_dealer=dealer,
        max_cards=cards,
        order=HandOrder.DOWN,
        last_hand_no_trump=False,
        hook=True,
        miss=MissScore.TRICKS,
    )
    state = oh_hell.apply(oh_hell.initial_state(config), Deal(tuple(pack)))
    assert isinstance(state, oh_hell.Bidding)
    spiel = pyspiel.load_game("oh_hell", {"players": players, "num_tricks_fixed": cards}).new_initial_state()
    assert spiel.legal_actions() == [cards]
    spiel.apply_action(cards)
    spiel.apply_action(dealer)
    for place in range(cards):
        for seat in range(players):
            turn = (seat - dealer - 1) % players
            spiel.apply_action(NUMBERS[pack[place * players + turn]])
    assert state.turned is not None
    spiel.apply_action(NUMBERS[state.turned])
    return state, spiel


def played(players: int, cards: int, rng: Random) -> State:
    """The state after a hand that both have played alike."""
    pack = list(CARDS[:52])
    rng.shuffle(pack)
    state, spiel = begun(players, cards, rng.randrange(players), pack)
    won = [0] * players
    while state.actor is not CHANCE and state.actor is not None:
        assert spiel.current_player() == state.actor
        choices = spiel.legal_actions()
        ours = {
            52 + move.amount if isinstance(move, Bid) else NUMBERS[move.card]: move
            for move in oh_hell.legal_actions(state)
            if isinstance(move, Bid | Play)
        }
        assert sorted(ours) == sorted(choices)
        choice = rng.choice(choices)
        state = oh_hell.apply(state, ours[choice])
        spiel.apply_action(choice)
        if isinstance(state, TrickPlay):
            won = [int(number) for number in f"{spiel}".partition("Tricks Won:")[2].split()[:players]]
            assert list(state.won) == won
    assert spiel.is_terminal()
    (row,) = state.standing.sheet
    assert spiel.returns() == list(row.score)
    return state


@pytest.mark.parametrize("share", range(10))
def test_hands_go_as_in_openspiel(share: int) -> None:
    """OHHELL-2, OHHELL-3, OHHELL-5, OHHELL-6, OHHELL-8, OHHELL-10, OHHELL-11: the same actor, bids, plays, tricks and scores."""
    made = missed = 0
    for number in range(share, DEALS, 10):
        players, cards = TABLES[number % len(TABLES)]
        row = played(players, cards, Random(number)).standing.sheet[0]
        made += sum(amount == tricks for amount, tricks in zip(row.bids, row.tricks, strict=True))
        missed += sum(amount != tricks for amount, tricks in zip(row.bids, row.tricks, strict=True))
    assert made
    assert missed


def test_every_table_is_met() -> None:
    """OHHELL-1, OHHELL-2: three to seven players, with every number of cards that leaves one to turn."""
    assert {TABLES[number % len(TABLES)] for number in range(DEALS)} == set(TABLES)
    assert len(TABLES) == 17 + 12 + 10 + 8 + 7


@pytest.mark.parametrize("players", range(3, 8))
def test_openspiel_cannot_play_more_cards(players: int) -> None:
    """OHHELL-4: it always turns a card; we play on to 52 // players, without trump where no card is left."""
    spiel = pyspiel.load_game("oh_hell", {"players": players}).new_initial_state()
    assert spiel.legal_actions() == list(range(1, 51 // players + 1))
