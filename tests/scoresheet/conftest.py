"""A sheet, and a match on it."""

import pytest

from dealt.scoresheet.store import ScoreSheet


@pytest.fixture
def sheet(tmp_path):
    return ScoreSheet(tmp_path / "tranca.db", wait=0.1)


@pytest.fixture
def match(sheet):
    return sheet.new_match("Friday", ["Ana", "Bob"])
