"""Tests of the package: pairs, traces, notebooks and engines."""

import importlib.util

import pytest

import diptych
from diptych import fleet


def test_pair_has_verdict_and_tables(pair):
    compared = diptych.compare(*pair, matched_calls=True)
    assert "1.4" in compared.verdict and compared.ratio == pytest.approx(1.44, abs=0.02)
    differences = compared.differences().to_pylist()
    slower = [row["function"] for row in differences if row["list"] == "slower" and row["significant"]]
    assert slower == ["format"]
    functions = {row["function"]: row for row in compared.functions().to_pylist()}
    assert functions["format"]["b_self"] == 2 * functions["format"]["a_self"]
    assert compared.table("matches").num_rows == 40
    with pytest.raises(KeyError, match="no table 'other'"):
        compared.table("other")


def test_notebook_shows_an_image_and_text_only(pair):
    shown = diptych.compare(*pair)._repr_html_()
    assert shown.startswith("<p><strong>") and "data:image/svg+xml;base64," in shown
    assert "<script" not in shown and "<svg" not in shown


def test_tables_stay_in_a_folder_that_is_given(pair, tmp_path):
    diptych.compare(*pair, parquet=tmp_path / "tables", labels={"commit": "c1"}, name="p")
    assert (tmp_path / "tables/verdict/commit=c1/p.parquet").is_file()


def test_trace_has_tables(pair):
    trace = diptych.export(pair[0])
    assert trace.calls().num_rows == 40
    assert set(trace.functions()["name"].to_pylist()) == {"parse", "format"}
    assert trace.calls().schema.field("start").metadata[b"unit"] == b"ns"


def test_reason_of_a_failure_is_the_command_s(pair, tmp_path):
    with pytest.raises(diptych.DiptychError, match="none.json"):
        diptych.compare(pair[0], tmp_path / "none.json")


def files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("engine", ["dask", "ray", "spark"])
def test_every_engine_gives_the_same_files(engine, tmp_path, pair):
    module = {"spark": "pyspark"}.get(engine, engine)
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    manifest = tmp_path / "pairs.csv"
    manifest.write_text("name,a,b,build\none,a.json,b.json,1\ntwo,b.json,a.json,2\nbad,a.json,none.json,2\n")
    local = fleet.map(manifest, tmp_path / "local")
    other = fleet.map(manifest, tmp_path / engine, engine=engine)
    assert files(local.folder) == files(other.folder)
    assert other.summary["counts"]["errors"] == 1
    assert set(other.table("verdict")["pair"].to_pylist()) == {"one", "two", "bad"}


def test_unknown_engine_is_refused(tmp_path):
    with pytest.raises(ValueError, match="local, ray, spark, dask"):
        fleet.map(tmp_path / "pairs.csv", tmp_path / "out", engine="slurm")
