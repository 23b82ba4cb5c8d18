"""What the tests share: one cluster, its driver, the archives, and a database and a dataset of them."""

from __future__ import annotations

import os
import random
import signal
import subprocess
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import bgo
import bgo.spark
import pytest
from cluster import Cluster
from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parents[3]
FIXTURE = ROOT / "fixtures" / "selfplay.tgz"
CORPUS = Path(os.environ.get("BGO_CORPUS", ROOT.parent / "shared" / "corpus"))
SEED = int(os.environ.get("BGO_SEED", "1"))

# A shell's background job ignores Ctrl-C, and so would its Python.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the ends of the cluster's logs to a failure, and the seed."""
    report = yield
    running = getattr(item, "funcargs", {}).get("session_cluster")
    if report.failed:
        report.sections.append(("seed", f"BGO_SEED={SEED}"))
        if isinstance(running, Cluster):
            report.sections.append(("cluster", running.logs()))
    return report


@pytest.fixture(scope="session")
def session_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """The cluster of all tests."""
    with Cluster(tmp_path_factory.mktemp("cluster") / "cluster") as cluster:
        yield cluster


@pytest.fixture
def cluster(session_cluster: Cluster) -> Iterator[Cluster]:
    """The cluster, whole before and after the test."""
    yield session_cluster
    session_cluster.restore()
    session_cluster.wait_for_workers(session_cluster.size)


@pytest.fixture(scope="session")
def spark(session_cluster: Cluster) -> Iterator[SparkSession]:
    """The driver of the tests."""
    session = session_cluster.driver()
    yield session
    session.stop()


@pytest.fixture
def chance() -> random.Random:
    """The random choices of a test. ``BGO_SEED`` makes others."""
    return random.Random(SEED)


@pytest.fixture(scope="session")
def archives() -> list[Path]:
    """The archives: the project's own games, and real ones where they are."""
    real = CORPUS / "tygem-5k.tgz"
    if not real.exists():
        print(f"{real} is missing: the tests make do with {FIXTURE.name}")
    return [FIXTURE, *([real] if real.exists() else [])]


@pytest.fixture(scope="session")
def local_path(archives: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the local database of the archives."""
    path = tmp_path_factory.mktemp("local") / "games.sqlite"
    with bgo.open(path, create=True) as db:
        db.import_(archives)
    return path


@pytest.fixture(scope="session")
def local(local_path: Path) -> Iterator[bgo.Database]:
    """The local database of the archives."""
    with bgo.open(local_path) as db:
        yield db


@pytest.fixture(scope="session")
def program() -> Callable[..., subprocess.CompletedProcess[str]]:
    """The program, as a function of its arguments."""
    path = os.environ.get("BGO_PROGRAM", str(ROOT / "target" / "debug" / "bgo"))

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run([path, *map(str, arguments)], capture_output=True, text=True)

    return run


@pytest.fixture(scope="session")
def exported(
    local_path: Path, program: Callable[..., subprocess.CompletedProcess[str]], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The dataset that the program makes of the local database."""
    folder = tmp_path_factory.mktemp("exported") / "dataset"
    ran = program("export", "--db", local_path, "--dataset", folder)
    assert ran.returncode == 0, ran.stderr
    return folder


@pytest.fixture(scope="session")
def dataset(spark: SparkSession, archives: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The dataset that the cluster makes of the archives."""
    folder = tmp_path_factory.mktemp("imported") / "dataset"
    bgo.spark.import_archives(spark, archives, folder)
    return folder


@pytest.fixture(scope="session")
def db(spark: SparkSession, dataset: Path) -> bgo.spark.Database:
    """The dataset, opened on the cluster."""
    return bgo.spark.Database(spark, dataset)
