"""A dataset gives the answers of the database that it was exported from."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import bgo
import bgo.spark
import pytest
from conftest import CORPUS, FIXTURE, Pair
from pyspark.sql import SparkSession
from questions import differences, of_patterns, of_positions


def sgf(root: str, moves: str) -> str:
    nodes = "".join(f";{'BW'[at % 2]}[{'' if move == 'pass' else move}]" for at, move in enumerate(moves.split()))
    return f"(;GM[1]FF[4]{root}{nodes})"


# Games with a ko, passes, setup, symmetric positions, exchanged colours, and names that SQL must not read.
RECORDS = [
    sgf("SZ[9]PB[O'Brien]PW[a\\\\\\\\b]RE[B+R]DT[1990]", "ee ef fe ff"),
    sgf("SZ[9]PB[${x}]PW[O'Brien]RE[W+2.5]DT[1991-02]EV[Cup %_]", "pass pass ee pass"),
    sgf("SZ[9]PB[A]PW[A]RE[0]DT[1991-02-03]RU[Japanese]", "cc gg gc cg"),
    sgf("SZ[9]PB[B]PW[A]RE[Void]", "gg cc cg gc ee"),
    # A ko that is taken again and again, after passes.
    sgf("SZ[9]PB[A]PW[B]RE[B+0.5]", "dc ec cd fd de ee ed dd pass pass ed pass pass dd pass pass ed"),
    sgf("SZ[9]PB[C]PW[B]RE[W+T]", ""),
    "(;GM[1]SZ[9]AB[ee]AW[cc];W[gg];AB[aa];B[bb];W[hh])",
    "(;GM[1]SZ[9];B[ee];AE[ee];B[ee];AW[aa])",
    sgf("SZ[19]PB[Cho Chikun]PW[Go Seigen]BR[9p]WR[5d]RE[B+R]KM[6.5]C[An old joseki]", "pd dp pp dd fc cf"),
    sgf("SZ[9]PW[B]DT[1995]", "ee cc"),
    sgf("SZ[9]PB[B]DT[1995]", "ee gg"),
    sgf("SZ[19]PB[CHO]PW[X]HA[2]RE[W+R]EV[Meijin]", "qd dc pq cp oc qo"),
]


@pytest.fixture(scope="session")
def small(pair: Callable[..., Pair], tmp_path_factory: pytest.TempPathFactory) -> Pair:
    folder = tmp_path_factory.mktemp("records") / "records"
    folder.mkdir()
    for number, record in enumerate(RECORDS):
        (folder / f"{number}.sgf").write_text(record, encoding="utf-8")
    return pair(folder)


@pytest.fixture(scope="session")
def selfplay(pair: Callable[..., Pair]) -> Pair:
    return pair(FIXTURE)


@pytest.fixture(scope="session")
def tygem(pair: Callable[..., Pair]) -> Pair:
    return pair(CORPUS / "tygem-5k.tgz")


def same(pair: Pair, questions: object) -> None:
    """Fails if the answers to a question differ."""
    found = differences(pair.database, pair.dataset, questions)  # type: ignore[arg-type]
    for question, here, there in found[:3]:
        print(question, here, there, sep="\n", end="\n\n")
    assert not found


@pytest.mark.parametrize("seed", range(2))
def test_small_games_give_the_same_answers(small: Pair, seed: int) -> None:
    same(small, of_positions(small.database, seed, 24))
    same(small, of_patterns(small.database, seed, 16))


def test_positions_of_the_fixture_give_the_same_answers(selfplay: Pair) -> None:
    same(selfplay, of_positions(selfplay.database, 1, 40))


def test_patterns_of_the_fixture_give_the_same_answers(selfplay: Pair) -> None:
    same(selfplay, of_patterns(selfplay.database, 1, 24))


def test_real_games_give_the_same_answers(tygem: Pair) -> None:
    same(tygem, of_positions(tygem.database, 2, 32))
    same(tygem, of_patterns(tygem.database, 2, 16))


@pytest.mark.parametrize("method", ["search", "years", "players", "tree", "games"])
@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("size", [9, 19])
def test_the_empty_board_gives_the_same_answers(small: Pair, method: str, swap: bool, size: int) -> None:
    same(small, [(method, (), {"size": size, "swap": swap, **({"min_games": 1} if method == "tree" else {})})])


def test_wrong_questions_fail_with_the_same_sentences(small: Pair) -> None:
    wrong = [
        ("search", (), {"player": "nobody"}),
        ("search", (), {"player": "O'Brein"}),
        ("search", (), {"event": "=Cup"}),
        ("search", (), {"rules": "Tokyo"}),
        ("search", (), {"archive": "other.tgz"}),
        ("search", (), {"words": "..."}),
        ("search", (), {"from_": "2000", "to": "1990"}),
        ("search", (), {"moves": "zz"}),
        ("search", (), {"colour": "B"}),
        ("years", (), {"by": "month"}),
        ("tree", (), {"depth": 501}),
        ("games", (), {"sort": "name"}),
        ("game", (99,), {}),
        ("sgf", (99,), {}),
    ]
    same(small, wrong)


def test_games_are_whole(small: Pair) -> None:
    for number in small.database.games(sort="number").numbers:
        assert small.dataset.game(number) == small.database.game(number)
        assert small.dataset.sgf(number) == small.database.sgf(number)


def test_a_list_is_a_sequence(small: Pair) -> None:
    here, there = small.database.games(sort="players"), small.dataset.games(sort="players")
    assert list(there) == list(here)
    assert there[-1] == here[-1]
    assert there[1:7:2] == here[1:7:2]
    assert [row.game for row in there.dataframe.collect()] == here.numbers
    with pytest.raises(IndexError):
        there[99]


def test_tables_are_views(small: Pair) -> None:
    counted = small.dataset.sql("SELECT count(*) AS games FROM games WHERE game IN (SELECT game FROM positions)")
    assert counted.first().games == len(RECORDS)  # type: ignore[union-attr]


class TestDamage:
    """A dataset that is not as its manifest says is refused."""

    @pytest.fixture
    def copied(self, small: Pair, tmp_path: Path) -> Path:
        source = small.dataset.path.removeprefix("file:")
        return Path(shutil.copytree(source, tmp_path / "dataset"))

    def refused(self, spark: SparkSession, folder: Path) -> str:
        with pytest.raises(bgo.ReadError) as refused:
            bgo.spark.Database(spark, folder)
        return str(refused.value)

    def change(self, folder: Path, **values: object) -> None:
        manifest = json.loads((folder / "_bgo.json").read_text())
        (folder / "_bgo.json").write_text(json.dumps(manifest | values))

    def test_a_missing_partition(self, spark: SparkSession, copied: Path) -> None:
        missing = next(iter((copied / "positions").iterdir()))
        shutil.rmtree(missing)
        assert f"{missing.name}" in self.refused(spark, copied)

    def test_a_file_that_was_cut(self, spark: SparkSession, copied: Path) -> None:
        file = next((copied / "games").glob("*.parquet"))
        file.write_bytes(file.read_bytes()[:-9])
        assert file.name in self.refused(spark, copied)

    def test_another_hash_table(self, spark: SparkSession, copied: Path) -> None:
        self.change(copied, hash_table="00000000")
        assert "hash table" in self.refused(spark, copied)

    @pytest.mark.parametrize("version", [0, 2])
    def test_another_version(self, spark: SparkSession, copied: Path, version: int) -> None:
        self.change(copied, version=version)
        assert f"version {version}" in self.refused(spark, copied)

    def test_no_manifest(self, spark: SparkSession, copied: Path) -> None:
        (copied / "_bgo.json").unlink()
        assert "_bgo.json" in self.refused(spark, copied)
