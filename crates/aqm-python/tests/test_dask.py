"""aqm.sweep on a real cluster of two worker processes."""

import os
import signal
import threading
import time

import aqm
import pandas as pd
import pytest
from distributed import Client, LocalCluster


@pytest.fixture
def client():
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with LocalCluster(**options) as cluster, Client(cluster) as client:
        yield client


def test_the_table_is_that_of_one_process(plan, client):
    table = aqm.sweep(plan, client=client)
    pd.testing.assert_frame_equal(table, aqm.sweep(plan, threads=1), check_exact=True)


def wait_until_both_work(client):
    """Waits until each of the two workers has tasks."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        tasks = client.processing()
        if len(tasks) == 2 and all(tasks.values()):
            return
        time.sleep(0.02)
    pytest.fail("the workers received no tasks within 30 s")


def test_a_sweep_completes_when_a_worker_is_killed(plan, client):
    plan["scenario"]["durationS"] = 600
    plan["seeds"] = {"count": 8}
    tables = []
    thread = threading.Thread(target=lambda: tables.append(aqm.sweep(plan, client=client)))
    pids = client.run(os.getpid)
    assert len(set(pids.values())) == 2
    thread.start()
    wait_until_both_work(client)
    os.kill(next(iter(pids.values())), signal.SIGKILL)
    assert thread.is_alive(), "the sweep must still run when the worker is killed"
    thread.join(timeout=60)
    assert not thread.is_alive() and len(tables) == 1
    assert set(client.run(os.getpid).values()) != set(pids.values()), "a new worker has started"
    pd.testing.assert_frame_equal(tables[0], aqm.sweep(plan), check_exact=True)
