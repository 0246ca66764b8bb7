"""A match step by step: each position with the move that came next."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from dealt.core.arguments import whole_number
from dealt.language import message

if TYPE_CHECKING:
    from dealt.core.agent import Action
    from dealt.core.table import Table


class Step(NamedTuple):
    """One moment of a match.

    Attributes:
        round: number of the round, from 0.
        number: how many actions of the round came before.
        table: an independent table before the move.
        move: the action that came next; None at the end of what was played of the round.
    """

    round: int
    number: int
    table: Table
    move: Action | None


class Steps:
    """The steps of a match as it was when they were asked for, in order.

    Going on from one step to a later one of its round plays only the moves between them; going back
    deals the round again.

    Args:
        deal: takes the number of a round, from 0, and deals it again.
        played: the actions of each round.
    """

    def __init__(self, deal: Callable[[int], Table], played: Sequence[Sequence[Action]]) -> None:
        self._deal = deal
        self._played = played
        self._firsts = [0, *accumulate(len(actions) + 1 for actions in played)]
        self._reached: tuple[int, Table | None] = 0, None

    def __len__(self) -> int:
        return self._firsts[-1]

    def __iter__(self) -> Iterator[Step]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, index: int) -> Step:
        place = range(len(self))[index]
        number = bisect_right(self._firsts, place) - 1
        moves = place - self._firsts[number]
        reached, table = self._reached
        if table is None or reached != number or len(table.history) > moves:
            table = self._deal(number)
            self._reached = number, table
        actions = self._played[number]
        for action in actions[len(table.history) : moves]:
            table.repeat(action)
        return Step(number, moves, table.twin(), actions[moves] if moves < len(actions) else None)

    def of(self, number: int) -> range:
        """The places of a round's steps, by its number from 0.

        Raises:
            SetupError: no such round has been dealt.
        """
        number = whole_number(message("round"), number, 0, len(self._played) - 1)
        return range(*self._firsts[number : number + 2])
