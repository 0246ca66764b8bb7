"""The table service of this account, in this process: its file, its limits, its keys.

Every face that shows a table of one's own uses it, so nothing here needs a screen or a web server.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path

from dealt.errors import StorageError
from dealt.language import reason
from dealt.service.hall.bots import PAUSE_S
from dealt.service.hall.service import Service
from dealt.service.hall.tables import Surroundings
from dealt.service.hall.thinkers import in_threads
from dealt.service.hall.thinking import AnyThinkers
from dealt.service.store.store import Store
from dealt.service.table.limits import Limits
from dealt.service.table.refusals import Refused
from dealt.service.web.bus import Bus
from dealt.storage.files import TextFile, make_private, new_folder
from dealt.storage.locks import used_alone

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


# --- who one is at each place of tables -----------------------------------------------------------


class Keys:
    """Keys by place, in a file that nobody else can read.

    A key is as good as the person whom it belongs to: whoever has it sits in that person's seats.

    Args:
        path: of the file; it and its folder are made when there is something to save.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def key(self, place: str) -> str | None:
        """The key for a place, None if there is none.

        Raises:
            StorageError: the file cannot be read.
        """
        return self._read().get(place)

    def save(self, place: str, key: str, *, before: str | None = None) -> str:
        """Save a key for a place, unless another window has just done so; the one that is saved.

        Args:
            place: of the tables.
            key: for that place.
            before: the key that it replaces, as it was read.

        Raises:
            StorageError: the file cannot be written.
        """
        new_folder(self._path.parent, is_private=True)
        with used_alone(self._path):
            keys = self._read()
            if keys.get(place) not in (None, before):
                return keys[place]
            text = json.dumps({**keys, place: key}, indent=1, sort_keys=True)
            TextFile(self._path, is_private=True).write(text + "\n")
        return key

    def _read(self) -> dict[str, str]:
        make_private(self._path)
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise StorageError(
                "cannot read {path}: {reason}", path=self._path, reason=reason(error)
            ) from None
        except ValueError:
            data = None
        if not isinstance(data, dict) or not all(isinstance(key, str) for key in data.values()):
            raise StorageError(
                "{path} is damaged; without it you will start as a new person", path=self._path
            )
        return data
