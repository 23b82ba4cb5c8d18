"""The examples in the documents, with the output that stands below them."""

import doctest
import re
import shutil
from pathlib import Path

import pytest
from conftest import FIXTURE, ROOT


@pytest.mark.parametrize("name", ["docs/python.md", "docs/python-tour.md", "crates/python/README.md"])
def test_the_examples_are_real(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(FIXTURE, tmp_path / "games.tgz")
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False)
    assert failed == 0 and tried > 2


def test_the_example_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(FIXTURE, tmp_path / "games.tgz")
    monkeypatch.chdir(tmp_path)
    [example] = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    names: dict[str, object] = {}
    exec(example, names)
    assert getattr(names["games"], "height") == 78
