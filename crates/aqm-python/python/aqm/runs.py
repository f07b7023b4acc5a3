"""Runs one scenario."""

import json
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd

from . import _aqm


def text_of(source):
    """Returns the JSON text of a scenario or plan: a dict, JSON text, or the path of a file."""
    if isinstance(source, dict):
        return json.dumps(source)
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return source
    if isinstance(source, (str, os.PathLike)):
        return Path(source).read_text(encoding="utf-8")
    raise TypeError(f"expected a dict, JSON text or a path, not {type(source).__name__}")


@dataclass(frozen=True)
class Result:
    """Results of a run.

    `report` is the report of `aqm run --json` as a dict; `columns` has the columns of the time series as arrays.
    """

    report: dict
    columns: dict

    @cached_property
    def lanes(self):
        """One row for each lane: all its measures since the warm-up (docs/measures.md), with units in their names."""
        nested = {"parameters", "groups", "classes", "applications", "flows", "flowDelays"}
        rows = [{k: v for k, v in lane.items() if k not in nested} for lane in self.report["lanes"]]
        return pd.json_normalize(rows)

    @cached_property
    def series(self):
        """The time series: one row for each lane and bin of 10 ms, with the columns of `aqm run --csv`.

        Values of bins have 32 bits, as the simulator stores them; times and results of applications have 64.
        """
        return pd.DataFrame(self.columns)

    def to_arrow(self):
        """Returns the time series as a table of Arrow. Needs pyarrow."""
        import pyarrow

        return pyarrow.Table.from_pandas(self.series, preserve_index=False)


def run(scenario, seed=None):
    """Runs all lanes of a scenario: a dict, JSON text, or the path of a file.

    `seed` replaces the scenario's seed. Raises ValueError with every problem of the scenario and its place.
    """
    report, (columns, kinds) = _aqm.run(text_of(scenario), seed)
    arrays = {name: np.frombuffer(values, dtype=numbers) for name, numbers, values in columns}
    lane = arrays.pop("lane")
    first = {"lane": lane, "queue": np.array(kinds, dtype=object)[lane]}
    return Result(json.loads(report), first | arrays)
