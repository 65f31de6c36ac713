"""What pictures of steps show: every placement that a step rules out, those that it compares, the steps of trials."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from litslab.games.geometry import bits
from litslab.puzzles.lits.explain import Explanation, explain, frames, frames_of, sentence
from litslab.puzzles.lits.formats import read_one
from litslab.puzzles.lits.svg import Frame, draw_frames
from litslab.puzzles.lits.techniques.path import start
from litslab.puzzles.lits.techniques.state import Contradiction, Step, placement_text

PUZZLE = read_one("lits/6/5/4gq64cb2g6").puzzle


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    return explain(PUZZLE)


def test_every_placement_that_a_step_rules_out_is_drawn_with_its_number(explanation: Explanation) -> None:
    table = explanation.table
    steps, shown = explanation.path.steps, frames(explanation)
    assert len(shown) == len(steps)
    assert max(step.excluded.bit_count() for step in steps) > 4  # more than a sentence lists
    for step, frame in zip(steps, shown, strict=True):
        indices = list(bits(step.excluded))
        assert [panel.squares for panel in frame.excluded] == [table.masks[index] for index in indices]
        assert [panel.region for panel in frame.excluded] == [table.owners[index] for index in indices]
        names = [placement_text(table, index) for index in indices]
        assert [panel.label for panel in frame.excluded] == [
            f"{number} {name[0]}" for number, name in enumerate(names, start=1)
        ]
        (picture,) = draw_frames(PUZZLE, [frame])
        drawn = [
            element.get("data-squares")
            for element in ET.fromstring(picture).iter()
            if element.get("class") == "placement"
        ]
        panels = (*frame.excluded, *frame.left)
        assert drawn == [" ".join(table.board.name(square) for square in bits(panel.squares)) for panel in panels]
        height = re.search(r'height="(\d+)"', picture)
        plain = re.search(r'height="(\d+)"', draw_frames(PUZZLE, [replace(frame, excluded=(), left=())])[0])
        assert height is not None
        assert plain is not None
        assert (int(height[1]) > int(plain[1])) == bool(panels)


def test_a_step_that_compares_what_is_left_shows_it(explanation: Explanation) -> None:
    steps, shown = explanation.path.steps, frames(explanation)
    compared = [(step, frame) for step, frame in zip(steps, shown, strict=True) if frame.left]
    assert compared
    for step, frame in compared:
        for panel in frame.left:
            assert not step.shaded & ~panel.squares  # each covers what the step shades
            assert not step.unshaded & panel.squares  # and none what it unshades


def test_the_steps_of_a_trial_are_drawn_up_to_the_contradiction() -> None:
    state = start(PUZZLE)
    squares = 1 << PUZZLE.board.parse("a1")
    inner = Step("overlap", 1, squares, shaded=1 << PUZZLE.board.parse("b1"))
    end = Contradiction("this cannot be", 1, squares)
    trial = Step("trial", 1, squares, unshaded=squares, key=squares, chain=(inner,), end=end)
    (frame,) = frames_of(state, [trial], lambda *_: "told")
    first, last = frame.inner
    assert (first.title, last.title, last.caption) == ("1.1. overlap", "1.2. contradiction", "This cannot be.")
    assert first.supposed == last.supposed == squares
    assert first.shaded & squares  # supposed shaded, as the trial unshades it
    assert last.shaded == squares | inner.shaded
    assert not frame.shaded & squares
    assert frame.unshaded & squares


def test_every_trial_of_a_puzzle_has_its_steps(explanation: Explanation) -> None:
    told = {frame.title: frame for frame in frames(explanation)}
    trials = [step for step in explanation.path.steps if step.end is not None]
    for number, step in enumerate(explanation.path.steps, start=1):
        inner = told[f"{number}. {step.technique}"].inner
        if step.end is None and not step.chain:
            assert inner == ()
        elif step.end is not None:
            assert len(inner) == len(step.chain) + 1
            assert [frame.caption for frame in inner[:-1]] == [sentence(explanation.table, each) for each in step.chain]
    assert trials or all(not frame.inner for frame in told.values())


def test_what_is_supposed_is_outlined() -> None:
    (picture,) = draw_frames(PUZZLE, [Frame(1, supposed=1)])
    outlined = [each for each in ET.fromstring(picture).iter() if each.get("class") == "supposed"]
    assert [each.get("data-squares") for each in outlined] == ["a1"]
