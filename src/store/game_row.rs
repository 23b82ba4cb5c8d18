use super::error::StoreError;
use super::table::PLAYER;
use super::totals::GameFacts;
use super::transaction::Transaction;
use crate::record::{GameInfo, TextEncoding};
use rusqlite::{Statement, params};

/// What a row of the game table is made of.
pub struct GameColumns<'a> {
    pub id: i64,
    pub board_size: u8,
    pub moves: u16,
    pub content: u64,
    /// The rows of the players' names.
    pub black: Option<i64>,
    pub white: Option<i64>,
    pub info: &'a GameInfo,
    pub repair: Option<&'a str>,
}

impl GameColumns<'_> {
    /// Writes the row by a statement of [`GAME`](super::table::GAME).
    pub fn write(&self, statement: &mut Statement<'_>) -> rusqlite::Result<GameFacts> {
        let info = self.info;
        let [black_rank, white_rank] = info.ranks().map(|rank| rank.map(|rank| rank.value()));
        let date = info.game_date();
        let result = info.game_result();
        let winner = result.and_then(|result| result.winner());
        let facts = GameFacts {
            year: date.map(|date| date.year()),
            winner,
        };
        statement.execute(params![
            self.id,
            self.board_size,
            self.moves,
            self.content as i64,
            self.black,
            self.white,
            written(&info.black_rank),
            written(&info.white_rank),
            black_rank,
            white_rank,
            written(&info.black_team),
            written(&info.white_team),
            written(&info.date),
            date.map(|date| date.first().to_string()),
            date.map(|date| date.last().to_string()),
            facts.year,
            written(&info.result),
            winner.map(|color| color.letter().to_string()),
            result.map(|result| result.to_string()),
            written(&info.komi),
            info.komi_value().map(|komi| komi.half_points()),
            written(&info.handicap),
            info.handicap_stones(),
            written(&info.rules),
            written(&info.event),
            written(&info.round),
            written(&info.place),
            written(&info.name),
            written(&info.publication),
            self.repair,
        ])?;
        Ok(facts)
    }
}

impl Transaction<'_> {
    /// The row of a player's name, made if there is none.
    pub fn player(&mut self, name: &str) -> Result<i64, StoreError> {
        let db = self.database();
        if let Some(id) = db.optional("SELECT id FROM player WHERE name = ?1", [name])? {
            return Ok(id);
        }
        let id = db.number("SELECT coalesce(max(id), 0) + 1 FROM player")?;
        db.execute(&PLAYER.insert("INSERT"), params![id, name])?;
        self.state.players += 1;
        Ok(id)
    }
}

/// A text that says nothing is NULL.
fn written(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// UTF-8 goes without saying.
pub fn encoding_name(encoding: TextEncoding) -> Option<&'static str> {
    (encoding != TextEncoding::UTF_8).then(|| encoding.name())
}
