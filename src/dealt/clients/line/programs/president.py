"""President: its document's questions, the play of any game, and the results so far."""

from __future__ import annotations

from collections.abc import Sequence

from dealt.clients.line.face import Face, Results, Seated, ask_in_boxes
from dealt.core.match import Match
from dealt.core.sheet import Sheet
from dealt.games.president import results
from dealt.storage.files import TextFile, kept_at

RESULTS = "president.csv"


def _check(path: str) -> None:
    results.Results(TextFile(path)).read()


def _add(match: Match, path: str, seats: Sequence[Seated]) -> Sheet:
    rows = results.Results(TextFile(path))
    return results.sheet(rows.add(match, [name for name, _ in seats]), rows.file)


FACE = Face(ask_in_boxes, results=Results(lambda: kept_at(RESULTS), _check, _add))
