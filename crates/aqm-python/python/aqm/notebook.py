"""The page in a cell of a Jupyter notebook. Needs anywidget."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import anywidget
import pandas as pd
import traitlets
from IPython import get_ipython
from IPython.display import display

from . import _aqm
from .runs import Result, Source, lanes_of, run, text_of
from .sweeps import Rows

_HERE = Path(__file__).parent
_PAGE = _HERE / "page" / "aqm-playground.html.gz"


@dataclass(frozen=True)
class Shown:
    """What the page in a cell has computed so far."""

    version: str
    """Version of the simulator."""
    time_s: float
    """The time up to which the run was computed, s."""
    digests: list[str]
    """The digest of each lane up to this time. Equal runs have equal digests."""
    report: list[dict[str, Any]]
    """The report of each lane since the warm-up, with the names of `aqm run --json`."""

    @cached_property
    def lanes(self) -> pd.DataFrame:
        """One row for each lane: its measures since the warm-up (docs/measures.md), with units in their names."""
        return lanes_of(self.report)


class _Page:
    """The built page. The first widget of a kernel carries it; the browser keeps it for the others."""

    def __init__(self) -> None:
        self._packed: bytes | None = None
        self._is_sent = False

    def packed(self) -> bytes:
        """Returns the page: gzipped HTML."""
        if self._packed is None:
            if not _PAGE.exists():
                raise RuntimeError(
                    "This build of aqm has no page in it. Run `npm run build:python` in the repository, "
                    "and install the wheel that it makes."
                )
            self._packed = _PAGE.read_bytes()
        return self._packed

    def name(self) -> str:
        """Returns the hash of the page."""
        return hashlib.sha256(self.packed()).hexdigest()[:16]

    def first(self) -> bytes:
        """Returns the page at the first call, b'' later."""
        if self._is_sent:
            return b""
        self._is_sent = True
        return self.packed()


_page = _Page()


class Playground(anywidget.AnyWidget):
    """The page in a cell; `aqm.show` makes and shows it.

    The page is removed with the cell, and `scenario` and `results` stay.
    """

    _esm = (_HERE / "cell.js").read_text(encoding="utf-8")
    _css = (_HERE / "cell.css").read_text(encoding="utf-8")
    _page_name = traitlets.Unicode().tag(sync=True)
    _page = traitlets.Bytes().tag(sync=True)
    _height = traitlets.Int().tag(sync=True)
    # What the page is to open: a number that counts, the scenario as JSON, and whether it plays.
    _order = traitlets.Dict().tag(sync=True)
    # What the page tells: web/src/live/notebook/messages.ts.
    _told = traitlets.Dict().tag(sync=True)
    # The rows of a sweep as texts, and the one that is shown.
    _rows = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _row = traitlets.Int().tag(sync=True)

    scenario = traitlets.Any(
        help="The scenario on the page as a dict, with the changes made by hand. To change the page, assign a dict, "
        "JSON text, or the path of a file. `observe` reports both."
    )

    def __init__(self, source: Source | Rows, *, seed: int | None, height: int, play: bool) -> None:
        if height < 200:
            raise ValueError(f"height is {height}; expected at least 200 px")
        self._seed = seed
        self._play = play
        self._is_told = False
        self._known: tuple[str, Result] | None = None
        self._shown_by: int | None = None
        self._sweep: Rows | None = None
        names: list[str] = []
        if isinstance(source, Rows):
            self._sweep = source
            names = source.labels()
            first = source.scenario(0)
        else:
            first = text_of(source)
        checked = _aqm.for_page(first, seed)
        super().__init__(
            _page_name=_page.name(),
            _page=_page.first(),
            _height=height,
            _order={"number": 0, "scenario": checked, "play": play},
            _rows=names if len(names) > 1 else [],
        )
        self._is_told = True
        self.scenario = checked
        self._is_told = False
        self.on_msg(self._answer)

    @traitlets.validate("scenario")
    def _check(self, proposal: Any) -> Any:
        return json.loads(_aqm.for_page(text_of(proposal["value"])))

    @traitlets.observe("scenario")
    def _open(self, change: Any) -> None:
        if not self._is_told:
            number = self._order["number"] + 1
            self._order = {"number": number, "scenario": json.dumps(change["new"]), "play": self._play}

    @traitlets.observe("_told")
    def _take(self, change: Any) -> None:
        told = change["new"]
        # What is on its way when another scenario is opened belongs to the former one.
        if told.get("number") != self._order["number"]:
            return
        self._is_told = True
        try:
            self.scenario = told["scenario"]
        finally:
            self._is_told = False

    @traitlets.observe("_row")
    def _choose(self, change: Any) -> None:
        if self._sweep:
            self.scenario = _aqm.for_page(self._sweep.scenario(change["new"]), self._seed)

    def _answer(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if isinstance(content, dict) and content.get("ask") == "page":
            self.send({"page": self._page_name}, buffers=[_page.packed()])

    @property
    def results(self) -> Result:
        """The results of the whole run of `scenario`: what `aqm.run` returns. The kernel computes them when they are first read."""
        text = json.dumps(self.scenario)
        if self._known is None or self._known[0] != text:
            self._known = (text, run(text))
        return self._known[1]

    @property
    def shown(self) -> Shown | None:
        """What the page has computed of the run so far; None before it has told anything of this scenario."""
        told = self._told
        shown = told.get("shown") if told.get("number") == self._order["number"] else None
        if not shown:
            return None
        return Shown(shown["version"], shown["timeS"], shown["digests"], shown["lanes"])

    def __repr__(self) -> str:
        scenario = self.scenario
        lanes = ", ".join(queue["kind"] for queue in scenario["queues"])
        return f"<aqm.Playground: {scenario.get('title', 'a run')} ({lanes}, {scenario['durationS']} s)>"

    def _ipython_display_(self) -> None:
        shell = get_ipython()
        cell = shell.execution_count if shell else None
        # The last expression of the cell that has shown the page already.
        if cell is not None and cell == self._shown_by:
            return
        self._shown_by = cell
        bundle = self._repr_mimebundle_()
        if bundle is not None:
            data, metadata = bundle
            display({**data, "text/plain": repr(self)}, metadata=metadata, raw=True)


def playground(source: Source | Rows, *, seed: int | None, height: int, play: bool) -> Playground:
    """Makes the page, and shows it in the cell that is being run."""
    if not hasattr(get_ipython(), "kernel"):
        raise RuntimeError(
            "aqm.show works in a Jupyter notebook. For a browser, `aqm open FILE --link --page ADDRESS` makes a link to the page."
        )
    page = Playground(source, seed=seed, height=height, play=play)
    page._ipython_display_()
    return page
