//! How a question is read from names and values, and printed again.

use super::error::{Clash, QuestionError, unreadable};
use super::parameters::{Parameter, flag};
use super::question::{Question, Scope};
use super::search_board::SearchBoard;
use crate::go::{BoardSize, Color, Move, ParseError, Point};
use crate::pattern::{Area, Pattern, PatternError};
use crate::query::QueryError;
use crate::query::filter::{CONDITIONS, Condition, Conditions, Filter};
use crate::query::pattern::PatternOptions;

impl Question {
    /// Reads a question from the names and values of [`PARAMETERS`](super::PARAMETERS) and [`CONDITIONS`]. Commas
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
        let given = GivenParameters(given);
        let board = board.map_or_else(|| given.board(), Ok)?;
        let swap = given.read("swap", |text| flag("swap", text))?.unwrap_or(false);
        let scope = given.scope(&board, swap)?;
        let filter = Conditions::read(conditions)?.over(&Filter::default());
        let question = Self::new(board).about(scope).swapping(swap).under(filter);
        question.pattern().map_err(|error| QuestionError::IllegalPattern {
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

    /// Reads a question as [`Question::to_text`] writes it.
    pub fn from_text(text: &str) -> Result<Self, QuestionError> {
        let words = shell_words::split(text).map_err(|error| unreadable("question", error))?;
        Self::parse(words.iter().map(|word| word.split_once('=').unwrap_or((word, ""))))
    }

    /// Writes the names and values of [`Question::to_pairs`] as words of a shell: `moves=pd,dp year=1990..`.
    #[must_use]
    pub fn to_text(&self) -> String {
        let pairs = self.to_pairs().into_iter();
        let words: Vec<String> = pairs
            .map(|(name, value)| format!("{name}={}", shell_words::quote(&value)))
            .collect();
        words.join(" ")
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
        let stones = start
            .stones()
            .map(|(point, color)| format!("{}{point}", color.letter()));
        let wildcards = board.wildcards().map(|point| point.to_string());
        let wildcards = wildcards.filter(|_| matches!(self.scope(), Scope::Area(..)));
        let (area, pattern, options) = match self.scope() {
            Scope::Board => (None, None, PatternOptions::default()),
            Scope::Area(area, options) => (Some(area.to_string()), None, *options),
            Scope::Diagram(pattern, options) => (None, Some(pattern.to_string()), *options),
        };
        let is_board = matches!(self.scope(), Scope::Board);
        let texts = [
            ("moves", list(moves.iter().map(Move::target))),
            ("stones", list(stones)),
            (
                "size",
                (board.size() != BoardSize::default()).then(|| board.size().lines().to_string()),
            ),
            ("to_play", (first == Color::White).then(|| "W".to_owned())),
            ("swap", (self.swap() && is_board).then(|| true.to_string())),
            ("area", area),
            ("pattern", pattern),
            ("wildcards", list(wildcards)),
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
struct GivenParameters<'a>(Vec<(&'static str, &'a str)>);

impl<'a> GivenParameters<'a> {
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
        value.map_err(|message| unreadable(name, message))
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
        let mut wildcards = Vec::new();
        for text in self.parts("wildcards") {
            wildcards.push(wildcard(text, size).map_err(|message| unreadable("wildcards", message))?);
        }
        Ok(board.with_wildcards(wildcards))
    }

    /// Reads the subject, if `swap` does not exclude it.
    fn scope(&self, board: &SearchBoard, swap: bool) -> Result<Scope, QuestionError> {
        let mut options = self.0.clone();
        options.retain(|(name, _)| Parameter::named(name).is_some_and(|parameter| parameter.option.is_some()));
        let given = options.iter().find(|(_, value)| *value != "false");
        let options = PatternOptions::parse(options.iter().copied())?;
        let has_wildcards = self.parts("wildcards").next().is_some();
        match (self.text("area"), self.text("pattern")) {
            (None, None) => {
                let given = given.map(|(name, _)| *name).or(has_wildcards.then_some("wildcards"));
                match given {
                    Some(name) => Err(Clash::OptionAlone(name).into()),
                    None => Ok(Scope::Board),
                }
            }
            (Some(_), Some(_)) => Err(Clash::TwoPatterns.into()),
            _ if swap => Err(Clash::Swap.into()),
            (Some(text), None) => {
                let area = Area::parse(text, board.size()).map_err(|error| unreadable("area", error))?;
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
                let pattern = Pattern::parse(text).map_err(|error| unreadable("pattern", error))?;
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

fn list(texts: impl Iterator<Item = String>) -> Option<String> {
    let texts: Vec<String> = texts.collect();
    (!texts.is_empty()).then(|| texts.join(","))
}

fn wildcard(text: &str, size: BoardSize) -> Result<Point, String> {
    let read = Move::parse(text, Color::Black, size).map_err(|error| error.to_string())?;
    read.point.ok_or_else(|| format!("\"{text}\" is not a point"))
}

/// Reads the stones with which a board begins: stones such as `Bpd,Wdp`, or the number of
/// handicap stones on their usual points. Also returns the colour of the first move, White
/// after a handicap.
fn stones(text: &str, size: BoardSize) -> Result<(Vec<(Point, Color)>, Color), QuestionError> {
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let points = size.handicap(text.parse().unwrap_or(usize::MAX));
        let points = points.map_err(|error| unreadable("stones", error))?;
        return Ok((
            points.into_iter().map(|point| (point, Color::Black)).collect(),
            Color::White,
        ));
    }
    let mut stones: Vec<(Point, Color)> = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let stone = stone(part, size).ok_or_else(|| {
            let message = format!("\"{part}\" is not a stone on this board: write Bpd or Wdp");
            unreadable("stones", message)
        })?;
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
