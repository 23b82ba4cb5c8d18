"""Kills workers with their executors at random instants of imports and of questions, several of them in each, and
drivers at random instants of imports, and compares what comes of it with what comes without.

    BGO_PROGRAM=target/debug/bgo python benches/kills.py FOLDER ARCHIVE [--kills 100] [--seed 1]

FOLDER is emptied first. The archive is divided into 12.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import bgo
import bgo.spark
from pyspark.sql import SparkSession

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / folder) for folder in ("tests-cluster", "tests-common")]

from cluster import Cluster
from datasets import assert_same_rows, expected_dataset, in_background, split
from questions import patterns, positions


# The most kills of one import, or of the questions that are asked at a time.
AT_ONCE = 5


def program(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs the program."""
    return subprocess.run([os.environ.get("BGO_PROGRAM", "bgo"), *map(str, arguments)], capture_output=True, text=True)


class Kills:
    """The kills so far, on a cluster, and the right results."""

    def __init__(self, cluster: Cluster, folder: Path, archive: Path, seed: int) -> None:
        self.cluster, self.folder, self.chance = cluster, folder, random.Random(seed)
        self.spark: SparkSession = cluster.driver()
        self.paths = split(archive, folder / "parts", 12)
        self.expected = expected_dataset(self.paths, folder, program)
        self.local = bgo.open(folder / "expected.sqlite")
        self.out = folder / "dataset"
        # The first job loads everything.
        bgo.spark.import_archives(self.spark, self.paths[:1], folder / "first")
        begun = time.perf_counter()
        bgo.spark.import_archives(self.spark, self.paths, folder / "whole")
        self.seconds = time.perf_counter() - begun
        self.db = bgo.spark.Database(self.spark, folder / "whole")

    def kill_a_worker(self) -> None:
        """Kills a random worker, and starts another."""
        self.cluster.kill_worker(self.chance.choice(self.cluster.workers))
        self.cluster.start_worker()

    def kill_until(self, is_done: Callable[[], bool], longest: float) -> list[float]:
        """Kills workers at random instants, at most ``AT_ONCE``, until something is done. Returns the instants."""
        begun = time.perf_counter()
        instants: list[float] = []
        while len(instants) < AT_ONCE:
            end = time.perf_counter() + self.chance.uniform(0, longest)
            while not is_done() and time.perf_counter() < end:
                time.sleep(0.01)
            if is_done():
                break
            instants.append(time.perf_counter() - begun)
            self.kill_a_worker()
        return instants

    def of_an_import(self) -> tuple[int, str]:
        """Kills workers during an import."""
        work, errors = in_background(lambda: bgo.spark.import_archives(self.spark, self.paths, self.out))
        instants = self.kill_until(lambda: not work.is_alive(), self.seconds / 2)
        work.join()
        assert errors == [], errors
        assert_same_rows(self.out, self.expected)
        shutil.rmtree(self.out)
        return len(instants), f"an import, workers after {shown(instants)} s"

    def of_a_driver(self) -> tuple[int, str]:
        """Kills a driver during an import, and starts the job again."""
        extra = self.cluster.start_worker()
        self.cluster.wait_for_workers(self.cluster.size + 1)
        driver = self.cluster.start_import(self.folder / "driver.log", self.out, self.paths)
        # When there is a folder, the job has begun.
        while not self.out.exists() and driver.poll() is None:
            time.sleep(0.01)
        at = self.chance.uniform(0, 2 * self.seconds)
        try:
            driver.wait(at)
        except subprocess.TimeoutExpired:
            os.killpg(driver.pid, signal.SIGKILL)
        kills = 1 if driver.wait() == -signal.SIGKILL else 0
        self.cluster.kill_worker(extra)
        self.cluster.wait_for_workers(self.cluster.size)
        bgo.spark.import_archives(self.spark, self.paths, self.out)
        assert_same_rows(self.out, self.expected)
        shutil.rmtree(self.out)
        return kills, f"an import, its driver after {at:.1f} s"

    def of_questions(self) -> tuple[int, str]:
        """Kills workers during questions."""
        seed = self.chance.randrange(10**6)
        asked = [*positions(self.local, 24, seed), *patterns(self.local, 6, seed)]
        with ThreadPoolExecutor(3) as pool:
            answers = [pool.submit(question.ask, self.db) for question in asked]
            instants = self.kill_until(lambda: all(answer.done() for answer in answers), 6)
            for question, answer in zip(asked, answers, strict=True):
                assert answer.result() == question.ask(self.local), question
        return len(instants), f"{len(asked)} questions, workers after {shown(instants)} s"


def shown(instants: list[float]) -> str:
    """Returns instants as text."""
    return ", ".join(f"{instant:.1f}" for instant in instants)


def main() -> None:
    """Kills."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    shutil.rmtree(asked.folder, ignore_errors=True)
    asked.folder.mkdir(parents=True)
    with Cluster(asked.folder / "cluster") as cluster:
        kills = Kills(cluster, asked.folder, asked.archive, asked.seed)
        print(f"an import without kills takes {kills.seconds:.1f} s", flush=True)
        done = round = 0
        while done < asked.kills:
            begun = time.perf_counter()
            # A new driver costs more than the others.
            ways = (kills.of_questions, kills.of_an_import, kills.of_questions, kills.of_an_import, kills.of_a_driver)
            killed, what = ways[round % len(ways)]()
            done, round = done + killed, round + 1
            print(f"{done} kills: {what}; all is right after {time.perf_counter() - begun:.0f} s", flush=True)
            cluster.restore()
            cluster.wait_for_workers(cluster.size)
        kills.spark.stop()


if __name__ == "__main__":
    main()
