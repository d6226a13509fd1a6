"""The laws that every game keeps.

A law is a function `law_...(game, config, choices)`: it plays one game by these choices and looks at what must hold on the way.
The `check_...` functions look at one state, for whoever plays games himself. Nothing here knows a game but through its `Game`
record. A check raises AssertionError with a sentence about what is wrong, a law `LawBroken`, which tells besides which law it is,
and the game up to there.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from functools import partial, wraps
from itertools import chain, islice, pairwise, zip_longest
from random import Random
from traceback import extract_tb
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar

import attrs

from persian_cards.actions import CHANCE, NOTHING, ActionSet, Combinations, Deal, Permutations
from persian_cards.cards import CARDS, Card, CardSet
from persian_cards.codec import Kind, dumps, loads
from persian_cards.errors import IllegalAction, Violation, shown
from persian_cards.game import AnyGame, Outcome
from persian_cards.record import Record
from persian_cards.table import check_seat, places_by
from persian_cards.testing.playing import (
    Choices,
    Step,
    in_order,
    members,
    pack_of,
    play,
    record_text,
    some,
    spread,
    states_of,
    watchers,
)

P = ParamSpec("P")
E = TypeVar("E", bound=Exception)
Holds: TypeAlias = Callable[Concatenate[AnyGame, Any, Choices, P], None]
"""A law: it takes a game, a config and choices, and perhaps more, and raises if it is broken."""

_MOST: Final = 150
"""So many states of a game are looked at, where to look at all of a long one would take too long."""

# -- telling what is wrong ----------------------------------------------------------------------------------------------


class LawBroken(AssertionError):  # noqa: N818  # it reads as what it is
    """A game breaks a law: `game` is its name, `law` the number, `says` what the law says, `wrong` what is wrong, and `where` the
    record that leads there, or the config if it goes wrong from the start."""

    def __init__(self, game: str, law: int, says: str, wrong: str, where: str) -> None:
        super().__init__(game, law, says, wrong, where)
        self.game = game
        self.law = law
        self.says = says
        self.wrong = wrong
        self.where = where

    def __str__(self) -> str:
        return f"{self.game} breaks law {self.law} ({self.says}): {self.wrong}\n{self.where}"


def _law(number: int, says: str) -> Callable[[Holds[P]], Holds[P]]:
    """Makes a law of a function: whatever it raises is told as LawBroken."""

    def named(holds: Holds[P]) -> Holds[P]:
        @wraps(holds)
        def held(game: AnyGame, config: Any, choices: Choices, /, *args: P.args, **kwargs: P.kwargs) -> None:
            try:
                holds(game, config, choices, *args, **kwargs)
            except Exception as error:
                where = getattr(error, "__notes__", [f"with {config!r}"])[0]
                raise LawBroken(game.name, number, says, _wrong(error), where) from error

        return held

    return named


def _wrong(error: Exception) -> str:
    if not isinstance(error, AssertionError):
        return f"{type(error).__name__}: {error}"
    frame = extract_tb(error.__traceback__)[-1]
    return str(error) or f"`{frame.line}` in {frame.name}"


@contextmanager
def _in(game: AnyGame, steps: Sequence[Step], state: object) -> Iterator[None]:
    """What is raised inside is raised with the record that leads to the state as a note."""
    try:
        yield
    except Exception as error:
        place = next(place for place, one in enumerate(states_of(steps)) if one is state)
        error.add_note(record_text(_record(game, steps[:place] or steps)) if place else f"in {shown(state)}")
        raise


def _record(game: AnyGame, steps: Sequence[Step]) -> Record[Any, Any]:
    return Record(game, steps[0].before.standing.config, tuple(step.action for step in steps))


def same(what: str, found: object, expected: object, *about: object) -> None:
    """Raises AssertionError with what differs, unless the two are equal; `what` is a format for `about`."""
    assert found == expected, f"{_words(what, about)}: {shown(found)}, not {shown(expected)}"


def refused(what: str, call: Callable[[], object], kind: type[E], *about: object) -> E:
    """The exception that a call raises; AssertionError if it raises none of this kind. `what` is a format for `about`."""
    try:
        found = call()
    except kind as error:
        return error
    raise AssertionError(f"{_words(what, about)} gives {shown(found)}, and raises no {kind.__name__}")


def _words(what: str, about: Iterable[object]) -> str:
    return what.format(*(one if isinstance(one, str) else shown(one) for one in about))


def check_equal(one: Iterable[Any], other: Iterable[Any]) -> None:
    """Two long lists are equal; if not, only the first difference is told."""
    for index, (here, there) in enumerate(zip_longest(one, other)):
        same("item {} of the two differs", here, there, index)


def uneven(counts: Iterable[int], cells: int) -> float:
    """By how many standard deviations (about) counts that should all be alike are not, in so many cells; above 6 is no accident.

    It is the chi-squared statistic, brought to a normal one by the cube root.

    >>> uneven([100, 100, 99, 101], 4) < 0 < 6 < uneven([400], 4)
    True
    """
    counts = list(counts)
    assert 1 < cells >= len(counts), f"{len(counts)} counts in {cells} cells"
    expected, free = sum(counts) / cells, cells - 1
    chi_squared = sum((count - expected) ** 2 for count in counts) / expected + expected * (cells - len(counts))
    spread = 2 / (9 * free)
    return float(((chi_squared / free) ** (1 / 3) - (1 - spread)) / spread**0.5)


def _even(what: str, counts: Counter[Any], cells: int) -> None:
    much = uneven(counts.values(), cells) if cells > 1 else 0
    assert much < 6, f"{what} are not equally likely: {much:.0f} standard deviations off, {shown(counts)}"


# -- 1: the end ---------------------------------------------------------------------------------------------------------


def check_end(game: AnyGame, state: Any) -> None:
    """No legal action, no actor, an outcome: all of these or none (law 1, GEN-8); and sides are of every seat once."""
    players = game.seats(state.standing.config)
    legal, outcome = game.legal_actions(state), game.outcome(state)
    over = state.actor is None
    told = f"the actor is {state.actor}, {legal.size} actions are legal, the outcome is {shown(outcome)}"
    assert (outcome is not None, not legal, legal.size == 0) == (over, over, over), told
    if not over and state.actor is not CHANCE:
        check_seat(state.actor, players)
    sides = game.sides(state)
    same("the seats of all sides", sorted(seat for side in sides for seat in side), list(range(players)))
    if outcome is not None:
        _check_outcome(outcome, players)
        for side in sides:
            assert len({outcome.places[seat] for seat in side}) == 1, f"the seats {side} of one side have places of their own"
            shared = outcome.scores is None or len({outcome.scores[seat] for seat in side}) == 1
            assert shared, f"the seats {side} of one side have scores of their own"


def _check_outcome(outcome: Outcome, players: int) -> None:
    """GEN-8: places are shared and left out as they should be; the winners are in place 1, in ascending order."""
    same("the number of places", len(outcome.places), players)
    same("the places", outcome.places, places_by([-place for place in outcome.places]))
    same("the winners", outcome.winners, tuple(seat for seat, place in enumerate(outcome.places) if place == 1))
    for by_seat in (outcome.scores, outcome.titles):
        assert by_seat is None or len(by_seat) == players, f"{by_seat} is not by seat, of which there are {players}"


@_law(1, "the actor, the legal actions and the outcome say alike whether the game is over")
def law_1_the_end(game: AnyGame, config: object, choices: Choices) -> None:
    """The states of a game, of a long one some, are looked at with `check_end`."""
    steps = play(game, config, choices)
    for state in spread(states_of(steps), _MOST):
        with _in(game, steps, state):
            check_end(game, state)


# -- 2: what is legal ---------------------------------------------------------------------------------------------------


def check_legality(game: AnyGame, state: Any, action: Any) -> bool:
    """`violation`, membership and `apply` agree on any action whatever, and a refusal says all (law 2, GEN-5). Is it legal?"""
    legal, why = game.legal_actions(state), game.violation(state, action)
    member = action in legal
    is_legal = f"is {'' if member else 'not '}among the legal actions"
    assert member is (why is None), f"{shown(action)} {is_legal}, and violation says: {why}"
    after = None
    if why is None:
        try:
            after = game.apply(state, action)
        except IllegalAction as refusal:
            raise AssertionError(f"{shown(action)} {is_legal}, but apply refuses it: {refusal}") from refusal
        assert type(after) in game.phases, f"{shown(action)} leads to {shown(after)}, whose class is none of the phases"
        same("the action at the place of an action", legal[legal.index(action)], action)
    else:
        _check_refusal("apply", partial(game.apply, state, action), action, (state.actor, why, legal))
        refused("index of {}, which {},", partial(legal.index, action), ValueError, action, is_legal)
        refused("seen of {}, which {},", partial(game.seen, state, action, None), IllegalAction, action, is_legal)
    for seat in range(game.seats(state.standing.config)):
        submit = partial(game.submit, state, seat, action)
        if seat != state.actor:
            other = refused("submit by seat {}, whose turn it is not,", submit, IllegalAction, seat)
            said = other.violation.clause, other.seat, other.legal
            same("the refusal of seat {}, whose turn it is not", said, ("GEN-5", seat, NOTHING), seat)
        elif why is None:
            same("the state after submit of {}", submit(), after, action)
        else:
            _check_refusal("submit", submit, action, (seat, why, legal))
    return member


def _check_refusal(by: str, call: Callable[[], object], action: object, said: tuple[object, Violation, ActionSet[Any]]) -> None:
    """The call is refused with these: seat, violation, what would be legal; and the message has the clause."""
    refusal = refused("{} of {}, which is not legal,", call, IllegalAction, by, action)
    told = refusal.seat, refusal.violation, refusal.legal
    same("{} refuses {} with other seat, violation and legal actions than there are", told, said, by, action)
    assert refusal.action is action, f"{by} refuses {shown(action)} as if it were {shown(refusal.action)}"
    text = str(refusal)
    assert text.startswith(str(refusal.violation)), f"{by} refuses {shown(action)} with a text that has no violation: {text}"


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


@_law(2, "apply takes each legal action and refuses everything else, and a refusal changes nothing")
def law_2_legality(game: AnyGame, config: object, choices: Choices, others: Sequence[object] = ()) -> None:
    """Every member of the legal set is taken; members of other sets, near misses, and `others`, which may be anything, only if they
    are members; and no state is changed by it."""
    rng = Random(choices.seed)
    steps = play(game, config, choices)
    states = some(states_of(steps), rng, 3)
    legal = [members(game.legal_actions(state), rng) for state in states]
    strangers = [*others, *(rng.choice(actions) for actions in legal if actions)]
    for state, own in zip(states, legal, strict=True):
        with _in(game, steps, state):
            before = pickle.dumps(state), hash(state)
            for action in own:
                assert check_legality(game, state, action), f"{shown(action)} is listed among the legal actions, but is no member"
            for stranger in (*strangers, *(near for action in own[:1] for near in near_misses(action))):
                if check_legality(game, state, stranger):  # it is that member and no like of it, as True is of 1
                    legal_now = game.legal_actions(state)
                    same("the action that is legal", repr(stranger), repr(legal_now[legal_now.index(stranger)]))
            assert (pickle.dumps(state), hash(state)) == before, "the state has changed by what has been asked of it"


def check_order(game: AnyGame, state: Any, rng: Random) -> None:
    """The legal actions have an order, in which iteration, `legal[i]` and `index` agree; each is there once."""
    legal = game.legal_actions(state)
    most = 60 if legal.size <= 60 else 3
    found = list(islice(legal, most))
    size = legal.size if len(found) == most else len(found)
    same("the size of the legal actions, of which as many can be listed", legal.size, size)
    same("the first actions by their places", [legal[place] for place in range(len(found))], found)
    same("the first actions by a slice", list(legal[:most]), found)
    same("the places of the first actions", [legal.index(action) for action in found], list(range(len(found))))
    same("how many of the first actions differ", len(set(found)), len(found))
    last = [legal[-1 - place] for place in range(len(found))]
    same("the last actions", list(islice(reversed(legal), most)), last)
    same("counts of an action", [legal.count(one) for one in (*found[:1], None, state)], [1] * len(found[:1]) + [0, 0])
    same("the legal actions, asked for again", game.legal_actions(state), legal)
    same("the hash of the legal actions, asked for again", hash(game.legal_actions(state)), hash(legal))
    for place in (size, -size - 1):
        refused("the action at place {} of {}", partial(legal.__getitem__, place), IndexError, place, size)
    if size:
        place = rng.randrange(size)
        same("the place of an action", legal.index(legal[place]), place)
        sampled = legal.sample(rng)
        assert sampled in legal, f"{shown(sampled)} has been sampled and is no member"


@_law(2, "legal actions have an order")
def law_2_order(game: AnyGame, config: object, choices: Choices) -> None:
    """Some states of a game are looked at with `check_order`."""
    rng = Random(choices.seed)
    steps = play(game, config, choices)
    for state in some(states_of(steps), rng, 6):
        with _in(game, steps, state):
            check_order(game, state, rng)


# -- 3: apply is a function ---------------------------------------------------------------------------------------------


def check_untouched(game: AnyGame, step: Step) -> None:
    """The same again: an equal result, and the state that it came from is what it was, whatever is asked of it (law 3)."""
    state = step.before
    before = pickle.dumps(state), hash(state), repr(state)
    after = game.apply(state, step.action)
    same("the state after {}, done again", after, step.after, step.action)
    same("the hash of the state after {}, done again", hash(after), hash(step.after), step.action)
    for seat in watchers(game, state.standing.config):
        again = game.seen(state, step.action, seat)
        same("what seat {} notices of {}, asked again", game.seen(state, step.action, seat), again, seat, step.action)
        same("what seat {} sees, asked again", game.view(state, seat), game.view(state, seat), seat)
    same("the tally, again", game.tally(state), game.tally(state))
    same("the places, again", game.places(state), game.places(state))
    assert (pickle.dumps(state), hash(state), repr(state)) == before, "the state has changed by what has been asked of it"


@_law(3, "apply is a function: equal arguments give equal results, and the arguments are as they were")
def law_3_apply_is_a_function(game: AnyGame, config: object, choices: Choices) -> None:
    """A game is played twice, and its steps, of a long one some, are looked at with `check_untouched`."""
    steps = play(game, config, choices)
    for step, twin in spread(list(zip(steps, play(game, config, choices), strict=True)), _MOST // 3):
        with _in(game, steps, step.before):
            check_untouched(game, step)
            check_equal((step.before, step.action, step.after), (twin.before, twin.action, twin.after))
            same("the hash of an equal state", hash(step.after), hash(twin.after))
            same("the repr of an equal state", repr(step.after), repr(twin.after))


# -- 4: the cards -------------------------------------------------------------------------------------------------------


def check_cards(game: AnyGame, state: Any, pack: list[Card]) -> None:
    """Every card of the pack is in exactly one place, and "hand 2" is the hand of seat 2 (law 4)."""
    places = game.places(state)
    players = game.seats(state.standing.config)
    there, due = Counter(chain.from_iterable(places.values())), Counter(pack)
    for card in there | due if there != due else ():
        where = ", ".join(place for place, cards in places.items() if card in cards) or "in no place"
        assert there[card] == due[card], f"there are {there[card]} of {card}, not {due[card]} ({where})"
    unknown = {place for place in places if place.startswith("hand ")} - {f"hand {seat}" for seat in range(players)}
    assert not unknown, f"{unknown} are hands of no seat"
    for seat in range(players):
        same("the cards in the place hand {}", in_order(places.get(f"hand {seat}", ())), in_order(state.hand(seat)), seat)


@_law(4, "every card of the pack is in exactly one place")
def law_4_cards(game: AnyGame, config: object, choices: Choices) -> None:
    """The states of a game, of a long one some, are looked at with `check_cards`."""
    pack = pack_of(game, config)
    steps = play(game, config, choices)
    for state in spread(states_of(steps), _MOST):
        with _in(game, steps, state):
            check_cards(game, state, pack)


# -- 5: points ----------------------------------------------------------------------------------------------------------


@_law(5, "what the rules keep constant is constant, and counts of what has happened never fall")
def law_5_points(game: AnyGame, config: object, choices: Choices, check: Callable[[Any], object]) -> None:
    """`check` is the game's own reckoning of what must be constant in every state: it raises AssertionError if it is not."""
    steps = play(game, config, choices)
    states = spread(states_of(steps), _MOST)
    for state in states:
        with _in(game, steps, state):
            check(state)
    for before, after in pairwise(states):
        with _in(game, steps, after):
            earlier, later = game.tally(before), game.tally(after)
            same("the names in the tally", later.keys(), earlier.keys())
            for name, count in earlier.items():
                assert 0 <= count <= later[name], f"the tally of {name} falls from {count} to {later[name]}"


# -- 6: records and copies ----------------------------------------------------------------------------------------------


def check_copies(value: Any) -> None:
    """Pickle gives back an equal value (law 6)."""
    for protocol in (2, pickle.HIGHEST_PROTOCOL):
        copy = pickle.loads(pickle.dumps(value, protocol))  # noqa: S301  # our own
        _check_again("pickle", copy, value)
        same("the hash of a value from pickle", hash(copy), hash(value))


def _check_again(way: str, copy: Any, value: Any) -> None:
    same("the class of a value from {}", type(copy), type(value), way)
    same("a value from {}", copy, value, way)
    same("the repr of a value from {}", repr(copy), repr(value), way)


@_law(6, "a record replays to equal states, and its text gives it back")
def law_6_records(game: AnyGame, config: object, choices: Choices) -> None:
    """What a seat could follow is the events and views of the game."""
    steps = play(game, config, choices)
    states = states_of(steps)
    record = _record(game, steps)
    check_equal(record.states(), states)
    same("the record read back from its text", Record.parse(str(record), game), record)
    for seat in spread(watchers(game, config), 3):
        told = [(game.seen(step.before, step.action, seat), game.view(step.after, seat)) for step in steps]
        check_equal(record.seen_by(seat), told)


@_law(6, "pickle gives equal values back")
def law_6_copies(game: AnyGame, config: object, choices: Choices) -> None:
    """Of configs, outcomes, states, sets of actions, views, actions and events."""
    rng = Random(choices.seed)
    steps = play(game, config, choices)
    check_copies(config)
    check_copies(game.outcome(steps[-1].after))
    for state in some(states_of(steps), rng, 5):
        with _in(game, steps, state):
            check_copies(state)
            check_copies(game.legal_actions(state))
            for seat in watchers(game, config):
                check_copies(game.view(state, seat))
    for step in rng.sample(steps, min(len(steps), 10)):
        check_copies(step.action)
        for seat in watchers(game, config):
            check_copies(game.seen(step.before, step.action, seat))


@_law(6, "JSON gives equal values back")
def law_6_json(game: AnyGame, config: object, choices: Choices) -> None:
    """Of configs, outcomes, records, states, views, actions and events."""

    def check(value: Any, kind: Kind) -> None:
        text = dumps(game, value)
        assert text.isprintable(), f"the JSON of {shown(value)} cannot be printed: {shown(text)}"
        again = loads(game, text, kind)
        _check_again("JSON", again, value)
        same("the JSON of what has been read", dumps(game, again), text)

    rng = Random(choices.seed)
    steps = play(game, config, choices)
    check(config, Kind.CONFIG)
    check(game.outcome(steps[-1].after), Kind.OUTCOME)
    check(_record(game, steps), Kind.RECORD)
    for state in some(states_of(steps), rng, 4):
        with _in(game, steps, state):
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
    for name in (name for name in dir(one) if not name.startswith("_")):
        told, again = getattr(one, name), getattr(other, name)
        alike = callable(told) or (told, repr(told)) == (again, repr(again))
        assert alike, f"`{name}` in the views of two states that a seat cannot tell apart: {shown(told)}, not {shown(again)}"
    same("one of the views of two states that a seat cannot tell apart", one, other)
    same("the hash of the views of two states that a seat cannot tell apart", hash(one), hash(other))
    same("the text of the views of two states that a seat cannot tell apart", (repr(one), str(one)), (repr(other), str(other)))


def check_secrets(game: AnyGame, one: Any, other: Any, seat: int | None, actions: Iterable[Any], passing: tuple[type, ...]) -> None:
    """Of two states that a seat cannot tell apart (law 7): views, refusals, and events. What is noticed of an action differs only
    where the views after it differ too (or the states do not), apart from events of the classes `passing`, which tell what no
    view keeps."""
    check_alike(game.view(one, seat), game.view(other, seat))
    same("the actor of two states that a seat cannot tell apart", one.actor, other.actor)
    same("the standing of two states that a seat cannot tell apart", one.standing, other.standing)
    noticed: list[tuple[Any, Any, Any]] = []
    for action in actions:
        if seat is not None:
            answers = _answer(game, one, seat, action), _answer(game, other, seat, action)
            same("what seat {} is answered to {}", *answers, seat, action)
        for state in (one, other):
            with suppress(IllegalAction):
                after = game.apply(state, action)
                noticed.append((after, game.view(after, seat), game.seen(state, action, seat)))
    for place, (after, view, event) in enumerate(noticed):
        for after_other, view_other, event_other in noticed[:place]:
            if view == view_other and after != after_other and not isinstance(event, passing):
                what = "what seat {} notices of two actions that look alike to it afterwards"
                same(what, (event, repr(event)), (event_other, repr(event_other)), seat)


def _answer(game: AnyGame, state: Any, seat: int, action: Any) -> object:
    """What a server tells a seat that asks for an action."""
    try:
        game.submit(state, seat, action)
    except IllegalAction as refusal:
        return str(refusal), refusal.violation, refusal.seat, refusal.legal
    return None


@_law(7, "what a seat cannot see is told to it by nothing")
def law_7_secrets(
    game: AnyGame, config: object, choices: Choices, others: Sequence[object] = (), passing: tuple[type, ...] = ()
) -> None:
    """States are looked at with `check_secrets` beside worlds that a seat may imagine, for legal actions and `others`."""
    rng = Random(choices.seed)
    steps = play(game, config, choices)
    for state in some(states_of(steps), rng, 6):
        with _in(game, steps, state):
            legal = game.legal_actions(state)
            for seat in watchers(game, config):
                view = game.view(state, seat)
                told = view.seat, view.actor, view.standing
                same("seat, actor and standing in the view of seat {}", told, (seat, state.actor, state.standing), seat)
                if seat is not None and seat == state.actor:
                    same("what is legal in the view of seat {}", view.legal, legal, seat)
                else:
                    assert view.legal.size == 0, f"the view of seat {seat}, whose turn it is not, has legal actions: {view.legal}"
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


@_law(7, "who has been told the same sees the same")
def law_7_events_tell_all(game: AnyGame, config: object, choices: Choices) -> None:
    """Whoever has been told the same from the first state on sees the same, while the public standing is the same: two cards of a
    deal are changed over, and the same actions done; or a player does something else, and the seat notices the same of it."""
    rng = Random(choices.seed)
    steps = play(game, config, choices)
    _check_other_actions(game, steps, rng)
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
                    with _in(game, steps, steps[until].after):
                        check_alike(game.view(state, seat), game.view(steps[until].after, seat))


def _check_other_actions(game: AnyGame, steps: Sequence[Step], rng: Random) -> None:
    by_players = [step for step in steps if isinstance(step.before.actor, int)]
    for step in rng.sample(by_players, min(20, len(by_players))):
        others = members(game.legal_actions(step.before), rng)
        with _in(game, steps, step.after):
            for seat in watchers(game, step.before.standing.config):
                told = game.seen(step.before, step.action, seat)
                for other in rng.sample(others, min(4, len(others))):
                    after = game.apply(step.before, other)
                    if game.seen(step.before, other, seat) == told and after.standing == step.after.standing:
                        check_alike(game.view(after, seat), game.view(step.after, seat))


# -- 8: worlds ----------------------------------------------------------------------------------------------------------


def check_worlds(game: AnyGame, state: Any, seat: int | None, pack: list[Card], seed: int) -> None:
    """A world that a view lets one imagine is a whole state that gives it, and depends on view and generator alone (law 8)."""
    view = game.view(state, seat)
    worlds = game.worlds(view)
    world = worlds.sample(Random(seed))
    same("the phase that seat {} imagines", type(world), type(state), seat)
    same("the view of seat {} in a world that it imagines", game.view(world, seat), view, seat)
    same("actor and standing that seat {} imagines", (world.actor, world.standing), (state.actor, state.standing), seat)
    check_cards(game, world, pack)
    check_end(game, world)
    again = game.view(world, seat)
    same("how many worlds seat {} imagines in a world", game.worlds(again).size, worlds.size, seat)
    assert worlds.size >= 1, f"seat {seat} can imagine no world"
    same("a world drawn with the same generator", game.determinize(again, Random(seed)), world)
    assert worlds.size > 1 or world == state, f"seat {seat} imagines one world alone, and it is not the state: {shown(world)}"
    if (legal := game.legal_actions(world)).size:
        after = game.apply(world, legal.sample(Random(seed)))
        assert type(after) in game.phases, f"a world leads to {shown(after)}, whose class is none of the phases"


@_law(8, "a world drawn from a view gives the view back")
def law_8_worlds(game: AnyGame, config: object, choices: Choices) -> None:
    """Some states of a game are looked at with `check_worlds`, for every seat and a spectator."""
    rng = Random(choices.seed)
    pack = pack_of(game, config)
    steps = play(game, config, choices)
    for state in some(states_of(steps), rng, 5):
        with _in(game, steps, state):
            for seat in watchers(game, config):
                check_worlds(game, state, seat, pack, rng.getrandbits(32))


def check_reach(game: AnyGame, state: Any, seat: int | None, rng: Random) -> None:
    """Every world is reached, each equally often, and the state itself is one of them (law 8); for small numbers of worlds."""
    worlds = game.worlds(game.view(state, seat))
    counts = Counter(worlds.sample(rng) for _ in range(25 * worlds.size))
    same("how many worlds are drawn for seat {}, of all that are counted", len(counts), worlds.size, seat)
    assert counts[state] > 0, f"the state is none of the {worlds.size} worlds that seat {seat} imagines"
    _even(f"the worlds that seat {seat} imagines", counts, worlds.size)


@_law(8, "every world that is possible is drawn, and equally often")
def law_8_reach(game: AnyGame, config: object, choices: Choices, most: int = 24) -> None:
    """In three positions of at most so many worlds: two at the end, if they are among the last forty states, and one anywhere."""
    rng = Random(choices.seed)
    steps = play(game, config, choices)
    ends = [(state, seat) for state in reversed(states_of(steps)[-40:]) for seat in watchers(game, config)]
    for positions, count in ((ends, 2), (rng.sample(ends, min(12, len(ends))), 1)):
        few = ((state, seat) for state, seat in positions if 1 < game.worlds(game.view(state, seat)).size <= most)
        for state, seat in islice(few, count):
            with _in(game, steps, state):
                check_reach(game, state, seat, rng)


# -- 9: it ends ---------------------------------------------------------------------------------------------------------


@_law(9, "a game with a bound on its hands or rounds ends")
def law_9_it_ends(game: AnyGame, config: Any, choices: Choices) -> None:
    """And after no more hands than `max_hands` (GEN-9)."""
    steps = play(game, config, choices)
    most = getattr(config, "max_hands", None)
    hands = len(getattr(steps[-1].after.standing, "sheet", ()))
    assert most is None or hands <= most, f"{hands} hands have been played, and max_hands is {most}"


# -- 10: chance ---------------------------------------------------------------------------------------------------------


def check_samples(legal: ActionSet[Any], rng: Random) -> None:
    """Sampling is uniform, by the places in the set, and, where the members have each card as often as any other, by the cards that
    an action has in each of its places (law 10)."""
    cells = legal.size if legal.size < 80 else 20 if legal.size < 10**6 else 5  # of few members a cell would have one or two
    _even(f"members of {legal}", Counter(legal.index(legal.sample(rng)) * cells // legal.size for _ in range(20 * cells)), cells)
    alike = isinstance(legal, Combinations) or (isinstance(legal, Permutations) and len(set(legal.cards)) == len(legal.cards))
    for column in _columns([legal.sample(rng) for _ in range(1500)]) if alike else ():
        cards = Counter(column)
        _even(f"cards in one place of members of {legal}", cards, len(cards))


def _columns(actions: Sequence[Any]) -> Iterator[Iterable[Card]]:
    """Of actions that hold cards alone: their sets of cards, or the first, middle and last cards of their tuples."""
    field, *_ = attrs.fields(type(actions[0]))
    values = [getattr(action, field.name) for action in actions]
    if isinstance(values[0], CardSet):
        yield chain.from_iterable(values)
    else:
        columns = list(zip(*values, strict=True))
        yield from (columns[0], columns[len(columns) // 2], columns[-1])


@_law(10, "sampling is uniform, of events of chance and of what players may do")
def law_10_chance(game: AnyGame, config: object, choices: Choices) -> None:
    """Some sets of legal actions of a game are looked at with `check_samples`."""
    steps = play(game, config, choices)
    sets = dict.fromkeys((step.before.actor is CHANCE, game.legal_actions(step.before)) for step in steps)
    for by_chance in (True, False):
        for legal in [legal for whose, legal in sets if whose is by_chance and legal.size > 2][:3]:
            check_samples(legal, Random(choices.seed))
