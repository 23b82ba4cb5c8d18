use crate::go::{BoardSize, Color, Move};
use crate::query::ask::{SearchBoard, SoughtPosition};
use crate::query::filter::NamePattern;
use crate::query::{QueryError, WinRate, json};
use crate::record::Outcome;
use crate::store::{Column, GameView, RowId, RowSet, Snapshot, Texts};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// A player's games with one colour, or those of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerTally {
    /// The number of games.
    pub games: u64,
    /// The number of games that the player won.
    pub wins: u64,
    /// The number of games that the player lost.
    pub losses: u64,
    /// The number of games that ended in a draw.
    pub draws: u64,
}

impl PlayerTally {
    /// Counts a game that the player had as `color`.
    pub(super) fn add(&mut self, color: Color, game: &GameView<'_>) {
        let outcome = game.facts().outcome;
        self.games += 1;
        self.wins += u64::from(outcome.winner() == Some(color));
        self.losses += u64::from(outcome.winner() == Some(color.opponent()));
        self.draws += u64::from(outcome == Outcome::Draw);
    }

    /// Returns the player's win rate.
    #[must_use]
    pub fn win_rate(&self) -> Option<WinRate> {
        WinRate::of(self.wins, self.losses)
    }
}

/// A player's games with each colour. A game of a player against himself is in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TallyByColor {
    /// The games as Black.
    pub black: PlayerTally,
    /// The games as White.
    pub white: PlayerTally,
}

impl TallyByColor {
    pub(super) fn add(&mut self, color: Color, game: &GameView<'_>) {
        match color {
            Color::Black => self.black.add(color, game),
            Color::White => self.white.add(color, game),
        }
    }
}

/// The record of a player over all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerRecord {
    /// The name as most of the games write it, or the one that its aliases show.
    pub player: String,
    /// The number of games. A game of a player against himself counts once.
    pub games: u64,
    /// The earliest year of a dated game.
    pub first_year: Option<u16>,
    /// The latest year of a dated game.
    pub last_year: Option<u16>,
    /// The games with each colour.
    #[serde(flatten)]
    pub colors: TallyByColor,
    /// The games of each year that has any, undated ones first.
    pub years: Vec<PlayerYear>,
    /// The size of the board that the openings are about: the requested one, or else the one
    /// of the most games.
    #[serde(serialize_with = "json::lines")]
    #[cfg_attr(feature = "schema", schemars(with = "u8", range(min = 2, max = 19)))]
    pub board_size: BoardSize,
    /// The first moves of the player's games.
    pub openings: Openings,
    /// The number of all opponents, listed or not.
    pub opponent_count: u64,
    /// The opponents of the most games.
    pub opponents: Vec<Opponent>,
}

/// A player's games of one year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerYear {
    /// The year; `None` for games without a date.
    pub year: Option<u16>,
    /// The games with each colour.
    #[serde(flatten)]
    pub colors: TallyByColor,
}

/// A player's games against another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opponent {
    /// The other player's name as written, or the one that its aliases show.
    pub player: String,
    /// The games, in which the wins are not the other player's.
    #[serde(flatten)]
    pub tally: PlayerTally,
}

/// Returns the record of the player with this name or alias, ignoring case and accents, on boards of
/// one size or of all. Of openings of each colour, and of opponents, the `limit` with the most
/// games are listed.
pub fn player_record(
    snapshot: &Snapshot,
    name: &str,
    size: Option<BoardSize>,
    limit: usize,
) -> Result<PlayerRecord, QueryError> {
    let name = name.trim();
    let names = snapshot.players()?;
    let rows = rows_of(&names, &NamePattern::Whole(name.to_owned()))?;
    // The player's games in the order of their numbers, and the numbers of games with each spelling of the name.
    let (mut games, mut spellings) = (Vec::new(), HashMap::<RowId, u64>::new());
    let (mut colors, mut years) = (TallyByColor::default(), BTreeMap::<Option<u16>, TallyByColor>::new());
    let mut sizes: BTreeMap<BoardSize, u64> = BTreeMap::new();
    let mut opponents: HashMap<RowId, PlayerTally> = HashMap::new();
    let visit = |number, game: &GameView<'_>| {
        let [is_black, is_white] = [game.black(), game.white()].map(|row| rows.contains(row));
        if !is_black && !is_white || size.is_some_and(|size| size != game.board_size()) {
            return;
        }
        *sizes.entry(game.board_size()).or_default() += 1;
        games.push(PlayerGame {
            number,
            is_black,
            is_white,
            winner: game.winner(),
        });
        for (color, is_player) in [(Color::Black, is_black), (Color::White, is_white)] {
            if !is_player {
                continue;
            }
            colors.add(color, game);
            years.entry(game.year()).or_default().add(color, game);
            if let Some(row) = game.player(color) {
                *spellings.entry(row).or_default() += 1;
            }
            if let Some(other) = game.player(color.opponent()).filter(|_| is_black != is_white) {
                opponents.entry(names.one(other)).or_default().add(color, game);
            }
        }
    };
    match snapshot.games_with_texts(&names, &rows, &[Column::Black, Column::White])? {
        Some(games) => snapshot.visit_columns_of(&games, visit),
        None => snapshot.visit_columns(visit),
    }?;
    let most_written = spellings
        .iter()
        .max_by_key(|&(&row, &games)| (games, Reverse(row.get())));
    let player = match most_written {
        Some((&row, _)) => names.shown(row),
        // There is such a name, on boards of another size.
        None => name,
    };
    let most = sizes
        .iter()
        .max_by_key(|&(&size, &games)| (games, size))
        .map(|(&size, _)| size);
    let board_size = size.or(most).unwrap_or_default();
    let mut dated = years.keys().flatten();
    let first_year = dated.next().copied();
    let last_year = dated.next_back().copied().or(first_year);
    let mut opponents: Vec<(RowId, PlayerTally)> = opponents.into_iter().collect();
    opponents.sort_by_key(|&(row, tally)| (Reverse(tally.games), names.rank(row)));
    let opponent_count = opponents.len() as u64;
    opponents.truncate(limit);
    let opponents = opponents.into_iter().map(|(row, tally)| Opponent {
        player: names.shown(row).to_owned(),
        tally,
    });
    let years = years.into_iter();
    Ok(PlayerRecord {
        player: player.to_owned(),
        games: games.len() as u64,
        first_year,
        last_year,
        colors,
        years: years.map(|(year, colors)| PlayerYear { year, colors }).collect(),
        board_size,
        openings: openings(snapshot, board_size, &games, limit)?,
        opponent_count,
        opponents: opponents.collect(),
    })
}

/// Returns the rows of names that match, at least one.
pub(super) fn rows_of(names: &Texts, name: &NamePattern) -> Result<RowSet, QueryError> {
    let rows = name.rows(names);
    match rows.is_empty() {
        false => Ok(rows),
        true => Err(QueryError::Unknown {
            condition: "name",
            kind: "player",
            name: name.clone(),
            similar: names.similar(name.text()),
        }),
    }
}

/// Returns the colour of the player with one of these rows, unless both are or none is.
pub(super) fn color_of(game: &GameView<'_>, rows: &RowSet) -> Option<Color> {
    match [game.black(), game.white()].map(|row| rows.contains(row)) {
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        _ => None,
    }
}

/// A game of a player.
struct PlayerGame {
    number: i64,
    /// Whether the player was Black.
    is_black: bool,
    /// Whether the player was White.
    is_white: bool,
    winner: Option<Color>,
}

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
fn openings(snapshot: &Snapshot, size: BoardSize, games: &[PlayerGame], limit: usize) -> Result<Openings, QueryError> {
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

fn count<'a>(
    counts: &mut BTreeMap<Vec<Move>, (u64, u64)>,
    moves: Vec<Move>,
    games: impl Iterator<Item = &'a PlayerGame>,
    color: Color,
) {
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

fn most_played(counts: BTreeMap<Vec<Move>, (u64, u64)>, limit: usize) -> Vec<Opening> {
    let mut all: Vec<_> = counts.into_iter().collect();
    all.sort_by_key(|(_, (games, _))| Reverse(*games));
    all.truncate(limit);
    all.into_iter()
        .map(|(moves, (games, wins))| Opening {
            moves: moves.iter().map(Move::target).collect(),
            games,
            wins,
        })
        .collect()
}

/// Returns those of the games, which are in the order of their numbers, that reach the position
/// of a board after `ply` moves and go on with a move of the colour whose turn it is, by that
/// move.
fn next_moves<'a>(
    snapshot: &Snapshot,
    board: &SearchBoard,
    ply: u16,
    games: impl Iterator<Item = &'a PlayerGame>,
) -> Result<BTreeMap<Move, Vec<&'a PlayerGame>>, QueryError> {
    let mut found: BTreeMap<Move, Vec<_>> = BTreeMap::new();
    let games: Vec<&PlayerGame> = games.collect();
    let numbers: Vec<i64> = games.iter().map(|game| game.number).collect();
    let position = SoughtPosition::new(board, snapshot.keys(), false);
    position.visit_in(snapshot, &numbers, |occurrences| {
        let game = games[numbers.partition_point(|number| *number < occurrences[0].game)];
        // Setup may follow before the first move, so a game may be at the position twice.
        for occurrence in occurrences.iter().filter(|found| found.ply == ply) {
            let next = position.next(snapshot, occurrence)?.mv();
            if let Some(next) = next.filter(|next| next.color == board.to_play()) {
                found.entry(next).or_default().push(game);
            }
        }
        Ok(())
    })?;
    Ok(found)
}
