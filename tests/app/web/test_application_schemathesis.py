"""The server against its own OpenAPI document: schemathesis sends what the document allows, and what it does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from litslab.app.web.endpoints import ENDPOINTS, PREFIX
from tests.app.web.client import served
from tests.running import PATIENCE, prepared

# Not imported, as its plug-in would take part in the other tests.
AVAILABLE = not subprocess.run(
    [sys.executable, "-c", "import schemathesis.cli"], check=False, capture_output=True
).returncode

# A text that is no record has the type that the document names, and is refused; and a request without the type of its
# body is refused before its method is.
EXCLUDED = "positive_data_acceptance,unsupported_method"


@pytest.mark.slow
@pytest.mark.skipif(not AVAILABLE, reason="schemathesis is not installed")
def test_the_server_keeps_to_its_openapi_document(tmp_path: Path) -> None:
    long = "|".join(each.name for each in ENDPOINTS if each.streams)
    with served("--folder", tmp_path) as server:
        code = "from schemathesis.cli import schemathesis; schemathesis()"
        arguments = [
            "run", f"{server.address}{PREFIX}/openapi.json", "--exclude-checks", EXCLUDED, "--seed", "1",
            "--max-examples", "20", "--phases", "coverage,fuzzing", "--request-timeout", str(PATIENCE),
            "--exclude-path-regex", f"/({long})$", "--generation-deterministic",
        ]  # fmt: skip
        done = subprocess.run(
            prepared(sys.executable, "-c", code, *arguments), cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        with server.client() as asking:
            assert asking.post("new", json={"game": "wythe"}).status_code == 200
