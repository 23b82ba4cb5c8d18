use super::super::output::{print, print_json};
use super::until_stopped;
use crate::render::CountBar;
use anyhow::Result;
use bgo_research::enumerate::{Grid, KoCounts, PositionCounts, count_legal, count_visited};

/// Count positions without writing files
///
/// Legal positions are counted without visiting them, on boards up to 9x9. Reduced positions
/// and those with a ko are visited, on boards up to 5x5, which takes long for 5x5.
#[derive(Debug, clap::Args)]
pub(super) struct CountArgs {
    /// The board: rows and columns, such as 3x4
    #[arg(long, value_name = "RxC")]
    size: Grid,
    /// Count only legal positions, without visiting any
    #[arg(long)]
    legal: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &CountArgs) -> Result<()> {
    let mut counts = PositionCounts {
        board: args.size,
        serials: 3_u128.checked_pow(args.size.points() as u32),
        legal: count_legal(args.size),
        visited: None,
    };
    if args.size.is_small() && !args.legal {
        let bar = CountBar::new(!args.quiet, "serials");
        let visited = until_stopped(|stop| count_visited(args.size, stop, |done, all| bar.tell(done, all)))?;
        drop(bar);
        counts.visited = Some(visited?);
    }
    if args.json {
        return print_json(&counts);
    }
    let serials = match counts.serials {
        Some(serials) => serials.to_string(),
        None => format!("3^{}", args.size.points()),
    };
    let mut text = format!(
        "board      {}\nserials    {serials}\nlegal      {}\n",
        counts.board, counts.legal
    );
    if let Some(visited) = &counts.visited {
        text.push_str(&format!(
            "reduced    {}\nko         {}\nstrict ko  {}\n",
            visited.reduced,
            ko(&visited.ko),
            ko(&visited.strict_ko)
        ));
    }
    print(text)
}

fn ko(counts: &KoCounts) -> String {
    let first = match counts.first_with_most {
        Some(serial) => format!(" (first in {serial})"),
        None => String::new(),
    };
    format!(
        "{} points in {} positions, at most {}{first}",
        counts.points, counts.positions, counts.most
    )
}
