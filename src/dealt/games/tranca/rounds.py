"""Tranca: why a round that is over gave each side its points."""

from __future__ import annotations

from dealt.core.game import listed
from dealt.core.match import Match
from dealt.core.sheet import Cell, Sheet
from dealt.games.tranca.knowledge import SEES_OUTCOME, SEES_TURN
from dealt.games.tranca.scoring import Breakdown, score
from dealt.games.tranca.state import SEATS, WENT_OUT
from dealt.games.tranca.words import Side, TrancaView
from dealt.language import say


def round_sheet(match: Match) -> Sheet:
    """What each side gets for what, from the cards as they lie at the end of the round."""
    view = match.table.view(0)
    assert isinstance(view, TrancaView)
    scored = [breakdown(match, view, side) for side in view.sides]
    rows: list[tuple[Cell, ...]] = [
        (say(line.label), *(other.lines[i].points for other in scored))
        for i, line in enumerate(scored[0].lines)
    ]
    rows.append((say("this round"), *(one.total for one in scored)))
    rows.append((say("all rounds"), *(match.totals[side.names[0]] for side in view.sides)))
    return Sheet(
        title=say("Round {n}", n=len(match.tables)),
        columns=("", *(listed(side.names) for side in view.sides)),
        rows=tuple(rows),
    )


def breakdown(match: Match, view: TrancaView, side: Side) -> Breakdown:
    """The score of one side, as the score sheet counts it."""
    places = match.places()
    hands = [places[f"hand {view.names.index(name)}"].split() for name in side.names]
    last = view.names[view.observation[SEES_TURN]]  # seat 0 looks
    went_out = view.observation[SEES_OUTCOME] == WENT_OUT
    return score(
        [list(sequence.cards) for sequence in side.sequences],
        dollars=list(side.dollars),
        hand=[card for hand in hands for card in hand],
        morto={"taken": "unused"}.get(side.morto, side.morto),
        final_move=went_out and last in side.names,
        decks=3 if len(view.names) == SEATS else 2,
    )
