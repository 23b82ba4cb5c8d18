use super::super::output::{print, print_json};
use crate::formats::kgs::{DatasetReader, Version};
use crate::render::CountBar;
use anyhow::{Context, Result};
use serde::Serialize;
use std::fs::File;
use std::path::PathBuf;
use std::process::ExitCode;

/// Records between two looks at the bar.
const TOLD: u64 = 10_000;

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
    /// Whether planes 2 and 5 have all stones, as before December 2015.
    legacy: bool,
    /// Of these the points that are set, plane by plane.
    plane_points: [u64; 7],
    /// How often each point is the move: 361, row by row from the bottom.
    labels: Vec<u64>,
}

pub(super) fn run(args: &InfoArgs) -> Result<ExitCode> {
    let name = args.file.display().to_string();
    let file = File::open(&args.file).with_context(|| format!("{name} cannot be read"))?;
    let mut reader = DatasetReader::new(file, name)?;
    let records = reader.records()?;
    let mut info = Info {
        version: match reader.version() {
            Version::V1 => 1,
            Version::V2 => 2,
        },
        records: 0,
        legacy: false,
        plane_points: [0; 7],
        labels: vec![0; 361],
    };
    let bar = CountBar::new(!args.json, "records");
    let mut planes = Vec::new();
    for record in reader {
        let record = record?;
        info.records += 1;
        info.labels[usize::from(record.label())] += 1;
        planes.clear();
        record.write_planes(&mut planes);
        let (one_liberty, all) = (&planes[..361], &planes[2 * 361..3 * 361]);
        info.legacy |= one_liberty.iter().zip(all).any(|(one, all)| one & all == 1);
        for (points, plane) in info.plane_points.iter_mut().zip(planes.chunks_exact(361)) {
            *points += plane.iter().map(|set| u64::from(*set)).sum::<u64>();
        }
        if info.records.is_multiple_of(TOLD) {
            bar.tell(info.records, records);
        }
    }
    drop(bar);
    if args.json {
        print_json(&info)?;
    } else {
        let mean = |plane: usize| info.plane_points[plane] as f64 / info.records.max(1) as f64;
        print(&format!("version     {}\nrecords     {}\n", info.version, info.records))?;
        if info.legacy {
            print("legacy      planes 2 and 5 have all stones\n")?;
        }
        for (plane, name) in super::view::PLANES.iter().enumerate() {
            print(&format!(
                "plane {plane}     {:.2} points on average, {name}\n",
                mean(plane)
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
