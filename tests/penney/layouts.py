"""Tables of Penney's game in every layout in which people publish them: a table of cases.

`LAYOUTS` has writers by name. Each takes results, which are wins, draws and losses by scoring and
pair, and the number of decks they are of. It returns the name of a file and its content: a text,
or arrays of NumPy. `asked` is what must be asked for a layout whose file does not say it.
"""

import csv
import io
import json
from itertools import permutations, product
from typing import NamedTuple

import numpy as np

from dealt.games.penney.choices import choice_text, digits
from tests.games.penney_wrong_tables import BOTH

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


# --- numbers, rows and matrices -------------------------------------------------------------------


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
        known = {"a": a, "b": b, "ab": self.key.format(a, b), "n": n, "_": "", "at": at}
        if code in known or code.startswith("="):
            return known.get(code, code[1:])
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


def array(done, place, n=1, scale=1.0, order=range(8), diagonal=0.0):
    """A matrix, [mine, other]."""
    matrix = np.full((8, 8), diagonal, float)
    for (row, a), (column, b) in product(enumerate(order), repeat=2):
        if a != b:
            matrix[row, column] = done[a, b][place] * scale / n
    return matrix


def matrix(done, place, order=range(8), empty=0.0):
    """The same as lists, of any numbers."""
    return [[done[a, b][place] if a != b else empty for b in order] for a in order]


def shares(results, n, scale=1, places=None):
    """Each number as a share, by scoring, pair and result."""
    unit = value(places, scale)
    return {
        by: {pair: [unit(c, n) for c in counts] for pair, counts in done.items()}
        for by, done in results.items()
    }


def grid(cell, names=NAMES, corner="", order=range(8), equal=""):
    """A matrix below and behind its choices; `cell` says what is written for a pair."""
    rows = [[names[a], *(cell(a, b) if a != b else equal for b in order)] for a in order]
    return [[corner, *(names[b] for b in order)], *rows]


def cells(done, n, form, places=(WIN, DRAW), *, flip=False):
    """What stands in a cell of a grid: percents in some form."""
    return lambda a, b: form.format(
        *(100 * done[(b, a) if flip else (a, b)][p] / n for p in places)
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


# --- rows -----------------------------------------------------------------------------------------

SIX = "tw tl td cw cl cd"
IN_ORDER = "tw td tl cw cd cl"
FRAME = Rows(
    "p1,p2,p1_wins_tricks,p2_wins_tricks,draws_tricks,p1_wins_cards,p2_wins_cards,draws_cards",
    "a b " + SIX,
)
NAMED_BY_RESULT = "p1,p2,win tricks,loss tricks,draw tricks,win cards,loss cards,draw cards"
IN_TRICKS = "p1,p2,p1 win pct tricks,p2 win pct tricks,tie pct tricks"
WITH_RATES = ",".join(
    f"{by}_{name}"
    for names in (("p1_wins", "p2_wins", "ties"), ("p1_win_rate", "p2_win_rate", "tie_rate"))
    for by in BOTH
    for name in names
)
OUTPUT = Rows(
    "p1_choice,p2_choice,p1_win%_tricks,tricks_tie%,p1_win%_cards,cards_tie%,games_total",
    "a b tw td cw cd n", share("{:.2f}%"),
)  # fmt: skip

# by the name of the layout: the name of the file, in which {n} may be the decks, and its rows
CSV = {
    "scores": ("scores.csv", Rows(SCORES, "a b td tw tl cd cw cl", names=BITS)),
    "old scores": ("scores.csv", Rows(SCORES, "a b td tw tl cd cw cl _", names=BITS)),
    "output": ("output.csv", OUTPUT),
    "counts": ("a.csv", Rows("n_decks,P1,P2,tricks_wins,tricks_ties,cards_wins,cards_ties",
                             "n a b tw td cw cd")),
    "everything": ("a.csv", Rows(
        f"player1,player2,p1_cards,p2_cards,p1_tricks,p2_tricks,{WITH_RATES}",
        "a b =700000 =800000 =300000 =300000 " + SIX + " tw' tl' td' cw' cl' cd'", names=WHOLE)),
    "second's": ("a.csv", Rows(
        "Player 1,Player 2,Player 2 Win % (Trick),Player 2 Win % (Total),Draw % (Trick),"
        "Draw % (Total)", "a b tl cl td cd", value(6, 1), pairs=EVERY[::-1], equal=0.0)),
    "index": ("scores.csv", Rows("," + FRAME.header, "at " + FRAME.columns)),
    "numbers of choices": ("tricks.csv", Rows("i,j,wins,draws,losses", "a b tw td tl",
                                              names=range(8))),
    "key without header": ("scores.csv", Rows(
        ",draw_cards,draw_tricks,p1wincards,p1wintricks,p2wincards,p2wintricks",
        "ab cd td cw tw cl tl", names=BITS, key="({}, {})")),
    "pair of numbers": ("scores.csv", Rows(
        "pairs,p1_wins_cards,p2_wins_cards,ties_cards,p1_wins_tricks,p2_wins_tricks,ties_tricks",
        "ab cw cl cd tw tl td", names=range(8), key="({}, {})")),
    "eight columns": ("scores.csv", Rows(
        "p1,p2,p1_wins_tricks,draws_tricks,p2_wins_tricks,p1_wins_cards,draws_cards,p2_wins_cards",
        "a b " + IN_ORDER, names=range(8))),
    "abbreviated": ("out_{n}_trials.csv", Rows(
        "seq1,seq2,wp_tricks,loss_prob_tricks,draw_prob_tricks,win_pct_cards,loss_pct_cards,"
        "tie_pct_cards", "a b " + SIX, share("{:.6g}", 1))),
    "three digits": ("out_n{n}.csv", Rows(
        "p1,p2,p1 win tricks,p2 win tricks,tie tricks,p1 win cards,p2 win cards,tie cards",
        "a b " + SIX, share("{:.3g}"))),
    "upper": ("upper.csv", Rows("Player1,Player2,Wins1,Wins2,Draws", "a b tw tl td", pairs=UPPER)),
    "first wins": ("p1winsonly_tricks_n{n}.csv", Rows("p1,p2,p1_wins", "a b tw", names=BITS)),
    "win rates": ("winrate.csv", Rows(
        "Opponent Sequence,My Sequence,Win Probability (Tricks),Draw Probability (Tricks),"
        "Win Probability (Cards),Draw Probability (Cards)", "b a tw td cw cd", value(None, 1))),
    "empty diagonal": ("diagincl.csv", Rows(IN_TRICKS, "a b tw tl td", share("{:.1f}"),
                                            pairs=EVERY)),
    "drawn diagonal": ("diag100.csv", Rows(IN_TRICKS, "a b tw tl td", share("{:.1f}"), pairs=EVERY,
                                           equal={"tw": 0, "tl": 0, "td": 100})),
    "reply": ("reply.csv", Rows("choice,reply,reply_win_tricks,tie_tricks", "a b tl td",
                                share("{:.4f}", 1))),
    "two headers": ("multiheader.csv", Rows(
        ",tricks,tricks,tricks,cards,cards,cards\npair,win,tie,loss,win,tie,loss",
        "ab " + IN_ORDER)),
    "total": ("total.csv", Rows(
        "p1_choice,p2_choice,p1_trick_wins,p2_trick_wins,trick_draws,total_games,p1_win_pct",
        "a b tw tl td n tw'")),
    "no header": ("csvnohead.csv", Rows("", "a b " + IN_ORDER, names=BITS)),
    "slashes": ("wdl.csv", Rows("matchup,tricks_WDL,cards_WDL", "ab tw/td/tl cw/cd/cl",
                                key="{} v {}")),
    "share besides": ("two_pct.csv", Rows("p1,p2,tricks_w,tricks_d,tricks_l,p1_win_pct",
                                          "a b tw td tl tw'")),
    "share besides both": ("both_pct.csv", Rows(
        "p1,p2,trick_wins,trick_draws,card_wins,card_draws,win_pct", "a b tw td cw cd tw'")),
}  # fmt: skip


def rows_in_csv(name, rows):
    """A writer of rows; a header may have several lines."""

    def write(results, n):
        body = as_csv(rows.fields(results, n))
        return name.format(n=n), rows.header + "\n" * bool(rows.header) + body

    return write


def csv_hyphens(results, n):
    rows = Rows("P1,P2,tricks,cards", "a b tw/td/tl cw/cd/cl").table(results, n)
    return "slash.csv", as_csv(rows).replace("/", "-")


def csv_tidy(results, n):
    """A row for each number."""
    rows = [
        [NAMES[a], NAMES[b], by, name, int(results[by][a, b][place])]
        for (a, b), by in product(PAIRS, BOTH)
        for name, place in (("p1", WIN), ("tie", DRAW), ("p2", LOSS))
    ]
    return "tidy.csv", as_csv([["p1_choice", "p2_choice", "method", "winner", "count"], *rows])


def csv_long(results, n, *, by_pair=True):
    """A row for each scoring."""
    if by_pair:
        rows = [
            [NAMES[a], NAMES[b], f"By {by}", *map(int, results[by][a, b])]
            for (a, b), by in product(PAIRS, BOTH)
        ]
        return "long.csv", as_csv([["mine", "theirs", "scoring", "wins", "draws", "losses"], *rows])
    rows = [
        [WHOLE[a], WHOLE[b], *(int(results[by][a, b][p]) for p in (WIN, LOSS, DRAW)), by]
        for by, (a, b) in product(BOTH, PAIRS)
    ]
    return "ints.csv", as_csv([["p1", "p2", "w", "l", "d", "scoring"], *rows])


def csv_win_or_draw(results, n):
    done = results["tricks"]
    rows = [[NAMES[a], NAMES[b], f"{100 * sum(done[a, b][:2]) / n:.3f}"] for a, b in PAIRS]
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
    rows = Rows(NAMED_BY_RESULT, "a b " + SIX, share("{:.2f}")).table(results, n)
    return f"n{n}.csv", as_csv(rows, ";").replace(".", ",")


def csv_quoted_commas(results, n):
    rows = Rows(NAMED_BY_RESULT, "a b " + SIX, share("{:.2f}%")).table(results, n)
    return f"n{n}.csv", as_csv([[cell.replace(".", ",") for cell in row] for row in rows])


def csv_with_semicolons(results, n):
    """As spreadsheets save it where a comma is the decimal point."""
    text = as_csv(OUTPUT.table(results, n)).replace(",", ";").replace(".", ",")
    return "output.csv", "\ufeff" + text.replace("\n", "\r\n")


def tsv_with_thousands(results, n):
    header = NAMED_BY_RESULT.replace("win ", "wins ").replace("loss ", "losses ")
    rows = Rows(header.replace("draw ", "draws "), "a b " + SIX).table(results, n)
    rows = [[f"{cell:,}" if isinstance(cell, int) else cell for cell in row] for row in rows]
    return "scores.tsv", as_csv(rows, "\t")


def csv_with_errors(results, n):
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
    return f"tricks_n{n}.csv", as_csv(
        [["mine", "other", "win %", "tie %", "standard error"], *rows]
    )


# --- JSON -----------------------------------------------------------------------------------------


def in_json(name, data):
    """A writer of JSON."""
    return lambda results, n: (name.format(n=n), json.dumps(data(results, n)))


def by_pair(cell, key="{}_{}", names=NAMES):
    """Something under each pair; `cell` takes the results of each scoring."""
    return lambda results, n: {
        key.format(names[a], names[b]): cell({by: results[by][a, b] for by in BOTH}, n)
        for a, b in PAIRS
    }


def nested(cell, names=NAMES):
    """The same under one choice and then the other."""
    return lambda results, n: {
        names[a]: {
            names[b]: cell({by: results[by][a, b] for by in BOTH}, n) for b in range(8) if b != a
        }
        for a in range(8)
    }


def numbers(*codes, unit=count):
    """A cell that is a list."""
    return lambda c, n: [unit(c[CODES[code[0]]][CODES[code[1]]], n) for code in codes]


def names_of(unit=count, **codes):
    """A cell that is numbers under names."""
    return lambda c, n: {
        name: unit(c[CODES[code[0]]][CODES[code[1]]], n) for name, code in codes.items()
    }


def in_scorings(names, unit=count, order=(WIN, DRAW, LOSS)):
    """A cell that is numbers under names under each scoring."""
    return lambda c, n: {
        by: {name: unit(c[by][place], n) for name, place in zip(names, order, strict=True)}
        for by in BOTH
    }


def with_decks(data, name="n", inner="results"):
    return lambda results, n: {name: n, inner: data(results, n)}


EACH = names_of(p1_wins_tricks="tw", p2_wins_tricks="tl", draws_tricks="td", p1_wins_cards="cw",
                p2_wins_cards="cl", draws_cards="cd")  # fmt: skip


def matrices(results, n, wins, draws=None, ties="{}_ties"):
    """Matrices of both scorings under names; each is made of wins, or draws, by pair."""
    data = {"n": n}
    for by in BOTH:
        data[by] = wins(results[by]).tolist()
        if draws:
            data[ties.format(by)] = draws(results[by]).tolist()
    return data


def class_json(results, n, scale=100, places=1, order=BACKWARDS, keys="s", empty=0.0):
    """The document that a class hands in."""
    unit = shares(results, n, scale, places)
    data = {"cards": matrix(unit["cards"], WIN, order, empty)}
    data["tricks"] = matrix(unit["tricks"], WIN, order, empty)
    data[f"card{keys}_ties"] = matrix(unit["cards"], DRAW, order, empty)
    data[f"trick{keys}_ties"] = matrix(unit["tricks"], DRAW, order, empty)
    return {**data, "n": n}


def class_counts(results, n):
    data = class_json(results, 1, 1, 0)
    return {name: n if name == "n" else part for name, part in data.items()}


def flipped(results):
    """The other player's wins."""
    return {by: {(b, a): c for (a, b), c in done.items()} for by, done in results.items()}


def json_by_names(results, n):
    unit = value(2)
    part = lambda by, place: {  # noqa: E731
        NAMES[a]: {NAMES[b]: unit(results[by][a, b][place], n) for b in range(8) if b != a}
        for a in range(8)
    }
    parts = {by: {"wins": part(by, WIN), "draws": part(by, DRAW)} for by in BOTH}
    return {"decks": n, "version": 3, "results": parts}


def json_joined(results, n):
    unit = value(4, 1)
    part = lambda by, place: {  # noqa: E731
        BITS[a] + BITS[b]: unit(results[by][a, b][place], n) for a, b in PAIRS
    }
    data = {by: part(by, WIN) for by in BOTH} | {f"{by}_ties": part(by, DRAW) for by in BOTH}
    return {**data, "total_games": n}


def json_lines(results, n):
    header = "first,second,tricks w,tricks l,tricks d"
    records = Rows(header, "a b tw tl td").records(results, n)
    return "scores.jsonl", "\n".join(map(json.dumps, records))


def by_number(rows):
    return {str(at): row for at, row in enumerate(rows)}


def frame(kind):
    """Every orient of `DataFrame.to_json`."""

    def data(results, n):
        header, *rows = FRAME.table(results, n)
        records = FRAME.records(results, n)
        columns = {name: [row[at] for row in rows] for at, name in enumerate(header)}
        return {
            "columns": {name: by_number(column) for name, column in columns.items()},
            "index": by_number(records),
            "split": {"columns": header, "index": list(range(len(rows))), "data": rows},
            "lists": columns,
            "table": {"schema": {"fields": [{"name": name} for name in header],
                                 "pandas_version": "1.4.0"}, "data": records},
            "rows": [header, *rows],
        }[kind]  # fmt: skip

    return data


def matrix_split(results, n):
    wins = array(results["tricks"], WIN, n, 100).round(2)
    return {"columns": NAMES, "index": NAMES, "data": wins.tolist()}


def matrix_columns(results, n):
    wins = array(results["cards"], WIN, n)
    data = {NAMES[b]: {NAMES[a]: wins[a, b] for a in range(8)} for b in range(8)}
    return {"ron": data, "n": n}


def json_players(results, n):
    names = ("p1", "draw", "p2")
    data = [
        {"pair": pair, **cell}
        for pair, cell in by_pair(in_scorings(names), "{} vs {}")(results, n).items()
    ]
    return {"metadata": {"seed": 42}, "data": data}


def json_of_players(results, n):
    data = [
        {
            "player1": {"choice": NAMES[a], "tricks": int(win)},
            "player2": {"choice": NAMES[b], "tricks": int(loss)},
            "ties": {"tricks": int(draw)},
        }
        for (a, b), (win, draw, loss) in results["tricks"].items()
    ]
    return {"results": data}


def json_of_sequences(results, n):
    cell = in_scorings(("p1_win", "p2_win", "tie"), value(None, 1), (WIN, LOSS, DRAW))
    return [
        {"sequences": [NAMES[a], NAMES[b]], "tricks": cell(dict.fromkeys(BOTH, c), n)["tricks"]}
        for (a, b), c in results["tricks"].items()
    ]


def json_of_lists(card):
    """Choices as lists of cards."""
    return lambda results, n: [
        {"p1": [*map(card, BITS[a])], "p2": [*map(card, BITS[b])], "tricks_p1_win": c[WIN] / n}
        for (a, b), c in results["tricks"].items()
    ]


def json_bits(results, n):
    key = [str(tuple(map(int, bits))) for bits in BITS]
    tricks = {f"({key[a]}, {key[b]})": c[WIN] / n for (a, b), c in results["tricks"].items()}
    return {"decks": n, "tricks": tricks}


RATES = "opponent,me,n,tricks win rate,cards win rate,tricks draw rate,cards draw rate"
JSON = {
    "class": ("results.json", class_json),
    "class, singular": ("results.json", lambda r, n: class_json(r, n, 100, 2, keys="", empty=None)),
    "class, fractions": ("results.json", lambda r, n: class_json(r, n, 1, None, range(8))),
    "class, counts": ("results.json", class_counts),
    "class, exchanged": ("results.json", lambda r, n: class_json(
        flipped(r), n, 1, None, range(8), "", None)),
    "names": ("results.json", json_by_names),
    "rows": ("rows.json", Rows(RATES, "b a n tw cw td cd", value(None, 1)).records),
    # rows from BBB, columns from RRR; of a choice against itself all is a tie
    **{f"ties with {name}": ("results.json", lambda r, n, scale=scale, one=one: matrices(
        r, n, lambda done: array(done, WIN, n, scale)[::-1],
        lambda done: array(done, DRAW, n, scale, diagonal=one)[::-1]))
       for name, scale, one in (("ones", 1, 1.0), ("hundreds", 100, 100.0),
                                ("ones in percents", 100, 1.0))},
    "ties not turned": ("results.json", lambda r, n: matrices(
        r, n, lambda done: array(done, WIN, n, 100).T[::-1],
        lambda done: array(done, DRAW, n, 100, diagonal=100.0))),
    "ties turned": ("results.json", lambda r, n: matrices(
        r, n, lambda done: array(done, WIN, n),
        lambda done: array(done, DRAW, n, diagonal=1.0)[:, ::-1])),
    "decks on the diagonal": ("results.json", lambda r, n: matrices(
        r, n, lambda done: array(done, WIN).astype(int),
        lambda done: array(done, DRAW, diagonal=n)[::-1].astype(int))),
    "last colour first": ("results.json", lambda r, n: matrices(
        r, n, lambda done: array(done, WIN, n, order=[int(bits[::-1], 2) for bits in BITS]))),
    "minus ones": ("results.json", lambda r, n: matrices(
        r, n, lambda done: array(done, WIN, n, 100, diagonal=-1))),
    "000_001": ("scores.json", by_pair(EACH, names=BITS)),
    "RRR-RRB": ("scores.json", by_pair(EACH, "{}-{}")),
    "RRR vs RRB": ("scores.json", by_pair(EACH, "{} vs. {}")),
    "(RRR, RRB)": ("scores.json", by_pair(EACH, "('{}', '{}')")),
    "(000, 001)": ("scores.json", by_pair(
        lambda c, n: {by: [*map(int, c[by])] for by in BOTH}, "({}, {})", BITS)),
    "(0, 0, 0)": ("results.json", json_bits),
    "000001": ("results.json", json_joined),
    "nested": ("results.json", with_decks(nested(in_scorings(
        ("win", "tie", "loss"), value(None, 1))))),
    "players": ("scores.json", json_players),
    "list of rows": ("rows.json", frame("rows")),
    "list of bare rows": ("rows.json", Rows("", "a b " + SIX, names=BITS).table),
    **{f"frame {kind}": ("scores.json", frame(kind))
       for kind in ("columns", "index", "split", "lists", "table")},
    "matrix split": ("tricks_n={n}.json", matrix_split),
    "matrix columns": ("cards_n={n}.json", matrix_columns),
    # wins and losses by tricks, the same by cards, then both draws
    "six numbers": ("results.json", with_decks(by_pair(
        numbers("tw", "tl", "cw", "cl", "td", "cd"), names=BITS), "num_decks")),
    "nested lists": ("nested_pair.json", nested(numbers("tw", "td", "tl"))),
    "nested in scorings": ("nested_sc.json", lambda r, n: {by: nested(
        lambda c, n, by=by: dict(zip(("wins", "ties", "losses"), map(int, c[by]), strict=True))
        )(r, n) for by in BOTH}),
    "pairs of players": ("pair_p1p2.json", by_pair(in_scorings(
        ("p1", "p2", "tie"), order=(WIN, LOSS, DRAW)), names=BITS)),
    "pairs of six": ("pair_flat.json", by_pair(
        numbers("tw", "tl", "td", "cw", "cl", "cd"), names=BITS)),
    "pairs of names": ("pair_dict.json", by_pair(
        names_of(p1_tricks_won="tw", p2_tricks_won="tl", tricks_tied="td"), "{},{}", BITS)),
    "lists of players": ("list_dict_nested.json", json_of_players),
    "sequences": ("keys_seq.json", json_of_sequences),
    "lists of bits": ("array_choice.json", json_of_lists(int)),
    "lists of truths": ("bool_choice.json", json_of_lists(lambda bit: bit == "1")),
}  # fmt: skip


# --- arrays of NumPy ------------------------------------------------------------------------------


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


# --- grids and documents --------------------------------------------------------------------------


def heat_map(results, n, by, form, places=(WIN, DRAW)):
    """Columns are my choices."""
    return grid(cells(results[by], n, form, places, flip=True), order=BACKWARDS)


def framed(done, n, form="{:.4f}", names=NAMES, corner="", scale=100):
    """A matrix of wins between names, with zeros on its diagonal."""
    return grid(lambda a, b: form.format(scale * done[a, b][WIN] / n), names, corner,
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
    done = results["tricks"]
    write = cells(done, n, "{:.0f} ({:.0f})")
    bold = lambda a, b: f"**{write(a, b)}**" if done[a, b][WIN] > 0.8 * n else write(a, b)  # noqa: E731
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


def in_file(name, content):
    """A writer of what `content` makes."""
    return lambda results, n: (name.format(n=n), content(results, n))


LAYOUTS = {
    **{name: rows_in_csv(*case) for name, case in CSV.items()},
    "hyphens": csv_hyphens,
    "tidy": csv_tidy,
    "long": csv_long,
    "by scoring": lambda r, n: csv_long(r, n, by_pair=False),
    "win or draw": csv_win_or_draw,
    "differing decks": csv_differing_decks,
    "decimal commas": csv_decimal_commas,
    "quoted commas": csv_quoted_commas,
    "semicolons": csv_with_semicolons,
    "thousands": tsv_with_thousands,
    "with errors": csv_with_errors,
    **{name: in_json(*case) for name, case in JSON.items()},
    "json lines": json_lines,
    **{name: in_file(*case) for name, case in (ARRAYS | TEXTS).items()},
}


def asked(name, n):
    """What must be asked for a layout whose file does not say it."""
    by = {"matrix": "cards", "whole percents": "tricks", "plain": "tricks"}.get(name)
    return {"decks": n, "by": by} if by else {"decks": n} if name == "second's" else {}
