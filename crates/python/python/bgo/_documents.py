"""Objects from the documents of the program's API, whose fields they have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

Document = Mapping[str, Any]
T = TypeVar("T")


def of(kind: type[T], document: Document, **others: object) -> T:
    """Makes an object of a document, in which missing fields are absent, and of other fields."""
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    return kind(**{name: others[name] if name in others else document.get(name) for name in names})


def all_of(kind: type[T], documents: Sequence[Document]) -> tuple[T, ...]:
    """Makes objects of documents."""
    return tuple(of(kind, document) for document in documents)
