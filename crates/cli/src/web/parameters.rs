use super::error::ApiError;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use bgo::internal::export::Form;
use bgo::internal::go::{BoardSize, ParseError};
use bgo::internal::query::{Condition, Conditions, Filter, Page, Parameter, Question, Sort, TreeSize};
use bgo::internal::record::MAX_LETTERS;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The maximum number of moves or of stones in a question.
const MAX_QUERY_MOVES: usize = 1000;

pub const MAX_LIMIT: usize = 200;

/// The maximum number of characters in the value of a condition or a prefix.
pub const MAX_NAME: usize = 100;

/// The maximum number of characters of a player's whole name, as records have it, and of an
/// archive, whose name may need folders before it.
pub const MAX_WHOLE_NAME: usize = MAX_LETTERS;

/// The maximum number of conditions on players, and of those on words.
pub const MAX_REPEATED: usize = 8;

/// The maximum number of bytes in the name of an upload.
pub const MAX_FILE_NAME: usize = 200;

/// The maximum number of entries to skip in a list.
pub const MAX_OFFSET: usize = 100_000_000;

/// The maximum number of games that a move of a tree may be asked to have.
pub const MAX_MIN_GAMES: u64 = 1_000_000_000;

/// The forms of downloads, the usual one first.
pub const DOWNLOADS: [Form; 3] = [Form::Csv, Form::Collection, Form::Tgz];

/// The parameters of a request that have not been taken yet.
pub struct Parameters(Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for Parameters {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(pairs)) => Ok(Self(pairs)),
            Err(error) => Err(ApiError::unreadable("", error.body_text())),
        }
    }
}

impl Parameters {
    /// Takes the value of a parameter, which may be given only once.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, ApiError> {
        let mut values = self.0.extract_if(.., |(given, _)| given == name);
        let first = values.next();
        match values.next() {
            Some(_) => Err(ApiError::unreadable(name, format!("{name} is given more than once"))),
            None => Ok(first.map(|(_, value)| value)),
        }
    }

    /// Takes a line of text.
    pub fn title(&mut self) -> Result<Option<String>, ApiError> {
        let title = self.text("title")?;
        let text = title.as_deref().unwrap_or_default();
        require_short("title", text, MAX_NAME)?;
        if text.contains(char::is_control) {
            return Err(ApiError::unreadable("title", "title is a line of text"));
        }
        Ok(title)
    }

    pub fn prefix(&mut self) -> Result<String, ApiError> {
        let prefix = self.text("prefix")?.unwrap_or_default();
        require_short("prefix", &prefix, MAX_NAME)?;
        Ok(prefix)
    }

    /// Takes the whole name of a player.
    pub fn name(&mut self, parameter: &'static str) -> Result<String, ApiError> {
        let name = self.text(parameter)?.unwrap_or_default();
        require_short(parameter, &name, MAX_WHOLE_NAME)?;
        if name.trim().is_empty() {
            return Err(ApiError::unreadable(
                parameter,
                format!("{parameter} is a player's whole name"),
            ));
        }
        Ok(name)
    }

    /// Takes the name of a file without folders.
    pub fn file_name(&mut self) -> Result<String, ApiError> {
        let name = self.text("name")?.unwrap_or_default();
        let is_plain = !["", "..", "."].contains(&name.trim())
            && !name.contains(|letter: char| letter.is_control() || "/\\:".contains(letter));
        // File systems allow so many bytes, and the importer adds to a name.
        if is_plain && name.len() <= MAX_FILE_NAME {
            Ok(name)
        } else {
            Err(ApiError::unreadable(
                "name",
                format!("name is that of a file, without folders, of at most {MAX_FILE_NAME} bytes"),
            ))
        }
    }

    /// Takes the name of an archive.
    pub fn archive(&mut self) -> Result<String, ApiError> {
        let archive = self.text("archive")?.unwrap_or_default();
        require_short("archive", &archive, MAX_WHOLE_NAME)?;
        if archive.is_empty() {
            return Err(ApiError::unreadable(
                "archive",
                "archive is the name of an archive; /archives lists them",
            ));
        }
        Ok(archive)
    }

    /// Takes the number of games that a change may remove, if somebody agreed to that.
    pub fn agreed_games(&mut self) -> Result<Option<u64>, ApiError> {
        self.number("games", 0..=MAX_MIN_GAMES)
    }

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

    pub fn tree_size(&mut self) -> Result<TreeSize, ApiError> {
        let usual = TreeSize::default();
        Ok(TreeSize {
            depth: self.number("depth", 1..=TreeSize::MAX_DEPTH)?.unwrap_or(usual.depth),
            min_games: self.number("min_games", 1..=MAX_MIN_GAMES)?.unwrap_or(usual.min_games),
        })
    }

    pub fn number<T: FromStr + PartialOrd + Display>(
        &mut self,
        name: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, ApiError> {
        let wanted = || format!("{name} must be a number from {} to {}", range.start(), range.end());
        let read = |text: &str| text.parse().ok().filter(|n| range.contains(n)).ok_or_else(wanted);
        self.value(name, read)
    }

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

    pub fn page(&mut self) -> Result<Page, ApiError> {
        Ok(Page {
            offset: self.number("offset", 0..=MAX_OFFSET)?.unwrap_or(0),
            limit: self.limit(50)?,
            ..self.whole_list()?
        })
    }

    /// Takes the order of a list, all of which is wanted.
    pub fn whole_list(&mut self) -> Result<Page, ApiError> {
        let words = Sort::ALL.map(|sort| (sort.name(), sort));
        let sort = self.choice("sort", &words)?.unwrap_or_default();
        Ok(Page::whole(sort, self.flag("reverse")?))
    }

    /// Takes the form of a download.
    pub fn download(&mut self) -> Result<Form, ApiError> {
        let words = DOWNLOADS.map(|form| (form.name(), form));
        Ok(self.choice("as", &words)?.unwrap_or(DOWNLOADS[0]))
    }

    pub fn question(&mut self) -> Result<Question, ApiError> {
        let given: Vec<_> = self
            .0
            .extract_if(.., |(name, _)| Parameter::named(name).is_some())
            .collect();
        for (name, value) in &given {
            if ["moves", "stones", "wildcards"].contains(&name.as_str()) {
                require_few(name, value)?;
            }
        }
        let question = Question::parse(given.iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
        Ok(question.under(self.filter()?))
    }

    pub fn filter(&mut self) -> Result<Filter, ApiError> {
        let is_condition = |name: &str| Condition::named(name).is_some();
        let given: Vec<(String, String)> = self.0.extract_if(.., |(name, _)| is_condition(name)).collect();
        for (name, value) in &given {
            require_short_value(name, value)?;
            if value.is_empty() {
                return Err(ApiError::unreadable(name, format!("{name} has no value")));
            }
        }
        let pairs = given.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let conditions = Conditions::read(pairs).map_err(|error| ApiError::unreadable(error.name(), &error))?;
        let filter = conditions.over(&Filter::default());
        require_few_repeated(&filter)?;
        Ok(filter)
    }

    /// Takes conditions in one text, as they are typed in the shell.
    pub fn conditions(&mut self, name: &str) -> Result<Conditions, ApiError> {
        let text = self.text(name)?.unwrap_or_default();
        // A text that cannot be split cannot be read either.
        let words = shell_words::split(&text).unwrap_or_default();
        for (condition, value) in words.iter().filter_map(|word| word.split_once('=')) {
            require_short_value(condition, value).map_err(|error| error.on(name))?;
        }
        let conditions = Conditions::parse(&text).map_err(|error| ApiError::unreadable(name, error))?;
        require_few_repeated(&conditions.over(&Filter::default())).map_err(|error| error.on(name))?;
        Ok(conditions)
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

/// Fails if the value of a condition is too long.
fn require_short_value(condition: &str, value: &str) -> Result<(), ApiError> {
    let most = if condition == "archive" {
        MAX_WHOLE_NAME
    } else {
        MAX_NAME
    };
    require_short(condition, value, most)
}

/// Fails if a condition that takes time each time is given too often.
fn require_few_repeated(filter: &Filter) -> Result<(), ApiError> {
    for (name, times) in [
        ("player", filter.players.len()),
        ("opening", filter.openings.len()),
        ("words", filter.words.len()),
    ] {
        if times > MAX_REPEATED {
            let message = format!("{name} is given {times} times; the maximum is {MAX_REPEATED}");
            return Err(ApiError::wrong("too_long", name, message));
        }
    }
    Ok(())
}

fn require_few(name: &str, list: &str) -> Result<(), ApiError> {
    let entries = list.split(',').filter(|entry| !entry.is_empty()).count();
    if entries > MAX_QUERY_MOVES {
        let message = format!("{name} has {entries} entries; the maximum is {MAX_QUERY_MOVES}");
        return Err(ApiError::wrong("too_long", name, message));
    }
    Ok(())
}
