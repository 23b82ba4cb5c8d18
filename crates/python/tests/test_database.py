"""Questions to a database, compared with counts by hand and by sgfmill."""

import datetime
import decimal
import fractions
import os
import sqlite3
import tarfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import bgo
import numpy
import pandas
import pyarrow
import pytest
from conftest import FIXTURE, World, archive, sgf
from sgfmill import sgf as reader

GAMES = [
    sgf("SZ[9]PB[Cho]PW[Go]DT[1999-05-01]RE[B+R]KM[5.5]", "ee gc cg"),
    sgf("SZ[9]PB[Go]PW[Cho]DT[2001]RE[W+2.5]KM[6.5]", "ee gc gg"),
    sgf("SZ[9]PB[Rin]PW[Go]DT[2001-02]RE[0]", "ee cc"),
]


def test_a_search_counts_the_games_of_each_next_move(world: World) -> None:
    db = world(GAMES)
    answer = db.search("ee gc", size=9)
    assert (answer.games, answer.black_wins, answer.white_wins) == (3, 1, 1)
    assert [(move.color, move.games) for move in db.search("ee gc", size=9).next_moves] == [("B", 1), ("B", 1)]
    assert answer.board == bgo.Board(9, ("ee",), ("gc",), "B", "gc")
    assert db.search(["ee", "gc"], size=9) == answer
    assert db.search(answer.board, player="cho").games == 2
    assert db.search(stones=["Bee"], to_play="W", size=9).games == 3
    [move] = db.search("ee", size=9, full=True).next_moves
    assert move.years is not None and [(count.year, count.games) for count in move.years] == [(1999, 1), (2001, 2)]
    # Those who played it, as White.
    assert move.players == ("Go", "Cho")


def test_conditions_are_keyword_arguments(world: World) -> None:
    db = world(GAMES)
    assert len(db.games(player=["cho", "go"])) == 2
    # A game of 2001 may be of February.
    assert len(db.games(from_="2001-02", to="2001-03")) == 2
    assert len(db.games(year=2001)) == 2
    assert len(db.games(komi=6.5, size=9)) == 1
    assert len(db.games(result="draw")) == 1


def test_all_counts_are_those_of_another_reader(selfplay: bgo.Database) -> None:
    firsts: Counter[int] = Counter()
    sizes: Counter[int] = Counter()
    players: Counter[str] = Counter()
    moves = 0
    # Some games are in the archive twice.
    members = {selfplay.game(number).sources[0].member for number in selfplay.games().numbers}
    with tarfile.open(FIXTURE) as tar:
        for member in filter(lambda member: member.name in members, tar):
            file = tar.extractfile(member)
            assert file is not None
            game = reader.Sgf_game.from_bytes(file.read())
            firsts[game.get_size()] += not game.get_root().has_setup_stones()
            sizes[game.get_size()] += 1
            moves += sum(node.get_move()[0] is not None for node in game.get_main_sequence())
            players.update({game.get_root().get("PB"), game.get_root().get("PW")})
    for size, games in sizes.items():
        assert len(selfplay.games(size=size)) == games
        assert selfplay.search(size=size).games == firsts[size]
    listed = list(selfplay.games())
    assert sum(game.moves for game in listed) == moves
    counted = Counter(name for game in listed for name in {game.black, game.white})
    assert counted == players


def test_a_comparison_is_two_searches(selfplay: bgo.Database) -> None:
    sides = ["result=B+", "result=W+"]
    comparison = selfplay.compare("pd", first=sides[0], second=sides[1], year="2000..")
    for side, games in zip(("first", "second"), (comparison.first, comparison.second), strict=True):
        answer = selfplay.search("pd", result=games.conditions.split()[-1].removeprefix("result="))
        assert games.games == answer.games
        moves = {move.move: getattr(move, side).games for move in comparison.next_moves}
        assert {move: count for move, count in moves.items() if count} == {m.move: m.games for m in answer.next_moves}
    assert comparison.win_rates_differ
    with pytest.raises(bgo.UsageError, match="no condition"):
        selfplay.compare("pd", first="x=1", second="")


def test_years_players_and_trees_agree_with_the_search(selfplay: bgo.Database) -> None:
    answer = selfplay.search("pd")
    years = selfplay.years("pd")
    assert sum(count.games for count in years.years) == answer.games
    assert sum(count.games for count in years.all_games) == len(selfplay.games(size=19))
    moves = Counter[str]()
    for move, _, _, games, *_ in years.moves():
        moves[move] += games
    assert moves == Counter({move.move: move.games for move in answer.next_moves})
    tree = selfplay.tree("pd", depth=2, min_games=1)
    assert [(move.move, move.games) for move in tree.next_moves] == [(m.move, m.games) for m in answer.next_moves]
    first = tree.next_moves[0]
    below = selfplay.search(["pd", first.move]).next_moves
    assert [(move.move, move.games, move.share) for move in first.next_moves] == [
        (m.move, m.games, m.share) for m in below
    ]
    assert first.other_orders == selfplay.search(["pd", first.move]).games - first.games
    assert {move.other_orders for move in first.next_moves} == {0}
    players = selfplay.players("pd", limit=1000)
    assert players.count == len(players.players)
    games = list(selfplay.games("pd"))
    names = Counter(name for game in games for name in {game.black, game.white})
    assert names == Counter({count.player: count.games for count in players.players})


def test_a_pattern_is_found_wherever_it_lies(world: World) -> None:
    db = world([sgf("SZ[9]", "cc gg dc"), sgf("SZ[9]", "gg cb gf")])
    answer = db.pattern(".XX.", size=9)
    assert (answer.games, answer.occurrences, answer.key) == (2, 2, None)
    assert db.search("cc", area="aa,dd", size=9).pattern is not None
    with pytest.raises(bgo.UsageError, match="give area or pattern"):
        db.search(area="aa,dd", pattern="X")


def test_a_game_has_its_positions_and_its_record(world: World) -> None:
    record = sgf("SZ[9]PB[Cho]", "aa ba ee ab pass cc")
    db = world([record])
    assert db.sgf(1) == record.encode()
    game = db.game(1)
    assert (game.black, game.moves, game.sources[0].member) == ("Cho", 6, "0.sgf")
    assert [position.move for position in game.positions] == [None, "aa", "ba", "ee", "ab", "pass", "cc"]
    # White's second move captures the stone in the corner.
    assert game.positions[3].board.black == ("aa", "ee")
    assert game.positions[4].board == bgo.Board(9, ("ee",), ("ab", "ba"), "B", "ab")
    assert db.search(game.positions[4].board).games == 1
    with pytest.raises(bgo.NotFoundError, match="there is no game 7"):
        db.game(7)
    with pytest.raises(LookupError):
        db.sgf(7)


def test_a_list_is_read_page_by_page(selfplay: bgo.Database) -> None:
    games = selfplay.games(sort="number")
    assert [game.game for game in games] == games.numbers == list(range(1, len(games) + 1))
    assert games[-1] == games[len(games) - 1] == games[len(games) - 1 :][0]
    assert [game.game for game in games[5:9]] == [6, 7, 8, 9]
    assert [game.game for game in games[9:5:-2]] == [10, 8]
    with pytest.raises(IndexError):
        games[len(games)]
    with pytest.raises(ValueError, match="date, rank, players, length, result, number"):
        selfplay.games(sort="name")  # type: ignore[arg-type]


def test_sql_gives_rows(world: World) -> None:
    rows = world(GAMES).sql("SELECT game, komi, black FROM games ORDER BY game")
    assert rows.columns == ("game", "komi", "black")
    assert list(rows) == [(1, 5.5, "Cho"), (2, 6.5, "Go"), (3, None, "Rin")]
    assert rows[0][2] == "Cho"
    with pytest.raises(bgo.SqlError, match="queries only read"):
        world(GAMES).sql("CREATE TABLE mine (a)")


def test_an_import_reports_what_it_did(tmp_path: Path) -> None:
    path = archive(tmp_path / "games.tgz", [*GAMES, GAMES[0], "(;GM[1]SZ[25])"])
    with bgo.open(tmp_path / "games.sqlite", create=True) as db:
        imported = db.import_([path])
        assert (imported.games, imported.added, imported.duplicates, imported.rejected) == (5, 3, 1, 1)
        assert [note.verdict for note in imported.notes] == ["duplicate", "rejected"]
        assert "25 lines" in imported.notes[1].reason
        rejected = bgo.RejectedGames("large_board", 1, (imported.notes[1].member,))
        assert (imported.rejections, imported.repairs) == ((rejected,), ())
        assert [note.kind for note in imported.notes] == [None, "large_board"]
        with pytest.raises(FileNotFoundError, match="no such file"):
            db.import_([path, tmp_path / "missing.tgz"])
        assert len(db.games()) == 3


def test_progress_is_told_and_may_stop_the_import(tmp_path: Path) -> None:
    records = [sgf(f"SZ[9]DT[20{number % 80 + 10}-01-01]EV[{number}]", "ee gc cg cc") for number in range(20_000)]
    collection = tmp_path / "games.sgf"
    collection.write_text("\n".join(records))
    told: list[bgo.Progress] = []

    def stop(progress: bgo.Progress) -> None:
        told.append(progress)
        raise KeyError("enough")

    with bgo.open(tmp_path / "games.sqlite", create=True) as db:
        try:
            db.import_(collection, progress=stop)
        except KeyError:
            assert told and told[0].total_bytes == collection.stat().st_size
            assert len(db.games()) < len(records)
        else:
            # The import was done before anything was told.
            assert not told


def test_a_database_is_opened_as_asked(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with pytest.raises(bgo.MissingError, match="there is no database at"):
        bgo.open(path)
    with pytest.raises(FileNotFoundError):
        bgo.open(path, read_only=True)
    with pytest.raises(ValueError, match="create or read_only"):
        bgo.open(path, create=True, read_only=True)
    for create in [False, True]:
        with pytest.raises(bgo.MissingError, match="the path of the database is empty"):
            bgo.open("", create=create)
    with bgo.open(path, create=True) as db:
        db.import_(archive(tmp_path / "games.tgz", GAMES))
        assert repr(db) == f"<bgo.Database {str(path)!r}>"
    assert db.closed
    with pytest.raises(bgo.UsageError, match="closed"):
        db.search()
    with bgo.open(path, read_only=True) as db:
        assert len(db.games()) == 3
        with pytest.raises(bgo.Error, match="read-only"):
            db.import_(tmp_path / "games.tgz")


def test_folders_that_are_missing_are_made_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "games.sqlite"
    with pytest.raises(bgo.MissingError):
        bgo.open(path)
    assert not (tmp_path / "a").exists()
    bgo.open(path, create=True).close()
    assert path.is_file()


def test_what_is_no_database_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is no database, but long enough to be one " * 100)
    (tmp_path / "empty").touch()
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE cat (name TEXT)")
    for name, said in [("text", "is not a bgo database"), ("other", "is not a bgo database"), (".", "it is a folder")]:
        with pytest.raises(bgo.ReadError, match=said):
            bgo.open(tmp_path / name)
    with pytest.raises(bgo.ReadError, match="is empty"):
        bgo.open(tmp_path / "empty", read_only=True)


def test_arguments_that_there_are_not_are_told_once_and_as_python_writes_them(selfplay: bgo.Database) -> None:
    with pytest.raises(bgo.UsageError) as raised:
        selfplay.search(plyer="cho")  # type: ignore[call-arg]
    known = str(raised.value).partition("there are ")[2].split(", ")
    assert len(known) == len(set(known))
    assert {"from_", "size"} <= set(known) and "from" not in known


def test_a_timeout_is_told_as_it_was_given(selfplay: bgo.Database) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(bgo.SqlError, match=r"within 0\.3 s;"):
        selfplay.sql(endless, timeout=0.3)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"plyer": "cho"}, 'there is no argument "plyer"; there are moves, stones'),
        ({"year": "abc"}, '"abc" is not a range of years'),
        ({"moves": "pd pd"}, "occupied"),
        ({"moves": "zz"}, "zz"),
        ({"to_play": "X"}, 'to_play must be one of B, W'),
        ({"player": ""}, "player has no value"),
        ({"swap": "yes"}, "swap must be true or false"),
        ({"black": ["a", "b"]}, "black is given twice"),
        ({"touching": True}, "touching is about a part of the board: name one with area or pattern"),
        ({"next": "any"}, "next is about a part of the board"),
        ({"pattern": "X", "moves": "pd"}, "a diagram has its own stones"),
        ({"area": "corner,5", "swap": True}, "swap is about whole boards"),
        ({"size": 30}, "boards of 2 to 19 lines"),
    ],
)
def test_what_makes_no_sense_is_refused(world: World, parameters: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said) as raised:
        world(GAMES[:1]).search(**parameters)  # type: ignore[arg-type]
    assert isinstance(raised.value, bgo.UsageError)


@pytest.mark.parametrize(
    ("parameters", "kind"),
    [({"year": object()}, "object"), ({"moves": b"pd"}, "bytes"), ({"moves": ["pd", bgo.Move("dp", "W")]}, "Move")],
)
def test_values_of_other_types_are_refused(world: World, parameters: dict[str, object], kind: str) -> None:
    with pytest.raises(TypeError, match=f"is text, a number, a date or a sequence of these, not <class '.*{kind}'>"):
        world(GAMES[:1]).search(**parameters)  # type: ignore[arg-type]


def test_numbers_and_dates_of_other_packages_are_values(world: World) -> None:
    db = world(GAMES)
    numbers: list[dict[str, Any]] = [
        {"size": numpy.int64(9), "komi": numpy.float32(6.5)},
        {"komi": decimal.Decimal("6.5")},
        {"year": numpy.array(2001), "komi": fractions.Fraction(13, 2)},
        {"from_": datetime.datetime(2000, 1, 1), "to": pandas.Timestamp("2001-01-31"), "size": 9},
        {"from_": numpy.datetime64("2000-01-01"), "result": "W+", "player": numpy.array(["go"])},
    ]
    for conditions in numbers:
        assert [game.game for game in db.games(**conditions)] == [2]
    assert db.search("ee", size=9, swap=numpy.bool_(True)).games == 3  # type: ignore[arg-type]


def test_no_moves_are_the_empty_board_for_every_question(world: World) -> None:
    db = world([*GAMES, sgf("SZ[9]AB[ee]HA[2]", "cc")])
    empty: list[Any] = ["", [], bgo.Board(9)]
    for moves in empty:
        assert len(db.games(moves, size=9)) == db.search(moves, size=9).games == 3
    assert len(db.games(None, size=9)) == 4


def test_paths_are_of_any_type(tmp_path: Path) -> None:
    path = archive(tmp_path / "games.tgz", GAMES)
    with bgo.open(os.fsencode(tmp_path / "games.sqlite"), create=True) as db:
        assert db.import_(os.fsencode(path)).added == 3
        same: list[bytes | str | Path] = [path, str(path), os.fsencode(path)]
        assert db.import_(one for one in same).duplicates == 9
        assert len(db.games(archive=str(path))) == 3
    assert pyarrow.table(bgo.read_sgf(os.fsencode(path))).num_rows == 3


def test_progress_that_cannot_be_called_is_refused_at_once(selfplay: bgo.Database) -> None:
    with pytest.raises(TypeError, match="progress is a function, not 3"):
        selfplay.import_(FIXTURE, progress=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="progress is a function, not 3"):
        selfplay.import_analyses(FIXTURE, progress=3)  # type: ignore[arg-type]


def test_names_that_nothing_has_are_not_found(world: World) -> None:
    with pytest.raises(bgo.NotFoundError, match='no player in the database has "lee" in its name'):
        world(GAMES).search(player="lee")


def test_many_threads_ask_one_database(selfplay: bgo.Database) -> None:
    moves = ["", "pd", "pd dp", "dd", "pp dd", "qd"] * 20
    expected = [selfplay.search(line) for line in moves[:6]] * 20
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(selfplay.search, moves)) == expected


def test_players_scores_and_new_moves_are_those_of_the_program(selfplay: bgo.Database) -> None:
    record = selfplay.player("=GNU Go 3.8 level -10", limit=1)
    name = "=GNU Go 3.8 level -10"
    colors = [selfplay.games(black=name), selfplay.games(white=name)]
    assert [record.black.games, record.white.games] == [len(games) for games in colors]
    assert len(record.opponents) == 1 < record.opponent_count
    with pytest.raises(bgo.UsageError, match="players have"):
        selfplay.player("level")
    score = selfplay.score("=GNU Go 3.8 level -10", record.opponents[0].player)
    assert score.black.wins + score.white.wins == record.opponents[0].wins
    novelties = selfplay.novelties(won="=GNU Go 3.8 level -10", limit=1000)
    assert novelties.games == len(novelties.novelties) == record.black.wins + record.white.wins
    assert all(novelty.other_games > 0 for novelty in novelties.novelties if novelty.move_number)
    first = selfplay.novelties(first=True, limit=1000).novelties
    assert {novelty.followed is None for novelty in first} == {novelty.move_number is None for novelty in first}
    assert any(novelty.followed and novelty.followed.games for novelty in first)
