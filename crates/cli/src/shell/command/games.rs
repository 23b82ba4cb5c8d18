//! Commands about games.

use super::values::{examples, place_in_game, step_count};
use crate::args::{DuplicatesArgs, FindArgs, FormArgs, NoveltyArgs, PlayerArgs, SgfArgs, game_number};
use clap::Subcommand;
use std::ffi::OsString;

/// Commands about games.
#[derive(Debug, Subcommand)]
pub(in crate::shell) enum GameCommand {
    /// Lists games by words and conditions, whatever is on the board
    #[command(visible_alias = "f", after_help = examples(&[
        ("find meijin", "a word of players, event, place, round, name, source or comments"),
        ("find player=cho year=1990..1999", "conditions, as where takes them"),
        ("find 本因 --sort players", "a part of a word in Chinese characters is enough"),
        ("find repaired", "games whose records have faults; words=repaired looks for the word"),
    ]))]
    Find(FindArgs),
    /// Shows everything known about a game
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
        ("open 17", "game 17; \"next\", \"prev\" and \"goto\" move through it, \"back\" returns"),
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
        /// Number of moves [default: 1]
        #[arg(value_name = "COUNT", default_value_t = 1, hide_default_value = true, value_parser = step_count)]
        count: i64,
    },
    /// Goes back in the open game
    #[command(after_help = examples(&[("prev", "one move"), ("prev 10", "ten, or to the start")]))]
    Prev {
        /// Number of moves [default: 1]
        #[arg(value_name = "COUNT", default_value_t = 1, hide_default_value = true, value_parser = step_count)]
        count: i64,
    },
    /// Goes to a move of the open game
    #[command(alias = "to", after_help = examples(&[
        ("goto 50", "after move 50"),
        ("goto 0", "the start, as \"goto start\""),
        ("goto end", "after the last move"),
    ]))]
    Goto {
        /// Move number, or start, or end
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
}
