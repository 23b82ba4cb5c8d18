"""Datasets that tests make and compare."""

from __future__ import annotations

import subprocess
import tarfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bgo
import duckdb

TABLES = {
    "games": "games/*.parquet",
    "sources": "sources/*.parquet",
    "courses": "courses/*.parquet",
    "positions": "positions/*/*.parquet",
}
Program = Callable[..., "subprocess.CompletedProcess[str]"]


def rows_of(query: str) -> list[Any]:
    """Returns DuckDB's answer to a query."""
    return duckdb.connect().execute(query).fetchall()


def assert_same_rows(found: Path, expected: Path) -> None:
    """Compares all tables of two datasets, row by row, repetitions included."""
    for table, files in TABLES.items():
        one, other = (f"FROM read_parquet('{folder}/{files}', hive_partitioning = true)" for folder in (found, expected))
        counts = [rows_of(f"SELECT count(*) {rows}") for rows in (one, other)]
        assert counts[0] == counts[1], table
        for left, right in ((one, other), (other, one)):
            assert rows_of(f"({left}) EXCEPT ALL ({right}) LIMIT 3") == [], table


def split(archive: Path, folder: Path, parts: int) -> list[Path]:
    """Divides an archive into smaller ones, whose order is that of the games."""
    folder.mkdir()
    paths = [folder / f"{part:02}.tgz" for part in range(parts)]
    with tarfile.open(archive) as whole:
        members = [member for member in whole if member.isfile()]
        for part, path in enumerate(paths):
            with tarfile.open(path, "w:gz") as tar:
                for member in members[len(members) * part // parts : len(members) * (part + 1) // parts]:
                    tar.addfile(member, whole.extractfile(member))
    return paths


def expected_dataset(paths: list[Path], folder: Path, program: Program) -> Path:
    """Returns the dataset of a local import of archives."""
    with bgo.open(folder / "expected.sqlite", create=True) as db:
        db.import_(paths)
    ran = program("export", "--db", folder / "expected.sqlite", "--dataset", folder / "expected")
    assert ran.returncode == 0, ran.stderr
    return folder / "expected"


def connect(dataset: Path) -> duckdb.DuckDBPyConnection:
    """Returns a connection with the tables of a dataset as views."""
    connection = duckdb.connect()
    for name, files in TABLES.items():
        # The partition is a name of a folder, which no question here needs.
        connection.execute(f"CREATE VIEW {name} AS FROM read_parquet('{dataset}/{files}', hive_partitioning = false)")
    return connection


def in_background(work: Callable[[], object]) -> tuple[threading.Thread, list[BaseException]]:
    """Starts work in a thread, and returns it with the list of its errors."""
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, errors
