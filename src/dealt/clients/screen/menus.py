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
from dealt.clients.plan import Plan
from dealt.clients.rows import table_facts, title_of
from dealt.clients.screen.dialogs import AskScreen
from dealt.clients.screen.lists import Menu
from dealt.clients.stepping import Place
from dealt.history.heads import Head
from dealt.language import message, say
from dealt.service.table.parts import GameInfo, OptionInfo, TableRow
from dealt.service.table.refusals import GUEST

_SOMEBODY = message("somebody here")
_BY_LINK = message("free, for somebody by a link")
TURN = "turn"  # of an arrow: the row, and whether it goes on or back
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


_LOOKS = {"history": message("History"), "puzzle": message("Puzzles")}
_ABOUT = {"history": message(": what you have played"), "puzzle": message(": what would you play?")}
Entry = TableRow | GameInfo | str  # one of `_LOOKS`; empty: a heading


class HomeScreen(Screen[None]):
    """What an evening begins with: tables to continue, the games, and what has been played.

    Args:
        games: on offer.
        tables: that the reader may enter.
        do: called with `open`, `close` or `name`, and the entry.
        place: of the service.
        notice: a line to show first.
        links: whether tables are shared with others by links.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "app.quit", "Quit"),
        Binding("h", "look('history')", "History"),
        Binding("z", "look('puzzle')", "Puzzles"),
        Binding("d", "do('close')", "Close the table"),
        Binding("n", "do('name')", "Name the table"),
    ]

    def __init__(
        self, games: Sequence[GameInfo], tables: Sequence[TableRow],
        do: Callable[[str, Entry], object], place: str, notice: str = "", *, links: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        own = [row for row in tables if row.yours and (row.phase != "over" or row.label or links)]
        others = [row for row in tables if row.free and not row.yours]
        self._parts: list[tuple[str, Sequence[TableRow | GameInfo]]] = [
            (say("Continue"), own), (say("New"), games), (say("Join"), others),
        ]  # fmt: skip
        self._entries: list[Entry] = []
        self._do, self._place, self._notice = do, place, notice

    def compose(self) -> ComposeResult:
        """Show a list, and a line about the row at the cursor."""
        yield Static(
            Text(say("dealt: card games, at a table on {place}", place=self._place)),
            id="title",
        )
        with Vertical(id="page"):
            yield Static(Text(self._notice, style="bold"), id="heading")
            yield Menu(id="menu")
        line = say("enter: choose   h: history   z: puzzles   d: close, n: name a table   q: quit")
        yield Static(line, id="keys")

    def on_mount(self) -> None:
        """Fill in the list."""
        self.query_one("#heading").display = bool(self._notice)
        self._fill()

    def on_resize(self) -> None:
        """Fold the lines for the new size."""
        self._fill()

    def _fill(self) -> None:
        width = max(20, self.app.size.width - 10)
        menu = self.query_one("#menu", OptionList)
        at = menu.highlighted
        menu.clear_options()
        self._entries = []
        for heading, entries in self._parts:
            if entries:
                self._entries += ["", *entries]
                menu.add_option(Option(Text(heading, "bold"), disabled=True))
                menu.add_options([Option(_entry_text(each, width)) for each in entries])
        for name, title in _LOOKS.items():
            self._entries.append(name)
            menu.add_option(Option(Text(say(title), "bold").append(say(_ABOUT[name]))))
        menu.highlighted = at
        if at is None:
            menu.action_first()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open what the row stands for."""
        self._do("open", self._entries[event.option_index])

    def action_look(self, name: str) -> None:
        """Show the history, or a puzzle."""
        self._do("open", name)

    def action_do(self, name: str) -> None:
        """Close or name the table at the cursor."""
        at = self.query_one("#menu", OptionList).highlighted
        entry = None if at is None else self._entries[at]
        if isinstance(entry, TableRow) and entry.yours:
            self._do(name, entry)
        else:
            self.app.notify(say("Go to one of your tables first."), timeout=2)


def _entry_text(entry: TableRow | GameInfo, width: int) -> Text:
    """A table or a game with a line about it."""
    if isinstance(entry, TableRow):
        text = Text(f"  {title_of(entry)}", "bold").append(f"  {table_facts(entry)}", "not bold")
        if text.cell_len <= width:
            return text
    title, about = (
        (entry.title, entry.summary)
        if isinstance(entry, GameInfo)
        else (title_of(entry), table_facts(entry))
    )
    return Text(f"  {title}\n", "bold").append(indent(fill(about, width - 4), " " * 4), "not bold")


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
        again: the match whose cards are dealt again, with its seats and rules.
        step: of that match, from which to play on; None: from its beginning.
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
        open_table: Callable[[Plan], object],
        back: Callable[[], object],
        again: Head | None = None,
        step: Place | None = None,
    ) -> None:
        super().__init__()
        self._info, self._again, self._step = info, again, step
        self._open_table, self._back = open_table, back
        self._other = _BY_LINK if links else _SOMEBODY
        usual = 0 if info.usual_seats is None else info.seats.index(info.usual_seats)
        numbers = [str(n) for n in info.seats]
        self._players = _Row(say("Players"), numbers, usual, meaning=say("Number of players."))
        own = 0 if again is None or again.seat is None else again.seat
        self._seats = [
            self._seat_row(seat, you, is_own=seat == own) for seat in range(max(info.seats))
        ]
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

    def _seat_row(self, seat: int, you: str, *, is_own: bool) -> _Row:
        """The row of a seat: the reader, or a computer player or somebody else."""
        label = say("Seat {n}", n=seat + 1)
        if is_own:
            own = say("You. Press n to change the name.")
            return _Row(label, ["you"], name=you, meaning=own)
        info = self._info
        levels = [level for level in info.levels if level != agents.OWN]  # it is `seed`
        usual = "good" if "good" in info.levels else agents.SEED
        before = () if self._again is None else self._again.levels[seat : seat + 1]
        values = [*levels, self._other]
        again = [agents.SEED if level == agents.OWN else level for level in before]
        usual = next((level for level in again if level in levels), usual)
        about = {level: word.about for level, word in info.level_words.items() if word.about}
        about[_SOMEBODY] = say("A person at this screen, which is passed round. n: the name.")
        about[_BY_LINK] = say("The seat stays free until somebody comes by a link.")
        words = {level: word.word for level, word in info.level_words.items()}
        meaning = say("A computer player.")
        return _Row(label, values, values.index(usual), about, meaning, words=words)

    @property
    def _rows(self) -> list[_Row]:
        if self._again is not None:
            return [*self._seats[: len(self._again.names)], self._clock]
        seats = self._seats[: int(self._players.value)]
        return [self._players, *seats, self._rounds, self._clock, *self._options]

    def compose(self) -> ComposeResult:
        """Show the form, and a line about the row at the cursor."""
        title = say("{game}: a new table", game=self._info.title)
        if self._again is not None:
            title = say("{game}: the same deal again", game=title_of(self._again))
        if self._again is not None and self._step is not None:
            title = say("{game}: play on as practice", game=title_of(self._again))
        yield Static(Text(title), id="title")
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
        if row in self._seats and len(row.values) > 1:
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
        own = next(row for row in self._seats if len(row.values) == 1)
        row = self._rows[at - 1] if at and self._rows[at - 1].name else own

        def rename(name: str | None) -> None:
            if name:
                row.name = name
            self._draw(at)

        self.app.push_screen(AskScreen(f"{say('Who sits there?')} {row.label}", row.name), rename)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the table, or go to the next row."""
        if event.option_index == 0:
            self._open_table(self._plan())
        else:
            self._draw((event.option_index + 1) % (len(self._rows) + 1))

    def _plan(self) -> Plan:
        count = int(self._players.value) if self._again is None else len(self._again.names)
        options = {
            row.key: int(row.value) if row.value.isdecimal() else row.value
            for row in self._options
            if row.at
        }
        settings: dict[str, Any] = {"options": options}
        if self._rounds.at:
            settings["rounds"] = int(self._rounds.value)
        if self._again is not None:
            settings |= {"again": self._again.id, "step": self._step}
        if self._clock.at:
            settings["move_s"] = _CLOCKS[self._clock.value]
        seats = tuple(
            f"{agents.PERSON}{row.name}" if row.name else "" if row.value == _BY_LINK else row.value
            for row in self._seats[:count]
        )
        return Plan(self._info.name, seats, settings=settings)

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
