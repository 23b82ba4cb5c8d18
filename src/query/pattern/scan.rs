use super::Limits;
use super::batch::{Batch, Lanes, STRIPS};
use super::dense::{DenseMemory, ListedPoints};
use super::probe::{Match, Scratch};
use super::sought::{NO_ANSWER, Sought, SoughtImage};
use crate::go::Color;
use crate::store::NextCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// An occurrence in a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    pub lane: u16,
    /// The number of the image.
    pub image: u16,
    /// The index of the upper left point of the area on the game's board.
    pub place: u16,
    /// The first ply at which the pattern stands.
    pub from: u16,
    /// The last ply at which the pattern stands.
    pub last: u16,
    /// The ply after which an answer counts.
    pub answer_after: u16,
    /// The ply of the answer, or 0.
    pub answer_ply: u16,
    /// The answer as the view shows it.
    pub answer: NextCode,
    /// The number of the view.
    pub view: u8,
    /// True if the view exchanges the colours.
    pub swapped: bool,
    /// True if the next move is outside the area.
    pub is_elsewhere: bool,
    /// The colour in the game that begins the sequence, if there is one.
    pub begun_by: Option<Color>,
}

impl Hit {
    /// Returns a number that rises with game, ply, place and image.
    #[inline]
    fn order(&self) -> u64 {
        joined([self.lane, self.from, self.place, self.image])
    }

    /// Returns a number that is least for the one that counts of several hits with the same stones:
    /// that with the first answer, shown in the way that makes it the first of all that are equal.
    /// Black is who begins a sequence.
    #[inline]
    pub fn rank_among_equals(&self) -> u64 {
        let begun_otherwise = self
            .begun_by
            .is_some_and(|color| self.swapped != (color == Color::White));
        joined([
            // Without an answer, the ply is 0.
            self.answer_ply.wrapping_sub(1),
            u16::from(self.is_elsewhere) << 1 | u16::from(begun_otherwise),
            self.answer.0,
            self.image,
        ])
    }

    /// Returns the hit of a match, with its answer if that counts. `end` is the ply after the
    /// last of the game.
    #[inline]
    pub fn new(
        (number, image): (u16, &SoughtImage),
        (place, lane): (u16, u16),
        found: &Match,
        end: u32,
        limits: &Limits,
    ) -> Self {
        let next = found.answer_after + 1;
        let is_direct = found.answer.is_some_and(|inside| inside.ply == next);
        let counts = found.answer.filter(|_| is_direct || !limits.direct);
        let seen = counts.map(|inside| (inside.point - usize::from(place), inside.color));
        let (answer, view) = image.seen(seen, found.begun_by);
        let answer_ply = counts.filter(|_| answer != NO_ANSWER).map_or(0, |inside| inside.ply);
        Self {
            lane,
            image: number,
            place,
            from: found.from as u16,
            last: (found.until - 1) as u16,
            answer_after: found.answer_after as u16,
            answer_ply: answer_ply as u16,
            answer,
            view,
            swapped: image.view(view).1,
            begun_by: found.begun_by,
            is_elsewhere: next < end && !is_direct,
        }
    }
}

/// Returns a number that is in the order of words.
#[inline]
fn joined(words: [u16; 4]) -> u64 {
    words.into_iter().fold(0, |joined, word| joined << 16 | u64::from(word))
}

/// Memory that scans use again and again.
#[derive(Default)]
pub struct ScanMemory {
    /// For each strip, what is to be tested: the games in which an image of a shape may occur at a place, with
    /// the shape and the place.
    left: [Vec<(u16, u16, u64)>; STRIPS],
    pub scratch: Scratch,
    pub shared: SharedHits,
    pub dense: DenseMemory,
    pub listed: ListedPoints,
}

/// Occurrences whose stones other images may fit, each with a number of the game, the ply and
/// the stones, and its rank among those with the same number.
#[derive(Default)]
pub struct SharedHits(Vec<(u64, u64, Hit)>);

impl SharedHits {
    /// Takes the occurrence of a match, or calls `found` with it if no other image may fit its stones.
    #[inline]
    pub fn take(
        &mut self,
        sought: &Sought,
        image: (u16, &SoughtImage),
        place: (u16, u16),
        (one, end): (&Match, u32),
        mut found: impl FnMut(Hit),
    ) {
        let hit = Hit::new(image, place, one, end, sought.limits());
        match sought.shared_stones(hit.image, hit.place) {
            Some((of, stone)) => {
                let stones = joined([hit.lane, hit.from, of, stone]);
                self.0.push((stones, hit.rank_among_equals(), hit));
            }
            None => found(hit),
        }
    }

    /// Calls `found` with the occurrences. Those of the same stones from the same ply on count as one.
    pub fn drain(&mut self, mut found: impl FnMut(Hit)) {
        if let [(_, _, hit)] = self.0[..] {
            self.0.clear();
            return found(hit);
        }
        self.0.sort_unstable_by_key(|&(stones, rank, _)| (stones, rank));
        self.0.dedup_by(|(other_stones, _, other), (stones, _, hit)| {
            let is_same = other_stones == stones;
            if is_same {
                hit.last = hit.last.max(other.last);
            }
            is_same
        });
        self.0.drain(..).map(|(_, _, hit)| hit).for_each(found);
    }
}

/// The minimum number of candidates for which a strip is fetched as a whole. Fewer need only
/// parts of it.
const ENOUGH_TO_FETCH: usize = 4;

/// Finds what is to be tested in a batch, among some of its games, before [`scan_strip`].
pub fn prepare(batch: &Batch, lanes: &Lanes, sought: &Sought, memory: &mut ScanMemory) {
    memory.left.iter_mut().for_each(Vec::clear);
    for shape in 0..sought.shapes() {
        for &place in sought.any_of_shape(shape).places() {
            let mut any = Lanes::default();
            for (_, image) in sought.of_shape(shape) {
                let of_image = image.probe().candidates(batch, *lanes, place.into());
                any.0.iter_mut().zip(of_image.0).for_each(|(any, games)| *any |= games);
            }
            for (left, games) in memory.left.iter_mut().zip(any.0) {
                if games != 0 {
                    let shape = shape as u16;
                    left.push((shape, place, games));
                }
            }
        }
    }
}

/// Looks for all images in a strip, which so stays in the processor's cache. Calls `found` with
/// each occurrence. The same stones from the same ply on are one, even if several images fit them.
pub fn scan_strip(
    batch: &Batch,
    strip: usize,
    sought: &Sought,
    stopped: &AtomicBool,
    memory: &mut ScanMemory,
    mut found: impl FnMut(Hit),
) {
    let ScanMemory {
        left, scratch, shared, ..
    } = memory;
    shared.0.clear();
    let left = &left[strip];
    let limits = sought.limits();
    if left.len() >= ENOUGH_TO_FETCH {
        batch.fetch(strip);
    }
    for &(shape, place, games) in left {
        if stopped.load(Ordering::Relaxed) {
            return;
        }
        let at = usize::from(place);
        let shape = usize::from(shape);
        let probe = sought.any_of_shape(shape).probe();
        let narrowed = probe.narrow(batch.moments(strip, at), games);
        if narrowed.0 == 0 {
            continue;
        }
        for (number, image) in sought.of_shape(shape) {
            let probe = image.probe();
            probe.occurrences(batch, strip, at, &narrowed, scratch, |lane, one| {
                let is_wanted = limits.permits(one.from, one.until) && !(limits.strict && one.is_interrupted);
                if is_wanted {
                    let end = batch.end(lane);
                    shared.take(sought, (number, image), (place, lane as u16), (&one, end), &mut found);
                }
            });
        }
    }
    shared.drain(found);
}

/// Returns the occurrences in a strip in the order of games, plies and places.
pub fn sorted_hits(
    batch: &Batch,
    strip: usize,
    sought: &Sought,
    stopped: &AtomicBool,
    memory: &mut ScanMemory,
) -> Vec<Hit> {
    let mut hits = Vec::new();
    scan_strip(batch, strip, sought, stopped, memory, |hit| hits.push(hit));
    hits.sort_unstable_by_key(Hit::order);
    hits
}
