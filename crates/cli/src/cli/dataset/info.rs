use super::super::output::{print, print_json};
use super::view::PLANES;
use crate::render::CountBar;
use anyhow::Result;
use bgo_research::dataset::summarise;
use std::path::PathBuf;
use std::process::ExitCode;

/// Verify and summarise a training set
#[derive(Debug, clap::Args)]
pub(super) struct InfoArgs {
    /// The file, of either version
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &InfoArgs) -> Result<ExitCode> {
    let bar = CountBar::new(!args.json, "records");
    let summary = summarise(&args.file, |done, all| bar.tell(done, all));
    drop(bar);
    let summary = summary?;
    if args.json {
        print_json(&summary)?;
        return Ok(ExitCode::SUCCESS);
    }
    print(format!(
        "version     {}\nrecords     {}\nmd5         {}\n",
        summary.version, summary.records, summary.md5
    ))?;
    if let Some(md5) = summary.published_md5 {
        let is = if md5 == summary.md5 {
            "the same"
        } else {
            "of another file"
        };
        print(format!("published   {md5}, {is}\n"))?;
    }
    if summary.legacy {
        print("legacy      planes 2 and 5 have all stones\n")?;
    }
    for (plane, (name, points)) in PLANES.iter().zip(summary.plane_points).enumerate() {
        let mean = points as f64 / summary.records.max(1) as f64;
        print(format!("plane {plane}     {mean:.3} points on average, {name}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
