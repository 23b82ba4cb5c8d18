"""The answer to a search: the games with a position, and the moves played from it."""

from __future__ import annotations

from dataclasses import dataclass

from bgo._board import Board
from bgo._counts import YearCount
from bgo._documents import Document, all_of, of
from bgo._table import Column, Tabular, columns_of, html

# The most labels on a board.
LABELS = "abcdefghijkl"


@dataclass(frozen=True, slots=True)
class Move:
    """A move: a point such as ``pd``, or ``pass``, and ``B`` or ``W``."""

    # Fields of LastMove.
    # A point in SGF coordinates, or pass.
    move: str
    # The colour of the move.
    color: str


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An engine's evaluation of a position: Black's win rate and lead in points, and the size of the search."""

    # Fields of Evaluation.
    # The probability that Black wins, 0 to 1, to four decimals.
    black_win_rate: float
    # The points by which Black leads, negative if White leads, to two decimals; None if the engine does not say.
    black_score_lead: float | None
    # The size of the engine's search in visits or playouts; None if unknown.
    visits: int | None

    @classmethod
    def of(cls, document: Document | None) -> Evaluation | None:
        """Makes an evaluation of its document, if there is one."""
        return None if document is None else of(cls, document)


@dataclass(frozen=True, slots=True)
class EngineMove:
    """A move that an engine searched and no counted game has."""

    # Fields of EngineMove.
    # A point in SGF coordinates, or pass.
    move: str
    # The colour of the move.
    color: str
    # The probability that Black wins, 0 to 1, to four decimals.
    black_win_rate: float
    # The points by which Black leads, negative if White leads, to two decimals; None if the engine does not say.
    black_score_lead: float | None
    # The size of the engine's search in visits or playouts; None if unknown.
    visits: int | None


@dataclass(frozen=True, slots=True)
class NextMove:
    """A move that was played from a position, or an answer to a pattern."""

    # Some fields of NextMove.
    # A point in SGF coordinates, or pass.
    move: str
    # The colour of the move.
    color: str
    # The number of games.
    games: int
    # The share of these games among all games that reach the position, 0 to 1. In a part of the board, shares may add
    # up to more than 1, because a game counts for each of its answers.
    share: float
    # The number of games that Black won.
    black_wins: int
    # The number of games that White won.
    white_wins: int
    # The number of games that ended in a draw. Void games and unknown results are neither draws nor wins.
    draws: int
    # Black's share of the games that have a winner; None if none has.
    black_win_rate: float | None
    # The lower end of the 95% interval of black_win_rate.
    black_win_rate_low: float | None
    # The upper end of the interval.
    black_win_rate_high: float | None
    # The earliest year of a dated game.
    first_year: int | None
    # The latest year of a dated game.
    last_year: int | None
    # The games by year.
    years: tuple[YearCount, ...] | None = None
    # The best-known players of the move: those with the most games in the database.
    players: tuple[str, ...] | None = None
    # The evaluation of the move by an engine, if there is one.
    engine: Evaluation | None = None

    @property
    def engine_black_win_rate(self) -> float | None:
        """Black's win rate after the move as an engine evaluates it."""
        return None if self.engine is None else self.engine.black_win_rate

    @classmethod
    def of(cls, document: Document) -> NextMove:
        """Makes a move of its document."""
        years, players = document.get("years"), document.get("players")
        return of(
            cls,
            document,
            years=None if years is None else all_of(YearCount, years),
            players=None if players is None else tuple(players),
            engine=Evaluation.of(document.get("engine")),
        )


@dataclass(frozen=True, slots=True)
class Answer(Tabular):
    """The games with a position or a pattern, and the moves played from it, the most popular first."""

    # Some fields of PositionAnswer.
    # The number of games.
    games: int
    # The number of games that Black won.
    black_wins: int
    # The number of games that White won.
    white_wins: int
    # The number of games that ended in a draw. Void games and unknown results are neither draws nor wins.
    draws: int
    # Black's share of the games that have a winner; None if none has.
    black_win_rate: float | None
    # The earliest year of a dated game.
    first_year: int | None
    # The latest year of a dated game.
    last_year: int | None
    # The latest year of a dated game.
    board: Board
    # The moves played from the position, the most popular first.
    next_moves: tuple[NextMove, ...]
    # The key, which is the same in all orientations; None for a pattern.
    key: str | None
    # The games in which setup follows.
    set_up: int | None
    # The games that end.
    ended: int | None
    # The diagram on one line.
    pattern: str | None
    # The number of occurrences.
    occurrences: int | None
    # The number of occurrences without an answer that counts. The others are counted with their answers.
    unanswered: int | None
    # The number of occurrences after which the next move was outside the area.
    elsewhere: int | None
    # The evaluation of the position by an engine, if there is one.
    engine: Evaluation | None
    # The moves that an engine searched and no counted game has, those with the most visits first.
    engine_moves: tuple[EngineMove, ...]
    # The openings and josekis that the board shows, at most three, those with the most stones first.
    openings: tuple[dict[str, str], ...]

    @classmethod
    def of(cls, document: Document) -> Answer:
        """Makes an answer of its document."""
        return of(
            cls,
            document,
            board=Board.of(document["board"]),
            next_moves=tuple(NextMove.of(move) for move in document["next_moves"]),
            engine=Evaluation.of(document.get("engine")),
            engine_moves=all_of(EngineMove, document.get("engine_moves", ())),
            openings=tuple(document.get("openings", ())),
        )

    def _columns(self) -> list[Column]:
        rates: Column = ("engine_black_win_rate", "float", [move.engine_black_win_rate for move in self.next_moves])
        return [*columns_of(NextMove, self.next_moves), rates]

    def svg(self) -> str:
        """Draws the board with letters on the most popular moves."""
        labels: dict[str, str] = {}
        for letter, move in zip(LABELS, self.next_moves, strict=False):
            if move.move != "pass":
                labels.setdefault(move.move, letter)
        return self.board.svg(labels)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        letters = LABELS + " " * len(self.next_moves)
        names = ["move", "color", "games", "share", "black_win_rate", "last_year"]
        if any(move.engine for move in self.next_moves):
            names.append("engine_black_win_rate")
        rows = [
            [letter, *(getattr(move, name) for name in names)]
            for letter, move in zip(letters, self.next_moves, strict=False)
        ]
        counted = f"{self.games:,} game{'' if self.games == 1 else 's'}"
        engine = f", engine: Black wins {self.engine.black_win_rate:.1%}" if self.engine else ""
        return f"<p>{counted}{engine}</p>{self.svg()}{html(['', *names], rows)}"
