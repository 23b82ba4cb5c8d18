"""An import by a cluster gives what an import into a database gives, whatever interrupts it."""

from __future__ import annotations

import datetime
import json
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import bgo
import bgo.spark
import pyarrow.dataset
import pyarrow.parquet
import pytest
from bgo.spark import ImportedDataset, _steps, import_archives
from pyspark.sql import DataFrame, SparkSession

from conftest import CORPUS, PROGRAM

COUNTS = ("files", "skipped", "games", "added", "duplicates", "repaired", "rejected", "rejections", "repairs", "positions")


def tar(path: Path, members: Sequence[tuple[str, bytes]]) -> Path:
    """Makes an archive of files."""
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, BytesIO(content))
    return path


def line(count: int, row: int = 0) -> str:
    """Returns moves that leave no stone dead, different for each ``row``."""
    letters = "abcdefghijklmnopqrs"
    points = [letters[at % 19] + letters[(2 * (at // 19) + row) % 19] for at in range(count)]
    return "".join(f";{'BW'[at % 2]}[{point}]" for at, point in enumerate(points))


def record(root: str, moves: str) -> bytes:
    return f"(;GM[1]FF[4]{root}{moves})".encode()


GIB = (
    "\\HS\r\n\\[GIBOKIND=Korea\\]\r\n\\[GAMEBLACKNAME=홍길동(9단)\\]\r\n\\[GAMERESULT=흑 불계승\\]\r\n"
    "\\[GAMEINFOMAIN=GRLT:3,ZIPSU:0,GONGJE:65\\]\r\n\\HE\r\n\\GS\r\nINI 0 1 0 &4\r\n"
    "STO 0 2 1 3 3\r\nSTO 0 3 2 15 15\r\nSTO 0 4 1 3 15\r\n\\GE\r\n"
).encode("euc-kr")
NGF = (
    "Test\r\n19\r\nWhite   5D\r\nBlack   6D\r\nwww\r\n0\r\n0\r\n6\r\n20050102 [10:00]\r\n10\r\nBlack wins by resign\r\n2\r\n"
    "PMABBQDQDQ\r\nPMACWDEDED\r\n"
).encode()
UGF = (
    "[Header]\r\nCode=949\r\nLang=KOR\r\nSize=19\r\nHdcp=0,6.5\r\nPlayerB=Kim,7D,x\r\nPlayerW=Lee,8D,y\r\n"
    "Date=2004/01/02,KO\r\nWinner=B,C\r\n[Data]\r\nQD,B1,1,10\r\nDP,W2,2,10\r\n[Figure]\r\n"
).encode()


def made(folder: Path) -> list[Path]:
    """Makes archives with everything that an import treats in its own way."""
    long, other = line(40), line(41, 1)
    first = tar(
        folder / "first.tgz",
        [
            ("undated.sgf", record("PB[A]PW[B]", long)),
            ("2005.sgf", record("PB[A]PW[B]DT[2005-01-02]", other)),
            ("2006.sgf", record("PB[A]PW[B]DT[2006]", other)),
            # This agrees with both, and belongs to the first.
            ("either.sgf", record("PB[C]PW[D]", other)),
            ("same-bytes.sgf", record("PB[A]PW[B]", long)),
            ("other-bytes.sgf", record("PB[A]PW[B]C[said]", long)),
            ("short.sgf", record("PB[A]PW[B]", line(5))),
            ("short-others.sgf", record("PB[A]PW[C]", line(5))),
            ("short-again.sgf", record("PB[A]PW[B]EV[again]", line(5))),
            ("empty.sgf", record("PB[A]PW[B]", "")),
            ("empty-again.sgf", record("PB[A]PW[B]", "")),
            ("readme.txt", b"no game"),
            ("inside.zip", b"PK"),
        ],
    )
    several = record("PB[X]", line(35, 2)) + b"\n" + record("PB[Y]GM[3]", "") + record("PB[X]C[b]", line(35, 2))
    second = tar(
        folder / "second.tgz",
        [
            ("several.sgf", several + record("PB[Y]DT[2007]", other) + record("", ";B[aa];W[aa];B[bb]")),
            ("broken.sgf", b"(;GM[1]SZ[19]PB[cut];B[pd];W["),
            ("nothing.sgf", b"this is no game"),
            ("gbk.sgf", "(;GM[1]CA[gb2312]PB[聂卫平]PW[马晓春]".encode("gbk") + line(33, 3).encode() + b")"),
            ("gbk-again.sgf", "(;GM[1]PB[聂卫平]PW[马晓春]".encode() + line(33, 3).encode() + b")"),
            ("big5.sgf", "(;GM[1]CA[UTF-8]PB[聶衛平]".encode("big5") + line(33, 4).encode() + b")"),
            ("game.gib", GIB),
            ("game.ngf", NGF),
            ("game.ugf", UGF),
            ("setup.sgf", record("AB[dd][pp]HA[2]KM[0.5]RE[W+3.5]", ";W[cc];AE[dd];B[ee];W[];B[]")),
            ("turned.sgf", record("SZ[9]", ";B[ca];W[cb];B[cc];W[cd]")),
            ("twice.sgf", record("PB[twice]", line(31, 5))),
            ("twice.sgf", record("PB[twice]C[other]", line(31, 5))),
        ],
    )
    loose = folder / "loose"
    loose.mkdir()
    (loose / "a.sgf").write_bytes(record("PB[A]PW[B]DT[2006-03]", other))
    (loose / "b.sgf").write_bytes(record("PB[new]PC[Tokyo]RO[3]EV[Cup]", line(60, 6)))
    cut = folder / "cut.tgz"
    cut.write_bytes(first.read_bytes()[:-300])
    without = tar(folder / "without.tgz", [("a.txt", b"")])
    single = folder / "single.sgf"
    single.write_bytes(record("PB[single]WR[9p]BR[3d]", line(70, 7)))
    # The last one is the first again.
    return [first, second, loose, cut, without, single, first]


def local(folder: Path, paths: Sequence[Path]) -> tuple[bgo.Database, bgo.Imported]:
    db = bgo.open(folder / "local.sqlite", create=True)
    return db, db.import_(paths)


def rows(out: Path, table: str, order: str) -> list[dict[str, Any]]:
    """Returns the rows of a table without Spark."""
    partitioning = "hive" if table == "positions" else None
    found = pyarrow.dataset.dataset(out / table, partitioning=partitioning).to_table()
    listed: list[dict[str, Any]] = found.sort_by([(name, "ascending") for name in order.split()]).to_pylist()
    return listed


def assert_same_as_database(out: Path, found: ImportedDataset, db: bgo.Database, expected: bgo.Imported) -> None:
    """Compares the tables, the report and the numbers with those of a database."""
    assert {name: getattr(found, name) for name in COUNTS} == {name: getattr(expected, name) for name in COUNTS}
    assert sorted(found.failures) == sorted(expected.failures)
    notes = [(n.archive, n.member, n.member_game, n.verdict, n.game, n.kind, n.reason, n.offset) for n in expected.notes]
    report = found.report.where("verdict <> 'failed'").collect()
    assert sorted(map(repr, map(tuple, report))) == sorted(map(repr, notes))

    games = {row["game"]: row for row in rows(out, "games", "game")}
    facts = db.sql("select * from games order by game")
    for row in facts:
        game = games[row[0]]
        # SQLite has dates as texts.
        told = [value.isoformat() if isinstance(value, datetime.date) else value for value in map(game.get, facts.columns)]
        assert row == tuple(told)
    assert len(facts) == len(games)
    contents = db.sql("select id, content from game order by id", verified=False).rows
    assert contents == [(number, game["content"]) for number, game in games.items()]

    sources = rows(out, "sources", "number")
    assert [row["number"] for row in sources] == list(range(1, len(sources) + 1))
    listed = db.sql(
        "select game, archive, member, member_game, differs from sources order by game, archive, member, member_game"
    ).rows
    found_sources = [
        (row["game"], row["archive"], row["member"], row["member_game"], int(row["record"] is not None))
        for row in sources
    ]
    assert sorted(found_sources) == sorted(listed)

    positions = rows(out, "positions", "game ply key next")
    listed = db.sql("select key, game, ply, next_move is null from positions").rows
    assert sorted((row["key"], row["game"], row["ply"], int(row["next"] < 0)) for row in positions) == sorted(listed)
    bits = json.loads((out / "_bgo.json").read_text())["partition_bits"]
    assert all(row["part"] == (row["key"] & (2**64 - 1)) >> (64 - bits) for row in positions)


def assert_same_as_exported(out: Path, db: bgo.Database, folder: Path) -> None:
    """Compares every value with the dataset that the program exports."""
    if not PROGRAM.exists():
        pytest.skip(f"{PROGRAM} is missing; build the program first")
    exported = folder / "exported"
    subprocess.run([PROGRAM, "--db", db.path, "export", "--dataset", exported], check=True, capture_output=True)
    for table, order in [
        ("games", "game"),
        ("sources", "game number"),
        ("courses", "game"),
        ("positions", "part key game ply next"),
    ]:
        assert rows(out, table, order) == rows(exported, table, order), table


@dataclass(frozen=True)
class Made:
    """An import by Spark, and one of the same archives into a database."""

    folder: Path
    paths: list[Path]
    found: ImportedDataset
    db: bgo.Database
    expected: bgo.Imported

    @property
    def out(self) -> Path:
        return self.folder / "out"


@pytest.fixture(scope="module")
def both(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    folder = tmp_path_factory.mktemp("made")
    paths = made(folder)
    db, expected = local(folder, paths)
    with db:
        yield Made(folder, paths, import_archives(spark, paths, folder / "out"), db, expected)


def test_games_sources_positions_and_report_are_those_of_a_database(both: Made) -> None:
    assert_same_as_database(both.out, both.found, both.db, both.expected)
    assert_same_as_exported(both.out, both.db, both.folder)
    assert both.found.duplicates > 10 and both.found.rejected > 1 and both.found.repaired > 0
    assert not (both.out / "_staging").exists()


def test_files_are_sorted_and_have_small_pages(both: Made) -> None:
    for table, order in [("games", "game"), ("sources", "game number"), ("courses", "game")]:
        for file in (both.out / table).glob("*.parquet"):
            found = pyarrow.parquet.read_table(file)
            assert found == found.sort_by([(name, "ascending") for name in order.split()])
    files = list((both.out / "positions").glob("part=*/*.parquet"))
    assert files
    for file in files:
        found = pyarrow.parquet.ParquetFile(file).read()
        assert found == found.sort_by([(name, "ascending") for name in ("key", "game", "ply")])
        column = pyarrow.parquet.ParquetFile(file).metadata.row_group(0).column(0)
        assert (column.compression, column.has_offset_index, column.has_column_index) == ("ZSTD", True, True)


def test_an_archive_that_is_missing_is_in_the_report(spark: SparkSession, tmp_path: Path) -> None:
    game = tmp_path / "game.sgf"
    game.write_bytes(record("", line(30)))
    database = bgo.open(tmp_path / "other.sqlite", create=True)
    database.import_(game)
    found = import_archives(spark, [tmp_path / "none.tgz", game, database.path], tmp_path / "out")
    assert (found.added, found.files) == (1, 1)
    assert found.failures == (
        f"{tmp_path}/none.tgz: there is no such file or folder",
        f"{tmp_path}/other.sqlite is a database or a dataset; a cluster imports archives, folders and records",
    )
    assert [row.verdict for row in found.report.collect()] == ["failed", "failed"]


def test_an_import_of_nothing_is_an_empty_dataset(spark: SparkSession, tmp_path: Path) -> None:
    found = import_archives(spark, [], tmp_path / "out")
    assert all(getattr(found, name) in (0, ()) for name in COUNTS)
    assert found.report.count() == 0
    assert import_archives(spark, [], tmp_path / "out") == found


def test_folders_may_have_any_names(spark: SparkSession, tmp_path: Path) -> None:
    folder = tmp_path / "my [old] {games}* 50% 棋譜?"
    folder.mkdir()
    (folder / "a game.sgf").write_bytes(record("", line(30)))
    found = import_archives(spark, folder / "a game.sgf", folder / "the dataset")
    assert found.added == 1
    assert bgo.spark.Database(spark, folder / "the dataset").search().games == 1


def test_relative_paths_are_those_of_the_folder_where_python_is(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.sgf").write_bytes(record("", line(30)))
    # Spark's Java process stays in the folder in which it started.
    monkeypatch.chdir(tmp_path)
    assert import_archives(spark, "game.sgf", "out").added == 1
    assert (tmp_path / "out" / "_bgo.json").exists()
    assert bgo.spark.Database(spark, "out").search().games == 1


def test_an_import_of_archives_that_have_changed_is_another_one(spark: SparkSession, tmp_path: Path) -> None:
    game = tmp_path / os.fsdecode(b"odd \xff.sgf")
    game.write_bytes(record("RE[B+R]", line(30)))
    found = import_archives(spark, game, tmp_path / "out")
    assert found.added == 1
    db = bgo.spark.Database(spark, tmp_path / "out")
    database, _ = local(tmp_path, [game])
    assert db.game(1).sources[0].archive == database.game(1).sources[0].archive
    # As many bytes.
    game.write_bytes(record("RE[W+R]", line(30)))
    with pytest.raises(bgo.UsageError, match="archives that have changed"):
        import_archives(spark, game, tmp_path / "out")


def test_a_dataset_that_was_replaced_is_opened_again(spark: SparkSession, tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / f"{number}.sgf").write_bytes(record("", line(30, number)))
        import_archives(spark, [tmp_path / f"{at}.sgf" for at in range(1, number + 1)], tmp_path / f"out {number}")
    db = bgo.spark.Database(spark, tmp_path / "out 1")
    assert db.search(size=19).games == 1
    games = db.games()
    assert len(games) == 1
    shutil.rmtree(tmp_path / "out 1")
    (tmp_path / "out 2").rename(tmp_path / "out 1")
    questions = (
        lambda: db.search(size=19),
        lambda: db.game(1),
        lambda: db.games(),
        lambda: games[0],
        lambda: games.dataframe,
        lambda: db.tables,
        lambda: db.sql("SELECT count(*) FROM games"),
        db.check,
    )
    for ask in questions:
        with pytest.raises(bgo.ReadError, match="out 1 has changed since it was opened; open it again"):
            ask()
    assert bgo.spark.Database(spark, tmp_path / "out 1").search(size=19).games == 2


def test_a_finished_import_is_recognised(spark: SparkSession, both: Made) -> None:
    files = {path: path.stat().st_mtime_ns for path in both.out.rglob("*") if path.is_file()}
    assert import_archives(spark, both.paths, both.out) == both.found
    assert {path: path.stat().st_mtime_ns for path in both.out.rglob("*") if path.is_file()} == files


def test_a_folder_with_something_else_is_refused(spark: SparkSession, both: Made, tmp_path: Path) -> None:
    with pytest.raises(bgo.UsageError, match="out has the dataset of other archives, or of archives that have changed; name a new folder"):
        import_archives(spark, both.paths[:1], both.out)
    (tmp_path / "thesis.txt").write_text("")
    with pytest.raises(bgo.UsageError, match="is not empty and has no dataset; name a new folder"):
        import_archives(spark, both.paths, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


class Stopped(Exception):
    pass


STEPS = ("found", "duplicates", "numbered", "games", "sources", "courses", "positions", "report")


def stopping_at(step: str) -> Callable[..., DataFrame]:
    def stop(*_: object) -> DataFrame:
        raise Stopped(f"stopped before {step}")

    return stop


def half_written(step: Callable[..., DataFrame]) -> Callable[..., DataFrame]:
    def fail(*arguments: Any) -> DataFrame:
        rows = step(*arguments)
        return rows.where("IF(game < 5, TRUE, raise_error('stopped half-way'))")

    return fail


def test_an_import_resumes_after_any_step(
    spark: SparkSession, both: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    steps = {step: getattr(_steps, step) for step in STEPS}
    for step in STEPS:
        failing = half_written(steps[step]) if step in ("games", "positions") else stopping_at(step)
        monkeypatch.setattr(_steps, step, failing)
        with pytest.raises(Exception, match="stopped half-way|stopped before"):
            import_archives(spark, both.paths, out)
        assert not (out / step).exists() and not (out / "_bgo.json").exists()
        monkeypatch.setattr(_steps, step, steps[step])
        if step != STEPS[0]:
            # What is complete is not made again.
            earlier = STEPS[STEPS.index(step) - 1]
            monkeypatch.setattr(_steps, earlier, stopping_at(f"{earlier} again"))
    with pytest.raises(bgo.UsageError, match="has the unfinished import of other archives"):
        import_archives(spark, both.paths[:1], out)
    found = import_archives(spark, both.paths, out)
    assert_same_as_database(out, found, both.db, both.expected)


def test_a_second_job_for_the_same_folder_does_no_harm(
    spark: SparkSession, both: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    courses = _steps.courses
    others: list[ImportedDataset] = []

    def overtaken(*arguments: Any) -> DataFrame:
        monkeypatch.setattr(_steps, "courses", courses)
        others.append(import_archives(spark, both.paths, out))
        return courses(*arguments)

    monkeypatch.setattr(_steps, "courses", overtaken)
    found = import_archives(spark, both.paths, out)
    assert others == [found]
    assert not (out / "_staging").exists()
    assert_same_as_database(out, found, both.db, both.expected)


@pytest.mark.parametrize(
    "names", [["encodings"], ["gnugo-regression"], ["fox-pro-3k"], ["tygem-5k", "ai-mixed"]], ids="-".join
)
def test_real_archives_are_imported_as_into_a_database(
    spark: SparkSession, tmp_path: Path, names: list[str]
) -> None:
    paths = [CORPUS / f"{name}.tgz" for name in names]
    if missing := [path for path in paths if not path.exists()]:
        pytest.skip(f"{missing[0]} is not here")
    found = import_archives(spark, paths, tmp_path / "out")
    db, expected = local(tmp_path, paths)
    assert {name: getattr(found, name) for name in COUNTS} == {name: getattr(expected, name) for name in COUNTS}
    if expected.positions < 300_000:
        assert_same_as_database(tmp_path / "out", found, db, expected)
    elif PROGRAM.exists():
        out, exported = tmp_path / "out", tmp_path / "exported"
        subprocess.run([PROGRAM, "--db", db.path, "export", "--dataset", exported], check=True, capture_output=True)
        for table in ("games", "sources", "courses", "positions"):
            order = [(name, "ascending") for name in ("part", "key", "game", "ply", "next", "number")]
            tables = [pyarrow.dataset.dataset(place / table, partitioning="hive").to_table() for place in (out, exported)]
            here, there = (t.sort_by([key for key in order if key[0] in t.column_names]) for t in tables)
            assert here.select(there.column_names).cast(there.schema).equals(there), table
