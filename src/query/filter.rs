use super::{QueryError, Range, ResultPattern, YearRange};
use crate::go::{BoardSize, Color};
use crate::record::{Komi, PartialDate, Rank};
use crate::store::{Columns, RowSet, Snapshot, StoreError, Texts, Traits};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Conditions that a game must meet to be counted. The default lets every
/// game pass. A game that does not say what a condition is about does not meet
/// it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Parts of names; each is in the name of one of the players.
    pub players: Vec<String>,
    /// A part of Black's name.
    pub black: Option<String>,
    /// A part of White's name.
    pub white: Option<String>,
    /// The year of the game's first date.
    pub years: YearRange,
    /// The earliest first date. One without day or month counts as the first
    /// day that it may mean.
    pub from: Option<PartialDate>,
    /// The latest first date; without day or month, its last day.
    pub to: Option<PartialDate>,
    /// A part of the event's name.
    pub event: Option<String>,
    /// How the game ended.
    pub result: Option<ResultPattern>,
    /// The ranks of both players.
    pub rank: Range<Rank>,
    /// Komi.
    pub komi: Range<Komi>,
    /// Handicap stones.
    pub handicap: Range<u8>,
    /// A part of the name of the rules.
    pub rules: Option<String>,
    /// Lines of the board.
    pub size: Range<BoardSize>,
}

impl Filter {
    /// Whether it lets every game pass.
    #[must_use]
    pub fn is_open(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it limits nothing but the years.
    #[must_use]
    pub fn is_of_years(&self) -> bool {
        let years = self.years;
        *self
            == Self {
                years,
                ..Self::default()
            }
    }

    /// The conditions as they are typed, such as `player=cho`.
    #[must_use]
    pub fn conditions(&self) -> Vec<String> {
        let mut conditions = Vec::new();
        let mut add = |name: &str, value: Option<String>| {
            conditions.extend(value.map(|value| format!("{name}={}", quoted(&value))));
        };
        for player in &self.players {
            add("player", Some(player.clone()));
        }
        add("black", self.black.clone());
        add("white", self.white.clone());
        add("year", shown(&self.years));
        add("from", self.from.map(|date| date.to_string()));
        add("to", self.to.map(|date| date.to_string()));
        add("event", self.event.clone());
        add("result", self.result.map(|result| result.to_string()));
        add("rank", shown(&self.rank));
        add("komi", shown(&self.komi));
        add("handicap", shown(&self.handicap));
        add("rules", self.rules.clone());
        add("size", shown(&self.size));
        conditions
    }

    /// Gets ready to look at games.
    ///
    /// # Errors
    /// A name that no player, event or rules of the database have; dates in the
    /// wrong order; a database that is damaged or cannot be read.
    pub fn compile(&self, snapshot: &Snapshot) -> Result<Sieve<'_>, QueryError> {
        if let Some(known) = snapshot.shared::<LastChoice>().of(self) {
            return Ok(Sieve {
                filter: self,
                is_open: false,
                names: None,
                known: known.into(),
            });
        }
        if let (Some(from), Some(to)) = (self.from, self.to)
            && first_day(from) > last_day(to)
        {
            return Err(QueryError::Backwards { from, to });
        }
        let player = |condition: &'static str, part: &str| named(condition, part, &*snapshot.players()?);
        let label = |what: &'static str, part: &Option<String>| {
            part.as_ref()
                .map(|part| named(what, part, &*snapshot.labels()?))
                .transpose()
        };
        Ok(Sieve {
            filter: self,
            is_open: self.is_open(),
            names: Some(Names {
                players: self
                    .players
                    .iter()
                    .map(|part| player("player", part))
                    .collect::<Result<_, _>>()?,
                black: self.black.as_deref().map(|part| player("black", part)).transpose()?,
                white: self.white.as_deref().map(|part| player("white", part)).transpose()?,
                event: label("event", &self.event)?,
                rules: label("rules", &self.rules)?,
            }),
            known: OnceLock::new(),
        })
    }
}

/// As it is typed in a shell.
fn quoted(value: &str) -> String {
    shell_words::quote(value).into_owned()
}

fn shown<T: super::RangeValue>(range: &Range<T>) -> Option<String> {
    (!range.is_open()).then(|| range.to_string())
}

fn named(condition: &'static str, part: &str, texts: &Texts) -> Result<RowSet, QueryError> {
    let rows = texts.containing(part);
    if rows.is_empty() {
        return Err(QueryError::Unknown {
            condition,
            text: part.to_owned(),
            similar: texts.similar(part),
        });
    }
    Ok(rows)
}

/// A filter, ready to look at games.
#[derive(Clone, Debug)]
pub struct Sieve<'a> {
    filter: &'a Filter,
    is_open: bool,
    /// What names it has parts of; `None` if it is known which games pass.
    names: Option<Names>,
    /// Whether each game meets all conditions, by number, once that was worked
    /// out.
    known: OnceLock<Arc<[bool]>>,
}

/// The rows of the names that a filter has parts of.
#[derive(Clone, Debug)]
struct Names {
    players: Vec<RowSet>,
    black: Option<RowSet>,
    white: Option<RowSet>,
    event: Option<RowSet>,
    rules: Option<RowSet>,
}

impl Sieve<'_> {
    /// Works out at once which games meet all conditions, for questions that
    /// ask for many of them or again and again.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn look_ahead(&self, snapshot: &Snapshot) -> Result<(), StoreError> {
        if self.is_open || self.known.get().is_some() {
            return Ok(());
        }
        let mut games = vec![false; snapshot.state()?.last_game as usize + 1];
        snapshot.visit_columns(|game, traits| games[game as usize] = self.lets_pass(game, traits))?;
        let games = self.known.get_or_init(|| games.into());
        snapshot.shared::<LastChoice>().keep(self.filter, games);
        Ok(())
    }

    /// Whether a game meets all conditions.
    ///
    /// # Errors
    /// A game that is missing, a database that is damaged or cannot be read.
    pub fn lets_pass_game(&self, columns: &mut Columns<'_>, game: i64) -> Result<bool, StoreError> {
        match self.known.get() {
            Some(known) => Ok(is_in(known, game)),
            None => Ok(self.is_open || self.lets_pass(game, columns.of(game)?)),
        }
    }

    /// Whether a game with these traits meets all conditions.
    #[must_use]
    pub fn lets_pass(&self, game: i64, traits: &Traits) -> bool {
        match (self.known.get(), &self.names) {
            _ if self.is_open => true,
            (Some(known), _) => is_in(known, game),
            (None, Some(names)) => self.filter.is_met(names, traits),
            (None, None) => false,
        }
    }
}

/// The games that a filter chose last, by number.
#[derive(Default)]
struct LastChoice(Mutex<Option<(String, Arc<[bool]>)>>);

impl LastChoice {
    fn of(&self, filter: &Filter) -> Option<Arc<[bool]>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (name, games) = last.as_ref()?;
        (*name == filter.to_string()).then(|| Arc::clone(games))
    }

    fn keep(&self, filter: &Filter, games: &Arc<[bool]>) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some((filter.to_string(), Arc::clone(games)));
    }
}

fn is_in(games: &[bool], game: i64) -> bool {
    games.get(game as usize).copied().unwrap_or(false)
}

impl Filter {
    fn is_met(&self, names: &Names, game: &Traits) -> bool {
        let filter = self;
        let is_one_of = |rows: &Option<RowSet>, row| rows.as_ref().is_none_or(|rows| rows.contains(row));
        let plays = |rows: &RowSet| {
            [Color::Black, Color::White]
                .iter()
                .any(|&c| rows.contains(game.player(c)))
        };
        let is_after = |from: PartialDate| game.date.is_some_and(|date| first_day(date) >= first_day(from));
        let is_before = |to: PartialDate| game.date.is_some_and(|date| first_day(date) <= last_day(to));
        filter.years.contains(game.year())
            && names.players.iter().all(plays)
            && is_one_of(&names.black, game.black)
            && is_one_of(&names.white, game.white)
            && filter.from.is_none_or(is_after)
            && filter.to.is_none_or(is_before)
            && is_one_of(&names.event, game.event)
            && filter
                .result
                .is_none_or(|pattern| game.result.is_some_and(|result| pattern.matches(result)))
            && filter.rank.contains(game.black_rank)
            && filter.rank.contains(game.white_rank)
            && filter.komi.contains(game.komi)
            && filter.handicap.contains(game.handicap)
            && is_one_of(&names.rules, game.rules)
            && filter.size.contains(Some(game.board_size))
    }
}

/// Year, month and day, the first that a date may mean.
fn first_day(date: PartialDate) -> (u16, u8, u8) {
    (date.year(), date.month().unwrap_or(1), date.day().unwrap_or(1))
}

/// Year, month and day, no earlier than the last that a date may mean.
fn last_day(date: PartialDate) -> (u16, u8, u8) {
    (date.year(), date.month().unwrap_or(12), date.day().unwrap_or(31))
}

/// The conditions, between blanks.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.conditions().join(" "))
    }
}
