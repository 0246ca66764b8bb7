"""Layouts of published tables in JSON."""

import json

from tests.games.penney_wrong_tables import BOTH
from tests.penney.layouts_rows import FRAME, SIX
from tests.penney.tables_written import (
    BACKWARDS,
    BITS,
    CODES,
    DRAW,
    LOSS,
    NAMES,
    PAIRS,
    WIN,
    Rows,
    array,
    count,
    matrix,
    shares,
    value,
)


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
    return {by: {(b, a): c for (a, b), c in pairs.items()} for by, pairs in results.items()}


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
        r, n, lambda pairs: array(pairs, WIN, n, scale)[::-1],
        lambda pairs: array(pairs, DRAW, n, scale, diagonal=one)[::-1]))
       for name, scale, one in (("ones", 1, 1.0), ("hundreds", 100, 100.0),
                                ("ones in percents", 100, 1.0))},
    "ties not turned": ("results.json", lambda r, n: matrices(
        r, n, lambda pairs: array(pairs, WIN, n, 100).T[::-1],
        lambda pairs: array(pairs, DRAW, n, 100, diagonal=100.0))),
    "ties turned": ("results.json", lambda r, n: matrices(
        r, n, lambda pairs: array(pairs, WIN, n),
        lambda pairs: array(pairs, DRAW, n, diagonal=1.0)[:, ::-1])),
    "decks on the diagonal": ("results.json", lambda r, n: matrices(
        r, n, lambda pairs: array(pairs, WIN).astype(int),
        lambda pairs: array(pairs, DRAW, diagonal=n)[::-1].astype(int))),
    "last colour first": ("results.json", lambda r, n: matrices(
        r, n, lambda pairs: array(pairs, WIN, n, order=[int(bits[::-1], 2) for bits in BITS]))),
    "minus ones": ("results.json", lambda r, n: matrices(
        r, n, lambda pairs: array(pairs, WIN, n, 100, diagonal=-1))),
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
