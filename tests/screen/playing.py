"""A table on a terminal that is not there: keys go in, screens come out."""

import asyncio
import contextlib
import html
import random
import re
import tempfile

from textual import _wait
from textual.widgets import Input, OptionList

from dealt.clients.plan import Plan
from dealt.clients.screen.app import CLIENT, TableApp, _WaitingScreen
from dealt.clients.screen.dialogs import AskScreen
from dealt.clients.screen.frame_text import hand_of
from dealt.clients.screen.hand import Hand
from dealt.clients.table_client import TableClient
from dealt.clients.wire import Local
from dealt.service.hall.tables import Surroundings
from dealt.service.web.local import service_on
from tests.service.talk import fresh_file

SMALL, LARGE = (80, 24), (120, 40)
PLACED = re.compile(
    r'<text class="[^"]*" x="([\d.]+)" y="[\d.]+" textLength[^>]*line-(\d+)\)">(.*?)</text>'
)
COLUMN = 12.2  # units of a drawing
ASKING = ("enter", "space", "u")
MOST_KEYS = 2000  # in a round
# Textual looks whether the program rests every fiftieth of a second, two times a key; `Player.calm`
# waits for the service and for what is asked of it, so that a shorter look is enough
_wait.SLEEP_GRANULARITY = 1 / 200


async def at_once(seconds):
    """Wait as long as it takes for others to have their turn."""
    await asyncio.sleep(0)


class Player:
    """Somebody at the keys.

    Args:
        app: the program.
        pilot: its keyboard.
        service: the table service in the same process, None: it is elsewhere.
    """

    def __init__(self, app, pilot, service):
        self.app, self.pilot, self.service = app, pilot, service

    @property
    def frame(self):
        """The table as it was sent."""
        return self.app.client.table

    @property
    def note(self):
        """The note below the hand; a long one stands in place of the log."""
        room = self.app.screen_stack[1]
        place = "#advice-text" if room.has_class("advised") else "#note"
        return str(room.query_one(place).render())

    @property
    def hand(self):
        """The hand."""
        return self.app.screen.query_one(Hand)

    @property
    def held(self):
        """The cards in the hand of who looks, as they came."""
        return hand_of(self.frame)

    @property
    def offered(self):
        """The words of the list."""
        listed = self.app.screen.query_one("#actions", OptionList)
        return [str(listed.get_option_at_index(i).prompt) for i in range(listed.option_count)]

    @property
    def line(self):
        """The line for words."""
        return self.app.screen.query_one("#command", Input)

    async def press(self, *keys):
        """Press keys, and wait until nothing moves, also after those that ask the service."""
        for key in keys:
            await self.pilot.press(key)
            if key in ASKING:
                await self.calm()
        if not keys or keys[-1] not in ASKING:
            await self.calm()

    async def type(self, text):
        """Enter a line of words."""
        self.line.focus()
        self.line.value = text
        await self.press("enter")

    async def calm(self):
        """Wait until nobody thinks and all is shown."""
        for _ in range(5):
            await self.pilot.pause()
            if self.service is not None:
                await self.service.tables.tasks.settle()
            if all(work.is_finished or work.group == CLIENT for work in self.app.workers):
                break
        await self.pilot.pause()

    async def until(self, holds):
        """Wait until something holds."""
        for _ in range(500):
            if holds():
                return
            await self.pilot.pause(0.01)
        raise AssertionError("it never came")

    async def still(self):
        """The whole screen, once it changes no more."""
        before = screen = None
        while screen is None or screen != before:
            await self.calm()
            before, screen = screen, self.screen()
        return screen

    def screen(self):
        """The whole screen as text."""
        width, height = self.app.size
        rows = [[" "] * width for _ in range(height)]
        for x, row, text in PLACED.findall(self.app.export_screenshot().replace("\n", "")):
            letters = html.unescape(text).replace("\xa0", " ")
            column = round(float(x) / COLUMN)
            rows[int(row)][column : column + len(letters)] = letters
        return "\n".join("".join(row).rstrip() for row in rows) + "\n"


@contextlib.asynccontextmanager
async def sitting(
    plan=None, *, size=SMALL, seed=8, path=None, keys=None, pause_s=0.0, name="Ana", own=False,
    ended=lambda state: None,
):  # fmt: skip
    """A player at a table of the same process; the same tables and cards every time.

    With `own` the tables are those of one account, see `Surroundings`, as for `ended`.
    """
    with contextlib.ExitStack() as stack:
        if path is None:
            path = fresh_file(stack.enter_context(tempfile.TemporaryDirectory()))
        lines = []
        around = Surroundings(
            own=own,
            ended=ended,
            pause_s=pause_s,
            fresh=random.Random(seed).randbytes,
            say=lines.append,
        )
        async with service_on(path, around) as service:
            client = TableClient(
                Local(service, keys), fresh=random.Random(seed).randbytes, wait=at_once
            )
            app = TableApp(client, plan or Plan())
            app.pace_s = 0.0
            async with app.run_test(size=size) as pilot:
                player = Player(app, pilot, service)
                await player.until(lambda: not isinstance(app.screen, _WaitingScreen))
                await player.pilot.pause()
                if isinstance(app.screen, AskScreen) and name is not None:
                    app.screen.query_one(Input).value = name
                    await player.press("enter")
                await player.calm()
                yield player
        assert lines == []
