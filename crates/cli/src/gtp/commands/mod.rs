//! The table of commands.

mod board;
mod database;
mod handicap;
mod play;
mod protocol;
mod time;

use super::engine::{Engine, Reply};
use super::failure::Failure;
use super::request::Arguments;

/// A command of the protocol.
pub struct Command {
    /// The name, as programs send it.
    pub name: &'static str,
    /// Carries out the command. A failure changes nothing.
    pub run: fn(&mut Engine, Arguments<'_>) -> Result<Reply, Failure>,
}

impl Command {
    const fn new(name: &'static str, run: fn(&mut Engine, Arguments<'_>) -> Result<Reply, Failure>) -> Self {
        Self { name, run }
    }
}

/// All commands: those of the specification, in its order; those of other engines; our own.
pub static COMMANDS: [Command; 33] = [
    Command::new("protocol_version", protocol::protocol_version),
    Command::new("name", protocol::name),
    Command::new("version", protocol::version),
    Command::new("known_command", protocol::known_command),
    Command::new("list_commands", protocol::list_commands),
    Command::new("quit", protocol::quit),
    Command::new("boardsize", board::boardsize),
    Command::new("clear_board", board::clear_board),
    Command::new("komi", board::komi),
    Command::new("fixed_handicap", handicap::fixed_handicap),
    Command::new("place_free_handicap", handicap::place_free_handicap),
    Command::new("set_free_handicap", handicap::set_free_handicap),
    Command::new("play", play::play),
    Command::new("genmove", play::genmove),
    Command::new("undo", play::undo),
    Command::new("time_settings", time::time_settings),
    Command::new("time_left", time::time_left),
    Command::new("loadsgf", board::loadsgf),
    Command::new("reg_genmove", play::reg_genmove),
    Command::new("showboard", board::showboard),
    Command::new("kgs-time_settings", time::kgs_time_settings),
    Command::new("get_komi", board::get_komi),
    Command::new("list_stones", board::list_stones),
    Command::new("lz-analyze", database::lz_analyze),
    Command::new("kata-analyze", database::kata_analyze),
    Command::new("lz-genmove_analyze", database::lz_genmove_analyze),
    Command::new("kata-genmove_analyze", database::kata_genmove_analyze),
    Command::new("stop", protocol::stop),
    Command::new("gogui-analyze_commands", database::gogui_analyze_commands),
    Command::new("bgo-search", database::search),
    Command::new("bgo-heat_map", database::heat_map),
    Command::new("bgo-pattern", database::pattern),
    Command::new("bgo-games", database::games),
];

/// Returns the command with this name.
pub fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// Returns the reply of a command that has nothing to say.
fn done() -> Result<Reply, Failure> {
    text("")
}

/// Returns a text as the reply.
fn text(text: impl Into<String>) -> Result<Reply, Failure> {
    Ok(Reply::Text(text.into()))
}
