//! Names the commit that `bgo --version` shows.

use std::fs::read_to_string;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(commit) = of_package().or_else(of_checkout) {
        println!("cargo::rustc-env=BGO_COMMIT={commit:.10}");
    }
}

/// Returns the commit that cargo noted when it packed the crate.
fn of_package() -> Option<String> {
    let note = read_to_string(".cargo_vcs_info.json").ok()?;
    let after = note.split("\"sha1\": \"").nth(1)?;
    after.split('"').next().map(str::to_owned)
}

/// Returns the commit that is checked out, if this folder belongs to a checkout of bgo.
fn of_checkout() -> Option<String> {
    // It changes with each commit, also of a branch.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    git(&["rev-parse", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
