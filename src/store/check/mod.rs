//! Verification of a whole database: rows by their checksums, position files record by
//! record, and the index by replaying every game.

mod index;
mod repair;
mod tables;

use crate::store::StoreError;
use crate::store::codec::has_seal;
use crate::store::index::Segment;
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::schema::SCHEMAS;
use index::{check_blocks, check_games};
pub use repair::{repair_contents, repair_schema};
use serde::Serialize;
use tables::{check_analyses, check_columns, check_corners, check_position_files, check_texts, count_packed_rows};

/// Queries that return nothing for a sound database, and the problem if they return a
/// row. The first column replaces `{}`.
const RULES: [(&str, &str); 10] = [
    (
        "SELECT CAST(id AS TEXT) FROM game WHERE id NOT IN (SELECT game FROM record)",
        "the record of game {} is missing",
    ),
    (
        "SELECT CAST(game AS TEXT) FROM record WHERE game NOT IN (SELECT id FROM game)",
        "game {} is missing and its record is there",
    ),
    (
        "SELECT CAST(id AS TEXT) FROM game WHERE id NOT IN (SELECT game FROM source WHERE sgf IS NULL)",
        "game {} has no source that its record is from",
    ),
    (
        "SELECT CAST(game AS TEXT) FROM joined WHERE NOT EXISTS
             (SELECT 1 FROM source WHERE source.game = joined.game AND source.archive = joined.archive
              AND source.member = joined.member AND source.member_game = joined.member_game AND sgf IS NOT NULL)",
        "a record that was joined to game {} is missing",
    ),
    (
        "SELECT path FROM archive LEFT JOIN
             (SELECT archive AS id, count(DISTINCT game) AS of_games, count(*) AS of_sources, sum(number) AS of_numbers,
                  min(game) AS first, max(game) AS last FROM source GROUP BY archive) USING (id)
             WHERE games != coalesce(of_games, 0) OR sources != coalesce(of_sources, 0)
             OR source_numbers != coalesce(of_numbers, 0) OR first_game > first OR last_game < last",
        "the counts of the archive {} are not those of its sources",
    ),
    (
        "SELECT CAST(id AS TEXT) FROM game WHERE id > (SELECT last_game FROM state)",
        "game {} has a number that was not given yet",
    ),
    (
        "SELECT CAST(id AS TEXT) FROM game WHERE NOT EXISTS
             (SELECT 1 FROM segment WHERE game.id BETWEEN first_game AND last_game)",
        "game {} is in no segment",
    ),
    (
        "SELECT a.id || ' and ' || b.id FROM segment AS a JOIN segment AS b
             ON a.id < b.id AND a.first_game <= b.last_game AND b.first_game <= a.last_game",
        "the segments {} have games in common",
    ),
    (
        "SELECT CAST(id AS TEXT) FROM analysis
             WHERE (source IS NOT NULL AND source NOT IN (SELECT number FROM source))
             OR (source IS NULL) = (analysis_file IS NULL)",
        "the record or file of analysis {} is missing",
    ),
    (
        "SELECT path FROM analysis_file
             WHERE analyses != (SELECT count(*) FROM analysis WHERE analysis_file = analysis_file.id)",
        "analyses of the file {} are missing",
    ),
];

/// Verifies the whole database: SQLite's own structure, the checksum of every row, that
/// no row is missing, that the records of position files are well-formed, that columns
/// match the games, that the analyses match the sums over them, that the courses are those of the records,
/// that corners are those of the courses, and that the index has exactly the positions and words of the
/// games, each of which is replayed.
///
/// Calls `progress` with the number of games done.
pub fn check(snapshot: &Snapshot, progress: &mut dyn FnMut(u64)) -> Result<Checked, StoreError> {
    let mut checked = Checked::default();
    checked.note(SCHEMAS.compare(snapshot.connection()).map(|found| found.problems()))?;
    checked.note(snapshot.identity().map(|_| Vec::new()))?;
    checked.note(snapshot.wrong_structure(None))?;
    checked.note(check_references(snapshot))?;
    for table in snapshot.tables()? {
        checked.note(snapshot.wrong_rows(table))?;
    }
    checked.note(check_counts(snapshot))?;
    checked.note(
        snapshot
            .state()
            .and_then(|state| check_columns(snapshot, state.last_game)),
    )?;
    checked.note(
        snapshot
            .state()
            .and_then(|state| check_corners(snapshot, state.last_game)),
    )?;
    checked.note(check_texts(snapshot))?;
    checked.note(check_analyses(snapshot))?;
    for (sql, problem) in RULES {
        checked.note(check_rule(snapshot, sql, problem))?;
    }
    checked.note(check_position_files(snapshot))?;
    match snapshot.segments() {
        Err(error) => checked.note(Err(error))?,
        Ok(segments) => {
            let blocks = segments.iter().map(|segment| u64::from(segment.blocks())).sum();
            checked.note(check_block_count(snapshot, blocks))?;
            for segment in &segments {
                let found = check_segment(snapshot, segment, &mut checked, progress);
                checked.note(found)?;
            }
        }
    }
    Ok(checked)
}

/// Verifies the schema, the checksums of all rows and blocks, and their numbers except those of posting lists,
/// without comparing them with each other. Calls `progress` with a number of games that stands for what is done.
pub fn check_sums(snapshot: &Snapshot, progress: &mut dyn FnMut(u64)) -> Result<Checked, StoreError> {
    let mut checked = Checked::default();
    checked.note(SCHEMAS.compare(snapshot.connection()).map(|found| found.problems()))?;
    checked.note(snapshot.identity().map(|_| Vec::new()))?;
    checked.note(check_counts(snapshot))?;
    let games = snapshot.state().map_or(0, |state| state.games);
    let tables = snapshot.tables()?;
    let steps = (tables.len() + SEALED.len()) as u64;
    let mut done = 0..;
    for table in tables {
        progress(games * done.next().unwrap_or_default() / steps);
        checked.note(snapshot.wrong_rows(table))?;
    }
    for table in &SEALED {
        progress(games * done.next().unwrap_or_default() / steps);
        checked.note(wrong_seals(snapshot, table))?;
    }
    checked.note(count_packed_rows(snapshot))?;
    checked.note(snapshot.segments().and_then(|segments| {
        check_block_count(
            snapshot,
            segments.iter().map(|segment| u64::from(segment.blocks())).sum(),
        )
    }))?;
    (checked.games, checked.positions) = (games, snapshot.position_count().unwrap_or_default());
    Ok(checked)
}

/// A table of sealed rows, and the columns that make up the identity in a seal.
struct Sealed {
    table: &'static str,
    identity: &'static str,
}

const SEALED: [Sealed; 5] = [
    Sealed {
        table: "position_block",
        identity: "id",
    },
    Sealed {
        table: "posting_list",
        identity: "segment, key, first_game",
    },
    Sealed {
        table: "game_columns",
        identity: "id, -1",
    },
    Sealed {
        table: "text_run",
        identity: "id, -2",
    },
    Sealed {
        table: "game_corners",
        identity: "id, -3",
    },
];

fn wrong_seals(snapshot: &Snapshot, Sealed { table, identity }: &Sealed) -> Result<Vec<String>, StoreError> {
    let numbers = identity.split(',').count();
    let sql = format!("SELECT data, {identity} FROM {table}");
    let mut wrong = Vec::new();
    snapshot.rows(&sql, [], |row| {
        let identity: Vec<i64> = (1..=numbers).map(|at| row.get(at)).collect::<Result<_, _>>()?;
        if !has_seal(row.get_ref(0)?.as_blob()?, &identity) {
            wrong.push(format!("row {} of the table {table} has a wrong checksum", identity[0]));
        }
        Ok(())
    })?;
    Ok(wrong)
}

fn check_references(snapshot: &Snapshot) -> Result<Vec<String>, StoreError> {
    snapshot.rows("PRAGMA foreign_key_check", [], |row| {
        let (table, other): (String, String) = (row.get(0)?, row.get(2)?);
        Ok(format!(
            "a row of the table {table} refers to one of {other} that is missing"
        ))
    })
}

fn check_counts(snapshot: &Snapshot) -> Result<Vec<String>, StoreError> {
    let wrong = snapshot.tables()?.into_iter().map(|table| snapshot.wrong_count(table));
    wrong.filter_map(Result::transpose).collect()
}

/// Checks the number of position blocks. No lookup would read the blocks of a segment
/// that is gone.
fn check_block_count(snapshot: &Snapshot, expected: u64) -> Result<Vec<String>, StoreError> {
    let counted: u64 = snapshot.value("SELECT count(*) FROM position_block")?;
    Ok(if counted == expected {
        Vec::new()
    } else {
        vec![format!(
            "there are {counted} position blocks and there should be {expected}"
        )]
    })
}

/// Verifies a segment: its blocks, its number of games, and that its index matches the
/// records of these games.
fn check_segment(
    snapshot: &Snapshot,
    segment: &Segment,
    checked: &mut Checked,
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<String>, StoreError> {
    let facts = snapshot.facts_of_games(segment.first_game, segment.last_game)?;
    let games = facts.iter().flatten().count();
    let mut problems = check_blocks(snapshot, segment, &facts)?;
    if games != segment.games as usize {
        let Segment {
            id, games: expected, ..
        } = segment;
        problems.push(format!("segment {id} has {games} games and should have {expected}"));
    }
    check_games(snapshot, segment, checked, progress)?;
    Ok(problems)
}

fn check_rule(snapshot: &Snapshot, sql: &str, problem: &str) -> Result<Vec<String>, StoreError> {
    snapshot.rows(sql, [], |row| {
        let name: String = row.get(0)?;
        Ok(problem.replace("{}", &name))
    })
}

/// The result of a verification.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// The number of verified games.
    pub games: u64,
    /// The number of positions of these games.
    pub positions: u64,
    /// The problems found, a sentence each. There may be more of the same kind.
    pub problems: Vec<String>,
}

/// The most problems of one kind that are listed. A damaged page alone has about a
/// hundred.
const TOLD: usize = 10;

impl Checked {
    /// Adds the problems found by one check.
    pub fn note(&mut self, found: Result<Vec<String>, StoreError>) -> Result<(), StoreError> {
        let problems = problems(found)?;
        let more = problems.len().saturating_sub(TOLD);
        self.problems.extend(problems.into_iter().take(TOLD));
        if more > 0 {
            self.problems.push(format!("and {more} more of this kind"));
        }
        Ok(())
    }
}

/// Returns the problems found. Damage that prevented the check is a problem, too.
pub fn problems(found: Result<Vec<String>, StoreError>) -> Result<Vec<String>, StoreError> {
    found.or_else(|error| Ok(vec![damage(error)?]))
}

pub fn is_damaged(done: Result<(), StoreError>) -> Result<bool, StoreError> {
    done.map_or_else(|error| damage(error).map(|_| true), |()| Ok(false))
}

/// Returns the description of damage. Passes other errors on.
fn damage(error: StoreError) -> Result<String, StoreError> {
    match error {
        StoreError::Damaged { what, .. } => Ok(what),
        // The schema itself is damaged, so that the query is not valid, or a value is
        // damaged.
        StoreError::Sqlite { error, .. }
            if matches!(error.sqlite_error_code(), None | Some(rusqlite::ErrorCode::Unknown)) =>
        {
            Ok(error.to_string())
        }
        error => Err(error),
    }
}
