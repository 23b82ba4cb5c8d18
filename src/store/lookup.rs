use super::block::{self, Found, Repetition};
use super::bytes::Malformed;
use super::database::Database;
use super::error::StoreError;
use super::posting::{NextCode, PositionTotals, Posting};
use super::segment::Segment;
use crate::go::{Move, Orientation, PositionKey};

impl Database {
    /// The games that reach a position and what was played from it, over all
    /// segments.
    ///
    /// # Errors
    /// A database that cannot be read or is damaged.
    pub fn position_totals(&self, position: &Orientation) -> Result<PositionTotals, StoreError> {
        // Segments and blocks must be of one state of the file.
        let transaction = self.conn.unchecked_transaction().map_err(|e| self.error(e))?;
        let mut totals = PositionTotals::default();
        for segment in self.segments()? {
            totals.merge(&self.totals_in(&segment, position)?);
        }
        transaction.finish().map_err(|e| self.error(e))?;
        Ok(totals)
    }

    /// The move that a code stands for, as `position` shows it.
    ///
    /// # Errors
    /// A code that no writer makes.
    pub fn decode_next(&self, code: NextCode, position: &Orientation) -> Result<Option<Move>, StoreError> {
        code.decode(position)
            .map_err(|Malformed| self.damaged(format!("{} has the impossible next move {}", position.key, code.0)))
    }

    fn totals_in(&self, segment: &Segment, position: &Orientation) -> Result<PositionTotals, StoreError> {
        let layout = segment.layout();
        let prefix = layout.prefix(position.key);
        let data = self.read_block(segment, prefix)?;
        let Found {
            mut candidates,
            repetition,
        } = block::find(&data, layout, position.key).map_err(|Malformed| self.malformed_block(segment, prefix))?;
        // Two positions of a game may agree in their short keys.
        candidates.sort_unstable();
        candidates.dedup();
        let mut postings = Vec::new();
        for game in candidates {
            self.replay_postings(segment, game, position, &mut postings)?;
        }
        let mut totals = PositionTotals::default();
        match repetition {
            None => {}
            Some(Repetition::Totals(stored)) => totals = stored,
            Some(Repetition::Postings(stored)) => {
                postings.extend(stored);
                postings.sort_unstable();
                postings.dedup();
            }
            Some(Repetition::Long) => totals = self.long_totals(segment, position.key)?,
        }
        totals.merge(&self.count(segment, &postings)?);
        Ok(totals)
    }

    fn count(&self, segment: &Segment, postings: &[Posting]) -> Result<PositionTotals, StoreError> {
        if let Some(posting) = postings.iter().find(|posting| posting.game >= segment.span()) {
            return Err(self.damaged(format!("segment {} has no game {}", segment.id, posting.game)));
        }
        PositionTotals::count(postings, |game| self.facts(segment.first_game + i64::from(game)))
    }

    /// Appends each time that a game passes the position.
    fn replay_postings(
        &self,
        segment: &Segment,
        game: u32,
        position: &Orientation,
        postings: &mut Vec<Posting>,
    ) -> Result<(), StoreError> {
        self.replay_game(segment, game, |key, posting| {
            if key == position.key {
                postings.push(posting);
            }
        })
    }

    /// Visits the positions of a game of a segment.
    pub(super) fn replay_game(
        &self,
        segment: &Segment,
        game: u32,
        visit: impl FnMut(PositionKey, Posting),
    ) -> Result<(), StoreError> {
        let number = segment.first_game + i64::from(game);
        self.record(number)?
            .visit(game, self.keys(), visit)
            .map(drop)
            .ok_or_else(|| self.damaged(format!("the record of game {number} holds no game")))
    }
}
