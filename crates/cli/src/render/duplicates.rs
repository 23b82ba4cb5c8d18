use super::clean::one_line;
use super::games::source_text;
use super::text::counted;
use super::text_table::cell;
use bgo::facts::Description;
use bgo::query::{Difference, Duplicates};

/// Returns games that were found more than once, and games that may be the same.
#[must_use]
pub fn duplicates_text(duplicates: &Duplicates) -> String {
    let mut text = format!("{} with several sources\n", counted(duplicates.games.count, "game"));
    for several in &duplicates.games.list {
        push_line(&mut text, 2, &title(&several.game));
        for (number, source) in (1..).zip(&several.sources) {
            push_line(&mut text, 4, &format!("{number}  {}", source_text(source)));
        }
        push_differences(&mut text, &several.differences, |which| (which + 1).to_string());
    }
    text.push_str(&format!(
        "{} with the same moves, kept apart\n",
        counted(duplicates.kept_apart.count, "group")
    ));
    for apart in &duplicates.kept_apart.list {
        push_games(&mut text, &apart.games, &apart.differences);
    }
    if let Some(cut_short) = &duplicates.cut_short {
        text.push_str(&format!(
            "{} that another record continues\n",
            counted(cut_short.count, "game")
        ));
        for cut in &cut_short.list {
            push_games(&mut text, &cut.games, &cut.differences);
        }
    }
    text
}

fn push_games(text: &mut String, games: &[Description], differences: &[Difference]) {
    for game in games {
        push_line(text, 2, &title(game));
    }
    push_differences(text, differences, |which| {
        games.get(which).map(|game| game.game.to_string()).unwrap_or_default()
    });
}

/// Adds the fields whose values differ, with the records that have each.
fn push_differences(text: &mut String, differences: &[Difference], name: impl Fn(usize) -> String) {
    for varying in differences {
        let said: Vec<String> = varying
            .values
            .iter()
            .map(|said| {
                let by: Vec<String> = said.by.iter().map(|&which| name(which)).collect();
                let value = cell(said.value.as_deref().unwrap_or("nothing"));
                format!("{value} ({})", by.join(", "))
            })
            .collect();
        push_line(text, 4, &format!("{}: {}", varying.field, said.join(" / ")));
    }
}

fn title(game: &Description) -> String {
    let name = |name: &Option<String>| cell(name.as_deref().unwrap_or("?")).into_owned();
    let mut title = format!("{}  {} - {}", game.game, name(&game.black), name(&game.white));
    for more in [&game.date, &game.result].into_iter().flatten() {
        title.push_str(&format!(", {}", cell(more)));
    }
    title + &format!(", {}", counted(game.moves.into(), "move"))
}

fn push_line(text: &mut String, indent: usize, line: &str) {
    text.push_str(&format!("{:indent$}{}\n", "", one_line(line)));
}
