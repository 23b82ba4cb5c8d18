"""Lists about a database: openings, spellings of names, named searches and near duplicates."""

from __future__ import annotations

from dataclasses import dataclass

from bgo._documents import Document, all_of, of
from bgo._table import Column, Tabular, columns_of


@dataclass(frozen=True, slots=True)
class OpeningCount:
    """A named opening or joseki, and the games that have it. ``names`` are by language, ``source`` is a page about it."""

    names: dict[str, str]
    source: str
    games: int

    @property
    def name(self) -> str:
        """The English name."""
        return self.names["en"]


@dataclass(frozen=True, slots=True)
class Openings(Tabular):
    """The named openings of the games that reach a position, those of the most games first."""

    # Some fields of NamedOpenings.
    # The number of games that reach the position.
    games: int
    # The number of openings that any of these games has, listed or not.
    count: int
    # The openings that any of these games has, before the position or after it, those of the most games first.
    openings: tuple[OpeningCount, ...]

    @classmethod
    def of(cls, document: Document) -> Openings:
        """Makes an answer of its document."""
        return of(cls, document, openings=all_of(OpeningCount, document["openings"]))

    def _columns(self) -> list[Column]:
        names: Column = ("name", "str", [opening.name for opening in self.openings])
        return [names, *columns_of(OpeningCount, self.openings)]


@dataclass(frozen=True, slots=True)
class AliasedPlayer:
    """A player with several spellings."""

    # Fields of AliasedPlayer.
    # The name that statistics show.
    player: str
    # The other spellings.
    aliases: tuple[str, ...]

    @classmethod
    def of(cls, document: Document) -> AliasedPlayer:
        """Makes a player of its document."""
        return of(cls, document, aliases=tuple(document["aliases"]))


@dataclass(frozen=True, slots=True)
class ProposedAlias:
    """Two names that may be of one player; ``games`` have records with both, 0 if only the letters are the same."""

    player: str
    alias: str
    games: int


@dataclass(frozen=True, slots=True)
class NamedQuestion:
    """A search with a name."""

    # Fields of CountedQuestion.
    # The name.
    name: str
    # The question as text, such as moves=pd,dp year=2001.
    question: str
    # The number of games that the question finds, or None if it cannot be read, or names players or archives that are
    # gone.
    games: int | None


@dataclass(frozen=True, slots=True)
class ChangedMove:
    """A move that differs in two games."""

    # Fields of ChangedMove.
    # The number of the move, from 1.
    move_number: int
    # The point in the first game in SGF coordinates, or pass.
    first: str
    # The point in the second game, in the orientation of the first.
    second: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A field in which the records of two games differ, and its values."""

    field: str
    first: str | None
    second: str | None


@dataclass(frozen=True, slots=True)
class NearPair:
    """Two games, by number, whose moves differ in one or two, or of which one continues the other."""

    first: int
    second: int
    # Empty if one game goes on from the end of the other.
    moves: tuple[ChangedMove, ...]
    differences: tuple[Difference, ...]

    @classmethod
    def of(cls, document: Document) -> NearPair:
        """Makes a pair of its document."""
        first, second = (game["game"] for game in document["games"])
        differences = tuple(
            Difference(difference["field"], *(value["value"] for value in difference["values"]))
            for difference in document["differences"]
        )
        return cls(first, second, all_of(ChangedMove, document["moves"]), differences)


@dataclass(frozen=True, slots=True)
class NearDuplicates(Tabular):
    """Near duplicates in the order of their numbers; ``count`` is the number of all."""

    count: int
    pairs: tuple[NearPair, ...]

    @classmethod
    def of(cls, document: Document) -> NearDuplicates:
        """Makes a list of its document."""
        return cls(document["count"], tuple(NearPair.of(pair) for pair in document["list"]))

    def _columns(self) -> list[Column]:
        moves: Column = ("changed_moves", "int", [len(pair.moves) for pair in self.pairs])
        return [*columns_of(NearPair, self.pairs), moves]
