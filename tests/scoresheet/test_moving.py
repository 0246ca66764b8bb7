"""Evenings saved to one file, read back elsewhere and merged; names joined and corrected."""

import cProfile
import csv
import io
import json
import pstats
from datetime import date

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealt.errors import SetupError
from dealt.games.tranca.house import house_rules
from dealt.scoresheet import archive
from dealt.scoresheet.archive import played_matches
from dealt.scoresheet.evening import Evening
from dealt.scoresheet.evening_data import EveningsBody, FileBody, backup_of, merged_of
from dealt.scoresheet.evenings import Evenings, NameData, checked, counting, merge, read
from dealt.scoresheet.schema import KeptPhoto
from dealt.scoresheet.standings import players
from dealt.scoresheet.store import ScoreSheet
from tests.program import at_a_terminal, pexpect, spawn
from tests.scoresheet.driver import run

CARDS = json.dumps(
    {"sequences": ["4H 5H 6H 7H 8H 9H TH"], "dollars": 2, "hand": "3C", "morto": "used"}
)
DRAFT = {"photos": [], "cards": [], "melds": [], "hand": []}
PAGE = {
    "version": 1, "id": "1.2", "begun": "2026-11-20T20:00:00Z", "sides": ["Ana & Bia", "Ana & Bia"],
    "players": [], "target": 3500, "suitOfC": "H", "later": {"field": 7},
    "rounds": [[{"points": 500, "provisional": True, "draft": DRAFT}, None]],
}  # fmt: skip


@pytest.fixture
def other(tmp_path):
    return ScoreSheet(tmp_path / "other.db", wait=0.1)


def moved(source, target):
    """How a backup of one sheet is taken by another one: new, updated, there, apart."""
    report = archive.restore(target, read(archive.backup(source)))
    return report.added, report.updated, report.present, report.apart


def test_an_evening_moves_with_cards_history_players_and_names(sheet, other):
    rules = Evening(house_rules({"clean": 300}), dealer=1)
    match = sheet.new_match(
        "Friday", ["Bears", "Caio"], decks=3, players={"Bears": ["Ana", "Bia"]}, evening=rules
    )
    sheet.add_round(match, {"Bears": 600, "Caio": 300}, {"Bears": CARDS})
    sheet.correct_round(match, 1, "Caio", 350)
    sheet.set_suit_of_c(match, "H")
    archive.correct_name(sheet, "Bia", "Beatriz")
    assert moved(sheet, other) == (1, 0, 0, 0)
    assert moved(sheet, other) == moved(other, sheet) == (0, 0, 1, 0)
    assert other.match(1) == sheet.match(1) and other.suit_of_c(1) == "H"
    assert archive.stored(other) == archive.stored(sheet)
    assert [row.name for row in players(played_matches(other))] == ["Ana", "Beatriz", "Caio"]


def test_changes_on_one_side_are_merged_and_changes_on_both_are_kept_apart(sheet, other):
    match = sheet.new_match("Friday", ["Ana", "Caio"])
    sheet.add_round(match, {"Ana": 600, "Caio": 300})
    moved(sheet, other)
    sheet.add_round(match, {"Ana": 1, "Caio": 2})
    sheet.correct_round(match, 1, "Ana", 650)
    assert moved(other, sheet) == (0, 0, 1, 0)  # the file is the older one
    assert moved(sheet, other) == (0, 1, 0, 0)
    assert other.match(1).rounds == sheet.match(match).rounds
    assert len(other.match(1).entries) == 5  # with the history
    sheet.correct_round(match, 2, "Ana", 3)
    other.correct_round(1, 2, "Ana", 4)
    assert moved(sheet, other) == (0, 0, 0, 1)
    assert moved(sheet, other) == (0, 0, 1, 0)
    assert moved(other, sheet) == (0, 0, 1, 1) and moved(other, sheet) == (0, 0, 2, 0)
    for each, points in ((sheet, 3), (other, 4)):
        titles = [(x.title, x.rounds[1]["Ana"]) for x in each.matches()]
        assert titles == [("Friday, other version", 7 - points), ("Friday", points)]
        (ana, _) = players(played_matches(each))  # the one from here counts, once
        assert ana.points == 650 + points


def test_a_copy_of_a_file_is_the_same_evening(sheet, tmp_path):
    match = sheet.new_match("Friday", ["Ana", "Caio"])
    sheet.add_round(match, {"Ana": 600, "Caio": 300})
    with sheet.transaction(writing=True) as session:  # as earlier versions left it
        session.connection().exec_driver_sql("DROP TABLE evenings")
    (tmp_path / "copy.db").write_bytes((tmp_path / "tranca.db").read_bytes())
    copies = [ScoreSheet(tmp_path / name) for name in ("tranca.db", "copy.db")]
    copies[0].add_round(match, {"Ana": 5, "Caio": 6})
    assert moved(*copies) == (0, 1, 0, 0)


def test_an_evening_of_the_page_passes_through_a_sheet(sheet):
    report = archive.restore(sheet, read(json.dumps(PAGE)))
    assert report.lines() == ["1 evening added."]
    (match,) = sheet.matches()
    assert (match.title, match.sides) == ("2026-11-20", ("Ana & Bia", "Ana & Bia 2"))
    sheet.enter(1, 1, "Ana & Bia 2", 30)
    (back,) = json.loads(archive.backup(sheet))["evenings"]
    assert back["later"] == PAGE["later"] and back["suitOfC"] == "H"
    first, second = back["rounds"][0]
    assert PAGE["rounds"][0][0].items() <= first.items() and second["points"] == 30


def test_a_cleared_round_is_cleared_elsewhere(sheet):
    saved = json.loads(archive.backup(sheet)) | {"evenings": [PAGE]}
    archive.restore(sheet, read(json.dumps(saved)))
    (before,) = json.loads(archive.backup(sheet))["evenings"]
    later = {**before, "rounds": [[None, {"points": 5}]]}
    report = archive.restore(sheet, Evenings([later]))
    assert report.updated == 1 and sheet.match(1).rounds == [{"Ana & Bia 2": 5}]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "back.json is empty: choose a file of saved evenings"),
        ("  \n", "back.json is empty"),
        ("{", "back.json is not a file of saved evenings, or is damaged"),
        ("[" * 100_000, "back.json is not a file of saved evenings"),
        ("[1]", "back.json is not a file of saved evenings"),
        ('{"names": []}', "back.json is not a file of saved evenings"),
        ('{"format": "tranca evenings", "version": 2}', "back.json was written by a newer dealt"),
        (json.dumps({"format": "tranca evenings", "version": 1}), "is not a file of saved"),
        (json.dumps({**PAGE, "rounds": [[{"points": "many"}]]}), "is not a file of saved"),
        (json.dumps({**PAGE, "rules": {"clean": "many"}}), "is not a file of saved"),
        (json.dumps({**PAGE, "dealer": 7}), "is not a file of saved"),
        (json.dumps({**PAGE, "sides": []}), "is not a file of saved"),
        (json.dumps({**PAGE, "rounds": [[{"points": 5, "draft": {}}]]}), "is not a file of saved"),
    ],
)  # fmt: skip
def test_a_file_of_another_kind_gets_one_line_and_changes_nothing(tmp_path, sheet, text, message):
    sheet.new_match("Friday", ["Ana", "Caio"])
    (tmp_path / "back.json").write_text(text)
    before = (tmp_path / "tranca.db").read_bytes()
    result = run("scoresheet", "tranca", "--restore", "back.json", cwd=tmp_path)
    assert result.returncode == 2 and message in result.stderr and result.stderr.count("\n") == 1
    assert (tmp_path / "tranca.db").read_bytes() == before


NAMES = st.sampled_from(["Ana", "Bia", "Ana & Bia", "Ana 2", "", "\x07", "\U0001f0cf" * 40])
COUNTS = {
    "clean": 1, "dirty": 0, "twos": 0, "dollars": 2, "trancas": 0, "morto_used": True,
    "final_move": False, "parts": {"clean": 200},
}  # fmt: skip
ENTRIES = st.none() | st.fixed_dictionaries(
    {"points": st.sampled_from([0, 5, -85, 999_999])},
    optional={
        "provisional": st.booleans(), "draft": st.sampled_from([None, DRAFT]),
        "counts": st.sampled_from([None, COUNTS]), "cards": st.sampled_from([None, CARDS, "?"]),
    },
)  # fmt: skip
EVENINGS = st.fixed_dictionaries(
    {
        "sides": st.lists(NAMES, min_size=1, max_size=6),
        "target": st.sampled_from([1, 3500, 2**53]),
        "rounds": st.lists(st.lists(ENTRIES, max_size=6), max_size=3),
    },
    optional={
        "version": st.just(1),
        "id": st.sampled_from(["a", "a~1", "b", "b~", "~", ""]),
        "begun": st.sampled_from(["", "2026-11-20T20:00:00Z", "yesterday"]),
        "title": st.text(max_size=80),
        "players": st.lists(st.sampled_from(["", "Ana, Bia", "Ana, " * 50]), max_size=6),
        "decks": st.sampled_from([2, 3]),
        "earlier": st.lists(st.sampled_from([{"round": 1, "side": 0, "points": 5}]), max_size=1),
        "rules": st.sampled_from([{}, {"clean": 300}]),
        "seats": st.sampled_from([[], [1, 0]]),
        "dealer": st.just([3, 7]),
        "suitOfC": st.sampled_from(["", "H", "C"]),
        "later": st.text(max_size=5),
    },
)  # fmt: skip
FILES = st.lists(EVENINGS, max_size=5).map(
    lambda all_: json.dumps({"format": "tranca evenings", "version": 1, "evenings": all_})
)


def on_page(own, text):
    """The evenings of a page after a file is read there, and what is reported."""
    body = msgspec.json.decode(
        json.dumps({"evenings": own, "text": text, "file": "all.json"}), type=FileBody
    )
    merged = merged_of(body)
    return json.loads(msgspec.json.encode(merged["evenings"])), merged["report"]


def page_file(evenings):
    """What a page saves."""
    return backup_of(EveningsBody(evenings=evenings))["file"]


def points_of(evenings):
    """What must be the same at every face: the points of all evenings, by their ids."""
    return {
        each["id"]: [
            (number, side, entry["points"])
            for number, row in enumerate(each["rounds"])
            for side, entry in enumerate(row[: len(each["sides"])])
            if entry is not None
        ]
        for each in evenings
    }


@given(text=FILES)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_face_reads_what_another_saved_and_twice_changes_nothing(tmp_path_factory, text):
    """A file by hand, the page and the terminal, in every direction."""
    sheet = ScoreSheet(tmp_path_factory.mktemp("moved") / "tranca.db")
    page, _ = on_page([], text)
    assert len(points_of(page)) == len(page)  # no id twice
    for saved in (text, page_file(page)):
        archive.restore(sheet, read(saved))
    stored = archive.stored(sheet).evenings
    assert points_of(stored) == points_of(page)
    for saved in (text, page_file(page), archive.backup(sheet)):
        before = archive.stored(sheet)
        report = archive.restore(sheet, read(saved))
        assert report.added == report.updated == report.apart == 0
        assert archive.stored(sheet) == before
        page, _ = on_page(page, saved)
    for saved in (text, page_file(page), archive.backup(sheet)):
        again, report = on_page(page, saved)
        assert report.added == report.updated == report.apart == 0 and again == page
    assert points_of(page) == points_of(stored)


def test_any_number_of_evenings_moves(sheet):
    """More than a page once had room for; and the file may come in parts."""
    many = [{**PAGE, "id": str(n)} for n in range(305)]
    text = page_file(many)
    assert archive.restore(sheet, read(text)).lines() == ["305 evenings added."]
    page, report = on_page([], archive.backup(sheet))
    assert len(page) == 305 and report.added == 305
    first = merge(Evenings(), Evenings(page[:5]))[1]
    _, report = merge(Evenings(), Evenings(page[5:]), first)
    assert report.lines() == ["305 evenings added."]


@pytest.mark.parametrize("kind", ["versions", "rounds", "saved"])
def test_merging_takes_time_in_proportion(kind):
    """Twice as many evenings, rounds or marks are twice as many steps, not four times."""

    def steps(n):
        rounds = [[{"points": 1}, {"points": 2}]] * (n if kind == "rounds" else 1)
        evening = {"sides": ["A", "B"], "target": 100, "rounds": rounds}
        marks = [f"m{i}" for i in range(n if kind == "saved" else 0)]
        own, other = (
            checked(
                [
                    {**evening, "id": f"x~{i}", "target": 100 + i + k, "saved": marks}
                    for i in range(n if kind == "versions" else 3)
                ]
            )
            for k in (0, n)
        )
        profile = cProfile.Profile()
        profile.runcall(merge, own, other)
        return pstats.Stats(profile).total_calls

    assert steps(200) < 2.5 * steps(100)


def test_the_commands_save_read_and_join(tmp_path):
    """Everything at the terminal: a backup, another folder, one person of two names, CSV."""
    home, away = tmp_path / "home", tmp_path / "away"
    home.mkdir(), away.mkdir()
    sheet = ScoreSheet(home / "tranca.db")
    for side in ("Ana & Bia", "Anna & Bia"):
        match = sheet.new_match("Friday", [side, "Caio"])
        sheet.add_round(match, {side: 600, "Caio": 300}, {side: CARDS})

    def answer(folder, *options, code=0):
        result = run("scoresheet", "tranca", *options, cwd=folder)
        assert result.returncode == code, result.stderr
        return result.stdout or result.stderr

    assert "Written to" in answer(home, "--backup", "../all.json")
    assert answer(away, "--restore", "../all.json") == "2 evenings added.\n"
    lines = [f"Anna counts as Ana from now on: 1 evening, {date.today()}.",
             "To undo this: --join Anna=Anna"]  # fmt: skip
    assert answer(away, "--join", "Anna=Ana").splitlines() == lines
    assert answer(away, "--join", "anna=ANA") == "Nothing changes: anna counts as Ana.\n"
    assert answer(away, "--join", "Ana=Ana").endswith(": Ana is not joined to another name.\n")
    assert "ANA cannot count as Anna: Anna" in answer(away, "--join", "ANA=Anna", code=2)
    assert "Anna" not in answer(away, "--leaderboard", "--statistics", "--partners")
    assert "--join takes two names" in answer(away, "--join", "Anna", code=2)
    assert "one at a time" in answer(away, "--join", "a=b", "--rounds", code=2)
    assert "is the score sheet itself" in answer(away, "--backup", "tranca.db", code=2)
    assert "file none.json not found" in answer(away, "--restore", "none.json", code=2)
    rows = list(csv.DictReader(io.StringIO(answer(away, "--rounds", "--csv"))))
    assert [(row["side"], row["players"], row["points"], row["clean"]) for row in rows[2:]] == [
        ("Ana & Bia", "Ana, Bia", "600", "200"), ("Caio", "Caio", "300", ""),
    ]  # fmt: skip


@at_a_terminal
def test_a_join_is_asked_about_at_a_terminal_and_can_be_undone(tmp_path):
    sheet = ScoreSheet(tmp_path / "tranca.db")
    sheet.add_round(sheet.new_match("Friday", ["Anna", "Caio"]), {"Anna": 600, "Caio": 300})

    def names(*options, answer=""):
        program = spawn("scoresheet", "tranca", *options, cwd=tmp_path)
        if answer:
            program.expect("Save this")
            program.sendline(answer)
        program.expect(pexpect.EOF)
        program.close()
        assert program.exitstatus == 0, program.before
        return [row.name for row in players(played_matches(sheet))]

    assert names("--join", "Anna=Ana", answer="2") == ["Anna", "Caio"]
    assert names("--join", "Anna=Ana", answer="\x04") == ["Anna", "Caio"]
    assert names("--join", "Anna=Ana", answer="yes") == ["Ana", "Caio"]
    assert names("--join", "Ana=Bia", "--yes") == ["Bia", "Caio"]
    assert names("--join", "Anna=Anna", answer="1") == ["Anna", "Caio"]


def test_conflicting_joins_of_two_places_are_reported(sheet, other, tmp_path):
    """The latest counts; what was undone within a second stays undone."""
    for each in (sheet, other):
        match = each.new_match("Friday", ["Ana", "Caio"])
        each.add_round(match, {"Ana": 600, "Caio": 300})
        archive.correct_name(each, "Ana", "Zoe")
        archive.correct_name(each, "Ana", "Ana")
    archive.correct_name(sheet, "Ana", "X")
    archive.correct_name(other, "Caio", "X")
    assert moved(other, sheet) and moved(sheet, other)
    assert archive.stored(sheet).names == archive.stored(other).names
    assert {row.name: row.points for row in players(played_matches(sheet))} == {
        "Ana": 1200,
        "X": 600,
    }
    result = run("scoresheet", "tranca", "--leaderboard", cwd=tmp_path)
    problem = "Ana does not count as X: Ana and Caio played in one evening (Friday, "
    assert result.returncode == 0 and result.stderr.startswith(problem)
    archive.backup(other)
    (tmp_path / "all.json").write_text(archive.backup(other))
    assert problem in run("scoresheet", "tranca", "--restore", "all.json", cwd=tmp_path).stderr


def test_a_join_counts_at_once_where_another_clock_is_ahead(sheet):
    sheet.add_round(sheet.new_match("Friday", ["Ana", "Caio"]), {"Ana": 600, "Caio": 300})
    ahead = NameData("Ana", "X", "2999-01-01T00:00:00+00:00")
    archive.restore(sheet, Evenings([], [ahead]))
    archive.correct_name(sheet, "Ana", "Y")
    assert [row.name for row in players(played_matches(sheet))] == ["Caio", "Y"]


def test_corrections_of_two_places_are_merged_in_the_order_of_time():
    """With any offsets in their times."""
    early, late = "2026-01-02T23:00:00-03:00", "2026-01-03T02:30:00.5Z"
    names = [NameData("Ana", "X", early), NameData("Ana", "Ana", early), NameData("Ana", "Y", late)]
    for own, file in ((names[:2], names[2:]), (names[2:], names[:2]), (names, names)):
        assert merge(Evenings([], own), Evenings([], file))[0].names == names
    old = [NameData("Bia", "B"), NameData("Caio", "C", "yesterday")]
    assert merge(Evenings([], names), Evenings([], old))[0].names == [*old, *names]


def test_evenings_are_found_by_number_title_or_as_the_last(sheet):
    for title in ("Friday", "Saturday"):
        sheet.new_match(title, ["Ana", "Caio"])
    evenings = archive.stored(sheet)
    titles = [archive.evening_of(evenings, x)["title"] for x in ("1", "sat", "last")]
    assert titles == ["Friday", "Saturday", "Saturday"]
    with pytest.raises(SetupError, match="no evening x; the latest are: Friday, Saturday"):
        archive.evening_of(evenings, "x")


def test_photos_stay_and_the_message_says_so(tmp_path):
    sheet = ScoreSheet(tmp_path / "tranca.db")
    match = sheet.new_match("Friday", ["Ana", "Caio"])
    sheet.enter(match, 1, "Ana", 5, None, [KeptPhoto("table", b"jpeg", "{}", "{}")])
    result = run("scoresheet", "tranca", "--backup", "all.json", cwd=tmp_path)
    assert "1 photo is not in it; it stays in" in result.stdout


@pytest.mark.parametrize("ids", [["a", "a~1"], ["a~1", "a"], ["a~1", "a~2"]])
def test_the_original_counts_among_two_versions(ids):
    (one,) = counting([{"id": each} for each in ids])
    assert one["id"] == ("a" if "a" in ids else "a~1")
