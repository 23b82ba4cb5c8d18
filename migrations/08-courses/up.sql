-- Courses are beside their records.
INSERT INTO meta SELECT 'courses', 1 WHERE NOT EXISTS (SELECT 1 FROM game);
