"""Cards on a screen: dark ink on paper, five suits told apart by symbol and by colour."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from dealt.cards import RANKS, SUIT_SYMBOLS, SUITS

PAPER = "#f4f1e6"
# told apart with normal and with colour-blind sight, each 4.8:1 or better on the paper
INKS = {"S": "#1b1b1f", "H": "#c1121f", "D": "#0a58ff", "C": "#6b4f9e", "P": "#00806a"}
PLAIN_INK = INKS["S"]
BACK = Style(color="#dfe7d8", bgcolor="#35597c")
BACK_TEXT = "░░"
EDGE = Style(color="#8fa79b")
PENNEY = {
    "R": Style(color=PAPER, bgcolor="#b3001b", bold=True),
    "B": Style(color=PAPER, bgcolor="#1b1b1f", bold=True),
}
NARROWEST = 2
FACE = re.compile(rf"\b[{RANKS}][{SUITS}]\b")
COLOURS = re.compile(r"\b[RB]{3}\b")
QUOTED = r"(?<!\w)'[^'\n]*'(?!\w)"  # typed, or to be typed
TO_SHOW = re.compile(f"{QUOTED}|{FACE.pattern}|{COLOURS.pattern}")


def is_face(text: str) -> bool:
    """Whether a text is a card with a suit."""
    return FACE.fullmatch(text) is not None


def shown(face: str) -> str:
    """A card as it is shown, two columns: `7♥`; a rank alone has a blank."""
    if is_face(face):
        return face[0] + SUIT_SYMBOLS[face[1]]
    return face.ljust(NARROWEST)


def ink(face: str) -> Style:
    """The colours of a card."""
    return Style(color=INKS.get(face[1:], PLAIN_INK), bgcolor=PAPER, bold=True)


def cards(faces: Sequence[str]) -> Text:
    """Cards side by side, a blank between."""
    made = Text()
    for number, face in enumerate(faces):
        made.append(" " if number else "")
        made.append(shown(face), ink(face))
    return made


def with_cards(text: str, style: str = "") -> Text:
    """A text whose cards are shown as such, and choices of Penney's game in their colours.

    What stands in quotes stays as it is.
    """
    made = Text(style=style)
    end = 0
    for found in TO_SHOW.finditer(text):
        if found[0][0] == "'":
            continue
        made.append(text[end : found.start()])
        if is_face(found[0]):
            made.append(shown(found[0]), ink(found[0]))
        else:
            made.append_text(colours(found[0]))
        end = found.end()
    made.append(text[end:])
    return made


def colours(text: str) -> Text:
    """Colours of Penney's game: each R and B on its own ground, other letters as they are."""
    made = Text()
    for letter in text:
        made.append(letter, PENNEY.get(letter))
    return made


def row_of_cards(faces: Sequence[str | None]) -> list[Text]:
    """Three lines of cards with edges; None: face down. Without cards it is an empty place."""
    lines = [Text() for _ in range(3)]
    if not faces:
        for line, drawn in zip(lines, ("╭┄┄╮", "┆  ┆", "╰┄┄╯"), strict=True):
            line.append(drawn, EDGE)
        return lines
    lines[0].append("╭" + "┬".join("──" for _ in faces) + "╮", EDGE)
    lines[1].append("│", EDGE)
    for face in faces:
        lines[1].append(
            BACK_TEXT if face is None else shown(face), BACK if face is None else ink(face)
        )
        lines[1].append("│", EDGE)
    lines[2].append("╰" + "┴".join("──" for _ in faces) + "╯", EDGE)
    return lines


def beside(blocks: Sequence[Sequence[Text]], gap: int = 3) -> list[Text]:
    """Blocks of lines side by side."""
    widths = [max((line.cell_len for line in block), default=0) for block in blocks]
    height = max((len(block) for block in blocks), default=0)
    lines = []
    for row in range(height):
        made = Text()
        for block, width in zip(blocks, widths, strict=True):
            part = block[row].copy() if row < len(block) else Text()
            part.pad_right(width - part.cell_len + gap)
            made.append_text(part)
        made.rstrip()
        lines.append(made)
    return lines
