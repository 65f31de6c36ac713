"""The server against its own OpenAPI document: schemathesis sends requests that the document
allows, and others.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from litslab.app.web.endpoints import ENDPOINTS, PREFIX
from tests.app.web.client import served
from tests.running import PATIENCE, run_python

# An import would take seconds. The plug-in for pytest is turned off in pyproject.toml.
AVAILABLE = importlib.util.find_spec("schemathesis") is not None

# A text that is no record has the type that the document names, and is refused; and a request
# without the type of its body is refused before its method is.
EXCLUDED = "positive_data_acceptance,unsupported_method"

CONFIGURATION = """
[checks.negative_data_rejection]
expected-statuses = [400, 403, 404, 409, 413, 415, 422]
"""
"""A request may break the document by being too large, too."""


@pytest.mark.slow
@pytest.mark.skipif(not AVAILABLE, reason="schemathesis is not installed")
def test_the_server_keeps_to_its_openapi_document(tmp_path: Path) -> None:
    long = "|".join(each.name for each in ENDPOINTS if each.is_long)
    configuration = tmp_path / "schemathesis.toml"
    configuration.write_text(CONFIGURATION)
    with served("--folder", tmp_path) as server:
        code = "from schemathesis.cli import schemathesis; schemathesis()"
        arguments = [
            "--config-file",
            str(configuration),
            "run",
            f"{server.address}{PREFIX}/openapi.json",
            "--exclude-checks",
            EXCLUDED,
            "--seed",
            "1",
            "--max-examples",
            "3",
            "--phases",
            "coverage,fuzzing",
            "--request-timeout",
            str(PATIENCE),
            "--exclude-path-regex",
            f"/({long})$",
            "--generation-deterministic",
        ]
        done = run_python(code, *arguments, cwd=tmp_path)
        assert done.returncode == 0, f"{done.stdout[:4000]} … {done.stdout[-4000:]}{done.stderr}"
        with server.client() as asking:
            assert asking.post("new", json={"game": "wythe"}).status_code == 200
