//! Positions and trees as SGF records (<https://www.red-bean.com/sgf/>).

use super::statistics::percent;
use super::text::counted;
use bgo::internal::go::{BoardSize, Color, Move, Point};
use bgo::internal::pattern::Condition;
use bgo::internal::query::{Branch, PatternSearch, Question, SearchBoard, Tree, WinRate};
use bgo::internal::store::Totals;

pub fn board_sgf(board: &SearchBoard) -> String {
    let nodes: String = board.moves().iter().map(|mv| node(*mv)).collect();
    format!("({}{nodes})\n", root_of(board))
}

/// Returns a tree of next moves below the moves on the board, or of answers below the
/// stones of a pattern. Comments have the counts, labels the most popular moves in their
/// order.
pub fn tree_sgf(tree: &Tree, question: &Question) -> String {
    let counts = counts(&tree.totals, tree.win_rate);
    let mut sgf = match question.pattern() {
        Ok(Some(pattern)) => {
            let nodes: String = sequence(pattern).into_iter().map(node).collect();
            let stones = shown(pattern).filter_map(|(point, condition)| match condition {
                Condition::Stone(color) => Some((point, color)),
                _ => None,
            });
            let about = format!("{}\n{counts}", pattern.pattern());
            format!("({}{nodes}{}", root(pattern.size(), stones), comment(&about))
        }
        _ => {
            let board = question.board();
            let nodes: String = board.moves().iter().map(|mv| node(*mv)).collect();
            format!("({}{nodes}{}", root_of(board), comment(&counts))
        }
    };
    push_branches(&mut sgf, &tree.next_moves, tree.totals.games);
    sgf.push_str(")\n");
    sgf
}

/// Returns the points of a pattern on the board that shows it, with their conditions.
fn shown(pattern: &PatternSearch) -> impl Iterator<Item = (Point, Condition)> + Clone {
    let conditions = pattern.pattern().conditions().iter().copied();
    pattern.shown().points().zip(conditions)
}

fn sequence(pattern: &PatternSearch) -> Vec<Move> {
    let mut steps: Vec<(u8, Point)> = shown(pattern)
        .filter_map(|(point, condition)| match condition {
            Condition::Step(number) => Some((number, point)),
            _ => None,
        })
        .collect();
    steps.sort_unstable();
    let colors = [Color::Black, Color::White].into_iter().cycle();
    colors
        .zip(steps)
        .map(|(color, (_, point))| Move::at(color, point))
        .collect()
}

fn root_of(board: &SearchBoard) -> String {
    let mut sgf = root(board.size(), board.start().stones());
    let first = board.moves().first().map_or_else(|| board.to_play(), |mv| mv.color);
    if first == Color::White {
        sgf.push_str("PL[W]");
    }
    sgf
}

fn root(size: BoardSize, stones: impl Iterator<Item = (Point, Color)> + Clone) -> String {
    let mut sgf = format!(";GM[1]FF[4]CA[UTF-8]AP[bgo]SZ[{}]", size.lines());
    for (color, ident) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones = stones.clone().filter(|&(_, stone)| stone == color);
        let points: String = stones.map(|(point, _)| format!("[{point}]")).collect();
        if !points.is_empty() {
            sgf.push_str(ident);
            sgf.push_str(&points);
        }
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
            "\nBlack wins {} (between {} and {})",
            percent(rate, 0),
            percent(low, 0),
            percent(high, 0)
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
        let share = percent(branch.share, 1);
        let counts = counts(&branch.totals, branch.win_rate);
        let orders = match branch.other_orders {
            0 => String::new(),
            games => format!("\n* {} by other orders of moves", counted(games, "more game")),
        };
        sgf.push_str(&comment(&format!("{share} of {of}: {counts}{orders}")));
        push_branches(sgf, &branch.next_moves, branch.totals.games + branch.other_orders);
        if branches.len() > 1 {
            sgf.push(')');
        }
    }
}
