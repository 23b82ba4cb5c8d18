//! Reads a position file as a stream, up to the first position with enough stones:
//!
//!     cargo run --example positions -- positions.dat

use bgo::internal::go::BoardSize;
use bgo_research::formats::positions::PositionReader;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name a position file")?;
    let size = BoardSize::new(9).ok_or("no board")?;
    for record in PositionReader::open(Path::new(&path), size)? {
        let record = record?;
        let [black, white] = record.stone_counts();
        if black + white > 20 {
            println!("{} has {black} black and {white} white stones", record.id());
            break;
        }
    }
    Ok(())
}
