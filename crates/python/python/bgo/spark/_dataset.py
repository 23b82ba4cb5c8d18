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
from bgo.spark._session import own_session, reader
from bgo.spark._tables import CHECKED_BYTES, MANIFEST, stored
from pyspark.sql import DataFrame, SparkSession

# Files with fewer bytes together are read by one task, so that nothing is shuffled.
FEW_BYTES = 64 << 20

# The most keys of a question, which a filter hands down to the files.
KEYS_AT_ONCE = 1000


class Dataset:
    """A dataset in a folder of any file system that Spark reads.

    Its session has settings and views of its own, in the context of the one that was given."""

    def __init__(self, spark: SparkSession, path: str) -> None:
        self.spark = own_session(spark, _SETTINGS)
        self.folder = Folder(spark, path)
        self._opened = self.folder.state(MANIFEST)
        written = self.folder.read(MANIFEST)
        self.manifest: dict[str, Any] = json.loads(
            _bgo.check_manifest(str(self.folder), written, self.folder.sizes() if written else {})
        )
        self._known: dict[tuple[str, tuple[int, ...]], DataFrame] = {}
        self._verified: set[str] = set()

    def require_unchanged(self) -> None:
        """Fails if the folder has another dataset than when it was opened."""
        if self.folder.state(MANIFEST) != self._opened:
            raise ReadError(f"{self.folder} has changed since it was opened; open it again")

    @cached_property
    def archives(self) -> list[str]:
        """The paths of the archives that have games, in the order of their imports."""
        with_games = {row.archive for row in self.table("sources").select("archive").distinct().collect()}
        paths = dict.fromkeys(archive["path"] for archive in self.manifest["archives"])
        return [path for path in paths if path in with_games]

    def partition(self, key: int) -> int:
        """Returns the partition of the positions with a key, which is a signed number."""
        return (key & (1 << 64) - 1) >> (64 - int(self.manifest["partition_bits"]))

    def positions(self, keys: Iterable[int]) -> DataFrame:
        """Returns the positions with one of some keys."""
        keys = sorted(set(keys))
        parts = tuple(sorted({self.partition(key) for key in keys}))
        files = [file for file in self._files("positions") if _partition_in(file["path"]) in parts]
        among = ", ".join(map(str, keys))
        # NULL makes the list a set. Spark keeps sets out of the code that it generates, so the next question has the
        # same code.
        return self._read("positions", parts, files).where(f"key IN ({among}, NULL)")

    def of_games(self, table: str, games: Iterable[int]) -> DataFrame:
        """Returns the rows of some games in a table other than ``positions``."""
        games = sorted(set(games))
        size = int(self.manifest["games_per_file"])
        numbers = tuple(sorted({game // size for game in games}))
        files = [file for file in self._files(table) if _number_in(file["path"]) in numbers]
        among = ", ".join(map(str, games))
        # No numbers stand for the whole table.
        return self._read(table, numbers or (-1,), files).where(f"game IN ({among})" if games else "false")

    def table(self, name: str) -> DataFrame:
        """Returns a whole table."""
        return self._read(name, (), self._files(name))

    def unverified(self, name: str) -> DataFrame:
        """Returns a whole table, whose checksums are not compared first."""
        return self._loaded(name, self._files(name))

    def verify(self, files: Iterable[dict[str, Any]]) -> None:
        """Compares the checksums of files with those of the manifest, once for each file. Whole files, because the
        program writes pages without checksums, and footers never have one. Only files of a gigabyte or less."""
        files = [file for file in files if file.get("crc32") is not None and file["bytes"] <= CHECKED_BYTES]
        new = [file for file in files if file["path"] not in self._verified]
        if not new:
            return
        paths = [self.folder.path(file["path"]) for file in new]
        contents = reader(self.spark).format("binaryFile").load(paths).selectExpr("path", "crc32(content) AS crc32")
        found = {row.path: row.crc32 for row in contents.collect()}
        for file in new:
            if not any(path.endswith(f"/{file['path']}") and crc32 == file["crc32"] for path, crc32 in found.items()):
                raise ReadError(
                    f"{self.folder}/{file['path']} is damaged: its checksum differs from the one in the manifest"
                )
            self._verified.add(file["path"])

    def verify_all(self) -> None:
        """Compares the checksums of all files."""
        self.verify(file for files in self.manifest["tables"].values() for file in files)

    def _files(self, table: str) -> list[dict[str, Any]]:
        files: list[dict[str, Any]] = self.manifest["tables"].get(table, [])
        return files

    def _read(self, table: str, of: tuple[int, ...], files: list[dict[str, Any]]) -> DataFrame:
        known = self._known.get((table, of))
        if known is not None:
            return known
        self.verify(files)
        read = self._loaded(table, files)
        # A tree asks for other partitions each time, so they are not kept.
        if len(of) <= 1:
            self._known[table, of] = read
        return read

    def _loaded(self, table: str, files: list[dict[str, Any]]) -> DataFrame:
        if not files:
            return self.spark.createDataFrame([], stored(table))
        parquet = reader(self.spark).schema(stored(table)).option("basePath", self.folder.path(table))
        parquet = parquet.option("parquet.page.verify-checksum.enabled", "true")
        read = parquet.parquet(*(self.folder.path(file["path"]) for file in files))
        return read.coalesce(1) if sum(file["bytes"] for file in files) < FEW_BYTES else read


_SETTINGS = {
    "spark.sql.parquet.pushdown.inFilterThreshold": str(KEYS_AT_ONCE + 1),
    "spark.sql.optimizer.inSetConversionThreshold": "1",
    "spark.sql.parser.escapedStringLiterals": "false",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.session.timeZone": "UTC",
}


def _partition_in(path: str) -> int:
    found = re.search(r"/part=(\d+)/", path)
    return int(found[1]) if found else -1


def _number_in(path: str) -> int:
    """Returns the number of a file of a table with a range of games in each file."""
    found = re.search(r"/part-(\d+)", path)
    return int(found[1]) if found else -1
