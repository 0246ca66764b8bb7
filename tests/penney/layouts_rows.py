"""Layouts of published tables in rows: one for each pair, or for each pair and scoring."""

from itertools import product

import numpy as np

from tests.games.penney_wrong_tables import BOTH
from tests.penney.tables_written import (
    BITS,
    DRAW,
    EVERY,
    LOSS,
    NAMES,
    PAIRS,
    SCORES,
    UPPER,
    WHOLE,
    WIN,
    Rows,
    as_csv,
    share,
    value,
)

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
    pairs = results["tricks"]
    rows = [[NAMES[a], NAMES[b], f"{100 * sum(pairs[a, b][:2]) / n:.3f}"] for a, b in PAIRS]
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
