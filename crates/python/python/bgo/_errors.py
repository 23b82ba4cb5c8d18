"""The exceptions of the package. Their texts are the sentences of the program."""

from operator import index
from typing import SupportsFloat, SupportsIndex


class Error(Exception):
    """Something failed; the base of all exceptions of the package."""


class UsageError(Error, ValueError):
    """An argument makes no sense, or the database is closed."""


class MissingError(Error, FileNotFoundError):
    """There is no such file or folder."""


class NotFoundError(Error, LookupError):
    """Nothing in the database has this number or name."""


class ReadError(Error):
    """A file is not what it should be, or is damaged."""


class SqlError(Error):
    """A query in SQL is wrong, or takes too much."""


def whole(name: str, number: SupportsIndex, least: int = 0) -> int:
    """Returns an argument that is a whole number of at least ``least``, and fails for any other one."""
    try:
        read = index(number)
    except TypeError:
        raise UsageError(f"{name} is a whole number, not {number!r}") from None
    if read < least:
        raise UsageError(f"{name} is at least {least}, not {read}")
    if read >= 2**63:
        raise UsageError(f"{name} is less than 2**63, not {read}")
    return read


def real(name: str, number: SupportsFloat) -> float:
    """Returns an argument that is a number, and fails for any other one."""
    try:
        return number.__float__()
    except AttributeError:
        raise UsageError(f"{name} is a number, not {number!r}") from None


def flag(name: str, value: object) -> bool:
    """Returns an argument that is true or false, and fails for any other one."""
    # NumPy has truth values of its own.
    if type(value).__name__ not in ("bool", "bool_"):
        raise UsageError(f"{name} is True or False, not {value!r}")
    return bool(value)


def word(name: str, value: object) -> str:
    """Returns an argument that is a word, and fails for any other one."""
    if not isinstance(value, str):
        raise UsageError(f"{name} is a word, not {value!r}")
    return value


# Users know the exceptions by these names.
for _error in (Error, UsageError, MissingError, NotFoundError, ReadError, SqlError):
    _error.__module__ = "bgo"
