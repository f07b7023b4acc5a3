"""The simulator. `aqm` is the public interface; these functions take and return JSON, lists and bytes."""

from collections.abc import Sequence
from typing import final

__all__ = ["Sweep", "for_page", "run", "version"]

def run(
    scenario: str, seed: int | None = None
) -> tuple[str, tuple[list[tuple[str, str, bytes]], list[str]]]:
    """Runs a scenario. Returns the report as JSON, and the time series: the columns (name, type as of NumPy, values),
    and the kind of each lane's queue."""

def for_page(scenario: str, seed: int | None = None) -> str:
    """Checks whether the page can run a scenario. Returns it in its canonical form, as JSON."""

def version() -> str:
    """Returns the version of the simulator. Equal versions have equal results."""

@final
class Sweep:
    """All runs of a plan."""

    def __new__(cls, plan: str) -> Sweep:
        """Expands and checks a plan, given as JSON."""

    def weights(self) -> list[float]:
        """Returns the relative cost of each run."""

    def measure(self, runs: Sequence[int], threads: int) -> list[list[float | None]]:
        """Makes these runs on `threads` threads. Returns the measures of each; None if there was nothing to measure."""

    def keys(self) -> str:
        """Returns the rows of the table without results, as CSV."""

    def scenario(self, row: int) -> str:
        """Returns the scenario of a row of the table with its first seed, as JSON."""

    def csv(self, measured: Sequence[Sequence[float | None]]) -> tuple[str, list[str]]:
        """Returns the table of all runs as CSV, and the notes about it."""
