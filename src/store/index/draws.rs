use super::known::Known;
use super::lookup::{self, occurrences};
use crate::go::PositionKey;
use crate::store::codec::posting::{PositionTotals, Posting};
use crate::store::error::StoreError;
use crate::store::games::columns::Columns;
use crate::store::snapshot::Snapshot;
use std::sync::Arc;

/// Returns the totals of a position and of each next move, with their draws.
pub fn position_totals(snapshot: &Snapshot, key: PositionKey) -> Result<PositionTotals, StoreError> {
    let mut totals = lookup::position_totals(snapshot, key)?;
    let all = totals.all.total();
    // Of most positions, somebody won every game, so the occurrences need not be read.
    if all.black_wins + all.white_wins + all.draws < all.games {
        totals.set_draws(&*drawn(snapshot, key)?);
    }
    Ok(totals)
}

/// Returns the totals of the drawn games that reach a position.
fn drawn(snapshot: &Snapshot, key: PositionKey) -> Result<Arc<PositionTotals>, StoreError> {
    let known = snapshot.shared::<Known<PositionTotals>>();
    if let Some(drawn) = known.get(key) {
        return Ok(drawn);
    }
    let mut columns = Columns::new(snapshot);
    let mut postings = Vec::new();
    for occurrence in occurrences(snapshot, key)?.iter() {
        if columns.facts(occurrence.game)?.is_draw {
            postings.push(Posting {
                game: occurrence.game as u32,
                ply: occurrence.ply,
                next: occurrence.next,
            });
        }
    }
    let drawn = PositionTotals::from_postings(&postings, |game| columns.facts(game.into()))?.into();
    known.keep(key, &drawn);
    Ok(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Move};
    use crate::query::SearchBoard;
    use crate::testing::{TestDatabase, sgf};

    const RESULTS: [&str; 5] = ["RE[B+R]", "RE[0]", "RE[Void]", "RE[W+2.5]", ""];

    /// Games from the numbers `from..to`, which all begin with the same move.
    fn records(from: usize, to: usize) -> Vec<String> {
        let letter = |number: usize| char::from(b'a' + number as u8);
        let record = |game: usize| {
            let reply = ["dp", "dd", "pp"][game % 3];
            let root = format!("DT[{}]{}", 1990 + game % 4, RESULTS[game % 5]);
            let (x, y) = (letter(game / 9 % 9 + 5), letter(game % 9 + 5));
            sgf(
                &root,
                &format!("pd {reply} {x}{y} {y}{x} aa {}a", letter(game / 81 + 1)),
            )
        };
        (from..to).map(record).collect()
    }

    #[test]
    fn stored_totals_get_the_draws_of_all_segments() {
        // The totals of the first segment are stored, those of the second are counted.
        let mut db = TestDatabase::with(&records(0, 200));
        let more = db.path_of("more.sgf");
        std::fs::write(&more, records(200, 210).concat()).expect("is written");
        db.import(&more);
        let snapshot = db.snapshot();
        assert_eq!(snapshot.state().expect("a state").segments, 2);
        let mut board = SearchBoard::new(BoardSize::MAX);
        for played in ["", "pd", "dp"] {
            if !played.is_empty() {
                let mv = Move::parse(played, board.to_play(), board.size()).expect("a move");
                board.play(mv).expect("is legal");
            }
            let key = board.canonical(snapshot.keys()).key;
            let totals = position_totals(&snapshot, key).expect("totals");
            let is_here = |game: &usize| played != "dp" || ["dp", "dd", "pp"][game % 3] == "dp";
            let games = || (0..210).filter(is_here);
            let drawn = |game: &usize| game % 5 == 1;
            let all = totals.all.total();
            assert_eq!(all.games, games().count() as u64, "{played}");
            assert_eq!(all.draws, games().filter(drawn).count() as u64, "{played}");
            for count in totals.all.iter() {
                let of_year = |game: &usize| Some(1990 + (game % 4) as u16) == count.year;
                assert_eq!(count.draws, games().filter(of_year).filter(drawn).count() as u64);
            }
            let of_moves: u64 = totals.next.iter().map(|(_, years)| years.total().draws).sum();
            assert_eq!(of_moves, all.draws, "{played}");
            let black_won = games().filter(|game| game % 5 == 0).count() as u64;
            assert_eq!(all.black_wins, black_won, "{played}");
        }
    }
}
