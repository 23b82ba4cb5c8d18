//! Processes that an engine started and left behind. On Linux, such a process becomes a child of
//! this one when its parent ends, even if it is in a process group of its own, and is recognised by
//! an environment variable inherited from the engine. On Windows, an engine and the processes that
//! it starts belong to a job object, with which they end. Elsewhere only the process group of the
//! engine can be reached.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// The environment variable, with a different value for each engine.
const VARIABLE: &str = "BGO_ENGINE";

/// Marks the processes of an engine. Returns the entry of their environments.
pub(super) fn mark(engine: &mut Command) -> String {
    static ENGINES: AtomicU64 = AtomicU64::new(0);
    let number = ENGINES.fetch_add(1, Ordering::Relaxed);
    let value = format!("{}-{number}", std::process::id());
    engine.env(VARIABLE, &value);
    format!("{VARIABLE}={value}")
}

/// Ends the processes with this mark, after their engine has ended.
pub(super) fn end_marked(mark: &str) {
    #[cfg(target_os = "linux")]
    linux::end_orphans(mark);
    #[cfg(not(target_os = "linux"))]
    let _ = mark;
}

/// Puts an engine that has just started into a job object, which ends its processes when it is dropped, also if this
/// process is killed.
#[cfg(windows)]
pub(super) fn job_of(engine: &std::process::Child) -> Option<win32job::Job> {
    use std::os::windows::io::AsRawHandle;
    use win32job::{ExtendedLimitInfo, Job};

    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    let job = Job::create_with_limit_info(&limits);
    // If the system refuses, orphans are left alone.
    job.and_then(|job| job.assign_process(engine.as_raw_handle() as isize).map(|()| job))
        .ok()
}

/// Works while orphans of our children become our children, where the system lets them.
pub(super) fn adopting<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_os = "linux")]
    linux::begin_adoption();
    let done = work();
    #[cfg(target_os = "linux")]
    linux::end_adoption();
    done
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::process::{
        Pid, Signal, WaitOptions, child_subreaper, getpid, kill_process, set_child_subreaper, waitpid,
    };
    use std::fs;
    use std::sync::{Mutex, PoisonError};

    /// The maximum number of generations of orphans to end.
    const ROUNDS: usize = 1000;

    /// The number of adoptions, and whether this process adopted orphans before the first one.
    static ADOPTIONS: Mutex<(usize, Option<Pid>)> = Mutex::new((0, None));

    pub(super) fn begin_adoption() {
        let mut adoptions = ADOPTIONS.lock().unwrap_or_else(PoisonError::into_inner);
        if adoptions.0 == 0 {
            adoptions.1 = child_subreaper().unwrap_or_default();
            // If the system refuses, orphans are left alone.
            let _ = set_child_subreaper(Some(getpid()));
        }
        adoptions.0 += 1;
    }

    pub(super) fn end_adoption() {
        let mut adoptions = ADOPTIONS.lock().unwrap_or_else(PoisonError::into_inner);
        adoptions.0 -= 1;
        if adoptions.0 == 0 {
            let _ = set_child_subreaper(adoptions.1);
        }
    }

    /// Ends our children whose environment has this entry.
    pub(super) fn end_orphans(entry: &str) {
        // We inherit the children of each process that ends.
        for _ in 0..ROUNDS {
            let orphans: Vec<Pid> = children().filter(|pid| has(*pid, entry)).collect();
            if orphans.is_empty() {
                return;
            }
            for orphan in orphans {
                let _ = kill_process(orphan, Signal::KILL);
                let _ = waitpid(Some(orphan), WaitOptions::empty());
            }
        }
    }

    fn has(pid: Pid, entry: &str) -> bool {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment
            .split(|byte| *byte == 0)
            .any(|found| found == entry.as_bytes())
    }

    fn children() -> impl Iterator<Item = Pid> {
        let own = getpid();
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries
            .filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
            .filter(move |pid| parent(*pid) == Some(own))
    }

    fn parent(pid: Pid) -> Option<Pid> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name in parentheses may contain blanks and parentheses.
        let (_, fields) = stat.rsplit_once(')')?;
        Pid::from_raw(fields.split_whitespace().nth(1)?.parse().ok()?)
    }
}
