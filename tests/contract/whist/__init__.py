"""A small game of tricks: not following suit shows a void."""

from dealt.cards import Deck
from dealt.core.game import Game, MatchRules, Sizes

from . import knowledge, rules, words
from .state import CARDS, RANKS, SEATS, State

GAME = Game(
    name="whist",
    title="Small whist",
    summary="fifteen cards, five tricks",
    version=1,
    seats=(SEATS,),
    deck=Deck("15 cards", words.FACES),
    state=State,
    rules=rules,
    words=words,
    match=MatchRules(rounds=3),
    sizes=Sizes(
        actions=CARDS,
        observation=knowledge.OBSERVATION,
        score_bounds=(0, RANKS),
        most_decisions=CARDS,
    ),
)
