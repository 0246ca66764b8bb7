"""Mistakes in a game of one's own are found, and said so that the author finds the place."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from click.testing import CliRunner
from examples.crazy_eights import GAME as EIGHTS

import dealt
from dealt import games
from dealt.cli.main import cli
from dealt.core.agent import Action
from dealt.core.match import replay
from dealt.errors import SetupError
from dealt.games import game as game_of
from dealt.language import speaking
from dealt.learning.vector import VectorEnv
from dealt.simulate import matches
from dealt.simulate.batches import play_random
from dealt.simulate.lineup import Lineup
from dealt.testing import CHECKS, Broken, examine, reach, speeds
from dealt.testing.check import difference
from tests.contract import broken
from tests.contract.faults import FAULTS, OF_HANDS

PLAIN = [check for check in CHECKS.values() if check.name != "compiled"]  # which takes longest

MATCHES = 40  # more than any of the faults needs
HEAVY = ("numpy", "numba", "pytest", "hypothesis")


def found_in(game, check):
    """What a check says of a broken game."""
    for seed in range(MATCHES):
        try:
            CHECKS[check](game, seed)
        except Broken as broken_promise:
            return broken_promise
    return pytest.fail(f"{check} finds nothing")


def compiled_apart(name):
    """What is compiled takes seconds, and other tests cover its code."""
    marks = [pytest.mark.no_cover] if FAULTS[name][1] == "compiled" else []
    return pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", [*map(compiled_apart, FAULTS)])
def test_a_fault_has_plain_words_and_its_place(tmp_path, name):
    """One line each, in English and in Portuguese, with the same facts."""
    changes, check, pattern = FAULTS[name]
    with broken.game(tmp_path, name, *changes) as game:
        fault = found_in(game, check)
        english = str(fault)
        assert re.search(pattern, english), english
        assert "\n" not in english
        with speaking("pt-BR"):
            assert str(fault) != english
            assert "\n" not in str(fault)


@pytest.mark.parametrize("name", OF_HANDS)
def test_an_impossible_deal_is_noticed(tmp_path, name):
    """A redeal that gives a seat cards with which it could not have played as it did."""
    source, changes, check, pattern = OF_HANDS[name]
    with broken.game(tmp_path, name, *changes, source=getattr(broken, source)) as game:
        fault = found_in(game, check)
        english = str(fault)
        assert re.search(pattern, english), english
        results = examine(game, rounds=30, checks=PLAIN)
        assert [each.check.name for each in results if each.status == "failed"] == [check]
        with speaking("pt-BR"):
            assert str(fault) != english


@pytest.mark.parametrize("name", ["zone_that_is_not_there", "view_that_leaks", "kept_list"])
def test_the_place_of_a_fault_can_be_reached(tmp_path, name):
    """The state at a position, by which an author goes on in a debugger."""
    changes, check, _ = FAULTS[name]
    with broken.game(tmp_path, name, *changes) as game:
        where = found_in(game, check).where
        s = reach(where)
        assert s.seats == where.seats == 2
        assert s.count == len(where.actions)
        assert [action - 1 for action in s.said[: s.count]] == list(where.actions)
        data = json.loads(json.dumps(where.to_data()))
        assert len(data["actions"]) == s.count
        assert data["seed"] == where.seed


def test_a_removed_place_cannot_be_reached(tmp_path):
    with broken.game(tmp_path, "one", *FAULTS["zone_that_is_not_there"][0]) as game:
        where = found_in(game, "actions").where
        object.__setattr__(where, "played", [0] * 20)
        object.__setattr__(where, "count", 20)
        with pytest.raises(LookupError, match="20 actions, the last ones fold, fold"):
            reach(where)


# --- states that begin fresh ----------------------------------------------------------------------

OPTION = 'option(7, "cards dealt to each", range(7, 9), came_later=True)'
PACKS = 'lambda seats, options: options["hand_size"] // 7'
HAND_SIZE = [
    ("state.py", "    draws: int", f"    hand_size: int = {OPTION}\n    draws: int"),
    ("rules.py", "    each = 7 if s.seats == 2 else 5\n", "    each = s.hand_size\n"),
    ("__init__.py", "    bots=Bots(", f"    cards=Cards(packs={PACKS}),\n    bots=Bots("),
    ("__init__.py", ">= TARGET", '>= 20 * options["hand_size"]'),
    ("__init__.py", "import Bots,", "import Bots, Cards,"),
]


@pytest.mark.no_cover
def test_every_driver_deals_into_a_fresh_state(tmp_path):
    """Rules that count on one play alike in matches, simulations, rows and environments."""
    changes = [("rules.py", "    s.folded = NOBODY\n", "    s.folded -= 1\n")]
    with broken.game(tmp_path, "counts_on_zero", *changes) as game:
        lineup = Lineup.of(game, ["random", "random"], rounds=3)
        endings = [matches.play(lineup, 1, 0, 20, fast=fast) for fast in (True, False)]
        assert endings[0] == endings[1]
        fast, plain = (play_random(game, 50, seed=2, fast=fast) for fast in (True, False))
        assert (fast.scores == plain.scores).all() and (fast.decisions == plain.decisions).all()
        assert fast.decisions.min() > 0
        for carrying in (True, False):
            rows = [
                VectorEnv(game, 8, seed=3, fast=fast, carrying=carrying) for fast in (True, False)
            ]
            for _ in range(60):
                one, two = (env.step(env.ids[:, 0]) for env in rows)
                assert (one[0] == two[0]).all() and (one[1] == two[1]).all()
            assert all(env.number.min() > 3 for env in rows)


@pytest.mark.no_cover
def test_an_option_that_came_later_has_its_default_everywhere(tmp_path):
    """Stored matches leave it out; its field, and what is asked about a match, have the default."""
    with broken.game(tmp_path, "later", *HAND_SIZE, source=broken.EIGHTS) as game:
        assert {each.status for each in examine(game, rounds=9, checks=PLAIN)} == {"ok"}
        before = dealt.match(EIGHTS, ["AI", "AI"], seed=5).run()
        match = dealt.match(game, ["AI", "AI"], seed=5).run()
        record = replace(before.record, rounds=len(before.tables))
        assert "hand_size" not in match.options
        assert replay(record, game).totals == before.totals
        assert max(match.totals.values()) >= 140, "seven cards, twenty points each"
        table = dealt.table(game, ["Ana", "Bob"], seed=5)
        assert table.fields()["hand_size"] == 7 == len(table.view(0).hand)
        assert "hand_size" not in table.position
        assert dealt.position(game, seats=["Ana", "Bob"]).fields()["hand_size"] == 7
        for fast in (True, False):
            env = VectorEnv(game, 2, seed=1, fast=fast)
            assert env.table(0).fields()["hand_size"] == 7
            lineup = Lineup.of(game, ["AI", "random"])
            assert matches.play(lineup, 1, 0, 2, fast=fast)[0].rounds > 1
        assert dealt.table(game, ["Ana", "Bob"], hand_size=8).view(0).count(1) == 8


# --- the whole suite ------------------------------------------------------------------------------


def results_of(folder, name, **options):
    changes, _, _ = FAULTS[name]
    with broken.game(folder, name, *changes) as game:
        return {result.check.name: result for result in examine(game, **options)}


@pytest.mark.no_cover
def test_a_right_game_passes_all_checks(monkeypatch):
    """As many rounds as asked for, without a limit of time."""
    monkeypatch.setattr("dealt.testing.suite.PATIENCE", -1.0)
    results = list(examine(game_of("tests.contract.whist:GAME"), rounds=31, seed=5))
    assert [result.check.name for result in results] == list(CHECKS)
    assert {result.status for result in results} == {"ok"}
    assert {result.rounds for result in results if result.check.is_by_seed} == {33}
    assert {result.rounds for result in results if not result.check.is_by_seed} == {0}


def test_a_check_ends_when_its_time_is_up_and_says_so(monkeypatch):
    """The first match is always played."""
    monkeypatch.setattr("dealt.testing.suite.PATIENCE", -1.0)
    (result,) = examine(game_of("three-card-poker"), checks=[CHECKS["cards"]])
    assert result.status == "ok" and result.rounds == 6
    assert str(result) == "no card is lost or duplicated (only 6 rounds in the time allowed)"


def test_without_right_facts_nothing_else_is_checked(tmp_path):
    results = results_of(tmp_path, "players_that_do_not_rise")
    assert results.pop("facts").status == "failed"
    assert {result.status for result in results.values()} == {"skipped"}
    assert str(results["cards"]) == "fix facts first"


def test_every_wrong_fact_is_named_including_invalid_numbers_of_players(tmp_path):
    """Of what `dealt play` names three, a check names all."""
    change = ("__init__.py", "seats=(SEATS,)", "seats=3")
    more = ("__init__.py", "rounds=10", "rounds=None")
    with broken.game(tmp_path, "several", change, more) as game:
        fault = found_in(game, "facts")
    assert str(fault) == (
        "the facts of the game are wrong: seats is 3; it must be the numbers of players, such as "
        "(2, 3); rounds is None, and no match_is_over says when a match ends"
    )


def test_a_fault_is_reported_once(tmp_path):
    """Other checks that meet the same say so; those that play wait for rounds that end."""
    results = results_of(tmp_path, "rules_that_fall")
    assert [name for name, each in results.items() if each.status == "failed"] == ["rounds"]
    assert str(results["players"]) == "the same fault as in rounds"
    assert str(results["cards"]) == "fix rounds first"
    assert results["words"].status == "ok"


def test_without_numba_the_rest_is_checked(monkeypatch):
    """And the report says what was not."""
    monkeypatch.setattr(speeds, "has_numba", lambda: False)
    from examples.leduc import GAME

    results = list(examine(GAME, rounds=3))
    assert [each.status for each in results] == ["ok"] * (len(CHECKS) - 1) + ["skipped"]
    assert str(results[-1]) == "numba is not installed: compiled rules were not compared"
    assert results[-1].to_data()["why"] == str(results[-1])


def test_the_suite_needs_no_library_of_tests():
    """Nor NumPy, until compiled rules are compared."""
    code = f"""
import sys, dealt.testing
from dealt.games import game
checks = [check for check in dealt.testing.CHECKS.values() if check.name != "compiled"]
list(dealt.testing.examine(game("three-card-poker"), rounds=3, checks=checks))
print(*[m for m in {HEAVY} if m in sys.modules])
"""
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300
    )
    assert result.stdout == "\n"


@pytest.mark.parametrize(
    ("one", "two", "path"),
    [
        ({"a": [1, 2]}, {"a": [1, 3]}, "a[1]"),
        ([1, 2], [1], ""),
        ({"a": 1}, {"b": 1}, ""),
        ("ab", "ac", ""),
        ([(1, "x")], [(1, "y")], "[0][1]"),
        ([Action(1, "x"), Action(2, "x")], [Action(1, "x"), Action(2, "y")], "[2].text"),
        ([Action(1, "x"), Action(1, "z")], [Action(1, "y"), Action(1, "z")], ""),
    ],
)
def test_a_difference_has_a_path(one, two, path):
    assert difference(one, two).path == path
    assert difference(one, one) is None


def test_only_the_differing_part_of_long_texts_is_shown():
    """And little of what goes before."""
    gap = difference("x" * 100 + "a" + "y" * 100, "x" * 100 + "b" + "y" * 100)
    assert gap.one.startswith("'" + "x" * 20 + "a") and gap.two.startswith("'" + "x" * 20 + "b")
    assert len(gap.one) < 70


# --- the command ----------------------------------------------------------------------------------


def check(*arguments, language="en"):
    """`dealt check`, in this process."""
    with speaking(language):
        return CliRunner().invoke(cli, ["--language", language, "check", *arguments])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a broken game, in which commands run."""
    broken.write(tmp_path, "mine", *FAULTS["zone_that_is_not_there"][0])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(speeds, "has_numba", lambda: False)
    yield tmp_path
    for module in [each for each in sys.modules if each.split(".")[0] == "mine"]:
        del sys.modules[module]


def test_the_command_prints_a_line_for_each_check(folder):
    """And ends with 1 if one fails."""
    result = check("mine:GAME", "--rounds", "9")
    lines = result.output.splitlines()
    assert result.exit_code == 1
    assert len(lines) == len(CHECKS) + 1
    assert [line.split()[1] for line in lines[:-1]] == list(CHECKS)
    (failed,) = [line for line in lines if line.startswith("FAILED")]
    assert "'call' names the zone 'pott'" in failed
    assert lines[-1] == "mine:GAME: 1 check failed"


def test_the_command_speaks_portuguese(folder):
    result = check("mine:GAME", "--rounds", "3", language="pt-BR")
    assert "FALHOU  actions" in result.output
    assert result.output.endswith("mine:GAME: 1 verificação falhou\n")


def test_the_command_gives_all_as_json(folder):
    """In English, with the position as data."""
    result = check("mine:GAME", "--json", language="pt-BR")
    data = json.loads(result.output)
    assert result.exit_code == 1
    assert (data["game"], data["seed"], data["ok"]) == ("mine:GAME", 0, False)
    assert [each["check"] for each in data["checks"]] == list(CHECKS)
    (failed,) = [each for each in data["checks"] if each["status"] == "failed"]
    assert failed["facts"]["zone"] == "'pott'"
    assert failed["where"]["round"] >= 1
    assert set(failed["where"]["actions"]) <= {"fold", "call", "raise"}
    assert "names the zone" in failed["wrong"]


def test_the_seed_decides_what_is_looked_at(folder):
    """The same seed finds the same place, another one another."""
    one, again, other = (
        json.loads(check("mine:GAME", "--json", "--seed", seed, "--rounds", "30").output)["checks"]
        for seed in ("7", "7", "8")
    )
    assert one == again
    assert one != other


def test_games_of_the_package_can_be_named(monkeypatch):
    monkeypatch.setattr(speeds, "has_numba", lambda: False)
    result = check("three-card-poker", "--rounds", "3")
    assert result.exit_code == 0
    assert result.output.endswith("three-card-poker: no check failed, 1 was skipped\n")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("leducc", "no game 'leducc'; available: "),
        ("os:path", "'os:path' is not a game but module"),
        ("nowhere:GAME", "cannot import game 'nowhere:GAME': no module nowhere"),
    ],
)
def test_a_name_that_is_not_a_game_gets_one_line(name, message, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    result = check(name)
    assert isinstance(result.exception, SetupError)
    assert str(result.exception).startswith(message)
    assert result.output == ""


def test_a_game_that_lacks_something_is_checked_but_not_played(tmp_path, monkeypatch):
    """`games.game` refuses it; the check lists all that is wrong."""
    broken.write(tmp_path, "lame", ("__init__.py", "actions=len(words.SAID)", "actions=0"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(SetupError, match="actions is 0"):
        games.game("lame:GAME")
    result = check("lame:GAME")
    assert result.exit_code == 1
    assert result.output.startswith(
        "FAILED  facts     the facts of the game are wrong: actions is 0: must be a number from 1\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_leaves_without_a_traceback(folder):
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "dealt", "check", "tranca", "--rounds", "100000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as running:
        assert running.stdout.readline().startswith("ok      facts")
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=300)
    assert running.returncode == 130
    assert errors.strip() in ("", "Aborted!")
