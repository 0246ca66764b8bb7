"""The unfinished entry of a side at a terminal: stored until the round is entered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, field, structs

from dealt.errors import ParseError, ScoreError
from dealt.games.tranca.scoring import MOST_DOLLARS
from dealt.language import say, say_n
from dealt.scoresheet.card_text import HAND, TABLE
from dealt.scoresheet.evening import Strict
from dealt.scoresheet.round.draft import UNREAD, Draft, DraftData, Faces, Morto
from dealt.scoresheet.round.edits import data_of, draft_of
from dealt.scoresheet.schema import KeptPhoto, MatchSheet, Unfinished
from dealt.scoresheet.store import ScoreSheet
from dealt.scoresheet.terminal.card_keys import CardReader
from dealt.terminal.console import Console

if TYPE_CHECKING:
    from dealt.vision.reading import Eyes, Reading

Entered = tuple[int, str | None, tuple[KeptPhoto, ...]]  # points, with their cards and photos


class TypedSide(Strict):
    """The cards of a side typed so far; None for unanswered questions.

    Attributes:
        is_laid: whether these are all.
        dollars: how many red threes lie beside them, or which.
        morto, final_move: see `dealt.games.tranca.scoring.score`.
    """

    sequences: list[Faces] = field(default_factory=list)
    is_laid: bool = False
    dollars: Annotated[int, Meta(ge=0, le=MOST_DOLLARS)] | Faces | None = None
    hand: Faces | None = None
    morto: Morto | None = None
    final_move: bool | None = None


class SideDraft(Strict):
    """The unfinished entry of a side: typed cards, or a draft read from photos."""

    cards: TypedSide | None = None
    draft: DraftData | None = field(default=None, name="seen")


def side_draft(text: str) -> SideDraft:
    """The entry of a stored text; empty if another version of dealt wrote it differently."""
    try:
        return msgspec.json.decode(text, type=SideDraft)
    except (msgspec.DecodeError, RecursionError):
        return SideDraft()


class PhotoDesk:
    """The unfinished entry of a side in a round."""

    def __init__(
        self, sheet: ScoreSheet, match: MatchSheet, number: int, side: str, cards: Console
    ) -> None:
        self.sheet, self.match, self.number, self.side = sheet, match, number, side
        self.cards, self.rules = cards, match.evening.rules
        self.reader = CardReader(
            cards, sheet.suit_of_c(match.id), lambda suit: sheet.set_suit_of_c(match.id, suit),
            has_jokers=bool(self.rules.joker),
        )  # fmt: skip

    @property
    def unfinished(self) -> Unfinished | None:
        """The stored entry, if any."""
        return self.sheet.unfinished(self.match.id, self.number, self.side)

    def keep(self, entry: Draft | TypedSide | None, photos: tuple[KeptPhoto, ...] = ()) -> None:
        """Store typed cards, or a draft with its photos; None deletes them."""
        unfinished = None
        if entry is not None:
            cards, draft = (None, data_of(entry)) if isinstance(entry, Draft) else (entry, None)
            typed = msgspec.json.encode(SideDraft(cards, draft)).decode()
            unfinished = Unfinished(typed, photos)
        self.sheet.keep_unfinished(self.match.id, self.number, self.side, unfinished)

    def say_resumed(self, contents: str) -> None:
        """Print what is resumed."""
        line = say(
            "Resumed what was typed for {name} in round {n}: {what}",
            name=self.side, n=self.number, what=contents,
        )  # fmt: skip
        self.cards.say(line)

    def restored(self, unfinished: Unfinished) -> Draft | None:
        """The draft of a stored entry, which is printed; None if it does not match its photos."""
        data, photos = side_draft(unfinished.typed).draft, unfinished.photos
        if data is None or len(photos) != len(data.photos):
            return None
        try:
            draft = draft_of(data, self.rules)
            faces = [[card["face"] for card in json.loads(photo.read)["cards"]] for photo in photos]
        except (ParseError, ValueError, KeyError, TypeError):
            return None
        draft.photos = [
            structs.replace(photo, faces=tuple("" if face == UNREAD else face for face in read))
            for photo, read in zip(draft.photos, faces, strict=True)
        ]
        self.say_resumed(say_n("{n} card on photos", "{n} cards on photos", len(draft.cards)))
        return draft

    def resumed(self, draft: Draft, photos: Sequence[KeptPhoto]) -> Draft:
        """The stored draft of the same photos, with the answers of this one; else this one."""
        before = self.unfinished
        pictures = [(photo.shows, photo.picture) for photo in photos]
        if before is None or [(photo.shows, photo.picture) for photo in before.photos] != pictures:
            return draft
        if (restored := self.restored(before)) is None:
            return draft
        restored.morto = draft.morto or restored.morto
        if draft.final_move is not None:
            restored.final_move = draft.final_move
        return restored

    def go_over(self, draft: Draft, photos: tuple[KeptPhoto, ...]) -> None:
        """Review a draft of photos, see `Review.run`."""
        from dealt.scoresheet.terminal.review import Review

        keep = partial(self.keep, draft, photos)
        Review(draft, self.cards, reader=self.reader, keep=keep).run()


def entry_of(draft: Draft, photos: Sequence[KeptPhoto]) -> Entered:
    """The entry of a reviewed draft, with the corrections of its photos."""
    corrected = tuple(
        replace(photo, corrected=json.dumps({**draft.label(number), "model": source.model}))
        for number, (source, photo) in enumerate(zip(draft.photos, photos, strict=True))
    )
    return draft.score().total, json.dumps(draft.facts()), corrected


Source = str | tuple[str, bytes]  # the name of a file, or the name and content of a photo


def read_photos(
    tables: Sequence[Source],
    hands: Sequence[Source],
    eyes: Eyes,
    console: Console | None,
    *,
    decks: int = 2,
) -> tuple[Draft, tuple[KeptPhoto, ...], list[Reading]]:
    """A round read from photos, the photos and their readings; advice about them is printed.

    Each photo of the table shows another part of it.  Without a console nothing is printed.

    Raises:
        StorageError, SetupError: a photo cannot be read.
        ScoreError: no card was found on a photo, or a photo is repeated.
    """
    from dealt.scoresheet.round.photos import see
    from dealt.vision.photo import load, stored
    from dealt.vision.reading import read

    draft = Draft(decks=decks)  # type: ignore[arg-type]  # 2 or 3
    photos: list[KeptPhoto] = []
    readings: list[Reading] = []
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
            photos.append(KeptPhoto(shows, picture, json.dumps(reading.to_dict()), ""))
            readings.append(reading)
    return draft, tuple(photos), readings


def enter(
    sheet: ScoreSheet, match: int, side: str, draft: Draft, photos: Sequence[KeptPhoto]
) -> str:
    """Enter the open round of a side, with its cards and photos; returns a line about it."""
    entered = sheet.match(match)
    points, cards, records = entry_of(draft, photos)
    sheet.enter(match, entered.open_round, side, points, cards, records)
    return say(
        "Saved: {name} {points} ({title}, round {n})",
        title=entered.title, n=entered.open_round, name=side, points=points,
    )  # fmt: skip
