//! The search in courses that are in no database.

use super::batch::{Batch, LANES, STRIPS};
use super::probe::AreaInGame;
use super::scan::{Hit, ScanMemory, prepare, sorted_hits};
use super::search::{PatternOccurrence, PatternSearch};
use super::tally::{PatternYear, Tally};
use crate::record::Course;
use crate::store::{GameFacts, NextCode};
use std::sync::atomic::AtomicBool;

impl PatternSearch {
    /// Counts the occurrences in courses, which are of different games. Counts of other courses
    /// may be added.
    #[must_use]
    pub fn count_in(&self, courses: &[(Course, GameFacts)]) -> Vec<PatternYear> {
        let mut tally = Tally::default();
        let mut memory = ScanMemory::default();
        for batch in self.batches(courses.iter().map(|(course, _)| course)) {
            let never = AtomicBool::new(false);
            self.tally_batch((&batch, &batch.lanes()), &never, &mut memory, &mut tally);
            tally.end_batch(&|lane| {
                let course = courses.get(batch.games()[lane] as usize);
                course.map(|(_, facts)| *facts).unwrap_or_default()
            });
        }
        tally.counts(self)
    }

    /// Returns the occurrences in courses, in order, each with the number of its course, from
    /// 0, as that of the game.
    #[must_use]
    pub fn occurrences_in<'a>(&self, courses: impl IntoIterator<Item = &'a Course>) -> Vec<PatternOccurrence> {
        let mut found = Vec::new();
        self.visit_courses(courses, |batch, hit| {
            found.push(self.occurrence(number(batch, hit).into(), hit));
        });
        found
    }

    /// Returns the lines of 1 to `depth` answers that the games of some courses play, for each
    /// occurrence: the number of the course, from 0, the answers, and whether the game has the pattern
    /// with the colours exchanged.
    #[must_use]
    pub fn lines_in<'a>(
        &self,
        courses: impl IntoIterator<Item = &'a Course>,
        depth: usize,
    ) -> Vec<(usize, Vec<NextCode>, bool)> {
        let mut found = Vec::new();
        let mut line = Vec::new();
        let mut area = AreaInGame::default();
        self.visit_courses(courses, |batch, hit| {
            self.line(batch, hit, depth, &mut line, &mut area);
            for (end, &(_, swapped)) in (1..).zip(&line) {
                let codes = line[..end].iter().map(|(code, _)| *code).collect();
                found.push((number(batch, hit) as usize, codes, swapped));
            }
        });
        found
    }

    fn visit_courses<'a>(&self, courses: impl IntoIterator<Item = &'a Course>, mut visit: impl FnMut(&Batch, &Hit)) {
        let (never, mut memory) = (AtomicBool::new(false), ScanMemory::default());
        for batch in self.batches(courses) {
            prepare(&batch, &batch.lanes(), self.sought(), &mut memory);
            for strip in 0..STRIPS {
                let hits = sorted_hits(&batch, strip, self.sought(), &never, &mut memory);
                hits.iter().for_each(|hit| visit(&batch, hit));
            }
        }
    }

    fn batches<'a>(&self, courses: impl IntoIterator<Item = &'a Course>) -> Vec<Batch> {
        let courses = (0..).zip(courses).filter(|(_, course)| course.size == self.size());
        let mut batches: Vec<Batch> = Vec::new();
        for (number, course) in courses {
            if batches.last().is_none_or(|batch| batch.games().len() == LANES) {
                batches.push(Batch::new(self.size()));
            }
            if let Some(batch) = batches.last_mut() {
                batch.push(number, course);
            }
        }
        batches.iter_mut().for_each(Batch::finish);
        batches
    }
}

fn number(batch: &Batch, hit: &Hit) -> u32 {
    batch.games()[usize::from(hit.lane)]
}
