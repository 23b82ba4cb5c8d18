use crate::import::{Note, Progress, Reporter, Summary};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Write};

/// Shows an import on standard error: a bar on a terminal, nothing else.
/// Notes go to a report, one JSON line each.
pub struct ConsoleReporter<'a> {
    bar: ProgressBar,
    report: Option<&'a mut dyn Write>,
}

impl<'a> ConsoleReporter<'a> {
    /// Shows progress if `visible`; writes the report, if one is wanted, to
    /// `report`.
    #[must_use]
    pub fn new(visible: bool, report: Option<&'a mut dyn Write>) -> Self {
        let target = if visible {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let template = "{wide_bar} {bytes}/{total_bytes}, {msg}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar, report }
    }
}

impl Reporter for ConsoleReporter<'_> {
    fn note(&mut self, note: &Note) -> io::Result<()> {
        let Some(report) = &mut self.report else { return Ok(()) };
        serde_json::to_writer(&mut *report, note)?;
        report.write_all(b"\n")
    }

    fn progress(&mut self, progress: Progress) {
        self.bar.set_length(progress.total_bytes);
        self.bar.set_position(progress.bytes);
        let per_second = progress.games as f64 / self.bar.elapsed().as_secs_f64().max(0.001);
        self.bar
            .set_message(format!("{} games, {per_second:.0}/s", progress.games));
    }
}

impl Drop for ConsoleReporter<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// What an import did, in one or two lines.
#[must_use]
pub fn summary_text(summary: &Summary) -> String {
    let Summary {
        files,
        skipped,
        games,
        added,
        duplicates,
        repaired,
        rejected,
        positions,
        seconds,
    } = summary;
    let mut text = format!(
        "{games} games in {files} files: {added} added, {duplicates} duplicates, {rejected} rejected; {positions} positions in {seconds:.1} s\n"
    );
    if *repaired > 0 {
        text += &format!("{repaired} of the games added end early or lack something that could not be read\n");
    }
    if *skipped > 0 {
        text += &format!("{skipped} other files were passed over\n");
    }
    text
}
