//! Spellings of a player's name: those that the user makes one, and proposals.

use super::duplicates::find_kept_apart;
use crate::query::QueryError;
use crate::query::filter::NamePattern;
use crate::record::{TELLING_MOVES, decoded_trees, fold};
use crate::store::{AliasedPlayer, Database, RowId, Snapshot, Texts};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// Two names that may be of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProposedAlias {
    /// The name that has more games.
    pub player: String,
    /// The other name.
    pub alias: String,
    /// The number of games that different records have under both names; 0 if only the letters are the same.
    pub games: u64,
}

/// Makes names spellings of one player. The first name is shown, and no game need have it.
pub fn add_aliases(db: &Database, player: &str, names: &[String]) -> Result<AliasedPlayer, QueryError> {
    let player = player.trim();
    if fold(player).is_empty() {
        return Err(QueryError::NoWord(player.to_owned()));
    }
    let players = db.snapshot()?.players()?;
    for name in names {
        if players.equal_to(name).is_empty() {
            return Err(QueryError::Unknown {
                condition: "name",
                kind: "player",
                name: NamePattern::Whole(name.clone()),
                similar: players.similar(name),
            });
        }
    }
    Ok(db.add_aliases(player, names)?)
}

/// Proposes aliases: names in different records of one game, and names that differ only in case, accents, blanks and
/// hyphens, but never two players who met. The pairs of the most games come first. Calls `progress` with the numbers
/// of games read and to read in all.
pub fn proposed_aliases(
    snapshot: &Snapshot,
    mut progress: impl FnMut(u64, u64),
) -> Result<Vec<ProposedAlias>, QueryError> {
    let names = snapshot.players()?;
    let mut games: HashMap<RowId, u64> = HashMap::new();
    snapshot.visit_columns(|_, game| {
        for row in [game.black(), game.white()].into_iter().flatten() {
            *games.entry(row).or_default() += 1;
        }
    })?;
    let most_used = |row: &RowId| (Reverse(games.get(row).copied()), names.rank(*row));
    let mut rows: Vec<RowId> = games.keys().copied().collect();
    rows.sort_by_key(most_used);
    let mut pairs = Pairs {
        names: &names,
        games: BTreeMap::new(),
    };
    let mut by_letters: HashMap<String, RowId> = HashMap::new();
    let mut by_name: HashMap<&str, RowId> = HashMap::new();
    for &row in &rows {
        let folded = names.folded(row).unwrap_or_default();
        by_name.entry(folded).or_insert(row);
        let letters: String = folded.chars().filter(|letter| !is_separator(*letter)).collect();
        if !letters.is_empty() {
            let first = *by_letters.entry(letters).or_insert(row);
            pairs.add([first, row], 0);
        }
    }
    let find = |name: &str| by_name.get(&*fold(name)).copied();
    let several = snapshot.games_with_own_texts()?;
    for (&game, done) in several.iter().zip(0..) {
        progress(done, several.len() as u64);
        let mut records = Vec::new();
        for record in snapshot.source_records(game)? {
            let tree = decoded_trees(&record.decoded()).next();
            records.extend(
                tree.and_then(|tree| tree.game.ok())
                    .map(|record| [find(&record.info.black), find(&record.info.white)]),
            );
        }
        pairs.add_game(by_twos(&mut records));
    }
    for alike in find_kept_apart(snapshot)? {
        snapshot.check_stop()?;
        let mut records = Vec::new();
        for game in alike {
            let facts = snapshot.description(game)?;
            if u64::from(facts.moves) >= u64::from(TELLING_MOVES) {
                records.push([facts.black, facts.white].map(|name| name.and_then(|name| find(&name))));
            }
        }
        // The dates contradict each other, so one of the names must be the same.
        let is_same = |[a, b]: &[NamePair; 2]| (0..2).any(|color| a[color].is_some() && a[color] == b[color]);
        pairs.add_game(by_twos(&mut records).filter(is_same));
    }
    snapshot.visit_columns(|_, game| {
        if let (Some(black), Some(white)) = (game.black(), game.white()) {
            pairs.remove([black, white]);
        }
    })?;
    let mut found: Vec<([RowId; 2], u64)> = pairs.games.into_iter().collect();
    for (pair, _) in &mut found {
        pair.sort_by_key(most_used);
    }
    found.sort_by_key(|(pair, shared)| (Reverse(*shared), most_used(&pair[1]), most_used(&pair[0])));
    let found = found.into_iter().map(|([player, alias], games)| ProposedAlias {
        player: names.shown(player).to_owned(),
        alias: names.shown(alias).to_owned(),
        games,
    });
    Ok(found.collect())
}

/// Black's and White's name in a record, if it has them.
type NamePair = [Option<RowId>; 2];

/// Pairs of names, and the numbers of games that have both.
struct Pairs<'n> {
    names: &'n Texts,
    games: BTreeMap<[RowId; 2], u64>,
}

impl Pairs<'_> {
    /// Adds a pair, unless it is of one player.
    fn add(&mut self, rows: [RowId; 2], games: u64) {
        let rows = self.pair(rows);
        if rows[0] != rows[1] {
            *self.games.entry(rows).or_default() += games;
        }
    }

    /// Adds the names of Black and White in records of one game, two at a time. Exchanged names are of no use.
    fn add_game(&mut self, records: impl Iterator<Item = [NamePair; 2]>) {
        let mut seen = Vec::new();
        for [[black, white], [other_black, other_white]] in records {
            if black == other_white || white == other_black {
                continue;
            }
            for names in [[black, other_black], [white, other_white]] {
                if let [Some(name), Some(other)] = names {
                    seen.push(self.pair([name, other]));
                }
            }
        }
        seen.sort_unstable();
        seen.dedup();
        seen.into_iter().for_each(|rows| self.add(rows, 1));
    }

    fn remove(&mut self, rows: [RowId; 2]) {
        let rows = self.pair(rows);
        self.games.remove(&rows);
    }

    fn pair(&self, rows: [RowId; 2]) -> [RowId; 2] {
        let mut rows = rows.map(|row| self.names.one(row));
        rows.sort_unstable();
        rows
    }
}

/// The most different records of one game that are compared. More are of moves that many played.
const MOST_RECORDS: usize = 50;

/// Returns every two of the records that differ, unless these are too many.
fn by_twos(records: &mut Vec<NamePair>) -> impl Iterator<Item = [NamePair; 2]> {
    records.sort_unstable();
    records.dedup();
    if records.len() > MOST_RECORDS {
        records.clear();
    }
    let records: &[NamePair] = records;
    let ends = records.iter().enumerate();
    ends.flat_map(|(end, later)| records[..end].iter().map(|earlier| [*earlier, *later]))
}

/// Returns whether spellings of a name differ in a character.
fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || "-‐–'’.·・".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TestDatabase, line, sgf};

    #[test]
    fn moves_that_many_played_propose_no_names() {
        let moves = line(60, 1);
        for (count, expected) in [(2, 1), (MOST_RECORDS, 1225), (MOST_RECORDS + 1, 0)] {
            let records: Vec<String> = (0..count)
                .map(|number| sgf(&format!("PB[Ann]PW[player {number}]DT[{}]", 1900 + number), &moves))
                .collect();
            let db = TestDatabase::with(&records);
            let proposed = proposed_aliases(&db.snapshot(), |_, _| ()).expect("names");
            assert_eq!(proposed.len(), expected, "of {count} records");
        }
    }
}
