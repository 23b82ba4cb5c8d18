use std::fs;

/// The resources that a process has used so far.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Peak memory, in KiB.
    pub peak: u64,
    /// Processor time, in clock ticks.
    pub ticks: u64,
}

impl Usage {
    /// Returns the usage of a running process, or `None` if the process has ended
    /// or the system is not Linux.
    pub fn of(process: u32) -> Option<Self> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The fields after the name, which is in parentheses: see proc(5).
        let mut numbers = stat.rsplit(')').next()?.split_whitespace().skip(11);
        let mut next = || numbers.next()?.parse::<u64>().ok();
        Some(Self {
            peak: peak.split_whitespace().next()?.parse().ok()?,
            ticks: next()? + next()?,
        })
    }
}

/// Returns the message of a failed `bgo` without its prefix. Panics unless the exit
/// status is 1 and standard error has exactly one line, in the program's own words.
pub fn sentence(status: Option<i32>, stderr: &str) -> String {
    assert_eq!(status, Some(1), "{stderr}");
    let sentence = stderr.strip_prefix("bgo: ").and_then(|text| text.strip_suffix('\n'));
    let sentence = sentence.unwrap_or_else(|| panic!("{stderr:?}"));
    assert!(!sentence.contains('\n') && !sentence.contains("panicked"), "{sentence}");
    sentence.to_owned()
}
