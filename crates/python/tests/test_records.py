"""Records without a database, compared with sgfmill."""

import datetime
import tarfile
from pathlib import Path
from typing import Any

import bgo
import polars
import pyarrow
import pytest
from conftest import FIXTURE, archive, sgf
from sgfmill import sgf as reader


def rows(*paths: Path) -> list[dict[str, Any]]:
    return list(pyarrow.table(bgo.read_sgf(paths)).to_pylist())


def number(place: tuple[int, int] | None, size: int) -> int:
    """Returns the number of a point, whose row sgfmill counts from the bottom."""
    return -1 if place is None else (size - 1 - place[0]) * size + place[1]


def test_every_record_is_read_as_another_reader_does() -> None:
    read = {row["member"]: row for row in rows(FIXTURE)}
    with tarfile.open(FIXTURE) as tar:
        members = [member for member in tar if member.name.endswith(".sgf")]
        assert {member.name for member in members} == read.keys()
        for member in members:
            file = tar.extractfile(member)
            assert file is not None
            game = reader.Sgf_game.from_bytes(file.read())
            row, size, root = read[member.name], game.get_size(), game.get_root()
            moves = [node.get_move() for node in game.get_main_sequence()]
            played = [(color, number(place, size)) for color, place in moves if color]
            assert row["moves"] == [point for _, point in played], member.name
            assert row["move_colors"] == ["-bw".index(color) for color, _ in played]
            black, white, _ = root.get_setup_stones()
            setup = sorted(zip(row["setup"], row["setup_colors"], strict=True))
            assert setup == sorted([(number(p, size), 1) for p in black] + [(number(p, size), 2) for p in white])
            assert (row["board_size"], row["komi"], row["error"]) == (size, game.get_komi(), None)
            assert (row["black"], row["white"]) == (root.get("PB"), root.get("PW"))
            assert row["winner"] == (game.get_winner() or "").upper() or row["winner"] is None


def test_values_are_read_as_an_import_reads_them(tmp_path: Path) -> None:
    root = "SZ[9]PB[李]BR[7d]WR[2p]DT[2005-11-03,04]RE[B+3.5]KM[6.5]HA[2]AB[cc][gg]RU[Chinese]TM[10:00]OT[3x30]AP[p]EV[Cup]C[hello]"
    [row] = rows(archive(tmp_path / "a.tgz", [sgf(root, "ee pass")]))
    wanted = {
        "member": "0.sgf", "member_game": 0, "black": "李", "black_rank": "7d", "black_rank_value": 7,
        "white_rank_value": 12, "date_text": "2005-11-03,04", "date": "2005-11-03", "first_date": datetime.date(2005, 11, 3),
        "last_date": datetime.date(2005, 11, 4), "year": 2005, "time_limit": 600, "overtime": "3x30", "program": "p",
        "result": "B+3.5", "winner": "B", "komi": 6.5, "handicap": 2, "rules": "Chinese", "event": "Cup",
        "moves": [40, -1], "move_colors": [1, 2], "setup": [20, 60], "setup_colors": [1, 1], "comments": 1,
        "later_setup": False, "repair": None, "white": None,
    }  # fmt: skip
    assert {name: row[name] for name in wanted} == wanted


def test_stones_before_the_first_move_are_setup_in_whichever_node_they_are(tmp_path: Path) -> None:
    fox = "(;GM[1]FF[4]SZ[19]HA[3];AB[pd][dp][dd];W[qp];B[oq])"
    later = "(;GM[1]FF[4]SZ[19];B[pd];AB[dd];W[qp])"
    problem = "(;GM[1]FF[4]SZ[9]C[Black to live];AB[cc][dc]AW[gg])"
    first, second, third = rows(archive(tmp_path / "a.tgz", [fox, later, problem]))
    assert sorted(first["setup"]) == [3 * 19 + 3, 3 * 19 + 15, 15 * 19 + 3] and first["setup_colors"] == [1, 1, 1]
    assert (first["moves"], first["handicap"]) == ([15 * 19 + 16, 16 * 19 + 14], 3)
    assert (first["later_setup"], second["later_setup"], second["setup"]) == (False, True, [])
    assert (third["later_setup"], third["setup"], third["setup_colors"]) == (False, [20, 21, 60], [1, 1, 2])


def test_faults_are_rows_with_an_error_and_the_rest_is_read(tmp_path: Path) -> None:
    good = sgf("SZ[9]", "ee cc")
    path = archive(tmp_path / "a.tgz", [good, "(;SZ[25])", "no game", sgf("SZ[9]", "ee cc ee gg"), good + good])
    read = rows(path)
    assert [(row["member"], row["member_game"], row["moves"]) for row in read] == [
        ("0.sgf", 0, [40, 20]),
        ("1.sgf", 0, None),
        ("2.sgf", None, None),
        ("3.sgf", 0, [40, 20, 40, 60]),
        ("4.sgf", 0, [40, 20]),
        ("4.sgf", 1, [40, 20]),
    ]
    assert "25 lines" in read[1]["error"] and "it holds no game" in read[2]["error"]
    assert "is on a stone" in read[3]["repair"]
    cut = tmp_path / "cut.tgz"
    cut.write_bytes(FIXTURE.read_bytes()[:9000])
    read = rows(cut, path)
    assert "end early" in read[-7]["error"] and read[-7]["member"] is None
    assert len(read) > 10 and len(read[-6:]) == 6


def test_a_misspelt_name_is_noticed_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no such file"):
        bgo.read_sgf(tmp_path / "missing.tgz")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    with pytest.raises(bgo.ReadError, match="neither a game record"):
        bgo.read_sgf([tmp_path / "picture.png"])


def test_an_archive_that_is_gone_is_a_row_and_the_others_are_read(tmp_path: Path) -> None:
    paths = [archive(tmp_path / f"{number}.tgz", [sgf("SZ[9]", "ee")]) for number in range(3)]
    table = bgo.read_sgf(paths)
    paths[1].unlink()
    read = list(pyarrow.table(table).to_pylist())
    assert [(row["archive"], row["error"] is None) for row in read] == [
        (str(path), number != 1) for number, path in enumerate(paths)
    ]
    assert "no such file" in read[1]["error"]


def test_a_file_of_many_games_gives_several_parts(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text(sgf("SZ[9]", "ee") * 10_000)
    heights = [polars.DataFrame(part).height for part in bgo.read_sgf(path)]
    assert sum(heights) == 10_000 and max(heights) <= 4096


def test_parts_are_small_however_many_records_there_are(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.tgz", [sgf(f"SZ[9]EV[{number}]", "ee cc") for number in range(3000)])
    parts = [polars.DataFrame(part) for part in bgo.read_sgf(path)]
    assert max(part.height for part in parts) <= 256
    assert polars.concat(parts)["event"].to_list() == [str(number) for number in range(3000)]
    # A stream that nobody finishes ends with its iterator.
    begun = iter(bgo.read_sgf([path] * 100))
    next(begun)
    del begun
