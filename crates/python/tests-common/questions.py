"""Random questions about the games of a database, and their answers in a form that can be compared."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, get_type_hints

import bgo

# Where the eight symmetries take a point of a board whose last line is m.
TRANSFORMS: list[Callable[[int, int, int], tuple[int, int]]] = [
    lambda x, y, m: (x, y),
    lambda x, y, m: (m - x, y),
    lambda x, y, m: (x, m - y),
    lambda x, y, m: (y, m - x),
    lambda x, y, m: (m - x, m - y),
    lambda x, y, m: (m - y, x),
    lambda x, y, m: (y, x),
    lambda x, y, m: (m - y, m - x),
]


# Patterns as users draw them.
DIAGRAMS = (
    "+---\n|...\n|.X.\n|...",
    "+----\n|....\n|..O.\n|.X..\n|....",
    "----\n....\n.X..\n..O.",
    "X.O",
    ".X.\nXOX",
    "+-----\n|.....\n|...1.\n|..2..\n|..X..",
    "...\n.X.\n.1.\n...",
)


@dataclass(frozen=True)
class Question:
    """A question by the name of the method that answers it."""

    method: str
    position: object
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def ask(self, db: Any) -> object:
        """Returns the answer of a database, local or on Spark, or its error, as something that can be compared."""
        try:
            answer = getattr(db, self.method)(self.position, **self.arguments)
            if self.method == "games":
                return len(answer), answer.numbers, answer[:50], answer[-3:]
            return answer
        except bgo.Error as error:
            return type(error).__name__, str(error)


def point(x: int, y: int) -> str:
    """Returns the letters of a point."""
    return chr(ord("a") + x) + chr(ord("a") + y)


def turned(board: bgo.Board, transform: int) -> bgo.Board:
    """Returns a board as a symmetry shows it."""

    def to(stone: str) -> str:
        return point(*TRANSFORMS[transform](ord(stone[0]) - 97, ord(stone[1]) - 97, board.size - 1))

    return replace(board, black=tuple(map(to, board.black)), white=tuple(map(to, board.white)), last=None)


def board_of(db: bgo.Database, number: int, ply: int) -> bgo.Board:
    """Returns the board of a game after a number of moves, or its last."""
    positions = db.game(number).positions
    return positions[min(ply, len(positions) - 1)].board


def conditions(db: bgo.Database, chance: random.Random) -> dict[str, Any]:
    """Returns one or two conditions that some game of the database meets."""
    game = db.game(chance.randint(1, len(db.games())))
    players = [player for player in (game.black, game.white) if player]
    name = chance.choice(players or ["nobody"])
    year = game.year or 2000
    found: dict[str, list[Any]] = {
        "year": [year, f"{year}..", f"..{year}", f"{year - 1}..{year + 1}"],
        "from_": [f"{year}", game.first_date or "1990-05"],
        "to": [f"{year}", game.last_date or "2030-05"],
        "player": [name, "=" + name, name[: len(name) // 2 + 1].upper(), players],
        "black": [game.black or "nobody"],
        "white": ["=" + (game.white or "nobody")],
        "result": ["B+", "W+", "B+R", "W+0.5..9.5", "+T", "draw"],
        "rank": ["9d", "5d..9p", game.black_rank or "1d"],
        "komi": [6.5, "..5.5", "0.."],
        "handicap": [0, 2, "2.."],
        "repaired": [game.repair is not None, "no"],
        "time": [600, "..10m", "1h.."],
        "overtime": ["byo", game.overtime or "none"],
        "program": [game.program or "none", "gnu"],
        "game": [1, "2..40", [3, 5, 400], range(1, 90)],
        "rules": ["japan", "=Japanese", "chinese"],
        "event": [(game.event or "none")[:5], "="],
        "words": [name.split()[0], "tygem", "self play", [name.split()[0], "bgo"]],
        "archive": [game.sources[0].archive, game.sources[0].archive.rsplit("/", 1)[-1], "none.tgz"],
    }
    return {name: chance.choice(found[name]) for name in chance.sample(sorted(found), chance.choice([1, 1, 2]))}


def positions(
    db: bgo.Database, number: int, seed: int, min_games: tuple[int, ...] = (5, 20)
) -> Iterator[Question]:
    """Yields questions about positions of random games after a random number of moves. Half are about the
    opening, where games have positions in common. ``min_games`` has the choices for trees."""
    chance = random.Random(seed)
    games = len(db.games())
    for at in range(number):
        board = board_of(db, chance.randint(1, games), int(min(300, chance.expovariate(1 / chance.choice([3, 12, 80])))))
        board = turned(board, chance.randrange(8))
        arguments: dict[str, Any] = {}
        if chance.random() < 0.5:
            arguments |= conditions(db, chance)
        if chance.random() < 0.3:
            arguments["swap"] = True
        method = chance.choice(["search"] * 6 + ["years", "players", "games", "tree"])
        if method == "search" and chance.random() < 0.2:
            arguments["full"] = True
        elif method == "years":
            arguments["by"] = chance.choice(["year", "decade"])
        elif method == "players":
            arguments["limit"] = chance.choice([1, 5, 20])
        elif method == "games":
            arguments |= {"sort": chance.choice(["date", "rank", "players", "length", "result", "number"]), "reverse": chance.random() < 0.5}
        elif method == "tree":
            arguments |= {"depth": chance.choice([1, 2, 3]), "min_games": chance.choice(min_games)}
        # The empty board is also asked for without a word.
        yield Question(method, None if at % 100 == 99 else board, arguments)


def diagrams(db: bgo.Database, number: int, seed: int) -> Iterator[Question]:
    """Yields questions about patterns that are drawn."""
    chance = random.Random(seed)
    for at in range(number):
        size = board_of(db, chance.randint(1, len(db.games())), 0).size
        arguments = {"pattern": DIAGRAMS[at % len(DIAGRAMS)], "size": size}
        if chance.random() < 0.3:
            arguments |= conditions(db, chance)
        yield Question(chance.choice(["search", "search", "years", "players", "games"]), None, arguments)


def patterns(db: bgo.Database, number: int, seed: int, min_games: tuple[int, ...] = (20,)) -> Iterator[Question]:
    """Yields questions about parts of positions of random games."""
    chance = random.Random(seed)
    games = len(db.games())
    while number > 0:
        board = board_of(db, chance.randint(1, games), chance.randint(1, 60))
        last = board.size - 1
        width, height = (chance.randint(2, min(8, last)) for _ in "xy")
        left = chance.choice([0, last - width, chance.randint(0, last - width)])
        top = chance.choice([0, last - height, chance.randint(0, last - height)])
        inside = [point(x, y) for x in range(left, left + width + 1) for y in range(top, top + height + 1)]
        # An empty part stands in every game.
        if not set(inside) & {*board.black, *board.white} and chance.random() < 0.9:
            continue
        number -= 1
        arguments: dict[str, Any] = {"area": f"{point(left, top)},{point(left + width, top + height)}"}
        if chance.random() < 0.3:
            arguments |= conditions(db, chance)
        for name, kind in get_type_hints(bgo.Parameters).items():
            if kind is bool and name != "swap" and chance.random() < 0.15:
                arguments[name] = True
        if chance.random() < 0.2:
            arguments["wildcards"] = chance.sample(inside, 2)
        if chance.random() < 0.2:
            arguments["next"] = chance.choice("BW")
        if chance.random() < 0.2:
            arguments["at"] = chance.choice(["10..", "..30", "5..50"])
        if chance.random() < 0.2:
            arguments["stood"] = chance.choice([1, 3, 10])
        method = chance.choice(["search"] * 6 + ["years", "players", "games", "tree"])
        if method == "tree":
            arguments |= {"depth": 2, "min_games": chance.choice(min_games)}
        yield Question(method, board, arguments)
