"""Boxes with titles, in the documents' layout, and the questions that go with them."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Container, Sequence

from dealt.language import say
from dealt.terminal.console import Console, Leave, number_in, symbols_in
from dealt.terminal.verbs import verb_in

_YES_OR_NO = {"yes": True, "y": True, "no": False, "n": False}
QUIT = ("q", "quit")

BOX = 50  # columns
FEWEST = 6  # least lines for moves on a low screen
_FRAMES = 7  # lines of three boxes, and the line for the answer


class Screen(Console):
    """A console with the document's boxes."""

    @property
    def length(self) -> int:
        """The width of a box: the document's, or less in a narrow terminal."""
        return min(BOX, self.screen.width) if self.live else BOX

    def print_title(self, text: str, length: int = BOX) -> None:
        """Print the top of a box with its title, `length` columns wide."""
        if self.aloud:
            self.say(f"{text}:" if text else "")
            return
        start = f"┌ {cut(text, length - 4)} "
        self.say(f"{start}{'─' * (length - columns_of(start) - 1)}┐", cards=False)

    def print_end(self, length: int = BOX) -> None:
        """Print the bottom of a box."""
        if not self.aloud:
            self.say(f"└{'─' * (length - 2)}┘")

    def print_box(self, title: str, lines: Sequence[str]) -> None:
        """Print lines below a title, without side borders, so that they can have any length."""
        self.print_title(title, self.length)
        for line in lines:
            self.say(line)
        self.print_end(self.length)

    def columns(self, text: str) -> int:
        """The columns of a text, with symbols beside its cards if they are shown."""
        return columns_of(text) + (symbols_in(text) if self.live else 0)

    def folded(self, line: str) -> list[str]:
        """Break a line between the items it lists, so that it fits.

        At a terminal, where lines are scarce, its full width is used; elsewhere that of a box.
        """
        if self.aloud:
            return [line]
        wide = self.screen.width if self.live else BOX
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        lines: list[str] = []
        for part in re.split(r"(?<=,) ", line):
            if lines and self.columns(f"{lines[-1]} {part}") <= wide:
                lines[-1] += f" {part}"
            else:
                lines.append(f"{indent}{part}" if lines else part)
        return lines

    def room(self, around: Sequence[str]) -> int:
        """The lines left for moves, besides these and three boxes.

        Without a screen there is no limit, as the document lists "all the options".
        """
        if self.aloud:
            return FEWEST
        if not self.live:
            return sys.maxsize
        wrapped = sum(-(-max(1, self.columns(line)) // self.screen.width) for line in around)
        return max(FEWEST, self.screen.height - wrapped - _FRAMES)

    def table(self, cells: Sequence[str]) -> list[str]:
        """Arrange cells in as many columns as fit the width of a box."""
        widest = max(map(self.columns, cells), default=0)
        across = max(1, (self.length + 2) // (widest + 2))
        rows = [cells[i : i + across] for i in range(0, len(cells), across)]
        if self.aloud:
            return [", ".join(cell.strip() for cell in row) for row in rows]
        return [
            "  ".join(cell + " " * (widest - self.columns(cell)) for cell in row).rstrip()
            for row in rows
        ]

    def ask_choice(self) -> str:
        """An answer to a menu, or Leave.

        Raises:
            Leave: the player leaves instead.
        """
        answer = super().ask_choice()
        leave_by(answer)
        return answer

    def ask_number(
        self,
        prompt: str,
        numbers: Container[int],
        problem: Callable[[str], str],
        *,
        usual: int | None = None,
        others: Callable[[str], bool] = lambda answer: False,
    ) -> int:
        """Ask for one of some numbers, until the answer is valid.

        Args:
            prompt: the text before the answer.
            numbers: the valid numbers.
            problem: the message for an invalid answer.
            usual: the number that Enter alone means at a terminal.
            others: handles other answers; returns whether it did.
        """
        while True:
            answer = self.ask(prompt)
            if not answer and usual is not None and self.at_terminal:
                return usual
            if others(answer):
                continue
            leave_by(answer)
            number = number_in(answer)
            if number is not None and number in numbers:
                return number
            self.say(problem(repr(answer[:60])), cards=False)

    def ask_yes_or_no(self, prompt: str) -> bool:
        """Ask for yes or no, or the first letter, until the answer is valid."""
        while True:
            answer = self.ask(prompt)
            leave_by(answer)
            is_yes = yes_or_no(answer)
            if is_yes is not None:
                return is_yes
            problem = say("{given} is neither yes nor no; enter yes or no", given=repr(answer[:60]))
            self.say(problem, cards=False)

    def wait(self, prompt: str) -> None:
        """Wait until Enter is pressed.

        Raises:
            Leave: the player leaves instead.
        """
        leave_by(self.ask(prompt))


def leave_by(answer: str) -> None:
    """Raise Leave if an answer asks for it."""
    request = verb_in(answer)
    if request is not None and request[0].name in ("app.quit", "menu"):
        raise Leave


def yes_or_no(answer: str) -> bool | None:
    """Read yes or no, in English or the current language; None for neither."""
    own = {say("yes"): True, say("yes")[0]: True, say("no"): False, say("no")[0]: False}
    return {**own, **_YES_OR_NO}.get(answer.lower())


def columns_of(text: str) -> int:
    """The columns of a text at a terminal; wide letters take two."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)


def cut(text: str, columns: int) -> str:
    """Cut a text to this many columns."""
    if columns_of(text) <= columns:
        return text
    while text and columns_of(text) > columns - 3:
        text = text[:-1]
    return f"{text}..."
