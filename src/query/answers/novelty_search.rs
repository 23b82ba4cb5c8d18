//! The search for the last position that a game shares with others.

use super::list::Chosen;
use super::novelties::{Novelty, PlayedMove};
use super::player::PlayerTally;
use crate::go::{Color, PositionKey};
use crate::query::QueryError;
use crate::query::filter::{CompiledFilter, Filter};
use crate::record::{Course, GamePosition};
use crate::store::{Columns, NextCode, OccurrenceReader, Snapshot};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

/// The number of games whose positions are looked for together.
const GAMES_AHEAD: usize = 50;

/// The games that each game is compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Against {
    /// All others: the new move follows the last position that enough of them have.
    #[default]
    All,
    /// Games before it, by first date and then by number: the new move is the first to a position that too
    /// few of them have. Undated games are before no other and after none.
    Earlier,
}

/// A search for new moves.
#[derive(Clone, Copy, Debug)]
pub struct NoveltyQuestion<'a> {
    /// The conditions on the games that are listed.
    pub filter: &'a Filter,
    /// The conditions on the games that they are compared with.
    pub others: &'a Filter,
    /// The choice among these for each game.
    pub against: Against,
    /// The number of other games from which a position is common, at least 1.
    pub min_games: u64,
    /// The number of games to skip, the latest first.
    pub offset: usize,
    /// The maximum number of games to list.
    pub limit: usize,
}

impl Default for NoveltyQuestion<'static> {
    /// Returns the question about the latest twenty games among all.
    fn default() -> Self {
        static EVERY_GAME: LazyLock<Filter> = LazyLock::new(Filter::default);
        Self {
            filter: &EVERY_GAME,
            others: &EVERY_GAME,
            against: Against::All,
            min_games: 1,
            offset: 0,
            limit: 20,
        }
    }
}

/// The last position of a game that enough others have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastCommon {
    /// The number of the position in the game, as [`OpenGame::at`](crate::query::OpenGame::at) counts.
    pub at: usize,
    /// The number of moves before the position.
    pub move_number: u16,
    /// The number of other games with it.
    pub other_games: u64,
    /// The latest of them by date.
    pub companion: i64,
    next: BTreeMap<NextCode, u64>,
    positions: Vec<GamePosition>,
}

impl LastCommon {
    /// Returns the new move, unless the game ends or sets stones up.
    pub(super) fn novelty(&self) -> Option<Novelty> {
        let GamePosition { ply, next, .. } = self.positions[self.at];
        next.mv().map(|mv| Novelty { number: ply + 1, mv })
    }

    /// Returns the move that most of the other games play.
    pub(super) fn played(&self, snapshot: &Snapshot) -> Result<Option<PlayedMove>, QueryError> {
        let most = self.next.iter().max_by_key(|&(&code, &games)| (games, Reverse(code)));
        let Some((&code, &games)) = most else {
            return Ok(None);
        };
        let next = snapshot.decode_next(code, &self.positions[self.at].canonical)?;
        Ok(next.mv().map(|mv| PlayedMove { mv, games }))
    }
}

/// A search for the last common positions of games.
pub(in crate::query) struct NoveltySearch<'a> {
    snapshot: &'a Snapshot,
    filter: CompiledFilter<'a>,
    against: Against,
    min_games: u64,
    swap: bool,
    /// Positions that [`look_ahead`](Self::look_ahead) found in no game but this.
    unshared: HashSet<(PositionKey, i64)>,
    columns: Columns<'a>,
}

/// The other games with a position.
#[derive(Default)]
struct Companions {
    games: u64,
    /// The date and number of the latest game.
    latest: (u32, i64),
    /// The games that play each next move of the position itself.
    next: BTreeMap<NextCode, u64>,
}

impl<'a> NoveltySearch<'a> {
    pub fn new(snapshot: &'a Snapshot, question: &NoveltyQuestion<'a>) -> Result<Self, QueryError> {
        let filter = question.others.compile(snapshot)?;
        filter.look_ahead(snapshot)?;
        Ok(Self {
            snapshot,
            filter,
            against: question.against,
            min_games: question.min_games.max(1),
            swap: false,
            unshared: HashSet::new(),
            columns: snapshot.columns(),
        })
    }

    /// If `swap`, also takes positions with the colours exchanged for common ones.
    pub fn swapping(self, swap: bool) -> Self {
        Self { swap, ..self }
    }

    /// Calls `work` with each of the games, whose positions are looked for together, and `progress` with the
    /// numbers of games done and to do in all.
    pub fn for_each(
        &mut self,
        games: &[Chosen],
        mut progress: impl FnMut(u64, u64),
        mut work: impl FnMut(&mut Self, i64) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        for (done, chosen) in games.iter().enumerate() {
            progress(done as u64, games.len() as u64);
            if done % GAMES_AHEAD == 0 {
                self.look_ahead(games[done..].iter().take(GAMES_AHEAD))?;
            }
            work(self, chosen.game)?;
        }
        Ok(())
    }

    /// Looks for the positions of games that will be searched, in the order of the index, so that each of its
    /// pages is read once.
    fn look_ahead<'g>(&mut self, games: impl Iterator<Item = &'g Chosen>) -> Result<(), QueryError> {
        self.unshared.clear();
        if self.against == Against::Earlier {
            return Ok(());
        }
        let mut positions = Vec::new();
        for &Chosen { game, .. } in games {
            let course = self.snapshot.course(game)?;
            let keys = self
                .positions(&course)
                .into_iter()
                .map(|position| position.canonical.key);
            positions.extend(keys.map(|key| (key, game)));
        }
        positions.sort_unstable();
        positions.dedup();
        for (key, game) in positions {
            self.snapshot.check_stop()?;
            if !self.snapshot.may_be_elsewhere(key, game)? {
                self.unshared.insert((key, game));
            }
        }
        Ok(())
    }

    /// Returns the last position that a game shares with enough of those that it is compared with.
    pub fn last_common(&mut self, game: i64) -> Result<Option<LastCommon>, QueryError> {
        let course = self.snapshot.course(game)?;
        let positions = self.positions(&course);
        let exchanged = match self.swap {
            true => self.positions(&course.with_exchanged_colors()),
            false => Vec::new(),
        };
        let keys = |at: usize| {
            let exchanged = exchanged.get(at).map(|position| position.canonical.key);
            [Some(positions[at].canonical.key), exchanged].into_iter().flatten()
        };
        let own = self.order(game)?;
        // A game of passes has one position thousands of times.
        let mut seen = HashSet::new();
        let mut found = None;
        match self.against {
            Against::All => {
                for at in (0..positions.len()).rev() {
                    self.snapshot.check_stop()?;
                    if !seen.insert(positions[at].canonical.key) || !self.may_be_elsewhere(game, keys(at))? {
                        continue;
                    }
                    let companions = self.companions(game, own, keys(at), u64::MAX)?;
                    if companions.games >= self.min_games {
                        found = Some((at, companions));
                        break;
                    }
                }
            }
            Against::Earlier => {
                let mut new = 0;
                for (at, position) in positions.iter().enumerate() {
                    // The ones before this are common.
                    if seen.insert(position.canonical.key)
                        && self.companions(game, own, keys(at), self.min_games)?.games < self.min_games
                    {
                        break;
                    }
                    new = at + 1;
                }
                if let Some(last) = new.checked_sub(1) {
                    found = Some((last, self.companions(game, own, keys(last), u64::MAX)?));
                }
            }
        }
        Ok(found.map(|(at, companions)| LastCommon {
            at,
            move_number: positions[at].ply,
            other_games: companions.games,
            companion: companions.latest.1,
            next: companions.next,
            positions,
        }))
    }

    fn positions(&self, course: &Course) -> Vec<GamePosition> {
        let mut positions = Vec::new();
        course.visit(self.snapshot.keys().get(course.size), |reached| positions.push(reached));
        positions
    }

    fn may_be_elsewhere(&self, game: i64, keys: impl Iterator<Item = PositionKey>) -> Result<bool, QueryError> {
        for key in keys {
            if !self.unshared.contains(&(key, game)) && self.snapshot.may_be_elsewhere(key, game)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Counts at most `most` other games with one of these positions: the game's own, then its exchange.
    fn companions(
        &mut self,
        game: i64,
        own: Option<(u32, i64)>,
        keys: impl Iterator<Item = PositionKey>,
        most: u64,
    ) -> Result<Companions, QueryError> {
        let mut companions = Companions::default();
        let mut counted = HashSet::new();
        for (place, key) in keys.enumerate() {
            let mut reader = OccurrenceReader::new(self.snapshot, key, 1..=i64::MAX)?;
            while companions.games < most
                && let occurrences = reader.next_game()?
                && let Some(first) = occurrences.first()
            {
                self.snapshot.check_stop()?;
                let other = first.game;
                if other == game || !self.filter.accepts_game(&mut self.columns, other)? {
                    continue;
                }
                let date = self.columns.read(other, |game| game.first_date_number())?;
                let is_before = date > 0 && own.is_some_and(|own| (date, other) < own);
                if self.against == Against::Earlier && !is_before || self.swap && !counted.insert(other) {
                    continue;
                }
                companions.games += 1;
                companions.latest = companions.latest.max((date, other));
                let next: HashSet<NextCode> = occurrences.iter().map(|occurrence| occurrence.next).collect();
                for next in next.into_iter().filter(|next| place == 0 && !next.is_halt()) {
                    *companions.next.entry(next).or_default() += 1;
                }
            }
        }
        Ok(companions)
    }

    /// Returns the place of a game in the order by date, if it has a date.
    fn order(&mut self, game: i64) -> Result<Option<(u32, i64)>, QueryError> {
        let date = self.columns.read(game, |game| game.first_date_number())?;
        Ok((date > 0).then_some((date, game)))
    }

    /// Counts the later games with the position after a new move, and how the colour that played it fares.
    pub fn followed(&mut self, game: i64, common: &LastCommon, color: Color) -> Result<PlayerTally, QueryError> {
        let own = self.order(game)?;
        let mut followed = PlayerTally::default();
        let key = common.positions[common.at + 1].canonical.key;
        let mut reader = OccurrenceReader::new(self.snapshot, key, 1..=i64::MAX)?;
        while let Some(other) = reader.game()? {
            reader.next_game()?;
            if self.order(other)? > own && self.filter.accepts_game(&mut self.columns, other)? {
                self.columns.read(other, |other| followed.add(color, other))?;
            }
        }
        Ok(followed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::list::{Choice, Find, Page, Sort};
    use super::*;
    use crate::query::{OpenGame, Question};
    use crate::testing::TestDatabase;
    use std::time::Instant;

    #[test]
    fn the_work_on_a_game_of_passes_grows_with_its_length() {
        let passes = ";W[];B[]".repeat(10_000);
        let record = |root: &str, last: &str| format!("(;SZ[19]{root};B[pd]{passes}{last})");
        let db = TestDatabase::with(&[record("PB[A]PW[B]DT[2001]", ""), record("PB[C]PW[D]DT[2002]", ";W[dp]")]);
        let snapshot = db.snapshot();
        let begun = Instant::now();
        OpenGame::as_recorded(&snapshot, 2).expect("opens");
        let opened = begun.elapsed();
        // No position has two other games, so the second search tries all positions.
        for (against, min_games, new) in [(Against::Earlier, 1, Some(20_002)), (Against::All, 2, None)] {
            let question = NoveltyQuestion {
                against,
                min_games,
                ..NoveltyQuestion::default()
            };
            let begun = Instant::now();
            let mut search = NoveltySearch::new(&snapshot, &question).expect("a search");
            let common = search.last_common(2).expect("an answer");
            let searched = begun.elapsed();
            assert_eq!(
                common.and_then(|common| common.novelty()).map(|novelty| novelty.number),
                new
            );
            assert!(
                searched < opened * 100,
                "opened in {opened:?}, searched in {searched:?}"
            );
        }
    }

    #[test]
    fn many_games_are_searched_in_parts_as_alone() {
        let records: Vec<String> = ('a'..='s')
            .flat_map(|x| ["dq", "cn", "qq"].map(|last| format!("(;SZ[19]PB[{x}{last}];B[pd];W[{x}e];B[{last}])")))
            .collect();
        let db = TestDatabase::with(&records);
        let snapshot = db.snapshot();
        let question = NoveltyQuestion::default();
        let choice = Choice::Find(Find {
            filter: question.filter,
            words: &[],
        });
        let page = choice.page(&snapshot, Page::whole(Sort::Date, false));
        let (games, chosen) = page.expect("the games");
        let (mut told, mut found) = (Vec::new(), Vec::new());
        let mut search = NoveltySearch::new(&snapshot, &question).expect("a search");
        let searched = search.for_each(
            &chosen,
            |done, all| told.push((done, all)),
            |search, game| {
                let alone = NoveltySearch::new(&snapshot, &question)?.last_common(game)?;
                assert_eq!(search.last_common(game)?, alone, "{game}");
                assert!(search.unshared.iter().any(|(_, other)| *other == game), "{game}");
                found.push(game);
                Ok(())
            },
        );
        searched.expect("answers");
        assert!(told.into_iter().eq((0..games).map(|done| (done, games))));
        assert!(found.into_iter().eq(chosen.iter().map(|chosen| chosen.game)));
    }

    #[test]
    fn a_view_with_exchanged_colors_changes_nothing() {
        let moves = ";B[pd];W[dp];B[pq];W[dd]";
        let records = ["cn", "cf"].map(|last| format!("(;SZ[19]{moves};B[{last}])"));
        let db = TestDatabase::with(&records);
        let snapshot = db.snapshot();
        let pairs = [("moves", "dp"), ("area", "aj,js"), ("in_place", "true")];
        let question = Question::parse(pairs).expect("a question");
        let opened = OpenGame::open(&snapshot, 1, &question).expect("opens");
        assert!(opened.swapped);
        let common = opened.last_common(&snapshot, &Filter::default(), false, 1);
        assert_eq!(common.expect("an answer").map(|common| common.move_number), Some(4));
    }
}
