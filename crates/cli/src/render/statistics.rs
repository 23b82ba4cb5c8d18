//! Rates, years and players, with bars: characters in a line of text, or a chart.

use super::Text;
use super::clean::printable;
use super::text::{Look, counted};
use super::text_table::TextTable;
use bgo::internal::go::BoardSize;
use bgo::internal::query::{Period, Players, WinRate, Years};
use bgo::internal::store::{YearCount, YearTotals};

/// Columns of the terminal for the longest bar.
const BAR: usize = 50;

const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

const MAX_LEVELS: usize = 24;

/// Returns a share in percent. Halves are rounded up, as on the page, not to the even neighbour.
pub(super) fn percent(share: f64, decimals: usize) -> String {
    let units = 10_f64.powi(decimals as i32);
    format!("{:.decimals$}%", (100.0 * units * share).round() / units)
}

/// Returns a rate without decimals; nothing without one.
pub(super) fn rate(rate: Option<WinRate>) -> String {
    rate.map(|rate| percent(rate.rate, 0)).unwrap_or_default()
}

/// Returns the interval of a rate, such as `44-63%`.
pub(super) fn range(rate: WinRate) -> String {
    format!(
        "{}-{}",
        percent(rate.low, 0).trim_end_matches('%'),
        percent(rate.high, 0)
    )
}

pub(super) fn years(first: Option<u16>, last: Option<u16>) -> String {
    match (first, last) {
        (Some(first), Some(last)) if first == last => first.to_string(),
        (Some(first), Some(last)) => format!("{first}-{last}"),
        _ => "?".to_owned(),
    }
}

pub(super) fn span(years: impl Iterator<Item = u16> + Clone) -> Option<(u16, u16)> {
    years.clone().min().zip(years.max())
}

/// Returns a character for every few years of the span, as high as the share of their games among those of
/// `all`.
pub(super) fn sparkline(totals: &YearTotals, all: &YearTotals, span: Option<(u16, u16)>) -> String {
    let Some((first, last)) = span else {
        return String::new();
    };
    let years = usize::from(last - first) + 1;
    let width = years.div_ceil(MAX_LEVELS);
    let [games, all] = [totals, all].map(|totals| {
        let mut games = vec![0; years.div_ceil(width)];
        for count in totals.iter() {
            if let Some(year) = count.year {
                games[usize::from(year - first) / width] += count.games;
            }
        }
        games
    });
    let shares = games
        .iter()
        .zip(&all)
        .map(|(&games, &all)| games as f64 / all.max(1) as f64);
    let shares: Vec<f64> = shares.collect();
    let most = shares.iter().copied().fold(0.0, f64::max);
    let levels = shares.into_iter().map(|share| match share {
        0.0 => ' ',
        share => LEVELS[((share / most * LEVELS.len() as f64).ceil() as usize).clamp(1, LEVELS.len()) - 1],
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
    let games_of = |totals: &YearTotals, year| {
        let count = totals.iter().find(|count| count.year == year);
        count.map_or(0, |count| count.games)
    };
    let most = years.years.iter().map(|count| count.games).max().unwrap_or(0).max(1);
    let digits = most.to_string().len().max("games".len());
    let room = BAR.min(
        look.columns()
            .saturating_sub("   2000  ".len() + digits + " 100.0% ".len()),
    );
    // Where all games have the position, as on the empty board, their numbers tell more than equal shares.
    let has_all = years.games == years.all_games.total().games;
    if years.games > 0 {
        text.push_str(&format!(
            "   year {:>digits$}  share of all games in the period\n",
            "games"
        ));
    }
    let mut gap: Option<[Option<u16>; 2]> = None;
    for all in between(years.by, &years.all_games) {
        if all.games == 0 {
            gap = Some([gap.map_or(all.year, |[first, _]| first), all.year]);
            continue;
        }
        if let Some([first, last]) = gap.take() {
            let [first, last] = [first, last].map(|year| period_name(years.by, year));
            let span = if first == last {
                first
            } else {
                format!("{first}-{last}")
            };
            text.push_str(&format!("{span:>7}  no games at all\n"));
        }
        let games = games_of(&years.years, all.year);
        let share = 100.0 * games as f64 / all.games as f64;
        let bar = if has_all {
            bar(games, most, room)
        } else {
            bar(games, all.games, room)
        };
        let name = period_name(years.by, all.year);
        text.push_str(format!("{name:>7} {games:>digits$} {share:>5.1}% {bar}").trim_end());
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
                sparkline(&next.years, &years.years, span),
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
        ("black", true),
        ("won", true),
        ("white", true),
        ("won", true),
        ("in all", true),
        ("95% range", true),
        ("years", false),
    ])
    .whole(&[8]);
    let played = |games: u64| if games == 0 { String::new() } else { games.to_string() };
    for player in &players.players {
        columns.row([
            player.player.clone(),
            player.games.to_string(),
            played(player.black_games),
            rate(WinRate::of(player.black_wins, player.black_losses)),
            played(player.white_games),
            rate(WinRate::of(player.white_wins, player.white_losses)),
            rate(player.win_rate()),
            player.win_rate().map(range).unwrap_or_default(),
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

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn halves_are_rounded_up() {
        assert_eq!([percent(0.625, 0), percent(0.1225, 1)], ["63%", "12.3%"]);
    }
}
