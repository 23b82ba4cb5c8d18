use super::bytes::{Bytes, Malformed, push_leb};
use crate::go::{BoardSize, Color};
use crate::record::{Course, Mark, MarkKind};

/// The bits of the first byte. The lowest five are the lines of the board.
const LINES: u8 = 0x1f;
const WHITE_FIRST: u8 = 0x20;
const HEAD: u8 = LINES | WHITE_FIRST;

/// The number of moves that are read from a word of 64 bits, in which three pairs of any
/// board fit.
const MOVES_A_WORD: usize = 6;

/// A mark is a number of two bytes: an action times [`PLACES`], plus a place, which is a
/// point or a number of moves.
const PLACES: u16 = BoardSize::MAX.area() as u16;
/// The actions below this number remove the stone on the point, that many moves after the
/// mark before. Nearly all marks are of this kind.
const ACTIONS: u16 = 176;
const SET_BLACK: u16 = ACTIONS;
const SET_WHITE: u16 = ACTIONS + 1;
const EMPTY: u16 = ACTIONS + 2;
/// A turn, as many moves after the mark before as its place says.
const TURN: u16 = ACTIONS + 3;
/// The next mark is later by as many moves as the place says. Not a mark itself.
const ADVANCE: u16 = ACTIONS + 4;
/// A node with setup. Its place is 0.
const NODE: u16 = ACTIONS + 5;

/// Returns the number of values of a move, a point or a pass, and the number of bits of a
/// pair.
const fn layout(size: BoardSize) -> (u32, u32) {
    let values = size.area() as u32 + 1;
    (values, u32::BITS - (values * values - 1).leading_zeros())
}

/// Appends a course.
pub fn write_course(out: &mut Vec<u8>, course: &Course) {
    let Course {
        size,
        first,
        moves,
        marks,
    } = course;
    let white_first = if *first == Color::White { WHITE_FIRST } else { 0 };
    let marks = mark_numbers(marks);
    // Most courses need no more.
    out.reserve(6 + moves.len().div_ceil(2) * layout(*size).1 as usize / 8 + 2 * marks.len());
    out.push(size.lines() | white_first);
    push_leb(out, moves.len() as u64);
    push_leb(out, marks.len() as u64);
    write_moves(out, moves, *size);
    for mark in marks {
        out.extend(mark.to_le_bytes());
    }
}

fn write_moves(out: &mut Vec<u8>, moves: &[u16], size: BoardSize) {
    let (values, width) = layout(size);
    let value = |point: u16| u64::from(point).min(u64::from(values - 1));
    let (mut bits, mut count) = (0_u64, 0);
    for pair in moves.chunks(2) {
        let second = pair.get(1).map_or(0, |&point| value(point));
        bits |= (value(pair[0]) + u64::from(values) * second) << count;
        count += width;
        if count >= u32::BITS {
            out.extend((bits as u32).to_le_bytes());
            bits >>= u32::BITS;
            count -= u32::BITS;
        }
    }
    out.extend_from_slice(&bits.to_le_bytes()[..count.div_ceil(8) as usize]);
}

/// Returns the numbers that stand for marks.
fn mark_numbers(marks: &[Mark]) -> Vec<u16> {
    let mut numbers = Vec::with_capacity(marks.len());
    let mut now = 0;
    for &Mark { ply, point, kind } in marks {
        let mut passed = ply.saturating_sub(now);
        now = ply;
        let most = match kind {
            MarkKind::Node | MarkKind::Set(_) => 0,
            MarkKind::Removed => ACTIONS - 1,
            MarkKind::Turn => PLACES - 1,
        };
        while passed > most {
            let step = passed.min(PLACES - 1);
            numbers.push(ADVANCE * PLACES + step);
            passed -= step;
        }
        let (action, place) = match kind {
            MarkKind::Node => (NODE, 0),
            MarkKind::Set(Some(Color::Black)) => (SET_BLACK, point),
            MarkKind::Set(Some(Color::White)) => (SET_WHITE, point),
            MarkKind::Set(None) => (EMPTY, point),
            MarkKind::Removed => (passed, point),
            MarkKind::Turn => (TURN, passed),
        };
        numbers.push(action * PLACES + place);
    }
    numbers
}

/// Reads the only course in `bytes`. Returns `None` if they hold anything else.
#[must_use]
pub fn read_course(bytes: &[u8]) -> Option<Course> {
    let mut course = Course::new(BoardSize::MAX);
    let mut reader = Bytes::new(bytes);
    reader.read_course(&mut course).ok()?;
    reader.is_empty().then_some(course)
}

impl<'a> Bytes<'a> {
    /// Reads a course into `course`, whose memory is used again. After an error,
    /// the content of `course` is unspecified.
    pub fn read_course(&mut self, course: &mut Course) -> Result<(), Malformed> {
        let (head, count, moves, marks) = self.parts()?;
        let size = BoardSize::new(head & LINES).ok_or(Malformed)?;
        course.size = size;
        course.first = if head & WHITE_FIRST == 0 {
            Color::Black
        } else {
            Color::White
        };
        course.moves.resize(count.next_multiple_of(MOVES_A_WORD), 0);
        if size == BoardSize::MAX {
            // With constants, the compiler replaces the divisions.
            read_moves(moves, const { layout(BoardSize::MAX) }, &mut course.moves)?;
        } else {
            read_moves(moves, layout(size), &mut course.moves)?;
            let pass = size.area() as u16;
            for point in &mut course.moves[..count] {
                if *point == pass {
                    *point = Course::PASS;
                }
            }
        }
        if course.moves[count..].iter().any(|&point| point != 0) {
            return Err(Malformed);
        }
        course.moves.truncate(count);
        course.marks.clear();
        read_marks(marks, size, count as u32, &mut course.marks)
    }

    /// Reads the first byte, the number of moves, and the bytes of moves and marks.
    #[expect(clippy::type_complexity, reason = "the parts are used at once")]
    fn parts(&mut self) -> Result<(u8, usize, &'a [u8], &'a [u8]), Malformed> {
        let head = self.take(1)?[0];
        let size = BoardSize::new(head & LINES).ok_or(Malformed)?;
        if head & !HEAD != 0 {
            return Err(Malformed);
        }
        let count = usize::from(u16::try_from(self.leb()?).map_err(|_| Malformed)?);
        let marks = usize::try_from(self.leb()?).map_err(|_| Malformed)?;
        let width = layout(size).1 as usize;
        let moves = self.take((count.div_ceil(2) * width).div_ceil(8))?;
        let marks = self.take(marks.checked_mul(2).ok_or(Malformed)?)?;
        Ok((head, count, moves, marks))
    }
}

/// Reads moves, and zeros after the last one. `out` must be a multiple of
/// [`MOVES_A_WORD`] long.
#[inline(always)]
fn read_moves(bytes: &[u8], (values, width): (u32, u32), out: &mut [u16]) -> Result<(), Malformed> {
    let mut largest = 0;
    for (group, points) in out.chunks_exact_mut(MOVES_A_WORD).enumerate() {
        let bit = group * MOVES_A_WORD / 2 * width as usize;
        let word = word_at(bytes, bit / 8) >> (bit % 8);
        for (pair, points) in points.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let pair = (word >> (pair as u32 * width)) as u32 & ((1 << width) - 1);
            let second = pair / values;
            *points = [(pair - second * values) as u16, second as u16];
            largest = largest.max(second);
        }
    }
    if largest < values { Ok(()) } else { Err(Malformed) }
}

/// Returns the eight bytes from `at`, with zeros after the last one.
#[inline(always)]
fn word_at(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    if let Some(word) = rest.first_chunk() {
        return u64::from_le_bytes(*word);
    }
    let mut word = [0; 8];
    word[..rest.len()].copy_from_slice(rest);
    u64::from_le_bytes(word)
}

/// Reads the marks of a game of `moves` moves.
fn read_marks(bytes: &[u8], size: BoardSize, moves: u32, out: &mut Vec<Mark>) -> Result<(), Malformed> {
    let area = size.area() as u16;
    let mut now = 0_u32;
    for bytes in bytes.as_chunks::<2>().0 {
        let number = u16::from_le_bytes(*bytes);
        let (action, place) = (number / PLACES, number % PLACES);
        let kind = match action {
            SET_BLACK => MarkKind::Set(Some(Color::Black)),
            SET_WHITE => MarkKind::Set(Some(Color::White)),
            EMPTY => MarkKind::Set(None),
            NODE if place == 0 => MarkKind::Node,
            TURN => MarkKind::Turn,
            ADVANCE => {
                now = now.saturating_add(place.into());
                continue;
            }
            ..ACTIONS => MarkKind::Removed,
            _ => return Err(Malformed),
        };
        let (passed, point, earliest) = match kind {
            MarkKind::Node | MarkKind::Set(_) => (0, place, 0),
            MarkKind::Removed => (action, place, 1),
            MarkKind::Turn => (place, 0, 2),
        };
        now = now.saturating_add(passed.into());
        if point >= area || now < earliest || now > moves {
            return Err(Malformed);
        }
        let ply = now as u16;
        out.push(Mark { ply, point, kind });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
