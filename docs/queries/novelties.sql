-- Novelties by year: the games that left the paths of all earlier years, the average number of moves
-- after which they did, and the new positions that were played again in later years. The first year
-- of the dataset has no row. Nearly every game leaves the known paths, so "move" and "adopted" say most.
WITH seen AS (
  SELECT key, min(year) AS first_year, max(year) AS last_year FROM positions WHERE year IS NOT NULL GROUP BY key
),
novelties AS (
  SELECT p.game, p.year, p.key, p.ply, s.last_year,
         row_number() OVER (PARTITION BY p.game ORDER BY p.ply, p.key) AS place
  FROM positions p JOIN seen s ON p.key = s.key AND p.year = s.first_year
)
SELECT year, count(*) AS novelties, round(avg(ply), 1) AS move,
       count(DISTINCT CASE WHEN last_year > year THEN key END) AS adopted
FROM novelties WHERE place = 1 AND ply > 0
GROUP BY year ORDER BY year
