"""Heat maps of Penney's game, as shown everywhere: what is in which cell.

My choice runs across and the opponent's down, both from BBB to RRR. A cell shows how often one side
wins and, in brackets, how often there is a draw, in whole percent.
"""

from __future__ import annotations

from dataclasses import dataclass

from dealt.errors import SetupError
from dealt.games.penney.choices import LONGEST, SHORTEST, choice_text, in_order
from dealt.games.penney.tally import CARDS, TRICKS, Tally, check_scoring, percent
from dealt.language import listed, message, number, say

ACROSS = message("My Choice")
DOWN = message("Opponent Choice")

MINE = "mine"
OPPONENT = "opponent"
SIDES = (MINE, OPPONENT)
CHANCE = {
    MINE: message("My Chance of Win(Draw)"),
    OPPONENT: message("Opponent's Chance of Win(Draw)"),
}
BY = {TRICKS: message("By Tricks"), CARDS: message("By Cards")}
BEST = {
    MINE: message("my best reply to the choice of its row"),
    OPPONENT: message("the opponent's best reply to the choice of its column"),
}


@dataclass(frozen=True)
class HeatCell:
    """The results of one pair of different choices.

    Attributes:
        mine, other: my choice and the opponent's.
        won, drawn, lost: numbers of decks, for the side of the heat map.
        decks: number of all decks.
        is_best: no other choice wins more often against the one it replies to.
    """

    choice: int
    other: int
    wins: int
    draws: int
    losses: int
    decks: int
    is_best: bool

    @property
    def text(self) -> str:
        """Wins and draws in whole percent: `80(8)`."""
        return f"{percent(self.wins, self.decks)}({percent(self.draws, self.decks)})"

    @property
    def share(self) -> float:
        """The share of wins, 0 to 1; 0 if there are no decks."""
        return self.wins / self.decks if self.decks else 0.0


@dataclass(frozen=True)
class HeatMap:
    """A heat map without its colours.

    Attributes:
        by: `tricks` or `cards`.
        side: whose wins are counted, `mine` or `opponent`.
        title: three lines: whose chance, which scoring, how many decks; in the language current at
            the time.
        names: the choices, from left to right and from top to bottom.
        rows: the cells for each choice of the opponent; None if both make the same choice.
    """

    by: str
    side: str
    title: tuple[str, str, str]
    names: tuple[str, ...]
    rows: tuple[tuple[HeatCell | None, ...], ...]


def heat_of(tally: Tally, by: str, side: str = MINE) -> HeatMap:
    """The heat map of a tally.

    Raises:
        SetupError: an unknown scoring or side, or choices too short or too long to show.
    """
    check_scoring(by)
    if side not in SIDES:
        raise SetupError(
            "no side {side}; the sides are {sides}", side=repr(side), sides=listed(SIDES)
        )
    if not SHORTEST <= tally.length <= LONGEST:
        raise SetupError(
            "no heat map for choices of {n} colours; available for {shortest} to {longest}",
            n=tally.length, shortest=SHORTEST, longest=LONGEST,
        )  # fmt: skip
    order = in_order(tally.length)
    best = _best_pairs(tally, by, side)
    return HeatMap(
        by,
        side,
        (say(CHANCE[side]), say(BY[by]), source_text(tally)),
        tuple(choice_text(choice, tally.length) for choice in order),
        tuple(
            tuple(_cell_of(tally, by, side, choice, other, best) for choice in order)
            for other in order
        ),
    )


def _best_pairs(tally: Tally, by: str, side: str) -> set[tuple[int, int]]:
    """The pairs (choice, other) to mark: the best replies of a side; empty without decks."""
    if not tally.decks:
        return set()
    every = range(1 << tally.length)
    replies = {first: tally.best_replies(by, first) for first in every}
    if side == MINE:
        return {(choice, other) for other in every for choice in replies[other]}
    return {(choice, other) for choice in every for other in replies[choice]}


def _cell_of(
    tally: Tally, by: str, side: str, choice: int, other: int, best: set[tuple[int, int]]
) -> HeatCell | None:
    """One cell; None if both make the same choice."""
    if choice == other:
        return None
    wins, losses = tally.won(by, choice, other), tally.lost(by, choice, other)
    if side == OPPONENT:
        wins, losses = losses, wins
    draws = tally.drawn(by, choice, other)
    return HeatCell(choice, other, wins, draws, losses, tally.decks, (choice, other) in best)


def source_text(tally: Tally) -> str:
    """The number of decks counted: `N=5,000,000`, or all possible decks."""
    if tally.is_exact:
        return say("exact, all {decks} decks", decks=number(tally.decks))
    return f"N={number(tally.decks)}"
