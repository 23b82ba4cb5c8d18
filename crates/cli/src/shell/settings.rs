//! The user's settings, and the file that keeps them between interactive sessions.

use crate::render::{Coordinates, MARKS_AT_FIRST, MAX_MARKS, MoveForm, Stones};
use bgo::internal::files::{NewFile, create_folder, folder_of};
use etcetera::BaseStrategy;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt::Display;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The user's choices about how answers are shown. Conditions, swap and areas are not here: they
/// are parts of a question, and a question ends with its session.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(default)]
pub(crate) struct UserSettings {
    /// True if searches show all that is known of each next move.
    pub full: bool,
    /// The number of next moves that are marked, 1 to [`MAX_MARKS`].
    #[serde(deserialize_with = "number_of_marks")]
    pub marks: usize,
    /// The form of next moves on a screen.
    pub form: MoveForm,
    /// The names of points, if the user has chosen them.
    pub coordinates: Option<Coordinates>,
    /// The signs of stones on a terminal, if the user has chosen them.
    pub stones: Option<Stones>,
    /// True if the answers of the database are shown with each position of the open game.
    pub follow: bool,
}

impl Default for UserSettings {
    fn default() -> Self {
        Self {
            full: false,
            marks: MARKS_AT_FIRST,
            form: MoveForm::default(),
            coordinates: None,
            stones: None,
            follow: false,
        }
    }
}

fn number_of_marks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    match usize::deserialize(deserializer)? {
        marks @ 1..=MAX_MARKS => Ok(marks),
        marks => Err(serde::de::Error::custom(format!(
            "there can be 1 to {MAX_MARKS} marks, not {marks}"
        ))),
    }
}

/// The file of settings, which sessions share. The last one to write it wins.
pub(super) struct SettingsFile {
    /// `None` once it cannot be written, or if the user has no folder for it.
    path: Option<PathBuf>,
    kept: UserSettings,
    /// The coordinates that an option sets, which are not kept.
    chosen: Option<Coordinates>,
}

impl SettingsFile {
    pub(super) fn of_user() -> Self {
        Self::at(user_folder().map(|folder| folder.join("settings.json")))
    }

    fn at(path: Option<PathBuf>) -> Self {
        Self {
            path,
            kept: UserSettings::default(),
            chosen: Coordinates::chosen(),
        }
    }

    /// Reads the settings. Those of a new user are the defaults. A file that is damaged will be
    /// replaced, and one that cannot be read is left alone from now on. Coordinates that an
    /// option sets come before those of the file, and do not change it. Fails with a sentence.
    pub(super) fn read(&mut self) -> Result<UserSettings, String> {
        let kept = self.read_file()?;
        Ok(UserSettings {
            coordinates: self.chosen.or(kept.coordinates),
            ..kept
        })
    }

    fn read_file(&mut self) -> Result<UserSettings, String> {
        let Some(path) = self.path.take() else {
            return Ok(self.kept);
        };
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.path = Some(path);
                return Ok(self.kept);
            }
            Err(error) => return Err(unreadable(&path, &error)),
        };
        let read = serde_json::from_slice(&bytes).map_err(|error| unreadable(&path, &error));
        self.path = Some(path);
        self.kept = read?;
        Ok(self.kept)
    }

    /// Writes the settings if they have changed. After a failure, which is a sentence, it does
    /// nothing any more.
    pub(super) fn keep(&mut self, mut settings: UserSettings) -> Result<(), String> {
        if settings.coordinates == self.chosen {
            settings.coordinates = self.kept.coordinates;
        }
        let Some(path) = self.path.as_ref().filter(|_| settings != self.kept) else {
            return Ok(());
        };
        self.kept = settings;
        write(path, settings).map_err(|error| {
            let path = self.path.take().unwrap_or_default();
            format!(
                "{} cannot be written, so the settings end with this session: {error}",
                path.display()
            )
        })
    }
}

fn unreadable(path: &Path, error: &dyn Display) -> String {
    format!(
        "{} cannot be read, so the settings are those of a new user: {error}",
        path.display()
    )
}

/// Replaces the file as a whole, so that another session never reads a part of it.
fn write(path: &Path, settings: UserSettings) -> io::Result<()> {
    create_folder(folder_of(path))?;
    let mut text = serde_json::to_vec(&settings)?;
    text.push(b'\n');
    NewFile::write(path, true, &text).map_err(io::Error::other)
}

pub(super) fn user_folder() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    let folder = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(folder.join("bgo"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &Path) -> SettingsFile {
        SettingsFile::at(Some(path.to_owned()))
    }

    #[test]
    fn what_was_kept_is_read_again_and_the_last_writer_wins() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bgo/settings.json");
        let (mut first, mut second) = (file(&path), file(&path));
        let defaults = UserSettings::default();
        assert_eq!(first.read().expect("a new user"), defaults);
        assert_eq!(second.read().expect("a new user"), defaults);
        first.keep(defaults).expect("nothing to write");
        assert!(!path.exists());
        let full = UserSettings { full: true, ..defaults };
        first.keep(full).expect("writes");
        assert_eq!(file(&path).read().expect("settings"), full);
        let marks = UserSettings { marks: 3, ..defaults };
        second.keep(marks).expect("writes");
        first.keep(full).expect("nothing to write");
        assert_eq!(file(&path).read().expect("settings"), marks);
        let names: Vec<_> = path.parent().expect("a folder").read_dir().expect("a folder").collect();
        assert_eq!(names.len(), 1, "{names:?}");
    }

    #[test]
    fn missing_settings_are_defaults_and_unknown_ones_are_ignored() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.json");
        fs::write(&path, "{\"full\":true,\"later\":[1]}").expect("a file");
        let settings = file(&path).read().expect("settings");
        assert_eq!((settings.full, settings.marks), (true, MARKS_AT_FIRST));
    }

    #[test]
    fn coordinates_that_an_option_sets_are_not_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.json");
        let mut file = file(&path);
        file.chosen = Some(Coordinates::Western);
        let mut settings = file.read().expect("settings");
        assert_eq!(settings.coordinates, Some(Coordinates::Western));
        settings.full = true;
        file.keep(settings).expect("writes");
        let kept = fs::read_to_string(&path).expect("settings");
        assert!(kept.contains("\"full\":true") && !kept.contains("western"), "{kept}");
        settings.marks = 3;
        file.chosen = None;
        file.keep(settings).expect("writes");
        assert!(fs::read_to_string(&path).expect("settings").contains("\"western\""));
    }

    #[test]
    fn a_damaged_file_is_named_and_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.json");
        for damaged in ["", "{", "7", "{\"marks\":0}", "{\"marks\":27}", "{\"full\":1}", "\u{1}"] {
            fs::write(&path, damaged).expect("a file");
            let mut file = file(&path);
            let error = file.read().expect_err(damaged);
            assert!(
                error.contains("settings.json cannot be read, so the settings are"),
                "{error}"
            );
            assert_eq!(error.lines().count(), 1, "{error}");
            file.keep(UserSettings {
                full: true,
                ..UserSettings::default()
            })
            .expect("writes");
            assert!(SettingsFile::at(Some(path.clone())).read().expect("settings").full);
        }
    }

    #[test]
    fn a_file_that_cannot_be_written_is_named_once() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(folder.path().join("bgo/settings.json")).expect("a folder");
        let mut file = file(&folder.path().join("bgo/settings.json"));
        let with = |marks| UserSettings {
            marks,
            ..UserSettings::default()
        };
        let mut unread = self::file(&folder.path().join("bgo/settings.json"));
        assert!(unread.read().is_err());
        assert!(unread.keep(with(3)).is_ok(), "it has been named");
        let error = file.keep(with(3)).expect_err("no folder");
        assert!(error.contains("settings.json cannot be written"), "{error}");
        assert!(file.keep(with(4)).is_ok());
    }
}
