"""Two traces, or several runs of each, compared."""

from __future__ import annotations

import html
import tempfile
from pathlib import Path
from typing import Mapping, Optional, Sequence, Union

import pyarrow as pa

from . import _command
from ._trace import PathLike, label_options, partitions, read

Side = Union[PathLike, Sequence[PathLike]]
TABLES = ("verdict", "differences", "pair_functions", "areas", "matches")


class Pair:
    """A comparison. Its tables are Arrow tables; in a notebook it shows the verdict and a picture."""

    def __init__(self, a: Sequence[str], b: Sequence[str], tables: Mapping[str, pa.Table], stored: bytes):
        self.runs_a, self.runs_b = list(a), list(b)
        self._tables, self._stored = dict(tables), stored

    @property
    def verdict(self) -> str:
        """The verdict in one line."""
        return self._tables["verdict"]["verdict"][0].as_py()

    @property
    def ratio(self) -> Optional[float]:
        """The extent of B divided by that of A."""
        return self._tables["verdict"]["ratio"][0].as_py()

    def table(self, name: str) -> pa.Table:
        """Returns one of verdict, differences, pair_functions, areas and matches."""
        if name not in self._tables:
            raise KeyError(f"no table {name!r}; there are {', '.join(self._tables)}")
        return self._tables[name]

    def differences(self) -> pa.Table:
        """Returns a row for each difference, significant or not."""
        return self.table("differences")

    def functions(self) -> pa.Table:
        """Returns a row for each function, on both sides."""
        return self.table("pair_functions")

    def svg(self, view: str = "compare", theme: str = "light", width: int = 960, height: int = 480) -> str:
        """Returns a picture of a view, as `diptych render` draws it."""
        with tempfile.TemporaryDirectory(prefix="diptych-") as folder:
            picture = Path(folder) / "pair.svg"
            # A stored comparison has the overview only; other views need the traces.
            sources = [*self.runs_a[:1], *self.runs_b[:1]]
            options = ["--view", view, "--theme", theme, "--size", f"{width}x{height}", "-o", picture]
            _command.run(["render", *sources, *options])
            return picture.read_text(encoding="utf-8")

    def save(self, path: PathLike) -> None:
        """Writes the comparison as a `.diptych` file, which the page opens."""
        Path(path).write_bytes(self._stored)

    def widget(self, view: str = "compare"):
        """Returns a widget: the page in a frame, which opens with a view, or a picture of it where no frame can be shown.

        The trait `view` chooses another view, and `selection` says what is selected. Needs anywidget, and the traces in their
        place.
        """
        from ._widget import widget

        return widget(self, view)

    def __repr__(self) -> str:
        return f"<diptych.Pair {self.verdict}>"

    def _repr_html_(self) -> str:
        # The picture is an image, so that nothing in it can run.
        import base64

        picture = base64.b64encode(self.svg().encode("utf-8")).decode("ascii")
        text = html.escape(self.verdict)
        image = f'<img alt="Both runs over time" style="max-width:100%" src="data:image/svg+xml;base64,{picture}">'
        return f"<p><strong>{text}</strong></p>{image}"


def compare(
    a: Side,
    b: Side,
    *,
    rules: Optional[PathLike] = None,
    fail_if: Sequence[str] = (),
    matched_calls: bool = False,
    parquet: Optional[PathLike] = None,
    labels: Optional[Mapping[str, str]] = None,
    name: Optional[str] = None,
) -> Pair:
    """Compares two traces, or several runs of each. With `parquet`, the tables stay in that folder."""
    runs_a, runs_b = _runs(a), _runs(b)
    with tempfile.TemporaryDirectory(prefix="diptych-") as temporary:
        root = Path(parquet if parquet is not None else Path(temporary) / "tables")
        stored = Path(temporary) / "pair.diptych"
        name = name or "pair"
        options = ["--parquet", root, "--name", name, "-o", stored, *label_options(labels)]
        options += [f"--fail-if={condition}" for condition in fail_if]
        options += ["--rules", rules] if rules is not None else []
        options += ["--matched-calls"] if matched_calls else []
        sides = [option for side, runs in (("a", runs_a), ("b", runs_b)) for run in runs for option in (f"--{side}", run)]
        _command.run(["compare", *sides, *options])
        tables = _tables(root, name)
        return Pair(runs_a, runs_b, tables, stored.read_bytes())


def _tables(root: Path, name: str) -> dict:
    file = f"{name}.parquet"
    below = Path(*partitions(root / "verdict", name))
    paths = {table: root / table / below / file for table in TABLES}
    return {table: read(path) for table, path in paths.items() if path.is_file()}


def _runs(side: Side) -> list:
    if isinstance(side, (str, Path)):
        side = [side]
    # A name that begins with `-` must not become an option.
    return [str(Path(run).absolute()) for run in side]
