"""The program's first moments."""

import json
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from dealt.extras import EXTRAS, _training_command, extra_of, install_command

ROOT = Path(__file__).parent.parent

INTERRUPTED = """
import sys

class Field:
    def __set_name__(self, owner, name):
        raise KeyboardInterrupt

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            {interrupted}

sys.meta_path.insert(0, Interrupting())
from dealt.__main__ import main
main()
"""


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "interrupted", ["raise KeyboardInterrupt", "type('Made', (), {'field': Field()})"]
)
def test_ctrl_c_while_the_program_loads_ends_it_silently(interrupted):
    """Exit 130 and no traceback, as later; also in the middle of making a class."""
    script = INTERRUPTED.replace("{interrupted}", interrupted)
    left = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (left.returncode, left.stdout, left.stderr) == (130, "", "")


LACKING = """
import sys

sys.modules[{module!r}] = None  # as if it were not installed
from dealt.__main__ import main
main()
"""


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("module", "extra", "command"),
    [
        ("uvicorn", "web", ["serve"]),
        ("psycopg", "postgresql", ["serve", "--data", "postgresql://nowhere/none"]),
        ("textual", "table", ["table", "president"]),
        ("cv2", "vision", ["vision", "measure", "--made", "1"]),
        ("numpy", "vision", ["vision", "read", "photo.jpg"]),
        ("numpy", "fast", ["simulate", "tranca", "--matches", "2"]),
        ("openskill", "fast", ["arena", "penney", "AI", "bad", "--deals", "2"]),
        ("matplotlib", "figures", ["penney", "figures"]),
        ("matplotlib", "figures", ["penney", "augment", "100"]),
        ("matplotlib", "figures", ["arena", "penney", "AI", "bad", "--picture", "a.png"]),
    ],
)
def test_a_missing_library_is_named_with_its_install_command(module, extra, command, tmp_path):
    """One line; nothing is begun."""
    result = subprocess.run(
        [sys.executable, "-c", LACKING.replace("{module!r}", repr(module)), *command],
        capture_output=True, text=True, check=False, cwd=tmp_path, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    message = f"dealt: {module} is not installed. Install it with: {install_command(extra)}\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", message)
    assert list(tmp_path.iterdir()) == []


def test_scenes_without_their_distribution_are_answered_with_the_way_to_get_it(tmp_path):
    """One line, with the sources that `dealt` came from where there are any; all else works."""
    lacking = LACKING.replace("{module!r}", repr("dealt_training"))
    result = subprocess.run(
        [sys.executable, "-c", lacking, "vision", "measure", "--made", "1"],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    line = f"dealt: dealt-training is not installed. Install it with: {_training_command()}\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", line)


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        (None, "pip install dealt-training"),
        ("dealt-0.1.0-py3-none-any.whl", "pip install dealt-training"),
        ("sources", "pip install {folder}/sources/training"),
        ("my sources", "pip install '{folder}/my sources/training'"),
    ],
)
def test_training_is_installed_from_where_dealt_came_from(origin, command, tmp_path, monkeypatch):
    for name in ("sources", "my sources"):
        (tmp_path / name / "training").mkdir(parents=True)
        (tmp_path / name / "training" / "pyproject.toml").touch()
    url = origin and json.dumps({"url": (tmp_path / origin).as_uri(), "dir_info": {}})
    # not a class of it: libraries that are imported elsewhere bring classes of their own
    installed = SimpleNamespace(read_text=lambda name: url)
    monkeypatch.setattr(metadata, "distribution", lambda name: installed)
    assert _training_command() == command.format(folder=tmp_path)


def test_every_module_of_an_extra_is_brought_by_it():
    """As pyproject.toml has it; names of distributions are not those of modules."""
    packages = {"cv2": "opencv-python-headless", "PIL": "pillow", "pyspiel": "open_spiel"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for extra, modules in EXTRAS.items():
        brought = " ".join(project["optional-dependencies"][extra]).replace("-", "_")
        for module in modules:
            assert packages.get(module, module).replace("-", "_") in brought
            assert extra_of(f"{module}.part") == extra
    assert extra_of("dealt.games") is None and extra_of(None) is None
