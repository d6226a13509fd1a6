"""The laws that every game keeps.

A law is a function `law_...(game, config, choices)`: it plays one game by these choices and asserts what must hold on the way. The
`check_...` functions look at one state, for whoever plays games himself. Nothing here knows a game but through its `Game` record.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from functools import partial
from itertools import chain, count, islice, pairwise, zip_longest
from operator import attrgetter
from random import Random
from typing import Any, Final

import attrs
import pytest

from persian_cards.actions import CHANCE, NOTHING, ActionSet, Deal, Listed
from persian_cards.cards import CARDS, Card, CardSet
from persian_cards.errors import IllegalAction
from persian_cards.game import AnyGame, Outcome
from persian_cards.options import options
from persian_cards.record import Record
from persian_cards.table import check_seat, places_by

# -- playing ------------------------------------------------------------------------------------------------------------

LIMIT: Final = 20_000
"""More actions than a game takes whose hands or rounds are bounded."""

PATIENCE: Final = 400
"""After so many actions players take the first that is legal: where one may put off the end for ever, leanings would do so."""


@attrs.frozen
class Choices:
    """How a game is played. Each number of `script` picks a legal action by its place (modulo how many there are). When they are
    used up, actions are chosen uniformly by `seed`, but for players with a leaning (`leanings` go round the seats): of more than
    two actions -1 takes the first most times, 1 the last. Leanings make one-sided games, which chance alone makes seldom."""

    seed: int
    script: tuple[int, ...] = ()
    leanings: tuple[int, ...] = (0,)


@attrs.frozen
class Step:
    """One action, with the states before and after it."""

    before: Any
    action: Any
    after: Any


def steps_of(game: AnyGame, config: object, choices: Choices) -> Iterator[Step]:
    """The steps of one game."""
    rng, script = Random(choices.seed), iter(choices.script)
    state = game.initial_state(config)
    for done in count():
        if not (legal := game.legal_actions(state)):
            return
        number = next(script, None)
        leaning = choices.leanings[state.actor % len(choices.leanings)] if isinstance(state.actor, int) else 0
        if number is not None:
            action = legal[number % legal.size]
        elif done >= PATIENCE and isinstance(state.actor, int):
            action = legal[0]
        elif leaning and legal.size > 2 and rng.random() < 0.8:
            action = legal[0 if leaning < 0 else -1]
        else:
            action = legal.sample(rng)
        after = game.apply(state, action)
        yield Step(state, action, after)
        state = after


def bounded(game: AnyGame, hands: int = 20) -> Any:
    """The default config, but with an end where players at random may never reach the target, or play round upon round (GEN-9)."""
    bounds = [one.name for one in options(game.Config) if one.name in ("max_hands", "max_rounds")]
    return game.Config(**dict.fromkeys(bounds, hands))


def play(game: AnyGame, config: object, choices: Choices) -> list[Step]:
    """The steps of one game, which must come to an end."""
    steps = list(islice(steps_of(game, config, choices), LIMIT))
    assert len(steps) < LIMIT, "the game does not end"
    return steps


def states_of(steps: Sequence[Step]) -> list[Any]:
    """The states of a game, the first one first."""
    return [steps[0].before, *(step.after for step in steps)]


def some(states: Sequence[Any], rng: Random, others: int) -> list[Any]:
    """The first state of each phase, and so many others."""
    return [*{type(state): state for state in reversed(states)}.values(), *rng.sample(states, min(others, len(states)))]


def members(legal: ActionSet[Any], rng: Random) -> list[Any]:
    """All members of a small set; of a large one the first, the last, and some between."""
    return list(legal) if legal.size <= 14 else [legal[0], legal[-1], legal.sample(rng)]


def watchers(game: AnyGame, config: Any) -> list[int | None]:
    """All seats, and a spectator."""
    return [*range(game.seats(config)), None]


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Sorted, with copies of a card side by side."""
    return sorted(cards, key=attrgetter("index"))


def pack_of(game: AnyGame, config: object) -> list[Card]:
    """The cards that a game is played with, in order."""
    return in_order(chain.from_iterable(game.places(game.initial_state(config)).values()))


def check_equal(one: Iterable[Any], other: Iterable[Any]) -> None:
    """Two long lists are equal; if not, only the first difference is told."""
    for index, (here, there) in enumerate(zip_longest(one, other)):
        assert here == there, f"item {index}"


def uneven(counts: Iterable[int], cells: int) -> float:
    """By how many standard deviations (about) counts that should all be alike are not, in so many cells; above 6 is no accident.

    It is the chi-squared statistic, brought to a normal one by the cube root.
    """
    counts = list(counts)
    assert len(counts) <= cells
    assert cells > 1
    expected, free = sum(counts) / cells, cells - 1
    chi_squared = sum((count - expected) ** 2 for count in counts) / expected + expected * (cells - len(counts))
    spread = 2 / (9 * free)
    return float(((chi_squared / free) ** (1 / 3) - (1 - spread)) / spread**0.5)


# -- 1: the end ---------------------------------------------------------------------------------------------------------


def check_end(game: AnyGame, state: Any) -> None:
    """No legal action, no actor, an outcome: all of these or none (law 1, GEN-8); and sides are of every seat once."""
    players = game.seats(state.standing.config)
    legal, outcome = game.legal_actions(state), game.outcome(state)
    over = state.actor is None
    assert (outcome is not None, not legal, legal.size == 0) == (over, over, over)
    if not over and state.actor is not CHANCE:
        check_seat(state.actor, players)
    sides = game.sides(state)
    assert sorted(seat for side in sides for seat in side) == list(range(players))
    if outcome is not None:
        _check_outcome(outcome, players)
        for side in sides:
            assert len({outcome.places[seat] for seat in side}) == 1
            assert outcome.scores is None or len({outcome.scores[seat] for seat in side}) == 1


def _check_outcome(outcome: Outcome, players: int) -> None:
    """GEN-8: places are shared and left out as they should be; the winners are in place 1, in ascending order."""
    assert len(outcome.places) == players
    assert outcome.places == places_by([-place for place in outcome.places])
    assert outcome.winners
    assert list(outcome.winners) == sorted(set(outcome.winners))
    assert {outcome.places[seat] for seat in outcome.winners} == {1}
    for by_seat in (outcome.scores, outcome.titles):
        assert by_seat is None or len(by_seat) == players


def law_1_the_end(game: AnyGame, config: object, choices: Choices) -> None:
    for state in states_of(play(game, config, choices)):
        check_end(game, state)


# -- 2: what is legal ---------------------------------------------------------------------------------------------------


def check_legality(game: AnyGame, state: Any, action: Any) -> bool:
    """`violation`, membership and `apply` agree on any action whatever, and a refusal says all (law 2, GEN-5). Is it legal?"""
    legal, why = game.legal_actions(state), game.violation(state, action)
    member = action in legal
    assert member is (why is None), (action, why)
    if member:
        after = game.apply(state, action)
        assert type(after) in game.phases
        assert legal[legal.index(action)] == action
    else:
        _check_refusal(partial(game.apply, state, action), action, (state.actor, why, legal))
        with pytest.raises(ValueError, match="not"):
            legal.index(action)
        with pytest.raises(IllegalAction):
            game.seen(state, action, None)
    for seat in range(game.seats(state.standing.config)):
        if seat == state.actor and member:
            assert game.submit(state, seat, action) == after
        elif seat == state.actor:
            _check_refusal(partial(game.submit, state, seat, action), action, (seat, why, legal))
        else:
            with pytest.raises(IllegalAction) as refused:
                game.submit(state, seat, action)
            assert (refused.value.violation.clause, refused.value.seat, refused.value.legal) == ("GEN-5", seat, NOTHING)
    return member


def _check_refusal(call: Callable[[], object], action: object, said: tuple[object, ...]) -> None:
    """The call is refused with these: seat, violation, what would be legal; and the message has the clause."""
    with pytest.raises(IllegalAction) as refused:
        call()
    refusal = refused.value
    assert (refusal.seat, refusal.violation, refusal.legal) == said
    assert refusal.action is action
    assert str(refusal).startswith(str(refusal.violation))
    assert refusal.violation.clause in str(refusal.violation)


def near_misses(action: Any) -> Iterator[Any]:
    """Things that are almost this action: its class, its name, its like of another class, and itself with another value inside."""
    kind: Any = type(action)
    values = {field.name: getattr(action, field.name) for field in attrs.fields(kind)}
    yield from (kind, kind.__name__, values, tuple(values.values()))
    yield type(kind.__name__, (kind,), {})(**values)
    for name, value in values.items():
        for wrong in _other_values(value):
            with suppress(TypeError, ValueError, AttributeError):  # there may be no such action
                yield kind(**{**values, name: wrong})


def _other_values(value: Any) -> list[Any]:
    found: list[Any] = [None, "AS", 3.5, (), object(), [value]]
    match value:
        case Card():
            found += [value.code, value.index, CARDS[(value.index + 1) % 52], CARDS[(value.index + 13) % 52], CARDS[52], (value,)]
        case Enum():
            found += [value.value, value.name, *type(value)]
        case bool() | int():
            found += [not value, bool(value), int(value), float(value), value + 1, value - 1, -1, 10**30]
        case tuple():
            found += [value[1:], value[::-1], value + value[:1], value[:-1] + value[:1], value[:-1] + (CARDS[53],), value + (None,)]
        case CardSet():
            found += [value | {CARDS[52]}, *(value - {card} for card in islice(value, 2)), CardSet()]
        case _:
            pass
    return found


def law_2_legality(game: AnyGame, config: object, choices: Choices, others: Sequence[object] = ()) -> None:
    """Every member of the legal set is taken; members of other sets, near misses, and `others`, which may be anything, only if they
    are members; and no state is changed by it."""
    rng = Random(choices.seed)
    states = some(states_of(play(game, config, choices)), rng, 3)
    legal = [members(game.legal_actions(state), rng) for state in states]
    strangers = [*others, *(rng.choice(actions) for actions in legal if actions)]
    for state, own in zip(states, legal, strict=True):
        before = pickle.dumps(state), hash(state)
        for action in own:
            assert check_legality(game, state, action), action
        for stranger in (*strangers, *(near for action in own[:1] for near in near_misses(action))):
            if check_legality(game, state, stranger):  # it is that member and no like of it, as True is of 1
                legal_now = game.legal_actions(state)
                assert repr(legal_now[legal_now.index(stranger)]) == repr(stranger)
        assert (pickle.dumps(state), hash(state)) == before


def check_order(game: AnyGame, state: Any, rng: Random) -> None:
    """The legal actions have an order, in which iteration, `legal[i]` and `index` agree; each is there once."""
    legal = game.legal_actions(state)
    most = 60 if legal.size <= 60 else 3
    found = list(islice(legal, most))
    size = legal.size if len(found) == most else len(found)
    assert legal.size == size
    assert found == [legal[place] for place in range(len(found))] == list(legal[:most])
    assert [legal.index(action) for action in found] == list(range(len(found)))
    assert len(set(found)) == len(found)
    assert list(islice(reversed(legal), most)) == [legal[-1 - place] for place in range(len(found))]
    assert [legal.count(action) for action in (*found[:1], None, state)] == [1] * len(found[:1]) + [0, 0]
    assert legal == game.legal_actions(state)
    assert hash(legal) == hash(game.legal_actions(state))
    for place in (size, -size - 1):
        with pytest.raises(IndexError):
            legal[place]
    if size:
        place = rng.randrange(size)
        assert legal.index(legal[place]) == place
        assert legal.sample(rng) in legal


def law_2_order(game: AnyGame, config: object, choices: Choices) -> None:
    rng = Random(choices.seed)
    for state in some(states_of(play(game, config, choices)), rng, 6):
        check_order(game, state, rng)


# -- 3: apply is a function ---------------------------------------------------------------------------------------------


def check_untouched(game: AnyGame, step: Step) -> None:
    """The same again: an equal result, and the state that it came from is what it was, whatever is asked of it (law 3)."""
    state = step.before
    before = pickle.dumps(state), hash(state), repr(state)
    after = game.apply(state, step.action)
    assert after == step.after
    assert hash(after) == hash(step.after)
    for seat in watchers(game, state.standing.config):
        assert game.seen(state, step.action, seat) == game.seen(state, step.action, seat)
        assert game.view(state, seat) == game.view(state, seat)
    assert game.tally(state) == game.tally(state)
    assert game.places(state) == game.places(state)
    assert (pickle.dumps(state), hash(state), repr(state)) == before


def law_3_apply_is_a_function(game: AnyGame, config: object, choices: Choices) -> None:
    steps = play(game, config, choices)
    for step, twin in zip(steps, play(game, config, choices), strict=True):
        check_untouched(game, step)
        check_equal((step.before, step.action, step.after), (twin.before, twin.action, twin.after))
        assert hash(step.after) == hash(twin.after)
        assert repr(step.after) == repr(twin.after)


# -- 4: the cards -------------------------------------------------------------------------------------------------------


def check_cards(game: AnyGame, state: Any, pack: list[Card]) -> None:
    """Every card of the pack is in exactly one place, and "hand 2" is the hand of seat 2 (law 4)."""
    places = game.places(state)
    players = game.seats(state.standing.config)
    assert in_order(chain.from_iterable(places.values())) == pack
    assert {place for place in places if place.startswith("hand ")} <= {f"hand {seat}" for seat in range(players)}
    for seat in range(players):
        assert in_order(places.get(f"hand {seat}", ())) == in_order(state.hand(seat))


def law_4_cards(game: AnyGame, config: object, choices: Choices) -> None:
    pack = pack_of(game, config)
    for state in states_of(play(game, config, choices)):
        check_cards(game, state, pack)


# -- 5: points ----------------------------------------------------------------------------------------------------------


def law_5_points(game: AnyGame, config: object, choices: Choices, check: Callable[[Any], None]) -> None:
    """`check` is the game's own reckoning of what must be constant in every state; counts of what has happened never fall."""
    states = states_of(play(game, config, choices))
    for state in states:
        check(state)
    for before, after in pairwise(map(game.tally, states)):
        assert before.keys() == after.keys()
        assert all(0 <= count <= after[name] for name, count in before.items())


# -- 6: records and copies ----------------------------------------------------------------------------------------------


def check_copies(value: Any) -> None:
    """Pickle gives back an equal value (law 6)."""
    for protocol in (2, pickle.HIGHEST_PROTOCOL):
        copy = pickle.loads(pickle.dumps(value, protocol))
        assert type(copy) is type(value)
        assert copy == value
        assert hash(copy) == hash(value)
        assert repr(copy) == repr(value)


def law_6_records(game: AnyGame, config: object, choices: Choices) -> None:
    """The text of a record gives it back, and it replays to equal states; what a seat could follow is its events and views."""
    steps = play(game, config, choices)
    states = states_of(steps)
    record: Record[Any, Any] = Record(game, config, tuple(step.action for step in steps))
    check_equal(record.states(), states)
    assert Record.parse(str(record), game) == record
    for seat in watchers(game, config):
        told = [(game.seen(step.before, step.action, seat), game.view(step.after, seat)) for step in steps]
        check_equal(record.seen_by(seat), told)


def law_6_copies(game: AnyGame, config: object, choices: Choices) -> None:
    rng = Random(choices.seed)
    steps = play(game, config, choices)
    check_copies(config)
    check_copies(game.outcome(steps[-1].after))
    for state in some(states_of(steps), rng, 5):
        check_copies(state)
        check_copies(game.legal_actions(state))
        for seat in watchers(game, config):
            check_copies(game.view(state, seat))
    for step in rng.sample(steps, min(len(steps), 10)):
        check_copies(step.action)
        for seat in watchers(game, config):
            check_copies(game.seen(step.before, step.action, seat))


def law_6_json(game: AnyGame, config: object, choices: Choices) -> None:
    """JSON gives every value back; where the extra for it is there."""
    pytest.importorskip("cattrs")
    from persian_cards.codec import Kind, dumps, loads

    def check(value: Any, kind: Kind) -> None:
        text = dumps(game, value)
        assert text.isprintable()
        again = loads(game, text, kind)
        assert type(again) is type(value)
        assert (again, repr(again)) == (value, repr(value))
        assert dumps(game, again) == text

    rng = Random(choices.seed)
    steps = play(game, config, choices)
    check(config, Kind.CONFIG)
    check(game.outcome(steps[-1].after), Kind.OUTCOME)
    check(Record(game, config, tuple(step.action for step in steps)), Kind.RECORD)
    for state in some(states_of(steps), rng, 4):
        check(state, Kind.STATE)
        for seat in watchers(game, config):
            check(game.view(state, seat), Kind.VIEW)
    for step in rng.sample(steps, min(len(steps), 10)):
        check(step.action, Kind.ACTION)
        for seat in watchers(game, config):
            check(game.seen(step.before, step.action, seat), Kind.EVENT)


# -- 7: secrets ---------------------------------------------------------------------------------------------------------


def check_alike(one: Any, other: Any) -> None:
    """Two views that nobody can tell apart (law 7): by equality, hash, or any text, or by anything that they tell."""
    assert one == other
    assert hash(one) == hash(other)
    assert (repr(one), str(one)) == (repr(other), str(other))
    for name in (name for name in dir(one) if not name.startswith("_")):
        told, again = getattr(one, name), getattr(other, name)
        assert callable(told) or (told, repr(told)) == (again, repr(again)), name


def check_secrets(game: AnyGame, one: Any, other: Any, seat: int | None, actions: Iterable[Any], passing: tuple[type, ...]) -> None:
    """Of two states that a seat cannot tell apart (law 7): views, refusals, and events. What is noticed of an action differs only
    where the views after it differ too (or the states do not), apart from events of the classes `passing`, which tell what no
    view keeps."""
    check_alike(game.view(one, seat), game.view(other, seat))
    assert one.actor == other.actor
    assert one.standing == other.standing
    noticed: list[tuple[Any, Any, Any]] = []
    for action in actions:
        if seat is not None:
            assert _answer(game, one, seat, action) == _answer(game, other, seat, action)
        for state in (one, other):
            with suppress(IllegalAction):
                after = game.apply(state, action)
                noticed.append((after, game.view(after, seat), game.seen(state, action, seat)))
    for place, (after, view, event) in enumerate(noticed):
        for after_other, view_other, event_other in noticed[:place]:
            if view == view_other and after != after_other and not isinstance(event, passing):
                assert (event, repr(event)) == (event_other, repr(event_other))


def _answer(game: AnyGame, state: Any, seat: int, action: Any) -> object:
    """What a server tells a seat that asks for an action."""
    try:
        game.submit(state, seat, action)
    except IllegalAction as refusal:
        return str(refusal), refusal.violation, refusal.seat, refusal.legal
    return None


def law_7_secrets(
    game: AnyGame, config: object, choices: Choices, others: Sequence[object] = (), passing: tuple[type, ...] = ()
) -> None:
    rng = Random(choices.seed)
    for state in some(states_of(play(game, config, choices)), rng, 6):
        legal = game.legal_actions(state)
        for seat in watchers(game, config):
            view = game.view(state, seat)
            mine = seat is not None and seat == state.actor
            assert (view.seat, view.actor, view.standing) == (seat, state.actor, state.standing)
            assert view.legal == legal if mine else view.legal.size == 0 and not view.legal
            actions = [*members(legal, rng)[:8], *others]
            check_secrets(game, state, game.determinize(view, rng), seat, actions, passing)


def swapped(pack: tuple[Card, ...], one: int, other: int) -> tuple[Card, ...]:
    """A pack with two cards changed over."""
    cards = list(pack)
    cards[one], cards[other] = cards[other], cards[one]
    return tuple(cards)


def replay(game: AnyGame, state: Any, actions: Iterable[Any], told: Iterable[Any], seat: int | None) -> Any:
    """The state after these actions, if they are all legal and a seat is told the same of each; else None."""
    for action, event in zip(actions, told, strict=True):
        try:
            if game.seen(state, action, seat) != event:
                return None
        except IllegalAction:
            return None
        state = game.apply(state, action)
    return state


def law_7_events_tell_all(game: AnyGame, config: object, choices: Choices) -> None:
    """Whoever has been told the same from the first state on sees the same, while the public standing is the same: two cards of a
    deal are changed over, and the same actions done."""
    rng = Random(choices.seed)
    steps = play(game, config, choices)
    deals = [place for place, step in enumerate(steps) if type(step.action) is Deal]
    for deal in rng.sample(deals, min(len(deals), 3)):
        pack, start = steps[deal].action.pack, steps[deal].before
        for seat in watchers(game, config):
            until = rng.randint(deal, min(len(steps) - 1, deal + 30))
            told = [game.seen(step.before, step.action, seat) for step in steps[deal : until + 1]]
            later = [step.action for step in steps[deal + 1 : until + 1]]
            for _ in range(8):
                one, other = rng.randrange(len(pack)), rng.randrange(len(pack))
                state = replay(game, start, [Deal(swapped(pack, one, other)), *later], told, seat)
                if state is not None and state.standing == steps[until].after.standing:
                    check_alike(game.view(state, seat), game.view(steps[until].after, seat))


# -- 8: worlds ----------------------------------------------------------------------------------------------------------


def check_worlds(game: AnyGame, state: Any, seat: int | None, pack: list[Card], seed: int) -> None:
    """A world that a view lets one imagine is a whole state that gives it, and depends on view and generator alone (law 8)."""
    view = game.view(state, seat)
    worlds = game.worlds(view)
    world = worlds.sample(Random(seed))
    assert type(world) is type(state)
    assert game.view(world, seat) == view
    assert (world.actor, world.standing) == (state.actor, state.standing)
    check_cards(game, world, pack)
    check_end(game, world)
    again = game.view(world, seat)
    assert game.worlds(again).size == worlds.size >= 1
    assert game.determinize(again, Random(seed)) == world
    assert worlds.size > 1 or world == state
    if (legal := game.legal_actions(world)).size:
        assert type(game.apply(world, legal.sample(Random(seed)))) in game.phases


def law_8_worlds(game: AnyGame, config: object, choices: Choices) -> None:
    rng = Random(choices.seed)
    pack = pack_of(game, config)
    for state in some(states_of(play(game, config, choices)), rng, 5):
        for seat in watchers(game, config):
            check_worlds(game, state, seat, pack, rng.getrandbits(32))


def check_reach(game: AnyGame, state: Any, seat: int | None, rng: Random) -> None:
    """Every world is reached, each equally often, and the state itself is one of them (law 8); for small numbers of worlds."""
    worlds = game.worlds(game.view(state, seat))
    counts = Counter(worlds.sample(rng) for _ in range(25 * worlds.size))
    assert len(counts) == worlds.size
    assert counts[state] > 0
    assert worlds.size == 1 or uneven(counts.values(), worlds.size) < 6


def law_8_reach(game: AnyGame, config: object, choices: Choices, most: int = 24) -> None:
    """On the last three ends of at most so many worlds, if they are among the last forty states."""
    rng = Random(choices.seed)
    last = reversed(states_of(play(game, config, choices))[-40:])
    ends = ((state, seat) for state in last for seat in watchers(game, config))
    few = ((state, seat) for state, seat in ends if 1 < game.worlds(game.view(state, seat)).size <= most)
    for state, seat in islice(few, 3):
        check_reach(game, state, seat, rng)


# -- 9: it ends ---------------------------------------------------------------------------------------------------------


def law_9_it_ends(game: AnyGame, config: Any, choices: Choices) -> None:
    """A game ends whose hands or rounds are bounded, and after no more hands than `max_hands` (GEN-9)."""
    steps = play(game, config, choices)
    most = getattr(config, "max_hands", None)
    assert most is None or len(steps[-1].after.standing.sheet) <= most


# -- 10: chance ---------------------------------------------------------------------------------------------------------


def check_samples(legal: ActionSet[Any], rng: Random) -> None:
    """Sampling is uniform, by the places in the set, and by the cards that an action has in each of its places; of a set that is
    written out by the places alone, since it may have one card more often than another."""
    cells = min(legal.size, 20) if legal.size < 10**6 else 5
    counts = Counter(legal.index(legal.sample(rng)) * cells // legal.size for _ in range(20 * cells))
    assert uneven(counts.values(), cells) < 6
    for column in () if isinstance(legal, Listed) else _columns([legal.sample(rng) for _ in range(1500)]):
        cards = Counter(column)
        assert len(cards) == 1 or uneven(cards.values(), len(cards)) < 6


def _columns(actions: Sequence[Any]) -> Iterator[Iterable[Card]]:
    """Of actions of one class: their cards, their sets of cards, or the first, middle and last cards of their tuples."""
    kinds = {type(action) for action in actions}
    for field in attrs.fields(kinds.pop()) if len(kinds) == 1 else ():
        values = [getattr(action, field.name) for action in actions]
        match values[0]:
            case Card():
                yield values
            case CardSet():
                yield chain.from_iterable(values)
            case tuple((Card(), *_)) if len({len(one) for one in values}) == len(set(Counter(values[0]).values())) == 1:
                columns = list(zip(*values, strict=True))
                yield from (columns[0], columns[len(columns) // 2], columns[-1])


def law_10_chance(game: AnyGame, config: object, choices: Choices) -> None:
    """Sampling is uniform, of events of chance and of what players may do."""
    steps = play(game, config, choices)
    sets = dict.fromkeys((step.before.actor is CHANCE, game.legal_actions(step.before)) for step in steps)
    for by_chance in (True, False):
        for legal in [legal for whose, legal in sets if whose is by_chance and legal.size > 2][:3]:
            check_samples(legal, Random(choices.seed))
