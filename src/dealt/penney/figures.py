"""Figures of Penney's game: who wins how often, by how much, and how simulations converge."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dealt.errors import SetupError
from dealt.figures.colours import GREY, blue, code, ink
from dealt.figures.drawing import drawing
from dealt.games.penney.choices import LENGTH, choice_text
from dealt.games.penney.heat import ACROSS, DOWN, MINE, HeatCell, HeatMap, heat_of
from dealt.games.penney.odds_report import share as share_text
from dealt.games.penney.tally import CARDS, SCORINGS, TRICKS, Tally, check_scoring
from dealt.language import decimal, message, number, say
from dealt.simulate.estimates import SURE, share_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INCH = 72.0  # points

# points of the letters in a cell, by the length of a choice
LETTERS = {2: 12.0, 3: 11.0, 4: 9.0, 5: 7.5, 6: 7.0}
CELL = 5.2  # a cell is as wide as so many letters are high
INSET = 0.035  # of a cell, from its edge to the middle of the line of a box
LETTER_WIDE = 0.62  # of the height of letters, on average; rather too much
NAMES_AROUND = 4  # from this length on, the choices stand on all four sides

SIMULATED = "#0072b2"
MOST_WRITTEN_OUT = 20_000_000  # decks; longer numbers along an axis would touch each other
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def heat_map(tally: Tally, by: str, *, side: str = MINE) -> Figure:
    """How often each choice wins and draws against each other one; best replies are boxed.

    Args:
        tally: the counts, for choices of 2 to 6 colours.
        by: `tricks` or `cards`.
        side: whose chances to show, `mine` or `opponent`; best replies are boxed row by row for
            mine, column by column for the opponent's, including ties.

    Raises:
        SetupError: another scoring, side or length.
    """
    return _sheet_of([heat_of(tally, by, side)])


def heat_maps(tally: Tally, side: str = MINE) -> Figure:
    """The heat maps of both scorings, tricks on the left and cards on the right."""
    return _sheet_of([heat_of(tally, by, side) for by in SCORINGS])


def _sheet_of(maps: Sequence[HeatMap]) -> Figure:
    """Heat maps side by side, as large as their text requires."""
    from dealt.figures.shown import ShownFigure

    names = maps[0].names
    length = len(names[0])
    letters = LETTERS[length]
    cells = len(names) * letters * CELL / INCH
    words = max(letters + 3, 0.8 * cells)  # points: a large figure is looked at from further away
    beside = (length * letters * 0.75 + 16) / INCH  # what the names of the choices take
    below = beside if length > LENGTH else (letters + 12) / INCH
    left, bottom = beside + 2 * words / INCH, below + 2 * words / INCH
    right, top = 0.25, 5.5 * words / INCH
    if length >= NAMES_AROUND:
        right, top = right + beside, top + below
    wide, high = left + cells + right, top + cells + bottom
    longest = max(len(line) for heat in maps for line in heat.title)
    title = min(words, (cells + 2 * right) * INCH / (LETTER_WIDE * longest))
    with drawing():
        figure = ShownFigure(figsize=(wide * len(maps), high))
        figure.set_label(", ".join([maps[0].title[0], *(one.title[1] for one in maps)]))
        for place, heat in enumerate(maps):
            corner = (place * wide + left) / (wide * len(maps)), bottom / high
            size = cells / (wide * len(maps)), cells / high
            _draw_heat(figure.add_axes((*corner, *size)), heat, letters, words, title)
    return figure


def _draw_heat(axes: Axes, heat: HeatMap, letters: float, words: float, title: float) -> None:
    """One heat map on axes that fit its cells; letters, words and title in points."""
    n = len(heat.names)
    length = len(heat.names[0])
    axes.set_xlim(0, n)
    axes.set_ylim(n, 0)
    middles = [place + 0.5 for place in range(n)]
    axes.set_xticks(middles, heat.names, rotation=90 if length > LENGTH else 0)
    axes.set_yticks(middles, heat.names)
    around = length >= NAMES_AROUND
    axes.tick_params(
        length=0, labelsize=letters, labeltop=around, labelright=around, pad=letters / 2
    )
    axes.spines[:].set_visible(False)
    axes.set_xlabel(say(ACROSS), fontsize=words - 1, labelpad=words / 2)
    axes.set_ylabel(say(DOWN), fontsize=words - 1, labelpad=words / 2)
    axes.set_title("\n".join(heat.title), fontsize=title, pad=words, linespacing=1.3)
    for y, row in enumerate(heat.rows):
        for x, cell in enumerate(row):
            _draw_cell(axes, heat, cell, x, y, letters)


def _draw_cell(
    axes: Axes, heat: HeatMap, cell: HeatCell | None, x: int, y: int, letters: float
) -> None:
    """One cell: its colour, its numbers, and the box around a best reply."""
    from matplotlib.patches import Rectangle
    from matplotlib.patheffects import withStroke

    pair = f"{heat.by}-{heat.names[x]}-{heat.names[y]}"
    colour = GREY if cell is None else blue(cell.share)
    axes.add_artist(
        Rectangle((x, y), 1, 1, facecolor=code(colour), edgecolor="white", gid=f"cell-{pair}")
    )
    if cell is None:
        return
    thick = letters / 4  # points
    weight = "bold" if cell.is_best else "normal"
    axes.text(
        x + 0.5, y + 0.5, cell.text, ha="center", va="center_baseline", fontsize=letters,
        fontweight=weight, color=ink(colour), gid=f"text-{pair}",
    )  # fmt: skip
    if cell.is_best:
        box = Rectangle(
            (x + INSET, y + INSET), 1 - 2 * INSET, 1 - 2 * INSET, fill=False, edgecolor="black",
            linewidth=thick, gid=f"best-{pair}",
        )  # fmt: skip
        # a white seam, so that the box shows on the darkest cells
        box.set_path_effects([withStroke(linewidth=2 * thick, foreground="white")])
        axes.add_artist(box)


def convergence(
    exact_probability: Fraction | float, counts: Sequence[tuple[int, int]], title: str
) -> Figure:
    """How the share of wins in a growing simulation approaches the exact value.

    It shows the estimates with their 95 % intervals (Wilson's), the exact value, and the funnel
    that contains 95 % of all simulations for each number of decks: 1.96 standard errors either way.
    Below, the same in standard errors, for a funnel too narrow to see.

    Args:
        exact_probability: 0 to 1.
        counts: (decks, won) for growing numbers of decks.
        title: one or more lines.

    Raises:
        SetupError: there are no counts, or a count or the probability is not valid.
    """
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

    from dealt.figures.shown import ShownFigure

    exact = float(exact_probability)
    counts = _checked(exact, counts)
    with drawing():
        figure = ShownFigure(figsize=(8, 6.5))
        figure.set_label(title.replace("\n", ", "))
        upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
        # no layout engine: each drawing would start from where the last one ended
        top = 0.97 - 0.03 * len(title.split("\n"))
        figure.subplots_adjust(left=0.12, right=0.97, bottom=0.09, top=top, hspace=0.07)
        _draw_funnel(upper, exact, counts[0][0], counts[-1][0])
        _draw_estimates(upper, counts)
        _draw_errors(lower, exact, counts)
        upper.set_title(title)
        upper.set_ylabel(say("Share of wins"))
        upper.yaxis.set_major_formatter(FuncFormatter(_percent_text))
        upper.legend()
        lower.set_ylabel(say("Standard errors\nfrom exact"))
        lower.set_xlabel(say("Decks"))
        lower.set_xscale("log")
        text = _power_text if counts[-1][0] > MOST_WRITTEN_OUT else _number_text
        lower.xaxis.set_major_formatter(FuncFormatter(lambda n, _: text(round(n))))
        is_short = counts[-1][0] < 10 * counts[0][0]  # hardly a power of ten in between
        minor = FuncFormatter(lambda n, _: text(round(n)) if _is_two_or_five(n) else "")
        lower.xaxis.set_minor_formatter(minor if is_short else NullFormatter())
        lower.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        for axes in (upper, lower):
            axes.grid(visible=True, color="0.9")
            axes.set_axisbelow(True)
    return figure


def _is_two_or_five(n: float) -> bool:
    """Whether a number of decks starts with 2 or 5; others have no label."""
    return f"{n:.0e}"[0] in "25"


def _number_text(n: int) -> str:
    """A number of decks on an axis: `1,000`."""
    return number(n)


def _power_text(n: int) -> str:
    """The same where space is short: `10⁹`, `2·10⁸`."""
    first, exponent = f"{n:.0e}".split("e")
    power = "10" + str(int(exponent)).translate(RAISED)
    return power if first == "1" else f"{first}·{power}"


def _percent_text(share: float, _: int | None) -> str:
    """A share on an axis, in percent."""
    return decimal(f"{100 * share:g}%")


def _checked(exact: float, counts: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The counts sorted by number of decks.

    Raises:
        SetupError: there are none, or one is not valid.
    """
    if not 0 <= exact <= 1:
        raise SetupError("{given} is not a probability: must be between 0 and 1", given=exact)
    if not counts:
        raise SetupError("no counts to draw; at least one (decks, won) is needed")
    for decks, won in counts:
        if not 0 <= won <= decks or not decks:
            raise SetupError("{won} wins in {decks} decks is impossible", won=won, decks=decks)
    return sorted(counts)


def _draw_funnel(axes: Axes, exact: float, fewest: int, most: int) -> None:
    """The exact value, and the range of 95 % of simulations around it."""
    steps = 200
    wide = math.log(most / fewest) if most > fewest else math.log(2)
    decks = [fewest * math.exp(wide * step / steps) for step in range(steps + 1)]
    errors = [SURE * math.sqrt(exact * (1 - exact) / n) for n in decks]
    axes.fill_between(
        decks,
        [max(0.0, exact - error) for error in errors],
        [min(1.0, exact + error) for error in errors],
        color="0.85", label=say("where {share} of simulations are", share="95%"), gid="funnel",
    )  # fmt: skip
    label = say("exact: {share}", share=decimal(f"{100 * exact:.4f}%"))
    axes.axhline(exact, color="black", label=label, gid="exact")


def _draw_estimates(axes: Axes, counts: Sequence[tuple[int, int]]) -> None:
    """The estimates and the band of their 95 % intervals."""
    decks = [n for n, _ in counts]
    ends = [share_interval(n, won) for n, won in counts]
    axes.fill_between(
        decks, [low for low, _ in ends], [high for _, high in ends], color=SIMULATED, alpha=0.25,
        label=say("{share} interval of the estimate", share="95%"), gid="band",
    )  # fmt: skip
    axes.plot(
        decks, [won / n for n, won in counts], color=SIMULATED, marker="o", markersize=4,
        linewidth=1.5, label=say("estimate"), gid="estimate",
    )  # fmt: skip


def _draw_errors(axes: Axes, exact: float, counts: Sequence[tuple[int, int]]) -> None:
    """How many standard errors the estimates are from the exact value; nothing if that is 0."""
    axes.axhspan(-SURE, SURE, color="0.85")
    axes.update_datalim([(counts[0][0], -2 * SURE), (counts[-1][0], 2 * SURE)])
    axes.axhline(0, color="black")
    if 0 < exact < 1:
        axes.plot(
            [n for n, _ in counts],
            [(won - n * exact) / math.sqrt(n * exact * (1 - exact)) for n, won in counts],
            color=SIMULATED, marker="o", markersize=4, linewidth=1.5, gid="errors",
        )  # fmt: skip


# of Okabe and Ito, told apart by people with any colour sight
WINS, DRAW, LOSES = "#0072b2", "#999999", "#d55e00"
DIFFERENCE = {
    TRICKS: message("{mine} against {other}: difference of tricks"),
    CARDS: message("{mine} against {other}: difference of cards"),
}
LESS = {
    TRICKS: message("Tricks of {mine} minus tricks of {other}"),
    CARDS: message("Cards of {mine} minus cards of {other}"),
}


def differences(
    distribution: Mapping[int, int], choice: int, other: int, by: str, *, length: int = LENGTH
) -> Figure:
    """By how many tricks or cards one choice beats another, and how likely each difference is.

    Args:
        distribution: number of decks for each value of my tricks or cards minus the other's.
        choice: my choice.
        other: the opponent's choice.
        by: `tricks` or `cards`.
        length: colours in a choice.

    Raises:
        SetupError: an unknown scoring, or no decks.
    """
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    from dealt.figures.shown import ShownFigure

    check_scoring(by)
    total = sum(distribution.values())
    if total <= 0 or min(distribution.values()) < 0:
        raise SetupError("nothing to draw; each difference needs a count of decks")
    me, you = choice_text(choice, length), choice_text(other, length)
    with drawing():
        figure = ShownFigure(figsize=(8, 5))
        axes = figure.add_subplot()
        figure.subplots_adjust(left=0.1, right=0.97, bottom=0.12, top=0.92)
        handles = _draw_bars(axes, distribution, total) + _draw_mean(axes, distribution, total)
        title = say(DIFFERENCE[by], mine=me, other=you)
        figure.set_label(title)
        axes.set_title(title)
        axes.set_xlabel(say(LESS[by], mine=me, other=you))
        axes.set_ylabel(say("Share of decks"))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(FuncFormatter(_percent_text))
        axes.legend(handles=handles)
    return figure


def _draw_bars(axes: Axes, distribution: Mapping[int, int], total: int) -> list[Any]:
    """A bar for each difference, coloured by what it means for me; returns legend entries."""
    groups = (
        (message("wins {share}"), WINS, [d for d in sorted(distribution) if d > 0]),
        (message("draw {share}"), DRAW, [d for d in distribution if d == 0]),
        (message("loses {share}"), LOSES, [d for d in sorted(distribution) if d < 0]),
    )
    return [
        axes.bar(
            group,
            [distribution[d] / total for d in group],
            width=0.9,
            color=colour,
            label=say(label, share=share_text(sum(distribution[d] for d in group), total)),
        )
        for label, colour, group in groups
    ]


def _draw_mean(axes: Axes, distribution: Mapping[int, int], total: int) -> list[Any]:
    """The mean difference, and one standard deviation either way; returns legend entries."""
    mean = Fraction(sum(d * n for d, n in distribution.items()), total)
    square = Fraction(sum(d * d * n for d, n in distribution.items()), total)
    middle, spread = float(mean), math.sqrt(square - mean * mean)
    average = say("mean {mean}", mean=decimal(f"{middle:+.2f}"))
    axes.axvline(middle - spread, color="black", linestyle="--", gid="spread-below")
    return [
        axes.axvline(middle, color="black", label=average, gid="mean"),
        axes.axvline(
            middle + spread, color="black", linestyle="--", gid="spread-above",
            label=say("standard deviation {spread}", spread=decimal(f"{spread:.2f}")),
        ),
    ]  # fmt: skip
