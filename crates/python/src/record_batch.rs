//! The columns of records that are read without a database. A record that cannot be read is a row
//! with its error.

use crate::arrow::{field, texts};
use arrow_array::builder::{Int8Builder, Int16Builder, ListBuilder};
use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use bgo::go::{BoardSize, Color, HashTable, KeyTables, Point};
use bgo::record::{Action, GameInfo, GameRecord, Rank, Steps, decoded_trees, parts};
use std::sync::{Arc, LazyLock};

static KEYS: LazyLock<KeyTables> = LazyLock::new(|| KeyTables::new(HashTable::built_in()));

/// The maximum number of games in a batch. A file may have millions.
const ROWS: usize = 4096;

/// The point of a pass in the column of moves.
const PASS: i16 = -1;

/// A file, or the reason that it was not read.
pub struct GameFile {
    /// The path of the archive, as the user named it.
    pub archive: Arc<str>,
    /// The file within the archive; `None` if the archive itself could not be read.
    pub member: Option<String>,
    pub content: Result<Vec<u8>, String>,
}

/// A game of a file.
struct Row<'a> {
    file: &'a GameFile,
    member_game: Option<i64>,
    game: Result<Played, String>,
}

/// A game that was read, as far as it can be played.
struct Played {
    record: GameRecord,
    moves: usize,
    repair: Option<String>,
}

/// The kind of a column, with the function that reads its value.
enum Get {
    Whole(fn(&Row<'_>) -> Option<i64>),
    Real(fn(&Row<'_>) -> Option<f64>),
    Text(fn(&Row<'_>) -> Option<String>),
    Truth(fn(&Row<'_>) -> Option<bool>),
    /// Points, counted row by row from the upper left corner.
    Points(fn(&Played, &mut dyn FnMut(i16))),
    /// Colours: 1 for Black, 2 for White, 0 for neither.
    Colors(fn(&Played, &mut dyn FnMut(i8))),
}

use Get::{Colors, Points, Real, Text, Truth, Whole};

/// The columns, named after those of a database's games where they are the same.
const COLUMNS: [(&str, Get); 32] = [
    ("archive", Text(|row| Some(row.file.archive.to_string()))),
    ("member", Text(|row| row.file.member.clone())),
    ("member_game", Whole(|row| row.member_game)),
    ("error", Text(|row| row.game.as_ref().err().cloned())),
    ("board_size", Whole(|row| Some(played(row)?.record.size.lines().into()))),
    (
        "moves",
        Points(|game, add| game.moves().for_each(|(_, point)| add(point))),
    ),
    (
        "move_colors",
        Colors(|game, add| game.moves().for_each(|(color, _)| add(color))),
    ),
    (
        "setup",
        Points(|game, add| game.setup().for_each(|(_, point)| add(point))),
    ),
    (
        "setup_colors",
        Colors(|game, add| game.setup().for_each(|(color, _)| add(color))),
    ),
    ("later_setup", Truth(|row| Some(played(row)?.has_later_setup()))),
    ("black", Text(|row| text(row, |info| &info.black))),
    ("black_rank", Text(|row| text(row, |info| &info.black_rank))),
    ("black_rank_value", Whole(|row| rank(row, 0))),
    ("white", Text(|row| text(row, |info| &info.white))),
    ("white_rank", Text(|row| text(row, |info| &info.white_rank))),
    ("white_rank_value", Whole(|row| rank(row, 1))),
    ("date", Text(|row| text(row, |info| &info.date))),
    (
        "first_date",
        Text(|row| Some(info(row)?.game_date()?.first().to_string())),
    ),
    ("year", Whole(|row| Some(info(row)?.game_date()?.year().into()))),
    ("result", Text(|row| Some(info(row)?.game_result()?.to_string()))),
    (
        "winner",
        Text(|row| Some(info(row)?.game_result()?.winner()?.letter().to_string())),
    ),
    ("result_text", Text(|row| text(row, |info| &info.result))),
    ("komi", Real(|row| Some(info(row)?.komi_value()?.points()))),
    ("handicap", Whole(|row| info(row)?.handicap_stones.map(i64::from))),
    ("rules", Text(|row| text(row, |info| &info.rules))),
    ("event", Text(|row| text(row, |info| &info.event))),
    ("round", Text(|row| text(row, |info| &info.round))),
    ("place", Text(|row| text(row, |info| &info.place))),
    ("name", Text(|row| text(row, |info| &info.name))),
    ("publication", Text(|row| text(row, |info| &info.publication))),
    ("comments", Whole(|row| Some(played(row)?.record.comments.len() as i64))),
    ("repair", Text(|row| played(row)?.repair.clone())),
];

fn played<'a>(row: &'a Row<'_>) -> Option<&'a Played> {
    row.game.as_ref().ok()
}

fn info<'a>(row: &'a Row<'_>) -> Option<&'a GameInfo> {
    Some(&played(row)?.record.info)
}

fn text(row: &Row<'_>, get: fn(&GameInfo) -> &String) -> Option<String> {
    Some(get(info(row)?)).filter(|text| !text.is_empty()).cloned()
}

fn rank(row: &Row<'_>, color: usize) -> Option<i64> {
    info(row)?.ranks()[color].map(Rank::value).map(i64::from)
}

impl Played {
    /// Plays a record, so that moves on occupied points are noticed.
    fn new(record: GameRecord) -> Self {
        let mut steps = Steps::new(&record, KEYS.get(record.size));
        steps.by_ref().for_each(drop);
        let outcome = steps.into_outcome();
        Self {
            moves: outcome.moves.into(),
            repair: outcome.repairs.reason(),
            record,
        }
    }

    fn moves(&self) -> impl Iterator<Item = (i8, i16)> {
        let size = self.record.size;
        let moves = self.record.steps.iter().filter_map(|step| step.action.played());
        let moves = moves.take(self.moves);
        moves.map(move |mv| {
            (
                color(Some(mv.color)),
                mv.point.map_or(PASS, |point| number(point, size)),
            )
        })
    }

    fn setup(&self) -> impl Iterator<Item = (i8, i16)> {
        let size = self.record.size;
        let setup = self.record.setup.iter();
        setup.map(move |&(point, stone)| (color(stone), number(point, size)))
    }

    fn has_later_setup(&self) -> bool {
        let mut actions = self.record.steps.iter().map(|step| &step.action);
        actions.any(|action| matches!(action, Action::Setup(_)))
    }
}

const fn color(stone: Option<Color>) -> i8 {
    match stone {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    }
}

/// Returns the number of a point, row by row. The area of no board is too large for the type.
const fn number(point: Point, size: BoardSize) -> i16 {
    point.index(size) as i16
}

/// Returns the columns.
pub fn schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
        let fields = COLUMNS.iter().map(|(name, get)| {
            let kind = match get {
                Whole(_) => DataType::Int64,
                Real(_) => DataType::Float64,
                Text(_) => DataType::Utf8,
                Truth(_) => DataType::Boolean,
                Points(_) => list(DataType::Int16),
                Colors(_) => list(DataType::Int8),
            };
            field(name, kind)
        });
        Arc::new(Schema::new(fields.collect::<Vec<_>>()))
    });
    Arc::clone(&SCHEMA)
}

fn list(kind: DataType) -> DataType {
    DataType::List(Arc::new(Field::new_list_field(kind, true)))
}

/// Reads the games of some files.
pub fn batches(files: &[GameFile]) -> Vec<Result<RecordBatch, ArrowError>> {
    let rows: Vec<Row<'_>> = files.iter().flat_map(rows).collect();
    let batch = |rows: &[Row<'_>]| {
        let arrays = COLUMNS
            .iter()
            .map(|(_, get)| array(get, rows))
            .collect::<Result<_, _>>()?;
        RecordBatch::try_new(schema(), arrays)
    };
    rows.chunks(ROWS).map(batch).collect()
}

fn rows(file: &GameFile) -> Vec<Row<'_>> {
    let wrong = |error: String| Row {
        file,
        member_game: None,
        game: Err(error),
    };
    let bytes = match &file.content {
        Ok(bytes) => bytes,
        Err(error) => return vec![wrong(error.clone())],
    };
    let row = |(number, game): (i64, Result<GameRecord, String>)| Row {
        file,
        member_game: Some(number),
        game: game.map(Played::new),
    };
    let games = parts(bytes).flat_map(|part| {
        let games = decoded_trees(&part.decoded).map(|tree| tree.game.map_err(|rejection| rejection.to_string()));
        games.collect::<Vec<_>>()
    });
    let rows: Vec<Row<'_>> = (0..).zip(games).map(row).collect();
    match rows.is_empty() {
        true => vec![wrong(bgo::record::Rejection::NoGame.to_string())],
        false => rows,
    }
}

fn array(get: &Get, rows: &[Row<'_>]) -> Result<ArrayRef, ArrowError> {
    Ok(match get {
        Whole(get) => Arc::new(rows.iter().map(get).collect::<Int64Array>()),
        Real(get) => Arc::new(rows.iter().map(get).collect::<Float64Array>()),
        Text(get) => texts(rows.iter().map(get))?,
        Truth(get) => Arc::new(rows.iter().map(get).collect::<BooleanArray>()),
        Points(get) => {
            let mut lists = ListBuilder::new(Int16Builder::new());
            for row in rows {
                if let Ok(game) = &row.game {
                    get(game, &mut |point| lists.values().append_value(point));
                }
                lists.append(row.game.is_ok());
            }
            Arc::new(lists.finish())
        }
        Colors(get) => {
            let mut lists = ListBuilder::new(Int8Builder::new());
            for row in rows {
                if let Ok(game) = &row.game {
                    get(game, &mut |color| lists.values().append_value(color));
                }
                lists.append(row.game.is_ok());
            }
            Arc::new(lists.finish())
        }
    })
}
