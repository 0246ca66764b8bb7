"""Scorers with planted faults are found at their deck, and right ones in other styles pass."""

import json
from itertools import islice, permutations

import pytest

from dealt.games.penney import play
from dealt.games.penney.automaton import Reading
from dealt.games.penney.choices import choice_text
from dealt.penney.published.misreadings import READINGS
from dealt.penney.scorer import Game
from dealt.penney.scorer_check import by_reading, check, seeded
from tests.games.test_penney_causes import literal_options
from tests.oracles import penney as oracle
from tests.program import run

PLAIN = """
def score(deck, first, second):
    tricks, cards, pile, window = [0, 0], [0, 0], 0, ""
    for number, card in enumerate(deck):
        window = (window + card)[-3:]
        pile += 1
        for player, choice in enumerate((first, second)):
            if window == choice:
                tricks[player] += 1
                cards[player] += pile
                pile = 0
                window = ""
    return *tricks, *cards
"""
PATTERN = """
import re

def count_tricks(deck, one, two):
    print("counting", one, two)
    won = {one: [0, 0], two: [0, 0]}
    for part in re.findall(f".*?(?:{one}|{two})", deck):
        won[part[-3:]][0] += 1
        won[part[-3:]][1] += len(part)
    return list(zip(won[one], won[two]))
"""
FAULTS = [
    ({"cards[player] += pile": "cards[player] += pile - 3"}, "without the three cards"),
    ({"cards[player] += pile": "cards[player] += pile - 1"}, "one card too few"),
    ({"pile = 0": "pile = 1"}, ""),
    ({"cards[player] += pile": "cards[player] += 3"}, "the same number of cards"),
    ({"pile = 0": "pass"}, "the pile is not cleared"),
    ({'                window = ""': ""}, "the window is not cleared, so tricks share cards"),
    ({'window = ""\n    return': 'window = "" if player else window\n    return'}, "of the first"),
    ({"return *tricks": "cards[0] += pile\n    return *tricks"}, "go to the first player"),
    ({"return *tricks, *cards": "return *cards, *tricks"}, "exchanged"),
    ({"return *tricks, *cards": "return *tricks[::-1], *cards[::-1]"}, "the other player's"),
    ({"in enumerate(deck):": "in enumerate(deck[:-1]):"}, "the last card of a deck"),
    (
        {"cards[player] += pile": "cards[player] += pile - 1", '                window = ""': ""},
        "one card too few; the window is not cleared",
    ),
]


def scorer_in(folder, text, name="scorer.py"):
    path = folder / name
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize(("changes", "suspect"), FAULTS)
def test_a_planted_fault_is_found_at_its_deck(tmp_path, changes, suspect):
    text = PLAIN
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    finding = check(scorer_in(tmp_path, text), 20)
    names = {}
    exec(text, names)
    pairs = [*permutations(["".join(each) for each in ALL], 2)]
    games = ((deck, *pair) for deck in seeded(0, 20) for pair in pairs)
    first = next(
        number for number, game in enumerate(games) if names["score"](*game) != oracle_totals(*game)
    )
    assert finding.games == first + 1
    difference = finding.difference
    assert difference.number == first // len(pairs) + 1
    assert len(difference.short.deck) < 52
    rights = [(*step.tricks, *step.cards) for step in play(*difference.short).steps]
    assert difference.steps[:-1] == (*rights[:-1],) and difference.steps[-1] != rights[-1]
    assert any(suspect in each for each in difference.suspects) or not suspect


ALL = [choice_text(choice) for choice in range(8)]


def oracle_totals(deck, first, second, **options):
    score = oracle.variant(deck, first, second, **options)
    return score.tricks1, score.tricks2, score.cards1, score.cards2


@pytest.mark.parametrize("text", [PLAIN, PATTERN])
def test_a_right_scorer_passes_whatever_its_style(tmp_path, text):
    finding = check(scorer_in(tmp_path, text), 20)
    assert finding.is_right and finding.games == 20 * 56
    assert len(finding.notes) == (text == PATTERN)


@pytest.mark.parametrize("misreading", READINGS, ids=lambda m: f"{m.name} {m.reading}")
def test_mistakes_score_as_a_literal_scorer_does(misreading):
    options = literal_options(misreading.reading)
    for deck in islice(seeded(3, 6), 6):
        for first, second in (("RRB", "BRR"), ("RBR", "BBB"), ("BRB", "RBR")):
            game = Game(deck[:30], first, second)
            expected = oracle_totals(*game, **options)
            assert by_reading(game, Reading(**misreading.reading)) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("def score(deck, first, second):\n    while True: pass", "does not come to an end"),
        ("def score(deck, first, second):\n    return 1, 2", "returns (1, 2); expected"),
        ("def score(deck, first, second):\n    return 'abcd'", "returns 'abcd'; expected"),
        ("def score(deck):\n    return 1", "fails: TypeError"),
        ("def score(deck, first, second):\n    open('x', 'w')", "fails: PermissionError"),
        (
            "import socket\ndef score(*game):\n    socket.create_connection(('::1', 1))",
            "Permission",
        ),
        ("def score(*game):\n    raise SystemExit(3)", "fails: SystemExit: 3"),
        ("import os\ndef score(*game):\n    os._exit(3)", "ended by itself"),
        ("def score(*game):\n    return [0] * (1 << 33)", "memory"),
        ("def one(a): 1\ndef two(b): 2", "name the function"),
        ("def score(:", "cannot be imported: SyntaxError"),
        ("", "name the function"),
    ],
)
def test_a_scorer_that_gives_no_numbers_gets_one_line(tmp_path, monkeypatch, text, problem):
    monkeypatch.setattr("dealt.penney.scorer.GAME_S", 2.0)
    finding = check(scorer_in(tmp_path, text), 2)
    assert not finding.is_right and problem in finding.problem and "\n" not in finding.problem


def test_a_function_of_this_program_is_compared_in_place():
    names = {}
    exec(PLAIN, names)
    assert str(check(names["score"], 3)) == "score: agrees with the rules in 168 games"
    finding = check(lambda deck, first, second: 1 // 0, 1)
    assert finding.problem == "fails: ZeroDivisionError: integer division or modulo by zero"


def test_a_slow_scorer_is_compared_as_far_as_time_allows(tmp_path):
    slow = PLAIN.replace("    tricks,", "    __import__('time').sleep(0.3)\n    tricks,")
    finding = check(scorer_in(tmp_path, slow), 2, seconds=1)
    assert finding.is_right and 0 < finding.games < 112 and "slow" in finding.notes[0]


def test_the_command_takes_files_functions_commands_and_folders(tmp_path):
    scorer_in(tmp_path, PLAIN, "right.py")
    wrong = scorer_in(tmp_path, PLAIN.replace("pile = 0", "pass"), "wrong.py")
    (tmp_path / "lines.py").write_text(
        f"import sys\n{PLAIN}\nif __name__ == '__main__':\n"
        "    for line in sys.stdin:\n        print(*score(*line.split()))\n"
    )
    few = "--decks", "2"
    for place in ("right:score", "python3 lines.py", "right.py:score"):
        printed = run("penney", "check", place, *few, cwd=tmp_path)
        assert (printed.returncode, printed.stderr) == (0, "")
        assert printed.stdout == f"{place}: agrees with the rules in 112 games\n"
    printed = run("penney", "check", wrong, *few, "--pairs", "rrb", "brr")
    assert printed.returncode == 1 and "It looks like this: the pile is not" in printed.stdout
    rows = json.loads(run("penney", "check", str(tmp_path), *few, "--json").stdout)
    assert [row["agrees"] for row in rows] == [True, True, False]
    assert rows[2]["difference"]["shortest"][0] == "RRRRRR"  # the second trick
    for place, wrong in (
        ("none.py", "the file none.py does not exist"),
        ("no-such-program", "answers 1"),
    ):
        printed = run("penney", "check", place, *few, cwd=tmp_path)
        assert wrong in printed.stdout + printed.stderr, printed
