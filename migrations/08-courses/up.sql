-- The courses of 512 games: their moves, and the stones that leave the board. The number
-- of a row is that of its games divided by 512; docs/format.md describes the data. All
-- of it comes from the records, and the program fills it when it opens the file: the row
-- "courses" of meta says that it is complete.
CREATE TABLE game_courses (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

INSERT INTO meta SELECT 'courses', 1 WHERE NOT EXISTS (SELECT 1 FROM game);
