"""How tables are written: numbers, rows and matrices, for the layouts of published tables."""

import csv
import io
from itertools import permutations, product
from typing import NamedTuple

import numpy as np

from dealt.games.penney.choices import choice_text, digits

WIN, DRAW, LOSS = range(3)
PAIRS = list(permutations(range(8), 2))
EVERY = list(product(range(8), repeat=2))
UPPER = [(a, b) for a, b in PAIRS if a < b]
BACKWARDS = range(7, -1, -1)
NAMES = [choice_text(choice) for choice in range(8)]
BITS = [digits(choice) for choice in range(8)]
WHOLE = [int(bits) for bits in BITS]  # leading zeros lost
WORDS = ["-".join({"R": "Red", "B": "Black"}[letter] for letter in name) for name in NAMES]
CODES = {"t": "tricks", "c": "cards", "w": WIN, "d": DRAW, "l": LOSS}
SCORES = (
    "p1_choice, p2_choice, trick_ties, p1_trick_wins, p1_trick_loss, "
    "card_ties, p1_card_wins, p1_card_loss"
)


def count(number, n):
    return int(number)


def share(form="{}", scale=100):
    """A unit: numbers as percents, or as fractions with a scale of 1."""
    return lambda number, n: form.format(float(scale * number / n))


def value(places=None, scale=100):
    """The same as numbers."""
    if places is None:
        return lambda number, n: float(scale * number / n)
    return lambda number, n: round(float(scale * number / n), places)


class Rows(NamedTuple):
    """Rows of pairs below a header.

    `columns` are `a` and `b` for the choices, `ab` for both by `key`, `n` for the decks, `_` for
    an empty field, `at` for the number of a row, `=x` for x itself, and codes such as `tw` for the
    wins by tricks; several with `/` between them are one field, and a `'` marks a fraction.
    """

    header: str
    columns: str
    unit: object = count
    names: object = NAMES
    key: str = "{}-{}"
    pairs: object = PAIRS
    equal: object = ""  # of a choice against itself

    def fields(self, results, n):
        return [
            [self._field(code, at, pair, results, n) for code in self.columns.split()]
            for at, pair in enumerate(self.pairs)
        ]

    def _field(self, code, at, pair, results, n):
        a, b = (self.names[choice] for choice in pair)
        fields = {"a": a, "b": b, "ab": self.key.format(a, b), "n": n, "_": "", "at": at}
        if code in fields or code.startswith("="):
            return fields.get(code, code[1:])
        if pair[0] == pair[1]:
            return self.equal[code] if isinstance(self.equal, dict) else self.equal
        unit = value(7, 1) if code.endswith("'") else self.unit
        numbers = [
            unit(results[CODES[each[0]]][pair][CODES[each[1]]], n) for each in code.split("/")
        ]
        return numbers[0] if len(numbers) == 1 else "/".join(map(str, numbers))

    def table(self, results, n):
        """Header and rows."""
        header = [self.header.split(",")] if self.header else []
        return [*header, *self.fields(results, n)]

    def records(self, results, n):
        header, *rows = self.table(results, n)
        return [dict(zip(header, row, strict=True)) for row in rows]


def as_csv(rows, delimiter=","):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()


def array(pairs, place, n=1, scale=1.0, order=range(8), diagonal=0.0):
    """A matrix, [mine, other]."""
    matrix = np.full((8, 8), diagonal, float)
    for (row, a), (column, b) in product(enumerate(order), repeat=2):
        if a != b:
            matrix[row, column] = pairs[a, b][place] * scale / n
    return matrix


def matrix(pairs, place, order=range(8), empty=0.0):
    """The same as lists, of any numbers."""
    return [[pairs[a, b][place] if a != b else empty for b in order] for a in order]


def shares(results, n, scale=1, places=None):
    """Each number as a share, by scoring, pair and result."""
    unit = value(places, scale)
    return {
        by: {pair: [unit(c, n) for c in counts] for pair, counts in pairs.items()}
        for by, pairs in results.items()
    }


def grid(cell, names=NAMES, corner="", order=range(8), equal=""):
    """A matrix below and behind its choices; `cell` says what is written for a pair."""
    rows = [[names[a], *(cell(a, b) if a != b else equal for b in order)] for a in order]
    return [[corner, *(names[b] for b in order)], *rows]


def cells(pairs, n, form, places=(WIN, DRAW), *, flip=False):
    """What stands in a cell of a grid: percents in some form."""
    return lambda a, b: form.format(
        *(100 * pairs[(b, a) if flip else (a, b)][p] / n for p in places)
    )


def save(folder, name, content):
    """Write what a writer returns; the path."""
    path = folder / name
    if isinstance(content, np.ndarray):
        np.save(path, content)
    elif isinstance(content, dict):
        np.savez(path, **content)
    elif isinstance(content, list):
        np.savez(path, *content)
    else:
        path.write_text(content, encoding="utf-8")
    return path
