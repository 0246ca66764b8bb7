"""The commands about photos: `dealt vision read` and `labels`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealt.cli.forms import form_options, show_sheets
from dealt.cli.words import Group
from dealt.language import say, say_n
from dealt.storage.files import TextFile, new_folder

if TYPE_CHECKING:
    from dealt.vision.reading import Eyes

weights_option = click.option(
    "--weights", metavar="DIR", help="Your own networks, as written by dealt-train networks."
)


@click.group(cls=Group)
def vision() -> None:
    """Read cards from photos."""


@vision.command()
@click.argument("photo")
@form_options
@click.option("--picture", metavar="FILE", help="Write the photo with what was read on it, a PNG.")
@weights_option
def read(photo: str, form: str | None, picture: str | None, weights: str | None) -> None:
    """Read the cards on PHOTO. Lists faces, groups and piles, and marks doubtful cards.

    The exit code is 0 if cards were found and 1 if there were none.
    """
    from dealt.vision.draw import draw_reading, sheet_of
    from dealt.vision.photo import load
    from dealt.vision.reading import read as read_photo

    if picture is not None:
        check_apart(picture, [photo])
        TextFile(picture).check_writable()
    pixels = load(photo)
    reading = read_photo(pixels, eyes_of(weights))
    if picture is not None:
        TextFile(picture).write_bytes(draw_reading(pixels, reading, numbers=True))
    show_sheets(lambda: [sheet_of(reading)], form, data=reading.to_dict)
    if not reading.cards:
        sys.exit(1)


def check_absent(ordered: dict[str, Any], names: Iterable[str], other: str) -> None:
    """Raise UsageError if an option is given without the one it depends on."""
    for name in names:
        value = ordered[name]
        if value not in (None, ()):
            single = name.removesuffix("s") if isinstance(value, tuple) else name
            option = f"--{single.replace('_', '-')}"
            raise click.UsageError(say("{option} goes with {other}", option=option, other=other))


def eyes_of(weights: str | None) -> Eyes:
    """The networks of a folder, or those of the package.

    Raises:
        SetupError, StorageError: they are not available.
    """
    from dealt.vision.reading import default_eyes

    return default_eyes(None if weights is None else Path(weights))


def _check_there(sheet: str) -> None:
    """Raise StorageError if a score sheet does not exist, as opening it would create one."""
    from dealt.errors import StorageError

    if not Path(sheet).is_file():
        raise StorageError("score sheet {file} not found", file=sheet)


def check_apart(target: str, inputs: Iterable[str]) -> None:
    """Raise StorageError if the output would overwrite an input."""
    from dealt.errors import StorageError

    if any(os.path.realpath(target) == os.path.realpath(each) for each in inputs):
        raise StorageError(
            "{file} is an input file and would be overwritten; name another", file=target
        )


@vision.command()
@click.argument("file")
@click.argument("folder", metavar="DIR")
@click.option("--match", type=click.IntRange(1), help="Only this match, by its number.")
def labels(file: str, folder: str, match: int | None) -> None:
    """Export the photos of a score sheet. They go from FILE to DIR, with a labels.json.

    The labels are the cards as they were corrected, in the format that dealt-train measure reads.
    """
    from dealt.errors import StorageError
    from dealt.scoresheet.store import ScoreSheet
    from dealt.vision.labels import LABELS, labels_text

    _check_there(file)
    sheet = ScoreSheet(file)
    numbers = [each.id for each in sheet.matches()] if match is None else [match]
    rows: list[dict[str, Any]] = []
    for number in sorted(numbers):
        for photo in sheet.photos(number):
            target = new_folder(folder)
            name = f"match{number}-round{photo.round}-{len(rows) + 1}-{photo.shows}.jpg"
            TextFile(target / name).write_bytes(photo.picture)
            rows.append({"file": name, **json.loads(photo.corrected)})
    if not rows:
        raise StorageError("{file} has no photos", file=file)
    TextFile(Path(folder) / LABELS).write(labels_text(rows))
    click.echo(say_n("1 photo in {folder}", "{n} photos in {folder}", len(rows), folder=folder))


def photo_options(command: Any) -> Any:
    """The options of `dealt score` that are about photos."""
    options = (
        click.option("--photo", "tables", multiple=True, metavar="JPG",
                     help="Read the table from a photo; repeat it for parts of the table."),
        click.option("--hand", "hands", multiple=True, metavar="JPG",
                     help="Read the cards left in the hand from a photo; repeat it."),
        click.option("--morto", type=click.Choice(["used", "unused", "none"]),
                     help="Whether the morto was taken and used; no photo shows it."),
        click.option("--final-move/--no-final-move", default=None,
                     help="Whether the side made the final move; no photo shows it."),
        click.option("--picture", metavar="FILE",
                     help="Write the first photo with what was read on it, a PNG."),
        click.option("--match", type=click.IntRange(1), metavar="N",
                     help="Enter the points in this match of a score sheet; goes with --side."),
        click.option("--side", metavar="NAME", help="The side to enter them for."),
        click.option("--sheet", metavar="FILE", help="The score sheet  [tranca.db]"),
        weights_option,
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def wants_photos(file: str | None, lenient: bool, ordered: dict[str, Any]) -> bool:
    """Whether a round is to be scored from photos.

    Raises:
        click.UsageError: options exclude each other.
    """
    if ordered["tables"]:
        if file is not None:
            raise click.UsageError(say("give a file of cards or --photo, not both"))
        if lenient:
            raise click.UsageError(
                say("--lenient goes with a file; photos are always scored leniently")
            )
        if (ordered["match"] is None) != (ordered["side"] is None):
            raise click.UsageError(say("--match and --side go together"))
        if ordered["sheet"] is not None and ordered["match"] is None:
            raise click.UsageError(say("--sheet goes with --match and --side"))
        return True
    check_absent(ordered, ordered, "--photo")
    if file is None:
        raise click.UsageError(
            say("name a file of cards, or a photo with --photo TABLE.jpg; - reads what you type")
        )
    return False


def score_photos(decks: int, form: str | None, ordered: dict[str, Any]) -> None:
    """Score a round from photos, with questions at a terminal, else provisionally."""
    from dealt.scoresheet.round.questions import questions
    from dealt.scoresheet.store import ScoreSheet
    from dealt.scoresheet.terminal.review import Review, provisional
    from dealt.scoresheet.terminal.side import PhotoDesk, enter, read_photos
    from dealt.storage.files import kept_at
    from dealt.terminal.console import Console
    from dealt.vision.draw import draw_reading
    from dealt.vision.photo import load

    file = ordered["sheet"] or kept_at("tranca.db")
    if ordered["picture"] is not None:
        check_apart(ordered["picture"], [*ordered["tables"], *ordered["hands"], file])
        TextFile(ordered["picture"]).check_writable()
    console = Console()
    sheet = match = None
    if ordered["match"] is not None:
        _check_there(file)
        sheet = ScoreSheet(file)
        match = sheet.match(ordered["match"])
        decks = match.decks
        sheet.check_enterable(ordered["match"], ordered["side"])
    terminal = Console(live=False) if form is None else None
    draft, photos, readings = read_photos(
        ordered["tables"], ordered["hands"], eyes_of(ordered["weights"]), terminal, decks=decks
    )
    draft.morto, draft.final_move = ordered["morto"], ordered["final_move"]
    if match is not None:
        draft.rules = match.evening.rules
    if ordered["picture"] is not None:
        picture = draw_reading(load(ordered["tables"][0]), readings[0], numbers=True)
        TextFile(ordered["picture"]).write_bytes(picture)
    if form is None and console.live:
        try:
            if sheet is None or match is None:
                Review(draft, console).run()
            else:
                desk = PhotoDesk(sheet, match, match.open_round, ordered["side"], console)
                draft = desk.resumed(draft, photos)
                desk.go_over(draft, photos)
        except (EOFError, KeyboardInterrupt):
            if sheet is not None:
                click.echo(say("nothing is entered"), err=True)
            raise
    else:
        show_sheets(lambda: provisional(draft), form, data=lambda: _as_data(draft, readings))
    if sheet is not None and ordered["match"] is not None:
        if questions(draft):
            raise click.UsageError(say("nothing is entered: the score is provisional"))
        line = enter(sheet, ordered["match"], ordered["side"], draft, photos)
        click.echo(line, err=form is not None)


def _as_data(draft: Any, readings: Any) -> dict[str, Any]:
    """A round for JSON."""
    from dealt.scoresheet.round.questions import questions

    open_questions = questions(draft)
    return {
        "provisional": bool(open_questions),
        "score": draft.score().to_data(),
        "questions": [
            {name: getattr(question, name) for name in ("kind", "text", "options", "cards")}
            for question in open_questions
        ],
        "cards": [
            {
                "photo": card.photo,
                "face": card.text,
                "read": card.read,
                "confidence": round(card.confidence, 3),
                "doubtful": card.doubtful,
                "unread": card.is_unread,
            }
            for card in draft.cards
        ],
        "melds": [
            {
                "cards": meld.cards,
                "pile": None if meld.pile is None else list(draft.faces(meld)),
            }
            for meld in draft.melds
        ],
        "hand": draft.hand,
        "photos": [reading.to_dict() for reading in readings],
    }
