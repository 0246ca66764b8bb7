"""The program on the whole terminal: its screens, and the client behind them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from dealt.clients.first_frame import LEAVING, OPENING
from dealt.clients.opening import list_tables, name_table, open_table, resume, take_name
from dealt.clients.plan import RESUMING, Plan
from dealt.clients.rows import title_of
from dealt.clients.screen.dialogs import AskScreen, SureScreen
from dealt.clients.screen.history import HistoryScreen
from dealt.clients.screen.looks import FELT, LOOKS, Look, first_look, remember
from dealt.clients.screen.menus import Entry, HomeScreen, SetupScreen
from dealt.clients.screen.program import Program
from dealt.clients.screen.puzzle import PuzzleScreen
from dealt.clients.screen.room import RoomScreen
from dealt.clients.stepping import Place
from dealt.clients.table_client import RefusedError, TableClient
from dealt.errors import DealtError
from dealt.history.heads import Head
from dealt.language import say
from dealt.service.table.parts import GameInfo, TableRow
from dealt.service.table.refusals import GUEST

_ALWAYS = ("ctrl+c", "ctrl+q")  # keys of no screen
_SOON_S, _NEXT_SCREEN_S = 0.02, 0.25
CLIENT = "client"  # the work that lasts as long as the program


class _WaitingScreen(Screen[None]):
    """The screen until the service has answered.

    Args:
        place: that the program is connecting to; empty: this machine.
    """

    def __init__(self, place: str) -> None:
        super().__init__()
        self._line = say("Connecting to {place} ...", place=place) if place else say(OPENING)

    def compose(self) -> ComposeResult:
        """Show what the first frame shows."""
        yield Static(Text("dealt"), id="title")
        yield Static(Text(self._line), id="page")
        yield Static(say(LEAVING), id="keys")


class TableApp(Program):
    """The program for the full-screen table.

    Args:
        client: of the service.
        plan: the table to open.
        links: whether others can join by a link.
        memory: the file with the last look; None: no look is remembered.

    Attributes:
        failure: the error that ended the program early.
    """

    CSS_PATH = "table.tcss"
    TITLE = "dealt"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", "quit", priority=True, show=False),
        Binding("ctrl+z", "suspend_process", "suspend", priority=True, show=False),
        Binding("f3", "next_look", "look", show=False),
    ]

    def __init__(
        self, client: TableClient, plan: Plan, *, links: bool = False, memory: Path | None = None
    ) -> None:
        super().__init__(client, links=links)
        self.memory = memory
        self.plan = plan
        self.failure: DealtError | None = None
        self._is_begun = False
        self._early: list[events.Key] = []  # typed before there was a screen for them

    async def on_event(self, event: events.Event) -> None:
        """Keep keys for the first screen that takes them, in their order."""
        if (
            isinstance(event, events.Key)
            and event.key not in _ALWAYS
            and (self._early or isinstance(self.screen, _WaitingScreen))
        ):
            if not self._early:
                self.set_timer(_SOON_S, self._give_early)
            self._early.append(event)
        else:
            await super().on_event(event)

    async def _give_early(self) -> None:
        """Give a key that came early to the screen, once it can take it."""
        pause_s = _SOON_S
        if not isinstance(self.screen, _WaitingScreen) and self.screen.is_mounted:
            event = self._early.pop(0)
            if event.key in ("enter", "ctrl+j"):  # as terminals call it before the first frame
                event.key, event.character, pause_s = "enter", "\r", _NEXT_SCREEN_S
            await super().on_event(event)
        if self._early:
            self.set_timer(pause_s, self._give_early)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours that other themes do not name."""
        return dict(FELT.theme.variables)

    # --- colours

    def _set_look(self, look: Look) -> None:
        """Use a look from now on."""
        self.look = look
        self.theme = look.name
        for screen in self.screen_stack:
            if isinstance(screen, RoomScreen):
                screen.call_after_refresh(screen.show)

    def action_look(self, name: str) -> None:
        """Use a look, now and the next time."""
        if self.no_color:
            self.notify(say("Colours are off: NO_COLOR is set."), timeout=2)
            return
        look = LOOKS[name]
        self._set_look(look)
        remember(look.name, self.memory)
        self.notify(say("Colours: {look}. F3: the next ones.", look=say(look.title)), timeout=2)

    def action_next_look(self) -> None:
        """Use the next look."""
        looks = list(LOOKS.values())
        self.action_look(looks[(looks.index(self.look) + 1) % len(looks)].name)

    async def on_mount(self) -> None:
        """Connect."""
        for look in LOOKS.values():
            self.register_theme(look.theme)
        colours = self.console.color_system
        self._set_look(first_look(self.memory, colours, is_plain=self.no_color))
        self.push_screen(_WaitingScreen(self.client.wire.place if self.links else ""))
        self.client.changed = self._changed
        self._run_client()

    @work(group=CLIENT)
    async def _run_client(self) -> None:
        try:
            await self.client.run()
        except DealtError as error:
            self.failure = error
            self.exit(return_code=2)

    # --- navigation

    def _changed(self) -> None:
        """Show the screen for the current state after a change."""
        if not self.is_running:
            return
        room = next((s for s in self.screen_stack if isinstance(s, RoomScreen)), None)
        if self.client.table is not None:
            self._is_begun = True
            if room is None:
                self._show(RoomScreen())
            else:
                room.show()
        elif room is not None and self.client.farewell:
            self.go_home(self.client.farewell)
        elif self.client.welcome is not None and not self._is_begun and not self.client.trouble:
            self._is_begun = True
            self._begin()

    def _show(self, screen: Screen[Any]) -> None:
        """Replace the current screen, and every dialog above it, by another one."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        self.switch_screen(screen)

    @work
    async def _begin(self) -> None:
        """Open what was planned, or the list of games."""
        game = self.client.game(self.plan.game)
        try:
            if await take_name(self.client, self.plan):
                await self._ask_name()
            table = await self.client.wire.first_table()
            if table is not None:
                await self.client.enter(table)
            elif game is None:
                self.go_home()
            elif await resume(self.client, self.plan):
                self.notify(say(RESUMING))
            elif self.plan.seats:
                await open_table(self.client, self.plan)
            else:
                self.set_up(game)
        except DealtError as error:
            self.failure = error
            self.exit(return_code=2)

    async def _ask_name(self) -> None:
        """Ask for a name once; it is saved with the person."""
        question = say("What is your name?")
        if self.links:
            question = say("What should others call you?")
        while (own_name := await self.push_screen_wait(AskScreen(question))) is not None:
            try:
                await self.client.rename(own_name)
            except RefusedError as error:
                question = str(error)
            else:
                return

    @work(exclusive=True, group="home")
    async def go_home(self, notice: str = "") -> None:
        """Leave any table, and show the list of games."""
        welcome = self.client.welcome
        assert welcome is not None, "no list before the answer to hello"
        tables: list[TableRow] = []
        try:
            if self.client.table is not None:
                await self.client.leave()
            tables = await list_tables(self.client)
        except DealtError as error:
            notice = notice or str(error)
        place = self.client.wire.place
        self._show(HomeScreen(welcome.games, tables, self._choose, place, notice, links=self.links))

    def _choose(self, what: str, entry: Entry) -> None:
        """Do what was chosen from the list of games and tables."""
        if isinstance(entry, str):
            self.look_back(entry)
        elif isinstance(entry, GameInfo):
            self.set_up(entry)
        else:
            self._do_with_table(what, entry)

    def look_back(self, name: str) -> None:
        """Show the history or a puzzle, above everything else."""
        self.push_screen(HistoryScreen() if name == "history" else PuzzleScreen())

    @work
    async def _do_with_table(self, what: str, row: TableRow) -> None:
        """Enter a table, close it, or give it a name."""
        client = self.client
        try:
            if what == "close":
                about = say("Its match ends here; finished matches stay in the history.")
                sure = SureScreen(say("close {table}", table=title_of(row)), about)
                if await self.push_screen_wait(sure):
                    await client.ask("close", table=row.table)
            elif what == "name":
                question = say("What is this table called?")
                label = await self.push_screen_wait(AskScreen(question, row.label, 40))
                if label is not None:
                    await name_table(client, row.table, label)
            else:
                await client.enter(row.table)
                return
            self.go_home()
        except DealtError as error:
            self.go_home(str(error))

    def set_up(self, game: GameInfo, again: Head | None = None, step: Place | None = None) -> None:
        """Show the form for a new table, or for a match once more."""
        welcome = self.client.welcome
        you = say(GUEST) if welcome is None else welcome.name
        form = SetupScreen(
            game, you, links=self.links, open_table=self._opened, back=self.go_home, again=again,
            step=step,
        )  # fmt: skip
        self._show(form)

    @work
    async def _opened(self, plan: Plan) -> None:
        is_ordered = plan.game == self.plan.game and "again" not in plan.settings
        ordered = self.plan.settings if is_ordered else {}
        options = {**plan.settings["options"], **ordered.get("options", {})}
        settings = {**plan.settings, **ordered, "options": options}
        try:
            await open_table(self.client, replace(plan, settings=settings))
        except DealtError as error:
            self.notify(str(error), severity="error", markup=False)
