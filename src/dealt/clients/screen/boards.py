"""The table of any game, drawn from the parts that lie open for all, as large as there is room."""

from __future__ import annotations

from dealt.clients.screen.drawing import Block, Scale
from dealt.clients.screen.faces import CARDS, SMALL_CARD, Faces
from dealt.clients.screen.frames import seat_lines
from dealt.clients.screen.layouts import Listing, Round
from dealt.service import protocol as p

ROUND = (*(Scale(card, is_fanned=True) for card in CARDS[::-1]), Scale(SMALL_CARD))
LEAST_WIDTH = dict(zip(CARDS, (0, 60, 100), strict=True))  # of a table with such cards
LISTED = (Scale(SMALL_CARD), Scale(None), Scale(None, is_dense=True))  # the largest first


def board_lines(frame: p.TableFrame, faces: Faces, width: int, height: int) -> Block:
    """The table, drawn for so many columns; longer lines are folded by the screen.

    The largest drawing that fits into so many lines; if none does, the smallest.
    """
    if frame.board is None:
        return seat_lines(frame, faces.look.quiet)
    for scale in ROUND:
        if width < LEAST_WIDTH[scale.card or SMALL_CARD]:
            continue
        seated = Round(frame, faces, width, scale).lines(height)
        if seated is not None:
            return seated
    lines: Block = []
    for scale in LISTED:
        lines = Listing(frame, faces, width, scale).lines()
        if folded_height(lines, width) <= height:
            break
    return lines


def folded_height(lines: Block, width: int) -> int:
    """How many lines they take once the long ones are folded."""
    return sum(max(1, -(-line.cell_len // width)) for line in lines)
