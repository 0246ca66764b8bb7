"""The command line as people use it: real processes, wrong input, pipes, Ctrl-C, a terminal."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import dealt
from dealt import agents
from dealt.core.game import Bots
from dealt.errors import SetupError
from dealt.games import game, games
from tests.games.rummy_driver import Driver, run_program
from tests.games.rummy_tables import HEADER, QUICK_DECK
from tests.games.test_mason_rummy_program import deck_text
from tests.oracles import mason_rummy_program as program
from tests.program import at_a_terminal, interrupt, pexpect, run, spawn


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["plya"], "No such command 'plya'"),
        (["play", "bridge"], "no game 'bridge'; available: penney, three-card-poker"),
        (["play", "three-card-poker", "--seed", "x"], "'x' is not a valid number"),
        (["play", "three-card-poker", "--seed", "-1"], "-1 is out of range: must be 0 or more"),
        (["play", "three-card-poker", "--rounds", "0"], "0 is out of range: must be 1 or more"),
        (["play", "three-card-poker", "--seat", "A", "--seat", "B"], "is for 1 player, not 2"),
        (["play", "three-card-poker", "--option", "model=x"], "must be deck or independent"),
        (["play", "three-card-poker", "--option", "model"], "write NAME=VALUE"),
        (["play", "three-card-poker", "--scores", "x.csv"], "keeps no scores file"),
        (["play", "three-card-poker", "--bet", "5"], "No such option"),
        (["play", "mason-rummy", "--seat", "Ana"], "is for 2 or 3 players, not 1"),
        (["play", "mason-rummy", "--seat", "A", "--seat", "A"], "two seats have the same name"),
        (["play", "mason-rummy", "--rounds", "2"], "--rounds needs --seat"),
        (["play", "mason-rummy", "--deck", "x"], "--deck needs --seat"),
        (["play", "mason-rummy", "--seat", "AI", "--seat", "AI", "--deck", "x"], "not found"),
        (["play", "mason-rummy", "--option", "turn_limit=9"], "--option needs --seat"),
        (["odds", "mason-rummy"], "no exact odds for mason-rummy; available for three-card-poker"),
        (["odds", "three-card-poker", "--hand", "zz"], "unknown rank 'ZZ'"),
        (["replay", "none.json"], "record file 'none.json' not found"),
        (["replay", "."], "cannot read ."),
        (["replay"], "Missing argument 'FILE'"),
        (["rules", "go"], "no game 'go'"),
        (["play", "--seat", "AI"], "--seat needs a game: dealt play GAME"),
        (["play", "--record", "x"], "--record needs a game"),
        (["play", "three-card-poker", "--record", "no/x"], "there is no folder"),
        (["play", "three-card-poker", "--record", "."], "cannot write .: it is a folder"),
        (["play", "mason-rummy", "--scores", "no/s.csv"], "there is no folder"),
        (["play", "mason-rummy", "--seed", "9" * 20], "must be a whole number from 0"),
        (
            [
                "play",
                "mason-rummy",
                "--seat",
                "AI",
                "--seat",
                "AI",
                "--scores",
                "x",
                "--record",
                "x",
            ],
            "name the same file",
        ),
        (["play", "three-card-poker", "--seat", "\x1b[31mRed"], "characters that cannot be shown"),
    ],
)
def test_wrong_input_gets_one_line_and_exit_code_2(arguments, message, tmp_path):
    """What is wrong, and what would be right; never a traceback."""
    result = run(*arguments, cwd=tmp_path)
    assert result.returncode == 2 and result.stdout == ""
    assert message in result.stderr and result.stderr.startswith("dealt: ")
    assert result.stderr.count("\n") == 1


def test_help_lists_every_command():
    result = run("--help")
    assert result.returncode == 0 and not result.stderr
    for command in ("games", "odds", "play", "replay", "rules"):
        assert re.search(rf"^  {command} ", result.stdout, re.MULTILINE)
        assert run(command, "--help").returncode == 0
    assert run().stdout == result.stdout
    assert run("--version").stdout == f"dealt, version {dealt.__version__}\n"


def test_rules_are_the_document_of_the_game():
    assert run("rules", "mason-rummy").stdout == game("mason-rummy").document()


def test_odds_as_json_hold_exact_fractions():
    sheets = json.loads(run("odds", "three-card-poker", "--json").stdout)
    assert sheets[0]["rows"][0] == {
        "strategy": "best",
        "points": "-2489268/2544815",
        "exactly": "-2489268/2544815",
    }


def test_poker_is_played_from_a_file_of_answers(tmp_path):
    """By word, letter and number; wrong answers are asked again; the end of input ends the game."""
    result = run(
        "play", "three-card-poker", "--seed", "4", "--record", "r.json",
        typed="p\nbet\n7\n?\nF\n1\n", cwd=tmp_path,
    )  # fmt: skip
    assert result.returncode == 0 and result.stderr == ""
    assert "cannot read 'bet'; enter play or fold (p or f)" in result.stdout
    assert "7 is out of range: enter 1 to 2" in result.stdout
    assert "Enter the number of a move, its words" in result.stdout
    assert re.search(r"total +20\n", result.stdout)
    replayed = run("replay", "r.json", cwd=tmp_path).stdout
    assert "Player folded" in replayed and replayed.count("Round") == 4
    assert (
        "-- open to Player: 0 play, 1 fold"
        in run("replay", "r.json", "--full", cwd=tmp_path).stdout
    )


def test_rounds_and_options_are_kept():
    result = run(
        "play", "three-card-poker", "--rounds", "2", "--option", "model=independent",
        "--seat", "Ana", typed="p\np\n",
    )  # fmt: skip
    assert result.returncode == 0 and "round 2" in result.stdout and "Hand of Ana" in result.stdout


def test_hints_can_be_left_out():
    assert "playing is worth" not in run("play", "three-card-poker", "--no-hints").stdout


@pytest.mark.no_cover
@pytest.mark.parametrize("answers", ["9" * 5_000, "٣", "1e9", "\x1b[A", "\u2028"])
def test_strange_answers_are_asked_again_at_every_menu(answers, tmp_path):
    (tmp_path / "q.deck").write_text(QUICK_DECK)
    lines = [
        "4",
        "q.deck",
        "1",
        "Ana",
        "1",
        "Bob",
        "1",
        "1",
        answers,
        "1,2,3",
        answers,
        "2",
        answers,
        "1",
    ]
    script = "\n".join([answers, *lines, answers, ""])
    result = run("play", "mason-rummy", typed=script, cwd=tmp_path)
    assert result.returncode == 0 and result.stderr == ""
    assert result.stdout.count("Menu D") == 2 and "Bob, your hand" in result.stdout


def test_a_record_is_written_however_a_game_ends(tmp_path):
    """The input ends in the middle of a round: the record goes as far as the game went."""
    result = run(
        "play", "mason-rummy", "--seat", "Ana", "--seat", "AI", "--record", "r.json",
        typed="1\n2\n1\n", cwd=tmp_path,
    )  # fmt: skip
    assert result.returncode == 0
    assert "Ana drew from the stock" in run("replay", "r.json", cwd=tmp_path).stdout


IN_ASCII = str.maketrans("ãçéõÇÕ", "aceoCO")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize(
    ("command", "typed", "plain"),
    [
        ("play tranca --seat Zé --seat good --seed 3", "1\n", "+ Mão de Zé ---"),
        ("score tranca --lenient -", "4H 5H 7D\nhand: AS 10H", "4H 5H 7D"),
        ("odds --help", "", "JOGO [OPÇÕES]"),
    ],
)
def test_signs_that_the_output_cannot_carry_become_plainer(
    encoding, command, typed, plain, tmp_path
):
    """Letters for suits, lines of boxes in ASCII; a question mark stands where one is meant."""
    limited, full = (
        subprocess.run(
            [sys.executable, "-m", "dealt", "--language", "pt-BR", *command.split()],
            cwd=tmp_path, input=typed.encode(), capture_output=True, timeout=300, check=False,
            env={**os.environ, "PYTHONIOENCODING": name},
        )
        for name in (encoding, "utf-8")
    )  # fmt: skip
    assert limited.returncode == full.returncode == 0 and b"Traceback" not in limited.stderr
    text = limited.stdout.decode(encoding)
    assert text.count("?") == full.stdout.decode().count("?")
    assert plain.translate({} if encoding == "latin-1" else IN_ASCII) in text


@pytest.mark.skipif(sys.platform == "win32", reason="streams of POSIX systems")
@pytest.mark.parametrize(
    ("end", "code"), [("<&-", 0), (">&- </dev/null", 0), ("2>&- </dev/null", 0)]
)
def test_closed_streams_end_without_a_traceback(end, code, tmp_path):
    for command in ("play mason-rummy", "play three-card-poker", "play"):
        result = subprocess.run(
            ["bash", "-c", f"{sys.executable} -m dealt {command} {end}"],
            cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert "Traceback" not in result.stderr and result.returncode == code


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_is_named():
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "dealt", "odds", "three-card-poker"],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=300, check=False,
        )  # fmt: skip
    assert (
        result.returncode == 2 and result.stderr == "dealt: cannot write: No space left on device\n"
    )


def test_returning_players_who_cannot_sit_are_not_offered(tmp_path):
    """A row without a name, or with a tab in it; a tab typed in a name is left out."""
    (tmp_path / "scores.csv").write_text(HEADER + '"","1","0","3"\n"a\tb","1","0","3"\n')
    result = run("play", "mason-rummy", typed="2\n2\n1\nA\tna\n1\nBob\n", cwd=tmp_path)
    assert result.returncode == 0 and "Ana, your hand" in result.stdout


def test_names_in_scores_cannot_steer_the_terminal(tmp_path):
    (tmp_path / "scores.csv").write_text(HEADER + '"\x1b[2JRed","1","0","3"\n')
    assert "\x1b" not in run("play", "mason-rummy", typed="1\n6\n", cwd=tmp_path).stdout


def test_leaving_a_game_shows_the_score_so_far():
    result = run("play", "three-card-poker", typed="f\nq\n")
    assert result.returncode == 0 and re.search(r"total +-10\n", result.stdout)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(4))
def test_mason_rummy_fed_a_script_plays_to_the_end(seed, tmp_path, monkeypatch):
    """Stacked games with wrong answers everywhere; the scores are those of the second program."""
    monkeypatch.chdir(tmp_path)
    files = {"a.deck": deck_text(seed), "b.deck": deck_text(seed + 50), "bad.deck": "2C 2C"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    driver = Driver(seed, list(files), games=4)
    run_program(driver, tmp_path)
    (tmp_path / "scores.csv").unlink(missing_ok=True)
    result = run("play", "mason-rummy", typed="\n".join(driver.used) + "\n", cwd=tmp_path)
    assert result.returncode == 0 and result.stderr == "" and "\x1b" not in result.stdout
    other = program.Program(driver.used, files, None)
    assert (tmp_path / "scores.csv").read_text() == other.run()
    assert other.used == len(driver.used) and len(other.results) >= 1


def test_the_scores_file_can_be_another(tmp_path):
    script = "2\n1\nAI\n1\nAI\n6\n"
    playing = ("play", "mason-rummy", "--scores", "mine.csv")
    result = run(*playing, "--seed", "8", typed=script, cwd=tmp_path)  # a tie has two winners
    assert result.returncode == 0 and not (tmp_path / "scores.csv").exists()
    assert (tmp_path / "mine.csv").read_text().startswith(HEADER)
    again = run(*playing, typed="1\n6\n", cwd=tmp_path)
    assert "AI            1           1" in again.stdout


def test_a_seed_repeats_the_games_of_the_program(tmp_path):
    script = "2\n1\nAI\n1\nAI\n2\n1\nAI\n1\nAI\n6\n"
    first, second = (
        run("play", "mason-rummy", "--seed", "8", typed=script, cwd=tmp_path) for _ in "ab"
    )
    assert first.stdout == second.stdout
    games = [x for x in first.stdout.splitlines() if x.startswith("Points of the game")]
    assert games[:3] != games[3:]


def test_seats_on_the_command_line_skip_the_first_menus(tmp_path):
    """The same menus from the first turn on; counted only in a scores file that is named."""
    (tmp_path / "q.deck").write_text(QUICK_DECK)
    result = run(
        "play", "mason-rummy", "--seat", "Ana", "--seat", "Bob", "--deck", "q.deck",
        typed="2\n2\n1\n", cwd=tmp_path,
    )  # fmt: skip
    assert result.returncode == 0 and result.stdout.startswith("Round 1 of 3: Ana begins")
    result = run(
        "play", "mason-rummy", "--seat", "AI", "--seat", "random", "--seed", "2",
        "--scores", "s.csv", "--record", "m.json", "--rounds", "1", cwd=tmp_path,
    )  # fmt: skip
    assert result.returncode == 0 and "AI wins the game" in result.stdout
    rows = (tmp_path / "s.csv").read_text()
    assert '"AI","1","0","0"' in rows and '"random","0","1",""' in rows
    assert "Won by AI" in run("replay", "m.json", cwd=tmp_path).stdout


def test_a_damaged_scores_file_stops_the_program_before_a_game(tmp_path):
    """One line, exit code 2, and the file is left as it is."""
    (tmp_path / "scores.csv").write_text("shopping list\n")
    result = run("play", "mason-rummy", typed="1\n6\n", cwd=tmp_path)
    assert result.returncode == 2 and "scores.csv is not a Mason Rummy scores file" in result.stderr
    assert (tmp_path / "scores.csv").read_text() == "shopping list\n"


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "answers", ["", "4\n", "2\n1\n", "2\n1\nAna\n1\nBob\n", "2\n1\nAna\n1\nBob\n1\n1\n"]
)
def test_the_end_of_input_leaves_cleanly_everywhere(answers, tmp_path):
    result = run("play", "mason-rummy", typed=answers, cwd=tmp_path)
    assert result.returncode == 0 and result.stderr == "" and not list(tmp_path.iterdir())
    assert ("This game was not finished and is not counted." in result.stdout) == ("Bob" in answers)


def test_binary_input_ends_without_a_traceback(tmp_path):
    result = subprocess.run(
        [sys.executable, "-m", "dealt", "play", "mason-rummy"], input=bytes(range(256)) * 3,
        capture_output=True, cwd=tmp_path, timeout=300, check=False,
    )  # fmt: skip
    assert result.returncode == 0 and result.stderr == b""


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("environment", "arguments"), [({}, ["--plain"]), ({"DEALT_PLAIN": "1"}, []), ({}, [])]
)
def test_plain_asks_for_the_game_with_any_input(environment, arguments):
    """The answers of a pipe are taken."""
    result = run("play", *arguments, typed="2\nfold\nq\n6\n", **environment)
    assert result.returncode == 0 and result.stderr == ""
    assert "2. Three-card Poker" in result.stdout and "folds" in result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe of POSIX systems")
def test_a_closed_pipe_ends_without_a_traceback(tmp_path):
    """`dealt ... | head` and the like."""
    script = "2\\n1\\nAI\\n1\\nAI\\n" * 30
    for command in ("rules mason-rummy", "odds three-card-poker --json", "play mason-rummy"):
        line = f"printf '{script}' | {sys.executable} -m dealt {command} | head -n 1"
        result = subprocess.run(
            ["bash", "-c", line],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert result.stderr == "" and result.stdout


# --- at a terminal -------------------------------------------------------------------------------


@at_a_terminal
@pytest.mark.parametrize("game", ["president", "three-card-poker", "penney", "mason-rummy"])
def test_the_message_after_ctrl_c_has_its_own_line(game, tmp_path):
    seats = ["--seat", "Ana"] if game == "three-card-poker" else ["--seat", "Ana", "--seat", "AI"]
    program = spawn("play", game, *seats, "--seed", "3", cwd=tmp_path, NO_COLOR="1")
    program.expect("> ")
    interrupt(program)
    if game != "mason-rummy":
        assert re.search(r"\n[\w' -]+, seed 3\r\n", program.before), program.before
    assert (
        "\nThe match is saved. Run the same command with --resume to go on.\r\n" in program.before
    )


def test_leaving_says_whether_the_match_is_saved(tmp_path):
    play = ["play", "three-card-poker", "--seat", "Ana", "--rounds", "1"]
    for typed, options, line in (
        ("q\n", [], "The match is saved. Run the same command with --resume to go on."),
        ("", ["--record", "r"], "The match was not finished; what was played is saved in r."),
        ("1\n", [], None),
    ):
        output = run(*play, *options, typed=typed, cwd=tmp_path).stdout
        assert line in output.split("\n") if line else "not finished" not in output


@pytest.mark.parametrize(
    ("name", "expected"), [("stong", "strong"), ("Good", "good"), ("ai", "AI"), ("godo", "good")]
)
def test_a_slip_in_the_name_of_a_computer_player_is_refused(name, expected):
    """Nobody plays a whole match against an empty seat; a person can still be called so."""
    with pytest.raises(SetupError, match=f"no computer player '{name}' .*did you mean {expected}"):
        agents.seats(game("president"), ["Ana", name])
    (seat,) = agents.seats(game("president"), [f"person:{name}"])
    assert seat.name == name and seat.agent is None


LEVEL_WORDS = [
    "hard", "casual", "Simple2", "MEDIUM", "beginner", "expert", "normal", "difficult", "bot",
    "fácil", "facil", "Difícil", "médio", "iniciante", "avançado", "forte", "computador",
]  # fmt: skip


@pytest.mark.parametrize("word", LEVEL_WORDS)
def test_a_word_for_a_level_is_answered_with_the_levels(word):
    """Wherever a seat is typed; `person:` seats a person who is called so."""
    called = f"person:{word[0].upper()}{word[1:]}"
    answer = (
        f"{word!r} is not a level of President: choose from random, easy, seed, good, strong, AI, "
    )
    answer += f"literal, learned. A person of that name is {called}"
    for seat in (
        lambda: agents.seats(game("president"), ["Ana", word]),
        lambda: dealt.table("president", ["Ana", word]),
        lambda: dealt.match("president", [word, "AI"]),
    ):
        with pytest.raises(SetupError, match=f"^{re.escape(answer)}$"):
            seat()
    (seat,) = agents.seats(game("president"), [called])
    assert seat.name == called.removeprefix("person:") and seat.agent is None


@pytest.mark.parametrize("command", ["play", "table", "arena"])
def test_commands_that_seat_players_list_the_levels(command):
    """Those of all games, by the name that is typed."""
    lines = run(command, "--help").stdout.split("Levels of computer players:\n")[1].splitlines()
    listed = {line.split()[0]: line for line in lines}
    for each in games():
        words = re.findall(r"\w+", f"{listed['every']} {listed.get(each.name, '')}")
        assert {*agents.bots(each)} <= {*words}


@pytest.mark.parametrize("name", ["Ana", "Ali", "Reed", "Player", "Al", "João", "Ana: 2", "Ada"])
def test_names_of_people_are_not_taken_for_misspelt_levels(name):
    (seat,) = agents.seats(game("president"), [name])
    assert seat.name == name and seat.agent is None


def test_a_level_that_the_game_lacks_is_refused_not_seated():
    """A game of one's own has only `random` until somebody writes more."""
    alone = replace(game("examples.leduc:GAME"), bots=Bots())
    with pytest.raises(SetupError, match="no computer player 'good' for Leduc.*available: random"):
        agents.seats(alone, ["Ana", "good"])


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("play presidnet", "no game 'presidnet': did you mean president?"),
        ("odds peney", "no game 'peney': did you mean penney?"),
        ("rules tranka", "no game 'tranka': did you mean tranca?"),
        ("simluate", "Did you mean 'simulate'?"),
        ("penney adit", "Did you mean 'audit'?"),
        ("arena penney AI godo", "no computer player 'godo' for Penney's game: did you mean good?"),
        ("simulate president --player stong", "did you mean strong?"),
        ("play president --adviser stong", "did you mean strong?"),
        ("play tranca --seat hard", "'hard' is not a level of Tranca: choose from random, easy"),
        ("arena tranca hard medium", "available: random, easy, seed, good, strong, AI"),
        ("simulate tranca --player hard", "available: random, easy, seed, good, strong, AI"),
        ("play president --seat Ana --seat stong", "did you mean strong? A person of that name is"),
        ("play examples.leduc:GAM", "no 'GAM': did you mean examples.leduc:GAME?"),
        (
            "play president --seat Ana --seat players:MINE",
            "cannot import player 'players:MINE': no module players",
        ),
    ],
)
def test_a_misspelt_name_is_an_error_with_the_nearest_one(arguments, message):
    result = run(*arguments.split())
    assert result.returncode == 2 and message in result.stderr
    assert len(result.stderr.splitlines()) == 1 and result.stdout == ""


@at_a_terminal
def test_at_a_terminal_cards_have_colour_and_symbols_and_the_screen_is_cleared(tmp_path):
    (tmp_path / "q.deck").write_text(QUICK_DECK)
    game = spawn("play", "mason-rummy", "--menus", cwd=tmp_path)
    for answer in ("4", "q.deck", "1", "Ana", "1", "Bob"):
        game.sendline(answer)
    game.expect("your hand: .*2C♣.*2D♦.*2H♥.*9S♠")
    before = game.before + game.after
    assert "\x1b[2J" in before and re.search(r"\x1b\[[0-9;]*m2C♣", before)
    game.expect("Menu D")
    interrupt(game)
    assert not (tmp_path / "scores.csv").exists()


@at_a_terminal
def test_the_end_of_a_round_is_shown_to_a_person_between_computer_players(tmp_path):
    """All news since the person's last screen are shown: who went out, points, the next round."""
    (tmp_path / "q.deck").write_text(QUICK_DECK)
    game = spawn(
        "play", "mason-rummy", "--menus", "--seat", "Ana", "--seat", "AI", "--seat", "AI",
        "--seed", "3",
        cwd=tmp_path, size=(40, 80),
    )  # fmt: skip
    for _ in range(200):
        if game.expect(["Menu D", "Menu E", "One number", "Round 2 of 3: AI begins"]) == 3:
            break
        game.sendline("1" if "Menu D" in game.after else "2" if "Menu E" in game.after else "1")
    else:
        pytest.fail("no second round")
    assert "went out" in game.before and "Points of the round: Ana" in game.before
    game.expect("Menu D")
    game.close(force=True)


@at_a_terminal
def test_no_color_is_honoured(tmp_path):
    (tmp_path / "q.deck").write_text(QUICK_DECK)
    game = spawn("play", "mason-rummy", "--menus", cwd=tmp_path, NO_COLOR="1")
    for answer in ("4", "q.deck", "1", "Ana", "1", "Bob"):
        game.sendline(answer)
    game.expect("your hand: .*9S♠")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9][;0-9]*m", game.before + game.after)
    game.close(force=True)


def test_the_list_of_games_says_what_they_are_played_with():
    """Two packs for Tranca, three with six players (T1)."""
    output = run("games").stdout
    assert re.search(r"\ntranca +2, 3, 4 or 6 +2 or 3 x 52 cards  ", output)
    assert re.search(r"\nmason-rummy +2 or 3 +65 cards with Patriots  ", output)


@at_a_terminal
def test_the_list_of_games_leads_to_a_game_and_back(tmp_path):
    games = spawn("play", "--plain", cwd=tmp_path)
    games.expect("Which game\\?")
    games.sendline("9")
    games.expect("'9' is not a valid choice; enter a number from 1 to 6")
    games.sendline("2")
    games.expect("Your name: ")
    games.sendline("Zoe")
    games.expect("to play or fold")
    games.sendline("f")
    games.expect("Zoe: points -10; total -10")
    games.expect("Press Enter for the next round")
    games.sendline("q")
    games.expect("1. Continue Three-card Poker: Zoe")
    games.sendline("q")
    games.expect(pexpect.EOF)
    games.close()
    assert games.exitstatus == 0


@at_a_terminal
@pytest.mark.parametrize("width", [20, 40, 80])
def test_tables_fit_narrow_terminals(width, tmp_path):
    program = spawn("games", cwd=tmp_path, size=(24, width))
    text = program.read()
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert all(len(line.rstrip("\r")) <= width for line in plain.split("\n"))


@at_a_terminal
def test_ctrl_c_at_any_menu_leaves_the_scores_whole(tmp_path):
    """Interrupted after a game has been counted: the file is there and whole."""
    program = spawn("play", "mason-rummy", "--menus", cwd=tmp_path)
    for answer in ("2", "1", "AI", "1", "AI"):
        program.sendline(answer)
    program.expect("wins? the game")
    program.expect("Menu A: Main Menu")
    interrupt(program)
    saved = (tmp_path / "scores.csv").read_text()
    assert saved.startswith((HEADER + '"AI","1","1"', HEADER + '"AI","2","0"'))  # or both win


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["score", "tranc", "round.txt"], "tranca"),
        (["scoresheet", "trnaca"], "tranca"),
        (["results", "presdent"], "president"),
    ],
)
def test_a_slip_in_the_name_of_a_game_is_answered_with_the_name(arguments, expected):
    """Also where a command is for one game."""
    result = run(*arguments)
    assert result.returncode == 2 and f"did you mean {expected}?" in result.stderr


@pytest.mark.no_cover
def test_games_can_be_chosen_by_their_names():
    """A slip is answered with the nearest one; anything else with the numbers there are."""
    result = run("play", "--plain", typed="presidnt\nbridge\npenney\n")
    assert "'presidnt' is not a valid choice: did you mean president?" in result.stdout
    assert "'bridge' is not a valid choice; enter a number from 1 to 6" in result.stdout
    assert "Turn: Player, to choose three colours" in result.stdout
