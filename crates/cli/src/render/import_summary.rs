use super::clean::one_line;
use super::text::counted;
use super::width::{visible_width, wrapped};
use bgo::archive::MAX_MEMBER;
use bgo::import::{ImportSummary, NAMED_FILES, RejectedGames, RejectionKind, RepairedGames};
use bgo::record::RepairKind;
use std::cmp::Reverse;

/// The columns of the lines that name kinds, also where the screen is wider.
const COLUMNS: usize = 80;

/// The most columns of a file's name; of a longer path, the end is shown.
const NAME_COLUMNS: usize = 30;

/// Returns what an import did, and why games were rejected and repaired, in a few lines.
pub fn summary_text(summary: &ImportSummary) -> String {
    let ImportSummary {
        files,
        skipped,
        games,
        added,
        duplicates,
        repaired,
        rejected,
        rejections,
        repairs,
        positions,
        analyses,
        unreadable_analyses,
        seconds,
        stopped: _,
    } = summary;
    let mut text = format!(
        "{} in {}: {added} added, {}, {rejected} rejected; {} in {seconds:.1} s\n",
        counted(*games, "game"),
        counted(*files, "file"),
        counted(*duplicates, "duplicate"),
        counted(*positions, "position"),
    );
    if *rejected > 0 {
        text += &kinds_text(*rejected, "rejected", rejections, |kind| {
            (kind.games, rejected_text(kind))
        });
    }
    if *repaired > 0 {
        text += &kinds_text(*repaired, "repaired", repairs, |kind| {
            (kind.games, repaired_text(*kind))
        });
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

/// Returns lines that name each kind, the most frequent first.
fn kinds_text<K>(games: u64, what: &str, kinds: &[K], of_kind: impl Fn(&K) -> (u64, String)) -> String {
    let mut texts: Vec<(u64, String)> = kinds.iter().map(of_kind).collect();
    texts.sort_by_key(|(games, _)| Reverse(*games));
    let texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
    let line = format!("{games} {what}: {}", texts.join(", "));
    wrapped(&line, COLUMNS).into_iter().map(|line| line + "\n").collect()
}

/// Returns how many games were rejected for reasons of a kind, and the first files with them.
fn rejected_text(RejectedGames { kind, games, members }: &RejectedGames) -> String {
    let shown = members.iter().take(NAMED_FILES - 1).map(|member| shortened(member));
    let more = (members.len() == NAMED_FILES).then(|| "…".to_owned());
    let names: Vec<String> = shown.chain(more).collect();
    let what = rejection_words(*kind, *games == 1);
    match names.is_empty() {
        true => format!("{games} {what}"),
        false => format!("{games} {what} ({})", names.join(", ")),
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
            return format!("{verb} larger than {} MiB", MAX_MEMBER >> 20);
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

/// Returns the path of a member, or the end of a long one.
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

    fn rejected(kind: RejectionKind, games: u64, members: &[&str]) -> RejectedGames {
        RejectedGames {
            kind,
            games,
            members: members.iter().map(|&name| name.to_owned()).collect(),
        }
    }

    /// Returns the lines after the first.
    fn reasons(summary: &ImportSummary) -> Vec<String> {
        summary_text(summary).lines().skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn a_summary_says_why_games_were_rejected_and_repaired() {
        let summary = ImportSummary {
            rejected: 11,
            rejections: vec![
                rejected(RejectionKind::NoGame, 4, &["404.sgf"]),
                rejected(RejectionKind::OtherGame, 4, &[]),
                rejected(RejectionKind::LargeBoard, 3, &[]),
            ],
            repaired: 31,
            repairs: vec![
                RepairedGames {
                    kind: RepairKind::CutShort,
                    games: 2,
                },
                RepairedGames {
                    kind: RepairKind::HandicapPlaced,
                    games: 30,
                },
            ],
            skipped: 7,
            ..ImportSummary::default()
        };
        assert_eq!(
            reasons(&summary),
            [
                "11 rejected: 4 hold no game (404.sgf), 4 are not Go, 3 boards over 19 lines",
                "31 repaired: handicap stones placed 30, cut short 2",
                "7 files skipped: not game records",
            ]
        );
    }

    #[test]
    fn one_game_is_singular() {
        let summary = ImportSummary {
            rejected: 1,
            rejections: vec![rejected(RejectionKind::NoGame, 1, &["a.sgf"])],
            repaired: 1,
            repairs: vec![RepairedGames {
                kind: RepairKind::Bracket,
                games: 1,
            }],
            skipped: 1,
            ..ImportSummary::default()
        };
        assert_eq!(
            reasons(&summary),
            [
                "1 rejected: 1 holds no game (a.sgf)",
                "1 repaired: unescaped brackets 1",
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
