"""`agree` finds faults of engines: games of this library with one line changed, and engines made by hand."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Any, Final

import attrs
import pytest

from persian_cards.actions import CHANCE, Deal, NameTrump, Pass, Play
from persian_cards.cards import PACK, SUITS, Card
from persian_cards.game import AnyGame
from persian_cards.games import GAMES, hokm, spades
from persian_cards.record import Record, action_text, read_action
from persian_cards.testing import Disagreement, Engine, agree

# -- engines with one line changed --------------------------------------------------------------------------------------

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@attrs.frozen(eq=False)
class Fault:
    """A rule that an engine has wrong: its game's module with `line` replaced by `wrong`.

    `asks` is what is compared besides what is legal, of a state; `tricks` are the most that the record of the disagreement may have.
    """

    game: str
    rule: str
    line: str
    wrong: str
    tricks: int
    options: Mapping[str, Any] = NOTHING
    asks: Mapping[str, Callable[[Any], object]] = NOTHING


FAULTS: Final = (
    Fault(
        "euchre",
        "the left bower is a card of the suit that is printed on it",
        "tuple(trumps if card.bit & trumps else card.suit_mask & ~left for card in CARDS)",
        "tuple(card.suit_mask for card in CARDS)",
        tricks=1,
    ),
    Fault(
        "euchre",
        "whoever takes all tricks alone scores as with his partner",
        "4 if alone else 2",
        "2",
        tricks=5,
        asks={"totals": lambda state: state.standing.totals},
    ),
    Fault(
        "ghahveh",
        "a joker may not be played by who can follow suit",
        "return follow | hand & _JOKERS",
        "return follow",
        tricks=1,
    ),
    Fault("hokm", "a trump does not beat the suit led", "taking(trick, contract.trump_mask)", "taking(trick, 0)", tricks=2),
    Fault(
        "hokm",
        "the hakem stays though his team has lost the hand",
        "stays = by_hakem is not set_back",
        "stays = True",
        tricks=13,
        asks={"hakem": lambda state: state.standing.hakem},
    ),
    Fault(
        "oh_hell",
        "the last bidder may make up the sum of the tricks",
        "standing.size - sum(bids) if hooked else None",
        "None",
        tricks=0,
        options={"hook": True},
    ),
    Fault(
        "shelem",
        "a bid of all points does not end the auction",
        "if highest == _ALL_POINTS or (highest and in_it == 1):",
        "if highest and in_it == 1:",
        tricks=0,
    ),
    Fault(
        "shelem",
        "a pass is not final: who has passed is asked again",
        "while seat in passed:",
        "while False:",
        tricks=0,
        asks={"whose turn it is": lambda state: state.actor},
    ),
    Fault(
        "spades",
        "spades may be led before they are broken",
        "elif left & _SPADES == _SPADES:",
        "elif False:",
        tricks=1,
    ),
    Fault(
        "spades",
        "bags that are left over after a penalty are not carried",
        "penalties, carried = divmod(carried, sandbags.limit)",
        "penalties, carried = carried // sandbags.limit, 0",
        tricks=13,
        options={"sandbags": spades.Sandbags(limit=2)},
        asks={"bags": lambda state: state.standing.bags},
    ),
)


def faulty(fault: Fault) -> AnyGame:
    """The game with the fault: its module's source under another name, with one line changed."""
    source = inspect.getsource(import_module(f"persian_cards.games.{fault.game}"))
    assert source.count(fault.line) == 1
    module = ModuleType(f"faulty_{fault.game}_{FAULTS.index(fault)}")
    sys.modules[module.__name__] = module
    exec(compile(source.replace(fault.line, fault.wrong), module.__name__, "exec"), vars(module))
    game: AnyGame = module.GAME
    return game


@attrs.frozen
class Copy:
    """The engine of a copy of a game, whose classes are others; they are told to each other as text, which takes too long for all
    members of large sets."""

    game: AnyGame
    copy: AnyGame

    def start(self, config: Any) -> Any:
        return self.copy.initial_state(Record.parse(str(Record(self.game, config)), self.copy).config)

    def legal(self, position: Any) -> Collection[Any] | None:
        legal = self.copy.legal_actions(position)
        return None if legal.size > 100 else [_of(self.game, action) for action in legal]

    def apply(self, position: Any, action: Any) -> Any:
        return self.copy.apply(position, _of(self.copy, action))


def _of(game: AnyGame, action: Any) -> Any:
    return action if type(action) in game.actions else read_action(game, action_text(action))


def compared(fault: Fault, copy: AnyGame) -> Disagreement | None:
    game = GAMES[fault.game]
    also = {name: (ask, ask) for name, ask in fault.asks.items()}
    return agree(game, Copy(game, copy), config=game.Config(**fault.options), games=60, actions=200, also=also)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.game}: {fault.rule}")
def test_a_fault_is_found_and_shown_by_a_short_record(fault: Fault) -> None:
    found = compared(fault, faulty(fault))
    assert found is not None
    plays = sum(type(action) is Play for action in found.record.actions)
    print(found, plays)
    assert plays <= fault.tricks * found.record.game.seats(found.record.config)
