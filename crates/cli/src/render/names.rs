//! Tables of openings and of named questions.

use super::statistics::percent;
use super::text_table::TextTable;
use super::{Text, counted};
use bgo::internal::query::{NamedOpenings, NamedQuestions};

pub fn openings_text(openings: &NamedOpenings) -> Text {
    let mut table = TextTable::new(&[("games", true), ("share", true), ("opening", false)]);
    for opening in &openings.openings {
        let share = opening.games as f64 / openings.games as f64;
        table.row([
            opening.games.to_string(),
            percent(share, 1),
            opening.names.en.to_owned(),
        ]);
    }
    let total = format!(
        "{} of {}\nTotal count: {}\n",
        openings.openings.len(),
        counted(openings.count as u64, "opening"),
        openings.games
    );
    if openings.openings.is_empty() {
        total.into()
    } else {
        table.into_text() + total.into()
    }
}

/// Returns a question in words if it has no conditions and no moves.
pub fn question_text(question: &str) -> &str {
    match question {
        "" => "the empty board",
        question => question,
    }
}

/// Returns the named questions with the numbers of their games.
pub fn names_text(NamedQuestions { names }: &NamedQuestions) -> Text {
    if names.is_empty() {
        return "no search has a name; \"name NAME\" names the current one\n"
            .to_owned()
            .into();
    }
    let mut table = TextTable::new(&[("games", true), ("name", false), ("search", false)]);
    for counted in names {
        let games = counted.games.map_or_else(|| "?".to_owned(), |games| games.to_string());
        let question = question_text(&counted.named.question).to_owned();
        table.row([games, counted.named.name.clone(), question]);
    }
    table.into_text()
}
