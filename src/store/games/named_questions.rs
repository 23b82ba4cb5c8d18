//! Questions that the user gave names.

use crate::store::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::NAMED_QUESTION;

impl Snapshot {
    /// Returns the names of the named questions and the questions as text, in the order of their names.
    pub(crate) fn named_questions(&self) -> Result<Vec<(String, String)>, StoreError> {
        // A file of schema 1 has no such table.
        if self.state()?.named_questions == 0 {
            return Ok(Vec::new());
        }
        self.verify(NAMED_QUESTION)?;
        self.rows("SELECT name, question FROM named_question ORDER BY name", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    }
}
