//! The games of a strip, as a count reads them.

use crate::go::Color;
use crate::query::pattern::batch::Batch;
use crate::query::pattern::moments::{LISTED, Moments, NEVER, STRIP, bits};
use fearless_simd::prelude::*;
use fearless_simd::u8x64;

/// Buffers that counts reuse.
#[derive(Default)]
pub struct DenseMemory {
    /// The moment of the first stone on each point, also if the point has a list.
    pub first_stones: Vec<Moments>,
    /// The games in which that stone is white.
    pub white: Vec<u64>,
    /// The moment at which it was removed.
    pub removed: Vec<Moments>,
    /// The moment of the second stone on each point.
    pub second_stones: Vec<Moments>,
    /// The moment of the last stone, if it stays.
    pub taken_for_good: Vec<Moments>,
    /// The moment at which the last stone was removed.
    pub empty_for_good: Vec<Moments>,
    /// For each point with a list, the number of its first life in each of the simple games.
    pub lists: Vec<[u8; STRIP]>,
    /// The regular games with fewer lives than a byte counts, in which no stone leaves with the move that places it,
    /// and none is put where one stands.
    pub simple: u64,
    /// The moments of the last moves, and the games in which these have the later ply of theirs.
    pub ends: Moments,
    pub ends_late: u64,
    /// For each colouring, the games in which all stones ever stood.
    pub candidates: Vec<u64>,
    /// For each answer of the pattern, what is counted in the strip.
    pub counts: Vec<StripCount>,
    /// For each area, the games in which its points stay empty after the moment of the last stone, and those in
    /// which one is taken at that moment.
    pub free: Vec<(u64, u64)>,
    /// For each area, the games that must be looked at one by one.
    pub left: Vec<u64>,
    /// The games whose first occurrence in each area is counted, and the moment at which it begins.
    pub counted: u64,
    pub last: Moments,
    /// For each empty point, the games in which the answer may be there.
    pub answers: Vec<PossibleAnswer>,
}

/// Occurrences in a strip that have the same answer.
#[derive(Clone, Copy, Default)]
pub struct StripCount {
    pub games: u64,
    pub occurrences: u64,
    pub direct: u64,
}

/// A possible answer on an empty point, as sets of games.
#[derive(Clone, Copy, Default)]
pub struct PossibleAnswer {
    /// The games in which it is the first answer later than at the moment of the last stone.
    pub later: u64,
    /// Those in which it is at the moment of the last stone.
    pub at_last: u64,
    /// Those in which it is white.
    pub white: u64,
    /// Those in which it is the earlier ply of its moment.
    pub is_early: u64,
}

/// Some games of a strip.
pub struct Strip<'a> {
    pub batch: &'a Batch,
    pub number: usize,
    pub games: u64,
}

impl Strip<'_> {
    pub fn stood(&self, color: Color, point: usize) -> u64 {
        self.batch.stood(color, point).0[self.number]
    }

    /// Returns the games in which a stone has the earlier ply of its moment, given those in which it is white.
    pub fn early(&self, white: u64) -> u64 {
        !(white ^ self.batch.white_first().0[self.number])
    }
}

impl DenseMemory {
    #[inline(always)]
    pub fn read<S: Simd>(&mut self, simd: S, strip: &Strip<'_>) {
        let (batch, first_lane) = (strip.batch, strip.number * STRIP);
        let moments = batch.moments(strip.number, 0);
        self.first_stones.clear();
        self.first_stones.extend_from_slice(moments);
        self.white.clear();
        self.white
            .extend((0..moments.len()).map(|point| strip.stood(Color::White, point)));
        // On all points of irregular games, all conditions may begin and cease to hold.
        self.removed.clear();
        let [at_once, listed, never] = [0, LISTED, NEVER].map(|moment| u8x64::splat(simd, moment));
        self.removed.extend(moments.iter().map(|moments| {
            let is_listed = moments.load(simd).simd_eq(listed);
            Moments::stored(is_listed.select(at_once, never))
        }));
        for known in [&mut self.second_stones, &mut self.empty_for_good] {
            known.clear();
            known.resize(moments.len(), Moments::default());
        }
        self.taken_for_good.clear();
        self.taken_for_good.extend_from_slice(moments);
        self.lists.resize(moments.len(), [0; STRIP]);
        self.ends_late = 0;
        self.simple = strip.games & !batch.irregular().0[strip.number];
        for game in bits(self.simple) {
            let lane = first_lane + game;
            let last_ply = batch.end(lane) - 1;
            *self.ends.of_mut(game) = last_ply.div_ceil(2) as u8;
            self.ends_late |= u64::from(last_ply % 2 == 0) << game;
            let mut is_simple = batch.life_words(lane).len() < usize::from(u8::MAX);
            let (mut number, mut before) = (0, None);
            batch.visit_lives(lane, |life| {
                let point = usize::from(life.point);
                let (from, until) = (life.from.div_ceil(2) as u8, life.until.div_ceil(2) as u8);
                let first = self.first_stones[point].of_mut(game);
                if *first == LISTED {
                    *first = from;
                    self.lists[point][game] = number;
                    *self.removed[point].of_mut(game) = until;
                    if life.color == Color::Black {
                        self.white[point] &= !(1 << game);
                    }
                } else {
                    let second = self.second_stones[point].of_mut(game);
                    *second = from.min(*second);
                }
                let stays = life.stays();
                *self.taken_for_good[point].of_mut(game) = if stays { from } else { NEVER };
                *self.empty_for_good[point].of_mut(game) = if stays { NEVER } else { until };
                is_simple &= life.from < life.until && before != Some((life.point, life.from));
                before = Some((life.point, life.until));
                number = number.wrapping_add(1);
            });
            self.simple &= !(u64::from(!is_simple) << game);
        }
    }
}
