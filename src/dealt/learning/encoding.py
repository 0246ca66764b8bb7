"""Observations for networks: each number as inputs between 0 and 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dealt.errors import SetupError

if TYPE_CHECKING:
    from dealt.core.game import Game

NUMBERS, ENCODED = OBSERVATIONS = "numbers", "encoded"


class Encoding:
    """How the observations of a game are encoded, by the ranges of their numbers.

    One of several things becomes an input for each thing, of which one is 1; an amount becomes one
    input, its share of the greatest; bits become an input each.  What is out of its range, which no
    game should give, becomes the nearest that is in it.

    Args:
        game: the game.

    Attributes:
        width: number of inputs.

    Raises:
        SetupError: the game does not say what its numbers can be.
    """

    def __init__(self, game: Game) -> None:
        ranges = game.sizes.ranges
        if not ranges:
            raise SetupError(
                f"{game.name} does not say what the numbers of its observations can be: give its "
                "Sizes ranges, or leave observations as numbers"
            )
        least, most, firsts, width = list[int](), list[int](), list[int](), 0
        kinds: list[str] = []
        for n, low, high, kind in ranges:
            inputs = {"choice": high - low + 1, "amount": 1, "bits": high.bit_length()}[kind]
            least += [low] * n
            most += [high] * n
            kinds += [kind] * n
            firsts += range(width, width + n * inputs, inputs)
            width += n * inputs
        self.width = width
        self._least, self._most = np.array(least), np.array(most)
        self._first = np.array(firsts)
        kind_of = np.array(kinds)
        self._choices = np.flatnonzero(kind_of == "choice")
        self._amounts = np.flatnonzero(kind_of == "amount")
        self._span = (self._most - self._least)[self._amounts].astype(np.float32)
        bits = [
            (place, digit)
            for place in np.flatnonzero(kind_of == "bits").tolist()
            for digit in range(most[place].bit_length())
        ]
        self._bit_places, self._digits = np.array(bits, int).reshape(-1, 2).T

    def __call__(self, numbers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The inputs for some observations.

        Args:
            numbers: int [..., number].

        Returns:
            float32 [..., input], each from 0 to 1.
        """
        rows = numbers.reshape(-1, numbers.shape[-1])
        rows = np.clip(rows, self._least, self._most) - self._least
        inputs = np.zeros((len(rows), self.width), np.float32)
        ones = self._first[self._choices] + rows[:, self._choices]
        np.put_along_axis(inputs, ones, 1, axis=1)
        inputs[:, self._first[self._amounts]] = rows[:, self._amounts] / self._span
        places = self._first[self._bit_places] + self._digits
        inputs[:, places] = rows[:, self._bit_places] >> self._digits & 1
        return inputs.reshape(*numbers.shape[:-1], self.width)
