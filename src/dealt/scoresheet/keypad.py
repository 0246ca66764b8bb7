"""Cards entered by single keys: what is pressed becomes text, as it can be typed.

Keys are ranks, suits, numbers of equal cards and a few words, see `KEYS`.  Equal cards need no
suit: `K x7` are seven kings, and a further `2` stands in for one.  A suit makes a run, which is
entered by its ends: `H 4 T` is the run 4♥ to 10♥, and a further `2 8` puts a 2 in the place of its
8.  `ok` ends a meld; often that is not needed: a key that cannot belong to it begins the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from dealt.cards import RANKS, SUIT_SYMBOLS
from dealt.core.melding import CANASTA
from dealt.errors import ParseError
from dealt.language import say
from dealt.scoresheet.card_text import ANY, read_hand, read_meld
from dealt.scoresheet.draft import HAND, TABLE, Draft
from dealt.scoresheet.edits import Add

RUN, TWO, SHORTEST = CANASTA.ranks, CANASTA.wild, CANASTA.shortest
RED, BLACK = "red", "black"  # threes
OK = "ok"
MOST_EQUAL = 12  # of three packs
COUNTS = tuple(f"x{n}" for n in range(2, MOST_EQUAL + 1))
CARD_KEYS = (*(rank for rank in RANKS if rank != "3"), RED, BLACK)
KEYS = (*CARD_KEYS, *ANY, *COUNTS, OK, HAND, TABLE)
THREES = {RED: "3red", BLACK: "3black"}


@dataclass(frozen=True)
class _Meld:
    """A meld, as far as its keys say.

    Attributes:
        suit: of a run, once it is pressed.
        card: the rank of equal cards, `TWO` or `RED`; empty for a run and at the beginning.
        count: how many of them.
        ends: the lowest and the highest rank of a run, as places in `RUN`; one place for one end.
        has_two: whether a 2 stands in.
        place: what it stands for in a run, a place in `RUN`; None as long as that is open.
        is_stepwise: whether the cards of a run are pressed one after the other, as `H 4 5 6`.
    """

    suit: str = ""
    card: str = ""
    count: int = 0
    ends: tuple[int, ...] = ()
    has_two: bool = False
    place: int | None = None
    is_stepwise: bool = False

    @property
    def is_run(self) -> bool:
        """Whether it is a run or becomes one."""
        return bool(self.suit) or len(self.ends) > 1

    @property
    def awaits_place(self) -> bool:
        """Whether the next rank says what the 2 stands for."""
        return self.is_run and self.has_two and self.place is None

    @property
    def is_whole(self) -> bool:
        """Whether it is as long as a meld has to be."""
        if self.is_run:
            is_long = len(self.ends) > 1 and self.ends[1] - self.ends[0] + 1 >= SHORTEST
            return bool(self.suit) and is_long
        return self.card == RED or self.count + self.has_two >= SHORTEST

    def after(self, key: str) -> _Meld | None:
        """The meld after another key; None if that cannot belong to it."""
        if key in ANY:
            return self._with_suit(key)
        if key in COUNTS:
            is_equal = self.card and not self.suit
            return replace(self, count=int(key[1:]), ends=self.ends[:1]) if is_equal else None
        if key == TWO:
            return self._with_two()
        if key == RED:
            is_red = self.card in ("", RED) and not self.is_run
            return _Meld(card=RED, count=self.count + 1) if is_red else None
        return self._with_rank(RUN.index(key)) if key in RUN else None

    def _with_suit(self, suit: str) -> _Meld | None:
        is_begun = len(self.ends) > 1 and bool(self.suit)
        is_equal = self.count > 1 or self.has_two or self.card in (TWO, RED)
        if is_begun or is_equal:
            return None
        return replace(self, suit=suit, card="", count=0)

    def _with_two(self) -> _Meld | None:
        if self.is_run:
            is_open = bool(self.suit) and len(self.ends) > 1 and not self.has_two
            return replace(self, has_two=True) if is_open else None
        if self.card in ("", TWO):
            return replace(self, card=TWO, count=self.count + 1)
        return None if self.has_two or self.card == RED else replace(self, has_two=True)

    def _with_rank(self, rank: int) -> _Meld | None:
        if self.card == RED or (self.card == TWO and self.count > 1):
            return None
        if self.awaits_place:
            is_inside = self.ends[0] <= rank <= self.ends[1]
            return replace(self, place=rank) if is_inside else None
        if not self.is_run and self.card in ("", TWO):
            return replace(self, card=RUN[rank], count=1, ends=(rank,), has_two=self.card == TWO)
        if not self.is_run and RUN[rank] == self.card:
            return replace(self, count=self.count + 1)
        if not self.is_run and (self.count > 1 or self.has_two):
            return None
        if not self.ends:
            return replace(self, ends=(rank,))
        low, high = min(self.ends[0], rank), max(self.ends[-1], rank)
        is_next = rank in (self.ends[0] - 1, self.ends[-1] + 1)
        if (low, high) == (self.ends[0], self.ends[-1]):
            return None
        if self.is_whole and not (self.is_stepwise and is_next):
            return None
        return replace(self, card="", count=0, ends=(low, high), is_stepwise=is_next)

    @property
    def text(self) -> str:
        """What somebody would type for it; empty as long as nothing can be typed."""
        if not self.is_run:
            two = f" {TWO}" if self.has_two else ""
            return _text_of(self.card, self.count) + two
        if not self.suit or not self.ends:
            return ""
        ends = [f"{_printed(RUN[end])}{SUIT_SYMBOLS[self.suit]}" for end in self.ends]
        place = "" if self.place is None else f" {TWO}={_printed(RUN[self.place])}"
        return "-".join(ends) + place

    @property
    def hint(self) -> str:
        """What can be pressed next; empty if it can stay as it is."""
        if self.awaits_place:
            return say("Which card does the 2 stand for?")
        if self.is_whole:
            return ""
        if not self.is_run:
            if not self.card:
                return say("A suit for a run, or a rank for equal cards")
            return say("How many? Or a suit, for a run")
        if not self.suit:
            return say("Of which suit?")
        if not self.ends:
            return say("The lowest card of the run, then the highest")
        return say("Up to which card?")


@dataclass(frozen=True)
class Entry:
    """A meld, or cards of the hand.

    Attributes:
        where: `TABLE` or `HAND`.
        text: the cards as somebody could type them; empty if there are none.
        is_whole: whether they count: a meld does once it is long enough, or at `ok`.
        hint: what can be pressed next; empty for a meld that can stay as it is.
        keys: the keys that do something now.
    """

    where: str
    text: str
    is_whole: bool
    hint: str
    keys: tuple[str, ...]


@dataclass
class _Pad:
    """The keys that were pressed, put in order."""

    where: str = TABLE
    meld: _Meld = field(default_factory=_Meld)
    cards: list[tuple[str, int]] = field(default_factory=list)  # of the hand: which, how many
    entries: list[Entry] = field(default_factory=list)

    def press(self, key: str) -> None:
        """Take another key.

        Raises:
            ParseError: it does nothing here.
        """
        if key not in KEYS:
            raise ParseError("{key} is not a key of the keypad", key=repr(key[:20]))
        if key in (OK, HAND, TABLE):
            self._end()
            self.where = self.where if key == OK else key
        elif self.where == HAND:
            self._press_in_hand(key)
        else:
            after = self.meld.after(key)
            if after is None and self._begins_next(key):
                self._end()
                after = self.meld.after(key)
            if after is None:
                raise ParseError("{key} cannot be pressed here", key=repr(key[:20]))
            self.meld = after

    def _press_in_hand(self, key: str) -> None:
        if key in COUNTS and self.cards:
            self.cards[-1] = (self.cards[-1][0], int(key[1:]))
        elif key in CARD_KEYS:
            self.cards.append((key, 1))
        else:
            raise ParseError("{key} cannot be pressed here", key=repr(key[:20]))

    def _begins_next(self, key: str) -> bool:
        """Whether a key that cannot belong to the meld begins the next one."""
        is_ended = self.meld.is_whole and not self.meld.awaits_place
        return is_ended and _Meld().after(key) is not None

    def _end(self) -> None:
        entry = self.at_hand
        if entry.text:
            self.entries.append(replace(entry, is_whole=True))
        self.meld, self.cards = _Meld(), []

    @property
    def at_hand(self) -> Entry:
        """What is being entered."""
        if self.where == HAND:
            text = " ".join(_text_of(key, count) for key, count in self.cards)
            counts = COUNTS if self.cards else ()
            hint = say("The cards left in the hand")
            return Entry(HAND, text, bool(text), hint, (*CARD_KEYS, *counts))
        meld = self.meld
        keys = [key for key in KEYS if meld.after(key) is not None or self._begins_next(key)]
        if meld.text:
            keys.append(OK)
        return Entry(TABLE, meld.text, meld.is_whole, meld.hint, tuple(keys))


def entries(keys: Iterable[str]) -> list[Entry]:
    """What keys enter: the melds and the cards of the hand, and at the end what is not ended yet.

    Raises:
        ParseError: a key that does nothing where it was pressed.
    """
    pad = _Pad()
    for key in keys:
        pad.press(key)
    return [*pad.entries, pad.at_hand]


def press(draft: Draft, keys: Sequence[str]) -> tuple[Entry, int | None]:
    """Add to a draft what keys enter.

    Returns:
        What is being entered, and which meld of the draft that is, None if it is none (yet).

    Raises:
        ParseError: a key that does nothing where it was pressed, or cards that cannot be.
        ScoreError: there are too many cards.
    """
    pressed = entries(keys)
    meld = None
    for entry in pressed:
        meld = None
        if not entry.is_whole:
            continue
        beside = faces_beside(draft)
        read = read_hand if entry.where == HAND else read_meld
        faces = read(entry.text, beside=beside, decks=draft.decks)
        Add([*faces], hand=entry.where == HAND).apply(draft)
        if entry.where == TABLE:
            meld = len(draft.melds) - 1
    return pressed[-1], meld


def faces_beside(draft: Draft) -> list[str]:
    """The faces of all cards of a draft."""
    return [card.face for card in draft.cards if card.face and not card.removed]


def _text_of(key: str, count: int) -> str:
    """Equal cards as somebody could type them."""
    return THREES.get(key, _printed(key)) + (f"x{count}" if count > 1 else "")


def _printed(rank: str) -> str:
    return "10" if rank == "T" else rank
