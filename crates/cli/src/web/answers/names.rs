//! The names in the database, for those who type a part of one.

use bgo::internal::store::{ImportedArchive, Snapshot, StoreError};
use serde::Serialize;

/// The names of players, those of the most games first.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Names {
    /// The names.
    players: Vec<String>,
    /// The same names with the numbers of their games.
    counts: Vec<PlayerGames>,
}

/// A player's games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PlayerGames {
    /// The name.
    player: String,
    /// The number of games.
    games: u32,
}

impl Names {
    pub fn beginning(snapshot: &Snapshot, prefix: &str, limit: usize) -> Result<Self, StoreError> {
        let names = snapshot.game_names()?;
        let count = |(name, games): (&str, u32)| PlayerGames {
            player: name.to_owned(),
            games,
        };
        let counts: Vec<PlayerGames> = names.players.with_word(prefix, limit).into_iter().map(count).collect();
        Ok(Self {
            players: counts.iter().map(|count| count.player.clone()).collect(),
            counts,
        })
    }
}

/// The events, those of the most games first.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Events {
    /// The events with the numbers of their games.
    events: Vec<EventGames>,
}

/// An event's games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct EventGames {
    /// The name.
    event: String,
    /// The number of games.
    games: u32,
}

impl Events {
    pub fn beginning(snapshot: &Snapshot, prefix: &str, limit: usize) -> Result<Self, StoreError> {
        let names = snapshot.game_names()?;
        let count = |(name, games): (&str, u32)| EventGames {
            event: name.to_owned(),
            games,
        };
        Ok(Self {
            events: names.events.with_word(prefix, limit).into_iter().map(count).collect(),
        })
    }
}

/// The archives, in the order of their paths.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Archives {
    /// The archives.
    archives: Vec<Archive>,
}

/// An archive whose games were imported.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Archive {
    /// The name that the parameter archive takes: that of the file, with as many folders as it takes to tell it from others.
    archive: String,
    /// The number of games.
    games: u64,
    /// The time at which it was first imported, in the form of RFC 3339.
    imported_at: String,
    /// True for a folder that is still there.
    is_folder: bool,
}

impl Archives {
    /// Returns all archives by the names that the condition `archive` takes. These are without
    /// folders, so that clients do not learn the operator's, unless several archives have one name.
    pub fn all(snapshot: &Snapshot) -> Result<Self, StoreError> {
        let shown = |archive: ImportedArchive| Archive {
            is_folder: archive.is_folder(),
            archive: archive.name,
            games: archive.games,
            imported_at: archive.imported_at,
        };
        Ok(Self {
            archives: snapshot.archives()?.into_iter().map(shown).collect(),
        })
    }
}
