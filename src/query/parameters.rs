//! Questions as names and values: the parameters beside the conditions, in one table, and how a
//! question is read from them and printed again. Options of the command line and of the shell,
//! parameters of the API, keyword arguments of Python and Spark, and options of the SQL table
//! `pattern` are derived from the table.

use super::conditions::{CONDITIONS, Condition, ConditionError, Conditions};
use super::{Filter, PatternOptions, PlayError, QueryError, Question, Scope, SearchBoard};
use crate::go::{BoardSize, Color, Move, ParseError, Point};
use crate::pattern::{Area, Pattern, PatternError};
use thiserror::Error;

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
        example: "Bpd,Wdp",
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
        help: "Only in its own colours, not with the colours exchanged",
        example: "true",
        option: Some(PatternOption::Flag(|options| &mut options.fixed_colors)),
    },
    Parameter {
        name: "in_place",
        value: None,
        help: "Only at its own place, neither slid nor turned",
        example: "true",
        option: Some(PatternOption::Flag(|options| &mut options.in_place)),
    },
    Parameter {
        name: "touching",
        value: None,
        help: "Also against edges that the pattern does not touch",
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
        help: "Only patterns that begin to stand after this many moves",
        example: "10..60",
        option: limit!(at_text, set_at),
    },
    Parameter {
        name: "stood",
        value: Some("MOVES"),
        help: "Only patterns that stand for at least this many moves",
        example: "4..",
        option: limit!(stood_text, set_stood),
    },
    Parameter {
        name: "direct",
        value: None,
        help: "Only answers without a move elsewhere before them",
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
            set.map_err(|message| QuestionError::Unreadable {
                name: option.name,
                message,
            })?;
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

/// An error for names and values that make no question.
#[derive(Debug, Error)]
pub enum QuestionError {
    /// There is no such parameter or condition.
    #[error("there is no parameter \"{0}\"")]
    Unknown(String),
    /// A parameter is given again.
    #[error("{0} is given more than once")]
    Twice(&'static str),
    /// A value cannot be read.
    #[error("{message}")]
    Unreadable {
        /// The name of the parameter.
        name: &'static str,
        /// The fault, and the expected form.
        message: String,
    },
    /// A condition cannot be read.
    #[error(transparent)]
    Condition(#[from] ConditionError),
    /// A move cannot be read.
    #[error("{error}")]
    Move {
        /// The text.
        text: String,
        /// The fault.
        error: ParseError,
    },
    /// A move cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Two of the stones are on one point.
    #[error("{0} has two stones")]
    TwoStones(Point),
    /// Parameters exclude each other.
    #[error("{0}")]
    Clash(#[from] Clash),
    /// An area or a diagram is no pattern on this board.
    #[error("{error}")]
    NoPattern {
        /// The name of the parameter that is wrong.
        name: &'static str,
        /// The fault.
        error: QueryError,
    },
}

impl QuestionError {
    /// Returns the name of the parameter or the condition that is wrong.
    #[must_use]
    pub fn parameter(&self) -> &str {
        match self {
            Self::Unknown(name) => name,
            Self::Twice(name) | Self::Unreadable { name, .. } | Self::NoPattern { name, .. } => name,
            Self::Condition(error) => error.name(),
            Self::Move { .. } | Self::Play(_) => "moves",
            Self::TwoStones(_) => "stones",
            Self::Clash(clash) => clash.parameter(),
        }
    }
}

/// Parameters that exclude each other.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}", self.said(str::to_owned))]
pub enum Clash {
    /// The named option of patterns, without a pattern.
    NoPattern(&'static str),
    /// Both an area and a diagram.
    TwoPatterns,
    /// Exchanged colours, which are for questions about the whole board.
    Swap,
    /// A diagram with wildcards.
    Wildcards,
    /// A diagram with the named parameter of the board.
    Stones(&'static str),
    /// A wildcard outside the area.
    Outside {
        /// The wildcard.
        text: String,
        /// The area.
        area: Area,
    },
}

impl Clash {
    /// Returns the name of the parameter that is wrong.
    #[must_use]
    pub const fn parameter(&self) -> &'static str {
        match self {
            Self::NoPattern(name) | Self::Stones(name) => name,
            Self::TwoPatterns => "area",
            Self::Swap => "swap",
            Self::Wildcards | Self::Outside { .. } => "wildcards",
        }
    }

    /// Returns a sentence that names parameters as `named` says.
    pub fn said(&self, named: impl Fn(&str) -> String) -> String {
        let [area, pattern] = ["area", "pattern"].map(&named);
        match self {
            Self::NoPattern(name) => {
                format!(
                    "{} is about a part of the board: name one with {area} or {pattern}",
                    named(name)
                )
            }
            Self::TwoPatterns => format!("a diagram has its own area: give {area} or {pattern}, not both"),
            Self::Swap => format!(
                "{} is about whole boards: patterns count with exchanged colours too, unless {} is given",
                named("swap"),
                named("fixed_colors")
            ),
            Self::Wildcards => "wildcards are points of an area: write * in the diagram".to_owned(),
            Self::Stones(_) => format!(
                "a diagram has its own stones, so moves and {} do not go with {pattern}",
                named("stones")
            ),
            Self::Outside { text, area } => format!("{text} is not a point of the area {area}"),
        }
    }
}

impl Question {
    /// Reads a question from the names and values of [`PARAMETERS`] and [`CONDITIONS`]. Commas
    /// separate moves, stones and wildcards. `size` is that of the board.
    pub fn parse<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, QuestionError> {
        Self::parse_on(None, pairs)
    }

    /// Does the same for a position that is on the given board, to which neither moves nor stones
    /// are added.
    pub fn parse_on<'a>(
        board: Option<SearchBoard>,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, QuestionError> {
        let mut given = Vec::new();
        let mut conditions = Vec::new();
        for (name, value) in pairs {
            if let Some(parameter) = Parameter::named(name) {
                if given.iter().any(|&(other, _)| other == parameter.name) {
                    return Err(QuestionError::Twice(parameter.name));
                }
                given.push((parameter.name, value));
            } else if Condition::named(name).is_some() {
                conditions.push((name, value));
            } else {
                return Err(QuestionError::Unknown(name.to_owned()));
            }
        }
        let given = Given(given);
        let board = board.map_or_else(|| given.board(), Ok)?;
        let swap = given.read("swap", |text| flag("swap", text))?.unwrap_or(false);
        let scope = given.scope(&board, swap)?;
        let filter = Conditions::read(conditions)?.over(&Filter::default());
        let question = Self::new(board).about(scope).swapping(swap).under(filter);
        question.pattern().map_err(|error| QuestionError::NoPattern {
            name: match &error {
                QueryError::StrictWithoutSequence => "strict",
                QueryError::Pattern(PatternError::Slides { .. }) => "in_place",
                _ if matches!(question.scope(), Scope::Area(..)) => "area",
                _ => "pattern",
            },
            error,
        })?;
        Ok(question)
    }

    /// Returns names and values from which [`Question::parse`] makes the question. Moves that were
    /// not played in turn by the rules are left out, and their position is the beginning. The
    /// condition `size` is left out.
    #[must_use]
    pub fn to_pairs(&self) -> Vec<(&'static str, String)> {
        let board = self.board();
        let mut pairs = Vec::new();
        let mut whole = SearchBoard::from_stones(board.size(), board.start().stones(), board.first());
        let is_playable = board
            .moves()
            .iter()
            .all(|&mv| mv.color == whole.to_play() && whole.play(mv).is_ok());
        let (start, first, moves) = if is_playable && whole.position() == board.position() {
            (board.start(), board.first(), board.moves())
        } else {
            (board.position(), board.to_play(), &[][..])
        };
        let typed = |mv: Move| mv.target();
        let stones = start.stones().map(|(point, color)| {
            let stone = Move {
                color,
                point: Some(point),
            };
            format!("{}{}", color.letter(), typed(stone))
        });
        let wildcards = board.wildcards().map(|point| point.to_string());
        let wildcards = wildcards.filter(|_| matches!(self.scope(), Scope::Area(..)));
        let list = |texts: Vec<String>| (!texts.is_empty()).then(|| texts.join(","));
        let (area, pattern, options) = match self.scope() {
            Scope::Board => (None, None, PatternOptions::default()),
            Scope::Area(area, options) => (Some(area.to_string()), None, *options),
            Scope::Diagram(pattern, options) => (None, Some(pattern.to_string()), *options),
        };
        let is_board = matches!(self.scope(), Scope::Board);
        let texts = [
            ("moves", list(moves.iter().map(Move::target).collect())),
            ("stones", list(stones.collect())),
            (
                "size",
                (board.size() != BoardSize::default()).then(|| board.size().lines().to_string()),
            ),
            ("to_play", (first == Color::White).then(|| "W".to_owned())),
            ("swap", (self.swap() && is_board).then(|| true.to_string())),
            ("area", area),
            ("pattern", pattern),
            ("wildcards", list(wildcards.collect())),
        ];
        pairs.extend(texts.into_iter().filter_map(|(name, text)| Some((name, text?))));
        let options = options.to_pairs().into_iter();
        pairs.extend(options.map(|(option, value)| (option.name, value)));
        for condition in CONDITIONS.iter().filter(|condition| condition.name != "size") {
            pairs.extend(
                condition
                    .values(self.filter())
                    .into_iter()
                    .map(|value| (condition.name, value)),
            );
        }
        pairs
    }
}

/// The parameters of a question that were given.
struct Given<'a>(Vec<(&'static str, &'a str)>);

impl<'a> Given<'a> {
    fn text(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(given, _)| *given == name).map(|&(_, value)| value)
    }

    fn parts(&self, name: &str) -> impl Iterator<Item = &'a str> {
        let text = self.text(name).unwrap_or_default();
        text.split(',').filter(|part| !part.is_empty())
    }

    fn read<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, QuestionError> {
        let value = self.text(name).map(read).transpose();
        value.map_err(|message| QuestionError::Unreadable { name, message })
    }

    fn board(&self) -> Result<SearchBoard, QuestionError> {
        let size = self
            .read("size", |text| {
                text.parse().map_err(|error: ParseError| error.to_string())
            })?
            .unwrap_or_default();
        let to_play = self.read("to_play", |text| match text {
            "B" => Ok(Color::Black),
            "W" => Ok(Color::White),
            _ => Err("to_play must be one of B, W".to_owned()),
        })?;
        let (stones, first) = stones(self.text("stones").unwrap_or_default(), size)?;
        let mut board = SearchBoard::from_stones(size, stones, to_play.unwrap_or(first));
        for text in self.parts("moves") {
            let mv = Move::parse(text, board.to_play(), size).map_err(|error| QuestionError::Move {
                text: text.to_owned(),
                error,
            })?;
            board.play(mv)?;
        }
        let wildcard = |text: &str| {
            let read = Move::parse(text, Color::Black, size).map_err(|error| error.to_string())?;
            read.point.ok_or_else(|| format!("\"{text}\" is not a point"))
        };
        let wildcards = self.parts("wildcards").map(wildcard).collect::<Result<Vec<_>, _>>();
        let wildcards = wildcards.map_err(|message| QuestionError::Unreadable {
            name: "wildcards",
            message,
        })?;
        Ok(board.with_wildcards(wildcards))
    }

    /// Reads the subject, if `swap` does not exclude it.
    fn scope(&self, board: &SearchBoard, swap: bool) -> Result<Scope, QuestionError> {
        let is_option = |(name, _): &&(&'static str, &str)| Parameter::named(name).is_some_and(|p| p.option.is_some());
        let options: Vec<_> = self.0.iter().filter(is_option).copied().collect();
        let given = options.iter().find(|(_, value)| *value != "false");
        let options = PatternOptions::parse(options.iter().copied())?;
        let has_wildcards = self.parts("wildcards").next().is_some();
        match (self.text("area"), self.text("pattern")) {
            (None, None) => {
                let given = given.map(|(name, _)| *name).or(has_wildcards.then_some("wildcards"));
                match given {
                    Some(name) => Err(Clash::NoPattern(name).into()),
                    None => Ok(Scope::Board),
                }
            }
            (Some(_), Some(_)) => Err(Clash::TwoPatterns.into()),
            _ if swap => Err(Clash::Swap.into()),
            (Some(text), None) => {
                let area = Area::parse(text, board.size()).map_err(|error| QuestionError::Unreadable {
                    name: "area",
                    message: error.to_string(),
                })?;
                for (point, text) in board.wildcards().zip(self.parts("wildcards")) {
                    if !area.contains(point) {
                        return Err(Clash::Outside {
                            text: text.to_owned(),
                            area,
                        }
                        .into());
                    }
                }
                Ok(Scope::Area(area, options))
            }
            (None, Some(text)) => {
                let pattern = Pattern::parse(text).map_err(|error| QuestionError::Unreadable {
                    name: "pattern",
                    message: error.to_string(),
                })?;
                if has_wildcards {
                    return Err(Clash::Wildcards.into());
                }
                for name in ["stones", "moves"] {
                    if self.parts(name).next().is_some() {
                        return Err(Clash::Stones(name).into());
                    }
                }
                Ok(Scope::Diagram(pattern, options))
            }
        }
    }
}

/// Reads a flag.
fn flag(name: &str, text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| format!("{name} must be true or false"))
}

/// Reads the stones with which a board begins: stones such as `Bpd,Wdp`, or the number of
/// handicap stones on their usual points. Also returns the colour of the first move, White
/// after a handicap.
fn stones(text: &str, size: BoardSize) -> Result<(Vec<(Point, Color)>, Color), QuestionError> {
    let unreadable = |message| QuestionError::Unreadable {
        name: "stones",
        message,
    };
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let points = size.handicap(text.parse().unwrap_or(usize::MAX));
        let points = points.map_err(|error| unreadable(error.to_string()))?;
        return Ok((
            points.into_iter().map(|point| (point, Color::Black)).collect(),
            Color::White,
        ));
    }
    let mut stones: Vec<(Point, Color)> = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let stone = stone(part, size);
        let stone =
            stone.ok_or_else(|| unreadable(format!("\"{part}\" is not a stone on this board: write Bpd or Wdp")))?;
        if stones.iter().any(|(point, _)| *point == stone.0) {
            return Err(QuestionError::TwoStones(stone.0));
        }
        stones.push(stone);
    }
    Ok((stones, Color::Black))
}

fn stone(part: &str, size: BoardSize) -> Option<(Point, Color)> {
    let color = match part.get(..1)? {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let point = Move::parse(&part[1..], color, size).ok()?.point?;
    Some((point, color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::option::of;
    use proptest::prelude::*;
    use proptest::sample::{select, subsequence};

    fn parsed(text: &str) -> Result<Question, QuestionError> {
        Question::parse(text.split_whitespace().filter_map(|pair| pair.split_once('=')))
    }

    fn printed(question: &Question) -> String {
        let pairs = question.to_pairs().into_iter();
        let pairs = pairs.map(|(name, value)| format!("{name}={value}"));
        pairs.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn questions_are_printed_as_they_were_read() {
        for text in [
            "",
            "moves=pd,dp,pass size=13",
            "moves=pd stones=Bdd,Wqq to_play=W swap=true player=cho year=1990..1999",
            "moves=pd,qf stones=Bdp area=ma,sh wildcards=ra,sa fixed_colors=true next=X at=10..60 stood=4..",
            "pattern=+--/|.X/|1O in_place=true touching=true direct=true strict=true result=B+R",
        ] {
            let question = parsed(text).expect(text);
            assert_eq!(printed(&question), text);
        }
        // Forms that mean the same are printed in one.
        let question =
            parsed("stones=2 moves=Q16 size=9 area=corner,5 next=any stood=1 swap=false").expect("a question");
        assert_eq!(
            printed(&question),
            "moves=pd stones=Bgc,Bcg size=9 to_play=W area=ea,ie"
        );
    }

    #[test]
    fn every_example_is_read() {
        for parameter in &PARAMETERS {
            let with = match parameter.name {
                "wildcards" => "area=corner,9 stones=Bpd",
                "area" => "stones=Bpd",
                "strict" => "pattern=|.X/|1O",
                _ if parameter.option.is_some() => "pattern=|.X/|.O",
                _ => "",
            };
            let line = format!("{}={} {with}", parameter.name, parameter.example);
            parsed(&line).expect(&line);
        }
    }

    #[test]
    fn the_parameter_that_is_wrong_is_named() {
        for (text, name, said) in [
            ("mvoes=pd", "mvoes", "there is no parameter \"mvoes\""),
            ("moves=pd moves=dp", "moves", "moves is given more than once"),
            ("size=99", "size", "99"),
            ("to_play=black", "to_play", "to_play must be one of B, W"),
            ("swap=yes", "swap", "swap must be true or false"),
            ("moves=zz9", "moves", "zz9"),
            ("moves=pd,pd", "moves", "cannot play pd"),
            ("stones=Xpd", "stones", "is not a stone on this board: write Bpd or Wdp"),
            ("stones=Bpd,Wpd", "stones", "pd has two stones"),
            ("stones=12", "stones", "a handicap on the 19x19 board is 2 to 9 stones"),
            ("player=", "player", ""),
            ("year=abc", "year", "is not a range of years"),
            ("next=green pattern=X", "next", "is not a colour"),
            ("strict=1 pattern=X", "strict", "strict must be true or false"),
            (
                "next=any",
                "next",
                "next is about a part of the board: name one with area or pattern",
            ),
            ("wildcards=pd", "wildcards", "wildcards is about a part of the board"),
            ("area=pa,sd pattern=X", "area", "give area or pattern, not both"),
            (
                "area=pa,sd stones=Bqd swap=true",
                "swap",
                "unless fixed_colors is given",
            ),
            (
                "area=pa,sd stones=Bqd wildcards=aa",
                "wildcards",
                "aa is not a point of the area pa,sd",
            ),
            ("area=pa stones=Bqd", "area", "pa"),
            ("area=pa,sd", "area", ""),
            ("pattern=X wildcards=pa", "wildcards", "write * in the diagram"),
            ("pattern=X stones=Bpa", "stones", "a diagram has its own stones"),
            ("pattern=X moves=pd", "moves", "a diagram has its own stones"),
            ("pattern=?!", "pattern", ""),
            ("pattern=X strict=true", "strict", ""),
            ("pattern=X in_place=true", "in_place", ""),
        ] {
            if text == "player=" {
                // An empty value takes a condition away.
                assert_eq!(printed(&parsed(text).expect("a question")), "");
                continue;
            }
            let error = parsed(text).expect_err(text);
            assert_eq!(error.parameter(), name, "{text}: {error}");
            assert!(error.to_string().contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn white_begins_after_a_handicap_unless_told_otherwise() {
        for (text, color) in [
            ("moves=ee", Color::Black),
            ("moves=ee stones=2", Color::White),
            ("moves=ee stones=2 to_play=B", Color::Black),
        ] {
            assert_eq!(parsed(text).expect(text).board().moves()[0].color, color, "{text}");
        }
    }

    #[test]
    fn a_wildcard_may_be_a_stone_of_the_line() {
        let question = parsed("moves=qc,qd area=pa,sd wildcards=qc").expect("a question");
        let pattern = question.pattern().expect("a pattern").expect("an area");
        assert!(pattern.pattern().to_string().contains('*'));
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_as_the_same_question(
            (size, points) in (9..=19_u8).prop_flat_map(|size| (Just(size), vec((0..size, 0..size), 2..12))),
            split in 0..12_usize,
            (white, swap) in any::<(bool, bool)>(),
            scope in 0..3_u8,
            options in subsequence((8..16_usize).collect::<Vec<_>>(), 0..=8),
            conditions in subsequence(&["player=cho", "player=李", "white==go", "year=1990..", "komi=..-5.5", "words=cup"][..], 0..=6),
            diagram in select(&["|.X/|1O", "+-/|X", ".XO./*xo#", "|1.2/|.X."][..]),
            wildcard in of(0..12_usize),
        ) {
            let mut points: Vec<String> = points.iter().map(|&(x, y)| Point::new(x, y).to_string()).collect();
            points.sort();
            points.dedup();
            let (stones, moves) = points.split_at(split.min(points.len()));
            let stones: Vec<String> = stones.iter().zip("BW".chars().cycle()).map(|(point, c)| format!("{c}{point}")).collect();
            let mut pairs = vec![("size", size.to_string()), ("to_play", if white { "W" } else { "B" }.to_owned())];
            match scope {
                2 => pairs.push(("pattern", diagram.to_owned())),
                _ => pairs.extend([("stones", stones.join(",")), ("moves", moves.join(","))]),
            }
            match scope {
                0 => pairs.push(("swap", swap.to_string())),
                1 => pairs.push(("area", format!("aa,{}", Point::new(size - 2, size - 1)))),
                _ => {}
            }
            if scope > 0 {
                pairs.extend(options.iter().map(|&at| (PARAMETERS[at].name, PARAMETERS[at].example.to_owned())));
            }
            if let (1, Some(at)) = (scope, wildcard) {
                pairs.extend(points.get(at).map(|point| ("wildcards", point.clone())));
            }
            pairs.extend(conditions.iter().filter_map(|pair| pair.split_once('=')).map(|(name, value)| (name, value.to_owned())));
            // Stones may lack liberties or lie outside the area; those questions are refused.
            if let Ok(question) = Question::parse(pairs.iter().map(|(name, value)| (*name, value.as_str()))) {
                let printed = question.to_pairs();
                let again = Question::parse(printed.iter().map(|(name, value)| (*name, value.as_str())));
                prop_assert_eq!(again.expect("a question"), question);
            }
        }
    }
}
