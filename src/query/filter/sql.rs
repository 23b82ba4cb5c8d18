//! Conditions as SQL over the table `games` of datasets.

use super::{Alternatives, Filter, MarginPattern, RankCondition, ResultPattern};
use crate::go::Color;
use crate::range::{Range, RangeValue};
use crate::record::GameResult;

pub(super) fn years_in_sql(filter: &Filter) -> Option<String> {
    let (first, last) = filter.years.ends();
    let first = first.map(|first| format!("last_date >= '{first:04}-01-01'"));
    let last = last.map(|last| format!("year <= {last}"));
    let both: Vec<String> = first.into_iter().chain(last).collect();
    (!both.is_empty()).then(|| both.join(" AND "))
}

pub(super) fn range_in_sql<T: RangeValue>(
    column: &str,
    range: &Range<T>,
    number: impl Fn(&T) -> String,
) -> Option<String> {
    let (min, max) = range.ends();
    match (min.as_ref().map(&number), max.as_ref().map(&number)) {
        (None, None) => None,
        (Some(min), None) => Some(format!("{column} >= {min}")),
        (None, Some(max)) => Some(format!("{column} <= {max}")),
        (Some(min), Some(max)) => Some(format!("{column} BETWEEN {min} AND {max}")),
    }
}

pub(super) fn ranks_in_sql(filter: &Filter) -> Option<String> {
    let RankCondition { range, is_of_any } = &filter.rank;
    let [black, white] = ["black_rank_value", "white_rank_value"]
        .map(|column| range_in_sql(column, range, |rank| rank.value().to_string()));
    let operator = if *is_of_any { "OR" } else { "AND" };
    Some(format!("({} {operator} {})", black?, white?))
}

pub(super) fn results_in_sql(results: &Alternatives<ResultPattern>) -> String {
    let patterns: Vec<String> = results.any_of.iter().copied().map(result_in_sql).collect();
    let any = patterns.join(" OR ");
    match results.is_negated {
        true => format!("result IS NOT NULL AND ({any}) IS NOT TRUE"),
        false => format!("({any})"),
    }
}

fn result_in_sql(pattern: ResultPattern) -> String {
    let (winner, by) = match pattern {
        ResultPattern::Draw => return format!("result = '{}'", GameResult::Draw),
        ResultPattern::Void => return format!("result = '{}'", GameResult::Void),
        ResultPattern::Win { winner, by } => (winner, by),
    };
    let won = match winner {
        Some(color) => format!("winner = '{}'", color.letter()),
        None => "winner IS NOT NULL".to_owned(),
    };
    match by {
        MarginPattern::Any => won,
        MarginPattern::HalfPoints(min, max) => {
            let [min, max] = [min, max].map(|half_points| f64::from(half_points) / 2.0);
            format!("{won} AND margin BETWEEN {min:?} AND {max:?}")
        }
        MarginPattern::Is(by) => {
            let results = [Color::Black, Color::White].map(|winner| format!("'{}'", GameResult::Win { winner, by }));
            format!("{won} AND result IN ({})", results.join(", "))
        }
    }
}
