-- Every row that an answer may come from carries a checksum of its other
-- columns, in their order. row_checksum is a function of the program;
-- docs/format.md says what it computes.
ALTER TABLE dictionary ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE player ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE archive ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE record ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE source ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE segment ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;

UPDATE dictionary SET checksum = row_checksum(id, data);
UPDATE player SET checksum = row_checksum(id, name);
UPDATE archive SET checksum = row_checksum(id, path, imported_at);
UPDATE game SET checksum = row_checksum(id, board_size, moves, content, black, white, black_rank, white_rank,
    black_rank_value, white_rank_value, black_team, white_team, date, first_date, last_date, year, result, winner,
    result_value, komi, komi_half_points, handicap, handicap_stones, rules, event, round, place, name, publication,
    repair);
UPDATE record SET checksum = row_checksum(game, encoding, dictionary, course, sgf);
UPDATE source SET checksum = row_checksum(game, archive, member, member_game, encoding, dictionary, sgf);
UPDATE segment SET checksum = row_checksum(id, first_game, last_game, games, positions, prefix_bits);

-- How many rows there are, so that one that is gone is noticed. The
-- generation rises with every commit; the games come after the last number
-- that was ever used.
CREATE TABLE state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    generation INTEGER NOT NULL,
    last_game INTEGER NOT NULL,
    games INTEGER NOT NULL,
    sources INTEGER NOT NULL,
    archives INTEGER NOT NULL,
    players INTEGER NOT NULL,
    segments INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

INSERT INTO state
SELECT *, row_checksum(id, generation, last_game, games, sources, archives, players, segments)
FROM (
    SELECT 1 AS id, 1 AS generation,
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'game'), 0) AS last_game,
        (SELECT count(*) FROM game) AS games,
        (SELECT count(*) FROM source) AS sources,
        (SELECT count(*) FROM archive) AS archives,
        (SELECT count(*) FROM player) AS players,
        (SELECT count(*) FROM segment) AS segments
);
