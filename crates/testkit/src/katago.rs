//! Lines of files of KataGo's analysis engine.

use serde_json::{Value, json};

/// Returns a query about a game on 9 lines, whose moves are such as `B C3`.
pub fn query(id: &str, moves: &[&str]) -> Value {
    let moves: Vec<Vec<&str>> = moves.iter().map(|mv| mv.split(' ').collect()).collect();
    json!({"id": id, "moves": moves, "rules": "chinese", "komi": 7, "boardXSize": 9, "boardYSize": 9})
}

/// Returns a response with moves and their win rates and visits.
pub fn response(id: &str, turn: u64, win_rate: f64, visits: u64, moves: &[(&str, f64, u64)]) -> Value {
    let info = |(mv, win_rate, visits): &(&str, f64, u64)| json!({"move": mv, "winrate": win_rate, "visits": visits});
    let moves: Vec<Value> = moves.iter().map(info).collect();
    json!({
        "id": id, "turnNumber": turn, "isDuringSearch": false, "moveInfos": moves,
        "rootInfo": {"winrate": win_rate, "scoreLead": 1.5, "visits": visits, "currentPlayer": "B"},
    })
}

/// Returns documents as the lines of a file.
pub fn lines(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}
