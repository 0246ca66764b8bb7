"""Players of one's own, of every kind, by name: `tests.players:Hasty`."""

import os
import random
import signal
import sys
import time

from dealt.core.agent import PolicyAgent


class Hasty:
    """A class without a name and without a constructor: the last action."""

    def choose(self, view, actions):
        return actions[-1]


class Dice:
    """Chances of its own, by the seed."""

    name = "Dice"

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.why = "the dice fell so"

    def choose(self, view, actions):
        return self.chance.choice(actions)


class Planner:
    """It wants to know its game, and looks at possible deals."""

    def __init__(self, *, game, seed=0, depth=2):
        self.name = f"planner of {game.name}"

    def search(self, view, actions, deals):
        assert deals.one(1).seats == len(view.names)
        return actions[0]


class Counting:
    """It remembers how often it was asked."""

    name = "counting"

    def __init__(self):
        self.times = 0

    def choose(self, view, actions):
        self.times += 1
        return actions[self.times % len(actions)]


class Demanding:
    """It cannot be made from a seed."""

    def __init__(self, depth, width):
        self.depth, self.width = depth, width

    def choose(self, view, actions):
        return actions[0]


class Mute:
    """No player: it never chooses."""


class Refusing(Hasty):
    """It cannot be made at all."""

    def __init__(self):
        raise LookupError("no model\nhere")


class Crashing:
    name = "crashing"

    def choose(self, view, actions):
        return actions[len(actions)]


class Cheating:
    name = "cheating"

    def choose(self, view, actions):
        return "no such thing"


class Endless:
    """It never comes to an end."""

    name = "endless"

    def choose(self, view, actions):
        while True:
            time.sleep(0.01)


class Leaving(Hasty):
    """It ends the program when it is made."""

    def __init__(self):
        sys.exit(2)


class Silent(Hasty):
    """It ends the program when it is asked why."""

    @property
    def why(self):
        sys.exit(2)


class Asking:
    """It asks another player at a table with a possible deal."""

    name = "asking"

    def search(self, view, actions, deals):
        choice = deals.table(len(deals.past)).choice_of("random")
        return next(action for action in actions if action.id == choice.id)


def leaves(view, actions):
    """It ends the program, as if all were well."""
    sys.exit(0)


def vanishes(view, actions):
    """It ends its process at once."""
    os._exit(0)


def interrupts(view, actions):
    raise KeyboardInterrupt


def closes(view, actions):
    raise GeneratorExit("so")


def waits(view, actions):
    """Somebody presses Ctrl-C while it thinks."""
    signal.raise_signal(signal.SIGINT)
    return actions[0]


def says(view, actions):
    """It prints."""
    print("thinking")
    return actions[0]


def talks(view, actions):
    """It prints, also past Python's stream."""
    os.write(1, b"deeply\n")
    return says(view, actions)


def first(view, actions):
    """A policy."""
    return actions[0].id


def highest(obs, actions, n):
    """A policy in the language of the rules."""
    return actions[n - 1]


def beyond(obs, actions, n):
    """One that looks beyond what it sees."""
    return actions[n + obs[0]]


def reading(obs, actions, n):
    """One that cannot be compiled."""
    return actions[len(time.strftime("%Y")) % n]


def made(seed):
    """A function of the seed."""
    return Dice(seed)


def made_of_nothing():
    return PolicyAgent("made", highest)


def made_policy(seed):
    return first


def makes_nothing(seed):
    return seed


counting = Counting()
NUMBERS = [1, 2]
WORD = "word"
