"""The consoles of the score sheet, what they ask about an evening, and what they say of a match."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from dealt.cards import all_written
from dealt.core.sheet import Cell, Sheet
from dealt.errors import DealtError, ScoreError, SetupError
from dealt.games.tranca.house import PRESETS, SETTINGS, changes, house_rules
from dealt.language import Phrase, listed, message, say
from dealt.language import number as numeral
from dealt.scoresheet.card_text import CLUBS, NUMBER, example, read_line, read_named, read_points
from dealt.scoresheet.evening import Evening
from dealt.scoresheet.evening_data import rules_changed, rules_title, target_of
from dealt.scoresheet.people import check_person
from dealt.scoresheet.round.draft import Morto
from dealt.scoresheet.schema import MatchSheet
from dealt.scoresheet.standings import names_in
from dealt.scoresheet.typed import MORTO_TITLES, read_round
from dealt.terminal.boxes import QUIT, Screen, ask_rules
from dealt.terminal.console import Console, Leave, clean, number_in
from dealt.terminal.keyboard import ENTER, ESCAPE, Pasted, has_keys, keys_in_line, read_key

BACK = message("back")
_MORTO_OPTIONS: dict[Morto, str] = {  # in the order in which they are asked
    "used": message("Taken and used"),
    "none": message("Not taken"),
    "unused": message("Taken, but no card of it was used"),
}
_DIGITS_FROM = 10  # with so many options, one digit is not enough for each
_JUST_S = 0.7


class _SheetConsole(Console):
    """A console on which `quit` at any question leaves the score sheet, by `Leave`."""

    def ask(self, prompt: str, *, as_typed: bool = False) -> str:
        """Ask for a line, see `Console.ask`."""
        answer = super().ask(prompt, as_typed=as_typed)
        if answer.lower() in (*QUIT, say("quit")):
            raise Leave
        return answer


class WentBack(Exception):  # noqa: N818 - no error: the player's choice
    """The player goes back from the cards of a side."""


class CardConsole(_SheetConsole):
    """A console for the cards of a side, on which `back` at any question raises `WentBack`.

    Attributes:
        by_keys: whether a choice is made by a single key.
    """

    def __init__(self, *, live: bool | None = None) -> None:
        super().__init__(live=live)
        self.by_keys = self.live and has_keys()
        self._is_short = True
        self._chosen_s = -_JUST_S

    def choose(
        self, title: str, options: Sequence[str], names: Sequence[str] = (), *, usual: int = 0
    ) -> int:
        """Ask for a choice, see `Console.choose`."""
        self._is_short = len(options) < _DIGITS_FROM
        choice = super().choose(title, options, names, usual=usual)
        self._chosen_s = time.monotonic()
        return choice

    def has_just_chosen(self) -> bool:
        """Whether an Enter can still be meant for the last choice."""
        return time.monotonic() - self._chosen_s < _JUST_S

    def ask_choice(self) -> str:
        """Ask for the number of an option, see `Console.ask_choice`."""
        if not self.by_keys or not self._is_short:
            return super().ask_choice()
        sys.stdout.write("> ")
        sys.stdout.flush()
        key = ENTER
        while key == ENTER:
            key = read_key()
            if isinstance(key, Pasted):
                key = key.strip().partition("\n")[0] or ENTER
        sys.stdout.write("\n" if key == ESCAPE else f"{clean(key)}\n")
        if key.lower() in (ESCAPE, BACK[0], say(BACK)[0]):
            raise WentBack
        if key.lower() in QUIT:
            raise Leave
        return key

    def ask(self, prompt: str, *, as_typed: bool = False) -> str:
        """Ask for a line, see `Console.ask`."""
        with keys_in_line():
            answer = super().ask(prompt, as_typed=as_typed)
        if answer.lower() in (BACK, say(BACK)):
            raise WentBack
        return answer


class PointsTyped(Exception):  # noqa: N818 - no error: the player's choice
    """The player has typed points, by side, instead of another answer."""

    def __init__(self, points: Mapping[str, int]) -> None:
        super().__init__()
        self.points = points


class LineConsole(_SheetConsole):
    """A console on which points, of one side or of all, answer any question by `PointsTyped`.

    Attributes:
        sides: the sides whose points can be typed, if any.
    """

    def __init__(self, *, live: bool | None = None) -> None:
        super().__init__(live=live)
        self.sides: Sequence[str] = ()
        self._has_next = False  # whether a number alone is the points of the first side
        self._options = 0  # number of options of the current menu, or 0

    @contextmanager
    def taking(self, sides: Sequence[str], *, has_next: bool = True) -> Iterator[None]:
        """Accept the points of these sides within a `with` block.

        Args:
            sides: in the order of a line with their points.
            has_next: a lone number that is not an option counts as the points of the first side.
        """
        self.sides, self._has_next = sides, has_next or len(sides) == 1
        try:
            yield
        finally:
            self.sides = ()

    def choose(
        self, title: str, options: Sequence[str], names: Sequence[str] = (), *, usual: int = 0
    ) -> int:
        """Ask for a choice, see `Console.choose`."""
        self._options = len(options)
        try:
            return super().choose(title, options, names, usual=usual)
        finally:
            self._options = 0

    def ask(self, prompt: str, *, as_typed: bool = False) -> str:
        """Ask for a line, see `Console.ask`."""
        while True:
            answer = super().ask(prompt, as_typed=as_typed)
            try:
                points = self._points_in(answer)
            except ScoreError as error:
                self.say(str(error))
                continue
            if points is None:
                return answer
            raise PointsTyped(points)

    def _points_in(self, answer: str) -> dict[str, int] | None:
        """The points in an answer; None for other answers."""
        if not self.sides:
            return None
        line = read_line(answer, self.sides)
        if line is not None:
            return dict(zip(self.sides, line, strict=True))
        if not NUMBER.fullmatch(answer):
            return read_named(answer, self.sides) if self._options else None
        is_choice = number_in(answer) in range(1, self._options + 1)
        if is_choice or not self._options or not self._has_next:
            return None
        return {self.sides[0]: read_points(answer)}

    def choices(self, last: int) -> Phrase:
        """The hint for a menu that accepts points, too."""
        if not self.sides:
            return super().choices(last)
        name = self.sides[0]
        facts = {
            "last": last, "name": name, "one": example(1),
            "example": example(len(self.sides)), "names": ", ".join(self.sides),
        }  # fmt: skip
        if len(self.sides) == 1:
            return Phrase("enter a number from 1 to {last}, or the points of {name}", facts)
        if self._has_next:
            return Phrase(
                "enter a number from 1 to {last}, the points of {name}, or a whole round such as "
                "{example} ({names})",
                facts,
            )
        return Phrase(
            "enter a number from 1 to {last}, new points such as {name} {one}, or a whole round "
            "such as {example} ({names})",
            facts,
        )


def ask_morto(console: Console, title: str) -> Morto:
    """Ask whether the morto was taken and used."""
    return [*_MORTO_OPTIONS][console.choose(title, [*map(say, _MORTO_OPTIONS.values())]) - 1]


def ask_final_move(console: Console, title: str) -> bool:
    """Ask whether the side made the final move."""
    return console.choose(title, (say("No"), say("Yes"))) == 2


def read_side(text: str) -> tuple[str, tuple[str, ...]]:
    """The name of a side, and its players if given: `Bears: Ana, Bia`.

    Raises:
        SetupError: an invalid name, or no players behind the colon.
    """
    name, colon, rest = text.partition(":")
    players = read_players(rest) if colon else ()
    return check_person(name), players


def read_players(text: str) -> tuple[str, ...]:
    """Names, separated by commas.

    Raises:
        SetupError: no name, or an invalid one.
    """
    if not text.strip(" ,;"):
        raise SetupError("no players after the colon: enter them as in Bears: Ana, Bia")
    return tuple(map(check_person, names_in(text)))


# --- the setting of an evening, and what is said of a match ---------------------------------------

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
