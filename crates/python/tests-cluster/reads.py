"""What Spark says of the work of tasks."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from cluster import wait_for
from pyspark.sql import SparkSession


class Reads:
    """What the tasks of questions read, by the metrics of Spark."""

    def __init__(self, spark: SparkSession) -> None:
        context = spark.sparkContext
        self.url = f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/stages"
        self.tracker = context.statusTracker()
        self.last = max((stage["stageId"] for stage in self.stages()), default=-1)

    def stages(self) -> Any:
        """Returns what Spark says of all stages."""
        with urllib.request.urlopen(self.url) as answer:
            return json.load(answer)

    def bytes(self) -> tuple[int, int]:
        """Returns the bytes and rows that were read since the last call."""

        def complete() -> list[Any] | None:
            new = [stage for stage in self.stages() if stage["stageId"] > self.last]
            done = all(stage["status"] in ("COMPLETE", "SKIPPED", "FAILED") for stage in new)
            return new if new and done and not self.tracker.getActiveStageIds() else None

        new = wait_for("the metrics of the stages", complete)
        self.last = max(stage["stageId"] for stage in new)
        return sum(stage["inputBytes"] for stage in new), sum(stage["inputRecords"] for stage in new)
