"""Run ``docs/tour.ipynb`` and write it again with its outputs: ``python docs/make_tour.py``.

The notebook itself is the source. Its outputs keep the pictures and texts and nothing of the machine, so that the file
differs only if the results differ.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

TOUR = Path(__file__).with_name("tour.ipynb")

SECONDS = 600
"""The longest that a cell, the start of its process or the transfer of its outputs may take, even on a busy machine."""


def run_tour() -> Any:
    """Return the notebook with fresh outputs.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails.
    """
    notebook = nbformat.read(TOUR, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        startup_timeout=SECONDS,
        iopub_timeout=SECONDS,
        resources={"metadata": {"path": str(TOUR.parent)}},
    )
    client.execute()
    notebook.metadata = {"kernelspec": notebook.metadata["kernelspec"], "language_info": {"name": "python"}}
    for cell in notebook.cells:
        cell.metadata = {}
        for output in cell.get("outputs", ()):
            output.pop("metadata", None)
            data = output.get("data", {})
            if len(data) > 1:
                data.pop("text/plain", None)  # the picture says it, and it may be long
            if output.output_type in {"display_data", "execute_result"}:
                output.metadata = {}
    nbformat.validate(notebook)
    return notebook


if __name__ == "__main__":
    nbformat.write(run_tour(), TOUR)
