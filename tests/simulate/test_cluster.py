"""Work in shards on a Dask cluster: workers and drivers that are killed lose and double nothing."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dealt.errors import SetupError
from dealt.penney import scoring, simulation
from dealt.penney.decks import deal
from dealt.simulate.shards import Job, _is_loss, _OnCluster, cluster, run
from dealt.storage.ledger import LedgerFile
from tests.simulate import work

distributed = pytest.importorskip("distributed", reason="the cluster needs dealt[cluster]")

pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.xdist_group("cluster"),
    pytest.mark.filterwarnings("default"),  # of the cluster's own
]

DRIVER = """
import sys
from dealt.simulate.shards import Job, cluster, run
from dealt.storage.ledger import LedgerFile
from tests.simulate import work
job = Job(work.WORK, 3, 2000, 5, {"ms": 2})
with LedgerFile(sys.argv[1], job) as ledger:
    run(job, cluster(sys.argv[2]), ledger=ledger, progress=lambda *now: print(*now, flush=True))
"""


@pytest.fixture(scope="module")
def address():
    """A cluster of two workers on this machine."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local_cluster:
        yield local_cluster.scheduler_address


def test_a_cluster_does_the_same_even_if_workers_are_killed(address, tmp_path):
    """Each third shard kills a worker once."""
    job = Job(work.WITH_ACCIDENTS, 3, 60, 7, {"folder": str(tmp_path), "every": 21})
    with LedgerFile(tmp_path / "ledger", job) as ledger:
        assert run(job, cluster(address), ledger=ledger).counts == work.expected(60, 3)
    assert len(list(tmp_path.glob("[0-9]*"))) == 3


def test_a_driver_that_is_killed_goes_on_where_it_was(address, tmp_path):
    """Killed after some shards; started again, here with threads: the same total."""
    path = tmp_path / "ledger"
    driver = subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(path), address],
        cwd=Path(__file__).parent.parent.parent,
        stdout=subprocess.PIPE,
    )
    with driver:
        for _ in range(12):
            driver.stdout.readline()
        driver.send_signal(signal.SIGKILL)
    job = Job(work.WORK, 3, 2000, 5, {"ms": 2})
    with LedgerFile(path, job) as ledger:
        assert 5 <= len(ledger.counts()) < 400
        assert run(job, cluster(address), ledger=ledger).counts == work.expected(2000, 3)
    shards = path.read_text().splitlines()[1:]
    assert len(shards) == len(set(shards)) == 400


class HandedOver:
    """A client of which each task is done at once, and its result then had or not."""

    def __init__(self, *, lost):
        self.lost = lost

    def submit(self, fn, *args, **kwargs):
        self.retries, self.said = kwargs.pop("retries"), fn(*args, **kwargs)
        return self

    def add_done_callback(self, callback):
        callback(self)

    def result(self):
        if self.lost:
            raise distributed.client.FutureCancelledError("do_shard", "lost")
        return self.said


def test_a_task_ends_with_or_without_a_result():
    """A task that is gone with its worker is reported so, and done again."""
    client = HandedOver(lost=False)
    future = _OnCluster(client).submit(max, 3, 5)
    assert future.result(timeout=0) == 5 and client.retries > 0
    gone = _OnCluster(HandedOver(lost=True)).submit(max, 3, 5)
    assert _is_loss(gone.exception(timeout=0))


def test_penney_on_a_cluster(address):
    """The same counts as scoring the decks here."""
    tally = simulation.simulate(3_000, seed=9, shard=1_000, workers=cluster(address))
    assert tally == scoring.score(deal(9, 0, 3_000))


def test_a_cluster_that_is_not_there(monkeypatch):
    """One line."""
    monkeypatch.setattr("dealt.simulate.shards.PATIENCE", "1s")
    with pytest.raises(SetupError, match="no cluster answers at tcp://127.0.0.1:9"):
        run(Job(work.WORK, 1, 5, 5), cluster("tcp://127.0.0.1:9"))


def test_without_dask_one_line_says_what_to_install(monkeypatch):
    """The extra by its name."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SetupError, match=r"^distributed is not installed\. .*pip install"):
        run(Job(work.WORK, 1, 5, 5), cluster("tcp://127.0.0.1:9"))
