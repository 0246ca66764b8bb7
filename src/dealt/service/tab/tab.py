"""The table service of a tab: tables as texts by key, and the frames and requests of the page."""

from __future__ import annotations

import asyncio
import json
import pkgutil
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec

from dealt.core.position import game_name, read_position
from dealt.errors import DealtError, SetupError, StorageError
from dealt.games import registered
from dealt.history.archived import AnyArchive
from dealt.history.shelf import ShelfArchive
from dealt.language import ENGLISH, language_of, message, say, speaking
from dealt.service.hall.bots import PAUSE_S
from dealt.service.hall.live import LiveTable
from dealt.service.hall.service import Service
from dealt.service.hall.tables import Surroundings
from dealt.service.store.table_store import Batch, Row
from dealt.service.tab.thinkers import SEARCH_S, SearchWorker, TabThinkers
from dealt.service.table import messages as m
from dealt.service.table import protocol as p
from dealt.service.table.limits import Limits
from dealt.service.table.parts import GameName, PositionText, SeedNumber, TableRow
from dealt.service.table.questions import Answer, Question, Reply
from dealt.service.table.refusals import Refused
from dealt.service.web.answers import AnswerCache, JoinBody, NewSession, shared
from dealt.service.web.session import Session

_ALREADY = message("another window wrote there first")
_DIGITS = 9  # of an event's number, so that the keys sort by number


class TabStore:
    """A store of tables on a shelf, see `TableStore`; it is not shared.

    Attributes:
        is_owner: whether tables are played in this window, and not in another one.
    """

    is_shared = False
    lost: Callable[[], object] | None = None

    def __init__(self, shelf: Shelf) -> None:
        self.figures: dict[str, float] = defaultdict(float)
        self.is_owner = False
        self.archive: AnyArchive = ShelfArchive(shelf)
        self._shelf = shelf

    async def append(self, batch: Batch, notice: str | None = None) -> None:
        """Write events; they are on the shelf when this returns.

        Raises:
            StorageError: they could not be written, or another window used these numbers.
        """
        began = time.perf_counter()
        new = {
            _event_key(batch.table, number): json.dumps([row.at, row.body])
            for number, row in enumerate(batch.rows, batch.first)
        }
        new |= {f"code/{code}": batch.table for code in batch.codes}
        changed = {f"visit/{person}/{batch.table}": "" for person in batch.visitors}
        at = batch.rows[-1].at if batch.rows else time.time_ns() // 1_000_000
        row = json.dumps([at, bool(batch.public)])
        if batch.first == 1:
            new[f"table/{batch.table}"] = row
        elif batch.public is not None:
            changed[f"table/{batch.table}"] = row
        await self._write(new, changed)
        self.figures["commits"] += 1
        self.figures["events"] += len(batch.rows)
        self.figures["seconds"] += time.perf_counter() - began

    async def _write(
        self, new: dict[str, str], changed: dict[str, str], gone: Sequence[str] = ()
    ) -> None:
        if not await self._shelf.write(new, changed, gone):
            raise StorageError(_ALREADY)

    async def events(self, table: str, after: int = 0) -> list[Row]:
        """The events of a table with numbers greater than `after`, in order."""
        rows = await self._shelf.read_all(f"event/{table}/")
        first = _event_key(table, after + 1)
        return [Row(*json.loads(text)) for key, text in rows.items() if key >= first]

    async def trim(self, table: str, version: int, snapshot: Row) -> None:
        """Replace the events of a table up to this number by one."""
        last = _event_key(table, version)
        gone = [key for key in await self._shelf.read_all(f"event/{table}/") if key < last]
        await self._write({}, {last: json.dumps([snapshot.at, snapshot.body])}, gone)

    async def add_person(self, person: str, token_hash: str, name: str) -> None:
        """Add a person."""
        await self._write({f"person/{person}": name, f"token/{token_hash}": person}, {})

    async def rename(self, person: str, name: str) -> None:
        """Change the name of a person."""
        await self._write({}, {f"person/{person}": name})

    async def person_of(self, token_hash: str) -> tuple[str, str] | None:
        """The id and name of a token's person."""
        person = await self._shelf.read(f"token/{token_hash}")
        name = None if person is None else await self.name_of(person)
        return None if person is None or name is None else (person, name)

    async def name_of(self, person: str) -> str | None:
        """The name of a person; None: there is no such person."""
        return await self._shelf.read(f"person/{person}")

    async def table_of(self, code_hash: str) -> str | None:
        """The table that a link leads to."""
        return await self._shelf.read(f"code/{code_hash}")

    async def tables(self, person: str, most: int) -> list[str]:
        """The tables that a person has visited, and public ones, the latest first."""
        stored = {
            key.partition("/")[2]: json.loads(text)
            for key, text in (await self._shelf.read_all("table/")).items()
        }
        visited = await self._shelf.read_all(f"visit/{person}/")
        latest = sorted(stored, key=lambda name: -stored[name][0])
        own = [name for name in latest if f"visit/{person}/{name}" in visited]
        public = [name for name in latest if stored[name][1]]
        return list(dict.fromkeys([*own[:most], *public[:most]]))

    async def claim(self, table: str) -> bool:
        """Own a table, unless tables are played in another window."""
        return self.is_owner

    async def release(self, table: str) -> None:
        """Give up a table; there is nothing to do."""

    async def check(self) -> None:
        """Raise StorageError unless the shelf answers."""
        await self._shelf.read("check")


def _event_key(table: str, number: int) -> str:
    return f"event/{table}/{number:0{_DIGITS}}"


# --- shelves --------------------------------------------------------------------------------------


class Shelf:
    """Texts by key, in memory: they are lost with the tab."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def write(
        self, new: Mapping[str, str], changed: Mapping[str, str], gone: Sequence[str] = ()
    ) -> bool:
        """Write texts, all of them or none.

        Args:
            new: texts with new keys; if one of the keys exists, nothing is written: False.
            changed: texts whose keys may exist.
            gone: keys to remove.

        Raises:
            StorageError: they cannot be written.
        """
        if not self.texts.keys().isdisjoint(new):
            return False
        self.texts |= {**new, **changed}
        for key in gone:
            self.texts.pop(key, None)
        return True

    async def read(self, key: str) -> str | None:
        """The text of a key."""
        return self.texts.get(key)

    async def read_all(self, prefix: str) -> dict[str, str]:
        """The texts of all keys with a prefix, in the order of the keys."""
        return {key: self.texts[key] for key in sorted(self.texts) if key.startswith(prefix)}


class BrowserShelf(Shelf):
    """Texts in the database of a browser, which survive the tab.

    Args:
        database: a JavaScript object with the same three methods, which takes and returns JSON.
    """

    def __init__(self, database: Any) -> None:
        self._database = database

    async def write(
        self, new: Mapping[str, str], changed: Mapping[str, str], gone: Sequence[str] = ()
    ) -> bool:
        """Write and remove texts, unless a key of `new` exists."""
        return bool(await self._ask("write", *map(json.dumps, (new, changed, gone))))

    async def read(self, key: str) -> str | None:
        """The text of a key."""
        value = json.loads(await self._ask("read", key))
        return None if value is None else str(value)

    async def read_all(self, prefix: str) -> dict[str, str]:
        """The texts of all keys with a prefix, in the order of the keys."""
        return dict(json.loads(await self._ask("read_all", prefix)))

    async def _ask(self, method: str, *arguments: str) -> Any:
        try:
            return await getattr(self._database, method)(*arguments)
        except Exception as error:  # any error of the browser, such as no room or no permission
            reason = " ".join(str(error).split())[:200]
            raise StorageError("this browser cannot keep it: {reason}", reason=reason) from None


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
            query = dict(parse_qsl(url.query))
            return Question(_HERE, path, query, fields, content, self._me)

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

    async def _me(self) -> tuple[str, str]:
        return self._person, self._name

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
