mod bytes;
mod candidates;
#[cfg(test)]
mod tests;

use super::batch::{BLOCK, Batch, LISTED, MoveInside};
use crate::go::{BoardSize, Color, Point};
use crate::pattern::{Condition, Image};
use bytes::{Bytes, PIECE};
use std::cell::OnceCell;

/// The conditions of an image, laid out to be tested on many games.
///
/// [`Probe::may_stand`] excludes most games quickly and never one with an occurrence;
/// [`Probe::occurrences`] is exact.
pub struct Probe {
    /// For each offset from the upper left point to the lower right one, the condition if
    /// the point is inside.
    inside: Vec<Option<Condition>>,
    /// The offsets of all points inside.
    points: Vec<usize>,
    /// The points that need a stone, of one colour or of either.
    stones: Vec<(usize, Option<Color>)>,
    /// The points that may be empty or have a stone of the colour.
    empty_or: Vec<(usize, Color)>,
    /// The points of the sequence in order.
    steps: Vec<usize>,
    pieces: Vec<Piece>,
    /// The points that must be empty, those next to stones first: where a game goes another
    /// way, one of these is often taken.
    empty_points: Vec<usize>,
    /// True if each point must be empty or have a stone, so that a move inside ends a run.
    is_closed: bool,
    /// The column and row of each point of the board.
    columns_and_rows: Vec<(u8, u8)>,
    /// The number of the image, which an [`AreaInGame`] is of.
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
    area: AreaInGame,
}

/// An area in a game, which is read once for all its runs: a game may have tens of thousands.
#[derive(Default)]
pub struct AreaInGame {
    /// The number of the game, and the lane of it in its batch.
    game: u32,
    lane: usize,
    /// The index of the upper left point.
    at: usize,
    /// The number of the image.
    image: usize,
    /// The moments of the points, by their offsets. What lies between the rows is of no
    /// meaning.
    moments: Vec<u8>,
    /// The moves on points with lists, in order, once they were needed.
    listed_moves: OnceCell<Vec<MoveInside>>,
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
            let mut without = Self::of_conditions(size, image.width, image.height, without.collect());
            without.number = number;
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
        let with_conditions = offsets.zip(&conditions);
        let empty = with_conditions.filter(|(_, condition)| is_empty(condition));
        let mut empty_points: Vec<usize> = empty.map(|(offset, _)| offset).collect();
        let distance = |a: usize, b: usize| (a % lines).abs_diff(b % lines) + (a / lines).abs_diff(b / lines);
        empty_points.sort_by_key(|&point| stones.iter().map(|&(stone, _)| distance(point, stone)).min());
        let inside: Vec<Option<Condition>> = (0..=last)
            .map(|offset| {
                let (x, y) = (offset % lines, offset / lines);
                (x < width.into()).then(|| conditions[y * usize::from(width) + x])
            })
            .collect();
        Self {
            empty_points,
            is_closed: conditions.iter().all(is_closed),
            points: (0..inside.len()).filter(|&offset| inside[offset].is_some()).collect(),
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
        mut found: impl FnMut(Run, &AreaInGame),
    ) {
        let Scratch { changes, runs, area } = scratch;
        self.read_area(batch, lane, at, area);
        let area = &*area;
        let Some(without_steps) = &self.without_steps else {
            return self.runs(batch, area, changes, |run| found(run, area));
        };
        let [begun, whole] = runs;
        begun.clear();
        whole.clear();
        self.runs(batch, area, changes, |run| begun.push(run));
        if !begun.is_empty() {
            without_steps.runs(batch, area, changes, |run| whole.push(run));
        }
        for begun in &*begun {
            let mut first = begun.from;
            let end = loop {
                first = self.first_step(batch, area, first, begun.until);
                let end = self.end_of_sequence(batch, area, first);
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
                found(run, area);
            }
        }
    }

    /// Reads the area in a game, unless that was the last that was read.
    pub fn read_area(&self, batch: &Batch, lane: usize, at: usize, area: &mut AreaInGame) {
        let game = batch.games()[lane];
        if (area.game, area.at, area.image) == (game, at, self.number) && !area.moments.is_empty() {
            return;
        }
        area.game = game;
        area.lane = lane;
        area.at = at;
        area.image = self.number;
        area.moments.resize(self.inside.len() + 2 * PIECE, 0);
        let columns = batch.columns(lane / BLOCK, at);
        for &offset in &self.points {
            area.moments[offset] = columns[offset].0[lane % BLOCK];
        }
        area.listed_moves.take();
    }

    /// Returns the ply of the first move after `after` on the point of the first step, or
    /// `until`, the end of the run, if that is earlier.
    fn first_step(&self, batch: &Batch, area: &AreaInGame, after: u32, until: u32) -> u32 {
        let step = self.steps[0];
        if area.moments[step] < LISTED {
            return until;
        }
        // Suicide leaves no stone, so the run does not end with it.
        let moves = self.listed_moves(batch, area);
        let later = &moves[moves.partition_point(|inside| inside.ply <= after)..];
        let in_run = later.iter().take_while(|inside| inside.ply < until);
        let step = in_run.into_iter().find(|inside| inside.point == area.at + step);
        step.map_or(until, |inside| inside.ply)
    }

    /// Returns the moves inside the area on points with lists, in order.
    fn listed_moves<'a>(&self, batch: &Batch, area: &'a AreaInGame) -> &'a [MoveInside] {
        area.listed_moves.get_or_init(|| {
            let lives = batch.lives(area.lane).filter(|life| life.is_move);
            let inside = lives.filter(|life| self.condition_at(life.point.into(), area.at).is_some());
            let mut moves: Vec<MoveInside> = inside
                .map(|life| MoveInside {
                    ply: life.from,
                    point: life.point.into(),
                    color: life.color,
                })
                .collect();
            moves.sort_unstable_by_key(|inside| inside.ply);
            moves
        })
    }

    /// Returns the ply of the last move of the sequence and the colour of the first, if the
    /// first is at the ply `begin` and the moves inside the area that follow are the others.
    fn end_of_sequence(&self, batch: &Batch, area: &AreaInGame, begin: u32) -> Option<(u32, Color)> {
        let mut ply = begin.checked_sub(1)?;
        let mut begun_by = None;
        let mut color = None;
        for (number, &offset) in self.steps.iter().enumerate() {
            let inside = self.next_move(batch, area, ply)?;
            let is_step = inside.point == area.at + offset && color.is_none_or(|color| inside.color == color);
            if !is_step || (number == 0 && inside.ply != begin) {
                return None;
            }
            ply = inside.ply;
            begun_by = begun_by.or(Some(inside.color));
            color = Some(inside.color.opponent());
        }
        Some((ply, begun_by?))
    }

    fn runs(&self, batch: &Batch, area: &AreaInGame, changes: &mut Vec<(u32, i32)>, mut found: impl FnMut(Run)) {
        let &AreaInGame {
            lane, at, ref moments, ..
        } = area;
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
    pub fn answer(&self, batch: &Batch, area: &AreaInGame, run: &Run) -> Option<MoveInside> {
        run.answer.unwrap_or_else(|| {
            let inside = self.next_move(batch, area, run.answer_after)?;
            (inside.ply <= run.until).then_some(inside)
        })
    }

    /// Returns the first move inside the area after a ply.
    pub fn next_move(&self, batch: &Batch, area: &AreaInGame, after: u32) -> Option<MoveInside> {
        let &AreaInGame {
            lane, at, ref moments, ..
        } = area;
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
            let moves = self.listed_moves(batch, area);
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
