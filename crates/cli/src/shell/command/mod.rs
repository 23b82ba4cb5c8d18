//! The commands: their arguments, help, and what is wrong with words that they cannot take.

mod read;
mod values;

pub(super) use read::{argument_after, help, keywords, option_with_value, read, usage, words};
pub(super) use values::{Marks, year_number};

use super::commands::Copied;
use crate::args::{
    AliasArgs, CompareArgs, DuplicatesArgs, ExportArgs, FilterArgs, FindArgs, FormArgs, GamesArgs, ImportArgs,
    InfoArgs, NoveltyArgs, OpeningsArgs, PatternOptionArgs, PlayerArgs, PlayersArgs, SearchArgs, SgfArgs, SqlArgs,
    TreeArgs, YearsArgs, game_number,
};
use crate::render::{Coordinates, MAX_MARKS};
use bgo::internal::go::BoardSize;
use bgo::internal::position_file::PositionId;
use bgo::internal::query::Setup;
use clap::{Command, Subcommand, ValueHint};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::LazyLock;
use values::{
    conditions_help, count, examples, first_year_or_range, marks, move_number, on_or_off, place_in_game, setup_sign,
    step_count, stone_count,
};

/// A command with its arguments. The first line of its comment is its summary, and its aliases call
/// it too. Usage, help and completion follow from all this.
#[derive(Debug, Subcommand)]
pub(super) enum ShellCommand {
    /// Plays moves and searches the position that they lead to
    #[command(visible_alias = "p", after_help = examples(&[
        ("play pd dp pp", "three moves, black first, then in turn"),
        ("play Q16 pass", "the other notation, and a pass"),
        ("play a", "the move marked a, in the colour that the table gives it"),
    ]))]
    Play {
        /// SGF letters (pd), a letter without I and a number (Q16), or pass; the first may be a mark of the last search
        #[arg(value_name = "MOVE", required = true)]
        moves: Vec<String>,
    },
    /// Takes back moves and setups, and searches what was before
    #[command(visible_alias = "u", after_help = examples(&[
        ("undo", "the last move or setup"),
        ("undo 3", "the last three, or as many as there are"),
    ]))]
    Undo {
        /// The number of moves and setups; 1 without it
        #[arg(value_name = "COUNT", default_value_t = 1, hide_default_value = true, value_parser = count)]
        count: usize,
    },
    /// Puts stones and wildcards on the board, or takes them off
    #[command(after_help = examples(&[
        ("setup X pd qf", "two black stones"),
        ("setup O dp", "a white one"),
        ("setup . pd", "what is there is taken off"),
        ("setup * qq", "a pattern may have anything there"),
    ]))]
    Setup {
        /// X (black), O (white), . (nothing) or * (anything, in a pattern)
        #[arg(value_name = "X|O|.|*", value_parser = setup_sign)]
        sign: Setup,
        /// The points, such as pd or Q16
        #[arg(value_name = "POINT", required = true)]
        points: Vec<String>,
    },
    /// Starts again with the usual stones of a handicap, White to play
    #[command(after_help = examples(&[
        ("handicap 4", "black stones on the star points in the corners"),
        ("handicap 2; where handicap=2", "only games that say so"),
    ]))]
    Handicap {
        /// The number of stones, 2 to 9
        #[arg(value_name = "STONES", value_parser = stone_count)]
        stones: usize,
    },
    /// Takes all stones off the board, as "board reset" does
    #[command(visible_alias = "reset", after_help = examples(&[("clear", "an empty board of the same size")]))]
    Clear,
    /// Starts with an empty board of another size
    #[command(after_help = examples(&[("size 9", "a board of 9x9"), ("size 13x13", "another way to write it")]))]
    Size {
        /// How many lines, 2 to 19
        #[arg(value_name = "SIZE")]
        size: BoardSize,
    },
    /// Shows the board with the marks of the last search, or clears it
    #[command(after_help = examples(&[("board", "show the board again"), ("board reset", "take all stones off")]))]
    Board {
        /// Start again with an empty board
        #[arg(value_name = "reset", value_parser = ["reset"], hide_possible_values = true)]
        reset: Option<String>,
    },
    /// Shows the board in all eight orientations with their hashes
    #[command(after_help = examples(&[
        ("rotations", "the stones"),
        ("rotations marks", "the stones and the next moves"),
    ]))]
    Rotations {
        /// With the marks of the search on each board
        #[arg(value_name = "marks", value_parser = ["marks"], hide_possible_values = true)]
        with_marks: Option<String>,
    },
    /// Puts the position of a record on the search board
    #[command(after_help = examples(&[
        ("load game.sgf", "the last position of its main line"),
        ("load game.sgf 30", "the position after 30 moves"),
    ]))]
    Load {
        /// A file with a record; of several in it, the first
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// After how many moves; without it, after the last
        #[arg(value_name = "MOVE", value_parser = move_number::<usize>)]
        moves: Option<usize>,
    },
    /// Saves the moves on the board as an SGF file, or the board as a picture
    #[command(after_help = examples(&[
        ("save line.sgf", "setup and moves, into a new file"),
        ("save board.svg", "a picture of the board, or of the area"),
    ]))]
    Save {
        /// The file; - is standard output
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Replace an existing file
        #[arg(long)]
        overwrite: bool,
    },
    /// Copies the board to the clipboard of the terminal
    #[command(after_help = examples(&[
        ("copy sgf", "setup and moves as a record"),
        ("copy diagram", "the board, or the area or diagram that is searched"),
        ("copy link", "the address of the position in the page of bgo serve"),
    ]))]
    Copy {
        /// sgf, diagram or link
        #[arg(value_name = "sgf|diagram|link", value_enum, hide_possible_values = true)]
        copied: Copied,
    },
    /// Opens the web page at this position
    #[command(after_help = examples(&[("web", "in the browser; the server stops once the page is closed")]))]
    Web,
    /// Puts a position of an imported file on the search board, or shows the board's hash
    #[command(after_help = examples(&[
        ("position", "the board's hash, and the key that all orientations share"),
        ("position 31846ceb8015dc920057", "the position with this id (`bgo positions import` adds positions)"),
    ]))]
    Position {
        /// Its id: 20 hex digits
        #[arg(value_name = "ID")]
        id: Option<PositionId>,
    },
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
        #[arg(help = format!("How many, 1 to {MAX_MARKS}, or their form on a screen; without it, how many are set"))]
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
    ]))]
    Opening {
        /// A part of the name in any language, or =NAME
        #[arg(value_name = "NAME", required = true)]
        name: Vec<String>,
    },
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
    },
    /// Returns to a named search
    #[command(after_help = examples(&[("go \"low chinese\"", "its position, area or diagram, and its filters")]))]
    Go {
        /// The name
        #[arg(value_name = "NAME")]
        name: Vec<String>,
    },
    /// Lists the named searches and how many games each finds
    #[command(after_help = examples(&[("names", "games, name, and the search; for SQL, the view names")]))]
    Names {
        #[command(flatten)]
        form: FormArgs,
    },
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
    /// Lists games by words and conditions, whatever is on the board
    #[command(visible_alias = "f", after_help = examples(&[
        ("find meijin", "a word of players, event, place, round, name, source or comments"),
        ("find player=cho year=1990..1999", "conditions, as where takes them"),
        ("find 本因 --sort players", "a part of a word in Chinese characters is enough"),
        ("find repaired", "games whose records have faults; words=repaired looks for the word"),
    ]))]
    Find(FindArgs),
    /// Shows all that is known of a game
    #[command(after_help = examples(&[(
        "show 17",
        "names, date, result and so on of game 17, and where it is from",
    )]))]
    Show {
        /// The game's number
        #[arg(value_name = "GAME", value_parser = game_number)]
        game: i64,
        #[command(flatten)]
        form: FormArgs,
    },
    /// Shows a player's results, openings and opponents, or the score of two players
    #[command(after_help = examples(&[
        ("player joonki", "the player with this name, or the only one with this in the name"),
        ("player =joonki '=Cho Chikun'", "the score of two players, and their games"),
    ]))]
    Player(PlayerArgs),
    /// Opens a game at your position, rotated to match your board
    #[command(visible_alias = "o", after_help = examples(&[
        ("open 17", "game 17; \"next\", \"prev\", \"goto\" and \"to\" move through it, \"back\" returns"),
        ("open 17; next 5; search", "what else was played five moves later"),
        ("open 17 --with sabaki", "its record in another program"),
    ]))]
    Open {
        /// The game's number, as games and find list it
        #[arg(value_name = "GAME", value_parser = game_number)]
        game: i64,
        /// Open the record in this program
        #[arg(long, value_name = "PROGRAM")]
        with: Option<OsString>,
    },
    /// Goes forward in the open game
    #[command(visible_alias = "n", after_help = examples(&[("next", "one move"), ("next 10", "ten, or to the end")]))]
    Next {
        /// How many moves; without it 1
        #[arg(value_name = "COUNT", default_value_t = 1, hide_default_value = true, value_parser = step_count)]
        count: i64,
    },
    /// Goes back in the open game
    #[command(after_help = examples(&[("prev", "one move"), ("prev 10", "ten, or to the start")]))]
    Prev {
        /// How many moves; without it 1
        #[arg(value_name = "COUNT", default_value_t = 1, hide_default_value = true, value_parser = step_count)]
        count: i64,
    },
    /// Goes to a move of the open game
    #[command(after_help = examples(&[
        ("goto 50", "after move 50"),
        ("goto 0", "the start, as \"goto start\""),
        ("goto end", "after the last move"),
    ]))]
    Goto {
        /// How many moves are played; or start, or end
        #[arg(value_name = "MOVE", value_parser = place_in_game)]
        place: u16,
    },
    /// Goes to the start or the end of the open game, or to a move
    #[command(after_help = examples(&[("to end", "after the last move"), ("to start", "before the first")]))]
    To {
        /// How many moves are played; or start, or end
        #[arg(value_name = "MOVE", value_parser = place_in_game)]
        place: u16,
    },
    /// Goes to where the open game leaves the database, or lists new moves
    #[command(after_help = examples(&[
        ("novelty; search", "the position before the new move, and what others play there"),
        ("novelty --min-games 5", "the last position that five other games share"),
        ("novelty lost==me --limit 10", "the new moves of your last ten losses"),
        ("novelty year=2016.. --first", "moves that no earlier game has, and how they fared"),
    ]))]
    Novelty(NoveltyArgs),
    /// Closes the open game and shows the search board
    #[command(visible_alias = "b", after_help = examples(&[("back", "the search board as it was before the game")]))]
    Back,
    /// Shows the original record of a game
    #[command(after_help = examples(&[
        ("sgf 17", "the text of the record"),
        ("sgf 17 --out game.sgf", "into a file"),
    ]))]
    Sgf(SgfArgs),
    /// Shows games that were found more than once, or removes them
    #[command(after_help = examples(&[
        ("duplicates", "games with several sources, and games with the same moves that were kept apart"),
        ("duplicates --cut-short", "also records that are the beginning of a longer one"),
        ("duplicates --remove", "keeps one game of those with the same moves"),
    ]))]
    Duplicates(DuplicatesArgs),
    /// Opens the example games, as "bgo demo" does
    #[command(after_help = examples(&[("demo", "the first time, imports them into demo.sqlite")]))]
    Demo,
    /// Imports archives of game records into the database
    #[command(after_help = examples(&[
        ("import games.tgz", "an archive in the working directory"),
        ("import ~/games \"my game.sgf\"", "a folder and a single file"),
        ("import other.sqlite", "all games of another database"),
        ("import --dataset set player=cho", "games of a dataset"),
    ]))]
    Import(ImportArgs),
    /// Writes the games that have the position as SGF, or as a table
    #[command(after_help = examples(&[
        ("export games.tgz", "the original records in an archive"),
        ("export games.sgf", "all in one file, in UTF-8"),
        ("export games.csv", "a table of what is known of each; .jsonl and .parquet too"),
        ("export games/ --all", "every game that meets the conditions, whatever is on the board"),
        ("export --dataset set", "the whole database, for Spark and other engines"),
    ]))]
    Export {
        #[command(flatten)]
        args: ExportArgs,
        #[command(flatten)]
        filter: FilterArgs<true>,
    },
    /// Removes games; later imports skip them
    #[command(after_help = examples(&[
        ("remove --game 17", "game 17"),
        ("remove --archive games.tgz", "what only this archive has"),
        ("remove player=bot year=..1999", "games that meet these conditions, whatever filter is set"),
    ]))]
    Remove {
        #[command(flatten)]
        filter: FilterArgs<true>,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Runs a read-only SQL query
    #[command(after_help = examples(&[
        ("sql", "the tables, their columns and the functions"),
        ("sql select game, date from games where winner = 'B'", "the query as it is"),
        ("sql select ply from positions where key = position_key('pd dp') --csv", "as CSV"),
    ]))]
    Sql(SqlArgs),
    /// Shows how many games, positions and players the database has
    #[command(after_help = examples(&[
        ("info", "numbers, games by year"),
        ("info --sizes", "also the sizes of the parts of the file"),
    ]))]
    Info(InfoArgs),
    /// Verifies the database from top to bottom
    #[command(after_help = examples(&[(
        "check",
        "replays every game and compares it with the index (`bgo check --repair` repairs what it can)",
    )]))]
    Check {
        /// Print the result as one JSON document
        #[arg(long)]
        json: bool,
        /// Show no progress, and nothing if there are no problems
        #[arg(long, short)]
        quiet: bool,
    },
    /// Merges the index into one segment and returns unused space
    #[command(after_help = examples(&[("optimize", "a little faster to search, after many imports")]))]
    Optimize {
        /// Print the result as one JSON document
        #[arg(long)]
        json: bool,
        /// Print nothing
        #[arg(long, short)]
        quiet: bool,
    },
    /// Explains a command, with usage and examples
    #[command(visible_aliases = ["h", "?"], after_help = examples(&[
        ("help", "all commands"),
        ("help play", "usage and examples of play"),
        ("help recipes", "how to do what people ask first"),
    ]))]
    Help {
        /// The command to explain, or recipes
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
    /// Lists the commands
    #[command(name = "commands", display_name = "ListCommands")]
    #[command(after_help = examples(&[("commands", "one line for each command")]))]
    Commands,
    /// Changes the working directory, which relative paths start from
    #[command(after_help = examples(&[
        ("cd ~/games", "to a folder in the home folder"),
        ("cd \"my games\"", "a name with a blank"),
        ("cd ..", "one folder up"),
    ]))]
    Cd {
        /// The folder; without it the home folder
        #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
        folder: Option<PathBuf>,
    },
    /// Shows the working directory
    #[command(visible_alias = "pwd", after_help = examples(&[("cwd", "the folder that relative paths start from")]))]
    Cwd,
    /// Lists the files of a folder
    #[command(after_help = examples(&[("ls", "the working directory"), ("ls ~/games", "another folder")]))]
    Ls {
        /// The folder; without it the working directory
        #[arg(value_name = "PATH")]
        path: Option<PathBuf>,
    },
    /// Ends the session, as Ctrl-D does
    #[command(visible_aliases = ["quit", "q"], after_help = examples(&[("exit", "leave")]))]
    Exit,
}

/// Every command, in the order above.
pub(super) static ALL: LazyLock<Vec<Command>> = LazyLock::new(|| {
    let all = ShellCommand::augment_subcommands(Command::new("shell"));
    // The help is broken where every screen has room for it.
    let commands = all.get_subcommands().cloned();
    commands
        .map(|command| command.term_width(0).disable_help_flag(true))
        .collect()
});
