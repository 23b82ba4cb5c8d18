use super::block::{self, Found};
use super::bytes::{Bytes, Malformed};
use super::database::Database;
use super::error::StoreError;
use super::posting::{NextCode, PositionTotals, Posting};
use super::seal::unseal;
use super::segment::Segment;
use crate::go::{Move, Orientation};
use crate::record::replay;
use rusqlite::OptionalExtension;

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

    fn segments(&self) -> Result<Vec<Segment>, StoreError> {
        let read = || {
            let mut statement = self
                .conn
                .prepare_cached("SELECT id, first_game, last_game, games, prefix_bits FROM segment ORDER BY id")?;
            let rows = statement.query_map([], |row| {
                Ok(Segment {
                    id: row.get(0)?,
                    first_game: row.get(1)?,
                    last_game: row.get(2)?,
                    games: row.get(3)?,
                    prefix_bits: row.get(4)?,
                })
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        let segments = read().map_err(|e| self.error(e))?;
        match segments.iter().find(|segment| !segment.is_possible()) {
            Some(segment) => Err(self.damaged(format!("segment {} has impossible numbers", segment.id))),
            None => Ok(segments),
        }
    }

    fn totals_in(&self, segment: &Segment, position: &Orientation) -> Result<PositionTotals, StoreError> {
        let layout = segment.layout();
        let row = segment.block_row(layout.prefix(position.key));
        let damaged = |Malformed| self.damaged(format!("position block {row} cannot be read"));
        let sealed: Option<Vec<u8>> = self
            .conn
            .prepare_cached("SELECT data FROM position_block WHERE id = ?1")
            .and_then(|mut statement| statement.query_row([row], |row| row.get(0)).optional())
            .map_err(|e| self.error(e))?;
        let sealed = sealed.ok_or_else(|| self.damaged(format!("position block {row} is missing")))?;
        let data = unseal(&sealed, &[row])
            .ok_or_else(|| self.damaged(format!("position block {row} has a wrong checksum")))?;
        match block::find(data, layout, position.key).map_err(damaged)? {
            Found::Totals(totals) => Ok(totals),
            Found::Postings(postings) => self.count(segment, &postings),
            Found::Candidates(games) => {
                let mut postings = Vec::new();
                for game in games {
                    self.replay_postings(segment, game, position, &mut postings)?;
                }
                self.count(segment, &postings)
            }
            Found::Long => self.long_totals(segment, position),
        }
    }

    fn count(&self, segment: &Segment, postings: &[Posting]) -> Result<PositionTotals, StoreError> {
        if let Some(posting) = postings.iter().find(|posting| posting.game >= segment.games) {
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
        let number = segment.first_game + i64::from(game);
        let record = self
            .record(number)?
            .read()
            .ok_or_else(|| self.damaged(format!("the record of game {number} holds no game")))?;
        replay(&record, self.keys().get(record.size), |visit| {
            if visit.orientation.key == position.key {
                let next = NextCode::new(visit.next, &visit.orientation);
                postings.push(Posting {
                    game,
                    ply: visit.ply,
                    next,
                });
            }
        });
        Ok(())
    }

    fn long_totals(&self, segment: &Segment, position: &Orientation) -> Result<PositionTotals, StoreError> {
        let key = position.key.0 as i64;
        let damaged = |what| {
            self.damaged(format!(
                "the posting list of {} in segment {} {what}",
                position.key, segment.id
            ))
        };
        let sealed: Option<Vec<u8>> = self
            .conn
            .prepare_cached("SELECT totals FROM posting_list WHERE segment = ?1 AND key = ?2")
            .and_then(|mut statement| statement.query_row([segment.id, key], |row| row.get(0)).optional())
            .map_err(|e| self.error(e))?;
        let sealed = sealed.ok_or_else(|| damaged("is missing"))?;
        let data = unseal(&sealed, &[segment.id, key]).ok_or_else(|| damaged("has a wrong checksum"))?;
        PositionTotals::read(&mut Bytes::new(data)).map_err(|Malformed| damaged("cannot be read"))
    }
}
