"""Answers about players and new moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bgo._documents import Document, all_of, of
from bgo._table import Column, Tabular, columns_of


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """Games of a player, and how they ended for the player."""

    games: int
    wins: int
    losses: int
    draws: int


@dataclass(frozen=True, slots=True)
class PlayerYear:
    """A player's games of a year with each colour; those without a date have no year."""

    year: int | None
    black: PlayerTally
    white: PlayerTally


@dataclass(frozen=True, slots=True)
class Opening:
    """The first moves of some games of a player, and how many of them the player won."""

    moves: tuple[str, ...]
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player's games against another one, ``player``."""

    player: str
    games: int
    wins: int
    losses: int
    draws: int


@dataclass(frozen=True, slots=True)
class Departure:
    """Games whose new move one side played, and how they ended for the player."""

    # The median of the numbers of the new moves.
    median_move: int | None
    games: int
    wins: int
    losses: int
    draws: int


@dataclass(frozen=True, slots=True)
class Departures:
    """The new moves in a player's latest games, ``games`` of them, by the side that played them."""

    games: int
    by_player: Departure
    by_opponent: Departure

    @classmethod
    def of(cls, document: Document) -> Departures:
        """Makes counts of their document."""
        player, opponent = (of(Departure, document[side]) for side in ("by_player", "by_opponent"))
        return cls(document["games"], player, opponent)


@dataclass(frozen=True, slots=True)
class PlayerRecord(Tabular):
    """The record of a player over all games; as a table, the opponents."""

    player: str
    # A game of a player against himself counts once here, and in both colours.
    games: int
    first_year: int | None
    last_year: int | None
    black: PlayerTally
    white: PlayerTally
    years: tuple[PlayerYear, ...]
    # The first moves as Black, and the first two of the games as White.
    black_openings: tuple[Opening, ...]
    white_openings: tuple[Opening, ...]
    # The number of all opponents, and those of the most games.
    opponent_count: int
    opponents: tuple[Opponent, ...]
    # The players of the new moves in the latest games.
    departures: Departures

    @classmethod
    def of(cls, document: Document) -> PlayerRecord:
        """Makes an answer of its document."""
        openings = document["openings"]
        return of(
            cls,
            document,
            **_colors(document),
            years=tuple(of(PlayerYear, year, **_colors(year)) for year in document["years"]),
            black_openings=_openings(openings["black"]),
            white_openings=_openings(openings["white"]),
            opponents=all_of(Opponent, document["opponents"]),
            departures=Departures.of(document["departures"]),
        )

    def _columns(self) -> list[Column]:
        return columns_of(Opponent, self.opponents)


@dataclass(frozen=True, slots=True)
class Score:
    """The games of two players with each other, as the first one ended them; ``games`` are the numbers of the latest."""

    player: str
    opponent: str
    black: PlayerTally
    white: PlayerTally
    games: tuple[int, ...]

    @classmethod
    def of(cls, document: Document) -> Score:
        """Makes an answer of its document."""
        games = tuple(game["game"] for game in document["games"]["list"])
        return of(cls, document, **_colors(document), games=games)


@dataclass(frozen=True, slots=True)
class Novelty:
    """A game and the move with which it left others; no move if it never did."""

    game: int
    date: str | None
    black: str | None
    white: str | None
    result: str | None
    board_size: int
    # The number of the new move, its colour, and its point in SGF coordinates, or pass.
    move_number: int | None
    color: str | None
    move: str | None
    # The number of other games with the position before it, and the latest of them.
    other_games: int
    companion: int | None
    # The move that most of these play, and how many do.
    played: str | None
    played_games: int | None
    # The later games that follow, and how they ended for the colour of the new move; only of first moves.
    followed: PlayerTally | None


@dataclass(frozen=True, slots=True)
class Novelties(Tabular):
    """Games with their new moves, the latest first; ``games`` is the number of all that meet the conditions."""

    games: int
    novelties: tuple[Novelty, ...]

    @classmethod
    def of(cls, document: Document) -> Novelties:
        """Makes an answer of its document."""
        return of(cls, document, novelties=tuple(_novelty(novelty) for novelty in document["list"]))

    def _columns(self) -> list[Column]:
        return columns_of(Novelty, self.novelties)


def _novelty(document: Document) -> Novelty:
    new, played = document["new_move"] or {}, document["played"] or {}
    followed = document.get("followed")
    return of(
        Novelty,
        document,
        move_number=new.get("number"),
        color=new.get("color"),
        move=new.get("move"),
        played=played.get("move"),
        played_games=played.get("games"),
        followed=followed and of(PlayerTally, followed),
    )


def _colors(document: Document) -> dict[str, PlayerTally]:
    return {color: of(PlayerTally, document[color]) for color in ("black", "white")}


def _openings(documents: Sequence[Document]) -> tuple[Opening, ...]:
    return tuple(of(Opening, document, moves=tuple(document["moves"])) for document in documents)
