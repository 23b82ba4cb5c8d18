//! Boards, tables and progress as people see them, and the streams that they are
//! written to. Colours are ANSI escapes in a [`Text`]; a [`Stream`] leaves them out where
//! they are not wanted.

mod bars;
mod beside;
mod board;
mod clean;
mod coordinates;
mod count_bar;
mod duplicates;
mod filter;
mod games;
mod import_progress;
mod import_summary;
mod look;
mod marks;
mod next_moves;
mod pager;
mod pattern;
mod positions;
mod rotations;
mod scores;
mod search_progress;
mod sgf;
mod sheet;
mod statistics;
mod style;
mod terminal;
mod text;
mod text_table;
mod width;

pub use board::{pattern_board, search_board};
pub(crate) use clean::{is_unseen, one_line, printable, visible};
pub use coordinates::Coordinates;
pub use count_bar::CountBar;
pub use duplicates::duplicates_text;
pub use filter::{excluded_text, filter_text, several_players_text};
pub use games::{description_text, games_text, no_games_text, replay, tree_text};
pub use import_progress::ImportReporter;
pub use import_summary::summary_text;
#[cfg(test)]
pub(crate) use look::{Look, Screen};
pub use marks::{MARKS_AT_FIRST, MAX_MARKS, Mark, marks};
pub use next_moves::answered;
pub(crate) use pager::show_paged;
pub use pattern::options_text;
pub use positions::{PositionText, found_position_text, histogram_svg, histogram_text};
pub use rotations::rotations;
pub use scores::{scores_diff_text, scores_text};
pub use search_progress::SearchProgress;
pub use sgf::{board_sgf, tree_sgf};
pub use sheet::{SheetForm, TableSheet, schema_text};
pub use statistics::{players_text, years_svg, years_text};
pub use terminal::{RawOutput, Stream, stderr, stdout};
pub use text::{Text, counted, error_text, size_text};
pub(crate) use width::filled;
