"""For other people's tests: what hypothesis draws of games, the laws that every game keeps, and comparing with another engine.

`docs/testing.md` shows it all at work. It needs the extra `testing`.

>>> from persian_cards.games import hokm
>>> check_laws(hokm.GAME, examples=1)
"""

try:
    import hypothesis  # noqa: F401  # to say at once what is missing
except ImportError as error:
    raise ImportError("persian_cards.testing needs hypothesis; install the extra that brings it: persian-cards[testing]") from error

from persian_cards.perft import Perft, perft
from persian_cards.testing.engines import Disagreement, Engine, agree
from persian_cards.testing.laws import LawBroken
from persian_cards.testing.playing import Choices
from persian_cards.testing.strategies import actions, cards, choices, configs, hands, records, states
from persian_cards.testing.suite import Laws, check_laws

__all__ = [
    "Choices",
    "Disagreement",
    "Engine",
    "LawBroken",
    "Laws",
    "Perft",
    "actions",
    "agree",
    "cards",
    "check_laws",
    "choices",
    "configs",
    "hands",
    "perft",
    "records",
    "states",
]
