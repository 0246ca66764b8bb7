"""An arena as a figure: who wins how often against whom, with 95 % intervals."""

from __future__ import annotations

from dealt.errors import SetupError
from dealt.figures.drawing import Figure
from dealt.figures.panels import SURE, UNSURE, UPRIGHT, Row, Rows
from dealt.language import decimal, number, say
from dealt.simulate.arena import Meeting, Result
from dealt.simulate.estimates import with_half


def ladder(result: Result) -> Figure:
    """The share of wins of each player against every other, the best player first.

    A filled point is one whose interval leaves out the share that an equal player would win, which
    the upright marks.

    Raises:
        SetupError: there are no deals.
    """
    if not result.deals:
        raise SetupError("no deals have been played; there is nothing to draw")
    meetings = sorted(result.meetings, key=lambda m: m.even - m.wins)
    evens = ", ".join(sorted({f"{m.even:.0%}" for m in meetings}))
    label = say("Share of matches won, {share} intervals", share="95%")
    rows = Rows(
        tuple(map(_row_of, meetings)),
        label=label if result.deals > 1 else say("Share of matches won"),
        note=say(
            "{upright} {evens}: what an equal player would win; {sure} clearly more or fewer, "
            "{unsure} not clearly",
            upright=UPRIGHT, evens=evens, sure=SURE, unsure=UNSURE,
        ),
    )  # fmt: skip
    title = say("{game}, {deals} deals in every seat", game=result.game, deals=number(result.deals))
    return Figure(title, ((rows,),))


def _row_of(m: Meeting) -> Row:
    """The row of a meeting, with the player's share of wins."""
    ends = None if m.half is None else (m.wins - m.half, m.wins + m.half)
    return Row(
        say("{player} against {other}", player=m.player, other=m.against),
        decimal(with_half(m.wins, m.half, ".1%", "±")),
        at=m.wins,
        even=m.even,
        ends=ends,
    )
