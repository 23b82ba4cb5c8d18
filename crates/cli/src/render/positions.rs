//! Files of positions and of scores.

use super::Text;
use super::board::board_alone;
use super::clean::printable;
use super::games::games_table;
use super::statistics::{Bar, bar, chart, percent};
use super::text::{counted, json, json_fields};
use super::text_table::TextTable;
use bgo::internal::go::{BoardSize, Transform};
use bgo::internal::position_file::PositionRecord;
use bgo_research::formats::positions::SourceList;
use bgo_research::positions::{FoundPosition, ScoresDiff, ScoresSummary, StoneCount};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// Columns of the terminal for the longest bar.
const BAR: usize = 40;

/// With more bars than this, not every one is named below a chart.
const ALL_NAMED: usize = 30;

/// A record of a position file, with what is needed to show it.
pub struct PositionText<'a> {
    pub number: u64,
    /// The offset of its first byte.
    pub offset: u64,
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

impl Serialize for PositionText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let id = self.record.id();
        let [black_stones, white_stones] = self.record.stone_counts();
        let extra = self.record.extra().map(|extra| {
            let source_name = self.sources.and_then(|list| list.name(extra.source));
            ViewedExtra {
                source: extra.source,
                source_name,
                variation: extra.variation,
                move_number: extra.move_number,
            }
        });
        let mut document = serializer.serialize_struct("PositionText", 11)?;
        document.serialize_field("record", &self.number)?;
        document.serialize_field("offset", &self.offset)?;
        document.serialize_field("id", &id.to_string())?;
        document.serialize_field("hash", &format!("{:016x}", id.hash))?;
        document.serialize_field("tiebreaker", &id.tiebreaker)?;
        document.serialize_field("to_play", &id.to_play.letter())?;
        document.serialize_field("board", &String::from_utf8_lossy(self.record.points()))?;
        document.serialize_field("black_stones", &black_stones)?;
        document.serialize_field("white_stones", &white_stones)?;
        document.serialize_field("transform", &self.transform.map(Transform::number))?;
        document.serialize_field("extra", &extra)?;
        document.end()
    }
}

#[derive(Serialize)]
struct ViewedExtra<'a> {
    source: u32,
    source_name: Option<&'a str>,
    variation: u16,
    move_number: u16,
}

/// Returns an imported position, the number of games that reach it, and the games that
/// are named.
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

pub fn histogram_json(counts: &[StoneCount], size: BoardSize) -> String {
    json_fields(&[
        ("board_size", json(&size.lines())),
        ("positions", json(&all_positions(counts))),
        ("stones", json(&counts)),
    ])
}

fn all_positions(counts: &[StoneCount]) -> u64 {
    counts.iter().map(|count| count.positions).sum()
}

pub fn histogram_text(counts: &[StoneCount]) -> String {
    let most = counts.iter().map(|count| count.positions).max().unwrap_or(0);
    let mut columns = TextTable::new(&[
        ("stones", true),
        ("positions", true),
        ("black to play", true),
        ("", false),
    ]);
    for count in counts {
        columns.row([
            count.stones.to_string(),
            count.positions.to_string(),
            count.black_to_play.to_string(),
            bar(count.positions, most, BAR),
        ]);
    }
    format!("{}{}\n", columns.text(), counted(all_positions(counts), "position"))
}

/// Returns the same as a chart in SVG; in the dark part of a bar, Black is to play.
pub fn histogram_svg(counts: &[StoneCount]) -> String {
    let bars: Vec<Bar> = counts
        .iter()
        .map(|count| Bar {
            name: count.stones.to_string(),
            is_named: counts.len() <= ALL_NAMED || count.stones.is_multiple_of(5),
            about: format!(
                "{}, black to play in {}",
                counted(count.positions, "position"),
                count.black_to_play
            ),
            all: count.positions,
            dark: count.black_to_play,
        })
        .collect();
    let title = format!("{} by number of stones", counted(all_positions(counts), "position"));
    chart(&title, "black to play", &bars)
}

pub fn scores_text(summary: &ScoresSummary) -> String {
    let most = summary.scores.iter().map(|count| count.positions).max().unwrap_or(0);
    let mut scores = TextTable::new(&[("score", true), ("positions", true), ("confidence", true), ("", false)]);
    for count in &summary.scores {
        scores.row([
            count.score.points().to_string(),
            count.positions.to_string(),
            number(count.mean_confidence),
            bar(count.positions, most, BAR),
        ]);
    }
    let most = summary.confidences.iter().map(|band| band.positions).max().unwrap_or(0);
    let mut confidences = TextTable::new(&[("confidence", false), ("positions", true), ("", false)]);
    for band in &summary.confidences {
        confidences.row([
            format!("{}-{}", band.from, band.to),
            band.positions.to_string(),
            bar(band.positions, most, BAR),
        ]);
    }
    format!(
        "{}\n{}\n{} in {}, {} with black to play, mean confidence {}\n",
        scores.text(),
        confidences.text(),
        counted(summary.positions, "position"),
        counted(summary.records, "record"),
        summary.black_to_play,
        number(summary.mean_confidence)
    )
}

pub fn scores_diff_text(diff: &ScoresDiff) -> String {
    let mut bands = TextTable::new(&[
        ("confidence", false),
        ("positions", true),
        ("same score", true),
        ("share", true),
        ("points apart", true),
    ]);
    for agreement in &diff.confidences {
        bands.row([
            format!("{}-{}", agreement.band.from, agreement.band.to),
            agreement.band.positions.to_string(),
            agreement.agreeing.to_string(),
            share(agreement.agreeing, agreement.band.positions),
            number(agreement.mean_difference),
        ]);
    }
    let mut text = format!(
        "{}\n{} in both, {} ({}) with the same score, {} points apart on average; {} only in the first, {} only in the \
         second\n",
        bands.text(),
        counted(diff.both, "position"),
        diff.agreeing,
        share(diff.agreeing, diff.both),
        number(diff.mean_difference),
        diff.only_first,
        diff.only_second,
    );
    if !diff.differing.is_empty() {
        let mut columns = TextTable::new(&[
            ("id", false),
            ("first", true),
            ("confidence", true),
            ("second", true),
            ("confidence", true),
        ]);
        for pair in &diff.differing {
            columns.row([
                pair.id.to_string(),
                pair.first_score.points().to_string(),
                pair.first_confidence.to_string(),
                pair.second_score.points().to_string(),
                pair.second_confidence.to_string(),
            ]);
        }
        text.push('\n');
        text.push_str(&columns.text());
    }
    text
}

fn number(value: Option<f64>) -> String {
    value.map_or("?".to_owned(), |value| format!("{value:.1}"))
}

fn share(part: u64, all: u64) -> String {
    match all {
        0 => "?".to_owned(),
        _ => percent(part as f64 / all as f64, 1),
    }
}
