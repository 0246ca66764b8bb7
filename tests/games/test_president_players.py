"""President: the players that weigh moves, and what they look at."""

import random

import pytest

from dealt import agents
from dealt.games.president import bots, exact, features
from dealt.games.president.state import PASS, PLAY_OF_MASK, PLAY_SIZE
from dealt.testing import walk
from tests.games.president_tables import PRESIDENT, mask, play, position, trade


def numbers_of(table, text):
    """The features of an action of the seat in turn, by name."""
    action = table.read(text).id
    facts, numbers = [0] * features.FACTS, [0] * features.FEATURES
    features.prepare(list(table.view(table.seat_in_turn).observation), facts)
    features.describe(facts, action, numbers)
    return dict(zip(features.NAMES, numbers, strict=True))


def test_moves_left_are_nearly_the_least_moves():
    """Of 300 hands of thirteen: never fewer than the exact least, and the same in nine of ten."""
    options = PRESIDENT.option_values({})
    dice, same = random.Random(1), 0
    for _ in range(300):
        hand = sum(1 << card for card in dice.sample(range(52), 13))
        facts, numbers = [0] * features.FACTS, [0] * features.FEATURES
        facts[features.LAST] = 8
        features._describe_rest(hand, facts, numbers)
        least = len(exact.least_moves(hand, options))
        assert numbers[features.MOVES_LEFT] >= least
        same += numbers[features.MOVES_LEFT] == least
    assert same > 260


@pytest.mark.parametrize(
    ("hand", "five"),
    [
        ("3D 4C 5H 6S 7D 9C KD", "3D 4C 5H 6S 7D"),
        ("3D 4C 5H 6S 7D 8C", "3D 4C 5H 6S 7D"),
        ("3C 5C 9C JC KC 4D 4H", "3C 5C 9C JC KC"),
        ("3D 3C 3H 6D 6S", "3D 3C 3H 6D 6S"),
        ("4D 4C 4H 4S 9D", "4D 4C 4H 4S 9D"),
        ("4D 4C 4H 4S 9D 9C", "4C 4H 4S 9D 9C"),
        ("3D 3C 5D 5C 7D 7C", ""),
        ("3D 4C 5H 6S 8D", ""),
    ],
)
def test_the_five_card_move_that_saves_most(hand, five):
    """A row or a suit of lone cards first; pairs are not torn for nothing."""
    best = features._best_five(mask(hand), 8)
    assert best == mask(five)
    assert best == 0 or PLAY_SIZE[PLAY_OF_MASK[best]] == 5


def test_hints_explain_leads_and_answers():
    """The cards left, how high the move is, and how many others could be above it."""
    table = position("3D 3C 9H KD 2S", "8D 8C TD", "5D 5C JH QD", "4D", turn=0)
    lead = numbers_of(table, "9H")
    assert lead["leads single"] == 1 and lead["lead value"] == 6 and lead["lead higher"] == 3
    assert (lead["moves left"], lead["cards left"], lead["low pairs"]) == (3, 4, 1)
    assert lead["sure cards"] == 2 and lead["high singles"] == 2
    assert lead["leads to one card"] == 0 and lead["lead unbeaten"] == 0
    assert numbers_of(table, "2S")["lead unbeaten"] == 1
    pair = numbers_of(table, "3D 3C")
    assert pair["leads pair"] == 1 and pair["lead higher"] == 2 and pair["lead value late"] == 0
    play(table, "9H")
    answer = numbers_of(table, "TD")
    assert (answer["answer gap"], answer["answer value"], answer["breaks set"]) == (1, 7, 0)
    assert answer["answer to come"] == 3 and answer["answers few"] == 1
    passing = numbers_of(table, "pass")
    assert (passing["passes"], passing["pass cards"], passing["passes late"]) == (1, 3, 1)


def test_giving_looks_at_the_cards_left_only():
    """No lead and no answer."""
    table = trade("3D 4D 5D", "", "", "2S")
    numbers = numbers_of(table, "give 3D")
    assert numbers["cards left"] == 12
    assert not any(numbers[name] for name in features.NAMES[features.LEADS_SINGLE :])


@pytest.mark.parametrize("name", ["good", "learned"])
def test_players_that_weigh(name):
    """Always an open action; the same for any hands of the others."""
    agent = agents.bot(PRESIDENT, name, 0)
    for seed in range(6):
        for s in walk.some_positions(PRESIDENT, seed, 4):
            if PRESIDENT.rules.is_over(s):
                continue
            chosen = walk.table_of(PRESIDENT, s).actions
            view = walk.table_of(PRESIDENT, s).view(s.turn)
            action = agent.choose(view, chosen)
            assert action in chosen
            twin = walk.table_of(PRESIDENT, walk.redealt(PRESIDENT, s, s.turn, seed))
            assert agent.choose(twin.view(s.turn), twin.actions) == action


@pytest.mark.parametrize("name", ["good", "learned"])
def test_who_can_go_out_does(name):
    """With a pair, with five cards, and as an answer."""
    for hands, to_beat in ((("5D 5H", "3D 4C"), ""), (("9C", "3D 4C"), "8D")):
        table = position(*hands, to_beat=to_beat, mover=1 if to_beat else -1, names=["Ana", "Bob"])
        agent = agents.bot(PRESIDENT, name, 0)
        action = agent.choose(table.view(0), table.actions)
        assert str(action) == hands[0]
        assert agent.why in ("it goes out", "")


def test_good_does_as_the_rules_of_thumb_say():
    """Low cards first, straights whole, no two for a four; it compares the next best."""
    agent = agents.bot(PRESIDENT, "good", 0)
    table = position("3D 4C 5H 6S 7D 9C 2S", "8D TD JC QD KC", "AD AC AH AS 2D", turn=0)
    assert str(agent.choose(table.view(0), table.actions)) == "3D 4C 5H 6S 7D"
    assert agent.why == "9C, the next best, would leave as many moves"
    table = position("4C 9D 9H 2S JD JC", "8D TD JH QD", to_beat="3C", mover=1)
    assert str(agent.choose(table.view(0), table.actions)) == "4C"
    table = position("2S 2D 9D 9H JD JC 4C", "8D TD JH QD 6D", to_beat="AC", mover=1)
    assert str(agent.choose(table.view(0), table.actions)) == "pass"
    assert agent.why.startswith("2D, the next best, would leave ")


def test_the_literal_player_keeps_types_when_it_leads_too():
    """It breaks its last pair rather than go out; it answers as the AI does."""
    literal, ai = (agents.bot(PRESIDENT, name, 0) for name in ("literal", "AI"))
    table = position("5D 5H", "3D 4C", turn=0)
    assert str(literal.choose(table.view(0), table.actions)) == "5D"
    assert str(ai.choose(table.view(0), table.actions)) == "5D 5H"
    table = position("4C 9D 9H 2S JD JC", "8D TD JH QD", to_beat="3C", mover=1)
    answers = [agent.choose(table.view(0), table.actions) for agent in (literal, ai)]
    assert answers[0] == answers[1]


def test_the_most_promising_come_first():
    """The best is what the learned player would play; all are open, each once."""
    table = position("3D 3C 4H 5S 6D 7H 9C JD QC KD AD 2S", "8D 8H TC", turn=0)
    observation = list(table.view(0).observation)
    ids = [action.id for action in table.actions]
    shortlist = list(ids)
    count = bots.most_promising(observation, shortlist, len(ids), 7)
    assert count == 7 and sorted(shortlist) == sorted(ids)
    assert shortlist[0] == bots.learned(observation, ids, len(ids))
    assert bots.most_promising(observation, ids[:3], 3, 7) == 3
    assert PASS not in shortlist
