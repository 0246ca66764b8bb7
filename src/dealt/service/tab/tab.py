"""The table service of a tab: frames and requests of the page, without a server."""

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
from dealt.service.tab.store import BrowserShelf, Shelf, TabStore
from dealt.service.tab.thinkers import SEARCH_S, SearchWorker, TabThinkers
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.limits import Limits
from dealt.service.table.parts import GameName, PositionText, SeedNumber, TableRow
from dealt.service.table.questions import Answer, Question, Reply
from dealt.service.table.refusals import Refused
from dealt.service.web.answers import AnswerCache, JoinBody, NewSession, shared
from dealt.service.web.session import Session

_MOST_BODY = 4096
_MOST_POSITION = 40_000  # bytes; see `PositionText`
_HERE = "tab"  # stands for the client's network address
_ME = "me"  # the key of the token of this browser's person
_ONLINE = message(
    "Playing online with friends needs a server. Install dealt on one computer and run: dealt serve"
)
_PHOTOS = message(
    "Reading photos needs a server. Install dealt on one computer and run: dealt serve"
)
_WELCOME = msgspec.json.Decoder(p.Welcome)
_MANY = 1_000_000.0  # there is nobody to protect
_LIMITS = Limits(
    frames_s=_MANY, frames_burst=_MANY, hints_s=_MANY, hints_burst=_MANY, steps_s=_MANY,
    steps_burst=_MANY, tables_min=_MANY, posts_min=_MANY, work_min=_MANY,
)  # fmt: skip


class _Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /position; `seed` deals unknown cards."""

    game: GameName
    text: PositionText
    seed: SeedNumber


class TabService(Service):
    """A service for one browser, which nobody else can reach."""

    store: TabStore

    async def lobby(self, person: str) -> list[TableRow]:
        """The tables in a person's lobby, read again if another window may write them."""
        if not self.store.is_owner:
            await self.tables.forget_all()
        return await super().lobby(person)

    async def rename(self, person: str, name: str, before: str) -> str:
        """Change a person's name, unless another window plays the tables."""
        return await super().rename(person, name, before) if self.store.is_owner else name

    def welcome(self, language: str) -> p.Welcome:
        """The `welcome`; a built site has it as a file, so that games need not be imported yet."""
        try:
            data = pkgutil.get_data(__name__, f"welcome.{language}.json")
        except OSError:
            data = None  # not a built site
        return super().welcome(language) if data is None else _WELCOME.decode(data)

    async def invite(self, live: LiveTable, person: str, message: m.Invite) -> str:
        """Refuse, because nobody else can reach a tab."""
        raise Refused("settings", _ONLINE)


class Tab:
    """A service with one client, the page around it.

    Args:
        shelf: where tables are stored.
        elsewhere: the worker in which a search thinks.
        show: gets each frame for the page.
        pause_s: seconds before a computer player moves.
        search_s: seconds for a choice of a search.
        say: gets a line about each failure.
    """

    def __init__(
        self,
        shelf: Shelf,
        elsewhere: SearchWorker,
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
        self.service = TabService(TabStore(shelf), thinkers, limits=_LIMITS, around=around)
        self._answers = [
            Answer("POST", "/session", self._session_of),
            Answer("POST", "/join", self._join),
            Answer("POST", "/position", _position),
            Answer("GET", "/photo", self._about_photos),
            Answer("POST", "/photo", self._photo),
            Answer("GET", "/camera", self._photo),
            *shared(self.service, AnswerCache(self.service.workers)),
        ]
        self._session: Session | None = None
        self._is_decided = True
        self._inbox: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Find or create this browser's person, and start the clocks.

        Raises:
            StorageError: the browser cannot store anything.
        """
        if await self._shelf.read(_ME) is None:
            _, token = await self.service.new_person()
            await self._shelf.write({_ME: token}, {})  # unless another window was first
        await self._know_me()
        self.service.start()

    async def _know_me(self) -> None:
        token = await self._shelf.read(_ME)
        self._person, self._name = await self.service.person_of(str(token))

    def decide(self, is_mine: bool) -> None:
        """Play tables in this window from the next frame on, or leave them to another one now."""
        self.service.store.is_owner = is_mine
        self._is_decided = False

    async def _follow_decision(self, session: Session) -> None:
        self._is_decided = True
        await self.service.tables.forget_all()
        await self._know_me()
        session.name = self._name
        await session.name_guest()  # `hello` could not do it before this window may write

    def open(self) -> None:
        """Open a connection, in place of the one before."""
        self.close()
        session = self._session = Session(self.service, _HERE, self._person, self._name)
        queue = self._inbox = asyncio.Queue()
        self._tasks = [
            asyncio.create_task(self._send(session)),
            asyncio.create_task(self._receive(session, queue)),
        ]

    def close(self) -> None:
        """Close the connection."""
        for task in self._tasks:
            task.cancel()
        self._tasks = []
        if self._session is not None:
            self.service.disconnect(self._session)
            self._session = None

    def receive(self, frame: str) -> None:
        """Queue a frame of the page, to be carried out after those before it."""
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
        """Close the connection, and stop the service."""
        self.close()
        await self.service.stop()

    # --- requests outside of the socket

    async def answer(self, method: str, address: str, headers: str, body: str) -> str:
        """The reply to a request, as JSON of its status, headers and text.

        Args:
            method: `GET` or `POST`.
            address: such as `/rules/GAME?lang=en`.
            headers: JSON, with lower-case names.
            body: the text of the body.
        """
        url = urlsplit(address)
        fields: dict[str, str] = json.loads(headers)

        async def content() -> AsyncIterator[bytes]:
            yield body.encode()

        def question(path: dict[str, str]) -> Question:
            return Question(_HERE, path, dict(parse_qsl(url.query)), fields, content)

        with speaking(language_of(fields.get("accept-language", "")) or ENGLISH):
            try:
                reply = await self._reply(method, url.path, question)
            except Exception as error:  # a bug of ours must not leave the page waiting
                self.service.journal.trouble(error)
                text = say("the service made a mistake")
                reply = Reply.from_data({"why": text, "code": "busy"}, 500)
        sent = {"content-type": reply.kind, **reply.headers}
        return json.dumps([reply.status, sent, reply.content.decode()])

    async def _reply(
        self, method: str, path: str, question: Callable[[dict[str, str]], Question]
    ) -> Reply:
        for answer in self._answers:
            parts = answer.parts(path)
            if answer.method == method and parts is not None:
                try:
                    return await answer.give(question(parts))
                except Refused as refused:
                    return Reply.refusal(refused)
        return Reply(b"not found\n", "text/plain", 404)

    async def _session_of(self, question: Question) -> Reply:
        body = await question.read(NewSession, _MOST_BODY)
        if body.name is not None:
            self._name = await self.service.rename(self._person, body.name, self._name)
        elif self._session is not None:
            self._name = self._session.name
        return Reply.from_data({"person": self._person, "name": self._name})

    async def _join(self, question: Question) -> Reply:
        await question.read(JoinBody, _MOST_BODY)
        raise Refused("unknown", _ONLINE)

    async def _about_photos(self, question: Question) -> Reply:
        return Reply.from_data({"reads": False, "why": say(_PHOTOS), "most_bytes": 0})

    async def _photo(self, question: Question) -> Reply:
        raise Refused("settings", _PHOTOS)


async def _position(question: Question) -> Reply:
    """The seats and the turn of a position, for opening a table.

    Raises:
        Refused: it cannot be read, belongs to another game, or the round is over.
    """
    position = await question.read(_Position, _MOST_POSITION)
    try:
        game, other = registered(position.game), registered(game_name(position.text))
        if other.name != game.name:
            raise SetupError(
                "the position is one of {other}, not of {game}", other=other.name, game=game.name
            )
        state = read_position(game, position.text, seed=position.seed)
        if game.rules.is_over(state):
            raise SetupError("the round is over in this position; choose an earlier one")
    except DealtError as error:
        raise Refused("settings", error) from None
    return Reply.from_data({"seats": state.seats, "turn": state.turn})


def in_browser(database: Any | None, elsewhere: Any, show: Any, settings: str, say: Any) -> Tab:
    """The service around JavaScript objects; for the arguments see `Tab`.

    Args:
        database: see `BrowserShelf`; None: the browser cannot store anything.
        elsewhere: see `SearchWorker`.
        show: gets each frame.
        settings: JSON of `pause_s` and `search_s`.
        say: gets a line about each failure.
    """
    shelf = Shelf() if database is None else BrowserShelf(database)
    return Tab(shelf, elsewhere, show, say=say, **json.loads(settings))
