-- The three most common positions after each number of moves, on 19 lines.
WITH counted AS (
  SELECT p.ply, p.key, count(DISTINCT p.game) AS games, min(p.game) AS game
  FROM positions p JOIN games g ON g.game = p.game
  WHERE g.board_size = 19 AND p.ply <= 50
  GROUP BY p.ply, p.key
),
placed AS (
  SELECT ply, key, games, game, row_number() OVER (PARTITION BY ply ORDER BY games DESC, key) AS place FROM counted
)
SELECT ply, place, key, games, game FROM placed WHERE place <= 3 ORDER BY ply, place
