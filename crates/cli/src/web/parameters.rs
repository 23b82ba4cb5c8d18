use super::error::ApiError;
use super::turns::Effort;

use bgo::go::{BoardSize, Color, KeyTables, ParseError};
use bgo::query::{
    BoardText, BoardTextError, Condition, Conditions, Filter, Limits, Page, PatternOptionError, PatternOptions,
    PatternSearch, PatternText, Question, SearchBoard, Sort, StonesError, TreeSize,
};
use bgo::record::MAX_LETTERS;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The maximum number of moves or of stones in a question.
const MAX_QUERY_MOVES: usize = 1000;

/// The maximum number of entries of a list.
const MAX_LIMIT: usize = 200;

/// The maximum number of characters in the value of a condition or a prefix.
const MAX_NAME: usize = 100;

/// The maximum number of characters of a player's whole name, as records have it, and of an
/// archive, whose name may need folders before it.
const MAX_WHOLE_NAME: usize = MAX_LETTERS;

/// The maximum number of conditions on players, and of those on words.
const MAX_REPEATED: usize = 8;

/// The maximum number of entries to skip in a list.
const MAX_OFFSET: usize = 100_000_000;

/// The maximum number of games that a move of a tree may be asked to have.
const MAX_MIN_GAMES: u64 = 1_000_000_000;

/// The parameters of a request that have not been taken yet.
pub struct Parameters(Vec<(String, String)>);

/// The question of a request: a position or a part of the board, and the games that
/// count.
pub struct OwnedQuestion {
    board: SearchBoard,
    pattern: Option<PatternSearch>,
    filter: Filter,
    swap: bool,
}

impl OwnedQuestion {
    /// Returns the effort to count the games and the next moves.
    #[must_use]
    pub fn effort(&self) -> Effort {
        match self.pattern {
            Some(_) => Effort::Long,
            None if self.swap || !self.filter.is_empty() => Effort::Medium,
            // The index has the answer, so that hardly any game must be read.
            None => Effort::Short,
        }
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &SearchBoard {
        &self.board
    }

    /// Returns the question.
    #[must_use]
    pub const fn question(&self) -> Question<'_> {
        match &self.pattern {
            Some(pattern) => Question::of_pattern(pattern, &self.filter),
            None => Question::of_position(&self.board, &self.filter, self.swap),
        }
    }
}

impl Parameters {
    /// Wraps the parameters of a query string.
    #[must_use]
    pub const fn new(pairs: Vec<(String, String)>) -> Self {
        Self(pairs)
    }

    /// Takes the value of a parameter, which may be given only once.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, ApiError> {
        let mut values = self.0.extract_if(.., |(given, _)| given == name);
        let first = values.next();
        match values.next() {
            Some(_) => Err(ApiError::unreadable(name, format!("{name} is given more than once"))),
            None => Ok(first.map(|(_, value)| value)),
        }
    }

    /// Takes the beginning of a name.
    pub fn prefix(&mut self) -> Result<String, ApiError> {
        let prefix = self.text("prefix")?.unwrap_or_default();
        require_short("prefix", &prefix, MAX_NAME)?;
        Ok(prefix)
    }

    /// Takes a player's whole name.
    pub fn name(&mut self) -> Result<String, ApiError> {
        let name = self.text("name")?.unwrap_or_default();
        require_short("name", &name, MAX_WHOLE_NAME)?;
        if name.trim().is_empty() {
            return Err(ApiError::unreadable("name", "name is a player's whole name"));
        }
        Ok(name)
    }

    /// Takes the size of the board.
    pub fn size(&mut self) -> Result<Option<BoardSize>, ApiError> {
        let read = |text: &str| text.parse().map_err(|error: ParseError| error.to_string());
        self.value("size", read)
    }

    fn value<T>(&mut self, name: &str, read: impl FnOnce(&str) -> Result<T, String>) -> Result<Option<T>, ApiError> {
        let read = |text: String| read(&text).map_err(|message| ApiError::unreadable(name, message));
        self.text(name)?.map(read).transpose()
    }

    /// Takes a flag: `true`, or `false`, which is the default.
    pub fn flag(&mut self, name: &str) -> Result<bool, ApiError> {
        let read = |text: &str| text.parse().map_err(|_| format!("{name} must be true or false"));
        Ok(self.value(name, read)?.unwrap_or(false))
    }

    /// Takes the maximum number of entries to list, at most [`MAX_LIMIT`].
    pub fn limit(&mut self, usual: usize) -> Result<usize, ApiError> {
        Ok(self.number("limit", 0..=MAX_LIMIT)?.unwrap_or(usual))
    }

    /// Takes the size of a tree.
    pub fn tree_size(&mut self) -> Result<TreeSize, ApiError> {
        let usual = TreeSize::default();
        Ok(TreeSize {
            depth: self.number("depth", 1..=TreeSize::MAX_DEPTH)?.unwrap_or(usual.depth),
            min_games: self.number("min_games", 1..=MAX_MIN_GAMES)?.unwrap_or(usual.min_games),
        })
    }

    fn number<T: FromStr + PartialOrd + Display>(
        &mut self,
        name: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, ApiError> {
        let wanted = || format!("{name} must be a number from {} to {}", range.start(), range.end());
        let read = |text: &str| text.parse().ok().filter(|n| range.contains(n)).ok_or_else(wanted);
        self.value(name, read)
    }

    /// Takes a value that must be one of `words`.
    pub fn choice<T: Copy>(&mut self, name: &str, words: &[(&str, T)]) -> Result<Option<T>, ApiError> {
        let read = |text: &str| {
            let found = words.iter().find(|(word, _)| *word == text);
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            found
                .map(|(_, value)| *value)
                .ok_or_else(|| format!("{name} must be one of {}", known.join(", ")))
        };
        self.value(name, read)
    }

    /// Takes the requested part of a list, and the order of the list.
    pub fn page(&mut self) -> Result<Page, ApiError> {
        let words = Sort::ALL.map(|sort| (sort.name(), sort));
        Ok(Page {
            sort: self.choice("sort", &words)?.unwrap_or(Sort::Date),
            reverse: self.flag("reverse")?,
            offset: self.number("offset", 0..=MAX_OFFSET)?.unwrap_or(0),
            limit: self.limit(50)?,
        })
    }

    /// Takes the question.
    pub fn asked(&mut self, keys: &KeyTables) -> Result<OwnedQuestion, ApiError> {
        let size = self.size()?.unwrap_or_default();
        let colors = [("B", Color::Black), ("W", Color::White)];
        let to_play = self.choice("to_play", &colors)?;
        let pattern = self.pattern()?;
        let text = self.text("stones")?.unwrap_or_default();
        split(&text, "stones")?;
        let moves = self.text("moves")?.unwrap_or_default();
        let given = BoardText {
            size,
            stones: &text,
            to_play,
            moves: split(&moves, "moves")?,
        };
        let board = given.board(keys).map_err(|error| match error {
            BoardTextError::Stones(StonesError::Twice(_)) => ApiError::wrong("contradictory_stones", "stones", error),
            BoardTextError::Stones(_) => ApiError::unreadable("stones", error),
            BoardTextError::Move(_) => ApiError::unreadable("moves", error),
            BoardTextError::Play(_) => ApiError::wrong("illegal_move", "moves", error),
        })?;
        let swap = self.flag("swap")?;
        let pattern = pattern.search(&board, swap)?;
        let filter = self.filter()?;
        Ok(OwnedQuestion {
            board,
            pattern,
            filter,
            swap,
        })
    }

    /// Takes what is said of a part of the board.
    fn pattern(&mut self) -> Result<PatternText, ApiError> {
        let mut given = None;
        let options = PatternOptions {
            fixed_colors: self.option("fixed_colors", &mut given)?,
            in_place: self.option("in_place", &mut given)?,
            touching: self.option("touching", &mut given)?,
            limits: Limits {
                direct: self.option("direct", &mut given)?,
                strict: self.option("strict", &mut given)?,
                ..Limits::default()
            },
        };
        let wildcards = self.text("wildcards")?.unwrap_or_default();
        let mut parameters = PatternText {
            area: self.text("area")?,
            diagram: self.text("pattern")?,
            wildcards: split(&wildcards, "wildcards")?.into_iter().map(str::to_owned).collect(),
            options,
            given,
        };
        type Set = fn(&mut Limits, &str) -> Result<(), PatternOptionError>;
        let values: [(&'static str, Set); 3] = [
            ("next", Limits::set_next),
            ("at", Limits::set_at),
            ("stood", Limits::set_stood),
        ];
        for (name, set) in values {
            if let Some(value) = self.text(name)? {
                let limits = &mut parameters.options.limits;
                set(limits, &value).map_err(|error| ApiError::unreadable(name, error))?;
                parameters.given.get_or_insert(name);
            }
        }
        Ok(parameters)
    }

    /// Takes a flag among the options of patterns, and notes it if it is set.
    fn option(&mut self, name: &'static str, given: &mut Option<&'static str>) -> Result<bool, ApiError> {
        let is_set = self.flag(name)?;
        if is_set {
            given.get_or_insert(name);
        }
        Ok(is_set)
    }

    /// Takes the conditions on games.
    pub fn filter(&mut self) -> Result<Filter, ApiError> {
        let is_condition = |name: &str| Condition::named(name).is_some();
        let given: Vec<(String, String)> = self.0.extract_if(.., |(name, _)| is_condition(name)).collect();
        for (name, value) in &given {
            let most = if name == "archive" { MAX_WHOLE_NAME } else { MAX_NAME };
            require_short(name, value, most)?;
            if value.is_empty() {
                return Err(ApiError::unreadable(name, format!("{name} has no value")));
            }
        }
        let pairs = given.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let conditions = Conditions::read(pairs).map_err(|error| ApiError::unreadable(error.name(), &error))?;
        let filter = conditions.over(&Filter::default());
        for (name, times) in [("player", filter.players.len()), ("words", filter.words.len())] {
            if times > MAX_REPEATED {
                let message = format!("{name} is given {times} times; the maximum is {MAX_REPEATED}");
                return Err(ApiError::wrong("too_long", name, message));
            }
        }
        Ok(filter)
    }

    /// Returns an error if a parameter is left. Call this after taking all known parameters.
    pub fn finish(self) -> Result<(), ApiError> {
        match self.0.first() {
            Some((name, _)) => Err(ApiError::unknown_parameter(name)),
            None => Ok(()),
        }
    }
}

fn require_short(name: &str, value: &str, most: usize) -> Result<(), ApiError> {
    let letters = value.chars().count();
    if letters > most {
        let message = format!("{name} has {letters} letters; the maximum is {most}");
        return Err(ApiError::wrong("too_long", name, message));
    }
    Ok(())
}

/// Splits a text at commas, ignoring empty parts.
fn split<'a>(text: &'a str, name: &str) -> Result<Vec<&'a str>, ApiError> {
    let parts: Vec<&str> = text.split(',').filter(|part| !part.is_empty()).collect();
    if parts.len() > MAX_QUERY_MOVES {
        let message = format!("{name} has {} entries; the maximum is {MAX_QUERY_MOVES}", parts.len());
        return Err(ApiError::wrong("too_long", name, message));
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use bgo::query::CONDITIONS;
    use serde_json::Value;

    #[test]
    fn the_description_lists_each_condition() {
        let document: Value = serde_json::from_str(include_str!("openapi.json")).expect("JSON");
        let mut filtered = 0;
        for (path, item) in document["paths"].as_object().expect("paths") {
            let parameters = item["get"]["parameters"].as_array().into_iter().flatten();
            let shared = parameters
                .clone()
                .filter_map(|parameter| parameter["$ref"].as_str()?.rsplit('/').next());
            let mut shared: Vec<&str> = shared.collect();
            if shared.is_empty() {
                continue;
            }
            filtered += 1;
            let is_of_position = shared.contains(&"moves");
            if !is_of_position {
                // Without a position, the size is a condition with a description of its own.
                shared.extend(parameters.filter_map(|own| own["name"].as_str().filter(|name| *name == "size")));
            }
            for condition in &CONDITIONS {
                assert!(shared.contains(&condition.name), "{path}: {}", condition.name);
            }
            // The others are moves, stones, to_play, swap, area, pattern, wildcards and the
            // eight options of patterns.
            let others = if is_of_position { 4 + 3 + 8 } else { 0 };
            assert_eq!(shared.len(), CONDITIONS.len() + others, "{path}");
        }
        assert!(filtered > 1);
    }
}
