"""Penney's game: the steps that score many decks at once, one bit per deck.

A *vector* holds one binary digit for each of many decks: the colour of their third card, or whether
a player wins. An operation on a vector with `&`, `|`, `^` and `~` affects all its decks at the same
time, so the whole game is written here as a fixed list of such steps, without a branch: which
windows match, which matches are tricks, who owns each card, who has more. A vector is

- a Python integer of any size, in plain scoring, see `scoring`;
- a recorded name in `scoring_kernels`, which writes the same steps as one long function for numba,
  where a vector is a few machine words.

All pairs of choices share the work of finding where each choice matches. Only the pairs with the
lower choice first are scored: the other order is the same with the players swapped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    Vector = Any

# what is counted of each pair of choices: the lower choice wins, the higher one wins
RESULTS = ("lower by tricks", "higher by tricks", "lower by cards", "higher by cards")


def matches(cards: Sequence[Vector], length: int) -> list[list[Vector]]:
    """Where each choice matches: for each choice one vector per window, first window first.

    Args:
        cards: one vector per card of the deck, first card first; 1 is black.
        length: colours in a choice.
    """
    occurrences: list[list[Vector]] = [[] for _ in range(1 << length)]
    for window in range(len(cards) - length + 1):
        begun = [~cards[window], cards[window]]
        for card in cards[window + 1 : window + length]:
            begun = [match & other for match in begun for other in (~card, card)]
        for choice, match in enumerate(begun):
            occurrences[choice].append(match)
    return occurrences


class _Count:
    """Counts the vectors that are 1, in binary.

    As soon as there are three vectors of one weight, they become one of the same weight and a carry
    of twice the weight. So few are waiting at any time, and they can wait in registers.
    """

    def __init__(self) -> None:
        self.waiting: list[list[Vector]] = [[]]

    def add(self, vector: Vector, place: int = 0) -> None:
        """Count a vector with weight 2**place."""
        self._at(place).append(vector)
        while len(self.waiting[place]) == 3:
            digit, carry = _full_sum(*self.waiting[place])
            self.waiting[place] = [digit]
            place += 1
            self._at(place).append(carry)

    def _at(self, place: int) -> list[Vector]:
        while place >= len(self.waiting):
            self.waiting.append([])
        return self.waiting[place]

    def digits(self) -> list[Vector]:
        """The digits of the number, lowest first."""
        digits = []
        carries: list[Vector] = []
        for vectors in self.waiting:
            parts = vectors + carries
            carries = []
            if len(parts) == 3:
                digit, carry = _full_sum(*parts)
                carries = [carry]
            elif len(parts) == 2:
                digit, carries = parts[0] ^ parts[1], [parts[0] & parts[1]]
            else:
                (digit,) = parts
            digits.append(digit)
        return digits + carries


def _full_sum(a: Vector, b: Vector, c: Vector) -> tuple[Vector, Vector]:
    """How many of three are 1: the lower digit and the carry."""
    differ = a ^ b
    return differ ^ c, (a & b) | (differ & c)


class _CountOfTricks(_Count):
    """Counts tricks; two tricks are at least as far apart as the choices are long.

    Among that many windows in a row at most one has a trick, so they can be counted as one.
    """

    def __init__(self, length: int) -> None:
        super().__init__()
        self.length = length
        self.group: Vector = None
        self.windows = 0

    def add_window(self, trick: Vector) -> None:
        """Count the trick of the next window."""
        self.group = trick if self.windows == 0 else self.group | trick
        self.windows += 1
        if self.windows == self.length:
            self.finish()

    def finish(self) -> None:
        """Count the last windows, if they do not fill a group."""
        if self.windows:
            self.add(self.group)
        self.windows = 0


class _CountOfCards(_Count):
    """Counts the cards that go to one player; their owner changes only after tricks.

    If a trick has at least three cards, at most one of three cards in a row has another owner than
    the next; so the middle one shows whether two or more of them are the player's.
    """

    def __init__(self, length: int) -> None:
        super().__init__()
        self.together = 3 if length >= 3 else 1
        self.cards: list[Vector] = []

    def add_card(self, card: Vector) -> None:
        """Count the next card."""
        self.cards.append(card)
        if len(self.cards) == 3 == self.together:
            last, middle, before = self.cards
            self.add(last ^ middle ^ before)
            self.add(middle, 1)
            self.cards = []
        elif self.together == 1:
            self.finish()

    def finish(self) -> None:
        """Count the last cards, if there are fewer than three."""
        for card in self.cards:
            self.add(card)
        self.cards = []


class _CountOfRising:
    """Counts vectors in which no 0 follows a 1.

    The digit of weight w is whether an odd number of multiples of w are reached. Each number is
    stored with the greatest power of two that divides it, and so counts for the smaller ones, too.
    """

    def __init__(self, most: int) -> None:
        self.left = most
        self.reached: list[Vector] = [None] * most.bit_length()

    def add(self, vector: Vector) -> None:
        """Count the next vector: whether at least as many are 1 as are still to come."""
        place = (self.left & -self.left).bit_length() - 1
        before = self.reached[place]
        self.reached[place] = vector if before is None else before ^ vector
        self.left -= 1

    def digits(self) -> list[Vector]:
        """The digits of the number, lowest first."""
        digits = [self.reached[-1]]
        for reached in reversed(self.reached[:-1]):
            digits.append(digits[-1] ^ reached)
        return digits[::-1]


def _tricks(
    first: Sequence[Vector], second: Sequence[Vector], length: int
) -> Iterator[tuple[Vector, Vector]]:
    """For each window, whether there is a trick, and whether the first player wins it.

    A match is a trick unless one of the earlier windows that share a card with it is one (N2).

    Args:
        first: where the choice of the first player matches.
        second: where the choice of the second player matches.
        length: colours in a choice.
    """
    before: list[Vector] = []
    for first_match, second_match in zip(first, second, strict=True):
        trick = first_match | second_match
        for other in before:
            trick = trick & ~other
        before = [*before, trick][-(length - 1) :]
        yield trick, trick & first_match


def _owned(won: Sequence[tuple[Vector, Vector]], length: int) -> Iterator[tuple[Vector, Vector]]:
    """For each card, the last one first, whether anyone gets it, and whether the first player does.

    A card goes to the winner of the next trick (N3), or to nobody after the last one (N4).

    Args:
        won: for each window, whether there is a trick, and whether the first player wins it.
        length: colours in a choice.
    """
    anyone, me = won[-1]
    yield anyone, me
    for trick, by_first in reversed(won[:-1]):
        anyone = anyone | trick
        me = by_first | (me & ~trick)
        yield anyone, me
    for _ in range(length - 1):  # the cards before the first window ends
        yield anyone, me


def _more_than_half(part: Sequence[Vector], whole: Sequence[Vector]) -> tuple[Vector, Vector]:
    """Where twice the part exceeds the whole, and where it is less; lowest digits first."""
    greater, less = whole[0] & ~whole[0], whole[0]
    for place in range(1, max(len(whole), len(part) + 1)):
        if place >= len(whole):
            greater, less = greater | part[place - 1], less & ~part[place - 1]
        elif place > len(part):
            greater, less = greater & ~whole[place], less | whole[place]
        else:
            a, b = part[place - 1], whole[place]
            differ = a ^ b
            greater, less = (a & differ) | (greater & ~differ), (b & differ) | (less & ~differ)
    return greater, less


def outcome(
    first: Sequence[Vector], second: Sequence[Vector], length: int
) -> tuple[Vector, Vector, Vector, Vector]:
    """Who wins: the first by tricks, the second by tricks, the first by cards, the second by cards.

    A player with more than half of all tricks has more than the other, and likewise for cards;
    of the cards that go to anyone, only their end matters.

    Args:
        first: where the choice of the first player matches, see `matches`.
        second: where the choice of the second player matches.
        length: colours in a choice.
    """
    all_tricks, my_tricks = _CountOfTricks(length), _CountOfTricks(length)
    won = []
    for trick, by_first in _tricks(first, second, length):
        won.append((trick, by_first))
        all_tricks.add_window(trick)
        my_tricks.add_window(by_first)
    all_tricks.finish()
    my_tricks.finish()
    by_tricks = _more_than_half(my_tricks.digits(), all_tricks.digits())
    all_cards, my_cards = _CountOfRising(len(first) + length - 1), _CountOfCards(length)
    for anyone, me in _owned(won, length):
        all_cards.add(anyone)
        my_cards.add_card(me)
    my_cards.finish()
    return *by_tricks, *_more_than_half(my_cards.digits(), all_cards.digits())


def pairs(length: int) -> list[tuple[int, int]]:
    """The pairs of choices that are scored, the lower choice first."""
    return list(combinations(range(1 << length), 2))
