"""What is said of a match on the score sheet, and of the cards of an entry."""

from __future__ import annotations

from dealt.cards import all_written
from dealt.core.sheet import Cell, Sheet
from dealt.errors import DealtError
from dealt.language import listed, say
from dealt.language import number as numeral
from dealt.scoresheet.card_text import CLUBS
from dealt.scoresheet.match_sheet import MatchSheet
from dealt.scoresheet.side_draft import TypedSide
from dealt.scoresheet.terminal.setting import setting_lines
from dealt.scoresheet.typed import MORTO_TITLES, read_round


def standing(sheet: MatchSheet) -> str:
    """The totals, and who leads or has won, in one line."""
    totals = ", ".join(f"{side} {numeral(points)}" for side, points in sheet.totals.items())
    return f"{totals}. {_verdict(sheet)}"


def _verdict(sheet: MatchSheet) -> str:
    """Who leads or has won."""
    leaders, most = ", ".join(sheet.leaders), max(sheet.totals.values())
    target = numeral(sheet.target)
    if sheet.winner is not None:
        return say("Won by {names}.", names=sheet.winner)
    if not sheet.entries:
        return say("The first to {target} wins.", target=target)
    if len(sheet.waiting) < len(sheet.sides):
        names = listed(sheet.waiting)
        return say("Round {n} is open: no points for {names} yet.", n=sheet.open_round, names=names)
    to_go = numeral(sheet.target - most)
    if len(sheet.leaders) == 1:
        return say(
            "Ahead: {name}; {n} more to reach {target}.", name=leaders, n=to_go, target=target
        )
    if most >= sheet.target:
        return say("Tied: {names}; one more round decides.", names=leaders)
    return say("Tied: {names}; {n} more to reach {target}.", names=leaders, n=to_go, target=target)


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
    notes = [_verdict(sheet)]
    if corrected:
        notes.append(say("* corrected; the history shows what was entered before."))
    if sheet.winner is None:
        notes += setting_lines(sheet)
    title = say("{title}, to {target}", title=sheet.title, target=numeral(sheet.target))
    return Sheet(title, (say("round"), *sheet.sides), tuple(rows), tuple(notes))


def cards_text(cards: str) -> str:
    """The cards of an entry as people read them."""
    try:
        facts = read_round(cards, c=CLUBS)
    except (DealtError, TypeError):
        return say("unreadable cards: {cards}", cards=repr(cards[:60]))
    dollars = facts.get("dollars")
    return facts_text(
        TypedSide(
            sequences=[[*cards] for cards in facts["sequences"]],
            dollars=dollars if dollars is None or isinstance(dollars, int) else [*dollars],
            hand=[*facts.get("hand", ())],
            morto=facts.get("morto", "none"),
            final_move=facts.get("final_move"),
        )
    )


def facts_text(typed: TypedSide) -> str:
    """The cards of a side as people read them, and what else is known of its round."""
    parts = [all_written(cards) for cards in typed.sequences]
    laid = typed.dollars if isinstance(typed.dollars, int) else all_written(typed.dollars or ())
    parts += [say("dollars {dollars}", dollars=laid)] if laid else []
    parts += [say("hand {cards}", cards=all_written(typed.hand))] if typed.hand else []
    parts += [say(MORTO_TITLES[typed.morto])] if typed.morto is not None else []
    parts += [say("final move")] if typed.final_move else []
    return "; ".join(parts)
