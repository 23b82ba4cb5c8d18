"""Files of KataGo's analysis engine: imported, listed and removed."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import bgo
import polars
import pytest
from conftest import World, sgf

QUERY = {"id": "a", "moves": [["B", "C3"]], "rules": "chinese", "komi": 7, "boardXSize": 9, "boardYSize": 9}
RESPONSE = {
    "id": "a",
    "turnNumber": 1,
    "isDuringSearch": False,
    "moveInfos": [
        {"move": "G7", "winrate": 0.25, "scoreLead": -2.5, "visits": 60},
        {"move": "E5", "winrate": 0.375, "visits": 20},
    ],
    "rootInfo": {"winrate": 0.25, "scoreLead": -2.5, "visits": 100, "currentPlayer": "W"},
}


def lines(*documents: object) -> str:
    return "".join(f"{json.dumps(document)}\n" for document in documents)


@pytest.fixture
def db(world: World) -> bgo.Database:
    """A database of a game in which G7 follows C3; nobody played E5."""
    return world([sgf("SZ[9]", "cg gc gg")])


def test_an_imported_analysis_stands_in_answers_until_it_is_removed(db: bgo.Database, tmp_path: Path) -> None:
    queries, responses = tmp_path / "q.jsonl", tmp_path / "r.jsonl.gz"
    queries.write_text(lines(QUERY))
    responses.write_bytes(gzip.compress(lines(RESPONSE).encode()))
    told: list[bgo.AnalysesProgress] = []
    imported = db.import_analyses([queries, responses], progress=told.append)
    assert (imported.files, imported.queries, imported.analyses, imported.faults) == (1, 1, 1, ())
    assert told and told[-1].bytes == told[-1].total_bytes
    answer = db.search("cg", size=9)
    assert answer.engine == bgo.Evaluation(0.25, -2.5, 100)
    assert answer.next_moves[0].engine == bgo.Evaluation(0.25, -2.5, 60)
    assert answer.engine_moves == (bgo.EngineMove("ee", "W", 0.375, None, 20),)

    listed = db.analyses()
    assert (listed.analyses, listed.from_records) == (1, 0)
    assert [(Path(file.path).name, file.analyses) for file in listed.files] == [("r.jsonl.gz", 1)]
    assert polars.DataFrame(listed).columns == ["path", "imported_at", "analyses"]
    assert db.remove_analyses("r.jsonl.gz") == 1
    assert db.analyses() == bgo.Analyses(0, 0, ())
    assert db.search("cg", size=9).engine is None


@pytest.mark.parametrize(("win_rates", "black"), [("black", 0.25), ("white", 0.75), ("to_play", 0.75)])
def test_the_side_of_the_win_rates_is_told(db: bgo.Database, tmp_path: Path, win_rates: str, black: float) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(lines(QUERY, RESPONSE))
    db.import_analyses(file, win_rates=win_rates)  # type: ignore[arg-type]
    engine = db.search("cg", size=9).engine
    assert engine is not None and engine.black_win_rate == black


def test_lines_of_no_use_are_named(db: bgo.Database, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(lines(QUERY, RESPONSE, RESPONSE | {"id": "b"}))
    imported = db.import_analyses(file)
    assert (imported.analyses, imported.faulty_lines) == (1, 1)
    [fault] = imported.faults
    assert (fault.file, fault.line) == (str(file), 3)
    assert polars.DataFrame(imported)["reason"].to_list() == [fault.reason]


def test_nothing_is_removed_if_a_file_is_unknown(db: bgo.Database, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(lines(QUERY, RESPONSE))
    db.import_analyses(file)
    with pytest.raises(bgo.NotFoundError):
        db.remove_analyses([file, "unknown.jsonl"])
    assert db.analyses().analyses == 1


def test_a_progress_that_fails_stops_the_import(db: bgo.Database, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(lines(QUERY, RESPONSE))

    def fail(_: bgo.AnalysesProgress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        db.import_analyses(file, progress=fail)


@pytest.mark.parametrize(
    ("ask", "kind", "said"),
    [
        (
            lambda db: db.import_analyses("a.jsonl", win_rates="red"),
            bgo.UsageError,
            'win_rates is "black", "white" or "to_play", not "red"',
        ),
        (lambda db: db.import_analyses("missing.jsonl"), bgo.MissingError, "missing.jsonl"),
    ],
)
def test_what_cannot_be_imported_is_named(
    db: bgo.Database, ask: Callable[[bgo.Database], object], kind: type[bgo.Error], said: str
) -> None:
    with pytest.raises(kind) as raised:
        ask(db)
    assert said in str(raised.value)
