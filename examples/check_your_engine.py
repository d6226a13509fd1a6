"""Compare an engine with this library: OpenSpiel's Spades, in random hands, with what is known to differ left out."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from persian_cards.actions import Bid, Deal, Play
from persian_cards.cards import CARDS, Suit
from persian_cards.games import spades
from persian_cards.testing import agree

NIL = 52
"""OpenSpiel's number of a bid of nothing; a card has that of its index here."""


class Spiel:
    """OpenSpiel's `spades`: its states are numbers and words, which are made actions of ours."""

    def __init__(self, load_game: Callable[[str], Any]) -> None:
        self.game = load_game("spades")

    def start(self, config: spades.Config) -> Any:
        return self.game.new_initial_state()

    def legal(self, position: Any) -> list[spades.Action] | None:
        if position.is_chance_node() or position.is_terminal():  # it deals card by card, and ends after a hand
            return None
        return [Play(CARDS[number]) if number < NIL else Bid(number - NIL) for number in position.legal_actions()]

    def apply(self, position: Any, action: spades.Action) -> Any:
        match action:
            case Deal():
                for card in action.pack:
                    position.apply_action(card.index)
            case Bid():
                position.apply_action(NIL + action.amount)
            case Play():
                position.apply_action(action.card.index)
        return position


def known(state: spades.State, action: spades.Action) -> bool:
    """What is left out: bids above 6, since partners may not bid more than 13 together there; leads of a spade by who holds other
    cards, since spades are never broken there; and all that comes after the first hand."""
    match state, action:
        case spades.Bidding(), Bid():
            return action.amount > 6
        case spades.TrickPlay(trick=()), Play():
            return action.card.suit is Suit.SPADES and any(card.suit is not Suit.SPADES for card in state.hand(state.actor))
        case _:
            return bool(state.standing.sheet)


def our_tricks(state: spades.State) -> tuple[int, ...] | None:
    return state.won if isinstance(state, spades.TrickPlay) and any(state.won) else None


def their_tricks(position: Any) -> tuple[int, ...] | None:
    _, _, told = ("" if position.is_terminal() else str(position)).partition("Tricks taken:")
    taken = tuple(map(int, told.split()[4:8]))
    return taken if any(taken) else None


def main() -> None:
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed: pip install open_spiel")
        return
    engine, config = Spiel(pyspiel.load_game), spades.Config(first_dealer=3, blind_nil=None, max_hands=1)
    print(agree(spades.GAME, engine, config=config))
    found = agree(spades.GAME, engine, config=config, known=known, also={"the tricks taken": (our_tricks, their_tricks)})
    print("with what is known left out they agree" if found is None else found)


if __name__ == "__main__":
    main()
