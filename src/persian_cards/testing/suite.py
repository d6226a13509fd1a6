"""The laws as a test class and as a function, with games that hypothesis draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky

from persian_cards.game import AnyGame
from persian_cards.testing.laws import (
    LawBroken,
    law_1_the_end,
    law_2_legality,
    law_2_order,
    law_3_apply_is_a_function,
    law_4_cards,
    law_5_points,
    law_6_copies,
    law_6_json,
    law_6_records,
    law_7_events_tell_all,
    law_7_secrets,
    law_8_reach,
    law_8_worlds,
    law_9_it_ends,
    law_10_chance,
)
from persian_cards.testing.playing import Choices
from persian_cards.testing.strategies import Configs, actions, choices, configs


class Laws:
    """The laws as tests that pytest or any other runner of methods collects.

        class TestMyGame(Laws):
            game = MY_GAME

    `game` is the game; `configs` draws its configs, if not `persian_cards.testing.configs(game)`; `examples` is how many games each
    law is held to, three times as many where that is quick; `passing` are the classes of events that tell what no view keeps (law
    7). `points` is a method to override: what the rules of the game make constant.
    """

    game: ClassVar[AnyGame]
    configs: ClassVar[Configs | None] = None
    examples: ClassVar[int] = 20
    passing: ClassVar[tuple[type[Any], ...]] = ()

    def points(self, state: Any) -> None:
        """Raises AssertionError if what the rules keep constant in every state is not (law 5): tricks of a hand, a score sheet."""

    def test_law_1_the_end(self) -> None:
        """The actor, the legal actions and the outcome say alike whether the game is over."""
        self._hold(law_1_the_end, times=3)

    def test_law_2_legality(self) -> None:
        """`apply` takes each legal action and refuses everything else."""
        self._hold(law_2_legality, others=st.lists(actions(self.game), max_size=12))

    def test_law_2_order(self) -> None:
        """Legal actions have an order."""
        self._hold(law_2_order)

    def test_law_3_apply_is_a_function(self) -> None:
        """Equal arguments give equal results, and the arguments are as they were."""
        self._hold(law_3_apply_is_a_function)

    def test_law_4_cards(self) -> None:
        """Every card of the pack is in exactly one place."""
        self._hold(law_4_cards, times=3)

    def test_law_5_points(self) -> None:
        """What `points` looks at is constant, and counts of what has happened never fall."""
        self._hold(law_5_points, times=3, check=st.just(self.points))

    def test_law_6_records(self) -> None:
        """A record replays to equal states, and its text gives it back."""
        self._hold(law_6_records)

    def test_law_6_copies(self) -> None:
        """Pickle gives equal values back."""
        self._hold(law_6_copies)

    def test_law_6_json(self) -> None:
        """JSON gives equal values back."""
        self._hold(law_6_json)

    def test_law_7_secrets(self) -> None:
        """What a seat cannot see is told to it by nothing."""
        others = st.lists(actions(self.game), max_size=3)
        self._hold(law_7_secrets, others=others, passing=st.just(self.passing))

    def test_law_7_events_tell_all(self) -> None:
        """Who has been told the same sees the same."""
        self._hold(law_7_events_tell_all)

    def test_law_8_worlds(self) -> None:
        """A world drawn from a view gives the view back."""
        self._hold(law_8_worlds)

    def test_law_8_reach(self) -> None:
        """Every world that is possible is drawn, and equally often."""
        self._hold(law_8_reach, times=2 / 3)

    def test_law_9_it_ends(self) -> None:
        """A game with a bound on its hands or rounds ends."""
        self._hold(law_9_it_ends, times=3)

    def test_law_10_chance(self) -> None:
        """Sampling is uniform."""
        self._hold(law_10_chance, times=0.2)

    def _hold(self, law: Callable[..., None], times: float = 1, **more: st.SearchStrategy[Any]) -> None:
        @settings(
            max_examples=max(1, round(times * self.examples)),
            deadline=None,
            report_multiple_bugs=False,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        )
        @given(
            config=configs(self.game) if self.configs is None else self.configs, choices=choices(), more=st.fixed_dictionaries(more)
        )
        def holds(config: Any, choices: Choices, more: dict[str, Any]) -> None:
            law(self.game, config, choices, **more)

        try:
            holds()
        except Flaky as error:
            wrong = "played again by the same choices a game goes another way, or something changes it from outside"
            raise LawBroken(self.game.name, 3, "apply is a function", wrong, f"in {law.__name__}") from error


def check_laws(
    game: AnyGame,
    *,
    configs: Configs | None = None,
    points: Callable[[Any], None] | None = None,
    passing: tuple[type[Any], ...] = (),
    examples: int = Laws.examples,
) -> None:
    """Hold a game to all laws, one after another; the arguments are told at `Laws`. Raises `LawBroken` for the first that is
    broken, of the simplest game that hypothesis finds to break it.

    >>> from persian_cards.games import hokm
    >>> check_laws(hokm.GAME, examples=1)
    """
    told: dict[str, Any] = {"game": game, "configs": configs, "passing": passing, "examples": examples}
    if points is not None:
        told["points"] = staticmethod(points)
    suite = type("Suite", (Laws,), told)()
    for name in vars(Laws):
        if name.startswith("test_law_"):
            getattr(suite, name)()
