"""Tranca: the document's functions under their names, printing what its notebook prints.

The figures are those of section 7, where the notebook's are not: it counts the 2s of all sequences
so far as stand-ins of the next, a run with cards missing as a canastra, and several canastras of
twos as one.  Its example is 1625, not the 725 it prints (T11).  What cannot be right is scored
leniently (T10); `dealt.games.tranca.scoring` says what is wrong.
"""

from collections.abc import Iterable

from dealt.errors import ScoreError
from dealt.games.tranca import scoring
from dealt.games.tranca.scoring import Cards, Line, cannot_be, score, shown

RULE = "--------------------------------"


def handValue(hand: Cards, gotMorto: bool) -> int:
    """Print and return what counts against a side: its hand, trancas, a morto missed.

    Args:
        hand: the cards left, such as `ace_spades` or `AS`.
        gotMorto: whether the side took a morto and used it.

    Raises:
        ParseError: a card that there is not.
        ScoreError: `gotMorto` is neither true nor false.
    """
    morto = "used" if _truth("gotMorto", gotMorto) else "none"
    counted = score([], hand=hand, morto=morto, lenient=True)
    trancas, missed = counted.line(scoring.TRANCAS), counted.line(scoring.MORTO)
    print("\nNegative factors: \n")
    print(f"Hand value: {counted.line(scoring.HAND).points}")
    print(f"Trancas: {trancas.count} ({trancas.points})")
    if missed.count:
        print(f"Morto: {missed.points}")
    print(f"\nTotal negative impact: {counted.total}\n\n{RULE}")
    return counted.total


def tableValue(sequences: Iterable[Cards], finalMove: bool) -> int:
    """Print and return what counts for a side: its table, canastras, dollars, the final move.

    Args:
        sequences: the cards of each sequence; red threes are one of their own.
        finalMove: whether the side made the last move of the round.

    Raises:
        ParseError: a card that there is not.
        ScoreError: `finalMove` is neither true nor false.
    """
    final_move = _truth("finalMove", finalMove)
    counted = score(sequences, morto="used", final_move=final_move, lenient=True)
    print("Positive factors: \n")
    print(_said("Total dirty canastras", counted.line(scoring.DIRTY)))
    print(_said("Total clean canastras", counted.line(scoring.CLEAN)))
    print(_said("Total dollars", counted.line(scoring.DOLLARS)))
    print(f"Table value: {counted.line(scoring.TABLE).points}")
    if final_move:
        print(f"Final move booster: {counted.line(scoring.FINAL_MOVE).points}")
    twos = counted.line(scoring.TWOS)
    if twos.count:
        print(f"Joker canastra booster: {twos.points}")
    print(f"\nTotal positive scoring: {counted.total}\n\n{RULE}")
    return counted.total


def scoreRound(
    finalHand: Cards, gotMorto: bool, finalTable: Iterable[Cards], finalMove: bool
) -> int:
    """Print and return the points of a round; see `tableValue` and `handValue`.

    Raises:
        ParseError: a card that there is not.
        ScoreError: `gotMorto` or `finalMove` is neither true nor false.
    """
    _truth("gotMorto", gotMorto)  # before anything is printed
    print()
    points = tableValue(finalTable, finalMove) + handValue(finalHand, gotMorto)
    print(f"Final round scoring: {points}")
    return points


def _truth(what: str, given: bool) -> bool:
    """As the notebook has it, 1 is as good as True; a word such as "no" would be true."""
    if given not in (True, False):
        raise ScoreError(cannot_be(what, shown(given), ("True", "False")))
    return bool(given)


def _said(what: str, line: Line) -> str:
    return f"{what}: {line.count} | Total value: {line.points}"
