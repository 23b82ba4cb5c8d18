use crate::go::{Move, Orientation, PositionKey};
use crate::store::codec::block::{self, Found, FoundPostings, Repetition};
use crate::store::codec::bytes::Malformed;
use crate::store::codec::posting::{NextCode, PositionTotals, Posting};
use crate::store::database::Database;
use crate::store::error::StoreError;
use crate::store::index::segment::Segment;
use std::collections::VecDeque;
use std::sync::Arc;

/// One time that a game passed a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// The game's number.
    pub game: i64,
    /// Moves played before the position.
    pub ply: u16,
    /// What followed.
    pub next: NextCode,
}

/// The occurrences that were read last: who asks about a position asks more
/// about it.
#[derive(Default)]
pub struct RecentOccurrences(VecDeque<(PositionKey, Arc<[Occurrence]>)>);

impl RecentOccurrences {
    /// The positions whose occurrences are kept: the one on the board, with its
    /// colours exchanged, and the one before.
    const KEPT: usize = 4;

    fn get(&self, key: PositionKey) -> Option<Arc<[Occurrence]>> {
        let known = self.0.iter().find(|(known, _)| *known == key);
        known.map(|(_, occurrences)| Arc::clone(occurrences))
    }

    fn keep(&mut self, key: PositionKey, occurrences: &Arc<[Occurrence]>) {
        self.0.truncate(Self::KEPT - 1);
        self.0.push_front((key, Arc::clone(occurrences)));
    }
}

impl Database {
    /// The games that reach a position and what was played from it, over all
    /// segments.
    ///
    /// # Errors
    /// A database that cannot be read or is damaged.
    pub fn position_totals(&self, key: PositionKey) -> Result<PositionTotals, StoreError> {
        self.read(|| {
            let mut totals = PositionTotals::default();
            for segment in self.known_segments()?.iter() {
                totals.merge(self.totals_in(segment, key)?);
            }
            Ok(totals)
        })
    }

    /// Positions of all games, those that occur again included.
    ///
    /// # Errors
    /// A database that cannot be read or is damaged.
    pub fn positions(&self) -> Result<u64, StoreError> {
        Ok(self.segments()?.iter().map(|segment| segment.positions).sum())
    }

    /// Each time that a game passed a position, in the order of games and
    /// plies.
    ///
    /// # Errors
    /// A database that cannot be read or is damaged.
    pub fn occurrences(&self, key: PositionKey) -> Result<Arc<[Occurrence]>, StoreError> {
        self.read(|| {
            if let Some(known) = self.cache.borrow().occurrences.get(key) {
                return Ok(known);
            }
            let mut occurrences = Vec::new();
            for segment in self.known_segments()?.iter() {
                let postings = self.postings_in(segment, key)?;
                occurrences.reserve(postings.len());
                for Posting { game, ply, next } in postings {
                    let game = segment.first_game + i64::from(game);
                    occurrences.push(Occurrence { game, ply, next });
                }
            }
            let occurrences: Arc<[Occurrence]> = occurrences.into();
            self.cache.borrow_mut().occurrences.keep(key, &occurrences);
            Ok(occurrences)
        })
    }

    /// The segments, which a question reads once. Not for a writer, which
    /// changes them.
    fn known_segments(&self) -> Result<Arc<[Segment]>, StoreError> {
        let known = self.cache.borrow().segments.clone();
        match known {
            Some(segments) => Ok(segments),
            None => {
                let segments: Arc<[Segment]> = self.segments()?.into();
                self.cache.borrow_mut().segments = Some(Arc::clone(&segments));
                Ok(segments)
            }
        }
    }

    /// The move that a code stands for, as `position` shows it.
    ///
    /// # Errors
    /// A code that no writer makes.
    pub fn decode_next(&self, code: NextCode, position: &Orientation) -> Result<Option<Move>, StoreError> {
        code.decode(position)
            .map_err(|Malformed| self.damaged(format!("{} has the impossible next move {}", position.key, code.0)))
    }

    fn totals_in(&self, segment: &Segment, key: PositionKey) -> Result<PositionTotals, StoreError> {
        let layout = segment.layout();
        let prefix = layout.prefix(key);
        let data = self.read_block(segment, prefix)?;
        let Found { candidates, repetition } =
            block::find(&data, layout, key).map_err(|Malformed| self.malformed_block(segment, prefix))?;
        let mut postings = self.replay_candidates(segment, candidates, key)?;
        let mut totals = PositionTotals::default();
        match repetition {
            None => {}
            Some(Repetition::Totals(stored)) => totals = stored,
            Some(Repetition::Postings(stored)) => {
                postings.extend(stored);
                postings.sort_unstable();
                postings.dedup();
            }
            Some(Repetition::Long) => totals = self.long_totals(segment, key)?,
        }
        totals.merge(self.count(segment, &postings)?);
        Ok(totals)
    }

    fn postings_in(&self, segment: &Segment, key: PositionKey) -> Result<Vec<Posting>, StoreError> {
        let layout = segment.layout();
        let prefix = layout.prefix(key);
        let data = self.read_block(segment, prefix)?;
        let FoundPostings { candidates, postings } =
            block::find_postings(&data, layout, key).map_err(|Malformed| self.malformed_block(segment, prefix))?;
        let mut stored = match postings {
            Some(postings) => postings,
            None => self.long_postings(segment, key)?,
        };
        let replayed = self.replay_candidates(segment, candidates, key)?;
        if !replayed.is_empty() {
            stored.extend(replayed);
            stored.sort_unstable();
            stored.dedup();
        }
        self.require_games(segment, &stored)?;
        Ok(stored)
    }

    fn count(&self, segment: &Segment, postings: &[Posting]) -> Result<PositionTotals, StoreError> {
        self.require_games(segment, postings)?;
        PositionTotals::count(postings, |game| self.facts(segment.first_game + i64::from(game)))
    }

    fn require_games(&self, segment: &Segment, postings: &[Posting]) -> Result<(), StoreError> {
        match postings.iter().find(|posting| posting.game >= segment.span()) {
            Some(posting) => Err(self.damaged(format!("segment {} has no game {}", segment.id, posting.game))),
            None => Ok(()),
        }
    }

    /// Each time that one of these games passes the position.
    fn replay_candidates(
        &self,
        segment: &Segment,
        mut candidates: Vec<u32>,
        key: PositionKey,
    ) -> Result<Vec<Posting>, StoreError> {
        // Two positions of a game may agree in their short keys.
        candidates.sort_unstable();
        candidates.dedup();
        let mut postings = Vec::new();
        for game in candidates {
            self.replay_game(segment, game, |passed, posting| {
                if passed == key {
                    postings.push(posting);
                }
            })?;
        }
        Ok(postings)
    }

    /// Visits the positions of a game of a segment.
    pub(crate) fn replay_game(
        &self,
        segment: &Segment,
        game: u32,
        visit: impl FnMut(PositionKey, Posting),
    ) -> Result<(), StoreError> {
        let number = segment.first_game + i64::from(game);
        self.record(number)?
            .visit(game, self.keys(), visit)
            .map(drop)
            .ok_or_else(|| self.holds_no_game(number))
    }
}
