"""The command that simulates any game, `dealt simulate GAME`, and options shared with others."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from dealt.cli.forms import check_picture, draw, form_options, show_figure, show_sheets
from dealt.cli.words import Command, LevelName
from dealt.errors import SetupError
from dealt.language import Phrase, decimal, message, number, say

if TYPE_CHECKING:
    from dealt.core.game import Game
    from dealt.simulate.lineup import Lineup
    from dealt.simulate.matches import Report
    from dealt.simulate.shards import Job, Workers
    from dealt.terminal.progress import Work

STOPPED = 130  # the exit status after Ctrl-C


class GameName(click.ParamType[Any]):
    """The name of a game, converted to the game."""

    name = "game"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The game."""
        from dealt.games import game

        return game(value) if isinstance(value, str) else value


own_game_option = click.option(
    "--game", "own", type=GameName(), metavar="MODULE:NAME", help="A game of your own."
)


def game_of_file(file: str, name: str, own: Any) -> Any:
    """The game of `--game`, or the one that a file names, which must be registered already.

    Raises:
        SetupError: unknown game, or one of somebody's own without `--game`.
    """
    from dealt.games import registered

    if own is None and ":" in name:
        raise SetupError(
            "{file}: its game is {game}, which is not loaded by itself; if you trust that "
            "code, add --game {game}",
            file=file, game=name,
        )  # fmt: skip
    return own or registered(name)


def _options(ctx: Any, param: Any, texts: tuple[str, ...]) -> dict[str, int | str]:
    """The values of `--option NAME=VALUE`."""
    values: dict[str, int | str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise SetupError("{option} has no value: write NAME=VALUE", option=repr(text))
        values[name] = value
    return values


rules_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    callback=_options,
    help="Set a rule; dealt games lists the rules.",
)


class Count(click.ParamType[Any]):
    """A number of things: `1000000`, `1_000_000`, `1,000,000`, `1e6` or `1M`."""

    name = "number"
    LETTERS: Mapping[str, int] = {"k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9, "t": 10**12}

    def __init__(self, unit: str) -> None:
        self.unit = unit

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """The number."""
        from fractions import Fraction

        text = str(value).strip().lower().replace("_", "").replace(",", "")
        times = self.LETTERS.get(text[-1:], 1)
        try:
            number = Fraction(text[:-1] if times > 1 else text) * times
        except (ValueError, ZeroDivisionError):
            number = Fraction(1, 2)
        if number.denominator != 1 or number < 1:
            raise SetupError(
                "{given} is not a valid number of {things}: must be 1 or more, such as "
                "1000000, 1e6 or 1M",
                given=repr(value), things=Phrase(self.unit),
            )  # fmt: skip
        return int(number)


def placed(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say where work is done to a command; see `_workers_for`."""
    for option in (
        click.option("--ledger", metavar="FILE", help="Save finished work, and continue from it."),
        click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler instead of threads."),
        click.option(
            "--processes", type=int, help="Processes to work on  [all cores, if players are slow]"
        ),
        click.option("--threads", type=int, help="Threads to work on  [all cores]"),
    ):
        command = option(command)
    return command


def _workers_for(
    job: Job, threads: int | None, processes: int | None, cluster: str | None
) -> Workers:
    """The workers of the options; by default one for each core.

    Compiled work gets threads. Slow players, whose shards are single matches, get processes, as
    Python runs one thread at a time.
    """
    import os

    from dealt.simulate import shards

    if sum(x is not None for x in (threads, processes, cluster)) > 1:
        raise SetupError("--threads, --processes and --cluster exclude each other; give one")
    if cluster is not None:
        return shards.cluster(cluster)
    if processes is not None:
        return shards.processes(processes)
    if threads is not None:
        return shards.threads(threads)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    workers = min(cores or 1, len(job.spans)) if job.shard == 1 else 1
    return shards.processes(workers) if workers > 1 else shards.threads(cores or 1)


@contextlib.contextmanager
def in_pieces(
    work: Work, job: Job, ledger: str | None, where: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """The arguments of a simulation in shards: workers, ledger, progress and stop.

    Args:
        work: the progress bar, which also handles Ctrl-C.
        job: the simulation.
        ledger: the name of the ledger file.
        where: the options of `placed`.
    """
    from dealt.storage.ledger import LedgerFile

    workers = _workers_for(job, **where)
    with contextlib.ExitStack() as files:
        file = None if ledger is None else files.enter_context(LedgerFile(ledger, job))
        with work:
            yield {
                "workers": workers, "ledger": file, "progress": work.progress,
                "stopped": work.stopped,
            }  # fmt: skip


def command_for(game: Game) -> click.Command:
    """`dealt simulate` for one game."""

    @click.command(game.name, cls=Command)
    @click.option(
        "--player",
        "players",
        multiple=True,
        type=LevelName(),
        help="One for all seats, or one per seat  [AI]",
    )
    @click.option("--matches", type=Count(message("matches")), default="1000", show_default=True)
    @click.option(
        "--rounds",
        "rounds_given",
        multiple=True,
        metavar="N|FILE",
        help="Rounds of a match; or a FILE, .parquet or .csv, that gets a row for each round.",
    )
    @click.option("--seats", type=int, help="Number of players  [the fewest]")
    @rules_option
    @click.option("--seed", type=click.IntRange(0), help="Play the same matches again.")
    @placed
    @form_options
    @click.option(
        "--histogram", is_flag=True, help="Also show how lengths and points are distributed."
    )
    @click.option(
        "--picture", metavar="FILE", callback=check_picture, help="Draw that, as .png or .svg."
    )
    @click.option("--records", metavar="FILE", help="Write a record of each match, one per line.")
    def simulate(**arguments: Any) -> None:
        _simulate_matches(game, **arguments)

    simulate.help = say(
        "Play many matches of {game}.\n\n"
        "Computer players sit in all seats. The result depends only on the players, the "
        "seed and the number of matches. Ctrl-C keeps what is done; with --ledger the same "
        "command continues from there.\n\n"
        "The table shows wins and points of whole matches; --histogram and --picture show "
        "lengths and points of single rounds. JSON has both; --csv prints a line "
        "for each seat, and with --histogram for each number that occurred.",
        game=game.title,
    )
    return simulate


def _simulate_matches(
    game: Game,
    players: tuple[str, ...],
    matches: int,
    rounds_given: tuple[str, ...],
    seats: int | None,
    options: dict[str, int | str],
    seed: int | None,
    ledger: str | None,
    form: str | None,
    histogram: bool,
    picture: str | None,
    records: str | None,
    **where: Any,
) -> None:
    """Play matches, and print the results."""
    from dealt import fresh_seed
    from dealt.simulate.lineup import Lineup
    from dealt.simulate.matches import is_ready, job, simulate
    from dealt.terminal.progress import Work, timed

    rounds, file = _rounds_and_file(rounds_given)
    if file is not None and ledger is not None:
        raise SetupError("a ledger keeps no rounds: leave it out to get all of them")
    lineup = Lineup.of(game, _seated(game, players, seats), options, rounds)
    seed = fresh_seed() if seed is None else seed
    work = Work(message("Playing"), message("matches"), lambda: is_ready(lineup))
    pieces = in_pieces(work, job(lineup, matches, seed=seed), ledger, where)
    with _rows_written(file) as rows, pieces as means, timed() as elapsed:
        report = simulate(lineup, matches, seed=seed, rows=rows, **means)
    if report is not None:
        if records is not None:
            _write_records(lineup, report, records)
        _show(report, elapsed[0], form, histogram=histogram)
        if picture is not None:
            from dealt.figures.simulations import histograms

            draw(histograms(report), picture)
    if work.is_stopped:
        sys.exit(STOPPED)


def _rounds_and_file(given: tuple[str, ...]) -> tuple[int | None, str | None]:
    """The number of rounds of a match and the file of rounds, from the values of `--rounds`.

    Raises:
        SetupError: a value is neither, or one of them is repeated.
    """
    numbers = [int(text) for text in given if text.isascii() and text.isdecimal() and int(text)]
    files = [text for text in given if text.lower().endswith((".csv", ".parquet"))]
    if len(numbers) + len(files) < len(given) or max(len(numbers), len(files)) > 1:
        raise SetupError(
            "--rounds is {given}: must be a number from 1, or a file that ends in .csv or .parquet",
            given=repr(" ".join(given)),
        )
    return numbers[0] if numbers else None, files[0] if files else None


@contextlib.contextmanager
def _rows_written(file: str | None) -> Iterator[Callable[[Any], None] | None]:
    """A function that writes rows of rounds to a file; None without a file."""
    from dealt.storage.records import RoundsFile

    if file is None:
        yield None
        return
    with RoundsFile(file) as rounds:
        yield lambda rows: rounds.add(rows.columns())


def _seated(game: Game, players: tuple[str, ...], seats: int | None) -> tuple[str, ...]:
    """The players of all seats: those named, or a single one, by default AI, in every seat.

    Raises:
        SetupError: the number of players and `seats` differ.
    """
    if len(players) < 2:
        from dealt import agents

        return (players or (agents.usual(game),)) * (seats or game.seats[0])
    if seats not in (None, len(players)):
        raise SetupError(
            "--seats {seats} and {n} players; give --player once for all seats, or once for each",
            seats=seats, n=len(players),
        )  # fmt: skip
    return players


def _show(report: Report, seconds: float, form: str | None, *, histogram: bool) -> None:
    """Print a report."""
    from dealt.core.sheet import csv_text

    lines = _counts_lines if histogram else _seat_lines
    show_sheets(
        lambda: [report.sheet()],
        form,
        data=report.to_dict,
        csv=lambda: csv_text(lines(report)),
    )
    if form is not None:
        return
    if histogram:
        from dealt.figures.simulations import MOST_LINES, histograms

        show_figure(histograms(report, MOST_LINES))
    line = say(
        "{matches} matches in {seconds} s",
        matches=number(report.matches), seconds=decimal(f"{seconds:.1f}"),
    )  # fmt: skip
    click.echo(line)


def _seat_lines(report: Report) -> Iterator[list[Any]]:
    """The results of the seats, for CSV."""
    columns = ("points",) if len(report.seats) == 1 else ("wins", "shared", "points")
    names = [f"{column}{part}" for column in columns for part in ("", "_se")]
    yield ["seat", "player", "matches", *names, "rules"]
    rules = " ".join(report.rules)
    for i, seat in enumerate(report.seats, 1):
        parts = [(x.mean, x.standard_error) for x in seat.parts]
        yield [i, seat.player, report.matches, *(cell for part in parts for cell in part), rules]


def _counts_lines(report: Report) -> Iterator[list[Any]]:
    """The distributions of decisions and points over rounds, for CSV."""
    yield ["what", "seat", "player", "from", "to", "rounds", "rules"]
    rules = " ".join(report.rules)
    distributions = [("decisions", "", "", report.lengths)] + [
        ("points", str(i), seat.player, points)
        for i, (seat, points) in enumerate(zip(report.seats, report.points, strict=True), 1)
    ]
    for kind, seat_number, player, one in distributions:
        ends = [(None, one.least - 1, one.below), (one.most + 1, None, one.above)]
        bins = [(low, low + one.width - 1, times) for low, times in one.bins()]
        for low, high, times in [ends[0], *bins, ends[1]]:
            if times:
                yield [kind, seat_number, player, low, high, times, rules]


def _write_records(lineup: Lineup, report: Report, path: str) -> None:
    """Write the record of each match, a line each; `dealt replay` reads any of them."""
    import json

    from dealt.simulate.matches import records
    from dealt.storage.files import TextFile

    lines = [
        json.dumps(json.loads(record.to_json()), separators=(",", ":"), ensure_ascii=False)
        for record in records(lineup, report.seed, 0, report.matches)
    ]
    TextFile(path).write("".join(f"{line}\n" for line in lines))
