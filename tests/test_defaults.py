"""What a `Game` makes of its other functions where it is given none: by a game in which all of it is left out."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import Any

import attrs
import pytest

from persian_cards.actions import CHANCE, NOTHING, ActionSet, Actor, Deal, Dealt, Listed, Pass, Permutations, Play
from persian_cards.cards import PACK, Bag, Card, CardSet
from persian_cards.defaults import deal_by_trial, searched_worlds, seen_by_all
from persian_cards.errors import IllegalAction
from persian_cards.game import Game, NoOptions, OneHand, Rotation, refusing, team_outcome
from persian_cards.games import hokm
from persian_cards.table import Seat, check_seat
from persian_cards.testing import check_laws


@attrs.frozen
class State:
    """Whoever plays the higher of his two cards wins; seat 1 is dealt to first, a card lies between, and seat 0 plays first."""

    standing: OneHand
    hands: tuple[CardSet, ...] = ()
    played: tuple[Card, ...] = ()

    @property
    def actor(self) -> Actor:
        return ((Seat(0), Seat(1), None)[len(self.played)]) if self.hands else CHANCE

    def hand(self, seat: int) -> CardSet:
        return self.hands[check_seat(seat, 2)] if self.hands else CardSet()


@attrs.frozen
class View(State):
    seat: Seat | None = None

    @property
    def legal(self) -> ActionSet[Any]:
        return legal_actions(self) if self.seat == self.actor else NOTHING


SMALL = CardSet.parse("9S 10S JS QS KS AS")


def legal_actions(state: State) -> ActionSet[Any]:
    if state.actor is CHANCE:
        return Permutations(Deal, tuple(SMALL))
    return Listed(Play(card) for card in state.hand(state.actor)) if isinstance(state.actor, int) else NOTHING


@refusing(legal_actions)
def apply(state: State, action: Any) -> State:
    """Cards are dealt or one is played."""
    if isinstance(action, Deal):
        return attrs.evolve(state, hands=(CardSet(action.pack[3:5]), CardSet(action.pack[:2])))
    hands = tuple(hand - {action.card} for hand in state.hands)
    return attrs.evolve(state, hands=hands, played=(*state.played, action.card))


def view(state: State, seat: int | None) -> View:
    own = tuple(hand if at == seat else CardSet() for at, hand in enumerate(state.hands))
    return View(state.standing, own, state.played, None if seat is None else check_seat(seat, 2))


def places(state: State) -> dict[str, tuple[Card, ...]]:
    hands = {f"hand {seat}": tuple(state.hand(seat)) for seat in (0, 1)}
    rest = SMALL - set().union(*state.hands, state.played)
    return {**hands, "played": state.played, "stock": tuple(rest)}


GAME: Game[NoOptions, State, Any, View, Any] = Game(
    name="higher_card",
    Config=NoOptions,
    phases=(State,),
    actions=(Deal, Play),
    seats=lambda config: 2,
    initial_state=lambda config: State(OneHand(config)),
    legal_actions=legal_actions,
    apply=apply,
    outcome=lambda state: (
        None if state.actor is not None else team_outcome((0, 1), [tuple(SMALL).index(card) for card in state.played])
    ),
    view=view,
    places=places,
)
START = GAME.initial_state(NoOptions())


def after(hands: dict[int, Any], *plays: str) -> State:
    state = apply(START, GAME.deal_for(START, hands))
    for code in plays:
        state = apply(state, Play(Card.parse(code)))
    return state


def test_a_game_that_leaves_out_what_it_may_keeps_all_laws() -> None:
    check_laws(GAME, examples=3)


def test_what_is_named_besides_functions_has_plain_values() -> None:
    assert (GAME.aliases, GAME.persian_name, GAME.rotation, GAME.version) == ((), "", Rotation.RIGHT, 1)
    assert GAME.events == (Dealt, Play)


def test_a_refusal_says_whose_turn_it_is() -> None:
    state = after({0: "9S QS", 1: "10S KS"})
    for wrong, at, told in (
        (Play(PACK[0]), START, "chance may not do this now"),
        (Play(Card.parse("KS")), state, "seat 0 may not do this now"),
        (Pass(), after({0: "9S QS", 1: "10S KS"}, "9S", "KS"), "the game is over"),
    ):
        found = GAME.violation(at, wrong)
        assert found is not None
        assert (found.clause, found.text) == ("GEN-5", told)
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(at, wrong)
        assert (refused.value.violation, refused.value.seat, refused.value.legal) == (found, at.actor, legal_actions(at))
    assert GAME.violation(state, Play(Card.parse("QS"))) is None
    assert apply.__doc__ == "Cards are dealt or one is played."


def test_a_deal_is_seen_by_each_as_his_own_cards_and_all_else_by_all() -> None:
    deal = GAME.deal_for(START, {0: "9S QS", 1: "10S KS"})
    assert GAME.seen(START, deal, 0) == Dealt(CardSet.parse("9S QS"))
    assert GAME.seen(START, deal, 1) == Dealt(CardSet.parse("10S KS"))
    assert GAME.seen(START, deal, None) == Dealt(CardSet())
    state, play = apply(START, deal), Play(Card.parse("9S"))
    assert {GAME.seen(state, play, seat) for seat in (0, 1, None)} == {play}
    with pytest.raises(IllegalAction):
        GAME.seen(state, Play(Card.parse("10S")), 0)


def test_each_seat_is_a_side_and_the_hand_counts_when_it_is_over() -> None:
    assert GAME.sides(START) == ((0,), (1,))
    assert GAME.tally(after({})) == {"hands": 0}
    assert GAME.tally(after({0: "9S QS", 1: "10S KS"}, "9S", "KS")) == {"hands": 1}


def test_a_deal_gives_named_cards_to_whoever_gets_them_by_the_rules() -> None:
    state = after({1: "AS", 0: [Card.parse("JS"), Card.parse("9S")]})
    assert state.hand(0) == CardSet.parse("9S JS")
    assert Card.parse("AS") in state.hand(1)
    assert GAME.deal_for(START, {0: "JS 9S"}).pack[3:5] == (Card.parse("JS"), Card.parse("9S"))
    for wrong, told in (
        ({0: "AS KS QS"}, "is dealt 2 cards, not 3"),
        ({0: "AS AS"}, "AS is named twice"),
        ({0: "2C"}, "not in the pack"),
    ):
        with pytest.raises(ValueError, match=told):
            GAME.deal_for(START, wrong)
    with pytest.raises(LookupError, match="there is no seat 2"):
        GAME.deal_for(START, {2: "AS"})
    with pytest.raises(ValueError, match="no deal is due in the phase State"):
        GAME.deal_for(state, {})
    with pytest.raises(ValueError, match="no deal is due"):
        GAME.deal_for(after({0: "9S QS", 1: "10S KS"}, "9S", "KS"), {})


def test_a_hand_with_copies_asks_for_events_of_its_own() -> None:
    @attrs.frozen
    class Held:
        def hand(self, seat: int) -> Bag:
            return Bag.parse("JS JS")

    deal = Deal((*SMALL, *SMALL))
    assert seen_by_all(lambda state, action: Held(), START, deal, None) == Dealt(CardSet())
    with pytest.raises(ValueError, match="a card is in a hand more than once: the game must be given a `seen` of its own"):
        seen_by_all(lambda state, action: Held(), START, deal, 0)


def test_a_pack_with_copies_asks_for_a_deal_of_its_own() -> None:
    def legal(state: object) -> ActionSet[Any]:
        return Permutations(Deal, (*SMALL, *SMALL))

    with pytest.raises(ValueError, match="more than once"):
        deal_by_trial(lambda config: 2, legal, lambda state, action: state, START, {})


def test_worlds_are_the_states_of_which_there_is_such_a_view() -> None:
    """Seat 0 has two of six cards: the other may have any two of four; after both have played, one of his cards is known."""
    state = after({0: "9S QS", 1: "10S KS"})
    assert [GAME.worlds(view(state, seat)).size for seat in (0, 1, None)] == [6, 6, 90]
    assert [GAME.worlds(view(START, seat)).size for seat in (0, None)] == [1, 1]
    state = after({0: "9S QS", 1: "10S KS"}, "9S", "KS")
    assert [GAME.worlds(view(state, seat)).size for seat in (0, 1, None)] == [3, 3, 12]
    drawn = Counter(GAME.determinize(view(state, 0), Random(seed)).hand(1) for seed in range(300))
    assert set(drawn) == {CardSet([card]) for card in CardSet.parse("10S JS AS")}
    assert min(drawn.values()) > 60


def test_a_view_of_no_state_has_no_world() -> None:
    wrong = attrs.evolve(view(after({0: "9S QS", 1: "10S KS"}), 0), played=(PACK[0],))
    assert GAME.worlds(wrong).size == 0
    with pytest.raises(ValueError, match="no state fits what has been shown"):
        GAME.determinize(wrong, Random(1))


def test_a_game_that_is_too_large_to_go_through_is_told_so_at_once() -> None:
    look = partial(searched_worlds, hokm.seats, hokm.initial_state, hokm.legal_actions, hokm.apply, hokm.view)
    with pytest.raises(
        NotImplementedError, match="too large to go through in 100,000 actions: it must be given `worlds` of its own"
    ):
        look(hokm.view(hokm.initial_state(hokm.Config(first_hakem=0)), 0))
