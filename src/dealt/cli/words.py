"""The command line's help, usage and errors in the current language.

Help is in English in the code: the docstring of a command, the `help` of an option.  The classes
here translate it when it is shown; `tests/messages.py` collects it from the sources.  After
`say_all`, click's own messages are translated, too.
"""

from __future__ import annotations

import copy
import inspect
import re
import sys
from collections.abc import Callable
from typing import Any

import click

from dealt.language import (
    ENGLISH,
    in_english,
    message,
    message_n,
    say,
    spoken,
    translated,
    translated_n,
)
from dealt.nearest import nearest

_PARAMS = "dealt.cli.words.params"
WORD = re.compile(r"[A-Z]+(?: RANGE)?")
_RANGE = re.compile(r"(?=(?:x>=)?(?P<least>[\d.]+))(?:x>=[\d.]+|[\d.]+<=x<=(?P<most>[\d.]+))")

# metavars of usage lines and errors
WORDS = (
    message("ADDRESS"), message("ARGS"), message("CARDS"), message("CHOICE"), message("COMMAND"),
    message("DATABASE"), message("DECK"), message("DIGITS"), message("DIR"), message("FILE"),
    message("FIRST"), message("FLOAT RANGE"), message("GAME"), message("HOST"), message("INTEGER"),
    message("DAYS"), message("INTEGER RANGE"), message("LEVEL"), message("LINK"), message("MATCH"),
    message("MINE"), message("MODULE"), message("NAME"), message("NUMBER"), message("OPTIONS"),
    message("OTHER"), message("PATH"), message("PHOTO"), message("PLAYER"), message("POSITION"),
    message("RIGHT"), message("SCORER"), message("SECOND"), message("TABLE"), message("TEXT"),
    message("TITLE"), message("VALUE"), message("YYYY"),
)  # fmt: skip

# click's own messages, and those that replace them; click fills in the placeholders
HELP = message("Show this message and exit.")
_INSTEAD = {
    "{value!r} is not a valid {number_type}.": message(
        "{value!r} is not a valid number"  # its types are called `integer range`
    ),
}
_OUT_OF_RANGE = message("{value} is out of range: must be {range}")
CHOICE = message_n(
    "{value!r} is not valid: must be {choice}", "{value!r} is not valid: must be one of {choices}"
)
SAID = (
    message("Usage:"),
    message("Options"),
    message("Commands"),
    message("default: {default}"),
    message("env var: {var}"),
    message("Show the version and exit."),
    message("Missing argument"),
    message("Missing option"),
    message("Missing command."),
    message("Invalid value: {message}"),
    message("Invalid value for {param_hint}: {message}"),
    message("No such option {name!r}."),
    message("No such command {name!r}."),
    message("Option {name!r} does not take a value."),
)
_SAID_BY_NUMBER = (
    message_n("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    message_n("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    message_n(
        "Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."
    ),
)


def _paragraphs(text: str) -> str:
    """A docstring with each paragraph in one line, as it is translated."""
    return "\n\n".join(" ".join(each.split()) for each in inspect.cleandoc(text).split("\n\n"))


class _Localized(click.Command):
    """A command or group whose texts are translated when they are shown."""

    _english: str | None = None

    @property
    def help(self) -> str | None:
        """The help of the command, in the current language."""
        return None if self._english is None else translated(self._english)

    @help.setter  # noqa: A003 - the name is click's
    def help(self, text: str | None) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
        self._english = None if text is None else _paragraphs(text)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option `--help`, which click translates only once."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = HELP
        return option

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Translated arguments and options, the same objects throughout one invocation."""
        localized: dict[click.Command, list[click.Parameter]] = ctx.meta.setdefault(_PARAMS, {})
        if self not in localized:
            localized[self] = [_localized(param, ctx) for param in super().get_params(ctx)]
        return localized[self]

    def get_short_help_str(self, limit: int = 45) -> str:
        """The whole first sentence: a list of commands wraps it rather than cutting it."""
        return super().get_short_help_str(sys.maxsize)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The parts of the usage line behind the name."""
        return [_word(piece) for piece in super().collect_usage_pieces(ctx)]


class OneOf(click.Choice[str]):
    """One of a few names; errors suggest the nearest one."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """The error message, with a suggestion."""
        problem = super().get_invalid_choice_message(value, ctx)
        suggestion = nearest(str(value), self.choices)
        if suggestion is None:
            return problem
        return say("{wrong}: did you mean {name}?", wrong=problem.rstrip("."), name=suggestion)


class Command(_Localized):
    """A command."""


class Group(_Localized, click.Group):  # pyright: ignore[reportIncompatibleVariableOverride]
    """Commands under one name."""

    command_class = Command
    group_class = type


def _localized(param: click.Parameter, ctx: click.Context) -> click.Parameter:
    """An argument or option in the current language."""
    if spoken() == ENGLISH:
        return param
    translation = copy.copy(param)
    if isinstance(translation, click.Option) and translation.help is not None:
        translation.help = translated(translation.help)
    translation.metavar = _word(param.make_metavar(ctx))
    return translation


def _word(text: str) -> str:
    """A metavar such as `[GAME]` or `NAME=VALUE` in the current language."""
    return WORD.sub(lambda match: translated(match[0]), text)


class _OutOfRange(str):  # noqa: SLOT000 - for one message
    """click's message for a number out of range, with the range in words instead of `x>=1`."""

    def format(self, *args: object, **values: object) -> str:
        """The message with the range in words."""
        words = str(values["range"])
        match = _RANGE.fullmatch(words)
        if match and match["most"]:
            words = say("{least} to {most}", **match.groupdict())
        elif match:
            words = say("{least} or more", least=match["least"])
        return say(_OUT_OF_RANGE, value=values["value"], range=words)


def _click_says(text: str) -> str:
    if text == "{value} is not in the range {range}.":
        return _OutOfRange(text)
    return translated(_INSTEAD.get(text, text))


def _click_counts(one: str, many: str, n: int) -> str:
    if one == "{value!r} is not {choice}.":
        one, many = CHOICE
    return translated_n(one, many, n)


def say_all() -> None:
    """Translate click's own messages by our catalogue, too.

    Its modules use `_` and `ngettext`.  A gettext domain instead would need compiled catalogues and
    environment variables.
    """
    own: dict[str, Callable[..., str]] = {
        "_": _click_says,
        "ngettext": _click_counts,
    }
    for name, module in list(sys.modules.items()):
        if name.startswith("click."):
            for each, function in own.items():
                if hasattr(module, each):
                    setattr(module, each, function)


class LevelName(click.ParamType[str]):
    """A level of computer players in the language people read, or any other name."""

    name = "level"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """The level's own name; other names unchanged."""
        if spoken() == ENGLISH:
            return str(value)
        from dealt import agents

        return in_english(value, (*agents.LADDER, "learned"))


plain_option = click.option(
    "--plain",
    is_flag=True,
    envvar="DEALT_PLAIN",
    help="Use plain prompts, for screen readers; DEALT_PLAIN=1 does the same.",
)

seat_option = click.option(
    "--seat",
    "seats",
    multiple=True,
    type=LevelName(),
    metavar="NAME|LEVEL",
    help="A person, a computer player of a level, or your own as module:NAME; can be repeated.",
)


class SeatingCommand(Command):
    """A command whose help ends with the levels of computer players."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the levels of every game, and those that only some games have."""
        from dealt import agents
        from dealt.games import games

        ladder = ", ".join(agents.LADDER)
        rows = [(say("every game"), say("{levels}; AI is {own}", levels=ladder, own=agents.SEED))]
        for game in games():
            usual = {*agents.LADDER, agents.OWN}
            more = [name for name in agents.bots(game) if name not in usual]
            if more:
                rows.append((game.name, say("also {levels}", levels=", ".join(more))))
        rows.append((say("your own"), say("module:NAME, or a file of weights")))
        with formatter.section(say("Levels of computer players")):
            formatter.write_dl(rows)
        super().format_epilog(ctx, formatter)
