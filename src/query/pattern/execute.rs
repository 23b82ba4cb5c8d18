//! Going through the games: lists of occurrences, and counts.

use super::batch::{Batch, Lanes, STRIP, STRIPS};
use super::games::GameBatches;
use super::last_search::LastSearch;
use super::scan::{Hit, ScanMemory, prepare, scan_strip, sorted_hits};
use super::search::{PatternOccurrence, PatternSearch};
use super::tally::Tally;
use super::workers::{News, threads, work_on};
use crate::query::QueryError;
use crate::query::filter::{CompiledFilter, Filter};
use crate::store::Snapshot;
use std::sync::atomic::AtomicBool;

impl PatternSearch {
    /// Visits the games with the pattern that meet a filter, in the order of their numbers,
    /// each with all its occurrences in the order of their plies.
    pub fn visit(
        &self,
        snapshot: &Snapshot,
        filter: &Filter,
        mut visit: impl FnMut(&[PatternOccurrence]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let mut occurrences = Vec::new();
        self.visit_hits(snapshot, &filter.compile(snapshot)?, |game, hits| {
            occurrences.clear();
            occurrences.extend(hits.iter().map(|hit| self.occurrence(game, hit)));
            visit(&occurrences)
        })
    }

    /// Visits the games of [`PatternSearch::visit`] with their hits.
    pub(in crate::query) fn visit_hits(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
        mut visit: impl FnMut(i64, &[Hit]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let last = snapshot.shared::<LastSearch>();
        if let Some(hits) = last.of(self, filter) {
            for hits in hits.chunk_by(|a, b| a.0 == b.0) {
                let of_game: Vec<Hit> = hits.iter().map(|&(_, hit)| hit).collect();
                visit(hits[0].0.into(), &of_game)?;
            }
            return Ok(());
        }
        let mut kept = Some(Vec::new());
        self.visit_batches(snapshot, filter, |batch, hits| {
            if let Some(list) = &mut kept {
                list.extend(hits.iter().map(|hit| (batch.games()[usize::from(hit.lane)], *hit)));
                if list.len() > LastSearch::MAX_HITS {
                    kept = None;
                }
            }
            for hits in hits.chunk_by(|a, b| a.lane == b.lane) {
                visit(batch.games()[usize::from(hits[0].lane)].into(), hits)?;
            }
            Ok(())
        })?;
        if let Some(kept) = kept {
            last.keep(self, filter, kept);
        }
        Ok(())
    }

    pub(in crate::query) fn visit_batches(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
        mut visit: impl FnMut(&Batch, &[Hit]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let games = GameBatches::of(snapshot)?;
        filter.look_ahead(snapshot)?;
        let batches = games.of_size(self.size());
        let mut progress = self.progress(snapshot, batches);
        self.visit_found(
            batches,
            |batch| passing(filter, batch),
            |news| {
                if let News::Hits(batch, hits) = news {
                    visit(batch, hits)?;
                }
                progress(news)
            },
        )
    }

    pub(in crate::query) fn tally(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
    ) -> Result<Tally, QueryError> {
        let games = GameBatches::of(snapshot)?;
        let facts = snapshot.all_facts()?;
        filter.look_ahead(snapshot)?;
        let batches = games.of_size(self.size());
        let tallies = work_on(
            batches,
            |(memory, tally): &mut (ScanMemory, Tally), batch, handover| {
                prepare(batch, &passing(filter, batch), self.sought(), memory);
                for strip in 0..STRIPS {
                    scan_strip(batch, strip, self.sought(), handover.stopped(), memory, |hit| {
                        tally.add(&hit)
                    });
                }
                tally.end_batch(batch, &|game| facts.get(game as usize).copied().unwrap_or_default());
            },
            self.progress(snapshot, batches),
        )?;
        let tallies = tallies.into_iter().map(|(_, tally)| tally);
        Ok(tallies.reduce(Tally::merge).unwrap_or_default())
    }

    /// Returns a function that tells the observer of each batch that was searched, and fails if
    /// the search is requested to stop.
    fn progress(&self, snapshot: &Snapshot, batches: &[Batch]) -> impl FnMut(News<'_>) -> Result<(), QueryError> {
        let all = batches.iter().map(|batch| batch.games().len()).sum();
        let mut searched = 0;
        move |news| {
            if let News::Searched(batch) = news {
                searched += batch.games().len();
            }
            if let Some(watch) = self.watch() {
                watch.searched(searched, all);
            }
            Ok(snapshot.check_stop()?)
        }
    }

    /// Visits batches with the hits in the games that `lanes` selects.
    fn visit_found(
        &self,
        batches: &[Batch],
        lanes: impl Fn(&Batch) -> Lanes + Sync,
        visit: impl FnMut(News<'_>) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        work_on(
            batches,
            |memory: &mut ScanMemory, batch, handover| {
                prepare(batch, &lanes(batch), self.sought(), memory);
                for strip in 0..STRIPS {
                    handover.add(sorted_hits(batch, strip, self.sought(), handover.stopped(), memory));
                }
            },
            visit,
        )?;
        Ok(())
    }

    /// Reads the courses of all games, unless they are in memory already.
    pub fn prepare(snapshot: &Snapshot) -> Result<(), QueryError> {
        GameBatches::of(snapshot)?;
        Ok(())
    }

    /// Returns a part of the occurrences, in the order of [`PatternSearch::visit`], so that
    /// the caller need not hold all of them. Parts are numbered from 0, and each has up to
    /// 1,024 games for each thread. Returns `None` after the last game.
    pub fn part(&self, snapshot: &Snapshot, number: usize) -> Result<Option<Vec<PatternOccurrence>>, QueryError> {
        let games = GameBatches::of(snapshot)?;
        let batches = games.of_size(self.size());
        let length = 2 * threads();
        let Some(rest) = batches.get(number * length..).filter(|rest| !rest.is_empty()) else {
            return Ok(None);
        };
        let mut occurrences = Vec::new();
        let part = &rest[..length.min(rest.len())];
        self.visit_found(part, Batch::lanes, |news| {
            if let News::Hits(batch, hits) = news {
                occurrences.extend(hits.iter().map(|hit| {
                    let game = batch.games()[usize::from(hit.lane)];
                    self.occurrence(game.into(), hit)
                }));
            }
            Ok(snapshot.check_stop()?)
        })?;
        Ok(Some(occurrences))
    }

    /// Returns the occurrences in one game.
    pub fn in_game(&self, snapshot: &Snapshot, game: i64) -> Result<Vec<PatternOccurrence>, QueryError> {
        let known = snapshot.shared::<LastSearch>().in_game(self, game);
        if !known.is_empty() {
            return Ok(known.iter().map(|hit| self.occurrence(game, hit)).collect());
        }
        let games = GameBatches::of(snapshot)?;
        let batches = games.of_size(self.size());
        let after = batches.partition_point(|batch| batch.games().last().is_some_and(|&last| i64::from(last) < game));
        let Some(batch) = batches.get(after) else {
            return Ok(Vec::new());
        };
        let Some(lane) = batch.lane_of(game) else {
            return Ok(Vec::new());
        };
        let (stopped, mut memory) = (AtomicBool::new(false), ScanMemory::default());
        prepare(batch, &Lanes::only(lane), self.sought(), &mut memory);
        let hits = sorted_hits(batch, lane / STRIP, self.sought(), &stopped, &mut memory);
        Ok(hits.iter().map(|hit| self.occurrence(game, hit)).collect())
    }
}

/// Returns the games of a batch that pass a filter, which has looked ahead.
fn passing(filter: &CompiledFilter<'_>, batch: &Batch) -> Lanes {
    let mut lanes = batch.lanes();
    if let Some(known) = filter.known() {
        for (lane, &game) in batch.games().iter().enumerate() {
            if !known.get(game as usize).copied().unwrap_or(false) {
                lanes.remove(lane);
            }
        }
    }
    lanes
}
