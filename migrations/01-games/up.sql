-- What kind of file this is and what it was made with.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;

-- Dictionaries for zstd; a text names the one it was compressed with.
CREATE TABLE dictionary (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- A file or folder that was imported.
CREATE TABLE archive (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL,
    imported_at TEXT NOT NULL
) STRICT;

-- A game. Texts are as the record has them, NULL where it has none; the
-- columns after each are what it was understood to mean, NULL where it was
-- not. Numbers are never used twice.
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
    repair TEXT
) STRICT;

-- Finds a game again when its record is imported once more.
CREATE INDEX game_content ON game (content, first_date);

-- The record of each game, byte for byte, compressed. Apart from the game
-- table, so that reading names and dates does not read all of this.
CREATE TABLE record (
    game INTEGER PRIMARY KEY REFERENCES game,
    encoding TEXT,
    dictionary INTEGER REFERENCES dictionary,
    course BLOB NOT NULL,
    sgf BLOB NOT NULL
) STRICT;

-- The first moves in the quadrants of the board, for runs of 4096 games;
-- docs/format.md describes the data.
CREATE TABLE game_corners (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

-- Every place a game was found in. The first is where its record comes from;
-- the others have a text of their own where it differs from that record.
CREATE TABLE source (
    game INTEGER NOT NULL REFERENCES game,
    archive INTEGER NOT NULL REFERENCES archive,
    member TEXT NOT NULL,
    member_game INTEGER NOT NULL,
    encoding TEXT,
    dictionary INTEGER REFERENCES dictionary,
    sgf BLOB,
    PRIMARY KEY (game, archive, member, member_game)
) STRICT, WITHOUT ROWID;
