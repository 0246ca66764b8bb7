"""President: endings between two, worked out a second time from the second implementation."""

import random
from functools import cache

import pytest

from dealt.agents.search import SearchAgent
from dealt.core.chance import HIDDEN, new_rng, start
from dealt.games.president import exact, rules
from tests.games.president_tables import DECK, PRESIDENT, position
from tests.oracles import president as oracle


@cache
def can_win(own, other, previous):
    """Whether who is in turn with `own` goes out first."""
    moves = oracle.valid_moves(own, previous) if previous else oracle.valid_moves(own)
    for move in moves:
        left = own - set(move)
        if not left or not can_win(other, left, tuple(move)):
            return True
    return bool(previous) and not can_win(other, own, None)


def small_endings(n):
    """Two hands of two to six cards each, now and then with a move to beat; two more seats out."""
    dice = random.Random(4)
    for _ in range(n):
        sizes = dice.randint(2, 6), dice.randint(2, 6)
        cards = dice.sample(DECK.faces, sum(sizes) + 1)
        hands = cards[: sizes[0]], cards[sizes[0] : -1]
        yield hands, dice.choice([cards[-1], ""])


def test_a_winning_move_wins_and_no_other_does():
    """120 endings: found where and only where the second implementation finds one."""
    wins = 0
    for hands, to_beat in small_endings(120):
        own, other = (frozenset(hand) for hand in hands)
        lead = {"to_beat": to_beat, "mover": 1} if to_beat else {}
        table = position(" ".join(hands[0]), " ".join(hands[1]), "", "", **lead)
        move = exact.winning_move(table._state, 0)
        previous = (to_beat,) if to_beat else None
        assert (move >= 0) == can_win(own, other, previous), (hands, to_beat)
        if move >= 0:
            wins += 1
            text = str(next(a for a in table.actions if a.id == move))
            if text == "pass":
                assert not can_win(other, own, None)
            else:
                left = own - set(text.split())
                assert not left or not can_win(other, left, tuple(text.split()))
    assert 30 < wins < 110


def test_it_says_nothing_where_more_is_unknown():
    """Three players, cards left over, the trade, or hands too large to be worked out."""
    assert exact.winning_move(position("3D 4D", "5D", "6D")._state, 0) == -1
    left_over = position("3D 2S", "4D 5D")._state
    assert exact.winning_move(left_over, 0) >= 0
    left_over.out_of_play = 1 << 50
    assert exact.winning_move(left_over, 0) == -1
    whole = DECK.faces
    large = position(" ".join(whole[::2]), " ".join(whole[1::2]))._state
    before = large.fields()
    assert exact.winning_move(large, 0) == -1
    assert large.fields() == before
    large.phase = rules.GIVING
    assert exact.winning_move(large, 0) == -1


@pytest.mark.parametrize("seed", range(3))
def test_strong_plays_endings_exactly(seed):
    """It takes a move that wins, tries nothing, and says that it is sure."""
    table = position("4D 4C 7H 2S", "5D 6C 9H AS", "", "", names=["A", "B", "C", "D"])
    assert can_win(frozenset(["4D", "4C", "7H", "2S"]), frozenset(["5D", "6C", "9H", "AS"]), None)
    agent = SearchAgent(PRESIDENT, seed, fast=False)
    action = agent.search(table.view(0), table.actions, table.deals(0))
    assert agent.is_sure and not agent.ranking
    assert agent.why == "it wins, whatever the others do"
    assert action.id == exact.winning_move(table._state, 0)


def test_the_other_hand_is_known_when_two_are_left():
    """All possible deals are one, so it does not matter which of them is looked at."""
    table = position("4D 4C 7H 2S", "5D 6C 9H AS", "", "", names=["A", "B", "C", "D"])
    s = table._state.copy()
    rng = new_rng()
    for number in range(5):
        start(rng, number, 0, HIDDEN)
        rules.redeal(s, 0, rng)
        assert s.fields() == table._state.fields()
