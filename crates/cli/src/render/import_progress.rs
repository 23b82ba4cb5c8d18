use super::count_bar::{CountBar, time_left};
use super::text::counted;
use bgo::import::{ImportProgress, Note, Reporter};
use indicatif::HumanBytes;
use std::io::{self, Write};

/// The progress of an import, and its report of one JSON line for each note.
pub struct ImportReporter<'a> {
    bar: CountBar,
    report: Option<&'a mut dyn Write>,
    /// Lines of the report about games that are not committed yet.
    pending: Vec<u8>,
}

impl<'a> ImportReporter<'a> {
    /// Returns a reporter that shows progress if `visible`, and writes to `report`.
    pub fn new(visible: bool, report: Option<&'a mut dyn Write>) -> Self {
        Self::with(CountBar::of_bytes(visible), report)
    }

    const fn with(bar: CountBar, report: Option<&'a mut dyn Write>) -> Self {
        Self {
            bar,
            report,
            pending: Vec::new(),
        }
    }
}

impl Reporter for ImportReporter<'_> {
    fn note(&mut self, note: &Note) -> io::Result<()> {
        if self.report.is_some() {
            serde_json::to_writer(&mut self.pending, note)?;
            self.pending.push(b'\n');
        }
        Ok(())
    }

    fn commit(&mut self) -> io::Result<()> {
        let Some(report) = &mut self.report else { return Ok(()) };
        report.write_all(&self.pending)?;
        self.pending.clear();
        report.flush()
    }

    fn progress(&mut self, progress: ImportProgress) {
        let text = |_| progress_text(progress);
        self.bar.tell_as(progress.bytes, progress.total_bytes, text);
    }
}

/// Returns games, games per second, bytes and the time left at the speed so far.
fn progress_text(progress: ImportProgress) -> String {
    let ImportProgress {
        games,
        bytes,
        total_bytes,
        elapsed,
    } = progress;
    let seconds = elapsed.as_secs_f64();
    let per_second = games as f64 / seconds.max(0.001);
    let left = time_left(seconds, bytes, total_bytes.saturating_sub(bytes));
    format!(
        "{}, {per_second:.0}/s, {} of {}, {left} left",
        counted(games, "game"),
        HumanBytes(bytes),
        HumanBytes(total_bytes)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bgo::import::Verdict;
    use indicatif::{InMemoryTerm, ProgressDrawTarget};
    use std::time::Duration;

    const HALF_AFTER_TEN_SECONDS: ImportProgress = ImportProgress {
        games: 51_234,
        bytes: 20 << 20,
        total_bytes: 40 << 20,
        elapsed: Duration::from_secs(10),
    };

    #[test]
    fn the_text_says_how_far_it_is_how_fast_and_how_long_it_takes() {
        let text = progress_text(HALF_AFTER_TEN_SECONDS);
        assert_eq!(text, "51234 games, 5123/s, 20.00 MiB of 40.00 MiB, 10s left");
        let long = ImportProgress {
            total_bytes: 2 << 30,
            ..HALF_AFTER_TEN_SECONDS
        };
        assert!(progress_text(long).ends_with(", 17m left"), "{}", progress_text(long));
        let nothing = ImportProgress {
            games: 0,
            bytes: 0,
            total_bytes: 0,
            elapsed: Duration::ZERO,
        };
        assert_eq!(progress_text(nothing), "0 games, 0/s, 0 B of 0 B, ? left");
    }

    #[test]
    fn a_terminal_has_a_bar_that_goes_away() {
        let terminal = InMemoryTerm::new(5, 80);
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let mut reporter = ImportReporter::with(CountBar::on(target, None), None);
        reporter.progress(HALF_AFTER_TEN_SECONDS);
        let shown = terminal.contents();
        let bar = shown.strip_suffix(&progress_text(HALF_AFTER_TEN_SECONDS));
        let bar = bar.unwrap_or_else(|| panic!("{shown}"));
        let cells = |kind: char| bar.matches(kind).count();
        assert!(cells('█') > 5 && cells('█').abs_diff(cells('░')) <= 1, "{shown}");
        drop(reporter);
        assert_eq!(terminal.contents(), "");
    }

    #[test]
    fn the_report_has_what_is_committed_and_no_more() {
        let note = |member: &str| Note {
            archive: "a.tgz".to_owned(),
            member: member.to_owned(),
            member_game: 0,
            verdict: Verdict::Rejected,
            game: None,
            kind: None,
            reason: "why".to_owned(),
            offset: None,
        };
        let mut report = Vec::new();
        let mut reporter = ImportReporter::new(false, Some(&mut report));
        for member in ["a.sgf", "b.sgf"] {
            reporter.note(&note(member)).expect("is noted");
            reporter.commit().expect("is written");
        }
        reporter.note(&note("c.sgf")).expect("is noted");
        drop(reporter);
        let text = String::from_utf8(report).expect("UTF-8");
        assert!(
            text.lines().count() == 2 && text.contains("b.sgf") && text.ends_with('\n'),
            "{text}"
        );
    }
}
