//! The tables whose rows have checksums, and the SQL that writes and verifies
//! these.

use crate::record::fold;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

/// A table whose last column is the checksum of the others.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The name of the table.
    pub name: &'static str,
    /// The other columns in order. The first is the number by which messages name a
    /// row.
    pub columns: &'static str,
}

pub const DICTIONARY: Table = Table {
    name: "dictionary",
    columns: "id, data",
};
pub const PLAYER: Table = Table {
    name: "player",
    columns: "id, name, folded",
};
pub const LABEL: Table = Table {
    name: "label",
    columns: "id, text, folded",
};
pub const ARCHIVE: Table = Table {
    name: "archive",
    columns: "id, path, imported_at, games, sources, source_numbers, first_game, last_game, listing",
};
pub const GAME: Table = Table {
    name: "game",
    columns: "id, board_size, moves, content, black, white, black_rank, white_rank, black_rank_value, \
              white_rank_value, black_team, white_team, date, first_date, last_date, year, result, winner, \
              result_value, komi, komi_half_points, handicap, handicap_stones, rules, event, round, place, name, \
              publication, repair, time_limit, time_limit_seconds, overtime, program",
};
/// The indexes of some rows only, with their tables and conditions.
pub const PARTIAL_INDEXES: [(&str, &str, &str); 3] = [
    (
        "game_years",
        "game",
        "substr(last_date, 1, 4) > substr(first_date, 1, 4)",
    ),
    ("analysis_source", "analysis", "source IS NOT NULL"),
    ("analysis_of_file", "analysis", "analysis_file IS NOT NULL"),
];
pub const RECORD: Table = Table {
    name: "record",
    columns: "game, encoding, dictionary, course, sgf",
};
pub const SOURCE: Table = Table {
    name: "source",
    columns: "game, archive, member, member_game, encoding, dictionary, sgf, number",
};
pub const JOINED: Table = Table {
    name: "joined",
    columns: "game, archive, member, member_game, content",
};
pub const SEGMENT: Table = Table {
    name: "segment",
    columns: "id, first_game, last_game, games, positions, prefix_bits",
};
pub const POSITION_FILE: Table = Table {
    name: "position_file",
    columns: "id, path, imported_at, board_size, records",
};
pub const POSITION_RECORD: Table = Table {
    name: "position_record",
    columns: "id, position_file, number, position_id, record",
};
pub const ANALYSIS_FILE: Table = Table {
    name: "analysis_file",
    columns: "id, path, imported_at, analyses",
};
pub const ANALYSIS: Table = Table {
    name: "analysis",
    columns: "id, position, board_size, to_play, win_rate, score_lead, visits, komi_half_points, moves, source, \
              analysis_file",
};
pub const ANALYSIS_SUMS: Table = Table {
    name: "analysis_sums",
    columns: "id, sums",
};
pub const NAMED_QUESTION: Table = Table {
    name: "named_question",
    columns: "id, name, question",
};
pub const ALIAS: Table = Table {
    name: "alias",
    columns: "id, alias, player",
};
pub const REMOVED_GAME: Table = Table {
    name: "removed_game",
    columns: "id, content, date",
};
pub const META: Table = Table {
    name: "meta",
    columns: "name, value",
};
pub const STATE: Table = Table {
    name: "state",
    columns: "id, generation, last_game, last_source, games, sources, joined, archives, players, labels, \
              segments, position_files, position_records, analysis_files, analyses, named_questions, aliases, \
              removed_games",
};
/// The state of the first schema, which counts less.
pub const FIRST_STATE: Table = Table {
    name: "state",
    columns: "id, generation, last_game, last_source, games, sources, joined, archives, players, labels, \
              segments, position_files, position_records, analysis_files, analyses",
};

impl Table {
    /// Returns the tables of a schema but [`META`], which is verified whenever it is read.
    pub fn of_schema(version: i64) -> Vec<Self> {
        let mut tables = Self::FIRST.to_vec();
        if version > 1 {
            tables.pop();
            tables.extend([NAMED_QUESTION, ALIAS, REMOVED_GAME, STATE]);
        }
        tables
    }

    /// The tables of the first schema.
    const FIRST: [Self; 15] = [
        DICTIONARY,
        PLAYER,
        LABEL,
        ARCHIVE,
        GAME,
        RECORD,
        SOURCE,
        JOINED,
        SEGMENT,
        POSITION_FILE,
        POSITION_RECORD,
        ANALYSIS_FILE,
        ANALYSIS,
        ANALYSIS_SUMS,
        FIRST_STATE,
    ];

    /// Returns SQL that inserts a row with its checksum. The values are those of
    /// the columns, in order. `verb` is `INSERT` or a variant of it.
    pub fn insert(self, verb: &str) -> String {
        let Self { name, columns } = self;
        let values: Vec<String> = (1..=columns.split(',').count()).map(|i| format!("?{i}")).collect();
        let values = values.join(", ");
        format!("{verb} INTO {name} ({columns}, checksum) VALUES ({values}, row_checksum({values}))")
    }

    /// Returns SQL that reads `wanted` from the rows that meet `condition`, and
    /// whether each row is intact; see [`intact`].
    pub fn select(self, wanted: &str, condition: &str) -> String {
        let Self { name, columns } = self;
        format!("SELECT checksum = row_checksum({columns}), {wanted} FROM {name} {condition}")
    }
}

/// Returns whether a row read by [`Table::select`] matches its checksum.
pub fn intact(row: &Row<'_>) -> rusqlite::Result<bool> {
    row.get(0)
}

/// Returns the number of a column in a row read by [`Table::select`]; `wanted` is the
/// list that was selected. To be evaluated in a constant, where a name that is not in
/// the list does not compile: looking names up for each row would take longer than
/// reading the row.
pub const fn column(wanted: &str, name: &str) -> usize {
    let (wanted, name) = (wanted.as_bytes(), name.as_bytes());
    // The first column says whether the row is intact.
    let (mut number, mut start) = (1, 0);
    loop {
        while start < wanted.len() && wanted[start] == b' ' {
            start += 1;
        }
        let (mut end, mut is_same) = (start, true);
        while end < wanted.len() && wanted[end] != b',' {
            is_same &= end - start < name.len() && wanted[end] == name[end - start];
            end += 1;
        }
        if is_same && end - start == name.len() {
            return number;
        }
        assert!(end < wanted.len(), "no such column is selected");
        (number, start) = (number + 1, end + 1);
    }
}

/// Adds functions to SQL: `fold`, which is [`fold`]; and `row_checksum`, the CRC-32 of
/// its arguments in order.
///
/// In a checksum, each argument is a byte for its type (0 to 4 for NULL, INTEGER,
/// REAL, TEXT and BLOB), followed by its eight bytes, or by its length in eight
/// bytes and its bytes. Numbers are little-endian.
pub fn add_functions(conn: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_INNOCUOUS;
    conn.create_scalar_function("fold", 1, flags, |values| {
        Ok(values.get::<Option<String>>(0)?.map(|text| fold(&text)))
    })?;
    conn.create_scalar_function("row_checksum", -1, flags, row_checksum)
}

fn row_checksum(values: &Context<'_>) -> rusqlite::Result<u32> {
    let mut hasher = crc32fast::Hasher::new();
    // Most values are short, and the hasher is slow to start.
    let mut short = [0; 256];
    let mut filled = 0;
    for i in 0..values.len() {
        let (kind, number, bytes): (u8, u64, &[u8]) = match values.get_raw(i) {
            ValueRef::Null => (0, 0, &[]),
            ValueRef::Integer(number) => (1, number as u64, &[]),
            ValueRef::Real(number) => (2, number.to_bits(), &[]),
            ValueRef::Text(text) => (3, text.len() as u64, text),
            ValueRef::Blob(blob) => (4, blob.len() as u64, blob),
        };
        let head = if kind == 0 { 1 } else { 9 };
        if filled + head + bytes.len() > short.len() {
            hasher.update(&short[..filled]);
            filled = 0;
        }
        short[filled] = kind;
        if kind > 0 {
            short[filled + 1..filled + 9].copy_from_slice(&number.to_le_bytes());
        }
        filled += head;
        match short.get_mut(filled..filled + bytes.len()) {
            Some(room) => {
                room.copy_from_slice(bytes);
                filled += bytes.len();
            }
            None => {
                hasher.update(&short[..filled]);
                hasher.update(bytes);
                filled = 0;
            }
        }
    }
    hasher.update(&short[..filled]);
    Ok(hasher.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checksum(conn: &Connection, values: &str) -> u32 {
        conn.query_row(&format!("SELECT row_checksum({values})"), [], |row| row.get(0))
            .expect("a checksum")
    }

    #[test]
    fn columns_are_numbered_after_the_one_that_says_whether_the_row_is_intact() {
        const WANTED: &str = "id, names, name,  a, named";
        let numbers = const {
            [
                column(WANTED, "id"),
                column(WANTED, "name"),
                column(WANTED, "a"),
                column(WANTED, "named"),
            ]
        };
        assert_eq!(numbers, [1, 3, 4, 5]);
        assert!(std::panic::catch_unwind(|| column(WANTED, "nam")).is_err());
        assert!(std::panic::catch_unwind(|| column(WANTED, "")).is_err());
    }

    #[test]
    fn the_checksum_is_that_of_the_bytes_that_the_format_names() {
        let conn = Connection::open_in_memory().expect("opens");
        add_functions(&conn).expect("is added");
        let long = "x".repeat(600);
        let bytes = [
            &[0_u8][..],
            &[1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            &[3, 2, 0, 0, 0, 0, 0, 0, 0],
            b"ab",
            &[3, 0x58, 2, 0, 0, 0, 0, 0, 0],
            long.as_bytes(),
            &[4, 1, 0, 0, 0, 0, 0, 0, 0, 7],
        ]
        .concat();
        let values = format!("NULL, -1, 'ab', '{long}', x'07'");
        assert_eq!(checksum(&conn, &values), crc32fast::hash(&bytes));
    }

    #[test]
    fn other_values_and_other_types_have_other_checksums() {
        let conn = Connection::open_in_memory().expect("opens");
        add_functions(&conn).expect("is added");
        let rows = [
            "NULL, NULL",
            "NULL",
            "0",
            "1",
            "'1'",
            "x'31'",
            "'', '1'",
            "'1', ''",
            "1.0",
        ];
        let mut sums: Vec<u32> = rows.iter().map(|values| checksum(&conn, values)).collect();
        sums.sort_unstable();
        sums.dedup();
        assert_eq!(sums.len(), rows.len());
    }
}
