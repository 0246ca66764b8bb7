"""What was typed of a side before it counts: it outlives the program, whole or not at all."""

import json
import sqlite3
import subprocess
import sys

import pytest

from dealt.language import speaking
from dealt.scoresheet.schema import Unfinished
from dealt.scoresheet.store import ScoreSheet
from dealt.scoresheet.terminal.desk import cards_text
from dealt.scoresheet.terminal.side import side_draft
from tests.scoresheet.driver import (
    BACK,
    CARDS,
    CORRECT,
    ENTER,
    LEAVE,
    POINTS,
    Killed,
    desk_of,
    entered,
    kill,
    typing,
)

ALL = ["4H 5H 6H", "KS KC KD", "", "2", "AS", "1", "1"]  # of a side, to the end


def killed(sheet, answers, prompt):
    """Type answers at a process of its own, and kill it when it asks for something."""
    command = [sys.executable, "-m", "dealt", "scoresheet", "tranca", "--file", str(sheet.path)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write("".join(f"{answer}\n" for answer in answers).encode())
    process.stdin.flush()
    output = b""
    while prompt.encode() not in output:
        letter = process.stdout.read(1)
        assert letter, output
        output += letter
    process.kill()
    process.communicate()
    return output.decode()


def test_a_side_outlives_a_killed_program(sheet, match, monkeypatch, capsys):
    """One line says so, and nothing that was answered is asked again."""
    killed(sheet, ["2", "1", ENTER, CARDS, *ALL[:4]], "Cards left")
    assert not sheet.match(match).entries
    (entry,) = entered(sheet, match, monkeypatch, [*ALL[4:], "1", BACK])
    assert cards_text(entry.cards) == "4H 5H 6H; KS KC KD; dollars 2; hand AS; morto used"
    out = capsys.readouterr().out
    line = "Resumed what was typed for Ana in round 1: 4H 5H 6H; KS KC KD; dollars 2\n"
    assert out.count("Resumed") == 1 and line in out
    assert "Sequence" not in out.replace(line, "") and "Dollars" not in out
    assert sheet.unfinished(match, 1, "Ana") is None


def broken_off(sheet, match, monkeypatch, answers):
    """Enter a round, and be killed after some answers."""
    typing(monkeypatch, [*answers, kill])
    with pytest.raises(Killed):
        desk_of(sheet).enter_round(sheet.match(match))


@pytest.mark.parametrize("answered", range(1, len(ALL) + 1))
def test_every_answer_is_kept_at_once(sheet, match, monkeypatch, answered):
    broken_off(sheet, match, monkeypatch, [CARDS, *ALL[:answered]])
    (entry,) = entered(ScoreSheet(sheet.path), match, monkeypatch, [*ALL[answered:], "1", BACK])
    assert cards_text(entry.cards) == "4H 5H 6H; KS KC KD; dollars 2; hand AS; morto used"


def test_a_correction_is_kept_apart_from_what_is_entered(sheet, match, monkeypatch, capsys):
    """Of a round that has points; and one side knows nothing of the other's cards."""
    sheet.add_round(match, {"Ana": 5, "Bob": 7})
    typing(monkeypatch, [CORRECT, "1", "2", CARDS, "7C 7D 7H", kill])
    with pytest.raises(Killed):
        desk_of(sheet).keep(match)
    assert sheet.unfinished(match, 1, "Ana") is None and sheet.unfinished(match, 2, "Bob") is None
    typing(monkeypatch, [CORRECT, "1", "2", "", "", "", "1", "1", "1", LEAVE])
    desk_of(sheet).keep(match)
    assert sheet.match(match).rounds == [{"Ana": 5, "Bob": 15}]
    assert "Resumed what was typed for Bob in round 1: 7C 7D 7H" in capsys.readouterr().out


def test_a_discarded_draft_is_forgotten(sheet, match, monkeypatch):
    """By going back, and by typing the points instead."""
    entered(sheet, match, monkeypatch, [CARDS, "4H 5H 6H", "back", BACK, "2"])
    assert sheet.unfinished(match, 1, "Ana") is None
    broken_off(sheet, match, monkeypatch, [CARDS, "4H 5H 6H"])
    entered(sheet, match, monkeypatch, ["back", POINTS, "500", BACK])
    assert sheet.unfinished(match, 1, "Ana") is None and sheet.match(match).entries[0].cards is None


def test_the_draft_goes_with_the_entry_in_one_step(sheet, match):
    """By any way of entering the side; a draft of another version is left alone."""
    sheet.keep_unfinished(match, 1, "Ana", Unfinished('{"cards": {"sequences": [["4H"]]}}'))
    sheet.keep_unfinished(match, 1, "Bob", Unfinished("of another dealt"))
    ScoreSheet(sheet.path).add_round(match, {"Ana": 5, "Bob": 7})
    assert sheet.unfinished(match, 1, "Ana") is sheet.unfinished(match, 1, "Bob") is None
    assert side_draft("of another dealt").cards is None
    assert side_draft('{"cards": {"sequences": [["xx"]]}}').cards is None


def test_an_unreadable_draft_is_asked_anew(sheet, match, monkeypatch, capsys):
    sheet.keep_unfinished(match, 1, "Ana", Unfinished("of another dealt"))
    entered(sheet, match, monkeypatch, [POINTS, "500", BACK])
    assert "Resumed" not in capsys.readouterr().out


# --- the letter c ---------------------------------------------------------------------------------


def portuguese(sheet, match, monkeypatch, answers):
    with speaking("pt-BR"):
        return entered(sheet, match, monkeypatch, answers)


def test_c_is_asked_once_and_remembered_with_the_sheet(sheet, match, monkeypatch, capsys):
    """In the middle of a line of cards; not again in another round, nor by another program."""
    first = [CARDS, "4c 5c 6c", "copas", "", "3c", "3c", "1", "1", "1", "300"]
    (ana, _) = portuguese(sheet, match, monkeypatch, [*first[:-1], POINTS, first[-1]])
    assert json.loads(ana.cards)["sequences"] == [["4H", "5H", "6H"]]
    assert json.loads(ana.cards)["hand"] == ["3H"] and json.loads(ana.cards)["dollars"] == ["3H"]
    out = capsys.readouterr().out
    assert out.count("A letra c é copas ou paus?") == 1
    assert "o ♦ ouros, e ♠ espadas, p ♣ paus, h ♥ copas" in out and "4♥ 5♥ 6♥: sequência" in out
    again = [CARDS, "7c 8c 9c", "", "", "", "1", "1", "1", BACK]
    entries = portuguese(ScoreSheet(sheet.path), match, monkeypatch, again)
    assert json.loads(entries[-1].cards)["sequences"] == [["7H", "8H", "9H"]]
    out = capsys.readouterr().out
    assert "copas ou paus?" not in out and "A letra c vale copas ♥. Digite só c para mudar." in out


def test_c_can_be_clubs_and_the_answer_be_changed(sheet, match, monkeypatch, capsys):
    answers = [CARDS, "4c 5c 6c", "x", "2", "c", "1", "7c 8c 9c", "", "", "", "1", "1", "1", BACK]
    (entry,) = portuguese(sheet, match, monkeypatch, answers)
    assert json.loads(entry.cards)["sequences"] == [["4C", "5C", "6C"], ["7H", "8H", "9H"]]
    assert sheet.suit_of_c(match) == "H" and sheet.suit_of_c(sheet.new_match("x", "AB")) == ""


def test_in_english_c_is_clubs_and_nothing_is_asked(sheet, match, monkeypatch):
    (entry,) = entered(
        sheet, match, monkeypatch, [CARDS, "4c 5c 6c", "", "", "3c", "1", "1", "1", BACK]
    )
    assert "4C" in entry.cards and "3C" in entry.cards and sheet.suit_of_c(match) == ""


def test_a_sheet_of_before_takes_them(sheet, match):
    """Its tables for them are made when it is opened."""
    with sqlite3.connect(sheet.path) as connection:
        for table in ("letters", "unfinished_photos", "unfinished"):
            connection.execute(f"DROP TABLE {table}")
    connection.close()
    old = ScoreSheet(sheet.path)
    old.set_suit_of_c(match, "H")
    old.keep_unfinished(match, 1, "Ana", Unfinished("{}"))
    assert (old.suit_of_c(match), old.unfinished(match, 1, "Ana")) == ("H", Unfinished("{}"))
