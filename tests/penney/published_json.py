"""Layouts of published tables in JSON, or as Python prints a dictionary."""

import json

from tests.games.penney_wrong_tables import BOTH
from tests.penney.layouts import NAMES, PAIRS
from tests.penney.published_tables import BITS, DRAW, LOSS, WIN, array, counts, frame_data


def json_keys(form, *, results, n, names=NAMES):
    """Numbers under pairs of choices."""
    data = {
        form.format(names[a], names[b]): {
            f"{name}_{by}": int(results[by][a, b][place])
            for by in BOTH
            for name, place in (("p1_wins", WIN), ("p2_wins", LOSS), ("draws", DRAW))
        }
        for a, b in PAIRS
    }
    return "scores.json", json.dumps(data)


def json_tuples(results, n):
    data = {
        f"({BITS[a]}, {BITS[b]})": {by: [int(x) for x in results[by][a, b]] for by in BOTH}
        for a, b in PAIRS
    }
    return "scores.json", json.dumps(data)


def json_bits(results, n):
    data = {
        str((tuple(map(int, BITS[a])), tuple(map(int, BITS[b])))): float(
            results["tricks"][a, b][WIN] / n
        )
        for a, b in PAIRS
    }
    return "results.json", json.dumps({"decks": n, "tricks": data})


def json_joined(results, n):
    data = {
        by: {BITS[a] + BITS[b]: round(float(results[by][a, b][WIN] / n), 4) for a, b in PAIRS}
        for by in BOTH
    }
    ties = {
        f"{by}_ties": {
            BITS[a] + BITS[b]: round(float(results[by][a, b][DRAW] / n), 4) for a, b in PAIRS
        }
        for by in BOTH
    }
    return "results.json", json.dumps({**data, **ties, "total_games": n})


def json_nested(results, n):
    data = {
        NAMES[a]: {
            NAMES[b]: {
                by: dict(
                    zip(("win", "tie", "loss"), map(float, results[by][a, b] / n), strict=True)
                )
                for by in BOTH
            }
            for b in range(8)
            if b != a
        }
        for a in range(8)
    }
    return "results.json", json.dumps({"n": n, "results": data})


def json_players(results, n):
    data = [
        {
            "pair": f"{NAMES[a]} vs {NAMES[b]}",
            **{
                by: dict(zip(("p1", "draw", "p2"), map(int, results[by][a, b]), strict=True))
                for by in BOTH
            },
        }
        for a, b in PAIRS
    ]
    return "scores.json", json.dumps({"metadata": {"seed": 42}, "data": data})


def json_list_of_rows(results, n):
    header = ["seq1", "seq2", "win_tricks", "lose_tricks", "tie_tricks", "win_cards", "lose_cards",
              "tie_cards"]  # fmt: skip
    return "rows.json", json.dumps([header, *counts(results)])


def json_rows_without_header(results, n):
    return "rows.json", json.dumps(counts(results, BITS))


def json_lines(results, n):
    header = ("first", "second", "tw", "tl", "td")
    names = dict(zip(header, ("first", "second", "tricks w", "tricks l", "tricks d"), strict=True))
    rows = [
        json.dumps({names[key]: x for key, x in zip(header, row, strict=False)})
        for row in counts(results)
    ]
    return "scores.jsonl", "\n".join(rows)


def frame_columns(results, n):
    header, rows = frame_data(results, n)
    data = {name: {str(at): row[place] for at, row in enumerate(rows)}
            for place, name in enumerate(header)}  # fmt: skip
    return "scores.json", json.dumps(data)


def frame_index(results, n):
    header, rows = frame_data(results, n)
    data = {str(at): dict(zip(header, row, strict=True)) for at, row in enumerate(rows)}
    return "scores.json", json.dumps(data)


def frame_split(results, n):
    header, rows = frame_data(results, n)
    data = {"columns": header, "index": list(range(len(rows))), "data": rows}
    return "scores.json", json.dumps(data)


def frame_lists(results, n):
    header, rows = frame_data(results, n)
    data = {name: [row[place] for row in rows] for place, name in enumerate(header)}
    return "scores.json", json.dumps(data)


def frame_table(results, n):
    header, rows = frame_data(results, n)
    data = {"schema": {"fields": [{"name": name} for name in header], "pandas_version": "1.4.0"},
            "data": [dict(zip(header, row, strict=True)) for row in rows]}  # fmt: skip
    return "scores.json", json.dumps(data)


def matrix_split(results, n):
    wins = array(results["tricks"], WIN, n, 100)
    data = {"columns": NAMES, "index": NAMES, "data": wins.round(2).tolist()}
    return f"tricks_n={n}.json", json.dumps(data)


def matrix_columns(results, n):
    wins = array(results["cards"], WIN, n)
    data = {NAMES[b]: {NAMES[a]: wins[a, b] for a in range(8)} for b in range(8)}
    return f"cards_n={n}.json", json.dumps({"ron": data, "n": n})


def python_dictionary(results, n):
    data = {(NAMES[a], NAMES[b]): tuple(int(x) for x in results["tricks"][a, b]) for a, b in PAIRS}
    return "tricks.txt", str(data)


AS_JSON = {
    "json 000_001": lambda r, n: json_keys("{}_{}", results=r, n=n, names=BITS),
    "json RRR-RRB": lambda r, n: json_keys("{}-{}", results=r, n=n),
    "json RRR vs RRB": lambda r, n: json_keys("{} vs. {}", results=r, n=n),
    "json (RRR, RRB)": lambda r, n: json_keys("('{}', '{}')", results=r, n=n),
    "json (000, 001)": json_tuples,
    "json (0, 0, 0)": json_bits,
    "json 000001": json_joined,
    "json nested": json_nested,
    "json players": json_players,
    "json list of rows": json_list_of_rows,
    "json rows without header": json_rows_without_header,
    "json lines": json_lines,
    "frame columns": frame_columns,
    "frame index": frame_index,
    "frame split": frame_split,
    "frame lists": frame_lists,
    "frame table": frame_table,
    "matrix split": matrix_split,
    "matrix columns": matrix_columns,
    "python dictionary": python_dictionary,
}
