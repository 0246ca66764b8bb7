"""The setting of an evening at a terminal: house rules and target, who sits where, who deals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dealt.errors import SetupError
from dealt.games.tranca.house import PRESETS, SETTINGS, changes, house_rules
from dealt.language import message, say
from dealt.language import number as numeral
from dealt.scoresheet.evening import Evening
from dealt.scoresheet.match_sheet import MatchSheet
from dealt.scoresheet.rules_text import (
    rules_changed,
    rules_title,
    target_of,
)
from dealt.terminal.boxes import Screen
from dealt.terminal.console import Console
from dealt.terminal.house_rules import ask_rules

Change = Callable[[Evening, int | None], bool]  # saves an evening and its target if that is another


def deal_line(sheet: MatchSheet) -> str:
    """Who deals the open round, and who plays first."""
    seats, deal = sheet.seats, sheet.deal
    return say(
        "Round {n}: {dealer} deals, {starts} plays first",
        n=sheet.open_round, dealer=seats[deal.dealer].name, starts=seats[deal.starts].name,
    )  # fmt: skip


def setting_lines(sheet: MatchSheet) -> list[str]:
    """The deal, the rules in force, and what must be laid down at first."""
    rules = sheet.evening.rules
    lines = [deal_line(sheet), say("Rules: {title}", title=rules_title(rules))]
    lines += [f"  {line}" for line in rules_changed(rules)]
    minimums = {side: rules.minimum_at(total) for side, total in sheet.totals.items()}
    if any(minimums.values()):
        points = ", ".join(f"{side} {numeral(least)}" for side, least in minimums.items())
        lines.append(say("First meld minimum: {points}", points=points))
    return lines


def ask_setting(sheet: MatchSheet, console: Console, save: Change) -> None:
    """Choose the rules of a game, change single values, or the target."""
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
    """Say who deals the open round, or swap two people."""
    seats = [f"{number}. {seat.name}" for number, seat in enumerate(sheet.seats, 1)]
    console.say(say("The seats, clockwise: {seats}", seats=", ".join(seats)))
    deals = [say("{name} deals", name=seat.name) for seat in sheet.seats]
    choice = console.choose(deal_line(sheet), [*deals, say("Swap two people"), say("Back")])
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
