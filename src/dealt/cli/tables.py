"""The tables that `dealt serve` keeps: `dealt tables`."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealt.cli.forms import form_options, show_sheets
from dealt.cli.words import Command, Group
from dealt.errors import StorageError
from dealt.language import say

if TYPE_CHECKING:
    from dealt.core.sheet import Sheet

_data_option = click.option(
    "--data", metavar="FILE|URL", help="Where tables are kept  [dealt-tables.db]"
)


@click.group("tables", cls=Group)
def _tables() -> None:
    """List, close, delete and copy the tables of dealt serve.

    It works while the service runs, too.
    """


@_tables.command(cls=Command, name="list")
@_data_option
@form_options
def _list_tables(data: str | None, form: str | None) -> None:
    """List all tables, the latest first."""
    rows = _ask(data, {"do": "list"})
    show_sheets(lambda: [_sheet(rows)], form, data=lambda: rows, people=lambda: _show(rows))


def _show(rows: list[Any]) -> None:
    """Print a line for each table, its name first."""
    for line in _sheet(rows).rows:
        click.echo("  ".join(str(cell) for cell in line if cell))
    if not rows:
        click.echo(say("No tables."))


def _sheet(rows: list[Any]) -> Sheet:
    """The tables, a row each."""
    from dealt.core.sheet import Sheet

    cells = []
    for row in rows:
        state = say("closed") if row["closed"] else say("public") if row["public"] else ""
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(row["changed_at"] / 1000))
        cells.append((row["name"], day, row["game"], row["label"], state))
    columns = (say("table"), say("changed"), say("game"), say("name"), say("state"))
    return Sheet(say("Tables"), columns, tuple(cells))


@_tables.command("close", cls=Command)
@click.argument("table", metavar="TABLE")
@_data_option
def _close(table: str, data: str | None) -> None:
    """Close TABLE for good. Nobody can find or enter it any more.

    TABLE is a name as shown by dealt tables list.
    """
    _ask(data, {"do": "close", "table": table})
    click.echo(say("Closed table {name}.", name=table))


@_tables.command("prune", cls=Command)
@click.option(
    "--days",
    type=click.IntRange(1, 36_500),
    metavar="N",
    default=30,
    show_default=True,
    help="Minimum time without activity.",
)
@click.option("--named", "include_named", is_flag=True, help="Delete named tables, too.")
@_data_option
def _prune(days: int, include_named: bool, data: str | None) -> None:
    """Delete old tables. Named tables are kept unless --named is given.

    Results of the deal of the day that are as old are deleted, too.
    """
    gone = _ask(data, {"do": "prune", "days": days, "named": include_named})
    click.echo(say("Tables deleted: {n}", n=len(gone)))


@_tables.command("backup", cls=Command)
@click.argument("file", metavar="FILE")
@_data_option
def _backup(file: str, data: str | None) -> None:
    """Copy all tables to FILE. It must not exist yet.

    The copy is complete, even while people play. Use it with dealt serve --data FILE.
    """
    _ask(data, {"do": "backup", "path": str(Path(file).absolute())})
    click.echo(say("Copied to {file}.", file=file))


def _ask(data: str | None, wish: dict[str, Any]) -> Any:
    """Send a request to the service of a database, or carry it out if none is running."""
    from dealt.storage.files import kept_at

    place = data or kept_at("dealt-tables.db")
    answer = _of_service(place, wish)
    return asyncio.run(_at_store(place, wish)) if answer is None else answer


async def _at_store(place: str, wish: dict[str, Any]) -> list[Any]:
    import msgspec

    from dealt.service.store import keeping
    from dealt.service.store.store import Store

    if "://" not in place and not Path(place).is_file():
        raise StorageError("there are no tables at {path}", path=place)
    store = Store(place, shared=True)
    try:
        time_ms = int(time.time() * 1000)
        return await keeping.do(store, msgspec.convert(wish, keeping.Wish), time_ms)
    finally:
        store.close()


def _of_service(place: str, wish: dict[str, Any]) -> Any:
    """The answer of the service of a database; None if none is running.

    Raises:
        StorageError: the service refuses the request.
    """
    import json
    from urllib.error import HTTPError, URLError
    from urllib.request import Request, urlopen

    from dealt.service.web.control import control_file

    path = control_file(place)
    try:
        control = None if path is None else json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):  # no service, or one that is just starting
        control = None
    if control is None:
        return None
    request = Request(
        f"{control['address']}/control",
        json.dumps(wish).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {control['token']}"},
    )
    try:
        with urlopen(request, timeout=60) as answer:
            return json.load(answer)["done"]
    except HTTPError as error:
        if error.code == 404:  # another service has the port of one that was killed
            return None
        refusal = json.loads(error.read()).get("why", error.reason)
        raise StorageError("the service refuses: {why}", why=refusal) from None
    except URLError:
        return None  # it was killed


COMMANDS = (_tables,)
