"""Answers as tables: HTML for notebooks, and Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from html import escape
from typing import Any

from bgo import _bgo

# The most rows that a notebook shows.
SHOWN = 50

# A name, a kind, and the values.
Column = tuple[str, str | None, list[Any]]

# The fields that a column can hold, by their annotations.
KINDS = {f"{kind}{rest}": kind for kind in ("int", "float", "str", "bool") for rest in ("", " | None")}


def columns_of(kind: type[Any], items: Sequence[Any]) -> list[Column]:
    """Returns a column for each field of a class of objects that has a simple value."""
    simple = [field for field in fields(kind) if field.type in KINDS]
    return [(field.name, KINDS[str(field.type)], [getattr(item, field.name) for item in items]) for field in simple]


class Arrow:
    """Something that is a table for consumers of Arrow."""

    __slots__ = ()

    def to_arrow(self) -> Table:
        """Returns the table for pandas, polars, DuckDB, pyarrow and other consumers of Arrow."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """Returns the table as a data frame of pandas, which must be installed."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """Returns the table as a data frame of polars, which must be installed."""
        return self.to_arrow().to_polars()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self.to_arrow().__arrow_c_schema__()


class Table(Arrow):
    """A table that Arrow's consumers take as it is. It is read when it is consumed, each time anew; iterating over it
    gives parts, each a table."""

    __slots__ = ("_native",)

    # These methods are not native: a native one below that of another package, which gives up Python's lock on its
    # own, would take itself for the holder of the lock.
    def __init__(self, native: _bgo.Table) -> None:
        self._native = native

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._native.columns

    def to_arrow(self) -> Table:
        """Returns the table itself."""
        return self

    def to_pandas(self) -> Any:
        """Returns the table as a data frame of pandas, which must be installed."""
        import pandas

        if hasattr(pandas.DataFrame, "from_arrow"):
            return pandas.DataFrame.from_arrow(self)
        # Before version 3.
        import pyarrow

        return pyarrow.table(self).to_pandas()

    def to_polars(self) -> Any:
        """Returns the table as a data frame of polars, which must be installed."""
        import polars

        return polars.DataFrame(self)

    def __iter__(self) -> Iterator[Table]:
        return map(Table, self._native)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()

    def __reduce__(self) -> tuple[object, ...]:
        return self._native.__reduce__()

    def __repr__(self) -> str:
        return repr(self._native)


class Tabular(Arrow):
    """An answer that is a table."""

    __slots__ = ()

    def _columns(self) -> list[Column]:
        raise NotImplementedError

    def to_arrow(self) -> Table:
        """Returns the table for pandas, polars, DuckDB, pyarrow and other consumers of Arrow."""
        return Table(_bgo.table(self._columns()))

    def _repr_html_(self) -> str:
        columns = self._columns()
        rows = list(zip(*(values for _, _, values in columns), strict=True))
        return html([name for name, _, _ in columns], rows)


@dataclass(frozen=True, slots=True)
class Rows(Tabular):
    """The rows of an answer to a query in SQL."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    # The kinds of the columns: int, float, str or bytes.
    kinds: tuple[str | None, ...] = field(default=(), repr=False)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.rows)

    def __getitem__(self, at: int) -> tuple[Any, ...]:
        return self.rows[at]

    def _columns(self) -> list[Column]:
        # Values tell a kind that is not known.
        named = enumerate(zip(self.columns, self.kinds or [None] * len(self.columns), strict=True))
        return [(name, kind, [row[at] for row in self.rows]) for at, (name, kind) in named]


def html(names: Iterable[str], rows: Sequence[Sequence[object]], count: int | None = None) -> str:
    """Returns a table of the first rows of ``count``."""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows[:SHOWN])
    more = (len(rows) if count is None else count) - min(len(rows), SHOWN)
    rest = f"<caption>and {more:,} more</caption>" if more > 0 else ""
    return f"<table>{rest}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    if value is None:
        return "<td></td>"
    if isinstance(value, bool | str):
        return f'<td style="text-align: left">{escape(str(value))}</td>'
    return f"<td>{value:.3f}</td>" if isinstance(value, float) else f"<td>{escape(str(value))}</td>"
