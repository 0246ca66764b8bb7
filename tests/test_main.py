"""The program's first moments."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from dealt.extras import EXTRAS, extra_of, install_command

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
