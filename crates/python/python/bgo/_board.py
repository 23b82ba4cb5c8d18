"""A board, drawn as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from bgo._errors import UsageError, whole

# The length of a side of a point's square, in SVG's units.
CELL = 24
LETTERS = "ABCDEFGHJKLMNOPQRST"


def place(point: str) -> tuple[int, int]:
    """Returns the column and the row of a point such as ``pd``, from the upper left."""
    return ord(point[0]) - ord("a"), ord(point[1]) - ord("a")


@dataclass(frozen=True, slots=True)
class Board:
    """Stones on a board. Points are SGF letters, column and row from the upper left, such as ``pd``."""

    size: int = 19
    black: tuple[str, ...] = ()
    white: tuple[str, ...] = ()
    to_play: str | None = "B"
    # The point of the last move.
    last: str | None = None
    # The part that a pattern is about, such as ``pa,sd``.
    area: str | None = None

    def __post_init__(self) -> None:
        size = whole("size", self.size, 2)
        if size > len(LETTERS):
            raise UsageError(f"a board has 2 to {len(LETTERS)} lines, not {size}")
        for color in ("black", "white"):
            points = getattr(self, color)
            if isinstance(points, str):
                raise UsageError(f"{color} is points such as ('pd', 'dp'), not {points!r}")
            object.__setattr__(self, color, tuple(points))
        both = set(self.black) & set(self.white)
        if both:
            raise UsageError(f"{min(both)} has both a black and a white stone")
        if self.to_play not in ("B", "W", None):
            raise UsageError(f"to_play is 'B', 'W' or None, not {self.to_play!r}")
        last = () if self.last in (None, "pass") else (self.last,)
        for point in (*self.black, *self.white, *last):
            if not (isinstance(point, str) and len(point) == 2 and max(map(_line, point)) < size):
                raise UsageError(f"{point!r} is no point of a board of {size} lines: write column and row, such as 'cd'")

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Board:
        """Makes a board of its document."""
        return cls(**document)

    def parameters(self) -> dict[str, object]:
        """Returns the arguments of a question about this position."""
        stones = [f"B{point}" for point in self.black] + [f"W{point}" for point in self.white]
        return {"size": self.size, "stones": stones, "to_play": self.to_play}

    def svg(self, labels: Mapping[str, str] | None = None) -> str:
        """Draws the board, with short labels on points."""
        return "".join(_svg(self, labels or {}))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        signs = dict.fromkeys(self.black, "X") | dict.fromkeys(self.white, "O")
        letters = [chr(ord("a") + number) for number in range(self.size)]
        return "\n".join(" ".join(signs.get(x + y, ".") for x in letters) for y in letters)


def _line(letter: str) -> int:
    """Returns the number of a line, or one of no board."""
    line = ord(letter) - ord("a")
    return line if 0 <= line else len(LETTERS)


def _svg(board: Board, labels: Mapping[str, str]) -> Iterable[str]:
    side = (board.size + 1) * CELL
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" height="{side}" '
        f'font-family="sans-serif" font-size="{CELL // 2}" text-anchor="middle">'
    )
    yield f'<rect width="{side}" height="{side}" fill="#e8c989"/>'
    if board.area is not None:
        yield _area(board.area)
    ends = [CELL, board.size * CELL]
    for line in range(1, board.size + 1):
        at = line * CELL
        yield f'<path d="M{ends[0]} {at}H{ends[1]}M{at} {ends[0]}V{ends[1]}" stroke="#523" stroke-width="1"/>'
        yield _text(at, CELL * 0.6, LETTERS[line - 1], "#523")
        yield _text(CELL * 0.35, at + CELL * 0.15, str(board.size + 1 - line), "#523")
    for x, y in _stars(board.size):
        yield f'<circle cx="{x * CELL}" cy="{y * CELL}" r="{CELL / 10}" fill="#523"/>'
    for color, points in (("#111", board.black), ("#fff", board.white)):
        for point in points:
            x, y = _middle(point)
            yield f'<circle cx="{x}" cy="{y}" r="{CELL * 0.46}" fill="{color}" stroke="#111"/>'
    if board.last in board.black or board.last in board.white:
        x, y = _middle(board.last)
        yield f'<circle cx="{x}" cy="{y}" r="{CELL * 0.2}" fill="none" stroke="#e33" stroke-width="2"/>'
    for point, label in labels.items():
        x, y = _middle(point)
        yield f'<circle cx="{x}" cy="{y}" r="{CELL * 0.4}" fill="#e8c989"/>'
        yield _text(x, y + CELL * 0.18, label, "#00c")
    yield "</svg>"


def _middle(point: str) -> tuple[int, int]:
    x, y = place(point)
    return (x + 1) * CELL, (y + 1) * CELL


def _text(x: float, y: float, text: str, color: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{color}">{escape(text)}</text>'


def _area(area: str) -> str:
    (left, top), (right, bottom) = (_middle(point) for point in area.split(","))
    half = CELL // 2
    width, height = right - left + CELL, bottom - top + CELL
    return f'<rect x="{left - half}" y="{top - half}" width="{width}" height="{height}" fill="#f4e3b8"/>'


def _stars(size: int) -> list[tuple[int, int]]:
    if size < 7:
        return []
    edge = 3 if size < 13 else 4
    corners, middle = [edge, size + 1 - edge], (size + 1) // 2
    stars = [(x, y) for x in corners for y in corners]
    if size % 2 and size >= 9:
        stars.append((middle, middle))
    if size % 2 and size >= 15:
        stars += [(x, middle) for x in corners] + [(middle, y) for y in corners]
    return stars
