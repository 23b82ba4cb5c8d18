"""The keyword arguments that are typed, held against those that are read."""

import json

from bgo import Conditions, Parameters, _bgo
from conftest import ROOT


def test_the_types_list_all_conditions_and_parameters() -> None:
    def named(names: object) -> list[str]:
        return ["from" if name == "from_" else name for name in list(names)]  # type: ignore[call-overload]

    conditions = [name for name, _, _ in _bgo.conditions()]
    assert named(Conditions.__annotations__) == conditions
    assert set(named(Parameters.__annotations__)) | {"moves"} == {*conditions, *_bgo.parameters()}


def test_questions_have_the_parameters_of_the_api() -> None:
    described = json.loads((ROOT / "crates/cli/src/web/openapi.json").read_text(encoding="utf-8"))
    asked = described["paths"]["/position"]["get"]["parameters"]
    names = {parameter.get("name") or parameter["$ref"].rsplit("/")[-1] for parameter in asked}
    conditions = {name for name, _, _ in _bgo.conditions()}
    assert names - {"full"} == conditions | set(_bgo.parameters())


def test_conditions_that_repeat_take_several_values() -> None:
    several = {name for name, _, repeats in _bgo.conditions() if repeats}
    assert {name for name, kind in Conditions.__annotations__.items() if "Text" in str(kind)} == several
