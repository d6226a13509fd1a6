"""Playing many games: seeds, policies, and the same ends everywhere (GEN-4)."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from persian_cards.actions import NameTrump, Play
from persian_cards.cards import Suit
from persian_cards.errors import IllegalAction
from persian_cards.games import hokm
from persian_cards.simulate import match_rng, play_out, simulate

CONFIG = hokm.Config(hands_to_win=1)
ONE_HAND = hokm.Config(first_hakem=0, max_hands=1)


def highest(view: hokm.View, rng: Random) -> hokm.Action:
    """The last of what is legal."""
    return view.legal[-1]


def any_of_them(view: hokm.View, rng: Random) -> hokm.Action:
    return view.legal.sample(rng)


def test_a_match_depends_on_the_seed_and_its_number_alone() -> None:
    ends = list(simulate(hokm.GAME, CONFIG, matches=4, seed=7))
    assert ends == list(simulate(hokm.GAME, CONFIG, matches=4, seed=7))
    assert list(simulate(hokm.GAME, CONFIG, matches=2, seed=7)) == ends[:2]
    for match, end in enumerate(ends):
        *_, (_, _, last) = play_out(hokm.GAME, CONFIG, match_rng(7, match))
        assert last == end
    assert len(set(ends)) == 4
    assert set(ends).isdisjoint(simulate(hokm.GAME, CONFIG, matches=4, seed=8))
    assert list(simulate(hokm.GAME, CONFIG, matches=0, seed=7)) == []


def test_games_are_played_one_after_another_as_they_are_asked_for() -> None:
    endless = simulate(hokm.GAME, CONFIG, matches=10**12, seed=7)
    ends = list(islice(endless, 2))
    assert all(hokm.outcome(end) is not None for end in ends)


def test_the_generator_of_a_match_is_the_same_everywhere() -> None:
    assert [match_rng(7, match).getrandbits(32) for match in range(3)] == [3031963040, 236563028, 2847190223]
    assert match_rng(1, 23).getstate() != match_rng(12, 3).getstate()


def test_ends_are_the_same_everywhere() -> None:
    ends = simulate(hokm.GAME, ONE_HAND, matches=3, seed=7)
    assert [(row.trump, row.tricks) for end in ends for row in end.standing.sheet] == [
        (Suit.DIAMONDS, (5, 7)),
        (Suit.SPADES, (5, 7)),
        (Suit.CLUBS, (6, 7)),
    ]


def test_every_step_is_told_with_the_states_around_it() -> None:
    steps = list(play_out(hokm.GAME, CONFIG, Random(3)))
    assert steps[0][0] == hokm.initial_state(CONFIG)
    for before, action, after in steps:
        assert action in hokm.legal_actions(before)
        assert hokm.apply(before, action) == after
    assert [after for _, _, after in steps[:-1]] == [before for before, _, _ in steps[1:]]
    assert hokm.outcome(steps[-1][2]) is not None


def test_a_policy_is_asked_when_its_seat_acts_and_only_then() -> None:
    asked = []

    def note(view: hokm.View, rng: Random) -> hokm.Action:
        asked.append((view.seat, view))
        return highest(view, rng)

    steps = list(play_out(hokm.GAME, ONE_HAND, Random(4), {0: note, 2: note}))
    turns = [(before, action) for before, action, _ in steps if before.actor in (0, 2)]
    assert asked == [(before.actor, hokm.view(before, before.actor)) for before, _ in turns if isinstance(before.actor, int)]
    assert [action for _, action in turns] == [hokm.legal_actions(before)[-1] for before, _ in turns]
    others = [(before, action) for before, action, _ in steps if before.actor in (1, 3)]
    assert any(action != hokm.legal_actions(before)[-1] for before, action in others)
    assert steps[1][1] == NameTrump(Suit.SPADES)


def test_policies_draw_from_the_generator_of_the_match() -> None:
    policies = dict.fromkeys(range(4), any_of_them)
    by_policies = list(simulate(hokm.GAME, CONFIG, matches=3, seed=7, policies=policies))
    assert by_policies == list(simulate(hokm.GAME, CONFIG, matches=3, seed=7))
    high = list(simulate(hokm.GAME, CONFIG, matches=3, seed=7, policies={1: highest}))
    assert high == list(simulate(hokm.GAME, CONFIG, matches=3, seed=7, policies={1: highest}))
    assert high != by_policies
    assert list(simulate(hokm.GAME, CONFIG, matches=3, seed=7, policies={})) == by_policies


def test_a_policy_that_breaks_the_rules_is_refused() -> None:
    def cheat(view: hokm.View, rng: Random) -> hokm.Action:
        return Play(next(iter(view.hand)))

    with pytest.raises(IllegalAction, match="must name trump now"):
        list(simulate(hokm.GAME, ONE_HAND, matches=1, seed=7, policies={0: cheat}))
