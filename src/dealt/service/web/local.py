"""The table service of this account, in this process: its file, its limits, who one is there.

Whatever draws a table of one's own stands on it, so nothing here needs a screen or a web server.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from dealt.service.hall.bots import PAUSE_S
from dealt.service.hall.service import Service
from dealt.service.hall.tables import Surroundings
from dealt.service.hall.thinkers import in_threads
from dealt.service.hall.thinking import AnyThinkers
from dealt.service.store.store import Store
from dealt.service.table.limits import Limits
from dealt.service.table.refusals import Refused
from dealt.service.web.bus import Bus
from dealt.service.web.keys import Keys
from dealt.storage.files import make_private

DATA = "dealt-table.db"  # the file of one's own tables, see `storage.places`
ALONE = Limits(
    frames_s=1000, frames_burst=1000, chat_s=1000, tables_min=1000, work_min=10**6
)  # nobody to harm
_KEYS = "table-keys.json"


@contextlib.asynccontextmanager
async def service_on(
    path: str | Path,
    around: Surroundings | None = None,
    thinkers: AnyThinkers | None = None,
) -> AsyncIterator[Service]:
    """A table service in the running loop, with its tables in a file.

    Other windows of the account may have the same file open, each in a process of its own.

    Args:
        path: of the file; it is made if it is not there.
        around: see `Surroundings`; None: computer players pause, and trouble is not printed.
        thinkers: where computer players think; None: in threads. They are closed with the service.

    Raises:
        StorageError: the file cannot be used.
    """
    if around is None:
        around = Surroundings(pause_s=PAUSE_S, say=lambda line: None, own=True)
    store = Store(path, shared=True)
    try:
        service = Service(
            store, in_threads() if thinkers is None else thinkers, limits=ALONE, around=around
        )
        service.start()
        bus = await Bus.of(service)
        try:
            yield service
        finally:
            await service.stop()
            await bus.stop()
    finally:
        store.close()


def own_keys() -> Keys:
    """Who one is at each place, for this user of the machine."""
    from platformdirs import user_config_path

    folder = user_config_path("dealt", appauthor=False, roaming=True)
    make_private(folder)
    return Keys(folder / _KEYS)


async def token_at(service: Service, keys: Keys | None, place: str) -> str:
    """The token of the person that one is at a place: the one of before, or a new one.

    Args:
        service: that has been started.
        keys: who one was before; None: one is somebody new.
        place: what the key is saved under.

    Raises:
        StorageError: the file of keys cannot be used.
    """
    key = None if keys is None else keys.key(place)
    if key is not None:
        with contextlib.suppress(Refused):  # another file of the same name
            await service.person_of(key)
            return key
    _, token = await service.new_person()
    return token if keys is None else keys.save(place, token, before=key)
