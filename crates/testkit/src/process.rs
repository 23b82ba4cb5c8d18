use std::fs;

/// What a process has used so far.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// The most memory at a time, in KiB.
    pub peak: u64,
    /// Processor time, in ticks of the system.
    pub ticks: u64,
}

impl Usage {
    /// Reads the usage of a running process; `None` after its end and where
    /// the system is not Linux.
    pub fn of(process: u32) -> Option<Self> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // Counted from the state, which follows the name in parentheses: proc(5).
        let mut numbers = stat.rsplit(')').next()?.split_whitespace().skip(11);
        let mut next = || numbers.next()?.parse::<u64>().ok();
        Some(Self {
            peak: peak.split_whitespace().next()?.parse().ok()?,
            ticks: next()? + next()?,
        })
    }
}
