//! The columns, labels and words of all games, which follow from the games and their records.

use super::game_row::{label, label_texts};
use super::packed_rows::make_columns;
use super::transaction::Transaction;
use super::words::{add_words_of_all_games, empty_words};
use crate::store::StoreError;
use std::collections::HashMap;

/// Makes the columns, labels and words of all games anew.
pub fn derive(transaction: &Transaction) -> Result<(), StoreError> {
    empty_words(transaction)?;
    transaction.replace_words();
    transaction.execute("DELETE FROM label", [])?;
    transaction.change_state(|state| state.labels = 0);
    let mut labels = HashMap::new();
    for text in transaction.rows(&label_texts(), [], |row| row.get::<_, String>(0))? {
        if let Some(id) = label(transaction, &text)? {
            labels.insert(text, id);
        }
    }
    let last_game = transaction.state()?.last_game;
    make_columns(transaction, last_game, &labels)?;
    add_words_of_all_games(transaction)
}
