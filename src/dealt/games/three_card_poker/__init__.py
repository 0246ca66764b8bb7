"""Three-card Poker against the dealer.

The functions of the original document can be imported from here under its names: `hand_to_string`,
`sort_hand`, `has_pair`, `has_straight`, `has_triple`, `score_hand`, `dealer_plays`, `play_round`,
and `deal` and `get_choice`.
"""

from dealt.cards import RANKS_ONLY
from dealt.core.agent import PolicyAgent
from dealt.core.game import Bots, Cards, Game, MatchRules, Sizes
from dealt.games.three_card_poker import bots, exact, rules, words
from dealt.games.three_card_poker.exact import HandByHand
from dealt.games.three_card_poker.lesson import LESSON
from dealt.games.three_card_poker.seed import (
    deal,
    dealer_plays,
    get_choice,
    hand_to_string,
    has_pair,
    has_straight,
    has_triple,
    play_round,
    score_hand,
    sort_hand,
)
from dealt.games.three_card_poker.state import INDEPENDENT, State
from dealt.language import message

__all__ = [
    "GAME",
    "deal",
    "dealer_plays",
    "get_choice",
    "hand_to_string",
    "has_pair",
    "has_straight",
    "has_triple",
    "play_round",
    "score_hand",
    "sort_hand",
]

GAME = Game(
    name="three-card-poker",
    title=message("Three-card Poker"),
    summary=message("fold for 10 points, or play for 20 against the dealer"),
    version=1,
    seats=(1,),
    deck=RANKS_ONLY,
    cards=Cards(
        with_replacement=lambda options: options["model"] == INDEPENDENT,
        dealing=HandByHand,
        sorts=(),
    ),
    state=State,
    rules=rules,
    words=words,
    hints=exact,
    match=MatchRules(rounds=10, open_ended=True),
    sizes=Sizes(
        actions=rules.ACTIONS,
        observation=rules.OBSERVATION,
        ranges=rules.RANGES,
        score_bounds=(rules.LOSING, rules.WINNING),
        most_decisions=1,
    ),
    bots=Bots(
        {
            "AI": lambda seed: exact.BestPlayer(),
            "good": lambda seed: PolicyAgent("good", bots.queen_six_four),
        }
    ),
    lesson=LESSON,
)
