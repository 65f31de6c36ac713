"""Documents of LITS puzzles: the puzzle, and the result of solving, grading, checking or changing
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import RootModel

from litslab.app.documents.base import At, By, Document, Seconds
from litslab.app.text.parts import counted
from litslab.games.geometry import bits
from litslab.games.language import tr, trn
from litslab.games.result_json import plain
from litslab.puzzles.lits.drawing import draw_text
from litslab.puzzles.lits.formats import FORMATS, PuzzleEntry, link_to
from litslab.puzzles.lits.formats.grid import row_texts
from litslab.puzzles.lits.formats.json_form import document
from litslab.puzzles.lits.puzzle import (
    LITS,
    PuzzleAnswer,
    PuzzleSolution,
    SolutionStatus,
    count_text,
    draw_shading,
)

if TYPE_CHECKING:
    from pathlib import Path as FilePath

    from litslab.puzzles.lits.explain import Explanation
    from litslab.puzzles.lits.generate.search import GeneratedPuzzle
    from litslab.puzzles.lits.grade import Grade
    from litslab.puzzles.lits.repair import PuzzleCheck, Repair
    from litslab.puzzles.lits.techniques.path import Path
    from litslab.puzzles.lits.techniques.step import Step
    from litslab.puzzles.lits.techniques.table import RegionTable
    from litslab.puzzles.lits.variants import Variant


def _puzzle_fields(entry: PuzzleEntry) -> dict[str, Any]:
    """Return the fields of a puzzle in its JSON format, without the grade of a collected one."""
    return {name: each for name, each in document(entry).items() if name not in {"label", "score"}}


def _status_fields(answer: PuzzleAnswer) -> dict[str, Any]:
    """Return the fields for the number of solutions: status, squares that differ, regions that
    conflict.
    """
    fields: dict[str, Any] = {"status": answer.status.value}
    if len(answer.solutions) > 1:
        fields["differing"] = answer.puzzle.board.names(answer.differing)
    if answer.conflict is not None:
        name = answer.puzzle.region_name
        fields["conflict"] = [
            Conflict(region=region, at=name(region)) for region in answer.conflict
        ]
    return fields


class PuzzleName(Document):
    """The puzzle that a document is about."""

    id: Annotated[str, At("name")]
    """Its id, else its title, else where it was read; never empty."""
    title: str | None = None
    author: str | None = None
    source: str | None = None
    """The place of its publication."""
    rules: Annotated[
        str | None,
        By(lambda entry, _: None if entry.puzzle.rules is LITS else entry.puzzle.rules.name),
    ] = None
    """Only if they are not those of LITS."""
    rows: Annotated[int, At("puzzle.board.rows")]
    cols: Annotated[int, At("puzzle.board.columns")]
    read_from: str
    """The file and the line, or the text itself."""


class Conflict(Document):
    """A region of a set of regions that have no solution together."""

    region: int
    at: str


class StepDocument(Document):
    """A step of a solution by hand; a trial has the chain of steps that follow from its
    assumption.
    """

    technique: str
    level: int
    text: str
    looks: list[str]
    shaded: list[str]
    unshaded: list[str]
    excluded: list[str]
    chain: list[StepDocument] = []
    other_chain: list[StepDocument] = []
    """Only where both branches of a square are compared: ``chain`` if it is shaded, this if it is
    unshaded.
    """
    contradiction: str | None = None

    @property
    def name(self) -> str:
        """The name of the technique in the language in use."""
        return tr(self.technique)

    @classmethod
    def of(cls, table: RegionTable, step: Step) -> StepDocument:
        """Describe a step; a trial includes the steps that follow."""
        from litslab.puzzles.lits.sentence import sentence  # noqa: PLC0415 - `puzzle solve` needs no technique
        from litslab.puzzles.lits.techniques import BY_NAME  # noqa: PLC0415
        from litslab.puzzles.lits.techniques.wording import placement_text  # noqa: PLC0415

        def names(squares: int) -> list[str]:
            return [table.board.name(square) for square in table.in_reading_order(squares)]

        more: dict[str, Any] = {}
        if step.end is not None or step.other_chain:
            more["chain"] = [cls.of(table, each) for each in step.chain]
        if step.other_chain:
            more["other_chain"] = [cls.of(table, each) for each in step.other_chain]
        if step.end is not None:
            more["contradiction"] = step.end.text
        return cls(
            technique=tr(step.technique),
            level=BY_NAME[step.technique].level,
            text=sentence(table, step),
            looks=names(step.looks),
            shaded=names(step.shaded),
            unshaded=names(step.unshaded),
            excluded=[placement_text(table, placement) for placement in bits(step.excluded)],
            **more,
        )


class ExplanationDocument(Document):
    """Steps from a partly solved puzzle."""

    steps: list[StepDocument]
    complete: Annotated[bool, At("path.is_complete")]
    limited: Annotated[bool, At("path.limited")]
    trials: Annotated[int, At("path.trials")]
    """The number of steps that are trials."""
    assumptions: Annotated[int, At("path.assumptions")]
    """The number of assumptions that were followed in the search for steps."""
    contradiction: str | None = None
    """The contradiction, if the steps prove that there is no solution."""
    before: Annotated[list[str], At("begun")]
    after: list[str]
    solution: list[str] | None

    @classmethod
    def of_explanation(cls, explanation: Explanation) -> Self:
        """Describe an explanation: the steps, and the known squares before and after them."""
        path = explanation.path
        solution = None
        if path.is_complete:
            solution = draw_shading(explanation.puzzle.board, path.state.shaded)
        return cls.made_of(
            explanation,
            steps=[StepDocument.of(explanation.table, step) for step in path.steps],
            contradiction=None if path.contradiction is None else path.contradiction.text,
            after=path.state.rows(),
            solution=solution,
        )


class ReachDocument(Document):
    """The squares that logic alone decides in a puzzle with several solutions or none."""

    decided: Annotated[
        int, By(lambda path, _: (path.state.table.inside & ~path.state.open).bit_count())
    ]
    squares: Annotated[int, By(lambda path, _: path.state.table.inside.bit_count())]
    contradiction: Annotated[str | None, At("contradiction.text")]


class PuzzleStatus(Document):
    """The number of solutions of a puzzle."""

    status: Literal["unique", "multiple", "impossible", "undecided"]
    differing: list[str] = []
    """Squares in which two solutions differ."""
    conflict: list[Conflict] | None = None
    """Regions that have no solution together."""


class PuzzleHintDocument(PuzzleStatus, ExplanationDocument, PuzzleName):
    """`litslab puzzle hint`, per puzzle."""

    reach: ReachDocument | None = None
    """Only for a puzzle with several solutions or none."""

    _text: list[str]

    @classmethod
    def of(
        cls,
        entry: PuzzleEntry,
        answer: PuzzleAnswer,
        found: Explanation,
        path: Path | None = None,
    ) -> Self:
        """Describe the next step; `path` is the whole path in a puzzle with several solutions or
        none.
        """
        more: dict[str, Any] = {} if path is None else {"reach": path}
        explained = dict(ExplanationDocument.of_explanation(found))
        hint = cls.made_of(entry, **_status_fields(answer), **more, **explained)
        steps = step_lines(found)
        if path is not None:
            hint._text = [_flawed_text(answer, path), *steps]
        elif steps:
            hint._text = steps
        elif found.path.is_complete:
            hint._text = [tr("every square is already known")]
        else:
            hint._text = [_standstill(found)]
        return hint

    def lines(self) -> Iterator[str]:
        """Yield the steps; if the solution is not unique, the reach of logic comes first."""
        yield from self._text


class PuzzleAnswerDocument(PuzzleName):
    """`litslab puzzle solve`, per puzzle."""

    status: Literal["unique", "multiple", "impossible", "undecided"]
    solution: list[str] | None
    shapes: list[str | None] | None
    solutions: list[list[str]] = []
    complete: bool | None = None
    """True if ``solutions`` contains all of them."""
    differing: list[str] = []
    conflict: list[Conflict] | None = None
    engine: str
    nodes: int
    seconds: Seconds
    explanation: ExplanationDocument | None = None

    _result: PuzzleEntry
    _answer: PuzzleAnswer
    _explanation: Explanation | None

    @classmethod
    def of(
        cls,
        entry: PuzzleEntry,
        answer: PuzzleAnswer,
        explanation: Explanation | None = None,
    ) -> Self:
        """Describe the answer of a solver."""
        board = answer.puzzle.board
        drawn = [draw_shading(board, solution.shading) for solution in answer.solutions]
        more: dict[str, Any] = {}
        if len(drawn) > 1:
            more["solutions"] = drawn
            more["complete"] = answer.complete
        if explanation is not None:
            more["explanation"] = ExplanationDocument.of_explanation(explanation)
        found = cls.made_of(
            entry,
            **_status_fields(answer),
            solution=drawn[0] if drawn else None,
            shapes=answer.solutions[0].letters() if drawn else None,
            engine=answer.engine,
            nodes=answer.nodes,
            seconds=answer.seconds,
            **more,
        )
        found._answer = answer
        found._explanation = explanation
        return found

    def lines(self, *, alone: bool = False) -> Iterator[str]:
        """Yield the explanation and the answer; the answer comes first if it is not a single
        solution.

        The solutions are drawn if the puzzle is printed `alone`.
        """
        answer = self._answer
        flawed = is_flawed(answer)
        if not flawed:
            yield from _explanation_lines(self._explanation)
        if alone:
            for solution in answer.solutions or (None,):
                yield draw_text(answer.puzzle, solution)
        yield tr(
            "{puzzle}: {status}, {engine}, {milliseconds:.1f} ms",
            puzzle=self._result.label,
            status=status_text(answer),
            engine=answer.engine,
            milliseconds=answer.seconds * 1000,
        )
        if flawed:
            yield from _explanation_lines(self._explanation, flawed=True)


class GradeDocument(Document):
    """The difficulty of a puzzle for a human solver."""

    level: int
    label: str
    score: float | None
    """Null for a puzzle that was not solved."""
    techniques: dict[str, int]
    trials: int
    """The number of trials on the easiest path."""
    concentration: float
    solved: bool
    limited: bool = False
    """True if the limit was reached before the puzzle was solved."""


class PuzzleGradeDocument(PuzzleStatus, PuzzleName):
    """`litslab puzzle grade`, per puzzle; one with several solutions or none has no grade."""

    level: Annotated[int | None, At(None)] = None
    label: Annotated[str | None, At(None)] = None
    score: Annotated[float | None, At(None)] = None
    techniques: dict[str, int] | None = None
    trials: int | None = None
    concentration: float | None = None
    solved: bool = False
    limited: bool = False
    """True if the limit was reached before the puzzle was solved."""
    reach: ReachDocument | None = None
    """Only for a puzzle with several solutions or none."""

    _text: str

    @classmethod
    def of(
        cls,
        entry: PuzzleEntry,
        answer: PuzzleAnswer,
        found: Grade | Path,
    ) -> PuzzleGradeDocument:
        """Describe a grade, or the reach of logic in a puzzle with several solutions or none."""
        from litslab.puzzles.lits.grade import Grade  # noqa: PLC0415

        if isinstance(found, Grade):
            more = plain(found)
            text = _grade_text(found)
        else:
            more = {"reach": found}
            text = _flawed_text(answer, found)
        graded = cls.made_of(entry, **_status_fields(answer), **more)
        graded._text = f"{entry.label}: {text}"
        return graded

    def lines(self) -> Iterator[str]:
        """Yield the grade."""
        yield self._text


def _grade_text(grade: Grade) -> str:
    counts = [f"{technique} {count}" for technique, count in grade.techniques.items()]
    used = ", ".join(counts) or "nothing to find"
    if grade.solved:
        return f"level {grade.label}, score {grade.score}: {used}"
    reason = "limit reached" if grade.limited else "single trials do not solve it"
    return f"level {grade.label}: {used} ({reason})"


class CalibrationEstimate(Document):
    """A correlation, or a median time in seconds, and its interval."""

    puzzles: int
    value: float
    interval: list[float] | None = None
    confidence: float | None = None
    """The probability with which such an interval contains the true number."""

    def text(self, unit: str = "") -> str:
        """Return the value, and its interval if there is one."""
        if self.interval is None:
            return f"{self.value:.2f}{unit}"
        low, high = self.interval
        percent = f"{100 * (self.confidence or 0):.0f} %"
        return f"{self.value:.2f}{unit} ({percent} interval {low:.2f} to {high:.2f}{unit})"


class CalibrationDocument(Document):
    """`litslab puzzle grade --calibrate`."""

    solves: int
    puzzles: int
    left_out: dict[str, int]
    """The number of solves that were not used, by reason."""
    correlations: dict[str, CalibrationEstimate]
    """Spearman's rank correlations over puzzles."""
    levels: dict[str, CalibrationEstimate]
    """The median time in seconds of the puzzles of each level."""
    conclusion: str

    def lines(self) -> Iterator[str]:
        """Yield the solves that were used, the correlations, the times of levels, and the
        conclusion.
        """
        used = f"{counted(self.solves, 'solve')} of {counted(self.puzzles, 'puzzle')}"
        reasons = ", ".join(f"{reason} {count}" for reason, count in self.left_out.items())
        yield f"{used}; left out: {reasons or 'none'}"
        for name, each in self.correlations.items():
            yield f"rank correlation of {name.replace('_', ' ')}: {each.text()}"
        for level, each in self.levels.items():
            yield f"level {level}: {counted(each.puzzles, 'puzzle')}, median {each.text(' s')}"
        yield self.conclusion


class PuzzleGradeAnswer(RootModel[PuzzleGradeDocument | CalibrationDocument]):
    """`litslab puzzle grade`: of each puzzle, or of the times of solvers with ``--calibrate``."""


class PuzzleDocument(Document):
    """A puzzle in the JSON format of `litslab puzzle convert`."""

    id: str
    title: str | None = None
    author: str | None = None
    source: str | None = None
    rows: int
    cols: int
    regions: list[list[int]]
    rules: str | None = None
    """Only if they are not those of LITS."""
    givens: list[str] | None = None
    solution: list[str] | None = None


class GeneratedPuzzleDocument(PuzzleDocument, GradeDocument):
    """`litslab puzzle generate`, per puzzle."""

    elegance: float | None = None
    """The elegance of the puzzle, from 0 to 1."""
    status: Literal["unique"]
    shapes: list[str | None]
    url: str | None
    penpa: str | None = None
    """Only if a puzz.link URL cannot express the puzzle."""
    seed: int
    number: int
    rejected: dict[str, int]
    """The reasons for rejecting earlier candidates, with their numbers."""
    missed: list[str] | None = None
    """Only with --picture: the squares in which the solution differs from the picture."""

    _result: GeneratedPuzzle

    @classmethod
    def of(
        cls,
        generated: GeneratedPuzzle,
        missed: list[str] | None = None,
    ) -> GeneratedPuzzleDocument:
        """Describe a puzzle that was generated."""
        from litslab.puzzles.lits.generate.batch import describe  # noqa: PLC0415 - only `generate` needs the generator

        more: dict[str, Any] = {} if missed is None else {"missed": missed}
        return cls.made_of(generated, **describe(generated), **more)

    def lines(self) -> Iterator[str]:
        """Yield level, score and a link."""
        # A puzz.link URL cannot express givens, and no link can express most rules other than those
        # of LITS.
        link = self.url or self.penpa or "/".join(row_texts(self.regions))
        yield f"{self._result.task.name}: level {self.label}, score {self.score}, {link}"


class PuzzleShowDocument(PuzzleDocument):
    """`litslab puzzle show`, per puzzle."""

    read_from: str
    level: str | None = None
    shapes: list[str | None] | None
    broken: list[str]
    """The rules that the solution in the file breaks."""

    _text: list[str]

    @classmethod
    def of(
        cls,
        entry: PuzzleEntry,
        solution: PuzzleSolution | None,
        broken: list[str],
    ) -> PuzzleShowDocument:
        """Describe a puzzle with its solution, or the rules that the given solution breaks."""
        content = _puzzle_fields(entry)
        content["id"] = entry.name
        content["read_from"] = entry.read_from
        content["solution"] = None
        content["shapes"] = None
        if solution is not None:
            content["solution"] = draw_shading(entry.puzzle.board, solution.shading)
            content["shapes"] = solution.letters()
        shown = cls(**content, broken=broken)
        shown._text = [entry.label, draw_text(entry.puzzle, solution)]
        return shown

    def lines(self) -> Iterator[str]:
        """Yield the drawing, and the rules that the given solution breaks."""
        yield from self._text
        yield from (f"the solution in the file is wrong: {what}" for what in self.broken)


class PuzzleConvertDocument(Document):
    """`litslab puzzle convert`."""

    path: str | None
    format: str
    puzzles: int
    names: list[PuzzleName]
    """The puzzles, in order."""
    text: str
    skipped: list[PuzzleName]
    """The puzzles that the format cannot express."""

    @classmethod
    def of(
        cls,
        entries: list[PuzzleEntry],
        name: str,
        text: str,
        path: FilePath | None = None,
        skipped: Sequence[PuzzleEntry] = (),
    ) -> PuzzleConvertDocument:
        """Describe puzzles that were written in the format of this name, and those that were
        skipped.
        """
        return cls.made_of(
            None,
            path=path,
            format=name,
            puzzles=len(entries),
            names=entries,
            text=text,
            skipped=skipped,
        )

    def lines(self) -> Iterator[str]:
        """Yield the puzzles if they were not written to a file."""
        if self.path is None:
            yield self.text.removesuffix("\n")


class FormatDocument(Document):
    """A format of puzzles."""

    name: str
    title: str


class FormatsDocument(Document):
    """All formats of puzzles."""

    formats: list[FormatDocument]

    @classmethod
    def made(cls) -> Self:
        """Describe the formats that puzzles can be converted to."""
        formats = [
            FormatDocument(name=each.name, title=tr(each.title)) for each in FORMATS.values()
        ]
        return cls(formats=formats)


class BorderMove(Document):
    """A square that moves to an adjacent region; regions are named by their first squares before
    any move.
    """

    square: str
    leaves: str
    joins: str


class PuzzleRepair(Document):
    """Border moves that provably leave a puzzle with exactly one solution."""

    moves: list[BorderMove]
    keeps_solution: bool
    """True if the solution was a solution before the moves, too."""
    regions: list[list[int]]
    solution: list[str]
    url: str | None

    @classmethod
    def of(cls, entry: PuzzleEntry, repair: Repair) -> PuzzleRepair:
        """Describe a repair."""
        puzzle = entry.puzzle
        moves = [
            BorderMove(
                square=puzzle.board.name(each.square),
                leaves=puzzle.region_name(each.leaves),
                joins=puzzle.region_name(each.joins),
            )
            for each in repair.moves
        ]
        return cls.made_of(
            repair,
            moves=moves,
            regions=repair.puzzle.rows(),
            solution=draw_shading(puzzle.board, repair.solution.shading),
            url=link_to(replace(entry, puzzle=repair.puzzle)),
        )


class PuzzleCheckDocument(PuzzleName):
    """`litslab puzzle check`, per puzzle."""

    status: Literal["unique", "multiple", "impossible", "undecided"]
    solutions: int
    """The number of solutions found."""
    complete: bool
    """True if there are no others."""
    differing: list[str]
    """The squares that are shaded in some of the solutions found, but not in all."""
    conflict: list[Conflict] | None = None
    repairs: list[PuzzleRepair]
    searched: bool
    """True if the search for repairs was completed."""
    tried: int

    _result: PuzzleEntry
    _check: PuzzleCheck

    @classmethod
    def of(cls, entry: PuzzleEntry, found: PuzzleCheck) -> Self:
        """Describe the check of a puzzle."""
        answer = found.answer
        status = _status_fields(answer)
        status["differing"] = entry.puzzle.board.names(found.differing)
        check = cls.made_of(
            entry,
            **status,
            solutions=len(answer.solutions),
            complete=answer.complete,
            repairs=[PuzzleRepair.of(entry, repair) for repair in found.repairs],
            searched=found.searched,
            tried=found.tried,
        )
        check._check = found
        return check

    def lines(self, *, repairs: bool = True) -> Iterator[str]:
        """Yield the number of solutions and the repairs; `repairs` says whether these were searched
        for.
        """
        from litslab.puzzles.lits.repair import repair_text  # noqa: PLC0415

        entry = self._result
        yield f"{entry.label}: {self._status_text()}"
        if not is_flawed(self._check.answer):
            return
        described = zip(self._check.repairs, self.repairs, strict=True)
        for number, (repair, shown) in enumerate(described, start=1):
            link = f": {shown.url}" if shown.url else ""
            yield f"{number}. {repair_text(entry.puzzle, repair)}{link}"
        if not self.searched:
            yield "time limit reached before all border moves were tried"
        elif repairs and not self.repairs:
            yield "no repair by moving one or two squares"

    def _status_text(self) -> str:
        answer = self._check.answer
        match answer.status:
            case SolutionStatus.UNIQUE:
                return str(answer.status)
            case SolutionStatus.UNDECIDED:
                return f"{answer.status}: time limit reached"
            case SolutionStatus.MULTIPLE:
                return f"{count_text(answer)}, which differ at {' '.join(self.differing)}"
        if not self.conflict:
            return "no solution"
        regions = ", ".join(each.at for each in self.conflict)
        return f"no solution: the regions at {regions} conflict"


class PuzzleVariantDocument(PuzzleDocument):
    """`litslab puzzle variants`, per variant."""

    variant: str
    of: str
    """The id of the original puzzle."""
    status: Literal["unique", "multiple", "impossible", "undecided"]
    url: str | None

    _result: PuzzleEntry

    @classmethod
    def of_variant(
        cls,
        entry: PuzzleEntry,
        named: PuzzleEntry,
        variant: Variant,
    ) -> PuzzleVariantDocument:
        """Describe a variant of a puzzle; `named` is the variant with its name."""
        content = _puzzle_fields(named)
        content.pop("level", None)
        return cls.made_of(
            named,
            **content,
            variant=variant.name,
            of=entry.name,
            status=variant.status,
            url=link_to(named),
        )

    def lines(self) -> Iterator[str]:
        """Yield the variant and a link."""
        link = f": {self.url}" if self.url else ""
        yield f"{self.variant} {self._result.size}{link}"


class PuzzleBookDocument(Document):
    """`litslab puzzle book`."""

    path: str
    puzzles: int

    def lines(self) -> Iterator[str]:
        """Yield the file and its contents."""
        yield f"wrote {self.path}: {counted(self.puzzles, 'puzzle')}"


def is_flawed(answer: PuzzleAnswer) -> bool:
    """Return whether a puzzle is proved to have several solutions or none."""
    return answer.status in {SolutionStatus.MULTIPLE, SolutionStatus.IMPOSSIBLE}


def status_text(answer: PuzzleAnswer) -> str:
    """Return the number of solutions in words, with the squares that differ or the regions that
    conflict.
    """
    puzzle = answer.puzzle
    match answer.status:
        case SolutionStatus.UNIQUE:
            return tr("unique")
        case SolutionStatus.UNDECIDED:
            return tr("undecided")
        case SolutionStatus.MULTIPLE:
            squares = " ".join(puzzle.board.names(answer.differing))
            return tr(
                "multiple ({solutions}, which differ at {squares})",
                solutions=count_text(answer),
                squares=squares,
            )
    if not answer.conflict:
        return tr("impossible")
    return trn(
        "impossible (the region at {squares} alone has none)",
        "impossible (the regions at {squares} alone have none)",
        len(answer.conflict),
        squares=tr(", ").join(map(puzzle.region_name, answer.conflict)),
    )


def reach_text(path: Path) -> str:
    """Return the reach of logic in words, for a puzzle with several solutions or none."""
    if path.contradiction is not None:
        return trn(
            "logic leads to a contradiction after {count} step: {contradiction}",
            "logic leads to a contradiction after {count} steps: {contradiction}",
            len(path.steps),
            contradiction=path.contradiction.text,
        )
    reach = ReachDocument.made_of(path)
    return tr(
        "logic alone decides {decided} of {squares} squares",
        decided=reach.decided,
        squares=reach.squares,
    )


def _flawed_text(answer: PuzzleAnswer, path: Path) -> str:
    return tr("{status}; {reach}", status=status_text(answer), reach=reach_text(path))


def step_lines(explanation: Explanation) -> list[str]:
    """Return the steps with their numbers, and after a trial the steps that follow from its
    assumption.
    """
    lines = []
    for number, step in enumerate(explanation.path.steps, start=1):
        lines.append(f"{number}. {_with_technique(explanation.table, step)}")
        for inner, each in enumerate((*step.chain, *step.other_chain), start=1):
            lines.append(f"   {number}.{inner} {_with_technique(explanation.table, each)}")
    return lines


def _with_technique(table: RegionTable, step: Step) -> str:
    from litslab.puzzles.lits.sentence import sentence  # noqa: PLC0415

    return tr("{step} ({technique})", step=sentence(table, step), technique=tr(step.technique))


def _explanation_lines(explanation: Explanation | None, *, flawed: bool = False) -> Iterator[str]:
    """Yield the numbered steps, and the reason if they stop short of the solution; nothing without
    an explanation.
    """
    if explanation is None:
        return
    yield from step_lines(explanation)
    path = explanation.path
    if flawed:
        yield reach_text(path)
    elif path.contradiction is not None:
        yield tr("but {contradiction}: there is no solution", contradiction=path.contradiction.text)
    elif not path.is_complete:
        yield _standstill(explanation)


def _standstill(explanation: Explanation) -> str:
    path = explanation.path
    if path.limited:
        return tr(
            "no further step found after following {count} assumptions", count=path.assumptions
        )
    return tr(
        "no further step: no technique decides anything more, as in a puzzle with several solutions"
    )
