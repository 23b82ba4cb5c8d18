"""Rows for training and positions as NumPy arrays."""

import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import bgo
import numpy
import pyarrow
import pytest
from bgo import _bgo
from conftest import FIXTURE, World, archive, sgf
from numpy.typing import NDArray

# The settings that choose games and positions, as they are if nothing is said.
CHOICE: dict[str, object] = {
    "split": "train", "sample": 1.0, "validation": 0.0, "seed": 0, "epoch": 0, "shard": (0, 1), "symmetry": False,
}  # fmt: skip


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


def test_labels_are_the_moves_of_the_records() -> None:
    [batch] = bgo.kgs_rows(FIXTURE, batch=10**9)
    labels: list[int] = []
    for row in pyarrow.table(bgo.read_sgf(FIXTURE)).to_pylist():
        if row["board_size"] == 19:
            moves = row["moves"] if row["handicap"] else row["moves"][1:]
            labels += [19 * (18 - move // 19) + move % 19 for move in moves if move >= 0]
    assert batch.labels.tolist() == labels


def test_arrays_are_the_memory_of_the_package_and_can_be_written() -> None:
    settings = CHOICE | {"batch": 100, "bits": False, "ko": "compat", "setup": "strict", "shuffle": 0}
    native = next(_bgo.KgsRows([str(FIXTURE)], settings))[0]
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
    names = ("binaryInputNCHWPacked", "globalInputNC", "policyTargetsNCMove", "globalTargetsNC", "scoreDistrN", "valueTargetsNCHW", "metadataInputNC", "games")
    shapes = ((22, 46), (19,), (2, 362), (64,), (842,), (5, 19, 19), (192,), ())
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
    settings = CHOICE | {"batch": 2, "board": 19, "default_rules": "aga", "shuffle": 0}
    native = _bgo.KatagoRows(db.games()._native, settings)
    assert (native.games, native.rows) == (2, 5)
    [array] = [array for name, array in next(native) if name == "globalInputNC"]
    assert numpy.asarray(array).__array_interface__["data"] == array.__array_interface__["data"]
    for wrong in ({"batch": 0}, {"split": "test"}, {"board": 20}, {"default_rules": "go"}, {"sample": 2.0}, {"validation": 1.0}):
        with pytest.raises(ValueError):
            bgo.katago_rows(FIXTURE, **wrong)


FOX = "(;GM[1]FF[4]SZ[19]HA[3]KM[0]RU[Chinese];AB[pd][dp][dd];W[qp];B[oq];W[pp])"


def stones(planes: NDArray[numpy.uint8]) -> list[set[tuple[int, int]]]:
    """Returns the own stones and the opponent's, as rows from the bottom and columns."""
    return [set(zip(*planes[first : first + 3].max(axis=0).nonzero(), strict=True)) for first in (0, 3)]


def test_stones_in_the_second_node_stand_on_the_boards(tmp_path: Path) -> None:
    path = archive(tmp_path / "fox.tgz", [FOX])
    handicap = {(15, 15), (3, 3), (15, 3)}
    [batch] = bgo.kgs_rows(path)
    assert stones(batch.planes[0]) == [set(), handicap] and stones(batch.planes[1]) == [handicap, {(3, 16)}]
    assert batch.colors.tolist() == [2, 1, 2] and batch.labels.tolist() == [3 * 19 + 16, 2 * 19 + 14, 3 * 19 + 15]
    [compat] = bgo.kgs_rows(path, setup="compat")
    assert stones(compat.planes[0]) == [set(), set()] and compat.labels.tolist() == batch.labels.tolist()
    # KataGo's rows are counted from the top, and the points for handicap stones are Chinese.
    [rows] = bgo.katago_rows(path, shuffle=0)
    assert rows["globalTargetsNC"][:, 54].tolist() == [3, 3, 3]
    assert rows["globalTargetsNC"][:, 47].tolist() == [3, -3, 3]
    planes = numpy.unpackbits(rows["binaryInputNCHWPacked"], axis=2)[:, :, :361].reshape(-1, 22, 19, 19)
    black = {(18 - row, column) for row, column in zip(*planes[0, 2].nonzero(), strict=True)}
    assert black == handicap and not planes[0, 1].any()


def test_the_strict_ko_plane_has_the_forbidden_point_only() -> None:
    [compat], [strict] = bgo.kgs_rows(FIXTURE, batch=10**9), bgo.kgs_rows(FIXTURE, batch=10**9, ko="strict")
    more = compat.planes[:, 6] & ~strict.planes[:, 6] & 1
    assert not (strict.planes[:, 6] & ~compat.planes[:, 6] & 1).any() and more.any()
    # The preprocessor also marks own stones.
    assert compat.planes[:, :3].max(axis=1)[more == 1].all()
    assert not (strict.planes[:, :6].max(axis=1) & strict.planes[:, 6]).any()


Maker = Callable[..., Iterator[Any]]
KINDS = [(bgo.kgs_rows, "planes"), (bgo.katago_rows, "binaryInputNCHWPacked")]


def rows_of(batches: Iterator[Any], name: str) -> list[tuple[int, bytes]]:
    """Returns the game and the planes of each row."""
    found = []
    for batch in batches:
        arrays = batch if isinstance(batch, dict) else batch._asdict()
        found += [(int(game), row.tobytes()) for game, row in zip(arrays["games"], arrays[name], strict=True)]
    return found


@pytest.mark.parametrize(("make", "name"), KINDS)
@pytest.mark.parametrize("shuffle", [0, 500])
def test_shards_have_each_row_once(make: Maker, name: str, shuffle: int) -> None:
    whole = rows_of(make(FIXTURE, shuffle=shuffle, seed=3), name)
    shards = [rows_of(make(FIXTURE, shuffle=shuffle, seed=3, shard=(number, 3)), name) for number in range(3)]
    assert all(shards) and sorted(sum(shards, [])) == sorted(whole)
    games = [{game for game, _ in shard} for shard in shards]
    assert sum(map(len, games)) == len(set.union(*games))
    for wrong in ((3, 3), (0, 0), (-1, 2), 1, (1,), ("a", 2)):
        with pytest.raises(bgo.UsageError, match="shard"):
            make(FIXTURE, shard=wrong)


@pytest.mark.parametrize(("make", "name"), KINDS)
def test_splits_divide_the_games_alike_and_epochs_keep_them(make: Maker, name: str) -> None:
    games = {
        split: {game for game, _ in rows_of(make(FIXTURE, validation=0.3, split=split, seed=5), name)}
        for split in ("train", "val")
    }
    assert not games["train"] & games["val"] and len(games["train"]) > len(games["val"]) > 20
    other = rows_of(bgo.katago_rows(FIXTURE, validation=0.3, split="val", seed=5), "binaryInputNCHWPacked")
    # The others have other boards, or the moves of another game.
    assert {game for game, _ in other} & games["train"] == set()
    first, second = (rows_of(make(FIXTURE, shuffle=500, epoch=epoch, validation=0.3), name) for epoch in (0, 1))
    assert first != second and sorted(first) == sorted(second)
    half = rows_of(make(FIXTURE, sample=0.5, seed=5), name)
    whole = rows_of(make(FIXTURE, seed=5), name)
    assert 0.4 < len(half) / len(whole) < 0.6 and set(half) <= set(whole)
    with pytest.raises(bgo.UsageError, match="also write validation=0.05"):
        make(FIXTURE, split="val")


def orientations(array: NDArray[Any]) -> list[bytes]:
    """Returns a row of planes in all eight orientations."""
    turned = [numpy.rot90(array, times, axes=(-2, -1)) for times in range(4)]
    return [side.tobytes() for one in turned for side in (one, one[..., ::-1])]


def test_symmetry_turns_planes_and_moves_together() -> None:
    plain, turned = (next(bgo.kgs_rows(FIXTURE, batch=2000, symmetry=symmetry)) for symmetry in (False, True))
    assert (plain.games == turned.games).all() and (plain.colors == turned.colors).all()
    seen = set()
    for row in range(2000):
        # The move and the planes as one block.
        both = [numpy.concatenate([b.planes[row], numpy.zeros((1, 19, 19), "u1")]) for b in (plain, turned)]
        for block, batch in zip(both, (plain, turned), strict=True):
            block[7].flat[batch.labels[row]] = 1
        seen.add(orientations(both[0]).index(both[1].tobytes()))
    assert seen == set(range(8))
    packed = next(bgo.kgs_rows(FIXTURE, batch=2000, symmetry=True, bits=True))
    assert (numpy.unpackbits(packed.planes, axis=1, count=2527).reshape(-1, 7, 19, 19) == turned.planes).all()


@pytest.mark.parametrize("board", [13, 19])
def test_symmetry_turns_the_rows_of_katago(board: int) -> None:
    plain, turned = (
        next(bgo.katago_rows(FIXTURE, batch=3000, shuffle=0, board=board, symmetry=symmetry)) for symmetry in (False, True)
    )
    for name in ("globalInputNC", "globalTargetsNC", "scoreDistrN", "games"):
        assert (plain[name] == turned[name]).all()
    seen = set()
    for row in range(0, len(plain["games"]), 3):
        blocks = []
        for batch in (plain, turned):
            planes = numpy.unpackbits(batch["binaryInputNCHWPacked"][row], axis=1)[:, : board**2]
            lines = int(planes[0].sum() ** 0.5)
            moves = batch["policyTargetsNCMove"][row, :, : board**2]
            block = numpy.concatenate([planes, moves, batch["valueTargetsNCHW"][row].reshape(5, -1)])
            # A smaller board lies in the upper left corner.
            blocks.append(block.reshape(-1, board, board)[:, :lines, :lines])
            assert blocks[-1].any() and batch["policyTargetsNCMove"][row, 0].sum() == 1
        assert (plain["policyTargetsNCMove"][row, :, -1] == turned["policyTargetsNCMove"][row, :, -1]).all()
        seen.add(orientations(blocks[0]).index(numpy.ascontiguousarray(blocks[1]).tobytes()))
    assert seen == set(range(8))


def test_rows_have_the_games_and_players_of_the_database(selfplay: bgo.Database) -> None:
    games = {game.game: game for game in selfplay.games(size=19)}
    [rows] = bgo.kgs_rows(selfplay.games(size=19), batch=10**9)
    assert set(rows.games.tolist()) <= games.keys() and set(rows.colors.tolist()) == {1, 2}
    own = rows.planes[:, :3].max(axis=1)
    for row in range(0, len(rows.games), 997):
        board = selfplay.game(int(rows.games[row])).positions
        sides = [position.board.black if rows.colors[row] == 1 else position.board.white for position in board]
        points = {(int(y), int(x)) for y, x in zip(*own[row].nonzero(), strict=True)}
        assert points in [{(18 - (ord(point[1]) - 97), ord(point[0]) - 97) for point in side} for side in sides]
    # A row of KataGo's has the number of moves before it, each once in its game.
    [all_rows] = bgo.katago_rows(selfplay.games(), batch=10**9)
    moves = {game["game"]: game["moves"] for game in pyarrow.table(selfplay.games()).to_pylist()}
    places = set(zip(all_rows["games"].tolist(), all_rows["globalTargetsNC"][:, 51].tolist(), strict=True))
    assert len(places) == len(all_rows["games"])
    assert all(before < moves[game] for game, before in places)


def test_rows_of_archives_have_the_numbers_of_their_files(tmp_path: Path) -> None:
    first = archive(tmp_path / "a.tgz", [sgf("SZ[9]", "ee cc"), "no game", sgf("SZ[19]", "pd dp cd")])
    second = archive(tmp_path / "b.tgz", [sgf("SZ[19]", "qd dp cd")])
    [kgs], [katago] = bgo.kgs_rows([first, second]), bgo.katago_rows([first, second], shuffle=0)
    assert kgs.games.tolist() == [2, 2, 3, 3]
    assert katago["games"].tolist() == [0, 0, 2, 2, 2, 3, 3, 3]


@pytest.mark.parametrize(("make", "name"), KINDS)
def test_faults_are_raised_at_the_call(make: Maker, name: str, tmp_path: Path, world: World) -> None:
    faults: list[dict[str, Any]] = [
        {"batch": 0}, {"batch": "a"}, {"split": "test"}, {"split": None}, {"sample": 2.0}, {"validation": 1.0},
        {"seed": -1}, {"symmetry": "no"},
    ]  # fmt: skip
    for wrong in faults:
        with pytest.raises(bgo.UsageError):
            make(FIXTURE, **wrong)
    with pytest.raises(FileNotFoundError):
        make(tmp_path / "nowhere.tgz")
    with pytest.raises(bgo.UsageError, match="setup"):
        bgo.kgs_rows(FIXTURE, setup="lax")  # type: ignore[arg-type]
    for nothing in (None, 5, [bgo.read_sgf(FIXTURE)]):
        with pytest.raises(bgo.UsageError, match="rows are made of a list of games, or of paths"):
            make(nothing)
