"""Tranca: the guided first turns."""

from dealt.core.game import Lesson, Turn
from dealt.language import message

LESSON = Lesson(
    names=("Ana", "Bia"),
    seed=1,
    turns=(
        Turn(
            message(
                "Tranca is played with two packs. You lay sequences of three or more cards on "
                "the table: of one rank, or of one suit in a row. Seven cards are a canastra, "
                "which is worth most."
            )
        ),
        Turn(
            message(
                "Twos are wild. Red threes are dollars: they go to the table by themselves "
                "and another card is drawn. Begin your turn: draw."
            ),
            "draw",
        ),
        Turn(message("You hold three fours. Lay them as a new sequence."), "new 4C 4H 4S"),
        Turn(
            message(
                "6D 7D and the wild 2 make three diamonds in a row. With a wild card a "
                "sequence is dirty: it counts less as a canastra. Still, lay it."
            ),
            "new 6D 7D 2",
        ),
        Turn(message("A discard ends the turn. Nothing of yours needs the 9C."), "discard 9C"),
        Turn(message("Bia draws, lays three sequences, and discards."), "draw"),
        "new KC KC KS",
        "new AH AS 2",
        "new 5C 5C 2",
        "discard 7D",
        "draw",
        "discard KH",
        Turn(
            message("Bia takes the whole discard pile: the top card fits a sequence at once."),
            "take on 1",
        ),
        "discard 4D",
        Turn(
            message("Now you: the 4D fits your fours. Take the pile with it."),
            "take on 1",
        ),
        "discard TH",
        "draw",
        "discard 7D",
        "draw",
        Turn(message("Three queens: lay them."), "new QD QH QS"),
        "discard 8S",
        "draw",
        "lay 5S on 3",
        "discard 8H",
        "draw",
        Turn(message("A fourth queen goes on your queens."), "lay QS on 3"),
        Turn(
            message(
                "Your last card! Discard it, and you take your morto: eleven new cards that "
                "have been waiting on the table."
            ),
            "discard JS",
        ),
        "draw",
        "lay KD on 1",
        "discard 9C",
        Turn(
            message("You hold the morto now. 8C and a wild 2 take the pile with the 9C."),
            "take new 8C 9C 2",
        ),
    ),
    end=message(
        "It goes on like this. Your side goes out with an empty hand once it has used its "
        "morto and laid a canastra. Black threes are trancas: they block the pile, and cost"
        " points in the hand."
    ),
)
