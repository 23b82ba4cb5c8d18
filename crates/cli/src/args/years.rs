use super::question::{PositionQuestion, about_conditions, json};
use super::{FormArgs, file_in};
use crate::render::{MARKS_AT_FIRST, Text, years_svg, years_text};
use bgo::query::{Choice, Period, QueryError, Question, years};
use bgo::store::Snapshot;
use clap::Args;

/// The question when the position was played, and each move from it.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("out", |out| out.value_parser(file_in(&["json", "svg"]))))]
pub struct YearsArgs {
    /// Ten years at a time
    #[arg(long)]
    decades: bool,
    /// Print a chart as an SVG document
    #[arg(long, conflicts_with = "json")]
    svg: bool,
    #[command(flatten)]
    form: FormArgs,
}

impl PositionQuestion for YearsArgs {
    fn form(&self) -> &FormArgs {
        &self.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError> {
        let by = if self.decades { Period::Decade } else { Period::Year };
        let years = years(snapshot, question, by)?;
        Ok(if self.form.json() {
            json(&years).into()
        } else if self.svg || self.form.out.ends_in("svg") {
            years_svg(&years).into()
        } else {
            years_text(&years, question.size(), MARKS_AT_FIRST)
                + about_conditions(snapshot, &Choice::Position(question), years.games)?
        })
    }
}
