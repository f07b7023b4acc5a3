"""Runs plans of sweeps, on the cores of this machine or on a Dask cluster."""

from __future__ import annotations

import io
import os
import warnings
from typing import TYPE_CHECKING

import pandas as pd

from . import _aqm
from .runs import Source, text_of

if TYPE_CHECKING:
    from distributed import Client

# Tasks for each thread of the cluster. More make the ends of the workers equal; fewer need fewer messages.
TASKS_PER_THREAD = 8

# Name of the plan in the attributes of its table.
PLAN = "aqm.plan"

# Most rows that the page's menu has.
MOST_ROWS = 1000

_Measured = list[float | None]


def sweep(plan: Source, client: Client | None = None, threads: int | None = None) -> pd.DataFrame:
    """Runs a plan and returns its table: the rows and columns of `aqm sweep --csv`.

    `plan` is a dict, JSON text, or the path of a file (docs/plans.md). Without `client`, the runs use `threads`
    threads of this process (by default one for each core). With a `distributed.Client` they run on the workers of
    its cluster; Dask repeats the runs of a worker that stops. The table does not depend on where the runs are made.

    The columns have the units of docs/measures.md in their names: `queueDelayP95MsMean` is a mean over the seeds, ms.
    `aqm.show` opens the run behind a row.

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
    frame = pd.read_csv(io.StringIO(table))
    frame.attrs[PLAN] = text
    return frame


def _on_cluster(text: str, weights: list[float], client: Client) -> list[_Measured]:
    cores = max(1, sum(client.nthreads().values()))
    count = min(len(weights), TASKS_PER_THREAD * cores)
    # Every count-th run, so that expensive cells are spread over all tasks.
    parts = [list(range(first, len(weights), count)) for first in range(count)]
    futures = client.map(_measure, parts, text=text, version=_aqm.version(), pure=False, retries=2)
    measured: list[_Measured] = [[] for _ in weights]
    for part, values in zip(parts, client.gather(futures), strict=True):
        for index, run in zip(part, values, strict=True):
            measured[index] = run
    return measured


def _measure(runs: list[int], text: str, version: str) -> list[_Measured]:
    """Makes runs of a plan; this is a task of a worker."""
    if _aqm.version() != version:
        raise RuntimeError(f"this worker has aqm {_aqm.version()}, the client has {version}")
    return _aqm.Sweep(text).measure(runs, 1)


class Rows:
    """Rows of the table of a sweep, sorted and filtered in any way, and the scenarios behind them."""

    def __init__(self, rows: pd.DataFrame | pd.Series) -> None:
        plan = rows.attrs.get(PLAN)
        if plan is None:
            raise ValueError("these rows have no plan; expected the table of aqm.sweep, or rows that were taken from it")
        table = rows.to_frame().T if isinstance(rows, pd.Series) else rows
        if not 1 <= len(table) <= MOST_ROWS:
            raise ValueError(f"there are {len(table)} rows; expected 1 to {MOST_ROWS}. Take some: table.iloc[:100]")
        self._sweep = _aqm.Sweep(plan)
        # Columns before the results: case, parameters, lane and queue.
        keys = pd.read_csv(io.StringIO(self._sweep.keys()))
        keys = keys.iloc[:, : keys.columns.get_loc("queue") + 1]
        missing = [name for name in keys.columns if name not in table.columns]
        if missing:
            raise ValueError(f"these rows have no column {missing[0]}; expected the first columns of the table of aqm.sweep")
        place = {_key(key): row for row, key in enumerate(keys.itertuples(index=False))}
        own = [_key(key) for key in table[list(keys.columns)].itertuples(index=False)]
        unknown = [key for key in own if key not in place]
        if unknown:
            raise ValueError(f"the plan has no row with {', '.join(unknown[0])}")
        self._rows = [place[key] for key in own]
        self._labels = [
            ", ".join(f"{name} {value}" for name, value in zip(keys.columns, key, strict=True) if name != "lane")
            for key in own
        ]

    def labels(self) -> list[str]:
        """Returns a text for each row: its case, parameters and queue."""
        return self._labels

    def scenario(self, index: int) -> str:
        """Returns the scenario behind a row with the first seed, as JSON. It has all lanes of the cell."""
        return self._sweep.scenario(self._rows[index])


def _key(values: tuple[object, ...]) -> tuple[str, ...]:
    """Returns texts of the values, which do not depend on the types of the columns."""
    return tuple("" if value is None or value != value else _plain(value) for value in values)


def _plain(value: object) -> str:
    return f"{value:.12g}" if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)
