//! What a query may take, so that none takes all of the computer.
//!
//! SQLite bounds what a query is made of and how long a value is. How many values
//! there are at once follows from the program that SQLite makes of the query; the
//! more of them, the shorter each may be. What grows while the query runs, such as
//! an array of JSON, is watched.

use super::SqlError;
use rusqlite::limits::Limit;
use rusqlite::{Connection, Error, ErrorCode};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// Bytes of a query.
const QUERY: usize = 64 << 10;

/// Bytes of a value, or of a row that is kept, in a query with few of them.
const VALUE: usize = 16 << 20;

/// Bytes of all values that a program holds at once.
const VALUES: usize = 128 << 20;

/// Bytes of memory that a query may take besides what the program had.
const MEMORY: u64 = 256 << 20;

/// Bytes of the temporary files of a query.
const FILES: u64 = 8 << 30;

/// What SQLite keeps of the file and sorts in memory, in KiB; negative by its
/// convention.
const CACHE: i64 = -(8 << 10);

const LIMITS: [(Limit, i32); 9] = [
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 200),
    (Limit::SQLITE_LIMIT_PARSER_DEPTH, 500),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 200),
    (Limit::SQLITE_LIMIT_COLUMN, 500),
    (Limit::SQLITE_LIMIT_FUNCTION_ARG, 100),
    (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
    (Limit::SQLITE_LIMIT_ATTACHED, 0),
    (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
];

/// Instructions of SQLite's machine between two looks at what the query takes.
const STEPS: i32 = 10;

/// Time between two looks at the memory, in which little of it can be filled.
const MEMORY_INTERVAL: Duration = Duration::from_millis(1);

/// Time between two looks at the temporary files.
const FILES_INTERVAL: Duration = Duration::from_millis(100);

/// Sets what any query on a connection may take.
pub fn set(conn: &Connection) -> rusqlite::Result<()> {
    for (limit, value) in LIMITS {
        conn.set_limit(limit, value)?;
    }
    conn.pragma_update(None, "temp_store", "FILE")?;
    conn.pragma_update(None, "cache_size", CACHE)
}

/// Refuses a query that is too long to be read.
pub fn check_length(query: &str) -> Result<(), SqlError> {
    match query.len() > QUERY {
        true => Err(SqlError::LongQuery(QUERY >> 10)),
        false => Ok(()),
    }
}

/// Sets how long a value may be in a query that SQLite understands, and returns it.
pub fn limit_values(conn: &Connection, query: &str) -> rusqlite::Result<usize> {
    let length = (VALUES / values_at_once(conn, query)?.max(1)).min(VALUE);
    conn.set_limit(Limit::SQLITE_LIMIT_LENGTH, i32::try_from(length).unwrap_or(i32::MAX))?;
    Ok(length)
}

/// How many values of any length the program of a query may hold at once.
fn values_at_once(conn: &Connection, query: &str) -> rusqlite::Result<usize> {
    // The row that SQLite lists a program with is a short one.
    conn.set_limit(Limit::SQLITE_LIMIT_LENGTH, VALUE as i32)?;
    let mut program = match conn.prepare(&format!("EXPLAIN {query}")) {
        Ok(program) => program,
        // It is an EXPLAIN itself.
        Err(_) => return Ok(1),
    };
    let mut values = 0;
    // The columns of a row are together no longer than a row.
    let mut columns: HashMap<(i64, i64), usize> = HashMap::new();
    let mut rows = program.query([])?;
    while let Some(row) = rows.next()? {
        let [first, second, third] = [row.get(2)?, row.get(3)?, row.get(4)?];
        match row.get_ref(1)?.as_str()? {
            "Function" | "PureFunc" | "Concat" | "AggStep" | "AggFinal" | "AggValue" | "AggInverse" | "MakeRecord"
            | "SorterData" | "RowData" => values += 1,
            "Copy" => values += 1 + usize::try_from(third).unwrap_or(0),
            "Column" | "VColumn" => *columns.entry((first, second)).or_default() += 1,
            _ => {}
        }
    }
    let mut rows_of: HashMap<i64, usize> = HashMap::new();
    for ((cursor, _), times) in columns {
        let most = rows_of.entry(cursor).or_default();
        *most = times.max(*most);
    }
    Ok(values + rows_of.values().sum::<usize>())
}

/// What ended a query before its time.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Cause {
    Memory = 1,
    Files,
    Time,
}

/// Watches a query; when dropped, it watches no more.
pub struct Watch<'a> {
    conn: &'a Connection,
    cause: Arc<AtomicU8>,
    timeout: Option<Duration>,
}

impl<'a> Watch<'a> {
    /// Ends what runs on the connection when it takes too much, or longer than this.
    pub fn begin(conn: &'a Connection, timeout: Option<Duration>) -> rusqlite::Result<Self> {
        let cause = Arc::new(AtomicU8::new(0));
        let ends = Arc::clone(&cause);
        let mut taken = Taken::new(timeout);
        let handler = move || match taken.too_much() {
            None => false,
            Some(cause) => {
                ends.store(cause as u8, Ordering::Relaxed);
                true
            }
        };
        conn.progress_handler(STEPS, Some(handler))?;
        Ok(Self { conn, cause, timeout })
    }

    /// What ended the query, if the watch did.
    pub fn cause(&self) -> Option<SqlError> {
        match self.cause.load(Ordering::Relaxed) {
            cause if cause == Cause::Memory as u8 => Some(SqlError::Memory(MEMORY >> 20)),
            cause if cause == Cause::Files as u8 => Some(SqlError::TemporaryFiles(FILES >> 30)),
            cause if cause == Cause::Time as u8 => Some(SqlError::Timeout(self.timeout.unwrap_or_default().as_secs())),
            _ => None,
        }
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        let _ = self.conn.progress_handler(0, None::<fn() -> bool>);
    }
}

/// Whether a value became longer than it may be.
pub fn is_long_value(error: &Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::TooBig)
}

/// What a query has taken.
struct Taken {
    started: Instant,
    timeout: Option<Duration>,
    memory: Memory,
    memory_before: u64,
    looked_at_memory: Instant,
    looked_at_files: Instant,
}

impl Taken {
    fn new(timeout: Option<Duration>) -> Self {
        let now = Instant::now();
        let mut memory = Memory::new();
        Self {
            started: now,
            timeout,
            memory_before: memory.bytes().unwrap_or(0),
            memory,
            looked_at_memory: now,
            looked_at_files: now,
        }
    }

    fn too_much(&mut self) -> Option<Cause> {
        let now = Instant::now();
        if self.timeout.is_some_and(|timeout| now - self.started >= timeout) {
            return Some(Cause::Time);
        }
        if now - self.looked_at_memory >= MEMORY_INTERVAL {
            self.looked_at_memory = now;
            let taken = self.memory.bytes().unwrap_or(0).saturating_sub(self.memory_before);
            if taken > MEMORY {
                return Some(Cause::Memory);
            }
        }
        if now - self.looked_at_files >= FILES_INTERVAL {
            self.looked_at_files = now;
            if temporary_files() > FILES {
                return Some(Cause::Files);
            }
        }
        None
    }
}

use system::{Memory, temporary_files};

#[cfg(target_os = "linux")]
mod system {
    use std::fs::{self, File};
    use std::os::unix::fs::FileExt;

    /// The memory of this process.
    pub struct Memory(Option<File>);

    impl Memory {
        pub fn new() -> Self {
            Self(File::open("/proc/self/statm").ok())
        }

        /// How many bytes are in use, if the system tells.
        pub fn bytes(&mut self) -> Option<u64> {
            let mut text = [0; 128];
            let length = self.0.as_ref()?.read_at(&mut text, 0).ok()?;
            let text = std::str::from_utf8(&text[..length]).ok()?;
            let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
            Some(pages * rustix::param::page_size() as u64)
        }
    }

    /// Bytes of SQLite's temporary files, which have no names any more.
    pub fn temporary_files() -> u64 {
        let entries = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
        entries
            .filter(|entry| {
                let name = fs::read_link(entry.path()).unwrap_or_default();
                name.to_string_lossy().contains("/etilqs_")
            })
            .filter_map(|entry| Some(fs::metadata(entry.path()).ok()?.len()))
            .sum()
    }
}

/// Other systems do not tell without more.
#[cfg(not(target_os = "linux"))]
mod system {
    pub struct Memory;

    impl Memory {
        pub fn new() -> Self {
            Self
        }

        pub fn bytes(&mut self) -> Option<u64> {
            None
        }
    }

    pub fn temporary_files() -> u64 {
        0
    }
}
