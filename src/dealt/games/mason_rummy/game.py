"""Mason Rummy: the facts that tables, tests and players need."""

from dealt.cards import FIVE_SUITS
from dealt.core.agent import PolicyAgent
from dealt.core.fields import Range
from dealt.core.game import Bots, Game, Level, MatchRules, Seating, Sizes
from dealt.core.search import Searching
from dealt.games.mason_rummy import bots, hints, likely_deals, rules, words
from dealt.games.mason_rummy.lesson import LESSON
from dealt.games.mason_rummy.state import (
    ACTIONS,
    CARDS,
    DEALT,
    MOST_POINTS,
    SEATS,
    STALEMATE,
    State,
)
from dealt.language import message

# what the numbers of an observation can be, see `rules.observe`
_LONGEST = 10_000  # turns, the greatest limit
_RANGES = (
    Range(1, 2, SEATS),
    Range(1, 0, SEATS - 1),
    Range(1, 0, 1),
    Range(1, 0, STALEMATE),
    Range(2, 0, _LONGEST, "amount"),
    Range(2, 0, CARDS, "amount"),
    Range(1, -1, CARDS - 1),
    Range(SEATS, 0, rules.MOST_IN_HAND, "amount"),
    Range(rules.MOST_IN_HAND, -1, CARDS - 1),
    Range(CARDS, 0, rules.IN_MELD + 3 * (SEATS - 1)),
    Range(CARDS, 0, CARDS, "amount"),
)

GAME = Game(
    name="mason-rummy",
    title=message("Mason Rummy"),
    summary=message("a five-suit rummy; the fewest points after three rounds win"),
    version=1,
    seats=(2, 3),
    seating=Seating(usual=3),
    deck=FIVE_SUITS,
    state=State,
    rules=rules,
    words=words,
    hints=hints,
    match=MatchRules(rounds=3, low_wins=True),
    sizes=Sizes(
        actions=ACTIONS,
        observation=rules.OBSERVATION,
        ranges=_RANGES,
        score_bounds=(0, DEALT * MOST_POINTS),
        most_decisions=500 * (DEALT + 2),
    ),
    bots=Bots(
        {
            "AI": lambda seed: PolicyAgent("AI", bots.seed_ai),
            "highest": lambda seed: PolicyAgent("highest", bots.highest_ai),
            "good": lambda seed: PolicyAgent("good", bots.good, hints.why),
        },
        levels={"highest": Level(message("highest card"))},
        search=Searching(
            player=bots.good,
            others=(bots.seed_ai, bots.good),
            next_deal=likely_deals.next_deal,
            shortlist=bots.shortlist,
            guard=2.0,
            playouts=8_000,
            sure=2.5,
            for_match=True,
        ),
    ),
    lesson=LESSON,
)
