"""What the README and the documentation show is run: commands, lines of Python, cells."""

import doctest
import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from dealt.cli.main import cli
from dealt.terminal.progress import COMPILING
from dealt_training.cli import train
from tests import program
from tests.docs.pages import (
    BY_ITSELF,
    DOCS,
    NOTEBOOKS,
    PAGES,
    README,
    ROOT,
    RUN,
    blocks,
    generated,
    links,
    name_of,
    prose,
    save_modules,
    text_of,
)

DECK = ROOT / "examples" / "short.deck"
PATH = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
PLACES = os.pathsep.join([str(os.path.dirname(sys.executable)), os.environ["PATH"]])  # noqa: PTH120
OF_A_SHELL = set("|<>;&$`*")
FIRST_WORDS = ("dealt ", "make ", "pip ", "python ", "export ", "$ ", ">>> ")


def sessions():
    """Each block as (command, expected output) pairs, to be run one after the other in a folder."""
    for page in RUN:
        for number, block in enumerate(blocks(page, "console")):
            parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
            pairs = [tuple(part.split("\n", 1)) for part in parts]
            yield pytest.param(page, pairs, id=f"{name_of(page)} {number}")


@pytest.fixture
def modules(folder, monkeypatch):
    """What is imported from the folder, which is gone afterwards."""
    before = {*sys.modules}
    monkeypatch.syspath_prepend("")
    yield
    for name in {*sys.modules} - before:
        if Path(getattr(sys.modules[name], "__file__", None) or "/").parent == folder:
            del sys.modules[name]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder but for the deck of the examples, to be in."""
    shutil.copy(DECK, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def finished(command):
    """A command of a shell that has been run here; without one where none is needed."""
    words = shlex.split(command)
    if words[0] == "dealt" and not OF_A_SHELL & {*command}:
        return program.run(*words[1:])
    return subprocess.run(
        ["bash", "-c", command], env={**os.environ, "PATH": PLACES}, capture_output=True, text=True,
        check=False, timeout=600, stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.mark.no_cover
@pytest.mark.parametrize(("page", "session"), list(sessions()))
def test_the_commands_of_a_page_print_what_it_says(page, session, folder, modules):
    """Lines are compared up to `...`, which stands for any more lines."""
    save_modules(page, folder)
    for command, expected in session:
        result = finished(command)
        messages = program.without_progress(result.stderr)
        assert result.returncode == 0 and messages in ("", f"{COMPILING}\n"), command
        printed = [line.rstrip() for line in result.stdout.strip().splitlines()]
        wished = expected.strip().splitlines()
        if wished[-1:] == ["..."]:
            assert printed[: len(wished) - 1] == wished[:-1], command
            assert len(printed) >= len(wished), command
        else:
            assert printed == wished, command


@pytest.mark.parametrize("page", [page for page in RUN if ">>>" in text_of(page)], ids=name_of)
def test_the_python_of_a_page_does_what_it_says(page, folder, modules):
    """Run as doctests, in order."""
    save_modules(page, folder)
    failed, examples = doctest.testfile(str(page), module_relative=False)
    assert examples and not failed


def table_of_odds(folder):
    """A right table of 20,000 decks, as `results.csv`."""
    from dealt.penney import decks, scoring
    from dealt.penney.scores_csv import scores_text

    text = scores_text(scoring.score(decks.deal(1, 0, 20_000)))
    (folder / "results.csv").write_text(text, encoding="utf-8")


def photo_of_a_table(folder):
    """A synthetic scene, as `table.jpg`."""
    pytest.importorskip("cv2")
    command = ["scenes", "scenes", "--count", "1", "--kind", "tranca"]
    subprocess.run(
        [sys.executable, "-m", "dealt_training", *command], check=True, capture_output=True
    )
    (scene,) = (folder / "scenes").glob("*.jpg")
    scene.rename(folder / "table.jpg")


NEEDS = {"howto/audit.md": table_of_odds, "howto/photo-to-score.md": photo_of_a_table}
PROGRAMS = [
    page for page in RUN if any(">>>" not in block for block in blocks(page, "python"))
]  # fmt: skip


@pytest.mark.parametrize("page", PROGRAMS, ids=name_of)
def test_the_programs_of_a_page_run(page, folder, modules):
    """Python without prompts: all of a page, one after the other, with the files it speaks of."""
    save_modules(page, folder)
    NEEDS.get(name_of(page), lambda folder: None)(folder)
    names = {}
    for block in blocks(page, "python"):
        if ">>>" not in block:
            exec(compile(block, name_of(page), "exec"), names)


@pytest.mark.no_cover
@pytest.mark.parametrize("page", NOTEBOOKS, ids=name_of)
def test_the_cells_of_a_notebook_run(page, tmp_path):
    """From top to bottom, as when the site is built; their own checks hold."""
    cells = blocks(page, "{code-cell} ipython3")
    assert len(cells) > 5
    program = tmp_path / "notebook.py"
    program.write_text("\n".join(cells), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": PATH, "MPLBACKEND": "Agg"}
    result = subprocess.run(
        [sys.executable, str(program)], env=environment, capture_output=True, text=True,
        check=False, timeout=600,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert result.stdout


def shown_commands():
    """Commands that are shown and not run: what they need is not there, or they do not end."""
    for page in [README, *PAGES]:
        for block in blocks(page, "sh"):
            yield from (line for line in block.splitlines() if line and line[0] not in " #")


def test_commands_that_are_shown_exist():
    """Commands of dealt have these options and arguments; make has these targets."""
    if shutil.which("make") is None:
        pytest.skip("no make")
    for line in {*shown_commands()}:
        look_at(line)


def look_at(line):
    """Click reads a command of dealt, make and Python know the rest."""
    words = shlex.split(line, comments=True)
    words = words[: words.index(">")] if ">" in words else words
    while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
        del words[0]
    if words[0] == "dealt":
        parse(cli, words[1:])
    elif words[0] == "dealt-train":
        parse(train, words[1:])
    elif words[0] == "make":
        targets = [word for word in words[1:] if "=" not in word]
        subprocess.run(["make", "-n", *targets], cwd=ROOT, check=True, capture_output=True)
    elif words[0] == "python" and words[1] == "-m":
        __import__(words[2])
    elif words[0] == "python":
        assert (ROOT / words[1]).is_file()
    elif words[:2] == ["pip", "install"]:
        folder = ROOT / "training" if words[2].startswith("./training") else ROOT
        project = tomllib.loads(text_of(folder / "pyproject.toml"))["project"]
        for extras in re.findall(r"\[(.*)\]", line):
            assert {*extras.split(",")} <= {*project["optional-dependencies"]}
    else:
        assert words[0] in {"export", "git", "source"}, line


def parse(command, words):
    """Let click read a command line, without looking at its files and without doing anything."""
    context = click.Context(command, info_name="dealt")
    if isinstance(command, click.Group):
        first = next((word for word in words if word in command.commands), words[0])
        parse(command.get_command(context, first), words[words.index(first) + 1 :])
        return
    parser = command.make_parser(context)
    _, left, _ = parser.parse_args(list(words))
    assert left == [], words


def test_no_command_stands_where_nothing_runs_it():
    """Commands and Python stand in fenced blocks, whose kind says how they are tested."""
    for page in PAGES:
        for line in prose(page).splitlines():
            is_shown = line.startswith("    ") and line.strip().startswith(FIRST_WORDS)
            assert not is_shown, (page, line)


def test_every_block_is_of_a_known_kind():
    """So that nothing escapes by another name."""
    kinds = {"console", "python", "sh", "text", "json", "toml"}
    for page in [README, *(page for page in PAGES if page.name not in BY_ITSELF)]:
        for kind in re.findall(r"^```([\w{].*)$", text_of(page), re.MULTILINE):
            assert kind in kinds or kind.startswith("{"), (name_of(page), kind)


def test_links_lead_somewhere():
    """Every relative link is a file or a folder; the site checks their anchors, too."""
    for page in [README, *PAGES]:
        for link in links(page):
            path = link.partition("#")[0]
            assert not path or (page.parent / path).exists(), (page, link)


def test_every_page_is_in_one_table_of_contents():
    """A page that is in none is one nobody finds."""
    listed = [DOCS / "index.md"]
    for page in PAGES:
        for tree in re.findall(
            r"^```\{toctree\}\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL
        ):
            for line in tree.splitlines():
                if line.strip() and not line.startswith(":"):
                    name = re.sub(r".*<(.*)>", r"\1", line.strip())
                    listed.append(page.parent / f"{name}.md")
    assert sorted(listed) == PAGES


def test_every_command_is_shown():
    """A command that no page shows is one nobody finds."""
    text = "".join(map(text_of, [README, *PAGES]))
    for name in cli.commands:
        assert f"dealt {name}" in text, name


def test_what_pages_take_from_the_program_can_be_made():
    """All marks are filled in, and none is left over; pages read as they are have its numbers."""
    for page in [README, *PAGES]:
        text = text_of(page)
        numbers = generated.NUMBER.findall(text)
        for written, expression in numbers:
            assert written == generated.number_of(expression, written), (page, expression)
        assert text.count("<!-- = ") == len(numbers), page
        if page != README or numbers:
            filled = generated.filled(text)
            assert "<!-- generated" not in filled and "<!-- = " not in filled, page


def test_a_number_of_the_program_follows_it(monkeypatch):
    """Of a constant, the default of a field, in a unit, or computed; a page cannot fall behind."""
    from dealt.service.hall import steps
    from dealt.service.table.limits import Limits

    service = "dealt.service"
    page = f"16<!-- = {service}.hall.steps.MOST_STEPS --> steps, "
    page += f"60<!-- = {service}.table.parts.Settings.stand_in_s --> s, "
    page += f"1<!-- = {service}.web.cameras.PHOTO_BYTES / 1048576 --> MiB"
    poker = "dealt.games.three_card_poker.exact.odds('deck').best"
    page += f", `A A A`<!-- = {poker}.weakest --> or 0.99<!-- = -{poker}.value --> points"
    monkeypatch.setattr(steps, "MOST_STEPS", 1234.5)
    assert generated.filled(page) == "1,234.5 steps, 60 s, 12 MiB, `Q 4 2` or 0.98 points"
    monkeypatch.setattr(Limits, "sockets", 77)
    assert "| WebSockets of one address at a time | 77 |" in generated.allowed()


def test_all_limits_are_in_their_table():
    """None is without its meaning, and no page has them by hand."""
    from dataclasses import fields

    from dealt.service.table.limits import Limits

    table = generated.allowed()
    values = [text for row in table.splitlines()[2:] for text in row.split(" | ")[-1].split(", ")]
    assert len(values) == len(fields(Limits))
    assert "<!-- generated: allowed -->" in text_of(DOCS / "reference" / "protocol.md")


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in (DOCS / "reference/games").glob("*-*.md"))
)
def test_actions_and_observations_are_complete(name):
    """The numbers of the tables run from 0 to the last one without a gap."""
    from dealt.games import game

    for table, least in ((generated.actions(name), game(name).sizes.actions),
                        (generated.observations(name), game(name).sizes.observation)):  # fmt: skip
        rows = re.findall(r"^\| (\d+)(?: to (\d+))? \| (?=\d|`SEES)", table, re.MULTILINE)
        spans = [(int(first), int(last or first)) for first, last in rows]
        assert spans[0][0] == 0 and spans[-1][1] == least - 1
        assert all(one[1] + 1 == two[0] for one, two in itertools.pairwise(spans))
    for _, text in re.findall(r"^\| (\d+) \| `SEES_\w+` \| (.*) \|$", table, re.MULTILINE):
        assert text, "every number has a meaning"
