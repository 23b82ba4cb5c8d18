"""A dataset gives the answers of the database that it was exported from."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import bgo
import bgo.spark
import pyarrow
import pytest
from conftest import CORPUS, FIXTURE, Pair
from pyspark.sql import SparkSession
from questions import Question, diagrams, patterns, positions


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


def same(pair: Pair, questions: Iterable[Question]) -> None:
    """Fails if an answer of the dataset is not that of the database."""
    for question in questions:
        assert question.ask(pair.dataset) == question.ask(pair.database), question


def many(pair: Pair, seed: int, number: int) -> Iterator[Question]:
    """Yields questions of all kinds."""
    yield from positions(pair.database, number, seed, (1, 3, 10))
    yield from patterns(pair.database, number // 2, seed, (1, 3, 10))
    yield from diagrams(pair.database, number // 4, seed)


@pytest.mark.parametrize("seed", range(2))
def test_small_games_give_the_same_answers(small: Pair, seed: int) -> None:
    same(small, many(small, seed, 24))


def test_games_of_the_fixture_give_the_same_answers(selfplay: Pair) -> None:
    same(selfplay, many(selfplay, 1, 40))


def test_real_games_give_the_same_answers(tygem: Pair) -> None:
    same(tygem, many(tygem, 2, 32))


@pytest.mark.parametrize("method", ["search", "years", "players", "tree", "games"])
@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("size", [9, 19])
def test_the_empty_board_gives_the_same_answers(small: Pair, method: str, swap: bool, size: int) -> None:
    arguments = {"size": size, "swap": swap, **({"min_games": 1} if method == "tree" else {})}
    same(small, [Question(method, None, arguments)])


def test_wrong_questions_fail_with_the_same_sentences(small: Pair) -> None:
    wrong = [
        Question("search", None, {"player": "nobody"}),
        Question("search", None, {"player": "O'Brein"}),
        Question("search", None, {"event": "=Cup"}),
        Question("search", None, {"rules": "Tokyo"}),
        Question("search", None, {"archive": "other.tgz"}),
        Question("search", None, {"words": "..."}),
        Question("search", None, {"from_": "2000", "to": "1990"}),
        Question("search", "zz"),
        Question("search", None, {"colour": "B"}),
        Question("years", None, {"by": "month"}),
        Question("tree", None, {"depth": 501}),
        Question("games", None, {"sort": "name"}),
        Question("game", 99),
        Question("sgf", 99),
    ]
    for question in wrong:
        assert isinstance(question.ask(small.database), tuple), question
    same(small, wrong)


def test_games_and_records_are_the_same(small: Pair) -> None:
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


# What the columns of games say in SQL, in words that SQLite and Spark share.
QUERIES = [
    "SELECT avg(komi) AS a, sum(handicap) AS h, max(margin) AS m, count(komi_text) AS t, sum(time_limit) AS l FROM games",
    "SELECT result, winner, count(*) AS n FROM games GROUP BY result, winner ORDER BY n DESC, result, winner",
    "SELECT count(*) AS n FROM games WHERE handicap >= 2 AND first_date <= '2010-06-01' AND komi < 1",
    "SELECT year, min(first_date) AS f, max(last_date) AS l, min(date) AS d FROM games GROUP BY year ORDER BY year",
    "SELECT program, overtime, count(*) AS n FROM games GROUP BY program, overtime ORDER BY n DESC, program, overtime",
]


@pytest.mark.parametrize("corpus", ["selfplay", "fox-pro-3k", "tygem-5k"])
def test_the_same_query_and_the_same_table_say_the_same(pair: Callable[..., Pair], corpus: str) -> None:
    archive = FIXTURE if corpus == "selfplay" else CORPUS / f"{corpus}.tgz"
    if not archive.exists():
        pytest.skip(f"{archive} is missing")
    both = pair(archive)
    for query in QUERIES:
        there = both.dataset.sql(query).toArrow().to_pylist()
        here = both.database.sql(query)
        told = [tuple(v.isoformat() if isinstance(v, datetime.date) else v for v in row.values()) for row in there]
        assert here.rows == told, query
    local = pyarrow.table(both.database.games(sort="number").to_arrow())
    remote = both.dataset.games(sort="number").to_arrow()
    assert remote.column_names == local.column_names == bgo._bgo.facts()
    assert [field.type for field in remote.schema] == [field.type for field in local.schema]
    assert remote.to_pylist() == local.to_pylist()
    some = ["game", "margin", "first_date"]
    assert both.dataset.games(game="5..9", sort="number").to_polars(some).rows() == (
        both.database.games(game=range(5, 10), sort="number").to_polars(some).rows()
    )


def test_parameters_of_queries_are_values(small: Pair) -> None:
    query = "SELECT game FROM games WHERE black = {} ORDER BY game"
    for one, given in (("?", ["O'Brien"]), (":who", {"who": "O'Brien"})):
        here, there = small.database.sql(query.format(one), given), small.dataset.sql(query.format(one), given)
        assert [tuple(row) for row in there.collect()] == here.rows != []


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELEC", "PARSE_SYNTAX_ERROR"),
        ("SELECT nope FROM games", "`nope`"),
        ("SELECT * FROM nope", "`nope`"),
    ],
)
def test_a_wrong_query_fails_with_the_sentence_of_spark(small: Pair, query: str, said: str) -> None:
    with pytest.raises(bgo.SqlError) as failure:
        small.dataset.sql(query)
    assert str(failure.value).startswith("[") and said in str(failure.value)


def test_the_extra_names_what_spark_imports() -> None:
    project = tomllib.loads(Path(__file__).parent.parent.joinpath("pyproject.toml").read_text())["project"]
    extra = {re.split(r"\W", name)[0] for name in project["optional-dependencies"]["spark"]}
    assert extra == {"pandas", "pyarrow", "pyspark"}


def test_tables_are_views(small: Pair) -> None:
    counted = small.dataset.sql("SELECT count(*) AS games FROM games WHERE game IN (SELECT game FROM positions)")
    assert counted.first().games == len(RECORDS)  # type: ignore[union-attr]
