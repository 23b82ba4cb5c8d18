mod bytes;
mod candidates;
#[cfg(test)]
mod tests;

use super::batch::{Batch, CACHE_LINE, LISTED, MoveInside, PIECE};
use crate::go::{BoardSize, Color, Point};
use crate::pattern::{Condition, Image};
use bytes::Bytes;
pub use candidates::Candidates;
use std::mem::take;

/// The conditions of an image, laid out to be tested on many games.
///
/// [`Probe::may_stand`] excludes most games quickly and never one with an occurrence;
/// [`Probe::occurrences`] is exact.
pub struct Probe {
    /// For each offset from the upper left point to the lower right one, the condition if
    /// the point is inside.
    inside: Vec<Option<Condition>>,
    /// The points that need a stone, of one colour or of either.
    stones: Vec<(usize, Option<Color>)>,
    /// The points that may be empty or have a stone of the colour.
    empty_or: Vec<(usize, Color)>,
    /// The points of the sequence in order.
    steps: Vec<usize>,
    pieces: Vec<Piece>,
    /// The points of each piece that must be empty, if there are any.
    empties: Vec<(usize, Bytes)>,
    /// The points that must be empty.
    empty_points: Vec<usize>,
    /// The offset of a point in each cache line that the pieces are in.
    lines: Vec<usize>,
    /// True if each point must be empty or have a stone, so that a move inside ends a run.
    is_closed: bool,
    /// The column and row of each point of the board.
    columns_and_rows: Vec<(u8, u8)>,
    /// The number of the image, which [`ListedMoves`] are of.
    number: usize,
    /// The same conditions without those of the sequence, if there is one.
    without_steps: Option<Box<Probe>>,
}

/// A part of a row of the area: `PIECE` points of the board.
struct Piece {
    offset: usize,
    /// The points that must be empty.
    empty: Bytes,
    /// The points of the area.
    area: Bytes,
}

/// Plies `from` to `until`, the latter not included, at which all conditions hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub from: u32,
    pub until: u32,
    /// The ply after which an answer counts: `from`, or the last move of the sequence.
    pub answer_after: u32,
    /// The colour that begins the sequence, if there is one.
    pub begun_by: Option<Color>,
    /// True if a move was played elsewhere during the sequence.
    pub is_interrupted: bool,
    /// The answer if the exact test has found it: `Some(None)` if there is none.
    pub answer: Option<Option<MoveInside>>,
}

/// Memory that the exact test uses again and again.
#[derive(Default)]
pub struct Scratch {
    changes: Vec<(u32, i32)>,
    /// The runs with the points of the sequence empty, and without conditions on them.
    runs: [Vec<Run>; 2],
    moves: ListedMoves,
}

/// The moves inside the area on points with lists, in order, for the place and game of the
/// last question. A game may have tens of thousands, and as many runs.
#[derive(Default)]
pub struct ListedMoves {
    of: Option<(usize, usize, usize)>,
    moves: Vec<MoveInside>,
}

impl Probe {
    pub fn new(number: usize, image: &Image, size: BoardSize) -> Self {
        let mut probe = Self::of_conditions(size, image.width, image.height, image.conditions.clone());
        probe.number = number;
        if !probe.steps.is_empty() {
            let without = image.conditions.iter().map(|&condition| match condition {
                Condition::Step(_) => Condition::Anything,
                other => other,
            });
            let without = Self::of_conditions(size, image.width, image.height, without.collect());
            probe.without_steps = Some(Box::new(without));
        }
        probe
    }

    fn of_conditions(size: BoardSize, width: u8, height: u8, conditions: Vec<Condition>) -> Self {
        let lines = usize::from(size.lines());
        let mut stones = Vec::new();
        let mut empty_or = Vec::new();
        let mut steps = Vec::new();
        let mut pieces = Vec::new();
        for (y, row) in conditions.chunks(width.into()).enumerate() {
            for (at, row) in (0..).step_by(PIECE).zip(row.chunks(PIECE)) {
                let offset = y * lines + at;
                let mut piece = Piece {
                    offset,
                    empty: Bytes::NONE,
                    area: Bytes::NONE,
                };
                for (x, &condition) in row.iter().enumerate() {
                    piece.area.0[x] = 255;
                    match condition {
                        Condition::Anything => {}
                        Condition::Empty => piece.empty.0[x] = 255,
                        Condition::Stone(color) => stones.push((offset + x, Some(color))),
                        Condition::AnyStone => stones.push((offset + x, None)),
                        Condition::EmptyOr(color) => empty_or.push((offset + x, color)),
                        Condition::Step(number) => {
                            piece.empty.0[x] = 255;
                            steps.push((number, offset + x));
                        }
                    }
                }
                pieces.push(piece);
            }
        }
        steps.sort_unstable();
        let is_closed =
            |condition: &Condition| matches!(condition, Condition::Empty | Condition::Stone(_) | Condition::AnyStone);
        let last = usize::from(height - 1) * lines + usize::from(width - 1);
        let is_empty = |condition: &Condition| matches!(condition, Condition::Empty | Condition::Step(_));
        let offsets = (0..height).flat_map(|y| (0..width).map(move |x| usize::from(y) * lines + usize::from(x)));
        let empty_points = offsets.zip(&conditions).filter(|(_, condition)| is_empty(condition));
        let inside = (0..=last)
            .map(|offset| {
                let (x, y) = (offset % lines, offset / lines);
                (x < width.into()).then(|| conditions[y * usize::from(width) + x])
            })
            .collect();
        let with_empty = pieces.iter().filter(|piece: &&Piece| !piece.empty.is_empty());
        Self {
            empties: with_empty.map(|piece| (piece.offset, piece.empty)).collect(),
            empty_points: empty_points.map(|(offset, _)| offset).collect(),
            lines: (0..last).step_by(CACHE_LINE).chain([last]).collect(),
            is_closed: conditions.iter().all(is_closed),
            inside,
            stones,
            empty_or,
            steps: steps.into_iter().map(|(_, offset)| offset).collect(),
            pieces,
            columns_and_rows: size.points().map(|point| (point.x, point.y)).collect(),
            number: 0,
            without_steps: None,
        }
    }

    /// Calls `found` with each longest run of plies at which all conditions hold, in
    /// order. With a sequence, a run counts if the sequence is played in it.
    pub fn occurrences(
        &self,
        batch: &Batch,
        lane: usize,
        at: usize,
        scratch: &mut Scratch,
        mut found: impl FnMut(Run, &mut ListedMoves),
    ) {
        let Some(without_steps) = &self.without_steps else {
            let Scratch { changes, moves, .. } = scratch;
            return self.runs(batch, lane, at, changes, |run| found(run, moves));
        };
        let [mut begun, mut whole] = take(&mut scratch.runs);
        begun.clear();
        whole.clear();
        self.runs(batch, lane, at, &mut scratch.changes, |run| begun.push(run));
        if !begun.is_empty() {
            without_steps.runs(batch, lane, at, &mut scratch.changes, |run| whole.push(run));
        }
        for begun in &begun {
            let mut first = begun.from;
            let end = loop {
                first = self.first_step(batch, lane, at, first, begun.until, &mut scratch.moves);
                let end = self.end_of_sequence(batch, lane, at, first, &mut scratch.moves);
                if end.is_some() || first == begun.until {
                    break end;
                }
            };
            let Some((answer_after, begun_by)) = end else { continue };
            let whole = &whole[whole.partition_point(|run| run.until <= begun.from)..];
            if let Some(run) = whole.first().filter(|run| answer_after < run.until) {
                let run = Run {
                    from: begun.from,
                    until: run.until,
                    answer_after,
                    begun_by: Some(begun_by),
                    is_interrupted: (answer_after - first) as usize >= self.steps.len(),
                    answer: None,
                };
                found(run, &mut scratch.moves);
            }
        }
        scratch.runs = [begun, whole];
    }

    /// Returns the ply of the first move after `after` on the point of the first step, or
    /// `until`, the end of the run, if that is earlier.
    fn first_step(
        &self,
        batch: &Batch,
        lane: usize,
        at: usize,
        after: u32,
        until: u32,
        moves: &mut ListedMoves,
    ) -> u32 {
        let point = at + self.steps[0];
        if batch.moments(lane, point)[0] < LISTED {
            return until;
        }
        // Suicide leaves no stone, so the run does not end with it.
        let moves = self.listed_moves(batch, lane, at, moves);
        let later = &moves[moves.partition_point(|inside| inside.ply <= after)..];
        let in_run = later.iter().take_while(|inside| inside.ply < until);
        let step = in_run.into_iter().find(|inside| inside.point == point);
        step.map_or(until, |inside| inside.ply)
    }

    /// Returns the moves inside the area on points with lists, in order.
    fn listed_moves<'a>(&self, batch: &Batch, lane: usize, at: usize, moves: &'a mut ListedMoves) -> &'a [MoveInside] {
        let of = (batch.games()[lane] as usize, at, self.number);
        if moves.of != Some(of) {
            moves.of = Some(of);
            let lives = batch.lives(lane).filter(|life| life.is_move);
            let inside = lives.filter(|life| self.condition_at(life.point.into(), at).is_some());
            moves.moves.clear();
            moves.moves.extend(inside.map(|life| MoveInside {
                ply: life.from,
                point: life.point.into(),
                color: life.color,
            }));
            moves.moves.sort_unstable_by_key(|inside| inside.ply);
        }
        &moves.moves
    }

    /// Returns the ply of the last move of the sequence and the colour of the first, if the
    /// first is at the ply `begin` and the moves inside the area that follow are the others.
    fn end_of_sequence(
        &self,
        batch: &Batch,
        lane: usize,
        at: usize,
        begin: u32,
        moves: &mut ListedMoves,
    ) -> Option<(u32, Color)> {
        let mut ply = begin.checked_sub(1)?;
        let mut begun_by = None;
        let mut color = None;
        for (number, &offset) in self.steps.iter().enumerate() {
            let inside = self.next_move(batch, lane, at, ply, moves)?;
            let is_step = inside.point == at + offset && color.is_none_or(|color| inside.color == color);
            if !is_step || (number == 0 && inside.ply != begin) {
                return None;
            }
            ply = inside.ply;
            begun_by = begun_by.or(Some(inside.color));
            color = Some(inside.color.opponent());
        }
        Some((ply, begun_by?))
    }

    fn runs(&self, batch: &Batch, lane: usize, at: usize, changes: &mut Vec<(u32, i32)>, mut found: impl FnMut(Run)) {
        let moments = batch.moments(lane, at);
        let mut from = 0;
        let mut listed_stones = 0;
        for &(offset, color) in &self.stones {
            let moment = moments[offset];
            if moment < LISTED {
                let is_white = match color {
                    Some(color) => color == Color::White,
                    None => batch.has_stood(Color::White, at + offset, lane),
                };
                from = from.max(batch.ply_of(lane, is_white, moment));
            } else {
                listed_stones += 1;
            }
        }
        let mut until = batch.end(lane);
        let mut first_taken = Bytes::ALL;
        let mut listed = Bytes::NONE;
        for piece in &self.pieces {
            let row = Bytes::at(moments, piece.offset);
            first_taken = first_taken.min(row.or(piece.empty.not()));
            listed = listed.or(row.equal(LISTED).and(piece.area));
        }
        let first_taken = first_taken.smallest();
        let mut breaks = None;
        if first_taken < LISTED {
            let points = self.points_with(moments, first_taken, |piece| piece.empty);
            for offset in points {
                let inside = batch.only_move(lane, at + offset, first_taken);
                if inside.ply < until {
                    until = inside.ply;
                    breaks = Some(inside);
                }
            }
        }
        for &(offset, color) in &self.empty_or {
            let moment = moments[offset];
            if moment < LISTED && batch.has_stood(color.opponent(), at + offset, lane) {
                until = until.min(batch.ply(lane, at + offset, moment));
            }
        }
        if from >= until {
            return;
        }
        let run = |from, until| Run {
            from,
            until,
            answer_after: from,
            begun_by: None,
            is_interrupted: false,
            answer: None,
        };
        if listed.is_empty() {
            found(Run {
                answer: self.is_closed.then_some(breaks),
                ..run(from, until)
            });
            return;
        }
        // On points with lists, conditions begin and cease to hold: `changes` has the
        // plies at which the number of conditions that do not hold rises or falls.
        changes.clear();
        let mut first_inside = breaks;
        for life in batch.lives(lane) {
            let Some(condition) = self.condition_at(life.point.into(), at) else {
                continue;
            };
            if life.is_move && life.from > from && first_inside.is_none_or(|first| life.from < first.ply) {
                first_inside = Some(MoveInside {
                    ply: life.from,
                    point: life.point.into(),
                    color: life.color,
                });
            }
            let broken = |stone| i32::from(!condition.permits(stone));
            let change = broken(Some(life.color)) - broken(None);
            if change != 0 && life.from < life.until {
                changes.push((life.from, change));
                if life.until < until {
                    changes.push((life.until, -change));
                }
            }
        }
        // The first run, which is the only one of most games, has its answer already.
        let mut found = |begun, until| {
            let is_known = self.is_closed && begun == from;
            found(Run {
                answer: is_known.then(|| first_inside.filter(|inside| inside.ply <= until)),
                ..run(begun, until)
            });
        };
        changes.sort_unstable();
        let mut broken = listed_stones;
        let mut begun = None;
        let begins = changes.partition_point(|&(ply, _)| ply <= from);
        for (_, change) in &changes[..begins] {
            broken += change;
        }
        if broken == 0 {
            begun = Some(from);
        }
        for changes in changes[begins..].chunk_by(|a, b| a.0 == b.0) {
            let ply = changes[0].0;
            if ply >= until {
                break;
            }
            for (_, change) in changes {
                broken += change;
            }
            match begun {
                Some(from) if broken != 0 => {
                    found(from, ply);
                    begun = None;
                }
                None if broken == 0 => begun = Some(ply),
                _ => {}
            }
        }
        if let Some(from) = begun {
            found(from, until);
        }
    }

    /// Returns the answer to a run: the first move inside the area while it lasts.
    pub fn answer(
        &self,
        batch: &Batch,
        lane: usize,
        at: usize,
        run: &Run,
        moves: &mut ListedMoves,
    ) -> Option<MoveInside> {
        run.answer.unwrap_or_else(|| {
            let inside = self.next_move(batch, lane, at, run.answer_after, moves)?;
            (inside.ply <= run.until).then_some(inside)
        })
    }

    /// Returns the first move inside the area after a ply.
    pub fn next_move(
        &self,
        batch: &Batch,
        lane: usize,
        at: usize,
        after: u32,
        listed_moves: &mut ListedMoves,
    ) -> Option<MoveInside> {
        let moments = batch.moments(lane, at);
        let mut next: Option<MoveInside> = None;
        let mut offer = |inside: MoveInside| {
            if inside.ply > after && next.is_none_or(|best| inside.ply < best.ply) {
                next = Some(inside);
            }
        };
        let half = after.div_ceil(2);
        let mut listed = Bytes::NONE;
        let mut first = Bytes::ALL;
        let mut same_half = Bytes::NONE;
        // Only irregular games, whose points all have lists, last longer.
        if half < u32::from(LISTED) {
            let half = half as u8;
            for piece in &self.pieces {
                let row = Bytes::at(moments, piece.offset);
                // Points outside the area and earlier stones become 255.
                let others = row.below(half + 1).or(piece.area.not());
                first = first.min(row.or(others));
                listed = listed.or(row.equal(LISTED).and(piece.area));
                same_half = same_half.or(row.equal(half).and(piece.area));
            }
            let mut offer_all = |moment| {
                for offset in self.points_with(moments, moment, |piece| piece.area) {
                    offer(batch.only_move(lane, at + offset, moment));
                }
            };
            // The other ply of the pair may be the next.
            if after % 2 == 1 && !same_half.is_empty() {
                offer_all(half);
            }
            let first = first.smallest();
            if first < LISTED {
                offer_all(first);
            }
        } else {
            listed = Bytes::ALL;
        }
        if !listed.is_empty() {
            let moves = self.listed_moves(batch, lane, at, listed_moves);
            let later = moves.get(moves.partition_point(|inside| inside.ply <= after));
            later.copied().into_iter().for_each(offer);
        }
        next
    }

    /// Returns the offsets of the points with a byte, among those that `mask` selects.
    fn points_with<'a>(
        &'a self,
        moments: &'a [u8],
        moment: u8,
        mask: impl Fn(&Piece) -> Bytes + 'a,
    ) -> impl Iterator<Item = usize> + 'a {
        self.pieces.iter().flat_map(move |piece| {
            let equal = Bytes::at(moments, piece.offset).equal(moment).and(mask(piece));
            let mut bits = u128::from_le_bytes(equal.0);
            std::iter::from_fn(move || {
                let x = bits.trailing_zeros() / 8;
                (bits != 0).then(|| {
                    bits &= !(255 << (8 * x));
                    piece.offset + x as usize
                })
            })
        })
    }

    /// Returns the condition of a point of the board, or `None` outside the area.
    fn condition_at(&self, point: usize, at: usize) -> Option<Condition> {
        self.inside.get(point.wrapping_sub(at)).copied().flatten()
    }

    /// Returns the point of an index on the board.
    pub fn point(&self, index: usize) -> Point {
        let (x, y) = self.columns_and_rows[index];
        Point::new(x, y)
    }
}
