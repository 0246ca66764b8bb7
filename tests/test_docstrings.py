"""Examples in docstrings are run, each module's own."""

import doctest
import importlib

import pytest

from dealt.games import three_card_poker
from tests.test_house import MODULES, SOURCE

WITH_EXAMPLES = [path for path in MODULES if ">>> " in path.read_text(encoding="utf-8")]
# an example of it plays a round of a game, compiled
COMPILED = {
    "learning/pettingzoo_env.py": "president",
    "learning/vector.py": "mason-rummy",
    "penney/audit.py": "penney",
}


def marked(path):
    """A module's path below `dealt` with the mark of what takes a while."""
    name = path.relative_to(SOURCE).as_posix()
    marks = []
    if name in COMPILED:
        marks = [pytest.mark.no_cover, pytest.mark.xdist_group(COMPILED[name])]
    return pytest.param(name, id=name, marks=marks)


@pytest.mark.parametrize("name", [marked(path) for path in WITH_EXAMPLES])
def test_examples_in_docstrings_are_right(name, monkeypatch, tmp_path):
    """Wherever there are some; a new module needs no test of its own for it."""
    monkeypatch.chdir(tmp_path)
    for function in ("deal", "get_choice"):  # which an example replaces
        monkeypatch.setattr(three_card_poker, function, getattr(three_card_poker, function))
    parts = ["dealt", *name.removesuffix(".py").split("/")]
    module = importlib.import_module(".".join(part for part in parts if part != "__init__"))
    failed, examples = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert examples and not failed
