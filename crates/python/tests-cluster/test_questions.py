"""Questions to the cluster: their answers, what they read, and workers that die meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import bgo
import bgo.spark
import pytest
from cluster import Cluster, wait_for
from conftest import SEED
from pyspark.sql import SparkSession
from questions import Question, patterns, positions
from reads import Reads


def assert_same_answers(
    questions: Iterable[Question], local: bgo.Database, db: bgo.spark.Database, threads: int = 4
) -> None:
    """Asks both databases."""
    asked = list(questions)
    expected = [question.ask(local) for question in asked]
    with ThreadPoolExecutor(threads) as pool:
        for question, answer, right in zip(asked, pool.map(lambda question: question.ask(db), asked), expected, strict=True):
            assert answer == right, question
    errors = sum(isinstance(answer, tuple) and isinstance(answer[0], str) for answer in expected)
    assert errors < len(asked) / 5


@pytest.mark.quick
def test_a_few_random_positions_and_patterns_have_the_local_answers(
    local: bgo.Database, db: bgo.spark.Database
) -> None:
    assert_same_answers(positions(local, 24, SEED), local, db)
    assert_same_answers(patterns(local, 6, SEED), local, db)


def test_a_thousand_random_positions_have_the_local_answers(local: bgo.Database, db: bgo.spark.Database) -> None:
    assert_same_answers(positions(local, 1000, SEED + 1), local, db)


def test_two_hundred_random_patterns_have_the_local_answers(local: bgo.Database, db: bgo.spark.Database) -> None:
    assert_same_answers(patterns(local, 200, SEED + 1), local, db)


def test_games_and_their_records_are_the_local_ones(local: bgo.Database, db: bgo.spark.Database) -> None:
    for number in (1, 100, 276, 5000):
        if number <= len(local.games()):
            assert db.sgf(number) == local.sgf(number)
            one, other = db.game(number), local.game(number)
            assert one.positions == other.positions
            assert (one.black, one.year, one.result, one.komi) == (other.black, other.year, other.result, other.komi)
    with pytest.raises(bgo.NotFoundError):
        db.game(10**6)


def test_a_position_reads_one_partition_and_a_few_pages(
    spark: SparkSession, db: bgo.spark.Database, dataset: Path, local: bgo.Database
) -> None:
    files = list(dataset.glob("positions/*/*.parquet"))
    table = sum(file.stat().st_size for file in files)
    largest = max(sum(file.stat().st_size for file in part.glob("*.parquet")) for part in dataset.glob("positions/*"))
    reads = Reads(spark)
    for moves in (None, "pd", "pd dp", "pd dd pp dp", "pd dp pp dd fq"):
        assert db.search(moves, size=19).games == local.search(moves, size=19).games
        read, rows = reads.bytes()
        print(f"{moves}: {read:,} of {table:,} bytes ({read / table:.2%}), {rows:,} rows")
        assert read < largest + 65536
        # The empty board is in every game; small tables have few pages.
        if moves is not None and table > 5_000_000:
            assert read < table / 20


def test_a_worker_that_is_killed_during_questions_changes_no_answer(
    spark: SparkSession, cluster: Cluster, local: bgo.Database, db: bgo.spark.Database
) -> None:
    asked = [*positions(local, 40, SEED + 2), *patterns(local, 8, SEED + 2)]
    expected = [question.ask(local) for question in asked]
    with ThreadPoolExecutor(3) as pool:
        answers = [pool.submit(question.ask, db) for question in asked]
        tracker = spark.sparkContext.statusTracker()
        for part in (1, 2):
            wait_for(
                "questions in the middle",
                lambda: sum(answer.done() for answer in answers) >= len(asked) * part / 4 and tracker.getActiveStageIds(),
            )
            cluster.kill_worker()
            cluster.start_worker()
        found = [answer.result() for answer in answers]
    for question, answer, right in zip(asked, found, expected, strict=True):
        assert answer == right, question
