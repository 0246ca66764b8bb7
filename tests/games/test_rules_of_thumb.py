"""The level `good` of the games whose exact odds are known: rules of thumb, close to the best."""

import pytest

from dealt import agents
from dealt.games import game
from dealt.games.penney import exact as penney_odds
from dealt.games.penney.bots import by_the_middle
from dealt.games.penney.choices import choice_text, parse_choice
from dealt.games.three_card_poker import bots, exact, rules

PENNEY = game("penney")
ANSWERS = {"RRR": "BRR", "RRB": "BRR", "RBR": "RRB", "RBB": "RRB", "BRR": "BBR", "BBB": "RBB"}


@pytest.mark.parametrize(("other", "answer"), ANSWERS.items())
def test_penneys_rule_of_thumb(other, answer):
    """The other colour than the middle one, then the first two."""
    observation = [0] * PENNEY.sizes.observation
    observation[3] = parse_choice(other) + 1
    assert choice_text(by_the_middle(observation, list(range(8)), 8)) == answer
    assert by_the_middle([0] * PENNEY.sizes.observation, list(range(8)), 8) == parse_choice("RBR")


@pytest.mark.parametrize("by", ["tricks", "cards"])
def test_penneys_rule_of_thumb_is_the_best_reply_to_most_choices(by):
    """The exact odds say so: by tricks to all eight."""
    right = 0
    for other in range(8):
        observation = [0] * PENNEY.sizes.observation
        observation[3] = other + 1
        actions = [choice for choice in range(8) if choice != other]
        reply = penney_odds.best_reply(other, by, penney_odds.tally())
        right += by_the_middle(observation, actions, 7) in reply.best
    assert right == {"tricks": 8, "cards": 6}[by]


@pytest.mark.parametrize(("hand", "action"), [([12, 6, 4], 0), ([12, 6, 3], 1), ([2, 2, 3], 0)])
def test_pokers_rule_of_thumb(hand, action):
    """Queen, six, four is played; anything less is not."""
    observation = [0] * 9
    rules.sort(hand)
    observation[rules.SEES_SCORE] = rules.score_hand(hand)
    assert bots.queen_six_four(observation, [rules.PLAY, rules.FOLD], 2) == action


def test_pokers_rule_of_thumb_loses_little():
    """What it wins on average, by the exact odds: less than the best, more than playing always."""
    odds = exact.odds("deck")
    value = sum(
        hand.probability
        * (hand.play if rules.score_hand(hand.hand) >= bots.QUEEN_SIX_FOUR else -10)
        for hand in odds.hands
    )
    assert odds.always_play.value < value <= odds.best.value


def test_all_levels_can_be_seated():
    """In games with exact odds, too."""
    for each in (PENNEY, game("three-card-poker")):
        for level in agents.LADDER:
            assert agents.bot(each, level, 1).name == level
