"""Cards on a screen: dark ink on paper, five suits told apart by symbol and by colour."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.style import Style
from rich.text import Text

from dealt.cards import FIVE_SUITS, Face
from dealt.clients.screen.looks import FELT, Look

NARROWEST = 2
SMALL_CARD = (2, 1)  # columns and lines within the edges
CARDS = (SMALL_CARD, (4, 3), (7, 5))
Size = tuple[int, int]
QUOTED = r"(?<!\w)'[^'\n]*'(?!\w)"  # typed, or to be typed


class Faces:
    """How the cards of a game look.

    Args:
        faces: all that are known; others are shown as they are written.
        look: the colours.
    """

    def __init__(self, faces: Iterable[Face], look: Look = FELT) -> None:
        self.look = look
        self._looks = {face.text: face for face in faces}
        words = "|".join(sorted((re.escape(t) for t in self._looks if len(t) > 1), reverse=True))
        fills = "".join(re.escape(text) for text in self._looks if self._is_fill(text))
        row = rf"|\b[{fills}]{{2,}}\b" if fills else ""
        self._to_show = re.compile(rf"{QUOTED}|\b(?:{words})\b{row}")

    def _is_fill(self, text: str) -> bool:
        look = self._looks.get(text)
        return look is not None and look.ink in ("red", "black")

    def card_text(self, text: str) -> str:
        """A card as it is shown, two columns: `7♥`; a rank alone has a blank."""
        look = self._looks.get(text)
        if look is None or not look.rank:
            return text.ljust(NARROWEST)
        if look.suit:
            return text[0] + look.suit  # one letter for the ten, too
        return look.rank.ljust(NARROWEST)

    def style(self, text: str) -> Style:
        """The colours of a card."""
        ink = self._looks[text].ink if text in self._looks else "plain"
        look = self.look
        if ink in look.fills:
            return Style(color=FELT.paper, bgcolor=look.fills[ink], bold=True)
        return Style(color=look.inks.get(ink, look.plain), bgcolor=look.paper, bold=True)

    def cards(self, faces: Sequence[str]) -> Text:
        """Cards side by side, a blank between."""
        text = Text()
        for number, face in enumerate(faces):
            text.append(" " if number else "")
            if self._is_fill(face):
                text.append(face, self.style(face))
            else:
                text.append(self.card_text(face), self.style(face))
        return text

    def strip(self, faces: Iterable[str]) -> Text:
        """Cards of one letter side by side, with nothing between."""
        text = Text()
        for face in faces:
            text.append(face, self.style(face))
        return text

    def within(self, text: str, style: str = "") -> Text:
        """A text whose cards are shown as such; what stands in quotes stays as it is."""
        styled = Text(style=style)
        end = 0
        for face in self._to_show.finditer(text):
            if face[0][0] == "'":
                continue
            styled.append(text[end : face.start()])
            is_card = face[0] in self._looks
            styled.append_text(self.cards([face[0]]) if is_card else self.strip(face[0]))
            end = face.end()
        styled.append(text[end:])
        return styled

    def row(
        self, faces: Sequence[str | None], card: Size = SMALL_CARD, edge: str = ""
    ) -> list[Text]:
        """Cards with edges; None: face down. Without cards it is an empty place.

        Args:
            faces: from left to right.
            card: columns and lines within the edges.
            edge: the style of the edges; empty: the usual one.
        """
        width, height = card
        edge = edge or self.look.edge
        if not faces:
            return [
                Text(line, edge)
                for line in (
                    f"╭{'┄' * width}╮", *[f"┆{' ' * width}┆"] * height, f"╰{'┄' * width}╯"
                )
            ]  # fmt: skip
        side = "─" * width
        lines = [Text("│", edge) for _ in range(height)]
        for face in faces:
            for line, inside in zip(lines, self.inside(face, card), strict=True):
                line.append_text(inside).append("│", edge)
        above = Text("╭" + "┬".join(side for _ in faces) + "╮", edge)
        return [above, *lines, Text("╰" + "┴".join(side for _ in faces) + "╯", edge)]

    def inside(self, face: str | None, card: Size, *, reverse: bool = False) -> list[Text]:
        """A card without its edges."""
        width, height = card
        if face is None:
            return [Text("░" * width, self.look.back) for _ in range(height)]
        style = self.style(face) + Style(reverse=reverse)
        text = self.card_text(face)
        lines = [Text(" " * width, style) for _ in range(height)]
        lines[0] = Text(text.ljust(width), style)
        if height > 1:
            lines[-1] = Text(text.strip().rjust(width), style)
        if height > CARDS[1][1] and face in self._looks:
            lines[height // 2] = Text(self._looks[face].suit.center(width), style)
        return lines

    def backs(self, count: int, width: int) -> Text:
        """Cards face down that overlap, in one line; nothing where they do not all fit."""
        return Text("▌" * count if count <= width else "", self.look.back)


USUAL = Faces(FIVE_SUITS.face_of(face) for face in FIVE_SUITS.faces)


def with_cards(text: str, style: str = "") -> Text:
    """A text whose usual cards are shown as such."""
    return USUAL.within(text, style)


def key_text(label: str, action: str) -> Text:
    """The name of a key, which does the same when it is clicked."""
    where = action if action.startswith("app.") else f"screen.{action}"
    return Text(label, Style(meta={"@click": where}))


def beside(blocks: Sequence[Sequence[Text]], gap: int = 3) -> list[Text]:
    """Blocks of lines side by side."""
    widths = [max((line.cell_len for line in block), default=0) for block in blocks]
    height = max((len(block) for block in blocks), default=0)
    lines = []
    for row in range(height):
        text = Text()
        for block, width in zip(blocks, widths, strict=True):
            part = block[row].copy() if row < len(block) else Text()
            part.pad_right(width - part.cell_len + gap)
            text.append_text(part)
        text.rstrip()
        lines.append(text)
    return lines
