//! The recipes, as the document has them.

use bgo::bundled::RECIPES;

/// The topic of `help` that lists the recipes.
pub(super) const TOPIC: &str = "recipes";

/// Returns the questions with the commands that answer them.
pub(super) fn list() -> String {
    let recipes = RECIPES.split("\n## ").skip(1).map(recipe);
    let recipes: Vec<String> = recipes.collect();
    format!(
        "Put in your own names and files. After \"$\" is the command line.\n\n{}",
        recipes.join("\n")
    )
}

/// Returns a recipe: the question, which is its heading, with its lines for the shell, or for the
/// command line if it has no others.
fn recipe(section: &str) -> String {
    let question = section.lines().next().unwrap_or_default();
    let typed: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let run = || section.lines().filter(|line| line.starts_with("$ bgo ")).collect();
    let commands = if typed.is_empty() { run() } else { typed };
    let commands: String = commands.iter().map(|command| format!("  {command}\n")).collect();
    format!("{question}\n{commands}")
}
