-- A game without moves is found again by its portable text, and of each text the first
-- 1000 letters count: see docs/format.md. The program writes the rows anew that differ
-- when it opens the file, and says so in the row "derived" of meta, which has 2 then.
UPDATE meta SET value = 2 WHERE name = 'derived' AND NOT EXISTS (SELECT 1 FROM game);
