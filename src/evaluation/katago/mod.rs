//! The lines of KataGo's analysis engine: queries, which define positions, and responses, which
//! evaluate them. Source: `docs/Analysis_Engine.md` of github.com/lightvector/KataGo.

mod query;

pub(super) use query::MoveInfo;
pub use query::{AnalysisQuery, Response};

use crate::go::Color;
use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, SeqAccess, Visitor};
use std::fmt;
use thiserror::Error;

/// The side whose win rates and leads an engine reports (`reportAnalysisWinratesAs`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Perspective {
    /// Black, as in KataGo's example configuration.
    #[default]
    Black,
    /// White.
    White,
    /// The colour to play in the analysed position.
    ToPlay,
}

impl Perspective {
    /// Returns the perspective with this name in KataGo's configuration, in any letter case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "black" | "b" => Some(Self::Black),
            "white" | "w" => Some(Self::White),
            "sidetomove" => Some(Self::ToPlay),
            _ => None,
        }
    }

    const fn side(self, to_play: Color) -> Color {
        match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
            Self::ToPlay => to_play,
        }
    }
}

#[derive(Debug)]
pub(crate) enum AnalysisLine {
    /// A query and its id.
    Query(String, AnalysisQuery),
    /// The response to one position of a query, and the id of the query.
    Response(String, Response),
    /// A response during a search. The final response follows later.
    DuringSearch,
    /// A line with another purpose, such as a query for the version.
    Other,
}

/// The reason why a line gives no analysis, as a sentence without the full stop.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{reason}")]
pub struct LineFault {
    reason: String,
    /// True if it is no line of the engine: not JSON, or neither a query nor a response.
    pub(crate) is_of_another_kind: bool,
}

impl LineFault {
    fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            is_of_another_kind: false,
        }
    }

    pub(crate) fn unreadable(what: &str) -> Self {
        Self {
            reason: format!("it is not a line of KataGo's analysis engine: {what}"),
            is_of_another_kind: true,
        }
    }

    fn missing(field: &str) -> Self {
        Self::new(format!("it has no field \"{field}\""))
    }

    fn value(text: &str, right: &str) -> Self {
        Self::new(format!("\"{}\" is not {right}", brief(text)))
    }

    pub(crate) fn no_query(id: &str) -> Self {
        let id = brief(id);
        Self::new(format!(
            "no query has its id \"{id}\"; a query says what position is meant"
        ))
    }

    pub(crate) fn ambiguous(id: &str) -> Self {
        Self::new(format!("different queries have its id \"{}\"", brief(id)))
    }
}

/// The fields that tell the kind of a line. Skipping the others is faster than reading them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LineFields {
    id: Option<AnyText>,
    action: Option<IgnoredAny>,
    error: Option<AnyText>,
    warning: Option<AnyText>,
    no_results: Option<bool>,
    is_during_search: Option<bool>,
    moves: Option<IgnoredAny>,
    board_x_size: Option<IgnoredAny>,
    turn_number: Option<IgnoredAny>,
    root_info: Option<IgnoredAny>,
}

impl AnalysisLine {
    pub fn read(text: &str) -> Result<Self, LineFault> {
        let fields: LineFields = parse(text)?;
        if let Some(AnyText(message)) = fields.error.or(fields.warning) {
            return Err(LineFault::new(format!("the engine says: {}", brief(&message))));
        }
        if fields.action.is_some() {
            return Ok(Self::Other);
        }
        let id = fields.id.map(|AnyText(id)| id).ok_or_else(|| LineFault::missing("id"));
        if fields.moves.is_some() || fields.board_x_size.is_some() {
            return Ok(Self::Query(id?, parse::<query::QueryFields>(text)?.read()?));
        }
        if fields.no_results == Some(true) {
            return Err(LineFault::new("the engine has no results for it"));
        }
        if fields.turn_number.is_none() && fields.root_info.is_none() {
            return Err(LineFault {
                is_of_another_kind: true,
                ..LineFault::new("it is neither a query nor a response of KataGo's analysis engine")
            });
        }
        if fields.is_during_search == Some(true) {
            return Ok(Self::DuringSearch);
        }
        let (id, response) = (id?, parse::<Response>(text)?);
        response.required()?;
        Ok(Self::Response(id, response))
    }
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, LineFault> {
    serde_json::from_str(text).map_err(|error| {
        let (what, place) = (error.to_string(), format!(" at line {} column ", error.line()));
        let what = what.rsplit_once(&place).map_or(what.as_str(), |(what, _)| what);
        LineFault::unreadable(&format!("{} at byte {}", brief(what), error.column()))
    })
}

/// Returns the beginning of a text of a file on one line, for a message.
fn brief(text: &str) -> String {
    const SHOWN: usize = 200;
    let end = text.floor_char_boundary(SHOWN);
    let rest = if end < text.len() { "..." } else { "" };
    text[..end].replace(char::is_control, " ") + rest
}

fn color(text: &str) -> Result<Color, LineFault> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(LineFault::value(text, "a colour (B or W)")),
    }
}

// JSON values of limited size. Without the limits, a document of 64 MiB could take gigabytes of memory.

/// The most moves of a query, stones before them, and moves that a response evaluates.
const MAX_ITEMS: usize = 10_000;

/// A list of at most 10,000 values.
#[derive(Debug)]
pub(super) struct BoundedList<T>(pub Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BoundedList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Self(Vec::new()))
    }
}

/// The list that takes the values.
impl<'de, T: Deserialize<'de>> Visitor<'de> for BoundedList<T> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MAX_ITEMS} values")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut values: A) -> Result<Self, A::Error> {
        while let Some(value) = values.next_element()? {
            if self.0.len() == MAX_ITEMS {
                return Err(de::Error::invalid_length(MAX_ITEMS + 1, &self));
            }
            self.0.push(value);
        }
        Ok(self)
    }
}

/// A text. Numbers and booleans are taken as text, too.
pub(super) struct AnyText(pub String);

impl<'de> Deserialize<'de> for AnyText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self(String::new()))
    }
}

/// The text in whose place the one that is read comes.
impl Visitor<'_> for AnyText {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self, E> {
        Ok(Self(text.to_owned()))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self, E> {
        Ok(Self(number.to_string()))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self, E> {
        Ok(Self(number.to_string()))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Self, E> {
        Ok(Self(number.to_string()))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Self, E> {
        Ok(Self(value.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Analysis, Evaluation};
    use crate::go::{BoardSize, HashTable, KeyTables, Position};

    const QUERY: &str = r#"{"id":"a","moves":[["B","C3"],["W","pass"],["W","G7"]],"rules":"chinese","komi":6.5,
        "boardXSize":9,"boardYSize":9,"analyzeTurns":[0,3]}"#;

    fn keys() -> KeyTables {
        KeyTables::new(HashTable::built_in())
    }

    fn query(text: &str) -> AnalysisQuery {
        match AnalysisLine::read(text) {
            Ok(AnalysisLine::Query(_, query)) => query,
            other => panic!("is a query: {other:?}"),
        }
    }

    fn response(turn: u64, root: &str, moves: &str) -> Response {
        let text = format!(
            r#"{{"id":"a","isDuringSearch":false,"turnNumber":{turn},"rootInfo":{root},"moveInfos":[{moves}]}}"#
        );
        match AnalysisLine::read(&text) {
            Ok(AnalysisLine::Response(_, response)) => response,
            other => panic!("is a response: {other:?}"),
        }
    }

    fn analysis(turn: u64, perspective: Perspective) -> Result<Analysis, LineFault> {
        let root = r#"{"winrate":0.75,"scoreLead":2.5,"visits":100}"#;
        let mv = r#"{"move":"E5","winrate":0.8,"scoreLead":3,"visits":60,"order":0,"pv":["E5","pass"]}"#;
        response(turn, root, mv).analysis(&query(QUERY), perspective, &keys())
    }

    #[test]
    fn a_response_is_about_the_position_of_its_turn() {
        let analysis = analysis(3, Perspective::Black).expect("an analysis");
        let (keys, size) = (keys(), BoardSize::new(9).expect("a size"));
        let mut position = Position::new(size);
        for (x, y, color) in [(2, 6, Color::Black), (6, 2, Color::White)] {
            position.set(keys.get(size), crate::go::Point::new(x, y), Some(color));
        }
        assert_eq!(analysis.position, position.canonical());
        assert_eq!(analysis.to_play, Color::Black);
        assert_eq!(analysis.komi.map(|komi| komi.points()), Some(6.5));
        let numbers = |found: Evaluation| (found.win_rate, found.score_lead, found.visits);
        assert_eq!(numbers(analysis.evaluation), (0.75, Some(2.5), Some(100)));
        assert_eq!(analysis.moves.len(), 1);
        assert_eq!(numbers(analysis.moves[0].1), (0.8, Some(3.0), Some(60)));
    }

    #[test]
    fn a_query_comes_back_from_its_bytes() {
        let other = r#"{"id":"a","moves":[["W","T19"],["B","pass"]],"boardXSize":19,"boardYSize":19,"initialPlayer":"W",
            "initialStones":[["B","A1"],["W","K10"]],"avoidMoves":[{}],
            "overrideSettings":{"reportAnalysisWinratesAs":"SIDETOMOVE"}}"#;
        for text in [QUERY, other] {
            let bytes = query(text).to_bytes();
            assert_eq!(AnalysisQuery::from_bytes(&bytes), Some(query(text)));
            assert_eq!(AnalysisQuery::from_bytes(&bytes[..7]), None);
        }
    }

    #[test]
    fn the_perspective_says_whose_win_rate_it_is() {
        let rate = |turn, perspective| analysis(turn, perspective).expect("an analysis").evaluation.win_rate;
        assert_eq!(rate(1, Perspective::Black), 0.75);
        assert_eq!(rate(1, Perspective::White), 0.25);
        assert_eq!(rate(1, Perspective::ToPlay), 0.25);
        assert_eq!(rate(0, Perspective::ToPlay), 0.75);
        let own = QUERY.replace(
            r#""rules""#,
            r#""overrideSettings":{"reportAnalysisWinratesAs":"SIDETOMOVE"},"rules""#,
        );
        let response = response(1, r#"{"winrate":0.75}"#, "");
        let of = |text: &str| response.analysis(&query(text), Perspective::Black, &keys());
        assert_eq!(of(&own).expect("an analysis").evaluation.win_rate, 0.25);
        assert_eq!(of(QUERY).expect("an analysis").evaluation.win_rate, 0.75);
    }

    #[test]
    fn the_colour_to_play_is_the_one_that_the_engine_assumes() {
        let to_play = |fields: &str| {
            let text = format!(r#"{{"id":"a","boardXSize":9,"boardYSize":9,{fields}}}"#);
            query(&text).position(&keys(), 0).expect("a position").1.letter()
        };
        assert_eq!(to_play(r#""moves":[]"#), 'B');
        assert_eq!(to_play(r#""moves":[["W","A1"]]"#), 'W');
        assert_eq!(to_play(r#""moves":[],"initialPlayer":"w""#), 'W');
        assert_eq!(to_play(r#""moves":[],"initialStones":[["B","A1"],["B","A2"]]"#), 'W');
        assert_eq!(to_play(r#""moves":[],"initialStones":[["B","A1"]]"#), 'B');
        assert_eq!(to_play(r#""moves":[],"initialStones":[["B","A1"],["W","A2"]]"#), 'B');
        // The response knows better.
        let root = r#"{"winrate":0.5,"currentPlayer":"W"}"#;
        let found = response(3, root, "").analysis(&query(QUERY), Perspective::Black, &keys());
        assert_eq!(found.expect("an analysis").to_play, Color::White);
    }

    #[test]
    fn lines_without_results_say_what_they_are() {
        for (text, expected) in [
            ("{", "it is not a line of KataGo's analysis engine"),
            ("[1]", "it is not a line of KataGo's analysis engine"),
            ("{}", "it is neither a query nor a response"),
            (r#"{"error":"bad","field":"moves","id":"a"}"#, "the engine says: bad"),
            (r#"{"warning":"odd","id":"a"}"#, "the engine says: odd"),
            (
                r#"{"id":"a","isDuringSearch":false,"noResults":true,"turnNumber":2}"#,
                "the engine has no results",
            ),
            (r#"{"id":"a","turnNumber":2}"#, "it has no field \"rootInfo\""),
            (r#"{"turnNumber":2,"rootInfo":{}}"#, "it has no field \"id\""),
            (
                r#"{"id":"a","moves":[],"boardXSize":9}"#,
                "it has no field \"boardYSize\"",
            ),
            (
                r#"{"id":"a","moves":[],"boardXSize":9,"boardYSize":13}"#,
                "its board is 9x13;",
            ),
            (
                r#"{"id":"a","moves":[],"boardXSize":25,"boardYSize":25}"#,
                "its board is 25x25;",
            ),
            (
                r#"{"id":"a","moves":[["B","T1"]],"boardXSize":9,"boardYSize":9}"#,
                "\"T1\" is not a point of its board",
            ),
            (
                r#"{"id":"a","moves":[["X","A1"]],"boardXSize":9,"boardYSize":9}"#,
                "\"X\" is not a colour",
            ),
        ] {
            let fault = AnalysisLine::read(text).expect_err(text).to_string();
            assert!(fault.starts_with(expected), "{text}: {fault}");
        }
        for text in [
            r#"{"id":"a","action":"query_version","version":"1.6.1"}"#,
            r#"{"id":"a","isDuringSearch":true,"turnNumber":1,"rootInfo":{"winrate":0.5}}"#,
        ] {
            assert!(
                matches!(
                    AnalysisLine::read(text),
                    Ok(AnalysisLine::Other | AnalysisLine::DuringSearch)
                ),
                "{text}"
            );
        }
    }

    #[test]
    fn a_response_that_its_query_cannot_place_is_a_fault() {
        let fault = |query_text: &str, turn, root: &str| {
            let found = response(turn, root, "").analysis(&query(query_text), Perspective::Black, &keys());
            found.expect_err(query_text).to_string()
        };
        let half = r#"{"winrate":0.5}"#;
        assert_eq!(fault(QUERY, 4, half), "its query has 3 moves, and it is about turn 4");
        let illegal = QUERY.replace("G7", "C3");
        assert_eq!(
            fault(&illegal, 3, half),
            "move 3 of its query, W cg, cannot be played: the point is occupied"
        );
        assert!(
            response(2, half, "")
                .analysis(&query(&illegal), Perspective::Black, &keys())
                .is_ok()
        );
        let restricted = QUERY.replace(r#""rules""#, r#""avoidMoves":[{"player":"B"}],"rules""#);
        assert!(fault(&restricted, 1, half).starts_with("its query restricts the moves"));
        for root in ["{}", r#"{"winrate":7}"#, r#"{"winrate":0.5,"scoreLead":1e300}"#] {
            assert_eq!(
                fault(QUERY, 0, root),
                "its win rate or score lead is out of range",
                "{root}"
            );
        }
    }
}
