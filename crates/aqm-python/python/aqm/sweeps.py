"""Runs plans of sweeps, on the cores of this machine or on a Dask cluster."""

import io
import os
import warnings

import pandas as pd

from . import _aqm
from .runs import text_of

# Tasks for each thread of the cluster. More make the ends of the workers equal; fewer need fewer messages.
TASKS_PER_THREAD = 8


def sweep(plan, client=None, threads=None):
    """Runs a plan and returns its table: the rows and columns of `aqm sweep --csv`.

    `plan` is a dict, JSON text, or the path of a file (docs/plans.md). Without `client`, the runs use `threads`
    threads of this process (by default one for each core). With a `distributed.Client` they run on the workers of
    its cluster; Dask repeats the runs of a worker that stops. The table does not depend on where the runs are made.

    Warns if a timed change or a schedule replaces varied values for a part of the run, or if all values of a parameter
    gave equal results. Raises ValueError if varied values have no effect at all.
    """
    text = text_of(plan)
    own = _aqm.Sweep(text)
    weights = own.weights()
    if client is None:
        measured = own.measure(list(range(len(weights))), threads or os.cpu_count() or 1)
    else:
        measured = _on_cluster(text, weights, client)
    table, notes = own.csv(measured)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return pd.read_csv(io.StringIO(table))


def _on_cluster(text, weights, client):
    cores = max(1, sum(client.nthreads().values()))
    count = min(len(weights), TASKS_PER_THREAD * cores)
    # Every count-th run, so that expensive cells are spread over all tasks.
    parts = [list(range(first, len(weights), count)) for first in range(count)]
    futures = client.map(_measure, parts, text=text, version=_aqm.version(), pure=False, retries=2)
    measured = [None] * len(weights)
    for part, values in zip(parts, client.gather(futures), strict=True):
        for index, run in zip(part, values, strict=True):
            measured[index] = run
    return measured


def _measure(runs, text, version):
    """Makes runs of a plan; this is a task of a worker."""
    if _aqm.version() != version:
        raise RuntimeError(f"this worker has aqm {_aqm.version()}, the client has {version}")
    return _aqm.Sweep(text).measure(runs, 1)
