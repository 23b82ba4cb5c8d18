//! The first moves inside a quadrant.

use crate::go::{BoardSize, Color};
use crate::record::{Course, Mark, MarkKind};

/// The number of quadrants of a board: upper left, upper right, lower left, lower right. The middle
/// lines of a board belong to several.
pub const QUADRANTS: usize = 4;

/// The number of bytes of a list.
pub(super) const LENGTH: usize = 16;

/// The number of columns of the numbering of points in a quadrant.
const COLUMNS: u16 = BoardSize::MAX.lines().div_ceil(2) as u16;

/// The number of points of a quadrant of the largest board.
pub const CORNER_POINTS: usize = COLUMNS as usize * COLUMNS as usize;

/// What a byte after the first means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CornerStep {
    /// A stone is placed: the number of its point, from the corner, and its colour.
    Stone(u8, Color),
    /// The stone of the next byte may leave the board later. Others stay until the end of the game.
    Taken,
    /// The stones so far were set up before the first move.
    Begin,
    /// There are no more moves inside the quadrant.
    End,
    /// The list ends because the course says what happens next: something leaves the quadrant, or is set up.
    Course,
}

impl CornerStep {
    /// The first byte of a white stone.
    const POINTS: u8 = CORNER_POINTS as u8;
    const TAKEN: u8 = 2 * Self::POINTS;
    const BEGIN: u8 = Self::TAKEN + 1;
    const END: u8 = Self::TAKEN + 2;
    const COURSE: u8 = Self::TAKEN + 3;

    const fn byte(self) -> u8 {
        match self {
            Self::Stone(point, Color::Black) => point,
            Self::Stone(point, Color::White) => Self::POINTS + point,
            Self::Taken => Self::TAKEN,
            Self::Begin => Self::BEGIN,
            Self::End => Self::END,
            Self::Course => Self::COURSE,
        }
    }

    /// Returns the step of a byte. A byte that no writer produces is left to the course.
    #[inline]
    pub const fn of(byte: u8) -> Self {
        match byte {
            Self::POINTS..Self::TAKEN => Self::Stone(byte - Self::POINTS, Color::White),
            0..Self::POINTS => Self::Stone(byte, Color::Black),
            Self::TAKEN => Self::Taken,
            Self::BEGIN => Self::Begin,
            Self::END => Self::End,
            _ => Self::Course,
        }
    }
}

/// The first byte of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerStart {
    pub lines: u8,
    /// True if the list begins with stones that were set up.
    pub is_set_up: bool,
}

impl CornerStart {
    const SET_UP: u8 = 32;

    const fn byte(self) -> u8 {
        self.lines + if self.is_set_up { Self::SET_UP } else { 0 }
    }

    pub const fn of(byte: u8) -> Self {
        Self {
            lines: byte % Self::SET_UP,
            is_set_up: byte >= Self::SET_UP,
        }
    }
}

/// Returns the number of a point in a quadrant, counted from the corner, if it is inside.
pub fn corner_point(size: BoardSize, quadrant: usize, point: usize) -> Option<u8> {
    let lines = u16::from(size.lines());
    let (x, y) = (point as u16 % lines, point as u16 / lines);
    let x = if quadrant & 1 == 0 { x } else { lines - 1 - x };
    let y = if quadrant & 2 == 0 { y } else { lines - 1 - y };
    let is_inside = x.max(y) < lines.div_ceil(2);
    is_inside.then_some((y * COLUMNS + x) as u8)
}

/// Returns the index of a point of a quadrant on its board.
pub fn point_of_corner(size: BoardSize, quadrant: usize, point: u8) -> usize {
    let lines = usize::from(size.lines());
    let (x, y) = (
        usize::from(point) % COLUMNS as usize,
        usize::from(point) / COLUMNS as usize,
    );
    let x = if quadrant & 1 == 0 { x } else { lines - 1 - x };
    let y = if quadrant & 2 == 0 { y } else { lines - 1 - y };
    y * lines + x
}

/// The first moves inside a quadrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CornerList {
    pub(super) bytes: [u8; LENGTH],
    /// A bit for each byte that is a move: whether it comes right after the previous move of the list or,
    /// being the first, begins the game. That of the end tells whether the game ends with the last move.
    pub(super) at_once: u16,
}

impl CornerList {
    /// Returns the lists of a game.
    pub fn of(course: &Course) -> [Self; QUADRANTS] {
        // For each point, the last ply of a mark. A stone that was placed later stays.
        let mut last_marks = [None; BoardSize::MAX.area()];
        for mark in &course.marks {
            if matches!(mark.kind, MarkKind::Removed | MarkKind::Set(_)) {
                last_marks[usize::from(mark.point)] = Some(mark.ply);
            }
        }
        [0, 1, 2, 3].map(|quadrant| Self::of_quadrant(course, quadrant, &last_marks))
    }

    /// Returns lists that leave everything to the course.
    pub fn of_unknown(size: BoardSize) -> [Self; QUADRANTS] {
        let mut list = CornerListWriter::new(CornerStart {
            lines: size.lines(),
            is_set_up: false,
        });
        list.push(CornerStep::Course);
        [list.list; QUADRANTS]
    }

    fn of_quadrant(course: &Course, quadrant: usize, last_marks: &[Option<u16>]) -> Self {
        let size = course.size;
        let inside = |point: u16| corner_point(size, quadrant, point.into());
        let marks = course.marks.iter().filter(|mark| inside(mark.point).is_some());
        let set_up: Vec<&Mark> = marks.clone().take_while(|mark| mark.ply == 0).collect();
        let set_up: Vec<(u16, Color)> = set_up.iter().filter_map(|mark| stone_set_up(mark)).collect();
        let is_set_twice = |at: usize| set_up[..at].iter().any(|(point, _)| *point == set_up[at].0);
        let changed = if (0..set_up.len()).any(is_set_twice) {
            Some(0)
        } else {
            let mut changes = marks.filter(|mark| is_change(mark));
            changes.next().map(|mark| mark.ply)
        };
        let start = CornerStart {
            lines: size.lines(),
            is_set_up: !set_up.is_empty(),
        };
        let mut list = CornerListWriter::new(start);
        if changed == Some(0) {
            list.push(CornerStep::Course);
            return list.list;
        }
        for &(point, color) in &set_up {
            list.stone(inside(point), color, last_marks[usize::from(point)] > Some(0));
        }
        if start.is_set_up {
            list.push(CornerStep::Begin);
        }
        let mut turns = course
            .marks
            .iter()
            .filter(|mark| mark.kind == MarkKind::Turn)
            .peekable();
        let mut color = course.first.opponent();
        let mut last = 0;
        // A game may have as many moves as there are numbers.
        for (ply, &point) in (1..=u16::MAX).zip(&course.moves) {
            if changed.is_some_and(|changed| ply >= changed) {
                list.is_at_once = false;
                list.push(CornerStep::Course);
                return list.list;
            }
            if turns.next_if(|turn| turn.ply == ply).is_none() {
                color = color.opponent();
            }
            if point != Course::PASS
                && let Some(inside) = inside(point)
            {
                list.is_at_once = ply == last + 1;
                list.stone(Some(inside), color, last_marks[usize::from(point)] >= Some(ply));
                last = ply;
                if list.length == LENGTH {
                    return list.list;
                }
            }
        }
        list.is_at_once = usize::from(last) == course.moves.len();
        list.push(CornerStep::End);
        list.list
    }

    /// Returns the step at a place, from 1 on.
    #[cfg(test)]
    fn step(&self, at: usize) -> CornerStep {
        CornerStep::of(self.bytes[at])
    }
}

fn stone_set_up(mark: &Mark) -> Option<(u16, Color)> {
    match mark.kind {
        MarkKind::Set(Some(color)) => Some((mark.point, color)),
        _ => None,
    }
}

/// Returns whether a mark changes what is on its point otherwise than by a stone before the first move.
fn is_change(mark: &Mark) -> bool {
    match mark.kind {
        MarkKind::Removed => true,
        MarkKind::Set(stone) => mark.ply > 0 || stone.is_none(),
        MarkKind::Node | MarkKind::Turn => false,
    }
}

/// A list that is being written. What it has no room for is left out.
struct CornerListWriter {
    list: CornerList,
    length: usize,
    is_at_once: bool,
}

impl CornerListWriter {
    const fn new(start: CornerStart) -> Self {
        let mut bytes = [0; LENGTH];
        bytes[0] = start.byte();
        Self {
            list: CornerList { bytes, at_once: 0 },
            length: 1,
            is_at_once: false,
        }
    }

    fn stone(&mut self, point: Option<u8>, color: Color, is_taken: bool) {
        if is_taken {
            self.push_byte(CornerStep::Taken.byte());
        }
        self.push(CornerStep::Stone(point.unwrap_or_default(), color));
    }

    fn push(&mut self, step: CornerStep) {
        if self.length < LENGTH {
            self.list.at_once |= u16::from(self.is_at_once) << self.length;
            self.push_byte(step.byte());
        }
    }

    fn push_byte(&mut self, byte: u8) {
        if let Some(at) = self.list.bytes.get_mut(self.length) {
            *at = byte;
            self.length += 1;
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::go::{HashTable, KeyTable};
    use crate::record::game_trees;

    pub(in crate::store::codec::corners) fn lists(text: &str) -> [CornerList; QUADRANTS] {
        let record = game_trees(text).next().expect("a tree").game.expect("a game");
        CornerList::of(&Course::of(
            &record,
            &KeyTable::new(&HashTable::built_in(), record.size),
        ))
    }

    /// Returns the steps as text, `!` for those that come at once.
    fn text(list: &CornerList) -> String {
        let mut words = Vec::new();
        for at in 1..LENGTH {
            let step = list.step(at);
            let word = match step {
                CornerStep::Stone(point, color) => format!("{}{point}", color.letter()),
                CornerStep::Taken => "taken".to_owned(),
                CornerStep::Begin => "begin".to_owned(),
                CornerStep::End => "end".to_owned(),
                CornerStep::Course => "course".to_owned(),
            };
            words.push(word + if list.at_once >> at & 1 == 1 { "!" } else { "" });
            if matches!(step, CornerStep::End | CornerStep::Course) {
                break;
            }
        }
        words.join(" ")
    }

    #[test]
    fn a_list_has_the_moves_inside_its_quadrant() {
        for (record, expected) in [
            (
                "(;B[dd];W[pd];B[dp];W[pp])",
                ["B33! end", "W33 end", "B33 end", "W33 end!"],
            ),
            // The middle lines are in several quadrants.
            (
                "(;B[jj];W[ja];B[])",
                ["B99! W9! end", "B99! W9! end", "B99! end", "B99! end"],
            ),
            ("(;SZ[9];B[ee];W[])", ["B44! end", "B44! end", "B44! end", "B44! end"]),
            // A colour that plays twice, a pass, and a move without anything between.
            (
                "(;SZ[9];B[aa];B[bb];W[];W[cc])",
                ["B0! B11! W22 end!", "end", "end", "end"],
            ),
            ("(;SZ[9];W[])", ["end", "end", "end", "end"]),
            ("(;SZ[9])", ["end!", "end!", "end!", "end!"]),
            // Setup, before the first move and later.
            (
                "(;SZ[9]AB[aa]AW[cc];W[bb])",
                ["B0 W22 begin W11! end!", "end", "end", "end"],
            ),
            ("(;SZ[9];B[aa];AB[bb];W[ha])", ["course", "W1 end!", "end", "end"]),
            (
                "(;SZ[9];B[ai];W[aa];AB[bb];W[ha])",
                ["course", "W1 end!", "B0! end", "end"],
            ),
            // A stone that is captured, after which the course tells more; and one that is placed anew.
            (
                "(;SZ[9];B[ba];W[aa];B[ab];W[aa];B[hh])",
                ["B1! taken W0! course", "end", "end", "B11 end!"],
            ),
            (
                "(;SZ[9];B[aa];W[hh];B[aa];W[hi])",
                ["taken B0! course", "end", "end", "W11 W1 end!"],
            ),
        ] {
            assert_eq!(lists(record).each_ref().map(text), expected, "{record}");
        }
    }

    #[test]
    fn setup_that_is_undone_before_the_first_move_is_left_to_the_course() {
        let set = |stone| Mark {
            ply: 0,
            point: 0,
            kind: MarkKind::Set(stone),
        };
        let black = set(Some(Color::Black));
        for marks in [
            vec![black, set(Some(Color::White))],
            vec![black, set(None)],
            vec![set(None)],
        ] {
            let mut course = Course::new(BoardSize::MAX);
            course.marks = marks;
            let lists = CornerList::of(&course);
            assert_eq!(lists.each_ref().map(text), ["course", "end!", "end!", "end!"]);
            assert_eq!(CornerStart::of(lists[0].bytes[0]).lines, 19);
        }
    }

    #[test]
    fn a_list_ends_when_it_is_full() {
        let moves: String = ('a'..='j')
            .flat_map(|x| [format!(";B[{x}a]"), format!(";W[{x}c]")])
            .collect();
        let list = lists(&format!("(;{moves})"))[0];
        assert_eq!(list.bytes[LENGTH - 1], CornerStep::Stone(7, Color::Black).byte());
        assert_eq!(list.at_once, u16::MAX - 1);
    }

    #[test]
    fn the_longest_game_has_a_list() {
        let mut course = Course::new(BoardSize::MAX);
        course.moves = vec![Course::PASS; u16::MAX.into()];
        assert_eq!(CornerList::of(&course).each_ref().map(text), ["end"; QUADRANTS]);
    }

    #[test]
    fn points_are_counted_from_the_corner() {
        for size in (2..=19).filter_map(BoardSize::new) {
            let mut seen = vec![false; size.area()];
            for quadrant in 0..QUADRANTS {
                for (point, seen) in seen.iter_mut().enumerate() {
                    if let Some(number) = corner_point(size, quadrant, point) {
                        assert_eq!(point_of_corner(size, quadrant, number), point);
                        *seen = true;
                    }
                }
            }
            assert!(!seen.contains(&false), "{size}");
        }
    }
}
