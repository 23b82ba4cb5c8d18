"""Ctrl-C, and other threads while a question is answered."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import bgo
import pyarrow
import pytest
from conftest import World, sgf

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
