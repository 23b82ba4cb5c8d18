"""How sessions of Spark read files, and what they say if they cannot."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import pyarrow as pa
from bgo._errors import ReadError
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException, PythonException
from pyspark.sql import DataFrame, DataFrameReader, SparkSession

# A file that is missing or damaged is an error and not a lower count, whatever the cluster's defaults are.
_STRICT = {
    "spark.sql.files.ignoreCorruptFiles": "false",
    "spark.sql.files.ignoreMissingFiles": "false",
}

_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")


def own_session(spark: SparkSession, settings: dict[str, str]) -> SparkSession:
    """Returns a session with settings and views of its own, in the context of another one."""
    session = spark.newSession()
    for name, value in (_STRICT | settings).items():
        session.conf.set(name, value)
    return session


def reader(spark: SparkSession) -> DataFrameReader:
    """Returns a reader of files, which takes paths as they are: ``[`` and ``*`` are no patterns."""
    return spark.read.option("__globPaths__", "false")


def local_table(spark: SparkSession, rows: Sequence[tuple[Any, ...]], **columns: str) -> DataFrame:
    """Returns rows of the driver as a table, whose columns have Arrow's types of these names. Spark reads it
    without a task, unlike rows of Python."""
    values = [[row[at] for row in rows] for at in range(len(columns))]
    arrays = [pa.array(column, pa.type_for_alias(kind)) for column, kind in zip(values, columns.values(), strict=True)]
    return spark.createDataFrame(pa.Table.from_arrays(arrays, names=list(columns)))


def readable(path: str) -> str:
    """Returns a path as text, in which bytes that are not UTF-8 are replaced."""
    return os.fsencode(path).decode("utf-8", "replace")


def reading(ask: Callable[_Arguments, _Answer]) -> Callable[_Arguments, _Answer]:
    """Makes a function raise a ``ReadError`` of one sentence where Spark cannot read or compute something."""

    @wraps(ask)
    def asked(*arguments: _Arguments.args, **named: _Arguments.kwargs) -> _Answer:
        try:
            return ask(*arguments, **named)
        except (PySparkException, Py4JJavaError) as error:
            raise ReadError(f"Spark failed: {reason(error)}") from error

    return asked


def reason(error: Exception) -> str:
    """Returns the first line that the innermost cause of an error of Spark says."""
    java: Any = getattr(error, "java_exception", None)
    if java is None:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
        # An exception in a process of Python ends with what it says; a wrong query begins with it.
        return lines[-1 if isinstance(error, PythonException) else 0]
    while java.getCause() is not None:
        java = java.getCause()
    return str(java.getMessage() or java.toString()).strip().splitlines()[0]
