"""Tranca: a Brazilian canasta for two to six players, with mortos, dollars and trancas.

`score` counts a round of a real table, line by line. The functions of the original notebook,
`handValue`, `tableValue` and `scoreRound`, and its `cardDict`, `cardOrder` and `jokers`, can be
imported from here, too.
"""

from collections.abc import Mapping, Sequence

from dealt.cards import FRENCH
from dealt.core.agent import PolicyAgent
from dealt.core.game import Bots, Cards, Game, MatchRules, Seating, Sizes
from dealt.core.search import Searching
from dealt.games.tranca import bots, heuristic, hints, knowledge, rules, words
from dealt.games.tranca.lesson import LESSON
from dealt.games.tranca.scoring import TARGET, TARGET_OF_SIX, Breakdown, score, winner_of
from dealt.games.tranca.seed import (
    cardDict,
    cardOrder,
    handValue,
    jokers,
    scoreRound,
    tableValue,
)
from dealt.games.tranca.state import ACTIONS, SEATS, State
from dealt.language import message

__all__ = [
    "GAME",
    "Breakdown",
    "cardDict",
    "cardOrder",
    "handValue",
    "jokers",
    "match_is_over",
    "score",
    "scoreRound",
    "tableValue",
    "target_of",
]


def target_of(players: int) -> int:
    """The points that end a match (T9)."""
    return TARGET_OF_SIX if players == SEATS else TARGET


def match_is_over(totals: Sequence[int], rounds: int, options: Mapping[str, int]) -> bool:
    """Whether a side has won (T9)."""
    players = len(totals)
    of_sides = totals[: players if players < 4 else 2]
    return winner_of(of_sides, options["target"] or target_of(players)) is not None


GAME = Game(
    name="tranca",
    title=message("Tranca"),
    summary=message("a Brazilian canasta: sequences, canastras and mortos, to 3,500 points"),
    version=1,
    seats=(2, 3, 4, 6),
    seating=Seating(
        usual=4,
        sides=lambda seats: tuple(seat % (seats if seats < 4 else 2) for seat in range(seats)),
    ),
    deck=FRENCH,
    cards=Cards(
        packs=lambda seats, options: 3 if seats == SEATS else 2,
        wild={words.ANY_TWO: tuple(face for face in FRENCH.faces if words.is_two(face))},
    ),
    state=State,
    rules=rules,
    words=words,
    hints=hints,
    match=MatchRules(
        rounds=None,
        match_is_over=match_is_over,
        target=lambda seats, options: options["target"] or target_of(seats),
    ),
    sizes=Sizes(
        actions=ACTIONS,
        observation=knowledge.OBSERVATION,
        ranges=knowledge.RANGES,
        score_bounds=(-3_000, 8_000),
        most_decisions=2_000,
    ),
    bots=Bots(
        {
            "AI": lambda seed: PolicyAgent("AI", bots.greedy),
            "good": lambda seed: PolicyAgent("good", heuristic.good),
        },
        search=Searching(
            player=heuristic.good,
            others=(heuristic.good,),
            shortlist=heuristic.shortlist,
            guard=1.0,
            playouts=1_500,
        ),
    ),
    lesson=LESSON,
)
