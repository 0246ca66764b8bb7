"""Penney's game: the rules that people can set; the defaults follow the original document."""

from dealt.core.options import Option
from dealt.games.penney.state import BY_CARDS, BY_TRICKS, SAME_FIRST, TAKING_TURNS
from dealt.language import message

ALL = (
    Option(
        "scoring",
        default=BY_TRICKS,
        meaning=message("what wins: tricks or cards"),
        choices={"tricks": BY_TRICKS, "cards": BY_CARDS},
        words={"tricks": message("the most tricks"), "cards": message("the most cards")},
        title=message("What wins"),
    ),
    Option(
        "first",
        default=SAME_FIRST,
        meaning=message("who chooses first: always the same player, or by turns"),
        choices={"same": SAME_FIRST, "turns": TAKING_TURNS},
        words={"same": message("always the same player"), "turns": message("by turns")},
        title=message("Who chooses first"),
    ),
)
