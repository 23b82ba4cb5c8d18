//! The progress of an import, and its summary.

use super::clean::one_line;
use super::count_bar::{CountBar, time_left};
use super::text::counted;
use super::width::{visible_width, wrapped};
use bgo::internal::import::{
    ImportProgress, ImportSummary, NAMED_FILES, Note, RejectedGames, RejectionKind, RepairedGames, Reporter,
};
use bgo::internal::record::MAX_RECORD;
use bgo::internal::record::RepairKind;
use indicatif::HumanBytes;
use std::cmp::Reverse;
use std::io::{self, Write};

/// The progress of an import, and its report of one JSON line for each note.
pub struct ImportReporter<'a> {
    bar: CountBar,
    report: Option<&'a mut dyn Write>,
    /// Lines of the report about games that are not committed yet.
    pending: Vec<u8>,
}

impl<'a> ImportReporter<'a> {
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
        self.bar
            .tell_as(progress.bytes, progress.total_bytes, |_| progress_text(progress));
    }
}

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

/// The columns of the lines that name kinds, also where the screen is wider.
const COLUMNS: usize = 80;

/// The most columns of a file's name; of a longer path, the end is shown.
const NAME_COLUMNS: usize = 30;

pub fn summary_text(summary: &ImportSummary) -> String {
    let ImportSummary {
        files,
        skipped,
        games,
        added,
        duplicates,
        removed,
        repaired,
        rejected,
        rejections,
        repairs,
        positions,
        analyses,
        unreadable_analyses,
        seconds,
        unchanged,
        stopped: _,
    } = summary;
    let mut text = match unchanged {
        0 => String::new(),
        1 => "1 archive has not changed since it was imported, and was not read\n".to_owned(),
        more => format!("{more} archives have not changed since they were imported, and were not read\n"),
    };
    if *unchanged > 0 && *files + *skipped == 0 {
        return text;
    }
    text += &format!(
        "{} in {}: {added} added, {}, {rejected} rejected; {} in {seconds:.1} s\n",
        counted(*games, "game"),
        counted(*files, "file"),
        counted(*duplicates, "duplicate"),
        counted(*positions, "position"),
    );
    text += &removed_before_text(*removed);
    if *rejected > 0 {
        text += &kinds_text(*rejected, "rejected", rejections, |kind| {
            (kind.games, rejected_text(kind))
        });
    }
    if *repaired > 0 {
        text += &kinds_text(*repaired, "repaired", repairs, |kind| {
            (kind.games, repaired_text(*kind))
        });
        text += "\"find repaired\" lists them\n";
    }
    if *analyses > 0 || *unreadable_analyses > 0 {
        let positions = counted(*analyses, "position");
        text += &format!("evaluations of {positions} by engines; {unreadable_analyses} could not be read\n");
    }
    if *skipped > 0 {
        let what = if *skipped == 1 {
            "not a game record"
        } else {
            "not game records"
        };
        text += &format!("{} skipped: {what}\n", counted(*skipped, "file"));
    }
    text
}

/// Returns the line about games that were left out because they had been removed, if there are any.
pub fn removed_before_text(games: u64) -> String {
    match games {
        0 => String::new(),
        1 => "1 game skipped, removed before; \"import --removed\" brings it back\n".to_owned(),
        _ => format!("{games} games skipped, removed before; \"import --removed\" brings them back\n"),
    }
}

fn kinds_text<K>(games: u64, what: &str, kinds: &[K], of_kind: impl Fn(&K) -> (u64, String)) -> String {
    let mut texts: Vec<(u64, String)> = kinds.iter().map(of_kind).collect();
    texts.sort_by_key(|(games, _)| Reverse(*games));
    let texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
    let line = format!("{games} {what}: {}", texts.join(", "));
    wrapped(&line, COLUMNS).into_iter().map(|line| line + "\n").collect()
}

fn rejected_text(RejectedGames { kind, games, members }: &RejectedGames) -> String {
    let shown = members.iter().take(NAMED_FILES - 1).map(|member| shortened(member));
    let more = (members.len() == NAMED_FILES).then(|| "…".to_owned());
    let names: Vec<String> = shown.chain(more).collect();
    let what = rejection_words(*kind, *games == 1);
    if names.is_empty() {
        format!("{games} {what}")
    } else {
        format!("{games} {what} ({})", names.join(", "))
    }
}

fn repaired_text(RepairedGames { kind, games }: RepairedGames) -> String {
    format!("{} {games}", repair_words(kind))
}

/// Returns what a number of rejected games is followed by.
fn rejection_words(kind: RejectionKind, is_one: bool) -> String {
    let (one, several) = match kind {
        RejectionKind::NoGame => ("holds no game", "hold no game"),
        RejectionKind::OtherGame => ("is not Go", "are not Go"),
        RejectionKind::RectangularBoard => ("rectangular board", "rectangular boards"),
        RejectionKind::SmallBoard => ("board under 2 lines", "boards under 2 lines"),
        RejectionKind::LargeBoard => ("board over 19 lines", "boards over 19 lines"),
        RejectionKind::SpecialFile => ("is not a regular file", "are not regular files"),
        RejectionKind::TooLarge => {
            let verb = if is_one { "is" } else { "are" };
            return format!("{verb} larger than {} MiB", MAX_RECORD >> 20);
        }
        RejectionKind::NameTooLong => ("has too long a name", "have too long names"),
        RejectionKind::Encrypted => ("is encrypted", "are encrypted"),
        RejectionKind::Unreadable => ("cannot be read", "cannot be read"),
    };
    if is_one { one } else { several }.to_owned()
}

/// Returns what precedes a number of repaired games.
const fn repair_words(kind: RepairKind) -> &'static str {
    match kind {
        RepairKind::CutShort => "cut short",
        RepairKind::HandicapPlaced => "handicap stones placed",
        RepairKind::OccupiedPoint => "moves on occupied points",
        RepairKind::Bracket => "unescaped brackets",
        RepairKind::Value => "unreadable values",
        RepairKind::Encoding => "damaged characters",
    }
}

fn shortened(member: &str) -> String {
    let member = one_line(member);
    if visible_width(&member) <= NAME_COLUMNS {
        return member;
    }
    // A wide character has two columns, and one is for the mark.
    let mut ends = member.char_indices().map(|(at, _)| &member[at..]);
    let end = ends.find(|end| end.chars().count() < NAME_COLUMNS && visible_width(end) < NAME_COLUMNS);
    format!("…{}", end.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bgo::internal::import::Verdict;
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

    fn rejected(kind: RejectionKind, games: u64, members: &[&str]) -> RejectedGames {
        RejectedGames {
            kind,
            games,
            members: members.iter().map(|&name| name.to_owned()).collect(),
        }
    }

    fn reasons(summary: &ImportSummary) -> Vec<String> {
        summary_text(summary).lines().skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn a_summary_says_why_games_were_rejected_and_repaired() {
        let repaired = |kind, games| RepairedGames { kind, games };
        let summary = ImportSummary {
            rejected: 11,
            rejections: vec![
                rejected(RejectionKind::NoGame, 4, &["404.sgf"]),
                rejected(RejectionKind::OtherGame, 4, &[]),
                rejected(RejectionKind::LargeBoard, 3, &[]),
            ],
            repaired: 31,
            repairs: vec![
                repaired(RepairKind::CutShort, 2),
                repaired(RepairKind::HandicapPlaced, 30),
            ],
            skipped: 7,
            ..ImportSummary::default()
        };
        assert_eq!(
            reasons(&summary),
            [
                "11 rejected: 4 hold no game (404.sgf), 4 are not Go, 3 boards over 19 lines",
                "31 repaired: handicap stones placed 30, cut short 2",
                "\"find repaired\" lists them",
                "7 files skipped: not game records",
            ]
        );
        let of_one = ImportSummary {
            rejected: 1,
            rejections: vec![rejected(RejectionKind::NoGame, 1, &["a.sgf"])],
            repaired: 1,
            repairs: vec![repaired(RepairKind::Bracket, 1)],
            skipped: 1,
            ..ImportSummary::default()
        };
        assert_eq!(
            reasons(&of_one),
            [
                "1 rejected: 1 holds no game (a.sgf)",
                "1 repaired: unescaped brackets 1",
                "\"find repaired\" lists them",
                "1 file skipped: not a game record",
            ]
        );
    }

    #[test]
    fn many_kinds_and_long_names_stay_on_lines_of_80_columns() {
        let long = format!("{}/棋譜{}.sgf", "folder".repeat(20), "名局集".repeat(20));
        let kinds = [
            RejectionKind::NoGame,
            RejectionKind::OtherGame,
            RejectionKind::RectangularBoard,
            RejectionKind::SmallBoard,
            RejectionKind::TooLarge,
            RejectionKind::Unreadable,
        ];
        let names: [&str; NAMED_FILES] = [&long, "b\n.sgf", "c.sgf", "d.sgf"];
        let summary = ImportSummary {
            rejected: 60,
            rejections: kinds.map(|kind| rejected(kind, 10, &names)).to_vec(),
            ..ImportSummary::default()
        };
        let lines = reasons(&summary);
        assert!(
            lines.len() > 3 && lines.iter().all(|line| visible_width(line) <= 80),
            "{lines:#?}"
        );
        assert!(lines[0].ends_with("局集名局集.sgf, b .sgf, c.sgf, …),") || lines[0].contains("局集.sgf,"));
        assert!(!lines.concat().contains("d.sgf"), "{lines:#?}");
    }
}
