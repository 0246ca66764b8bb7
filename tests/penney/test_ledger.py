"""The ledger beside the scores of files: nothing counted twice or lost after any interruption."""

import json
import subprocess
import sys
import threading

import pytest

from dealt.errors import StorageError
from dealt.games.penney.tally import Tally
from dealt.penney.score_files import Scorer, scores_text
from dealt.storage.files import TextFile
from tests.brackets import in_brackets, outside
from tests.penney.scored import check, ledger_of, raw, tally, words


def test_scores_from_before_are_gone_on_from(scorer, tmp_path):
    """A scores.csv without a ledger is where the counting begins."""
    old = scores_text(tally(30, 9)).replace("\n", ",\n").replace("loss,\n", "loss\n")
    scorer.scores.write(old)
    assert scorer.tally == tally(30, 9)
    raw(tmp_path / "1.bin", words(5))
    raw(tmp_path / "scored_bytes_1_30.bin", words(30, 9))
    progress_calls = []
    report = scorer.score(tmp_path, progress=lambda *at: progress_calls.append(at), fast=False)
    assert (report.decks, report.files, report.known_files) == (5, 1, 1), (
        "its name says it is counted"
    )
    assert progress_calls[-1] == (5, 5)
    check(scorer, tally(30, 9) + tally(5))
    assert "\n".join(ledger_of(scorer)["base"]) + "\n" == scores_text(tally(30, 9))


def test_without_scores_from_before_a_name_says_nothing(scorer, tmp_path):
    """Nobody has counted a file called so."""
    scorer.score(raw(tmp_path / "scored_bytes_1_30.bin", words(5)), fast=False)
    check(scorer, tally(5))


def after_two_commits(scorer, tmp_path):
    """Scores after one file, and the ledger after two."""
    scorer.score(raw(tmp_path / "1.bin", words(5)), fast=False)
    first = scorer.scores.read()
    scorer.score(raw(tmp_path / "2.bin", words(5, 2)), fast=False)
    return first


@pytest.mark.parametrize("old", ["replaced", "replaced, old style", "missing"])
def test_scores_left_behind_by_a_killed_program_are_written_again(old, scorer, tmp_path):
    """The ledger was written, the scores were not."""
    first = after_two_commits(scorer, tmp_path)
    if old == "missing":
        scorer.scores.path.unlink()
    else:
        scorer.scores.write(first if old == "replaced" else first.replace("\n", "\r\n"))
    assert scorer.tally == tally(5) + tally(5, 2)
    assert scorer.score(tmp_path, fast=False).decks == 0
    check(scorer, tally(5) + tally(5, 2))


def test_scores_in_another_style_are_the_same_scores(scorer, tmp_path):
    """They are left as they are while nothing is counted."""
    after_two_commits(scorer, tmp_path)
    text = scorer.scores.read().replace("\n", "\r\n")
    scorer.scores.write(text)
    assert scorer.score(tmp_path, fast=False).decks == 0
    assert scorer.scores.read() == text


def test_scores_that_contradict_the_ledger_are_refused(scorer, tmp_path):
    """The message names a remedy, which works."""
    after_two_commits(scorer, tmp_path)
    right = scorer.scores.read()
    scorer.scores.write(scores_text(tally(9, 9)))
    for attempt in (lambda: scorer.tally, lambda: scorer.score(tmp_path, fast=False)):
        with pytest.raises(StorageError, match="restore the right file, or delete it to have it"):
            attempt()
    scorer.scores.path.unlink()
    assert scorer.tally == tally(5) + tally(5, 2)
    scorer.scores.write("broken")
    with pytest.raises(StorageError, match=r"scores.csv: line 1 should be .* written again"):
        scorer.score(tmp_path, fast=False)
    scorer.scores.write(right)
    check(scorer, tally(5) + tally(5, 2))
    scorer.scores.write(scores_text(tally(9, 9)))
    scorer.ledger.path.unlink()
    scorer.score(tmp_path / "1.bin", fast=False)
    check(scorer, tally(9, 9) + tally(5))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda _: "", "line 1 is not JSON"),
        (lambda _: "[]", "an entry is of the wrong kind"),
        (lambda _: "[" * 100_000, "brackets nested too deep"),
        (lambda data: data.pop("base"), "'base'"),
        (lambda data: data.update(what="a"), "what 'a', known is "),
        (lambda data: data.update(version=2), "version 2, known is 1"),
        (lambda data: data.update(scores=[]), "scores has no row of 000,001"),
        (lambda data: data.update(scores=5), "an entry is of the wrong kind"),
        (lambda data: data.update(base=["a"]), "base: line 1 should be the header"),
        (lambda data: data.update(decks=11), "10 decks in files, 10 in scores"),
        (lambda data: data.update(scores_sha256=""), "scores of another hash"),
        (lambda data: data["files"].pop(), "5 decks in files, 10 in scores"),
        (lambda data: data["files"][0].update(new=6), "a wrong entry of '1.bin'"),
        (lambda data: data["files"][0].update(new=5.0), "a wrong entry of '1.bin'"),
        (lambda data: data["files"][0].update(sha256=5), "a wrong entry of '1.bin'"),
        (lambda data: data["files"][0].update(more=5), "an entry is of the wrong kind"),
    ],
)
def test_an_invalid_ledger_is_refused(change, message, scorer, tmp_path):
    """Damaged, foreign or edited by hand."""
    after_two_commits(scorer, tmp_path)
    data = ledger_of(scorer)
    changed_data = change(data)
    scorer.ledger.write(changed_data if isinstance(changed_data, str) else json.dumps(data))
    with pytest.raises(
        StorageError, match=r"scores.ledger.json is not a ledger of scores"
    ) as raised:
        scorer.score(tmp_path, fast=False)
    assert message in str(raised.value) and "or delete it to start from" in str(raised.value)
    assert "\n" not in str(raised.value)
    with in_brackets():
        with pytest.raises(StorageError) as caught:
            scorer.score(tmp_path, fast=False)
        assert not outside(str(caught.value))


def test_a_ledger_changed_by_something_else_is_left_alone(scorer, tmp_path):
    """A program that does not wait, or a person, while files are counted."""
    scorer.score(raw(tmp_path / "1.bin", words(5)), fast=False)
    text = scorer.ledger.read() + " "
    with pytest.raises(StorageError, match=r"ledger.json was changed by another program; nothing"):
        scorer.score(
            raw(tmp_path / "2.bin", words(5, 2)),
            stopped=lambda: scorer.ledger.path.write_text(text) < 0,
            fast=False,
        )
    assert scorer.ledger.read() == text and scorer.tally == tally(5)


@pytest.mark.parametrize("broken", ["scores.csv", "scores.ledger.json"])
def test_a_disk_that_is_full_loses_nothing(broken, scorer, tmp_path, monkeypatch):
    """What could not be written is counted by the next call, once."""
    scorer.score(raw(tmp_path / "1.bin", words(5)), fast=False)
    raw(tmp_path / "2.bin", words(5, 2))
    write = TextFile.write

    def full(file, text):
        if file.path.name == broken:
            raise StorageError(f"cannot write {file}: No space left on device")
        write(file, text)

    monkeypatch.setattr(TextFile, "write", full)
    with pytest.raises(StorageError, match="No space left"):
        scorer.score(tmp_path, fast=False)
    monkeypatch.undo()
    assert scorer.tally.decks == (10 if broken == "scores.csv" else 5)
    scorer.score(tmp_path, fast=False)
    check(scorer, tally(5) + tally(5, 2))


def test_scores_that_cannot_be_written_are_refused_before_counting(tmp_path):
    """There is no such folder, or it is one."""
    raw(tmp_path / "1.bin", words(5))
    with pytest.raises(StorageError, match=r"cannot write .*scores.csv: there is no folder"):
        Scorer(tmp_path / "none" / "scores.csv").score(tmp_path / "1.bin", fast=False)
    with pytest.raises(StorageError, match="it is a folder"):
        Scorer(tmp_path).score(tmp_path / "1.bin", fast=False)


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX systems")
def test_a_link_to_scores_shares_their_ledger(scorer, tmp_path):
    """A deck is counted once under all its names."""
    link = tmp_path / "link.csv"
    link.symlink_to(scorer.scores.path)
    path = raw(tmp_path / "1.bin", words(5))
    assert Scorer(link).score(path, fast=False).decks == 5
    assert scorer.score(path, fast=False).decks == 0
    check(scorer, tally(5))
    assert link.is_symlink()


def test_ledgers_of_scores_in_one_folder_are_apart(tmp_path):
    """Each has its own."""
    path = raw(tmp_path / "1.bin", words(5))
    for name in ("a.csv", "b.csv", "c"):
        assert Scorer(tmp_path / name).score(path, fast=False).decks == 5
    assert (tmp_path / "c.ledger.json").exists()


def test_scores_are_read_while_others_write_them(scorer, tmp_path, monkeypatch):
    """Between reading the ledger and the scores, both may be replaced more than once."""
    scorer.score(raw(tmp_path / "1.bin", words(5)), fast=False)
    other = Scorer(scorer.scores.path)
    read = TextFile.read
    left = [2, 3]

    def then_others_write(file):
        text = read(file)
        if file is scorer.ledger and left:
            seed = left.pop()
            other.score(raw(tmp_path / f"{seed}.bin", words(5, seed)), fast=False)
            other.score(raw(tmp_path / f"{seed}.bin", words(5, 10 + seed)), fast=False)
        return text

    monkeypatch.setattr(TextFile, "read", then_others_write)
    assert scorer.tally.decks == 25


SCORING = """
import sys
from dealt.penney.score_files import Scorer
for path in sys.argv[2:]:
    Scorer(sys.argv[1], at_once=16, commit_decks=1).score(path, fast=False)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX systems")
def test_programs_that_score_the_same_files_count_them_once(scorer, tmp_path):
    """Two programs at the same time, in another order."""
    files = [str(raw(tmp_path / f"{n}.bin", words(20 + n, n))) for n in range(12)]
    expected = Tally.empty()
    for n in range(12):
        expected += tally(20 + n, n)
    programs = [
        subprocess.Popen([sys.executable, "-c", SCORING, str(scorer.scores), *order])
        for order in (files, files[::-1])
    ]
    assert [program.wait(timeout=120) for program in programs] == [0, 0]
    check(scorer, expected)


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX systems")
def test_a_second_scorer_waits_for_the_first(scorer, tmp_path):
    """While one is counting, another one has not begun."""
    path = raw(tmp_path / "1.bin", words(40))
    counted = []

    def score_too():
        counted.append(Scorer(scorer.scores.path).score(path, fast=False).decks)

    other = threading.Thread(target=score_too)

    def begin_the_other():
        if not other.ident:
            other.start()
        other.join(0.02)
        return bool(counted)

    assert scorer.score(path, stopped=begin_the_other, fast=False).decks == 40
    other.join(60)
    assert counted == [0]
    check(scorer, tally(40))


def test_the_order_in_which_the_system_lists_files_does_not_matter(scorer, tmp_path):
    """Folders are counted in natural order, so that a run can be repeated."""
    for n in (10, 2, 1):
        raw(tmp_path / f"bytes_{n}_5.bin", words(5, n))
    scorer.score(tmp_path, fast=False)
    assert [file["name"] for file in ledger_of(scorer)["files"]] == [
        "bytes_1_5.bin",
        "bytes_2_5.bin",
        "bytes_10_5.bin",
    ]
