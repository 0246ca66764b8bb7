"""The trainer's command: `dealt train GAME`."""

from __future__ import annotations

import sys
from typing import Any

import click

from dealt.cli_simulate import STOPPED, Count, GameName


@click.command("train")
@click.argument("game", type=GameName())
@click.option("--generations", type=Count("generations"), default="80", show_default=True)
@click.option(
    "--deals",
    type=Count("deals"),
    default="1536",
    show_default=True,
    help="For each set of weights.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--history", metavar="FILE", help="Keep each generation; go on where it ends.")
@click.option("--weights", metavar="FILE", help="Write what was learned, as .json or .py.")
def train(
    game: Any, generations: int, deals: int, seed: int, history: str | None, weights: str | None
) -> None:
    """Train a player of GAME to weigh its moves, from nothing.

    It plays in the vectorised environment against the game's own player and itself. The result
    depends on generations, deals and seed alone. Ctrl-C stops after a set of weights.
    """
    from dealt.adapters import training
    from dealt.storage.files import TextFile
    from dealt.storage.training import TrainingFile
    from dealt.terminal.progress import Work

    if weights is not None:
        TextFile(weights).check_writable()
    kept: list[Any] = []
    file = None
    if history is not None:
        job = {"game": game.name, "generations": generations, "deals": deals, "seed": seed}
        file = TrainingFile(history, job)
        kept = [training.Generation.from_dict(told) for told in file.generations]
    with Work("Training", "generations") as work:
        for generation in training.train(
            game, generations, deals=deals, seed=seed, after=kept[-1] if kept else None,
            stopped=work.stopped,
        ):  # fmt: skip
            kept.append(generation)
            if file is not None:
                file.add(generation.to_dict())
            work.progress(generation.number, generations)
            click.echo(said(generation))
    if weights is not None and kept:
        TextFile(weights).write(written(game, kept[-1], weights))
    if work.is_stopped:
        sys.exit(STOPPED)


def said(generation: Any) -> str:
    """A generation in one line."""
    meetings = ", ".join(
        f"wins {each.wins:.1%} +- {1.96 * each.error:.1%} against {each.against}"
        for each in generation.meetings
    )
    return f"{generation.number}: {meetings}"


def written(game: Any, generation: Any, path: str) -> str:
    """The weights as the text of a file."""
    import json

    names = game.learning.names
    if not path.endswith(".py"):
        return json.dumps(dict(zip(names, generation.weights, strict=True)), indent=1) + "\n"
    rows = "".join(
        f"    {weight},  # {name}\n" for name, weight in zip(names, generation.weights, strict=True)
    )
    doc = f'"""{game.title}: the weights that `dealt train {game.name}` has learned."""'
    return f"{doc}\n\nWEIGHTS = (\n{rows})\n"
