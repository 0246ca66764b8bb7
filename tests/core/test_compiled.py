"""The builder of compiled rules: what is bound to what, and where machine code is kept."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import strategies as st

import dealt
from dealt.agents.kinds import first_player, second_player
from dealt.core import chance
from dealt.core import compiled as verbs
from dealt.core.compiled import VERBS, _cache_root, compiled, is_over, plain
from dealt.games import game

seeds = st.integers(0, chance.MAX_SEED)


def kept(folder, name):
    """The folders with machine code of a function."""
    return {path.relative_to(folder).parts[0] for path in folder.rglob(f"*.{name}_*-*.nbi")}


def test_the_cache_folder_is_named_by_sources_and_checks(monkeypatch, tmp_path):
    """Machine code with and without bounds checks lies in folders of its own."""
    monkeypatch.setenv("DEALT_CACHE_DIR", str(tmp_path))
    assert _cache_root() == tmp_path
    for checks in (False, True):
        verbs = compiled({"below": chance.below}, {}, bounds_check=checks)["below"]
        verbs(np.array([7, 0], np.uint64), 9)
    assert len(kept(tmp_path, "below")) == 2
    monkeypatch.delenv("DEALT_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert _cache_root() == tmp_path / "x" / "dealt"


def calling(n):
    return is_over(n)


def test_a_driver_bound_to_other_verbs_is_other_machine_code(monkeypatch, tmp_path):
    """Of the same argument types, from the same file; each found again on the disk as its own."""
    from dealt.games.mason_rummy.rules import beside
    from dealt.games.three_card_poker.rules import points_of

    monkeypatch.setenv("DEALT_CACHE_DIR", str(tmp_path))
    for _ in range(2):
        for bound in (beside, points_of):
            assert compiled({"d": calling}, {"is_over": bound})["d"](3) == bound(3)
    assert beside(3) != points_of(3) and len(kept(tmp_path, "calling")) == 2


def sum_of(n, deep):
    """Long and recursive, so that no compiler puts it into its caller."""
    total = 0
    for i in range(n):
        if deep and i % 3 == 1:
            total += sum_of(i, deep - 1)
        elif i % 5 == 2:
            total = total * 3 % 1009 + sum_of(i // 2, deep // 2)
        else:
            total += is_over(i % 4)
    return total


def calling_deeply(n):
    return sum_of(n, 3) + is_over(3)


PROCESS = """
import sys
from dealt.core.compiled import compiled
from dealt.games.mason_rummy.rules import beside
from dealt.games.three_card_poker.rules import points_of
from tests.core.test_compiled import calling_deeply
for name in sys.argv[1:]:
    bound = {"beside": beside, "points_of": points_of}[name]
    print(compiled({"d": calling_deeply}, {"is_over": bound})["d"](9))
"""


def test_machine_code_kept_by_two_processes_works_side_by_side(tmp_path):
    """What each of two has kept of one function, bound to its own verb, is used side by side."""
    from dealt.games.mason_rummy.rules import beside
    from dealt.games.three_card_poker.rules import points_of

    verbs = {"beside": beside, "points_of": points_of}
    values = {
        name: f"{plain(calling_deeply, {'is_over': verb})(9)}\n" for name, verb in verbs.items()
    }
    assert len({*values.values()}) == 2
    for names in (["beside"], ["points_of"], ["beside", "points_of"], ["points_of", "beside"]):
        result = subprocess.run(
            [sys.executable, "-c", PROCESS, *names],
            capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2],
            env={**os.environ, "DEALT_CACHE_DIR": str(tmp_path)},
        )  # fmt: skip
        assert result.stdout == "".join(values[name] for name in names)


def twice_and_difference(n):
    return 2 * first_player(0, 0, n) - second_player(0, 0, n)


def longer(observation, actions, n):
    return n + 1


def shorter(observation, actions, n):
    return n - 1


def test_players_who_change_seats_are_other_machine_code(monkeypatch, tmp_path):
    """The same functions are reached, but by other stubs."""
    monkeypatch.setenv("DEALT_CACHE_DIR", str(tmp_path))
    for _ in range(2):
        for seats, value in (((longer, shorter), 8), ((shorter, longer), 2)):
            instead = dict(zip((first_player, second_player), seats, strict=True))
            assert compiled({"d": twice_and_difference}, {}, instead=instead)["d"](5) == value
    assert len(kept(tmp_path, "twice_and_difference")) == 2
    assert len(kept(tmp_path, "longer")) == 1


def test_drivers_share_the_machine_code_of_what_both_reach(monkeypatch, tmp_path):
    """What one has compiled the other finds on the disk, in the same process or a later one."""
    from dealt.games.three_card_poker.rules import points_of

    monkeypatch.setenv("DEALT_CACHE_DIR", str(tmp_path))
    one = compiled({"d": calling}, {"is_over": points_of})["d"]
    assert one(3) == points_of(3)
    other = compiled({"d": driver_with_helper}, {"is_over": points_of})["d"]
    assert other(3) == points_of(3)
    assert len(kept(tmp_path, "points_of")) == 1
    assert len(kept(tmp_path, "calling")) == len(kept(tmp_path, "helper")) == 1
    assert kept(tmp_path, "calling") != kept(tmp_path, "helper")


def test_without_a_folder_to_write_to_nothing_is_kept(monkeypatch, tmp_path):
    """A cache folder that cannot be created raises no error."""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("DEALT_CACHE_DIR", str(tmp_path / "file"))
    draw = compiled({"below": chance.below}, {})["below"]
    assert 0 <= draw(np.array([7, 0], np.uint64), 9) < 9


def test_an_edited_helper_or_table_is_other_machine_code(monkeypatch, tmp_path):
    """What a driver reaches is in the name of the folder: helpers, tables, constants."""
    from dealt.games.mason_rummy import rules

    monkeypatch.setenv("DEALT_CACHE_DIR", str(tmp_path))
    held = np.array([1, 0, 0, 0, 0], np.int16)
    for made_before, lowest in enumerate((2, 7)):
        monkeypatch.setattr(rules, "POINTS", (lowest, *rules.POINTS[1:]))
        driver = compiled({"d": first_points}, {"is_over": lowest_points(rules)})["d"]
        assert driver(held) == lowest
        assert len(kept(tmp_path, "first_points")) == made_before + 1


def first_points(held):
    return is_over(held)


def lowest_points(rules):
    """A function of the rules module that reads one of its tables."""

    def points(held):
        return POINTS[LOWEST[held[0]]]  # noqa: F821 - of the rules module

    function = type(points)(points.__code__, vars(rules), "points")
    function.__module__, function.__qualname__ = rules.__name__, "points"
    return function


def test_defaults_and_closures_are_in_the_name_of_the_folder(monkeypatch, tmp_path):
    """Two functions alike but for a default value or a closed-over one are two."""
    monkeypatch.setenv("DEALT_CACHE_DIR", str(tmp_path))

    def adding(n, more=1):
        return n + more

    made_by = [lambda k=k: lambda n: n + k for k in (1, 2)]
    for place, closed in enumerate(make() for make in made_by):
        assert compiled({"d": calling}, {"is_over": closed})["d"](5) == 6 + place
    for more in (1, 2):
        adding.__defaults__ = (more,)
        assert compiled({"d": calling}, {"is_over": adding})["d"](5) == 5 + more
    assert len(kept(tmp_path, "calling")) == 4


def helper(s):
    return is_over(s)


def driver_with_helper(s):
    return helper(s)


def test_verbs_are_bound_in_all_that_a_driver_reaches():
    """Plain and compiled; a verb that no game is bound to raises."""
    from dealt.games.three_card_poker.rules import points_of

    assert plain(driver_with_helper, {"is_over": points_of})(3) == points_of(3)
    driver = compiled({"d": driver_with_helper}, {"is_over": points_of}, on_disk=False)["d"]
    assert driver(3) == points_of(3)
    for name in VERBS:
        with pytest.raises(TypeError, match=f"verb '{name}' is bound to no game"):
            getattr(verbs, name)(*[None] * getattr(verbs, name).__code__.co_argcount)


def test_threads_that_compile_at_once_leave_no_trace(monkeypatch, tmp_path):
    """The place of numba's cache is as before, and nothing appears in the current folder."""
    import numba

    from dealt.simulate import batches

    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("DEALT_CACHE_DIR", str(tmp_path / "cache"))
    batches._driver.cache_clear()
    before = numba.config.CACHE_DIR
    with ThreadPoolExecutor(4) as pool:
        poker = game("three-card-poker")
        batches_of_threads = pool.map(
            lambda n: batches.play_random(poker, 50, seed=1, threads=n), (1, 2, 3, 4)
        )
        assert len({batch.scores.tobytes() for batch in batches_of_threads}) == 1
    assert before == numba.config.CACHE_DIR
    assert list((tmp_path / "here").iterdir()) == []


def test_the_computer_player_compiles(monkeypatch):
    """The document's Mason Rummy player chooses the same, plain and compiled."""
    from dealt.games.mason_rummy import bots

    fast = compiled({"ai": bots.seed_ai}, {}, bounds_check=True)["ai"]
    table = dealt.match("mason-rummy", ["AI", "AI"], seed=4).table
    again = dealt.match("mason-rummy", ["A", "B"], seed=4).table
    for _, action in table.run().history:
        observation, ids = again.view(again.seat_in_turn).observation, [a.id for a in again.actions]
        assert fast(np.array(observation), np.array(ids), len(ids)) == action.id
        again.step(action)


def test_large_tables_are_kept_narrow():
    from dealt.core.compiled import _array

    kinds = [_array((1, top)).dtype for top in (100, 1000, 70_000, 1 << 40)]
    assert kinds == [np.int8, np.int16, np.int32, np.int64]
