-- What the user adds to the games: names and aliases; and what the user took away.

-- A question that the user gave a name, as its parameters.
CREATE TABLE named_question (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    question TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- A spelling of a player's name, and the name that is shown in its place.
CREATE TABLE alias (
    id INTEGER PRIMARY KEY,
    alias TEXT NOT NULL UNIQUE,
    player TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

-- A game that the user removed, which an import leaves out: its content, by which an import finds it again, and
-- its date as the record had it, as in game.
CREATE TABLE removed_game (
    id INTEGER PRIMARY KEY,
    content INTEGER NOT NULL,
    date TEXT,
    checksum INTEGER NOT NULL
) STRICT;

CREATE INDEX removed_game_content ON removed_game (content);

ALTER TABLE state ADD COLUMN named_questions INTEGER NOT NULL DEFAULT 0;
ALTER TABLE state ADD COLUMN aliases INTEGER NOT NULL DEFAULT 0;
ALTER TABLE state ADD COLUMN removed_games INTEGER NOT NULL DEFAULT 0;

-- A damaged row stays so.
UPDATE state SET checksum = row_checksum(id, generation, last_game, last_source, games, sources, joined, archives,
    players, labels, segments, position_files, position_records, analysis_files, analyses, 0, 0, 0)
WHERE checksum = row_checksum(id, generation, last_game, last_source, games, sources, joined, archives,
    players, labels, segments, position_files, position_records, analysis_files, analyses);

CREATE VIEW names AS
SELECT name, question
FROM named_question;

CREATE VIEW aliases AS
SELECT alias, player
FROM alias;
