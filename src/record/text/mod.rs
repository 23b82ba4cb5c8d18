//! The text of a record: its encoding, its SGF tokens, the values of its
//! properties, and its words.

mod encoding;
mod fold;
mod format;
mod portable;
mod property;
mod scan;

pub use encoding::{Decoded, Part, Parts, TextEncoding, UTF_8_MARK, decode, needs_mark, parts, without_utf_32};
pub use fold::{fold, words};
pub use format::{Format, is_ngf_move, lines, ngf_start};
pub use portable::portable;
pub(crate) use property::start_of;
pub use property::{comment_text, points, simple_text, unescaped_brackets};
pub use scan::{Ident, PASS, RESIGN, Scanner, Token, ValueEnd};
