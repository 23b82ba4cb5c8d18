-- The whole schema; docs/format.md describes the data.
--
-- The last column of a row that an answer may come from is a checksum of the others, in their order.
-- row_checksum, which computes it, is a function of the program.

-- What kind of file this is and what it was made with.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value ANY NOT NULL,
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Dictionaries for zstd; a record names the one that it was compressed with.
CREATE TABLE dictionary (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- A file or folder that was imported: how many games and sources it has, the sum of the sources' numbers, and
-- a range that has the games' numbers. The listing is a hash of the names, sizes and times of its files when all
-- of them were in the database, and of these counts.
CREATE TABLE archive (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    games INTEGER NOT NULL,
    sources INTEGER NOT NULL,
    source_numbers INTEGER NOT NULL,
    first_game INTEGER NOT NULL,
    last_game INTEGER NOT NULL,
    listing INTEGER,
    checksum INTEGER NOT NULL
) STRICT;

-- The names of players, each once, and as they are compared with what a user types.
CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- The other texts by which games are chosen, each once: rules, events, places, overtimes and programs.
CREATE TABLE label (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- The texts of player and label, 4096 in a row; questions read all of them.
CREATE TABLE text_run (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

-- A game. Texts are as the record has them, NULL where it has none; the columns after each are what it was
-- understood to mean, NULL where it was not. Numbers are never used twice.
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    board_size INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    content INTEGER NOT NULL,
    black INTEGER REFERENCES player,
    white INTEGER REFERENCES player,
    black_rank TEXT,
    white_rank TEXT,
    black_rank_value INTEGER,
    white_rank_value INTEGER,
    black_team TEXT,
    white_team TEXT,
    date TEXT,
    first_date TEXT,
    last_date TEXT,
    year INTEGER,
    result TEXT,
    winner TEXT CHECK (winner IN ('B', 'W')),
    result_value TEXT,
    komi TEXT,
    komi_half_points INTEGER,
    handicap TEXT,
    handicap_stones INTEGER,
    rules TEXT,
    event TEXT,
    round TEXT,
    place TEXT,
    name TEXT,
    publication TEXT,
    repair TEXT,
    time_limit TEXT,
    time_limit_seconds INTEGER,
    overtime TEXT,
    program TEXT,
    checksum INTEGER NOT NULL
) STRICT;

-- Finds the games that span several years; totals count them only in the first.
CREATE INDEX game_years ON game (year) WHERE substr(last_date, 1, 4) > substr(first_date, 1, 4);

-- The course of each game, which has its moves and the stones that leave the board, and its record, byte for
-- byte, compressed, without the moves that the course has. Apart from the game table, so that reading names and
-- dates does not read all of this.
CREATE TABLE record (
    game INTEGER PRIMARY KEY REFERENCES game,
    encoding TEXT,
    dictionary INTEGER REFERENCES dictionary,
    course BLOB NOT NULL,
    sgf BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- The first moves in each quadrant of the board, of 4096 games in a few rows.
CREATE TABLE game_corners (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

-- Every place where a game was found, numbered in the order of all imports, which decides which games there
-- are when some of them are removed. A source has a text of its own where it differs from the game's record.
CREATE TABLE source (
    game INTEGER NOT NULL REFERENCES game,
    archive INTEGER NOT NULL REFERENCES archive,
    member TEXT NOT NULL,
    member_game INTEGER NOT NULL,
    encoding TEXT,
    dictionary INTEGER REFERENCES dictionary,
    sgf BLOB,
    number INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (game, archive, member, member_game)
) STRICT, WITHOUT ROWID;

-- Sources that the user joined to a game, although an import keeps their records apart: their dates contradict
-- each other, or one was cut short. The key is that of source, and content is that of the record, as in game,
-- by which an import finds it again.
CREATE TABLE joined (
    game INTEGER NOT NULL REFERENCES game,
    archive INTEGER NOT NULL REFERENCES archive,
    member TEXT NOT NULL,
    member_game INTEGER NOT NULL,
    content INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (game, archive, member, member_game)
) STRICT, WITHOUT ROWID;

CREATE INDEX joined_content ON joined (content);

-- Read by questions about many games in place of game: each row holds one column, such as dates, results or
-- players, of 4096 games, and the last one counts all games.
CREATE TABLE game_columns (
    -- The column's number (0 year and outcome, 20 sources) times 2^32, plus the run's number.
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

-- The sorted, immutable index of the positions of some games, and of their words, players, events, places and months.
CREATE TABLE segment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    first_game INTEGER NOT NULL,
    last_game INTEGER NOT NULL,
    games INTEGER NOT NULL,
    positions INTEGER NOT NULL,
    prefix_bits INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- The positions and other terms of a segment whose keys share a prefix. The number of a row is segment * 2^24 + prefix.
CREATE TABLE position_block (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

-- The postings of positions that have too many for a block, in parts by the first of their games, and their
-- totals.
CREATE TABLE posting_list (
    segment INTEGER NOT NULL REFERENCES segment,
    key INTEGER NOT NULL,
    first_game INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (segment, key, first_game)
) STRICT;

-- A file of positions by themselves, without games, that was imported.
CREATE TABLE position_file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    board_size INTEGER NOT NULL,
    records INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- The records of these files, byte for byte, counted from 1 in each.
CREATE TABLE position_record (
    id INTEGER PRIMARY KEY,
    position_file INTEGER NOT NULL REFERENCES position_file,
    number INTEGER NOT NULL,
    position_id BLOB NOT NULL,
    record BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX position_record_number ON position_record (position_file, number);
CREATE INDEX position_record_position_id ON position_record (position_id);

-- A file of analyses by engines that was imported.
CREATE TABLE analysis_file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    analyses INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- The evaluation of a position, and of moves from it in its canonical orientation. It is from a record, whose
-- source has this number, or from a file.
CREATE TABLE analysis (
    id INTEGER PRIMARY KEY,
    position INTEGER NOT NULL,
    board_size INTEGER NOT NULL,
    to_play TEXT NOT NULL,
    win_rate REAL NOT NULL,
    score_lead REAL,
    visits INTEGER,
    komi_half_points INTEGER,
    moves TEXT NOT NULL,
    source INTEGER,
    analysis_file INTEGER REFERENCES analysis_file,
    checksum INTEGER NOT NULL
) STRICT;

CREATE INDEX analysis_position ON analysis (position, to_play, visits);
CREATE INDEX analysis_source ON analysis (source) WHERE source IS NOT NULL;
CREATE INDEX analysis_of_file ON analysis (analysis_file) WHERE analysis_file IS NOT NULL;

-- Sums over the index analysis_position, in one row, by which a damaged index is noticed. No bytes stand for
-- zeros.
CREATE TABLE analysis_sums (
    id INTEGER PRIMARY KEY,
    sums BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

INSERT INTO analysis_sums VALUES (1, x'', row_checksum(1, x''));

-- One row with the numbers of rows of other tables, so that one that is gone is noticed.
CREATE TABLE state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    generation INTEGER NOT NULL,
    last_game INTEGER NOT NULL,
    last_source INTEGER NOT NULL,
    games INTEGER NOT NULL,
    sources INTEGER NOT NULL,
    joined INTEGER NOT NULL,
    archives INTEGER NOT NULL,
    players INTEGER NOT NULL,
    labels INTEGER NOT NULL,
    segments INTEGER NOT NULL,
    position_files INTEGER NOT NULL,
    position_records INTEGER NOT NULL,
    analysis_files INTEGER NOT NULL,
    analyses INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

INSERT INTO state VALUES (1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    row_checksum(1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));

-- The views are for people and other programs; docs/sql.md describes them. The program's own documents have the
-- same names. Their SQL is also valid in DuckDB, which reads their definitions.
CREATE VIEW games AS
SELECT game.id AS game, board_size, moves,
    black.name AS black, black_rank, black_rank_value, white.name AS white, white_rank, white_rank_value,
    black_team, white_team,
    first_date AS date, date AS date_text,
    first_date || CASE length(first_date) WHEN 4 THEN '-01-01' WHEN 7 THEN '-01' ELSE '' END AS first_date,
    last_date || CASE
        WHEN length(last_date) = 4 THEN '-12-31'
        WHEN length(last_date) = 10 THEN ''
        WHEN substr(last_date, 6) IN ('04', '06', '09', '11') THEN '-30'
        WHEN substr(last_date, 6) != '02' THEN '-31'
        WHEN CAST(substr(last_date, 1, 4) AS INTEGER) % 400 = 0 THEN '-29'
        WHEN CAST(substr(last_date, 1, 4) AS INTEGER) % 100 = 0 THEN '-28'
        WHEN CAST(substr(last_date, 1, 4) AS INTEGER) % 4 = 0 THEN '-29'
        ELSE '-28'
    END AS last_date,
    year, result_value AS result, result AS result_text, winner,
    CASE WHEN substr(result_value, 3, 1) BETWEEN '0' AND '9' THEN CAST(substr(result_value, 3) AS REAL) END AS margin,
    komi_half_points / 2.0 AS komi, komi AS komi_text, handicap_stones AS handicap, handicap AS handicap_text, rules,
    time_limit_seconds AS time_limit, time_limit AS time_limit_text, overtime, event, round, place,
    game.name AS name, publication, program, repair
FROM game
LEFT JOIN player AS black ON black.id = game.black
LEFT JOIN player AS white ON white.id = game.white;

-- One pass over the games, and not one for each player.
CREATE VIEW players AS
SELECT player.name AS player,
    count(side.game) - count(CASE WHEN side.is_own = 1 THEN 1 END) AS games,
    count(CASE WHEN color = 'B' THEN 1 END) AS black_games,
    count(CASE WHEN color = 'B' AND winner = 'B' THEN 1 END) AS black_wins,
    count(CASE WHEN color = 'B' AND winner = 'W' THEN 1 END) AS black_losses,
    count(CASE WHEN color = 'W' THEN 1 END) AS white_games,
    count(CASE WHEN color = 'W' AND winner = 'W' THEN 1 END) AS white_wins,
    count(CASE WHEN color = 'W' AND winner = 'B' THEN 1 END) AS white_losses,
    min(year) AS first_year, max(year) AS last_year
FROM player
LEFT JOIN (
    SELECT id AS game, black AS player, 'B' AS color, winner, year, 0 AS is_own FROM game
    UNION ALL
    -- A game against oneself is one game.
    SELECT id, white, 'W', winner, year, CASE WHEN black = white THEN 1 ELSE 0 END FROM game
) AS side ON side.player = player.id
GROUP BY player.id, player.name;

CREATE VIEW archives AS
SELECT path AS archive, imported_at, games, sources
FROM archive;

CREATE VIEW sources AS
SELECT game, path AS archive, imported_at, member, member_game, sgf IS NOT NULL AS differs
FROM source
JOIN archive ON archive.id = source.archive;

CREATE VIEW position_files AS
SELECT path, imported_at, board_size, records
FROM position_file;

CREATE VIEW analyses AS
SELECT position, board_size, to_play, win_rate, score_lead, visits, komi_half_points / 2.0 AS komi, moves,
    source.game, coalesce(analysis_file.path, archive.path) AS path, source.member
FROM analysis
LEFT JOIN analysis_file ON analysis_file.id = analysis.analysis_file
LEFT JOIN source ON source.number = analysis.source
LEFT JOIN archive ON archive.id = source.archive;
