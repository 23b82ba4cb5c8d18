//! Finds the stored game that a record duplicates, or the removed one.

use crate::go::KeyTables;
use crate::record::{Content, GameDate, Particulars, Replayed};
use crate::store::{NewGame, Snapshot, StoreError, StoredRecord, Writer};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The maximum number of bytes of remembered originals.
const RECENT_BYTES: usize = 8 << 20;

/// The maximum number of games whose first sources are remembered. Only games that
/// share one content can exceed it.
const FIRST_SOURCES: usize = 1 << 16;

/// The game that a record duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Original {
    /// The number of the game.
    pub game: i64,
    /// True if its record has the same bytes and the same encoding.
    pub same_record: bool,
    /// True if it duplicates a record that the user joined to the game.
    pub is_joined: bool,
}

impl Original {
    /// The reason for a record with the same bytes and encoding, before the word `game` and the number.
    pub const SAME_RECORD: &str = "it is the same record as";
    /// The reason for another record of the same moves, before the word `game` and the number.
    pub const SAME_MOVES: &str = "it has the same moves as";

    /// Returns the sentence of the report.
    #[must_use]
    pub fn reason(&self) -> String {
        let what = match self {
            Self { is_joined: true, .. } => "it is a record that was joined to",
            Self { same_record: true, .. } => Self::SAME_RECORD,
            _ => Self::SAME_MOVES,
        };
        format!("{what} game {}", self.game)
    }
}

/// A record among the games of a database.
pub(super) enum RecordStanding {
    New,
    Duplicate(Original),
    /// The user removed the game, which is in these rows.
    Removed(Vec<i64>),
}

/// Finds the stored games that records duplicate.
///
/// An archive may contain a hundred thousand copies of one game, so a game that was
/// found is remembered for the next copy, and its sources are read only once. The
/// cache is valid while nobody else can write: new games come after the existing
/// ones.
#[derive(Default)]
pub(super) struct Originals {
    /// The originals by the hash of their content and the date of the duplicate.
    recent: HashMap<(u64, Option<GameDate>), StoredGame>,
    recent_bytes: usize,
    /// The number of the first source of a game.
    first_sources: HashMap<i64, i64>,
}

/// A game that some records duplicate.
struct StoredGame {
    number: i64,
    particulars: Particulars<'static>,
    stored: StoredRecord,
    content: Option<Content>,
    is_joined: bool,
}

impl StoredGame {
    fn read(snapshot: &Snapshot, number: i64, particulars: Particulars<'static>) -> Result<Self, StoreError> {
        // The compared record may be damaged.
        snapshot.require_intact(number)?;
        let stored = snapshot.record(number)?;
        let content = Replayed::first_of(&stored.decoded(), snapshot.keys()).map(|replayed| replayed.content);
        Ok(Self {
            number,
            particulars,
            stored,
            content,
            is_joined: false,
        })
    }

    /// Reads the record of a game, or one that the user joined to it. Returns `None` if it holds
    /// no game.
    fn replay(keys: &KeyTables, number: i64, stored: StoredRecord, is_joined: bool) -> Option<Self> {
        let replayed = Replayed::first_of(&stored.decoded(), keys)?;
        let info = replayed.record.info;
        Some(Self {
            number,
            particulars: Particulars {
                moves: replayed.outcome.moves,
                date: info.game_date(),
                black: info.black.into(),
                white: info.white.into(),
            },
            stored,
            content: Some(replayed.content),
            is_joined,
        })
    }

    /// Returns this game if it is the original of `record`.
    fn original_of(&self, record: &StoredRecord, content: Option<&Content>, facts: &Particulars) -> Option<Original> {
        let is_same_game = self.particulars.agree(facts)
            && (self.stored.bytes == record.bytes || content.is_some() && self.content.as_ref() == content);
        is_same_game.then(|| Original {
            game: self.number,
            same_record: !self.is_joined && self.stored == *record,
            is_joined: self.is_joined,
        })
    }

    fn bytes(&self) -> usize {
        let of_content = self.content.as_ref().map_or(0, Content::bytes);
        size_of::<Self>() + self.stored.bytes.len() + of_content
    }
}

impl Originals {
    /// Looks for a record among the games, and for the game to which the user joined it in another database.
    pub fn standing(&mut self, writer: &Writer<'_>, game: &NewGame) -> Result<RecordStanding, StoreError> {
        if let Some(original) = self.find(writer, game)? {
            return Ok(RecordStanding::Duplicate(original));
        }
        if let Some(into) = &game.into
            && let Some(Original { game, .. }) = self.find(writer, into)?
        {
            return Ok(RecordStanding::Duplicate(Original {
                game,
                same_record: false,
                is_joined: true,
            }));
        }
        let mut removed = Vec::new();
        for game in game.into.as_deref().into_iter().chain([game]) {
            removed.extend(writer.snapshot().removed_games(game.hash, game.info.game_date())?);
        }
        Ok(match removed.is_empty() {
            true => RecordStanding::New,
            false => RecordStanding::Removed(removed),
        })
    }

    fn find(&mut self, writer: &Writer<'_>, game: &NewGame) -> Result<Option<Original>, StoreError> {
        let snapshot = writer.snapshot();
        let particulars = particulars(game);
        // A game that agrees with one record of this content and date also agrees
        // with the next one.
        let decisive = (game.hash, particulars.date);
        if let Some(known) = self.recent.get(&decisive)
            && let Some(original) = known.original_of(&game.record, Some(&game.content), &particulars)
        {
            return Ok(Some(original));
        }
        let date = particulars.date.map(|date| date.first());
        let mut rows = writer.games_with_content(game.hash, date)?;
        rows.retain(|(_, other)| other.agree(&particulars));
        if rows.len() > 1 {
            self.sort_by_source(snapshot, &mut rows)?;
        }
        for (number, particulars_of_game) in rows {
            let known = StoredGame::read(snapshot, number, particulars_of_game)?;
            if let Some(original) = known.original_of(&game.record, Some(&game.content), &particulars) {
                self.remember(decisive, known);
                return Ok(Some(original));
            }
        }
        for (game_number, stored) in snapshot.joined_with_content(game.hash)? {
            if let Some(known) = StoredGame::replay(snapshot.keys(), game_number, stored, true)
                && let Some(original) = known.original_of(&game.record, Some(&game.content), &particulars)
            {
                self.remember(decisive, known);
                return Ok(Some(original));
            }
        }
        Ok(None)
    }

    /// Forgets everything, because others may write from now on.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Sorts games by their first sources.
    fn sort_by_source(
        &mut self,
        snapshot: &Snapshot,
        games: &mut [(i64, Particulars<'static>)],
    ) -> Result<(), StoreError> {
        if self.first_sources.len() + games.len() > FIRST_SOURCES {
            self.first_sources.clear();
        }
        for &(number, _) in &*games {
            if let Entry::Vacant(unknown) = self.first_sources.entry(number) {
                unknown.insert(snapshot.first_source(number)?);
            }
        }
        games.sort_by_key(|(number, _)| self.first_sources.get(number).copied());
        Ok(())
    }

    fn remember(&mut self, decisive: (u64, Option<GameDate>), known: StoredGame) {
        if self.recent_bytes > RECENT_BYTES {
            self.recent.clear();
            self.recent_bytes = 0;
        }
        let bytes = known.bytes();
        if bytes <= RECENT_BYTES {
            self.recent_bytes += bytes;
            self.recent.insert(decisive, known);
        }
    }
}

/// Finds the same games among records that share a content hash and come in the order of their
/// sources, as an import into an empty database finds them. Holds the records of the games.
pub struct SameGames<'k> {
    keys: &'k KeyTables,
    games: Vec<StoredGame>,
    /// The index of the last original by the date of the duplicate.
    recent: HashMap<Option<GameDate>, usize>,
}

impl<'k> SameGames<'k> {
    /// Begins without games.
    #[must_use]
    pub fn new(keys: &'k KeyTables) -> Self {
        Self {
            keys,
            games: Vec::new(),
            recent: HashMap::new(),
        }
    }

    /// Returns the earlier game that a record duplicates. If there is none, the record is a game,
    /// to which the caller gives the number `game`.
    pub fn add(&mut self, game: i64, stored: StoredRecord) -> Option<Original> {
        // A record without a game duplicates nothing.
        let known = StoredGame::replay(self.keys, game, stored, false)?;
        let date = known.particulars.date;
        let original = |at: &usize| {
            let game = self.games.get(*at)?;
            let original = game.original_of(&known.stored, known.content.as_ref(), &known.particulars)?;
            Some((*at, original))
        };
        // A game that agrees with one record of this date also agrees with the next one.
        let found = self.recent.get(&date).and_then(original);
        match found.or_else(|| (0..self.games.len()).find_map(|at| original(&at))) {
            Some((at, original)) => {
                self.recent.insert(date, at);
                Some(original)
            }
            None => {
                self.games.push(known);
                None
            }
        }
    }

    /// Forgets the games, before records with another content hash.
    pub fn clear(&mut self) {
        self.games.clear();
        self.recent.clear();
    }
}

/// Returns whether a record duplicates one of these games, or one that the user joined to a game.
pub(super) fn is_duplicate(
    snapshot: &Snapshot,
    games: impl Iterator<Item = i64>,
    record: &NewGame,
) -> Result<bool, StoreError> {
    let is_original = |number: i64, stored: StoredRecord, is_joined: bool| {
        let known = StoredGame::replay(snapshot.keys(), number, stored, is_joined);
        known.is_some_and(|known| {
            let original = known.original_of(&record.record, Some(&record.content), &particulars(record));
            original.is_some()
        })
    };
    for number in games {
        if is_original(number, snapshot.record(number)?, false) {
            return Ok(true);
        }
    }
    let joined = snapshot.joined_with_content(record.hash)?;
    Ok(joined
        .into_iter()
        .any(|(number, stored)| is_original(number, stored, true)))
}

fn particulars(game: &NewGame) -> Particulars<'_> {
    let info = &game.info;
    Particulars {
        moves: game.moves,
        black: info.black.as_str().into(),
        white: info.white.as_str().into(),
        date: info.game_date(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::HashTable;
    use crate::record::TextEncoding;

    #[test]
    fn a_record_is_of_the_first_game_that_it_agrees_with() {
        let keys = KeyTables::new(HashTable::built_in());
        let mut games = SameGames::new(&keys);
        let moves = ";B[aa];W[bb];B[cc];W[dd]".to_owned() + &";B[];W[]".repeat(20);
        let mut add = |number, root: &str| {
            let bytes = format!("(;{root}{moves})").into_bytes();
            let encoding = TextEncoding::UTF_8;
            let original = games.add(number, StoredRecord { bytes, encoding })?;
            Some((original.game, original.same_record))
        };
        assert_eq!(add(1, "DT[2005]"), None);
        assert_eq!(add(2, "DT[2006]"), None);
        assert_eq!(add(3, ""), Some((1, false)));
        assert_eq!(add(4, "DT[2006-03]"), Some((2, false)));
        assert_eq!(add(5, "DT[2005]"), Some((1, true)));
        // Record 3, which agrees with it, is no game.
        assert_eq!(add(6, "DT[2007]"), None);
    }
}
