"""Players of one's own: what can be given wherever a computer player is named, and what cannot."""

import json
import os
import pickle
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

import dealt
from dealt import agents, games
from dealt.agents.weights import Weights, read_weights
from dealt.clients.plan import Plan, checked
from dealt.core.agent import Agent, Searcher
from dealt.errors import PlayerError, SetupError
from dealt.games.president.weights import WEIGHTS
from dealt.learning.vector import VectorEnv
from dealt.own_code import _Output, contained
from dealt.simulate import arena, matches
from dealt.simulate.lineup import Lineup
from dealt.simulate.shards import processes
from dealt.terminal.progress import Work
from tests import players, program
from tests.own_games import offered_players

EXIT = os._exit
RUMMY, PRESIDENT = games.game("mason-rummy"), games.game("president")


def place(name):
    return f"tests.players:{name}"


# what is given, as an object and by its name, and what its seat is called
KINDS = {
    "Hasty": "Hasty",
    "Dice": "Dice",
    "Planner": "planner of mason-rummy",
    "counting": "counting",
    "first": "first",
    "highest": "highest",
    "made": "Dice",
    "made_of_nothing": "made",
    "made_policy": "made_policy",
}


@pytest.mark.parametrize("name", KINDS)
def test_functions_classes_and_names_are_all_seated_as_players(name):
    """By name and as an object: the same player, called as it calls itself."""
    choices = [place(name), getattr(players, name)]
    endings = []
    for each in choices:
        agent = agents.bot(RUMMY, each, 5)
        assert isinstance(agent, Agent | Searcher) and agent.name == KINDS[name]
        players.counting.times = 0
        match = dealt.match("mason-rummy", [each, "AI"], seed=3, rounds=1).run()
        assert match.names == (KINDS[name], "AI")
        endings.append(match.record)
    assert endings[0] == endings[1]
    twice = agents.seats(RUMMY, choices)
    assert [seat.name for seat in twice] == [KINDS[name], f"{KINDS[name]} 2"]


def test_an_object_sits_there_itself_and_a_lambda_has_a_name():
    """What it remembers can be read afterwards; partial functions are asked, too."""
    own = players.Counting()
    match = dealt.match("mason-rummy", [own, partial(players.first)], seed=1, rounds=1).run()
    assert match.seats[0].agent is own and own.times > 1
    assert match.names == ("counting", "partial")


@pytest.mark.parametrize(
    ("player", "wrong"),
    [
        ("nowhere:Hasty", "cannot import player 'nowhere:Hasty': no module nowhere"),
        (place("Hasti"), "tests.players has no 'Hasti': did you mean tests.players:Hasty?"),
        (place("zzz"), "cannot import player 'tests.players:zzz': tests.players has no 'zzz'"),
        (place("Mute"), "class Mute has no choose(view, actions): every player needs it"),
        (place("Demanding"), "player Demanding needs arguments (depth, width); it is made with"),
        (place("Refusing"), "player Refusing cannot be made: LookupError: no model here, at play"),
        (place("WORD"), "'tests.players:WORD' is not a player but str: a player has choose(view"),
        (place("NUMBERS"), "weights: Mason Rummy has no player that weighs its moves"),
        (place("makes_nothing"), "makes_nothing makes no player but int: a player has choose"),
        ("mine.py:Own", "player 'mine.py:Own': write mine:Own, in the folder of the file"),
        ("a/b/mine.py:Own", "player 'a/b/mine.py:Own': write mine:Own, in the folder of the file"),
        ("none.json", "file of weights 'none.json' not found"),
        (players.Mute, "class Mute has no choose(view, actions)"),
        (7, "'7' is not a player but int"),
        (None, "'None' is not a player but NoneType"),
    ],
)
def test_an_object_that_cannot_play_is_refused_in_one_line(player, wrong):
    """Where a lineup names it, and at a table."""
    calls = [lambda: matches.job(Lineup.of(RUMMY, [player, "AI"]), 1, seed=1)]
    if player is not None and player != 7:
        calls.append(lambda: dealt.match("mason-rummy", [player, "AI"]))
    for call in calls:
        with pytest.raises(SetupError, match=re.escape(wrong)) as caught:
            call()
        assert "\n" not in str(caught.value)


def test_people_may_be_called_as_addresses_are():
    """With `person:` in front, as for every other name of a computer player."""
    for name in ("mine:Hasty", "weights.json"):
        (seat,) = agents.seats(PRESIDENT, [f"person:{name}"])
        assert seat.name == name and seat.agent is None


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("Crashing", r"failed: IndexError: tuple index out of range, at players\.py:\d+$"),
        ("Cheating", r"chose an action that is not open: .*; open: draw stock, draw discard$"),
    ],
)
def test_a_mistake_of_a_player_is_reported_with_its_seat(name, wrong):
    """At a table and in a simulation, in this process and in others, with the seed to repeat it."""
    start = rf"^computer player {name.lower()} \(seat 2, round 1 of seed \d+\) "
    lineup = Lineup.of(RUMMY, ["AI", place(name)])
    for call in (
        lambda: dealt.match("mason-rummy", ["AI", getattr(players, name)], seed=3),
        lambda: matches.simulate(lineup, 2, seed=1),
        lambda: matches.simulate(lineup, 2, seed=1, workers=processes(1)),
    ):
        with pytest.raises(PlayerError, match=start + wrong):
            call()
    with pytest.raises(PlayerError) as caught:
        dealt.match("mason-rummy", [players.Crashing, "AI"], seed=3)
    assert isinstance(caught.value.__cause__, IndexError)


ENDS = {
    "leaves": "SystemExit: 0",
    "vanishes": "SystemExit: 0",
    "interrupts": "KeyboardInterrupt",
    "closes": "GeneratorExit: so",
}


@pytest.mark.parametrize("name", ENDS)
def test_a_player_that_ends_the_program_fails_as_others_do(name):
    """At a table, as an adviser, and in simulations, in this process and in others."""
    wrong = rf"^computer player .*{name}.* failed: {ENDS[name]}, at players\.py:\d+$"
    lineup = Lineup.of(RUMMY, ["AI", place(name)])
    table = dealt.table("mason-rummy", ["Ana", "AI"], seed=29)
    calls = [
        lambda: dealt.match("mason-rummy", ["AI", place(name)], seed=3),
        lambda: table.hint(getattr(players, name)),
        lambda: matches.simulate(lineup, 2, seed=1),
        lambda: matches.simulate(lineup, 2, seed=1, workers=processes(1)),
    ]
    if name != "vanishes":  # one process is proof enough that nothing ends
        del calls[-1]
    for call in calls:
        with pytest.raises(PlayerError, match=wrong):
            call()
    assert os._exit is EXIT and not isinstance(sys.stdout, _Output)


def test_a_player_that_ends_the_program_while_it_is_made_or_explains():
    for call in (
        lambda: agents.bot(RUMMY, players.Leaving, 1),
        lambda: dealt.table("mason-rummy", ["Ana", "AI"]).hint(players.Silent),
    ):
        with pytest.raises((SetupError, PlayerError), match=r"SystemExit: 2, at players\.py"):
            call()


def test_ctrl_c_while_a_player_thinks_still_ends_the_program():
    """Only a statement of the player's own makes it an error of the player."""
    match = dealt.match("mason-rummy", ["Ana", "AI"], seed=3)
    with pytest.raises(KeyboardInterrupt):
        match.table.choice_of(players.waits)


def test_output_of_other_threads_is_not_redirected(capsys):
    """Standard output is another one for threads with code of somebody's own only."""
    with ThreadPoolExecutor(1) as pool, contained:
        print("led away")
        pool.submit(print, "a result").result()
        with contained:
            print("led away, too")
    print("another result")
    out, err = capsys.readouterr()
    assert out == "a result\nanother result\n" and err == "led away\nled away, too\n"


def test_players_can_ask_others_wherever_they_play():
    """A search by `deals.table(seed)` works at a table, in simulations, environments, replays."""
    match = dealt.match("mason-rummy", [players.Asking, "AI"], seed=3, rounds=1).run()
    lineup = Lineup.of(RUMMY, [players.Asking, "AI"], rounds=1)
    assert matches.play(lineup, 1, 0, 1)[0].rounds == 1
    tables = [dealt.replay(match.record).at(0), VectorEnv(RUMMY, 1).table(0)]
    for table in tables:
        assert table.choice_of("random") in table.actions


def test_advice_takes_what_seats_take():
    """`hint` and `choice_of`: a name, an address, a class, a function, an agent."""
    table = dealt.table("mason-rummy", ["Ana", "AI"], seed=29)
    for adviser in ("good", place("first"), players.Hasty, players.first, players.Dice(1)):
        choice = table.choice_of(adviser)
        assert choice in table.actions and choice.text in table.hint(adviser)
    assert table.hint(players.Dice).endswith(": the dice fell so")
    with pytest.raises(SetupError, match="no computer player 'godo'"):
        table.hint("godo")


# --- many matches ---------------------------------------------------------------------------------

OWN = [players.Hasty, players.Counting(), players.highest, players.Hasty]


def test_an_arena_of_objects_is_the_same_on_any_workers():
    """Objects are copied for each match; those of one name are numbered."""
    contest = arena.Contest.of(RUMMY, OWN, options={"turn_limit": 40})
    assert contest.names == ("Hasty", "counting", "highest", "Hasty 2")
    alone = arena.play(contest, 3, seed=1)
    assert alone == arena.play(contest, 3, seed=1, workers=processes(2))
    assert OWN[1].times == 0
    equal = next(m for m in alone.meetings if (m.player, m.against) == ("Hasty", "Hasty 2"))
    assert equal.lead == 0
    with pytest.raises(SetupError, match="each named once"):
        arena.Contest.of(PRESIDENT, [place("Hasty"), place("Hasty")])


def test_names_and_objects_play_the_same_matches():
    """Compiled or not; single matches are shards of players that may take their time."""
    for name, shard in (("Dice", 1), ("Planner", 1), ("highest", matches.SHARD)):
        by_name, by_object = (
            Lineup.of(RUMMY, [each, "AI"]) for each in (place(name), getattr(players, name))
        )
        assert (
            by_name.names == (place(name), "AI") and matches.job(by_name, 9, seed=1).shard == shard
        )
        one, two = (matches.simulate(each, 5, seed=2) for each in (by_name, by_object))
        assert one.seats[0].points == two.seats[0].points
        assert pickle.loads(pickle.dumps(by_object)) == by_object
    compiled = Lineup.of(RUMMY, [players.highest, "AI"])
    fast, plain = (matches.play(compiled, 1, 0, 4, fast=fast) for fast in (True, False))
    assert fast == plain


def test_a_compiled_player_is_rehearsed_first():
    """Compiled code checks nothing; in plain Python an index out of range is an error."""
    lineup = Lineup.of(RUMMY, [players.beyond, "AI"])
    wrong = r"^computer player beyond 1 .* failed: IndexError: .*, at players\.py:\d+"
    with pytest.raises(PlayerError, match=wrong):
        matches.simulate(lineup, 2, seed=1)


def test_a_player_that_cannot_be_compiled_is_named_with_its_line():
    """Numba's many lines become one."""
    lineup = Lineup.of(RUMMY, [players.reading, "AI"])
    with pytest.raises(SetupError) as caught:
        matches.simulate(lineup, 2, seed=1)
    start = "the rules of mason-rummy with reading, AI cannot be compiled: Unknown attribute 'strf"
    assert re.match(rf"{start}.*, at players\.py:\d+$", str(caught.value))


def test_a_player_that_cannot_be_pickled_gets_one_line(monkeypatch):
    """To other processes, or from match to match."""

    class Local(players.Hasty):
        pass

    class Bound(players.Hasty):
        def __deepcopy__(self, memo):
            raise TypeError("cannot copy a connection")

    with pytest.raises(SetupError, match="player Local cannot go to other processes"):
        matches.simulate(Lineup.of(RUMMY, [Local, "AI"]), 1, seed=1, workers=processes(1))
    assert matches.simulate(Lineup.of(RUMMY, [Local, "AI"]), 1, seed=1).matches == 1
    with pytest.raises(SetupError, match="player Bound cannot be copied for each match"):
        matches.simulate(Lineup.of(RUMMY, [Bound(), "AI"]), 1, seed=1)


def test_a_ledger_of_larger_shards_goes_on(tmp_path):
    """From before players that take their time had shards of single matches."""
    from dataclasses import replace

    from dealt.storage.ledger import LedgerFile

    lineup = Lineup.of(RUMMY, [place("Dice"), "AI"])
    job = matches.job(lineup, 6, seed=1)
    for number, shard in enumerate((matches.SHARD, 1)):
        path = tmp_path / str(number)
        LedgerFile(path, replace(job, shard=shard)).close()
        ledger = LedgerFile(path, job)
        report = matches.simulate(lineup, 6, seed=1, ledger=ledger)
        assert len(ledger.counts()) == -(-6 // shard) and report == matches.simulate(
            lineup, 6, seed=1
        )
        ledger.close()
    LedgerFile(tmp_path / "other", replace(job, shard=7)).close()
    with pytest.raises(SetupError, match="its shard is 7, not 1"):
        LedgerFile(tmp_path / "other", job)


# --- weights --------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path):
    """The weights of `learned`, as `dealt train` writes them."""
    names = PRESIDENT.bots.learning.names
    (tmp_path / "w.json").write_text(json.dumps(dict(zip(names, WEIGHTS, strict=True))))
    (tmp_path / "w.py").write_text(f'"""x"""\nWEIGHTS = {WEIGHTS}\n')
    return tmp_path


def test_a_file_of_weights_plays_as_the_player_that_has_them(files):
    """Of either kind, as a file, a list or in a module."""
    usual = dealt.match("president", ["learned", "AI", "good"], seed=4, trade="request").run()
    for weights in (str(files / "w.json"), str(files / "w.py"), list(WEIGHTS)):
        match = dealt.match("president", [weights, "AI", "good"], seed=4, trade="request").run()
        assert match.record.played == usual.record.played
    lineup = Lineup.of(PRESIDENT, [str(files / "w.json"), "AI"])
    assert lineup.is_quick and pickle.loads(pickle.dumps(lineup)) == lineup


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("a.json", "", "is not a file of weights; dealt train GAME --weights FILE writes one"),
        ("a.json", '{"a": "b"}', "is not a file of weights"),
        ("a.json", "[1.5]", "is not a file of weights"),
        ("a.json", "[]", "is not a file of weights"),
        ("a.json", "\udcff", "is not a file of weights"),
        ("a.json", "[1, 2]", "a has 2 weights; President needs 42"),
        ("a.py", "import os\n", "has no WEIGHTS; a player in it is a:NAME"),
        ("a.py", "WEIGHTS = open('x')\n", "has no WEIGHTS"),
        ("a.py", "(", "has no WEIGHTS"),
        (
            "a.json",
            json.dumps({str(i): 1 for i in range(42)}),
            "a has a weight for '0', where Pres",
        ),
        ("folder.json", None, "cannot read '.*folder.json': "),
    ],
)
def test_other_files_are_refused_in_one_line(tmp_path, name, text, wrong):
    path = tmp_path / name
    if text is None:
        path.mkdir()
    else:
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(SetupError, match=wrong):
        agents.bot(PRESIDENT, str(path), 1)


def test_weights_are_read_once(files):
    """Other processes get what was read, not the file."""
    weights = read_weights(str(files / "w.json"))
    assert weights == Weights("w", WEIGHTS, PRESIDENT.bots.learning.names)
    lineup = Lineup.of(PRESIDENT, [str(files / "w.json")] * 2)
    (files / "w.json").unlink()
    assert lineup.players[0].agent(1).policy is agents.bot(PRESIDENT, weights, 1).policy


# --- at a table on the whole screen ---------------------------------------------------------------


def test_a_seat_of_the_screen_is_offered_here_alone():
    """Under its name; another server has players of its own."""
    with offered_players():
        plan = checked(Plan(game="president", seats=("Ana", place("Dice"))))
        assert plan.seats == ("person:Ana", "Dice") and agents.bots(PRESIDENT)[-1] == "Dice"
        assert agents.bot(PRESIDENT, "Dice", 1).name == "Dice"
        again = Plan(game="president", seats=(place("Dice"), place("Hasty"), "Bia"))
        assert checked(again).seats == ("Dice", "Hasty", "person:Bia")
        with pytest.raises(SetupError, match="somebody has to play"):
            checked(Plan(game="president", seats=(place("Dice"), "AI")))
        order = Plan(game="president", seats=("Ana", place("Dice")), join="http://x/#/1")
        with pytest.raises(SetupError, match="plays at your own tables only"):
            checked(order)


# --- at the command line --------------------------------------------------------------------------

MINE = """
class Own:
    name = "Own"
    def choose(self, view, actions):
        return actions[0]
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder with `mine.py`, which Python would not find elsewhere."""
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    sys.modules.pop("mine", None)


@pytest.mark.no_cover
def test_the_commands_find_players_in_the_current_folder(folder):
    """Also in any number of other processes."""
    run = partial(program.run, cwd=folder)
    order = ["arena", "mason-rummy", "mine:Own", "AI", "--deals", "3", "--json"]
    alone, two = (
        json.loads(run(*order, *where).stdout)
        for where in (["--threads", "1"], ["--processes", "2"])
    )
    assert alone == two and alone["meetings"][0]["player"] == "mine:Own"
    simulated = run("simulate", "mason-rummy", "--player", "mine:Own", "--matches", "2").stdout
    assert "mine:Own" in simulated
    play = ["play", "mason-rummy", "--seat", "Ana", "--seat", "mine:Own", "--seed", "1"]
    output = run(*play, "--adviser", "mine:Own", typed="1\n").stdout
    assert "(Own would draw stock)" in output
    agents.OFFERED.clear()  # as in another process
    resumed = run("play", "mason-rummy", "--resume", typed="1\n")
    assert "Own is a computer player of your own: name it again, with --seat" in resumed.stderr
    output = run(*play, "--resume", typed="1\n").stdout
    assert "Own, 10 cards in hand" in output
    agents.OFFERED.clear()
    failed = run("--traceback", "arena", "mason-rummy", "mine:Else", "AI")
    assert failed.stderr.startswith("Traceback") and failed.returncode == 2
    assert failed.stderr.endswith("dealt: mine has no 'Else': did you mean mine:Own?\n")


QUITTER = """
import sys
print("loaded")
from examples.leduc import GAME
sys.exit(0)
"""
OWN_GAME = """
from examples.leduc import *
from examples.leduc import GAME, rules
from dataclasses import replace
from types import SimpleNamespace

def legal(s, out):
    print("asked")
    if s.count > 1:
        raise SystemExit
    return rules.legal(s, out)

GAME = replace(GAME, rules=SimpleNamespace(**{**vars(rules), "legal": legal}))
"""


@pytest.mark.no_cover
def test_output_of_own_code_never_mixes_with_results(folder):
    """Players in threads and in processes, which also print past Python's stream."""
    for where, name in ((["--threads", "2"], "says"), (["--processes", "2"], "talks")):
        players = ["--player", place(name), "--player", "AI", *where]
        order = ["simulate", "mason-rummy", *players, "--matches", "2", "--seed", "1", "--csv"]
        result = program.process(*order, cwd=folder, PYTHONPATH=os.pathsep.join(sys.path))
        assert result.returncode == 0 and result.stdout.startswith("seat,player,matches,")
        assert len(result.stdout.splitlines()) == 3
        assert "thinking" in result.stderr and ("deeply" in result.stderr) is (name == "talks")


def test_a_game_that_ends_the_program_is_one_line(folder):
    """While it is loaded and while it is played: exit 1, or 2 if it cannot be loaded."""
    (folder / "quitter.py").write_text(QUITTER)
    (folder / "leaver.py").write_text(OWN_GAME)
    result = program.run("rules", "quitter:GAME", cwd=folder)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.endswith("import game 'quitter:GAME': SystemExit: 0, at quitter.py:5\n")
    seats = ["--seat", "Ana", "--seat", "random", "--seed", "1", "--plain"]
    result = program.run("play", "leaver:GAME", *seats, typed="call\ncall\n", cwd=folder)
    assert result.returncode == 1 and "asked" not in result.stdout
    assert result.stderr.endswith("\ndealt: SystemExit, at leaver.py:10\n")
    result = program.run("check", "leaver:GAME", "--rounds", "3", "--json", cwd=folder)
    checks = {each["check"]: each for each in json.loads(result.stdout)["checks"]}
    assert checks["rounds"]["wrong"] == "SystemExit, at leaver.py:10"
    assert {"asked"} == {*result.stderr.splitlines()}
    for module in ("quitter", "leaver"):
        sys.modules.pop(module, None)


def test_a_player_that_fails_at_the_command_line_is_exit_1(folder):
    """What is wrong with an order is 2."""
    order = ["arena", "mason-rummy", place("leaves"), "AI", "--threads", "1", "--csv"]
    result = program.run(*order, cwd=folder)
    assert (result.returncode, result.stdout) == (1, "") and result.stderr.count("\n") == 1
    assert "computer player leaves (seat 1, round 1 of seed" in result.stderr
    assert program.run(*order[:3], cwd=folder).returncode == 2


def test_lines_say_how_far_slow_work_is(capsys):
    """Without a terminal; they end with the work."""
    with Work("Playing", "deals", pauses=[0.0]) as work:
        work.progress(0, 10)
        work._thread.join()
    assert re.fullmatch(r"Playing: 0 of 10 deals after 0:0\d\n", capsys.readouterr().err)
    for count, pause_s in ((10, 0.0), (0, 3600.0)):
        with Work("Playing", "deals", pauses=[pause_s]) as work:
            work.progress(count, 10)
    assert capsys.readouterr().err == ""
