//! What a person sees: boards and tables as lines of text, and progress on
//! standard error, and the streams that all of it is written to. Colours are
//! ANSI escapes in a [`Text`]; a [`Stream`] leaves them out where they are not wanted.

mod bars;
mod board;
mod columns;
mod count_bar;
mod duplicates;
mod games;
mod marks;
mod positions;
mod progress;
mod rotations;
mod scores;
mod sgf;
mod sheet;
mod statistics;
mod style;
mod table;
mod terminal;
mod text;

pub use board::board;
pub use count_bar::CountBar;
pub use duplicates::duplicates_text;
pub use games::{description_text, games_text, replay, tree_text};
pub use marks::{MARKS_AT_FIRST, MAX_MARKS, Mark, marks};
pub use positions::{PositionText, found_position_text, histogram_svg, histogram_text};
pub use progress::{ConsoleReporter, counted, summary_text};
pub use rotations::rotations;
pub use scores::{scores_diff_text, scores_text};
pub use sgf::{line_sgf, tree_sgf};
pub use sheet::{Form, schema_text};
pub use statistics::{players_text, years_svg, years_text};
pub use style::{error_text, printable};
pub use table::table;
pub use terminal::{Sink, Stream, is_unseen, stderr, stdout};
pub use text::Text;
