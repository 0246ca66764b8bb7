"""Whole matches as text, compared with those kept in tests/data."""

import pytest

from dealt.games import games
from tests.playthroughs import path_of, review_of, text_of


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_whole_match_is_as_it_was(game):
    """Every state, view, observation and list of actions of a match; see `make playthroughs`."""
    stored = path_of(game).read_text(encoding="utf-8").splitlines()
    for number, (line, then) in enumerate(zip(text_of(game).splitlines(), stored, strict=True), 1):
        assert line == then, f"line {number} of {path_of(game).name}"


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.xdist_group(game.name)) for game in games()],
    ids=lambda game: game.name,
)  # fmt: skip
def test_a_review_is_as_it_was(game):
    assert review_of(game) == path_of(game, "review").read_text(encoding="utf-8")
