"""The exceptions of the package. Their texts are the sentences of the program."""


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


# Users know the exceptions by these names.
for _error in (Error, UsageError, MissingError, NotFoundError, ReadError, SqlError):
    _error.__module__ = "bgo"
