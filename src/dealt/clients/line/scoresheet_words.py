"""What is said of a match on the score sheet of Tranca, and of the cards of an entry."""

from __future__ import annotations

from dealt.core.sheet import Cell, Sheet
from dealt.errors import DealtError
from dealt.games.tranca.scoring import read_cards
from dealt.language import listed, say
from dealt.language import number as numeral
from dealt.scoresheet.store import MatchSheet
from dealt.scoresheet.typed import read_round


def standing(sheet: MatchSheet) -> str:
    """The totals, and who leads or has won, in one line."""
    totals = ", ".join(f"{side} {numeral(points)}" for side, points in sheet.totals.items())
    return f"{totals}. {verdict(sheet)}"


def verdict(sheet: MatchSheet) -> str:
    """Who leads or has won."""
    leaders, most = ", ".join(sheet.leaders), max(sheet.totals.values())
    target = numeral(sheet.target)
    if sheet.winner is not None:
        return say("Won by {names}.", names=sheet.winner)
    if not sheet.entries:
        return say("The first to {target} wins.", target=target)
    if len(sheet.waiting) < len(sheet.sides):
        names = listed(sheet.waiting)
        return say("Round {n} is open: no points of {names} yet.", n=sheet.open_round, names=names)
    to_go = numeral(sheet.target - most)
    if len(sheet.leaders) == 1:
        return say(
            "Ahead: {name}; {n} more to reach {target}.", name=leaders, n=to_go, target=target
        )
    if most >= sheet.target:
        return say("Equal: {names}; another round decides.", names=leaders)
    return say("Equal: {names}; {n} more to reach {target}.", names=leaders, n=to_go, target=target)


def table_of(sheet: MatchSheet) -> Sheet:
    """The rounds and totals as a table; corrected points have a star."""
    corrected = {(entry.round, entry.side) for entry in sheet.entries if not entry.counts}
    rows: list[tuple[Cell, ...]] = []
    for number, points in enumerate(sheet.rounds, 1):
        cells: list[Cell] = [number]
        for side in sheet.sides:
            star = "*" if (number, side) in corrected else ""
            cells.append(f"{points[side]}{star}" if side in points else "-")
        rows.append(tuple(cells))
    totals = sheet.totals
    rows.append((say("total"), *totals.values()))
    rows.append((say("to go"), *(max(0, sheet.target - points) for points in totals.values())))
    notes = [verdict(sheet)]
    if corrected:
        notes.append(say("* corrected; the history shows what was entered before."))
    title = say("{title}, to {target}", title=sheet.title, target=numeral(sheet.target))
    return Sheet(title, (say("round"), *sheet.sides), tuple(rows), tuple(notes))


def cards_text(cards: str) -> str:
    """The cards of an entry as people read them."""
    try:
        cards_by_kind = read_round(cards)
        parts = [" ".join(read_cards(sequence)) for sequence in cards_by_kind["sequences"]]
        dollars = cards_by_kind.get("dollars", 0)
        laid = str(dollars) if isinstance(dollars, int) else " ".join(read_cards(dollars))
        hand = " ".join(read_cards(cards_by_kind.get("hand", ())))
    except (DealtError, TypeError):
        return say("unreadable cards: {cards}", cards=repr(cards[:60]))
    parts += [say("dollars {dollars}", dollars=laid)] if laid not in ("", "0") else []
    parts += [say("hand {cards}", cards=hand)] if hand else []
    mortos = {
        "none": say("morto none"),
        "unused": say("morto unused"),
        "used": say("morto used"),
    }
    parts.append(mortos[str(cards_by_kind.get("morto", "none"))])
    parts += [say("final move")] if cards_by_kind.get("final_move") else []
    return "; ".join(parts)
