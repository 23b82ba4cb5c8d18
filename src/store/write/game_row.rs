use super::packed_rows::make_texts;
use super::transaction::Transaction;
use crate::go::BoardSize;
use crate::record::{Extent, GameInfo, GameRecord, TextEncoding, TimeLimit, fold};
use crate::store::StoreError;
use crate::store::codec::{GameColumns, RowId};
use crate::store::games::RowSet;
use crate::store::sqlite::{GAME, JOINED, LABEL, PLAYER, Table};
use rusqlite::{Statement, ToSql, params};
use std::collections::HashMap;

/// Writes a row of the game table with a statement made by
/// `GAME`. `columns` are those of the game, and `repair` says why
/// parts of its record were left out.
pub fn write_game_row(
    statement: &mut Statement<'_>,
    game: i64,
    content: u64,
    columns: &GameColumns,
    info: &GameInfo,
    repair: Option<&str>,
) -> rusqlite::Result<()> {
    let date = columns.date;
    statement.execute(params![
        game,
        columns.board_size.lines(),
        columns.moves,
        content as i64,
        columns.black.map(RowId::get),
        columns.white.map(RowId::get),
        written(&info.black_rank),
        written(&info.white_rank),
        columns.black_rank.map(|rank| rank.value()),
        columns.white_rank.map(|rank| rank.value()),
        written(&info.black_team),
        written(&info.white_team),
        written(&info.date),
        date.map(|date| date.first().to_string()),
        date.map(|date| date.last().to_string()),
        date.map(|date| date.year()),
        written(&info.result),
        columns.winner().map(|color| color.letter().to_string()),
        columns.result.map(|result| result.to_string()),
        written(&info.komi),
        columns.komi.map(|komi| komi.half_points()),
        written(&info.handicap),
        columns.handicap,
        written(&info.rules),
        written(&info.event),
        written(&info.round),
        written(&info.place),
        written(&info.name),
        written(&info.publication),
        repair,
        written(&info.time_limit),
        columns.time_limit.map(TimeLimit::seconds),
        written(&info.overtime),
        written(&info.program),
    ])?;
    Ok(())
}

/// Returns the text, or `None` (NULL) if it is empty.
pub fn written(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// Returns the name of an encoding, or `None` for UTF-8.
pub fn encoding_name(encoding: TextEncoding) -> Option<&'static str> {
    (encoding != TextEncoding::UTF_8).then(|| encoding.name())
}

/// Replaces the row of a stored game after regrouping; an import adds games with `Writer`. Returns the columns
/// of the game, which the caller must write.
pub fn rewrite_game(
    transaction: &Transaction,
    game: i64,
    content: u64,
    record: &GameRecord,
    outcome: &Extent,
) -> Result<GameColumns, StoreError> {
    let info = &record.info;
    let repair = outcome.repairs.reason();
    let columns = game_columns(transaction, record.size, outcome.moves, content, info, repair.is_some())?;
    transaction.run(|sqlite| {
        let mut statement = sqlite.prepare_cached(&GAME.insert("INSERT OR REPLACE"))?;
        write_game_row(&mut statement, game, content, &columns, info, repair.as_deref())
    })?;
    Ok(columns)
}

/// Returns the columns of a game. Adds its names and labels that are missing.
pub fn game_columns(
    transaction: &Transaction,
    board_size: BoardSize,
    moves: u16,
    content: u64,
    info: &GameInfo,
    repaired: bool,
) -> Result<GameColumns, StoreError> {
    Ok(GameColumns {
        black: player(transaction, &info.black)?,
        white: player(transaction, &info.white)?,
        rules: label(transaction, &info.rules)?,
        event: label(transaction, &info.event)?,
        place: label(transaction, &info.place)?,
        overtime: label(transaction, &info.overtime)?,
        program: label(transaction, &info.program)?,
        ..GameColumns::without_texts(board_size, moves, content, info, repaired)
    })
}

fn player(transaction: &Transaction, name: &str) -> Result<Option<RowId>, StoreError> {
    if name.is_empty() {
        return Ok(None);
    }
    let known = transaction.known_texts().players.get(name).copied();
    if let Some(id) = known {
        return Ok(Some(id));
    }
    let (id, added) = row(transaction, PLAYER, "name", name)?;
    transaction.change_state(|state| state.players += u64::from(added));
    let mut known = transaction.known_texts();
    known.reserve(name);
    known.players.insert(name.to_owned(), id);
    Ok(Some(id))
}

const LABELS: [&str; 5] = ["rules", "event", "place", "overtime", "program"];

/// Returns SQL that selects the texts of the labels that games have, each once.
pub fn label_texts() -> String {
    let texts = LABELS.map(|column| format!("SELECT {column} FROM game WHERE {column} IS NOT NULL"));
    texts.join(" UNION ")
}

/// Returns the row of the text of a label. Adds it if missing.
pub fn label(transaction: &Transaction, text: &str) -> Result<Option<RowId>, StoreError> {
    if text.is_empty() {
        return Ok(None);
    }
    let known = transaction.known_texts().labels.get(text).copied();
    if let Some(id) = known {
        return Ok(Some(id));
    }
    let (id, added) = row(transaction, LABEL, "text", text)?;
    transaction.change_state(|state| state.labels += u64::from(added));
    let mut known = transaction.known_texts();
    known.reserve(text);
    known.labels.insert(text.to_owned(), id);
    Ok(Some(id))
}

fn row(transaction: &Transaction, table: Table, column: &str, text: &str) -> Result<(RowId, bool), StoreError> {
    let name = table.name;
    let sql = format!("SELECT id FROM {name} WHERE {column} = ?1");
    let found: Option<u32> = transaction.optional(&sql, [text])?;
    let id = match found {
        Some(id) => id,
        None => transaction.value(&format!("SELECT coalesce(max(id), 0) + 1 FROM {name}"))?,
    };
    let row = RowId::new(id).ok_or_else(|| transaction.damaged(format!("the table {name} has a row 0")))?;
    if found.is_none() {
        transaction.execute(&table.insert("INSERT"), params![id, text, fold(text)])?;
        transaction.add_text(table, id, text)?;
    }
    Ok((row, found.is_none()))
}

/// Deletes the names and labels that no game has.
pub fn delete_unused_texts(transaction: &Transaction) -> Result<(), StoreError> {
    let (mut players, mut labels) = (RowSet::default(), RowSet::default());
    transaction.visit_stored_columns(|_, game| {
        let of_players = [game.black(), game.white()];
        let of_labels = [
            game.rules(),
            game.event(),
            game.place(),
            game.overtime(),
            game.program(),
        ];
        for (used, rows) in [(&mut players, &of_players[..]), (&mut labels, &of_labels[..])] {
            rows.iter().flatten().for_each(|row| used.insert(row.get() as usize));
        }
    })?;
    let deleted = delete_all_but(transaction, PLAYER, &players)?;
    transaction.change_state(|state| state.players -= deleted);
    let deleted = delete_all_but(transaction, LABEL, &labels)?;
    transaction.change_state(|state| state.labels -= deleted);
    *transaction.known_texts() = KnownTexts::default();
    Ok(())
}

/// Deletes the other rows of a table of texts. Returns their number.
fn delete_all_but(transaction: &Transaction, table: Table, used: &RowSet) -> Result<u64, StoreError> {
    let name = table.name;
    let mut rows: Vec<i64> = transaction.rows(&format!("SELECT id FROM {name}"), [], |row| row.get(0))?;
    rows.retain(|row| !used.has(*row));
    for row in &rows {
        transaction.execute(&format!("DELETE FROM {name} WHERE id = ?1"), [row])?;
    }
    if !rows.is_empty() {
        make_texts(transaction, table)?;
    }
    Ok(rows.len() as u64)
}

/// The most bytes of texts in the cache.
const KNOWN_BYTES: usize = 16 << 20;

#[derive(Default)]
pub struct KnownTexts {
    pub players: HashMap<String, RowId>,
    pub labels: HashMap<String, RowId>,
    bytes: usize,
}

impl KnownTexts {
    /// Accounts for another text, and clears the cache first if it is full.
    pub fn reserve(&mut self, text: &str) {
        if self.bytes > KNOWN_BYTES {
            *self = Self::default();
        }
        self.bytes += size_of::<(String, RowId)>() + text.len();
    }
}

/// Marks a new source as joined to its game. `place` is the row of the game, that of the
/// archive, the file, and the index in it; `content` is that of the source's own record.
pub fn mark_as_joined(transaction: &Transaction, place: [&dyn ToSql; 4], content: i64) -> Result<(), StoreError> {
    let [game, archive, member, member_game] = place;
    let values: [&dyn ToSql; 5] = [game, archive, member, member_game, &content];
    transaction.execute(&JOINED.insert("INSERT"), &values[..])?;
    transaction.change_state(|state| state.joined += 1);
    Ok(())
}
