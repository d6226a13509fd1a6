"""A table in the memory of a server: players send text, the state is stored as bytes, and each is told what he may know."""

import pickle
from random import Random

import attrs

from persian_cards import CHANCE, IllegalAction
from persian_cards.games import hokm
from persian_cards.record import action_text, read_action


@attrs.define
class Table:
    """One match; `stored` is all that lasts between two requests."""

    rng: Random
    stored: bytes

    def submit(self, seat: int, text: str) -> str:
        """What a seat asks for, done; or the reason why not, with the state as it was."""
        state: hokm.State = pickle.loads(self.stored)  # noqa: S301  # the server's own bytes
        try:
            after = hokm.submit(state, seat, read_action(hokm.GAME, text))
        except IllegalAction as refusal:
            return f"refused: {refusal.violation}"
        except ValueError as error:
            return f"not understood: {error}"
        self.stored = pickle.dumps(after)
        return "done"

    def shuffle(self) -> None:
        """Everything that luck decides, until it is a player's turn."""
        state: hokm.State = pickle.loads(self.stored)  # noqa: S301  # the server's own bytes
        while state.actor is CHANCE:
            state = hokm.apply(state, hokm.legal_actions(state).sample(self.rng))
        self.stored = pickle.dumps(state)

    def view(self, seat: int | None) -> hokm.View:
        """What may be sent to a seat, or to a spectator for None."""
        return hokm.view(pickle.loads(self.stored), seat)  # noqa: S301  # the server's own bytes


def main() -> None:
    table = Table(Random(7), pickle.dumps(hokm.initial_state(hokm.Config(first_hakem=0))))
    table.shuffle()
    for seat, text in ((1, "NameTrump hearts"), (0, "hearts, please"), (0, "NameTrump hearts"), (0, "2C"), (0, "NameTrump clubs")):
        print(f"seat {seat}: {text!r}: {table.submit(seat, text)}")
    while len(table.view(None).played) < 4:
        actor = table.view(None).actor
        assert isinstance(actor, int)
        text = action_text(table.view(actor).legal[-1])
        print(f"seat {actor}: {text!r}: {table.submit(actor, text)}")
    print(f"\nseat 2 sees:\n{table.view(2)}\n\na spectator sees:\n{table.view(None)}")


if __name__ == "__main__":
    main()
