"""Ten seeded matches: partners who always play their highest card against partners who take any legal action."""

from random import Random

from persian_cards.games import hokm
from persian_cards.simulate import simulate


def highest(view: hokm.View, rng: Random) -> hokm.Action:
    """The longest suit as trump, the highest card, always on for the bam; among equals the first."""

    def worth(action: hokm.Action) -> int:
        match action:
            case hokm.NameTrump(suit):
                return len([card for card in view.hand if card.suit is suit])
            case hokm.Play(card):
                return card.rank.order
            case _:
                return 0

    return max(view.legal, key=worth)


def main() -> None:
    matches = 10
    wins, hands, kots = 0, 0, 0
    for state in simulate(hokm.GAME, hokm.Config(), matches=matches, seed=7, policies={0: highest, 2: highest}):
        outcome = hokm.outcome(state)
        assert outcome is not None
        wins += 0 in outcome.winners
        hands += hokm.tally(state)["hands"]
        kots += hokm.tally(state)["kots"]
    print(f"{matches} matches, {hands} hands, {kots} kots")
    print(f"the highest card wins {wins / matches:.0%}, chance {1 - wins / matches:.0%}")


if __name__ == "__main__":
    main()
