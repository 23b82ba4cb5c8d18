-- The sorted, immutable index of the games that one commit added.
CREATE TABLE segment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    first_game INTEGER NOT NULL,
    last_game INTEGER NOT NULL,
    games INTEGER NOT NULL,
    positions INTEGER NOT NULL,
    prefix_bits INTEGER NOT NULL
) STRICT;

-- The positions of a segment whose keys share a prefix. The number of a row
-- is segment * 2^24 + prefix; docs/format.md describes the data.
CREATE TABLE position_block (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

-- The totals and postings of positions that have too many for a block.
CREATE TABLE posting_list (
    segment INTEGER NOT NULL REFERENCES segment,
    key INTEGER NOT NULL,
    first_game INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (segment, key, first_game)
) STRICT;
