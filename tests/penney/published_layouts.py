"""More layouts of tables of Penney's game, as people keep them in their repositories.

Each writer takes results, which are wins, draws and losses by scoring and pair, and how many decks
they are of. It returns the name of a file and what is in it, a text, bytes or arrays of NumPy.
"""

import json

import numpy as np

from tests.games.penney_wrong_tables import BOTH
from tests.penney.layouts import NAMES, PAIRS
from tests.penney.published_json import AS_JSON
from tests.penney.published_tables import (
    BITS,
    DRAW,
    LOSS,
    WIN,
    array,
    as_csv,
    counts,
    frame_data,
    framed,
    listed,
)

# --- arrays of NumPy ------------------------------------------------------------------------------


def npz(results, n, **more):
    arrays = {
        f"{by}_{name}": array(results[by], place, n)
        for by in BOTH
        for name, place in (("wins", WIN), ("ties", DRAW))
    }
    return "results.npz", {**arrays, **more}


def npz_of_unnamed(results, n):
    return "results.npz", [
        array(results[by], place, n, 100) for by in BOTH for place in (WIN, DRAW)
    ]


def npz_by_scoring(results, n):
    def both(by):
        return np.array([array(results[by], WIN), array(results[by], DRAW)]).astype(np.int64)

    return "scores.npz", {"tricks": both("tricks"), "cards": both("cards"), "n": np.array(n)}


def npy_of_wins(results, n):
    return f"tricks_n{n}.npy", array(results["tricks"], WIN, n)


def npy_without_scoring(results, n):
    return f"wins_n{n}.npy", array(results["cards"], WIN, n, 100, range(7, -1, -1), np.nan)


def npy_of_both(results, n):
    wins = [array(results[by], WIN, n) for by in BOTH]
    return f"wins_N={n}.npy", np.array(wins)


def npy_of_four(results, n):
    parts = [array(results[by], place) for place in (WIN, DRAW) for by in BOTH]
    return f"counts_N={n}.npy", np.array(parts).astype(np.int32)


def npy_last_axis(results, n):
    parts = [array(results["tricks"], place) for place in (DRAW, WIN, LOSS)]
    return "tricks.npy", np.stack(parts, axis=-1).astype(np.int64)


def npy_of_six(results, n):
    parts = [[array(results[by], p) for p in (WIN, LOSS, DRAW)] for by in BOTH[::-1]]
    return "results.npy", np.array(parts).astype(np.uint32)


def npy_of_pairs(results, n):
    rows = [[results["cards"][pair][place] for place in (WIN, DRAW, LOSS)] for pair in PAIRS]
    return "cards.npy", np.array(rows)


def npy_singles(results, n):
    return f"cards_{n}_decks.npy", array(results["cards"], WIN, n).T.astype(np.float32)


def npy_structured(results, n):
    kind = [("p1", "U3"), ("p2", "U3"), ("tricks_w", int), ("tricks_d", int), ("tricks_l", int)]
    rows = [(NAMES[a], NAMES[b], *map(int, results["tricks"][a, b])) for a, b in PAIRS]
    return "scores.npy", np.array(rows, dtype=kind)


# --- diagonals, and rows against columns ----------------------------------------------------------


def ties_with_ones(results, n, scale=1.0, one=1.0):
    """Rows from BBB, columns from RRR; of a choice against itself all is a tie."""
    data = {"n": n}
    for by in BOTH:
        wins = array(results[by], WIN, n, scale)[::-1]
        ties = array(results[by], DRAW, n, scale, diagonal=one)[::-1]
        data[by], data[f"{by}_ties"] = wins.tolist(), ties.tolist()
    return "results.json", json.dumps(data)


def ties_not_turned(results, n):
    """The wins were turned round and transposed, the ties were not."""
    data = {"n": n}
    for by in BOTH:
        data[by] = array(results[by], WIN, n, 100).T[::-1].tolist()
        data[f"{by}_ties"] = array(results[by], DRAW, n, 100, diagonal=100.0).tolist()
    return "results.json", json.dumps(data)


def ties_turned(results, n):
    """The ties were turned round, the wins were not."""
    data = {"n": n}
    for by in BOTH:
        data[by] = array(results[by], WIN, n).tolist()
        data[f"{by}_ties"] = array(results[by], DRAW, n, diagonal=1.0)[:, ::-1].tolist()
    return "results.json", json.dumps(data)


def counts_with_decks_on_the_diagonal(results, n):
    data = {"n": n}
    for by in BOTH:
        data[by] = array(results[by], WIN).astype(int).tolist()
        data[f"{by}_ties"] = array(results[by], DRAW, diagonal=n)[::-1].astype(int).tolist()
    return "results.json", json.dumps(data)


def last_colour_first(results, n):
    order = [int(BITS[choice][::-1], 2) for choice in range(8)]
    data = {by: array(results[by], WIN, n, order=order).tolist() for by in BOTH}
    return "results.json", json.dumps({**data, "n": n})


def minus_ones(results, n):
    data = {by: array(results[by], WIN, n, 100, diagonal=-1).tolist() for by in BOTH}
    return "results.json", json.dumps({**data, "n_decks": n})


# --- text -----------------------------------------------------------------------------------------


def heat_map(results, n, by="tricks", form="{:.0f}({:.0f})"):
    done = results[by]
    rows = [["", *NAMES[::-1]]]
    for b in range(7, -1, -1):
        cells = [
            form.format(*(100 * done[a, b][:2] / n)) if a != b else "" for a in range(7, -1, -1)
        ]
        rows.append([NAMES[b], *cells])
    return rows


def csv_heat_map(results, n):
    return f"by_tricks_n{n}.csv", as_csv(heat_map(results, n, form="{:.1f} ({:.1f})"))


def csv_of_losses_in_brackets(results, n):
    flipped = {"tricks": {pair: c[[WIN, LOSS, DRAW]] for pair, c in results["tricks"].items()}}
    rows = heat_map(flipped, n, form="{:.1f} ({:.1f})")
    return f"tricks_n{n}.csv", as_csv(rows)


def csv_three_in_a_cell(results, n):
    done = results["cards"]
    rows = [["P1\\P2", *NAMES]]
    for a in range(8):
        cells = [
            "/".join(f"{100 * x / n:.2f}" for x in done[a, b]) if a != b else "-" for b in range(8)
        ]
        rows.append([NAMES[a], *cells])
    return f"cards N={n}.csv", as_csv(rows)


def csv_with_percent_signs(results, n):
    wins = array(results["cards"], WIN, n, 100)
    rows = framed(wins, BITS, "opponent", "{:.2f}%")
    return f"cards_{n}_games.csv", as_csv(rows)


def csv_with_an_index(results, n):
    """As `to_csv` writes a list, with a column of numbers before it."""
    header, rows = frame_data(results, n)
    return "scores.csv", as_csv([["", *header], *([at, *row] for at, row in enumerate(rows))])


def csv_of_a_plain_frame(results, n):
    """A matrix without names, under and behind numbers from 0."""
    wins = array(results["tricks"], WIN, n, order=range(7, -1, -1))
    rows = [[at, *(repr(float(x)) for x in row)] for at, row in enumerate(wins)]
    return f"tricks_{n}_decks.csv", as_csv([["", *range(8)], *rows])


def csv_by_numbers(results, n):
    """Choices by their numbers."""
    rows = [[a, b, *map(int, results["tricks"][a, b])] for a, b in PAIRS]
    return "tricks.csv", as_csv([["i", "j", "wins", "draws", "losses"], *rows])


def six_numbers(results, n):
    """Wins and losses by tricks, the same by cards, then both draws."""
    tricks, cards = (results[by] for by in BOTH)
    data = {}
    for a, b in PAIRS:
        both = [tricks[a, b], cards[a, b]]
        row = [int(c[place]) for c in both for place in (WIN, LOSS)]
        data[f"{BITS[a]}_{BITS[b]}"] = [*row, *(int(c[DRAW]) for c in both)]
    return "results.json", json.dumps({"num_decks": n, "results": data})


def pair_rows(header, columns, *, key, results):
    """Rows of pairs with one key column, and a column for each scoring and place."""
    rows = [[key(a, b), *(int(results[by][a, b][p]) for by, p in columns)] for a, b in PAIRS]
    return "scores.csv", as_csv([header, *rows])


def key_without_header(results, n):
    columns = [(by, p) for p in (DRAW, WIN, LOSS) for by in BOTH[::-1]]
    header = ["", "draw_cards", "draw_tricks", "p1wincards", "p1wintricks", "p2wincards",
              "p2wintricks"]  # fmt: skip
    key = lambda a, b: f"({BITS[a]}, {BITS[b]})"  # noqa: E731
    return pair_rows(header, columns, key=key, results=results)


def pair_of_numbers(results, n):
    columns = [(by, p) for by in BOTH[::-1] for p in (WIN, LOSS, DRAW)]
    header = ["pairs", *(f"{name}_{by}" for by in BOTH[::-1] for name in ("p1_wins", "p2_wins",
              "ties"))]  # fmt: skip
    return pair_rows(header, columns, key=lambda a, b: str((a, b)), results=results)


def eight_columns(results, n, names=range(8)):
    header = ["p1", "p2", *(f"{name}_{by}" for by in BOTH for name in ("p1_wins", "draws",
              "p2_wins"))]  # fmt: skip
    rows = [[names[a], names[b], *map(int, results["tricks"][a, b]),
             *map(int, results["cards"][a, b])] for a, b in PAIRS]  # fmt: skip
    return "scores.csv", as_csv([header, *rows])


def csv_tidy(results, n):
    """A row for each number."""
    rows = [
        [NAMES[a], NAMES[b], by, name, int(results[by][a, b][place])]
        for a, b in PAIRS
        for by in BOTH
        for name, place in (("p1", WIN), ("tie", DRAW), ("p2", LOSS))
    ]
    return "tidy.csv", as_csv([["p1_choice", "p2_choice", "method", "winner", "count"], *rows])


def csv_long(results, n):
    """A row for each scoring."""
    rows = [
        [NAMES[a], NAMES[b], f"By {by}", *map(int, results[by][a, b])]
        for a, b in PAIRS
        for by in BOTH
    ]
    return "long.csv", as_csv([["mine", "theirs", "scoring", "wins", "draws", "losses"], *rows])


def csv_abbreviated(results, n):
    header = ["seq1", "seq2", "wp_tricks", "lp_tricks", "dp_tricks", "win_pct_cards",
              "loss_pct_cards", "tie_pct_cards"]  # fmt: skip
    header[3] = "loss_prob_tricks"
    header[4] = "draw_prob_tricks"
    return f"out_{n}_trials.csv", as_csv([header, *listed(results, n, "{:.6g}", 1)])


def csv_significant(results, n):
    """Three digits each."""
    header = ["p1", "p2", "p1 win tricks", "p2 win tricks", "tie tricks", "p1 win cards",
              "p2 win cards", "tie cards"]  # fmt: skip
    return f"out_n{n}.csv", as_csv([header, *listed(results, n, "{:.3g}", 100)])


def csv_win_or_draw(results, n):
    rows = [
        [NAMES[a], NAMES[b], f"{100 * (c[WIN] + c[DRAW]) / n:.3f}"]
        for (a, b), c in results["tricks"].items()
    ]
    return f"tricks_n{n}.csv", as_csv([["me", "opponent", "win or draw %"], *rows])


def csv_differing_decks(results, n):
    rows = []
    rng = np.random.default_rng(2)
    for a, b in PAIRS:
        c = results["tricks"][a, b]
        m = n - int(rng.integers(0, n // 10))
        part = rng.multivariate_hypergeometric(c, m) if n < 10**6 else c
        rows.append([NAMES[a], NAMES[b], *map(int, part), int(sum(part))])
    header = ["p1", "p2", "trick_wins", "trick_draws", "trick_losses", "games"]
    return "scores.csv", as_csv([header, *rows])


def csv_decimal_commas(results, n):
    text = as_csv([["p1", "p2", *(f"{r} {by}" for by in BOTH for r in ("win", "loss", "draw"))],
                   *listed(results, n)], ";")  # fmt: skip
    return f"n{n}.csv", text.replace(".", ",")


def csv_quoted_commas(results, n):
    rows = [[cell.replace(".", ",") + "%" if "." in cell else cell for cell in row]
            for row in listed(results, n)]  # fmt: skip
    header = ["p1", "p2", *(f"{r} {by}" for by in BOTH for r in ("win", "loss", "draw"))]
    return f"n{n}.csv", as_csv([header, *rows])


def tsv_with_thousands(results, n):
    header = ["p1", "p2", *(f"{r} {by}" for by in BOTH for r in ("wins", "losses", "draws"))]
    rows = [[f"{x:,}" if isinstance(x, int) else x for x in row] for row in counts(results)]
    return "scores.tsv", as_csv([header, *rows], "\t")


def csv_with_notes(results, n):
    header, rows = frame_data(results, n)
    return "scores.csv", f"# Penney's game\n# N={n}\n" + as_csv([header, *rows])


def markdown(results, n):
    text = f"# Penney's game\n\nSome words about storage.\n\n## By tricks, N = {n:,}\n\n"
    for by in BOTH:
        rows = heat_map(results, n, by, "{:.0f} ({:.0f})")
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        lines.insert(1, "|" + "---|" * 9)
        text += "\n".join(lines) + "\n\n"
        text += "## By cards\n\n" if by == "tricks" else "Done.\n"
    return "README.md", text + "\n| method | size |\n|---|---|\n| npy | 5 |\n| bin | 7 |\n"


def latex(results, n):
    rows = heat_map(results, n, "cards", r"{:.1f}\% ({:.1f}\%)")
    body = " \\\\\n".join(" & ".join(row) for row in rows)
    return f"cards_n{n}.tex", (
        "\\begin{table}\n\\begin{tabular}{l|rrrrrrrr}\n\\toprule\n" + body
        + " \\\\\n\\bottomrule\n\\end{tabular}\n\\end{table}\n"
    )  # fmt: skip


def html(results, n):
    rows = framed(array(results["tricks"], WIN, n, 100), NAMES)
    cells = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
    table = "".join(f"<tr>{row}</tr>\n" for row in cells)
    return "page.html", f"<html><h2>By tricks, {n} decks</h2><table>{table}</table></html>"


def printed_frame(results, n):
    rows = framed(array(results["tricks"], WIN, n, 100), NAMES, " ")
    text = "\n".join("  ".join(f"{cell:>8}" for cell in row) for row in rows)
    return f"tricks_{n}_decks.txt", text


def printed_array(results, n):
    wins = array(results["cards"], WIN, n, 100)
    return f"cards_{n}_decks.txt", np.array2string(wins, max_line_width=200, precision=4)


def printed_grid(results, n):
    rows = framed(array(results["tricks"], WIN, n, 100), NAMES, "")
    edge = "+" + "---------+" * 9
    lines = [edge]
    for row in rows:
        lines += ["|" + "|".join(f"{cell:>8} " for cell in row) + "|", edge]
    return f"tricks_{n}_decks.txt", "\n".join(lines)


def two_plain_matrices(results, n):
    text = ""
    for by in BOTH:
        rows = array(results[by], WIN, n, 100)
        text += f"{by}, {n} decks\n" + "\n".join(" ".join(f"{x:.3f}" for x in r) for r in rows)
        text += "\n\n"
    return "both.txt", text


def bounds(results, n):
    done = results["cards"]

    def cell(a, b):
        share = 100 * done[a, b][WIN] / n
        if a == b:
            return "\u2014"
        return "<1" if share < 1 else ">99" if share > 99 else f"{share:.0f}"

    rows = [[NAMES[a], *(cell(a, b) if a != b else "\u2014" for b in range(8))] for a in range(8)]
    return f"cards_n{n}.csv", as_csv([["", *NAMES], *rows])


def with_errors(results, n):
    rows = [
        [
            NAMES[a],
            NAMES[b],
            f"{100 * c[WIN] / n:.3f} \u00b1 0.02",
            f"{100 * c[DRAW] / n:.3f}",
            0.02,
        ]
        for (a, b), c in results["tricks"].items()
    ]
    header = ["mine", "other", "win %", "tie %", "standard error"]
    return f"tricks_n{n}.csv", as_csv([header, *rows])


PUBLISHED = {
    "npz": npz,
    "npz with labels": lambda r, n: npz(r, n, labels=np.array(NAMES), n_decks=np.int64(n)),
    "npz unnamed": npz_of_unnamed,
    "npz by scoring": npz_by_scoring,
    "npy of wins": npy_of_wins,
    "npy without scoring": npy_without_scoring,
    "npy of both": npy_of_both,
    "npy of four": npy_of_four,
    "npy last axis": npy_last_axis,
    "npy of six": npy_of_six,
    "npy of pairs": npy_of_pairs,
    "npy float32": npy_singles,
    "npy structured": npy_structured,
    "ties with ones": ties_with_ones,
    "ties with hundreds": lambda r, n: ties_with_ones(r, n, 100, 100.0),
    "ties with ones in percents": lambda r, n: ties_with_ones(r, n, 100, 1.0),
    "ties not turned": ties_not_turned,
    "ties turned": ties_turned,
    "decks on the diagonal": counts_with_decks_on_the_diagonal,
    "last colour first": last_colour_first,
    "minus ones": minus_ones,
    **AS_JSON,
    "heat map": csv_heat_map,
    "losses in brackets": csv_of_losses_in_brackets,
    "three in a cell": csv_three_in_a_cell,
    "percent signs": csv_with_percent_signs,
    "index": csv_with_an_index,
    "plain frame": csv_of_a_plain_frame,
    "numbers of choices": csv_by_numbers,
    "six numbers": six_numbers,
    "key without header": key_without_header,
    "pair of numbers": pair_of_numbers,
    "eight columns": eight_columns,
    "tidy": csv_tidy,
    "long": csv_long,
    "abbreviated": csv_abbreviated,
    "three digits": csv_significant,
    "win or draw": csv_win_or_draw,
    "differing decks": csv_differing_decks,
    "decimal commas": csv_decimal_commas,
    "quoted commas": csv_quoted_commas,
    "thousands": tsv_with_thousands,
    "notes": csv_with_notes,
    "markdown": markdown,
    "latex": latex,
    "html": html,
    "printed frame": printed_frame,
    "printed array": printed_array,
    "printed grid": printed_grid,
    "two plain matrices": two_plain_matrices,
    "bounds": bounds,
    "with errors": with_errors,
}
