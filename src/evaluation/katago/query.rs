use super::value::{List, Text};
use super::{Fault, Perspective, color};
use crate::evaluation::vertex::vertex;
use crate::go::{BoardSize, CanonicalPosition, Color, KeyTables, Move, Point, Position};
use crate::record::Komi;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The fields of a query that matter here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Fields {
    moves: Option<List<(String, String)>>,
    initial_stones: Option<List<(String, String)>>,
    initial_player: Option<String>,
    komi: Option<f64>,
    board_x_size: Option<u64>,
    board_y_size: Option<u64>,
    avoid_moves: Option<Vec<IgnoredAny>>,
    allow_moves: Option<Vec<IgnoredAny>>,
    override_settings: Option<Settings>,
}

/// The settings that matter here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Settings {
    report_analysis_winrates_as: Option<Text>,
}

/// A query: a game, or the part of one that is before the analysed positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
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

impl Fields {
    pub fn read(self) -> Result<Query, Fault> {
        let columns = self.board_x_size.ok_or(Fault::Missing("boardXSize"))?;
        let rows = self.board_y_size.ok_or(Fault::Missing("boardYSize"))?;
        let size = u8::try_from(columns)
            .ok()
            .filter(|&lines| columns == rows && lines >= 2)
            .and_then(BoardSize::new)
            .ok_or(Fault::Board(columns, rows))?;
        let placed = |(player, place): &(String, String)| -> Result<(Color, Option<Point>), Fault> {
            let no_point = || Fault::value(place, "a point of its board");
            Ok((color(player)?, vertex(place, size).ok_or_else(no_point)?))
        };
        let stones = self.initial_stones.map_or_else(Vec::new, |List(stones)| stones);
        let stones = stones.iter().filter_map(|stone| match placed(stone) {
            Ok((color, Some(point))) => Some(Ok((point, color))),
            // KataGo takes a pass among stones for nothing.
            Ok((_, None)) => None,
            Err(fault) => Some(Err(fault)),
        });
        let List(moves) = self.moves.ok_or(Fault::Missing("moves"))?;
        let moves = moves
            .iter()
            .map(|mv| placed(mv).map(|(color, point)| Move { color, point }));
        let perspective = self
            .override_settings
            .and_then(|settings| settings.report_analysis_winrates_as);
        let named = |Text(name): Text| {
            Perspective::named(&name).ok_or_else(|| Fault::value(&name, "BLACK, WHITE or SIDETOMOVE"))
        };
        let is_given = |moves: &Option<Vec<_>>| moves.as_ref().is_some_and(|moves| !moves.is_empty());
        Ok(Query {
            size,
            stones: stones.collect::<Result<_, _>>()?,
            first: self.initial_player.as_deref().map(color).transpose()?,
            moves: moves.collect::<Result<_, _>>()?,
            komi: self.komi.and_then(komi),
            perspective: perspective.map(named).transpose()?,
            is_restricted: is_given(&self.avoid_moves) || is_given(&self.allow_moves),
        })
    }
}

fn komi(points: f64) -> Option<Komi> {
    let half_points = points * 2.0;
    let is_whole = half_points.fract() == 0.0 && half_points.abs() <= f64::from(i16::MAX);
    is_whole.then_some(half_points as i16).and_then(Komi::from_half_points)
}

impl Query {
    /// Returns the board size.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the query as bytes for [`Query::from_bytes`]. Different queries have different bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let one_of = |color: Option<Color>| color.map_or(b'-', |color| color.letter() as u8);
        let perspective = self.perspective.map_or(b'-', |perspective| match perspective {
            Perspective::Black => b'B',
            Perspective::White => b'W',
            Perspective::ToPlay => b'S',
        });
        let mut bytes = vec![
            self.size.lines(),
            one_of(self.first),
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

    /// Reads the bytes of [`Query::to_bytes`]; `None` if they are others.
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
    pub fn position(&self, keys: &KeyTables, turn: u64) -> Result<(CanonicalPosition, Color), Fault> {
        let count = usize::try_from(turn).ok().filter(|&turn| turn <= self.moves.len());
        let moves = self.moves.len();
        let count = count.ok_or(Fault::Turn { turn, moves })?;
        let keys = keys.get(self.size);
        let mut position = Position::new(self.size);
        for &(point, color) in &self.stones {
            position.set(keys, point, Some(color));
        }
        for (&mv, number) in self.moves[..count].iter().zip(1..) {
            position.replay(keys, mv).map_err(|illegal| Fault::Illegal {
                number,
                mv: mv.to_string(),
                reason: illegal.to_string(),
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
