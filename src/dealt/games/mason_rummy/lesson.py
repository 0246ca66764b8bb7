"""Mason Rummy: the guided first round."""

from dealt.core.game import Lesson, Turn
from dealt.language import message

LESSON = Lesson(
    names=("Ana", "Bia"),
    seed=9,
    turns=(
        Turn(
            message(
                "The aim is to get rid of all your cards. The deck has five suits. Cards "
                "leave your hand in melds (three or more of one rank) and runs (three or more "
                "of one suit in a row)."
            )
        ),
        Turn(
            message(
                "Every turn begins with a draw: the hidden top of the stock, or the open top "
                "of the discard pile. The discard pile shows a king, and you hold two. Take "
                "it."
            ),
            "draw discard",
        ),
        Turn(
            message(
                "Now lay down what you can. Select your three fives and lay them on the table "
                "as a meld."
            ),
            "meld 5C 5D 5P",
        ),
        Turn(message("And now the three kings."), "meld KD KH KS"),
        Turn(
            message(
                "A turn ends with a discard. The six of diamonds has no partner in your hand: "
                "discard it."
            ),
            "discard 6D",
        ),
        Turn(message("Now Bia draws, lays down and discards."), "draw discard"),
        "meld TC TS TP",
        "discard AP",
        Turn(
            message("The ace is of no use to you. Draw a hidden card from the stock."), "draw stock"
        ),
        Turn(message("A four fits nothing you hold. Discard it."), "discard 4P"),
        "draw discard",
        "meld 4D 4H 4P",
        "discard JC",
        "draw stock",
        "discard 3D",
        "draw discard",
        "discard 9P",
        "draw stock",
        Turn(
            message(
                "You drew the king of clubs. You may lay off single cards that fit your own "
                "melds and runs on the table. Put it on your kings."
            ),
            "lay off KC",
        ),
        "discard QS",
        "draw stock",
        "discard JP",
        "draw stock",
        "discard QP",
        "draw stock",
        Turn(message("Watch what Bia discards: it may be what you need."), "discard 5H"),
        Turn(message("A five! It fits your meld of fives. Take it."), "draw discard"),
        "lay off 5H",
        "discard 2S",
        "draw stock",
        "discard 8D",
        Turn(message("You hold two eights. Take the third one."), "draw discard"),
        Turn(
            message("Lay down the three eights, and your hand is empty: you go out."),
            "meld 8D 8S 8P",
        ),
    ),
    end=message(
        "You went out and have no points against you. Bia pays for every card left in "
        "the hand. After three rounds the fewest points win."
    ),
)
