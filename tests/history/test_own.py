"""The history of an account: matches are added, taken elsewhere in a file, and never twice."""

import gzip
import json
from datetime import date

import pytest
from msgspec import structs

import dealt
from dealt import StorageError
from dealt.errors import ParseError, SetupError
from dealt.history.archived import pack
from dealt.history.own import History
from dealt.history.statistics import statistics
from dealt.service.hall.reviewing import ReviewJob, go_on, part_text
from dealt.storage.records import save_record


def played(game="penney", seats=("Ana", "AI"), **settings):
    """A finished match of a person who always takes the first action."""
    match = dealt.match(game, list(seats), seed=3, rounds=1, **settings)
    while not match.is_over:
        match.play(match.table.actions[0])
        match.run()
    return match


@pytest.fixture
def history(tmp_path):
    """A history of three matches."""
    with History(tmp_path / "tables.db") as history:
        history.add(played(), title="the first")
        history.add(played("president", ["Ana", "good", "good", "Bob"]), seat="Ana")
        history.add(played("three-card-poker", ["Ana"]))
        yield history


def test_matches_of_a_program_are_added_once_and_found(history):
    heads = {head.game: head for head in history.matches()}
    assert set(heads) == {"three-card-poker", "president", "penney"}
    assert [head.seat for head in heads.values()] == [0, 0, 0]
    assert heads["penney"].title == "the first"
    assert history.add(played()).id == heads["penney"].id and len(history.matches()) == 3
    assert statistics(heads.values()).total.matches == 3
    assert [head.game for head in history.matches("penney")] == ["penney"]
    assert history.matches(since=date(2200, 1, 1)) == []
    assert (
        dealt.replay(history.record(heads["president"].id)).totals
        == played("president", ["Ana", "good", "good", "Bob"]).totals
    )
    frame = history.to_frame()
    assert frame.shape == (3, 13) and set(frame["won"]) <= {True, False}
    history.delete("last")
    assert len(history.matches()) == 2
    with pytest.raises(SetupError, match="not over"):
        history.add(dealt.match("penney", ["Ana", "AI"]))
    with pytest.raises(SetupError, match="nobody is called 'Zoe'"):
        history.add(played(), seat="Zoe")


def test_a_file_moves_all_matches_and_twice_adds_nothing(history, tmp_path):
    """To another file of tables, with seats, titles and dates."""
    file = tmp_path / "matches.gz"
    assert history.save(file) == 3 and file.stat().st_mode & 0o77 == 0
    with History(tmp_path / "other.db") as other:
        assert other.restore(file) == (3, 0, [])
        assert other.restore(file) == (0, 3, [])
        assert other.matches() == history.matches()
        again = tmp_path / "again.gz"
        other.save(again)
        assert gzip.decompress(again.read_bytes()) == gzip.decompress(file.read_bytes())


def lines_of(history, tmp_path):
    history.save(tmp_path / "matches.gz")
    text = gzip.decompress((tmp_path / "matches.gz").read_bytes()).decode()
    return text.splitlines()


def test_results_come_from_the_record_and_unknown_entries_stay(history, tmp_path):
    first, *lines = lines_of(history, tmp_path)
    data = json.loads(lines[1])
    right = data["points"], data["winners"], data["over"]
    data |= {"points": [0, 0, 0, 99], "winners": [3], "over": False, "mood": ["good"]}
    file = tmp_path / "edited"
    file.write_text("\n".join([first, json.dumps(data)]), encoding="utf-8")
    with History(tmp_path / "other.db") as other:
        assert other.restore(file) == (1, 0, [])
        (head,) = other.matches()
        assert (head.points, head.winners, head.over) == right
        other.rename(head.id, "mine")
        saved = json.loads(lines_of(other, tmp_path)[1])
        assert (saved["mood"], saved["title"]) == (["good"], "mine")


def broken(line, **changes):
    return json.dumps({**json.loads(line), **changes})


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (lambda line: "{", "not a match"),
        (lambda line: "[]", "not a match"),
        (lambda line: line[:-20], "not a match"),
        (lambda line: broken(line, seats=None), "of the wrong kind"),
        (lambda line: broken(line, seats=[[7]]), "contradict each other"),
        (lambda line: broken(line, id="../x"), "contradict each other"),
        (lambda line: broken(line, names=5, record=None), "'names' is not what belongs there"),
        (lambda line: broken(line, record={}), "not a record"),
        (lambda line: line.replace('"actions":["', '"actions":["9 clubs","'), "record of"),
    ],
)
def test_a_bad_line_is_named_and_the_others_are_read(history, tmp_path, wrong, reason):
    first, *lines = lines_of(history, tmp_path)
    file = tmp_path / "edited"
    file.write_text("\n".join([first, lines[0], wrong(lines[1]), lines[2]]), encoding="utf-8")
    with History(tmp_path / "other.db") as other:
        added, present, (problem,) = other.restore(file)
        assert (added, present) == (2, 0) and problem.startswith(f"{file}, line 3: ")
        assert reason in problem and "\n" not in problem


def test_a_file_that_was_cut_off_gives_what_it_has(history, tmp_path):
    history.save(tmp_path / "matches.gz")
    whole = (tmp_path / "matches.gz").read_bytes()
    (tmp_path / "half.gz").write_bytes(whole[:-9])
    with History(tmp_path / "other.db") as other:
        added, _, (problem,) = other.restore(tmp_path / "half.gz")
        assert added >= 2 and "damaged" in problem


def test_one_record_is_added(history, tmp_path):
    """By its rules, once; from whoever it comes, it is nobody's seat."""
    record = history.record("last")
    save_record(record, tmp_path / "match.json")
    with History(tmp_path / "other.db") as other:
        assert other.restore(tmp_path / "match.json") == (1, 0, [])
        assert other.restore(tmp_path / "match.json") == (0, 1, [])
        (head,) = other.matches()
        assert head.seat is None and other.record(head.id) == record
        assert statistics([head]).total.matches == 0


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (None, StorageError), (b"", ParseError), (b"\x1f\x8bnothing", ParseError),
        (b"\xff\xfe", ParseError), (b'{"dealt history": 2}\n', ParseError),
    ],
)  # fmt: skip
def test_another_file_gets_one_line(history, tmp_path, content, error):
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(error) as caught:
        history.restore(file)
    assert "\n" not in str(caught.value) and len(history.matches()) == 3


def test_places_count_sides_and_only_among_three(history):
    """Partners share a place; two sides have a winner and no places."""
    tranca = history.add(played("tranca", ["Ana", *["good"] * 3]))
    heads = [tranca, *history.matches("penney")]
    assert statistics(heads).places == []
    head = history.matches("president")[0]
    points = [2, 3, 1, 0]
    heads = [
        structs.replace(head, deal=str(seat), seat=seat, points=points, winners=[3])
        for seat in range(4)
    ]
    assert statistics(heads).places == [1, 1, 1, 1]
    assert statistics([*heads, structs.replace(heads[0], deal="", points=[3, 3, 1, 0])]).places == [
        1, 1, 2, 1,
    ]  # fmt: skip


def test_a_review_says_how_well_one_played(history):
    """Of matches that were reviewed to their end; without a review there is no number."""
    assert history.figures(history.matches()).decisions == 0
    head = history.matches("three-card-poker")[0]
    record = pack(history.record(head.id).to_data())
    part = go_on(ReviewJob(head.game, record, 0, [], "en"))
    archive, person = history._archive, history._person
    work = archive.put_review(person, head.id, 0, "1.0 en", part_text(part))
    with pytest.raises(StopIteration):
        work.send(None)
    figures = history.figures(history.matches())
    assert (figures.decisions, figures.mistakes) == history.reviewed()[head.id]
    assert figures.decisions == 1
    frame = history.to_frame()
    assert list(frame["decisions"]).count(1) == 1
