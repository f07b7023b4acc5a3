"""The Parquet file of the page's sheet "Take away", read by pyarrow."""

import csv
import os
import subprocess
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

PAGE = Path(__file__).parents[3] / "web" / "src"
# Written by web/tests/wasm/samples.test.ts from this scenario.
FILE = PAGE / "shared" / "takeaway" / "testing" / "samples.parquet"
SCENARIO = PAGE / "live" / "measured" / "testing" / "run.json"


def test_metadata_and_types():
    schema = pq.read_schema(FILE)
    assert schema.metadata[b"aqm.seed"] == b"7"
    assert schema.metadata[b"aqm.link"].startswith(b"https://")
    assert b"milliseconds" in schema.metadata[b"aqm.units"]
    types = {field.name: str(field.type) for field in schema}
    assert types["lane"] == "int64"
    assert types["queue"] == "string"
    assert types["time_s"] == "double"
    assert types["queue_delay_mean_ms"] == "float"


def test_numbers_are_those_of_the_command():
    command = os.environ.get("AQM_COMMAND")
    if not command:
        pytest.skip("AQM_COMMAND names no aqm command")
    done = subprocess.run(
        [command, "run", str(SCENARIO), "--csv", "--until", "2"],
        check=True,
        capture_output=True,
        text=True,
    )
    rows = list(csv.DictReader(done.stdout.splitlines()))
    table = pq.read_table(FILE)
    names = [name for name in table.column_names if name != "label"]
    assert names == list(rows[0])
    for name in names:
        values = table[name].to_pylist()
        fields = [row[name] for row in rows]
        if name == "queue":
            assert values == fields
        else:
            single = str(table.schema.field(name).type) == "float"
            assert [None if field == "" else number(field, single) for field in fields] == values


def number(field, single):
    """Returns the number of a field of CSV, rounded to 32 bits if the column has these."""
    return float(np.float32(field)) if single else float(field)
