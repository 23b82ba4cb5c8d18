"""Tables, taken as they are by pandas, polars, DuckDB and pyarrow."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import bgo
import duckdb
import pandas
import polars
import pyarrow
import pytest

Rows = list[dict[str, Any]]


def of_pyarrow(table: Any) -> Rows:
    return list(pyarrow.table(table).to_pylist())


def of_polars(table: Any) -> Rows:
    return polars.DataFrame(table).to_dicts()


def of_pandas(table: Any) -> Rows:
    frame = pandas.DataFrame.from_arrow(table)
    return list(frame.astype(object).where(frame.notna(), None).to_dict("records"))


def of_duckdb(games: Any) -> Rows:
    relation = duckdb.sql("SELECT * FROM games")
    assert relation is not None
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


@pytest.mark.parametrize("read", [of_pyarrow, of_polars, of_pandas, of_duckdb])
def test_every_consumer_takes_the_games_as_they_are(selfplay: bgo.Database, read: Callable[[Any], Rows]) -> None:
    games = selfplay.games("pd", sort="number")
    rows = read(games.to_arrow())
    assert [row["game"] for row in rows] == games.numbers
    first, row = selfplay.game(rows[0]["game"]), rows[0]
    described = {field.name for field in fields(bgo.Game)} - {"sources", "positions"}
    assert described < row.keys()
    assert {name: row[name] for name in described} == {name: getattr(first, name) for name in described}
    # A list is a table too.
    assert read(games) == rows


@pytest.mark.parametrize("read", [of_pyarrow, of_polars, of_pandas, of_duckdb])
def test_every_answer_is_a_table(selfplay: bgo.Database, read: Callable[[Any], Rows]) -> None:
    answer = selfplay.search("pd")
    assert [(row["move"], row["games"]) for row in read(answer.to_arrow())] == [
        (move.move, move.games) for move in answer.next_moves
    ]
    assert read(selfplay.years("pd").to_arrow())[0]["games"] == answer.games
    assert len(read(selfplay.players().to_arrow())) == len(selfplay.players().players)
    lines = read(selfplay.tree("pd", depth=2).to_arrow())
    assert [row["line"] for row in lines] == [" ".join(line) for line, _ in selfplay.tree("pd", depth=2).lines()]
    rows = selfplay.sql("SELECT 1 AS i, 2.5 AS f, 'x' AS s, NULL AS n UNION ALL SELECT 2, 3, NULL, NULL")
    assert read(rows.to_arrow()) == [{"i": 1, "f": 2.5, "s": "x", "n": None}, {"i": 2, "f": 3.0, "s": None, "n": None}]


def test_an_empty_answer_has_its_columns(selfplay: bgo.Database) -> None:
    table = pyarrow.table(selfplay.search("aa bb cc dd").to_arrow())
    assert table.num_rows == 0
    assert table.schema.field("games").type == pyarrow.int64()
    assert table.schema.field("black_win_rate").type == pyarrow.float64()
    assert table.schema == pyarrow.table(selfplay.search("pd").to_arrow()).schema
    empty = pyarrow.table(selfplay.games(year=1700).to_arrow())
    assert empty.schema == pyarrow.table(selfplay.games().to_arrow()).schema


def test_a_table_is_read_any_number_of_times_and_in_parts(selfplay: bgo.Database) -> None:
    table = selfplay.games().to_arrow()
    assert pyarrow.table(table) == pyarrow.table(table)
    assert pyarrow.schema(table) == pyarrow.table(table).schema
    assert table.columns == pyarrow.schema(table).names
    assert repr(table).startswith("<bgo.Table of game, board_size, moves")
    assert pyarrow.concat_tables(map(pyarrow.table, table)) == pyarrow.table(table)


def test_many_rows_are_several_batches_lest_their_texts_outgrow_a_column(selfplay: bgo.Database) -> None:
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) SELECT i, 'x' || i AS t FROM n"
    rows = selfplay.sql(numbers)
    heights = [polars.DataFrame(part).height for part in rows.to_arrow()]
    assert sum(heights) == 20_000 and max(heights) <= 8192
    assert [tuple(row.values()) for row in of_pyarrow(rows)] == rows.rows


def test_notebooks_show_tables(selfplay: bgo.Database) -> None:
    for answer in (selfplay.years(), selfplay.players(), selfplay.tree(), selfplay.sql("SELECT '<b>'"), selfplay.games()):
        html = answer._repr_html_()
        assert html.startswith("<table>") and html.endswith("</table>")
        assert html.count("<tr>") > 1
    assert "&lt;b&gt;" in selfplay.sql("SELECT '<b>'")._repr_html_()
    assert f"and {len(selfplay.games()) - 50:,} more" in selfplay.games()._repr_html_()


def test_results_are_frozen_and_equal(selfplay: bgo.Database) -> None:
    one, other = selfplay.search("pd"), selfplay.search("dd")
    assert one == selfplay.search("pd") and one != other
    assert {one.next_moves[0]: "hashable"}
    assert "NextMove(move=" in repr(one)
    with pytest.raises(AttributeError):
        one.games = 3  # type: ignore[misc]
