use super::super::game_row::mark_as_joined;
use super::super::remove::Selection;
use super::super::transaction::Transaction;
use crate::store::StoreError;
use crate::store::games::{Frame, SourceKey, StoredSource};
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::SOURCE;
use rusqlite::{ToSql, params};
use std::collections::BTreeSet;

fn is_in(source: &StoredSource, selection: &Selection) -> bool {
    selection.archives.contains(&source.key.archive) || selection.sources.contains(&source.key)
}

/// Removes the selected sources and those in the selected archives. Adds games without any remaining source to
/// `gone`. Returns the games that lost the source they are stored with.
pub fn remove_sources(
    transaction: &Transaction,
    selection: &Selection,
    gone: &mut BTreeSet<i64>,
) -> Result<BTreeSet<i64>, StoreError> {
    let mut orphaned = BTreeSet::new();
    for game in games_of(transaction, selection)? {
        let sources = transaction.all_sources_of(game)?;
        if sources.is_empty() {
            // Somebody else removed the game.
            continue;
        }
        let origin = sources.iter().find(|source| source.own.is_none());
        let Some(origin) = origin.or_else(|| gone.contains(&game).then(|| &sources[0])) else {
            return Err(no_origin(transaction, game));
        };
        let goes = |source: &StoredSource| is_in(source, selection);
        let first = sources.iter().find(|source| source.joined.is_none());
        let orphans = goes(origin) || first.is_some_and(goes);
        let (removed, kept): (Vec<_>, Vec<_>) = sources.into_iter().partition(goes);
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
            delete_source(transaction, &source.key, source.number)?;
        }
    }
    Ok(orphaned)
}

/// Returns the games that lose all sources but those that the user joined to them. A
/// removal removes these games; what was joined to them becomes games again.
pub fn games_without_source(snapshot: &Snapshot, selection: &Selection) -> Result<Vec<i64>, StoreError> {
    let mut without = Vec::new();
    for game in games_of(snapshot, selection)? {
        let sources = snapshot.all_sources_of(game)?;
        let mut own = sources.iter().filter(|source| source.joined.is_none());
        if own.all(|source| is_in(source, selection)) && !sources.is_empty() {
            without.push(game);
        }
    }
    Ok(without)
}

fn games_of(snapshot: &Snapshot, selection: &Selection) -> Result<BTreeSet<i64>, StoreError> {
    let mut games: BTreeSet<i64> = selection.sources.iter().map(|source| source.game).collect();
    for &archive in &selection.archives {
        games.extend(snapshot.games_of_archive(archive)?);
    }
    Ok(games)
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
    source: &StoredSource,
    own: Option<&Frame>,
) -> Result<(), StoreError> {
    let SourceKey {
        archive,
        member,
        member_game,
        ..
    } = &source.key;
    let values = params![
        game,
        archive,
        member,
        member_game,
        own.map(|own| &own.encoding),
        own.map(|own| own.dictionary),
        own.map(|own| &own.bytes),
        source.number
    ];
    let added = transaction.execute(&SOURCE.insert("INSERT OR IGNORE"), values)?;
    if added > 0 {
        transaction.change_state(|state| state.sources += added);
        transaction.note_added_source(game, *archive, source.number)?;
    }
    if let Some(content) = source.joined
        && added > 0
    {
        let place: [&dyn ToSql; 4] = [&game, archive, member, member_game];
        mark_as_joined(transaction, place, content)?;
    }
    Ok(())
}

pub fn delete_sources(transaction: &Transaction, game: i64) -> Result<(), StoreError> {
    let sources = transaction.sources_of_games(game..=game)?;
    transaction.require_sources_now(game, sources.len())?;
    for source in sources {
        delete_source(transaction, &source.key, source.number)?;
    }
    Ok(())
}

fn delete_source(transaction: &Transaction, source: &SourceKey, number: i64) -> Result<(), StoreError> {
    let which = "game = ?1 AND archive = ?2 AND member = ?3 AND member_game = ?4";
    let values = params![source.game, source.archive, source.member, source.member_game];
    let sources = transaction.execute(&format!("DELETE FROM source WHERE {which}"), values)?;
    let joined = transaction.execute(&format!("DELETE FROM joined WHERE {which}"), values)?;
    transaction.change_state(|state| {
        state.sources -= sources;
        state.joined -= joined;
    });
    transaction.note_deleted_source(source, number)
}
