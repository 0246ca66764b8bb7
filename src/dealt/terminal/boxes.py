"""Boxes with titles, as the documents have them, and the questions that go with them."""

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
FEWEST = 6  # lines for moves, however low the screen
_FRAMES = 7  # lines of three boxes, and the line for the answer


class Screen(Console):
    """The console with the boxes of the document."""

    @property
    def length(self) -> int:
        """How wide a box is: as the document has it, or as a narrower terminal allows."""
        return min(BOX, self.screen.width) if self.live else BOX

    def print_title(self, text: str, length: int = BOX) -> None:
        """The top of a box: corner, blank, title, blank, lines, corner; `length` columns."""
        if self.aloud:
            self.say(f"{text}:" if text else "")
            return
        start = f"┌ {cut(text, length - 4)} "
        self.say(f"{start}{'─' * (length - columns_of(start) - 1)}┐", cards=False)

    def print_end(self, length: int = BOX) -> None:
        """The bottom of a box."""
        if not self.aloud:
            self.say(f"└{'─' * (length - 2)}┘")

    def print_box(self, title: str, lines: Sequence[str]) -> None:
        """Lines under a title; they have no border, so that they may be as long as they are."""
        self.print_title(title, self.length)
        for line in lines:
            self.say(line)
        self.print_end(self.length)

    def columns(self, text: str) -> int:
        """The columns that a text with cards takes, with their symbols where they are shown."""
        return columns_of(text) + (symbols_in(text) if self.live else 0)

    def folded(self, line: str) -> list[str]:
        """A line in as many as fit, broken between the things that it lists.

        A terminal is as wide as it is, for lines are rare there; else a box is the measure.
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
        """The lines that are left for moves when these and three boxes stand around them.

        All that are wanted where there is no screen: there the document's "all the options" holds.
        """
        if self.aloud:
            return FEWEST
        if not self.live:
            return sys.maxsize
        wrapped = sum(-(-max(1, self.columns(line)) // self.screen.width) for line in around)
        return max(FEWEST, self.screen.height - wrapped - _FRAMES)

    def table(self, cells: Sequence[str]) -> list[str]:
        """Cells in as many columns as a box is wide for."""
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
        """See `Console.ask_choice`.

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
        """One of some numbers; anything else is asked again.

        Args:
            prompt: what stands before the answer.
            numbers: those that will do.
            problem: says of an answer that it is none of them.
            usual: what Enter alone means at a terminal.
            others: does what another answer asks for; whether it asks for something.
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
        """Yes or no, or their first letters; anything else is asked again."""
        while True:
            answer = self.ask(prompt)
            leave_by(answer)
            is_yes = yes_or_no(answer)
            if is_yes is not None:
                return is_yes
            problem = say("{given} is neither yes nor no; enter yes or no", given=repr(answer[:60]))
            self.say(problem, cards=False)

    def wait(self, prompt: str) -> None:
        """Until Enter is pressed.

        Raises:
            Leave: the player leaves instead.
        """
        leave_by(self.ask(prompt))


def leave_by(answer: str) -> None:
    """Raise Leave if an answer to a question means that."""
    found = verb_in(answer)
    if found is not None and found[0].name in ("app.quit", "menu"):
        raise Leave


def yes_or_no(answer: str) -> bool | None:
    """What an answer says, in English or in the language that is spoken; None for neither."""
    own = {say("yes"): True, say("yes")[0]: True, say("no"): False, say("no")[0]: False}
    return {**own, **_YES_OR_NO}.get(answer.lower())


def columns_of(text: str) -> int:
    """The columns that a text takes at a terminal; wide letters take two."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)


def cut(text: str, columns: int) -> str:
    """As much of a text as there are columns for."""
    if columns_of(text) <= columns:
        return text
    while text and columns_of(text) > columns - 3:
        text = text[:-1]
    return f"{text}..."
