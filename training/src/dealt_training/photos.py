"""Measuring how well labelled photos are read: faces, groups, flagged errors and seconds.

The labels are in a file with an entry `images`, a list with an object for each photo: `file`,
`cards` (the faces that can be read, as often as they occur), and optionally `maybe` (faces partly
hidden or cut off, which do not count either way), `tags`, and `groups` (the cards of each group).
Other entries are ignored.
"""

from __future__ import annotations

import itertools
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dealt.cards import read_card
from dealt.core.arguments import never, silent
from dealt.core.sheet import Cell, Sheet
from dealt.errors import ParseError, StorageError
from dealt.language import decimal, no_json, reason, say
from dealt.vision.cards import FACES, OPTIONS, SeenCard
from dealt.vision.groups import Group
from dealt.vision.labels import LABELS
from dealt.vision.photo import load
from dealt.vision.reading import Eyes, Reading, read


@dataclass(frozen=True)
class Labelled:
    """A photo and its labels.

    Attributes:
        file: its file name in the folder.
        cards: faces such as `TH`.
        maybe: faces that may be read or not.
        tags: words that divide photos in a report.
        groups: the cards of each group; None if not given.
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
            "{folder} has no {labels}; see dealt-train measure --help",
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


ALL = "all"


@dataclass(frozen=True)
class _Faces:
    """The faces read on one photo compared with its labels.

    Attributes:
        right, extra, missed: numbers of faces; an extra one is a wrong face or a card too many.
        flagged: number of extra faces that were read with doubt.
        doubtful: number of cards to check, including those that could not be read.
        wrong: the extra faces, as text.
        lost: the missed faces, as text.
        noticed: number of missed faces that a card to check may have.
        unread: number of cards to check that could not be read.
    """

    right: int
    extra: int
    missed: int
    flagged: int
    doubtful: int
    wrong: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    noticed: int = 0
    unread: int = 0

    @property
    def exact(self) -> bool:
        """Whether everything is right."""
        return not self.extra and not self.missed


@dataclass(frozen=True)
class _Pairs:
    """Numbers of pairs of cards in one group: right, wrongly joined, wrongly parted."""

    right: int = 0
    joined: int = 0
    parted: int = 0


@dataclass(frozen=True)
class _Measured:
    """The measurement of one photo."""

    file: str
    tags: tuple[str, ...]
    faces: _Faces
    pairs: _Pairs
    seconds: float


@dataclass
class _Report:
    """The measurements of many photos.

    Attributes:
        photos: the photos.
        model: the version of the networks.
    """

    photos: list[_Measured] = field(default_factory=list)
    model: str = ""

    def by_tag(self) -> dict[str, list[_Measured]]:
        """The photos of each tag; all photos come first."""
        by_tag = {ALL: list(self.photos)}
        for photo in self.photos:
            for tag in photo.tags:
                if tag != ALL:
                    by_tag.setdefault(tag, []).append(photo)
        return by_tag

    def worst(self, count: int) -> list[_Measured]:
        """The photos that are not exactly right, the worst first."""
        inexact = [photo for photo in self.photos if not photo.faces.exact]
        return sorted(inexact, key=lambda p: (-p.faces.extra - p.faces.missed, p.file))[:count]

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {
            "model": self.model,
            "tags": {tag: _figures(photos) for tag, photos in self.by_tag().items()},
            "photos": [
                {
                    "file": photo.file,
                    "right": photo.faces.right,
                    "extra": list(photo.faces.wrong),
                    "missed": list(photo.faces.lost),
                    "flagged": photo.faces.flagged,
                    "missed_flagged": photo.faces.noticed,
                    "unread": photo.faces.unread,
                    "doubtful": photo.faces.doubtful,
                    "seconds": round(photo.seconds, 3),
                }
                for photo in self.photos
            ],
        }

    def sheet(self) -> Sheet:
        """One row for each tag, and the worst photos below."""
        columns = (
            *(say("photos of"), say("how many"), say("cards"), say("precision"), say("recall")),
            *(say("exact"), say("errors flagged"), say("wrong"), say("missed")),
            *(say("doubtful"), say("pairs"), say("s per photo")),
        )
        rows: list[tuple[Cell, ...]] = []
        for tag, photos in self.by_tag().items():
            figures_of = _figures(photos)
            pairs = "-"
            if figures_of["pairs"]:
                pairs = decimal(
                    f"{figures_of['pairs_precision']:.3f} / {figures_of['pairs_recall']:.3f}"
                )
            rows.append(
                (
                    say("all") if tag == ALL else tag,
                    len(photos),
                    figures_of["cards"],
                    decimal(f"{figures_of['precision']:.3f}"),
                    decimal(f"{figures_of['recall']:.3f}"),
                    figures_of["exact"],
                    say("{n} of {all}", n=figures_of["errors_flagged"], all=figures_of["errors"]),
                    say("{n} of {all}", n=figures_of["flagged"], all=figures_of["extra"]),
                    say("{n} of {all}", n=figures_of["missed_flagged"], all=figures_of["missed"]),
                    figures_of["doubtful"],
                    pairs,
                    decimal(f"{figures_of['seconds']:.2f}"),
                )
            )
        notes = [
            say(
                "{file}: extra {extra}, missed {missed}",
                file=photo.file, extra=" ".join(photo.faces.wrong) or "-",
                missed=" ".join(photo.faces.lost) or "-",
            )
            for photo in self.worst(len(self.photos))
        ]  # fmt: skip
        return Sheet(say("Photos read"), columns, tuple(rows), tuple(notes))


def _figures(photos: Sequence[_Measured]) -> dict[str, Any]:
    """The figures for several photos: sums, shares, and seconds per photo."""
    right = sum(photo.faces.right for photo in photos)
    extra = sum(photo.faces.extra for photo in photos)
    missed = sum(photo.faces.missed for photo in photos)
    flagged = sum(photo.faces.flagged for photo in photos)
    noticed = sum(photo.faces.noticed for photo in photos)
    same = sum(photo.pairs.right for photo in photos)
    joined = sum(photo.pairs.joined for photo in photos)
    parted = sum(photo.pairs.parted for photo in photos)
    return {
        "photos": len(photos),
        "cards": right + missed,
        "right": right,
        "extra": extra,
        "missed": missed,
        "precision": part(right, right + extra),
        "recall": part(right, right + missed),
        "exact": sum(photo.faces.exact for photo in photos),
        "errors": extra + missed,
        "errors_flagged": flagged + noticed,
        "flagged": flagged,
        "missed_flagged": noticed,
        "unread": sum(photo.faces.unread for photo in photos),
        "doubtful": sum(photo.faces.doubtful for photo in photos),
        "pairs": same + parted,
        "pairs_precision": part(same, same + joined),
        "pairs_recall": part(same, same + parted),
        "seconds": sum(photo.seconds for photo in photos) / max(1, len(photos)),
    }


def part(some: int, total: int) -> float:
    """A share; 1 if the total is 0."""
    return round(some / total, 4) if total else 1.0


def measure(
    folder: str | Path,
    eyes: Eyes,
    *,
    progress: Callable[[int, int], object] = silent,
    stopped: Callable[[], bool] = never,
    on_reading: Callable[[Labelled, Reading, _Measured], object] = silent,
) -> _Report:
    """Read all labelled photos of a folder and compare.

    Args:
        folder: see `dealt_training.photos`.
        eyes: finds the marks.
        progress: called after each photo with the number done and the total.
        stopped: called before each photo; if it returns true, the rest is skipped.
        on_reading: called with each photo and its reading.

    Raises:
        StorageError, ParseError: the folder, its labels or a photo cannot be read.
    """
    report = _Report(model=eyes.version)
    labelled = load_labels(folder)
    for number, photo in enumerate(labelled):
        if stopped():
            break
        began = time.perf_counter()
        reading = read(load(Path(folder) / photo.file), eyes)
        seconds = time.perf_counter() - began
        measured = _Measured(
            photo.file,
            photo.tags,
            compare(reading.cards, photo, reading.groups),
            _pairs_of(reading, photo),
            seconds,
        )
        report.photos.append(measured)
        on_reading(photo, reading, measured)
        progress(number + 1, len(labelled))
    return report


def compare(cards: Sequence[SeenCard], photo: Labelled, groups: Sequence[Group] = ()) -> _Faces:
    """Compare the faces read with those of the labels, counting repeated faces.

    Of cards with the same face, the surest count as the right ones. Faces of `maybe` are neither
    right nor extra, and a card with only its rank read has no face. Labels do not say where cards
    lie, so a missed face counts as noticed if a card to check that is not right may have it. A card
    known by its gap alone may have any face or, with labelled groups, that of any card in the group
    of its neighbours.

    Args:
        cards: the cards that were read.
        photo: the labels.
        groups: the groups that were read.
    """
    missing, maybe = Counter(photo.cards), Counter(photo.maybe)
    right, flagged = 0, 0
    differing = []
    to_check = [card for card in cards if card.doubtful and card.text != card.face]
    faces = (card for card in cards if card.text == card.face)
    for card in sorted(faces, key=lambda card: -card.confidence):
        if missing[card.face] > 0:
            missing[card.face] -= 1
            right += 1
        elif maybe[card.face] > 0:
            maybe[card.face] -= 1
        else:
            differing.append(card.face)
            flagged += card.doubtful
            to_check += [card] if card.doubtful else []
    lost = tuple(sorted(missing.elements()))
    return _Faces(
        right=right,
        extra=len(differing),
        missed=len(lost),
        flagged=flagged,
        doubtful=sum(card.doubtful for card in cards),
        wrong=tuple(sorted(differing)),
        lost=lost,
        noticed=_noticed(lost, [_possible(card, cards, photo, groups) for card in to_check]),
        unread=sum(card.unread for card in cards),
    )


def _possible(
    card: SeenCard, cards: Sequence[SeenCard], photo: Labelled, groups: Sequence[Group]
) -> Sequence[tuple[str, float]]:
    """The faces that a card to check may have, with their chances."""
    if not card.is_gap:
        return card.likeliest(OPTIONS)
    beside = {
        cards[i].face
        for group in groups
        if any(cards[i] is card for i in group.cards)
        for i in group.cards
        if not cards[i].unread
    }
    with_them = {
        face for group in photo.groups or () if not beside.isdisjoint(group) for face in group
    }
    return [
        (face, card.chance(face)) for face in FACES if photo.groups is None or face in with_them
    ]


def _noticed(lost: Sequence[str], choices: Sequence[Sequence[tuple[str, float]]]) -> int:
    """The number of missed faces that cards to check may have, one for each card."""
    ways = [
        (chance, number, face)
        for number, possible in enumerate(choices)
        for face, chance in possible
        if face in lost
    ]
    left, used = Counter(lost), set[int]()
    for _, number, face in sorted(ways, reverse=True):
        if left[face] > 0 and number not in used:
            left[face] -= 1
            used.add(number)
    return len(used)


def _pairs_of(reading: Reading, photo: Labelled) -> _Pairs:
    """The pairs of cards in one group, among faces that appear once."""
    if photo.groups is None:
        return _Pairs()
    place: dict[str, int] = {}
    often = Counter(face for group in photo.groups for face in group)
    copies = Counter(card.face for card in reading.cards if not card.unread)
    for number, group in enumerate(photo.groups):
        place.update({face: number for face in group if often[face] == 1})
    group_of = {
        reading.cards[i].face: number
        for number, group in enumerate(reading.groups)
        for i in group.cards
        if not reading.cards[i].unread
    }
    unique = [face for face in place if copies[face] == 1]
    counts: Counter[tuple[bool, bool]] = Counter()
    for one, other in itertools.combinations(unique, 2):
        counts[place[one] == place[other], group_of[one] == group_of[other]] += 1
    return _Pairs(counts[True, True], counts[False, True], counts[True, False])
