use super::checked::{is_damaged, problems};
use crate::store::error::StoreError;
use crate::store::games::analysis_sums::{added_up, differ, stored_sums};
use crate::store::snapshot::Snapshot;
use crate::store::snapshot::verify::verify;
use crate::store::sqlite::table::ANALYSIS;
use crate::store::write::transaction::Transaction;

/// Compares the index of analyses with the sums over it.
pub fn check_analyses(snapshot: &Snapshot) -> Result<Vec<String>, StoreError> {
    let sums = added_up(snapshot, i64::MIN..=i64::MAX)?;
    Ok(sums.differing(&stored_sums(snapshot)?).map(differ).collect())
}

/// Computes the sums anew if they differ and the analyses themselves are sound. Returns
/// whether it did.
pub fn repair_analyses(transaction: &Transaction) -> Result<bool, StoreError> {
    let is_sound = problems(check_analyses(transaction))?.is_empty();
    if is_sound || is_damaged(verify(transaction, ANALYSIS))? {
        return Ok(false);
    }
    transaction.replace_analysis_sums(&added_up(transaction, i64::MIN..=i64::MAX)?)?;
    Ok(true)
}
