"""What the host needs of a running service: maintenance, metrics, and rare garbage collections.

`dealt tables` reads a secret from a file beside the database, and asks the running service to do
what it does itself with a database that nobody serves.

A garbage collection over a thousand tables takes half a second, delays all moves, and hardly ever
finds anything.  So all living objects are frozen again and again: Python's own collections look at
younger ones alone, and everything is collected once an hour.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from dealt.errors import DealtError
from dealt.service.hall.service import Service
from dealt.service.store import keeping
from dealt.service.store.store import Store
from dealt.service.table import messages as m
from dealt.storage.files import TextFile

_EVERY_S = 3600.0  # between two searches for old tables
_ENDING = ".control"
_MOST_BODY = 4096


class Control:
    """Maintenance of a running service.

    Args:
        service: its store is a database.
        keep_days: after which a table without a name of its own is deleted; None: never.
        token: the secret; None: requests are refused.
    """

    def __init__(
        self, service: Service, *, keep_days: int | None = None, token: str | None = None
    ) -> None:
        assert isinstance(service.store, Store)
        self._service, self._keep_days, self._token = service, keep_days, token
        self.store = service.store
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start deleting old tables, if configured."""
        if self._keep_days is not None:
            self._task = asyncio.create_task(self._look_for_ever(self._keep_days))

    def stop(self) -> None:
        """Stop deleting old tables."""
        if self._task is not None:
            self._task.cancel()

    async def _look_for_ever(self, days: int) -> None:
        while True:
            try:
                await self.do(keeping.Wish("prune", days=days))
            except DealtError as error:
                self._service.journal.trouble(error)
            await asyncio.sleep(_EVERY_S)

    async def answer(self, request: Request) -> Response:
        """POST /control, for programs on this machine that know the secret."""
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        is_known = self._token is not None and secrets.compare_digest(
            token.encode(), self._token.encode()
        )
        if not is_known or "x-forwarded-for" in request.headers:
            return JSONResponse({"why": "no"}, 404)
        body = await request.body()
        try:
            wish = msgspec.json.decode(body[:_MOST_BODY], type=keeping.Wish)
            return JSONResponse({"done": await self.do(wish)})
        except msgspec.DecodeError as error:
            return JSONResponse({"why": str(error)}, 400)
        except DealtError as error:
            return JSONResponse({"why": str(error)}, 409)

    async def do(self, wish: keeping.Wish) -> list[dict[str, object]] | list[str]:
        """Carry out a request; a table is closed by the service, as by its host."""
        service, tables = self._service, self._service.tables
        if wish.do == "close":
            live = await tables.load(wish.table)
            await tables.order(live, live.state.host, "", m.Close(table=wish.table))
            return [wish.table]
        spare = {*tables.live, *tables.loading}
        return await keeping.do(self.store, wish, int(service.clock() * 1000), spare=spare)


def control_file(data: str) -> Path | None:
    """The file of the secret; None: the database is not a file."""
    return None if "://" in data else Path(f"{data}{_ENDING}")


@contextlib.contextmanager
def offered(data: str, address: str) -> Iterator[str | None]:
    """A secret, in its file beside the database within the context.

    Args:
        data: the place of the database.
        address: of the service, for programs on this machine.

    Raises:
        StorageError: the file cannot be written.
    """
    path = control_file(data)
    if path is None:
        yield None
        return
    token = secrets.token_urlsafe(32)
    TextFile(path, is_private=True).write(json.dumps({"address": address, "token": token}))
    try:
        yield token
    finally:
        path.unlink(missing_ok=True)


# --- metrics --------------------------------------------------------------------------------------


def metrics_text(service: Service) -> str:
    """The metrics in the text format of Prometheus."""
    figures, stored = service.journal.figures, service.store.figures
    lines: list[str] = []

    def tell(name: str, kind: str, meaning: str, values: dict[str, float]) -> None:
        lines.append(f"# HELP dealt_{name} {meaning}")
        lines.append(f"# TYPE dealt_{name} {kind}")
        lines.extend(f"dealt_{name}{labels} {value:g}" for labels, value in values.items())

    def by(prefix: str, label: str) -> dict[str, float]:
        values = {key: n for key, n in figures.items() if key.startswith(prefix)}
        return {f'{{{label}="{key.removeprefix(prefix)}"}}': n for key, n in sorted(values.items())}

    tell("sockets", "gauge", "connections", {"": len(service.sessions)})
    tell("tables", "gauge", "tables in memory", {"": len(service.tables.live)})
    tell("tables_opened_total", "counter", "tables opened", {"": figures["tables"]})
    tell("frames_total", "counter", "frames from clients", {"": figures["frames"]})
    tell("moves_total", "counter", "moves, by whom", by("moves by ", "by"))
    tell("refusals_total", "counter", "what was refused, by code", by("refused ", "code"))
    tell("troubles_total", "counter", "failures told in the log", {"": figures["troubles"]})
    tell("events_total", "counter", "events written", {"": stored["events"]})
    tell("commits_total", "counter", "commits", {"": stored["commits"]})
    tell("commit_seconds_total", "counter", "time of all commits", {"": stored["seconds"]})
    tell("choices_total", "counter", "choices asked of workers", {"": service.thinkers.choices})
    tell("late_choices_total", "counter", "choices that took too long", {"": service.thinkers.late})
    return "\n".join(lines) + "\n"


# --- garbage collection ---------------------------------------------------------------------------

WHOLE_S = 3600.0  # between two collections of all objects


class GarbageLooks:
    """Keeps living objects out of Python's garbage collections."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._whole_at = clock()

    def set_aside(self) -> None:
        """Freeze all living objects; once an hour, after a collection of everything."""
        time_s = self._clock()
        if time_s - self._whole_at >= WHOLE_S:
            self._whole_at = time_s
            gc.unfreeze()
            gc.collect()
        gc.freeze()
