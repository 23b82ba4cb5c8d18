use super::super::output::{print, print_json};
use super::until_stopped;
use crate::render::CountBar;
use anyhow::Result;
use bgo_research::enumerate::{PartRuns, PartSums, sum_parts};
use std::path::PathBuf;

/// Verify the finished parts in a folder and add them up
#[derive(Debug, clap::Args)]
pub(super) struct SumArgs {
    /// The folder of the parts
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &SumArgs) -> Result<()> {
    let bar = CountBar::of_bytes(!args.quiet);
    let sums = until_stopped(|stop| sum_parts(&args.folder, stop, |done, all| bar.tell(done, all)))?;
    drop(bar);
    let sums = sums?;
    if args.json {
        return print_json(&sums);
    }
    print(text(&sums))
}

fn text(sums: &PartSums) -> String {
    let mut text = format!(
        "board      {} in parts of {} serials\nlegal      {}\nreduced    {}\n{}",
        sums.board,
        sums.part_size,
        sums.legal,
        sums.reduced,
        parts("parts", &sums.legal_parts, sums.parts)
    );
    if sums.ko_parts.finished > 0 {
        let ko = &sums.ko;
        text.push_str(&format!(
            "ko         {} points in {} positions, at most {}\n{}",
            ko.points,
            ko.positions,
            ko.most,
            parts("ko parts", &sums.ko_parts, sums.parts)
        ));
    }
    text
}

fn parts(name: &str, found: &PartRuns, all: u64) -> String {
    let missing: Vec<String> = found
        .missing
        .iter()
        .map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first}..{last}"),
        })
        .collect();
    match missing.is_empty() {
        true => format!("{name:<10} all {all}, verified\n"),
        false => format!(
            "{name:<10} {} of {all}, verified; missing: {}\n",
            found.finished,
            missing.join(", ")
        ),
    }
}
