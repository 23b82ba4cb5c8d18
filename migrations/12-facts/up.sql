-- The main time, the overtime and the program that wrote the record, as texts, and the main time in
-- seconds. The program reads them from the records.
ALTER TABLE game ADD COLUMN time_limit TEXT;
ALTER TABLE game ADD COLUMN time_limit_seconds INTEGER;
ALTER TABLE game ADD COLUMN overtime TEXT;
ALTER TABLE game ADD COLUMN program TEXT;
-- A row that was damaged stays so.
UPDATE game SET checksum = row_checksum(id, board_size, moves, content, black, white, black_rank, white_rank,
    black_rank_value, white_rank_value, black_team, white_team, date, first_date, last_date, year, result, winner,
    result_value, komi, komi_half_points, handicap, handicap_stones, rules, event, round, place, name, publication,
    repair, time_limit, time_limit_seconds, overtime, program)
WHERE checksum = row_checksum(id, board_size, moves, content, black, white, black_rank, white_rank,
    black_rank_value, white_rank_value, black_team, white_team, date, first_date, last_date, year, result, winner,
    result_value, komi, komi_half_points, handicap, handicap_stones, rules, event, round, place, name, publication,
    repair);

-- The indexes of words without the option contentless_delete, which SQLite has only from 3.43 on, so that
-- earlier versions can list the tables. An index without its version cannot be dropped.
REPLACE INTO label_words_config VALUES ('version', 4);
REPLACE INTO game_words_config VALUES ('version', 4);
DROP TABLE label_words;
DROP TABLE game_words;
CREATE VIRTUAL TABLE label_words USING fts5(
    text, content = '', tokenize = 'unicode61 remove_diacritics 0'
);
CREATE VIRTUAL TABLE game_words USING fts5(
    text, content = '', tokenize = 'unicode61 remove_diacritics 0'
);
-- A row that was damaged stays so: only an intact one gets the sum over the empty indexes, and with it a
-- checksum.
CREATE TEMP TABLE empty_words AS SELECT row_sum(checksum) AS words FROM (
    SELECT row_checksum('label_words_config', k, v) AS checksum FROM label_words_config
    UNION ALL SELECT row_checksum('label_words_data', id, block) FROM label_words_data
    UNION ALL SELECT row_checksum('label_words_docsize', id, sz) FROM label_words_docsize
    UNION ALL SELECT row_checksum('label_words_idx', segid, term, pgno) FROM label_words_idx
    UNION ALL SELECT row_checksum('game_words_config', k, v) FROM game_words_config
    UNION ALL SELECT row_checksum('game_words_data', id, block) FROM game_words_data
    UNION ALL SELECT row_checksum('game_words_docsize', id, sz) FROM game_words_docsize
    UNION ALL SELECT row_checksum('game_words_idx', segid, term, pgno) FROM game_words_idx
);
UPDATE state SET words = empty_words.words, checksum = row_checksum(id, generation, last_game, games, sources,
    archives, players, segments, last_source, labels, position_files, position_records, empty_words.words, joined,
    analysis_files, analyses)
FROM empty_words
WHERE checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments, last_source,
    labels, position_files, position_records, state.words, joined, analysis_files, analyses);
DROP TABLE empty_words;

-- What docs/sql.md describes, in words that DuckDB understands, too: it reads the definitions of views.
DROP VIEW games;
CREATE VIEW games AS
SELECT game.id AS game, board_size, moves,
    black.name AS black, black_rank, black_rank_value, white.name AS white, white_rank, white_rank_value,
    black_team, white_team,
    first_date AS date, date AS date_text,
    first_date || CASE length(first_date) WHEN 4 THEN '-01-01' WHEN 7 THEN '-01' ELSE '' END AS first_date,
    last_date || CASE
        WHEN length(last_date) = 4 THEN '-12-31'
        WHEN length(last_date) = 10 THEN ''
        WHEN substr(last_date, 6) IN ('04', '06', '09', '11') THEN '-30'
        WHEN substr(last_date, 6) != '02' THEN '-31'
        WHEN CAST(substr(last_date, 1, 4) AS INTEGER) % 400 = 0 THEN '-29'
        WHEN CAST(substr(last_date, 1, 4) AS INTEGER) % 100 = 0 THEN '-28'
        WHEN CAST(substr(last_date, 1, 4) AS INTEGER) % 4 = 0 THEN '-29'
        ELSE '-28'
    END AS last_date,
    year, result_value AS result, result AS result_text, winner,
    CASE WHEN substr(result_value, 3, 1) BETWEEN '0' AND '9' THEN CAST(substr(result_value, 3) AS REAL) END AS margin,
    komi_half_points / 2.0 AS komi, komi AS komi_text, handicap_stones AS handicap, handicap AS handicap_text, rules,
    time_limit_seconds AS time_limit, time_limit AS time_limit_text, overtime, event, round, place,
    game.name AS name, publication, program, repair
FROM game
LEFT JOIN player AS black ON black.id = game.black
LEFT JOIN player AS white ON white.id = game.white;

DROP VIEW players;
CREATE VIEW players AS
SELECT player.name AS player,
    count(side.game) - count(CASE WHEN side.is_own = 1 THEN 1 END) AS games,
    count(CASE WHEN color = 'B' THEN 1 END) AS black_games,
    count(CASE WHEN color = 'B' AND winner = 'B' THEN 1 END) AS black_wins,
    count(CASE WHEN color = 'B' AND winner = 'W' THEN 1 END) AS black_losses,
    count(CASE WHEN color = 'W' THEN 1 END) AS white_games,
    count(CASE WHEN color = 'W' AND winner = 'W' THEN 1 END) AS white_wins,
    count(CASE WHEN color = 'W' AND winner = 'B' THEN 1 END) AS white_losses,
    min(year) AS first_year, max(year) AS last_year
FROM player
LEFT JOIN (
    SELECT id AS game, black AS player, 'B' AS color, winner, year, 0 AS is_own FROM game
    UNION ALL
    -- A game against oneself is one game.
    SELECT id, white, 'W', winner, year, CASE WHEN black = white THEN 1 ELSE 0 END FROM game
) AS side ON side.player = player.id
GROUP BY player.id, player.name;

-- The columns of games have the times and programs, too, so the program makes them anew, if there are any
-- games.
DELETE FROM meta WHERE name = 'derived' AND EXISTS (SELECT 1 FROM game);
