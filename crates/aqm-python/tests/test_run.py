"""aqm.run and aqm.sweep in this process."""

import io
import json
import os
import signal
import subprocess
import sys
import threading
import time

import aqm
import pandas as pd
import pyarrow.parquet as pq
import pytest


def test_a_run_has_measures_and_series_of_every_lane(scenario):
    result = aqm.run(scenario, seed=3)
    assert result.report["seed"] == 3
    assert list(result.lanes["queue"]) == ["codel", "red"]
    assert result.lanes["utilization"].between(0.5, 1).all()
    assert result.lanes["queueDelayMs.p95"].gt(0).all()
    assert len(result.series) == 2 * 400
    assert result.series["time_s"].max() == pytest.approx(3.99)
    assert result.to_arrow().num_rows == 800


def test_series_are_those_of_the_command(scenario, tmp_path):
    command = os.environ.get("AQM_COMMAND")
    if not command:
        pytest.skip("AQM_COMMAND names no aqm command")
    scenario["link"]["reverse"] = {"rateMbps": 2, "buffer": {"ms": 100}}
    scenario["traffic"].append({"kind": "voip"})
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps(scenario))
    csv = subprocess.run([command, "run", path, "--csv"], check=True, capture_output=True).stdout
    series = aqm.run(scenario).series
    expected = pd.read_csv(io.BytesIO(csv), dtype={"queue": object})
    assert list(series.columns) == list(expected.columns)
    assert {"queue", "reverse_utilization", "group_1_queue_delay_mean_ms", "group_1_mos"} < set(series.columns)
    # The simulator stores values of bins with 32 bits, and the command prints them so that they can be read back.
    types = {name: str(series[name].dtype) for name in series.columns}
    assert types["queue_delay_mean_ms"] == types["group_1_queue_delay_mean_ms"] == "float32"
    assert types["time_s"] == types["group_1_mos"] == "float64"
    expected = expected.astype({name: types[name] for name in types if name != "queue"})
    pd.testing.assert_frame_equal(series, expected, check_exact=True, check_dtype=False)


# The scenario takes much longer than the test waits.
ENDLESS = """
import json, sys, aqm
scenario, plan = json.loads(sys.argv[1]), json.loads(sys.argv[2])
scenario["durationS"] = 3600
scenario["link"]["rateMbps"] = 1000
plan["scenario"]["durationS"] = 60
plan["seeds"] = {"count": 5000}
call = {"run": lambda: aqm.run(scenario), "sweep": lambda: aqm.sweep(plan, threads=2)}[sys.argv[3]]
print("started", flush=True)
try:
    call()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("call", ["run", "sweep"])
def test_control_c_stops_a_call(scenario, plan, call):
    texts = [json.dumps(scenario), json.dumps(plan), call]
    child = subprocess.Popen([sys.executable, "-c", ENDLESS, *texts], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "started\n"
        time.sleep(0.5)
        assert child.poll() is None
        begun = time.monotonic()
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=60)[0] == "interrupted\n"
        assert time.monotonic() - begun < 10
    finally:
        child.kill()


def test_scenarios_are_dicts_texts_or_paths(scenario, tmp_path):
    text = json.dumps(scenario)
    path = tmp_path / "scenario.json"
    path.write_text(text)
    digests = [lane["digest"] for lane in aqm.run(scenario).report["lanes"]]
    for source in (text, path, str(path)):
        assert [lane["digest"] for lane in aqm.run(source).report["lanes"]] == digests
    with pytest.raises(TypeError):
        aqm.run(5)


def test_problems_have_their_place(scenario, plan):
    scenario["queues"][0]["targetMs"] = -5
    with pytest.raises(ValueError, match=r"queues\[0\]\.targetMs is -5; expected "):
        aqm.run(scenario)
    scenario["queues"][0].pop("targetMs")
    plan["vary"][0]["path"] = "link.rateMpbs"
    with pytest.raises(ValueError, match="rateMbps"):
        aqm.sweep(plan)


def test_values_that_a_change_replaces_are_told(plan):
    plan["seeds"]["count"] = 1
    plan["scenario"]["changes"] = [{"atS": 2, "set": "link.rateMbps", "to": 9}]
    with pytest.warns(UserWarning, match=r"changes\[0\] sets link.rateMbps at 2 s"):
        aqm.sweep(plan)
    plan["scenario"]["changes"][0]["atS"] = 0
    with pytest.raises(ValueError, match="which has no effect"):
        aqm.sweep(plan)


def test_a_sweep_equals_that_of_the_command(plan, tmp_path):
    command = os.environ.get("AQM_COMMAND")
    if not command:
        pytest.skip("AQM_COMMAND names no aqm command")
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(plan))
    out = tmp_path / "table.csv"
    subprocess.run([command, "sweep", path, "--csv", "--output", out], check=True)
    pd.testing.assert_frame_equal(aqm.sweep(plan, threads=2), pd.read_csv(out), check_exact=True)


def test_a_parquet_file_of_the_command_is_the_table_of_a_sweep(plan, tmp_path):
    command = os.environ.get("AQM_COMMAND")
    if not command:
        pytest.skip("AQM_COMMAND names no aqm command")
    plan["cases"] = [{"name": "wide, fast"}, {"name": "slow", "set": {"durationS": 3}}]
    plan["measures"] = ["queueDelayMs.p95", "packets.sent", "groups.0.mos"]
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(plan))
    out = tmp_path / "table.parquet"
    subprocess.run([command, "sweep", path, "--output", out], check=True)
    table = pq.read_table(out)
    types = {field.name: str(field.type) for field in table.schema}
    assert types["case"] == types["queue"] == "string"
    assert types["lane"] == types["seeds"] == "int64"
    assert types["queueDelayP95MsMean"] == "double"
    assert table["group0MosMean"].null_count == table.num_rows, "bulk flows have no such result"
    metadata = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    assert json.loads(metadata["aqm.plan"])["measures"] == plan["measures"]
    assert metadata["aqm.version"] == aqm.__version__
    expected = aqm.sweep(plan, threads=2)
    pd.testing.assert_frame_equal(pd.read_parquet(out), expected, check_exact=True, check_dtype=False)


def test_other_threads_go_on_while_a_run_simulates(scenario):
    scenario["durationS"] = 300
    scenario["link"]["rateMbps"] = 50
    thread = threading.Thread(target=aqm.run, args=(scenario,))
    thread.start()
    ticks = 0
    while thread.is_alive():
        ticks += 1
        time.sleep(0.005)
    assert ticks > 5
