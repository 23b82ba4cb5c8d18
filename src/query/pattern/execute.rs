//! Going through the games: lists of occurrences, and counts.

use super::batch::{Batch, GROUPS, LANES, Lanes, RunLanes, STRIPS};
use super::corners::{CornerHits, CornerSearch};
use super::games::{FEW_GAMES, read_games, visit_run};
use super::last_search::LastSearch;
use super::scan::{Hit, ScanMemory, prepare, scan_strip, sorted_hits};
use super::search::{PatternOccurrence, PatternSearch};
use super::tally::Tally;
use super::workers::{Handover, News, threads, work_alone, work_on};
use crate::query::QueryError;
use crate::store::{GAMES_PER_RUN, RowSet, Snapshot, runs_up_to};
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// The games that a search goes through.
pub(in crate::query) trait WantedGames: Sync {
    /// Tests the games at once.
    fn look_ahead(&self, snapshot: &Snapshot) -> Result<(), QueryError>;

    /// Returns, for each game by number, whether it is wanted, after [`WantedGames::look_ahead`]; `None` if every
    /// game is.
    fn known(&self) -> Option<&[bool]>;

    /// Returns a text that identifies the selection.
    fn text(&self) -> String;
}

impl PatternSearch {
    /// Visits the games with the pattern that a filter lets pass, in the order of their numbers, each with all
    /// its hits in the order of their plies.
    pub(in crate::query) fn visit_hits(
        &self,
        snapshot: &Snapshot,
        filter: &dyn WantedGames,
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
        filter: &dyn WantedGames,
        mut visit: impl FnMut(&Batch, &[Hit]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        filter.look_ahead(snapshot)?;
        let runs = runs_up_to(snapshot.state()?.last_game);
        let mut progress = self.progress(snapshot)?;
        self.visit_found(
            snapshot,
            runs,
            |run| passing(filter, run),
            |news| {
                if let News::Hits(batch, hits) = news {
                    visit(batch, hits)?;
                }
                progress(news)
            },
        )
    }

    pub(in crate::query) fn tally(&self, snapshot: &Snapshot, filter: &dyn WantedGames) -> Result<Tally, QueryError> {
        filter.look_ahead(snapshot)?;
        let tallies = self.work(
            snapshot,
            runs_up_to(snapshot.state()?.last_game),
            |reader, (memory, tally): &mut (ScanMemory, Tally), handover, run| {
                let facts = reader.facts_of_run(run)?;
                let mut wanted = passing(filter, run);
                if let Some(corners) = self.corners_for(&wanted).filter(|corners| corners.is_exact) {
                    let found = corners.find(reader, run, &wanted, self.sought())?;
                    for (number, (hits, undecided)) in found.hits.iter().zip(&found.undecided.0).enumerate() {
                        let decided = hits.iter().filter(|hit| !undecided.has(hit.lane.into()));
                        decided.for_each(|hit| tally.add(hit));
                        tally.end_batch(&|lane| facts.get(number * LANES + lane));
                    }
                    wanted = found.undecided;
                }
                visit_run(reader, self.size(), run, &wanted, |batch, lanes| {
                    self.tally_batch((batch, lanes), handover.stopped(), memory, tally);
                    let at = |lane: usize| batch.games()[lane] as usize % GAMES_PER_RUN as usize;
                    tally.end_batch(&|lane| facts.get(at(lane)));
                })?;
                Ok(facts.check(reader)?)
            },
            self.progress(snapshot)?,
        )?;
        let tallies = tallies.into_iter().map(|(_, tally)| tally);
        Ok(tallies.reduce(Tally::merge).unwrap_or_default())
    }

    /// Counts the occurrences in some games of a batch.
    pub(super) fn tally_batch(
        &self,
        (batch, lanes): (&Batch, &Lanes),
        stopped: &AtomicBool,
        memory: &mut ScanMemory,
        tally: &mut Tally,
    ) {
        if let Some(dense) = self.dense() {
            return dense.count((batch, lanes), self.sought(), stopped, memory, tally);
        }
        prepare(batch, lanes, self.sought(), memory);
        for strip in 0..STRIPS {
            scan_strip(batch, strip, self.sought(), stopped, memory, |hit| tally.add(&hit));
        }
    }

    /// Returns the numbers of the games with the pattern of each search. All searches must be for boards of the same
    /// size; the first one's observer follows the progress.
    pub(in crate::query) fn games(searches: &[Self], snapshot: &Snapshot) -> Result<Vec<RowSet>, QueryError> {
        let Some(first) = searches.first() else {
            return Ok(Vec::new());
        };
        let found = first.work(
            snapshot,
            runs_up_to(snapshot.state()?.last_game),
            |reader, (memory, games): &mut (ScanMemory, Vec<Vec<i64>>), handover, run| {
                games.resize_with(searches.len(), Vec::new);
                let (mut wanted, mut any) = (Vec::with_capacity(searches.len()), RunLanes::default());
                for (search, games) in searches.iter().zip(&mut *games) {
                    let undecided = search.undecided_games(reader, run, games)?;
                    any.add(&undecided);
                    wanted.push(undecided);
                }
                // Each batch is made once, for all patterns.
                visit_run(reader, first.size(), run, &any, |batch, _| {
                    for ((search, games), wanted) in searches.iter().zip(&mut *games).zip(&wanted) {
                        prepare(batch, &batch.lanes_of(wanted), search.sought(), memory);
                        for strip in 0..STRIPS {
                            scan_strip(batch, strip, search.sought(), handover.stopped(), memory, |hit| {
                                games.push(batch.games()[usize::from(hit.lane)].into());
                            });
                        }
                    }
                })?;
                Ok(())
            },
            first.progress(snapshot)?,
        )?;
        let of_search = |number: usize| {
            let games = found.iter().filter_map(|(_, games)| games.get(number));
            games.flatten().map(|&game| game as usize).collect()
        };
        Ok((0..searches.len()).map(of_search).collect())
    }

    /// Adds the games of a run that have the pattern by their corners. Returns those that the corners leave open.
    fn undecided_games(&self, reader: &Snapshot, run: i64, games: &mut Vec<i64>) -> Result<RunLanes, QueryError> {
        let Some(corners) = self.corners_for(&RunLanes::ALL) else {
            return Ok(RunLanes::ALL);
        };
        let found = corners.find(reader, run, &RunLanes::ALL, self.sought())?;
        if !corners.is_exact {
            return Ok(possible(found));
        }
        for (group, hits) in (run * GROUPS as i64..).zip(&found.hits) {
            games.extend(hits.iter().map(|hit| group * LANES as i64 + i64::from(hit.lane)));
        }
        Ok(found.undecided)
    }

    /// Returns a function that tells the observer of each run that was searched, and fails if
    /// the search is requested to stop.
    fn progress<'a>(
        &self,
        snapshot: &'a Snapshot,
    ) -> Result<impl FnMut(News<'_>) -> Result<(), QueryError> + use<'a, '_>, QueryError> {
        let lines = self.size().lines();
        let all = match self.watch() {
            Some(_) => snapshot.game_counts()?,
            None => Default::default(),
        };
        let all: u64 = all
            .iter()
            .filter(|((size, _), _)| *size == lines)
            .map(|(_, games)| games)
            .sum();
        let mut searched = 0;
        Ok(move |news: News<'_>| {
            if let Some(watch) = self.watch() {
                if let News::Searched(run) = news {
                    searched += snapshot.games_of_size(run, self.size())?.len();
                }
                watch.searched(searched, all as usize);
            }
            Ok(snapshot.check_stop()?)
        })
    }

    /// Visits the hits in the games of some runs that `wanted` selects.
    fn visit_found(
        &self,
        snapshot: &Snapshot,
        runs: Range<i64>,
        wanted: impl Fn(i64) -> RunLanes + Sync,
        visit: impl FnMut(News<'_>) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        self.work(
            snapshot,
            runs,
            |reader, memory: &mut ScanMemory, handover, run| {
                let mut wanted = wanted(run);
                if let Some(corners) = self.corners_for(&wanted) {
                    wanted = possible(corners.find(reader, run, &wanted, self.sought())?);
                }
                visit_run(reader, self.size(), run, &wanted, |batch, lanes| {
                    prepare(batch, lanes, self.sought(), memory);
                    for strip in 0..STRIPS {
                        let hits = sorted_hits(batch, strip, self.sought(), handover.stopped(), memory);
                        handover.add(batch, hits);
                    }
                })?;
                Ok(())
            },
            visit,
        )?;
        Ok(())
    }

    /// Returns how corners decide the question for some games of a run, unless reading their courses takes less.
    fn corners_for(&self, games: &RunLanes) -> Option<&CornerSearch> {
        self.corners().filter(|_| games.count() > FEW_GAMES)
    }

    /// Calls `work` with each run, in several threads, each of which reads the same state of the file.
    fn work<W: Default + Send>(
        &self,
        snapshot: &Snapshot,
        runs: Range<i64>,
        work: impl Fn(&Snapshot, &mut W, &mut Handover<'_>, i64) -> Result<(), QueryError> + Sync,
        visit: impl FnMut(News<'_>) -> Result<(), QueryError>,
    ) -> Result<Vec<W>, QueryError> {
        let mut readers = Vec::new();
        while readers.len() < threads().min(runs.clone().count())
            && let Some(reader) = snapshot.sibling()?
        {
            readers.push(reader);
        }
        if readers.is_empty() {
            return Ok(vec![work_alone(snapshot, runs, work, visit)?]);
        }
        work_on(readers, runs, work, visit)
    }

    /// Returns a part of the occurrences, in the order of [`PatternSearch::visit`], so that
    /// the caller need not hold all of them. Parts are numbered from 0, and each has up to
    /// 4,096 games for each thread. Returns `None` after the last game.
    pub fn part(&self, snapshot: &Snapshot, number: usize) -> Result<Option<Vec<PatternOccurrence>>, QueryError> {
        let all = runs_up_to(snapshot.state()?.last_game);
        let length = threads() as i64;
        let first = number as i64 * length;
        if first >= all.end {
            return Ok(None);
        }
        let mut occurrences = Vec::new();
        let runs = first..all.end.min(first + length);
        self.visit_found(
            snapshot,
            runs,
            |_| RunLanes::ALL,
            |news| {
                if let News::Hits(batch, hits) = news {
                    occurrences.extend(hits.iter().map(|hit| {
                        let game = batch.games()[usize::from(hit.lane)];
                        self.occurrence(game.into(), hit)
                    }));
                }
                Ok(snapshot.check_stop()?)
            },
        )?;
        Ok(Some(occurrences))
    }

    /// Returns the occurrences in one game.
    pub fn in_game(&self, snapshot: &Snapshot, game: i64) -> Result<Vec<PatternOccurrence>, QueryError> {
        let known = snapshot.shared::<LastSearch>().in_game(self, game);
        if !known.is_empty() {
            return Ok(known.iter().map(|hit| self.occurrence(game, hit)).collect());
        }
        if !snapshot.has_game(game)? {
            return Ok(Vec::new());
        }
        let batch = read_games(snapshot, self.size(), &[game])?;
        let (stopped, mut memory) = (AtomicBool::new(false), ScanMemory::default());
        prepare(&batch, &batch.lanes(), self.sought(), &mut memory);
        let hits = sorted_hits(&batch, 0, self.sought(), &stopped, &mut memory);
        Ok(hits.iter().map(|hit| self.occurrence(game, hit)).collect())
    }
}

/// Returns the games that may have a pattern.
fn possible(found: CornerHits) -> RunLanes {
    let mut games = found.undecided;
    for (group, hits) in games.0.iter_mut().zip(&found.hits) {
        hits.iter().for_each(|hit| group.insert(hit.lane.into()));
    }
    games
}

/// Returns the numbers in a run that pass a filter, which has looked ahead. Some may have no game.
fn passing(filter: &dyn WantedGames, run: i64) -> RunLanes {
    let Some(known) = filter.known() else {
        return RunLanes::ALL;
    };
    let mut games = RunLanes::default();
    let first = (run * GAMES_PER_RUN) as usize;
    for (group, known) in known[first.min(known.len())..].chunks(LANES).take(GROUPS).enumerate() {
        for (lane, passes) in known.iter().enumerate() {
            if *passes {
                games.0[group].insert(lane);
            }
        }
    }
    games
}
