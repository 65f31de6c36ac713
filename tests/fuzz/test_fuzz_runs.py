"""Damaged runs: Parquet files with other bytes, other metadata, and other columns and values than
`simulate` writes.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from litslab.analysis.runs.header import KEY
from litslab.app.cli import main
from tests.fuzz.harness import check_answers
from tests.fuzz.mutations import damage_bytes, damage_json


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("runs")
    paths = []
    for game, size in (("taiji", "3"), ("battle-of-lits", "5"), ("tailits+taiji", "5")):
        path = folder / f"{game}.parquet"
        command = [
            "simulate",
            game,
            "--size",
            size,
            "-n",
            "20",
            "--moves",
            "--workers",
            "1",
            "-o",
            str(path),
        ]
        assert main(command) == 0
        paths.append(path)
    return paths


def command_on(path: Path, rng: random.Random) -> list[str]:
    """Return a command that reads a run; the names of its pictures are refused once it is read, so
    none is drawn.
    """
    kinds = (
        "heatmap FILE --winner nobody",
        "heatmap FILE --layer nothing",
        "compare FILE FILE --column nothing",
    )
    words = [str(path) if word == "FILE" else word for word in rng.choice(kinds).split()]
    return ["plot", *words, "-o", str(path.with_suffix(".svg")), "--force", "--json"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bytes", "metadata", "rows"])
def test_runs(
    kind: str,
    runs: list[Path],
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """Any bytes; metadata of another type, NaN, numbers outside 64 bits; other columns, types and
    values.
    """
    path = tmp_path / "run.parquet"

    def damaged(rng: random.Random) -> list[str]:
        run = rng.choice(runs)
        if kind == "bytes":
            path.write_bytes(damage_bytes(run.read_bytes(), rng))
            return command_on(path, rng)
        rows = pl.read_parquet(run)
        metadata = pl.read_parquet_metadata(run)[KEY]
        if kind == "metadata":
            metadata = damage_json(metadata, rng).encode(errors="replace").decode()
        else:
            rows = damage_rows(rows, rng)
        rows.write_parquet(path, metadata={KEY: metadata})
        command = command_on(path, rng)
        return (
            command
            if kind == "metadata" or rng.random() < 0.9
            else ["plot", "lengths", str(path), *command[-4:]]
        )

    check_answers(capfd, f"{kind} of runs", damaged)


def damage_rows(rows: pl.DataFrame, rng: random.Random) -> pl.DataFrame:
    """Drop, rename, convert or overwrite a column, or drop and repeat rows."""
    name = rng.choice(rows.columns)
    match rng.randrange(7):
        case 0:
            return rows.drop(name)
        case 1:
            return rows.rename({name: "other"})
        case 2:
            return rows.with_columns(pl.lit(rng.choice(("x", 1.5, None, 7))).alias(name))
        case 3:
            return (
                rows.head(rng.randrange(len(rows)))
                if rng.random() < 0.5
                else pl.concat([rows, rows])
            )
        case 4 if not rows.schema[name].is_nested():
            nulled = (
                pl.when(pl.int_range(pl.len()) == 3).then(None).otherwise(pl.col(name)).alias(name)
            )
            return rows.with_columns(nulled)
        case _:
            return rows.with_columns(_extreme(rows, name, rng))


def _extreme(rows: pl.DataFrame, name: str, rng: random.Random) -> pl.Expr:
    """Return a column of the same type with other values."""
    kind = rows.schema[name]
    if isinstance(kind, pl.List):
        values: Any = rng.choice(([], [0] * 70, [4_000_000_000]))
        return pl.lit(pl.Series([values] * len(rows), dtype=kind)).alias(name)
    if kind == pl.Boolean:
        return (~pl.col(name)).alias(name)
    if isinstance(kind, pl.Enum):
        return pl.lit(rng.choice((None, "A", "B")), dtype=kind).alias(name)
    limit = kind.min() if rng.random() < 0.5 and kind.is_signed_integer() else kind.max()  # type: ignore[attr-defined]
    return limit.cast(kind).alias(name)  # type: ignore[no-any-return]
