"""Scores of files: the document's layout, and every deck counted exactly once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.errors import DeckError, StorageError
from dealt.games.penney.tally import CARDS, TRICKS, Tally
from dealt.penney import score_files
from dealt.penney.decks import cards_of, pack
from dealt.penney.score_files import Scorer, read_scores, scores_text
from dealt.penney.scoring import score
from tests.brackets import in_brackets, outside
from tests.oracles import penney as oracle
from tests.penney.formats import WRITERS
from tests.penney.scored import check, raw, tally, words

HEADER = (
    "p1_choice, p2_choice, trick_ties, p1_trick_wins, p1_trick_loss,"
    " card_ties, p1_card_wins, p1_card_loss"
)


# --- scores.csv -----------------------------------------------------------------------------------


def test_the_text_is_that_of_the_documents_method():
    """Every row, from a second implementation of the scoring and of the file."""
    texts = ["".join("RB"[card] for card in deck) for deck in cards_of(words(12))]
    assert scores_text(tally(12)) == oracle.document_file(texts)


@given(n=st.integers(0, 40), seed=st.integers(0, 99))
@settings(max_examples=20)
def test_what_is_written_is_read(n, seed, tmp_path_factory):
    """Any counts come back as they were, as old files have them too."""
    path = tmp_path_factory.mktemp("scores") / "scores.csv"
    text = scores_text(tally(n, seed))
    for changed in (
        text,
        text.replace("\n", "\r\n"),
        "\ufeff" + text,
        text.replace("\n", ",\n").replace("loss,\n", "loss\n"),
        text.replace(",", " , ").replace("\n", "\n\n").removesuffix("\n\n"),
        "\n".join([HEADER, *reversed(text.splitlines()[1:])]),
    ):
        path.write_bytes(changed.encode())
        assert read_scores(path) == tally(n, seed)


def test_the_documents_first_row_is_read(tmp_path):
    """The numbers of a row stand where the document has them."""
    text = scores_text(Tally.empty()).splitlines()
    counts = [772058, 2020565, 2207377, 99955, 2356590, 2543455]
    for number, row in enumerate(text[1:], 1):
        first, second = row.split(",")[:2]
        swap = first > second
        columns = [counts[i] for i in (0, 2, 1, 3, 5, 4)] if swap else counts
        text[number] = ",".join([first, second, *map(str, columns)])
    (tmp_path / "scores.csv").write_text("\n".join(text))
    tally = read_scores(tmp_path / "scores.csv")
    assert tally.decks == 5_000_000
    assert tally.drawn(TRICKS, 0, 1) == tally.drawn(TRICKS, 1, 0) == 772058
    assert tally.won(TRICKS, 0, 1) == 2020565 == tally.lost(TRICKS, 1, 0)
    assert tally.lost(CARDS, 0, 1) == 2543455


def test_a_folder_without_scores_raises_no_error(tmp_path):
    """Nothing was counted yet."""
    assert read_scores(tmp_path / "scores.csv") is None


def edited(line, old, new):
    """Scores of 9 decks with a change in a line, counted from 1."""
    rows = scores_text(tally(9)).splitlines()
    assert old in rows[line - 1]
    rows[line - 1] = rows[line - 1].replace(old, new, 1)
    return "\n".join(rows)


def with_counts(line, *counts):
    rows = scores_text(tally(9)).splitlines()
    rows[line - 1] = ",".join([*rows[line - 1].split(",")[:2], *map(str, counts)])
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty; remove it, or use --scores FILE"),
        (HEADER, "has no row of 000,001; 56 rows are right"),
        (
            '"name","games won","games lost","best score"\n"Ana","1","0","3"\n',
            "holds the scores of Mason Rummy, not of Penney's game; use --scores FILE",
        ),
        (scores_text(tally(9))[len(HEADER) + 1 :], "line 1 should be the header 'p1_choice, p2_"),
        (edited(1, "p1", "P1"), "line 1 should be the header"),
        (edited(57, "111,110", ""), "line 57 has 7 fields; 8 are right"),
        ("\n".join(scores_text(tally(9)).splitlines()[:-1]), "has no row of 111,110"),
        (scores_text(tally(9)) + "0,0", "line 58 has 2 fields; 8 are right"),
        (edited(3, "000,010", "000,001"), "line 3 is a second row of 000,001"),
        (edited(3, "000,010", "000,012"), "line 3 has '012', which is not a choice such as 001"),
        (edited(3, "000,010", "000,000"), "line 3 has the same choice twice"),
        (
            with_counts(4, 9, 0, "x", 9, 0, 0),
            "line 4 has 'x', which is not a whole number from 0 up",
        ),
        (with_counts(4, 9, 0, "-1", 9, 0, 0), "line 4 has '-1', which is not a whole number"),
        (with_counts(4, 9, 0, "1.0", 9, 0, 0), "line 4 has '1.0', which is not a whole number"),
        (with_counts(4, 9, 0, "²", 9, 0, 0), "line 4 has '²', which is not a whole number"),
        (with_counts(4, 9, 0, "9" * 5000, 9, 0, 0), "line 4 has '99999999999999999999', which is"),
        (with_counts(4, 9, 0, "", 9, 0, 0), "line 4 has '', which is not a whole number"),
        (with_counts(4, 9, 0, 1, 9, 0, 0), "line 4 has 10 decks by tricks, line 2 has 9 by tricks"),
        (with_counts(4, 9, 0, 0, 8, 0, 0), "line 4 has 8 decks by cards, line 2 has 9 by tricks"),
        (with_counts(9, 4, 4, 1, 9, 0, 0), "line 9 is not line 2 seen by the other player by "),
        ("\0", "not a text file"),
    ],
)
def test_scores_that_are_wrong_are_refused(text, message, tmp_path):
    """The file, the line, and what is wrong."""
    path = tmp_path / "scores.csv"
    path.write_text(text)
    with pytest.raises(StorageError) as raised:
        read_scores(path)
    assert str(path) in str(raised.value) and message in str(raised.value)
    assert "\n" not in str(raised.value)
    with in_brackets():
        with pytest.raises(StorageError) as caught:
            read_scores(path)
        assert not outside(str(caught.value))


# --- counting -------------------------------------------------------------------------------------


def test_decks_of_files_are_counted_over_runs(scorer, tmp_path):
    """One run after the other; nothing is counted a second time."""
    assert scorer.tally == Tally.empty()
    one, two = raw(tmp_path / "1.bin", words(40)), raw(tmp_path / "2.bin", words(7, 2))
    progress_calls = []
    report = scorer.score(one, progress=lambda *at: progress_calls.append(at), fast=False)
    assert progress_calls == [(16, 40), (32, 40), (40, 40), (40, 40)]
    assert (report.decks, report.files, report.known_files, report.continued) == (40, 1, 0, 0)
    assert report.total == tally(40) and not report.is_stopped
    check(scorer, tally(40))
    report = scorer.score([one, str(two)], fast=False)
    assert (report.decks, report.files, report.known_files) == (7, 1, 1)
    check(scorer, tally(40) + tally(7, 2))
    before = scorer.ledger.read()
    report = scorer.score(tmp_path, fast=False)
    assert (report.decks, report.files, report.known_files) == (0, 0, 2)
    assert report.total == scorer.tally and scorer.ledger.read() == before
    assert scorer.score([], fast=False).total == scorer.tally


def test_a_file_is_known_by_its_decks_in_any_format(scorer, tmp_path):
    """The same decks under all names and in all formats, in one call and over calls."""
    for name, write in WRITERS.items():
        write(tmp_path / name, cards_of(words(20)))
    report = scorer.score([tmp_path, tmp_path / "raw"], fast=False)
    assert (report.files, report.known_files) == (1, len(WRITERS) - 1)
    assert Scorer(scorer.scores.path).score(tmp_path / "a.bin", fast=False).known_files == 1
    check(scorer, tally(20))


def test_other_decks_under_the_same_name_are_counted(scorer, tmp_path):
    """A name says nothing."""
    for seed in (1, 2):
        scorer.score(raw(tmp_path / "a.bin", words(5, seed)), fast=False)
    check(scorer, tally(5) + tally(5, 2))


def test_a_file_that_has_grown_is_counted_from_its_new_decks_on(scorer, tmp_path):
    """Also in another format; what it was before stays known."""
    path = tmp_path / "a.bin"
    raw(path, words(21))
    scorer.score(path, fast=False)
    raw(path, words(50))
    report = scorer.score(path, fast=False)
    assert (report.decks, report.files, report.known_files, report.continued) == (29, 0, 0, 1)
    check(scorer, tally(50))
    (tmp_path / "b.bits").write_bytes(pack(words(55)))
    assert scorer.score(tmp_path, fast=False).decks == 5
    for n in (21, 50, 55):
        report = scorer.score(raw(path, words(n)), fast=False)
        assert (report.decks, report.known_files) == (0, 1)
    branch = np.concatenate([words(21), words(9, 2)])
    assert scorer.score(raw(path, branch), fast=False).decks == 9
    check(scorer, tally(55) + tally(9, 2))


@given(cuts=st.lists(st.integers(1, 60), min_size=1, max_size=4), at_once=st.integers(2, 40))
@settings(max_examples=15)
def test_however_a_file_grows_all_is_counted_once(cuts, at_once, tmp_path_factory):
    """Longer and shorter by turns: the longest decides."""
    folder = tmp_path_factory.mktemp("grows")
    scorer = Scorer(folder / "scores.csv", at_once=at_once, commit_decks=1)
    longest = 0
    for n in sorted(cuts) + cuts:
        report = scorer.score(raw(folder / "a.bin", words(n)), fast=False)
        assert report.decks == max(0, n - longest)
        longest = max(n, longest)
    check(scorer, tally(max(cuts)))


def test_stopped_counting_goes_on_where_it_was(scorer, tmp_path):
    """Told to stop at any moment, what was counted is written, and is not counted again."""
    files = [raw(tmp_path / f"{n}.bin", words(40, n)) for n in range(3)]
    expected = tally(40, 0) + tally(40, 1) + tally(40, 2)
    for limit in range(1, 30):
        answers = iter(range(limit))
        progress_calls = []
        report = scorer.score(
            files,
            progress=lambda *at, calls=progress_calls: calls.append(at),
            stopped=lambda answers=answers: next(answers, None) is None,
            fast=False,
        )
        assert report.total == scorer.tally
        assert all(decks <= total for decks, total in progress_calls)
        if not report.is_stopped:
            break
    assert 5 < limit < 29 and progress_calls[-1] == (120, 120)
    check(scorer, expected)


def test_an_error_in_one_file_loses_nothing_of_the_others(scorer, tmp_path):
    """They are counted, of the file itself nothing."""
    raw(tmp_path / "1.bin", words(5))
    raw(tmp_path / "3.bin", words(5, 3))
    bad = words(40, 2)
    bad[39] = 0
    raw(tmp_path / "2.bin", bad)
    for _ in range(2):
        report = scorer.score(tmp_path, progress=lambda *_: None, fast=False)
        ((path, reason),) = report.skipped
        assert path.name == "2.bin" and "2.bin: deck 40 has 52 red and 0 black" in reason
        assert report.damaged == 1
        check(scorer, tally(5) + tally(5, 3))
    message = r"2.bin: deck 40 has 52 red and 0 black .*; nothing was counted from this file"
    with pytest.raises(DeckError, match=message):
        scorer.score(tmp_path / "2.bin", fast=False)
    (tmp_path / "2.bin").write_bytes(b"")
    with pytest.raises(DeckError, match=r"2.bin is empty; .*; nothing was counted from this file"):
        scorer.score(tmp_path / "2.bin", fast=False)


def test_a_foreign_file_among_good_ones_is_skipped(scorer, tmp_path):
    """Empty, of letters, of zeros or of another kind; all others are counted."""
    for n in range(20):
        raw(tmp_path / f"deck_{n}.bin", words(5, n))
    (tmp_path / "deck_7b.bin").write_bytes(b"")
    (tmp_path / "notes.txt").write_text("Buy milk.\n")
    (tmp_path / "zeros.bin").write_bytes(bytes(520))
    np.save(tmp_path / "wins.npy", np.zeros((8, 8)))
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8")
    (tmp_path / "old").mkdir()
    raw(tmp_path / "old" / "a.bin", words(5, 99))
    report = scorer.score(tmp_path, fast=False)
    assert (report.decks, report.files, report.damaged) == (100, 20, 0)
    names = {path.name for path, _ in report.skipped}
    assert names == {"deck_7b.bin", "notes.txt", "zeros.bin", "wins.npy"}
    assert [path.name for path in report.unread] == ["old", "outputs", "photo.jpg"]
    both = scorer.score([tmp_path, tmp_path / "old"], fast=False)
    assert both.decks == 5 and [path.name for path in both.unread] == ["outputs", "photo.jpg"]
    with pytest.raises(DeckError, match="is empty"):
        scorer.score([tmp_path / "deck_7b.bin", tmp_path / "notes.txt"], fast=False)


def test_all_paths_are_there_before_any_file_is_counted(scorer, tmp_path):
    """A path that does not exist stops everything."""
    raw(tmp_path / "1.bin", words(5))
    with pytest.raises(StorageError, match=r"deck file '.*2.bin' not found"):
        scorer.score([tmp_path / "1.bin", tmp_path / "2.bin"], fast=False)
    assert scorer.tally == Tally.empty()


def test_a_file_too_large_to_be_kept_is_read_twice(scorer, tmp_path, monkeypatch):
    """With the same counts, also from the middle on."""
    monkeypatch.setattr(score_files, "KEPT", 20)
    scorer.score(raw(tmp_path / "a.bin", words(19)), fast=False)
    scorer.score(raw(tmp_path / "a.bin", words(100)), fast=False)
    check(scorer, tally(100))


@pytest.mark.parametrize(
    ("before", "after", "counted"),
    [
        (0, lambda decks: decks[:-1], 39),
        (0, lambda decks: np.append(decks, decks[0]), 41),
        (0, lambda decks: decks[:0], 0),
        (0, lambda decks: np.append(decks[:-1], np.uint64(1)), 32),
        (20, lambda decks: decks[::-1].copy(), 20),
        (20, lambda decks: decks[:20], 20),
    ],
)
def test_a_file_that_changes_while_it_is_counted(
    before, after, counted, scorer, tmp_path, monkeypatch
):
    """What was counted is noted as what it was; the rest is left for another call."""
    path = tmp_path / "a.bin"
    if before:
        scorer.score(raw(path, words(before)), fast=False)
    raw(path, words(40))
    monkeypatch.setattr(score_files, "KEPT", 8)
    checked = score_files._Run._checked

    def then_changed(run, path):
        verdict = checked(run, path)
        raw(path, after(words(40)))
        return verdict

    monkeypatch.setattr(score_files._Run, "_checked", then_changed)
    with pytest.raises(
        StorageError, match=r"a.bin changed while it was being counted; start again"
    ):
        scorer.score(path, fast=False)
    monkeypatch.undo()
    assert scorer.tally == score(np.append(words(40), words(1))[:counted], fast=False)
    report = scorer.score(raw(path, words(40)), fast=False)
    assert scorer.tally.decks == counted + report.decks


def test_every_second_what_was_counted_is_written(tmp_path):
    """However few decks it is."""
    slow = Scorer(tmp_path / "scores.csv", at_once=4, commit_seconds=0)
    progress_calls = []
    slow.score(
        raw(tmp_path / "a.bin", words(10)),
        progress=lambda *_: progress_calls.append(slow.tally.decks),
        fast=False,
    )
    assert progress_calls == [0, 4, 8, 10]
