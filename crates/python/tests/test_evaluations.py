"""Evaluations by engines, which stand beside the counts."""

import bgo
import polars
from conftest import World, sgf


def evaluated(world: World) -> bgo.Database:
    """Returns a database of two games of the same opening; Sabaki evaluated one."""
    plain = sgf("SZ[9]", "cg gc gg")
    with_rates = plain.replace("B[cg]", "B[cg]SBKV[61.5]").replace("W[gc]", "W[gc]SBKV[40]")
    return world([with_rates, sgf("SZ[9]", "cg ee gg")])


def test_answers_have_the_evaluations_of_the_position_and_of_its_moves(world: World) -> None:
    answer = evaluated(world).search("cg", size=9)
    assert answer.engine == bgo.Evaluation(black_win_rate=0.615, black_score_lead=None, visits=None)
    assert {move.move: move.engine_black_win_rate for move in answer.next_moves} == {"gc": 0.4, "ee": None}
    assert answer.engine_moves == ()
    assert polars.DataFrame(answer)["engine_black_win_rate"].to_list() == [
        move.engine_black_win_rate for move in answer.next_moves
    ]


def test_a_notebook_shows_evaluations_where_there_are_some(world: World) -> None:
    db = evaluated(world)
    shown = db.search("cg", size=9)._repr_html_()
    assert "<p>2 games, engine: Black wins 61.5%</p>" in shown
    assert "<th>engine_black_win_rate</th>" in shown
    assert "<td>0.400</td>" in shown
    without = db.search("cg gc gg", size=9)._repr_html_()
    assert "<p>1 game</p>" in without
    assert "engine" not in without


def test_moves_that_only_the_engine_searched_stand_apart() -> None:
    searched = {"move": "K10", "color": "B", "black_win_rate": 0.42, "black_score_lead": -0.7, "visits": 30}
    board = {"size": 19, "black": [], "white": [], "to_play": "B", "last": None, "area": None}
    answer = bgo.Answer.of({"games": 0, "board": board, "next_moves": [], "engine_moves": [searched]})
    assert answer.engine_moves == (bgo.EngineMove("K10", "B", 0.42, -0.7, 30),)
