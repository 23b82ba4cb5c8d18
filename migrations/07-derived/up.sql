-- A sum over the rows of the two full-text indexes, by which damage to them is
-- noticed: see docs/format.md. SQLite writes these rows, so they have no
-- checksums of their own.
ALTER TABLE state ADD COLUMN words INTEGER NOT NULL DEFAULT 0;
-- A row that was damaged stays so.
UPDATE state SET checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments,
    last_source, labels, position_files, position_records, words)
WHERE checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments, last_source,
    labels, position_files, position_records);

-- Whether the words are still those of the games nobody can tell, so the program
-- makes all that follows from the games anew. It also finds games without moves by
-- their portable texts from now on, and of each text the first 1000 letters count.
DELETE FROM meta WHERE name = 'derived';
