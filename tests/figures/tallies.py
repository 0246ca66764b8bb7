"""Tallies of a few decks, by a literal scorer, for the tests of figures."""

import math
import random
from fractions import Fraction
from functools import cache

from dealt.figures.colours import brightness
from dealt.games.penney.tally import SCORINGS, Tally
from dealt.penney.figures import heat_map
from tests.oracles import penney as oracle

SVG = "{http://www.w3.org/2000/svg}"


@cache
def simulated(length=3, decks=60, seed=1):
    """A tally of a few random decks."""
    dice, deck, shuffled = random.Random(seed), [0] * 26 + [1] * 26, []
    for _ in range(decks):
        dice.shuffle(deck)
        shuffled.append(oracle.letters(deck))
    counts, names = oracle.tally(shuffled, length), oracle.choices(length)
    tables = (
        tuple(
            tuple(counts[own, other][by]["wins"] if own != other else 0 for other in names)
            for own in names
        )
        for by in SCORINGS
    )
    return Tally(decks, *tables, length)


def tally_of(decks, won, length=3):
    """A tally with the same counts, given as {(mine, other): decks}, for both scorings."""
    size = 1 << length
    table = tuple(tuple(won.get((a, b), 0) for b in range(size)) for a in range(size))
    return Tally(decks, table, table, length)


def rounded(part, whole):
    """A share in percent, rounded once, halves up."""
    return math.floor(Fraction(100 * part, whole) + Fraction(1, 2))


def heat(tally, by, side="mine"):
    """The grid of a heat map."""
    return heat_map(tally, by, side=side).groups[0][0]


def cells_of(grid):
    """The cells of a grid by my choice and the opponent's, such as `("BBR", "RRB")`."""
    return {
        (own, other): cell
        for other, row in zip(grid.names, grid.rows, strict=True)
        for own, cell in zip(grid.names, row, strict=True)
        if cell is not None
    }


def contrast(one, other):
    """The contrast between two colours, 1 to 21.

    Source: Web Content Accessibility Guidelines 2.2, contrast ratio.
    """
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)
