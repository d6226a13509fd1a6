"""A match of Hokm by four players who take any legal action."""

from random import Random

from persian_cards.games import hokm


def main() -> None:
    rng = Random(7)
    state = hokm.initial_state(hokm.Config(hands_to_win=3))
    while legal := hokm.legal_actions(state):
        state = hokm.apply(state, legal.sample(rng))

    for row in state.standing.sheet:
        print(f"hakem {row.hakem}, trump {row.trump}, tricks {row.tricks}, hands {row.hands}")
    outcome = hokm.outcome(state)
    assert outcome is not None
    print(f"the winners are seats {outcome.winners}")


if __name__ == "__main__":
    main()
