"""Mason Rummy: the facts that tables, tests and players need."""

from dealt.cards import FIVE_SUITS
from dealt.core.agent import PolicyAgent
from dealt.core.game import Bots, Game, Level, MatchRules, Seating, Sizes
from dealt.core.search import Searching
from dealt.games.mason_rummy import bots, heuristic, hints, likely_deals, options, rules, words
from dealt.games.mason_rummy.lesson import LESSON
from dealt.games.mason_rummy.state import DEALT, State
from dealt.games.mason_rummy.tables import ACTIONS, MOST_POINTS
from dealt.language import message

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
        ranges=rules.RANGES,
        score_bounds=(0, DEALT * MOST_POINTS),
        most_decisions=500 * (DEALT + 2),
    ),
    options=options.ALL,
    bots=Bots(
        {
            "AI": lambda seed: PolicyAgent("AI", bots.seed_ai),
            "highest": lambda seed: PolicyAgent("highest", bots.highest_ai),
            "good": lambda seed: PolicyAgent("good", heuristic.good, hints.why),
        },
        levels={"highest": Level(message("highest card"))},
        search=Searching(
            player=heuristic.good,
            others=(bots.seed_ai, heuristic.good),
            next_deal=likely_deals.next_deal,
            shortlist=heuristic.shortlist,
            guard=2.0,
            playouts=8_000,
            sure=2.5,
        ),
    ),
    lesson=LESSON,
)
