use super::{Answer, Filter, Line, NextMove};
use crate::go::Transform;
use crate::store::{Database, StoreError};
use std::cmp::Reverse;

/// Asks the database for the position at the end of `line`.
///
/// # Errors
/// A database that cannot be read or is damaged.
pub fn search(db: &Database, line: &Line, filter: &Filter) -> Result<Answer, StoreError> {
    let position = line.position();
    let orientation = position.orientation();
    let totals = db.position_totals(&orientation)?;
    let wanted = |year| filter.years.contains(year);
    let mut next_moves = Vec::with_capacity(totals.next.len());
    for (code, years) in &totals.next {
        let totals = years.sum(wanted);
        if totals.games > 0
            && let Some(mv) = db.decode_next(*code, &orientation)?
        {
            next_moves.push(NextMove { mv, totals });
        }
    }
    next_moves.sort_unstable_by_key(|next| (Reverse(next.totals.games), next.mv));
    Ok(Answer {
        board_hash: db.hash_table().board_hash(position.board(), Transform::IDENTITY),
        key: orientation.key,
        board_size: line.size(),
        to_play: line.to_play(),
        symmetries: orientation.symmetries(),
        games: totals.all.sum(wanted).games,
        next_moves,
    })
}
