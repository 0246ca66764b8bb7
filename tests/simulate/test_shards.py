"""Work in shards: the same totals for any workers and any interruptions."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt.errors import OwnCodeError, SetupError, StorageError
from dealt.penney import simulation
from dealt.simulate.shards import Job, Memory, Span, processes, run, threads
from dealt.storage.ledger import LedgerFile
from tests.simulate import work


def squares(total=100, seed=3, shard=7, **settings):
    """A job whose result is known."""
    return Job(work.WORK, seed, total, shard, settings)


@settings(max_examples=40)
@given(total=st.integers(1, 300), shard=st.integers(1, 400), workers=st.integers(1, 4))
def test_totals_do_not_depend_on_shards_or_workers(total, shard, workers):
    """Any size of shards, any number of threads."""
    progress_calls = []
    result = run(
        squares(total, shard=shard),
        threads(workers),
        progress=lambda *counts: progress_calls.append(counts),
    )
    assert result.counts == work.expected(total, 3)
    assert result.done == total and result.is_whole
    assert progress_calls[0] == (0, total) and progress_calls[-1] == (total, total)
    assert [count for count, _ in progress_calls] == sorted({count for count, _ in progress_calls})


def test_processes_do_the_same():
    """Two processes."""
    assert run(squares(200), processes(2)).counts == work.expected(200, 3)


def test_work_that_is_stopped_keeps_what_is_done():
    """What has begun is finished, nothing else is begun; the next run does the rest."""
    ledger, answers = Memory(), iter([False] * 6)
    part = run(squares(), threads(2), ledger=ledger, stopped=lambda: next(answers, True))
    assert 0 < part.done < 100 and not part.is_whole
    assert part.counts[0] == part.done
    before = dict(ledger.counts())
    whole = run(squares(), threads(2), ledger=ledger)
    assert whole.counts == work.expected(100, 3)
    assert all(ledger.counts()[span] is counts for span, counts in before.items())


def test_nothing_done_counts_nothing():
    """Stopped before it began."""
    result = run(squares(), threads(1), stopped=lambda: True)
    assert (result.done, result.counts, result.is_whole) == (0, (), False)


@pytest.mark.no_cover
def test_killed_workers_lose_only_their_shard(tmp_path):
    """Processes that are killed at every third shard: the totals are right in the end."""
    settings = {"folder": str(tmp_path), "every": 21}
    ledger = LedgerFile(tmp_path / "ledger", job := Job(work.WITH_ACCIDENTS, 3, 100, 7, settings))
    with ledger:
        assert run(job, processes(2), ledger=ledger).counts == work.expected(100, 3)
    assert len(list(tmp_path.glob("[0-9]*"))) == 5
    lines = (tmp_path / "ledger").read_text().splitlines()
    assert len(lines) == len({json.loads(line).get("first") for line in lines}) == 16


@pytest.mark.no_cover
def test_workers_that_are_killed_without_end_are_given_up():
    """One line after five times without a shard done."""
    job = Job("tests.simulate.work:always_killed", 1, 10, 5)
    with pytest.raises(SetupError, match="workers were lost 5 times before a shard was done"):
        run(job, processes(1))


def test_a_mistake_in_the_work_is_not_tried_again():
    """It comes out at once, as it is or as the line of code of one's own."""
    with pytest.raises((ZeroDivisionError, OwnCodeError), match="a mistake"):
        run(Job(work.WRONG, 1, 10, 5), threads(1))


# --- the file -------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(cut=st.integers(0, 2000), total=st.integers(1, 60))
def test_a_torn_line_is_dropped(tmp_path_factory, cut, total):
    """A ledger cut off anywhere after its first line: all whole lines count, the rest is redone."""
    path = tmp_path_factory.mktemp("torn") / "ledger"
    job = squares(total)
    with LedgerFile(path, job) as ledger:
        run(job, threads(1), ledger=ledger)
    text = path.read_bytes()
    head = text.index(b"\n") + 1
    cut = min(len(text), head + cut)
    path.write_bytes(text[:cut])
    with LedgerFile(path, job) as ledger:
        assert len(ledger.counts()) == text[:cut].count(b"\n") - 1
        assert run(job, threads(1), ledger=ledger).counts == work.expected(total, 3)
    assert path.read_bytes().endswith(b"\n")


def test_more_can_be_asked_for_later(tmp_path):
    """Whole shards are kept; a last shard that was short is done again."""
    for total in (40, 100, 40):
        job = squares(total)
        with LedgerFile(tmp_path / "ledger", job) as ledger:
            assert run(job, threads(1), ledger=ledger).counts == work.expected(total, 3)


def test_a_torn_first_line_is_begun_anew(tmp_path):
    """Killed while the ledger was made."""
    path = tmp_path / "ledger"
    path.write_text('{"dealt":"led')
    with LedgerFile(path, squares()) as ledger:
        assert ledger.counts() == {}
        ledger.add(Span(0, 7), [1, 2, 3])
    with LedgerFile(path, squares()) as ledger:
        assert ledger.counts() == {Span(0, 7): [1, 2, 3]}


def test_a_ledger_begun_before_its_work_moved_goes_on(tmp_path):
    """The first line names the function by its place of then."""
    path = tmp_path / "ledger"
    job = simulation.job(50, seed=1, shard=50)
    with LedgerFile(path, job) as ledger:
        ledger.add(Span(0, 50), [1, 2, 3])
    path.write_text(path.read_text().replace("dealt.penney.simulation:", "dealt.simulate.penney:"))
    with LedgerFile(path, job) as ledger:
        assert ledger.counts() == {Span(0, 50): [1, 2, 3]}


def test_ledgers_of_another_job_are_refused(tmp_path):
    """One line each, and the file is left as it is."""
    path = tmp_path / "ledger"
    in_use = pytest.raises(StorageError, match="is in use by another run")
    with LedgerFile(path, squares()), in_use:
        LedgerFile(path, squares())
    for other, reason in (
        (squares(seed=4), "its seed is 3, not 4"),
        (squares(shard=8), "its shard is 7, not 8"),
        (squares(ms=1), "its settings is"),
    ):
        with pytest.raises(SetupError, match=reason):
            LedgerFile(path, other)
    good = path.read_text()
    for text, reason in (
        ("name,games\n", "is not a ledger of finished shards"),
        ("[1]\n", "is not a ledger of finished shards"),
        (good + "rubbish\n", "line 2 is not a finished shard"),
        (good + '{"first":1}\n', "line 2 is not a finished shard"),
    ):
        path.write_text(text)
        with pytest.raises(StorageError, match=reason):
            LedgerFile(path, squares())
        assert path.read_text() == text
    with pytest.raises(StorageError, match="cannot write"):
        LedgerFile(tmp_path / "no" / "ledger", squares())
    with pytest.raises(StorageError, match="cannot write"):
        LedgerFile(tmp_path, squares())


def test_invalid_jobs_and_workers_are_refused():
    """One line each."""
    for call, reason in (
        (lambda: squares(total=0), "0 in all; at least one"),
        (lambda: squares(shard=0), "0 in a shard; at least one"),
        (lambda: squares(seed=-1), "seed -1"),
        (lambda: threads(0), "0 threads; at least one"),
        (lambda: processes(0), "0 processes; at least one"),
    ):
        with pytest.raises(SetupError, match=reason):
            call()
