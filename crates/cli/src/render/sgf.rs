//! Positions and trees as SGF records (<https://www.red-bean.com/sgf/>).

use super::text::counted;
use bgo::go::{Color, Move};
use bgo::query::{Branch, SearchBoard, Tree, WinRate};
use bgo::store::Totals;

/// Returns a record with the start of the search board and its moves.
#[must_use]
pub fn board_sgf(board: &SearchBoard) -> String {
    let nodes: String = board.moves().iter().map(|mv| node(*mv)).collect();
    format!("({}{nodes})\n", root(board))
}

/// Returns a tree of next moves below the moves on the board. Comments have the counts,
/// labels the most popular moves in their order.
#[must_use]
pub fn tree_sgf(tree: &Tree, board: &SearchBoard) -> String {
    let mut sgf = format!("({}", root(board));
    for mv in board.moves() {
        sgf.push_str(&node(*mv));
    }
    sgf.push_str(&comment(&counts(&tree.totals, tree.win_rate)));
    push_branches(&mut sgf, &tree.next_moves, tree.totals.games);
    sgf.push_str(")\n");
    sgf
}

fn root(board: &SearchBoard) -> String {
    let start = board.start().board();
    let mut sgf = format!(";GM[1]FF[4]CA[UTF-8]AP[bgo]SZ[{}]", start.size().lines());
    for (color, ident) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones = start.stones().filter(|&(_, stone)| stone == color);
        let points: String = stones.map(|(point, _)| format!("[{point}]")).collect();
        if !points.is_empty() {
            sgf.push_str(ident);
            sgf.push_str(&points);
        }
    }
    let first = board.moves().first().map_or_else(|| board.to_play(), |mv| mv.color);
    if first == Color::White {
        sgf.push_str("PL[W]");
    }
    sgf
}

fn node(mv: Move) -> String {
    let point = mv.point.map(|point| point.to_string()).unwrap_or_default();
    format!("\n;{}[{point}]", mv.color.letter())
}

fn comment(text: &str) -> String {
    format!("C[{}]", text.replace('\\', "\\\\").replace(']', "\\]"))
}

fn counts(totals: &Totals, rate: Option<WinRate>) -> String {
    let mut text = counted(totals.games, "game");
    if let Some(WinRate { rate, low, high }) = rate {
        text.push_str(&format!(
            "\nBlack wins {:.0}% (between {:.0}% and {:.0}%)",
            100.0 * rate,
            100.0 * low,
            100.0 * high
        ));
    }
    if let (Some(first), Some(last)) = (totals.first_year, totals.last_year) {
        text.push_str(&format!("\n{first} to {last}"));
    }
    text
}

fn push_branches(sgf: &mut String, branches: &[Branch], of: u64) {
    let labels: String = ('A'..='Z')
        .zip(branches)
        .filter_map(|(letter, branch)| Some(format!("[{}:{letter}]", branch.mv.point?)))
        .collect();
    if !labels.is_empty() {
        sgf.push_str("LB");
        sgf.push_str(&labels);
    }
    for branch in branches {
        if branches.len() > 1 {
            sgf.push('(');
        }
        sgf.push_str(&node(branch.mv));
        let share = 100.0 * branch.totals.games as f64 / of as f64;
        let counts = counts(&branch.totals, branch.win_rate);
        sgf.push_str(&comment(&format!("{share:.1}% of {of}: {counts}")));
        push_branches(sgf, &branch.next_moves, branch.totals.games);
        if branches.len() > 1 {
            sgf.push(')');
        }
    }
}
