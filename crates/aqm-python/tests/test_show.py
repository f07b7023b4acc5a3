"""The page in a notebook, without a browser: what the kernel and the page tell each other. scripts/browsers/notebook.js has the browser."""

import gzip
import json
import sys

import aqm
import pandas as pd
import pytest
from aqm import notebook
from aqm.sweeps import Rows

PAGE = gzip.compress(b"<!doctype html>")


@pytest.fixture(autouse=True)
def built(monkeypatch, tmp_path):
    """A page that is built, and was sent to no browser."""
    path = tmp_path / "page.html.gz"
    path.write_bytes(PAGE)
    monkeypatch.setattr(notebook, "_PAGE", path)
    monkeypatch.setattr(notebook, "_page", notebook._Page())


def open_page(source, seed=None, play=True):
    return notebook.Playground(source, seed=seed, height=640, play=play)


def tell(page, scenario, number=None, shown=None):
    """Does what the page does: it tells its scenario and its results."""
    number = page._order["number"] if number is None else number
    page.set_state({"_told": {"number": number, "scenario": scenario, "shown": shown, "state": "{}"}})


def test_what_is_changed_by_hand_is_read_back(scenario):
    page = open_page(scenario, seed=7)
    assert page.scenario["seed"] == 7
    seen = []
    page.observe(lambda change: seen.append(change["new"]["link"]["rateMbps"]), "scenario")
    before = page._order
    changed = {**page.scenario, "link": {**scenario["link"], "rateMbps": 2}, "changes": []}
    tell(page, changed)
    assert page.scenario["link"]["rateMbps"] == 2
    assert seen == [2]
    assert page._order == before, "the page is not asked to open its own scenario"
    lanes = page.results.report["lanes"]
    assert lanes == aqm.run(changed).report["lanes"]
    assert lanes != aqm.run(scenario, seed=7).report["lanes"]
    assert page.results is page.results, "the run is computed once"


def test_what_the_page_has_computed_has_the_names_of_a_run(scenario):
    page = open_page(scenario)
    assert page.shown is None
    result = aqm.run(scenario)
    digests = [lane["digest"] for lane in result.report["lanes"]]
    shown = {"version": aqm.version(), "timeS": 4, "digests": digests, "lanes": result.report["lanes"]}
    tell(page, scenario, shown=shown)
    assert (page.shown.time_s, page.shown.digests) == (4, digests)
    pd.testing.assert_frame_equal(page.shown.lanes, result.lanes)


def test_a_new_scenario_changes_the_page(scenario, tmp_path):
    page = open_page(scenario, play=False)
    assert page._order["number"] == 0
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps({**scenario, "durationS": 9}))
    page.scenario = path
    assert page.scenario["durationS"] == 9
    assert page._order == {"number": 1, "scenario": json.dumps(page.scenario), "play": False}
    tell(page, scenario, number=0)
    assert page.scenario["durationS"] == 9, "what was on its way belongs to the former scenario"
    assert page.shown is None


def test_problems_have_their_place_and_the_page_stays(scenario):
    page = open_page(scenario)
    with pytest.raises(ValueError, match=r"queues\[0\]\.targetMs is -5; expected "):
        page.scenario = {**scenario, "queues": [{"kind": "codel", "targetMs": -5}]}
    assert page._order["number"] == 0
    assert page.scenario["queues"] == scenario["queues"]
    with pytest.raises(ValueError, match="durationS"):
        open_page({**scenario, "durationS": -1})
    with pytest.raises(ValueError, match="height is 20; expected at least 200 px"):
        notebook.Playground(scenario, seed=None, height=20, play=True)


def test_only_the_first_page_of_a_kernel_carries_the_file(scenario):
    first, second = open_page(scenario), open_page(scenario)
    assert (first._page, second._page) == (PAGE, b"")
    assert first._page_name == second._page_name
    sent = []
    second.send = lambda content, buffers: sent.append((content, buffers))
    second._handle_custom_msg({"ask": "page"}, [])
    second._handle_custom_msg({"ask": "else"}, [])
    assert sent == [({"page": second._page_name}, [PAGE])]


def test_rows_of_a_sweep_open_the_run_behind_them(plan):
    plan["cases"] = [{"name": "short", "set": {"durationS": 3}}, {"name": "long"}]
    table = aqm.sweep(plan)
    chosen = table[(table["queue"] == "red") & (table["case"] == "long")]
    chosen = chosen.sort_values("link.rateMbps", ascending=False).reset_index(drop=True)
    page = open_page(Rows(chosen))
    assert page._rows[0] == "case long, link.rateMbps 100, queue red"
    assert len(page._rows) == 3
    assert page.scenario["link"]["rateMbps"] == 100
    page.set_state({"_row": 2})
    scenario = page.scenario
    assert (scenario["link"]["rateMbps"], scenario["durationS"]) == (1, 4)
    assert page._order["number"] == 1
    # A sweep with one seed measures that run.
    lone = aqm.sweep({**plan, "seeds": {"count": 1}})
    row = lone[(lone["case"] == "long") & (lone["link.rateMbps"] == 1) & (lone["queue"] == "red")].iloc[0]
    measured = page.results.lanes.loc[1]
    assert measured["queueDelayMs.p95"] == row["queueDelayP95MsMean"]
    assert open_page(Rows(row)).scenario == scenario


def test_rows_without_a_plan_are_refused(plan):
    table = aqm.sweep(plan)
    with pytest.raises(ValueError, match="these rows have no plan"):
        Rows(pd.DataFrame({"lane": [0]}))
    with pytest.raises(ValueError, match="there are 0 rows; expected 1 to 1000"):
        Rows(table.iloc[:0])
    with pytest.raises(ValueError, match=r"these rows have no column link\.rateMbps"):
        Rows(table.drop(columns="link.rateMbps"))
    with pytest.raises(ValueError, match="the plan has no row with 55"):
        Rows(table.assign(**{"link.rateMbps": 55}))


def test_what_is_missing_is_named(scenario, monkeypatch, tmp_path):
    with pytest.raises(RuntimeError, match="aqm.show works in a Jupyter notebook"):
        aqm.show(scenario)
    monkeypatch.setattr(notebook, "_PAGE", tmp_path / "none")
    monkeypatch.setattr(notebook, "_page", notebook._Page())
    with pytest.raises(RuntimeError, match="has no page in it. Run `npm run build:python`"):
        open_page(scenario)
    monkeypatch.delitem(sys.modules, "aqm.notebook")
    monkeypatch.delattr(aqm, "notebook")
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ModuleNotFoundError, match=r"needs anywidget, .* pip install 'aqm\[notebook\]'"):
        aqm.show(scenario)
