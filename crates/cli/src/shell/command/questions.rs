//! Questions about the position, and what they are about: patterns, names and filters.

use super::values::{Marks, conditions_help, examples, first_year_or_range, marks, on_or_off, year_number};
use crate::args::{
    AliasArgs, CompareArgs, FilterArgs, FormArgs, GamesArgs, OpeningsArgs, PatternOptionArgs, PlayersArgs, SearchArgs,
    TreeArgs, YearsArgs,
};
use crate::render::{Coordinates, MAX_MARKS, Stones};
use clap::Subcommand;

/// Questions about the position.
#[derive(Debug, Subcommand)]
pub(in crate::shell) enum AnswerCommand {
    /// Shows the next moves of the position, from all orientations
    #[command(visible_alias = "s", after_help = examples(&[
        ("search", "marks on the board, counts of games; of the open game's position if that is shown"),
        ("search here", "of the open game's position, which the search board has until \"back\""),
        ("search full", "also the 95% range of wins, years and players; \"full on\" keeps it so"),
        ("search --sort wins", "the moves that win most first"),
    ]))]
    Search {
        /// here: the position of the open game; full: also the 95% range of wins, years and players of each move
        #[arg(value_name = "here|full", value_parser = ["here", "full"], num_args = 0..=2, hide_possible_values = true)]
        given: Vec<String>,
        #[command(flatten)]
        args: SearchArgs,
        #[command(flatten)]
        filter: FilterArgs,
    },
    /// Shows what was played from the position on, as a tree
    #[command(visible_alias = "t", after_help = examples(&[
        ("tree", "four moves deep, moves of ten games or more"),
        ("tree --depth 8 --min-games 50", "deeper, and only what is common"),
        ("tree --out tree.sgf", "a record that any editor opens"),
    ]))]
    Tree {
        #[command(flatten)]
        args: TreeArgs,
        #[command(flatten)]
        filter: FilterArgs,
    },
    /// Lists the games that have the position
    #[command(visible_alias = "g", after_help = examples(&[
        ("games", "the latest twenty; \"open\" takes the number in front"),
        ("games --offset 20", "the next twenty"),
        ("games --sort rank", "the strongest players first"),
        ("games player=cho year=1990..", "conditions for this list alone, besides those of where"),
    ]))]
    Games {
        #[command(flatten)]
        args: GamesArgs,
        #[command(flatten)]
        filter: FilterArgs,
    },
    /// Shows who plays the position most, and how often they win
    #[command(after_help = examples(&[
        ("players", "the twenty with the most games"),
    ]))]
    Players {
        #[command(flatten)]
        args: PlayersArgs,
        #[command(flatten)]
        filter: FilterArgs,
    },
    /// Shows when the position was played, and each next move
    #[command(after_help = examples(&[
        ("years", "a bar for each year"),
        ("years --decades", "ten years at a time"),
        ("years --out years.svg", "a chart as a file"),
    ]))]
    Years {
        #[command(flatten)]
        args: YearsArgs,
        #[command(flatten)]
        filter: FilterArgs,
    },
    /// Compares the next moves under two filters
    #[command(after_help = examples(&[
        ("compare year=..2011 year=2012..", "shares and wins in two periods, differences beyond chance marked"),
        ("compare 'rank=9p year=..2011' 'rank=9p year=2012..'", "several conditions in quotes"),
    ]))]
    Compare(Box<CompareArgs>),
    /// Lists the openings and josekis of the games with the position
    #[command(after_help = examples(&[
        ("openings", "the most frequent first"),
        ("openings year=2015..", "in games since 2015"),
    ]))]
    Openings {
        #[command(flatten)]
        args: OpeningsArgs,
        #[command(flatten)]
        filter: FilterArgs,
    },
}

/// Settings of the screen.
#[derive(Debug, Subcommand)]
pub(in crate::shell) enum ScreenCommand {
    /// Turns the details of the next moves in every search on or off
    #[command(after_help = examples(&[
        ("full on", "also the 95% range of wins, years and players of each move, in later sessions too"),
        ("full off", "games, shares and wins"),
        ("full", "whether it is on"),
    ]))]
    Full {
        /// on or off; without it, what is set
        #[arg(value_name = "on|off", value_parser = on_or_off(), hide_possible_values = true)]
        wanted: Option<bool>,
    },
    /// Turns the search of each position of the open game on or off
    #[command(after_help = examples(&[
        ("follow on", "next, prev and goto show what others played, in later sessions too"),
        ("follow off", "the game alone"),
    ]))]
    Follow {
        /// on or off; without it, what is set
        #[arg(value_name = "on|off", value_parser = on_or_off(), hide_possible_values = true)]
        wanted: Option<bool>,
    },
    /// Sets how many next moves are shown, and in which form
    #[command(visible_alias = "m", after_help = examples(&[
        ("marks 3", "only the three most popular moves, in later sessions too"),
        ("marks plain", "counts in two columns and the hash of the board, as in a pipe"),
        ("marks table", "shares and wins beside the board again"),
        ("marks", "how many are set"),
    ]))]
    Marks {
        #[arg(value_name = "COUNT|table|plain", value_parser = marks)]
        #[arg(help = format!("Number of moves, 1 to {MAX_MARKS}, or their form on a screen; without it, what is set"))]
        wanted: Option<Marks>,
    },
    /// Sets how points are named, around the board and in answers
    #[command(after_help = examples(&[
        ("coordinates western", "A to T without I, 1 to 19 from the bottom: Q16"),
        ("coordinates sgf", "A to S both ways, as records have it: pd"),
    ]))]
    Coordinates {
        /// sgf (pd) or western (Q16); without it, what is set
        #[arg(value_name = "sgf|western", value_enum, hide_possible_values = true)]
        coordinates: Option<Coordinates>,
    },
    /// Sets how stones are drawn on a terminal
    #[command(after_help = examples(&[
        ("stones letters", "X and O, as in files and pipes"),
        ("stones circles", "● and ○ on a tinted board, unless the terminal has no colours"),
    ]))]
    Stones {
        /// circles or letters; without it, what is set
        #[arg(value_name = "circles|letters", value_enum, hide_possible_values = true)]
        stones: Option<Stones>,
    },
    /// Turns counting with the colours exchanged on or off
    #[command(after_help = examples(&[
        ("swap on", "games with the colours exchanged count; their moves are shown exchanged back"),
        ("swap", "whether it is on"),
    ]))]
    Swap {
        /// on or off; without it, what is set
        #[arg(value_name = "on|off", value_parser = on_or_off(), hide_possible_values = true)]
        wanted: Option<bool>,
    },
}

/// Commands about patterns.
#[derive(Debug, Subcommand)]
pub(in crate::shell) enum PatternCommand {
    /// Searches a part of the board, wherever games have it
    #[command(after_help = examples(&[
        ("area pd rj", "the rectangle between these points"),
        ("area corner 9", "the upper right corner, 9x9 points"),
        ("area corner 9 7", "9 wide and 7 high"),
        ("area corner 9 --next X --at ..60", "only Black's answers, only in the opening"),
        ("area --direct", "the same area with other options"),
        ("area", "what is set"),
        ("area off", "the whole board again"),
    ]))]
    Area {
        /// Two opposite points; corner and width (and height); off
        #[arg(value_name = "POINT|corner|off")]
        words: Vec<String>,
        #[command(flatten)]
        options: PatternOptionArgs,
    },
    /// Searches a diagram, or shows the pattern that is searched
    #[command(after_help = examples(&[
        ("pattern side.txt", "the diagram in a file"),
        ("pattern '|...../|..X../|...1.'", "on the left edge: a stone, then a move"),
        ("pattern '.XO./.OX.' --fixed-colors", ". empty, X black, O white, * anything"),
        ("pattern", "the area or the diagram, as a diagram"),
        ("pattern off", "the search board again"),
    ]))]
    Pattern {
        /// A file with a diagram; its rows, with / between them; off
        #[arg(value_name = "FILE|ROWS|off", allow_hyphen_values = true)]
        diagram: Option<String>,
        #[command(flatten)]
        options: PatternOptionArgs,
    },
    /// Searches for a named opening or joseki
    #[command(after_help = examples(&[
        ("opening sanrensei", "this opening, with anything elsewhere on the board"),
        ("opening '=3-3 invasion'", "the name in full; a joseki is a corner with exactly its stones"),
        ("opening low chinese year=2010..", "conditions for this search alone, besides those of where"),
    ]))]
    Opening {
        /// A part of the name in any language, or =NAME
        #[arg(value_name = "NAME", required = true)]
        name: Vec<String>,
        #[command(flatten)]
        filter: Box<FilterArgs>,
    },
}

/// Commands about named searches.
#[derive(Debug, Subcommand)]
pub(in crate::shell) enum NameCommand {
    /// Names the current search: position, area or diagram, and filters
    #[command(after_help = examples(&[
        ("name \"low chinese\"", "\"go\" brings it back, in later sessions too"),
        ("name joseki --overwrite", "gives the name to another search"),
        ("name --remove joseki", "removes the name"),
    ]))]
    Name {
        /// The name
        #[arg(value_name = "NAME", required = true)]
        name: Vec<String>,
        /// Replace the search that has the name
        #[arg(long, conflicts_with = "remove")]
        overwrite: bool,
        /// Remove the name
        #[arg(long)]
        remove: bool,
        #[command(flatten)]
        filter: Box<FilterArgs>,
    },
    /// Returns to a named search
    #[command(after_help = examples(&[
        ("go \"low chinese\"", "its position, area or diagram, and its filters"),
        ("go low chinese year=2010..", "conditions for this search alone, besides its own"),
    ]))]
    Go {
        /// The name
        #[arg(value_name = "NAME")]
        name: Vec<String>,
        #[command(flatten)]
        filter: Box<FilterArgs>,
    },
    /// Lists the named searches and how many games each finds
    #[command(after_help = examples(&[("names", "games, name, and the search; for SQL, the view names")]))]
    Names {
        #[command(flatten)]
        form: FormArgs,
    },
}

/// Commands about the filter.
#[derive(Debug, Subcommand)]
pub(in crate::shell) enum FilterCommand {
    /// Filters the games: sets, shows or clears filters
    #[command(visible_alias = "w", after_help = examples(&[
        ("where", "the conditions that are set"),
        ("where player=cho year=1990..1999", "sets conditions, in place of those on the same thing"),
        ("where black='Cho Chikun' result=B+R", "a value with blanks goes in quotes"),
        ("where opening=chinese", "any opening with this in its name"),
        ("where player=", "takes one away"),
        ("where -", "back to the filter before"),
        ("where clear", "takes all away"),
    ]))]
    Where {
        #[arg(value_name = "CONDITION", allow_hyphen_values = true, help = conditions_help())]
        conditions: Vec<String>,
    },
    /// Sets or removes the limit on years
    #[command(after_help = examples(&[
        ("year 1990", "from 1990 on"),
        ("year 1990 1999", "both years included"),
        ("year 1990..1999", "the same"),
        ("year ..1999", "up to 1999"),
        ("year all", "all games, undated ones too; so does year alone"),
    ]))]
    Year {
        /// The first year (alone: from that year on), or a range such as 1990..1999
        #[arg(value_name = "MIN", value_parser = first_year_or_range)]
        min: Option<String>,
        /// The last year
        #[arg(value_name = "MAX", value_parser = year_number)]
        max: Option<u16>,
    },
    /// Counts several spellings of a player's name as one player
    #[command(visible_alias = "aliases", after_help = examples(&[
        ("alias \"Ke Jie\" 柯洁", "one player, shown as Ke Jie; records are unchanged"),
        ("alias", "all aliases"),
        ("alias --proposed", "likely aliases, as commands to choose from"),
    ]))]
    Alias(AliasArgs),
}
