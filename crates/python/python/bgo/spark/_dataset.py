"""The files of a dataset, as Spark reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from bgo import _bgo
from bgo._errors import ReadError
from bgo.spark._folder import Folder
from bgo.spark._import import MANIFEST
from bgo.spark._stages import schema
from pyspark.sql import DataFrame, SparkSession

# Files with fewer bytes together are read by one task, so that nothing is shuffled.
FEW_BYTES = 64 << 20

# The most keys that a filter hands down to the files.
KEYS_AT_ONCE = 1000

class Dataset:
    """A dataset in a folder of any file system that Spark reads.

    Its session has settings and views of its own, in the context of the one that was given."""

    def __init__(self, spark: SparkSession, path: str) -> None:
        self.spark = spark.newSession()
        self.folder = Folder(spark, path)
        written = self.folder.read(MANIFEST)
        if written is None:
            raise ReadError(
                f"{self.folder} is no dataset: it has no {MANIFEST}, which an export or an import on a cluster writes last"
            )
        self.manifest: dict[str, Any] = json.loads(
            _bgo.check_manifest(str(self.folder), written, self.folder.sizes())
        )
        for name, value in _SETTINGS.items():
            self.spark.conf.set(name, value)
        self._known: dict[tuple[str, tuple[int, ...]], DataFrame] = {}

    @cached_property
    def archives(self) -> list[str]:
        """The paths of the archives."""
        return [archive["path"] for archive in self.manifest["archives"]]

    def part(self, key: int) -> int:
        """Returns the partition of the positions with a key, which is a signed number."""
        return (key & (1 << 64) - 1) >> (64 - int(self.manifest["partition_bits"]))

    def positions(self, keys: Iterable[int]) -> DataFrame:
        """Returns the positions with one of some keys."""
        keys = sorted(set(keys))
        parts = tuple(sorted({self.part(key) for key in keys}))
        files = [file for file in self._files("positions") if _partition(file["path"]) in parts]
        among = ", ".join(map(str, keys))
        return self._read("positions", parts, files).where(f"key IN ({among})")

    def of_games(self, table: str, games: Iterable[int]) -> DataFrame:
        """Returns the rows of some games in a table other than ``positions``."""
        games = sorted(set(games))
        size = int(self.manifest["games_per_file"])
        numbers = tuple(sorted({game // size for game in games}))
        files = [file for file in self._files(table) if _number(file["path"]) in numbers]
        among = ", ".join(map(str, games))
        return self._read(table, numbers, files).where(f"game IN ({among})" if games else "false")

    def table(self, name: str) -> DataFrame:
        """Returns a whole table."""
        return self._read(name, (), self._files(name))

    def _files(self, table: str) -> list[dict[str, Any]]:
        files: list[dict[str, Any]] = self.manifest["tables"].get(table, [])
        return files

    def _read(self, table: str, of: tuple[int, ...], files: list[dict[str, Any]]) -> DataFrame:
        known = self._known.get((table, of))
        if known is not None:
            return known
        columns = schema(table)
        if table == "positions":
            columns += ", part int not null"
        if files:
            paths = [self.folder.path(file["path"]) for file in files]
            reader = self.spark.read.schema(columns).option("basePath", self.folder.path(table))
            read = reader.parquet(*paths)
            if sum(file["bytes"] for file in files) < FEW_BYTES:
                read = read.coalesce(1)
        else:
            read = self.spark.createDataFrame([], columns)
        # A tree asks for other partitions each time, so they are not kept.
        if len(of) <= 1:
            self._known[table, of] = read
        return read


_SETTINGS = {
    "spark.sql.parquet.pushdown.inFilterThreshold": str(KEYS_AT_ONCE),
    "spark.sql.parser.escapedStringLiterals": "false",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.session.timeZone": "UTC",
}


def _partition(path: str) -> int:
    found = re.search(r"/part=(\d+)/", path)
    return int(found[1]) if found else -1


def _number(path: str) -> int:
    """Returns the number of a file of a table with a range of games in each file."""
    found = re.search(r"/part-(\d+)", path)
    return int(found[1]) if found else -1
