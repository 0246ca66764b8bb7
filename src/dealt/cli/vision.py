"""The commands about photos: `dealt vision read`, `measure`, `labels`, `synth` and `train`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealt.cli.simulate import STOPPED
from dealt.cli.words import Group
from dealt.errors import SetupError
from dealt.extras import not_installed
from dealt.language import message, reason, say, say_n

if TYPE_CHECKING:
    from dealt.vision.reading import Eyes

STAGES = (
    "finder",
    "reader",
    "judge",
    "framer",
)  # the networks, in the order in which they are trained
KINDS_OF_BEFORE = {"tranca": "canasta"}  # of made scenes
SEED, SIZE = 1, 1280  # of made scenes, if not told otherwise
weights_option = click.option(
    "--weights", metavar="DIR", help="Your own networks, as written by dealt vision train."
)


@click.group(cls=Group)
def vision() -> None:
    """Read cards from photos, and measure how well."""


@vision.command()
@click.argument("photo")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option("--picture", metavar="FILE", help="Write the photo with what was read on it, a PNG.")
@weights_option
def read(photo: str, as_json: bool, picture: str | None, weights: str | None) -> None:
    """Read the cards on PHOTO. Lists faces, groups and piles, and marks doubtful cards.

    The exit code is 0 if cards were found and 1 if there were none.
    """
    from dealt.clients.line.console import Console
    from dealt.clients.line.sight import sheet_of
    from dealt.storage.files import TextFile
    from dealt.vision.draw import drawn
    from dealt.vision.photo import load
    from dealt.vision.reading import read as read_photo

    if picture is not None:
        _check_apart(picture, [photo])
        TextFile(picture).check_writable()
    pixels = load(photo)
    reading = read_photo(pixels, eyes(weights))
    if picture is not None:
        TextFile(picture).write_bytes(drawn(pixels, reading, numbers=True))
    if as_json:
        click.echo(json.dumps(reading.to_dict(), indent=1))
    else:
        Console().show(sheet_of(reading))
    if not reading.cards:
        sys.exit(1)


@vision.command()
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option("--worst", metavar="DIR", help="Draw the photos that were misread into this folder.")
@click.option(
    "--count", type=click.IntRange(1), default=20, show_default=True, help="Number of photos."
)
@click.option(
    "--made", type=click.IntRange(1), metavar="N", help="Make N synthetic scenes of each kind."
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    help="A kind of scene, such as runs; can be repeated  [all kinds]",
)
@click.option("--seed", type=click.IntRange(0), help="Seed of the scenes  [1]")
@click.option("--size", type=click.IntRange(128, 4096), help="Image size in pixels  [1280]")
@click.option(
    "--least", type=click.IntRange(1), help="Count only marks at least this many pixels high.  [14]"
)
@click.option("--art", metavar="DIR", help="Use these faces of a printed deck.")
@weights_option
def measure(folder: str | None, made: int | None, **ordered: Any) -> None:
    """Measure how well the labelled photos in DIR are read. Or synthetic scenes, with --made.

    DIR has photos and a labels.json with a list of images: each has file, cards (faces such as 7H
    that can be read), and optionally maybe (faces that do not count either way), tags, and groups
    (the cards that lie together). Ctrl-C stops and reports what is done.
    """
    if (folder is None) == (made is None):
        raise click.UsageError(
            say("name a folder of photos, or say how many scenes to make: --made 20")
        )
    if folder is not None:
        for name in ("kinds", "art", "seed", "size", "least"):
            if ordered[name] not in (None, ()):
                option = f"--{name.removesuffix('s')}"
                raise click.UsageError(
                    say("{option} goes with {other}", option=option, other="--made")
                )
        measure_folder(folder, ordered)
    else:
        measure_made_scenes(made or 1, ordered)


def measure_folder(folder: str, ordered: dict[str, Any]) -> None:
    """Measure labelled photos, and draw those that went wrong."""
    from dealt.clients.line.console import Console
    from dealt.clients.line.progress import Work
    from dealt.vision.draw import drawn
    from dealt.vision.measure import measure as measure_photos
    from dealt.vision.photo import load

    if ordered["worst"] is not None:
        _check_apart(ordered["worst"], [folder])
    worst = _folder(ordered["worst"])
    readings: dict[str, Any] = {}
    with Work(message("Reading"), message("photos")) as work:
        report = measure_photos(
            folder,
            eyes(ordered["weights"]),
            progress=work.progress,
            stopped=lambda: work.is_stopped,
            looked=lambda photo, reading, _: readings.update({photo.file: reading}),
        )
    if worst is not None:
        for photo in report.worst(ordered["count"]):
            pixels = load(Path(folder) / photo.file)
            _write(worst / f"{Path(photo.file).stem}.png", drawn(pixels, readings[photo.file]))
    if ordered["as_json"]:
        click.echo(json.dumps(report.to_dict(), indent=1))
    else:
        Console().show(report.sheet())
    if work.is_stopped:
        sys.exit(STOPPED)


def measure_made_scenes(scene_count: int, ordered: dict[str, Any]) -> None:
    """Measure scenes made for it, and draw those that went wrong."""
    from dealt.clients.line.console import Console
    from dealt.clients.line.progress import Work
    from dealt.scoresheet.synthetic import judged, measure_made
    from dealt.vision.draw import drawn
    from dealt.vision.reading import WANTED

    least = ordered["least"] or WANTED
    worst = _folder(ordered["worst"])
    kinds = _kinds(ordered["kinds"])
    decks = _art(ordered["art"])
    left = ordered["count"]

    def looked(pixels: Any, scene: Any, reading: Any) -> None:
        nonlocal left
        counts = judged(reading, scene, least)
        if worst is not None and left and counts["extra"] + counts["missed"]:
            left -= 1
            _write(worst / f"{scene.kind}-{left}.png", drawn(pixels, reading))

    with Work(message("Reading"), message("scenes")) as work:

        def scenes() -> Iterator[Any]:
            from dealt_training.synth import BLOCK, scene

            seed = SEED if ordered["seed"] is None else ordered["seed"]
            side = ordered["size"] or SIZE
            size = (side, side)
            # each number has decks of its own
            for number in range(0, scene_count * BLOCK, BLOCK):
                for kind in kinds:
                    if work.is_stopped:
                        return
                    yield scene(seed, number, kind, size=size, decks=decks, whole=True)

        total = scene_count * len(kinds)
        report = measure_made(
            scenes(),
            eyes(ordered["weights"]),
            least=least,
            progress=lambda done: work.progress(done, total),
            looked=looked,
        )
    if ordered["as_json"]:
        click.echo(json.dumps(report.to_dict(), indent=1))
    else:
        Console().show(report.sheet())
    if work.is_stopped:
        sys.exit(STOPPED)


def eyes(weights: str | None) -> Eyes:
    """The networks of a folder, or those of the package.

    Raises:
        SetupError, StorageError: they cannot be had.
    """
    from dealt.vision.reading import default_eyes

    return default_eyes(None if weights is None else Path(weights))


def _kinds(asked: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds of scenes asked for, all if none is."""
    from dealt_training.synth.layouts import LAYOUTS

    asked = tuple(KINDS_OF_BEFORE.get(kind, kind) for kind in asked)
    for kind in asked:
        if kind not in LAYOUTS:
            raise SetupError(
                "no kind {kind}; the kinds are {kinds}", kind=repr(kind), kinds=", ".join(LAYOUTS)
            )
    return asked or tuple(LAYOUTS)


def _art(folder: str | None) -> list[Any] | None:
    """The printed decks in a folder; None for decks made up."""
    from dealt_training.synth.art import load_art

    return None if folder is None else load_art(Path(folder))


def _check_there(sheet: str) -> None:
    """Raise StorageError if there is no such score sheet: opening it would make one."""
    from dealt.errors import StorageError

    if not Path(sheet).is_file():
        raise StorageError("score sheet {file} not found", file=sheet)


def _check_apart(written: str, kept: Iterable[str]) -> None:
    """Raise StorageError if a file that is to be written is one of those that are to be kept."""
    from dealt.errors import StorageError

    if any(os.path.realpath(written) == os.path.realpath(each) for each in kept):
        raise StorageError(
            "{file} is an input file and would be overwritten; name another", file=written
        )


def _folder(name: str | None) -> Path | None:
    """A folder to write to, made if it is not there."""
    from dealt.errors import StorageError

    if name is None:
        return None
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise StorageError(
            "cannot make the folder {folder}: {reason}", folder=name, reason=reason(error)
        ) from None
    return Path(name)


def _write(path: Path, content: bytes) -> None:
    from dealt.storage.files import TextFile

    TextFile(path).write_bytes(content)


@vision.command()
@click.argument("file")
@click.argument("folder", metavar="DIR")
@click.option("--match", type=click.IntRange(1), help="Only this match, by its number.")
def labels(file: str, folder: str, match: int | None) -> None:
    """Export the photos of a score sheet. They go from FILE to DIR, with a labels.json.

    The labels are the cards as they were corrected, in the format that dealt vision measure reads.
    """
    from dealt.errors import StorageError
    from dealt.scoresheet.store import ScoreSheet
    from dealt.storage.files import TextFile
    from dealt.vision.labels import LABELS, labels_text

    _check_there(file)
    sheet = ScoreSheet(file)
    numbers = [each.id for each in sheet.matches()] if match is None else [match]
    rows: list[dict[str, Any]] = []
    for number in sorted(numbers):
        for photo in sheet.photos(number):
            target = _folder(folder)
            assert target is not None
            name = f"match{number}-round{photo.round}-{len(rows) + 1}-{photo.shows}.jpg"
            _write(target / name, photo.picture)
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
        click.UsageError: options that do not go together.
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
    for name, given in ordered.items():
        if given not in (None, ()):
            option = {"hands": "--hand", "final_move": "--final-move"}.get(name, f"--{name}")
            raise click.UsageError(
                say("{option} goes with {other}", option=option, other="--photo")
            )
    if file is None:
        raise click.UsageError(
            say("name a file of cards, or a photo with --photo TABLE.jpg; - reads what you type")
        )
    return False


def score_photos(decks: int, as_json: bool, ordered: dict[str, Any]) -> None:
    """Score a round from photos: asked about at a terminal, else provisional."""
    from dealt.clients.line.console import Console
    from dealt.clients.line.photo import Review, provisional
    from dealt.clients.line.seen_photos import enter, seen, uncorrected
    from dealt.scoresheet.questions import questions
    from dealt.scoresheet.store import ScoreSheet
    from dealt.storage.files import TextFile
    from dealt.storage.places import kept_at
    from dealt.vision.draw import drawn
    from dealt.vision.photo import load

    file = ordered["sheet"] or kept_at("tranca.db")
    if ordered["picture"] is not None:
        _check_apart(ordered["picture"], [*ordered["tables"], *ordered["hands"], file])
        TextFile(ordered["picture"]).check_writable()
    console = Console()
    sheet = None
    if ordered["match"] is not None:
        _check_there(file)
        sheet = ScoreSheet(file)
        decks = sheet.match(ordered["match"]).decks
        sheet.check_enterable(ordered["match"], ordered["side"])
    terminal = Console(live=False) if not as_json else None
    draft, photos = seen(
        ordered["tables"], ordered["hands"], eyes(ordered["weights"]), terminal, decks=decks
    )
    draft.morto, draft.final_move = ordered["morto"], ordered["final_move"]
    shown = uncorrected(draft, photos)
    if ordered["picture"] is not None:
        picture = drawn(load(ordered["tables"][0]), photos[0].reading, numbers=True)
        TextFile(ordered["picture"]).write_bytes(picture)
    if as_json:
        click.echo(json.dumps(_as_data(draft, photos), indent=1))
    elif console.live:
        try:
            if sheet is None:
                Review(draft, console).run()
            else:
                draft = _review_for(sheet, ordered["match"], ordered["side"], draft, shown)
        except (EOFError, KeyboardInterrupt):
            if sheet is not None:
                click.echo(say("nothing is entered"), err=True)
            raise
    else:
        for each in provisional(draft):
            console.show(each)
    if sheet is not None and ordered["match"] is not None:
        if questions(draft):
            raise click.UsageError(say("nothing is entered: the score is provisional"))
        click.echo(enter(sheet, ordered["match"], ordered["side"], draft, shown), err=as_json)


def _review_for(sheet: Any, match: int, side: str, draft: Any, photos: Any) -> Any:
    """A round for a score sheet, gone over; what is answered is kept there until it is entered."""
    from dealt.clients.line.card_reader import CardReader
    from dealt.clients.line.console import Console
    from dealt.clients.line.photo import Review
    from dealt.clients.line.seen_photos import resumed
    from dealt.scoresheet.draft_data import data_of
    from dealt.scoresheet.match_sheet import Unfinished
    from dealt.scoresheet.side_draft import SideDraft

    console, number = Console(), sheet.match(match).open_round
    before = resumed(sheet, match, side, photos)
    if before is not None:
        before.morto = before.morto if draft.morto is None else draft.morto
        before.final_move = before.final_move if draft.final_move is None else draft.final_move
        draft = before
        what = say_n("{n} card on photos", "{n} cards on photos", len(draft.cards))
        console.say(
            say(
                "Resumed what was typed for {name} in round {n}: {what}",
                name=side, n=number, what=what,
            )
        )  # fmt: skip

    def keep() -> None:
        unfinished = Unfinished(SideDraft(seen=data_of(draft)).to_text(), photos)
        sheet.keep_unfinished(match, number, side, unfinished)

    reader = CardReader(
        console, sheet.suit_of_c(match), lambda suit: sheet.set_suit_of_c(match, suit)
    )
    Review(draft, console, reader=reader, keep=keep).run()
    return draft


def _as_data(draft: Any, photos: Any) -> dict[str, Any]:
    """A round for JSON."""
    from dealt.scoresheet.questions import questions

    asked = questions(draft)
    return {
        "provisional": bool(asked),
        "score": draft.score().to_data(),
        "questions": [
            {
                "kind": question.kind,
                "text": question.text,
                "options": list(question.options),
                "cards": list(question.cards),
            }
            for question in asked
        ],
        "cards": [
            {
                "photo": card.photo,
                "face": card.told,
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
        "photos": [photo.reading.to_dict() for photo in photos],
    }


@vision.command()
@click.argument("folder", metavar="DIR")
@click.option("--count", type=click.IntRange(1, 10_000), default=12, show_default=True)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    help="A kind of scene, such as runs; can be repeated  [all kinds]",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--size", type=click.IntRange(128, 4096), default=512, show_default=True)
@click.option("--packs", type=click.IntRange(1, 3), default=2, show_default=True)
def synth(
    folder: str, count: int, kinds: tuple[str, ...], seed: int, size: int, packs: int
) -> None:
    """Make synthetic scenes of cards in DIR. A labels.json goes with them.

    The same seed makes the same pictures. dealt vision measure reads the folder.
    """
    from dealt.clients.line.progress import Work
    from dealt.scoresheet.synthetic import label_of
    from dealt.storage.files import TextFile
    from dealt.vision.labels import LABELS, labels_text
    from dealt.vision.photo import LONGEST_STORED, stored
    from dealt_training.synth import scene

    names = _kinds(kinds)
    target = _folder(folder)
    assert target is not None
    side = min(size, LONGEST_STORED)
    rows = []
    with Work(message("Making"), message("scenes")) as work:
        for number in range(count):
            if work.is_stopped:
                break
            kind = names[number % len(names)]
            pixels, truth = scene(seed, number, kind, size=(size, size), packs=packs)
            file = f"{kind}-{number}.jpg"
            _write(target / file, stored(pixels))
            rows.append({"file": file, "width": side, "height": side, **label_of(truth)})
            work.progress(number + 1, count)
    TextFile(target / LABELS).write(labels_text(rows))
    click.echo(say_n("1 picture in {folder}", "{n} pictures in {folder}", len(rows), folder=folder))
    if work.is_stopped:
        sys.exit(STOPPED)


@vision.command()
@click.argument("folder", metavar="DIR")
@click.option("--minutes", type=click.FloatRange(0.1), default=165.0, show_default=True)
@click.option("--steps", type=click.IntRange(1), help="End each network after so many steps.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option(
    "--art", metavar="DIR", help="Faces of printed decks to learn from, in addition to drawn ones."
)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True)
@click.option(
    "--stage",
    "stages",
    type=click.Choice(STAGES),
    multiple=True,
    help="Train only this network; weights are written once all have a checkpoint.",
)
def train(folder: str, stages: tuple[str, ...], art: str | None, **ordered: Any) -> None:
    """Train the networks on synthetic scenes. They are written to DIR.

    An interrupted run continues where it stopped. Needs torch, which the extra `train` installs.
    """
    if Path(folder).exists():
        _folder(folder)  # a file in its place is told first
    try:
        from dealt_training.networks.run import train as train_networks
    except ModuleNotFoundError as error:
        raise SetupError(not_installed(error.name, "train")) from None
    target = _folder(folder)
    assert target is not None
    train_networks(
        target,
        art=None if art is None else Path(art),
        stages=stages or STAGES,
        say=click.echo,
        **ordered,
    )
