"""A database of Go game records, and readers of records that need no database."""

from importlib.metadata import version

from bgo._answer import Answer, EngineMove, Evaluation, Move, NextMove
from bgo._arrays import KatagoBatch, KatagoRows, KgsBatch, KgsRows, TrainingRows, katago_rows, kgs_rows, read_positions
from bgo._board import Board
from bgo._comparison import ComparedGames, ComparedMove, Comparison, GamesOfMove
from bgo._counts import Branch, PlayerCount, Players, Tree, YearCount, Years, YearsOfMove
from bgo._database import Database, open
from bgo._errors import Error, MissingError, NotFoundError, ReadError, SqlError, UsageError
from bgo._games import Game, Games, ListedGame, Position, Source
from bgo._imports import (
    Analyses,
    AnalysesProgress,
    AnalysisFile,
    FaultyLine,
    Imported,
    ImportedAnalyses,
    Note,
    Progress,
    RejectedGames,
    RepairedGames,
)
from bgo._lists import (
    AliasedPlayer,
    ChangedMove,
    Difference,
    NamedQuestion,
    NearDuplicates,
    NearPair,
    OpeningCount,
    Openings,
    ProposedAlias,
)
from bgo._question import Conditions, Parameters
from bgo._records import read_sgf
from bgo._rivals import (
    Departure,
    Departures,
    Novelties,
    Novelty,
    Opening,
    Opponent,
    PlayerRecord,
    PlayerTally,
    PlayerYear,
    Score,
)
from bgo._table import Rows, Table

__version__ = version("bgo-db")

__all__ = [
    "AliasedPlayer",
    "Analyses",
    "AnalysesProgress",
    "AnalysisFile",
    "Answer",
    "Board",
    "Branch",
    "ChangedMove",
    "ComparedGames",
    "ComparedMove",
    "Comparison",
    "Conditions",
    "Database",
    "Departure",
    "Departures",
    "Difference",
    "EngineMove",
    "Error",
    "Evaluation",
    "FaultyLine",
    "Game",
    "Games",
    "GamesOfMove",
    "Imported",
    "ImportedAnalyses",
    "KatagoBatch",
    "KatagoRows",
    "KgsBatch",
    "KgsRows",
    "ListedGame",
    "MissingError",
    "Move",
    "NamedQuestion",
    "NearDuplicates",
    "NearPair",
    "NextMove",
    "NotFoundError",
    "Note",
    "Novelties",
    "Novelty",
    "Opening",
    "OpeningCount",
    "Openings",
    "Opponent",
    "Parameters",
    "PlayerCount",
    "PlayerRecord",
    "PlayerTally",
    "PlayerYear",
    "Players",
    "Position",
    "Progress",
    "ProposedAlias",
    "ReadError",
    "RejectedGames",
    "RepairedGames",
    "Rows",
    "Score",
    "Source",
    "SqlError",
    "Table",
    "TrainingRows",
    "Tree",
    "UsageError",
    "YearCount",
    "Years",
    "YearsOfMove",
    "katago_rows",
    "kgs_rows",
    "open",
    "read_positions",
    "read_sgf",
]
