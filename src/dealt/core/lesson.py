"""A guided first round of a game, as data: a deal, the moves, and what is said at which of them.

A game brings its own; whoever shows it plays the moves one after the other, lets the learner do
those of one seat, and says the texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Turn:
    """A move of the round, with words.

    Attributes:
        text: a message, said before the move is done.
        action: the move as it is typed; empty: nothing is done, the text is read.
    """

    text: str
    action: str = ""


@dataclass(frozen=True)
class Lesson:
    """A guided round.

    Attributes:
        names: who plays, in the order of the seats.
        seed: decides the deal.
        turns: what is said and done, from the deal on; moves without words as texts alone.
        end: a message, said when all is done.
        learner: the seat whose moves the learner does.
        options: of the game, by name.
    """

    names: tuple[str, ...]
    seed: int
    turns: tuple[Turn | str, ...]
    end: str
    learner: int = 0
    options: Mapping[str, int | str] = field(default_factory=dict)
