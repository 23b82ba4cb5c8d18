//! The table of commands.

mod board;
mod database;
mod handicap;
mod play;
mod protocol;
mod rules;
mod time;

use super::engine::Engine;
use super::failure::Failure;
use super::reply::{Reply, text};
use super::request::{Arguments, Request};

/// A command of the protocol.
struct Command {
    /// The name, as programs send it.
    name: &'static str,
    /// The function that carries out the command. A failure changes nothing.
    run: fn(&mut Engine, Arguments<'_>) -> Result<Reply, Failure>,
}

impl Command {
    const fn new(name: &'static str, run: fn(&mut Engine, Arguments<'_>) -> Result<Reply, Failure>) -> Self {
        Self { name, run }
    }
}

/// All commands: the specification's, in its order; other engines'; our own.
static COMMANDS: [Command; 37] = [
    Command::new("protocol_version", protocol::protocol_version),
    Command::new("name", protocol::name),
    Command::new("version", protocol::version),
    Command::new("known_command", known_command),
    Command::new("list_commands", list_commands),
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
    Command::new("kgs-rules", rules::kgs_rules),
    Command::new("get_komi", board::get_komi),
    Command::new("list_stones", board::list_stones),
    Command::new("lz-analyze", database::lz_analyze),
    Command::new("kata-analyze", database::kata_analyze),
    Command::new("lz-genmove_analyze", database::lz_genmove_analyze),
    Command::new("kata-genmove_analyze", database::kata_genmove_analyze),
    Command::new("kata-get-rules", rules::kata_get_rules),
    Command::new("kata-set-rules", rules::kata_set_rules),
    Command::new("kata-set-rule", rules::kata_set_rule),
    Command::new("stop", protocol::stop),
    Command::new("gogui-analyze_commands", database::gogui_analyze_commands),
    Command::new("bgo-search", database::search),
    Command::new("bgo-heat_map", database::heat_map),
    Command::new("bgo-pattern", database::pattern),
    Command::new("bgo-games", database::games),
];

/// Carries out the command of a request.
pub fn answer(engine: &mut Engine, request: &Request) -> Result<Reply, Failure> {
    let command = find(&request.name).ok_or_else(|| Failure::saying("unknown command"))?;
    (command.run)(engine, request.arguments())
}

fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

fn known_command(_: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let is_known = words.optional().is_some_and(|name| find(name).is_some());
    text(is_known.to_string())
}

fn list_commands(_: &mut Engine, _: Arguments<'_>) -> Result<Reply, Failure> {
    text(COMMANDS.each_ref().map(|command| command.name).join("\n"))
}
