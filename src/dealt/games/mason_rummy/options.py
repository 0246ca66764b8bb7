"""Mason Rummy: the rules that people can set; the defaults follow the original document."""

from dealt.core.options import Option
from dealt.language import message

ALL = (
    Option(
        "turn_limit",
        default=500,
        meaning=message("turns after which a round is a stalemate, 0: none"),
        choices=range(10_001),
        with_people=0,
        words={"0": message("no limit")},
        title=message("Turns in a round"),
    ),
)
