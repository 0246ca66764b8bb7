"""Cards on a screen: dark ink on paper, five suits told apart by symbol and by colour."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.style import Style
from rich.text import Text

from dealt.cards import FIVE_SUITS, Face

PAPER = "#f4f1e6"
DARK = "#1b1b1f"
# told apart with normal and with colour-blind sight, each 4.8:1 or better on the paper
INKS = {
    "spades": DARK, "hearts": "#c1121f", "diamonds": "#0a58ff", "clubs": "#6b4f9e",
    "patriots": "#00806a",
}  # fmt: skip
FILLS = {"red": "#b3001b", "black": DARK}  # of cards that are one colour
BACK = Style(color="#dfe7d8", bgcolor="#35597c")
BACK_TEXT = "░░"
EDGE = Style(color="#8fa79b")
NARROWEST = 2
QUOTED = r"(?<!\w)'[^'\n]*'(?!\w)"  # typed, or to be typed


class Faces:
    """How the cards of a game look.

    Args:
        faces: all that are known; others are shown as they are written.
    """

    def __init__(self, faces: Iterable[Face]) -> None:
        self._looks = {face.text: face for face in faces}
        words = "|".join(sorted((re.escape(t) for t in self._looks if len(t) > 1), reverse=True))
        fills = "".join(re.escape(text) for text in self._looks if self._is_fill(text))
        row = rf"|\b[{fills}]{{2,}}\b" if fills else ""
        self._to_show = re.compile(rf"{QUOTED}|\b(?:{words})\b{row}")

    def _is_fill(self, text: str) -> bool:
        look = self._looks.get(text)
        return look is not None and look.ink in FILLS

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
        if ink in FILLS:
            return Style(color=PAPER, bgcolor=FILLS[ink], bold=True)
        return Style(color=INKS.get(ink, DARK), bgcolor=PAPER, bold=True)

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

    def row(self, faces: Sequence[str | None]) -> list[Text]:
        """Three lines of cards with edges; None: face down. Without cards it is an empty place."""
        lines = [Text() for _ in range(3)]
        if not faces:
            for line, outline in zip(lines, ("╭┄┄╮", "┆  ┆", "╰┄┄╯"), strict=True):
                line.append(outline, EDGE)
            return lines
        lines[0].append("╭" + "┬".join("──" for _ in faces) + "╮", EDGE)
        lines[1].append("│", EDGE)
        for face in faces:
            if face is None:
                lines[1].append(BACK_TEXT, BACK)
            else:
                lines[1].append(self.card_text(face), self.style(face))
            lines[1].append("│", EDGE)
        lines[2].append("╰" + "┴".join("──" for _ in faces) + "╯", EDGE)
        return lines


USUAL = Faces(FIVE_SUITS.face_of(face) for face in FIVE_SUITS.faces)


def with_cards(text: str, style: str = "") -> Text:
    """A text whose usual cards are shown as such."""
    return USUAL.within(text, style)


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
