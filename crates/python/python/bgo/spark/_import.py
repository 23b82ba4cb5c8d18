"""The import of archives by a cluster."""

from __future__ import annotations

import json
import os
import time
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from bgo import __version__, _bgo
from bgo._database import Path, paths_of
from bgo._documents import all_of
from bgo._errors import UsageError
from bgo._imports import RejectedGames, RepairedGames, rejections_of
from bgo.spark import _steps
from bgo.spark._folder import Folder
from bgo.spark._session import local_table, own_session, readable, reader, reading
from bgo.spark._tables import CHECKED_BYTES, GAMES_PER_FILE, MANIFEST, TABLES, stored

# The folder of a job until the dataset is complete.
STAGING = "_staging"
JOB = f"{STAGING}/job.json"

# How files are written: small pages, so that a question reads few bytes. Version 1 of the committer moves files into
# place when the whole step commits, so that tasks that are repeated or killed leave none.
_WRITTEN = {
    "compression": "zstd",
    "mapreduce.fileoutputcommitter.algorithm.version": "1",
    "parquet.page.row.count.limit": str(_bgo.ROWS_PER_PAGE),
    "parquet.block.row.count.limit": str(_bgo.ROWS_PER_GROUP),
    "parquet.enable.dictionary#key": "false",
}

# A task writes one partition of the positions. With room for fewer than two writers, Spark sorts its rows again.
_SETTINGS = {"spark.sql.maxConcurrentOutputFileWriters": "2"}

# Records are long; smaller row groups can be read by several tasks.
_GROUP_BYTES = {"positions": 128 << 20}
_OTHER_GROUP_BYTES = 16 << 20

# The most failures that the outcome names.
_FAILURES = 1000


@dataclass(frozen=True)
class ImportedDataset:
    """The outcome of an import by a cluster, with the numbers of :class:`bgo.Imported`."""

    files: int
    skipped: int
    games: int
    added: int
    duplicates: int
    repaired: int
    rejected: int
    rejections: tuple[RejectedGames, ...]
    repairs: tuple[RepairedGames, ...]
    positions: int
    seconds: float = field(compare=False)
    # Archives and members that could not be read, as sentences. After 1,000, the others are counted.
    failures: tuple[str, ...]
    # The dataset.
    path: str
    # The records that were not simply added, and the parts that could not be read.
    report: DataFrame = field(compare=False, repr=False)


@reading
def import_archives(spark: SparkSession, paths: Path | Iterable[Path], out: Path) -> ImportedDataset:
    """Imports archives, folders and files with records as a dataset in the folder ``out``, which must be new or
    empty. The games, their numbers and the answers to questions are those of an import of the same paths into one
    file. Each path is a task, so executors must find it under the same name.

    A job that was stopped goes on when it is called again with the same archives, and one that is complete is
    recognised. A second job for the same folder does the same, and whichever is first completes it.
    """
    session = own_session(spark, _SETTINGS)
    return _imported(_Job(session, [_Archive.of(path) for path in paths_of(paths)], Folder(spark, os.fsdecode(out))))


def _imported(job: _Job) -> ImportedDataset:
    """Makes the dataset of a job, unless it is complete."""
    started = time.monotonic()
    if not job.is_complete():
        try:
            job.claim()
            job.run()
        except Exception:
            # Another job may have completed the dataset and removed what this one was reading.
            if not job.is_complete():
                raise
    # A job may have ended between its last two steps.
    job.folder.delete(STAGING)
    return job.result(started)


@dataclass(frozen=True)
class _Archive:
    """A path to import. The size and the time of the last change are unknown if only executors find it."""

    path: str
    stored: str
    bytes: int | None
    modified: int | None

    @classmethod
    def of(cls, path: str) -> _Archive:
        size, modified = _measured(path)
        return cls(os.path.abspath(path), _bgo.stored_path(path), size, modified)


def _measured(path: str) -> tuple[int | None, int | None]:
    """Returns the bytes of a file or of those in a folder, and the time of the last change."""
    try:
        here = os.stat(path)
    except OSError:
        return None, None
    if not os.path.isdir(path):
        return here.st_size, here.st_mtime_ns
    size, modified = 0, here.st_mtime_ns
    for folder, _, files in os.walk(path):
        for name in [".", *files]:
            try:
                found = os.stat(os.path.join(folder, name))
            except OSError:
                continue
            size += found.st_size if name != "." else 0
            modified = max(modified, found.st_mtime_ns)
    return size, modified


class _Job:
    """An import into a folder. Its steps are folders that appear complete; what is there is not made again."""

    def __init__(self, spark: SparkSession, archives: list[_Archive], folder: Folder) -> None:
        self.spark = spark
        self.archives = archives
        self.folder = folder
        # Another job must not write the same files.
        self.attempt = f"{STAGING}/attempt-{uuid.uuid4().hex}"

    def is_complete(self) -> bool:
        """Returns whether the folder has the dataset of these archives, and fails if it has another one."""
        found = self.folder.read(MANIFEST)
        if found is None:
            return False
        manifest = json.loads(found)
        if manifest.get("imported") is None:
            raise UsageError(f"{self.folder} has a dataset that was exported; name a new folder")
        known = [(archive["path"], archive.get("bytes"), archive.get("modified")) for archive in manifest["archives"]]
        if known != [(archive.stored, archive.bytes, archive.modified) for archive in self.archives]:
            raise UsageError(
                f"{self.folder} has the dataset of other archives, or of archives that have changed; name a new folder"
            )
        return True

    def claim(self) -> None:
        """Begins the job, or goes on with it, and fails if the folder has anything else."""
        others = self.folder.names() - {STAGING}
        if others and (not self.folder.exists(JOB) or others - set(TABLES)):
            raise UsageError(f"{self.folder} is not empty and has no dataset; name a new folder")
        archives = [[archive.path, archive.bytes, archive.modified] for archive in self.archives]
        job = json.dumps({"bgo": __version__, "archives": archives})
        self.folder.write(JOB, job, f"{self.attempt}/job.json")
        if (self.folder.read(JOB) or b"").decode() != job:
            raise UsageError(
                f"{self.folder} has the unfinished import of other archives, of archives that have changed, or by "
                "another version of bgo; name a new folder, or remove this one"
            )

    def run(self) -> None:
        """Makes the steps that are missing, and the manifest."""
        archives = self._archives()
        paths = [archive.path for archive in self.archives]
        measured = [archive.bytes is not None for archive in self.archives]
        found = self._step("found", lambda: _steps.found(self.spark, paths, measured))
        duplicates = self._step("duplicates", lambda: _steps.duplicates(found, archives))
        records = _steps.with_originals(found, duplicates)
        totals = _steps.totals(found, records)
        before = local_table(self.spark, totals.before, archive="int32", games_before="int64", sources_before="int64")
        numbered = self._step("numbered", lambda: _steps.numbered(records, before))
        files = totals.games // GAMES_PER_FILE + 1
        bits = _bgo.partition_bits(totals.positions)
        games = self._step("games", lambda: _steps.games(found, numbered, files))
        self._step("sources", lambda: _steps.sources(found, numbered, archives, files))
        self._step("courses", lambda: _steps.courses(found, numbered, files))
        self._step("positions", lambda: _steps.positions(games, bits))
        self._step("report", lambda: _steps.report(found, numbered, archives))
        now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        written = {
            "partition_bits": bits,
            "last_game": totals.games,
            "tables": {table: self._files(table) for table in TABLES},
            "archives": [
                {
                    "path": archive.stored,
                    "imported_at": now,
                    "bytes": archive.bytes,
                    "modified": archive.modified,
                }
                for archive in self.archives
            ],
            "imported": totals.counts,
        }
        manifest = _bgo.new_manifest(json.dumps(written))
        self.folder.write(MANIFEST, manifest, f"{self.attempt}/{MANIFEST}")

    def result(self, started: float) -> ImportedDataset:
        """Returns what the manifest and the report say."""
        found = self.folder.read(MANIFEST) or b""
        manifest: dict[str, Any] = json.loads(_bgo.check_manifest(str(self.folder), found, self.folder.sizes()))
        report = self._read("report", "report")
        failed = report.where("verdict = 'failed'")
        in_order = failed.orderBy("_metadata.file_name", "_metadata.row_index").select("reason")
        failures = [row.reason for row in in_order.limit(_FAILURES).collect()]
        if len(failures) == _FAILURES and (more := failed.count() - _FAILURES):
            failures.append(f"{more} more members or archives were not read")
        counts = manifest["imported"]
        lists = {"rejections": rejections_of(counts), "repairs": all_of(RepairedGames, counts["repairs"])}
        return ImportedDataset(
            **{**counts, **lists},
            added=manifest["games"],
            positions=manifest["positions"],
            seconds=time.monotonic() - started,
            failures=tuple(failures),
            path=str(self.folder),
            report=report,
        )

    def _archives(self) -> DataFrame:
        """Returns the paths: as users call them, as sources have them, and the first index of the same one."""
        first: dict[str, int] = {}
        rows = [
            (index, readable(archive.path), archive.stored, first.setdefault(archive.stored, index))
            for index, archive in enumerate(self.archives)
        ]
        return local_table(self.spark, rows, archive="int32", shown="string", stored="string", same_archive="int32")

    def _step(self, name: str, make: Callable[[], DataFrame]) -> DataFrame:
        """Returns the rows of a step, which is made if it is missing."""
        place = name if name in TABLES else f"{STAGING}/{name}"
        if not self.folder.exists(place):
            writer = make().write.options(**_WRITTEN)
            writer = writer.option("parquet.block.size", _GROUP_BYTES.get(name, _OTHER_GROUP_BYTES))
            if name == "positions":
                writer = writer.partitionBy("part")
            writer.parquet(self.folder.path(f"{self.attempt}/{name}"))
            # If another job was faster, it has made the same.
            self.folder.rename(f"{self.attempt}/{name}", place)
        return self._read(name, place)

    def _read(self, name: str, place: str) -> DataFrame:
        files = reader(self.spark)
        if name in (*TABLES, "found"):
            files = files.schema(stored(name))
        return files.parquet(self.folder.path(place))

    def _files(self, table: str) -> list[dict[str, Any]]:
        """Returns the files of a table, with their sizes, numbers of rows and checksums."""
        sizes = self.folder.sizes()
        partition = ["part"] if table == "positions" else []
        counted = self._read(table, table).select("_metadata.file_name", *partition).groupBy("file_name", *partition)
        files: dict[str, dict[str, Any]] = {}
        for row in counted.count().collect():
            within = f"part={row['part']}/" if partition else ""
            path = f"{table}/{within}{row['file_name']}"
            files[path] = {"path": path, "bytes": sizes[path], "rows": row["count"]}
        if files:
            # Spark writes a file's path in several ways; only the end is the same.
            paths = [self.folder.path(path) for path in files]
            contents = reader(self.spark).format("binaryFile").load(paths).where(f"length <= {CHECKED_BYTES}")
            for found, crc32 in contents.selectExpr("path", "crc32(content)").collect():
                path = "/".join([table, *found.split("/")[-1 - len(partition) :]])
                files[path]["crc32"] = crc32
        # Partitions are numbers.
        return sorted(files.values(), key=lambda file: (len(file["path"]), file["path"]))
