"""The names and columns of the tables of a dataset."""

from __future__ import annotations

from bgo import _bgo

MANIFEST = _bgo.MANIFEST
TABLES = ("games", "sources", "courses", "positions", "report")

# The number of game numbers that share a file.
GAMES_PER_FILE = _bgo.GAMES_PER_FILE

# The largest file that is compared with its checksum, in bytes: a task reads it as one value.
CHECKED_BYTES = 1 << 30

# How Spark names the kinds of columns.
_KINDS = {
    "Int64": "long",
    "Int32": "int",
    "Float64": "double",
    "Utf8": "string",
    "Date32": "date",
    "Binary": "binary",
}


def schema(table: str) -> str:
    """Returns the columns of a table as Spark's SQL defines them."""
    columns = _bgo.columns(table)
    return ", ".join(f"`{name}` {_KINDS[kind]}{'' if optional else ' not null'}" for name, kind, optional in columns)


def stored(table: str) -> str:
    """Returns the columns of a table in its folder: those of positions have the partition, which a folder names."""
    return f"{schema(table)}, part int not null" if table == "positions" else schema(table)


def names(table: str) -> list[str]:
    """Returns the names of the columns of a table."""
    return [name for name, _, _ in _bgo.columns(table)]
