use super::place::{Place, place};
use super::several_players::{PlayerCounter, SeveralPlayers};
use crate::go::Color;
use crate::query::QueryError;
use crate::query::ask::{Question, Subject};
use crate::query::filter::Filter;
use crate::record::{GameResult, Margin};
use crate::store::{GameView, GamesByDate, Occurrence, RowId, Snapshot, Texts};
use serde::Serialize;
use std::num::NonZeroU32;

/// A page of a list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameList {
    /// The number of games of the whole list.
    pub games: u64,
    /// The number of games before this page.
    pub offset: u64,
    /// The games of the page.
    pub list: Vec<ListedGame>,
    /// The players that a condition with a part of a name mixes in the whole list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub several_players: Vec<SeveralPlayers>,
}

/// A game of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedGame {
    /// The game's number.
    pub game: i64,
    /// The first date.
    pub date: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// Black's rank as written.
    pub black_rank: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// White's rank as written.
    pub white_rank: Option<String>,
    /// The result, or the text in its place if that is not a result.
    pub result: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The number of moves.
    pub moves: u16,
    /// The faults of the record, if it has any.
    pub repair: Option<String>,
    /// The place of the position, in a list of a position's games.
    #[serde(flatten)]
    pub place: Option<Place>,
}

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// By the first date, the latest first; undated games last.
    #[default]
    Date,
    /// By the sum of both players' ranks, the highest first; games without both
    /// ranks last.
    Rank,
    /// By Black's name, then White's; games without both names last.
    Players,
    /// By the number of moves, the longest first.
    Length,
    /// By the result: Black's wins by resignation and the like first, then those by points, the
    /// largest first, draws, and White's wins the other way round; games without a result last.
    Result,
    /// By number, which is the order of the imports.
    Number,
}

impl Sort {
    /// All orders.
    pub const ALL: [Self; 6] = [
        Self::Date,
        Self::Rank,
        Self::Players,
        Self::Length,
        Self::Result,
        Self::Number,
    ];

    /// Returns the name, such as `date`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::Rank => "rank",
            Self::Players => "players",
            Self::Length => "length",
            Self::Result => "result",
            Self::Number => "number",
        }
    }
}

/// The requested part of a list, and the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The order of the list.
    pub sort: Sort,
    /// True to reverse the order.
    pub reverse: bool,
    /// The number of games to skip.
    pub offset: usize,
    /// The maximum number of games to list.
    pub limit: usize,
}

impl Page {
    /// Returns all games in this order.
    #[must_use]
    pub const fn whole(sort: Sort, reverse: bool) -> Self {
        Self {
            sort,
            reverse,
            offset: 0,
            limit: usize::MAX,
        }
    }
}

/// A search for games by conditions and words, regardless of their positions.
#[derive(Clone, Copy, Debug)]
pub struct Find<'a> {
    /// The conditions that games must meet.
    pub filter: &'a Filter,
    /// Texts that must all occur, as in [`Filter::words`].
    /// The words of a text must be adjacent and in order.
    pub words: &'a [String],
}

/// The games of a list.
#[derive(Clone, Copy, Debug)]
pub enum Choice<'a> {
    /// The games with a position or pattern.
    Position(&'a Question),
    /// The games found by conditions and words.
    Find(Find<'a>),
}

/// A game of a [`Choice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The game's number.
    pub game: i64,
    /// The first occurrence of the position, in a list of a position's games.
    pub occurrence: Option<Occurrence>,
    key: u64,
}

impl Chosen {
    const fn order(&self) -> (u64, i64) {
        (self.key, self.game)
    }
}

/// The most games of which the index is asked for the first by date.
const FEW_GAMES: usize = 1000;

/// The most games that are replayed to find the first of a position by date: some milliseconds.
const REPLAYS: u64 = 2000;

/// The number of games collected beyond twice those of a page before the last ones are dropped.
const ROOM: usize = 1024;

impl Choice<'_> {
    /// Returns all games in order.
    pub fn games(&self, snapshot: &Snapshot, sort: Sort, reverse: bool) -> Result<Vec<Chosen>, QueryError> {
        Ok(self.page(snapshot, Page::whole(sort, reverse))?.1)
    }

    /// Returns the number of all games, and those of a page in order.
    pub fn page(&self, snapshot: &Snapshot, page: Page) -> Result<(u64, Vec<Chosen>), QueryError> {
        self.page_of_counted(snapshot, page, |_| ())
    }

    /// Returns what [`Choice::page`] does, and calls `count_game` with each game.
    fn page_of_counted(
        &self,
        snapshot: &Snapshot,
        page: Page,
        mut count_game: impl FnMut(&GameView<'_>),
    ) -> Result<(u64, Vec<Chosen>), QueryError> {
        if let Some(found) = self.page_by_date(snapshot, page)? {
            return Ok(found);
        }
        let most = page.offset.saturating_add(page.limit);
        let mut games: Vec<Chosen> = Vec::new();
        // The order of the last game that counts, once there are enough games.
        let mut bound: Option<(u64, i64)> = None;
        let mut count = 0;
        let names = (page.sort == Sort::Players).then(|| snapshot.players()).transpose()?;
        self.visit_columns(snapshot, |game, occurrence, columns| {
            count += 1;
            count_game(columns);
            let key = sort_key(page.sort, page.reverse, names.as_deref(), game, columns);
            if bound.is_some_and(|bound| (key, game) >= bound) {
                return;
            }
            games.push(Chosen { game, occurrence, key });
            if games.len() >= most.saturating_mul(2).saturating_add(ROOM) {
                let (_, last, _) = games.select_nth_unstable_by_key(most, Chosen::order);
                bound = Some(last.order());
                games.truncate(most);
            }
        })?;
        games.sort_unstable_by_key(Chosen::order);
        games.truncate(most);
        games.drain(..page.offset.min(games.len()));
        Ok((count, games))
    }

    /// Returns what [`Choice::page`] does if the index tells it without all games: a page of the first of many
    /// games by date that need not meet conditions.
    fn page_by_date(&self, snapshot: &Snapshot, page: Page) -> Result<Option<(u64, Vec<Chosen>)>, QueryError> {
        let most = page.offset.saturating_add(page.limit);
        let is_empty = match self {
            Self::Position(question) => question.filter().is_empty(),
            Self::Find(find) => find.filter.is_empty() && find.words.is_empty(),
        };
        if page.sort != Sort::Date || most > FEW_GAMES || !is_empty {
            return Ok(None);
        }
        let all = snapshot.state()?.games;
        let position = match self {
            Self::Find(_) => None,
            Self::Position(question) => match question.subject(snapshot.keys())? {
                Subject::Position(position) if !position.swap => Some(position),
                _ => return Ok(None),
            },
        };
        let count = position.map_or(Ok(all), |position| position.games(snapshot))?;
        let mut left = REPLAYS;
        if count.saturating_mul(left) < all.saturating_mul(2 * most as u64) {
            return Ok(None);
        }
        let mut games = Vec::new();
        let mut columns = snapshot.columns();
        let mut by_date = GamesByDate::new(snapshot, !page.reverse)?;
        while games.len() < most {
            let Some(game) = by_date.next()?.filter(|_| left > 0) else {
                return Ok(None);
            };
            let occurrence = match position {
                None => None,
                Some(position) => {
                    left -= 1;
                    match position.in_game(snapshot, game)?.first() {
                        Some(first) => Some(*first),
                        None => continue,
                    }
                }
            };
            let key = columns.read(game, |columns| sort_key(page.sort, page.reverse, None, game, columns))?;
            games.push(Chosen { game, occurrence, key });
        }
        games.drain(..page.offset);
        Ok(Some((count, games)))
    }

    /// Returns a page of the list.
    pub fn list(&self, snapshot: &Snapshot, page: Page) -> Result<GameList, QueryError> {
        let mut counters = PlayerCounter::all(snapshot, self.filter())?;
        let (games, shown) = self.page_of_counted(snapshot, page, |columns| {
            counters.iter_mut().for_each(|counter| counter.add(columns));
        })?;
        Ok(GameList {
            several_players: counters.into_iter().filter_map(PlayerCounter::several).collect(),
            games,
            offset: page.offset as u64,
            list: shown
                .iter()
                .map(|chosen| self.listed(snapshot, chosen))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Returns the players of each condition that has a part of several names.
    pub fn several_players(&self, snapshot: &Snapshot) -> Result<Vec<SeveralPlayers>, QueryError> {
        let mut counters = PlayerCounter::all(snapshot, self.filter())?;
        if !counters.is_empty() {
            self.visit_columns(snapshot, |_, _, columns| {
                counters.iter_mut().for_each(|counter| counter.add(columns));
            })?;
        }
        Ok(counters.into_iter().filter_map(PlayerCounter::several).collect())
    }

    /// Returns the conditions that the games meet.
    #[must_use]
    pub const fn filter(&self) -> &Filter {
        match self {
            Self::Position(question) => question.filter(),
            Self::Find(find) => find.filter,
        }
    }

    /// Visits the games in the order of their numbers, each with the first occurrence of the
    /// position.
    pub(super) fn visit_columns(
        &self,
        snapshot: &Snapshot,
        mut visit: impl FnMut(i64, Option<Occurrence>, &GameView<'_>),
    ) -> Result<(), QueryError> {
        match self {
            Self::Position(question) => {
                let (subject, filter) = (question.subject(snapshot.keys())?, question.filter().compile(snapshot)?);
                subject.visit_columns(snapshot, &filter, |occurrences, columns| {
                    visit(occurrences[0].game, Some(occurrences[0]), columns);
                    Ok(())
                })
            }
            Self::Find(find) => find.visit(snapshot, |game, columns| visit(game, None, columns)),
        }
    }

    /// Returns the entry of a game in the list.
    pub fn listed(&self, snapshot: &Snapshot, chosen: &Chosen) -> Result<ListedGame, QueryError> {
        let game = snapshot.description(chosen.game)?;
        let place = match (self, chosen.occurrence) {
            (Self::Position(question), Some(occurrence)) => {
                place(snapshot, &question.subject(snapshot.keys())?, &occurrence)?
            }
            _ => None,
        };
        Ok(ListedGame {
            game: game.game,
            date: game.date.or(game.date_text),
            black: game.black,
            black_rank: game.black_rank,
            white: game.white,
            white_rank: game.white_rank,
            result: game.result.or(game.result_text),
            event: game.event,
            moves: game.moves,
            repair: game.repair,
            place,
        })
    }
}

impl Find<'_> {
    /// Visits the games in the order of their numbers.
    pub(super) fn visit(&self, snapshot: &Snapshot, visit: impl FnMut(i64, &GameView<'_>)) -> Result<(), QueryError> {
        let mut filter = self.filter.clone();
        filter.words.extend_from_slice(self.words);
        Ok(filter.compile(snapshot)?.visit_passing(snapshot, visit)?)
    }
}

/// Returns the number by which a list has a game in its place.
#[inline]
fn sort_key(sort: Sort, reverse: bool, names: Option<&Texts>, game: i64, columns: &GameView<'_>) -> u64 {
    /// A game without the value comes last in either direction.
    const LAST: u64 = u64::MAX;
    let value = match sort {
        Sort::Number => Some(game as u64),
        Sort::Date => NonZeroU32::new(columns.first_date_number()).map(|date| u64::from(u32::MAX - date.get())),
        Sort::Rank => {
            let [black, white] = columns.ranks();
            black
                .zip(white)
                .map(|(black, white)| (1000 - i32::from(black.value()) - i32::from(white.value())) as u64)
        }
        Sort::Players => name_rank(names, columns.black())
            .zip(name_rank(names, columns.white()))
            .map(|(black, white)| u64::from(black) << 32 | u64::from(white)),
        Sort::Length => Some(u64::from(u16::MAX - columns.moves())),
        Sort::Result => columns.result().and_then(lead).map(|lead| (UNCOUNTED - lead) as u64),
    };
    match value {
        None => LAST,
        Some(value) if reverse => LAST - 1 - value,
        Some(value) => value,
    }
}

/// The half points that stand for a win that was not counted, more than any that was.
const UNCOUNTED: i32 = u16::MAX as i32 + 1;

/// Returns by how many half points Black won.
fn lead(result: GameResult) -> Option<i32> {
    let (winner, by) = match result {
        GameResult::Win { winner, by } => (winner, by),
        GameResult::Draw => return Some(0),
        GameResult::Void => return None,
    };
    let by = match by {
        Margin::HalfPoints(half_points) => half_points.get().into(),
        Margin::Resignation | Margin::Time | Margin::Forfeit | Margin::Unspecified => UNCOUNTED,
    };
    Some(if winner == Color::Black { by } else { -by })
}

#[inline]
fn name_rank(names: Option<&Texts>, name: Option<RowId>) -> Option<u32> {
    names?.rank(name?)
}
