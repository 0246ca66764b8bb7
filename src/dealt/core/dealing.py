"""How chance deals a round, step by step, for programs that search a game's whole tree.

A card is dealt when the rules first read it, whatever for: to sort it into a hand, to show it to a
seat, to count it.  Until then it lies face down, as an object that can be moved and nothing else.
So cards that nobody gets are never dealt, and the tree of a round is as small as it can be without
knowing what the cards mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dealt.cards import Deck


class CardNeeded(Exception):  # noqa: N818 - not an error
    """The rules have read a card that lies face down.

    Attributes:
        place: its place in the deck.
    """

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class FaceDown:
    """A card that nobody has read, in a plain state."""

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place = place

    def _read(self, *_: object) -> NoReturn:
        """Whatever is asked of a number.

        Raises:
            CardNeeded: always.
        """
        raise CardNeeded(self.place)

    __index__ = __int__ = __float__ = __bool__ = __hash__ = __neg__ = __invert__ = __abs__ = _read
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __pow__ = __rpow__ = _read
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _read
    __truediv__ = __rtruediv__ = __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _read
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _read
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _read

    def __repr__(self) -> str:
        return f"FaceDown({self.place})"


class CardByCard:
    """One card at a time, each when somebody reads it.

    Attributes:
        nodes: greatest number of chance nodes in a round.
        outcomes: the outcomes of a chance node are 0 to outcomes - 1.
    """

    def __init__(self, pack: Deck, replacing: bool) -> None:
        self._pack = pack
        self._replacing = replacing
        self.nodes = len(pack)
        self.outcomes = len(pack.faces)
        self._face_down = [FaceDown(place) for place in range(len(pack))]

    def face_down(self, place: int) -> FaceDown:
        """The card at a place of the deck, which lies face down."""
        return self._face_down[place]

    def due(self, dealt: Mapping[int, int], actions: Sequence[int]) -> int | None:
        """The place of the deck that is dealt next, whatever the rules read; None: none is."""
        return None

    def deck(self, dealt: Mapping[int, int]) -> list[Any]:
        """The deck to play with, of which some cards may lie face down.

        Args:
            dealt: the cards dealt so far, by place, in the order in which they came.
        """
        if not dealt:
            return self._face_down
        return [dealt.get(place, card) for place, card in enumerate(self._face_down)]

    def chances(self, dealt: Mapping[int, int]) -> list[tuple[int, float]]:
        """Each card that can come next, with its probability."""
        if self._replacing:
            return [(card, 1 / self.outcomes) for card in range(self.outcomes)]
        left = self.left(dealt)
        each = 1 / sum(left)
        return [(card, n * each) for card, n in enumerate(left) if n]

    def left(self, dealt: Mapping[int, int]) -> list[int]:
        """How many of each card have not been dealt."""
        counts = [self._pack.copies] * self.outcomes
        for card in dealt.values():
            counts[card] -= 1
        return counts

    def cards(self, outcome: int) -> tuple[int, ...]:
        """The cards that an outcome deals, in consecutive places."""
        return (outcome,)

    def whole(self, dealt: Mapping[int, int]) -> list[int]:
        """A complete deck: the cards that nobody has got are in ascending order."""
        gone = Counter(dealt.values())
        others = []
        for card in self._pack.cards():
            if gone[card]:
                gone[card] -= 1
            else:
                others.append(card)
        rest = iter(others)
        return [dealt[place] if place in dealt else next(rest) for place in range(len(self._pack))]

    def text(self, outcome: int) -> str:
        """An outcome in words."""
        return self._pack.faces[outcome]


def face_down(s: Any) -> Iterator[tuple[Any, Any, int]]:
    """The cards of a plain state that lie face down: what holds each, where, and its place."""
    for field in s.FIELDS:
        value = getattr(s, field.name)
        if type(value) is FaceDown:
            yield _Attributes(s), field.name, value.place
        elif type(value) is list:
            yield from _face_down_in(value)


def _face_down_in(cards: list[Any]) -> Iterator[tuple[Any, Any, int]]:
    """See `face_down`."""
    for at, value in enumerate(cards):
        if type(value) is FaceDown:
            yield cards, at, value.place
        elif type(value) is list:
            yield from _face_down_in(value)


class _Attributes:
    """The attributes of a state as items."""

    def __init__(self, s: Any) -> None:
        self._s = s

    def __getitem__(self, name: str) -> Any:
        return getattr(self._s, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self._s, name, value)


def turn_up(s: Any, cards: Mapping[int, int]) -> bool:
    """Turn cards of a plain state face up, by their places; return whether there were any."""
    found = [(holder, at, place) for holder, at, place in face_down(s) if place in cards]
    for holder, at, place in found:
        holder[at] = cards[place]
    return bool(found)
