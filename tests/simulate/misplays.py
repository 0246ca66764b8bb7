"""Leduc poker with computer players that choose what is not open."""

from dataclasses import replace

from examples.leduc import GAME as LEDUC
from examples.leduc.bots import by_the_card
from examples.leduc.knowledge import SEES_CARDS, SEES_PUBLIC
from examples.leduc.rules import CALL, FOLD

from dealt.core.agent import PolicyAgent
from dealt.core.game import Bots

FAR = 99  # beyond all ids


def far(observation, actions, n):
    """An id beyond all others."""
    return FAR


def rarely(observation, actions, n):
    """Plays well, but folds where there is nothing to call, with one card in a few rounds."""
    if observation[SEES_CARDS] == 6 and observation[SEES_PUBLIC] == 1 and actions[0] == CALL:
        return FOLD
    return by_the_card(observation, actions, n)


def forging(observation, actions, n):
    """Writes what it wants to play into the list that it was given."""
    actions[0] = FAR
    return actions[0]


def tidying(observation, actions, n):
    """Chooses what is open, from a list that it has put in another order and cut."""
    best = by_the_card(observation, actions, n)
    for i in range(n):
        actions[i] = actions[n - 1]
    return best


POLICIES = {"far": far, "rarely": rarely, "forging": forging, "tidying": tidying}
BOTS = {name: lambda seed, name=name: PolicyAgent(name, POLICIES[name]) for name in POLICIES}
GAME = replace(LEDUC, bots=Bots({**LEDUC.bots.by_name, **BOTS}))
