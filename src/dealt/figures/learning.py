"""A picture of learning: how often a player wins against others, generation by generation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealt.errors import SetupError
from dealt.figures.drawing import drawing
from dealt.language import decimal, number, say, say_n
from dealt.simulate.estimates import with_half

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# of Okabe and Ito, told apart by people with any colour sight; and by their marks without colour
STYLES = (("#0072b2", "o"), ("#d55e00", "s"), ("#009e73", "^"), ("#cc79a7", "D"), ("#000000", "v"))
MOST_MARKS = 40  # on a line
ENTRY = 0.25  # inches of a line of the legend


@dataclass(frozen=True)
class Measured:
    """The results of a learning player against another one.

    Attributes:
        generation: number of generations learned.
        opponent: the other player.
        wins: share of the matches won, 0 to 1.
        half: half of its 95 % interval; None: there is none.
        seconds: learning time so far.
    """

    generation: int
    opponent: str
    wins: float
    half: float | None
    seconds: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, within 0 and 1."""
        half = self.half or 0.0
        return max(0.0, self.wins - half), min(1.0, self.wins + half)


def curve(history: Sequence[Measured], *, even: float | None = None) -> Figure:
    """The share of wins over generations: for each opponent a line with 95 % intervals.

    Args:
        history: the measurements, in any order.
        even: the share that an equally good player would win; marked by a line.

    Raises:
        SetupError: there are no measurements, or two for the same generation and opponent.
    """
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    from dealt.figures.shown import ShownFigure

    lines = by_opponent(history)
    title = title_of(history)
    with drawing():
        entries = len(lines) + (even is not None)
        below = 0.65 + ENTRY * ((entries + 1) // 2)  # for the legend, in two columns
        high = below + 4.4
        figure = ShownFigure(figsize=(8, high))
        figure.set_label(title)
        axes = figure.add_axes((0.09, below / high, 0.88, 1 - (below + 0.45) / high))
        if even is not None:
            label = say("even: {share}", share=decimal(f"{even:.1%}"))
            axes.axhline(even, color="0.5", linestyle="--", label=label, gid="even")
        for place, (opponent, measured) in enumerate(lines.items()):
            colour, mark = STYLES[place % len(STYLES)]
            generations = [one.generation for one in measured]
            lows, highs = zip(*(one.interval for one in measured), strict=True)
            last = measured[-1]
            label = say(
                "against {name}: {share} at the end",
                name=opponent,
                share=decimal(with_half(last.wins, last.half, ".1%", "±")),
            )
            axes.fill_between(
                generations, lows, highs, color=colour, alpha=0.2, linewidth=0,
                gid=f"band-{place + 1}",
            )  # fmt: skip
            axes.plot(
                generations, [one.wins for one in measured], color=colour, marker=mark,
                markersize=4, markevery=-(-len(measured) // MOST_MARKS), linewidth=1.5,
                label=label, gid=f"line-{place + 1}",
            )  # fmt: skip
        highest = max(one.interval[1] for one in history)
        axes.set_ylim(0, min(1.02, 1.1 * max(highest, even or 0, 0.1)))
        axes.xaxis.set_major_locator(MaxNLocator(nbins=10, steps=[1, 2, 5, 10], integer=True))
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.grid(color="0.9")
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_xlabel(say("generation"))
        axes.set_ylabel(say("share of matches won, {share} interval", share="95%"))
        figure.legend(loc="lower center", ncols=2, frameon=False)
        axes.set_title(title)
    return figure


def by_opponent(history: Sequence[Measured]) -> dict[str, list[Measured]]:
    """The measurements against each opponent, by generation; opponents in order of appearance.

    Raises:
        SetupError: there are no measurements, or two for the same generation and opponent.
    """
    if not history:
        raise SetupError("nothing was measured; there is nothing to draw")
    by_name: dict[str, dict[int, Measured]] = {}
    for one in history:
        line = by_name.setdefault(one.opponent, {})
        if one.generation in line:
            raise SetupError(
                "generation {n} met {name} twice; once is drawn",
                n=one.generation, name=one.opponent,
            )  # fmt: skip
        line[one.generation] = one
    return {name: [line[place] for place in sorted(line)] for name, line in by_name.items()}


def title_of(history: Sequence[Measured]) -> str:
    """The number of generations, and how long they took."""
    last = max(one.generation for one in history)
    duration = _time_text(max(one.seconds for one in history))
    return say_n(
        "Learning: 1 generation in {time}", "Learning: {count} generations in {time}", last,
        count=number(last), time=duration,
    )  # fmt: skip


def _time_text(seconds: float) -> str:
    """A duration as people write it.

    >>> _time_text(0.4), _time_text(75), _time_text(7_500)
    ('0.4 s', '1 min 15 s', '2 h 5 min')
    """
    if seconds < 60:
        return decimal(f"{seconds:.1f} s")
    minutes, rest = divmod(round(seconds), 60)
    hours, of_hour = divmod(minutes, 60)
    return f"{hours} h {of_hour} min" if hours else f"{minutes} min {rest} s"
