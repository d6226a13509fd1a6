"""Sheytunak, clause by clause (docs/rules/sheytunak.md)."""

from __future__ import annotations

from persian_cards.cards import BLACK_JOKER, mask_of
from persian_cards.games import sheytunak
from persian_cards.games.sheytunak import PACK


def sheytunak_points(state: sheytunak.State) -> None:
    """Cards go out two of a rank at a time; nobody holds two; who has none is out, and what all know not to be in a hand is not
    there (SHEYTUNAK-1 to SHEYTUNAK-6)."""
    players, sheet = state.standing.config.players, state.standing.sheet
    assert len(sheet) == isinstance(state, sheytunak.MatchOver)
    for row in sheet:
        assert sorted(row.out) == list(range(players))
        assert (row.dealer, sum(row.pairs)) == (state.standing.dealer, 26)
    if isinstance(state, sheytunak.Taking):
        left = sum(state.hands)
        assert (left.bit_count() + sum(state.laid).bit_count(), left | sum(state.laid)) == (53, mask_of(PACK))
        assert left & BLACK_JOKER.bit
        assert left.bit_count() >= 3
        for rank in {card.rank for card in PACK} - {BLACK_JOKER.rank}:
            alike = mask_of(card for card in PACK if card.rank is rank)
            assert not any((laid & alike).bit_count() % 2 for laid in state.laid)
            assert all((hand & alike).bit_count() <= 1 for hand in state.hands)
        assert sorted(state.out) == [seat for seat in range(players) if not state.hands[seat]]
        turns = [seat % players for seat in range(state.taker + 1, state.taker + players) if state.hands[seat % players]]
        assert state.hands[state.taker]
        assert state.giver == turns[0]
        for hand, lacks in zip(state.hands, state.lacks, strict=True):
            assert not hand & lacks
            assert not lacks & ~left
