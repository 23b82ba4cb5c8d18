//! Loads batches of a training set, like a program that trains with them:
//!
//!     cargo run --release --example load_batch -- data/kgsgo-train10k-v2.dat 256

use bgo_research::formats::kgs::DatasetReader;
use std::error::Error;
use std::fs::File;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(size)) = (arguments.next(), arguments.next()) else {
        return Err("name a file, and how many records a batch has".into());
    };
    load(&path, size.parse()?, &mut std::io::stdout())
}

/// Loads a file batch by batch, and prints a summary of each.
pub fn load(path: &str, size: usize, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut reader = DatasetReader::new(File::open(path)?, path)?;
    let planes = reader.format().planes();
    for number in 1.. {
        // A byte for each point, 0 or 1, by record, plane, row from the bottom and column; and the moves,
        // `19 * row + column` each.
        let (mut batch, mut labels) = (Vec::new(), Vec::new());
        for record in reader.by_ref().take(size) {
            // The message of an error has the place and the damage.
            let record = record?;
            record.write_planes(&mut batch);
            labels.push(record.label());
        }
        let Some(first) = labels.first() else { break };
        writeln!(
            out,
            "batch {number}: planes ({}, {planes}, 19, 19), {} points set, the first move is {first}",
            labels.len(),
            batch.iter().map(|point| u64::from(*point)).sum::<u64>()
        )?;
    }
    Ok(())
}
