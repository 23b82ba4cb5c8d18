"""Two filters at a position, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from bgo._documents import Document, of


@dataclass(frozen=True, slots=True)
class ComparedGames:
    """The games of a filter that reach the position."""

    # Fields of ComparedGames.
    # Black's share of the games that have a winner; None if none has.
    black_win_rate: float | None
    # The upper end of the interval.
    black_win_rate_high: float | None
    # The lower end of the 95% interval of black_win_rate.
    black_win_rate_low: float | None
    # The number of games that Black won.
    black_wins: int
    # The conditions, such as year=..2011; empty if all games count.
    conditions: str
    # The number of games that ended in a draw. Void games and unknown results are neither draws nor wins.
    draws: int
    # The earliest year of a dated game.
    first_year: int | None
    # The number of games.
    games: int
    # The latest year of a dated game.
    last_year: int | None
    # The number of games that White won.
    white_wins: int


@dataclass(frozen=True, slots=True)
class GamesOfMove:
    """The games of a filter with a move."""

    # Fields of GamesOfMove.
    # Black's share of the games that have a winner; None if none has.
    black_win_rate: float | None
    # The upper end of the interval.
    black_win_rate_high: float | None
    # The lower end of the 95% interval of black_win_rate.
    black_win_rate_low: float | None
    # The number of games that Black won.
    black_wins: int
    # The number of games that ended in a draw. Void games and unknown results are neither draws nor wins.
    draws: int
    # The earliest year of a dated game.
    first_year: int | None
    # The number of games.
    games: int
    # The latest year of a dated game.
    last_year: int | None
    # The share of these games among all games that reach the position, 0 to 1. In a part of the board, shares may add
    # up to more than 1, because a game counts for each of its answers.
    share: float
    # The number of games that White won.
    white_wins: int


@dataclass(frozen=True, slots=True)
class ComparedMove:
    """A move in the games of both filters."""

    # Fields of ComparedMove.
    # The colour of the move.
    color: str
    # The games of the first filter with the move.
    first: GamesOfMove
    # A point in SGF coordinates, or pass.
    move: str
    # The games of the second filter with the move.
    second: GamesOfMove
    # True if the shares differ by more than chance.
    shares_differ: bool
    # True if Black's win rates differ by more than chance.
    win_rates_differ: bool

    @classmethod
    def of(cls, document: Document) -> ComparedMove:
        """Makes a move of its document."""
        first, second = (of(GamesOfMove, document[side]) for side in ("first", "second"))
        return of(cls, document, first=first, second=second)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The moves of two filters side by side."""

    # Fields of Comparison.
    # The games of the first filter.
    first: ComparedGames
    # The moves, those with the highest share in either first.
    next_moves: tuple[ComparedMove, ...]
    # The games of the second filter.
    second: ComparedGames
    # True if Black's win rates differ by more than chance.
    win_rates_differ: bool

    @classmethod
    def of(cls, document: Document) -> Comparison:
        """Makes an answer of its document."""
        first, second = (of(ComparedGames, document[side]) for side in ("first", "second"))
        moves = tuple(ComparedMove.of(move) for move in document["next_moves"])
        return of(cls, document, first=first, second=second, next_moves=moves)
