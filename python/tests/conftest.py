"""Traces and manifests that tests share."""

import json
import os
import random
import sys
from pathlib import Path

import pytest

# Workers of Spark are to be the interpreter that has this package.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)


def write_trace(path: Path, times: dict, calls: int = 20) -> Path:
    """Writes a trace in Chrome's format, in which each function is called some times, as many microseconds long."""
    events, at = [], 0.0
    for name, duration in times.items():
        for _ in range(calls):
            events.append({"ph": "X", "pid": 1, "tid": 1, "ts": at, "dur": duration, "name": name})
            at += duration + 1
    path.write_text(json.dumps(events), encoding="utf-8")
    return path


@pytest.fixture
def pair(tmp_path):
    """Two traces, in the second of which `format` takes twice as long."""
    return (
        write_trace(tmp_path / "a.json", {"parse": 100, "format": 80}),
        write_trace(tmp_path / "b.json", {"parse": 100, "format": 160}),
    )


@pytest.fixture(scope="session")
def series(tmp_path_factory):
    """A fleet of 40 commits of two suites. From step 25 on, `render` of the suite `web` takes 1.3 times as long; at step 11,
    every call of `batch` is twice as long once."""
    folder = tmp_path_factory.mktemp("series")
    chance = random.Random(7)
    usual = {"parse": 120.0, "render": 200.0, "flush": 60.0, "layout": 90.0, "paint": 150.0, "load": 75.0}
    lines = ["name,a,b,commit,suite,step"]
    for suite in ("web", "batch"):
        for step in range(40):
            def run(factor):
                return {name: time * factor(name) * chance.gauss(1, 0.01) for name, time in usual.items()}

            def after(name):
                slow = suite == "web" and name == "render" and step >= 25
                return (1.3 if slow else 1.0) * (2.0 if suite == "batch" and step == 11 else 1.0)

            name = f"{suite}-{step:02}"
            write_trace(folder / f"{name}-a.json", run(lambda name: 1.0))
            write_trace(folder / f"{name}-b.json", run(after))
            lines.append(f"{name},{name}-a.json,{name}-b.json,c{step:02},{suite},{step}")
    (folder / "pairs.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
