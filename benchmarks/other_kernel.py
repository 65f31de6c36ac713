"""Run a table of ``benchmarks.ablation`` on a kernel that was built without one idea, in a process of its own.

``python -m benchmarks.other_kernel EXTENSION TABLE`` prints the counts of the table's columns as JSON. The extension is
loaded under the name of the kernel's own one, before anything imports the kernel.
"""

from __future__ import annotations

import importlib.util
import json
import sys

EXTENSION = "litslab.kernel._kernel"
"""What the kernel imports its compiled part as."""


def load(path: str) -> None:
    """Let the kernel import the extension at a path as its compiled part."""
    spec = importlib.util.spec_from_file_location(EXTENSION, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[EXTENSION] = module
    spec.loader.exec_module(module)


def main(path: str, table: str) -> None:
    """Print which idea the extension is without, and the counts."""
    load(path)
    from benchmarks.ablation import TABLES, count  # noqa: PLC0415 - imports the kernel, which has to be loaded first

    without: str = sys.modules[EXTENSION].WITHOUT
    print(json.dumps({"without": without, "counts": count(TABLES[table])}))


if __name__ == "__main__":
    main(*sys.argv[1:])
