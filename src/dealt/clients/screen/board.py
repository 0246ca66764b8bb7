"""The board on the screen, with a line about its hidden part."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from dealt.clients.screen.drawing import Block, Scale
from dealt.clients.screen.frame_text import seat_lines
from dealt.clients.screen.layouts import Listing, Round
from dealt.clients.screen.looks import CARDS, SMALL_CARD, Faces, key_text
from dealt.clients.screen.round_end import is_scene, scene_lines
from dealt.core.zones import Hand
from dealt.language import say_n
from dealt.service.table import protocol as p

ROUND = (*(Scale(card, is_fanned=True) for card in CARDS[::-1]), Scale(SMALL_CARD))
LEAST_WIDTH = dict(zip(CARDS, (0, 60, 100), strict=True))  # of a table with such cards
_LISTED = (Scale(SMALL_CARD), Scale(None), Scale(None, is_dense=True))  # the largest first


def board_lines(
    frame: p.TableFrame, faces: Faces, width: int, height: int, hands: Sequence[Hand] = ()
) -> Block:
    """Draw the table in this many columns; the screen folds longer lines.

    The largest drawing that fits the height; if none does, the smallest. At the end of a round the
    scene comes first.

    Args:
        frame: the table.
        faces: the appearance of its cards.
        width: columns.
        height: lines.
        hands: the hands left after a round, as far as they are known.
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
    for scale in _LISTED:
        lines = Listing(frame, faces, width, scale).lines()
        if _folded_height(lines, width) <= height:
            break
    return lines


def _folded_height(lines: Block, width: int) -> int:
    """The number of lines once long ones are folded."""
    return sum(max(1, -(-line.cell_len // width)) for line in lines)


NARROWEST = 30


class Area(Vertical):
    """A table, drawn again whenever its size changes."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - as Textual calls it
        super().__init__(id=id)
        self._content: tuple[p.TableFrame, Faces] | None = None
        self._hands: Sequence[Hand] = ()

    def compose(self) -> ComposeResult:
        """Show the board, and a line about its hidden part."""
        with VerticalScroll(id="board", can_focus=False):
            yield Static(id="board-text")
        yield Static(id="more")

    def on_mount(self) -> None:
        """Watch how much is hidden."""
        for attribute in ("scroll_y", "virtual_size"):
            self.watch(self._board, attribute, self._show_more, init=False)

    def on_resize(self) -> None:
        """Draw the board for its new size."""
        self._draw()

    @property
    def _board(self) -> VerticalScroll:
        return self.query_one("#board", VerticalScroll)

    def show(self, frame: p.TableFrame, faces: Faces, hands: Sequence[Hand] = ()) -> None:
        """Draw a table; new content begins at the top.

        Args:
            frame: the table.
            faces: the appearance of its cards.
            hands: the hands left after a round.
        """
        before = None if self._content is None else self._content[0]
        self._content, self._hands = (frame, faces), hands
        self._draw()
        if before is None or (before.phase, before.round) != (frame.phase, frame.round):
            self._board.scroll_home(animate=False)

    def _draw(self) -> None:
        if self._content is None or not self.size.height:
            return
        width = max(NARROWEST, self.size.width - 2)
        lines = board_lines(*self._content, width, self.size.height, self._hands)
        if len(lines) > self.size.height:  # the bar on the right takes columns
            lines = board_lines(*self._content, width - 1, self.size.height, self._hands)
        self.query_one("#board-text", Static).update(Text("\n").join(lines))
        self.call_after_refresh(self._show_more)

    def turn(self, pages: int) -> None:
        """Scroll the board by pages."""
        self._board.scroll_relative(y=pages * (self._board.size.height - 1), animate=False)

    def _show_more(self) -> None:
        """Show how much is hidden above and below."""
        above = round(self._board.scroll_y)
        below = max(0, self._board.virtual_size.height - above - self._board.size.height)
        parts = []
        if below:
            label = say_n("▼ 1 more line: PgDn", "▼ {n} more lines: PgDn", below)
            parts.append(key_text(label, "turn(1)"))
        if above:
            label = say_n("▲ 1 line above: PgUp", "▲ {n} lines above: PgUp", above)
            parts.append(key_text(label, "turn(-1)"))
        more = self.query_one("#more", Static)
        more.display = bool(parts)
        more.update(Text("   ").join(parts))
