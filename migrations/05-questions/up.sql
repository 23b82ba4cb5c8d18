-- What questions read that go over many games. All of it comes from the tables
-- before, and the program fills it when it opens the file: the row "derived" of
-- meta says that it is there.

-- The name as it is compared with what a user types: see docs/format.md.
ALTER TABLE player ADD COLUMN folded TEXT NOT NULL DEFAULT '';
-- A row that was damaged stays so.
UPDATE player SET folded = fold(name), checksum = row_checksum(id, name, fold(name))
WHERE checksum = row_checksum(id, name);

-- Events, places and rules, each text once.
CREATE TABLE label (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- Dates, results, players and so on of 512 games, column by column. The number
-- of a row is that of its games divided by 512; docs/format.md describes the
-- data.
CREATE TABLE game_columns (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

-- The words of labels, and those of the name, round, source and comments of
-- each game; row numbers are those of label and game. Characters of scripts
-- without blanks between words are words of their own.
CREATE VIRTUAL TABLE label_words USING fts5(
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
);
CREATE VIRTUAL TABLE game_words USING fts5(
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
);

ALTER TABLE state ADD COLUMN labels INTEGER NOT NULL DEFAULT 0;
UPDATE state SET checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments,
    last_source, labels)
WHERE checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments, last_source);

-- What docs/sql.md describes. The program's own documents have the same names.
CREATE VIEW games AS
SELECT game.id AS game, board_size, moves,
    black.name AS black, black_rank, black_rank_value, white.name AS white, white_rank, white_rank_value,
    black_team, white_team, date, first_date, last_date, year, result_value AS result, winner, result AS result_text,
    komi_half_points / 2.0 AS komi, handicap_stones AS handicap, rules, event, round, place,
    game.name AS name, publication, repair
FROM game
LEFT JOIN player AS black ON black.id = game.black
LEFT JOIN player AS white ON white.id = game.white;

-- One pass over the games, and not one for each player.
CREATE VIEW players AS
SELECT player.name AS player,
    count(side.game) - count(CASE WHEN side.both THEN 1 END) AS games,
    count(CASE WHEN color = 'B' THEN 1 END) AS black_games,
    count(CASE WHEN color = 'B' AND winner = 'B' THEN 1 END) AS black_wins,
    count(CASE WHEN color = 'B' AND winner = 'W' THEN 1 END) AS black_losses,
    count(CASE WHEN color = 'W' THEN 1 END) AS white_games,
    count(CASE WHEN color = 'W' AND winner = 'W' THEN 1 END) AS white_wins,
    count(CASE WHEN color = 'W' AND winner = 'B' THEN 1 END) AS white_losses,
    min(year) AS first_year, max(year) AS last_year
FROM player
LEFT JOIN (
    SELECT id AS game, black AS player, 'B' AS color, winner, year, 0 AS both FROM game
    UNION ALL
    -- A game against oneself is one game.
    SELECT id, white, 'W', winner, year, black IS white FROM game
) AS side ON side.player = player.id
GROUP BY player.id;

CREATE VIEW sources AS
SELECT game, path AS archive, imported_at, member, member_game, sgf IS NOT NULL AS differs
FROM source
JOIN archive ON archive.id = source.archive;

CREATE VIEW archives AS
SELECT path AS archive, imported_at, count(DISTINCT game) AS games, count(game) AS sources
FROM archive
LEFT JOIN source ON source.archive = archive.id
GROUP BY archive.id;

INSERT INTO meta SELECT 'derived', 1 WHERE NOT EXISTS (SELECT 1 FROM game);
