"""The menus of the score sheet, for matches of Tranca at a real table.

The points of each side are saved at once: if you leave in the middle of a round, you are asked for
the other sides later.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from dealt.errors import ScoreError, SetupError, StorageError
from dealt.games.tranca.house import PRESETS
from dealt.games.tranca.scoring import TARGET, TARGET_OF_SIX
from dealt.language import listed, message, say
from dealt.language import number as numeral
from dealt.scoresheet.archive import people, played_matches
from dealt.scoresheet.card_text import MOST_POINTS, example, read_number
from dealt.scoresheet.evening import Evening
from dealt.scoresheet.leaderboard import BOARDS
from dealt.scoresheet.people import check_name
from dealt.scoresheet.schema import SIDES, MatchSheet
from dealt.scoresheet.store import LONGEST_TITLE, ScoreSheet
from dealt.scoresheet.terminal.consoles import (
    Change,
    LineConsole,
    PointsTyped,
    ask_seats,
    ask_setting,
    cards_text,
    read_players,
    read_side,
    setting_lines,
    standing,
    table_of,
)
from dealt.scoresheet.terminal.side import Camera, Entered, SideDesk
from dealt.storage.files import TextFile
from dealt.terminal.console import Console, Leave

_MATCH_MENU = (
    message("Enter a round"),
    message("Correct a round"),
    message("Show the sheet"),
    message("Show the history"),
    message("Export to a CSV file"),
    message("Leave this match"),
    message("Name the players of a side"),  # behind the way out: scripts know the others by number
    message("Rules of the house"),
    message("Seats and deal"),
)
_START_MENU = (
    message("New match"),
    message("Resume a match"),
    message("Leave"),
    message("Leaderboard"),  # behind the way out, as above
    message("Statistics"),
    message("Partners and opponents"),
    message("Play again with the same people"),
)
AGAIN = len(_START_MENU)


class Desk:
    """The menus.

    Args:
        rules: the preset for new matches; empty: the original rules.
    """

    def __init__(self, sheet: ScoreSheet, console: Console, phone: Camera, rules: str = "") -> None:
        self.preset = PRESETS.get(rules)
        self.sheet = sheet
        self.console = LineConsole(live=console.live)
        self.phone = phone

    def run(self) -> None:
        """Show the first menu until the player leaves or the input ends."""
        try:
            self._run()
        except (Leave, EOFError, KeyboardInterrupt) as end:
            self.console.say()
            line = say(
                "All points saved so far are in {path}; run the same command to resume.",
                path=self.sheet.path,
            )  # fmt: skip
            self.console.say(line, cards=False)
            if isinstance(end, KeyboardInterrupt):
                raise

    def _run(self) -> None:
        self.console.clear()
        title = say("Score sheet of Tranca, kept in {path}", path=self.sheet.path)
        while True:
            choice = self.console.choose(title, [*map(say, _START_MENU)])
            self.console.clear()
            if choice == 3:
                return
            if 3 < choice < AGAIN:
                self._show_board(list(BOARDS)[choice - 4])
                continue
            match = self.new_match() if choice == 1 else self._choose_match()
            if match is not None and choice == AGAIN:
                match = self._begin(partial(self.sheet.play_again, match))
            if match is not None:
                self.keep(match)

    def new_match(self) -> int | None:
        """Ask for the title, sides and target of a new match; None if the player goes back."""
        title = self.console.ask_read(
            say("Title of the match (empty line: back): "),
            lambda text: check_name(text, "title", LONGEST_TITLE) if text else None,
        )
        if title is None:
            return None
        sides = self._ask_sides()
        if sides is None:
            return None
        first, six = (TARGET, TARGET_OF_SIX) if self.preset is None else self.preset.targets
        targets = (
            say("{points} points: 2 to 4 people, two decks", points=numeral(first)),
            say("{points} points: 6 people, three decks", points=numeral(six)),
            say("A different number of points"),
        )
        choice = self.console.choose(say("Target"), targets)
        target, decks = ((first, 2), (six, 3), (0, 0))[choice - 1]
        if not decks:
            number = self.ask_number(
                say("Points to win (empty line: {points}): ", points=numeral(first)),
                (1, MOST_POINTS),
                say("the points to win must be 1 to {most}", most=numeral(MOST_POINTS)),
            )
            target = first if number is None else number
            options = (say("Two"), say("Three: 6 people"))
            decks = 1 + self.console.choose(say("Decks"), options)
        players = {side: names for side, names in sides.items() if names}
        evening = None if self.preset is None else Evening(self.preset.rules)
        begin = partial(
            self.sheet.new_match, title, [*sides],
            target=target, decks=decks, players=players, evening=evening,
        )  # fmt: skip
        return self._begin(begin)

    def _begin(self, begin: Callable[[], int]) -> int | None:
        """The new match; None if it cannot be saved."""
        matches: list[int] = []
        self.save(lambda: matches.append(begin()))
        return matches[0] if matches else None

    def _ask_sides(self) -> dict[str, tuple[str, ...]] | None:
        """Ask for the sides, with their players if given; None if the player goes back."""
        self.console.say(say("Enter players or teams, one per line. Finish with an empty line."))
        self.console.say(say("A team can name its players, as in Bears: Ana, Bia."))
        sides: dict[str, tuple[str, ...]] = {}
        who_is_who = people(self.sheet)

        def read(text: str) -> bool:
            if not text:
                if 0 < len(sides) < SIDES[0]:
                    raise SetupError("a match has 2 to 6 sides")
                return False
            name, players = read_side(text)
            names_in_use = [*sides, *(each for names in sides.values() for each in names)]
            for each in (name, *players):
                who_is_who.check_new(each, names_in_use)
            sides[name] = players
            return len(sides) < SIDES[-1]

        while self.console.ask_read(say("Name {n}: ", n=len(sides) + 1), read):
            pass
        return sides or None

    def _show_board(self, name: str) -> None:
        """Show a board of results over all matches."""
        sheets = BOARDS[name].sheets(played_matches(self.sheet))
        for sheet in sheets:
            self.console.show(sheet)
        if not sheets:
            self.console.say(say("No rounds have been entered yet."))

    def _choose_match(self) -> int | None:
        """Ask for a match; None if the player goes back."""
        matches = self.sheet.matches()
        if not matches:
            self.console.say(say("There are no matches yet."))
            return None
        rows = [
            f"{sheet.title}: {standing(sheet)} ({say('match {n}', n=sheet.id)})"
            for sheet in matches
        ]
        choice = self.console.choose(say("Which match?"), [*rows, say("Back")])
        self.console.clear()
        return matches[choice - 1].id if choice <= len(matches) else None

    def keep(self, match: int) -> None:
        """Show the menu of a match until the player leaves it."""
        steps: dict[int, Callable[[MatchSheet], None]] = {
            1: self.enter_round, 2: self.correct_round, 3: self.show, 4: self._show_history,
            5: self.export, 7: self.name_players, 8: partial(self._set, ask_setting),
            9: partial(self._set, ask_seats),
        }  # fmt: skip
        while True:
            sheet = self.sheet.match(match)
            options = [*map(say, _MATCH_MENU)]
            try:
                with self.console.taking(sheet.waiting):
                    choice = self.console.choose(f"{sheet.title}: {standing(sheet)}", options)
            except PointsTyped as typed:
                self._enter_typed(sheet, typed.points)
                continue
            self.console.clear()
            if choice not in steps:
                return
            steps[choice](self.sheet.match(match))  # others may have entered something meanwhile

    def _set(self, ask: Callable[[MatchSheet, Console, Change], None], sheet: MatchSheet) -> None:
        """Ask for a setting of an evening, save it, and show it."""

        def change(evening: Evening, target: int | None) -> bool:
            saved = self.save(lambda: self.sheet.change_evening(sheet.id, evening, target))
            for line in setting_lines(self.sheet.match(sheet.id)) if saved else ():
                self.console.say(line)
            return saved

        ask(sheet, self.console, change)

    def enter_round(self, sheet: MatchSheet) -> None:
        """Ask for the points of each side without them in the open round."""
        if self.is_won(sheet):
            return
        waiting = sheet.waiting
        if len(waiting) > 1:
            all_at_once = say(
                "To enter the whole round at once, type a line such as {example} ({names}).",
                example=example(len(waiting)), names=', '.join(waiting),
            )  # fmt: skip
            self.console.say(all_at_once)
        while waiting:
            side = waiting[0]
            title = say("Round {n}, {name}", n=sheet.open_round, name=side)
            try:
                with self.console.taking(waiting):
                    desk = SideDesk(
                        self.sheet, sheet, sheet.open_round, side, self.console, self.phone
                    )
                    entered = desk.ask(title)
            except PointsTyped as typed:
                if not self._enter_typed(sheet, typed.points):
                    return
                waiting = [each for each in waiting if each not in typed.points]
                continue
            if entered is None or not self.save_entry(sheet, side, entered):
                self._tell_open(sheet, side)
                return
            waiting = waiting[1:]

    def is_won(self, sheet: MatchSheet) -> bool:
        """Whether a match is won, which is then printed."""
        if sheet.winner is not None:
            won = say("Won by {name}; rounds can only be corrected.", name=sheet.winner)
            self.console.say(won)
        return sheet.winner is not None

    def _enter_typed(self, sheet: MatchSheet, points: Mapping[str, int]) -> bool:
        """Enter typed points of the open round; False if they could not be saved."""
        if self.is_won(sheet):
            return False
        for side, number in points.items():
            if not self.save_entry(sheet, side, (number, None, ())):
                self._tell_open(sheet, side)
                return False
        return True

    def _tell_open(self, sheet: MatchSheet, side: str) -> None:
        """Print that a side still has no points, unless somebody else has entered them."""
        number = sheet.open_round
        match = self.sheet.match(sheet.id)
        if match.winner is None and match.open_round == number and side in match.waiting:
            still = say("Round {n} is open: {name} has no points yet.", n=number, name=side)
            self.console.say(still)

    def name_players(self, sheet: MatchSheet) -> None:
        """Ask for the players of a side, for the leaderboard and the statistics."""
        rows = [f"{side}: {', '.join(names)}" for side, names in sheet.players.items()]
        choice = self.console.choose(say("Whose players?"), [*rows, say("Back")])
        if choice > len(rows):
            return
        side = sheet.sides[choice - 1]
        others = [each for name in sheet.sides if name != side for each in sheet.players[name]]
        who_is_who = people(self.sheet)

        def read(text: str) -> tuple[str, ...]:
            names = read_players(text) if text else ()
            for number, name in enumerate(names):
                who_is_who.check_new(name, [*others, *names[:number]])
            return names

        while True:
            prompt = say("Players of {name}, separated by commas (empty line: back): ", name=side)
            names = self.console.ask_read(prompt, read)
            if not names:
                return
            if self.save(lambda: self.sheet.name_players(sheet.id, side, names)):  # noqa: B023
                saved = say("Saved: players of {name}: {players}", name=side, players=listed(names))
                self.console.say(saved)
                return

    def correct_round(self, sheet: MatchSheet) -> None:
        """Ask for a round, and correct its points."""
        rounds = sheet.rounds
        if not rounds:
            self.console.say(say("There is no round to correct yet."))
            return
        number = self.ask_number(
            say("Which round, 1 to {last} (empty line: back)? ", last=len(rounds)),
            (1, len(rounds)),
            say("rounds are numbered 1 to {last}", last=len(rounds)),
        )
        if number is None:
            return
        try:
            self._ask_correction(sheet, number, rounds[number - 1])
        except PointsTyped as typed:
            self._correct(sheet, number, typed.points)

    def _ask_correction(self, sheet: MatchSheet, number: int, points: Mapping[str, int]) -> None:
        """Ask for a side of a round, and its correct points.

        Raises:
            PointsTyped: the correct points were typed at once.
        """
        sides = [*points]
        rows = [f"{side}: {points[side]}" for side in sides]
        title = say(
            "Round {n}: choose a side, or type its points, such as {name} {points}",
            n=number, name=sides[0], points=example(1),
        )  # fmt: skip
        with self.console.taking(sides, has_next=False):
            choice = self.console.choose(title, [*rows, say("Back")], sides)
        if choice > len(sides):
            return
        side = sides[choice - 1]
        title = say(
            "Round {n}, {name}: instead of {points}", n=number, name=side, points=points[side]
        )
        with self.console.taking([side]):
            entered = SideDesk(self.sheet, sheet, number, side, self.console, self.phone).ask(title)
        if entered is not None:
            self.save_entry(sheet, side, entered, number)

    def _correct(self, sheet: MatchSheet, number: int, points: Mapping[str, int]) -> None:
        """Correct the points of a round that differ."""
        before = sheet.rounds[number - 1]
        others = {side: right for side, right in points.items() if right != before[side]}
        if not others:
            self.console.say(say("Round {n} has these points already.", n=number))
        for side, right in others.items():
            if not self.save_entry(sheet, side, (right, None, ()), number):
                return

    def save_entry(
        self, sheet: MatchSheet, side: str, entered: Entered, corrected: int = 0
    ) -> bool:
        """Save points of a side in the open round or a corrected one; False if that failed."""
        number = corrected or sheet.open_round
        save = self.sheet.correct_round if corrected else self.sheet.enter

        def write() -> None:
            try:
                save(sheet.id, number, side, *entered)
            except SetupError as error:
                meanwhile = self.sheet.match(sheet.id).rounds[number - 1 : number]
                if not meanwhile or side not in meanwhile[0]:
                    raise
                raise SetupError(
                    "somebody else has entered round {n} meanwhile ({name} {points}). The "
                    "{typed} typed here is not saved; use Correct a round",
                    n=number, name=side, points=meanwhile[0][side], typed=entered[0],
                ) from error  # fmt: skip

        saved = self.save(write)
        if saved:
            line = say("Saved: round {n}, {name} {points}", n=number, name=side, points=entered[0])
            self.console.say(line)
        return saved

    def show(self, sheet: MatchSheet) -> None:
        """Show the rounds, the totals, and the points missing to the target."""
        self.console.show(table_of(sheet))

    def _show_history(self, sheet: MatchSheet) -> None:
        """Show all entries in order, with their cards."""
        if not sheet.entries:
            self.console.say(say("Nothing has been entered yet."))
        for entry in sheet.entries:
            facts = {"n": entry.round, "name": entry.side, "points": entry.points}
            if entry.counts:
                self.console.say(say("Round {n}, {name}: {points}", **facts))
            else:
                self.console.say(say("Round {n}, {name}: {points}, corrected later", **facts))
            if entry.cards is not None:
                self.console.say(say("  from {cards}", cards=cards_text(entry.cards)))
        self.console.say()

    def export(self, sheet: MatchSheet) -> None:
        """Write the rounds to a CSV file."""
        name = self.console.ask(say("CSV file to write (empty line: back): "))
        if not name:
            return
        if os.path.realpath(name) == os.path.realpath(self.sheet.path):
            self.console.say(say("{file} is the score sheet itself; name another file", file=name))
            return
        if Path(name).is_file():
            options = (say("Leave it as it is"), say("Replace it"))
            if self.console.choose(say("{file} already exists", file=name), options) == 1:
                return
        try:
            TextFile(name).write(sheet.csv())
        except StorageError as error:
            self.console.say(str(error), cards=False)
        else:
            self.console.say(say("Written to {file}", file=name), cards=False)

    def ask_number(self, prompt: str, allowed: tuple[int, int], problem: str) -> int | None:
        """Ask for a number, see `read_number`; None for an empty line."""
        return self.console.ask_read(
            prompt, lambda text: read_number(text, allowed, problem) if text else None
        )

    def save(self, write: Callable[[], None]) -> bool:
        """Write something, again if the player wishes; False if that failed."""
        while True:
            try:
                write()
            except StorageError as error:
                self.console.say(str(error), cards=False)
            except (SetupError, ScoreError) as error:
                self.console.say(str(error), cards=False)
                return False
            else:
                return True
            options = (say("Try again"), say("Give up"))
            if self.console.choose(say("Not saved"), options) == 2:
                return False
