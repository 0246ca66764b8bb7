"""Photos with labels: folders with a `labels.json` that says which cards each photo shows.

The file has an entry `images`, a list with an object for each photo: `file`, `cards` (the faces
that can be read, as often as they lie there), and optionally `maybe` (faces partly hidden or cut
off, which do not count either way), `tags`, and `groups` (the cards that lie together, group by
group).  Other entries are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dealt.cards import read_card
from dealt.errors import ParseError, StorageError
from dealt.language import no_json, reason

LABELS = "labels.json"
FORMAT = (
    "cards: faces that can be read, as often as they lie there; maybe: partly hidden or cut, "
    "neither rewarded nor punished; groups: the cards that lie together"
)


@dataclass(frozen=True)
class Labelled:
    """A photo and what it shows.

    Attributes:
        file: its file name in the folder.
        cards: faces such as `TH`.
        maybe: faces that may be read or not.
        tags: words that divide photos in a report.
        groups: the cards that lie together; None if not given.
    """

    file: str
    cards: tuple[str, ...]
    maybe: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] | None = None


def load_labels(folder: str | Path) -> list[Labelled]:
    """The labelled photos of a folder, in the order of the file.

    Raises:
        StorageError: `labels.json` or one of its photos does not exist.
        ParseError: the file is not valid.
    """
    path = Path(folder) / LABELS
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise StorageError(
            "{folder} has no {labels}; see dealt vision measure --help",
            folder=folder, labels=LABELS,
        ) from None  # fmt: skip
    except (OSError, ValueError) as error:
        raise StorageError(
            "cannot read {path}: {reason}", path=path, reason=reason(error)
        ) from None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ParseError("{path} is not JSON: {why}", path=path, why=no_json(error)) from None
    images = data.get("images") if isinstance(data, dict) else None
    if not isinstance(images, list) or not images:
        raise ParseError("{path} has no list of images", path=path)
    labels = []
    for number, row in enumerate(images, 1):
        try:
            labels.append(_labelled(row))
        except ParseError as error:
            raise ParseError(
                "{path}, image {n}: {error}", path=path, n=number, error=error
            ) from None
        if any(each.file == labels[-1].file for each in labels[:-1]):
            raise ParseError("{path} names {file} twice", path=path, file=repr(labels[-1].file))
        if not (Path(folder) / labels[-1].file).is_file():
            raise StorageError(
                "{path} names {file}, which does not exist",
                path=path, file=repr(labels[-1].file),
            )  # fmt: skip
    return labels


def _labelled(row: Any) -> Labelled:
    """One entry of the list."""
    if not isinstance(row, dict) or not isinstance(row.get("file"), str):
        raise ParseError("it names no file")
    file = row["file"]
    if Path(file).name != file:
        raise ParseError(
            "{file} must be the name of a file in the folder itself", file=repr(file[:40])
        )
    groups = row.get("groups")
    if groups is not None and not isinstance(groups, list):
        raise ParseError("groups is not a list")
    return Labelled(
        file,
        _faces(row, "cards"),
        _faces(row, "maybe"),
        _tags(row),
        None if groups is None else tuple(_faces({"groups": g}, "groups") for g in groups),
    )


def _tags(row: dict[str, Any]) -> tuple[str, ...]:
    """The tags of an entry, each once."""
    tags = row.get("tags", [])
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise ParseError("tags is not a list of words")
    return tuple(dict.fromkeys(tags))


def _faces(row: dict[str, Any], key: str) -> tuple[str, ...]:
    """The faces of an entry."""
    faces = row.get(key, [])
    if not isinstance(faces, list):
        raise ParseError("{entry} is not a list of cards", entry=key)
    return tuple(read_card(face) for face in faces)


def labels_text(rows: Sequence[dict[str, Any]]) -> str:
    """The text of a `labels.json` with these images."""
    return json.dumps({"format": FORMAT, "images": list(rows)}, indent=1) + "\n"
