"""Asking for the points of a side in a round of Tranca: typed, or scored from cards or photos.

What is typed or read from photos is stored at once, until the round is entered.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import msgspec
from msgspec import Meta, field, structs

from dealt.cards import all_written
from dealt.errors import DealtError, ParseError, ScoreError
from dealt.games.tranca.judging import RED_THREES, Finding, judge
from dealt.games.tranca.scoring import MOST_DOLLARS, score
from dealt.language import message, say, say_n
from dealt.scoresheet.card_text import HAND, TABLE, read_points
from dealt.scoresheet.evening import Strict
from dealt.scoresheet.round.draft import UNREAD, Draft, DraftData, Faces, Morto
from dealt.scoresheet.round.edits import data_of, draft_of
from dealt.scoresheet.schema import KeptPhoto, MatchSheet, Unfinished
from dealt.scoresheet.store import ScoreSheet
from dealt.scoresheet.terminal.card_keys import CardKeys, CardReader, TypesInstead
from dealt.scoresheet.terminal.consoles import (
    BACK,
    CardConsole,
    WentBack,
    ask_final_move,
    ask_morto,
    facts_text,
)
from dealt.scoresheet.terminal.review import Review
from dealt.terminal.console import Console

if TYPE_CHECKING:
    from dealt.vision.reading import Eyes, Reading

Entered = tuple[int, str | None, tuple[KeptPhoto, ...]]  # points, with their cards and photos


class _TypedSide(Strict):
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


class _SideDraft(Strict):
    """The unfinished entry of a side: typed cards, or a draft read from photos."""

    cards: _TypedSide | None = None
    draft: DraftData | None = field(default=None, name="seen")


def side_draft(text: str) -> _SideDraft:
    """The entry of a stored text; empty if another version of dealt wrote it differently."""
    try:
        return msgspec.json.decode(text, type=_SideDraft)
    except (msgspec.DecodeError, RecursionError):
        return _SideDraft()


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

    def keep(self, entry: Draft | _TypedSide | None, photos: tuple[KeptPhoto, ...] = ()) -> None:
        """Store typed cards, or a draft with its photos; None deletes them."""
        unfinished = None
        if entry is not None:
            cards, draft = (None, data_of(entry)) if isinstance(entry, Draft) else (entry, None)
            typed = msgspec.json.encode(_SideDraft(cards, draft)).decode()
            unfinished = Unfinished(typed, photos)
        self.sheet.keep_unfinished(self.match.id, self.number, self.side, unfinished)

    def _say_resumed(self, contents: str) -> None:
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
        self._say_resumed(say_n("{n} card on photos", "{n} cards on photos", len(draft.cards)))
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
        keep = partial(self.keep, draft, photos)
        Review(draft, self.cards, reader=self.reader, keep=keep).run()


def _entry_of(draft: Draft, photos: Sequence[KeptPhoto]) -> Entered:
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
    points, cards, records = _entry_of(draft, photos)
    sheet.enter(match, entered.open_round, side, points, cards, records)
    return say(
        "Saved: {name} {points} ({title}, round {n})",
        title=entered.title, n=entered.open_round, name=side, points=points,
    )  # fmt: skip


PHONE = message("phone")
_POINTS_MENU = (
    message("Enter the points"),
    message("Enter the cards"),
    message("Read photos of the cards"),
    message("Back"),
)


class Camera(Protocol):
    """Takes photos of a side, for example a phone."""

    def photos(self, title: str, console: Console) -> tuple[list[Source], list[Source]]:
        """The photos of the table and of hands.

        Raises:
            SetupError: photos cannot be taken here.
        """


class SideDesk(PhotoDesk):
    """Asks for the points of a side."""

    def __init__(
        self,
        sheet: ScoreSheet,
        match: MatchSheet,
        number: int,
        side: str,
        console: Console,
        phone: Camera,
    ) -> None:
        cards = CardConsole(live=console.live)
        super().__init__(sheet, match, number, side, cards)
        self.console, self.phone = console, phone
        self.keys = CardKeys(cards, self.reader, self.judge, match.decks)
        self.is_typing = not cards.by_keys or not self.rules.lays_like_tranca
        self.typed = _TypedSide()

    def ask(self, title: str) -> Entered | None:
        """Ask for points, or for cards or photos to score; None if the player goes back.

        Raises:
            PointsTyped: points were typed at the menu of a `LineConsole`.
        """
        entered = self._resume()
        while entered is None:
            choice = self.console.choose(title, [*map(say, _POINTS_MENU)])
            if choice == len(_POINTS_MENU):
                lost = say("The sequences you typed will be lost.")
                options = (say("Stay"), say("Leave"))
                if not self.typed.sequences or self.console.choose(lost, options) == 2:
                    self.keep(None)
                    return None
            elif choice == 3:
                entered = self._ask_photos()
            elif choice == 1:
                prompt = say("Points (empty line: back): ")
                points = self.console.ask_read(prompt, lambda t: read_points(t) if t else None)
                entered = None if points is None else (points, None, ())
            else:
                entered = self._ask_cards()
        return entered

    def _resume(self) -> Entered | None:
        """Resume the stored entry; None if there is none, or it stays unfinished."""
        unfinished = self.unfinished
        if unfinished is None:
            return None
        typed = side_draft(unfinished.typed).cards
        if typed is not None:
            self.typed = typed
            self._say_resumed(facts_text(structs.asdict(typed)))
            return self._ask_cards(is_resumed=True)
        draft = self.restored(unfinished)
        return None if draft is None else self._review(draft, unfinished.photos)

    def _tell_way_back(self) -> None:
        """Print how to leave the questions about cards."""
        line = say("Type {back} at any question about the cards to go back.", back=say(BACK))
        self.console.say(line)

    def _ask_photos(self) -> Entered | None:
        """Ask for photos, read and review them; None to enter the points otherwise."""
        try:
            tables, hands = self._ask_sources()
            if not tables and not hands:
                return None
            from dealt.vision.reading import default_eyes

            eyes = default_eyes()
            draft, photos, _ = read_photos(
                tables, hands, eyes, self.console, decks=self.match.decks
            )
        except DealtError as error:
            self.console.say(str(error), cards=False)
            return None
        draft.rules = self.rules
        return self._review(draft, photos)

    def _review(self, draft: Draft, photos: tuple[KeptPhoto, ...]) -> Entered | None:
        """Review the reading of photos; None to enter the points otherwise."""
        self.keep(draft, photos)
        self._tell_way_back()
        try:
            self.go_over(draft, photos)
        except (WentBack, KeyboardInterrupt):  # Ctrl-C leaves only the long review
            self.keep(None)
            self.console.say(say("nothing is entered"))
            return None
        return _entry_of(draft, photos)

    def _ask_sources(self) -> tuple[list[Source], list[Source]]:
        """Ask for photos of the table and of the hand, from files or a phone."""
        tables = self._ask_files(
            say("Photo of the table, or of a part of it (phone: take it with a phone; "
                "empty line: none): "),
            say("Photo of the table, or of a part of it (empty line: no more): "),
        )  # fmt: skip
        if tables[-1:] == [PHONE]:
            title = say("Round {n}, {name}", n=self.number, name=self.side)
            more, hands = self.phone.photos(title, self.console)
            if not more and not hands:
                self.console.say(say("No photo has come."))
            return [*tables[:-1], *more], hands
        if not tables:
            return [], []
        return tables, self._ask_files(
            say("Photo of the cards left in the hand (empty line: none): "),
            say("Photo of the cards left in the hand (empty line: no more): "),
        )

    def _ask_files(self, first: str, further: str) -> list[Source]:
        """Ask for names of files until an empty line, or until `PHONE`, which is the last."""
        names: list[Source] = []
        while True:
            name = self.console.ask(further if names else first)
            if not name:
                return names
            if Path(name).is_file():
                names.append(name)
            elif name.lower() in (PHONE, say(PHONE)):
                return [*names, PHONE]
            else:
                self.console.say(
                    say("{file} is not a file; enter the name of a photo", file=name), cards=False
                )

    def _ask_cards(self, *, is_resumed: bool = False) -> Entered | None:
        """Ask for the cards of the side and score them; None to enter the points otherwise.

        Only of a resumed entry all answers count that were typed before, else the sequences.
        """
        if not is_resumed:
            self.typed = _TypedSide(self.typed.sequences)
        if self.is_typing:  # the legend of the keys says it, too
            self._tell_way_back()
        try:
            self._ask_what_lacks(is_resumed=is_resumed)
            entered = {**structs.asdict(self.typed), "decks": self.match.decks}
            del entered["is_laid"]
            scored = score(**entered, lenient=True, rules=self.rules)
            self.console.show(scored.sheet())
            title = say("Enter {points} points?", points=scored.total)
            if scored.errors:
                title = say("Enter {points} points despite the errors?", points=scored.total)
            if self.cards.choose(title, (say("Yes"), say("No, enter it again"))) == 2:
                return None
        except WentBack:
            return None
        return scored.total, json.dumps(entered), ()

    def _ask_what_lacks(self, *, is_resumed: bool) -> None:
        """Ask the unanswered questions, and store each answer."""
        typed = self.typed
        if not self.rules.threes:
            typed.dollars = 0
        if not self.rules.morto:
            typed.morto = "none"
        if not typed.is_laid:
            if not is_resumed:
                self._ask_to_keep()
            self._ask_sequences()
            typed.is_laid = True
            self.keep(typed)
        questions: dict[str, Callable[[], Any]] = {
            "dollars": self.ask_dollars,
            "hand": self.ask_hand,
            "morto": lambda: ask_morto(self.cards, say("Morto")),
            "final_move": lambda: ask_final_move(self.cards, say("Made the final move?")),
        }
        for name, ask in questions.items():
            if getattr(typed, name) is None:
                setattr(typed, name, ask())
                self.keep(typed)

    @property
    def laid(self) -> list[str]:
        """The cards of all sequences typed so far."""
        return [face for cards in self.typed.sequences for face in cards]

    def _read(self, text: str, place: str) -> tuple[str, ...]:
        """Typed cards of a place, beside those laid."""
        return self.reader.cards(text, place, beside=self.laid, decks=self.match.decks)

    def _ask_sequences(self) -> None:
        """Ask for the sequences on the table, printing the verdict on each."""
        sequences = self.typed.sequences
        if not self.is_typing:
            self.keys.tell()
            try:
                return self.keys.ask_melds(sequences, self._accept)
            except TypesInstead:
                self.is_typing = True
        self.console.say(
            say("Enter the sequences, one per line, such as 4H 5H 6H. Finish with an empty line.")
        )
        self.console.say(self.reader.legend(), cards=False)
        while text := self.cards.ask(say("Sequence {number}: ", number=len(sequences) + 1)):
            try:
                self._accept(self._read(text, TABLE))
            except ParseError as error:
                self.console.say(str(error))
        return None

    def judge(self, cards: tuple[str, ...]) -> Finding:
        """The verdict on a sequence by the rules of the match."""
        return judge(cards, self.rules)

    def _accept(self, cards: tuple[str, ...]) -> bool:
        """Print the verdict on a sequence, and add it; ask first if it is not a sequence."""
        verdict = self.judge(cards)
        self.console.say(f"{all_written(verdict.cards)}: {verdict}")
        options = (say("Enter it again"), say("Keep it: its cards count, but not as a canastra"))
        is_kept = (
            verdict.reason is None or self.cards.choose(say("It is not a sequence"), options) == 2
        )
        if is_kept:
            self.typed.sequences.append([*verdict.cards])
            self.keep(self.typed)
        return is_kept

    def ask_hand(self) -> list[str]:
        """Ask for the cards left in the hand."""
        prompt = say("Cards left in the hand (empty line: none): ")
        if not self.is_typing:
            try:
                return [*self.keys.ask_hand(prompt, self.laid)]
            except TypesInstead:
                self.is_typing = True
        return self.cards.ask_read(prompt, lambda text: [*self._read(text, HAND)])

    def _ask_to_keep(self) -> None:
        """Ask which of the sequences entered before to remove."""
        sequences = self.typed.sequences
        while sequences:
            rows = [say("Take out {cards}", cards=all_written(cards)) for cards in sequences]
            options = (say("Keep them all"), say("Take them all out"), *rows)
            choice = self.cards.choose(say("Sequences entered before"), options)
            if choice == 1:
                return
            first, last = (0, len(sequences)) if choice == 2 else (choice - 3, choice - 2)
            del sequences[first:last]
            self.keep(self.typed)

    def ask_dollars(self) -> int | list[str]:
        """Ask for the red threes laid down, besides those among the sequences."""
        if not self.is_typing:  # the keypad has a key for them
            return 0

        def read(text: str) -> int | list[str]:
            dollars = self.reader.amount(text) if text else 0
            score([], dollars=dollars)
            return dollars if isinstance(dollars, int) else [*dollars]

        laid = [card for card in self.laid if card in RED_THREES]
        prompt = message("Dollars, how many or which (empty line: none): ")
        if laid:
            prompt = message("More dollars besides {cards}: how many or which (empty line: none): ")
        return self.cards.ask_read(say(prompt, cards=all_written(laid)), read)
