"""Write the pages of ``docs/games``, the rules of each game with pictures: run ``python docs/make_games.py``."""

from __future__ import annotations

from pathlib import Path

from litslab.app.documents.rule_texts import RulesDocument
from litslab.games.files import write_new
from litslab.games.rule_text import NAMES, rule_text

PAGES = Path(__file__).parent / "games"


def page(name: str) -> tuple[str, dict[str, str]]:
    """Return the text of a game's page, and its pictures by their file names."""
    rules = RulesDocument.of(name, rule_text(name))
    pictures: dict[str, str] = {}
    parts = [
        f"# {rules.title}",
        f"*By {rules.designer}.* {rules.summary} `litslab rules {name}` prints this page without its pictures.",
    ]
    for section in rules.sections:
        parts += [f"## {section.title}", section.text]
    if rules.examples:
        parts.append("## Legal or not?")
    for number, example in enumerate(rules.examples, start=1):
        file = f"{name}-{number}.svg"
        pictures[file] = example.picture
        verdict = "legal" if example.legal else "illegal"
        picture = f"![{example.move} on {' / '.join(example.board)}]({file})"
        parts += [picture, f"`{example.move}` is {verdict}. {example.says}"]
    if rules.assumed:
        parts += ["## What is assumed here", "\n".join(f"- {text}" for text in rules.assumed)]
        parts.append("[Rules and options](../rules.md) says why.")
    if rules.proved:
        facts = "\n".join(f"- {fact.text} ([results](../{fact.source}))" for fact in rules.proved)
        parts += ["## What is proved", facts]
    if rules.links:
        parts += ["## The designer's pages", "\n".join(f"- [{link.text}]({link.url})" for link in rules.links)]
    return "\n\n".join(parts) + "\n", pictures


def files() -> dict[str, str]:
    """Return every file of the folder by its name."""
    found: dict[str, str] = {}
    for name in NAMES:
        text, pictures = page(name)
        found |= {f"{name}.md": text} | pictures
    return found


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for name, content in files().items():
        write_new(PAGES / name, content, force=True)
