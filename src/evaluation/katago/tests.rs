use super::*;
use crate::evaluation::Analysis;
use crate::go::{BoardSize, HashTable, KeyTables, Position};

const QUERY: &str = r#"{"id":"a","moves":[["B","C3"],["W","pass"],["W","G7"]],"rules":"chinese","komi":6.5,
    "boardXSize":9,"boardYSize":9,"analyzeTurns":[0,3]}"#;

fn keys() -> KeyTables {
    KeyTables::new(HashTable::built_in())
}

fn query(text: &str) -> Query {
    match Line::read(text) {
        Ok(Line::Query(_, query)) => query,
        other => panic!("is a query: {other:?}"),
    }
}

fn response(turn: u64, root: &str, moves: &str) -> Response {
    let text =
        format!(r#"{{"id":"a","isDuringSearch":false,"turnNumber":{turn},"rootInfo":{root},"moveInfos":[{moves}]}}"#);
    match Line::read(&text) {
        Ok(Line::Response(_, response)) => response,
        other => panic!("is a response: {other:?}"),
    }
}

fn analysis(turn: u64, perspective: Perspective) -> Result<Analysis, Fault> {
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

use crate::evaluation::Evaluation;

#[test]
fn a_query_comes_back_from_its_bytes() {
    let other = r#"{"id":"a","moves":[["W","T19"],["B","pass"]],"boardXSize":19,"boardYSize":19,"initialPlayer":"W",
        "initialStones":[["B","A1"],["W","K10"]],"avoidMoves":[{}],
        "overrideSettings":{"reportAnalysisWinratesAs":"SIDETOMOVE"}}"#;
    for text in [QUERY, other] {
        let bytes = query(text).to_bytes();
        assert_eq!(Query::from_bytes(&bytes), Some(query(text)));
        assert_eq!(Query::from_bytes(&bytes[..7]), None);
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
        let fault = Line::read(text).expect_err(text).to_string();
        assert!(fault.starts_with(expected), "{text}: {fault}");
    }
    for text in [
        r#"{"id":"a","action":"query_version","version":"1.6.1"}"#,
        r#"{"id":"a","isDuringSearch":true,"turnNumber":1,"rootInfo":{"winrate":0.5}}"#,
    ] {
        assert!(
            matches!(Line::read(text), Ok(Line::Other | Line::DuringSearch)),
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
