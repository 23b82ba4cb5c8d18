-- Analyses of positions by engines: see docs/format.md.

-- A file of analyses that was imported.
CREATE TABLE analysis_file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    analyses INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- The evaluation of a position, and of moves from it in its canonical orientation. It is
-- from a record, whose source has this number, or from a file.
CREATE TABLE analysis (
    id INTEGER PRIMARY KEY,
    position INTEGER NOT NULL,
    board_size INTEGER NOT NULL,
    to_play TEXT NOT NULL,
    win_rate REAL NOT NULL,
    score_lead REAL,
    visits INTEGER,
    komi_half_points INTEGER,
    moves TEXT NOT NULL,
    source INTEGER,
    analysis_file INTEGER REFERENCES analysis_file,
    checksum INTEGER NOT NULL
) STRICT;

CREATE INDEX analysis_position ON analysis (position, to_play, visits);
CREATE INDEX analysis_source ON analysis (source) WHERE source IS NOT NULL;
CREATE INDEX analysis_of_file ON analysis (analysis_file) WHERE analysis_file IS NOT NULL;

-- Sums over the index analysis_position, in one row. No bytes stand for zeros.
CREATE TABLE analysis_sums (
    id INTEGER PRIMARY KEY,
    sums BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;
INSERT INTO analysis_sums VALUES (1, x'', row_checksum(1, x''));

ALTER TABLE state ADD COLUMN analysis_files INTEGER NOT NULL DEFAULT 0;
ALTER TABLE state ADD COLUMN analyses INTEGER NOT NULL DEFAULT 0;
-- A row that was damaged stays so.
UPDATE state SET checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments,
    last_source, labels, position_files, position_records, words, joined, analysis_files, analyses)
WHERE checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments, last_source,
    labels, position_files, position_records, words, joined);

-- What docs/sql.md describes.
CREATE VIEW analyses AS
SELECT position, board_size, to_play, win_rate, score_lead, visits, komi_half_points / 2.0 AS komi, moves,
    source.game, coalesce(analysis_file.path, archive.path) AS path, source.member
FROM analysis
LEFT JOIN analysis_file ON analysis_file.id = analysis.analysis_file
LEFT JOIN source ON source.number = analysis.source
LEFT JOIN archive ON archive.id = source.archive;
