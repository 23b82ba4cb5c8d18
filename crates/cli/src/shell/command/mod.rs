//! The commands: their arguments, help, and what is wrong with words that they cannot take.

mod board;
mod database;
mod games;
mod questions;
mod read;
mod values;

pub(super) use board::BoardCommand;
pub(super) use database::{DatabaseCommand, SessionCommand};
pub(super) use games::GameCommand;
pub(super) use questions::{AnswerCommand, FilterCommand, NameCommand, PatternCommand, ScreenCommand};
pub(super) use read::{argument_after, help, keywords, option_with_value, read, usage, words};
pub(super) use values::{Marks, year_number};

use clap::{Command, Subcommand};
use std::sync::LazyLock;

/// A command with its arguments. The first line of its comment is its summary, and its aliases call
/// it too. Usage, help and completion follow from all this.
#[derive(Debug, Subcommand)]
pub(super) enum ShellCommand {
    #[command(flatten)]
    Board(BoardCommand),
    #[command(flatten)]
    Answers(AnswerCommand),
    #[command(flatten)]
    Screen(ScreenCommand),
    #[command(flatten)]
    Patterns(PatternCommand),
    #[command(flatten)]
    Names(NameCommand),
    #[command(flatten)]
    Filters(FilterCommand),
    #[command(flatten)]
    Games(GameCommand),
    #[command(flatten)]
    Database(DatabaseCommand),
    #[command(flatten)]
    Session(SessionCommand),
}

/// The commands by subject, in the order in which help lists them.
pub(super) static THEMES: LazyLock<[(&str, Vec<Command>); 9]> = LazyLock::new(|| {
    [
        ("Board", commands::<BoardCommand>()),
        ("Answers", commands::<AnswerCommand>()),
        ("Screen", commands::<ScreenCommand>()),
        ("Patterns", commands::<PatternCommand>()),
        ("Names", commands::<NameCommand>()),
        ("Filters", commands::<FilterCommand>()),
        ("Games", commands::<GameCommand>()),
        ("Database", commands::<DatabaseCommand>()),
        ("Session", commands::<SessionCommand>()),
    ]
});

/// Returns every command, in that order.
pub(super) fn all() -> impl Iterator<Item = &'static Command> {
    THEMES.iter().flat_map(|(_, commands)| commands)
}

fn commands<C: Subcommand>() -> Vec<Command> {
    let all = C::augment_subcommands(Command::new("shell"));
    // The help is broken where every screen has room for it.
    let commands = all.get_subcommands().cloned();
    commands
        .map(|command| command.term_width(0).disable_help_flag(true))
        .collect()
}
