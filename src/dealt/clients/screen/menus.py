"""Screens before a table: the list of games and tables, and the form for a new table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import fill, indent
from typing import Any, ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from dealt import agents
from dealt.clients.opening import Opening
from dealt.clients.screen.dialogs import AskScreen
from dealt.clients.screen.lists import Menu
from dealt.clients.seat_choices import phase_text
from dealt.language import message, say
from dealt.service.table import protocol as p
from dealt.service.table.parts import GameInfo, OptionInfo, TableRow
from dealt.service.table.refusals import GUEST

_SOMEBODY = message("somebody here")
_BY_LINK = message("free, for somebody by a link")
LEVELS = {
    "random": message("any open move"),
    "seed": message("plays as the game's original document says"),
    "good": message("weighs its moves by rules of thumb"),
    "strong": message("tries its moves in many possible deals; takes a while to warm up"),
    "learned": message("weighs its moves as it has learned from many matches"),
}
TURN = "turn"  # of an arrow: the row, and whether it goes on or back
WIDEST = 70  # columns of a row
MOST_ROUNDS = (1, 2, 3, 5, 10, 20)
_SOME_NUMBERS = (0, 1, 3, 10, 30, 100, 200, 500, 1000, 2000, 3500, 5000)
USUAL = message("as usual")
_CLOCKS = {  # seconds for a move
    message("no clock"): None,
    message("15 seconds"): 15,
    message("30 seconds"): 30,
    message("1 minute"): 60,
    message("5 minutes"): 300,
    message("1 day"): 86_400,
}


class HomeScreen(Screen[None]):
    """The list of games, and of tables to resume.

    Args:
        welcome: the service's greeting.
        tables: the tables that the reader may enter.
        chosen: called with a table's name or a game.
        place: of the service.
        notice: a line to show first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.quit", "Quit")]

    def __init__(
        self,
        welcome: p.Welcome,
        tables: Sequence[TableRow],
        chosen: Callable[[str | GameInfo], None],
        place: str,
        notice: str = "",
    ) -> None:
        super().__init__()
        self._rows: list[tuple[str | GameInfo, Text, str]] = []
        self._tables, self._games = tables, welcome.games
        self._chosen, self._place, self._notice = chosen, place, notice

    def _rows_for(self, width: int) -> list[tuple[str | GameInfo, Text, str]]:
        """The rows: own tables in play, the games, others' tables, finished matches."""
        new = _what_to_do("New")
        games: list[tuple[str | GameInfo, Text, str]] = []
        for info in self._games:  # their summaries are too long for the same line
            summary = indent(fill(info.summary, width - len(new)), " " * len(new))
            games.append((info, Text.assemble(new, (info.title, "bold"), f"\n{summary}"), ""))
        own = [row for row in self._tables if row.yours and row.phase != "over"]
        others = [row for row in self._tables if row not in own]
        others.sort(key=lambda row: row.phase == "over")
        before, after = ([(row.table, *_table_row(row)) for row in rows] for rows in (own, others))
        return [*before, *games, *after]

    def compose(self) -> ComposeResult:
        """Show a list, and a line about the row at the cursor."""
        yield Static(
            Text(say("dealt: card games, at a table on {place}", place=self._place)),
            id="title",
        )
        with Vertical(id="page"):
            heading = self._notice or say("Which game?")
            yield Static(Text(heading, style="bold"), id="heading")
            yield Menu(id="menu")
            yield Static(id="about")
        yield Static(say("up and down: go   enter: choose   q: quit"), id="keys")

    def on_mount(self) -> None:
        """Fill in the list."""
        self._fill()

    def on_resize(self) -> None:
        """Fold the lines for the new size."""
        self._fill()

    def _fill(self) -> None:
        self._rows = self._rows_for(min(WIDEST, self.app.size.width - 8))
        menu = self.query_one("#menu", OptionList)
        at = menu.highlighted or 0
        menu.clear_options()
        menu.add_options([Option(row[1]) for row in self._rows])
        menu.highlighted = at

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the line about the row."""
        self.query_one("#about", Static).update(Text(self._rows[event.option_index][2]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open what the row stands for."""
        self._chosen(self._rows[event.option_index][0])


_WHAT_TO_DO = (message("New"), message("Back"), message("Join"))


def _what_to_do(word: str) -> str:
    """The first word of a row, padded to the width of the widest one."""
    return f"{say(word):<{max(len(say(each)) for each in _WHAT_TO_DO)}} "


def _table_row(row: TableRow) -> tuple[Text, str]:
    names = ", ".join(row.names) or say("nobody yet")
    word = _what_to_do("Back" if row.yours else "Join")
    line = Text.assemble(word, (row.title, "bold"), f"  {names}")
    phase = phase_text(row.phase)
    if row.free:
        phase = say("{phase}, {n} free", phase=phase, n=row.free)
    return line, say("This table is {phase}; everything on it is kept.", phase=phase)


@dataclass
class _Row:
    """A row of a form.

    Attributes:
        label: the name of the setting.
        values: all possible values.
        at: index of the current value.
        about: a line of explanation, for each value or for all.
        key: the name of an option; empty: another setting.
        name: of the person, if the value is a person.
    """

    label: str
    values: list[str]
    at: int = 0
    about: dict[str, str] = field(default_factory=dict)
    meaning: str = ""
    key: str = ""
    name: str = ""
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def value(self) -> str:
        """The current value."""
        return self.values[self.at]

    def text(self, width: int, number: int) -> Text:
        """The line of the row; clicks on its arrows change the row of this number."""
        value = self.name or self.words.get(self.value) or say(self.value)
        text = Text(f"{self.label:<{width}}  ")
        if len(self.values) > 1:
            less, more = (Style(meta={TURN: (number, step)}) for step in (-1, 1))
            return text.append("◂ ", less).append(value, "bold").append(" ▸", more)
        return text.append(f"  {value}", "bold")


class SetupScreen(Screen[None]):
    """The form for the seats and rules of a new table.

    Args:
        info: the game.
        links: whether people can join by a link.
        open_table: called with the table to open.
        back: called to leave the form.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("left", "turn(-1)", "less", priority=True, show=False),
        Binding("right", "turn(1)", "more", priority=True, show=False),
        Binding("n", "name", "name"),
    ]

    def __init__(
        self,
        info: GameInfo,
        you: str,
        *,
        links: bool,
        open_table: Callable[[Opening], object],
        back: Callable[[], object],
    ) -> None:
        super().__init__()
        self._info = info
        self._open_table, self._back = open_table, back
        self._other = _BY_LINK if links else _SOMEBODY
        usual = 0 if info.usual_seats is None else info.seats.index(info.usual_seats)
        numbers = [str(n) for n in info.seats]
        self._players = _Row(say("Players"), numbers, usual, meaning=say("Number of players."))
        levels = [level for level in info.levels if level != agents.OWN]  # it is `seed`
        best = "good" if "good" in info.levels else agents.SEED
        own = say("You. Press n to change the name.")
        self._seats = [_Row(say("Seat {n}", n=1), ["you"], name=you, meaning=own)]
        for seat in range(1, max(info.seats)):
            values = [*levels, self._other]
            about = {level: say(sentence) for level, sentence in LEVELS.items()}
            row = _Row(say("Seat {n}", n=seat + 1), values, values.index(best), about)
            row.meaning = say("A computer player.")
            row.about[_SOMEBODY] = say(
                "A person at this screen, which is passed round. n: the name."
            )
            row.about[_BY_LINK] = say("The seat stays free until somebody comes by a link.")
            self._seats.append(row)
        self._options = [_option_row(option) for option in info.options]
        if info.rounds is None:
            length = say("the game's usual number")
        elif info.open_ended:
            length = say("until you leave")
        else:
            length = say("{n}, as usual", n=info.rounds)
        numbers = [length, *map(str, MOST_ROUNDS)]
        self._rounds = _Row(say("Rounds"), numbers, meaning=say("Rounds of a match."))
        late = say(
            "Time for a move. If you run out of time, a computer player moves for you; you "
            "keep your seat."
        )
        self._clock = _Row(say("Time"), list(_CLOCKS), meaning=late)

    @property
    def _rows(self) -> list[_Row]:
        seats = self._seats[: int(self._players.value)]
        return [self._players, *seats, self._rounds, self._clock, *self._options]

    def compose(self) -> ComposeResult:
        """Show the form, and a line about the row at the cursor."""
        yield Static(Text(say("{game}: a new table", game=self._info.title)), id="title")
        with Vertical(id="page"):
            yield Menu(id="menu")
            yield Static(id="about")
        yield Static(
            say("up, down: go   left, right: change   enter: next, begin   n: name   esc: back"),
            id="keys",
        )

    def on_mount(self) -> None:
        """Fill in the form."""
        self._draw(0)

    def _draw(self, at: int) -> None:
        menu = self.query_one("#menu", OptionList)
        width = max(len(row.label) for row in self._rows)
        menu.clear_options()
        menu.add_option(Option(Text(say("Begin"), "bold")))
        menu.add_options([Option(row.text(width, number)) for number, row in enumerate(self._rows)])
        menu.highlighted = at

    @property
    def _at(self) -> int:
        return self.query_one("#menu", OptionList).highlighted or 0

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the line about the row."""
        self._tell(event.option_index)

    def _tell(self, at: int) -> None:
        sentence = f"{self._info.summary}. {say('Enter deals the cards.')}"
        if at:
            row = self._rows[at - 1]
            sentence = row.about.get(row.value, row.meaning)
        self.query_one("#about", Static).update(Text(sentence))

    def action_turn(self, step: int) -> None:
        """Set the row at the cursor to its next value."""
        if not self._at:
            return
        self._turn_row(self._at - 1, step)

    def on_click(self, event: events.Click) -> None:
        """Change the row whose arrow was clicked."""
        if TURN in event.style.meta:
            self._turn_row(*event.style.meta[TURN])

    def _turn_row(self, number: int, step: int) -> None:
        row = self._rows[number]
        row.at = (row.at + step) % len(row.values)
        if row in self._seats[1:]:
            row.name = self._free_name() if row.value == _SOMEBODY else ""
        self._draw(number + 1)

    def _free_name(self) -> str:
        names_in_use = {row.name for row in self._seats}
        number = 2
        while f"{say(GUEST)} {number}" in names_in_use:
            number += 1
        return f"{say(GUEST)} {number}"

    def action_name(self) -> None:
        """Ask for the name of the person at the cursor's row; at other rows, the reader's own."""
        at = self._at
        row = self._rows[at - 1] if at and self._rows[at - 1].name else self._seats[0]

        def rename(name: str | None) -> None:
            if name:
                row.name = name
            self._draw(at)

        self.app.push_screen(AskScreen(f"{say('Who sits there?')} {row.label}", row.name), rename)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the table, or go to the next row."""
        if event.option_index == 0:
            self._open_table(self._opening())
        else:
            self._draw((event.option_index + 1) % (len(self._rows) + 1))

    def _opening(self) -> Opening:
        count = int(self._players.value)
        settings: dict[str, Any] = {"game": self._info.name, "seats": count}
        settings["options"] = {
            row.key: int(row.value) if row.value.isdecimal() else row.value
            for row in self._options
            if row.at
        }
        if self._rounds.at:
            settings["rounds"] = int(self._rounds.value)
        if self._clock.at:
            settings["move_s"] = _CLOCKS[self._clock.value]
        seats = [
            None
            if row.value == _BY_LINK
            else f"{agents.PERSON}{row.name}"
            if row.name
            else row.value
            for row in self._seats[:count]
        ]
        return Opening(settings, tuple(seats))

    def action_back(self) -> None:
        """Leave the form."""
        self._back()


def _option_row(option: OptionInfo) -> _Row:
    """A row for a rule of the game; its default comes first."""
    if option.choices is not None:
        values = [option.default, *(x for x in option.choices if x != option.default)]
    else:
        assert option.range is not None, "neither choices nor a range"
        first, last = option.range
        values = [USUAL, *(str(n) for n in _SOME_NUMBERS if first <= n <= last)]
    label = option.title or option.name.replace("_", " ").capitalize()
    return _Row(label, values, meaning=option.meaning, key=option.name, words=option.words)
