"""Three-card Poker: the guided first round."""

from dealt.core.game import Lesson, Turn
from dealt.language import message

LESSON = Lesson(
    names=("Ana",),
    seed=2,
    turns=(
        Turn(
            message(
                "You play against the dealer. Each of you has three cards, and only ranks "
                "count: there are no suits. The dealer's cards lie face down."
            )
        ),
        Turn(
            message(
                "Three of a kind beats three in a row, which beats a pair. Without any of "
                "these the highest card decides. You hold K J 4: king high."
            )
        ),
        Turn(
            message(
                "You may fold and lose 10 points, or play. If you play, the dealer must have "
                "a queen or better, or folds, and you win 10. Otherwise you win or lose 20. "
                "With Q 4 2 or better, playing is worth more than folding. Yours is better: play."
            ),
            "play",
        ),
    ),
    end=message(
        "The dealer has Q 8 7 and stays in. Your king is higher, so you win 20 "
        "points. That is the whole game: with cards from one pack, fold below Q 4 2, and "
        "play the rest."
    ),
)
