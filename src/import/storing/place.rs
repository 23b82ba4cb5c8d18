//! The origin of the current game, as the report names it and as a source.

use super::Storer;
use crate::import::contents::Contents;
use crate::import::error::ImportError;
use crate::store::{FoundArchive, Source};
use std::sync::Arc;

/// The archive of the current batch.
#[derive(Default)]
pub(super) struct OpenArchive {
    /// The index of its path.
    pub index: usize,
    /// The archive of another database that the current game is from, and the file
    /// within it.
    pub found: Option<(Arc<FoundArchive>, String)>,
    /// The number in the database, once one of its games is stored.
    pub id: Option<i64>,
    pub contents: Contents,
}

impl OpenArchive {
    /// Goes on to a file of an archive that another database knows. Returns whether the
    /// file is another one than before.
    pub fn enter(&mut self, archive: Arc<FoundArchive>, member: &str) -> bool {
        if let Some((before, file)) = &self.found
            && Arc::ptr_eq(before, &archive)
        {
            if file == member {
                return false;
            }
        } else {
            self.id = None;
        }
        self.found = Some((archive, member.to_owned()));
        true
    }
}

/// A game of a file in an archive.
#[derive(Clone, Copy)]
pub(super) struct MemberGame<'a> {
    pub member: &'a str,
    pub member_game: usize,
}

impl Storer<'_> {
    /// Returns the path of the current batch as the user calls it.
    pub(super) fn archive_name(&self) -> String {
        self.options
            .shown(&self.paths[self.archive.index])
            .display()
            .to_string()
    }

    /// Returns the archive that the current game is from, for the report.
    pub(super) fn archive_of_game(&self) -> String {
        match &self.archive.found {
            Some((found, _)) => found.path.clone(),
            None => self.archive_name(),
        }
    }

    /// Returns a place as a source, whose archive is added if it is new.
    pub(super) fn source<'p>(&mut self, place: MemberGame<'p>) -> Result<Source<'p>, ImportError> {
        let archive = match self.archive.id {
            Some(id) => id,
            None => match &self.archive.found {
                Some((found, _)) => self.writer.add_found_archive(found)?,
                None => {
                    let path = self.options.stored(&self.paths[self.archive.index]);
                    self.writer.add_archive(&path)?
                }
            },
        };
        self.archive.id = Some(archive);
        Ok(Source {
            archive,
            member: place.member,
            member_game: place.member_game,
        })
    }
}
