use super::batch::{AGAIN, Batch, LANES, Lanes, Life, PIECE};
use crate::go::{BoardSize, Color, Point};
use crate::pattern::{Condition, Image};

/// The conditions of an image, laid out to be tested on many games.
///
/// Three tests follow each other. [`Probe::candidates`] asks 512 games at once whether
/// the stones ever stood on their points; [`Probe::may_stand`] compares a game's rows
/// with the moment of the last stone; [`Probe::runs`] is exact. The first two never
/// refuse an occurrence.
pub struct Probe {
    width: u8,
    height: u8,
    conditions: Vec<Condition>,
    /// The points that need a stone, of one colour or of either.
    stones: Vec<(usize, Option<Color>)>,
    /// The points that may be empty or have a stone of the colour.
    empty_or: Vec<(usize, Color)>,
    /// The points of the sequence in order.
    steps: Vec<usize>,
    pieces: Vec<Piece>,
    /// The column and row of each point of the board.
    columns_and_rows: Vec<(u8, u8)>,
    /// The same conditions without those of the sequence, if there is one.
    without_steps: Option<Box<Probe>>,
}

/// A part of a row of the area: `PIECE` points of the board.
struct Piece {
    offset: usize,
    /// 255 for each point that must be empty.
    empty: [u8; PIECE],
    has_empty: bool,
    /// 255 for each point of the area.
    area: [u8; PIECE],
}

/// Plies `from` to `until`, the latter not included, at which all conditions hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub from: u32,
    pub until: u32,
    /// The ply after which an answer counts: `from`, or the last move of the sequence.
    pub answer_after: u32,
    /// True if a move was played elsewhere during the sequence.
    pub is_interrupted: bool,
}

/// A move inside the area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveInside {
    pub ply: u32,
    pub point: usize,
    pub color: Color,
}

/// Memory that the exact test uses again and again.
#[derive(Default)]
pub struct Scratch {
    changes: Vec<(u32, i32)>,
    runs: Vec<Run>,
}

impl Probe {
    pub fn new(image: &Image, size: BoardSize) -> Self {
        let mut probe = Self::of_conditions(size, image.width, image.height, image.conditions.clone());
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
                    empty: [0; PIECE],
                    has_empty: false,
                    area: [0; PIECE],
                };
                for (x, &condition) in row.iter().enumerate() {
                    piece.area[x] = 255;
                    match condition {
                        Condition::Anything => {}
                        Condition::Empty => piece.empty[x] = 255,
                        Condition::Stone(color) => stones.push((offset + x, Some(color))),
                        Condition::AnyStone => stones.push((offset + x, None)),
                        Condition::EmptyOr(color) => empty_or.push((offset + x, color)),
                        Condition::Step(number) => {
                            piece.empty[x] = 255;
                            steps.push((number, offset + x));
                        }
                    }
                }
                piece.has_empty = piece.empty.contains(&255);
                pieces.push(piece);
            }
        }
        steps.sort_unstable();
        Self {
            width,
            height,
            conditions,
            stones,
            empty_or,
            steps: steps.into_iter().map(|(_, offset)| offset).collect(),
            pieces,
            columns_and_rows: size.points().map(|point| (point.x, point.y)).collect(),
            without_steps: None,
        }
    }

    /// Returns the games among `lanes` in which all stones ever stood on their points,
    /// if the area lies at `at`, the index of its upper left point.
    pub fn candidates(&self, batch: &Batch, mut lanes: Lanes, at: usize) -> Lanes {
        let mut narrow = |column: &dyn Fn(usize) -> u64| {
            for (word, lanes) in lanes.iter_mut().enumerate() {
                *lanes &= column(word);
            }
        };
        for &(offset, color) in &self.stones {
            match color {
                Some(color) => {
                    let column = batch.stood(color, at + offset);
                    narrow(&|word| column[word]);
                }
                None => {
                    let columns = [Color::Black, Color::White].map(|color| batch.stood(color, at + offset));
                    narrow(&|word| columns[0][word] | columns[1][word]);
                }
            }
        }
        for &offset in &self.steps {
            let columns = [Color::Black, Color::White].map(|color| batch.stood(color, at + offset));
            narrow(&|word| columns[0][word] | columns[1][word]);
        }
        lanes
    }

    /// Returns false if a point that must be empty was taken before the last stone was
    /// put, and for good.
    pub fn may_stand(&self, batch: &Batch, lane: usize, at: usize) -> bool {
        let moments = batch.moments(lane, at);
        let mut last = 0;
        for &(offset, _) in &self.stones {
            let moment = moments[offset];
            if moment < AGAIN {
                last = last.max(moment);
            }
        }
        let mut taken = [0; PIECE];
        for piece in &self.pieces {
            if piece.has_empty {
                let row = row(moments, piece.offset);
                for x in 0..PIECE {
                    taken[x] |= if row[x] < last { piece.empty[x] } else { 0 };
                }
            }
        }
        u128::from_ne_bytes(taken) == 0
    }

    /// Calls `found` with each longest run of plies at which all conditions hold, in
    /// order. With a sequence, a run counts if the sequence is played in it.
    pub fn occurrences(
        &self,
        batch: &Batch,
        lane: usize,
        at: usize,
        scratch: &mut Scratch,
        mut found: impl FnMut(Run),
    ) {
        let Some(without_steps) = &self.without_steps else {
            return self.runs(batch, lane, at, &mut scratch.changes, found);
        };
        let mut runs = std::mem::take(&mut scratch.runs);
        runs.clear();
        self.runs(batch, lane, at, &mut scratch.changes, |run| runs.push(run));
        for &begun in &runs {
            let mut first = begun.from;
            let answer_after = loop {
                first = self.first_step(batch, lane, at, first, begun.until);
                let end = self.end_of_sequence(batch, lane, at, first);
                if end.is_some() || first == begun.until {
                    break end;
                }
            };
            let Some(answer_after) = answer_after else { continue };
            without_steps.runs(batch, lane, at, &mut scratch.changes, |run| {
                if run.from <= begun.from && answer_after < run.until {
                    found(Run {
                        from: begun.from,
                        until: run.until,
                        answer_after,
                        is_interrupted: (answer_after - first) as usize >= self.steps.len(),
                    });
                }
            });
        }
        scratch.runs = runs;
    }

    /// Returns the ply of the first move after `after` on the point of the first step, but at
    /// most `until`, the end of a run.
    fn first_step(&self, batch: &Batch, lane: usize, at: usize, after: u32, until: u32) -> u32 {
        let point = at + self.steps[0];
        if batch.moments(lane, point)[0] < AGAIN {
            return until;
        }
        // Suicide leaves no stone, so the run does not end with it.
        let is_step = |life: &Life| life.is_move && usize::from(life.point) == point && life.from > after;
        let plies = batch.lives(lane).filter(is_step).map(|life| life.from);
        plies.min().map_or(until, |ply| ply.min(until))
    }

    /// Returns the ply of the last move of the sequence, if the first is at the ply
    /// `begin` and the moves inside the area that follow are the others.
    fn end_of_sequence(&self, batch: &Batch, lane: usize, at: usize, begin: u32) -> Option<u32> {
        let mut ply = begin.checked_sub(1)?;
        let mut color = None;
        for (number, &offset) in self.steps.iter().enumerate() {
            let inside = self.next_move(batch, lane, at, ply)?;
            let is_step = inside.point == at + offset && color.is_none_or(|color| inside.color == color);
            if !is_step || (number == 0 && inside.ply != begin) {
                return None;
            }
            ply = inside.ply;
            color = Some(inside.color.opponent());
        }
        Some(ply)
    }

    fn runs(&self, batch: &Batch, lane: usize, at: usize, changes: &mut Vec<(u32, i32)>, mut found: impl FnMut(Run)) {
        let moments = batch.moments(lane, at);
        let mut from = 0;
        let mut listed_stones = 0;
        for &(offset, _) in &self.stones {
            let moment = moments[offset];
            if moment < AGAIN {
                from = from.max(batch.ply(lane, at + offset, moment));
            } else {
                listed_stones += 1;
            }
        }
        let mut until = batch.end(lane);
        let mut first_taken = [255; PIECE];
        let mut listed = [0; PIECE];
        for piece in &self.pieces {
            let row = row(moments, piece.offset);
            for x in 0..PIECE {
                first_taken[x] = first_taken[x].min(row[x] | !piece.empty[x]);
                listed[x] |= if row[x] == AGAIN { piece.area[x] } else { 0 };
            }
        }
        let first_taken = smallest(first_taken);
        if first_taken < AGAIN {
            let plies = self.points_with(moments, first_taken, |piece| &piece.empty);
            for offset in plies {
                until = until.min(batch.ply(lane, at + offset, first_taken));
            }
        }
        for &(offset, color) in &self.empty_or {
            let moment = moments[offset];
            if moment < AGAIN && batch.has_stood(color.opponent(), at + offset, lane) {
                until = until.min(batch.ply(lane, at + offset, moment));
            }
        }
        if from >= until {
            return;
        }
        let mut found = |from, until| {
            found(Run {
                from,
                until,
                answer_after: from,
                is_interrupted: false,
            });
        };
        if u128::from_ne_bytes(listed) == 0 {
            found(from, until);
            return;
        }
        // On points with lists, conditions begin and cease to hold: `changes` has the
        // plies at which the number of conditions that do not hold rises or falls.
        changes.clear();
        for life in batch.lives(lane) {
            let Some(condition) = self.condition_at(life.point.into(), at) else {
                continue;
            };
            let broken = |stone| i32::from(!condition.permits(stone));
            let change = broken(Some(life.color)) - broken(None);
            if change != 0 && life.from < life.until {
                changes.push((life.from, change));
                if life.until < until {
                    changes.push((life.until, -change));
                }
            }
        }
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

    /// Returns the first move inside the area after a ply.
    pub fn next_move(&self, batch: &Batch, lane: usize, at: usize, after: u32) -> Option<MoveInside> {
        let moments = batch.moments(lane, at);
        let mut next: Option<(u32, usize, Color)> = None;
        let mut offer = |ply: u32, point: usize, color: Color| {
            if ply > after && next.is_none_or(|(best, ..)| ply < best) {
                next = Some((ply, point, color));
            }
        };
        let half = after.div_ceil(2);
        let mut listed = [0; PIECE];
        let mut first = [255; PIECE];
        let mut same_half = [0; PIECE];
        // Only irregular games, whose points all have lists, last longer.
        if half < u32::from(AGAIN) {
            let half = half as u8;
            for piece in &self.pieces {
                let row = row(moments, piece.offset);
                for x in 0..PIECE {
                    let later = if row[x] > half && row[x] < AGAIN { row[x] } else { 255 };
                    first[x] = first[x].min(later | !piece.area[x]);
                    listed[x] |= if row[x] == AGAIN { piece.area[x] } else { 0 };
                    same_half[x] |= if row[x] == half { piece.area[x] } else { 0 };
                }
            }
            let mut offer_all = |moment| {
                for offset in self.points_with(moments, moment, |piece| &piece.area) {
                    let point = at + offset;
                    let is_white = batch.has_stood(Color::White, point, lane);
                    let color = if is_white { Color::White } else { Color::Black };
                    offer(batch.ply(lane, point, moment), point, color);
                }
            };
            // The other ply of the pair may be the next.
            if after % 2 == 1 && u128::from_ne_bytes(same_half) != 0 {
                offer_all(half);
            }
            let first = smallest(first);
            if first < AGAIN {
                offer_all(first);
            }
        } else {
            listed[0] = 255;
        }
        if u128::from_ne_bytes(listed) != 0 {
            for life in batch.lives(lane) {
                if life.is_move && self.condition_at(life.point.into(), at).is_some() {
                    offer(life.from, life.point.into(), life.color);
                }
            }
        }
        next.map(|(ply, point, color)| MoveInside { ply, point, color })
    }

    /// Returns the offsets of the points with a byte, among those that `mask` selects.
    fn points_with<'a>(
        &'a self,
        moments: &'a [u8],
        moment: u8,
        mask: impl Fn(&Piece) -> &[u8; PIECE] + 'a,
    ) -> impl Iterator<Item = usize> + 'a {
        self.pieces.iter().flat_map(move |piece| {
            let row = row(moments, piece.offset);
            let mask = mask(piece);
            let mut equal = [0; PIECE];
            for x in 0..PIECE {
                equal[x] = if row[x] == moment { mask[x] } else { 0 };
            }
            let mut bits = u128::from_le_bytes(equal);
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
        let (x, y) = self.columns_and_rows[point];
        let (left, top) = self.columns_and_rows[at];
        let (x, y) = (x.wrapping_sub(left), y.wrapping_sub(top));
        let is_inside = x < self.width && y < self.height;
        is_inside.then(|| self.conditions[usize::from(y) * usize::from(self.width) + usize::from(x)])
    }

    /// Returns the point of an index on the board.
    pub fn point(&self, index: usize) -> Point {
        let (x, y) = self.columns_and_rows[index];
        Point::new(x, y)
    }
}

/// Calls `visit` with each game of a set.
pub fn each_lane(lanes: &Lanes, mut visit: impl FnMut(usize)) {
    for (word, &lanes) in lanes.iter().enumerate() {
        let mut left = lanes;
        while left != 0 {
            visit(word * (LANES / Lanes::default().len()) + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

fn row(moments: &[u8], offset: usize) -> [u8; PIECE] {
    let mut row = [0; PIECE];
    row.copy_from_slice(&moments[offset..offset + PIECE]);
    row
}

fn smallest(bytes: [u8; PIECE]) -> u8 {
    bytes.into_iter().fold(255, u8::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, Move};
    use crate::pattern::{Area, Pattern, Placement};
    use crate::record::{Course, Mark, MarkKind};
    use testkit::Rng;

    /// Returns the course of a game of random moves, with captures on so small a board.
    fn course(rng: &mut Rng, size: BoardSize) -> Course {
        let mut board = Board::new(size);
        let mut course = Course::new(size);
        let mut color = if rng.one_in(4) { Color::White } else { Color::Black };
        course.first = color;
        for point in size.points() {
            if rng.one_in(40) {
                board.set(point, Some(color));
                let kind = MarkKind::Set(Some(color));
                let point = point.index(size) as u16;
                course.marks.push(Mark { ply: 0, point, kind });
            }
        }
        for ply in 1..=rng.below(120) as u16 {
            let point = Point::from_index(rng.below(size.area() + 1), size);
            let point = point.filter(|&point| board.get(point).is_none());
            let removed = board.replay(Move { color, point }).expect("an empty point").to_vec();
            course
                .moves
                .push(point.map_or(Course::PASS, |point| point.index(size) as u16));
            course.marks.extend(removed.iter().map(|point| Mark {
                ply,
                point: point.index(size) as u16,
                kind: MarkKind::Removed,
            }));
            color = color.opponent();
        }
        course
    }

    /// Returns the occurrences of an image in a game, each with the first move after it.
    fn found(probe: &Probe, batch: &Batch, at: usize) -> Vec<(Run, Option<MoveInside>)> {
        let mut found = Vec::new();
        if probe.candidates(batch, batch.lanes(), at)[0] & 1 == 1 && probe.may_stand(batch, 0, at) {
            probe.occurrences(batch, 0, at, &mut Scratch::default(), |run| {
                found.push((run, probe.next_move(batch, 0, at, run.answer_after)));
            });
        }
        found
    }

    #[test]
    fn a_byte_for_each_point_says_as_much_as_lists() {
        let mut rng = Rng::new(1);
        let mut occurrences = 0;
        for _ in 0..2000 {
            let size = BoardSize::new(3 + rng.below(5) as u8).expect("a size");
            let course = course(&mut rng, size);
            let [mut regular, mut listed] = [(); 2].map(|()| Batch::new(size));
            regular.push(1, &course);
            listed.push_irregular_for_test(1, &course);
            regular.finish();
            listed.finish();
            let area = Area {
                left: 0,
                top: 0,
                width: 1 + rng.below(3) as u8,
                height: 1 + rng.below(3) as u8,
            };
            let signs: Vec<char> = ".......*XOXOxo#".chars().collect();
            let mut drawn: Vec<Condition> = area
                .points()
                .filter_map(|_| Condition::from_sign(signs[rng.below(signs.len())]))
                .collect();
            if rng.one_in(3) {
                drawn[0] = Condition::Step(0);
            }
            let at = |point: Point| drawn[usize::from(point.y * area.width + point.x)];
            let pattern = Pattern::in_area(area, size, at).expect("a pattern");
            let touching = Placement {
                touching: true,
                ..Placement::default()
            };
            for image in pattern.images(size, &touching).expect("images") {
                let probe = Probe::new(&image, size);
                for place in &image.places {
                    let at = place.index(size);
                    let (a, b) = (found(&probe, &regular, at), found(&probe, &listed, at));
                    assert_eq!(a, b, "{pattern} at {place}: {course:?}");
                    occurrences += a.len();
                }
            }
        }
        assert!(occurrences > 5000, "{occurrences}");
    }
}
