//! Separation of a record's moves from its text. Two thirds of a record are nodes
//! such as `;B[pd]`, for which a text compressor needs one and a half bytes. Here,
//! each node becomes one byte of the remaining text, nearly always the same one,
//! and a point. The points are those of the course of the game, which is stored beside
//! the record; only others, such as those of variations, are in a bit string. Most moves
//! are near the previous one, so such a point is stored as its rank by distance from there.

use super::bytes::{BitReader, Malformed};
use std::sync::LazyLock;

/// The byte in the text for a move of the other colour than the packed move before
/// it. The first move is expected to be Black's.
const OTHER_COLOR: u8 = 1;
/// The byte in the text for a move of the same colour.
const SAME_COLOR: u8 = 2;

const LINES: u16 = 19;
const POINTS: u16 = LINES * LINES;
/// The place of the pass `[]`, after all points. The next place is the pass `[tt]`.
const PASS: u16 = POINTS;
const PASS_TT: u16 = POINTS + 1;
const VALUES: u16 = POINTS + 2;
/// The origin of the first distance.
const CENTER: u16 = POINTS / 2;

/// The classes of ranks in the order of distance. A code is two bits for the class,
/// then the rank within it. Each class has its first rank and its number of bits.
/// These widths are the best for four classes in the games of three servers.
const CLASSES: [(u16, u32); 4] = [(0, 3), (8, 4), (24, 7), (152, 8)];
const CLASS_BITS: u32 = 2;

/// One row per point: all points by distance from it, at equal distance in the
/// order of their indices; the point itself comes last.
static NEAREST: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let reach = 1 - i32::from(LINES)..i32::from(LINES);
    let mut offsets: Vec<(i32, i32)> = reach.clone().flat_map(|y| reach.clone().map(move |x| (y, x))).collect();
    offsets.sort_by_key(|&(y, x)| if (y, x) == (0, 0) { i32::MAX } else { x * x + y * y });
    let mut nearest = Vec::with_capacity(usize::from(POINTS) * usize::from(POINTS));
    let on_board = 0..i32::from(LINES);
    for from in 0..POINTS {
        let (x, y) = (i32::from(from % LINES), i32::from(from / LINES));
        nearest.extend(
            offsets
                .iter()
                .map(|&(dy, dx)| (y + dy, x + dx))
                .filter(|(y, x)| on_board.contains(y) && on_board.contains(x))
                .map(|(y, x)| y as u16 * LINES + x as u16),
        );
    }
    nearest
});

/// One row per point: the codes of all points after that point, with their lengths
/// in bits from bit [`CODE_BITS`].
static CODES: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut codes = vec![0; usize::from(POINTS) * usize::from(POINTS)];
    for (row, nearest) in codes
        .chunks_exact_mut(usize::from(POINTS))
        .zip(NEAREST.chunks_exact(usize::from(POINTS)))
    {
        for (place, &point) in (0..).zip(nearest) {
            row[usize::from(point)] = code(place);
        }
    }
    codes
});

/// The largest length of a code in bits.
const CODE_BITS: u32 = 12;

fn code(place: u16) -> u16 {
    let class = CLASSES.partition_point(|&(first, _)| first <= place) - 1;
    let (first, width) = CLASSES[class];
    (((CLASS_BITS + width) as u16) << CODE_BITS) | ((place - first) << CLASS_BITS) | class as u16
}

/// Splits a record into its remaining text and the points of its moves, whose memory is used again.
/// A pass stays in the text. Returns false if the record contains bytes that stand for moves; text and
/// points are then unspecified.
pub fn pack(record: &[u8], text: &mut Vec<u8>, points: &mut Vec<u16>) -> bool {
    text.clear();
    points.clear();
    let mut last = b'W';
    let (mut at, mut kept) = (0, 0);
    while let Some(&byte) = record.get(at) {
        if byte != b';' {
            if byte == OTHER_COLOR || byte == SAME_COLOR {
                return false;
            }
            at += 1;
            continue;
        }
        let Some((color, point)) = node(&record[at..]) else {
            at += 1;
            continue;
        };
        if kept < at {
            text.extend_from_slice(&record[kept..at]);
        }
        text.push(if color == last { SAME_COLOR } else { OTHER_COLOR });
        at += NODE_BYTES;
        kept = at;
        points.push(point);
        last = color;
    }
    text.extend_from_slice(&record[kept..]);
    true
}

/// The length of a node with a move in bytes, such as `;B[pd]`.
const NODE_BYTES: usize = 6;

/// Returns the move at the start of `text`: its colour and point.
fn node(text: &[u8]) -> Option<(u8, u16)> {
    let [_, color @ (b'B' | b'W'), b'[', x, y, b']', ..] = *text else {
        return None;
    };
    let (x, y) = (u16::from(x.wrapping_sub(b'a')), u16::from(y.wrapping_sub(b'a')));
    (x < LINES && y < LINES).then_some((color, y * LINES + x))
}

/// Appends the bits of points. The first distance is that from `last`, or from the centre.
pub fn write_points(out: &mut Vec<u8>, points: &[u16], last: Option<u16>) {
    let codes = &**CODES;
    let mut last = last.unwrap_or(CENTER);
    // Bits are written four bytes at a time: most codes end within a byte, and
    // a check per byte takes longer than the rest.
    let (mut bits, mut count) = (0_u64, 0);
    for &point in points {
        let code = codes[usize::from(last) * usize::from(POINTS) + usize::from(point)];
        bits |= u64::from(code & ((1 << CODE_BITS) - 1)) << count;
        count += u32::from(code >> CODE_BITS);
        if count >= 32 {
            out.extend_from_slice(&(bits as u32).to_le_bytes());
            bits >>= 32;
            count -= 32;
        }
        last = point;
    }
    out.extend_from_slice(&bits.to_le_bytes()[..count.div_ceil(8) as usize]);
}

/// Restores a record of at most `limit` bytes from its text and the points of its moves: first those in
/// `shared`, then those in the bits of `own`.
pub fn unpack(text: &[u8], shared: &[u16], own: &[u8], limit: usize) -> Result<Vec<u8>, Malformed> {
    let nearest = &**NEAREST;
    let mut shared = shared.iter();
    let mut bits = BitReader::new(own);
    let mut used = 0;
    let mut last = (b'W', CENTER);
    // A move is five bytes longer than in the packed text, and has at least five
    // bits of its own.
    let mut record = Vec::with_capacity(text.len() + shared.len() * NODE_BYTES + own.len() * 8);
    for &byte in text {
        if byte != OTHER_COLOR && byte != SAME_COLOR {
            record.push(byte);
            continue;
        }
        if byte == OTHER_COLOR {
            last.0 ^= b'B' ^ b'W';
        }
        if let Some(&point) = shared.next() {
            last.1 = point;
        } else {
            let (first, width) = CLASSES[bits.bits(CLASS_BITS)? as usize];
            let place = first + bits.bits(width)? as u16;
            used += CLASS_BITS + width;
            match place {
                // Only development versions packed passes.
                PASS => {
                    record.extend_from_slice(&[b';', last.0, b'[', b']']);
                    continue;
                }
                PASS_TT => {
                    record.extend_from_slice(&[b';', last.0, b'[', b't', b't', b']']);
                    continue;
                }
                VALUES.. => return Err(Malformed),
                _ => last.1 = nearest[usize::from(last.1) * usize::from(POINTS) + usize::from(place)],
            }
        }
        let (x, y) = ((last.1 % LINES) as u8 + b'a', (last.1 / LINES) as u8 + b'a');
        record.extend_from_slice(&[b';', last.0, b'[', x, y, b']']);
    }
    if shared.next().is_none() && used.div_ceil(8) as usize == own.len() && record.len() <= limit {
        Ok(record)
    } else {
        Err(Malformed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: usize = 1 << 20;

    /// Returns the text and the bits of a record whose first `shared` points are taken out.
    fn packed(record: &[u8], shared: usize) -> Option<(Vec<u8>, Vec<u16>, Vec<u8>)> {
        let (mut text, mut points, mut own) = (Vec::new(), Vec::new(), Vec::new());
        if !pack(record, &mut text, &mut points) {
            return None;
        }
        let rest = points.split_off(shared.min(points.len()));
        write_points(&mut own, &rest, points.last().copied());
        Some((text, points, own))
    }

    #[test]
    fn the_example_of_the_format_document() {
        let (text, _, own) = packed(b"(;SZ[19];B[pd];W[pp];B[];W[qp])", 0).expect("no such bytes");
        assert_eq!(text, b"(;SZ[19]\x01\x01;B[]\x02)");
        assert_eq!(own, [0x17, 0x2d, 0x83, 0x00]);
        let (text, _, own) = packed(b";W[pd]C[;B[x]]\n;W[pp];W[tt];B[qp]", 1).expect("no such bytes");
        assert_eq!(text, b"\x02C[;B[x]]\n\x02;W[tt]\x01");
        assert_eq!(own, [0xcb, 0x20]);
    }

    #[test]
    fn near_points_come_first() {
        let row = |x: u16, y: u16| {
            let from = usize::from(y * LINES + x) * usize::from(POINTS);
            &NEAREST[from..from + usize::from(POINTS)]
        };
        assert_eq!(row(9, 9)[..5], [161, 179, 181, 199, 160]);
        assert_eq!(row(0, 0)[..4], [1, 19, 20, 2]);
        for from in [row(9, 9), row(0, 0), row(18, 4)] {
            let mut all = from.to_vec();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..POINTS));
        }
        assert_eq!(row(18, 4)[360], 4 * 19 + 18);
    }

    #[test]
    fn points_that_are_not_those_of_the_text_are_malformed() {
        let (text, shared, own) = packed(b"(;B[aa];W[bb];B[ss])", 1).expect("no such bytes");
        let record = unpack(&text, &shared, &own, 20).expect("whole");
        assert_eq!(record.len(), 20);
        assert_eq!(unpack(&text, &shared, &own, 19), Err(Malformed));
        assert_eq!(unpack(&text, &shared, &own[1..], LIMIT), Err(Malformed));
        assert_eq!(unpack(&text, &[], &own, LIMIT), Err(Malformed));
        assert_eq!(unpack(&text, &[0; 4], &[], LIMIT), Err(Malformed));
        assert_eq!(
            unpack(&text, &shared, &[&own[..], &[0]].concat(), LIMIT),
            Err(Malformed)
        );
        assert_eq!(unpack(&text[1..2], &[], &[0xff; 2], LIMIT), Err(Malformed));
    }

    #[test]
    fn records_of_the_corpora_come_back() {
        for name in ["tygem-5k", "ai-mixed", "fox-pro-3k", "gnugo-regression", "encodings"] {
            let Some(archive) = testkit::corpus(&format!("{name}.tgz")) else {
                continue;
            };
            let (mut of_records, mut of_packed) = (0, 0);
            for (number, (_, record)) in testkit::unpacked(&archive).into_iter().enumerate() {
                if let Some((text, _, own)) = packed(&record, 0) {
                    of_records += record.len();
                    of_packed += text.len() + own.len();
                    assert_eq!(unpack(&text, &[], &own, LIMIT).as_ref(), Ok(&record), "{name}");
                    let (text, shared, own) = packed(&record, number % 300).expect("no such bytes");
                    assert_eq!(unpack(&text, &shared, &own, LIMIT), Ok(record), "{name}");
                }
            }
            // Nearly all moves of the encodings are passes, which stay in the text.
            assert!(
                name == "encodings" || of_packed * 3 < of_records * 2,
                "{name}: {of_packed} of {of_records} bytes"
            );
        }
    }
}
