//! Tables of games with the move at which each left the others.

use super::list::{Choice, Find, Page, Sort};
use super::player::PlayerTally;
use crate::go::{BoardSize, CanonicalPosition, Color, Move};
use crate::query::filter::{CompiledFilter, Filter};
use crate::query::{QueryError, json};
use crate::record::{GamePosition, Next};
use crate::store::{Columns, NextCode, OccurrenceReader, Snapshot};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

/// Games, each with its new move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Novelties {
    /// The number of games that meet the conditions.
    pub games: u64,
    /// The number of games before those listed.
    pub offset: u64,
    /// The games, the latest first.
    pub list: Vec<Novelty>,
}

/// A game and its new move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Novelty {
    /// The game's number.
    pub game: i64,
    /// The first date.
    pub date: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The result, or the text in its place if that is not a result.
    pub result: Option<String>,
    /// The size of the board.
    #[serde(serialize_with = "json::lines")]
    #[cfg_attr(feature = "schema", schemars(with = "u8", range(min = 2, max = 19)))]
    pub board_size: BoardSize,
    /// The new move; `None` if no position is common, or if the game ends or sets stones up at the last
    /// common one.
    pub new_move: Option<NewMove>,
    /// The number of other games with the position before the new move.
    pub other_games: u64,
    /// The latest of these.
    pub companion: Option<i64>,
    /// The move that most of them play there.
    pub played: Option<PlayedMove>,
    /// The later games with the position after the new move, in which the colour of that move won and
    /// lost; only if games are compared with earlier ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub followed: Option<PlayerTally>,
}

/// The move with which a game leaves others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewMove {
    /// The number of the move.
    pub number: u16,
    /// The move, as in the record.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    #[cfg_attr(feature = "schema", schemars(with = "json::MoveFields"))]
    pub mv: Move,
}

/// A move that others play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedMove {
    /// The move, in the orientation of the game that left.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    #[cfg_attr(feature = "schema", schemars(with = "json::MoveFields"))]
    pub mv: Move,
    /// The number of games that play it.
    pub games: u64,
}

/// The games that each game is compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Against {
    /// All others: the new move follows the last position that enough of them have.
    #[default]
    All,
    /// Those before it, by first date and then by number: the new move is the first to a position that too
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

/// Finds the new move of each game that meets the conditions. Calls `progress` with the numbers of games
/// done and to do in all.
pub fn novelties(
    snapshot: &Snapshot,
    question: &NoveltyQuestion<'_>,
    mut progress: impl FnMut(u64, u64),
) -> Result<Novelties, QueryError> {
    let find = Find {
        filter: question.filter,
        words: &[],
    };
    let page = Page {
        offset: question.offset,
        limit: question.limit,
        ..Page::whole(Sort::Date, false)
    };
    let (games, chosen) = Choice::Find(find).page(snapshot, page)?;
    let mut list = Vec::new();
    let mut search = Departing::new(snapshot, question)?;
    for (done, game) in (0..).zip(&chosen) {
        progress(done, chosen.len() as u64);
        list.push(search.novelty(game.game)?);
    }
    Ok(Novelties {
        games,
        offset: question.offset as u64,
        list,
    })
}

/// The search for the move at which games left others.
pub(super) struct Departing<'a> {
    snapshot: &'a Snapshot,
    filter: CompiledFilter<'a>,
    against: Against,
    min_games: u64,
    columns: Columns<'a>,
}

/// A place in the order of games by date.
type DateOrder = Option<(u32, i64)>;

/// The last common position of a game, by its place among the positions, and the other games with it.
struct Common {
    at: usize,
    games: u64,
    /// The date and number of the latest game.
    latest: (u32, i64),
    /// The games that play each next move.
    next: BTreeMap<NextCode, u64>,
}

impl<'a> Departing<'a> {
    pub fn new(snapshot: &'a Snapshot, question: &NoveltyQuestion<'a>) -> Result<Self, QueryError> {
        let filter = question.others.compile(snapshot)?;
        filter.look_ahead(snapshot)?;
        Ok(Self {
            snapshot,
            filter,
            against: question.against,
            min_games: question.min_games.max(1),
            columns: snapshot.columns(),
        })
    }

    /// Returns the new move of a game.
    pub fn new_move(&mut self, game: i64) -> Result<Option<NewMove>, QueryError> {
        let positions = self.positions(game)?;
        let common = self.last_common(game, &positions)?;
        Ok(common.and_then(|common| new_move(&positions, &common)))
    }

    fn novelty(&mut self, game: i64) -> Result<Novelty, QueryError> {
        let positions = self.positions(game)?;
        let common = self.last_common(game, &positions)?;
        let new = common.as_ref().and_then(|common| new_move(&positions, common));
        let followed = match (self.against, &common, &new) {
            (Against::Earlier, Some(common), Some(new)) => {
                Some(self.followed(game, &positions[common.at + 1].canonical, new.mv.color)?)
            }
            _ => None,
        };
        let played = common
            .as_ref()
            .map(|common| self.most_played(&positions[common.at].canonical, common));
        let description = self.snapshot.description(game)?;
        Ok(Novelty {
            game,
            date: description.date.or(description.date_text),
            black: description.black,
            white: description.white,
            result: description.result.or(description.result_text),
            board_size: self.columns.read(game, |game| game.board_size())?,
            new_move: new,
            other_games: common.as_ref().map_or(0, |common| common.games),
            companion: common.map(|common| common.latest.1),
            played: played.transpose()?.flatten(),
            followed,
        })
    }

    fn positions(&self, game: i64) -> Result<Vec<GamePosition>, QueryError> {
        let course = self.snapshot.course(game)?;
        let mut positions = Vec::new();
        course.visit(self.snapshot.keys().get(course.size), |reached| positions.push(reached));
        Ok(positions)
    }

    /// Returns the last position shared with enough of the games that this one is compared with.
    fn last_common(&mut self, game: i64, positions: &[GamePosition]) -> Result<Option<Common>, QueryError> {
        let own = self.order(game)?;
        // A game of passes has one position thousands of times.
        let mut seen = HashSet::new();
        match self.against {
            Against::All => {
                for (at, position) in positions.iter().enumerate().rev() {
                    self.snapshot.check_stop()?;
                    let key = position.canonical.key;
                    if seen.insert(key) && self.snapshot.may_be_elsewhere(key, game)? {
                        let common = self.common(game, own, positions, at, u64::MAX)?;
                        if common.games >= self.min_games {
                            return Ok(Some(common));
                        }
                    }
                }
                Ok(None)
            }
            Against::Earlier => {
                let mut new = 0;
                for (at, position) in positions.iter().enumerate() {
                    // The ones before this are common.
                    if seen.insert(position.canonical.key)
                        && self.common(game, own, positions, at, self.min_games)?.games < self.min_games
                    {
                        break;
                    }
                    new = at + 1;
                }
                new.checked_sub(1)
                    .map(|last| self.common(game, own, positions, last, u64::MAX))
                    .transpose()
            }
        }
    }

    /// Counts the games with a position, up to a number, and what they play there.
    fn common(
        &mut self,
        game: i64,
        own: DateOrder,
        positions: &[GamePosition],
        at: usize,
        most: u64,
    ) -> Result<Common, QueryError> {
        let mut common = Common {
            at,
            games: 0,
            latest: (0, 0),
            next: BTreeMap::new(),
        };
        let mut reader = OccurrenceReader::new(self.snapshot, positions[at].canonical.key, 1..=i64::MAX)?;
        while common.games < most
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
            if self.against == Against::Earlier && !is_before {
                continue;
            }
            common.games += 1;
            common.latest = common.latest.max((date, other));
            let next: HashSet<NextCode> = occurrences.iter().map(|occurrence| occurrence.next).collect();
            for next in next.into_iter().filter(|next| !next.is_halt()) {
                *common.next.entry(next).or_default() += 1;
            }
        }
        Ok(common)
    }

    /// Returns the place of a game in the order by date, if it has a date.
    fn order(&mut self, game: i64) -> Result<DateOrder, QueryError> {
        let date = self.columns.read(game, |game| game.first_date_number())?;
        Ok((date > 0).then_some((date, game)))
    }

    /// Counts the later games with a position, which a move of this colour led to.
    fn followed(&mut self, game: i64, position: &CanonicalPosition, color: Color) -> Result<PlayerTally, QueryError> {
        let own = self.order(game)?;
        let mut followed = PlayerTally::default();
        let mut reader = OccurrenceReader::new(self.snapshot, position.key, 1..=i64::MAX)?;
        while let Some(other) = reader.game()? {
            reader.next_game()?;
            if self.order(other)? > own && self.filter.accepts_game(&mut self.columns, other)? {
                self.columns.read(other, |other| followed.add(color, other))?;
            }
        }
        Ok(followed)
    }

    fn most_played(&self, position: &CanonicalPosition, common: &Common) -> Result<Option<PlayedMove>, QueryError> {
        let most = common.next.iter().max_by_key(|&(&code, &games)| (games, Reverse(code)));
        let Some((&code, &games)) = most else {
            return Ok(None);
        };
        let next = self.snapshot.decode_next(code, position)?;
        Ok(next.mv().map(|mv| PlayedMove { mv, games }))
    }
}

fn new_move(positions: &[GamePosition], common: &Common) -> Option<NewMove> {
    match positions[common.at] {
        GamePosition {
            ply,
            next: Next::Move(mv),
            ..
        } => Some(NewMove { number: ply + 1, mv }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestDatabase;
    use std::time::Instant;

    #[test]
    fn the_work_on_a_game_of_passes_grows_with_its_length() {
        let passes = ";W[];B[]".repeat(10_000);
        let record = |root: &str, last: &str| format!("(;SZ[19]{root};B[pd]{passes}{last})");
        let db = TestDatabase::with(&[record("PB[A]PW[B]DT[2001]", ""), record("PB[C]PW[D]DT[2002]", ";W[dp]")]);
        let snapshot = db.snapshot();
        let question = NoveltyQuestion {
            against: Against::Earlier,
            ..NoveltyQuestion::default()
        };
        let mut search = Departing::new(&snapshot, &question).expect("a search");
        let begun = Instant::now();
        let positions = search.positions(2).expect("positions");
        let opened = begun.elapsed();
        let begun = Instant::now();
        let common = search.last_common(2, &positions).expect("an answer");
        let searched = begun.elapsed();
        let new = common.and_then(|common| new_move(&positions, &common));
        assert_eq!(new.map(|new| new.number), Some(20_002));
        assert!(
            searched < opened * 100,
            "opened in {opened:?}, searched in {searched:?}"
        );
    }
}
