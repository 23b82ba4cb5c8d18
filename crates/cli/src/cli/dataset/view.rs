use crate::cli::output::{print, print_json};
use crate::render::{CountBar, counted};
use anyhow::{Context, Result, bail};
use bgo_research::dataset::summarise;
use bgo_research::formats::kgs::{DatasetReader, TrainingRecord};
use std::fs::File;
use std::path::Path;
use std::process::ExitCode;

const PLANES: [&str; 7] = [
    "own stones with 1 liberty",
    "own stones with 2 liberties",
    "own stones with 3 or more liberties",
    "opponent's stones with 1 liberty",
    "opponent's stones with 2 liberties",
    "opponent's stones with 3 or more liberties",
    "forbidden by a ko",
];

pub(super) fn show_info(file: &Path, json: bool) -> Result<ExitCode> {
    let bar = CountBar::new(!json, "records");
    let summary = summarise(file, |done, all| bar.tell(done, all));
    drop(bar);
    let summary = summary?;
    if json {
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

pub(super) fn view_record(path: &Path, number: u64, with_planes: bool) -> Result<ExitCode> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("{name} cannot be read"))?;
    let mut reader = DatasetReader::new(file, name.to_string())?;
    let records = reader.records()?;
    if !(1..=records).contains(&number) {
        bail!(
            "{name} has no record {number}; it has {}, counted from 1",
            counted(records, "record")
        );
    }
    reader.seek(number - 1)?;
    let Some(record) = reader.next() else {
        bail!("{name} ends there")
    };
    let record = record?;
    print(text(number, &record))?;
    if with_planes {
        print(planes(&record))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(number: u64, record: &TrainingRecord) -> String {
    let label = record.label();
    let mut text = format!(
        "record {number}: the move is {label}, row {}, column {}\n",
        label / 19,
        label % 19
    );
    for row in (0..19).rev() {
        text.push_str(&format!("{row:2}"));
        for column in 0..19 {
            let point = row * 19 + column;
            let plane = (0..6).find(|plane| record.is_set(*plane, point));
            let ko = if record.is_set(6, point) { 'k' } else { ' ' };
            let (stone, liberties) = match plane {
                Some(plane @ 0..=2) => ('X', plane + 1),
                Some(plane) => ('O', plane - 2),
                None if point == usize::from(label) => ('#', 0),
                None => ('.', 0),
            };
            match liberties {
                0 => text.push_str(&format!(" {stone}{ko}")),
                liberties => text.push_str(&format!(
                    " {stone}{}",
                    if ko == 'k' {
                        'k'.to_string()
                    } else {
                        liberties.to_string()
                    }
                )),
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

fn planes(record: &TrainingRecord) -> String {
    let mut text = String::new();
    for (plane, name) in PLANES.iter().enumerate() {
        text.push_str(&format!("\nplane {plane}: {name}\n"));
        for row in (0..19).rev() {
            text.push_str(&format!("{row:2} "));
            for column in 0..19 {
                let is_set = record.is_set(plane, row * 19 + column);
                text.push_str(if is_set { " #" } else { " ." });
            }
            text.push('\n');
        }
    }
    text
}
