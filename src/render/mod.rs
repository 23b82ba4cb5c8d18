//! What a person sees: boards and tables as lines of text, and progress on
//! standard error. The lines hold colours as ANSI escapes; whoever writes them
//! leaves the escapes out where they are not wanted.

mod board;
mod count_bar;
mod marks;
mod progress;
mod rotations;
mod style;
mod table;

pub use board::board;
pub use count_bar::CountBar;
pub use marks::{MARKS_AT_FIRST, MAX_MARKS, Mark, marks};
pub use progress::{ConsoleReporter, counted, summary_text};
pub use rotations::rotations;
pub use style::{ERROR, printable};
pub use table::table;
