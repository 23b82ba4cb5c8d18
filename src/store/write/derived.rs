//! The columns, corners and labels of all games, which follow from the game table and the courses.

use super::game_row::{label, label_texts};
use super::packed_rows::{make_columns, make_corners, make_texts};
use super::transaction::Transaction;
use crate::store::StoreError;
use crate::store::sqlite::{LABEL, PLAYER};
use std::collections::HashMap;

/// Makes the columns, corners and labels of all games anew.
pub fn derive(transaction: &Transaction) -> Result<(), StoreError> {
    transaction.execute("DELETE FROM label", [])?;
    transaction.change_state(|state| state.labels = 0);
    let mut labels = HashMap::new();
    for text in transaction.rows(&label_texts(), [], |row| row.get::<_, String>(0))? {
        if let Some(id) = label(transaction, &text)? {
            labels.insert(text, id);
        }
    }
    let last_game = transaction.state()?.last_game;
    transaction.added_texts().clear();
    for table in [PLAYER, LABEL] {
        make_texts(transaction, table)?;
    }
    make_columns(transaction, last_game, &labels)?;
    make_corners(transaction, last_game)
}
