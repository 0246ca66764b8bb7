"""Who one is at each place of tables, in a file of one's own."""

from __future__ import annotations

import json
from pathlib import Path

from dealt.errors import StorageError
from dealt.language import reason
from dealt.storage.files import TextFile, make_private, new_folder
from dealt.storage.locks import used_alone


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
