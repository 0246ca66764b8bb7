"""Tranca: the functions, lists and dictionaries of the original notebook under their names.

The functions print what the notebook prints, but with the figures of section 7 where the notebook's
differ. The notebook counts the 2s of all earlier sequences as stand-ins of the next one, a run with
missing cards as a canastra, and several canastras of twos as one.  Its example is worth 1625, not
the 725 it prints (T11).  If the notebook's total would differ, `scoreRound` says so on standard
error.  Impossible entries are scored leniently (T10); `dealt.games.tranca.scoring` says what is
wrong with them.

>>> cardDict["nine_hearts"]["Value"], cardDict["nine_hearts"]["Order"], "two_clubs" in jokers
(10, 6, True)
"""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence

from dealt.cards import LONG_NAMES
from dealt.errors import ScoreError
from dealt.games.tranca import scoring
from dealt.games.tranca.house import TRANCA
from dealt.games.tranca.judging import CANASTRA, Cards, read_cards
from dealt.games.tranca.scoring import Breakdown, Line, cannot_be, score
from dealt.language import quote, say

RULE = "--------------------------------"

jokers = ["two_hearts", "two_clubs", "two_spades", "two_diamonds"]
fifteenPoints = ["ace"]
tenPoints = ["eight", "nine", "ten", "jack", "queen", "king"]
fivePoints = ["four", "five", "six", "seven"]
allCards = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
]  # fmt: skip
suits = ["clubs", "spades", "hearts", "diamonds"]
cardOrder = {name: order for order, name in enumerate(allCards[2:], 1)}


def _card(name: str, suit: str) -> dict[str, str | int | bool | None]:
    """What the notebook knows of a card; a tranca has the points that it costs in a hand."""
    is_tranca = name == "three" and suit in ("clubs", "spades")
    points = 15 if name in fifteenPoints else 10 if name in ("two", *tenPoints) else 5
    return {
        "Name": name,
        "Suit": suit,
        "Value": -100 if is_tranca else points,
        "Tranca": is_tranca,
        "Dollar": name == "three" and not is_tranca,
        "Joker": f"{name}_{suit}" in jokers,
        "Order": cardOrder.get(name),
    }


# the notebook's has an empty entry besides, `"": {}`, which is a slip and left out
cardDict = {f"{name}_{suit}": _card(name, suit) for suit in suits for name in allCards}

# the example at the end of the notebook
finalHand = ["ace_spades", "two_diamonds", "nine_hearts", "three_clubs", "seven_diamonds"]
nominalResults = [
    [*(f"{name}_hearts" for name in ("four", "five", "six", "seven", "eight", "nine")),
     "two_clubs"],
    ["seven_diamonds", "eight_diamonds", "nine_diamonds", "two_hearts", "jack_diamonds",
     "king_diamonds"],
    [f"{name}_spades" for name in ("four", "five", "six", "seven", "eight", "nine")],
    ["two_hearts", "two_clubs", "two_spades", "two_diamonds", *["two_hearts"] * 3],
    [*(f"{name}_clubs" for name in ("five", "six", "seven", "eight", "nine")), "two_diamonds"],
    ["ace_hearts"] * 6,
    ["three_hearts"] * 3,
]  # fmt: skip

_NAMES = {short: name for name, short in LONG_NAMES.items()}


def handValue(hand: Cards, gotMorto: bool) -> int:
    """Print and return what counts against a side: its hand, trancas, a missed morto.

    Args:
        hand: the cards left, such as `ace_spades` or `AS`.
        gotMorto: whether the side took a morto and used it.

    Raises:
        ParseError: an unknown card.
        ScoreError: `gotMorto` is neither true nor false.
    """
    missed = 0 if _truth("gotMorto", gotMorto) else -100
    cards = [cardDict[name] for name in _long(hand)]
    trancas = sum(bool(card["Tranca"]) for card in cards)
    others = -sum(_value(card) for card in cards if not card["Tranca"])
    total = others - 100 * trancas + missed
    print("\nNegative factors: \n")
    print(f"Hand value: {others}")
    print(f"Trancas: {trancas} ({-100 * trancas})")
    if missed:
        print(f"Morto: {missed}")
    print(f"\nTotal negative impact: {total}\n\n{RULE}")
    return total


def tableValue(sequences: Iterable[Cards], finalMove: bool) -> int:
    """Print and return what counts for a side: its table, canastras, dollars, the final move.

    Args:
        sequences: the cards of each sequence; red threes form one of their own.
        finalMove: whether the side made the last move of the round.  This is impossible without a
            canastra (section 4.1): it is counted anyway, and a line on standard error says so.

    Raises:
        ParseError: an unknown card.
        ScoreError: `finalMove` is neither true nor false.
    """
    final_move = _truth("finalMove", finalMove)
    rows = [_long(sequence) for sequence in sequences]
    counted = score(rows, morto="used", final_move=final_move, lenient=True)
    # a tranca on the table counts nothing (T5)
    cards = [cardDict[name] for row in rows for name in row if not cardDict[name]["Tranca"]]
    on_table = sum(map(_value, cards))
    total = counted.total - counted.line(scoring.TABLE).points + on_table
    print("Positive factors: \n")
    print(_line_text("Total dirty canastras", counted.line(scoring.DIRTY)))
    print(_line_text("Total clean canastras", counted.line(scoring.CLEAN)))
    print(_line_text("Total dollars", counted.line(scoring.DOLLARS)))
    print(f"Table value: {on_table}")
    if final_move:
        print(f"Final move booster: {counted.line(scoring.FINAL_MOVE).points}")
    twos = counted.line(scoring.TWOS)
    if twos.count:
        print(f"Joker canastra booster: {twos.points}")
    print(f"\nTotal positive scoring: {total}\n\n{RULE}")
    if final_move and not any(finding.canastra for finding in counted.sequences):
        warning = scoring.final_move_without_canastra()
        print(say("Warning: {what}", what=warning), file=sys.stderr)
    return total


def scoreRound(
    finalHand: Cards, gotMorto: bool, finalTable: Iterable[Cards], finalMove: bool
) -> int:
    """Print and return the points of a round; see `tableValue` and `handValue`.

    The notebook's example is worth 1625; the notebook prints 725 (T11).  Whenever its way of
    counting gives another total, a line on standard error names that total.

    Raises:
        ParseError: an unknown card.
        ScoreError: `gotMorto` or `finalMove` is neither true nor false.
    """
    _truth("gotMorto", gotMorto)  # before anything is printed
    rows = [_long(sequence) for sequence in finalTable]
    print()
    points = tableValue(rows, finalMove) + handValue(finalHand, gotMorto)
    print(f"Final round scoring: {points}")
    notebook = _notebook_total(_long(finalHand), bool(gotMorto), rows, bool(finalMove))
    if notebook != points:
        print(_note(notebook, points, is_carried=_is_carried(rows)), file=sys.stderr)
    return points


def note_on_example(scored: Breakdown) -> str | None:
    """Why the notebook prints another total, if this is the score of its example, else None."""
    own = score(nominalResults, hand=finalHand, final_move=True, lenient=True)
    if scored.lines != own.lines or _melds(scored) != _melds(own):
        return None
    rows = [_long(row) for row in nominalResults]
    notebook = _notebook_total(_long(finalHand), False, rows, True)
    return _note(notebook, own.total, is_carried=_is_carried(rows))


def _melds(scored: Breakdown) -> Counter[tuple[str, ...]]:
    """The sequences of a score in any order; dollars may lie apart."""
    return Counter(tuple(sorted(f.cards)) for f in scored.sequences if f.kind != "dollars")


def _note(notebook: int, points: int, *, is_carried: bool) -> str:
    if is_carried:
        return say(
            "Note: the original notebook prints {notebook} here instead of {points}, because it "
            "does not reset its count of twos between sequences.",
            notebook=notebook, points=points,
        )  # fmt: skip
    return say(
        "Note: the original notebook prints {notebook} here instead of {points}, because it "
        "does not follow section 7 for every canastra.",
        notebook=notebook, points=points,
    )  # fmt: skip


def _is_carried(rows: Sequence[Sequence[str]]) -> bool:
    """Whether twos of earlier sequences change what the notebook takes a canastra for."""
    twos = 0
    for row in rows:
        before, own = twos, sum(bool(cardDict[name]["Joker"]) for name in row)
        twos += own
        if len(row) >= CANASTRA and before and (own in (0, len(row)) or twos == len(row)):
            return True
    return False


def _notebook_total(
    hand: Sequence[str], got_morto: bool, rows: Sequence[Sequence[str]], final_move: bool
) -> int:
    """The total as the notebook counts it, slips and all."""
    cards = [cardDict[name] for row in rows for name in row]
    clean = dirty = twos = joker = 0
    for row in rows:
        joker += sum(bool(cardDict[name]["Joker"]) for name in row)  # never set back
        if len(row) < CANASTRA:
            continue
        if joker == len(row):
            twos = TRANCA.twos
        elif joker:
            dirty += 1
        else:
            clean += 1
    dirty -= bool(twos)  # one that it has not counted
    dollars = 100 * sum(bool(card["Dollar"]) for card in cards)
    boosters = dirty * TRANCA.dirty + clean * TRANCA.clean + twos + 100 * final_move
    table = sum(map(_value, cards)) + boosters + (dollars if dirty + clean else -dollars)
    held = [cardDict[name] for name in hand]
    against = sum(100 if card["Tranca"] else _value(card) for card in held)
    return table - against - 100 * (not got_morto)


def _long(cards: Cards) -> list[str]:
    """The names that cards have in the notebook."""
    return [_NAMES[card] for card in read_cards(cards)]


def _value(card: dict[str, str | int | bool | None]) -> int:
    points = card["Value"]
    assert isinstance(points, int)
    return points


def _truth(name: str, value: bool) -> bool:
    """As the notebook has it, 1 is as good as True; a word such as "no" would be true."""
    if value not in (True, False):
        raise ScoreError(cannot_be(name, quote(value), ("True", "False")))
    return bool(value)


def _line_text(name: str, line: Line) -> str:
    return f"{name}: {line.count} | Total value: {line.points}"
