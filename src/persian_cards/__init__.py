"""The rules of Persian card games, as pure functions over immutable values.

These are the names to start with; each game is a module of `persian_cards.games`.

>>> from persian_cards import GAMES, Card
>>> GAMES["hokm"].persian_name, str(Card.parse("10H"))
('حکم', '10♥')
"""

from persian_cards.actions import CHANCE, ActionSet, Deal, NameTrump, Play
from persian_cards.cards import Bag, Card, CardSet, Rank, Suit
from persian_cards.errors import ConfigError, IllegalAction, RecordError, Violation
from persian_cards.game import Game, Outcome, Title
from persian_cards.games import GAMES
from persian_cards.record import Record, replay
from persian_cards.table import Seat, Team

__all__ = [
    "CHANCE",
    "GAMES",
    "ActionSet",
    "Bag",
    "Card",
    "CardSet",
    "ConfigError",
    "Deal",
    "Game",
    "IllegalAction",
    "NameTrump",
    "Outcome",
    "Play",
    "Rank",
    "Record",
    "RecordError",
    "Seat",
    "Suit",
    "Team",
    "Title",
    "Violation",
    "replay",
]
