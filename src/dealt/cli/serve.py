"""Tables on a network: `dealt serve`, `dealt verify`, `dealt protocol`, `dealt tables`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealt.cli.forms import form_options, show_sheets
from dealt.cli.simulate import game_of_file, own_game_option
from dealt.cli.words import Command, Group
from dealt.errors import StorageError
from dealt.language import say

if TYPE_CHECKING:
    from dealt.core.sheet import Sheet
    from dealt.service.table.fairness import Receipt


@click.command(cls=Command)
@click.option("--port", type=click.IntRange(0, 65535), default=8420, show_default=True)
@click.option("--lan", is_flag=True, help="Also let in other machines on this network.")
@click.option(
    "--host",
    metavar="ADDRESS",
    help="The address to listen on, such as 0.0.0.0 in a container; people then connect "
    "through localhost or --public-url.",
)
@click.option(
    "--data",
    metavar="FILE|URL",
    help="Where tables are kept; several servers can share a postgresql://HOST/DATABASE, with "
    "dealt[postgresql]  [dealt-tables.db]",
)
@click.option(
    "--public-url",
    metavar="URL",
    help="The address under which a proxy offers the service; it may have a path.",
)
@click.option(
    "--proxies",
    type=click.IntRange(0, 9),
    metavar="N",
    help="How many proxies add to X-Forwarded-For  [1 with --public-url, else 0]",
)
@click.option(
    "--people",
    type=click.IntRange(1, 10_000),
    metavar="N",
    default=40,
    show_default=True,
    help="How many people play from one address, such as a school.",
)
@click.option(
    "--keep",
    "keep_days",
    type=click.IntRange(1, 36_500),
    metavar="DAYS",
    help="Delete unnamed tables after this much time without activity  [never]",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes in which computer players think.",
)
@click.option(
    "--pause",
    "pause_s",
    type=click.FloatRange(0, 60),
    default=0.7,
    show_default=True,
    help="Seconds before a computer player moves.",
)
@click.option(
    "--game",
    "own",
    multiple=True,
    metavar="MODULE:NAME",
    help="Also offer a game of your own; can be repeated.",
)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="[GAME=]MODULE:NAME",
    help="Also offer a computer player of your own, for GAME or for all games; can be repeated.",
)
def serve(
    own: tuple[str, ...], players: tuple[str, ...], data: str | None, **offered: object
) -> None:
    """Host tables for browsers and terminals. Local only unless --lan or --host is given.

    People join with a link, sit down with computer players of any level, and play all games. Every
    move is on disk before it is shown, so tables survive crashes and closed laptops.
    """
    from dealt.games import add
    from dealt.service.web.serving import Offer, serve
    from dealt.storage.files import kept_at

    for place in own:
        add(place)
    for player in players:
        _offer(player)
    offer = Offer(data=data or kept_at("dealt-tables.db"), **offered)  # type: ignore[arg-type]
    serve(offer, click.echo)


def _offer(text: str) -> None:
    """Offer a computer player of the host's own: `president=mine:Hasty`, or `mine:Hasty`.

    Raises:
        SetupError: unknown game or player.
    """
    from dealt import agents
    from dealt.errors import SetupError
    from dealt.games import game, games

    name, equals, address = text.rpartition("=")
    if not agents.is_address(address):
        raise SetupError(
            "--player {text}: give a player as [GAME=]MODULE:NAME, or a file of weights",
            text=repr(text),
        )
    for each in [game(name)] if equals else games():
        agents.offer(each, address)


@click.command(cls=Command)
@click.argument("file", metavar="FILE")
@click.option(
    "--promised",
    metavar="DIGITS",
    help="The dealer's commitment as it was shown before the round, or its first 16 digits.",
)
@own_game_option
def verify(file: str, promised: str | None, own: object) -> None:
    """Check that cards were dealt as promised. FILE is the receipt of a round, or a saved match.

    Every deal is repeated from its receipt and compared. A dealer who swapped the promised secret
    could still write a receipt that is consistent in itself; --promised catches that, too.
    """
    from dealt.errors import ParseError, StorageError
    from dealt.service.table.fairness import check_promise, read_receipts
    from dealt.service.table.fairness import verify as check
    from dealt.storage.files import read_text

    try:
        receipts = read_receipts(read_text(Path(file)))
        if promised is not None:
            check_promise(receipts, promised)
        for receipt in receipts:
            check(receipt, game_of_file(file, receipt.subject.game, own))
            click.echo(_as_promised(receipt))
    except FileNotFoundError:
        raise StorageError("receipt file {path} not found", path=repr(file)) from None
    except ParseError as error:
        raise type(error)(f"{file}: {error}") from None


def _as_promised(receipt: Receipt) -> str:
    """The facts of a receipt, in one line."""
    subject = receipt.subject
    took = sum(entropy is not None for entropy in receipt.entropy)
    dealt = say(
        "Dealt as promised: {game}, table {table}, match {match}, round {round}",
        game=subject.game, table=subject.table, match=subject.match, round=subject.round,
    )  # fmt: skip
    parts = say("only the dealer contributed to the randomness.")
    if took:
        parts = say(
            "the dealer and {n} of {seats} seats contributed to the randomness.",
            n=took, seats=subject.seats,
        )  # fmt: skip
    return f"{dealt}; {parts}"


@click.command(cls=Command)
def protocol() -> None:
    """Print the JSON Schema of the protocol."""
    import json

    from dealt.service.table.protocol import schema

    click.echo(json.dumps(schema(), indent=1))


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
    import asyncio  # slow, and every command loads this module

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


COMMANDS = (serve, verify, protocol, _tables)
