-- Sources have an order: that in which they were imported. It decides which
-- games there are when some of them are removed.
ALTER TABLE source ADD COLUMN number INTEGER NOT NULL DEFAULT 0;

-- Games are numbered in the order of what their records are from, and what else
-- is a source of a game came later. An archive may have been imported again
-- when it had grown, so its number alone tells little. More is not known.
WITH origin AS (
    SELECT game, min(archive) AS archive FROM source WHERE sgf IS NULL GROUP BY game
),
latest AS (
    SELECT game, max(archive) OVER (ORDER BY game) AS archive FROM origin
)
UPDATE source SET number = ordered.number
FROM (
    SELECT source.game, source.archive, member, member_game,
        row_number() OVER (
            ORDER BY max(source.archive, coalesce(latest.archive, 0)), source.game, sgf IS NOT NULL, member, member_game
        ) AS number
    FROM source LEFT JOIN latest ON latest.game = source.game
) AS ordered
WHERE source.game = ordered.game AND source.archive = ordered.archive
    AND source.member = ordered.member AND source.member_game = ordered.member_game;

-- A row that was damaged stays so.
UPDATE source SET checksum = row_checksum(game, archive, member, member_game, encoding, dictionary, sgf, number)
WHERE checksum = row_checksum(game, archive, member, member_game, encoding, dictionary, sgf);

-- The last number that a source was given.
ALTER TABLE state ADD COLUMN last_source INTEGER NOT NULL DEFAULT 0;
UPDATE state SET last_source = (SELECT count(*) FROM source);
UPDATE state SET checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments,
    last_source)
WHERE checksum = row_checksum(id, generation, last_game, games, sources, archives, players, segments);
