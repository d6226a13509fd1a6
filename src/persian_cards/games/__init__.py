"""All games by name: `GAMES["hokm"]`. A game's module is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final, final

from persian_cards.game import AnyGame


@final
class _Games(Mapping[str, AnyGame]):
    """Games by name or alias; iteration and length know the names alone."""

    def __init__(self, names: tuple[str, ...], aliases: Mapping[str, str]) -> None:
        self._names, self._aliases = names, aliases

    def __getitem__(self, name: str) -> AnyGame:
        module = self._aliases.get(name, name)
        if module not in self._names:
            raise KeyError(f"there is no game {name!r}; the games are {', '.join(self._names)}")
        game: AnyGame = import_module(f"persian_cards.games.{module}").GAME
        return game

    def __contains__(self, name: object) -> bool:
        return name in self._names or name in self._aliases

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<games: {', '.join(self._names)}>"


GAMES: Final[Mapping[str, AnyGame]] = _Games(
    ("bluff", "euchre", "ghahveh", "haft_khabis", "hokm", "oh_hell", "pasur", "shelem", "sheytunak", "spades", "twenty_one"),
    {"bist_o_yek": "twenty_one", "chahar_barg": "pasur", "farib": "euchre"},
)
