//! Filters as SQL over the tables `games` and `sources`, which SQLite and Spark read alike.

use crate::go::{BoardSize, Color};
use crate::query::{Filter, GameNumbers, MarginPattern, NamePattern, QueryError, ResultPattern};
use crate::range::{Range, RangeValue};
use crate::record::{GameResult, Komi, Rank, TimeLimit, fold, words};
use crate::store::find_among;
use std::path::Path;

/// The language of a condition. The languages differ in how they write text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// SQLite, and others that follow the standard.
    Standard,
    /// Spark with its own escapes.
    Spark,
}

impl Dialect {
    /// Returns a text as a literal.
    #[must_use]
    pub fn literal(self, text: &str) -> String {
        match self {
            Self::Standard => format!("'{}'", text.replace('\'', "''")),
            Self::Spark => {
                let mut literal = String::from("'");
                for c in text.chars() {
                    match c {
                        '\'' | '\\' => literal.extend(['\\', c]),
                        // Spark puts the values of variables in place of ${names}.
                        '$' => literal.push_str("\\u0024"),
                        _ => literal.push(c),
                    }
                }
                literal + "'"
            }
        }
    }
}

/// Conditions on names.
impl Dialect {
    fn has(self, column: &str, name: &NamePattern) -> String {
        match name {
            NamePattern::Part(part) => format!("instr({column}, {}) > 0", self.literal(&fold(part))),
            NamePattern::Whole(name) => format!("{column} = {}", self.literal(&fold(name))),
        }
    }

    fn has_any(self, columns: &[&str], name: &NamePattern) -> String {
        let any: Vec<String> = columns.iter().map(|column| self.has(column, name)).collect();
        format!("({})", any.join(" OR "))
    }
}

/// A filter in SQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The condition on a row of `games`, or `None` if every game passes.
    pub condition: Option<String>,
    /// For each name in the filter, the condition that a game has it, whatever the rest of the
    /// filter. If no game meets it, the question may fail: see [`Filter::require_names`].
    pub names: Vec<String>,
}

impl Predicate {
    /// Translates a filter for a dataset with the games of these archives.
    ///
    /// # Errors
    /// Fails if the filter makes no sense, and for an archive that is not one of these or may be
    /// several.
    pub fn new(filter: &Filter, archives: &[String], dialect: Dialect) -> Result<Self, QueryError> {
        // A new condition must be translated.
        let Filter {
            players,
            black,
            white,
            years,
            from,
            to,
            event,
            result,
            rank,
            komi,
            handicap,
            rules,
            time,
            overtime,
            program,
            size,
            repaired,
            games,
            archives: of_archives,
            words: texts,
        } = filter;
        filter.require_order()?;
        let mut all = Vec::new();
        let mut names = Vec::new();
        for name in players {
            all.push(dialect.has_any(&PLAYERS, name));
        }
        for (column, name) in PLAYERS.into_iter().zip([black, white]) {
            all.extend(name.as_ref().map(|name| dialect.has(column, name)));
        }
        for name in players.iter().chain(black).chain(white) {
            names.push(dialect.has_any(&PLAYERS, name));
        }
        for (column, name) in LABELS.into_iter().zip([event, rules, overtime, program]) {
            all.extend(name.as_ref().map(|name| dialect.has(column, name)));
            names.extend(name.as_ref().map(|name| dialect.has_any(&LABELS, name)));
        }
        let (first, last) = years.ends();
        all.extend(first.map(|first| format!("last_date >= {}", dialect.literal(&format!("{first:04}-01-01")))));
        all.extend(last.map(|last| format!("year <= {last}")));
        all.extend(from.map(|from| format!("last_date >= {}", dialect.literal(&from.first_day().to_string()))));
        all.extend(to.map(|to| format!("first_date <= {}", dialect.literal(&to.last_day().to_string()))));
        all.extend(result.map(|pattern| of_result(pattern, dialect)));
        for column in ["black_rank_value", "white_rank_value"] {
            all.extend(range(column, rank, |rank: &Rank| rank.value().to_string()));
        }
        all.extend(range("komi", komi, |komi: &Komi| format!("{:?}", komi.points())));
        all.extend(range("handicap", handicap, ToString::to_string));
        all.extend(range("time_limit", time, |time: &TimeLimit| time.seconds().to_string()));
        all.extend(range("board_size", size, |size: &BoardSize| size.lines().to_string()));
        all.extend(repaired.map(|repaired| format!("repair IS {}", if repaired { "NOT NULL" } else { "NULL" })));
        all.extend(games.as_ref().map(of_numbers));
        if !of_archives.is_empty() {
            all.push(in_archives(of_archives, archives, dialect)?);
        }
        for text in texts {
            let phrase = words(text);
            if phrase.is_empty() {
                return Err(QueryError::NoWord(text.clone()));
            }
            all.push(format!("instr(words, {}) > 0", dialect.literal(&format!(" {phrase} "))));
        }
        Ok(Self {
            condition: (!all.is_empty()).then(|| all.join(" AND ")),
            names,
        })
    }
}

const PLAYERS: [&str; 2] = ["black_folded", "white_folded"];
const LABELS: [&str; 4] = ["event_folded", "rules_folded", "overtime_folded", "program_folded"];

fn range<T: RangeValue>(column: &str, range: &Range<T>, number: impl Fn(&T) -> String) -> Option<String> {
    let (min, max) = range.ends();
    match (min.as_ref().map(&number), max.as_ref().map(&number)) {
        (None, None) => None,
        (Some(min), None) => Some(format!("{column} >= {min}")),
        (None, Some(max)) => Some(format!("{column} <= {max}")),
        (Some(min), Some(max)) => Some(format!("{column} BETWEEN {min} AND {max}")),
    }
}

fn of_result(pattern: ResultPattern, dialect: Dialect) -> String {
    let (winner, by) = match pattern {
        ResultPattern::Draw => return format!("result = {}", dialect.literal(&GameResult::Draw.to_string())),
        ResultPattern::Void => return format!("result = {}", dialect.literal(&GameResult::Void.to_string())),
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
            let results = [Color::Black, Color::White].map(|winner| {
                let result = GameResult::Win { winner, by };
                dialect.literal(&result.to_string())
            });
            format!("{won} AND result IN ({})", results.join(", "))
        }
    }
}

fn of_numbers(games: &GameNumbers) -> String {
    let (single, ranges): (Vec<_>, Vec<_>) = games.ranges().iter().partition(|range| range.start() == range.end());
    let single: Vec<String> = single.iter().map(|range| range.start().to_string()).collect();
    let mut any: Vec<String> = ranges
        .iter()
        .map(|range| format!("game BETWEEN {} AND {}", range.start(), range.end()))
        .collect();
    if !single.is_empty() {
        any.push(format!("game IN ({})", single.join(", ")));
    }
    if any.is_empty() {
        "false".to_owned()
    } else {
        format!("({})", any.join(" OR "))
    }
}

fn in_archives(wanted: &[String], archives: &[String], dialect: Dialect) -> Result<String, QueryError> {
    let known: Vec<(&str, String)> = archives.iter().map(|path| (path.as_str(), path.clone())).collect();
    let mut paths = Vec::new();
    for path in wanted {
        let path = Path::new(path);
        paths.push(dialect.literal(find_among(&known, "archive", path, path)?));
    }
    let paths = paths.join(", ");
    Ok(format!("game IN (SELECT game FROM sources WHERE archive IN ({paths}))"))
}

#[cfg(test)]
mod tests;
