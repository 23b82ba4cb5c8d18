use super::columns::{Column, Get, Row};
use super::game::Game;
use super::game_writer::GameWriter;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type};
use std::io::{self, Write};
use std::sync::Arc;

/// The number of games held in memory until their columns are written.
const GROUP_GAMES: usize = if cfg!(test) { 2 } else { 10_000 };

/// The maximum number of bytes of moves held in memory. A game may have 65,535
/// moves.
const GROUP_BYTES: usize = 64 << 20;

/// An Apache Parquet file. A missing value is null.
pub struct Parquet<W: Write + Send> {
    columns: Vec<Column>,
    rows: Vec<Row>,
    bytes: usize,
    out: SerializedFileWriter<W>,
}

impl<W: Write + Send> Parquet<W> {
    pub fn new(out: W, columns: Vec<Column>) -> io::Result<Self> {
        let fields = columns.iter().map(field).collect::<Result<_>>()?;
        let schema = Type::group_type_builder("games").with_fields(fields).build()?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(format!("bgo {}", env!("CARGO_PKG_VERSION")))
            // Values of these columns do not repeat.
            .set_column_dictionary_enabled(ColumnPath::from("game"), false)
            .set_column_dictionary_enabled(ColumnPath::from("moves_sgf"), false)
            .build();
        Ok(Self {
            columns,
            rows: Vec::new(),
            bytes: 0,
            out: SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?,
        })
    }

    fn write_group(&mut self) -> Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let mut group = self.out.next_row_group()?;
        for column in &self.columns {
            if let Some(mut out) = group.next_column()? {
                write_column(&mut out, column, &self.rows)?;
                out.close()?;
            }
        }
        group.close()?;
        self.rows.clear();
        self.bytes = 0;
        Ok(())
    }
}

impl<W: Write + Send> GameWriter for Parquet<W> {
    fn add(&mut self, game: &Game) -> io::Result<()> {
        let row = game.to_row();
        self.bytes += row.moves_sgf.len();
        self.rows.push(row);
        if self.rows.len() == GROUP_GAMES || self.bytes > GROUP_BYTES {
            self.write_group()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.write_group()?;
        self.out.finish()?;
        Ok(())
    }
}

/// Returns the schema of a column.
fn field(column: &Column) -> Result<Arc<Type>> {
    let (physical, logical) = match column.get {
        Get::Whole(_) | Get::Maybe(_) => (Physical::INT64, None),
        Get::Real(_) => (Physical::DOUBLE, None),
        Get::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Get::Truth(_) => (Physical::BOOLEAN, None),
    };
    let repetition = match column.get {
        Get::Whole(_) => Repetition::REQUIRED,
        _ => Repetition::OPTIONAL,
    };
    let field = Type::primitive_type_builder(column.name, physical)
        .with_logical_type(logical)
        .with_repetition(repetition)
        .build()?;
    Ok(Arc::new(field))
}

fn write_column(out: &mut SerializedColumnWriter<'_>, column: &Column, rows: &[Row]) -> Result<()> {
    match column.get {
        Get::Whole(get) => {
            let values: Vec<i64> = rows.iter().map(get).collect();
            out.typed::<Int64Type>().write_batch(&values, None, None)?;
            Ok(())
        }
        Get::Maybe(get) => write_some::<Int64Type>(out, rows.iter().map(get)),
        Get::Real(get) => write_some::<DoubleType>(out, rows.iter().map(get)),
        Get::Text(get) => write_some::<ByteArrayType>(out, rows.iter().map(|row| get(row).map(ByteArray::from))),
        Get::Truth(get) => write_some::<BoolType>(out, rows.iter().map(get)),
    }
}

/// Writes values, some of which may be missing. A definition level of 1 marks a
/// value that is present.
fn write_some<T: DataType>(
    out: &mut SerializedColumnWriter<'_>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<()> {
    let values: Vec<Option<T::T>> = values.collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let present: Vec<T::T> = values.into_iter().flatten().collect();
    out.typed::<T>().write_batch(&present, Some(&levels), None)?;
    Ok(())
}
