-- Sources have an order: that in which they were imported. It decides which
-- games there are when some of them are removed.
ALTER TABLE source ADD COLUMN number INTEGER NOT NULL DEFAULT 0;

-- Archives are numbered in the order of their imports, and so are games; what
-- a game's record is from comes before the others. More is not known.
UPDATE source SET number = ordered.number
FROM (
    SELECT game, archive, member, member_game,
        row_number() OVER (ORDER BY archive, game, sgf IS NOT NULL, member, member_game) AS number
    FROM source
) AS ordered
WHERE source.game = ordered.game AND source.archive = ordered.archive
    AND source.member = ordered.member AND source.member_game = ordered.member_game;

UPDATE source SET checksum = row_checksum(game, archive, member, member_game, number, encoding, dictionary, sgf);

-- The last number that a source was given.
ALTER TABLE state ADD COLUMN last_source INTEGER NOT NULL DEFAULT 0;
UPDATE state SET last_source = (SELECT count(*) FROM source);
UPDATE state SET checksum = row_checksum(id, generation, last_game, last_source, games, sources, archives, players,
    segments);
