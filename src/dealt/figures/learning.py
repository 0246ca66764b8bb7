"""Learning as a figure: the share of wins against others over generations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dealt.errors import SetupError
from dealt.figures.colours import COLOURS, DASHES, FAINT
from dealt.figures.drawing import Figure
from dealt.figures.panels import Axis, Line, Plot, rule
from dealt.language import decimal, number, say, say_n
from dealt.simulate.estimates import with_half


@dataclass(frozen=True)
class Measured:
    """The result of a learning player against one opponent.

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
    """The share of wins over generations, one line with 95 % intervals for each opponent.

    Args:
        history: the measurements, in any order.
        even: the share that an equally good player would win; marked by a line.

    Raises:
        SetupError: there are no measurements, or two for the same generation and opponent.
    """
    lines = _by_opponent(history)
    marks = [
        Line(
            tuple((one.generation, one.wins) for one in measured),
            _line_name(opponent, measured[-1]),
            ends=tuple(one.interval for one in measured),
            colour=colour % COLOURS,
            dash=DASHES[colour % COLOURS],
        )
        for colour, (opponent, measured) in enumerate(lines.items())
    ]
    if even is not None:
        share = decimal(f"{even:.1%}")
        marks.append(rule(y=even, name=say("even: {share}", share=share), colour=FAINT, dash="6 4"))
    y = Axis(
        say("share of matches won, {share} interval", share="95%"),
        text=lambda share: f"{share:.0%}", step=0.01, ends=(0, 0.1),
    )  # fmt: skip
    plot = Plot(tuple(marks), Axis(say("generation")), y, height=320)
    return Figure(_title_of(history), ((plot,),))


def _line_name(opponent: str, last: Measured) -> str:
    """The opponent, and the share of wins at the end."""
    share = decimal(with_half(last.wins, last.half, ".1%", "±"))
    if last.half is None:
        return say("against {name}: {share}", name=opponent, share=share)
    return say(
        "against {name}: {share} ({level} interval)", name=opponent, share=share, level=say("95 %")
    )


def _by_opponent(history: Sequence[Measured]) -> dict[str, list[Measured]]:
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


def _title_of(history: Sequence[Measured]) -> str:
    """The number of generations and the learning time."""
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
