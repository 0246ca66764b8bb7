"""Entering cards at a terminal, by codes or by a keypad like that of the page."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from dealt.errors import ParseError
from dealt.language import say
from dealt.scoresheet.card_text import (
    CLUBS,
    HAND,
    HEARTS,
    TABLE,
    AmbiguousCardError,
    C,
    c_in_english,
    legend,
    plain,
    read_one,
    read_typed,
)
from dealt.scoresheet.round.keypad import BLACK, OK, RED, entries
from dealt.scoresheet.terminal.consoles import CardConsole, WentBack
from dealt.scoresheet.typed import read_amount
from dealt.terminal.boxes import columns_of, cut
from dealt.terminal.console import Console, clean
from dealt.terminal.keyboard import ENTER, ERASE, ESCAPE, TAB, Pasted, put_back, read_key

T = TypeVar("T")


class CardReader:
    """Reads typed cards, asking for the meaning of the letter c if needed.

    Args:
        c: the meaning of the letter c, if known; see `read_typed`.
        remember: called with the meaning once it is known.
    """

    def __init__(
        self,
        console: Console,
        c: str = "",
        remember: Callable[[str], None] | None = None,
        *,
        has_jokers: bool = False,
    ) -> None:
        self.console = console
        self.c = c
        self._remember = remember
        self._has_jokers = has_jokers

    @property
    def _knows_c(self) -> bool:
        """Whether the meaning of the letter c is known."""
        return bool(self.c or c_in_english(""))

    def suit_of_c(self) -> str:
        """The meaning of the letter c, asking if needed."""
        if not self._knows_c:
            self._ask()
        return self.c or c_in_english("")

    def cards(
        self, text: str, place: str = "", *, beside: Sequence[str] = (), decks: int = 2
    ) -> tuple[str, ...]:
        """Cards of a place, or of any, see `read_typed`."""
        read = partial(
            read_typed, place=place, beside=beside, decks=decks, has_jokers=self._has_jokers
        )
        return self._read(read, text)

    def card(self, text: str) -> str:
        """A single card, see `read_one`."""
        return self._read(partial(read_one, has_jokers=self._has_jokers), text)

    def amount(self, text: str) -> int | tuple[str, ...]:
        """Dollars, as a number or cards, see `read_amount`."""
        return self._read(read_amount, text)

    def legend(self) -> str:
        """The letters of the suits, and how to change the meaning of c."""
        if not self.c:
            return legend()
        return f"{legend(self.c)} {say('Type c alone to change that.')}"

    def _read(self, read: Callable[[str, str], T], text: str) -> T:
        if self.c and plain(text).strip() == C:
            self._ask()
            raise ParseError(self.legend())
        try:
            return read(text, self.c or c_in_english(text))
        except AmbiguousCardError:
            self._ask()
        return read(text, self.c)

    def _ask(self) -> None:
        """Ask whether c means hearts or clubs, and remember it."""
        options = (say("hearts ♥ (copas)"), say("clubs ♣ (paus)"))
        names = (say("hearts"), say("clubs"))
        title = say("What does the letter c stand for? You are asked only once.")
        self.c = (HEARTS, CLUBS)[self.console.choose(title, options, names) - 1]
        if self._remember is not None:
            self._remember(self.c)


# keys of the keyboard that differ from those of the keypad
TYPED = {
    "0": "T", "1": "T", "T": "T", "V": "J", "R": "K", "O": "D", "E": "S", "P": "C", "B": BLACK,
}  # fmt: skip
TIMES = "X*"
ERASE_LINE, BELL = "\r\x1b[K", "\a"


class TypesInstead(Exception):  # noqa: N818 - no error: the player's choice
    """The player switches to typing codes of cards."""


class CardKeys:
    """Asks for melds and for a hand, key by key.

    Args:
        describe: returns the verdict on a meld.
    """

    def __init__(
        self,
        console: CardConsole,
        reader: CardReader,
        describe: Callable[[tuple[str, ...]], object],
        decks: int,
    ) -> None:
        self.console, self.reader = console, reader
        self.describe, self.decks = describe, decks

    def tell(self) -> None:
        """Print the legend of the keys."""
        self.console.say(
            say(
                "Keys: a suit (c d h s) and the ends of a run, such as h 4 0; or a rank and how "
                "many, such as k x 7; then 2 for a two. 0 is a ten, 3 a red three, b a black one."
            )
        )
        self.console.say(
            say(
                "Enter ends, Backspace undoes a key, Tab lets you type codes such as 4H 5H 6H, "
                "Escape goes back."
            )
        )

    def ask_melds(self, melds: list[list[str]], accept: Callable[[tuple[str, ...]], bool]) -> None:
        """Ask for melds one by one, until Enter is pressed without one.

        Args:
            melds: the melds so far; Backspace removes the last ones.
            accept: adds a meld to them unless the player rejects it; returns whether it did.

        Raises:
            TypesInstead: the player types the rest.
            WentBack, EOFError, KeyboardInterrupt: the player leaves.
        """
        entered: list[list[str]] = []  # the keys of the melds that were accepted here
        keys: list[str] = []
        problem = ""
        while True:
            prompt = say("Sequence {number}: ", number=len(melds) + 1)
            beside = [face for meld in melds for face in meld]
            keys, pasted = self._press(prompt, keys, TABLE, beside, problem)
            problem = ""
            if pasted is not None:  # the keys pressed before it stay
                try:
                    entered += [[] for faces in self._melds_in(pasted, beside) if accept(faces)]
                except ParseError as error:
                    problem = str(error)
                continue
            if not keys:  # Backspace on an empty entry
                if entered:
                    melds.pop()
                    keys = entered.pop()
                continue
            whole = entries(keys)[0]
            if not whole.text:
                return
            faces = self._read(whole.text, TABLE, beside)
            ended = keys[-1] == OK
            if accept(faces):
                entered.append(keys[:-1])
            keys = [] if ended else keys[-1:]

    def ask_hand(self, prompt: str, beside: Sequence[str]) -> tuple[str, ...]:
        """The cards of a hand; errors are those of `ask_melds`."""
        keys, problem = [HAND], ""
        while keys[-1] != OK:
            keys, pasted = self._press(prompt, keys, HAND, beside, problem)
            keys = keys or [HAND]
            if pasted is None:
                continue
            held = self._read(entries(keys)[0].text, HAND, beside)
            try:
                line = " ".join(pasted.split())
                return held + self._typed(line, HAND, [*beside, *held])
            except ParseError as error:
                problem = str(error)
        return self._read(entries(keys)[0].text, HAND, beside)

    def _melds_in(self, pasted: Pasted, beside: Sequence[str]) -> list[tuple[str, ...]]:
        """The melds of a pasted text, one per line."""
        melds: list[tuple[str, ...]] = []
        for line in filter(str.strip, pasted.splitlines()):
            others = [*beside, *(face for meld in melds for face in meld)]
            melds.append(self._typed(line, TABLE, others))
        return melds

    def _press(
        self, prompt: str, keys: list[str], where: str, beside: Sequence[str], problem: str
    ) -> tuple[list[str], Pasted | None]:
        """Process keys until one ends the entry; no keys if Backspace is pressed on an empty one.

        A pasted text is returned at once, with the keys before it.  A problem is shown first.
        """
        while True:
            self._draw(prompt, keys, beside, problem)
            problem = ""
            key = read_key()
            if isinstance(key, Pasted):
                sys.stdout.write(f"{ERASE_LINE}{prompt}{clean(' '.join(key.split()))}")
                self._end_line()
                return keys, key
            if key == ESCAPE:
                self._end_line()
                raise WentBack
            if key == TAB:
                self._end_line()
                raise TypesInstead
            if key == ERASE:
                if len(keys) <= (where == HAND):
                    self._end_line()
                    return [], None
                keys = keys[:-1]
                continue
            if key == ENTER and not keys and self.console.has_just_chosen():
                continue  # it belongs to the choice before
            try:
                further = [*keys, *self._meaning(key, where)]
                entered = entries(further)
                self._read(entered[-1].text, where, beside)
            except ParseError as error:
                problem = str(error)
                continue
            if key == ENTER and where == TABLE and keys and not entered[0].text:
                problem = entries(keys)[-1].hint  # a suit alone
                continue
            if key == ENTER or len(entered) > 1:
                self._end_line()
                return further, None
            keys = further

    def _meaning(self, key: str, where: str) -> list[str]:
        """The keypad's key for a key of the keyboard; none for arrows and the like."""
        letter = key.upper()
        if key == ENTER:
            return [OK]
        if letter and letter in TIMES:
            number = read_key()
            if number.isdigit() and not isinstance(number, Pasted):
                return [f"x{number}"]
            put_back(number)
            return []
        if key.lower() == C:
            if not self.reader._knows_c:
                self._end_line()
            return [self.reader.suit_of_c()]
        if key == "3":
            return [RED if where == TABLE else BLACK]
        return [TYPED.get(letter, letter)] if letter else []

    def _read(self, text: str, where: str, beside: Sequence[str]) -> tuple[str, ...]:
        """The cards of the keys pressed."""
        return read_typed(text, place=where, beside=beside, decks=self.decks)

    def _typed(self, text: str, where: str, beside: Sequence[str]) -> tuple[str, ...]:
        """Pasted cards."""
        return self.reader.cards(text, where, beside=beside, decks=self.decks)

    def _draw(self, prompt: str, keys: list[str], beside: Sequence[str], problem: str) -> None:
        """Draw the line: the entry, and its verdict, hint or problem."""
        entry = entries(keys)[-1]
        words = problem or entry.hint
        if not words:
            try:
                words = str(self.describe(self._read(entry.text, entry.where, beside)))
            except ParseError as error:  # pasted cards may leave too few
                words = str(error)
        wide = shutil.get_terminal_size().columns - 1
        line = f"{prompt}{entry.text}"
        room = wide - columns_of(line) - 3
        text = f"{line}   {cut(words, room)}" if room > len(BELL) + 3 else cut(line, wide)
        back = f"\r\x1b[{columns_of(line)}C" if columns_of(line) < wide else ""
        sys.stdout.write(f"{ERASE_LINE}{clean(text)}{back}{BELL if problem else ''}")
        sys.stdout.flush()

    def _end_line(self) -> None:
        sys.stdout.write("\n")
        sys.stdout.flush()
