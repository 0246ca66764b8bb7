"""What tests of scores share."""

import pytest

from dealt.penney.score_files import Scorer


@pytest.fixture
def scorer(tmp_path):
    """A scorer of small chunks, in a folder of its own."""
    (tmp_path / "outputs").mkdir()
    return Scorer(tmp_path / "outputs" / "scores.csv", at_once=16, commit_decks=32)
