"""The players of a position."""

from __future__ import annotations

from bgo._counts import PlayerCount, Players
from bgo.spark._counts import Asked, aggregated, by_game
from pyspark.sql import DataFrame

# The number of players to name for each move.
NAMED = 3

_COUNTS = [
    # A game of a player against himself counts once.
    "count_if(NOT is_second) AS games",
    "count_if(NOT is_second AND outcome = 3) AS draws",
    "count_if(is_black) AS black_games",
    "count_if(is_black AND outcome = 1) AS black_wins",
    "count_if(is_black AND outcome = 2) AS black_losses",
    "count_if(NOT is_black) AS white_games",
    "count_if(NOT is_black AND outcome = 2) AS white_wins",
    "count_if(NOT is_black AND outcome = 1) AS white_losses",
    "min(year) AS first_year",
    "max(year) AS last_year",
]


def players(asked: Asked, limit: int) -> Players:
    """Counts the games of each player, in the colours of the board."""
    names = asked.dataset.table("games").select("game", "black", "white")
    games = by_game(asked.occurrences())
    both = games.join(names, "game").selectExpr(
        "inline(array("
        "struct(if(swapped, white, black) AS player, true AS is_black, false AS is_second, year, outcome), "
        "struct(if(swapped, black, white) AS player, false AS is_black, black <=> white AS is_second, year, outcome)))"
    )
    counted = aggregated(both.where("player IS NOT NULL"), ["player"], _COUNTS).persist()
    try:
        count = counted.count()
        first = counted.orderBy(counted.games.desc(), "player").limit(limit).collect()
        return Players(asked.totals()[0], count, tuple(PlayerCount(**row.asDict()) for row in first))
    finally:
        counted.unpersist()


def games_of_players(games: DataFrame) -> DataFrame:
    """Returns each player with the number of games."""
    names = games.selectExpr(
        "inline(array_distinct(array("
        "struct(black AS player, black_folded AS folded), struct(white AS player, white_folded AS folded))))"
    )
    return aggregated(names.where("player IS NOT NULL"), ["player", "folded"], ["count(*) AS games"])


def best_known(asked: Asked, of_players: DataFrame) -> list[tuple[int, list[str]]]:
    """Returns the players with the most games in the dataset among those who played each next move."""
    names = asked.dataset.table("games").select("game", "black", "white")
    moves = asked.occurrences().where("next >= 0").select("game", "next", "swapped").distinct()
    played = moves.join(names, "game").selectExpr(
        "next", "if(((next & 512) = 0) <> swapped, black, white) AS player"
    )
    ranked = (
        played.where("player IS NOT NULL")
        .distinct()
        .join(of_players, "player")
        .selectExpr("next", "player", "row_number() OVER (PARTITION BY next ORDER BY games DESC, folded, player) AS rank")
    )
    known: dict[int, list[str]] = {}
    for row in ranked.where(f"rank <= {NAMED}").orderBy("next", "rank").collect():
        known.setdefault(row.next, []).append(row.player)
    return list(known.items())
