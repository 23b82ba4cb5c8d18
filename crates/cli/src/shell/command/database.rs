//! Commands about the database and the session.

use super::values::examples;
use crate::args::{ExportArgs, FilterArgs, ImportArgs, InfoArgs, SqlArgs};
use clap::{Subcommand, ValueHint};
use std::path::PathBuf;

/// Commands about the database.
#[derive(Debug, Subcommand)]
pub(in crate::shell) enum DatabaseCommand {
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
}

/// Commands about the session.
#[derive(Debug, Subcommand)]
pub(in crate::shell) enum SessionCommand {
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
    #[command(visible_alias = "quit", after_help = examples(&[("exit", "leave")]))]
    Exit,
}
