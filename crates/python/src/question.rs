//! Questions from keyword arguments, which have the names of the parameters of the program's API.

use crate::error::Fault;
use bgo::internal::query::{
    CONDITIONS, Choice, Condition, Conditions, Filter, Find, NamedQuestion, PARAMETERS, Parameter, Period, Question,
    QuestionError, Sort, TreeSize,
};
use bgo::internal::store::Snapshot;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyString};

/// Returns the names of the parameters of questions that are not conditions.
#[pyfunction]
pub fn parameters() -> Vec<&'static str> {
    PARAMETERS.iter().map(|parameter| parameter.name).collect()
}

/// Returns the conditions of filters: the name, the help, and whether it may have several values.
#[pyfunction]
pub fn conditions() -> Vec<(&'static str, &'static str, bool)> {
    CONDITIONS
        .iter()
        .map(|condition| (condition.name, condition.help, condition.repeats()))
        .collect()
}

/// The arguments of a question as text.
pub struct QuestionArguments(Vec<(String, Vec<String>)>);

/// The parameters that are lists.
const LISTS: [&str; 3] = ["moves", "stones", "wildcards"];

impl QuestionArguments {
    /// Reads keyword arguments. `None` is an argument that was not given.
    pub fn read(given: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut arguments = Vec::new();
        for (name, value) in given {
            if !value.is_none() {
                let name: String = name.extract()?;
                let values = texts(&name, &value)?;
                arguments.push((name, values));
            }
        }
        Ok(Self(arguments))
    }

    fn has_position(&self) -> bool {
        self.0
            .iter()
            .any(|(name, _)| name != "size" && Condition::named(name).is_none())
    }

    /// Returns names and values as the library reads them. Blanks separate the entries of lists,
    /// as commas do.
    fn pairs(&self) -> Vec<(&str, String)> {
        let mut pairs = Vec::new();
        for (name, values) in &self.0 {
            if LISTS.contains(&name.as_str()) {
                let parts = values.iter().flat_map(|value| value.split([',', ' ', '\t', '\n']));
                let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
                pairs.push((name.as_str(), parts.join(",")));
            } else {
                pairs.extend(
                    values
                        .iter()
                        .map(|value| (name.as_str(), written(name, value).to_owned())),
                );
            }
        }
        pairs
    }

    /// Reads the question.
    pub fn question(&self) -> Result<Question, Fault> {
        let pairs = self.pairs();
        if let Some((name, _)) = pairs
            .iter()
            .find(|(name, value)| value.is_empty() && Condition::named(name).is_some() && *name != "size")
        {
            return Err(Fault::Usage(format!("{name} has no value")));
        }
        let question = Question::parse(pairs.iter().map(|(name, value)| (*name, value.as_str())));
        question.map_err(|error| match error {
            QuestionError::Unknown(name) => unknown(&name),
            QuestionError::Twice(name) => Fault::Usage(format!("{name} has one value")),
            error => Fault::usage(error),
        })
    }

    /// Reads the conditions of a list of games, wherever they went.
    pub fn filter(&self) -> Result<Filter, Fault> {
        let pairs = self.pairs();
        if let Some((name, _)) = pairs.iter().find(|(name, _)| Condition::named(name).is_none()) {
            return Err(unknown(name));
        }
        if let Some((name, _)) = pairs.iter().find(|(_, value)| value.is_empty()) {
            return Err(Fault::Usage(format!("{name} has no value")));
        }
        let conditions = Conditions::read(pairs.iter().map(|(name, value)| (*name, value.as_str())));
        Ok(conditions.map_err(Fault::usage)?.over(&Filter::default()))
    }
}

/// What chooses games: a question, or conditions alone.
pub enum GamesQuestion {
    /// The games with the position or the pattern of a question.
    Question(Box<Question>),
    /// The games that meet conditions.
    Find(Box<Filter>),
}

impl GamesQuestion {
    /// Reads arguments. Those of a `list` may name no position.
    pub fn read(arguments: &QuestionArguments, list: bool) -> Result<Self, Fault> {
        if list && !arguments.has_position() {
            Ok(Self::Find(Box::new(arguments.filter()?)))
        } else {
            Ok(Self::Question(Box::new(arguments.question()?)))
        }
    }

    /// Calls a function with the choice of the games.
    pub fn with<T>(&self, then: impl FnOnce(&Choice<'_>) -> T) -> T {
        match self {
            Self::Question(question) => then(&Choice::Position(question)),
            Self::Find(filter) => then(&Choice::Find(Find { filter, words: &[] })),
        }
    }
}

fn unknown(name: &str) -> Fault {
    let conditions = CONDITIONS.iter().map(|condition| condition.name);
    let others = conditions.filter(|name| Parameter::named(name).is_none());
    let known = parameters().into_iter().chain(others);
    // `from` is a word of Python.
    let known: Vec<&str> = known.map(|name| if name == "from" { "from_" } else { name }).collect();
    Fault::Usage(format!(
        "there is no argument \"{name}\"; there are {}",
        known.join(", ")
    ))
}

/// Returns the question with a name.
pub fn named(snapshot: &Snapshot, name: &str) -> Result<NamedQuestion, Fault> {
    if let Some(named) = NamedQuestion::find(snapshot, name)? {
        return Ok(named);
    }
    let names = NamedQuestion::all(snapshot)?;
    let names: Vec<String> = names.iter().map(|named| format!("{:?}", named.name)).collect();
    Err(Fault::NoName(match &names[..] {
        [] => format!("no search is called {name:?}; none has a name"),
        names => format!("no search is called {name:?}; there is {}", names.join(", ")),
    }))
}

/// Fails if a name is empty, or if another question has it and `overwrite` is false.
pub fn require_free(snapshot: &Snapshot, name: &str, question: &str, overwrite: bool) -> Result<(), Fault> {
    if name.trim().is_empty() {
        return Err(Fault::usage("a name has at least one character"));
    }
    let known = NamedQuestion::find(snapshot, name)?.filter(|known| known.question != question && !overwrite);
    known.map_or(Ok(()), |known| {
        Err(Fault::Usage(format!(
            "{:?} already names {}; overwrite=True replaces it",
            known.name, known.question
        )))
    })
}

/// Reads the size of a tree.
pub fn tree_size(depth: u64, min_games: u64) -> Result<TreeSize, Fault> {
    let known = u32::try_from(depth).ok();
    match known.filter(|depth| (1..=TreeSize::MAX_DEPTH).contains(depth)) {
        Some(depth) => Ok(TreeSize { depth, min_games }),
        None => Err(Fault::Usage(format!(
            "depth is a number from 1 to {}",
            TreeSize::MAX_DEPTH
        ))),
    }
}

/// Reads the length of periods.
pub fn period(by: &str) -> Result<Period, Fault> {
    match by {
        "year" => Ok(Period::Year),
        "decade" => Ok(Period::Decade),
        _ => Err(Fault::Usage(format!("by is \"year\" or \"decade\", not \"{by}\""))),
    }
}

/// Reads the order of a list.
pub fn sort_named(name: &str) -> Result<Sort, Fault> {
    let sort = Sort::ALL.into_iter().find(|known| known.name() == name);
    sort.ok_or_else(|| {
        let known = Sort::ALL.map(Sort::name).join(", ");
        Fault::Usage(format!("sort is one of {known}, not \"{name}\""))
    })
}

/// Returns a value as the library writes it; Python has words of its own for flags and for yes and no.
fn written<'a>(name: &str, value: &'a str) -> &'a str {
    let is_flag = Parameter::named(name).is_some_and(|parameter| parameter.value.is_none());
    let is_yes_or_no = Condition::named(name).is_some_and(|condition| condition.value_alone().is_some());
    match value {
        "True" if is_flag => "true",
        "False" if is_flag => "false",
        "True" if is_yes_or_no => "yes",
        "False" if is_yes_or_no => "no",
        _ => value,
    }
}

/// Returns the values of an argument as text: one, or those of a sequence.
fn texts(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Some(text) = text(value)? {
        return Ok(vec![text]);
    }
    // The items of bytes are numbers, which nobody means.
    if value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>() {
        return Err(wrong_kind(name, value));
    }
    let mut texts = Vec::new();
    for item in value.try_iter().map_err(|_| wrong_kind(name, value))? {
        let item = item?;
        texts.push(text(&item)?.ok_or_else(|| wrong_kind(name, &item))?);
    }
    Ok(texts)
}

fn wrong_kind(name: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let kind = value.get_type();
    PyTypeError::new_err(format!(
        "{name} is text, a number, a date or a sequence of these, not {kind}"
    ))
}

fn text(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Some(text.to_str()?.to_owned()));
    }
    // NumPy's scalars, and arrays without an axis, have an item of Python.
    if value.hasattr("ndim")? && value.getattr("ndim")?.eq(0)? {
        let item = value.call_method0("item")?;
        return if item.hasattr("ndim")? { Ok(None) } else { text(&item) };
    }
    let is_number = value.hasattr("__float__")? && !value.hasattr("__len__")?;
    if value.hasattr("isoformat")? && value.hasattr("date")? {
        // Games have days and no times of day.
        return text(&value.call_method0("date")?);
    }
    if is_number || value.hasattr("isoformat")? {
        Ok(Some(value.str()?.to_string()))
    } else {
        Ok(None)
    }
}
