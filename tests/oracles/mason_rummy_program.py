"""A second implementation of the document's Mason Rummy program: menus, names, scores."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterable
from dataclasses import dataclass

from tests.oracles.mason_rummy import Round, ai_action, check_deck, full_deck

ROUNDS = 3
AI_NAME = "AI"
AI_TURN_LIMIT = 500
HEADER = ["name", "games won", "games lost", "best score"]


@dataclass
class Row:
    """One line of the scores; `best` is None before the first win (R5)."""

    name: str
    won: int = 0
    lost: int = 0
    best: int | None = None


def read_scores(text: str) -> list[Row]:
    """The rows of a scores file, in file order, with LF or CRLF line ends (R16)."""
    rows: list[Row] = []
    lines = [line for line in csv.reader(io.StringIO(text, newline="")) if line]
    for name, won, lost, best in lines[1:]:
        rows.append(Row(name, int(won), int(lost), int(best) if best else None))
    return rows


def write_scores(rows: list[Row]) -> str:
    """The text of a scores file: every field in double quotes, LF line ends (R16)."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(HEADER)
    for row in rows:
        writer.writerow([row.name, row.won, row.lost, "" if row.best is None else row.best])
    return out.getvalue()


def record_seat(rows: list[Row], name: str, total: int, won: bool) -> None:
    """Add one seat's win or loss to its row; a new name gets a row at the end."""
    row = next((row for row in rows if row.name == name), None)
    if row is None:
        row = Row(name)
        rows.append(row)
    if won:
        row.won += 1
        # R5: the lowest score with which the player has won.
        row.best = total if row.best is None else min(row.best, total)
    else:
        row.lost += 1


def shuffled() -> list[str]:
    """A full deck in a new order."""
    cards = full_deck()
    random.shuffle(cards)
    return cards


def alphabetical(names: Iterable[str]) -> list[str]:
    """Names in the order of Menu C: upper and lower case alike (R12)."""
    return sorted(names, key=lambda name: (name.casefold(), name))


class OutOfLines(Exception):
    """A question was asked and no input line was left."""


@dataclass
class GameResult:
    """A finished game: names as shown, and totals."""

    names: list[str]
    totals: list[int]


def parse_numbers(text: str, count: int) -> list[int] | None:
    """The numbers of a Menu F answer, from 1 to `count`; None if unusable (R8)."""
    listed = [str(number) for number in range(1, count + 1)]
    pieces = [piece.strip() for piece in text.split(",")]
    if any(piece not in listed for piece in pieces) or len(set(pieces)) != len(pieces):
        return None
    return [int(piece) for piece in pieces]


def shown_names(names: list[str]) -> list[str]:
    """How the seats are shown: the second AI is "AI 2", the third "AI 3" (R13)."""
    labels: list[str] = []
    for seat, name in enumerate(names):
        nth = names[: seat + 1].count(AI_NAME)
        labels.append(f"{AI_NAME} {nth}" if name == AI_NAME and nth > 1 else name)
    return labels


class Program:
    """The whole program, from Menu A to Menu A, answered by a list of input lines.

    `prompts` keeps what was asked, in order: "A" to "F" for the menus, "deck" and "name"
    for the two questions.  It is one longer than `used` when the lines ran out.
    """

    def __init__(
        self,
        lines: list[str],
        files: dict[str, str],
        scores_text: str | None,
    ) -> None:
        """`files` maps deck file names to contents; `scores_text` None: no scores file."""
        self.lines = lines
        self.files = files
        self.scores_text = scores_text
        self.used = 0
        self.prompts: list[str] = []
        self.results: list[GameResult] = []

    def run(self) -> str | None:
        """Play until "6" at Menu A or the end of the lines; the scores file as it is then."""
        try:
            while self._main_menu():
                pass
        except OutOfLines:
            pass
        return self.scores_text

    # -- asking

    def _ask(self, prompt: str) -> str:
        """The next input line without surrounding white space."""
        self.prompts.append(prompt)
        if self.used >= len(self.lines):
            raise OutOfLines
        self.used += 1
        return self.lines[self.used - 1].strip()

    def _choose(self, menu: str, count: int) -> int:
        """Ask a menu until the answer is one of its numbers."""
        listed = [str(number) for number in range(1, count + 1)]
        while True:
            answer = self._ask(menu)
            if answer in listed:
                return int(answer)

    # -- from the main menu to the seats

    def _main_menu(self) -> bool:
        """Menu A once and what follows from it; False after "6"."""
        choice = self._choose("A", 6)
        if choice == 6:
            return False
        if choice == 1:
            return True  # The scores are shown; nothing is asked.
        players = 2 if choice in (2, 4) else 3
        if choice in (2, 3):
            self._game(players, None)
            return True
        deck = self._stacked_deck()
        if deck is not None:
            self._game(players, deck)
        return True

    def _stacked_deck(self) -> list[str] | None:
        """Ask for a deck file until one is good; None after "no" (R4, R11)."""
        while True:
            name = self._ask("deck")
            if name == "no":
                return None
            if name in self.files:
                cards = self.files[name].split()
                if check_deck(cards) is None:
                    return cards

    def _rows(self) -> list[Row]:
        """The rows of the scores file; none if there is not a file."""
        return [] if self.scores_text is None else read_scores(self.scores_text)

    def _seat(self, seated: list[str]) -> str:
        """Menu B and what follows from it: the name of one more player."""
        while True:
            if self._choose("B", 2) == 1:
                return self._new_name(seated)
            # R12: seated players are left out, and so is an AI while one is seated (R13).
            names_in_use = [*seated, *shown_names(seated)]
            free = [row.name for row in self._rows() if row.name not in names_in_use]
            if free:
                return alphabetical(free)[self._choose("C", len(free)) - 1]

    def _new_name(self, seated: list[str]) -> str:
        """Ask for a new player's name until it can be taken (R12)."""
        names_in_use = [*seated, *shown_names(seated), *(row.name for row in self._rows())]
        while True:
            name = self._ask("name")
            # R13: the exact name AI is always accepted.
            if name == AI_NAME or (name != "" and name not in names_in_use):
                return name

    # -- playing

    def _game(self, players: int, deck: list[str] | None) -> None:
        """Seat the players, play three rounds and update the scores."""
        names: list[str] = []
        for _ in range(players):
            names.append(self._seat(names))
        everyone_ai = all(name == AI_NAME for name in names)
        totals = [0] * players
        for number in range(ROUNDS):
            cards = shuffled() if deck is None else deck
            limit = AI_TURN_LIMIT if everyone_ai else 0  # R15
            # R3: the starter moves on by one seat every round.
            current = Round(players, cards, number % players, limit)
            while not current.over:
                self._turn(current, names[current.turn])
            totals = [sum(both) for both in zip(totals, current.scores(), strict=True)]
        self._record(names, totals)

    def _turn(self, current: Round, name: str) -> None:
        """One turn, from the draw to the discard or the end of the round."""
        seat = current.turn
        if name == AI_NAME:
            while not current.over and current.turn == seat:
                current.play(ai_action(current))
            return
        pile = "stock" if self._choose("D", 2) == 1 else "discard"
        current.play(f"draw {pile}")
        while not current.over and current.turn == seat:
            if self._choose("E", 2) == 1:
                # R8: a refused play leaves everything as it was; Menu E comes again (R1).
                current.select(self._pick_cards(current.hand))
            else:
                current.play(f"discard {self._pick_one(current.hand)}")

    def _pick_cards(self, hand: list[str]) -> list[str]:
        """Ask Menu F until the numbers are usable (R8); hands are numbered unsorted (R2)."""
        while True:
            numbers = parse_numbers(self._ask("F"), len(hand))
            if numbers is not None:
                return [hand[number - 1] for number in numbers]

    def _pick_one(self, hand: list[str]) -> str:
        """Ask Menu F until exactly one card is chosen (R8)."""
        while True:
            cards = self._pick_cards(hand)
            if len(cards) == 1:
                return cards[0]

    def _record(self, names: list[str], totals: list[int]) -> None:
        """Put the game into the scores file at once (R16), each AI seat by itself (R13)."""
        rows = self._rows()
        for name, total in zip(names, totals, strict=True):
            record_seat(rows, name, total, total == min(totals))  # R6: all who share it win
        self.scores_text = write_scores(rows)
        self.results.append(GameResult(shown_names(names), totals))
