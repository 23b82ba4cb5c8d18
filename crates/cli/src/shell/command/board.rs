//! Commands about the search board.

use super::values::{count, examples, move_number, setup_sign, stone_count};
use crate::shell::commands::Copied;
use bgo::internal::go::BoardSize;
use bgo::internal::position_file::PositionId;
use bgo::internal::query::Setup;
use clap::Subcommand;
use std::path::PathBuf;

/// Commands about the search board.
#[derive(Debug, Subcommand)]
pub(in crate::shell) enum BoardCommand {
    /// Plays moves and searches the position that they lead to
    #[command(visible_alias = "p", after_help = examples(&[
        ("play pd dp pp", "three moves, black first, then in turn"),
        ("play Q16 pass", "the other notation, and a pass"),
        ("play a", "the move marked a, in the colour that the table gives it"),
        ("play dp", "in an open game, from the position shown; \"back\" returns"),
    ]))]
    Play {
        /// SGF letters (pd), a letter without I and a number (Q16), or pass; the first may be a mark of the last search
        #[arg(value_name = "MOVE", required = true)]
        moves: Vec<String>,
    },
    /// Takes back moves and setups, and searches what was before
    #[command(visible_alias = "u", after_help = examples(&[
        ("undo", "the last move or setup"),
        ("undo 3", "the last three, or as many as there are; in the open game, as prev"),
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
        ("setup -", "a whole position, in rows up to a blank line"),
    ]))]
    Setup {
        /// X (black), O (white), . (nothing) or * (anything, in a pattern)
        #[arg(value_name = "X|O|.|*", value_parser = setup_sign)]
        sign: Setup,
        /// The points, such as pd or Q16
        #[arg(value_name = "POINT", required = true, value_delimiter = ',')]
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
    /// Clears the board, and any area or diagram
    #[command(alias = "reset", after_help = examples(&[("clear", "an empty board of the same size")]))]
    Clear,
    /// Starts with an empty board of another size
    #[command(after_help = examples(&[("size 9", "a board of 9x9"), ("size 13x13", "another way to write it")]))]
    Size {
        /// Board size, 2 to 19
        #[arg(value_name = "SIZE")]
        size: BoardSize,
    },
    /// Shows the board with the marks of the last search
    #[command(after_help = examples(&[("board", "show the board again")]))]
    Board {
        /// Start again with an empty board
        #[arg(value_name = "reset", value_parser = ["reset"], hide = true)]
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
        ("copy link", "the address of the position in the page that \"web\" opened"),
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
}
