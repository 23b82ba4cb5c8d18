//! Arguments of commands, most of them shared by the shell and the command line, and
//! the answers to them.

mod aliases;
mod answers;
mod change;
mod conditions;
mod demo;
mod export;
mod games;
mod out;
mod pattern;
mod rivals;
mod sentence;
mod upkeep;

pub(crate) use crate::info::{InfoArgs, info_text, summary_line};
pub(crate) use aliases::AliasArgs;
pub(crate) use answers::{
    CompareArgs, GamesArgs, OpeningsArgs, OrderArgs, PlayersArgs, PositionQuestion, SearchArgs, TreeArgs, YearsArgs,
    excluded_remarks,
};
pub(crate) use change::{Change, ImportArgs, Removal, removed_text, require_one_stdin, require_selection, spool};
pub(crate) use conditions::{
    FilterArgs, advice, as_options, command_line_as_options, find_archive, takes_conditions, with_archives,
};
pub(crate) use demo::{DEMO, data_folder, set_aside, write_games};
pub(crate) use export::ExportArgs;
pub(crate) use games::{DuplicatesArgs, FindArgs, SgfArgs, first_record, game_number, show};
pub(crate) use out::{
    FormArgs, Out, OutArgs, STANDARD, TableArgs, database_files, explained, file_in, inputs, is_standard, is_stream,
    is_terminal, is_yes, one_of, seconds, stream, written_text,
};
pub(crate) use pattern::{
    PatternOptionArgs, diagram_text, given_value, looks_like_name, parameter_option, pattern_options,
};
pub(crate) use rivals::{NoveltyArgs, PlayerArgs};
pub(crate) use sentence::{is_near, listed, sentence, wrong_word};
pub(crate) use upkeep::{SqlArgs, check_database, checked_text, optimize, require_sound};
