"""The strategies under the name by which tests knew them before they became `persian_cards.testing`."""

from typing import Final

from persian_cards.testing.strategies import *  # noqa: F403
from persian_cards.testing.strategies import choices

CHOICES: Final = choices()
