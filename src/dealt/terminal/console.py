"""Ask and print at a terminal, in colour on a screen that stays still, or in plain lines."""

from __future__ import annotations

import contextlib
import functools
import io
import re
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, TypeVar

from dealt.cards import RANKS, SUIT_OF, SUIT_SYMBOLS, SUITS
from dealt.core.sheet import Sheet, cell_text, column_widths, columns, left_columns
from dealt.errors import DealtError
from dealt.language import Phrase, say
from dealt.nearest import nearest, or_nearest, without_accents

if TYPE_CHECKING:
    from rich.console import Console as Screen
    from rich.text import Text

_T = TypeVar("_T")

_ERASE_ABOVE = "\x1b[3J"  # clears the scrollback, where clearing the screen may move lines
WIDEST = 80  # columns of running text
DIGITS = 9  # no number here has more

_WRAPPED = 20  # the last column of a table may be this narrow before it wraps

# distinct for any kind of colour vision; without colour, symbol and letter differ
SUIT_STYLES = {
    "C": "bold medium_purple",
    "D": "bold dodger_blue1",
    "H": "bold red",
    "S": "bold default",
    "P": "bold green",
}
_INITIALS = 2  # one letter can be a move that is typed twice
_STEERING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_FACE = re.compile(rf"\b([{RANKS}])([{SUITS}])\b")
_PRINTED = rf"\b(10|[{RANKS}])([♣♦♥♠])"  # as on the card, where it is not written in letters
# quoted text was typed, or is to be typed, and is not a card
_CARD = re.compile(rf"(?<!\w)'[^'\n]*'(?!\w)|{_FACE.pattern}|{_PRINTED}")


def is_terminal() -> bool:
    """Whether both input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def number_in(answer: str, digits: int = DIGITS) -> int | None:
    """The whole number of an answer, with fewer than this many digits, or None."""
    is_number = answer.isascii() and answer.isdigit() and len(answer) < digits
    return int(answer) if is_number else None


class Leave(Exception):  # noqa: N818 - a signal, not an error
    """The player leaves the table."""


class Console:
    """A place to ask questions and print texts.

    Args:
        live: whether a person sits there; by default if input and output are a terminal.
        aloud: whether to phrase everything for reading aloud.
        others: does what an answer asks for besides the question; whether it was such an answer.

    Attributes:
        live: whether the screen is cleared and has colour.
        at_terminal: whether a person sits there.
    """

    def __init__(
        self,
        *,
        live: bool | None = None,
        aloud: bool = False,
        others: Callable[[str], bool] = lambda answer: False,
    ) -> None:
        self.at_terminal = is_terminal() if live is None else live
        self.live = self.at_terminal and not aloud
        self.aloud = aloud
        self.others = others
        self.news: list[str] = []
        self.at_screen: int | None = None  # the seat whose hand was shown last
        if self.at_terminal:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - lets the player edit a line before sending it

    @functools.cached_property
    def screen(self) -> Screen:
        """The screen to print on, without colour unless it is a terminal."""
        from rich.console import Console as Screen

        return Screen(highlight=False, markup=False, emoji=False)

    def say(self, text: str = "", *, cards: bool = True) -> None:
        """Print lines with cards in colour, without control characters."""
        text = "\n".join(clean(line) for line in text.split("\n"))
        if self.live:
            self.screen.print(in_colour(text) if cards else text)
        elif self.at_terminal:
            for line in text.split("\n"):
                print("\n".join(textwrap.wrap(line, self.width)))
        else:
            print(text)

    @property
    def width(self) -> int:
        """The columns of running text."""
        return min(WIDEST, self.screen.width) if self.at_terminal else WIDEST

    def recover(self) -> None:
        """Make a fresh screen; an interrupt may have stopped the old one while drawing."""
        self.__dict__.pop("screen", None)

    def tell(self, line: str) -> None:
        """Print a line of news now, or at the next `clear` if the screen stays still."""
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
        """Clear the screen at a terminal (R18)."""
        if self.live:
            self.screen.clear()

    def _forget(self) -> None:
        """Clear the screen and its scrollback at a terminal."""
        if self.at_terminal:
            self.screen.clear()
            if self.screen.is_dumb_terminal:  # it cannot be cleared
                self.screen.file.write("\n" * self.screen.height)
            elif self.screen.is_terminal and not self.screen.legacy_windows:
                self.screen.file.write(_ERASE_ABOVE)
                self.screen.file.flush()

    def pass_to(self, seat: int, name: str, people: Collection[int]) -> None:
        """Hide the screen at a terminal until `name` is there, so that nobody else sees the hand.

        Scrolling back does not show it either.

        The first of the `people` there, one who plays alone, and the one already looking are not
        asked.  Others type the beginning of their name, so that an impatient Enter shows no hand.
        """
        if self.at_terminal and len(people) > 1 and self.at_screen not in (None, seat):
            self._forget()
            letters = _initials(name)
            prompt = say(
                "Pass the screen to {name}. {name}, type {letters} and press Enter: ",
                name=name, letters=letters,
            )  # fmt: skip
            while not _is_beginning(self.ask(prompt), name):
                pass
        self.at_screen = seat

    def ask(self, prompt: str, *, as_typed: bool = False) -> str:
        """Ask for a line of input, stripped; it is printed unless it was typed.

        `as_typed` keeps control characters, so that they can be refused.

        Raises:
            EOFError: the input has ended.
            KeyboardInterrupt: the player wants to leave.
        """
        typed = input(prompt)
        answer = clean(typed).strip()
        if not sys.stdin.isatty():
            self.say(answer)
        return typed.strip() if as_typed else answer

    def ask_read(self, prompt: str, read: Callable[[str], _T], *, cards: bool = True) -> _T:
        """Ask until `read` accepts the answer; its refusals are printed."""
        while True:
            answer = self.ask(prompt)
            try:
                return read(answer)
            except DealtError as error:
                self.say(str(error), cards=cards)

    @property
    def takes_defaults(self) -> bool:
        """Whether Enter alone takes the default of a question; a script answers all it is asked."""
        return self.at_terminal or self.aloud

    def choose(
        self, title: str, options: Sequence[str], names: Sequence[str] = (), *, usual: int = 0
    ) -> int:
        """Ask for the number of an option, from 1, or one of the names of the first options.

        `usual` is the number that Enter alone means; 0: none.
        """
        usual = usual if self.takes_defaults else 0
        self.say(say("{question} (Enter for {n})", question=title, n=usual) if usual else title)
        for number, option in enumerate(options, 1):
            self.say(self.hanging(f"{number}. ", option))
        while True:
            answer = self.ask_choice()
            chosen = usual if usual and not answer else number_in(answer)
            if chosen is not None and 1 <= chosen <= len(options):
                return chosen
            name = nearest(answer, names)
            if name is not None and name.lower() == answer.lower():
                return [*names].index(name) + 1
            problem = Phrase("{given} is not a valid choice", {"given": repr(answer[:60])})
            self.say(str(or_nearest(problem, answer, names, self.choices(len(options)))))

    def ask_choice(self) -> str:
        """Ask for an answer to a menu."""
        return self.ask("> ")

    def hanging(self, mark: str, text: str) -> str:
        """A text after a mark, with wrapped lines indented."""
        if not self.live:
            return mark + text
        room = self.screen.width - len(mark) - symbols_in(text)
        return mark + f"\n{' ' * len(mark)}".join(textwrap.wrap(text, max(room, 1)) or [text])

    def choices(self, last: int) -> Phrase:
        """The answers that a menu with this many options accepts, for a refusal."""
        return Phrase("enter a number from 1 to {last}", {"last": last})

    def show(self, sheet: Sheet) -> None:
        """Draw a sheet as a table; plain columns if the output is not a terminal."""
        self.say(sheet.title)
        if self.aloud:
            for first, *cells in sheet.rows:
                facts = zip(sheet.columns[1:], cells, strict=True)
                parts = ", ".join(f"{column} {cell_text(cell)}" for column, cell in facts)
                self.say(f"{cell_text(first)}: {parts}")
        elif sys.stdout.isatty():
            self._draw(sheet)
        else:
            self.say(columns(sheet))
        for note in sheet.notes:
            self.say(note)
        self.say()

    def _draw(self, sheet: Sheet) -> None:
        """Draw a sheet at a terminal as a table, or row by row if a table is too wide."""
        from rich.table import Table

        widths = column_widths(sheet)
        if sum(widths[:-1]) + min(widths[-1], _WRAPPED) + 2 * len(widths) <= self.screen.width:
            table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold underline")
            for i, (column, left) in enumerate(
                zip(sheet.columns, left_columns(sheet), strict=True)
            ):
                no_wrap = i < len(widths) - 1
                table.add_column(column, justify="left" if left else "right", no_wrap=no_wrap)
            for row in sheet.rows:
                table.add_row(*(cell_text(cell) for cell in row))
            self.screen.print(table)
            return
        for row in sheet.rows:
            self.say(f"- {cell_text(row[0])}")
            for column, cell in zip(sheet.columns[1:], row[1:], strict=True):
                self.say(self.hanging("  ", f"{column}: {cell_text(cell)}"))


def for_players(document: str) -> str:
    """The rules of a game without their last part, which is for programs."""
    return re.split("^## (?:For programs|Para programas)$", document, flags=re.MULTILINE)[0]


def as_lines(document: str, width: int) -> list[str]:
    """Rules in Markdown as people read them, in this many columns."""
    from rich.console import Console as Screen
    from rich.markdown import Markdown

    screen = Screen(width=width, file=io.StringIO(), color_system=None)
    with screen.capture() as text:
        screen.print(Markdown(for_players(document)))
    return [line.rstrip() for line in text.get().split("\n")]


def _initials(name: str) -> str:
    """The first two letters or digits of a name, or its first characters."""
    return _spelled(name)[:_INITIALS] or clean(name)[:1]


def _is_beginning(answer: str, name: str) -> bool:
    """Whether an answer is a name or its beginning, from the initials on."""
    typed = _plain(answer)
    return typed.startswith(_plain(_initials(name))) and _plain(name).startswith(typed)


def _plain(text: str) -> str:
    """A text as people type it in a hurry: no accents, capitals or spaces."""
    letters = without_accents(text).casefold()
    return _spelled(letters) or letters


def _spelled(text: str) -> str:
    """The letters, vowel signs and digits of a text."""
    return "".join(letter for letter in text if unicodedata.category(letter)[0] in "LMN")


def clean(text: str) -> str:
    """`text` without characters that steer a terminal or turn the direction of writing."""
    return "".join(letter for letter in text if unicodedata.category(letter) not in _STEERING)


def _shows_suits() -> bool:
    """Whether the output can show the symbols of suits."""
    try:
        "".join(SUIT_OF).encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def symbols_in(text: str) -> int:
    """The number of symbols that `in_colour` adds to a text."""
    return len(_FACE.findall(text)) if _shows_suits() else 0


def in_colour(text: str) -> Text:
    """Lines with each card in the colour of its suit, next to the suit's symbol.

    Quoted text stays unchanged.  No symbols are added if the output cannot show them.
    """
    from rich.text import Text

    coloured = Text()
    end, has_symbols = 0, _shows_suits()
    for card in _CARD.finditer(text):
        rank, suit, _, symbol = card.groups()
        if rank is None and symbol is None:
            continue
        coloured.append(text[end : card.start()])
        suit = suit or SUIT_OF[symbol]
        face = f"{card[0]}{SUIT_SYMBOLS[suit]}" if rank and has_symbols else card[0]
        coloured.append(face, style=SUIT_STYLES[suit])
        end = card.end()
    coloured.append(text[end:])
    return coloured
