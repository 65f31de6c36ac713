"""The packages of a release: what an index shows of the README, and the rooms of the sources."""

from __future__ import annotations

import re
import tomllib

from tests.running import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_links_of_the_readme_lead_to_files_of_the_repository() -> None:
    urls = PYPROJECT["project"]["urls"]
    base = urls["Source"]
    assert all(url.startswith(base) for url in urls.values())
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for each in PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"][
        "substitutions"
    ]:
        readme = re.sub(each["pattern"], each["replacement"], readme)
    links = re.findall(r"(!?)\[[^\]]*\]\(([^)#]*)", readme)
    assert {picture for picture, _ in links} == {"", "!"}
    for picture, link in links:
        folder = f"{base}/raw/main/" if picture else f"{base}/blob/main/"
        assert link.startswith(folder)
        assert (ROOT / link.removeprefix(folder)).is_file()


def test_a_wheel_from_the_sources_has_the_rooms_of_the_checkout() -> None:
    override = next(
        each
        for each in PYPROJECT["tool"]["scikit-build"]["overrides"]
        if each["if"].get("from-sdist")
    )
    rooms = {
        name: (ROOT / folder).resolve() for name, folder in override["wheel"]["packages"].items()
    }
    links = [link for link in (ROOT / "litslab").iterdir() if link.is_symlink()]
    assert rooms == {
        "litslab": ROOT / "litslab",
        **{f"litslab/{link.name}": link.resolve() for link in links},
    }


def test_the_citation_and_the_changelog_name_the_version_that_is_released() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    released = re.findall(r"^(?:version|date-released): (.+)$", citation, re.MULTILINE)
    assert released[0] == PYPROJECT["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[(.+)\] - (.+)$", changelog, re.MULTILINE)[0] == tuple(released)
