"""Random questions, and the comparison of the answers of a dataset with those of a database."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import bgo

# A method, its positional arguments and its keyword arguments.
Question = tuple[str, tuple[Any, ...], dict[str, Any]]

DIAGRAMS = (
    "+---\n|...\n|.X.\n|...",
    "+----\n|....\n|..O.\n|.X..\n|....",
    "----\n....\n.X..\n..O.",
    "X.O",
    ".X.\nXOX",
    "+-----\n|.....\n|...1.\n|..2..\n|..X..",
    "...\n.X.\n.1.\n...",
)
AREAS = ("corner,5", "corner,7", "side,4", "pa,sd", "jj,mm")
ORDERS = ("date", "rank", "players", "number")


def positions(games: bgo.Database, seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Yields positions of random games as arguments, some of them early ones that many games have."""
    choice = random.Random(seed)
    listed = games.games(sort="number").numbers
    for _ in range(count):
        game = games.game(choice.choice(listed))
        last = len(game.positions) - 1
        at = choice.choice((choice.randint(0, min(last, 12)), choice.randint(0, last)))
        board = game.positions[at].board
        yield {**board.parameters(), "swap": choice.random() < 0.3}


def conditions(games: bgo.Database, choice: random.Random) -> dict[str, Any]:
    """Returns conditions that some game meets."""
    numbers = games.games(sort="number").numbers
    game = games.game(choice.choice(numbers))
    first_year = game.year or 2000
    known: dict[str, Any] = {
        "player": game.black or game.white,
        "black": None if game.black is None else f"={game.black}",
        "white": None if game.white is None else game.white[:3],
        "year": choice.choice((f"{first_year}..", f"..{first_year}", first_year)),
        "from_": game.first_date,
        "to": game.first_date,
        "event": None if game.event is None else game.event[:5],
        "rules": game.rules,
        "result": None if game.winner is None else choice.choice((f"{game.winner}+", "+R", "+0.5..10")),
        "komi": None if game.komi is None else f"{game.komi}..",
        "handicap": game.handicap,
        "rank": choice.choice(("1d..9p", "9p", "..9d")),
        "archive": game.sources[0].archive,
        "words": game.black,
    }
    given = {name: value for name, value in known.items() if value not in (None, "")}
    return {name: given[name] for name in choice.sample(sorted(given), k=min(len(given), choice.randint(1, 2)))}


def of_positions(games: bgo.Database, seed: int, count: int) -> Iterator[Question]:
    """Yields questions about positions, with all methods."""
    choice = random.Random(seed + 1)
    for number, position in enumerate(positions(games, seed, count)):
        given = conditions(games, choice) if number % 3 == 0 else {}
        yield of_method(number, {**position, **given}, choice)


def of_patterns(games: bgo.Database, seed: int, count: int) -> Iterator[Question]:
    """Yields questions about diagrams and about areas of positions, with all methods and options."""
    choice = random.Random(seed + 2)
    for number, position in enumerate(positions(games, seed + 3, count)):
        options: dict[str, Any] = {
            "fixed_colors": choice.random() < 0.3,
            "touching": choice.random() < 0.2,
            "direct": choice.random() < 0.2,
            "next": choice.choice((None, None, "B", "W")),
            "at": choice.choice((None, None, "..50", "30..")),
            "stood": choice.choice((None, None, 3)),
        }
        if number % 2:
            asked = {"pattern": choice.choice(DIAGRAMS), "size": position["size"], **options}
        else:
            position.pop("swap")
            in_place = choice.random() < 0.2
            asked = {**position, "area": choice.choice(AREAS), "in_place": in_place, **options}
        given = conditions(games, choice) if number % 4 == 0 else {}
        yield of_method(number, {**asked, **given}, choice)


def of_method(number: int, asked: dict[str, Any], choice: random.Random) -> Question:
    """Returns a question; most are searches."""
    match number % 8:
        case 0:
            return "years", (), {**asked, "by": choice.choice(("year", "decade"))}
        case 1:
            return "players", (), {**asked, "limit": choice.choice((0, 3, 20))}
        case 2:
            return "tree", (), {**asked, "depth": choice.randint(1, 3), "min_games": choice.choice((1, 3, 10))}
        case 3:
            return "games", (), {**asked, "sort": choice.choice(ORDERS), "reverse": choice.random() < 0.5}
        case 4:
            return "search", (), {**asked, "full": True}
        case _:
            return "search", (), asked


def answer(games: Any, question: Question) -> Any:
    """Returns an answer as a value that can be compared: of a list, its length and some of its games; of an error,
    its class and its sentence."""
    method, args, kwargs = question
    try:
        found = getattr(games, method)(*args, **kwargs)
        if method == "games":
            return len(found), found.numbers, found[:5], found[-2:]
        return found
    except bgo.Error as error:
        return type(error), str(error)


def differences(database: bgo.Database, dataset: Any, questions: Iterator[Question]) -> list[tuple[Question, Any, Any]]:
    """Returns the questions to which the answers differ, with both answers."""
    pairs = ((question, answer(database, question), answer(dataset, question)) for question in questions)
    return [(question, here, there) for question, here, there in pairs if here != there]
