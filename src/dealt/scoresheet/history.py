"""The matches of a score sheet in the form that leaderboard and statistics need.

`leaderboard(players(played_matches(ScoreSheet("tranca.db"))))` ranks the players of a file, see
`dealt.scoresheet.standings`.
"""

from __future__ import annotations

from dealt.errors import DealtError
from dealt.games.tranca.scoring import score
from dealt.scoresheet.card_text import CLUBS
from dealt.scoresheet.match_sheet import Entry, MatchSheet
from dealt.scoresheet.standings import PlayedMatch, PlayedSide, RoundCounts, SideRound
from dealt.scoresheet.store import ScoreSheet
from dealt.scoresheet.typed import read_round


def played_matches(sheet: ScoreSheet) -> list[PlayedMatch]:
    """All matches of a score sheet, the oldest first, with corrections applied.

    Raises:
        StorageError: see `ScoreSheet`.
    """
    return [_played(match) for match in reversed(sheet.matches())]


def _played(match: MatchSheet) -> PlayedMatch:
    """A match in the form that the leaderboard needs."""
    counting = sorted((e for e in match.entries if e.counts), key=lambda entry: entry.round)
    return PlayedMatch(
        tuple(
            PlayedSide(
                name=side,
                players=match.players[side],
                rounds=tuple(_round_of(entry) for entry in counting if entry.side == side),
                has_won=match.winner == side,
            )
            for side in match.sides
        )
    )


def _round_of(entry: Entry) -> SideRound:
    """A round of a side; of cards that cannot be read any more the points count alone."""
    if entry.cards is None:
        return SideRound(entry.points)
    try:
        scored = score(**read_round(entry.cards, c=CLUBS), lenient=True)
    except (DealtError, TypeError):
        return SideRound(entry.points)
    return SideRound(entry.points, RoundCounts.from_score(scored))
