"""The examples in the documents, with the output that stands below them."""

import doctest
import math
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from conftest import FIXTURE, ROOT


DOCUMENTS = ["docs/python.md", "docs/python-tour.md", "crates/python/README.md"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_examples_are_real(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(FIXTURE, tmp_path / "games.tgz")
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False)
    assert failed == 0 and tried > 2


def test_the_examples_have_types(tmp_path: Path) -> None:
    scripts = []
    for number, name in enumerate(DOCUMENTS):
        examples = doctest.DocTestParser().get_examples((ROOT / name).read_text(encoding="utf-8"))
        scripts.append(tmp_path / f"example_{number}.py")
        scripts[-1].write_text("".join(example.source for example in examples), encoding="utf-8")
    # DuckDB's answers are optional by their type, which its own examples leave aside, too.
    options = ["--strict", "--ignore-missing-imports", "--disable-error-code=union-attr", "--cache-dir", str(tmp_path)]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *map(str, scripts)], cwd=tmp_path, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout


def example_of(name: str) -> str:
    """Returns the only example of a document that is a script."""
    [example] = re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL)
    return str(example)


def test_the_network_of_the_page_on_training_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(FIXTURE, tmp_path / "games.tgz")
    monkeypatch.chdir(tmp_path)
    example = example_of("docs/train.md")
    assert len(example.splitlines()) <= 40
    names: dict[str, object] = {}
    exec(example, names)
    loss = names["loss"]
    # A uniform guess has a loss of 5.9.
    assert isinstance(loss, float | numpy.floating) and loss < math.log(361) - 0.4
