"""Keeping the score of matches of Tranca at a real table, by menus.

What is entered is saved at once, side by side: whoever leaves in the middle of a round finds the
points of the sides before there, and is asked for the others.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from dealt.core.game import listed
from dealt.core.sheet import Cell, Sheet
from dealt.errors import DealtError, ParseError, ScoreError, SetupError, StorageError
from dealt.games.tranca.score_file import read_amount, read_round
from dealt.games.tranca.scoring import judge, read_cards, score
from dealt.storage.files import TextFile
from dealt.storage.scoresheet import (
    LONGEST_NAME,
    LONGEST_TITLE,
    MOST_POINTS,
    SIDES,
    TARGET,
    TARGET_OF_SIX,
    KeptPhoto,
    MatchSheet,
    ScoreSheet,
    check_name,
)
from dealt.terminal.console import Console

T = TypeVar("T")
Entered = tuple[int, str | None, tuple[KeptPhoto, ...]]  # points, their cards, and photos of them

NUMBER = re.compile(r"[+-]?([0-9]+|[1-9][0-9]{0,2}((,[0-9]{3})+|(\.[0-9]{3})+))")
LONGEST_NUMBER = 20  # letters; longer ones are far too large
BACK = "back"
MORTO_MENU = (
    "Morto",
    ("Taken and used", "Not taken", "Taken, but no card of it was used"),
    ("used", "none", "unused"),
)
POINTS_MENU = ("Enter the points", "Enter the cards", "Read photos of the cards", "Back")
MATCH_MENU = (
    "Enter a round",
    "Correct a round",
    "Show the sheet",
    "Show the history",
    "Export to a CSV file",
    "Leave this match",
)


class WentBack(Exception):  # noqa: N818 - no error: the player's choice
    """The player leaves the cards of a side."""


class CardConsole(Console):
    """Where the cards of a side are asked for: one word leads back from every question."""

    def ask(self, prompt: str, *, as_typed: bool = False) -> str:
        """See `Console.ask`.

        Raises:
            WentBack: the answer is `back`.
            EOFError, KeyboardInterrupt: as there.
        """
        answer = super().ask(prompt, as_typed=as_typed)
        if answer.lower() == BACK:
            raise WentBack
        return answer


class Desk:
    """The menus.

    Args:
        sheet: where the matches are kept.
        console: where to ask and tell.
    """

    def __init__(self, sheet: ScoreSheet, console: Console) -> None:
        self.sheet = sheet
        self.console = console
        self.cards = CardConsole(live=console.live)

    def run(self) -> None:
        """The first menu, again and again until the player leaves.

        Raises:
            StorageError: the file cannot be read any more.
            EOFError, KeyboardInterrupt: see `Console.ask`.
        """
        self.console.clear()
        title = f"Score sheet of Tranca, kept in {self.sheet.path}"
        while True:
            choice = self.console.choose(title, ("New match", "Take up a match", "Leave"))
            self.console.clear()
            if choice == 3:
                return
            match = self.new_match() if choice == 1 else self.choose_match()
            if match is not None:
                self.keep(match)

    def new_match(self) -> int | None:
        """A title, the sides and the target; None for none."""
        title = self.ask_name("Title of the match (empty line: back): ", "title", LONGEST_TITLE)
        if title is None:
            return None
        sides = self.ask_sides()
        if sides is None:
            return None
        known = (
            f"{TARGET:,} points: 2 to 4 people, two decks",
            f"{TARGET_OF_SIX:,} points: 6 people, three decks",
            "Another number of points",
        )
        choice = self.console.choose("Target", known)
        target, decks = ((TARGET, 2), (TARGET_OF_SIX, 3), (0, 0))[choice - 1]
        if not decks:
            number = self.ask_number(
                f"Points to win (empty line: {TARGET:,}): ",
                (1, MOST_POINTS),
                f"the points to win go from 1 to {MOST_POINTS:,}",
            )
            target = TARGET if number is None else number
            decks = 1 + self.console.choose("Decks", ("Two", "Three: 6 people"))
        made: list[int] = []
        self.save(
            lambda: made.append(self.sheet.new_match(title, sides, target=target, decks=decks))
        )
        return made[0] if made else None

    def ask_sides(self) -> list[str] | None:
        """The names of the sides; None if the player goes back."""
        self.console.say("Players or teams, one a line; an empty line when there are no more.")
        sides: list[str] = []
        while len(sides) < SIDES[-1]:
            name = self.ask_name(f"Name {len(sides) + 1}: ", "name", LONGEST_NAME)
            if name is None:
                if len(sides) in SIDES:
                    break
                if not sides:
                    return None
                self.console.say("a match has 2 to 6 sides")
            elif name.casefold() in [side.casefold() for side in sides]:
                self.console.say(f"{name} plays already; enter another name")
            else:
                sides.append(name)
        return sides

    def choose_match(self) -> int | None:
        """A match of those kept; None for none."""
        matches = self.sheet.matches()
        if not matches:
            self.console.say("There are no matches yet.")
            return None
        rows = [f"{sheet.title}: {standing(sheet)}" for sheet in matches]
        choice = self.console.choose("Which match?", [*rows, "Back"])
        self.console.clear()
        return matches[choice - 1].id if choice <= len(matches) else None

    def keep(self, match: int) -> None:
        """The menu of a match, until the player leaves it."""
        steps = (self.enter_round, self.correct_round, self.show, self.show_history, self.export)
        while True:
            sheet = self.sheet.match(match)
            choice = self.console.choose(f"{sheet.title}: {standing(sheet)}", MATCH_MENU)
            self.console.clear()
            if choice > len(steps):
                return
            steps[choice - 1](sheet)

    def enter_round(self, sheet: MatchSheet) -> None:
        """The points of each side that has none in the open round."""
        if sheet.winner is not None:
            self.console.say(f"Won by {sheet.winner}; rounds can only be corrected.")
            return
        number = sheet.open_round
        for side in sheet.waiting:
            entered = self.ask_points(f"Round {number}, {side}", sheet.decks)
            if entered is None or not self.save_entry(self.sheet.enter, sheet, side, entered):
                now = self.sheet.match(sheet.id)  # somebody else can have entered the round
                if now.winner is None and now.open_round == number and side in now.waiting:
                    self.console.say(f"Round {number} is open: {side} has no points yet.")
                return

    def correct_round(self, sheet: MatchSheet) -> None:
        """Other points for a side in a round."""
        rounds = sheet.rounds
        if not rounds:
            self.console.say("There is no round to correct yet.")
            return
        number = self.ask_number(
            f"Which round, 1 to {len(rounds)} (empty line: back)? ",
            (1, len(rounds)),
            f"there are rounds 1 to {len(rounds)}",
        )
        if number is None:
            return
        points = rounds[number - 1]
        sides = list(points)
        rows = [f"{side}: {points[side]}" for side in sides]
        choice = self.console.choose(f"Points of round {number}", [*rows, "Back"])
        if choice > len(sides):
            return
        side = sides[choice - 1]
        title = f"Round {number}, {side}: instead of {points[side]}"
        entered = self.ask_points(title, sheet.decks)
        if entered is not None:
            self.save_entry(self.sheet.correct_round, sheet, side, entered, number)

    def save_entry(
        self,
        how: Callable[..., None],
        sheet: MatchSheet,
        side: str,
        entered: Entered,
        number: int | None = None,
    ) -> bool:
        """Save points of a side, and tell; False if they could not be saved."""
        number = sheet.open_round if number is None else number

        def write() -> None:
            try:
                how(sheet.id, number, side, *entered)
            except SetupError as error:
                meanwhile = self.sheet.match(sheet.id).rounds[number - 1 : number]
                if not meanwhile or side not in meanwhile[0]:
                    raise
                raise SetupError(
                    f"somebody else has entered round {number} meanwhile "
                    f"({side} {meanwhile[0][side]}); the {entered[0]} typed here is not saved; "
                    "use Correct a round"
                ) from error

        saved = self.save(write)
        if saved:
            self.console.say(f"Saved: round {number}, {side} {entered[0]}")
        return saved

    def show(self, sheet: MatchSheet) -> None:
        """The rounds, totals, and how far it is to the target."""
        self.console.show(table_of(sheet))

    def show_history(self, sheet: MatchSheet) -> None:
        """Everything entered, in order, with the cards."""
        if not sheet.entries:
            self.console.say("Nothing has been entered yet.")
        for entry in sheet.entries:
            later = "" if entry.counts else ", corrected later"
            self.console.say(f"Round {entry.round}, {entry.side}: {entry.points}{later}")
            if entry.cards is not None:
                self.console.say(f"  from {cards_text(entry.cards)}")
        self.console.say()

    def export(self, sheet: MatchSheet) -> None:
        """Write the rounds to a file that spreadsheets read."""
        name = self.console.ask("CSV file to write (empty line: back): ")
        if not name:
            return
        if os.path.realpath(name) == os.path.realpath(self.sheet.path):
            self.console.say(f"{name} is the score sheet itself; name another file")
            return
        if Path(name).is_file():
            options = ("Leave it as it is", "Replace it")
            if self.console.choose(f"{name} is there already", options) == 1:
                return
        try:
            TextFile(name).write(sheet.csv())
        except StorageError as error:
            self.console.say(str(error), cards=False)
        else:
            self.console.say(f"Written: {name}", cards=False)

    def ask_points(self, title: str, decks: int) -> Entered | None:
        """Points typed, or scored from cards or photos with these; None if the player goes back."""
        sequences: list[tuple[str, ...]] = []  # kept while the cards are entered again
        while True:
            choice = self.console.choose(title, POINTS_MENU)
            if choice == len(POINTS_MENU):
                return None
            scored: Entered | None
            if choice == 3:
                scored = self.ask_photos(decks)
            elif choice == 1:
                points = self.ask_number(
                    "Points (empty line: back): ",
                    (-MOST_POINTS, MOST_POINTS),
                    f"points go from -{MOST_POINTS:,} to {MOST_POINTS:,}",
                )
                scored = None if points is None else (points, None, ())
            else:
                try:
                    scored = self.ask_cards(decks, sequences)
                except WentBack:
                    continue
            if scored is not None:
                return scored

    def ask_photos(self, decks: int) -> Entered | None:
        """What a side has, read from photos and gone over; None to enter it otherwise."""
        tables = self.ask_files("Photo of the table, or of a part of it (empty line: {}): ")
        if not tables:
            return None
        hands = self.ask_files("Photo of the cards left in the hand (empty line: {}): ")
        from dealt.terminal.photo import Review, kept, seen
        from dealt.vision.reading import default_eyes

        try:
            eyes = default_eyes()
            draft, pictures = seen(tables, hands, eyes, self.console, decks=decks)
        except DealtError as error:
            self.console.say(str(error), cards=False)
            return None
        scored = Review(draft, self.console).run()
        facts = draft.facts()
        return scored.total, json.dumps(facts), tuple(kept(draft, pictures))

    def ask_files(self, prompt: str) -> list[str]:
        """The names of files, as many as there are."""
        names: list[str] = []
        while True:
            name = self.console.ask(prompt.format("no more" if names else "none"))
            if not name:
                return names
            if Path(name).is_file():
                names.append(name)
            else:
                self.console.say(f"{name} is no file", cards=False)

    def ask_cards(self, decks: int, sequences: list[tuple[str, ...]]) -> Entered | None:
        """What a side has at the end of a round, scored; None if it is to be entered otherwise.

        Args:
            decks: see `score`.
            sequences: those entered before; those entered now are added.

        Raises:
            WentBack: the player goes back.
        """
        self.console.say(f"The word {BACK} leads back from every question about the cards.")
        self.ask_sequences(sequences)
        said: dict[str, Any] = {
            "sequences": sequences,
            "dollars": self.ask_dollars(),
            "hand": self.ask_read("Cards left in the hand (empty line: none): ", read_cards),
        }
        title, options, words = MORTO_MENU
        said["morto"] = words[self.cards.choose(title, options) - 1]
        said["final_move"] = self.cards.choose("Made the final move?", ("No", "Yes")) == 2
        said["decks"] = decks
        scored = score(**said, lenient=True)
        self.console.show(scored.sheet())
        wrong = ", with what is wrong" if scored.errors else ""
        title = f"Enter {scored.total} points{wrong}?"
        if self.cards.choose(title, ("Yes", "No, enter it again")) == 2:
            return None
        return scored.total, json.dumps(said), ()

    def ask_sequences(self, sequences: list[tuple[str, ...]]) -> None:
        """Add the sequences on the table, each told what it is; one that is none is asked about."""
        self.ask_to_keep(sequences)
        self.console.say("Sequences, one a line, such as 4H 5H 6H; an empty line when all are in.")
        while True:
            text = self.cards.ask(f"Sequence {len(sequences) + 1}: ")
            if not text:
                return
            try:
                found = judge(text)
            except ParseError as error:
                self.console.say(str(error))
                continue
            self.console.say(f"{' '.join(found.cards)}: {found}")
            options = ("Enter it again", "Keep it: its cards count, and it is no canastra")
            if found.reason is None or self.cards.choose("It is no sequence", options) == 2:
                sequences.append(found.cards)

    def ask_to_keep(self, sequences: list[tuple[str, ...]]) -> None:
        """Take out those sequences entered before that are wrong."""
        while sequences:
            rows = [f"Take out {' '.join(cards)}" for cards in sequences]
            options = ("Keep them all", "Take them all out", *rows)
            choice = self.cards.choose("Sequences entered before", options)
            if choice == 1:
                return
            first, last = (0, len(sequences)) if choice == 2 else (choice - 3, choice - 2)
            del sequences[first:last]

    def ask_dollars(self) -> int | tuple[str, ...]:
        """The red threes laid down."""

        def read(text: str) -> int | tuple[str, ...]:
            dollars = read_amount(text) if text else 0
            score([], dollars=dollars)
            return dollars

        return self.ask_read("Dollars, how many or which (empty line: none): ", read)

    def ask_read(self, prompt: str, read: Callable[[str], T]) -> T:
        """What `read` makes of an answer; what it refuses is told and asked again."""
        while True:
            try:
                return read(self.cards.ask(prompt))
            except (ParseError, ScoreError) as error:
                self.console.say(str(error))

    def ask_name(self, prompt: str, what: str, longest: int) -> str | None:
        """A name that can be kept; None for an empty line."""
        while True:
            text = self.console.ask(prompt)
            if not text:
                return None
            try:
                return check_name(text, what, longest)
            except SetupError as error:
                self.console.say(str(error))

    def ask_number(self, prompt: str, allowed: tuple[int, int], told: str) -> int | None:
        """A whole number, `1,625`, `1.625` and `-85` too; None for an empty line.

        Args:
            prompt: what stands before it.
            allowed: the least and the largest; others are asked again.
            told: the same in words.
        """
        while True:
            text = self.console.ask(prompt)
            if not text:
                return None
            plain = text.replace("\u2212", "-")
            if not NUMBER.fullmatch(plain):
                self.console.say(f"{text[:60]!r} is no number; enter one such as 1625 or -85")
                continue
            if len(plain) <= LONGEST_NUMBER:
                number = int(plain.replace(",", "").replace(".", ""))
                if allowed[0] <= number <= allowed[1]:
                    return number
            size = "small" if plain.startswith("-") or plain.strip("+0,.") == "" else "large"
            cut = "..." if len(text) > LONGEST_NUMBER else ""
            self.console.say(f"{text[:LONGEST_NUMBER]}{cut} is too {size}; {told}")

    def save(self, write: Callable[[], None]) -> bool:
        """Write; False if that cannot be and the player gives it up."""
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
            if self.console.choose("It is not saved", ("Try again", "Give it up")) == 2:
                return False


def standing(sheet: MatchSheet) -> str:
    """The totals, and who leads or has won, in one line."""
    totals = ", ".join(f"{side} {points:,}" for side, points in sheet.totals.items())
    return f"{totals}. {verdict(sheet)}"


def verdict(sheet: MatchSheet) -> str:
    """Who leads or has won."""
    leaders, most = sheet.leaders, max(sheet.totals.values())
    if sheet.winner is not None:
        return f"Won by {sheet.winner}."
    if not sheet.entries:
        return f"The first to {sheet.target:,} wins."
    if len(sheet.waiting) < len(sheet.sides):
        missing = listed(sheet.waiting)
        return f"Round {sheet.open_round} is open: no points of {missing} yet."
    if len(leaders) == 1:
        return f"Ahead: {leaders[0]}, {sheet.target - most:,} to {sheet.target:,}."
    if most >= sheet.target:
        return f"Equal: {', '.join(leaders)}; another round decides."
    return f"Equal: {', '.join(leaders)}; {sheet.target - most:,} to {sheet.target:,}."


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
    rows.append(("total", *totals.values()))
    rows.append(("to go", *(max(0, sheet.target - points) for points in totals.values())))
    notes = [verdict(sheet)]
    if corrected:
        notes.append("* corrected; the history shows what was entered before.")
    title = f"{sheet.title}, to {sheet.target:,}"
    return Sheet(title, ("round", *sheet.sides), tuple(rows), tuple(notes))


def cards_text(cards: str) -> str:
    """The cards of an entry as people read them."""
    try:
        said = read_round(cards)
        parts = [" ".join(read_cards(sequence)) for sequence in said["sequences"]]
        dollars = said.get("dollars", 0)
        laid = str(dollars) if isinstance(dollars, int) else " ".join(read_cards(dollars))
        hand = " ".join(read_cards(said.get("hand", ())))
    except (DealtError, TypeError):
        return f"cards that cannot be read: {cards[:60]!r}"
    parts += [f"dollars {laid}"] if laid not in ("", "0") else []
    parts += [f"hand {hand}"] if hand else []
    parts.append(f"morto {said.get('morto', 'none')}")
    parts += ["final move"] if said.get("final_move") else []
    return "; ".join(parts)
