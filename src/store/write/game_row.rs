use crate::record::{Extent, GameInfo, GameRecord, TextEncoding, TimeLimit};
use crate::store::codec::game_columns::{GameColumns, RowId, TextRows};
use crate::store::error::StoreError;
use crate::store::sqlite::table::GAME;
use crate::store::write::texts::texts;
use crate::store::write::transaction::Transaction;
use rusqlite::{Statement, params};

/// The values of a row of the game table.
pub struct GameValues<'a> {
    pub id: i64,
    pub board_size: u8,
    pub moves: u16,
    pub content: u64,
    pub texts: TextRows,
    pub info: &'a GameInfo,
    pub repair: Option<&'a str>,
}

impl GameValues<'_> {
    /// Writes the row with a statement made by
    /// [`GAME`](crate::store::sqlite::table::GAME).
    pub fn write(&self, statement: &mut Statement<'_>) -> rusqlite::Result<()> {
        let info = self.info;
        let [black_rank, white_rank] = info.ranks().map(|rank| rank.map(|rank| rank.value()));
        let date = info.game_date();
        let result = info.game_result();
        let winner = result.and_then(|result| result.winner());
        statement.execute(params![
            self.id,
            self.board_size,
            self.moves,
            self.content as i64,
            self.texts.black.map(RowId::get),
            self.texts.white.map(RowId::get),
            written(&info.black_rank),
            written(&info.white_rank),
            black_rank,
            white_rank,
            written(&info.black_team),
            written(&info.white_team),
            written(&info.date),
            date.map(|date| date.first().to_string()),
            date.map(|date| date.last().to_string()),
            date.map(|date| date.year()),
            written(&info.result),
            winner.map(|color| color.letter().to_string()),
            result.map(|result| result.to_string()),
            written(&info.komi),
            info.komi_value().map(|komi| komi.half_points()),
            written(&info.handicap),
            info.handicap_stones,
            written(&info.rules),
            written(&info.event),
            written(&info.round),
            written(&info.place),
            written(&info.name),
            written(&info.publication),
            self.repair,
            written(&info.time_limit),
            info.time_limit_value().map(TimeLimit::seconds),
            written(&info.overtime),
            written(&info.program),
        ])?;
        Ok(())
    }
}

/// Returns the text, or `None` (NULL) if it is empty.
pub fn written(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// Returns the name of an encoding, or `None` for UTF-8.
pub fn encoding_name(encoding: TextEncoding) -> Option<&'static str> {
    (encoding != TextEncoding::UTF_8).then(|| encoding.name())
}

/// Replaces the row of a stored game, after regrouping or for a migration; an import adds games with `Writer`. Returns the columns
/// of the game, which the caller must write.
pub fn rewrite_game(
    transaction: &Transaction,
    game: i64,
    content: u64,
    record: &GameRecord,
    outcome: &Extent,
) -> Result<GameColumns, StoreError> {
    let info = &record.info;
    let texts = texts(transaction, info)?;
    let repair = outcome.repairs.reason();
    let row = GameValues {
        id: game,
        board_size: record.size.lines(),
        moves: outcome.moves,
        content,
        texts,
        info,
        repair: repair.as_deref(),
    };
    transaction
        .sqlite()
        .prepare_cached(&GAME.insert("INSERT OR REPLACE"))
        .and_then(|mut statement| row.write(&mut statement))
        .map_err(|e| transaction.error(e))?;
    let repaired = repair.is_some();
    Ok(GameColumns::new(record.size, outcome.moves, info, texts, repaired))
}
