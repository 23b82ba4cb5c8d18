"""Other processes: those that are forked, and those that begin anew."""

import multiprocessing
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import bgo
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


@pytest.mark.parametrize(
    "answer", [bgo.Database.search, bgo.Database.years, bgo.Database.players, bgo.Database.tree, lambda db: db.game(1)]
)
def test_answers_are_pickled(selfplay: bgo.Database, answer: Callable[[bgo.Database], object]) -> None:
    assert pickle.loads(pickle.dumps(answer(selfplay))) == answer(selfplay)
