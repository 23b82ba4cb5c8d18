"""Rows for training and positions as NumPy arrays."""

import struct
import subprocess
import sys
from pathlib import Path

import bgo
import numpy
import pyarrow
import pytest
from bgo import _bgo
from conftest import FIXTURE, World, archive, sgf


def test_rows_are_the_positions_and_moves_of_the_games(world: World) -> None:
    db = world([sgf("SZ[19]", "pd dp cd ss ed dd dc"), sgf("SZ[9]", "ee cc"), sgf("SZ[19]", "qq pp")])
    [batch] = bgo.kgs_rows(db.games(sort="number"))
    # The first move of a game without handicap gives no row.
    game = db.game(1)
    assert batch.games.tolist() == [1] * 6 + [3]
    for row, position in enumerate(game.positions[1:-1]):
        following = game.positions[row + 2].move
        assert following is not None
        assert divmod(batch.labels[row], 19) == (18 - (ord(following[1]) - 97), ord(following[0]) - 97)
        own, other = position.board.white, position.board.black
        if row % 2:
            own, other = other, own
        for first, stones in ((0, own), (3, other)):
            plane = batch.planes[row, first : first + 3].sum(axis=0)
            points = [(18 - (ord(point[1]) - 97), ord(point[0]) - 97) for point in stones]
            assert sorted(points) == sorted(zip(*plane.nonzero(), strict=True))
    # In the last row, the white stone at dd has one liberty.
    assert batch.planes[5, 3:6, 15, 3].tolist() + batch.planes[5, 0:3, 15, 3].tolist() == [0, 1, 0, 0, 0, 0]


def test_batches_have_the_rows_that_were_asked_for() -> None:
    whole = list(bgo.kgs_rows(FIXTURE, batch=10**9))
    assert len(whole) == 1
    rows = len(whole[0].labels)
    parts = list(bgo.kgs_rows([FIXTURE], batch=1000))
    assert [len(part.labels) for part in parts[:-1]] == [1000] * (len(parts) - 1)
    assert sum(len(part.labels) for part in parts) == rows > 2000
    for name in ("planes", "labels", "games"):
        joined = numpy.concatenate([getattr(part, name) for part in parts])
        assert (joined == getattr(whole[0], name)).all()
    [packed] = bgo.kgs_rows(FIXTURE, batch=10**9, bits=True)
    unpacked = numpy.unpackbits(packed.planes, axis=1)[:, : 7 * 361].reshape(-1, 7, 19, 19)
    assert (unpacked == whole[0].planes).all()
    with pytest.raises(ValueError, match="at least 1"):
        next(bgo.kgs_rows(FIXTURE, batch=0))


def test_labels_are_the_moves_of_the_records() -> None:
    [batch] = bgo.kgs_rows(FIXTURE, batch=10**9)
    labels: list[int] = []
    for row in pyarrow.table(bgo.read_sgf(FIXTURE)).to_pylist():
        if row["board_size"] == 19:
            moves = row["moves"] if row["handicap"] else row["moves"][1:]
            labels += [19 * (18 - move // 19) + move % 19 for move in moves if move >= 0]
    assert batch.labels.tolist() == labels


def test_arrays_are_the_memory_of_the_package_and_can_be_written() -> None:
    native = next(_bgo.KgsRows([str(FIXTURE)], 100, False))[0]
    array = numpy.asarray(native)
    assert array.__array_interface__["data"] == native.__array_interface__["data"]
    assert array.nbytes == native.nbytes and not array.flags.owndata and array.flags.writeable
    array[:] = 1
    assert numpy.asarray(native).all()
    # The memory lives as long as an array that shows it.
    del native
    assert array.sum() == array.size


def position(number: int, place: bool) -> bytes:
    points = b"#O" + b"." * 79
    extra = struct.pack(">IHH", number, 2, 3) if place else b""
    return struct.pack(">QBc", 2**63 + number, 0, b"BW"[number % 2 : number % 2 + 1]) + points + bytes([place]) + extra


def test_a_position_file_is_an_array(tmp_path: Path) -> None:
    path = tmp_path / "a.positions"
    path.write_bytes(b"".join(position(number, place=number != 1) for number in range(3)))
    array = bgo.read_positions(path)
    assert array["hash"].tolist() == [2**63, 2**63 + 1, 2**63 + 2]
    assert array["to_play"].tolist() == [b"B", b"W", b"B"]
    assert array["points"].shape == (3, 9, 9)
    assert array["points"][2, 0, :3].tolist() == [b"#", b"O", b"."]
    assert array["has_place"].tolist() == [True, False, True]
    assert array["source"].tolist() == [0, 0, 2]
    assert array["move_number"].tolist() == [3, 0, 3]
    path.write_bytes(position(0, place=True)[:50])
    with pytest.raises(bgo.ReadError, match="cut off"):
        bgo.read_positions(path)
    with pytest.raises(FileNotFoundError):
        bgo.read_positions(tmp_path / "missing")
    with pytest.raises(ValueError, match="1 to 19 lines"):
        bgo.read_positions(path, size=20)


def test_the_package_needs_neither_numpy_nor_a_consumer_of_tables(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.tgz", [sgf("SZ[9]", "ee cc")])
    program = f"""
import sys
for name in ("numpy", "pandas", "polars", "pyarrow", "duckdb", "typing_extensions"):
    sys.modules[name] = None
import bgo
table = bgo.read_sgf({str(path)!r})
assert sum(1 for _ in table) == 1
try:
    next(bgo.kgs_rows({str(path)!r}))
except ImportError as error:
    print(error.name)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "numpy", done.stderr


def test_rows_for_katago_are_those_of_its_files(tmp_path: Path) -> None:
    batches = list(bgo.katago_rows(FIXTURE, batch=1000, shuffle=0, board=19))
    names = ("binaryInputNCHWPacked", "globalInputNC", "policyTargetsNCMove", "globalTargetsNC", "scoreDistrN", "valueTargetsNCHW", "metadataInputNC")
    shapes = ((22, 46), (19,), (2, 362), (64,), (842,), (5, 19, 19), (192,))
    assert [len(batch["scoreDistrN"]) for batch in batches[:-1]] == [1000] * (len(batches) - 1)
    for batch in batches:
        assert tuple(batch) == names
        assert tuple(array.shape[1:] for array in batch.values()) == shapes  # type: ignore[attr-defined]
    # One move of each row was played, and the stones are the player's and the opponent's.
    policy = numpy.concatenate([batch["policyTargetsNCMove"] for batch in batches])
    assert (policy[:, 0].sum(axis=1) == 1).all()
    planes = numpy.unpackbits(batches[0]["binaryInputNCHWPacked"], axis=2)
    assert not (planes[:, 1] & planes[:, 2]).any()
    played = policy[: len(planes), 0, :361].argmax(axis=1)[policy[: len(planes), 0, 361] == 0]
    rows = numpy.flatnonzero(policy[: len(planes), 0, 361] == 0)
    assert not (planes[rows, 1, played] | planes[rows, 2, played]).any()


def test_parts_for_katago_share_no_row_and_a_list_gives_its_games(world: World) -> None:
    parts = [[len(b["scoreDistrN"]) for b in bgo.katago_rows(FIXTURE, validation=0.3, split=split)] for split in ("train", "val")]
    whole = [len(b["scoreDistrN"]) for b in bgo.katago_rows(FIXTURE)]
    assert all(map(sum, parts)) and sum(map(sum, parts)) == sum(whole)
    db = world([sgf("SZ[19]RE[B+R]", "pd dp cd"), sgf("SZ[19]RE[W+R]", "qq pp")])
    [batch] = bgo.katago_rows(db.games(result="W+"))
    assert len(batch["scoreDistrN"]) == 2
    native = _bgo.KatagoRows(db.games()._native, {
        "batch": 2, "split": "train", "board": 19, "default_rules": "aga", "sample": 1.0, "validation": 0.0, "seed": 0, "shuffle": 0,
    })
    assert (native.games, native.rows) == (2, 5)
    [array] = [array for name, array in next(native) if name == "globalInputNC"]
    assert numpy.asarray(array).__array_interface__["data"] == array.__array_interface__["data"]
    for wrong in ({"batch": 0}, {"split": "test"}, {"board": 20}, {"default_rules": "go"}, {"sample": 2.0}, {"validation": 1.0}):
        with pytest.raises(ValueError):
            next(bgo.katago_rows(FIXTURE, **wrong))
