use crate::go::{Color, Move};
use crate::query::QueryError;
use crate::query::ask::{Question, Subject, as_seen};
use crate::query::filter::CompiledFilter;
use crate::query::json::WinRate;
use crate::record::Outcome;
use crate::store::{RowId, Snapshot, Texts};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The number of players to name for each move.
const NAMED: usize = 3;

/// The players of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Players {
    /// The number of games that reach the position.
    pub games: u64,
    /// The number of players in these games.
    pub count: u64,
    /// The players with the most games.
    pub players: Vec<PlayerCount>,
}

/// A player's games with a position, in the colours of the search board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerCount {
    /// The name as written, or the one that its aliases show.
    pub player: String,
    /// The number of games. A game of a player against himself counts once.
    pub games: u64,
    /// The number of those that ended in a draw.
    pub draws: u64,
    /// The number of games as Black.
    pub black_games: u64,
    /// The number of games won as Black.
    pub black_wins: u64,
    /// The number of games lost as Black.
    pub black_losses: u64,
    /// The number of games as White.
    pub white_games: u64,
    /// The number of games won as White.
    pub white_wins: u64,
    /// The number of games lost as White.
    pub white_losses: u64,
    /// The earliest year of a dated game.
    pub first_year: Option<u16>,
    /// The latest year of a dated game.
    pub last_year: Option<u16>,
}

impl PlayerCount {
    /// Returns the player's win rate.
    #[must_use]
    pub fn win_rate(&self) -> Option<WinRate> {
        WinRate::of(self.black_wins + self.white_wins, self.black_losses + self.white_losses)
    }
}

/// The counts of a player. They are small, so that those of many players stay in the processor's cache.
#[derive(Clone, Copy, Default)]
struct PlayerCounts {
    games: u32,
    draws: u32,
    /// The games, wins and losses of each colour.
    of_colors: [[u32; 3]; 2],
    /// The earliest and the latest year, 0 without one.
    first_year: u16,
    last_year: u16,
}

impl PlayerCounts {
    fn add(&mut self, color: Color, winner: Option<Color>) {
        let [games, wins, losses] = &mut self.of_colors[color as usize];
        *games += 1;
        *wins += u32::from(winner == Some(color));
        *losses += u32::from(winner == Some(color.opponent()));
    }

    fn add_year(&mut self, year: u16) {
        if self.first_year == 0 || year < self.first_year {
            self.first_year = year;
        }
        self.last_year = self.last_year.max(year);
    }

    fn of(self, player: &str) -> PlayerCount {
        let [black, white] = self.of_colors.map(|counts| counts.map(u64::from));
        let year = |year| (year > 0).then_some(year);
        PlayerCount {
            player: player.to_owned(),
            games: self.games.into(),
            draws: self.draws.into(),
            black_games: black[0],
            black_wins: black[1],
            black_losses: black[2],
            white_games: white[0],
            white_wins: white[1],
            white_losses: white[2],
            first_year: year(self.first_year),
            last_year: year(self.last_year),
        }
    }
}

/// Counts the games of each player of a position, and returns the `limit` players
/// with the most games.
pub fn players(snapshot: &Snapshot, question: &Question, limit: usize) -> Result<Players, QueryError> {
    // By row of the player table.
    let mut counts: Vec<PlayerCounts> = Vec::new();
    let mut games = 0;
    let (subject, filter) = (question.subject(snapshot.keys())?, question.filter().compile(snapshot)?);
    let names = snapshot.players()?;
    subject.visit_columns(snapshot, &filter, |occurrences, columns| {
        let seen = as_seen(occurrences);
        let facts = seen.facts(columns.facts());
        games += 1;
        let of_colors = [Color::Black, Color::White].map(|color| {
            let player = columns.player(seen.color(color));
            player.map(|row| names.one(row))
        });
        for (color, player) in [Color::Black, Color::White].into_iter().zip(of_colors) {
            let Some(player) = player else { continue };
            let at = player.get() as usize;
            if counts.len() <= at {
                counts.resize(at + 1, PlayerCounts::default());
            }
            let count = &mut counts[at];
            count.add(color, facts.outcome.winner());
            let is_second = color == Color::White && of_colors[0] == of_colors[1];
            count.games += u32::from(!is_second);
            count.draws += u32::from(!is_second && facts.outcome == Outcome::Draw);
            if let Some(year) = facts.year {
                count.add_year(year);
            }
        }
        Ok(())
    })?;
    let mut players: Vec<(RowId, PlayerCounts)> = (0..)
        .zip(counts)
        .filter(|(_, count)| count.games > 0)
        .filter_map(|(row, count)| Some((RowId::new(row)?, count)))
        .collect();
    let count = players.len() as u64;
    if limit < players.len() {
        // The names only decide ties.
        players.select_nth_unstable_by(limit, |a, b| {
            (b.1.games, names.shown(a.0)).cmp(&(a.1.games, names.shown(b.0)))
        });
        players.truncate(limit);
    }
    players.sort_by_cached_key(|(row, count)| (Reverse(count.games), names.shown(*row).to_owned()));
    Ok(Players {
        games,
        count,
        players: players
            .into_iter()
            .map(|(row, count)| count.of(names.shown(row)))
            .collect(),
    })
}

/// Returns the best-known players of each next move: those with the most games in the database.
pub(super) fn best_known(
    snapshot: &Snapshot,
    subject: &Subject<'_>,
    filter: &CompiledFilter<'_>,
) -> Result<HashMap<Move, Vec<String>>, QueryError> {
    let players = snapshot.players()?;
    let games = games_of_players(snapshot, &players)?;
    let mut best: HashMap<Move, Vec<_>> = HashMap::new();
    subject.visit_columns(snapshot, filter, |occurrences, columns| {
        for occurrence in occurrences {
            let Some(mv) = subject.next_move(snapshot, occurrence)? else {
                continue;
            };
            let Some(player) = columns.player(occurrence.color(mv.color)) else {
                continue;
            };
            let player = players.one(player);
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
    Ok(best
        .into_iter()
        .map(|(mv, best)| {
            let names = best.iter().map(|&(_, row): &(_, RowId)| players.shown(row));
            (mv, names.map(str::to_owned).collect())
        })
        .collect())
}

/// Returns the number of games that each player has in the database, by the one row of all spellings.
fn games_of_players(snapshot: &Snapshot, players: &Texts) -> Result<Vec<u32>, QueryError> {
    let mut games: Vec<u32> = Vec::new();
    snapshot.visit_columns(|_, columns| {
        let [black, white] =
            [Color::Black, Color::White].map(|color| columns.player(color).map(|row| players.one(row)));
        // A game of a player against himself counts once.
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
