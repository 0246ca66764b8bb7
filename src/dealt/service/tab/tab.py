"""The whole service of a tab: what the page says comes in, what it is shown goes out."""

from __future__ import annotations

import asyncio
import json
import pkgutil
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec

from dealt.core.position import game_name, read_position
from dealt.errors import DealtError, SetupError
from dealt.games import registered
from dealt.language import ENGLISH, language_of, message, say, speaking
from dealt.service.hall.bots import PAUSE_S
from dealt.service.hall.live import LiveTable
from dealt.service.hall.service import Service
from dealt.service.hall.tables import Surroundings
from dealt.service.tab.store import BrowserShelf, MemoryShelf, Shelf, TabStore
from dealt.service.tab.thinkers import SEARCH_S, Elsewhere, TabThinkers
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.limits import Limits
from dealt.service.table.parts import GameName, PositionText, SeedNumber, TableRow
from dealt.service.table.questions import Answer, Question, Reply, reply_to
from dealt.service.table.refusals import Refused
from dealt.service.web.answers import Figures, JoinBody, NewSession, shared
from dealt.service.web.session import Session

MOST_BODY = 4096
MOST_POSITION = 40_000  # bytes; see `PositionText`
HERE = "tab"  # the address of all that is asked
ME = "me"  # the key of the token of whoever uses this browser
ONLINE = message(
    "Playing online with friends needs a server. Install dealt on one computer and run: dealt serve"
)
PHOTOS = message(
    "Reading photos needs a server. Install dealt on one computer and run: dealt serve"
)
WELCOME = msgspec.json.Decoder(p.Welcome)
MANY = 1_000_000.0  # nobody has to be kept from asking too much of their own browser
LIMITS = Limits(
    frames_s=MANY, frames_burst=MANY, hints_s=MANY, hints_burst=MANY, steps_s=MANY,
    steps_burst=MANY, tables_min=MANY, posts_min=MANY, work_min=MANY,
)  # fmt: skip


class _Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /position; `seed` deals unknown cards."""

    game: GameName
    text: PositionText
    seed: SeedNumber


class TabService(Service):
    """Tables of one browser, to which nobody can be invited."""

    store: TabStore

    async def lobby(self, person: str) -> list[TableRow]:
        """See `Service.lobby`."""
        if not self.store.is_owner:
            await self.tables.forget_all()  # another window may have written
        return await super().lobby(person)

    async def rename(self, person: str, name: str, before: str) -> str:
        """See `Service.rename`; a greeting changes no table of another window."""
        return await super().rename(person, name, before) if self.store.is_owner else name

    def welcome(self, language: str) -> p.Welcome:
        """Read from the built site, because games are imported only when a table opens."""
        try:
            data = pkgutil.get_data(__name__, f"welcome.{language}.json")
        except OSError:
            data = None  # it is no site
        return super().welcome(language) if data is None else WELCOME.decode(data)

    async def invite(self, live: LiveTable, person: str, message: m.Invite) -> str:
        """Refuse: a tab cannot be reached by others.

        Raises:
            Refused: always.
        """
        raise Refused("settings", ONLINE)


class Tab:
    """A service with one client, the page around it.

    Args:
        shelf: where tables are kept.
        elsewhere: the worker in which a search thinks.
        show: gets each frame for the page.
        pause_s: before a computer player moves.
        search_s: seconds for a choice of a search.
        say: gets a line about trouble.
    """

    def __init__(
        self,
        shelf: Shelf,
        elsewhere: Elsewhere,
        show: Callable[[str], object],
        *,
        pause_s: float = PAUSE_S,
        search_s: float = SEARCH_S,
        say: Callable[[str], None] | None = None,
    ) -> None:
        self._shelf = shelf
        self._show = show
        self._person = self._name = ""
        around = Surroundings(pause_s=pause_s, own=True)
        if say is not None:
            around = replace(around, say=say)
        thinkers = TabThinkers(elsewhere, search_s)
        self.service = TabService(TabStore(shelf), thinkers, limits=LIMITS, around=around)
        self._answers = [
            Answer("POST", "/session", self._session_of),
            Answer("POST", "/join", self._join),
            Answer("POST", "/position", _position),
            Answer("GET", "/photo", self._about_photos),
            Answer("POST", "/photo", self._photo),
            Answer("GET", "/camera", self._photo),
            *shared(self.service, Figures(self.service.workers)),
        ]
        self._session: Session | None = None
        self._is_decided = True
        self._inbox: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Know who is here, and let clocks run.

        Raises:
            StorageError: this browser keeps nothing.
        """
        if await self._shelf.read(ME) is None:
            _, token = await self.service.new_person()
            await self._shelf.write({ME: token}, {})  # unless another window was first
        await self._know_me()
        self.service.start()

    async def _know_me(self) -> None:
        token = await self._shelf.read(ME)
        self._person, self._name = await self.service.person_of(str(token))

    def decide(self, is_mine: bool) -> None:
        """Let tables be played here from the next frame on, or in another window from now on."""
        self.service.store.is_owner = is_mine
        self._is_decided = False

    async def _follow_decision(self, session: Session) -> None:
        self._is_decided = True
        await self.service.tables.forget_all()
        await self._know_me()
        session.name = self._name
        await session.name_guest()  # the greeting came before this window might write

    def open(self) -> None:
        """Begin a connection; one before it ends."""
        self.close()
        session = self._session = Session(self.service, HERE, self._person, self._name)
        queue = self._inbox = asyncio.Queue()
        self._tasks = [
            asyncio.create_task(self._send(session)),
            asyncio.create_task(self._receive(session, queue)),
        ]

    def close(self) -> None:
        """End the connection."""
        for task in self._tasks:
            task.cancel()
        self._tasks = []
        if self._session is not None:
            self.service.disconnect(self._session)
            self._session = None

    def receive(self, frame: str) -> None:
        """Take in a frame of the page; frames are done one after the other."""
        self._inbox.put_nowait(frame)

    async def _receive(self, session: Session, queue: asyncio.Queue[str]) -> None:
        while True:
            frame = await queue.get()
            if not self._is_decided:
                await self._follow_decision(session)
            await session.receive(frame.encode("utf-8", "replace"))

    async def _send(self, session: Session) -> None:
        while (frame := await session.next_frame()) is not None:
            self._show(frame.decode())

    async def stop(self) -> None:
        """Finish what has begun."""
        self.close()
        await self.service.stop()

    # --- questions besides

    async def answer(self, method: str, address: str, headers: str, body: str) -> str:
        """The reply to a question as JSON of its status, headers and text.

        Args:
            method: `GET` or `POST`.
            address: such as `/rules/GAME?lang=en`.
            headers: JSON of their names in small letters.
            body: what is sent along.
        """
        url = urlsplit(address)
        fields: dict[str, str] = json.loads(headers)

        async def content() -> AsyncIterator[bytes]:
            yield body.encode()

        def question(path: dict[str, str]) -> Question:
            return Question(HERE, path, dict(parse_qsl(url.query)), fields, content)

        with speaking(language_of(fields.get("accept-language", "")) or ENGLISH):
            try:
                reply = await reply_to(self._answers, method, url.path, question)
            except Exception as error:  # a mistake of ours must not leave the page waiting
                self.service.journal.trouble(error)
                text = say("the service made a mistake")
                reply = Reply.from_data({"why": text, "code": "busy"}, 500)
        sent = {"content-type": reply.kind, **reply.headers}
        return json.dumps([reply.status, sent, reply.content.decode()])

    async def _session_of(self, question: Question) -> Reply:
        body = await question.read(NewSession, MOST_BODY)
        if body.name is not None:
            self._name = await self.service.rename(self._person, body.name, self._name)
        elif self._session is not None:
            self._name = self._session.name
        return Reply.from_data({"person": self._person, "name": self._name})

    async def _join(self, question: Question) -> Reply:
        await question.read(JoinBody, MOST_BODY)
        raise Refused("unknown", ONLINE)

    async def _about_photos(self, question: Question) -> Reply:
        return Reply.from_data({"reads": False, "why": say(PHOTOS), "most_bytes": 0})

    async def _photo(self, question: Question) -> Reply:
        raise Refused("settings", PHOTOS)


async def _position(question: Question) -> Reply:
    """What a position decides of a table, before it is opened.

    Raises:
        Refused: it cannot be read, is one of another game, or the round is over.
    """
    asked = await question.read(_Position, MOST_POSITION)
    try:
        game, named = registered(asked.game), registered(game_name(asked.text))
        if named.name != game.name:
            raise SetupError(
                "the position is one of {other}, not of {game}", other=named.name, game=game.name
            )
        state = read_position(game, asked.text, seed=asked.seed)
        if game.rules.is_over(state):
            raise SetupError("the round is over in this position; choose an earlier one")
    except DealtError as error:
        raise Refused("settings", error) from None
    return Reply.from_data({"seats": state.seats, "turn": state.turn})


def in_browser(database: Any | None, elsewhere: Any, show: Any, settings: str, say: Any) -> Tab:
    """The service around objects of a browser.

    Args:
        database: see `BrowserShelf`; None: the browser saves nothing.
        elsewhere: see `Elsewhere`.
        show: gets each frame.
        settings: JSON of `pause_s` and `search_s`.
        say: gets a line about trouble.
    """
    shelf = MemoryShelf() if database is None else BrowserShelf(database)
    return Tab(shelf, elsewhere, show, say=say, **json.loads(settings))
