"""Kuhn poker: the smallest game in which it pays to bluff."""

from dealt.cards import Deck
from dealt.core.game import Game, MatchRules, Sizes

from . import rules, words
from .state import SEATS, State

GAME = Game(
    name="kuhn",
    title="Kuhn poker",
    summary="three cards, one bet; the higher card wins",
    version=1,
    seats=(SEATS,),
    deck=Deck("3 cards", words.FACES),
    state=State,
    rules=rules,
    words=words,
    match=MatchRules(rounds=10),
    sizes=Sizes(
        actions=len(words.SAID),
        observation=rules.OBSERVATION,
        ranges=rules.RANGES,
        score_bounds=(-2, 2),  # the ante and one bet
        most_decisions=3,
        points_sum=0,
    ),
)
