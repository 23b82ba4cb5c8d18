use std::fs;

/// Returns what a running process has used so far: its peak memory in KiB, and its processor time
/// in clock ticks; `None` if the process has ended or the system is not Linux.
pub fn usage(process: u32) -> Option<(u64, u64)> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The fields after the name, which is in parentheses: see proc(5).
    let mut numbers = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let mut next = || numbers.next()?.parse::<u64>().ok();
    Some((peak.split_whitespace().next()?.parse().ok()?, next()? + next()?))
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
