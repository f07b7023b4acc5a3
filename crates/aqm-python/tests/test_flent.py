"""The data files of `aqm run --flent`, read by Flent itself."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

FLENT = Path(sys.executable).with_name("flent")


@pytest.fixture
def files(scenario, tmp_path):
    command = os.environ.get("AQM_COMMAND")
    if not command:
        pytest.skip("AQM_COMMAND names no aqm command")
    if not FLENT.exists():
        pytest.skip("needs flent 2.3.0, installed with pip in the environment of the tests")
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(scenario))
    subprocess.run(
        [command, "run", str(file), "--flent", str(tmp_path / "run.flent.gz")],
        check=True,
        capture_output=True,
    )
    return [tmp_path / f"run-{lane}.flent.gz" for lane in (0, 1)]


def flent(file, *args):
    """Returns what Flent makes of a file."""
    output = file.with_suffix(".out")
    command = [FLENT, "-i", file, "-o", output, *args]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "ERROR" not in said and "WARNING" not in said, said
    return output.read_text()


def test_flent_tabulates_the_totals_of_each_lane(files):
    for file in files:
        rows = list(csv.DictReader(flent(file, "-p", "totals", "-f", "csv").splitlines()))
        assert len(rows) == 40
        assert [row["tcp_nup"] for row in rows[:2]] == ["0.1", "0.2"]
        late = rows[20:]
        pings = [float(row["Ping (ms) ICMP"]) for row in late]
        assert all(20 <= ping < 130 for ping in pings)
        rates = [float(row["TCP upload sum"]) for row in late]
        assert 4 < sum(rates) / len(rates) <= 5
        flows = [float(row["TCP upload::1"]) + float(row["TCP upload::2"]) for row in late]
        assert all(1 < flow < 5 for flow in flows)


def test_flent_summarises_pings_flows_and_the_qdisc(files):
    text = flent(files[0], "-f", "summary")
    lines = {line.split(" : ")[0].strip(): line for line in text.splitlines() if " : " in line}
    assert "ms" in lines["Ping (ms) ICMP"]
    assert "Mbits/s" in lines["TCP upload sum"]
    assert "Mbits/s" in lines["TCP upload::2"]
    assert "packets" in lines["qdisc_stats_bottleneck::dropped"]
    metadata = json.loads(flent(files[0], "-f", "metadata"))
    assert metadata[0]["AQM_PLAYGROUND"]["queue"] == "codel"
