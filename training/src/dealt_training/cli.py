"""The command line: `dealt-train scenes`, `measure` and `networks`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from dealt.cli.forms import form_options, show_sheets
from dealt.cli.simulate import STOPPED
from dealt.cli.vision import check_absent, check_apart, eyes_of, weights_option
from dealt.cli.words import Group
from dealt.errors import SetupError
from dealt.extras import TRAINING, not_installed
from dealt.language import message, say, say_n
from dealt.storage.files import TextFile, new_folder
from dealt_training import __version__

PROGRAM = "dealt-train"
# the networks, in the order in which they are trained
STAGES = ("finder", "reader", "judge", "framer")
_SEED, _SIZE = 1, 1280  # of scenes to measure, by default


@click.group(PROGRAM, cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name=PROGRAM)
def train() -> None:
    """Make synthetic scenes of cards, measure how photos are read, and train the networks."""


@train.command()
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
def scenes(
    folder: str, count: int, kinds: tuple[str, ...], seed: int, size: int, packs: int
) -> None:
    """Make synthetic scenes of cards in DIR. A labels.json goes with them.

    The same seed makes the same pictures. dealt-train measure reads the folder.
    """
    from dealt.terminal.progress import Work
    from dealt.vision.labels import LABELS, labels_text
    from dealt.vision.photo import LONGEST_STORED, stored
    from dealt_training.measure import label_of
    from dealt_training.synth import named_kinds, scene

    names = named_kinds(kinds)
    target = new_folder(folder)
    side = min(size, LONGEST_STORED)
    rows = []
    with Work(message("Making"), message("scenes")) as work:
        for number in range(count):
            if work.is_stopped:
                break
            kind = names[number % len(names)]
            pixels, truth = scene(seed, number, kind, size=(size, size), packs=packs)
            file = f"{kind}-{number}.jpg"
            TextFile(target / file).write_bytes(stored(pixels))
            rows.append({"file": file, "width": side, "height": side, **label_of(truth)})
            work.progress(number + 1, count)
    TextFile(target / LABELS).write(labels_text(rows))
    click.echo(say_n("1 picture in {folder}", "{n} pictures in {folder}", len(rows), folder=folder))
    if work.is_stopped:
        sys.exit(STOPPED)


@train.command()
@click.argument("folder", metavar="[DIR]", required=False)
@form_options
@click.option("--worst", metavar="DIR", help="Draw the photos that were misread into this folder.")
@click.option(
    "--count", type=click.IntRange(1), default=20, show_default=True, help="Number of photos."
)
@click.option(
    "--made",
    "scene_count",
    type=click.IntRange(1),
    metavar="N",
    help="Make N synthetic scenes of each kind.",
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
def measure(folder: str | None, scene_count: int | None, **ordered: Any) -> None:
    """Measure how well the labelled photos in DIR are read. Or synthetic scenes, with --made.

    DIR has photos and a labels.json with a list of images: each has file, cards (faces such as 7H
    that can be read), and optionally maybe (faces that do not count either way), tags, and groups
    (the cards that lie together). Ctrl-C stops and reports what is done.
    """
    if (folder is None) == (scene_count is None):
        raise click.UsageError(
            say("name a folder of photos, or say how many scenes to make: --made 20")
        )
    if folder is not None:
        check_absent(ordered, ("kinds", "art", "seed", "size", "least"), "--made")
        _measure_folder(folder, ordered)
    else:
        _measure_scenes(scene_count or 1, ordered)


def _measure_folder(folder: str, ordered: dict[str, Any]) -> None:
    """Measure labelled photos, and draw those that were misread."""
    from dealt.terminal.progress import Work
    from dealt.vision.draw import draw_reading
    from dealt.vision.photo import load
    from dealt_training.photos import measure as measure_photos

    if ordered["worst"] is not None:
        check_apart(ordered["worst"], [folder])
    worst = None if ordered["worst"] is None else new_folder(ordered["worst"])
    readings: dict[str, Any] = {}
    with Work(message("Reading"), message("photos")) as work:
        report = measure_photos(
            folder,
            eyes_of(ordered["weights"]),
            progress=work.progress,
            stopped=lambda: work.is_stopped,
            on_reading=lambda photo, reading, _: readings.update({photo.file: reading}),
        )
    if worst is not None:
        for photo in report.worst(ordered["count"]):
            pixels = load(Path(folder) / photo.file)
            picture = draw_reading(pixels, readings[photo.file])
            TextFile(worst / f"{Path(photo.file).stem}.png").write_bytes(picture)
    _show(report, work, ordered["form"])


def _measure_scenes(scene_count: int, ordered: dict[str, Any]) -> None:
    """Measure synthetic scenes, and draw those that were misread."""
    from dealt.terminal.progress import Work
    from dealt.vision.draw import draw_reading
    from dealt.vision.reading import WANTED
    from dealt_training.measure import judged, measure_scenes
    from dealt_training.synth import BLOCK, load_art, named_kinds, scene

    least = ordered["least"] or WANTED
    kinds = named_kinds(ordered["kinds"])
    decks = None if ordered["art"] is None else load_art(Path(ordered["art"]))
    worst = None if ordered["worst"] is None else new_folder(ordered["worst"])
    left = ordered["count"]

    def draw_if_wrong(pixels: Any, scene: Any, reading: Any) -> None:
        nonlocal left
        counts = judged(reading, scene, least)
        if worst is not None and left and counts["extra"] + counts["missed"]:
            left -= 1
            TextFile(worst / f"{scene.kind}-{left}.png").write_bytes(draw_reading(pixels, reading))

    with Work(message("Reading"), message("scenes")) as work:

        def scenes() -> Iterator[Any]:
            seed = _SEED if ordered["seed"] is None else ordered["seed"]
            side = ordered["size"] or _SIZE
            size = (side, side)
            # each number has decks of its own
            for number in range(0, scene_count * BLOCK, BLOCK):
                for kind in kinds:
                    if work.is_stopped:
                        return
                    yield scene(seed, number, kind, size=size, decks=decks, whole=True)

        total = scene_count * len(kinds)
        report = measure_scenes(
            scenes(),
            eyes_of(ordered["weights"]),
            least=least,
            progress=lambda count: work.progress(count, total),
            on_reading=draw_if_wrong,
        )
    _show(report, work, ordered["form"])


def _show(report: Any, work: Any, form: str | None) -> None:
    """Show a report; exit if the measurement was stopped."""
    show_sheets(lambda: [report.sheet()], form, data=report.to_dict)
    if work.is_stopped:
        sys.exit(STOPPED)


@train.command()
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
def networks(folder: str, stages: tuple[str, ...], art: str | None, **ordered: Any) -> None:
    """Train the networks on synthetic scenes. They are written to DIR.

    An interrupted run continues where it stopped. Needs PyTorch, which the extra `torch` installs.
    """
    if Path(folder).exists():
        new_folder(folder)  # a file in its place is reported before a missing library
    try:
        from dealt_training.networks.run import train as train_networks
    except ModuleNotFoundError as error:
        raise SetupError(not_installed(error.name, "torch", TRAINING)) from None
    train_networks(
        new_folder(folder),
        art=None if art is None else Path(art),
        stages=stages or STAGES,
        say=click.echo,
        **ordered,
    )
