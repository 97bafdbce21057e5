"""Tests on clusters of two machines, both of which are processes of this one, and one of which is killed half-way."""

import functools
import importlib.util
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest
from conftest import write_trace

from diptych import _command, fleet

PAIRS = 16

# Pairs that are finished before a machine is killed, so that both machines have work left.
BEFORE_THE_KILL = 4


@pytest.fixture
def manifest(tmp_path):
    """Names many pairs, in every fourth of which `format` takes twice as long."""
    write_trace(tmp_path / "a.json", {"parse": 100, "format": 80})
    write_trace(tmp_path / "slow.json", {"parse": 100, "format": 160})
    lines = ["name,a,b"]
    lines += [f"pair-{pair:02},a.json,{'slow' if pair % 4 == 0 else 'a'}.json" for pair in range(PAIRS)]
    path = tmp_path / "pairs.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def slow_command(tmp_path, monkeypatch):
    """Puts a command that takes a while in the place of `diptych`. The machines of a cluster inherit it."""
    real = _command.path()
    slow = tmp_path / "slow-diptych"
    slow.write_text(f"#!/bin/sh\nsleep 0.5\nexec '{real}' \"$@\"\n", encoding="utf-8")
    slow.chmod(0o755)
    monkeypatch.setenv("DIPTYCH", str(slow))
    monkeypatch.setenv("PYTHONPATH", str(Path(fleet.__file__).parent.parent), prepend=os.pathsep)


def finished(folder: Path) -> dict:
    """Returns the pairs whose verdict is written, each with the time of that."""
    return {path.stem: path.stat().st_mtime_ns for path in (folder / "verdict").rglob("*.parquet")}


def files(folder: Path) -> dict:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def check_half_way_kill(manifest: Path, folder: Path, run, kill) -> None:
    """Calls `run` for a fleet, and `kill` half-way. No pair may be lost, and none that was finished compared again."""
    before = {}

    def kill_half_way():
        while len(finished(folder)) < BEFORE_THE_KILL:
            time.sleep(0.05)
        before.update(finished(folder))
        kill()

    killer = threading.Thread(target=kill_half_way, daemon=True)
    killer.start()
    run(manifest, folder)
    killer.join(timeout=10)
    assert not killer.is_alive() and len(before) < PAIRS, "the kill came too late"

    results = fleet.Results(folder)
    assert sorted(results.table("verdict")["pair"].to_pylist()) == fleet.names(manifest)
    counts = results.summary["counts"]
    assert (counts["changed"], counts["unchanged"], counts["errors"]) == (4, 12, 0)
    after = finished(folder)
    assert {pair: after[pair] for pair in before} == before, "a finished pair was compared again"
    local = fleet.map(manifest, folder.with_name("local"))
    assert files(local.folder) == files(folder)


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="ray is not installed")
def test_ray_loses_no_pair_if_a_node_is_killed(manifest, slow_command, tmp_path):
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        node = cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address)
        run = functools.partial(fleet.map, engine="ray")
        kill = functools.partial(cluster.remove_node, node, allow_graceful=False)
        check_half_way_kill(manifest, tmp_path / "ray", run, kill)
    finally:
        ray.shutdown()
        cluster.shutdown()


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="dask is not installed")
def test_dask_loses_no_pair_if_a_worker_is_killed(manifest, slow_command, tmp_path):
    from dask.distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        run = functools.partial(fleet.map, engine="dask")
        kill = functools.partial(os.kill, cluster.workers[1].pid, signal.SIGKILL)
        check_half_way_kill(manifest, tmp_path / "dask", run, kill)


ON_SPARK = """
import sys
from diptych import fleet
fleet.map(sys.argv[1], sys.argv[2], engine="spark")
"""


class SparkCluster:
    """A standalone cluster of Spark with two workers."""

    def __init__(self, folder: Path):
        import pyspark

        self._home = Path(pyspark.__file__).parent
        self._folder = folder
        self._processes = []
        master = self._start("master", "master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        self.address = self._announced(master, "Starting Spark master at ")
        options = ["--host", "127.0.0.1", "--cores", "1", "--webui-port", "0"]
        for worker in [self._start(f"worker-{number}", "worker.Worker", *options, self.address) for number in (1, 2)]:
            self._announced(worker, "Successfully registered with master ")

    def _start(self, name: str, program: str, *arguments: str) -> Path:
        log = self._folder / f"{name}.log"
        command = [str(self._home / "bin/spark-class"), f"org.apache.spark.deploy.{program}", *arguments]
        env = {**os.environ, "SPARK_HOME": str(self._home), "SPARK_WORKER_DIR": str(self._folder / name)}
        # A group of its own, so that a worker can be killed with what it runs, as a machine that dies.
        with log.open("wb") as file:
            self._processes.append(subprocess.Popen(command, env=env, stdout=file, stderr=file, start_new_session=True))
        return log

    def _announced(self, log: Path, words: str) -> str:
        """Waits for a line of a log, and returns what follows the words."""
        for _ in range(600):
            for line in log.read_text(encoding="utf-8").splitlines():
                if words in line:
                    return line.split(words)[1].strip()
            time.sleep(0.1)
        raise TimeoutError(f"no {words!r} in {log.read_text(encoding='utf-8')}")

    def submit(self, manifest: Path, folder: Path) -> None:
        """Runs a fleet on the cluster, as the page about fleets says."""
        script = self._folder / "fleet_on_spark.py"
        script.write_text(ON_SPARK, encoding="utf-8")
        options = ["--master", self.address, "--conf", "spark.driver.host=127.0.0.1", "--executor-memory", "512m"]
        command = [str(self._home / "bin/spark-submit"), *options, str(script), str(manifest), str(folder)]
        subprocess.run(command, env={**os.environ, "SPARK_HOME": str(self._home)}, check=True)

    def kill_worker(self) -> None:
        self._kill(self._processes[-1])

    def stop(self) -> None:
        for process in self._processes:
            if process.poll() is None:
                self._kill(process)

    def _kill(self, process: subprocess.Popen) -> None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.skipif(importlib.util.find_spec("pyspark") is None, reason="pyspark is not installed")
def test_spark_loses_no_pair_if_a_worker_is_killed(manifest, slow_command, tmp_path):
    cluster = SparkCluster(tmp_path)
    try:
        check_half_way_kill(manifest, tmp_path / "spark", cluster.submit, cluster.kill_worker)
    finally:
        cluster.stop()
