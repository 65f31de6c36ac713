"""Write the types of the API's requests and answers for the page: ``app/web/api.d.ts``.

``make types`` runs this after a change of the documents. openapi-typescript, one of the tools of
``package.json``, writes the types; the first line names the document from which they come, so that
a test knows without the tool whether they are up to date.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litslab.app.web.application import openapi

ROOT = Path(__file__).resolve().parents[1]
TYPES = ROOT / "app" / "web" / "api.d.ts"
TOOL = ROOT / "node_modules" / "openapi-typescript" / "bin" / "cli.js"


@dataclass(frozen=True)
class Source:
    """What the types are written from.

    Attributes
    ----------
    document : str
        The OpenAPI document without its paths, of which `questions` says what counts.
    questions : str
        An interface with the types of each question, by its name: what is sent, if anything is, and
        the answer.
    """

    document: str
    questions: str

    @property
    def first_line(self) -> str:
        """The line that names the document from which types are written."""
        digest = hashlib.sha256((self.document + self.questions).encode()).hexdigest()
        return f"// From the OpenAPI document {digest}"


def source() -> Source:
    """Return what the types are written from."""
    whole = openapi()
    return Source(_document(whole), _questions(whole))


def _document(whole: dict[str, Any]) -> str:
    version = {"title": whole["info"]["title"], "version": "0"}
    kept = {"openapi": whole["openapi"], "info": version, "paths": {}}
    return json.dumps(kept | {"components": whole["components"]}, ensure_ascii=False)


def _questions(whole: dict[str, Any]) -> str:
    lines = ["export interface questions {"]
    for path, methods in whole["paths"].items():
        (question,) = methods.values()
        sent = _type_of(question["requestBody"]) if "requestBody" in question else "undefined"
        answer = _type_of(question["responses"]["200"])
        lines.append(f"    {path.rpartition('/')[2]}: {{ body: {sent}; answer: {answer} }};")
    return "\n".join([*lines, "}\n"])


def _type_of(part: dict[str, Any]) -> str:
    """Return the type of the JSON of a request or a response."""
    reference = part["content"]["application/json"]["schema"]["$ref"]
    return f'components["schemas"]["{reference.rpartition("/")[2]}"]'


def main() -> None:
    """Write the types."""
    types = source()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "openapi.json"
        file.write_text(types.document, encoding="utf-8")
        made = subprocess.run(
            ["node", TOOL, file], check=True, capture_output=True, text=True, encoding="utf-8"
        )
    TYPES.write_text(f"{types.first_line}\n{made.stdout}{types.questions}", encoding="utf-8")


if __name__ == "__main__":
    main()
