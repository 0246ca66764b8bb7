"""Mason Rummy: the classes and menus of the document, standing on the rules (R17).

`Card`, `Hand`, `Player` with its two subclasses, `ScoreTable`, and `RoundOver`, which signals the
end of a round.  The program around them, with the main menu, is `dealt.terminal.mason_rummy`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Protocol

from dealt.cards import FIVE_SUITS, RANKS, SUITS
from dealt.core.agent import AnyAgent, PolicyAgent
from dealt.core.table import Table
from dealt.errors import IllegalAction, ParseError, StorageError
from dealt.games.mason_rummy import bots
from dealt.games.mason_rummy.state import RANKS as RANKS_OF_SUIT
from dealt.games.mason_rummy.tables import DISCARD, DRAW_DISCARD, LAY_OFF, POINTS, SHORTEST
from dealt.games.mason_rummy.words import Groups, MasonRummyView, group_of
from dealt.language import message, say, say_n

AI = "AI"

MENU_A = (
    message("Menu A: Main Menu"),
    (
        message("View scores"),
        message("Play 2-player game"),
        message("Play 3-player game"),
        message("Play 2-player game with stacked deck"),
        message("Play 3-player game with stacked deck"),
        message("Quit"),
    ),
)
MENU_B = (
    message("Menu B: Choose Player Type"),
    (message("new player"), message("returning player")),
)
MENU_C = message("Menu C: Choose Previous Player")
MENU_D = (
    message("Menu D: Which Card to Draw"),
    (message("Draw from stock pile"), message("Draw from discard pile")),
)
MENU_E = (message("Menu E: Next Action"), (message("Play down cards"), message("Discard")))
MENU_F = message("Menu F: Select Cards")


def in_language(menu: tuple[str, Sequence[str]]) -> tuple[str, tuple[str, ...]]:
    """The title and the options of a menu, in the language that is spoken."""
    title, options = menu
    return say(title), tuple(map(say, options))


class RoundOver(Exception):  # noqa: N818 - it signals, it is no error
    """The current round is over."""


class Card:
    """A card: a value of 23456789TJQKA and a suit of CDHSP."""

    def __init__(self, value: str, suit: str) -> None:
        FIVE_SUITS.parse(value + suit, strict=True)
        self.value = value
        self.suit = suit

    @staticmethod
    def from_text(face: str) -> Card:
        """The card that `7H` describes."""
        return Card(face[:1], face[1:])

    def extends_run(self, run: Sequence[Card]) -> bool:
        """Whether the card fits at either end of a run; aces are always high."""
        if not run or any(card.suit != self.suit for card in run):
            return False
        places = [RANKS.index(card.value) for card in run]
        return RANKS.index(self.value) in (min(places) - 1, max(places) + 1)

    def card_point_value(self) -> int:
        """Number cards count their number, faces ten, an ace fifteen."""
        return POINTS[RANKS.index(self.value)]

    def __str__(self) -> str:
        return self.value + self.suit

    def __repr__(self) -> str:
        return f"Card({self.value!r}, {self.suit!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def number(self) -> int:
        """The number that the rules give the card."""
        return SUITS.index(self.suit) * RANKS_OF_SUIT + RANKS.index(self.value)


class Hand:
    """The cards that a player holds, in dealt order, and the groups already laid down."""

    def __init__(self, cards: Iterable[Card] = (), groups: Iterable[Sequence[Card]] = ()) -> None:
        self.cards = list(cards)
        self.groups = [list(group) for group in groups]

    @staticmethod
    def from_view(view: MasonRummyView) -> Hand:
        """The hand of the seat that sees this."""
        groups = view.groups[view.seat].runs + view.groups[view.seat].melds
        return Hand(
            [Card.from_text(face) for face in view.hand],
            [[Card.from_text(face) for face in group] for group in groups],
        )

    def hand_point_value(self) -> int:
        """Points of the cards still in the hand."""
        return sum(card.card_point_value() for card in self.cards)

    def already_laid_down(self, card: Card) -> bool:
        """Whether the card lies in one of the player's own groups."""
        return any(card in group for group in self.groups)

    def __str__(self) -> str:
        return " ".join(str(card) for card in self.cards)


class Console(Protocol):
    """What a player at the menus needs: a face that asks."""

    def choose(self, title: str, options: Sequence[str]) -> int:
        """The number of an option, from 1; anything else is asked again."""

    def select(self, title: str, cards: Sequence[Card], *, one: bool = False) -> list[Card]:
        """Cards of the numbered list (R8); anything else is asked again."""

    def show_table(self, table: Table, seat: int) -> None:
        """What the seat may see of the table."""

    def tell(self, line: str) -> None:
        """One line of news."""


class Player:
    """Somebody at the table: a name, a hand of cards, and the score in this game."""

    def __init__(self, name: str, *, seat: int = 0) -> None:
        self.name = name
        self.seat = seat
        self.score = 0
        self.hand = Hand()

    @property
    def row(self) -> str:
        """The name under which the player stands in the scores; all computer players share one."""
        return self.name

    @property
    def agent(self) -> AnyAgent | None:
        """The computer player in the seat, if it is one."""
        return None

    def take_turn(self, table: Table, console: Console) -> None:
        """Draw, lay down, discard.

        Raises:
            RoundOver: the round ended with this turn.
        """
        while not table.is_over and table.seat_in_turn == self.seat:
            self.look(table)
            self.act(table, console)
        self.look(table)
        if table.is_over:
            raise RoundOver(table.outcome)

    def act(self, table: Table, console: Console) -> None:
        """Do the next thing of a turn."""
        raise TypeError(f"{type(self).__name__} {self.name} cannot play; a subclass does")

    def look(self, table: Table) -> MasonRummyView:
        """Take the hand up as it is now, and see what else there is to see."""
        view = table.view(self.seat)
        assert isinstance(view, MasonRummyView)
        self.hand = Hand.from_view(view)
        return view

    def __str__(self) -> str:
        return f"{self.name}: {self.score} points"


class LivePlayer(Player):
    """A person, who chooses from the menus D, E and F."""

    def act(self, table: Table, console: Console) -> None:
        """One menu."""
        console.show_table(table, self.seat)
        if self.look(table).drawing:
            table.step(table.actions[console.choose(*in_language(MENU_D)) - 1])
        elif console.choose(*in_language(MENU_E)) == 1:
            cards = console.select(say(MENU_F), self.hand.cards)
            try:
                lay_down(table, cards)
            except IllegalAction as error:
                console.tell(say("Not possible: {why}", why=error))
        else:
            card = console.select(say(MENU_F), self.hand.cards, one=True)[0]
            table.step(table.read(DISCARD + card.number()))


class PcPlayer(Player):
    """A computer player, which plays as R14 says unless another agent is given."""

    def __init__(self, name: str, *, seat: int = 0, agent: AnyAgent | None = None) -> None:
        super().__init__(name, seat=seat)
        self._agent = agent or PolicyAgent(AI, bots.seed_ai)

    @property
    def row(self) -> str:
        """All computer players of one kind share a row, `AI` (R13)."""
        return self._agent.name

    @property
    def agent(self) -> AnyAgent | None:
        """The computer player in the seat."""
        return self._agent

    def take_turn(self, table: Table, console: Console) -> None:
        """Draw, lay down, discard, and word of it in one line.

        Raises:
            RoundOver: the round ended with this turn.
        """
        self.done: list[str] = []
        try:
            super().take_turn(table, console)
        finally:
            console.tell(f"{self.name}: {', '.join(self.done)}")

    def act(self, table: Table, console: Console) -> None:
        """One action."""
        top = self.look(table).top
        action = table.step()
        said = table.game.action_said(action.id)
        self.done.append(f"{said} {top}" if action.id == DRAW_DISCARD else said)


# the document's own spelling
live_player = LivePlayer
pc_player = PcPlayer


def lay_down(table: Table, cards: Sequence[Card]) -> None:
    """Lay one selection of cards down for the seat in turn: a new group, or lay-offs only (R7).

    Raises:
        IllegalAction: the rules forbid it; nothing has changed then.
    """
    view = table.view(table.seat_in_turn)
    assert isinstance(view, MasonRummyView)
    hand = Hand.from_view(view)
    down = [str(card) for card in cards if hand.already_laid_down(card)]
    if down:
        raise IllegalAction(
            say_n("{cards} is laid down already", "{cards} are laid down already",
                  len(down), cards=" ".join(down))
        )  # fmt: skip
    group = group_of([card.number() for card in cards])
    if group is not None:
        table.step(table.read(group))
        return
    for card in in_laying_order(view.groups[view.seat], cards):
        table.step(table.read(LAY_OFF + card.number()))


def in_laying_order(groups: Groups, cards: Sequence[Card]) -> list[Card]:
    """An order in which all cards can be laid off on groups, those for runs before those for melds.

    Raises:
        IllegalAction: some card fits nowhere.
    """
    runs = [[Card.from_text(face) for face in run] for run in groups.runs]
    values = {meld[0][0] for meld in groups.melds}
    order: list[Card] = []
    rest = list(cards)
    while fitting := [(card, run) for card in rest for run in runs if card.extends_run(run)]:
        card, run = fitting[0]
        run.append(card)
        order.append(card)
        rest.remove(card)
    misfits = [card for card in rest if card.value not in values]
    if misfits:
        raise IllegalAction(why_not(cards, misfits, str(groups)))
    return order + rest


def why_not(cards: Sequence[Card], misfits: Sequence[Card], groups: str) -> str:
    """Why a selection can neither be a new group nor be laid off."""
    chosen, left = " ".join(map(str, cards)), " ".join(map(str, misfits))
    if len(cards) < SHORTEST:
        group = say("a new group needs {n} cards", n=SHORTEST)
    else:
        group = say("neither cards of one value nor of one suit in a row")
    told = {"cards": chosen, "why": group}
    if groups == str(Groups((), ())):
        return say("{cards}: {why}, and you have no group on the table yet", **told)
    return say_n(
        "{cards}: {why}, and {others} fits none of your groups ({groups})",
        "{cards}: {why}, and {others} fit none of your groups ({groups})",
        len(misfits), others=left, groups=groups, **told,
    )  # fmt: skip


# --- scores ------------------------------------------------------------------------------------

COLUMNS = ("name", "games won", "games lost", "best score")


class TextStore(Protocol):
    """Where the text of the scores is kept."""

    def read(self) -> str | None:
        """The text, None if there is none yet."""

    def write(self, text: str) -> None:
        """Keep a new text in place of the old one, in one piece."""

    def locked(self) -> AbstractContextManager[None]:
        """Until the next `write`, nobody else writes."""


@dataclass(frozen=True)
class ScoreRow:
    """One player's line: games won and lost, and the lowest score of a game won (R5)."""

    name: str
    won: int = 0
    lost: int = 0
    best: int | None = None

    def after(self, *, won: bool, score: int) -> ScoreRow:
        """The line after one more game."""
        if not won:
            return replace(self, lost=self.lost + 1)
        best = score if self.best is None else min(self.best, score)
        return replace(self, won=self.won + 1, best=best)

    def fields(self) -> tuple[str, str, str, str]:
        """The four fields as text; no best score is an empty one."""
        return (
            self.name,
            str(self.won),
            str(self.lost),
            "" if self.best is None else str(self.best),
        )


class ScoreTable:
    """The scores of all players: a list of rows, kept as quoted comma-separated text (R16).

    A finished game that cannot be saved is not forgotten: it is saved with the next one.
    """

    def __init__(self, store: TextStore) -> None:
        self.store = store
        self.scores: list[ScoreRow] = []
        self.unsaved: list[tuple[str, bool, int]] = []

    def read_scores(self) -> None:
        """Take the rows up from the store; no file is no rows.

        Raises:
            StorageError: the file is there but does not hold scores; it is left as it is.
        """
        text = self.store.read()
        self.scores = [] if text is None else rows_of(text, str(self.store))

    def save_scores(self) -> None:
        """Write all rows to the store, in one piece."""
        out = io.StringIO()
        writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(row.fields() for row in self.scores)
        self.store.write(out.getvalue())

    def clear_scores(self) -> None:
        """Forget all rows; the store is emptied by the next `save_scores`."""
        self.scores = []

    def add_game(self, results: Sequence[tuple[str, bool, int]]) -> None:
        """Add one finished game, (name, won, score) of each seat, to the rows as they now stand.

        Raises:
            StorageError: it cannot be saved now; `save_unsaved` tries again.
        """
        self.unsaved += results
        self.save_unsaved()

    def save_unsaved(self) -> None:
        """Read the rows anew, add what has not been saved yet, and save.

        Raises:
            StorageError: see `add_game`.
        """
        if not self.unsaved:
            return
        with self.store.locked():
            self.read_scores()
            for name, won, score in self.unsaved:
                names = self.names()
                if name not in names:
                    self.scores.append(ScoreRow(name))
                    names.append(name)
                place = names.index(name)
                self.scores[place] = self.scores[place].after(won=won, score=score)
            # no longer unsaved from here on, so that an interrupt cannot make it count twice
            unsaved, self.unsaved = self.unsaved, []
            try:
                self.save_scores()
            except StorageError:
                self.unsaved = unsaved
                raise

    def names(self) -> list[str]:
        """The names of all rows, as they stand."""
        return [row.name for row in self.scores]

    def __str__(self) -> str:
        rows = [COLUMNS, *(row.fields() for row in self.scores)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(COLUMNS))]
        lines = []
        for row in rows:
            cells = [row[0].ljust(widths[0])]
            cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            lines.append("  ".join(cells))
        return "\n".join(lines)


def rows_of(text: str, where: str) -> list[ScoreRow]:
    """The rows of a scores file.

    Raises:
        StorageError: it does not hold scores.
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[ScoreRow] = []
    header = False
    try:
        for line in reader:
            if not line:
                continue
            if not header and tuple(line) != COLUMNS:
                wanted = ",".join(f'"{column}"' for column in COLUMNS)
                raise StorageError(f"{where} holds no scores: its first line is not {wanted}")
            if header:
                rows.append(row_of(line))
            header = True
    except (ValueError, csv.Error):
        raise StorageError(
            f"{where}, line {reader.line_num}, is no score; mend it, or keep other scores"
        ) from None
    return rows


def row_of(line: Sequence[str]) -> ScoreRow:
    """The row of the four fields of a line; ValueError if it is none."""
    name, won, lost, best = line
    counts = (won, lost, best or "0")
    if not all(count.isascii() and count.isdigit() and len(count) < 19 for count in counts):
        raise ValueError(line)
    return ScoreRow(name, int(won), int(lost), int(best) if best else None)


DIGITS = 9  # more are no number of anything here


def numbers_in(text: str, n: int, *, one: bool = False) -> list[int]:
    """Numbers from 1 to `n`, separated by commas, each once (R8); `5,` is 5 as well.

    Raises:
        ParseError: anything else.
    """
    parts = [part.strip() for part in text.strip().removesuffix(",").split(",")]
    if one:
        wanted = say("one number from 1 to {last}", last=n)
    else:
        wanted = say("numbers from 1 to {last} separated by commas", last=n)
    if not all(part.isascii() and part.isdigit() and len(part) < DIGITS for part in parts):
        raise ParseError(say("cannot read {text}; enter {wanted}", text=repr(text), wanted=wanted))
    numbers = [int(part) for part in parts]
    outside = [number for number in numbers if not 1 <= number <= n]
    if outside:
        wrong = say("there is no number {n}; enter {wanted}", n=outside[0], wanted=wanted)
        raise ParseError(wrong)
    if len(set(numbers)) < len(numbers):
        wrong = say(
            "a number is there twice in {text}; enter {wanted}", text=repr(text), wanted=wanted
        )
        raise ParseError(wrong)
    if one and len(numbers) != 1:
        wrong = say(
            "{n} numbers in {text}; enter {wanted}",
            n=len(numbers), text=repr(text), wanted=wanted,
        )  # fmt: skip
        raise ParseError(wrong)
    return numbers
