"""The command line: parse, call one library function, print."""

from __future__ import annotations

import codecs
import os
import re
import sys
import traceback
import unicodedata
from abc import ABC, abstractmethod
from contextvars import ContextVar
from io import TextIOWrapper
from typing import Any, NoReturn

import click
import click.utils

from dealt._version import __version__
from dealt.cards import SUIT_SYMBOLS
from dealt.cli import (
    arena,
    check,
    history,
    penney,
    penney_odds,
    play,
    review,
    scores,
    serve,
    train,
    vision,
)
from dealt.cli import simulate as cli_simulate
from dealt.cli.forms import form_options, show_sheets
from dealt.cli.words import Group, say_all
from dealt.errors import OwnCodeError, PlayerError, SetupError
from dealt.extras import extra_of, not_installed
from dealt.language import (
    LANGUAGES,
    language_of,
    of_environment,
    reason,
    say,
    speak,
)
from dealt.own_code import explained

_PLAINER = "dealt.plainer"  # the name of `_plainer` among codecs
# each replacement is as wide as its sign, so that columns stay aligned
_SIGNS = {
    **{symbol: letter for letter, symbol in SUIT_SYMBOLS.items()},
    **dict(zip("♧♢♡♤━┃═║█▌▐░■●○•", "CDHS=|=|###:#*o*", strict=True)),
    **dict(zip("▸▶▲▼◂◀…·×⁄–—−‘’“”", ">>^v<<~-x/---''\"\"", strict=True)),
    "±": "+-",
}


def mend_streams() -> None:
    """Replace closed streams by empty ones, and signs that the output cannot encode by ASCII.

    This includes the full screen, which is written to the same streams.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    elif isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    codecs.register_error(_PLAINER, _plainer)
    if os.environ.get("CLICOLOR") == "0":
        os.environ.setdefault("NO_COLOR", "1")
    elif not os.environ.get("NO_COLOR"):
        os.environ.pop("NO_COLOR", None)  # some libraries take an empty one for set
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_PLAINER)
            if codecs.lookup(stream.encoding).name == "ascii":
                # click takes ASCII for a mistake, and writes UTF-8
                setattr(click.utils, f"_default_text_{name}", lambda name=name: getattr(sys, name))


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """The ASCII replacement of signs that cannot be encoded."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain_sign, error.object[error.start : error.end])), error.end


def _plain_sign(sign: str) -> str:
    """The ASCII form of a sign: `H` for hearts, `+` for a corner of a box, `e` for `é`, or `?`.

    >>> "".join(map(_plain_sign, "7♥ ╭─┬╮ Zé 中"))
    '7H +-++ Ze ??'
    """
    name = unicodedata.name(sign, "")
    if sign in _SIGNS:
        return _SIGNS[sign]
    if name.startswith("BOX DRAWINGS"):
        across, down = re.search("HORIZ|LEFT|RIGHT", name), re.search("VERTIC|UP|DOWN", name)
        return "+" if across and down else "-" if across else "|"
    letters = "".join(filter(str.isascii, unicodedata.normalize("NFKD", sign)))
    if letters or unicodedata.category(sign) in ("Mn", "Cf"):
        return letters
    return "??" if unicodedata.east_asian_width(sign) in "WF" else "?"


def _stop_writing() -> None:
    """Keep Python from flushing the output again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


GAME = cli_simulate.GameName()
_OWN_FAILURES = (OwnCodeError, PlayerError)


def _speak(context: click.Context, param: click.Parameter, language: str | None) -> None:
    """Switch to the language of `--language` before anything is printed."""
    if language is not None:
        code = language_of(language)
        if code is None:
            raise SetupError(
                "no language {name}; available: {names}",
                name=repr(language[:20]), names=", ".join(LANGUAGES),
            )  # fmt: skip
        speak(code)


_shows_traceback: ContextVar[bool] = ContextVar("traceback", default=False)


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="dealt")
@click.option(
    "--language",
    metavar="NAME",
    is_eager=True,  # before --help
    expose_value=False,
    callback=_speak,
    help="Output language: en, pt-BR  [DEALT_LANGUAGE or the system's]",
)
@click.option(
    "--traceback",
    is_flag=True,
    expose_value=False,
    callback=lambda context, param, value: _shows_traceback.set(value),
    envvar="DEALT_TRACEBACK",
    help="Show where an error comes from, for authors of games and players.",
)
def cli() -> None:
    """Card games: play them, know the odds, simulate billions of deals, score a real table."""


@cli.command("games")
@form_options
def _games(form: str | None) -> None:
    """List the games."""
    show_sheets(_games_and_rules, form)


def _games_and_rules() -> list[Any]:
    """The games, and their options."""
    from dealt.core.sheet import Sheet
    from dealt.games import games

    rows, rules = [], []
    for game in games():
        rows.append((game.name, game.seats_text, game.deck_text, say(game.summary)))
        for option in game.options:
            default = option.text(option.default)
            rules.append((game.name, f"{option.name}={default}", say(option.meaning)))
    columns = (say("game"), say("players"), say("deck"), say("what it is"))
    columns_of_rules = (say("game"), say("option"), say("meaning"))
    return [
        Sheet(say("Games"), columns, tuple(rows)),
        Sheet(say("Rules to set by --option"), columns_of_rules, tuple(rules)),
    ]


@cli.command("rules")
@click.argument("game", type=GAME)
def _rules(game: Any) -> None:
    """Show the rules of GAME."""
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(game.document()))
    else:
        click.echo(game.document(), nl=False)


class _ByGame(Group, ABC):
    """A group with a command for each game."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is None and not cmd_name.startswith("-"):
            from dealt.games import game

            found_game = game(cmd_name)
            command = super().get_command(ctx, found_game.name) or self.for_game(found_game)
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        command = self.get_command(ctx, args[0])
        return command.name, command, args[1:]

    @abstractmethod
    def for_game(self, game: Any) -> click.Command:
        """The command for a game without one of its own."""


class _Odds(_ByGame):
    def for_game(self, game: Any) -> click.Command:
        from dealt.errors import SetupError

        have = ", ".join(self.commands)
        raise SetupError(
            "no exact odds for {game}; available for {games}", game=game.name, games=have
        )


class _Simulate(_ByGame):
    def for_game(self, game: Any) -> click.Command:
        return cli_simulate.command_for(game)

    def list_commands(self, ctx: Any) -> list[str]:
        from dealt.games import ROWS

        return list(ROWS)


@cli.group("odds", cls=_Odds, subcommand_metavar="GAME [OPTIONS]")
def _odds() -> None:
    """Print the exact odds of GAME."""


@_odds.command("three-card-poker")
@click.option("--hand", metavar="CARDS", help='The odds of one hand, such as "Q 6 4".')
@form_options
def _odds_of_poker(hand: str | None, form: str | None) -> None:
    """Print the exact odds of Three-card Poker, over all hands."""
    from dealt.games.three_card_poker import exact

    show_sheets(lambda: exact.report(hand), form)


@cli.group("simulate", cls=_Simulate, subcommand_metavar="GAME [OPTIONS]")
def _simulate() -> None:
    """Play GAME many times between computer players."""


_odds.add_command(penney_odds.odds)
_simulate.add_command(penney.simulate)
cli.add_command(penney.penney)
cli.add_command(arena.analyse)
cli.add_command(arena.arena)
cli.add_command(check.check)
cli.add_command(train.train)
cli.add_command(vision.vision)
for command in (
    *play.COMMANDS, *history.COMMANDS, *review.COMMANDS, *scores.COMMANDS, *serve.COMMANDS,
):  # fmt: skip
    cli.add_command(command)


@cli.command("replay")
@click.argument("file")
@click.option("--full", is_flag=True, help="Every state, every view and every open action.")
@click.option("--plain", is_flag=True, envvar="DEALT_PLAIN", help="Step by step at plain prompts.")
@history.data_option
@cli_simulate.own_game_option
def _replay(file: str, full: bool, plain: bool, data: str | None, own: Any) -> None:
    """Replay a match, step by step at a terminal, and check it.

    FILE is its record, its id in dealt history, or last. Piped on, the match is a text.
    """
    from dealt.cli.playthrough import playthrough, story
    from dealt.core.match import replay
    from dealt.terminal.console import Console, is_terminal

    record, head = history.recorded(file, data)
    game = cli_simulate.game_of_file(file, record.game, own)
    if full or not is_terminal():
        for line in (playthrough if full else story)(record, game):
            click.echo(line)
        return
    from dealt.clients.stepping import Walk
    from dealt.clients.terminal_size import why_no_table

    way = Walk(replay(record, game), 0 if head is None else head.seat or 0)
    plain = plain or why_no_table() is not None
    if plain:
        from dealt.clients.line.replay import walk

        step = walk(way, Console(), is_own=head is not None)
    else:
        try:
            from dealt.clients.screen.replay import show
        except ModuleNotFoundError as error:
            raise SetupError(not_installed(error.name, "table")) from None
        step = show(way, is_own=head is not None)
    if step is not None and head is not None:
        play.play_on(head, step, data, plain=plain)


def main(command: click.Command = cli, program: str = "dealt") -> NoReturn:
    """Run a command line: exit 0, 2 with one line for invalid input, 130 for Ctrl-C.

    A failing computer player, or game of your own, gives one line, too, and exit 1.

    Args:
        command: the top-level command.
        program: its name, which precedes each error.
    """
    mend_streams()
    speak(of_environment(os.environ))
    say_all()
    try:
        code = command.main(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except click.exceptions.Exit as left:
        sys.exit(left.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(0)
    except click.ClickException as error:
        _fail(program, _one_line(error, program))
    except click.Abort:  # click's word for Ctrl-C
        sys.exit(130)
    except BrokenPipeError:
        _stop_writing()  # the reader has closed the pipe
        sys.exit(1)
    except BaseException as error:
        failure = explained(error)
        if failure is not None:
            if _shows_traceback.get():
                traceback.print_exception(error)
            _fail(program, str(failure), 1 if isinstance(failure, _OWN_FAILURES) else 2)
        if isinstance(error, ModuleNotFoundError) and (extra := extra_of(error.name)):
            _fail(program, str(not_installed(error.name, extra)))
        if not isinstance(error, OSError):
            raise
        _stop_writing()
        _fail(program, say("cannot write: {reason}", reason=reason(error)))


def _one_line(error: click.ClickException, program: str) -> str:
    message = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else program
    return say("{message}; see {command} --help", message=message, command=where)


def _fail(program: str, message: str, status: int = 2) -> NoReturn:
    click.echo(f"{program}: {message}", err=True)
    sys.exit(status)
