"""Euchre for four held against OpenSpiel's `euchre`, from the choice of the dealer to the returns of the hand.

Both play the same random hands: the same legal actions at every step, the same player in turn, the same final score, lone play and
the card that is laid down included. Known differences, each left out and no more than that:

- OpenSpiel deals to the dealer first; here the hands that it dealt are dealt by `deal_for`.
- Its dealer may not lay down the card that he took up; by EUCHRE-5 he may lay any of his six.
- It asks whether the maker plays alone after the dealer has laid down his card; by EUCHRE-9 he says so in the same breath.
- In release 2.0.2 plain defenders score 2 for five tricks, so `march_by_defenders=2` (EUCHRE-11 lets a table choose), and it has no
  farmer's hand (EUCHRE-3).
- Its returns are what the winners gain and the losers lose; the rulebook gives points to one side alone (EUCHRE-10).

PERSIAN_CARDS_FULL=1 plays 5,000 hands, otherwise 100 are played.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from persian_cards.actions import ChooseDealer, Pass, Play
from persian_cards.cards import RANKS, SUITS, Card
from persian_cards.games import euchre
from persian_cards.games.euchre import Action, Config, Discarding, FarmersHand, LayDown, MakeTrump, Naming, State, TakeUp, TrickPlay

pyspiel: Any = pytest.importorskip("pyspiel")

HANDS = 5000 if os.environ.get("PERSIAN_CARDS_FULL") else 100
CONFIG = Config(farmers_hand=FarmersHand.OFF, march_by_defenders=2, max_hands=1)
PASS, FIRST_SUIT, ALONE, WITH_PARTNER = 24, 25, 29, 30


def card_of(number: int) -> Card:
    return Card(SUITS[number % 4], RANKS[7 + number // 4])


def number_of(card: Card) -> int:
    assert card.suit is not None
    return 4 * (RANKS.index(card.rank) - 7) + SUITS.index(card.suit)


def dealt(theirs: Any, rng: Random) -> State:
    """Both games, from the lot for the dealer to the first bid."""
    while theirs.is_chance_node():
        theirs.apply_action(rng.choice(theirs.legal_actions()))
    state = euchre.apply(euchre.initial_state(CONFIG), ChooseDealer(theirs.dealer()))
    holders = theirs.card_holder()
    hands = {seat: [card_of(number) for number, holder in enumerate(holders) if holder == seat] for seat in range(4)}
    turned = card_of(theirs.upcard())
    hands = {seat: [card for card in cards if card is not turned] for seat, cards in hands.items()}
    return euchre.apply(state, euchre.deal_for(state, hands, turned=[turned]))


def in_their_words(state: State) -> set[int]:
    """What is legal in ours, as OpenSpiel numbers it; lone play is compared where OpenSpiel asks."""
    words = set()
    for action in euchre.legal_actions(state):
        match action:
            case Pass():
                words.add(PASS)
            case TakeUp():
                assert isinstance(state, Naming)
                assert state.turned.suit is not None
                words.add(FIRST_SUIT + SUITS.index(state.turned.suit))
            case MakeTrump():
                words.add(FIRST_SUIT + SUITS.index(action.suit))
            case LayDown() | Play():
                words.add(number_of(action.card))
            case _:
                pytest.fail(f"{action} in the middle of a hand")
    return words


def follow(theirs: Any, state: State, action: Action, alone: bool | None) -> bool | None:
    """Let OpenSpiel do the same; `alone` is what the maker has said before the dealer laid down, until OpenSpiel asks for it."""
    match action:
        case Pass():
            theirs.apply_action(PASS)
        case TakeUp():
            assert isinstance(state, Naming)
            assert state.turned.suit is not None
            theirs.apply_action(FIRST_SUIT + SUITS.index(state.turned.suit))
            return action.alone
        case MakeTrump():
            theirs.apply_action(FIRST_SUIT + SUITS.index(action.suit))
            alone = action.alone
        case LayDown() | Play():
            theirs.apply_action(number_of(action.card))
    if alone is not None:
        assert set(theirs.legal_actions()) == {ALONE, WITH_PARTNER}
        theirs.apply_action(ALONE if alone else WITH_PARTNER)
    return None


def one_hand(seed: int) -> tuple[bool, int]:
    """A hand of both, compared at every step; whether it was played alone, and how many tricks the attackers took."""
    rng = Random(seed)
    theirs = pyspiel.load_game("euchre").new_initial_state()
    state = dealt(theirs, rng)
    alone: bool | None = None
    while (legal := euchre.legal_actions(state)) and state.actor is not None:
        expected = in_their_words(state)
        choice: list[Action] = list(legal)
        if isinstance(state, Discarding):
            expected.discard(number_of(state.turned))
            choice = [action for action in choice if action != LayDown(state.turned)]
        assert theirs.current_player() == state.actor, seed
        assert set(theirs.legal_actions()) == expected, (seed, theirs)
        action = rng.choice(choice)
        before, state = state, euchre.apply(state, action)
        alone = follow(theirs, before, action, alone)
        if isinstance(before, TrickPlay) and not isinstance(state, TrickPlay):
            break
    assert theirs.is_terminal()
    (row,) = state.standing.sheet
    gained, lost = row.score
    assert theirs.returns() == [gained - lost, lost - gained] * 2, (seed, theirs)
    return row.alone, row.tricks[state.standing.lineup.team[row.contract.maker]]


def test_random_hands_go_alike() -> None:
    """EUCHRE-4 to EUCHRE-11: OpenSpiel agrees, over hands of every kind."""
    kinds = {one_hand(seed) for seed in range(HANDS)}
    assert kinds >= {(False, 2), (False, 3), (True, 3), (True, 2)}
