"""What the facts of games are as tables, in SQL and as conditions."""

from __future__ import annotations

import datetime
import inspect
import multiprocessing
import pickle
import tempfile
from pathlib import Path
from typing import Any

import bgo
import pandas
import polars
import pyarrow
import pytest
from conftest import archive, sgf

RECORDS = [
    sgf("SZ[9]PB[Ann]BR[3d]PW[Bob]DT[2004-02]RE[B+2.5]KM[6.5]TM[10:00]OT[3x30 byo-yomi]AP[CGoban:3]", "ee cc"),
    sgf("SZ[9]PB[Cid]PW[Dan]DT[1933-10-16,1934-01-29]RE[W+R]KM[-]HA[3]AB[cc][gg][cg]TM[none]", "ee gc"),
    sgf("SZ[9]PB[Eve]", "cc gg ee"),
]


@pytest.fixture(scope="module")
def db() -> Any:
    folder = Path(tempfile.mkdtemp())
    with bgo.open(folder / "facts.sqlite", create=True) as database:
        assert database.import_(archive(folder / "a.tgz", RECORDS)).added == 3
        yield database


def test_the_facts_have_the_types_that_they_mean(db: bgo.Database) -> None:
    table = pyarrow.table(db.games(sort="number").to_arrow())
    assert table.column_names == bgo._bgo.facts()
    kinds = {"game": "int64", "moves": "int32", "first_date": "date32[day]", "komi": "double", "margin": "double"}
    assert {name: str(table.schema.field(name).type) for name in kinds} == kinds
    first, second, third = table.to_pylist()
    wanted = {
        "date": "2004-02", "date_text": "2004-02", "first_date": datetime.date(2004, 2, 1),
        "last_date": datetime.date(2004, 2, 29), "year": 2004, "result": "B+2.5", "margin": 2.5, "komi": 6.5,
        "time_limit": 600, "time_limit_text": "10:00", "overtime": "3x30 byo-yomi", "program": "CGoban:3",
    }  # fmt: skip
    assert {name: first[name] for name in wanted} == wanted
    assert (second["last_date"], second["date"]) == (datetime.date(1934, 1, 29), "1933-10-16")
    assert (second["komi"], second["komi_text"], second["handicap"], second["handicap_text"]) == (None, "-", 3, "3")
    assert (second["time_limit"], second["margin"], third["first_date"]) == (None, None, None)


def test_sql_documents_and_records_say_the_same(db: bgo.Database, tmp_path: Path) -> None:
    names = bgo._bgo.facts()
    table = pyarrow.table(db.games(sort="number").to_arrow()).to_pylist()
    told = [{n: v.isoformat() if isinstance(v, datetime.date) else v for n, v in row.items()} for row in table]
    rows = db.sql("select * from games order by game")
    assert list(rows.columns) == names
    assert [dict(zip(names, row, strict=True)) for row in rows] == told
    assert [{name: getattr(db.game(number), name) for name in names} for number in (1, 2, 3)] == table
    read = pyarrow.table(bgo.read_sgf(archive(tmp_path / "a.tgz", RECORDS))).to_pylist()
    of_records = [name for name in names if name not in ("game", "moves")]
    assert [{name: row[name] for name in of_records} for row in read] == [
        {name: row[name] for name in of_records} for row in table
    ]


def test_a_table_has_the_columns_that_are_named(db: bgo.Database) -> None:
    games = db.games(sort="number")
    table = pyarrow.table(games.to_arrow(["moves_sgf", "game"]))
    assert table.to_pylist()[0] == {"moves_sgf": "B[ee]W[cc]", "game": 1}
    assert games.to_polars(["game", "komi"]).columns == ["game", "komi"]
    assert list(games.to_pandas(["game"])["game"]) == [1, 2, 3]
    assert db.search("ee", size=9).to_polars()["games"].sum() == db.search("ee", size=9).to_pandas()["games"].sum()
    assert games.to_arrow().to_polars().height == len(games.to_arrow().to_pandas()) == 3
    with pytest.raises(bgo.UsageError, match='no column "kmi"; there are game, board_size'):
        games.to_arrow(["kmi"])
    with pytest.raises(bgo.UsageError, match="at least one column"):
        games.to_arrow([])
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(_height, [games.to_arrow(["game"])]) == [3]


def _height(table: bgo.Table) -> int:
    return polars.DataFrame(table).height


def test_parameters_are_values_and_never_part_of_the_query(db: bgo.Database) -> None:
    assert db.sql("select game from games where black = ? and year >= ?", ["Ann", 2000]).rows == [(1,)]
    assert db.sql("select game from games where black = :who", {"who": "Ann"}).rows == [(1,)]
    assert db.sql("select game from games where black = ?", ("x' or 'a' = 'a",)).rows == []
    day = datetime.date(2004, 1, 1)
    assert db.sql("select game from games where first_date > ?", [day]).rows == [(1,)]
    assert db.sql("select ?, ?, ?, ?", [None, 1.5, b"\x00", True]).rows == [(None, 1.5, b"\x00", 1)]
    cases: list[tuple[str, Any, str]] = [
        ("select ?", [], "the query takes 1 values, but 0 were given"),
        ("select 1", [1], "the query takes 0 values, but 1 were given"),
        ("select :a", {"b": 1}, "the parameter a of the query has no value"),
        ("select :a", {"a": 1, "b": 1}, "has no parameter b"),
        ("select ?", {"a": 1}, "without a name"),
    ]
    for query, given, why in cases:
        with pytest.raises(bgo.SqlError, match=why):
            db.sql(query, given)
    values: list[tuple[Any, str]] = [("abc", "a list or a dictionary"), ([object()], "a number, a text"), ([2**70], "64 bits")]
    for wrong, why in values:
        with pytest.raises(bgo.UsageError, match=why):
            db.sql("select ?", wrong)


def test_an_answer_without_rows_has_types(db: bgo.Database) -> None:
    query = "select game, komi, black, winner, first_date, count(*) as n from games where 0 group by game"
    kinds = ["int64", "double", "string", "string", "string", "string"]
    for table in (db.sql(query).to_arrow(), db.sql_table(query)):
        assert [str(field.type) for field in pyarrow.table(table).schema] == kinds
    full = pyarrow.table(db.sql_table("select * from games"))
    assert pyarrow.concat_tables([full, pyarrow.table(db.sql_table("select * from games where 0"))]).num_rows == 3


def test_a_long_answer_comes_in_parts(db: bgo.Database) -> None:
    count = 100_000
    query = f"with recursive n(i) as (select 1 union all select i + 1 from n where i < :count) select i, 'x' || i as t from n"
    table = db.sql_table(query, {"count": count})
    parts = [polars.DataFrame(part) for part in table]
    assert sum(part.height for part in parts) == count and max(part.height for part in parts) <= 8192
    assert parts[-1]["t"][-1] == f"x{count}"
    assert polars.DataFrame(pickle.loads(pickle.dumps(table))).height == count
    # The reader may stop early.
    assert polars.DataFrame(next(iter(table))).height == 8192
    mixed = query.replace("'x' || i as t", "case when i < 9000 then i else 'late' end as t")
    with pytest.raises(Exception, match="the column t has whole numbers first and other values later"):
        pyarrow.table(db.sql_table(mixed, {"count": count}))


def test_games_are_chosen_by_their_numbers(db: bgo.Database) -> None:
    import numpy

    assert db.games(game=[3, 1], sort="number").numbers == [1, 3]
    assert db.games(game="2..3", sort="number").numbers == db.games(game=range(2, 4), sort="number").numbers == [2, 3]
    assert db.games(game=numpy.array([2, 2])).numbers == db.games(game=polars.Series([2])).numbers == [2]
    assert db.games(game=2).numbers == [2]
    chosen = [number for (number,) in db.sql("select game from games where komi = 6.5")]
    assert db.games(game=chosen).numbers == [1]
    assert db.search("ee", size=9, game=1).games == 1
    assert db.games(game=[]).numbers == [] and db.search("ee", size=9, game=set()).games == 0
    assert db.games(game=db.sql("select game from games where komi = 6.5")).numbers == [1]
    assert db.games(game=db.games(year=2004)).numbers == [1] and len(db.games(game=range(1, 4, 2))) == 2
    for wrong in ("x", [0], "3..1", 1.5, (1, None)):
        with pytest.raises(bgo.UsageError):
            db.games(game=wrong)  # type: ignore[arg-type]


def test_times_overtimes_and_programs_are_conditions(db: bgo.Database) -> None:
    assert db.games(time="..10m").numbers == db.games(time=600).numbers == db.games(time=(60, 1000)).numbers == [1]
    assert db.games(overtime="BYO").numbers == db.games(program="=cgoban:3").numbers == [1]


def test_pairs_and_ranges_are_ranges(db: bgo.Database) -> None:
    assert db.games(year=(2000, 2005)).numbers == db.games(year=range(2000, 2006)).numbers == [1]
    assert db.games(year=(None, 1950)).numbers == [2] and db.games(handicap=(2, None)).numbers == [2]
    for wrong in ((1, 2, 3), range(0, 10, 2), range(0)):
        with pytest.raises(bgo.UsageError, match="year is"):
            db.games(year=wrong)  # type: ignore[arg-type]


def test_signatures_and_help_name_every_parameter() -> None:
    names = {*bgo.Conditions.__annotations__, *bgo.Parameters.__annotations__}
    for method in (bgo.Database.search, bgo.Database.games, bgo.Database.tree, bgo.Database.search_many):
        assert names <= {*inspect.signature(method).parameters}, method
        documented = inspect.getdoc(method) or ""
        assert "words: Words of players" in documented and "at: Only where the pattern" in documented
    assert names == {name for name, _, _ in bgo._bgo.conditions() if name != "from"} | {"from_"} | {
        name for name in bgo._bgo.parameters() if name != "moves"
    }


def test_many_positions_are_answered_in_one_table(db: bgo.Database) -> None:
    positions: list[Any] = ["ee", "", ["C3"], "ee cc", "aa"]
    table = db.search_many(positions, size=9).to_polars()
    for index, moves in enumerate(positions):
        answer = db.search(moves, size=9)
        rows = table.filter(polars.col("position") == index)
        assert rows["position_games"].to_list() == [answer.games] * max(len(answer.next_moves), 1)
        assert rows["key"][0] == answer.key
        assert rows.drop_nulls("move").select("move", "color", "games", "black_win_rate").rows() == [
            (move.move, move.color, move.games, move.black_win_rate) for move in answer.next_moves
        ]


def test_what_hands_type_by_mistake_is_refused_in_a_sentence(db: bgo.Database) -> None:
    with pytest.raises(bgo.UsageError, match="keeps a database in a file"):
        bgo.open(":memory:", create=True)
    with pytest.raises(bgo.UsageError, match="a part of the board is a text"):
        db.pattern(None)  # type: ignore[arg-type]
    with pytest.raises(bgo.UsageError, match="position 1: zz is not on the 19x19 board"):
        db.search_many(["pd", "zz"])
    with pytest.raises(bgo.UsageError, match="several positions"):
        db.search_many("pd")
    with pytest.raises(bgo.UsageError, match="whole number or a slice"):
        db.games()["a"]  # type: ignore[call-overload]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"size": 99}, "2 to 19 lines, not 99"),
        ({"size": 1}, "size is at least 2"),
        ({"black": "ee"}, "black is points"),
        ({"black": ("zz",)}, "'zz' is no point of a board of 19 lines"),
        ({"size": 9, "white": ("jj",)}, "'jj' is no point of a board of 9 lines"),
        ({"black": ("ee",), "white": ("ee",)}, "ee has both"),
        ({"to_play": "X"}, "'B', 'W' or None"),
        ({"last": "Q16"}, "'Q16' is no point"),
    ]
    for arguments, why in wrong:
        with pytest.raises(bgo.UsageError, match=why):
            bgo.Board(**arguments)
    board = bgo.Board(size=9, black=["ee"], to_play="W")  # type: ignore[arg-type]
    assert board.black == ("ee",) and db.search(board).games == 1


def test_a_list_of_games_is_a_frame_however_it_is_taken(db: bgo.Database) -> None:
    assert polars.DataFrame(db.games()).height == len(pandas.DataFrame.from_arrow(db.games())) == 3
