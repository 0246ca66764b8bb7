"""Modules under their names of before."""

import importlib
import subprocess
import sys
import warnings

import pytest

from dealt._moved import MOVED, place_of
from tests.test_house import SOURCE


@pytest.mark.parametrize("name", MOVED)
def test_a_module_is_imported_from_where_it_is(name):
    """With a warning that says where; it is the same module, and keeps its own name."""
    old, new = f"dealt.{name}", f"dealt.{MOVED[name]}"
    assert not SOURCE.joinpath(*name.split(".")).with_suffix(".py").exists()
    sys.modules.pop(old, None)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = importlib.import_module(old)
    assert f"{old} is {new} now" in [str(each.message) for each in told]  # beside its package
    assert found is importlib.import_module(new)
    assert found.__name__ == found.__spec__.name == new


def test_what_lies_in_a_package_that_has_moved_comes_along():
    """Once, not as a second copy."""
    assert place_of("dealt.web.protocol") == "dealt.service.protocol"
    assert place_of("dealt.terminal.table.app") == "dealt.clients.screen.app"
    assert place_of("dealt.storage.files") is None and place_of("numpy.core") is None
    for name in [name for name in sys.modules if name.startswith("dealt.web")]:
        del sys.modules[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from dealt.web import protocol
    from dealt.service import protocol as now

    assert protocol is now


def test_programs_of_before_still_run():
    """The warnings are for who writes programs; a program itself prints none."""
    code = (
        "from dealt.games.penney.audit import audit_tally; from dealt.games.penney import exact; "
        "from dealt.storage import scoresheet; print(audit_tally(exact.tally(3)).verdict)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.returncode) == ("consistent", 0), done.stderr


def test_the_group_of_all_commands_is_where_it_was():
    from dealt.cli import cli, main

    assert cli is main.cli
