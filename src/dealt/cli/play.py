"""Your own tables, on the full screen or at plain prompts: `dealt table`, `dealt play`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any, cast

import click

from dealt.cli.history import data_option
from dealt.cli.simulate import GameName, rules_option
from dealt.cli.words import Command, LevelName, SeatingCommand, plain_option, seat_option
from dealt.errors import SetupError, StorageError
from dealt.extras import not_installed
from dealt.language import say

if TYPE_CHECKING:
    from dealt.clients.line.order import Order
    from dealt.clients.stepping import Place
    from dealt.history.heads import Head

_Fields = Callable[[], dict[str, Any]]  # of `clients.plan.Plan`; slow to load


@click.command(cls=SeatingCommand)
@click.argument("game", type=GameName(), required=False)
@seat_option
@click.option("--join", metavar="LINK", help="Join a table on another server.")
@data_option
def table(game: object, seats: tuple[str, ...], join: str | None, data: str | None) -> None:
    """Show your tables. With GAME, play it on the full screen, as dealt play GAME does.

    In a terminal your tables and the games stand in a menu; elsewhere they are listed. With a LINK
    you play with people elsewhere. GAME can be one of your own, as module:NAME.
    """
    if game is None and join is None and not seats and not _is_terminal():
        _list_tables(data)
        return
    name = getattr(game, "name", None)
    if name is not None:
        from dealt.games import add

        add(name)
    _show(partial(dict, game=name, seats=seats, join=join, data=data))


def _show(fields: _Fields) -> None:
    """Show the full-screen table.

    Raises:
        DealtError: it is not available here.
    """
    try:
        _open(fields)
    except ModuleNotFoundError as error:
        raise SetupError(not_installed(error.name, "table")) from None


def _open(fields: _Fields) -> None:
    from dealt.clients.first_frame import first_frame

    with first_frame():
        from dealt.clients.plan import Plan
        from dealt.clients.screen.start import open_table

        line = open_table(Plan(**fields()))
    click.echo(line)


def _is_terminal() -> bool:
    from dealt.clients.terminal_size import why_no_table

    return why_no_table() is None


def _list_tables(data: str | None) -> None:
    """Print the tables of this account, the latest first."""
    from dealt.clients.line.matches import Matches
    from dealt.clients.opening import list_tables
    from dealt.clients.rows import phase_text, title_of
    from dealt.core.sheet import Sheet
    from dealt.terminal.console import Console

    tables = Matches(data).opened()
    try:
        rows = tables.do(list_tables(tables.client))
    finally:
        tables.close()
    if not rows:
        click.echo(say("No tables yet. dealt play GAME opens one."))
        return
    cells = tuple((title_of(row), ", ".join(row.names), phase_text(row.phase)) for row in rows)
    columns = (say("game"), say("players"), say("state"))
    note = say("dealt play GAME goes on with the latest table of GAME.")
    Console().show(Sheet(say("Your tables"), columns, cells, (note,)))


def _fits_screen(game: Any, ordered: dict[str, Any]) -> bool:
    """Whether an order is for the full screen: at a terminal, and not for prompts only."""
    from dealt.terminal.console import is_terminal

    for_prompts = any(ordered[name] for name in ("plain", "menus", "record", "scores", "adviser"))
    needs_game = game is None and any(
        value not in (None, (), {}, False) for name, value in ordered.items() if name != "resume"
    )
    return is_terminal() and not (for_prompts or ordered["hints"] is not None or needs_game)


def _is_shown(fields: _Fields) -> bool:
    """Show the full-screen table; False, with the reason printed, if it is not available."""
    from dealt.clients.terminal_size import why_no_table

    problem: object = why_no_table()
    if problem is None:
        command = "dealt play --plain"
        click.echo(say("Opening the table. For plain prompts: {command}", command=command))
        try:
            _open(fields)
        except ModuleNotFoundError as error:
            problem = str(not_installed(error.name, "table"))
        except StorageError as error:  # in use by another program, say
            problem = str(error)
        else:
            return True
    from dealt.terminal.console import Console

    Console().say(say("Using plain prompts: {why}", why=problem), cards=False)
    return False


@click.command(cls=SeatingCommand)
@click.argument("game", type=GameName(), required=False)
@seat_option
@click.option("--seed", type=click.IntRange(0), help="Deal the same cards again.")
@click.option(
    "--rounds", type=click.IntRange(1), help="Rounds to play. Tranca otherwise plays to its target."
)
@rules_option
@click.option("--deck", metavar="FILE", help="A stacked deck, used in every round.")
@click.option(
    "--scores",
    metavar="FILE",
    help="Keep scores of Mason Rummy over matches in FILE  [at a terminal: scores.csv]",
)
@click.option(
    "--hints/--no-hints",
    default=None,
    help="Show what a choice is worth. Mason Rummy's own menus do so only with --hints  [--hints]",
)
@click.option(
    "--adviser",
    metavar="NAME",
    type=LevelName(),
    help="Also show what this computer player would do: strong, AI ...",
)
@click.option(
    "--position", metavar="TEXT", help="Begin in this position; see dealt analyse for the text."
)
@click.option("--record", metavar="FILE", help="Write a record of the match, for dealt replay.")
@click.option(
    "--resume/--new",
    default=None,
    help="Resume the same match if it was not finished, or begin a new one  [--resume at a"
    " terminal; --new with --seed, --deck or without a terminal]",
)
@click.option("--join", metavar="LINK", help="Join a table on another server.")
@data_option
@click.option("--menus", is_flag=True, help="Use the menus of the original Mason Rummy assignment.")
@plain_option
def play(game: Any, join: str | None, data: str | None, **ordered: Any) -> None:
    """Play GAME, or choose one from a menu. Your match is saved move by move.

    The table fills the terminal. With --plain, in a pipe, in a small terminal, or with an option
    that only plain prompts have, it uses those. Mason Rummy shows the menus of its original
    assignment with --menus, or if input is piped in. Run the same command to resume a match, or to
    see it in a second terminal. A script begins a new match, except with --resume.

    A seat is a person's name, the level of a computer player, or one of your own, as module:NAME.
    Without seats you choose who plays.

    Computer players also give advice: with --adviser strong, each turn of a person shows what
    strong would do and why, based on what that person can see.
    """
    if game is None and ordered["position"] is not None:
        from dealt.core.position import game_name

        game = GameName().convert(game_name(ordered["position"]), None, None)

    @cache
    def order() -> Order:
        from dealt.clients.line.matches import Matches
        from dealt.clients.line.order import Order

        has_seed = ordered["seed"] is not None
        # what chance deals cannot be recorded before its end
        seeded = has_seed or ordered["record"] is not None
        matches = Matches(data, waits=has_seed, seeded=seeded)
        return Order(**ordered, matches=matches, looks=_looks(data, plain=ordered["plain"]))

    def fields() -> dict[str, Any]:
        from dealt.clients.line.order import screen_order

        seated = {"seats": order().seats, **screen_order(game, order())}
        return {**seated, "join": join, "data": data}

    if join is not None and not ordered["plain"] and _is_terminal():
        _show(fields)
    elif join is not None or not (_fits_screen(game, ordered) and _is_shown(fields)):
        _play_at_prompts(game, order(), fields if join is not None else None)


def _looks(data: str | None, *, plain: bool) -> Callable[[str, str], None]:
    """What `history`, `replay`, `review` and `puzzle` do at prompts: the commands of that name."""
    root = click.get_current_context().find_root()
    group = cast("click.Group", root.command)

    def look(name: str, words: str) -> None:
        command = group.get_command(root, name)
        assert command is not None, name
        arguments = words.split() or ["last"] * (name in ("replay", "review"))
        arguments += ["--plain"] * (name == "replay" or (name == "puzzle" and plain))
        if data is not None and name != "puzzle":
            arguments += ["--data", data]
        try:
            command.main(arguments, f"dealt {name}", standalone_mode=False)
        except click.ClickException as error:
            raise SetupError(error.format_message()) from None
        except click.Abort:  # Ctrl-C, or the end of input
            click.echo()

    return look


def _play_at_prompts(game: Any, order: Order, there: _Fields | None) -> None:
    """Play at prompts; `there` are the fields of a plan to join a table of another server."""
    from dealt.clients.line import play as face

    def begin() -> None:
        if there is not None:
            from dealt.clients.line.joining import play_there
            from dealt.clients.plan import Plan

            play_there(Plan(**there()), order)
        elif game is not None:
            face.play(game, order)
        else:
            face.choose_game(order)

    _at_prompts(begin, order)


def _at_prompts(play: Callable[[], None], order: Order) -> None:
    """Play at prompts until the player leaves."""
    from dealt.terminal.console import Leave

    try:
        play()
    except (EOFError, Leave):
        click.echo()  # the end of input is a way to leave
    finally:
        order.matches.close()


def play_on(head: Head, step: Place, data: str | None, *, plain: bool) -> None:
    """Play on from a step of a finished match, as practice."""
    from dealt.clients.plan import plan_again

    plan = plan_again(head, step, data)
    if not plain:
        _show(lambda: vars(plan))
        return
    from dealt.clients.line.matches import Matches
    from dealt.clients.line.order import Order
    from dealt.clients.line.play import play_planned

    order = Order(plain=True, matches=Matches(data), looks=_looks(data, plain=True))
    _at_prompts(lambda: play_planned(plan, order), order)


@click.command("mason-rummy", cls=Command)
@click.option("--seed", type=click.IntRange(0), help="Deal the same cards again.")
@click.option("--scores", metavar="FILE", help="Keep scores in FILE  [scores.csv]")
@click.pass_context
def _mason_rummy(context: click.Context, /, **ordered: Any) -> None:
    """Play Mason Rummy through the menus of its original assignment."""
    from dealt.games import game

    context.invoke(play, game=game("mason-rummy"), menus=True, **ordered)


COMMANDS = (play, table, _mason_rummy)
