"""The setting of an evening at a terminal, its house rules, target, seats and dealer, and texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from dealt.cards import all_written
from dealt.core.sheet import Cell, Sheet
from dealt.errors import DealtError, SetupError
from dealt.games.tranca.house import PRESETS, SETTINGS, changes, house_rules
from dealt.language import listed, message, say
from dealt.language import number as numeral
from dealt.scoresheet.card_text import CLUBS
from dealt.scoresheet.evening import Evening
from dealt.scoresheet.evening_data import rules_changed, rules_title, target_of
from dealt.scoresheet.schema import MatchSheet
from dealt.scoresheet.typed import MORTO_TITLES, read_round
from dealt.terminal.boxes import Screen, ask_rules
from dealt.terminal.console import Console

Change = Callable[[Evening, int | None], bool]  # saves an evening, and its target unless None


def _deal_line(sheet: MatchSheet) -> str:
    """The line about who deals the open round and who plays first."""
    seats, deal = sheet.seats, sheet.deal
    return say(
        "Round {n}: {dealer} deals, {starts} plays first",
        n=sheet.open_round, dealer=seats[deal.dealer].name, starts=seats[deal.starts].name,
    )  # fmt: skip


def setting_lines(sheet: MatchSheet) -> list[str]:
    """The lines about the deal, the rules, and the minimums of first melds."""
    rules = sheet.evening.rules
    lines = [_deal_line(sheet), say("Rules: {title}", title=rules_title(rules))]
    lines += [f"  {line}" for line in rules_changed(rules)]
    minimums = {side: rules.minimum_at(total) for side, total in sheet.totals.items()}
    if any(minimums.values()):
        points = ", ".join(f"{side} {numeral(least)}" for side, least in minimums.items())
        lines.append(say("First meld minimum: {points}", points=points))
    return lines


def ask_setting(sheet: MatchSheet, console: Console, save: Change) -> None:
    """Ask for a preset of rules, with its target, or for single values."""
    games = [*PRESETS.values()]
    choice = console.choose(
        say("Rules: {title}", title=rules_title(sheet.evening.rules)),
        [*(say(each.title) for each in games), say("Change single values"), say("Back")],
    )
    if choice > len(games) + 1:
        return
    target = None
    if choice <= len(games):
        preset = games[choice - 1]
        rules, target = preset.rules, target_of(preset, len(sheet.seats))
        console.say(say("Source: {source}", source=say(preset.source)), cards=False)
        if preset.gaps:
            console.say(say(preset.gaps))
    else:
        screen, before = Screen(live=console.live), changes(sheet.evening.rules)
        rules = house_rules(ask_rules(message("the score sheet"), SETTINGS, screen, before))
    if save(replace(sheet.evening, rules=rules), target) and sheet.entries:
        console.say(
            say("Points entered before keep their value. Correct them to count by these rules.")
        )


def ask_seats(sheet: MatchSheet, console: Console, save: Change) -> None:
    """Ask who deals the open round, or which two people swap seats."""
    seats = [f"{number}. {seat.name}" for number, seat in enumerate(sheet.seats, 1)]
    console.say(say("The seats, clockwise: {seats}", seats=", ".join(seats)))
    deals = [say("{name} deals", name=seat.name) for seat in sheet.seats]
    choice = console.choose(_deal_line(sheet), [*deals, say("Swap two people"), say("Back")])
    if choice <= len(deals):
        save(sheet.evening.dealt_by(choice - 1, sheet.open_round), None)
        return
    if choice > len(deals) + 1:
        return

    def swapped(text: str) -> Evening | None:
        typed = text.replace(",", " ").split()
        if not typed:
            return None
        try:
            one, other = (int(number) - 1 for number in typed)
        except ValueError:
            raise SetupError("enter two numbers of seats, 1 to {last}", last=len(seats)) from None
        return sheet.evening.swapped([*sheet.players.values()], one, other)

    prompt = say("Numbers of two seats, such as 1 3 (empty line: back): ")
    evening = console.ask_read(prompt, swapped)
    if evening is not None:
        save(evening, None)


def standing(sheet: MatchSheet) -> str:
    """The totals and the verdict on a match, in one line."""
    totals = ", ".join(f"{side} {numeral(points)}" for side, points in sheet.totals.items())
    return f"{totals}. {_verdict(sheet)}"


def _verdict(sheet: MatchSheet) -> str:
    """The winner, the leader, or the state of the open round."""
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
    """The rounds and totals; corrected points have a star."""
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
    """The cards of an entry, for people."""
    try:
        facts = read_round(cards, c=CLUBS)
    except (DealtError, TypeError):
        return say("unreadable cards: {cards}", cards=repr(cards[:60]))
    return facts_text({"morto": "none", **facts})


def facts_text(facts: Mapping[str, Any]) -> str:
    """The cards of a side and the other facts of its round, as far as known, for people."""
    parts = [all_written(cards) for cards in facts["sequences"]]
    dollars, hand, morto = (facts.get(name) for name in ("dollars", "hand", "morto"))
    laid = dollars if isinstance(dollars, int) else all_written(dollars or ())
    parts += [say("dollars {dollars}", dollars=laid)] if laid else []
    parts += [say("hand {cards}", cards=all_written(hand))] if hand else []
    parts += [say(MORTO_TITLES[morto])] if morto is not None else []
    parts += [say("final move")] if facts.get("final_move") else []
    return "; ".join(parts)
