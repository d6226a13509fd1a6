"""Seats, the order of play, dealing, and places at the end (GEN-1, GEN-2, GEN-7 to GEN-10)."""

from __future__ import annotations

import pickle
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persian_cards.cards import CARDS, PACK, Card, CardSet, mask_of, parse_cards
from persian_cards.game import Outcome, team_outcome
from persian_cards.table import (
    AS_SEATED,
    NO_CARDS,
    SEATS_OF_FOUR,
    Layout,
    Lineup,
    Seat,
    check_seat,
    named_cards,
    no_hand,
    places_by,
    sides_won,
)

many = settings(max_examples=5 * settings().max_examples)
EUCHRE = Layout.packets(4, 3, 2) + Layout(("turned", "kitty", "kitty", "kitty"))


def lineup(*order: int) -> Lineup:
    return Lineup(tuple(map(Seat, order)))


# -- seats --------------------------------------------------------------------------------------------------------------


def test_a_seat_is_a_whole_number_of_the_table() -> None:
    assert [check_seat(seat, 4) for seat in range(4)] == list(SEATS_OF_FOUR)
    assert type(check_seat(3, 4)) is int
    rubbish: list[Any] = [-1, 4, 100, None, "0", 1.0, True, False, [], {}, float("nan"), Seat]
    for seat in rubbish:
        with pytest.raises(LookupError, match="the seats are 0 to 3") as refused:
            check_seat(seat, 4)
        assert str(refused.value).startswith(f"there is no seat {seat!r};")
    with pytest.raises(LookupError, match=r"^there is no seat 2; the seats are 0 to 1$"):
        check_seat(2, 2)


def test_where_nobody_holds_cards_no_seat_does() -> None:
    assert no_hand(0, 4) == no_hand(3, 4) == NO_CARDS == CardSet()
    for seat in (4, -1, None, True):
        with pytest.raises(LookupError, match="there is no seat"):
            no_hand(seat, 4)


# -- order of play ------------------------------------------------------------------------------------------------------


@given(st.integers(2, 7).flatmap(lambda n: st.permutations(range(n))))
@many
def test_a_lineup_tells_who_comes_when(order: list[int]) -> None:
    seats = lineup(*order)
    n = len(order)
    for place, seat in enumerate(order):
        round_from = [order[(place + turn) % n] for turn in range(n)]
        assert list(seats.turns[seat]) == round_from
        assert seats.next[seat] == round_from[1]
        assert seats.before[seat] == round_from[-1]
        assert [seats.turn[seat][other] for other in round_from] == list(range(n))
    assert len(seats.turns) == len(seats.next) == len(seats.before) == len(seats.turn) == n


def test_partners_sit_opposite_and_player_0_is_of_team_0() -> None:
    assert lineup(0, 1, 2, 3) == AS_SEATED
    assert AS_SEATED.team == (0, 1, 0, 1)
    for order in permutations(range(4)):
        team = lineup(*order).team
        assert team[0] == 0
        assert team[order[0]] == team[order[2]] != team[order[1]] == team[order[3]]


def test_two_players_may_change_places() -> None:
    for one, other in permutations(SEATS_OF_FOUR, 2):
        swapped = AS_SEATED.swapped(one, other)
        assert swapped.order[one] == other
        assert swapped.order[other] == one
        assert all(swapped.order[seat] == seat for seat in SEATS_OF_FOUR if seat not in (one, other))
        assert swapped.swapped(one, other) == AS_SEATED
    assert AS_SEATED.swapped(Seat(2), Seat(2)) == AS_SEATED
    assert lineup(3, 1, 0, 2).swapped(Seat(3), Seat(0)) == lineup(0, 1, 3, 2)


def test_lineups_are_values() -> None:
    assert pickle.loads(pickle.dumps(lineup(0, 1, 3, 2))) == lineup(0, 1, 3, 2) != AS_SEATED
    assert pickle.loads(pickle.dumps(lineup(0, 1, 3, 2))).turns == lineup(0, 1, 3, 2).turns
    assert hash(lineup(0, 1, 3, 2)) == hash(lineup(0, 1, 3, 2))
    assert repr(AS_SEATED) == "Lineup(order=(0, 1, 2, 3))"


# -- dealing ------------------------------------------------------------------------------------------------------------


def test_packets_go_round() -> None:
    assert Layout.packets(3, 1, 2).entries == (0, 1, 2, 0, 0, 1, 1, 2, 2)
    assert Layout.packets(2).entries == ()
    assert EUCHRE.entries == (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 0, 1, 1, 2, 2, 3, 3, "turned", "kitty", "kitty", "kitty")
    assert EUCHRE.first(4) == Layout((0, 0, 0, 1))
    assert EUCHRE.first(0) == Layout(())
    assert Layout((0,)) + Layout((1, 0)) == Layout((0, 1, 0)) != Layout((1, 0, 0))
    assert hash(Layout((0, 1))) == hash(Layout((0, 1)))
    assert pickle.loads(pickle.dumps(EUCHRE)) == EUCHRE
    assert repr(Layout((0, "widow"))) == "Layout(entries=(0, 'widow'))"


def test_cards_fall_to_places() -> None:
    pack = CARDS[:24]
    assert EUCHRE.cards(pack, 0) == pack[:3] + pack[12:14]
    assert EUCHRE.cards(pack, 3) == pack[9:12] + pack[18:20]
    assert EUCHRE.cards(pack, "turned") == pack[20:21]
    assert EUCHRE.cards(pack, "kitty") == pack[21:]
    assert EUCHRE.cards(pack, "nowhere") == EUCHRE.cards(pack, 4) == ()
    for wrong in (CARDS[:23], CARDS[:25], ()):
        with pytest.raises(ValueError, match=r"shorter|longer"):
            EUCHRE.cards(wrong, 0)


PLACES: list[int | str] = [0, 1, 2, "widow"]
LAYOUTS = st.lists(st.sampled_from(PLACES), max_size=12).map(lambda entries: Layout((0, 1, 2, *entries)))


@given(LAYOUTS, st.permutations(PACK), st.permutations(range(3)))
@many
def test_masks_are_those_of_the_cards_that_fall(layout: Layout, cards: list[Card], turn: list[int]) -> None:
    pack = cards[: len(layout.entries)]
    masks = layout.masks([card.bit for card in pack], turn)
    assert type(masks) is tuple
    assert list(masks) == [mask_of(layout.cards(pack, at)) for at in turn]


@given(LAYOUTS, st.permutations(PACK), st.data())
@many
def test_named_cards_fall_where_they_are_named(layout: Layout, cards: list[Card], data: st.DataObject) -> None:
    pack = sorted(cards[: len(layout.entries)])
    named: dict[int | str, tuple[Card, ...]] = {}
    left = data.draw(st.permutations(pack))
    for place in data.draw(st.permutations(PLACES)):
        count = data.draw(st.integers(0, layout.entries.count(place)))
        if count or place != "widow":
            named[place] = tuple(left[:count])
        left = left[count:]
    hands = {2 - place: cards for place, cards in named.items() if isinstance(place, int)}
    zones = {place: cards for place, cards in named.items() if isinstance(place, str)}
    arranged = layout.arrange(pack, (2, 1, 0), hands, zones)
    assert sorted(arranged) == pack
    for place, wanted in named.items():
        assert layout.cards(arranged, place)[: len(wanted)] == wanted
    said = {card for wanted in named.values() for card in wanted}
    assert [card for card in arranged if card not in said] == [card for card in pack if card not in said]


def test_a_pack_arranged_by_hand() -> None:
    layout = Layout.packets(2, 2, 1) + Layout(("widow",))
    pack = parse_cards("2C 3C 4C 5C 6C 7C 8C")
    assert layout.arrange(pack, (0, 1), {}) == pack
    assert layout.arrange(pack, (1, 0), {0: "8C 2C"}, {"widow": parse_cards("3C")}) == parse_cards("4C 5C 8C 2C 6C 7C 3C")
    assert layout.arrange(pack * 2, (0, 1), {0: parse_cards("2C 2C")})[:2] == parse_cards("2C 2C")
    assert pack == parse_cards("2C 3C 4C 5C 6C 7C 8C")


@pytest.mark.parametrize(
    ("hands", "zones", "text"),
    [
        ({0: "2C 3C 4C 5C"}, {}, "seat 0 is dealt 3 cards, not 4"),
        ({}, {"widow": "2C 3C"}, "the widow is dealt 1 card, not 2"),
        ({2: "2C"}, {}, "seat 2 is dealt 0 cards, not 1"),
        ({}, {"stock": "2C"}, "the stock is dealt 0 cards, not 1"),
        ({0: "2C 2C"}, {}, "2C is named twice, at seat 0"),
        ({0: "2C", 1: "3C 2C"}, {}, "2C is named twice, at seat 1"),
        ({1: "2C"}, {"widow": "2C"}, "2C is named twice, at the widow"),
        ({1: "AS"}, {}, "AS is not in the pack, at seat 1"),
    ],
)
def test_a_pack_that_cannot_be_arranged(hands: dict[int, str], zones: dict[str, str], text: str) -> None:
    layout = Layout.packets(2, 2, 1) + Layout(("widow",))
    with pytest.raises(ValueError, match=r"is (dealt|named|not in)") as refused:
        layout.arrange(CARDS[:7], (1, 0, -1), hands, zones)
    assert str(refused.value) == text
    with pytest.raises(ValueError, match="2C is named too often, at seat 1"):
        layout.arrange(CARDS[:3] * 2, (0, 1), {0: "2C 3C 2C", 1: "2C"})


@pytest.mark.parametrize("seat", [2, -1, True, "0"])
def test_cards_of_an_unknown_seat_cannot_be_arranged(seat: Any) -> None:
    with pytest.raises(LookupError, match="there is no seat"):
        Layout.packets(2, 2).arrange(CARDS[:4], (1, 0), {seat: "2C"})


def test_hands_are_named_by_seat() -> None:
    hands: Any = ["2C", "3C"]
    with pytest.raises(TypeError, match=r"hands are cards by seat, like \{0: 'AS KS'\}, and not \['2C', '3C'\]"):
        Layout.packets(2, 2).arrange(CARDS[:4], (1, 0), hands)


def test_cards_are_named_by_text_or_as_cards() -> None:
    wanted = parse_cards("AS 2C AS")
    for cards in ("AS 2C AS", wanted, list(wanted), iter(wanted)):
        assert named_cards(cards) == wanted
    assert named_cards(CardSet.parse("AS 2C")) == parse_cards("2C AS")
    assert named_cards("") == named_cards(()) == ()
    with pytest.raises(ValueError, match="'XX' is not a card"):
        named_cards("AS XX")
    rubbish: list[Any] = [["AS"], [CARDS[0], None], [CARDS[0], 0], {1: 2}, b"AS", [[]]]
    for cards in rubbish:
        with pytest.raises(ValueError, match="is not a card; give text like 'AS 10H' or cards"):
            named_cards(cards)
    rubbish = [None, 5, CARDS[0]]
    for cards in rubbish:
        with pytest.raises(ValueError, match="is neither text like 'AS 10H' nor a list of cards"):
            named_cards(cards)


# -- the end ------------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=7))
@many
def test_equal_keys_share_the_better_place(keys: list[int]) -> None:
    """GEN-8."""
    ranking = sorted(keys, reverse=True)
    assert places_by(keys) == tuple(ranking.index(key) + 1 for key in keys)


def test_places_at_the_table() -> None:
    """GEN-8."""
    assert places_by([40, 10, 40, 20]) == (1, 4, 1, 3)
    assert places_by([1, 1, 1]) == (1, 1, 1)
    assert places_by([(True, 0), (False, 9), (True, 2)]) == (2, 3, 1)


@pytest.mark.parametrize(
    ("totals", "target", "hands", "max_hands", "won"),
    [
        ((499, 400), 500, 9, None, ()),
        ((500, 400), 500, 9, None, (0,)),
        ((501, 508), 500, 9, None, (1,)),
        ((512, 512), 500, 9, None, ()),
        ((512, 512), 500, 9, 10, ()),
        ((512, 512), 500, 10, 10, (0, 1)),
        ((12, 12, 3), 500, 10, 10, (0, 1)),
        ((12, 30, 3), 500, 10, 10, (1,)),
        ((12, 30, 3), 500, 9, 10, ()),
        ((0, 0), 500, 10, 10, (0, 1)),
        ((-5, -9), 500, 10, 10, (0,)),
        ((600, 500, 600, 700), 500, 1, None, (3,)),
        ((600, 500, 600), 500, 1, None, ()),
        ((3, 5, 5), None, 1, None, (1, 2)),
        ((3, 5, 4), None, 1, None, (1,)),
    ],
)
def test_who_has_won(totals: tuple[int, ...], target: int | None, hands: int, max_hands: int | None, won: tuple[int, ...]) -> None:
    """GEN-7, GEN-9."""
    assert sides_won(totals, target, hands, max_hands) == won


def test_both_partners_have_the_score_of_their_team() -> None:
    """GEN-8."""
    assert team_outcome((0, 1, 0, 1), (7, 5)) == Outcome((7, 5, 7, 5), (1, 3, 1, 3), (Seat(0), Seat(2)))
    assert team_outcome((0, 1, 1, 0), (5, 7)) == Outcome((5, 7, 7, 5), (3, 1, 1, 3), (Seat(1), Seat(2)))
    assert team_outcome((0, 1, 0, 1), (6, 6)) == Outcome((6, 6, 6, 6), (1, 1, 1, 1), SEATS_OF_FOUR)
    assert team_outcome((0, 1, 0, 1), (7, 5), keys=(0, 1)) == Outcome((7, 5, 7, 5), (3, 1, 3, 1), (Seat(1), Seat(3)))
    assert team_outcome((0, 1, 0, 1), (7, 5), keys=(False, False)) == Outcome((7, 5, 7, 5), (1, 1, 1, 1), SEATS_OF_FOUR)
    assert team_outcome((0, 1), (1, 2)).titles is None


def test_random_packs_are_dealt_out_whole() -> None:
    rng = Random(30)
    layout = Layout.packets(4, 5, 4, 4)
    for _ in range(5):
        pack = rng.sample(PACK, 52)
        assert sum(layout.masks([card.bit for card in pack], (2, 3, 0, 1))) == mask_of(PACK)
