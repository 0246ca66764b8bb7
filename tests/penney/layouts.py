"""Tables of Penney's game in every layout in which people publish them."""

import json
from itertools import permutations

from dealt.games.penney.choices import choice_text, digits
from dealt.penney.misreadings import MISREADINGS
from tests.games.penney_wrong_tables import BOTH

PAIRS = list(permutations(range(8), 2))
NAMES = [choice_text(choice) for choice in range(8)]
BACKWARDS = range(7, -1, -1)
SCORES = (
    "p1_choice, p2_choice, trick_ties, p1_trick_wins, p1_trick_loss, "
    "card_ties, p1_card_wins, p1_card_loss\n"
)
MISREAD = {misreading.name: misreading for misreading in reversed(MISREADINGS)}

WIN, DRAW, LOSS = range(3)


# --- writers of layouts ---------------------------------------------------------------------------


def shares(results, n, scale=1, places=None):
    """Each number as a share, by scoring, pair and result."""

    def share(counts):
        return [rounded(scale * count / n, places) for count in counts]

    return {
        by: {
            pair: [rounded(scale * c / n, places) for c in counts] for pair, counts in done.items()
        }
        for by, done in results.items()
    }


def rounded(number, places):
    return float(number) if places is None else round(float(number), places)


def lines(header, rows, end="\n"):
    return end.join([header, *(",".join(map(str, row)) for row in rows), ""])


def document_scores(results, n, after=""):
    rows = []
    for a, b in PAIRS:
        tricks, cards = (results[by][a, b] for by in BOTH)
        numbers = [c[place] for c in (tricks, cards) for place in (DRAW, WIN, LOSS)]
        rows.append(",".join(map(str, [digits(a), digits(b), *numbers])) + after)
    return SCORES + "\n".join(rows) + "\n"


def document_output(results, n):
    percents = shares(results, n, 100)
    rows = []
    for a, b in PAIRS:
        tricks, cards = (percents[by][a, b] for by in BOTH)
        numbers = [f"{c[place]:.2f}%" for c in (tricks, cards) for place in (WIN, DRAW)]
        rows.append([NAMES[a], NAMES[b], *numbers, n])
    header = "p1_choice,p2_choice,p1_win%_tricks,tricks_tie%,p1_win%_cards,cards_tie%,games_total"
    return lines(header, rows)


def matrix(done, place, order=range(8), empty=0.0):
    return [[done[a, b][place] if a != b else empty for b in order] for a in order]


def class_json(results, n, scale=100, places=1, order=BACKWARDS, keys="s", empty=0.0):
    numbers = shares(results, n, scale, places)
    return json.dumps(
        {
            "cards": matrix(numbers["cards"], WIN, order, empty),
            "tricks": matrix(numbers["tricks"], WIN, order, empty),
            f"card{keys}_ties": matrix(numbers["cards"], DRAW, order, empty),
            f"trick{keys}_ties": matrix(numbers["tricks"], DRAW, order, empty),
            "n": n,
        }
    )


def json_of_counts(results, n):
    plain = {by: {pair: c.tolist() for pair, c in done.items()} for by, done in results.items()}
    return class_json(plain, 1, 1, 0).replace('"n": 1}', f'"n": {n}}}')


def json_of_seconds_wins(results, n):
    """Rows and columns exchanged: the wins are those of the column."""
    flipped = {by: {(b, a): c for (a, b), c in done.items()} for by, done in results.items()}
    return class_json(flipped, n, 1, None, range(8), "", None)


def json_by_names(results, n):
    percents = shares(results, n, 100, 2)
    return json.dumps(
        {
            "decks": n,
            "version": 3,
            "results": {
                by: {
                    "wins": {
                        NAMES[a]: {NAMES[b]: percents[by][a, b][WIN] for b in range(8) if b != a}
                        for a in range(8)
                    },
                    "draws": {
                        NAMES[a]: {NAMES[b]: percents[by][a, b][DRAW] for b in range(8) if b != a}
                        for a in range(8)
                    },
                }
                for by in BOTH
            },
        }
    )


def json_of_rows(results, n):
    numbers = shares(results, n)
    return json.dumps(
        [
            {
                "opponent": NAMES[b],
                "me": NAMES[a],
                "n": n,
                **{f"{by} win rate": numbers[by][a, b][WIN] for by in BOTH},
                **{f"{by} draw rate": numbers[by][a, b][DRAW] for by in BOTH},
            }
            for a, b in PAIRS
        ]
    )


def named_matrix(results, n, by="cards", form="{:.2f}% ({:.2f}%)", names=None, corner="Player 1"):
    percents = shares(results, n, 100)[by]
    names = names or [name.lower() for name in NAMES]
    rows = [
        [names[a], *(form.format(*percents[a, b][:2]) if a != b else "" for b in BACKWARDS)]
        for a in BACKWARDS
    ]
    return lines(",".join([corner, *(names[b] for b in BACKWARDS)]), rows)


def two_matrices(results, n):
    texts = [
        f"By {by}, N={n:,}\n" + named_matrix(results, n, by, "{:.0f}({:.0f})", NAMES, "")
        for by in BOTH
    ]
    return "\n".join(texts)


def plain_matrix(results, n, by="tricks"):
    percents = shares(results, n, 100)[by]
    form = "{:.3f}"
    rows = [
        " ".join(form.format(percents[a, b][WIN]) if a != b else "nan" for b in range(8))
        for a in range(8)
    ]
    return "\n".join(rows)


def list_of_counts(results, n):
    rows = [
        [n, NAMES[a], NAMES[b]] + [results[by][a, b][place] for by in BOTH for place in (WIN, DRAW)]
        for a, b in PAIRS
    ]
    return lines("n_decks,P1,P2,tricks_wins,tricks_ties,cards_wins,cards_ties", rows)


def list_of_everything(results, n):
    """Sums of cards and tricks, counts and rates; leading zeros lost."""
    numbers = shares(results, n, 1, 7)
    rows = []
    for a, b in PAIRS:
        row = [int(digits(a)), int(digits(b)), 7 * n, 8 * n, 3 * n, 3 * n]
        for source in (results, numbers):
            for by in BOTH:
                row += [source[by][a, b][place] for place in (WIN, LOSS, DRAW)]
        rows.append(row)
    header = "player1,player2,p1_cards,p2_cards,p1_tricks,p2_tricks"
    for what in (("p1_wins", "p2_wins", "ties"), ("p1_win_rate", "p2_win_rate", "tie_rate")):
        for by in BOTH:
            header += "".join(f",{by}_{name}" for name in what)
    return lines(header, rows)


def list_of_seconds_wins(results, n):
    """Fractions under the sign of percents, with the diagonal."""
    numbers = shares(results, n, 1, 6)
    rows = []
    for a in BACKWARDS:
        for b in BACKWARDS:
            row = [NAMES[a], NAMES[b]]
            for place in (LOSS, DRAW):
                row += [numbers[by][a, b][place] if a != b else 0.0 for by in BOTH]
            rows.append(row)
    return lines(
        "Player 1,Player 2,Player 2 Win % (Trick),Player 2 Win % (Total),"
        "Draw % (Trick),Draw % (Total)",
        rows,
    )


def with_semicolons(results, n):
    """As spreadsheets save it where a comma is the decimal point."""
    text = document_output(results, n).replace(",", ";").replace(".", ",").replace("\n", "\r\n")
    return "\ufeff" + text


LAYOUTS = {
    "scores": (document_scores, {}),
    "old scores": (lambda r, n: document_scores(r, n, ","), {}),
    "output": (document_output, {}),
    "class": (class_json, {}),
    "class, singular": (lambda r, n: class_json(r, n, 100, 2, keys="", empty=None), {}),
    "class, fractions": (lambda r, n: class_json(r, n, 1, None, range(8)), {}),
    "class, counts": (json_of_counts, {}),
    "class, exchanged": (json_of_seconds_wins, {}),
    "names": (json_by_names, {}),
    "rows": (json_of_rows, {}),
    "two matrices": (two_matrices, {}),
    "counts": (list_of_counts, {}),
    "everything": (list_of_everything, {}),
    "second's": (list_of_seconds_wins, {"decks": 200_000}),
    "semicolons": (with_semicolons, {}),
    "matrix": (named_matrix, {"decks": 200_000, "by": "cards"}),
    "whole percents": (
        lambda r, n: named_matrix(r, n, "tricks", "{:.0f}({:.0f})", [digits(c) for c in range(8)]),
        {"decks": 200_000, "by": "tricks"},
    ),
    "plain": (plain_matrix, {"decks": 200_000, "by": "tricks"}),
}
