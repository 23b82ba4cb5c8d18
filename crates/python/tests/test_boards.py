"""Boards as SVG."""

from xml.etree import ElementTree

import bgo
import pytest
from conftest import World, sgf

SVG = "{http://www.w3.org/2000/svg}"


def circles(svg: str) -> list[tuple[str, str, str]]:
    found = ElementTree.fromstring(svg).iter(f"{SVG}circle")
    return [(circle.get("cx", ""), circle.get("cy", ""), circle.get("fill", "")) for circle in found]


@pytest.mark.parametrize(("size", "stars"), [(2, 0), (7, 4), (8, 4), (9, 5), (13, 5), (15, 9), (18, 4), (19, 9)])
def test_an_empty_board_has_its_star_points(size: int, stars: int) -> None:
    svg = bgo.Board(size)._repr_svg_()
    assert len(circles(svg)) == stars
    assert len(list(ElementTree.fromstring(svg).iter(f"{SVG}text"))) == 2 * size


def test_stones_are_where_they_stand_and_the_last_is_marked() -> None:
    board = bgo.Board(9, black=("ee", "aa"), white=("ia",), last="ia")
    drawn = circles(board._repr_svg_())[5:]
    assert drawn == [("120", "120", "#111"), ("24", "24", "#111"), ("216", "24", "#fff"), ("216", "24", "none")]
    assert str(board).splitlines()[0] == "X . . . . . . . O"


def test_an_answer_shows_its_moves_on_the_board(world: World) -> None:
    db = world([sgf("SZ[9]", "ee gc"), sgf("SZ[9]", "ee cc pass"), sgf("SZ[9]", "ee pass")])
    answer = db.search("ee", size=9)
    texts = [text.text for text in ElementTree.fromstring(answer._repr_svg_()).iter(f"{SVG}text")]
    on_board = [move for move in answer.next_moves if move.move != "pass"]
    assert [text for text in texts if text and text.islower()] == ["a", "b"][: len(on_board)]
    html = answer._repr_html_()
    assert "<p>3 games</p><svg" in html and "<table>" in html
    area = db.search("ee", area="aa,ee", size=9)
    assert 'width="120" height="120" fill="#f4e3b8"' in area._repr_svg_()
