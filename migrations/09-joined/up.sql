-- Sources that the user joined to a game, although an import keeps their records apart:
-- their dates contradict each other, or one was cut short. The key is that of source, and
-- content is that of the record, as in game, by which an import finds it again.
CREATE TABLE joined (
    game INTEGER NOT NULL REFERENCES game,
    archive INTEGER NOT NULL REFERENCES archive,
    member TEXT NOT NULL,
    member_game INTEGER NOT NULL,
    content INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (game, archive, member, member_game)
) STRICT, WITHOUT ROWID;

CREATE INDEX joined_content ON joined (content);

ALTER TABLE state ADD COLUMN joined INTEGER NOT NULL DEFAULT 0;
-- A row that was damaged stays so.
UPDATE state SET checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments,
    last_source, labels, position_files, position_records, words, joined)
WHERE checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments, last_source,
    labels, position_files, position_records, words);
