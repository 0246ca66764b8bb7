"""The page on learning, and the message for a missing library."""

import doctest
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dealt.extras import install_command

PAGE = Path(__file__).parent.parent.parent / "docs" / "howto" / "learning.md"
SECTIONS = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
# what is compiled for the vector environment of Mason Rummy is, in the process of its other tests
COMPILED = pytest.mark.xdist_group("mason-rummy")
NEEDS = {"Gymnasium": "gymnasium", "PettingZoo": "pettingzoo", "OpenSpiel": "pyspiel"}


def need(library):
    """Skip what needs a library that is not there."""
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"needs {library}")


@COMPILED
@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.split("\n")[0])
def test_the_page_does_what_it_says(section):
    """Each section's Python is run as a doctest."""
    title = section.split("\n")[0]
    need(NEEDS.get(title, "numpy"))
    test = doctest.DocTestParser().get_doctest(section.replace("```", ""), {}, title, None, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize(
    ("library", "module", "message"),
    [
        ("gymnasium", "gym_env", "Gymnasium is not installed. Install it with: "),
        ("pettingzoo", "pettingzoo_env", "PettingZoo is not installed. Install it with: "),
        ("pyspiel", "openspiel_game", "OpenSpiel is not installed. Install it with: "),
    ],
)
def test_a_library_that_is_missing_is_named_with_its_extra(library, module, message):
    """One line, as for every other missing library."""
    code = f"""
import sys
sys.modules[{library!r}] = None
from dealt.extras import install_command
from dealt.errors import SetupError
try:
    import dealt.learning.{module}
except SetupError as error:
    print(error)
"""
    extra = module.removesuffix("_env").removesuffix("_game")
    assert run(code) == message + install_command(extra)


def test_adapters_import_only_what_they_need():
    """The vector environment needs NumPy, and none of the libraries; nor numba before it plays."""
    code = """
import sys, dealt.learning.vector
heavy = ("numba", "gymnasium", "pettingzoo", "pyspiel", "rich", "click", "matplotlib")
print(*[module for module in heavy if module in sys.modules])
"""
    assert run(code) == ""


def run(code):
    """What a fresh interpreter prints."""
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300
    )
    return result.stdout.strip()
