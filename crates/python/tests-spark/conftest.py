"""What the tests on Spark share: a session in this process with two executors' threads, and datasets of databases."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="pyspark is not installed")

import bgo
import bgo.spark
from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parents[3]
FIXTURE = ROOT / "fixtures" / "selfplay.tgz"
CORPUS = Path(os.environ.get("BGO_CORPUS", ROOT.parent / "shared" / "corpus"))
PROGRAM = Path(os.environ.get("BGO_PROGRAM", ROOT / "target" / "debug" / "bgo"))


@dataclass(frozen=True)
class Pair:
    """A database, and the dataset of its games."""

    database: bgo.Database
    dataset: bgo.spark.Database


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


@pytest.fixture(scope="session")
def pair(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Pair]]:
    """A maker of databases of archives, and datasets that the program exports of them."""
    if not PROGRAM.exists():
        pytest.skip(f"{PROGRAM} is missing; build the program first")
    opened: list[bgo.Database] = []

    def make(*archives: Path) -> Pair:
        for archive in archives:
            if not archive.exists():
                pytest.skip(f"{archive} is missing")
        folder = tmp_path_factory.mktemp("pair")
        database = bgo.open(folder / "games.sqlite", create=True)
        opened.append(database)
        database.import_(archives)
        command = [str(PROGRAM), "--db", database.path, "export", "--dataset", str(folder / "dataset")]
        subprocess.run(command, check=True, capture_output=True)
        return Pair(database, bgo.spark.Database(spark, folder / "dataset"))

    yield make
    for database in opened:
        database.close()
