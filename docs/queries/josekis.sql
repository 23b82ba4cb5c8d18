-- Win rates of first-corner josekis by rank, in games between players of the same rank.
--
-- A joseki is the first five moves in the 9x9 corner of the game's first move, among the first 40 moves
-- and with moves elsewhere between them or not, turned to the upper left corner. "joseki" has B or W
-- and the point of each move in the letters of SGF. Colours are wrong after a player moved twice in a
-- row.
--
-- The moves come from the courses (docs/format.md): after a byte and two numbers, pairs of moves in 17
-- bits each, which are 362 times 362 values, with 361 for a pass. The key is that of the empty board.
WITH
even AS (  -- games on 19 lines in which Black plays first on an empty board
  SELECT p.game, g.moves, hex(c.course) AS digits
  FROM positions p JOIN games g ON g.game = p.game JOIN courses c ON c.game = p.game
  WHERE p.ply = 0 AND p.key = -4470091807147361850 AND p.next BETWEEN 0 AND 511
),
numbers AS (SELECT DISTINCT ply AS n FROM positions WHERE ply < 50),
bytes AS (  -- the first 50 bytes of each course
  SELECT game, n, 16 * (instr('0123456789ABCDEF', substr(digits, 2 * n + 1, 1)) - 1)
                     + instr('0123456789ABCDEF', substr(digits, 2 * n + 2, 1)) - 1 AS byte
  FROM even CROSS JOIN numbers
  WHERE 2 * n < length(digits)
),
starts AS (  -- the pairs follow two numbers, each of which ends with a byte below 128
  SELECT game, n + 1 AS start FROM (
    SELECT game, n, row_number() OVER (PARTITION BY game ORDER BY n) AS place
    FROM bytes WHERE n > 0 AND byte < 128
  ) ends WHERE place = 2
),
pairs AS (  -- 17 bits, which lie in three bytes
  SELECT b.game, p.n AS pair,
         CAST(floor(sum(b.byte * power(256, b.n - s.start - floor(17 * p.n / 8))) / power(2, 17 * p.n % 8)) AS BIGINT)
           % 131072 AS moves
  FROM starts s JOIN bytes b ON b.game = s.game CROSS JOIN numbers p
  WHERE p.n < 20 AND b.n - s.start - floor(17 * p.n / 8) BETWEEN 0 AND 2
  GROUP BY b.game, p.n
),
points AS (
  SELECT game, 2 * pair AS ply, moves % 362 AS point FROM pairs
  UNION ALL
  SELECT game, 2 * pair + 1, CAST(floor(moves / 362) AS BIGINT) FROM pairs
),
turned AS (  -- so that the first move is in the upper left corner
  SELECT p.game, p.ply,
         CAST(CASE WHEN f.point % 19 > 9 THEN 18 - p.point % 19 ELSE p.point % 19 END AS INT) AS x,
         CAST(CASE WHEN f.point > 189 THEN 18 - floor(p.point / 19) ELSE floor(p.point / 19) END AS INT) AS y
  FROM points p JOIN points f ON f.game = p.game AND f.ply = 0 JOIN even e ON e.game = p.game
  WHERE p.ply < e.moves AND p.point < 361
),
corner AS (  -- the moves there, in their order
  SELECT game, CASE ply % 2 WHEN 0 THEN ' B' ELSE ' W' END AS color,
         substr('abcdefghi', x + 1, 1) AS x, substr('abcdefghi', y + 1, 1) AS y,
         row_number() OVER (PARTITION BY game ORDER BY ply) AS place
  FROM turned WHERE x < 9 AND y < 9
),
sequences AS (  -- the first five; of both ways to mirror them, the one that sorts first
  SELECT game, least(
    concat(max(CASE place WHEN 1 THEN concat(color, x, y) END), max(CASE place WHEN 2 THEN concat(color, x, y) END),
           max(CASE place WHEN 3 THEN concat(color, x, y) END), max(CASE place WHEN 4 THEN concat(color, x, y) END),
           max(CASE place WHEN 5 THEN concat(color, x, y) END)),
    concat(max(CASE place WHEN 1 THEN concat(color, y, x) END), max(CASE place WHEN 2 THEN concat(color, y, x) END),
           max(CASE place WHEN 3 THEN concat(color, y, x) END), max(CASE place WHEN 4 THEN concat(color, y, x) END),
           max(CASE place WHEN 5 THEN concat(color, y, x) END))) AS joseki
  FROM corner GROUP BY game HAVING count(*) >= 5
)
SELECT g.black_rank_value AS rank, substr(s.joseki, 2) AS joseki, count(*) AS games,
       count(CASE WHEN g.winner = 'B' THEN 1 END) AS black_wins, count(CASE WHEN g.winner = 'W' THEN 1 END) AS white_wins
FROM sequences s JOIN games g ON g.game = s.game
WHERE g.black_rank_value = g.white_rank_value
GROUP BY g.black_rank_value, s.joseki
ORDER BY rank DESC, games DESC, joseki
