"""Cards that somebody types at a terminal: what the letter c stands for is asked once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from dealt.errors import ParseError
from dealt.language import say
from dealt.scoresheet.card_text import (
    CLUBS,
    HEARTS,
    AmbiguousCardError,
    C,
    c_in_english,
    legend,
    plain,
    read_hand,
    read_meld,
    read_one,
    without_jokers,
)
from dealt.scoresheet.card_text import read_typed as read_cards
from dealt.scoresheet.typed import read_amount
from dealt.terminal.console import Console

T = TypeVar("T")


class CardReader:
    """Reads what somebody types.

    Args:
        console: where to ask.
        c: what the letter c stands for, if that is known; see `read_typed`.
        remember: is called with what it stands for.
        has_jokers: whether the game has any.
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
    def knows_c(self) -> bool:
        """Whether it need not be asked what the letter c stands for."""
        return bool(self.c or c_in_english(""))

    def suit_of_c(self) -> str:
        """What the letter c stands for; that is asked if need be."""
        if not self.knows_c:
            self._ask()
        return self.c or c_in_english("")

    def cards(self, text: str) -> tuple[str, ...]:
        """See `read_typed`."""
        return self._known(self._read(read_cards, text))

    def meld(self, text: str, beside: Sequence[str], decks: int) -> tuple[str, ...]:
        """See `read_meld`."""
        return self._known(self._read(partial(read_meld, beside=beside, decks=decks), text))

    def hand(self, text: str, beside: Sequence[str], decks: int) -> tuple[str, ...]:
        """See `read_hand`."""
        return self._known(self._read(partial(read_hand, beside=beside, decks=decks), text))

    def _known(self, faces: tuple[str, ...]) -> tuple[str, ...]:
        return faces if self._has_jokers else without_jokers(faces)

    def card(self, text: str) -> str:
        """See `read_one`."""
        face = self._read(read_one, text)
        return face if self._has_jokers else without_jokers((face,))[0]

    def amount(self, text: str) -> int | tuple[str, ...]:
        """See `read_amount`."""
        return self._read(read_amount, text)

    def legend(self) -> str:
        """The letters of the suits, and how another meaning is given to c."""
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
        """Ask whether c stands for hearts or for clubs, and remember it."""
        options = (say("hearts ♥ (copas)"), say("clubs ♣ (paus)"))
        names = (say("hearts"), say("clubs"))
        title = say("What does the letter c stand for? You are asked only once.")
        self.c = (HEARTS, CLUBS)[self.console.choose(title, options, names) - 1]
        if self._remember is not None:
            self._remember(self.c)
