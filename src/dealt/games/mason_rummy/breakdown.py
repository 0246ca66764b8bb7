"""Mason Rummy: why a finished round gave each player its points."""

from __future__ import annotations

from dealt.core.sheet import MatchPlayed, Sheet
from dealt.language import say


def round_sheet(match: MatchPlayed) -> Sheet:
    """The cards that each player was left with at the end of the round, and their points."""
    places, scores = match.places(), match.table.scores
    left = []
    for seat, name in enumerate(match.names):
        cards = places[f"hand {seat}"]
        if cards:
            left.append(say("{name}: {cards} left in the hand", name=name, cards=cards))
        else:
            left.append(say("{name}: no card left in the hand", name=name))
    return Sheet(
        title=say("Round {n}", n=len(match.tables)),
        columns=("", *match.names),
        rows=(
            (say("this round"), *scores.values()),
            (say("all rounds"), *match.totals.values()),
        ),
        notes=tuple(left),
    )
