"""The kit for other people's tests: strategies, and the laws held to a game that is not of this library, and to broken ones."""

from __future__ import annotations

import importlib
import itertools
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from persian_cards.actions import Bid, Combinations, Listed, Permutations, Play, Range
from persian_cards.cards import BLACK_JOKER, CARDS, PACK, Card, CardSet
from persian_cards.errors import ConfigError
from persian_cards.game import AnyGame
from persian_cards.games import GAMES, haft_khabis, hokm, shelem
from persian_cards.options import Absent, Whole, option
from persian_cards.testing import Choices, LawBroken, Laws, actions, cards, check_laws, configs, hands, laws, records, states
from persian_cards.testing.playing import bounded, play
from persian_cards.worlds import Worlds

DOCUMENT = Path(__file__).parents[1] / "docs" / "testing.md"
every_game = pytest.mark.parametrize("name", GAMES)


def test_without_hypothesis_it_says_which_extra_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing else of the library needs it."""
    program = "import sys; sys.modules['hypothesis'] = None; import persian_cards, persian_cards.vectors, persian_cards.cli"
    subprocess.run([sys.executable, "-c", program], check=True)
    monkeypatch.delitem(sys.modules, "persian_cards.testing")
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ImportError, match=r"persian-cards\[testing\]"):
        importlib.import_module("persian_cards.testing")


# -- strategies ---------------------------------------------------------------------------------------------------------


@given(cards(), cards(jokers=True), hands(), hands(2, 3, jokers=True))
def test_cards_and_hands_are_of_the_pack(card: Card, any_card: Card, hand: CardSet, few: CardSet) -> None:
    assert card in PACK
    assert isinstance(any_card, Card)
    assert len(hand) <= 13
    assert set(hand) <= set(PACK)
    assert 2 <= len(few) <= 3


def test_cards_shrink_to_the_lowest_and_jokers_are_drawn_if_asked_for() -> None:
    assert find(cards(), lambda card: True) is PACK[0]
    assert BLACK_JOKER in find(hands(jokers=True), lambda hand: BLACK_JOKER in hand)
    assert find(hands(), lambda hand: len(hand) > 1) == CardSet(PACK[:2])


@every_game
@given(data=st.data())
def test_records_are_of_games_that_can_be_played(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    record = data.draw(records(game))
    assert len(list(record.states())) == len(record.actions) + 1
    assert record.game is game


def test_states_are_drawn_of_every_phase_and_of_the_configs_that_are_asked_for() -> None:
    config = hokm.Config(max_hands=1, hakem_kot=7)
    met = set()

    @settings(max_examples=60)
    @given(states(hokm.GAME, st.just(config)))
    def look(state: hokm.State) -> None:
        met.add(type(state))
        assert state.standing.config is config

    look()
    assert met >= {hokm.DrawLots, hokm.AwaitDeal, hokm.TrickPlay, hokm.MatchOver}


def test_actions_are_legal_now_and_then_and_rubbish_now_and_then() -> None:
    legal = hokm.legal_actions(hokm.initial_state(hokm.Config(first_hakem=0)))
    assert find(actions(hokm.GAME), lambda action: action in legal) in legal
    assert not isinstance(find(actions(hokm.GAME), lambda action: type(action) not in hokm.GAME.actions), hokm.GAME.actions)


@attrs.frozen(kw_only=True)
class NoConfig:
    """Not even the defaults go together."""

    one: bool = option(False, "GEN-6", meaning="one thing")

    def __attrs_post_init__(self) -> None:
        raise ConfigError("other", None, "something else", "GEN-6")


def test_a_config_that_cannot_be_is_not_drawn() -> None:
    game: Any = hokm.GAME
    game = attrs.evolve(game, Config=NoConfig)
    with pytest.raises(Unsatisfiable):
        find(configs(game), lambda config: True)


# -- a game of another's own --------------------------------------------------------------------------------------------

GAME_BLOCK, TEST_BLOCK = re.findall(r"^```python\n((?!>>>).*?)^```", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL)
MESSAGE = re.findall(r"^```text\n(.*?)\n```", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL)[0]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., AnyGame]]:
    """Makes the game of the document, with some words in it replaced by others."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(old: str = "", new: str = "") -> AnyGame:
        assert old in GAME_BLOCK
        (tmp_path / "two_tricks.py").write_text(GAME_BLOCK.replace(old, new) if old else GAME_BLOCK, "utf-8")
        game: AnyGame = importlib.import_module("two_tricks").GAME
        return game

    yield make
    sys.modules.pop("two_tricks", None)


@pytest.mark.long
def test_the_game_of_the_document_passes_its_tests(tmp_path: Path) -> None:
    """As the document says: with pytest, from two files."""
    (tmp_path / "two_tricks.py").write_text(GAME_BLOCK, "utf-8")
    (tmp_path / "test_two_tricks.py").write_text(TEST_BLOCK, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1].startswith("15 passed")


def test_the_fault_in_the_document_is_told_as_it_says(made: Callable[..., AnyGame]) -> None:
    with pytest.raises(LawBroken) as broken:
        check_laws(made(" - set(self.played)", ""), examples=2)
    assert str(broken.value) == MESSAGE
    assert (broken.value.game, broken.value.law) == ("two_tricks", 4)


def holds_points(state: Any) -> None:
    if len(state.played) == 3:
        raise AssertionError


def test_states_shrink_to_the_first(made: Callable[..., AnyGame]) -> None:
    game = made()
    assert find(states(game), lambda state: True) == game.initial_state(game.Config())


def test_what_the_rules_keep_constant_is_held_to(made: Callable[..., AnyGame]) -> None:
    """A bare assertion too has a message that tells the law and the record."""
    with pytest.raises(LawBroken) as broken:
        check_laws(made(), points=holds_points, examples=1)
    assert broken.value.law == 5
    assert broken.value.wrong == "`raise AssertionError` in holds_points"
    assert len(broken.value.where.splitlines()) == 5


GIVEN = "places=places"
LEGAL = "plays_to(state.hand(state.actor).mask, state.played[len(state.played) // 2 * 2 :])"
SHUFFLES = "Permutations(Deal, tuple(PACK))"
END = "team_outcome((0, 1), tuple(map(state.takers.count, (0, 1))))"
ENDS = "None if state.actor is not None"
OWN = " if at == seat else CardSet()"
APPLY = "@refusing(legal_actions)\n"
TURN = "TURNS[[Seat(0), *self.takers][-1]][len(self.played) % 2]"
PLAYED = "    played: tuple[Card, ...] = ()"
AGAIN = """def apply(state, action, done=[]):
    done.append(0)
    action = Deal(action.pack[::-1]) if isinstance(action, Deal) and len(done) % 2 else action"""
NO_ACE = """@refusing(lambda state: legal_actions(state) if state.played or not state.dealt else
    type(NOTHING)(one for one in legal_actions(state) if one != Play(Card.parse('AS'))))
"""
WRONG = "State(view.standing, (CardSet(),) * (rng.random() < 0.5))"
WORLDS = f"worlds=lambda view: type('Two', (), {{'size': 2, 'sample': lambda self, rng: {WRONG}}})()"

FAULTS = [
    ("law_1_the_end", ENDS, "None if state.actor is CHANCE", "the actor is 0, 2 actions are legal"),
    ("law_1_the_end", END, f"attrs.evolve({END}, winners=(1, 0))", "the winners: (1, 0), not ("),
    ("law_1_the_end", GIVEN, f"{GIVEN}, sides=lambda state: ((Seat(0),),)", "the seats of all sides: [0], not [0, 1]"),
    ("law_1_the_end", GIVEN, f"{GIVEN}, sides=lambda state: (TURNS[0],)", "the seats (0, 1) of one side have places of their own"),
    ("law_1_the_end", END, f"attrs.evolve({END}, scores=(1,))", "is not by seat, of which there are 2"),
    ("law_1_the_end", SHUFFLES, "NOTHING", "nothing can be done in the first state"),
    ("law_1_the_end", "len(self.played) < 4", "len(self.played) < 5", "0 actions are legal"),
    ("law_1_the_end", TURN, "Seat(2)", "LookupError: there is no seat 2"),
    ("law_2_legality", GIVEN, f"{GIVEN}, violation=lambda state, action: None", "not among the legal actions, and violation"),
    ("law_2_legality", APPLY, NO_ACE, "but apply refuses it"),
    ("law_2_legality", APPLY, "", "apply of"),
    ("law_2_legality", "phases=(State,)", "phases=()", "whose class is none of the phases"),
    ("law_2_legality", GIVEN, f"{GIVEN}, seen=lambda state, action, seat: action", "seen of"),
    ("law_2_order", LEGAL, f"type(NOTHING)(2 * tuple({LEGAL}))", "the places of the first actions"),
    ("law_3_apply_is_a_function", "def apply(state, action):", AGAIN, "asked again"),
    ("law_4_cards", 'f"hand {seat}": tuple', 'f"hand {seat + 1}": tuple', "are hands of no seat"),
    ("law_4_cards", '"played": state.played', '"played": ()', "there are 0 of"),
    (
        "law_5_points",
        GIVEN,
        f"{GIVEN}, tally=lambda state: {{'hands': -len(state.played)}}",
        "the tally of hands falls from 0 to -1",
    ),
    ("law_5_points", GIVEN, f"{GIVEN}, tally=lambda state: {{str(len(state.played)): 0}}", "the names in the tally"),
    ("law_6_records", PLAYED, "    played: tuple[Card, ...] = attrs.field(default=(), eq=id)", "of the two differs"),
    ("law_6_copies", PLAYED, "    played: tuple[Card, ...] = attrs.field(default=(), eq=id)", "a value from pickle"),
    ("law_6_json", PLAYED, "    played: object = ()", "TypeError: there is no JSON form for"),
    ("law_7_secrets", GIVEN, f"{GIVEN}, seen=lambda state, action, seat: action", "notices of two actions that look alike"),
    ("law_7_secrets", " if self.seat == self.actor else NOTHING", "", "whose turn it is not, has legal actions"),
    ("law_7_secrets", "at == seat", "at == 0", "what is legal in the view of seat 1"),
    ("law_7_events_tell_all", OWN, "", "two states that a seat cannot tell apart"),
    ("law_8_worlds", GIVEN, f"{GIVEN}, {WORLDS}", "the view of seat 0 in a world that it imagines"),
    ("law_8_reach", GIVEN, f"{GIVEN}, {WORLDS}", "is none of the 2 worlds that seat 0 imagines"),
    (
        "law_10_chance",
        SHUFFLES,
        f"type('U', (Permutations,), {{'sample': lambda self, rng: self[0]}}){SHUFFLES[12:]}",
        "equally likely",
    ),
]


@pytest.mark.parametrize(("law", "old", "new", "told"), FAULTS)
def test_a_fault_breaks_a_law_and_is_told(made: Callable[..., AnyGame], law: str, old: str, new: str, told: str) -> None:
    """Of some games that are played by chance, one breaks it."""
    game = made(old, new)
    more = [lambda state: None] if law == "law_5_points" else []

    def hold() -> None:
        for seed in range(60):
            getattr(laws, law)(game, game.Config(), Choices(seed), *more)

    with pytest.raises(LawBroken) as broken:
        hold()
    assert told in broken.value.wrong, broken.value.wrong


def held(law: Callable[[AnyGame, Any, Choices], None], game: AnyGame, config: object) -> None:
    for seed in range(60):
        law(game, config, Choices(seed))


def test_a_view_that_tells_a_secret_action_breaks_law_7() -> None:
    """What the hakem of Shelem has laid away is shown to all, of whom nobody has noticed what it was."""

    def view(state: shelem.State, seat: int | None) -> shelem.View:
        found = shelem.view(state, seat)
        return found if found.hakem is None else attrs.evolve(found, away=shelem.view(state, found.hakem).away)

    leaking = attrs.evolve(shelem.GAME, view=view)
    with pytest.raises(LawBroken, match=r"law 7 .* two states that a seat cannot tell apart"):
        held(laws.law_7_events_tell_all, leaking, shelem.Config(max_hands=1))


def test_worlds_that_are_left_out_early_in_a_game_break_law_8(made: Callable[..., AnyGame]) -> None:
    game = made()

    def half(view: Any) -> Worlds[Any]:
        states = game.worlds(view).hidden[0]
        return Worlds.listed(states[: (len(states) + 1) // 2] if len(view.played) < 2 else states)

    with pytest.raises(LawBroken, match=r"law 8 .* is none of the \d+ worlds"):
        held(laws.law_8_reach, attrs.evolve(game, worlds=half), game.Config())


def test_law_10_is_held_to_the_configs_that_are_asked_for() -> None:
    skewed = type("Skewed", (Permutations,), {"sample": lambda self, rng: self[0]})

    def legal(state: hokm.State) -> Any:
        unlike = state.standing.config.kot == 7 and isinstance(state, hokm.AwaitDeal)
        return skewed(hokm.Deal, PACK) if unlike else hokm.legal_actions(state)

    game = attrs.evolve(hokm.GAME, legal_actions=legal)
    for kot, broken in ((2, False), (7, True)):
        config = hokm.Config(first_hakem=0, max_hands=1, kot=kot)
        suite: Any = type("Suite", (Laws,), {"game": game, "configs": st.just(config), "examples": 1})()
        if broken:
            with pytest.raises(LawBroken, match=r"law 10 .* are not equally likely"):
                suite.test_law_10_chance()
        else:
            suite.test_law_10_chance()


def test_a_game_that_is_not_the_same_twice_breaks_law_3(made: Callable[..., AnyGame]) -> None:
    """Whichever law it is held to: hypothesis plays it again by the same choices, and it goes another way."""
    calls = itertools.count()

    def law(game: AnyGame, config: object, choices: Choices) -> None:
        assert next(calls) > 0, "the first time it goes wrong"

    suite: Any = type("Suite", (Laws,), {"game": made()})()
    with pytest.raises(LawBroken, match=r"law 3 \(apply is a function\): played again by the same choices a game goes another way"):
        suite._hold(law)


PLAYS = "    return attrs.evolve(state, played="


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        (PLAYS, f"{PLAYS[:10]} None if state.played else {PLAYS[11:]}", "leads to None, whose class is none of the phases"),
        (PLAYS, "    return attrs.evolve(state, player=", "unexpected keyword argument 'player'"),
        (LEGAL, f"list({LEGAL})", "legal_actions gives [Play(card="),
    ],
)
def test_what_goes_wrong_in_a_game_is_told_with_the_game_up_to_there(
    made: Callable[..., AnyGame], old: str, new: str, wrong: str
) -> None:
    game = made(old, new)
    with pytest.raises(LawBroken) as broken:
        laws.law_1_the_end(game, game.Config(), Choices(1))
    assert wrong in broken.value.wrong
    lines = broken.value.where.splitlines()
    assert lines[0] == "two_tricks 1"
    assert lines[1].startswith("Deal ")


def test_what_goes_wrong_at_once_is_told_with_the_config(made: Callable[..., AnyGame]) -> None:
    game: Any = made()
    game = attrs.evolve(game, legal_actions=lambda state: [])
    with pytest.raises(LawBroken) as broken:
        laws.law_1_the_end(game, game.Config(), Choices(1))
    assert broken.value.where == "with NoOptions()"


@attrs.frozen(kw_only=True)
class Bound:
    """One of its bounds is there from the start."""

    max_rounds: int | None = option(4, "GEN-9", Whole(1, 6), Absent(), meaning="rounds")
    max_hands: int | None = option(None, "GEN-9", Whole(1), Absent(), meaning="hands")


def test_a_bound_that_a_config_has_by_itself_is_left() -> None:
    game: Any = hokm.GAME
    assert bounded(attrs.evolve(game, Config=Bound)) == Bound(max_rounds=4, max_hands=20)


def over(state: Any) -> None:
    assert state.actor is not None, "it is over"


def test_of_a_long_record_the_beginning_and_the_end_are_told() -> None:
    with pytest.raises(LawBroken) as broken:
        laws.law_5_points(hokm.GAME, hokm.Config(max_hands=3), Choices(1), over)
    lines = broken.value.where.splitlines()
    assert lines[0] == "hokm 1 max_hands=3"
    assert len(lines) == 39
    actions = len(play(hokm.GAME, hokm.Config(max_hands=3), Choices(1)))
    assert lines[8] == f"... ({1 + actions - 38} more actions)"


def test_a_record_that_does_not_end_is_told() -> None:
    """A game of more than twenty thousand actions breaks law 9."""
    endless = attrs.evolve(hokm.GAME, apply=lambda state, action: state)
    with pytest.raises(LawBroken, match=r"law 9 .*: the game has not ended after 20,000 actions"):
        laws.law_9_it_ends(endless, hokm.Config(), Choices(1))


def test_near_misses_are_no_likes_of_an_action() -> None:
    """Whatever it holds: cards, sets of cards, or nothing."""
    cards = CardSet(PACK[:4])
    away = shelem.LayAway(cards)
    found = [one.cards for one in laws.near_misses(away) if type(one) is shelem.LayAway]
    assert {CardSet(PACK[1:4]), CardSet(), cards | {CARDS[52]}} <= set(found)
    assert away not in list(laws.near_misses(away))
    found = list(laws.near_misses(haft_khabis.Put(PACK[0], None, False)))
    assert haft_khabis.Put(PACK[0], None, True) in found
    assert haft_khabis.Put(PACK[1], None, False) in found


class Cheat(Listed[Any]):  # type: ignore[misc]  # it is final, for honest people
    """It draws the same member every time."""

    def sample(self, rng: Random) -> Any:
        return self[0]


def test_sets_of_cards_must_be_drawn_evenly_card_by_card() -> None:
    """Not only by their places in the set of actions (law 10)."""
    pack = CardSet(PACK[:16])
    laws.check_samples(Combinations(shelem.LayAway, pack.mask, 4), Random(1))
    laws.check_samples(Range(Bid, 5, 15), Random(1))
    laws.check_samples(Listed([Play(card) for card in PACK]), Random(1))
    with pytest.raises(AssertionError, match=r"members of .* are not equally likely: \d+ standard deviations off"):
        laws.check_samples(Cheat([shelem.LayAway(CardSet(PACK[place : place + 4])) for place in range(9)]), Random(1))
