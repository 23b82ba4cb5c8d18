//! The table of next moves, with as many columns as have room.

use super::Coordinates;
use super::marks::MoveMark;
use super::statistics::{bar, percent, range, rate, span, sparkline, years};
use super::text::{Look, MARK, MoveForm, grouped, paint};
use super::text_table::{NARROWEST, TextTable};
use bgo::internal::query::{Answer, NextMove};
use bgo::internal::store::YearTotals;

/// The columns of the terminal for Black's and White's wins.
const BAR: usize = 6;

/// The fewest columns of the terminal for players beside the games by year.
const PLAYERS: usize = 24;

#[derive(Clone, Copy, PartialEq)]
enum Column {
    Mark,
    Move,
    Games,
    Share,
    Bar,
    Wins,
    Range,
    Engine,
    Years,
    Trend,
    Players,
}

/// A way to make the table narrower.
#[derive(Clone, Copy)]
enum Narrower {
    Without(Column),
    Close,
    /// Five digits at most: 102164 as 102k.
    Rounded,
}

/// The ways in their order: what is missed least goes first.
const NARROWER: [Narrower; 8] = [
    Narrower::Without(Column::Trend),
    Narrower::Close,
    Narrower::Without(Column::Bar),
    Narrower::Without(Column::Players),
    Narrower::Without(Column::Years),
    Narrower::Without(Column::Range),
    Narrower::Without(Column::Share),
    Narrower::Rounded,
];

/// The marked next moves, a line each below the headings, and the form that has room.
pub(super) struct MoveTable<'a> {
    marks: &'a [MoveMark],
    answer: &'a Answer,
    look: Look,
    columns: Vec<Column>,
    is_close: bool,
    is_rounded: bool,
}

impl<'a> MoveTable<'a> {
    /// Chooses the widest form that fits; with details, all that is known of each move.
    pub(super) fn new(marks: &'a [MoveMark], answer: &'a Answer, look: Look) -> Self {
        use Column::{Bar, Engine, Games, Mark, Move, Players, Range, Share, Trend, Wins, Years};
        let mut columns = vec![
            Mark, Move, Games, Share, Bar, Wins, Range, Engine, Years, Trend, Players,
        ];
        if !has_details(answer) {
            columns.retain(|column| ![Range, Years, Trend, Players].contains(column));
        }
        if answer.next_moves.iter().all(|next| next.engine.is_none()) {
            columns.retain(|column| *column != Engine);
        }
        let mut table = Self {
            marks,
            answer,
            look,
            columns,
            is_close: false,
            is_rounded: false,
        };
        for narrower in NARROWER {
            if table.fits() {
                break;
            }
            match narrower {
                Narrower::Without(left_out) => table.columns.retain(|column| *column != left_out),
                Narrower::Close => table.is_close = true,
                Narrower::Rounded => table.is_rounded = true,
            }
        }
        table
    }

    fn fits(&self) -> bool {
        let has_trend = self.columns.contains(&Column::Trend);
        let narrowest = if has_trend { PLAYERS } else { NARROWEST };
        self.drawn().fits(self.look.columns(), narrowest)
    }

    /// Returns whether the years or the players have no room.
    pub(super) fn lacks_details(&self) -> bool {
        let last = [Column::Years, Column::Players];
        has_details(self.answer) && last.iter().any(|column| !self.columns.contains(column))
    }

    /// Returns the lines, each mark painted.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = self.drawn().lines(self.look.columns());
        for (line, mark) in lines.iter_mut().skip(1).zip(self.marks) {
            *line = line.replacen(mark.letter, &paint(MARK, mark.letter), 1);
        }
        lines
    }

    fn drawn(&self) -> TextTable {
        let headings: Vec<(&str, bool)> = self.columns.iter().map(|&column| self.heading(column)).collect();
        let whole: Vec<usize> = (0..self.columns.len())
            .filter(|&at| self.columns[at] != Column::Players)
            .collect();
        let mut table = TextTable::new(&headings).whole(&whole);
        if self.is_close {
            table = table.close();
        }
        // One scale of years for all, so that the lines can be compared.
        let details = self.answer.next_moves.iter().filter_map(|next| next.details.as_ref());
        let mut all = YearTotals::default();
        details.for_each(|details| all.merge(details.years.clone()));
        let span = span(all.iter().filter_map(|count| count.year));
        for (mark, next) in self.marks.iter().zip(&self.answer.next_moves) {
            table.row(self.columns.iter().map(|column| match column {
                Column::Trend => {
                    let details = next.details.as_ref();
                    details.map_or_else(String::new, |details| sparkline(&details.years, &all, span))
                }
                column => self.cell(*column, mark, next),
            }));
        }
        table
    }

    /// Returns the heading, and true for numbers.
    fn heading(&self, column: Column) -> (&'static str, bool) {
        match column {
            Column::Mark | Column::Move | Column::Trend => ("", false),
            Column::Games => ("games", true),
            Column::Share => ("share", true),
            Column::Bar => ("B    W", false),
            Column::Wins => ("wins", true),
            Column::Range => ("95% range", true),
            Column::Engine => ("engine", true),
            Column::Years => ("years", false),
            Column::Players => ("players", false),
        }
    }

    fn cell(&self, column: Column, mark: &MoveMark, next: &NextMove) -> String {
        match column {
            Column::Mark => mark.letter.to_string(),
            Column::Move => move_name(mark, self.answer, self.look.coordinates),
            Column::Games => self.count(next.games.totals.games),
            Column::Share => share(next.games.share),
            Column::Bar => wins_bar(next),
            Column::Wins => rate(next.player_win_rate()),
            Column::Range => next.player_win_rate().map(range).unwrap_or_default(),
            Column::Engine => next.engine.map(|found| percent(found.win_rate, 1)).unwrap_or_default(),
            Column::Years => years(next.games.totals.first_year, next.games.totals.last_year),
            Column::Trend => String::new(),
            Column::Players => {
                let details = next.details.as_ref();
                details.map_or_else(String::new, |details| details.players.join(", "))
            }
        }
    }

    fn count(&self, games: u64) -> String {
        match games {
            100_000.. if self.is_rounded => format!("{}k", games / 1000),
            _ if self.is_rounded || self.look.form == MoveForm::Plain => games.to_string(),
            _ => grouped(games),
        }
    }
}

pub(super) fn has_details(answer: &Answer) -> bool {
    answer.next_moves.iter().any(|next| next.details.is_some())
}

/// Returns the move, with its colour if it is a pass or not in turn.
fn move_name(mark: &MoveMark, answer: &Answer, coordinates: Coordinates) -> String {
    if mark.in_turn && mark.mv.point.is_some() {
        coordinates.target(mark.mv, answer.board_size)
    } else {
        coordinates.played(mark.mv, answer.board_size)
    }
}

fn share(share: f64) -> String {
    let decimals = usize::from(share < 0.0995);
    percent(share, decimals)
}

/// Returns a bar of the games that have a winner: Black's wins, then White's.
fn wins_bar(next: &NextMove) -> String {
    let decided = next.games.totals.black_wins + next.games.totals.white_wins;
    if decided == 0 {
        return String::new();
    }
    format!("{:░<BAR$}", bar(next.games.totals.black_wins, decided, BAR))
}

#[cfg(test)]
mod tests {
    use super::super::marks::{marks, tests::answer};
    use super::*;
    use crate::render::text::Screen;
    use crate::render::width::visible_width;
    use bgo::Evaluation;
    use bgo::internal::query::MoveDetails;
    use bgo::internal::store::YearCount;

    /// Returns an answer whose moves were won, by Black and by White, that often.
    fn won(moves: &[&str], wins: &[(u64, u64)]) -> Answer {
        let mut answer = answer(moves);
        for (next, (black_wins, white_wins)) in answer.next_moves.iter_mut().zip(wins) {
            (next.games.totals.black_wins, next.games.totals.white_wins) = (*black_wins, *white_wins);
            next.games.share = next.games.totals.games as f64 / 102_164.0;
        }
        answer
    }

    fn with_details(mut answer: Answer) -> Answer {
        let mut years = YearTotals::default();
        for year in 2005..=2016 {
            years.add(YearCount {
                year: Some(year),
                games: u64::from(year) - 2000,
                ..YearCount::default()
            });
        }
        for next in &mut answer.next_moves {
            (next.games.totals.first_year, next.games.totals.last_year) = (Some(2005), Some(2016));
            next.details = Some(MoveDetails {
                years: years.clone(),
                players: ["joonki", "Park Junghwan", "Ke Jie"].map(str::to_owned).to_vec(),
            });
        }
        answer
    }

    fn shown(answer: &Answer, columns: usize) -> String {
        let look = Look {
            screen: Some(Screen { columns, rows: 24 }),
            coordinates: Coordinates::Western,
            ..Look::default()
        };
        let marks = marks(answer, 12);
        let lines = MoveTable::new(&marks, answer, look).lines();
        assert!(lines.iter().all(|line| visible_width(line) <= columns), "{lines:#?}");
        anstream::adapter::strip_str(&lines.join("\n")).to_string()
    }

    #[test]
    fn whoever_plays_wins_and_the_bar_is_of_both() {
        let answer = won(
            &["B pd 57346", "W dp 20360", "B pass 3"],
            &[(28000, 28000), (5090, 15270), (0, 0)],
        );
        insta::assert_snapshot!(shown(&answer, 35), @"
                  games share B    W wins
        a Q16    57,346   56% ███░░░  50%
        b W D4   20,360   20% █▌░░░░  75%
        c B pass      3  0.0%
        ");
    }

    #[test]
    fn an_engine_has_a_column_and_what_is_missed_least_goes_where_there_is_no_room() {
        let mut answer = won(&["B pd 102164", "B dp 20360"], &[(50000, 51000), (10180, 10180)]);
        let narrow = shown(&answer, 16);
        answer.next_moves[0].engine = Some(Evaluation {
            win_rate: 0.473,
            score_lead: None,
            visits: None,
        });
        insta::assert_snapshot!([narrow, shown(&answer, 35)].join("\n\n"), @"
              games wins
        a Q16  102k  50%
        b D4  20360  50%

                games share wins engine
        a Q16 102,164  100%  50%  47.3%
        b D4   20,360   20%  50%
        ");
    }

    #[test]
    fn the_range_is_shown_first_of_the_details_and_the_trend_last() {
        let answer = with_details(won(&["B pd 57346", "B dp 20360"], &[(28000, 28000), (40, 20)]));
        insta::assert_snapshot!([35, 75, 155].map(|columns| shown(&answer, columns)).join("\n\n"), @"
               games share wins 95% range
        a Q16 57,346   56%  50%    50-50%
        b D4  20,360   20%  67%    54-77%

                 games  share  B    W  wins  95% range  years      players
        a  Q16  57,346    56%  ███░░░   50%     50-50%  2005-2016  joonki, Park Ju…
        b  D4   20,360    20%  ████░░   67%     54-77%  2005-2016  joonki, Park Ju…

                 games  share  B    W  wins  95% range  years                    players
        a  Q16  57,346    56%  ███░░░   50%     50-50%  2005-2016  ████████████  joonki, Park Junghwan, Ke Jie
        b  D4   20,360    20%  ████░░   67%     54-77%  2005-2016  ████████████  joonki, Park Junghwan, Ke Jie
        ");
    }
}
