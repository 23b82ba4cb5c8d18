-- Finds the games of several years, which the totals of positions count in the first one alone.
CREATE INDEX game_years ON game (year) WHERE substr(last_date, 1, 4) > substr(first_date, 1, 4);

-- The columns of games have the last date, too, so the program makes them anew, if there are any
-- games.
DELETE FROM meta WHERE name = 'derived' AND EXISTS (SELECT 1 FROM game);
