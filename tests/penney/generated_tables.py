"""Right tables of Penney's game in the documented forms, everything else about them at random.

`python -m tests.penney.generated_tables 10000` audits as many and lists those that are accused or
not read; `test_tables.py` does so with a few.
"""

import csv
import io
import json
import sys
import tempfile
from collections import Counter
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

import numpy as np

from dealt.errors import DealtError
from dealt.games.penney.choices import choice_text, digits
from dealt.penney.audit import INCONSISTENT, audit
from dealt.penney.published.files import read_table
from tests.games.penney_wrong_tables import BOTH, counted, sampled

WIN, DRAW, LOSS = range(3)
SIZES = (500, 2_000, 10_000, 60_000, 100_000, 1_000_000, 5_000_000, 10**9)
SPELLINGS = {
    "letters": choice_text,
    "lower": lambda c: choice_text(c).lower(),
    "bits": digits,
    "bits as numbers": lambda c: str(int(digits(c))),
    "apart": lambda c: " ".join(choice_text(c)),
    "words": lambda c: "-".join({"R": "Red", "B": "Black"}[x] for x in choice_text(c)),
}
LANGUAGES = {
    "en": (
        (("first", "second"), ("mine", "other"), ("p1_choice", "p2_choice")),
        (("wins", "draws", "losses"), ("win", "tie", "loss"), ("won", "tied", "lost")),
        dict(zip(BOTH, BOTH, strict=True)), "decks", "by", "decided",
    ),
    "pt": (
        (("primeira", "segunda"), ("minha", "outra")),
        (("vitórias", "empates", "derrotas"), ("Vitória", "Empate", "Derrota")),
        {"tricks": "vazas", "cards": "cartas"}, "baralhos", "por", "decididos",
    ),
}  # fmt: skip


@cache
def right(n, seed):
    """Right results: dealt up to 100,000 decks, drawn from the exact chances beyond."""
    return counted(n, seed=seed) if n <= 100_000 else sampled(n=n, seed=seed)


def as_csv(rows, delimiter=","):
    """Rows as text."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()


class Writer:
    """One table, everything about it drawn at random."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.n = int(self.rng.choice(SIZES))
        self.results = right(self.n, int(self.rng.integers(1, 6)))
        self.scorings = [*BOTH] if self.rng.random() < 0.6 else [BOTH[self.rng.integers(2)]]
        self.places = self.one([(WIN, DRAW, LOSS), (WIN, DRAW, LOSS), (WIN, DRAW), (WIN,)])
        self.unit = self.one(["counts", "counts", "percents", "fractions", "signs", "decided"])
        self.places = (WIN,) if self.unit == "decided" else self.places
        self.digits = int(
            self.rng.integers(2, 6) if self.unit == "fractions" else self.one(range(5))
        )
        self.pairs = self.one([[*permutations(range(8), 2)], [*combinations(range(8), 2)]])
        if len(self.pairs) < 56 and self.places == (WIN,):
            self.pairs = [*permutations(range(8), 2)]
        self.pairs = [self.pairs[at] for at in self.rng.permutation(len(self.pairs))]
        self.spell = SPELLINGS[self.one([*SPELLINGS])]

    def one(self, options):
        """Any of some options."""
        return options[self.rng.integers(len(options))]

    def number(self, by, pair, place):
        """A number as a value of Python."""
        counts = self.results[by][pair]
        if self.unit == "counts":
            return int(counts[place])
        whole = counts[WIN] + counts[LOSS] if self.unit == "decided" else self.n
        share = 100 * counts[place] / max(1, whole)
        if self.unit in {"signs", "decided"}:
            return f"{share:.{self.digits}f}%"
        return round(float(share / (100 if self.unit == "fractions" else 1)), self.digits)

    def rows(self):
        """A header and rows: both scorings beside or below each other."""
        pairs, results, scorings, decks, by_name, decided = LANGUAGES[self.one([*LANGUAGES])]
        choices, words = self.one(pairs), self.one(results)
        is_long = self.rng.random() < 0.4
        words = [decided if self.unit == "decided" else words[place] for place in self.places]
        form = self.one(["{0}_{1}", "{1}_{0}", "{0} {1}"])
        if is_long:
            header = [*choices, by_name, *words]
            body = [
                [
                    *map(self.spell, pair),
                    scorings[by],
                    *(self.number(by, pair, p) for p in self.places),
                ]
                for pair in self.pairs
                for by in self.scorings
            ]
        else:
            header = [*choices]
            header += [form.format(word, scorings[by]) for by in self.scorings for word in words]
            body = [
                [
                    *map(self.spell, pair),
                    *(self.number(by, pair, p) for by in self.scorings for p in self.places),
                ]
                for pair in self.pairs
            ]
        if self.rng.random() < 0.4:
            header, body = [*header, decks], [[*row, self.n] for row in body]
        order = self.rng.permutation(len(header))
        return [header[at] for at in order], [[row[at] for at in order] for row in body]

    def matrix(self):
        """A matrix for each scoring; rows or columns are my choices."""
        order = [*self.rng.permutation(8)]
        is_turned = self.rng.random() < 0.5
        text = []
        for by in self.scorings:
            text.append([f"By {by}"])
            text.append(["", *(choice_text(b) for b in order)])
            for a in order:
                pairs = [(b, a) if is_turned else (a, b) for b in order]
                cells = [
                    f"{self.number(by, pair, WIN)} ({self.number(by, pair, DRAW)})"
                    if DRAW in self.places
                    else self.number(by, pair, WIN)
                    for pair in pairs
                    if pair[0] != pair[1]
                ]
                cells.insert(order.index(a), self.one(["", "--", "-"]))
                text.append([choice_text(a), *cells])
        return text

    def table(self):
        """Its text, and what is asked."""
        ask = {"decks": self.n} if self.rng.random() < 0.5 else {}
        if len(self.scorings) == 1 and self.rng.random() < 0.5:
            ask["by"] = self.scorings[0]
        if self.rng.random() < 0.25 and self.unit != "decided":
            return as_csv(self.matrix()), ask
        header, body = self.rows()
        kind = self.one(["csv", "semicolons", "tabs", "markdown", "json"])
        if kind == "json":
            rows = [dict(zip(header, row, strict=True)) for row in body]
            return json.dumps(rows), ask
        if kind == "markdown":
            lines = ["| " + " | ".join(map(str, row)) + " |" for row in [header, *body]]
            return "\n".join([lines[0], "|---" * len(header) + "|", *lines[1:]]), ask
        return as_csv([header, *body], {"csv": ",", "semicolons": ";", "tabs": "\t"}[kind]), ask


def checked(seed, folder):
    """What the audit says of a generated table: accused, not read, or neither; with its words."""
    text, ask = Writer(seed).table()
    path = Path(folder) / "table.txt"
    path.write_text(text, encoding="utf-8")
    try:
        report = audit(read_table(path, **ask))
    except DealtError as error:
        return ("asks for decks" if "add --decks" in str(error) else "not read"), str(error)
    return ("accused" if report.verdict == INCONSISTENT else report.verdict), report.statement


def main():
    first, n = (int(each) for each in ["0", *sys.argv[1:]][-2:])
    verdicts = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + n):
            verdict, words = checked(seed, folder)
            verdicts[verdict] += 1
            if verdict in {"accused", "not read"}:
                print(seed, verdict, words[:200].replace(folder, ""))
    print(dict(verdicts))


if __name__ == "__main__":
    main()
