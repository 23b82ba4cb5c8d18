use super::Text;
use super::bars::{Bar, bar, chart};
use super::board::board_alone;
use super::clean::printable;
use super::games::games_table;
use super::text::counted;
use super::text_table::Columns;
use bgo::go::Transform;
use bgo::position_file::PositionRecord;
use bgo_research::formats::positions::SourceList;
use bgo_research::positions::{FoundPosition, Histogram};

/// Columns of the terminal for the longest bar.
const BAR: usize = 40;

/// With more bars than this, not every one is named below a chart.
const ALL_NAMED: usize = 30;

/// A record of a position file, with what is needed to show it.
pub struct PositionText<'a> {
    /// Its number in the file, from 1.
    pub number: u64,
    /// The offset of its first byte.
    pub offset: u64,
    /// The record.
    pub record: &'a PositionRecord,
    /// The transform that takes its board to the orientation that has its hash,
    /// if the table is known.
    pub transform: Option<Transform>,
    /// The list of source files beside it, if there is one.
    pub sources: Option<&'a SourceList>,
}

impl PositionText<'_> {
    /// Returns a line about the record, one about its source, and the board; `bgo
    /// positions parse` reads them again.
    #[must_use]
    pub fn text(&self) -> Text {
        let record = self.record;
        let id = record.id();
        let stones: u16 = record.stone_counts().iter().sum();
        let mut text = format!(
            "record {}, byte {}: {id}, {} to play, {}",
            self.number,
            self.offset,
            id.to_play,
            counted(stones.into(), "stone"),
        );
        if let Some(transform) = self.transform {
            text.push_str(&format!(", transform {}", transform.number()));
        }
        text.push('\n');
        if let Some(extra) = record.extra() {
            let name = self.sources.and_then(|list| list.name(extra.source));
            let name = name.map_or(String::new(), |name| format!(" ({})", printable(name)));
            text.push_str(&format!(
                "; source {}{name}, variation {}, move {}\n",
                extra.source, extra.variation, extra.move_number
            ));
        }
        Text::painted(text) + board_alone(&record.board())
    }
}

/// Returns an imported position, the number of games that reach it, and the games that
/// are named.
#[must_use]
pub fn found_position_text(found: &FoundPosition) -> String {
    let name = std::path::Path::new(&found.file).file_name().unwrap_or_default();
    let mut text = format!(
        "{} {}, {}, {} to play: {}\n",
        printable(&name.to_string_lossy()),
        found.record,
        found.id,
        found.to_play,
        counted(found.totals.games, "game"),
    );
    for line in games_table(&found.list)
        .iter()
        .flat_map(|table| table.lines(usize::MAX))
    {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

/// Returns the number of positions for each number of stones, a line each, with a bar.
#[must_use]
pub fn histogram_text(histogram: &Histogram) -> String {
    let most = histogram.stones.iter().map(|count| count.positions).max().unwrap_or(0);
    let mut columns = Columns::new(&[
        ("stones", true),
        ("positions", true),
        ("black to play", true),
        ("", false),
    ]);
    for count in &histogram.stones {
        columns.row([
            count.stones.to_string(),
            count.positions.to_string(),
            count.black_to_play.to_string(),
            bar(count.positions, most, BAR),
        ]);
    }
    format!("{}{}\n", columns.text(), counted(histogram.positions, "position"))
}

/// Returns the same as a chart in SVG; in the dark part of a bar, Black is to play.
#[must_use]
pub fn histogram_svg(histogram: &Histogram) -> String {
    let bars: Vec<Bar> = histogram
        .stones
        .iter()
        .map(|count| Bar {
            name: count.stones.to_string(),
            is_named: histogram.stones.len() <= ALL_NAMED || count.stones.is_multiple_of(5),
            about: format!(
                "{}, black to play in {}",
                counted(count.positions, "position"),
                count.black_to_play
            ),
            all: count.positions,
            dark: count.black_to_play,
        })
        .collect();
    let title = format!("{} by number of stones", counted(histogram.positions, "position"));
    chart(&title, "black to play", &bars)
}
