//! Filters as SQL over the tables `games` and `sources`, which SQLite and Spark read alike.

use crate::query::{Alternatives, CONDITIONS, Filter, GameNumbers, NameColumns, NamePattern, QueryError, Test};
use crate::record::{fold, words};
use crate::store::{Column, find_among};
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

    fn has_names(self, columns: &[&str], names: &Alternatives<NamePattern>) -> String {
        let any: Vec<String> = names.any_of.iter().map(|name| self.has_any(columns, name)).collect();
        // Without a name, this is null, and no game passes.
        format!("{}({})", if names.is_negated { "NOT " } else { "" }, any.join(" OR "))
    }
}

/// Returns, for each name in a filter, the condition that a game has it, whatever the rest of the filter. If no game
/// meets one, the question may fail before [`predicate`] can: see [`Filter::require_names`].
///
/// # Errors
/// Fails if the filter makes no sense.
pub fn name_predicates(filter: &Filter, dialect: Dialect) -> Result<Vec<String>, QueryError> {
    filter.require_order()?;
    let mut predicates = Vec::new();
    for condition in &CONDITIONS {
        let columns: &[&str] = match condition.test {
            Test::Players(_) => &PLAYERS,
            Test::Labels(_) => &LABELS,
            _ => continue,
        };
        let names = condition.names(filter).iter().flat_map(|names| &names.any_of);
        predicates.extend(names.map(|name| dialect.has_any(columns, name)));
    }
    Ok(predicates)
}

/// Translates a filter into a condition on a row of `games`, or `None` if every game passes. If the filter has openings,
/// the condition reads a table `openings` with the columns `opening`, the number of the opening in the filter from 0,
/// and `game`.
///
/// # Errors
/// Fails if the filter makes no sense, if it has an opening and is for Spark, and for an archive that is not one of
/// `archives`, those of the dataset, or may be several.
pub fn predicate(filter: &Filter, archives: &[String], dialect: Dialect) -> Result<Option<String>, QueryError> {
    filter.require_order()?;
    let mut all = Vec::new();
    for condition in &CONDITIONS {
        let values = condition.values(filter);
        match condition.test {
            Test::Columns(_, in_sql) => all.extend(in_sql(filter)),
            Test::Players(columns) => {
                let columns = in_sql_of(columns);
                let names = condition.names(filter).iter();
                all.extend(names.map(|names| dialect.has_names(columns, names)));
            }
            Test::Labels(_) => {
                let column = format!("{}_folded", condition.name);
                let names = condition.names(filter).iter();
                all.extend(names.map(|names| dialect.has_names(&[&column], names)));
            }
            Test::Openings if dialect == Dialect::Spark && !values.is_empty() => {
                return Err(QueryError::OpeningOnSpark);
            }
            Test::Openings => {
                let numbers = 0..values.len();
                all.extend(
                    numbers.map(|opening| format!("game IN (SELECT game FROM openings WHERE opening = {opening})")),
                );
            }
            Test::Numbers => all.extend(filter.games.as_ref().map(of_numbers)),
            Test::Archives if values.is_empty() => {}
            Test::Archives => all.push(in_archives(&values, archives, dialect)?),
            Test::Words => {
                for text in values {
                    let phrase = words(&text);
                    if phrase.is_empty() {
                        return Err(QueryError::NoWord(text));
                    }
                    all.push(format!("instr(words, {}) > 0", dialect.literal(&format!(" {phrase} "))));
                }
            }
        }
    }
    Ok((!all.is_empty()).then(|| all.join(" AND ")))
}

/// Returns the columns, or expressions, with the names of the players that a condition is about.
const fn in_sql_of(columns: NameColumns) -> &'static [&'static str] {
    match columns {
        NameColumns::AnyOf([Column::Black]) => &["black_folded"],
        NameColumns::AnyOf([Column::White]) => &["white_folded"],
        NameColumns::AnyOf(_) => &PLAYERS,
        NameColumns::OfWinner => &["CASE winner WHEN 'B' THEN black_folded WHEN 'W' THEN white_folded END"],
        NameColumns::OfLoser => &["CASE winner WHEN 'B' THEN white_folded WHEN 'W' THEN black_folded END"],
    }
}

const PLAYERS: [&str; 2] = ["black_folded", "white_folded"];
const LABELS: [&str; 4] = ["event_folded", "rules_folded", "overtime_folded", "program_folded"];

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
