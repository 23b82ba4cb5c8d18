use super::Limits;
use super::batch::{BLOCK, Batch, LANES, Lanes};
use super::probe::{Run, Scratch};
use super::sought::{Sought, SoughtImage};
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
    /// True if the next move is outside the area.
    pub is_elsewhere: bool,
    /// The colour in the game that begins the sequence, if there is one.
    pub begun_by: Option<Color>,
}

impl Hit {
    /// Returns a number that rises with game, ply, place and image.
    #[inline]
    fn order(&self) -> u64 {
        let words = [self.lane, self.from, self.place, self.image];
        words.into_iter().fold(0, |order, word| order << 16 | u64::from(word))
    }

    /// Returns the hit of a run, with its answer if that counts. `end` is the ply after the
    /// last of the game.
    #[inline]
    fn new(
        (number, image): (u16, &SoughtImage),
        (place, lane): (u16, u16),
        run: &Run,
        end: u32,
        limits: &Limits,
    ) -> Self {
        let next = run.answer_after + 1;
        let is_direct = run.answer.is_some_and(|inside| inside.ply == next);
        let counts = run.answer.filter(|_| is_direct || !limits.direct);
        let seen = counts.map(|inside| (inside.point - usize::from(place), inside.color));
        let (answer, view) = image.seen(seen, run.begun_by);
        let answer_ply = counts
            .filter(|_| answer != NextCode::NONE)
            .map_or(0, |inside| inside.ply);
        Self {
            lane,
            image: number,
            place,
            from: run.from as u16,
            last: (run.until - 1) as u16,
            answer_after: run.answer_after as u16,
            answer_ply: answer_ply as u16,
            answer,
            view,
            begun_by: run.begun_by,
            is_elsewhere: next < end && !is_direct,
        }
    }
}

/// Memory that scans use again and again.
#[derive(Default)]
pub struct ScanMemory {
    /// For each block, what is left to be tested.
    left: [Vec<Candidates>; LANES / BLOCK],
    scratch: Scratch,
}

/// The games of a block in which an image of a shape may occur at a place.
struct Candidates {
    shape: u16,
    place: u16,
    games: u64,
}

/// The number of images and places for which a block is fetched as a whole. Fewer of them need
/// only parts of it.
const ENOUGH_TO_FETCH: usize = 4;

/// Looks for images in one batch, among some of its games. Calls `found` with each
/// occurrence, those of an image and place in a game in order.
pub fn scan(
    batch: &Batch,
    lanes: &Lanes,
    sought: &Sought,
    stopped: &AtomicBool,
    memory: &mut ScanMemory,
    mut found: impl FnMut(&SoughtImage, Hit),
) {
    let ScanMemory { left, scratch } = memory;
    let limits = sought.limits();
    for shape in 0..sought.shapes() {
        for &place in sought.any_of_shape(shape).places() {
            let mut any: Lanes = [0; LANES / BLOCK];
            for (_, image) in sought.of_shape(shape) {
                let of_image = image.probe().candidates(batch, *lanes, place.into());
                any.iter_mut().zip(of_image).for_each(|(any, games)| *any |= games);
            }
            for (left, games) in left.iter_mut().zip(any) {
                if games != 0 {
                    let shape = shape as u16;
                    left.push(Candidates { shape, place, games });
                }
            }
        }
    }
    // Block by block, so that a block stays in the processor's cache.
    for (block, left) in left.iter_mut().enumerate() {
        if left.len() >= ENOUGH_TO_FETCH {
            batch.fetch(block);
        }
        for Candidates { shape, place, games } in left.drain(..) {
            if stopped.load(Ordering::Relaxed) {
                return;
            }
            let at = usize::from(place);
            let columns = batch.columns(block, at);
            let shape = usize::from(shape);
            let narrowed = sought.any_of_shape(shape).probe().narrow(columns, games);
            if narrowed.games == 0 {
                continue;
            }
            for (number, image) in sought.of_shape(shape) {
                image
                    .probe()
                    .occurrences(batch, block, at, &narrowed, scratch, |lane, run| {
                        let is_wanted = limits.permits(run.from, run.until) && !(limits.strict && run.is_interrupted);
                        if is_wanted {
                            let end = batch.end(lane);
                            found(
                                image,
                                Hit::new((number, image), (place, lane as u16), &run, end, limits),
                            );
                        }
                    });
            }
        }
    }
}

/// Returns the occurrences in the order of games, plies and places.
pub fn sorted_hits(
    batch: &Batch,
    lanes: &Lanes,
    sought: &Sought,
    stopped: &AtomicBool,
    memory: &mut ScanMemory,
) -> Vec<Hit> {
    let mut hits = Vec::new();
    scan(batch, lanes, sought, stopped, memory, |_, hit| hits.push(hit));
    hits.sort_unstable_by_key(Hit::order);
    hits
}
