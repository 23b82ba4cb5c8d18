use super::question::{PositionQuestion, about_conditions, json};
use super::{FormArgs, file_in};
use crate::render::{Text, tree_sgf, tree_text};
use bgo::query::{Choice, QueryError, Question, TreeSize, tree};
use bgo::store::Snapshot;
use clap::Args;

/// The question what was played from the position on, as a tree.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("out", |out| out.value_parser(file_in(&["json", "sgf"]))))]
pub struct TreeArgs {
    /// How many moves deep
    #[arg(long, default_value_t = TreeSize::default().depth, value_parser = depth)]
    depth: u32,
    /// Only moves of at least this many games
    #[arg(long, value_name = "GAMES", default_value_t = TreeSize::default().min_games)]
    min_games: u64,
    /// Print an SGF record, with counts in comments and labels
    #[arg(long, conflicts_with = "json")]
    sgf: bool,
    #[command(flatten)]
    form: FormArgs,
}

fn depth(text: &str) -> Result<u32, String> {
    let depth = text
        .parse()
        .ok()
        .filter(|depth| (1..=TreeSize::MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("a tree is 1 to {} moves deep", TreeSize::MAX_DEPTH))
}

impl PositionQuestion for TreeArgs {
    fn form(&self) -> &FormArgs {
        &self.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError> {
        let size = TreeSize {
            depth: self.depth,
            min_games: self.min_games,
        };
        let tree = tree(snapshot, question, size)?;
        Ok(if self.form.json() {
            json(&tree).into()
        } else if self.sgf || self.form.out.ends_in("sgf") {
            tree_sgf(&tree, question).into()
        } else {
            tree_text(&tree, question, size)
                + about_conditions(snapshot, &Choice::Position(question), tree.totals.games)?
        })
    }
}
