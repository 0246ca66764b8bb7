"""The program's first moments."""

import subprocess
import sys

import pytest

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
def test_ctrl_c_while_the_program_is_loaded_leaves_it_without_a_word(interrupted):
    """Exit 130 and no traceback, as later; also in the middle of making a class."""
    script = INTERRUPTED.replace("{interrupted}", interrupted)
    left = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (left.returncode, left.stdout, left.stderr) == (130, "", "")
