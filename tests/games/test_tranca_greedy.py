"""Tranca: the computer player that looks one action ahead."""

import random
from collections import Counter

import pytest

from dealt.games.tranca import GAME, bots, rules
from dealt.games.tranca.state import TURN_LIMIT, WENT_OUT
from tests.games.tranca_tables import CLEAN, dealt_round, position


def chosen(table):
    """What the computer player does in a position."""
    legal_ids = [action.id for action in table.actions]
    action = bots.greedy(
        list(table.view(table.seat_in_turn).observation), legal_ids, len(legal_ids)
    )
    return GAME.words.action_text(action)


@pytest.mark.parametrize(
    ("cards", "pile", "laid", "action"),
    [
        # the pile: on a sequence, the longest first; as a new one; with a two for four cards
        ("9C 9D 9H KS", "7C", ["4C 5C 6C"], "take on 1"),
        ("9C 9D 9H KS", "7C", ["4C 5C 6C|7D 7H 7S 7S|4C 5C 6C"], "take on 2"),
        ("5C 6C 7D 7H KS", "7C", [""], "take new 5C 6C 7C"),
        ("7D 7H KS KD QD", "7C", [""], "take new 7C 7D 7H"),
        ("8D 8H 5C 6C KS", "8C", [""], "take new 8C 8D 8H"),
        ("7D 2H KS JS", "4D 4H 8D", [""], "draw"),
        ("7D 2H KS JS", "4D 4H 4S 8D", [""], "take new 7D 8D 2"),
        ("AD AH 2H KS QD", "4D 4H TC AC", [""], "take new AC AD AH"),
        ("5D 2H 6H KS QD", "4D 4H 4C 5C", [""], "take new 5C 5D 2"),
        ("5D 2H 6C KS QD", "4D 4H 4C 5C", [""], "take new 5C 6C 2"),
        ("4D 5C 6C KS", "4C", ["4H 4S 4S", CLEAN], "take on 1"),
        ("2C 2H KS QD", "4D 4H TC QH 2D", [""], "draw"),
        ("2C 2H KS QS", "4D 4H TC TH 2D", [""], "take new QS KS 2"),
        ("KS JD", "3C", ["9S TS JS"], "draw"),
    ],
)
def test_the_computer_player_takes_the_pile_when_it_is_worth_it(cards, pile, laid, action):
    """It spends a two for four cards and more, and none for three twos."""
    assert chosen(position(cards, pile=pile, laid=laid)) == action


@pytest.mark.parametrize(
    ("cards", "laid", "action"),
    [
        # natural cards on the longest sequence below seven, then new sequences, then twos
        ("7C 7D 7H 7S KS", ["4C 5C 6C|4D 5D 6D|4D 5D 6D 8D 2S"], "lay 7D on 3"),
        ("5H JC 4D KS", [f"{CLEAN}|5D 5C 5S"], "lay 5H on 2"),
        ("JC 4D KS", [CLEAN], "lay JC on 1"),
        ("5H 6H 7H KS KD KC 2D", ["QD QS QC"], "new 5H 6H 7H"),
        ("5H 5D 5C KS KD KC", [""], "new KC KD KS"),
        ("5H 5D 2C 9S TS", [""], "new 9S TS 2"),
        ("5H 5D 2C AS AD 8C", [""], "new AD AS 2"),
        ("5H 2C 9D KS", ["4C 5C 6C 7C 8C 9C|4D 4H 4S"], "lay 2 on 1"),
        ("5H 6H 2C KS", ["4C 5C 6C 7C 8C 9C|4D 4H 4S"], "lay 2 on 1"),
        ("5H 6H 2C KS", ["4C 5C 6C 7C 8C|4D 4H 4S"], "new 5H 6H 2"),
        ("5H 9H 2C KS", ["4D 4H 4S|4C 5C 6C 7C 8C"], "lay 2 on 2"),
        ("5H 9H 2C KS", [f"{CLEAN}|4D 4H 4S"], "lay 2 on 2"),
        ("5H 9H 2C KS", [CLEAN], "lay 2 on 1"),
        # three twos are kept; trancas go first, twos last
        ("2C 2D 2H KS 3C", [""], "discard 3C"),
        ("2C 2D 2H KS", [""], "discard KS"),
        ("2C 2D", [""], "discard 2C"),
        ("KS 3S 4D", [""], "discard 3S"),
        # what goes least with the hand: pairs and neighbours stay, then those one rank apart
        ("6H 6S 9C", [""], "discard 9C"),
        ("6H 7H 9C", [""], "discard 9C"),
        ("6H 8H 9C", [""], "discard 9C"),
        ("6H 8H 9C TC", [""], "discard 8H"),
        ("6H 8H KS", [""], "discard KS"),
        ("6D 6H 9C TC", [""], "discard 9C"),
        ("6C 7C 9D 9H", [""], "discard 9D"),
        ("4H QS AS", [""], "discard 4H"),
        ("4H 7H JC JC", [""], "discard 4H"),
        ("2C 4C 6H", [""], "discard 4C"),
        ("AC 2D KH", [""], "discard AC"),
        ("5D 9C AS", [""], "discard AS"),
        ("9C 8D AS AS", [""], "discard 9C"),
        # not what the others can use; one's own sequence counts less
        ("9C 8D", ["", "TC JC QC"], "discard 8D"),
        ("9C 8D", ["", "9D 9H 9S"], "discard 8D"),
        ("9C 8D", ["", "6C 7C 2S"], "discard 8D"),
        ("JC 8D", ["", "6C 7C 8C 2H"], "discard JC"),
        ("9C 8D", ["", "6D 7D 8D"], "discard 9C"),
        ("9C 8D", ["", "4C 4D 4H|2C 2C 2C|TC JC QC"], "discard 8D"),
    ],
)
def test_the_computer_player_lays_down_and_discards(cards, laid, action):
    """What it does with a hand after drawing."""
    assert chosen(position(cards, laid=laid, playing=True)) == action


def bots_round(seats, seed, players):
    """A round of computer players (True) and others who play by chance."""
    dice = random.Random(seed)
    deck = GAME.deck_for(seats, {}).cards()
    dice.shuffle(deck)
    s = dealt_round(seats, deck, seed % seats, **GAME.option_values({}))
    out, observation, points = [0] * GAME.sizes.actions, [0] * GAME.sizes.observation, [0] * seats
    while not rules.is_over(s):
        n = rules.legal(s, out)
        rules.observe(s, s.turn, observation)
        action = bots.greedy(observation, out, n) if players[s.turn] else dice.choice(out[:n])
        rules.apply(s, action)
    rules.score(s, points)
    return s, points


@pytest.mark.no_cover
def test_rounds_of_computer_players_end_by_play():
    """60 rounds of four: none is stopped by the turn limit, most end by going out."""
    ends = Counter(bots_round(4, seed, [True] * 4)[0].outcome for seed in range(60))
    assert ends[TURN_LIMIT] == 0 and ends[WENT_OUT] > 40


@pytest.mark.no_cover
def test_a_pair_of_computer_players_beats_a_pair_that_plays_by_chance():
    """Nine rounds of ten at least."""
    results = [
        bots_round(4, seed, [seed % 2 == seat % 2 for seat in range(4)]) for seed in range(40)
    ]
    won = sum(points[seed % 2] > points[1 - seed % 2] for seed, (_, points) in enumerate(results))
    assert won >= 36


@pytest.mark.parametrize(
    ("cards", "laid", "action"),
    [
        ("9C 8D", ["TC JC QC"], "discard 8D"),
        ("9C 8D", ["TC JC QC", "9D TD JD"], "discard 9C"),
        ("9C 8D", ["", "", "TC JC QC"], "discard 8D"),
        ("9C 8D", ["", "4H 4D 4S", "KD KH KS|TC JC QC"], "discard 8D"),
    ],
)
def test_the_computer_player_keeps_what_sides_can_use(cards, laid, action):
    """Each of the others counts twice as much as its own side, whose sequence it may not lay on."""
    table = position(cards, laid=laid, seats=3, playing=True, mortos=())
    assert chosen(table) == action
