"""One whole match of every game as text in tests/data, and its review: `make playthroughs`.

A change there shows what a change of the rules, the words or the views does to a whole match.
"""

from pathlib import Path

import dealt
from dealt.cli.playthrough import playthrough
from dealt.core.game import Game
from dealt.games import games
from dealt.history.report import report
from dealt.history.review import review

FOLDER = Path(__file__).parent / "data"
SEED = 2026


def path_of(game: Game, kind: str = "playthrough") -> Path:
    return FOLDER / f"{game.name}.{kind}.txt"


def text_of(game: Game) -> str:
    """A match between the computer player and players who choose at random.

    A round is enough where a match goes on until somebody has the points.
    """
    seats = ["AI", "random", "random"][: game.seats[-1]]
    match = dealt.match(game.name, seats, seed=SEED, rounds=game.match.rounds or 1).run()
    return "\n".join(playthrough(match.record, game)) + "\n"


def review_of(game: Game) -> str:
    """The review of one who plays at random against `good`, in a match of one round."""
    seats = ["random", "good", "good", "good"][: min(4, game.seats_offered)]
    reviewed = review(dealt.match(game.name, seats, seed=SEED, rounds=1).run(), 0)
    list(reviewed)
    return "\n".join(report(reviewed)) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in games():
        for path, text in (
            (path_of(game), text_of(game)),
            (path_of(game, "review"), review_of(game)),
        ):
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(FOLDER.parent.parent)}")


if __name__ == "__main__":
    main()
