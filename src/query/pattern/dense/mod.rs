//! Counts small patterns, which nearly every game has, in 64 games at once.
//!
//! In most games, no stone of such a pattern leaves its point before the pattern has ceased to stand. There, it
//! first stands from the last of its stones to the first stone on a point that must be empty, which is the
//! answer. Instructions on bytes and bits find these for all games of a strip. The other games, and those in
//! which it may stand again, are looked at one by one.

mod layout;
mod runs;
mod strip;

use super::batch::{Batch, Lanes, STRIPS};
use super::moments::{Moments, NEVER, STRIP, bits};
use super::probe::Match;
use super::scan::ScanMemory;
use super::sought::Sought;
use super::tally::Tally;
use crate::go::Color;
use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, u8x64};
pub use layout::DensePattern;
use layout::{Cluster, Coloring, Shown};
pub use runs::ListedPoints;
use std::sync::atomic::{AtomicBool, Ordering};
pub use strip::{DenseMemory, StripCount};
use strip::{PossibleAnswer, Strip};

impl DensePattern {
    /// Counts the occurrences in some games of a batch, with the widest instructions that the processor has. They
    /// are only used in functions that are always inlined.
    pub fn count(
        &self,
        games: (&Batch, &Lanes),
        sought: &Sought,
        stopped: &AtomicBool,
        memory: &mut ScanMemory,
        tally: &mut Tally,
    ) {
        dispatch!(Level::new(), simd => simd.vectorize(
            #[inline(always)]
            || self.count_strips(simd, games, sought, stopped, memory, tally),
        ));
    }

    #[inline(always)]
    fn count_strips<S: Simd>(
        &self,
        simd: S,
        (batch, lanes): (&Batch, &Lanes),
        sought: &Sought,
        stopped: &AtomicBool,
        memory: &mut ScanMemory,
        tally: &mut Tally,
    ) {
        let strips = (0..STRIPS).zip(lanes.0).filter(|(_, games)| *games != 0);
        for (number, games) in strips {
            let strip = Strip { batch, number, games };
            memory.dense.read(simd, &strip);
            memory.dense.counts.clear();
            memory.dense.counts.resize(self.answers.len(), StripCount::default());
            for cluster in &self.clusters {
                for (first, areas) in &cluster.places {
                    cluster.count(simd, &strip, *first, areas, &mut memory.dense, tally);
                    if memory.dense.left.iter().any(|games| *games != 0) {
                        cluster.visit(&strip, *first, sought, memory, tally);
                    }
                }
            }
            for (&(answer, swapped), counted) in self.answers.iter().zip(&memory.dense.counts) {
                tally.add_games(number, counted, answer, swapped);
            }
            if stopped.load(Ordering::Relaxed) {
                return;
            }
        }
    }
}

impl Cluster {
    /// Counts the first occurrences with the first stone on a point, and finds the games that must be looked at one
    /// by one.
    #[inline(always)]
    fn count<S: Simd>(
        &self,
        simd: S,
        strip: &Strip<'_>,
        first: u16,
        areas: &[usize],
        memory: &mut DenseMemory,
        tally: &mut Tally,
    ) {
        memory.left.clear();
        memory.left.resize(self.areas.len(), 0);
        memory.candidates.clear();
        let colorings = self.colorings.iter();
        memory
            .candidates
            .extend(colorings.map(|coloring| self.candidates(strip, first, coloring)));
        let candidates = memory.candidates.iter().fold(0, |all, games| all | games);
        if candidates == 0 {
            return;
        }
        let (start, never) = (u8x64::splat(simd, 0), u8x64::splat(simd, NEVER));
        let mut last = start;
        let (mut removed, mut again, mut until) = (never, never, never);
        for &distance in &self.stones {
            let point = at(first, distance);
            last = last.max(memory.first_stones[point].load(simd));
            removed = removed.min(memory.removed[point].load(simd));
            again = again.min(memory.second_stones[point].load(simd));
            until = until.min(memory.empty_for_good[point].load(simd));
        }
        let (mut next, mut unclear, mut free_anywhere) = (never, 0, 0);
        memory.free.clear();
        memory.free.resize(self.areas.len(), (0, 0));
        for &area in areas {
            let (mut taken, mut again, mut until) = (never, again, until);
            for &distance in &self.areas[area] {
                let point = at(first, distance);
                taken = taken.min(memory.first_stones[point].load(simd));
                again = again.min(memory.removed[point].load(simd));
                until = until.min(memory.taken_for_good[point].load(simd));
            }
            // A first stone may leave while the pattern stands, or the pattern may stand with another stone
            // or on a point that was taken before: at the same time, where it may be the same occurrence, or later.
            unclear |= (removed.simd_le(taken) & removed.simd_lt(never)).to_bitmask();
            let from = again.max(last);
            let stands_again = (from.simd_le(until) & from.simd_lt(never)).to_bitmask();
            unclear |= stands_again & again.simd_le(last).to_bitmask();
            memory.left[area] = candidates & stands_again;
            let later = candidates & taken.simd_gt(last).to_bitmask();
            let at_last = candidates & taken.simd_eq(last).to_bitmask();
            memory.free[area] = (later, at_last);
            free_anywhere |= later | at_last;
            next = next.min(taken.simd_le(last).select(never, taken));
        }
        unclear &= candidates;
        areas.iter().for_each(|&area| memory.left[area] |= unclear);
        memory.counted = !unclear;
        memory.last = Moments::stored(last);
        if free_anywhere & !unclear != 0 {
            self.find_answers(simd, strip, first, (last, next), memory);
            let is_at_once = next.simd_eq(last + u8x64::splat(simd, 1)).to_bitmask();
            let is_at_start = last.simd_eq(start).to_bitmask();
            let is_at_end = last.simd_eq(memory.ends.load(simd)).to_bitmask();
            for (number, coloring) in self.colorings.iter().enumerate() {
                let games = memory.candidates[number] & self.stand_first(first, coloring, memory) & !unclear;
                if games == 0 {
                    continue;
                }
                let is_early = self.last_is_early(simd, strip, first, coloring, last, memory) & !is_at_start;
                let timing = Timing {
                    games,
                    is_early,
                    is_at_once,
                    goes_on: !is_at_end | (is_early & memory.ends_late),
                };
                tally.elsewhere += coloring.count(&timing, memory);
            }
        }
    }

    /// Returns the games in which all stones ever stood.
    #[inline(always)]
    fn candidates(&self, strip: &Strip<'_>, first: u16, coloring: &Coloring) -> u64 {
        let stones = coloring.stones.iter().zip(&self.stones);
        stones.fold(strip.games, |games, (&color, &distance)| {
            let point = at(first, distance);
            games
                & match color {
                    Some(color) => strip.stood(color, point),
                    None => strip.stood(Color::Black, point) | strip.stood(Color::White, point),
                }
        })
    }

    /// Returns the games in which the first stone on each point has the colour that the pattern needs, if there is one.
    #[inline(always)]
    fn stand_first(&self, first: u16, coloring: &Coloring, memory: &DenseMemory) -> u64 {
        let stones = coloring.stones.iter().zip(&self.stones);
        stones.fold(u64::MAX, |games, (color, &distance)| {
            let white = memory.white[at(first, distance)];
            games
                & match color {
                    Some(Color::Black) => !white,
                    Some(Color::White) => white,
                    None => u64::MAX,
                }
        })
    }

    /// Finds the points of possible answers, for all colourings.
    #[inline(always)]
    fn find_answers<S: Simd>(
        &self,
        simd: S,
        strip: &Strip<'_>,
        first: u16,
        (last, next): (u8x64<S>, u8x64<S>),
        memory: &mut DenseMemory,
    ) {
        memory.answers.clear();
        let mut with_early = 0;
        for (distance, areas) in &self.empty_points {
            let free = areas.iter().map(|&area| memory.free[area]);
            let (later, at_last) = free.fold((0, 0), |all, area| (all.0 | area.0, all.1 | area.1));
            let mut answer = PossibleAnswer::default();
            if later | at_last != 0 {
                let point = at(first, *distance);
                let moments = memory.first_stones[point].load(simd);
                let is_taken = moments.simd_lt(u8x64::splat(simd, NEVER));
                answer.later = later & (moments.simd_eq(next) & is_taken).to_bitmask();
                answer.at_last = at_last & moments.simd_eq(last).to_bitmask();
                answer.white = memory.white[point];
                answer.is_early = strip.early(answer.white);
                with_early |= answer.later & answer.is_early;
            }
            memory.answers.push(answer);
        }
        for answer in &mut memory.answers {
            answer.later &= answer.is_early | !with_early;
        }
    }

    /// Returns the games in which the last stone has the earlier ply of its moment.
    #[inline(always)]
    fn last_is_early<S: Simd>(
        &self,
        simd: S,
        strip: &Strip<'_>,
        first: u16,
        coloring: &Coloring,
        last: u8x64<S>,
        memory: &DenseMemory,
    ) -> u64 {
        let stones = coloring.stones.iter().zip(&self.stones);
        stones.fold(u64::MAX, |early, (color, &distance)| {
            let point = at(first, distance);
            let white = match color {
                Some(Color::Black) => 0,
                Some(Color::White) => u64::MAX,
                None => memory.white[point],
            };
            let moments = memory.first_stones[point].load(simd);
            let is_before = moments.simd_lt(last).to_bitmask();
            early & (strip.early(white) | is_before)
        })
    }

    /// Counts the occurrences that are left in the games that must be looked at one by one.
    fn visit(&self, strip: &Strip<'_>, first: u16, sought: &Sought, memory: &mut ScanMemory, tally: &mut Tally) {
        let ScanMemory {
            scratch,
            shared,
            dense,
            listed,
            ..
        } = memory;
        let left = dense.left.iter().fold(0, |all, games| all | games);
        for (coloring, candidates) in self.colorings.iter().zip(&dense.candidates) {
            for game in bits(candidates & left) {
                let (batch, lane) = (strip.batch, strip.number * STRIP + game);
                let (is_counted, is_simple) = (dense.counted >> game & 1 == 1, dense.simple >> game & 1 == 1);
                let last = u32::from(dense.last.of(game));
                for laid_out in &coloring.images {
                    if dense.left[laid_out.area] >> game & 1 == 0 {
                        continue;
                    }
                    let (number, place) = (laid_out.number, first - laid_out.first);
                    let image = sought.image(number);
                    let found = |one: Match| {
                        if is_counted && one.from.div_ceil(2) <= last {
                            return;
                        }
                        let end = batch.end(lane);
                        shared.take(sought, (number, image), (place, lane as u16), (&one, end), |hit| {
                            tally.add(&hit)
                        });
                    };
                    if is_simple {
                        let start = if is_counted { 2 * last } else { 0 };
                        listed.visit_runs((strip, game), (first, &laid_out.points), dense, start, found);
                    } else {
                        let known = image.probe().known(batch, lane, place.into());
                        let place = (lane, place.into());
                        image.probe().occurrences_in_game(batch, place, known, scratch, found);
                    }
                }
                // Images that fit the same stones are of one colouring.
                shared.drain(|hit| tally.add(&hit));
            }
        }
    }
}

/// The beginnings of the occurrences at a place, one in each game.
struct Timing {
    /// The games in which all stones came to stand.
    games: u64,
    /// Those in which the last of them has the earlier ply of its moment.
    is_early: u64,
    /// Those in which the first answer at a later moment is at the next one.
    is_at_once: u64,
    /// Those in which the last stone is not the last move.
    goes_on: u64,
}

impl Coloring {
    /// Counts the first occurrences at a place by their answers. Returns the number of those after which the next
    /// move is elsewhere.
    #[inline(always)]
    fn count(&self, timing: &Timing, memory: &mut DenseMemory) -> u64 {
        let DenseMemory {
            free, counts, answers, ..
        } = memory;
        let (later, at_last) = free.iter().fold((0, 0), |all, area| (all.0 | area.0, all.1 | area.1));
        let at_last = at_last & timing.games & timing.is_early;
        let later = later & timing.games & !at_last;
        let (mut unanswered, mut direct) = (later, at_last);
        let mut add = |mut games: u64, direct: u64, shown: &[Shown]| {
            for shown in shown {
                let free = free[shown.area];
                let taken = games & ((at_last & free.1) | (later & free.0));
                games &= !taken;
                let counted = &mut counts[shown.answer];
                counted.games |= taken;
                counted.occurrences += u64::from(taken.count_ones());
                counted.direct += u64::from((taken & direct).count_ones());
            }
        };
        for (answer, shown) in answers.iter().zip(&self.answers) {
            let of_answer = (at_last & answer.at_last) | (later & answer.later);
            let direct_answer = at_last | (timing.is_at_once & !timing.is_early & answer.is_early);
            direct |= of_answer & direct_answer;
            unanswered &= !of_answer;
            add(of_answer & !answer.white, direct_answer, &shown[0]);
            add(of_answer & answer.white, direct_answer, &shown[1]);
        }
        add(unanswered, 0, &self.unanswered);
        u64::from(((later | at_last) & timing.goes_on & !direct).count_ones())
    }
}

/// Returns the index of a point at a distance from another one.
fn at(first: u16, distance: i16) -> usize {
    first.wrapping_add_signed(distance).into()
}
