use super::bars::bar;
use super::text::counted;
use super::text_table::Columns;
use bgo_research::positions::{ScoresDiff, ScoresSummary};

/// Columns of the terminal for the longest bar.
const BAR: usize = 40;

/// Returns the positions of a scored file by score, then by confidence.
#[must_use]
pub fn scores_text(summary: &ScoresSummary) -> String {
    let most = summary.scores.iter().map(|count| count.positions).max().unwrap_or(0);
    let mut scores = Columns::new(&[("score", true), ("positions", true), ("confidence", true), ("", false)]);
    for count in &summary.scores {
        scores.row([
            count.score.points().to_string(),
            count.positions.to_string(),
            number(count.mean_confidence),
            bar(count.positions, most, BAR),
        ]);
    }
    let most = summary.confidences.iter().map(|band| band.positions).max().unwrap_or(0);
    let mut confidences = Columns::new(&[("confidence", false), ("positions", true), ("", false)]);
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

/// Returns how far two files agree, by confidence, and the positions that differ.
#[must_use]
pub fn scores_diff_text(diff: &ScoresDiff) -> String {
    let mut bands = Columns::new(&[
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
        let mut columns = Columns::new(&[
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
        _ => format!("{:.1}%", 100.0 * part as f64 / all as f64),
    }
}
