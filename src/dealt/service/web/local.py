"""The table service of this account, in this process: its file, its limits, its keys.

Every client with own tables uses it, so nothing here needs a screen or a web server.
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
from dealt.service.hall.thinkers import Thinkers, in_threads
from dealt.service.store.store import Store
from dealt.service.table.limits import Limits
from dealt.service.table.refusals import Refused
from dealt.service.web.bus import Bus
from dealt.storage.files import TextFile, make_private, new_folder

DATA = "dealt-table.db"  # the file of own tables, see `storage.places`
_ALONE = Limits(
    frames_s=1000, frames_burst=1000, chat_s=1000, hints_s=1000, tables_min=1000, work_min=10**6
)  # there is nobody to protect
_KEYS = "table-keys.json"


@contextlib.asynccontextmanager
async def service_on(
    path: str | Path, around: Surroundings | None = None, thinkers: Thinkers | None = None
) -> AsyncIterator[Service]:
    """A table service in the running loop, with its tables in a file.

    Other windows of the account, each a process, may have the same file open.

    Args:
        path: of the file, which is created if necessary.
        around: see `Surroundings`; None: computer players pause, and failures are not printed.
        thinkers: where computer players think; None: in threads, with the usual limits.

    Raises:
        StorageError: the file cannot be used.
    """
    if around is None:
        around = Surroundings(pause_s=PAUSE_S, say=lambda line: None, own=True)
    store = Store(path, shared=True)
    try:
        service = Service(store, thinkers or in_threads(), limits=_ALONE, around=around)
        service.start()
        bus = await Bus.started(service)
        try:
            yield service
        finally:
            await service.stop()
            await bus.stop()
    finally:
        store.close()


def own_keys() -> Keys:
    """The keys of this user of the machine."""
    from platformdirs import user_config_path

    folder = user_config_path("dealt", appauthor=False, roaming=True)
    make_private(folder)
    return Keys(folder / _KEYS)


async def token_at(service: Service, keys: Keys | None, place: str) -> str:
    """The token of the user's person at a place: the saved one, or a new person's.

    Args:
        service: a started service.
        keys: the saved tokens; None: always be a new person.
        place: the name of the token among the keys.

    Raises:
        StorageError: the file of keys cannot be used.
    """
    key = None if keys is None else keys.key(place)
    if key is not None:
        with contextlib.suppress(Refused):  # the place has another file now
            await service.person_of(key)
            return key
    _, token = await service.new_person()
    return token if keys is None else keys.save(place, token, before=key)


# --- keys -----------------------------------------------------------------------------------------


class Keys:
    """Keys by place, in a private file: a key gives access to its person's seats.

    Args:
        path: of the file, which is created with its folder by the first key.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def key(self, place: str) -> str | None:
        """The key for a place, if any; raises StorageError if the file cannot be read."""
        return self._read().get(place)

    def save(self, place: str, key: str, *, before: str | None = None) -> str:
        """Save a key, unless another window has just replaced `before`; the key that is saved.

        Raises:
            StorageError: the file cannot be written.
        """
        new_folder(self._path.parent, is_private=True)
        file = TextFile(self._path, is_private=True)
        with file.locked():
            keys = self._read()
            if keys.get(place) not in (None, before):
                return keys[place]
            file.write(json.dumps({**keys, place: key}, indent=1, sort_keys=True) + "\n")
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
