"""Tranca: the leaderboard, the statistics, and who plays well with whom, as sheets and CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dealt.core.sheet import Cell, Sheet
from dealt.language import say, say_n
from dealt.scoresheet.standings import (
    PlayedMatch,
    Standing,
    leaderboard,
    pairs,
    places,
    players,
    teams,
)

# a spreadsheet takes a cell that begins so for a formula
FORMULA = tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")
# of the rounds entered by cards
COUNTED = ("clean_canastras", "dirty_canastras", "canastras_of_twos", "dollars", "trancas",
           "mortos_used", "mortos_not_used", "final_moves")  # fmt: skip

Record = dict[str, str | int | float]


@dataclass(frozen=True)
class _Board:
    """One kind of results over many matches.

    Attributes:
        columns: field names for CSV and JSON; the same in every language.
        records: one row each, all of them.
        sheets: the sheets to show, in the current language; empty without rounds.
    """

    columns: tuple[str, ...]
    records: Callable[[Sequence[PlayedMatch]], list[Record]]
    sheets: Callable[[Sequence[PlayedMatch]], list[Sheet]]

    def csv(self, matches: Sequence[PlayedMatch]) -> str:
        """The records, comma-separated, with a heading."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        for record in self.records(matches):
            row = (record[column] for column in self.columns)
            writer.writerow([no_formula(cell) if isinstance(cell, str) else cell for cell in row])
        return text.getvalue()


def no_formula(text: str) -> str:
    """`text`, protected so that a spreadsheet does not take it for a formula."""
    return f"'{text}" if text.lstrip().startswith(FORMULA) or text[:1] in FORMULA else text


def _leaderboard_sheets(matches: Sequence[PlayedMatch]) -> list[Sheet]:
    """Matches won, rounds and points of all players, and of all teams if there are any."""
    columns = (
        say("place"), say("name"), say("matches"), say("won"), say("rounds"), say("points"),
        say("a round"), say("best round"),
    )  # fmt: skip
    sheets = []
    for title, standings in _both(
        matches, say("Leaderboard of the players"), say("Leaderboard of the teams")
    ):
        board = leaderboard(standings)
        rows = tuple(
            (place, row.name, row.matches, row.won, len(row.rounds), row.points,
             _rounded(row), row.best)
            for place, row in zip(places(board), board, strict=True)
        )  # fmt: skip
        sheets.append(Sheet(title, columns, rows, tuple(_unfinished(matches))))
    return sheets


def _leaderboard_records(matches: Sequence[PlayedMatch]) -> list[Record]:
    """See `leaderboard_sheets`; `points_a_round` has two decimals."""
    records: list[Record] = []
    for kind, standings in _both(matches, "player", "team"):
        board = leaderboard(standings)
        for place, row in zip(places(board), board, strict=True):
            records.append(
                {
                    "kind": kind, "place": place, "name": row.name, "matches": row.matches,
                    "won": row.won, "unfinished": row.unfinished, "rounds": len(row.rounds),
                    "points": row.points, "points_a_round": round(float(row.a_round), 2),
                    "best_round": row.best,
                }
            )  # fmt: skip
    return records


def _statistics_sheets(matches: Sequence[PlayedMatch]) -> list[Sheet]:
    """Canastras, dollars, trancas, mortos and final moves of the rounds entered by cards."""
    columns = (
        say("name"), say("by cards"), say("clean"), say("dirty"), say("twos"), say("dollars"),
        say("trancas"), say("morto used"), say("not used"), say("final moves"),
    )  # fmt: skip
    notes = (
        say(
            "Only rounds entered by cards are counted here; points alone do not say what lay on "
            "the table."
        ),
        *_unfinished(matches),
    )
    sheets = []
    for title, standings in _both(
        matches, say("Statistics of the players"), say("Statistics of the teams")
    ):
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (
                row.name,
                say("{n} of {rounds}", n=len(row.counted), rounds=len(row.rounds)),
                *_counts(row),
            )
            for row in standings
        )
        sheets.append(Sheet(title, columns, rows, notes))
    return sheets


def _statistics_records(matches: Sequence[PlayedMatch]) -> list[Record]:
    """See `statistics_sheets`."""
    return [
        {
            "kind": kind, "name": row.name, "rounds": len(row.rounds),
            "rounds_by_cards": len(row.counted), **dict(zip(COUNTED, _counts(row), strict=True)),
        }
        for kind, standings in _both(matches, "player", "team")
        for row in standings
    ]  # fmt: skip


def _partners_sheets(matches: Sequence[PlayedMatch]) -> list[Sheet]:
    """How each player does with each partner, and against each opponent."""
    by_pair = pairs(matches)
    sheets = []
    for together, title, other in (
        (True, say("Partners"), say("with")),
        (False, say("Opponents"), say("against")),
    ):
        rows = tuple(
            (pair.player, pair.other, pair.matches, pair.won, pair.rounds)
            for pair in by_pair
            if pair.together == together
        )
        columns = (say("player"), other, say("matches"), say("won"), say("rounds"))
        if rows:
            sheets.append(Sheet(title, columns, rows, tuple(_unfinished(matches))))
    return sheets


def _partners_records(matches: Sequence[PlayedMatch]) -> list[Record]:
    """See `partners_sheets`."""
    return [
        {
            "player": pair.player, "relation": "with" if pair.together else "against",
            "other": pair.other, "matches": pair.matches, "won": pair.won, "rounds": pair.rounds,
        }
        for pair in pairs(matches)
    ]  # fmt: skip


BOARDS = {
    "leaderboard": _Board(
        ("kind", "place", "name", "matches", "won", "unfinished", "rounds", "points",
         "points_a_round", "best_round"),
        _leaderboard_records,
        _leaderboard_sheets,
    ),
    "statistics": _Board(
        ("kind", "name", "rounds", "rounds_by_cards", *COUNTED), _statistics_records,
        _statistics_sheets,
    ),
    "partners": _Board(
        ("player", "relation", "other", "matches", "won", "rounds"), _partners_records,
        _partners_sheets,
    ),
}  # fmt: skip


def _both(
    matches: Sequence[PlayedMatch], of_players: str, of_teams: str
) -> list[tuple[str, list[Standing]]]:
    """The players, and the teams if there are some, each with what they are called."""
    both = (of_players, players(matches)), (of_teams, teams(matches))
    return [(name, standings) for name, standings in both if standings]


def _counts(row: Standing) -> list[int]:
    """What `COUNTED` names."""
    return [
        *(row.total(name) for name in ("clean", "dirty", "twos", "dollars", "trancas")),
        row.total("morto_used"), row.mortos_not_used, row.total("final_move"),
    ]  # fmt: skip


def _rounded(row: Standing) -> int:
    """Points a round as a whole number, a half upwards."""
    return math.floor(row.a_round + Fraction(1, 2))


def _unfinished(matches: Sequence[PlayedMatch]) -> list[str]:
    """How matches that are not over count, if there are some."""
    n = sum(not match.is_over and any(side.rounds for side in match.sides) for match in matches)
    if not n:
        return []
    return [
        say_n(
            "1 match is not over yet: its rounds count, but not as a match played or won.",
            "{n} matches are not over yet: their rounds count, but not as matches played or won.",
            n,
        )
    ]
