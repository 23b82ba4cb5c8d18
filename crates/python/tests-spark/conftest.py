"""What the tests on Spark share: a session in this process with two executors' threads."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="pyspark is not installed")

from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parents[3]
CORPUS = Path(os.environ.get("BGO_CORPUS", ROOT.parent / "shared" / "corpus"))


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """A session of Spark in this process, without its web page."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
