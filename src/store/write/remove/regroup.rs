//! Regrouping of records after the record that a game is stored with was removed and
//! others remain. Sameness is not transitive: a game without a date joins records whose
//! dates contradict each other. Therefore, the remaining records are distributed anew,
//! together with those of all games with the same content, as if they were imported in
//! their order.

use super::super::game_row::rewrite_game;
use super::super::packed_rows::stored_source_count;
use super::super::remove::source::{delete_sources, no_origin, write_source};
use super::super::segment::PendingGames;
use super::super::transaction::Transaction;
use crate::record::{GameDate, Particulars, Replayed};
use crate::store::StoreError;
use crate::store::codec::{CornerList, GameColumns, IndexEntry, Posting, QUADRANTS};
use crate::store::games::{StoredRecord, StoredSource, game_terms};
use crate::store::sqlite::RECORD;
use rusqlite::params;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A game that is stored with another record now.
pub struct ChangedGame {
    pub columns: GameColumns,
    pub corners: [CornerList; QUADRANTS],
    /// The terms that the record before had and this one has not.
    pub gone: Vec<IndexEntry>,
    /// The terms that this record has and the one before had not.
    pub new: Vec<IndexEntry>,
}

/// A record of one source.
struct SourceVersion {
    source: StoredSource,
    /// True if the game of the source is stored with this record.
    is_origin: bool,
    stored: StoredRecord,
    replayed: Replayed,
    date: Option<GameDate>,
}

impl SourceVersion {
    /// Returns whether `other` would be a duplicate of this record.
    fn is_same_game(&self, other: &Self) -> bool {
        self.particulars().agree(&other.particulars())
            && (self.stored.bytes == other.stored.bytes || self.replayed.content == other.replayed.content)
    }

    fn not_joined(mut self) -> Self {
        self.source.joined = None;
        self
    }

    fn particulars(&self) -> Particulars<'_> {
        let info = &self.replayed.record.info;
        Particulars {
            moves: self.replayed.outcome.moves,
            black: info.black.as_str().into(),
            white: info.white.as_str().into(),
            date: self.date,
        }
    }
}

/// Regroups the records of the games `orphaned` and of all games with the same content.
/// Returns the games that are stored with another record now. Adds games whose records
/// all went to others to `gone`, and the positions of new games to `new_games`.
pub fn regroup(
    transaction: &Transaction,
    orphaned: &BTreeSet<i64>,
    gone: &mut BTreeSet<i64>,
    new_games: &mut PendingGames,
) -> Result<BTreeMap<i64, ChangedGame>, StoreError> {
    let mut changed = BTreeMap::new();
    let mut seen: BTreeSet<i64> = BTreeSet::new();
    for &game in orphaned {
        if seen.contains(&game) {
            continue;
        }
        let (content, mut family) = of_same_content(transaction, game)?;
        family.retain(|alike| !gone.contains(alike));
        seen.extend(&family);
        if family.len() == 1 && is_first_the_origin(transaction, game)? {
            // The next source has the same record.
            continue;
        }
        let (found, joined) = found(transaction, &family, orphaned)?;
        let groups = group(found);
        for alike in &family {
            delete_sources(transaction, *alike)?;
        }
        for group in &groups {
            let number = group
                .iter()
                .map(|found| found.source.key.game)
                .find(|game| family.remove(game));
            write_group(transaction, number, content, group, &mut changed, new_games)?;
        }
        let (of_lost, of_others): (Vec<_>, Vec<_>) = joined
            .into_iter()
            .partition(|one| family.contains(&one.source.key.game));
        for found in of_others {
            let own = transaction.frame_of(&found.stored, None)?;
            write_source(transaction, found.source.key.game, &found.source, Some(&own))?;
        }
        // Without the game that they were joined to, they are games of their own, with
        // new numbers, because they may have other positions.
        for group in group(of_lost) {
            let content = group.first().and_then(|found| found.source.joined).unwrap_or_default();
            let plain = group.into_iter().map(SourceVersion::not_joined).collect::<Vec<_>>();
            write_group(transaction, None, content, &plain, &mut changed, new_games)?;
        }
        gone.extend(family);
    }
    Ok(changed)
}

fn of_same_content(transaction: &Transaction, game: i64) -> Result<(i64, BTreeSet<i64>), StoreError> {
    transaction.require_intact(game)?;
    let content: i64 = transaction
        .optional("SELECT content FROM game WHERE id = ?1", [game])?
        .unwrap_or_default();
    Ok((content, transaction.games_of_content(content)?))
}

/// Returns whether the first source of a game, of those that the user did not join to it,
/// has the game's record.
fn is_first_the_origin(transaction: &Transaction, game: i64) -> Result<bool, StoreError> {
    let sources = transaction.sources_of_games(game..=game)?;
    let first = sources.iter().find(|source| source.joined.is_none());
    Ok(first.is_some_and(|first| first.own.is_none()))
}

/// Returns the records of these games in the order of their imports, those that the user
/// joined to games apart. Only `orphaned` games may lack the source that they are stored
/// with.
fn found(
    transaction: &Transaction,
    games: &BTreeSet<i64>,
    orphaned: &BTreeSet<i64>,
) -> Result<(Vec<SourceVersion>, Vec<SourceVersion>), StoreError> {
    let mut all = Vec::new();
    for &game in games {
        let sources = transaction.sources_of_games(game..=game)?;
        transaction.require_sources_now(game, sources.len())?;
        if !orphaned.contains(&game) && sources.iter().all(|source| source.own.is_some()) {
            return Err(no_origin(transaction, game));
        }
        for mut source in sources {
            let own = source.own.take();
            let is_origin = own.is_none();
            let frame = own.map_or_else(|| transaction.frame(game), Ok)?;
            let stored = transaction.unpack(game, &frame)?;
            let replayed = Replayed::first_of(&stored.decoded(), transaction.keys())
                .ok_or_else(|| transaction.holds_no_game(game))?;
            all.push(SourceVersion {
                source,
                is_origin,
                stored,
                date: replayed.record.info.game_date(),
                replayed,
            });
        }
    }
    all.sort_by_key(|found| found.source.number);
    Ok(all.into_iter().partition(|found| found.source.joined.is_none()))
}

fn write_group(
    transaction: &Transaction,
    number: Option<i64>,
    content: i64,
    group: &[SourceVersion],
    changed: &mut BTreeMap<i64, ChangedGame>,
    new_games: &mut PendingGames,
) -> Result<(), StoreError> {
    let Some(first) = group.first() else { return Ok(()) };
    let game = match number {
        Some(game) => game,
        None => {
            transaction.change_state(|state| {
                state.games += 1;
                state.last_game += 1;
            });
            transaction.state()?.last_game
        }
    };
    if game != first.source.key.game || !first.is_origin {
        let terms = game_terms(&first.replayed.record);
        let course = &first.replayed.course;
        let corners = CornerList::of(course);
        if number.is_some() {
            let before = transaction.terms_of_game(game)?;
            let without = |terms: &[IndexEntry], others: &[IndexEntry]| -> Vec<IndexEntry> {
                let of_this = terms.iter().filter(|term| others.binary_search(term).is_err());
                of_this.copied().collect()
            };
            let game_now = ChangedGame {
                columns: GameColumns {
                    sources: stored_source_count(transaction, game)?,
                    ..write_game(transaction, game, content, first)?
                },
                corners,
                gone: without(&before, &terms),
                new: without(&terms, &before),
            };
            changed.insert(game, game_now);
        } else {
            let columns = write_game(transaction, game, content, first)?;
            let mut entries = Vec::new();
            course.visit(transaction.keys().get(course.size), |reached| {
                entries.push(IndexEntry {
                    key: reached.canonical.key,
                    posting: Posting::new(0, &reached),
                });
            });
            // Its sources are counted as they are added.
            new_games.push(GameColumns { sources: 0, ..columns }, corners, entries, terms);
        }
    }
    for found in group {
        let differs = found.stored != first.stored;
        let own = differs.then(|| transaction.frame_of(&found.stored, None)).transpose()?;
        write_source(transaction, game, &found.source, own.as_ref())?;
    }
    Ok(())
}

/// Writes the record and the row of a game, which may be a new one.
fn write_game(
    transaction: &Transaction,
    game: i64,
    content: i64,
    found: &SourceVersion,
) -> Result<GameColumns, StoreError> {
    let frame = transaction.frame_of(&found.stored, Some(&found.replayed.course))?;
    transaction.execute(
        &RECORD.insert("INSERT OR REPLACE"),
        params![game, frame.encoding, frame.dictionary, frame.course, frame.bytes],
    )?;
    rewrite_game(
        transaction,
        game,
        content as u64,
        &found.replayed.record,
        &found.replayed.outcome,
    )
}

fn group(found: Vec<SourceVersion>) -> Vec<Vec<SourceVersion>> {
    let mut groups: Vec<Vec<SourceVersion>> = Vec::new();
    // A content may have many games, which then have dates.
    let mut by_year: HashMap<Option<u16>, Vec<usize>> = HashMap::new();
    for one in found {
        let year = one.date.map(|date| date.year());
        let mut candidates: Vec<usize> = match year {
            None => (0..groups.len()).collect(),
            Some(_) => [None, year]
                .iter()
                .filter_map(|year| by_year.get(year))
                .flatten()
                .copied()
                .collect(),
        };
        candidates.sort_unstable();
        let same = candidates
            .into_iter()
            .find(|group| groups[*group][0].is_same_game(&one));
        match same {
            Some(group) => groups[group].push(one),
            None => {
                by_year.entry(year).or_default().push(groups.len());
                groups.push(vec![one]);
            }
        }
    }
    groups
}
