use super::moments::{LISTED, Moments, STRIP, bits};
use crate::go::{BoardSize, Color};
use crate::record::{Course, MarkKind};
use crate::store::GAMES_PER_RUN;
use std::hint::black_box;

/// The number of games in a batch.
pub const LANES: usize = 512;

/// The number of strips in a batch.
pub const STRIPS: usize = LANES / STRIP;

/// A set of the games of a batch: for each strip, a bit for each game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lanes(pub [u64; STRIPS]);

impl Lanes {
    #[inline]
    pub const fn insert(&mut self, lane: usize) {
        self.0[lane / STRIP] |= 1 << (lane % STRIP);
    }

    #[inline]
    pub const fn has(&self, lane: usize) -> bool {
        self.0[lane / STRIP] >> (lane % STRIP) & 1 == 1
    }

    pub fn count(&self) -> u32 {
        self.0.iter().map(|strip| strip.count_ones()).sum()
    }

    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        let strips = self.0.into_iter().enumerate();
        strips.flat_map(|(strip, games)| bits(games).map(move |game| strip * STRIP + game))
    }

    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(games, other)| *games &= other);
        self
    }
}

/// The number of groups of [`LANES`] game numbers in a run.
pub const GROUPS: usize = GAMES_PER_RUN as usize / LANES;

/// A set of the games of a run.
#[derive(Clone, Debug, Default)]
pub struct RunLanes(pub [Lanes; GROUPS]);

impl RunLanes {
    pub const ALL: Self = Self([Lanes([u64::MAX; STRIPS]); GROUPS]);

    /// Returns the set of the games at some places of a run.
    pub fn of(places: &[usize]) -> Self {
        let mut games = Self::default();
        places.iter().for_each(|&at| games.insert(at));
        games
    }

    #[inline]
    pub const fn insert(&mut self, at: usize) {
        self.0[at / LANES].insert(at % LANES);
    }

    /// Adds the games of another set.
    pub fn add(&mut self, other: &Self) {
        let groups = self.0.iter_mut().zip(&other.0);
        groups.for_each(|(group, other)| {
            group
                .0
                .iter_mut()
                .zip(other.0)
                .for_each(|(games, other)| *games |= other)
        });
    }

    #[inline]
    pub const fn has(&self, at: usize) -> bool {
        self.0[at / LANES].has(at % LANES)
    }

    pub fn count(&self) -> u32 {
        self.0.iter().map(Lanes::count).sum()
    }
}

/// The last ply whose half fits below [`LISTED`].
const LAST_PLY: usize = 2 * (LISTED as usize - 1);

/// The end of a life that lasts as long as the game.
const STAYS: u32 = u32::MAX;

/// Up to [`LANES`] games of one board size, laid out for the search.
///
/// On 97 of 100 points, at most one stone is ever placed, and it is never removed. The ply of
/// that stone tells everything about such a point. The other points have lists of the stones
/// that stood on them.
pub struct Batch {
    size: BoardSize,
    /// The number of each game, ascending.
    games: Vec<u32>,
    /// The number of moves of each game.
    moves: Vec<u16>,
    /// The moments by strip and point. The colour of the stone tells which of the two plies it
    /// is; 0 is setup. So a few instructions test a point in many games.
    moments: Vec<Moments>,
    /// For each colour and point, the games in which such a stone ever stood there.
    stood: [Vec<Lanes>; 2],
    /// The same for the games of the last strip, until it is full or the batch is finished. These words
    /// stay in the processor's cache.
    stood_in_strip: [Vec<u64>; 2],
    /// The games in which White has the odd plies.
    white_first: Lanes,
    /// The games with too many moves for a byte, with setup after a move, with setup that
    /// empties a point or sets it twice, or with two moves of one colour in turn. All their
    /// points count as having lists.
    irregular: Lanes,
    /// The stones on points with lists, in order of their points and plies: a word for each in
    /// regular games, three in others.
    lives: Vec<u32>,
    /// For each game, and for the end, where its lives begin.
    life_starts: Vec<u32>,
}

/// A stone on a point, from the ply at which it was put to the one at which it was
/// taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life {
    /// The index of the point on the board.
    pub point: u16,
    pub color: Color,
    /// True for a move, false for setup.
    pub is_move: bool,
    pub from: u32,
    /// The first ply without the stone. Equal to `from` for a suicide.
    pub until: u32,
}

/// A move inside an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveInside {
    /// The number of the move in its game, from 1.
    pub ply: u32,
    /// The index of the point on the board.
    pub point: usize,
    pub color: Color,
}

impl Life {
    /// Returns the move that placed the stone, unless it was setup.
    pub fn placed_by(self) -> Option<MoveInside> {
        self.is_move.then_some(MoveInside {
            ply: self.from,
            point: self.point.into(),
            color: self.color,
        })
    }

    /// Returns whether the stone stays to the end of the game.
    pub const fn stays(self) -> bool {
        self.until == STAYS
    }

    /// Packs a life in a regular game: 9 bits each for the point and two plies of up to [`LAST_PLY`], in the order
    /// of a list.
    const fn pack(self) -> u32 {
        let until = if self.until == STAYS { 511 } else { self.until };
        (self.point as u32) << 19 | self.from << 10 | until << 1 | self.color as u32
    }

    /// Returns the life of a stone that stays to the end of the game.
    const fn staying(point: u16, color: Color, from: u32) -> Self {
        Self {
            point,
            color,
            is_move: from > 0,
            from,
            until: STAYS,
        }
    }

    /// Reads one of [`Batch::life_words`] of a regular game.
    pub const fn unpack(word: u32) -> Self {
        let (from, until) = (word >> 10 & 511, word >> 1 & 511);
        Self {
            point: (word >> 19) as u16,
            color: if word & 1 == 0 { Color::Black } else { Color::White },
            // Setup is before the first move in a regular game.
            is_move: from > 0,
            from,
            until: if until == 511 { STAYS } else { until },
        }
    }

    const fn pack_wide(self) -> [u32; 3] {
        let point = self.point as u32 | (self.color as u32) << 9 | (self.is_move as u32) << 10;
        [point, self.from, self.until]
    }

    const fn unpack_wide([point, from, until]: [u32; 3]) -> Self {
        Self {
            point: (point & 511) as u16,
            color: if point >> 9 & 1 == 0 {
                Color::Black
            } else {
                Color::White
            },
            is_move: point >> 10 & 1 == 1,
            from,
            until,
        }
    }
}

impl Batch {
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            games: Vec::new(),
            moves: Vec::new(),
            moments: Vec::with_capacity(STRIPS * size.area()),
            stood: [Color::Black, Color::White].map(|_| vec![Lanes::default(); size.area()]),
            stood_in_strip: [Color::Black, Color::White].map(|_| vec![0; size.area()]),
            white_first: Lanes::default(),
            irregular: Lanes::default(),
            lives: Vec::new(),
            life_starts: vec![0],
        }
    }

    /// Adds a game, before the batch is finished. A batch has at most [`LANES`].
    pub fn push(&mut self, game: u32, course: &Course) {
        let is_irregular = is_irregular(course);
        let lane = self.games.len();
        self.games.push(game);
        self.moves.push(course.moves.len() as u16);
        if course.first == Color::White {
            self.white_first.insert(lane);
        }
        if is_irregular {
            self.irregular.insert(lane);
        }
        if lane.is_multiple_of(STRIP) {
            self.end_strip();
            self.moments
                .resize(self.moments.len() + self.size.area(), Moments::default());
        }
        if is_irregular {
            self.push_irregular(lane, course);
        } else {
            self.push_regular(lane, course);
        }
        self.life_starts.push(self.lives.len() as u32);
    }

    fn push_regular(&mut self, lane: usize, course: &Course) {
        let area = self.size.area();
        let moments = &mut self.moments[lane / STRIP * area..][..area];
        let game = lane % STRIP;
        let first_life = self.lives.len();
        for mark in &course.marks {
            if mark.kind == MarkKind::Removed {
                *moments[usize::from(mark.point)].of_mut(game) = LISTED;
            }
        }
        // By the remainder of the plies.
        let colors = [course.first.opponent(), course.first];
        let [black, white] = &mut self.stood_in_strip;
        let mut stood = match course.first {
            Color::Black => [white, black],
            Color::White => [black, white],
        };
        // Each stone is written to the lives, and the next one over it unless its point has a list: a branch would
        // be mispredicted.
        self.lives
            .resize(first_life + course.moves.len() + course.marks.len() + 1, 0);
        let mut listed = 0;
        let lives = &mut self.lives[first_life..];
        let mut put = |point: u16, ply: usize, remainder: usize| {
            let at = usize::from(point);
            // A pass is on no point.
            let Some(moments) = moments.get_mut(at) else { return };
            stood[remainder][at] |= 1 << game;
            let moment = moments.of_mut(game);
            let is_listed = *moment == LISTED;
            *moment = if is_listed { LISTED } else { ply.div_ceil(2) as u8 };
            lives[listed] = Life::staying(point, colors[remainder], ply as u32).pack();
            listed += usize::from(is_listed);
        };
        for mark in course.marks.iter().take_while(|mark| mark.ply == 0) {
            if let MarkKind::Set(Some(color)) = mark.kind {
                put(mark.point, 0, usize::from(color == course.first));
            }
        }
        for (ply, &point) in (1..).zip(&course.moves) {
            put(point, ply, ply % 2);
        }
        self.lives.truncate(first_life + listed);
        let lives = &mut self.lives[first_life..];
        end_lives(lives, course);
        lives.sort_unstable();
    }

    fn push_irregular(&mut self, lane: usize, course: &Course) {
        for moments in &mut self.moments[lane / STRIP * self.size.area()..] {
            *moments.of_mut(lane % STRIP) = LISTED;
        }
        let mut lives: Vec<Life> = Vec::new();
        // The number of the stone on each point.
        let mut standing: Vec<Option<usize>> = vec![None; self.size.area()];
        // Returns whether a stone was on the point.
        let mut put = |lives: &mut Vec<Life>, point: u16, stone: Option<Color>, ply: u32, is_move| {
            let at = usize::from(point);
            let before = standing[at].take();
            if let Some(before) = before {
                lives[before].until = ply;
            }
            if let Some(color) = stone {
                standing[at] = Some(lives.len());
                lives.push(Life {
                    point,
                    color,
                    is_move,
                    from: ply,
                    until: STAYS,
                });
            }
            before.is_some()
        };
        let mut marks = course.marks.iter().peekable();
        let mut color = course.first.opponent();
        for ply in 0..=course.moves.len() as u32 {
            let mut replaced = None;
            if ply > 0 {
                let is_turn = marks.next_if(|mark| u32::from(mark.ply) == ply && mark.kind == MarkKind::Turn);
                if is_turn.is_none() {
                    color = color.opponent();
                }
                let point = course.moves[ply as usize - 1];
                if point != Course::PASS {
                    replaced = put(&mut lives, point, Some(color), ply, true).then_some(point);
                }
            }
            while let Some(mark) = marks.next_if(|mark| u32::from(mark.ply) == ply) {
                match mark.kind {
                    MarkKind::Set(stone) => {
                        put(&mut lives, mark.point, stone, ply, false);
                    }
                    // The move has taken its place.
                    MarkKind::Removed if replaced.take_if(|point| *point == mark.point).is_some() => {}
                    MarkKind::Removed => {
                        put(&mut lives, mark.point, None, ply, false);
                    }
                    MarkKind::Turn | MarkKind::Node => {}
                }
            }
        }
        lives.sort_by_key(|life| life.point);
        for life in lives {
            self.stood_in_strip[life.color as usize][usize::from(life.point)] |= 1 << (lane % STRIP);
            self.lives.extend(life.pack_wide());
        }
    }

    fn end_strip(&mut self) {
        let strips = self.moments.len() / self.size.area();
        let Some(last) = strips.checked_sub(1) else { return };
        for (stood, in_strip) in self.stood.iter_mut().zip(&mut self.stood_in_strip) {
            for (lanes, games) in stood.iter_mut().zip(in_strip) {
                lanes.0[last] = std::mem::take(games);
            }
        }
    }

    /// Makes the batch ready to be searched, and releases spare memory. Copies because allocators seldom shrink a block
    /// by less than half.
    pub fn finish(&mut self) {
        self.end_strip();
        self.stood_in_strip = Default::default();
        self.moments.shrink_to_fit();
        self.lives = self.lives.to_vec();
        self.life_starts = self.life_starts.to_vec();
    }

    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the number of each game, ascending.
    pub fn games(&self) -> &[u32] {
        &self.games
    }

    /// Returns the number of bytes that the batch occupies.
    pub const fn bytes(&self) -> usize {
        size_of::<Moments>() * self.moments.capacity()
            + size_of::<[Lanes; 2]>() * self.size.area()
            + size_of::<u32>() * (self.lives.capacity() + self.life_starts.capacity())
            + (size_of::<u32>() + size_of::<u16>()) * LANES
    }

    pub fn lanes(&self) -> Lanes {
        let mut lanes = Lanes::default();
        (0..self.games.len()).for_each(|lane| lanes.insert(lane));
        lanes
    }

    /// Returns the games whose points all count as having lists.
    pub const fn irregular(&self) -> &Lanes {
        &self.irregular
    }

    /// Returns the lanes of the games in a set of the run's games.
    pub fn lanes_of(&self, games: &RunLanes) -> Lanes {
        let mut lanes = Lanes::default();
        for (lane, &game) in self.games.iter().enumerate() {
            if games.has(game as usize % GAMES_PER_RUN as usize) {
                lanes.insert(lane);
            }
        }
        lanes
    }

    /// Returns the games in which White has the odd plies.
    pub const fn white_first(&self) -> &Lanes {
        &self.white_first
    }

    /// Returns the games in which a stone of this colour ever stood on a point.
    #[inline]
    pub fn stood(&self, color: Color, point: usize) -> &Lanes {
        &self.stood[color as usize][point]
    }

    /// Returns whether a stone of this colour ever stood on a point of a game.
    #[inline]
    pub fn has_stood(&self, color: Color, point: usize, lane: usize) -> bool {
        self.stood[color as usize][point].has(lane)
    }

    /// Returns the moments of each point in the games of a strip, from a point on.
    #[inline]
    pub fn moments(&self, strip: usize, point: usize) -> &[Moments] {
        let area = self.size.area();
        &self.moments[strip * area + point..(strip + 1) * area]
    }

    /// Reads the moments of a strip in order, so that the processor fetches them ahead. Tests
    /// read them in an order that it cannot foresee.
    pub fn fetch(&self, strip: usize) {
        let moments = self.moments(strip, 0).iter();
        black_box(moments.fold(0, |sum, moments| sum ^ moments.of(0)));
    }

    #[inline]
    pub fn moment(&self, lane: usize, point: usize) -> u8 {
        self.moments(lane / STRIP, point)[0].of(lane % STRIP)
    }

    /// Returns the ply at which the only stone of a point was placed. `moment` is less than
    /// [`LISTED`].
    #[inline]
    pub fn ply_of(&self, lane: usize, is_white: bool, moment: u8) -> u32 {
        let is_odd = is_white == self.white_first.has(lane);
        (2 * u32::from(moment)).saturating_sub(u32::from(is_odd))
    }

    /// Returns the move that placed the only stone of a point. Its ply is 0 if it was setup.
    #[inline]
    pub fn only_move(&self, lane: usize, point: usize, moment: u8) -> MoveInside {
        let is_white = self.has_stood(Color::White, point, lane);
        MoveInside {
            ply: self.ply_of(lane, is_white, moment),
            point,
            color: if is_white { Color::White } else { Color::Black },
        }
    }

    /// Returns the ply after the last one of a game.
    #[inline]
    pub fn end(&self, lane: usize) -> u32 {
        u32::from(self.moves[lane]) + 1
    }

    /// Calls `visit` with each life on the points with lists, in the order of points and plies.
    #[inline]
    pub fn visit_lives(&self, lane: usize, visit: impl FnMut(Life)) {
        let words = self.life_words(lane);
        if self.irregular.has(lane) {
            let words = words.as_chunks().0.iter();
            words.map(|&words| Life::unpack_wide(words)).for_each(visit);
        } else {
            words.iter().map(|&word| Life::unpack(word)).for_each(visit);
        }
    }

    /// Calls `visit` with each life on a point with a list, in the order of plies.
    #[inline]
    pub fn visit_lives_of(&self, lane: usize, point: usize, visit: impl FnMut(Life)) {
        let words = self.life_words(lane);
        let is_here = |life: &Life| usize::from(life.point) == point;
        if self.irregular.has(lane) {
            let words = words.as_chunks().0;
            let first = words.partition_point(|&words| usize::from(Life::unpack_wide(words).point) < point);
            let lives = words[first..].iter().map(|&words| Life::unpack_wide(words));
            lives.take_while(is_here).for_each(visit);
        } else {
            let first = words.partition_point(|&word| usize::from(Life::unpack(word).point) < point);
            let lives = words[first..].iter().map(|&word| Life::unpack(word));
            lives.take_while(is_here).for_each(visit);
        }
    }

    /// Returns the lives on the points with lists, in the order of points and plies: a word for each in regular games.
    pub fn life_words(&self, lane: usize) -> &[u32] {
        &self.lives[self.life_starts[lane] as usize..self.life_starts[lane + 1] as usize]
    }
}

/// Ends the lives of stones that are taken off. The lives are in the order of plies.
fn end_lives(lives: &mut [u32], course: &Course) {
    // For each point, one plus the number of the oldest life that stands there, or 0.
    let mut standing = [0_u16; BoardSize::MAX.area()];
    let mut begun: u16 = 0;
    for mark in course.marks.iter().filter(|mark| mark.kind == MarkKind::Removed) {
        let until = u32::from(mark.ply);
        while let Some(life) = lives.get(usize::from(begun)).map(|&word| Life::unpack(word))
            && life.from <= until
        {
            begun += 1;
            let standing = &mut standing[usize::from(life.point)];
            if *standing == 0 {
                *standing = begun;
            }
        }
        let standing = &mut standing[usize::from(mark.point)];
        let number = standing.checked_sub(1);
        let life = number.and_then(|number| lives.get_mut(usize::from(number)));
        if let Some(word) = life {
            *word = Life {
                until,
                ..Life::unpack(*word)
            }
            .pack();
        }
        // The move may be on the stone that leaves.
        let is_replaced = *standing < begun && {
            let last = Life::unpack(lives[usize::from(begun) - 1]);
            last.point == mark.point && last.from == until
        };
        *standing = if is_replaced { begun } else { 0 };
    }
}

fn is_irregular(course: &Course) -> bool {
    if course.moves.len() > LAST_PLY {
        return true;
    }
    let mut set_up = 0;
    for mark in &course.marks {
        match mark.kind {
            MarkKind::Removed | MarkKind::Node => {}
            MarkKind::Turn => return true,
            MarkKind::Set(stone) if mark.ply > 0 || stone.is_none() => return true,
            MarkKind::Set(_) => set_up += 1,
        }
    }
    if set_up < 2 {
        return false;
    }
    let set_up = course.marks.iter().filter(|mark| matches!(mark.kind, MarkKind::Set(_)));
    let mut points: Vec<u16> = set_up.map(|mark| mark.point).collect();
    points.sort_unstable();
    points.windows(2).any(|two| two[0] == two[1])
}
