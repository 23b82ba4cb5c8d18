"""Answers as tables: HTML for notebooks, and Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
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


class Tabular:
    """An answer that is a table."""

    __slots__ = ()

    def _columns(self) -> list[Column]:
        raise NotImplementedError

    def to_arrow(self) -> _bgo.Table:
        """Returns the table for pandas, polars, DuckDB, pyarrow and other consumers of Arrow."""
        return _bgo.table(self._columns())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self.to_arrow().__arrow_c_schema__()

    def _repr_html_(self) -> str:
        columns = self._columns()
        rows = list(zip(*(values for _, _, values in columns), strict=True))
        return html([name for name, _, _ in columns], rows)


@dataclass(frozen=True, slots=True)
class Rows(Tabular):
    """The rows of an answer to a query in SQL."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.rows)

    def __getitem__(self, at: int) -> tuple[Any, ...]:
        return self.rows[at]

    def _columns(self) -> list[Column]:
        return [(name, None, [row[at] for row in self.rows]) for at, name in enumerate(self.columns)]


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
