"""The import on the cluster, whole and with everything that dies in it."""

from __future__ import annotations

import os
import random
import signal
import tarfile
from pathlib import Path

import bgo
import bgo.spark
import pytest
from cluster import Cluster, wait_for
from datasets import Program, assert_same_rows, expected_dataset, in_background, rows_of, split
from pyspark.sql import SparkSession
from questions import positions


def completed_tasks(spark: SparkSession) -> int:
    """Returns the number of tasks that are done in the stages that run."""
    tracker = spark.sparkContext.statusTracker()
    stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
    return sum(stage.numCompletedTasks for stage in stages if stage)


@pytest.mark.quick
def test_the_import_on_a_cluster_makes_the_rows_of_the_local_one(dataset: Path, exported: Path) -> None:
    assert_same_rows(dataset, exported)


@pytest.mark.quick
def test_the_report_is_that_of_the_local_import(spark: SparkSession, tmp_path: Path, archives: list[Path]) -> None:
    damaged = tmp_path / "damaged.tgz"
    with tarfile.open(damaged, "w:gz") as tar:
        for name, text in (
            ("good.sgf", "(;SZ[9];B[ee];W[gc];B[cc];W[cg])"),
            ("illegal.sgf", "(;SZ[9];B[ee];W[ee])"),
            ("not.sgf", "no game"),
            ("size.sgf", "(;SZ[99];B[ee])"),
            ("again.sgf", "(;SZ[9];B[ee];W[gc];B[cc];W[cg])"),
        ):
            (tmp_path / name).write_text(text)
            tar.add(tmp_path / name, name)
    cut = tmp_path / "cut.tgz"
    cut.write_bytes(archives[0].read_bytes()[:20000])
    paths = [archives[0], damaged, cut]
    with bgo.open(tmp_path / "local.sqlite", create=True) as db:
        expected = db.import_(paths)
    found = bgo.spark.import_archives(spark, paths, tmp_path / "dataset")
    for name in ("files", "games", "added", "duplicates", "repaired", "rejected", "rejections", "repairs", "positions"):
        assert getattr(found, name) == getattr(expected, name), name
    assert sorted(found.failures) == sorted(expected.failures)
    report = rows_of(
        f"""SELECT archive, member, member_game, verdict, game, kind, reason, "offset"
            FROM read_parquet('{tmp_path}/dataset/report/*.parquet') WHERE verdict <> 'failed'"""
    )
    notes = [
        (note.archive, note.member, note.member_game, note.verdict, note.game, note.kind, note.reason, note.offset)
        for note in expected.notes
    ]
    assert {note[3] for note in notes} == {"rejected", "repaired", "duplicate"}
    assert sorted(map(repr, report)) == sorted(map(repr, notes))
    failures = rows_of(
        f"SELECT reason FROM read_parquet('{tmp_path}/dataset/report/*.parquet') WHERE verdict = 'failed'"
    )
    assert len(failures) == len(expected.failures) > 0


@pytest.mark.parametrize("stage", [0, 1])
def test_a_worker_that_is_killed_during_an_import_changes_nothing(
    spark: SparkSession, cluster: Cluster, archives: list[Path], tmp_path: Path, program: Program, stage: int
) -> None:
    paths = split(archives[-1], tmp_path / "parts", 12)
    expected = expected_dataset(paths, tmp_path, program)
    out = tmp_path / "dataset"
    before = set(spark.sparkContext.statusTracker().getActiveStageIds())
    work, errors = in_background(lambda: bgo.spark.import_archives(spark, paths, out))
    begun: set[int] = set()

    def reached() -> bool:
        """True in the middle of a stage, the first or a later one."""
        active = set(spark.sparkContext.statusTracker().getActiveStageIds()) - before
        begun.update(active)
        return not work.is_alive() or (len(begun) > stage and completed_tasks(spark) > 0)

    wait_for("a task that is done", reached)
    assert work.is_alive(), errors
    cluster.kill_worker()
    cluster.start_worker()
    wait_for("the import", lambda: not work.is_alive())
    assert errors == []
    assert_same_rows(out, expected)


def test_an_import_resumes_after_its_driver_is_killed(
    spark: SparkSession, cluster: Cluster, archives: list[Path], tmp_path: Path, program: Program
) -> None:
    paths = split(archives[-1], tmp_path / "parts", 12)
    expected = expected_dataset(paths, tmp_path, program)
    out = tmp_path / "dataset"
    # The driver of the tests has the others.
    extra = cluster.start_worker()
    cluster.wait_for_workers(cluster.size + 1)
    driver = cluster.start_import(tmp_path / "driver.log", out, paths)

    def writing() -> bool:
        """True when something of the import is in the folder, or beside it."""
        assert driver.poll() is None, (tmp_path / "driver.log").read_text()
        return any(path.suffix == ".parquet" for folder in tmp_path.glob("*dataset*") for path in folder.rglob("*"))

    wait_for("files of the import", writing)
    os.killpg(driver.pid, signal.SIGKILL)
    driver.wait()
    cluster.kill_worker(extra)
    cluster.wait_for_workers(cluster.size)

    # Half of an import is no dataset.
    if not (out / "_bgo.json").exists():
        with pytest.raises(bgo.Error):
            bgo.spark.Database(spark, out)
    bgo.spark.import_archives(spark, paths, out)
    assert_same_rows(out, expected)
    # Once more, when there is nothing left to do.
    bgo.spark.import_archives(spark, paths, out)
    assert_same_rows(out, expected)


def test_a_dataset_becomes_a_local_file_with_the_same_answers(
    local: bgo.Database, dataset: Path, tmp_path: Path, program: Program, chance: random.Random
) -> None:
    ran = program("import", "--db", tmp_path / "back.sqlite", "--dataset", dataset)
    assert ran.returncode == 0, ran.stderr
    with bgo.open(tmp_path / "back.sqlite") as back:
        assert back.games(sort="number").numbers == local.games(sort="number").numbers
        for question in positions(local, 100, chance.randrange(1000)):
            assert question.ask(back) == question.ask(local), question
        for number in chance.sample(local.games().numbers, 20):
            assert back.sgf(number) == local.sgf(number)
