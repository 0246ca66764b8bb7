"""President: the guided first round."""

from dealt.core.game import Lesson, Turn
from dealt.language import message

LESSON = Lesson(
    names=("Ana", "Bia", "Rui", "Lia", "Teo"),
    seed=8,
    turns=(
        Turn(
            message(
                "Whoever gets rid of all cards first is President, the last one is the Bum. "
                "Threes are low, twos are the highest."
            )
        ),
        Turn(
            message(
                "Whoever holds the lowest card leads, and the first move must contain it: "
                "your 3D. You hold two threes. Lead the pair, and two low cards are gone."
            ),
            "3D 3H",
        ),
        Turn(
            message(
                "The others answer in turn, with as many cards of the same kind and higher, "
                "or pass."
            ),
            "6D 6S",
        ),
        "AH AS",
        "2D 2C",
        "pass",
        Turn(message("You have no pair that beats a pair of twos. Pass."), "pass"),
        "pass",
        Turn(message("All have passed, so Lia leads to the next trick."), "pass"),
        "3S",
        "4S",
        Turn(
            message(
                "One card each this time. Beat it as cheaply as you like, but keep what "
                "belongs together: you hold five hearts, more about that soon. Play 9D."
            ),
            "9D",
        ),
        "JH",
        "KS",
        "pass",
        "2S",
        "pass",
        "pass",
        "pass",
        "pass",
        "5D 5S",
        "pass",
        "TD TC",
        "pass",
        "JC JS",
        "AD AC",
        "pass",
        "pass",
        "pass",
        "pass",
        "7H",
        Turn(message("The jack of diamonds is not one of your five hearts. Play it."), "JD"),
        "QD",
        "2H",
        "pass",
        "pass",
        "pass",
        "pass",
        Turn(
            message(
                "Five cards can be played together as well: a straight is five in a row. "
                "Stronger are a flush (five of one suit), a full house and four of a kind "
                "with one more."
            ),
            "4D 5C 6C 7C 8D",
        ),
        "pass",
        "pass",
        Turn(
            message("Your five hearts are a flush, which beats any straight. Select all five."),
            "4H 5H 6H TH KH",
        ),
        "pass",
        "pass",
        "pass",
        "pass",
        Turn(message("Nobody can answer. You lead with your last card."), "QS"),
    ),
    end=message(
        "You are out first: you are President. The others play on for the places. "
        "Before the next round the Bum gives you the two best cards and gets two of "
        "your choice."
    ),
)
