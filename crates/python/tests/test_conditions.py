"""The keyword arguments that are typed, held against those that are read."""

import inspect
import json
import re
from collections.abc import Callable

import bgo
import pytest
from bgo import Conditions, Parameters, _bgo
from conftest import FIXTURE, ROOT


def test_the_types_list_all_conditions_and_parameters() -> None:
    def named(names: object) -> list[str]:
        return ["from" if name == "from_" else name for name in list(names)]  # type: ignore[call-overload]

    conditions = [name for name, _, _ in _bgo.conditions()]
    assert sorted(named(Conditions.__annotations__)) == sorted(conditions)
    assert set(named(Parameters.__annotations__)) | {"moves"} == {*conditions, *_bgo.parameters()}


def test_help_explains_every_argument() -> None:
    for kind in (Conditions, Parameters):
        lines = re.findall(r"^([a-z_, ]+): \S", inspect.getdoc(kind) or "", re.MULTILINE)
        explained = [name for line in lines for name in line.split(", ")]
        inherited = {} if kind is Conditions else Conditions.__annotations__
        assert sorted(explained) == sorted(set(kind.__annotations__) - set(inherited))
    for method in ("search", "pattern", "years", "players", "tree", "games"):
        assert "words: Words of players" in (getattr(bgo.Database, method).__doc__ or "")


def test_questions_have_the_parameters_of_the_api() -> None:
    described = json.loads((ROOT / "crates/cli/src/web/openapi.json").read_text(encoding="utf-8"))
    asked = described["paths"]["/position"]["get"]["parameters"]
    names = {parameter.get("name") or parameter["$ref"].rsplit("/")[-1] for parameter in asked}
    conditions = {name for name, _, _ in _bgo.conditions()}
    assert names - {"full", "sort"} == conditions | set(_bgo.parameters())


def test_conditions_that_repeat_take_several_values() -> None:
    several = {name for name, _, repeats in _bgo.conditions() if repeats}
    assert {name for name, kind in Conditions.__annotations__.items() if "Text" in str(kind)} | {"game"} == several


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda db: db.players(limit=-1), "limit is at least 0, not -1"),
        (lambda db: db.tree(depth=0), "depth is at least 1, not 0"),
        (lambda db: db.tree(min_games="x"), "min_games is a whole number, not 'x'"),
        (lambda db: db.tree(depth=2**40), "depth is a number from 1 to 500"),
        (lambda db: db.sql("SELECT 1", timeout="x"), "timeout is a number, not 'x'"),
        (lambda db: bgo.read_positions("a", size="9"), "size is a whole number, not '9'"),  # type: ignore[arg-type]
        (lambda db: bgo.read_positions("a", size=300), "a board has 1 to 19 lines"),
        (lambda db: next(bgo.katago_rows(FIXTURE, sample="1")), "sample is a number, not '1'"),  # type: ignore[arg-type]
        (lambda db: db.game(10**30), f"number is less than 2**63, not {10**30}"),
        (lambda db: db.game("1"), "number is a whole number, not '1'"),
        (lambda db: next(bgo.kgs_rows(FIXTURE, batch=-1)), "batch is at least 1, not -1"),
        (lambda db: next(bgo.katago_rows(FIXTURE, seed=-1)), "seed is at least 0, not -1"),
        (
            lambda db: next(bgo.kgs_rows(db)),
            "a database has many lists of games: give that of db.games(), with conditions if wanted",
        ),
    ],
)
def test_numbers_out_of_range_are_named(
    selfplay: bgo.Database, ask: Callable[[bgo.Database], object], said: str
) -> None:
    with pytest.raises(bgo.UsageError) as raised:
        ask(selfplay)
    assert str(raised.value) == said
