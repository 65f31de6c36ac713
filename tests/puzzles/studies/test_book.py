"""Booklets of studies: the positions in order, the rules of their games, and each winning move only at the end."""

import io
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest

from litslab.games.notation import format_move
from litslab.games.record import dumps, load
from litslab.games.registry import GAMES
from litslab.puzzles.booklet import Booklet, render
from litslab.puzzles.studies.book import RULES, SURPRISE, StudyBookError, read_studies, study_entries, study_rules

STUDIES = Path(__file__).parents[3] / "docs" / "examples" / "studies"


@pytest.mark.slow
def test_a_booklet_of_the_examples_has_its_pages_and_says_the_moves_at_the_end() -> None:
    studies = read_studies([STUDIES])
    assert len(studies) == 12
    studies = studies[::2]
    made = render(Booklet("Studies", "", study_rules(studies), tuple(study_entries(studies))))
    texts = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages]
    assert len(texts) == 1 + 2 + 1
    for record in studies:
        assert record.rules.title in texts[0]
    solutions = "".join(texts[3:]).replace("\n", "")
    for number, record in enumerate(studies, start=1):
        page = texts[1 + (number - 1) // 4]
        assert record.study is not None
        move = format_move(record.study.solution, record.rules)
        assert f"{number}. " in page
        assert f"level {record.study.level}" in page
        assert move in solutions
        assert move not in "".join(texts[:3])


def test_only_the_rules_of_the_games_that_occur_are_told() -> None:
    studies = read_studies(sorted(STUDIES.glob("wythe-*.toml")))
    assert set(RULES) == set(GAMES)
    assert study_rules(studies)[-1] == RULES["wythe"]
    assert sum(text in study_rules(studies) for text in RULES.values()) == 1
    assert SURPRISE in study_rules(studies)
    (first, *others) = studies
    assert first.study is not None
    plain = replace(first, study=replace(first.study, surprise=False))
    assert SURPRISE not in study_rules([plain, *others])


def test_what_is_no_study_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StudyBookError, match="no records there"):
        read_studies([tmp_path])
    path = tmp_path / "game.toml"
    path.write_text(dumps(replace(load(next(STUDIES.glob("*.toml"))), study=None)))
    with pytest.raises(StudyBookError, match=r"game\.toml: no \[study\] table"):
        read_studies([path])
