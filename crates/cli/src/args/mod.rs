//! Arguments of commands, most of them shared by the shell and the command line, and
//! the answers to them.

mod duplicates;
mod export;
mod filter;
mod find;
mod form;
mod games;
mod import;
mod parsers;
mod pattern;
mod players;
mod question;
mod remove;
mod search;
mod sgf;
mod show;
mod sql;
mod tree;
mod words;
mod years;

pub use duplicates::DuplicatesArgs;
pub use export::ExportArgs;
pub use filter::{FilterArgs, find_archive, with_archives};
pub use find::FindArgs;
pub use form::FormArgs;
pub use games::{GamesArgs, OrderArgs, PageArgs};
pub use import::ImportArgs;
pub use parsers::{is_yes, one_of, seconds};
pub use pattern::{PatternOptionArgs, diagram_text, looks_like_name};
pub use players::PlayersArgs;
pub use question::PositionQuestion;
pub use remove::{RemoveArgs, RemoveError, removed_text};
pub use search::SearchArgs;
pub use sgf::{SgfArgs, game_number};
pub use show::ShowArgs;
pub use sql::SqlArgs;
pub use tree::TreeArgs;
pub use words::{advice, as_options, command_line_as_options};
pub use years::YearsArgs;
