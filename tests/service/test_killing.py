"""A server that is killed loses nothing that it acknowledged; `killing` does it all night."""

import asyncio
import sys

import pytest

from tests.service import killing


@pytest.mark.no_cover
@pytest.mark.skipif(sys.platform == "win32", reason="a process is killed as POSIX does it")
def test_no_acknowledged_move_is_lost(tmp_path):
    """Five games at once; every move that was acknowledged is there, and all games go on."""
    count, _, _ = asyncio.run(killing.once(tmp_path, 1, killing.TABLES[:5]))
    assert count >= 5
    log = (tmp_path / "log").read_text()
    assert "mistake" not in log
    assert "Traceback" not in log
