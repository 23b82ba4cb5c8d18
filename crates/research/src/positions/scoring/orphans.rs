//! What an engine started and left behind in a process group of its own. On
//! Linux such a process becomes a child of this one when its parent ends, and
//! is known by a variable that it has from its engine. Elsewhere it is out of
//! reach.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// The variable of the environment that every engine has with a value of its own.
const VARIABLE: &str = "BGO_ENGINE";

/// What the processes of one engine have in common.
pub(super) struct Family {
    value: String,
}

impl Family {
    /// Makes what a command starts a family.
    pub fn of(command: &mut Command) -> Self {
        static ENGINES: AtomicU64 = AtomicU64::new(0);
        let number = ENGINES.fetch_add(1, Ordering::Relaxed);
        let value = format!("{}-{number}", std::process::id());
        command.env(VARIABLE, &value);
        Self { value }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    /// Nothing: orphans are not told of here.
    pub struct Adoption;

    impl Adoption {
        pub fn begin() -> Self {
            Self
        }
    }

    impl super::Family {
        pub fn end(&self) {
            let _ = &self.value;
        }
    }
}

#[cfg(target_os = "linux")]
mod system {
    use super::{Family, VARIABLE};
    use rustix::process::{
        Pid, Signal, WaitOptions, child_subreaper, getpid, kill_process, set_child_subreaper, waitpid,
    };
    use std::fs;
    use std::sync::{Mutex, PoisonError};

    /// How often what was ended may have left orphans itself.
    const ROUNDS: usize = 1000;

    /// How many adoptions there are, and whether the process had adopted orphans
    /// before the first.
    static ADOPTIONS: Mutex<(usize, Option<Pid>)> = Mutex::new((0, None));

    /// While there is one of these, orphans of our children become our children.
    pub struct Adoption;

    impl Adoption {
        pub fn begin() -> Self {
            let mut adoptions = ADOPTIONS.lock().unwrap_or_else(PoisonError::into_inner);
            if adoptions.0 == 0 {
                adoptions.1 = child_subreaper().unwrap_or_default();
                // A system that cannot do it leaves orphans alone.
                let _ = set_child_subreaper(Some(getpid()));
            }
            adoptions.0 += 1;
            Self
        }
    }

    impl Drop for Adoption {
        fn drop(&mut self) {
            let mut adoptions = ADOPTIONS.lock().unwrap_or_else(PoisonError::into_inner);
            adoptions.0 -= 1;
            if adoptions.0 == 0 {
                let _ = set_child_subreaper(adoptions.1);
            }
        }
    }

    impl Family {
        /// Ends what is left of the family once its engine is gone.
        pub fn end(&self) {
            // What ends leaves its own children to us.
            for _ in 0..ROUNDS {
                let orphans: Vec<Pid> = children().filter(|pid| self.has(*pid)).collect();
                if orphans.is_empty() {
                    return;
                }
                for orphan in orphans {
                    let _ = kill_process(orphan, Signal::KILL);
                    let _ = waitpid(Some(orphan), WaitOptions::empty());
                }
            }
        }

        fn has(&self, pid: Pid) -> bool {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            let variable = format!("{VARIABLE}={}", self.value);
            environment
                .split(|byte| *byte == 0)
                .any(|entry| entry == variable.as_bytes())
        }
    }

    /// The children of this process.
    fn children() -> impl Iterator<Item = Pid> {
        let own = getpid();
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries
            .filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
            .filter(move |pid| parent(*pid) == Some(own))
    }

    fn parent(pid: Pid) -> Option<Pid> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name in parentheses may have blanks and parentheses itself.
        let (_, fields) = stat.rsplit_once(')')?;
        Pid::from_raw(fields.split_whitespace().nth(1)?.parse().ok()?)
    }
}

pub(super) use system::Adoption;
