//! Arguments of commands, most of them shared by the shell and the command line, and
//! the answers to them.

mod duplicates;
mod export;
mod filter;
mod find;
mod form;
mod games;
mod import;
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
mod tree;
mod years;

pub use duplicates::DuplicatesArgs;
pub use export::ExportArgs;
pub use filter::{FilterArgs, as_options};
pub use find::FindArgs;
pub use form::FormArgs;
pub use games::{GamesArgs, OrderArgs, PageArgs};
pub use import::{ImportArgs, spool};
pub use out::{Out, OutArgs, STANDARD, Used, is_standard, is_stream, is_terminal, stream};
pub use parsers::{is_yes, one_of, seconds};
pub use pattern::{PatternOptionArgs, diagram_text, looks_like_name};
pub use players::PlayersArgs;
pub use question::PositionQuestion;
pub use remove::{RemoveArgs, RemoveError, removal_question, removed_text};
pub use search::SearchArgs;
pub use sgf::{SgfArgs, game_number};
pub use show::ShowArgs;
pub use sql::SqlArgs;
pub use tree::TreeArgs;
pub use years::YearsArgs;
