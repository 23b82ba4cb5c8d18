use super::question::{Passage, Question};
use super::{QueryError, WinRate};
use crate::go::Color;
use crate::store::{RowId, Snapshot};
use serde::Serialize;
use std::cmp::Reverse;

/// Who plays a position, and with what success. Serialised, it is the document
/// that `bgo players --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Players {
    /// How many games reach the position.
    pub games: u64,
    /// How many players these games have.
    pub count: u64,
    /// Those with the most games.
    pub players: Vec<PlayerCount>,
}

/// A player's games with a position. The colours are those of the search board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayerCount {
    /// The name as written.
    pub player: String,
    /// How many games; one against himself counts once.
    pub games: u64,
    /// How many as Black.
    pub black_games: u64,
    /// How many of these he won.
    pub black_wins: u64,
    /// How many of these he lost.
    pub black_losses: u64,
    /// How many as White.
    pub white_games: u64,
    /// How many of these he won.
    pub white_wins: u64,
    /// How many of these he lost.
    pub white_losses: u64,
    /// The year of the first of them that has a date.
    pub first_year: Option<u16>,
    /// The year of the last.
    pub last_year: Option<u16>,
}

impl PlayerCount {
    /// How often the player won, as `WinRate` has it of Black.
    #[must_use]
    pub fn win_rate(&self) -> Option<WinRate> {
        WinRate::of(self.black_wins + self.white_wins, self.black_losses + self.white_losses)
    }

    fn add(&mut self, color: Color, winner: Option<Color>) {
        let (games, wins, losses) = match color {
            Color::Black => (&mut self.black_games, &mut self.black_wins, &mut self.black_losses),
            Color::White => (&mut self.white_games, &mut self.white_wins, &mut self.white_losses),
        };
        *games += 1;
        *wins += u64::from(winner == Some(color));
        *losses += u64::from(winner == Some(color.opponent()));
    }
}

/// Asks who plays a position most: the first `limit` of them.
///
/// # Errors
/// A name in the filter that none has; a database that is damaged or cannot be
/// read.
pub fn players(snapshot: &Snapshot, question: &Question<'_>, limit: usize) -> Result<Players, QueryError> {
    // By row of the player table.
    let mut counts: Vec<PlayerCount> = Vec::new();
    let mut games = 0;
    question.visit(snapshot, |passages, traits| {
        let seen = Passage::of_game(passages);
        let facts = seen.facts(traits.facts());
        games += 1;
        for color in [Color::Black, Color::White] {
            let Some(player) = traits.player(seen.color(color)) else {
                continue;
            };
            let at = player.get() as usize;
            if counts.len() <= at {
                counts.resize_with(at + 1, PlayerCount::default);
            }
            let count = &mut counts[at];
            count.add(color, facts.winner);
            let is_second = color == Color::White && traits.black == traits.white;
            count.games += u64::from(!is_second);
            if let Some(year) = facts.year {
                count.first_year = Some(count.first_year.map_or(year, |first| first.min(year)));
                count.last_year = Some(count.last_year.map_or(year, |last| last.max(year)));
            }
        }
        Ok(())
    })?;
    let names = snapshot.players()?;
    let name = |row| names.written(row).unwrap_or_default();
    let mut players: Vec<(RowId, PlayerCount)> = (0..)
        .zip(counts)
        .filter(|(_, count)| count.games > 0)
        .filter_map(|(row, count)| Some((RowId::new(row)?, count)))
        .collect();
    let count = players.len() as u64;
    let order = |(row, count): &(RowId, PlayerCount)| (Reverse(count.games), name(*row).to_owned());
    if limit < players.len() {
        // The names decide only among equals.
        players.select_nth_unstable_by(limit, |a, b| (b.1.games, name(a.0)).cmp(&(a.1.games, name(b.0))));
        players.truncate(limit);
    }
    players.sort_by_cached_key(order);
    let named = |(row, count): (RowId, PlayerCount)| PlayerCount {
        player: name(row).to_owned(),
        ..count
    };
    Ok(Players {
        games,
        count,
        players: players.into_iter().map(named).collect(),
    })
}
