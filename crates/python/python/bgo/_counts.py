"""Answers that count the games of a position: by year, by player, and by the moves after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bgo._documents import Document, all_of, of
from bgo._table import Column, Rows, Tabular, columns_of


@dataclass(frozen=True, slots=True)
class YearCount:
    """The games of a year, or of the ten years from it on; those without a date have no year."""

    # Fields of YearCount.
    # The year; None for games without a date.
    year: int | None
    # The number of games.
    games: int
    # The number of games that Black won.
    black_wins: int
    # The number of games that White won.
    white_wins: int
    # The number of games that ended in a draw.
    draws: int


@dataclass(frozen=True, slots=True)
class YearsOfMove:
    """The games with a move by year."""

    # Fields of YearsOfMove.
    # A point in SGF coordinates, or pass.
    move: str
    # The colour of the move.
    color: str
    # The number of games.
    games: int
    # The games of each period that has any.
    years: tuple[YearCount, ...]


@dataclass(frozen=True, slots=True)
class Years(Tabular):
    """The games with a position, and with each move from it, by year or decade."""

    # Fields of Years.
    # The length of the periods.
    by: str
    # The number of games that reach the position.
    games: int
    # The games of each period that has any. Undated games come first.
    years: tuple[YearCount, ...]
    # All games of each period that meet the conditions, on boards of this size, whatever their positions.
    all_games: tuple[YearCount, ...]
    # The games of each next move, the most popular move first.
    next_moves: tuple[YearsOfMove, ...]

    @classmethod
    def of(cls, document: Document) -> Years:
        """Makes an answer of its document."""
        moves = tuple(of(YearsOfMove, move, years=all_of(YearCount, move["years"])) for move in document["next_moves"])
        counts = {name: all_of(YearCount, document[name]) for name in ("years", "all_games")}
        return of(cls, document, **counts, next_moves=moves)

    def _columns(self) -> list[Column]:
        return columns_of(YearCount, self.years)

    def moves(self) -> Rows:
        """Returns the games of each next move by year, a row for each pair."""
        pairs = [(move, count) for move in self.next_moves for count in move.years]
        names = ("move", "color", "year", "games", "black_wins", "white_wins", "draws")
        return Rows(
            names,
            [
                (move.move, move.color, count.year, count.games, count.black_wins, count.white_wins, count.draws)
                for move, count in pairs
            ],
        )


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """A player's games with a position."""

    # Fields of PlayerCount.
    # The name as written, or the one that its aliases show.
    player: str
    # The number of games. A game of a player against himself counts once.
    games: int
    # The number of those that ended in a draw.
    draws: int
    # The number of games as Black.
    black_games: int
    # The number of games won as Black.
    black_wins: int
    # The number of games lost as Black.
    black_losses: int
    # The number of games as White.
    white_games: int
    # The number of games won as White.
    white_wins: int
    # The number of games lost as White.
    white_losses: int
    # The earliest year of a dated game.
    first_year: int | None
    # The latest year of a dated game.
    last_year: int | None


@dataclass(frozen=True, slots=True)
class Players(Tabular):
    """The players of a position; ``count`` is the number of all, of whom ``players`` have the most games."""

    # Fields of Players.
    # The number of games that reach the position.
    games: int
    # The number of players in these games.
    count: int
    # The players with the most games.
    players: tuple[PlayerCount, ...]

    @classmethod
    def of(cls, document: Document) -> Players:
        """Makes an answer of its document."""
        return of(cls, document, players=all_of(PlayerCount, document["players"]))

    def _columns(self) -> list[Column]:
        return columns_of(PlayerCount, self.players)


@dataclass(frozen=True, slots=True)
class Branch:
    """A move of a tree, and the moves after it."""

    # Some fields of Branch.
    # A point in SGF coordinates, or pass.
    move: str
    # The colour of the move.
    color: str
    # The number of games.
    games: int
    # The number of games that Black won.
    black_wins: int
    # The number of games that White won.
    white_wins: int
    # The number of games that ended in a draw. Void games and unknown results are neither draws nor wins.
    draws: int
    # The share of these games among all games that have the preceding position, in whichever order of moves: 0 to 1.
    # For a pattern, among the games of the line before.
    share: float
    # The games that have the resulting position but reached it by another order of moves; 0 where the tree ends.
    other_orders: int
    # Black's share of the games that have a winner; None if none has.
    black_win_rate: float | None
    # The moves from the resulting position, regardless of the order of moves before it.
    next_moves: tuple[Branch, ...]

    @classmethod
    def of(cls, document: Document) -> Branch:
        """Makes a branch of its document."""
        orders = document.get("other_orders", 0)
        return of(cls, document, other_orders=orders, next_moves=tuple(map(cls.of, document["next_moves"])))


@dataclass(frozen=True, slots=True)
class Tree(Tabular):
    """The sequences of moves that were played from a position."""

    # Some fields of Tree.
    # The number of games.
    games: int
    # The number of games that Black won.
    black_wins: int
    # The number of games that White won.
    white_wins: int
    # The number of games that ended in a draw. Void games and unknown results are neither draws nor wins.
    draws: int
    # The moves from the position, the most popular first.
    next_moves: tuple[Branch, ...]

    @classmethod
    def of(cls, document: Document) -> Tree:
        """Makes a tree of its document."""
        return of(cls, document, next_moves=tuple(map(Branch.of, document["next_moves"])))

    def lines(self) -> Iterator[tuple[tuple[str, ...], Branch]]:
        """Returns the branches, each with the moves that lead to it and its own."""
        waiting: list[tuple[tuple[str, ...], Branch]]
        waiting = [((move.move,), move) for move in reversed(self.next_moves)]
        while waiting:
            line, branch = waiting.pop()
            yield line, branch
            waiting.extend(((*line, move.move), move) for move in reversed(branch.next_moves))

    def _columns(self) -> list[Column]:
        lines = list(self.lines())
        moves: Column = ("line", "str", [" ".join(line) for line, _ in lines])
        return [moves, *columns_of(Branch, [branch for _, branch in lines])]
