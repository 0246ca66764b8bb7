"""Tranca: why a finished round gave each side its points."""

from __future__ import annotations

from dealt.core.sheet import Cell, MatchPlayed, Sheet
from dealt.core.view import View
from dealt.core.zones import SideView
from dealt.games.tranca.knowledge import SEES_OUTCOME, SEES_TURN
from dealt.games.tranca.scoring import Breakdown, score
from dealt.games.tranca.state import SEATS, WENT_OUT
from dealt.games.tranca.view import dollars_seen, morto_of
from dealt.language import listed, say

MORTO = {"morto_none": "none", "morto_taken": "unused", "morto_used": "used"}


def round_sheet(match: MatchPlayed) -> Sheet:
    """What each side gets points for, from the cards at the end of the round."""
    view = match.table.view(0)
    scored = [_breakdown(match, view, side) for side in view.open.sides]
    rows: list[tuple[Cell, ...]] = [
        (say(line.label), *(other.lines[i].points for other in scored))
        for i, line in enumerate(scored[0].lines)
    ]
    players = [[view.names[seat] for seat in side.seats] for side in view.open.sides]
    rows.append((say("this round"), *(one.total for one in scored)))
    rows.append((say("all rounds"), *(match.totals[names[0]] for names in players)))
    return Sheet(
        title=say("Round {n}", n=len(match.tables)),
        columns=("", *(listed(names) for names in players)),
        rows=tuple(rows),
    )


def _breakdown(match: MatchPlayed, view: View, side: SideView) -> Breakdown:
    """The score of one side, as the score sheet counts it."""
    places = match.places()
    last = view.observation[SEES_TURN]  # seat 0 looks
    went_out = view.observation[SEES_OUTCOME] == WENT_OUT
    return score(
        [list(sequence.cards) for sequence in view.groups(side=side.side)],
        dollars=list(dollars_seen(side)),
        hand=[card for seat in side.seats for card in places[f"hand {seat}"].split()],
        morto=MORTO[morto_of(side)],
        final_move=went_out and last in side.seats,
        decks=3 if len(view.names) == SEATS else 2,
    )
