//! Questions from keyword arguments, which have the names of the parameters of the program's API.

use crate::error::Fault;
use bgo::go::{BoardSize, Color, KeyTables};
use bgo::query::{
    BoardText, CONDITIONS, Condition, Conditions, Filter, Limits, PatternOptions, PatternSearch, PatternText, Period,
    Question, SearchBoard, Sort, TreeSize,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyString};
use std::fmt::Display;

/// The parameters beside the conditions.
const PARAMETERS: [&str; 16] = [
    "moves",
    "stones",
    "size",
    "to_play",
    "swap",
    "area",
    "pattern",
    "wildcards",
    "fixed_colors",
    "in_place",
    "touching",
    "next",
    "at",
    "stood",
    "direct",
    "strict",
];

/// Returns the names of the parameters of questions that are not conditions.
#[pyfunction]
pub fn parameters() -> [&'static str; 16] {
    PARAMETERS
}

/// Returns the conditions of filters: the name, the help, and whether it may have several values.
#[pyfunction]
pub fn conditions() -> Vec<(&'static str, &'static str, bool)> {
    let described = |condition: &Condition| (condition.name, condition.help, condition.repeats());
    CONDITIONS.iter().map(described).collect()
}

/// The arguments of a question that have not been taken yet, as text.
pub struct Arguments(Vec<(String, Vec<String>)>);

impl Arguments {
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

    fn all(&mut self, name: &str) -> Vec<String> {
        let at = self.0.iter().position(|(given, _)| given == name);
        at.map(|at| self.0.swap_remove(at).1).unwrap_or_default()
    }

    fn one(&mut self, name: &str) -> Result<Option<String>, Fault> {
        let mut values = self.all(name);
        match values.len() {
            0 | 1 => Ok(values.pop()),
            _ => Err(Fault::Usage(format!("{name} has one value"))),
        }
    }

    fn flag(&mut self, name: &str) -> Result<bool, Fault> {
        match self.one(name)?.as_deref() {
            None | Some("False") => Ok(false),
            Some("True") => Ok(true),
            Some(other) => Err(Fault::Usage(format!("{name} is True or False, not \"{other}\""))),
        }
    }

    /// Takes the parts of all values, which commas and blanks separate.
    fn parts(&mut self, name: &str) -> Vec<String> {
        let values = self.all(name);
        let parts = values.iter().flat_map(|value| value.split([',', ' ', '\t', '\n']));
        parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
    }

    /// Takes the conditions on games.
    pub fn filter(&mut self) -> Result<Filter, Fault> {
        let is_condition = |(name, _): &mut (String, Vec<String>)| Condition::named(name).is_some();
        let given: Vec<_> = self.0.extract_if(.., is_condition).collect();
        let pairs = given.iter().flat_map(|(name, values)| {
            values
                .iter()
                .map(move |value| (name.as_str(), condition_value(name, value)))
        });
        if let Some((name, _)) = pairs.clone().find(|(_, value)| value.is_empty()) {
            return Err(Fault::Usage(format!("{name} has no value")));
        }
        let conditions = Conditions::read(pairs).map_err(Fault::usage)?;
        Ok(conditions.over(&Filter::default()))
    }

    /// Fails if an argument is left.
    pub fn finish(self) -> Result<(), Fault> {
        let Some((name, _)) = self.0.first() else {
            return Ok(());
        };
        let conditions = CONDITIONS.iter().map(|condition| condition.name);
        let others = conditions.filter(|name| !PARAMETERS.contains(name));
        let known = PARAMETERS.into_iter().chain(others);
        // `from` is a word of Python.
        let known: Vec<&str> = known.map(|name| if name == "from" { "from_" } else { name }).collect();
        Err(Fault::Usage(format!(
            "there is no argument \"{name}\"; there are {}",
            known.join(", ")
        )))
    }

    /// Returns whether the arguments name a position or a pattern.
    pub fn has_position(&self) -> bool {
        self.0
            .iter()
            .any(|(name, _)| name != "size" && Condition::named(name).is_none())
    }

    /// Takes the arguments about a part of the board.
    fn pattern(&mut self) -> Result<PatternText, Fault> {
        let mut given = None;
        let mut option = |name| {
            let is_set = self.flag(name)?;
            given = given.or(is_set.then_some(name));
            Ok::<_, Fault>(is_set)
        };
        let mut options = PatternOptions {
            fixed_colors: option("fixed_colors")?,
            in_place: option("in_place")?,
            touching: option("touching")?,
            limits: Limits {
                direct: option("direct")?,
                strict: option("strict")?,
                ..Limits::default()
            },
        };
        for (name, set) in [
            ("next", Limits::set_next as fn(&mut Limits, &str) -> _),
            ("at", Limits::set_at),
            ("stood", Limits::set_stood),
        ] {
            if let Some(value) = self.one(name)? {
                set(&mut options.limits, &value).map_err(Fault::usage)?;
                given = given.or(Some(name));
            }
        }
        Ok(PatternText {
            area: self.one("area")?,
            diagram: self.one("pattern")?,
            wildcards: self.parts("wildcards"),
            options,
            given,
        })
    }

    /// Takes the question.
    pub fn asked(mut self, keys: &KeyTables) -> Result<Asked, Fault> {
        let size = match self.one("size")? {
            Some(text) => text.parse::<BoardSize>().map_err(Fault::usage)?,
            None => BoardSize::default(),
        };
        let pattern = self.pattern()?;
        let to_play = match self.one("to_play")?.as_deref() {
            None => None,
            Some("B") => Some(Color::Black),
            Some("W") => Some(Color::White),
            Some(other) => return Err(Fault::Usage(format!("to_play is \"B\" or \"W\", not \"{other}\""))),
        };
        let (stones, moves) = (self.parts("stones").join(","), self.parts("moves"));
        let given = BoardText {
            size,
            stones: &stones,
            to_play,
            moves: moves.iter().map(String::as_str).collect(),
        };
        let board = given.board(keys).map_err(Fault::usage)?;
        let swap = self.flag("swap")?;
        let pattern = pattern.search(&board, swap).map_err(Fault::usage)?;
        let filter = self.filter()?;
        self.finish()?;
        Ok(Asked {
            board,
            pattern,
            filter,
            swap,
        })
    }
}

/// A question with everything that it is about.
pub struct Asked {
    /// The board.
    pub board: SearchBoard,
    /// The pattern, if the question is about one.
    pub pattern: Option<PatternSearch>,
    filter: Filter,
    swap: bool,
}

impl Asked {
    /// Returns whether games that have the position with the colours exchanged count.
    pub const fn swap(&self) -> bool {
        self.swap
    }

    /// Returns the question.
    pub const fn question(&self) -> Question<'_> {
        match &self.pattern {
            Some(pattern) => Question::of_pattern(pattern, &self.filter),
            None => Question::of_position(&self.board, &self.filter, self.swap),
        }
    }
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
    let known = Sort::ALL.map(Sort::name).join(", ");
    let wrong = || Fault::Usage(format!("sort is one of {known}, not \"{name}\""));
    Sort::ALL
        .into_iter()
        .find(|known| known.name() == name)
        .ok_or_else(wrong)
}

/// Returns the value of a condition; Python has words of its own for yes and no.
fn condition_value<'a>(name: &str, value: &'a str) -> &'a str {
    let is_yes_or_no = Condition::named(name).is_some_and(|condition| condition.value_alone().is_some());
    match value {
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
    let wrong = |value: &Bound<'_, PyAny>| {
        let kind = value.get_type();
        let said = |kind: &dyn Display| format!("{name} is text, a number, a date or a sequence of these, not {kind}");
        PyTypeError::new_err(said(&kind))
    };
    // The items of bytes are numbers, which nobody means.
    if value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>() {
        return Err(wrong(value));
    }
    let mut texts = Vec::new();
    for item in value.try_iter().map_err(|_| wrong(value))? {
        let item = item?;
        texts.push(text(&item)?.ok_or_else(|| wrong(&item))?);
    }
    Ok(texts)
}

/// Returns a single value as text.
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
    match is_number || value.hasattr("isoformat")? {
        true => Ok(Some(value.str()?.to_string())),
        false => Ok(None),
    }
}
