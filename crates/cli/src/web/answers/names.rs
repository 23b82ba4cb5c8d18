//! The names in the database, for those who type a part of one.

use bgo::store::{ArchiveCount, NameCount, Snapshot, StoreError};
use serde::Serialize;

/// The names of players, those of the most games first.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Names {
    players: Vec<String>,
    counts: Vec<PlayerGames>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PlayerGames {
    player: String,
    games: u32,
}

impl Names {
    /// Returns the names in which a word begins with `prefix`.
    pub fn beginning(snapshot: &Snapshot, prefix: &str, limit: usize) -> Result<Self, StoreError> {
        let names = snapshot.game_names()?;
        let count = |NameCount { name, games }| PlayerGames {
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
    events: Vec<EventGames>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct EventGames {
    event: String,
    games: u32,
}

impl Events {
    /// Returns the events in which a word begins with `prefix`.
    pub fn beginning(snapshot: &Snapshot, prefix: &str, limit: usize) -> Result<Self, StoreError> {
        let names = snapshot.game_names()?;
        let count = |NameCount { name, games }| EventGames {
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
    archives: Vec<ArchiveGames>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ArchiveGames {
    archive: String,
    games: u64,
}

impl Archives {
    /// Returns all archives by the names that the condition `archive` takes. These are without
    /// folders, so that clients do not learn the operator's, unless several archives have one name.
    pub fn all(snapshot: &Snapshot) -> Result<Self, StoreError> {
        let games = |ArchiveCount { name, games }| ArchiveGames { archive: name, games };
        Ok(Self {
            archives: snapshot.archives()?.into_iter().map(games).collect(),
        })
    }
}
