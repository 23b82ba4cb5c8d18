use super::FormArgs;
use super::question::{PositionQuestion, json};
use crate::render::{MARKS_AT_FIRST, Text, answered, excluded_text, marks};
use bgo::query::{Answer, Choice, Detail, QueryError, Question, missing_handicap, search};
use bgo::store::Snapshot;
use clap::Args;

/// Arguments for the table of next moves.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// Also show the share, wins, years and players of each move
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    form: FormArgs,
}

impl SearchArgs {
    /// Returns whether all that is known of each move is wanted.
    pub const fn full(&self) -> bool {
        self.full
    }

    /// Returns the arguments with all that is known of each move, if `full` or if they say so.
    pub fn full_if(self, full: bool) -> Self {
        Self {
            full: self.full || full,
            ..self
        }
    }
}

/// Returns the lines that say, for an answer without games, what excludes them.
pub fn excluded_remarks(snapshot: &Snapshot, question: &Question, answer: &Answer) -> Result<Vec<String>, QueryError> {
    // Where the stones of a handicap are missing, the conditions are right.
    if answer.totals.games > 0 || missing_handicap(answer, question).is_some() {
        return Ok(Vec::new());
    }
    let text = excluded_text(&Choice::Position(question).excluded(snapshot)?);
    Ok(text.lines().map(str::to_owned).collect())
}

impl PositionQuestion for SearchArgs {
    fn form(&self) -> &FormArgs {
        &self.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError> {
        let answer = search(snapshot, question, Detail::full_if(self.full))?;
        if self.form.json() {
            return Ok(json(&answer).into());
        }
        let marks = marks(&answer, MARKS_AT_FIRST);
        let hint = missing_handicap(&answer, question)
            .map(|stones| format!("Handicap games begin with stones: --stones {stones} puts them on the board"));
        let remarks: Vec<String> = hint
            .into_iter()
            .chain(excluded_remarks(snapshot, question, &answer)?)
            .collect();
        Ok(answered(&marks, &answer, question, snapshot.hash_table(), &remarks))
    }
}
