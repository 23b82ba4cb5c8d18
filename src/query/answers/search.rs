use super::count::Halts;
use super::engine::{EngineMove, better, evaluation_after};
use super::openings::openings_of;
use super::players::best_known;
use crate::evaluation::Evaluation;
use crate::go::{Board, BoardSize, Color, KeyTables, Move, PositionKey, Transform};
use crate::openings::{NamedOpening, OpeningNames};
use crate::query::ask::{Question, SearchBoard, Subject};
use crate::query::json::WinRate;
use crate::query::pattern::{AnswerCounts, PatternSearch, PatternTotals};
use crate::query::{QueryError, json};
use crate::record::Next;
use crate::store::{PositionTotals, Snapshot, Totals, YearTotals};
use serde::Serialize;
use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;

/// The maximum number of moves in `engine_moves`.
const MAX_ENGINE_MOVES: usize = 10;

/// The answer to a search: the games that reach a position, and the moves played
/// from it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The published hash of the position in the orientation of the search board; `None`
    /// for a pattern.
    pub board_hash: Option<i64>,
    /// The key, which is the same in all orientations; `None` for a pattern.
    #[serde(serialize_with = "json::key")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub key: Option<PositionKey>,
    /// The board size.
    #[serde(serialize_with = "json::lines")]
    #[cfg_attr(feature = "schema", schemars(with = "u8", range(min = 2, max = 19)))]
    pub board_size: BoardSize,
    /// The colour to play on the search board; `None` for a pattern.
    #[serde(serialize_with = "json::letter")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<json::ColorLetter>"))]
    pub to_play: Option<Color>,
    /// The number of transforms that leave the position or pattern as it is: 1, 2, 4 or 8.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [1, 2, 4, 8])))]
    pub symmetries: u32,
    /// The counts of a pattern.
    #[serde(flatten)]
    pub pattern: Option<PatternCounts>,
    /// The games that reach the position. A game that reaches it twice counts once.
    #[serde(flatten)]
    pub totals: Totals,
    /// Black's win rate in these games.
    #[serde(flatten, serialize_with = "json::win_rate")]
    #[cfg_attr(feature = "schema", schemars(with = "json::WinRateFields"))]
    pub win_rate: Option<WinRate>,
    /// The games that go on from the position without a move; `None` for a pattern, which
    /// has [`PatternCounts::unanswered`].
    #[serde(flatten)]
    pub halts: Option<Halts>,
    /// The openings and josekis that the board shows, at most three, those with the most stones first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<OpeningNames>,
    /// The moves played from the position, the most popular first.
    pub next_moves: Vec<NextMove>,
    /// The evaluation of the position by an engine, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Evaluation>,
    /// The moves that an engine searched and no counted game has, those with the most visits
    /// first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engine_moves: Vec<EngineMove>,
}

/// The counts of a pattern beside those of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatternCounts {
    /// The diagram on one line.
    pub pattern: String,
    /// The edges that the area touches: `middle`, `side`, `corner`, `fixed` or `board`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["middle", "side", "corner", "fixed", "board"])))]
    pub anchor: &'static str,
    /// The number of distinct ways in which the pattern may lie on the board.
    pub images: usize,
    /// The number of occurrences.
    pub occurrences: u64,
    /// The number of occurrences without an answer that counts. The others are counted
    /// with their answers.
    pub unanswered: u64,
    /// The number of occurrences after which the next move was outside the area.
    pub elsewhere: u64,
}

/// A move played from a position, or an answer to a pattern.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NextMove {
    /// The move, in the orientation of the search board. Where a symmetry of the
    /// position makes points equal, one of them stands for all.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    #[cfg_attr(feature = "schema", schemars(with = "json::MoveFields"))]
    pub mv: Move,
    /// The games with this move.
    #[serde(flatten)]
    pub games: GamesOfMove,
    /// The evaluation of the move by an engine, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Evaluation>,
    /// The occurrences with the move, if it answers a pattern.
    #[serde(flatten)]
    pub answer: Option<AnswerCounts>,
    /// Details, if the search asked for them.
    #[serde(flatten)]
    pub details: Option<MoveDetails>,
}

/// The games with a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesOfMove {
    /// The games.
    #[serde(flatten)]
    pub totals: Totals,
    /// The share of these games among all games that reach the position, 0 to 1. In a part of the
    /// board, shares may add up to more than 1, because a game counts for each of its answers.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub share: f64,
    /// Black's win rate in these games.
    #[serde(flatten, serialize_with = "json::win_rate")]
    #[cfg_attr(feature = "schema", schemars(with = "json::WinRateFields"))]
    pub win_rate: Option<WinRate>,
}

impl NextMove {
    /// Returns the win rate of the colour that plays the move; `None` if nobody won.
    #[must_use]
    pub fn player_win_rate(&self) -> Option<WinRate> {
        let Totals {
            black_wins, white_wins, ..
        } = self.games.totals;
        match self.mv.color {
            Color::Black => WinRate::of(black_wins, white_wins),
            Color::White => WinRate::of(white_wins, black_wins),
        }
    }
}

/// Details of the games in which a move was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveDetails {
    /// The games by year.
    pub years: YearTotals,
    /// The best-known players of the move: those with the most games in the
    /// database.
    pub players: Vec<String>,
}

/// The order of next moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveOrder {
    /// The most popular first.
    #[default]
    Games,
    /// The most successful first, by the lower end of the interval of [`NextMove::player_win_rate`], so that
    /// moves of few games do not lead.
    Wins,
}

impl MoveOrder {
    /// All orders.
    pub const ALL: [Self; 2] = [Self::Games, Self::Wins];

    /// Returns the name by which questions choose the order.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Wins => "wins",
        }
    }
}

/// The extent of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Counts and win rates only.
    Counts,
    /// The years and players of each move as well. This takes longer if many games
    /// reach the position.
    Full,
}

impl Detail {
    /// Returns [`Detail::Full`] if `full`.
    #[must_use]
    pub const fn full_if(full: bool) -> Self {
        if full { Self::Full } else { Self::Counts }
    }
}

/// Returns the moves played from a position, or the answers to a pattern.
pub fn search(snapshot: &Snapshot, question: &Question, detail: Detail) -> Result<Answer, QueryError> {
    let subject = question.subject(snapshot.keys())?;
    let filter = question.filter().compile(snapshot)?;
    let players = match detail {
        Detail::Full => Some(best_known(snapshot, &subject, &filter)?),
        Detail::Counts => None,
    };
    match &subject {
        Subject::Position(_) => {
            let counted = subject.count(snapshot, &filter)?;
            let halts = Halts::of(&counted);
            let mut answer = Answer::of_position(snapshot.keys(), question.board(), &counted, halts, players);
            answer.add_evaluations(snapshot, question.board())?;
            Ok(answer)
        }
        Subject::Pattern(pattern) => Ok(Answer::of_pattern(pattern, &pattern.count(snapshot, &filter)?, players)),
    }
}

impl Answer {
    /// Makes the answer about the position of a board from counts, without evaluations. With
    /// `players`, the best-known ones of each next move, it has details.
    #[must_use]
    pub fn of_position(
        keys: &KeyTables,
        board: &SearchBoard,
        counted: &PositionTotals<Next>,
        halts: Halts,
        players: Option<HashMap<Move, Vec<String>>>,
    ) -> Self {
        let totals = counted.all.total();
        let canonical = board.canonical(keys);
        Self {
            board_hash: Some(keys.hash_table().board_hash(board.position(), Transform::IDENTITY)),
            key: Some(canonical.key),
            board_size: board.size(),
            to_play: Some(board.to_play()),
            symmetries: canonical.symmetries(),
            pattern: None,
            totals,
            win_rate: WinRate::of(totals.black_wins, totals.white_wins),
            halts: Some(halts),
            openings: openings_of(board),
            next_moves: next_moves(counted, players),
            engine: None,
            engine_moves: Vec::new(),
        }
    }

    /// Makes the answer about a pattern from counts. With `players`, it has details.
    #[must_use]
    pub fn of_pattern(
        pattern: &PatternSearch,
        counted: &PatternTotals,
        players: Option<HashMap<Move, Vec<String>>>,
    ) -> Self {
        let totals = counted.games.all.total();
        let mut next_moves = next_moves(&counted.games, players);
        for next in &mut next_moves {
            next.answer = counted.answers.get(&next.mv).copied();
        }
        Self {
            board_hash: None,
            key: None,
            board_size: pattern.size(),
            to_play: None,
            symmetries: pattern.symmetries(),
            pattern: Some(PatternCounts {
                pattern: pattern.pattern().to_string(),
                anchor: pattern.anchor(),
                images: pattern.images(),
                occurrences: counted.occurrences,
                unanswered: counted.unanswered,
                elsewhere: counted.elsewhere,
            }),
            totals,
            win_rate: WinRate::of(totals.black_wins, totals.white_wins),
            halts: None,
            openings: pattern.board().map(openings_on).unwrap_or_default(),
            next_moves,
            engine: None,
            engine_moves: Vec::new(),
        }
    }

    /// Puts the next moves in an order. Of equals, the more popular one comes first.
    pub fn sort(&mut self, order: MoveOrder) {
        let low = |next: &NextMove| next.player_win_rate().map_or(-1.0, |rate| rate.low);
        self.next_moves.sort_by(|a, b| {
            let by_wins = match order {
                MoveOrder::Games => Ordering::Equal,
                MoveOrder::Wins => low(b).total_cmp(&low(a)),
            };
            by_wins.then_with(|| (Reverse(a.games.totals.games), a.mv).cmp(&(Reverse(b.games.totals.games), b.mv)))
        });
    }

    /// Adds the evaluations of the position of a board and of the moves from it. A move has two
    /// possible evaluations: that of the position after it, and that in the analysis of the position
    /// before it. The one with more visits counts. Filters do not affect evaluations.
    fn add_evaluations(&mut self, snapshot: &Snapshot, board: &SearchBoard) -> Result<(), QueryError> {
        if snapshot.state()?.analyses == 0 {
            return Ok(());
        }
        let position = board.canonical(snapshot.keys());
        let analysis = snapshot.best_analysis(&position, board.to_play())?;
        self.engine = analysis.as_ref().map(|analysis| analysis.evaluation);
        let searched = analysis.map(|analysis| analysis.moves).unwrap_or_default();
        let mut searched: Vec<(Move, Evaluation)> = searched
            .into_iter()
            .map(|(stored, evaluation)| {
                let point = stored.map(|point| position.shown_point(point));
                let color = board.to_play();
                (Move { color, point }, evaluation)
            })
            .collect();
        for next in &mut self.next_moves {
            let known = searched.iter().position(|(mv, _)| *mv == next.mv);
            let known = known.map(|place| searched.remove(place).1);
            next.engine = better(known, evaluation_after(snapshot, board, next.mv)?);
        }
        // A file may say that an engine searched a move that cannot be played.
        searched.retain(|(mv, _)| board.beginning_after(*mv).is_ok());
        for (mv, evaluation) in searched.into_iter().take(MAX_ENGINE_MOVES) {
            let after = evaluation_after(snapshot, board, mv)?;
            let evaluation = better(Some(evaluation), after).unwrap_or(evaluation);
            self.engine_moves.push(EngineMove { mv, evaluation });
        }
        Ok(())
    }
}

fn openings_on(board: &Board) -> Vec<OpeningNames> {
    NamedOpening::on(board).iter().map(|opening| *opening.names()).collect()
}

/// Returns the counted moves, the most popular first.
fn next_moves(counted: &PositionTotals<Next>, mut players: Option<HashMap<Move, Vec<String>>>) -> Vec<NextMove> {
    let games = counted.all.total().games;
    let mut next_moves: Vec<NextMove> = counted
        .next
        .iter()
        .filter_map(|(next, years)| Some((next.mv()?, years)))
        .map(|(mv, years)| {
            let of_move = years.total();
            NextMove {
                mv,
                games: GamesOfMove {
                    totals: of_move,
                    share: of_move.games as f64 / games as f64,
                    win_rate: WinRate::of(of_move.black_wins, of_move.white_wins),
                },
                engine: None,
                answer: None,
                details: players.as_mut().map(|players| MoveDetails {
                    years: years.clone(),
                    players: players.remove(&mv).unwrap_or_default(),
                }),
            }
        })
        .collect();
    next_moves.sort_by_key(|next| (Reverse(next.games.totals.games), next.mv));
    next_moves
}
