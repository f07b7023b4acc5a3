"""The cells of docs/python.ipynb run in order."""

import json
from pathlib import Path

NOTEBOOK = Path(__file__).parents[3] / "docs" / "python.ipynb"


def test_the_cells_of_the_notebook_run(monkeypatch):
    monkeypatch.chdir(NOTEBOOK.parent)
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert len(sources) >= 4
    names = {"__name__": "notebook"}
    for number, source in enumerate(sources):
        exec(compile(source, f"cell {number}", "exec"), names)  # noqa: S102
    assert len(names["table"]) == len(names["again"])
