"""Cards entered by single keys, converted to text as it can be typed.

Keys are ranks, suits, numbers of equal cards and a few words, see `KEYS`.  Equal cards need no
suit: `K x7` are seven kings, and a further `2` stands in for one.  A suit begins a run, which is
entered by its ends: `H 4 T` is the run 4♥ to 10♥, and a further `2 8` puts a 2 in the place of its
8.  `ok` ends a meld; a complete one also ends at a key that can only begin the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from dealt.cards import RANKS, SUIT_SYMBOLS
from dealt.core.melding import CANASTA
from dealt.errors import ParseError
from dealt.games.tranca.house import TRANCA, HouseRules
from dealt.language import say
from dealt.scoresheet.card_text import ANY, HAND, TABLE, printed, read_typed
from dealt.scoresheet.round.draft import Draft
from dealt.scoresheet.round.edits import Add

RUN = f"3{CANASTA.ranks}"  # a three is in a run where the rules of the house say so
TWO, SHORTEST = CANASTA.wild, CANASTA.shortest
RED, BLACK = "red", "black"  # threes
_JOKER_KEY = "joker"
WILDS = (TWO, _JOKER_KEY)
OK = "ok"
_MOST_EQUAL = 12  # of three packs
COUNTS = tuple(f"x{n}" for n in range(2, _MOST_EQUAL + 1))
_CARD_KEYS = (*RANKS, _JOKER_KEY, RED, BLACK)
KEYS = (*_CARD_KEYS, *ANY, *COUNTS, OK, HAND, TABLE)
THREES = {RED: "3red", BLACK: "3black"}


@dataclass(frozen=True)
class _Meld:
    """A meld in progress.

    Attributes:
        most_wilds: the greatest number of stand-ins.
        suit: of a run, once it is pressed.
        card: the rank of equal cards, `TWO` or `RED`; empty for a run and at the beginning.
        ends: the lowest and the highest rank of a run, as places in `RUN`; one place for one end.
        places: the ranks they stand for in a run, as places in `RUN`; the last may be missing.
        is_stepwise: whether the cards of a run are pressed one after the other, as `H 4 5 6`.
    """

    most_wilds: int = 1
    suit: str = ""
    card: str = ""
    count: int = 0
    ends: tuple[int, ...] = ()
    wilds: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    is_stepwise: bool = False

    @property
    def is_run(self) -> bool:
        """Whether it is a run or becomes one."""
        return bool(self.suit) or len(self.ends) > 1

    @property
    def _awaits_place(self) -> bool:
        """Whether the next rank is the one that a wild card stands for."""
        return self.is_run and len(self.places) < len(self.wilds)

    @property
    def is_whole(self) -> bool:
        """Whether it is long enough for a meld."""
        if self.is_run:
            is_long = len(self.ends) > 1 and self.ends[1] - self.ends[0] + 1 >= SHORTEST
            return bool(self.suit) and is_long
        return self.card == RED or self.count + len(self.wilds) >= SHORTEST

    def after(self, key: str) -> _Meld | None:
        """The meld after another key; None if the key cannot belong to it."""
        if key in ANY:
            return self._with_suit(key)
        if key in COUNTS:
            is_equal = self.card and not self.suit
            return replace(self, count=int(key[1:]), ends=self.ends[:1]) if is_equal else None
        if key in WILDS:
            return self._with_wild(key)
        if key == RED:
            is_red = self.card in ("", RED) and not self.is_run
            return replace(self, card=RED, count=self.count + 1) if is_red else None
        return self._with_rank(RUN.index(key)) if key in RUN else None

    def _with_suit(self, suit: str) -> _Meld | None:
        is_begun = len(self.ends) > 1 and bool(self.suit)
        is_equal = self.count > 1 or self.wilds or self.card in (*WILDS, RED)
        if is_begun or is_equal:
            return None
        return replace(self, suit=suit, card="", count=0)

    def _with_wild(self, wild: str) -> _Meld | None:
        has_room = len(self.wilds) < self.most_wilds
        if self.is_run:
            is_open = bool(self.suit) and len(self.ends) > 1 and not self._awaits_place and has_room
            return replace(self, wilds=(*self.wilds, wild)) if is_open else None
        if self.card in ("", wild):
            return replace(self, card=wild, count=self.count + 1)
        if self.card == RED or not (has_room or self.card in WILDS):
            return None
        return replace(self, wilds=(*self.wilds, wild))

    def _with_rank(self, rank: int) -> _Meld | None:
        if self._awaits_place:
            is_inside = self.ends[0] <= rank <= self.ends[1] and rank not in self.places
            return replace(self, places=(*self.places, rank)) if is_inside else None
        if self.card in WILDS:
            wilds = (*[self.card] * self.count, *self.wilds)
            fits = len(wilds) <= self.most_wilds
            return (
                replace(self, card=RUN[rank], count=1, ends=(rank,), wilds=wilds) if fits else None
            )
        if self.is_run or self.ends:
            return self._with_end(rank)
        return None if self.card else replace(self, card=RUN[rank], count=1, ends=(rank,))

    def _with_end(self, rank: int) -> _Meld | None:
        """A run with another card at an end, or equal cards with one more."""
        if not self.is_run and RUN[rank] == self.card:
            return replace(self, count=self.count + 1)
        if not self.is_run and (self.count > 1 or self.wilds):
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
        """The meld as typed text; empty while it is incomplete."""
        if not self.is_run:
            return " ".join([_text_of(self.card, self.count), *self.wilds])
        if not self.suit or not self.ends:
            return ""
        ends = [f"{printed(RUN[end])}{SUIT_SYMBOLS[self.suit]}" for end in self.ends]
        pairs = zip(self.wilds, self.places, strict=False)
        places = [f"{wild}={printed(RUN[place])}" for wild, place in pairs]
        return " ".join(["-".join(ends), *places])

    @property
    def hint(self) -> str:
        """The hint for the next key; empty if the meld is complete."""
        if self._awaits_place:
            wild = say("joker") if self.wilds[-1] == "joker" else TWO
            return say("Which card does the {wild} stand for?", wild=wild)
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
        text: the cards as typed text; empty if there are none.
        is_whole: whether they count: a meld does once it is long enough, or at `ok`.
        hint: for the next key; empty for a complete meld.
        card_keys: all keys for cards under the house rules.
    """

    where: str
    text: str
    is_whole: bool
    hint: str
    keys: tuple[str, ...]
    card_keys: tuple[str, ...]


@dataclass
class _Pad:
    """A keypad that turns keys into entries."""

    rules: HouseRules
    where: str = TABLE
    meld: _Meld = field(init=False)
    cards: list[tuple[str, int]] = field(default_factory=list)  # of the hand: which, how many
    entries: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.nothing = _Meld(most_wilds=self.rules.most_wilds)
        self.meld = self.nothing
        without = ("3",) if self.rules.threes else (RED, BLACK)
        if not self.rules.joker:
            without = (*without, _JOKER_KEY)
        self.keys = [key for key in KEYS if key not in without]
        self.card_keys = tuple(key for key in self.keys if key in _CARD_KEYS)

    def press(self, key: str) -> None:
        """Process a key."""
        if key not in self.keys:
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
        elif key in self.card_keys:
            self.cards.append((key, 1))
        else:
            raise ParseError("{key} cannot be pressed here", key=repr(key[:20]))

    def _begins_next(self, key: str) -> bool:
        """Whether a key that cannot belong to the meld begins the next one."""
        is_ended = self.meld.is_whole and not self.meld._awaits_place
        return is_ended and self.nothing.after(key) is not None

    def _end(self) -> None:
        entry = self._at_hand
        if entry.text:
            self.entries.append(replace(entry, is_whole=True))
        self.meld, self.cards = self.nothing, []

    @property
    def _at_hand(self) -> Entry:
        """The entry in progress."""
        if self.where == HAND:
            text = " ".join(_text_of(key, count) for key, count in self.cards)
            counts = COUNTS if self.cards else ()
            hint = say("The cards left in the hand")
            keys = (*self.card_keys, *counts)
            return Entry(HAND, text, bool(text), hint, keys, self.card_keys)
        meld = self.meld
        live = [key for key in self.keys if meld.after(key) is not None or self._begins_next(key)]
        if meld.text:
            live.append(OK)
        return Entry(TABLE, meld.text, meld.is_whole, meld.hint, tuple(live), self.card_keys)


def entries(keys: Iterable[str], rules: HouseRules = TRANCA) -> list[Entry]:
    """The entries of some of `KEYS`: finished melds and hands, then the one in progress.

    Raises:
        ParseError: a key was not possible where it was pressed.
    """
    pad = _Pad(rules)
    for key in keys:
        pad.press(key)
    return [*pad.entries, pad._at_hand]


def press(draft: Draft, keys: Sequence[str]) -> tuple[Entry, int | None]:
    """Add the cards entered by keys to a draft.

    Returns:
        The entry in progress, and the number of its meld in the draft, None if it has none yet.

    Raises:
        ParseError: a key or a card was not possible.
        ScoreError: there are too many cards.
    """
    pressed = entries(keys, draft.rules)
    meld = None
    for entry in pressed:
        meld = None
        if not entry.is_whole:
            continue
        faces = read_typed(
            entry.text, place=entry.where, beside=faces_beside(draft), decks=draft.decks,
            has_threes=bool(draft.rules.threes),
        )  # fmt: skip
        Add([*faces], hand=entry.where == HAND).apply(draft)
        if entry.where == TABLE:
            meld = len(draft.melds) - 1
    return pressed[-1], meld


def faces_beside(draft: Draft) -> list[str]:
    """The faces of all cards of a draft."""
    return [card.face for card in draft.cards if card.face and not card.removed]


def _text_of(key: str, count: int) -> str:
    """Equal cards as typed text."""
    return THREES.get(key, printed(key)) + (f"x{count}" if count > 1 else "")
