-- Openings that came and went: positions after 6 to 10 moves that at least five games reached, and
-- whose share of the games in their best year was at least three times the average before and after.
WITH openings AS (
  SELECT p.key, g.year, count(DISTINCT p.game) AS games, min(p.game) AS game, min(p.ply) AS ply
  FROM positions p JOIN games g ON g.game = p.game
  WHERE g.board_size = 19 AND g.year IS NOT NULL AND p.ply BETWEEN 6 AND 10
  GROUP BY p.key, g.year
),
years AS (SELECT year, count(*) AS games FROM games WHERE board_size = 19 AND year IS NOT NULL GROUP BY year),
often AS (SELECT key, min(game) AS game, min(ply) AS ply FROM openings GROUP BY key HAVING sum(games) >= 5),
shares AS (
  SELECT o.key, o.game, o.ply, y.year, coalesce(p.games, 0) / y.games AS share
  FROM often o CROSS JOIN years y LEFT JOIN openings p ON p.key = o.key AND p.year = y.year
),
peaks AS (
  SELECT key, game, ply, year, share, row_number() OVER (PARTITION BY key ORDER BY share DESC, year) AS place FROM shares
)
SELECT p.game, p.ply, p.year AS best_year, round(100 * p.share, 2) AS percent,
       round(100 * avg(CASE WHEN s.year < p.year THEN s.share END), 2) AS percent_before,
       round(100 * avg(CASE WHEN s.year > p.year THEN s.share END), 2) AS percent_after
FROM peaks p JOIN shares s ON s.key = p.key
WHERE p.place = 1
GROUP BY p.key, p.game, p.ply, p.year, p.share
HAVING avg(CASE WHEN s.year < p.year THEN s.share END) <= p.share / 3
   AND avg(CASE WHEN s.year > p.year THEN s.share END) <= p.share / 3
ORDER BY p.share DESC, p.key
