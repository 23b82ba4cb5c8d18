"""What the tests share: games that they write themselves, and databases of them."""

from __future__ import annotations

import os
import signal
import tarfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import bgo
import pytest

ROOT = Path(__file__).resolve().parents[3]
FIXTURE = ROOT / "fixtures" / "selfplay.tgz"
CORPUS = Path(os.environ.get("BGO_CORPUS", ROOT.parent / "shared" / "corpus"))

# A shell's background job ignores Ctrl-C, and so would its Python.
signal.signal(signal.SIGINT, signal.default_int_handler)

World = Callable[[Sequence[str]], bgo.Database]


def sgf(root: str, moves: str) -> str:
    """Returns a record with alternating moves."""
    nodes = "".join(f";{'BW'[at % 2]}[{'' if move == 'pass' else move}]" for at, move in enumerate(moves.split()))
    return f"(;GM[1]FF[4]{root}{nodes})"


def archive(path: Path, records: Sequence[str]) -> Path:
    """Makes an archive of records, ``0.sgf`` and so on."""
    folder = path.parent / (path.name + "-records")
    folder.mkdir()
    with tarfile.open(path, "w:gz") as tar:
        for number, record in enumerate(records):
            (folder / f"{number}.sgf").write_text(record, encoding="utf-8")
            tar.add(folder / f"{number}.sgf", f"{number}.sgf")
    return path


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A maker of databases of records."""
    opened: list[bgo.Database] = []

    def make(records: Sequence[str]) -> bgo.Database:
        number = len(opened)
        db = bgo.open(tmp_path / f"{number}.sqlite", create=True)
        opened.append(db)
        db.import_(archive(tmp_path / f"{number}.tgz", records))
        return db

    yield make
    for db in opened:
        db.close()


@pytest.fixture(scope="session")
def selfplay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[bgo.Database]:
    """A database of the project's own games."""
    with bgo.open(tmp_path_factory.mktemp("selfplay") / "games.sqlite", create=True) as db:
        db.import_(FIXTURE)
        yield db
