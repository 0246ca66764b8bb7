"""The matches of a score sheet for leaderboards and statistics.

`leaderboard(players(played_matches(ScoreSheet("tranca.db"))))` ranks the players of a file, see
`dealt.scoresheet.standings`.
"""

from __future__ import annotations

from dealt.scoresheet.archive import stored
from dealt.scoresheet.evening_data import people_of, played
from dealt.scoresheet.standings import PlayedMatch
from dealt.scoresheet.store import ScoreSheet


def played_matches(sheet: ScoreSheet) -> list[PlayedMatch]:
    """All matches of a score sheet, the oldest first, with corrections applied.

    Raises:
        StorageError: see `ScoreSheet`.
    """
    evenings = stored(sheet)
    return played(evenings.evenings, people_of(evenings))
