"""Right tables of Penney's game as anybody may write them: any shape, spelling and order.

`python -m tests.penney.generated_tables 10000` audits as many and lists those that are accused or
not read; `test_generated.py` does so with a few.
"""

import json
import sys
import tempfile
from collections import Counter
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

import numpy as np

from dealt.errors import DealtError
from dealt.games.penney.choices import digits
from dealt.penney.audit import INCONSISTENT, audit
from dealt.penney.misreadings import RIGHT
from dealt.penney.published.reading import read_table
from tests.games.penney_wrong_tables import BOTH, counted, sampled
from tests.penney.tables_written import DRAW, LOSS, NAMES, WIN, as_csv, save

SIZES = (500, 2_000, 10_000, 60_000, 100_000, 1_000_000, 5_000_000, 10**9)
SPELLINGS = {
    "letters": lambda c: NAMES[c],
    "lower": lambda c: NAMES[c].lower(),
    "bits": digits,
    "number": lambda c: c,
    "bits as number": lambda c: int(digits(c)),
    "tuple": lambda c: str(tuple(NAMES[c])),
    "bit tuple": lambda c: str(tuple(map(int, digits(c)))),
    "numpy": lambda c: str(tuple(f"np.str_('{x}')" for x in NAMES[c])).replace('"', ""),
    "array": lambda c: "[" + " ".join(digits(c)) + "]",
    "words": lambda c: "-".join({"R": "Red", "B": "Black"}[x] for x in NAMES[c]),
    "symbols": lambda c: "".join({"R": "\U0001f7e5", "B": "\u2b1b"}[x] for x in NAMES[c]),
    "apart": lambda c: " ".join(NAMES[c]),
    "truths": lambda c: str([x == "1" for x in digits(c)]),
}
PAIRED = ("{}_{}", "({}, {})", "{} vs {}", "{}-{}", "{}|{}", "('{}', '{}')", "{} v. {}", "{}/{}")
KEYS = [
    *(("p1", "p2"), ("player1", "player2"), ("me", "opponent"), ("first", "second"), ("A", "B")),
    *(("p1_choice", "p2_choice"), ("Player 1", "Player 2"), ("my_choice", "opp_choice")),
    ("seq1", "seq2"),
]
HEADERS = [
    lambda by, p: f"{('p1_wins', 'draws', 'p2_wins')[p]}_{by}",
    lambda by, p: f"{by}_{('p1_win', 'tie', 'p2_win')[p]}",
    lambda by, p: f"{('Player 1 Wins', 'Draws', 'Player 2 Wins')[p]} ({by.title()})",
    lambda by, p: f"{('p1win', 'draw', 'p2win')[p]}{by}",
    lambda by, p: f"{by[:-1]}_{('wins', 'ties', 'losses')[p]}",
    lambda by, p: f"{('w', 'd', 'l')[p]}_{by}",
    lambda by, p: f"{('win', 'tie', 'loss')[p]}% {by}",
    lambda by, p: f"p1_{by[:-1]}_{('wins', 'ties', 'losses')[p]}",
]


@cache
def right(n, seed):
    """Right results: dealt up to 100,000 decks, drawn from the exact chances beyond."""
    return counted(n, seed=seed) if n <= 100_000 else sampled(RIGHT, n, seed)


class Writer:
    """One table, everything about it drawn at random."""

    def __init__(self, rng):
        self.rng = rng
        self.n = int(rng.choice(SIZES))
        self.results = right(self.n, int(rng.integers(1, 6)))
        self.scorings = [*BOTH] if rng.random() < 0.7 else [BOTH[rng.integers(2)]]
        self.places = self.one([(WIN, DRAW, LOSS), (WIN, DRAW, LOSS), (WIN, DRAW), (WIN,)])
        self.unit = self.one(["counts", "counts", "percents", "fractions", "signs"])
        self.digits = (
            int(rng.integers(0, 5)) if self.unit != "fractions" else int(rng.integers(2, 7))
        )
        self.spelling = self.one([*SPELLINGS])
        self.columns = [(by, p) for by in self.scorings for p in self.places]
        self.columns = [self.columns[at] for at in rng.permutation(len(self.columns))]
        self.header = self.one(HEADERS)
        self.pairs = self.one([[*permutations(range(8), 2)], [*combinations(range(8), 2)]])
        if rng.random() < 0.3:
            self.pairs = [self.pairs[at] for at in rng.permutation(len(self.pairs))]
        if len(self.pairs) < 56 and self.places == (WIN,):
            self.pairs = [*permutations(range(8), 2)]

    def one(self, options):
        return options[self.rng.integers(len(options))]

    def name(self, choice):
        return SPELLINGS[self.spelling](choice)

    def number(self, by, pair, place):
        """A number as a value of Python."""
        count = int(self.results[by][pair][place])
        if self.unit == "counts":
            return count
        if self.unit == "signs":
            return f"{100 * count / self.n:.{self.digits}f}%"
        return round((100 if self.unit == "percents" else 1) * count / self.n, self.digits)

    def matrix(self, by, place, diagonal):
        return [
            [self.number(by, (a, b), place) if a != b else diagonal for b in range(8)]
            for a in range(8)
        ]

    def rows(self):
        """Rows of pairs below a header."""
        pair_first = self.rng.random() < 0.4
        key = self.one(PAIRED)
        header = [self.one(["pair", "matchup", "", "pairs"])] if pair_first else [*self.one(KEYS)]
        header += [self.header(*column) for column in self.columns]
        with_decks = self.rng.random() < 0.3
        header += ["n_decks"] if with_decks else []
        body = []
        for a, b in self.pairs:
            names = [self.name(a), self.name(b)]
            row = [key.format(*names)] if pair_first else names
            row += [self.number(by, (a, b), p) for by, p in self.columns]
            body.append(row + ([self.n] if with_decks else []))
        if self.rng.random() < 0.2:  # the choices anywhere
            order = self.rng.permutation(len(header))
            header = [header[at] for at in order]
            body = [[row[at] for at in order] for row in body]
        return header, body, with_decks

    def table(self):
        """The name of a file, what is in it, and what is asked."""
        shape = self.one(["rows", "rows", "rows", "matrix", "mapping", "array", "named matrix"])
        file_name, ask = f"table_n{self.n}", {}
        if shape == "rows":
            header, body, with_decks = self.rows()
            name, content = self.written(header, body, file_name)
            stated = with_decks
        else:
            name, content, stated = getattr(self, "as_" + shape.replace(" ", "_"))(file_name)
        way = self.one(["name", "asked", "none"])
        if way != "name":
            name = name.replace(file_name, "table")
        if way == "asked" and not stated:
            ask["decks"] = self.n
        if len(self.scorings) == 1 and self.rng.random() < 0.5:
            ask["by"] = self.scorings[0]
        return f"{shape} {self.spelling} {self.unit} {self.n}", name, content, ask

    def written(self, header, body, name):
        kind = self.one(
            [
                "csv",
                "semicolons",
                "tabs",
                "records",
                "columns",
                "split",
                "markdown",
                "html",
                "lines",
            ]
        )
        if kind in {"csv", "semicolons", "tabs"}:
            if self.rng.random() < 0.2:
                header, body = ["", *header], [[at, *row] for at, row in enumerate(body)]
            mark = {"csv": ",", "semicolons": ";", "tabs": "\t"}[kind]
            return f"{name}.csv", as_csv([header, *body], mark)
        if kind == "markdown":
            lines = [
                "| " + " | ".join(str(x).replace("|", "/") for x in row) + " |"
                for row in [header, *body]
            ]
            return f"{name}.md", "\n".join([lines[0], "|---" * len(header) + "|", *lines[1:]])
        if kind == "html":
            cells = ["".join(f"<td>{x}</td>" for x in row) for row in [header, *body]]
            return f"{name}.html", "<table>" + "".join(
                f"<tr>{row}</tr>\n" for row in cells
            ) + "</table>"
        if kind == "split":
            return f"{name}.json", json.dumps(
                {"columns": header, "index": [*range(len(body))], "data": body}
            )
        rows = [dict(zip(header, row, strict=True)) for row in body]
        if kind == "columns":
            data = {title: [row[at] for row in body] for at, title in enumerate(header)}
            return f"{name}.json", json.dumps(data)
        if kind == "lines":
            return f"{name}.jsonl", "\n".join(json.dumps(row) for row in rows)
        return f"{name}.json", json.dumps(rows)

    def as_matrix(self, name):
        """Matrices without names, wins and perhaps draws."""
        diagonal = self.one([0, None, None])
        places = self.places[:2]
        one = self.scorings[0]
        if len(self.scorings) == 1 or self.rng.random() < 0.5:
            data = {
                f"{by}{('', '_ties')[p]}": self.matrix(by, p, diagonal)
                for by in self.scorings
                for p in places
            }
            return f"{name}.json", json.dumps({**data, "n": self.n}), True
        cells = self.matrix(one, WIN, "")
        self.scorings = [one]
        title = f"By {one}, {self.n} decks"
        return f"{name}.csv", "\n".join([title, *(",".join(map(str, row)) for row in cells)]), True

    def as_named_matrix(self, name):
        """A matrix for each scoring, below its choices."""
        if self.spelling in {"number", "tuple", "bit tuple", "numpy", "array", "truths"}:
            self.spelling = "letters"
        order = [*self.rng.permutation(8)] if self.rng.random() < 0.3 else [*range(8)]
        text = []
        for by in self.scorings:
            text += [[f"By {by}"]] if len(self.scorings) > 1 else []
            text.append(["", *(self.name(b) for b in order)])
            for a in order:
                cells = []
                for b in order:
                    win, draw = (
                        (self.number(by, (a, b), p) for p in (WIN, DRAW)) if a != b else ("", "")
                    )
                    cells.append(f"{win} ({draw})" if DRAW in self.places and a != b else win)
                text.append([self.name(a), *cells])
        return f"{name}.csv", as_csv(text), False

    def as_mapping(self, name):
        """Numbers under pairs, or under one choice and the other."""
        if self.spelling in {"tuple", "bit tuple", "numpy", "array", "truths", "words"}:
            self.spelling = "bits"
        form = self.one(PAIRED)
        layout = self.one(["list", "names", "by scoring"])

        def cell(pair):
            if layout == "list":
                return [self.number(by, pair, p) for by, p in self.columns]
            if layout == "names":
                return {self.header(by, p): self.number(by, pair, p) for by, p in self.columns}
            names = self.one(
                [("win", "tie", "loss"), ("p1", "draw", "p2")][: 1 + (LOSS in self.places)]
            )
            return {
                by: {names[p]: self.number(by, pair, p) for p in self.places}
                for by in self.scorings
            }

        if layout == "list" and len(self.places) < 3:
            layout = "names"
        if self.rng.random() < 0.5 and self.spelling != "number":
            data = {form.format(self.name(a), self.name(b)): cell((a, b)) for a, b in self.pairs}
        else:
            data = {}
            for a, b in self.pairs:
                data.setdefault(str(self.name(a)), {})[str(self.name(b))] = cell((a, b))
        if self.rng.random() < 0.5:
            return f"{name}.json", json.dumps({"num_decks": self.n, "results": data}), True
        return f"{name}.json", json.dumps(data), False

    def as_array(self, name):
        """Arrays of NumPy: one, or several under names or none."""
        diagonal = self.one([0, 0, np.nan]) if self.unit not in {"counts", "signs"} else 0
        self.unit = "percents" if self.unit == "signs" else self.unit
        kind = self.one(["stack", "names", "last"])
        orders = {3: [WIN, DRAW, LOSS], 2: [WIN, DRAW], 1: [WIN]}[len(self.places)]
        parts = [[np.array(self.matrix(by, p, diagonal)) for p in orders] for by in self.scorings]
        if kind == "names":
            words = ("wins", "ties", "losses")
            arrays = {
                f"{by}_{words[p]}": part
                for by, each in zip(self.scorings, parts, strict=True)
                for p, part in zip(orders, each, strict=True)
            }
            return f"{name}.npz", arrays, False
        whole = np.array(parts)
        whole = whole[0] if len(parts) == 1 else whole
        return f"{name}.npy", np.moveaxis(whole, 0, -1) if kind == "last" else whole, False


def checked(seed, folder):
    """What the audit says of a generated table: accused, not read, or neither; with its words."""
    description, name, content, ask = Writer(np.random.default_rng(seed)).table()
    path = save(folder, name, content)
    try:
        report = audit(read_table(path, **ask))
    except DealtError as error:
        needs_decks = "add --decks" in str(error)
        return ("asks for decks" if needs_decks else "not read"), description, str(error), path
    if report.verdict == INCONSISTENT:
        return "accused", description, report.statement, path
    return report.verdict, description, report.statement, path


def main():
    first, n = (int(each) for each in ["0", *sys.argv[1:]][-2:])
    verdicts = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + n):
            verdict, description, words, path = checked(seed, Path(folder))
            verdicts[verdict] += 1
            if verdict in {"accused", "not read"}:
                print(seed, verdict, description, words[:160].replace(folder, ""), path.suffix)
            path.unlink()
    print(dict(verdicts))


if __name__ == "__main__":
    main()
