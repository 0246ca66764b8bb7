"""A game of one's own, as docs/tutorials/write-a-game.md builds it.

The promises that all games make, a second reading of the rules, what is known of Leduc poker, and
how such a game is found and played.
"""

import ast
import doctest
import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from examples.leduc import GAME, rules, words
from examples.leduc.state import NOBODY, SHOWDOWN
from hypothesis import given, settings
from hypothesis import strategies as st

import dealt
from dealt import games
from dealt.core.game import Game
from dealt.errors import IllegalAction, ParseError, SetupError
from dealt.simulate.batches import play_random
from dealt.terminal.progress import COMPILING
from dealt.testing import CHECKS, walk
from tests.program import without_progress

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
TUTORIAL = ROOT / "docs" / "tutorials" / "write-a-game.md"
FILES = ("state.py", "rules.py", "knowledge.py", "words.py", "bots.py", "__init__.py")

DEALS = list(itertools.permutations(range(6), 3))  # of seat 0, of seat 1, public


# --- the promises of every game ------------------------------------------------------------------


PLAYED = [check for check in CHECKS.values() if check.name != "compiled"]


@pytest.mark.parametrize("check", PLAYED, ids=str)
@settings(max_examples=20)
@given(seed=st.integers(0, 1 << 60))
def test_leduc_keeps_the_promises_of_every_game(check, seed):
    """Along random matches; what is compiled comes below, in one process."""
    check(GAME, seed)


def test_hidden_cards_do_not_show():
    """The leak test: hidden cards dealt anew leave a seat's view unchanged."""
    secrets = CHECKS["secrets"]
    assert sum(secrets(GAME, seed) for seed in range(100)) > 100


@pytest.mark.no_cover
@pytest.mark.xdist_group("leduc")
def test_compiled_play_is_plain_play():
    """Both speeds offer the same actions, reach the same states and give the same points."""
    same = CHECKS["compiled"]
    for seed in range(0, 1_000, 3):
        same(GAME, seed)
    fast = play_random(GAME, 500, seed=9, threads=2)
    plain = play_random(GAME, 500, seed=9, fast=False)
    assert (fast.scores == plain.scores).all() and (fast.decisions == plain.decisions).all()


def test_the_declared_facts_are_those_of_the_modules():
    """Rules to read with the game's title, a player called AI, and the most that can be won."""
    assert GAME.document().startswith(f"# {GAME.title}\n")
    assert set(GAME.bots.by_name) == {"AI"}
    assert GAME.sizes.score_bounds[1] == rules.ANTE + rules.MOST_RAISES * sum(rules.RAISE_BY)


# --- the rulings ---------------------------------------------------------------------------------


def round_of(deal=(0, 1, 2), bets="", starter=0):
    """A round after all that was said, `fcr` for fold, call and raise."""
    s = GAME.fresh(2, {})
    s.starter = starter
    rules.deal(s, [*deal, *(card for card in range(6) if card not in deal)])
    for letter in bets:
        rules.apply(s, "fcr".index(letter))
    return s


def open_to(s):
    """The letters of what is open."""
    return "".join("fcr"[action] for action in walk.open_actions(GAME, s))


def points(s):
    scores = [0, 0]
    rules.score(s, scores)
    return scores


def observation(s, seat):
    observation = [0] * GAME.sizes.observation
    rules.observe(s, seat, observation)
    return tuple(observation)


def after_all(s, bets=""):
    """Every state that can follow, this one included, and all that was said up to it."""
    yield s, bets
    for letter in open_to(s):
        after = s.copy()
        rules.apply(after, "fcr".index(letter))
        yield from after_all(after, bets + letter)


# A second reading of the rules: the ways to end a street, with the raises that both have paid, or
# with who folds, 0 for who spoke first, and the raises that the folder has paid.
CALLED = {"cc": 0, "rc": 1, "crc": 1, "rrc": 2, "crrc": 2}
FOLDED = {"rf": (1, 0), "crf": (0, 0), "rrf": (0, 1), "crrf": (1, 1)}


def ends():
    """All ways to bet a round to its end: who folds, if anybody, and what the loser has put in."""
    outcomes = {bets: (who, 1 + 2 * paid) for bets, (who, paid) in FOLDED.items()}
    for first, raises in CALLED.items():
        pot = 1 + 2 * raises
        outcomes |= {first + bets: (who, pot + 4 * paid) for bets, (who, paid) in FOLDED.items()}
        outcomes |= {first + bets: (None, pot + 4 * paid) for bets, paid in CALLED.items()}
    return outcomes


def hand(own, public):
    """What a hand is worth: a pair first, then the rank."""
    return own // 2 == public // 2, own // 2


@pytest.mark.parametrize("deal", DEALS[::7])
def test_L1_a_card_each_and_one_for_both(deal):
    """L1: the first card is seat 0's, the second seat 1's; each puts in a chip."""
    s = round_of(deal)
    places = words.cards_in_play(s)
    rest = places.pop("rest")
    assert places == {"hand 0": [deal[0]], "hand 1": [deal[1]], "public": [deal[2]]}
    assert sorted([*deal, *rest]) == list(range(6))
    assert s.chips == [1, 1] and points(s) == [0, 0]


@pytest.mark.parametrize(
    ("bets", "is_open", "chips"),
    [
        ("", "cr", [1, 1]),
        ("c", "cr", [1, 1]),
        ("r", "fcr", [3, 1]),
        ("cr", "fcr", [1, 3]),
        ("rr", "fc", [3, 5]),
        ("crr", "fc", [5, 3]),
        ("cc", "cr", [1, 1]),
        ("rc", "cr", [3, 3]),
        ("crrcr", "fcr", [9, 5]),
        ("crrccrr", "fc", [13, 9]),
        ("crrccrrc", "", [13, 13]),
        ("rf", "", [3, 1]),
    ],
)
def test_L2_what_is_open_and_what_it_costs(bets, is_open, chips):
    """L2: two raises a street, by 2 and by 4; nobody folds for nothing."""
    s = round_of(bets=bets)
    assert open_to(s) == is_open and s.chips == chips


def test_L2_what_is_not_open_is_refused_with_the_reason():
    """L2: a person reads why; a check is a call."""
    table = dealt.table(GAME, ["Ana", "Bob"], seed=1)
    with pytest.raises(IllegalAction, match="Ana cannot fold: there is nothing to call"):
        table.play("fold")
    table.play("raise")
    table.play("Raise")
    with pytest.raises(IllegalAction, match="Ana cannot raise: two raises are enough"):
        table.play(2)
    with pytest.raises(ParseError, match="cannot read 'bet'; say fold, call, check or raise"):
        table.play("bet")
    assert str(table.play("check")) == "call"
    assert table.log("Bob") == ["Ana raised", "Bob raised", "Ana called"]


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("bets", CALLED)
def test_L3_streets_end_when_both_have_spoken(bets, starter):
    """L3: by turns until then; the same seat speaks first on the second street."""
    for spoken in range(len(bets)):
        s = round_of(bets=bets[:spoken], starter=starter)
        assert s.street == 0 and s.turn == (starter + spoken) % 2
    s = round_of(bets=bets, starter=starter)
    assert s.street == 1 and s.turn == starter and s.raises == 0
    after = GAME.fresh(2, {})
    rules.carry_over(after, s)
    assert after.starter == 1 - starter


@pytest.mark.parametrize("starter", [0, 1])
def test_L4_every_deal_and_every_way_to_bet(starter):
    """L4: 49 ways to bet each of 120 deals, and no others; the points add up to nothing."""
    ways = ends()
    assert len(ways) == 49
    for deal in DEALS:
        states = {bets: s for s, bets in after_all(round_of(deal, "", starter)) if rules.is_over(s)}
        assert states.keys() == ways.keys()
        own, other = hand(deal[0], deal[2]), hand(deal[1], deal[2])
        lead = (own > other) - (own < other)
        for bets, (who, pot) in ways.items():
            won = lead if who is None else 1 if who != starter else -1
            assert points(states[bets]) == [won * pot, -won * pot], (deal, bets)


def test_L4_the_outcome_in_words():
    """L4: hands and points, or who folds."""
    names = ("Ana", "Bob")
    outcomes = {
        ((4, 0, 1), "crccc"): "Ana has KH, Bob has JH, the table has JS: Ana -3, Bob +3",
        ((4, 5, 1), "cccc"): "Ana has KH, Bob has KS, the table has JS: Ana +0, Bob +0",
        ((4, 0, 1), "crrf"): "Bob folds: Ana +3, Bob -3",
    }
    for (deal, bets), text in outcomes.items():
        assert words.outcome_text(round_of(deal, bets), names) == text


def test_L5_cards_are_shown_at_the_showdown_only():
    """L5: before it, and after a fold, nobody sees the other's card."""
    for s, _ in after_all(round_of((4, 0, 1))):
        is_showdown = s.street == SHOWDOWN
        assert observation(s, 0)[:3] == (5, is_showdown and 1, s.street > 0 and 2)
        assert observation(s, 1)[:3] == (1, is_showdown and 5, s.street > 0 and 2)
        assert is_showdown == (rules.is_over(s) and s.folded == NOBODY)


def test_every_ruling_names_its_test():
    """As in the games of the package."""
    document = Path(rules.__file__).with_name("RULES.md").read_text(encoding="utf-8")
    rulings = re.split(r"^- \*\*(?=L\d)", document, flags=re.MULTILINE)[1:]
    assert len(rulings) == 5
    for number, ruling in enumerate(rulings, 1):
        (test,) = re.findall(r"`(test_\w+)`", ruling)
        assert test.startswith(f"test_L{number}_") and test in globals()


# --- what is known of the game -------------------------------------------------------------------


def test_there_are_936_information_states():
    """As many as in OpenSpiel, 288 if suits are left out: what the seat in turn observes."""
    states = {
        (s.turn, observation(s, s.turn))
        for deal in DEALS
        for s, _ in after_all(round_of(deal))
        if not rules.is_over(s)
    }
    by_rank = {(seat, *((card + 1) // 2 for card in o[:3]), *o[3:]) for seat, o in states}
    assert len(states) == 936 and len(by_rank) == 288


# --- how it is found -----------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    """A folder with the package and nothing else."""
    shutil.copytree(EXAMPLES / "leduc", tmp_path / "leduc")
    return tmp_path


def installed(folder, value="leduc:GAME"):
    """What pip writes when it installs a package with a game in it."""
    info = folder / "leduc-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: leduc\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[dealt.games]\nleduc = {value}\n")


def run(command, folder, **environment):
    """A finished command line, run in a folder."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=False,
        timeout=120, stdin=subprocess.DEVNULL, env={**os.environ, "PATH": path, **environment},
    )  # fmt: skip


def test_a_module_and_a_name_are_a_game(monkeypatch):
    """The game is called by the place where it was found, and is looked up once."""
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    leduc = games.game("examples.leduc:GAME")
    assert isinstance(leduc, Game) and leduc.name == "examples.leduc:GAME"
    assert leduc.rules.module is rules and leduc is games.game(leduc.name)
    assert sys.path[0] == ""
    match = dealt.match(leduc.name, ["AI", "random"], seed=1).run()
    assert match.record.game == leduc.name and len(match.tables) == 10


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("leduc", "no game 'leduc'; available: penney, .*, tranca, and your own as module:NAME"),
        ("nowhere:GAME", "cannot import game 'nowhere:GAME': no module nowhere"),
        ("examples.leduc:POKER", "no 'POKER': did you mean examples.leduc:GAME"),
        ("examples.leduc:words", "'examples.leduc:words' is not a game but module"),
        (":GAME", "cannot import game ':GAME': ValueError"),
        ("examples.leduc:", "cannot import game 'examples.leduc:'"),
        ("president:GAME", r"no module president: did you mean president\?"),
        ("dealt.games.mason_rumy:GAME", r"no module .*mason_rumy: did you mean mason-rummy\?"),
        ("president.rules:GAME", r"no module president\.rules: did you mean president\?"),
    ],
)
def test_a_name_that_is_not_a_game_is_refused_in_one_line(name, message, monkeypatch):
    """For any fault of the module, without a traceback."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(SetupError, match=message) as refused:
        games.game(name)
    assert "\n" not in str(refused.value)


def test_a_game_in_this_folder_is_suggested_by_its_place(folder):
    """Without the name in its module; nothing is imported for that."""
    result = run("dealt rules leduc", folder)
    assert result.stderr == "dealt: no game 'leduc': did you mean leduc:GAME?\n"


def test_a_game_of_this_package_has_one_name():
    assert games.game("dealt.games.president:GAME") is games.game("president")
    assert games.unexamined("dealt.games.president:GAME") is games.game("president")


def test_a_module_that_does_not_run_is_refused_in_one_line(folder):
    """The command line says what is wrong with it."""
    with (folder / "leduc" / "rules.py").open("a") as file:
        file.write("\nraise RuntimeError('two\\nlines')\n")
    result = run("dealt rules leduc:GAME", folder)
    assert result.returncode == 2 and result.stdout == ""
    start = "dealt: cannot import game 'leduc:GAME': RuntimeError: two lines, at rules.py:"
    assert result.stderr.startswith(start) and result.stderr.count("\n") == 1


def test_names_from_strangers_import_nothing():
    """`registered` knows the games of the package and of installed ones only."""
    for name in ("examples.leduc:GAME", "antigravity:fly_id"):
        with pytest.raises(SetupError, match="no game"):
            games.registered(name)
    assert "antigravity" not in sys.modules


def test_an_installed_package_adds_a_game(folder):
    """It is listed, played, recorded and replayed as the others are."""
    installed(folder)
    environment = {"PYTHONPATH": str(folder)}
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    listed = run("dealt games", elsewhere, **environment)
    assert re.search(r"^leduc +2 +6 cards +six cards, two rounds", listed.stdout, re.MULTILINE)
    command = (
        "dealt play LEDUC --seat AI --seat random --seed 1 --record m.json && dealt replay m.json"
    )
    played = run(command, elsewhere, **environment)
    assert played.returncode == 0 and played.stderr == ""
    assert "Leduc poker: AI, random" in played.stdout
    assert run("dealt games", elsewhere).stdout.count("leduc") == 0


def test_a_game_may_have_no_computer_player_and_no_rules_for_people(folder):
    """Then random sits down; a missing player gets one line."""
    place = folder / "leduc" / "__init__.py"
    place.write_text(re.sub(r"bots=Bots\(.*\),", "", place.read_text()))
    (folder / "leduc" / "RULES.md").unlink()
    result = run("dealt simulate leduc:GAME --matches 20 --seed 1", folder)
    assert result.returncode == 0 and result.stdout.count("  random  ") == 2, result.stderr
    result = run("echo q | dealt play leduc:GAME --seed 1", folder)
    assert result.returncode == 0 and "Player  random" in result.stdout, result.stderr
    result = run("dealt rules leduc:GAME", folder)
    assert result.stderr == "dealt: leduc:GAME has no RULES.md next to its rules\n"


def test_a_record_of_one_s_own_game_says_how_it_is_replayed(folder):
    """Nothing is imported because a file says so."""
    ask = "dealt play leduc:GAME --seat AI --seat random --seed 1 --record m.json"
    assert run(ask, folder).returncode == 0
    result = run("dealt replay m.json", folder)
    assert result.returncode == 2 and result.stdout == "" and result.stderr.count("\n") == 1
    assert result.stderr.startswith(
        "dealt: m.json: its game is leduc:GAME, which is not loaded by itself"
    )
    assert result.stderr.endswith("add --game leduc:GAME\n")
    assert "Leduc poker: AI, random" in run("dealt replay m.json --game leduc:GAME", folder).stdout


def test_an_installed_package_cannot_take_the_name_of_a_game(tmp_path, monkeypatch):
    """The games of this package come first; a failed import gets one line."""
    installed(tmp_path, "nowhere:GAME")
    points = tmp_path / "leduc-1.0.dist-info" / "entry_points.txt"
    points.write_text(points.read_text() + "tranca = nowhere:GAME\n")
    monkeypatch.syspath_prepend(tmp_path)
    for cached in (games._installed, games.registered):
        cached.cache_clear()
    try:
        assert games.game("tranca").title == "Tranca"
        with pytest.raises(SetupError, match="cannot import game 'nowhere:GAME'"):
            games.game("leduc")
        with pytest.raises(SetupError, match="tranca, leduc, and your own"):
            games.game("bridge")
    finally:
        for cached in (games._installed, games.registered):
            cached.cache_clear()


# --- the tutorial --------------------------------------------------------------------------------


def blocks(language):
    """The code of a language in the tutorial: the words after the language, and the text."""
    text = TUTORIAL.read_text(encoding="utf-8")
    return re.findall(rf"^```{language} ?(.*?)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def code_lines(text):
    """The lines of a text without the blank ones."""
    return [line for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("name", FILES)
def test_the_tutorial_shows_the_whole_file(name):
    """The blocks of a file, one after the other, are the file."""
    shown = "".join(text for place, text in blocks("python") if place == f"leduc/{name}")
    assert code_lines(shown) == code_lines((EXAMPLES / "leduc" / name).read_text(encoding="utf-8"))


def test_the_tutorial_shows_nothing_else():
    """Other blocks are parts of this file or of Crazy Eights, or sessions that are run."""
    for place, text in blocks("python"):
        if place.startswith(("tests/", "crazy_eights/")):
            whole = (ROOT if place.startswith("tests/") else EXAMPLES) / place
            lines = code_lines(whole.read_text(encoding="utf-8"))
            assert "\n".join(code_lines(text)) in "\n".join(lines), text
        else:
            assert place in {f"leduc/{name}" for name in FILES} or text.startswith(">>>")


def test_rules_and_words_take_less_than_120_lines():
    """Not counting blank lines, comments and docstrings, as the tutorial says."""
    total = 0
    for name in ("rules.py", "words.py"):
        text = (EXAMPLES / "leduc" / name).read_text(encoding="utf-8")
        left_out = set()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                docstring = node.body[0]
                if ast.get_docstring(node) is not None:
                    left_out |= set(range(docstring.lineno, docstring.end_lineno + 1))
        lines = enumerate(text.splitlines(), 1)
        total += sum(bool(re.match(r"\s*[^#\s]", x)) for n, x in lines if n not in left_out)
    assert total < 120
    assert f"{total} lines" in TUTORIAL.read_text(encoding="utf-8")


def test_the_commands_of_the_tutorial_print_what_it_says(folder):
    """Run one after the other beside the package; `...` stands for any more lines."""
    commands = [
        part.split("\n", 1)
        for _, text in blocks("console")
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    ]
    assert len(commands) >= 4
    for command, expected in commands:
        result = run(command, folder)
        assert result.returncode == 0, command
        assert without_progress(result.stderr) in ("", f"{COMPILING}\n"), command
        printed = [line.rstrip() for line in result.stdout.strip().splitlines()]
        wished = expected.strip().splitlines()
        if wished[-1:] == ["..."]:
            assert printed[: len(wished) - 1] == wished[:-1], command
        else:
            assert printed == wished, command


def test_the_python_of_the_tutorial_does_what_it_says(folder, monkeypatch):
    """Run as doctests beside the package."""
    monkeypatch.syspath_prepend(folder)
    monkeypatch.chdir(folder)
    try:
        failed, examples = doctest.testfile(str(TUTORIAL), module_relative=False)
        assert examples >= 8 and failed == 0
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == "leduc"]:
            del sys.modules[name]
