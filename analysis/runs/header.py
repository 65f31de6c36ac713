"""The metadata of a run's file.

The file has one entry of metadata, ``litslab``, a JSON document (`Header`).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from importlib import metadata
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from litslab.analysis.runs.run import Run
from litslab.games.result_json import Hidden
from litslab.games.rules import Rules
from litslab.games.toml import first_mistake

FORMAT = 2
"""The version of the file's columns and metadata."""

KEY = "litslab"
"""The entry of the Parquet file's metadata."""

Occupancy = NDArray[np.uint64]
"""Numbers of final positions in which a square shows a layer: by winning side, layer and square."""

_Count = Annotated[int, Field(ge=0, lt=1 << 63)]


class _HeaderModel(BaseModel):
    """The JSON document of a header."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)

    format: Literal[2]
    version: str
    played_by: Literal["kernel", "rules"]
    record: str
    players: tuple[str, str]
    games: Annotated[int, Field(ge=1, lt=1 << 63)]
    seed: int
    moves: bool
    trace: bool = False
    layers: tuple[str, ...]
    occupancy: list[list[list[_Count]]]


@dataclass(frozen=True)
class Header:
    """The metadata of a run's file."""

    run: Run
    """The run."""
    layers: tuple[str, ...]
    """The layers that a square of a final position can show."""
    occupancy: Hidden[Occupancy] = field(compare=False)
    """Numbers of final positions in which a square shows a layer: by winning side, layer and
    square. The games determine it, so it is not compared.
    """
    version: str
    """The version of litslab."""
    played_by: str
    """``kernel`` or ``rules``: they draw the moves of two random players differently."""

    def to_json(self) -> str:
        """Return the JSON document."""
        document = {
            "format": FORMAT,
            "version": self.version,
            "played_by": self.played_by,
            **asdict(self.run),
            "layers": self.layers,
            "occupancy": self.occupancy.tolist(),
        }
        return json.dumps(document, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Header:
        """Return the header that `to_json` wrote.

        Raises
        ------
        ValueError
            If the text is something else.
        """
        try:
            model = _HeaderModel.model_validate_json(text)
        except ValidationError as error:
            raise ValueError(first_mistake(error, "the document")) from None
        run = Run(model.record, model.players, model.games, model.seed, model.moves, model.trace)
        shape = (2, len(model.layers), run.rules.board.size)
        sizes = {
            (len(model.occupancy), len(side), len(layer))
            for side in model.occupancy
            for layer in side or [[]]
        }
        if sizes != {shape} or model.layers != layer_names(run.rules):
            raise ValueError(
                f"occupancy: expected 2 sides, the layers of the game, and {shape[2]} squares"
            )
        occupancy = np.array(model.occupancy, np.uint64).reshape(shape)
        if (occupancy.sum(axis=0) > model.games).any():
            raise ValueError(
                f"occupancy: a square that shows a layer more often than in each of {model.games} "
                "games"
            )
        return cls(run, model.layers, occupancy, model.version, model.played_by)


def layer_names(rules: Rules) -> tuple[str, ...]:
    """Return the names of the layers that a square can show."""
    return tuple(rules.start().layers())


def new_header(run: Run, occupancy: Occupancy) -> Header:
    """Return the header of a run that this version plays."""
    layers = layer_names(run.rules)
    played_by = "kernel" if run.in_kernel else "rules"
    return Header(run, layers, occupancy, metadata.version("litslab"), played_by)
