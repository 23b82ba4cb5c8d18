//! The contents of all games, by which an import finds a game again. An index in the file would be written in
//! random order, which takes the longer the more games there are.

use super::transaction::Transaction;
use crate::record::{GameDate, PartialDate, Particulars};
use crate::store::StoreError;
use crate::store::codec::{Column, GameColumns};
use rusqlite::params;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// A game with its content. Sorted by the content, then by the first date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct KnownContent {
    /// The lowest bits of the content.
    content: u32,
    /// The number of the first date in the columns, 0 if it is not known.
    first_date: u32,
    game: u32,
}

/// The contents of the games of a state of the file, and of those added since.
#[derive(Default)]
pub struct Contents {
    /// The games of the file, in order, once they are read.
    stored: Option<Vec<KnownContent>>,
    /// The games that were added since.
    recent: BTreeSet<KnownContent>,
    /// How many contents were looked for before the games of the file are read.
    looked_for: usize,
}

/// The number of contents that are looked for in the columns, because reading all and sorting them takes
/// as long.
const LOOKUPS: usize = 8;

/// The number of recent games that are sorted into the others.
const RECENT: usize = 1 << 20;

impl Contents {
    pub fn add(&mut self, game: i64, columns: &GameColumns) {
        self.recent.insert(KnownContent {
            content: columns.content,
            first_date: columns.number(Column::FirstDate),
            game: game as u32,
        });
        if self.recent.len() >= RECENT
            && let Some(stored) = &mut self.stored
        {
            stored.extend(std::mem::take(&mut self.recent));
            // A stable sort uses that both parts are in order.
            stored.sort();
        }
    }

    /// Returns the games with a content and a first date in one of these ranges.
    fn find(
        &mut self,
        transaction: &Transaction,
        content: u32,
        dates: &[RangeInclusive<u32>],
    ) -> Result<Vec<i64>, StoreError> {
        let ranges = dates.iter().map(|dates| {
            let at = |first_date, game| KnownContent {
                content,
                first_date,
                game,
            };
            at(*dates.start(), 0)..=at(*dates.end(), u32::MAX)
        });
        let ranges: Vec<RangeInclusive<KnownContent>> = ranges.collect();
        let mut found: Vec<i64> = Vec::new();
        for range in &ranges {
            found.extend(self.recent.range(range.clone()).map(|known| i64::from(known.game)));
        }
        if self.stored.is_none() && self.looked_for < LOOKUPS {
            self.looked_for += 1;
            transaction.visit_stored_columns(|game, columns| {
                if columns.content() == content {
                    let first_date = columns.first_date_number();
                    found.extend(dates.iter().any(|dates| dates.contains(&first_date)).then_some(game));
                }
            })?;
        } else {
            let stored = match &mut self.stored {
                Some(stored) => stored,
                None => self.stored.insert(read(transaction)?),
            };
            for range in &ranges {
                let first = stored.partition_point(|known| known < range.start());
                let known = stored[first..].iter().take_while(|known| *known <= range.end());
                found.extend(known.map(|known| i64::from(known.game)));
            }
        }
        // A game may be recent and stored.
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}

fn read(transaction: &Transaction) -> Result<Vec<KnownContent>, StoreError> {
    let mut all = Vec::new();
    transaction.visit_stored_columns(|game, columns| {
        all.push(KnownContent {
            content: columns.content(),
            first_date: columns.first_date_number(),
            game: game as u32,
        });
    })?;
    all.sort_unstable();
    Ok(all)
}

/// Returns the ranges of the numbers of dates that agree with a date as far as both are known: its prefixes
/// and the dates that it is a prefix of. Without a date, all games agree.
fn agreeing(date: Option<PartialDate>) -> Vec<RangeInclusive<u32>> {
    let Some(date) = date else { return vec![0..=u32::MAX] };
    // The digits of the ordinal are the year, the month to base 13, and the day to base 32.
    let day = date.ordinal();
    let (year, month) = (day - day % (13 * 32), day - day % 32);
    let mut ranges = vec![0..=0];
    if day == year {
        ranges.push(year..=year + 13 * 32 - 1);
    } else {
        ranges.push(year..=year);
        if day == month {
            ranges.push(month..=month + 31);
        } else {
            ranges.extend([month..=month, day..=day]);
        }
    }
    ranges
}

impl Transaction {
    /// Returns the games and their particulars whose content has this hash and whose date, as far as it
    /// and `date` are known, is the same, in the order of the games.
    pub fn games_with_content(
        &self,
        hash: u64,
        date: Option<PartialDate>,
    ) -> Result<Vec<(i64, Particulars<'static>)>, StoreError> {
        let sql = "SELECT game.moves, coalesce(black.name, ''), coalesce(white.name, ''), coalesce(date, '')
                   FROM game
                   LEFT JOIN player AS black ON black.id = game.black
                   LEFT JOIN player AS white ON white.id = game.white
                   WHERE game.id = ?1 AND content = ?2";
        let mut found = Vec::new();
        for game in self.contents().find(self, hash as u32, &agreeing(date))? {
            let particulars = self.rows(sql, params![game, hash as i64], |row| {
                Ok(Particulars {
                    moves: row.get(0)?,
                    black: row.get::<_, String>(1)?.into(),
                    white: row.get::<_, String>(2)?.into(),
                    date: GameDate::parse(&row.get::<_, String>(3)?),
                })
            })?;
            found.extend(particulars.into_iter().map(|particulars| (game, particulars)));
        }
        Ok(found)
    }

    /// Returns all games whose content has this hash.
    pub fn games_of_content(&self, hash: i64) -> Result<BTreeSet<i64>, StoreError> {
        let mut games = BTreeSet::new();
        for game in self.contents().find(self, hash as u32, &agreeing(None))? {
            let sql = "SELECT id FROM game WHERE id = ?1 AND content = ?2";
            games.extend(self.optional::<i64>(sql, [game, hash])?);
        }
        Ok(games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_agree_with_their_prefixes() {
        let dates = [
            "2005",
            "2005-11",
            "2005-12",
            "2005-11-03",
            "2005-11-04",
            "2006",
            "2004-12-31",
        ];
        let dates = dates.map(|text| text.parse::<PartialDate>().expect("a date"));
        for a in dates {
            let ranges = agreeing(Some(a));
            for b in dates {
                let [short, long] = if a.to_string().len() < b.to_string().len() {
                    [a, b]
                } else {
                    [b, a]
                };
                let expected = long.to_string().starts_with(&short.to_string());
                let found = ranges.iter().any(|range| range.contains(&b.ordinal()));
                assert_eq!(found, expected, "{a} {b}");
            }
            assert!(ranges.iter().any(|range| range.contains(&0)));
        }
        assert!(agreeing(None).iter().any(|range| range.contains(&dates[0].ordinal())));
    }
}
