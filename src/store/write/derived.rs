//! The columns and labels of all games, and their packed texts, which follow from other tables.

use super::game_row::{label, label_texts};
use super::packed_rows::{make_columns, make_texts};
use super::transaction::Transaction;
use crate::store::StoreError;
use crate::store::sqlite::{LABEL, PLAYER};
use std::collections::HashMap;

/// Makes the columns, labels and packed texts of all games anew.
pub fn derive_columns(transaction: &Transaction) -> Result<(), StoreError> {
    // Added labels are not to meet damaged texts.
    transaction.execute("DELETE FROM text_run", [])?;
    transaction.execute("DELETE FROM label", [])?;
    transaction.change_state(|state| state.labels = 0);
    let mut labels = HashMap::new();
    for text in transaction.rows(&label_texts(), [], |row| row.get::<_, String>(0))? {
        if let Some(id) = label(transaction, &text)? {
            labels.insert(text, id);
        }
    }
    derive_texts(transaction)?;
    make_columns(transaction, transaction.state()?.last_game, &labels)
}

/// Makes the packed texts anew.
pub fn derive_texts(transaction: &Transaction) -> Result<(), StoreError> {
    transaction.execute("DELETE FROM text_run", [])?;
    for table in [PLAYER, LABEL] {
        make_texts(transaction, table)?;
    }
    Ok(())
}
