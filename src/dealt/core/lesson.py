"""A guided first round of a game, as data: a deal, the moves, and what to say at them.

Each game brings its own. The client plays the moves one by one, lets the learner make those of one
seat, and shows the texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Turn:
    """A move of the round, with its text.

    Attributes:
        text: a message, shown before the move.
        action: the move as it would be typed; if empty, there is only a text to read.
    """

    text: str
    action: str = ""


@dataclass(frozen=True)
class Lesson:
    """A guided round.

    Attributes:
        names: the players, in the order of the seats.
        seed: determines the deal.
        turns: texts and moves, from the deal on; a move may have no text, a text no move.
        end: a message, shown at the end.
        learner: the seat that the learner plays.
        options: the game's options, by name.
    """

    names: tuple[str, ...]
    seed: int
    turns: tuple[Turn | str, ...]
    end: str
    learner: int = 0
    options: Mapping[str, int | str] = field(default_factory=dict)
