"""Layouts of published tables in grids and documents."""

import numpy as np

from tests.games.penney_wrong_tables import BOTH
from tests.penney.layouts_rows import FRAME
from tests.penney.tables_written import (
    BACKWARDS,
    BITS,
    DRAW,
    LOSS,
    NAMES,
    WIN,
    WORDS,
    Rows,
    array,
    as_csv,
    cells,
    grid,
    share,
)


def heat_map(results, n, by, form, places=(WIN, DRAW)):
    """Columns are my choices."""
    return grid(cells(results[by], n, form, places, flip=True), order=BACKWARDS)


def framed(pairs, n, form="{:.4f}", names=NAMES, corner="", scale=100):
    """A matrix of wins between names, with zeros on its diagonal."""
    return grid(lambda a, b: form.format(scale * pairs[a, b][WIN] / n), names, corner,
                equal=form.format(0))  # fmt: skip


def two_matrices(results, n):
    parts = [
        f"By {by}, N={n:,}\n"
        + as_csv(grid(cells(results[by], n, "{:.0f}({:.0f})"), order=BACKWARDS))
        for by in BOTH
    ]
    return "\n".join(parts)


def plain_frame(results, n):
    """A matrix without names, under and behind numbers from 0."""
    wins = array(results["tricks"], WIN, n, order=BACKWARDS)
    rows = [[at, *(repr(float(x)) for x in row)] for at, row in enumerate(wins)]
    return as_csv([["", *range(8)], *rows])


def markdown(results, n):
    text = f"# Penney's game\n\nSome words about storage.\n\n## By tricks, N = {n:,}\n\n"
    for by in BOTH:
        lines = [
            "| " + " | ".join(row) + " |" for row in heat_map(results, n, by, "{:.0f} ({:.0f})")
        ]
        lines.insert(1, "|" + "---|" * 9)
        text += "\n".join(lines) + "\n\n"
        text += "## By cards\n\n" if by == "tricks" else "Done.\n"
    return text + "\n| method | size |\n|---|---|\n| npy | 5 |\n| bin | 7 |\n"


def markdown_rows(results, n):
    header = "P1,P2,P1 wins (tricks),P2 wins (tricks),Draws (tricks)"
    rows = Rows(header, "a b tw tl td", share("{:.2f}%")).table(results, n)
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(["# Results", lines[0], "|:--|--:|--|--|--|", *lines[1:]])


def markdown_in_bold(results, n):
    pairs = results["tricks"]
    write = cells(pairs, n, "{:.0f} ({:.0f})")
    bold = lambda a, b: f"**{write(a, b)}**" if pairs[a, b][WIN] > 0.8 * n else write(a, b)  # noqa: E731
    rows = grid(bold, equal="\u2014")
    lines = ["| | " + " | ".join(NAMES) + " |", "|" + "--|" * 9]
    lines += [f"| **{name}** | " + " | ".join(row) + " |" for name, *row in rows[1:]]
    return f"## Tricks (N={n})\n" + "\n".join(lines)


def latex(results, n):
    rows = heat_map(results, n, "cards", r"{:.1f}\% ({:.1f}\%)")
    body = " \\\\\n".join(" & ".join(row) for row in rows)
    return (
        "\\begin{table}\n\\begin{tabular}{l|rrrrrrrr}\n\\toprule\n" + body
        + " \\\\\n\\bottomrule\n\\end{tabular}\n\\end{table}\n"
    )  # fmt: skip


def html(results, n):
    rows = ["".join(f"<td>{x}</td>" for x in row) for row in framed(results["tricks"], n)]
    table = "".join(f"<tr>{row}</tr>\n" for row in rows)
    return f"<html><h2>By tricks, {n} decks</h2><table>{table}</table></html>"


def printed_frame(results, n):
    rows = framed(results["tricks"], n, corner=" ")
    return "\n".join("  ".join(f"{cell:>8}" for cell in row) for row in rows)


def printed_grid(results, n):
    edge = "+" + "---------+" * 9
    lines = [edge]
    for row in framed(results["tricks"], n):
        lines += ["|" + "|".join(f"{cell:>8} " for cell in row) + "|", edge]
    return "\n".join(lines)


def printed_arrays(results, n):
    wins, ties = (array(results["tricks"], p, n, diagonal=one) for p, one in ((WIN, 0), (DRAW, 1)))
    wins, ties = (np.array2string(each, precision=4) for each in (wins, ties))
    return f"tricks = \n{wins}\n\nties =\n{ties}"


def plain_matrices(results, n):
    text = ""
    for by in BOTH:
        rows = array(results[by], WIN, n, 100)
        text += f"{by}, {n} decks\n" + "\n".join(" ".join(f"{x:.3f}" for x in r) for r in rows)
        text += "\n\n"
    return text


def plain_matrix(results, n):
    rows = array(results["tricks"], WIN, n, 100, diagonal=np.nan)
    return "\n".join(" ".join(f"{x:.3f}" for x in row) for row in rows)


def bounds(results, n):
    def cell(a, b):
        percent = 100 * results["cards"][a, b][WIN] / n
        return "<1" if percent < 1 else ">99" if percent > 99 else f"{percent:.0f}"

    return as_csv(grid(cell, equal="\u2014"))


def named_matrix(results, n, by="cards", form="{:.2f}% ({:.2f}%)", names=None, corner="Player 1"):
    names = names or [name.lower() for name in NAMES]
    return as_csv(grid(cells(results[by], n, form), names, corner, BACKWARDS))


TEXTS = {
    "matrix": ("matrix.csv", named_matrix),
    "whole percents": ("whole.csv", lambda r, n: named_matrix(
        r, n, "tricks", "{:.0f}({:.0f})", BITS)),
    "plain": ("plain.txt", plain_matrix),
    "two matrices": ("two.csv", two_matrices),
    "python dictionary": ("tricks.txt", lambda r, n: str({
        (NAMES[a], NAMES[b]): tuple(map(int, c)) for (a, b), c in r["tricks"].items()})),
    "python names": ("tuple_cards.txt", lambda r, n: str({
        (BITS[a], BITS[b]): dict(zip(("cards_win", "cards_draw", "cards_loss"), map(int, c),
                                     strict=True)) for (a, b), c in r["cards"].items()})),
    "heat map": ("by_tricks_n{n}.csv", lambda r, n: as_csv(
        heat_map(r, n, "tricks", "{:.1f} ({:.1f})"))),
    "losses in brackets": ("tricks_n{n}.csv", lambda r, n: as_csv(
        heat_map(r, n, "tricks", "{:.1f} ({:.1f})", (WIN, LOSS)))),
    "three in a cell": ("cards N={n}.csv", lambda r, n: as_csv(grid(
        cells(r["cards"], n, "{:.2f}/{:.2f}/{:.2f}", (WIN, DRAW, LOSS)), corner="P1\\P2",
        equal="-"))),
    "percent signs": ("cards_{n}_games.csv", lambda r, n: as_csv(
        framed(r["cards"], n, "{:.2f}%", BITS, "opponent"))),
    "plain frame": ("tricks_{n}_decks.csv", plain_frame),
    "notes": ("scores.csv", lambda r, n: f"# Penney's game\n# N={n}\n" + as_csv(
        FRAME.table(r, n))),
    "markdown": ("README.md", markdown),
    "markdown rows": ("mixed_md.md", markdown_rows),
    "markdown in bold": ("bold_md.md", markdown_in_bold),
    "latex": ("cards_n{n}.tex", latex),
    "html": ("page.html", html),
    "printed frame": ("tricks_{n}_decks.txt", printed_frame),
    "printed array": ("cards_{n}_decks.txt", lambda r, n: np.array2string(
        array(r["cards"], WIN, n, 100), max_line_width=200, precision=4)),
    "printed arrays": ("arraystr.txt", printed_arrays),
    "printed grid": ("tricks_{n}_decks.txt", printed_grid),
    "two plain matrices": ("both.txt", plain_matrices),
    "bounds": ("cards_n{n}.csv", bounds),
    "columns are mine": ("probs_tricks.csv", lambda r, n: as_csv(grid(
        lambda a, b: f"{r['tricks'][b, a][WIN] / n:.2f}", corner="", equal="nan"))),
    "words": ("long_names.csv", lambda r, n: as_csv(grid(
        lambda a, b: f"{r['cards'][b, a][WIN] / n:.2f}", WORDS, equal="nan"))),
}  # fmt: skip
