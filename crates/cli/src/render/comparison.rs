//! Two filters side by side.

use super::Text;
use super::clean::printable;
use super::statistics::percent;
use super::text::{Look, counted};
use super::text_table::TextTable;
use bgo::internal::go::{BoardSize, Color};
use bgo::internal::query::{ComparedMove, Comparison, GamesOfMove};

/// Returns a line about the games of each filter, and a table of the moves in both; a difference beyond chance
/// has a star.
pub fn comparison_text(comparison: &Comparison, size: BoardSize, moves: usize) -> Text {
    let comparison = comparison.clone();
    Text::fitted(move |look| lines(&comparison, size, moves, look))
}

fn lines(comparison: &Comparison, size: BoardSize, moves: usize, look: Look) -> String {
    let mut text = String::new();
    for (number, games) in (1..).zip([&comparison.first, &comparison.second]) {
        let conditions = match games.conditions.as_str() {
            "" => "all games",
            conditions => &printable(conditions),
        };
        let rate = games
            .win_rate
            .map(|won| format!(", black wins {}", percent(won.rate, 1)));
        let star = star(number == 2 && comparison.win_rates_differ);
        let count = counted(games.totals.games, "game");
        text.push_str(&format!(
            "{number}  {conditions}: {count}{}{star}\n",
            rate.unwrap_or_default()
        ));
    }
    let mut table = TextTable::new(&[
        ("move", false),
        ("games 1", true),
        ("2", true),
        ("share 1", true),
        ("2", true),
        ("", false),
        ("wins 1", true),
        ("2", true),
        ("", false),
    ])
    .whole(&[0]);
    for next in comparison.next_moves.iter().take(moves) {
        let both = [next.first, next.second];
        let games = both.map(|side| side.totals.games.to_string());
        let shares = both.map(|side| percent(side.share, 1));
        let wins = both.map(|side| wins(next, &side));
        table.row(
            [look.coordinates.played(next.mv, size)]
                .into_iter()
                .chain(games)
                .chain(shares)
                .chain([star(next.shares_differ)])
                .chain(wins)
                .chain([star(next.win_rates_differ)]),
        );
    }
    for line in table.lines(look.columns()) {
        text.push_str(&line);
        text.push('\n');
    }
    text.push_str("wins: by the side that plays the move; *: a difference beyond chance (p < 0.01)\n");
    text
}

fn star(differs: bool) -> String {
    if differs { "*" } else { "" }.to_owned()
}

/// Returns the win rate of whoever plays a move.
fn wins(next: &ComparedMove, games: &GamesOfMove) -> String {
    let rate = games.win_rate.map(|won| match next.mv.color {
        Color::Black => won.rate,
        Color::White => 1.0 - won.rate,
    });
    rate.map_or_else(|| "?".to_owned(), |rate| percent(rate, 0))
}
