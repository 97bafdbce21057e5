"""Many pairs: one manifest on this machine, Ray, Spark or Dask.

Each task compares one pair with `diptych fleet MANIFEST -o DIR --only NAME`. A last command finds all pairs finished and writes
the summary. So every engine gives the same files.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Callable, List, Sequence

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from . import _command
from ._trace import PathLike

# Exit code 1 says that some pair could not be compared; its row says why.
FINISHED = (0, 1)


class Results:
    """The folder of a fleet."""

    def __init__(self, folder: PathLike):
        self.folder = Path(folder)

    @property
    def summary(self) -> dict:
        """The summary, as docs/fleet.md describes it."""
        return json.loads((self.folder / "summary.json").read_text(encoding="utf-8"))

    def table(self, name: str) -> pa.Table:
        """Returns a table of all pairs, with their labels as columns."""
        folder = self.folder / name
        if not folder.is_dir():
            raise KeyError(f"no table {name!r} in {self.folder}")
        return ds.dataset(folder, format="parquet", partitioning="hive").to_table()


def names(manifest: PathLike) -> List[str]:
    """Returns the names of the pairs of a manifest in CSV or Parquet."""
    path = Path(manifest)
    with path.open("rb") as file:
        is_parquet = file.read(4) == b"PAR1"
    if is_parquet:
        return pq.read_table(path, columns=["name"])["name"].to_pylist()
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        rows = csv.DictReader(lines, skipinitialspace=True)
        return [{key.strip(): value for key, value in row.items()}["name"].strip() for row in rows]


def map(manifest: PathLike, folder: PathLike, engine: str = "local", options: Sequence[str] = ()) -> Results:
    """Compares all pairs of a manifest, and returns their results. `options` are further options of `diptych fleet`."""
    manifest, folder = Path(manifest).absolute(), Path(folder).absolute()
    if engine not in ENGINES:
        raise ValueError(f"no engine {engine!r}; there are {', '.join(ENGINES)}")
    ENGINES[engine](str(manifest), str(folder), list(options))
    # Everything is finished, so this only reads and judges. Labels and settings are those of the tasks.
    _command.run(["fleet", manifest, "-o", folder, "--json", *options], accepted=FINISHED)
    return Results(folder)


def compare_one(manifest: str, folder: str, name: str, options: Sequence[str]) -> str:
    """Compares one pair of a manifest: the task of every engine. Returns its name."""
    _command.run(["fleet", manifest, "-o", folder, f"--only={name}", *options], accepted=FINISHED)
    return name


def _local(manifest: str, folder: str, options: List[str]) -> None:
    """Does nothing: the last command works off all pairs on all cores by itself."""


def _ray(manifest: str, folder: str, options: List[str]) -> None:
    import ray

    task = ray.remote(compare_one)
    ray.get([task.remote(manifest, folder, name, options) for name in names(manifest)])


def _spark(manifest: str, folder: str, options: List[str]) -> None:
    from pyspark.sql import SparkSession

    pairs = names(manifest)
    context = SparkSession.builder.getOrCreate().sparkContext
    # One pair a partition, so that a slow pair keeps no other one waiting.
    work = context.parallelize(pairs, max(len(pairs), 1))
    work.map(lambda name: compare_one(manifest, folder, name, options)).collect()


def _dask(manifest: str, folder: str, options: List[str]) -> None:
    import dask

    task = dask.delayed(compare_one, pure=False)
    dask.compute(*[task(manifest, folder, name, options) for name in names(manifest)])


ENGINES: "dict[str, Callable[[str, str, List[str]], None]]" = {
    "local": _local,
    "ray": _ray,
    "spark": _spark,
    "dask": _dask,
}
