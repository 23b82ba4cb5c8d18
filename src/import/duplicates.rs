//! Which stored game a record is. A duplicate has the same board size, setup
//! and moves, in some orientation, and agrees in its particulars. Without any
//! moves the portable text of its game tree is the same.

use super::prepare::PreparedGame;
use crate::go::KeyTables;
use crate::record::{Content, Particulars, replay};
use crate::store::{Database, StoreError, StoredRecord};

/// The stored game that a record is a duplicate of.
pub(super) struct Original {
    pub game: i64,
    /// Whether its record is the same to the byte, and is read the same.
    pub same_record: bool,
}

/// Looks for the stored game that `game` is.
///
/// # Errors
/// A database that cannot be read or is damaged.
pub(super) fn find_original(db: &Database, game: &PreparedGame) -> Result<Option<Original>, StoreError> {
    let info = &game.new.info;
    let particulars = Particulars {
        moves: game.new.moves,
        black: &info.black,
        white: &info.white,
        date: info.game_date(),
    };
    let date = particulars.date.map(|date| date.first());
    for row in db.games_with_content(game.new.content, date)? {
        // Records of the same bytes agree in this too.
        if !row.particulars().agree(&particulars) {
            continue;
        }
        // What was compared may be damaged.
        db.require_intact(row.id)?;
        let stored = db.record(row.id)?;
        let same_content = || match game.new.moves {
            0 => stored.portable() == game.record.portable(),
            _ => content_of(&stored, db.keys()).as_ref() == Some(&game.content),
        };
        if stored.sgf == game.record.sgf || same_content() {
            return Ok(Some(Original {
                game: row.id,
                same_record: stored == game.record,
            }));
        }
    }
    Ok(None)
}

/// The content as far as it can be played, as it was when it was stored.
fn content_of(stored: &StoredRecord, keys: &KeyTables) -> Option<Content> {
    let record = stored.read()?;
    let outcome = replay(&record, keys.get(record.size), |_| {});
    Some(Content::new(&record, outcome.steps))
}
