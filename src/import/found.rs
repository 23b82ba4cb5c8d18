//! The records of an archive, before duplicates among all archives are known.

use super::pipeline::contained;
use super::prepare::{Prepared, in_file, prepare};
use super::report::ReadFailure;
use crate::archive::{self, ArchiveItem, SkipReason};
use crate::dataset::{CourseRow, GameRow, RejectionKind, Verdict, is_dataset};
use crate::facts::{Column, Get};
use crate::go::KeyTables;
use crate::interrupt::Interrupt;
use crate::record::{Repairs, Replayed};
use crate::store::{StoredRecord, is_sqlite_file};
use std::ops::ControlFlow;
use std::path::Path;

/// The number of low bits of [`FoundRow::origin`] that count within the archive.
const ORIGIN_BITS: u32 = 40;

/// Something found in an archive: a game, a record without one, or a part that was not read. The
/// last row of an archive has no verdict and no game.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundRow {
    /// The place in the order of all archives and their members.
    pub origin: i64,
    /// The index of the archive.
    pub archive: i32,
    /// The file within the archive.
    pub member: Option<String>,
    /// The game's index in that file, from 0.
    pub member_game: Option<i32>,
    /// What becomes of the record, if it is not simply a game.
    pub verdict: Option<Verdict>,
    /// The kind of the reason, as in reports.
    pub kind: Option<String>,
    /// The reason for the verdict.
    pub reason: Option<String>,
    /// The place of the reason, in bytes of the file.
    pub offset: Option<i64>,
    /// The number of members of other kinds, in the last row of the archive.
    pub skipped: i64,
    /// The game, whose number is not known yet.
    pub game: Option<FoundGame>,
}

/// A game found in an archive.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundGame {
    /// The row in `games`, with the number 0.
    pub row: GameRow,
    /// The row in `courses`, with the number 0.
    pub course: CourseRow,
    /// The number of positions, with repetitions.
    pub positions: i32,
}

/// The columns of a [`FoundRow`], to which those of the game are added.
pub const FOUND: &[Column<FoundRow>] = &[
    Column::required("origin", Get::Long(|row| Some(row.origin)), ""),
    Column::required("archive", Get::Int(|row| Some(row.archive)), ""),
    Column::optional("member", Get::Text(|row| row.member.as_deref()), ""),
    Column::optional("member_game", Get::Int(|row| row.member_game), ""),
    Column::optional("verdict", Get::Text(|row| row.verdict.map(Verdict::name)), ""),
    Column::optional("kind", Get::Text(|row| row.kind.as_deref()), ""),
    Column::optional("reason", Get::Text(|row| row.reason.as_deref()), ""),
    Column::optional("offset", Get::Long(|row| row.offset), ""),
    Column::required("skipped", Get::Long(|row| Some(row.skipped)), ""),
    Column::optional(
        "positions",
        Get::Int(|row| row.game.as_ref().map(|game| game.positions)),
        "",
    ),
    Column::optional(
        "outcome",
        Get::Int(|row| row.game.as_ref().map(|game| game.course.outcome.code().into())),
        "",
    ),
    Column::optional(
        "course",
        Get::Bytes(|row| row.game.as_ref().map(|game| &game.course.course[..])),
        "",
    ),
];

impl FoundRow {
    const fn new(archive: i32) -> Self {
        Self {
            origin: (archive as i64) << ORIGIN_BITS,
            archive,
            member: None,
            member_game: None,
            verdict: None,
            kind: None,
            reason: None,
            offset: None,
            skipped: 0,
            game: None,
        }
    }

    fn of_failure(archive: i32, member: Option<&str>, failure: ReadFailure) -> Self {
        Self {
            member: member.map(ToOwned::to_owned),
            verdict: Some(Verdict::Failed),
            reason: Some(failure.to_string()),
            ..Self::new(archive)
        }
    }

    fn of_game(archive: i32, member: &str, prepared: Prepared<(FoundGame, Repairs)>) -> Self {
        let place = Self {
            member: Some(member.to_owned()),
            member_game: i32::try_from(prepared.member_game).ok(),
            ..Self::new(archive)
        };
        match prepared.game {
            Ok((game, repairs)) => Self {
                verdict: repairs.first().map(|_| Verdict::Repaired),
                offset: repairs.first().and_then(|repair| i64::try_from(repair.offset).ok()),
                kind: repairs.kinds(),
                reason: repairs.reason(),
                game: Some(game),
                ..place
            },
            Err(rejection) => Self {
                verdict: Some(Verdict::Rejected),
                kind: Some(RejectionKind::from(&rejection).name().to_owned()),
                reason: Some(rejection.to_string()),
                offset: i64::try_from(prepared.offset).ok(),
                ..place
            },
        }
    }

    /// Returns the approximate memory that it takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let texts = [&self.member, &self.reason].map(|text| text.as_ref().map_or(0, String::len));
        let game = self.game.as_ref().map_or(0, |FoundGame { row, course, .. }| {
            let words = row.words.as_ref().map_or(0, String::len);
            // The words are those of the texts.
            row.record.len() + 2 * words + course.course.len()
        });
        size_of::<Self>() + texts.iter().sum::<usize>() + game
    }
}

/// Reads an archive, a folder or a file with records, the one with index `archive` among several,
/// and hands what it finds to `deliver` in order, until that breaks or `stop` is set. What cannot
/// be read is a row too. Holds one member in memory.
pub fn find_games(
    path: &Path,
    archive: i32,
    keys: &KeyTables,
    stop: &Interrupt,
    mut deliver: impl FnMut(FoundRow) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (mut number, mut skipped) = (0, 0);
    let mut deliver = |row: FoundRow| {
        number += 1;
        deliver(FoundRow {
            origin: row.origin + number,
            ..row
        })
    };
    read_games(path, archive, keys, stop, &mut skipped, &mut deliver)?;
    deliver(FoundRow {
        skipped,
        ..FoundRow::new(archive)
    })
}

fn found_game((replayed, positions): (Replayed, i32), record: &StoredRecord, start: usize) -> (FoundGame, Repairs) {
    let game = FoundGame {
        row: GameRow::new(0, record, &replayed),
        course: CourseRow::new(0, &replayed),
        positions,
    };
    (game, in_file(replayed.outcome.repairs, record, start))
}

/// Does the work of [`find_games`], and counts the members of other kinds that it passes over. Holds one member
/// in memory.
fn read_games(
    path: &Path,
    index: i32,
    keys: &KeyTables,
    stop: &Interrupt,
    skipped: &mut i64,
    deliver: &mut impl FnMut(FoundRow) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if is_sqlite_file(path) || is_dataset(path) {
        let failure = ReadFailure::IsDatabase(path.to_owned());
        return deliver(FoundRow::of_failure(index, None, failure));
    }
    let archive = match archive::open_until(path, stop) {
        Ok(archive) => archive,
        Err(error) => return deliver(FoundRow::of_failure(index, None, error.into())),
    };
    let mut is_empty = true;
    for item in archive {
        if stop.is_set() {
            return ControlFlow::Break(());
        }
        let (member, reason) = match item {
            Err(error) => return deliver(FoundRow::of_failure(index, None, error.into())),
            Ok(ArchiveItem::Skipped { path, reason }) => (path, reason),
            Ok(ArchiveItem::Record(member)) => {
                is_empty = false;
                let name = member.path.clone();
                let read = contained(|| {
                    prepare(
                        member,
                        |record, text, tree| {
                            let mut positions = 0;
                            let replayed = Replayed::new(record, &text[tree], keys, |_| positions += 1);
                            (replayed, positions)
                        },
                        |replayed, record, start| Ok(found_game(replayed, &record, start)),
                        |game| deliver(FoundRow::of_game(index, &name, game)),
                    )
                });
                match read {
                    Ok(flow) => {
                        flow?;
                        continue;
                    }
                    Err(reason) => (name, reason),
                }
            }
        };
        if let Some(kind) = RejectionKind::of_lost(&reason) {
            // A failure may follow.
            deliver(FoundRow {
                member: Some(member.clone()),
                member_game: Some(0),
                verdict: Some(Verdict::Rejected),
                kind: Some(kind.name().to_owned()),
                reason: Some(reason.to_string()),
                ..FoundRow::new(index)
            })?;
        } else if matches!(reason, SkipReason::OtherFile) {
            *skipped += 1;
        }
        is_empty &= !has_records(&reason);
        if reason.may_hide_games() {
            let failure = ReadFailure::Member {
                archive: path.display().to_string(),
                member: member.clone(),
                reason,
            };
            deliver(FoundRow::of_failure(index, Some(&member), failure))?;
        }
    }
    if is_empty {
        let archive = path.display().to_string();
        deliver(FoundRow::of_failure(index, None, ReadFailure::NoRecords { archive }))?;
    }
    ControlFlow::Continue(())
}

/// Returns whether an archive with a member that was skipped holds records, or may do so.
pub(super) const fn has_records(reason: &SkipReason) -> bool {
    RejectionKind::of_lost(reason).is_some() || reason.may_hide_games()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::HashTable;

    /// Returns what is found at a path as the member, the verdict and the number of positions.
    fn found(path: &Path) -> Vec<(Option<String>, Option<Verdict>, Option<i32>)> {
        let keys = KeyTables::new(HashTable::built_in());
        let mut rows = Vec::new();
        let read = find_games(path, 3, &keys, &Interrupt::default(), |row| {
            rows.push(row);
            ControlFlow::Continue(())
        });
        assert!(read.is_continue());
        for (row, number) in rows.iter().zip(1..) {
            assert_eq!((row.archive, row.origin), (3, (3 << ORIGIN_BITS) + number));
        }
        let last = rows.last().expect("a last row");
        assert_eq!((last.verdict, &last.game), (None, &None));
        let positions = |row: &FoundRow| row.game.as_ref().map(|game| game.positions);
        let row = |row: FoundRow| (row.member.clone(), row.verdict, positions(&row));
        rows.into_iter().map(row).collect()
    }

    #[test]
    fn an_archive_is_its_games_verdicts_and_an_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.tar");
        let files = [
            ("a.sgf", "(;SZ[9];B[aa])(;SZ[9];B[aa];W[zz])"),
            ("b.txt", "no record"),
            ("c.sgf", "no game"),
        ];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        std::fs::write(&path, testkit::tar(&files)).expect("room");
        let member = |name: &str| Some(name.to_owned());
        assert_eq!(
            found(&path),
            [
                (member("a.sgf"), None, Some(2)),
                (member("a.sgf"), Some(Verdict::Repaired), Some(2)),
                (member("c.sgf"), Some(Verdict::Rejected), None),
                (None, None, None),
            ]
        );
    }

    #[test]
    fn a_path_that_cannot_be_read_is_a_failure() {
        let nowhere = Path::new("no-such-archive.tgz");
        assert_eq!(
            found(nowhere),
            [(None, Some(Verdict::Failed), None), (None, None, None)]
        );
    }
}
