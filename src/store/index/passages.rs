use crate::go::{BoardSize, PositionKey};
use crate::store::codec::posting::Posting;
use crate::store::database::Database;
use crate::store::error::StoreError;
use crate::store::index::lookup::Occurrence;
use crate::store::sqlite::table::{GAME, intact};

impl Database {
    /// Each position that a game passes, in the order of the game. It has none
    /// if there is no such game.
    ///
    /// # Errors
    /// A database that cannot be read or is damaged.
    pub fn positions_of(&self, game: i64) -> Result<Vec<(PositionKey, Occurrence)>, StoreError> {
        self.read(|| {
            let mut positions = Vec::new();
            if !self.has_game(game)? {
                return Ok(positions);
            }
            let visit = |key, Posting { ply, next, .. }: Posting| positions.push((key, Occurrence { game, ply, next }));
            match self.record(game)?.visit(0, self.keys(), visit) {
                Some(_) => Ok(positions),
                None => Err(self.holds_no_game(game)),
            }
        })
    }

    /// The board that a game was played on; `None` if there is no such game.
    ///
    /// # Errors
    /// A database that cannot be read or is damaged.
    pub fn board_size(&self, game: i64) -> Result<Option<BoardSize>, StoreError> {
        let sql = GAME.select("board_size", "WHERE id = ?1");
        match self.rows(&sql, [game], |row| Ok((intact(row)?, row.get(1)?)))?.pop() {
            None => Ok(None),
            Some((true, lines)) if let Some(size) = BoardSize::new(lines) => Ok(Some(size)),
            Some(_) => Err(self.damaged(format!("the row of game {game} has a wrong checksum"))),
        }
    }

    /// The first game with a number above this one.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn game_after(&self, game: i64) -> Result<Option<i64>, StoreError> {
        for number in game + 1..=self.state()?.last_game {
            if self.has_game(number)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }
}
