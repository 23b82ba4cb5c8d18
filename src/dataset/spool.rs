use super::layout::partition;
use super::rows::PositionRow;
use crate::go::PositionKey;
use crate::record::Outcome;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The bytes of a position in the file.
const ROW: usize = 24;

/// The memory for all partitions, in bytes.
const MEMORY: usize = if cfg!(test) { 1 << 14 } else { 64 << 20 };

/// The positions of all games, kept in a temporary file without a name until they are sorted.
/// The file has extents of one partition each, so that one file is open for any number of
/// partitions.
pub struct PositionSpool {
    file: File,
    bits: u32,
    /// The bytes of an extent.
    extent: usize,
    end: u64,
    positions: u64,
    /// For each partition, the starts of its full extents, and the bytes of the next one.
    partitions: Vec<(Vec<u64>, Vec<u8>)>,
}

impl PositionSpool {
    /// Creates a spool of 2^`bits` partitions with a file in this folder.
    pub fn new(folder: &Path, bits: u32) -> io::Result<Self> {
        let partitions = 1 << bits;
        Ok(Self {
            file: tempfile::tempfile_in(folder)?,
            bits,
            extent: (MEMORY / partitions / ROW).max(1) * ROW,
            end: 0,
            positions: 0,
            partitions: vec![Default::default(); partitions],
        })
    }

    pub fn add(&mut self, positions: &[PositionRow]) -> io::Result<()> {
        self.positions += positions.len() as u64;
        for position in positions {
            let (extents, tail) = &mut self.partitions[partition(position.key, self.bits) as usize];
            tail.extend(encode(position));
            if tail.len() == self.extent {
                self.file.write_all(tail)?;
                extents.push(self.end);
                tail.clear();
                self.end += self.extent as u64;
            }
        }
        Ok(())
    }

    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the positions of a partition, in the order in which they were added.
    pub fn read(&mut self, partition: u32) -> io::Result<Vec<PositionRow>> {
        let (extents, tail) = &self.partitions[partition as usize];
        let rows = (extents.len() * self.extent + tail.len()) / ROW;
        let mut positions = Vec::with_capacity(rows);
        let mut bytes = vec![0; self.extent];
        for &start in extents {
            self.file.seek(SeekFrom::Start(start))?;
            self.file.read_exact(&mut bytes)?;
            positions.extend(bytes.as_chunks().0.iter().map(decode));
        }
        positions.extend(tail.as_chunks().0.iter().map(decode));
        Ok(positions)
    }
}

fn encode(position: &PositionRow) -> [u8; ROW] {
    let mut bytes = [0; ROW];
    bytes[..8].copy_from_slice(&position.key.0.to_le_bytes());
    bytes[8..16].copy_from_slice(&position.game.to_le_bytes());
    bytes[16..18].copy_from_slice(&position.ply.to_le_bytes());
    bytes[18..20].copy_from_slice(&position.next.to_le_bytes());
    // No game has the year 0.
    bytes[20..22].copy_from_slice(&position.year.unwrap_or(0).to_le_bytes());
    bytes[22] = position.again;
    bytes[23] = position.outcome.code();
    bytes
}

fn decode(bytes: &[u8; ROW]) -> PositionRow {
    let (key, rest) = bytes.split_first_chunk().unwrap_or((&[0; 8], &[]));
    let (game, _) = rest.split_first_chunk().unwrap_or((&[0; 8], &[]));
    PositionRow {
        key: PositionKey(u64::from_le_bytes(*key)),
        game: i64::from_le_bytes(*game),
        ply: u16::from_le_bytes([bytes[16], bytes[17]]),
        next: i16::from_le_bytes([bytes[18], bytes[19]]),
        year: Some(u16::from_le_bytes([bytes[20], bytes[21]])).filter(|&year| year != 0),
        again: bytes[22],
        outcome: Outcome::of_code(bytes[23]),
    }
}
