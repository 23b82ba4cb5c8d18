use super::player::Played;
use super::{QueryError, SearchBoard};
use crate::go::{BoardSize, Color, Move};
use crate::store::Snapshot;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The first moves of a player's games from the empty board, those of the most games first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Openings {
    /// The player's first moves as Black.
    pub black: Vec<Opening>,
    /// The first two moves of games in which the player is White.
    pub white: Vec<Opening>,
}

/// The first moves of some games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opening {
    /// The moves, Black's first. Where a symmetry makes points equal, one of them stands for
    /// all, as in a search.
    pub moves: Vec<String>,
    /// The number of the player's games that begin so.
    pub games: u64,
    /// The number of those that the player won.
    pub wins: u64,
}

/// Returns the openings of a player's games on boards of one size, at most `limit` of each
/// colour. The index tells the first moves, so no game is read.
pub(super) fn openings(
    snapshot: &Snapshot,
    size: BoardSize,
    games: &[Played],
    limit: usize,
) -> Result<Openings, QueryError> {
    let start = SearchBoard::new(size);
    let mut black = BTreeMap::new();
    let mut white = BTreeMap::new();
    for (first, begun) in next_moves(snapshot, &start, 0, games.iter())? {
        let as_black = begun.iter().copied().filter(|game| game.is_black);
        count(&mut black, vec![first], as_black, Color::Black);
        let mut board = start.clone();
        if board.play(first).is_err() {
            continue;
        }
        let as_white = begun.iter().copied().filter(|game| game.is_white);
        for (reply, begun) in next_moves(snapshot, &board, 1, as_white)? {
            count(&mut white, vec![first, reply], begun.into_iter(), Color::White);
        }
    }
    Ok(Openings {
        black: most_played(black, limit),
        white: most_played(white, limit),
    })
}

/// The games and wins of each sequence of moves.
type Counts = BTreeMap<Vec<Move>, (u64, u64)>;

fn count<'a>(counts: &mut Counts, moves: Vec<Move>, games: impl Iterator<Item = &'a Played>, color: Color) {
    let mut games = games.peekable();
    if games.peek().is_none() {
        return;
    }
    let (all, wins) = counts.entry(moves).or_default();
    for game in games {
        *all += 1;
        *wins += u64::from(game.winner == Some(color));
    }
}

fn most_played(counts: Counts, limit: usize) -> Vec<Opening> {
    let mut all: Vec<_> = counts.into_iter().collect();
    all.sort_by_key(|(_, (games, _))| Reverse(*games));
    all.truncate(limit);
    let opening = |(moves, (games, wins)): (Vec<Move>, _)| Opening {
        moves: moves.iter().map(Move::target).collect(),
        games,
        wins,
    };
    all.into_iter().map(opening).collect()
}

/// Returns those of the games, which are in the order of their numbers, that reach the position
/// of a board after `ply` moves and go on with a move of the colour whose turn it is, by that
/// move.
fn next_moves<'a>(
    snapshot: &Snapshot,
    board: &SearchBoard,
    ply: u16,
    games: impl Iterator<Item = &'a Played>,
) -> Result<BTreeMap<Move, Vec<&'a Played>>, QueryError> {
    let mut found: BTreeMap<Move, Vec<&Played>> = BTreeMap::new();
    let mut games = games.peekable();
    if games.peek().is_none() {
        return Ok(found);
    }
    let position = board.canonical(snapshot.keys());
    for occurrence in snapshot
        .occurrences(position.key)?
        .iter()
        .filter(|found| found.ply == ply)
    {
        while games.next_if(|game| game.number < occurrence.game).is_some() {}
        // Setup may follow before the first move, so a game may be at the position twice.
        let Some(game) = games.peek().filter(|game| game.number == occurrence.game) else {
            continue;
        };
        let next = snapshot.decode_next(occurrence.next, &position)?;
        if let Some(next) = next.filter(|next| next.color == board.to_play()) {
            found.entry(next).or_default().push(game);
        }
    }
    Ok(found)
}
