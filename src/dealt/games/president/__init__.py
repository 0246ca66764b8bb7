"""President: shed your hand first; the roles of one round decide the trade before the next.

The functions of the original document can be imported from here; they take cards as text:
`get_type`, `answers`, `get_valid_moves`, `sorted_by_hand_type`, `greater_than`, `ai_move`,
`ai_choose_cards`, `get_finishing_roles`, `get_lowest_card`, `full_deck` and
`move_with_minimum_possible_moves_to_victory`.
"""

from dealt.core.agent import PolicyAgent
from dealt.core.fields import Range
from dealt.core.game import Bots, Cards, Game, Level, MatchRules, Seating, Sizes
from dealt.core.search import Features, Searching
from dealt.games.president import (
    bots,
    exact,
    features,
    likely_deals,
    rules,
    words,
)
from dealt.games.president.lesson import LESSON
from dealt.games.president.seed import (
    ai_choose_cards,
    ai_move,
    answers,
    full_deck,
    get_finishing_roles,
    get_lowest_card,
    get_type,
    get_valid_moves,
    greater_than,
    move_with_minimum_possible_moves_to_victory,
    sorted_by_hand_type,
)
from dealt.games.president.state import ACTIONS, ASKING, CARDS, DECK, SEATS, SUITS, State
from dealt.games.president.weights import WEIGHTS
from dealt.language import message

__all__ = [
    "GAME",
    "ai_choose_cards",
    "ai_move",
    "answers",
    "full_deck",
    "get_finishing_roles",
    "get_lowest_card",
    "get_type",
    "get_valid_moves",
    "greater_than",
    "move_with_minimum_possible_moves_to_victory",
    "sorted_by_hand_type",
]

# what the numbers of an observation can be, see `rules.observe`
_RANGES = (
    Range(1, 2, SEATS),
    Range(1, 0, SEATS - 1),
    Range(1, 0, ASKING),
    Range(1, 0, rules.LATER_ON_REQUEST),
    Range(1, 0, 1),
    Range(1, -1, CARDS - 1),
    Range(1, 0, (1 << 15) - 1, "bits"),  # the number of a play, as binary digits
    Range(1, -1, SEATS - 1),
    Range(1, 0, 2),
    Range(rules.SEEN_OPTIONS, 0, 2),
    Range(4, rules.IS_ASKED - CARDS // SUITS, CARDS - 1),
    Range(SEATS, 0, CARDS // 2, "amount"),
    Range(SEATS, 0, 1),
    Range(SEATS, 0, SEATS),
    Range(CARDS, 0, rules.IN_HAND + SEATS - 1),
)

GAME = Game(
    name="president",
    title=message("President"),
    summary=message("shed your hand first; the roles of a round decide the next trade"),
    version=1,
    seats=tuple(range(2, SEATS + 1)),
    seating=Seating(usual=4),
    deck=DECK,
    cards=Cards(sorts=("rank", "suit", "groups")),
    state=State,
    rules=rules,
    words=words,
    hints=exact,
    match=MatchRules(rounds=3, low_wins=True),
    sizes=Sizes(
        actions=ACTIONS,
        observation=rules.OBSERVATION,
        ranges=_RANGES,
        score_bounds=(1, SEATS),
        most_decisions=CARDS * SEATS + 3,
        points_sum=lambda seats: seats * (seats + 1) // 2,
    ),
    bots=Bots(
        {
            "AI": lambda seed: PolicyAgent("AI", bots.seed_ai),
            "literal": lambda seed: PolicyAgent("literal", bots.literal_ai),
            "good": lambda seed: PolicyAgent("good", bots.good, bots.why_good),
            "learned": lambda seed: PolicyAgent("learned", bots.learned, bots.why_learned),
        },
        levels={
            "literal": Level(message("literal"), message("to the letter of the rules")),
            "learned": Level(message("learned"), message("by playing itself")),
        },
        search=Searching(
            player=bots.learned,
            others=(bots.seed_ai, bots.good),
            next_deal=likely_deals.likely_deal,
            shortlist=bots.most_promising,
            playouts=4_000,
            guard=1.3,
            sure=2.6,
            unit=message("places"),
            constant_sum=True,
            for_match=True,
            ending=exact.winning_move,
        ),
        learning=Features(
            names=features.NAMES,
            facts=features.FACTS,
            prepare=features.prepare,
            describe=features.describe,
            weights=WEIGHTS,
            opponents=(bots.seed_ai,),
            seats=4,
            heaviest=bots.heaviest,
        ),
    ),
    lesson=LESSON,
)
