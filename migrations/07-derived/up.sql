-- A sum over the rows of the two full-text indexes, by which damage to them is
-- noticed: see docs/format.md. SQLite writes these rows, so they have no
-- checksums of their own.
ALTER TABLE state ADD COLUMN words INTEGER NOT NULL DEFAULT 0;
UPDATE state SET words = (SELECT row_sum(checksum) FROM (
    SELECT row_checksum('label_words_config', k, v) AS checksum FROM label_words_config
    UNION ALL SELECT row_checksum('label_words_data', id, block) FROM label_words_data
    UNION ALL SELECT row_checksum('label_words_docsize', id, sz, origin) FROM label_words_docsize
    UNION ALL SELECT row_checksum('label_words_idx', segid, term, pgno) FROM label_words_idx
    UNION ALL SELECT row_checksum('game_words_config', k, v) FROM game_words_config
    UNION ALL SELECT row_checksum('game_words_data', id, block) FROM game_words_data
    UNION ALL SELECT row_checksum('game_words_docsize', id, sz, origin) FROM game_words_docsize
    UNION ALL SELECT row_checksum('game_words_idx', segid, term, pgno) FROM game_words_idx
));
-- A row that was damaged stays so.
UPDATE state SET checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments,
    last_source, labels, position_files, position_records, words)
WHERE checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments, last_source,
    labels, position_files, position_records);

-- Whether the words are still those of the games nobody can tell, so the program
-- makes all that follows from the games anew, if there are any. It also finds games without moves by
-- their portable texts from now on, and of each text the first 1000 letters count.
DELETE FROM meta WHERE name = 'derived' AND EXISTS (SELECT 1 FROM game);
