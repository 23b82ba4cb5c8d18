use super::question::{Passage, Question};
use super::{Filter, QueryError};
use crate::go::{Orientation, Transform};
use crate::record::{Action, GameRecord, Step, replay};
use crate::store::{FoundWords, RowId, Snapshot, Texts, Traits};
use serde::Serialize;

/// A page of a list of games. Serialised, it is the document that
/// `bgo games --json` and `bgo find --json` print.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameList {
    /// How many games the whole list has.
    pub games: u64,
    /// How many of them come before this page.
    pub offset: u64,
    /// The games of the page.
    pub list: Vec<ListedGame>,
}

/// A game of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedGame {
    /// Its number.
    pub game: i64,
    /// Its first date.
    pub date: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// Black's rank as written.
    pub black_rank: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// White's rank as written.
    pub white_rank: Option<String>,
    /// The result, or what is written instead of one.
    pub result: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// How many moves were played.
    pub moves: u16,
    /// Where the position is, if the list is of a position's games.
    #[serde(flatten)]
    pub place: Option<Place>,
}

/// Where a game has a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Moves played before the position; the first time, if it is passed
    /// more than once.
    pub move_number: u16,
    /// The number of the transform that takes the game's board to the search
    /// board.
    #[serde(serialize_with = "number")]
    pub transform: Transform,
    /// Whether the game has the colours exchanged.
    pub swapped: bool,
}

fn number<S: serde::Serializer>(transform: &Transform, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(transform.number() as u64)
}

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// By the first date, the latest first; games without one last.
    #[default]
    Date,
    /// By the ranks of both players together, the highest first; games without
    /// both last.
    Rank,
    /// By Black's name, then White's; games without both last.
    Players,
    /// By number: the order in which they were imported.
    Number,
}

/// Which part of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The order of the list.
    pub sort: Sort,
    /// Whether the order is turned round.
    pub reverse: bool,
    /// How many games to leave out.
    pub offset: usize,
    /// How many games to list.
    pub limit: usize,
}

/// Games that are looked for by what is said about them.
#[derive(Clone, Copy, Debug)]
pub struct Find<'a> {
    /// Conditions.
    pub filter: &'a Filter,
    /// Words, each of which is somewhere in event, place, round, name, source
    /// or comments; several in one text are looked for one after the other.
    pub words: &'a [String],
}

/// Which games a list is of.
#[derive(Clone, Copy, Debug)]
pub enum Choice<'a> {
    /// Those that reach a position.
    Position(&'a Question<'a>),
    /// Those of which something is said.
    Find(Find<'a>),
}

/// A game that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Its number.
    pub game: i64,
    /// Its first passage of the position, if there is one.
    pub passage: Option<Passage>,
    key: u64,
}

impl Chosen {
    /// By what it is sorted.
    const fn order(&self) -> (u64, i64) {
        (self.key, self.game)
    }
}

/// The first of many games that are offered in any order.
struct First {
    most: usize,
    games: Vec<Chosen>,
    /// What those that are still of interest come before, once there are enough.
    bound: Option<(u64, i64)>,
}

impl First {
    /// So few are sorted out with many others at a time.
    const ROOM: usize = 1024;

    const fn new(most: usize) -> Self {
        Self {
            most,
            games: Vec::new(),
            bound: None,
        }
    }

    fn offer(&mut self, chosen: Chosen) {
        if self.bound.is_some_and(|bound| chosen.order() >= bound) {
            return;
        }
        self.games.push(chosen);
        if self.games.len() >= self.most.saturating_mul(2).saturating_add(Self::ROOM) {
            let (_, last, _) = self.games.select_nth_unstable_by_key(self.most, Chosen::order);
            self.bound = Some(last.order());
            self.games.truncate(self.most);
        }
    }

    fn sorted(mut self) -> Vec<Chosen> {
        self.games.sort_unstable_by_key(Chosen::order);
        self.games.truncate(self.most);
        self.games
    }
}

impl Choice<'_> {
    /// All games that are chosen, in this order.
    ///
    /// # Errors
    /// A name in the filter that none has, no word to look for; a database
    /// that is damaged or cannot be read.
    pub fn games(&self, snapshot: &Snapshot, sort: Sort, reverse: bool) -> Result<Vec<Chosen>, QueryError> {
        let mut first = First::new(usize::MAX);
        self.visit(snapshot, sort, reverse, |chosen| first.offer(chosen))?;
        Ok(first.sorted())
    }

    /// A page of the list of all that are chosen.
    ///
    /// # Errors
    /// As [`Choice::games`].
    pub fn list(&self, snapshot: &Snapshot, page: Page) -> Result<GameList, QueryError> {
        let mut first = First::new(page.offset.saturating_add(page.limit));
        let mut count = 0;
        self.visit(snapshot, page.sort, page.reverse, |chosen| {
            count += 1;
            first.offer(chosen);
        })?;
        let games = first.sorted();
        let shown = games.get(page.offset..).unwrap_or_default();
        Ok(GameList {
            games: count,
            offset: page.offset as u64,
            list: shown
                .iter()
                .map(|chosen| self.listed(snapshot, chosen))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Visits the games that are chosen.
    fn visit(
        &self,
        snapshot: &Snapshot,
        sort: Sort,
        reverse: bool,
        mut visit: impl FnMut(Chosen),
    ) -> Result<(), QueryError> {
        let order = Order {
            sort,
            reverse,
            names: (sort == Sort::Players).then(|| snapshot.players()).transpose()?,
        };
        match self {
            Self::Position(question) => question.visit(snapshot, |passages, traits| {
                let Passage { game, .. } = passages[0];
                let passage = Some(passages[0]);
                let key = order.key(game, traits);
                visit(Chosen { game, passage, key });
                Ok(())
            }),
            Self::Find(find) => find.visit(snapshot, |game, traits| {
                let key = order.key(game, traits);
                visit(Chosen {
                    game,
                    passage: None,
                    key,
                });
            }),
        }
    }

    /// What a list says of a game.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn listed(&self, snapshot: &Snapshot, chosen: &Chosen) -> Result<ListedGame, QueryError> {
        let game = snapshot.description(chosen.game)?;
        let place = match (self, chosen.passage) {
            (Self::Position(question), Some(passage)) => Some(place(snapshot, question, &passage)?),
            _ => None,
        };
        Ok(ListedGame {
            game: game.game,
            date: game.first_date.or(game.date),
            black: game.black,
            black_rank: game.black_rank,
            white: game.white,
            white_rank: game.white_rank,
            result: game.result.or(game.result_text),
            event: game.event,
            moves: game.moves,
            place,
        })
    }
}

impl Find<'_> {
    /// Visits the games in the order of their numbers.
    fn visit(&self, snapshot: &Snapshot, mut visit: impl FnMut(i64, &Traits)) -> Result<(), QueryError> {
        let sieve = self.filter.compile(snapshot)?;
        let found = |text: &String| {
            snapshot
                .find_words(text)?
                .ok_or_else(|| QueryError::NoWord(text.clone()))
        };
        let words: Vec<FoundWords> = self.words.iter().map(found).collect::<Result<_, QueryError>>()?;
        snapshot.visit_columns(|game, traits| {
            let has = |found: &FoundWords| {
                found.games.contains(&game)
                    || found.labels.contains(traits.event)
                    || found.labels.contains(traits.place)
            };
            if sieve.lets_pass(game, traits) && words.iter().all(has) {
                visit(game, traits);
            }
        })?;
        Ok(())
    }
}

/// How the games of a list are ordered: each gets a number.
struct Order {
    sort: Sort,
    reverse: bool,
    names: Option<std::sync::Arc<Texts>>,
}

impl Order {
    fn key(&self, game: i64, traits: &Traits) -> u64 {
        /// What a game without the value gets, which comes last either way.
        const LAST: u64 = u64::MAX;
        let value = match self.sort {
            Sort::Number => Some(game as u64),
            Sort::Date => traits.date.map(|date| u64::from(u32::MAX) - u64::from(date.ordinal())),
            Sort::Rank => traits
                .black_rank
                .zip(traits.white_rank)
                .map(|(black, white)| (1000 - i32::from(black.value()) - i32::from(white.value())) as u64),
            Sort::Players => {
                let rank = |row: Option<RowId>| self.names.as_ref().and_then(|names| names.rank(row?));
                rank(traits.black)
                    .zip(rank(traits.white))
                    .map(|(black, white)| u64::from(black) << 32 | u64::from(white))
            }
        };
        match value {
            None => LAST,
            Some(value) if self.reverse => LAST - 1 - value,
            Some(value) => value,
        }
    }
}

/// Where a game has the position, and how it lies there.
///
/// # Errors
/// A database that is damaged or cannot be read.
pub(super) fn place(snapshot: &Snapshot, question: &Question<'_>, passage: &Passage) -> Result<Place, QueryError> {
    let stored = snapshot.record(passage.game)?;
    let here = question.orientation_of(passage.swapped);
    let mut transform = None;
    if let Some(mut record) = stored.read() {
        cut_after(&mut record, passage.ply);
        transform = transform_at(snapshot, &record, passage.ply, here);
    }
    Ok(Place {
        move_number: passage.ply,
        transform: transform.unwrap_or(Transform::IDENTITY),
        swapped: passage.swapped,
    })
}

/// Leaves out what follows the next move after so many moves.
fn cut_after(record: &mut GameRecord, ply: u16) {
    let is_move = |step: &Step| matches!(step.action, Action::Move(_));
    let mut moves = (1..).zip(&record.steps).filter(|(_, step)| is_move(step));
    if let Some((end, _)) = moves.nth(ply.into()) {
        record.steps.truncate(end);
    }
}

/// The transform that takes the board of a game, after so many moves, to the
/// search board, which lies as `here`. Where several do, it is one that takes
/// the next move to where the search shows it.
fn transform_at(snapshot: &Snapshot, record: &GameRecord, ply: u16, here: Orientation) -> Option<Transform> {
    let mut found = None;
    replay(record, snapshot.keys().get(record.size), |visit| {
        if visit.ply == ply && visit.orientation.key == here.key {
            found.get_or_insert(visit);
        }
    });
    let visit = found?;
    let to_canonical = visit.orientation.canonical().iter().next()?;
    let transforms: Vec<Transform> = here
        .canonical()
        .iter()
        .map(|t| to_canonical.then(t.inverse()))
        .collect();
    let next = visit.next.and_then(|mv| mv.point);
    let shown = next.map(|point| here.from_canonical(visit.orientation.to_canonical(point)));
    let suits = |t: &Transform| next.map(|point| t.apply(point, here.size())) == shown;
    transforms.iter().copied().find(suits).or(transforms.first().copied())
}
