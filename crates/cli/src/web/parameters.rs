use super::error::ApiError;
use crate::ask::{CONDITIONS, replaced};
use bgo::go::{BoardSize, Color, KeyTables, Move, ParseBoardSizeError, Point};
use bgo::query::{Filter, Line, Page, Question, Sort};

/// The most moves, or stones, of a position that is asked about.
const MAX_MOVES: usize = 1000;

/// The most entries of a list.
const MAX_LIMIT: usize = 200;

/// The most letters of a part of a name.
const MAX_NAME: usize = 100;

/// The most conditions on players.
const MAX_PLAYERS: usize = 8;

/// The farthest that a list is paged.
const MAX_OFFSET: usize = 100_000_000;

/// The parameters of a request that were not looked at yet.
pub struct Parameters(Vec<(String, String)>);

/// A position and which games count, as a request has them.
pub struct Asked {
    line: Line,
    filter: Filter,
    swap: bool,
}

impl Asked {
    /// Whether the answer is in the index, so that no game is looked at.
    #[must_use]
    pub fn is_counted_already(&self) -> bool {
        !self.swap && self.filter.is_open()
    }

    /// The question.
    #[must_use]
    pub const fn question(&self) -> Question<'_> {
        Question {
            line: &self.line,
            filter: &self.filter,
            swap: self.swap,
        }
    }
}

impl Parameters {
    /// Those of a query string.
    #[must_use]
    pub const fn new(pairs: Vec<(String, String)>) -> Self {
        Self(pairs)
    }

    /// The value of a parameter, if it is there, which may be only once.
    ///
    /// # Errors
    /// One that is given twice.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, ApiError> {
        let mut values = self.0.extract_if(.., |(given, _)| given == name);
        let first = values.next();
        match values.next() {
            Some(_) => Err(ApiError::unreadable(name, format!("{name} is given twice"))),
            None => Ok(first.map(|(_, value)| value)),
        }
    }

    /// The beginning of a name.
    ///
    /// # Errors
    /// One of too many letters.
    pub fn prefix(&mut self) -> Result<String, ApiError> {
        let prefix = self.text("prefix")?.unwrap_or_default();
        require_short("prefix", &prefix)?;
        Ok(prefix)
    }

    fn value<T>(&mut self, name: &str, read: impl FnOnce(&str) -> Result<T, String>) -> Result<Option<T>, ApiError> {
        let read = |text: String| read(&text).map_err(|message| ApiError::unreadable(name, message));
        self.text(name)?.map(read).transpose()
    }

    /// Whether something is wanted: `true` or `false`, which is the default.
    ///
    /// # Errors
    /// Another value.
    pub fn flag(&mut self, name: &str) -> Result<bool, ApiError> {
        let read = |text: &str| text.parse().map_err(|_| format!("{name} is true or false"));
        Ok(self.value(name, read)?.unwrap_or(false))
    }

    /// How many entries of a list are wanted, at most [`MAX_LIMIT`].
    ///
    /// # Errors
    /// Another value.
    pub fn limit(&mut self, usual: usize) -> Result<usize, ApiError> {
        Ok(self.number("limit", MAX_LIMIT)?.unwrap_or(usual))
    }

    fn number(&mut self, name: &str, most: usize) -> Result<Option<usize>, ApiError> {
        let wanted = || format!("{name} is a number from 0 to {most}");
        let read = |text: &str| text.parse().ok().filter(|&n| n <= most).ok_or_else(wanted);
        self.value(name, read)
    }

    /// One of some words.
    ///
    /// # Errors
    /// Another one.
    pub fn choice<T: Copy>(&mut self, name: &str, words: &[(&str, T)]) -> Result<Option<T>, ApiError> {
        let read = |text: &str| {
            let found = words.iter().find(|(word, _)| *word == text);
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            found
                .map(|(_, value)| *value)
                .ok_or_else(|| format!("{name} is one of {}", known.join(", ")))
        };
        self.value(name, read)
    }

    /// Which part of a list is wanted, in which order.
    ///
    /// # Errors
    /// Values that cannot be read.
    pub fn page(&mut self) -> Result<Page, ApiError> {
        let words = [
            ("date", Sort::Date),
            ("rank", Sort::Rank),
            ("players", Sort::Players),
            ("number", Sort::Number),
        ];
        Ok(Page {
            sort: self.choice("sort", &words)?.unwrap_or(Sort::Date),
            reverse: self.flag("reverse")?,
            offset: self.number("offset", MAX_OFFSET)?.unwrap_or(0),
            limit: self.limit(50)?,
        })
    }

    /// The position, and which games count.
    ///
    /// # Errors
    /// Values that cannot be read, and moves that the rules forbid.
    pub fn asked(&mut self, keys: &KeyTables) -> Result<Asked, ApiError> {
        let read = |text: &str| text.parse().map_err(|error: ParseBoardSizeError| error.to_string());
        let size: BoardSize = self.value("size", read)?.unwrap_or_default();
        let colors = [("B", Color::Black), ("W", Color::White)];
        let to_play = self.choice("to_play", &colors)?.unwrap_or(Color::Black);
        let stones = stones(&self.text("stones")?.unwrap_or_default(), size)?;
        let mut line = Line::from_stones(keys, size, stones, to_play);
        for text in split(&self.text("moves")?.unwrap_or_default(), "moves")? {
            let mv = Move::parse(text, line.to_play(), size).map_err(|error| ApiError::unreadable("moves", error))?;
            line.play(mv).map_err(|error| ApiError::illegal_move(&error))?;
        }
        let swap = self.flag("swap")?;
        let filter = self.filter()?;
        Ok(Asked { line, filter, swap })
    }

    fn filter(&mut self) -> Result<Filter, ApiError> {
        let is_condition = |name: &str| CONDITIONS.contains(&name);
        let given: Vec<(String, String)> = self.0.extract_if(.., |(name, _)| is_condition(name)).collect();
        for (name, value) in &given {
            require_short(name, value)?;
            if value.is_empty() {
                return Err(ApiError::unreadable(name, format!("{name} has no value")));
            }
        }
        let pairs = given.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let filter = replaced(&Filter::default(), pairs).map_err(|wrong| ApiError::unreadable(&wrong.name, &wrong))?;
        if filter.players.len() > MAX_PLAYERS {
            let message = format!(
                "player is given {} times; {MAX_PLAYERS} are the most",
                filter.players.len()
            );
            return Err(ApiError::wrong("too_long", "player", message));
        }
        Ok(filter)
    }

    /// To be called when all that are known were looked at.
    ///
    /// # Errors
    /// A parameter that is left.
    pub fn finish(self) -> Result<(), ApiError> {
        match self.0.first() {
            Some((name, _)) => Err(ApiError::unknown_parameter(name)),
            None => Ok(()),
        }
    }
}

fn require_short(name: &str, value: &str) -> Result<(), ApiError> {
    let letters = value.chars().count();
    if letters > MAX_NAME {
        let message = format!("{name} has {letters} letters; {MAX_NAME} are the most");
        return Err(ApiError::wrong("too_long", name, message));
    }
    Ok(())
}

/// The parts between commas.
fn split<'a>(text: &'a str, name: &str) -> Result<Vec<&'a str>, ApiError> {
    let parts: Vec<&str> = text.split(',').filter(|part| !part.is_empty()).collect();
    if parts.len() > MAX_MOVES {
        let message = format!("{name} has {} entries; {MAX_MOVES} are the most", parts.len());
        return Err(ApiError::wrong("too_long", name, message));
    }
    Ok(parts)
}

/// Stones such as `Bpd,Wdp`.
fn stones(text: &str, size: BoardSize) -> Result<Vec<(Point, Color)>, ApiError> {
    let stone = |part: &str| {
        let color = match part.get(..1)? {
            "B" => Color::Black,
            "W" => Color::White,
            _ => return None,
        };
        let point = Point::from_sgf(&part[1..]).filter(|point| point.is_on(size))?;
        Some((point, color))
    };
    let wrong = |part: &str| {
        let message = format!("\"{part}\" is no stone of this board: write Bpd or Wdp");
        ApiError::unreadable("stones", message)
    };
    let parts = split(text, "stones")?.into_iter();
    parts.map(|part| stone(part).ok_or_else(|| wrong(part))).collect()
}
