use super::wrong::Wrong;
use bgo::internal::go::Move;
use bgo::internal::query::{Branch, Detail, QueryError, Question, SearchBoard, TreeSize, search, tree};
use bgo::internal::store::{Snapshot, Totals};

/// Checks that the branches of a tree agree with a search of each position.
pub fn check_tree(wrong: &mut Wrong, snapshot: &Snapshot, question: &Question) -> Result<(), QueryError> {
    let answer = search(snapshot, question, Detail::Counts)?;
    // Only a few moves of each position have this many games.
    let size = TreeSize {
        depth: 3,
        min_games: (answer.totals.games / 6).max(1),
    };
    let tree = tree(snapshot, question, size)?;
    wrong.check("totals of the tree", tree.totals, answer.totals);
    check_branches(
        wrong,
        snapshot,
        question,
        &mut question.board().clone(),
        &tree.next_moves,
        size,
    )
}

fn check_branches(
    wrong: &mut Wrong,
    snapshot: &Snapshot,
    question: &Question,
    line: &mut SearchBoard,
    branches: &[Branch],
    size: TreeSize,
) -> Result<(), QueryError> {
    let mut asked = question.clone();
    asked.set_board(line.clone());
    let answer = search(snapshot, &asked, Detail::Counts)?;
    let right: Vec<(Move, Totals, f64)> = answer
        .next_moves
        .iter()
        .map(|next| (next.mv, next.totals, next.share))
        .filter(|(_, totals, _)| size.depth > 0 && totals.games >= size.min_games)
        .collect();
    let says = branches
        .iter()
        .map(|branch| (branch.mv, branch.totals, branch.share))
        .collect();
    wrong.check(&format!("branches after {:?}", line.moves()), says, right);
    for branch in branches {
        if line.play(branch.mv).is_err() {
            wrong.check("moves after an illegal one", branch.next_moves.len(), 0);
            continue;
        }
        let left = TreeSize {
            depth: size.depth - 1,
            ..size
        };
        if left.depth > 0 {
            asked.set_board(line.clone());
            let reached = search(snapshot, &asked, Detail::Counts)?.totals.games;
            let what = format!("other orders to {:?}", line.moves());
            wrong.check(&what, branch.other_orders, reached - branch.totals.games);
        }
        check_branches(wrong, snapshot, question, line, &branch.next_moves, left)?;
        line.undo(1);
    }
    Ok(())
}
