//! Details of next moves, years and players, with bars: characters in a line of text, or a chart.

use super::clean::printable;
use super::marks::MoveMark;
use super::next_moves::percent;
use super::text::{Look, counted};
use super::text_table::TextTable;
use super::{Coordinates, Text};
use bgo::internal::go::BoardSize;
use bgo::internal::query::{Answer, Period, Players, WinRate, Years};
use bgo::internal::store::{YearCount, YearTotals};

/// Columns of the terminal for the longest bar.
const BAR: usize = 50;

const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

const MAX_LEVELS: usize = 24;

/// The columns of the terminal below which rates have no intervals.
const SHORT_RATES: usize = 60;

/// The columns of the terminal below which a line has the move, its games and a rate.
const ONLY_RATES: usize = 36;

/// Returns all that is known of each marked next move, a line each, or less of it where there
/// are few columns.
pub(super) fn full_table(marks: &[MoveMark], answer: &Answer, coordinates: Coordinates, room: usize) -> TextTable {
    let is_short = room < SHORT_RATES;
    let black_wins = if is_short { "B wins" } else { "black wins" };
    let has_engine = answer.next_moves.iter().any(|next| next.engine.is_some());
    let engine = has_engine.then_some(("engine", true));
    let mut columns = if room < ONLY_RATES {
        let all = [("", false), ("", false), ("games", true), ("B+", true)];
        TextTable::new(&all.into_iter().chain(engine).collect::<Vec<_>>()).close()
    } else {
        let first = [
            ("", false),
            ("move", false),
            ("games", true),
            ("share", true),
            (black_wins, true),
        ];
        let last = [("years", false), ("", false), ("players", false)];
        let years = first.len() + usize::from(has_engine);
        let all: Vec<_> = first.into_iter().chain(engine).chain(last).collect();
        TextTable::new(&all).whole(&[years, years + 1])
    }
    .whole(&[0, 1]);
    // One scale of years for all, so that the lines can be compared.
    let all: Vec<&YearCount> = answer
        .next_moves
        .iter()
        .filter_map(|next| next.details.as_ref())
        .flat_map(|details| details.years.iter())
        .collect();
    let span = span(all.iter().filter_map(|count| count.year));
    for (mark, next) in marks.iter().zip(&answer.next_moves) {
        let details = next.details.clone().unwrap_or_default();
        let mv = if mark.in_turn && mark.mv.point.is_some() {
            coordinates.target(mark.mv, answer.board_size)
        } else {
            coordinates.played(mark.mv, answer.board_size)
        };
        let mut cells = vec![mark.letter.to_string(), mv, next.totals.games.to_string()];
        if room >= ONLY_RATES {
            cells.push(format!("{:.1}%", 100.0 * next.share));
        }
        cells.push(rate(next.win_rate, is_short));
        if has_engine {
            cells.push(next.engine.map(percent).unwrap_or_default());
        }
        if room >= ONLY_RATES {
            cells.extend([
                years(next.totals.first_year, next.totals.last_year),
                sparkline(&details.years, span),
                details.players.join(", "),
            ]);
        }
        columns.row(cells);
    }
    columns
}

/// Returns a rate with its interval, such as `52% (49-55)`, or without it if `is_short`.
pub(super) fn rate(rate: Option<WinRate>, is_short: bool) -> String {
    match rate {
        Some(WinRate { rate, .. }) if is_short => format!("{:.0}%", 100.0 * rate),
        Some(WinRate { rate, low, high }) => {
            format!("{:.0}% ({:.0}-{:.0})", 100.0 * rate, 100.0 * low, 100.0 * high)
        }
        None => "?".to_owned(),
    }
}

pub(super) fn years(first: Option<u16>, last: Option<u16>) -> String {
    match (first, last) {
        (Some(first), Some(last)) if first == last => first.to_string(),
        (Some(first), Some(last)) => format!("{first}-{last}"),
        _ => "?".to_owned(),
    }
}

fn span(years: impl Iterator<Item = u16> + Clone) -> Option<(u16, u16)> {
    years.clone().min().zip(years.max())
}

/// Returns a character for every few years of the span, as high as their games.
fn sparkline(totals: &YearTotals, span: Option<(u16, u16)>) -> String {
    let Some((first, last)) = span else {
        return String::new();
    };
    let years = usize::from(last - first) + 1;
    let width = years.div_ceil(MAX_LEVELS);
    let mut games = vec![0; years.div_ceil(width)];
    for count in totals.iter() {
        if let Some(year) = count.year {
            games[usize::from(year - first) / width] += count.games;
        }
    }
    let most = games.iter().copied().max().unwrap_or(0).max(1);
    let levels = games.into_iter().map(|games| match games {
        0 => ' ',
        games => LEVELS[((games * LEVELS.len() as u64).div_ceil(most) - 1) as usize],
    });
    levels.collect()
}

/// Returns the number of games by year or decade, a bar each, and a line of small bars
/// for each marked next move.
pub fn years_text(years: &Years, size: BoardSize, moves: usize) -> Text {
    let years = years.clone();
    Text::fitted(move |look| years_lines(&years, size, moves, look))
}

fn years_lines(years: &Years, size: BoardSize, moves: usize, look: Look) -> String {
    let mut text = String::new();
    let most = years.years.iter().map(|count| count.games).max().unwrap_or(0).max(1);
    let digits = most.to_string().len();
    let room = BAR.min(look.columns().saturating_sub(7 + 1 + digits + 1));
    for count in between(years.by, &years.years) {
        let name = period_name(years.by, count.year);
        let games = count.games;
        let bar = bar(games, most, room);
        text.push_str(format!("{name:>7} {games:>digits$} {bar}").trim_end());
        text.push('\n');
    }
    let dated = years.years.iter().filter_map(|count| count.year);
    let span = span(dated);
    if let (Some((first, last)), false) = (span, years.next_moves.is_empty()) {
        let [first, last] = [first, last].map(|year| period_name(years.by, Some(year)));
        text.push_str(&format!("\nNext moves, {first} to {last}:\n"));
        let mut columns = TextTable::new(&[("", false), ("", true), ("", false)]);
        for next in years.next_moves.iter().take(moves) {
            columns.row([
                look.coordinates.played(next.mv, size),
                next.games.to_string(),
                sparkline(&next.years, span),
            ]);
        }
        text.push_str(columns.text().trim_start_matches('\n'));
    }
    text.push_str(&format!("Total count: {}\n", years.games));
    text
}

pub(super) fn period_name(by: Period, year: Option<u16>) -> String {
    match (by, year) {
        (_, None) => "undated".to_owned(),
        (Period::Year, Some(year)) => year.to_string(),
        (Period::Decade, Some(year)) => format!("{year}s"),
    }
}

/// Returns the counts, with zeros for the periods between them.
pub(super) fn between(by: Period, totals: &YearTotals) -> Vec<YearCount> {
    let mut all: Vec<YearCount> = Vec::new();
    for count in totals.iter() {
        if let (Some(last), Some(year)) = (all.last().and_then(|last| last.year), count.year) {
            let empty = (last + by.years()..year).step_by(usize::from(by.years()));
            all.extend(empty.map(|year| YearCount {
                year: Some(year),
                ..YearCount::default()
            }));
        }
        all.push(*count);
    }
    all
}

pub fn players_text(players: &Players) -> Text {
    let mut columns = TextTable::new(&[
        ("player", false),
        ("games", true),
        ("as black", true),
        ("won", true),
        ("as white", true),
        ("won", true),
        ("won in all", true),
        ("years", false),
    ])
    .whole(&[7]);
    for player in &players.players {
        columns.row([
            player.player.clone(),
            player.games.to_string(),
            player.black_games.to_string(),
            rate(WinRate::of(player.black_wins, player.black_losses), true),
            player.white_games.to_string(),
            rate(WinRate::of(player.white_wins, player.white_losses), true),
            rate(player.win_rate(), false),
            years(player.first_year, player.last_year),
        ]);
    }
    let count = format!(
        "{} of {}\nTotal count: {}\n",
        players.players.len(),
        counted(players.count, "player"),
        players.games
    );
    if players.players.is_empty() {
        count.into()
    } else {
        columns.into_text() + count.into()
    }
}

/// Returns a chart of the games of each year or decade as an SVG document. The dark part
/// of a bar is Black's wins; letters take the colour of the page around the chart.
pub fn years_svg(years: &Years) -> String {
    let counts = between(years.by, &years.years);
    let bars: Vec<Bar> = counts
        .iter()
        .map(|count| Bar {
            name: printable(&period_name(years.by, count.year)),
            is_named: counts.len() <= 30 || count.year.is_none_or(|year| year % (5 * years.by.years()) == 0),
            about: format!(
                "{}, black won {}, white won {}",
                counted(count.games, "game"),
                count.black_wins,
                count.white_wins
            ),
            all: count.games,
            dark: count.black_wins,
        })
        .collect();
    let period = match years.by {
        Period::Year => "year",
        Period::Decade => "decade",
    };
    chart(
        &format!("{} by {period}", counted(years.games, "game")),
        "won by black",
        &bars,
    )
}

const HEIGHT: u64 = 200;

/// From one bar of a chart to the next.
const STEP: usize = 14;

const LEFT: usize = 50;

/// Returns a bar for `number`, in eighths of a column; the bar for `most` has all
/// `columns`.
pub(super) fn bar(number: u64, most: u64, columns: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (u128::from(number) * columns as u128 * 8).div_ceil(u128::from(most.max(1))) as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// A bar of a chart, of which the lower part is dark.
pub(super) struct Bar {
    pub name: String,
    /// True if the name is written below the bar.
    pub is_named: bool,
    /// The rest of the tooltip.
    pub about: String,
    pub all: u64,
    /// The length of the dark part.
    pub dark: u64,
}

/// Returns a chart of upright bars as an SVG document. The texts have no characters that
/// mean something in XML. `dark` names the dark parts.
pub(super) fn chart(title: &str, dark: &str, bars: &[Bar]) -> String {
    let most = bars.iter().map(|bar| bar.all).max().unwrap_or(0).max(1);
    let width = LEFT + bars.len() * STEP + 10;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"10\" fill=\"currentColor\">\n<title>{title}</title>\n",
        HEIGHT + 66,
    );
    for number in [most, most / 2, 0]
        .into_iter()
        .take_while(|number| *number > 0)
        .chain([0])
    {
        let y = 10.0 + HEIGHT as f64 * (1.0 - number as f64 / most as f64);
        svg.push_str(&format!(
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{number}</text>\n<line x1=\"{LEFT}\" x2=\"{width}\" y1=\"{y:.1}\" y2=\"{y:.1}\" \
             stroke=\"#8888\"/>\n",
            LEFT - 4,
            y + 3.0
        ));
    }
    for (at, bar) in bars.iter().enumerate() {
        let x = LEFT + at * STEP;
        let [all, dark] = [bar.all, bar.dark].map(|number| number as f64 * HEIGHT as f64 / most as f64);
        let bottom = (HEIGHT + 10) as f64;
        svg.push_str(&format!(
            "<g><title>{}: {}</title>\
             <rect x=\"{x}\" y=\"{:.1}\" width=\"{}\" height=\"{all:.1}\" fill=\"#9ab\"/>\
             <rect x=\"{x}\" y=\"{:.1}\" width=\"{}\" height=\"{dark:.1}\" fill=\"#345\"/></g>\n",
            bar.name,
            bar.about,
            bottom - all,
            STEP - 2,
            bottom - dark,
            STEP - 2,
        ));
        if bar.is_named {
            let (x, y) = (x + STEP / 2, HEIGHT + 16);
            svg.push_str(&format!(
                "<text transform=\"translate({x} {y}) rotate(60)\">{}</text>\n",
                bar.name
            ));
        }
    }
    svg.push_str(&format!(
        "<text x=\"{LEFT}\" y=\"{}\">{title}; dark: {dark}</text>\n</svg>\n",
        HEIGHT + 60
    ));
    svg
}
