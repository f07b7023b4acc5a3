"""Runs one scenario."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from . import _aqm

if TYPE_CHECKING:
    import pyarrow

Source = Mapping[str, Any] | str | os.PathLike[str]
"""A scenario or a plan: a dict, JSON text, or the path of a file."""


def text_of(source: Source) -> str:
    """Returns the JSON text of a scenario or plan: a dict, JSON text, or the path of a file."""
    if isinstance(source, Mapping):
        return json.dumps(dict(source))
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return source
    if isinstance(source, (str, os.PathLike)):
        return Path(source).read_text(encoding="utf-8")
    raise TypeError(f"expected a dict, JSON text or a path, not {type(source).__name__}")


def lanes_of(reports: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Returns a row for each lane: all its measures, without lists and parameters."""
    nested = {"parameters", "groups", "classes", "applications", "flows", "flowDelays"}
    rows = [{k: v for k, v in lane.items() if k not in nested} for lane in reports]
    return pd.json_normalize(rows)


@dataclass(frozen=True)
class Result:
    """Results of a run."""

    report: dict[str, Any]
    """The report of `aqm run --json`: times in s, delays in ms, rates in Mbit/s, as their names say."""
    columns: dict[str, np.ndarray]
    """The columns of the time series."""

    @cached_property
    def lanes(self) -> pd.DataFrame:
        """One row for each lane: all its measures since the warm-up (docs/measures.md), with units in their names."""
        return lanes_of(self.report["lanes"])

    @cached_property
    def series(self) -> pd.DataFrame:
        """The time series: one row for each lane and bin of 10 ms, with the columns of `aqm run --csv`.

        `time_s` is the beginning of the bin, s; other columns have their units in their names. Values of bins have 32
        bits, as the simulator stores them; times and results of applications have 64.
        """
        return pd.DataFrame(self.columns)

    def to_arrow(self) -> pyarrow.Table:
        """Returns the time series as a table of Arrow. Needs pyarrow."""
        import pyarrow

        return pyarrow.Table.from_pandas(self.series, preserve_index=False)


def run(scenario: Source, seed: int | None = None) -> Result:
    """Runs all lanes of a scenario: a dict, JSON text, or the path of a file.

    `seed` (0 to 2^53 - 1) replaces the scenario's seed. Raises ValueError with every problem of the scenario and its
    place. Ctrl-C stops the run.
    """
    report, (columns, kinds) = _aqm.run(text_of(scenario), seed)
    arrays = {name: np.frombuffer(values, dtype=numbers) for name, numbers, values in columns}
    lane = arrays.pop("lane")
    first = {"lane": lane, "queue": np.array(kinds, dtype=object)[lane]}
    return Result(json.loads(report), first | arrays)
