"""Crazy Eights, a second game of one's own: a stock, a discard pile, an option, 2 to 4 players."""

from collections.abc import Mapping, Sequence

from dealt.cards import FRENCH
from dealt.core.agent import PolicyAgent
from dealt.core.game import Bots, Game, MatchRules, Sizes

from . import bots, knowledge, rules, words
from .state import CARDS, MOST_STOCK, SEATS, State

TARGET = 100


def match_is_over(totals: Sequence[int], rounds: int, options: Mapping[str, int]) -> bool:
    """Somebody has 100 points (E8)."""
    return max(totals) >= TARGET


GAME = Game(
    name="crazy-eights",
    title="Crazy Eights",
    summary="match the suit or the rank; an eight asks for any suit",
    version=1,
    seats=tuple(range(2, SEATS + 1)),
    deck=FRENCH,
    state=State,
    rules=rules,
    words=words,
    match=MatchRules(rounds=None, match_is_over=match_is_over),
    sizes=Sizes(
        actions=rules.ACTIONS,
        observation=knowledge.OBSERVATION,
        score_bounds=(0, 4 * sum(rules.POINTS)),
        most_decisions=SEATS * CARDS + 2 * MOST_STOCK,  # each card played, then passes; draws
    ),
    bots=Bots({"AI": lambda seed: PolicyAgent("AI", bots.shed)}),
)
