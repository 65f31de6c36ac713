"""Explanations in Japanese: every technique has a name and sentences, and no English is left in
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from litslab.games.language import tr, using
from litslab.puzzles.lits.check import Rule
from litslab.puzzles.lits.collection import collected
from litslab.puzzles.lits.explain import explain, frames
from litslab.puzzles.lits.explanation_document import save_explanation
from litslab.puzzles.lits.frame import Frame
from litslab.puzzles.lits.hint import hint
from litslab.puzzles.lits.partial_state import StateError
from litslab.puzzles.lits.sentence import sentence
from litslab.puzzles.lits.techniques.trial import Budget, TrialSearch
from tests.puzzles.lits.test_trial import SHARED, stalled
from tests.puzzles.making import lettered

JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")
ENGLISH = re.compile(
    r"[A-Za-z]{2}|\{|\s[、。]|[ぁ-ヶ一-龠](?: [ぁ-ヶ一-龠]|[A-Za-z0-9])|[A-Za-z0-9][ぁ-ヶ一-龠]"
)
"""Two letters in a row, since squares and tetrominoes have one; and spaces or braces that a
template left or lacks.
"""


def check(text: str) -> None:
    assert JAPANESE.search(text), text
    assert not ENGLISH.search(text), text


def flat(shown: Iterable[Frame]) -> Iterator[Frame]:
    for frame in shown:
        yield frame
        yield from flat(frame.inner)


@pytest.mark.parametrize("number", range(40, 1000, 50))
def test_every_sentence_of_a_collected_puzzle_is_japanese(number: int) -> None:
    explanation = explain(collected(number).puzzle)
    with using("ja"):
        shown = list(flat(frames(explanation)))
    assert shown
    for frame in shown:
        check(frame.title)
        check(frame.caption)
        assert frame.caption.endswith("。")


def test_trials_and_what_goes_wrong_are_told() -> None:
    state = stalled(SHARED)
    search = TrialSearch(Budget(500))
    trial = search.nested(state)
    assert trial is not None
    with using("ja"):
        for step in (trial, *search.shared_conclusions(state, {})):
            check(sentence(state.table, step))
        assert sentence(state.table, replace(trial, chain=())) == (
            "a3 が白マスだとすると、d3 を含む 8 個の黒マスがほかの黒マスとつながれなくなります。"
            "したがって、a3 は黒マスです。"
        )
        for rule in Rule:
            check(tr(rule))


def test_a_wrong_state_is_told_in_japanese() -> None:
    puzzle = lettered("AAAA/BBBB")
    for rows, told in ((["##??", "##??"], "2×2 のかたまり"), ([".???", "????"], "テトロミノ")):
        with using("ja"), pytest.raises(StateError, match=told) as wrong:
            hint(puzzle, rows)
        check(str(wrong.value))


def test_an_explanation_is_told_in_the_language_of_each_file(tmp_path: Path) -> None:
    explanation = explain("lits/4/4/9q02jg")
    save_explanation(explanation, tmp_path / "way.html", lang="ja")
    save_explanation(explanation, tmp_path / "en.html")
    text = (tmp_path / "way.html").read_text(encoding="utf-8")
    for part in (
        '<html lang="ja">',
        " の解き方</title>",
        "<b>黄色</b>は手順で注目するところ、",
        "廊下中央の黒",
    ):
        assert part in text
    assert not JAPANESE.search((tmp_path / "en.html").read_text(encoding="utf-8"))
