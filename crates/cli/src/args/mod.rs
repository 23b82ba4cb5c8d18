//! Arguments that the shell and the command line share, and the answers to them.

mod ask;
mod duplicates;
mod export;
mod filter;
mod find;
mod form;
mod games;
mod import;
mod players;
mod remove;
mod search;
mod sgf;
mod show;
mod sql;
mod tree;
mod words;
mod years;

pub use ask::Ask;
pub use duplicates::DuplicatesArgs;
pub use export::ExportArgs;
pub use filter::{FilterArgs, as_options};
pub use find::FindArgs;
pub use form::FormArgs;
pub use games::{GamesArgs, OrderArgs, PageArgs};
pub use import::ImportArgs;
pub use players::PlayersArgs;
pub use remove::{RemoveArgs, RemoveError, removed_text};
pub use search::SearchArgs;
pub use sgf::{SgfArgs, game_number};
pub use show::ShowArgs;
pub use sql::SqlArgs;
pub use tree::TreeArgs;
pub use words::{is_yes, one_of, seconds};
pub use years::YearsArgs;
