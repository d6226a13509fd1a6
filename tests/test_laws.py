"""The laws of `persian_cards.testing`, over every game; and that each game tells of itself completely.

The laws stand on GEN-4, GEN-5, GEN-8, GEN-9, GEN-10 and GEN-12.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from itertools import takewhile
from math import comb
from random import Random
from typing import Any, Final
from unittest.mock import ANY

import attrs
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from persian_cards.actions import Deal
from persian_cards.cards import BLACK_JOKER, COLOURED_JOKER
from persian_cards.errors import ConfigError
from persian_cards.games import GAMES, euchre, ghahveh, haft_khabis, hokm, oh_hell, spades, twenty_one
from persian_cards.options import admits, options
from persian_cards.record import Record
from persian_cards.testing import Choices, Laws, choices, configs, laws
from persian_cards.testing.playing import bounded, members, pack_of, play, some, states_of, steps_of
from tests.games.test_bluff import bluff_points
from tests.games.test_haft_khabis import haft_khabis_points
from tests.games.test_pasur import pasur_points
from tests.games.test_shelem import shelem_points
from tests.games.test_sheytunak import sheytunak_points
from tests.games.test_twenty_one import twenty_one_points

pytestmark = pytest.mark.games
every_game = pytest.mark.parametrize("name", GAMES)

# -- what the games' own laws know --------------------------------------------------------------------------------------


def hokm_points(state: hokm.State) -> None:
    """Thirteen cards each, a trick for every four played, and no play past the seventh trick but for the bam (HOKM-8, HOKM-12)."""
    hokm_sheet(state)
    if isinstance(state, hokm.TrickPlay | hokm.DecideBam):
        trick = state.trick if isinstance(state, hokm.TrickPlay) else ()
        held = sorted(len(state.hand(seat)) for seat in range(4))
        tricks = sum(state.won)
        assert len(state.played) == 4 * tricks
        assert held == [12 - tricks] * len(trick) + [13 - tricks] * (4 - len(trick))
        assert max(state.won) < 7 or (min(state.won) == 0 and state.standing.config.bam)
        assert isinstance(state, hokm.TrickPlay) or sorted(state.won) == [0, 7]


def hokm_sheet(state: hokm.State) -> None:
    """Every row of the sheet follows from those before it, and the standing from the last (HOKM-9 to HOKM-13, HOKM-D1, GEN-9)."""
    standing = state.standing
    config, team, hands, rounds = standing.config, standing.lineup.team, [0, 0], [0, 0]
    hakem = standing.sheet[0].hakem if standing.sheet else standing.hakem
    ended = False
    for row in standing.sheet:
        assert not ended
        assert row.hakem == hakem
        hands = [0, 0] if max(hands) >= config.hands_to_win else hands
        winner, loser, by_hakem = row.winner, 1 - row.winner, team[hakem] == row.winner
        won, lost = row.tricks[winner], row.tricks[loser]
        assert row.bam is (won == 13)
        if row.kot is None:
            assert won == 7
            assert 1 <= lost <= 6
        else:
            assert row.kot is (hokm.Kot.KOT if by_hakem else hokm.Kot.HAKEM_KOT)
            assert (won, lost) == (7, 0) or (config.bam and ((won, lost) == (13, 0) or (7 <= won <= 12 and lost == 1)))
        set_back = config.kot_at_six and row.kot is not None and hands[loser] == config.hands_to_win - 1
        points = 1 if row.kot is None else config.kot if by_hakem else config.hakem_kot
        hands[winner] = 1 if set_back else hands[winner] + points
        rounds[winner] += hands[winner] >= config.hands_to_win
        assert (row.points, row.hands, row.rounds) == (0 if set_back else points, tuple(hands), tuple(rounds))
        hakem = hakem if by_hakem is not set_back else standing.lineup.next[hakem]
        ended = row.bam or rounds[winner] == config.rounds_to_win
    over = isinstance(state, hokm.MatchOver)
    assert over is (ended or len(standing.sheet) == config.max_hands)
    hands = hands if over or max(hands) < config.hands_to_win else [0, 0]
    assert (standing.hakem, standing.hands, standing.rounds) == (hakem, tuple(hands), tuple(rounds))
    if over:
        last, in_open_round = standing.sheet[-1], [0, 0] if max(hands) >= config.hands_to_win else hands
        ours, theirs = ((last.bam and last.winner == one, rounds[one], in_open_round[one]) for one in (0, 1))
        outcome = hokm.outcome(state)
        assert outcome is not None
        assert set(outcome.winners) == {seat for seat in range(4) if ours == theirs or team[seat] == int(ours < theirs)}
        assert outcome.scores == tuple(hands[team[seat]] for seat in range(4))


def ghahveh_points(state: ghahveh.State) -> None:
    """Thirteen cards each and a trick for every four played; the coloured joker after the black one, the black one in time; and the
    sheet (GHAHVEH-3 to GHAHVEH-6, GHAHVEH-9, GHAHVEH-10)."""
    ghahveh_sheet(state)
    if isinstance(state, ghahveh.TrickPlay):
        by, tricks, fallen = state.standing.config.black_joker_by, sum(state.won), (*state.played, *state.trick)
        assert len(state.played) == 4 * tricks
        held = sorted(len(state.hand(seat)) for seat in range(4))
        assert held == [12 - tricks] * len(state.trick) + [13 - tricks] * (4 - len(state.trick))
        assert BLACK_JOKER in state.played or tricks < by
        if COLOURED_JOKER in fallen:
            before = fallen[: fallen.index(COLOURED_JOKER)]
            assert BLACK_JOKER in before or len(before) >= 48


def ghahveh_sheet(state: ghahveh.State) -> None:
    """Each row follows from the rows before it, and the standing from the last (GHAHVEH-3 to GHAHVEH-5, GHAHVEH-12)."""
    standing = state.standing
    config, lineup, totals, ended = standing.config, standing.lineup, (0, 0), False
    dealer = standing.sheet[0].dealer if standing.sheet else standing.dealer
    for number, row in enumerate(standing.sheet, 1):
        assert not ended
        assert row.dealer == dealer
        assert all(config.min_bid <= bid <= 13 for bid in row.bids)
        assert row.contracts == (row.bids[0] + row.bids[2], row.bids[1] + row.bids[3])
        assert sum(row.tricks) == 13
        for contract, tricks, score in zip(row.contracts, row.tricks, row.score, strict=True):
            assert score == (-10 * contract if tricks < contract else 9 * contract + tricks)
        totals = (totals[0] + row.score[0], totals[1] + row.score[1])
        assert row.totals == totals
        team = lineup.team[row.dealer]
        dealer = lineup.next[row.dealer] if totals[team] > totals[1 - team] else row.dealer
        ended = number == config.max_hands or (max(totals) >= config.target and totals[0] != totals[1])
    assert (standing.dealer, standing.totals) == (dealer, totals)
    assert isinstance(state, ghahveh.MatchOver) is ended


def oh_hell_points(state: oh_hell.State) -> None:
    """As many tricks as cards each, bids within them, by the hook not in sum; scores by these (OHHELL-1 to OHHELL-13)."""
    standing = state.standing
    config, players, sizes = standing.config, standing.config.players, oh_hell.sizes(standing.config)
    totals = [0] * players
    for number, (row, size) in enumerate(zip(standing.sheet, sizes, strict=False)):
        assert row.dealer == (standing.sheet[0].dealer + number) % players
        assert row.cards == size == sum(row.tricks)
        assert (row.trump is None) == (size * players == 52 or (config.last_hand_no_trump and size == max(sizes)))
        assert all(0 <= bid <= size for bid in row.bids)
        assert not (config.hook and sum(row.bids) == size)
        for seat, (bid, tricks, score) in enumerate(zip(row.bids, row.tricks, row.score, strict=True)):
            made = 5 + size if not bid and config.zero_bid is oh_hell.ZeroBid.FIVE_PLUS_CARDS else 10 + bid
            missed = tricks if config.miss is oh_hell.MissScore.TRICKS else 0
            assert score == (made if bid == tricks else missed)
            totals[seat] += score
        assert row.totals == tuple(totals)
    assert standing.totals == tuple(totals)
    assert isinstance(state, oh_hell.MatchOver) == (len(standing.sheet) == len(sizes))
    if isinstance(state, oh_hell.TrickPlay):
        tricks = sum(state.won)
        held = sorted(len(state.hand(seat)) for seat in range(players))
        assert len(state.played) == players * tricks
        assert held == [standing.size - tricks - 1] * len(state.trick) + [standing.size - tricks] * (players - len(state.trick))


def spades_points(state: spades.State) -> None:
    """Thirteen tricks a hand, each with four cards; every row follows from its bids and tricks and from the rows before it, and the
    standing from the last (SPADES-9 to SPADES-13)."""
    standing = state.standing
    config, scores, carried = standing.config, (0, 0), (0, 0)
    limit, penalty = (None, 0) if config.sandbags is None else (config.sandbags.limit, config.sandbags.penalty)
    for row in standing.sheet:
        assert sum(row.tricks) == 13
        for team in (0, 1):
            partners = [(row.bids[seat], row.tricks[seat]) for seat in (team, team + 2)]
            numbers = [(bid.amount, took) for bid, took in partners if isinstance(bid, spades.Bid) and bid.amount]
            nils = sum((-1 if took else 1) * config.nil for bid, took in partners if bid == spades.Bid(0))
            if config.blind_nil is not None:
                nils += sum((-1 if took else 1) * config.blind_nil.value for bid, took in partners if bid == spades.BidDoubleNil())
            contract, took = sum(amount for amount, _ in numbers), sum(took for _, took in numbers)
            made = took >= contract
            bags = sum(took for _, took in partners) - (contract if made else took)
            scored = (10 * contract + bags if made else -10 * contract) if contract else 0
            assert row.bags[team] == bags
            assert row.points[team] == scored + nils - penalty * row.penalties[team]
            assert row.penalties[team] * (limit or 0) + row.carried[team] == carried[team] + bags
            assert limit is None or row.carried[team] < limit
        assert row.scores == (scores[0] + row.points[0], scores[1] + row.points[1])
        scores, carried = row.scores, row.carried
    assert (standing.scores, standing.bags) == (scores, carried)
    if isinstance(state, spades.TrickPlay):
        assert sum(state.won) * 4 == len(state.played)


def euchre_points(state: euchre.State) -> None:
    """Five cards each for all who play, five tricks a hand; and the sheet (EUCHRE-8, EUCHRE-9, EUCHRE-23)."""
    euchre_sheet(state)
    if isinstance(state, euchre.TrickPlay):
        config, contract = state.standing.config, state.fixed.contract
        sitter = (contract.maker + 2) % 4 if config.players == 4 and contract.alone else None
        playing = [seat for seat in range(config.players) if seat != sitter]
        tricks = sum(state.won)
        held = sorted(len(state.hand(seat)) for seat in playing)
        assert tricks < 5
        assert len(state.played) == len(playing) * tricks
        assert held == [4 - tricks] * len(state.trick) + [5 - tricks] * (len(playing) - len(state.trick))
        assert sitter is None or (not state.hand(sitter) and not state.won[sitter] and state.actor != sitter)


def euchre_sheet(state: euchre.State) -> None:
    """Every row follows from its tricks and those before it, and the end from the totals (EUCHRE-1, EUCHRE-10 to EUCHRE-12,
    EUCHRE-20 to EUCHRE-25, GEN-9)."""
    standing = state.standing
    config = standing.config
    totals, dealer = [0] * (2 if config.players == 4 else 5), None
    for row in standing.sheet:
        assert max(totals) < config.target
        assert config.stick_the_dealer is False or dealer in (None, row.dealer)
        maker = row.contract.maker
        attackers = {maker % 2} if config.players == 4 else {maker, maker if row.partner is None else row.partner}
        assert len(attackers) == (2 if config.players == 5 and not row.alone else 1)
        assert row.alone is (row.contract.alone or (config.players == 5 and row.partner is None))
        assert config.alone or not row.contract.alone
        assert sum(row.tricks) == 5
        took = sum(row.tricks[side] for side in attackers)
        won = {0: config.march_by_defenders, 1: config.euchre, 2: config.euchre, 3: 1, 4: 1, 5: 4 if row.alone else 2}[took]
        assert row.score == tuple(won if (side in attackers) is (took >= 3) else 0 for side in range(len(totals)))
        totals = [total + more for total, more in zip(totals, row.score, strict=True)]
        assert row.totals == tuple(totals)
        dealer = (row.dealer + 1) % config.players
    assert standing.totals == tuple(totals)
    assert len(standing.sheet) <= standing.hands
    assert len(standing.sheet) == standing.hands or not config.stick_the_dealer
    assert isinstance(state, euchre.MatchOver) is (max(totals) >= config.target or standing.hands == config.max_hands)


POINTS: Final[dict[str, Callable[[Any], None]]] = {
    "bluff": bluff_points,
    "euchre": euchre_points,
    "ghahveh": ghahveh_points,
    "haft_khabis": haft_khabis_points,
    "hokm": hokm_points,
    "oh_hell": oh_hell_points,
    "pasur": pasur_points,
    "shelem": shelem_points,
    "sheytunak": sheytunak_points,
    "spades": spades_points,
    "twenty_one": twenty_one_points,
}
"""By game: its own check for law 5 of a state: what the rules make constant."""

RARE: Final[dict[str, frozenset[type[Any]]]] = {"euchre": frozenset({euchre.ClaimFarmersHand})}
"""By game: actions and events too rare to be met by chance; the game's own tests meet them."""

PASSING: Final[dict[str, tuple[type, ...]]] = {
    "euchre": (euchre.DealtOpen,),
    "haft_khabis": (haft_khabis.Put,),  # that tak barg was said where nobody can ask for it, since the same player goes on
    "twenty_one": (twenty_one.Told,),
}
"""By game: events that tell what no view keeps (law 7)."""

# -- the laws -----------------------------------------------------------------------------------------------------------


def laws_of(name: str) -> type[Laws]:
    """The laws as tests of one game."""
    told = {
        "game": GAMES[name],
        "examples": settings().max_examples,
        "passing": PASSING.get(name, ()),
        "points": staticmethod(POINTS[name]),
        "__module__": __name__,
    }
    return type(f"TestLawsOf{name.title().replace('_', '')}", (Laws,), told)


globals().update({suite.__name__: suite for suite in map(laws_of, GAMES)})


@every_game
def test_law_2_what_equals_everything_is_no_action(name: str) -> None:
    """Alone, or in a field of an action, or among the cards of one."""
    game, rng = GAMES[name], Random(1)
    for state in some(states_of(play(game, bounded(game, 1), Choices(1))), rng, 2):
        laws.check_legality(game, state, ANY)
        for action in members(game.legal_actions(state), rng)[:1]:
            for field in attrs.fields(type(action)):
                value = getattr(action, field.name)
                wrong = (ANY, *value[1:]) if isinstance(value, tuple) else ANY
                with suppress(TypeError):  # a set of cards cannot have it
                    laws.check_legality(game, state, attrs.evolve(action, **{field.name: wrong}))


@every_game
def test_law_6_games_and_records_pickle(name: str) -> None:
    game = GAMES[name]
    assert pickle.loads(pickle.dumps(game)) == game
    laws.check_copies(Record.begin(game, game.Config()))


def test_law_10_the_first_ace_falls_when_it_should() -> None:
    """After (52 + 1) / (4 + 1) cards on average (HOKM-3), to each seat as often as the cards that come before it say."""
    turned = []
    for seed in range(700):
        steps = steps_of(hokm.GAME, hokm.Config(first_hakem=hokm.FirstHakem.FIRST_ACE), Choices(seed))
        turned.append(sum(1 for _ in takewhile(lambda step: isinstance(step.before, hokm.DrawLots), steps)))
    assert abs(sum(turned) / 700 - 53 / 5) < 5 * 8.24 / 700**0.5
    seats = Counter((count - 1) % 4 for count in turned)
    for seat in range(4):
        expected = 700 * sum(comb(51 - place, 3) for place in range(seat, 49, 4)) / comb(52, 4)
        assert abs(seats[seat] - expected) < 5 * (expected * (1 - expected / 700)) ** 0.5


def test_law_10_ties_for_first_hakem_are_as_many_as_they_should_be() -> None:
    """Four cards have one highest rank in so many of all cases (HOKM-2), and all seats are hakem alike."""
    clear = sum(4 * comb(4 * lower, 3) for lower in range(13)) / comb(52, 4)
    start = hokm.initial_state(hokm.Config())
    rng = Random(3)
    after = [hokm.apply(start, hokm.legal_actions(start).sample(rng)) for _ in range(2000)]
    settled = [state.hakem for state in after if isinstance(state, hokm.AwaitDeal)]
    assert abs(len(settled) - 2000 * clear) < 5 * (2000 * clear * (1 - clear)) ** 0.5
    assert laws.uneven(Counter(settled).values(), 4) < 6


def test_law_10_ten_low_hands_are_as_many_as_they_should_be() -> None:
    """Five cards without A, K, Q, J: 14.5% of all (HOKM-6)."""
    low = comb(36, 5) / comb(52, 5)
    start = hokm.initial_state(hokm.Config(first_hakem=0, ten_low_redeals=1))
    rng = Random(5)
    found = sum(
        hokm.AskRedeal() in hokm.legal_actions(hokm.apply(start, hokm.legal_actions(start).sample(rng))) for _ in range(4000)
    )
    assert abs(found - 4000 * low) < 5 * (4000 * low * (1 - low)) ** 0.5


# -- what a game tells of itself ----------------------------------------------------------------------------------------


@every_game
def test_phases_actions_and_events_are_listed_and_met(name: str) -> None:
    """Every class that a game lists is met in play, and no other."""
    game, met = GAMES[name], set[tuple[str, type[Any]]]()
    listed = (
        {("phase", one) for one in game.phases}
        | {("action", one) for one in game.actions}
        | {("event", one) for one in game.events}
    )
    rare = {(kind, one) for kind, one in listed if one in RARE.get(name, frozenset())}

    @settings(max_examples=150, phases=[Phase.generate])
    @given(config=configs(game), chosen=choices())
    def look(config: Any, chosen: Choices) -> None:
        for more in range(0 if met >= listed - rare else 6):
            for step in steps_of(game, config, attrs.evolve(chosen, seed=chosen.seed + more)):
                if not more or ("action", type(step.action)) not in met:
                    met.update(("event", type(game.seen(step.before, step.action, seat))) for seat in (0, None))
                met.update([("phase", type(step.before)), ("phase", type(step.after)), ("action", type(step.action))])

    look()
    assert met | rare == listed
    assert len(listed) == len(game.phases) + len(game.actions) + len(game.events)


def test_one_name_of_an_action_is_one_class_in_all_games() -> None:
    classes: dict[str, set[type[Any]]] = {}
    for game in GAMES.values():
        for one in game.actions:
            classes.setdefault(one.__name__, set()).add(one)
    assert {name: found for name, found in classes.items() if len(found) > 1} == {}


@every_game
def test_a_module_offers_all_that_its_game_is_made_of(name: str) -> None:
    game, module = GAMES[name], import_module(f"persian_cards.games.{name}")
    assert game.name == name
    assert module.GAME is game
    assert len(set(module.__all__)) == len(module.__all__)
    for one in (*game.actions, *game.events, *game.phases, game.Config):
        assert one.__name__ in module.__all__
        assert getattr(module, one.__name__) is one
    for function in ("initial_state", "legal_actions", "violation", "apply", "outcome", "view", "seen", "worlds", "places"):
        assert function in module.__all__
        assert getattr(module, function) is getattr(game, function)


@every_game
def test_all_values_are_frozen_attrs(name: str) -> None:
    game = GAMES[name]
    for one in (*game.actions, *game.events, *game.phases, game.Config):
        assert attrs.has(one)
        assert one.__attrs_props__.is_frozen if hasattr(one, "__attrs_props__") else one.__setattr__ is not object.__setattr__


@every_game
@given(data=st.data())
def test_deal_for_makes_deals_that_are_legal(name: str, data: st.DataObject) -> None:
    """Whichever seat is named, and without naming any; no card can be dealt more often than the pack has it (GEN-10, GEN-11)."""
    game = GAMES[name]
    config, chosen = data.draw(configs(game), "config"), data.draw(choices(), "choices")
    seat = data.draw(st.integers(0, game.seats(config) - 1))
    dealing = [step.before for step in play(game, config, chosen) if type(step.action) is Deal]
    for state in dealing[:2]:
        legal = game.legal_actions(state)
        card = legal[0].pack[0]
        assert game.deal_for(state, {}) in legal
        if len(legal[0].pack) < len(pack_of(game, config)):
            continue  # not everybody is given cards of a stock that is shuffled anew
        assert game.deal_for(state, {seat: [card]}) in legal
        assert game.deal_for(state, {seat: card.code}) == game.deal_for(state, {seat: [card]})
        copies = legal[0].pack.count(card)
        with pytest.raises(ValueError, match=card.code if copies == 1 else None):
            game.deal_for(state, {seat: [card] * copies, (seat + 1) % game.seats(config): [card]})
        with pytest.raises(LookupError):
            game.deal_for(state, {game.seats(config): [card]})


@every_game
def test_options_refuse_what_they_do_not_admit(name: str) -> None:
    """GEN-6: a value of another kind or beyond its bounds is refused, with its field and clause; a bool is no number."""
    Config = GAMES[name].Config  # noqa: N806  # it is a class
    for option in options(Config):
        for value in (-1, 2.0, "1", True, object(), b"", None):
            if not any(admits(domain, value) for domain in option.domains):
                with pytest.raises(ConfigError, match=option.name) as refused:
                    Config(**{option.name: value})
                assert (refused.value.field, refused.value.value, refused.value.clause) == (option.name, value, option.clause)
        assert any(admits(domain, option.default) for domain in option.domains)
