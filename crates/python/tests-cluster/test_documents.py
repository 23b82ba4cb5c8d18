"""The examples of docs/cluster.md, and the queries beside it."""

from __future__ import annotations

import doctest
import functools
import random
import re
import shutil
import tarfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import bgo
import bgo.spark
import pytest
from conftest import FIXTURE, ROOT
from datasets import connect
from pyspark.sql import SparkSession
from questions import TRANSFORMS, point

DOCUMENT = ROOT / "docs" / "cluster.md"
QUERIES: dict[str, str] = {path.stem: path.read_text() for path in sorted((ROOT / "docs" / "queries").glob("*.sql"))}
POSITIONS, JOSEKI, NOVELTIES, OPENINGS = QUERIES


def test_the_document_names_every_query() -> None:
    links = re.findall(r"\(queries/([a-z_]+)\.sql\)", DOCUMENT.read_text())
    assert sorted(links) == list(QUERIES)


def test_the_examples_are_real(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(FIXTURE, tmp_path / "games.tgz")
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False, globs={"spark": spark})
    assert failed == 0 and tried > 5


@pytest.fixture(scope="module")
def dated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's own games as an archive, with random years and ranks."""
    chance = random.Random(1)
    folder = tmp_path_factory.mktemp("dated")
    (folder / "records").mkdir()
    with tarfile.open(FIXTURE) as games, tarfile.open(folder / "dated.tgz", "w:gz") as tar:
        for number, member in enumerate(sorted((m for m in games if m.isfile()), key=lambda member: member.name)):
            file = games.extractfile(member)
            assert file is not None
            year, rank = chance.randint(1990, 1999), chance.choice(["1d", "5d", "9p"])
            dated = re.sub(r"DT\[[^]]*\]", f"DT[{year}]BR[{rank}]WR[{rank}]", file.read().decode())
            record = folder / "records" / f"{number:04}.sgf"
            record.write_text(dated)
            tar.add(record, record.name)
    return folder / "dated.tgz"


@pytest.fixture(scope="module")
def dated_dataset(spark: SparkSession, dated: Path) -> Path:
    """The dataset of those games."""
    bgo.spark.import_archives(spark, dated, dated.parent / "dataset")
    return dated.parent / "dataset"


@pytest.fixture(scope="module")
def games(dated: Path) -> list[bgo.Game]:
    """Those games, from a local database."""
    with bgo.open(dated.parent / "local.sqlite", create=True) as db:
        db.import_(dated)
        return [db.game(game.game) for game in db.games()]


def rows(dataset: Path, name: str) -> list[tuple[Any, ...]]:
    """Returns DuckDB's answer to a query of the document."""
    return connect(dataset).execute(QUERIES[name]).fetchall()


@pytest.mark.parametrize("name", QUERIES)
def test_spark_and_duckdb_answer_the_same(spark: SparkSession, dated_dataset: Path, name: str) -> None:
    by_duckdb = rows(dated_dataset, name)
    by_spark = bgo.spark.Database(spark, dated_dataset).sql(QUERIES[name]).collect()
    assert len(by_duckdb) == len(by_spark) > 0
    for one, other in zip(by_duckdb, by_spark, strict=True):
        # Rounding may differ in the last digit.
        assert tuple(one) == pytest.approx(tuple(other), abs=0.11)


def canonical(board: bgo.Board) -> object:
    """Returns something that all orientations of a position have in common."""
    return of_stones(board.size, board.black, board.white)


@functools.cache
def of_stones(size: int, black: tuple[str, ...], white: tuple[str, ...]) -> object:
    stones = [[(ord(stone[0]) - 97, ord(stone[1]) - 97) for stone in of_one] for of_one in (black, white)]
    return size, *min(
        tuple(tuple(sorted(to(x, y, size - 1) for x, y in of_one)) for of_one in stones) for to in TRANSFORMS
    )


def test_the_novelties_are_those_of_a_plain_count(dated_dataset: Path, games: list[bgo.Game]) -> None:
    years: dict[object, set[int]] = defaultdict(set)
    paths = [(game.year or 0, [canonical(position.board) for position in game.positions]) for game in games]
    for year, path in paths:
        for position in path:
            years[position].add(year)
    found: dict[int, list[tuple[int, object]]] = defaultdict(list)
    for year, path in paths:
        new = [(ply, position) for ply, position in enumerate(path) if min(years[position]) == year]
        if new and new[0][0] > 0:
            found[year].append(new[0])
    expected = [
        (
            year,
            len(novelties),
            pytest.approx(sum(ply for ply, _ in novelties) / len(novelties), abs=0.051),
            len({position for _, position in novelties if max(years[position]) > year}),
        )
        for year, novelties in sorted(found.items())
    ]
    assert rows(dated_dataset, NOVELTIES) == expected


def test_the_most_common_positions_are_those_of_a_plain_count(dated_dataset: Path, games: list[bgo.Game]) -> None:
    counts: dict[int, Counter[object]] = defaultdict(Counter)
    for game in games:
        if game.board_size == 19:
            for position in game.positions[:51]:
                counts[position.move_number][canonical(position.board)] += 1
    found: dict[int, list[int]] = defaultdict(list)
    boards = {game.game: game for game in games}
    for ply, place, _, number, example in rows(dated_dataset, POSITIONS):
        found[ply].append(number)
        assert place == len(found[ply])
        assert counts[ply][canonical(boards[example].positions[ply].board)] == number
    assert found == {ply: sorted(counter.values(), reverse=True)[:3] for ply, counter in counts.items()}


def test_the_josekis_are_those_of_a_plain_replay(dated_dataset: Path, games: list[bgo.Game]) -> None:
    expected: Counter[tuple[int | None, str]] = Counter()
    wins: Counter[tuple[int | None, str, str | None]] = Counter()
    for game in games:
        if game.board_size != 19 or game.positions[0].board.black:
            continue
        moves = [(position.color, position.move) for position in game.positions[1:41] if position.move]
        if moves[0][1] == "pass":
            continue
        x, y = (ord(letter) - 97 for letter in moves[0][1])
        there = []
        for color, move in moves:
            if move == "pass":
                continue
            column, row = (ord(letter) - 97 for letter in move)
            column, row = 18 - column if x > 9 else column, 18 - row if y > 9 else row
            if column < 9 and row < 9:
                there.append((color, column, row))
        if len(there) >= 5:
            ways = [" ".join(f"{c}{point(a, b)}" for c, a, b in there[:5]), " ".join(f"{c}{point(b, a)}" for c, a, b in there[:5])]
            expected[game.black_rank_value, min(ways)] += 1
            wins[game.black_rank_value, min(ways), game.winner] += 1
    found = rows(dated_dataset, JOSEKI)
    assert {(rank, joseki): number for rank, joseki, number, _, _ in found} == dict(expected)
    for rank, joseki, _, black, white in found:
        assert (black, white) == (wins[rank, joseki, "B"], wins[rank, joseki, "W"])
