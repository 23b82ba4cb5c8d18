//! Reads the games of one archive without a database.

use super::contents::Contents;
use super::pipeline::contained;
use super::prepare::{Make, Prepared, prepare};
use super::report::ReadFailure;
use crate::archive::{self, ArchiveItem, SkipReason};
use crate::dataset::{RejectionKind, is_dataset};
use crate::interrupt::Interrupt;
use crate::store::is_sqlite_file;
use std::ops::ControlFlow;
use std::path::Path;

/// A finding in an archive.
pub(super) enum Found<'a, G> {
    /// A game of the file with this path.
    Game(&'a str, Prepared<G>),
    /// A record that could not be read. If it was lost, a [`Found::Failure`] may follow.
    Lost(&'a str, &'a SkipReason),
    /// A member of another kind.
    Skipped,
    /// A part that was not read: the path of the member, unless it is the archive itself.
    Failure(Option<&'a str>, ReadFailure),
}

/// Reads an archive, a folder or a file with records, and hands what it finds to `deliver` in
/// order, until that breaks or `stop` is set. Holds one member in memory.
pub(super) fn read_games<M: Make>(
    path: &Path,
    make: &mut M,
    stop: &Interrupt,
    deliver: &mut impl FnMut(Found<'_, M::Game>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if is_sqlite_file(path) || is_dataset(path) {
        return deliver(Found::Failure(None, ReadFailure::IsDatabase(path.to_owned())));
    }
    let archive = match archive::open_until(path, stop) {
        Ok(archive) => archive,
        Err(error) => return deliver(Found::Failure(None, error.into())),
    };
    let mut contents = Contents::default();
    for item in archive {
        if stop.is_set() {
            return ControlFlow::Break(());
        }
        let (member, reason) = match item {
            Err(error) => return deliver(Found::Failure(None, error.into())),
            Ok(ArchiveItem::Skipped { path, reason }) => (path, reason),
            Ok(ArchiveItem::Record(member)) => {
                contents.add_file();
                let name = member.path.clone();
                let read = || prepare(member, make, &mut |game| deliver(Found::Game(&name, game)));
                match contained(read) {
                    Ok(flow) => {
                        flow?;
                        continue;
                    }
                    Err(reason) => (name, reason),
                }
            }
        };
        if RejectionKind::of_lost(&reason).is_some() {
            deliver(Found::Lost(&member, &reason))?;
        } else if matches!(reason, SkipReason::OtherFile) {
            deliver(Found::Skipped)?;
        }
        if contents.skip(&reason) {
            let failure = ReadFailure::Member {
                archive: path.display().to_string(),
                member: member.clone(),
                reason,
            };
            deliver(Found::Failure(Some(&member), failure))?;
        }
    }
    match contents.lacks_records() {
        true => {
            let archive = path.display().to_string();
            deliver(Found::Failure(None, ReadFailure::NoRecords { archive }))
        }
        false => ControlFlow::Continue(()),
    }
}
