//! The parameters of questions beside the conditions, in one table. Options of the command line and of the shell,
//! parameters of the API, keyword arguments of Python and Spark, and options of the SQL table
//! `pattern` are derived from the table.

use super::error::{QuestionError, unreadable};
use crate::query::pattern::PatternOptions;

/// A parameter of questions that is not a condition.
#[derive(Debug)]
pub struct Parameter {
    /// The name, such as `fixed_colors`.
    pub name: &'static str,
    /// The kind of value, as usage lines show it; `None` for a flag, which is `true` or `false`.
    pub value: Option<&'static str>,
    /// A sentence for help texts.
    pub help: &'static str,
    /// A value for examples.
    pub example: &'static str,
    /// The option of patterns, if the parameter is one.
    pub option: Option<PatternOption>,
}

/// How an option of patterns is read and printed.
#[derive(Clone, Copy, Debug)]
pub enum PatternOption {
    /// An option that is set or not.
    Flag(fn(&mut PatternOptions) -> &mut bool),
    /// An option with a value.
    Value {
        /// Returns the value as it is typed, unless it is the default.
        get: fn(&PatternOptions) -> Option<String>,
        /// Reads a value, or says what is wrong with it.
        set: fn(&mut PatternOptions, &str) -> Result<(), String>,
    },
}

macro_rules! limit {
    ($get:ident, $set:ident) => {
        Some(PatternOption::Value {
            get: |options| options.limits.$get(),
            set: |options, text| options.limits.$set(text).map_err(|error| error.to_string()),
        })
    };
}

/// The parameters of questions beside the conditions. A new option of patterns needs a field in
/// [`PatternOptions`] and an entry here.
pub static PARAMETERS: [Parameter; 16] = [
    Parameter {
        name: "moves",
        value: Some("MOVE"),
        help: "Moves from the empty board: SGF letters (pd), a letter and a number (Q16), or pass",
        example: "pd,dp",
        option: None,
    },
    Parameter {
        name: "stones",
        value: Some("STONES|NUMBER"),
        help: "Stones on the board before the moves: Bpd,Wdp, or the number of handicap stones (White then moves first)",
        example: "Bcd,Wdc",
        option: None,
    },
    Parameter {
        name: "size",
        value: Some("LINES"),
        help: "Lines of the board",
        example: "19",
        option: None,
    },
    Parameter {
        name: "to_play",
        value: Some("B|W"),
        help: "The colour of the first move, if it is not Black, or White after a handicap",
        example: "W",
        option: None,
    },
    Parameter {
        name: "swap",
        value: None,
        help: "Also count the position with the colours exchanged",
        example: "true",
        option: None,
    },
    Parameter {
        name: "area",
        value: Some("A,B"),
        help: "Ask about a part of the board: the area with these opposite corners, as it is after the moves; or corner,9",
        example: "corner,9",
        option: None,
    },
    Parameter {
        name: "pattern",
        value: Some("TEXT"),
        help: "Ask about a diagram: its text (/ ends a row)",
        example: "|.X/|1O",
        option: None,
    },
    Parameter {
        name: "wildcards",
        value: Some("POINTS"),
        help: "Points of the area where anything may stand",
        example: "qc,qd",
        option: None,
    },
    Parameter {
        name: "fixed_colors",
        value: None,
        help: "Do not match with the colours swapped",
        example: "true",
        option: Some(PatternOption::Flag(|options| &mut options.fixed_colors)),
    },
    Parameter {
        name: "in_place",
        value: None,
        help: "Only exactly here on the board",
        example: "true",
        option: Some(PatternOption::Flag(|options| &mut options.in_place)),
    },
    Parameter {
        name: "touching",
        value: None,
        help: "Also where it happens to lie against an edge",
        example: "true",
        option: Some(PatternOption::Flag(|options| &mut options.touching)),
    },
    Parameter {
        name: "next",
        value: Some("X|O|any"),
        help: "Only answers of this colour: X (black), O (white) or any",
        example: "X",
        option: limit!(next_text, set_next),
    },
    Parameter {
        name: "at",
        value: Some("RANGE"),
        help: "Only where the pattern appears between these moves, such as 10..60",
        example: "10..60",
        option: limit!(at_text, set_at),
    },
    Parameter {
        name: "stood",
        value: Some("MOVES"),
        help: "Only where the pattern survives at least this many moves",
        example: "4..",
        option: limit!(stood_text, set_stood),
    },
    Parameter {
        name: "direct",
        value: None,
        help: "Only immediate answers, no tenuki first",
        example: "true",
        option: Some(PatternOption::Flag(|options| &mut options.limits.direct)),
    },
    Parameter {
        name: "strict",
        value: None,
        help: "Nothing is played elsewhere during the sequence",
        example: "true",
        option: Some(PatternOption::Flag(|options| &mut options.limits.strict)),
    },
];

impl Parameter {
    /// Returns the parameter with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        PARAMETERS.iter().find(|parameter| parameter.name == name)
    }

    /// Returns the name as command lines have it, such as `fixed-colors`.
    #[must_use]
    pub fn option_name(&self) -> String {
        self.name.replace('_', "-")
    }

    /// Fails with a sentence if a text is not a value of the option of patterns. Other parameters
    /// are read together.
    pub fn check(&self, value: &str) -> Result<(), String> {
        self.set(&mut PatternOptions::default(), value)
    }

    fn set(&self, options: &mut PatternOptions, value: &str) -> Result<(), String> {
        match &self.option {
            Some(PatternOption::Flag(field)) => *field(options) = flag(self.name, value)?,
            Some(PatternOption::Value { set, .. }) => set(options, value)?,
            None => {}
        }
        Ok(())
    }

    /// Returns the value of an option of patterns that is not the default.
    fn option_value(&self, options: &PatternOptions) -> Option<String> {
        match &self.option {
            Some(PatternOption::Flag(field)) => field(&mut options.clone()).then(|| true.to_string()),
            Some(PatternOption::Value { get, .. }) => get(options),
            None => None,
        }
    }
}

impl PatternOptions {
    /// Reads names and values of options of patterns.
    pub fn parse<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, QuestionError> {
        let mut options = Self::default();
        for (name, value) in pairs {
            let option = Parameter::named(name).filter(|parameter| parameter.option.is_some());
            let option = option.ok_or_else(|| QuestionError::Unknown(name.to_owned()))?;
            let set = option.set(&mut options, value);
            set.map_err(|message| unreadable(option.name, message))?;
        }
        Ok(options)
    }

    /// Returns the names and values of the options that differ from the default.
    #[must_use]
    pub fn to_pairs(&self) -> Vec<(&'static Parameter, String)> {
        let given = PARAMETERS
            .iter()
            .filter_map(|parameter| Some((parameter, parameter.option_value(self)?)));
        given.collect()
    }
}

pub(super) fn flag(name: &str, text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| format!("{name} must be true or false"))
}
