/// Returns the number of files that the process may open. Raises it to `wanted` if that is
/// allowed.
#[cfg(unix)]
pub fn open_files(wanted: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let [allowed, most] = [current, maximum].map(|limit| limit.unwrap_or(u64::MAX));
    let raised = most.min(wanted as u64);
    let limit = Rlimit {
        current: Some(raised),
        maximum,
    };
    let files = match allowed < raised && setrlimit(Resource::Nofile, limit).is_ok() {
        true => raised,
        false => allowed,
    };
    usize::try_from(files).unwrap_or(usize::MAX)
}

/// Returns `wanted`: the system does not limit the number of open files.
#[cfg(not(unix))]
pub const fn open_files(wanted: usize) -> usize {
    wanted
}
