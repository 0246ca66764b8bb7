"""Penney's game: the guided first round."""

from dealt.core.game import Lesson, Turn
from dealt.language import message

LESSON = Lesson(
    names=("Bia", "Ana"),
    seed=2,
    learner=1,
    turns=(
        Turn(
            message(
                "A deck of 26 red and 26 black cards will be turned card by card. Before that "
                "each player chooses three colours in a row, such as RBR."
            )
        ),
        Turn(
            message(
                "Whoever's three colours turn up first takes all the cards turned so far: "
                "that is a trick. Then the turning goes on. Bia chooses first."
            ),
            "RBR",
        ),
        Turn(
            message(
                "Choosing second is a great advantage. Take the opposite of Bia's middle colour, "
                "then her first two colours. Against RBR that gives RRB: choose it."
            ),
            "RRB",
        ),
    ),
    end=message(
        "The deck has been turned, trick by trick: you won 6 tricks, Bia 5. Over many "
        "decks RRB wins against RBR far more often than it loses. The exact odds show "
        "every pair."
    ),
)
