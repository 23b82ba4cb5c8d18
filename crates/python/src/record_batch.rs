//! The columns of records that are read without a database. A record that cannot be read is a row
//! with its error.

use crate::arrow::{array, field, fields};
use arrow_array::builder::{Int8Builder, Int16Builder, ListBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use bgo::internal::facts::{Column, Described, Description, Get, facts};
use bgo::internal::go::{BoardSize, Color, KeyTables, Point};
use bgo::internal::record::{Action, GameRecord, Steps, decoded_trees, parts};
use std::collections::BTreeMap;
use std::iter;
use std::sync::{Arc, LazyLock};

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

struct SgfRow<'a> {
    file: &'a GameFile,
    member_game: Option<i64>,
    /// A game that was read, and what it is like as far as it can be played.
    game: Result<(GameRecord, Description), String>,
}

impl Described for SgfRow<'_> {
    fn description(&self) -> Option<&Description> {
        Some(&self.game.as_ref().ok()?.1)
    }
}

/// A column: of single values, or of lists.
enum SgfColumn<'a> {
    Value(Column<SgfRow<'a>>),
    /// Points, counted row by row from the upper left corner.
    Points(&'static str, fn(&(GameRecord, Description), &mut dyn FnMut(i16))),
    /// Colours: 1 for Black, 2 for White, 0 for neither.
    Colors(&'static str, fn(&(GameRecord, Description), &mut dyn FnMut(i8))),
}

use SgfColumn::{Colors, Points, Value};

/// Returns the columns: where a game is, its moves and setup, and the facts of the game, whose
/// number is that of no database and whose moves are a list.
fn columns<'a>() -> Vec<SgfColumn<'a>> {
    let mut facts = facts()
        .into_iter()
        .filter(|fact| !["game", "moves"].contains(&fact.name));
    let mut columns = vec![
        column("archive", Get::Text(|row| Some(&row.file.archive))),
        column("member", Get::Text(|row| row.file.member.as_deref())),
        column("member_game", Get::Long(|row| row.member_game)),
        column("error", Get::Text(|row| row.game.as_ref().err().map(String::as_str))),
    ];
    columns.extend(facts.next().map(Value));
    columns.extend([
        Points("moves", |game, add| moves(game).for_each(|(_, point)| add(point))),
        Colors("move_colors", |game, add| moves(game).for_each(|(color, _)| add(color))),
        Points("setup", |game, add| setup(&game.0).for_each(|(_, point)| add(point))),
        Colors("setup_colors", |game, add| {
            setup(&game.0).for_each(|(color, _)| add(color))
        }),
        column(
            "later_setup",
            Get::Truth(|row| Some(has_later_setup(&row.game.as_ref().ok()?.0))),
        ),
    ]);
    columns.extend(facts.map(Value));
    let comments: Get<SgfRow<'_>> = Get::Int(|row| Some(row.game.as_ref().ok()?.0.comments.len() as i32));
    columns.push(column("comments", comments));
    columns
}

const fn column<'a>(name: &'static str, get: Get<SgfRow<'a>>) -> SgfColumn<'a> {
    Value(Column::optional(name, get, ""))
}

/// Plays a record, so that moves on occupied points are noticed.
fn played(record: GameRecord) -> (GameRecord, Description) {
    let mut steps = Steps::new(&record, KeyTables::built_in().get(record.size));
    steps.by_ref().for_each(drop);
    let outcome = steps.into_outcome();
    let description = Description::new(0, &record, outcome.moves, outcome.repairs.reason());
    (record, description)
}

fn moves((record, description): &(GameRecord, Description)) -> impl Iterator<Item = (i8, i16)> {
    let moves = record.steps.iter().filter_map(|step| step.action.played());
    moves.take(usize::from(description.moves)).map(|mv| {
        let point = mv.point.map_or(PASS, |point| number(point, record.size));
        (color(Some(mv.color)), point)
    })
}

/// Returns the stones before the first move. A record without a move, such as a problem, may have them in later
/// nodes, which make positions of their own.
fn setup(record: &GameRecord) -> impl Iterator<Item = (i8, i16)> + use<> {
    let mut stones: BTreeMap<i16, i8> = BTreeMap::new();
    let before_moves = record.steps.iter().map_while(|step| match &step.action {
        Action::Setup(setup) => Some(setup),
        Action::Move(_) => None,
    });
    for &(point, stone) in iter::once(&record.setup).chain(before_moves).flatten() {
        stones.insert(number(point, record.size), color(stone));
    }
    stones.into_iter().map(|(point, stone)| (stone, point))
}

fn has_later_setup(record: &GameRecord) -> bool {
    let mut actions = record.steps.iter().map(|step| &step.action);
    let moved = actions.any(|action| matches!(action, Action::Move(_)));
    moved && actions.any(|action| matches!(action, Action::Setup(_)))
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
        let fields = columns().into_iter().map(|column| match column {
            // A row with an error has no values.
            Value(column) => fields(&[column]).swap_remove(0).with_nullable(true),
            Points(name, _) => field(name, list(DataType::Int16)),
            Colors(name, _) => field(name, list(DataType::Int8)),
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
    let rows: Vec<SgfRow<'_>> = files.iter().flat_map(rows).collect();
    rows.chunks(ROWS)
        .map(|rows| {
            let columns = columns();
            let arrays = columns.iter().map(|column| array_of(column, rows));
            RecordBatch::try_new(schema(), arrays.collect::<Result<_, _>>()?)
        })
        .collect()
}

fn rows(file: &GameFile) -> Vec<SgfRow<'_>> {
    let bytes = match &file.content {
        Ok(bytes) => bytes,
        Err(error) => return vec![SgfRow::wrong(file, error.clone())],
    };
    let games = parts(bytes).flat_map(|part| {
        let games = decoded_trees(&part.decoded).map(|tree| tree.game.map_err(|rejection| rejection.to_string()));
        games.collect::<Vec<_>>()
    });
    let rows: Vec<SgfRow<'_>> = (0..)
        .zip(games)
        .map(|(number, game)| SgfRow {
            file,
            member_game: Some(number),
            game: game.map(played),
        })
        .collect();
    if rows.is_empty() {
        return vec![SgfRow::wrong(
            file,
            bgo::internal::record::Rejection::NoGame.to_string(),
        )];
    }
    rows
}

impl<'a> SgfRow<'a> {
    /// Makes the row of a file without games.
    const fn wrong(file: &'a GameFile, error: String) -> Self {
        Self {
            file,
            member_game: None,
            game: Err(error),
        }
    }
}

fn array_of<'a>(column: &SgfColumn<'a>, rows: &[SgfRow<'a>]) -> Result<ArrayRef, ArrowError> {
    Ok(match column {
        Value(column) => array(&column.get, rows.iter().map(Some))?,
        Points(_, get) => {
            let mut lists = ListBuilder::new(Int16Builder::new());
            for row in rows {
                if let Ok(game) = &row.game {
                    get(game, &mut |point| lists.values().append_value(point));
                }
                lists.append(row.game.is_ok());
            }
            Arc::new(lists.finish())
        }
        Colors(_, get) => {
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
