"""Boxes with titles, in the documents' layout, and the questions that go with them."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Container, Mapping, Sequence

from dealt.core.fields import Option, option_values
from dealt.errors import SetupError
from dealt.language import Phrase, message, say
from dealt.nearest import or_nearest
from dealt.terminal.console import Console, Leave, number_in, symbols_in
from dealt.terminal.verbs import verb_in

_YES_OR_NO = {"yes": True, "y": True, "no": False, "n": False}
QUIT = ("q", "quit")

BOX = 50  # columns
FEWEST = 6  # least lines for moves on a low screen
_FRAMES = 7  # lines of three boxes, and the line for the answer


class Screen(Console):
    """A console with the document's boxes, whose questions raise Leave when the player leaves."""

    @property
    def length(self) -> int:
        """The width of a box: the document's, or less in a narrow terminal."""
        return min(BOX, self.screen.width) if self.live else BOX

    def print_box(self, title: str, lines: Sequence[str]) -> None:
        """Print lines below a title, without side borders, so that they can have any length."""
        if self.aloud:
            lines = [f"{title}:" if title else "", *lines]
        else:
            start = f"┌ {cut(title, self.length - 4)} "
            self.say(f"{start}{'─' * (self.length - columns_of(start) - 1)}┐", cards=False)
            lines = [*lines, f"└{'─' * (self.length - 2)}┘"]
        for line in lines:
            self.say(line)

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
        """An answer to a menu, or Leave."""
        return self.answer("> ")

    def answer(self, prompt: str) -> str:
        """A line of input, after what else was asked for; raises Leave if it asks for that."""
        while self.others(answer := leave_by(self.ask(prompt))):
            pass
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

        `usual` is what Enter alone means, see `takes_defaults`; `others` says whether it has
        handled another answer.
        """
        while True:
            answer = self.answer(prompt)
            if not answer and usual is not None and self.takes_defaults:
                return usual
            if others(answer):
                continue
            if (number := number_in(answer)) is not None and number in numbers:
                return number
            self.say(problem(repr(answer[:60])), cards=False)

    def ask_yes_or_no(self, question: str, *, usual: bool) -> bool:
        """Ask for yes or no, or the first letter, until the answer is valid; Enter is `usual`."""
        prompt = say("{question} (yes/no): ", question=question)
        if self.takes_defaults:
            prompt = say("{question} (yes/no; Enter for {usual}): ", question=question,
                         usual=say("yes") if usual else say("no"))  # fmt: skip
        while True:
            answer = self.answer(prompt)
            if not answer and self.takes_defaults:
                return usual
            if (is_yes := yes_or_no(answer)) is not None:
                return is_yes
            problem = say("{given} is neither yes nor no; enter yes or no", given=repr(answer[:60]))
            self.say(problem, cards=False)


def leave_by(answer: str) -> str:
    """An answer; raises Leave if that is what it asks for."""
    request = verb_in(answer)
    if request is not None and request[0].name in ("app.quit", "menu"):
        raise Leave
    return answer


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


# --- house rules of a game, shown and changed before a match --------------------------------------

_WORD = message("rules")  # the answer that shows them

Options = dict[str, int | str]


def is_wanted(answer: str) -> bool:
    """Whether an answer to another question asks for the rules, in English or translated."""
    return answer.lower() in (_WORD, say(_WORD).lower())


def ask_rules(
    title: str, rules: Sequence[Option], screen: Screen, changes: Mapping[str, int | str]
) -> Options:
    """Show all house rules, and change them one by one until Enter alone is pressed.

    `title` says whose they are.  Changes, before and after, are the values that differ from the
    defaults, by name.
    """
    options = dict(changes)
    while True:
        set_now = option_values(title, rules, options, people=True)
        values = {option.name: set_now.get(option.name, option.default) for option in rules}
        lines = [
            screen.hanging(
                f"{number:>2}. ",
                f"{option.name}={option.text(values[option.name])}  {say(option.meaning)}",
            )
            for number, option in enumerate(rules, 1)
        ]
        screen.print_box(say("Rules of {game}", game=title), lines)
        answer = screen.ask(say("Number of a rule to change, or name=value (Enter goes on): "))
        if not answer or answer.lower() in QUIT:
            return options
        try:
            option, value = _change(rules, screen, answer, values)
        except SetupError as error:
            screen.say(str(error), cards=False)
            continue
        options[option.name] = option.text(value)
        if value == option.usual:
            del options[option.name]


def _change(
    rules: Sequence[Option], screen: Screen, answer: str, values: Mapping[str, int]
) -> tuple[Option, int]:
    """Change the rule that an answer names; ask for a missing value."""
    name, sign, value = (part.strip() for part in answer.partition("="))
    option = _option_of(rules, name)
    if not sign:
        prompt = say(
            "{option}, {values} (Enter keeps {now}): ",
            option=option.name, values=option.allowed, now=option.text(values[option.name]),
        )  # fmt: skip
        value = screen.ask(prompt)
        if not value:
            return option, values[option.name]
    return option, option.value(value.lower())


def _option_of(rules: Sequence[Option], name: str) -> Option:
    """The rule with this number in the list, or this name."""
    number = number_in(name)
    if number is not None and 1 <= number <= len(rules):
        return rules[number - 1]
    for option in rules:
        if option.name == name.lower().replace(" ", "_"):
            return option
    facts = {"given": repr(name[:60]), "last": len(rules)}
    problem = Phrase("{given} is not a rule", facts)
    advice = Phrase("enter 1 to {last}, or name=value", facts)
    raise SetupError(or_nearest(problem, name, [option.name for option in rules], advice))
