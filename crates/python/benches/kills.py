"""Kills workers with their executors at random instants of imports and of questions, and drivers at random instants
of imports, and compares what comes of it with what comes without.

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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import bgo
import bgo.spark
from pyspark.sql import SparkSession

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / folder) for folder in ("tests-cluster", "tests-common")]

from cluster import Cluster
from datasets import assert_same_rows, expected_dataset, in_background, split
from questions import patterns, positions


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

    def of_an_import(self) -> str:
        """Kills a worker during an import."""
        at = self.chance.uniform(0, self.seconds)
        work, errors = in_background(lambda: bgo.spark.import_archives(self.spark, self.paths, self.out))
        work.join(at)
        went_on = work.is_alive()
        self.kill_a_worker()
        work.join()
        assert errors == [], errors
        assert_same_rows(self.out, self.expected)
        shutil.rmtree(self.out)
        return f"a worker {at:.1f} s into an import{'' if went_on else ', which had ended'}"

    def of_a_driver(self) -> str:
        """Kills a driver during an import, and starts the job again."""
        at = self.chance.uniform(0, 2 * self.seconds)
        extra = self.cluster.start_worker()
        self.cluster.wait_for_workers(self.cluster.size + 1)
        driver = self.cluster.start_import(self.folder / "driver.log", self.out, self.paths)
        # When there is a folder, the job has begun.
        while not self.out.exists() and driver.poll() is None:
            time.sleep(0.01)
        try:
            driver.wait(at)
        except subprocess.TimeoutExpired:
            pass
        went_on = driver.poll() is None
        if went_on:
            os.killpg(driver.pid, signal.SIGKILL)
        driver.wait()
        self.cluster.kill_worker(extra)
        self.cluster.wait_for_workers(self.cluster.size)
        bgo.spark.import_archives(self.spark, self.paths, self.out)
        assert_same_rows(self.out, self.expected)
        shutil.rmtree(self.out)
        return f"a driver {at:.1f} s into an import{'' if went_on else ', which had ended'}"

    def of_questions(self) -> str:
        """Kills a worker during questions."""
        seed = self.chance.randrange(10**6)
        asked = [*positions(self.local, 12, seed), *patterns(self.local, 3, seed)]
        at = self.chance.uniform(0, 5)
        with ThreadPoolExecutor(3) as pool:
            answers = [pool.submit(question.ask, self.db) for question in asked]
            time.sleep(at)
            done = sum(answer.done() for answer in answers)
            self.kill_a_worker()
            for question, answer in zip(asked, answers, strict=True):
                assert answer.result() == question.ask(self.local), question
        return f"a worker {at:.1f} s into {len(asked)} questions, of which {done} had answers"


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
        for number in range(1, asked.kills + 1):
            begun = time.perf_counter()
            # A new driver costs more than the others.
            way = (kills.of_an_import, kills.of_questions, kills.of_questions, kills.of_an_import, kills.of_a_driver)[number % 5]
            what = way()
            print(f"{number}: {what}; all is right after {time.perf_counter() - begun:.0f} s", flush=True)
            cluster.restore()
            cluster.wait_for_workers(cluster.size)
        kills.spark.stop()


if __name__ == "__main__":
    main()
