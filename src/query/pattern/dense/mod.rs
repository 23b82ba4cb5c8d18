//! Counts small patterns, which nearly every game has, in 64 games at once.
//!
//! In most games, no stone of such a pattern leaves its point before the pattern has ceased to stand. There, it
//! first stands from the last of its stones to the first stone on a point that must be empty, which is the
//! answer. Instructions on bytes and bits find these for all games of a strip. The other games, and those in
//! which it may stand again, are looked at one by one.

mod layout;
mod strip;

use super::batch::{Batch, Lanes, STRIPS};
use super::moments::{Moments, NEVER, STRIP, bits};
use super::scan::ScanMemory;
use super::sought::Sought;
use super::tally::Tally;
use crate::go::Color;
use crate::store::NextCode;
use fearless_simd::{Level, Simd, dispatch};
pub use layout::DensePattern;
use layout::{Cluster, Coloring, Shown};
use std::sync::atomic::{AtomicBool, Ordering};
pub use strip::DenseMemory;
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
            || self.count_strips(games, sought, stopped, memory, tally),
        ));
    }

    #[inline(always)]
    fn count_strips(
        &self,
        (batch, lanes): (&Batch, &Lanes),
        sought: &Sought,
        stopped: &AtomicBool,
        memory: &mut ScanMemory,
        tally: &mut Tally,
    ) {
        let strips = (0..STRIPS).zip(lanes.0).filter(|(_, games)| *games != 0);
        for (number, games) in strips {
            let strip = Strip { batch, number, games };
            memory.dense.read(&strip);
            for cluster in &self.0 {
                for (first, areas) in &cluster.places {
                    cluster.count(&strip, *first, areas, &mut memory.dense, tally);
                    if memory.dense.left.iter().any(|games| *games != 0) {
                        cluster.visit(&strip, *first, sought, memory, tally);
                    }
                }
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
    fn count(&self, strip: &Strip<'_>, first: u16, areas: &[usize], memory: &mut DenseMemory, tally: &mut Tally) {
        memory.left.clear();
        memory.left.resize(self.areas.len(), 0);
        let candidates = self
            .colorings
            .iter()
            .map(|coloring| self.candidates(strip, first, coloring));
        let candidates = candidates.fold(0, |all, games| all | games);
        if candidates == 0 {
            return;
        }
        let mut last = Moments::all(0);
        let (mut removed, mut again, mut until) = (Moments::default(), Moments::default(), Moments::default());
        for &distance in &self.stones {
            let point = at(first, distance);
            last.combine(&memory.first_stones[point], u8::max);
            removed.combine(&memory.removed[point], u8::min);
            again.combine(&memory.second_stones[point], u8::min);
            until.combine(&memory.empty_for_good[point], u8::min);
        }
        let (mut next, mut unclear, mut free_anywhere) = (Moments::default(), 0, 0);
        memory.free.clear();
        memory.free.resize(self.areas.len(), (0, 0));
        for &area in areas {
            let (mut taken, mut again, mut until) = (Moments::default(), again, until);
            for &distance in &self.areas[area] {
                let point = at(first, distance);
                taken.combine(&memory.first_stones[point], u8::min);
                again.combine(&memory.removed[point], u8::min);
                until.combine(&memory.taken_for_good[point], u8::min);
            }
            // A first stone may leave while the pattern stands, or the pattern may stand with another stone
            // or on a point that was taken before: at the same time, where it may be the same occurrence, or later.
            unclear |= removed.compare(&taken, |removed, taken| removed <= taken && removed < NEVER);
            let mut from = again;
            from.combine(&last, u8::max);
            let stands_again = from.compare(&until, |from, until| from <= until && from < NEVER);
            unclear |= stands_again & again.compare(&last, |again, last| again <= last);
            memory.left[area] = candidates & stands_again;
            let later = candidates & taken.compare(&last, |taken, last| taken > last);
            let at_last = candidates & taken.compare(&last, |taken, last| taken == last);
            memory.free[area] = (later, at_last);
            free_anywhere |= later | at_last;
            taken.combine(&last, |taken, last| taken | u8::from(taken <= last).wrapping_neg());
            next.combine(&taken, u8::min);
        }
        unclear &= candidates;
        areas.iter().for_each(|&area| memory.left[area] |= unclear);
        memory.counted = !unclear;
        memory.last = last;
        if free_anywhere & !unclear != 0 {
            self.find_answers(strip, first, (&last, &next), memory);
            let is_at_once = next.compare(&last, |next, last| next == last.wrapping_add(1));
            let is_at_start = last.compare(&Moments::all(0), |last, start| last == start);
            let is_at_end = last.compare(&memory.ends, |last, end| last == end);
            for coloring in &self.colorings {
                let games = self.stand_first(strip, first, coloring, memory) & !unclear;
                if games == 0 {
                    continue;
                }
                let is_early = self.last_is_early(strip, first, coloring, &last, memory) & !is_at_start;
                let timing = Timing {
                    games,
                    is_early,
                    is_at_once,
                    goes_on: !is_at_end | (is_early & memory.ends_late),
                };
                coloring.count(strip.number, &timing, memory, tally);
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

    /// Returns the candidates in which the first stone on each point has the colour that the pattern needs.
    #[inline(always)]
    fn stand_first(&self, strip: &Strip<'_>, first: u16, coloring: &Coloring, memory: &DenseMemory) -> u64 {
        let candidates = self.candidates(strip, first, coloring);
        let stones = coloring.stones.iter().zip(&self.stones);
        stones.fold(candidates, |games, (color, &distance)| {
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
    fn find_answers(
        &self,
        strip: &Strip<'_>,
        first: u16,
        (last, next): (&Moments, &Moments),
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
                let moments = &memory.first_stones[point];
                answer.later = later & moments.compare(next, |moment, next| moment == next && moment < NEVER);
                answer.at_last = at_last & moments.compare(last, |moment, last| moment == last);
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
    fn last_is_early(
        &self,
        strip: &Strip<'_>,
        first: u16,
        coloring: &Coloring,
        last: &Moments,
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
            let is_before = memory.first_stones[point].compare(last, |moment, last| moment < last);
            early & (strip.early(white) | is_before)
        })
    }

    /// Counts the occurrences that are left in the games that must be looked at one by one.
    fn visit(&self, strip: &Strip<'_>, first: u16, sought: &Sought, memory: &mut ScanMemory, tally: &mut Tally) {
        let ScanMemory {
            scratch, shared, dense, ..
        } = memory;
        for coloring in &self.colorings {
            let candidates = self.candidates(strip, first, coloring);
            for laid_out in &coloring.images {
                let games = candidates & dense.left[laid_out.area];
                // The area may not be on the board.
                if games == 0 {
                    continue;
                }
                let (number, place) = (laid_out.number, first - laid_out.first);
                let image = sought.image(number);
                for game in bits(games) {
                    let (batch, lane) = (strip.batch, strip.number * STRIP + game);
                    let is_counted = dense.counted >> game & 1 == 1;
                    let last = u32::from(dense.last.of(game));
                    let known = image.probe().known(batch, lane, place.into());
                    image
                        .probe()
                        .occurrences_in_game(batch, (lane, place.into()), known, scratch, |one| {
                            if is_counted && one.from.div_ceil(2) <= last {
                                return;
                            }
                            let end = batch.end(lane);
                            shared.take(sought, (number, image), (place, lane as u16), (&one, end), |hit| {
                                tally.add(&hit)
                            });
                        });
                }
            }
            // Images that fit the same stones are of one colouring.
            shared.drain(|hit| tally.add(&hit));
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
    #[inline(always)]
    fn count(&self, strip: usize, timing: &Timing, memory: &DenseMemory, tally: &mut Tally) {
        let (later, at_last) = memory
            .free
            .iter()
            .fold((0, 0), |all, area| (all.0 | area.0, all.1 | area.1));
        let at_last = at_last & timing.games & timing.is_early;
        let later = later & timing.games & !at_last;
        let (mut unanswered, mut direct) = (later, at_last);
        let mut add = |mut games: u64, direct: u64, shown: &[Shown]| {
            for shown in shown {
                let free = memory.free[shown.area];
                let taken = games & ((at_last & free.1) | (later & free.0));
                games &= !taken;
                if taken != 0 {
                    tally.add_games((strip, taken), direct, NextCode(shown.answer), shown.swapped);
                }
            }
        };
        for (answer, shown) in memory.answers.iter().zip(&self.answers) {
            let of_answer = (at_last & answer.at_last) | (later & answer.later);
            let direct_answer = at_last | (timing.is_at_once & !timing.is_early & answer.is_early);
            direct |= of_answer & direct_answer;
            unanswered &= !of_answer;
            add(of_answer & !answer.white, direct_answer, &shown[0]);
            add(of_answer & answer.white, direct_answer, &shown[1]);
        }
        add(unanswered, 0, &self.unanswered);
        tally.elsewhere += u64::from(((later | at_last) & timing.goes_on & !direct).count_ones());
    }
}

/// Returns the index of a point at a distance from another one.
fn at(first: u16, distance: i16) -> usize {
    first.wrapping_add_signed(distance).into()
}
