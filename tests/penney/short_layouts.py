"""Still more layouts, a line each: how students write down what they counted."""

import json

import numpy as np

from tests.games.penney_wrong_tables import BOTH
from tests.penney.layouts import NAMES, PAIRS
from tests.penney.published_tables import BITS, array, as_csv

COLOURS = {"R": "Red", "B": "Black"}
LONG = ["-".join(COLOURS[letter] for letter in name) for name in NAMES]
NOTHING = {by: {pair: np.array([1, 1, 1]) for pair in PAIRS} for by in BOTH}


def layouts(r, n):
    """Files by the names of their layouts: names and contents, see `published_layouts`."""
    tricks, cards = r["tricks"], r["cards"]
    cases = {}

    def c(name, content, ext):
        cases[name] = (f"{name}.{ext}", content)

    c(
        "nested_pair",
        json.dumps(
            {
                NAMES[a]: {NAMES[b]: [int(x) for x in tricks[a, b]] for b in range(8) if b != a}
                for a in range(8)
            }
        ),
        "json",
    )
    c(
        "nested_sc",
        json.dumps(
            {
                by: {
                    NAMES[a]: {
                        NAMES[b]: {
                            "wins": int(r[by][a, b][0]),
                            "losses": int(r[by][a, b][2]),
                            "ties": int(r[by][a, b][1]),
                        }
                        for b in range(8)
                        if b != a
                    }
                    for a in range(8)
                }
                for by in BOTH
            }
        ),
        "json",
    )
    c(
        "pair_p1p2",
        json.dumps(
            {
                f"{BITS[a]}_{BITS[b]}": {
                    "tricks": {
                        "p1": int(tricks[a, b][0]),
                        "p2": int(tricks[a, b][2]),
                        "tie": int(tricks[a, b][1]),
                    },
                    "cards": {
                        "p1": int(cards[a, b][0]),
                        "p2": int(cards[a, b][2]),
                        "tie": int(cards[a, b][1]),
                    },
                }
                for a, b in PAIRS
            }
        ),
        "json",
    )
    c(
        "pair_flat",
        json.dumps(
            {
                f"{BITS[a]}_{BITS[b]}": [
                    int(tricks[a, b][0]),
                    int(tricks[a, b][2]),
                    int(tricks[a, b][1]),
                    int(cards[a, b][0]),
                    int(cards[a, b][2]),
                    int(cards[a, b][1]),
                ]
                for a, b in PAIRS
            }
        ),
        "json",
    )
    c(
        "pair_dict",
        json.dumps(
            {
                f"{BITS[a]},{BITS[b]}": {
                    "p1_tricks_won": int(tricks[a, b][0]),
                    "p2_tricks_won": int(tricks[a, b][2]),
                    "tricks_tied": int(tricks[a, b][1]),
                }
                for a, b in PAIRS
            }
        ),
        "json",
    )
    c(
        "upper",
        as_csv(
            [
                ["Player1", "Player2", "Wins1", "Wins2", "Draws"],
                *[
                    [
                        NAMES[a],
                        NAMES[b],
                        *map(int, (tricks[a, b][0], tricks[a, b][2], tricks[a, b][1])),
                    ]
                    for a, b in PAIRS
                    if a < b
                ],
            ]
        ),
        "csv",
    )
    c(
        f"p1winsonly_tricks_n{n}",
        as_csv(
            [["p1", "p2", "p1_wins"], *[[BITS[a], BITS[b], int(tricks[a, b][0])] for a, b in PAIRS]]
        ),
        "csv",
    )
    c(
        "winrate",
        as_csv(
            [
                [
                    "Opponent Sequence",
                    "My Sequence",
                    "Win Probability (Tricks)",
                    "Draw Probability (Tricks)",
                    "Win Probability (Cards)",
                    "Draw Probability (Cards)",
                ],
                *[
                    [
                        NAMES[b],
                        NAMES[a],
                        tricks[a, b][0] / n,
                        tricks[a, b][1] / n,
                        cards[a, b][0] / n,
                        cards[a, b][1] / n,
                    ]
                    for a, b in PAIRS
                ],
            ]
        ),
        "csv",
    )
    c(
        "ints",
        as_csv(
            [
                ["p1", "p2", "w", "l", "d", "scoring"],
                *[
                    [
                        int(BITS[a]),
                        int(BITS[b]),
                        *map(int, (r[by][a, b][0], r[by][a, b][2], r[by][a, b][1])),
                        by,
                    ]
                    for by in BOTH
                    for a, b in PAIRS
                ],
            ]
        ),
        "csv",
    )
    c(
        "diagincl",
        as_csv(
            [
                ["p1", "p2", "p1 win pct tricks", "p2 win pct tricks", "tie pct tricks"],
                *[
                    [
                        NAMES[a],
                        NAMES[b],
                        *(
                            [
                                f"{100 * x / n:.1f}"
                                for x in (tricks[a, b][0], tricks[a, b][2], tricks[a, b][1])
                            ]
                            if a != b
                            else ["", "", ""]
                        ),
                    ]
                    for a in range(8)
                    for b in range(8)
                ],
            ]
        ),
        "csv",
    )
    c(
        "diag100",
        as_csv(
            [
                ["p1", "p2", "p1 win pct tricks", "p2 win pct tricks", "tie pct tricks"],
                *[
                    [
                        NAMES[a],
                        NAMES[b],
                        *(
                            [
                                f"{100 * x / n:.1f}"
                                for x in (tricks[a, b][0], tricks[a, b][2], tricks[a, b][1])
                            ]
                            if a != b
                            else [0, 0, 100]
                        ),
                    ]
                    for a in range(8)
                    for b in range(8)
                ],
            ]
        ),
        "csv",
    )
    c(
        "arraystr",
        "tricks = \n"
        + np.array2string(array(tricks, 0, n), precision=4)
        + "\n\nties =\n"
        + np.array2string(array(tricks, 1, n, diagonal=1.0), precision=4),
        "txt",
    )
    c(
        "reply",
        as_csv(
            [
                ["choice", "reply", "reply_win_tricks", "tie_tricks"],
                *[
                    [NAMES[a], NAMES[b], f"{tricks[a, b][2] / n:.4f}", f"{tricks[a, b][1] / n:.4f}"]
                    for a, b in PAIRS
                ],
            ]
        ),
        "csv",
    )
    c(
        "mixed_md",
        "# Results\n| P1 | P2 | P1 wins (tricks) | P2 wins (tricks) | Draws (tricks) |\n"
        "|:--|--:|--|--|--|\n"
        + "\n".join(
            f"| {NAMES[a]} | {NAMES[b]} | {tricks[a, b][0] / n:.2%} | {tricks[a, b][2] / n:.2%} "
            f"| {tricks[a, b][1] / n:.2%} |"
            for a, b in PAIRS
        ),
        "md",
    )
    c(
        "bold_md",
        f"## Tricks (N={n})\n| | "
        + " | ".join(NAMES)
        + " |\n|"
        + "--|" * 9
        + "\n"
        + "\n".join(
            f"| **{NAMES[a]}** | "
            + " | ".join(
                ("**" if tricks[a, b][0] > 80000 else "")
                + f"{100 * tricks[a, b][0] / n:.0f} ({100 * tricks[a, b][1] / n:.0f})"
                + ("**" if tricks[a, b][0] > 80000 else "")
                if a != b
                else "—"
                for b in range(8)
            )
            + " |"
            for a in range(8)
        ),
        "md",
    )
    c(
        "list_dict_nested",
        json.dumps(
            {
                "results": [
                    {
                        "player1": {"choice": NAMES[a], "tricks": int(tricks[a, b][0])},
                        "player2": {"choice": NAMES[b], "tricks": int(tricks[a, b][2])},
                        "ties": {"tricks": int(tricks[a, b][1])},
                    }
                    for a, b in PAIRS
                ]
            }
        ),
        "json",
    )
    c(
        "keys_seq",
        json.dumps(
            [
                {
                    "sequences": [NAMES[a], NAMES[b]],
                    "tricks": {
                        "p1_win": float(tricks[a, b][0] / n),
                        "p2_win": float(tricks[a, b][2] / n),
                        "tie": float(tricks[a, b][1] / n),
                    },
                }
                for a, b in PAIRS
            ]
        ),
        "json",
    )
    c(
        "array_choice",
        json.dumps(
            [
                {
                    "p1": [int(x) for x in BITS[a]],
                    "p2": [int(x) for x in BITS[b]],
                    "tricks_p1_win": float(tricks[a, b][0] / n),
                }
                for a, b in PAIRS
            ]
        ),
        "json",
    )
    c(
        "bool_choice",
        json.dumps(
            [
                {
                    "p1": [x == "1" for x in BITS[a]],
                    "p2": [x == "1" for x in BITS[b]],
                    "tricks_p1_win": float(tricks[a, b][0] / n),
                }
                for a, b in PAIRS
            ]
        ),
        "json",
    )
    c(
        "multiheader",
        as_csv(
            [
                ["", "tricks", "tricks", "tricks", "cards", "cards", "cards"],
                ["pair", "win", "tie", "loss", "win", "tie", "loss"],
                *[
                    [f"{NAMES[a]}-{NAMES[b]}", *map(int, tricks[a, b]), *map(int, cards[a, b])]
                    for a, b in PAIRS
                ],
            ]
        ),
        "csv",
    )
    c(
        "total",
        as_csv(
            [
                [
                    "p1_choice",
                    "p2_choice",
                    "p1_trick_wins",
                    "p2_trick_wins",
                    "trick_draws",
                    "total_games",
                    "p1_win_pct",
                ],
                *[
                    [
                        NAMES[a],
                        NAMES[b],
                        *map(int, (tricks[a, b][0], tricks[a, b][2], tricks[a, b][1])),
                        n,
                        f"{tricks[a, b][0] / n:.3f}",
                    ]
                    for a, b in PAIRS
                ],
            ]
        ),
        "csv",
    )
    c(
        "probs_tricks",
        as_csv(
            [
                ["", *(f"{name} " for name in NAMES)],
                *[
                    [
                        NAMES[a],
                        *[f"{tricks[b, a][0] / n:.2f}" if a != b else "nan" for b in range(8)],
                    ]
                    for a in range(8)
                ],
            ]
        ),
        "csv",
    )
    c(
        "long_names",
        as_csv(
            [
                ["", *LONG],
                *[
                    [LONG[a], *[f"{cards[b, a][0] / n:.2f}" if a != b else "nan" for b in range(8)]]
                    for a in range(8)
                ],
            ]
        ),
        "csv",
    )
    c(
        "tuple_cards",
        repr(
            {
                (BITS[a], BITS[b]): {
                    "cards_win": int(cards[a, b][0]),
                    "cards_draw": int(cards[a, b][1]),
                    "cards_loss": int(cards[a, b][2]),
                }
                for a, b in PAIRS
            }
        ),
        "txt",
    )
    c(
        "npz_p1",
        {
            "p1_wins_tricks": array(tricks, 0),
            "p2_wins_tricks": array(tricks, 2),
            "draws_tricks": array(tricks, 1),
            "p1_wins_cards": array(cards, 0),
            "p2_wins_cards": array(cards, 2),
            "draws_cards": array(cards, 1),
        },
        "npz",
    )
    c("npz_ab", {"a": array(tricks, 0, n), "b": array(cards, 0, n)}, "npz")
    c("npz_wt", {"wins": array(tricks, 0, n), "ties": array(tricks, 1, n, diagonal=1)[::-1]}, "npz")
    c(
        "npz_tc",
        {
            "tricks": array(tricks, 0, n, 100).round(1),
            "cards": array(cards, 0, n, 100).round(1),
            "tricks_ties": array(tricks, 1, n, 100, diagonal=100).round(1),
            "cards_ties": array(cards, 1, n, 100, diagonal=100).round(1),
            "n": np.array([n]),
        },
        "npz",
    )
    c(
        "npy882",
        np.stack(
            [
                np.stack([array(tricks, 0), array(cards, 0)], -1),
                np.stack([array(tricks, 1), array(cards, 1)], -1),
            ],
            -1,
        ),
        "npy",
    )
    c("npy_rows", np.array([[a, b, *tricks[a, b]] for a, b in PAIRS]), "npy")
    c(
        "npy_rows_bits",
        np.array([[int(BITS[a]), int(BITS[b]), *tricks[a, b]] for a, b in PAIRS]),
        "npy",
    )
    c(
        "npy_str",
        np.array(
            [
                [
                    f"{100 * tricks[a, b][0] / n:.0f}({100 * tricks[a, b][1] / n:.0f})"
                    if a != b
                    else ""
                    for b in range(8)
                ]
                for a in range(8)
            ]
        ),
        "npy",
    )
    c(
        "npy9",
        np.vstack(
            [["", *NAMES], *[[NAMES[a], *map(str, array(tricks, 0, n)[a])] for a in range(8)]]
        ),
        "npy",
    )
    c(
        "csvnohead",
        as_csv(
            [[BITS[a], BITS[b], *map(int, tricks[a, b]), *map(int, cards[a, b])] for a, b in PAIRS]
        ),
        "csv",
    )
    c(
        "slash",
        as_csv(
            [
                ["P1", "P2", "tricks", "cards"],
                *[
                    [
                        NAMES[a],
                        NAMES[b],
                        "-".join(map(str, tricks[a, b])),
                        "-".join(map(str, cards[a, b])),
                    ]
                    for a, b in PAIRS
                ],
            ]
        ),
        "csv",
    )
    c(
        "wdl",
        as_csv(
            [
                ["matchup", "tricks_WDL", "cards_WDL"],
                *[
                    [
                        f"{NAMES[a]} v {NAMES[b]}",
                        "/".join(map(str, tricks[a, b])),
                        "/".join(map(str, cards[a, b])),
                    ]
                    for a, b in PAIRS
                ],
            ]
        ),
        "csv",
    )
    c(
        "two_pct",
        as_csv(
            [
                ["p1", "p2", "tw", "td", "tl", "p1_win_pct"],
                *[
                    [
                        NAMES[a],
                        NAMES[b],
                        *map(int, tricks[a, b]),
                        f"{100 * tricks[a, b][0] / n:.1f}%",
                    ]
                    for a, b in PAIRS
                ],
            ]
        ).replace("tw,td,tl", "tricks_w,tricks_d,tricks_l"),
        "csv",
    )
    c(
        "both_pct",
        as_csv(
            [
                ["p1", "p2", "trick_wins", "trick_draws", "card_wins", "card_draws", "win_pct"],
                *[
                    [
                        NAMES[a],
                        NAMES[b],
                        *map(int, tricks[a, b][:2]),
                        *map(int, cards[a, b][:2]),
                        f"{100 * tricks[a, b][0] / n:.1f}%",
                    ]
                    for a, b in PAIRS
                ],
            ]
        ),
        "csv",
    )
    return cases


MORE = [name for name in layouts(NOTHING, 3) if not name.startswith("p1winsonly")]
