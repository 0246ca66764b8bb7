"""The program's first moments."""

import subprocess
import sys

import pytest

INTERRUPTED = """
import sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
from dealt.__main__ import main
main()
"""


@pytest.mark.no_cover
def test_ctrl_c_while_the_program_is_loaded_leaves_it_without_a_word():
    """Exit 130 and no traceback, as later."""
    left = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False
    )
    assert (left.returncode, left.stdout, left.stderr) == (130, "", "")
