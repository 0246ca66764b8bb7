"""What writers of published tables share: results as matrices and rows, and files of them."""

import csv
import io
from itertools import product

import numpy as np

from dealt.games.penney.choices import digits
from tests.games.penney_wrong_tables import BOTH
from tests.penney.layouts import NAMES, PAIRS

WIN, DRAW, LOSS = range(3)
BITS = [digits(choice) for choice in range(8)]


def array(done, place, n=1, scale=1.0, order=range(8), diagonal=0.0):
    """A matrix, [mine, other]."""
    found = np.full((8, 8), diagonal, float)
    for (row, a), (column, b) in product(enumerate(order), repeat=2):
        if a != b:
            found[row, column] = done[a, b][place] * scale / n
    return found


def as_csv(rows, delimiter=","):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()


def framed(matrix, names, corner="", form="{:.4f}"):
    """A matrix between names, as fields."""
    rows = [[names[a], *(form.format(x) for x in matrix[a])] for a in range(8)]
    return [[corner, *names], *rows]


def listed(results, n, form="{:.2f}", scale=100, names=NAMES):
    """Rows of pairs: wins, losses and draws by tricks and by cards."""
    rows = []
    for a, b in PAIRS:
        numbers = [
            form.format(float(results[by][a, b][place] * scale / n))
            for by in BOTH
            for place in (WIN, LOSS, DRAW)
        ]
        rows.append([names[a], names[b], *numbers])
    return rows


def counts(results, names=NAMES):
    return [
        [names[a], names[b]] + [int(results[by][a, b][p]) for by in BOTH for p in (WIN, LOSS, DRAW)]
        for a, b in PAIRS
    ]


def frame_data(results, n):
    header = ["p1", "p2", "p1_wins_tricks", "p2_wins_tricks", "draws_tricks", "p1_wins_cards",
              "p2_wins_cards", "draws_cards"]  # fmt: skip
    return header, counts(results)


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
