"""The worlds of Hokm against brute force: every deal of the unseen cards is tried by replaying what all have seen (HOKM-5, HOKM-7).

Nothing here knows how worlds are counted. A deal is possible exactly if the actions of the record are all legal after it and leave
the seat with the same view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, count, islice
from math import factorial, prod
from random import Random

import attrs
import pytest

from persian_cards.cards import PACK, Card, CardSet, Suit, parse_cards
from persian_cards.errors import IllegalAction
from persian_cards.games import hokm
from persian_cards.testing.laws import check_equal, uneven

# -- positions ----------------------------------------------------------------------------------------------------------


@attrs.frozen
class Position:
    """A state in a hand: the deal that was due, and what was done after it."""

    due: hokm.AwaitDeal
    after_deal: tuple[hokm.Action, ...]
    state: hokm.State


def positions(config: hokm.Config, seed: int) -> Iterator[Position]:
    """All positions of a game of random choices, from the first deal on."""
    rng = Random(seed)
    state = hokm.initial_state(config)
    due, actions = None, list[hokm.Action]()
    while legal := hokm.legal_actions(state):
        action = legal.sample(rng)
        if isinstance(state, hokm.AwaitDeal):
            due, actions = state, []
        else:
            actions.append(action)
        state = hokm.apply(state, action)
        if due is not None:
            yield Position(due, tuple(actions), state)


def tricks_seen(view: hokm.View) -> list[tuple[tuple[int, Card], ...]]:
    """Who has played what, trick by trick, the last one perhaps unfinished."""
    turns = view.standing.lineup.turns
    return [*(tuple(zip(turns[trick.leader], trick.cards, strict=True)) for trick in view.tricks), view.trick]


def unseen(view: hokm.View) -> list[Card]:
    """The cards that a seat cannot place."""
    return [card for card in PACK if card not in {*view.hand, *view.played, *view.trick_cards}]


def shares(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every way to share cards out into hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in shares(rest, sizes[1:]):
            yield (hand, *others)


def shuffled(view: hokm.View, rng: Random) -> tuple[tuple[Card, ...], ...]:
    """The unseen cards dealt to the other seats anyhow."""
    cards = unseen(view)
    rng.shuffle(cards)
    deal = iter(cards)
    return tuple(tuple(islice(deal, view.counts[seat])) for seat in range(4) if seat != view.seat)


def replayed(position: Position, view: hokm.View, hands: tuple[tuple[Card, ...], ...]) -> hokm.State | None:
    """The state after the same actions, if the other seats hold these hands now; None if it cannot have been so."""
    others = iter(hands)
    held = {seat: list(view.hand if seat == view.seat else next(others)) for seat in range(4)}
    for trick in tricks_seen(view):
        for seat, card in trick:
            held[seat].append(card)
    state = hokm.apply(position.due, hokm.deal_for(position.due, held))
    try:
        for action in position.after_deal:
            state = hokm.apply(state, action)
    except IllegalAction:
        return None
    return state if hokm.view(state, view.seat) == view else None


def possible(position: Position, seat: int | None) -> set[hokm.State]:
    """All states in which the seat's view would be what it is."""
    view = hokm.view(position.state, seat)
    sizes = [view.counts[other] for other in range(4) if other != seat]
    found = (replayed(position, view, hands) for hands in shares(unseen(view), sizes))
    return {state for state in found if state is not None}


def ways(view: hokm.View) -> int:
    """How many deals of the unseen cards there are, possible ones and others."""
    sizes = [view.counts[seat] for seat in range(4) if seat != view.seat]
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def missing(view: hokm.View) -> set[tuple[int, Suit | None]]:
    """The seats that have not followed a suit, each with it."""
    return {(seat, trick[0][1].suit) for trick in tricks_seen(view) for seat, card in trick if card.suit is not trick[0][1].suit}


def bound(view: hokm.View) -> float:
    """The part of all pairs of an unseen card and another seat that are ruled out by a void."""
    seats, cards, barred = [seat for seat in range(4) if seat != view.seat], unseen(view), missing(view)
    return sum((seat, card.suit) in barred for card in cards for seat in seats) / max(len(cards) * len(seats), 1)


def late(config: hokm.Config, seat: int | None, deals: int) -> Iterator[Position]:
    """Positions of many games, one a game, in which known voids rule out some of exactly so many deals."""
    for seed in count():
        for position in positions(config, seed):
            if isinstance(position.state, hokm.TrickPlay):
                view = hokm.view(position.state, seat)
                if ways(view) == deals and bound(view) > 0.25:
                    yield position
                    break


AGREED = hokm.Config(first_hakem=1, hands_to_win=1)
DRAWN = hokm.Config(partners=hokm.Partners.DRAWN, hands_to_win=1)

# -- ends ---------------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("config", "seat", "deals"),
    [(AGREED, 0, 1680), (AGREED, 2, 4200), (AGREED, None, 2520), (DRAWN, 1, 1680), (DRAWN, 3, 4200), (DRAWN, None, 2520)],
)
def test_the_worlds_of_an_end_are_the_deals_that_can_have_been(config: hokm.Config, seat: int | None, deals: int) -> None:
    """Three or four cards in each hand (two for a spectator), with voids: all possible states, only they, each equally often."""
    fewer, drawn = 0, 0
    for position in islice(late(config, seat, deals), 2):
        worlds = hokm.worlds(hokm.view(position.state, seat))
        states = possible(position, seat)
        assert position.state in states
        assert worlds.size == len(states)
        fewer += len(states) < deals
        if len(states) <= 450:
            rng = Random(drawn)
            times = Counter(worlds.sample(rng) for _ in range(20 * len(states)))
            assert len(times.keys() - states) == len(states - times.keys()) == 0
            assert len(states) == 1 or uneven(times.values(), len(states)) < 5
            drawn += 1
    assert fewer
    assert drawn


@pytest.mark.long
def test_worlds_depend_on_the_view_alone_and_repeat() -> None:
    """Whichever of the possible states is the true one, the same generator draws the same worlds."""
    position = next(late(AGREED, 0, 1680))
    view = hokm.view(position.state, 0)
    drawn = [hokm.worlds(view).sample(Random(seed)) for seed in range(20)]
    assert len(set(drawn)) > 10
    for state in islice(possible(position, 0), 40):
        check_equal((hokm.determinize(hokm.view(state, 0), Random(seed)) for seed in range(20)), drawn)


# -- any position -------------------------------------------------------------------------------------------------------


def count_deals(cards: Sequence[Card], room: Mapping[int, int], barred: set[tuple[int, Suit | None]]) -> int:
    """In how many ways the cards go one after another into hands with so much room, none where it is barred."""
    seats = tuple(room)

    @cache
    def going_on(place: int, left: tuple[int, ...]) -> int:
        if place == len(cards):
            return 1
        return sum(
            going_on(place + 1, (*left[:at], left[at] - 1, *left[at + 1 :]))
            for at, seat in enumerate(seats)
            if left[at] and (seat, cards[place].suit) not in barred
        )

    return going_on(0, tuple(room.values()))


def room_of(view: hokm.View) -> dict[int, int]:
    return {seat: view.counts[seat] for seat in range(4) if seat != view.seat}


@pytest.mark.long
@pytest.mark.parametrize("config", [AGREED, DRAWN])
def test_the_size_is_exact_throughout_a_hand(config: hokm.Config) -> None:
    """Against a count card by card, and the void suits seen in the tricks (HOKM-7)."""
    with_voids = 0
    for seed in range(2):
        for position in islice(positions(config, seed), seed, None, 5):
            if isinstance(position.state, hokm.TrickPlay | hokm.DecideBam):
                for seat in (0, 1, 2, 3, None):
                    view = hokm.view(position.state, seat)
                    assert hokm.worlds(view).size == count_deals(unseen(view), room_of(view), missing(view))
                    assert {(s, suit) for s, void in enumerate(view.voids) for suit in void} == missing(view)
                    with_voids += bound(view) > 0
    assert with_voids > 10


@pytest.mark.long
@pytest.mark.parametrize(("seat", "later"), [(0, 4), (None, 14)])
def test_every_card_is_with_every_seat_as_often_as_it_should_be(seat: int | None, later: int) -> None:
    """In the middle of a hand, with voids: by the count of the deals that have this card there."""
    for seed in (3, 4):
        known = [
            position
            for position in positions(AGREED, seed)
            if isinstance(position.state, hokm.TrickPlay) and bound(hokm.view(position.state, seat))
        ]
        view = hokm.view(known[later].state, seat)
        worlds, cards, room, rng, draws = hokm.worlds(view), unseen(view), room_of(view), Random(seed), 1000
        found = Counter(
            (card, other) for _ in range(draws) for world in [worlds.sample(rng)] for other in room for card in world.hand(other)
        )
        for card in cards:
            others = [one for one in cards if one is not card]
            for other in room:
                barred = (other, card.suit) in missing(view)
                with_it = 0 if barred else count_deals(others, {**room, other: room[other] - 1}, missing(view))
                chance = with_it / worlds.size
                assert abs(found[card, other] - draws * chance) <= 5 * (draws * chance * (1 - chance)) ** 0.5


# -- the bam ------------------------------------------------------------------------------------------------------------


def test_worlds_when_the_bam_is_decided() -> None:
    """After seven tricks to nothing (HOKM-12): of random deals of the unseen cards as many can have been as `size` says."""
    found = 0
    for seed in count():
        for position in positions(AGREED, seed):
            if not isinstance(position.state, hokm.DecideBam):
                continue
            for seat in (0, 1, 2, 3, None):
                view = hokm.view(position.state, seat)
                worlds, rng, tries = hokm.worlds(view), Random(seed), 300
                assert view.counts == (6, 6, 6, 6)
                assert worlds.size == count_deals(unseen(view), room_of(view), missing(view))
                chance = worlds.size / ways(view)
                could_be = sum(replayed(position, view, shuffled(view, rng)) is not None for _ in range(tries))
                assert abs(could_be - tries * chance) <= 5 * (tries * chance * (1 - chance)) ** 0.5
                for _ in range(20):
                    world = worlds.sample(rng)
                    assert isinstance(world, hokm.DecideBam)
                    hands = tuple(tuple(world.hand(other)) for other in room_of(view))
                    assert replayed(position, view, hands) == world
            found += 1
        if found == 2:
            break


# -- before trump is named ----------------------------------------------------------------------------------------------


def naming(config: hokm.Config, *fives: str) -> hokm.ChooseTrump:
    """The hakem, seat 1, has been dealt these fives one after another, and has shown all but the last."""
    state = hokm.initial_state(config)
    for shown in fives:
        if isinstance(state, hokm.ChooseTrump):
            state = hokm.apply(state, hokm.AskRedeal())
        state = hokm.apply(state, hokm.deal_for(state, {1: shown, 2: "AC KC 2H 7S 9S"}))
    assert isinstance(state, hokm.ChooseTrump)
    return state


TEN_LOW = hokm.Config(first_hakem=1, ten_low_redeals=2)
LOW, LOWER = "2C 3C 4D 5S 10H", "2D 3D 5C 6C 10S"


@pytest.mark.parametrize("fives", [("AS KS QS JS 10S",), (LOW,), (LOW, LOWER), (LOW, LOWER, "AH KH QH 2S 3S")])
@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_worlds_while_trump_is_named(fives: tuple[str, ...], seat: int | None) -> None:
    """All but one's own five may lie anywhere: in the other hands and in the eight that each player gets later. What was shown has
    been shuffled in again, and tells nothing (HOKM-5, HOKM-6)."""
    state = naming(TEN_LOW, *fives)
    view = hokm.view(state, seat)
    worlds = hokm.worlds(view)
    known = 0 if seat is None else 1
    assert worlds.size == factorial(52 - 5 * known) // (factorial(5) ** (4 - known) * factorial(8) ** 4)
    rng, with_shown = Random(5), 0
    for _ in range(40):
        world = worlds.sample(rng)
        assert hokm.view(world, seat) == view
        assert isinstance(world, hokm.ChooseTrump)
        assert world.shown == tuple(CardSet.parse(five) for five in fives[:-1])
        assert seat != 1 or hokm.legal_actions(world) == hokm.legal_actions(state)
        shown = {card for five in fives[:-1] for card in parse_cards(five)}
        with_shown += any(card in shown for other in range(4) if other != seat for card in world.hand(other))
    assert len(fives) == 1 or with_shown > 20


@pytest.mark.long
@pytest.mark.parametrize("seat", [1, 2, None])
def test_worlds_while_trump_is_named_are_uniform(seat: int | None) -> None:
    """Every unseen card, and every two of them, are equally often in another's five and in another's eight."""
    view = hokm.view(naming(TEN_LOW, LOW, LOWER), seat)
    worlds, rng = hokm.worlds(view), Random(9)
    fives, eights, pairs = Counter[tuple[int, Card]](), Counter[tuple[int, Card]](), Counter[tuple[Card, Card]]()
    others = [other for other in range(4) if other != seat]
    for _ in range(2000):
        world = worlds.sample(rng)
        named = hokm.apply(world, hokm.NameTrump(Suit.CLUBS))
        for other in range(4):
            five = world.hand(other)
            eights.update((other, card) for card in named.hand(other) - five)
            if other in others:
                fives.update((other, card) for card in five)
        pairs.update(combinations(world.hand(others[0]), 2))
    free = len(unseen(view))
    for other in range(4):
        assert uneven([times for (where, _), times in eights.items() if where == other], free) < 5
        assert other == seat or uneven([times for (where, _), times in fives.items() if where == other], free) < 5
    assert uneven(pairs.values(), free * (free - 1) // 2) < 5


# -- nothing hidden -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("config", [DRAWN, attrs.evolve(TEN_LOW, max_hands=2), hokm.Config(first_hakem=hokm.FirstHakem.FIRST_ACE)])
def test_where_nothing_is_hidden_there_is_one_world(config: hokm.Config) -> None:
    """While lots are drawn, before a deal, and when the match is over (HOKM-2, HOKM-3, HOKM-6)."""
    phases = Counter[str]()
    for seed in range(25):
        rng, state, going = Random(seed), hokm.initial_state(config), True
        while going:
            if isinstance(state, hokm.DrawLots | hokm.AwaitDeal | hokm.MatchOver):
                for seat in (0, 3, None):
                    worlds = hokm.worlds(hokm.view(state, seat))
                    assert worlds.size == 1
                    assert worlds.sample(rng) == state
                phases[type(state).__name__] += 1
                phases["shown"] += bool(isinstance(state, hokm.AwaitDeal) and state.shown)
                phases["lots"] += isinstance(state, hokm.DrawLots) and bool(state.lots)
            legal = hokm.legal_actions(state)
            going = bool(legal)
            if hokm.AskRedeal() in legal:
                state = hokm.apply(state, hokm.AskRedeal())
            elif going:
                state = hokm.apply(state, legal.sample(rng))
    assert phases["AwaitDeal"] >= 25
    assert phases["MatchOver"] == 25
    assert phases["shown"] if config.ten_low_redeals else phases["lots"]


# -- what worlds are worked out from ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_seat_notices_its_cards_in_two_parts(seat: int) -> None:
    """Its five when they are dealt, its eight when trump is named, and a spectator neither (HOKM-D2)."""
    for position in islice(positions(AGREED, seat), 1):
        due, state = position.due, position.state
        deal = hokm.deal_for(due, {other: tuple(state.hand(other)) for other in range(4)})
        state, call = hokm.apply(due, deal), hokm.NameTrump(Suit.HEARTS)
        named = hokm.apply(state, call)
        first, then = hokm.seen(due, deal, seat), hokm.seen(state, call, seat)
        assert first == hokm.Dealt(state.hand(seat))
        assert then == hokm.TrumpNamed(Suit.HEARTS, CardSet(named.hand(seat) - state.hand(seat)))
        assert (len(state.hand(seat)), len(named.hand(seat))) == (5, 13)
        assert hokm.seen(due, deal, None) == hokm.Dealt(CardSet())
        assert hokm.seen(state, call, None) == hokm.TrumpNamed(Suit.HEARTS, CardSet())


@pytest.mark.long
def test_a_view_tells_the_course_of_the_hand_in_progress_and_of_no_other() -> None:
    """Every card played in it, in order, and by whom (HOKM-D3)."""
    for seed in range(5):
        course, by_whom = list[Card](), list[tuple[int, Card]]()
        state, rng = hokm.initial_state(hokm.Config(first_hakem=seed % 4, max_hands=3)), Random(seed)
        while legal := hokm.legal_actions(state):
            action = legal.sample(rng)
            if isinstance(action, hokm.Play) and isinstance(state, hokm.TrickPlay):
                course.append(action.card)
                by_whom.append((state.actor, action.card))
            state = hokm.apply(state, action)
            if isinstance(state, hokm.AwaitDeal | hokm.MatchOver):
                course, by_whom = [], []
            for seat in (0, 1, 2, 3, None):
                view = hokm.view(state, seat)
                assert [*view.played, *view.trick_cards] == course
                assert [play for trick in tricks_seen(view) for play in trick] == by_whom
                assert {*unseen(view), *view.hand, *course} == set(PACK)
