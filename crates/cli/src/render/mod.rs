//! Boards, tables and progress as people see them, and the streams that they are
//! written to. Colours are ANSI escapes in a [`Text`]; an [`OutputStream`] leaves them out where
//! they are not wanted.

mod beside;
mod board;
mod clean;
mod comparison;
mod coordinates;
mod count_bar;
mod diagram;
mod filter;
mod games;
mod import;
mod marks;
mod move_table;
mod names;
mod next_moves;
mod positions;
mod replay;
mod rivals;
mod rotations;
mod sgf;
mod sheet;
mod statistics;
mod stones;
mod terminal;
mod text;
mod text_table;
mod width;

pub(crate) use board::{pattern_board, search_board};
pub(crate) use clean::{is_unseen, one_line, printable, visible};
pub(crate) use comparison::comparison_text;
pub(crate) use coordinates::Coordinates;
pub(crate) use count_bar::{CountBar, SearchProgress};
pub(crate) use diagram::{Diagram, Language, MoveRange, Sheet, html, line_scenes, ranges};
pub(crate) use filter::{colors_text, excluded_text, filter_text, options_text, several_players_text};
pub(crate) use games::{description_text, duplicates_text, games_text, no_games_text, tree_text};
pub use import::ImportReporter;
pub(crate) use import::{removed_before_text, summary_text};
pub(crate) use marks::{MARKS_AT_FIRST, MAX_MARKS, MoveMark, marks};
pub(crate) use names::{names_text, openings_text, question_text};
pub(crate) use next_moves::answered;
pub(crate) use positions::{
    PositionText, found_position_text, histogram_json, histogram_svg, histogram_text, scores_diff_text, scores_text,
};
pub(crate) use replay::replay;
pub(crate) use rivals::{companion_text, novelties_text, player_text, score_text};
pub(crate) use rotations::rotations;
pub(crate) use sgf::{board_sgf, tree_sgf};
pub(crate) use sheet::{FileSheet, TableSheet, schema_text};
pub(crate) use statistics::{players_text, years_svg, years_text};
pub(crate) use stones::Stones;
pub(crate) use terminal::{OutputStream, show_paged, stderr, stdout};
#[cfg(test)]
pub(crate) use text::{Look, Screen};
pub(crate) use text::{MoveForm, Text, counted, csv, error_text, grouped, json, json_fields, size_text};
pub(crate) use width::filled;
