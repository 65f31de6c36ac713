"""Folders of generated studies, which a later run of the same request goes on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from litslab.games.errors import GameError
from litslab.games.record import Record
from litslab.games.record_toml import dumps
from litslab.games.sources import load
from litslab.jobs.folder import ResumableFolder
from litslab.puzzles.studies.spec import StudySpec
from litslab.puzzles.studies.task import GeneratedStudy, StudyTask


class StudyFileError(GameError):
    """A file that does not belong to the request of its folder: its text says what was expected
    instead.
    """


class StudyFolder(ResumableFolder):
    """A folder of generated studies, open for one process: a context manager.

    Parameters
    ----------
    path : Path
        The folder; it is made where it is missing.
    spec : StudySpec
        Specification of the studies.
    seed : int
        Their seed.

    Raises
    ------
    FolderError
        On entering, if the folder holds studies of another request, or another process uses it.
    FileError
        If something cannot be written; the studies before it stay.
    """

    def __init__(self, path: Path, spec: StudySpec, seed: int) -> None:
        plain = vars(spec) | {"rules": dumps(Record(spec.rules, ()))}
        request = json.dumps({"seed": seed, "spec": plain}, sort_keys=True, ensure_ascii=False)
        super().__init__(path, request, contents="studies")

    def load(self, task: StudyTask) -> GeneratedStudy | None:
        """Return the study of a task that an earlier run left, if any.

        Raises
        ------
        StudyFileError
            If its file is not of this request.
        RecordError
            If it is no record.
        """
        path = self.path / f"{task.name}.toml"
        return GeneratedStudy(task, _read(path, task), existing=True) if path.exists() else None

    def add(self, generated: GeneratedStudy) -> None:
        """Write a study."""
        assert generated.record is not None
        self.write(f"{generated.task.name}.toml", dumps(generated.record))


def _read(path: Path, task: StudyTask) -> Record:
    """Return the record of a file, if it is the study of a task."""
    record = load(path)
    spec = task.spec
    claim = record.study
    rules = (record.rules, spec.rules)
    wrong = f"{path}: not a study of this request"
    if spec.fresh_boards:  # every game has a board of its own
        rules = (record.rules.without_setup(), spec.rules.without_setup())
    if claim is None or rules[0] != rules[1]:
        raise StudyFileError(f"{wrong}: expected one of {spec.rules.title} with its options")
    said: tuple[Any, ...] = (claim.plies, claim.seed, claim.number)
    if said != (spec.plies, task.seed, task.number) or (spec.surprise and not claim.surprise):
        raise StudyFileError(f"{wrong}: expected {spec.plies} plies, seed {task.seed}")
    return record
