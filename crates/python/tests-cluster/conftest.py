"""What the tests share: one cluster, its driver, and the archives."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from cluster import Cluster
from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parents[3]
FIXTURE = ROOT / "fixtures" / "selfplay.tgz"
CORPUS = Path(os.environ.get("BGO_CORPUS", ROOT.parent / "shared" / "corpus"))

# A shell's background job ignores Ctrl-C, and so would its Python.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the ends of the cluster's logs to a failure."""
    report = yield
    running = getattr(item, "funcargs", {}).get("cluster")
    if report.failed and isinstance(running, Cluster):
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
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder
    for name, value in session_cluster.settings().items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()
