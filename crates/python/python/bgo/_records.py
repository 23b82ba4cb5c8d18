"""Reading records without a database."""

from __future__ import annotations

import os
from collections.abc import Iterable

from bgo import _bgo
from bgo._database import Path, paths_of
from bgo._table import Table


def read_sgf(paths: Path | Iterable[Path]) -> Table:
    """Reads the records of archives, folders and files as a table, a row for each game. The table is
    read when it is consumed, each time anew; iterating it gives its parts one by one, so that memory
    does not grow with the archives."""
    names = paths_of(paths)
    # Another process reads them itself, and may work in another folder.
    return Table(_bgo.read_sgf(names, (read_sgf, ([os.path.abspath(name) for name in names],))))
