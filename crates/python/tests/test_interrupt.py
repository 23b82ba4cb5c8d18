"""Ctrl-C, and other threads while a question is answered."""

import os
import random
import signal
import sys
import tarfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import bgo
import pyarrow
import pytest
from bgo import _bgo
from conftest import World, archive, sgf

# It never ends by itself.
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


@contextmanager
def interrupted_when(begun: Callable[[], bool]) -> Iterator[None]:
    """Sends SIGINT once something has begun. The thread runs only while others leave it Python."""
    ended = threading.Event()

    def send() -> None:
        while not begun() and not ended.wait(0.01):
            pass
        if not ended.wait(0.05):
            os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=send)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def test_ctrl_c_stops_a_question(world: World) -> None:
    db = world([sgf("SZ[9]", "ee")])
    with pytest.raises(KeyboardInterrupt), interrupted_when(lambda: True):
        db.sql(ENDLESS)
    # The next question is not stopped.
    assert list(db.sql("SELECT 1")) == [(1,)]


def test_other_threads_run_and_ask_meanwhile(world: World) -> None:
    db = world([sgf("SZ[9]", "ee")])
    answers: list[int] = []

    def ask() -> None:
        answers.extend(db.search(size=9).games for _ in range(5))

    asking = threading.Thread(target=ask)
    with pytest.raises(KeyboardInterrupt), interrupted_when(lambda: len(answers) == 5):
        asking.start()
        db.sql(ENDLESS)
    asking.join()
    assert answers == [1] * 5


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a sparse file")
def test_ctrl_c_stops_a_table_that_waits_for_its_first_record(tmp_path: Path) -> None:
    path = tmp_path / "games.tar"
    picture = tarfile.TarInfo("picture.bin")
    # It takes minutes to go through it.
    picture.size = 1 << 38
    with path.open("wb") as file:
        file.write(picture.tobuf(tarfile.GNU_FORMAT))
        file.truncate(1024 + picture.size)
    table = bgo.read_sgf(path)
    with pytest.raises(KeyboardInterrupt), interrupted_when(lambda: True):
        next(iter(table))


@pytest.mark.skipif(os.name == "nt", reason="SIGALRM")
def test_parts_pass_on_the_exception_of_a_handler(tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    record.write_text(sgf("SZ[9]", "ee"))
    table = bgo.read_sgf([record] * 1_000_000)

    def late(*_: object) -> None:
        raise TimeoutError("late")

    before = signal.signal(signal.SIGALRM, late)
    try:
        with pytest.raises(TimeoutError, match="late"):
            for number, _ in enumerate(table):
                if number == 2:
                    signal.setitimer(signal.ITIMER_REAL, 0.05)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_ctrl_c_stops_the_making_of_rows_for_katago(tmp_path: Path) -> None:
    points = [chr(97 + at % 19) + chr(97 + at // 19) for at in range(361)]
    shuffled = random.Random(1)
    path = archive(tmp_path / "a.tgz", [sgf("SZ[19]", " ".join(shuffled.sample(points, 150))) for _ in range(2000)])
    # All rows are made before the first batch.
    native = _bgo.KatagoRows([str(path)], {
        "batch": 1, "split": "train", "board": 19, "default_rules": "aga", "sample": 1.0, "validation": 0.0, "seed": 0,
        "epoch": 0, "shard": (0, 1), "symmetry": False, "shuffle": 1_000_000,
    })  # fmt: skip
    with pytest.raises(KeyboardInterrupt), interrupted_when(lambda: True):
        next(native)
    # Without a stop, the rows were there by now.
    with pytest.raises(bgo.Error, match="stopped"):
        next(native)


@pytest.mark.skipif(os.name == "nt", reason="a folder of many links")
def test_ctrl_c_stops_a_table(tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    record.write_text(sgf("SZ[9]", "ee"))
    # The same file again and again is more than anybody waits for.
    table = bgo.read_sgf([record] * 2_000_000)
    parts = 0

    def count() -> None:
        nonlocal parts
        for _ in table:
            parts += 1

    with pytest.raises(KeyboardInterrupt), interrupted_when(lambda: parts > 2):
        count()
    with pytest.raises((KeyboardInterrupt, pyarrow.ArrowException)), interrupted_when(lambda: True):
        pyarrow.table(table)
