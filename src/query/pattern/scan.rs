use super::Limits;
use super::batch::Batch;
use super::lanes::{Lanes, STRIPS};
use super::probe::{Match, Scratch};
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
        let words = [self.lane, self.from, self.place, self.image];
        words.into_iter().fold(0, |order, word| order << 16 | u64::from(word))
    }

    /// Returns the hit of a match, with its answer if that counts. `end` is the ply after the
    /// last of the game.
    #[inline]
    fn new(
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
        let answer_ply = counts
            .filter(|_| answer != NextCode::NONE)
            .map_or(0, |inside| inside.ply);
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

/// Memory that scans use again and again.
#[derive(Default)]
pub struct ScanMemory {
    /// For each strip, what is to be tested.
    left: [Vec<Candidates>; STRIPS],
    scratch: Scratch,
}

/// The games of a strip in which an image of a shape may occur at a place.
struct Candidates {
    shape: u16,
    place: u16,
    games: u64,
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
                    left.push(Candidates { shape, place, games });
                }
            }
        }
    }
}

/// Looks for all images in a strip, which so stays in the processor's cache. Calls `found` with
/// each occurrence, those of an image and place in a game in order.
pub fn scan_strip(
    batch: &Batch,
    strip: usize,
    sought: &Sought,
    stopped: &AtomicBool,
    memory: &mut ScanMemory,
    mut found: impl FnMut(Hit),
) {
    let ScanMemory { left, scratch } = memory;
    let left = &left[strip];
    let limits = sought.limits();
    if left.len() >= ENOUGH_TO_FETCH {
        batch.fetch(strip);
    }
    for &Candidates { shape, place, games } in left {
        if stopped.load(Ordering::Relaxed) {
            return;
        }
        let at = usize::from(place);
        let shape = usize::from(shape);
        let probe = sought.any_of_shape(shape).probe();
        let narrowed = probe.narrow(batch.moments(strip, at), games);
        if narrowed.games == 0 {
            continue;
        }
        for (number, image) in sought.of_shape(shape) {
            let probe = image.probe();
            probe.occurrences(batch, strip, at, &narrowed, scratch, |lane, one| {
                let is_wanted = limits.permits(one.from, one.until) && !(limits.strict && one.is_interrupted);
                if is_wanted {
                    let end = batch.end(lane);
                    found(Hit::new((number, image), (place, lane as u16), &one, end, limits));
                }
            });
        }
    }
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
