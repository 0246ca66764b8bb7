"""A picture of an arena: who wins how often against whom, with 95 % intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealt.errors import SetupError
from dealt.figures.drawing import drawing
from dealt.language import decimal, number, say
from dealt.simulate.arena import Result
from dealt.simulate.estimates import with_half

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BETTER, WORSE, UNSURE = "#0072b2", "#d55e00", "#7f7f7f"
LINE = 0.42  # inches for each meeting


def ladder(result: Result) -> Figure:
    """The share of wins of each player against each other one, the best first.

    The bar marks what an equally good player would win; an interval that does not include it is
    blue above and orange below, and the numbers are shown beside it.

    Raises:
        SetupError: there are no deals.
    """
    if not result.deals:
        raise SetupError("no deals have been played; there is nothing to draw")
    from dealt.figures.shown import ShownFigure

    meetings = sorted(result.meetings, key=lambda m: m.wins - m.even)
    with drawing():
        figure = ShownFigure(figsize=(8, 1.7 + LINE * len(meetings)))
        label = say("{game}: wins in {deals} deals", game=result.game, deals=number(result.deals))
        figure.set_label(label)
        high = figure.get_figheight()
        axes = figure.add_axes((0.3, 0.75 / high, 0.52, 1 - 1.3 / high))
        for place, m in enumerate(meetings):
            colour = UNSURE
            if m.is_clear:
                colour = BETTER if m.wins > m.even else WORSE
            axes.plot([m.even] * 2, [place - 0.3, place + 0.3], color="black", linewidth=1.5)
            axes.errorbar(m.wins, place, xerr=m.half, fmt="o", color=colour, capsize=4)
            text = decimal(with_half(m.wins, m.half, ".1%", "±"))
            axes.text(1.03, place, text, va="center", transform=axes.get_yaxis_transform())
        names = [
            say("{player} against {other}", player=m.player, other=m.against) for m in meetings
        ]
        axes.set_yticks(range(len(meetings)), names)
        axes.set_ylim(-0.6, len(meetings) - 0.4)
        axes.set_xlim(-0.02, 1.02)
        axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        axes.grid(axis="x", color="0.9")
        axes.set_axisbelow(True)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(axis="y", length=0)
        below = say(
            "share of matches won, {share} interval; bar: what an equal player would win",
            share="95%",
        )
        if result.deals == 1:
            below = say("share of matches won; bar: what an equal player would win")
        axes.set_xlabel(below)
        title = say(
            "{game}, {deals} deals in every seat", game=result.game, deals=number(result.deals)
        )
        axes.set_title(title, pad=10)
    return figure
