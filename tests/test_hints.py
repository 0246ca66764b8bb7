"""Hints in every face: what the game says of a choice, and what a computer player would do."""

import json
import re

import pytest

import dealt
from dealt.clients.line.matches import advisers
from dealt.clients.line.play import NEED_A_GAME, NEEDS_A_GAME, Order
from dealt.clients.line.requests import Hints
from dealt.core.search import Searching
from dealt.core.view import hints_together
from dealt.errors import SetupError
from dealt.games import game, games
from tests.program import run

# a game, who sits there, and answers of a person for a while
FACES = {
    "penney": (["Ana", "AI"], "1\n\n2\n1\n"),
    "three-card-poker": (["Ana"], "1\n2\n1\n"),
    "mason-rummy": (["Ana", "AI"], "1\n2\n1\n1\n2\n1\n"),
    "president": (["Ana", "AI", "random"], "1\np\n1\np\n1\n"),
    "tranca": (["Ana", "AI"], "draw\n9\ndraw\n9\n"),
}
ADVICE = re.compile(r"^\((random|AI) would .+\)$", re.MULTILINE)


def play(name, *arguments, answers_typed=None):
    """What `dealt play` prints."""
    seats, answers = FACES[name]
    chosen = [part for seat in seats for part in ("--seat", seat)]
    order = ["play", name, *chosen, "--seed", "5", *arguments]
    return run(*order, typed=answers if answers_typed is None else answers_typed).stdout


def test_every_game_is_here():
    assert list(FACES) == [each.name for each in games()]


@pytest.mark.parametrize("name", FACES)
def test_every_face_shows_the_hint_of_the_game_unless_switched_off(name, monkeypatch):
    """At each turn of a person, from what that person sees."""
    seats = []

    def hint(view):
        seats.append(view.seat)
        return f"the hint for {view.names[view.seat]}"

    monkeypatch.setattr(game(name).hints, "hint", hint)
    output = play(name)
    assert output.count("(the hint for Ana)\n") == len(seats) > 1 and set(seats) == {0}
    assert "the hint for" not in play(name, "--no-hints")
    assert "would" not in output


@pytest.mark.parametrize("name", FACES)
def test_every_face_shows_what_an_adviser_would_do(name, tmp_path):
    """An action that is open, once a turn; asking changes nothing of the game."""
    records = [tmp_path / "with.json", tmp_path / "without.json"]
    output = play(name, "--no-hints", "--adviser", "random", "--record", str(records[0]))
    assert len(ADVICE.findall(output)) >= 2
    without = play(name, "--no-hints", "--record", str(records[1]))
    assert not ADVICE.search(without)
    lines = output.replace("with.json", "without.json").splitlines()
    assert [line for line in lines if not ADVICE.match(line)] == without.splitlines()
    assert records[0].read_bytes() == records[1].read_bytes()
    assert json.loads(records[0].read_text())["played"]


def test_advice_reads_as_a_sentence():
    """Moves that are named by their cards are played."""
    assert re.search(
        r"^\(AI would play [BR]{3}\)$", play("penney", "--adviser", "AI"), re.MULTILINE
    )
    assert "(AI would draw stock)\n" in play("mason-rummy", "--adviser", "AI")


def test_a_reason_is_given_once():
    """A computer player's reason is left out where the game has given it already."""
    table = dealt.table("mason-rummy", ["Ana", "AI"], seed=4)
    own, advice = Hints(adviser="good").lines(table)
    assert f"{advice[:-1]}: {own[1:-1].partition(': ')[2]}" == f"({table.hint('good')}"
    assert hints_together("", "good would pass: it is best") == ["good would pass: it is best"]
    assert hints_together("a", "b: c") == ["a", "b: c"] and hints_together("", "") == []


def test_a_player_that_searches_says_why(monkeypatch):
    """The same while nothing is played, though it would look at other deals."""
    few_cards_each = ["Ana", *["AI"] * 6]
    table = dealt.match("president", few_cards_each, seed=4).table
    monkeypatch.setattr(table._advisers, "make", lambda name: slow_player(table.game, name))
    hints = Hints(own=False, adviser="strong")
    (line,) = hints.lines(table)
    assert re.fullmatch(r"\(strong would play .+: .+ possible deals.*\)", line)
    assert hints.lines(table) == [line]
    table.play(table.actions[0])
    assert hints.lines(table) != [line]


def slow_player(game_of_player, name):
    """A player that searches a little, plainly, in deals that are quickly made."""
    from dealt.agents.search import SearchAgent

    simple = game_of_player.bots.by_name["AI"](0).policy
    plan = Searching(simple, (simple,))
    return SearchAgent(game_of_player, 1, name=name, plan=plan, playouts=8, fast=False)


def test_there_is_nothing_to_say_after_the_end():
    """Of the game, and of a player."""
    table = dealt.table("penney", seats=["Ana", "AI"], seed=1)
    hints = Hints(adviser="AI")
    assert len(hints.lines(table)) == 2
    table.play("RRB")
    assert table.is_over and table.hint() == table.hint("AI") == "" and hints.lines(table) == []


def test_the_adviser_of_a_terminal_takes_its_time():
    """Searches get a clock; other players need none; no one else is listed."""
    find = advisers(game("president"), 1)
    assert find("strong").clock is not None
    assert find("AI").name == "AI" and find("Ana") is None


@pytest.mark.parametrize("name", FACES)
def test_an_unknown_adviser_is_refused_before_the_game(name):
    """In one line, with the names there are; without a game there is nobody to ask."""
    refused = run("play", name, "--adviser", "Ana").stderr
    assert re.search(r"no computer player 'Ana' for .+; available: .*random", refused)
    assert "adviser" in NEED_A_GAME
    with pytest.raises(SetupError, match="--adviser needs a game"):
        Order(adviser="AI").refuse(*NEED_A_GAME, problem=NEEDS_A_GAME)


def test_the_mason_rummy_program_gives_hints_only_when_asked(tmp_path, monkeypatch):
    """To the letter as the document has it; else the same menus, and lines under the hand."""
    monkeypatch.setattr(game("mason-rummy").hints, "hint", lambda view: "a hint")
    monkeypatch.setitem(FACES, "mason-rummy", ([], "2\n1\nAna\n1\nAI\n1\n2\n1\n"))
    monkeypatch.chdir(tmp_path)
    plain = play("mason-rummy")
    assert (
        "Menu E" in plain and "a hint" not in plain and plain == play("mason-rummy", "--no-hints")
    )
    output = play("mason-rummy", "--hints", "--adviser", "AI")
    lines = output.splitlines()
    hand = next(i for i, line in enumerate(lines) if line.startswith("Ana, your hand"))
    assert lines[hand + 1 : hand + 3] == ["(a hint)", "(AI would draw stock)"]
    added = [line for line in lines if line == "(a hint)" or ADVICE.match(line)]
    assert [line for line in lines if line not in added] == plain.splitlines()
    asked = play("mason-rummy", "--adviser", "AI")
    assert "a hint" not in asked and ADVICE.search(asked)


def test_the_command_line_says_who_can_be_asked():
    """One line and exit status 2; the help tells of it."""
    result = run("play", "tranca", "--adviser", "Ana")
    assert result.returncode == 2 and result.stdout == "" and result.stderr.count("\n") == 1
    assert "no computer player 'Ana' for Tranca; available: random, easy, seed" in result.stderr
    assert "--adviser NAME" in run("play", "--help").stdout


def test_a_player_is_asked_by_its_name_for_its_choice_as_for_its_advice():
    """The same player, whether it is asked what it would do or why."""
    table = dealt.table("president", ["Ana", "AI", "AI"], seed=4)
    chosen = table.choice_of("good")
    assert chosen in table.actions
    assert f"good would play {chosen.text}" in table.hint("good")
    assert chosen == table.choice_of(game("president").bots.by_name["good"](0))
    with pytest.raises(SetupError, match="no computer player 'goood' for .*: did you mean good"):
        table.choice_of("goood")
