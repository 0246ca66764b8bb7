"""Layouts of published tables in arrays of NumPy."""

import numpy as np

from tests.games.penney_wrong_tables import BOTH
from tests.penney.layouts_rows import SIX
from tests.penney.tables_written import (
    BACKWARDS,
    CODES,
    DRAW,
    NAMES,
    WHOLE,
    WIN,
    Rows,
    array,
    cells,
    grid,
)


def stack(results, *codes, n=1, scale=1.0, axis=0):
    """Matrices one above the other; codes as in `Rows`."""
    parts = [array(results[CODES[code[0]]], CODES[code[1]], n, scale) for code in codes]
    return np.stack(parts, axis)


def npz(results, n, **more):
    arrays = {
        f"{by}_{name}": array(results[by], place, n)
        for by in BOTH
        for name, place in (("wins", WIN), ("ties", DRAW))
    }
    return {**arrays, **more}


def npy_structured(results, n):
    kind = [("p1", "U3"), ("p2", "U3"), ("tricks_w", int), ("tricks_d", int), ("tricks_l", int)]
    rows = Rows("", "a b tw td tl").fields(results, n)
    return np.array([tuple(row) for row in rows], dtype=kind)


ARRAYS = {
    "npz": ("results.npz", npz),
    "npz with labels": ("results.npz", lambda r, n: npz(
        r, n, labels=np.array(NAMES), n_decks=np.int64(n))),
    "npz unnamed": ("results.npz", lambda r, n: [*stack(
        r, "tw", "td", "cw", "cd", n=n, scale=100)]),
    "npz by scoring": ("scores.npz", lambda r, n: {
        "tricks": stack(r, "tw", "td").astype(np.int64),
        "cards": stack(r, "cw", "cd").astype(np.int64), "n": np.array(n)}),
    "npy of wins": ("tricks_n{n}.npy", lambda r, n: array(r["tricks"], WIN, n)),
    "npy without scoring": ("wins_n{n}.npy", lambda r, n: array(
        r["cards"], WIN, n, 100, BACKWARDS, np.nan)),
    "npy of both": ("wins_N={n}.npy", lambda r, n: stack(r, "tw", "cw", n=n)),
    "npy of four": ("counts_N={n}.npy", lambda r, n: stack(
        r, "tw", "cw", "td", "cd").astype(np.int32)),
    "npy last axis": ("tricks.npy", lambda r, n: stack(
        r, "td", "tw", "tl", axis=-1).astype(np.int64)),
    "npy of six": ("results.npy", lambda r, n: stack(
        r, "cw", "cl", "cd", "tw", "tl", "td").reshape(2, 3, 8, 8).astype(np.uint32)),
    "npy of pairs": ("cards.npy", lambda r, n: np.array(
        Rows("", "cw cd cl").fields(r, n))),
    "npy float32": ("cards_{n}_decks.npy", lambda r, n: array(
        r["cards"], WIN, n).T.astype(np.float32)),
    "npy structured": ("scores.npy", npy_structured),
    "npz of players": ("npz_p1.npz", lambda r, n: dict(zip(
        ("p1_wins_tricks", "p2_wins_tricks", "draws_tricks", "p1_wins_cards", "p2_wins_cards",
         "draws_cards"), stack(r, *SIX.split()), strict=True))),
    "npz of letters": ("npz_ab.npz", lambda r, n: dict(zip(
        "ab", stack(r, "tw", "cw", n=n), strict=True))),
    "npz of wins and ties": ("npz_wt.npz", lambda r, n: {
        "wins": array(r["tricks"], WIN, n),
        "ties": array(r["tricks"], DRAW, n, diagonal=1)[::-1]}),
    "npz of a class": ("npz_tc.npz", lambda r, n: {
        **{by: array(r[by], WIN, n, 100).round(1) for by in BOTH},
        **{f"{by}_ties": array(r[by], DRAW, n, 100, diagonal=100).round(1) for by in BOTH},
        "n": np.array([n])}),
    "npy last axes": ("npy882.npy", lambda r, n: stack(
        r, "tw", "td", "cw", "cd", axis=-1).reshape(8, 8, 2, 2)),
    "npy rows": ("npy_rows.npy", lambda r, n: np.array(
        Rows("", "a b tw td tl", names=range(8)).fields(r, n))),
    "npy rows of bits": ("npy_rows_bits.npy", lambda r, n: np.array(
        Rows("", "a b tw td tl", names=WHOLE).fields(r, n))),
    "npy of texts": ("npy_str.npy", lambda r, n: np.array(
        [row[1:] for row in grid(cells(r["tricks"], n, "{:.0f}({:.0f})"))[1:]])),
    "npy with choices": ("npy9.npy", lambda r, n: np.array(
        grid(lambda a, b: str(r["tricks"][a, b][WIN] / n), equal="0.0"))),
}  # fmt: skip
