"""Leduc poker in dealt and in OpenSpiel, side by side through the whole tree of the game.

At every node the same seat is in turn, the same actions are open, and whatever tells information
states apart in the one does in the other; at every end the points are the same.
"""

import itertools
import sys
from pathlib import Path

import pyspiel

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

from leduc import GAME, rules

theirs_of: dict[object, str] = {}
ours_of: dict[str, object] = {}


def compare(ours, theirs):
    """Return how many nodes there are from here on; AssertionError where the two differ."""
    while theirs.is_chance_node():
        dealt = [move for move in theirs.full_history() if move.player < 0]
        theirs.apply_action(ours.cards[len(dealt)])
    if theirs.is_terminal():
        points = [0, 0]
        rules.score(ours, points)
        assert rules.is_over(ours)
        assert points == theirs.returns()
        return 1
    ids, seen = [0] * GAME.sizes.actions, [0] * GAME.sizes.observation
    actions = ids[: rules.legal(ours, ids)]
    rules.observe(ours, ours.turn, seen)
    state, own_state = theirs.information_state_string(), (ours.turn, *seen)
    assert ours.turn == theirs.current_player()
    assert actions == theirs.legal_actions()
    assert theirs_of.setdefault(own_state, state) == state
    assert ours_of.setdefault(state, own_state) == own_state
    nodes = 1
    for action in actions:
        after = ours.copy()
        rules.apply(after, action)
        nodes += compare(after, theirs.child(action))
    return nodes


total = 0
for deal in itertools.permutations(range(6), 3):
    s = GAME.fresh(2, {})
    rules.deal(s, [*deal, *({*range(6)} - {*deal})])
    total += compare(s, pyspiel.load_game("leduc_poker").new_initial_state())
print(
    f"dealt and OpenSpiel play the same game: {total:,} nodes, {len(ours_of)} information states."
)
