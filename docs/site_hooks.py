"""Additions of the documentation site to MkDocs: the tour, a page made of the notebook
``docs/tour.ipynb``, and the commands on the page of the command line, made from the code.

The notebook is stored with its outputs and a test runs it, so the page needs no second copy of
either.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from benchmarks.measure import with_block
from docs.command_line import reference

NOTEBOOK = Path(__file__).with_name("tour.ipynb")
NOTE = "This page is the notebook [tour.ipynb](tour.ipynb), to run and to change in Jupyter.\n"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the tour's page and its pictures."""
    page, pictures = tour_page(json.loads(NOTEBOOK.read_text(encoding="utf-8")))
    for name, content in {"tour.md": page, **pictures}.items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Add the commands to the page of the command line."""
    if page.file.src_uri != "cli.md":
        return markdown
    return with_block(markdown, "commands", reference())


def tour_page(notebook: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Return a notebook as a Markdown page, and the pictures that it shows by their paths."""
    parts: list[str] = []
    pictures: dict[str, str] = {}
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            if len(parts) == 1:
                parts.append(NOTE)
            continue
        # The rest is Jupyter's own.
        code = "\n".join(line for line in source.splitlines() if not line.startswith("%"))
        parts.append(f"```python\n{code}\n```")
        for kind, content in outputs(cell):
            if kind == "text":
                parts.append(f"```text\n{content.rstrip()}\n```")
                continue
            for drawing in drawings(content):
                path = f"pictures/tour/{len(pictures) + 1:02}.svg"
                pictures[path] = drawing
                parts.append(f"![Output of the cell above]({path})")
    return "\n\n".join(parts) + "\n", pictures


def outputs(cell: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the outputs of a cell: ``text``, or ``svg`` with one picture or more."""
    for output in cell["outputs"]:
        data = output.get("data", {"text/plain": output.get("text", "")})
        drawn = "".join(data.get("image/svg+xml") or data.get("text/html") or "")
        yield ("svg", drawn) if drawn else ("text", "".join(data["text/plain"]))


def drawings(markup: str) -> Iterator[str]:
    """Yield each whole SVG picture in an output."""
    for part in markup.split("<svg")[1:]:
        yield f"<svg{part.partition('</svg>')[0]}</svg>\n"
