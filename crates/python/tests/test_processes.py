"""Other processes: those that are forked, and those that begin anew."""

import multiprocessing
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bgo
import polars
import pytest
from conftest import FIXTURE, World, archive, sgf

# Begins a script that asks in forked processes, each of which must end soon.
FORKED = f"""
import multiprocessing, os, sys
import bgo
FIXTURE = {str(FIXTURE)!r}
def forked(work):
    def told():
        try:
            answers.put(work())
        except bgo.Error as error:
            answers.put(str(error))
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    process = context.Process(target=told, daemon=True)
    process.start()
    answer = answers.get(timeout=120)
    process.join()
    return answer
"""

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks as on Linux")


def run(script: str, folder: Path) -> str:
    """Runs a script that follows the one above, and returns what it prints."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKED + script],
        cwd=folder, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_fork_of_a_process_that_worked_says_so_and_does_not_wait_for_ever(tmp_path: Path) -> None:
    script = """
db = bgo.open("games.sqlite", create=True)
db.import_(FIXTURE)
parts = iter(bgo.read_sgf(FIXTURE))
next(parts)
rows = bgo.kgs_rows(FIXTURE, batch=10)
next(rows)
for work in (
    lambda: db.search().games,
    lambda: len(db.games()),
    lambda: bgo.open("games.sqlite"),
    lambda: next(parts),
    lambda: next(iter(bgo.read_sgf(FIXTURE))),
    lambda: next(rows),
    lambda: next(bgo.katago_rows(FIXTURE)),
    lambda: db.import_(FIXTURE),
):
    answer = forked(work)
    assert answer.startswith("this process was forked from one in which bgo had begun to work"), answer
print(db.search().games)
"""
    assert run(script, tmp_path) == "185\n"


def test_a_fork_does_not_close_the_files_of_the_process_that_opened_them(tmp_path: Path) -> None:
    script = """
def opened():
    files = [os.path.join("/proc/self/fd", name) for name in os.listdir("/proc/self/fd")]
    return sum("games.sqlite" in os.readlink(file) for file in files if os.path.islink(file))
db = bgo.open("games.sqlite", create=True)
db.import_(FIXTURE)
games = db.games()
parts = iter(games.to_arrow())
def close():
    global games, parts
    before = opened()
    db.close()
    del games, parts
    return before, opened()
before, after = forked(close)
assert before == after > 0, (before, after)
print(db.search().games, len(list(games)))
close()
assert opened() == 0
"""
    assert run(script, tmp_path) == "185 275\n"


def test_a_fork_of_a_process_that_only_imported_the_package_works(tmp_path: Path) -> None:
    script = """
print(forked(lambda: sum(len(batch.labels) for batch in bgo.kgs_rows(FIXTURE))))
print(forked(lambda: bgo.open("games.sqlite", create=True).import_(FIXTURE).added))
"""
    assert run(script, tmp_path) == "15709\n275\n"


def games_of(db: bgo.Database) -> int:
    return db.search(size=9).games


def test_a_database_that_is_pickled_is_opened_again(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = world([sgf("SZ[9]", "ee"), sgf("SZ[9]", "cc")])
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(games_of, [db]) == 2
    # The name of the file stands for the same file in another folder.
    monkeypatch.chdir(Path(db.path).parent)
    with bgo.open(Path(db.path).name, read_only=True) as reading:
        pickled = pickle.dumps(reading)
    monkeypatch.chdir("/")
    with pickle.loads(pickled) as again:
        assert games_of(again) == 2
        with pytest.raises(bgo.Error, match="read-only"):
            again.import_(archive(tmp_path / "more.tgz", [sgf("SZ[9]", "gg")]))


def rows_of(rows: bgo.TrainingRows[Any]) -> list[bytes]:
    return [memoryview(array).tobytes() for batch in rows for array in (batch.values() if isinstance(batch, dict) else batch)]


def described(answer: Any) -> object:
    """Returns all of what can be pickled as a description."""
    if isinstance(answer, bgo.TrainingRows):
        return rows_of(answer)
    if isinstance(answer, bgo.Games):
        return answer.numbers, list(answer)
    return polars.DataFrame(answer).drop("archive", strict=False).rows()


DESCRIBED: list[Callable[[bgo.Database], object]] = [
    lambda db: db.games(),
    lambda db: db.games("pd", sort="number", reverse=True, year="2000.."),
    lambda db: db.games(stones=["Bpd"], to_play="W"),
    lambda db: db.games(bgo.Board(black=("pd",), to_play="W")),
    lambda db: db.games(size=9).to_arrow(),
    lambda db: bgo.read_sgf(os.path.relpath(FIXTURE)),
    lambda db: bgo.kgs_rows(os.path.relpath(FIXTURE), shard=(1, 2), shuffle=100, symmetry=True),
    lambda db: bgo.kgs_rows(db.games(komi=6.5), setup="compat"),
    lambda db: bgo.katago_rows(db.games(size=9), board=9, shard=(0, 2)),
]


@pytest.mark.parametrize("make", DESCRIBED)
def test_lists_tables_and_rows_are_made_again(
    selfplay: bgo.Database, make: Callable[[bgo.Database], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    pickled = pickle.dumps(make(selfplay))
    assert len(pickled) < 2000
    expected = described(make(selfplay))
    # The names of files stand for the same files in another folder, and in another process.
    monkeypatch.chdir("/")
    again = pickle.loads(pickled)
    assert described(again) == expected
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(described, [pickle.loads(pickled)]) == expected


def test_the_workers_of_a_loader_have_each_row_once(selfplay: bgo.Database) -> None:
    games = selfplay.games(size=19)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        shards = [bgo.kgs_rows(games, batch=10**9, shard=(worker, 2)) for worker in range(2)]
        [batches] = [pool.map(list, shards)]
    [whole] = bgo.kgs_rows(games, batch=10**9)
    found = sorted(game for [batch] in batches for game in batch.games.tolist())
    assert found == sorted(whole.games.tolist())


def test_what_is_no_description_says_so(selfplay: bgo.Database) -> None:
    rows = bgo.kgs_rows(selfplay.games())
    next(rows)
    with pytest.raises(bgo.UsageError, match="before their first batch"):
        pickle.dumps(rows)
    for table in (next(iter(selfplay.games().to_arrow())), selfplay.players().to_arrow()):
        with pytest.raises(bgo.UsageError, match="a list of games or paths"):
            pickle.dumps(table)


@pytest.mark.parametrize(
    "answer", [bgo.Database.search, bgo.Database.years, bgo.Database.players, bgo.Database.tree, lambda db: db.game(1)]
)
def test_answers_are_pickled(selfplay: bgo.Database, answer: Callable[[bgo.Database], object]) -> None:
    assert pickle.loads(pickle.dumps(answer(selfplay))) == answer(selfplay)
