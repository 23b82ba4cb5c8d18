//! Giving names to questions.

use super::transaction::Transaction;
use crate::store::StoreError;
use crate::store::snapshot::Pool;
use crate::store::sqlite::NAMED_QUESTION;
use rusqlite::params;
use std::sync::Arc;

pub fn name_question(pool: &Arc<Pool>, name: &str, question: &str) -> Result<(), StoreError> {
    let transaction = Transaction::begin_whole(pool)?;
    delete(&transaction, name)?;
    let id: i64 = transaction.value("SELECT coalesce(max(id), 0) + 1 FROM named_question")?;
    transaction.execute(&NAMED_QUESTION.insert("INSERT"), params![id, name, question])?;
    transaction.change_state(|state| state.named_questions += 1);
    transaction.finish()
}

pub fn remove_named_question(pool: &Arc<Pool>, name: &str) -> Result<bool, StoreError> {
    let transaction = Transaction::begin_whole(pool)?;
    let removed = delete(&transaction, name)?;
    transaction.finish()?;
    Ok(removed > 0)
}

fn delete(transaction: &Transaction, name: &str) -> Result<u64, StoreError> {
    let deleted = transaction.execute("DELETE FROM named_question WHERE fold(name) = fold(?1)", [name])?;
    transaction.change_state(|state| state.named_questions = state.named_questions.saturating_sub(deleted));
    Ok(deleted)
}
