"""A player of one's own for Mason Rummy, held against the document's computer player.

Run it: python examples/own_player.py
Or: dealt arena mason-rummy examples.own_player:Hasty AI
"""

import dealt
from dealt.cards import RANKS


class Hasty:
    """Lays down whatever it can, takes no discard, and throws its dearest card."""

    name = "Hasty"

    def choose(self, view, actions):
        """One of `actions`, seeing only what a person in the seat would see."""
        laying = [action for action in actions if action.verb in ("run", "meld", "lay_off")]
        if laying:
            return max(laying, key=lambda action: len(action.cards))
        if view.asked == "draw":
            return actions[0]
        return max(actions, key=lambda action: RANKS.index(action.cards[0][0]))


def main(games: int = 50) -> None:
    """Play matches with the seats changed each time, and count who wins."""
    won = {"Hasty": 0, "AI": 0}
    for seed in range(games):
        seats = [Hasty(), "AI"] if seed % 2 else ["AI", Hasty()]
        for name in dealt.match("mason-rummy", seats, seed=seed).run().winners:
            won[name] += 1
    print(", ".join(f"{name} won {n} of {games}" for name, n in won.items()))


if __name__ == "__main__":
    main()
