"""One trace as tables."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Mapping, Optional, Union

import pyarrow as pa
import pyarrow.parquet as pq

from . import _command

TABLES = ("traces", "calls", "functions", "lanes", "call_paths", "elements")
PathLike = Union[str, Path]


class Trace:
    """The tables of a trace, by name: `trace.table("calls")`."""

    def __init__(self, tables: Mapping[str, pa.Table]):
        self._tables = dict(tables)

    def table(self, name: str) -> pa.Table:
        """Returns one of traces, calls, functions, lanes, call_paths and elements."""
        if name not in self._tables:
            raise KeyError(f"no table {name!r}; there are {', '.join(self._tables)}")
        return self._tables[name]

    def calls(self) -> pa.Table:
        """Returns a row for each call."""
        return self.table("calls")

    def functions(self) -> pa.Table:
        """Returns a row for each function."""
        return self.table("functions")


def export(trace: PathLike, folder: Optional[PathLike] = None, labels: Optional[Mapping[str, str]] = None) -> Trace:
    """Reads a trace as tables. With a folder, the Parquet files stay there."""
    with tempfile.TemporaryDirectory(prefix="diptych-") as temporary:
        root = Path(folder if folder is not None else temporary)
        _command.run(["export", trace, "--parquet", root, "--name", "trace", *label_options(labels)])
        below = Path(*[part for part in partitions(root / "traces", "trace")])
        return Trace({name: read(root / name / below / "trace.parquet") for name in TABLES})


def read(path: Path) -> pa.Table:
    """Reads one file, without columns from the names of its folders."""
    return pq.ParquetFile(path).read()


def label_options(labels: Optional[Mapping[str, str]]) -> list:
    """Returns labels as options of the command."""
    return [f"--label={key}={value}" for key, value in (labels or {}).items()]


def partitions(table: Path, name: str) -> tuple:
    """Returns the folders of the labels between a table and the newest file of a name."""
    files = list(table.rglob(f"{name}.parquet"))
    newest = max(files, key=lambda file: file.stat().st_mtime_ns)
    return newest.parent.relative_to(table).parts or (".",)
