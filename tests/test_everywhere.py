"""Situations with known right answers in every game (cases 70 to 79), each named after its number.

They are of faults that engines of card games have had: state lost in a save, luck that depends on the process, cards that may be
played twice, views that tell too much. They stand on GEN-4, GEN-5, GEN-10 and GEN-12.
"""

from __future__ import annotations

import gc
import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from enum import Enum
from functools import partial
from itertools import chain, combinations, islice
from random import Random
from types import BuiltinFunctionType, FunctionType
from typing import Any, Final, get_args, get_type_hints

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persian_cards.actions import CHANCE, Deal, Play
from persian_cards.cards import CARDS, Bag, Card, CardMask, CardSet, cards_of
from persian_cards.errors import IllegalAction, RecordError
from persian_cards.game import AnyGame
from persian_cards.games import GAMES
from persian_cards.record import Record, action_text
from persian_cards.testing.laws import check_alike, check_equal, near_misses
from persian_cards.testing.playing import Choices, Step, bounded, members, pack_of, play, some, states_of, watchers
from persian_cards.testing.strategies import actions, choices, configs

pytestmark = pytest.mark.games
every_game = pytest.mark.parametrize("name", GAMES)


def drawn(data: st.DataObject, name: str) -> tuple[AnyGame, list[Step], Random]:
    """A game, all steps of one played, and a generator."""
    game = GAMES[name]
    config, chosen = data.draw(configs(game), "config"), data.draw(choices(), "choices")
    return game, play(game, config, chosen), Random(chosen.seed)


def config_of(steps: list[Step]) -> Any:
    return steps[0].before.standing.config


def record_of(game: AnyGame, steps: list[Step]) -> Record[Any, Any]:
    return Record(game, config_of(steps), tuple(step.action for step in steps))


def future(game: AnyGame, state: Any, seed: int) -> list[Any]:
    """The actions and states to the end, chosen by seed; of long games those of the next 400 turns."""
    rng, out = Random(seed), list[Any]()
    while (legal := game.legal_actions(state)) and len(out) < 800:
        action = legal.sample(rng)
        state = game.apply(state, action)
        out += [action, state]
    return out


# -- 70, 71: saves ------------------------------------------------------------------------------------------------------


@every_game
@settings(max_examples=6)
@given(data=st.data())
def test_case_70_what_is_saved_at_any_step_goes_on_equally(name: str, data: st.DataObject) -> None:
    pytest.importorskip("cattrs")
    from persian_cards.codec import Kind, dumps, loads

    game, steps, rng = drawn(data, name)
    for state in some(states_of(steps), rng, 6):
        again = loads(game, dumps(game, state), Kind.STATE)
        assert (again.actor, game.legal_actions(again)) == (state.actor, game.legal_actions(state))
        assert game.outcome(again) == game.outcome(state)
        check_equal(future(game, again, 7), future(game, state, 7))
        for seat in watchers(game, config_of(steps)):
            view = game.view(again, seat)
            assert view == game.view(state, seat) == loads(game, dumps(game, view), Kind.VIEW)
            assert loads(game, dumps(game, view), Kind.VIEW).legal == view.legal
    record = record_of(game, steps)
    check_equal(loads(game, dumps(game, record), Kind.RECORD).states(), states_of(steps))


@every_game
@given(data=st.data())
def test_case_71_after_a_restart_the_game_goes_on_equally(name: str, data: st.DataObject) -> None:
    """In the middle of a hand, before and after a shuffle: by the text of the record, and by pickle."""
    game, steps, rng = drawn(data, name)
    whole = record_of(game, steps)
    deals = [place + more for place, step in enumerate(steps) if type(step.action) is Deal for more in (0, 1)]
    for count in {*rng.sample(deals, min(len(deals), 4)), rng.randrange(len(steps)), len(steps)}:
        state = steps[count].before if count < len(steps) else steps[-1].after
        by_text = Record.parse(str(attrs.evolve(whole, actions=whole.actions[:count]))).last()
        by_pickle = pickle.loads(pickle.dumps(state))
        assert by_text == by_pickle == state
        check_equal(future(game, by_text, count), future(game, state, count))
        check_equal(future(game, by_pickle, count), future(game, state, count))


# -- 72: luck -----------------------------------------------------------------------------------------------------------

_TELL: Final = """
import hashlib, random, sys
from random import Random
from persian_cards.games import GAMES
from persian_cards.record import Record, action_text
from persian_cards.simulate import simulate

random.seed(sys.argv[1])
for name, game in GAMES.items():
    told, rng = hashlib.sha256(), Random(name)
    config = game.Config(max_hands=1) if hasattr(game.Config, "max_hands") else game.Config()
    record, state = Record.begin(game, config), game.initial_state(config)
    while legal := game.legal_actions(state):
        random.random()
        action = legal.sample(rng)
        seat = rng.choice([*range(game.seats(config)), None])
        view = game.view(state, seat)
        told.update(f"{view!r}\\n{view}\\n{view.legal!r}\\n{game.seen(state, action, seat)!r}".encode())
        if rng.getrandbits(2) == 0:
            told.update(repr(game.determinize(view, rng)).encode())
        state, record = game.apply(state, action), record.then(action)
    told.update(f"{record}\\n{state!r}\\n{game.outcome(state)}\\n{game.tally(state)}\\n{game.places(state)}".encode())
    told.update(repr(list(simulate(game, config, matches=1, seed=5))).encode())
    print(name, told.hexdigest())
"""


def told_by(hash_seed: str) -> str:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run([sys.executable, "-c", _TELL, hash_seed], env=env, capture_output=True, encoding="utf-8", check=True)
    return done.stdout


def test_case_72_equal_seeds_give_equal_games_in_every_process() -> None:
    """Whatever PYTHONHASHSEED and the global generator: the digests of records, views, events, worlds and outcomes are equal."""
    first = told_by("0")
    assert [line.split()[0] for line in first.splitlines()] == list(GAMES)
    assert first == told_by("4000000000")


_LOOK: Final = """
from random import Random
from persian_cards.games import GAMES

for name, game in GAMES.items():
    rng = Random(name)
    config = game.Config(max_hands=1) if hasattr(game.Config, "max_hands") else game.Config()
    state = game.initial_state(config)
    while legal := game.legal_actions(state):
        view = game.view(state, rng.choice([*range(game.seats(config)), None]))
        told = [getattr(view, one) for one in dir(view) if not one.startswith("_")]
        print(name, [repr(value) for value in told if not callable(value)])
        state = game.apply(state, legal.sample(rng))
"""


def test_case_72_what_a_view_tells_comes_in_one_order_in_every_process() -> None:
    """A policy that goes through it does the same everywhere."""
    told = []
    for hash_seed in ("0", "1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run([sys.executable, "-c", _LOOK], env=env, capture_output=True, encoding="utf-8", check=True)
        told.append(done.stdout.splitlines())
    check_equal(told[0], told[1])
    check_equal(told[0], told[2])


@every_game
@given(data=st.data())
def test_case_72_no_function_of_a_game_touches_the_global_generator(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    config, chosen = data.draw(configs(game)), data.draw(choices())
    random.seed(1)
    before = random.getstate()
    steps = play(game, config, chosen)
    for state in some(states_of(steps), Random(chosen.seed), 5):
        game.places(state)
        for seat in watchers(game, config):
            game.determinize(game.view(state, seat), Random(1))
    assert random.getstate() == before
    random.seed(2)
    check_equal(play(game, config, chosen), steps)


_FIND: Final = """
import pickle, sys
from persian_cards.record import Record

for text, states in pickle.load(sys.stdin.buffer):
    for read, made in zip(states, Record.parse(text).states(), strict=True):
        assert read == made and hash(read) == hash(made) and {made: 1}[read] == 1
    print(text.split()[0])
"""


def test_case_72_what_was_pickled_is_found_among_equals_in_another_process() -> None:
    """A hash that has been cached does not travel with a pickle."""
    sent = []
    for game in GAMES.values():
        steps = play(game, bounded(game), Choices(3))[:60]
        states = states_of(steps)
        assert len({hash(state) for state in states}) > 1
        sent.append((str(record_of(game, steps)), states))
    env = {**os.environ, "PYTHONHASHSEED": "12345"}
    done = subprocess.run([sys.executable, "-c", _FIND], env=env, input=pickle.dumps(sent), capture_output=True, check=True)
    assert done.stdout.decode().split() == list(GAMES)


# -- 73: nothing changes ------------------------------------------------------------------------------------------------

CONSTANTS: Final = (int, str, bool, float, bytes, type(None), Enum, type, FunctionType, BuiltinFunctionType)


def reachable(value: Any) -> list[Any]:
    """All objects that can be reached from a value, itself too; constants are not looked into."""
    found: dict[int, Any] = {}
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if id(one) not in found:
            found[id(one)] = one
            if not isinstance(one, CONSTANTS):
                waiting += gc.get_referents(one)
    return list(found.values())


def check_frozen(value: Any) -> None:
    """What can be reached is a constant, a tuple, a frozenset, or an attrs value whose attributes cannot be set or deleted."""
    for one in reachable(value):
        if isinstance(one, CONSTANTS):
            continue
        assert isinstance(one, tuple | frozenset) or attrs.has(type(one)), type(one)
        assert not hasattr(one, "__dict__"), type(one)
        names = [name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ()) if name != "__weakref__"]
        for name in (*names, "another"):
            with pytest.raises((AttributeError, TypeError)):
                setattr(one, name, None)
            with pytest.raises((AttributeError, TypeError)):
                delattr(one, name)


@every_game
@settings(max_examples=6)
@given(data=st.data())
def test_case_73_nothing_reachable_can_be_changed(name: str, data: st.DataObject) -> None:
    """From states, actions, legal sets, views, events and outcomes."""
    game, steps, rng = drawn(data, name)
    check_frozen(game.outcome(steps[-1].after))
    for state in some(states_of(steps), rng, 2):
        hash(state)
        check_frozen(state)
        check_frozen(game.legal_actions(state))
        for seat in watchers(game, config_of(steps)):
            check_frozen(game.view(state, seat))
    for step in rng.sample(steps, min(len(steps), 3)):
        check_frozen((step.action, game.legal_actions(step.before)[0]))
        for seat in watchers(game, config_of(steps)):
            check_frozen(game.seen(step.before, step.action, seat))


@every_game
@given(data=st.data())
def test_case_73_branches_from_one_state_do_not_touch_one_another(name: str, data: st.DataObject) -> None:
    """Two futures played in turns, an action of each, are those that are played alone."""
    game, steps, rng = drawn(data, name)
    for start in some(states_of(steps), rng, 2):
        before = pickle.dumps(start)
        alone = [future(game, start, seed) for seed in (1, 2)]
        now, rngs, together = [start, start], [Random(1), Random(2)], [list[Any](), list[Any]()]
        while any(map(game.legal_actions, now)) and max(map(len, together)) < 800:
            for branch, state in enumerate(now):
                if legal := game.legal_actions(state):
                    action = legal.sample(rngs[branch])
                    now[branch] = game.apply(state, action)
                    together[branch] += [action, now[branch]]
        check_equal(together[0], alone[0])
        check_equal(together[1], alone[1])
        assert pickle.dumps(start) == before


# -- 74, 75: cards that cannot be played --------------------------------------------------------------------------------

FROM_HAND: Final = {
    "Play": "card",
    "LayDown": "card",
    "Put": "card",
    "Capture": "card",
    "Lay": "cards",
    "LayAway": "cards",
    "Give": "cards",
}
"""Actions by which cards leave the hand of whoever acts, and the field that names these."""


def own_cards(action: Any) -> tuple[Card, ...]:
    """The cards of the actor's hand that an action names."""
    value = getattr(action, FROM_HAND.get(type(action).__name__, ""), ())
    return (value,) if isinstance(value, Card) else tuple(value)


def own_places(game: AnyGame, state: Any) -> list[Card]:
    """The cards that the actor may play from: his hand, and where he plays from piles those turned up before him (SHELEM-22)."""
    piles = [card for place, cards in game.places(state).items() if place.startswith(f"pile {state.actor} ") for card in cards]
    return [*state.hand(state.actor), *piles]


@every_game
@given(data=st.data())
def test_case_74_cards_that_the_actor_does_not_hold_are_illegal(name: str, data: st.DataObject) -> None:
    """Another's card, one already played, one outside the pack, a wrong type: in the first state as in any other (GEN-5)."""
    game, steps, rng = drawn(data, name)
    kinds = {type(step.action): step.action for step in steps if own_cards(step.action)}
    for state in some(states_of(steps), rng, 12):
        hand = Counter(own_places(game, state)) if isinstance(state.actor, int) else Counter[Card]()
        for action in members(game.legal_actions(state), rng):
            assert Counter(own_cards(action)) <= hand
        for action in kinds.values():
            field = FROM_HAND[type(action).__name__]
            value = getattr(action, field)
            for card in (card for card in CARDS if not hand[card]):
                wrong: Any = card if isinstance(value, Card) else type(value)([card, *list(value)[1:]])
                with pytest.raises(IllegalAction):
                    game.apply(state, attrs.evolve(action, **{field: wrong}))
            for not_a_card in (None, 7, "AS", CARDS[0].bit, CardSet(CARDS[:1]), True):
                if isinstance(value, Card):
                    with pytest.raises(IllegalAction):
                        game.apply(state, attrs.evolve(action, **{field: not_a_card}))


SAID_AGAIN: Final = {
    "Pass",
    "Bid",
    "BidDoubleNil",
    "Look",
    "Decline",
    "Bet",
    "BetBeside",
    "Hit",
    "Stand",
    "DrawCards",
    "CallTakBarg",
    "Take",
}
"""Actions that the next player, or the same one, may well repeat."""


@every_game
@given(data=st.data())
def test_case_75_an_action_cannot_be_done_twice(name: str, data: st.DataObject) -> None:
    """Unless it is of those that are said round the table, or the pack has the card more than once, or it has left everything as it
    was, as a deal does that its own cards undo."""
    game, steps, _ = drawn(data, name)
    twice = {card for card, count in Counter(pack_of(game, config_of(steps))).items() if count > 1}
    for step in steps:
        if step.after == step.before:
            continue
        if type(step.action).__name__ not in SAID_AGAIN and not twice.intersection(own_cards(step.action)):
            assert step.action not in game.legal_actions(step.after)
            with pytest.raises(IllegalAction):
                game.apply(step.after, step.action)


# -- 76, 77: what is seen -----------------------------------------------------------------------------------------------


def cards_in(value: Any, hint: Any = None) -> set[Card]:
    """All cards that a value of the library names, those of masks too (`hint` is the type of its field)."""
    match value:
        case Card():
            return {value}
        case CardSet() | Bag():
            return set(value)
        case tuple() | frozenset():
            inner = get_args(hint)[:1] or (None,)
            return {card for one in value for card in cards_in(one, inner[0])}
        case int() if any(isinstance(mark, CardMask) or mark is CardMask for mark in getattr(hint, "__metadata__", ())):
            return set(cards_of(value))
        case _ if attrs.has(type(value)):
            hints = get_type_hints(type(value), include_extras=True)
            return {
                card for field in attrs.fields(type(value)) for card in cards_in(getattr(value, field.name), hints.get(field.name))
            }
        case _:
            return set()


@every_game
@given(data=st.data())
def test_case_76_a_spectator_sees_only_what_every_seat_sees(name: str, data: st.DataObject) -> None:
    """And a seat, its own cards and what it alone has been shown besides."""
    game, steps, rng = drawn(data, name)
    seats = range(game.seats(config_of(steps)))
    for state in some(states_of(steps), rng, 10):
        seen_by_all = cards_in(game.view(state, None))
        for seat in seats:
            assert seen_by_all <= cards_in(game.view(state, seat))
    for step in rng.sample(steps, min(len(steps), 20)):
        seen_by_all = cards_in(game.seen(step.before, step.action, None))
        for seat in seats:
            assert seen_by_all <= cards_in(game.seen(step.before, step.action, seat))


@every_game
def test_case_76_an_unknown_seat_raises(name: str) -> None:
    """In views, events, hands and whatever a server asks, in every phase; a bool is no seat."""
    game = GAMES[name]
    config = bounded(game)
    steps = play(game, config, Choices(2))
    for state in some(states_of(steps), Random(1), 3):
        legal = game.legal_actions(state)
        wrong: Any
        for wrong in (-1, game.seats(config), 10**30, True, False, 0.0, "0", CHANCE):
            calls = [
                partial(game.view, state, wrong),
                partial(state.hand, wrong),
                partial(game.submit, state, wrong, steps[0].action),
            ]
            calls += [partial(game.seen, state, action, wrong) for action in legal[:1]]
            for call in calls:
                with pytest.raises(LookupError):
                    call()


@every_game
@given(data=st.data())
def test_case_77_views_tell_nothing_by_order_identity_hash_text_or_length(name: str, data: st.DataObject) -> None:
    """Views of states that a seat cannot tell apart are made of the same things in the same order, and no state can be reached from
    one; nobody but the actor has legal actions."""
    game, steps, rng = drawn(data, name)
    for state in some(states_of(steps), rng, 4):
        for seat in watchers(game, config_of(steps)):
            view = game.view(state, seat)
            again = game.view(game.determinize(view, rng), seat)
            check_alike(view, again)
            assert parts_of(view) == parts_of(again)
            assert not [one for one in reachable(view) if isinstance(one, game.phases)]
            if seat != state.actor:
                assert view.legal.size == len(list(view.legal)) == 0


def parts_of(value: Any) -> list[Any]:
    """What a value is made of, in order: the types of all parts and the plain constants among them."""
    if isinstance(value, tuple):
        return [type(value), len(value), *(part for one in value for part in parts_of(one))]
    if attrs.has(type(value)):
        return [type(value), *(part for field in attrs.fields(type(value)) for part in parts_of(getattr(value, field.name)))]
    return [type(value), value]


# -- 78: worlds ---------------------------------------------------------------------------------------------------------


def last_pack(steps: list[Step]) -> tuple[Card, ...]:
    """The pack that was dealt last."""
    pack: tuple[Card, ...] = next(step.action.pack for step in reversed(steps) if type(step.action) is Deal)
    return pack


def changed_over(action: Any, one: Card, other: Card) -> Any:
    """An action with one card in the place of another and the other way round."""
    change = {one: other, other: one}

    def changed(value: Any) -> Any:
        match value:
            case Card():
                return change.get(value, value)
            case CardSet() | Bag() | tuple():
                return type(value)(map(changed, value))
            case _:
                return value

    return attrs.evolve(action, **{field.name: changed(getattr(action, field.name)) for field in attrs.fields(type(action))})


def alternatives(game: AnyGame, steps: list[Step], until: int, seat: int | None, rng: Random, most: int) -> set[Any]:
    """Other states in which the seat's view is what it is after so many steps: two cards that the view does not name are changed
    over in the last deal and in all that was done after it; so many are tried at most."""
    view, found = game.view(steps[until].after, seat), set[Any]()
    told = cards_in(view)
    pairs = list(combinations([card for card in last_pack(steps[: until + 1]) if card not in told], 2))
    deal = max(place for place, step in enumerate(steps[: until + 1]) if type(step.action) is Deal)
    for one, other in rng.sample(pairs, min(most, len(pairs))):
        state = steps[deal].before
        try:
            for step in steps[deal : until + 1]:
                state = game.apply(state, changed_over(step.action, one, other))
        except IllegalAction:
            continue
        if state != steps[until].after and game.view(state, seat) == view:
            found.add(state)
    return found


@pytest.mark.long
@every_game
@settings(max_examples=4)
@given(data=st.data())
def test_case_78_worlds_vary_wherever_there_is_an_alternative(name: str, data: st.DataObject) -> None:
    """An alternative is found without `worlds`: by changing cards over in the deal. Few worlds have all of them; and what is drawn
    depends on the view and the generator alone."""
    game, steps, rng = drawn(data, name)
    first = next((place for place, step in enumerate(steps) if type(step.action) is Deal), len(steps))
    for until in rng.sample(range(first, len(steps)), min(3, len(steps) - first)):
        state = steps[until].after
        for seat in watchers(game, config_of(steps)):
            others = alternatives(game, steps, until, seat, rng, 16)
            worlds = game.worlds(game.view(state, seat))
            assert worlds.size > len(others)
            drawn_worlds = [worlds.sample(Random(seed)) for seed in range(12)]
            assert not others or len(set(drawn_worlds)) > 1
            for other in islice(others, 2):
                again = game.worlds(game.view(other, seat))
                check_equal((again.sample(Random(seed)) for seed in range(12)), drawn_worlds)


NEVER_FEW: Final = {"bluff", "twenty_one"}
"""Games whose cards come back or stay in the pack, so that hardly ever few are hidden: their own tests look at such positions."""


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in GAMES if name not in NEVER_FEW])
def test_case_78_the_few_worlds_of_an_end_are_all_there(name: str) -> None:
    """Every alternative of late positions, where worlds can be counted, is among the worlds drawn."""
    game, rng, found = GAMES[name], Random(1), 0
    for seed in range(40):
        steps = play(game, bounded(game, 1), Choices(seed))
        late = ((until, seat) for until in range(len(steps) - 1, len(steps) // 2, -1) for seat in watchers(game, config_of(steps)))
        seen = ((until, game.worlds(game.view(steps[until].after, seat)), seat) for until, seat in islice(late, 150))
        for until, worlds, seat in islice((one for one in seen if 1 < one[1].size <= 60), 2):
            others = alternatives(game, steps, until, seat, rng, 100)
            reached = {worlds.sample(rng) for _ in range(30 * worlds.size)}
            assert len(reached) == worlds.size
            assert len({steps[until].after, *others} - reached) == 0
            found += len(others)
        if found >= 40:
            break
    assert found


# -- 79: records that are refused ---------------------------------------------------------------------------------------


@every_game
def test_case_79_a_record_of_another_version_is_refused(name: str) -> None:
    """Before its first state; by text, replay and what a seat could follow alike."""
    game = GAMES[name]
    for version in (game.version + 1, 0, 10**9):
        record: Record[Any, Any] = Record(game, game.Config(), (), version)
        for made in (record, Record.parse(str(record))):
            for look in (made.states, made.last, partial(made.seen_by, None)):
                with pytest.raises(RecordError, match=f"version {version}") as refused:
                    list(look())
                assert refused.value.index is None


@every_game
@given(data=st.data())
def test_case_79_an_illegal_action_is_refused_with_its_index(name: str, data: st.DataObject) -> None:
    """Wherever it is: put in between, left out, or beyond the end. The states before it are given; nothing is skipped."""
    game, steps, rng = drawn(data, name)
    config, all_actions, states = config_of(steps), [step.action for step in steps], states_of(steps)
    wild = [near for near in near_misses(rng.choice(all_actions)) if type(near) in game.actions]
    for wrong in (*wild[:6], *data.draw(st.lists(actions(game), max_size=4))):
        index = rng.randint(0, len(steps))
        if wrong not in game.legal_actions(states[index]):
            record: Record[Any, Any] = Record(game, config, (*all_actions[:index], wrong, *all_actions[index:]))
            replayed = record.states()
            check_equal(islice(replayed, index + 1), states[: index + 1])
            with pytest.raises(RecordError) as refused:
                next(replayed)
            assert refused.value.index == index
            assert str(refused.value).startswith(f"action {index}")
            assert refused.value.actor == states[index].actor
            assert isinstance(refused.value.__cause__, IllegalAction)


FORGETFUL = ("bluff", "haft_khabis", "sheytunak", "twenty_one")
"""Games in which a view forgets something when a card is played, laid, taken or turned up."""


@pytest.mark.parametrize("name", [name for name in GAMES if name not in FORGETFUL])
@given(data=st.data())
def test_what_all_have_seen_adds_no_world(name: str, data: st.DataObject) -> None:
    """GEN-4: an action that holds nothing, or nothing secret, leaves whoever watches with fewer worlds, or with as many."""
    game, steps, rng = drawn(data, name)
    by_players = [step for step in steps if isinstance(step.before.actor, int) and step.after.standing == step.before.standing]
    plays = [step for step in by_players if isinstance(step.action, Play)]
    others = [step for step in by_players if not isinstance(step.action, Play)]
    for step in chain.from_iterable(rng.sample(kind, min(25, len(kind))) for kind in (plays, others)):
        if not attrs.fields(type(step.action)) or game.seen(step.before, step.action, None) == step.action:
            for seat in watchers(game, config_of(steps)):
                before, after = (game.worlds(game.view(state, seat)).size for state in (step.before, step.after))
                assert after <= before, (step.action, seat)


@every_game
def test_after_the_end_a_state_has_its_standing_alone(name: str) -> None:
    """GEN-D1: it looks alike to all, and whatever it tells of the last hand is on the sheet."""
    game = GAMES[name]
    config = bounded(game, 2)
    over = play(game, config, Choices(1))[-1].after
    assert [field.name for field in attrs.fields(type(over))] == ["standing"]
    assert {attrs.evolve(game.view(over, seat), seat=None) for seat in watchers(game, config)} == {game.view(over, None)}


@every_game
def test_case_79_a_line_that_is_no_action_is_refused_with_its_index(name: str) -> None:
    """Blank lines too: they are not skipped."""
    game = GAMES[name]
    lines = str(record_of(game, play(game, bounded(game), Choices(1)))).splitlines()
    for wrong in ("", "Fly", "Play", "Play XX", "Play AS, KS", "Deal AS ZZ", "7", "-", "\N{PILE OF POO}"):
        for index in (0, 1, len(lines) // 2):
            with pytest.raises(RecordError) as refused:
                Record.parse("\n".join([*lines[: index + 1], wrong, *lines[index + 1 :]]))
            assert refused.value.index == index
    for first in ("", "chess 1", name, f"{name} x", f"{name} -1", f"{name} 1.0", f"{name} 1 seats=4", f"{name} 1 max_hands"):
        with pytest.raises(RecordError) as refused:
            Record.parse("\n".join([first, *lines[1:]]))
        assert refused.value.index is None
    assert all(action_text(action) in lines for action in Record.parse("\n".join(lines)).actions)
