"""Timing contenders side by side: many short repetitions in turn, and the median of the ratios round by round.

A machine's speed wavers from minute to minute, so that only times taken close together can be compared.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Any

import attrs

ENOUGH = 0.015
"""Seconds that a repetition is to take at least."""


@attrs.frozen(eq=False)
class Contender:
    """Something to be timed: `play(seed, times)` is done on the clock; `count(seed, times, what play gave)` is done off it, asserts
    what was played, and gives how many units (decisions, draws) the time is divided by. The clock is that of this process (or
    of the processes that it starts), which stands still while other programs have the processor."""

    name: str
    play: Callable[[int, int], Any]
    count: Callable[[int, int, Any], int]
    clock: Callable[[], float] = process_time

    def time(self, seed: int, times: int) -> tuple[float, float]:
        """The seconds that one repetition takes, in all and for each unit."""
        start = self.clock()
        played = self.play(seed, times)
        took = self.clock() - start
        units = self.count(seed, times, played)
        assert units >= times, f"{self.name}: {units} units in {times} times"
        return took, took / units

    def times(self) -> int:
        """How many times to play in a repetition, so that it is long enough to time; what is made at first use is made here."""
        self.time(0, 1)
        times = 1
        while self.time(0, times)[0] < ENOUGH:
            times *= 2
        return times


@attrs.frozen
class Figures:
    """The seconds for one unit, round by round, of contenders that were timed in turn."""

    seconds: dict[Contender, list[float]]

    def typical(self, contender: Contender) -> float:
        """The median, in seconds."""
        return median(self.seconds[contender])

    def _pairs(self, one: Contender, other: Contender) -> list[tuple[float, float]]:
        return list(zip(self.seconds[one], self.seconds[other], strict=True))

    def ratio(self, one: Contender, other: Contender) -> list[float]:
        """Round by round: the time of the one over that of the other."""
        return [first / second for first, second in self._pairs(one, other)]

    def excess(self, one: Contender, other: Contender) -> list[float]:
        """Round by round: the time of the one less that of the other, in milliseconds."""
        return [(first - second) * 1e3 for first, second in self._pairs(one, other)]


def interleaved(contenders: Sequence[Contender], rounds: int) -> Figures:
    """Time all contenders in every round, in an order that changes; the seed of a round is its number."""
    times = [contender.times() for contender in contenders]
    gc.collect()
    gc.freeze()  # what the libraries have loaded is not searched for garbage on anybody's time
    seconds: dict[Contender, list[float]] = {contender: [] for contender in contenders}
    for seed in range(1, rounds + 1):
        for at in Random(seed).sample(range(len(contenders)), len(contenders)):
            seconds[contenders[at]].append(contenders[at].time(seed, times[at])[1])
    return Figures(seconds)


# -- rows ---------------------------------------------------------------------------------------------------------------

_WIDTHS = (77, 28, 22, 23, 3)


def _line(*cells: str) -> str:
    return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True)) + " |"


HEAD = "\n".join((_line("what", "measured", "ratio (quartiles)", "target", "met"), _line(*("-" * width for width in _WIDTHS))))


@attrs.frozen
class Row:
    """A line of the table: what was measured, ours before the other; the median of the ratios round by round, and the target."""

    what: str
    measured: str
    ratio: str
    target: str
    met: bool

    def __str__(self) -> str:
        return _line(self.what, self.measured, self.ratio, self.target, "yes" if self.met else "no")


def _shown(values: Sequence[float], places: int = 2, unit: str = "") -> str:
    low, middle, high = quantiles(values, n=4)
    return f"{middle:.{places}f}{unit} ({low:.{places}f} to {high:.{places}f})"


def rate_row(figures: Figures, ours: Contender, theirs: Contender, at_least: float) -> Row:
    """How many decisions a second ours makes for each of theirs."""
    rates = " / ".join(f"{1 / figures.typical(one):,.0f}" for one in (ours, theirs))
    ratios = figures.ratio(theirs, ours)
    what = f"{ours.name}, decisions a second, over {theirs.name}"
    return Row(what, rates + " a second", _shown(ratios), f"at least {at_least}", median(ratios) >= at_least)


def time_row(figures: Figures, ours: Contender, base: Contender, at_most: float, or_seconds: float | None = None) -> Row:
    """How long ours takes for each second of the base."""
    took = " / ".join(f"{figures.typical(one) * 1e6:.2f}" for one in (ours, base))
    ratios = figures.ratio(ours, base)
    target, met = f"at most {at_most}", median(ratios) <= at_most
    if or_seconds is not None:
        target += f", or {or_seconds * 1e6:g} µs"
        met = met or figures.typical(ours) <= or_seconds
    return Row(f"{ours.name}, time, over {base.name}", took + " µs", _shown(ratios), target, met)


def import_row(module: str, base: str, at_most: float, rounds: int) -> Row:
    """How many milliseconds more a new interpreter takes to import the module than to import the base."""
    one, other = _import(module), _import(base)
    figures = interleaved([one, other], rounds)
    took = " / ".join(f"{figures.typical(each) * 1e3:.0f}" for each in (one, other))
    more = figures.excess(one, other)
    target, met = f"at most {at_most:g} ms more", median(more) <= at_most
    return Row(f"{one.name}, over {other.name}", took + " ms", "+" + _shown(more, 0, " ms"), target, met)


_COMPILED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""An installed package is compiled once, and not at every import, whatever this environment says."""


def _import(module: str) -> Contender:
    def play(seed: int, times: int) -> None:
        for _ in range(times):
            subprocess.run([sys.executable, "-c", f"import {module}"], check=True, env=_COMPILED)

    return Contender(f"import {module}", play, lambda seed, times, played: times, _children_time)


def _children_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
