"""`agree` finds faults of engines: games of this library with one line changed, and engines made by hand."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Collection, Mapping
from functools import partial
from importlib import import_module
from random import Random
from types import MappingProxyType, ModuleType
from typing import Any, Final

import attrs
import pytest

from persian_cards.actions import Deal, NameTrump, Pass, Play
from persian_cards.cards import PACK, SUITS
from persian_cards.game import AnyGame
from persian_cards.games import GAMES, hokm, spades
from persian_cards.record import Record, action_text, read_action
from persian_cards.testing import Disagreement, Engine, agree

# -- engines with one line changed --------------------------------------------------------------------------------------

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@attrs.frozen(eq=False)
class Fault:
    """A rule that an engine has wrong: its game's module with `line` replaced by `wrong`.

    `asks` is what is compared besides what is legal, of a state; `tricks` (a card from each player) are the most that a record of
    the fault may have: none or a few, but for what shows when a hand is over.
    """

    game: str
    rule: str
    line: str
    wrong: str
    tricks: int
    options: Mapping[str, Any] = NOTHING
    asks: Mapping[str, Callable[[Any], object]] = NOTHING


FAULTS: Final = (
    Fault(
        "bluff",
        "whoever has challenged wrongly begins the next round all the same",
        "return found.challenger if found.bluff else _next(standing, hands, found.challenger)",
        "return found.challenger",
        tricks=0,
        asks={"whose turn it is": lambda state: state.actor},
    ),
    Fault(
        "euchre",
        "the left bower is a card of the suit that is printed on it",
        "tuple(trumps if card.bit & trumps else card.suit_mask & ~left for card in CARDS)",
        "tuple(card.suit_mask for card in CARDS)",
        tricks=1,
    ),
    Fault(
        "euchre",
        "whoever takes all tricks alone scores as with his partner",
        "4 if alone else 2",
        "2",
        tricks=5,
        asks={"totals": lambda state: state.standing.totals},
    ),
    Fault(
        "ghahveh",
        "a joker may not be played by who can follow suit",
        "return follow | hand & _JOKERS",
        "return follow",
        tricks=1,
    ),
    Fault(
        "haft_khabis",
        "a card of the rank that lies on top does not fit if its suit is another",
        "return card.suit is suit or card.rank is top.rank or card.rank is Rank.JACK",
        "return card.suit is suit or card.rank is Rank.JACK",
        tricks=0,
    ),
    Fault("hokm", "a trump does not beat the suit led", "taking(trick, contract.trump_mask)", "taking(trick, 0)", tricks=2),
    Fault(
        "hokm",
        "the hakem stays though his team has lost the hand",
        "stays = by_hakem is not set_back",
        "stays = True",
        tricks=8,
        asks={"hakem": lambda state: state.standing.hakem},
    ),
    Fault(
        "oh_hell",
        "the last bidder may make up the sum of the tricks",
        "if config.hook and len(bids) == config.players - 1:",
        "if False:",
        tricks=0,
        options={"hook": True},
    ),
    Fault(
        "pasur",
        "a card takes what makes eleven or more with it",
        "if some & 15 == 11 - value]",
        "if some & 15 >= 11 - value]",
        tricks=0,
    ),
    Fault(
        "shelem",
        "a bid of all points does not end the auction",
        "if highest == _ALL_POINTS or (highest and in_it == 1):",
        "if highest and in_it == 1:",
        tricks=0,
    ),
    Fault(
        "shelem",
        "a pass is not final: who has passed is asked again",
        "while seat in passed:",
        "while False:",
        tricks=0,
        asks={"whose turn it is": lambda state: state.actor},
    ),
    Fault(
        "spades",
        "spades may be led before they are broken",
        "elif left & _SPADES == _SPADES:",
        "elif False:",
        tricks=0,
    ),
    Fault(
        "spades",
        "bags that are left over after a penalty are not carried",
        "penalties, carried = divmod(carried, sandbags.limit)",
        "penalties, carried = carried // sandbags.limit, 0",
        tricks=13,
        options={"sandbags": spades.Sandbags(limit=2)},
        asks={"bags": lambda state: state.standing.bags},
    ),
    Fault(
        "twenty_one",
        "equal counts are the player's",
        "-1 if his > 21 or own > his else 1",
        "-1 if his > 21 or own >= his else 1",
        tricks=0,
        asks={"totals": lambda state: state.standing.totals},
    ),
)


def faulty(fault: Fault) -> AnyGame:
    """The game with the fault: its module's source under another name, with one line changed."""
    source = inspect.getsource(import_module(f"persian_cards.games.{fault.game}"))
    assert source.count(fault.line) == 1, f"the line of {fault.game} that was to be made wrong is another now: {fault.line}"
    module = ModuleType(f"faulty_{fault.game}")
    sys.modules[module.__name__] = module
    exec(compile(source.replace(fault.line, fault.wrong), module.__name__, "exec"), vars(module))
    game: AnyGame = module.GAME
    return game


@attrs.frozen
class Copy:
    """The engine of a copy of a game, whose classes are others; they are told to each other as text, which takes too long for all
    members of large sets."""

    game: AnyGame
    copy: AnyGame

    def start(self, config: Any) -> Any:
        return self.copy.initial_state(Record.parse(str(Record(self.game, config)), self.copy).config)

    def legal(self, position: Any) -> Collection[Any] | None:
        legal = self.copy.legal_actions(position)
        return None if legal.size > 100 else [_of(self.game, action) for action in legal]

    def apply(self, position: Any, action: Any) -> Any:
        return self.copy.apply(position, _of(self.copy, action))


def _of(game: AnyGame, action: Any) -> Any:
    return action if type(action) in game.actions else read_action(game, action_text(action))


def compared(fault: Fault, copy: AnyGame) -> Disagreement | None:
    game = GAMES[fault.game]
    also = {name: (ask, ask) for name, ask in fault.asks.items()}
    return agree(game, Copy(game, copy), config=game.Config(**fault.options), games=30, actions=150, also=also)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.game}: {fault.rule}")
def test_a_fault_is_found_and_shown_by_a_short_record(fault: Fault) -> None:
    """And the record can be replayed."""
    found = compared(fault, faulty(fault))
    assert found is not None
    assert found.about in fault.asks or found.about.startswith("what is legal for seat") or isinstance(found.theirs, Exception)
    cards = sum(hasattr(action, "card") for action in found.record.actions)
    assert cards <= fault.tricks * found.record.game.seats(found.record.config)
    assert len(list(found.record.states())) == len(found.record.actions) + 1


@pytest.mark.parametrize("name", sorted({fault.game for fault in FAULTS}))
def test_a_copy_without_a_fault_agrees(name: str) -> None:
    """So what is found above are the faults, and not that classes differ."""
    whole = Fault(name, "none", "from __future__ import annotations", "from __future__ import annotations", tricks=0)
    assert agree(GAMES[name], Copy(GAMES[name], faulty(whole)), games=4, actions=150) is None


# -- engines made by hand -----------------------------------------------------------------------------------------------


@attrs.frozen
class Hand:
    """An engine of Hokm, made of functions of our own that may be replaced."""

    start: Callable[[Any], Any] = hokm.initial_state
    legal: Callable[[Any], Collection[Any] | None] = hokm.legal_actions
    apply: Callable[[Any, Any], Any] = hokm.apply


CONFIG: Final = hokm.Config(first_hakem=0, max_hands=1)


def compare(engine: Engine[Any], **options: Any) -> Disagreement:
    found = agree(hokm.GAME, engine, config=CONFIG, **{"games": 6, **options})
    assert found is not None
    return found


def test_like_engines_agree_in_everything() -> None:
    """Whole sets of legal actions, or lists of them, or nothing where nothing is to be compared."""
    assert agree(hokm.GAME, Hand(), games=2, actions=100) is None
    also = {"the view": (partial(hokm.view, seat=None), partial(hokm.view, seat=None))}
    assert agree(hokm.GAME, Hand(legal=lambda state: None), config=CONFIG, games=10, also=also) is None


def no_redoubled_trump(state: Any) -> Collection[Any] | None:
    return hokm.legal_actions(state)[1:] if isinstance(state, hokm.ChooseTrump) else None


def test_what_is_legal_on_one_side_alone_is_told() -> None:
    found = compare(Hand(legal=no_redoubled_trump))
    assert (found.about, found.ours, found.theirs) == ("what is legal for seat 0", (NameTrump(SUITS[0]),), ())
    assert [type(action) for action in found.record.actions] == [Deal]
    told = str(found).splitlines()
    assert told[:3] == [
        "after 1 action the engines differ about what is legal for seat 0",
        "  here: also NameTrump clubs",
        "  there: nothing more",
    ]
    assert "\n".join(told[3:]) == str(found.record)
    assert repr(found) == str(found)


def test_of_many_actions_only_some_are_told() -> None:
    found = compare(Hand(legal=lambda state: [Play(card) for card in PACK] if isinstance(state, hokm.TrickPlay) else None))
    assert len(found.theirs) == 39
    assert str(found).splitlines()[2].endswith(", 31 more")


def test_what_is_no_action_is_told_as_it_is() -> None:
    found = compare(Hand(legal=lambda state: ["Play AS"] if isinstance(state, hokm.TrickPlay) else None))
    assert found.theirs == ("Play AS",)
    assert str(found).splitlines()[2] == "  there: also 'Play AS'"


def test_a_large_set_is_compared_by_some_of_its_members() -> None:
    found = compare(Hand(legal=lambda state: hokm.legal_actions(state) if isinstance(state.actor, int) else [Pass()]))
    assert found.about == "what is legal for chance"
    assert found.theirs == (Pass(),)
    assert all(type(action) is Deal for action in found.ours)
    assert found.record.actions == ()


def test_the_end_is_compared_too() -> None:
    found = compare(Hand(legal=lambda state: hokm.legal_actions(state) or [Pass()]), games=1)
    assert (found.about, found.theirs) == ("what is legal for nobody", (Pass(),))


def raises(*arguments: Any) -> Any:
    raise RuntimeError("no such thing")


def test_an_exception_of_the_other_engine_is_a_disagreement() -> None:
    beginning = compare(Hand(start=raises))
    assert (beginning.about, beginning.record.actions, type(beginning.theirs)) == ("the beginning", (), RuntimeError)
    assert str(beginning).splitlines()[2] == "  there: RuntimeError: no such thing"
    asked = compare(Hand(legal=raises))
    assert (asked.about, type(asked.theirs)) == ("what is legal for chance", RuntimeError)
    done = compare(Hand(apply=raises))
    assert done.about.startswith("Deal ")
    assert done.about.endswith(", which is legal here")
    assert len(done.record.actions) == 1
    also = compare(Hand(), also={"luck": (lambda state: 7, raises)})
    assert (also.about, also.ours, type(also.theirs)) == ("luck", 7, RuntimeError)


def test_what_is_compared_besides_is_told_by_its_name() -> None:
    found = compare(Hand(), also={"tricks": (lambda state: getattr(state, "won", None), lambda state: None)})
    assert (found.about, found.ours, found.theirs) == ("tricks", (0, 0), None)
    assert str(found).splitlines()[:3] == ["after 2 actions the engines differ about tricks", "  here: (0, 0)", "  there: None"]


def any_lead(state: Any) -> Collection[Any] | None:
    return [Play(card) for card in state.hand(state.actor)] if isinstance(state, hokm.TrickPlay) else None


def revokes(state: Any, action: Any) -> bool:
    """Whether a card does not follow suit, though its player could."""
    led = state.trick[0].suit if isinstance(state, hokm.TrickPlay) and state.trick else None
    return led is not None and action.card.suit is not led and any(card.suit is led for card in state.hand(state.actor))


def test_known_differences_are_left_out() -> None:
    """Neither compared, nor played; a game in which nothing else is left is over."""
    assert compare(Hand(legal=any_lead)).about.startswith("what is legal")
    assert agree(hokm.GAME, Hand(legal=any_lead), config=CONFIG, games=6, known=revokes) is None
    played: list[Any] = []

    def note(state: Any, action: Any) -> Any:
        played.append(action)
        return hokm.apply(state, action)

    assert agree(hokm.GAME, Hand(apply=note), config=CONFIG, games=5, known=lambda state, action: type(action) is Play) is None
    assert {type(action) for action in played} == {Deal, NameTrump}


def test_a_policy_chooses_for_the_players() -> None:
    """And chance for the rest; None ends a game."""
    played: list[Any] = []

    def note(state: Any, action: Any) -> Any:
        played.append(action)
        return hokm.apply(state, action)

    def first(state: Any, rng: Random) -> Any:
        return None if sum(getattr(state, "won", ())) == 1 else hokm.legal_actions(state)[0]

    assert agree(hokm.GAME, Hand(apply=note), config=CONFIG, games=3, policy=first) is None
    assert [type(action) for action in played] == [Deal, NameTrump, *[Play] * 4] * 3
    assert {action for action in played if type(action) is NameTrump} == {NameTrump(SUITS[0])}
    assert len({action for action in played if type(action) is Deal}) == 3


def test_the_same_numbers_are_the_same_games() -> None:
    engine = Hand(legal=any_lead)
    found = compare(engine)
    again = agree(hokm.GAME, engine, config=CONFIG, games=1, first=found.number)
    assert again is not None
    assert again.about.startswith("what is legal")
    assert str(compare(engine)) == str(found)


def test_a_record_is_made_smaller_by_whole_tricks() -> None:
    """An engine that goes wrong when seat 3 is second to play to a trick and his opponents have taken one: one will do."""

    def legal(state: Any) -> Collection[Any] | None:
        if isinstance(state, hokm.TrickPlay) and len(state.trick) == 1 and state.actor == 3 and state.won[0] >= 1:
            return []
        return None

    found = compare(Hand(legal=legal))
    assert sum(type(action) is Play for action in found.record.actions) == 5


def test_a_game_is_played_to_so_many_actions_at_most() -> None:
    assert agree(hokm.GAME, Hand(legal=any_lead), config=CONFIG, games=5, actions=1) is None


def test_the_default_config_is_played_if_none_is_given() -> None:
    configs = list[Any]()

    def start(config: Any) -> Any:
        configs.append(config)
        return hokm.initial_state(config)

    assert agree(hokm.GAME, Hand(start=start), games=2, actions=3) is None
    assert configs == [hokm.Config()] * 2
