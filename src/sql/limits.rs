//! Limits on the resources of a query.
//!
//! SQLite limits the complexity of a query and the length of a value. The number of
//! values held at once follows from the program that SQLite compiles the query to; the
//! more there are, the shorter each may be. What grows while the query runs, such as a
//! JSON array, is watched.

use super::SqlError;
use crate::interrupt::Interrupt;
use crate::store::StoreError;
use rusqlite::limits::Limit;
use rusqlite::{Connection, Error, ErrorCode};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The most bytes of a query.
const QUERY: usize = 64 << 10;

/// The most bytes of a value, or of a row that is kept, in a query with few of them.
const VALUE: usize = 16 << 20;

/// The most bytes of all values that a program holds at once.
const VALUES: usize = 128 << 20;

/// The most bytes of memory that a query may add to what the process used before.
const MEMORY: u64 = 256 << 20;

/// The most bytes of a query's temporary files.
const FILES: u64 = 8 << 30;

/// The size of SQLite's page cache and of sorting in memory, in KiB; SQLite requires
/// the minus sign.
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

/// The number of SQLite's virtual machine instructions between two checks.
const STEPS: i32 = 10;

/// The time between two checks of the memory, in which little of it can be filled.
const MEMORY_INTERVAL: Duration = Duration::from_millis(1);

/// The time between two checks of the temporary files.
const FILES_INTERVAL: Duration = Duration::from_millis(100);

/// Sets the limits for all queries on a connection.
pub fn set(conn: &Connection) -> rusqlite::Result<()> {
    for (limit, value) in LIMITS {
        conn.set_limit(limit, value)?;
    }
    conn.pragma_update(None, "temp_store", "FILE")?;
    conn.pragma_update(None, "cache_size", CACHE)
}

pub fn check_length(query: &str) -> Result<(), SqlError> {
    if query.len() > QUERY {
        return Err(SqlError::LongQuery(QUERY >> 10));
    }
    Ok(())
}

/// Sets the most bytes of a value for a valid query, and returns it.
pub fn limit_values(conn: &Connection, query: &str) -> rusqlite::Result<usize> {
    let length = (VALUES / values_at_once(conn, query)?.max(1)).min(VALUE);
    conn.set_limit(Limit::SQLITE_LIMIT_LENGTH, i32::try_from(length).unwrap_or(i32::MAX))?;
    Ok(length)
}

/// Returns the number of values of unbounded length that the program of a query may
/// hold at once.
fn values_at_once(conn: &Connection, query: &str) -> rusqlite::Result<usize> {
    // The rows that list the program are short.
    conn.set_limit(Limit::SQLITE_LIMIT_LENGTH, VALUE as i32)?;
    let mut program = match conn.prepare(&format!("EXPLAIN {query}")) {
        Ok(program) => program,
        // The query is itself an EXPLAIN.
        Err(_) => return Ok(1),
    };
    let mut values = 0;
    // All columns of a row together are no longer than the row.
    let mut columns: HashMap<(i64, i64), usize> = HashMap::new();
    // The program is the same whatever the values of parameters are.
    let mut rows = program.raw_query();
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

/// The limit that a query exceeded.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Cause {
    Memory = 1,
    Files,
    Time,
}

/// The limits of a running query, shared by its tables and the watch, because a table may work
/// long, or read much that stays in memory, between two steps of SQLite.
pub struct Allowance {
    stop: Interrupt,
    /// The limit that the query exceeded, or 0.
    cause: AtomicU8,
    deadline: Mutex<Option<Instant>>,
    /// The bytes that were read and stay in memory for later queries.
    memory: AtomicU64,
}

impl Allowance {
    /// Returns what queries are allowed that end once `stop` is set.
    pub fn new(stop: Interrupt) -> Self {
        Self {
            stop,
            cause: AtomicU8::default(),
            deadline: Mutex::default(),
            memory: AtomicU64::default(),
        }
    }

    fn begin(&self, deadline: Option<Instant>) {
        self.cause.store(0, Ordering::Relaxed);
        self.memory.store(0, Ordering::Relaxed);
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = deadline;
    }

    /// Returns whether the time is over; the query then ends for this reason.
    pub fn is_over(&self) -> bool {
        let deadline = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_over {
            self.end(Cause::Time);
        }
        is_over
    }

    /// Reads what may stay in memory, which does not count as the query's.
    pub fn keep<T>(&self, read: impl FnOnce() -> T) -> T {
        let file = memory_file();
        let before = memory(file.as_ref());
        let value = read();
        if let (Some(before), Some(after)) = (before, memory(file.as_ref())) {
            self.memory.fetch_add(after.saturating_sub(before), Ordering::Relaxed);
        }
        value
    }

    fn end(&self, cause: Cause) {
        self.cause.store(cause as u8, Ordering::Relaxed);
    }
}

/// A watch over a running query. Dropping it ends the watch.
pub struct QueryWatch<'a> {
    conn: &'a Connection,
    allowance: &'a Allowance,
    timeout: Option<Duration>,
}

impl<'a> QueryWatch<'a> {
    /// Interrupts whatever runs on the connection once it exceeds a limit or `timeout`, or
    /// is requested to stop.
    pub fn begin(
        conn: &'a Connection,
        timeout: Option<Duration>,
        allowance: &'a Arc<Allowance>,
    ) -> rusqlite::Result<Self> {
        allowance.begin(timeout.and_then(|timeout| Instant::now().checked_add(timeout)));
        let file = memory_file();
        let memory_before = memory(file.as_ref()).unwrap_or(0);
        let mut looked_at_memory = Instant::now();
        let mut looked_at_files = looked_at_memory;
        let allowed = Arc::clone(allowance);
        let is_stopped = move || {
            if allowed.is_over() {
                return true;
            }
            let now = Instant::now();
            if now - looked_at_memory >= MEMORY_INTERVAL {
                looked_at_memory = now;
                let taken = memory(file.as_ref()).unwrap_or(0).saturating_sub(memory_before);
                if taken > MEMORY + allowed.memory.load(Ordering::Relaxed) {
                    allowed.end(Cause::Memory);
                    return true;
                }
            }
            if now - looked_at_files >= FILES_INTERVAL {
                looked_at_files = now;
                if temporary_files() > FILES {
                    allowed.end(Cause::Files);
                    return true;
                }
            }
            allowed.stop.is_set()
        };
        conn.progress_handler(STEPS, Some(is_stopped))?;
        Ok(Self {
            conn,
            allowance,
            timeout,
        })
    }

    /// Returns the reason if the watch interrupted the query, or else the error.
    pub fn cause_or(&self, error: SqlError) -> SqlError {
        self.cause().unwrap_or(error)
    }

    fn cause(&self) -> Option<SqlError> {
        if self.allowance.stop.is_set() {
            return Some(StoreError::Stopped.into());
        }
        match self.allowance.cause.load(Ordering::Relaxed) {
            cause if cause == Cause::Memory as u8 => Some(SqlError::Memory(MEMORY >> 20)),
            cause if cause == Cause::Files as u8 => Some(SqlError::TemporaryFiles(FILES >> 30)),
            cause if cause == Cause::Time as u8 => Some(SqlError::Timeout(self.timeout.unwrap_or_default())),
            _ => None,
        }
    }
}

impl Drop for QueryWatch<'_> {
    fn drop(&mut self) {
        let _ = self.conn.progress_handler(0, None::<fn() -> bool>);
    }
}

/// Returns whether the error says that a value became too long.
pub fn is_long_value(error: &Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::TooBig)
}

use system::{memory, memory_file, temporary_files};

#[cfg(target_os = "linux")]
mod system {
    use std::fs::{self, File};
    use std::os::unix::fs::FileExt;

    /// Opens what [`memory`] reads.
    pub fn memory_file() -> Option<File> {
        File::open("/proc/self/statm").ok()
    }

    /// Returns the number of bytes that this process uses, or `None` if unknown.
    pub fn memory(file: Option<&File>) -> Option<u64> {
        let mut text = [0; 128];
        let length = file?.read_at(&mut text, 0).ok()?;
        let text = std::str::from_utf8(&text[..length]).ok()?;
        let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
        Some(pages * rustix::param::page_size() as u64)
    }

    /// Returns the bytes of SQLite's temporary files, which are already unlinked.
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

/// Measurement is implemented for Linux only.
#[cfg(not(target_os = "linux"))]
mod system {
    use std::fs::File;

    pub fn memory_file() -> Option<File> {
        None
    }

    pub fn memory(_: Option<&File>) -> Option<u64> {
        None
    }

    pub fn temporary_files() -> u64 {
        0
    }
}
