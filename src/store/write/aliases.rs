//! Changes of the aliases of players.

use super::transaction::Transaction;
use crate::record::fold;
use crate::store::StoreError;
use crate::store::games::AliasedPlayer;
use crate::store::snapshot::Pool;
use crate::store::sqlite::ALIAS;
use rusqlite::params;
use std::collections::HashSet;
use std::sync::Arc;

/// Makes names aliases of a player, who becomes one with the players of these names.
pub fn add_aliases(pool: &Arc<Pool>, player: &str, names: &[String]) -> Result<AliasedPlayer, StoreError> {
    let transaction = Transaction::begin_whole(pool)?;
    let mut one = AliasedPlayer {
        player: player.to_owned(),
        aliases: names.to_vec(),
    };
    let named: HashSet<String> = one.spellings().map(|name| fold(name)).collect();
    let is_named = |other: &AliasedPlayer| other.spellings().any(|name| named.contains(&fold(name)));
    let (same, mut players): (Vec<_>, Vec<_>) = transaction.aliases()?.into_iter().partition(is_named);
    one.aliases
        .extend(same.iter().flat_map(AliasedPlayer::spellings).cloned());
    let mut seen = HashSet::from([fold(player)]);
    one.aliases.retain(|name| seen.insert(fold(name)));
    players.push(one.clone());
    write(&transaction, &players)?;
    transaction.finish()?;
    Ok(one)
}

/// Removes an alias, or all aliases of a player by the name that is shown. Returns whether there were any.
pub fn remove_alias(pool: &Arc<Pool>, name: &str) -> Result<bool, StoreError> {
    let transaction = Transaction::begin_whole(pool)?;
    let name = fold(name);
    let before = transaction.state()?.aliases;
    let mut players = transaction.aliases()?;
    players.retain(|player| fold(&player.player) != name);
    for player in &mut players {
        player.aliases.retain(|alias| fold(alias) != name);
    }
    write(&transaction, &players)?;
    let is_removed = transaction.state()?.aliases < before;
    transaction.finish()?;
    Ok(is_removed)
}

fn write(transaction: &Transaction, players: &[AliasedPlayer]) -> Result<(), StoreError> {
    transaction.execute("DELETE FROM alias", [])?;
    let aliases = players
        .iter()
        .flat_map(|one| one.aliases.iter().map(|alias| (alias, &one.player)));
    let mut rows = 0;
    for (alias, player) in aliases {
        rows += 1;
        transaction.execute(&ALIAS.insert("INSERT"), params![rows, alias, player])?;
    }
    transaction.change_state(|state| state.aliases = rows as u64);
    Ok(())
}
