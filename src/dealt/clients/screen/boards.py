"""The table of any game, drawn from the parts that lie open for all, as large as there is room."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from dealt.clients.screen.drawing import Block, Scale
from dealt.clients.screen.faces import CARDS, SMALL_CARD, Faces
from dealt.clients.screen.frames import seat_lines
from dealt.clients.screen.layouts import Listing, Round
from dealt.clients.screen.scenes import is_scene, scene_lines
from dealt.core.zones import Hand
from dealt.service.table import protocol as p

ROUND = (*(Scale(card, is_fanned=True) for card in CARDS[::-1]), Scale(SMALL_CARD))
LEAST_WIDTH = dict(zip(CARDS, (0, 60, 100), strict=True))  # of a table with such cards
LISTED = (Scale(SMALL_CARD), Scale(None), Scale(None, is_dense=True))  # the largest first


def board_lines(
    frame: p.TableFrame, faces: Faces, width: int, height: int, hands: Sequence[Hand] = ()
) -> Block:
    """The table, drawn for so many columns; longer lines are folded by the screen.

    The largest drawing that fits into so many lines; if none does, the smallest. At the end of a
    round the scene comes first.

    Args:
        frame: the table.
        faces: how its cards look.
        width: columns.
        height: lines.
        hands: what was left after a round, as far as it is known.
    """
    if frame.board is None:
        return seat_lines(frame, faces.look.quiet)
    if is_scene(frame):
        scene = [*scene_lines(frame, faces, width, hands), Text()]
        return scene + _table_lines(frame, faces, width, height - len(scene))
    return _table_lines(frame, faces, width, height)


def _table_lines(frame: p.TableFrame, faces: Faces, width: int, height: int) -> Block:
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
