"""The progress and the outcome of imports, and the files of analyses that were imported."""

from __future__ import annotations

from dataclasses import dataclass

from bgo._documents import Document, all_of, of
from bgo._table import Column, Tabular, columns_of


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
    # The kind of the reason as in the counts, or several with commas between; None for duplicates.
    kind: str | None
    reason: str
    # The place in the file, in bytes.
    offset: int | None


@dataclass(frozen=True, slots=True)
class RejectedGames:
    """The games that an import rejected for reasons of one kind; ``members`` are the first files with them."""

    kind: str
    games: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RepairedGames:
    """The added games with repairs of one kind."""

    kind: str
    games: int


def rejections_of(document: Document) -> tuple[RejectedGames, ...]:
    """Makes the rejected games by kind of the counts of an import."""
    return tuple(of(RejectedGames, row, members=tuple(row["members"])) for row in document["rejections"])


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
    rejections: tuple[RejectedGames, ...]
    # A game with repairs of two kinds counts for both.
    repairs: tuple[RepairedGames, ...]
    positions: int
    seconds: float
    # Archives and members that could not be read, as sentences.
    failures: tuple[str, ...]
    notes: tuple[Note, ...]
    # Games that were removed before, and left out.
    removed: int = 0

    @classmethod
    def of(cls, document: Document) -> Imported:
        """Makes an outcome of its document."""
        summary = document["summary"]
        return of(
            cls,
            summary,
            rejections=rejections_of(summary),
            repairs=all_of(RepairedGames, summary["repairs"]),
            failures=tuple(document["failures"]),
            notes=all_of(Note, document["notes"]),
        )

    def _columns(self) -> list[Column]:
        return columns_of(Note, self.notes)


@dataclass(frozen=True, slots=True)
class AnalysesProgress:
    """The progress of an import of analyses: bytes so far and in all; each file is read twice."""

    bytes: int
    total_bytes: int


@dataclass(frozen=True, slots=True)
class FaultyLine:
    """A line of a file of analyses that could not be used; ``line`` is its number, from 1."""

    file: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class ImportedAnalyses(Tabular):
    """The outcome of an import of analyses. The table is that of the faulty lines, of which the first
    1,000 are kept."""

    files: int
    queries: int
    responses: int
    # Those that the database has from these files now.
    analyses: int
    # Responses about positions of which the file has one with as many visits or more.
    repeated: int
    # Responses during a search, to which others follow.
    during_search: int
    faulty_lines: int
    faults: tuple[FaultyLine, ...]

    @classmethod
    def of(cls, document: Document) -> ImportedAnalyses:
        """Makes an outcome of its document."""
        return of(cls, document, faults=all_of(FaultyLine, document["faults"]))

    def _columns(self) -> list[Column]:
        return columns_of(FaultyLine, self.faults)


@dataclass(frozen=True, slots=True)
class AnalysisFile:
    """An imported file of analyses, by its whole path; ``imported_at`` is a time of UTC."""

    path: str
    imported_at: str
    analyses: int


@dataclass(frozen=True, slots=True)
class Analyses(Tabular):
    """The number of analyses of a database, of those from game records, and the files of the others."""

    analyses: int
    from_records: int
    files: tuple[AnalysisFile, ...]

    @classmethod
    def of(cls, document: Document) -> Analyses:
        """Makes a list of its document."""
        return of(cls, document, files=all_of(AnalysisFile, document["files"]))

    def _columns(self) -> list[Column]:
        return columns_of(AnalysisFile, self.files)
