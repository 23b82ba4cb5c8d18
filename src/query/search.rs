use super::question::Question;
use super::{Answer, Details, NextMove, Period, QueryError, WinRate};
use crate::go::{Color, Move, Transform};
use crate::store::{RowId, Snapshot};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Players that are named for a move.
const NAMED: usize = 3;

/// Asks the database what was played from a position. The details of each move
/// take longer where many games reach the position.
///
/// # Errors
/// A name in the filter that none has; a database that is damaged or cannot be
/// read.
pub fn search(snapshot: &Snapshot, question: &Question<'_>, with_details: bool) -> Result<Answer, QueryError> {
    let counted = question.count(snapshot)?;
    let totals = counted.all.total();
    let mut players = if with_details {
        best_known(snapshot, question)?
    } else {
        HashMap::new()
    };
    let mut next_moves: Vec<NextMove> = counted
        .next
        .iter()
        .map(|(mv, years)| {
            let of_move = years.total();
            NextMove {
                mv: *mv,
                totals: of_move,
                share: of_move.games as f64 / totals.games as f64,
                win_rate: WinRate::of(of_move.black_wins, of_move.white_wins),
                details: with_details.then(|| Details {
                    years: Period::Year.counts(years),
                    players: players.remove(mv).unwrap_or_default(),
                }),
            }
        })
        .collect();
    next_moves.sort_by_key(|next| (Reverse(next.totals.games), next.mv));
    let orientation = question.orientation();
    let line = question.line;
    Ok(Answer {
        board_hash: snapshot
            .hash_table()
            .board_hash(line.position().board(), Transform::IDENTITY),
        key: orientation.key,
        board_size: line.size(),
        to_play: line.to_play(),
        symmetries: orientation.symmetries(),
        totals,
        win_rate: WinRate::of(totals.black_wins, totals.white_wins),
        next_moves,
    })
}

/// How known a player is: by games, and then by the place of the name.
type Known = (Reverse<u32>, Option<u32>);

/// For each next move the best-known of those who played it: with the most
/// games in the database, among equals by name.
fn best_known(snapshot: &Snapshot, question: &Question<'_>) -> Result<HashMap<Move, Vec<String>>, QueryError> {
    let (games, players) = (games_of_players(snapshot)?, snapshot.players()?);
    let mut best: HashMap<Move, Vec<(Known, RowId)>> = HashMap::new();
    question.visit(snapshot, |passages, traits| {
        for passage in passages {
            let Some(mv) = question.next_move(snapshot, passage)? else {
                continue;
            };
            let Some(player) = traits.player(passage.color(mv.color)) else {
                continue;
            };
            let games = games.get(player.get() as usize).copied().unwrap_or(0);
            let known = ((Reverse(games), players.rank(player)), player);
            let best = best.entry(mv).or_default();
            if let Err(place) = best.binary_search(&known)
                && place < NAMED
            {
                best.insert(place, known);
                best.truncate(NAMED);
            }
        }
        Ok(())
    })?;
    let name = |(_, row): &(Known, RowId)| players.written(*row).unwrap_or_default().to_owned();
    Ok(best
        .into_iter()
        .map(|(mv, best)| (mv, best.iter().map(name).collect()))
        .collect())
}

/// How many games each player has in the database, by row.
fn games_of_players(snapshot: &Snapshot) -> Result<Vec<u32>, QueryError> {
    let mut games: Vec<u32> = Vec::new();
    snapshot.visit_columns(|_, traits| {
        let [black, white] = [Color::Black, Color::White].map(|color| traits.player(color));
        // Who plays against himself plays one game.
        for player in [black, white.filter(|_| white != black)].into_iter().flatten() {
            let at = player.get() as usize;
            if games.len() <= at {
                games.resize(at + 1, 0);
            }
            games[at] += 1;
        }
    })?;
    Ok(games)
}
