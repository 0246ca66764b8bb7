"""Figures of Penney's game: who wins how often, by how much, and how simulations converge."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest

from dealt.errors import SetupError
from dealt.figures.colours import FAINT, GRID
from dealt.figures.drawing import Figure
from dealt.figures.panels import Axis, Bar, Bars, Cell, Circle, Grid, Line, Plot, percent, rule
from dealt.games.penney.choices import LENGTH, LONGEST, SHORTEST, choice_text, in_order
from dealt.games.penney.count import mean_and_variance
from dealt.games.penney.cycles import Cycles
from dealt.games.penney.odds_report import share as share_text
from dealt.games.penney.tally import CARDS, TRICKS, Tally, check_scoring
from dealt.games.penney.tally import percent as rounded
from dealt.language import decimal, listed, message, number, say
from dealt.simulate.estimates import SURE, share_interval

_MOST_NAMES = 8  # in a circle
_MOST_WRITTEN_OUT = 20_000_000  # decks; longer numbers would overlap along an axis
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


# --- heat maps ------------------------------------------------------------------------------------

MINE, OPPONENT = SIDES = "mine", "opponent"
CHANCE = {
    MINE: message("My Chance of Win(Draw)"),
    OPPONENT: message("Opponent's Chance of Win(Draw)"),
}
BY = {TRICKS: message("By Tricks"), CARDS: message("By Cards")}
BEST = {
    MINE: message("my best reply to the choice of its row"),
    OPPONENT: message("the opponent's best reply to the choice of its column"),
}


def heat_map(tally: Tally, *scorings: str, side: str = MINE, exact: Tally | None = None) -> Figure:
    """How often each choice wins and draws against each other one; best replies are boxed.

    My choice runs across and the opponent's down, both from BBB to RRR. A cell shows how often one
    side wins and, in brackets, how often there is a draw, in whole percent.

    Args:
        tally: the counts, for choices of 2 to 6 colours.
        scorings: `tricks`, `cards`, or both, side by side.
        side: whose chances to show, `mine` or `opponent`; best replies are boxed row by row for
            mine, column by column for the opponent's, including ties.
        exact: the tally of all decks, for cells with tips that compare with it.

    Raises:
        SetupError: another scoring, side or length.
    """
    if side not in SIDES:
        raise SetupError(
            "no side {side}; the sides are {sides}", side=repr(side), sides=listed(SIDES)
        )
    if not SHORTEST <= tally.length <= LONGEST:
        raise SetupError(
            "no heat map for choices of {n} colours; available for {shortest} to {longest}",
            n=tally.length, shortest=SHORTEST, longest=LONGEST,
        )  # fmt: skip
    grids = tuple(_grid(tally, by, side, exact) for by in scorings)
    return Figure(say(CHANCE[side]), (grids,))


def source_text(tally: Tally) -> str:
    """The number of decks counted: `N=5,000,000`, or all possible decks."""
    if tally.is_exact:
        return say("exact, all {decks} decks", decks=number(tally.decks))
    return f"N={number(tally.decks)}"


def _grid(tally: Tally, by: str, side: str, exact: Tally | None) -> Grid:
    """The heat map of a scoring."""
    check_scoring(by)
    order = in_order(tally.length)
    best = {first: tally.best_replies(by, first) if tally.decks else () for first in order}

    def cell(own: int, other: int) -> Cell | None:
        if own == other:
            return None
        me, you = (own, other) if side == MINE else (other, own)
        wins, draws, _ = tally.outcome(by, me, you)
        return Cell(
            (rounded(wins, tally.decks), rounded(draws, tally.decks)),
            wins / tally.decks if tally.decks else 0.0,
            me in best[you],
            "" if exact is None else _about(tally, by, me, you, exact),
        )

    return Grid(
        say(BY[by]), source_text(tally), say("My Choice"), say("Opponent Choice"),
        tuple(map(tally.text, order)),
        tuple(tuple(cell(own, other) for own in order) for other in order),
        say(BEST[side]),
    )  # fmt: skip


def _about(tally: Tally, by: str, me: int, you: int, exact: Tally) -> str:
    """The counts of a pair, and its exact odds if these are others."""
    (wins, draws, losses), decks = tally.outcome(by, me, you), tally.decks
    about = say(
        "{won} won, {drawn} drawn, {lost} lost of {decks} ({wins} and {draws} drawn)",
        won=number(wins), drawn=number(draws), lost=number(losses),
        decks=number(decks), wins=share_text(wins, decks), draws=share_text(draws, decks),
    )  # fmt: skip
    if exact is tally:
        return about
    wins, draws, _ = exact.outcome(by, me, you)
    of_all = say(
        "exact {wins} and {draws} drawn",
        wins=share_text(wins, exact.decks), draws=share_text(draws, exact.decks),
    )  # fmt: skip
    return f"{about}; {of_all}"


def circle(found: Mapping[str, Cycles]) -> Figure:
    """The choices that beat one another in a circle, beside one another by scoring.

    Strong arrows are those of the firmest circle, with how often each choice wins.
    """
    panels = []
    for by, cycles in found.items():
        strong = cycles.cycles[0] if cycles.cycles else ()
        others = [word for word in cycles.sequences if word not in strong]
        names = [name for both in zip_longest(strong, others) for name in both if name]
        names = names if len(names) <= _MOST_NAMES else [*strong]
        links = {
            pair: share_text(*chance.as_integer_ratio())
            for pair, chance in zip(
                zip(strong, (*strong[1:], *strong[:1]), strict=True),
                cycles.links(strong),
                strict=True,
            )
        }
        arrows = tuple(
            (names.index(one), names.index(other), links.get((one, other), ""))
            for one, other in cycles.wins
            if one in names and other in names
        )
        panels.append(Circle(tuple(names), arrows, by))
    return Figure(say("Choices that beat one another in a circle"), (tuple(panels),))


# --- one pair -------------------------------------------------------------------------------------


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
        title: of the figure.

    Raises:
        SetupError: there are no counts, or a count or the probability is not valid.
    """
    exact = float(exact_probability)
    counts = _checked(exact, counts)
    fewest, most = counts[0][0], counts[-1][0]
    decks = Axis(say("Decks"), ticks=_deck_ticks(fewest, most))
    shares = (
        _funnel(exact, fewest, most if most > fewest else 2 * fewest),
        rule(y=exact, name=say("exact: {share}", share=decimal(f"{100 * exact:.4f}%"))),
        Line(
            tuple((math.log10(n), won / n) for n, won in counts),
            say("estimate with its {share} interval", share="95%"),
            ends=tuple(share_interval(n, won) for n, won in counts),
        ),
    )
    one = math.sqrt(exact * (1 - exact))  # standard error, of one deck
    errors = tuple(
        (math.log10(n), (won / n - exact) * math.sqrt(n) / one) for n, won in counts if one
    )
    sides = ((math.log10(fewest), 0), (math.log10(most), 0))
    usual = Line(sides, ends=((-SURE, SURE),) * 2, colour=GRID, is_area=True)
    below = (usual, rule(), *((Line(errors),) if errors else ()))
    above = Plot(shares, decks, Axis(say("Share of wins"), percent, step=0), height=300)
    scale = Axis(say("Standard errors from exact"), ends=(-4, 4))
    return Figure(title, ((above,), (Plot(below, decks, scale, height=90),)))


def _funnel(exact: float, fewest: int, most: int, steps: int = 200) -> Line:
    """The range of 95 % of simulations around the exact value."""
    decks = [fewest * (most / fewest) ** (step / steps) for step in range(steps + 1)]
    errors = [SURE * math.sqrt(exact * (1 - exact) / n) for n in decks]
    return Line(
        tuple((math.log10(n), exact) for n in decks),
        say("where {share} of simulations are", share="95%"),
        ends=tuple((max(0.0, exact - error), min(1.0, exact + error)) for error in errors),
        colour=GRID,
        is_area=True,
    )


def _deck_ticks(fewest: int, most: int) -> tuple[tuple[float, str], ...]:
    """Ticks at powers of ten, and at 2 and 5 times those if there are few."""
    firsts = (1, 2, 5) if most < 10 * fewest else (1,)
    exponents = range(len(str(fewest)) - 1, len(str(most)))
    numbers = (first * 10**exponent for exponent in exponents for first in firsts)
    decks = [n for n in numbers if fewest <= n <= most] or [fewest, most]
    text = _power_text if most > _MOST_WRITTEN_OUT else number
    return tuple((math.log10(n), text(n)) for n in decks)


def _power_text(n: int) -> str:
    """A number of decks in short form: `10⁹`, `2·10⁸`."""
    first, exponent = f"{n:.0e}".split("e")
    power = "10" + str(int(exponent)).translate(_RAISED)
    return power if first == "1" else f"{first}·{power}"


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


WINS, LOSES = 0, 1
_DIFFERENCE = {
    TRICKS: message("{mine} against {other}: difference of tricks"),
    CARDS: message("{mine} against {other}: difference of cards"),
}
_LESS = {
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
    check_scoring(by)
    total = sum(distribution.values())
    if total <= 0 or min(distribution.values()) < 0:
        raise SetupError("nothing to draw; each difference needs a count of decks")
    names = {"mine": choice_text(choice, length), "other": choice_text(other, length)}
    groups = (
        (message("wins {share}"), WINS, [d for d in sorted(distribution) if d > 0]),
        (message("draw {share}"), FAINT, [d for d in distribution if d == 0]),
        (message("loses {share}"), LOSES, [d for d in sorted(distribution) if d < 0]),
    )
    bars = [
        Bars(
            tuple(Bar(f"{d:+}", d, distribution[d] / total) for d in group),
            name=say(label, share=share_text(sum(distribution[d] for d in group), total)),
            colour=colour,
        )
        for label, colour, group in groups
    ]
    axes = Axis(say(_LESS[by], **names)), Axis(say("Share of decks"), percent, step=0)
    plot = Plot((*bars, *_mean_and_spread(distribution)), *axes, height=300)
    return Figure(say(_DIFFERENCE[by], **names), ((plot,),))


def _mean_and_spread(distribution: Mapping[int, int]) -> tuple[Line, ...]:
    """The mean difference, and one standard deviation either way."""
    mean, variance = mean_and_variance(distribution)
    middle, spread = float(mean), math.sqrt(variance)
    average = say("mean {mean}", mean=decimal(f"{middle:+.2f}"))
    deviation = say("standard deviation {spread}", spread=decimal(f"{spread:.2f}"))
    return (
        rule(x=middle, name=average),
        rule(x=middle - spread, dash="6 4"),
        rule(x=middle + spread, name=deviation, dash="6 4"),
    )
