//! How long an import takes beside unpacking the same archive with gzip, how
//! much memory it needs, and how large the database is beside the SGF text.
//!
//!     cargo bench --bench import

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Each command runs so often, in turn; the medians are compared.
const RUNS: usize = 3;

const ARCHIVE: &str = "tygem-100k.tgz";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(archive) = common::corpus(ARCHIVE) else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("bench.sqlite");
    let (mut gzip, mut import) = (Vec::new(), Vec::new());
    let mut peak = 0;
    for _ in 0..RUNS {
        let mut unpack = Command::new("gzip");
        gzip.push(run(unpack.arg("-dc").arg(&archive))?.0);
        for suffix in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{suffix}", database.display()));
        }
        let mut bgo = Command::new(env!("CARGO_BIN_EXE_bgo"));
        let (time, memory) = run(bgo.args(["import", "--quiet", "--db"]).arg(&database).arg(&archive))?;
        import.push(time);
        peak = peak.max(memory);
    }
    let (gzip, import) = (median(gzip), median(import));
    let text = text_bytes(&archive)?;
    let size = fs::metadata(&database)?.len();
    println!("archive                      {ARCHIVE}, medians of {RUNS} runs");
    println!("gzip -dc                     {:.2} s", gzip.as_secs_f64());
    println!("import                       {:.2} s", import.as_secs_f64());
    println!(
        "import / gzip                {:.2}   (at most 10)",
        import.as_secs_f64() / gzip.as_secs_f64()
    );
    println!("peak memory                  {} MB   (at most 1500)", peak / 1000);
    println!(
        "database / SGF text          {:.2}   (at most 2): {size} / {text} bytes",
        size as f64 / text as f64
    );
    Ok(())
}

/// Runs a command to its end; wall time and peak memory in kB (0 where the
/// system does not tell).
fn run(command: &mut Command) -> Result<(Duration, u64), Box<dyn std::error::Error>> {
    let started = Instant::now();
    let mut child = command.stdout(Stdio::null()).spawn()?;
    let status_file = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        if let Some(status) = child.try_wait()? {
            let time = started.elapsed();
            return if status.success() {
                Ok((time, peak))
            } else {
                Err(format!("{command:?} failed").into())
            };
        }
        peak = peak.max(high_water_mark(&status_file).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn high_water_mark(status_file: &str) -> Option<u64> {
    let status = fs::read_to_string(status_file).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn text_bytes(archive: &Path) -> Result<u64, Box<dyn std::error::Error>> {
    let mut bytes = 0;
    for item in bgo::archive::open(archive)? {
        if let bgo::archive::Item::Record(member) = item? {
            bytes += member.bytes.len() as u64;
        }
    }
    Ok(bytes)
}
