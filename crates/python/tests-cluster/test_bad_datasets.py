"""Datasets that are damaged, or that another program made: a sentence, and no wrong answer."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bgo
import bgo.spark
import pytest
from pyspark.sql import SparkSession
from questions import Question, patterns, positions


@pytest.fixture
def copy(dataset: Path, tmp_path: Path) -> Path:
    """A copy of the dataset, to damage."""
    return Path(shutil.copytree(dataset, tmp_path / "copy"))


def change(folder: Path, edit: Callable[[Any], object]) -> None:
    """Edits the manifest of a dataset."""
    manifest = folder / "_bgo.json"
    document = json.loads(manifest.read_text())
    edit(document)
    manifest.write_text(json.dumps(document))


def fullest_partition(folder: Path) -> Path:
    """Returns the folder of the partition with the most bytes."""
    return max(folder.glob("positions/part=*"), key=lambda part: sum(file.stat().st_size for file in part.iterdir()))


def cut(file: Path) -> None:
    """Leaves half of a file."""
    os.truncate(file, file.stat().st_size // 2)


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "a missing partition": (lambda folder: shutil.rmtree(fullest_partition(folder)), "part="),
    "a missing file of games": (lambda folder: next(folder.glob("games/*.parquet")).unlink(), "games/"),
    "a missing file of courses": (lambda folder: next(folder.glob("courses/*.parquet")).unlink(), "courses/"),
    "a half-written file": (lambda folder: cut(next(fullest_partition(folder).glob("*.parquet"))), "part="),
    "a half-written manifest": (lambda folder: cut(folder / "_bgo.json"), "_bgo.json"),
    "no folder": (shutil.rmtree, "_bgo.json"),
    "no manifest": (lambda folder: (folder / "_bgo.json").unlink(), "_bgo.json"),
    "another hash table": (lambda folder: change(folder, lambda d: d.update(hash_table="00000000")), "hash table"),
    "a newer version": (lambda folder: change(folder, lambda d: d.update(version=99)), "newer"),
    "an older version": (lambda folder: change(folder, lambda d: d.update(version=0)), "version"),
    "another format": (lambda folder: change(folder, lambda d: d.update(format="something")), "_bgo.json"),
    "counts that do not add up": (lambda folder: change(folder, lambda d: d.update(positions=1)), "positions"),
}


@pytest.mark.parametrize("name", DAMAGE)
@pytest.mark.quick
def test_a_bad_dataset_is_refused_with_a_sentence_about_it(copy: Path, spark: SparkSession, name: str) -> None:
    damage, part = DAMAGE[name]
    damage(copy)
    with pytest.raises(bgo.Error) as caught:
        bgo.spark.Database(spark, copy)
    sentence = str(caught.value)
    assert part in sentence and "\n" not in sentence and "Exception" not in sentence, sentence


def test_a_file_that_disappears_after_the_opening_gives_no_answer(
    copy: Path, spark: SparkSession
) -> None:
    db = bgo.spark.Database(spark, copy)
    for part in copy.glob("positions/part=*"):
        shutil.rmtree(part)
    with pytest.raises(bgo.ReadError) as caught:
        db.search("pd")
    assert "\n" not in str(caught.value)


def test_flipped_bytes_give_an_error_or_the_right_answer(
    copy: Path, spark: SparkSession, local: bgo.Database, chance: random.Random
) -> None:
    asked = [Question("search", None, {"size": 19}), *positions(local, 3, chance.randrange(1000))]
    asked += patterns(local, 1, chance.randrange(1000))
    expected = [question.ask(local) for question in asked]
    files = [*copy.glob("*/*.parquet"), *copy.glob("positions/*/*.parquet")]
    found = 0
    for _ in range(int(os.environ.get("BGO_FLIPS", "10"))):
        originals = {file: file.read_bytes() for file in files}
        # One byte in twenty thousand of every file, so that each question meets one.
        for file, bytes_ in originals.items():
            flipped = bytearray(bytes_)
            for _ in range(1 + len(bytes_) // 20_000):
                flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
            file.write_bytes(flipped)
        try:
            db = bgo.spark.Database(spark, copy)
        except bgo.ReadError:
            found += 1
        else:
            for question, right in zip(asked, expected, strict=True):
                answer = question.ask(db)
                if isinstance(answer, tuple) and answer[0] == "ReadError":
                    found += 1
                else:
                    assert answer == right, question
        for file, bytes_ in originals.items():
            file.write_bytes(bytes_)
    assert found > 0
