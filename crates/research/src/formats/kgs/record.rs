use super::board::{LINES, POINTS};
use bgo::go::{BoardSize, Point, Transform};
use std::sync::LazyLock;

/// The version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// A byte for each point, with a bit for each of eight planes.
    V1,
    /// A header, and a bit for each point of seven planes.
    V2,
}

impl Version {
    /// Returns 1 or 2.
    pub const fn number(self) -> u8 {
        match self {
            Self::V1 => 1,
            Self::V2 => 2,
        }
    }

    /// Returns the length of a file with this number of records.
    pub const fn file_length(self, records: u64) -> u64 {
        self.header_length() as u64 + records * self.record_length() as u64 + END.len() as u64
    }

    /// Returns the length of a record.
    pub const fn record_length(self) -> usize {
        self.planes_offset() + self.packed_length()
    }

    /// Returns the number of planes. Version 1 has one more, which is all ones.
    pub const fn planes(self) -> usize {
        match self {
            Self::V1 => 8,
            Self::V2 => 7,
        }
    }

    /// Returns the length of the packed planes of a record.
    pub const fn packed_length(self) -> usize {
        match self {
            Self::V1 => POINTS,
            Self::V2 => (self.planes() * POINTS).div_ceil(8),
        }
    }

    /// Returns the number of bytes of planes that are not packed.
    pub const fn unpacked_length(self) -> usize {
        self.planes() * POINTS
    }

    /// Writes packed planes as bytes: plane after plane, row by row from the bottom, a byte for each
    /// point, 0 or 1.
    pub fn unpack(self, packed: &[u8], out: &mut [u8]) {
        match self {
            Self::V1 => {
                for (plane, out) in out.chunks_exact_mut(POINTS).enumerate() {
                    let points = out.iter_mut().zip(packed);
                    points.for_each(|(out, point)| *out = point >> plane & 1);
                }
            }
            Self::V2 => {
                let (whole, rest) = out.as_chunks_mut();
                for (out, byte) in whole.iter_mut().zip(packed) {
                    *out = BITS[usize::from(*byte)];
                }
                // The last byte has a bit more than the points.
                if let Some(last) = packed.get(whole.len()) {
                    rest.copy_from_slice(&BITS[usize::from(*last)][..rest.len()]);
                }
            }
        }
    }

    /// Returns the place of the planes in a record.
    const fn planes_offset(self) -> usize {
        match self {
            Self::V1 => 4,
            Self::V2 => 6,
        }
    }

    /// Returns the length of the header.
    pub const fn header_length(self) -> usize {
        match self {
            Self::V1 => 0,
            Self::V2 => 1024,
        }
    }
}

/// The end of a file.
pub const END: &[u8; 3] = b"END";

/// Returns the header of a file with this number of records.
pub fn header(version: Version, records: u64) -> Vec<u8> {
    let mut header = Vec::new();
    if version == Version::V2 {
        header.extend(header_text(&records.to_string()).bytes());
        header.extend(b"\0\n");
        header.resize(version.header_length(), 0);
    }
    header
}

/// Returns the text in the header of version 2.
pub(super) fn header_text(records: &str) -> String {
    format!("mlv2-n={records}-numplanes=7-imagewidth=19-imageheight=19-datatype=int-bpp=1")
}

/// The bits of every byte, the highest first.
static BITS: [[u8; 8]; 256] = bits();

const fn bits() -> [[u8; 8]; 256] {
    let mut all = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            all[byte][bit] = (byte >> (7 - bit) & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    all
}

/// The points to which each transform takes the points of the board, by its number.
static TURNED: LazyLock<[[u16; POINTS]; 8]> = LazyLock::new(|| {
    Transform::ALL.map(|transform| {
        std::array::from_fn(|point| {
            // Rows are counted from the bottom.
            let (x, y) = (point % LINES, LINES - 1 - point / LINES);
            let to = transform.apply(Point::new(x as u8, y as u8), BoardSize::MAX);
            ((LINES - 1 - usize::from(to.y)) * LINES + usize::from(to.x)) as u16
        })
    })
});

/// A position and the move that was played there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingRecord {
    version: Version,
    bytes: Vec<u8>,
}

impl TrainingRecord {
    /// Makes a record of [`Version::record_length`] bytes.
    pub(crate) const fn new(version: Version, bytes: Vec<u8>) -> Self {
        Self { version, bytes }
    }

    /// Returns the version of the format.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// Returns the move: `19 * row + column`, rows counted from the bottom.
    pub fn label(&self) -> u16 {
        match self.version {
            Version::V1 => u16::from(self.bytes[2]) * LINES as u16 + u16::from(self.bytes[3]),
            Version::V2 => u16::from_le_bytes([self.bytes[2], self.bytes[3]]),
        }
    }

    /// Returns the record with its board rotated or mirrored.
    #[must_use]
    pub fn turned(&self, transform: Transform) -> Self {
        let to = &TURNED[transform.number()];
        let label = to[usize::from(self.label())];
        let offset = self.version.planes_offset();
        let mut bytes = self.bytes.clone();
        match self.version {
            Version::V1 => {
                bytes[2..4].copy_from_slice(&[(label / LINES as u16) as u8, (label % LINES as u16) as u8]);
                for (point, planes) in self.packed_planes().iter().enumerate() {
                    bytes[offset + usize::from(to[point])] = *planes;
                }
            }
            Version::V2 => {
                bytes[2..4].copy_from_slice(&label.to_le_bytes());
                bytes[offset..].fill(0);
                for (place, byte) in self.packed_planes().iter().enumerate() {
                    for bit in (0..8).filter(|bit| byte << bit & 0x80 != 0) {
                        let (plane, point) = ((8 * place + bit) / POINTS, (8 * place + bit) % POINTS);
                        let bit = plane * POINTS + usize::from(to[point]);
                        bytes[offset + bit / 8] |= 0x80 >> (bit % 8);
                    }
                }
            }
        }
        Self {
            version: self.version,
            bytes,
        }
    }

    /// Returns whether a point is set in a plane: own stones of chains with 1 (plane 0), 2 (1), and
    /// 3 or more liberties (2), the opponent's likewise (3 to 5), the point that a ko forbids (6),
    /// and in version 1 every point (7).
    pub fn is_set(&self, plane: usize, point: usize) -> bool {
        match self.version {
            Version::V1 => self.bytes[4 + point] >> plane & 1 == 1,
            Version::V2 => {
                let bit = plane * POINTS + point;
                self.bytes[6 + bit / 8] >> (7 - bit % 8) & 1 == 1
            }
        }
    }

    /// Returns the packed planes: in version 1 a byte for each point, row by row from the
    /// bottom, plane 0 in the lowest bit; in version 2 plane after plane, a bit for each point,
    /// the highest bit of a byte first.
    pub fn packed_planes(&self) -> &[u8] {
        &self.bytes[self.version.planes_offset()..]
    }

    /// Appends the planes, [`Version::planes`] times 361 bytes: plane after plane, row by row
    /// from the bottom, a byte for each point, 0 or 1.
    pub fn write_planes(&self, out: &mut Vec<u8>) {
        let start = out.len();
        out.resize(start + self.version.unpacked_length(), 0);
        self.version.unpack(self.packed_planes(), &mut out[start..]);
    }

    /// Returns the bytes of the record.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}
