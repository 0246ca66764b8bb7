"""Tables on a network: `dealt serve`, `dealt verify`, `dealt protocol`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealt.cli.simulate import game_of_file, own_game_option
from dealt.cli.words import Command
from dealt.language import say

if TYPE_CHECKING:
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

    from dealt.service.table.json_schema import schema

    click.echo(json.dumps(schema(), indent=1))


COMMANDS = (serve, verify, protocol)
