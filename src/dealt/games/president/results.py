"""The results of President's players over matches, by name.

A player's places at the end of each round count for one match.  Capitals and blanks make no other
name of it.  Older versions kept them in a file of quoted comma-separated values.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dealt.core.record import TextStore
from dealt.core.sheet import Cell, Sheet
from dealt.errors import StorageError
from dealt.games.president.words import ROLES, role
from dealt.language import decimal, message, say
from dealt.nearest import same

COLUMNS = ("Name", "Matches", "Won", "Rounds", *ROLES, "Places", "Streak", "Best streak")
_SHORT_ROLES = (message("P"), message("VP"), message("N"), message("VB"), message("B"))
_DIGITS = 12  # no count is longer
# a match: the names, for each round the place of each seat, and the seats that won
Played = tuple[Sequence[str], Sequence[Sequence[int]], Sequence[int]]


@dataclass(frozen=True)
class Result:
    """What one player has achieved in all matches so far.

    Attributes:
        name: the player's name; computer players have names, too, such as `AI 2`.
        matches, won: finished matches, and those of them won with the fewest points, alone or
            shared.
        rounds: number of rounds in these matches.
        roles: how often the player got each of `words.ROLES`.
        places: the sum of all places, 1 for the president.
        streak: number of consecutive rounds as President, up to the last one.
        best: the longest such streak.
    """

    name: str
    matches: int = 0
    won: int = 0
    rounds: int = 0
    roles: tuple[int, ...] = (0,) * len(ROLES)
    places: int = 0
    streak: int = 0
    best: int = 0

    def after(self, record: Sequence[int], seats: int, *, won: bool) -> Result:
        """The result after one more match.

        Args:
            record: the place in each of its rounds, from 1.
            seats: number of players.
            won: whether nobody had fewer points.
        """
        roles = list(self.roles)
        streak, best = self.streak, self.best
        for place in record:
            roles[ROLES.index(role(place, seats))] += 1
            streak = streak + 1 if place == 1 else 0
            best = max(best, streak)
        return Result(
            self.name,
            self.matches + 1,
            self.won + won,
            self.rounds + len(record),
            tuple(roles),
            self.places + sum(record),
            streak,
            best,
        )


def results(matches: Iterable[Played]) -> list[Result]:
    """The results of finished matches, the earliest first: names, places by round, and winners."""
    rows: dict[str, Result] = {}
    for names, rounds, winners in matches:
        spelling = {same(name): name for name in rows if name not in names}
        for seat, name in enumerate(names):
            own = name if name in rows else spelling.pop(same(name), name)
            places = [scores[seat] for scores in rounds]
            row = rows.get(own, Result(own))
            rows[own] = row.after(places, len(names), won=seat in winners)
    return list(rows.values())


def read(file: TextStore) -> list[Result]:
    """The rows of a file of an older version.

    Raises:
        StorageError: the file does not exist, cannot be read, or contains something else.
    """
    text = file.read()
    if text is None:
        raise StorageError("file {file} not found", file=file)
    return _rows(text, file)


def sheet(rows: Sequence[Result], title: str) -> Sheet:
    """The results as a sheet, the best average place first."""
    columns = (
        say("name"), say("matches"), say("won"), say("rounds"), *map(say, _SHORT_ROLES),
        say("average place"), say("best streak"),
    )  # fmt: skip
    ranked = sorted(rows, key=lambda row: (row.places / max(1, row.rounds), -row.rounds))
    cells: tuple[tuple[Cell, ...], ...] = tuple(
        (
            *(row.name, row.matches, row.won, row.rounds),
            *row.roles,
            decimal(f"{row.places / max(1, row.rounds):.2f}"),
            row.best,
        )
        for row in ranked
    )
    roles = ", ".join(
        f"{say(short)} {say(full)}" for short, full in zip(_SHORT_ROLES, ROLES, strict=True)
    )
    streak = say("best streak: rounds as {role} in a row", role=say(ROLES[0]))
    return Sheet(title, columns, cells, (roles, streak))


def _rows(text: str, file: TextStore) -> list[Result]:
    """The rows of a file.

    Raises:
        StorageError: it holds something else.
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[Result] = []
    is_first = True
    try:
        for line in reader:
            if not line:
                continue
            if is_first and tuple(line) != COLUMNS:
                raise StorageError(
                    "{file} does not hold results of President: its first line must be "
                    "{columns}; name another file with --scores",
                    file=file, columns=",".join(f'"{column}"' for column in COLUMNS),
                )  # fmt: skip
            if not is_first:
                rows.append(_row(line, [row.name for row in rows]))
            is_first = False
    except (ValueError, csv.Error):
        raise StorageError(
            "{file}, line {n}: not a result of President; correct it, or name another file "
            "with --scores",
            file=file, n=reader.line_num,
        ) from None  # fmt: skip
    return rows


def _row(line: Sequence[str], names: Sequence[str]) -> Result:
    """The row of a line; ValueError if it is none, or the second one of a name."""
    name, *counts = line
    if not name or name in names or len(line) != len(COLUMNS):
        raise ValueError
    if not all(count.isascii() and count.isdecimal() and len(count) < _DIGITS for count in counts):
        raise ValueError
    matches, won, rounds, *roles, places, streak, best = map(int, counts)
    if won > matches or sum(roles) != rounds or streak > best or best > roles[0]:
        raise ValueError
    return Result(name, matches, won, rounds, tuple(roles), places, streak, best)
