"""`aqm.show`, which needs no other package until it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from .runs import Source
from .sweeps import Rows

if TYPE_CHECKING:
    from .notebook import Playground


def show(
    source: Source | pd.DataFrame | pd.Series, *, seed: int | None = None, height: int = 640, play: bool = True
) -> Playground:
    """Shows the page in a cell of a Jupyter notebook, and returns it. Needs anywidget: `pip install 'aqm[notebook]'`.

    `source` is a scenario (a dict, JSON text, or the path of a file), a table of `aqm.sweep`, or rows of one. Of a table
    the page shows the run behind the first row, with a menu of the others (at most 1000).

    `seed` replaces the scenario's seed; a row of a sweep has the first seed of its plan. `height` is in px. With
    `play=False` the run waits for Play.

    The returned object has `scenario` (what is on the page, with the changes made by hand; assign to it to change the
    page), `results` (the whole run of that scenario, as of `aqm.run`) and `shown` (what the page has computed so far).

    Raises ValueError with every problem of the scenario and its place, also if it is too large for the page.
    """
    try:
        from .notebook import playground
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"aqm.show needs {error.name}, which is not installed. Install it with: pip install 'aqm[notebook]'",
            name=error.name,
        ) from error
    rows = Rows(source) if isinstance(source, (pd.DataFrame, pd.Series)) else source
    return playground(rows, seed=seed, height=height, play=play)
