"""Runs the queries of docs/fleet.md on a fleet with a known step, in every engine that is installed."""

import re
from pathlib import Path

import pytest

from diptych import fleet

PAGE = Path(__file__).parents[2] / "docs/fleet.md"
TABLES = ("verdict", "differences", "pair_functions")


def queries():
    """Returns the queries of the page by their titles."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"\*\*([^*]+)\*\*(?:(?!\*\*).)*?```sql\n(.*?)```", text, re.DOTALL)
    return dict(found)


@pytest.fixture(scope="session")
def results(series, tmp_path_factory):
    return fleet.map(series / "pairs.csv", tmp_path_factory.mktemp("results"))


def in_duckdb(results, query):
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    for table in TABLES:
        files = f"{results.folder}/{table}/**/*.parquet"
        connection.execute(f"CREATE VIEW {table} AS FROM read_parquet('{files}', hive_partitioning = true)")
    return connection.sql(query).fetchall()


def in_datafusion(results, query):
    datafusion = pytest.importorskip("datafusion")
    context = datafusion.SessionContext()
    for table in TABLES:
        context.register_record_batches(table, [results.table(table).to_batches()])
    batches = context.sql(query).collect()
    return [tuple(row.values()) for batch in batches for row in batch.to_pylist()]


@pytest.mark.parametrize("engine", [in_duckdb, in_datafusion])
class TestQueries:
    def test_regressions_by_commit_name_the_step(self, results, engine):
        rows = engine(results, queries()["Regressions by commit"])
        commits = {commit for commit, function, _, _ in rows if function == "render"}
        assert {f"c{step:02}" for step in range(25, 40)} <= commits

    def test_slowest_functions_have_all_of_the_time(self, results, engine):
        rows = engine(results, queries()["Slowest functions over the fleet"])
        assert rows[0][0] == "render" and rows[0][1] == 80
        assert sum(row[3] for row in rows) == pytest.approx(1)

    def test_outlier_pair_is_the_slow_one(self, results, engine):
        rows = engine(results, queries()["Outlier pairs"])
        assert rows[0][0] == "batch-11" and rows[0][1] == pytest.approx(2, abs=0.05)

    def test_change_point_is_the_planted_step_alone(self, results, engine):
        rows = engine(results, queries()["Change points over a series of commits"])
        [(suite, function, step, ratio, _)] = rows
        assert (suite, function, step) == ("web", "render", 24)
        assert ratio == pytest.approx(1.3, abs=0.03)
