"""The command line: `dealt-train scenes` and `dealt-train networks`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from dealt.cli.simulate import STOPPED
from dealt.cli.words import Group
from dealt.errors import SetupError
from dealt.extras import TRAINING, not_installed
from dealt.language import message, say_n
from dealt.storage.files import TextFile, new_folder
from dealt_training import __version__

PROGRAM = "dealt-train"
# the networks, in the order in which they are trained
STAGES = ("finder", "reader", "judge", "framer")


@click.group(PROGRAM, cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name=PROGRAM)
def train() -> None:
    """Make synthetic scenes of cards, and train the networks that read photos."""


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

    The same seed makes the same pictures. dealt vision measure reads the folder.
    """
    from dealt.terminal.progress import Work
    from dealt.vision.measure import LABELS, labels_text
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
