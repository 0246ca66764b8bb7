"""The commands about photos, with made-up eyes; wrong input gets one line."""

import json
import sqlite3

import pytest
from click.testing import CliRunner

from dealt.cli import main as command_line
from dealt.errors import DealtError
from dealt.scoresheet.schema import KeptPhoto
from dealt.scoresheet.store import ScoreSheet
from dealt.terminal.console import Console
from dealt.vision import reading
from dealt_training.cli import train
from dealt_training.photos import load_labels
from tests.scoresheet.driver import Killed, desk_of, kill, leave, raising, typing
from tests.vision.eyes import Eyes, picture, sharp, small_table
from tests.vision.test_measure import labelled_folder


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A folder with a photo that made-up eyes read, in which commands run."""
    truth, marks = small_table()
    (tmp_path / "table.jpg").write_bytes(picture(sharp(truth.width, truth.height)))
    monkeypatch.setattr(reading, "default_eyes", lambda *_: Eyes(marks))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def program(arguments):
    """The command line that has a command: measuring is one of `dealt-train`."""
    return train if arguments[0] == "measure" else command_line.cli


def run(*arguments, code=0, typed=""):
    """What a command prints."""
    result = CliRunner().invoke(program(arguments), arguments, input=typed)
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


def refused(*arguments):
    """The one line with which a command is refused."""
    result = CliRunner().invoke(program(arguments), arguments)
    if isinstance(result.exception, DealtError):
        line = str(result.exception)
    else:
        assert result.exit_code == 2, (result.output, result.exception)
        (line,) = [line for line in result.output.splitlines() if line.startswith("Error: ")]
    assert "\n" not in line
    return line


def test_a_photo_is_read(table):
    """As a table, as JSON, and as a picture."""
    output = run("vision", "read", "table.jpg", "--picture", "seen.png")
    assert "11 cards read, 0 of them doubtful" in output and "5H 6H 7H 8H" in output
    assert "pile, across" in output and "pile, upright" in output
    assert (table / "seen.png").read_bytes()[:4] == b"\x89PNG"
    data = json.loads(run("vision", "read", "table.jpg", "--json"))
    assert len(data["cards"]) == 11


def test_a_photo_without_cards_is_an_answer_and_exit_1(table, monkeypatch):
    """It says what would help."""
    monkeypatch.setattr(reading, "default_eyes", lambda *_: Eyes([]))
    assert "no cards found" in run("vision", "read", "table.jpg", code=1)
    assert "no cards found" in refused("score", "tranca", "--photo", "table.jpg")


def test_a_score_from_a_photo_is_provisional_without_a_terminal(table):
    """What is certain, what is not, and the sheet."""
    output = run("score", "tranca", "--photo", "table.jpg")
    assert "Provisional score" in output and "Did you take the morto?" in output
    data = json.loads(run("score", "tranca", "--photo", "table.jpg", "--json"))
    assert data["provisional"] and len(data["questions"]) == 4
    options = ("--morto", "used", "--final-move", "--picture", "seen.png")
    data = json.loads(run("score", "tranca", "--photo", "table.jpg", "--json", *options))
    assert [question["kind"] for question in data["questions"]] == ["pile", "pile"]
    lines = {line["label"]: line["points"] for line in data["score"]["lines"]}
    assert lines["final move"] == 100 and lines["morto not used"] == 0
    assert (table / "seen.png").exists()


def test_the_hand_is_a_photo_of_its_own(table):
    """Its cards count against the side."""
    data = json.loads(
        run("score", "tranca", "--photo", "table.jpg", "--hand", "table.jpg", "--json")
    )
    assert len(data["hand"]) == 11 and len(data["photos"]) == 2
    lines = {line["label"]: line["count"] for line in data["score"]["lines"]}
    assert lines["other cards in hand"] == 11


WRONG = {
    "no file and no photo": ("score tranca", "name a file of cards, or a photo with --photo"),
    "both": ("score tranca a.txt --photo table.jpg", "not both"),
    "lenient": ("score tranca --lenient --photo table.jpg", "goes with a file"),
    "hand alone": ("score tranca a.txt --hand table.jpg", "--hand goes with --photo"),
    "final move": ("score tranca a.txt --final-move", "--final-move goes with --photo"),
    "side alone": ("score tranca --photo table.jpg --side A", "go together"),
    "sheet": ("score tranca --photo table.jpg --sheet x", "--sheet goes with"),
    "no photo": ("score tranca --photo none.jpg", "photo 'none.jpg' not found"),
    "read nothing": ("vision read none.jpg", "photo 'none.jpg' not found"),
    "not a readable picture": (
        "vision read table.jpg --picture no/a.png",
        "cannot write no/a.png: there is no folder",
    ),
    "over the photo": (
        "vision read table.jpg --picture ./table.jpg",
        "./table.jpg is an input file and would be overwritten; name another",
    ),
    "over a hand": (
        "score tranca --photo table.jpg --hand a.jpg --picture a.jpg",
        "a.jpg is an input file",
    ),
    "over the sheet": (
        "score tranca --photo table.jpg --picture tranca.db",
        "tranca.db is an input file",
    ),
    "over the photos": ("measure . --worst ./", "./ is an input file"),
    "twice": (
        "score tranca --photo table.jpg --photo table.jpg",
        "table.jpg was given twice, so its cards would count twice",
    ),
    "match of nothing": (
        "score tranca --photo table.jpg --match 1 --side Ana",
        "score sheet tranca.db not found",
    ),
    "no folder": ("measure none", "none has no labels.json"),
    "nothing to measure": ("measure", "name a folder of photos"),
    "two things": ("measure . --made 2", "name a folder of photos"),
    "kind": ("measure . --kind fan", "--kind goes with --made"),
    "art": ("measure . --art x", "--art goes with --made"),
    "seed": ("measure . --seed 0", "--seed goes with --made"),
    "size": ("measure . --size 900", "--size goes with --made"),
    "least": ("measure . --least 24", "--least goes with --made"),
    "decks": (
        "score tranca --photo table.jpg --match 1 --side Ana --decks 3",
        "leave out --decks: the match already says",
    ),
    "no art": ("measure --made 1 --art .", "no card art in ."),
    "no kind": ("measure --made 1 --kind x", "no kind 'x'; the kinds are"),
    "no sheet": ("vision labels none.db out", "score sheet none.db not found"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_gets_one_line(name, table):
    """It names the thing and what would be right."""
    arguments, reason = WRONG[name]
    assert reason in refused(*arguments.split())


def test_a_folder_is_measured_and_the_worst_photos_are_drawn(tmp_path, monkeypatch):
    """Only those that are not exactly right."""
    _, marks = labelled_folder(tmp_path)
    monkeypatch.setattr(reading, "default_eyes", lambda *_: Eyes(marks[4:]))
    worst = tmp_path / "worst"
    output = run("measure", str(tmp_path), "--worst", str(worst))
    assert "errors flagged" in output and (worst / "a.png").exists()
    data = json.loads(run("measure", str(tmp_path), "--json"))
    assert data["tags"]["all"]["photos"] == 1 and data["photos"][0]["missed"]


def friday():
    """A score sheet with a match, number 1."""
    sheet = ScoreSheet("tranca.db")
    sheet.new_match("Friday", ["Ana", "Bob"])
    return sheet


PHOTO = ["3", "table.jpg", *[""] * 4, "1", "1", "", ""]  # two piles; morto; final move; no hand


def test_a_photographed_round_is_kept_in_a_match_with_its_corrections(table, monkeypatch):
    """Read, gone over, entered, and exported as labels."""
    sheet, match = friday(), 1
    ana = [*PHOTO[:-1], "2 6D", "4", "3 x", "4", ""]
    typing(monkeypatch, [*ana, "1", "85"])
    desk_of(sheet).enter_round(sheet.match(match))
    (entry, other) = sheet.match(match).entries
    assert entry.side == "Ana" and "6D" in entry.cards and other.points == 85
    (stored_photo,) = sheet.photos(match)
    assert (stored_photo.round, stored_photo.side, stored_photo.shows) == (1, "Ana", "table")
    corrected = json.loads(stored_photo.corrected)
    rows = [(row["read"], row["now"]) for row in corrected["corrections"]]
    assert rows == [("6H", "6D"), ("7H", "")] and corrected["model"] == "simulated"
    assert len(json.loads(stored_photo.read)["cards"]) == 11

    assert "1 photo in out" in run("vision", "labels", "tranca.db", "out")
    (label,) = load_labels(table / "out")
    assert "6D" in label.cards and "7H" not in label.cards and "6H" not in label.cards
    assert run("vision", "labels", "tranca.db", "out2", "--match", str(match))


def test_a_round_is_entered_from_the_command_line_when_nothing_is_open(table, monkeypatch):
    """As long as it is provisional nothing is entered."""
    sheet = friday()
    options = ("--photo", "table.jpg", "--match", "1", "--side", "Ana")
    assert "nothing is entered: the score is provisional" in refused("score", "tranca", *options)
    assert not sheet.match(1).entries
    monkeypatch.setattr(Console, "__init__", live_console)
    typing(monkeypatch, ["", "", "1", "1", "zz", "KS 4H", ""])
    output = run("score", "tranca", *options)
    assert "unknown card 'zz'" in output
    points = sheet.match(1).entries[0].points
    assert f"Saved: Ana {points} (Friday, round 1)" in output
    assert json.loads(sheet.match(1).entries[0].cards)["hand"] == ["KS", "4H"]
    assert sheet.match(1).rounds[0]["Ana"] == sheet.match(1).entries[0].points
    assert len(sheet.photos(1)) == 1


def test_a_side_without_an_open_round_is_refused_before_any_question(table, monkeypatch):
    """A side that does not play, and one that has entered its round."""
    sheet = friday()
    sheet.enter(1, 1, "Ana", 300)
    monkeypatch.setattr(Console, "__init__", live_console)
    typing(monkeypatch, [])
    options = ("--photo", "table.jpg", "--match", "1", "--side")
    assert "'Nobody' does not play in Friday" in refused("score", "tranca", *options, "Nobody")
    assert "Ana already has points in round 1" in refused("score", "tranca", *options, "Ana")


def test_leaving_the_questions_says_that_nothing_is_entered(table, monkeypatch):
    sheet = friday()
    monkeypatch.setattr(Console, "__init__", live_console)

    typing(monkeypatch, [leave])
    options = ("--photo", "table.jpg", "--match", "1", "--side", "Ana")
    result = CliRunner().invoke(command_line.cli, ["score", "tranca", *options])
    assert "nothing is entered" in result.output and result.exit_code
    assert not sheet.match(1).entries


def test_labels_are_those_of_the_last_time_that_a_round_was_entered(table):
    """What was corrected from photos again was labelled wrongly before."""
    sheet = friday()
    for enter, face in ((sheet.enter, "KH"), (sheet.correct_round, "KD")):
        label = json.dumps({"cards": [face], "tags": []})
        enter(1, 1, "Ana", 100, None, [KeptPhoto("table", picture(sharp(64, 64)), "{}", label)])
    run("vision", "labels", "tranca.db", "out")
    (label,) = load_labels("out")
    assert label.cards == ("KD",)


def live_console(self, *, live=None):
    """A console that takes itself for a terminal, and prints plainly."""
    self.live = self.at_terminal = live is None
    self.aloud, self.news, self._screen = False, [], None
    self.say = lambda text="", *, cards=True: print(text)


def test_photos_that_cannot_be_read_lead_back_to_the_menu(table, monkeypatch, capsys):
    """With the reason; nothing is entered."""
    (table / "text.jpg").write_text("no photo")
    sheet, match = friday(), 1
    typing(monkeypatch, ["3", "none.jpg", "text.jpg", "", "", "3", "", "4"])
    desk_of(sheet).enter_round(sheet.match(match))
    printed = capsys.readouterr().out
    assert "none.jpg is not a file" in printed and "text.jpg is not a readable picture" in printed
    assert not sheet.match(match).entries


@pytest.mark.parametrize("leaving", ["back", raising(KeyboardInterrupt)], ids=["back", "Ctrl+C"])
def test_the_questions_about_a_photo_can_be_left(leaving, table, monkeypatch, capsys):
    """They lead back to the menu of the points; what is entered there counts."""
    sheet, match = friday(), 1
    typing(monkeypatch, [*PHOTO[:4], leaving, "1", "85", "1", "90"])
    desk_of(sheet).enter_round(sheet.match(match))
    printed = capsys.readouterr().out
    assert "Type back at any question" in printed and "nothing is entered" in printed
    assert [entry.points for entry in sheet.match(match).entries] == [85, 90]
    assert sheet.photos(match) == []


STEPS = [*PHOTO[:-1], "2 6D", "4", "3 x", "4", ""]


@pytest.mark.parametrize("answered", [4, 5, 8])
def test_answers_about_photos_outlive_a_killed_program(table, monkeypatch, capsys, answered):
    """No photo is read again, and what is kept is as if nothing had happened."""
    sheet = ScoreSheet("tranca.db")
    whole, match = (sheet.new_match(title, ["Ana", "Bob"]) for title in ("Friday", "Saturday"))
    typing(monkeypatch, [*STEPS, "4"])
    desk_of(sheet).enter_round(sheet.match(whole))
    typing(monkeypatch, [*STEPS[:answered], kill])
    with pytest.raises(Killed):
        desk_of(sheet).enter_round(sheet.match(match))
    (table / "table.jpg").unlink()
    capsys.readouterr()
    typing(monkeypatch, [*STEPS[answered:], "4"])
    desk_of(sheet).enter_round(sheet.match(match))
    out = capsys.readouterr().out
    assert out.count("Resumed what was typed for Ana in round 1: 11 cards on photos\n") == 1
    assert sheet.match(match).entries == sheet.match(whole).entries
    assert sheet.photos(match) == sheet.photos(whole)
    assert sheet.unfinished(match, 1, "Ana") is None


def test_answers_to_the_command_outlive_it(table, monkeypatch):
    """If the same photos are given again; others are read."""
    sheet = friday()
    options = ("score", "tranca", "--photo", "table.jpg", "--match", "1", "--side", "Ana")
    monkeypatch.setattr(Console, "__init__", live_console)
    typing(monkeypatch, [*STEPS[4:8], kill])
    with pytest.raises(Killed):
        CliRunner().invoke(command_line.cli, options)
    typing(monkeypatch, STEPS[8:])
    output = run(*options)
    assert output.count("Resumed what was typed for Ana in round 1: 11 cards on photos") == 1
    assert "6D" in sheet.match(1).entries[0].cards


def test_a_sheet_of_before_photos_is_opened_and_takes_them(table):
    """Its table for photos is made when it is opened."""
    sheet = ScoreSheet("old.db")
    match = sheet.new_match("Friday", ["Ana", "Bob"])
    with sqlite3.connect("old.db") as connection:
        connection.execute("DROP TABLE photos")
    connection.close()
    sheet = ScoreSheet("old.db")
    assert sheet.photos(match) == []
    sheet.enter(match, 1, "Ana", 100, None, [KeptPhoto("table", b"x", "{}", "{}")])
    assert [photo.side for photo in sheet.photos(match)] == ["Ana"]


def test_a_sheet_without_photos_has_no_labels(table):
    """It says so."""
    friday()
    assert "tranca.db has no photos" in refused("vision", "labels", "tranca.db", "out")
    assert not (table / "out").exists()
