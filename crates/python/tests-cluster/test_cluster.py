"""The cluster itself."""

import os

import pytest
from cluster import Cluster, wait_for
from pyspark.sql import SparkSession


@pytest.mark.quick
def test_three_workers_share_a_job_and_survive_the_death_of_one(cluster: Cluster, spark: SparkSession) -> None:
    def executors(tasks: int) -> set[int]:
        return set(spark.sparkContext.parallelize(range(tasks), tasks).map(lambda _: os.getppid()).collect())

    # The parent of a task's Python is the daemon of its executor.
    wait_for("three executors at work", lambda: len(executors(6)) == 3)
    cluster.kill_worker()
    assert 1 <= len(executors(6)) <= 2
    cluster.restore()
    cluster.wait_for_workers(3)
    wait_for("three executors at work again", lambda: len(executors(6)) == 3)
