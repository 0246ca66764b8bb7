"""A small game of tricks: whoever does not follow suit shows that it has none."""

from dealt.cards import Deck
from dealt.core.game import Game

from . import knowledge, rules, words
from .state import CARDS, RANKS, SEATS, State

GAME = Game(
    name="whist",
    title="Small whist",
    summary="fifteen cards, five tricks",
    version=1,
    seats=(SEATS,),
    deck=Deck("15 cards", words.FACES),
    actions=CARDS,
    observation=knowledge.OBSERVATION,
    rounds=3,
    low_wins=False,
    score_bounds=(0, RANKS),
    most_decisions=CARDS,
    state=State,
    rules=rules,
    words=words,
)
