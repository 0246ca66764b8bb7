"""The looks: colours, and the drawing of cards."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.style import Style
from rich.text import Text
from textual.theme import Theme

from dealt.cards import FIVE_SUITS, Face
from dealt.clients.first_frame import FIRST, GROUNDS
from dealt.errors import DealtError
from dealt.language import message
from dealt.storage.files import TextFile, new_folder

DARK = "#1b1b1f"
# told apart with normal and with colour-blind sight, each 4.8:1 or better on the paper
_INKS = {
    "spades": DARK, "hearts": "#c1121f", "diamonds": "#0a58ff", "clubs": "#6b4f9e",
    "patriots": "#00806a",
}  # fmt: skip
_SIXTEEN = {
    "spades": "black", "hearts": "red", "diamonds": "blue", "clubs": "magenta", "patriots": "green",
}  # fmt: skip


@dataclass(frozen=True)
class Look:
    """Colours and styles in Rich's notation.

    Attributes:
        title: the name that people read.
        theme: the colours of everything except the cards and texts about them.
        quiet: of secondary text.
        edge: of cards.
        best: of the edges of cards to beat, of what is below the card at the cursor, of the effect
            of Enter.
        late, chip: of the last seconds, of counted things.
        paper: of cards; `default`: none.
        back: of cards face down.
        plain: the ink of cards without a suit.
        inks: by suit.
        fills: of cards that are one colour.
    """

    title: str
    theme: Theme
    quiet: str
    edge: str
    best: str
    late: str
    chip: str
    paper: str
    back: str
    plain: str = DARK
    inks: Mapping[str, str] = field(default_factory=lambda: _INKS)
    fills: Mapping[str, str] = field(default_factory=lambda: {"red": "#b3001b", "black": DARK})

    @property
    def name(self) -> str:
        """The name under which the look is remembered."""
        return self.theme.name


_DEFAULTS = (  # left to the terminal
    *("bar-text", "bar-back", "border-blurred", "screen-selection-background"),
    *("screen-selection-foreground", "scrollbar", "scrollbar-background", "scrollbar-hover"),
    *("scrollbar-background-hover", "scrollbar-active", "scrollbar-background-active"),
    *("scrollbar-corner-color", "block-cursor-foreground", "block-cursor-background"),
    *("block-hover-background", "input-cursor-foreground", "input-cursor-background"),
    *("input-selection-foreground", "input-selection-background"),
)
_IN_REVERSE = {
    **dict.fromkeys(_DEFAULTS, "ansi_default"),
    "head-style": "bold reverse",
    "mark-style": "bold underline",
    "bar-style": "bold reverse",
    "ansi-background": "ansi_black",
    "ansi-foreground": "ansi_white",
    "block-cursor-text-style": "bold reverse",
    "input-cursor-text-style": "reverse",
}


def _coloured(
    title: str, name: str, accent: str, warning: str, surface: str, quiet: str, edge: str,
    rim: str, *, is_dark: bool = True, **cards: Any,
) -> Look:  # fmt: skip
    """A look in 24-bit colours: `edge` is of borders, `rim` of cards."""
    background, panel, foreground = GROUNDS[name]
    theme = Theme(
        name, primary=accent, accent=accent, warning=warning, foreground=foreground,
        background=background, surface=surface, panel=panel, dark=is_dark,
        variables={
            "quiet": quiet, "edge": edge, "bar-text": background, "bar-back": accent,
            "head-style": "bold", "bar-style": "bold", "mark-style": "bold",
        },
    )  # fmt: skip
    return Look(title, theme, quiet, rim, f"bold {accent}", f"bold {warning}", **cards)


def _in_terminal_colours(title: str, name: str, accent: str, late: str, **cards: Any) -> Look:
    """A look in the terminal's own colours."""
    own, ansi = "ansi_default", f"ansi_{accent}"
    theme = Theme(
        name, primary=ansi, accent=ansi, warning=ansi, foreground=own, background=own, surface=own,
        panel=own, boost=own, ansi=True, variables={"quiet": own, "edge": own, **_IN_REVERSE},
    )  # fmt: skip
    best = "bold" if accent == "default" else f"bold {accent}"
    return Look(title, theme, "default", "default", best, late, chip=accent, **cards)


FELT = _coloured(
    message("green felt"), FIRST, "#ffd166", "#ffb703", surface="#183a2b", quiet="#b4c8ba",
    edge="#3d6b54", rim="#8fa79b", chip="#e3b94a", paper="#f4f1e6", back="#dfe7d8 on #35597c",
)  # fmt: skip
DAY = _coloured(
    message("light"), "paper", "#00594a", "#9c4500", surface="#eae6d8", quiet="#4c564f",
    edge="#a59f8a", rim="#8b8672", is_dark=False, chip="#7a5900", paper="#ffffff",
    back="#f6f4ec on #35597c",
)  # fmt: skip
TERMINAL = _in_terminal_colours(  # to be read on black and on white
    message("the terminal's own colours"), "terminal", "magenta", "bold magenta", paper="white",
    back="white on blue", plain="black", inks=_SIXTEEN, fills={"red": "red", "black": "black"},
)  # fmt: skip
PLAIN = _in_terminal_colours(
    message("without colour"), "plain", "default", "bold reverse", paper="default", back="default",
    plain="default", inks={}, fills={},
)  # fmt: skip
LOOKS = {
    look.name: look
    for look in (
        FELT,
        _coloured(
            message("dark"), "night", "#7aa2f7", "#e0af68", surface="#1d2027", quiet="#a5acba",
            edge="#465066", rim="#7c879c", chip="#e0af68", paper="#eceff4",
            back="#d5dbe8 on #3b4a6b",
        ),
        DAY,
        _coloured(
            message("high contrast"), "contrast", "#ffff00", "#ffff00", surface="#000000",
            quiet="#ffffff", edge="#ffffff", rim="#ffffff", chip="#ffff00", paper="#ffffff",
            back="#ffffff on #0000aa", plain="#000000",
            inks={"spades": "#000000", "hearts": "#b00000", "diamonds": "#0000d0",
                  "clubs": "#6a0080", "patriots": "#005a40"},
        ),
        TERMINAL,
        PLAIN,
    )
}  # fmt: skip


def first_look(memory: Path | None, colours: str | None, *, is_plain: bool) -> Look:
    """The first look: the one chosen last, as far as the terminal can show it.

    Args:
        memory: the file with its name; None: no look is remembered.
        colours: the terminal's colour system, as Rich names it.
        is_plain: whether the user wants no colours.
    """
    if is_plain:
        return PLAIN
    if memory is None:
        return FELT
    if (name := remembered(memory)) in LOOKS:
        return LOOKS[name]
    return FELT if colours in ("256", "truecolor") else TERMINAL


def remembered(memory: Path | None) -> str:
    """The word that `remember` wrote; empty if there is none."""
    with contextlib.suppress(OSError, ValueError):
        return "" if memory is None else memory.read_text(encoding="utf-8").strip()
    return ""


def remember(word: str, memory: Path | None) -> None:
    """Remember a word for the next start, if its file can be written."""
    if memory is not None:
        with contextlib.suppress(DealtError):
            new_folder(memory.parent, is_private=True)
            TextFile(memory, is_private=True).write(word + "\n")


NARROWEST = 2
SMALL_CARD = (2, 1)  # columns and lines within the edges
CARDS = (SMALL_CARD, (4, 3), (7, 5))
Size = tuple[int, int]
_QUOTED = r"(?<!\w)'[^'\n]*'(?!\w)"  # typed, or to be typed


class Faces:
    """The appearance of a game's cards.

    Args:
        faces: the known faces; others are shown as written.
        look: the colours.
    """

    def __init__(self, faces: Iterable[Face], look: Look = FELT) -> None:
        self.look = look
        self._looks = {face.text: face for face in faces}
        words = "|".join(sorted((re.escape(t) for t in self._looks if len(t) > 1), reverse=True))
        fills = "".join(re.escape(text) for text in self._looks if self._is_fill(text))
        row = rf"|\b[{fills}]{{2,}}\b" if fills else ""
        self._to_show = re.compile(rf"{_QUOTED}|\b(?:{words or '(?!)'})\b{row}")

    def _is_fill(self, text: str) -> bool:
        look = self._looks.get(text)
        return look is not None and look.ink in ("red", "black")

    def card_text(self, text: str) -> str:
        """A card as two columns: `7♥`; a rank alone is followed by a blank."""
        look = self._looks.get(text)
        if look is None or not look.rank:
            return text.ljust(NARROWEST)
        if look.suit:
            return text[0] + look.suit  # one letter for the ten, too
        return (text if len(text) == 1 else look.rank).ljust(NARROWEST)

    def style(self, text: str) -> Style:
        """The colours of a card."""
        ink = self._looks[text].ink if text in self._looks else "plain"
        look = self.look
        if ink in look.fills:
            return Style(color=FELT.paper, bgcolor=look.fills[ink], bold=True)
        return Style(color=look.inks.get(ink, look.plain), bgcolor=look.paper, bold=True)

    def cards(self, faces: Sequence[str]) -> Text:
        """Cards side by side, with a blank between."""
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
        """A text with its cards in colour; quoted parts stay unchanged."""
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
        """Cards with edges; None is face down, and no cards are an empty place.

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
        """Overlapping cards face down, in one line; empty unless all of them fit."""
        return Text("▌" * count if count <= width else "", self.look.back)


USUAL = Faces(FIVE_SUITS.face_of(face) for face in FIVE_SUITS.faces)


def with_cards(text: str, style: str = "") -> Text:
    """A text with its usual cards in colour."""
    return USUAL.within(text, style)


def key_text(label: str, action: str) -> Text:
    """The name of a key, which can be clicked for the same action."""
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
