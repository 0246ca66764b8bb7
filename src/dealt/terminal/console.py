"""Asking and telling: at a terminal with colour on a screen that keeps still, else in lines."""

from __future__ import annotations

import contextlib
import re
import sys
import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from dealt.cards import RANKS, SUIT_SYMBOLS, SUITS
from dealt.core.sheet import Cell, Sheet
from dealt.language import decimal, say

if TYPE_CHECKING:
    from rich.console import Console as Screen
    from rich.text import Text

DIGITS = 9  # more are no number of anything here
NEWS = 6  # lines kept free for news at a terminal; more are shown if there are more

WRAPPED = 20  # the last column of a table may be wrapped to so many letters

# told apart by people with any colour sight, and by symbol and letter without colour
SUIT_STYLES = {
    "C": "bold medium_purple",
    "D": "bold dodger_blue1",
    "H": "bold red",
    "S": "bold default",
    "P": "bold green",
}
STEERING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
FACE = re.compile(rf"\b([{RANKS}])([{SUITS}])\b")
# what stands in quotes was typed, or is to be typed, and is no card
CARD = re.compile(rf"(?<!\w)'[^'\n]*'(?!\w)|{FACE.pattern}")


class Console:
    """A place to ask and to tell.

    Args:
        live: clear the screen and use colour; by default if input and output are a terminal.
    """

    def __init__(self, *, live: bool | None = None) -> None:
        self.live = sys.stdin.isatty() and sys.stdout.isatty() if live is None else live
        self.news: list[str] = []
        self._screen: Screen | None = None
        if self.live:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - lets the player edit a line before sending it

    @property
    def screen(self) -> Screen:
        """The screen that lines are printed on; without colour unless it is a terminal."""
        if self._screen is None:
            from rich.console import Console as Screen

            self._screen = Screen(highlight=False, markup=False, emoji=False)
        return self._screen

    def say(self, text: str = "", *, cards: bool = True) -> None:
        """Print lines, cards in colour, without anything that steers a terminal."""
        text = "\n".join(clean(line) for line in text.split("\n"))
        if self.live:
            self.screen.print(in_colour(text) if cards else text)
        else:
            print(text)

    def recover(self) -> None:
        """A fresh screen: an interrupt may have come while the old one was drawing."""
        self._screen = None

    def tell(self, line: str) -> None:
        """One line of news: printed now, or at the next `clear` where the screen is kept still."""
        if self.live:
            self.news.append(line)
        else:
            self.say(line)

    def tell_now(self) -> None:
        """Print the news that no `clear` has shown yet."""
        for line in self.news:
            self.say(line)
        self.news.clear()

    def clear(self) -> None:
        """An empty screen; nothing if not at a terminal (R18)."""
        if self.live:
            self.screen.clear()

    def show_news(self) -> None:
        """At a terminal, the news since the last time, in a space that is always as large."""
        if self.live:
            for line in self.news + [""] * (NEWS - len(self.news)):
                self.say(line)
            self.news.clear()

    def ask(self, prompt: str, *, as_typed: bool = False) -> str:
        """A line of input, without white space around it; shown if it does not come from keys.

        Args:
            prompt: what stands before it.
            as_typed: keep in it what steers a terminal, so that it can be refused.

        Raises:
            EOFError: the input has ended.
            KeyboardInterrupt: the player wants to leave.
        """
        typed = input(prompt)
        answer = clean(typed).strip()
        if not sys.stdin.isatty():
            self.say(answer)
        return typed.strip() if as_typed else answer

    def choose(self, title: str, options: Sequence[str]) -> int:
        """The number of an option, from 1; anything else is asked again."""
        self.say(title)
        for number, option in enumerate(options, 1):
            self.say(f"{number}. {option}")
        while True:
            answer = self.ask("> ")
            digits = answer.isascii() and answer.isdigit() and len(answer) < DIGITS
            if digits and 1 <= int(answer) <= len(options):
                return int(answer)
            wrong = say(
                "{given} is no choice; enter a number from 1 to {last}",
                given=repr(answer[:60]), last=len(options),
            )  # fmt: skip
            self.say(wrong)

    def show(self, sheet: Sheet) -> None:
        """Draw a sheet as a table; plain columns where the output is no terminal."""
        self.say(sheet.title)
        if sys.stdout.isatty():
            self._draw(sheet)
        else:
            self.say(columns(sheet))
        for note in sheet.notes:
            self.say(note)
        self.say()

    def _draw(self, sheet: Sheet) -> None:
        """A sheet at a terminal: a table, or row by row where a table is too wide."""
        from rich.table import Table

        widths = column_widths(sheet)
        if sum(widths[:-1]) + min(widths[-1], WRAPPED) + 2 * len(widths) <= self.screen.width:
            table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold underline")
            for i, (column, left) in enumerate(
                zip(sheet.columns, left_columns(sheet), strict=True)
            ):
                kept = i < len(widths) - 1
                table.add_column(column, justify="left" if left else "right", no_wrap=kept)
            for row in sheet.rows:
                table.add_row(*(cell_text(cell) for cell in row))
            self.screen.print(table)
            return
        for row in sheet.rows:
            self.say(f"- {cell_text(row[0])}")
            for column, cell in zip(sheet.columns[1:], row[1:], strict=True):
                self.say(f"  {column}: {cell_text(cell)}")


def column_widths(sheet: Sheet) -> list[int]:
    """How wide each column is, its heading included."""
    return [
        max(len(cell) for cell in (column, *(cell_text(row[i]) for row in sheet.rows)))
        for i, column in enumerate(sheet.columns)
    ]


def left_columns(sheet: Sheet) -> list[bool]:
    """For each column whether it holds texts, which stand left; numbers stand right."""
    return [all(isinstance(row[i], str) for row in sheet.rows) for i in range(len(sheet.columns))]


def columns(sheet: Sheet) -> str:
    """The headings and rows of a sheet in columns of plain text."""
    rows = [sheet.columns, *([cell_text(cell) for cell in row] for row in sheet.rows)]
    widths = column_widths(sheet)
    left = left_columns(sheet)
    lines = []
    for row in rows:
        cells = zip(row, widths, left, strict=True)
        lines.append("  ".join(c.ljust(w) if to_left else c.rjust(w) for c, w, to_left in cells))
    return "\n".join(line.rstrip() for line in lines)


def cell_text(cell: Cell) -> str:
    """A cell as people read it; fractions with five decimals."""
    return decimal(f"{float(cell):.5f}") if isinstance(cell, Fraction) else str(cell)


def clean(text: str) -> str:
    """`text` without characters that steer a terminal or turn the direction of writing."""
    return "".join(letter for letter in text if unicodedata.category(letter) not in STEERING)


def in_colour(text: str) -> Text:
    """Lines with each card in the colour of its suit, the symbol of the suit beside it.

    What stands in quotes stays as it is.
    """
    from rich.text import Text

    made = Text()
    end = 0
    for found in CARD.finditer(text):
        rank, suit = found.groups()
        if rank is None:
            continue
        made.append(text[end : found.start()])
        made.append(f"{rank}{suit}{SUIT_SYMBOLS[suit]}", style=SUIT_STYLES[suit])
        end = found.end()
    made.append(text[end:])
    return made
