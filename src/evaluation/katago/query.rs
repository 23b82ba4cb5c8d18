//! Queries of the analysis engine, and the responses to them.

use super::{AnyText, BoundedList, LineFault, Perspective, color};
use crate::evaluation::{Analysis, Evaluation, vertex};
use crate::go::{BoardSize, CanonicalPosition, Color, KeyTables, Move, Point, Position};
use crate::record::Komi;
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct QueryFields {
    moves: Option<BoundedList<(String, String)>>,
    initial_stones: Option<BoundedList<(String, String)>>,
    initial_player: Option<String>,
    komi: Option<f64>,
    board_x_size: Option<u64>,
    board_y_size: Option<u64>,
    avoid_moves: Option<Vec<IgnoredAny>>,
    allow_moves: Option<Vec<IgnoredAny>>,
    override_settings: Option<QuerySettings>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct QuerySettings {
    report_analysis_winrates_as: Option<AnyText>,
}

/// A query: a game, or the part of one that is before the analysed positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisQuery {
    size: BoardSize,
    stones: Vec<(Point, Color)>,
    /// The colour to play before the first move, if the query says.
    first: Option<Color>,
    moves: Vec<Move>,
    /// The komi, if the query says and the database can store it.
    pub komi: Option<Komi>,
    /// The perspective, if the query overrides that of the engine.
    pub perspective: Option<Perspective>,
    /// True if the engine may not search all moves.
    pub is_restricted: bool,
}

impl QueryFields {
    pub fn read(self) -> Result<AnalysisQuery, LineFault> {
        let columns = self.board_x_size.ok_or_else(|| LineFault::missing("boardXSize"))?;
        let rows = self.board_y_size.ok_or_else(|| LineFault::missing("boardYSize"))?;
        let size = u8::try_from(columns)
            .ok()
            .filter(|&lines| columns == rows && lines >= 2)
            .and_then(BoardSize::new)
            .ok_or_else(|| {
                LineFault::new(format!(
                    "its board is {columns}x{rows}; only squares of 2 to 19 lines have a place in the database"
                ))
            })?;
        let BoundedList(moves) = self.moves.ok_or_else(|| LineFault::missing("moves"))?;
        let stones = self.initial_stones.map_or_else(Vec::new, |BoundedList(stones)| stones);
        let stones = placed(&stones, size)?;
        let first = self.initial_player.as_deref().map(color).transpose()?;
        let moves = placed(&moves, size)?;
        let mut perspective = None;
        if let Some(AnyText(name)) = self
            .override_settings
            .and_then(|settings| settings.report_analysis_winrates_as)
        {
            let wrong = || LineFault::value(&name, "BLACK, WHITE or SIDETOMOVE");
            perspective = Some(Perspective::named(&name).ok_or_else(wrong)?);
        }
        let mut restrictions = [self.avoid_moves, self.allow_moves].into_iter().flatten();
        Ok(AnalysisQuery {
            size,
            // KataGo takes a pass among stones for nothing.
            stones: stones.iter().filter_map(|mv| Some((mv.point?, mv.color))).collect(),
            first,
            moves,
            komi: self.komi.and_then(komi),
            perspective,
            is_restricted: restrictions.any(|moves| !moves.is_empty()),
        })
    }
}

fn placed(named: &[(String, String)], size: BoardSize) -> Result<Vec<Move>, LineFault> {
    named
        .iter()
        .map(|(player, place)| {
            let color = color(player)?;
            let point = vertex(place, size).ok_or_else(|| LineFault::value(place, "a point of its board"))?;
            Ok(Move { color, point })
        })
        .collect()
}

fn komi(points: f64) -> Option<Komi> {
    let half_points = points * 2.0;
    let is_whole = half_points.fract() == 0.0 && half_points.abs() <= f64::from(i16::MAX);
    is_whole.then_some(half_points as i16).and_then(Komi::from_half_points)
}

impl AnalysisQuery {
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the query as bytes for [`AnalysisQuery::from_bytes`]. Different queries have different bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let perspective = self.perspective.map_or(b'-', |perspective| match perspective {
            Perspective::Black => b'B',
            Perspective::White => b'W',
            Perspective::ToPlay => b'S',
        });
        let mut bytes = vec![
            self.size.lines(),
            self.first.map_or(b'-', |color| color.letter() as u8),
            perspective,
            self.is_restricted.into(),
        ];
        bytes.extend(self.komi.map_or(i16::MIN, Komi::half_points).to_le_bytes());
        // Lists have at most 10,000 values.
        bytes.extend((self.stones.len() as u16).to_le_bytes());
        let stones = self.stones.iter().map(|&(point, color)| Move::at(color, point));
        bytes.extend(
            stones
                .chain(self.moves.iter().copied())
                .flat_map(|Move { color, point }| {
                    let place = point.map_or(0, |point| point.index(self.size) as u16 + 1);
                    (place << 1 | u16::from(color == Color::White)).to_le_bytes()
                }),
        );
        bytes
    }

    /// Reads the bytes of [`AnalysisQuery::to_bytes`]; `None` if they are others.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&[lines, first, perspective, is_restricted, low, high, a, b], placed) = bytes.split_first_chunk()?;
        let size = BoardSize::new(lines)?;
        let (placed, []) = placed.as_chunks() else { return None };
        let moves = placed.iter().map(|&two| {
            let (place, color) = (
                u16::from_le_bytes(two) >> 1,
                [Color::Black, Color::White][usize::from(two[0] & 1)],
            );
            let point = place.checked_sub(1).map(|index| Point::from_index(index.into(), size));
            Some(match point {
                Some(point) => Move::at(color, point?),
                None => Move::pass(color),
            })
        });
        let mut stones: Vec<Move> = moves.collect::<Option<_>>()?;
        let moves = stones.split_off(usize::from(u16::from_le_bytes([a, b])).min(stones.len()));
        Some(Self {
            size,
            stones: stones
                .into_iter()
                .filter_map(|mv| Some((mv.point?, mv.color)))
                .collect(),
            first: color(std::str::from_utf8(&[first]).ok()?).ok(),
            moves,
            komi: Komi::from_half_points(i16::from_le_bytes([low, high])),
            perspective: match perspective {
                b'S' => Some(Perspective::ToPlay),
                b'B' => Some(Perspective::Black),
                b'W' => Some(Perspective::White),
                _ => None,
            },
            is_restricted: is_restricted != 0,
        })
    }

    /// Returns the position after a number of moves and the colour to play.
    pub fn position(&self, keys: &KeyTables, turn: u64) -> Result<(CanonicalPosition, Color), LineFault> {
        let count = usize::try_from(turn).ok().filter(|&turn| turn <= self.moves.len());
        let moves = self.moves.len();
        let count =
            count.ok_or_else(|| LineFault::new(format!("its query has {moves} moves, and it is about turn {turn}")))?;
        let keys = keys.get(self.size);
        let mut position = Position::new(self.size);
        for &(point, color) in &self.stones {
            position.set(keys, point, Some(color));
        }
        for (&mv, number) in self.moves[..count].iter().zip(1..) {
            position.replay(keys, mv).map_err(|reason| {
                LineFault::new(format!("move {number} of its query, {mv}, cannot be played: {reason}"))
            })?;
        }
        Ok((position.canonical(), self.to_play(count)))
    }

    /// Returns the colour to play after a number of moves, as the engine assumes it. Before
    /// the first move it is that of the first move; without moves, White if there are only
    /// black stones, and two of them at least.
    fn to_play(&self, turn: usize) -> Color {
        if let Some(last) = turn.checked_sub(1).and_then(|last| self.moves.get(last)) {
            return last.color.opponent();
        }
        let first = self.first.or_else(|| self.moves.first().map(|mv| mv.color));
        first.unwrap_or_else(|| {
            let is_handicap = self.stones.len() >= 2 && self.stones.iter().all(|(_, color)| *color == Color::Black);
            if is_handicap { Color::White } else { Color::Black }
        })
    }
}

/// The results of a position, or of a move from it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::evaluation) struct MoveInfo {
    /// The colour to play at a position; older versions omit it.
    current_player: Option<String>,
    /// The move, if the results are about a move.
    #[serde(rename = "move")]
    mv: Option<String>,
    winrate: Option<f64>,
    score_lead: Option<f64>,
    score_mean: Option<f64>,
    visits: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    turn_number: Option<u64>,
    root_info: Option<MoveInfo>,
    move_infos: Option<BoundedList<MoveInfo>>,
}

impl MoveInfo {
    /// Returns the evaluation, whose numbers are from the view of `side`, or `None` if they are
    /// out of range or there is no win rate.
    pub fn evaluation(&self, side: Color) -> Option<Evaluation> {
        Evaluation::of(side, self.winrate?, self.score_lead.or(self.score_mean), self.visits)
    }

    /// Returns the point and the evaluation of a move, or `None` if the move is off the board or
    /// its numbers are out of range.
    pub(crate) fn evaluated_move(&self, size: BoardSize, side: Color) -> Option<(Option<Point>, Evaluation)> {
        Some((vertex(self.mv.as_deref()?, size)?, self.evaluation(side)?))
    }
}

impl Response {
    pub(super) fn required(&self) -> Result<(u64, &MoveInfo), LineFault> {
        Ok((
            self.turn_number.ok_or_else(|| LineFault::missing("turnNumber"))?,
            self.root_info.as_ref().ok_or_else(|| LineFault::missing("rootInfo"))?,
        ))
    }

    /// Combines the response with its query into an analysis. The engine reported numbers from
    /// `perspective`, unless the query overrides it.
    pub fn analysis(
        &self,
        query: &AnalysisQuery,
        perspective: Perspective,
        keys: &KeyTables,
    ) -> Result<Analysis, LineFault> {
        let (turn, root) = self.required()?;
        if query.is_restricted {
            return Err(LineFault::new(
                "its query restricts the moves (avoidMoves, allowMoves), so its win rate is not that of the position",
            ));
        }
        let (position, assumed) = query.position(keys, turn)?;
        let to_play = root.current_player.as_deref().map_or(Ok(assumed), color)?;
        let side = query.perspective.unwrap_or(perspective).side(to_play);
        let evaluation = root
            .evaluation(side)
            .ok_or_else(|| LineFault::new("its win rate or score lead is out of range"))?;
        let moves = self
            .move_infos
            .iter()
            .flat_map(|BoundedList(moves)| moves)
            .filter_map(|info| info.evaluated_move(query.size(), side));
        Ok(Analysis::new(position, to_play, query.komi, evaluation, moves))
    }
}
