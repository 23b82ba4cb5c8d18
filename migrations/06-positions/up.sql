-- Positions by themselves, from files that have no games: see docs/format.md.

-- A file of positions that was imported.
CREATE TABLE position_file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    board_size INTEGER NOT NULL,
    records INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- The records of these files, byte for byte, counted from 1 in each.
CREATE TABLE position_record (
    id INTEGER PRIMARY KEY,
    position_file INTEGER NOT NULL REFERENCES position_file,
    number INTEGER NOT NULL,
    position_id BLOB NOT NULL,
    record BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX position_record_number ON position_record (position_file, number);
CREATE INDEX position_record_position_id ON position_record (position_id);

ALTER TABLE state ADD COLUMN position_files INTEGER NOT NULL DEFAULT 0;
ALTER TABLE state ADD COLUMN position_records INTEGER NOT NULL DEFAULT 0;
-- A row that was damaged stays so.
UPDATE state SET checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments,
    last_source, labels, position_files, position_records)
WHERE checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments, last_source,
    labels);

-- What docs/sql.md describes.
CREATE VIEW position_files AS
SELECT path, imported_at, board_size, records
FROM position_file;
