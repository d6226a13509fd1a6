"""The laws under the name by which tests knew them before they became `persian_cards.testing`."""

from persian_cards.testing.laws import *  # noqa: F403
from persian_cards.testing.playing import *  # noqa: F403
