"""The answers to questions. Their fields are those of the documents of the program's API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from bgo._board import Board
from bgo._table import Column, Tabular, columns_of, html

Document = Mapping[str, Any]
T = TypeVar("T")

# The most labels on a board.
LABELS = "abcdefghijkl"


def of(kind: type[T], document: Document, **others: object) -> T:
    """Makes an object of a document, in which missing fields are absent, and of other fields."""
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    return kind(**{name: others[name] if name in others else document.get(name) for name in names})


def all_of(kind: type[T], documents: Sequence[Document]) -> tuple[T, ...]:
    """Makes objects of documents."""
    return tuple(of(kind, document) for document in documents)


@dataclass(frozen=True, slots=True)
class Move:
    """A move: a point such as ``pd``, or ``pass``, and ``B`` or ``W``."""

    move: str
    color: str


@dataclass(frozen=True, slots=True)
class YearCount:
    """The games of a year, or of the ten years from it on; those without a date have no year."""

    year: int | None
    games: int
    black_wins: int
    white_wins: int
    draws: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An engine's evaluation of a position: Black's win rate and lead in points, and the size of the search."""

    black_win_rate: float
    black_score_lead: float | None
    visits: int | None

    @classmethod
    def of(cls, document: Document | None) -> Evaluation | None:
        """Makes an evaluation of its document, if there is one."""
        return None if document is None else of(cls, document)


@dataclass(frozen=True, slots=True)
class EngineMove:
    """A move that an engine searched and no counted game has."""

    move: str
    color: str
    black_win_rate: float
    black_score_lead: float | None
    visits: int | None


@dataclass(frozen=True, slots=True)
class NextMove:
    """A move that was played from a position, or an answer to a pattern."""

    move: str
    color: str
    games: int
    share: float
    black_wins: int
    white_wins: int
    draws: int
    black_win_rate: float | None
    # The interval that has the rate with a probability of 95%.
    black_win_rate_low: float | None
    black_win_rate_high: float | None
    first_year: int | None
    last_year: int | None
    # The years and the best-known players, if the search was asked for them.
    years: tuple[YearCount, ...] | None = None
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

    games: int
    black_wins: int
    white_wins: int
    draws: int
    black_win_rate: float | None
    first_year: int | None
    last_year: int | None
    board: Board
    next_moves: tuple[NextMove, ...]
    # The key of a position, which is the same in all orientations.
    key: str | None
    # The games in which setup follows, and that end; patterns have neither.
    set_up: int | None
    ended: int | None
    # The counts of a pattern; positions have none.
    pattern: str | None
    occurrences: int | None
    unanswered: int | None
    elsewhere: int | None
    # The evaluation of the position by an engine, if there is one, and the moves that the engine searched
    # and no game has, those with the most visits first.
    engine: Evaluation | None
    engine_moves: tuple[EngineMove, ...]

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


@dataclass(frozen=True, slots=True)
class YearsOfMove:
    """The games with a move by year."""

    move: str
    color: str
    games: int
    years: tuple[YearCount, ...]


@dataclass(frozen=True, slots=True)
class Years(Tabular):
    """The games with a position, and with each move from it, by year or decade."""

    by: str
    games: int
    years: tuple[YearCount, ...]
    next_moves: tuple[YearsOfMove, ...]

    @classmethod
    def of(cls, document: Document) -> Years:
        """Makes an answer of its document."""
        moves = tuple(of(YearsOfMove, move, years=all_of(YearCount, move["years"])) for move in document["next_moves"])
        return of(cls, document, years=all_of(YearCount, document["years"]), next_moves=moves)

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

    player: str
    games: int
    draws: int
    black_games: int
    black_wins: int
    black_losses: int
    white_games: int
    white_wins: int
    white_losses: int
    first_year: int | None
    last_year: int | None


@dataclass(frozen=True, slots=True)
class Players(Tabular):
    """The players of a position; ``count`` is the number of all, of whom ``players`` have the most games."""

    games: int
    count: int
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

    move: str
    color: str
    games: int
    black_wins: int
    white_wins: int
    draws: int
    black_win_rate: float | None
    next_moves: tuple[Branch, ...]

    @classmethod
    def of(cls, document: Document) -> Branch:
        """Makes a branch of its document."""
        return of(cls, document, next_moves=tuple(map(cls.of, document["next_moves"])))


@dataclass(frozen=True, slots=True)
class Tree(Tabular):
    """The sequences of moves that were played from a position."""

    games: int
    black_wins: int
    white_wins: int
    draws: int
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


@dataclass(frozen=True, slots=True)
class Rows(Tabular):
    """The rows of an answer to a query in SQL."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.rows)

    def __getitem__(self, at: int) -> tuple[Any, ...]:
        return self.rows[at]

    def _columns(self) -> list[Column]:
        return [(name, None, [row[at] for row in self.rows]) for at, name in enumerate(self.columns)]


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of an import: games so far, bytes of the archives so far and in all, and seconds."""

    games: int
    bytes: int
    total_bytes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Note:
    """A game of an import that was not simply added: ``verdict`` is rejected, repaired or duplicate."""

    archive: str
    member: str
    member_game: int
    verdict: str
    game: int | None
    reason: str
    # The place in the file, in bytes.
    offset: int | None


@dataclass(frozen=True, slots=True)
class Imported(Tabular):
    """The outcome of an import. The table is that of the notes, of which the first 10,000 are kept."""

    files: int
    skipped: int
    games: int
    added: int
    duplicates: int
    repaired: int
    rejected: int
    positions: int
    seconds: float
    # Archives and members that could not be read, as sentences.
    failures: tuple[str, ...]
    notes: tuple[Note, ...]

    @classmethod
    def of(cls, document: Document) -> Imported:
        """Makes an outcome of its document."""
        notes = all_of(Note, document["notes"])
        return of(cls, document["summary"], failures=tuple(document["failures"]), notes=notes)

    def _columns(self) -> list[Column]:
        return columns_of(Note, self.notes)
