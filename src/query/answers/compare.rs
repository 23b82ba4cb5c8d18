use super::search::{Answer, Detail, GamesOfMove, search};
use crate::go::Move;
use crate::query::ask::Question;
use crate::query::filter::Filter;
use crate::query::json::WinRate;
use crate::query::{QueryError, json};
use crate::store::{Snapshot, Totals};
use serde::Serialize;

/// The moves played from a position, or the answers to a pattern, in the games of two filters, side by side. A
/// difference is marked if chance alone would make one as large in less than 1% of such pairs: by the chi-squared
/// test with Yates's correction (F. Yates, 1934), for which no game should be in both.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// The games of the first filter.
    pub first: ComparedGames,
    /// The games of the second filter.
    pub second: ComparedGames,
    /// True if Black's win rates differ by more than chance.
    pub win_rates_differ: bool,
    /// The moves, those with the highest share in either first.
    pub next_moves: Vec<ComparedMove>,
}

/// The games of a filter that reach the position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedGames {
    /// The conditions, such as `year=..2011`; empty if all games count.
    pub conditions: String,
    /// The games.
    #[serde(flatten)]
    pub totals: Totals,
    /// Black's win rate.
    #[serde(flatten, serialize_with = "json::win_rate")]
    #[cfg_attr(feature = "schema", schemars(with = "json::WinRateFields"))]
    pub win_rate: Option<WinRate>,
}

/// A move in the games of both filters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedMove {
    /// The move, as in a search.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    #[cfg_attr(feature = "schema", schemars(with = "json::MoveFields"))]
    pub mv: Move,
    /// The games of the first filter with the move.
    pub first: GamesOfMove,
    /// The games of the second filter with the move.
    pub second: GamesOfMove,
    /// True if the shares differ by more than chance.
    pub shares_differ: bool,
    /// True if Black's win rates differ by more than chance.
    pub win_rates_differ: bool,
}

/// Asks a question under two filters in place of its own, and compares the answers.
pub fn compare(snapshot: &Snapshot, question: &Question, filters: [Filter; 2]) -> Result<Comparison, QueryError> {
    let [first, second] = filters.map(|filter| {
        let conditions = filter.to_string();
        let answer = search(snapshot, &question.clone().under(filter), Detail::Counts)?;
        Ok::<_, QueryError>((conditions, answer))
    });
    let ((first, one), (second, other)) = (first?, second?);
    let mut next_moves: Vec<ComparedMove> = Vec::new();
    for next in one.next_moves.iter().chain(&other.next_moves) {
        if next_moves.iter().all(|known| known.mv != next.mv) {
            next_moves.push(ComparedMove::new(next.mv, &one, &other));
        }
    }
    let share = |next: &ComparedMove| next.first.share.max(next.second.share);
    next_moves.sort_by(|a, b| share(b).total_cmp(&share(a)).then(a.mv.cmp(&b.mv)));
    Ok(Comparison {
        win_rates_differ: win_rates_differ(&one.totals, &other.totals),
        first: ComparedGames::new(first, &one),
        second: ComparedGames::new(second, &other),
        next_moves,
    })
}

impl ComparedGames {
    const fn new(conditions: String, answer: &Answer) -> Self {
        Self {
            conditions,
            totals: answer.totals,
            win_rate: answer.win_rate,
        }
    }
}

impl ComparedMove {
    fn new(mv: Move, one: &Answer, other: &Answer) -> Self {
        let [first, second] = [one, other].map(|answer| {
            let next = answer.next_moves.iter().find(|next| next.mv == mv);
            next.map_or_else(GamesOfMove::default, |next| next.games)
        });
        let games = [first.totals.games, second.totals.games];
        Self {
            mv,
            first,
            second,
            shares_differ: is_beyond_chance(games, [one.totals.games, other.totals.games]),
            win_rates_differ: win_rates_differ(&first.totals, &second.totals),
        }
    }
}

fn win_rates_differ(one: &Totals, other: &Totals) -> bool {
    let decided = [one, other].map(|totals| totals.black_wins + totals.white_wins);
    is_beyond_chance([one.black_wins, other.black_wins], decided)
}

/// The square of the number of standard deviations within which 99% of a normal distribution lie.
const CHI_SQUARED: f64 = 6.634_896_601;

/// Returns whether two shares, `parts` of `wholes`, differ by more than chance.
fn is_beyond_chance(parts: [u64; 2], wholes: [u64; 2]) -> bool {
    let [[a, c], [b, d]] = [
        parts,
        [wholes[0] - parts[0].min(wholes[0]), wholes[1] - parts[1].min(wholes[1])],
    ]
    .map(|row| row.map(|count| count as f64));
    let all = a + b + c + d;
    let sides = (a + b) * (c + d) * (a + c) * (b + d);
    let corrected = ((a * d - b * c).abs() - all / 2.0).max(0.0);
    sides > 0.0 && all * corrected * corrected / sides > CHI_SQUARED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::BoardSize;
    use crate::query::ask::SearchBoard;
    use crate::testing::{TestDatabase, sgf};

    /// The exact probabilities (R. A. Fisher's test) come from another program.
    #[test]
    fn differences_beyond_chance() {
        for (parts, wholes, exact) in [
            ([0, 0], [0, 0], 1.0),
            ([4, 0], [4, 4], 0.0286),
            ([3, 0], [3, 0], 1.0),
            ([50, 60], [100, 100], 0.2007),
            ([50, 70], [100, 100], 0.0059),
            ([6, 0], [6, 6], 0.0022),
            ([0, 10], [1000, 1000], 0.0019),
            ([0, 5], [1000, 1000], 0.0622),
            ([510, 490], [1000, 1000], 0.3955),
        ] {
            assert_eq!(is_beyond_chance(parts, wholes), exact < 0.01, "{parts:?} of {wholes:?}");
        }
    }

    #[test]
    fn two_filters_are_two_searches() {
        let records: Vec<String> = (0..40)
            .map(|number| {
                let (year, mv) = if number < 20 {
                    (2001, "pd")
                } else {
                    (2011, if number < 25 { "pd" } else { "qc" })
                };
                let result = if number % 2 == 0 { "B+R" } else { "W+R" };
                sgf(&format!("DT[{year}]RE[{result}]PB[{number}]"), mv)
            })
            .collect();
        let db = TestDatabase::with(&records);
        let snapshot = db.snapshot();
        let question = Question::new(SearchBoard::new(BoardSize::MAX));
        let filters = ["..2005", "2006.."].map(|years| Filter {
            years: years.parse().expect("years"),
            ..Filter::default()
        });
        let comparison = compare(&snapshot, &question, filters.clone()).expect("an answer");
        let [one, other] = filters.map(|filter| {
            let asked = question.clone().under(filter);
            search(&snapshot, &asked, Detail::Counts).expect("an answer")
        });
        assert_eq!(
            [comparison.first.totals, comparison.second.totals],
            [one.totals, other.totals]
        );
        assert_eq!(comparison.second.conditions, "year=2006..");
        let shown: Vec<_> = comparison
            .next_moves
            .iter()
            .map(|next| {
                (
                    next.mv.target(),
                    next.first.share,
                    next.second.share,
                    next.shares_differ,
                )
            })
            .collect();
        assert_eq!(
            shown,
            [("pd".to_owned(), 1.0, 0.25, true), ("qc".to_owned(), 0.0, 0.75, true)]
        );
        assert!(comparison.next_moves.iter().all(|next| !next.win_rates_differ));
        assert!(!comparison.win_rates_differ);
    }
}
