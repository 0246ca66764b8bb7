"""President before the cards: the rules set in the dialogue, four players first, requests."""

import json
import re

import pytest

from dealt.clients.line.any_game import LineSitting
from dealt.clients.line.requests import Hints
from dealt.games import game, games
from dealt.language import message
from dealt.terminal.boxes import Screen, ask_rules
from tests import program
from tests.games.president_tables import first_round
from tests.program import at_a_terminal, run, spawn

ANY_TURN = "1\np\n" * 400
REST = "2\n1\nAna\nno\n\nyes\n"
FOUR = "4\n2\nAna\nno\n\nyes\n\nyes\n\nyes\n"


NUMBER = {option.name: n for n, option in enumerate(game("president").options, 1)}


def play(*arguments, name="president", **more):
    return program.play(name, *arguments, **more)


def options_in(path):
    return json.loads(path.read_text())["options"]


# --- rules in the dialogue ------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["2\n{rules}1\n", "{rules}2\n1\n"])
def test_which_moves_are_valid_and_who_may_pass_is_set_in_the_dialogue(where, tmp_path):
    """By number, by name, both at once; the questions go on where they were."""
    rules = f"rules\n{NUMBER['pairs']}\nno\npassing\nunable\ntrade = request\n\n"
    typed = where.format(rules=rules) + "Ana\nno\n\nyes\n" + ANY_TURN
    output = play("--record", "r.json", typed=typed, cwd=tmp_path)
    options = options_in(tmp_path / "r.json")
    usual = game("president").option_values({})
    assert options == {**usual, "pairs": 0, "passing": 1, "trade": 1}
    assert "┌ Rules of President " in output and " 6. pairs=yes  whether pairs" in output
    assert "pairs, yes or no (Enter keeps yes): no" in output and " 6. pairs=no  whether" in output
    assert output.count("┌ Rules of President ") == 4
    assert "\npair" not in output[output.index("Round 1 of 1") :]


def test_rules_given_as_options_are_where_the_dialogue_begins(tmp_path):
    """They can be set back; what is not touched stays."""
    typed = f"rules\npairs=yes\n{NUMBER['trade']}\n\n\n" + REST
    output = play("--option", "pairs=no", "--option", "trade=request", "--record", "r.json",
                typed=typed, cwd=tmp_path)  # fmt: skip
    assert (
        f"{NUMBER['pairs']}. pairs=no " in output and f"{NUMBER['trade']}. trade=request " in output
    )
    options = options_in(tmp_path / "r.json")
    assert options["pairs"] == 1 and options["trade"] == 1


def test_wrong_rules_are_refused_in_one_line_and_asked_again():
    typed = f"RULES\n0\n{len(NUMBER) + 1}\nfoo\nfoo=1\npairs=maybe\n1\nmaybe\n=\nq\n" + REST
    output = play(typed=typed)
    assert output.count(f"is not a rule; enter 1 to {len(NUMBER)}, or name=value") == 5
    assert output.count("option pairs is 'maybe': must be yes or no") == 1
    assert output.count("option two_in_straights is 'maybe': must be yes or no") == 1
    assert "Round 1 of 1. Turn order: Ana, AI\n" in output


def test_the_dialogue_without_rules_is_as_it_was():
    """Nothing of the rules is printed, and no more is asked."""
    output = play(typed=REST)
    assert "Rules of" not in output and "rules" not in output.split("Round 1")[0]
    assert "Number of players (2 to 7): 2\nNumber of rounds (1 or more): 1\n" in output


def test_the_rules_of_tranca_are_set_the_same_way(tmp_path):
    """There numbers, too, and the questions know no rounds."""
    target = next(o for o in game("tranca").options if isinstance(o.choices, range))
    least = target.choices.start
    typed = f"rules\n{target.name}={least}\n\n2\nAna\nno\n\nyes\n"
    output = play("--record", "r.json", typed=typed, name="tranca", cwd=tmp_path)
    assert f"{target.name}={least} " in output
    assert options_in(tmp_path / "r.json")[target.name] == least


@pytest.mark.parametrize("each", [g for g in games() if g.options], ids=lambda g: g.name)
def test_every_rule_of_every_game_can_be_looked_at(each, monkeypatch, capsys):
    answers = iter(["1", "", ""])
    monkeypatch.setattr("builtins.input", lambda prompt="": print(prompt) or next(answers))
    assert ask_rules(each.title, each.options, Screen(live=False), {}) == {}
    printed = capsys.readouterr().out
    for option in each.options:
        assert f". {option.name}=" in printed and message(option.meaning) in printed
        assert option.allowed


@at_a_terminal
def test_a_terminal_names_the_way_to_the_rules(tmp_path):
    program = spawn("play", "president", cwd=tmp_path, size=(40, 100), NO_COLOR="1")
    program.expect("Enter rules instead of a number to see or change the rules")
    program.sendline("rules")
    program.expect("Number of a rule to change, or name=value")
    program.sendline("trade")
    program.expect(r"trade, highest or request \(Enter keeps highest\)")
    program.sendline("request")
    program.expect(f"{NUMBER['trade']}. trade=request")
    program.sendline("")
    program.expect("Number of players")
    program.close(force=True)


# --- four players first ---------------------------------------------------------------------------


@at_a_terminal
def test_four_players_and_three_rounds_are_offered_first(tmp_path):
    program = spawn("play", "president", "--seed", "3", cwd=tmp_path, size=(40, 100), NO_COLOR="1")
    program.expect(r"Number of players \(2 to 7; Enter for 4\)")
    program.sendline("")
    program.expect(r"Number of rounds \(1 or more; Enter for 3\)")
    program.sendline("")
    for answer in ("Ana", "no", "", "yes", "", "yes", "", "yes"):
        program.sendline(answer)
    program.expect("Round 1 of 3. Turn order: Ana, AI, AI 2, AI 3")
    program.close(force=True)


def test_every_client_gets_the_number_from_the_game():
    """One that the game can be played with; where a game says none, the least."""
    assert {g.name: g.seats_offered for g in games()} == {
        "penney": 2, "three-card-poker": 1, "mason-rummy": 3, "president": 4, "tranca": 4,
    }  # fmt: skip


# --- the trade with requests ----------------------------------------------------------------------


WHO_TRADES = (
    "Bob (President) and Dan (Bum) trade 2 cards; Ana (Vice-President) and Cid (Vice-Bum) trade "
    "1 card"
)


def test_a_trade_with_requests_is_explained_and_asked_for(monkeypatch, capsys):
    """By the number of a rank, by the rank alone, in words; everybody hears it."""
    match = first_round(4, trade="request")
    match.next_round()
    answers = ["?", "0", "14", "nonsense", "pass", "4D", "12", "K", "? straight", "1", "1",
               "ask for a king", "1", "q"]  # fmt: skip
    replies = iter(answers)
    monkeypatch.setattr("builtins.input", lambda prompt="": print(prompt, end="") or next(replies))
    LineSitting(match, Screen(live=False), Hints(own=True)).run()
    printed = capsys.readouterr().out
    assert "\nask for a rank:\n" in printed
    assert "12. ask for aces" in printed and " 1. ask for threes" in printed
    assert "Turn: Bob, to ask Dan, the Bum, for 2 cards (? for help)" in printed
    assert printed.count(" is out of range: enter ") == 2
    assert printed.count("unknown card 'nonsense'") == 1
    assert printed.count("first ask for cards, for example: ask for twos") == 2
    assert "Asked for: aces" in printed and "Asked for: aces, kings" in printed
    trade_lines = [
        line for line in printed.splitlines() if " asked for " in line or " trade " in line
    ]
    assert WHO_TRADES in trade_lines  # on the board
    assert [line for line in trade_lines if line != WHO_TRADES] == [
        "Bob asked for aces", "Bob asked for kings", "Bob and Dan trade 2 cards",
        "Ana asked for kings", "Ana and Cid trade 1 card",
    ]  # fmt: skip
    assert "Bob leads" in printed


def test_computer_players_are_heard_asking():
    """From a pipe, in the language that is spoken."""
    output = play("--option", "trade=request", "--seed", "5", typed=FOUR + ANY_TURN)
    trade = output[output.index("Round 2 of 2. Turn order") :]
    assert len(re.findall(r"^(.+) asked for \w+$", trade, re.MULTILINE)) == 3
    assert len(re.findall(r" trade \d cards?$", trade, re.MULTILINE)) == 2
    result = run("--language", "pt-BR", "play", "president", "--option", "trade=request", "--seed",
               "5", typed=FOUR.replace("no", "não").replace("yes", "sim") + ANY_TURN)  # fmt: skip
    assert "AI pediu " in result.stdout


def test_enter_takes_the_default_of_every_question(tmp_path):
    """With --plain; the question shows the default, and a script without it answers all."""
    asked = run("play", "president", "--plain", typed="\n" * 10 + "q\n", cwd=tmp_path).stdout
    for default in ("Enter for 4", "Enter for 3", "Enter for Player", "Enter for no",
                    "Enter for AI 3", "Enter for yes"):  # fmt: skip
        assert f"{default}): " in asked
    assert "Round 1 of 3" in asked and "neither" not in asked
    assert "Enter for" not in run("play", "president", typed="4\n", cwd=tmp_path).stdout
    level = run("play", "president", "--plain", typed="2\n1\n\n\neasy\n", cwd=tmp_path).stdout
    assert "Is easy a computer player? (yes/no; Enter for yes): " in level
