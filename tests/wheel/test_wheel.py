"""The built wheel in an environment with nothing but what it asks for; see `make test-wheel`.

No source is on the path, no extra is installed, and no other test is imported.
"""

import importlib.util
import json
import subprocess
import sys
from importlib.metadata import files, version
from pathlib import Path

import pytest

import dealt

GAMES = {"penney": 2, "three-card-poker": 1, "mason-rummy": 2, "president": 4, "tranca": 4}
GIANTS = ("numba", "numpy", "matplotlib", "onnxruntime", "cv2", "starlette", "textual", "torch")
PLACE = Path(dealt.__file__).parent

if "site-packages" not in PLACE.parts:
    pytest.skip("the wheel is not installed here: make test-wheel", allow_module_level=True)


def run(*arguments, typed="", **environment):
    """What a `dealt` process prints; it ends well."""
    result = subprocess.run(
        [sys.executable, "-m", "dealt", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={"PATH": "", "DEALT_DATA_DIR": ".", **environment},
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_nothing_heavy_came_along():
    """The base install has what playing, odds and scoring need, and no more."""
    assert [name for name in GIANTS if importlib.util.find_spec(name) is not None] == []
    assert version("dealt") == dealt.__version__


def test_the_wheel_holds_what_it_should():
    """Rules to read once, compiled catalogues, the page, the mark of a typed package; no test."""
    names = [str(path) for path in files("dealt")]
    for game in GAMES:
        for rules in ("RULES.md", "RULES.pt-BR.md"):
            assert f"dealt/games/{game.replace('-', '_')}/{rules}" in names
    assert sum(name.endswith("RULES.md") for name in names) == len(GAMES)
    assert "dealt/locale/pt_BR/LC_MESSAGES/dealt.mo" in names
    assert "dealt/py.typed" in names and "dealt/service/page/index.html" in names
    assert not [name for name in names if name.startswith("tests") or name.endswith(".po")]
    assert {name.split("/")[0] for name in names} <= {
        "..",
        "dealt",
        f"dealt-{version('dealt')}.dist-info",
    }
    assert not {"synth", "training"} & {name.split("/")[2] for name in names if "/vision/" in name}


@pytest.mark.parametrize(("game", "seats"), GAMES.items())
@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_every_game_is_played_and_replayed(game, seats, language):
    """By computer players, at a terminal's command."""
    seated = [word for _ in range(seats) for word in ("--seat", "AI")]
    order = ["play", game, *seated, "--seed", "3", "--rounds", "1", "--record", "match.json"]
    assert run(*order, DEALT_LANGUAGE=language)
    assert run("replay", "match.json", DEALT_LANGUAGE=language)
    assert len(run("rules", game, DEALT_LANGUAGE=language)) > 2000


def test_a_person_plays_with_hints():
    """As the README has it."""
    output = run("play", "three-card-poker", "--seed", "4", typed="play\nq\n")
    assert "playing is worth +15.69 on average" in output


def test_odds_are_exact():
    """Without NumPy."""
    assert "91.77%" in run("odds", "penney", "RBR", "--by", "cards")
    assert "-2489268/2544815" in run("odds", "three-card-poker")


def test_a_table_is_scored_and_an_evening_kept():
    """Typed cards, and the sheet."""
    Path("round.txt").write_text("4H 5H 6H 7H 8H 9H 2C\nKS KD KH\nmorto: used\n", encoding="utf-8")
    assert json.loads(run("score", "tranca", "round.txt", "--json"))["total"] == 180
    begun = run("scoresheet", "tranca", typed="1\nFriday\nAna\nBia\n\n1\n1\n500 300\n")
    assert "500" in begun and Path("tranca.db").is_file()


def test_simulation_runs_plainly():
    """Slower, with the same numbers as compiled."""
    data = json.loads(run("simulate", "president", "--matches", "20", "--seed", "1", "--json"))
    assert data["matches"] == 20


def test_a_missing_library_is_named_with_its_command():
    """In one line."""
    for order, library in (
        (["table", "--join", "http://127.0.0.1:9/"], "textual"),
        (["play", "--join", "http://127.0.0.1:9/"], "websockets"),
        (["serve"], "h11"),
        (["penney", "figures"], "matplotlib"),
        (["vision", "read", "photo.jpg"], "numpy"),
    ):
        result = subprocess.run(
            [sys.executable, "-m", "dealt", *order], capture_output=True, text=True, check=False
        )
        assert result.returncode == 2
        assert result.stderr.startswith(f"dealt: {library} is not installed. Install it with: pip")
        assert result.stderr.count("\n") == 1
