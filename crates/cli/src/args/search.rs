use super::FormArgs;
use super::question::{PositionQuestion, json};
use crate::render::{MARKS_AT_FIRST, Text, board, marks, table};
use bgo::query::{Detail, QueryError, Question, Subject, search};
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

impl PositionQuestion for SearchArgs {
    fn form(&self) -> &FormArgs {
        &self.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question<'_>) -> Result<Text, QueryError> {
        let answer = search(snapshot, question, Detail::full_if(self.full))?;
        if self.form.json {
            return Ok(json(&answer).into());
        }
        let marks = marks(&answer, MARKS_AT_FIRST);
        let (board, swap) = match question.subject {
            Subject::Position { board: line, swap } => {
                (board(line.position().board(), &marks, snapshot.hash_table()), swap)
            }
            Subject::Pattern(pattern) => (Text::from(format!("{:#}\n", pattern.pattern())), false),
        };
        Ok(board + table(&marks, &answer, question.filter, swap))
    }
}
