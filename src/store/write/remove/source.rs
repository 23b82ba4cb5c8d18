use crate::store::error::StoreError;
use crate::store::games::records::Frame;
use crate::store::sqlite::table::{SOURCE, intact};
use crate::store::write::transaction::Transaction;
use rusqlite::params;
use std::collections::BTreeSet;

/// A row of the source table.
pub struct SourceRow {
    archive: i64,
    member: String,
    member_game: i64,
    /// Its number in the order of all imports.
    pub number: i64,
    /// The record of this source if it differs from the game's.
    pub own: Option<Frame>,
}

/// Removes the sources in these archives. Adds games without any remaining source to
/// `gone`. Returns the games that lost the source they are stored with.
pub fn remove_archives(
    transaction: &Transaction,
    archives: &BTreeSet<i64>,
    gone: &mut BTreeSet<i64>,
) -> Result<BTreeSet<i64>, StoreError> {
    let mut games = BTreeSet::new();
    for archive in archives {
        let sql = "SELECT DISTINCT game FROM source WHERE archive = ?1";
        games.extend(transaction.rows(sql, [archive], |row| row.get::<_, i64>(0))?);
    }
    let mut orphaned = BTreeSet::new();
    for game in games {
        let sources = sources(transaction, game)?;
        let origin = sources.iter().find(|source| source.own.is_none());
        let Some(origin) = origin.or_else(|| gone.contains(&game).then(|| &sources[0])) else {
            return Err(no_origin(transaction, game));
        };
        let goes = |source: &SourceRow| archives.contains(&source.archive);
        let orphans = goes(origin) || goes(&sources[0]);
        let (removed, kept): (Vec<_>, Vec<_>) = sources
            .into_iter()
            .partition(|source| archives.contains(&source.archive));
        if kept.is_empty() {
            gone.insert(game);
        }
        // Deleting a game deletes its sources.
        if gone.contains(&game) {
            continue;
        }
        if orphans {
            orphaned.insert(game);
        }
        for source in removed {
            let sql = "DELETE FROM source WHERE game = ?1 AND archive = ?2 AND member = ?3 AND member_game = ?4";
            let values = params![game, source.archive, source.member, source.member_game];
            transaction.execute(sql, values)?;
            transaction.change_state(|state| state.sources -= 1);
        }
    }
    Ok(orphaned)
}

/// Returns the sources of a game in the order of their imports.
pub fn sources(transaction: &Transaction, game: i64) -> Result<Vec<SourceRow>, StoreError> {
    let sql = SOURCE.select(
        "archive, member, member_game, number, encoding, dictionary, sgf",
        "WHERE game = ?1 ORDER BY number",
    );
    let rows = transaction.rows(&sql, [game], |row| {
        let (encoding, dictionary) = (row.get(5)?, row.get(6)?);
        let own = row.get::<_, Option<Vec<u8>>>(7)?;
        let source = SourceRow {
            archive: row.get(1)?,
            member: row.get(2)?,
            member_game: row.get(3)?,
            number: row.get(4)?,
            own: own.map(|sgf| Frame {
                encoding,
                dictionary,
                sgf,
            }),
        };
        Ok((intact(row)?, source))
    })?;
    let damaged = || transaction.damaged(format!("a source of game {game} has a wrong checksum"));
    rows.into_iter()
        .map(|(intact, source)| if intact { Ok(source) } else { Err(damaged()) })
        .collect()
}

/// Returns the error for a game that is stored with the record of none of its sources.
pub fn no_origin(transaction: &Transaction, game: i64) -> StoreError {
    let what = format!("game {game} has no source that its record is from");
    transaction.damaged(what)
}

/// Writes a source of a game, with its own record if that differs from the game's. As
/// in an import, a known place is left unchanged: a file that was modified and imported
/// again has two records at one place.
pub fn write_source(
    transaction: &Transaction,
    game: i64,
    source: &SourceRow,
    own: Option<&Frame>,
) -> Result<(), StoreError> {
    let values = params![
        game,
        source.archive,
        source.member,
        source.member_game,
        own.map(|own| &own.encoding),
        own.map(|own| own.dictionary),
        own.map(|own| &own.sgf),
        source.number
    ];
    let added = transaction.execute(&SOURCE.insert("INSERT OR IGNORE"), values)?;
    transaction.change_state(|state| state.sources += added);
    Ok(())
}
