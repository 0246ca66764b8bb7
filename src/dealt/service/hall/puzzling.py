"""Puzzles as clients see them: a position from the seat to move, and how its moves compare."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from dealt.core.presentation import with_orders
from dealt.errors import SetupError
from dealt.games import registered
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.frames import open_actions
from dealt.service.table.refusals import Refused

if TYPE_CHECKING:
    from dealt.history.puzzles import Puzzle

_LOG_LINES = 30


def encoded_puzzle(message: m.Puzzle, today: str) -> bytes:
    """A frame with a puzzle, and with its answer once a move is chosen.

    Args:
        message: which puzzle.
        today: the date whose puzzle it is unless it has a number.

    Raises:
        Refused: no puzzle has this number, or the move is not open.
    """
    from dealt.history import puzzles  # the search: not before somebody asks

    try:
        game = registered(message.game)
    except SetupError as error:
        raise Refused("unknown", error) from None
    some = [each for each in puzzles.collection() if each.record.game == game.name]
    if not 0 < (message.number or 1) <= len(some):
        raise Refused(
            "unknown", "no puzzle {n}: there are 1 to {last}", n=message.number or 1, last=len(some)
        )
    number = message.number or 1 + some.index(puzzles.of_day(some, today))
    puzzle = some[number - 1]
    return p.encode(framed(puzzle, message, number, len(some)))


def framed(puzzle: Puzzle, message: m.Puzzle, number: int, total: int) -> p.PuzzleFrame:
    """A puzzle as its seat sees it."""
    from dealt.history.judging import amount

    table = puzzle.table
    seat, moves = table.seat_in_turn, len(table.history)
    view = table.view(seat)
    solution = None
    if message.action is not None:
        chosen = [each.text for each in table.actions if each.id == message.action]
        if not chosen:
            raise Refused("illegal", "that move is not open now")
        unit, costs = puzzle.judged.unit, {**puzzle.costs, puzzle.move: puzzle.cost}
        solution = p.Solution(
            right=chosen == [puzzle.best],
            best=table.read(puzzle.best).id,
            text=puzzle.answer(*chosen),
            costs=[
                (table.read(text).id, amount(cost, unit), amount(error, unit) if error else "")
                for text, (cost, error) in sorted(costs.items(), key=itemgetter(1))
            ],
        )
    return p.PuzzleFrame(
        ack=message.ack,
        game=table.game.name,
        title=puzzle.title,
        number=number,
        total=total,
        names=list(table.names),
        seat=seat,
        board=view.open,
        zones=list(with_orders(table.game, view.own).zones),
        actions=open_actions(table),
        log=[table.event(n, seat) for n in range(max(0, moves - _LOG_LINES), moves)],
        solution=solution,
    )
