"""Penney's game with cards: play it, work out its odds exactly, score decks by the billion.

- `play`: one deck of any length and two choices, scored card by card.
- `results`, `outcomes`: the games of many decks as rows, and counted by both choices.
- `odds`: which of several sequences comes first, of any letters, without end or in a pack.
- `exact`: the odds of every pair of choices over all decks, as integers.

`dealt.penney` scores decks by the billion and checks published tables.
"""

from dealt.cards import Deck
from dealt.core.agent import PolicyAgent
from dealt.core.game import Bots, Cards, Game, Level, MatchRules, Sizes
from dealt.games.penney import bots, rules, words
from dealt.games.penney.choices import COLOURS
from dealt.games.penney.lesson import LESSON
from dealt.games.penney.pack_race import odds
from dealt.games.penney.state import BLACKS, DECK, SEATS, State
from dealt.games.penney.tally import Outcome
from dealt.games.penney.trace import Played, Result, outcomes, play, results
from dealt.language import message

_COLOUR_NAMES = {"R": message("red"), "B": message("black")}

__all__ = ["GAME", "Outcome", "Played", "Result", "odds", "outcomes", "play", "results"]

GAME = Game(
    name="penney",
    title=message("Penney's game"),
    summary=message("choose three colours; the first to come up wins the trick"),
    version=1,
    seats=(SEATS,),
    deck=Deck(message("52 cards, red and black"), tuple(COLOURS), BLACKS, _COLOUR_NAMES),
    cards=Cards(sorts=()),
    state=State,
    rules=rules,
    words=words,
    hints=bots,
    match=MatchRules(rounds=1, open_ended=True),
    sizes=Sizes(
        actions=rules.ACTIONS,
        observation=rules.OBSERVATION,
        ranges=rules.RANGES,
        score_bounds=(0, DECK),
        most_decisions=SEATS,
    ),
    bots=Bots(
        {
            "AI": bots.ExactPlayer,
            "good": lambda seed: PolicyAgent("good", bots.by_the_middle),
            "bad": lambda seed: bots.ExactPlayer(seed, is_good=False),
        },
        levels={"bad": Level(message("bad"), message("on purpose"))},
    ),
    lesson=LESSON,
)
