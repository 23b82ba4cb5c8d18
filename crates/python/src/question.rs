//! Questions from keyword arguments, which have the names of the parameters of the program's API.

use crate::error::Fault;
use bgo::go::{BoardSize, Color, KeyTables, Move, Point};
use bgo::pattern::{Area, Pattern};
use bgo::query::{
    CONDITIONS, Condition, Conditions, Filter, Limits, PatternOptions, PatternSearch, Question, SearchBoard, stones,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
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
        let pairs = given
            .iter()
            .flat_map(|(name, values)| values.iter().map(move |value| (name.as_str(), value.as_str())));
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
        let known: Vec<&str> = PARAMETERS.into_iter().chain(conditions).collect();
        Err(Fault::Usage(format!(
            "there is no argument \"{name}\"; there are {}",
            known.join(", ")
        )))
    }

    /// Returns whether the arguments name a position or a pattern.
    pub fn has_position(&self) -> bool {
        self.0
            .iter()
            .any(|(name, values)| !values.is_empty() && name != "size" && Condition::named(name).is_none())
    }

    /// Takes the question.
    pub fn asked(mut self, keys: &KeyTables) -> Result<Asked, Fault> {
        let size = match self.one("size")? {
            Some(text) => text.parse::<BoardSize>().map_err(Fault::usage)?,
            None => BoardSize::default(),
        };
        let pattern = PatternArguments::take(&mut self)?;
        let to_play = match self.one("to_play")?.as_deref() {
            None => None,
            Some("B") => Some(Color::Black),
            Some("W") => Some(Color::White),
            Some(other) => return Err(Fault::Usage(format!("to_play is \"B\" or \"W\", not \"{other}\""))),
        };
        let (stones, first) = stones(&self.parts("stones").join(","), size).map_err(Fault::usage)?;
        let mut board = SearchBoard::from_stones(keys, size, stones, to_play.unwrap_or(first));
        for text in self.parts("moves") {
            let mv = Move::parse(&text, board.to_play(), size).map_err(Fault::usage)?;
            board.play(mv).map_err(Fault::usage)?;
        }
        let swap = self.flag("swap")?;
        let pattern = pattern.search(&board, swap)?;
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
    /// Returns the question.
    pub const fn question(&self) -> Question<'_> {
        match &self.pattern {
            Some(pattern) => Question::of_pattern(pattern, &self.filter),
            None => Question::of_position(&self.board, &self.filter, self.swap),
        }
    }
}

/// The arguments about a part of the board.
struct PatternArguments {
    area: Option<String>,
    diagram: Option<String>,
    wildcards: Vec<String>,
    options: PatternOptions,
}

impl PatternArguments {
    fn take(arguments: &mut Arguments) -> Result<Self, Fault> {
        let mut limits = Limits {
            direct: arguments.flag("direct")?,
            strict: arguments.flag("strict")?,
            ..Limits::default()
        };
        for (name, set) in [
            ("next", Limits::set_next as fn(&mut Limits, &str) -> _),
            ("at", Limits::set_at),
            ("stood", Limits::set_stood),
        ] {
            if let Some(value) = arguments.one(name)? {
                set(&mut limits, &value).map_err(Fault::usage)?;
            }
        }
        Ok(Self {
            area: arguments.one("area")?,
            diagram: arguments.one("pattern")?,
            wildcards: arguments.parts("wildcards"),
            options: PatternOptions {
                fixed_colors: arguments.flag("fixed_colors")?,
                in_place: arguments.flag("in_place")?,
                touching: arguments.flag("touching")?,
                limits,
            },
        })
    }

    /// Returns the search for the part, or `None` for the whole board.
    fn search(self, board: &SearchBoard, swap: bool) -> Result<Option<PatternSearch>, Fault> {
        let wrong = |why: &str| Err(Fault::Usage(why.to_owned()));
        let (area, diagram) = match (&self.area, &self.diagram) {
            (None, None) if self.options == PatternOptions::default() && self.wildcards.is_empty() => return Ok(None),
            (None, None) => {
                return wrong("options of patterns are about a part of the board: give area or pattern too");
            }
            (Some(_), Some(_)) => return wrong("a diagram has its own area: give area or pattern"),
            _ if swap => {
                return wrong("swap is about whole boards: patterns count with exchanged colours unless fixed_colors");
            }
            (area, diagram) => (area, diagram),
        };
        if let Some(diagram) = diagram {
            if !self.wildcards.is_empty() {
                return wrong("wildcards are points of an area: write * in the diagram");
            }
            if !board.moves().is_empty() || board.start().board().stones().next().is_some() {
                return wrong("moves and stones are about the board, and a diagram has its own stones");
            }
            let pattern = Pattern::parse(diagram).map_err(Fault::usage)?;
            return Ok(Some(PatternSearch::of_diagram(pattern, board.size(), self.options)?));
        }
        let Some(area) = area else { return Ok(None) };
        let area = Area::parse(area, board.size()).map_err(Fault::usage)?;
        let wildcard = |text: &String| wildcard(text, area, board.size());
        let wildcards = self.wildcards.iter().map(wildcard).collect::<Result<Vec<_>, _>>()?;
        let search = PatternSearch::of_area(board.position().board(), &wildcards, area, self.options)?;
        Ok(Some(search))
    }
}

fn wildcard(text: &str, area: Area, size: BoardSize) -> Result<Point, Fault> {
    let read = Move::parse(text, Color::Black, size).map_err(Fault::usage)?;
    let outside = || Fault::Usage(format!("{text} is not a point of the area {area}"));
    read.point.filter(|point| area.contains(*point)).ok_or_else(outside)
}

/// Returns the values of an argument as text: one, or those of a sequence.
fn texts(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Some(text) = text(value)? {
        return Ok(vec![text]);
    }
    let wrong = || {
        let kind = value.get_type();
        let said = |kind: &dyn Display| format!("{name} is text, a number, a date or a sequence of these, not {kind}");
        PyTypeError::new_err(said(&kind))
    };
    let mut texts = Vec::new();
    for item in value.try_iter().map_err(|_| wrong())? {
        texts.push(text(&item?)?.ok_or_else(wrong)?);
    }
    Ok(texts)
}

fn text(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Some(text.to_str()?.to_owned()));
    }
    let is_number =
        value.is_instance_of::<PyBool>() || value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    let is_date = value.hasattr("isoformat")?;
    match is_number || is_date {
        true => Ok(Some(value.str()?.to_string())),
        false => Ok(None),
    }
}
