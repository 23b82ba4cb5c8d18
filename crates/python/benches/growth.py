"""Shows how the work on a cluster grows with the games: imports more and more of some archives, by the cluster and
by the program beside it, and asks both databases. Prints a table for docs/cluster.md.

    BGO_PROGRAM=target/release/bgo python benches/growth.py FOLDER ARCHIVE... [--workers 2] [--steps 4] [--memory 2g]

FOLDER gets the datasets and is emptied first. Each step has twice as many archives as the one before; the last has
all. The program has as many cores as there are workers.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import bgo
import bgo.spark
from pyspark.sql import SparkSession

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / folder) for folder in ("tests-cluster", "tests-common")]

from cluster import Cluster
from questions import Question, patterns, positions
from reads import Reads

TABLES = ("games", "sources", "courses", "positions")


def size(path: Path) -> int:
    """Returns the bytes of a file, or of all files in a folder."""
    return path.stat().st_size if path.is_file() else sum(map(size, path.iterdir()))


def latency(db: object, questions: list[Question]) -> tuple[float, float]:
    """Returns the median and the longest time of questions that were asked once before, in seconds."""
    times = []
    for question in questions:
        question.ask(db)
        begun = time.perf_counter()
        question.ask(db)
        times.append(time.perf_counter() - begun)
    return statistics.median(times), max(times)


def step(spark: SparkSession, folder: Path, archives: list[str], cores: int) -> list[str]:
    """Imports archives and asks questions about them. Returns the cells of a row."""
    file = folder / "local.sqlite"
    program = os.environ.get("BGO_PROGRAM", "bgo")
    begun = time.perf_counter()
    allowed = sorted(os.sched_getaffinity(0))[:cores]
    imported = ["taskset", "--cpu-list", ",".join(map(str, allowed)), program, "import", "--db", str(file), *archives]
    subprocess.run(imported, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    local_seconds = time.perf_counter() - begun

    out = folder / "dataset"
    begun = time.perf_counter()
    games = bgo.spark.import_archives(spark, archives, out).added
    seconds = time.perf_counter() - begun

    with bgo.open(file) as local:
        assert len(local.games()) == games
        db = bgo.spark.Database(spark, out)
        asked = [question for question in positions(local, 60, 1) if question.method == "search"]
        plain = [Question("search", question.position) for question in asked][:20]
        chance = random.Random(1)
        filtered = [Question("search", question.position, {"year": chance.randint(2006, 2011)}) for question in plain]
        parts = [question for question in patterns(local, 12, 1) if question.method == "search"][:5]
        for question in [*plain[:5], *filtered[:3], *parts[:2]]:
            assert question.ask(db) == question.ask(local), question
        warm, filtered_warm, patterns_warm = (latency(db, questions) for questions in (plain, filtered, parts))
        local_warm = latency(local, plain)
        reads = Reads(spark)
        read = []
        for question in plain[:10]:
            question.ask(db)
            read.append(reads.bytes()[0])
    tables = [f"{size(out / table) / 1e6:,.1f}" for table in TABLES]
    cells = [
        f"{games:,}",
        f"{seconds:,.0f}",
        f"{games / seconds:,.0f}",
        f"{local_seconds:,.1f}",
        f"{local_seconds / seconds:.2f}",
        *tables,
        f"{size(file) / 1e6:,.1f}",
        *(f"{median:.2f}, {longest:.2f}" for median, longest in (warm, filtered_warm, patterns_warm)),
        f"{local_warm[0]:.4f}",
        f"{statistics.median(read) / 1e3:,.0f}",
        f"{statistics.median(read) / size(out / 'positions'):.4%}",
    ]
    shutil.rmtree(out)
    for rest in folder.glob("local.sqlite*"):
        rest.unlink()
    return cells


def main() -> None:
    """Measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("archives", nargs="+")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--memory", default="2g")
    asked = parser.parse_args()
    shutil.rmtree(asked.folder, ignore_errors=True)
    asked.folder.mkdir(parents=True)
    names = ["games", "import s", "games/s", "`bgo import` s", "rate over its"]
    names += [f"{table} MB" for table in TABLES] + ["SQLite MB"]
    names += ["position s (median, most)", "with a year", "pattern", "position in SQLite s", "kB read", "of the table"]
    print("| " + " | ".join(names) + " |\n|" + "---|" * len(names), flush=True)
    with Cluster(asked.folder / "cluster", asked.workers, asked.memory) as cluster:
        spark = cluster.driver()
        # The first job loads everything.
        bgo.spark.import_archives(spark, asked.archives[:1], asked.folder / "first")
        shutil.rmtree(asked.folder / "first")
        for number in range(asked.steps - 1, -1, -1):
            count = max(1, len(asked.archives) >> number)
            print("| " + " | ".join(step(spark, asked.folder, asked.archives[:count], asked.workers)) + " |", flush=True)
        spark.stop()


if __name__ == "__main__":
    main()
