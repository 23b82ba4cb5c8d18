use super::Text;
use super::bars::{Bar, bar, chart};
use super::board::board_alone;
use super::columns::Columns;
use super::games::games_lines;
use super::progress::counted;
use super::style::printable;
use bgo::go::Transform;
use bgo::position_file::PositionRecord;
use bgo_research::formats::positions::SourceList;
use bgo_research::positions::{FoundPosition, Histogram};

/// Columns of the terminal for the longest bar.
const BAR: usize = 40;

/// Named numbers below a chart when there are more bars than this.
const ALL_NAMED: usize = 30;

/// A record of a position file for people.
pub struct PositionText<'a> {
    /// Its number in the file, from 1.
    pub number: u64,
    /// Where it begins, in bytes.
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
    /// A line about it, one about where it was found, and the board. As boards in
    /// text they are read as they are.
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
        Text::painted(text + &board_alone(&record.board()))
    }
}

/// An imported position, the number of games that reach it, and those of them that
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
    for line in games_lines(&found.list).lines() {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

/// How many positions have how many stones: a line each, with a bar.
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

/// The same as a chart in SVG; the dark part of a bar is where Black is to play.
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
