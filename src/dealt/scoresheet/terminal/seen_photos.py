"""Photos of a round: read, and kept with what they show."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from dealt.errors import ScoreError
from dealt.language import say
from dealt.scoresheet.draft import HAND, TABLE, Draft
from dealt.scoresheet.match_sheet import KeptPhoto
from dealt.scoresheet.seen import see
from dealt.scoresheet.store import ScoreSheet
from dealt.scoresheet.terminal.photo_desk import entry_of
from dealt.terminal.console import Console
from dealt.vision.photo import load, stored
from dealt.vision.reading import Eyes, Reading, read

Source = str | tuple[str, bytes]  # the name of a file, or what a photo is called and its content


@dataclass(frozen=True)
class _ReadPhoto:
    """A photo as it is kept, and what was read on it."""

    picture: bytes
    reading: Reading


def read_photos(
    tables: Sequence[Source],
    hands: Sequence[Source],
    eyes: Eyes,
    console: Console | None,
    *,
    decks: int = 2,
) -> tuple[Draft, list[_ReadPhoto]]:
    """A round from photos, with what is wrong with them told; and the photos as they were read.

    Args:
        tables: photos of what lies on the table, each of another part of it.
        hands: photos of the cards left in the hands.
        eyes: what finds the marks.
        console: where to tell; None for nowhere.
        decks: how many decks are played with.

    Raises:
        StorageError, SetupError: a photo cannot be read.
        ScoreError: no card was found on a photo, or one was given twice.
    """
    draft = Draft(decks=decks)
    photos: list[_ReadPhoto] = []
    for shows, sources in ((TABLE, tables), (HAND, hands)):
        before = len(photos)
        for source in sources:
            name, content = (source, source) if isinstance(source, str) else source
            pixels = load(content, name)
            reading = read(pixels, eyes, packs=decks)
            if not reading.cards:
                raise ScoreError("{name}: {told}", name=name, told=reading.advice[0])
            if console is not None:
                for line in reading.advice:
                    console.say(f"{name}: {line}", cards=False)
            see(draft, reading, shows)
            picture = stored(pixels)
            if any(picture == photo.picture for photo in photos[before:]):
                raise ScoreError(
                    "{name} was given twice, so its cards would count twice", name=name
                )
            photos.append(_ReadPhoto(picture, reading))
    return draft, photos


def uncorrected(draft: Draft, photos: Sequence[_ReadPhoto]) -> tuple[KeptPhoto, ...]:
    """The photos of a round with what was read on them."""
    return tuple(
        KeptPhoto(source.shows, photo.picture, json.dumps(photo.reading.to_dict()), "")
        for source, photo in zip(draft.photos, photos, strict=True)
    )


def enter(
    sheet: ScoreSheet, match: int, side: str, draft: Draft, photos: Sequence[KeptPhoto]
) -> str:
    """Enter a round in a match for one side, with its cards and photos; what was entered.

    Raises:
        SetupError: see `ScoreSheet.enter`.
    """
    entered = sheet.match(match)
    points, cards, records = entry_of(draft, photos)
    sheet.enter(match, entered.open_round, side, points, cards, records)
    return say(
        "Saved: {name} {points} ({title}, round {n})",
        title=entered.title, n=entered.open_round, name=side, points=points,
    )  # fmt: skip
