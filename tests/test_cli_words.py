"""The command line's own words, and its messages for errors of files, systems and people."""

import errno
import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

import dealt
from dealt.cli.main import cli
from dealt.cli.words import SAID, Command, Group, _paragraphs, say_all
from dealt.clients.screen.looks import with_cards
from dealt.core.record import Record
from dealt.errors import DealtError, ParseError
from dealt.games import ROWS
from dealt.games.penney import odds_report
from dealt.games.penney.odds_data import one_pair
from dealt.language import no_json, reason, speaking
from dealt.service.table.fairness import Receipt
from dealt.terminal.console import in_colour
from tests.brackets import in_brackets, outside
from tests.program import run

PORTUGUESE = "pt-BR"


@pytest.fixture
def all_said(monkeypatch):
    """Click says its words by our catalogue, as in the program; afterwards by its own again."""
    for name, module in list(sys.modules.items()):
        if name.startswith("click."):
            for own in ("_", "ngettext"):
                if hasattr(module, own):
                    monkeypatch.setattr(module, own, getattr(module, own))
    say_all()


def commands(command, *names):
    """All commands below one, each with its names."""
    yield names, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if name != "penney" or "simulate" not in names:
                yield from commands(command.get_command(context, name), *names, name)


def help_of(names, command):
    """What `--help` shows of a command."""
    return command.get_help(click.Context(command, info_name=" ".join(("dealt", *names))))


ALL = list(commands(cli))


def test_all_commands_say_their_help_in_a_language():
    """None is made by another class, which would be in English for ever."""
    assert len(ALL) > 30
    for names, command in ALL:
        assert isinstance(command, Command | Group), names


@pytest.mark.parametrize(("names", "command"), ALL, ids=[" ".join(names) for names, _ in ALL])
def test_no_word_of_help_stands_outside_of_the_catalogue(names, command, all_said):
    """But names of commands and options, and what can be typed for them."""
    with in_brackets():
        text = help_of(names, command)
    assert "[[OPTIONS]]" in text
    text = text.partition("[Commands]")[0]  # of others the first sentences
    text = re.sub(r"(?<!\w)--?[a-z-]+", "", text)
    assert outside(text, ["dealt", *names, *ROWS]) == []


@pytest.mark.parametrize("language", ["en", PORTUGUESE])
def test_each_command_is_described_in_one_line_of_80_columns(language, all_said):
    """The first sentences of all commands stand in the lists without being wrapped."""
    with speaking(language):
        for names, command in ALL:
            if isinstance(command, click.Group) and "simulate" not in names:
                context = click.Context(command, info_name="dealt", terminal_width=78)
                lines = command.get_help(context).splitlines()
                shown = command.list_commands(context)
                lists = [line.split()[0] for line in lines[len(lines) - len(shown) :]]
                assert shown and lists == shown, names


def test_help_is_english_again_when_english_is_spoken(all_said):
    """Commands keep nothing of a language that was spoken before."""
    english = help_of(("play",), cli.commands["play"])
    with speaking(PORTUGUESE):
        other = help_of(("play",), cli.commands["play"])
    assert english.startswith("Usage: dealt play [OPTIONS] [GAME]")
    assert other.startswith("Uso: dealt play [OPÇÕES] [JOGO]")
    assert "--seed NÚMERO" in other and "--record ARQUIVO" in other
    assert "Opções:" in other and "Mostra esta ajuda e sai." in other
    assert help_of(("play",), cli.commands["play"]) == english


def test_each_word_of_click_that_is_translated_is_one_of_click_s():
    """Else nobody would hear it."""
    folder = Path(click.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert [text for text in SAID if f'"{text}"' not in source] == []


def test_a_docstring_is_translated_by_paragraphs():
    """Its line breaks are those of the source, and nobody's business."""
    assert _paragraphs("One\n    two.\n\n    Three\n    four.\n") == "One two.\n\nThree four."


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "three-card-poker", "--seed", "x"], "'--seed': 'x' não é um número"),
        (["plya"], "não há comando 'plya'"),
        (["replay"], "falta o argumento 'ARQUIVO'; veja "),
        (["verify", __file__], "não é um recibo: a linha 1 não é JSON; um recibo é o arquivo"),
    ],
)
def test_wrong_input_is_answered_in_the_language_that_is_asked_for(arguments, message):
    """In one line, whether it is click's, ours or the system's."""
    result = run("--language", "pt", *arguments)
    assert result.returncode == 2 and result.stderr.count("\n") == 1 and message in result.stderr


def test_a_language_before_help_is_heard():
    assert run("--language", "pt", "--help").stdout.startswith("Uso: ")


# --- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "english", "portuguese"),
    [
        (IsADirectoryError(errno.EISDIR, "Is a directory"), "it is a folder", "é uma pasta"),
        (FileNotFoundError(errno.ENOENT, "x"), "it does not exist", "não existe"),
        (PermissionError(errno.EACCES, "x"), "Permission denied", "não há permissão"),
        (OSError(errno.ENOSPC, "x"), "No space left", "não há mais espaço"),
        (OSError(9999, "something new"), "something new", "something new"),
        (OSError("without a number"), "without a number", "without a number"),
        (ValueError("embedded null byte"), "not a valid file name", "nenhum arquivo pode"),
    ],
)
def test_errors_of_the_system_are_put_into_words(error, english, portuguese):
    assert str(reason(error)).startswith(english)
    with speaking(PORTUGUESE):
        assert str(reason(error)).startswith(portuguese)


@pytest.mark.parametrize("text", ["", "{", "[1,\n2", "[" * 100_000, "9" * 5000, "nul"])
def test_invalid_json_is_reported_without_the_words_of_the_library(text):
    """Where it is wrong, and what it should be."""
    with pytest.raises((ValueError, RecursionError)) as caught:
        json.loads(text)
    message = str(no_json(caught.value))
    assert message in {"line 1 is not JSON", "line 2 is not JSON"} or "too long" in message
    for read, expected in (
        (Receipt.from_json, "a receipt is the file"),
        (Record.from_json, "writes"),
    ):
        with pytest.raises(ParseError) as refused:
            read(text)
        line = str(refused.value)
        assert expected in line and message in line
        assert not {"Expecting", "delimiter", "recursion", "digits"} & set(line.split())


def test_nothing_slow_is_imported_before_ctrl_c_is_a_way_to_leave():
    """The first modules of the program import none that take their time."""
    code = f"""
import sys
sys.path.insert(0, {str(Path(dealt.__file__).parent.parent)!r})
before = set(sys.modules)
import dealt.__main__
print(sorted(name for name in set(sys.modules) - before if not name.startswith("dealt")))
"""
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() in ("[]", "['__future__']")


# --- examples, odds, photos -----------------------------------------------------------------------


def test_an_example_of_what_to_type_is_not_drawn_as_a_card():
    """What stands in quotes stays as it is, also beside apostrophes; cards outside are drawn."""
    line = "unknown card 'zz'; cards look like '2C', '8H'; Ana's 5H and Bob's 6D"
    assert in_colour(line).plain == line.replace("5H", "5H♥").replace("6D", "6D♦")
    assert with_cards(line).plain == line.replace("5H", "5♥").replace("6D", "6♦")
    with pytest.raises(DealtError, match="cards of this game look like '2C', '2H'"):
        dealt.table("tranca", ["Ana", "Bob"], seed=1).play("discard zz")


def test_reasons_in_penneys_game_are_translated():
    """Word for word, with the signs of its numbers; the page's, worked out elsewhere, too."""
    question = odds_report.Question()
    with speaking(PORTUGUESE):
        first, second, *_ = odds_report.explain(question, 2, "cards")
    assert first == "A melhor resposta a RBR por cartas é BBR: vence 91,77%, empata 1,39%."
    assert second.startswith("Leva 17,17 cartas a mais que RBR em média (33,42 a 16,25)")
    with in_brackets():
        for by in ("tricks", "cards"):
            for line in odds_report.explain(question, 2, by):
                assert outside(line) == []
            sheet = odds_report.replies(question, 2, by)
            assert outside(" ".join([sheet.title, *sheet.columns, *sheet.notes])) == []
            sheet = odds_report.best_replies(question, by)
            assert outside(" ".join([sheet.title, *sheet.columns, *sheet.notes])) == []
    assert one_pair(4, "BBR", "RBR", PORTUGUESE)["by"]["tricks"]["why"][0].startswith("A melhor")
    assert one_pair(4, "BBR", "RBR")["by"]["tricks"]["why"][0].startswith("The best reply")


def test_no_command_is_cut_in_a_list():
    """The first sentences of commands are wrapped where the terminal is narrow."""
    width = 60
    for names, command in ALL:
        if isinstance(command, click.Group):
            context = click.Context(command, info_name="dealt", terminal_width=width)
            lines = command.get_help(context).partition("Commands:")[2].splitlines()
            assert lines, names
            assert not [each for each in lines if each.endswith("...") or len(each) > width], names
