"""The trainer's command: `dealt train GAME`."""

from __future__ import annotations

import sys
import time
from typing import Any

import click

from dealt.cli.forms import check_picture, draw, show_figure
from dealt.cli.simulate import STOPPED, Count, GameName
from dealt.cli.words import Command
from dealt.errors import SetupError
from dealt.language import decimal, message, say


@click.command("train", cls=Command)
@click.argument("game", type=GameName())
@click.option("--generations", type=Count(message("generations")), default="80", show_default=True)
@click.option(
    "--deals",
    type=Count(message("deals")),
    default="1536",
    show_default=True,
    help="For each set of weights.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="PLAYER",
    help="A computer player to learn against, or your own as module:NAME; two at most  [the game's "
    "own]",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option(
    "--history", metavar="FILE", help="Save each generation; continue from where the file ends."
)
@click.option(
    "--picture",
    metavar="FILE",
    callback=check_picture,
    help="Draw how it learned, as .png or .svg.",
)
@click.option("--weights", metavar="FILE", help="Write what was learned, as .json or .py.")
def train(
    game: Any,
    generations: int,
    deals: int,
    against: tuple[str, ...],
    seed: int,
    history: str | None,
    picture: str | None,
    weights: str | None,
) -> None:
    """Train a player of GAME to weigh its moves, from scratch.

    It plays in the vectorized environment against the game's own player, or those of --against, and
    itself. The result depends only on generations, deals, opponents and seed. Ctrl-C stops after a
    set of weights. The file of --weights is a computer player: --player FILE seats it.
    """
    from dealt.learning import training
    from dealt.learning.training import TrainingFile
    from dealt.terminal.progress import Work

    if weights is not None:
        _check_weights(weights)
    file = None
    reports: list[dict[str, Any]] = []
    if history is not None:
        job = {"game": game.name, "generations": generations, "deals": deals, "seed": seed}
        job |= {"against": ", ".join(against)} if against else {}
        file = TrainingFile(history, job)
        reports = [dict(each) for each in file.generations]
    last = training.Generation.from_dict(reports[-1]) if reports else None
    before = reports[-1].get("seconds", 0.0) if reports else 0.0
    began = time.monotonic()
    with Work(message("Training"), message("generations")) as work:
        for generation in training.train(
            game,
            generations,
            deals=deals,
            seed=seed,
            after=last,
            against=against,
            stopped=work.stopped,
        ):
            last = generation
            seconds = round(before + time.monotonic() - began, 1)
            reports.append({**generation.to_dict(), "seconds": seconds})
            if file is not None:
                file.add(reports[-1])
            work.progress(generation.number, generations)
            click.echo(_line(generation))
    if last is not None:
        _show(game, last, reports, weights, picture)
    if work.is_stopped:
        sys.exit(STOPPED)


def _show(
    game: Any,
    last: Any,
    reports: list[dict[str, Any]],
    weights: str | None,
    picture: str | None,
) -> None:
    """Show how it learned, and write the weights and the picture if asked for."""
    from dealt.figures.learning import curve
    from dealt.storage.files import TextFile

    figure = curve(_measurements(reports), even=1 / game.bots.learning.seats)
    if len(reports) > 1:
        show_figure(figure)
    if weights is not None:
        TextFile(weights).write(_weights_text(game, last, weights))
    draw(figure, picture)


def _measurements(reports: list[dict[str, Any]]) -> list[Any]:
    """The results of each generation, for a curve.

    Raises:
        SetupError: a generation cannot be read.
    """
    from dealt.figures.learning import Measured
    from dealt.learning.training import Generation

    return [
        Measured(
            each["number"], meeting.against, meeting.wins, meeting.half, each.get("seconds", 0.0)
        )
        for each in reports
        for meeting in Generation.from_dict(each).meetings
    ]


def _line(generation: Any) -> str:
    """A generation in one line."""
    from dealt.simulate.estimates import with_half

    meetings = ", ".join(
        say(
            "wins {share} ({level} interval) against {name}",
            share=decimal(with_half(each.wins, each.half, ".1%")),
            name=each.against, level=say("95 %"),
        )
        if each.error is not None
        else say(
            "wins {share} against {name}", share=decimal(f"{each.wins:.1%}"), name=each.against
        )
        for each in generation.meetings
    )  # fmt: skip
    return f"{generation.number}: {meetings}"


def _check_weights(path: str) -> None:
    """Raise SetupError or StorageError if weights cannot be written there."""
    from dealt.storage.files import TextFile

    if not path.endswith((".json", ".py")):
        raise SetupError("weights {file}: a name that ends in .json or .py", file=repr(path))
    TextFile(path).check_writable()


def _weights_text(game: Any, generation: Any, path: str) -> str:
    """The weights as the text of a file."""
    import json

    names = game.bots.learning.names
    if not path.endswith(".py"):
        return json.dumps(dict(zip(names, generation.weights, strict=True)), indent=1) + "\n"
    rows = "".join(
        f"    {weight},  # {name}\n" for name, weight in zip(names, generation.weights, strict=True)
    )
    doc = f'"""{game.title}: the weights that `dealt train {game.name}` has learned."""'
    return f"{doc}\n\nWEIGHTS = (\n{rows})\n"
