//! Arguments of commands, most of them shared by the shell and the command line, and
//! the answers to them.

mod check;
mod confirm;
mod duplicates;
mod export;
mod filter;
mod find;
mod first_record;
mod form;
mod games;
mod import;
mod info;
mod optimize;
mod out;
mod parsers;
mod pattern;
mod players;
mod question;
mod remove;
mod search;
mod sgf;
mod show;
mod sql;
mod standard_input;
mod tree;
mod words;
mod years;

pub use check::{CheckArgs, Damaged, Report};
pub use confirm::{Change, YesArgs};
pub use duplicates::DuplicatesArgs;
pub use export::ExportArgs;
pub use filter::{FilterArgs, find_archive, with_archives};
pub use find::FindArgs;
pub use first_record::first_record;
pub use form::FormArgs;
pub use games::{GamesArgs, OrderArgs, PageArgs};
pub use import::ImportArgs;
pub use info::InfoArgs;
pub use optimize::OptimizeArgs;
pub use out::{Out, OutArgs, STANDARD, Used, file_in, is_standard, is_stream, is_terminal, stream};
pub use parsers::{is_yes, one_of, seconds};
pub use pattern::{
    PatternOptionArgs, diagram_text, given_value, looks_like_name, parameter_option, pattern_options,
};
pub use players::PlayersArgs;
pub use question::PositionQuestion;
pub use remove::{RemoveArgs, RemoveError, removal_question, removed_text};
pub use search::{SearchArgs, excluded_remarks};
pub use sgf::{SgfArgs, game_number};
pub use show::ShowArgs;
pub use sql::SqlArgs;
pub use standard_input::{StandardInputError, require_one_stdin, spool};
pub use tree::TreeArgs;
pub use words::{advice, as_options, command_line_as_options};
pub use years::YearsArgs;
