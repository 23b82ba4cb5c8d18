use super::super::output::{print, print_json};
use crate::formats::kgs::{DatasetReader, Version};
use anyhow::{Context, Result};
use serde::Serialize;
use std::fs::File;
use std::path::PathBuf;
use std::process::ExitCode;

/// Verify a training set and tell what is in it
#[derive(Debug, clap::Args)]
pub(super) struct InfoArgs {
    /// The file, of either version
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// What is in a training set.
#[derive(Serialize)]
struct Info {
    version: u8,
    records: u64,
    /// Of these the points that are set, plane by plane.
    plane_points: [u64; 7],
    /// How often each point is the move: 361, row by row from the bottom.
    labels: Vec<u64>,
}

pub(super) fn run(args: &InfoArgs) -> Result<ExitCode> {
    let name = args.file.display().to_string();
    let file = File::open(&args.file).with_context(|| format!("{name} cannot be read"))?;
    let reader = DatasetReader::new(file, name)?;
    let mut info = Info {
        version: match reader.version() {
            Version::V1 => 1,
            Version::V2 => 2,
        },
        records: 0,
        plane_points: [0; 7],
        labels: vec![0; 361],
    };
    for record in reader {
        let record = record?;
        info.records += 1;
        info.labels[usize::from(record.label())] += 1;
        for (plane, points) in info.plane_points.iter_mut().enumerate() {
            *points += (0..361).filter(|point| record.is_set(plane, *point)).count() as u64;
        }
    }
    if args.json {
        print_json(&info)?;
    } else {
        let mean = |plane: usize| info.plane_points[plane] as f64 / info.records.max(1) as f64;
        print(&format!("version     {}\nrecords     {}\n", info.version, info.records))?;
        for (plane, name) in super::view::PLANES.iter().enumerate() {
            print(&format!(
                "plane {plane}     {:.2} points on average, {name}\n",
                mean(plane)
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
