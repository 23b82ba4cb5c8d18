use crate::record::replay;
use crate::store::error::StoreError;
use crate::store::game_row::GameColumns;
use crate::store::games::{Frame, StoredRecord};
use crate::store::table::{GAME, RECORD, SOURCE, intact};
use crate::store::transaction::Transaction;
use rusqlite::params;
use std::collections::BTreeSet;

/// A row of the source table.
struct SourceRow {
    archive: i64,
    member: String,
    member_game: i64,
    /// The record as this place has it, where it is not that of the game.
    own: Option<Frame>,
}

impl Transaction<'_> {
    /// Removes the sources in these archives. Games that are left without any
    /// are added to `gone`; those that were stored as a removed source had
    /// them, and are now stored as another one has them, are returned.
    pub(super) fn remove_archives(
        &mut self,
        archives: &BTreeSet<i64>,
        gone: &mut BTreeSet<i64>,
    ) -> Result<BTreeSet<i64>, StoreError> {
        let mut games = BTreeSet::new();
        for archive in archives {
            let sql = "SELECT DISTINCT game FROM source WHERE archive = ?1";
            games.extend(self.database().rows(sql, [archive], |row| row.get::<_, i64>(0))?);
        }
        let mut changed = BTreeSet::new();
        for game in games {
            let sources = self.sources(game)?;
            // Sources come in the order of their archives' numbers, which is
            // that of the imports; the record is from the first that has it.
            let first = sources.iter().find(|source| source.own.is_none());
            let first_goes = first.is_some_and(|source| archives.contains(&source.archive));
            let (removed, kept): (Vec<_>, Vec<_>) = sources
                .into_iter()
                .partition(|source| archives.contains(&source.archive));
            if kept.is_empty() {
                gone.insert(game);
            }
            // A game that goes takes its sources with it.
            if gone.contains(&game) {
                continue;
            }
            if first_goes && let Some(own) = kept.first().and_then(|source| source.own.as_ref()) {
                self.adopt(game, own, &kept)?;
                changed.insert(game);
            }
            for source in removed {
                let sql = "DELETE FROM source WHERE game = ?1 AND archive = ?2 AND member = ?3 AND member_game = ?4";
                let values = params![game, source.archive, source.member, source.member_game];
                self.database().execute(sql, values)?;
                self.state.sources -= 1;
            }
        }
        Ok(changed)
    }

    fn sources(&self, game: i64) -> Result<Vec<SourceRow>, StoreError> {
        let wanted = "archive, member, member_game, encoding, dictionary, sgf";
        let rows = self
            .database()
            .rows(&SOURCE.select(wanted, "WHERE game = ?1"), [game], |row| {
                let (encoding, dictionary) = (row.get(4)?, row.get(5)?);
                let own = row.get::<_, Option<Vec<u8>>>(6)?;
                let source = SourceRow {
                    archive: row.get(1)?,
                    member: row.get(2)?,
                    member_game: row.get(3)?,
                    own: own.map(|sgf| Frame {
                        encoding,
                        dictionary,
                        sgf,
                    }),
                };
                Ok((intact(row)?, source))
            })?;
        let damaged = || {
            self.database()
                .damaged(format!("a source of game {game} has a wrong checksum"))
        };
        rows.into_iter()
            .map(|(intact, source)| if intact { Ok(source) } else { Err(damaged()) })
            .collect()
    }

    /// Stores a game as `frame` has it, which is what the first of `sources`
    /// has.
    fn adopt(&mut self, game: i64, frame: &Frame, sources: &[SourceRow]) -> Result<(), StoreError> {
        let db = self.database();
        let before = db.frames(game, game)?.pop().map(|(_, frame)| frame);
        let stored = db.unpack(game, frame)?;
        self.write_record(game, frame)?;
        self.write_game(game, &stored)?;
        for source in sources {
            let own = match &source.own {
                Some(own) if db.unpack(game, own)? != stored => continue,
                Some(_) => None,
                None => before.as_ref(),
            };
            let values = params![
                game,
                source.archive,
                source.member,
                source.member_game,
                own.map(|own| &own.encoding),
                own.map(|own| own.dictionary),
                own.map(|own| &own.sgf)
            ];
            db.execute(&SOURCE.insert("INSERT OR REPLACE"), values)?;
        }
        Ok(())
    }

    fn write_record(&self, game: i64, frame: &Frame) -> Result<(), StoreError> {
        let values = params![game, frame.encoding, frame.dictionary, frame.sgf];
        self.database().execute(&RECORD.insert("INSERT OR REPLACE"), values)?;
        Ok(())
    }

    /// Writes what a record says of its game. What is played in it is the
    /// same in all its sources.
    fn write_game(&mut self, game: i64, stored: &StoredRecord) -> Result<(), StoreError> {
        let damaged = |transaction: &Self| {
            let db = transaction.database();
            db.damaged(format!("the record of game {game} holds no game"))
        };
        let record = stored.read().ok_or_else(|| damaged(self))?;
        let outcome = replay(&record, self.database().keys().get(record.size), |_| {});
        let repair = outcome.repair.map(|repair| repair.reason);
        let mut player = |name: &str| match name {
            "" => Ok(None),
            name => self.player(name).map(Some),
        };
        let (black, white) = (player(&record.info.black)?, player(&record.info.white)?);
        let content: i64 = self
            .database()
            .optional("SELECT content FROM game WHERE id = ?1", [game])?
            .ok_or_else(|| damaged(self))?;
        let row = GameColumns {
            id: game,
            board_size: record.size.lines(),
            moves: outcome.moves,
            content: content as u64,
            black,
            white,
            info: &record.info,
            repair: repair.as_deref(),
        };
        let db = self.database();
        let mut statement = db
            .conn
            .prepare(&GAME.insert("INSERT OR REPLACE"))
            .map_err(|e| db.error(e))?;
        row.write(&mut statement).map_err(|e| db.error(e))?;
        Ok(())
    }
}
