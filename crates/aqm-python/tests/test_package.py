"""What the package holds beside its functions."""

import subprocess
import sys
from pathlib import Path

import aqm
import pytest

CRATE = Path(__file__).parents[1]
ROOT = CRATE.parents[1]


@pytest.mark.parametrize("name", ["LICENSE-MIT", "LICENSE-APACHE"])
def test_licences_are_those_of_the_repository(name):
    assert (CRATE / name).read_bytes() == (ROOT / name).read_bytes()


def test_types_of_the_module_and_the_package_hold(tmp_path):
    settings, package = CRATE / "pyproject.toml", Path(aqm.__file__).parent
    cache = ["--cache-dir", str(tmp_path)]
    for command in (
        ["mypy", "--config-file", settings, *cache, package],
        ["mypy.stubtest", "--mypy-config-file", settings, "aqm._aqm"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command], capture_output=True, text=True, cwd=tmp_path, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_public_functions_have_docstrings():
    for name in aqm.__all__:
        assert getattr(aqm, name).__doc__, name
