"""The benchmarks: `python benchmarks/run.py [hokm] [--rounds N]` (see README.md beside it)."""

from __future__ import annotations

import platform
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from random import Random
from statistics import median
from typing import Any, TypeVar

import attrs

from measure import HEAD, Contender, Row, import_row, interleaved, rate_row, time_row
from persian_cards.actions import CHANCE, Combinations
from persian_cards.cards import PACK, CardSet, mask_of
from persian_cards.game import AnyState, Game
from persian_cards.games import euchre, hokm, oh_hell, spades
from rivals import library, openspiel, rlcard_by_speed

C = TypeVar("C")
S = TypeVar("S", bound=AnyState)
A = TypeVar("A")
V = TypeVar("V")

# -- games --------------------------------------------------------------------------------------------------------------


def playing(game: Game[C, S, A, V, Any], config: C) -> tuple[Contender, Contender]:
    """Random matches of a game, without views and with a view made at every decision."""
    initial_state, legal_actions, apply, view = game.initial_state, game.legal_actions, game.apply, game.view

    def plain(seed: int, matches: int) -> tuple[list[S], int]:
        rng = Random(seed)
        ends, made = [], 0
        for _ in range(matches):
            state = initial_state(config)
            while legal := legal_actions(state):
                made += state.actor is not CHANCE
                state = apply(state, legal.sample(rng))
            ends.append(state)
        return ends, made

    def viewed(seed: int, matches: int) -> tuple[list[S], int]:
        rng = Random(seed)
        ends, made = [], 0
        for _ in range(matches):
            state = initial_state(config)
            while legal := legal_actions(state):
                actor = state.actor
                if actor is not CHANCE:
                    made += 1
                    view(state, actor)
                state = apply(state, legal.sample(rng))
            ends.append(state)
        return ends, made

    def count(seed: int, matches: int, played: tuple[Sequence[S], int]) -> int:
        """The same matches once more, with the decisions counted."""
        rng = Random(seed)
        ends, made = played
        assert len(ends) == matches
        decisions = 0
        for end in ends:
            state = initial_state(config)
            while legal := legal_actions(state):
                decisions += state.actor is not CHANCE
                state = apply(state, legal.sample(rng))
            assert state == end
            assert game.outcome(end) is not None
        assert decisions == made
        return decisions

    return Contender(game.name, plain, count), Contender(f"{game.name} with views", viewed, count)


@attrs.frozen
class Others:
    """What there is to compare with: OpenSpiel, None if it is not installed, and the few fastest of RLCard."""

    pyspiel: Any | None
    rlcard: tuple[Contender, ...]


def side_by_side(
    game: Game[C, S, A, V, Any], config: C, others: Others, rounds: int, *, spiel: str, hand: tuple[int, int] | None = None
) -> Iterator[Row]:
    """A game beside one of OpenSpiel (`hand`: the chance nodes and decisions in each of its hands) and RLCard's fastest."""
    ours, viewed = playing(game, config)
    spiels = () if others.pyspiel is None else openspiel(others.pyspiel, spiel, hand)
    figures = interleaved([ours, viewed, *spiels, *others.rlcard], rounds)
    for other, at_least in zip(spiels, (1.25, 1.0, 1.0), strict=False):
        yield rate_row(figures, ours, other, at_least)
    if others.rlcard:
        fastest = min(others.rlcard, key=lambda one: median(figures.ratio(one, ours)))
        yield rate_row(figures, ours, fastest, 10)
    yield time_row(figures, viewed, ours, 2)
    yield import_row(f"persian_cards.games.{game.name}", "attrs", 60, rounds)


def hokm_rows(others: Others, rounds: int) -> Iterator[Row]:
    """Hokm beside spades, which is like it: four hands of thirteen cards, tricks and a trump."""
    return side_by_side(hokm.GAME, hokm.Config(first_hakem=0), others, rounds, spiel="spades", hand=(52, 4 + 52))


def spades_rows(others: Others, rounds: int) -> Iterator[Row]:
    """Spades beside its like: hands of four bids and thirteen tricks, without double nil, which OpenSpiel does not know."""
    config = spades.Config(first_dealer=0, blind_nil=None, max_hands=10)
    return side_by_side(spades.GAME, config, others, rounds, spiel="spades", hand=(52, 4 + 52))


def oh_hell_rows(others: Others, rounds: int) -> Iterator[Row]:
    """Oh Hell beside OpenSpiel's, with four players and the hook; one plays hands of 1 to 13 cards, the other of 1 to 12 by lot."""
    config = oh_hell.Config(first_dealer=0, hook=True)
    return side_by_side(oh_hell.GAME, config, others, rounds, spiel="oh_hell(players=4)")


def euchre_rows(others: Others, rounds: int) -> Iterator[Row]:
    """Euchre beside OpenSpiel's, which knows no farmer's hand."""
    config = euchre.Config(first_dealer=0, farmers_hand=euchre.FarmersHand.OFF)
    return side_by_side(euchre.GAME, config, others, rounds, spiel="euchre")


GAMES: dict[str, Callable[[Others, int], Iterator[Row]]] = {
    "hokm": hokm_rows,
    "spades": spades_rows,
    "oh_hell": oh_hell_rows,
    "euchre": euchre_rows,
}

# -- sets of actions ----------------------------------------------------------------------------------------------------


@attrs.frozen
class LayAway:
    """Some cards, as an action."""

    cards: CardSet


def sampling_rows(rounds: int) -> Iterator[Row]:
    """Drawing from sets that are too large to write out."""
    deals = hokm.legal_actions(hokm.initial_state(hokm.Config(first_hakem=0)))
    pack, sixteen = list(PACK), PACK[:16]
    lays = Combinations(LayAway, mask_of(sixteen), 4)
    assert lays.size == 1820

    def shuffled(rng: Random) -> list[Any]:
        rng.shuffle(pack)
        return pack

    for ours, base, or_seconds in (
        (
            drawing("legal.sample of a 52-card deal", deals.sample, lambda drawn: drawn in deals),
            drawing("rng.shuffle of 52", shuffled, lambda drawn: set(drawn) == set(PACK)),
            None,
        ),
        (
            drawing("legal.sample of 4 of 16 cards", lays.sample, lambda drawn: drawn in lays),
            drawing("rng.sample of 4 of 16", lambda rng: rng.sample(sixteen, 4), lambda drawn: len(set(drawn)) == 4),
            5e-6,
        ),
    ):
        yield time_row(interleaved([ours, base], rounds), ours, base, 2, or_seconds)


def drawing(name: str, draw: Callable[[Random], Any], right: Callable[[Any], bool]) -> Contender:
    """Drawing at random again and again; the last is looked at."""

    def play(seed: int, times: int) -> Any:
        rng = Random(seed)
        for _ in range(times):
            drawn = draw(rng)
        return drawn

    def count(seed: int, times: int, drawn: Any) -> int:
        assert right(drawn)
        return times

    return Contender(name, play, count)


# -- the command --------------------------------------------------------------------------------------------------------


def installed(name: str, module: str) -> Any | None:
    """A library to compare with, if there is one; which it is, or how to get it, is printed."""
    found = library(module)
    print(
        f"{name} " + (version(name) if found else 'is not installed and its rows are left out: pip install "persian-cards[bench]"')
    )
    return found


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description="Measure persian-cards side by side with other libraries.")
    parser.add_argument("games", nargs="*", metavar="game", help=f"one of {', '.join(GAMES)}; all if none is named")
    parser.add_argument("--rounds", type=int, default=60, help="interleaved repetitions of everything (60)")
    asked = parser.parse_args()
    if unknown := [name for name in asked.games if name not in GAMES]:
        parser.error(f"there is no benchmark of {unknown[0]}; there are: {', '.join(GAMES)}")
    if asked.rounds < 2:
        parser.error(f"--rounds must be at least 2, not {asked.rounds}")
    print(f"persian-cards {version('persian-cards')}, Python {platform.python_version()}, {asked.rounds} rounds")
    pyspiel, rlcard = installed("open_spiel", "pyspiel"), installed("rlcard", "rlcard")
    ranking = [] if rlcard is None else rlcard_by_speed(rlcard)
    for way, rate in ranking:
        print(f"    {rate:>9,.0f} decisions a second: {way.name}")
    others = Others(pyspiel, tuple(way for way, _ in ranking[:4]))
    print(HEAD)
    for name in asked.games or GAMES:
        for row in GAMES[name](others, asked.rounds):
            print(row, flush=True)
    for row in sampling_rows(asked.rounds):
        print(row, flush=True)


if __name__ == "__main__":
    main()
