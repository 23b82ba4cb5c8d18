use super::batch::{Batch, CACHE_LINE, LANES, LISTED, Lanes, MoveInside, NEVER, PIECE};
use crate::go::{BoardSize, Color, Point};
use crate::pattern::{Condition, Image};
use std::hint::black_box;
use std::mem::take;

/// The conditions of an image, laid out to be tested on many games.
///
/// Three tests follow each other. [`Probe::candidates`] asks 512 games at once whether
/// the stones ever stood on their points; [`Probe::may_stand`] compares a game's rows
/// with the moment of the last stone; [`Probe::runs`] is exact. The first two never
/// refuse an occurrence.
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

/// Memory in which candidates are collected, for one batch.
#[derive(Default)]
pub struct Candidates {
    /// The games that are left, each with the moment of its last stone.
    games: Vec<(u16, u8)>,
    lanes: Vec<u16>,
    /// The moments point by point, if they were needed.
    columns: Option<Columns>,
    /// What the moments point by point would have saved so far.
    regret: usize,
    /// The number of candidates so far.
    candidates: usize,
    is_fetched: bool,
}

/// The number of candidates in a batch from which on all of it is read at once.
const MANY_CANDIDATES: usize = 128;

/// What the two ways to narrow candidates cost, roughly, in cycles of a processor: for a
/// game, and for each piece of its area.
const COST_OF_GAME: usize = 12;
const COST_OF_PIECE: usize = 6;
/// For a point of all games.
const COST_OF_COLUMN: usize = 96;
/// For laying out a batch by points. This is done once that much has been lost without it.
const COST_OF_COLUMNS: usize = 180_000;

/// The moments of a batch, point by point.
struct Columns(Vec<[[u8; 64]; LANES / 64]>);

impl Columns {
    fn of(batch: &Batch) -> Self {
        let area = batch.size().area();
        let mut columns = vec![[[NEVER; 64]; LANES / 64]; area];
        for lane in 0..batch.games().len() {
            for (column, &moment) in columns.iter_mut().zip(batch.moments(lane, 0)) {
                column[lane / 64][lane % 64] = moment;
            }
        }
        Self(columns)
    }

    /// Returns the moments of a point in 64 games.
    #[inline]
    fn games(&self, point: usize, word: usize) -> &[u8; 64] {
        &self.0[point][word]
    }
}

/// Returns the moment of a stone, or 0 if the point has a list.
#[inline(always)]
fn unless_listed(moment: u8) -> u8 {
    moment & u8::from(moment < LISTED).wrapping_neg()
}

/// Returns a bit for each byte, which is 0 or 1.
#[inline(always)]
fn bits(bytes: &[u8; 64]) -> u64 {
    let mut bits = 0;
    for (number, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
        // The product moves the lowest bit of each byte to the highest byte.
        let gathered = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits |= gathered << (8 * number);
    }
    bits
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
        let with_empty = pieces.iter().filter(|piece: &&Piece| !piece.empty.is_none());
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

    /// Returns the games among `lanes` in which all stones ever stood on their points,
    /// if the area lies at `at`, the index of its upper left point.
    fn candidates(&self, batch: &Batch, mut lanes: Lanes, at: usize) -> Lanes {
        for &(offset, color) in &self.stones {
            let Some(color) = color else {
                narrow_to_taken(&mut lanes, batch, at + offset);
                continue;
            };
            for (lanes, stood) in lanes.iter_mut().zip(batch.stood(color, at + offset)) {
                *lanes &= stood;
            }
        }
        for &offset in &self.steps {
            narrow_to_taken(&mut lanes, batch, at + offset);
        }
        lanes
    }

    /// Returns the games among `lanes` that may have an occurrence at `at`: in which all
    /// stones ever stood, and no point that must be empty was taken for good before the
    /// last of them.
    pub fn may_stand<'a>(&self, batch: &Batch, lanes: Lanes, at: usize, scratch: &'a mut Candidates) -> &'a [u16] {
        let candidates = self.candidates(batch, lanes, at);
        scratch.games.clear();
        let count: u32 = candidates.iter().map(|word| word.count_ones()).sum();
        scratch.candidates += count as usize;
        if scratch.candidates > MANY_CANDIDATES && !scratch.is_fetched {
            scratch.is_fetched = true;
            batch.fetch();
        }
        let one_by_one = count as usize * (COST_OF_GAME + COST_OF_PIECE * self.empties.len());
        let by_columns = COST_OF_COLUMN * (self.stones.len() + self.empty_points.len());
        scratch.regret += one_by_one.saturating_sub(by_columns);
        if one_by_one > by_columns && scratch.regret > COST_OF_COLUMNS {
            let columns = scratch.columns.get_or_insert_with(|| Columns::of(batch));
            let left = self.narrow_by_columns(columns, &candidates, at);
            each_lane(&left, |lane| scratch.games.push((lane as u16, 0)));
        } else {
            each_lane(&candidates, |lane| scratch.games.push((lane as u16, 0)));
            self.narrow_one_by_one(batch, at, &mut scratch.games);
        }
        scratch.lanes.clear();
        scratch.lanes.extend(scratch.games.iter().map(|&(lane, _)| lane));
        &scratch.lanes
    }

    /// Removes the games that cannot have an occurrence, one after another: for few of them.
    ///
    /// The time is spent in waiting for memory. So each loop does little for a game and has
    /// no branch that depends on it, and the processor reads for many games at once.
    fn narrow_one_by_one(&self, batch: &Batch, at: usize, games: &mut Vec<(u16, u8)>) {
        let mut fetched = 0;
        for (lane, last) in &mut *games {
            let moments = batch.moments((*lane).into(), at);
            for &(offset, _) in &self.stones {
                *last = (*last).max(unless_listed(moments[offset]));
            }
            for &offset in &self.lines {
                fetched |= moments[offset];
            }
        }
        black_box(fetched);
        let mut count = 0;
        for number in 0..games.len() {
            let (lane, last) = games[number];
            let moments = batch.moments(lane.into(), at);
            let mut taken = Bytes::NONE;
            for &(offset, empty) in &self.empties {
                taken = taken.or(Bytes::at(moments, offset).below(last).and(empty));
            }
            games[count] = (lane, last);
            count += usize::from(taken.is_none());
        }
        games.truncate(count);
    }

    /// Returns the games that may have an occurrence, found point by point for 64 games at a
    /// time: for many of them.
    fn narrow_by_columns(&self, columns: &Columns, candidates: &Lanes, at: usize) -> Lanes {
        let mut left = *candidates;
        for (word, left) in left.iter_mut().enumerate().filter(|(_, left)| **left != 0) {
            let mut last = [0; 64];
            for &(offset, _) in &self.stones {
                for (last, &moment) in last.iter_mut().zip(columns.games(at + offset, word)) {
                    *last = (*last).max(unless_listed(moment));
                }
            }
            let mut taken = [0; 64];
            for &offset in &self.empty_points {
                let moments = columns.games(at + offset, word);
                for game in 0..64 {
                    taken[game] |= u8::from(moments[game] < last[game]);
                }
            }
            *left &= !bits(&taken);
        }
        left
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
        if listed.is_none() {
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
            if after % 2 == 1 && !same_half.is_none() {
                offer_all(half);
            }
            let first = first.smallest();
            if first < LISTED {
                offer_all(first);
            }
        } else {
            listed = Bytes::ALL;
        }
        if !listed.is_none() {
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

/// Takes out the games in which no stone ever stood on a point.
fn narrow_to_taken(lanes: &mut Lanes, batch: &Batch, point: usize) {
    let [black, white] = [Color::Black, Color::White].map(|color| batch.stood(color, point));
    for (lanes, (black, white)) in lanes.iter_mut().zip(black.iter().zip(white)) {
        *lanes &= black | white;
    }
}

/// Calls `visit` with each game of a set.
fn each_lane(lanes: &Lanes, mut visit: impl FnMut(usize)) {
    for (word, &lanes) in lanes.iter().enumerate() {
        let mut left = lanes;
        while left != 0 {
            visit(word * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// The bytes of a piece. A set of points has 255 for each of its points and 0 for the
/// others.
///
/// The loops have no branches, so that the compiler makes one instruction of each.
#[derive(Clone, Copy)]
struct Bytes([u8; PIECE]);

impl Bytes {
    const NONE: Self = Self([0; PIECE]);
    const ALL: Self = Self([255; PIECE]);

    #[inline(always)]
    fn at(moments: &[u8], offset: usize) -> Self {
        moments[offset..].first_chunk().map_or(Self::NONE, |piece| Self(*piece))
    }

    #[inline(always)]
    #[expect(
        clippy::needless_range_loop,
        reason = "the compiler makes no one instruction of zipped iterators"
    )]
    fn each(self, other: Self, of: impl Fn(u8, u8) -> u8) -> Self {
        let mut bytes = [0; PIECE];
        for x in 0..PIECE {
            bytes[x] = of(self.0[x], other.0[x]);
        }
        Self(bytes)
    }

    /// Returns the bytes less than a limit, as a set.
    #[inline(always)]
    fn below(self, limit: u8) -> Self {
        self.each(Self([limit; PIECE]), |byte, limit| {
            u8::from(byte < limit).wrapping_neg()
        })
    }

    /// Returns the bytes equal to a value, as a set.
    #[inline(always)]
    fn equal(self, value: u8) -> Self {
        self.each(Self([value; PIECE]), |byte, value| {
            u8::from(byte == value).wrapping_neg()
        })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.each(other, u8::min)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.each(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.each(other, |a, b| a | b)
    }

    #[inline(always)]
    fn not(self) -> Self {
        self.each(self, |a, _| !a)
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        u128::from_ne_bytes(self.0) == 0
    }

    #[inline(always)]
    fn smallest(self) -> u8 {
        self.0.into_iter().fold(255, u8::min)
    }
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
        if !probe
            .may_stand(batch, batch.lanes(), at, &mut Candidates::default())
            .is_empty()
        {
            probe.occurrences(batch, 0, at, &mut Scratch::default(), |run, moves| {
                let answer = probe.answer(batch, 0, at, &run, moves);
                found.push((Run { answer: None, ..run }, answer));
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
            for (number, image) in pattern.images(size, &touching).expect("images").iter().enumerate() {
                let probe = Probe::new(number, image, size);
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
