"""The commands of `dealt-train`; wrong input gets one line."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner
from PIL import Image

from dealt.cli import main as dealt_command_line
from dealt.errors import DealtError
from dealt.extras import TRAINING, install_command
from dealt.language import speaking
from dealt_training.cli import train
from dealt_training.photos import load_labels

LACKING = """
import sys

sys.modules[{module!r}] = None  # as if it were not installed
from dealt_training.__main__ import main
main()
"""


def output(*arguments):
    """What a command prints."""
    result = CliRunner().invoke(train, arguments)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


def test_pictures_have_the_size_that_their_labels_say(tmp_path):
    """Larger ones than are kept are made smaller."""
    size = ("--count", "1", "--kind", "single", "--size", "1700")
    assert "1 picture in" in output("scenes", str(tmp_path), *size)
    (row,) = json.loads((tmp_path / "labels.json").read_text())["images"]
    with Image.open(tmp_path / row["file"]) as picture:
        assert picture.size == (row["width"], row["height"]) == (1600, 1600)


def test_scenes_are_the_same_for_a_seed_and_their_labels_are_read(tmp_path):
    """`tranca` is the former name of the kind `canasta`."""
    for folder, kind in (("one", "canasta"), ("two", "tranca")):
        order = ("--count", "2", "--kind", kind, "--size", "256", "--seed", "3")
        output("scenes", str(tmp_path / folder), *order)
    one, two = (load_labels(tmp_path / folder) for folder in ("one", "two"))
    assert one == two and [label.file for label in one] == ["canasta-0.jpg", "canasta-1.jpg"]
    for label in one:
        pictures = {(tmp_path / folder / label.file).read_bytes() for folder in ("one", "two")}
        assert len(pictures) == 1


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("scenes", "out", "--kind", "foo"), "no kind 'foo'; the kinds are scatter, single"),
        (("scenes", "file"), "cannot make the folder file"),
        (("networks", "file"), "cannot make the folder file"),
    ],
)
def test_wrong_input_gets_one_line(arguments, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    error = CliRunner().invoke(train, arguments).exception
    assert isinstance(error, DealtError)
    assert str(error).startswith(line) and "\n" not in str(error)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("module", "command", "arguments"),
    [
        ("torch", install_command("torch", TRAINING), ["networks", "out"]),
        ("cv2", install_command("vision"), ["scenes", "out", "--count", "1"]),
        ("cv2", install_command("vision"), ["scenes", "out", "--kind", "foo"]),
    ],
)
def test_what_is_not_installed_is_named_with_the_way_to_get_it(
    module, command, arguments, tmp_path
):
    """One line; nothing is begun."""
    done = subprocess.run(
        [sys.executable, "-c", LACKING.replace("{module!r}", repr(module)), *arguments],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    line = f"dealt-train: {module} is not installed. Install it with: {command}\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)
    assert list(tmp_path.iterdir()) == []


def test_help_is_in_the_language_that_is_spoken():
    with speaking("pt"):
        assert "Cria cenas sintéticas" in output("--help")


def test_the_commands_are_no_longer_those_of_dealt():
    vision = dealt_command_line.cli.commands["vision"]
    assert sorted(vision.commands) == ["labels", "read"]
