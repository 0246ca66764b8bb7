"""The command line: parse, call one library function, print."""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from typing import Any, NoReturn

import click

from dealt import (
    cli_arena,
    cli_penney,
    cli_serve,
    cli_simulate,
    cli_table,
    cli_train,
    cli_vision,
)
from dealt._version import __version__
from dealt.cli_words import Group, say_all
from dealt.errors import DealtError, SetupError
from dealt.extras import extra_of, not_installed
from dealt.language import ENGLISH, of_environment, reason, say, speak, speaking

GAME = cli_simulate.GameName()


def _speak(context: click.Context, param: click.Parameter, language: str | None) -> None:
    """Speak the language that is asked for, before anything else is said."""
    if language is not None:
        speak(language)


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="dealt")
@click.option(
    "--language",
    metavar="NAME",
    is_eager=True,  # before --help
    expose_value=False,
    callback=_speak,
    help="In which all is told: en, pt-BR  [DEALT_LANGUAGE, else that of the system]",
)
def cli() -> None:
    """Five card games: play them, prove their odds, simulate them, score them."""


@cli.command()
def games() -> None:
    """List the games."""
    from dealt.core.sheet import Sheet
    from dealt.games import games
    from dealt.terminal.console import Console

    rows, rules = [], []
    for game in games():
        rows.append((game.name, game.seats_text, game.deck_text, say(game.summary)))
        for option in game.options:
            default = option.text(option.default)
            rules.append((game.name, f"{option.name}={default}", say(option.meaning)))
    console = Console()
    columns = (say("game"), say("players"), say("deck"), say("what it is"))
    console.show(Sheet(say("Games"), columns, tuple(rows)))
    columns_of_rules = (say("game"), say("option"), say("meaning"))
    console.show(Sheet(say("Rules to set by --option"), columns_of_rules, tuple(rules)))


@cli.command()
@click.argument("game", type=GAME, required=False)
@click.option("--seat", "seats", multiple=True, metavar="NAME|bot", help="A player; repeat it.")
@click.option("--seed", type=click.IntRange(0), help="Deal the same cards again.")
@click.option(
    "--rounds", type=click.IntRange(1), help="How many rounds; Tranca else goes on to its target."
)
@cli_simulate.rules_option
@click.option("--deck", metavar="FILE", help="A stacked deck, used in every round.")
@click.option("--scores", metavar="FILE", help="The scores file of Mason Rummy  [scores.csv]")
@click.option(
    "--hints/--no-hints",
    default=None,
    help="Say what a choice is worth, in games that know; in Mason Rummy's own menus only if told"
    "  [--hints]",
)
@click.option(
    "--adviser", metavar="NAME", help="Say also what this computer player would do: strong, AI ..."
)
@click.option("--record", metavar="FILE", help="Write a record of the match, for dealt replay.")
@click.option(
    "--plain",
    is_flag=True,
    envvar="DEALT_PLAIN",
    help="Line by line also without GAME, as DEALT_PLAIN=1 has it: for screen readers.",
)
def play(game: Any, plain: bool, **ordered: Any) -> None:
    """Play GAME line by line. Without GAME open the table on the whole terminal (dealt table).

    A seat is a person's name or a computer player: strong, AI, random. Without seats, Mason Rummy
    asks for everything by its menus, the others for the players. Input can come from a
    file. Without GAME, --plain, any other option and small terminals give a list of the games, line
    by line; without a terminal computer players play a match of every game.

    Computer players can also be asked: with --adviser strong each turn of a person shows what
    strong would do and why, from what that person may know.
    """
    from dealt.terminal import play as face

    order = face.Order(**ordered)
    try:
        if game is not None:
            face.play(game, order)
        elif not _is_a_terminal():
            face.show_all(order)
        elif plain or order != face.Order() or not cli_table.is_shown():
            face.choose_game(order)
    except EOFError:
        click.echo()  # the end of input is a way to leave


def _is_a_terminal() -> bool:
    """Whether somebody sits there, for input and for output."""
    return sys.stdin.isatty() and sys.stdout.isatty()


@cli.command()
@click.argument("game", type=GAME)
def rules(game: Any) -> None:
    """Show the rules of GAME."""
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(game.document()))
    else:
        click.echo(game.document(), nl=False)


class _ByGame(Group, ABC):
    """A command with a way of its own for each game that has it."""

    def get_command(self, ctx: Any, name: str) -> Any:
        found = super().get_command(ctx, name)
        if found is None and not name.startswith("-"):
            from dealt.games import game

            found_game = game(name)
            found = super().get_command(ctx, found_game.name) or self.for_game(found_game)
        return found

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        command = self.get_command(ctx, args[0])
        return command.name, command, args[1:]

    @abstractmethod
    def for_game(self, game: Any) -> click.Command:
        """The command for a game that has none of its own."""


class _Odds(_ByGame):
    def for_game(self, game: Any) -> click.Command:
        from dealt.errors import SetupError

        have = ", ".join(self.commands)
        raise SetupError(
            say("no exact odds for {game}; there are for {games}", game=game.name, games=have)
        )


class _Simulate(_ByGame):
    def for_game(self, game: Any) -> click.Command:
        return cli_simulate.command_for(game)

    def list_commands(self, ctx: Any) -> list[str]:
        from dealt.games import ROWS

        return list(ROWS)


@cli.group(cls=_Odds, subcommand_metavar="GAME [OPTIONS]")
def odds() -> None:
    """Print the exact odds of GAME."""


@odds.command("three-card-poker")
@click.option("--hand", metavar="CARDS", help='The odds of one hand, such as "Q 6 4".')
@click.option("--json", "as_json", is_flag=True, help="Fractions and all, as JSON.")
def odds_of_poker(hand: str | None, as_json: bool) -> None:
    """Print the exact odds of Three-card Poker. They are over all hands."""
    from dealt.games.three_card_poker import exact

    if as_json:
        import json

        with speaking(ENGLISH):  # its names are those of JSON
            sheets = [sheet.to_data() for sheet in exact.report(hand)]
        click.echo(json.dumps(sheets, indent=1))
        return
    from dealt.terminal.console import Console

    for sheet in exact.report(hand):
        Console().show(sheet)


@cli.group(cls=_Simulate, subcommand_metavar="GAME [OPTIONS]")
def simulate() -> None:
    """Play GAME many times between computer players."""


odds.add_command(cli_penney.odds)
simulate.add_command(cli_penney.simulate)
cli.add_command(cli_penney.penney)
cli.add_command(cli_arena.arena)
cli.add_command(cli_train.train)
cli.add_command(cli_vision.vision)
for command in (*cli_serve.COMMANDS, *cli_table.COMMANDS):
    cli.add_command(command)


@cli.command()
@click.argument("file")
@click.option("--full", is_flag=True, help="Every state, every view and every open action.")
@click.option("--game", "own", type=GAME, metavar="MODULE:NAME", help="A game of your own.")
def replay(file: str, full: bool, own: Any) -> None:
    """Play the recorded match in FILE again. It is checked against the rules."""
    from dealt.core.playthrough import playthrough, story
    from dealt.games import registered
    from dealt.storage.records import load_record

    record = load_record(file)
    if own is None and ":" in record.game:
        wrong = say(
            "it is a match of {game}, and no record imports a game by itself; if you trust that "
            "one, add --game {game}",
            game=record.game,
        )  # fmt: skip
        raise SetupError(f"{file}: {wrong}")
    game = own or registered(record.game)
    lines = (playthrough if full else story)(record, game)
    for line in lines:
        click.echo(line)


@cli.command()
@click.argument("game", type=click.Choice(["tranca"]), metavar="GAME")
@click.argument("file", required=False)
@click.option("--lenient", is_flag=True, help="Score what can be scored, and say what is wrong.")
@click.option("--decks", type=click.Choice(["2", "3"]), help="How many decks of cards  [2]")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@cli_vision.photo_options
def score(
    game: str, file: str | None, lenient: bool, decks: str | None, as_json: bool, **photos: Any
) -> None:
    """Score a round of GAME (tranca). The cards are in FILE, or on photos.

    FILE has a sequence a line, such as 4H 5H 6H, and lines such as dollars: 2, hand: AS 9H,
    morto: used, final move: yes; or the same as JSON. - is standard input. Without a morto line
    no morto counts, and that costs 100 points.

    With --photo TABLE.jpg the cards are read from photos instead: at a terminal everything that
    is doubtful is asked, and what no photo shows; without a terminal the score is provisional
    as long as something is open.
    """
    if cli_vision.wants_photos(file, lenient, photos):
        if decks is not None and photos["match"] is not None:
            raise click.UsageError(
                say("leave out --decks: the match knows with how many it is played")
            )
        cli_vision.score_photos(2 if decks is None else int(decks), as_json, photos)
        return
    from dealt.storage.rounds import score_file

    assert file is not None
    if file == "-" and sys.stdin.isatty():
        told = say(
            "One sequence a line, such as 4H 5H 6H; then dollars: 2, hand: AS 9H, morto: used, "
            "final move: yes. Ctrl-D ends."
        )
        click.echo(told, err=True)
    scored = score_file(file, lenient=lenient, decks=None if decks is None else int(decks))
    if as_json:
        import json

        click.echo(json.dumps(scored.to_data(), indent=1))
        return
    from dealt.terminal.console import Console

    Console().show(scored.sheet())


@cli.command()
@click.argument("game", type=click.Choice(["tranca"]), metavar="GAME")
@click.option("--file", default="tranca.db", show_default=True, help="Where the sheet is kept.")
def scoresheet(game: str, file: str) -> None:
    """Keep the score at a real table. It is of matches of GAME (tranca).

    Everything is saved at once. Input can come from a file.
    """
    from dealt.storage.scoresheet import ScoreSheet
    from dealt.terminal.console import Console
    from dealt.terminal.scoresheet import Desk

    try:
        Desk(ScoreSheet(file), Console()).run()
    except EOFError:
        click.echo()  # the end of input is a way to leave


def main() -> NoReturn:
    """Run the command line; exit 0, 2 for wrong input in one line, 130 for Ctrl-C."""
    _mend_streams()
    speak(of_environment(os.environ))
    say_all()
    try:
        code = cli.main(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except click.exceptions.Exit as left:
        sys.exit(left.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(0)
    except click.ClickException as error:
        _fail(_one_line(error))
    except DealtError as error:
        _fail(str(error))
    except ModuleNotFoundError as error:
        extra = extra_of(error.name)
        if extra is None:
            raise
        _fail(not_installed(error.name, extra))
    except click.Abort:  # click's word for Ctrl-C
        sys.exit(130)
    except BrokenPipeError:
        _stop_writing()  # whoever read has read enough
        sys.exit(1)
    except OSError as error:
        _stop_writing()
        _fail(say("cannot write: {reason}", reason=reason(error)))


def _mend_streams() -> None:
    """Streams that are closed are empty; letters that the output cannot show become `?`."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    elif hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _stop_writing() -> None:
    """Keep Python from writing once more on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_line(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "dealt"
    return say("{message}; see {command} --help", message=message, command=where)


def _fail(message: str) -> NoReturn:
    click.echo(f"dealt: {message}", err=True)
    sys.exit(2)
