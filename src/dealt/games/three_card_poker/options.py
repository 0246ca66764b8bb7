"""Three-card Poker: the rules that people can set; the defaults follow the original document."""

from dealt.core.options import Option
from dealt.games.three_card_poker.exact import MODELS
from dealt.language import message

ALL = (
    Option(
        "model",
        default=MODELS["deck"],
        meaning=message("both hands from one deck, or each rank independent"),
        choices=MODELS,
        words={
            "deck": message("from one deck"),
            "independent": message("each rank on its own"),
        },
        is_always_told=True,
        title=message("How the cards are dealt"),
    ),
)
