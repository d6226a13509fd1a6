"""Rate every legal card by what a seat may know: imagine worlds that fit its view, and play each of them out at random."""

from random import Random

from persian_cards.games import hokm


def hand_won(state: hokm.State, seat: int, rng: Random) -> bool:
    """Whether the seat's team wins the hand if everybody takes any legal action from here on."""
    hands = len(state.standing.sheet)
    while len(state.standing.sheet) == hands:
        state = hokm.apply(state, hokm.legal_actions(state).sample(rng))
    return state.standing.sheet[-1].winner == state.standing.lineup.team[seat]


def rate(view: hokm.View, worlds: int, rng: Random) -> dict[hokm.Action, float]:
    """For each legal action the share of imagined worlds in which it goes on to win the hand."""
    assert view.seat is not None
    won = dict.fromkeys(view.legal, 0)
    for _ in range(worlds):
        world = hokm.determinize(view, rng)
        for action in won:
            won[action] += hand_won(hokm.apply(world, action), view.seat, rng)
    return {action: count / worlds for action, count in won.items()}


def main() -> None:
    rng = Random(11)
    state = hokm.initial_state(hokm.Config(first_hakem=0))
    while state.actor != 0 or len(state.hand(0)) > 4 or not hokm.view(state, 0).trick:
        state = hokm.apply(state, hokm.legal_actions(state).sample(rng))
    view = hokm.view(state, 0)
    print(f"{view}\n\n{hokm.worlds(view).size:,} worlds fit; of 200 of them the hand is won")
    ratings = rate(view, 200, rng)
    for action in sorted(ratings, key=lambda action: -ratings[action]):
        print(f"{ratings[action]:4.0%} after {action}")


if __name__ == "__main__":
    main()
