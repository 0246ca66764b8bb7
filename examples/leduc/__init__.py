"""Leduc poker, the game that docs/tutorials/write-a-game.md builds."""

from dealt.cards import Deck
from dealt.core.agent import PolicyAgent
from dealt.core.game import Bots, Game, MatchRules, Sizes

from . import bots, knowledge, rules, words
from .state import SEATS, State

GAME = Game(
    name="leduc",
    title="Leduc poker",
    summary="six cards, two rounds of betting; a pair with the public card wins",
    version=1,
    seats=(SEATS,),
    deck=Deck("6 cards", words.FACES),
    state=State,
    rules=rules,
    words=words,
    match=MatchRules(rounds=10),
    sizes=Sizes(
        actions=len(words.SAID),
        observation=knowledge.OBSERVATION,
        ranges=knowledge.RANGES,
        score_bounds=(-13, 13),  # the ante and two raises on each street
        most_decisions=8,
        points_sum=0,
    ),
    bots=Bots({"AI": lambda seed: PolicyAgent("AI", bots.by_the_card)}),
)
