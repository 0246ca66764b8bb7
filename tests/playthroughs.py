"""One whole match of every game as text in tests/data: `make playthroughs` writes them anew.

A change there shows what a change of the rules, the words or the views does to a whole match.
"""

from pathlib import Path

import dealt
from dealt.cli.playthrough import playthrough
from dealt.core.game import Game
from dealt.games import games

FOLDER = Path(__file__).parent / "data"
SEED = 2026


def path_of(game: Game) -> Path:
    return FOLDER / f"{game.name}.playthrough.txt"


def text_of(game: Game) -> str:
    """A match between the computer player and players who choose at random.

    A round is enough where a match goes on until somebody has the points.
    """
    seats = ["AI", "random", "random"][: game.seats[-1]]
    match = dealt.match(game.name, seats, seed=SEED, rounds=game.match.rounds or 1).run()
    return "\n".join(playthrough(match.record, game)) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in games():
        path_of(game).write_text(text_of(game), encoding="utf-8")
        print(f"wrote {path_of(game).relative_to(FOLDER.parent.parent)}")


if __name__ == "__main__":
    main()
