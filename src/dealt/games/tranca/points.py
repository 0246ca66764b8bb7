"""Tranca: the points of a round (section 7 of the document; T3, T4, T5, T7, T8)."""

from dealt.core.fields import Numbers
from dealt.games.tranca.sequences import side_of, sides
from dealt.games.tranca.state import RANKS, RED, RUN, SUITS, TWOS, USED, WENT_OUT, State
from dealt.games.tranca.tables import CANASTRA, LOWEST, POINTS, THREE, TWO


def score(s: State, out: Numbers) -> None:
    """The points of each seat: those of its side (section 7)."""
    for side in range(sides(s)):
        points = _side_points(s, side)
        for seat in range(side, s.seats, sides(s)):
            out[seat] = points


def _side_points(s: State, side: int) -> int:
    """Cards on the table, canastras, dollars, final move and morto, minus the hands of the side."""
    points = 0
    canastras = 0
    for sequence in range(s.sequence_count[side]):
        points += _sequence_points(s, side, sequence)
        if s.size[side][sequence] >= CANASTRA:
            canastras += 1
    dollars = s.dollars[side][RED] + s.dollars[side][RED + 1]
    points += dollars * POINTS[THREE]
    points += 100 * dollars if canastras else -100 * dollars  # T4
    if s.outcome == WENT_OUT and side_of(s, s.turn) == side:
        points += 100  # T7
    if s.morto[side] != USED:
        points -= 100  # T8
    for seat in range(side, s.seats, sides(s)):
        points -= _hand_points(s, seat)
    return points


def _sequence_points(s: State, side: int, sequence: int) -> int:
    """The points of a sequence's cards, and of the canastra it may be (T3)."""
    kind = s.kind[side][sequence]
    points = 0
    if kind == RUN:
        ranks = s.ranks[side][sequence]
        while ranks:
            points += POINTS[LOWEST[ranks]]
            ranks &= ranks - 1
    else:
        for suit in range(SUITS):
            points += s.copies[side][sequence][suit] * POINTS[s.suit_or_rank[side][sequence]]
    if s.stand_in[side][sequence]:
        points += POINTS[TWO]
    if s.size[side][sequence] >= CANASTRA:
        if kind == TWOS:
            points += 1000
        else:
            points += 100 if s.stand_in[side][sequence] else 200
    return points


def _hand_points(s: State, seat: int) -> int:
    """What the cards of a hand cost; a tranca costs a hundred (T5)."""
    points = 0
    for suit in range(SUITS):
        for rank in range(RANKS):
            if rank == THREE:
                points += s.hand[seat][suit * RANKS + rank] * 100
            else:
                points += s.hand[seat][suit * RANKS + rank] * POINTS[rank]
    return points
